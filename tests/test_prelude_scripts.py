"""What the portfolio for the prelude finds outside Lean: certificates of inequalities, functions and roots as
counterexamples, facts about numerals. Lean certifies what these give (`test_prelude`); here it is what they give, and when
nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_faithform.lean.arith import Unreadable, unparse
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.certificates import certificate_facts
from pytest_faithform.lean.exact import compile_proposition
from pytest_faithform.lean.numbers import Types, Value
from pytest_faithform.lean.outline import Outline, outline_of
from pytest_faithform.lean.portfolio import Sketch
from pytest_faithform.lean.prelude_facts import digit_facts, numeral_facts
from pytest_faithform.lean.prelude_finite import members, memberships
from pytest_faithform.lean.prelude_portfolio import PRELUDE
from pytest_faithform.lean.source import parse
from pytest_faithform.lean.surds import Surd, square_root
from pytest_faithform.lean.templates import function_counterexamples
from pytest_faithform.lean.tokens import tokenize
from pytest_faithform.lean.witness import counterexamples

TYPES = Types({"x": "Real", "y": "Real", "n": "Nat", "z": "Int", "q": "Rat", "p": "PNat", "r": "NNReal"})
VALUES: dict[str, Value] = {
    "x": Fraction(7, 2),
    "y": Fraction(-4),
    "n": 6,
    "z": -5,
    "q": Fraction(3, 6),
    "p": 2,
    "r": Fraction(1, 4),
}


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def outline(signature: str) -> Outline:
    text = f"theorem t {signature} := by sorry\n"
    source = parse(text)
    assert source.main is not None
    return outline_of(text, source.main, source.decls)


# --- reading and evaluating more of Mathlib's notation ----------------------------------------------------------------

TRUE = [
    "|y| = 4", "|z - 1| = 6", "⌊x⌋ = 3", "⌈y⌉ = -4", "⌊y⌋₊ = 0", "⌈x⌉₊ = 4", "n ! = 720", "n.factorial = 720",
    "n.choose 2 = 15",
    "Nat.choose n 7 = 0", "Nat.fib n = 8", "Nat.sqrt n = 2", "√(x + 1 / 2) = 2", "Real.sqrt y = 0", "x⁻¹ = 2 / 7",
    "y⁻¹ = -1 / 4",
    "Nat.Prime 7", "¬ n.Prime", "¬ Nat.Prime 1", "Even n", "Odd z", "n.Coprime 35", "n.gcd 4 = 2", "n.lcm 4 = 12",
    "z ≡ 2 [ZMOD 7]", "n ≡ 1 [MOD 5]", "x ∈ Set.Icc 3 4", "x ∉ Set.Ioi (7 / 2)", "n ∈ Finset.range 7", "x ∈ Set.Iio 4",
    "∑ k ∈ Finset.range n, k = 15", "∑ k in Finset.Icc 1 n, k ^ 2 = 91", "∏ i ∈ Finset.Ioc 1 4, i = 24",
    "2 * ∑ k ∈ Finset.range 3, k + 1 = 7", "∑ k ∈ Finset.Icc 5 3, k = 0", "(4 : ℝ) ^ (1 / 2 : ℝ) = 2",
    "(8 : ℝ) ^ (-(1 / 3) : ℝ) = 1 / 2",
    "(0 : ℝ) ^ (0 : ℝ) = 1", "(0 : ℝ) ^ (-1 : ℝ) = 0", "q.num = 1", "q.den = 2", "p + 1 = 3", "r - 1 = 0", "√2 < 3 / 2",
    "√8 = 2 * √2",
    "√2 ≠ √3",
]  # fmt: skip


@pytest.mark.parametrize("text", TRUE)
def test_what_is_read_has_mathlib_s_value_and_is_printed_so_that_it_reads_the_same(text: str) -> None:
    node = parse_formula(words(text))
    assert compile_proposition(node, TYPES)(VALUES) is True
    assert unparse(parse_formula(words(unparse(node)))) == unparse(node)


@pytest.mark.parametrize(
    "text",
    ["√2 + √3 = 3", "(2 : ℝ) ^ (1 / 3 : ℝ) = 1", "√(√2) = 1", "n ! ! = 1", "1000 ! = 1", "(-8 : ℝ) ^ (1 / 3 : ℝ) = -2"],
)
def test_what_exact_arithmetic_does_not_reach_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        compile_proposition(parse_formula(words(text)), TYPES)(VALUES)


def test_numbers_with_a_root_are_a_field() -> None:
    golden = Surd(Fraction(1, 2), Fraction(1, 2), 5)
    assert golden * golden == golden + 1
    assert golden * golden.inverse() == 1
    assert 1 / golden == golden - 1
    assert golden**3 - 2 * golden - 1 == 0
    assert (abs(-golden), golden > Fraction(8, 5), golden < Fraction(81, 50)) == (golden, True, True)
    assert (square_root(Fraction(9, 4)), square_root(Fraction(12))) == (
        Fraction(3, 2),
        Surd(Fraction(0), Fraction(2), 3),
    )


# --- certificates -----------------------------------------------------------------------------------------------------

TRUE_INEQUALITIES = [
    "(a b c : ℝ) : a ^ 2 + b ^ 2 + c ^ 2 ≥ a * b + b * c + c * a",
    "(a b c : ℝ) (ha : 0 < a) (hb : 0 < b) (hc : 0 < c) : (a + b) * (b + c) * (c + a) ≥ 8 * a * b * c",
    "(x y : ℝ) (h : x + y = 1) : x ^ 2 + y ^ 2 ≥ 1 / 2",
    "(x y : ℝ) (h : x ^ 2 + y ^ 2 = 1) : x * y + (x - y) ≤ 1",
    "(x : ℝ) : x ^ 2 - 14 * x ≥ -49",
    "(a b : ℚ) (ha : 1 ≤ a) (hb : 1 ≤ b) : a + b ≤ a * b + 1",
]


@pytest.mark.parametrize("signature", TRUE_INEQUALITIES)
def test_a_certificate_is_found_for_a_true_inequality(signature: str) -> None:
    found = certificate_facts(outline(signature), "ffn")
    assert found is not None
    assert 0 < len(found[1]) <= 14


@pytest.mark.parametrize(
    "signature",
    [
        "(a b : ℝ) : a ^ 2 + b ^ 2 ≥ 3 * a * b",
        "(x : ℝ) : x ^ 2 ≥ x",
        "(x : ℝ) (h : 0 < x) : x ≤ 1000",
        "(n : ℕ) : n ≤ n ^ 2",
    ],
)
def test_none_is_found_for_a_false_one_or_outside_ordered_rings(signature: str) -> None:
    assert certificate_facts(outline(signature), "ffn") is None


# --- counterexamples --------------------------------------------------------------------------------------------------


def test_a_quadratic_equation_gives_its_irrational_roots_as_witnesses() -> None:
    (values, *_) = counterexamples(outline("(x : ℝ) (h : x ^ 2 = x + 1) : x ≤ 0"))
    assert values["x"] == Surd(Fraction(1, 2), Fraction(1, 2), 5)
    assert counterexamples(outline("(x : ℚ) (h : x ^ 2 = x + 1) : x ≤ 0")) == []


def test_a_congruence_gives_the_numbers_of_its_class() -> None:
    found = counterexamples(outline("(n : ℕ) (h : 1342 ∣ n) (h₁ : 0 < n) : 2000 ≤ n"))
    assert found[0]["n"] == 1342


@pytest.mark.parametrize(
    ("signature", "body"),
    [
        ("(f : ℝ → ℝ) (h : ∀ x y, f (x + y) = f x + f y) (h₁ : f 1 = 3) : f 2 = 5", "(3 * ffx0)"),
        ("(a : ℕ → ℝ) (h : ∀ n, a (n + 1) - a n = 1 / 2) (h₁ : a 0 = 1) : a 4 = 4", "(((1 / 2) * ffx0) + 1)"),
        ("(f : ℤ → ℤ) (h : ∀ x, f (-x) = f x) : f 1 = 1", "0"),
    ],
)
def test_a_function_is_found_that_refutes(signature: str, body: str) -> None:
    found = function_counterexamples(outline(signature))
    (case,) = next(iter(found[0][0].functions.values())).cases
    assert unparse(case.body) == body


def test_no_function_is_found_where_the_statement_is_true() -> None:
    assert function_counterexamples(outline("(f : ℝ → ℝ) (h : ∀ x y, f (x + y) = f x + f y) : f 0 = 0")) == []


@pytest.mark.parametrize(
    "signature",
    ["(f : ℝ → ℝ) (x : ℝ) (h : f 1 = x + 2) : f 2 = 5", "(f : ℕ → ℕ) (h : ∀ x, f (x + 1) = x ^ y) : f 2 = 5"],
)
def test_a_value_that_a_variable_gives_fits_no_function(signature: str) -> None:
    for filled, values in function_counterexamples(outline(signature)):
        assert filled.functions["f"].cases
        assert values is not None


# --- facts and sets ---------------------------------------------------------------------------------------------------


def test_facts_speak_of_the_numerals_that_stand_under_a_logarithm_or_a_root() -> None:
    logarithms = numeral_facts(words("Real.log 80 / Real.log 2 = 5"))
    assert "have := FaithformPrelude.log_ofNat_mul 80 16 5 (by decide) (by decide)" in logarithms
    assert "have := FaithformPrelude.log_ofNat_pow 16 2 4 (by decide)" in logarithms
    assert numeral_facts(words("√12 = 2 * √3")) == [
        "have := FaithformPrelude.sqrt_ofNat_mul 12 2 3 (by decide)",
        "have := Real.sq_sqrt (x := 3) (FaithformPrelude.ofNat_nonneg 3)",
        "have := Real.sq_sqrt (x := 2) (FaithformPrelude.ofNat_nonneg 2)",
    ]
    assert numeral_facts(words("x ^ 2 + 80 = 3")) == []


def test_digits_are_worked_out() -> None:
    facts = digit_facts(outline("(a b : ℕ) (h : Nat.digits 10 (5 ^ 3) = [a, b, 1]) : a = 5"))
    assert any("= [5, 2, 1] := by decide +kernel" in fact for fact in facts)


def test_the_members_of_a_described_set_are_found() -> None:
    ((name, binder, kind, variable, described),) = memberships(
        outline("(S : Finset ℕ) (h : ∀ n, n ∈ S ↔ n ∣ 12 ∧ 2 < n) : S.card = 4")
    )
    assert (name, binder.name, kind) == ("S", "h", "Nat")
    assert members(described, variable, kind) == [3, 4, 6, 12]
    assert members(words("0 < x ∧ Real.sin x = 0"), "x", "Real") is None


@pytest.mark.parametrize(
    "signature", [*TRUE_INEQUALITIES, "(a : ℕ → ℝ) (x : ℝ) (h : ∀ n, a n = x) : a 1 = a 2", ": True", "(n) : n = n"]
)
def test_the_portfolio_says_what_it_tries_for_any_statement(signature: str) -> None:
    rounds = list(PRELUDE.rounds(Sketch(outline(signature))))
    assert {attempt.side for attempts in rounds for attempt in attempts} >= {"proved", "refuted"}
    assert all(attempts for attempts in rounds)
