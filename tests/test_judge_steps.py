"""Step deletions: the deterministic judge on hand-labelled outputs (labels written before it was run on them)."""

from __future__ import annotations

import pytest
from edit_cases import deleted

from pytest_faithform.judges.edits import judge_edit

STATEMENT = r"Let $c + r = 35$ and $2c + 4r = 94$. Show that $r = 12$ and $c = 23$."
PROOF = (
    r"The first equation gives $c = 35 - r$. [[Substituting $c = 35 - r$ into the second equation and collecting terms, ||"
    r"We get $2r = 24$.]] Therefore $r = 12$, and then $c = 23$."
)
FORMAL = "theorem ref (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by omega"
HEAD = "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by\n"

BODIES = [
    # name, body, label, handling
    ("sorry", "  have h : 2 * r = 24 := by sorry\n  omega", "faithful", "unproved"),
    ("term sorry", "  have h : 2 * r = 24 := sorry\n  omega", "faithful", "unproved"),
    (
        "sorry on its own line",
        "  have h : 2 * r = 24 := by\n    -- the gap\n    sorry\n  omega",
        "faithful",
        "unproved",
    ),
    ("admit", "  have h : 2 * r = 24 := by admit\n  omega", "faithful", "unproved"),
    ("exact sorry", "  have h : 2 * r = 24 := by\n    exact sorry\n  omega", "faithful", "unproved"),
    ("a hole", "  have h : 2 * r = 24 := ?_\n  omega", "faithful", "unproved"),
    ("braces", "  have h : 2 * r = 24 := by { sorry }\n  omega", "faithful", "unproved"),
    (
        "the others sorry too",
        "  have h₀ : c = 35 - r := by sorry\n  have h : 2 * r = 24 := by sorry\n  sorry",
        "faithful",
        "unproved",
    ),
    ("omega", "  have h : 2 * r = 24 := by omega\n  omega", "reverted", "derived"),
    ("a term", "  have h : 2 * r = 24 := by linarith [h₁, h₂]\n  omega", "reverted", "derived"),
    ("flipped and reordered", "  have h : 24 = r * 2 := by linarith\n  omega", "reverted", "derived"),
    (
        "a sorry inside its proof",
        "  have h : 2 * r = 24 := by\n    have : c = 35 - r := by sorry\n    omega\n  omega",
        "reverted",
        "derived",
    ),
    ("sorry in a comment", "  have h : 2 * r = 24 := by\n    -- sorry\n    omega\n  omega", "reverted", "derived"),
    ("sorry in a string", '  have h : 2 * r = 24 := by\n    trace "sorry"\n    omega\n  omega', "reverted", "derived"),
    ("only the goal", "  omega", "unclear", "absent"),
    ("another claim", "  have h : 4 * r = 48 := by sorry\n  omega", "unclear", "absent"),
    (
        "a calc step",
        "  have h : r = 12 := by\n    have : 2 * r = 94 - 70 := by omega\n    omega\n  omega",
        "unclear",
        "absent",
    ),
    (
        "a calc chain",
        "  have h := calc 2 * r = 94 - 2 * 35 := by omega\n    _ = 24 := by norm_num\n  omega",
        "unclear",
        "absent",
    ),
    ("a calc chain of one step", "  have := calc\n    2 * r = 24 := by omega\n  omega", "reverted", "derived"),
    ("show from", "  have := (show 2 * r = 24 from by omega)\n  omega", "reverted", "derived"),
    ("show by sorry", "  have := (show 2 * r = 24 by sorry)\n  omega", "faithful", "unproved"),
    ("obtain", "  obtain ⟨h, _⟩ : 2 * r = 24 ∧ c > 0 := by omega\n  omega", "reverted", "derived"),
    ("obtain by sorry", "  obtain ⟨h, _⟩ : 2 * r = 24 ∧ c > 0 := by sorry\n  omega", "faithful", "unproved"),
    ("suffices", "  suffices h : 2 * r = 24 by omega\n  omega", "reverted", "derived"),
    ("suffices, left open", "  suffices h : 2 * r = 24 by omega\n  sorry", "faithful", "unproved"),
    (
        "stated twice, both open",
        "  have h : 2 * r = 24 := by sorry\n  have h' : 2 * r = 24 := by sorry\n  omega",
        "faithful",
        "unproved",
    ),
    (
        "stated twice, cited",
        "  have h : 2 * r = 24 := by sorry\n  have h' : 2 * r = 24 := h\n  omega",
        "faithful",
        "unproved",
    ),
    (
        "stated twice, differently",
        "  have h : 2 * r = 24 := by sorry\n  have h' : 2 * r = 24 := by omega\n  omega",
        "unclear",
        "absent",
    ),
    ("the whole proof is sorry", "  sorry", "faithful", "unproved"),
    ("the whole proof is missing", "", "faithful", "unproved"),
]


