"""Decisions that must not depend on what happened to lie around, on what nobody asked for, or on answering nothing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import support
from run_folders import edit_record, of_group, step_pair, write_run

from pytest_faithform.cli import main
from pytest_faithform.model import Record
from pytest_faithform.reports.baseline import compare_runs
from pytest_faithform.reports.decision import decide, decide_again
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.markdown import MAX_CHARACTERS, markdown
from pytest_faithform.reports.stored import RunError


def edits(*labels: str) -> list[Record]:
    return [edit_record(of_group(support.number_edit(), number), label) for number, label in enumerate(labels)]


def statements(*values: tuple[str, str]) -> list[Record]:
    """An original and a reworded text for each pair: whether it compiled, "yes" or "no"."""
    records = []
    for number, pair in enumerate(values):
        for case, value in zip((support.original(), support.paraphrase()), pair, strict=True):
            parts = {"tc": {"value": value}, "stmt_sc": {"value": value}, "proof_sc": {"value": "not_measured"}}
            parts = {name: part | {"reason": "r"} for name, part in parts.items()}
            outcome = "pass" if value == "yes" else "fail"
            made = {"case": of_group(case, number), "outcome": outcome, "correctness": parts}
            records.append(Record.model_validate(made))
    return records


def compared(folder: Path, before: list[Record], after: list[Record], *gates: str) -> Any:
    """A run with its decision against a baseline, as a session leaves it."""
    write_run(folder / "main", before)
    run = write_run(folder / "new", after, gates=list(gates), baseline=str(folder / "main"))
    _, found = decide_again(run.folder)
    (run.folder / "decision.json").write_text(json.dumps(found.as_dict()))
    return found


def test_a_baseline_that_was_replaced_decides_nothing_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = edits(*["reverted"] * 20)
    found = compared(tmp_path, edits(*["faithful"] * 20), bad, "regression[any].p >= 0.05")
    assert not found.passed
    # As --faithform-save does with the name of a baseline.
    shutil.rmtree(tmp_path / "main")
    write_run(tmp_path / "main", bad, saved_as="main")
    _, again = decide_again(tmp_path / "new")
    assert [result.said for result in again.results] == [result.said for result in found.results]
    assert "holds another run by now" in again.warnings[-1]
    assert main(["gate", str(tmp_path / "new")]) == 1
    # Where the run went on since, nobody knows how it compares.
    with (tmp_path / "new" / "records.jsonl").open("a") as file:
        file.write(edits("faithful")[0].model_dump_json() + "\n")
    with pytest.raises(RunError, match="the run itself has other records than it had then; name its baseline"):
        decide_again(tmp_path / "new")
    assert main(["gate", str(tmp_path / "new"), "--baseline", str(tmp_path / "main")]) == 0
    capsys.readouterr()


def test_a_baseline_that_moved_with_its_records_is_compared_again(tmp_path: Path) -> None:
    found = compared(tmp_path, edits(*["faithful"] * 20), edits(*["faithful"] * 20), "regression.p >= 0.05")
    _, again = decide_again(tmp_path / "new")
    assert again.as_dict() == found.as_dict()
    assert again.passed


@pytest.mark.parametrize("style", ["strict", "slim"])
def test_a_merged_runs_junit_has_the_style_of_its_sessions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str
) -> None:
    records = edits(*["faithful"] * 12)
    for number, part in enumerate((records[:6], records[6:]), 1):
        write_run(tmp_path / f"s{number}", part, shard=f"{number}/2", partial=f"shard {number}/2", junit=style)
    shards = [str(tmp_path / "s1"), str(tmp_path / "s2")]
    assert main(["merge", *shards, "-o", str(tmp_path / "whole"), "--report", "junit"]) == 0

    def properties(path: Path) -> list[ET.Element]:
        return [found for case in ET.parse(path).iter("testcase") for found in case.iter("property")]

    assert properties(tmp_path / "whole" / "junit.xml") == []
    full = tmp_path / "full.xml"
    command = ["report", str(tmp_path / "whole"), "--format", "junit", "-o", str(full)]
    assert main([*command, "--junit-style", "full"]) == 0
    assert properties(full)
    assert main(command) == 0
    assert properties(full) == []
    capsys.readouterr()


STEP_GATES = [
    "FNR.high <= 0.3",
    "FPR.high <= 0.3",
    "UFLB.high <= 0.4",
    "UFUB.high <= 0.4",
    "AFFR.high <= 0.1",
    "Sycophancy.high <= 0.1",
    "Inversion.high <= 0.1",
    "Abstention.high <= 0.1",
    "vacuous.high <= 0.1",
]
REJECTED = {"value": "undetermined", "typechecks": False}


@pytest.mark.parametrize("gate", STEP_GATES)
def test_steps_that_lean_rejects_pass_no_gate(tmp_path: Path, gate: str) -> None:
    good = [record for n in range(60) for record in step_pair(n, {"value": "proved"}, {"value": "refuted"})]
    bad = [record for n in range(60) for record in step_pair(n, REJECTED, REJECTED)]
    assert decide(write_run(tmp_path / "good", good), [parse_gate(gate)]).passed
    assert not decide(write_run(tmp_path / "bad", bad), [parse_gate(gate)]).passed


@pytest.mark.parametrize(
    "gate",
    [
        "TC&StmtSC.range_excess <= 5pp",
        "TC&StmtSC.range.high <= 90pp",
        "TC&StmtSC.flip_rate@1 <= 5pp",
        "TC&StmtSC.from_original[paraphrase,free-form].low >= -10pp",
    ],
)
def test_answers_that_do_not_compile_pass_no_gate_on_what_rewording_changes(tmp_path: Path, gate: str) -> None:
    good = statements(*[("yes", "yes")] * 60)
    bad = statements(*[("no", "no")] * 60)
    few = statements(*[("yes", "yes")] * 3, *[("no", "no")] * 57)
    assert decide(write_run(tmp_path / "good", good), [parse_gate(gate)]).passed
    (found,) = decide(write_run(tmp_path / "bad", bad), [parse_gate(gate)]).results
    assert not found.passed
    assert "what is not correct cannot change" in found.said
    assert not decide(write_run(tmp_path / "few", few), [parse_gate(gate)]).passed
    # Who knows that the level is low may say so.
    assert decide(write_run(tmp_path / "told", few), [parse_gate(f"{gate} with level >= 0.05")]).passed


def test_a_run_with_missing_items_and_no_gates_is_no_green_junit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path / "run", edits("faithful", "reverted"), planned=7)
    assert main(["gate", str(tmp_path / "run")]) == 1
    assert main(["report", str(tmp_path / "run"), "--format", "junit"]) == 0
    suite = ET.parse(tmp_path / "run" / "junit.xml").getroot()
    failed = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None]
    assert failed == ["completed == 1"]
    # What is missing has no record, so no item stands for it.
    assert "e.g." not in ET.tostring(suite, encoding="unicode")
    capsys.readouterr()


def test_an_unchanged_run_changed_by_little_and_a_worse_one_by_more(tmp_path: Path) -> None:
    same = edits(*["faithful"] * 30, *["reverted"] * 16)
    gates = [parse_gate("change.FR[number_edit].low >= -10pp"), parse_gate("change.RR[number_edit].high <= 10pp")]
    before = write_run(tmp_path / "before", same)
    unchanged = write_run(tmp_path / "same", same)
    found = decide(unchanged, gates, compare_runs(before, unchanged))
    assert found.passed
    row = next(result.row for result in found.results if result.metric == "change.FR")
    assert row is not None
    # None of 46 source problems changed: Wilson's upper end of 0 of 46.
    assert (row.value, row.low, row.high) == (0.0, pytest.approx(-0.0771, abs=1e-3), pytest.approx(0.0771, abs=1e-3))
    worse = write_run(tmp_path / "worse", edits(*["reverted"] * 12, *["faithful"] * 18, *["reverted"] * 16))
    assert [result.passed for result in decide(worse, gates, compare_runs(before, worse)).results] == [False, False]


def test_a_gate_that_is_asked_later_decides_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate = ["--gate", "FR[number_edit] >= 0.5"]
    records = edits(*["faithful"] * 11, "reverted")
    write_run(tmp_path / "default", records, verdict="assert", verdict_chosen=False)
    write_run(tmp_path / "chosen", records, verdict="assert", verdict_chosen=True)
    assert [main(["gate", str(tmp_path / name), *gate]) for name in ("default", "chosen")] == [0, 1]
    # Without a gate each unfaithful item is a failure, as it was in the session.
    assert main(["gate", str(tmp_path / "default")]) == 1
    capsys.readouterr()


@pytest.mark.parametrize("option", ["--faithform-gate=", "--faithform-gate= ", "--faithform-save="])
def test_an_option_that_came_out_empty_is_refused(pytester: pytest.Pytester, option: str) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    result = pytester.runpytest_subprocess("--faithform-lean", "obliging", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert " is empty; name " in result.stdout.str() + result.stderr.str()


def test_a_hundred_failing_gates_are_told_as_far_as_there_is_room(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", edits(*["reverted"] * 20))
    gates = [parse_gate(f"FR[number_edit].low >= 0.{number:03}") for number in range(100, 400)]
    text = markdown(run, decide(run, gates))
    assert len(text) <= MAX_CHARACTERS
    shown = text.count("❌") - 1
    assert shown > 50
    assert f"and {300 - shown} more gates, of which {300 - shown} fail" in text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("planned", "many"),
        ("planned", -1),
        ("planned", True),
        ("gates", 3),
        ("gates", [3]),
        ("system", None),
        ("lean", None),
        ("judges", "deterministic"),
        ("baseline", 7),
        ("partial", []),
        ("junit", 1),
    ],
)
def test_a_manifest_that_somebody_changed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], field: str, value: object
) -> None:
    run = write_run(tmp_path / "run", edits(*["faithful"] * 3))
    manifest = {**run.manifest, field: value}
    (run.folder / "manifest.json").write_text(json.dumps(manifest))
    for command in (["gate", str(run.folder)], ["report", str(run.folder), "--format", "md"]):
        assert main(command) == 3
        assert f"manifest.json, field {field!r}: it is " in capsys.readouterr().err
