"""A fault of the apparatus is an error wherever it surfaces; it leaves a record of its own kind and is no verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import support
from junitparser.xunit2 import JUnitXml

pytestmark = pytest.mark.usefixtures("kept_lean")


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]


def summary(folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    rows = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {(row["metric"], row["slice"]): row for row in rows}


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
@pytest.mark.parametrize("verdict", ["assert", "measure"])
def test_a_missing_reply_is_an_error_and_the_rest_is_measured(
    pytester: pytest.Pytester, workers: tuple[str, ...], verdict: str
) -> None:
    replies = support.faithful_replies()
    del replies["farm-number_edit-proof"]
    support.mini_suite(pytester.path, replies)
    result = pytester.runpytest("--faithform-run", "run", "--faithform-verdict", verdict, *workers)
    result.assert_outcomes(passed=len(support.suite()) - 1, errors=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "holds no reply for case 'farm-number_edit-proof'" in result.stdout.str()
    faults = [row for row in records(pytester.path / "run") if row["outcome"] == "error"]
    assert [row["case"]["id"] for row in faults] == ["farm-number_edit-proof"]
    assert faults[0]["fault"]["where"] == "formalizer"
    assert faults[0]["edit"] is None
    found = summary(pytester.path / "run")
    assert found["errors", ""]["value"] == 1
    assert found["completed", ""]["value"] == pytest.approx(7 / 8)
    assert found["FR", "number_edit"]["n"] == 1


BODY = """
import pytest
from pytest_faithform.errors import FaithformFault

@pytest.mark.faithform_cases("cases.jsonl", kind="original", task="proof")
def test_body(case, formalizer):
    formalizer.formalize(case.model_copy(update={"id": "unknown"}), 0)

