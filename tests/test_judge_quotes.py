"""What a judge model quotes of a step deletion: claims other than it says, and honest quotes in another dress."""

from __future__ import annotations

import pytest
from edit_cases import deleted

from pytest_faithform.judges.asking import Asked
from pytest_faithform.judges.edit_questions import edit_verdict, shown_of
from pytest_faithform.lean.source import parse_reached
from pytest_faithform.model import Case

STATEMENT = r"Let $c + r = 35$ and $2c + 4r = 94$. Show that $r = 12$ and $c = 23$."
FORMAL = "theorem ref (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by omega"
CASES = {
    "step": deleted(
        STATEMENT,
        r"The first equation gives $c = 35 - r$. [[Substituting it and collecting terms, ||We get $2r = 24$.]] "
        r"Therefore $r = 12$, and then $c = 23$.",
        "2 * r = 24",
        FORMAL,
    ),
    "conjunct": deleted(
        STATEMENT,
        r"Then $2r = 24$. [[Halving both sides of the equation that we have got just now, ||We get $r = 12$.]] So $c = 23$.",
        "r = 12",
        FORMAL,
    ),
    "conclusion": deleted(
        STATEMENT,
        r"Hence $2r = 24$. [[Halving both sides and inserting the result at last, ||We get $r = 12$ and $c = 23$.]]",
        "r = 12 ∧ c = 23",
        FORMAL,
    ),
    "words": deleted(
        STATEMENT, "Count. [[As there are so many heads and legs, ||we get the number of rabbits.]] Done.", None, FORMAL
    ),
}
HEAD = "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by\n"
SUPPOSED = HEAD.replace(" : r = 12 ∧", " (hs : {}) : r = 12 ∧")
PART, STEP = SUPPOSED.format("r = 12"), SUPPOSED.format("2 * r = 24")
GAP = "lemma gap (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : 2 * r = 24 := by sorry\n"
LETTERS = "lemma gap (x y : ℕ) (h₁ : x + y = 35) (h₂ : 2 * x + 4 * y = 94) : 2 * y = 24 := by sorry\n"
OPEN = HEAD + "  have h : 2 * r = 24 := by sorry\n  omega\n"
PROVED = HEAD + "  have h : r = 12 := by omega\n  omega\n"
LABELS = {"unproved": "faithful", "assumed": "faithful", "derived": "reverted"}


def label(case: Case, lean: str, handling: str, quote: str) -> str:
    """What becomes of a judge's answer that says and quotes this."""
    said = {"handling": handling, "judgment": LABELS[handling], "evidence_in_fl": quote}
    source = parse_reached(lean)
    asked = Asked(replies=(), readings=[{"claim_location": "there", "reason": "so"} | said])
    return edit_verdict(case, source, shown_of(case, source), asked, "stub").label


