"""`faithform import-run` from the outside: rows that contradict each other or themselves, or are not as the format says."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import support
from test_import_run import Rows, beyond_rows, edit_files, imported, jsonl, source

from pytest_faithform.cli import main

Row = dict[str, Any]

NAN = float("nan")
SCORED: Row = source("farm_0") | {
    "LLM_Output#1": support.LEAN,
    "LLM_Syntax?#1": "yes",
    "LLM_StmtSC?#1": "yes",
    "LLM_ProofSC?#1": "yes",
    "LLM_FullyCorrect?#1": "yes",
}
BEYOND = beyond_rows()
PIPELINE: Row = {
    "file": "farm_0.json",
    "nl_proof": f"Theorem: {support.STATEMENT}\n\nProof: {support.PROOF}",
    "form_acc": 0.5,
    "solv_acc": 0.5,
    "total_score": 0.5,
    "correct_syntax": 1,
    "total_time": 3.5,
    "generated_tokens": 700,
    "lean_code": support.LEAN,
}
RESULTS: Row = {
    "lean_code": support.LEAN,
    "lean_pass": True,
    "lean_verify": True,
    "error_msg": "",
    "total_tokens": 700,
}
WHOLE: Row = {"file": "farm_0.json", "original_theorem": support.STATEMENT, "original_proof": support.PROOF}


def refused(
    kind: str, rows: Rows, folder: Path, capsys: pytest.CaptureFixture[str], name: str = "global_original.jsonl"
) -> str:
    file = jsonl(folder / name, rows)
    assert main(["import-run", kind, str(file), "-o", str(folder / "run")]) == 2
    assert not (folder / "run").exists()
    err = capsys.readouterr().err
    assert f"{file}, line {len(rows)}" in err
    return err


@pytest.mark.parametrize(
    ("kind", "row", "change", "field", "how"),
    [
        ("rpa", SCORED, {"LLM_StmtSC?#1": "no", "LLM_FullyCorrect?#1": "no"}, "name", "LLM_StmtSC?#1"),
        ("rpa", SCORED, {}, "name", None),
        ("beyond-compilation", BEYOND[0], {"compile_status": 0}, "id", "compile_status"),
        ("beyond-compilation", BEYOND[0], {"gpt_grade": NAN}, "id", "gpt_grade"),
        ("beyond-compilation", BEYOND[0] | {"gpt_grade": NAN}, {}, "id", None),
        ("proofflow", PIPELINE, {"total_score": 0.25}, "file", "total_score"),
        ("proofflow", WHOLE | {"Lean_results": RESULTS}, {}, "file", None),
    ],
)
def test_an_output_that_stands_twice(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    row: Row,
    change: Row,
    field: str,
    how: str | None,
) -> None:
    err = refused(kind, [row, row | change], tmp_path, capsys)
    assert f"field '{field}'" in err
    assert f"stands in {tmp_path / 'global_original.jsonl'}, line 1 already" in err
    assert (f"with another {how}" if how else "the same in every field") in err


def test_one_output_in_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [jsonl(tmp_path / name, [BEYOND[0]]) for name in ("one.jsonl", "two.jsonl")]
    assert main(["import-run", "beyond-compilation", *map(str, files), "-o", str(tmp_path / "run")]) == 2
    err = capsys.readouterr().err
    assert f"{files[1]}, line 1" in err
    assert f"stands in {files[0]}, line 1 already" in err


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"LLM_Output#1": 12}, "LLM_Output#1", "found 12; allowed: a text"),
        ({"LLM_Output#1": ["x"]}, "LLM_Output#1", "allowed: a text"),
        ({"LLM_Output#1": None}, "LLM_Syntax?#1", "found 'yes'; allowed: no where the row holds no output"),
        ({"LLM_Output#1": "ERROR [timeout]", "LLM_Syntax?#1": "no"}, "LLM_StmtSC?#1", "the row holds no output"),
        ({"LLM_Output#0": support.LEAN}, "LLM_Output#0", "outputs numbered from 1"),
        ({"LLM_StmtSC?#3": "yes"}, "LLM_StmtSC?#3", "it has no LLM_Output#3"),
        ({"LLM_FullyCorrect?#1": "maybe"}, "LLM_FullyCorrect?#1", "found 'maybe'"),
        ({"LLM_SC_details#1": "none"}, "LLM_SC_details#1", "found 'none'; allowed: an object"),
        ({"LLM_SyntaxError#1": 5}, "LLM_SyntaxError#1", "found 5; allowed: a text"),
    ],
)
def test_scored_rows_that_are_not_as_the_format_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Row, field: str, told: str
) -> None:
    err = refused("rpa", [SCORED | change], tmp_path, capsys)
    assert f"line 1, field '{field}': " in err
    assert told in err


@pytest.mark.parametrize("output", ["", None, NAN, "ERROR [No output returned]"])
def test_a_failed_generation_is_an_output_that_is_not_correct(tmp_path: Path, output: object) -> None:
    verdicts = {f"LLM_{name}?#1": "no" for name in ("Syntax", "StmtSC", "ProofSC", "FullyCorrect")}
    file = jsonl(tmp_path / "global_original_scored.jsonl", [SCORED | verdicts | {"LLM_Output#1": output}])
    (record,) = imported("rpa", [file], tmp_path / "run").values()
    assert record.correctness is not None
    assert (record.outcome, record.correctness.value) == ("fail", "no")
    row = BEYOND[0] | {"lean_code": output, "compile_status": 0, "config": "000"}
    file = jsonl(tmp_path / "rows.jsonl", [row])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "beyond")]) == 0


def test_a_conjunction_without_its_parts_measures_nothing_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = {key: value for key, value in SCORED.items() if not key.startswith(("LLM_S", "LLM_P"))}
    file = jsonl(tmp_path / "global_original_scored.jsonl", [alone])
    (record,) = imported("rpa", [file], tmp_path / "run").values()
    assert (record.outcome, record.correctness) == ("skip", None)
    assert (
        f"1 outputs: LLM_FullyCorrect without all of Syntax, StmtSC and ProofSC; what it says of the others is not \
used (first: {file}, line 1)"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"config": "11"}, "config", "found '11'; allowed: three bits"),
        ({"config": "1111"}, "config", "three bits"),
        ({"config": True}, "config", "found True; allowed: three bits"),
        ({"config": 1000}, "config", "three bits"),
        ({"lean_code": None}, "compile_status", "no where the row holds no output"),
        ({"lean_code": ["a"]}, "lean_code", "allowed: a text"),
        ({"compiles": 0}, "compile_status", "found 1; allowed: what 'compiles' says, 0"),
        ({"lean4_code": "theorem t : 2 = 2 := rfl"}, "lean_code", "two names of one field"),
        ({"gpt_reason": {"a": 1}}, "gpt_reason", "allowed: a text"),
        ({"steps": float("inf")}, "steps", "found inf; allowed: a number of steps"),
        ({"id": float("inf")}, "id", "found inf; allowed: a text or a finite number"),
        ({"id": "???"}, "id", "a text with a Latin letter or a digit"),
        ({"domain": ["Algebra"]}, "domain", "allowed: a text"),
    ],
)
def test_beyond_compilation_rows_that_are_not_as_the_format_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Row, field: str, told: str
) -> None:
    err = refused("beyond-compilation", [BEYOND[1], BEYOND[0] | change], tmp_path, capsys)
    assert f"line 2, field '{field}': " in err
    assert told in err


def test_one_id_is_one_statement_in_all_configurations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = BEYOND[4] | {"nl_statement": "Show that 7 = 7."}
    err = refused("beyond-compilation", [BEYOND[0], other], tmp_path, capsys)
    assert "field 'nl_statement': is another text than that of 'bc000' in" in err
    # Rows that say that their system was given another text are what the flag is for.
    file = jsonl(tmp_path / "rows.jsonl", [BEYOND[0], other | {"input_matches_benchmark": 0}])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "run")]) == 0


@pytest.mark.parametrize(
    ("problem", "change", "status", "told"),
    [
        ({"task": "statement", "informal_proof": ""}, {}, 0, ""),
        (
            {"task": "statement", "informal_proof": ""},
            {"nl_statement": "Show that 7 = 7."},
            2,
            "line 1, field 'nl_statement': found 'Show that 7 = 7.'; allowed: the text of 'bc000' in the problems file",
        ),
        ({"task": "proof"}, {}, 2, "line 1: makes no Case: a case of task 'proof' needs a non-empty"),
    ],
)
def test_a_row_is_of_the_problem_that_the_problems_file_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], problem: Row, change: Row, status: int, told: str
) -> None:
    problem = {"id": "bc000", "informal_statement": "Show that 0 = 0."} | problem
    given = support.original().problem.model_copy(update=problem)
    known = tmp_path / "problems.jsonl"
    known.write_text(given.model_dump_json(exclude_none=True) + "\n", encoding="utf-8")
    file = jsonl(tmp_path / "rows.jsonl", [BEYOND[0] | change])
    options = ["--problems", str(known), "-o", str(tmp_path / "run")]
    assert main(["import-run", "beyond-compilation", str(file), *options]) == status
    assert told in capsys.readouterr().err


def test_a_name_of_a_file_that_is_no_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = {key: value for key, value in BEYOND[0].items() if key != "config"}
    err = refused("beyond-compilation", [bare], tmp_path, capsys, "results_config_11.jsonl")
    assert "field 'config': found '11'; allowed: three bits" in err
    for name, config in (("config_000.jsonl", "111"), ("a_config_011.jsonl", 10)):
        err = refused("beyond-compilation", [BEYOND[0] | {"config": config}], tmp_path, capsys, name)
        assert f"field 'config': found {config!r}; allowed: '{name[-9:-6]}', which the file's name says" in err
    file = jsonl(tmp_path / "results_config_011.jsonl", [bare, BEYOND[1] | {"config": 11}])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "011" / "records.jsonl").is_file()


@pytest.mark.parametrize(
    ("row", "change", "field", "told"),
    [
        (PIPELINE, {"generated_tokens": "many"}, "generated_tokens", "found 'many'; allowed: a whole number of tokens"),
        (PIPELINE, {"generated_tokens": 3.5}, "generated_tokens", "allowed: a whole number of tokens"),
        (PIPELINE, {"generated_tokens": -1}, "generated_tokens", "found -1"),
        (PIPELINE, {"total_time": "long"}, "total_time", "found 'long'; allowed: a number of seconds"),
        (PIPELINE, {"total_time": float("inf")}, "total_time", "found inf"),
        (PIPELINE, {"total_score": NAN}, "total_score", "found nan; allowed: a share from 0 to 1"),
        (PIPELINE, {"file": None}, "file", "found None; allowed: a text"),
        (PIPELINE, {"lean_code": ""}, "correct_syntax", "found 1; allowed: no where the row holds no output"),
        (RESULTS, {"total_tokens": "many"}, "total_tokens", "found 'many'"),
        (RESULTS, {"lean_pass": False}, "lean_verify", "found True; allowed: false where lean_pass is"),
        (RESULTS, {"lean_code": None}, "lean_pass", "found True; allowed: no where the row holds no output"),
        (PIPELINE, {"total_score": "high"}, "total_score", "found 'high'; allowed: a share from 0 to 1"),
        (RESULTS, {"error_msg": ["a"]}, "error_msg", "allowed: a text"),
        (
            PIPELINE | {"correct_syntax": 0},
            {"lean_code": ""},
            "form_acc",
            "found 0.5; allowed: 0 where the row holds no output",
        ),
        (PIPELINE, {"form_acc": 0, "solv_acc": 0}, "total_score", "found 0.5; allowed: 0 where form_acc is"),
        (PIPELINE, {"form_acc": 0}, "solv_acc", "found 0.5; allowed: 0 where form_acc is"),
    ],
)
def test_proofflow_rows_that_are_not_as_the_format_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: Row, change: Row, field: str, told: str
) -> None:
    changed = row | change
    err = refused("proofflow", [changed if "file" in row else WHOLE | {"Lean_results": changed}], tmp_path, capsys)
    assert f"field '{field}': " in err
    assert told in err


def test_a_time_that_a_table_lacks_is_no_fault(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "table.jsonl", [PIPELINE | {"total_time": NAN, "generated_tokens": None}])
    (record,) = imported("proofflow", [file], tmp_path / "run").values()
    assert record.formalization is not None
    assert (record.formalization.seconds, record.formalization.usage.completion_tokens) == (None, None)


def scored_edits(folder: Path, change: Any) -> tuple[list[str], Rows]:
    """The files, with the rows of the scored one as `change` makes them."""
    output, scored = edit_files(folder)
    rows = change([json.loads(line) for line in scored.read_text(encoding="utf-8").splitlines()])
    jsonl(scored, rows)
    return [str(output), str(scored)], rows


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda rows: [*rows, rows[0] | {"judgment": "reverted"}],
            "line 5, field 'name': \"farm_0\" stands in {scored}, line 1 already, with another judgment",
        ),
        (
            lambda rows: [rows[0] | {"old_value": "11", "new_value": "12"}, *rows[1:]],
            "line 1, field 'old_value': found '11'; allowed: '47', which the edit of the output of this name has",
        ),
        (lambda rows: [rows[0] | {"new_value": 50}, *rows[1:]], "line 1, field 'new_value': found 50; allowed: '49'"),
        (lambda rows: [*rows[:3], rows[3] | {"judgment": "faithful"}], "line 4, field 'judgment': found 'faithful'"),
        (lambda rows: [*rows[:3], rows[3] | {"reason": ["x"]}], "line 4, field 'reason': found ['x']; allowed: a text"),
    ],
)
def test_a_verdict_that_is_not_of_its_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Any, told: str
) -> None:
    files, _ = scored_edits(tmp_path, change)
    assert main(["import-run", "rpa", *files, "-o", str(tmp_path / "run")]) == 2
    assert told.format(scored=files[1]) in capsys.readouterr().err


def test_a_verdict_may_lack_its_output_only_where_that_row_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, rows = scored_edits(tmp_path, list)
    outputs = [json.loads(line) for line in Path(files[0]).read_text(encoding="utf-8").splitlines()]
    jsonl(Path(files[0]), [outputs[0] | {"number_edit_char_offset_start": 1}, *outputs[1:]])
    assert main(["import-run", "rpa", *files, "-o", str(tmp_path / "run")]) == 0
    assert "left out: 1 rows" in capsys.readouterr().out
    jsonl(Path(files[1]), [*rows, rows[0] | {"name": "ghost"}])
    assert main(["import-run", "rpa", *files, "-o", str(tmp_path / "ghost")]) == 2
    assert "line 5, field 'name': found 'ghost'" in capsys.readouterr().err


def test_an_output_without_a_verdict_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files, _ = scored_edits(tmp_path, lambda rows: rows[1:])
    records = imported("rpa", [Path(file) for file in files], tmp_path / "run")
    assert records["farm_0-number_edit-proof", 0].outcome == "skip"
    told = f"1 outputs: no verdict of this output in the scored files (first: {files[0]}, line 1)"
    assert told in capsys.readouterr().out


def test_numbers_of_a_table_are_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.csv"
    for steps, status in (("7", 0), ("Infinity", 2), ("2.5", 2)):
        with file.open("w", encoding="utf-8", newline="") as to:
            writer = csv.DictWriter(to, list(BEYOND[0]))
            writer.writeheader()
            writer.writerow(BEYOND[0] | {"steps": steps})
        assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / steps)]) == status
        if status:
            assert f"field 'steps': found '{steps}'" in capsys.readouterr().err


def lean_files(folder: Path) -> tuple[str, ...]:
    """Two outputs with what stands for them, as options."""
    cases = support.write_cases(folder / "cases.jsonl", [support.original(), support.paraphrase()])
    replies = {case: support.fenced(support.LEAN) for case in ("farm-original", "farm-paraphrase-free-form")}
    recording = support.write_replies(folder / "replies.jsonl", replies)
    return "--cases", str(cases), "--replies", str(recording)


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (
            ["farm-original", "farm-original#0"],
            "result 2: case 'farm-original', sample 0 is answered in {file}, result 1",
        ),
        (["farm-original#²"], "result 1: found the id 'farm-original#²'; allowed: CASE or CASE#SAMPLE"),
        ([None], "result 1, field 'id': found None; allowed: a text, CASE or CASE#SAMPLE"),
        ([5], "result 1, field 'id': found 5; allowed: a text"),
    ],
)
def test_answers_of_a_server_that_are_not_as_the_format_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ids: list[object], told: str
) -> None:
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"results": [{"id": one, "error": None, "response": {"env": 0}} for one in ids]}))
    assert main(["import-run", "kimina", str(file), "-o", str(tmp_path / "run"), *lean_files(tmp_path)]) == 2
    assert told.format(file=file) in capsys.readouterr().err


def test_answers_that_are_not_utf8_and_outputs_without_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "answers.txt"
    file.write_bytes(b'{"env": 0}\r\n\r\n{"env": "\xff"}\r\n')
    assert main(["import-run", "repl", str(file), "-o", str(tmp_path / "no"), *lean_files(tmp_path)]) == 2
    assert f"{file}, line 3: byte 0xff" in capsys.readouterr().err
    file.write_bytes(b'{"env": 0}\r\n\r\n')
    records = imported("repl", [file], tmp_path / "run", *lean_files(tmp_path))
    assert [record.outcome for record in records.values()] == ["pass", "skip"]
    told = "1 outputs: no answer of Lean in the files (first: case farm-paraphrase-free-form, sample 0)"
    assert told in capsys.readouterr().out


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_table_as_other_spreadsheets_save_it(tmp_path: Path, delimiter: str) -> None:
    file = tmp_path / "rows.csv"
    with file.open("w", encoding="utf-8-sig", newline="") as to:
        writer = csv.DictWriter(to, list(BEYOND[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows([BEYOND[0] | {"lean_code": 'theorem t : "a, b" = "a, b" := rfl'}, BEYOND[1]])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "000" / "records.jsonl").read_text(encoding="utf-8").count("\n") == 2
