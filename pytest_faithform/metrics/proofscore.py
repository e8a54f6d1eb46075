"""ProofScore of a pipeline's step records (ProofFlow, arXiv 2510.15981; SPEC b.7).

A pipeline splits a proof into steps that build on each other. A step's score is how faithful its formalization is, half of
it where its proof does not check, none where it does not compile; the proof's score is the mean of its steps' scores, each
weighted by its Katz centrality in the graph of steps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import encoded, ratios
from pytest_faithform.model import Record

__all__ = ["KATZ_ALPHA", "StepScores", "katz_centrality", "proof_scores", "step_scores"]

KATZ_ALPHA = 0.1


@dataclass(frozen=True)
class StepScores:
    """Of one output, shares in [0, 1]: steps whose formalization compiles, steps to be proved that are, ProofScore;
    `complete` is 1 where the file that the steps make up was verified without a `sorry`, else 0. None where not known."""

    formalized: float | None
    proved: float | None
    proof_score: float | None
    complete: float | None = None


def proof_scores(records: Sequence[Record], where: str) -> list[MetricRow]:
    """`steps_formalized`, `steps_proved` and `proof_score`, meaned over the outputs that have them, and `complete`, the
    share of those outputs that Lean accepts whole without a `sorry`."""
    held = [
        (record, scores)
        for record in records
        if record.formalization is not None and (scores := step_scores(record.formalization.steps)) is not None
    ]
    if not held:
        return []
    columns = {
        "steps_formalized": [scores.formalized for _, scores in held],
        "steps_proved": [scores.proved for _, scores in held],
        "proof_score": [scores.proof_score for _, scores in held],
        "complete": [_complete(record) if scores.complete is None else scores.complete for record, scores in held],
    }
    asked = {}
    for name, values in columns.items():
        array = np.array([math.nan if value is None else value for value in values], dtype=float)
        asked[name] = (~np.isnan(array), array)
    found = ratios(asked, encoded([record.case.problem.group for record, _ in held]))
    return [row(name, where, one) for name, one in found.items() if one.n]


def step_scores(steps: Sequence[Mapping[str, Any]]) -> StepScores | None:
    """The scores of an output's steps, None where its records say nothing of the kind.

    A step is `{"id", "uses": [ids], "formalized": bool, "proved": bool or null, "score": share in [0, 1] or null}`;
    `proved` is null for what is given, such as a definition, and `score` where nobody judged it: then there is no
    ProofScore. A record measured elsewhere may hold one object instead, with the shares `formalized`, `proved` and
    `proof_score` of its steps, and whether it is `complete`.
    """
    if len(steps) == 1 and "proof_score" in steps[0]:
        told = steps[0]
        complete = float(told["complete"]) if isinstance(told.get("complete"), bool) else None
        return StepScores(
            _share(told.get("formalized")), _share(told.get("proved")), _share(told["proof_score"]), complete
        )
    known = [step for step in steps if isinstance(step.get("id"), str) and isinstance(step.get("formalized"), bool)]
    if not known or len(known) < len(steps):
        return None
    to_prove = [step["proved"] for step in known if isinstance(step.get("proved"), bool)]
    return StepScores(
        formalized=sum(step["formalized"] for step in known) / len(known),
        proved=sum(to_prove) / len(to_prove) if to_prove else None,
        proof_score=_proof_score(known),
    )


def katz_centrality(uses: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The Katz centrality of each step, up to a common factor: 1 and a tenth of that of each step that it uses. Raises
    ValueError where the steps use each other in a circle so dense that there is none."""
    place = {name: index for index, name in enumerate(uses)}
    weights = np.eye(len(place))
    for name, parents in uses.items():
        for parent in set(parents) & place.keys():
            weights[place[name], place[parent]] -= KATZ_ALPHA
    found = np.linalg.solve(weights, np.ones(len(place)))
    if (found <= 0).any():
        raise ValueError("the graph of steps has circles and no Katz centrality")
    return dict(zip(place, map(float, found), strict=True))


def _proof_score(steps: Sequence[Mapping[str, Any]]) -> float | None:
    scores: list[float] = []
    for step in steps:
        score = _share(step.get("score")) if step["formalized"] else 0.0
        if score is None:
            return None
        scores.append(score / 2 if step.get("proved") is False else score)
    weights: NDArray[np.float64] = np.array(
        list(katz_centrality({step["id"]: [str(one) for one in step.get("uses") or ()] for step in steps}).values())
    )
    if len(weights) < len(scores):
        return None
    return float(weights @ np.array(scores) / weights.sum())


def _share(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        return None
    return float(value)


def _complete(record: Record) -> float | None:
    if record.lean is None or record.lean.outcome == "unavailable":
        return None
    return float(record.lean.outcome == "ok" and not record.lean.sorries)
