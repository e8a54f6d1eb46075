"""A run against its baseline: may they be compared, what changed, which runs become baselines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import run_folders
import support

from pytest_faithform.cli import main
from pytest_faithform.model import Record
from pytest_faithform.reports.baseline import Comparison, compare_runs
from pytest_faithform.reports.decision import decide, decide_again
from pytest_faithform.reports.gate import GateResult
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.stored import RunError, StoredRun

RUN = ("--faithform-lean", "obliging")


def edits(labels: Sequence[str], kind: str = "symbol", first: int = 0) -> list[Record]:
    case = {"symbol": support.symbol_edit, "number": lambda: support.number_edit("proof")}[kind]()
    return [
        run_folders.edit_record(run_folders.of_group(case, first + number), label)
        for number, label in enumerate(labels)
    ]


def runs(
    folder: Path, before: Sequence[Record], after: Sequence[Record], **manifest: Any
) -> tuple[StoredRun, StoredRun]:
    return (
        run_folders.write_run(folder / "v1", before),
        run_folders.write_run(folder / "v2", after, system={"name": "v2"}, **manifest),
    )


def gated(folder: Path, before: Sequence[Record], after: Sequence[Record], *gates: str) -> list[GateResult]:
    first, second = runs(folder, before, after)
    return decide(second, [parse_gate(gate) for gate in gates], compare_runs(first, second)).results


def test_what_changed_is_told_case_by_case_and_slice_by_slice(tmp_path: Path) -> None:
    before = [*edits(["faithful"] * 11 + ["reverted"] * 5), *edits(["reverted"] * 8, "number", 20)]
    after = [*edits(["reverted"] * 11 + ["faithful"] * 2 + ["unclear"] * 3), *edits(["faithful"] * 8, "number", 20)]
    found = compare_runs(*runs(tmp_path, before, after))
    assert (found.common, len(found.newly_failing), len(found.newly_passing)) == (24, 11, 10)
    tests = {test.slice: test for test in found.tests}
    assert (tests["symbol_edit"].worse, tests["symbol_edit"].better) == (11, 2)
    # 11 losses against 2 gains: two-sided 0.0225 (SPEC b.3), one-sided half of it.
    assert tests["symbol_edit"].p == pytest.approx(0.0225, abs=5e-5)
    assert tests["symbol_edit"].p_regression == pytest.approx(92 / 8192)
    rows = {(row.metric, row.slice): row for row in found.rows}
    assert rows["regression.p", "symbol_edit"].value == pytest.approx(2 * 92 / 8192)
    assert rows["regression.p_raw", "symbol_edit"].value == pytest.approx(92 / 8192)
    assert rows["regression.p", ""].value == tests[""].p_regression > 0.4
    assert rows["change.FR", "symbol_edit"].value == pytest.approx(2 / 13 - 11 / 16)
    assert rows["change.settled", "symbol_edit"].value == pytest.approx(-3 / 16)
    assert rows["newly_failing", "symbol_edit"].value == 11
    assert rows["newly_failing", "number_edit"].value == 0


def test_a_loss_in_one_slice_is_caught_whatever_the_mean_does(tmp_path: Path) -> None:
    before = [*edits(["faithful"] * 14), *edits(["reverted"] * 30, "number", 20)]
    after = [*edits(["reverted"] * 12 + ["faithful"] * 2), *edits(["faithful"] * 30, "number", 20)]
    gates = (
        "regression.p >= 0.05",
        "regression[any].p >= 0.05",
        "newly_failing <= 3",
        "newly_failing[number_edit] == 0",
    )
    results = {result.gate: result for result in gated(tmp_path, before, after, *gates)}
    assert {gate: result.passed for gate, result in results.items()} == {
        "regression.p >= 0.05": True,
        "regression[any].p >= 0.05": False,
        "newly_failing <= 3": False,
        "newly_failing[number_edit] == 0": True,
    }
    assert results["regression[any].p >= 0.05"].slice == "any,symbol_edit"


def test_getting_better_is_no_regression(tmp_path: Path) -> None:
    (result,) = gated(tmp_path, edits(["reverted"] * 30), edits(["faithful"] * 30), "regression.p >= 0.05")
    assert result.passed
    assert result.row is not None
    assert result.row.value == 1


def test_settling_less_than_the_baseline_is_caught_by_the_floor(tmp_path: Path) -> None:
    """All that the new system says is faithful, but it says a quarter less."""
    before, after = edits(["faithful"] * 75 + ["reverted"] * 25), edits(["faithful"] * 75 + ["unclear"] * 25)
    gate = "FR[symbol_edit].low >= 0.5"
    (result,) = gated(tmp_path, before, after, gate)
    assert not result.passed
    assert result.settled == 0.75
    assert result.floor == pytest.approx(0.963, abs=1e-3)
    assert decide(run_folders.write_run(tmp_path / "alone", after), [parse_gate(gate)]).passed


def test_samples_are_averaged_within_their_case(tmp_path: Path) -> None:
    def sampled(labels: Sequence[str]) -> list[Record]:
        return [
            run_folders.edit_record(run_folders.of_group(support.symbol_edit(), case), label, sample)
            for case in range(4)
            for sample, label in enumerate(labels)
        ]

    found = compare_runs(*runs(tmp_path, sampled(["faithful"] * 8), sampled(["faithful"] * 5 + ["reverted"] * 3)))
    assert found.tests[0].test == "sign-flip"
    assert found.tests[0].difference == pytest.approx(-3 / 8)
    # Four problems that all lost: one of the sixteen patterns of signs.
    assert found.tests[0].p_regression == 1 / 16
    assert found.newly_failing == []


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ({"judges": ["deterministic", {"name": "llm"}]}, "judges is"),
        ({"lean": {"backend": "repl", "lean": "4"}}, 'lean.backend is "none" in the baseline and "repl" in this run'),
    ],
)
def test_runs_of_other_judges_or_leans_are_refused(tmp_path: Path, manifest: dict[str, Any], said: str) -> None:
    first, second = runs(tmp_path, edits(["faithful"]), edits(["faithful"]), **manifest)
    with pytest.raises(RunError, match="the runs cannot be compared: ") as caught:
        compare_runs(first, second)
    assert said in str(caught.value)
    assert any(said in note for note in compare_runs(first, second, anyway=True).notes)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ({"prompts": "abc"}, 'prompts is null in the baseline and "abc" in this run'),
        ({"sampling": {"temperature": 0.2}}, "sampling is null"),
        ({"samples": 8}, "samples is 1 in the baseline and 8 in this run"),
        ({"instrument": "0.2.0"}, "instrument is"),
        ({"lean": {"backend": "none", "lean": "4", "timeout_s": 9}}, "lean.timeout_s is null"),
    ],
)
def test_other_differences_are_named(tmp_path: Path, manifest: dict[str, Any], said: str) -> None:
    notes = compare_runs(*runs(tmp_path, edits(["faithful"]), edits(["faithful"]), **manifest)).notes
    assert len(notes) == 1
    assert said in notes[0]


def test_only_cases_with_the_same_text_are_compared(tmp_path: Path) -> None:
    before, after = edits(["faithful"] * 5), edits(["reverted"] * 6)[1:]
    problem = after[0].case.problem.model_copy(update={"domain": "moved"})
    moved = after[0].case.model_copy(update={"problem": problem})
    after[0] = after[0].model_copy(update={"case": moved})
    found = compare_runs(*runs(tmp_path, before, after))
    assert found.common == 3
    assert found.notes == [
        "1 case has another text in the baseline and is left out: farm-symbol_edit-proof-1",
        "1 case has a result in the baseline alone: farm-symbol_edit-proof-0",
        "1 case has a result in this run alone: farm-symbol_edit-proof-5",
    ]
    with pytest.raises(RunError, match="no case with a result in both"):
        compare_runs(*runs(tmp_path / "none", edits(["faithful"] * 2), edits(["faithful"] * 2, first=7)))


def test_the_artifact_gives_the_sessions_answer_without_its_baseline(tmp_path: Path) -> None:
    first, second = runs(tmp_path, edits(["faithful"] * 20), edits(["reverted"] * 20), gates=["regression.p >= 0.05"])
    manifest = {**second.manifest, "baseline": str(first.folder)}
    (second.folder / "manifest.json").write_text(json.dumps(manifest))
    _, fresh = decide_again(second.folder)
    (second.folder / "decision.json").write_text(json.dumps(fresh.as_dict()))
    first.folder.rename(tmp_path / "gone")
    _, kept = decide_again(second.folder)
    assert kept.as_dict() == fresh.as_dict()
    assert not kept.passed
    (second.folder / "decision.json").unlink()
    with pytest.raises(RunError, match="no longer holds"):
        decide_again(second.folder)


def test_a_comparison_survives_the_way_to_disk(tmp_path: Path) -> None:
    found = compare_runs(*runs(tmp_path, edits(["faithful"] * 9), edits(["reverted"] * 9)))
    assert Comparison.from_dict(json.loads(json.dumps(found.as_dict()))) == found


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    support.mini_suite(pytester.path)
    worse = support.faithful_replies() | {"farm-number_edit-statement": support.fenced(support.LEAN)}
    support.write_replies(pytester.path / "worse.jsonl", worse)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    monkeypatch.chdir(pytester.path)
    return pytester.path


def test_a_release_against_its_predecessor(
    pytester: pytest.Pytester, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = pytester.runpytest(*RUN, "--faithform-verdict", "measure", "--faithform-save", "v1")
    assert saved.ret == pytest.ExitCode.OK
    saved.stdout.fnmatch_lines(["kept    as v1: *"])
    gate = ("--faithform-gate", "newly_failing == 0")
    command = (*RUN, *gate, "--faithform-model", "recorded:worse.jsonl", "--faithform-run", "run")
    result = pytester.runpytest(*command, "--faithform-baseline", "v1", "--faithform-save", "v2")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "baseline  v1 (recorded:replies.jsonl), 8 common cases",
            "newly failing: 1: farm-number_edit-statement",
            "  FAILED  newly_failing == 0",
            "*e.g. farm-number_edit-statement: fail",
            "NOT KEPT as v2: newly_failing == 0 does not hold",
        ]
    )
    assert not (suite / "reports" / "v2").exists()
    assert main(["gate", "run"]) == 1
    capsys.readouterr()
    assert main(["compare", "v1", "run"]) == 0
    assert "newly failing: 1: farm-number_edit-statement" in capsys.readouterr().out
    back = pytester.runpytest(*RUN, "--faithform-baseline", "reports/v1", *gate)
    assert back.ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    "selection", [("-k", "test_edit"), ("-m", "faithform(kind='number_edit')"), ("test_mini.py::test_edit",)]
)
def test_a_partial_run_never_becomes_a_baseline(
    pytester: pytest.Pytester, suite: Path, selection: tuple[str, ...]
) -> None:
    partial = pytester.runpytest(*RUN, "--faithform-run", "part", *selection, "--faithform-save", "v1")
    assert partial.ret == pytest.ExitCode.TESTS_FAILED
    partial.stdout.fnmatch_lines(["NOT KEPT as v1: it is a partial run (*"])
    assert not (suite / "reports" / "v1").exists()
    refused = pytester.runpytest(*RUN, "--faithform-baseline", "part", "--faithform-run", "run")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    assert "the baseline is a partial run" in refused.stderr.str()
    assert not (suite / "run").exists()


def test_a_selection_measured_anew_makes_a_whole_run_partial(pytester: pytest.Pytester, suite: Path) -> None:
    def partial() -> object:
        return json.loads((suite / "run" / "manifest.json").read_text())["partial"]

    command = (*RUN, "--faithform-run", "run", "--faithform-verdict", "measure")
    pytester.runpytest(*command)
    assert partial() is None
    lines = (suite / "run" / "records.jsonl").read_text().splitlines(keepends=True)
    (suite / "run" / "records.jsonl").write_text("".join(line for line in lines if "test_edit" not in line))
    pytester.runpytest(*command, "-k", "test_edit")
    assert partial() is None, "what was missing was measured"
    pytester.runpytest(*command, "-k", "test_edit")
    assert partial() == "-k test_edit, 4 results measured anew"
    pytester.runpytest(*command)
    assert partial() is None


def test_deselected_items_of_workers_make_a_run_partial(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        support.OBLIGING_LEAN
        + """
def pytest_collection_modifyitems(config, items):
    config.hook.pytest_deselected(items=items[3:])
    del items[3:]
"""
    )
    result = pytester.runpytest(*RUN, "-n", "1", "--faithform-save", "v1")
    result.stdout.fnmatch_lines(["NOT KEPT as v1: it is a partial run (5 items deselected)"])


def test_a_name_that_holds_something_else_is_not_overwritten(pytester: pytest.Pytester, suite: Path) -> None:
    assert pytester.runpytest(*RUN, "--faithform-run", "reports/mine", "--faithform-verdict", "measure").ret == 0
    refused = pytester.runpytest(*RUN, "--faithform-save", "mine")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    assert "holds something that --faithform-save did not write" in refused.stderr.str()
    wrong = pytester.runpytest(*RUN, "--faithform-save", "a/b")
    assert "--faithform-save is a name of letters" in wrong.stderr.str() + wrong.stdout.str()
    missing = pytester.runpytest(*RUN, "--faithform-baseline", "nix")
    assert missing.ret == pytest.ExitCode.USAGE_ERROR
    assert "there is no run 'nix'" in missing.stderr.str()
