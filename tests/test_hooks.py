"""Each hook of hookspec.py, exercised by a small plugin from the outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import support

pytestmark = pytest.mark.usefixtures("kept_lean")


def summary(folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    rows = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {(row["metric"], row["slice"]): row for row in rows}


def records(folder: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["case"]["id"]: row for row in rows}


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    return pytester.path


def test_a_formalizer(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        '''
import pytest
from pytest_faithform.formalizers.base import formalization

class Parrot:
    """Answers every text with the reference formalization of the original."""
    name = "parrot"
    def formalize(self, case, sample):
        return formalization("```lean4\\n" + case.problem.formal_statement + "```", model="parrot-1")
    def describe(self):
        return {"kind": "parrot", "name": "parrot"}
    def close(self):
        print("parrot closed")

@pytest.hookimpl
def pytest_faithform_formalizer(config, spec):
    return Parrot() if spec == "parrot" else None
'''
    )
    result = pytester.runpytest("--faithform-model", "parrot", "--faithform-run", "run", "-k", "edit or deletion")
    result.assert_outcomes(failed=4)
    assert summary(suite / "run")["FR", "number_edit"]["value"] == 0
    assert {row["formalization"]["model"] for row in records(suite / "run").values()} == {"parrot-1"}
    assert json.loads((suite / "run" / "manifest.json").read_text())["system"] == {"kind": "parrot", "name": "parrot"}


def test_a_lean_backend(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        """
import pytest
from pytest_faithform.model import LeanMessage, LeanReply

class Grumpy:
    name = "grumpy"
    def check(self, source, *, timeout=None):
        return LeanReply(outcome="error", messages=(LeanMessage(severity="error", line=1, column=0, text="I refuse"),))
    def describe(self):
        return {"backend": "grumpy", "lean": "0"}
    def close(self):
        pass

@pytest.hookimpl
def pytest_faithform_lean(config, spec):
    return Grumpy() if spec == "grumpy" else None
"""
    )
    result = pytester.runpytest("--faithform-lean", "grumpy", "--faithform-run", "run", "-k", "original or free-form")
    result.assert_outcomes(failed=3)
    assert summary(suite / "run")["TC", "original"]["value"] == 0
    assert "I refuse" in records(suite / "run")["farm-original"]["message"]


def test_a_judge(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        """
import pytest
from pytest_faithform.model import EditVerdict, Part

class Strict:
    name = "strict"
    def judge_edit(self, case, formalization, lean):
        if case.kind == "symbol_edit":
            return EditVerdict(label="reverted", reason="never good enough", rule="strict", judge="strict")
    def judge_correctness(self, case, formalization, lean):
        return {"ProofSC": Part(value="yes", reason="same proof", judge="strict")}
    def describe(self):
        return {"name": "strict"}

@pytest.hookimpl
def pytest_faithform_judge(config, spec):
    return Strict() if spec == "strict" else None
"""
    )
    result = pytester.runpytest("--faithform-judge", "strict", "--faithform-run", "run")
    result.assert_outcomes(passed=7, failed=1)
    found = records(suite / "run")
    assert found["farm-symbol_edit-proof"]["edit"]["judge"] == "strict"
    assert found["farm-number_edit-proof"]["edit"]["judge"] == "deterministic"
    assert summary(suite / "run")["FullyCorrect", "original"]["value"] == 1
    assert ("TC∧StmtSC", "original") not in summary(suite / "run")


PERTURB = """
import pytest
from pytest_faithform.model import Paraphrase

@pytest.hookimpl
def pytest_faithform_perturb(config, case):
    if case.problem.task == "proof":
        yield case.model_copy(update={
            "id": case.problem.id + "-paraphrase-shouted",
            "perturbation": Paraphrase(style="shouted"),
            "informal_proof": case.informal_proof.upper(),
        })
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_perturbation(pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]) -> None:
    (suite / "conftest.py").write_text(PERTURB)
    replies = support.faithful_replies() | {"farm-paraphrase-shouted": support.fenced(support.LEAN)}
    support.write_replies(suite / "replies.jsonl", replies)
    result = pytester.runpytest("--faithform-run", "run", "-m", "faithform(style='shouted')", *workers)
    result.assert_outcomes(passed=1)
    assert list(records(suite / "run")) == ["farm-paraphrase-shouted"]
    assert summary(suite / "run")["TC", "paraphrase,shouted"]["n"] == 1


def test_a_perturbation_that_clashes_is_refused(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(PERTURB.replace("-paraphrase-shouted", "-number_edit-proof"))
    result = pytester.runpytest("-q")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    place = f"{suite / 'cases.jsonl'}, line"
    clash = "field 'id': 'farm-number_edit-proof' stands twice, also in"
    assert f"made by a plugin from {place} 1, {clash} {place} 3;" in result.stdout.str()


def test_a_metric(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        """
import pytest
from pytest_faithform.metrics import MetricRow

@pytest.hookimpl
def pytest_faithform_metrics(config, records):
    longest = max(len(record.formalization.raw) for record in records)
    return [MetricRow("longest_reply", "", float(longest), None, None, len(records), "count")]
"""
    )
    result = pytester.runpytest("--faithform-run", "run")
    longest = max(map(len, support.faithful_replies().values()))
    assert summary(suite / "run")["longest_reply", ""]["value"] == longest
    assert "longest_reply" in result.stdout.str()


def test_a_report(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        """
import pytest


@pytest.hookimpl
def pytest_faithform_report(config, folder, manifest, records, summary):
    (folder / "report.txt").write_text(f"{manifest['system']['name']}: {len(records)} records, {len(summary)} rows")
    return f"report  {folder / 'report.txt'}"
"""
    )
    result = pytester.runpytest("--faithform-run", "run", "-n", "2")
    text = (suite / "run" / "report.txt").read_text()
    assert text.startswith("recorded:replies.jsonl: 8 records, ")
    assert "report.txt" in result.stdout.str()
