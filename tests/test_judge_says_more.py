"""Outcomes that say more than the formulas they hold: choices, denials, conditions. A part of them settles nothing."""

from __future__ import annotations

import pytest
from edit_cases import deleted

from pytest_faithform.judges.edits import judge_edit

STATEMENT = "Let $n$, $m$ and $k$ be integers with $6 \\mid nm$. Show that $nm$ is even."

PARTS = [
    ("$n$ is even or divisible by $3$.", "Even n"),
    ("$n$ is even or $m$ is even.", "Even n"),
    ("$n$ is prime or a square.", "Prime n"),
    ("$n$ and $m$ are coprime or both are multiples of $5$.", "IsCoprime n m"),
    ("either $n=2$ or $m$ is a multiple of $3$.", "n = 2"),
    ("$n$ is divisible by $2$ or by $3$.", "2 ∣ n"),
    ("$n \\ge 6$ or $m$ exceeds $5$.", "n ≥ 6"),
    ("one of $n \\ge 6$, $m \\ge 6$ holds.", "n ≥ 6"),
    ("$n^2$ is positive or zero.", "n ^ 2 > 0"),
    ("it is impossible that $n$ is odd and $m$ is odd.", "Odd n"),
    ("we cannot have $n < 1$.", "n < 1"),
    ("it is not true that $n < 2$ and $m < 2$.", "n < 2"),
    ("$n$ is never $5$.", "n = 5"),
    ("no such $n$ is odd.", "Odd n"),
    ("$n=6$ is impossible.", "n = 6"),
    ("neither $m$ nor $n$ is even.", "Even n"),
    ("no two of $k$, $n$ and $m$ are coprime.", "IsCoprime n m"),
    ("the absolute value of $n$ is $9$.", "n = 9"),
    ("the least value of $n$ is $9$.", "n = 9"),
    ("twice $n$ is positive.", "n > 0"),
    ("half $n$ is $9$.", "n = 9"),
    ("the square of the number $n$ is $9$.", "n = 9"),
    ("the last digit in base $n$ is $9$.", "n = 9"),
    ("the coefficient at $n$ is positive.", "n > 0"),
    ("$m$ is even if and only if $n$ is even.", "Even m"),
    ("$n$ is even whenever $m$ is odd.", "Even n"),
    ("$n$ is prime if $m$ is.", "Prime n"),
    ("$n$ and $m$ are relatively prime to $k$.", "IsCoprime n m"),
    ("$k$, $n$ and $m$ are coprime.", "IsCoprime n m"),
    ("$n-1$ is even, and one of its neighbours is a multiple of $4$.", "Even (n - 1)"),
]


@pytest.mark.parametrize(("outcome", "part"), PARTS)
@pytest.mark.parametrize("proof", ["sorry", "omega"])
def test_a_part_of_the_claim_settles_nothing(outcome: str, part: str, proof: str) -> None:
    case = deleted(STATEMENT, f"[[By a short check, ||{outcome}]] Hence the result follows.")
    lean = f"theorem t (n m k : ℤ) (h : 6 ∣ n * m) : Even (n * m) := by\n  have h1 : {part} := by {proof}\n  grind"
    assert judge_edit(case, lean).label == "unclear"


def test_an_even_function_is_no_even_number() -> None:
    case = deleted("Let $f$ be as above. Show that $g = 4$.", "[[Inserting $-x$, ||$f$ is even.]] So $g = 4$.")
    lean = "theorem t (f g : ℤ) (h : f = g) : g = 4 := by\n  have h1 : Even f := by omega\n  grind"
    assert judge_edit(case, lean).label == "unclear"


PENS = "Ana doubles her $12$ pens. Her pencils are twice as many as her pens. Show that she has $48$ pencils."
HEAD = "theorem t (pens pencils : ℕ) (h : pens / 2 = 12) (hp : pencils = 2 * pens) : pencils = 48 := by\n"


@pytest.mark.parametrize(
    "steps",
    [
        "have h1 : pens = 2 * 12 := by sorry\n  have h2 : pencils / 2 = 24 := by omega",
        "have h1 : pens = 12 + 12 := by omega\n  have h2 : pencils / 2 = 24 := by sorry",
        "have h1 : pens - 12 = 12 := by sorry\n  have h2 : 12 + 12 = 24 := by norm_num",
        "have h2 : pencils - 24 = 24 := by omega",
    ],
)
def test_another_quantity_of_the_same_size_settles_nothing(steps: str) -> None:
    case = deleted(PENS, "[[Doubling $12$ gives $2 \\cdot 12 = 24$, so ||Ana had 24 pens at first.]] The rest follows.")
    assert judge_edit(case, f"{HEAD}  {steps}\n  omega").label == "unclear"


def test_the_quantity_of_the_outcome_settles_it() -> None:
    case = deleted(PENS, "[[Doubling $12$ gives $2 \\cdot 12 = 24$, so ||Ana had 24 pens at first.]] The rest follows.")
    lean = f"{HEAD}  have h1 : pens = 24 := by PROOF\n  omega"
    assert judge_edit(case, lean.replace("PROOF", "sorry")).label == "faithful"
    assert judge_edit(case, lean.replace("PROOF", "omega")).label == "reverted"
