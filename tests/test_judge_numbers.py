"""Number edits: the deterministic judge on hand-labelled outputs (labels written before it was run on them)."""

from __future__ import annotations

import pytest
from edit_cases import edited

from pytest_faithform.judges.edits import judge_edit

FARM = r"A farm keeps $c$ chickens and $r$ rabbits: $c + r = 35$ heads and $2c + 4r = [[94]]$ legs. Show that $c = 23$."
FARM_PROOF = r"From the heads, $c = 35 - r$. Substituting, $2r = 24$, so $r = 12$ and $c = 23$."
FARM_LEAN = "theorem farm (c r : Nat) (h₁ : c + r = 35) (h₂ : {}) : c = 23 := by\n  omega"

STATEMENT = [
    ("the relation, new", "2 * c + 4 * r = 97", "faithful"),
    ("the relation, old", "2 * c + 4 * r = 94", "reverted"),
    ("sides flipped", "94 = 2 * c + 4 * r", "reverted"),
    ("terms in another order", "r * 4 + c * 2 = 97", "faithful"),
    ("one side moved over", "2 * c = 97 - 4 * r", "faithful"),
    ("everything moved over", "2 * c + 4 * r - 94 = 0", "reverted"),
    ("another number there", "2 * c + 4 * r = 95", "unclear"),
    ("casts", "2 * (c : ℝ) + 4 * (r : ℝ) = (97 : ℝ)", "faithful"),
    ("coercion arrows", "(2 : ℤ) * ↑c + 4 * ↑r = 94", "reverted"),
    ("ascribed variables", "2 * ((c : ℕ) : ℚ) + 4 * ((r : ℕ) : ℚ) = 97", "faithful"),
    ("an inequality instead", "2 * c + 4 * r ≤ 95", "unclear"),
    ("a comment carries the new value", "2 * c + 4 * r = 94 /- 97 -/", "reverted"),
    ("both", "2 * c + 4 * r = 97) (h₃ : 2 * c + 4 * r = 94", "unclear"),
    ("dropped", "c ≥ 0", "unclear"),
    ("under a quantifier", "∀ t : ℕ, t = c → 2 * c + 4 * r = 97", "faithful"),
    ("within a conjunction", "c ≤ 35 ∧ 2 * c + 4 * r = 94", "reverted"),
    ("negated: by presence alone", "¬ 2 * c + 4 * r = 94", "reverted"),
]


@pytest.mark.parametrize(("hypothesis", "label"), [row[1:] for row in STATEMENT], ids=[row[0] for row in STATEMENT])
def test_the_place_in_the_signature(hypothesis: str, label: str) -> None:
    assert judge_edit(edited(FARM, FARM_PROOF, "97"), FARM_LEAN.format(hypothesis)).label == label


