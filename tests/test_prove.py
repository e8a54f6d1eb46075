"""Proving and refuting: every valid statement ⊤, every invalid one ⊥, and nothing on a rotten ground."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.prove import InconsistentLean, prove
from pytest_faithform.model import Declaration, LeanMessage, LeanReply, ProofVerdict

# On a busy machine; heartbeats bound the work.
BUDGET = 300.0


def read_pairs(file: Path) -> Iterator[tuple[str, str, str]]:
    for block in file.read_text(encoding="utf-8").split("-- pair ")[1:]:
        name, rest = block.split("\n", 1)
        valid, invalid = rest.removeprefix("-- valid\n").split("-- invalid\n")
        yield name, valid, invalid


PAIRS = list(read_pairs(Path(__file__).parent / "data" / "prove_pairs.lean"))


@pytest.fixture(scope="module")
def seen() -> set[str | None]:
    """The strategies whose proof text was checked once more."""
    return set()


def test_the_table_of_pairs_is_long_enough() -> None:
    assert len(PAIRS) >= 40


@pytest.mark.parametrize(("name", "valid", "invalid"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_a_pair_is_settled_both_ways(
    lean: EmbeddedLean, seen: set[str | None], name: str, valid: str, invalid: str
) -> None:
    upper, lower = prove(lean, valid, budget=BUDGET), prove(lean, invalid, budget=BUDGET)
    assert (upper.value, lower.value) == ("proved", "refuted")
    assert not upper.vacuous
    for source, verdict in ((valid, upper), (invalid, lower)):
        if verdict.strategy not in seen:
            seen.add(verdict.strategy)
            assert is_accepted_behind(lean, source, verdict)


def is_accepted_behind(lean: EmbeddedLean, source: str, verdict: ProofVerdict) -> bool:
    """The proof text is what it says: put behind the source, Lean accepts it on its own axioms."""
    assert verdict.proof is not None
    reply = lean.check(f"{source}\n{verdict.proof}\n")
    ours = next(d for d in reply.declarations if d.name == verdict.value)
    return set(ours.axioms) <= {"propext", "Classical.choice", "Quot.sound"}


@pytest.mark.parametrize(
    "source",
    ["", "The answer is 4.", "example : 1 + 1 = 2 := by rfl", "def two : ℕ := 2", "-- theorem t : 1 = 1 := rfl"],
)
def test_without_a_theorem_there_is_no_formalization(lean: EmbeddedLean, source: str) -> None:
    verdict = prove(lean, source)
    assert (verdict.value, verdict.formalized) == ("undetermined", False)
    assert verdict.reason == "no theorem or lemma in the text"


def test_what_lean_rejects_is_undetermined_and_says_so(lean: EmbeddedLean) -> None:
    verdict = prove(lean, "theorem t (n : ℕ) : n = m := by sorry")
    assert (verdict.value, verdict.formalized, verdict.typechecks) == ("undetermined", True, False)
    assert verdict.reason.startswith("Lean rejects the text: Unknown identifier `m`")


def test_a_failed_own_proof_is_rejected_like_any_error(lean: EmbeddedLean) -> None:
    assert not prove(lean, "theorem t : 1 + 1 = 2 := by exact absurd").typechecks


def test_what_the_guard_rejects_never_reaches_lean() -> None:
    verdict = prove(Scripted([]), "instance : Add ℕ := ⟨Nat.mul⟩\ntheorem t : 2 + 3 = 6 := by rfl")
    assert (verdict.value, verdict.typechecks) == ("undetermined", False)
    assert verdict.reason == "guard: `instance` can give symbols another meaning: state the theorem without it"


def test_its_own_proof_counts(lean: EmbeddedLean) -> None:
    text = "theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by omega"
    verdict = prove(lean, f"lemma other : 1 = 1 := by sorry\n{text}\n")
    assert (verdict.value, verdict.strategy, verdict.proof) == ("proved", "own proof", text)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        # an axiom of its own, used in its own proof: the statement is judged without it
        ("axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim", "refuted"),
        ("axiom cheat : False\ntheorem t : 1 + 1 = 2 := cheat.elim", "proved"),
        ("axiom cheat (n : ℕ) : n = 7\ntheorem t (n : ℕ) (h : n < 9) : n = 7 := cheat n", "refuted"),
        # an axiom in the statement itself is no ground for either side
        ("axiom k : ℕ\ntheorem t : k = k + 0 := by sorry", "undetermined"),
        # sorry in a definition that the statement speaks of
        ("def k : ℕ := by sorry\ntheorem t : k = k + 0 := by sorry", "undetermined"),
        # a lemma with sorry, marked so that simp and grind would use it
        (
            "@[simp, grind =>] theorem leak (p : ℕ → Prop) (n : ℕ) : p n := by sorry\n"
            "theorem t (p : ℕ → Prop) (h : p 0) : p 1 := by sorry",
            "undetermined",
        ),
        (
            "@[simp] theorem leak (a b : ℕ) : (a = b) = True := by sorry\n"
            "theorem t (n : ℕ) (h : n < 3) : n = 2 := by simp",
            "refuted",
        ),
        ("theorem t : 1 = 2 := sorryAx _ false", "refuted"),
        ("theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by\n  have : 1 = 2 := by sorry\n  omega", "proved"),
    ],
)
def test_no_side_rests_on_axioms_or_sorry_of_the_text(lean: EmbeddedLean, source: str, value: str) -> None:
    verdict = prove(lean, source, budget=BUDGET)
    assert verdict.value == value
    assert verdict.strategy != "own proof"


@pytest.mark.parametrize(
    "source",
    [
        "theorem t (n : ℕ) (h : n < 0) : n = 5 := by sorry",
        "theorem t (x : ℚ) (h : x > 2) (h' : x < 1) : x = 5 := by sorry",
        "theorem t (a b : ℤ) (h : a = b) (h' : a ≠ b) : a * b = 7 := by omega",
        "theorem t : ∀ n : ℕ, n % 2 = 0 → n % 2 = 1 → n = 3 := by sorry",
        "variable (n : ℕ) (bad : (1 : ℕ) = 2)\ninclude bad\ntheorem t : n = 5 := by sorry",
        "theorem t (n : ℕ) (h : n = 1) (h' : n = 2) : n ≠ 1 := by sorry",
        # only at what the conclusion speaks of
        "theorem t (f : ℕ → ℕ) (h : ∀ n, n < f n ∧ f n < n) : f 3 = 7 := by sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n ≥ 3, f n = n) (k : ∀ n ≥ 3, f n = n + 1) : f 5 = 7 := by sorry",
        "theorem t (f : ℕ → ℤ) (h : ∀ n, f n = n) (k : ∀ n, f n < 0) : ∀ n, f n = 7 := by sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n, f n = n) (k : ∀ n, f n = n + 1) : f 5 = 7 := by exact absurd (h 5) (by simp [k])",
    ],
)
def test_contradictory_hypotheses_are_flagged(lean: EmbeddedLean, source: str) -> None:
    verdict = prove(lean, source, budget=BUDGET)
    assert (verdict.value, verdict.vacuous) == ("proved", True)
    assert verdict.reason == "the hypotheses contradict each other"


@pytest.mark.parametrize(
    "source",
    [
        "theorem t (n : ℕ) (h : n = 3) : n ≠ 2 := by sorry",
        "theorem t (n : ℕ) (h : n = 3) : ¬ (n = 2) := by sorry",
        "theorem t (n : ℕ) (h : n = 3) : n = 2 → False := by sorry",
        "theorem t (n : ℕ) (h : n < n) : False := by sorry",
        "theorem t : ¬ ∃ n : ℕ, n < n := by sorry",
        "theorem t (n : ℕ) : ¬ (n < n) := by sorry",
        "theorem t (p q : Prop) (hp : p) (h : p → q) : q := by sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n, f n = n + 4) : f 3 = 7 := by sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n ≥ 3, f n = n) (k : ∀ n < 3, f n = 0) : f 5 + f 2 = 5 := by sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n, f (n + 1) = f n + 2) (k : f 0 = 1) : f 2 = 5 ∨ f 2 = 7 := by sorry",
        "def Bad (n : ℕ) : Prop := n < n\ntheorem t (n : ℕ) : ¬ Bad n := by simp [Bad]",
    ],
)
def test_a_negated_conclusion_is_not_vacuous(lean: EmbeddedLean, source: str) -> None:
    verdict = prove(lean, source, budget=BUDGET)
    assert (verdict.value, verdict.vacuous) == ("proved", False)


@pytest.mark.parametrize(
    "source",
    [
        "namespace A.B\ntheorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry",
        "namespace A\nsection S\nvariable (n : ℕ)\ntheorem t (h : n + 1 = 3) : n = 2 := by sorry\nend S",
        "section\nopen Nat\ntheorem t (n : ℕ) (h : succ n = 3) : n = 2 := by sorry",
        "import Mathlib\n\nimport Aesop\nopen Nat in\ntheorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry",
        "namespace A\ntheorem _root_.t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry\nend A",
        "private theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry",
        "theorem «a theorem» (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry",
        "theorem t' {n : ℕ} ⦃m : ℕ⦄ (h : n + m = 3) (h₂ : m = 1) : n = 2 := by sorry",
        "theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry -- the end",
        "theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry\n/- nothing /- more -/ -/",
        "theorem t (n : ℕ)\r\n    (h : n + 1 = 3) :\r\n    n = 2 := by\r\n  sorry\r\n",
        "\ufefftheorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry",
        "theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry\nexample : 1 = 2 := by sorry",
        'local notation "‖" a "‖₁" => Int.natAbs a\ntheorem t (n : ℤ) (h : ‖n‖₁ = 0) : n = 0 := by sorry',
        "set_option maxRecDepth 1000\nuniverse u\ntheorem t (α : Type u) (a b : α) (h : a = b) : b = a := by sorry",
    ],
)
def test_the_theorem_is_found_wherever_it_stands(lean: EmbeddedLean, source: str) -> None:
    assert prove(lean, source, budget=BUDGET).value == "proved"


def test_what_stays_open_behind_the_theorem_does_not_help(lean: EmbeddedLean) -> None:
    source = "theorem t (n : ℕ) (h : n < 9) : n = 7 := by sorry\nvariable [bad : Subsingleton ℕ]\n"
    assert prove(lean, source, budget=BUDGET).value == "refuted"


class Scripted:
    """A checker that gives prepared replies and counts the checks; each may depend on the text."""

    name = "scripted"

    def __init__(self, replies: list[Any]) -> None:
        self.replies = replies
        self.texts: list[str] = []

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        self.texts.append(source)
        reply = self.replies[min(len(self.texts), len(self.replies)) - 1]
        answer: LeanReply = reply(source) if callable(reply) else reply
        return answer

    def describe(self) -> dict[str, Any]:
        return {}

    def close(self) -> None:
        pass


STATEMENT = "theorem t (n : ℕ) (h : n < 9) : n = 7 := by sorry"
AS_IS = LeanReply(outcome="ok", declarations=(Declaration(name="t", kind="theorem", axioms=("sorryAx",)),))


def agrees_to_everything(source: str) -> LeanReply:
    names = [line.split()[1] for line in source.split("\n") if line.startswith("theorem ")]
    return LeanReply(outcome="ok", declarations=tuple(Declaration(name=name, kind="theorem") for name in names))


def test_both_sides_accepted_stops_the_run_and_names_the_proofs() -> None:
    with pytest.raises(InconsistentLean) as raised:
        prove(Scripted([agrees_to_everything]), STATEMENT)
    assert "accepted both t and its negation" in str(raised.value)
    assert STATEMENT in str(raised.value)
    assert "theorem refuted : ¬ (type_of% @_root_.t) := by" in str(raised.value)


def ok_with(**changes: Any) -> Any:
    def reply(source: str) -> LeanReply:
        names = [line.split()[1] for line in source.split("\n") if line.startswith("theorem ff_")]
        kind, axioms = changes.get("kind", "theorem"), changes.get("axioms", ())
        declarations = tuple(Declaration(name=name, kind=kind, axioms=axioms) for name in names)
        return LeanReply(outcome="error", messages=changes.get("messages", ()), declarations=declarations)

    return reply


@pytest.mark.parametrize(
    "reply",
    [
        ok_with(axioms=("propext", "sorryAx")),
        ok_with(axioms=("t",)),
        ok_with(axioms=("Lean.ofReduceBool",)),
        ok_with(kind="definition"),
        ok_with(messages=(LeanMessage(severity="error", text="no place is known"),)),
        # an error on the line that closes our section: the text's variables may have leaked into our statement
        ok_with(messages=(LeanMessage(severity="error", text="invalid `end`", line=3, column=0),)),
        LeanReply(outcome="ok", messages=(LeanMessage(severity="info", text="ff_ depends on axioms: []", line=9),)),
    ],
)
def test_only_clean_declarations_count(reply: Any) -> None:
    assert prove(Scripted([AS_IS, reply]), STATEMENT).value == "undetermined"


@pytest.mark.parametrize(
    ("declarations", "typechecks"),
    [
        ((), False),
        ((Declaration(name="t", kind="axiom"),), False),
        ((Declaration(name="T", kind="theorem"),), False),
        ((Declaration(name="t", kind="theorem"), Declaration(name="t", kind="theorem")), False),
    ],
)
def test_the_theorem_must_stand_in_the_environment(declarations: tuple[Declaration, ...], typechecks: bool) -> None:
    verdict = prove(Scripted([LeanReply(outcome="ok", declarations=declarations)]), STATEMENT)
    assert (verdict.value, verdict.typechecks) == ("undetermined", typechecks)
    assert verdict.reason == "guard: Lean gives no error, but there is no theorem t in the environment"


@pytest.mark.parametrize("outcome", ["unavailable", "timeout", "crash"])
def test_an_outcome_that_says_nothing_of_the_text_leaves_it_open(outcome: Any) -> None:
    reply = LeanReply(outcome=outcome, lacking=("Real.sqrt",) if outcome == "unavailable" else ())
    verdict = prove(Scripted([reply]), STATEMENT)
    assert (verdict.value, verdict.typechecks) == ("undetermined", True)
    assert verdict.reason.startswith(outcome)


@pytest.mark.parametrize("outcome", ["timeout", "crash"])
def test_a_battery_that_ends_lean_is_tried_script_by_script_and_never_refutes(outcome: Any) -> None:
    checker = Scripted([AS_IS, LeanReply(outcome=outcome)])
    verdict = prove(checker, STATEMENT)
    assert verdict.value == "undetermined"
    assert verdict.reason.startswith(f"{outcome} while trying")
    assert max(text.count("theorem ff_") for text in checker.texts[-4:]) >= 1


def test_a_spent_budget_is_undetermined(lean: EmbeddedLean) -> None:
    verdict = prove(lean, STATEMENT, budget=0.0)
    assert (verdict.value, verdict.typechecks) == ("undetermined", True)


def test_a_reply_that_the_caller_has_is_not_asked_for_again() -> None:
    checker = Scripted([agrees_to_everything])
    verdict = prove(checker, "theorem t (n : ℕ) (h : n < 9) : n < 10 := by sorry", reply=AS_IS)
    assert (verdict.value, len(checker.texts)) == ("proved", 1)


def test_an_unknown_library_is_named(lean: EmbeddedLean) -> None:
    verdict: ProofVerdict = prove(lean, "theorem t (x : ℝ) (h : x = 2) : x < 3 := by sorry")
    assert (verdict.value, verdict.formalized, verdict.typechecks) == ("undetermined", True, True)
    assert verdict.reason.startswith("unavailable: ℝ")


@pytest.mark.parametrize(
    ("reached", "value"),
    [("theorem t : 1 = 1 := rfl", "proved"), ("theorem t : 1 = 2 := by sorry", "refuted"), ("", "undetermined")],
)
@pytest.mark.parametrize(
    "behind", ["theorem u : 1 = 2 := sorry", "theorem u : 1 = 1 := rfl", 'macro "x" : term => `(1)']
)
def test_what_stands_behind_an_exit_leads_to_no_verdict(
    lean: EmbeddedLean, reached: str, value: str, behind: str
) -> None:
    verdict = prove(lean, f"{reached}\n#exit\n{behind}\n", budget=60)
    assert (verdict.value, verdict.formalized) == (value, bool(reached))
    assert not verdict.reason.startswith("guard")
