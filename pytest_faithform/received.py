"""What formalizers, Lean backends and judges hand over, checked before it is kept: a plugin's mistake is a fault of the
apparatus with the plugin's name in it, not a crash of the report that carries it."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError

from pytest_faithform.errors import FaithformFault, Where
from pytest_faithform.model import Model
from pytest_faithform.strict import complaint

__all__ = ["invalid", "received"]

M = TypeVar("M", bound=Model)


def received(kind: type[M], value: object, *, where: Where, giver: object) -> M:
    """`value` as a valid `kind`. Raises FaithformFault naming the giver and the field otherwise.

    Being an instance says little: pydantic's `model_construct` and `model_copy` check nothing.
    """
    if not isinstance(value, kind):
        raise FaithformFault(where, f"{_named(where, giver)} gave a {type(value).__name__}, not a {kind.__name__}")
    try:
        return kind.model_validate(value.model_dump(warnings=False))
    except ValidationError as error:
        raise invalid(error, where=where, giver=giver) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise FaithformFault(where, f"{_named(where, giver)} gave no valid {kind.__name__}: {error}") from error


def invalid(error: ValidationError, *, where: Where, giver: object) -> FaithformFault:
    """The fault of a giver whose answer does not validate."""
    return FaithformFault(where, f"{_named(where, giver)} gave no valid {error.title}: {complaint(error)}")


def _named(where: Where, giver: object) -> str:
    kind = type(giver)
    role = {"formalizer": "the system", "lean": "the Lean backend", "judge": "the judge"}.get(where, where)
    return f"{role} {getattr(giver, 'name', '')!r} ({kind.__module__}.{kind.__qualname__})"
