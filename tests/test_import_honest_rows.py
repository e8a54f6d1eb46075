"""`faithform import-run` from the outside: a result file is the same run whichever program saved it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_import_faulty_rows import BEYOND, NAN, PIPELINE, RESULTS, SCORED, WHOLE, Row
from test_import_run import FAITHFUL, Rows, imported, jsonl, number_row, source, summary

from pytest_faithform.cases.files import read_records
from pytest_faithform.cli import main
from pytest_faithform.model import Record

FAILED = BEYOND[0] | {"id": "BC009", "nl_statement": 'Show\n"that", 9 = 9.', "lean_code": "", "compile_status": 0}
OF_BEYOND: Rows = [*BEYOND, FAILED | {"gpt_grade": -1, "gem_grade": None, "son_grade": None, "steps": None}]
OF_SCORED: Rows = [
    SCORED,
    source("farm_1")
    | {"LLM_Output#1": "ERROR [none]"}
    | {f"LLM_{name}?#1": "no" for name in ("Syntax", "StmtSC", "ProofSC", "FullyCorrect")},
    SCORED | {"name": "farm_2", "LLM_StmtSC?#1": None, "LLM_FullyCorrect?#1": None},
]
OF_EDITS: Rows = [number_row("farm_0") | {"LLM_Output#1": FAITHFUL}, number_row("farm_1") | {"LLM_Output#1": FAITHFUL}]
OF_PROOFFLOW: Rows = [PIPELINE, PIPELINE | {"file": "b.json", "total_time": None, "correct_syntax": 0}]
FILES = {
    "beyond-compilation": OF_BEYOND,
    "rpa": OF_SCORED,
    "rpa edits": OF_EDITS,
    "proofflow": OF_PROOFFLOW,
    "proofflow whole": [WHOLE | {"Lean_results": RESULTS}],
}


def table(path: Path, rows: Rows, *, nothing: str = "", end: str = "\r\n", encoding: str = "utf-8", **how: Any) -> Path:
    """The rows as a spreadsheet saves them."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator=end, **how)
        writer.writeheader()
        writer.writerows({name: nothing if row.get(name) is None else row[name] for name in names} for row in rows)
    return path


def changed(rows: Rows, change: Callable[[Any], Any]) -> Rows:
    return [{name: change(value) for name, value in row.items()} for row in rows]


def as_float(value: Any) -> Any:
    return float(value) if isinstance(value, int) else value


def upper(value: Any) -> Any:
    return str(value).upper() if isinstance(value, bool) or value in ("yes", "no") else value


def reordered(column: str) -> str:
    """The first two judges are the criterion: only the order of their columns says something."""
    return "" if column.endswith("_grade") else column[::-1]


def listed(path: Path, rows: Rows) -> Path:
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return path


def trailing(path: Path, rows: Rows) -> Path:
    columns = len({name for row in rows for name in row})
    table(path, rows)
    path.write_bytes(path.read_bytes() + (b"," * (columns - 1) + b"\r\n") * 2 + b"\r\n\r\n")
    return path


WRITERS: dict[str, Callable[[Path, Rows], Path]] = {
    "csv": lambda folder, rows: table(folder / "rows.csv", rows),
    "csv of a spreadsheet": lambda folder, rows: table(folder / "rows.csv", rows, encoding="utf-8-sig", delimiter=";"),
    "tsv": lambda folder, rows: table(folder / "rows.tsv", rows, end="\n", delimiter="\t"),
    "NaN": lambda folder, rows: table(folder / "rows.csv", rows, nothing="NaN"),
    "nan": lambda folder, rows: table(folder / "rows.csv", rows, nothing="nan", quoting=csv.QUOTE_ALL),
    "<NA>": lambda folder, rows: table(folder / "rows.csv", rows, nothing="<NA>"),
    "None": lambda folder, rows: table(folder / "rows.csv", rows, nothing="None"),
    "numbers with a point": lambda folder, rows: table(folder / "rows.csv", changed(rows, as_float)),
    "capitals": lambda folder, rows: table(folder / "rows.csv", changed(rows, upper)),
    "empty rows": lambda folder, rows: trailing(folder / "rows.csv", rows),
    "columns in another order": lambda folder, rows: table(
        folder / "rows.csv", [{name: row[name] for name in sorted(row, key=reordered)} for row in rows]
    ),
    "more columns": lambda folder, rows: table(
        folder / "rows.csv", [{"": number, "note": 'a, "b"\nc', "gone": None} | row for number, row in enumerate(rows)]
    ),
    "json": lambda folder, rows: listed(folder / "rows.json", rows),
    "jsonl with NaN": lambda folder, rows: jsonl(
        folder / "rows.jsonl", changed(rows, lambda one: NAN if one is None else one)
    ),
    "jsonl of floats": lambda folder, rows: jsonl(folder / "rows.jsonl", changed(rows, as_float)),
    "jsonl with every column": lambda folder, rows: jsonl(
        folder / "rows.jsonl", [dict.fromkeys(name for one in rows for name in one) | row for row in rows]
    ),
    "jsonl without nulls": lambda folder, rows: jsonl(
        folder / "rows.jsonl", [{name: value for name, value in row.items() if value is not None} for row in rows]
    ),
}


