"""Reading arithmetic and finding values outside Lean: what it computes is what Lean computes, and it never raises."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_faithform.lean.arith import Unreadable, unparse
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.numbers import Types
from pytest_faithform.lean.outline import Outline, outline_of
from pytest_faithform.lean.source import parse, tokenize
from pytest_faithform.lean.witness import counterexamples, has_consistent_hypotheses, holds_at, samples


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def outline(text: str) -> Outline:
    source = parse(text)
    assert source.main is not None
    return outline_of(text, source.main, source.decls)


CLOSED = {
    "(3 : ℕ) - 5 = 0": True,
    "(3 : ℤ) - 5 = -2": True,
    "(7 : ℕ) / 2 = 3": True,
    "(-7 : ℤ) / 2 = -4": True,
    "(-7 : ℤ) / -2 = 4": True,
    "(7 : ℤ) / -2 = -3": True,
    "(-7 : ℤ) % 2 = 1": True,
    "(-7 : ℤ) % -2 = 1": True,
    "(7 : ℕ) / 0 = 0": True,
    "(7 : ℕ) % 0 = 7": True,
    "(7 : ℚ) / 0 = 0": True,
    "(7 : ℚ) / 2 = 3.5": True,
    "(1 : ℚ) / 3 + 1 / 6 = 1 / 2": True,
    "((3 - 5 : ℕ) : ℤ) = 0": True,
    "(2 : ℚ) ^ (-2 : ℤ) = 1 / 4": True,
    "2 ^ 3 ^ 2 = 512": True,
    "-2 ^ 2 = (-4 : ℤ)": True,
    "10 - 3 - 2 = 5": True,
    "2 + 3 * 4 = 14": True,
    "¬ 1 = 2 ∧ 3 ≠ 4": True,
    "1 = 2 → 3 = 4": True,
    "1 = 2 ∨ 2 < 3 ∧ 4 ≥ 4": True,
    "(1 = 2 ↔ 3 = 4)": True,
    "6 ∣ 12": True,
    "0 ∣ 12": False,
    "(-3 : ℤ) ∣ 12": True,
    "Nat.gcd 84 126 = 42": True,
    "Int.natAbs (-5) + Int.toNat (-3) = 5": True,
    "max 3 7 - min 3 7 = 4": True,
    "(if 2 < 1 then 5 else 6) = 6": True,
    "∀ n : ℕ, n < 5 → n * n < 25": True,
    "∀ n : ℕ, n < 6 → n * n < 25": False,
    "∃ n : ℕ, n < 10 ∧ n * n = 49": True,
    "∃ n : ℕ, n < 6 ∧ n * n = 49": False,
}


def decided(text: str) -> bool | None:
    return holds_at(parse_formula(words(text)), Types({}), {})


@pytest.mark.parametrize("text", CLOSED)
def test_a_closed_formula_has_its_value(text: str) -> None:
    assert decided(text) is CLOSED[text]


def agreement(lean: EmbeddedLean, formulas: list[str]) -> dict[str, tuple[bool | None, bool]]:
    """For each formula our value, and whether Lean's kernel decides it true; all in one text."""
    lines = [f"theorem t{at} : {text} := by decide +kernel" for at, text in enumerate(formulas)]
    reply = lean.check("\n".join(lines))
    true = {d.name for d in reply.declarations if "sorryAx" not in d.axioms}
    return {text: (decided(text), f"t{at}" in true) for at, text in enumerate(formulas)}


def test_lean_decides_the_same(lean: EmbeddedLean) -> None:
    for text, (ours, theirs) in agreement(lean, [*CLOSED]).items():
        assert (text, ours) == (text, theirs)


def test_lean_computes_the_same_on_a_grid(lean: EmbeddedLean) -> None:
    """One theorem per operation, type and left side over all right sides, junk values included."""
    formulas = []
    for kind, values in (("ℕ", range(6)), ("ℤ", range(-3, 4))):
        for op in ("+", "-", "*", "/", "%"):
            for a in values:
                parts = []
                for b in values:
                    claims = (f"(((({a}) : {kind}) {op} ({b}) : {kind}) : ℤ) = {n}" for n in range(-9, 26))
                    parts.append(next(claim for claim in claims if decided(claim)))
                formulas.append(" ∧ ".join(parts))
    lines = [f"theorem t{at} : {text} := by decide +kernel" for at, text in enumerate(formulas)]
    reply = lean.check("\n".join(lines))
    assert reply.outcome == "ok", reply.first_error


