"""The ladder of certificates between two statements.

Two true statements always imply each other, and so do two false ones, and of hypotheses with the same solutions the one can
be put for the other. So the kernel's proof is not enough: a rung also asks of the texts that they say the same in other
words, formula by formula (`wording`) where they can be read, by what is written in them (`written_words`) where they cannot.
Their own definitions must correspond (`own_definitions`). The last rung (`batteries`) applies the one statement to the other
and counts only where the other is out of the tactics' reach alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pytest_faithform.lean import batteries
from pytest_faithform.lean.arith import TYPES, Node, unparse
from pytest_faithform.lean.correspondence import (
    Correspondence,
    Fact,
    canonical,
    correspond,
    facts_of,
    kinds_of,
    rearranged,
    renamed,
)
from pytest_faithform.lean.numbers import Types, literal
from pytest_faithform.lean.outline import Binder, Outline, outline_of
from pytest_faithform.lean.own_definitions import corresponding_definitions
from pytest_faithform.lean.source import Source
from pytest_faithform.lean.spellings import changes_spellings
from pytest_faithform.lean.witness import counterexamples
from pytest_faithform.lean.wording import Wording, quotients, same_words, turns_on_wording
from pytest_faithform.lean.written_words import same_statement

__all__ = ["HEARTBEATS", "Direction", "Rung", "Side", "excess", "ladder"]

Direction = Literal["both", "forward", "backward"]

HEARTBEATS = 8_000


@dataclass(frozen=True)
class Rung:
    """A script for a direction. Where `target_alone` proves what the direction ends in, the rung is void."""

    name: str
    direction: Direction
    script: str
    target_alone: str = ""
    heartbeats: int = HEARTBEATS


class Side:
    """One of the two texts, inside the namespace `space`."""

    def __init__(self, source: Source, space: str) -> None:
        self.source = source
        self.space = space

    @cached_property
    def full_name(self) -> str:
        """The main theorem's name beside the other text."""
        assert self.source.main is not None
        main = self.source.main
        return main.full_name if main.name.startswith("_root_.") else f"{self.space}.{main.full_name}"

    @property
    def statement(self) -> str:
        """Lean text for the elaborated type of the main theorem."""
        return f"type_of% @_root_.{self.full_name}"

    @cached_property
    def outline(self) -> Outline:
        assert self.source.main is not None
        return outline_of(self.source.text, self.source.main)

    @cached_property
    def shape(self) -> list[str]:
        """The words of the statement with its arguments numbered: equal for texts that differ in their names only."""
        numbers = {binder.name: f"#{at}" for at, binder in enumerate(self.outline.binders)}
        return [numbers.get(word, TYPES.get(word, word)) for word in self.outline.words]


def ladder(reference: Side, candidate: Side, battery: batteries.Battery = batteries.CORE) -> Iterator[list[Rung]]:
    """Rounds of rungs, cheap to dear."""
    same_term = [_same_term(candidate)]
    if reference.shape == candidate.shape:
        yield same_term
        same_term = []
    renaming = corresponding_definitions(reference.source, candidate.source)
    if renaming is None:
        yield same_term
        return
    rewriting = _rewriting(reference, candidate, renaming)
    outlines = (reference.outline, candidate.outline)
    is_same_in_words = same_statement(*outlines, renaming)
    if renaming and is_same_in_words:
        same_term.append(Rung("same definitions", "both", f"{rewriting}with_reducible exact Iff.rfl"))
    back = {new: old for old, new in renaming.items()}
    matched = [
        _matched(reference, candidate, "forward", renaming),
        _matched(candidate, reference, "backward", back),
    ]
    found = [one for one in matched if one is not None]
    yield same_term + [rung for one in found if (rung := _rearrangement(one, rewriting)) is not None]
    yield [rung for one in found if (rung := _pairwise(one, rewriting)) is not None]
    ways: tuple[Direction, Direction] = ("forward", "backward")
    if is_same_in_words and correspond(*outlines) is None:
        yield [Rung("rearrangement", way, rewriting + _PLAIN) for way in ways]
        yield [Rung("wording", way, rewriting + _WORDING) for way in ways]
    if is_same_in_words:
        for name, script in battery.scripts():
            yield [Rung(f"BEq+, {name}", way, rewriting + script, battery.alone, battery.heartbeats) for way in ways]


def _same_term(candidate: Side) -> Rung:
    # Definitional equality would evaluate: `1 + 1 = 2` and `2 = 2` are no renamings of each other.
    p = candidate.statement
    return Rung("same term", "both", f"guard_target =ₐ ({p}) ↔ ({p})\nexact Iff.rfl")


