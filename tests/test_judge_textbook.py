"""The edit judge on textbook problems in the style of the public benchmarks; every output labelled by hand beforehand.

The problems are the well-known exercise types, worded anew: word problems with a final answer, functions, remainders,
counting, inequalities, induction.
"""

from __future__ import annotations

import pytest
from edit_cases import edited

from pytest_faithform.judges.edits import judge_edit

# statement, proof, new token, Lean, label
LABELLED = [
    (
        "Ines sold [[48]] maps in spring and half as many in autumn. How many were that? Show that it is 72.",
        "In autumn it was 48/2 = 24, in total 48 + 24 = 72.",
        "51",
        "theorem t (spring autumn : ℕ) (h1 : spring = 48) (h2 : autumn = spring / 2) : spring + autumn = 72 := by omega",
        "unclear",
    ),
    (
        "Ines sold [[48]] maps in spring and half as many in autumn. How many were that? Show that it is 72.",
        "Add both seasons.",
        "51",
        "theorem t (spring autumn : ℕ) (h1 : spring = 48) (h2 : autumn = spring / 2) : spring + autumn = 72 := by omega",
        "reverted",
    ),
    (
        "What is the value of $x$ if $3x - [[8]] = x + 36$? Show that it is 22.",
        "Collect terms.",
        "7",
        "theorem t (x : ℝ) (h₀ : 3 * x - 8 = x + 36) : x = 22 := by linarith",
        "reverted",
    ),
    (
        "What is the value of $x$ if $3x - [[8]] = x + 36$? Show that it is 22.",
        "Collect terms.",
        "7",
        "theorem t (x : ℝ) (h₀ : 3 * x - 7 = x + 36) : x = 22 := by linarith",
        "faithful",
    ),
    (
        "What is the value of $x$ if $3x - 8 = x + 36$? Show that it is [[22]].",
        "We get $2x = 44$, $x = 22$.",
        "25",
        "theorem t (x : ℝ) (h₀ : 3 * x - 8 = x + 36) : x = 25 := by linarith",
        "faithful",
    ),
    (
        "What is the value of $x$ if $3x - 8 = x + 36$? Show that it is [[22]].",
        "We get $2x = 44$, $x = 22$.",
        "25",
        "theorem t (x : ℝ) (h₀ : 3 * x - 8 = x + 36) : x = 22 := by linarith",
        "reverted",
    ),
    (
        r"The operation $\oplus$ is $a \oplus b = a^2 + [[3]]b$. Show that $2 \oplus 1 = 7$.",
        "Plug in.",
        "5",
        "theorem t (op : ℝ → ℝ → ℝ) (h : ∀ a b, op a b = a^2 + 3 * b) : op 2 1 = 7 := by norm_num [h]",
        "reverted",
    ),
    (
        "Let $f(x) = 6x + [[5]]$. What is $f(1)$? Show that it is 11.",
        r"We have $f(1) = 6\cdot 1 + 5 = 11$.",
        "2",
        ("def f (x : ℝ) : ℝ := 6 * x + 5\ntheorem t : f 1 = 11 := by norm_num [f]"),
        "reverted",
    ),
    (
        "Let $f(x) = 6x + 5$. What is $f([[1]])$? Show that it is 11.",
        "We have $f(1) = 11$.",
        "3",
        "theorem t (f : ℝ → ℝ) (hf : ∀ x, f x = 6 * x + 5) : f 3 = 11 := by norm_num [hf]",
        "faithful",
    ),
    (
        "Find the remainder when $[[1809]]$ is divided by $11$. Show that it is 5.",
        r"$1809 = 11 \cdot 164 + 5$.",
        "1798",
        "theorem t : 1809 % 11 = 5 := by norm_num",
        "unclear",
    ),
    (
        "Find the remainder when $[[1809]]$ is divided by $11$. Show that it is 5.",
        "Divide.",
        "1798",
        "theorem t : 1809 % 11 = 5 := by norm_num",
        "reverted",
    ),
    (
        "How many integers between 1 and [[100]] are divisible by 7? Show that it is 14.",
        "Divide by seven.",
        "98",
        "theorem t : ((Finset.Icc 1 100).filter (fun n => 7 ∣ n)).card = 14 := by rfl",
        "reverted",
    ),
    (
        "How many integers between 1 and [[110]] are divisible by 7? Show that it is 14.",
        "Divide by seven.",
        "118",
        "theorem t : ((Finset.range 119).filter (fun n => n ≥ 1 ∧ 7 ∣ n)).card = 14 := by rfl",
        "unclear",
    ),
    (
        r"Show that $\log_2 [[80]] - \log_2 5 = 4$.",
        "Use the quotient rule.",
        "85",
        "theorem t : Real.logb 2 80 - Real.logb 2 5 = 4 := by sorry",
        "reverted",
    ),
    (
        r"Positive reals satisfy $xy = [[72]]$ and $\log_2 x = \log_y 9$. Show that $x \neq 1$.",
        "Clear.",
        "66",
        "theorem t (x y : ℝ) (hx : 0 < x) (h₁ : Real.log x / Real.log 2 = Real.log 9 / Real.log y)\n"
        "    (h₂ : x * y = 66) : x ≠ 1 := by sorry",
        "faithful",
    ),
    (
        r"Show that $\frac{[[1]]}{x} + \frac{1}{y} \ge \frac{4}{x+y}$ for $x,y>0$.",
        "Clear denominators.",
        "2",
        "theorem t (x y : ℝ) (hx : 0 < x) (hy : 0 < y) : 1 / x + 1 / y ≥ 4 / (x + y) := by sorry",
        "reverted",
    ),
    (
        r"Show that $\frac{[[1]]}{x} + \frac{1}{y} \ge \frac{4}{x+y}$ for $x,y>0$.",
        "Clear denominators.",
        "2",
        "theorem t (x y : ℝ) (hx : 0 < x) (hy : 0 < y) : 2 * x⁻¹ + y⁻¹ ≥ 4 / (x + y) := by sorry",
        "faithful",
    ),
    (
        r"Let reals satisfy $a^2 + b^2 = [[1]]$. Show that $ab + |a - b| \le 1$.",
        "Square.",
        "3",
        "theorem t (a b : ℝ) (h : a^2 + b^2 = 1) : a * b + abs (a - b) ≤ 1 := by sorry",
        "reverted",
    ),
    (
        r"Let reals satisfy $a^2 + b^2 = 1$. Show that $ab + |a - b| \le [[1]]$.",
        "Square.",
        "3",
        "theorem t (a b : ℝ) (h : a^2 + b^2 = 1) : a * b + |a - b| ≤ 3 := by sorry",
        "faithful",
    ),
    (
        "The sequence has $a_1 = [[2]]$ and $a_{n+1} = a_n + 5$. Show that $a_3 = 12$.",
        "Add.",
        "4",
        "theorem t (a : ℕ → ℤ) (h₀ : a 0 = 2) (h : ∀ n, a (n+1) = a n + 5) : a 2 = 12 := by sorry",
        "unclear",
    ),
    (
        "The mean of 6, 3, $x$ and [[11]] is 9. Show that $x = 16$.",
        "Multiply by four.",
        "8",
        "theorem t (x : ℝ) (h₀ : (6 + 3 + x + 11) / 4 = 9) : x = 16 := by linarith",
        "reverted",
    ),
    (
        "If $[[4]]$ beads weigh as much as $7$ pins, show that $40$ beads weigh as much as $70$ pins.",
        "Scale.",
        "6",
        "theorem t (d y : ℝ) (h : 4 * d = 7 * y) : 40 * d = 70 * y := by linarith",
        "reverted",
    ),
    (
        r"Let $n$ be a positive integer with $n < [[30]]$ and $n \mid 60$. Show that $n \le 20$.",
        "List them.",
        "31",
        "theorem t (n : ℕ) (hn : 0 < n) (h1 : n < 30) (h2 : n ∣ 60) : n ≤ 20 := by sorry",
        "reverted",
    ),
    (
        "Let $x = [[-3]]$. Show that $x^2 = 9$.",
        "Square.",
        "-5",
        "theorem t (x : ℤ) (h : x = -5) : x^2 = 9 := by simp [h]",
        "faithful",
    ),
    (
        "Show that $[[30]]$ divides $n^5 - n$ for all integers $n$.",
        "Factor.",
        "10",
        "theorem t (n : ℤ) : (30 : ℤ) ∣ n^5 - n := by sorry",
        "reverted",
    ),
    (
        "Show that $30$ divides $n^{5} - [[7]]n$ for all integers $n$.",
        "Factor.",
        "9",
        "theorem t (n : ℤ) : (n^5 - 9 * n) % 30 = 0 := by sorry",
        "faithful",
    ),
    (
        r"Show that $x^2 + y^2 [[\geq]] 2xy$.",
        "Square.",
        r"\leq",
        "theorem t (x y : ℝ) : 2 * x * y ≤ x^2 + y^2 := by nlinarith [sq_nonneg (x - y)]",
        "reverted",
    ),
    (
        r"Show that $x^2 + y^2 [[\geq]] 2xy$.",
        "Square.",
        r"\leq",
        "theorem t (x y : ℝ) : x^2 + y^2 - 2*x*y ≤ 0 := by sorry",
        "faithful",
    ),
    (
        "For all $n [[>]] 5$ we have $2^n > n^2$.",
        "Induct.",
        "<",
        "theorem t (n : ℕ) (hn : 5 < n) : 2^n > n^2 := by sorry",
        "reverted",
    ),
    (
        "For all $n [[>]] 5$ we have $2^n > n^2$.",
        "Induct.",
        "<",
        "theorem t (n : ℕ) (hn : n ≥ 6) : 2^n > n^2 := by sorry",
        "unclear",
    ),
    (
        "Let $f(x) = x^2 [[-]] 4x + 3$. Show that $f(1) = 0$.",
        "Plug in.",
        "+",
        "theorem t (f : ℝ → ℝ) (hf : ∀ x, f x = x^2 + 4*x + 3) : f 1 = 0 := by norm_num [hf]",
        "faithful",
    ),
    (
        "Let $f(x) = x^2 [[-]] 4x + 3$. Show that $f(1) = 0$.",
        "Plug in.",
        "+",
        "theorem t (f : ℝ → ℝ) (hf : f = fun x => x^2 - 4*x + 3) : f 1 = 0 := by norm_num [hf]",
        "reverted",
    ),
    (
        r"Show that $\frac{a [[+]] b}{2} \ge \sqrt{ab}$ for $a, b \ge 0$.",
        "AM-GM.",
        "-",
        "theorem t (a b : ℝ) (ha : 0 ≤ a) (hb : 0 ≤ b) : (a + b) / 2 ≥ Real.sqrt (a * b) := by sorry",
        "reverted",
    ),
    (
        "Show that $(a [[+]] b)^2 = a^2 + 2ab + b^2$.",
        "Expand.",
        "-",
        "theorem t (a b : ℝ) : (a - b)^2 = a^2 + 2*a*b + b^2 := by ring",
        "faithful",
    ),
    (
        "Show that $(a [[+]] b)^2 = a^2 + 2ab + b^2$.",
        "Expand.",
        "-",
        "theorem t (a b : ℝ) : (a - b)^2 = a^2 - 2*a*b + b^2 := by ring",
        "faithful",
    ),
    (
        "Let $0 < a [[<]] 1$ and $b > 0$. Show that $ab < b$.",
        "Multiply.",
        ">",
        "theorem t (a b : ℝ) (h : 0 < a ∧ a < 1) (hb : b > 0) : a * b < b := by nlinarith [h.1]",
        "reverted",
    ),
    (
        "Show that $x = 3$ if $2x + 1 = 7$.",
        "Subtracting 1 gives $2x = [[6]]$, so $x = 3$.",
        "8",
        ("theorem t (x : ℝ) (h : 2*x+1 = 7) : x = 3 := by\n  have h1 : 2 * x = 7 - 1 := by linarith\n  linarith"),
        "unclear",
    ),
    (
        "Show that $x = 3$ if $2x + 1 = 7$.",
        "Subtracting 1 gives $2x = [[6]]$, so $x = 3$.",
        "8",
        ("theorem t (x : ℝ) (h : 2*x+1 = 7) : x = 3 := by\n  have h1 : 2 * x = 6 := by linarith\n  linarith"),
        "reverted",
    ),
    (
        "Show that $x = 3$ if $2x + 1 = 7$.",
        "Subtracting 1 gives $2x = [[6]]$, so $x = 3$.",
        "8",
        (
            "theorem t (x : ℝ) (h : 2*x+1 = 7) : x = 3 := by\n"
            "  have h1 : 2 * x = 8 := by linarith\n"
            "  have h2 : x = 4 := by linarith\n"
            "  linarith"
        ),
        "faithful",
    ),
    (
        "Show that $n^2 + n$ is even.",
        "If $n = 2k$ then $n^2 + n = [[2]](2k^2 + k)$.",
        "4",
        (
            "theorem t (n : ℕ) : Even (n^2 + n) := by\n"
            "  rcases Nat.even_or_odd n with ⟨k, hk⟩ | ⟨k, hk⟩\n"
            "  · use 2*k^2 + k\n"
            "    subst hk; ring\n"
            "  · sorry"
        ),
        "unclear",
    ),
    (
        "Show that $n^2 + n$ is even.",
        "If $n = 2k$ then $n^2 + n = [[2]](2k^2 + k)$.",
        "4",
        (
            "theorem t (n k : ℕ) (h : n = 2*k) : Even (n^2 + n) := by\n"
            "  have : n^2 + n = 4 * (2 * k^2 + k) := by sorry\n"
            "  sorry"
        ),
        "faithful",
    ),
    (
        "Show that the sum is 5050.",
        "Pair the terms: there are $[[50]]$ pairs of sum $101$.",
        "52",
        ("theorem t : ∑ i ∈ Finset.range 101, i = 5050 := by\n  have : 50 * 101 = 5050 := by norm_num\n  decide"),
        "reverted",
    ),
    (
        r"Show that $\binom{10}{3} = 120$.",
        r"It equals $\frac{10 \cdot [[9]] \cdot 8}{6} = 120$.",
        "7",
        ("theorem t : Nat.choose 10 3 = 120 := by\n  have : 10 * 9 * 8 / 6 = 120 := by norm_num\n  rfl"),
        "reverted",
    ),
    (
        r"Show that $\binom{10}{3} = 120$.",
        r"It equals $\frac{10 \cdot [[9]] \cdot 8}{6} = 120$.",
        "7",
        ("theorem t : Nat.choose 10 3 = 120 := by\n  have : (10 * 7 * 8) / 6 = 120 := by norm_num\n  rfl"),
        "faithful",
    ),
    (
        "Show it.",
        r"Since $x [[\ge]] 0$ and $y \ge 0$, we get $xy \ge 0$.",
        r"\le",
        (
            "theorem t (x y : ℝ) (hx : x ≥ 0) (hy : y ≥ 0) : x * y ≥ 0 := by\n"
            "  have h : 0 ≤ x * y := mul_nonneg hx hy\n"
            "  exact h"
        ),
        "unclear",
    ),
    (
        "Show it.",
        r"Since $x [[\ge]] 0$ and $y \ge 0$, we get $xy \ge 0$.",
        r"\le",
        (
            "theorem t (x y : ℝ) : x * y ≥ 0 := by\n"
            "  have hx : x ≤ 0 := by sorry\n"
            "  have hy : 0 ≤ y := by sorry\n"
            "  sorry"
        ),
        "faithful",
    ),
    (
        "Show that $3^n > n$.",
        r"By induction, $3^{n+1} = 3 \cdot 3^n [[>]] 3n$.",
        "<",
        (
            "theorem t (n : ℕ) : 3^n > n := by\n"
            "  induction n with\n"
            "  | zero => norm_num\n"
            "  | succ n ih =>\n"
            "    calc 3^(n+1) = 3 * 3^n := by ring\n"
            "      _ > 3 * n := by omega\n"
            "      _ ≥ n + 1 := by sorry"
        ),
        "reverted",
    ),
    (
        "Show that $3^n > n$.",
        r"By induction, $3^{n+1} = 3 [[\cdot]] 3^n > 3n$.",
        r"\div ",
        ("theorem t (n : ℕ) : 3^n > n := by\n  have : 3^(n+1) = 3 * 3^n := by ring\n  sorry"),
        "reverted",
    ),
]


@pytest.mark.parametrize(("statement", "proof", "new", "lean", "label"), LABELLED)
def test_labelled_outputs(statement: str, proof: str, new: str, lean: str, label: str) -> None:
    verdict = judge_edit(edited(statement, proof, new), lean)
    assert verdict.label == label, verdict.reason
