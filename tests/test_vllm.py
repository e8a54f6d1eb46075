"""`vllm:NAME` from the outside: sessions that start servers (stand-ins for vLLM's), use them, and leave none behind."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import StubServer, faithful
from test_vllm_servers import COMMAND, lives, wait_until_gone

EDITS = ("-k", "test_edit", "--faithform-lean", "obliging")
WORKERS = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])

OWN_TEST = """
import os
from pytest_faithform.cases.files import read_suite
from pathlib import Path

CASE = read_suite([Path(__file__).with_name("cases.jsonl")])[0]
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
# One seed for both would let a worker read in the store what the other one's server answered.
SEED = int(WORKER[2:]) if WORKER != "main" else 2

def test_one(formalizer):
    Path(f"own-{WORKER}").write_text(formalizer.formalize(CASE, SEED).raw)

def test_other(formalizer):
    test_one(formalizer)
"""


class Suite:
    """The small suite and sessions of it; what servers were started with is in calls.jsonl."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester, self.folder = pytester, pytester.path
        support.mini_suite(self.folder)
        self.pytester.makeconftest(support.OBLIGING_LEAN)

    def options(self, *more: str) -> list[str]:
        return ["--faithform-model", "vllm:org/m", "--faithform-run", "run", "-p", "no:cacheprovider", *EDITS, *more]

    def run(self, *more: str) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess(*self.options(*more))

    def told(self, *more: str) -> str:
        """What a session says that cannot begin."""
        result = self.run(*more)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        return result.stdout.str() + result.stderr.str()

    def start(self, *more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "pytest", *self.options(*more)]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)

    def calls(self) -> list[dict[str, Any]]:
        path = self.folder / "calls.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def pids(self) -> list[int]:
        return [pid for call in self.calls() for pid in call["pids"]]

    def records(self) -> list[dict[str, Any]]:
        return [record.model_dump(mode="json") for record in support.records(self.folder / "run")]

    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "run" / "manifest.json").read_text(encoding="utf-8"))
        return found


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Suite:
    monkeypatch.setenv("FAITHFORM_VLLM_COMMAND", COMMAND)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "6,2")
    monkeypatch.setenv("STAND_IN_CALLS", str(pytester.path / "calls.jsonl"))
    return Suite(pytester)


@WORKERS
def test_a_session_starts_a_server_per_gpu_asks_both_and_ends_them(suite: Suite, workers: tuple[str, ...]) -> None:
    options = ("--faithform-vllm-args", "--dtype bfloat16 --max-model-len=4096", "--faithform-revision", "r1")
    result = suite.run(
        *workers, *options, "--faithform-samples", "4", "--faithform-stop", "QED,", "--faithform-stop", "x"
    )
    outcomes = [row["outcome"] for row in suite.records()]
    assert len(outcomes) == 16
    assert "error" not in outcomes, result.stdout.str()
    asked = [row["formalization"]["raw"].splitlines()[0] for row in suite.records()]
    assert set(asked) == {"-- GPU 6", "-- GPU 2"}
    assert sorted(call["gpus"] for call in suite.calls()) == ["2", "6"]
    assert all(call["argv"][-5:-3] == ["--revision", "r1"] for call in suite.calls())
    assert wait_until_gone(suite.pids(), 5) == []
    result.stdout.fnmatch_lines(["*faithform: starting 2 vllm servers on GPU 6 and GPU 2; logs in */run/servers"])
    logs = sorted((suite.folder / "run" / "servers").iterdir())
    assert ["loading weights" in log.read_text() for log in logs] == [True, True]
    manifest = suite.manifest()
    assert manifest["serving"] == {"servers": 2, "gpus": ["6", "2"]}
    system = manifest["system"]
    assert (system["kind"], system["model"], system["dtype"]) == ("vllm", "org/m", "bfloat16")
    assert (system["args"], manifest["revision"]) == (["--dtype", "bfloat16", "--max-model-len=4096"], "r1")
    assert manifest["sampling"]["stop"] == ["QED,", "x"]


def test_what_is_stored_needs_no_server_and_other_arguments_are_another_model(suite: Suite) -> None:
    suite.run()
    assert len(suite.calls()) == 2
    suite.run("-n", "2", "--faithform-run", "again")
    assert len(suite.calls()) == 2
    rows = support.records(suite.folder / "again")
    assert [row.outcome for row in rows] == [row.outcome for row in support.records(suite.folder / "run")]
    assert all(row.formalization is not None and row.formalization.stored_at for row in rows)
    suite.run("--faithform-run", "other", "--faithform-vllm-args=--quantization fp8")
    assert len(suite.calls()) == 4


