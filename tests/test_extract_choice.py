"""Which block of a reply is taken as the answer when it shows excerpts, rejected versions, alternatives and references."""

from __future__ import annotations

import json

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
    named = CHANGED.replace("lone", "next_test_score")
    assert extract(told("", LONE, "The statement asked for:", named)).lean == named


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


# -- parts, helpers and headers ----------------------------------------------------------------------------------------

PART_A = "theorem part_a (n : ℕ) : n ≤ n ^ 2 := by\n  nlinarith"
PART_B = "theorem part_b (n : ℕ) : n ≤ n ^ 3 := by\n  nlinarith"
BOTH = f"{PART_A}\n\n{PART_B}"
NEW_A, NEW_B = (part.replace("nlinarith", "positivity") for part in (PART_A, PART_B))


@pytest.mark.parametrize(
    ("a", "b"), [("**Part (a)**", "**Part (b)**"), ("Theorem 1:", "Theorem 2:"), ("(a)", "(b)"), ("Part A", "Part B")]
)
def test_the_parts_of_an_answer_stay_together(a: str, b: str) -> None:
    assert extract(told(a, PART_A, b, PART_B)).lean == BOTH
    assert extract(told("", "import Mathlib", a, PART_A, b, PART_B)).lean == f"import Mathlib\n\n{BOTH}"
    assert extract(told(a, PART_A, b, PART_B, "All together:", BOTH)) == extract(fenced(BOTH))
    assert extract(told(a, PART_A, b, PART_B, "Corrected:", NEW_A)).lean == f"{NEW_A}\n\n{PART_B}"
    assert extract(told(a, PART_A, b, PART_B, "Corrected:", NEW_B)).lean == f"{PART_A}\n\n{NEW_B}"
    assert extract(told(a, PART_A, b, PART_B, "A common mistake:", NEW_A)).lean == BOTH
    assert extract(told(a, PART_A, b, PART_B, "The first one says:", PART_A.split(" :=")[0])).lean == BOTH


@pytest.mark.parametrize("said", ["First attempt", "Version 1:", "No:", "Step 1:"])
def test_versions_are_no_parts(said: str) -> None:
    assert extract(told(said, PART_A, said.replace("1", "2").replace("First", "Second"), PART_B)).lean == PART_B
    assert (
        extract(told("The statement I wrote first", PART_A, "A statement a bit nearer to it is", PART_B)).lean == PART_B
    )


def test_a_corrected_helper_is_read_in_the_place_of_the_first() -> None:
    corrected = AUX.replace("omega", "exact Nat.le_succ n")
    for said in ("Corrected helper:", "The proof of `aux` fails. It should be:"):
        assert extract(told("", ANSWER, said, corrected)).lean == ANSWER.replace(AUX, corrected)
    assert extract(told("", ANSWER.replace(AUX, AUX.replace("omega", "sorry")), "Its proof:", AUX)).lean == ANSWER
    assert extract(told("", AUX, "", ANSWER.replace(AUX, AUX.replace("omega", "sorry")))).lean == ANSWER


def test_a_proof_that_was_given_up_stays_given_up() -> None:
    open_helper = ANSWER.replace("omega", "sorry")
    assert extract(told("", ANSWER, "`omega` times out here, so I leave it open:", open_helper)).lean == open_helper


def test_a_corrected_theorem_keeps_its_helpers_and_its_header() -> None:
    corrected = MAIN.replace("0 < n", "1 < n")
    assert extract(told("", ANSWER, "Corrected:", corrected)).lean == f"import Mathlib\n\n{AUX}\n\n{corrected}"
    more = f"{ANSWER}\n\ntheorem corollary (n : ℕ) (h : 0 < n) : n ≤ n + 1 := main_thm n h"
    assert extract(told("", more, "Corrected:", corrected)).lean == more.replace(MAIN, corrected)
    header = "import Mathlib\n\nopen Real Nat"
    assert extract(told("", f"{header}\n\n{LONE}", "Fixed:", CHANGED)).lean == f"{header}\n\n{CHANGED}"
    assert extract(told("", f"{header}\n\n{LONE}", "Fixed:", f"open Nat\n\n{CHANGED}")).lean == f"open Nat\n\n{CHANGED}"


def test_a_step_of_a_proof_is_no_lemma_of_the_draft() -> None:
    draft = f"lemma h1 (x : ℕ) (h : x = 65) : 64 < x := by\n  simp\n\n{LONE.replace('omega', 'exact h1 x h')}"
    final = LONE.replace("omega", "have h1 : 64 < x := by omega\n  exact h1")
    assert extract(told("", draft, "Let me inline this:", final)).lean == final


