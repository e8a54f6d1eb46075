"""Statements whose formulas have the same terms, numbers or solutions in another arrangement are other statements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.equivalence import Comparison, compare

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
IN_THE_PRELUDE = [
    ("r (n : ℕ) : Even n ↔ n%2 = 0", "c (n : ℕ) : ¬Odd n ↔ 2 ∣ n"),
    ("r (x : ℝ) (h : √x+3 = 5+3) : x = 25", "c (x : ℝ) (h : √x-9 = 5-9) : x = 25"),
]


@pytest.fixture(scope="module")
def prelude_lean() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def found(lean: EmbeddedLean, reference: str, candidate: str) -> Comparison:
    texts = (text if "theorem" in text else f"theorem {text}" for text in (reference, candidate))
    return compare(lean, *(f"{text} := by sorry" for text in texts), budget=300)


@pytest.mark.parametrize("pair", CANCELLED + CONVERSES)
def test_another_arrangement_is_not_certified(lean: EmbeddedLean, pair: Pair) -> None:
    assert found(lean, *pair).value == "not_established"
    assert found(lean, *pair[::-1]).value == "not_established"


@pytest.mark.parametrize("pair", IN_THE_PRELUDE)
def test_another_arrangement_in_the_prelude_is_not_certified(prelude_lean: EmbeddedLean, pair: Pair) -> None:
    assert found(prelude_lean, *pair).value == "not_established"
    assert found(prelude_lean, *pair[::-1]).value == "not_established"