def test_a_template_that_changed_is_not_answered_from_the_store(suite: Suite) -> None:
    template = suite.folder / "t.jinja"
    template.write_text("one")
    options = ("--faithform-vllm-args", "--chat-template ./t.jinja")
    suite.run(*options)
    assert suite.calls()[0]["argv"][-1] == str(template)
    template.write_text("two")
    assert "was measured with system = " in suite.told(*options)
    assert len(suite.calls()) == 2
    suite.run(*options, "--faithform-run", "two")
    assert len(suite.calls()) == 4


@pytest.mark.parametrize(
    ("workers", "number"),
    [
        (("-n", "2"), signal.SIGINT),
        (("-n", "2"), signal.SIGTERM),
        (("-n", "2"), signal.SIGKILL),
        ((), signal.SIGTERM),
    ],
    ids=["workers-SIGINT", "workers-SIGTERM", "workers-SIGKILL", "alone-SIGTERM"],
)
def test_servers_end_with_the_session_however_it_ends(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, workers: tuple[str, ...], number: signal.Signals
) -> None:
    monkeypatch.setenv("STAND_IN_ANSWERS", "600")
    with suite.start(*workers) as session:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _answering(suite.folder / "run" / "servers"):
            time.sleep(0.05)
        pids = suite.pids()
        assert len(pids) == 4
        assert all(map(lives, pids))
        session.send_signal(number)
        session.wait(timeout=60)
    assert wait_until_gone(pids) == []


def _answering(logs: Path) -> bool:
    return any("answering" in log.read_text() for log in logs.glob("*.log"))


def test_ctrl_c_while_servers_start_ends_them(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_LOADS", "600")
    with suite.start() as session:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and len(suite.calls()) < 2:
            time.sleep(0.05)
        session.send_signal(signal.SIGINT)
        assert session.wait(timeout=60) == pytest.ExitCode.INTERRUPTED
    assert wait_until_gone(suite.pids()) == []


@WORKERS
def test_a_server_that_dies_at_its_start_ends_the_session_with_its_last_words(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, workers: tuple[str, ...]
) -> None:
    monkeypatch.setenv("STAND_IN_FAILS", "memory")
    told = suite.told(*workers)
    assert re.search("the vllm server . on GPU [62] ended with status 1 before it was ready; the end of ", told)
    assert "items   0 of" not in told
    assert "ValueError: Free memory on device is less than desired" in told
    assert not (suite.folder / "run" / "records.jsonl").exists()
    assert "Free memory" in (suite.folder / "run" / "servers" / "server-0.log").read_text()
    assert wait_until_gone(suite.pids()) == []


@WORKERS
def test_a_server_that_dies_in_the_middle_is_told_with_its_last_words(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, workers: tuple[str, ...]
) -> None:
    monkeypatch.setenv("STAND_IN_FAILS", "answering")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "6")
    suite.run(*workers).assert_outcomes(errors=4)
    told = [record["message"] for record in suite.records()]
    ended = [message for message in told if "the vllm server 0 on GPU 6 ended with status 3; the end of " in message]
    # Once with all that it said; the others name the log.
    assert len(ended) == 1
    assert "RuntimeError: CUDA error: an illegal memory access" in ended[0]
    assert all("server-0.log" in message for message in told)
    assert wait_until_gone(suite.pids()) == []