OUTPUTS = [
    # name, statement, proof, new, lean, label
    (
        "renamed variables",
        FARM,
        FARM_PROOF,
        "97",
        "theorem t (x y : ℕ) (h₀ : x + y = 35) (h₁ : 2 * x + 4 * y = 94) : x = 23 := by omega",
        "reverted",
    ),
    (
        "renamed the other way round",
        FARM,
        FARM_PROOF,
        "97",
        "theorem t (x y : ℕ) (h₀ : x + y = 35) (h₁ : 2 * y + 4 * x = 97) : y = 23 := by omega",
        "faithful",
    ),
    (
        "renamed, but one name is kept",
        FARM,
        FARM_PROOF,
        "97",
        "theorem t (c x : ℕ) (h₀ : c + x = 35) (h₁ : 2 * c + 4 * x = 94) : c = 23 := by omega",
        "reverted",
    ),
    (
        "renamed, one name kept, and the old value alive: the statement fixes the names",
        FARM,
        FARM_PROOF + " Check: $94$.",
        "97",
        "theorem t (c x : ℕ) (h₀ : c + x = 35) (h₁ : 2 * c + 4 * x = 94) : c = 23 := by omega",
        "reverted",
    ),
    (
        "the statement's value lives on in the Lean proof only",
        FARM,
        FARM_PROOF,
        "97",
        "theorem t (c r : ℕ) (h₂ : 2 * c + 4 * r = 97) : c = 23 := by\n  have h : 2 * c + 4 * r = 94 := by omega\n  omega",
        "faithful",
    ),
    (
        "in a definition the signature uses",
        FARM,
        FARM_PROOF,
        "97",
        "def legs (c r : ℕ) : ℕ := 2 * c + 4 * r\ntheorem t (c r : ℕ) (h : legs c r = 94) : c = 23 := by omega",
        "reverted",
    ),
    (
        "in a structure the signature uses",
        FARM,
        FARM_PROOF,
        "97",
        "structure Farm where\n  c : ℕ\n  r : ℕ\n  heads : c + r = 35\n  legs : 2 * c + 4 * r = 97\n"
        "theorem t (f : Farm) : f.c = 23 := by\n  have := f.legs\n  omega",
        "faithful",
    ),
    (
        "the main theorem is the last one",
        FARM,
        FARM_PROOF,
        "97",
        "lemma aux (c r : ℕ) (h₂ : 2 * c + 4 * r = 97) : c ≤ 50 := by omega\n"
        "theorem main (c r : ℕ) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by omega",
        "reverted",
    ),
    (
        "an example does not count",
        FARM,
        FARM_PROOF,
        "97",
        "theorem main (c r : ℕ) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by omega\n"
        "example (c r : ℕ) (h₂ : 2 * c + 4 * r = 97) : c ≤ 50 := by omega",
        "reverted",
    ),
    (
        "real square root",
        r"Let $x > 0$ with $\sqrt{x + [[7]]} = 4$. Show that $x = 9$.",
        "Square both sides.",
        "5",
        "theorem t (x : ℝ) (hx : 0 < x) (h : Real.sqrt (x + 7) = 4) : x = 9 := by\n  norm_num at h",
        "reverted",
    ),
    (
        "root sign",
        r"Let $x > 0$ with $\sqrt{x + [[7]]} = 4$. Show that $x = 9$.",
        "Square both sides.",
        "5",
        "theorem t (x : ℝ) (hx : 0 < x) (h : √(x + 5) = 4) : x = 9 := by sorry",
        "faithful",
    ),
    (
        "decimal as a fraction",
        "Let $2x = [[6.5]]$. Show that $x < 4$.",
        "Divide by two.",
        "6.3",
        "theorem t (x : ℝ) (h : 2 * x = 13 / 2) : x < 4 := by linarith",
        "reverted",
    ),
    (
        "decimal with a trailing zero",
        "Let $2x = [[6.5]]$. Show that $x < 4$.",
        "Divide by two.",
        "6.3",
        "theorem t (x : ℝ) (h : 2 * x = 6.30) : x < 4 := by linarith",
        "faithful",
    ),
    (
        "a percentage as a decimal",
        r"A tax of $[[25]]\%$ is levied. Show that the tax $t$ on $x$ is positive.",
        "Clear.",
        "28",
        "theorem t (x t : ℝ) (hx : x > 0) (h : t = 0.25 * x) : t > 0 := by positivity",
        "reverted",
    ),
    (
        "a percentage as a quotient",
        r"A tax of $[[25]]\%$ is levied. Show that the tax $t$ on $x$ is positive.",
        "Clear.",
        "28",
        "theorem t (x t : ℝ) (hx : x > 0) (h : t = 28 / 100 * x) : t > 0 := by positivity",
        "faithful",
    ),
    (
        "thousands separator",
        r"There are $n = [[1,200]]$ stamps. Show that $n$ is even.",
        "Halve it.",
        "1,250",
        "theorem t (n : ℕ) (h : n = 1200) : n % 2 = 0 := by omega",
        "reverted",
    ),
    (
        "fraction",
        r"Let $x + \frac{[[1]]}{3} = 2$. Show that $x > 1$.",
        "Subtract.",
        "2",
        "theorem t (x : ℚ) (h : x + 2/3 = 2) : x > 1 := by linarith",
        "faithful",
    ),
    (
        "congruence",
        r"Let $n \equiv [[3]] \pmod{7}$. Show that $n^2 \equiv 2 \pmod 7$.",
        "Square.",
        "4",
        "theorem t (n : ℕ) (h : n ≡ 3 [MOD 7]) : n ^ 2 ≡ 2 [MOD 7] := by sorry",
        "reverted",
    ),
    (
        "congruence as a remainder",
        r"Let $n \equiv [[3]] \pmod{7}$. Show that $n^2 \equiv 2 \pmod 7$.",
        "Square.",
        "4",
        "theorem t (n : ℤ) (h : n % 7 = 4) : n ^ 2 % 7 = 2 := by omega",
        "faithful",
    ),
    (
        "integer congruence",
        r"Let $n \equiv 3 \pmod{[[7]]}$. Show that $n$ is odd.",
        "Look.",
        "9",
        "theorem t (n : ℤ) (h : n ≡ 3 [ZMOD 9]) : n % 2 = 1 := by omega",
        "faithful",
    ),
    (
        "remainder in words",
        r"The number $n$ leaves remainder $[[3]]$ when divided by $7$. Show that $n$ is odd.",
        "Look.",
        "5",
        "theorem t (n : ℕ) (h : n % 7 = 3) : n % 2 = 1 := by omega",
        "reverted",
    ),
    (
        "divisibility in words",
        r"Suppose that $n$ is divisible by $[[12]]$. Show that $3 \mid n$.",
        "Clear.",
        "15",
        "theorem t (n : ℕ) (h : 15 ∣ n) : 3 ∣ n := by omega",
        "faithful",
    ),
    (
        "a sum over a range",
        r"Show that $\sum_{i=1}^{[[100]]} i = 5050$.",
        "Gauss.",
        "103",
        "theorem t : ∑ i ∈ Finset.Icc 1 100, i = 5050 := by decide",
        "reverted",
    ),
    (
        "a sum over range n",
        r"Show that $\sum_{i=0}^{[[4]]} i^2 = 30$.",
        "Add up.",
        "6",
        "theorem t : ∑ i in Finset.range 7, i ^ 2 = 30 := by rfl",
        "faithful",
    ),
    (
        "a recurrence",
        r"Let $a_{n+1} = [[3]]a_n + 5$ with $a_0 = 1$. Show that $a_n > 0$.",
        "Induction.",
        "4",
        "def a : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => 3 * a n + 5\ntheorem t (n : ℕ) : a n > 0 := by sorry",
        "reverted",
    ),
    (
        "a shifted recurrence",
        r"Let $a_n = [[4]]a_{n-1} - 3a_{n-2}$. Show that $a_n$ is odd.",
        "Induction.",
        "6",
        "theorem t (a : ℕ → ℤ) (h : ∀ n, a (n + 2) = 6 * a (n + 1) - 3 * a n) (n : ℕ) : a n % 2 = 1 := by sorry",
        "faithful",
    ),
    (
        "a function by lambda",
        r"Let $f(x) = 3x^2 - [[8]]$. Show that $f(2) = 4$.",
        "Compute.",
        "9",
        "theorem t (f : ℝ → ℝ) (hf : f = fun x => 3 * x ^ 2 - 8) : f 2 = 4 := by norm_num [hf]",
        "reverted",
    ),
    (
        "a function by its values",
        r"Let $f(x) = 3x^2 - [[8]]$. Show that $f(2) = 4$.",
        "Compute.",
        "9",
        "theorem t (f : ℝ → ℝ) (hf : ∀ x, f x = 3 * x ^ 2 - 9) : f 2 = 4 := by norm_num [hf]",
        "faithful",
    ),
    (
        "binomial",
        r"Show that $\binom{[[9]]}{3} = 84$.",
        "Compute.",
        "8",
        "theorem t : Nat.choose 9 3 = 84 := by decide",
        "reverted",
    ),
    (
        "binomial, dotted",
        r"Let $\binom{n}{[[4]]} = 35$. Show that $n = 7$.",
        "Compute.",
        "6",
        "theorem t (n : ℕ) (h : n.choose 6 = 35) : n = 7 := by sorry",
        "faithful",
    ),
    (
        "an interval as two bounds",
        r"Let $x \in [0, [[5]]]$. Show that $x < 8$.",
        "Clear.",
        "6",
        "theorem t (x : ℝ) (h₀ : 0 ≤ x) (h₁ : x ≤ 5) : x < 8 := by linarith",
        "reverted",
    ),
    (
        "two bounds as an interval",
        r"Let $0 \le x \le [[5]]$. Show that $x < 8$.",
        "Clear.",
        "6",
        "theorem t (x : ℝ) (h : x ∈ Set.Icc 0 6) : x < 8 := by linarith [h.2]",
        "faithful",
    ),
    (
        "a segment of a figure",
        r"In triangle $ABC$ let $AB = [[13]]$ and $BC = 14$. Show that $AC < 27$.",
        "The triangle inequality.",
        "15",
        "theorem t (AB BC AC : ℝ) (h₁ : AB = 13) (h₂ : BC = 14) : AC < 27 := by sorry",
        "reverted",
    ),
    (
        "absolute value",
        r"Let $|x - [[3]]| < 5$. Show that $x < 8$.",
        "Unfold.",
        "4",
        "theorem t (x : ℝ) (h : |x - 3| < 5) : x < 8 := by\n  cases abs_lt.mp h; linarith",
        "reverted",
    ),
    (
        "subscripts",
        r"Let $x_1 + x_2 = [[9]]$. Show that $x_1 = 9 - x_2$.",
        "Move it over.",
        "6",
        "theorem t (x₁ x₂ : ℝ) (h : x₁ + x₂ = 6) : x₁ = 9 - x₂ := by linarith",
        "faithful",
    ),
    (
        "negative number",
        r"Let $x + y = -[[6]]$. Show that $x = -6 - y$.",
        "Move it over.",
        "8",
        "theorem t (x y : ℤ) (h : x + y = -6) : x = -6 - y := by omega",
        "reverted",
    ),
    (
        "several positive variables",
        r"Let $a, b, c > [[0]]$. Show that $abc > 0$.",
        "Multiply.",
        "3",
        "theorem t (a b c : ℝ) (ha : 0 < a) (hb : 0 < b) (hc : 0 < c) : a * b * c > 0 := by positivity",
        "reverted",
    ),
    (
        "several variables, edited",
        r"Let $a, b, c > [[0]]$. Show that $abc > 0$.",
        "Multiply.",
        "3",
        "theorem t (a b c : ℝ) (ha : a > 3) (hb : b > 3) (hc : c > 3) : a * b * c > 0 := by positivity",
        "faithful",
    ),
    (
        "the answer, old",
        "Twice a number is 44. What is it? Show that it is [[22]].",
        "Halve 44.",
        "21",
        "theorem t (n : ℕ) (h : 2 * n = 44) : n = 22 := by omega",
        "reverted",
    ),
    (
        "the answer, new, while the proof keeps the old one",
        "Sum the first ten. Show that it is [[55]].",
        "We get $55$.",
        "58",
        "theorem t : (∑ i ∈ Finset.range 11, i) = 58 := by decide",
        "faithful",
    ),
    (
        "the answer, another one",
        "Sum the first ten. Show that it is [[55]].",
        "We get $55$.",
        "58",
        "theorem t : (∑ i ∈ Finset.range 11, i) = 45 := by decide",
        "unclear",
    ),
    (
        "presence: in words, nowhere else",
        "There are [[94]] legs on the farm. Show that their number is even.",
        "Halve it.",
        "97",
        "theorem t : Even 94 := by decide",
        "reverted",
    ),
    (
        "presence: the old value lives in the proof",
        "There are [[94]] legs on the farm. Show that it is even.",
        "As $94 = 2 * 47$, it is.",
        "97",
        "theorem t : Even 94 := by decide",
        "unclear",
    ),
    (
        "presence: the new value stands in the original",
        "Of 97 legs [[94]] move. Show that some do not.",
        "Subtract.",
        "96",
        "theorem t (n : ℕ) (h : n = 97 - 96) : n > 0 := by omega",
        "faithful",
    ),
    (
        "presence: the old value as a word",
        "Of ninety-four legs [[80]] move. Show that some do not.",
        "Subtract.",
        "94",
        "theorem t (n m : ℕ) (h : m = 94) : n > 0 := by omega",
        "unclear",
    ),
    (
        "presence: ubiquitous values decide nothing",
        "The die shows [[2]] more. Show it.",
        "Clear.",
        "1",
        "theorem t (n : ℕ) (h : n % 2 = 1) : n > 0 := by omega",
        "unclear",
    ),
]


