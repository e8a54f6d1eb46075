"""What an endpoint is asked with, read from text: generation settings and the endpoint's address.

Imports nothing of the client, so that a mistake is found whatever the system under test.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from pytest_faithform.address import split_address

__all__ = ["DEFAULT_SAMPLING", "EXTRA", "SAMPLING_NAMES", "STANDARD", "addresses", "checked_endpoint", "parse_sampling"]

#: The generation settings of Robust proof autoformalization (SPEC d).
DEFAULT_SAMPLING: dict[str, Any] = {"temperature": 0.6, "top_p": 0.95, "max_tokens": 8192}

#: Settings that are parameters of the API, and those that servers take beside it.
STANDARD = frozenset(
    [
        "temperature",
        "top_p",
        "max_tokens",
        "max_completion_tokens",
        "seed",
        "stop",
        "presence_penalty",
        "frequency_penalty",
    ]
)
EXTRA = frozenset(["top_k", "min_p", "repetition_penalty"])

_INTEGERS = frozenset(["max_tokens", "max_completion_tokens", "seed", "top_k"])
_LIMITS = frozenset(["max_tokens", "max_completion_tokens"])

_ALLOWED: dict[str, tuple[str, Callable[[float], bool]]] = {
    "temperature": ("a number of at least 0", lambda value: value >= 0),
    "top_p": ("a number above 0 and at most 1", lambda value: 0 < value <= 1),
    "min_p": ("a number from 0 to 1", lambda value: 0 <= value <= 1),
    "top_k": ("a whole number of at least 1 (-1 or 0: all tokens)", lambda value: value >= -1),
    "max_tokens": ("a whole number of at least 1", lambda value: value >= 1),
    "max_completion_tokens": ("a whole number of at least 1", lambda value: value >= 1),
    "seed": ("a whole number", lambda value: True),
    "presence_penalty": ("a number from -2 to 2", lambda value: -2 <= value <= 2),
    "frequency_penalty": ("a number from -2 to 2", lambda value: -2 <= value <= 2),
    "repetition_penalty": ("a number above 0", lambda value: value > 0),
}

#: What a setting may be called.
SAMPLING_NAMES = frozenset(_ALLOWED)


def parse_sampling(text: str, over: Mapping[str, Any] = DEFAULT_SAMPLING) -> dict[str, Any]:
    """`temperature=0.2,max_tokens=512` as settings laid over those of `over`. Raises ValueError naming the setting and what
    it may be."""
    given: dict[str, int | float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name not in _ALLOWED:
            raise ValueError(f"{part!r}: write NAME=NUMBER with one of {', '.join(sorted(_ALLOWED))}")
        if name in given:
            raise ValueError(f"{name} is given twice; keep one")
        given[name] = _number(name, value)
    if given.keys() >= _LIMITS:
        raise ValueError("max_tokens and max_completion_tokens are the same limit; keep one")
    defaults = {name: value for name, value in over.items() if not (name in _LIMITS and _LIMITS & given.keys())}
    return defaults | given


def addresses(text: str) -> list[str]:
    """The addresses of a text that separates them by commas or white space, each once. Raises ValueError where no request
    could be sent to one of them."""
    return [checked_endpoint(url) for url in dict.fromkeys(re.split(r"[,\s]+", text.strip())) if url]


def checked_endpoint(url: str) -> str:
    """The address of an endpoint. Raises ValueError where no request could be sent to it."""
    split_address(url, "http://localhost:8000/v1")
    return url


def _number(name: str, text: str) -> int | float:
    allowed, holds = _ALLOWED[name]
    try:
        value = int(text) if name in _INTEGERS else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or not holds(value):
        raise ValueError(f"{name} is {allowed}, not {text!r}")
    return value
