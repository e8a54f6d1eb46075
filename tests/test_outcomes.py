"""What becomes of an item: outcome, exit status, message and record, in both verdict modes and under xdist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import support

pytestmark = pytest.mark.usefixtures("kept_lean")


UNCLEAR = support.fenced("theorem farm (c r : Nat) (h : c + r = 35) : c = 23 := by omega\n")
BIASED = support.fenced(support.LEAN)


def records(folder: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len({(row["case"]["id"], row["sample"]) for row in rows}) == len(rows)
    return {row["case"]["id"]: row for row in rows}


def replies(**changed: str) -> dict[str, str]:
    return support.faithful_replies() | {f"farm-{name.replace('__', '-')}": text for name, text in changed.items()}


def test_a_faithful_system_passes_every_item(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    result = pytester.runpytest("--faithform-run", "run")
    result.assert_outcomes(passed=len(support.suite()))
    assert result.ret == 0
    found = records(pytester.path / "run")
    assert {row["outcome"] for row in found.values()} == {"pass"}
    assert found["farm-step_deletion"]["edit"]["handling"] == "unproved"
    assert found["farm-s1-invalid_step"]["proof"]["value"] == "refuted"
    original = found["farm-original"]["correctness"]
    assert (original["tc"]["value"], original["stmt_sc"]["value"]) == ("yes", "yes")
    assert original["proof_sc"]["value"] == "not_measured"


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_an_unfaithful_item_fails_in_assert_mode(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    support.mini_suite(pytester.path, replies(number_edit__statement=BIASED))
    result = pytester.runpytest("--faithform-run", "run", *workers)
    result.assert_outcomes(passed=len(support.suite()) - 1, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    text = result.stdout.str()
    assert "number edit in the statement: 94 → 97" in text
    assert "reverted" in text
    assert "2 * c + 4 * r = 94" in text
    row = records(pytester.path / "run")["farm-number_edit-statement"]
    assert (row["outcome"], row["edit"]["label"]) == ("fail", "reverted")


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_in_measure_mode_it_is_unfaithful_and_the_session_passes(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    support.mini_suite(pytester.path, replies(number_edit__statement=BIASED))
    result = pytester.runpytest("--faithform-run", "run", "--faithform-verdict", "measure", "--maxfail", "1", *workers)
    assert result.ret == 0
    assert "1 unfaithful" in result.outlines[-1]
    assert f"{len(support.suite()) - 1} passed" in result.outlines[-1]
    assert records(pytester.path / "run")["farm-number_edit-statement"]["outcome"] == "fail"


def test_an_unclear_item_is_skipped_with_its_reason(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path, replies(number_edit__statement=UNCLEAR))
    result = pytester.runpytest("--faithform-run", "run", "-rs", "-k", "number_edit-statement")
    result.assert_outcomes(skipped=1)
    assert result.ret == 0
    assert "unclear" in result.stdout.str()
    assert records(pytester.path / "run")["farm-number_edit-statement"]["outcome"] == "skip"


@pytest.mark.parametrize(
    ("reply", "outcome", "message"),
    [
        (support.fenced(support.STEP_LEAN.format(13)), "pass", "refuted"),
        (support.fenced(support.STEP_LEAN.format(12)), "fail", "silently corrected"),
        ("I cannot formalize this.", "fail", "no formalization"),
        (support.fenced("theorem step (x : Int) : x + = 3 := by sorry\n"), "fail", "Lean rejects"),
        (
            support.fenced("theorem step (x : Int) (h : 2 * x + 3 = 27) (h' : x = 5) : x = 13 := by sorry\n"),
            "fail",
            "vacuously",
        ),
        (
            support.fenced(
                "theorem step (f : Nat → Nat) (h : ∀ n, f (f n) = n + 1) : f 0 = f 0 + 1 ∨ f 7 = 9 := by sorry\n"
            ),
            "skip",
            "neither prove nor refute",
        ),
    ],
)
def test_an_invalid_step(pytester: pytest.Pytester, reply: str, outcome: str, message: str) -> None:
    support.mini_suite(pytester.path, replies(s1__invalid_step=reply))
    pytester.runpytest("--faithform-run", "run", "-k", "invalid_step")
    row = records(pytester.path / "run")["farm-s1-invalid_step"]
    assert row["outcome"] == outcome
    if outcome != "pass":
        assert message in row["message"]


def test_a_vacuous_formalization_of_a_valid_step_fails(pytester: pytest.Pytester) -> None:
    vacuous = "theorem step (x : Int) (h : 2 * x + 3 = 27) (h' : x = 5) : x = 12 := by sorry\n"
    support.mini_suite(pytester.path, replies(s1__original=support.fenced(vacuous)))
    pytester.runpytest("--faithform-run", "run", "-k", "farm-s1-original")
    row = records(pytester.path / "run")["farm-s1-original"]
    assert (row["outcome"], row["proof"]["vacuous"]) == ("fail", True)


@pytest.mark.parametrize(
    ("source", "outcome", "parts"),
    [
        (support.LEAN.replace("omega", "sorry"), "pass", ("yes", "yes")),
        (support.LEAN.replace("c = 23 :=", "c = 24 :=").replace("omega", "sorry"), "fail", ("yes", "no")),
        (support.LEAN.replace("  omega\n", "  exact rfl\n"), "fail", ("no", "undetermined")),
        ("theorem other : ∀ n : Nat, n + 0 = n := by simp\n", "skip", ("yes", "undetermined")),
        ("example : 1 + 1 = 2 := rfl\n", "fail", ("yes", "no")),
    ],
)
def test_an_original(pytester: pytest.Pytester, source: str, outcome: str, parts: tuple[str, str]) -> None:
    support.mini_suite(pytester.path, replies(original=support.fenced(source)))
    pytester.runpytest("--faithform-run", "run", "-k", "farm-original")
    row = records(pytester.path / "run")["farm-original"]
    found = row["correctness"]
    assert (found["tc"]["value"], found["stmt_sc"]["value"]) == parts
    assert row["outcome"] == outcome


def test_an_empty_proof_body_is_faithful_for_the_metric_and_skipped_as_an_item(pytester: pytest.Pytester) -> None:
    bare = support.LEAN.partition(":= by")[0] + ":= by sorry\n"
    case = support.step_deletion()
    edit = case.perturbation.model_copy(update={"claim_lean": "c = 23"})
    support.mini_suite(pytester.path, replies(step_deletion=support.fenced(bare)))
    support.write_cases(pytester.path / "cases.jsonl", [case.model_copy(update={"perturbation": edit})])
    pytester.runpytest("--faithform-run", "run")
    row = records(pytester.path / "run")["farm-step_deletion"]
    assert row["edit"]["empty_proof_body"] is True
    assert (row["edit"]["label"], row["outcome"]) == ("faithful", "skip")


def test_workers_and_one_process_give_the_same_records(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path, replies(number_edit__statement=BIASED, symbol_edit__proof=UNCLEAR))
    pytester.runpytest("--faithform-run", "alone", "-p", "no:cacheprovider")
    pytester.runpytest("--faithform-run", "spread", "-n", "2", "-p", "no:cacheprovider")

    def timeless(folder: str) -> list[Any]:
        return [_timeless(row) for _, row in sorted(records(pytester.path / folder).items())]

    alone, spread = timeless("alone"), timeless("spread")
    assert len(alone) == len(support.suite())
    assert alone == spread


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key not in ("seconds", "finished_at")}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


def test_a_reference_that_lean_does_not_take_is_told_to_the_author_of_its_case(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    reference = "theorem farm (c r : Nat) (h : c + r = Real.sqrt 35) : c = 23 := by sorry"
    of = support.problem(formal_statement=reference)
    cases = [one.model_copy(update={"problem": of}) for one in (support.original(), support.paraphrase())]
    support.write_cases(pytester.path / "cases.jsonl", cases)
    result = pytester.runpytest("--faithform-run", "run", "-rs")
    result.assert_outcomes(skipped=2)
    told = (
        "StmtSC undetermined: the case's problem.formal_statement is of no use here, mend it or use another Lean: "
        "the reference does not elaborate on this Lean, which lacks Real.sqrt: Unknown identifier `Real.sqrt`"
    )
    for row in records(pytester.path / "run").values():
        assert told in row["message"]
        assert row["correctness"]["stmt_sc"]["reference_rejected"] is True
    assert (
        "the reference statement of 2 cases does not elaborate on this Lean: farm-original, farm-paraphrase-free-form"
    ) in result.stdout.str().splitlines()
