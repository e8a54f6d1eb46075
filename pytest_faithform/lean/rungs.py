"""The ladder of certificates between two statements.

Two true statements always imply each other, and a decision procedure that is handed one of them to prove the other may
simply prove the other. So no rung hands a whole statement to one: a rung renames, reorders and turns round, or it lets a
procedure bridge single formulas, each for all values of its variables, each true at some values and false at others, and each
with the other's numbers: what merely has the same solutions, as `2x = 10` and `3x + 65 = 80`, is another problem.
The last rung (`batteries`) applies the one to the other and counts only where the other is out of the tactics' reach alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pytest_faithform.lean import batteries
from pytest_faithform.lean.arith import COMPARISONS, TYPES, Node, unparse
from pytest_faithform.lean.correspondence import (
    Correspondence,
    Fact,
    canonical,
    correspond,
    facts_of,
    rearranged,
    renamed,
)
from pytest_faithform.lean.numbers import Types
from pytest_faithform.lean.outline import Outline, outline_of
from pytest_faithform.lean.source import Source
from pytest_faithform.lean.witness import has_model

__all__ = ["HEARTBEATS", "Direction", "Rung", "Side", "ladder"]

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

    @cached_property
    def definitions(self) -> dict[str, str]:
        """The text's own definitions: name in the text to name beside the other text."""
        found = [d for d in self.source.decls if d.keyword in ("def", "abbrev") and not d.name.startswith("_root_.")]
        return {d.full_name: f"_root_.{self.space}.{d.full_name}" for d in found}


def ladder(reference: Side, candidate: Side, battery: batteries.Battery = batteries.CORE) -> Iterator[list[Rung]]:
    """Rounds of rungs, cheap to dear."""
    same_term = [_same_term(reference, candidate)]
    if reference.shape == candidate.shape:
        yield same_term
        same_term = []
    yield [*same_term, *_both_ways(reference, candidate, _rearrangement)]
    yield _both_ways(reference, candidate, _pairwise)
    if reference.definitions and candidate.definitions:
        yield [_same_definitions(reference, candidate)]
    ways: tuple[Direction, Direction] = ("forward", "backward")
    for name, script in battery.scripts():
        yield [Rung(f"BEq+, {name}", way, script, battery.alone, battery.heartbeats) for way in ways]


def _both_ways(reference: Side, candidate: Side, rung: Callable[[Side, Side, Direction], Rung | None]) -> list[Rung]:
    both = (rung(reference, candidate, "forward"), rung(candidate, reference, "backward"))
    return [one for one in both if one is not None]


def _same_term(reference: Side, candidate: Side) -> Rung:
    # Definitional equality would evaluate: `1 + 1 = 2` and `2 = 2` are no renamings of each other.
    p = candidate.statement
    return Rung("same term", "both", f"guard_target =ₐ ({p}) ↔ ({p})\nexact Iff.rfl")


def _same_definitions(reference: Side, candidate: Side) -> Rung:
    """The same statement once the texts' definitions are seen to be equal functions."""
    lines = []
    in_order = list(candidate.definitions.values())
    for at, (name, mine) in enumerate(reference.definitions.items()):
        yours = candidate.definitions.get(name, in_order[min(at, len(in_order) - 1)])
        proof = f"first | rfl | (funext ffx; induction ffx <;> simp_all [{mine}, {yours}])"
        lines.append(f"try (have ff{at} : @{mine} = @{yours} := (by {proof}); rewrite [ff{at}])\n")
    script = f"{''.join(lines)}with_reducible exact Iff.rfl"
    return Rung("same definitions", "both", script, target_alone=_TRIVIAL)


_TRIVIAL = "intros\nfirst | with_reducible rfl | assumption | ac_rfl | fail"


def _rearrangement(source: Side, target: Side, direction: Direction) -> Rung:
    """Other names, another order of the arguments, relations and commutative operations turned round."""
    # With more transparency `assumption` would evaluate: `x = 1 + 1` is no other way to write `x = 2`.
    plain = "intro ffh\nintros\nfirst | with_reducible (apply ffh <;> assumption) | fail"
    match = correspond(source.outline, target.outline)
    script = plain if match is None else _by_arguments(source.outline, target.outline, match, {})
    return Rung("rearrangement", direction, script or plain, target_alone=_TRIVIAL)


def _by_arguments(
    source: Outline, target: Outline, match: Correspondence, bridges: dict[str, str], ending: str | None = None
) -> str | None:
    """Take the target's arguments, hand them to the source statement, and turn its conclusion into the target's.

    `bridges` gives terms for source facts (by their canonical text) that no target fact states, `ending` the term for
    the target's conclusion where it is no mere rearrangement of the source's.
    """
    stated = facts_of(target)
    args = []
    for binder in source.binders:
        if binder.kind == "number":
            args.append(match.names[binder.name])
        elif binder.kind == "instance":
            args.append("inferInstance")
        else:
            term = _assembled(binder.formula, match, stated, bridges)
            if term is None:
                return None
            args.append(term)
    if ending is None:
        if source.goal is None or target.goal is None:
            return None
        if canonical(source.goal, match.names) != canonical(target.goal, {}):
            # Normalizing would compute: two numbers' facts, or a contradiction's consequences, would be the same.
            return None
        ending = rearranged("ffk", renamed(source.goal, match.names), target.goal)
    names = " ".join(binder.name for binder in target.binders)
    return f"intro ffh {names}\nhave ffk := @ffh {' '.join(args)}\nexact {ending}"


