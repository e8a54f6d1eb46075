"""Fields of a row, read strictly: what is of another type than the data set's is told with its line, never made to fit.

A reader raises WrongField; `each` makes it a row left out, with what was found and what is allowed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pytest_faithform.cases.adapters.base import UNNAMED, Imported, LeftOut, Options, Row, slug, text, with_sorry
from pytest_faithform.cases.explain import shown
from pytest_faithform.lean.source import parse

__all__ = [
    "MISSING",
    "WrongField",
    "caught",
    "choice",
    "each",
    "fit_for_id",
    "is_nan",
    "name_of",
    "needed",
    "placed",
    "reference",
    "refuse",
    "term",
    "text_of",
    "texts",
    "truth",
    "whole",
    "words",
]

#: What writers of tables put where there is no value: as a text it would be taken for one.
MISSING = frozenset(["nan", "<na>", "nat", "none", "null"])

_WHOLE = re.compile(r"-?[0-9]{1,18}(?:\.0+)?")
_INDEX = re.compile(r"\[[0-9]+\]")
_TRUTHS = {"true": True, "false": False}


class WrongField(Exception):
    """A field that is not what the data set says; `told` says what was found and what is allowed."""

    def __init__(self, field: str, told: str) -> None:
        super().__init__(field, told)
        self.field = field
        self.told = told
        self.kind = f"field '{re.sub(_INDEX, '', field)}' is not as it must be"

    def left_out(self, row: Row) -> LeftOut:
        return LeftOut(row.place, name_of(row), f"field '{self.field}': {self.told}", self.kind)


def each(rows: Iterable[Row], options: Options, make: Callable[[Row], Iterable[Imported]]) -> Iterator[Imported]:
    """What `make` gives for each row, and the rows left out that have a wrong field."""
    for row in rows:
        yield from placed(row, options, caught(row, make))


def caught(row: Row, make: Callable[[Row], Iterable[Imported]]) -> Iterator[Imported]:
    """What `make` gives for the row, and behind it the row left out if a field is wrong."""
    try:
        yield from make(row)
    except WrongField as error:
        yield error.left_out(row)


def placed(row: Row, options: Options, items: Iterable[Imported]) -> Iterator[Imported]:
    """The items, their place noted in the options."""
    for item in items:
        options.places.append(row.place)
        yield item


def name_of(row: Row) -> str:
    """What people find the row by, "" where it has no name."""
    return next(filter(None, (text(row, key) for key in ("name", "id", "unique_id"))), "")


def refuse(field: str, value: Any, allowed: str) -> WrongField:
    """The field with what was found in it and what is allowed."""
    return WrongField(field, f"found {_found(value)}; allowed: {allowed}")


def text_of(field: str, value: Any) -> str:
    """A value that must be a text, "" for none. Raises WrongField."""
    if value is None:
        return ""
    if type(value) is int or (isinstance(value, float) and math.isfinite(value)):
        raise refuse(field, value, f'a text; put it in quotes: "{shown(value)}"')
    if not isinstance(value, str):
        raise refuse(field, value, "a text")
    if value.strip().lower() in MISSING:
        raise refuse(field, value, 'a text; where there is none, leave it empty: ""')
    return value


def words(row: Row, name: str) -> str:
    """The text of a field, "" where the row has none. Raises WrongField for anything else."""
    return text_of(name, row.value.get(name))


def reference(row: Row, name: str) -> str | None:
    """A reference statement that is complete Lean, None for an empty one. Raises WrongField where it is no theorem with a
    proof or a place for one, since no Lean takes it."""
    told = words(row, name)
    formal = with_sorry(told)
    stated = [decl for decl in parse(formal or "").decls if decl.is_theorem or decl.keyword == "example"]
    if formal is not None and not any(decl.value for decl in stated[-1:]):
        raise refuse(name, told, "a theorem that ends in ':= by', or that has its proof")
    return formal


def needed(row: Row, name: str) -> str:
    """The text of a field that a row cannot do without. Raises WrongField."""
    told = words(row, name)
    if told.strip():
        return told
    raise _absent(row, name, "a text that is not empty")


def term(row: Row, *names: str, otherwise: str | None = None) -> str:
    """The text of the first of these fields that has one, fit to become an id; without `otherwise` the row must have it.
    Raises WrongField."""
    for name in names:
        told = words(row, name).strip()
        if told:
            return fit_for_id(name, told)
    if otherwise is not None:
        return otherwise
    raise _absent(row, names[0], "a text that is not empty")


def fit_for_id(field: str, told: str) -> str:
    """The text, of which an id is made. Raises WrongField where nothing of it would be left."""
    if told and slug(told) == UNNAMED and told.lower() != UNNAMED:
        raise refuse(field, told, "a text with a Latin letter or a digit, since an id is made of it")
    return told


def texts(field: str, value: Any) -> list[str]:
    """A list of texts, none of them empty. Raises WrongField, which names the entry."""
    if not isinstance(value, list):
        raise refuse(field, value, "a list of texts")
    for index, one in enumerate(value):
        if not text_of(f"{field}[{index}]", one).strip():
            raise refuse(f"{field}[{index}]", one, "a text that is not empty")
    return value


def whole(row: Row, name: str, allowed: str = "a whole number") -> int:
    """A whole number; also one that a table wrote with a point (5.0) or as a text. Raises WrongField."""
    value = row.value.get(name)
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value.partition(".")[0])
    raise _absent(row, name, allowed)


def truth(row: Row, name: str) -> bool:
    """True or false; also the words, which a table has. Raises WrongField."""
    value = row.value.get(name)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _TRUTHS:
        return _TRUTHS[value.strip().lower()]
    raise _absent(row, name, "true or false")


def choice(row: Row, name: str, *allowed: str) -> str:
    """One of the allowed texts. Raises WrongField."""
    value = row.value.get(name)
    if isinstance(value, str) and value in allowed:
        return value
    raise _absent(row, name, ", ".join(map(shown, allowed)))


def is_nan(value: Any) -> bool:
    """Whether a value is the number that stands where a table had none."""
    return isinstance(value, float) and value != value


def _absent(row: Row, name: str, allowed: str) -> WrongField:
    if name in row.value:
        return refuse(name, row.value[name], allowed)
    return WrongField(name, f"is missing; allowed: {allowed}")


def _found(value: Any) -> str:
    if value is None:
        return "null"
    if is_nan(value):
        return "NaN (a number that stands for a missing text)"
    names = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", dict: "an object"}
    named = next((told for kind, told in names.items() if type(value) is kind), None)
    return f"{shown(value)} ({named})" if named else shown(value)
