"""Any CSV, TSV, JSONL or JSON file, with a map from fields of a problem to its columns.

`--map FIELD=COLUMN` (repeatable) names the columns, `--set FIELD=VALUE` gives every row the same value. A field that is
neither mapped nor set is read from a column of its own name where there is one. `id` falls back on the row's number,
`group` on the id. Licence: the file's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
_SLUGS = ("id", "dataset", "domain", "group")


def read(file: str, options: Options) -> Iterator[Imported]:
    _check_names(file, options)
    for number, row in enumerate(read_rows(Path(file), options), start=1):
        _check_columns(file, row, options)
        given = {name: _value(row, name, options) for name in FIELDS}
        task = options.task or given["task"] or ("proof" if given["informal_proof"].strip() else "statement")
        name = given["id"] or f"{Path(file).stem}-{number}"
        statement, _ = unwrap(given["informal_statement"])
        if not statement.strip():
            yield leave_out(row, name, "no informal_statement")
            continue
        yield problem(
            row,
            id=slug(name),
            dataset=slug(given["dataset"] or Path(file).stem),
            domain=slug(given["domain"] or "mathematics"),
            task=task,
            group=slug(given["group"] or name),
            context=tuple(part for part in given["context"].split("\n\n") if part.strip()) if task == "step" else (),
            informal_statement=statement.strip(),
            informal_proof=given["informal_proof"].strip() if task == "proof" else "",
            formal_statement=with_sorry(given["formal_statement"]),
            flags=tuple(slug(flag) for flag in given["flags"].replace(";", ",").split(",") if flag.strip()),
        )


def _value(row: Row, name: str, options: Options) -> str:
    if name in options.constants:
        return options.constants[name]
    value = row.value.get(options.mapping.get(name, name))
    if isinstance(value, list):
        return ("\n\n" if name == "context" else ",").join(map(str, value))
    return value if isinstance(value, str) else "" if value is None or value != value else str(value)


def _check_names(file: str, options: Options) -> None:
    for name in (*options.mapping, *options.constants):
        if name not in FIELDS:
            text = f"{name!r} is no field of a problem; there are: {', '.join(FIELDS)}"
            raise CaseFileError(file, [BadLine(None, "", text)])


def _check_columns(file: str, row: Row, options: Options) -> None:
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
