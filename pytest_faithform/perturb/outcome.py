"""What becomes of a problem and a kind of perturbation: a case, or a reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_faithform.model import Kind, Problem, encodable

__all__ = ["Dropped"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A case that was not made. `variant` is its region or style; `reason` is one of few, `detail` this problem's own."""

    problem: str
    kind: Kind
    variant: str
    reason: str
    detail: str = ""

    @classmethod
    def of(cls, problem: Problem, kind: Kind, variant: str, reason: str, detail: str = "") -> Dropped:
        told = " ".join(encodable(detail).split())
        return cls(problem.id, kind, variant, reason, told if len(told) <= 300 else f"{told[:299]}…")