def test_what_is_printed_reads_the_same() -> None:
    for text in CLOSED:
        node = parse_formula(words(text))
        assert unparse(parse_formula(words(unparse(node)))) == unparse(node)


@pytest.mark.parametrize(
    "text",
    ["", "(", "1 +", "1 < 2 < 3", "∃ x", "∀ x : ZMod 5, x = x", "f 3 = 2", "x : y", "fun x => x", "|x| = 2", "-(3 : ℕ) = 0",
     "(1 : ℚ) % 2 = 0", "1.5 = 2", "(" * 500, "¬ " * 5000 + "1 = 1", "1 = " + "- " * 5000 + "1", "2 ^ " * 200 + "2 = 1"],
)  # fmt: skip
def test_what_is_outside_the_fragment_is_unreadable(text: str) -> None:
    try:
        node = parse_formula(words(text))
    except Unreadable:
        return
    assert holds_at(node, Types({}), {}) is None


SYMBOLS = [*"()()xy0127+-*/%^=<≤>∣∧∨¬→↔∀∃,:ℕℤℚ↑f", "if", "then", "else", "max"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(SYMBOLS), max_size=25))
def test_reading_and_evaluating_never_raise_anything_else(tokens: list[str]) -> None:
    try:
        node = parse_formula(tokens, {"f": 1})
    except Unreadable:
        return
    assert holds_at(node, Types({"x": "Nat", "y": "Int"}), {"x": 3, "y": -2}) in (True, False, None)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("(c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 13", {"c": 23, "r": 12}),
        ("(x : ℚ) (h : x / 2 + x / 3 = 10) : x = 10", {"x": Fraction(12)}),
        ("(x : ℚ) (h : x ^ 2 - 5 * x + 6 = 0) : x = 3", {"x": Fraction(2)}),
        (
            "(p q : ℚ) (hp : p = 80 * (1 - 25 / 100)) (hq : q = 3 * p) : q < 180",
            {"p": Fraction(60), "q": Fraction(180)},
        ),
        ("(x y z m : ℕ) (h : x + y + z = 40) (hx : x ≤ m) (hy : y ≤ m) (hz : z ≤ m) : m ≥ 15", None),
        ("(n : ℕ) (h : n % 7 = 3) (h' : n % 5 = 4) : n = 59", {"n": 24}),
        ("(a : ℕ → ℕ) (h : ∀ n, a n = 2 * n + 1) (n : ℕ) : a n < 9", {"n": 4}),
    ],
)
def test_counterexamples_are_found(statement: str, expected: dict[str, Fraction] | None) -> None:
    found = counterexamples(outline(f"theorem t {statement} := by sorry"))
    assert found
    if expected is not None:
        assert found[0] == expected
    assert found == counterexamples(outline(f"theorem t {statement} := by sorry"))


@pytest.mark.parametrize(
    "statement",
    [
        "(c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12",
        "(a b : ℚ) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2",
        "(a b c : ℚ) (hc : c ≠ 0) (h : a * c = b * c) : a = b",
        "(x : ℕ) (h : x + 3 = 2) : x = 5",
        "(f : ℕ → ℕ) (h : f 2 = f 3) : f 2 = 4",
        "(p : Prop) (n : ℕ) (h : p) : n = 5",
    ],
)
def test_and_none_where_none_is_known(statement: str) -> None:
    assert counterexamples(outline(f"theorem t {statement} := by sorry")) == []


def test_samples_satisfy_the_hypotheses() -> None:
    found = samples(outline("theorem t (n : ℕ) (h : n % 3 = 1) (h' : n > 4) : Foo n := by sorry"))
    assert [values["n"] for values in found] == [7, 10, 13, 16, 19, 22]


@pytest.mark.parametrize(
    ("statement", "consistent"),
    [
        ("(n : ℕ) (h : n > 3) : n = 5", True),
        ("(n : ℕ) (h : n > 3) (h' : n < 2) : n = 5", False),
        ("(n : ℕ) (h : Foo n) : n = 5", False),
        ("(f : ℕ → ℕ) (h : ∀ n, f n = 2) : f 1 = 2", False),
    ],
)
def test_only_plain_hypotheses_are_called_consistent(statement: str, consistent: bool) -> None:
    assert has_consistent_hypotheses(outline(f"theorem t {statement} := by sorry")) is consistent
