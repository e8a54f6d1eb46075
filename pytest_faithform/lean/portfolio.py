"""Tactic scripts for core Lean, cheap to dear, chosen by what the statement looks like.

A portfolio gives rounds for a Sketch; all attempts of a round go to Lean in one text, each a theorem of its own within
its own heartbeat limit, and the first round that settles something ends the work. A library with more tactics brings its
own portfolio with the same shape (`mathlib_portfolio`).

Idioms: `first` does not catch the end of the heartbeats, so a dear script stands last or alone; it ends in `fail`, whose
message is cheaper to print than the goal state of a failed `grind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pytest_faithform.lean.closed import refutation_at
from pytest_faithform.lean.existence import existence_scripts
from pytest_faithform.lean.families import (
    cast_scripts,
    enumeration_scripts,
    factor_scripts,
    induction_scripts,
    product_scripts,
    refuting_enumeration_scripts,
    remainder_scripts,
    unfolding_scripts,
)
from pytest_faithform.lean.instantiation import instantiated
from pytest_faithform.lean.numbers import FIELDS, Value
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.powers import remainder_scripts as power_scripts
from pytest_faithform.lean.powers import unbounded_tactics
from pytest_faithform.lean.witness import counterexamples, has_consistent_hypotheses, samples, solver_counterexamples

__all__ = [
    "BESIDE_CONCLUSION",
    "CONTRADICTORY",
    "CORE",
    "Attempt",
    "Portfolio",
    "Sketch",
    "at_values",
    "by_solver",
    "contradictory_values",
    "quick_refutations",
    "refutation_by_witness",
    "vacuity",
]

QUICK, DEAR, POWERS = 1_000, 6_000, 10_000


@dataclass(frozen=True)
class Attempt:
    """One script: `side` says whether its goal is the statement, its negation, or the statement by way of False.
    `preamble` holds definitions that it uses, under names of its own. `written` is a text of somebody else's that it
    cites, and the namespace which that is to stand in."""

    side: Literal["proved", "refuted", "vacuous"]
    strategy: str
    script: str
    heartbeats: int = QUICK
    preamble: str = ""
    written: tuple[str, str] | None = None


class Sketch:
    """What the scripts are chosen by: the outline of the theorem and the full names of the text's own definitions and
    types.

    `literal_reading` says that the outline's notation can be taken at its word, that is, the text brings none of its own.
    """

    def __init__(
        self,
        outline: Outline,
        definitions: tuple[str, ...] = (),
        types: tuple[str, ...] = (),
        *,
        literal_reading: bool = True,
    ) -> None:
        self.outline = outline
        self.definitions = definitions
        self.types = types
        self.literal_reading = literal_reading

    @cached_property
    def counterexamples(self) -> list[dict[str, Value]]:
        return counterexamples(self.outline)

    @cached_property
    def is_read(self) -> bool:
        """Exact arithmetic reads every hypothesis. Else what it finds is a guess, which the others may rule out."""
        return all(binder.formula is not None for binder in self.outline.hypotheses)

    @cached_property
    def solver_counterexamples(self) -> list[dict[str, Value]]:
        return [] if self.counterexamples else solver_counterexamples(self.outline)

    @cached_property
    def has_model(self) -> bool:
        """Exact arithmetic finds values that make all hypotheses true, so that they cannot prove False."""
        # A text may call its own definition `Odd`: the reader would take it for the library's.
        own = self.definitions or self.types or not self.literal_reading
        return not own and has_consistent_hypotheses(self.outline)

    @cached_property
    def unbounded(self) -> tuple[str, ...]:
        """Tactics that would write out a power: no heartbeat ends that."""
        return unbounded_tactics(self.outline.words)

    @property
    def is_closed(self) -> bool:
        return not self.outline.binders


@dataclass(frozen=True)
class Portfolio:
    """What is tried on one library: in `rounds`, and by itself whether the hypotheses contradict each other (`vacuity`) and
    whether a counterexample that exact arithmetic finds holds (`witness`)."""

    rounds: Callable[[Sketch], Iterator[list[Attempt]]]
    vacuity: Callable[[Sketch], list[Attempt]]
    witness: Callable[[Sketch], list[Attempt]]

    def attempts(self, sketch: Sketch) -> Iterator[list[Attempt]]:
        """The rounds, less what would compute where nothing ends it."""
        for attempts in self.rounds(sketch):
            if kept := [a for attempt in attempts if (a := _without(attempt, sketch.unbounded)) is not None]:
                yield kept


def _without(attempt: Attempt, tactics: tuple[str, ...]) -> Attempt | None:
    """The attempt without these tactics; None if it cannot do without."""
    # To find a counterexample exact arithmetic has written the powers out already.
    if not tactics or attempt.strategy == "witness":
        return attempt
    script = attempt.script
    for tactic in tactics:
        script = script.replace(f" | {tactic}", "")
    is_left = any(
        word not in ("first", "|", "fail", "intro", "intros", "h;") for word in script.replace("intros;", "").split()
    )
    return replace(attempt, script=script) if is_left and not any(tactic in script for tactic in tactics) else None


def _core_rounds(sketch: Sketch) -> Iterator[list[Attempt]]:
    """Refutation first where a counterexample is known, else the quick proof; then what the statement's form suggests."""
    outline = sketch.outline
    doubtful = outline.goal is None or sketch.is_closed
    witness = refutation_by_witness(sketch)
    if witness:
        yield witness
    quick = [*_quick_proofs(sketch), *vacuity(sketch)]
    if doubtful and not witness:
        quick += quick_refutations(sketch)
    yield quick
    for scripts in _families(sketch):
        if scripts:
            yield [Attempt("proved", name, script, POWERS if name == "powers" else DEAR) for name, script in scripts]
    yield _last_refutations(sketch)
    yield [Attempt("proved", "grind", "intros; first | grind (splits := 20) (gen := 12) (ematch := 12) | fail", DEAR)]