def test_a_server_that_is_never_ready_ends_the_session(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_LOADS", "600")
    assert "is not ready after 1.5 s" in suite.told("--faithform-vllm-timeout", "1.5")
    assert wait_until_gone(suite.pids()) == []


def test_a_port_that_was_taken_meanwhile_is_exchanged(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_FAILS", "port")
    suite.run()
    assert len(suite.calls()) == 3
    assert "error" not in [row["outcome"] for row in suite.records()]


def test_where_no_gpu_is_visible_a_server_that_fails_is_told_with_the_mend(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_FAILS", "memory")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert "no GPU is visible here" in suite.told()


def test_a_program_that_is_not_installed_is_said_before_anything_is_measured(suite: Suite) -> None:
    told = suite.told("--faithform-vllm-command", "no-such-vllm serve {model}")
    assert "'no-such-vllm', which serves the model, is not installed: pip install 'pytest-faithform[vllm]'" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--faithform-vllm-args", "--dtype 'half"), '--faithform-vllm-args "--dtype \'half": No closing quotation'),
        (("--faithform-vllm-args", "--port 80"), "--port is the session's to set"),
        (("--faithform-vllm-args", "-tp 4"), "spread over 4 GPUs, but visible are 6, 2"),
        (("--faithform-vllm-command", "vllm serve"), "does not say where the model goes"),
        (("--faithform-vllm-timeout", "soon"), "--faithform-vllm-timeout is a number of seconds above 0"),
        (
            ("--faithform-base-url", "http://127.0.0.1:9/v1", "--faithform-vllm-args", "--dtype half"),
            "--faithform-vllm-args is for servers that are started",
        ),
        (("--faithform-base-url", "http://127.0.0.1:9/v1"), "the server http://127.0.0.1:9/v1 cannot be reached"),
    ],
)
def test_settings_that_cannot_be_are_usage_errors(suite: Suite, options: tuple[str, ...], told: str) -> None:
    assert told in suite.told(*options)
    assert suite.calls() == []


def test_a_running_server_is_used_and_left_running(suite: Suite) -> None:
    with StubServer(faithful) as server:
        server.models = ["org/m"]
        suite.run("--faithform-base-url", server.url).assert_outcomes(passed=4)
        assert {request["model"] for request in server.requests} == {"org/m"}
        server.models = ["org/other"]
        told = suite.told("--faithform-base-url", server.url, "--faithform-run", "two", "--faithform-fresh")
    assert f"the server {server.url} serves org/other, not org/m" in told
    assert suite.calls() == []
    assert suite.manifest()["system"] == {
        "kind": "vllm",
        "name": "vllm:org/m",
        "model": "org/m",
        "endpoint": server.url,
    }


def test_a_test_of_ones_own_asks_the_server_of_its_worker(suite: Suite) -> None:
    suite.pytester.makepyfile(test_own=OWN_TEST)
    suite.pytester.runpytest_inprocess(
        "test_own.py", "-n", "2", "--dist", "each", "--faithform-model", "vllm:org/m"
    ).assert_outcomes(passed=4)
    found = {path.name: path.read_text().splitlines()[0] for path in suite.folder.glob("own-*")}
    assert found == {"own-gw0": "-- GPU 6", "own-gw1": "-- GPU 2"}
    assert wait_until_gone(suite.pids(), 5) == []
    suite.pytester.runpytest_inprocess(
        "test_own.py", "--faithform-model", "vllm:org/m", "--faithform-fresh"
    ).assert_outcomes(passed=2)
    assert len(suite.calls()) == 4


def test_collecting_starts_nothing(suite: Suite) -> None:
    suite.run("--collect-only")
    suite.run("--collect-only", "-n", "2")
    assert suite.calls() == []


ENGINE = """
import json
from types import SimpleNamespace as Made

class SamplingParams:
    def __init__(self, *, temperature, top_p, max_tokens, stop=None, seed=None):
        self.seed = seed

class LLM:
    def __init__(self, **given):
        self.given = given

    def chat(self, conversations, parameters, *, use_tqdm, chat_template=None):
        with open("engine.jsonl", "a") as file:
            told = {"given": self.given, "n": len(conversations), "seeds": [one.seed for one in parameters]}
            file.write(json.dumps(told | {"template": chat_template}) + "\\n")
        made = Made(text="theorem t : 1 = 1 := rfl", finish_reason="stop", token_ids=[1, 2])
        return [Made(outputs=[made], prompt_token_ids=[1]) for _ in conversations]
"""


def test_an_engine_of_its_own_is_given_the_items_in_one_batch(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    suite.pytester.makepyfile(vllm=ENGINE)
    suite.pytester.syspathinsert()
    (suite.folder / "t.jinja").write_text("one")
    args = "--max-model-len 4096 --dtype=half --enforce-eager --chat-template ./t.jinja"
    options = ("--faithform-model", "vllm-offline:org/m", "--faithform-vllm-args", args)
    more = ("--faithform-sampling", "seed=5", "--faithform-samples", "2")
    suite.run(*options, *more)
    assert "error" not in [row["outcome"] for row in suite.records()]
    calls = [json.loads(line) for line in (suite.folder / "engine.jsonl").read_text().splitlines()]
    given = {"model": "org/m", "revision": None, "max_model_len": 4096, "dtype": "half", "enforce_eager": True}
    assert calls == [{"given": given, "n": 8, "seeds": [5, 6] * 4, "template": "one"}]
    suite.run(*options, *more, "--faithform-run", "again")
    assert len((suite.folder / "engine.jsonl").read_text().splitlines()) == 1
    assert "an engine holds its GPUs in one process" in suite.told(*options, "-n", "1", "--faithform-run", "three")
    assert "'b' in --faithform-vllm-args belongs to no option" in suite.told(
        *options[:2], "--faithform-vllm-args", "--a 1 b"
    )


def test_an_engine_that_is_not_installed_is_said(suite: Suite) -> None:
    assert "vLLM is not installed: pip install 'pytest-faithform[vllm]'" in suite.told(
        "--faithform-model", "vllm-offline:org/m"
    )