@pytest.mark.parametrize(
    ("statement", "proof", "new", "lean", "label"), [row[1:] for row in OUTPUTS], ids=[row[0] for row in OUTPUTS]
)
def test_labelled_outputs(statement: str, proof: str, new: str, lean: str, label: str) -> None:
    verdict = judge_edit(edited(statement, proof, new), lean)
    assert verdict.label == label, verdict.reason


LEGS = r"Let $x$ and $y$ be real numbers with $x + y = 131$ and $x - y = [[94]]$. Show that $xy = 2$."
STEP_PROOF = r"We have $6x = [[23]]$ and hence the claim."


@pytest.mark.parametrize(
    "hypothesis",
    [
        "x - y = 97 → False",
        "x + y = 131 → x - y = 97 → False",
        "x - y = 97 ↔ False",
        "(x - y = 97) = False",
        "x - y = 97 ∨ True",
        "x * y = 3 ∨ x - y = 97",
        "¬ (x - y = 97)",
        "¬ (x - y = 97 ∧ True)",
        "¬ ∃ z : ℝ, z = x ∧ x - y = 97",
        "Not (x - y = 97)",
        "x - y ≠ 97",
        "x - y < 97",
        "x - y ∉ ({97} : Set ℝ)",
    ],
)
def test_a_statement_that_denies_the_new_value_does_not_say_it(hypothesis: str) -> None:
    lean = f"theorem t (x y : ℝ) (h : x + y = 131) (k : {hypothesis}) : x * y = 2 := by sorry"
    verdict = judge_edit(edited(LEGS, "Add them.", "97"), lean)
    assert verdict.label == "unclear", verdict.reason