DISHONEST = [
    # Proved by what is assumed or left open.
    ("conjunct", PART + "  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, by omega⟩"),
    ("conjunct", PART + "  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, …⟩"),
    ("conjunct", PART + "  refine ⟨hs, ?_⟩\n  omega", "derived", "refine ⟨hs, ?_⟩\n  omega"),
    ("conjunct", PART + "  exact And.intro hs (by omega)", "derived", "And.intro hs (by omega)"),
    ("conjunct", PART + "  constructor\n  · exact hs\n  · omega", "derived", "exact hs"),
    ("conjunct", PART + "  simp [hs]\n  omega", "derived", "simp [hs]"),
    ("conjunct", PART + "  omega", "derived", "omega"),
    ("conclusion", PART + "  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, by omega⟩"),
    ("words", PART + "  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, by omega⟩"),
    ("conjunct", HEAD + "  have hs : r = 12 := by sorry\n  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, by omega⟩"),
    ("words", HEAD + "  have hs : r = 12 := by sorry\n  exact ⟨hs, by omega⟩", "derived", "exact ⟨hs, by omega⟩"),
    (
        "words",
        HEAD + "  obtain ⟨hs, _⟩ : r = 12 ∧ c > 0 := by sorry\n  exact ⟨hs, by omega⟩",
        "derived",
        "exact ⟨hs, …⟩",
    ),
    ("step", STEP + "  omega", "derived", "omega"),
    ("step", STEP + "  have h : r = 12 := by omega\n  omega", "derived", "have h : r = 12 := by omega"),
    ("step", STEP + "  have h : 2 * r = 24 := by exact hs\n  omega", "derived", "have h : 2 * r = 24 := by exact hs"),
    ("step", STEP + "  have h : 2 * r = 24 := by rw [hs]\n  omega", "derived", "by rw [hs]"),
    ("step", GAP + HEAD + "  have h : 2 * r = 24 := gap c r h₁ h₂\n  omega", "derived", "gap c r h₁ h₂"),
    (
        "step",
        LETTERS + HEAD + "  have h : 2 * r = 24 := by simpa using gap c r h₁ h₂\n  omega",
        "derived",
        "simpa using",
    ),
    ("step", LETTERS + HEAD + "  have h : 2 * r = 24 := by linarith [gap c r h₁ h₂]\n  omega", "derived", "linarith"),
    (
        "step",
        HEAD + "  have k : 2 * r = 24 → r = 12 := by omega\n  exact foo (k (by sorry))",
        "derived",
        "k : 2 * r = 24 →",
    ),
    (
        "step",
        "lemma k (r : ℕ) (h : 2 * r = 24) : 3 * r = 36 := by omega\n" + HEAD + "  exact foo (k r _)",
        "derived",
        "by omega",
    ),
    ("step", HEAD.replace(": r =", ": 2 * r = 24 → r =") + "  omega", "derived", "omega"),
    # The placeholder of another claim.
    ("conjunct", HEAD + "  exact ⟨by omega, sorry⟩", "unproved", "exact ⟨by omega, sorry⟩"),
    ("conjunct", HEAD + "  exact ⟨by omega, sorry⟩", "unproved", "sorry"),
    ("conjunct", HEAD + "  constructor\n  · omega\n  · sorry", "unproved", "· sorry"),
    ("conjunct", HEAD + "  constructor\n  omega\n  sorry", "unproved", "sorry"),
    ("conjunct", HEAD + "  exact And.intro (by omega) sorry", "unproved", "sorry"),
    ("conjunct", HEAD + "  refine ⟨by omega, ?_⟩\n  sorry", "unproved", "sorry"),
    ("words", HEAD + "  exact ⟨by omega, sorry⟩", "unproved", "sorry"),
    ("conjunct", HEAD + "  have h : r = 12 := by omega\n  exact ⟨h, sorry⟩", "unproved", "exact ⟨h, sorry⟩"),
    (
        "conjunct",
        HEAD + "  have hc : c = 23 := by sorry\n  exact ⟨by omega, hc⟩",
        "unproved",
        "hc : c = 23 := by sorry",
    ),
    ("conjunct", HEAD + "  have hc : c = 23 := by sorry\n  exact ⟨by omega, hc⟩", "assumed", "hc : c = 23 := by sorry"),
    (
        "step",
        HEAD + "  have h : 2 * r = 24 ∧ c > 0 := ⟨by omega, by sorry⟩\n  omega",
        "unproved",
        "⟨by omega, by sorry⟩",
    ),
    ("step", HEAD + "  have h : c = 35 - r := by sorry\n  omega", "unproved", "have h : c = 35 - r := by sorry"),
    # What the theorem does not rest on.
    ("conjunct", PROVED + "example (r : ℕ) : r = 12 := by sorry", "unproved", "example (r : ℕ) : r = 12 := by sorry"),
    ("conjunct", PROVED + "example (r : ℕ) : r = 12 := by sorry", "unproved", "sorry"),
    ("conjunct", HEAD + "  omega\nexample (r : ℕ) : r = 13 := by sorry", "unproved", "sorry"),
    ("words", PROVED + "example : True := by sorry", "unproved", "sorry"),
    ("conjunct", PROVED + "def x : ℕ := sorry", "unproved", "sorry"),
    ("conjunct", "lemma foo (r : ℕ) : r = 12 := by sorry\n" + PROVED, "unproved", "r = 12 := by sorry"),
    ("conjunct", "axiom foo (r : ℕ) : r = 12\n" + PROVED, "assumed", "axiom foo (r : ℕ) : r = 12"),
    ("step", OPEN + "example (r : ℕ) : 2 * r = 24 := by omega", "derived", "example (r : ℕ) : 2 * r = 24 := by omega"),
    (
        "step",
        "lemma use (r : ℕ) (k : 2 * r = 24) : r = 12 := by omega\n" + HEAD + "  have h := use r\n  omega",
        "assumed",
        "k :",
    ),
    # Two claims of one text that are treated differently.
    (
        "step",
        HEAD + "  have h : 2 * r = 24 := by sorry\n  have k : 2 * r = 24 := by omega\n  omega",
        "unproved",
        "sorry",
    ),
    (
        "step",
        HEAD + "  have h : 2 * r = 24 := by sorry\n  have k : 2 * r = 24 := by omega\n  omega",
        "derived",
        "k : 2 *",
    ),
    # What an ellipsis leaves out is of the quote.
    (
        "step",
        HEAD + "  have h : 2 * r = 24 := by omega\n  have k : r = 12 := by sorry\n  omega",
        "unproved",
        "have h ... sorry",
    ),
    (
        "step",
        HEAD + "  have k : r = 12 := by sorry\n  have h : 2 * r = 24 := by omega\n  omega",
        "unproved",
        "have h ... sorry",
    ),
    (
        "step",
        HEAD + "  have k : r = 12 := by sorry\n  have h : 2 * r = 24 := by omega\n  omega",
        "unproved",
        "2 ... r = 12",
    ),
    ("conjunct", HEAD + "  have h : r = 12 := by omega\n  exact ⟨h, sorry⟩", "unproved", "theorem t ... sorry"),
    ("step", OPEN, "unproved", "have h : ... := by sorry done"),
    ("step", OPEN, "unproved", "......"),
]