@pytest.mark.parametrize(("body", "label", "handling"), [row[1:] for row in BODIES], ids=[row[0] for row in BODIES])
@pytest.mark.parametrize("claim_lean", ["2 * r = 24", None])
def test_how_the_claim_is_treated(body: str, label: str, handling: str, claim_lean: str | None) -> None:
    verdict = judge_edit(deleted(STATEMENT, PROOF, claim_lean, FORMAL), HEAD + body)
    assert (verdict.label, verdict.handling) == (label, handling), verdict.reason
    assert verdict.empty_proof_body == (body.strip() in ("sorry", ""))


def test_an_empty_proof_body_is_told_by_its_own_rule() -> None:
    verdict = judge_edit(deleted(STATEMENT, PROOF, "2 * r = 24", FORMAL), HEAD + "  sorry")
    assert verdict.rule == "empty-proof-body"
    assert "whole proof" in verdict.reason


WHOLE = [
    (
        "an added hypothesis",
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) (h₃ : 2 * r = 24) : r = 12 ∧ c = 23 := by omega",
        "faithful",
        "assumed",
    ),
    (
        "an added hypothesis, cited",
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) (h₃ : 2 * r = 24) : r = 12 ∧ c = 23 := by\n"
        "  have h : 2 * r = 24 := h₃\n  omega",
        "faithful",
        "assumed",
    ),
    (
        "an added hypothesis as a premise",
        "theorem t (c r : ℕ) (h₁ : c + r = 35) : 2 * r = 24 → r = 12 ∧ c = 23 := by omega",
        "faithful",
        "assumed",
    ),
    (
        "within an added conjunction, projected",
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₃ : 2 * r = 24 ∧ c > 1) : r = 12 ∧ c = 23 := by\n"
        "  have h : 2 * r = 24 := h₃.1\n  omega",
        "faithful",
        "assumed",
    ),
    ("an axiom", "axiom gap (r : ℕ) : 2 * r = 24\n" + HEAD + "  have h := gap r\n  omega", "faithful", "assumed"),
    (
        "an axiom, cited",
        "axiom gap (r : ℕ) : 2 * r = 24\n" + HEAD + "  have h : 2 * r = 24 := gap r\n  omega",
        "faithful",
        "assumed",
    ),
    (
        "a helper lemma left open",
        "lemma gap (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : 2 * r = 24 := by sorry\n"
        + HEAD
        + "  have h := gap c r h₁ h₂\n  omega",
        "faithful",
        "unproved",
    ),
    (
        "a helper lemma left open, cited",
        "lemma gap (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : 2 * r = 24 := by sorry\n"
        + HEAD
        + "  have h : 2 * r = 24 := by exact gap c r h₁ h₂\n  omega",
        "faithful",
        "unproved",
    ),
    (
        "a helper lemma proved",
        "lemma gap (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : 2 * r = 24 := by omega\n"
        + HEAD
        + "  have h := gap c r h₁ h₂\n  omega",
        "reverted",
        "derived",
    ),
    (
        "a helper lemma proved, the main proof a placeholder",
        "lemma gap (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : 2 * r = 24 := by omega\n" + HEAD + "  sorry",
        "reverted",
        "derived",
    ),
    (
        "a helper lemma's own hypothesis says nothing",
        "lemma use (r : ℕ) (h : 2 * r = 24) : r = 12 := by omega\n"
        + HEAD
        + "  have h : 2 * r = 24 := by omega\n  omega",
        "reverted",
        "derived",
    ),
    (
        "a term-mode proof",
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 :=\n"
        "  have h : 2 * r = 24 := by omega\n  ⟨by omega, by omega⟩",
        "reverted",
        "derived",
    ),
    (
        "a quantified lemma",
        "lemma gap : ∀ c r : ℕ, c + r = 35 → 2 * c + 4 * r = 94 → 2 * r = 24 := by\n  intro c r h₁ h₂\n  omega\n"
        + HEAD
        + "  have := gap c r h₁ h₂\n  omega",
        "reverted",
        "derived",
    ),
    (
        "by := in a binder",
        "theorem t (c r : ℕ) (h₁ : c + r = 35 := by rfl) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by\n"
        "  have h : 2 * r = 24 := by sorry\n  omega",
        "faithful",
        "unproved",
    ),
    ("no theorem", "def x := 2", "unclear", "absent"),
    ("nothing", "", "unclear", "absent"),
]


