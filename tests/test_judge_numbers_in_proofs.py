"""Number edits in proofs: the deterministic judge on hand-labelled outputs (labels written before it was run on them)."""

from __future__ import annotations

import pytest
from edit_cases import edited

from pytest_faithform.judges.edits import judge_edit

FARM = r"A farm keeps $c$ chickens and $r$ rabbits: $c + r = 35$ heads and $2c + 4r = 94$ legs. Show that $c = 23$."

OUTPUTS = [
    # name, statement, proof, new, lean, label
    (
        "a have, old",
        FARM,
        r"First, $c = 35 - r$. Hence $2r = [[24]]$. So $r = 12$.",
        "26",
        "theorem t (c r : ℕ) (h : c + r = 35) : c = 23 := by\n  have h2 : 2 * r = 24 := by omega\n  omega",
        "reverted",
    ),
    (
        "a have, new",
        FARM,
        r"First, $c = 35 - r$. Hence $2r = [[24]]$. So $r = 12$.",
        "26",
        "theorem t (c r : ℕ) (h : c + r = 35) : c = 23 := by\n  have h2 : r * 2 = 26 := by omega\n  omega",
        "faithful",
    ),
    (
        "the signature is not the proof",
        FARM,
        r"First, $c = 35 - r$. Hence $2r = [[24]]$. So it is.",
        "26",
        "theorem t (c r : ℕ) (h : 2 * r = 24) : c = 23 := by\n  omega",
        "unclear",
    ),
    (
        "closed by automation, the old value alive elsewhere",
        r"Let $2r = 24$. Show $r = 12$.",
        r"Clearly $3r + 1 = [[24]] + 13$ and $2r = 24$.",
        "26",
        "theorem t (r : ℕ) (h : 2 * r = 24) : r = 12 := by\n  have h' : 2 * r = 24 := h\n  norm_num at h'\n  omega",
        "unclear",
    ),
    (
        "restates the statement, not the edit",
        r"Let $2r = 24$. Show $r = 12$.",
        r"Since $2r = [[24]]$, halve.",
        "26",
        "theorem t (r : ℕ) (h : 2 * r = 24) : r = 12 := by\n  have h' : 2 * r = 24 := h\n  omega",
        "unclear",
    ),
    (
        "a calc step",
        r"Let $x = 47 - y$ and $y = 35$. Show $x = 12$.",
        r"Then $x = 47 - [[35]] = 12$.",
        "36",
        "theorem t (x y : ℤ) (h : x = 47 - y) (hy : y = 35) : x = 12 := by\n  calc x = 47 - 35 := by rw [h, hy]\n"
        "    _ = 12 := by norm_num",
        "reverted",
    ),
    (
        "the end of a calc",
        r"Let $x = 47 - y$ and $y = 35$. Show that $x$ is even.",
        r"Then $x = 47 - 35 = [[12]]$.",
        "14",
        "theorem t (x y : ℤ) (h : x = 47 - y) (hy : y = 35) : Even x := by\n  have : x = 14 := by\n"
        "    calc x = 47 - y := h\n      _ = 14 := by sorry\n  sorry",
        "faithful",
    ),
    (
        "a helper lemma",
        r"Let $n \ge 1$. Show $2^n > n$.",
        r"By induction $n + [[1]] \le 2 \cdot 2^n$ and we are done.",
        "3",
        "lemma step (n : ℕ) : n + 1 ≤ 2 * 2 ^ n := by sorry\ntheorem t (n : ℕ) (h : n ≥ 1) : 2 ^ n > n := by sorry",
        "reverted",
    ),
    (
        "word arithmetic",
        "Ann buys pens. Show that she pays 15 dollars.",
        "Five pens at 3 dollars cost 5 * 3 = [[15]] dollars.",
        "17",
        "theorem t (p : ℕ) (h : p = 5 * 3) : p = 15 := by\n  have : 5 * 3 = 17 := by sorry\n  omega",
        "faithful",
    ),
    (
        "dollar signs",
        "Ann buys pens for some money.",
        "Five pens cost $5 × 3 = $[[15]].",
        "17",
        "theorem t (p : ℕ) : p = p := by\n  have h : 5 * 3 = 15 := by norm_num\n  rfl",
        "reverted",
    ),
    (
        "a hint for nlinarith is too small a piece",
        r"Show that $x^2 - 6x + 9 \ge 0$.",
        r"It is $(x - [[3]])^2$, a square.",
        "4",
        "theorem t (x : ℝ) : x^2 - 6*x + 9 ≥ 0 := by\n  nlinarith [sq_nonneg (x - 4)]",
        "unclear",
    ),
    (
        "a larger hint for nlinarith",
        r"Show that it holds.",
        r"It is $(x - 2y + [[7]])^2$, a square.",
        "4",
        "theorem t (x y : ℝ) : x^2 ≥ 0 := by\n  nlinarith [sq_nonneg (x - 2 * y + 4)]",
        "faithful",
    ),
    (
        "a term proof",
        r"Let $x + 3 = 7$. Show $x = 4$.",
        r"Indeed $4 + 3 = [[7]]$.",
        "8",
        "theorem t (x : ℕ) (h : x + 3 = 7) : x = 4 := Nat.add_right_cancel (h.trans (show 7 = 4 + 3 from rfl))",
        "reverted",
    ),
    (
        "an align display",
        r"Solve it. Show that $a = 1$.",
        r"\begin{align*} 3a &= b + 2 \\ 8a + 10b &= [[24]] \end{align*} Hence the claim.",
        "27",
        "theorem t (a b : ℚ) : a = 1 := by\n  have h1 : 3 * a = b + 2 := by sorry\n"
        "  have h2 : 8 * a + 10 * b = 24 := by sorry\n"
        "  linarith",
        "reverted",
    ),
    (
        "a continued display",
        "Find the sum. Show that it is even.",
        r"\[ \begin{aligned} S &= 3 + 5 + [[8]] \\ &= 16. \end{aligned} \]",
        "9",
        "theorem t (S : ℕ) : Even S := by\n  have h : S = 3 + 5 + 9 := by sorry\n  sorry",
        "faithful",
    ),
]


@pytest.mark.parametrize(
    ("statement", "proof", "new", "lean", "label"), [row[1:] for row in OUTPUTS], ids=[row[0] for row in OUTPUTS]
)
def test_labelled_outputs(statement: str, proof: str, new: str, lean: str, label: str) -> None:
    verdict = judge_edit(edited(statement, proof, new), lean)
    assert verdict.label == label, verdict.reason