def test_what_mathlib_has_joins_nothing() -> None:
    answer = "theorem q (p : ℕ) (hp : Nat.Prime p) : 2 ≤ p := hp.two_le"
    definition = "def Nat.Prime (p : ℕ) : Prop := Irreducible p"
    for said in (
        "In Mathlib, `Nat.Prime` is defined as:",
        "This is Mathlib's definition:",
        "A definition from Mathlib:",
    ):
        assert extract(told(said, definition, "The formalization:", answer)).lean == answer
        assert extract(told("The formalization:", answer, said, definition)).lean == answer
    assert extract(told("We define", definition, "and state", answer)).lean == f"{definition}\n\n{answer}"


@pytest.mark.parametrize("tag", ["answer", "final_answer"])
def test_an_answer_tag_wins(tag: str) -> None:
    assert extract(f"{fenced(CHANGED)}\n<{tag}>\n{fenced(LONE)}\n</{tag}>\nOr\n{fenced(CHANGED)}").lean == LONE
    assert extract(f"{fenced(LONE)}\n<{tag}>x := 3</{tag}>").lean == LONE
    assert extract(f"<{tag}>x := 3</{tag}>").lean == ""


# -- replies as models write them: what is said in turn, and which code is due ------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "I made a mistake with the type.",
        "To avoid coercion issues, we work with an inequality:",
        "The example in the problem has an inequality, hence:",
        "If you look closely, the hypothesis is weaker. So:",
        "I tested this and it failed. Here it is again:",
        "On the other hand the problem says more:",
        "The hypothesis is not false now:",
        "With the optional header omitted, the statement is:",
        "This doesn't compile. Let me try a different approach:",
        "Since that fails, an alternative:",
        "This fails with a type error. Another try:",
        "The test passes, but let me tidy:",
        "Unlike Lean 3, Lean 4 uses `by`:",
        "**After:**",
        "# Option 2 (recommended)",
    ],
)
def test_words_that_speak_of_the_version_before(said: str) -> None:
    assert extract(told("", LONE, said, CHANGED)).lean == CHANGED


@pytest.mark.parametrize(
    "said",
    [
        "**Before:**",
        "**What not to do**",
        "This replaces my previous version, which was:",
        "Your version was",
        "Why not the inequality? Because then",
        "I used `=` instead of `≤`. With `≤`, it would look like this:",
        "A weaker, unfaithful formalization would be",
        "Common mistakes\n---------------\n\nPeople write this.",
        "<details><summary>Alternative version</summary>",
        "\\textbf{Common mistake:}",
        "In Lean 3 this would be:",
        "Changes from the previous draft",
        "Falsch wäre dagegen:",
        "Autre possibilité :",
        "よくある間違い：",
    ],
)
def test_words_that_set_the_next_version_aside(said: str) -> None:
    assert extract(told("", LONE, said, CHANGED)).lean == LONE


def test_what_comes_first_in_a_clause_counts() -> None:
    other = "theorem other (x : ℕ) (h : x = 66) : x > 64 := by\n  omega"
    for said in ("A sanity check of the theorem:", "Test of the full formalization:", "An example for the claim:"):
        assert extract(told("", LONE, said, other)).lean == LONE
    for said in ("The formalization of the example:", "The full text with its tests:", "The problem, not the example:"):
        assert extract(told("", LONE, said, other)).lean == other


def test_a_sentence_that_goes_on_behind_the_block() -> None:
    assert extract(told("", LONE, "A statement like", CHANGED, "would be too weak.")).lean == LONE
    assert extract(told("", LONE, "What we need is", CHANGED, "with the weaker hypothesis.")).lean == CHANGED


def test_a_comment_that_rejects_the_block() -> None:
    assert extract(told("", LONE, "", f"-- ❌ Wrong: too general\n{CHANGED}")).lean == LONE
    assert extract(told("", f"-- WRONG\n{CHANGED}", "", LONE)).lean == LONE


@pytest.mark.parametrize(
    "said", ["Exercise for the reader:", "A related fact:", "In general:", "The syntax is always", ""]
)
@pytest.mark.parametrize("end", ["", " := by", " := by\n  sorry"])
def test_an_open_statement_of_something_else_takes_no_place(said: str, end: str) -> None:
    other = f"theorem other (x : ℕ) (h : x = 6) : x > 5{end}"
    assert extract(told("", LONE, said, other)).lean == LONE
    assert extract(told("A warm-up.", LONE, "The main theorem:", other)).lean == other.rstrip()
    assert extract(told("Part (a)", LONE, "Part (b)", other)).lean == f"{LONE}\n\n{other}"


