"""Compilation against faithfulness of statements, judged by grades (SPEC b.3).

The first two judges of a run form the criterion: an output is accepted where it compiles and both grade it at least 9 of
10. A further judge confirms or contradicts it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.agreement import Rate, rate
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import encoded, ratios, share
from pytest_faithform.model import Record

__all__ = [
    "THRESHOLD",
    "AuditedErrors",
    "Confirmation",
    "Output",
    "accepted",
    "audited_errors",
    "confirmation",
    "disagreements",
    "error_bound",
    "gap",
    "grades_of",
    "human_majority",
    "outputs_of",
    "real_error_share",
    "stable",
]

#: The grade from which on a judge accepts.
THRESHOLD = 9
SWEEP = (7, 8, 9, 10)


@dataclass(frozen=True)
class Output:
    """One statement output as the criterion sees it: its problem, whether it compiles, and each judge's first grade (None
    where the judge's call failed). `steps` is what a pipeline or agent took, None where that is unknown."""

    problem: str
    group: str
    domain: str
    compiles: bool
    grades: dict[str, int | None]
    steps: int | None = None


def outputs_of(records: Sequence[Record]) -> list[Output]:
    """The statement outputs that were graded and type-checked, whose type check is settled."""
    found = []
    for record in records:
        tc = record.correctness.tc.value if record.correctness else "not_measured"
        if record.grades and tc in ("yes", "no"):
            problem = record.case.problem
            found.append(
                Output(problem.id, problem.group, problem.domain, tc == "yes", grades_of(record), _steps(record))
            )
    return found


def grades_of(record: Record) -> dict[str, int | None]:
    """Each judge's first grade, in the order of the record."""
    found: dict[str, int | None] = {}
    for grade in record.grades:
        if grade.repeat == 0:
            found.setdefault(grade.judge, grade.value)
    return found


def accepted(output: Output, judges: Sequence[str], threshold: int = THRESHOLD) -> bool:
    """It compiles and each of these judges grades it at least `threshold`; a failed call accepts nothing."""
    return output.compiles and all((output.grades.get(judge) or 0) >= threshold for judge in judges)


def gap(records: Sequence[Record], where: str) -> list[MetricRow]:
    """Of graded statements: `compile`, `accepted` (by the first two judges), `gap` (compiles, not accepted), all over the
    outputs; `accepted|compile`; `accepted@t` for t = 7…10 on both judges; `accepted.JUDGE` by that judge alone; of a
    third judge `agrees.JUDGE`, `confirms.JUDGE` (of the accepted) and `rejects_too.JUDGE` (of the rejected), over
    compiling outputs that it graded; `stable.JUDGE`, the share of regraded outputs whose majority says what the first
    grade said."""
    outputs = outputs_of(records)
    if not outputs:
        return []
    judges = list(dict.fromkeys(judge for output in outputs for judge in output.grades))
    criterion, others = judges[:2], judges[2:]
    everything = np.ones(len(outputs), dtype=bool)
    compiles = np.array([output.compiles for output in outputs])
    grades = {judge: np.array([_grade(output, judge) for output in outputs]) for judge in judges}

    def accepting(names: Sequence[str], threshold: int = THRESHOLD) -> NDArray[np.bool_]:
        return np.asarray(np.logical_and.reduce([compiles, *(grades[name] >= threshold for name in names)]), dtype=bool)

    taken = accepting(criterion)
    asked = {
        "compile": (everything, compiles),
        "accepted": (everything, taken),
        "gap": (everything, compiles & ~taken),
        "accepted|compile": (compiles, taken),
    }
    asked |= {f"accepted@{t}": (everything, accepting(criterion, t)) for t in SWEEP}
    asked |= {f"accepted.{judge}": (everything, accepting([judge])) for judge in judges}
    for judge in others:
        graded = compiles & (grades[judge] >= 0)
        says = accepting([judge])
        asked |= {
            f"graded.{judge}": (compiles, graded),
            f"agrees.{judge}": (graded, says == taken),
            f"confirms.{judge}": (graded & taken, says),
            f"rejects_too.{judge}": (graded & ~taken, ~says),
        }
    found = ratios(asked, encoded([output.group for output in outputs]))
    return [*(row(name, where, one) for name, one in found.items()), *_stability(records, where)]


def _grade(output: Output, judge: str) -> int:
    """The judge's grade, −1 where there is none."""
    grade = output.grades.get(judge)
    return -1 if grade is None else grade


@dataclass(frozen=True)
class Confirmation:
    """What a further judge says of the criterion, over compiling outputs; `coverage` are those it could grade."""

    coverage: Rate
    agreement: Rate
    positive_confirmed: Rate
    negative_confirmed: Rate