def held(kind: str, file: Path, run: Path) -> dict[str, Any]:
    """Verdicts, grades, outputs and numbers of all runs in the folder."""
    assert main(["import-run", kind.split()[0], str(file), "-o", str(run)]) == 0
    found: dict[str, Any] = {}
    for records in sorted(run.rglob("records.jsonl")):
        folder = records.parent
        for record in read_records(records):
            found[f"{folder.relative_to(run)} {record.key}"] = seen(record)
        found[f"{folder.relative_to(run)}"] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return found


def seen(record: Record) -> dict[str, Any]:
    kept = record.model_dump(mode="json", exclude={"case": {"imported"}})
    return json.loads(json.dumps(kept).replace("\\r\\n", "\\n"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_is_the_same_run_whoever_wrote_it(tmp_path: Path, kind: str, writer: str) -> None:
    rows = FILES[kind]
    plain = held(kind, jsonl(tmp_path / "plain.jsonl", rows), tmp_path / "plain")
    found = held(kind, WRITERS[writer](tmp_path, rows), tmp_path / "run")
    assert found == plain


def beyond(folder: Path, *rows: Row, run: str = "run") -> dict[str, Record]:
    """The records of the first configuration, by id."""
    file = jsonl(folder / f"{run}.jsonl", list(rows))
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(folder / run)]) == 0
    return {record.case.problem.id: record for record in read_records(folder / run / "000" / "records.jsonl")}


@pytest.mark.parametrize("nothing", [None, NAN, ""])
@pytest.mark.parametrize(
    "change", ["lean4_code", "compiles", "name", "input_matches_benchmark", "domain", "gpt_reason"]
)
def test_an_empty_key_is_as_an_absent_one(tmp_path: Path, nothing: object, change: str) -> None:
    row = {name: value for name, value in BEYOND[0].items() if name != change}
    assert beyond(tmp_path, row | {change: nothing}, run="one") == beyond(tmp_path, row, run="two")


@pytest.mark.parametrize(("config", "name"), [(11, "011"), (11.0, "011"), (0.0, "000"), (110.0, "110"), ("011", "011")])
def test_bits_that_a_table_made_a_number_of(tmp_path: Path, config: object, name: str) -> None:
    rows = [BEYOND[0] | {"config": config}]
    for file in (jsonl(tmp_path / "rows.jsonl", rows), table(tmp_path / "rows.csv", rows)):
        assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / file.suffix)]) == 0
        assert (tmp_path / file.suffix / name / "records.jsonl").is_file()


@pytest.mark.parametrize(("change", "name"), [({"id": 17}, "17"), ({"id": 17.0}, "17"), ({"id": None, "name": 5}, "5")])
def test_a_number_is_a_name(tmp_path: Path, change: Row, name: str) -> None:
    assert list(beyond(tmp_path, BEYOND[0] | change)) == [name]


def test_a_domain_may_be_a_number(tmp_path: Path) -> None:
    (record,) = beyond(tmp_path, BEYOND[0] | {"domain": 3}).values()
    assert record.case.problem.domain == "3"


def test_white_space_makes_no_other_statement(tmp_path: Path) -> None:
    other = {"config": "001", "nl_statement": "  Show that\r\n0 =  0.\n"}
    records = beyond(tmp_path, BEYOND[0], BEYOND[0] | other)
    (second,) = read_records(tmp_path / "run" / "001" / "records.jsonl")
    # One id is one text in all configurations: what compares them compares the same.
    assert second.case.problem == records["bc000"].case.problem


@pytest.mark.parametrize("output", [None, ""])
def test_no_output_does_not_compile(tmp_path: Path, output: object) -> None:
    (record,) = beyond(tmp_path, BEYOND[0] | {"lean_code": output, "compile_status": None}).values()
    assert record.correctness is not None
    assert record.correctness.tc.value == "no"


