"""ProofScore against its definition and another way of computing the centrality."""

from __future__ import annotations

from typing import Any

import pytest
import support

from pytest_faithform.metrics.proofscore import katz_centrality, step_scores
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Formalization, LeanReply, Record, Sorry

STEPS: list[dict[str, Any]] = [
    {"id": "def_1", "uses": [], "formalized": True, "proved": None, "score": 1.0},
    {"id": "l1", "uses": ["def_1"], "formalized": True, "proved": True, "score": 0.5},
    {"id": "l2", "uses": ["def_1"], "formalized": False, "proved": False, "score": None},
    {"id": "ts_1", "uses": ["l1", "l2"], "formalized": True, "proved": False, "score": 0.8},
]


def powers(uses: dict[str, list[str]], alpha: float = 0.1) -> dict[str, float]:
    """Katz centrality by iteration, as graph libraries compute it."""
    found = dict.fromkeys(uses, 0.0)
    for _ in range(100):
        found = {name: 1 + alpha * sum(found[parent] for parent in parents) for name, parents in uses.items()}
    return found


def test_the_centrality_by_iteration() -> None:
    uses = {step["id"]: step["uses"] for step in STEPS}
    assert katz_centrality(uses) == pytest.approx(powers(uses))
    assert powers(uses) == pytest.approx({"def_1": 1, "l1": 1.1, "l2": 1.1, "ts_1": 1.22})


def test_the_score_of_a_proof_by_hand() -> None:
    found = step_scores(STEPS)
    assert found is not None
    assert (found.formalized, found.proved) == (0.75, pytest.approx(1 / 3))
    assert found.proof_score == pytest.approx((1 * 1 + 1.1 * 0.5 + 0 + 1.22 * 0.4) / (1 + 1.1 + 1.1 + 1.22))


def test_steps_that_nobody_judged_have_no_score() -> None:
    unjudged = [*STEPS[:-1], STEPS[-1] | {"score": None}]
    found = step_scores(unjudged)
    assert found is not None
    assert found.proof_score is None
    assert found.formalized == 0.75
    assert step_scores([{"call": "translate"}, *STEPS]) is None
    assert step_scores([]) is None


def test_in_the_summary_with_what_was_measured_elsewhere() -> None:
    elsewhere = {"formalized": 0.5, "proved": 0.25, "proof_score": 0.25}
    records = []
    for number, (steps, holes) in enumerate([(STEPS, ()), ([elsewhere], (Sorry(line=3),)), ([{"call": "x"}], ())]):
        case = support.original()
        problem = case.problem.model_copy(update={"id": f"p{number}", "group": f"p{number}"})
        records.append(
            Record(
                case=case.model_copy(update={"id": f"c{number}", "problem": problem}),
                outcome="pass",
                formalization=Formalization(raw="", lean="", steps=tuple(steps)),
                lean=LeanReply(outcome="ok", sorries=holes),
            )
        )
    rows = {(row.metric, row.slice): row for row in summarize(records, planned=3)}
    first = step_scores(STEPS)
    assert first is not None
    assert first.proof_score is not None
    assert rows["proof_score", "original"].value == pytest.approx((first.proof_score + 0.25) / 2)
    assert rows["steps_formalized", "original"].value == pytest.approx(0.625)
    assert (rows["complete", "original"].value, rows["complete", "original"].n) == (0.5, 2)
