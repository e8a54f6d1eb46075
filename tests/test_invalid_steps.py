"""Reasoning steps made invalid by rule: one change in the claim, roots included; and rated by Lean where a reference is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import support
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_faithform.cases.adapters import ADAPTERS
from pytest_faithform.cases.adapters.base import Options
from pytest_faithform.cases.files import check_suite, read_suite, starter_dir, write_jsonl
from pytest_faithform.cli import main
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.model import Case, InvalidStep, Problem
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.build import Plan, build
from pytest_faithform.perturb.effect import LeanRater, perturbed_reference
from pytest_faithform.perturb.invalid_step import invalid_case, invalidated, published_change, typed_change
from pytest_faithform.perturb.outcome import Dropped

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "processbench"


def step(text: str, *context: str, id: str = "s1", formal: str | None = None) -> Problem:
    return support.problem("step", id=id, informal_statement=text, context=context, formal_statement=formal)


def changes(text: str) -> set[tuple[str, str, str]]:
    """What the typed perturber does to the step over many seeds: method, old, new (values by their old text alone)."""
    found = set()
    for seed in range(30):
        change = typed_change(step(text), seed)
        if change:
            new = "…" if change.method == "value" else change.new
            found.add((change.method, change.old, new))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thus $x = 12$.", {("value", "12", "…")}),
        ("So the sum is 365.", {("value", "365", "…")}),
        ("Hence \\[ a + 7 = b. \\]", {("value", "7", "…"), ("operator", "+", "-")}),
        ("Therefore $y > z$.", {("relation", ">", "<")}),
        ("Therefore $n$ is even.", {("relation", "even", "odd")}),
        ("It is not divisible by $n$.", {("relation", "not divisible", "divisible")}),
        ("This holds for all $n$.", {("quantifier", "for all", "for no")}),
        ("There exists such an $n$.", {("quantifier", "There exists", "There does not exist")}),
        ("It takes at least $n$ of them.", {("quantifier", "at least", "at most")}),
        ("The product $n$ vanishes if $m$ vanishes.", {("condition", " if $m$ vanishes", "")}),
        ("If $m$ vanishes, then $n$ vanishes too.", {("condition", "If $m$ vanishes, then", "In any case")}),
        ("We get $x = 3$. Let $y$ be the other one.", {("value", "3", "…")}),
        ("First, we get $x = 3$. Then $y = 8$.", {("value", "8", "…")}),
    ],
)
def test_one_thing_is_changed_in_the_last_claim(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert changes(text) == expected


@pytest.mark.parametrize(
    ("text", "larger"),
    [("It has at most 7 roots.", False), ("It has at least 7 roots.", True), ("It is no more than $9$.", False)],
)
def test_a_bound_in_words_becomes_a_stronger_one(text: str, larger: bool) -> None:
    moved = {
        (one.old, one.new) for seed in range(30) if (one := typed_change(step(text), seed)) and one.method == "value"
    }
    assert moved
    assert all((int(new) > int(old)) == larger for old, new in moved)


def test_what_a_change_would_leave_true_or_ungrammatical_is_no_change() -> None:
    assert changes("Not all primes are odd.") == set()
    assert ("value", "2020", "…") not in changes("We met on May 3, 2020, and $x > y$.")
    assert all(one.new != "1" for seed in range(30) if (one := typed_change(step("She has 2 apples."), seed)))


@pytest.mark.parametrize("text", ["Let $n$ be the number.", "What is $n$?", "To find $n$, we look.", "We are done."])
def test_a_step_without_a_claim_is_dropped_with_its_reason(text: str) -> None:
    made = invalidated(step(text), "typed")
    assert isinstance(made, Dropped)
    assert "claims nothing" in made.reason


def test_roots_are_perturbed_and_pair_with_their_valid_step() -> None:
    made = list(build(step("Thus $x = 12$."), Plan()))
    assert [one.kind for one in made] == ["original", "invalid_step"]
    cases = [one for one in made if isinstance(one, Case)]
    check_suite(cases)
    assert cases[0].problem.context == ()
    assert isinstance(cases[1].perturbation, InvalidStep)
    assert cases[1].perturbation.pairs_with == cases[0].id
    assert cases[1].informal_statement != cases[0].informal_statement
    only = list(build(step("Thus $x = 12$."), Plan(kinds=frozenset(["invalid_step"]))))
    assert [one.kind for one in only] == ["original", "invalid_step"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(["$x = 3$", " if ", "all ", "even", ". ", "Let ", "$", "at least ", "7", " > ", "\\(", "?"]),
        min_size=1,
    )
)
def test_the_record_gives_the_valid_step_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    if not text.strip():
        return
    made = invalidated(step(text), "typed")
    if isinstance(made, Case):
        assert audit(made) == []
        edit = made.perturbation
        assert isinstance(edit, InvalidStep)
        assert edit.old is not None
        assert edit.new is not None
        places = [match.start() for match in re.finditer(re.escape(edit.new), made.informal_statement)]
        backs = [
            made.informal_statement[:at] + edit.old + made.informal_statement[at + len(edit.new) :] for at in places
        ]
        assert text in backs


def test_the_audit_knows_a_record_that_is_untrue() -> None:
    edit = InvalidStep(pairs_with="s1-original", method="value", old="12", new="14")
    made = invalid_case(step("Thus $x = 12$."), "Thus $x = 13$.", edit)
    assert isinstance(made, Dropped)
    assert "failed its audit" in made.reason
    same = invalid_case(step("Thus $x = 12$."), "Thus $x = 12$.", edit)
    assert isinstance(same, Dropped)


def test_the_starter_suites_own_invalid_steps_pass_the_audit() -> None:
    cases = read_suite([starter_dir() / "reasoning_steps.jsonl"])
    assert all(audit(case) == [] for case in cases)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("The sum is 20", r"The sum is (?!20)-?\d+"),
        ("It is 7 * n", r"It is -?\d+ [+\-/] n"),
        ("The number n is prime", r"The number n is not prime"),
        ("The number n is not prime", r"The number n is prime"),
        ("Nothing here", r"It is false that nothing here"),
        ("1: a thing n", r"It is false that 1: a thing n"),
    ],
)
def test_the_published_regular_expressions(text: str, allowed: str) -> None:
    for seed in range(20):
        assert re.fullmatch(allowed, published_change(step(text), seed))


def test_the_published_one_may_fire_twice_and_ours_does_not() -> None:
    text = "We have $a + 20 = b$."
    twice = [published_change(step(text), seed) for seed in range(20)]
    assert all("20" not in one and "+" not in one for one in twice)
    for seed in range(20):
        change = typed_change(step(text), seed)
        assert change is not None
        edited = change.apply(text)
        assert ("20" in edited) != ("+" in edited)


def test_the_change_is_made_in_the_references_conclusion() -> None:
    formal = "theorem t (x : Nat) (h : x + 3 = 15) : x = 12 := by sorry"
    made = invalidated(step("Thus $x = 12$.", formal=formal), "typed")
    assert isinstance(made, Case)
    assert isinstance(made.perturbation, InvalidStep)
    assert perturbed_reference(made.problem, made.perturbation) == formal.replace("12", made.perturbation.new or "")
    relation = InvalidStep(pairs_with="p", method="relation", old=">", new="<")
    turned = perturbed_reference(step("S", formal="theorem t (a b : Nat) (h : a > b) : b < a := by sorry"), relation)
    assert turned == "theorem t (a b : Nat) (h : a > b) : b > a := by sorry"
    twice = step("S", formal="theorem t (x : Nat) : x + 12 = 12 := by sorry")
    assert perturbed_reference(twice, InvalidStep(pairs_with="p", method="value", old="12", new="13")) is None
    assert perturbed_reference(step("S"), relation) is None
    proved = step("S", formal="theorem t (a b : Nat) (h : a > b) : b < a ∧ 0 ≤ b := by\n  omega\n")
    assert perturbed_reference(proved, relation) == ("theorem t (a b : Nat) (h : a > b) : b > a ∧ 0 ≤ b := by sorry\n")


@pytest.mark.parametrize(
    ("old", "new", "conclusion"),
    [
        ("even", "odd", "n % 2 = 0 ∧ n < 5"),
        ("are equal", "are not equal", "n + 1 = 6 ∧ 5 ≤ n"),
        ("is prime", "is not prime", "2 ≤ n"),
        ("\\le", "\\ge", "n < 5"),
        ("=", "\\ne", "n ≤ 5"),
        ("<", ">", "n < 5 ∧ 3 > n"),
    ],
)
def test_a_relation_of_the_reference_that_is_not_the_steps_is_left_alone(old: str, new: str, conclusion: str) -> None:
    edit = InvalidStep(pairs_with="p", method="relation", old=old, new=new)
    problem = step("S", formal=f"theorem t (n : Nat) (h : n = 5) : {conclusion} := by sorry")
    assert perturbed_reference(problem, edit) is None


@pytest.mark.parametrize(
    ("old", "new", "conclusion", "turned"),
    [
        ("greater than", "less than", "n > 4", "n < 4"),
        ("\\le", "\\ge", "n ≤ 5", "n ≥ 5"),
        ("=", "\\ne", "n = 5", "n ≠ 5"),
        ("\\leq", "\\geq", "5 ≥ n", "5 ≤ n"),
    ],
)
def test_the_steps_relation_is_turned_in_the_reference(old: str, new: str, conclusion: str, turned: str) -> None:
    edit = InvalidStep(pairs_with="p", method="relation", old=old, new=new)
    formal = "theorem t (n : Nat) (h : 2 * n = 10) : {} := by sorry"
    assert perturbed_reference(step("S", formal=formal.format(conclusion)), edit) == formal.format(turned)


def test_lean_rates_what_it_can(lean: EmbeddedLean) -> None:
    rater = LeanRater(lean, budget=120)
    valid = step("Thus $x = 12$.", formal="theorem t (x : Nat) (h : x + 3 = 15) : x = 12 := by sorry")
    edit = InvalidStep(pairs_with="s1-original", method="value", old="12", new="13")
    made = invalid_case(valid, "Thus $x = 13$.", edit)
    assert isinstance(made, Case)
    rated = rater.rate(made)
    assert isinstance(rated, Case)
    assert isinstance(rated.perturbation, InvalidStep)
    assert (rated.perturbation.effect, rated.perturbation.rated_by) == ("effective", "lean")
    harmless = step("Thus $x < 20$.", formal="theorem t (x : Nat) (h : x + 3 = 15) : x < 20 := by sorry")
    still = invalid_case(
        harmless, "Thus $x < 21$.", InvalidStep(pairs_with="s1-original", method="value", old="20", new="21")
    )
    assert isinstance(still, Case)
    dropped = rater.rate(still)
    assert isinstance(dropped, Dropped)
    assert dropped.reason.startswith("ineffective")
    assert rater.told() == ["originals with a reference formalization: Lean proves 1 of 1"]
    own_proof = step("Thus $x = 12$.", formal="theorem t (x : Nat) (h : x + 3 = 15) : x = 12 := by omega")
    made = invalid_case(own_proof, "Thus $x = 13$.", edit)
    assert isinstance(made, Case)
    rated = rater.rate(made)
    assert isinstance(rated, Case)
    assert isinstance(rated.perturbation, InvalidStep)
    assert rated.perturbation.effect == "effective"


@pytest.mark.skipif(not DATA.is_dir(), reason="the public data folder ../shared/data is not here")
def test_processbench_becomes_pairs() -> None:
    steps = [
        one for one in ADAPTERS["processbench"].read(str(DATA / "gsm8k.jsonl"), Options()) if isinstance(one, Problem)
    ][::4]
    cases, dropped = [], []
    for one in steps:
        for made in build(one, Plan()):
            (cases if isinstance(made, Case) else dropped).append(made)
    check_suite([one for one in cases if isinstance(one, Case)])
    assert all(audit(one) == [] for one in cases if isinstance(one, Case))
    assert len(cases) - len(steps) >= 0.9 * len(steps)
    assert all(isinstance(one, Dropped) and one.reason for one in dropped)


def test_steps_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = tmp_path / "steps.jsonl", tmp_path / "cases.jsonl"
    write_jsonl(source, [step("Thus $x = 12$.", "$x + 3 = 15$"), step("Let $y$ be given.", id="s2")])
    assert main(["perturb", str(source), "-o", str(output)]) == 0
    shown = capsys.readouterr().out
    assert "invalidated steps: 1 unrated, of 1" in shown
    assert "the step claims nothing that could be turned around" in shown
    assert [case.id for case in read_suite([output])] == ["s1-original", "s1-invalid_step", "s2-original"]
    assert main(["perturb", str(source), "-o", str(output), "--invalid", "published"]) == 0
    assert len(read_suite([output])) == 4
