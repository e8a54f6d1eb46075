"""Statements whose formulas have the same terms, numbers or solutions in another arrangement are other statements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.equivalence import Comparison, compare
from pytest_faithform.lean.numbers import Types, guess_type

Pair = tuple[str, str]

# What stands on both sides, what is 0 or 1, and what is added twice belongs to the statement.
CANCELLED = [
    ("r (a b : ℤ) : a*b = b*a", "c (a b : ℤ) : a+b = b+a"),
    ("r (x y z : ℚ) : x*(y+z) = x*y+x*z", "c (x y z : ℚ) : x+y+z = z+y+x"),
    ("r (x y : ℤ) (h : x+7 = y+7) : x = y", "c (x y : ℤ) (h : x+3 = y+3) : x = y"),
    ("r (x : ℤ) (h : x^2+5*x = x^2+20) : x = 4", "c (x : ℤ) (h : 5*x = 20) : x = 4"),
    ("r (t : ℚ) (h : 60*t+40*t = 40*t+90) : t = 3/2", "c (t : ℚ) (h : 60*t = 90) : t = 3/2"),
    ("r (x : ℤ) (h : x*0 = 3) : x = 1", "c (x : ℤ) (h : x-x = 3) : x = 1"),
    ("r (x : ℤ) : 2*x = 2*x+1", "c (x : ℤ) : x = x+1"),
    ("r (x : ℤ) : x < x+1", "c (x : ℤ) : x*x < x*x+1"),
    ("r (f : ℤ → ℤ) (h : ∀ x, f x+3 = x+3) : f 1 = 1", "c (f : ℤ → ℤ) (h : ∀ x, f x-8 = x-8) : f 1 = 1"),
    ("r : (3:ℤ)*4 = 4*3", "c : (7:ℤ)+9 = 9+7"),
    ("r (x : ℚ) : x - x*(1/4) = x*(3/4)", "c (x : ℚ) : x - x*(1/5) = x*(4/5)"),
    ("r (x : ℤ) (h : x > 3) (h2 : x%2 = 0) : x+0 = x", "c (x : ℤ) (h : x > 3) : 1*x = x"),
    ("r (a b : ℤ) (h : a > b) : a+b = b+a", "c (a b : ℤ) (h : a > b) : a*b = b*a"),
]
# A statement that draws a conclusion from itself in other words, and the one that draws the first from the other.
CONVERSES = [
    ("r (n : ℕ) (h : 2 ∣ n) : n%2 = 0", "c (n : ℕ) (h : n%2 = 0) : 2 ∣ n"),
    ("r (x y : ℤ) (h : x < y) : x+1 ≤ y", "c (x y : ℤ) (h : x+1 ≤ y) : x < y"),
    ("r (x y : ℤ) (h : x-y = 0) : x = y", "c (x y : ℤ) (h : x = y) : x-y = 0"),
    (
        "r (x y z : ℤ) (h : x=1 → y=2 → z=3) : x=1 ∧ y=2 → z=3",
        "c (x y z : ℤ) (h : x=1 ∧ y=2 → z=3) : x=1 → y=2 → z=3",
    ),
]
LOGIC = [
    ("r (p q r : Prop) (h : p → q → r) : p ∧ q → r", "c (p q r : Prop) (h : p ∧ q → r) : p → q → r"),
    ("r (p q : Prop) (h : ¬(p ∧ q)) : p → ¬q", "c (p q : Prop) (h : p → ¬q) : ¬(p ∧ q)"),
    ("r (p q r : Prop) : (p ∧ q) ∧ r ↔ p ∧ (q ∧ r)", "c (p q r : Prop) : p ∧ q ∧ r ↔ r ∧ q ∧ p"),
    (
        "r (α : Type) (P : α → Prop) (h : ¬∃ x, P x) : ∀ x, ¬P x",
        "c (α : Type) (P : α → Prop) (h : ∀ x, ¬P x) : ¬∃ x, P x",
    ),
    ("r (a b : ℤ) : a < b → ¬(b < a)", "c (a b : ℤ) : a < b → a ≤ b"),
    ("r (n : ℕ) : n < 5 ↔ n ≤ 4", "c (n : ℕ) : n ≤ 4 ↔ ¬(5 ≤ n)"),
    ("r (a : ℤ) (h : ∃ x, a = 2*x) : a = 4", "c (x : ℤ) (h : ∃ y, y = 2*y) : x = 4"),
    ("r (x : ℤ) : x < 3 ∨ x ≥ 3", "c (x : ℤ) : ¬(x ≥ 3) ∨ x ≥ 3"),
]
# The same terms before and after a step of computation, and identities of another kind.
STEPS = [
    ("r : (12:ℤ)+5 = 17", "c : (12:ℤ) = 17-5"),
    ("r (x : ℤ) (h : 3-(-x) = 7) : x = 4", "c (x : ℤ) (h : 3+x = 7) : x = 4"),
    ("r (x : ℤ) (h : 10-(3-x) = 9) : x = 2", "c (x : ℤ) (h : 10-3+x = 9) : x = 2"),
    ("r (a : ℚ) (h : a*20/100*3 = 60) : a = 100", "c (a : ℚ) (h : a*60/100 = 60) : a = 100"),
    ("r (x : ℚ) (h : x/0.25 = 8) : x = 2", "c (x : ℚ) (h : x*4 = 8) : x = 2"),
    ("r (x : ℚ) (h : x*(x-1) = 0) (h2 : x ≠ 0) : x = 1", "c (x : ℚ) (h : x^2-x = 0) (h2 : x ≠ 0) : x = 1"),
    ("r (a b c : ℤ) : a+(b+c) = (a+b)+c", "c (a b c : ℤ) : a+b+c = c+b+a"),
    ("r (x y : ℚ) : 2*(x+y) = 2*x+2*y", "c (x y : ℚ) : 2*x+2*y = 2*y+2*x"),
]
# A claim that two spellings are the same, inside a term.
SPELT_TWICE = [
    ("r (a b : ℤ) : a*b - b*a = 0", "c (a b : ℤ) : a*b - a*b = 0"),
    ("r (x a b : ℤ) : x*(a*b - b*a) = 0", "c (x a b : ℤ) : x*(a*b - a*b) = 0"),
    ("r (a b : ℤ) : a*b < b*a + 1", "c (a b : ℤ) : a*b < a*b + 1"),
    ("r (a b : ℤ) : 2*(a*b) = a*b + b*a", "c (a b : ℤ) : 2*(a*b) = a*b + a*b"),
    ("r (a b : ℕ) : (a*b) % (b*a) = 0", "c (a b : ℕ) : (a*b) % (a*b) = 0"),
    ("r (a b : ℕ) : a*b ∣ b*a*3", "c (a b : ℕ) : a*b ∣ a*b*3"),
    ("r (a b k : ℤ) : k+a+b - (b+a) = k", "c (a b k : ℤ) : k+a+b - (a+b) = k"),
    ("r (a b c : ℤ) : a+(b+c) - (a+b+c) = 0", "c (a b c : ℤ) : a+b+c - (c+b+a) = 0"),
    ("r (f : ℤ → ℤ) (a b : ℤ) : f (a*b) ≤ f (b*a) + 3", "c (f : ℤ → ℤ) (a b : ℤ) : f (a*b) ≤ f (a*b) + 3"),
    ("r (f : ℤ → ℤ) : ∀ x y, f (x+y) = f (y+x) + 0", "c (f : ℤ → ℤ) : ∀ x y, f (x+y) = f (x+y) + 0"),
    (
        "r (f : ℤ → ℤ) (a b : ℤ) (h : f (a*b) = 3) : f (b*a)+1 = 4",
        "c (f : ℤ → ℤ) (a b : ℤ) (h : f (a*b) = 3) : f (a*b)+1 = 4",
    ),
    ("r (n : ℕ) : n*n - n^2 = 0", "c (n : ℕ) : n^2 - n^2 = 0"),
    ("r (x y : ℚ) : y*(2*(x+1) - (2*x+2)) = 0", "c (x y : ℚ) : y*(2*x+2 - (2*x+2)) = 0"),
    (
        "r (l m : List ℕ) : l.length + m.length - (m.length + l.length) = 0",
        "c (l m : List ℕ) : l.length + m.length - (l.length + m.length) = 0",
    ),
    (
        "r (k : ℕ) (l m : List ℕ) : k + l.length + m.length - (m.length + l.length) = k",
        "c (k : ℕ) (l m : List ℕ) : k + l.length + m.length - (l.length + m.length) = k",
    ),
]
# What a notation stands for, and the converse.
NOTATIONS = [
    ("r (n : ℕ) (h : n > 3) : 3 < n", "c (n : ℕ) (h : 3 < n) : n > 3"),
    ("r (a b : ℕ) (h : a ≥ b) : b ≤ a", "c (a b : ℕ) (h : b ≤ a) : a ≥ b"),
]
FRACTIONS = [
    ("r (p : ℚ) (h : p*500/1000 = 3) : p = 6", "c (p : ℚ) (h : p/2 = 3) : p = 6"),
    ("r (m k : ℚ) (h : m = k*250/1000) (h2 : k = 8) : m = 2", "c (m k : ℚ) (h : m = k/4) (h2 : k = 8) : m = 2"),
    ("r (p : ℚ) (h : p*0.5/10 = 3) : p = 60", "c (p : ℚ) (h : p*5/100 = 3) : p = 60"),
]
# What is read as words: each hypothesis for itself, numbers where they stand.
IN_WORDS = [
    (
        "r (l m : List ℕ) (h : l.length = 17 % 5) (h2 : m.length = 2) : l.length+1 = 3",
        "c (l m : List ℕ) (h : l.length = 2) (h2 : m.length = 17 % 5) : l.length+1 = 3",
    ),
    (
        "r (l : List ℕ) (h : l.length = 3*4) : l.length+12 = 25",
        "c (l : List ℕ) (h : l.length = 12) : l.length+3*4 = 25",
    ),
    ("r (l : List ℕ) (h : l.length = 2^4) : l.length = 4", "c (l : List ℕ) (h : l.length = 4^2) : l.length = 4"),
    ("r (l m : List ℕ) : (∀ x ∈ l, x = 1) → l.length = 2", "c (l m : List ℕ) : (∀ x ∈ m, x = 1) → l.length = 2"),
    ("r (l m : List ℕ) (h : l.length = 2) : m.length = 3", "c (m l : List ℕ) (h : l.length = 2) : l.length = 3"),
]
_TWO = "abbrev a : ℕ := 12\nabbrev b : ℕ := 3*4\n"
_SPACES = "abbrev A.k : ℕ := 12\nabbrev B.k : ℕ := 3*4\n"
OWN_DEFINITIONS = [
    (
        f"{_TWO}theorem r (l : List ℕ) (h : l.length = a) : l.length+b = 25",
        f"{_TWO}theorem c (l : List ℕ) (h : l.length = b) : l.length+a = 25",
    ),
    (
        f"{_SPACES}theorem r (l : List ℕ) (h : l.length = A.k) : l.length+B.k = 25",
        f"{_SPACES}theorem c (l : List ℕ) (h : l.length = B.k) : l.length+A.k = 25",
    ),
    (
        "def f (a b : ℕ) : ℕ := a+b\ndef g (a b : ℕ) : ℕ := b+a\ntheorem r (a b : ℕ) : f a b = g a b",
        "def f (a b : ℕ) : ℕ := a+b\ndef g (a b : ℕ) : ℕ := a+b\ntheorem c (a b : ℕ) : f a b = g a b",
    ),
    (
        "def f (n m : ℕ) : ℕ := n.succ\ntheorem r : f 1 1 = 2",
        "def f (m n : ℕ) : ℕ := n.succ\ntheorem c : f 1 1 = 2",
    ),
]
OPENED = [
    (
        "open Nat\ntheorem r (x : ℕ) (h : gcd x 4 = 2) : x ≠ 4",
        "open Int\ntheorem c (x : ℕ) (h : gcd x 4 = 2) : x ≠ 4",
    ),
    (
        "open Nat in\ntheorem r (x : ℕ) (h : gcd x 4 = 2) : x ≠ 4",
        "open Int in\ntheorem c (x : ℕ) (h : gcd x 4 = 2) : x ≠ 4",
    ),
]
IN_THE_PRELUDE = [
    ("r (x : ℝ) (h : x ∈ Set.Icc 1 3) : 1 ≤ x ∧ x ≤ 3", "c (x : ℝ) (h : 1 ≤ x ∧ x ≤ 3) : x ∈ Set.Icc 1 3"),
    ("r (x : ℝ) (h : x ∈ Set.Ioi 0) : 0 < x", "c (x : ℝ) (h : 0 < x) : x ∈ Set.Ioi 0"),
    ("r (x : ℝ) (h : x ∉ Set.Ioi 0) : ¬0 < x", "c (x : ℝ) (h : ¬0 < x) : x ∉ Set.Ioi 0"),
    ("r (x : ℝ) : x ∈ Set.Icc 1 3 ↔ 1 ≤ x ∧ x ≤ 3", "c (x : ℝ) : x ∈ Set.Icc 1 3 ↔ x ∈ Set.Icc 1 3"),
    ("r (a b : ℝ) : |a-b| < |b-a|+1", "c (a b : ℝ) : |a-b| < |a-b|+1"),
    (
        "r (s t : Finset ℕ) (h : ∑ i ∈ s, i = 5) : t.card = 5",
        "c (s t : Finset ℕ) (h : ∑ i ∈ t, i = 5) : t.card = 5",
    ),
    (
        "r (s : Finset ℕ) (k : ℕ) (h : ∑ i ∈ s, 1 + k = 5) : k = 9",
        "c (s : Finset ℕ) (k : ℕ) (h : ∑ i ∈ s, k + 1 = 5) : k = 9",
    ),
    ("r (n : ℕ) (h : Odd n) : ¬Even n", "c (n : ℕ) (h : ¬Even n) : Odd n"),
    ("r (n : ℕ) : Even n ↔ n%2 = 0", "c (n : ℕ) : ¬Odd n ↔ 2 ∣ n"),
    ("r (x : ℝ) (h : √x+3 = 5+3) : x = 25", "c (x : ℝ) (h : √x-9 = 5-9) : x = 25"),
]


# The same with its words changed.
HONEST = [
    ("r (x : ℚ) (h : 2*(x+1) = 12) : x = 5", "c (x : ℚ) (h : 2*x+2 = 12) : x = 5"),
    ("r (t : ℚ) (h : 60*t+40*t = 300) : t = 3", "c (t : ℚ) (h : (60+40)*t = 300) : t = 3"),
    ("r (p : ℚ) (h : p - 0.2*p = 68) : p = 85", "c (p : ℚ) (h : 0.8*p = 68) : p = 85"),
    ("r (p : ℚ) (h : p*15/100 = 30) : p = 200", "c (p : ℚ) (h : 15/100*p = 30) : p = 200"),
    (
        "r (x y z : ℚ) (h : x+y = z) (h2 : z = 10) (h3 : x = 4) : y = 6",
        "c (x y z : ℚ) (h3 : x = 4) (h : z-x = y) (h2 : 10 = z) : y = 6",
    ),
    ("r (a b : ℕ) (h : a < b) : 2*a < 2*b", "c (a b : ℕ) (h : a+1 ≤ b) : 2*a < 2*b"),
    (
        "r (n : ℕ) (h : 5 ∣ n) (h2 : n < 10) (h3 : n > 0) : n = 5",
        "c (n : ℕ) (h3 : 0 < n) (h : n%5 = 0) (h2 : n < 10) : n = 5",
    ),
    ("r (a : ℤ) (h : ∃ x, a = 2*x+1) : a*a%2 = 1", "c (x : ℤ) (h : ∃ y, x = 2*y+1) : x^2%2 = 1"),
    ("r (n : ℤ) : n*n ≥ 0", "c (m : ℤ) : 0 ≤ m^2"),
    ("r (a b : ℕ) (h : a > b) : a+b = b+a", "c (a b : ℕ) (h : b < a) : a+b = b+a"),
    ("r (a b : ℤ) (h : a*b = 6) (h2 : a = 2) : b*a+1 = 7", "c (x y : ℤ) (h2 : 2 = x) (h : x*y = 6) : y*x+1 = 7"),
    ("r (p : ℚ) (h : p*20/100 = 3) : p = 15", "c (p : ℚ) (h : p*0.2 = 3) : p = 15"),
    ("open Nat\ntheorem r (x : ℕ) (h : 2*x = 4) : x = 2", "theorem c (y : ℕ) (h : 4 = y*2) : y = 2"),
    ("r (x : ℚ) (hx : x ≠ 0) (h : 1/x = 2) : x = 1/2", "c (x : ℚ) (hx : ¬(x = 0)) (h : x⁻¹ = 2) : x = 0.5"),
    ("r (p q : Prop) : p ∧ q → q", "c (a b : Prop) : a → b → b"),
    ("r (l : List ℕ) (h : l.length = 3) : l ≠ []", "c (m : List ℕ) (hm : m.length = 3) : ¬(m = [])"),
    (
        "r (l : List ℕ) (h : l.length+2 = 3) (h2 : 1 ∈ l) : l = [1]",
        "c (k : List ℕ) (h2 : 1 ∈ k) (h : 2+k.length = 3) : k = [1]",
    ),
    ("r (l : List ℕ) (h : ∀ x ∈ l, x > 3) : 2 ∉ l", "c (k : List ℕ) (h : ∀ y ∈ k, 3 < y) : ¬(2 ∈ k)"),
    (
        "def f (n : ℕ) : ℕ := 2*n\ntheorem r (n : ℕ) (h : f n = 8) : n = 4",
        "def g (k : ℕ) : ℕ := 2*k\ntheorem c (m : ℕ) (h : 8 = g m) : m = 4",
    ),
]

HONEST_IN_THE_PRELUDE = [
    ("r (x : ℝ) (h : x ∈ Set.Icc 1 3) : x < 4", "c (x : ℝ) (h : 1 ≤ x) (h2 : x ≤ 3) : 4 > x"),
    ("r (a b : ℝ) (h : a < b) : ∃ c, a < c ∧ c < b", "c (a b : ℝ) (h : b > a) : ∃ m : ℝ, m < b ∧ m > a"),
]
OTHERS = [*SPELT_TWICE, *NOTATIONS, *FRACTIONS, *OPENED]
# Numbers that are no whole ones where a remainder is looked for.
NOT_WHOLE = [
    ("r : ∀ x, x > (0:ℚ) → ∃ k, x = 1.5*k + 0", "c : ∀ y, (0:ℚ) < y → ∃ k, y = k*1.5"),
    ("r (n : ℤ) : n ≡ 1.5 [ZMOD 4]", "c (n : ℤ) : n ≡ 1.5 [ZMOD 4.0] ∨ n = 1"),
    ("r (n : ℤ) (h : ∃ k, n = 2*k + 0.5) : n = 1", "c (n : ℤ) (h : ∃ k, n = 0.5 + 2.5*k) : n = 2"),
]


@pytest.fixture(scope="module")
def prelude_lean() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def found(lean: EmbeddedLean, reference: str, candidate: str) -> Comparison:
    texts = (text if "theorem" in text else f"theorem {text}" for text in (reference, candidate))
    return compare(lean, *(f"{text} := by sorry" for text in texts), budget=300)


@pytest.mark.parametrize("pair", CANCELLED + CONVERSES + LOGIC + STEPS + IN_WORDS + OWN_DEFINITIONS + OTHERS)
def test_another_arrangement_is_not_certified(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "not_established"
    assert found(lean, *pair[::-1]).value == "not_established"


@pytest.mark.parametrize("pair", IN_THE_PRELUDE)
def test_another_arrangement_in_the_prelude_is_not_certified(prelude_lean: EmbeddedLean, pair: Pair) -> None:
    assert found(prelude_lean, *pair).value == "not_established"
    assert found(prelude_lean, *pair[::-1]).value == "not_established"


@pytest.mark.parametrize("pair", HONEST)
def test_changed_words_are_certified(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "equivalent"


@pytest.mark.parametrize("pair", HONEST_IN_THE_PRELUDE)
def test_changed_words_in_the_prelude_are_certified(prelude_lean: EmbeddedLean, pair: Pair) -> None:
    assert found(prelude_lean, *pair).value == "equivalent"


@pytest.mark.parametrize("pair", NOT_WHOLE)
def test_a_decimal_is_no_remainder(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "not_established"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("k > ( 0 : ℝ )", "Real"),
        ("k = 1.5", "Rat"),
        ("k = n", "Int"),
        ("k = 2", "Nat"),
        ("Nat.fib k > ( 0 : ℝ )", "Nat"),
    ],
)
def test_a_bound_name_without_a_type_is_no_natural_number_beside_a_field(body: str, kind: str) -> None:
    assert guess_type("k", parse_formula(body.split()), Types({"n": "Int"})) == kind