def test_an_excerpt_of_several_theorems() -> None:
    for excerpt in (PART_B, PART_A, PART_B.split(" :=")[0]):
        assert extract(told("", BOTH, "The second one again:", excerpt, "The first one again:", PART_A)).lean == BOTH


def test_a_corrected_definition_is_read_in_the_place_of_the_first() -> None:
    answer = "def f (n : ℕ) : ℕ := n\n\ntheorem t : f 1 = 2 := rfl"
    corrected = "def f (n : ℕ) : ℕ := n + 1"
    due = f"{corrected}\n\ntheorem t : f 1 = 2 := rfl"
    assert extract(told("", answer, "The definition was off; corrected:", corrected)).lean == due
    assert (
        extract(told("", *answer.split("\n\n")[:1], "", answer.split("\n\n")[1], "Corrected:", corrected)).lean == due
    )
    assert extract(told("", answer, "Alternatively:", corrected)).lean == answer


def test_of_several_tagged_answers_the_complete_one_counts() -> None:
    proof, statement = (
        f"<formal_proof>{fenced(LONE)}</formal_proof>",
        f"<formal_statement>{fenced(STUB)}</formal_statement>",
    )
    assert extract(proof + statement).lean == extract(statement + proof).lean == LONE


def test_headings_stand_above_what_is_below_them() -> None:
    assert extract(told("# Final answer\n\n## Lean code", LONE, "## Notes\n\nSee also", CHANGED)).lean == LONE
    assert (
        extract(told("# Draft", CHANGED, "# Final answer\n\n## Lean code", LONE, "# Else\n\nOr", CHANGED)).lean == LONE
    )
    assert (
        extract(told("", LONE, "# Common mistakes\n\n## First\n\nNo bound.", CHANGED, "# Rest", "omega")).lean == LONE
    )
    assert extract(told("", LONE, "# Common mistakes\n\nNone.\n\n# Proof\n\nIt reads", CHANGED)).lean == CHANGED


# -- after a complete answer -------------------------------------------------------------------------------------------

OTHER = "theorem other (x : ℤ) (h : x = 65) : x > 60 := by\n  omega"
USE = "theorem at_65 : 65 > 64 := lone 65 rfl"


@pytest.mark.parametrize(
    "said",
    [
        "Note that `h` is needed: without it the statement is false, e.g.",
        "To see that `h` cannot be dropped, consider:",
        "Why is `h` necessary? Because",
        "**Non-vacuity check**",
        "Note that the problem says naturals, and the same holds in ℤ:",
        "Actually, this holds more generally:",
        "Let me also mention the integer case:",
        "If instead the numbers were integers, one would write:",
        "In fact the result holds in any commutative ring:",
        "In fact, one can prove more:",
        "A stronger statement, which is what Mathlib proves, is",
        "The other direction also holds, but wasn't asked for:",
        "The same holds over the integers:",
        "### Extension",
        "Integer version (not needed for this problem):",
        "This is equivalent to proving",
        "Mathlib's proof is:",
        "Interestingly, the same proof goes through over the integers:",
        "同样的结论对整数也成立：",
        "Für ganze Zahlen gilt dasselbe:",
        "Le même résultat vaut pour les entiers :",
        "Lo mismo vale para enteros:",
        "То же верно для целых чисел:",
    ],
)
def test_what_is_beside_a_complete_answer_takes_no_place(said: str) -> None:
    for other in (OTHER, OTHER.replace("omega", "sorry")):
        assert extract(told("", LONE, said, other)).lean == LONE
        assert extract(told("Here is the formalization:", STUB, said, other.replace("omega", "sorry"))).lean == STUB


@pytest.mark.parametrize(
    "said",
    [
        "As a corollary one gets:",
        "You could use the theorem as follows:",
        "Applying the theorem to 65:",
        "This immediately yields the consequence:",
    ],
)
def test_a_use_of_a_complete_answer_takes_no_place(said: str) -> None:
    assert extract(told("", LONE, said, USE)).lean == LONE
    assert extract(told("First a lemma:", LONE, "The claim:", USE)).lean == f"{LONE}\n\n{USE}"
    assert extract(told("", LONE, "From it follows", USE)).lean == f"{LONE}\n\n{USE}"


