"""Informal mathematics as tokens: LaTeX in `$…$` and displays, and arithmetic written into the prose around it.

Offsets are code points of the text as given; nothing is unescaped or normalised before it is cut. Command names are read
whole (`\\left` is no `\\le`). Linear in the text; never raises.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pytest_faithform.judges.numbers import NUMBER

__all__ = ["Token", "tokenize"]


class Token(NamedTuple):
    """`kind`: num, letter (one variable), word (a name of several letters), cmd (text without the backslash), text (the
    content of `\\text{…}`), sym, sep (ends a formula), newline (`\\\\`, which a chain may continue over), unit (to be
    skipped). `prose`: outside mathematics. `glued`: no blank before it."""

    kind: str
    text: str
    start: int
    end: int
    prose: bool = False
    glued: bool = False


_MATH_ENVS = re.compile(
    r"(?:equation|align|aligned|alignat|gather|gathered|multline|eqnarray|split|flalign|displaymath|"
    r"math|cases|array|[pbvBV]?matrix|smallmatrix|tabular)\*?"
)
_CELL_ENVS = re.compile(r"(?:cases|array|[pbvBV]?matrix|smallmatrix|tabular)\*?")
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)\*?|(.))", re.DOTALL)
_BRACED = re.compile(r"\s*\{([^{}]*)\}")
_SPACING = r"quad|qquad|displaystyle|limits|nolimits|left|right|middle|[bB]ig+[lrm]?"
_BLANK = rf"(?:\s|~|\\[,;:! ]|\\(?:{_SPACING})(?![A-Za-z]))+"
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")
_TEXT_COMMANDS = frozenset(
    [
        "text",
        "textbf",
        "textit",
        "textrm",
        "textsf",
        "texttt",
        "textnormal",
        "mathrm",
        "mathit",
        "mathsf",
        "operatorname",
        "mbox",
        "hbox",
        "emph",
        "underline",
    ]
)
#: What their argument holds is a name, no mathematics.
_NAMING_COMMANDS = frozenset(["label", "tag", "ref", "eqref", "cite"])
_FONT_COMMANDS = frozenset(
    ["mathbf", "mathcal", "mathfrak", "boldsymbol", "bm", "mathscr", "vec", "hat", "tilde", "bar"]
)
_SYMBOLS = r"<=|>=|!=|:=|\*\*|[-+*/^_=<>(){}\[\]|!'’&%×·⋅÷≤≥≠−√∣±∓≡∈∞≈°²³]"
_LEXEME = re.compile(
    rf"(?P<blank>{_BLANK})|(?P<dollar>\$)|(?P<command>\\)|(?P<number>(?a:{NUMBER.pattern}))"
    rf"|(?P<symbol>{_SYMBOLS})|(?P<letter>[^\W\d_])|(?P<other>.)",
    re.DOTALL,
)
_SUBSTITUTES = {"−": "-", "⋅": "·", "**": "^"}
_BLACKBOARD = {"N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ", "C": "ℂ"}


@lru_cache(maxsize=64)
def tokenize(text: str) -> tuple[Token, ...]:
    """All tokens of a statement or proof, mathematics and prose in one row."""
    return tuple(_Scanner(text).run())


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.position = 0
        self.math = ""  # the delimiter that ends the mathematics we are in, "" in prose
        self.environments: list[str] = []
        self.dollars = _dollars(text)

    def run(self) -> list[Token]:
        text, size = self.text, len(self.text)
        while self.position < size:
            found = _LEXEME.match(text, self.position)
            assert found is not None
            kind = found.lastgroup
            if kind == "blank":
                if found.group() == " ":
                    self.position = found.end()
                else:
                    self._blank(found)
            elif kind == "letter" and found.group().isalpha():
                self._letters()
            elif kind == "number":
                self._emit("num", found.group(), found.end())
            elif kind == "symbol":
                self._symbol(found.group(), found.end())
            elif kind == "dollar":
                self._dollar()
            elif kind == "command":
                self._command()
            else:
                self._emit("sep", found.group(), found.end())
        return self.tokens

    def _emit(self, kind: str, text: str, end: int) -> None:
        start = self.position
        glued = bool(self.tokens) and self.tokens[-1].end == start
        # As `Token(…)`, in a third of its time.
        self.tokens.append(tuple.__new__(Token, (kind, text, start, end, not self.math, glued)))
        self.position = end

    def _blank(self, match: re.Match[str]) -> None:
        gap = match.group()
        self.position = match.end()
        paragraph = not self.math and gap.count("\n") > 1
        if paragraph or "quad" in gap:
            self.position = match.start()
            self._emit("sep", gap, match.end())

    def _dollar(self) -> None:
        at = self.position
        if at not in self.dollars:
            self._emit("unit", "$", at + 1)
            return
        width = 2 if self.text.startswith("$$", at) and self.math in ("", "$$") else 1
        opening = not self.math
        self._emit("sep", self.text[at : at + width], at + width)
        self.math = "$" * width if opening else ""

    def _letters(self) -> None:
        at = self.position
        word = None if self.math else _WORD.match(self.text, at)
        if word:
            self._emit("word", word.group(), word.end())
        else:
            self._emit("letter", self.text[at], at + 1)

    def _symbol(self, symbol: str, end: int) -> None:
        at = self.position
        if symbol == "&":
            cell = bool(self.environments) and bool(_CELL_ENVS.fullmatch(self.environments[-1]))
            self._emit("sep" if cell or not self.math else "blank", symbol, end)
            if self.tokens[-1].kind == "blank":
                self.tokens.pop()
            return
        hyphen = symbol == "-" and not self.math and end < len(self.text) and self.text[end].isalpha() and at > 0
        if hyphen and self.text[at - 1].isalnum() and _WORD.match(self.text, end):
            self._emit("sep", symbol, end)
        else:
            self._emit("sym", _SUBSTITUTES.get(symbol, symbol), end)

    def _command(self) -> None:
        match = _COMMAND.match(self.text, self.position)
        if match is None:
            self._emit("sep", "\\", self.position + 1)
            return
        name, end = match[1] or match[2], match.end(1) if match[1] else match.end()
        if name in ("(", "["):
            self._emit("sep", match.group(), end)
            self.math = name
        elif name in (")", "]"):
            self.math = ""
            self._emit("sep", match.group(), end)
        elif name in ("begin", "end"):
            self._environment(name, end)
        elif name == "\\":
            self._line_break(end)
        elif name == "$":
            self._emit("unit", "$", end)
        elif name in ("%", "#", "&", "_", "{", "}", "|"):
            self._emit("cmd", name, end)
        elif name in _TEXT_COMMANDS and (braced := _BRACED.match(self.text, end)):
            self._emit("text", braced[1].strip(), braced.end())
        elif name in _NAMING_COMMANDS and (braced := _BRACED.match(self.text, end)):
            self._emit("sep", braced[0], braced.end())
        elif name == "mathbb" and (braced := _BRACED.match(self.text, end)):
            self._emit("letter", _BLACKBOARD.get(braced[1].strip(), braced[1].strip()), braced.end())
        elif name in _FONT_COMMANDS:
            self.position = end
        else:
            self._emit("cmd", name, end)

    def _line_break(self, end: int) -> None:
        cell = bool(self.environments) and bool(_CELL_ENVS.fullmatch(self.environments[-1]))
        self._emit("sep" if cell or not self.math else "newline", "\\\\", end)

    def _environment(self, name: str, end: int) -> None:
        braced = _BRACED.match(self.text, end)
        environment = braced[1] if braced else ""
        was = self.math
        self._emit("sep", environment, braced.end() if braced else end)
        if not _MATH_ENVS.fullmatch(environment):
            return
        if name == "begin":
            self.environments.append(environment)
            self.math = was or "\\end"
        elif self.environments:
            self.environments.pop()
            if not self.environments and self.math == "\\end":
                self.math = ""


def _money(text: str, at: int) -> bool:
    return text[at + 1 : at + 2].isdigit()


def _dollars(text: str) -> set[int]:
    """Offsets of the `$` that delimit mathematics: unescaped, paired, and no pair over a blank line (then it is money)."""
    marks = [m.start() for m in re.finditer(r"(?<!\\)(?:\\\\)*\$", text)]
    marks = [text.index("$", m) for m in marks]
    good: set[int] = set()
    i = 0
    while i < len(marks):
        double = i + 1 < len(marks) and marks[i + 1] == marks[i] + 1
        j = i + 2 if double else i + 1
        if j >= len(marks):
            break
        closes = j + 1 if double and j + 1 < len(marks) and marks[j + 1] == marks[j] + 1 else j
        if "\n\n" in text[marks[i] : marks[j]] or (not double and _money(text, marks[i]) and _money(text, marks[j])):
            i += 1
            continue
        good.update(marks[i : closes + 1])
        i = closes + 1
    return good
