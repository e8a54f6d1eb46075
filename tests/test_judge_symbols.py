"""Symbol edits: the deterministic judge on hand-labelled outputs (labels written before it was run on them)."""

from __future__ import annotations

import pytest
from edit_cases import edited

from pytest_faithform.judges.edits import judge_edit

RELATION = r"Let $x$ be a real number with $x [[>]] 3$. Show that $x^2 - 4x + 3 \neq 0$."
SIGNATURE = "theorem t (x : ℝ) (h : {}) : x ^ 2 - 4 * x + 3 ≠ 0 := by\n  sorry"

HYPOTHESES = [
    ("new", "x < 3", "faithful"),
    ("old", "x > 3", "reverted"),
    ("old, flipped", "3 < x", "reverted"),
    ("new, flipped", "3 > x", "faithful"),
    ("not strict", "x ≥ 3", "unclear"),
    ("not strict the other way", "x ≤ 3", "unclear"),
    ("not equal", "x ≠ 3", "unclear"),
    ("difference against zero", "x - 3 > 0", "reverted"),
    ("negated", "¬ (x > 3)", "unclear"),
    ("negated, equivalent to the old", "¬ (x ≤ 3)", "reverted"),
    ("another operand", "x > 4", "unclear"),
    ("one operand only", "x > 0", "unclear"),
    ("cast operand", "(3 : ℝ) < x", "reverted"),
    ("the number inside a longer one", "x > 35", "unclear"),
    ("in a comment", "x < 3 /- x > 3 -/", "faithful"),
    ("both", "x > 3 ∨ x < 3", "unclear"),
    ("binder notation", "∀ y > x, y > 3", "unclear"),
    ("capital letter", "X > 3", "reverted"),
]


@pytest.mark.parametrize(("hypothesis", "label"), [row[1:] for row in HYPOTHESES], ids=[row[0] for row in HYPOTHESES])
def test_both_operands_of_a_relation(hypothesis: str, label: str) -> None:
    assert judge_edit(edited(RELATION, "Factor it.", "<"), SIGNATURE.format(hypothesis)).label == label


AMGM = r"For $x, y \ge 0$ we have $(\sqrt{x} - \sqrt{y})^2 \ge 0$, thus $x + y \geq 2\sqrt{xy}$. Show that it holds."