@pytest.mark.parametrize(("case", "lean", "handling", "quote"), DISHONEST)
def test_a_quote_that_shows_something_else_settles_nothing_wrong(
    case: str, lean: str, handling: str, quote: str
) -> None:
    # Where tactics prove what is quoted as left open, that is what is recorded (SPEC c.4).
    right = ("unclear", "reverted") if handling == "unproved" and "sorry" not in quote else ("unclear",)
    assert label(CASES[case], lean, handling, quote) in right


HONEST = [
    ("step", OPEN, "unproved", "have h : ... := by sorry"),
    ("step", OPEN, "unproved", "have h : 2 * r … sorry"),
    ("step", OPEN, "unproved", "have h : [...] := by sorry"),
    ("step", OPEN, "unproved", "... have h ... 24 ... sorry ..."),
    ("step", OPEN, "unproved", "`have h` ... `sorry`"),
    ("step", OPEN, "unproved", "`have h : ... := by sorry`"),
    ("step", OPEN, "unproved", "```lean4\nhave h : 2 * r = 24 := by sorry\n```"),
    ("step", OPEN, "unproved", "```lean\r\n  have h : 2 * r = 24 := by sorry```"),
    ("step", OPEN, "unproved", "```\nhave h : ...\n  sorry\n```"),
    ("step", OPEN, "unproved", "```lean have h : 2 * r = 24 := by sorry```"),
    ("words", OPEN, "unproved", "have h : ... sorry"),
    ("step", OPEN + "example : True := by sorry", "unproved", "have h : 2 * r = 24 := by sorry"),
    (
        "step",
        HEAD + "  have h : 2 * r = 24 := by\n    subst h\n    omega\n  omega",
        "derived",
        "have h : 2 * r = 24 ... omega",
    ),
    (
        "step",
        GAP + HEAD + "  have h : 2 * r = 24 := gap c r h₁ h₂\n  omega",
        "unproved",
        "have h : 2 * r = 24 := gap c r h₁ h₂",
    ),
    (
        "step",
        GAP + HEAD + "  have h : 2 * r = 24 := by exact gap _ _ h₁ h₂\n  omega",
        "unproved",
        "by exact gap _ _ h₁ h₂",
    ),
    ("step", GAP + HEAD + "  have h := gap c r h₁ h₂\n  omega", "unproved", "have h := gap c r h₁ h₂"),
    ("step", GAP + HEAD + "  have h := gap c r h₁ h₂\n  omega", "unproved", "lemma gap ... : 2 * r = 24 := by sorry"),
    (
        "step",
        LETTERS + HEAD + "  have h : 2 * r = 24 := gap c r h₁ h₂\n  omega",
        "unproved",
        "2 * r = 24 := gap c r h₁ h₂",
    ),
    (
        "words",
        GAP + HEAD + "  have h : 2 * r = 24 := gap c r h₁ h₂\n  omega",
        "unproved",
        "have h : 2 * r = 24 := gap c r h₁ h₂",
    ),
    (
        "step",
        HEAD + "  have k : 2 * r = 24 := by sorry\n  have h : 2 * r = 24 := k\n  omega",
        "unproved",
        "h : 2 * r = 24 := k",
    ),
    ("step", STEP + "  omega", "assumed", "(hs : 2 * r = 24)"),
    (
        "step",
        "axiom gap (r : ℕ) : 2 * r = 24\n" + HEAD + "  have h : 2 * r = 24 := gap r\n  omega",
        "assumed",
        "2 * r = 24 := gap r",
    ),
    ("step", HEAD + "  sorry", "unproved", "sorry"),
    (
        "step",
        HEAD + "  obtain ⟨h, _⟩ : 2 * r = 24 ∧ c > 0 := by sorry\n  omega",
        "unproved",
        "2 * r = 24 ∧ c > 0 := by sorry",
    ),
    (
        "step",
        HEAD + "  have h : 2 * r = 24 := by\n    rw [two_mul]\n    sorry\n  omega",
        "unproved",
        "rw [two_mul]\n    sorry",
    ),
    (
        "conjunct",
        HEAD + "  have h : r = 12 := by sorry\n  exact ⟨h, by omega⟩",
        "unproved",
        "have h : r = 12 := by sorry",
    ),
    ("conjunct", HEAD + "  constructor\n  · sorry\n  · sorry", "unproved", "· sorry\n  · sorry"),
    ("conjunct", HEAD + "  have h : 2 * r = 24 := by omega\n  sorry", "unproved", "sorry"),
    ("conjunct", HEAD + "  have h : r = 12 := by omega\n  exact ⟨h, sorry⟩", "derived", "have h : r = 12 := by omega"),
    ("conjunct", HEAD + "  constructor <;> omega", "derived", "constructor <;> omega"),
    ("conjunct", HEAD + "  have hc : c = 23 := by sorry\n  exact ⟨by omega, hc⟩", "derived", "exact ⟨by omega, hc⟩"),
    ("conclusion", HEAD + "  exact ⟨by omega, by omega⟩", "derived", "exact ⟨by omega, by omega⟩"),
    ("conclusion", HEAD + "  have h : r = 12 := by omega\n  exact ⟨h, by omega⟩", "derived", "exact ⟨h, by omega⟩"),
    ("conclusion", HEAD + "  constructor\n  · sorry\n  · sorry", "unproved", "constructor\n  · sorry\n  · sorry"),
    ("words", PROVED, "derived", "have h : r = 12 := by omega"),
]


@pytest.mark.parametrize(("case", "lean", "handling", "quote"), HONEST)
def test_an_honest_quote_keeps_its_label(case: str, lean: str, handling: str, quote: str) -> None:
    assert label(CASES[case], lean, handling, quote) == LABELS[handling]
