"""Fields of a result row, read strictly: what is not as the format says (SPEC g) is refused, never made to fit.

A field that is missing, null or NaN is an empty cell of a table (pandas writes any of them), and so is an empty text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import ValidationError

from pytest_faithform.cases.adapters.base import UNNAMED, Row, slug
from pytest_faithform.cases.explain import shown
from pytest_faithform.cases.files import CaseFileError
from pytest_faithform.cases.jsonl import BadLine

__all__ = [
    "accepts",
    "checked",
    "either",
    "empty",
    "named",
    "number",
    "printed",
    "truth",
    "twice",
    "whole",
    "within",
    "words",
    "wrong",
]

T = TypeVar("T")


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


def empty(row: Row, name: str) -> bool:
    value = row.value.get(name)
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))


def words(row: Row, name: str) -> str:
    """A text, "" for an empty cell. Raises CaseFileError."""
    value = row.value.get(name)
    if empty(row, name):
        return ""
    if not isinstance(value, str):
        raise wrong(row, name, "a text")
    return value


def printed(row: Row, name: str) -> str:
    """A value as a judge or a table writes it: its text, or the number itself. Raises CaseFileError."""
    value = row.value.get(name)
    return str(value) if type(value) in (int, float) and not empty(row, name) else words(row, name)


def named(row: Row, *names: str) -> str:
    """The text of the first of these fields that has one, of which an id can be made. Raises CaseFileError."""
    found = next((name for name in names if isinstance(row.value.get(name), str) and row.value[name].strip()), names[0])
    told = words(row, found).strip()
    if slug(told) == UNNAMED and told.lower() != UNNAMED:
        raise wrong(row, found, "a text with a Latin letter or a digit, since an id is made of it")
    return told


def truth(row: Row, name: str) -> bool:
    """A field that holds true or false, 1 or 0, "yes" or "no". Raises CaseFileError."""
    values = {True: True, False: False, "yes": True, "no": False, "True": True, "False": False, "1": True, "0": False}
    value = row.value.get(name)
    if isinstance(value, list | dict) or value not in values:
        raise wrong(row, name, "true or false, 1 or 0, yes or no")
    return values[value]


def accepts(row: Row, name: str, lean: str) -> bool:
    """A verdict on a text. Raises CaseFileError also where it accepts one that is not there (SPEC b.1: that output fails)."""
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
        found = math.nan if isinstance(value, bool) else float(value)
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
    """An object in a field, as a row of its own; None for an empty cell. Raises CaseFileError."""
    value = row.value.get(name)
    if empty(row, name):
        return None
    if not isinstance(value, dict):
        raise wrong(row, name, "an object {...}")
    return Row(f"{row.place}, in {name}", value)


def either(row: Row, names: tuple[str, str], read: Callable[[Row, str], T]) -> T:
    """A field that goes by two names. Raises CaseFileError where a row has both, and they differ."""
    held = [name for name in names if name in row.value] or [names[1]]
    values = [read(row, name) for name in held]
    if len(held) == 2 and values[0] != values[1]:
        raise wrong(
            row, held[1], f"what '{held[0]}' says, {shown(row.value[held[0]])}; they are two names of one field"
        )
    return values[0]