def refutation_by_witness(sketch: Sketch) -> list[Attempt]:
    """One attempt with the values at which exact arithmetic finds the statement false, or none."""
    found = sketch.counterexamples
    return [at_values(sketch, "witness", found, QUICK)] if found else []


def vacuity(sketch: Sketch) -> list[Attempt]:
    """The hypotheses prove False; nothing to try where they have a model.

    `intros` takes only what is written as `∀` or `→`, so a conclusion `a ≠ b` or `¬ P` stays whole, and a conclusion that
    is itself False is no sign of anything.
    """
    if sketch.has_model:
        return []
    batteries = [["omega", "grind", "(simp_all; done)"]]
    if any(binder.kind in ("other", "instance") for binder in sketch.outline.binders):
        batteries.append(_UNINHABITED)
    if sketch.definitions or sketch.types:
        # A contradiction may stand in a structure's fields or in what a definition says.
        known = [*sketch.definitions, *(f"cases {name}" for name in sketch.types)][:40]
        batteries.append([f"grind [{', '.join(known)}]"])
        batteries.append([f"(simp_all [{', '.join(sketch.definitions[:40])}]; done)"])
    opening = "intros\nfail_if_success (show False)\n"
    scripts = (f"{opening}exfalso\nfirst | " + " | ".join([*battery, "fail"]) for battery in batteries)
    attempts = [Attempt("vacuous", CONTRADICTORY, script) for script in scripts]
    if "∀" in sketch.outline.words:
        script = f"{opening}{BESIDE_CONCLUSION}\nfirst | grind | (simp_all; done) | fail"
        attempts.append(Attempt("vacuous", f"{CONTRADICTORY}, instantiated", script))
    return [*attempts, *contradictory_values(sketch, "omega | grind | (simp_all; done)")]


def contradictory_values(sketch: Sketch, closing: str) -> list[Attempt]:
    """That what is said of all numbers is not so for a small one."""
    lines = instantiated(sketch.outline)
    script = (
        f"{lines}fail_if_success (show False)\nexfalso\nfirst | contradiction | exact Fin.elim0 ‹_› | {closing} | fail"
    )
    return [Attempt("vacuous", f"{CONTRADICTORY}, at small values", script)] if lines else []