@pytest.mark.parametrize(("lean", "label", "handling"), [row[1:] for row in WHOLE], ids=[row[0] for row in WHOLE])
def test_whole_outputs(lean: str, label: str, handling: str) -> None:
    verdict = judge_edit(deleted(STATEMENT, PROOF, "2 * r = 24", FORMAL), lean)
    assert (verdict.label, verdict.handling) == (label, handling), verdict.reason


LAST = (
    r"Hence $2r = 24$. [[Halving both sides and inserting the result into $c = 35 - r$ at last, ||We get $r = 12$ and "
    r"$c = 23$.]]"
)

LAST_BODIES = [
    (
        "haves open, put together",
        "  have hr : r = 12 := by sorry\n  have hc : c = 23 := by sorry\n  exact ⟨hr, hc⟩",
        "faithful",
    ),
    ("the goal left open after the steps", "  have h : 2 * r = 24 := by omega\n  sorry", "faithful"),
    ("haves proved", "  have hr : r = 12 := by omega\n  have hc : c = 23 := by omega\n  exact ⟨hr, hc⟩", "reverted"),
    ("the goal closed at once", "  have h : 2 * r = 24 := by omega\n  omega", "reverted"),
    ("one have open, the goal by a tactic", "  have hr : r = 12 := by sorry\n  omega", "unclear"),
    ("a conjunction open, cited", "  have h : r = 12 ∧ c = 23 := by sorry\n  exact h", "faithful"),
    (
        "one open, one proved",
        "  have hr : r = 12 := by sorry\n  have hc : c = 23 := by omega\n  exact ⟨hr, hc⟩",
        "unclear",
    ),
    ("constructor and sorries", "  have h : 2 * r = 24 := by omega\n  constructor\n  · sorry\n  · sorry", "faithful"),
]


@pytest.mark.parametrize(("body", "label"), [row[1:] for row in LAST_BODIES], ids=[row[0] for row in LAST_BODIES])
def test_the_last_step_is_also_the_conclusion(body: str, label: str) -> None:
    verdict = judge_edit(deleted(STATEMENT, LAST, "r = 12 ∧ c = 23", FORMAL), HEAD + body)
    assert verdict.label == label, verdict.reason


def test_reasoning_that_stands_elsewhere_makes_a_proof_no_reversion() -> None:
    case = deleted(STATEMENT, PROOF, "2 * r = 24", FORMAL, again=True)
    assert judge_edit(case, HEAD + "  have h : 2 * r = 24 := by omega\n  omega").rule == "reasoning-elsewhere"
    assert judge_edit(case, HEAD + "  have h : 2 * r = 24 := by sorry\n  omega").label == "faithful"