@pytest.mark.parametrize(
    "said",
    [
        "Wait, the variables are integers. Alternative attempt:",
        "Hmm, this is more general than the problem, which is about integers. To match the problem exactly:",
        "I realize that we need integers. Here is another version that matches the problem:",
        "Alternatively, and more faithfully, with integers (this is my final answer):",
        "The first version proves a generalization; to be faithful we restrict it to integers:",
        "However, the problem speaks of integers. With ℤ:",
        "Wait, these are integers.\n\nThe statement becomes",
        "The main theorem:",
        "Final answer:",
        "The code does not compile.\n\nWe have",
        "In the same way we get the main theorem:",
        "On closer inspection these are integers, which gives:",
        "However, that is for naturals; we need integers:",
        "Let me restate it:",
        "不对，变量是整数：",
        "",
    ],
)
def test_another_theorem_replaces_a_complete_one_where_it_is_said_to(said: str) -> None:
    for first in ("", "Here is the formalization:"):
        assert extract(told(first, LONE, said, OTHER)).lean == OTHER


@pytest.mark.parametrize("first", ["Draft:", "A first attempt", "Step 1:", "A helper lemma:", "Version 1"])
def test_a_draft_gives_way_to_another_theorem(first: str) -> None:
    assert extract(told(first, LONE, "Over the integers it reads:", OTHER)).lean == OTHER
    lemma = LONE.replace("theorem", "lemma")
    assert extract(told("", lemma, "Over the integers it reads:", OTHER)).lean == OTHER


@pytest.mark.parametrize("first", ["Let's formalize it.", "We begin with", "The key fact is", ""])
@pytest.mark.parametrize(
    "said", ["Hence:", "Using this,", "From this we get", "Now the theorem:", "The claim follows:"]
)
def test_what_leads_on_to_another_theorem_gives_way_to_it(first: str, said: str) -> None:
    assert extract(told(first, LONE, said, OTHER)).lean == OTHER
    assert extract(told(first, LONE, said, USE)).lean == f"{LONE}\n\n{USE}"
    assert extract(told("Here is the formalization:", LONE, said, USE)).lean == LONE


def test_the_final_answer_gives_way_to_what_the_task_says() -> None:
    stub = OTHER.replace("omega", "sorry")
    assert extract(told("So the final answer is:", LONE, "However, the problem says ℤ. With it:", OTHER)).lean == OTHER
    said = "but the task says to end in `sorry`, so the output is"
    assert extract(told("A proof is easy:", LONE, said, stub)).lean == stub


STEPS = LONE.replace("omega", "have h' : 64 < x := by omega\n  exact h'")


@pytest.mark.parametrize(
    "said",
    ["Or, golfed:", "In practice, `omega` alone suffices:", "**Compact form:**", "One-liner:", "## Shorter proof"],
)
def test_a_proof_in_steps_is_not_replaced_by_a_shorter_one(said: str) -> None:
    assert extract(told("", STEPS, said, LONE)).lean == STEPS
    assert extract(told("", LONE, said, STEPS)).lean == STEPS
    for corrected in (
        "Corrected:",
        "The final version:",
        "The steps do not compile. So:",
        "Error: unknown tactic. New:",
        "",
    ):
        assert extract(told("", STEPS, corrected, LONE)).lean == LONE


@pytest.mark.parametrize(
    "said",
    [
        "Here `Nat.le_succ'` is stated in Mathlib as",
        "The Mathlib source of it reads:",
        "where `Nat.le_succ'` has the type:",
    ],
)
def test_what_is_quoted_from_mathlib_joins_nothing(said: str) -> None:
    answer = "theorem t (n : ℕ) : n ≤ n + 1 := by\n  exact Nat.le_succ' n"
    for end in ("by\n  omega", "by\n  sorry"):
        quoted = f"theorem Nat.le_succ' (n : ℕ) : n ≤ n + 1 := {end}"
        assert extract(told("", answer, said, quoted)).lean == answer
        assert extract(told(said, quoted, "The answer:", answer)).lean == answer


@pytest.mark.parametrize(
    ("verdict", "at"),
    [
        ("Version 1 is my final answer, as the problem says so.", 0),
        ("The first block is the answer to your question; the second is for convenience.", 0),
        ("I kept the first form.", 0),
        ("The second version is my formalization.", 1),
        ("The first version is the formalization of an equation, the second of an inequality.", 1),
        ("The first version is not the answer.", 1),
        ("Both compile.", 1),
    ],
)
def test_what_is_said_behind_all_blocks_to_be_the_answer(verdict: str, at: int) -> None:
    reply = told("", "import Mathlib", "**Version 1**", LONE, "**Version 2**", CHANGED, verdict)
    assert extract(reply).lean.endswith((LONE, CHANGED)[at])


