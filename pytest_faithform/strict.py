"""What every stored type is made of: strict reading, and text and JSON that others wrote.

Models emit text that UTF-8 or XML cannot carry, and plugins hand over values that JSON cannot. Both are settled here, at
the boundary, once. A part of `model`, which is where everybody else imports these from.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

__all__ = ["JsonObject", "Model", "Slug", "Text", "Untrusted", "complaint", "encodable", "printable"]

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*$", max_length=120)]
Text = Annotated[str, StringConstraints(min_length=1)]

_SURROGATES = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_MAX_DEPTH = 64


def printable(text: str, limit: int = 8192) -> str:
    """The one sanitizer at the boundary (reports, JUnit, ids' surroundings): no surrogates or control characters that
    XML cannot carry, at most `limit` characters. Each replaced character becomes U+FFFD."""
    # Most texts are, and asking takes a fraction of looking for what is not.
    if not text.isprintable():
        text = _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def encodable(text: str) -> str:
    """The text with each lone surrogate, which UTF-8 cannot carry, written out as `\\ud800`; all else stays."""
    return text if text.isascii() else _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _without_surrogates(text: Any) -> Any:
    """One for one, so that places in the text stay where they are."""
    if not isinstance(text, str):
        return text
    try:
        # Several times quicker than to look for one.
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
    return text


def _json(value: Any, where: str = "", depth: int = 0) -> Any:
    """A value as JSON can carry it; tuples become lists, lone surrogates are written out."""
    if isinstance(value, str):
        return encodable(value)
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if depth > _MAX_DEPTH:
        raise _no_json(where, f"nested deeper than {_MAX_DEPTH}")
    if isinstance(value, list | tuple):
        return [_json(one, f"{where}[{index}]", depth + 1) for index, one in enumerate(value)]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {encodable(key): _json(one, f"{where}.{encodable(key)}", depth + 1) for key, one in value.items()}
    if isinstance(value, dict):
        raise _no_json(where, "an object with keys that are no texts")
    raise _no_json(where, str(value) if isinstance(value, float) else f"a {type(value).__name__}")


def _no_json(where: str, what: str) -> PydanticCustomError:
    return PydanticCustomError("no_json", "{where}: {what}, which JSON cannot carry", {"where": where, "what": what})


Untrusted = Annotated[str, BeforeValidator(_without_surrogates)]
JsonObject = Annotated[dict[str, Any], BeforeValidator(_json)]


def complaint(error: ValidationError) -> str:
    """What is wrong with a value that is no instance of a type, field by field, on one line; at most three fields."""
    told = []
    for one in error.errors(include_url=False, include_context=False)[:3]:
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in one["loc"]).lstrip(".")
        told.append(f"{where}{one['msg']}" if one["type"] == "no_json" else f"{where}: {one['msg']}, {_found(one)}")
    more = error.error_count() - len(told)
    return printable("; ".join(told) + (f"; and {more} more" if more else ""), 1000)


def _found(one: ErrorDetails) -> str:
    return (
        f"found {ascii(one['input'])[:80]}"
        if isinstance(one["input"], str | int | float)
        else f"found a {type(one['input']).__name__}"
    )


class Model(BaseModel):
    """Base of every stored type: frozen, no unknown fields, no silent coercion, NaN and infinities refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
