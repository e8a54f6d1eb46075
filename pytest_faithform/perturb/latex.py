"""Tokens of LaTeX text, each with what a rule must know of its surroundings. Linear time, any text, never raises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

__all__ = ["Formula", "Token", "formulas", "price_dollars", "scan", "without_formulas"]

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\$\$|\$|[0-9]+|<=>|=>|->|<=|>=|\s+|.", re.DOTALL)

_MATH_NAMES = "align alignat aligned cases displaymath eqnarray equation flalign gather math multline"
_MATH_ENVIRONMENTS = frozenset(_MATH_NAMES.split())
_PREAMBLE_ENVIRONMENTS = frozenset(["array", "tabular", "alignat"])
# Commands whose argument is words, a name or a length, never mathematics.
_LAYOUT_NAMES = """
begin cite color emph end eqref hspace href includegraphics label mathrm mbox operatorname phantom ref section 
subsection tag text textbf textcolor textit textrm texttt underline url usepackage vspace
"""
_LAYOUT = frozenset(_LAYOUT_NAMES.split())

_PRICE = r"\$[0-9][0-9,]{0,12}(?:\.[0-9]{1,4})?"
_WORDS = r"(?![A-Za-z0-9])(?:(?!\n[ \t]*\n)[^$\\]|\\[$%&#]){0,400}?"
# "$300 and a stand for $50", "$5-$10", "$5 and $x$ of them": a formula that opens so closes behind no word and white space.
_PRICE_BEFORE_A_DOLLAR = re.compile(
    rf"{_PRICE}(?:{_WORDS}[\s(](?=\$[0-9])|\s?[-–,/]\s?(?=\$[0-9])|(?={_WORDS}[\s,][A-Za-z][a-z]){_WORDS}\s\(?(?=\$))"
)
_LAST_PRICE = re.compile(rf"{_PRICE}(?=[\s.,;:!?)\-]|\Z)(?=(?:(?!\n[ \t]*\n)[^$]|(?<=\\)\$)*+(?:\Z|\n[ \t]*\n))")


class Token(NamedTuple):
    """One lexical token; offsets are code points. `formula` counts the formulas from 0 and is None in running text."""

    kind: Literal["command", "escape", "number", "space", "char"]
    text: str
    start: int
    end: int
    formula: int | None = None
    script: bool = False
    layout: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """A stretch of mathematics with its delimiters: `text[start:end]`; `inner` leaves the delimiters out."""

    start: int
    end: int
    inner: str


@dataclass(slots=True)
class _Group:
    script: bool
    layout: bool
    name: str | None = None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.groups: list[_Group] = []
        self.closer: str | None = None
        self.environment: str | None = None
        self.formula = -1
        self.script_next = False
        self.layout_next = False
        self.name_next: str | None = None

    def run(self) -> list[Token]:
        for match in _TOKEN.finditer(self.text):
            self._take(match[0], match.start(), match.end())
        return self.tokens

    def _take(self, text: str, start: int, end: int) -> None:
        if text.isspace():
            # A blank line ends a paragraph, and TeX lets no inline formula run over it.
            if self.closer == "$" and text.count("\n") > 1:
                self._leave()
            self._add("space", text, start, end)
            return
        if self._delimiter(text) and not (text == "$" and self.closer is None and _is_price(self.text, start)):
            self._enter_or_leave(text, start, end)
            return
        script = self.script_next
        self.script_next = False
        if text == "{":
            self._add("char", text, start, end, script)
            self.groups.append(_Group(script or self._in_script, self.layout_next or self._in_layout, self.name_next))
            self.layout_next, self.name_next = False, None
        elif text == "}":
            group = self.groups.pop() if self.groups else None
            self._add("char", text, start, end)
            if group and group.name:
                self._environment(group.name, self.tokens)
        else:
            self._add(_kind(text), text, start, end, script)
            self.layout_next = text[0] == "\\" and text[1:] in _LAYOUT
            self.name_next = text[1:] if text in ("\\begin", "\\end") else None
            self.script_next = text in ("_", "^") and self.closer is not None

    @property
    def _in_script(self) -> bool:
        return bool(self.groups) and self.groups[-1].script

    @property
    def _in_layout(self) -> bool:
        return bool(self.groups) and self.groups[-1].layout

    def _delimiter(self, text: str) -> bool:
        return text in ("$", "$$", "\\(", "\\)", "\\[", "\\]")

    def _enter_or_leave(self, text: str, start: int, end: int) -> None:
        closers = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
        if self.closer is None and text in closers:
            self._enter(closers[text])
            self._add("char", text, start, end)
        elif self.closer == "$" and text == "$$":
            # Two inline formulas that touch: "$x$$y$".
            self._enter_or_leave("$", start, start + 1)
            self._enter_or_leave("$", start + 1, end)
        elif text == self.closer:
            self._add("char", text, start, end)
            self._leave()
        else:
            self._add("escape" if text[0] == "\\" else "char", text, start, end)

    def _enter(self, closer: str) -> None:
        self.formula += 1
        self.closer = closer
        self.groups, self.script_next, self.layout_next = [], False, False

    def _leave(self) -> None:
        self.closer, self.environment = None, None
        self.groups, self.script_next, self.layout_next = [], False, False

    def _environment(self, command: str, tokens: list[Token]) -> None:
        """Enter or leave mathematics at `\\begin{…}` and `\\end{…}` (the group just closed holds the name)."""
        letters: list[str] = []
        for token in reversed(tokens[:-1]):
            if token.text == "{" or len(letters) > 20:
                break
            letters.append(token.text)
        name = "".join(reversed(letters)).rstrip("*")
        if command == "begin":
            self.layout_next = name in _PREAMBLE_ENVIRONMENTS
            if self.closer is None and name in _MATH_ENVIRONMENTS:
                preamble = self.layout_next
                self._enter("\\end")
                self.environment, self.layout_next = name, preamble
        elif self.closer == "\\end" and name == self.environment:
            self._leave()

    def _add(
        self,
        kind: Literal["command", "escape", "number", "space", "char"],
        text: str,
        start: int,
        end: int,
        script: bool = False,
    ) -> None:
        formula = self.formula if self.closer is not None else None
        self.tokens.append(Token(kind, text, start, end, formula, script or self._in_script, self._in_layout))


def _is_price(text: str, dollar: int) -> bool:
    """Whether the dollar that would open a formula is that of a price in running text."""
    return (_PRICE_BEFORE_A_DOLLAR.match(text, dollar) or _LAST_PRICE.match(text, dollar)) is not None


def price_dollars(text: str) -> list[int]:
    """Where the dollars of prices stand, which open no formula."""
    return [token.start for token in scan(text) if token.text == "$" and token.formula is None]


def _kind(text: str) -> Literal["command", "escape", "number", "char"]:
    if text[0] == "\\" and len(text) > 1:
        return "command" if text[1].isascii() and text[1].isalpha() else "escape"
    return "number" if text[0] in "0123456789" else "char"


def scan(text: str) -> list[Token]:
    """The tokens of `text`, white space included: their texts joined are `text` again."""
    return list(_scanned(text))


@lru_cache(maxsize=8)
def _scanned(text: str) -> tuple[Token, ...]:
    """Kept for the rules that look at the same text one after the other."""
    return tuple(_Scanner(text).run())


def formulas(text: str) -> list[Formula]:
    """The formulas of `text` in order. One that is never closed runs to the end of the text."""
    found: dict[int, list[Token]] = {}
    for token in scan(text):
        if token.formula is not None:
            found.setdefault(token.formula, []).append(token)
    result = []
    for tokens in found.values():
        start, end = tokens[0].start, tokens[-1].end
        if tokens[0].text in ("$", "$$", "\\(", "\\["):
            closed = len(tokens) > 1 and tokens[-1].text in ("$", "$$", "\\)", "\\]")
            inner = text[tokens[0].end : tokens[-1].start if closed else end]
        else:
            inner = text[start:end]
        result.append(Formula(start, end, inner))
    return result


def without_formulas(text: str) -> str:
    """The running text alone: a space stands for each formula."""
    pieces, start = [], 0
    for formula in formulas(text):
        pieces += [text[start : formula.start], " "]
        start = formula.end
    return "".join([*pieces, text[start:]])