def test_the_answer_is_no_draft_for_the_steps_of_its_proof() -> None:
    said = "The formalization, of which the first step is an easy lemma:"
    assert extract(told(said, LONE, "Over the integers:", OTHER)).lean == LONE
    assert extract(told("The first step of it:", LONE, "Over the integers:", OTHER)).lean == OTHER


def test_what_is_said_between_tags() -> None:
    first, second = (f"<formal_proof>\n{fenced(code)}\n</formal_proof>" for code in (LONE, CHANGED))
    assert extract(f"{first}\n\nAlternatively, you may prefer\n\n{second}").lean == LONE
    assert extract(f"{first}\n\nCorrected:\n\n{second}").lean == extract(first + second).lean == CHANGED


# -- marks of other models ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("[THINK]", "[/THINK]"),
        ("<seed:think>", "</seed:think>"),
        ("◁think▷", "◁/think▷"),
        ("<|START_THINKING|>", "<|END_THINKING|>"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"),
        ("<think time=3>", "</think>"),
        ("<analysis>", "</analysis>"),
    ],
)
def test_thoughts_of_other_models(opening: str, closing: str) -> None:
    thought = f"{opening}The final formalization is:\n\n{fenced(LONE)}\n\n"
    assert extract(f"{thought}{closing}\n\n{fenced(STUB)}").lean == STUB
    assert extract(f"The {thought}{closing}\n\n{fenced(STUB)}").lean == STUB
    assert extract(f"{thought}Hmm, let me").lean == ""
    assert extract(f"{opening}So <formal_proof>{fenced(LONE)}</formal_proof>? But hmm,").lean == ""
    assert extract(f"{thought}{closing}I could not do it.").lean == ""


def test_an_analysis_inside_a_thought_ends_with_it() -> None:
    assert extract(f"<think><analysis>x</analysis>\n{fenced(LONE)}\n</think>\n{fenced(STUB)}").lean == STUB


@pytest.mark.parametrize("label", ["python", "ocaml", "rust", "coq", "isabelle", "markdown", "c", "js"])
def test_lean_under_another_label(label: str) -> None:
    assert extract(f"Here:\n{fenced(ANSWER, label)}").lean == ANSWER
    assert extract(f"{fenced(LONE)}\n{fenced(ANSWER, label)}").lean == LONE


@pytest.mark.parametrize(
    "text",
    [
        "Theorem t : forall n : nat, n <= n + 1.\nProof. lia. Qed.",
        'theorem t: "n <= n + (1::nat)"\n  by simp',
        'code = """\ntheorem t : 1 = 1 := rfl\n"""',
        "lemma Le(n: nat)\n  ensures n <= n + 1\n{ var m := n; }",
        "-theorem t : 1 = 1 := rfl\n+theorem t : 2 = 2 := rfl",
    ],
)
@pytest.mark.parametrize("label", ["coq", "isabelle", "python", "dafny", "diff"])
def test_no_lean_under_another_label(text: str, label: str) -> None:
    assert extract(fenced(text, label)).lean == ""


@pytest.mark.parametrize(
    "turn",
    [
        "### User: Now",
        "<|im_start|>user\n",
        "<|user|>",
        "### Human:",
        "### Instruction:\n",
        "Human: and",
        "**User:** and",
    ],
)
def test_what_a_user_says_next_ends_the_reply(turn: str) -> None:
    rest = f"{turn} the next\n\n### Assistant:\n\n{fenced(OTHER)}"
    assert extract(f"{fenced(LONE)}\n\n{rest}").lean == LONE
    assert extract(rest).lean == OTHER


def test_an_echoed_format_takes_no_place() -> None:
    echo = f"Reply in the format:\n<formal_proof>\n{fenced('-- your code')}\n</formal_proof>"
    assert extract(f"{fenced(LONE)}\n\n{echo}").lean == LONE


def test_lean_in_the_fields_of_an_object() -> None:
    fields = {"header": "import Mathlib", "statement": STUB, "proof": LONE, "remark": "It is easy."}
    due = f"import Mathlib\n\n{LONE}"
    assert extract(json.dumps(fields)).lean == due
    assert extract(f"Here it is:\n\n{fenced(json.dumps(fields), 'json')}\n\nDone.").lean == due
    assert extract(f"{fenced(OTHER)}\n\n{fenced(json.dumps(fields), 'json')}").lean == OTHER
