"""Reading a judge's reply: JSON as models write it, in prose, in fences, in other quotes, with comments, with LaTeX in it.

Nothing is guessed. An object counts only if it is complete; of several that answer differently, none does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_faithform.judges.thoughts import answer_text

__all__ = ["Unreadable", "label_of", "read_answer", "read_tag"]

#: Keys that an answer may be wrapped under. A draft, an example or a thought has others.
_WRAPPERS = frozenset(["answer", "final_answer", "result", "response", "output", "verdict", "judgment", "evaluation"])
_SPACES = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_CLOSING = re.compile(r"\s*(?:[,:}\]]|/[/*]|\Z)")
# Which marks may end a text, by the one that begins it.
_QUOTES = {'"': '"', "'": "'", "“": "“”", "”": "“”", "„": "“”", "‘": "‘’", "’": "‘’"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'"}
_LOST_LATEX = re.compile(r"[\b\f\v\a]|[\t\r](?=[a-z])|\n(?=eq|abla|ot\b|mid|u\b)")
_MAX_REPLY = 200_000
_MAX_STARTS = 400
_MAX_DEPTH = 32


class Unreadable(ValueError):
    """Why a reply is no answer, in words that hold nothing of the reply."""


def label_of(value: Any) -> str:
    """A label without what models put around one, in lower case; "" where it is no text."""
    return value.strip(" \t\n.!*_`'\"").lower() if isinstance(value, str) else ""


def read_answer(reply: str, required: Sequence[str], *deciding: str) -> list[dict[str, Any]]:
    """The one JSON object with the `required` keys, in up to two readings, the likelier first: backslashes as JSON has them,
    and backslashes as LaTeX has them. Raises Unreadable where there is none, or where several differ in `deciding`."""
    text = answer_text(reply)
    if not text:
        raise Unreadable("the reply is empty")
    if len(text) > _MAX_REPLY:
        raise Unreadable("the reply is too long")
    literal, latex = ([_unwrapped(found) for found in _objects(text, latex=latex)] for latex in (False, True))
    answers = [found for found in literal if found.keys() >= set(required)]
    doubled = [found for found in latex if found.keys() >= set(required)]
    if not answers and not doubled:
        raise Unreadable("the reply holds no complete JSON object with " + ", ".join(required))
    for held in (answers, doubled):
        for key in deciding:
            if len({json.dumps(found[key], sort_keys=True) for found in held}) > 1:
                raise Unreadable(f"the reply answers more than once, and differently ({key})")
    readings = [held[-1] for held in (answers, doubled) if held]
    if len(readings) == 2 and any(
        _LOST_LATEX.search(value) for value in readings[0].values() if isinstance(value, str)
    ):
        readings.reverse()
    return readings if len(readings) < 2 or readings[0] != readings[1] else readings[:1]


def read_tag(reply: str, tag: str, values: str) -> str:
    """What the last `<tag>…</tag>` of the reply holds, where it matches `values`. Raises Unreadable."""
    text = answer_text(reply)
    if not text:
        raise Unreadable("the reply is empty")
    found = re.findall(rf"<{tag}>\s*({values})\s*</{tag}>", text)
    if not found:
        raise Unreadable(f"the reply holds no <{tag}> with an allowed value")
    return str(found[-1])


def _unwrapped(found: dict[str, Any]) -> dict[str, Any]:
    """The one object that another holds and nothing else."""
    while len(found) == 1:
        ((key, inner),) = found.items()
        if key not in _WRAPPERS or not isinstance(inner, dict):
            break
        found = inner
    return found


def _objects(text: str, *, latex: bool) -> Iterator[dict[str, Any]]:
    """The complete objects of a text in their order; what lies inside one is not looked at again."""
    at = text.find("{")
    for _ in range(_MAX_STARTS):
        if at < 0:
            return
        try:
            found, end = _Parser(text, latex=latex).value(at, 0)
        except (ValueError, IndexError):
            end = at + 1
        else:
            yield found
        at = text.find("{", end)


class _Parser:
    """JSON with single or curly quotes, capitals in keys, comments, trailing commas, raw line ends and unescaped quotes
    inside texts. `latex`: a backslash is itself, unless it stands before a quote or another backslash."""

    def __init__(self, text: str, *, latex: bool) -> None:
        self._text, self._latex = text, latex

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        char = self._text[at]
        if depth > _MAX_DEPTH:
            raise ValueError("nested too deep")
        if char == "{":
            return self._object(at, depth)
        if char == "[":
            return self._list(at, depth)
        if char in _QUOTES:
            return self._string(at)
        number = _NUMBER.match(self._text, at)
        if number:
            digits = number.group()
            return (float(digits) if set(digits) & set(".eE") else int(digits)), number.end()
        for word, found in _WORDS.items():
            if self._text.startswith(word, at):
                return found, at + len(word)
        raise ValueError("no value")

    def _object(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        at = self._skip(at + 1)
        while self._text[at] != "}":
            if self._text[at] not in _QUOTES:
                raise ValueError("no key")
            key, at = self._string(at)
            key = "_".join(key.lower().split())
            at = self._expect(":", self._skip(at))
            value, at = self.value(at, depth + 1)
            if key in found and found[key] != value:
                raise ValueError("a key twice")
            found[key] = value
            at = self._next(at, "}")
        return found, at + 1

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        found = []
        at = self._skip(at + 1)
        while self._text[at] != "]":
            value, at = self.value(at, depth + 1)
            found.append(value)
            at = self._next(at, "]")
        return found, at + 1

    def _string(self, at: int) -> tuple[str, int]:
        quotes = _QUOTES[self._text[at]]
        pieces: list[str] = []
        at += 1
        while True:
            char = self._text[at]
            if char in quotes and _CLOSING.match(self._text, at + 1):
                return "".join(pieces), at + 1
            if char == "\\":
                piece, at = self._escape(at)
                pieces.append(piece)
            else:
                pieces.append(char)
                at += 1

    def _escape(self, at: int) -> tuple[str, int]:
        after = self._text[at + 1]
        if after in "\"'\\" or (not self._latex and after in _ESCAPES):
            return _ESCAPES[after], at + 2
        if after == "u" and not self._latex and re.match(r"[0-9a-fA-F]{4}", self._text[at + 2 : at + 6]):
            return chr(int(self._text[at + 2 : at + 6], 16)), at + 6
        return "\\" + after, at + 2

    def _next(self, at: int, closing: str) -> int:
        at = self._skip(at)
        if self._text[at] == closing:
            return at
        return self._expect(",", at)

    def _expect(self, char: str, at: int) -> int:
        if self._text[at] != char:
            raise ValueError(f"no {char}")
        return self._skip(at + 1)

    def _skip(self, at: int) -> int:
        found = _SPACES.match(self._text, at)
        return found.end() if found else at