def test_an_output_of_which_nobody_says_whether_it_compiles_is_in_no_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = beyond(tmp_path, BEYOND[0], BEYOND[1] | {"compile_status": None})
    assert (records["bc001"].correctness, records["bc001"].outcome) == (None, "skip")
    assert "1 outputs: it is not said whether the output compiles" in capsys.readouterr().out
    rows = summary(tmp_path / "run" / "000")
    assert {(rows[name, "statement"]["n"], rows[name, "statement"]["value"]) for name in ("TC", "compile")} == {
        (1, 1.0)
    }


@pytest.mark.parametrize("nothing", [None, NAN])
@pytest.mark.parametrize("part", ["Syntax", "StmtSC", "ProofSC"])
def test_a_part_without_a_verdict_was_not_measured(tmp_path: Path, nothing: object, part: str) -> None:
    rows = [SCORED, SCORED | {"name": "farm_1", f"LLM_{part}?#1": nothing, "LLM_FullyCorrect?#1": nothing}]
    records = imported("rpa", [jsonl(tmp_path / "rows.jsonl", rows)], tmp_path / "run")
    found = records["farm_1-original", 0].correctness
    assert found is not None
    name = "TC" if part == "Syntax" else part
    assert found.parts[name].value == "not_measured"
    assert summary(tmp_path / "run")[name, "original"]["n"] == 1


def test_an_empty_verdict_of_a_failed_call_is_undetermined(tmp_path: Path) -> None:
    failed = {"LLM_StmtSC?#1": None, "LLM_SC_details#1": {"stmt_call": {"_parse_failed": True}}}
    rows = [SCORED | failed | {"LLM_FullyCorrect?#1": "no"}]
    for file in (jsonl(tmp_path / "rows.jsonl", rows), table(tmp_path / "rows.csv", rows)):
        (record,) = imported("rpa", [file], tmp_path / file.suffix).values()
        assert record.correctness is not None
        assert record.correctness.stmt_sc.value == "undetermined"


def test_columns_of_another_rows_samples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    second = {name.replace("#1", "#2"): value for name, value in SCORED.items() if name.startswith("LLM_")}
    failed = {name: None if "Output" in name else "no" for name in second}
    rows = [SCORED | second, SCORED | {"name": "farm_1"}, SCORED | {"name": "farm_2"} | failed]
    for file in (jsonl(tmp_path / "rows.jsonl", [*rows[:1], rows[1] | dict.fromkeys(second), *rows[2:]]),
                 table(tmp_path / "rows.csv", rows)):  # fmt: skip
        records = imported("rpa", [file], tmp_path / file.suffix)
        assert [key for key in records if "farm_1" in key[0]] == [("farm_1-original", 0)]
        last = records["farm_2-original", 1].correctness
        assert last is not None
        assert last.value == "no"  # an output that failed, and was scored as it
        assert (
            f"1 outputs: fewer outputs than the file has columns; what has no verdict either is none (first: {file}"
            in (capsys.readouterr().out)
        )


@pytest.mark.parametrize("number", [47.0, 47, "47.0"])
def test_edits_and_verdicts_in_one_table(tmp_path: Path, number: object) -> None:
    about = {"edit_type": "number_edit_proof", "edit_source": "proof", "old_value": number, "new_value": 49.0}
    told = {"judgment": "faithful", "value_in_fl": 49.0, "context_in_fl": "c + 2 * r = 49", "reason": "it is 49"}
    edit = OF_EDITS[0] | {"number_edit_old_value": number, "number_edit_char_offset_start": 47.0}
    edit["number_edit_char_offset_start"] = float(OF_EDITS[0]["number_edit_char_offset_start"])
    rows = [edit, {"name": "farm_0"} | about | told]
    every = dict.fromkeys(name for row in rows for name in row)
    for file in (jsonl(tmp_path / "rows.jsonl", [every | row for row in rows]), table(tmp_path / "rows.csv", rows)):
        (record,) = imported("rpa", [file], tmp_path / file.suffix).values()
        assert record.edit is not None
        assert (record.edit.label, record.edit.checks) == ("faithful", {"evidence": True, "consistent": True})
        assert record.case.perturbation.model_dump()["old"] == "47"


def test_whole_proofs_and_pipelines_in_one_table(tmp_path: Path) -> None:
    rejected = RESULTS | {"lean_pass": False, "lean_verify": None}
    rows = [PIPELINE, WHOLE | {"file": "b.json", "Lean_results": rejected}]
    every = dict.fromkeys(name for row in rows for name in row)
    records = imported("proofflow", [jsonl(tmp_path / "rows.jsonl", [every | row for row in rows])], tmp_path / "run")
    assert [record.lean.outcome for record in records.values() if record.lean] == ["error", "ok"]


