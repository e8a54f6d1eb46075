"""Comparing two formalized statements by certificates (SPEC b.8).

Both texts stand in namespaces of their own, verbatim but for the proofs of their theorems, which no statement depends on
and which may be slow; a certificate is a theorem `type_of% @R → type_of% @P` and one of
the other direction, accepted by the kernel on Lean's three axioms, so that neither text's own `sorry` can be used.

Two true statements always imply each other, so a certificate says something only if it needs what it starts from: see
`rungs` for how that is made sure.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from pytest_faithform.lean.batteries import battery_of
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.composite import Composite, Unclosed, fresh_nonce, indented
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.own_definitions import common_definitions
from pytest_faithform.lean.prove import declared_theorem, prove
from pytest_faithform.lean.rungs import HEARTBEATS, Direction, Rung, Side, excess, ladder
from pytest_faithform.lean.source import Source, parse
from pytest_faithform.model import LeanReply

__all__ = ["Comparison", "compare"]

LEAST_SECONDS = 0.5

Which = Literal["reference", "candidate"]
WHICH: tuple[Which, Which] = ("reference", "candidate")
Value = Literal["equivalent", "stronger", "weaker", "different", "not_established"]


@dataclass(frozen=True)
class Comparison:
    """What is certified about a candidate statement beside a reference.

    `stronger`: the candidate is certified to imply the reference, and to assume less: there are values at which all its
    hypotheses hold and not all of the reference's; `weaker` the other way round. `different`: one of them is proved and
    the other refuted. `certificate` is Lean text, "" where nothing is certified. `at_fault` names the text that Lean, or the
    guard before it, does not take.
    """

    value: Value
    reason: str
    certificate: str = ""
    rung: str = ""
    seconds: float = 0.0
    at_fault: Which | None = None


def compare(checker: LeanChecker, reference: str, candidate: str, *, budget: float = 10.0) -> Comparison:
    """Compare the main theorems of two complete Lean texts within `budget` seconds of wall time.

    Raises InconsistentLean if one of the statements and its negation were both accepted, and LeanUnavailable if Lean
    itself is at fault.
    """
    texts: dict[Which, Source] = {"reference": parse(reference), "candidate": parse(candidate)}
    for which, source in texts.items():
        if source.main is None:
            return Comparison("not_established", f"the {which} has no theorem or lemma", at_fault=which)
        rejected = next((f for f in guard(source) if f.severity == "reject"), None)
        if rejected is not None:
            return Comparison("not_established", f"guard, {which}: {rejected.message}", at_fault=which)
    nonce = fresh_nonce()
    work = _Work(checker, nonce, Side(texts["reference"], f"{nonce}_r"), Side(texts["candidate"], f"{nonce}_p"), budget)
    try:
        return work.comparison()
    except Unclosed as unclosed:
        return work.answer("not_established", str(unclosed))


@dataclass
class _Work:
    """The state of one call: which directions hold, by which rung and with which text, and the clock."""

    checker: LeanChecker
    nonce: str
    reference: Side
    candidate: Side
    budget: float
    began: float = field(default_factory=time.monotonic)
    held: dict[Direction, tuple[str, str]] = field(default_factory=dict)
    rejected: Which | None = None

    @property
    def left(self) -> float:
        return self.budget - (time.monotonic() - self.began)

    @property
    def is_settled(self) -> bool:
        return "both" in self.held or {"forward", "backward"} <= self.held.keys()

    def comparison(self) -> Comparison:
        for rungs in self.rounds():
            trouble = self.attempt(rungs) if self.left > LEAST_SECONDS else "the budget is spent"
            if trouble and self.held:
                # What an earlier rung certified stays certified.
                break
            if trouble:
                return replace(self.answer("not_established", trouble), at_fault=self.rejected)
            if self.is_settled:
                ways: tuple[Direction, ...] = ("both",) if "both" in self.held else ("forward", "backward")
                return self.answer("equivalent", "each statement is certified to imply the other", *ways)
        return self.proved_different() or self.one_direction()

    def rounds(self) -> Iterable[list[Rung]]:
        if not getattr(self.checker, "elaborates", True):
            # It knows none of our texts, whatever rungs they have.
            return [[]]
        return filter(None, ladder(self.reference, self.candidate, battery_of(self.checker.name)))

    def attempt(self, rungs: list[Rung]) -> str:
        """Try all in one text; gives the reason why it is of no use to go on, or ""."""
        composite = Composite(self.nonce)
        sides = (self.reference, self.candidate)
        shared = common_definitions(*(side.source for side in sides))
        if shared:
            composite.add_definitions(shared)
        for label, side in zip(WHICH, sides, strict=True):
            try:
                composite.add_namespace(side.space, without_proofs(side.source, definitions=not shared))
            except Unclosed as unclosed:
                self.rejected = label
                return str(unclosed)
        voiding: dict[str, str] = {}
        for number, rung in enumerate(rungs):
            name = composite.add_theorem(f"rung{number}", self.claim(rung), rung.script, rung.heartbeats)
            voiding[name] = ""
            if rung.target_alone:
                _, target = self.ends(rung.direction)
                # Twice the work, so that no limit makes the difference.
                alone = composite.add_theorem(
                    f"alone{number}", target.statement, rung.target_alone, 2 * rung.heartbeats
                )
                voiding[name] = alone
        reply = self.checker.check(composite.text, timeout=max(self.left / 2, LEAST_SECONDS))
        if reply.outcome in ("timeout", "crash"):
            return f"{reply.outcome} while comparing: {reply.first_error}"
        if any(declared_theorem(reply, side.full_name) is None for side in sides):
            # Lean puts anything for the type of a name that it does not know, and takes a proof of that.
            return self.missing(composite, reply)
        accepted = composite.accepted(reply)
        for rung, (name, alone) in zip(rungs, voiding.items(), strict=True):
            if name in accepted and alone not in accepted:
                self.held.setdefault(rung.direction, (rung.name, self.text_of(rung)))
        return "" if self.held else self.missing(composite, reply)

    def ends(self, direction: Direction) -> tuple[Side, Side]:
        return (self.candidate, self.reference) if direction == "backward" else (self.reference, self.candidate)

    def claim(self, rung: Rung) -> str:
        source, target = self.ends(rung.direction)
        return f"({source.statement}) {'↔' if rung.direction == 'both' else '→'} ({target.statement})"

    def text_of(self, rung: Rung) -> str:
        text = f"theorem {rung.direction} : {self.claim(rung)} := by\n{indented(rung.script)}"
        return text.replace(f"{self.nonce}_r", "R").replace(f"{self.nonce}_p", "P")

    def missing(self, composite: Composite, reply: LeanReply) -> str:
        """Why there is nothing to compare, where Lean does not take one of the texts."""
        lacking = f"lacks {', '.join(reply.lacking)}" if reply.outcome == "unavailable" else ""
        for which, label in enumerate(WHICH):
            error = composite.first_error(reply, which)
            if error:
                self.rejected = label
                return f"the {label} does not elaborate{f' on this Lean, which {lacking}' if lacking else ''}: {error}"
        for label, side in zip(WHICH, (self.reference, self.candidate), strict=True):
            if declared_theorem(reply, side.full_name) is None:
                if lacking:
                    return f"this Lean {lacking}"
                return f"the {label} does not elaborate: its theorem does not stand in the environment"
        return ""

    def proved_different(self) -> Comparison | None:
        """One statement proved and the other refuted, each by itself."""
        if self.left < LEAST_SECONDS:
            return None
        first = prove(self.checker, self.reference.source.text, budget=self.left / 2)
        if first.value == "undetermined" or self.left < LEAST_SECONDS:
            return None
        second = prove(self.checker, self.candidate.source.text, budget=self.left)
        if {first.value, second.value} != {"proved", "refuted"}:
            return None
        told = f"the reference is {first.value}, the candidate {second.value}"
        texts = f"-- reference\n{first.proof}\n-- candidate\n{second.proof}"
        return Comparison("different", told, texts, "proved apart", self.budget - self.left)

    def one_direction(self) -> Comparison:
        """Where one statement implies the other: whether it also assumes less."""
        if not self.held:
            return self.answer("not_established", "no rung certifies a direction, and they are not proved different")
        way: Direction = "backward" if "backward" in self.held else "forward"
        source, target = ("candidate", "reference") if way == "backward" else ("reference", "candidate")
        told = f"the {source} implies the {target}"
        found = excess(*self.ends(way))
        if found is not None and self.left > LEAST_SECONDS:
            composite = Composite(self.nonce)
            name = composite.add_theorem("excess", *found, HEARTBEATS)
            if name in composite.accepted(self.checker.check(composite.text, timeout=self.left)):
                certified = self.answer(
                    "stronger" if way == "backward" else "weaker",
                    f"{told}, which assumes more: there are values at which not all that it assumes is true",
                    way,
                )
                claim, script = found
                return replace(
                    certified,
                    certificate=f"{certified.certificate}\ntheorem assumes_more : {claim} := by\n{indented(script)}",
                )
        return self.answer("not_established", f"{told}; the other direction is neither established nor refuted")

    def answer(self, value: Value, reason: str, *directions: Direction) -> Comparison:
        rungs = dict.fromkeys(self.held[direction][0] for direction in directions)
        texts = [self.held[direction][1] for direction in directions]
        return Comparison(value, reason, "\n".join(texts), ", ".join(rungs), self.budget - self.left)


def without_proofs(source: Source, *, definitions: bool = True) -> str:
    """The text with the proof of every theorem and lemma replaced by `sorry`; statements stay verbatim, and so do the
    definitions, unless they are to be left out."""
    pieces, at = [], 0
    for decl in source.decls:
        if decl.is_theorem and decl.keyword != "example":
            pieces.append(source.text[at : decl.signature[1]] + " := sorry\n")
            at = decl.end
        elif not definitions:
            pieces.append(source.text[at : decl.start])
            at = decl.end
    return "".join(pieces) + source.text[at:]