@pytest.mark.faithform_cases("cases.jsonl", kind="paraphrase")
def test_bug(case):
    raise KeyError("a mistake of the test's author")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_a_fault_in_the_body_of_a_test_is_an_error(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "test_mini.py").write_text(BODY)
    result = pytester.runpytest("--faithform-run", "run", "--junitxml", "junit.xml", *workers)
    result.assert_outcomes(errors=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    wheres = {row["case"]["id"]: row["fault"]["where"] for row in records(pytester.path / "run")}
    assert wheres == {"farm-original": "formalizer", "farm-paraphrase-free-form": "session"}
    suite = next(iter(JUnitXml.fromfile(str(pytester.path / "junit.xml"))))
    assert (suite.errors, suite.failures) == (2, 0)


DEAD_LEAN = support.lean_plugin("dead", 'raise LeanUnavailable("Lean does not start: try turning it off and on again")')


def test_a_dead_lean_is_an_error_of_every_item_that_needs_it(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(DEAD_LEAN)
    result = pytester.runpytest("--faithform-run", "run", "--faithform-lean", "dead")
    result.assert_outcomes(passed=4, errors=4)
    rows = [row for row in records(pytester.path / "run") if row["fault"]]
    assert {row["fault"]["where"] for row in rows} == {"lean"}
    assert all(row["formalization"]["raw"] for row in rows)
    assert "try turning it off and on again" in result.stdout.str()


GARBAGE = (
    support.OBLIGING_LEAN
    + """
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.model import Formalization, Usage

class Agent:
    name = "agent"
    def formalize(self, case, sample):
        answer = formalization(case.problem.formal_statement)
        if case.kind != "symbol_edit":
            return answer
        loop = []
        loop.append(loop)
        {answer}
    def describe(self):
        return {"name": "agent"}
    def close(self):
        pass

@pytest.hookimpl
def pytest_faithform_formalizer(config, spec):
    return Agent()
"""
)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("return None", "gave a NoneType, not a Formalization"),
        ("return {'raw': '', 'lean': ''}", "gave a dict, not a Formalization"),
        ("return answer.model_copy(update={'raw': None})", "raw: Input should be a valid string, found a NoneType"),
        ("return answer.model_copy(update={'finish_reason': 7})", "finish_reason: "),
        ("return answer.model_copy(update={'seconds': float('nan')})", "seconds: "),
        ("return answer.model_copy(update={'usage': {'tokens': object()}})", "usage.tokens: "),
        (
            "return answer.model_copy(update={'usage': Usage.model_construct(prompt_tokens='9')})",
            "usage.prompt_tokens: ",
        ),
        (
            "return answer.model_copy(update={'steps': ({'tools': {1, 2}},)})",
            "steps[0].tools: a set, which JSON cannot",
        ),
        ("return answer.model_copy(update={'steps': ({'calls': loop},)})", "nested deeper than 64"),
        ("return Formalization.model_construct(raw='')", "lean: Field required"),
        ("return Formalization(raw='', lean='', steps=({'score': float('nan')},))", "steps[0].score: nan, which JSON"),
        (
            "return Formalization(raw='', lean='', steps=({'calls': [{1: 2}]},))",
            "steps[0].calls[0]: an object with keys",
        ),
        ("return Formalization(raw='', lean='', steps=({'calls': loop},))", "nested deeper than 64"),
        ("return Formalization(raw='', lean='', usage={'prompt_tokens': '9'})", "usage.prompt_tokens: "),
    ],
)
def test_an_answer_that_is_no_formalization_is_a_fault_of_its_system(
    pytester: pytest.Pytester, answer: str, told: str
) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(GARBAGE.replace("{answer}", answer))
    # A worker's report crosses a process: one kind of answer shows that it does.
    workers = ("-n", "1") if "{1, 2}" in answer else ()
    result = pytester.runpytest(*support.EDITS, *workers)
    result.assert_outcomes(failed=3, errors=1)
    assert "INTERNALERROR" not in result.stdout.str()
    rows = {row["case"]["id"]: row for row in records(pytester.path / "run")}
    assert len(rows) == 4
    fault = rows["farm-symbol_edit-proof"]["fault"]
    assert fault["where"] == "formalizer"
    assert fault["message"].startswith("the system 'agent' (conftest.Agent) gave ")
    assert told in fault["message"]


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_what_no_encoding_carries_stays_readable_in_the_record(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    support.mini_suite(pytester.path)
    answer = r"""return answer.model_copy(update={
            "raw": answer.raw + "\ud800\x00", "finish_reason": "st\udfffop", "model": "m\ud800",
            "steps": ({"to\ud800ol": ("lean\ud83d", "\x1b[0m\x00", 0.5, None, True)},),
        })"""
    (pytester.path / "conftest.py").write_text(GARBAGE.replace("{answer}", answer))
    result = pytester.runpytest(*support.EDITS, "--junitxml", "junit.xml", *workers)
    result.assert_outcomes(failed=4)
    rows = {row["case"]["id"]: row["formalization"] for row in records(pytester.path / "run")}
    found = rows["farm-symbol_edit-proof"]
    assert found["raw"].endswith("\ufffd\x00")
    assert (found["finish_reason"], found["model"]) == ("st\ufffdop", "m\ufffd")
    assert found["steps"] == [{r"to\ud800ol": [r"lean\ud83d", "\x1b[0m\x00", 0.5, None, True]}]
    JUnitXml.fromfile(str(pytester.path / "junit.xml"))


def test_a_later_result_supersedes_an_error_and_no_error_a_result(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(
        """
import os
import pytest
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.recorded import RecordedFormalizer


class Flaky(RecordedFormalizer):
    def formalize(self, case, sample):
        if os.environ["DOWN"] in case.id:
            raise FaithformFault("formalizer", "the endpoint is down")
        return super().formalize(case, sample)

@pytest.hookimpl
def pytest_faithform_formalizer(config, spec):
    return Flaky(config.rootpath / "replies.jsonl")
"""
    )
    with pytest.MonkeyPatch.context() as patch:
        for down, errors in (("number_edit", 2), ("step_deletion", 1), ("nothing", 0)):
            patch.setenv("DOWN", down)
            pytester.runpytest("--faithform-run", "run").assert_outcomes(passed=8 - errors, errors=errors)
            if down == "step_deletion":
                assert summary(pytester.path / "run")["errors", ""]["value"] == 0
    assert summary(pytester.path / "run")["completed", ""]["value"] == 1


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_without_a_system_the_session_ends_with_a_usage_error(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "pytest.ini").write_text("[pytest]\n")
    result = pytester.runpytest_subprocess(*workers)
    text = result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--faithform-model" in text
    assert "Traceback" not in text
    assert not (pytester.path / "reports").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--faithform-model", "gpt"], "names no system"),
        (["--faithform-model", "recorded:nowhere.jsonl"], "nowhere.jsonl"),
        (["--faithform-model", "control:neutral"], "faithful, biased"),
        (["--faithform-samples", "0"], "whole number of at least 1"),
        (["--faithform-samples", "x"], "whole number of at least 1"),
        (["--faithform-verdict", "maybe"], "assert or measure"),
        (["--faithform-lean", "coq"], "names no backend"),
        (["--faithform-judge", "me"], "names no judge"),
        (["--faithform-lean-timeout", "-1"], "number of seconds above 0"),
        (["--faithform-model", "openai:x", "--faithform-sampling", "heat=1"], "heat"),
        (["--faithform-model", "openai:x", "--faithform-prompt", "proof"], "NAME=FILE"),
        (["--faithform-model", "openai:x", "--faithform-prompt", "poem=prompt.md"], "no prompt 'poem'"),
    ],
)
def test_a_wrong_option_says_what_it_takes(pytester: pytest.Pytester, options: list[str], message: str) -> None:
    support.mini_suite(pytester.path)
    result = pytester.runpytest_subprocess(*options)
    assert result.ret in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERRUPTED)
    assert message in result.stdout.str() + result.stderr.str()
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


