"""Comparing two formalized statements: what is certified, and above all what is not."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.equivalence import Comparison, compare

HEADS = """theorem heads (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 ∧ r = 12 := by
  sorry
"""


def value(lean: EmbeddedLean, reference: str, candidate: str) -> str:
    return compare(lean, reference, candidate, budget=300).value


def test_the_same_text_is_equivalent_by_the_same_term(lean: EmbeddedLean) -> None:
    found = compare(lean, HEADS, HEADS, budget=300)
    assert (found.value, found.rung) == ("equivalent", "same term")
    assert found.certificate == (
        "theorem both : (type_of% @_root_.R.heads) ↔ (type_of% @_root_.P.heads) := by\n"
        "  guard_target =ₐ (type_of% @_root_.P.heads) ↔ (type_of% @_root_.P.heads)\n"
        "  exact Iff.rfl"
    )


EQUIVALENT = {
    "other names": (
        HEADS,
        "theorem t (x y : Nat) (hx : x + y = 35) (hy : 2 * x + 4 * y = 94) : x = 23 ∧ y = 12 := by omega",
        "same term",
    ),
    "quantifiers in the type": (
        HEADS,
        "theorem t : ∀ c r : ℕ, c + r = 35 → 2 * c + 4 * r = 94 → c = 23 ∧ r = 12 := by sorry",
        "same term",
    ),
    "implicit arguments": (
        "theorem t (a b : ℕ) (h : a < b) : a + 1 ≤ b := by sorry",
        "theorem t {x y : ℕ} (hxy : x < y) : x + 1 ≤ y := by sorry",
        "same term",
    ),
    "hypotheses in another order": (
        HEADS,
        "theorem t (r c : ℕ) (h₂ : 2 * c + 4 * r = 94) (h₁ : c + r = 35) : c = 23 ∧ r = 12 := by sorry",
        "rearrangement",
    ),
    "names exchanged": (
        HEADS,
        "theorem t (r c : ℕ) (h₂ : 2 * r + 4 * c = 94) (h₁ : r + c = 35) : r = 23 ∧ c = 12 := by sorry",
        "rearrangement",
    ),
    "greater and less": (
        "theorem t (x : ℚ) (h : 3 * x - 5 > 7) : x > 4 := by sorry",
        "theorem t (y : ℚ) (h : 7 < 3 * y - 5) : 4 < y := by sorry",
        "rearrangement",
    ),
    "conjuncts exchanged": (
        HEADS,
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : r = 12 ∧ c = 23 := by sorry",
        "rearrangement",
    ),
    "hypotheses in one conjunction": (
        HEADS,
        "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 94 ∧ c + r = 35) : c = 23 ∧ r = 12 := by sorry",
        "rearrangement",
    ),
    "equations turned round": (
        HEADS,
        "theorem t (c r : ℕ) (h₁ : 35 = c + r) (h₂ : 94 = 4 * r + 2 * c) : 23 = c ∧ r = 12 := by sorry",
        "rearrangement",
    ),
    "a true identity, sides turned round": (
        "theorem t (a b : ℚ) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind",
        "theorem t (x y : ℚ) : x ^ 2 + 2 * x * y + y ^ 2 = (x + y) ^ 2 := by grind",
        "rearrangement",
    ),
    "hypothesis solved for another term": (
        "theorem t (x y : ℤ) (h : x - y = 3) (hx : x = 10) : y = 7 := by sorry",
        "theorem t (x y : ℤ) (h : x = y + 3) (hx : x = 10) : y = 7 := by sorry",
        "pairwise",
    ),
    "strictness over the integers": (
        "theorem t (n : ℤ) (h : n > 3) : 2 * n > 7 := by sorry",
        "theorem t (n : ℤ) (h : n ≥ 4) : 2 * n ≥ 8 := by sorry",
        "pairwise",
    ),
    "a helper definition on both sides": (
        "def s : ℕ → ℕ\n  | 0 => 0\n  | n + 1 => s n + (n + 1)\ntheorem t (n : ℕ) : 2 * s n = n * (n + 1) := by sorry",
        "def sum : ℕ → ℕ\n  | 0 => 0\n  | k + 1 => sum k + (k + 1)\ntheorem t (m : ℕ) : 2 * sum m = m * (m + 1) := by sorry",
        "same definitions",
    ),
    "a candidate in a namespace that it leaves open": (
        HEADS,
        f"namespace Farm\n{HEADS}",
        "same term",
    ),
    "a candidate with variables": (
        "theorem t (n : ℕ) (h : n + n = 14) : n = 7 := by sorry",
        "section\nvariable (k : ℕ)\ntheorem t (h : k + k = 14) : k = 7 := by sorry\nend",
        "same term",
    ),
    "a helper lemma before the theorem": (
        HEADS,
        "theorem helper (a b : ℕ) : a + b = b + a := by omega\n" + HEADS,
        "same term",
    ),
}


@pytest.mark.parametrize("name", EQUIVALENT)
def test_equivalent(lean: EmbeddedLean, name: str) -> None:
    reference, candidate, rung = EQUIVALENT[name]
    found = compare(lean, reference, candidate, budget=300)
    assert (found.value, found.rung) == ("equivalent", rung), found.reason
    assert compare(lean, candidate, reference, budget=300).value == "equivalent"


NOT_EQUIVALENT = {
    "two unrelated truths": (
        "theorem t (n : ℕ) (h : n > 3) : n > 2 := by sorry",
        "theorem t (a b : ℤ) (h : a = b) : b = a := by sorry",
        "not_established",
    ),
    "two true equations": (
        "theorem t : 1 + 1 = 2 := by rfl",
        "theorem t : 2 = 2 := by rfl",
        "not_established",
    ),
    "two true identities": (
        "theorem t (a b : ℚ) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind",
        "theorem t (a b : ℚ) : (a - b) ^ 2 = a ^ 2 - 2 * a * b + b ^ 2 := by grind",
        "not_established",
    ),
    "two absurdities": (
        "theorem t (x : ℕ) : x = x + 1 := by sorry",
        "theorem t (y : ℕ) : y > y := by sorry",
        "not_established",
    ),
    "naturals against integers": (
        "theorem t (n : ℕ) (h : n + 3 = 10) : n = 7 := by sorry",
        "theorem t (n : ℤ) (h : n + 3 = 10) : n = 7 := by sorry",
        "not_established",
    ),
    "a changed number": (
        HEADS,
        HEADS.replace("94", "96"),
        "different",
    ),
    "a changed conclusion": (
        HEADS,
        HEADS.replace("r = 12", "r = 13"),
        "different",
    ),
    "a changed relation": (
        "theorem t (x : ℚ) (h : x > 4) : x ≥ 4 := by sorry",
        "theorem t (x : ℚ) (h : x > 4) : x ≤ 4 := by sorry",
        "different",
    ),
    "a dropped hypothesis": (
        "theorem t (a b c : ℚ) (hc : c ≠ 0) (h : a * c = b * c) : a = b := by sorry",
        "theorem t (a b c : ℚ) (h : a * c = b * c) : a = b := by sorry",
        "different",
    ),
    "a dropped hypothesis that was not needed": (
        "theorem t (a b : ℤ) (hb : b > 0) (h : a = b + 1) : a > b := by sorry",
        "theorem t (a b : ℤ) (h : a = b + 1) : a > b := by sorry",
        "stronger",
    ),
    "one more hypothesis": (
        "theorem t (a b : ℤ) (h : a = b + 1) : a > b := by sorry",
        "theorem t (a b : ℤ) (h : a = b + 1) (hb : b > 0) : a > b := by sorry",
        "weaker",
    ),
    "a vacuous variant": (
        "theorem t (n : ℕ) (h : n > 3) : 2 * n > 7 := by sorry",
        "theorem t (n : ℕ) (h : n > 3) (h' : n < 2) : 2 * n > 7 := by sorry",
        "weaker",
    ),
    "hypotheses that contradict each other": (
        "theorem t (n : ℕ) (h : n > 3) : 2 * n > 7 := by sorry",
        "theorem t (n : ℕ) (h : n > n) : 2 * n > 7 := by sorry",
        "not_established",
    ),
    "half of the conclusion": (
        HEADS,
        "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by sorry",
        "not_established",
    ),
    "another definition of the same name": (
        "def twice (n : ℕ) : ℕ := 2 * n\ntheorem t (n : ℕ) (h : twice n = 8) : n = 4 := by sorry",
        "def twice (n : ℕ) : ℕ := 3 * n\ntheorem t (n : ℕ) (h : twice n = 8) : n = 4 := by sorry",
        "not_established",
    ),
    "the last theorem is another one": (
        HEADS,
        HEADS + "theorem other (n : ℕ) (h : n = 3) : n < 4 := by omega\n",
        "not_established",
    ),
}


@pytest.mark.parametrize("name", NOT_EQUIVALENT)
def test_not_equivalent(lean: EmbeddedLean, name: str) -> None:
    reference, candidate, expected = NOT_EQUIVALENT[name]
    assert value(lean, reference, candidate) == expected


def test_the_other_texts_sorry_proves_nothing(lean: EmbeddedLean) -> None:
    """The candidate marks a false lemma for simp and grind; everything that would use it rests on sorryAx."""
    reference = "theorem t (n : ℕ) (h : n * n = 9) : n = 3 := by sorry"
    candidate = (
        "@[simp, grind =] theorem all_equal (a b : ℕ) : (a = b) = True := by sorry\n"
        "theorem t (n : ℕ) (h : n + n = 8) : n = 5 := by sorry"
    )
    assert value(lean, reference, candidate) in ("not_established", "different")


def test_an_axiom_certifies_nothing(lean: EmbeddedLean) -> None:
    candidate = "@[grind] axiom boom : (1 : ℕ) = 2\ntheorem t (n : ℕ) (h : n > 3) : n > 5 := by sorry"
    assert value(lean, "theorem t (n : ℕ) (h : n > 3) : n > 2 := by sorry", candidate) == "different"


@pytest.mark.parametrize(
    ("reference", "candidate", "reason", "at_fault"),
    [
        (HEADS, "", "the candidate has no theorem or lemma", "candidate"),
        ("example : 1 = 1 := rfl", HEADS, "the reference has no theorem or lemma", "reference"),
        (
            HEADS,
            "theorem t : foo = 1 := by sorry",
            "the candidate does not elaborate: Unknown identifier `foo`",
            "candidate",
        ),
        (
            "theorem t : Real.sqrt 4 = 2 := by sorry",
            HEADS,
            "the reference does not elaborate on this Lean, which lacks Real.sqrt: Unknown identifier `Real.sqrt`",
            "reference",
        ),
        (
            HEADS,
            "instance : Add ℕ := ⟨Nat.mul⟩\n" + HEADS,
            "guard, candidate: `instance` can give symbols another meaning",
            "candidate",
        ),
        (HEADS, HEADS + "/- never closed", "the text ends inside a comment or a string", "candidate"),
        (HEADS + "/- never closed", HEADS, "the text ends inside a comment or a string", "reference"),
    ],
)
def test_what_cannot_be_compared_says_why(
    lean: EmbeddedLean, reference: str, candidate: str, reason: str, at_fault: str
) -> None:
    found = compare(lean, reference, candidate, budget=300)
    assert found.value == "not_established"
    assert found.reason.startswith(reason)
    assert found.at_fault == at_fault


def test_a_spent_budget_establishes_nothing(lean: EmbeddedLean) -> None:
    found = compare(lean, HEADS, HEADS, budget=0.0)
    assert found == Comparison("not_established", "the budget is spent", seconds=found.seconds)
