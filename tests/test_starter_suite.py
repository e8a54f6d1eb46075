"""The starter suite as it is committed: built from its sources, sound, and as large as it should be."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter

import pytest

from pytest_faithform.cases.files import read_problems, read_replies, read_suite, resolve, starter_dir
from pytest_faithform.model import Case, InvalidStep, NumberEdit, Problem, StepDeletion, SymbolEdit
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.number_edit import new_value
from pytest_faithform.perturb.paraphrase import problems as paraphrase_problems
from pytest_faithform.perturb.sentences import sentences
from pytest_faithform.perturb.symbol_edit import SWAPS, candidates


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return read_suite(resolve("starter"))


@pytest.fixture(scope="module")
def problems() -> list[Problem]:
    return read_problems(starter_dir() / "problems.jsonl")


def test_the_files_are_what_the_sources_give(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("starter_build", starter_dir() / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main(["--check"]) == 0, capsys.readouterr().out


def test_problems_and_their_domains(problems: list[Problem]) -> None:
    proofs = [problem for problem in problems if problem.task == "proof"]
    assert len(proofs) >= 40
    assert len({problem.domain for problem in proofs}) >= 8
    assert {problem.dataset for problem in problems} == {"starter"}
    assert all(problem.formal_statement for problem in problems)


def test_there_are_enough_cases_of_every_kind(cases: list[Case]) -> None:
    counts = Counter((case.kind, case.region) for case in cases)
    for kind in ("number_edit", "symbol_edit"):
        for region in ("statement", "proof"):
            assert counts[kind, region] >= 20, (kind, region)
    assert counts["step_deletion", "proof"] >= 25
    styles = Counter(case.style for case in cases if case.style)
    assert set(styles) == {"free-form", "step-by-step"}
    assert min(styles.values()) >= 40
    assert len([case for case in cases if case.problem.task == "step" and case.kind == "original"]) >= 50
    assert len(cases) >= 350


def test_ids_are_short_ascii_slugs(cases: list[Case]) -> None:
    ids = [case.id for case in cases]
    assert len(set(ids)) == len(ids)
    for case in cases:
        assert re.fullmatch(r"[a-z0-9]+([-_][a-z0-9]+)*", case.id)
        assert case.id.startswith(f"{case.problem.id}-{case.kind}")
        assert case.id.removeprefix(f"{case.problem.id}-{case.kind}") in {
            f"-{part}" if (part := case.region or case.style) else ""
        }
        assert case.problem.id.startswith(case.problem.group)


def test_every_edit_passes_the_audit(cases: list[Case]) -> None:
    assert {case.id: found for case in cases if (found := audit(case))} == {}


def test_numbers_are_those_of_the_rule(cases: list[Case]) -> None:
    for case in cases:
        edit = case.perturbation
        if isinstance(edit, NumberEdit):
            assert edit.new == new_value(case.problem.id, edit.region, edit.old), case.id


def test_symbols_are_editable_and_swapped(cases: list[Case]) -> None:
    for case in cases:
        edit = case.perturbation
        if isinstance(edit, SymbolEdit):
            places = {(c.start, c.end): c for c in candidates(case.original_text(edit.region))}
            found = places[edit.span.start, edit.span.end]
            assert (found.refusal, found.family, SWAPS[edit.old]) == (None, edit.family, edit.new), case.id


def test_deleted_steps_read_well_and_appear_nowhere_else(cases: list[Case]) -> None:
    for case in cases:
        edit = case.perturbation
        if isinstance(edit, StepDeletion):
            assert edit.tier in ("gold", "silver"), case.id
            assert not edit.reasoning_reappears_elsewhere, case.id
            assert edit.claim_lean


def test_proofs_have_three_to_ten_sentences(problems: list[Problem]) -> None:
    for problem in problems:
        if problem.task == "proof":
            assert 3 <= len(sentences(problem.informal_proof)) <= 10, problem.id
            assert problem.informal_statement.count("$") % 2 == 0
            assert problem.informal_proof.count("$") % 2 == 0


def test_paraphrases_keep_length_and_tokens(cases: list[Case]) -> None:
    for case in cases:
        if case.kind == "paraphrase":
            original = case.problem
            assert paraphrase_problems("statement", original.informal_statement, case.informal_statement) == []
            assert paraphrase_problems("proof", original.informal_proof, case.informal_proof) == []


def test_every_step_has_its_parents_and_its_pair(cases: list[Case]) -> None:
    steps = [case for case in cases if case.problem.task == "step"]
    assert all(case.problem.context for case in steps)
    pairs = Counter(c.perturbation.pairs_with for c in steps if isinstance(c.perturbation, InvalidStep))
    assert pairs == Counter(case.id for case in steps if case.kind == "original")


@pytest.mark.parametrize("control", ["faithful", "biased"])
def test_the_controls_answer_every_case_once(control: str, cases: list[Case]) -> None:
    replies = read_replies(starter_dir() / "controls" / f"{control}.jsonl")
    assert set(replies) == {(case.id, 0) for case in cases}
    assert all("theorem" in reply.reply or "lemma" in reply.reply for reply in replies.values())
    shapes = Counter(
        ("<think>" in reply.reply, "<formal_" in reply.reply, "```lean4" in reply.reply, "```" in reply.reply)
        for reply in replies.values()
    )
    assert len(shapes) >= 5


def test_the_biased_control_answers_as_if_nothing_had_been_edited(cases: list[Case]) -> None:
    faithful = read_replies(starter_dir() / "controls" / "faithful.jsonl")
    biased = read_replies(starter_dir() / "controls" / "biased.jsonl")
    for case in cases:
        same = faithful[case.id, 0].reply == biased[case.id, 0].reply
        if case.kind == "original":
            assert same, case.id
        elif case.kind != "paraphrase":
            assert not same, case.id
