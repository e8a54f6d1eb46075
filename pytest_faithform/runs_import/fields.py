"""Fields of a result row, read strictly: what is not as the format says (SPEC g) is refused, never made to fit.

A field that is missing, null or NaN is an empty cell of a table (pandas writes any of them), and so is an empty text. A table
has texts alone: there a word for nothing ("NaN") is an empty cell too.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from pytest_faithform.cases.adapters.base import UNNAMED, Options, Row, read_rows, slug
from pytest_faithform.cases.adapters.fields import MISSING
from pytest_faithform.cases.adapters.rows import is_table
from pytest_faithform.cases.explain import shown
from pytest_faithform.cases.files import CaseFileError
from pytest_faithform.cases.jsonl import BadLine

__all__ = [
    "absent",
    "accepts",
    "checked",
    "either",
    "empty",
    "first_of",
    "named",
    "number",
    "printed",
    "result_rows",
    "truth",
    "twice",
    "whole",
    "within",
    "words",
    "wrong",
]

T = TypeVar("T")

_TRUTHS = {"true": True, "yes": True, "1": True, "1.0": True, "false": False, "no": False, "0": False, "0.0": False}
# Python's own reader takes other scripts' digits and `1_0` too.
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def result_rows(path: Path, *, mend: bool = True) -> Iterator[Row]:
    """The rows of a result file; of a table without the rows of empty cells alone, and with None in each empty cell. Raises
    CaseFileError."""
    table = is_table(path)
    for row in read_rows(path, Options(), mend=mend):
        if not table:
            yield row
            continue
        cells = {name: None if cell.strip().lower() in {"", *MISSING} else cell for name, cell in row.value.items()}
        if any(cell is not None for cell in cells.values()):
            yield Row(row.place, cells)


def wrong(row: Row, name: str, allowed: str) -> CaseFileError:
    """A field of a row that is not what the format says."""
    found = "is missing" if name not in row.value else f"found {row.value[name]!r:.80}"
    return CaseFileError(row.place, [BadLine(None, name, f"{found}; allowed: {allowed}")])


def twice(row: Row, first: Row, name: str) -> CaseFileError:
    """Two rows of one output; `name` is the field that they are known by. Which of them the run found, nobody can tell."""
    fields = {**first.value, **row.value}
    # By texts: a NaN is no equal of itself.
    other = [field for field in fields if repr(row.value.get(field)) != repr(first.value.get(field))]
    how = f"with another {', '.join(other)}" if other else "the same in every field"
    told = f"{shown(row.value.get(name))} stands in {first.place} already, {how}; keep one of the two rows"
    return CaseFileError(row.place, [BadLine(None, name, told)])


@contextmanager
def checked(row: Row) -> Iterator[None]:
    """What a record does not take is an error of its row. Raises CaseFileError."""
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        what = first["msg"].removeprefix("Value error, ")
        told = f"makes no {error.title}: {what}, found {shown(first['input'])}"
        raise CaseFileError(row.place, [BadLine(None, field, told)]) from error


def absent(row: Row, name: str) -> bool:
    """Whether the row says nothing at all under this name: an empty text is one."""
    value = row.value.get(name)
    return value is None or (isinstance(value, float) and math.isnan(value))


def empty(row: Row, name: str) -> bool:
    return absent(row, name) or row.value[name] == ""


def words(row: Row, name: str) -> str:
    """A text, "" for an empty cell. Raises CaseFileError."""
    value = row.value.get(name)
    if empty(row, name):
        return ""
    if not isinstance(value, str):
        raise wrong(row, name, "a text")
    return value


def printed(row: Row, name: str) -> str:
    """A value as a judge or a table writes it: its text, or the number itself, a whole one without a point. Raises
    CaseFileError."""
    value = row.value.get(name)
    if isinstance(value, bool | str) or not isinstance(value, int | float) or empty(row, name):
        return words(row, name)
    if math.inf in (value, -value):
        raise wrong(row, name, "a text or a finite number")
    return str(int(value)) if value == int(value) else str(value)


def first_of(row: Row, *names: str) -> str:
    """The first of these fields that has something, else the first one."""
    return next((name for name in names if not empty(row, name)), names[0])


def named(row: Row, *names: str) -> str:
    """The text (or number) of the first of these fields that has one, of which an id can be made. Raises CaseFileError."""
    found = first_of(row, *names)
    told = printed(row, found).strip()
    if slug(told) == UNNAMED and told.lower() != UNNAMED:
        raise wrong(row, found, "a text with a Latin letter or a digit, since an id is made of it")
    return told


def truth(row: Row, name: str) -> bool:
    """A field that holds true or false, 1 or 0, "yes" or "no", in the letters that a spreadsheet gives them. Raises
    CaseFileError."""
    value = row.value.get(name)
    found = _TRUTHS.get(str(value).strip().lower()) if isinstance(value, str | int | float) else None
    if found is None:
        raise wrong(row, name, "true or false, 1 or 0, yes or no")
    return found


def accepts(row: Row, name: str, lean: str) -> bool:
    """A verdict on a text; of none there is, an empty cell is a no (SPEC b.1: that output fails). Raises CaseFileError also
    where it accepts what is not there."""
    if name in row.value and empty(row, name) and not lean.strip():
        return False
    value = truth(row, name)
    if value and not lean.strip():
        raise wrong(row, name, "no where the row holds no output, since there is nothing that could be accepted")
    return value


def number(row: Row, name: str, allowed: str, *, low: float = 0, high: float = 10**9) -> float | None:
    """A number, also as the text that a CSV has; None for an empty cell. Raises CaseFileError."""
    value: Any = row.value.get(name)
    if empty(row, name):
        return None
    try:
        plain = not isinstance(value, bool | str) or (isinstance(value, str) and _NUMBER.fullmatch(value.strip()))
        found = float(value) if plain else math.nan
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not low <= found <= high:
        raise wrong(row, name, allowed)
    return found


def whole(row: Row, name: str, allowed: str, *, low: int = 0, high: int = 10**9) -> int | None:
    """A whole number, also one that a table wrote with a point (5.0); None for an empty cell. Raises CaseFileError."""
    found = number(row, name, allowed, low=low, high=high)
    if found is not None and not found.is_integer():
        raise wrong(row, name, allowed)
    return None if found is None else int(found)


def within(row: Row, name: str) -> Row | None:
    """An object in a field, as a row of its own; None for an empty cell. A table holds it as a text, JSON or Python's own.
    Raises CaseFileError."""
    value = row.value.get(name)
    if empty(row, name):
        return None
    found = _object(value) if isinstance(value, str) else value
    if not isinstance(found, dict):
        raise wrong(row, name, "an object {...}")
    return Row(f"{row.place}, in {name}", found)


def _object(text: str) -> Any:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return None


def either(row: Row, names: tuple[str, str], read: Callable[[Row, str], T]) -> T:
    """A field that goes by two names, of which one may be empty. Raises CaseFileError where a row has both, and they
    differ."""
    held = [name for name in names if not empty(row, name)]
    held = held or [name for name in names if name in row.value][:1] or [names[1]]
    values = [read(row, name) for name in held]
    if len(held) == 2 and values[0] != values[1]:
        raise wrong(
            row, held[1], f"what '{held[0]}' says, {shown(row.value[held[0]])}; they are two names of one field"
        )
    return values[0]
