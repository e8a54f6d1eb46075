"""The prelude's notations take the binders that Mathlib's take, and what they do not take says nothing about a text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.embedded import EmbeddedLean


@pytest.fixture(scope="module")
def lean_on_prelude() -> Iterator[EmbeddedLean]:
    install.install()
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def test_notations_take_the_binders_that_mathlib_s_take(lean_on_prelude: EmbeddedLean) -> None:
    text = (Path(__file__).parent / "data" / "notations.lean").read_text("utf-8")
    reply = lean_on_prelude.check(text)
    assert {text.split("\n")[(m.line or 1) - 1]: m.text for m in reply.messages if m.severity == "error"} == {}
    assert text.count("Iff.rfl") > 40


@pytest.mark.parametrize(
    "statement",
    [
        "∀ᶠ (x : ℕ) (y : ℕ) in Filter.atTop, x > y",
        "∃ᶠ x > 3 in (Filter.atTop : Filter ℕ), x > 5",
        "∑ x > 3, x = 3",
        "∑ x ∈ Finset.range 3 ∩ Finset.range 4 with x > 1 ∧ x < 5 if x = 2, x = 3",
        "∫ x in (0 : ℝ)..1, x ∂MeasureTheory.volume = 3",
        "(⨆ ⟨x, y⟩ : ℕ × ℕ, (x : ℝ)) = 3",
        "{(x, y, z, w) : ℕ × ℕ × ℕ × ℕ | x = y} = ∅",
        "∃! ⟨x, y⟩ : ℕ × ℕ, x = y",
    ],
)
def test_a_form_that_a_notation_does_not_take_says_nothing(lean_on_prelude: EmbeddedLean, statement: str) -> None:
    reply = lean_on_prelude.check(f"theorem t : {statement} := by sorry")
    assert (reply.outcome, bool(reply.lacking)) == ("unavailable", True), reply.first_error


@pytest.mark.parametrize("statement", ["∑ i ∈ Finset.range 3, i = = 3", "∀ᶠ n : ℕ in Filter.atTop, n > 3 :="])
def test_what_follows_a_notation_may_be_the_prelude_s_fault(lean_on_prelude: EmbeddedLean, statement: str) -> None:
    assert lean_on_prelude.check(f"theorem t : {statement} := by sorry").outcome == "unavailable"
    assert lean_on_prelude.check("theorem t : 3 = = 3 := by sorry").outcome == "error"
