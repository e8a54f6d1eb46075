"""Files of problems, cases, replies and records (docs/case-format.md), and where the starter suite lies.

A file is read whole or not at all: with any line that is not right, reading raises CaseFileError, which lists them.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

from pydantic import BaseModel, Field, ValidationError

from pytest_faithform.cases.explain import explain, shown
from pytest_faithform.cases.jsonl import BadLine, CaseFileError, Line, read_lines, write_jsonl
from pytest_faithform.model import (
    CASE_FORMAT,
    PROBLEM_FORMAT,
    RECORD_FORMAT,
    Case,
    InvalidStep,
    Model,
    Perturbation,
    Problem,
    Record,
    Slug,
    Untrusted,
    Usage,
)

__all__ = [
    "REPLY_FORMAT",
    "CaseFileError",
    "Reply",
    "check_suite",
    "each_record",
    "each_reply",
    "read_cases",
    "read_placed",
    "read_problems",
    "read_records",
    "read_replies",
    "read_suite",
    "resolve",
    "starter_dir",
    "write_jsonl",
]

REPLY_FORMAT = "faithform.reply/1"

M = TypeVar("M", bound=BaseModel)

# Folders and files of a suite that hold no cases.
_NO_CASES = frozenset(["problems.jsonl"])

# What "\frac" and "\beta" become where the backslash was not doubled.
_SWALLOWED = {"\x08": "b", "\x0c": "f", "\x0b": "v", "\x07": "a"}


class Reply(Model):
    """One line of a recording: what a system answered to one case. `sample` counts from 0."""

    format: Literal["faithform.reply/1"] = "faithform.reply/1"
    case: Slug
    sample: Annotated[int, Field(ge=0)] = 0
    reply: Untrusted
    finish_reason: str | None = None
    usage: Usage | None = None
    model: str | None = None


def read_problems(path: Path) -> list[Problem]:
    """The problems of a file; ids must differ. Raises CaseFileError."""
    entries = list(_read(path, Problem, PROBLEM_FORMAT))
    _refuse_twice(path, "id", [(line.number, problem.id) for line, problem in entries])
    return [problem for _, problem in entries]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; ids must differ. Raises CaseFileError.

    Whether every invalidated step has its pair can only be told of all files together: see `check_suite`.
    """
    return [case for _, case in _read_cases(path)]


def read_suite(paths: Iterable[Path]) -> list[Case]:
    """The cases of several files together, with the checks of `check_suite` naming file and line."""
    placed = list(read_placed(paths))
    cases = [case for _, case in placed]
    check_suite(cases, [place for place, _ in placed])
    return cases


def read_placed(paths: Iterable[Path]) -> Iterator[tuple[str, Case]]:
    """The cases of several files, each with its file and line in words for `check_suite`, which is left to the caller.
    Raises CaseFileError at the end of a file."""
    return ((f"{path}, line {number}", case) for path in paths for number, case in _read_cases(path))


def read_replies(path: Path) -> dict[tuple[str, int], Reply]:
    """A recording by case id and sample. Raises CaseFileError, also where one of them is answered twice.

    Lone surrogates in a reply become U+FFFD: models do emit them, and the rest of the reply is still an answer.
    """
    return {(reply.case, reply.sample): reply for _, reply in each_reply(path)}


def each_reply(path: Path) -> Iterator[tuple[Line, Reply]]:
    """The same one by one, with their lines. Raises CaseFileError at the end of the file."""
    keys = []
    for line, reply in _read(path, Reply, REPLY_FORMAT, replace_surrogates=True):
        keys.append((line.number, f"{reply.case}, sample {reply.sample}"))
        yield line, reply
    _refuse_twice(path, "case", keys)


def read_records(path: Path, *, growing: bool = False) -> list[Record]:
    """The records of a run in the order of the file. A later record of the same case and sample supersedes an earlier
    one; both are returned. Of a `growing` file a last line without its end is left out. Raises CaseFileError."""
    return [record for _, record in each_record(path, growing=growing)]


def each_record(path: Path, *, growing: bool = False) -> Iterator[tuple[Line, Record]]:
    """The same one by one, with their lines. Raises CaseFileError at the end of the file."""
    return _read(path, Record, RECORD_FORMAT, replace_surrogates=True, growing=growing)