@pytest.mark.parametrize(
    "lean",
    [
        "theorem t (x y : ℝ) (h : x + y = 131 ∧ x - y = 97) : x * y = 2 := by sorry",
        "theorem t (x y : ℝ) : x + y = 131 → x - y = 97 → x * y = 2 := by sorry",
        "theorem t (x y : ℝ) (h : x + y = 131) (k : x - y = 97) : ¬ (x * y ≠ 2) := by sorry",
    ],
)
def test_a_premise_of_the_theorem_is_said(lean: str) -> None:
    assert judge_edit(edited(LEGS, "Add them.", "97"), lean).label == "faithful"


@pytest.mark.parametrize(
    ("step", "label"),
    [
        ("have k : 6 * x = 25 := by linarith", "faithful"),
        ("have k : 6 * x ≠ 25 := by linarith", "unclear"),
        ("have k : 6 * x < 25 := by linarith", "unclear"),
        ("have k : 6 * x = 25 → False := by tauto", "unclear"),
        ("have k : 6 * x = 25 ∨ 6 * x ≠ 25 := by tauto", "unclear"),
        ("by_cases h : 6 * x = 25 <;> simp", "unclear"),
        ("by_cases 6 * x = 25", "unclear"),
        ("by_contra! h : 6 * x = 25", "unclear"),
        ("rcases em (6 * x = 25) with h | h", "unclear"),
        ("rcases eq_or_ne (6 * x) 25 with h | h", "unclear"),
        ("have k := if 6 * x = 25 then 1 else 2", "unclear"),
    ],
)
def test_a_case_of_a_proof_is_not_what_it_says(step: str, label: str) -> None:
    case = edited("Let $x$ be real. Show that $x = 7$.", STEP_PROOF, "25")
    verdict = judge_edit(case, f"theorem t (x : ℝ) : x = 7 := by\n  {step}\n  simp")
    assert verdict.label == label, verdict.reason


@pytest.mark.parametrize(("conclusion", "label"), [("x = 3 ∨ x = 97", "faithful"), ("x = 97 ∨ True", "unclear")])
def test_a_disjunction_of_the_text_says_its_branches(conclusion: str, label: str) -> None:
    case = edited("Let $x$ be a real root. Show that $x = 3$ or $x = [[94]]$.", "Factor it.", "97")
    assert judge_edit(case, f"theorem t (x : ℝ) (h : x ^ 2 = 5) : {conclusion} := by sorry").label == label
