"""What every adapter is made of: rows of a public file read with their lines, and what became of each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from pytest_faithform.cases.adapters.rows import Row, raw_rows
from pytest_faithform.cases.explain import explain
from pytest_faithform.cases.jsonl import BadLine, CaseFileError
from pytest_faithform.model import Case, Problem, Task

__all__ = [
    "UNNAMED",
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


#: The id of a name that has no Latin letter and no digit.
UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that becomes nothing; `what` and `place` say which row. `kind` is what it is counted as, one of few, where
    `reason` tells more: what was found."""

    place: str
    what: str
    reason: str
    kind: str = ""


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
    the question) or raises GraphFailure; up to `concurrency` chains are asked for at once. The lists are filled by the
    reading: texts that were mended, files that were read, and the place of each thing that was given, in their order."""

    task: Task | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    flags: Path | None = None
    config: str | None = None
    split: str | None = None
    graphs: Callable[[str, list[str]], list[list[int]]] | None = None
    concurrency: int = 1
    mended: list[Mended] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    places: list[str] = field(default_factory=list)


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
    return kept[:100].rstrip("._-") or UNNAMED


def text(row: Row, name: str) -> str:
    """The text of a field, "" where the row has none or has something else there. For what must not be lost without a
    word see `fields`."""
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
        kind = f"field '{first.field}' is not as it must be" if first.field else ""
        return LeftOut(row.place, str(fields.get("id", "")), str(first), kind)


def leave_out(row: Row, what: str, reason: str) -> LeftOut:
    return LeftOut(row.place, what, reason)


def read_rows(path: Path, options: Options, *, mend: bool = True) -> Iterator[Row]:
    """The rows of a .jsonl, .json (a list of objects), .csv or .tsv file, by its name's end. Control characters in place of
    a backslash are mended, unless offsets into the texts forbid it, and noted in the options. Raises CaseFileError."""
    options.files.append(path)
    for row in raw_rows(path):
        try:
            mended = _mended(row.value) if mend else row.value
            # By texts: a NaN is no equal of itself.
            changed = mend and str(mended) != str(row.value)
        except RecursionError as error:
            raise CaseFileError(row.place, [BadLine(None, "", "is nested too deeply to be a row")]) from error
        if changed:
            what = "control characters in place of a backslash and a letter"
            options.mended.append(Mended(row.place, text(row, "name") or text(row, "id"), what))
            yield Row(row.place, mended)
        else:
            yield row