OUTPUTS = [
    (
        "a label is no mathematics",
        r"If $a$ and $b$ are real\begin{equation}\label{eq:1.1.3} |a+b| [[\le]] |a|+|b|. \end{equation} Show that $1=1$.",
        "Clear.",
        r"\ge",
        "theorem t (a b : ℝ) (h : |a + b| ≤ |a| + |b|) : 1 = 1 := rfl",
        "reverted",
    ),
    (
        "a square root inequality, old",
        AMGM.replace(r"\geq 2", r"[[\geq]] 2"),
        "Clear.",
        r"\leq",
        "theorem t (x y : ℝ) (hx : 0 ≤ x) (hy : 0 ≤ y) : x + y ≥ 2 * Real.sqrt (x * y) := by\n  nlinarith",
        "reverted",
    ),
    (
        "a square root inequality, new and flipped",
        AMGM.replace(r"\geq 2", r"[[\geq]] 2"),
        "Clear.",
        r"\leq",
        "theorem t (x y : ℝ) (hx : 0 ≤ x) (hy : 0 ≤ y) : 2 * √(x * y) ≥ x + y := by\n  sorry",
        "faithful",
    ),
    (
        "strict where the text is not",
        AMGM.replace(r"\geq 2", r"[[\geq]] 2"),
        "Clear.",
        r"\leq",
        "theorem t (x y : ℝ) (hx : 0 ≤ x) (hy : 0 ≤ y) : x + y > 2 * Real.sqrt (x * y) := by\n  sorry",
        "unclear",
    ),
    (
        "a plus, old",
        r"Let $a [[+]] b = 10$ and $a = 7$. Show that $b = 3$.",
        "Subtract.",
        "-",
        "theorem t (a b : ℤ) (h : a + b = 10) (ha : a = 7) : b = 3 := by omega",
        "reverted",
    ),
    (
        "a plus, new",
        r"Let $a [[+]] b = 10$ and $a = 7$. Show that $b = 3$.",
        "Subtract.",
        "-",
        "theorem t (a b : ℤ) (h : a - b = 10) (ha : a = 7) : b = 3 := by omega",
        "faithful",
    ),
    (
        "a plus, operands swapped",
        r"Let $a [[+]] b = 10$ and $a = 7$. Show that $b = 3$.",
        "Subtract.",
        "-",
        "theorem t (a b : ℤ) (h : b - a = 10) (ha : a = 7) : b = 3 := by omega",
        "unclear",
    ),
    (
        "a plus, one operand replaced",
        r"Let $a [[+]] b = 10$ and $a = 7$. Show that $b = 3$.",
        "Subtract.",
        "-",
        "theorem t (a b : ℤ) (h : a + 3 = 10) (ha : a = 7) : b = 3 := by omega",
        "unclear",
    ),
    (
        "a product there instead",
        r"Let $a [[+]] b = 10$ and $a = 7$. Show that $b = 3$.",
        "Subtract.",
        "-",
        "theorem t (a b : ℤ) (h : a * b = 10) (ha : a = 7) : b = 3 := by omega",
        "unclear",
    ),
    (
        "times to divided by, new",
        r"The area is $w [[\times]] h = 40$. Show that $w > 0$.",
        "Clear.",
        r"\div ",
        "theorem t (w h : ℝ) (hw : w / h = 40) : w > 0 := by sorry",
        "faithful",
    ),
    (
        "times to divided by, old",
        r"The area is $w [[\times]] h = 40$. Show that $w > 0$.",
        "Clear.",
        r"\div ",
        "theorem t (w h : ℝ) (hw : h * w = 40) : w > 0 := by sorry",
        "reverted",
    ),
    (
        "a dot in a chain of factors",
        r"We have $n = 2 \cdot 3 [[\cdot]] m$. Show that $6 \mid n$.",
        "Clear.",
        r"\div ",
        "theorem t (n m : ℕ) (h : n = 2 * 3 / m) : 6 ∣ n := by sorry",
        "faithful",
    ),
    (
        "numbers around the dot",
        r"Then $n = 6 [[\cdot]] 8$. Show that $n = 48$.",
        "Compute.",
        r"\div ",
        "theorem t (n : ℕ) (h : n = 6 * 8) : n = 48 := by omega",
        "reverted",
    ),
    (
        "a minus inside a square",
        r"Show that $(x [[-]] 2)^2 \ge 0$.",
        "It is a square.",
        "+",
        "theorem t (x : ℝ) : (x - 2) ^ 2 ≥ 0 := sq_nonneg _",
        "reverted",
    ),
    (
        "a minus inside a square, new",
        r"Show that $(x [[-]] 2)^2 \ge 0$.",
        "It is a square.",
        "+",
        "theorem t (x : ℝ) : 0 ≤ (x + 2) ^ 2 := by positivity",
        "faithful",
    ),
    (
        "a minus inside a square, the square alone",
        r"Show that $(x [[-]] 2)^2$ is never negative.",
        "It is a square.",
        "+",
        "theorem t (x : ℝ) : ¬ (x + 2) ^ 2 < 0 := by positivity",
        "faithful",
    ),
    (
        "for several variables",
        r"Let $a, b [[>]] 0$. Show that $ab > 0$.",
        "Multiply.",
        "<",
        "theorem t (a b : ℝ) (ha : a < 0) (hb : b < 0) : a * b > 0 := by nlinarith",
        "faithful",
    ),
    (
        "for several variables, one of each",
        r"Let $a, b [[>]] 0$. Show that $ab > 0$.",
        "Multiply.",
        "<",
        "theorem t (a b : ℝ) (ha : 0 < a) (hb : b < 0) : a * b > 0 := by nlinarith",
        "unclear",
    ),
    (
        "a division by zero guard is not the place",
        r"Let $a [[>]] 0$. Show that $a \ne 0$.",
        "Clear.",
        "<",
        "theorem t (a : ℝ) (h : a ≠ 0) : a ≠ 0 := h",
        "unclear",
    ),
    (
        "set builder",
        r"Let $S = \{x : x [[>]] 2\}$. Show that $1 \notin S$.",
        "Clear.",
        "<",
        "theorem t (S : Set ℝ) (h : S = {x | x > 2}) : 1 ∉ S := by simp [h]",
        "reverted",
    ),
    (
        "natural numbers under a quantifier",
        r"Show that $2^n [[\ge]] n + 1$ for all $n$.",
        "Induction.",
        r"\le",
        "theorem t : ∀ n : ℕ, n + 1 ≤ 2 ^ n := by\n  intro n; induction n <;> simp_all",
        "reverted",
    ),
    # the proof region
    (
        "a have in the proof, old",
        r"Let $x = 4$. Show that $x^2 = 16$.",
        r"Then $x [[>]] 2$, so square it.",
        "<",
        "theorem t (x : ℕ) (h : x = 4) : x ^ 2 = 16 := by\n  have hx : 2 < x := by omega\n  subst h; rfl",
        "reverted",
    ),
    (
        "a have in the proof, new",
        r"Let $x = 4$. Show that $x^2 = 16$.",
        r"Then $x [[>]] 2$, so square it.",
        "<",
        "theorem t (x : ℕ) (h : x = 4) : x ^ 2 = 16 := by\n  have hx : x < 2 := by sorry\n  subst h; rfl",
        "faithful",
    ),
    (
        "the statement's hypothesis cited in the proof",
        r"Let $x > 2$. Show that $x^2 > 4$.",
        r"As $x [[>]] 2$, square it.",
        "<",
        "theorem t (x : ℕ) (h : x > 2) : x ^ 2 > 4 := by\n  have hx : x > 2 := h\n  nlinarith",
        "unclear",
    ),
    (
        "closed without stating it",
        r"Let $x = 4$. Show that $x^2 = 16$.",
        r"Then $x [[>]] 2$, so square it.",
        "<",
        "theorem t (x : ℕ) (h : x = 4) : x ^ 2 = 16 := by\n  subst h; rfl",
        "unclear",
    ),
    (
        "in a show from",
        r"Let $x = 4$. Show that $x^2 = 16$.",
        r"Then $x [[+]] 5 = 9$, so it is.",
        "-",
        "theorem t (x : ℕ) (h : x = 4) : x ^ 2 = 16 := by\n  exact foo (show x - 5 = 9 by omega)",
        "faithful",
    ),
    (
        "in a calc, direction old",
        r"Let $a \ge 0$. Show that it holds.",
        r"Then $a^2 + 1 [[\ge]] 2a$ by squaring.",
        r"\le",
        "theorem t (a : ℝ) (h : a ≥ 0) : a ≥ 0 := by\n  have := calc 2 * a ≤ a ^ 2 + 1 := by nlinarith\n  exact h",
        "reverted",
    ),
    (
        "in a calc, over two steps",
        r"Let $a \ge 0$. Show that it holds.",
        r"Then $a^2 + 1 [[\ge]] 2a$ by squaring.",
        r"\le",
        "theorem t (a : ℝ) (h : a ≥ 0) : a ≥ 0 := by\n  have := calc\n    a ^ 2 + 1 = (a - 1) ^ 2 + 2 * a := by ring\n"
        "    _ ≥ 2 * a := by nlinarith\n  exact h",
        "reverted",
    ),
    (
        "an operator among equal terms",
        r"Show that $x = 1$.",
        r"We get $x^2 [[-]] 2x + 1 = 0$.",
        "+",
        "theorem t (x : ℝ) : x = 1 := by\n  have h : x ^ 2 + 2 * x + 1 = 0 := by sorry\n  sorry",
        "faithful",
    ),
    (
        "an operator, the terms in another order",
        r"Show that $x = 1$.",
        r"We get $x^2 [[-]] 2x + 1 = 0$.",
        "+",
        "theorem t (x : ℝ) : x = 1 := by\n  have h : 1 + x ^ 2 - 2 * x = 0 := by sorry\n  sorry",
        "reverted",
    ),
    (
        "an operator, moved over",
        r"Show that $x = 1$.",
        r"We get $x^2 [[-]] 2x + 1 = 0$.",
        "+",
        "theorem t (x : ℝ) : x = 1 := by\n  have h : x ^ 2 + 1 = 2 * x := by sorry\n  sorry",
        "reverted",
    ),
    (
        "a helper lemma in the proof region",
        r"Show that it holds for $n \geq 1$.",
        r"First, $3^n [[\geq]] 2n$.",
        r"\leq",
        "lemma aux (n : ℕ) : 2 * n ≤ 3 ^ n := by sorry\ntheorem t (n : ℕ) (h : n ≥ 1) : True := trivial",
        "reverted",
    ),
]


