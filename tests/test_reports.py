"""Reports of stored runs: readable by who has to read them, whatever the texts in them are."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import run_folders
import support
from jsonschema import Draft202012Validator
from junitparser.xunit2 import JUnitXml
from lxml import etree
from pyarrow import parquet

from pytest_faithform.cli import main
from pytest_faithform.model import Fault, Record
from pytest_faithform.reports import data, junit_file
from pytest_faithform.reports.baseline import compare_runs
from pytest_faithform.reports.decision import Decision, decide
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.junit_file import write_junit
from pytest_faithform.reports.latex import latex
from pytest_faithform.reports.markdown import MAX_CHARACTERS, markdown
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.reports.write import FORMATS, write_report

HOSTILE = (
    "</code><script>alert(1)</script> | ![x](http://e.vil/x.png) @team #12 `a` \\end{table} & % $x$ \x1b[31m \ufffe ]]> \n"
    "| a | b |"
)


def records(labels: Sequence[str] = ("faithful",) * 8 + ("reverted",) * 5 + ("unclear",) * 2) -> list[Record]:
    held = [
        run_folders.edit_record(run_folders.of_group(support.symbol_edit(), number), label).model_copy(
            update={"message": HOSTILE, "nodeid": f"cases/test_a.py::test_edit[farm-{number}]", "seconds": 0.25}
        )
        for number, label in enumerate(labels)
    ]
    held += run_folders.step_pair(50, {"value": "proved"}, {"value": "refuted"})
    fault = Fault(where="lean", message=HOSTILE)
    return [*held, Record(case=support.original(), outcome="error", message=HOSTILE, fault=fault)]


@pytest.fixture
def run(tmp_path: Path) -> StoredRun:
    return run_folders.write_run(tmp_path / "v2", records(), system={"name": f"v2 {HOSTILE}"})


@pytest.fixture
def decision(run: StoredRun, tmp_path: Path) -> Decision:
    before = run_folders.write_run(tmp_path / "v1", records(["faithful"] * 15))
    gates = ["FR[symbol_edit].low >= 0.6", "newly_failing <= 3", "completed >= 0.9"]
    return decide(run, [parse_gate(gate) for gate in gates], compare_runs(before, run))


def test_markdown_begins_with_what_fails_and_shows_three_items(run: StoredRun, decision: Decision) -> None:
    text = markdown(run, decision)
    head, gates, rest = text.split("\n## ", 2)
    assert "❌ FAILED" in head
    rows = [line for line in gates.splitlines() if line.startswith("| <code>")]
    assert [line.split(" | ")[1] for line in rows] == ["❌", "❌", "❌", "✅"]
    assert rows[0].count("<br>") == 2
    assert "Newly failing: 7" in rest
    assert "+0.0 pp" in rest


def test_markdown_shows_hostile_texts_as_they_are(run: StoredRun, decision: Decision) -> None:
    text = markdown(run, decision)
    for active in ("<script", "http://e.vil", "@team", "](", "\x1b", "\ufffe", " #12"):
        assert active not in text
    tables = re.findall(r"(?:^\|.*\|\n)+", text, flags=re.M)
    assert len(tables) >= 5
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1


def test_markdown_fits_into_a_comment(tmp_path: Path) -> None:
    many = [
        record.model_copy(update={"case": run_folders.of_group(record.case, 100 + number), "message": "(" * 5000})
        for number, record in enumerate(records(["reverted"] * 60)[:60])
    ]
    run = run_folders.write_run(tmp_path / "run", many)
    gates = [parse_gate(f"FR[symbol_edit] >= 0.{number:03}") for number in range(300)]
    text = markdown(run, decide(run, gates))
    assert len(text) <= MAX_CHARACTERS
    assert "The rest is left out here" in text
    assert text.startswith("# Faithfulness of v1: ❌ FAILED")


def test_the_json_report_keeps_to_its_schema(run: StoredRun, decision: Decision) -> None:
    schema = data.schema()
    Draft202012Validator.check_schema(schema)
    report = json.loads(data.as_json(run, decision))
    Draft202012Validator(schema).validate(report)
    Draft202012Validator(schema).validate(json.loads(data.as_json(run, decide(run, []))))
    assert report["items"] == {"planned": 18, "pass": 10, "fail": 5, "skip": 2, "error": 1}
    assert report["decision"]["passed"] is False
    assert next(row for row in report["metrics"] if row["metric"] == "FR")["n"] == 13
    broken = {**report, "metrics": [{**report["metrics"][0], "value": "0.9"}]}
    assert not Draft202012Validator(schema).is_valid(broken)


def test_csv_and_parquet_hold_the_rows_of_run_and_comparison(
    run: StoredRun, decision: Decision, tmp_path: Path
) -> None:
    rows = list(csv.DictReader(io.StringIO(data.as_csv(run, decision))))
    assert decision.comparison is not None
    assert len(rows) == len(run.rows) + len(decision.comparison.rows)
    (found,) = [row for row in rows if (row["metric"], row["slice"]) == ("FR", "symbol_edit")]
    assert float(found["value"]) == pytest.approx(8 / 13)
    assert [row["low"] for row in rows if row["metric"] == "errors"] == [""]
    write_report(run, decision, "parquet", tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(row["metric"], row["n"]) for row in table] == [(row["metric"], int(row["n"])) for row in rows]
    assert [row["low"] for row in table if row["metric"] == "errors"] == [None]


def test_latex_tables_have_their_columns_and_no_commands_of_others(run: StoredRun) -> None:
    comment, text = latex(run).split("\n", 1)
    assert comment.startswith("% v2")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") >= 3
    for table in re.findall(r"\\begin\{tabular\}\{(\w+)\}\n(.*?)\\end\{tabular\}", text, flags=re.S):
        columns, body = table
        rows = [line for line in body.splitlines() if line.endswith(r"\\")]
        assert {len(re.findall(r"(?<!\\)&", line)) + 1 for line in rows} == {len(columns)}
    assert r"symbol\_edit" in text


def junit_cases(path: Path) -> dict[str, Any]:
    held = [case for suite in JUnitXml.fromfile(str(path)) for case in suite]
    assert len({(case.classname, case.name) for case in held}) == len(held)
    return {case.name: case for case in held}


def test_junit_is_written_from_records_as_from_a_session(run: StoredRun, decision: Decision, tmp_path: Path) -> None:
    path = write_report(run, decision, "junit", tmp_path / "junit.xml")
    cases = junit_cases(path)
    assert cases["test_edit[farm-0]"].classname == "cases.test_a"
    found = {one.name: one.value for one in cases["test_edit[farm-9]"].properties()}
    assert (found["faithform.outcome"], found["faithform.verdict"]) == ("fail", "reverted")
    failing = [name for name, case in cases.items() if case.result and case.result[0]._tag == "failure"]
    assert failing == [result.gate for result in decision.results if not result.passed]
    assert [name for name, case in cases.items() if case.result and case.result[0]._tag == "error"] == ["farm-original"]
    assert len([name for name, case in cases.items() if case.is_skipped]) == 2
    (suite,) = list(JUnitXml.fromfile(str(path)))
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (22, 3, 1, 2)
    properties = {one.name: one.value for one in suite.properties()}
    assert properties["faithform.FR[symbol_edit]"].startswith("0.6154 [")


def test_junit_of_an_asserted_run_has_its_failures(run: StoredRun, tmp_path: Path) -> None:
    run.manifest["verdict"] = "assert"
    cases = junit_cases(write_report(run, decide(run, []), "junit", tmp_path / "junit.xml"))
    failing = [name for name, case in cases.items() if case.result and case.result[0]._tag == "failure"]
    assert [name for name in failing if name.startswith("test_edit")] == [f"test_edit[farm-{n}]" for n in range(8, 13)]


#: What Jenkins's xunit plugin (junit-10.xsd) allows: children and attributes of each element, those with * required.
JENKINS: dict[str, tuple[set[str], set[str]]] = {
    "testsuites": ({"testsuite"}, {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
        {
            "*name",
            "*tests",
            "*failures",
            "*errors",
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
        }
        | {"file", "log", "url"},
    ),
    "properties": ({"property"}, set()),
    "property": (set(), {"*name", "*value"}),
    "testcase": (
        {"skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError"}
        | {"system-out", "system-err"},
        {"*name", "time", "classname", "group"},
    ),
    **dict.fromkeys(("skipped", "error", "failure"), (set(), {"type", "message"})),
    **dict.fromkeys(("system-out", "system-err"), (set(), set())),
}
#: Which of them may hold text.
JENKINS_TEXT = {"skipped", "error", "failure", "system-out", "system-err"}
SUREFIRE_TIME = r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?"


def jenkins_refuses(path: Path) -> list[str]:
    root = etree.parse(str(path)).getroot()
    found = [] if root.tag in ("testsuites", "testsuite") else [f"{root.tag} at the root"]
    for element in root.iter():
        children, attributes = JENKINS.get(str(element.tag), (set(), set()))
        allowed = {name.removeprefix("*") for name in attributes}
        required = {name[1:] for name in attributes if name.startswith("*")}
        found += [f"{child.tag} in {element.tag}" for child in element if child.tag not in children]
        found += [f"{name} of {element.tag}" for name in set(element.attrib) - allowed]
        found += [f"no {name} of {element.tag}" for name in required - set(element.attrib)]
        texts = [element.text, *(child.tail for child in element)]
        if element.tag not in JENKINS_TEXT and any(text and text.strip() for text in texts):
            found.append(f"text in {element.tag}")
        time = element.get("time") if element.tag in ("testsuite", "testsuites") else None
        if time is not None and not re.fullmatch(SUREFIRE_TIME, time):
            found.append(f"time {time}")
    return found


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ('<testsuite name="a" tests="1" failures="0" errors="0"><testcase name="b" time="1e-05"/></testsuite>', []),
        ('<testsuite name="a" tests="0" failures="0" errors="0" time="1,234.5"/>', []),
        ('<testsuite name="a" tests="0" failures="0" errors="0" time="1e-05"/>', ["time 1e-05"]),
        ('<testsuite name="a" tests="0" failures="0"/>', ["no errors of testsuite"]),
        ("<testsuites>text</testsuites>", ["text in testsuites"]),
        ('<testcase name="a" file="b"/>', ["testcase at the root", "file of testcase"]),
        ('<testsuites><properties><property name="a"/></properties></testsuites>', 2),
    ],
)
def test_the_table_of_what_jenkins_takes(tmp_path: Path, text: str, refused: list[str] | int) -> None:
    (tmp_path / "a.xml").write_text(text)
    found = jenkins_refuses(tmp_path / "a.xml")
    assert found == refused if isinstance(refused, list) else len(found) == refused


def test_strict_junit_is_what_jenkins_takes(run: StoredRun, decision: Decision, tmp_path: Path) -> None:
    write_junit(run, decision, tmp_path / "full.xml", "full")
    assert jenkins_refuses(tmp_path / "full.xml")
    write_junit(run, decision, tmp_path / "strict.xml", "strict")
    assert jenkins_refuses(tmp_path / "strict.xml") == []
    case = junit_cases(tmp_path / "strict.xml")["test_edit[farm-9]"]
    assert "faithform.verdict=reverted" in case.system_out.splitlines()


def test_strict_and_slim_sessions(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    (pytester.path / "test_ordinary.py").write_text(
        "def test_it(record_property):\n    record_property('a', 'b')\n    print('seen')\n    assert 0\n"
    )
    command = ("--faithform-lean", "obliging", "--junitxml", "junit.xml", "-o", "junit_logging=all")
    for style in ("strict", "slim"):
        pytester.runpytest(*command, "-o", f"faithform_junit={style}", "--faithform-run", style)
        path = pytester.path / "junit.xml"
        assert jenkins_refuses(path) == []
        cases = junit_cases(path)
        assert ("faithform.verdict=faithful" in str(cases["test_edit[farm-symbol_edit-proof]"].system_out)) is (
            style == "strict"
        )
    wrong = pytester.runpytest(*command, "-o", "faithform_junit=tiny")
    assert wrong.ret == pytest.ExitCode.USAGE_ERROR
    assert "faithform_junit is full, strict or slim, not 'tiny'" in wrong.stderr.str()


def test_a_large_run_is_written_slim(
    run: StoredRun, decision: Decision, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert write_junit(run, decision, tmp_path / "a.xml") == "full"
    monkeypatch.setattr(junit_file, "MAX_OBJECTS", 100)
    assert write_junit(run, decision, tmp_path / "b.xml") == "slim"
    assert sum(1 for _ in etree.parse(str(tmp_path / "b.xml")).iter("testcase")) == 22
    assert max(len(element.text or "") for element in etree.parse(str(tmp_path / "b.xml")).iter()) < 400


@pytest.mark.parametrize("kind", FORMATS)
def test_the_command_writes_every_format(run: StoredRun, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run.folder), "--format", kind]) == 0
    written = Path(capsys.readouterr().out.strip())
    assert written.parent == run.folder
    assert written.stat().st_size > 100
    assert main(["report", str(run.folder), "--format", "pdf"]) == 2
    assert "there are: html, md, json" in capsys.readouterr().err


def test_a_session_writes_its_reports_and_the_jobs_summary(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    summary = pytester.path / "summary.md"
    summary.write_text("earlier step\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    command = ("--faithform-lean", "obliging", "--faithform-run", "run", "-k", "test_edit")
    options = (
        "--faithform-report",
        "md",
        "--faithform-report",
        "json",
        "--faithform-report",
        "html",
        "--faithform-gate",
        "FR[symbol_edit] > 0 with n >= 1",
    )
    result = pytester.runpytest(*command, *options)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["report  *report.md", "report  *report.json", "report  *report.html"])
    assert summary.read_text().startswith("earlier step\n# Faithfulness of recorded&#58;replies&#46;jsonl: ✅ passed")
    assert (pytester.path / "run" / "report.md").read_text() + "\n" == summary.read_text()[len("earlier step\n") :]
    wrong = pytester.runpytest(*command, "--faithform-report", "pdf")
    assert wrong.ret == pytest.ExitCode.USAGE_ERROR
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(pytester.path))
    assert pytester.runpytest(*command).ret == pytest.ExitCode.TESTS_FAILED


def test_shards_merge_to_the_whole(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [run_folders.of_group(support.symbol_edit(), number) for number in range(7)]
    replies = {case.id: support.faithful_replies()["farm-symbol_edit-proof"] for case in cases}
    support.mini_suite(pytester.path, replies)
    support.write_cases(pytester.path / "cases.jsonl", cases)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    monkeypatch.chdir(pytester.path)
    gate = ("--faithform-gate", "FR[symbol_edit] == 1 with n >= 7")
    command = ("--faithform-lean", "obliging", "-k", "", *gate)
    for shard in ("1/2", "2/2"):
        result = pytester.runpytest(*command, "--faithform-shard", shard, "--faithform-run", f"shard{shard[0]}")
        assert result.ret == pytest.ExitCode.OK
        result.stdout.fnmatch_lines(["gates   1, decided on the merged shards: *"])
    sizes = [len((pytester.path / f"shard{n}" / "records.jsonl").read_text().splitlines()) for n in (1, 2)]
    assert sorted(sizes) == [3, 4]
    assert main(["merge", "shard1", "shard2", "-o", "whole", "--report", "junit", "--report", "html"]) == 0
    assert "gates   1 of 1 hold" in capsys.readouterr().out
    manifest = json.loads((pytester.path / "whole" / "manifest.json").read_text())
    assert (manifest["partial"], manifest["planned"], "shard" in manifest) == (None, 7, False)
    assert len(junit_cases(pytester.path / "whole" / "junit.xml")) == 8
    page = (pytester.path / "whole" / "report.html").read_text(encoding="utf-8")
    assert "<title>passed: faithfulness of recorded:replies.jsonl</title>" in page
    assert main(["gate", "whole"]) == 0
    assert main(["merge", "shard1", "-o", "half"]) == 1
    assert "a partial run: without shard 2/2" in capsys.readouterr().out
    assert main(["merge", "shard1", "shard2", "-o", "whole"]) == 3
    wrong = pytester.runpytest(*command, "--faithform-shard", "3/2")
    assert "--faithform-shard is I/N with I from 1 to N" in wrong.stderr.str()


@pytest.mark.parametrize(
    ("change", "said"), [({"system": {"name": "v9"}}, "system is"), ({"verdict": "assert"}, "verdict is")]
)
def test_runs_of_different_experiments_are_not_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], said: str
) -> None:
    run_folders.write_run(tmp_path / "a", records()[:3])
    run_folders.write_run(tmp_path / "b", records()[3:6], **change)
    assert main(["merge", str(tmp_path / "a"), str(tmp_path / "b"), "-o", str(tmp_path / "c")]) == 3
    error = capsys.readouterr().err
    assert "are no runs of one experiment" in error
    assert said in error
    assert not (tmp_path / "c").exists()
