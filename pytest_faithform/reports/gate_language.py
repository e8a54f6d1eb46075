"""The language of gates: each states what must be true of a run's numbers.

    FR[number_edit,proof].low >= 0.40        the lower end of FR's interval in a slice
    FullyCorrect.range_excess <= 5pp         a metric of a metric; 5pp and 5% are 0.05
    FR[step_deletion] >= 0.5 with settled >= 0.7, n >= 5

A gate is a metric, an optional slice in brackets (terms in any order), an optional end of the interval (`low`, `high`;
`value` where none is named; `n`), a comparison with a number, and conditions after `with`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

__all__ = ["CONDITIONS", "FIELDS", "Gate", "GateError", "parse_gate", "shown_error"]

Comparison = Literal[">=", "<=", "==", "!=", ">", "<"]
#: What may be read of a metric's row.
FIELDS = ("value", "low", "high", "n")
CONDITIONS = ("settled", "level", "n")
_COMPARISONS = (">=", "<=", "==", "!=", ">", "<")
_PERCENT = ("%", "pp")
_TOKEN = re.compile(r"\s*(>=|<=|==|!=|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[<>=,\[\].]|[^\s\[\],.<>=!]+|\S)")
#: Terms of a slice are slugs, which may begin with a digit and hold dots, or NAME=SLUG.
_TERM = re.compile(r"\s*(>=|<=|==|!=|[<>,\[\]]|[^\s\[\],<>=!]+(?:=[^\s\[\],<>=!]+)?|\S)")
_WORD = re.compile(r"[^\W\d][^\s\[\],.<>=!]*")
_TERM_TEXT = re.compile(r"[\w.-]+(?:=[\w.-]+)?")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
#: Sums of shares such as 0.8 - 0.75 miss their decimal value by less than this.
_ROUNDING = 1e-9


class GateError(ValueError):
    """A text that is no gate, or a name that a run does not have; `column` counts from 1."""

    def __init__(self, text: str, column: int, why: str) -> None:
        super().__init__(shown_error(text, column, why))


def shown_error(text: str, column: int, why: str) -> str:
    return f"column {column} of the gate: {why}\n  {text}\n  {' ' * (column - 1)}^"


@dataclass(frozen=True)
class Gate:
    """One parsed gate. `names` are the metric's dotted parts without the field that is read; `terms` is None without
    brackets; `at` maps "metric" and each term to its column in `text`, from 1."""

    text: str
    names: tuple[str, ...]
    terms: tuple[str, ...] | None
    comparison: Comparison
    limit: float
    conditions: Mapping[str, float] = field(default_factory=dict)
    at: Mapping[str, int] = field(default_factory=dict, compare=False)

    def holds(self, value: float) -> bool:
        """Is this true of `value`? Values that differ from the limit by rounding alone are equal to it."""
        gap = value - self.limit
        equal = abs(gap) <= _ROUNDING
        return {
            ">=": gap > 0 or equal,
            "<=": gap < 0 or equal,
            "==": equal,
            "!=": not equal,
            ">": gap > 0 and not equal,
            "<": gap < 0 and not equal,
        }[self.comparison]


def parse_gate(text: str) -> Gate:
    """Read one gate. Raises GateError naming the column and what may stand there."""
    return _Reader(text).gate()


def _tokens(text: str) -> list[tuple[str, int]]:
    """The tokens with their columns, from 1."""
    found: list[tuple[str, int]] = []
    place, inside = 0, False
    while (token := (_TERM if inside else _TOKEN).match(text, place)) is not None:
        found.append((token[1], token.start(1) + 1))
        ended = token[1] == "]" or token[1] in _COMPARISONS
        place, inside = token.end(), not ended and (inside or token[1] == "[")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        self.tokens = _tokens(self.text)
        self.next = 0

    def gate(self) -> Gate:
        at: dict[str, int] = {}
        names = [self._word("the name of a metric, e.g. FR or UFUB", at, "metric")]
        terms: list[str] | None = None
        while self._peek() in (".", "["):
            if names[-1] in FIELDS:
                raise self._error(f"a comparison after .{names[-1]}")
            if self._take("."):
                names.append(self._word("a part or an end of the metric: low, high, value, n", at))
            elif terms is not None:
                raise self._error("one slice, with all terms in one pair of brackets, e.g. [number_edit,proof]")
            else:
                terms = self._terms(at)
        comparison = self._comparison("[slice], .low, .high or a comparison")
        limit = self._number()
        conditions: dict[str, float] = {}
        if self._peek() == "with":
            self.next += 1
            conditions = self._conditions()
        if self._peek() is not None:
            raise self._error("nothing more, or 'with settled >= …' or 'with n >= …'")
        slice_terms = None if terms is None else tuple(terms)
        return Gate(self.text, tuple(names), slice_terms, comparison, limit, conditions, at)

    def _terms(self, at: dict[str, int]) -> list[str]:
        self._take("[")
        terms = [self._term(at)]
        while self._take(","):
            terms.append(self._term(at))
        self._expect("]", "',' and a further term, or ']'")
        return terms

    def _term(self, at: dict[str, int]) -> str:
        token = self._peek()
        if token is None or not _TERM_TEXT.fullmatch(token):
            raise self._error("a term of the slice, e.g. number_edit")
        at.setdefault(token, self.tokens[self.next][1])
        self.next += 1
        return token

    def _conditions(self) -> dict[str, float]:
        found: dict[str, float] = {}
        while True:
            if self._peek() not in CONDITIONS:
                raise self._error(f"one of the conditions: {' or '.join(CONDITIONS)}")
            name = self.tokens[self.next][0]
            if name in found:
                raise self._error(f"one condition on {name}; there is one already")
            self.next += 1
            self._expect(">=", "'>=', the one comparison of a condition")
            found[name] = self._number()
            if not self._take(","):
                return found

    def _comparison(self, wanted: str) -> Comparison:
        token = self._peek()
        if token == "=":
            raise self._error("'==' for equality")
        if token not in _COMPARISONS:
            raise self._error(f"{wanted} ({' '.join(_COMPARISONS)})")
        self.next += 1
        return cast("Comparison", token)

    def _number(self) -> float:
        token = self._peek()
        if token is None or not _NUMBER.fullmatch(token):
            raise self._error("a number: 0.40, 40%, 5pp")
        number = float(token)
        end = self.tokens[self.next][1] - 1 + len(token)
        self.next += 1
        unit = self._peek()
        if unit in _PERCENT:
            self.next += 1
            number /= 100
        elif unit is not None and self.tokens[self.next][1] - 1 == end and unit != ",":
            raise self._error("a number with the unit % or pp, or none")
        if not math.isfinite(number):
            self.next -= 1
            raise self._error("a finite number")
        return number

    def _word(self, wanted: str, at: dict[str, int], role: str | None = None) -> str:
        token = self._peek()
        if token is None or not _WORD.fullmatch(token):
            raise self._error(wanted)
        at.setdefault(role or token, self.tokens[self.next][1])
        self.next += 1
        return token

    def _peek(self) -> str | None:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else None

    def _take(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self.next += 1
        return True

    def _expect(self, token: str, wanted: str) -> None:
        if not self._take(token):
            raise self._error(wanted)

    def _error(self, wanted: str) -> GateError:
        token = self._peek()
        column = self.tokens[self.next][1] if token is not None else len(self.text) + 1
        found = f"found {token!r}" if token is not None else "the gate ends here"
        return GateError(self.text, column, f"expected {wanted}; {found}")
