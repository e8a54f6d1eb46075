"""The edit judge on texts in the styles that models write; every output labelled by hand before the judge saw it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from edit_cases import Output, outputs

from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.model import Case, NumberEdit, Span, SymbolEdit

HERE = Path(__file__).parent
FILES = sorted((HERE / "data" / "judge_outputs").glob("*.txt"))


@lru_cache(maxsize=1)
def starter() -> dict[str, Case]:
    lines = (HERE.parent / "cases" / "starter" / "local_edits.jsonl").read_text(encoding="utf-8").splitlines()
    return {case.id: case for case in map(Case.model_validate_json, lines)}


@pytest.mark.parametrize(
    "output", [pytest.param(output, id=output.name) for file in FILES for output in outputs(file, starter())]
)
def test_labelled_outputs(output: Output) -> None:
    verdict = judge_edit(output.case, output.lean)
    assert verdict.label in output.labels, verdict.reason


FLIPPED = {"faithful": "reverted", "reverted": "faithful", "unclear": "unclear"}


def undone(case: Case, edit: NumberEdit | SymbolEdit) -> Case:
    """The edit backwards: what was the original is now the edited text."""
    span = Span(start=edit.span.start, end=edit.span.start + len(edit.new))
    problem = case.problem.model_copy(
        update={"informal_statement": case.informal_statement, "informal_proof": case.informal_proof}
    )
    return case.model_copy(
        update={
            "problem": problem,
            "perturbation": edit.model_copy(update={"old": edit.new, "new": edit.old, "span": span}),
            "informal_statement": case.problem.informal_statement,
            "informal_proof": case.problem.informal_proof,
        }
    )


def test_an_edit_undone_turns_every_label_over() -> None:
    wrong, missed, total = [], [], 0
    for output in (output for file in FILES for output in outputs(file, starter())):
        edit = output.case.perturbation
        if isinstance(edit, NumberEdit | SymbolEdit):
            total += 1
            verdict = judge_edit(undone(output.case, edit), output.lean)
            if verdict.label not in [FLIPPED[label] for label in output.labels]:
                (missed if verdict.label == "unclear" else wrong).append((output.name, verdict.reason))
    assert total > 300
    assert not wrong
    assert len(missed) <= 0.02 * total, missed


def test_an_output_for_another_problem_is_hardly_ever_settled() -> None:
    """Chance remains: `x > 0` or `x = 3` is said in many problems."""
    found = [output for file in FILES for output in outputs(file, starter())]
    settled, total = [], 0
    for i in range(0, len(found), 3):
        case, other = found[i].case, found[(i + len(found) // 2) % len(found)]
        if case.informal_statement[:20] == other.case.informal_statement[:20]:
            continue
        total += 1
        verdict = judge_edit(case, other.lean)
        if verdict.label != "unclear" and verdict.rule != "empty-proof-body":
            settled.append((found[i].name, other.name, verdict.reason))
    assert total > 150
    assert len(settled) <= 0.03 * total, settled
