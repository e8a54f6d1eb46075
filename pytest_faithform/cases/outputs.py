"""Where `faithform import` may write: into no folder's name, and into no file that it reads."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["check_outputs"]


def check_outputs(output: Path, cases: Path | None, inputs: Iterable[Path]) -> None:
    """Raises CaseFileError where `-o` or `--cases` is no place for a file, or one of the files that are read."""
    named = [("-o", output), *([("--cases", cases)] if cases is not None else [])]
    for option, path in named:
        _check_place(option, path)
    if cases is not None and (_same(output, cases) or output.absolute() == cases.absolute()):
        raise CaseFileError(cases, [BadLine(None, "", "-o and --cases name the same file; name two")])
    for one in inputs:
        for option, path in named:
            if _same(one, path):
                told = f"is read, and would be lost if {option} wrote it; name another file"
                raise CaseFileError(path, [BadLine(None, "", told)])


def _check_place(option: str, path: Path) -> None:
    if path.is_dir():
        name = "cases.jsonl" if option == "--cases" else "problems.jsonl"
        told = f"is a folder; {option} takes the file to write, such as {path / name}"
        raise CaseFileError(path, [BadLine(None, "", told)])
    above = next((parent for parent in path.absolute().parents if parent.exists()), None)
    if above is not None and not above.is_dir():
        raise CaseFileError(path, [BadLine(None, "", f"{above} is no folder; {option} takes a file in a folder")])


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
