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
from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["ADAPTER"]

_DOCSTRING = re.compile(r"/--(.*?)-/", re.DOTALL)


def read(file: str, options: Options) -> Iterator[Imported]:
    folder = Path(file)
    if not folder.is_dir():
        raise CaseFileError(folder, [BadLine(None, "", "is no folder; name the folder of a traced repository")])
    for traced in _traced_theorems(folder):
        name = str(traced.theorem.full_name)
        row = Row(f"{traced.theorem.file_path}, {name}", {})
        docstring = _docstring(traced)
        if not docstring:
            yield leave_out(row, name, "no docstring")
            continue
        statement = re.sub(r":=\s*\Z", "", _DOCSTRING.sub("", str(traced.get_theorem_statement())).strip())
        yield problem(
            row,
            id=slug(name.replace(".", "_")),
            dataset=slug(folder.name),
            domain=slug(Path(traced.theorem.file_path).stem),
            task="statement",
            group=slug(str(Path(traced.theorem.file_path).with_suffix(""))),
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
        told = " ".join(f"{type(error).__name__} {error}".split())[:200]
        text = f"lean-dojo cannot read it as a traced repository: {told}"
        raise CaseFileError(folder, [BadLine(None, "", text)]) from error


def _docstring(traced: Any) -> str:
    """The first comment that is no line comment: lean-dojo gives a docstring without its opening."""
    for comment in traced.comments:
        told = str(comment.text).strip().removeprefix("/--").removesuffix("-/").strip()
        if told and not told.startswith("--"):
            return told
    return ""


ADAPTER = Adapter("lean-dojo", "a repository traced by lean-dojo", "the repository's", read, tasks=("statement",))
