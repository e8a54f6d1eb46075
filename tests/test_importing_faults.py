"""`faithform import` of files that are not what they should be: all is told, nothing is lost."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from test_importing import edited, imported, refused, rows, rpa

from pytest_faithform.cases.adapters.base import Options
from pytest_faithform.cases.files import read_cases, read_problems
from pytest_faithform.cases.importing import run_import
from pytest_faithform.cli import main
from pytest_faithform.model import StepDeletion

GOOD: dict[str, dict[str, Any]] = {
    "minif2f": {"name": "good", "informal_statement": "S", "informal_proof": "P", "formal_statement": ""},
    "math500": {"unique_id": "good", "problem": "Q", "solution": "S", "answer": "1", "subject": "Algebra", "level": 5},
    "processbench": {"id": "gsm8k-1", "problem": "Q", "steps": ["One.", "Two."], "label": -1},
    "proofflow": {
        "origin": "o", "id": 1, "nl_theorem": "T", "nl_proof": "P",
        "proof_graph": [{"id": "l1", "statement": "A", "dependencies": []}],
    },
    "beyond-compilation": {"id": "BC1", "domain": "Algebra", "nl_statement": "S", "source_license": "CC BY"},
    "table": {"id": "good", "informal_statement": "S", "informal_proof": "P"},
}  # fmt: skip
GOOD_NODE = {"id": "l1", "statement": "A", "dependencies": []}
NUMBER = {
    "number_edit_source": "proof", "number_edit_old_value": "8", "number_edit_new_value": "9",
    "number_edit_char_offset_start": 20, "number_edit_char_offset_end": 21,
}  # fmt: skip
STEP = {
    "step_edit_target_full_text": "Adding the two equations removes $y$. Hence $x = 4$.",
    "step_edit_target_outcome_text": "Hence $x = 4$.", "step_edit_tier": "gold", "step_edit_is_last": True,
}  # fmt: skip
DELETED = "Doubling gives $2x = 8$. Hence $x = 4$."


def left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, bad: dict[str, Any], *more: str) -> str:
    """What is said of a bad row that stands in line 2, behind a good one, which becomes problems as ever."""
    file = rows(tmp_path / "two.jsonl", GOOD.get(name) or rpa(name="good"), bad)
    assert imported(tmp_path, name, file, *more)
    shown = capsys.readouterr().out
    assert "two.jsonl, line 2)" in shown
    return " ".join(line for line in shown.splitlines() if "line 2)" in line)


@pytest.mark.parametrize(
    ("name", "field", "value", "told"),
    [
        ("minif2f", "name", 5, 'found 5 (a whole number); allowed: a text; put it in quotes: "5"'),
        ("minif2f", "name", "数学", 'found "数学"; allowed: a text with a Latin letter or a digit'),
        ("minif2f", "informal_statement", ["S"], 'found ["S"] (a list); allowed: a text'),
        ("minif2f", "informal_proof", float("inf"), "found Infinity (a number); allowed: a text"),
        ("minif2f", "informal_proof", "nan", 'found "nan"; allowed: a text; where there is none, leave it empty'),
        ("minif2f", "formal_statement", 5, "found 5 (a whole number); allowed: a text"),
        ("math500", "unique_id", 7, "found 7 (a whole number); allowed: a text"),
        ("math500", "problem", True, "found true (true or false); allowed: a text"),
        ("math500", "solution", {"a": 1}, 'found {"a": 1} (an object); allowed: a text'),
        ("math500", "answer", 5, 'found 5 (a whole number); allowed: a text; put it in quotes: "5"'),
        ("math500", "answer", float("nan"), "found NaN (a number that stands for a missing text); allowed: a text"),
        ("math500", "answer", 10**400, "found 1000000"),
        ("math500", "subject", 3, "found 3 (a whole number); allowed: a text"),
        ("math500", "level", "hard", 'found "hard"; allowed: a whole number'),
        ("math500", "level", True, "found true (true or false); allowed: a whole number"),
        ("processbench", "id", 5, "found 5 (a whole number); allowed: a text"),
        ("processbench", "problem", 5, "found 5 (a whole number); allowed: a text"),
        ("processbench", "steps", "One.", 'found "One."; allowed: a list of texts'),
        ("processbench", "label", "none", 'found "none"; allowed: -1 for a chain without an error'),
        ("proofflow", "origin", 5, "found 5 (a whole number); allowed: a text"),
        ("proofflow", "id", 1.5, "found 1.5 (a number); allowed: a whole number"),
        ("proofflow", "proof_graph", "l1", 'found "l1"; allowed: a list of nodes'),
        ("beyond-compilation", "id", 5, "found 5 (a whole number); allowed: a text"),
        ("beyond-compilation", "nl_statement", 5, "found 5 (a whole number); allowed: a text"),
        ("beyond-compilation", "domain", [], "found [] (a list); allowed: a text"),
        ("beyond-compilation", "source_license", 5, "found 5 (a whole number); allowed: a text"),
        ("table", "id", 1.5, "found 1.5 (a number); allowed: a text or a whole number"),
        ("table", "task", 5, "found 5 (a whole number); allowed: a text"),
        ("table", "informal_statement", {"a": 1}, 'found {"a": 1} (an object); allowed: a text'),
        ("table", "informal_statement", True, "found true (true or false); allowed: a text"),
        ("table", "informal_proof", float("inf"), "found Infinity (a number); allowed: a text"),
        ("table", "informal_proof", float("nan"), "found NaN (a number that stands for a missing text)"),
        ("table", "formal_statement", 5, "found 5 (a whole number); allowed: a text"),
        ("table", "domain", {"a": 1}, 'found {"a": 1} (an object); allowed: a text'),
        ("table", "flags", 5, "found 5 (a whole number); allowed: a text"),
        ("table", "context", False, "found false (true or false); allowed: a text"),
        ("robustpabench", "informal_statement", 5, "found 5 (a whole number); allowed: a text"),
        ("robustpabench", "informal_proof", 5, "found 5 (a whole number); allowed: a text"),
        ("robustpabench", "formal_statement", 5, "found 5 (a whole number); allowed: a text"),
    ],
)
def test_a_value_of_a_wrong_type_is_told(
    tmp_path: Path, name: str, field: str, value: Any, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good = GOOD.get(name) or rpa(name="second")
    more = ["--cases", str(tmp_path / "c.jsonl")] if name == "robustpabench" else []
    assert f"field '{field}': {told}" in left_out(tmp_path, capsys, name, good | {field: value}, *more)


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ([5], "field 'proof_graph[0]': found 5 (a whole number); allowed: an object"),
        ([GOOD_NODE | {"id": 5}], "field 'proof_graph[0].id': found 5"),
        ([GOOD_NODE | {"id": None}], "field 'proof_graph[0].id': found null"),
        ([GOOD_NODE | {"dependencies": 5}], "field 'proof_graph[0].dependencies': found 5 (a whole number); allowed: a list"),
        ([GOOD_NODE | {"dependencies": ["l2", 5]}], "field 'proof_graph[0].dependencies[1]': found 5"),
        ([GOOD_NODE | {"statement": {"a": 1}}], "field 'proof_graph[0].statement': found {\"a\": 1} (an object)"),
        ([GOOD_NODE, GOOD_NODE], "field 'proof_graph[1].id': found \"l1\"; allowed: a text that no other node"),
        ([GOOD_NODE | {"dependencies": ["l1"]}], "its node depends on itself"),
        (
            [GOOD_NODE | {"dependencies": ["l2"]}, GOOD_NODE | {"id": "l2", "dependencies": ["l1"]}],
            "its node depends on itself",
        ),
        ([GOOD_NODE | {"id": "tc1"}], "its graph has no lemma and no conclusion"),
    ],
)  # fmt: skip
def test_a_graph_that_is_none_is_told(
    tmp_path: Path, nodes: list[Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = GOOD["proofflow"] | {"id": 2, "proof_graph": nodes}
    assert told in left_out(tmp_path, capsys, "proofflow", bad)


@pytest.mark.parametrize(
    ("steps", "told"),
    [([], "no steps"), (["One.", 5], "field 'steps[1]': found 5"), (["One.", " "], "field 'steps[1]': found \" \"")],
)
def test_steps_that_are_no_texts_are_told(
    tmp_path: Path, steps: list[Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in left_out(tmp_path, capsys, "processbench", GOOD["processbench"] | {"steps": steps})


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("minif2f", "name"),
        ("processbench", "id"),
        ("processbench", "label"),
        ("proofflow", "id"),
        ("beyond-compilation", "id"),
    ],
)
def test_a_row_without_what_it_needs_is_told(
    tmp_path: Path, name: str, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = {key: value for key, value in GOOD[name].items() if key != field}
    assert f"field '{field}': is missing; allowed: " in left_out(tmp_path, capsys, name, bad)


@pytest.mark.parametrize(
    ("edit", "field", "value", "told"),
    [
        (NUMBER, "number_edit_source", "stmt", 'found "stmt"; allowed: "statement", "proof"'),
        (NUMBER, "number_edit_old_value", 8, 'found 8 (a whole number); allowed: a text; put it in quotes: "8"'),
        (NUMBER, "number_edit_new_value", "", 'found ""; allowed: a text that is not empty'),
        (NUMBER, "number_edit_char_offset_end", True, "found true (true or false); allowed: a whole number"),
        (NUMBER, "number_edit_char_offset_start", -1, "found -1 (a whole number); allowed: a whole number, the offset"),
        (STEP, "step_edit_is_last", "no", 'found "no"; allowed: true or false'),
        (STEP, "step_edit_is_last", 1, "found 1 (a whole number); allowed: true or false"),
        (STEP, "step_edit_tier", "platinum", 'found "platinum"; allowed: "gold", "silver", "bronze"'),
        (STEP, "step_edit_target_outcome_text", "", 'found ""; allowed: a text that is not empty'),
        (STEP, "step_edit_target_full_text", 5, "found 5 (a whole number); allowed: a text"),
    ],
)
def test_an_edit_with_a_wrong_field_is_told(
    tmp_path: Path, edit: dict[str, Any], field: str, value: Any, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = DELETED if edit is STEP else rpa()["informal_proof"].replace("8", "9")
    bad = edited(name="second", informal_proof=proof) | edit | {field: value}
    shown = left_out(tmp_path, capsys, "robustpabench", bad, "--cases", str(tmp_path / "c.jsonl"))
    assert f"field '{field}': {told}" in shown


@pytest.mark.parametrize(("value", "told"), [("False", False), ("True", True), (False, False)])
def test_a_truth_in_words_is_what_it_says(tmp_path: Path, value: Any, told: bool) -> None:
    row = edited(informal_proof=DELETED) | STEP | {"step_edit_is_last": value}
    imported(
        tmp_path, "robustpabench", rows(tmp_path / "a.jsonl", row), "--cases", str(tmp_path / "c.jsonl")
    )  # fmt: skip
    deletion = read_cases(tmp_path / "c.jsonl")[0].perturbation
    assert isinstance(deletion, StepDeletion)
    assert deletion.is_last is told


def test_a_step_whose_claim_does_not_end_it_is_counted_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = "First we double. Hence $x = 4$, as adding the two equations removes $y$. This was to be shown."
    full = "Hence $x = 4$, as adding the two equations removes $y$."
    row = rpa(name="second") | {
        "original_informal_statement": rpa()["informal_statement"], "original_informal_proof": proof,
        "informal_proof": proof.replace(full, "Hence $x = 4$"),
    } | STEP | {"step_edit_target_full_text": full, "step_edit_target_outcome_text": "Hence $x = 4$"}  # fmt: skip
    shown = left_out(tmp_path, capsys, "robustpabench", row, "--cases", str(tmp_path / "c.jsonl"))
    assert "left out: second" in shown
    assert "the step's outcome does not end it" in shown


@pytest.mark.parametrize("value", ["NaN", "nan", "None", "null", "<NA>"])
def test_a_hole_of_a_csv_is_no_proof(tmp_path: Path, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.csv"
    file.write_text(f"id,informal_statement,informal_proof\na,S,P\nb,S,{value}\nc,S,\n", encoding="utf-8")
    problems = imported(tmp_path, "table", file)
    assert [(one.id, one.task) for one in problems] == [("a", "proof"), ("c", "statement")]
    shown = capsys.readouterr().out
    assert f"left out: b ({file}, line 3): field 'informal_proof': found \"{value}\"; allowed: a text" in shown


def test_a_column_of_a_map_is_named_as_the_file_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "t.jsonl", {"q": "S", "n": 1}, {"q": 5, "n": 2})
    problems = imported(tmp_path, "table", file, "--map", "informal_statement=q", "--map", "id=n")
    assert [one.id for one in problems] == ["1"]
    assert "line 2): field 'q': found 5" in capsys.readouterr().out


def test_what_is_printed_is_not_taken_for_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = GOOD["math500"] | {"unique_id": "b[/red]\ud800", "answer": ["[/x]", "[red]"]}
    shown = left_out(tmp_path, capsys, "math500", bad)
    assert "left out: b[/red]�" in shown
    assert 'found ["[/x]", "[red]"] (a list)' in shown


def test_every_kind_of_fault_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = [GOOD["math500"] | {"unique_id": f"m{number}", "solution": ""} for number in range(20)]
    bad = GOOD["math500"] | {"unique_id": "last", "answer": 5}
    imported(tmp_path, "math500", rows(tmp_path / "m.jsonl", GOOD["math500"], *many, bad))
    shown = capsys.readouterr().out
    assert "m.jsonl, line 22): field 'answer': found 5" in shown
    assert "and 10 more" in shown


@pytest.mark.parametrize("depth", [400, 3_000, 200_000])
@pytest.mark.parametrize("name", ["minif2f", "robustpabench", "table"])
@pytest.mark.parametrize("suffix", ["jsonl", "json"])
def test_deep_nesting_is_no_traceback(
    tmp_path: Path, name: str, suffix: str, depth: int, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = f'{{"name": "a", "id": "a", "informal_statement": {"[" * depth}{"]" * depth}, "informal_proof": "P"}}'
    file = tmp_path / f"deep.{suffix}"
    file.write_text(f"[{deep}]" if suffix == "json" else f"{deep}\n", encoding="utf-8")
    status = main(["import", name, str(file), "-o", str(tmp_path / "p"), "--cases", str(tmp_path / "c")])
    told = capsys.readouterr()
    assert (status == 2 and "nested too deeply" in told.err) or (status == 1 and "allowed: a text" in told.out)
    file.write_text("[" * depth + "\n", encoding="utf-8")
    assert str(file) in refused(capsys, name, str(file), "-o", str(tmp_path / "p"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.jsonl", b'{"a": 1}\n{"b": "\xff"}\n', "b.jsonl, line 2: byte 0xff at offset 16 of the file is not UTF-8"),
        ("b.csv", b"a,b\n1,2\n1,\xe9\n", "b.csv, line 3: byte 0xe9 at offset 10 of the file is not UTF-8"),
        ("b.csv", b"\xef\xbb\xbfa,b\n1,\xe9\n", "b.csv, line 2: byte 0xe9 at offset 9 of the file is not UTF-8"),
        ("b.json", b'[{"a":\n"\xff"}]', "b.json, line 2: byte 0xff at offset 8 of the file is not UTF-8"),
        ("b.csv", b"\xff\xfea\x00", "is UTF-16; save it as UTF-8"),
        ("b.jsonl", gzip.compress(b"{}", mtime=0), "is compressed (gzip); unpack it first"),
        ("b.csv", gzip.compress(b"a", mtime=0), "is compressed (gzip); unpack it first"),
        ("b.json", gzip.compress(b"[]", mtime=0), "is compressed (gzip); unpack it first"),
        ("b.csv", b"", "holds no row"),
        ("b.csv", b"id,informal_statement\n", "holds a header and no row"),
        ("b.json", b"[]", "holds no row"),
        ("b.json", b'{"a": 1}\n{"a": 1}\n', "line 2: column 1: is no JSON: extra data; one object a line goes into"),
        ("b.json", b"[{}, 5]", "b.json, entry 2: found 5; allowed: an object {...}"),
        ("b.json", b'[{"a": 1, "a": 2}]', "field 'a': stands twice in its object; keep one"),
        ("b.jsonl", b'{"a": 1, "a": 2}\n', "line 1, field 'a': stands twice in its object; keep one"),
        ("b.json", b'[{"a": ' + b"1" * 5000 + b"}]", "holds a number of more digits than can be read"),
        ("b.jsonl", b'{"a": "\\le"}\n', "line 1: column 8: a single backslash"),
        ("b.csv", b"a,a\n1,2\n", "line 1: the header names the column 'a' twice"),
        ("b.csv", b'a,b\n"x\ny",1\n1\n', "b.csv, line 4: has another number of columns (1) than the header (2)"),
        ("b.csv", b'a,b\n1,2\n"x,1\n1,2\n', "b.csv, line 3: has a quote that nothing closes"),
        ("b.csv", b'a,b\n"x"y,1\n', "b.csv, line 2: has a quote in the middle of a quoted field"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(
    tmp_path: Path, name: str, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert message in refused(capsys, "minif2f", str(file), "-o", str(tmp_path / "p"))


def test_every_damaged_line_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text(f"{json.dumps(GOOD['minif2f'])}\n{{\n{json.dumps(GOOD['minif2f'])}\n5\n", encoding="utf-8")
    told = refused(capsys, "minif2f", str(file), "-o", str(tmp_path / "p"))
    assert [line.split(":")[0].rpartition(", ")[2] for line in told.splitlines()] == ["line 2", "line 4"]


def test_a_long_text_comes_by_csv(tmp_path: Path) -> None:
    import csv

    limit = csv.field_size_limit()
    file = tmp_path / "t.csv"
    file.write_text(f'id,informal_statement\na,"{"x " * 100_000}"\n', encoding="utf-8")
    assert len(imported(tmp_path, "table", file)[0].informal_statement) == 199_999
    assert csv.field_size_limit() == limit


def test_rows_of_one_id_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(
        tmp_path / "m.jsonl",
        GOOD["minif2f"] | {"name": "A b"},
        GOOD["minif2f"],
        GOOD["minif2f"] | {"name": "a-b"},
        GOOD["minif2f"],
        GOOD["minif2f"],
    )
    told = refused(capsys, "minif2f", str(file), "-o", str(tmp_path / "p"))
    assert f"two rows would have the id 'a-b' of a problem ({file}, line 1; {file}, line 3); ids must differ" in told
    assert f"3 rows would have the id 'good' of a problem ({file}, line 2; {file}, line 4; {file}, line 5)" in told


def test_no_usable_row_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "m.jsonl", GOOD["minif2f"] | {"informal_proof": ""})
    assert main(["import", "minif2f", str(file), "-o", str(tmp_path / "p")]) == 1
    assert "no row was usable; nothing was written" in capsys.readouterr().err


def test_defects_without_their_fields_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "b.jsonl", GOOD["beyond-compilation"])
    flags = tmp_path / "f.csv"
    for content, message in (
        ("id,sort\nBC1,x\n", "line 2, field 'kind': needs the columns id and kind; found: id, sort"),
        ("id,kind\nBC1,\n", "line 2, field 'kind': found \"\"; allowed: a text"),
        ("id,kind\nBC1,extraction\nBC1,false_in_source\n", "line 3, field 'id': 'BC1' has the kind 'extraction'"),
    ):
        flags.write_text(content, encoding="utf-8")
        told = refused(
            capsys, "beyond-compilation", str(file), "-o", str(tmp_path / "p"), "--flags", str(flags)
        )  # fmt: skip
        assert f"{flags}, {message}" in told


def test_an_output_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "m.jsonl", GOOD["minif2f"])
    folder = tmp_path / "out"
    folder.mkdir()
    told = refused(capsys, "minif2f", str(file), "-o", str(folder))
    assert f"{folder}: is a folder; -o takes the file to write, such as {folder / 'problems.jsonl'}" in told
    assert ".part" not in told
    told = refused(capsys, "minif2f", str(file), "-o", str(file / "p.jsonl"))
    assert f"{file} is no folder; -o takes a file in a folder" in told
    release = rows(tmp_path / "r.jsonl", rpa())
    output = str(tmp_path / "p")
    told = refused(capsys, "robustpabench", str(release), "-o", output, "--cases", str(folder))
    assert f"{folder}: is a folder; --cases takes the file to write" in told
    assert "name the same file" in refused(capsys, "robustpabench", str(release), "-o", output, "--cases", output)


@pytest.mark.parametrize("how", ["itself", "symlink", "hard link", "around"])
def test_an_input_is_not_written_over(tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "m.jsonl", GOOD["minif2f"])
    before = file.read_bytes()
    output = {"itself": file, "around": tmp_path / "x" / ".." / "m.jsonl"}.get(how, tmp_path / "link.jsonl")
    (tmp_path / "x").mkdir()
    if how == "symlink":
        output.symlink_to(file)
    elif how == "hard link":
        os.link(file, output)
    told = refused(capsys, "minif2f", str(file), "-o", str(output))
    assert f"{output}: is read, and would be lost if -o wrote it; name another file" in told
    assert file.read_bytes() == before


def test_no_other_file_that_is_read_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "release"
    folder.mkdir()
    inside = rows(folder / "a.jsonl", rpa())
    cases = str(tmp_path / "c.jsonl")
    told = refused(capsys, "robustpabench", str(folder), "-o", str(inside), "--cases", cases)
    assert f"{inside}: is read, and would be lost if -o wrote it" in told
    told = refused(capsys, "robustpabench", str(inside), "-o", cases, "--cases", str(inside))
    assert f"{inside}: is read, and would be lost if --cases wrote it" in told
    file = rows(tmp_path / "b.jsonl", GOOD["beyond-compilation"])
    flags = tmp_path / "f.csv"
    flags.write_text("id,kind\nBC1,extraction\n", encoding="utf-8")
    told = refused(capsys, "beyond-compilation", str(file), "-o", str(flags), "--flags", str(flags))
    assert f"{flags}: is read, and would be lost if -o wrote it" in told
    assert flags.read_text(encoding="utf-8").startswith("id,kind")
    assert imported(tmp_path, "robustpabench", folder, "--cases", cases) == read_problems(
        tmp_path / "robustpabench.problems.jsonl"
    )


ODD = (
    None, True, 0, -1, 10**30, 1.5, 1e300, float("nan"), float("inf"), "", " ", "\x07", "\ud800", "\x00", "nan", [], [[]],
    [None], {}, {"a": [{}]}, [{"id": "l1", "dependencies": {"a": 1}}], "x" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("name", [*GOOD, "number", "step"])
def test_no_value_of_any_field_is_a_traceback(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    edit = {"number": NUMBER | {"symbol_edit_family": "x"}, "step": STEP | {"step_edit_span_start": 0}}.get(name)
    good = GOOD.get(name) or edited(name="good", informal_proof=DELETED) | (edit or {})
    more = ["--cases", str(tmp_path / "c")] if edit else []
    named = next(key for key in ("name", "unique_id", "id") if key in good)
    for field in good:
        odd = [good | {named: index + 100 if name == "proofflow" else f"row-{index}"} for index in range(len(ODD))]
        file = rows(tmp_path / "odd.jsonl", *(row | {field: value} for row, value in zip(odd, ODD, strict=True)))
        status = main(["import", "robustpabench" if edit else name, str(file), "-o", str(tmp_path / "p"), *more])
        told = capsys.readouterr()
        assert "problems" in told.out if status in (0, 1) else "would have the id" in told.err, field


def test_a_wrong_chain_is_told_where_a_model_draws_the_graphs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = GOOD["processbench"]
    file = rows(tmp_path / "c.jsonl", good, good | {"id": "gsm8k-2", "steps": [5]}, good | {"id": "gsm8k-3"}, good)
    options = Options(graphs=lambda question, steps: [[number] for number in range(len(steps))], concurrency=2)
    assert run_import("processbench", str(file), tmp_path / "p", options) == 2
    assert f"id 'gsm8k-1-s1' of a problem ({file}, line 1; {file}, line 4)" in capsys.readouterr().err
    rows(file, good, good | {"id": "gsm8k-2", "steps": [5]}, good | {"id": "gsm8k-3"})
    assert run_import("processbench", str(file), tmp_path / "p", options) == 0
    assert "left out: gsm8k-2 (" in capsys.readouterr().out
    assert {one.group for one in read_problems(tmp_path / "p")} == {"gsm8k-1", "gsm8k-3"}


def test_a_theorem_that_is_none_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def traced(name: Any, statement: Any) -> SimpleNamespace:
        theorem = SimpleNamespace(full_name=name, file_path=Path("Demo/Basic.lean"))
        texts = [SimpleNamespace(text="One. -/")]
        return SimpleNamespace(theorem=theorem, comments=texts, get_theorem_statement=lambda: statement)

    theorems = [traced("D.a", "theorem D.a : True := "), traced(None, "S"), traced("D.b", None), SimpleNamespace()]
    module = ModuleType("lean_dojo")
    module.TracedRepo = SimpleNamespace(  # type: ignore[attr-defined]
        load_from_disk=lambda folder: SimpleNamespace(get_traced_theorems=lambda: theorems)
    )
    monkeypatch.setitem(sys.modules, "lean_dojo", module)
    assert [one.id for one in imported(tmp_path, "lean-dojo", tmp_path)] == ["d_a"]
    shown = capsys.readouterr().out
    assert "field 'full_name': found null; allowed: a text that is not empty" in shown
    assert "left out: D.b (Demo/Basic.lean, D.b): field 'get_theorem_statement()': found null" in shown
    assert "theorem 4): lean-dojo cannot read it: AttributeError" in shown
