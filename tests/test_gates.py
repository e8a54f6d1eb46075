"""Gates from outside: the exit status, the terminal, JUnit and the same answer again from the artifact."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import run_folders
import support
from junitparser.xunit2 import JUnitXml

from pytest_faithform.cli import main
from pytest_faithform.model import Fault, Formalization, Record
from pytest_faithform.reports.decision import decide, decide_again, items_of
from pytest_faithform.reports.gate import GateResult
from pytest_faithform.reports.gate_language import parse_gate

RUN = ("--faithform-lean", "obliging", "--faithform-run", "run")
HOLDS = "FR[step_deletion] >= 0.5 with n >= 1"
FAILS = "FR[number_edit,statement].low >= 0.10 with n >= 1"


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    """A user's suite with one reverted edit in it, on a Lean that takes every text."""
    replies = support.faithful_replies()
    replies["farm-number_edit-statement"] = support.fenced(support.LEAN)
    support.mini_suite(pytester.path, replies)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    return pytester.path


def ini(folder: Path, *gates: str) -> None:
    lines = ["[pytest]", "faithform_model = recorded:replies.jsonl", "faithform_gate =", *(f"    {g}" for g in gates)]
    (folder / "pytest.ini").write_text("\n".join(lines) + "\n", encoding="utf-8")


def decision(folder: Path) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((folder / "run" / "decision.json").read_text(encoding="utf-8"))
    return held


