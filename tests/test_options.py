"""Options from outside: where relative paths start, what is refused, and what has no effect."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import StubServer, completion

pytestmark = pytest.mark.usefixtures("kept_lean")

MODULE = """
import pytest
from pytest_faithform.verdicts import assert_faithful

@pytest.mark.faithform_cases(kind="number_edit")
def test_edit(case, edit_verdict):
    assert_faithful(case, edit_verdict)
"""


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def root(pytester: pytest.Pytester) -> Path:
    """A suite whose files lie in the folder `mine`, which has another name for each of them."""
    mine = pytester.mkdir("mine")
    support.write_cases(mine / "edits.jsonl", [support.number_edit("statement"), support.number_edit("proof")])
    support.write_replies(mine / "answers.jsonl", support.faithful_replies())
    (pytester.path / "test_it.py").write_text(MODULE, encoding="utf-8")
    (pytester.path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return pytester.path


class TestWherePathsStart:
    @pytest.mark.parametrize("workers", [(), ("-n", "1")])
    def test_on_the_command_line_from_where_pytest_was_called(
        self, pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch, workers: tuple[str, ...]
    ) -> None:
        monkeypatch.chdir(root / "mine")
        options = ("--faithform-model", "recorded:answers.jsonl", "--faithform-cases", "edits.jsonl")
        result = pytester.runpytest("..", *options, "--faithform-run", "run", *workers)
        result.assert_outcomes(passed=2)
        assert manifest(root / "mine" / "run")["system"]["name"] == "recorded:answers.jsonl"

    def test_of_an_endpoint_too(self, pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(root / "mine")
        (root / "mine" / "words.jinja").write_text("My words: {{ informal_statement }}", encoding="utf-8")
        options = ("--faithform-prompt", "proof=words.jinja", "--faithform-store", "answers.sqlite")
        with StubServer(lambda prompt, n: completion(prompt)) as server:
            endpoint = ("--faithform-model", "openai:stub", "--faithform-base-url", server.url)
            pytester.runpytest("..", *endpoint, *options, "--faithform-cases", "edits.jsonl")
            assert [request["messages"][0]["content"][:9] for request in server.requests] == ["My words:"] * 2
        assert (root / "mine" / "answers.sqlite").exists()

    def test_in_the_environment_from_the_current_folder(
        self, pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(root / "mine")
        monkeypatch.setenv("FAITHFORM_MODEL", "recorded:answers.jsonl")
        monkeypatch.setenv("FAITHFORM_CASES", os.pathsep.join(["edits.jsonl", "more.jsonl"]))
        monkeypatch.setenv("FAITHFORM_RUN", "run")
        more = support.number_edit("proof").model_copy(update={"id": "farm-again"})
        support.write_cases(root / "mine" / "more.jsonl", [more])
        support.write_replies(
            root / "mine" / "answers.jsonl",
            support.faithful_replies() | {"farm-again": support.faithful_replies()["farm-number_edit-proof"]},
        )
        pytester.runpytest("..").assert_outcomes(passed=3)
        assert manifest(root / "mine" / "run")["planned"] == 3

    @pytest.mark.parametrize("workers", [(), ("-n", "1")])
    def test_in_the_ini_from_its_folder(self, pytester: pytest.Pytester, root: Path, workers: tuple[str, ...]) -> None:
        (root / "mine" / "faithform.ini").write_text(
            "[pytest]\nfaithform_model = recorded:answers.jsonl\nfaithform_cases = edits.jsonl\nfaithform_run = run\n",
            encoding="utf-8",
        )
        result = pytester.runpytest("-c", "mine/faithform.ini", "--rootdir", str(root), "test_it.py", *workers)
        result.assert_outcomes(passed=2)
        assert manifest(root / "mine" / "run")["planned"] == 2

    def test_what_is_not_named_stays_under_the_rootdir(
        self, pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(root / "mine")
        with StubServer(lambda prompt, n: completion(prompt)) as server:
            endpoint = ("--faithform-model", "openai:stub", "--faithform-base-url", server.url)
            pytester.runpytest("..", *endpoint, "--faithform-cases", "edits.jsonl")
        assert (root / ".faithform" / "store.sqlite").exists()
        assert len(list((root / "reports").iterdir())) == 1
        assert sorted(os.listdir(root / "mine")) == ["answers.jsonl", "edits.jsonl"]

    def test_workers_in_another_folder_are_told(self, pytester: pytest.Pytester, root: Path) -> None:
        elsewhere = pytester.mkdir("elsewhere")
        suite = pytester.mkdir("suite")
        (root / "test_it.py").rename(suite / "test_it.py")
        result = pytester.runpytest(
            "--tx",
            f"popen//chdir={elsewhere}",
            "--dist",
            "load",
            "--rsyncdir",
            str(suite),
            str(suite),
            "--faithform-model=recorded:mine/answers.jsonl",
            "--faithform-cases=mine/edits.jsonl",
            "--faithform-run=run",
        )
        result.assert_outcomes(passed=2)
        assert manifest(root / "run")["planned"] == 2
        assert not (elsewhere / "run").exists()


@pytest.mark.parametrize("model", ["control:faithful", "openai:stub"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--faithform-sampling", "heat=1"], "'heat=1': write NAME=NUMBER"),
        (["--faithform-sampling", "temperature=0.1,temperature=0.2"], "temperature is given twice"),
        (["--faithform-sampling", "temperature=-0.1"], "temperature is a number of at least 0, not '-0.1'"),
        (["--faithform-sampling", "temperature=inf"], "temperature is a number of at least 0, not 'inf'"),
        (["--faithform-sampling", "top_p=0"], "top_p is a number above 0 and at most 1, not '0'"),
        (["--faithform-sampling", "top_p=1.1"], "top_p is a number above 0 and at most 1, not '1.1'"),
        (["--faithform-sampling", "top_p=nan"], "top_p is a number above 0 and at most 1, not 'nan'"),
        (["--faithform-sampling", "max_tokens=0"], "max_tokens is a whole number of at least 1, not '0'"),
        (["--faithform-sampling", "max_tokens=1.5"], "max_tokens is a whole number of at least 1, not '1.5'"),
        (["--faithform-sampling", "max_completion_tokens=9,max_tokens=9"], "the same limit; keep one"),
        (["--faithform-prompt", "proof"], "NAME=FILE"),
        (["--faithform-prompt", "poem=pytest.ini"], "no prompt 'poem'; there are: proof, statement, step"),
        (["--faithform-prompt", "proof=nowhere.jinja"], "nowhere.jinja"),
        (["--faithform-prompt", "proof=bad.jinja"], "'informal_statment'"),
        (["--faithform-prompt", "proof=pytest.ini", "--faithform-prompt", "proof=bad.jinja"], "proof is given twice"),
        (["--faithform-base-url", "localhost:8000/v1"], "http://localhost:8000/v1, not 'localhost:8000/v1'"),
        (["--faithform-concurrency", "0"], "whole number of at least 1"),
        (["--faithform-samples", "1000000000"], "at most 1000, not 1000000000"),
    ],
)
def test_a_wrong_value_is_refused_whatever_the_system(
    pytester: pytest.Pytester, root: Path, model: str, options: list[str], message: str
) -> None:
    (root / "bad.jinja").write_text("{{ informal_statment }}", encoding="utf-8")
    result = pytester.runpytest("--faithform-model", model, "--faithform-cases", "mine/edits.jsonl", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stdout.str() + result.stderr.str()
    assert not (root / "reports").exists()


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_what_has_no_effect_is_said_once(pytester: pytest.Pytester, root: Path, workers: tuple[str, ...]) -> None:
    options = ("--faithform-model", "recorded:mine/answers.jsonl", "--faithform-cases", "mine/edits.jsonl")
    idle = ("--faithform-base-url", "http://localhost:1/v1", "--faithform-sampling", "seed=1", "--faithform-fresh")
    result = pytester.runpytest(*options, *idle, *workers)
    result.assert_outcomes(passed=2, warnings=1)
    result.stdout.fnmatch_lines(
        "*--faithform-base-url, --faithform-sampling, --faithform-fresh: no effect on recorded:answers.jsonl*"
    )


def test_what_has_no_effect_is_an_error_where_warnings_are(pytester: pytest.Pytester, root: Path) -> None:
    options = ("--faithform-model", "recorded:mine/answers.jsonl", "--faithform-cases", "mine/edits.jsonl")
    result = pytester.runpytest(*options, "--faithform-sampling", "seed=1", "-W", "error::pytest.PytestWarning")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--faithform-sampling: no effect" in result.stderr.str()


def test_in_ini_and_environment_it_stays_silent(
    pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "pytest.ini").write_text("[pytest]\nfaithform_sampling = seed=1\n", encoding="utf-8")
    monkeypatch.setenv("FAITHFORM_BASE_URL", "http://localhost:1/v1")
    result = pytester.runpytest(
        "--faithform-model", "recorded:mine/answers.jsonl", "--faithform-cases", "mine/edits.jsonl"
    )
    result.assert_outcomes(passed=2, warnings=0)


def test_a_judge_in_the_environment_may_have_colons(
    pytester: pytest.Pytester, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAITHFORM_JUDGE", "ours:strict:2 ours:mild")
    result = pytester.runpytest("--faithform-model", "control:faithful", "--faithform-cases", "mine/edits.jsonl")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--faithform-judge 'ours:strict:2' names no judge" in result.stderr.str()
