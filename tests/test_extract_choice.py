"""Which block of a reply is taken as the answer when it shows excerpts, rejected versions, alternatives and references."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.source import extract

AUX = "lemma aux (n : ℕ) : n ≤ n + 1 := by\n  omega"
STATEMENT = "theorem main_thm (n : ℕ) (h : 0 < n) : n ≤ n + 1"
MAIN = f"{STATEMENT} := by\n  exact aux n"
ANSWER = f"import Mathlib\n\n{AUX}\n\n{MAIN}"
LONE = "theorem lone (x : ℕ) (h : x = 65) : x > 64 := by\n  omega"
CHANGED = LONE.replace("x = 65", "65 ≤ x")
STUB = LONE.replace("omega", "sorry")


def fenced(code: str, language: str = "lean4") -> str:
    return f"```{language}\n{code}\n```"


def told(*pieces: str) -> str:
    """A reply of prose and code in turn."""
    return "\n\n".join(fenced(piece) if at % 2 else piece for at, piece in enumerate(pieces))


@pytest.mark.parametrize(
    "excerpt",
    [
        AUX,
        f"import Mathlib\n\n{AUX}",
        AUX.replace("omega", "exact Nat.le_succ n"),
        STATEMENT,
        f"{STATEMENT} := by",
        f"{STATEMENT} := by\n  sorry",
        f"{STATEMENT} := by\n  have h' := aux n\n  sorry",
        f"{STATEMENT} := ...",
        f"{AUX}\n\n{STATEMENT} := by\n  -- as above\n",
        f"{AUX.replace('omega', 'sorry')}\n\n{MAIN}",
        MAIN.replace("main_thm", "statement").replace("exact aux n", "sorry"),
    ],
)
@pytest.mark.parametrize(
    "said", ["Explanation of `aux`:", "The statement again:", "Outline:", "It works as follows.", ""]
)
def test_an_excerpt_takes_no_place(excerpt: str, said: str) -> None:
    assert extract(told("Here is the proof.", ANSWER, said, excerpt)).lean == ANSWER


def test_a_helper_in_a_block_of_its_own_is_explained() -> None:
    assert extract(told("Helper:", AUX, "Main result:", MAIN, "Explanation of `aux`:", AUX)).lean == f"{AUX}\n\n{MAIN}"


@pytest.mark.parametrize("stub", [STUB, STUB.replace("sorry", ""), "theorem lone (x : ℕ) (h : x = 65) : x > 64"])
@pytest.mark.parametrize("said", ["Proof:", "Outline of the answer:", "Now the whole text."])
def test_a_stub_gives_way_to_the_complete_answer(stub: str, said: str) -> None:
    assert extract(told("The statement:", stub, said, LONE)).lean == LONE


def test_a_correction_without_a_proof_replaces_a_proof_of_something_else() -> None:
    corrected = CHANGED.replace("omega", "sorry")
    assert extract(told("Answer:", LONE, "Corrected statement:", corrected)).lean == corrected
    assert extract(told("Answer:", LONE, "The final version of the statement:", STUB)).lean == LONE


@pytest.mark.parametrize(
    "said",
    [
        "A common mistake is to write:",
        "Incorrect version:",
        "**Incorrect version**",
        "### Common mistakes",
        "For the record, the original code was",
        "The original code, before I fixed it, was:",
        "Note that the following would be wrong:",
        "This does not capture the claim:",
        "Lean 3 users would write:",
        "If you prefer `ℚ`, use this:",
        "Alternatively, we could write the following. I recommend the first.",
        "Alternatively, one states it so.\nThe proof is the same:",
        "## Alternative formulation\n\nThe hypothesis becomes weaker.",
        "Another way of writing it:",
        "An incorrect formalization:",
        "❌ Wrong:",
        "## Version 2 (wrong)",
        "常见错误：",
        "另一种写法：",
        "Häufiger Fehler:",
        "Erreur fréquente :",
    ],
)
def test_what_is_set_aside_takes_no_place(said: str) -> None:
    assert extract(told("Here is the formalization.", LONE, said, CHANGED)).lean == LONE
    assert extract(told(said, CHANGED, "Here is the formalization:", LONE)).lean == LONE


@pytest.mark.parametrize(
    "name", ["lone_wrong", "lone_alt", "lone_old", "lone_incorrect", "original_lone", "lone_attempt1"]
)
def test_a_theorem_that_is_named_as_no_answer_takes_no_place(name: str) -> None:
    assert extract(told("", LONE, "We also have:", CHANGED.replace("lone", name))).lean == LONE


@pytest.mark.parametrize(
    "said",
    [
        "Fixed:",
        "Corrected:",
        "Corrected version (the first was wrong):",
        "Here is the final version:",
        "I made a mistake above. The statement is:",
        "That is wrong, so:",
        "The above does not compile. We need:",
        "Wait, this is wrong.",
        "The original code was not faithful; here is the corrected one:",
        "Let me try again:",
        "Instead of the above, the right version is this:",
        "It should be:",
        "### Final answer",
        "**Final answer:**",
        "修正后的版本：",
        "最终答案：",
        "Korrigierte Version:",
        "",
    ],
)
def test_a_correction_takes_the_place(said: str) -> None:
    assert extract(told("First:", LONE, said, CHANGED)).lean == CHANGED


@pytest.mark.parametrize("said", ["Final answer:", "### Final version", "Here is the final Lean 4 code:"])
def test_after_the_final_answer_only_a_correction_counts(said: str) -> None:
    reply = told("Draft:", CHANGED, said, LONE, "### Notes\n\nAlong the same lines:", CHANGED.replace("lone", "other"))
    assert extract(reply).lean == LONE
    assert extract(f"{reply}\n\nCorrected:\n{fenced(CHANGED)}").lean == CHANGED


@pytest.mark.parametrize("end", ["", " :=", " := by", " := ...", " := by\n  ..."])
@pytest.mark.parametrize("said", ["The proof uses", "Recall from Mathlib:", "where"])
def test_a_statement_without_a_proof_is_no_helper(said: str, end: str) -> None:
    shown = f"theorem Nat.le_add_one (n : ℕ) : n ≤ n + 1{end}"
    answer = "theorem t (n : ℕ) : n ≤ n + 1 := by\n  exact Nat.le_add_one n"
    assert extract(told(said, shown, "Then:", answer)).lean == answer
    assert extract(told("", answer, said, shown)).lean == answer


def test_the_proof_of_a_helper_goes_before_its_announcement() -> None:
    announced = AUX.replace("omega", "sorry")
    assert extract(told("Plan:", announced, "Main:", MAIN, "And the helper:", AUX)).lean == f"{AUX}\n\n{MAIN}"
    assert extract(told("Helper:", AUX, "Main:", MAIN, "The helper says:", announced)).lean == f"{AUX}\n\n{MAIN}"


# -- layout ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("margin", ["  ", "   ", "\t", "        "])
def test_a_fence_in_a_list_is_read_without_its_indentation(margin: str) -> None:
    nested = "\n".join(margin + line if line else line for line in fenced(ANSWER).split("\n"))
    assert extract(f"1. First:\n\n{nested}\n\nDone.").lean == ANSWER
    assert extract(f"- {nested.strip()}" if margin == "  " else nested).lean == ANSWER
    assert extract(nested.removesuffix("```")).lean == ANSWER


def test_the_indentation_of_lines_to_one_another_stays() -> None:
    assert (
        extract("  ```lean4\n    theorem t : 1 = 1 := by\n      rfl\n  ```").lean
        == "  theorem t : 1 = 1 := by\n    rfl"
    )
    assert extract("  ```lean4\n  theorem t : 1 = 1 := by\n rfl\n  ```").lean == " theorem t : 1 = 1 := by\nrfl"
    assert extract("  ```lean4\n  theorem t : 1 = 1 := by\nrfl\n  ```").lean == "  theorem t : 1 = 1 := by\nrfl"


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_ends_of_lines(end: str) -> None:
    assert extract(f"Here:\n{fenced(ANSWER)}\nDone.".replace("\n", end)).lean == ANSWER
    assert extract(ANSWER.replace("\n", end)).lean == ANSWER
