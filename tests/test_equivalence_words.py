"""Statements that have the same solutions, or that are both true, are not the same; the same in other words are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.equivalence import compare

# Reference and candidate without their proofs. A certificate needs more than that both are true, or false, or solved alike.
OTHER_PROBLEMS = [
    # The same numbers and the same solutions, and another operation.
    (
        "theorem r (n : ℕ) (h : 2 * n > 3) : n ≥ 2",
        "theorem c (n : ℕ) (h : n + 2 > 3) : n ≥ 2",
    ),
    (
        "theorem r (x : ℚ) (h : x + 2 = 4) : x = 2",
        "theorem c (x : ℚ) (h : x * 2 = 4) : x = 2",
    ),
    (
        "def f (n : ℕ) : ℕ := n * n\ntheorem r : f 3 = 9",
        "def g (n : ℕ) : ℕ := 3 * n\ntheorem c : g 3 = 9",
    ),
    (
        "theorem r : (List.range 10).foldl (· + ·) 0 = 45",
        "theorem c : (List.range 10).foldr (· + ·) 0 = 45",
    ),
    (
        "theorem r : (List.range 10).foldl (· + ·) 0 = 45",
        "theorem c : 40 + 5 = 45",
    ),
    (
        "theorem r : 60 / 5 = 13",
        "theorem c : 7 * 8 = 54",
    ),
    (
        "theorem r : 1 + 1 = 3",
        "theorem c : 2 + 2 = 3",
    ),
    (
        "theorem r (n : ℕ) (h : n < 0) : n * n = 7 * n + 1",
        "theorem c (n : ℕ) (h : n < 0) : ∃ k, k * k = n + 3",
    ),
    (
        "theorem r (x : ℤ) (h : (1:ℤ) = 2) : x = 1",
        "theorem c (x : ℤ) (h : (1:ℤ) = 2) : x = 2",
    ),
    (
        "theorem r (x : ℚ) (h : x / 12 + x / 6 = 1) : x = 4",
        "theorem c (x : ℚ) (h : x / 3 + x / 6 = 2) : x = 4",
    ),
    (
        "theorem r (w : ℕ) (h : 40 + 15 * w ≥ 310) : w ≥ 18",
        "theorem t (w : Nat) (h : 100 + 7 * w ≥ 220) : w ≥ 18",
    ),
    (
        "theorem r (p : ℚ) (h : p - 20/100 * p = 68) : p = 85",
        "theorem t (p : Rat) (h : p = 85) : p - 20/100 * p = 68",
    ),
    (
        "theorem r (n : ℕ) (h : 6 * n + 45 ≤ 170) : n ≤ 20",
        "theorem t (n : Nat) (h : n ≤ 20) : 6 * n + 45 ≤ 170",
    ),
    (
        "theorem r (x : ℚ) (h : 3 * x + 65 = 80) : x = 5",
        "theorem c (x : ℚ) (h : x = 5) : 3 * x + 65 = 80",
    ),
    (
        "theorem r (x : ℚ) (h : 3 * x + 65 = 80) : x = 5",
        "theorem c (x : ℚ) (h : 3 * x = 15) : x = 5",
    ),
    (
        "theorem r (x : ℚ) (h : 3 * x + 65 = 80) : x = 5",
        "theorem c (x : ℚ) (h : 3 * x + 65 = 80) : x = 5 ∧ x * x = 25",
    ),
    (
        "theorem r (n : ℕ) (h : n % 2 = 1) : (n + 1) % 2 = 0",
        "theorem c (n : ℕ) (h : (n + 1) % 2 = 0) : n % 2 = 1",
    ),
    (
        "theorem r (x : ℤ) (h : 2*x+1=7) : x = 3",
        "theorem c (x : ℤ) (h : 5*x-1=14) : x = 3",
    ),
    (
        "theorem r (x y : ℤ) (h : x + y = 10) : 2*x+2*y = 20",
        "theorem c (x y : ℤ) (h : x + y = 10) : 3*x+3*y = 30",
    ),
]
OTHER_WORDS = [
    (
        "theorem r (p : ℚ) (h : p - 20/100 * p = 68) : p = 85",
        "theorem t (p : ℚ) (h : (1 - 20/100) * p = 68) : p = 85",
    ),
    (
        "theorem r (p : ℚ) (h : p - 20/100 * p = 68) : p = 85",
        "theorem t (p : ℚ) (h : 68 = p * (80 / 100)) : p = 85",
    ),
    (
        "theorem r (x : ℚ) (h : 3 * x + 65 = 80) : x = 5",
        "theorem c (x : ℚ) (h : 3 * x = 80 - 65) : x = 5",
    ),
    (
        "theorem t (n : ℤ) (h : n > 3) : 2 * n > 7",
        "theorem t (n : ℤ) (h : n ≥ 4) : 2 * n ≥ 8",
    ),
    (
        "theorem t (x y : ℤ) (h : x - y = 3) (hx : x = 10) : y = 7",
        "theorem t (x y : ℤ) (h : x = y + 3) (hx : x = 10) : y = 7",
    ),
]
COMPUTED = [
    ("theorem r : Nat.totient 10 = 4", "theorem c : Nat.totient 8 = 4"),
    ("theorem r : ∑ d ∈ Nat.divisors 6, d = 12", "theorem c : ∑ d ∈ Nat.divisors 11, d = 12"),
    ("theorem r : Nat.fib 6 = 8", "theorem c : Nat.choose 8 1 = 8"),
    ("theorem r : ∑ i ∈ Finset.range 10, i = 45", "theorem c : ∑ i ∈ Finset.range 9, 5 = 45"),
    ("theorem r : Nat.Prime 7", "theorem c : Nat.Prime 11"),
    ("theorem r : Nat.gcd 180 168 = 11", "theorem c : Nat.lcm 4 6 = 13"),
    ("theorem r : ∑ i ∈ Finset.range 10, i = 46", "theorem c : ∑ i ∈ Finset.range 3, i = 46"),
    ("open Nat in theorem r : 5 ! = 121", "open Nat in theorem c : 6 ! = 719"),
    ("def f (x : ℤ) : ℤ := x ^ 2 - 1\ntheorem r : f 3 = 8", "def f (x : ℤ) : ℤ := 3 * x - 1\ntheorem r : f 3 = 8"),
    ("theorem r : (Nat.digits 10 123).sum = 6", "theorem c : (Nat.digits 10 321).sum = 6"),
    ("theorem r : (∑ i ∈ Finset.range 5, i ^ 2) % 7 = 2", "theorem c : (∑ i ∈ Finset.range 3, i ^ 3) % 7 = 2"),
    (
        "theorem r : (Finset.filter (fun n => n ∣ 12) (Finset.Icc 1 12)).card = 6",
        "theorem c : (Finset.filter (fun n => n ∣ 18) (Finset.Icc 1 18)).card = 6",
    ),
]


@pytest.fixture(scope="module")
def prelude_lean() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def value(lean: EmbeddedLean, reference: str, candidate: str) -> str:
    return compare(lean, f"{reference} := by sorry", f"{candidate} := by sorry", budget=300).value


@pytest.mark.parametrize(("reference", "candidate"), OTHER_PROBLEMS)
def test_another_problem_is_not_certified(lean: EmbeddedLean, reference: str, candidate: str) -> None:
    assert value(lean, reference, candidate) in ("not_established", "different")
    assert value(lean, candidate, reference) in ("not_established", "different")


@pytest.mark.parametrize(("reference", "candidate"), OTHER_WORDS)
def test_the_same_in_other_words_is_certified(lean: EmbeddedLean, reference: str, candidate: str) -> None:
    assert value(lean, reference, candidate) == "equivalent"
    assert value(lean, candidate, reference) == "equivalent"


@pytest.mark.parametrize(("reference", "candidate"), COMPUTED)
def test_two_facts_that_can_be_computed_are_not_certified(
    prelude_lean: EmbeddedLean, reference: str, candidate: str
) -> None:
    assert value(prelude_lean, reference, candidate) != "equivalent"
