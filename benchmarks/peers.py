"""Generation through other harnesses and through this one, by turns in one run, against the same timed stub.

    python benchmarks/peers.py FOLDER [--items N] [--install]

FOLDER holds one virtual environment per peer; `--install` makes those that are missing from the package registry. The stub
has 8 slots of 0.30 s. Each peer sends the same prompts to the same endpoint at the same concurrency, start-up included, and
scores nothing but that an answer came. Prints `name ratio value - -` against a bare asyncio client; a peer that is not
installed or fails is named with the reason.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generation import bare, ours, plain, prepare, server_of

CONCURRENCY = 8
REQUIREMENTS = {
    "pydantic-evals": ["pydantic-evals", "openai"],
    "deepeval": ["deepeval"],
    "inspect": ["inspect-ai", "openai"],
    "lm-eval": ["lm-eval[api]"],
}
_COMMON = """
import asyncio, json, os, sys
from pathlib import Path
URL, PROMPTS = Path("url").read_text(), json.loads(Path("prompts.json").read_text())
os.environ |= {"OPENAI_BASE_URL": URL, "OPENAI_API_KEY": "none", "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
               "CONFIDENT_TRACE_FLUSH": "NO", "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
ASKED = {"model": "m", "temperature": 0, "max_tokens": 64}
"""
_ASK = """
from openai import AsyncOpenAI
client = AsyncOpenAI(base_url=URL, api_key="none")
async def ask(prompt):
    answer = await client.chat.completions.create(messages=[{"role": "user", "content": prompt}], **ASKED)
    return answer.choices[0].message.content
"""
SCRIPTS = {
    "pydantic-evals": f"""{_COMMON}{_ASK}
from dataclasses import dataclass
from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import Evaluator, EvaluatorContext

@dataclass
class Came(Evaluator):
    def evaluate(self, ctx: EvaluatorContext) -> bool:
        return bool(ctx.output)

suite = Dataset(name="b", cases=[Case(name=str(n), inputs=p) for n, p in enumerate(PROMPTS)], evaluators=[Came()])
report = asyncio.run(suite.evaluate(ask, max_concurrency={CONCURRENCY}, progress=False))
assert len(report.cases) == len(PROMPTS)
""",
    "deepeval": f"""{_COMMON}{_ASK}
from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, DisplayConfig
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

class Came(BaseMetric):
    threshold, async_mode = 1, True
    def measure(self, case, *_, **__):
        raise NotImplementedError
    async def a_measure(self, case, *_, **__):
        self.score, self.success = float(bool(await ask(case.input))), True
        return self.score
    def is_successful(self):
        return self.success
    @property
    def __name__(self):
        return "Came"

cases = [LLMTestCase(input=prompt, actual_output="-") for prompt in PROMPTS]
evaluate(cases, [Came()], async_config=AsyncConfig(max_concurrent={CONCURRENCY}),
         display_config=DisplayConfig(show_indicator=False, print_results=False))
""",
    "inspect": f"""{_COMMON}
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import includes
from inspect_ai.solver import generate

task = Task(dataset=MemoryDataset([Sample(input=p, target="x") for p in PROMPTS]), solver=generate(), scorer=includes())
logs = eval(task, model="openai/m", display="none", log_dir="logs", max_connections={CONCURRENCY},
            max_samples={CONCURRENCY}, temperature=0, max_tokens=64, model_args={{"responses_api": False}})
assert logs[0].status == "success", logs[0].error
""",
    "lm-eval": f"""{_COMMON}
import lm_eval
from lm_eval.api.task import ConfigurableTask

Path("prompts.jsonl").write_text("".join(json.dumps({{"prompt": prompt}}) + "\\n" for prompt in PROMPTS))
task = ConfigurableTask(config={{
    "task": "b", "dataset_path": "json", "dataset_kwargs": {{"data_files": {{"test": "prompts.jsonl"}}}},
    "test_split": "test", "output_type": "generate_until", "doc_to_text": "{{{{prompt}}}}", "doc_to_target": "x",
    "generation_kwargs": {{"until": [], "max_gen_toks": 64, "temperature": 0}},
    "metric_list": [{{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}}]}})
held = lm_eval.simple_evaluate(
    model="local-chat-completions", tasks=[task], apply_chat_template=True, bootstrap_iters=0,
    model_args={{"model": "m", "base_url": URL + "/chat/completions", "num_concurrent": {CONCURRENCY}, "max_retries": 3}})
assert len(held["samples"]["b"]) == len(PROMPTS)
""",
}
DEEPEVAL_TEST = f"""{_COMMON}
import openai, pytest
from deepeval import assert_test
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

client = openai.OpenAI(base_url=URL, api_key="none")

class Came(BaseMetric):
    threshold, async_mode = 1, False
    def measure(self, case, *_, **__):
        self.score, self.success = 1.0, bool(case.actual_output)
        return self.score
    async def a_measure(self, case, *_, **__):
        return self.measure(case)
    def is_successful(self):
        return self.success
    @property
    def __name__(self):
        return "Came"

@pytest.mark.parametrize("at", range(len(PROMPTS)))
def test_answer(at):
    answer = client.chat.completions.create(messages=[{{"role": "user", "content": PROMPTS[at]}}], **ASKED)
    assert_test(LLMTestCase(input=PROMPTS[at], actual_output=answer.choices[0].message.content), [Came()], run_async=False)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--items", type=int, default=128)
    parser.add_argument("--install", action="store_true")
    given = parser.parse_args()
    if given.install:
        install(given.folder)
    with tempfile.TemporaryDirectory() as temporary, server_of("stub") as url:
        folder = Path(temporary)
        prepare(folder, given.items, url)
        base = bare(folder, url, CONCURRENCY)
        print(f"# {given.items} items of the stub, bare asyncio client {base:.1f} s", flush=True)
        told("faithform", ours(folder, url, CONCURRENCY, 0), base)
        told("faithform-n2", ours(folder, url, CONCURRENCY, 2), base)
        for name, script in SCRIPTS.items():
            peer(folder, given.folder / name / "bin", name, ["python", "peer.py"], script, base)
        told("plain-pytest-n8", plain(folder, 8), base)
        peer(folder, given.folder / "deepeval" / "bin", "deepeval-test-run", ["deepeval", "test", "run", "peer_test.py"],
             DEEPEVAL_TEST, base)  # fmt: skip


def install(folder: Path) -> None:
    for name, requirements in REQUIREMENTS.items():
        if not (folder / name / "bin").exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder / name)], check=True)
            subprocess.run([str(folder / name / "bin" / "pip"), "install", "-q", *requirements], check=True)


def peer(folder: Path, programs: Path, name: str, command: list[str], script: str, base: float) -> None:
    if not programs.exists():
        print(f"# {name}: not installed (--install)")
        return
    (folder / ("peer_test.py" if command[0] == "deepeval" else "peer.py")).write_text(script)
    began = time.perf_counter()
    done = subprocess.run(
        [str(programs / command[0]), *command[1:]], cwd=folder, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - began
    if done.returncode:
        print(f"# {name}: ended with {done.returncode}: {(done.stderr or done.stdout).strip().splitlines()[-1][:200]}")
        return
    told(name, seconds, base)


def told(name: str, seconds: float, base: float) -> None:
    print(f"peers-{name} ratio {seconds / base:.3f} - -  ({seconds:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
