"""On few cores the first worker collects before the others start, so that the model is asked before they take the cores."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
import support
from stub_server import Answer, StubServer, faithful

#: Says when each process of the session began; the session has one core.
CONFTEST = """
import os, time
from pathlib import Path

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

def pytest_configure(config):
    name = getattr(config, "workerinput", {}).get("workerid", "controller")
    Path(f"began-{name}").write_text(str(time.time()))
"""
#: No variable of the environment: these tests may run in a worker themselves.
DIES = """
def pytest_sessionstart(session):
    if getattr(session.config, "workerinput", {}).get("workerid") == "gw0":
        os._exit(3)
"""


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    temporary = pytester.path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    return pytester.path


def run(pytester: pytest.Pytester, url: str, *more: str) -> pytest.RunResult:
    model = ("--faithform-model", "openai:stub", "--faithform-base-url", url)
    return pytester.runpytest_subprocess(*model, "--faithform-run", "run", "-n", "3", *more)


def began(folder: Path, name: str) -> float:
    return float((folder / f"began-{name}").read_text())


def test_the_model_is_asked_before_the_other_workers_start(pytester: pytest.Pytester, folder: Path) -> None:
    support.mini_suite(folder)
    with (folder / "conftest.py").open("a") as file:
        file.write(CONFTEST)
    asked: list[float] = []

    def noted(prompt: str, number: int) -> Answer:
        asked.append(time.time())
        return faithful(prompt, number)

    with StubServer(noted) as server:
        run(pytester, server.url, "-k", "edit or deletion").assert_outcomes(passed=4)
    assert began(folder, "gw0") < min(asked) < began(folder, "gw1") < began(folder, "gw2")
    assert len(asked) == 4
    lines = (folder / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["case"]["id"] for line in lines}) == 4
    assert list((folder / "temporary").glob("faithform-*")) == []


@pytest.mark.parametrize("first", ["", DIES])
def test_nobody_waits_for_a_first_worker_that_has_nothing_or_dies(
    pytester: pytest.Pytester, folder: Path, first: str
) -> None:
    (folder / "conftest.py").write_text(CONFTEST + first)
    (folder / "test_other.py").write_text(
        "import pytest\n@pytest.mark.parametrize('n', range(6))\ndef test_it(n): pass\n"
    )
    with StubServer(faithful) as server:
        result = run(pytester, server.url)
    result.assert_outcomes(passed=6)
    assert (folder / "began-gw2").exists()
    assert server.requests == []
    assert list((folder / "temporary").glob("faithform-*")) == []


def test_what_is_wrong_with_the_run_is_said_as_it_is_without_a_head_start(
    pytester: pytest.Pytester, folder: Path
) -> None:
    support.mini_suite(folder)
    with (folder / "conftest.py").open("a") as file:
        file.write(CONFTEST)
    with StubServer(faithful) as server:
        run(pytester, server.url, "-k", "number_edit").assert_outcomes(passed=2)
        result = run(pytester, server.url, "-k", "number_edit", "--faithform-sampling", "temperature=0.5")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = result.stdout.str() + result.stderr.str()
    assert "was measured with sampling" in said