class CaseLike(Protocol):
    """A case, or what is kept of one."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def problem(self) -> Problem: ...

    @property
    def perturbation(self) -> Perturbation: ...


def check_suite(cases: Sequence[CaseLike], places: Sequence[str] | None = None) -> None:
    """What can only be told of all cases together: ids differ, and every invalidated step has the valid step it pairs
    with, of the same problem. `places` says where each case stands. Raises CaseFileError."""
    names = places or [f"case {case.id}" for case in cases]
    first: dict[str, int] = {}
    bad = []
    for index, case in enumerate(cases):
        if case.id in first:
            also = f", also in {places[first[case.id]]}" if places else ""
            bad.append((names[index], f"field 'id': {case.id!r} stands twice{also}; ids must differ over all files"))
        first.setdefault(case.id, index)
    for index, case in enumerate(cases):
        reason = _unpaired(case, cases, first)
        if reason:
            bad.append((names[index], f"field 'perturbation.pairs_with': {reason}"))
    if bad:
        raise CaseFileError("the cases", [BadLine(None, "", f"{place}, {text}") for place, text in bad])


def starter_dir() -> Path:
    """The starter suite: in an installed package beside this module, in a clone at `cases/starter`."""
    packaged = Path(__file__).resolve().parent / "starter"
    clone = Path(__file__).resolve().parents[2] / "cases" / "starter"
    for folder in (packaged, clone):
        if folder.is_dir():
            return folder
    text = f"the starter suite is not there (looked at {clone}); install the package again"
    raise CaseFileError(packaged, [BadLine(None, "", text)])


def resolve(spec: str) -> list[Path]:
    """The case files that `spec` names: "starter", a file, or a folder, whose *.jsonl are taken except problems.jsonl;
    folders in it (controls, outputs) are not entered. Raises CaseFileError where there is none."""
    path = starter_dir() if spec == "starter" else Path(spec).expanduser()
    allowed = "allowed: 'starter', a .jsonl file of cases, or a folder of them"
    try:
        kind = path.stat().st_mode
        if stat.S_ISREG(kind):
            return [path]
        found = sorted(file for file in path.iterdir() if file.suffix == ".jsonl" and file.is_file())
    except FileNotFoundError as error:
        raise CaseFileError(path, [BadLine(None, "", f"there is no such file or folder; {allowed}")]) from error
    except NotADirectoryError as error:
        raise CaseFileError(path, [BadLine(None, "", f"is neither a file nor a folder; {allowed}")]) from error
    except OSError as error:
        raise CaseFileError(path, [BadLine(None, "", f"cannot be read ({error.strerror}); {allowed}")]) from error
    found = [file for file in found if file.name not in _NO_CASES]
    if not found:
        raise CaseFileError(path, [BadLine(None, "", "the folder holds no case file (*.jsonl)")])
    return found


def _read_cases(path: Path) -> Iterator[tuple[int, Case]]:
    ids = []
    for line, case in _read(path, Case, CASE_FORMAT):
        ids.append((line.number, case.id))
        yield line.number, case
    _refuse_twice(path, "id", ids)


def _read(
    path: Path, model: type[M], version: str, *, replace_surrogates: bool = False, growing: bool = False
) -> Iterator[tuple[Line, M]]:
    """What stands in each line. Raises CaseFileError at the end of a file of which any line is not right."""
    bad: list[BadLine] = []
    # One line at a time: the text and the parsed object of a large run take several times the room of its records.
    for line in read_lines(path, replace_surrogates=replace_surrogates, growing=growing):
        if isinstance(line, BadLine):
            bad.append(line)
            continue
        wrong = _format(line.value, version)
        if wrong:
            bad.append(BadLine(line.number, "format", wrong))
            continue
        try:
            entry = model.model_validate_json(line.text)
        except ValidationError as error:
            bad += [BadLine(line.number, complaint.field, complaint.text) for complaint in explain(error, model)]
            continue
        if isinstance(entry, Case | Problem):
            bad += [BadLine(line.number, field, text) for field, text in _swallowed(line.value, "")]
        yield line, entry
    if bad:
        raise CaseFileError(path, bad)


def _format(value: dict[str, Any], version: str) -> str | None:
    """What is wrong with the line's `format`, None if it is the version that this release reads."""
    found = value.get("format")
    if found == version:
        return None
    if "format" not in value:
        return f'is missing; add "format": "{version}"'
    name = version.partition("/")[0]
    if isinstance(found, str) and found.startswith(f"{name}/"):
        return f"found {shown(found)}; this release reads {version}; a newer release of pytest-faithform may read it"
    if isinstance(found, str) and found.startswith("faithform."):
        return f"found {shown(found)}; this file should hold {version}: it is a file of another kind"
    return f'found {shown(found)}; allowed: "{version}"'


def _swallowed(value: Any, path: str) -> list[tuple[str, str]]:
    """Control characters that no text of a case has unless JSON took a backslash of LaTeX for an escape."""
    if isinstance(value, dict):
        return [item for key, inner in value.items() for item in _swallowed(inner, f"{path}.{key}" if path else key)]
    if isinstance(value, list):
        return [item for index, inner in enumerate(value) for item in _swallowed(inner, f"{path}[{index}]")]
    if not isinstance(value, str):
        return []
    letters = [letter for char, letter in _SWALLOWED.items() if char in value]
    return [
        (path, f"has a control character from a single backslash before {letter!r}; write \\\\{letter}")
        for letter in letters
    ]


def _refuse_twice(path: Path, field: str, keys: list[tuple[int, str]]) -> None:
    first: dict[str, int] = {}
    bad = []
    for number, key in keys:
        if key in first:
            bad.append(BadLine(number, field, f"{key!r} stands in line {first[key]} already; each may stand once"))
        first.setdefault(key, number)
    if bad:
        raise CaseFileError(path, bad)


def _unpaired(case: CaseLike, cases: Sequence[CaseLike], first: dict[str, int]) -> str | None:
    if case.kind != "invalid_step":
        return None
    edit = case.perturbation
    assert isinstance(edit, InvalidStep)
    if edit.pairs_with not in first:
        return f"there is no case {edit.pairs_with!r}; give the id of the case of the valid step, and its file too"
    valid = cases[first[edit.pairs_with]]
    if valid.kind != "original":
        return f"case {edit.pairs_with!r} is of kind {valid.kind}; it must be the valid step, of kind original"
    if valid.problem != case.problem:
        return f"case {edit.pairs_with!r} is of another problem than this one; `problem` must be the same in both"
    return None