def test_a_hypothesis_of_the_original_is_no_assumption() -> None:
    proof = r"Start. [[By the very assumption on the number of heads, ||We know $c + r = 35$.]] And so on."
    case = deleted(STATEMENT, proof, "c + r = 35", FORMAL)
    assert judge_edit(case, HEAD + "  omega").rule == "absent"
    assert judge_edit(case, HEAD + "  have h : c + r = 35 := h₁\n  omega").label == "reverted"


def test_conditions_in_the_outcome_are_not_the_claim() -> None:
    statement = r"Let $a_1 = 1$ and $a_{n+1} = 2a_n$. Prove that for all $n \ge 1$ we have $a_n = 2^{n-1}$."
    proof = (
        r"The case $n = 1$ is clear. [[By the induction hypothesis and the recurrence for the next index, ||"
        r"The formula $a_{n+1} = 2^n$ holds for all $n \ge 1$.]] Done."
    )
    lean = (
        "theorem t (a : ℕ → ℕ) (h : a 1 = 1) (hs : ∀ n, a (n + 1) = 2 * a n) (n : ℕ) (hn : n ≥ 1) : a n = 2 ^ (n - 1) := by\n"
        "  have step : a (n + 1) = 2 ^ n := by {}\n  sorry"
    )
    assert judge_edit(deleted(statement, proof), lean.replace("{}", "sorry")).label == "faithful"
    assert judge_edit(deleted(statement, proof), lean.replace("{}", "simp [hs]")).label == "reverted"
    without = lean.replace("  have step : a (n + 1) = 2 ^ n := by {}\n", "  norm_num\n")
    assert judge_edit(deleted(statement, proof), without).label == "unclear"


def test_the_next_step_is_not_the_claim_moved_over() -> None:
    statement = r"Let $a + b = 12$. Show that $ab \le 36$."
    proof = (
        r"We have $36 - ab = (a - 6)^2$. [[Because the square of a rational number is never negative, ||"
        r"Hence $36 - ab \ge 0$.]] Adding $ab$ gives $ab \le 36$."
    )
    lean = "theorem t (a b : ℚ) (h : a + b = 12) : a * b ≤ 36 := by\n  {}\n  grind"
    case = deleted(statement, proof, "36 - a * b ≥ 0")
    assert judge_edit(case, lean.replace("{}", "have h' : 36 - a * b ≥ 0 := by sorry")).label == "faithful"
    assert judge_edit(case, lean.replace("{}", "have h' : b = 12 - a := by grind")).label == "unclear"


def test_positivity_in_words_is_no_added_hypothesis() -> None:
    statement = r"Let $a$ and $b$ be positive real numbers. Show that $a + b \ge 2\sqrt{ab}$."
    proof = r"Start. [[Since both numbers are positive by assumption, ||We have $a + b > 0$.]] Square it."
    lean = "theorem t (a b : ℝ) (h : a + b > 0) : a + b ≥ 2 * Real.sqrt (a * b) := by\n  nlinarith"
    assert judge_edit(deleted(statement, proof), lean).label == "unclear"


MATHLIB = """import Mathlib
open Real

theorem am_gm (x y z : ℝ) (hx : 0 < x) (hy : 0 < y) (hz : 0 < z) : x^2 + y^2 + z^2 ≥ x*y + y*z + z*x := by
  -- a sum of squares is nonnegative
  have h1 : (x - y)^2 + (y - z)^2 + (z - x)^2 ≥ 0 := by
    {}
  nlinarith [h1]
"""


@pytest.mark.parametrize(
    ("tactic", "label"),
    [
        ("positivity", "reverted"),
        ("sorry", "faithful"),
        ("apply add_nonneg\n    · sorry\n    · positivity", "reverted"),
    ],
)
def test_mathlib_style(tactic: str, label: str) -> None:
    statement = r"For positive reals show that $x^2 + y^2 + z^2 \ge xy + yz + zx$."
    proof = (
        r"Consider it. [[Because the square of every real number is nonnegative and sums stay so, ||"
        r"We have $(x-y)^2 + (y-z)^2 + (z-x)^2 \ge 0$.]] Expanding gives the claim."
    )
    assert judge_edit(deleted(statement, proof), MATHLIB.replace("{}", tactic)).label == label


