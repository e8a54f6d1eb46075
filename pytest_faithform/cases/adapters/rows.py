"""The rows of a public file, as they stand in it: .jsonl, .json (a list of objects), .csv and .tsv, by its name's end."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_faithform.cases.explain import shown
from pytest_faithform.cases.jsonl import LINE_LIMIT, BadLine, CaseFileError, read_lines, read_text

__all__ = ["Row", "is_table", "raw_rows"]


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a file; `place` names file and line for people."""

    place: str
    value: Mapping[str, Any]


def is_table(path: Path) -> bool:
    """Whether the file has texts alone: numbers, and what is nothing, are texts in it too."""
    return path.suffix.lower() in (".csv", ".tsv")


def raw_rows(path: Path) -> Iterator[Row]:
    """Every row, with nothing changed in it. Raises CaseFileError for a file that holds none, or anything else."""
    suffix = path.suffix.lower()
    if is_table(path):
        rows = _table(path, "\t" if suffix == ".tsv" else ",")
    else:
        rows = _list(path) if suffix == ".json" else _lines(path)
    found = False
    for row in rows:
        found = True
        yield row
    if not found:
        raise CaseFileError(path, [BadLine(None, "", "holds no row")])


def _lines(path: Path) -> Iterator[Row]:
    bad: list[BadLine] = []
    for line in read_lines(path, published=True):
        if isinstance(line, BadLine):
            bad.append(line)
        elif not bad:
            # Past the first bad line only what else there is to mend matters: a row may cost a model's answer.
            yield Row(f"{path}, line {line.number}", line.value)
    if bad:
        raise CaseFileError(path, bad)


def _list(path: Path) -> Iterator[Row]:
    value = _parsed(path, read_text(path))
    if not isinstance(value, list):
        told = f"found {shown(value)}; allowed: a list of objects; one object a line goes into a .jsonl file"
        raise CaseFileError(path, [BadLine(None, "", told)])
    for number, one in enumerate(value, start=1):
        if not isinstance(one, dict):
            told = f"found {shown(one)}; allowed: an object {{...}}"
            raise CaseFileError(f"{path}, entry {number}", [BadLine(None, "", told)])
        yield Row(f"{path}, entry {number}", one)


def _parsed(path: Path, content: str) -> Any:
    if not content.strip():
        return []
    try:
        return json.loads(content, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        mend = "; one object a line goes into a .jsonl file" if error.msg == "Extra data" else ""
        told = f"column {error.colno}: is no JSON: {error.msg[:1].lower()}{error.msg[1:]}{mend}"
        raise CaseFileError(path, [BadLine(error.lineno, "", told)]) from error
    except RecursionError as error:
        raise CaseFileError(path, [BadLine(None, "", "is nested too deeply to be a list of rows")]) from error
    except _Twice as error:
        raise CaseFileError(path, [BadLine(None, str(error), "stands twice in its object; keep one")]) from error
    except ValueError as error:
        raise CaseFileError(path, [BadLine(None, "", "holds a number of more digits than can be read")]) from error


class _Twice(Exception):
    """A key that an object has more than once."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise _Twice(next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1))
    return result


def _table(path: Path, usual: str) -> Iterator[Row]:
    content = read_text(path)
    records = _records(path, content, _delimiter(content, usual))
    if not records:
        return
    first, header = records[0]
    twice = next((name for name, count in Counter(header).items() if name and count > 1), None)
    if twice is not None:
        raise CaseFileError(path, [BadLine(first, "", f"the header names the column {twice!r} twice; rename one")])
    if len(records) == 1:
        raise CaseFileError(path, [BadLine(None, "", "holds a header and no row")])
    bad = [
        BadLine(number, "", f"has another number of columns ({len(cells)}) than the header ({len(header)})")
        for number, cells in records[1:]
        if len(cells) != len(header)
    ]
    if bad:
        raise CaseFileError(path, bad)
    for number, cells in records[1:]:
        yield Row(f"{path}, line {number}", dict(zip(header, cells, strict=True)))


def _delimiter(content: str, usual: str) -> str:
    """What parts the columns: where the usual delimiter finds one column, another that finds several. Spreadsheets of many
    countries save a CSV with semicolons."""
    widths = {delimiter: _width(content, delimiter) for delimiter in (usual, ";", "\t", ",")}
    return usual if widths[usual] > 1 else max(widths, key=lambda delimiter: widths[delimiter])


def _width(content: str, delimiter: str) -> int:
    try:
        return len(
            next((cells for cells in csv.reader(io.StringIO(content, newline=""), delimiter=delimiter) if cells), [])
        )
    except csv.Error:
        return 0


def _records(path: Path, content: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The records that are not empty, each with the line that it begins in."""
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    start = 1
    # The module's own limit is less than a long proof takes, and holds for the whole process.
    before = csv.field_size_limit(LINE_LIMIT)
    try:
        for cells in reader:
            if cells:
                found.append((start, cells))
            start = reader.line_num + 1
    except csv.Error as error:
        raise CaseFileError(path, [BadLine(start, "", _no_csv(str(error)))]) from error
    finally:
        csv.field_size_limit(before)
    return found


def _no_csv(told: str) -> str:
    if told.startswith("field larger"):
        return f"has a field of more than {LINE_LIMIT // 2**20} MiB; is the quote closed that opens it?"
    if told == "unexpected end of data":
        return 'has a quote that nothing closes; write a quote inside a quoted field twice: ""'
    if "expected after" in told:
        return 'has a quote in the middle of a quoted field; write it twice: ""'
    return f"is no CSV: {told}"
