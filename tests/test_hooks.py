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
    refusal = 'LeanMessage(severity="error", line=1, column=0, text="I refuse")'
    (suite / "conftest.py").write_text(
        support.lean_plugin("grumpy", f'return LeanReply(outcome="error", messages=({refusal},))')
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


@pytest.mark.parametrize(
    ("gives", "message"),
    [
        ("return 7", "'int' object is not iterable"),
        ("return case", "found in it tuple"),
        ("return ['farm-x']", "found in it str 'farm-x'"),
        ("return [case.model_copy(update={'id': 'a b'})]", "field 'id': "),
        ("return [case.model_copy(update={'id': 'x', 'perturbation': None})]", "a plugin's case"),
    ],
)
def test_a_perturbation_that_gives_no_cases_is_refused(
    pytester: pytest.Pytester, suite: Path, gives: str, message: str
) -> None:
    (suite / "conftest.py").write_text(f"def pytest_faithform_perturb(config, case):\n    {gives}\n")
    result = pytester.runpytest("-q")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    output = result.stdout.str()
    assert message in output
    assert f"for {suite / 'cases.jsonl'}, line 1" in output
    assert "Traceback" not in output


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


ADDED = (
    support.OBLIGING_LEAN
    + """
from pytest_faithform.metrics import MetricRow

class Good:
    @pytest.hookimpl
    def pytest_faithform_metrics(self, config, records):
        return [MetricRow("longest", "", 7, None, None, len(records), "count")]
    @pytest.hookimpl
    def pytest_faithform_report(self, config, folder, manifest, records, summary):
        records.clear()
        return "good report"

class Bad:
    @pytest.hookimpl
    def pytest_faithform_metrics(self, config, records):
        {metrics}
    @pytest.hookimpl
    def pytest_faithform_report(self, config, folder, manifest, records, summary):
        assert (folder / "summary.json").exists() and (folder / "manifest.json").exists() and records
        {report}

def pytest_configure(config):
    config.pluginmanager.register(Good(), "good-one")
    config.pluginmanager.register(Bad(), "bad-one")
"""
)


@pytest.mark.parametrize(
    ("metrics", "report", "told"),
    [
        ("raise KeyError('group')", "return None", "pytest_faithform_metrics of bad-one: KeyError: 'group'"),
        ("yield from (1 / 0 for _ in 'x')", "return None", "pytest_faithform_metrics of bad-one: ZeroDivisionError"),
        ("pytest.fail('no')", "return None", "pytest_faithform_metrics of bad-one: Failed: no"),
        ("return 7", "return None", "pytest_faithform_metrics of bad-one: TypeError: 'int' object is not iterable"),
        ("return []", "raise OSError('disk\\nfull')", "pytest_faithform_report of bad-one: OSError: disk full"),
        ("return []", "raise SystemExit(3)", "pytest_faithform_report of bad-one: SystemExit: 3"),
        ("return []", "return 7", "pytest_faithform_report of bad-one: gave a int, not a line of text"),
    ],
)
def test_a_metric_or_report_that_fails_is_a_fault_and_loses_nothing(
    pytester: pytest.Pytester, suite: Path, metrics: str, report: str, told: str
) -> None:
    # Under xdist the controller alone ends the run: one kind of fault shows it.
    workers = ("-n", "1") if "OSError" in report else ()
    code = ADDED.replace("{metrics}", metrics).replace("{report}", report)
    (suite / "conftest.py").write_text(code)
    result = pytester.runpytest(*support.EDITS, *workers)
    result.assert_outcomes(passed=4)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"ERROR: {told.replace('[', '[[]')}*"])
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    assert "good report" in result.stdout.str()
    rows = summary(suite / "run")
    assert rows["FR", "number_edit"]["value"] == 1
    assert rows["longest", ""]["value"] == 7
    assert len(records(suite / "run")) == 4


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("MetricRow('m', '', float('nan'), None, None, 1, 'count')", "value is neither a finite number nor None"),
        ("MetricRow('m', '', 0.5, float('-inf'), 1, 1, 'count')", "low is neither a finite number nor None"),
        ("MetricRow('m', '', True, None, None, 1, 'count')", "value is neither a finite number nor None"),
        ("MetricRow('m', '', '1', None, None, 1, 'count')", "value is neither a finite number nor None"),
        ("MetricRow('m', '', 1, None, None, 1.5, 'count')", "n is no whole number from 0"),
        ("MetricRow('m', None, 1, None, None, 1, 'count')", "slice is no printable text"),
        ("MetricRow('m\\ud800', '', 1, None, None, 1, 'count')", "metric is no printable text"),
        ("MetricRow('FR', 'number_edit', 0.1, None, None, 1, 'count')", "there is such a row already"),
        ("MetricRow('longest', '', 0.1, None, None, 1, 'count')", "there is such a row already"),
        ("{'metric': 'm'}", "a dict, not a MetricRow"),
    ],
)
def test_a_row_that_is_none_is_refused_and_the_others_stay(
    pytester: pytest.Pytester, suite: Path, row: str, told: str
) -> None:
    rows = f"return [MetricRow('FR', 'mine', 0.25, None, None, 1, 'count'), {row}]"
    # Hooks registered later are asked first: the duplicate of "longest" must come after the good plugin's.
    code = ADDED.replace("{metrics}", rows).replace("{report}", "return None")
    lines = code.splitlines()
    good, bad = (next(line for line in lines if f"{name}(), " in line) for name in ("Good", "Bad"))
    at = lines.index(good)
    lines[at : at + 2] = [bad, good]
    (suite / "conftest.py").write_text("\n".join(lines))
    result = pytester.runpytest(*support.EDITS)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "ERROR: pytest_faithform_metrics of bad-one: refused " in result.stdout.str()
    assert told in result.stdout.str()
    held = summary(suite / "run")
    assert held["FR", "number_edit"]["value"] == 1
    assert (held["FR", "mine"]["value"], held["longest", ""]["value"]) == (0.25, 7)
    assert [name for name in held if name[0] not in ("FR", "longest") and name[0].startswith("m")] == []


