"""Reading and writing files of problems, cases, replies and records: strict, whole or not at all, in plain words."""

from __future__ import annotations

import copy
import gzip
import json
import os
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import case_samples
import pytest

from pytest_faithform.cases.files import (
    CaseFileError,
    Reply,
    check_suite,
    read_cases,
    read_problems,
    read_records,
    read_replies,
    read_suite,
    resolve,
    starter_dir,
    write_jsonl,
)
from pytest_faithform.model import Case, Fault, Record

WRONG: tuple[Any, ...] = (17, 1.5, True, None, "x y", "", [1], {"a": 1}, float("nan"), "\ud800")
JARGON = ("pydantic", "input should", "string_type", "type=", "input_value", "traceback", "validation error")


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def refusal(path: Path, read: Any = read_cases) -> str:
    with pytest.raises(CaseFileError) as caught:
        read(path)
    message = str(caught.value)
    assert not any(word in message.lower() for word in JARGON), message
    return message


def fields(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from fields(inner, (*path, key))


def replaced(row: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    row = copy.deepcopy(row)
    here: Any = row
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return row


def without(row: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    row = copy.deepcopy(row)
    here: Any = row
    for key in path[:-1]:
        here = here[key]
    del here[path[-1]]
    return row


def shown(path: tuple[str | int, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


@pytest.mark.parametrize("kind", case_samples.ALL)
def test_every_kind_is_read(kind: str, tmp_path: Path) -> None:
    row = case_samples.ALL[kind]()
    (case,) = read_cases(written(tmp_path / "cases.jsonl", row))
    assert (case.id, case.kind) == (row["id"], kind)


@pytest.mark.parametrize("kind", case_samples.ALL)
def test_each_field_wrong_in_turn_is_named(kind: str, tmp_path: Path) -> None:
    row = case_samples.ALL[kind]()
    path = tmp_path / "cases.jsonl"
    tried = 0
    for field in fields(row):
        for value in WRONG:
            edited = replaced(row, field, value)
            if edited == row:
                continue
            written(path, case_samples.valid_step(), edited)
            try:
                read_cases(path)
            except CaseFileError as error:
                message = str(error)
                assert message.startswith(f"{path}, line 2, field '"), message
                named = message.split("field '", 1)[1].split("'", 1)[0]
                # A value of the right type that contradicts another field is reported at either of the two.
                contradicts = isinstance(value, str) or (value == 17 and "span" in field)
                assert named.startswith(shown(field)) or contradicts, (field, value, message)
                assert not any(word in message.lower() for word in JARGON), message
                tried += 1
            else:
                assert harmless(field, value), (field, value)
    assert tried > 100


def harmless(field: tuple[str | int, ...], value: Any) -> bool:
    """What is a right value for the field after all: a free text, an optional one left out, the other truth value."""
    free = {"formal_statement", "claim_lean", "author", "context", "informal_statement", "informal_proof", "old", "new"}
    if isinstance(value, str):
        return bool(free & set(field))
    if value is None:
        return field[-1] in {"formal_statement", "claim_lean", "author", "old", "new"}
    return value is True and field[-1] in {"is_last", "reasoning_reappears_elsewhere"}


@pytest.mark.parametrize("kind", case_samples.ALL)
def test_each_field_missing_or_misspelt_is_named(kind: str, tmp_path: Path) -> None:
    row = case_samples.ALL[kind]()
    path = tmp_path / "cases.jsonl"
    for field in fields(row):
        if isinstance(field[-1], int):
            continue
        misspelt = (*field[:-1], f"{field[-1]}s")
        message = refusal(written(path, replaced(without(row, field), misspelt, "x")))
        assert f"field '{shown(field)}'" in message or f"field '{shown(misspelt)}': is not a field here" in message, (
            message
        )


def test_an_unknown_field_lists_the_known_ones_and_the_nearest(tmp_path: Path) -> None:
    row = replaced(case_samples.number_edit(), ("perturbation", "regoin"), "statement")
    message = refusal(written(tmp_path / "c.jsonl", row))
    assert "field 'perturbation.regoin': is not a field here; did you mean 'region'?" in message
    assert "fields: kind, region, span, old, new" in message


def test_numbers_are_not_taken_for_texts_nor_texts_for_numbers(tmp_path: Path) -> None:
    row = replaced(case_samples.number_edit(), ("perturbation", "old"), 94)
    assert 'found 94 (a whole number); allowed: a text; put it in quotes: "94"' in refusal(
        written(tmp_path / "a.jsonl", row)
    )
    row = replaced(case_samples.number_edit(), ("perturbation", "span", "start"), "3")
    assert 'found "3" (a text); allowed: a whole number; write it without quotes' in refusal(
        written(tmp_path / "b.jsonl", row)
    )


def test_an_unknown_kind_lists_the_kinds(tmp_path: Path) -> None:
    row = replaced(case_samples.number_edit(), ("perturbation", "kind"), "number-edit")
    message = refusal(written(tmp_path / "c.jsonl", row))
    assert (
        "field 'perturbation.kind': found \"number-edit\"; allowed: 'original', 'number_edit', 'symbol_edit'" in message
    )


def test_a_span_beside_its_text_is_refused(tmp_path: Path) -> None:
    row = replaced(case_samples.number_edit(), ("perturbation", "span", "start"), 30)
    assert "line 1, field 'perturbation.span'" in refusal(written(tmp_path / "c.jsonl", row))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ("faithform.case/2", "this release reads faithform.case/1"),
        ("faithform.reply/1", "this file should hold faithform.case/1: it is a file of another kind"),
        (1, 'allowed: "faithform.case/1"'),
    ],
)
def test_another_format_is_refused(found: Any, text: str, tmp_path: Path) -> None:
    message = refusal(written(tmp_path / "c.jsonl", {**case_samples.original(), "format": found}))
    assert "line 1, field 'format': found" in message
    assert text in message


def test_a_missing_format_is_refused(tmp_path: Path) -> None:
    row = without(case_samples.original(), ("format",))
    assert 'field \'format\': is missing; add "format": "faithform.case/1"' in refusal(
        written(tmp_path / "c.jsonl", row)
    )


def test_a_byte_order_mark_crlf_and_blank_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    lines = [json.dumps(make()) for make in case_samples.ALL.values()]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode() + b"\r\n  \r\n")
    assert [case.kind for case in read_cases(path)] == list(case_samples.ALL)


def test_line_separators_of_unicode_end_no_line(tmp_path: Path) -> None:
    row = case_samples.paraphrase()
    row["informal_statement"] += "\u2028\x85 Thanks."
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    assert read_cases(path)[0].informal_statement == row["informal_statement"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b'{"format": "caf\xe9"}\n', "byte 0xe9 at offset 15 of the file is not UTF-8"),
        (b'{"a": 1}\n{"b": "\xff"}\n', "line 2: byte 0xff at offset 16 of the file is not UTF-8"),
        ('{"format"}'.encode("utf-16"), "is UTF-16; save it as UTF-8"),
        (b'[{"a": 1}]\n', "line 1: a JSON list; JSON Lines has one object a line"),
        (b'[\n{"a": 1}\n]\n', "line 1: a JSON list over several lines"),
        (b'"text"\n', "allowed: one object {...} a line"),
        (b'{"a": 1} {"b": 2}\n', "line 1: column 10: something follows the object"),
        (b'{"a": 1, "format": "x', "line 1: the last line is cut off"),
        (b'{"a": 1,', "line 1: the last line is cut off"),
        (b'{"a": "x \\le y"}\n', "line 1: column 10: a single backslash; JSON writes each backslash of LaTeX twice"),
        (b'{"a": "x\ty"}\n', "line 1: column 9: a control character stands in a text"),
        (b"{'a': 1}\n", "line 1: column 2: is no JSON: expecting property name"),
        (b'{"span": {"start": NaN}}\n', "line 1, field 'span.start': found NaN; allowed: a finite number"),
        (b'{"context": [-Infinity]}\n', "line 1, field 'context[0]': found -Infinity"),
        (b'{"seconds": 1e999}\n', "line 1, field 'seconds': found 1e999"),
        (b'{"a": {"b": 1, "b": 2}}\n', "line 1, field 'a.b': stands twice in its object"),
        (b'{"a": "\\ud800 x"}\n', "line 1, field 'a': has the lone surrogate \\ud800 at character 0"),
        (b'{"\\udfff": 1}\n', "a key with a lone surrogate"),
        (b"[" * 100_000 + b"\n", "line 1: is nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}\n", "line 1: holds a number of more digits than can be read"),
    ],
)  # fmt: skip
def test_what_is_no_json_line(data: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(data)
    message = refusal(path)
    assert message.startswith(str(path))
    assert text in message


def test_a_latex_command_eaten_by_an_escape_is_noticed(tmp_path: Path) -> None:
    row = case_samples.paraphrase()
    row["informal_proof"] += " $\frac{1}{2}$"
    message = refusal(written(tmp_path / "c.jsonl", row))
    assert "field 'informal_proof': has a control character from a single backslash before 'f'; write \\\\f" in message


def test_a_line_beyond_the_limit_is_refused_and_a_long_reply_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "r.jsonl", {"format": "faithform.reply/1", "case": "a", "reply": "x" * 2_000_000})
    assert len(read_replies(path)["a", 0].reply) == 2_000_000
    monkeypatch.setattr("pytest_faithform.cases.jsonl.LINE_LIMIT", 2**20)
    assert "line 1: is longer than 1 MiB" in refusal(path, read_replies)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    assert "there is no such file" in refusal(tmp_path / "no.jsonl")
    assert "is a folder; name a .jsonl file in it" in refusal(tmp_path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = written(tmp_path / "c.jsonl", case_samples.original())
    path.chmod(0)
    assert "cannot be read: Permission denied" in refusal(path)


def test_all_bad_lines_are_reported_and_the_first_twenty_shown(tmp_path: Path) -> None:
    rows = [replaced(case_samples.original(), ("id",), f"case {number}") for number in range(25)]
    path = written(tmp_path / "c.jsonl", case_samples.original(), *rows)
    with pytest.raises(CaseFileError) as caught:
        read_cases(path)
    assert [entry.number for entry in caught.value.bad] == list(range(2, 27))
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[0].startswith(f"{path}, line 2, field 'id'")
    assert lines[-1] == "… and 5 more"


def test_the_error_survives_a_process_boundary(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError) as caught:
        read_cases(tmp_path / "no.jsonl")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_id_twice_in_a_file(tmp_path: Path) -> None:
    path = written(tmp_path / "c.jsonl", case_samples.original(), case_samples.original())
    assert "line 2, field 'id': 'heads-and-legs-original' stands in line 1 already" in refusal(path)
    path = written(tmp_path / "p.jsonl", case_samples.problem(), case_samples.problem())
    assert "line 2, field 'id': 'heads-and-legs' stands in line 1 already" in refusal(path, read_problems)


def test_an_id_twice_over_files_names_both_places(tmp_path: Path) -> None:
    paths = [written(tmp_path / name, case_samples.original()) for name in ("a.jsonl", "b.jsonl")]
    with pytest.raises(CaseFileError) as caught:
        read_suite(paths)
    assert f"{paths[1]}, line 1, field 'id'" in str(caught.value)
    assert f"also in {paths[0]}, line 1" in str(caught.value)


def test_an_invalid_step_needs_its_pair(tmp_path: Path) -> None:
    valid = written(tmp_path / "valid.jsonl", case_samples.valid_step())
    invalid = written(tmp_path / "invalid.jsonl", case_samples.invalid_step())
    assert [case.kind for case in read_suite([valid, invalid])] == ["original", "invalid_step"]
    with pytest.raises(CaseFileError, match=r"line 1, field 'perturbation.pairs_with': there is no case"):
        read_suite([invalid])
    other = {**case_samples.valid_step(), "problem": {**case_samples.step_problem(), "group": "elsewhere"}}
    with pytest.raises(CaseFileError, match="of another problem"):
        read_suite([written(tmp_path / "other.jsonl", other), invalid])
    itself = replaced(case_samples.invalid_step(), ("perturbation", "pairs_with"), "heads-and-legs-s1-invalid_step")
    with pytest.raises(CaseFileError, match="must be the valid step, of kind original"):
        check_suite([Case.model_validate_json(json.dumps(itself))])


def test_replies_are_keyed_by_case_and_sample(tmp_path: Path) -> None:
    rows = [{"format": "faithform.reply/1", "case": "a", "sample": n, "reply": f"r{n}"} for n in (1, 0)]
    rows.append({"format": "faithform.reply/1", "case": "b", "reply": "", "finish_reason": "length",
                 "usage": {"prompt_tokens": 3, "completion_tokens": 0}, "model": "m"})  # fmt: skip
    replies = read_replies(written(tmp_path / "r.jsonl", *rows))
    assert {key: reply.reply for key, reply in replies.items()} == {("a", 1): "r1", ("a", 0): "r0", ("b", 0): ""}
    assert replies["b", 0].finish_reason == "length"
    message = refusal(written(tmp_path / "t.jsonl", *rows, rows[0]), read_replies)
    assert "line 4, field 'case': 'a, sample 1' stands in line 1 already" in message


def test_each_field_of_a_reply_wrong_in_turn(tmp_path: Path) -> None:
    row = {"format": "faithform.reply/1", "case": "a", "sample": 0, "reply": "r", "finish_reason": "stop",
           "usage": {"prompt_tokens": 3, "completion_tokens": 4}, "model": "m"}  # fmt: skip
    for field in fields(row):
        message = refusal(written(tmp_path / "r.jsonl", replaced(row, field, [])), read_replies)
        assert f"line 1, field '{shown(field)}'" in message


def test_lone_surrogates_in_a_recording_become_replacement_characters(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"format": "faithform.reply/1", "case": "a", "reply": "x \\ud83d y \\ud83d\\ude00 \\\\ud800"}\n')
    assert read_replies(path)["a", 0].reply == "x \ufffd y \U0001f600 \\ud800"


def record(**changes: Any) -> Record:
    case = Case.model_validate_json(json.dumps(case_samples.number_edit()))
    values: dict[str, Any] = {"case": case, "outcome": "error", "fault": Fault(where="lean", message="dead")}
    return Record(**values, **changes)


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "records.jsonl"
    records = [record(), record(sample=1), record(message="again \u2028 ∀")]
    write_jsonl(path, records)
    assert read_records(path) == records
    assert list(path.parent.iterdir()) == [path]


def test_a_record_with_a_wrong_case_in_it_is_named(tmp_path: Path) -> None:
    row = json.loads(record().model_dump_json())
    message = refusal(
        written(tmp_path / "r.jsonl", replaced(row, ("case", "perturbation", "region"), "title")), read_records
    )
    assert "line 1, field 'case.perturbation.region': found \"title\"; allowed: 'statement', 'proof'" in message
    message = refusal(written(tmp_path / "r.jsonl", replaced(row, ("fault",), None)), read_records)
    assert "line 1, field 'fault': a record has a fault exactly when its outcome is 'error'" in message


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write_jsonl(path, [Reply(case="a", reply="first")])
    before = path.read_bytes()

    def broken() -> Iterator[Reply]:
        yield Reply(case="b", reply="second")
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        write_jsonl(path, broken())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_suite_is(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl", "problems.jsonl", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "controls").mkdir()
    (tmp_path / "controls" / "faithful.jsonl").touch()
    assert resolve(str(tmp_path)) == [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert resolve(str(tmp_path / "a.jsonl")) == [tmp_path / "a.jsonl"]
    with pytest.raises(CaseFileError, match="no such file or folder"):
        resolve(str(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(CaseFileError, match="holds no case file"):
        resolve(str(tmp_path / "empty"))


def test_what_no_suite_can_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(CaseFileError, match="holds no case file"):
        resolve(str(tmp_path))
    with pytest.raises(CaseFileError, match=r"cannot be read .*name too long"):
        resolve(str(tmp_path / ("x" * 300)))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CaseFileError, match="neither a file nor a folder"):
        resolve(str(tmp_path / "pipe"))
    with pytest.raises(CaseFileError, match="holds no case file"):
        resolve(str(tmp_path / "folder.jsonl"))


def test_a_packed_file_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}\n"))
    with pytest.raises(CaseFileError, match=r"compressed \(gzip\); unpack it first"):
        read_cases(path)


def test_the_starter_suite_is_found() -> None:
    assert starter_dir().name == "starter"
    assert {path.parent for path in resolve("starter")} == {starter_dir()}


DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "case-format.md"


def test_the_documented_examples_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(
        r"^```(json|python)\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    lines = [line for kind, text in blocks for line in text.splitlines() if kind == "json"]
    for name, read in (("problem", read_problems), ("reply", read_replies)):
        (whole,) = (line for line in lines if line.startswith(f'{{"format": "faithform.{name}/1"'))
        assert len(read(written(tmp_path / name, json.loads(whole)))) == 1
    monkeypatch.chdir(tmp_path)
    exec(next(text for kind, text in blocks if kind == "python"), {})
    assert (tmp_path / "my-cases.jsonl").is_file()