def confirmation(outputs: Sequence[Output], criterion: Sequence[str], judge: str) -> Confirmation:
    compiling = [output for output in outputs if output.compiles]
    graded = [output for output in compiling if output.grades.get(judge) is not None]
    pairs = [(accepted(output, criterion), accepted(output, [judge])) for output in graded]
    positive = [other for one, other in pairs if one]
    negative = [other for one, other in pairs if not one]
    return Confirmation(
        coverage=rate(len(graded), len(compiling)),
        agreement=rate(sum(one == other for one, other in pairs), len(pairs)),
        positive_confirmed=rate(sum(positive), len(positive)),
        negative_confirmed=rate(len(negative) - sum(negative), len(negative)),
    )


def disagreements(outputs: Sequence[Output], judges: tuple[str, str], threshold: int = THRESHOLD) -> dict[str, int]:
    """Per domain, the outputs that one of two judges accepts and the other does not, whether or not they compile."""
    found: dict[str, int] = {}
    for output in outputs:
        first, second = ((output.grades.get(judge) or 0) >= threshold for judge in judges)
        found[output.domain] = found.get(output.domain, 0) + (first != second)
    return found


def human_majority(scores: Sequence[float | None], *, compiles: bool, threshold: int = THRESHOLD) -> bool | None:
    """Whether people find an output faithful: more than half of at least two scores reach the threshold (of two, both);
    what does not compile is unfaithful. None where fewer than two scored it."""
    held = [score for score in scores if score is not None]
    if len(held) < 2:
        return None
    return compiles and sum(score >= threshold for score in held) > len(held) / 2


@dataclass(frozen=True)
class AuditedErrors:
    """How a judge errs, as shares in [0, 1]: `unfaithful` of the compiling outputs (e), `accepts` of the unfaithful ones
    (m), `rejects` of the faithful ones (f)."""

    unfaithful: float
    accepts: float
    rejects: float

    @property
    def real_error_share(self) -> float:
        return real_error_share(self.unfaithful, self.accepts, self.rejects)


def audited_errors(
    *, accepted: int, precision: float, rejected_unfaithful: int, rejected_faithful: int
) -> AuditedErrors:
    """Estimated from an audit that covers all rejected compiling outputs and a sample of the accepted ones: of the
    `accepted`, the share `precision` is taken to be faithful."""
    faithful = accepted * precision + rejected_faithful
    slipped = accepted * (1 - precision)
    unfaithful = rejected_unfaithful + slipped
    compiling = accepted + rejected_unfaithful + rejected_faithful
    return AuditedErrors(
        unfaithful=unfaithful / compiling if compiling else math.nan,
        accepts=slipped / unfaithful if unfaithful else math.nan,
        rejects=rejected_faithful / faithful if faithful else math.nan,
    )


def real_error_share(unfaithful: float, accepts: float, rejects: float) -> float:
    """The share of real errors among a judge's rejections, e(1 − m) / (e(1 − m) + (1 − e)f); NaN where it rejects
    nothing."""
    real = unfaithful * (1 - accepts)
    rejected = real + (1 - unfaithful) * rejects
    return real / rejected if rejected else math.nan


def error_bound(flagged: int, sensitivity: float) -> float:
    """The most errors there can be where a reviewer who finds a share `sensitivity` of them flags so many: X ≤ T/s.
    Raises ValueError where the sensitivity is not in (0, 1]."""
    if not 0 < sensitivity <= 1:
        raise ValueError(f"a sensitivity is a share above 0, not {sensitivity}")
    return flagged / sensitivity


def stable(grades: Sequence[int], threshold: int = THRESHOLD) -> bool:
    """Whether the majority of an output's repeated grades accepts it."""
    return sum(grade >= threshold for grade in grades) > len(grades) / 2


def _stability(records: Sequence[Record], where: str) -> list[MetricRow]:
    same: dict[str, list[tuple[bool, str]]] = {}
    for record in records:
        for judge, first in grades_of(record).items():
            again = [g.value for g in record.grades if g.judge == judge and g.repeat > 0 and g.value is not None]
            if again and first is not None:
                kept = stable(again) == (first >= THRESHOLD)
                same.setdefault(judge, []).append((kept, record.case.problem.group))
    return [
        row(f"stable.{judge}", where, share([kept for kept, _ in held], [group for _, group in held]))
        for judge, held in same.items()
    ]


def _steps(record: Record) -> int | None:
    made = record.formalization
    if made is None:
        return None
    return made.step_count if made.step_count is not None else len(made.steps) or None