def test_a_long_quote_ends_where_no_bracket_is_open() -> None:
    case = deleted("Show that $x = 2$.", "[[Take $2x = 4$ off to get ||$x - 2 = 0$.]] So.", claim_lean="x - 2 = 0")
    facts = ", ".join(f"fact_number_{i}" for i in range(9))
    proof = f"by\n    simp only [{facts}] at h\n    simp only [{facts}] at h\n    exact h"
    lean = f"theorem t (x : ℕ) (h : 2 * x = 4) : x = 2 := by\n  have hx : x - 2 = 0 := {proof}\n  omega"
    quote = judge_edit(case, lean).evidence[0].quote
    assert quote == f"have hx : x - 2 = 0 := by\n    simp only [{facts}] at h\n    simp only"


HALVING = (
    r"Then $2r = 24$. [[Halving both sides of the equation that we have got just now, ||We get $r = 12$.]] So $c = 23$."
)
UNUSED = [
    # name, before the main theorem, its body, labels that are right
    ("an example left open", "example (c r : ℕ) : r = 12 := sorry", "  omega", "reverted unclear"),
    ("an axiom", "axiom foo (r : ℕ) : r = 12", "  have h : 2 * r = 24 := by omega\n  omega", "reverted unclear"),
    (
        "an axiom, its name taken by a hypothesis",
        "axiom h₁ (r : ℕ) : r = 12",
        "  have h : 2 * r = 24 := by linarith [h₁]\n  omega",
        "reverted unclear",
    ),
    (
        "an axiom, its name taken on the way",
        "axiom foo (r : ℕ) : r = 12",
        "  obtain ⟨foo, _⟩ : 2 * r = 24 ∧ True := by omega\n  omega",
        "reverted unclear",
    ),
    ("a lemma left open", "lemma foo (r : ℕ) : r = 12 := by sorry", "  omega", "reverted unclear"),
    (
        "a lemma proved, the claim left open",
        "lemma foo (r : ℕ) (h : 2 * r = 24) : r = 12 := by omega",
        "  have h : r = 12 := by sorry\n  omega",
        "unclear",
    ),
    ("an example proved, a placeholder", "example (r : ℕ) : r = 12 := by omega", "  sorry", "unclear"),
    (
        "nothing, derived moved over",
        "",
        "  have h : r = 12 := by sorry\n  have : r - 12 = 0 := by omega\n  omega",
        "unclear",
    ),
    (
        "nothing, derived with more",
        "",
        "  have h : r = 12 := by sorry\n  have : r = 12 ∧ c > 0 := by omega\n  omega",
        "unclear",
    ),
    ("nothing, left open", "", "  have h : r = 12 := by sorry\n  exact ⟨h, by omega⟩", "faithful"),
    ("an axiom that is used", "axiom foo (r : ℕ) : r = 12", "  have h := foo r\n  exact ⟨h, by omega⟩", "faithful"),
    (
        "a lemma left open that a lemma uses",
        "lemma foo (r : ℕ) : r = 12 := by sorry\nlemma bar (r : ℕ) : 2 * r = 24 := by simp [foo r]",
        "  have h := bar r\n  omega",
        "faithful",
    ),
]


@pytest.mark.parametrize(("before", "body", "labels"), [row[1:] for row in UNUSED], ids=[row[0] for row in UNUSED])
@pytest.mark.parametrize("claim_lean", ["r = 12", None])
def test_what_the_main_theorem_does_not_use(before: str, body: str, labels: str, claim_lean: str | None) -> None:
    verdict = judge_edit(deleted(STATEMENT, HALVING, claim_lean, FORMAL), f"{before}\n{HEAD}{body}")
    assert verdict.label in labels.split(), verdict.reason