def test_gates_decide_and_unfaithful_items_are_findings(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ini(suite, HOLDS, "errors == 0")
    result = pytester.runpytest(*RUN, "--junitxml", "junit.xml")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["gates   2 of 2 hold", f"  ok      {HOLDS.replace('[', '[[]')}"])
    assert decision(suite)["passed"] is True
    cases = {case.name: case for part in JUnitXml.fromfile(str(suite / "junit.xml")) for case in part}
    assert cases[HOLDS].classname == "faithform.gates"
    assert not [name for name, case in cases.items() if not (case.is_passed or case.is_skipped)]
    found = {one.name: one.value for one in cases["test_edit[farm-number_edit-statement]"].properties()}
    assert (found["faithform.outcome"], found["faithform.verdict"]) == ("fail", "reverted")
    monkeypatch.chdir(suite)
    capsys.readouterr()
    assert main(["gate", "run"]) == 0
    assert "gates   2 of 2 hold" in capsys.readouterr().out
    assert main(["gate", "run", "--gate", FAILS]) == 1
    assert "e.g. farm-number_edit-statement: fail" in capsys.readouterr().out


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_gate_that_does_not_hold_fails_the_session(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    gates = ("--faithform-gate", HOLDS, "--faithform-gate", FAILS)
    result = pytester.runpytest(*RUN, *gates, "--junitxml", "junit.xml", *workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["gates   1 of 2 hold", f"  FAILED  {FAILS.replace('[', '[[]')}", "*e.g. farm-number_edit-statement: fail"]
    )
    written = JUnitXml.fromfile(str(suite / "junit.xml"))
    failed = [case.name for part in written for case in part if not (case.is_passed or case.is_skipped)]
    assert failed == [FAILS]
    (held,) = list(written)
    assert (held.tests, held.failures, held.errors) == (10, 1, 0)
    properties = {one.name: one.value for one in held.properties()}
    assert properties["faithform.passed"] == "false"
    assert properties["faithform.FR[number_edit,statement]"].startswith("0.0000 [0.0000, 0.79")
    monkeypatch.chdir(suite)
    assert main(["gate", "run"]) == 1


def test_asserted_items_fail_beside_the_gates_that_hold(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = pytester.runpytest(
        *RUN, "--faithform-gate", HOLDS, "--faithform-verdict", "assert", "--junitxml", "junit.xml"
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=3, passed=3, skipped=2)
    failed = [case.name for part in JUnitXml.fromfile(str(suite / "junit.xml")) for case in part if case.result]
    assert "test_edit[farm-number_edit-statement]" in failed
    assert HOLDS not in failed
    monkeypatch.chdir(suite)
    assert main(["gate", "run"]) == 1


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ("FR[number_edit >= 0.4", "column 16 of the gate: expected ',' and a further term, or ']'"),
        ("regression.p >= 0.05", "compares with a baseline; name it with --faithform-baseline"),
    ],
)
def test_what_is_no_gate_ends_the_session_before_it_measures(
    pytester: pytest.Pytester, suite: Path, gate: str, said: str
) -> None:
    result = pytester.runpytest(*RUN, "--faithform-gate", gate)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str()
    assert not (suite / "run").exists()


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_errors_fail_unless_a_gate_on_errors_says_otherwise(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = support.faithful_replies()
    del replies["farm-symbol_edit-proof"]
    support.write_replies(suite / "replies.jsonl", replies)
    monkeypatch.chdir(suite)
    assert pytester.runpytest(*RUN, "--faithform-gate", HOLDS).ret == pytest.ExitCode.TESTS_FAILED
    assert [gate["gate"] for gate in decision(suite)["gates"] if not gate["passed"]] == ["errors == 0"]
    assert main(["gate", "run"]) == 1
    allowed = pytester.runpytest(*RUN, "--faithform-gate", "errors <= 1", *workers)
    assert allowed.ret == pytest.ExitCode.OK
    allowed.assert_outcomes(errors=1, passed=3, skipped=2, failed=0)
    assert main(["gate", "run"]) == 0
    assert main(["gate", "run", "--gate", "errors == 0"]) == 1


def test_other_failures_are_not_excused_by_a_gate_on_errors(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "test_ordinary.py").write_text("def test_it():\n    assert False\n")
    replies = support.faithful_replies()
    del replies["farm-symbol_edit-proof"]
    support.write_replies(suite / "replies.jsonl", replies)
    result = pytester.runpytest(*RUN, "--faithform-gate", "errors <= 1")
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_the_command_line_sets_the_gates_of_the_ini_aside(pytester: pytest.Pytester, suite: Path) -> None:
    ini(suite, FAILS)
    result = pytester.runpytest(*RUN, "--faithform-gate", "none", "--faithform-verdict", "measure")
    assert result.ret == pytest.ExitCode.OK
    assert "gates " not in result.stdout.str()
    assert decision(suite)["gates"] == []


def test_an_interrupted_run_has_not_passed(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its end: nothing can be decided. Ended early: what is missing is named."""
    monkeypatch.chdir(suite)
    assert pytester.runpytest(*RUN, "--faithform-gate", HOLDS).ret == pytest.ExitCode.OK
    lines = (suite / "run" / "records.jsonl").read_text().splitlines(keepends=True)
    (suite / "run" / "records.jsonl").write_text("".join(lines[:-1]))
    _, found = decide_again(suite / "run")
    assert [result.said for result in found.results if not result.passed] == [
        "1 of 8 planned items have no result; continue the run"
    ]
    assert main(["gate", "run"]) == 1
    assert main(["gate", "run", "--gate", "completed >= 0.8"]) == 0
    manifest = json.loads((suite / "run" / "manifest.json").read_text())
    del manifest["planned"]
    (suite / "run" / "manifest.json").write_text(json.dumps(manifest))
    assert main(["gate", "run"]) == 3


def test_exit_statuses_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_folders.write_run(tmp_path / "run", [run_folders.edit_record(support.symbol_edit(), "faithful")])
    run = str(tmp_path / "run")
    assert main(["gate", run]) == 0
    assert main(["gate", run, "--gate", "completed > 1"]) == 1
    assert main(["gate", run, "--gate", "completed >"]) == 2
    assert main(["gate", str(tmp_path / "none")]) == 2
    (tmp_path / "run" / "records.jsonl").write_text("{}\n")
    capsys.readouterr()
    assert main(["gate", run]) == 3
    assert "records.jsonl" in capsys.readouterr().err


def test_stored_answers_of_unknown_weights_are_warned_of_in_a_gated_run(tmp_path: Path) -> None:
    record = run_folders.edit_record(support.symbol_edit(), "faithful")
    stored = Formalization(raw="r", lean="l", stored_at="2026-11-01T10:00:00.000+00:00")
    run = run_folders.write_run(tmp_path / "run", [record.model_copy(update={"formalization": stored})])
    assert decide(run, []).warnings == []
    (warning,) = decide(run, [parse_gate("errors == 0")]).warnings
    assert warning.startswith("1 answers are stored ones, the oldest of 2026-11-01T10:00:00")
    known = run_folders.write_run(tmp_path / "known", run.records, revision="v7")
    assert decide(known, [parse_gate("errors == 0")]).warnings == []


def test_cases_that_never_pass_are_gated_whatever_the_mean_is(tmp_path: Path) -> None:
    labels = [["faithful"] * 4] * 9 + [["reverted"] * 4]
    records = [
        run_folders.edit_record(run_folders.of_group(support.symbol_edit(), case), label, sample)
        for case, held in enumerate(labels)
        for sample, label in enumerate(held)
    ]
    run = run_folders.write_run(tmp_path / "run", records)
    gates = [parse_gate("FR[symbol_edit] >= 0.9"), parse_gate("always_failing_cases == 0")]
    assert [(result.gate, result.passed) for result in decide(run, gates).results] == [
        ("always_failing_cases == 0", False),
        ("FR[symbol_edit] >= 0.9", True),
    ]


def test_a_gate_reads_what_a_plugin_measured(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (suite / "conftest.py").write_text(
        support.OBLIGING_LEAN
        + """
from pytest_faithform.metrics import MetricRow

def pytest_faithform_metrics(config, records):
    return [MetricRow("longest", "", 7.0, None, None, len(records), "count")]
"""
    )
    assert pytester.runpytest(*RUN, "--faithform-gate", "longest <= 7").ret == pytest.ExitCode.OK
    monkeypatch.chdir(suite)
    assert main(["gate", "run"]) == 0
    assert main(["gate", "run", "--gate", "longest < 7"]) == 1


def test_an_error_record_is_no_item_of_a_gate(tmp_path: Path) -> None:
    good = [run_folders.edit_record(run_folders.of_group(support.symbol_edit(), n), "faithful") for n in range(12)]
    fault = Record(
        case=support.symbol_edit(), outcome="error", message="dead", fault=Fault(where="lean", message="dead")
    )
    run = run_folders.write_run(tmp_path / "run", [*good, fault])
    (implied, held) = decide(run, [parse_gate("FR[symbol_edit] == 1")]).results
    assert (implied.gate, implied.passed, implied.implied) == ("errors == 0", False, True)
    assert held.passed
    assert held.row is not None
    assert held.row.n == 12


def test_the_items_of_a_gate_are_those_of_its_slice() -> None:
    cases = [support.number_edit("statement"), support.number_edit("proof"), support.step_deletion()]
    records = [run_folders.edit_record(case, "reverted") for case in cases]
    records += run_folders.step_pair(1, {"value": "refuted"}, {"value": "undetermined"})

    def items(where: str, metric: str = "FR", **found: float) -> list[str]:
        result = GateResult("gate", False, "said", slice=where, metric=metric, **found)  # type: ignore[arg-type]
        return [record.case.id for record in items_of(result, records)]

    assert items("number_edit,proof") == ["farm-number_edit-proof"]
    assert items("number_edit,statement") == ["farm-number_edit-statement"]
    assert items("step") == ["farm-s1-original-1", "farm-s1-invalid_step-1"]
    assert items("step", settled=0.3, floor=0.5) == ["farm-s1-invalid_step-1", "farm-s1-original-1"]
    assert len(items("")) == 5
