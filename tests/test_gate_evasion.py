"""No gate is passed by answering less, and none fails equally good systems more often than it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import run_folders
import support

from pytest_faithform.cases.files import read_records
from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.metrics import intervals
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Case, Record
from pytest_faithform.reports import baseline
from pytest_faithform.reports.baseline import compare_runs
from pytest_faithform.reports.decision import decide
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.stored import StoredRun

GATES = [
    "FR[number_edit,statement].low >= 0.40",
    "FR[number_edit,proof].low >= 0.40",
    "RR[symbol_edit,proof].high <= 0.60",
    "FR[step_deletion].low >= 0.40",
    "settled[step_deletion] >= 0.5",
    "UFLB.high <= 0.40",
    "UFUB.high <= 0.40",
    "FNR.high <= 0.30",
    "FPR.high <= 0.30",
    "Faithfulness.low >= 0.50",
]
ITEMS = 60
LEAN = support.LEAN
#: What a bad system answers: the original, whatever was edited; and an answer that reflects the edit.
REVERTED = {"number_edit": LEAN, "symbol_edit": LEAN, "step_deletion": LEAN}
CASES = [support.number_edit("statement"), support.number_edit("proof"), support.symbol_edit(), support.step_deletion()]

Side = dict[str, Any]
PROVED: Side = {"value": "proved"}
REFUTED: Side = {"value": "refuted"}
OPEN: Side = {"value": "undetermined"}


def sorry(lean: str) -> str:
    return lean.partition(":= by")[0] + ":= by sorry\n"


def broken(lean: str) -> str:
    return lean.replace("theorem farm", "theorem farm (", 1)


def contradicted(lean: str) -> str:
    return lean.replace("(c r : Nat)", "(c r : Nat) (h₀ : (0 : Nat) = 1)", 1)


def same(lean: str) -> str:
    return lean


# How an answer is changed, and what Lean then says of a step that it would have formalized wrongly: the statement's own
# truth stays where only the proof is a placeholder, nothing is settled where Lean does not accept or end, and everything
# is proved where the hypotheses contradict each other.
EVASIONS: dict[str, tuple[Callable[[str], str], Callable[[Side], Side]]] = {
    "nothing": (same, lambda side: side),
    "by sorry": (sorry, lambda side: side),
    "non-elaborating output": (broken, lambda side: {**OPEN, "typechecks": False}),
    "an added contradictory hypothesis": (contradicted, lambda side: {**PROVED, "vacuous": True}),
    "timing out": (same, lambda side: OPEN),
    "crashing Lean": (same, lambda side: OPEN),
    "no answer": (lambda lean: "", lambda side: {**OPEN, "formalized": False}),
}


@cache
def label(case_id: str, lean: str) -> tuple[str, bool]:
    case = next(case for case in CASES if case.id == case_id)
    verdict = judge_edit(case, lean)
    return verdict.label, verdict.empty_proof_body


def measured(skill: float, evasion: str, rng: np.random.Generator, *, always: bool = False) -> list[Record]:
    """A system that reflects an edit with this probability, and formalizes a step rightly with it; where it would fail (or
    `always`) it evades instead."""
    change, told = EVASIONS[evasion]
    right = support.faithful_replies()
    records = []
    for case in CASES:
        answer = right[case.id].partition("```lean4\n")[2].partition("```")[0]
        for number in range(ITEMS):
            able = rng.random() < skill
            lean = answer if able else REVERTED[case.kind]
            found, empty = label(case.id, change(lean) if always or not able else lean)
            records.append(run_folders.edit_record(run_folders.of_group(case, number), found, empty_proof_body=empty))
    for number in range(ITEMS):
        sides = []
        for wanted, otherwise in ((PROVED, REFUTED), (REFUTED, PROVED)):
            able = rng.random() < skill
            side = wanted if able else otherwise
            sides.append(told(side) if always or not able else side)
        records += run_folders.step_pair(number, *sides)
    return records


def decided(records: Sequence[Record]) -> dict[str, bool]:
    run = StoredRun(
        Path("run"),
        {**run_folders.MANIFEST, "planned": len(records)},
        records,
        summarize(records, planned=len(records)),
    )
    return {result.gate: result.passed for result in decide(run, [parse_gate(gate) for gate in GATES]).results}


@cache
def honestly() -> dict[str, bool]:
    return decided(measured(0.2, "nothing", np.random.default_rng(3)))


@pytest.fixture(autouse=True)
def quick_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals, "RESAMPLES", 1000)


def test_a_good_system_passes_and_a_bad_one_fails() -> None:
    rng = np.random.default_rng(7)
    assert all(decided(measured(0.97, "nothing", rng)).values())
    assert not any(passed for gate, passed in decided(measured(0.2, "nothing", rng)).items() if "settled" not in gate)


@pytest.mark.parametrize("always", [False, True])
@pytest.mark.parametrize("evasion", [name for name in EVASIONS if name != "nothing"])
def test_no_gate_that_a_system_fails_is_passed_by_evading(evasion: str, always: bool) -> None:
    honest, evading = honestly(), decided(measured(0.2, evasion, np.random.default_rng(3), always=always))
    gained = [gate for gate in GATES if evading[gate] and not honest[gate]]
    assert gained == []


def test_an_evasive_system_passes_nothing_that_it_does_not_answer() -> None:
    """Everything is `by sorry`: what is left are the statements, and they are what they are."""
    found = decided(measured(0.97, "by sorry", np.random.default_rng(1), always=True))
    assert {gate for gate, passed in found.items() if not passed} >= {
        "FR[number_edit,proof].low >= 0.40",
        "RR[symbol_edit,proof].high <= 0.60",
        "FR[step_deletion].low >= 0.40",
        "settled[step_deletion] >= 0.5",
    }


#: No memory holds it, and neither a heartbeat nor the guard is in the way.
CRASH = "(1 <<< (10 ^ 11) : Nat) = 1"

#: Each argument is gone through twice as often as the one before, by the kernel, which counts no heartbeats.
SLOW = "def slow : Nat → Nat → Nat\n  | 0, a => a\n  | n + 1, a => slow n (slow n a)\n\n"
FATAL = {"crashing Lean": ("", CRASH, "crash"), "timing out": (SLOW, "slow 60 0 = 0", "timeout")}


@pytest.mark.parametrize("evasion", [name for name in EVASIONS if name not in ("nothing", "no answer")])
def test_evading_through_the_plugin_on_a_real_lean(
    pytester: pytest.Pytester, evasion: str, request: pytest.FixtureRequest
) -> None:
    change = EVASIONS[evasion][0]
    wrong = dict.fromkeys(support.faithful_replies(), LEAN) | {
        "farm-s1-original": support.STEP_LEAN.format(13),
        "farm-s1-invalid_step": support.STEP_LEAN.format(12),
    }
    if evasion in FATAL:
        before, claim, _ = FATAL[evasion]
        fatal = support.STEP_LEAN.format(13).replace("by sorry", f"by\n  have : {claim} := by decide +kernel\n  omega")
        wrong |= dict.fromkeys(("farm-s1-original", "farm-s1-invalid_step"), before + fatal)
    steps = ("(x : Int)", "(x : Int) (h₀ : (0 : Int) = 1)")
    texts = {
        case: change(lean).replace("theorem step", "theorem step (" if evasion.startswith("non") else "theorem step")
        for case, lean in wrong.items()
    }
    if evasion.startswith("an added"):
        texts = {case: lean.replace(*steps) for case, lean in texts.items()}
    support.mini_suite(pytester.path, {case: support.fenced(lean) for case, lean in texts.items()})
    gates = [argument for gate in GATES for argument in ("--faithform-gate", f"{_lenient(gate)} with n >= 1")]
    # The tests' Lean has a limit of its own.
    limit = ("--faithform-lean-timeout", "15") if evasion == "timing out" else ()
    if not limit:
        request.getfixturevalue("kept_lean")
    result = pytester.runpytest("--faithform-run", "run", "-k", "test_edit or test_step", *limit, *gates)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    if evasion in FATAL:
        replies = [record.lean for record in read_records(pytester.path / "run" / "records.jsonl") if record.proof]
        assert [reply.outcome for reply in replies if reply] == [FATAL[evasion][2]] * 2
    held = [line.split(maxsplit=1)[1] for line in result.outlines if line.startswith("  ok ")]
    # A claim that is derived is settled, against the system; a proof that is one placeholder settles nothing.
    assert held == ([] if evasion == "by sorry" else ["settled[step_deletion] >= 0.5 with n >= 1"])


def _lenient(gate: str) -> str:
    """The same of the value: one item has no interval to speak of."""
    return gate.replace(".low", "").replace(".high", "")


def equal_systems(rng: np.random.Generator, samples: int) -> tuple[StoredRun, StoredRun]:
    """Two runs of one system: each case has its own probability of success, one problem's cases a common part of it."""
    probabilities = np.clip(rng.beta(2, 1, size=30)[:, None] + rng.normal(0, 0.1, size=(30, 4)), 0, 1)
    return tuple(  # type: ignore[return-value]
        StoredRun(Path(name), {**run_folders.MANIFEST, "planned": 120 * samples}, records, [])
        for name in ("before", "after")
        for records in [
            [
                RECORDS[group, number, sample][int(rng.random() < probabilities[group, number])]
                for group in range(30)
                for number in range(4)
                for sample in range(samples)
            ]
        ]
    )


def _variants(case: Case, sample: int) -> tuple[Record, Record]:
    return run_folders.edit_record(case, "reverted", sample), run_folders.edit_record(case, "faithful", sample)


RECORDS = {
    (group, number, sample): _variants(run_folders.of_group(support.symbol_edit(), group, f"-{number}"), sample)
    for group in range(30)
    for number in range(4)
    for sample in range(8)
}


@pytest.mark.parametrize("samples", [1, 8])
def test_two_equally_good_systems_fail_the_regression_gate_in_five_percent(
    samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeded. 200 comparisons tell 5 % to within 4.6 points (three standard errors); `benchmarks/regression_gate.py` runs
    2,000."""
    # Differences of metrics and their intervals are not what is tried here.
    monkeypatch.setattr(intervals, "RESAMPLES", 20)
    monkeypatch.setattr(baseline, "changes", lambda before, after: [])
    rng = np.random.default_rng(20260614 + samples)
    gate = [parse_gate("regression.p >= 0.05")]
    failed = 0
    for _ in range(200):
        before, after = equal_systems(rng, samples)
        (result,) = decide(after, gate, compare_runs(before, after)).results
        failed += not result.passed
    assert failed / 200 == pytest.approx(0.05, abs=0.046)