def test_a_judge_that_answers_with_an_unknown_part_is_a_fault(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "conftest.py").write_text(
        support.OBLIGING_LEAN
        + """
from pytest_faithform.model import EditVerdict, Part

class Sloppy:
    name = "sloppy"
    def judge_edit(self, case, formalization, lean):
        return {"label": "faithful"}
    def judge_correctness(self, case, formalization, lean):
        return {"StmtSc": Part(value="yes")}
    def describe(self):
        return {"name": "sloppy"}

@pytest.hookimpl
def pytest_faithform_judge(config, spec):
    return Sloppy()
"""
    )
    options = ("--faithform-lean", "obliging", "--faithform-judge", "sloppy", "--faithform-run", "run")
    result = pytester.runpytest(*options, "-k", "farm-original or symbol_edit")
    result.assert_outcomes(errors=2)
    faults = {name: row["fault"] for name, row in records(suite / "run").items()}
    assert {fault["where"] for fault in faults.values()} == {"judge"}
    assert "'sloppy' gave a part 'StmtSc'; its parts are StmtSC and ProofSC" in faults["farm-original"]["message"]
    assert faults["farm-symbol_edit-proof"]["message"].endswith("gave a dict, not a EditVerdict")


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("{'kind': 'parrot'}", "describes itself without 'name'"),
        ("{'name': 'parrot', 'seeds': {1, 2}}", "description.seeds: a set, which JSON cannot carry"),
        ("None", "description: "),
    ],
)
def test_a_system_that_cannot_stand_in_the_manifest_is_refused(
    pytester: pytest.Pytester, suite: Path, description: str, told: str
) -> None:
    (suite / "conftest.py").write_text(
        support.OBLIGING_LEAN
        + f"""
class Parrot:
    name = "parrot"
    def describe(self):
        return {description}
    def close(self):
        pass

@pytest.hookimpl
def pytest_faithform_formalizer(config, spec):
    return Parrot()
"""
    )
    result = pytester.runpytest_subprocess(*support.EDITS)
    text = result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "the system 'parrot'" in text
    assert told in text
    assert "Traceback" not in text
