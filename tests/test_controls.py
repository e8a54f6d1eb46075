"""The instrument's own calibration: the starter suites against the two controls and against the recording."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import browser
import pytest
from playwright.sync_api import expect

from pytest_faithform.reports.decision import decide_again
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.write import write_report

ROOT = Path(__file__).parents[1]
RECORDING = "recorded:cases/starter/outputs/recording.jsonl"

Rows = dict[tuple[str, str], dict[str, Any]]


class Measured:
    """One run of the starter suites, as its files tell it."""

    def __init__(self, system: str, folder: Path) -> None:
        command = [
            *(sys.executable, "-m", "pytest", "cases", "-n", "2", "-q", "--tb=no", "-p", "no:cacheprovider"),
            *("--faithform-model", system, "--faithform-run", str(folder), "--faithform-verdict", "measure"),
        ]
        self.result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        self.folder = folder
        self.output = self.result.stdout
        assert self.result.returncode == 0, self.output[-4000:] + self.result.stderr[-2000:]
        lines = (folder / "records.jsonl").read_text(encoding="utf-8").split("\n")
        self.records = [json.loads(line) for line in lines if line]
        rows = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        self.rows: Rows = {(row["metric"], row["slice"]): row for row in rows}

    def values(self, metric: str) -> dict[str, float]:
        return {where: row["value"] for (name, where), row in self.rows.items() if name == metric}

    def outcomes(self) -> dict[str, list[str]]:
        """Ids of the cases by outcome."""
        found: dict[str, list[str]] = {}
        for record in self.records:
            found.setdefault(record["outcome"], []).append(record["case"]["id"])
        return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Measured]:
    folder = tmp_path_factory.mktemp("runs")
    systems = {"faithful": "control:faithful", "biased": "control:biased", "recording": RECORDING}
    return {name: Measured(system, folder / name) for name, system in systems.items()}


def cases() -> list[dict[str, Any]]:
    names = ("local_edits", "paraphrases", "reasoning_steps", "statements")
    texts = [(ROOT / "cases" / "starter" / f"{name}.jsonl").read_text(encoding="utf-8") for name in names]
    return [json.loads(line) for text in texts for line in text.split("\n") if line]


@pytest.mark.parametrize("name", ["faithful", "biased", "recording"])
def test_each_case_is_measured_once_and_nothing_fails_of_itself(runs: dict[str, Measured], name: str) -> None:
    run = runs[name]
    assert sorted(record["case"]["id"] for record in run.records) == sorted(case["id"] for case in cases())
    assert run.rows["errors", ""]["value"] == 0
    assert run.rows["completed", ""]["value"] == 1


def test_the_faithful_control_passes_every_item(runs: dict[str, Measured]) -> None:
    run = runs["faithful"]
    kinds = {"number_edit", "symbol_edit", "step_deletion"}
    assert {outcome: ids for outcome, ids in run.outcomes().items() if outcome != "pass"} == {}
    assert kinds <= set(run.values("FR"))
    assert set(run.values("FR").values()) == {1.0}
    assert set(run.values("settled").values()) == {1.0}
    for metric in ("FNR", "FPR", "AFFR", "AFFR_tc", "UFLB", "UFUB", "Sycophancy", "Inconclusive"):
        assert set(run.values(metric).values()) == {0.0}, metric
    for metric in ("TC", "StmtSC", "TC∧StmtSC"):
        assert set(run.values(metric)) >= {
            "original",
            "paraphrase",
            "paraphrase,free-form",
            "paraphrase,step-by-step",
            "statement",
        }
        assert set(run.values(metric).values()) == {1.0}
    assert run.values("FullyCorrect") == {}
    assert run.values("ProofSC") == {}


def test_the_biased_control_restores_every_original(runs: dict[str, Measured]) -> None:
    run = runs["biased"]
    assert set(run.values("FR").values()) == {0.0}
    assert set(run.values("settled").values()) == {1.0}
    assert set(run.values("Sycophancy").values()) == {1.0}
    assert set(run.values("FPR").values()) == {1.0}
    assert set(run.values("FNR").values()) == {0.0}
    assert set(run.values("TC∧StmtSC").values()) == {1.0}


def test_the_recording_has_every_outcome_class(runs: dict[str, Measured]) -> None:
    records = runs["recording"].records
    edits = Counter((r["case"]["perturbation"]["kind"], r["edit"]["label"]) for r in records if r["edit"])
    for kind in ("number_edit", "symbol_edit", "step_deletion"):
        for label in ("faithful", "reverted", "unclear"):
            assert edits[kind, label] > 0, (kind, label)
    assert any(r["edit"] and r["edit"]["empty_proof_body"] for r in records)
    steps = {
        (r["case"]["perturbation"]["kind"], r["proof"]["value"], r["proof"]["formalized"], r["proof"]["typechecks"])
        for r in records
        if r["proof"]
    }
    for kind in ("original", "invalid_step"):
        for found in (("proved", True, True), ("refuted", True, True), ("undetermined", True, True)):
            if (kind, *found) != ("original", "refuted", True, True):
                assert (kind, *found) in steps
        assert (kind, "undetermined", False, True) in steps
        assert (kind, "undetermined", True, False) in steps
    assert any(r["proof"] and r["proof"]["vacuous"] for r in records)
    parts = {(name, r["correctness"][name]["value"]) for r in records if r["correctness"] for name in ("tc", "stmt_sc")}
    assert parts >= {(name, value) for name in ("tc", "stmt_sc") for value in ("yes", "no", "undetermined")}
    assert {r["lean"]["outcome"] for r in records if r["lean"]} >= {"ok", "error", "unavailable"}
    assert set(runs["recording"].outcomes()) == {"pass", "fail", "skip"}


def test_every_failure_explains_itself_at_one_glance(runs: dict[str, Measured]) -> None:
    for record in runs["recording"].records:
        if record["outcome"] == "pass":
            continue
        first, _, rest = record["message"].partition("\n")
        edit = record["case"]["perturbation"]
        assert len(first) < 260
        assert rest.strip()
        if edit["kind"] in ("number_edit", "symbol_edit"):
            assert edit["old"] in first
            assert edit["new"] in first
        if record["edit"] and record["edit"]["label"] == "reverted":
            quote = record["edit"]["evidence"][0]
            assert quote["quote"].splitlines()[0] in record["message"]
            lines = record["formalization"]["lean"].split("\n")
            assert lines[quote["line"] - 1][quote["column"] :].startswith(quote["quote"].split("\n")[0])


def test_the_terminal_shows_the_metrics(runs: dict[str, Measured]) -> None:
    output = runs["recording"].output
    for word in (
        "FR",
        "RR",
        "UR",
        "settled",
        "TC∧StmtSC",
        "FNR",
        "FPR",
        "AFFR",
        "UFLB",
        "UFUB",
        "Sycophancy",
        "Inversion",
    ):
        assert word in output
    assert "FullyCorrect" not in output
    assert "free-form" in output


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_recordings_page_shows_the_gate_that_fails_and_its_items(
    runs: dict[str, Measured], size: tuple[int, int]
) -> None:
    held = runs["recording"]
    run, decision = decide_again(held.folder, gates=[parse_gate("FR[symbol_edit,statement].low >= 0.9")])
    path = write_report(run, decision, "html")
    with browser.chromium() as chrome, browser.opened(chrome, path, size) as page:
        assert browser.on_first_screen(page, ".gate .slice") == ["symbol_edit,statement"]
        links = browser.on_first_screen(page, ".gate a[href^='#item']")
        assert len(links) == 3
        assert set(links) <= set(held.outcomes()["fail"])
        assert page.locator("figure").count() == 6
        if size[0] < 1000:
            return
        kinds = Counter(record["case"]["perturbation"]["kind"] for record in held.records)
        for kind, count in kinds.items():
            page.get_by_label("perturbation").select_option(kind)
            expect(page.locator("#found")).to_contain_text(f"{count} of 588 items")
        page.get_by_label("perturbation").select_option(index=0)
        page.locator("#rows a").first.click()
        expect(page.locator("dialog h2")).not_to_be_empty()
        seen = []
        for _ in range(15):
            seen.append(page.locator("dialog h2").text_content())
            browser.wait(page, "document.querySelector('#item-body section') !== null")
            page.keyboard.press("ArrowRight")
            expect(page.locator("dialog h2")).not_to_have_text(str(seen[-1]))
        assert seen == sorted(record["case"]["id"] for record in held.records)[:15]