def _assembled(formula: Node | None, match: Correspondence, stated: list[Fact], bridges: dict[str, str]) -> str | None:
    if formula is None:
        return None
    if formula.op == "∧":
        parts = [_assembled(arg, match, stated, bridges) for arg in formula.args]
        return None if None in parts else f"⟨{', '.join(part for part in parts if part is not None)}⟩"
    wanted = canonical(formula, match.names)
    same = next((fact for fact in stated if canonical(fact.formula, {}) == wanted), None)
    if same is None:
        return bridges.get(wanted)
    return rearranged(same.term, same.formula, renamed(formula, match.names))


def _pairwise(source: Side, target: Side, direction: Direction) -> Rung | None:
    """Hypothesis by hypothesis and conclusion by conclusion equivalent, by a decision procedure, for all values.

    Each pair must say something: both formulas true at some values and false at others. It must say the same in other
    words (`_same_words`): of "solve for x" every statement with the same solution would be equivalent, and the converse too.
    """
    match = correspond(source.outline, target.outline)
    goals = (source.outline.goal, target.outline.goal)
    if match is None or goals[0] is None or goals[1] is None:
        return None
    theirs = {canonical(fact.formula, {}): fact for fact in facts_of(target.outline)}
    ours = {canonical(fact.formula, match.names): fact for fact in facts_of(source.outline)}
    unmatched = ([key for key in ours if key not in theirs], [key for key in theirs if key not in ours])
    if len(unmatched[0]) != len(unmatched[1]):
        return None
    pairs = [(ours[a].formula, theirs[b].formula) for a, b in zip(*unmatched, strict=True)]
    types = target.outline.types
    haves, bridges = [], {}
    for at, (mine, yours) in enumerate([*pairs, (goals[0], goals[1])]):
        mine = renamed(mine, match.names)
        if canonical(mine, {}) != canonical(yours, {}):
            wanted = _same_words(mine, yours, types)
            if wanted is None or not _says_something(mine, types):
                return None
            haves += [f"have ffw{at}_{number} : {one} := by {_EITHER}\n" for number, one in enumerate(wanted)]
        haves.append(f"have ffe{at} : {_for_all(types)}({unparse(mine)} ↔ {unparse(yours)}) := by {_DECIDE}\n")
        if at < len(pairs):
            values = " ".join(types)
            bridges[unmatched[0][at]] = f"((ffe{at} {values}).mpr {theirs[unmatched[1][at]].term})"
    ending = f"(ffe{len(pairs)} {' '.join(types)}).mp ffk"
    if canonical(goals[0], match.names) == canonical(goals[1], {}):
        ending = rearranged("ffk", renamed(goals[0], match.names), goals[1])
    script = _by_arguments(source.outline, target.outline, match, bridges, ending)
    return None if script is None else Rung("pairwise", direction, "".join(haves) + script, target_alone=_TRIVIAL)


_DECIDE = "intros; first | omega | grind | fail"
_ONE = f"first | (constructor <;> ({_DECIDE})) | ({_DECIDE})"
_EITHER = (
    "first | " + " | ".join(f"({'right; ' * at}{way}{_ONE})" for at in range(4) for way in ("", "left; ")) + " | fail"
)
_LOGIC = ("∧", "∨", "¬", "→", "↔")
_ORDER = ("<", "≤")


def _same_words(mine: Node, yours: Node, types: Types) -> list[str] | None:
    """What must hold, beside equivalence, for one formula to be the other in other words: their sides are equal for all
    values, or, with the same numbers in both, terms are moved from side to side, or, of `<` and `≤` over the integers, the
    sides differ by one. None where it can be no such thing."""
    if canonical(mine, {}) == canonical(yours, {}):
        return []
    if mine.op == yours.op and mine.op in _LOGIC and len(mine.args) == len(yours.args):
        parts = [_same_words(*pair, types) for pair in zip(mine.args, yours.args, strict=True)]
        return None if None in parts else [one for part in parts if part is not None for one in part]
    every = _for_all(types)

    def equal(left: str, right: str) -> str:
        return f"(({every}{left}) ∧ ({every}{right}))"

    def sides(first: Node, second: Node, more: str = "", other: str = "") -> str:
        return f"{unparse(first)}{more} = {unparse(second)}{other}"

    (a, b), (c, d) = (node.args if len(node.args) == 2 else (node, node) for node in (mine, yours))
    if mine.op == yours.op and mine.op in COMPARISONS:
        turned = mine.op in ("=", "≠")
        ways = [equal(sides(a, c), sides(b, d)), *([equal(sides(a, d), sides(b, c))] if turned else [])]
        if mine.op != "∣" and _numbers(mine) == _numbers(yours):
            # `a - b` is `c - d`, or `d - c`, written without a difference: of naturals it is cut off.
            ways.append(f"({every}{unparse(a)} + {unparse(d)} = {unparse(c)} + {unparse(b)})")
            ways += [f"({every}{unparse(a)} + {unparse(c)} = {unparse(b)} + {unparse(d)})"] if turned else []
        return [" ∨ ".join(ways)]
    if {mine.op, yours.op} == set(_ORDER):
        if mine.op == "<":
            return [f"{equal(sides(a, c, ' + 1'), sides(b, d))} ∨ {equal(sides(a, c), sides(b, d, '', ' + 1'))}"]
        return [f"{equal(sides(a, c, '', ' + 1'), sides(b, d))} ∨ {equal(sides(a, c), sides(b, d, ' + 1'))}"]
    return None


def _numbers(node: Node) -> list[str]:
    """The numerals of a formula, smallest text first."""
    inner = [text for arg in node.args for text in _numbers(arg)]
    return sorted([*inner, node.text] if node.op == "num" else inner)


def _for_all(types: Types) -> str:
    return "".join(f"∀ {name} : {kind}, " for name, kind in types.items())


def _says_something(formula: Node, types: Types) -> bool:
    return has_model(formula, types) and has_model(Node("¬", (formula,)), types)
