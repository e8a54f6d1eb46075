"""Names, tactics and notations that the embedded Lean is known to lack, and whether a text failed on one of them.

A failure on a listed thing says nothing about the text (outcome `unavailable`); every other failure is the text's. The
list is `assets/lacking.txt`; each of its entries fails on bare core (a test checks this).

Under the prelude an error may also come from what the prelude only approximates (see `approximate`): that counts as lacking
too.

What decides is the *first* error by position: a text that has another error before it is wrong on any Lean. Errors that
only follow from a listed thing are passed over; Lean reports some of them at an earlier place (see `_follows`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from pytest_faithform.lean.backends.approximate import Approximation
from pytest_faithform.model import LeanMessage

__all__ = ["Lacking"]

_UNKNOWN = re.compile(r"(?:Unknown (?:identifier|constant)|unknown namespace) `(?P<name>[^`\n]+)`")
_FIELD = re.compile(r"Invalid field `[^`\n]+`: The environment does not contain `(?P<name>[^`\n]+)`")
_ATTRIBUTE = re.compile(r"Unknown attribute `\[(?P<name>[^\]\n]+)\]`")
_INDENT = re.compile(r"[ \t]*")
_WORD = re.compile(r"[\w']+")
_PARSE = ("expected token", "unexpected token", "unexpected identifier", "missing end of character literal")

# Notations that Lean notices only after them: what then stands before the place of the error.
_AFTER_UNIVERSE = re.compile(r"\b(?:Type|Sort)\*\s*$")
_AFTER_FACTORIAL = re.compile(r"[\w')]\s?!\s*$")
_OPEN_BUILDER = re.compile(r"\{[^{}|]*$")
_BUILDER = re.compile(r"\{[^{}|]*\|[^{}]*$")


@dataclass(frozen=True)
class Lacking:
    """The list, by kind. A namespace stands for itself and for every name in it."""

    names: frozenset[str]
    namespaces: frozenset[str]
    tactics: frozenset[str]
    attributes: frozenset[str]
    notations: tuple[str, ...]

    @classmethod
    def load(cls) -> Lacking:
        text = (resources.files(__package__) / "assets" / "lacking.txt").read_text(encoding="utf-8")
        found: dict[str, list[str]] = {kind: [] for kind in ("name", "namespace", "tactic", "attribute", "notation")}
        for line in text.splitlines():
            if line and not line.startswith("--"):
                kind, *words = line.split()
                found[kind] += words
        return cls(
            names=frozenset(found["name"]),
            namespaces=frozenset(found["namespace"]),
            tactics=frozenset(found["tactic"]),
            attributes=frozenset(found["attribute"]),
            notations=tuple(sorted(found["notation"], key=len, reverse=True)),
        )

    def blamed(
        self, code: str, errors: Sequence[LeanMessage], approximation: Approximation | None = None
    ) -> tuple[str, ...]:
        """What `code` failed on, if its first error is about a listed thing; else (). `errors` as Lean emitted them."""
        placed = _Placed(code)
        culprits = [self._culprit(placed, error) for error in errors]
        if approximation is not None:
            culprits = [
                culprit or approximation.culprit(error, placed.offset(error))
                for culprit, error in zip(culprits, errors, strict=True)
            ]
        deciding = [
            (placed.key(error), order, culprit)
            for order, (error, culprit) in enumerate(zip(errors, culprits, strict=True))
            if culprit or not _follows(placed, error, errors[:order], culprits)
        ]
        if not deciding or not min(deciding)[2]:
            return ()
        first = min(deciding)[2]
        return tuple(dict.fromkeys([first, *(c for c in culprits if c)]))

    def _culprit(self, placed: _Placed, error: LeanMessage) -> str:
        """The listed thing that an error is about, or ""."""
        if match := _UNKNOWN.match(error.text) or _FIELD.match(error.text):
            return self._listed_name(match["name"])
        if match := _ATTRIBUTE.match(error.text):
            return match["name"] if match["name"] in self.attributes else ""
        if error.line is None:
            return ""
        at = placed.offset(error)
        if error.text.startswith("unknown tactic"):
            word = placed.word_at(at)
            return word if word in self.tactics else ""
        if error.text.startswith(_PARSE) and not error.text.endswith("expected command"):
            return self._listed_notation(placed.code, at, error.text)
        return ""

    def _listed_name(self, name: str) -> str:
        name = name.removeprefix("_root_.").removeprefix("@")
        head = name.partition(".")[0]
        return name if name in self.names or name in self.namespaces or head in self.namespaces else ""

    def _listed_notation(self, code: str, at: int, message: str) -> str:
        """The notation at the place of a parse error. What Lean says tells a character that it cannot read at all
        from one that stands where it may not, which would be as wrong with Mathlib."""
        if message.startswith("expected token"):
            for notation in self.notations:
                # Lean can read the first character of some (≤ᵐ) and stops at the next.
                start = code.find(notation, max(0, at - len(notation) + 1), at + len(notation))
                if 0 <= start <= at:
                    return notation
            return ""
        if message.startswith("missing end of character literal"):
            return "⁻¹'" if "⁻¹'" in code[max(0, at - 8) : at] else ""
        # An unexpected token is reported at the end of what stands before it.
        before = code[max(0, at - 400) : at]
        token = code[at : at + 400].lstrip()[:1]
        wants_term = "expected term" in message
        if token == "|" and wants_term:
            return "|x|"
        if token == "!" and "identifier" not in message:
            return "n !"
        if token == "!" and before.endswith("∃"):
            return "∃!"
        if wants_term and _AFTER_UNIVERSE.search(before):
            return "Type*"
        if wants_term and _AFTER_FACTORIAL.search(before):
            return "n !"
        if wants_term and before.endswith("ℕ+"):
            return "ℕ+"
        if message == "unexpected token '}'; expected '=>'" and _BUILDER.search(before):
            return "{x | p x}"
        if message == "unexpected token '|'; expected '}'" and _OPEN_BUILDER.search(before):
            return "{x | p x}"
        return ""


class _Placed:
    """A text with its lines, for looking at the places that messages name."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.starts = [0, *(m.end() for m in re.finditer("\n", code))]

    def key(self, error: LeanMessage) -> tuple[int, int]:
        return (error.line or 0, error.column or 0)

    def offset(self, error: LeanMessage) -> int:
        line = min(error.line or 1, len(self.starts))
        return min(self.starts[line - 1] + (error.column or 0), len(self.code))

    def column(self, offset: int) -> int:
        return offset - (self.code.rfind("\n", 0, offset) + 1)

    def word_at(self, at: int) -> str:
        """The word that covers a place: Lean reports an unknown tactic one character into it."""
        for match in _WORD.finditer(self.code, self.line_start(at)):
            if match.end() > at:
                return match[0] if match.start() <= at else ""
        return ""

    def line_start(self, at: int) -> int:
        return self.code.rfind("\n", 0, at) + 1

    def indent(self, at: int) -> int:
        """The column of the first thing on the line of a place."""
        start = self.line_start(at)
        match = _INDENT.match(self.code, start)
        return match.end() - start if match else 0


