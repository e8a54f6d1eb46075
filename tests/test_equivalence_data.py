"""A statement with other data is another problem, whatever Lean can put for it; one in other words is the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.equivalence import Comparison, compare

Pair = tuple[str, str]

# Hypotheses with the same solutions before a conclusion that is wrong of both, or hard: Lean can put the one for the other.
SOLVED_ALIKE = [
    (
        "r (a b : ℕ) (h : a*b = 12) (h2 : a+b = 7) (h3 : a > b) : a - b = 2",
        "c (a b : ℕ) (h : a = 4) (h2 : b = 3) : a - b = 2",
    ),
    ("r (k : ℕ) (h : 12*k = 60) : ∀ n : ℕ, n^k % 5 = n % 5", "c (k : ℕ) (h : k - 2 = 3) : ∀ n : ℕ, n^k % 5 = n % 5"),
    (
        "r (n : ℕ) (h : 2*n > 3) (hn : n%4 = 3) : ¬∃ a b : ℕ, a^2+b^2 = n",
        "c (n : ℕ) (h : n+2 > 3) (hn : n%4 = 3) : ¬∃ a b : ℕ, a^2+b^2 = n",
    ),
    ("r (x : ℤ) (h : 2*x = 14) : x = 8", "c (x : ℤ) (h : 3*x+1 = 22) : x = 8"),
    ("r (a b : ℤ) (h : a+b = 10) (h2 : a-b = 4) : a = 8", "c (a b : ℤ) (h : a+b = 10) (h2 : a = 7) : a = 8"),
    ("r (x : ℚ) (h : x/2 = 3) : x = 7", "c (x : ℚ) (h : x-1 = 5) : x = 7"),
    ("r (x : ℤ) (h : x*x = 4) (hx : x > 0) : x = 3", "c (x : ℤ) (h : x = 2) (hx : x > 0) : x = 3"),
    ("r (n : ℤ) (h : n*n = 16) (h2 : n > 0) : n = 5", "c (n : ℤ) (h : n+1 = 5) (h2 : n > 0) : n = 5"),
    ("r (x : ℤ) (h : x ∣ 6) (h2 : x > 3) : x = 5", "c (x : ℤ) (h : x = 6) : x = 5"),
    ("r (s : ℕ) (h : 4*s = 36) : s*s = 80", "c (s : ℕ) (h : s = 9) : s*s = 80"),
    ("r (x : ℚ) (h : 2*x+1 = 7) : ∃ y, y*y = x", "c (x : ℚ) (h : 3*x = 9) : ∃ y, y*y = x"),
    ("r (p : ℕ) (h : 60*p = 180) : 2^p+1 = 10", "c (p : ℕ) (h : p+7 = 10) : 2^p+1 = 10"),
    ("r (n : ℕ) (hn : n%4 = 3) : ¬∃ a b : ℕ, a^2+b^2 = n", "c (n : ℕ) (hn : (5*n)%4 = 3) : ¬∃ a b : ℕ, a^2+b^2 = n"),
    (
        "r (s : List ℕ) (h : s.length = 3) : s.reverse.length = 4",
        "c (s : List ℕ) (h : s.length+2 = 5) : s.reverse.length = 4",
    ),
    ("r (m c : ℚ) (h : 5*m + 3 = 18) (hc : c = 4*m) : c > 13", "c (m c : ℚ) (h : m / 3 = 1) (hc : c = 4*m) : c > 13"),
    ("r (x : ℤ) (h : x = 3*4) : x = 13", "c (x : ℤ) (h : x = 20-8) : x = 13"),
    ("r (x : ℕ) (h : 2^x = 4) : x = 3", "c (x : ℕ) (h : x^2 = 4) : x = 3"),
    ("r (x y : ℕ) (h : x = 2) (h2 : 2^x = y) : y = 5", "c (x y : ℕ) (h : x = 2) (h2 : x^2 = y) : y = 5"),
    ("r (x : ℤ) (h : x^2 - 4*x + 3 = 0) : x = 2", "c (x : ℤ) (h : (x-1)*(x-3) = 0) : x = 2"),
    ("r (x : ℕ) (h : x = 2+2) : x = 5", "c (x : ℕ) (h : x = 2*2) : x = 5"),
    ("r (x : ℕ) (h : x = 2^4) : x = 5", "c (x : ℕ) (h : x = 4^2) : x = 5"),
    ("r (x : ℚ) (h : x = 8/2) : x = 5", "c (x : ℚ) (h : x = 4) : x = 5"),
    ("r (x : ℚ) (h : x = 3/4) : x = 5", "c (x : ℚ) (h : x = 1 - 1/4) : x = 5"),
    ("r (a b : ℤ) (h : (a+b)*(a-b) = 21) : a = 4", "c (a b : ℤ) (h : a^2 - b^2 = 21) : a = 4"),
    ("r (n : ℕ) (h : (n:ℤ) - 5 ≤ 0) : n = 9", "c (n : ℕ) (h : n - 5 ≤ 0) : n = 9"),
    # Of naturals Lean computes closed terms even where it unfolds nothing, also where a formula is not plain arithmetic.
    ("r (f : ℕ → ℕ) (h : f 0 = 3*4) : f 0 = 13", "c (f : ℕ → ℕ) (h : f 0 = 20-8) : f 0 = 13"),
    ("r (f : ℕ → ℕ) (h : f 0 = 2^4) : f 0 = 13", "c (f : ℕ → ℕ) (h : f 0 = 4^2) : f 0 = 13"),
    ("r (l : List ℕ) (h : l.length = 1+1) : l = []", "c (l : List ℕ) (h : l.length = 2) : l = []"),
    ("r (l : List ℕ) (h : l.length = Nat.gcd 6 4) : l = []", "c (l : List ℕ) (h : l.length = Nat.sub 6 4) : l = []"),
    ("r (l : List ℕ) (h : l.length = Nat.mul 2 2) : l = []", "c (l : List ℕ) (h : l.length = Nat.pow 2 2) : l = []"),
    ("r (l : List ℕ) (h : l.length = Nat.pow 2 4) : l = []", "c (l : List ℕ) (h : l.length = Nat.pow 4 2) : l = []"),
    ('r (s : String) (h : s = "ab") : s = "b"', 'c (s : String) (h : s = "a" ++ "b") : s = "b"'),
]
OWN_DEFINITIONS = [
    ("def a : ℤ := 7*8\ntheorem r : a = 54", "def a : ℤ := 50+6\ntheorem c : a = 54"),
    ("abbrev a : ℕ := 7*8\ntheorem r : a = 54", "abbrev a : ℕ := 50+6\ntheorem c : a = 54"),
    ("def side : ℤ := 3*4\ntheorem r : side = 13", "def side : ℤ := 20-8\ntheorem c : side = 13"),
    (
        "def N : ℕ := 7*11*13\ntheorem r (x y : ℕ) (h : x*x+y*y = N) : x = y",
        "def N : ℕ := 1000+1\ntheorem c (x y : ℕ) (h : x*x+y*y = N) : x = y",
    ),
    ("def a : ℤ := 7*8\ndef b : ℤ := a\ntheorem r : b = 54", "def a : ℤ := 50+6\ndef b : ℤ := a\ntheorem c : b = 54"),
    (
        "def f (x : ℤ) : ℤ := max x 3\ntheorem r : f 3 = 4",
        "def f (x : ℤ) : ℤ := min x 3\ntheorem c : f 3 = 4",
    ),
    (
        'local notation "k" => 7*8\ntheorem r (x : ℕ) (h : x = k) : x = 54',
        'local notation "k" => 50+6\ntheorem r (x : ℕ) (h : x = k) : x = 54',
    ),
]
SOLVED_ALIKE_IN_THE_PRELUDE = [
    ("r (x : ℝ) (h : 2*x+1 = 7) : Real.exp x > 21", "c (x : ℝ) (h : 5*x-3 = 12) : Real.exp x > 21"),
    (
        "r (S : Finset ℕ) (h : S = Finset.filter (fun n => n%3=0) (Finset.range 10)) : S.card = 5",
        "c (S : Finset ℕ) (h : S = {0,3,6,9}) : S.card = 5",
    ),
    (
        "r (x y : ℝ) (h : x + y = 7) (h2 : x * y = 10) : x^2 + y^2 = 28",
        "c (x y : ℝ) (h : x + y = 7) (h2 : x * y = 10) : (x+y)^2 - 2*x*y = 28",
    ),
    ("r : Real.sqrt 16 = 4", "c : Real.sqrt 16 = 8 / 2"),
    ("r (a b : ℝ) (h : a^2 + b^2 = 0) : a = 1", "c (a b : ℝ) (h : a = 0 ∧ b = 0) : a = 1"),
    ("r (x : ℝ) (h : Real.sqrt x = 3) : x = 8", "c (x : ℝ) (h : x = 9) : x = 8"),
    (
        "r (s : Finset ℕ) (h : ∀ x, x ∈ s ↔ 1 ≤ x ∧ x ≤ 20 ∧ 3 ∣ x) : s.card = 6",
        "c (s : Finset ℕ) (h : s = Finset.filter (fun x => 3 ∣ x) (Finset.Icc 1 20)) : s.card = 6",
    ),
]
# As true as each other, and neither assumes less.
SOLVED_ALIKE_ONE_WAY = [
    ("r (f : ℤ → ℤ) (h : ∀ x, f x = 2*x+3) : f (f 0) = 8", "c (f : ℤ → ℤ) (h : ∀ x, f (x-1) = 2*x+1) : f (f 0) = 8"),
    (
        "r (f : ℕ → ℕ) (h : ∀ x, f (x+1) = f x+3) (h0 : f 0 = 2) : f 10 = 33",
        "c (f : ℕ → ℕ) (h : ∀ x, f x = 3*x+2) : f 10 = 33",
    ),
    ("r (n : ℕ) (h : n > 3) : n > 2", "c (n : ℕ) (h : n > 3) (h2 : n > 1) : n > 2"),
]
OTHER_WORDS = [
    (
        "r (f : ℕ → ℕ) (h : ∀ x y, f (x+y) = f x + f y) : f 0 = 0",
        "c (g : ℕ → ℕ) (hg : ∀ a b, g a + g b = g (a+b)) : 0 = g 0",
    ),
    (
        "r (f g : ℤ → ℤ) (h : ∀ x, f x = g x + 2) (h2 : g 0 = 1) : f 0 = 3",
        "c (f g : ℤ → ℤ) (h2 : f 0 = 1) (h : ∀ x, g x - 2 = f x) : g 0 = 3",
    ),
    ("r (x y z : ℚ) (h : x+y+z = 6) : x = 6-y-z", "c (x y z : ℚ) (h : z+y+x = 6) : x = 6-y-z"),
    ("r (x z : ℚ) (h : x = 3) : 2*x+z = 6+z", "c (x z : ℚ) (h : x = 3) : z+2*x = 6+z"),
    ("r : ¬∃ n : ℕ, n*n = 2", "c : ∀ n : ℕ, n*n ≠ 2"),
    ("r : ∃ n : ℕ, n*n = 144 ∧ n > 0", "c : ¬∀ n : ℕ, n*n = 144 → ¬(n > 0)"),
    ("r (n : ℕ) (h : n%2 = 0) : n*n%4 = 0", "c (n : ℕ) (h : 2 ∣ n) : 4 ∣ n*n"),
    ("r (n : ℕ) (h : n%2 = 0) : n*n%4 = 0", "c (n : ℕ) (h : ∃ k, n = 2*k) : n*n%4 = 0"),
    ("r (p q : Prop) : p ∧ q → p", "c (p q : Prop) : p → q → p"),
    ("r (a b : ℕ) (h : ¬(a ≤ b)) : b+1 ≤ a", "c (a b : ℕ) (h : b < a) : a ≥ b+1"),
    ("r (f : ℤ → ℤ) (h : ∀ x, f x = 2*x+1) : f 3 + f 4 = 16", "c (f : ℤ → ℤ) (h : ∀ y, f y = 1+2*y) : f 4 + f 3 = 16"),
    ("r (x : ℤ) : x^2-4*x+3 = 0 ↔ x = 1 ∨ x = 3", "c (x : ℤ) : x = 3 ∨ x = 1 ↔ x^2+3 = 4*x"),
    ("r (n : ℕ) (h : n ≥ 1) : n*n ≥ n", "c (n : ℕ) (h : n ≠ 0) : n ≤ n^2"),
    ("r (x y : ℕ) (h : (x, y) = (1, 2)) : x+y = 3", "c (x y : ℕ) (h : x = 1 ∧ y = 2) : x+y = 3"),
    ("r (x : ℚ) (h : 2*(x+1) = 8) : x = 3", "c (x : ℚ) (h : 8 = 2*x+2) : x = 3"),
    ("r (a : ℚ) (h : 0.25*a = 5) : a = 20", "c (a : ℚ) (h : a/4 = 5) : a = 20"),
    ("r (a : ℚ) (h : a*20/100 = 5) : a = 25", "c (a : ℚ) (h : 0.2*a = 5) : a = 25"),
]
OTHER_WORDS_IN_THE_PRELUDE = [
    ("r (n : ℕ) (h : Even n) : Even (n^2)", "c (n : ℕ) (h : 2 ∣ n) : 2 ∣ n^2"),
    ("r (n : ℤ) (h : Even n) : 4 ∣ n^2", "c (n : ℤ) (h : ∃ k, n = 2*k) : 4 ∣ n^2"),
    ("r (n : ℕ) (h : n ≡ 3 [MOD 7]) : n^2 ≡ 2 [MOD 7]", "c (n : ℕ) (h : n % 7 = 3) : n^2 % 7 = 2"),
    (
        "r (f : ℝ → ℝ) (hf : Function.Injective f) (a b : ℝ) (h : f a = f b) : a = b",
        "c (f : ℝ → ℝ) (hf : ∀ x y, f x = f y → x = y) (a b : ℝ) (h : f a = f b) : a = b",
    ),
    ("r (f : ℝ → ℝ) (h : f = fun x => 3*x+1) : f 2 = 7", "c (f : ℝ → ℝ) (h : ∀ x, f x = 3*x+1) : f 2 = 7"),
    ("r (x y : ℝ) (h : (x, y) = (1, 2)) : x+y = 3", "c (x y : ℝ) (h : x = 1 ∧ y = 2) : x+y = 3"),
    ("r (p : ℕ) (hp : p.Prime) (h : p ≠ 2) : Odd p", "c (p : ℕ) (hp : Nat.Prime p) (h : ¬p = 2) : ¬Even p"),
    ("r (x : ℝ) (h : |x-2| < 1) : x < 3", "c (x : ℝ) (h : |2-x| < 1) : x < 3"),
]


@pytest.fixture(scope="module")
def prelude_lean() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def found(lean: EmbeddedLean, reference: str, candidate: str) -> Comparison:
    texts = (text if "theorem" in text else f"theorem {text}" for text in (reference, candidate))
    return compare(lean, *(f"{text} := by sorry" for text in texts), budget=300)


@pytest.mark.parametrize("pair", SOLVED_ALIKE + OWN_DEFINITIONS + SOLVED_ALIKE_ONE_WAY)
def test_other_data_with_the_same_solutions_are_not_certified(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "not_established"
    assert found(lean, *pair[::-1]).value == "not_established"


@pytest.mark.parametrize("pair", SOLVED_ALIKE_IN_THE_PRELUDE)
def test_other_data_in_the_prelude_are_not_certified(prelude_lean: EmbeddedLean, pair: Pair) -> None:
    assert found(prelude_lean, *pair).value == "not_established"


@pytest.mark.parametrize("pair", OTHER_WORDS)
def test_other_words_are_certified(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "equivalent"
    assert found(lean, *pair[::-1]).value == "equivalent"


@pytest.mark.parametrize("pair", OTHER_WORDS_IN_THE_PRELUDE)
def test_other_words_in_the_prelude_are_certified(prelude_lean: EmbeddedLean, pair: Pair) -> None:
    assert found(prelude_lean, *pair).value == "equivalent"


def test_a_statement_that_assumes_more_is_shown_to(lean: EmbeddedLean) -> None:
    pair = ("r (a b : ℤ) (h : a = b + 1) : a > b", "c (a b : ℤ) (h : a = b + 1) (hb : b > 0) : a > b")
    weaker = found(lean, *pair)
    assert weaker.value == "weaker"
    assert "theorem assumes_more : ¬ (∀ a : Int, ∀ b : Int, (a = (b + 1)) → (0 < b)) := by" in weaker.certificate


def test_a_direction_alone_is_told_and_decides_nothing(lean: EmbeddedLean) -> None:
    told = "the reference implies the candidate; the other direction is neither established nor refuted"
    assert found(lean, *SOLVED_ALIKE_ONE_WAY[-1]).reason == told


@pytest.mark.parametrize(
    "candidate",
    ["theorem t (x : ℤ) (h : x = 2 : x = 3 := by sorry", "theorem t (x : ℤ) (h : x = 2) : y = 3 := by sorry"],
)
def test_a_text_that_states_nothing_is_not_certified(lean: EmbeddedLean, candidate: str) -> None:
    reference = "theorem t (x : ℤ) (h : x = 2) : x = 3 := by sorry"
    for texts in ((reference, candidate), (candidate, reference)):
        assert compare(lean, *texts, budget=300).value == "not_established"


def test_a_theorem_that_is_not_read_by_this_lean_is_not_certified(lean: EmbeddedLean) -> None:
    reference = "theorem r : ∃ a n : ℕ, a > 0 ∧ n > 0 ∧ a^(n+1) = 2001 := by sorry"
    candidate = "theorem c : ∃! (a n : ℕ), 0 < a ∧ 0 < n ∧ a^(n+1) = 2001 := by sorry"
    comparison = compare(lean, reference, candidate, budget=300)
    assert (comparison.value, comparison.at_fault) == ("not_established", "candidate")
