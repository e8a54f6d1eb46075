"""What a session holds until its end grows with its items, not with the length of their texts."""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
import run_folders
import support

from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.recorded import RecordedFormalizer
from pytest_faithform.lean.backends.recorded import RecordedLean
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.measure import Measurement
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Case, Correctness, Formalization, LeanReply, Part, Record
from pytest_faithform.reports.decision import decide
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.runlog import Run

SHORT, LONG = 100, 5_000
ITEMS = 60


def held_by(make: Callable[[], object]) -> int:
    """Bytes that are still taken once it is made, and what it was made of is gone."""
    make()
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if made is not None else 0
    finally:
        tracemalloc.stop()


def filled(folder: Path, length: int) -> tuple[Path, Run]:
    """A recording, and a run, whose every text is so long."""
    folder.mkdir()
    run = Run(folder / "run")
    run.open(run_folders.MANIFEST)
    replies = {}
    for number in range(ITEMS):
        case = run_folders.of_group(support.number_edit(), number)
        lean = f"-- {number}\n{'-- a' * (length // 4)}\n{support.LEAN}"
        replies[case.id] = support.fenced(lean)
        record = run_folders.edit_record(case, "faithful")
        answered = {
            "formalization": Formalization(raw=replies[case.id], lean=lean),
            "lean": LeanReply(outcome="ok", backend="embedded", imports=("a" * length,)),
        }
        run.append(record.model_copy(update=answered).model_dump_json())
    run.close()
    return support.write_replies(folder / "replies.jsonl", replies), run


def test_what_is_held_does_not_grow_with_the_texts(tmp_path: Path) -> None:
    held: list[list[int]] = []
    for length in (SHORT, LONG):
        path, run = filled(tmp_path / str(length), length)
        makers: list[Callable[[], object]] = [
            lambda path=path: RecordedFormalizer(path),
            lambda run=run: RecordedLean(run.folder, {}),
            run.brief_records,
        ]
        held.append([held_by(make) for make in makers])
    for short, long in zip(*held, strict=True):
        assert long < short + ITEMS * (LONG - SHORT) / 10


def test_of_an_item_that_has_ended_no_measurement_is_left(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    result = pytester.runpytest_inprocess(*support.EDITS, plugins=[_Counting()])
    result.assert_outcomes(passed=4)
    assert _Counting.left == [0]


class _Counting:
    """How many measurements there are when the last item has ended."""

    left: ClassVar[list[int]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        gc.collect()
        self.left[:] = [sum(isinstance(one, Measurement) for one in gc.get_objects())]


@pytest.mark.parametrize("case", support.suite(), ids=lambda case: case.id)
def test_a_kept_case_is_the_case(case: Case) -> None:
    kept = KeptCase(case)
    assert kept.case == case
    for other in (support.number_edit(), support.paraphrase()):
        assert KeptCase(case, KeptCase(other, kept)).case == case
    assert (kept.id, kept.group, kept.kind) == (case.id, case.problem.group, case.kind)
    assert kept.terms["region"] == case.region


def test_a_recording_that_is_replaced_is_read_as_it_was(tmp_path: Path) -> None:
    path, _ = filled(tmp_path / "run", SHORT)
    case = run_folders.of_group(support.number_edit(), 7)
    system = RecordedFormalizer(path)
    before = system.formalize(case, 0)
    other = support.write_replies(tmp_path / "other.jsonl", {case.id: "another"})
    os.replace(other, path)
    assert system.formalize(case, 0) == before


def test_files_that_are_written_over_are_told(tmp_path: Path) -> None:
    path, run = filled(tmp_path / "run", SHORT)
    case = run_folders.of_group(support.number_edit(), 7)
    system, lean = RecordedFormalizer(path), RecordedLean(run.folder, {})
    made = run.records()[7].formalization
    assert made is not None
    source = made.lean
    assert lean.check(source).outcome == "ok"
    for file in (path, run.records_path):
        file.write_bytes(file.read_bytes().replace(b"omega", b"simpp"))
    with pytest.raises(FaithformFault, match=r"replies.jsonl was changed"):
        system.formalize(case, 0)
    with pytest.raises(LeanUnavailable, match=r"records.jsonl was changed"):
        lean.check(source)


def test_brief_records_give_the_same_numbers(tmp_path: Path) -> None:
    whole = [
        run_folders.edit_record(run_folders.of_group(case, group), label, empty_proof_body=group == 2)
        for group, label in enumerate(("faithful", "reverted", "unclear", "faithful"))
        for case in (support.number_edit(), support.symbol_edit(), support.step_deletion())
    ]
    yes, no = Part(value="yes", reason="r"), Part(value="no", reason="n" * 50)
    for group, (tc, statement) in enumerate(((yes, yes), (yes, no), (no, no))):
        for case in (support.original(), support.paraphrase()):
            found = Correctness(tc=tc, stmt_sc=statement, proof_sc=Part(value="not_measured"))
            whole.append(
                Record(
                    case=run_folders.of_group(case, group),
                    outcome="pass" if statement is yes else "fail",
                    message="why",
                    correctness=found,
                    lean=LeanReply(outcome="ok"),
                )
            )
    whole += run_folders.step_pair(1, {"value": "proved"}, {"value": "refuted"})
    whole += run_folders.step_pair(2, {"value": "undetermined"}, {"value": "proved"})
    run = Run(tmp_path)
    for record in whole:
        run.append(record.model_dump_json())
    brief = run.brief_records()
    rows = summarize(whole, planned=len(whole))
    assert summarize(brief, planned=len(whole)) == rows
    gates = [parse_gate("FR >= 0.9"), parse_gate("UFLB <= 0.1")]
    manifest = {**run_folders.MANIFEST, "planned": len(whole)}
    decisions = [decide(StoredRun(tmp_path, manifest, records, rows), gates).as_dict() for records in (whole, brief)]
    assert decisions[0] == decisions[1]
    assert all(isinstance(one, Record) and isinstance(one.case, Case) for one in brief)
    assert all(one.model_dump().keys() == Record.model_fields.keys() for one in brief)
    assert [(one.key, one.outcome, one.message) for one in brief] == [
        (one.key, one.outcome, one.message) for one in whole
    ]