CONTRADICTORY = "contradictory hypotheses"
# False is to be proved where the conclusion is true and where it is not. That assumes nothing, and a hypothesis about all
# numbers is instantiated at what the conclusion speaks of, as it was for the proof.
BESIDE_CONCLUSION = (
    "refine (fun {P : Prop} (k : P ∨ ¬ P → False) => (k (Classical.em P)).elim : "
    "∀ {P : Prop}, (P ∨ ¬ P → False) → P) ?_\nintro"
)


_UNINHABITED = [
    "contradiction",
    "exact Fin.elim0 ‹_›",
    "(cases ‹Nonempty _›; contradiction)",
    *(f"exact absurd (Subsingleton.elim (0 : {name}) 1) (by decide)" for name in ("Nat", "Int")),
]


def _quick_proofs(sketch: Sketch) -> list[Attempt]:
    # omega knows nothing of rationals.
    solvers = "grind" if set() < set(sketch.outline.types.values()) <= FIELDS else "omega | grind"
    attempts = [Attempt("proved", solvers.replace(" |", ","), f"intros; first | {solvers} | (simp_all; done) | fail")]
    if sketch.is_closed:
        attempts.insert(0, Attempt("proved", "decide", "first | decide +kernel | fail"))
    return attempts


def quick_refutations(sketch: Sketch) -> list[Attempt]:
    attempts = []
    if sketch.is_closed:
        attempts.append(Attempt("refuted", "decide", "first | decide +kernel | fail"))
        attempts.append(Attempt("refuted", "omega, grind", "intro h; first | omega | (simp at h; done) | grind | fail"))
    elif found := samples(sketch.outline):
        attempts.append(at_values(sketch, "sample", found, QUICK, "decide +kernel"))
    return attempts


def _last_refutations(sketch: Sketch) -> list[Attempt]:
    scripts = refuting_enumeration_scripts(sketch.outline)
    if sketch.is_closed:
        scripts += power_scripts(sketch.outline.goal, refuting=True)
    attempts = [Attempt("refuted", name, script, DEAR) for name, script in scripts]
    attempts.append(Attempt("refuted", "grind", "intro h; first | omega | (simp at h; done) | grind | fail", DEAR))
    if sketch.counterexamples:
        attempts.append(at_values(sketch, "witness", sketch.counterexamples, DEAR))
    elif sketch.outline.goal is None and (found := samples(sketch.outline)):
        attempts.append(at_values(sketch, "sample", found, DEAR))
    return attempts + by_solver(sketch, DEAR)


def by_solver(sketch: Sketch, heartbeats: int) -> list[Attempt]:
    """At the values that a solver finds where exact arithmetic found none."""
    found = sketch.solver_counterexamples
    return [at_values(sketch, "witness, by a solver", found, heartbeats)] if found else []


def at_values(
    sketch: Sketch,
    strategy: str,
    found: Sequence[dict[str, Value]],
    heartbeats: int,
    settle: str = "",
    *,
    facts: Sequence[str] = (),
    kernel: bool = True,
) -> Attempt:
    preamble, script = refutation_at(sketch.outline, found, sketch.definitions, settle, facts=facts, kernel=kernel)
    return Attempt("refuted", strategy, script, heartbeats, preamble)


def _families(sketch: Sketch) -> Iterator[list[tuple[str, str]]]:
    outline, definitions = sketch.outline, sketch.definitions
    yield existence_scripts(outline)
    yield unfolding_scripts(definitions)
    yield cast_scripts(outline)
    yield power_scripts(outline.goal)
    yield factor_scripts(outline)
    yield remainder_scripts(outline)
    yield product_scripts(outline)
    yield enumeration_scripts(outline)
    yield induction_scripts(outline, definitions)


CORE = Portfolio(_core_rounds, vacuity, refutation_by_witness)
