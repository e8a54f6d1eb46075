"""Theorems of a repository that lean-dojo has traced (the extra `lean-dojo`), with their docstrings as informal statements.

FILE is the folder of a traced repository. Read of each theorem: its full name (the id), its docstring (the informal
statement; a theorem without one is left out), its statement (the reference, with `sorry`), its file (the group). lean-dojo
is deprecated upstream and checks nothing here. Licence: the repository's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pytest_faithform.cases.adapters.base import Adapter, Imported, Options, Row, leave_out, problem, slug, with_sorry
from pytest_faithform.cases.adapters.fields import placed
from pytest_faithform.cases.explain import shown
from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["ADAPTER"]

_DOCSTRING = re.compile(r"/--(.*?)-/", re.DOTALL)


def read(file: str, options: Options) -> Iterator[Imported]:
    folder = Path(file)
    if not folder.is_dir():
        raise CaseFileError(folder, [BadLine(None, "", "is no folder; name the folder of a traced repository")])
    for number, traced in enumerate(_traced_theorems(folder), start=1):
        row = Row(f"{folder}, theorem {number}", {})
        try:
            made = _problem(traced, folder)
        except Exception as error:
            # What lean-dojo's objects hold is checked by its own assertions, where it is checked.
            made = leave_out(row, "", f"lean-dojo cannot read it: {_told(error)}")
        yield from placed(row, options, [made])


def _problem(traced: Any, folder: Path) -> Imported:
    name, path, stated = traced.theorem.full_name, Path(traced.theorem.file_path), traced.get_theorem_statement()
    row = Row(f"{path}, {name}", {})
    for field, value in (("full_name", name), ("get_theorem_statement()", stated)):
        if not isinstance(value, str) or not value.strip():
            return leave_out(
                row, str(name), f"field '{field}': found {shown(value)}; allowed: a text that is not empty"
            )
    docstring = _docstring(traced)
    if not docstring:
        return leave_out(row, name, "no docstring")
    statement = re.sub(r":=\s*\Z", "", _DOCSTRING.sub("", stated).strip())
    return problem(
        row,
        id=slug(name.replace(".", "_")),
        dataset=slug(folder.name),
        domain=slug(path.stem),
        task="statement",
        group=slug(str(path.with_suffix(""))),
        informal_statement=docstring,
        formal_statement=with_sorry(f"{statement.strip()} := by"),
    )


def _traced_theorems(folder: Path) -> list[Any]:
    try:
        from lean_dojo import TracedRepo
    except ImportError as error:
        text = "reading a traced repository needs the extra: pip install 'pytest-faithform[lean-dojo]'"
        raise CaseFileError(folder, [BadLine(None, "", text)]) from error
    try:
        return list(TracedRepo.load_from_disk(folder).get_traced_theorems())
    except Exception as error:
        # lean-dojo reports what is wrong with a trace by whatever its parts raise, assertions included.
        text = f"lean-dojo cannot read it as a traced repository: {_told(error)}"
        raise CaseFileError(folder, [BadLine(None, "", text)]) from error


def _told(error: Exception) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:200]


def _docstring(traced: Any) -> str:
    """The first comment that is no line comment: lean-dojo gives a docstring without its opening."""
    for comment in traced.comments:
        told = str(comment.text).strip().removeprefix("/--").removesuffix("-/").strip()
        if told and not told.startswith("--"):
            return told
    return ""


ADAPTER = Adapter("lean-dojo", "a repository traced by lean-dojo", "the repository's", read, tasks=("statement",))
