"""From one problem to its cases: every kind that was asked for, each a case or a reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import get_args

from pytest_faithform.model import Case, Kind, Original, Problem, Region
from pytest_faithform.perturb.effect import Rater
from pytest_faithform.perturb.invalid_step import Perturber, invalidated
from pytest_faithform.perturb.local_edits import Drawing, delete_step, edit_number, edit_symbol
from pytest_faithform.perturb.marker import Marker, PublishedRules, RuleMarker
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["KINDS", "Plan", "Writer", "build", "default_kinds"]

KINDS: tuple[Kind, ...] = get_args(Kind)

#: A part that makes cases of one kind from a problem and the valid cases made before.
Writer = Callable[[Problem], Iterator[Case | Dropped]]


@dataclass(frozen=True)
class Plan:
    """What is made of each problem. `kinds` None stands for what needs no model: originals and local edits of proofs and
    statements, originals and invalidated steps of reasoning steps. `perturber` invalidates steps by rule, None leaves that to
    a writer; `rater` finds out whether that worked. `writers` make the kinds that need more than a rule."""

    kinds: frozenset[Kind] | None = None
    seed: int = 0
    compat: bool = False
    marker: Marker | None = None
    perturber: Perturber | None = "typed"
    rater: Rater | None = None
    writers: tuple[tuple[Kind, Writer], ...] = ()

    def wants(self, kind: Kind, problem: Problem) -> bool:
        return kind in (default_kinds(problem) if self.kinds is None else self.kinds)


def default_kinds(problem: Problem) -> frozenset[Kind]:
    """The kinds that are made of a problem when none is named."""
    if problem.task == "step":
        return frozenset(["original", "invalid_step"])
    return frozenset(["original", "number_edit", "symbol_edit", "step_deletion"])


def build(problem: Problem, plan: Plan) -> Iterator[Case | Dropped]:
    """The cases of a problem in a fixed order: the original, the local edits, then what writers make."""
    if plan.wants("original", problem) or (problem.task == "step" and plan.wants("invalid_step", problem)):
        yield Case(
            id=f"{problem.id}-original",
            problem=problem,
            perturbation=Original(),
            informal_statement=problem.informal_statement,
            informal_proof=problem.informal_proof,
        )
    if problem.task != "step":
        yield from _local_edits(problem, plan)
    elif plan.perturber and plan.wants("invalid_step", problem):
        made = invalidated(problem, plan.perturber, plan.seed)
        yield plan.rater.rate(made) if plan.rater and isinstance(made, Case) else made
    for kind, write in plan.writers:
        if plan.wants(kind, problem):
            yield from write(problem)


def _local_edits(problem: Problem, plan: Plan) -> Iterator[Case | Dropped]:
    marker: Marker = plan.marker or RuleMarker()
    if plan.compat:
        marker = PublishedRules(marker)
    drawing = Drawing(plan.seed, published=plan.compat)
    regions: tuple[Region, ...] = ("statement", "proof") if problem.informal_proof else ("statement",)
    for region in regions:
        if plan.wants("number_edit", problem):
            yield edit_number(problem, region, marker, drawing)
        if plan.wants("symbol_edit", problem):
            yield edit_symbol(problem, region, marker, drawing)
    if problem.informal_proof and plan.wants("step_deletion", problem):
        yield delete_step(problem, marker, drawing)