def test_what_is_called_verified_counts_its_placeholders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hole = {"lean_code": "theorem t : 1 = 1 := by\n  have h : 2 = 2 := by sorry\n  rfl"}
    comment = {"lean_code": "theorem t : 1 = 1 := by\n  -- no sorry\n  rfl"}
    whole = [
        WHOLE | {"file": f"{name}.json", "Lean_results": RESULTS | of} for name, of in (("a", hole), ("b", comment))
    ]
    records = imported("proofflow", [jsonl(tmp_path / "whole.jsonl", whole)], tmp_path / "whole")
    assert [len(record.lean.sorries) for record in records.values() if record.lean] == [1, 0]
    assert summary(tmp_path / "whole")["sorry_share", "original"]["value"] == 0.5
    told = "1 outputs: said to be verified, but with a placeholder, which is counted as one"
    assert told in capsys.readouterr().out
    rows = [PIPELINE | hole, PIPELINE | comment | {"file": "b.json"}]
    imported("proofflow", [jsonl(tmp_path / "rows.jsonl", rows)], tmp_path / "run")
    assert summary(tmp_path / "run")["complete", "original"]["value"] == 0.5
    assert told in capsys.readouterr().out


def test_an_output_of_a_pipeline_that_has_no_step_scores_nothing(tmp_path: Path) -> None:
    nothing = dict.fromkeys(("form_acc", "solv_acc", "total_score", "correct_syntax"), 0) | {"lean_code": None}
    imported("proofflow", [jsonl(tmp_path / "rows.jsonl", [PIPELINE | nothing])], tmp_path / "run")
    assert summary(tmp_path / "run")["proof_score", "original"]["value"] == 0


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        (["problem_1.1", "problem_1.2"], ["problem_1.1", "problem_1.2"]),
        (["problem_1.1.json", "problem_1.2.JSON"], ["problem_1.1", "problem_1.2"]),
        (["a/w.json", "b/w.json"], ["a-w", "b-w"]),
        (["M series_0.json", "M series_1.json"], ["m-series_0", "m-series_1"]),
    ],
)
def test_every_file_of_a_table_is_an_output_of_its_own(tmp_path: Path, files: list[str], ids: list[str]) -> None:
    rows = [WHOLE | {"file": file, "Lean_results": RESULTS} for file in files]
    records = imported("proofflow", [jsonl(tmp_path / "rows.jsonl", rows)], tmp_path / "run")
    assert [record.case.problem.id for record in records.values()] == [f"proofflow-{one}" for one in ids]


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"compile_status": 2}, "compile_status", "found '2'; allowed: true or false"),
        ({"compile_status": "0.5"}, "compile_status", "found '0.5'"),
        ({"compile_status": "ok"}, "compile_status", "found 'ok'"),
        ({"compile_status": "1.0", "lean_code": "NaN"}, "compile_status", "no where the row holds no output"),
        ({"compiles": "FALSE"}, "compile_status", "allowed: what 'compiles' says"),
        ({"gpt_grade": "Infinity"}, "gpt_grade", "found 'Infinity'; allowed: a grade from 0 to 10"),
        ({"gpt_grade": "1_0"}, "gpt_grade", "found '1_0'"),
        ({"gpt_grade": "8.5"}, "gpt_grade", "found '8.5'"),
        ({"gpt_grade": "-2"}, "gpt_grade", "found '-2'"),
        ({"steps": "٣"}, "steps", "allowed: a number of steps"),
        ({"steps": "nan5"}, "steps", "found 'nan5'"),
        ({"config": "2.0"}, "config", "found '2.0'; allowed: three bits"),
        ({"config": "1000"}, "config", "found '1000'; allowed: three bits"),
        ({"config": "1.5"}, "config", "found '1.5'; allowed: three bits"),
        ({"config": "TFS"}, "config", "found 'TFS'; allowed: three bits"),
        ({"id": "NaN"}, "id", "found None; allowed: a text with"),
        ({"input_matches_benchmark": "unknown"}, "input_matches_benchmark", "found 'unknown'; allowed: true or false"),
        ({"nl_statement": "Show that 8 = 8."}, "nl_statement", "is another text than that of 'bc000'"),
    ],
)
def test_tables_are_still_refused_for_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Row, field: str, told: str
) -> None:
    wrong = BEYOND[0] | {"config": "010"} | change
    file = table(tmp_path / "rows.csv", [BEYOND[0], wrong])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "run")]) == 2
    err = capsys.readouterr().err
    assert f"{file}, line 6, field '{field}': " in err
    assert told in err
