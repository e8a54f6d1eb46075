"""Claims that a proof makes in words, as a Lean text writes them: parity, primes, signs, one or the other, the value of."""

from __future__ import annotations

import pytest
from edit_cases import deleted, edited

from pytest_faithform.judges.edits import judge_edit

STATEMENT = "Let $n$, $a$ and $b$ be integers with some property. Show that the rest follows."

CLAIMS = [
    ("$n(n+1)$ is even.", "Even (n * (n + 1))"),
    ("$n(n+1)$ is even.", "2 ∣ n * (n + 1)"),
    ("$n(n+1)$ is even.", "n * (n + 1) % 2 = 0"),
    ("$n(n+1)$ is even.", "∃ k, n * (n + 1) = 2 * k"),
    ("$n(n+1)$ is even.", "∃ k, n * (n + 1) = k + k"),
    ("$n^2 + n \\equiv 0 \\pmod 2$.", "Even (n ^ 2 + n)"),
    ("$n^2$ must be odd.", "Odd (n ^ 2)"),
    ("$n^2$ is also odd.", "n ^ 2 % 2 = 1"),
    ("$n^2$ is odd.", "∃ (k : ℤ), n ^ 2 = 2 * k + 1"),
    ("$n^2 + 1$ is positive.", "n ^ 2 + 1 > 0"),
    ("$a - b$ is non-negative.", "0 ≤ a - b"),
    ("$a^2 - 7$ is nonzero.", "a ^ 2 - 7 ≠ 0"),
    ("$n$ is a prime number.", "Prime n"),
    ("$n$ is prime.", "n.natAbs.Prime ∧ Prime n"),
    ("$a$ and $b$ are coprime.", "IsCoprime a b"),
    ("$a$ and $b$ are relatively prime.", "Int.gcd a b = 1"),
    ("$n = 3$ or $n = -3$.", "n = 3 ∨ n = -3"),
    ("$n = 3$ or $n = -3$.", "n = -3 ∨ n = 3"),
    ("$n \\in \\{1, 2, 3\\}$.", "n = 1 ∨ n = 2 ∨ n = 3"),
    ("the value of $n$ is $7$.", "n = 7"),
    ("$\\sum_{k=1}^{n+1} k^2 = b$.", "∑ k ∈ Finset.range (n + 2), k ^ 2 = b"),
    ("$\\sum_{k=1}^{n} k^2 = b$.", "∑ k ∈ Finset.range (n + 1), k ^ 2 = b"),
]


@pytest.mark.parametrize(("outcome", "claim"), CLAIMS)
def test_a_claim_in_words_is_located(outcome: str, claim: str) -> None:
    case = deleted(
        STATEMENT, f"We look at both. [[By what was said before it follows that ||{outcome}]] The rest follows."
    )
    text = f"theorem t (n a b : ℤ) (h0 : n ^ 3 = a + b) : a * b = 12 := by\n  have h : {claim} := by PROOF\n  nlinarith"
    assert judge_edit(case, text.replace("PROOF", "sorry")).label == "faithful"
    assert judge_edit(case, text.replace("PROOF", "omega")).label == "reverted"


@pytest.mark.parametrize(
    ("proof", "label"),
    [
        ("by\n    intro m\n    sorry", "faithful"),
        ("by intro m; sorry", "faithful"),
        ("fun m => sorry", "faithful"),
        ("fun m ↦ by sorry", "faithful"),
        ("by\n    intro m\n    exact Int.even_mul_succ_self m", "reverted"),
        ("fun m => Int.even_mul_succ_self m", "reverted"),
        ("by\n    intro m\n    rw [Int.even_mul]\n    sorry", "reverted"),
    ],
)
def test_a_claim_for_all_values_that_is_used_for_one(proof: str, label: str) -> None:
    case = deleted(
        "Let $n$ be an integer. Show that $n^2 + n$ is even.",
        "We write $n^2 + n = n(n+1)$. [[One of two neighbours is even, so ||$n(n+1)$ is even.]] Hence $n^2 + n$ is even.",
    )
    lean = (
        f"theorem t (n : ℤ) : Even (n ^ 2 + n) := by\n  have key : ∀ m : ℤ, Even (m * (m + 1)) := {proof}\n"
        "  rw [show n ^ 2 + n = n * (n + 1) by ring]; exact key n"
    )
    assert judge_edit(case, lean).label == label


@pytest.mark.parametrize("length", [20, 1500])
def test_a_chain_of_citations_is_followed_to_its_end(length: int) -> None:
    case = deleted("Let $n$ be even. Show that $m = 4$.", "We see. [[Since all is even, ||$n(n+1) = 12$.]] So $m = 4$.")
    first = "theorem t (n m : ℤ) : m = 4 := by\n  have h0 : n * (n + 1) = 12 := by sorry\n"
    chain = "".join(f"  have h{at} : n * (n + 1) = 12 := h{at - 1}\n" for at in range(1, length))
    assert judge_edit(case, f"{first}{chain}  omega").label == "faithful"


def test_a_chain_too_long_to_follow_settles_nothing() -> None:
    case = deleted("Let $n$ be even. Show that $m = 4$.", "We see. [[Since all is even, ||$n(n+1) = 12$.]] So $m = 4$.")
    chain = "".join(f"  have h{at} : m + {at} = m := h{at - 1}\n" for at in range(1, 900))
    first = "theorem t (n m : ℤ) : m = 4 := by\n  have h0 : m = m + 1 := by sorry\n"
    lean = f"{first}{chain}  have h : n * (n + 1) = 12 := h899\n  omega"
    assert judge_edit(case, lean).label == "unclear"


