"""Beyond Compilation's statements, with the flags of those that are known to be defective.

Fields read: `id`, `name`, `domain`, `nl_statement`, `source_license`. Defects come from a CSV of `id` and `kind`
(the release's known issues; `--flags FILE`): such a problem has the flags `defective` and its kind (false-in-source,
extraction, undefined-term). Licence: the statements keep their textbook's (CC BY, CC BY-SA or GPL; a flag says which).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    leave_out,
    problem,
    read_rows,
    slug,
    text,
)
from pytest_faithform.cases.jsonl import BadLine, CaseFileError

__all__ = ["ADAPTER"]


def read(file: str, options: Options) -> Iterator[Imported]:
    kinds = _defects(options.flags, options) if options.flags else {}
    seen = set()
    for row in read_rows(Path(file), options):
        name = text(row, "id") or text(row, "name")
        if not text(row, "nl_statement").strip():
            yield leave_out(row, name, "no statement")
            continue
        seen.add(name)
        kind = kinds.get(name)
        licence = text(row, "source_license")
        flags = ("defective", slug(kind.replace("_", "-"))) if kind else ()
        yield problem(
            row,
            id=slug(name),
            dataset="beyond-compilation",
            domain=slug(text(row, "domain") or "mathematics"),
            task="statement",
            group=slug(name),
            informal_statement=text(row, "nl_statement").strip(),
            flags=(*flags, *((f"licence-{slug(licence)}",) if licence else ())),
        )
    unknown = sorted(set(kinds) - seen)
    if unknown:
        told = f"names {unknown[0]!r} and {len(unknown) - 1} more that {file} does not have" if unknown[1:] else (
            f"names {unknown[0]!r}, which {file} does not have"
        )  # fmt: skip
        raise CaseFileError(options.flags or "", [BadLine(None, "id", told)])


def _defects(path: Path, options: Options) -> dict[str, str]:
    kinds = {}
    for row in read_rows(path, options):
        if not text(row, "id") or not text(row, "kind"):
            found = ", ".join(row.value)
            raise CaseFileError(path, [BadLine(None, "", f"needs the columns id and kind; found: {found}")])
        kinds[text(row, "id")] = text(row, "kind")
    return kinds


ADAPTER = Adapter(
    "beyond-compilation",
    "Beyond Compilation's statements",
    "per statement",
    read,
    tasks=("statement",),
    accepts=("flags",),
)
