"""What was found of an item, as types: verdicts on edits, proofs and correctness, each with its evidence.

A part of `model`, which is where everybody else imports these from.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pytest_faithform.judgement_types import Judgement
from pytest_faithform.strict import Model, Slug, Untrusted

__all__ = ["Correctness", "EditVerdict", "Evidence", "Grade", "Measure", "Part", "ProofVerdict", "Region"]

Region = Literal["statement", "proof"]


class Evidence(Model):
    """A verbatim quote from the formalization's Lean source and its place: `line` from 1, `column` from 0 (code
    points)."""

    quote: Untrusted
    region: Region | None = None
    line: int
    column: int


class EditVerdict(Model):
    """The answer to "does the Lean reflect the edit?" (SPEC b.2, c.4), independent of whether it type-checks.

    For a step deletion faithful means that the gap was retained; `handling` says how the claim was treated.
    `empty_proof_body` marks an output whose whole proof is one placeholder. `checks` holds the deterministic checks of a
    model judge's reply by name (`evidence`: the quote is verbatim in the comment-free code; `consistent`: the reported
    value agrees with the label), each with whether the reply passed it; `judgement` is that reply.
    """

    label: Literal["faithful", "reverted", "unclear"]
    reason: Untrusted
    rule: Slug
    evidence: tuple[Evidence, ...] = ()
    handling: Literal["unproved", "assumed", "derived", "absent"] | None = None
    empty_proof_body: bool = False
    judge: Untrusted = "deterministic"
    checks: dict[Slug, bool] = Field(default_factory=dict)
    judgement: Judgement | None = None


class ProofVerdict(Model):
    """Proved (⊤), refuted (⊥) or undetermined (∅) by Lean (SPEC b.5), with the proof text that the kernel accepted."""

    value: Literal["proved", "refuted", "undetermined"]
    reason: Untrusted
    strategy: Untrusted | None = None
    proof: Untrusted | None = None
    vacuous: bool = False
    formalized: bool = True
    typechecks: bool = True
    seconds: Annotated[float, Field(ge=0)] = 0.0


class Grade(Model):
    """How faithful a judge finds a formal statement, from 0 to 10 (SPEC b.3); `value` is None where a run that was
    measured elsewhere says that the judge's call failed. `repeat` counts a judge's grades of the same output from 0."""

    judge: Untrusted
    value: Annotated[int, Field(ge=0, le=10)] | None = None
    repeat: Annotated[int, Field(ge=0)] = 0
    reason: Untrusted = ""


Measure = Literal["yes", "no", "undetermined", "not_measured"]


class Part(Model):
    """One measured part of correctness with its reason and evidence.

    `reference_rejected`: it is undetermined because Lean does not take the case's own reference statement. `judgements`
    are the judge models' own answers, one per judge and question.
    """

    value: Measure
    reason: Untrusted = ""
    judge: Untrusted | None = None
    evidence: tuple[Evidence, ...] = ()
    reference_rejected: bool = False
    judgements: tuple[Judgement, ...] = ()


class Correctness(Model):
    """TC, StmtSC, ProofSC (SPEC b.1). FullyCorrect is their conjunction and exists only where all three were
    measured."""

    tc: Part
    stmt_sc: Part
    proof_sc: Part

    @property
    def parts(self) -> dict[str, Part]:
        return {"TC": self.tc, "StmtSC": self.stmt_sc, "ProofSC": self.proof_sc}

    @property
    def measured(self) -> dict[str, Part]:
        return {name: part for name, part in self.parts.items() if part.value != "not_measured"}

    @property
    def name(self) -> str:
        """What the conjunction of the measured parts may be called."""
        return "FullyCorrect" if len(self.measured) == 3 else "∧".join(self.measured) or "nothing measured"

    @property
    def value(self) -> Measure:
        """Conjunction of what was measured: any "no" decides, an undetermined part leaves it open."""
        values = {part.value for part in self.measured.values()}
        if not values:
            return "not_measured"
        return "no" if "no" in values else "undetermined" if "undetermined" in values else "yes"