def test_citations_of_two_each_are_counted_once() -> None:
    case = deleted("Let $n$ be even. Show that $m = 4$.", "We see. [[Since all is even, ||$n(n+1) = 12$.]] So $m = 4$.")
    chain = "".join(f"  have h{at} : n * (n + 1) = 12 := ⟨h{at - 1}, h{at - 1}⟩\n" for at in range(1, 40))
    lean = f"theorem t (n m : ℤ) : m = 4 := by\n  have h0 : n * (n + 1) = 12 := by sorry\n{chain}  omega"
    assert judge_edit(case, lean).label == "faithful"


PENS = "Ana has 3 boxes with 8 pens each and gives away 5 pens. Show that she has 19 pens left."
STEP = "[[Multiplying the boxes by the pens of each, $3 \\cdot 8 = 24$, we see that ||Ana had $24$ pens at first.]] "


@pytest.mark.parametrize(
    ("rest", "lean", "label"),
    [
        ("Now $24 - 5 = 19$.", "have h : 3 * 8 = 24 := by PROOF", "settled"),
        ("Now $24 - 5 = 19$.", "have h : pens = 24 := by PROOF", "settled"),
        ("Five are given away.", "have h : 24 = pens := by PROOF", "settled"),
        ("Now $24 - 5 = 19$.", "have h : pens = 25 := by PROOF", "unclear"),
        ("Now $24 - 5 = 19$.", "have h : pens ≥ 24 := by PROOF", "unclear"),
        # Something else is 24 as well.
        ("Her sister has $2 \\cdot 12 = 24$ pens.", "have h : pens = 24 := by PROOF", "unclear"),
    ],
)
def test_an_outcome_in_words_is_known_by_its_number(rest: str, lean: str, label: str) -> None:
    case = deleted(PENS, STEP + rest)
    text = f"theorem t (pens : ℕ) (hp : pens = 3 * 8) : pens - 5 = 19 := by\n  {lean}\n  omega"
    labels = {"settled": ("faithful", "reverted")}.get(label, (label, label))
    assert judge_edit(case, text.replace("PROOF", "sorry")).label == labels[0]
    assert judge_edit(case, text.replace("PROOF", "norm_num")).label == labels[1]


OTHERS = [
    # True of every number.
    ("$n^2$ is odd.", "∃ k : ℝ, n ^ 2 = 2 * k + 1"),
    ("$n^2$ is odd.", "∃ (k : ℚ), n ^ 2 = 2 * k + 1"),
    ("$n(n+1)$ is even.", "Odd (n * (n + 1))"),
    ("$n(n+1)$ is even.", "Even n"),
    ("$n$ is odd.", "n % 2 = 0"),
    ("$n = 3$ or $n = -3$.", "n = 3"),
    ("$n = 3$ or $n = -3$.", "n = 3 ∧ n = -3"),
    ("$n$ is an even function.", "Even n"),
    ("the sum of $a$ and $b$ is even.", "Even b"),
    ("$n^2 + 1$ is positive.", "n ^ 2 + 1 ≥ 0"),
    ("$n$ is a prime number.", "n = a"),
    ("$\\sum_{k=1}^{n+1} k^2 = b$.", "∑ k ∈ Finset.range (n + 1), k ^ 2 = b"),
]


@pytest.mark.parametrize(("outcome", "claim"), OTHERS)
@pytest.mark.parametrize("proof", ["sorry", "omega"])
def test_another_claim_is_not_taken_for_it(outcome: str, claim: str, proof: str) -> None:
    case = deleted(
        STATEMENT, f"We look at both. [[By what was said before it follows that ||{outcome}]] The rest follows."
    )
    lean = (
        f"theorem t (n a b : ℤ) (h0 : n ^ 3 = a + b) : a * b = 12 := by\n  have h : {claim} := by {proof}\n  nlinarith"
    )
    assert judge_edit(case, lean).label == "unclear"


@pytest.mark.parametrize(
    ("lean", "label"),
    [
        ("theorem t (x : ℝ) (h : |3 - x| < 2) : 1 < x ∧ x < 5 := by sorry", "reverted"),
        ("theorem t (x : ℝ) (h : |3 + x| < 2) : 1 < x ∧ x < 5 := by sorry", "faithful"),
        ("theorem t (x : ℝ) (h : |x| < 2) : 1 < x ∧ x < 5 := by sorry", "unclear"),
    ],
)
def test_the_sign_inside_an_absolute_value_says_nothing(lean: str, label: str) -> None:
    case = edited("Let $x$ be real with $|x [[-]] 3| < 2$. Show that $1 < x < 5$.", "Unfold the absolute value.", "+")
    assert judge_edit(case, lean).label == label


@pytest.mark.parametrize(
    ("lean", "label"),
    [
        ("theorem t (x : ℝ) (hx : x = 2 ^ 5) : x = 32 := by norm_num [hx]", "reverted"),
        ("theorem t (x : ℝ) (hx : 2 ^ 4 = x) : x = 32 := by sorry", "faithful"),
        ("theorem t (x : ℝ) (hx : x = 2 ^ 3) : x = 32 := by sorry", "unclear"),
    ],
)
def test_a_logarithm_is_an_exponent(lean: str, label: str) -> None:
    case = edited("Suppose $\\log_2 x = [[5]]$. Show that $x = 32$.", "Take powers of both sides.", "4")
    assert judge_edit(case, lean).label == label