def _rewriting(reference: Side, candidate: Side, renaming: Mapping[str, str]) -> str:
    """Put the candidate's definitions for the reference's; whether they are the same words was asked before."""
    lines = []
    for at, (name, other) in enumerate(renaming.items()):
        mine, yours = f"_root_.{reference.space}.{name}", f"_root_.{candidate.space}.{other}"
        proof = f"first | rfl | (funext ffx; induction ffx <;> simp_all [{mine}, {yours}] <;> (try ac_rfl) <;> grind)"
        lines.append(f"try (have ff{at} : @{mine} = @{yours} := (by {proof}); rewrite [ff{at}])\n")
    return "".join(lines)


# With more transparency `assumption` would evaluate whatever is closed.
_PLAIN = "intro ffh\nintros\nfirst | with_reducible (apply ffh <;> assumption) | fail"
_REWORDED = "set_option simprocs false in set_option linter.unusedSimpArgs false in simp only [{}]"
_WORDS = (
    "not_exists, Classical.not_forall, Classical.not_imp, not_and, Classical.not_not, and_imp, gt_iff_lt, ge_iff_le, ne_eq, "
    "exists_prop, Prod.mk.injEq, funext_iff, Nat.not_le, Nat.not_lt, Int.not_le, Int.not_lt, Rat.not_le, Rat.not_lt"
)


def _reworded(at: str) -> str:
    more, plain = (_REWORDED.format(words) + at for words in (f"{_WORDS}, Function.Injective", _WORDS))
    return f"try (first | {more} | {plain})\n"


_WORDING = (
    f"intro ffh\n{_reworded(' at ffh')}{_reworded('')}first | with_reducible exact ffh"
    " | (intros; with_reducible (apply ffh <;> assumption)) | (ac_nf at ffh ⊢ <;> with_reducible exact ffh) | fail"
)


@dataclass(frozen=True)
class _Matched:
    """The source's facts and conclusion, in the target's names, beside those of the target that say the same; `more` are
    the target's other facts."""

    source: Outline
    target: Outline
    direction: Direction
    match: Correspondence
    pairs: list[tuple[Fact, Fact]]
    goals: tuple[Node, Node]
    more: list[Fact]

    @property
    def unlike(self) -> list[tuple[Fact, Fact]]:
        """The pairs of other words."""
        return [(a, b) for a, b in self.pairs if canonical(a.formula, {}) != canonical(b.formula, {})]

    @property
    def has_one_goal(self) -> bool:
        return canonical(self.goals[0], {}) == canonical(self.goals[1], {})


def _matched(source: Side, target: Side, direction: Direction, renaming: Mapping[str, str]) -> _Matched | None:
    """The match in the nearest words; None if there is none, or if either statement turns on the words that it changes."""
    match = correspond(source.outline, target.outline)
    if match is None or source.outline.goal is None or target.outline.goal is None:
        return None
    match = Correspondence({**renaming, **match.names}, match.shared)
    goals = (renamed(source.outline.goal, match.names), target.outline.goal)
    mine = [Fact(fact.term, renamed(fact.formula, match.names)) for fact in facts_of(source.outline)]
    yours = facts_of(target.outline)
    types = target.outline.types
    for wording in Wording:
        pairs = _pairs(mine, yours, types, wording) if same_words(*goals, types, wording) else None
        if pairs is not None:
            first, second = ([fact.formula for fact in facts] for facts in (mine, yours))
            said = [*((a.formula, b.formula) for a, b in pairs), goals]
            if any(turns_on_wording(*one, types, wording) for one in ((first, goals[0]), (second, goals[1]))):
                return None
            if changes_spellings([*first, goals[0]], [*second, goals[1]], said, types, wording):
                return None
            found = [one for _, one in pairs]
            more = [fact for fact in yours if fact not in found]
            return _Matched(source.outline, target.outline, direction, match, pairs, goals, more)
    return None


def _pairs(mine: list[Fact], yours: list[Fact], types: Types, wording: Wording) -> list[tuple[Fact, Fact]] | None:
    """Each fact of the source with one of the target that says the same."""
    left, pairs = list(yours), []
    for fact in mine:
        alike = (one for one in left if canonical(fact.formula, {}) == canonical(one.formula, {}))
        other_words = (one for one in left if same_words(fact.formula, one.formula, types, wording))
        found = next(other_words, None) if wording == Wording.WRITTEN else next(alike, None) or next(other_words, None)
        if found is None:
            return None
        left.remove(found)
        pairs.append((fact, found))
    return pairs


def _rearrangement(found: _Matched, rewriting: str) -> Rung | None:
    """Other names, another order of the arguments, relations and commutative operations turned round."""
    if found.unlike or not found.has_one_goal:
        return None
    ending = rearranged("ffk", *found.goals)
    return Rung("rearrangement", found.direction, rewriting + _by_arguments(found, {}, ending))


