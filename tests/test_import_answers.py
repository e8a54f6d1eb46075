"""`faithform import-run` from the outside: kept answers of a kimina-lean-server or a REPL, and what is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_import_faulty_rows import lean_files
from test_import_run import imported, summary

from pytest_faithform.cli import main
from pytest_faithform.model import Record

CLEAN: dict[str, Any] = {"messages": [], "env": 0}


def answers(folder: Path, *results: dict[str, Any]) -> Path:
    file = folder / "answers.json"
    ids = ("farm-original", "farm-paraphrase-free-form")
    file.write_text(json.dumps({"results": [{"id": one} | told for one, told in zip(ids, results, strict=False)]}))
    return file


def first(folder: Path, result: dict[str, Any]) -> Record:
    return imported("kimina", [answers(folder, result)], folder / "run", *lean_files(folder))["farm-original", 0]


def said(severity: object, data: object = "unknown identifier", **more: Any) -> dict[str, Any]:
    return {"response": {"messages": [{"severity": severity, "pos": {"line": 1, "column": 8}, "data": data} | more]}}


@pytest.mark.parametrize(
    "error",
    [
        "No available REPLs",
        "Failed to start REPL",
        "429 Too Many Requests",
        "Internal server error",
        "Lean REPL header command timed out in 60 seconds",
        "who knows",
    ],
)
def test_a_check_that_failed_is_an_error_and_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], error: str
) -> None:
    file = answers(tmp_path, {"error": error, "response": None}, {"response": CLEAN})
    records = imported("kimina", [file], tmp_path / "run", *lean_files(tmp_path))
    record = records["farm-original", 0]
    assert record.fault is not None
    assert (record.outcome, record.fault.where, record.fault.message) == ("error", "lean", error)
    assert (record.lean, record.correctness) == (None, None)
    rows = summary(tmp_path / "run")
    assert (rows["errors", ""]["value"], rows["completed", ""]["value"]) == (1.0, 0.5)
    assert {(row["value"], row["n"]) for (metric, _), row in rows.items() if metric == "TC"} == {(1.0, 1)}
    told = f"1 outputs: the check failed in the run that these files are of; an error, no verdict (first: {file}"
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        ("Lean REPL command timed out in 60 seconds", "timeout"),
        ("Lean process exited with code 137", "crash"),
        ("REPL was killed: memory limit", "crash"),
    ],
)
def test_what_ended_lean_while_it_ran_the_text_is_a_no(tmp_path: Path, error: str, outcome: str) -> None:
    record = first(tmp_path, {"error": error, "response": None})
    assert record.lean is not None
    assert record.correctness is not None
    assert (record.outcome, record.lean.outcome, record.correctness.tc.value) == ("fail", outcome, "no")


@pytest.mark.parametrize("error", ["", "  ", None])
def test_an_empty_error_is_none(tmp_path: Path, error: str | None) -> None:
    record = first(tmp_path, {"error": error, "response": CLEAN})
    assert record.lean is not None
    assert (record.outcome, record.lean.outcome) == ("pass", "ok")


@pytest.mark.parametrize(
    ("severity", "data", "sorries", "held"),
    [
        ("warning", "declaration uses 'sorry'", [], 1),
        ("Warning", "declaration uses `sorry`", None, 1),
        ("warning", "declaration `t` uses `sorry`", [], 1),
        ("warning", "declaration uses 'sorry'", [{"pos": {"line": 1, "column": 30}, "goal": ""}], 1),
        ("warning", "unused variable `h`", [], 0),
        ("info", "declaration uses 'sorry'", [], 0),
    ],
)
def test_a_sorry_is_told_by_sorries_or_by_a_warning(
    tmp_path: Path, severity: str, data: str, sorries: list[dict[str, Any]] | None, held: int
) -> None:
    result = said(severity, data)
    result["response"]["sorries"] = sorries
    record = first(tmp_path, result)
    assert record.lean is not None
    assert (record.lean.outcome, len(record.lean.sorries)) == ("ok", held)
    assert summary(tmp_path / "run")["sorry_share", "original"]["value"] == held


@pytest.mark.parametrize(
    ("severity", "outcome"),
    [("Error", "error"), ("ERROR", "error"), ("Warning", "ok"), ("information", "ok"), ("trace", "ok")],
)
def test_a_severity_in_any_letters(tmp_path: Path, severity: str, outcome: str) -> None:
    record = first(tmp_path, said(severity))
    assert record.lean is not None
    assert record.lean.outcome == outcome


@pytest.mark.parametrize(
    ("result", "place", "field", "told"),
    [
        (said("fatal"), "messages[0]", "severity", "found 'fatal'; allowed: error, warning, info or trace"),
        (said(None), "messages[0]", "severity", "found None; allowed: error"),
        (said("error", 5), "messages[0]", "data", "found 5; allowed: a text"),
        (said("error", pos=[1, 8]), "messages[0]", "pos", "found [1, 8]; allowed: an object {...}"),
        (said("error", pos={"line": "x"}), "messages[0], in pos", "line", "found 'x'; allowed: a line, from 1"),
        (said("error", pos={"column": 1.5}), "messages[0], in pos", "column", "found 1.5; allowed: a column, from 0"),
        ({"response": {"messages": ["x"]}}, "", "messages[0]", 'found "x"; allowed: an object {...}'),
        ({"response": {"messages": {"a": 1}}}, "", "messages", "found {'a': 1}; allowed: a list [...]"),
        ({"response": {"sorries": [5]}}, "", "sorries[0]", "found 5; allowed: an object {...}"),
        ({"response": {"sorries": True}}, "", "sorries", "found True; allowed: a list [...]"),
        ({"response": "ok"}, None, "response", 'found "ok"; allowed: an object {...}'),
        ({"error": "", "response": None}, None, "response", "found null; allowed: an object {...}"),
        ({"error": "timed out", "response": CLEAN}, None, "error", "found 'timed out'; allowed: null where there is a"),
        ({}, None, "response", "is missing; allowed: an object {...}"),
        ({"error": {"code": 429}}, None, "error", "found {'code': 429}; allowed: a text"),
        ({"response": {"message": "x"}}, "", "", "is no answer of a REPL: it has none of messages, sorries, env"),
    ],
)
def test_an_answer_that_is_not_as_the_format_says(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    result: dict[str, Any],
    place: str | None,
    field: str,
    told: str,
) -> None:
    file = answers(tmp_path, result)
    assert main(["import-run", "kimina", str(file), "-o", str(tmp_path / "run"), *lean_files(tmp_path)]) == 2
    where = "".join([f"{file}, result 1", "" if place is None else ", in response", f", in {place}" if place else ""])
    err = capsys.readouterr().err
    assert (f"{where}, field '{field}': " if field else f"{where}: ") + told in err
    assert "pydantic" not in err
    if place is None:
        return
    block = tmp_path / "answers.txt"
    block.write_text(json.dumps(result["response"]))
    assert main(["import-run", "repl", str(block), "-o", str(tmp_path / "run"), *lean_files(tmp_path)]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
