"""Any CSV, TSV, JSONL or JSON file, with a map from fields of a problem to its columns.

`--map FIELD=COLUMN` (repeatable) names the columns, `--set FIELD=VALUE` gives every row the same value. A field that is
neither mapped nor set is read from a column of its own name where there is one. `id` falls back on the row's number,
`group` on the id. Licence: the file's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    Row,
    leave_out,
    problem,
    read_rows,
    slug,
    unwrap,
    with_sorry,
)
from pytest_faithform.cases.adapters.fields import each, fit_for_id, text_of, texts, whole
from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["ADAPTER", "FIELDS"]

FIELDS = (
    "id",
    "dataset",
    "domain",
    "task",
    "group",
    "informal_statement",
    "informal_proof",
    "formal_statement",
    "flags",
    "context",
)


def read(file: str, options: Options) -> Iterator[Imported]:
    _check_names(file, options)
    numbers = itertools.count(1)
    yield from each(
        read_rows(Path(file), options), options, lambda row: _problem(row, Path(file).stem, next(numbers), options)
    )


def _problem(row: Row, stem: str, number: int, options: Options) -> Iterator[Imported]:
    _check_columns(row, options)
    proof = _text(row, "informal_proof", options)
    task = options.task or _text(row, "task", options) or ("proof" if proof.strip() else "statement")
    name = _name(row, "id", options) or f"{stem}-{number}"
    statement, _ = unwrap(_text(row, "informal_statement", options))
    if not statement.strip():
        yield leave_out(row, name, "no informal_statement")
        return
    context = _listed(row, "context", "\n\n", options)
    yield problem(
        row,
        id=slug(name),
        dataset=slug(_name(row, "dataset", options) or stem),
        domain=slug(_name(row, "domain", options) or "mathematics"),
        task=task,
        group=slug(_name(row, "group", options) or name),
        context=tuple(context) if task == "step" else (),
        informal_statement=statement.strip(),
        informal_proof=proof.strip() if task == "proof" else "",
        formal_statement=with_sorry(_text(row, "formal_statement", options)),
        flags=tuple(slug(fit_for_id("flags", flag)) for flag in _listed(row, "flags", ",", options)),
    )


def _given(row: Row, name: str, options: Options) -> tuple[str, Any]:
    """What a field is read from, as messages name it, and what stands there."""
    if name in options.constants:
        return f"--set {name}", options.constants[name]
    column = options.mapping.get(name, name)
    return column, row.value.get(column)


def _text(row: Row, name: str, options: Options) -> str:
    return text_of(*_given(row, name, options))


def _name(row: Row, name: str, options: Options) -> str:
    """What becomes an id: a text, or a number that has no fraction."""
    column, value = _given(row, name, options)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(whole(row, column, "a text or a whole number"))
    return fit_for_id(column, text_of(column, value).strip())


def _listed(row: Row, name: str, between: str, options: Options) -> list[str]:
    """The parts of a field: a list of texts, or one text with something between them."""
    column, value = _given(row, name, options)
    if isinstance(value, list):
        return texts(column, value)
    told = text_of(column, value)
    parts = told.replace(";", ",").split(between) if between == "," else told.split(between)
    return [part for part in parts if part.strip()]


def _check_names(file: str, options: Options) -> None:
    for name in (*options.mapping, *options.constants):
        if name not in FIELDS:
            text = f"{name!r} is no field of a problem; there are: {', '.join(FIELDS)}"
            raise CaseFileError(file, [BadLine(None, "", text)])


def _check_columns(row: Row, options: Options) -> None:
    found = ", ".join(row.value)
    for name, column in options.mapping.items():
        if column not in row.value:
            text = f"has no field {column!r}, which --map {name}={column} names; found: {found}"
            raise CaseFileError(row.place, [BadLine(None, "", text)])
    if "informal_statement" not in options.mapping and "informal_statement" not in row.value:
        text = f"which field is the statement? add --map informal_statement=FIELD; found: {found}"
        raise CaseFileError(row.place, [BadLine(None, "", text)])


ADAPTER = Adapter(
    "table", "CSV, TSV, JSONL or JSON with a field map", "the file's", read, tasks=("proof", "statement", "step"),
    accepts=("mapping",),
)  # fmt: skip