def _pairwise(found: _Matched, rewriting: str) -> Rung | None:
    """Hypothesis by hypothesis and conclusion by conclusion the same in other words, and equivalent for all values."""
    unlike = [(a.formula, b.formula) for a, b in found.unlike]
    if not unlike and found.has_one_goal:
        return None
    kinds = kinds_of(found.target)
    values = " ".join(kinds)
    haves, bridges = [], {}
    for at, (mine, yours) in enumerate([*unlike, *([] if found.has_one_goal else [found.goals])]):
        script = _decide(mine, yours, found.target)
        haves.append(f"have ffe{at} : {_for_all(kinds)}({unparse(mine)} ↔ {unparse(yours)}) := by {script}\n")
    for at, (our, their) in enumerate(found.unlike):
        bridges[canonical(our.formula, {})] = f"((ffe{at} {values}).mpr {their.term})"
    ending = rearranged("ffk", *found.goals) if found.has_one_goal else f"(ffe{len(unlike)} {values}).mp ffk"
    script = rewriting + "".join(haves) + _by_arguments(found, bridges, ending)
    return Rung("pairwise", found.direction, script)


def _by_arguments(found: _Matched, bridges: dict[str, str], ending: str) -> str:
    """Take the target's arguments, hand them to the source statement, and turn its conclusion into the target's by the term
    `ending`. `bridges` gives terms for source facts (by their canonical text) in other words than the target's."""
    stated = [yours for _, yours in found.pairs]
    args = []
    for binder in found.source.binders:
        if binder.kind in ("number", "function"):
            args.append(found.match.names[binder.name])
        elif binder.kind == "instance":
            args.append("inferInstance")
        else:
            assert binder.formula is not None
            args.append(_assembled(renamed(binder.formula, found.match.names), stated, bridges))
    names = " ".join(binder.name for binder in found.target.binders)
    return f"intro ffh {names}\nhave ffk := @ffh {' '.join(args)}\nexact {ending}"


def _assembled(formula: Node, stated: list[Fact], bridges: dict[str, str]) -> str:
    if formula.op == "∧":
        return f"⟨{', '.join(_assembled(arg, stated, bridges) for arg in formula.args)}⟩"
    wanted = canonical(formula, {})
    same = next((fact for fact in stated if canonical(fact.formula, {}) == wanted), None)
    return bridges[wanted] if same is None else rearranged(same.term, same.formula, formula)


_REMAINDERS = "Nat.even_iff, Nat.odd_iff, Int.even_iff, Int.odd_iff, Nat.ModEq, Int.ModEq"


def _decide(mine: Node, yours: Node, target: Outline) -> str:
    """Tactics for the equivalence of two formulas that say the same."""
    closing = ["omega", "(obtain ⟨ffa, ffb⟩ := ffp; omega)"]
    closing += [
        f"exact ⟨{unparse(one)}, by omega⟩" for formula in (mine, yours) for one in quotients(formula, target.types)
    ]
    halves = f"constructor <;> intro ffp <;> first | {' | '.join(closing)}"
    remainders = f"(try simp only [{_REMAINDERS}]) <;> first | omega | ({halves})"
    opening = f"intro {' '.join(kinds_of(target))}" if kinds_of(target) else "skip"
    return f"{opening}; first | omega | grind | ({remainders}) | simp | fail"


def excess(source: Side, target: Side) -> tuple[str, str] | None:
    """A claim that the target assumes more than the source, and a script for it: values at which what both assume is true,
    and what only the target assumes is not. None where it says no more, or no such values are found."""
    found = _matched(source, target, "forward", {})
    if found is None or not found.more or any(binder.kind == "function" for binder in found.target.binders):
        return None
    types = found.target.types
    shared = [yours.formula for _, yours in found.pairs]
    more = found.more[0].formula
    for fact in found.more[1:]:
        more = Node("∧", (more, fact.formula))
    numbers = tuple(binder for binder in found.target.binders if binder.kind == "number")
    stated = tuple(Binder("hypothesis", f"ffs{at}", formula=formula) for at, formula in enumerate(shared))
    examples = counterexamples(replace(found.target, binders=(*numbers, *stated), goal=more))
    if not examples:
        return None
    claim = f"¬ ({_for_all(types)}{''.join(f'{unparse(one)} → ' for one in shared)}{unparse(more)})"
    values = " ".join(literal(examples[0][name], kind) for name, kind in types.items())
    return claim, f"intro ffh\nhave ffk := ffh {values}\nrevert ffk\nfirst | decide | simp | omega | grind | fail"


def _for_all(kinds: Mapping[str, str]) -> str:
    return "".join(f"∀ {name} : {kind}, " for name, kind in kinds.items())
