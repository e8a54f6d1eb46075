"""Scripts on the prelude that let the kernel try all values of bounded natural numbers, once exact arithmetic has gone
through them and found the statement true: nothing ends what the kernel has begun."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pytest_faithform.lean.arith import Node, Unreadable, conjuncts, free_variables, substituted, unparse
from pytest_faithform.lean.exact import compile_proposition
from pytest_faithform.lean.families import Scripts, introduction
from pytest_faithform.lean.numbers import Types, term_type
from pytest_faithform.lean.outline import Outline

__all__ = ["enumeration_scripts", "factor_scripts", "root_scripts"]

# How many values the kernel goes through in a second or two.
MAX_ENUMERATED = 3_000
# Where a value asks for a loop of its own.
MAX_COUNTED = 300
MAX_PRODUCT = 40_000
MAX_ROOT = 10**12
_COUNTING = {
    "Nat.Prime",
    "Nat.divisors",
    "∑",
    "∏",
    "!",
    "Nat.factorial",
    "Nat.choose",
    "Nat.gcd",
    "Nat.lcm",
    "Nat.digits",
}


def enumeration_scripts(outline: Outline) -> Scripts:
    """Natural variables that the hypotheses or the contrary of the conclusion bound."""
    parts = _parts(outline)
    if parts is None or outline.goal is None:
        return []
    contrary = _contrary(outline.goal)
    facts = [*parts, contrary] if contrary is not None else parts
    bounds = {name: bound for name in outline.types if (bound := _bound(name, facts)) is not None}
    if bounds.keys() != set(outline.types) or not _is_small(outline, math.prod(bounds.values())):
        return []
    order = sorted(bounds, key=lambda name: bounds[name])
    goal = outline.goal if contrary is None else Node("false")
    if not _holds(order, bounds, facts, goal):
        return []
    claim, given, seen, left = "", "", set(), list(facts)
    for name in order:
        seen.add(name)
        now = [part for part in left if free_variables(part) <= seen]
        left = [part for part in left if part not in now]
        claim += f"∀ {name} : Nat, {name} < {bounds[name]} → {_all(now)}"
        given += f" {name} (by omega){_given(now)}"
    begin = introduction(outline)
    if contrary is not None:
        begin += (
            f"apply Classical.byContradiction\nintro ffn\nhave ffk : {unparse(contrary)} := by first | omega | grind\n"
        )
    script = f"{begin}have ffe : {claim}{unparse(goal)} := by decide +kernel\nexact ffe{given}"
    return [(f"enumeration of {math.prod(bounds.values())}", script)]


def _all(facts: list[Node]) -> str:
    """As one premise: Lean is long about whether a chain of implications can be decided."""
    return f"({' ∧ '.join(unparse(fact) for fact in facts)}) → " if facts else ""


def _given(facts: list[Node]) -> str:
    proofs = ", ".join("(by first | assumption | omega | grind)" for _ in facts)
    return f" ⟨{proofs}⟩" if len(facts) > 1 else f" {proofs}" if facts else ""


def factor_scripts(outline: Outline) -> Scripts:
    """Two natural variables whose product is a number, given as such or by their greatest common divisor and least common
    multiple: the lesser is at most its root, and the other the quotient."""
    parts = _parts(outline)
    if parts is None or outline.goal is None or len(outline.types) != 2:
        return []
    x, y = outline.types
    value = _product(parts, x, y)
    if value is None or not 0 < value <= MAX_PRODUCT:
        return []
    script = (
        f"{introduction(outline)}have ffm : {x} * {y} = {value} := by\n"
        f"  first | assumption | (have := Nat.gcd_mul_lcm {x} {y}; grind)\n"
        f"rcases Nat.le_total {x} {y} with ffl | ffl"
    )
    root = math.isqrt(value) + 1
    for lesser, other in ((x, y), (y, x)):
        quotient = Node("/", (Node("num", (), str(value)), Node("var", (), lesser)))
        facts = [substituted(part, {other: quotient}) for part in parts]
        goal = substituted(outline.goal, {other: quotient})
        whole = Node("=", (Node("*", (Node("var", (), lesser), quotient)), Node("num", (), str(value))))
        if not _holds([lesser], {lesser: root}, [whole, *facts], goal):
            return []
        premises = [whole, *(fact for fact in facts if fact != whole)]
        lines = [
            f"have ffm : {lesser} * {other} = {value} := by first | exact ffm | (rw [Nat.mul_comm]; exact ffm)",
            f"have ffb : {lesser} < {root} := by",
            "  apply Classical.byContradiction",
            "  intro ffq",
            f"  have := Nat.mul_le_mul (show {root} ≤ {lesser} by omega) (show {root} ≤ {other} by omega)",
            "  omega",
            f"have ffp : 0 < {lesser} := by",
            f"  rcases Nat.eq_zero_or_pos {lesser} with ffz | ffz",
            "  · rw [ffz, Nat.zero_mul] at ffm; exact absurd ffm (by decide)",
            "  · exact ffz",
            f"have ffy : {other} = {value} / {lesser} := by rw [← ffm]; exact (Nat.mul_div_cancel_left _ ffp).symm",
            f"have ffe : ∀ {lesser} : Nat, {lesser} < {root} → {_all(premises)}{unparse(goal)} := by decide +kernel",
            "subst ffy",
            f"exact ffe {lesser} ffb{_given(premises)}",
        ]
        script += "\n· " + "\n  ".join(lines)
    return [("factors", script)]


def root_scripts(outline: Outline) -> Scripts:
    """`t ^ k = N` of natural numbers: t is the root of N."""
    facts = []
    for part in (p for b in outline.hypotheses if b.formula is not None for p in conjuncts(b.formula)):
        if part.op != "=" or part.args[0].op != "^":
            continue
        (base, exponent), number = part.args[0].args, part.args[1]
        root = _root(exponent, number)
        try:
            is_natural = term_type(base, outline.types) == "Nat"
        except Unreadable:
            continue
        if root is None or not is_natural or base.op == "num":
            continue
        power = f"show {number.text} = {root} ^ {exponent.text} by decide"
        given = f"show {unparse(part)} by first | assumption | grind"
        facts.append(f"have := (Nat.pow_left_inj (by decide)).1 (({given}).trans ({power}))")
    if not facts:
        return []
    begin = introduction(outline) + "\n".join(facts[:8])
    sums = "simp [Finset.sum_range_succ, Finset.sum_range_zero, *]"
    return [("roots of powers", f"{begin}\nfirst | omega | grind | ({sums}; done)")]


def _root(exponent: Node, number: Node) -> int | None:
    if exponent.op != "num" or number.op != "num" or not (exponent.text.isdigit() and number.text.isdigit()):
        return None
    k, value = int(exponent.text), int(number.text)
    if not 2 <= k <= 20 or value > MAX_ROOT:
        return None
    root = round(value ** (1 / k))
    return root if root**k == value else None


def _parts(outline: Outline) -> list[Node] | None:
    """What the hypotheses say, where all of it is readable, without quantifiers and about natural numbers."""
    readable = all(binder.kind in ("number", "hypothesis") for binder in outline.binders)
    formulas = [binder.formula for binder in outline.hypotheses]
    if not readable or not outline.types or set(outline.types.values()) != {"Nat"}:
        return None
    parts = [part for formula in formulas if formula is not None for part in conjuncts(formula)]
    return None if None in formulas or any(part.op in ("∃", "∀") for part in parts) else parts


def _contrary(goal: Node) -> Node | None:
    if goal.op not in ("<", "≤"):
        return None
    return Node("≤" if goal.op == "<" else "<", goal.args[::-1])


def _is_small(outline: Outline, total: int) -> bool:
    return total <= (MAX_ENUMERATED if _COUNTING.isdisjoint(outline.words) else MAX_COUNTED)


def _bound(name: str, parts: list[Node]) -> int | None:
    """The least number below which one of the parts puts the variable, as a summand of the smaller side."""
    found = []
    for part in parts:
        for less, more in (
            (part.args, part.args[::-1]) if part.op == "=" else (part.args,) if part.op in ("<", "≤") else ()
        ):
            if more.op == "num" and more.text.isdigit() and Node("var", (), name) in _summands(less):
                found.append(int(more.text) + (part.op != "<"))
    return min(found, default=None)


def _summands(term: Node) -> Iterator[Node]:
    """Terms that are at most the given one, which is of natural numbers."""
    if term.op == "+":
        for arg in term.args:
            yield from _summands(arg)
    elif term.op == "*" and any(arg.op == "num" and arg.text not in ("0", "") for arg in term.args):
        yield from (arg for arg in term.args if arg.op != "num")
    else:
        yield term


def _product(parts: list[Node], x: str, y: str) -> int | None:
    both = {Node("var", (), x), Node("var", (), y)}
    found: dict[str, int] = {}
    for part in parts:
        if (
            part.op == "="
            and part.args[1].op == "num"
            and part.args[1].text.isdigit()
            and set(part.args[0].args) == both
        ):
            found[part.args[0].text or part.args[0].op] = int(part.args[1].text)
    if "*" in found:
        return found["*"]
    return found["Nat.gcd"] * found["Nat.lcm"] if {"Nat.gcd", "Nat.lcm"} <= found.keys() else None


def _holds(order: list[str], bounds: dict[str, int], facts: list[Node], goal: Node) -> bool:
    """Whether exact arithmetic finds the claim true for all values below the bounds."""
    types = Types(dict.fromkeys(order, "Nat"))
    try:
        checks = [
            (max((order.index(n) for n in free_variables(f)), default=0), compile_proposition(f, types)) for f in facts
        ]
        conclusion = compile_proposition(goal, types)

        def search(at: int, env: dict[str, int]) -> bool:
            if at == len(order):
                return conclusion(env)
            for value in range(bounds[order[at]]):
                inner = {**env, order[at]: value}
                if all(check(inner) for level, check in checks if level == at) and not search(at + 1, inner):
                    return False
            return True

        return search(0, {})
    except (Unreadable, ValueError):
        return False