def test_a_run_folder_of_another_experiment_is_not_continued(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.runpytest("--faithform-run", "run", "-k", "number_edit")
    before = (pytester.path / "run" / "records.jsonl").read_bytes()
    support.write_replies(pytester.path / "replies.jsonl", support.faithful_replies() | {"farm-original": "no"})
    result = pytester.runpytest_subprocess("--faithform-run", "run")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "system" in result.stderr.str() + result.stdout.str()
    assert (pytester.path / "run" / "records.jsonl").read_bytes() == before


def test_a_run_with_changed_cases_is_not_continued(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.runpytest("--faithform-run", "run", "-k", "original")
    of = support.problem(domain="farming")
    changed = support.original().model_copy(update={"problem": of})
    support.write_cases(pytester.path / "cases.jsonl", [changed])
    result = pytester.runpytest_subprocess("--faithform-run", "run")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "farm-original" in result.stderr.str() + result.stdout.str()


def test_what_an_interrupted_session_measured_is_kept_and_continued(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.runpytest("--faithform-run", "run", "-k", "number_edit")
    path = pytester.path / "run" / "records.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:100])
    result = pytester.runpytest("--faithform-run", "run", "-k", "symbol_edit")
    result.assert_outcomes(passed=1)
    assert len(records(pytester.path / "run")) == 3
    assert (pytester.path / "run" / "records.cut.jsonl").read_bytes() == whole[:100] + b"\n"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_dies_leaves_the_record_of_its_item(pytester: pytest.Pytester, workers: int) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(
        """
        import os, pytest

        class Deadly:
            name = "deadly"
            def formalize(self, case, sample):
                if case.id == "farm-number_edit-proof":
                    os._exit(1)
                from pytest_faithform.model import Formalization
                return Formalization(raw="", lean="")
            def describe(self):
                return {"name": "deadly"}

        @pytest.hookimpl
        def pytest_faithform_formalizer(config, spec):
            return Deadly() if spec == "deadly" else None
        """
    )
    arguments = ("--faithform-model", "deadly", "--faithform-run", "run", "-n", str(workers))
    result = pytester.runpytest_subprocess(*arguments, "--faithform-verdict", "measure", "--junitxml", "junit.xml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*1 rescheduled*"])
    lines = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    found = {row["case"]["id"]: row for row in map(json.loads, lines)}
    assert len(lines) == len(found) == 8
    died = found["farm-number_edit-proof"]
    assert died["outcome"] == "error"
    assert died["fault"]["where"] == "session"
    assert "died while it measured this item, as another one had before" in died["fault"]["message"]
    assert [row["outcome"] for row in found.values()].count("error") == 1
    summary = json.loads((pytester.path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert [row["value"] for row in summary if row["metric"] == "errors"] == [1]


def plugged(pytester: pytest.Pytester, formalize: str, more: str = "") -> None:
    """A suite whose system is `formalize`."""
    support.mini_suite(pytester.path)
    pytester.makeconftest(
        f"""
        import pytest
        from pytest_faithform.model import Formalization

        class System:
            name = "plugged"
            def formalize(self, case, sample):
                {formalize}
            def describe(self):
                return {{"name": "plugged"}}
            {more}

        @pytest.hookimpl
        def pytest_faithform_formalizer(config, spec):
            return System() if spec == "plugged" else None
        """
    )


@pytest.mark.parametrize(
    ("raising", "told"),
    [
        ("assert case is None", "AssertionError"),
        ("pytest.skip('not today')", "Skipped: not today"),
        ("pytest.xfail('never')", "XFailed"),
        ("pytest.fail('no')", "Failed: no"),
        ("raise SystemExit(0)", "SystemExit: 0"),
    ],
)
def test_what_a_system_raises_is_never_a_verdict(pytester: pytest.Pytester, raising: str, told: str) -> None:
    plugged(pytester, raising)
    arguments = (
        "--faithform-model",
        "plugged",
        "--faithform-verdict",
        "measure",
        "-k",
        "edit",
        "--faithform-run",
        "run",
    )
    result = pytester.runpytest(*arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    rows = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    faults = [json.loads(row)["fault"] for row in rows]
    assert faults
    assert all(fault["where"] == "formalizer" and told in fault["message"] for fault in faults)


def test_an_expected_failure_expects_no_fault(pytester: pytest.Pytester) -> None:
    plugged(pytester, "raise ConnectionError('gone')")
    module = (pytester.path / "test_mini.py").read_text(encoding="utf-8")
    (pytester.path / "test_mini.py").write_text(
        module.replace("@pytest.mark.faithform_cases", "@pytest.mark.xfail\n@pytest.mark.faithform_cases"),
        encoding="utf-8",
    )
    result = pytester.runpytest("--faithform-model", "plugged", "-k", "edit")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "xfailed" not in result.parseoutcomes()


def test_a_part_that_ends_the_process_as_it_closes_hides_no_failure(pytester: pytest.Pytester) -> None:
    plugged(pytester, "raise ConnectionError('gone')", "def close(self): raise SystemExit(0)")
    assert pytester.runpytest_subprocess("--faithform-model", "plugged", "-k", "edit").ret == 1


def test_a_full_disk_ends_the_session_with_a_message(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pytest_faithform.runlog import Run

    support.mini_suite(pytester.path)
    append = Run.append

    def full(run: Run, line: str) -> None:
        if run.records_path.exists() and run.records_path.read_text(encoding="utf-8").count("\n") == 2:
            raise OSError(28, "No space left on device")
        append(run, line)

    monkeypatch.setattr(Run, "append", full)
    result = pytester.runpytest_inprocess("--faithform-run", "run", "-k", "edit")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*records.jsonl cannot be written*No space left*run again with --faithform-run*"])
    assert len((pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize(
    ("module", "told"),
    [
        (
            "import pytest, unittest\nclass TestIt(unittest.TestCase):\n"
            "    @pytest.mark.faithform_cases('cases.jsonl')\n    def test_it(self):\n        pass\n",
            "cases cannot be given to it",
        ),
        (
            "import pytest\n@pytest.mark.faithform_cases('cases.jsonl')\n@pytest.mark.faithform_cases('cases.jsonl')\n"
            "def test_it(case):\n    pass\n",
            "is marked faithform_cases twice",
        ),
    ],
)
def test_a_marker_that_would_measure_nothing_is_refused(pytester: pytest.Pytester, module: str, told: str) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "test_mini.py").write_text(module, encoding="utf-8")
    result = pytester.runpytest()
    assert result.ret != pytest.ExitCode.OK
    assert told in result.stdout.str() + result.stderr.str()


def test_a_wrong_setting_is_nothing_to_a_session_without_items(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile("def test_it(): pass")
    monkeypatch.setenv("FAITHFORM_SAMPLES", "none")
    assert pytester.runpytest_subprocess("-n", "2").ret == pytest.ExitCode.OK


def test_a_failing_subtest_leaves_one_record(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.makepyfile(
        test_mini="""
        import pytest

        @pytest.mark.faithform_cases("cases.jsonl", kind="number_edit")
        def test_it(case, edit_verdict, subtests):
            with subtests.test("one"):
                assert edit_verdict.label == "unclear"
            with subtests.test("two"):
                pass
        """
    )
    result = pytester.runpytest("--faithform-run", "run", "--faithform-verdict", "measure")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    rows = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row)["outcome"] for row in rows] == ["fail", "fail"]


def test_a_coroutine_that_nobody_runs_is_no_verdict(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.makepyfile(
        test_mini="""
        import pytest

        @pytest.mark.faithform_cases("cases.jsonl", kind="number_edit")
        async def test_it(case, edit_verdict):
            assert edit_verdict.label == "reverted"
        """
    )
    result = pytester.runpytest("--faithform-run", "run", "--faithform-verdict", "measure")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert {row["outcome"] for row in records(pytester.path / "run")} == {"error"}


@pytest.mark.parametrize("fixture", ["case", "formalization", "edit_verdict"])
def test_a_replaced_fixture_is_refused(pytester: pytest.Pytester, fixture: str) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(
        f"""
        import pytest

        @pytest.fixture
        def {fixture}({fixture}):
            return {fixture}.model_copy()
        """
    )
    pytester.makepyfile(
        test_mini=f"""
        import pytest

        @pytest.mark.faithform_cases("cases.jsonl", kind="number_edit")
        def test_it({fixture}):
            pass
        """
    )
    result = pytester.runpytest("--faithform-run", "run", "--faithform-verdict", "measure")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    faults = [row["fault"]["message"] for row in records(pytester.path / "run")]
    assert len(faults) == 2
    assert all(fault.startswith(f"the fixture {fixture!r} is replaced in this suite") for fault in faults)