@pytest.mark.parametrize(
    ("statement", "proof", "new", "lean", "label"), [row[1:] for row in OUTPUTS], ids=[row[0] for row in OUTPUTS]
)
def test_labelled_outputs(statement: str, proof: str, new: str, lean: str, label: str) -> None:
    verdict = judge_edit(edited(statement, proof, new), lean)
    assert verdict.label == label, verdict.reason


DEFINED = r"Let $f(n, m) = n^2 [[-]] 10m + 40$ for all integers $n$ and $m$. Show that $f(0, 0) = 40$."
DEFINITIONS = [
    ("def f (n m : ℤ) : ℤ := n ^ 2 + 10 * m + 40", "f (n m : ℤ) : ℤ := n ^ 2 + 10 * m + 40"),
    ("def f (n : ℤ) (m : ℤ) : ℤ :=\n  n ^ 2 + 10 * m + 40", "f (n : ℤ) (m : ℤ) : ℤ :=\n  n ^ 2 + 10 * m + 40"),
    ("def f : ℤ → ℤ → ℤ := fun n m => n ^ 2 + 10 * m + 40", "f : ℤ → ℤ → ℤ := fun n m => n ^ 2 + 10 * m + 40"),
    ("def f : ℤ → ℤ → ℤ\n  | n, m => n ^ 2 + 10 * m + 40", "n, m => n ^ 2 + 10 * m + 40"),
]


@pytest.mark.parametrize(("definition", "quote"), DEFINITIONS)
def test_the_quote_of_a_definition_is_the_whole_equation(definition: str, quote: str) -> None:
    lean = f"{definition}\n\ntheorem t : f 0 0 = 40 := by sorry"
    verdict = judge_edit(edited(DEFINED, "Clear.", "+"), lean)
    assert (verdict.label, verdict.evidence[0].quote) == ("faithful", quote)
    before = lean[: lean.index(quote)]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2])
    assert (verdict.evidence[0].line, verdict.evidence[0].column) == (line, column)


@pytest.mark.parametrize(
    ("goal", "label"),
    [("x + 3 < 5", "faithful"), ("¬ (x + 3 < 5 ∧ True)", "unclear"), ("Not (x + 3 < 5)", "unclear")],
)
def test_what_is_under_a_negation_is_not_said(goal: str, label: str) -> None:
    case = edited(r"Let $x$ be a real number. Show that $x + 3 [[>]] 5$.", "Clear.", "<")
    assert judge_edit(case, f"theorem t (x : ℝ) : {goal} := by sorry").label == label
