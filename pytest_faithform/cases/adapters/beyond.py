"""Beyond Compilation's statements, with the flags of those that are known to be defective.

Fields read: `id`, `name`, `domain`, `nl_statement`, `source_license`. Defects come from a CSV of `id` and `kind`
(the release's known issues; `--flags FILE`): such a problem has the flags `defective` and its kind (false-in-source,
extraction, undefined-term). Licence: the statements keep their textbook's (CC BY, CC BY-SA or GPL; a flag says which).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
)
from pytest_faithform.cases.adapters.fields import WrongField, each, needed, term, words
from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["ADAPTER"]


def read(file: str, options: Options) -> Iterator[Imported]:
    kinds = _defects(options.flags, options) if options.flags else {}
    seen: set[str] = set()
    yield from each(read_rows(Path(file), options), options, lambda row: _problem(row, kinds, seen))
    unknown = sorted(set(kinds) - seen)
    if unknown:
        told = f"names {unknown[0]!r} and {len(unknown) - 1} more that {file} does not have" if unknown[1:] else (
            f"names {unknown[0]!r}, which {file} does not have"
        )  # fmt: skip
        raise CaseFileError(options.flags or "", [BadLine(None, "id", told)])


def _problem(row: Row, kinds: Mapping[str, str], seen: set[str]) -> Iterator[Imported]:
    name = term(row, "id", "name")
    seen.add(name)
    stated = words(row, "nl_statement").strip()
    if not stated:
        yield leave_out(row, name, "no statement")
        return
    kind = kinds.get(name)
    licence = term(row, "source_license", otherwise="")
    flags = ("defective", slug(kind.replace("_", "-"))) if kind else ()
    yield problem(
        row,
        id=slug(name),
        dataset="beyond-compilation",
        domain=slug(term(row, "domain", otherwise="mathematics")),
        task="statement",
        group=slug(name),
        informal_statement=stated,
        flags=(*flags, *((f"licence-{slug(licence)}",) if licence else ())),
    )


def _defects(path: Path, options: Options) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for row in read_rows(path, options):
        absent = next((name for name in ("id", "kind") if name not in row.value), None)
        if absent is not None:
            told = f"needs the columns id and kind; found: {', '.join(row.value)}"
            raise CaseFileError(row.place, [BadLine(None, absent, told)])
        try:
            name, kind = needed(row, "id").strip(), term(row, "kind")
        except WrongField as error:
            raise CaseFileError(row.place, [BadLine(None, error.field, error.told)]) from error
        if kinds.setdefault(name, kind) != kind:
            told = f"{name!r} has the kind {kinds[name]!r} in an earlier line already; keep one"
            raise CaseFileError(row.place, [BadLine(None, "id", told)])
    return kinds


ADAPTER = Adapter(
    "beyond-compilation",
    "Beyond Compilation's statements",
    "per statement",
    read,
    tasks=("statement",),
    accepts=("flags",),
)
