"""Scripts about finite sets given by their members, which the kernel can go through."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean.arith import Unreadable
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.exact import compile_proposition
from pytest_faithform.lean.families import Scripts, introduction
from pytest_faithform.lean.numbers import Types, Value, literal, small_values
from pytest_faithform.lean.outline import Binder, Outline

__all__ = ["bounded", "finite_set_scripts", "members", "memberships", "whole"]


def memberships(outline: Outline) -> Iterator[tuple[str, Binder, str, str, list[str]]]:
    """For each finite set whose members a hypothesis gives: its name, the hypothesis, the members' type, the variable and
    the words of what it says of a member."""
    for other in outline.binders:
        if other.kind != "other" or len(other.words) != 2 or other.words[0] != "Finset":
            continue
        kind = {"ℕ": "Nat", "ℤ": "Int", "ℝ": "Real", "Nat": "Nat", "Int": "Int", "Real": "Real"}.get(other.words[1])
        for binder in outline.hypotheses:
            words = [w for w in binder.words if w not in ("(", ")")]
            if kind is None or words[:1] != ["∀"] or "↔" not in words:
                continue
            variable, at = words[1], binder.words.index("↔")
            if list(binder.words[at - 3 : at]) == [variable, "∈", other.name]:
                yield other.name, binder, kind, variable, list(binder.words[at + 1 :])


def members(words: list[str], variable: str, kind: str, reach: int = 3000) -> list[Value] | None:
    """The values of which the words hold, among the small ones; None where that cannot be told."""
    types = Types({variable: kind})
    try:
        holds = compile_proposition(parse_formula(words), types)
        candidates = range(reach) if kind == "Nat" else small_values(kind, min(reach, 200))
        return [value for value in candidates if holds({variable: value})]
    except Unreadable:
        return None


def bounded(words: list[str], variable: str, name: str) -> str:
    """Tactics which prove that a member, called `name`, of a set described by the words is below a number."""
    triples = zip(words, words[1:], words[2:], strict=False)
    divided = dict.fromkeys(n for v, sign, n in triples if v == variable and sign == "∣" and n.isdigit() and n != "0")
    facts = [f"have : {name} ∣ {number} → {name} ≤ {number} := Nat.le_of_dvd (by decide)" for number in divided]
    return "; ".join([*facts, "first | omega | grind"])


def whole(values: list[Value]) -> list[int]:
    return [value for value in values if isinstance(value, int)]


def finite_set_scripts(outline: Outline) -> Scripts:
    """A finite set given by its members is a filtered interval, which the kernel can go through, or a list of roots."""
    if "Finset" not in outline.words:
        return []
    scripts: Scripts = []
    for _, binder, kind, variable, words in list(memberships(outline))[:2]:
        begin = introduction(outline)
        found = members(words, variable, kind)
        by = f"(by intro n hn; {bounded(words, variable, 'n')})"
        if kind == "Real":
            scripts += _listed(begin, binder.name, found)
        elif kind == "Nat":
            largest = max(whole(found), default=0) if found is not None else 0
            bounds = [largest + 1] if found is not None and largest < 2900 else [100]
            for bound in bounds:
                rule = f"FaithformPrelude.eq_filter_range {binder.name} {bound} {by}"
                scripts.append((f"members below {bound}", f"{begin}rw [{rule}]; decide +kernel"))
        else:
            reach = 1 + max(map(abs, whole(found)), default=1) if found is not None else 100
            rule = f"FaithformPrelude.eq_filter_Icc {binder.name} (-{reach}) {reach} {by}"
            scripts.append((f"members within ±{reach}", f"{begin}rw [{rule}]; decide +kernel"))
    return scripts


def _listed(begin: str, hypothesis: str, found: list[Value] | None) -> Scripts:
    if not found or len(found) > 2:
        return []
    values = [literal(value, "Real") for value in found]
    ends = "constructor <;> intro ffh <;> grind [FaithformPrelude.mul_eq_zero]"
    close = "first | (simp; done) | (simp; grind) | rfl"
    if len(values) == 1:
        equal = f"Finset.ext fun ffx => by rw [Finset.mem_singleton, {hypothesis} ffx]; {ends}"
        script = f"{begin}have ffs := (show _ = ({{{values[0]}}} : Finset Real) from {equal})\nsubst ffs; {close}"
        return [("its one member", script)]
    a, b = values
    script = (
        f"{begin}have ffs := FaithformPrelude.eq_pair (a := {a}) (b := {b}) (fun ffx => by rw [{hypothesis} ffx]; {ends})\n"
        f"rw [ffs]; first | (rw [FaithformPrelude.sum_pair _ _ _ (by grind)]; grind) "
        f"| (rw [FaithformPrelude.card_pair _ _ (by grind)]; done)"
    )
    return [("its two members", script)]