_INSTANCE = ("failed to synthesize", "typeclass instance problem is stuck", "overloaded, errors")
_BLOCK_HEAD = re.compile(r"(?:by\b|·|\.)?[\s{(]*")


def _follows(placed: _Placed, error: LeanMessage, earlier: Sequence[LeanMessage], culprits: Sequence[str]) -> bool:
    """Whether `error` only follows from a listed thing, although it stands before it.

    Lean reads a command, reports where it could not, and elaborates what it has: of the errors emitted before this one,
    those at a later place are of the same command. Two kinds follow: an instance that is not found for a type that
    stayed unknown, and the goals that a block of tactics leaves open. What stands on a later line and further left than
    a block's first tactic is not part of that block: then the block was complete, and its open goals are its own.
    """
    if error.line is None:
        return False
    later = [c for c, culprit in zip(earlier, culprits, strict=False) if culprit and placed.key(c) > placed.key(error)]
    if error.text.startswith(_INSTANCE) and "?m." in error.text:
        return bool(later)
    if not error.text.startswith("unsolved goals"):
        return False
    head = placed.offset(error)
    match = _BLOCK_HEAD.match(placed.code, head)
    first = match.end() if match else head
    places = [placed.offset(cause) for cause in later]
    return any(
        placed.line_start(at) <= placed.line_start(first) or placed.indent(at) >= first - placed.line_start(first)
        for at in places
    )
