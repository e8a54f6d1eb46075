"""What every adapter is made of: rows of a public file read with their lines, and what became of each."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from pytest_faithform.cases.explain import explain, shown
from pytest_faithform.cases.jsonl import BadLine, CaseFileError
from pytest_faithform.model import Case, Problem, Task

__all__ = [
    "Adapter",
    "GraphFailure",
    "Imported",
    "LeftOut",
    "Mended",
    "Options",
    "Row",
    "leave_out",
    "mend_controls",
    "problem",
    "read_rows",
    "slug",
    "text",
    "unwrap",
    "with_sorry",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a file; `place` names file and line for people."""

    place: str
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that becomes nothing; `reason` is one of few, `what` and `place` say which row."""

    place: str
    what: str
    reason: str


class GraphFailure(Exception):
    """No usable dependency graph could be had for a chain; the message says why."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A row whose text was put right on the way, with what was wrong."""

    place: str
    what: str
    reason: str


Imported = Problem | Case | LeftOut


@dataclass(frozen=True)
class Options:
    """What a call of `faithform import` may say beside the file. `graphs` draws the direct parents of a chain's steps (0 is
    the question) or raises GraphFailure; up to `concurrency` chains are asked for at once."""

    task: Task | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    flags: Path | None = None
    config: str | None = None
    split: str | None = None
    graphs: Callable[[str, list[str]], list[list[int]]] | None = None
    concurrency: int = 1
    mended: list[Mended] = field(default_factory=list)


@dataclass(frozen=True)
class Adapter:
    """A data set: its name on the command line, what it is, and how a file of it becomes problems (and cases)."""

    name: str
    title: str
    licence: str
    read: Callable[[str, Options], Iterator[Imported]]
    tasks: tuple[Task, ...] = ("proof",)
    accepts: tuple[Literal["mapping", "flags", "hub", "graphs"], ...] = ()
    carries_cases: bool = False


def slug(name: str) -> str:
    """A name as an id: lower case, runs of other characters one hyphen; single underscores and points inside stay."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    kept = re.sub(r"[^a-z0-9._-]+", "-", plain)
    kept = re.sub(r"[._-]{2,}", lambda run: run[0][0], kept).strip("._-")
    return kept[:100].rstrip("._-") or "unnamed"


def text(row: Row, name: str) -> str:
    """The text of a field, "" where the row has none; a number that stands for a missing text (NaN) is none either."""
    value = row.value.get(name)
    return value if isinstance(value, str) else ""


def unwrap(wrapped: str) -> tuple[str, int]:
    """A statement without the Lean docstring around it, and how many characters were taken off its front: offsets into
    the wrapped text are too large by as many."""
    opened = re.match(r"\s*/--[ \n]?", wrapped)
    closed = re.search(r"-/\s*\Z", wrapped)
    if not opened or not closed or closed.start() < opened.end():
        return wrapped, 0
    return wrapped[opened.end() : closed.start()], opened.end()


def with_sorry(formal: str) -> str | None:
    """A reference statement that is complete Lean: what ends in `:= by` or `:=` gets its `sorry`. None for an empty one."""
    stripped = formal.rstrip()
    if not stripped:
        return None
    if re.search(r":=\s*by\Z", stripped):
        return f"{stripped}\n  sorry\n"
    return f"{stripped} by\n  sorry\n" if stripped.endswith(":=") else f"{stripped}\n"


_CONTROLS = {"\x07": "a", "\x08": "b", "\x0b": "v", "\x0c": "f"}
_CONTROL = re.compile(r"\\?([\x07\x08\x0b\x0c])(?=([A-Za-z])?)")


def mend_controls(value: str) -> str:
    """Control characters that JSON made of a single backslash before a letter, as the LaTeX that they were; one that no
    letter follows is a space."""
    return _CONTROL.sub(lambda match: f"\\{_CONTROLS[match[1]]}" if match[2] else " ", value)


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return mend_controls(value)
    if isinstance(value, dict):
        return {key: _mended(one) for key, one in value.items()}
    return [_mended(one) for one in value] if isinstance(value, list) else value


def problem(row: Row, **fields: Any) -> Problem | LeftOut:
    """The problem of these fields, or the row left out with what is wrong with it."""
    try:
        return Problem.model_validate(fields)
    except ValidationError as error:
        first = explain(error, Problem)[0]
        return LeftOut(row.place, str(fields.get("id", "")), str(first))


def leave_out(row: Row, what: str, reason: str) -> LeftOut:
    return LeftOut(row.place, what, reason)


def read_rows(path: Path, options: Options, *, mend: bool = True) -> Iterator[Row]:
    """The rows of a .jsonl, .json (a list of objects), .csv or .tsv file, by its name's end. Control characters in place of
    a backslash are mended, unless offsets into the texts forbid it, and noted in the options. Raises CaseFileError."""
    for row in _read_rows(path):
        mended = _mended(row.value) if mend else row.value
        # By texts: a NaN is no equal of itself.
        if mend and str(mended) != str(row.value):
            what = "control characters in place of a backslash and a letter"
            options.mended.append(Mended(row.place, text(row, "name") or text(row, "id"), what))
            yield Row(row.place, mended)
        else:
            yield row


def _read_rows(path: Path) -> Iterator[Row]:
    try:
        suffix = path.suffix.lower()
        if suffix in (".csv", ".tsv"):
            yield from _table(path, "\t" if suffix == ".tsv" else ",")
        elif suffix == ".json":
            yield from _list(path)
        else:
            yield from _lines(path)
    except FileNotFoundError as error:
        raise CaseFileError(path, [BadLine(None, "", "there is no such file")]) from error
    except IsADirectoryError as error:
        raise CaseFileError(path, [BadLine(None, "", "is a folder; name a file in it")]) from error
    except UnicodeDecodeError as error:
        told = f"byte at offset {error.start} is not UTF-8; save the file as UTF-8"
        raise CaseFileError(path, [BadLine(None, "", told)]) from error
    except OSError as error:
        raise CaseFileError(path, [BadLine(None, "", f"cannot be read: {error.strerror or error}")]) from error


def _lines(path: Path) -> Iterator[Row]:
    found = False
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            found = True
            try:
                value = json.loads(line)
            except ValueError as error:
                raise CaseFileError(path, [BadLine(number, "", f"is no JSON: {error}")]) from error
            yield _row(path, number, value)
    if not found:
        raise CaseFileError(path, [BadLine(None, "", "holds no row")])


def _list(path: Path) -> Iterator[Row]:
    try:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise CaseFileError(path, [BadLine(None, "", f"is no JSON: {error}")]) from error
    if not isinstance(value, list):
        raise CaseFileError(path, [BadLine(None, "", f"found {shown(value)}; allowed: a list of objects")])
    for number, one in enumerate(value, start=1):
        yield _row(path, number, one)


def _table(path: Path, delimiter: str) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, delimiter=delimiter)
        try:
            for value in reader:
                if None in value or None in value.values():
                    columns = len(reader.fieldnames or [])
                    told = f"has another number of columns than the header ({columns})"
                    raise CaseFileError(path, [BadLine(reader.line_num, "", told)])
                yield Row(f"{path}, line {reader.line_num}", value)
        except csv.Error as error:
            raise CaseFileError(path, [BadLine(reader.line_num, "", f"is no CSV: {error}")]) from error


def _row(path: Path, number: int, value: Any) -> Row:
    if not isinstance(value, dict):
        raise CaseFileError(path, [BadLine(number, "", f"found {shown(value)}; allowed: one object {{...}} a line")])
    return Row(f"{path}, line {number}", value)
