"""A place in the tokens of a Lean region, and what the reader's layers need of one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from pytest_faithform.judges.leannames import variable
from pytest_faithform.judges.nodes import MAX_DEPTH, Node
from pytest_faithform.lean.source import Token

__all__ = ["CLOSER", "DEFINING", "PROPOSITIONAL", "Cursor"]

CLOSER = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "‖": "‖"}
DEFINING = frozenset(["def", "abbrev", "let", "letI", "set", "irreducible_def"])
PROPOSITIONAL = frozenset(["rel", "congr", "dvd", "and", "or", "not", "imp", "iff", "forall", "exists"])


class Cursor(ABC):
    """Tokens with their layout, the next one, how deep the nesting is, and the expressions found on the way."""

    def __init__(self, source: str, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.polynomials = "Polynomial" in source  # then `C 8` is a constant, elsewhere a value of a function C
        self.layout = layout_of(source, tokens)
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.indent = (0, 0)
        self.pieces: list[Node] = []

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def next_is(self, *texts: str) -> bool:
        token = self.peek()
        return token is not None and token.text in texts and token.kind in ("symbol", "keyword")

    def accept(self, *texts: str) -> bool:
        found = self.next_is(*texts)
        self.at += found
        return found

    @abstractmethod
    def expression(self, floor: int) -> Node | None:
        """A term whose operators bind at least as tightly as `floor`."""

    @abstractmethod
    def primary(self) -> Node | None:
        """An atom or a group, with what is attached to it."""

    @abstractmethod
    def definition(self) -> None:
        """Read `let x := …` or a `def`, from its keyword on."""

    def nested(self, parse: Callable[[], Node | None]) -> Node | None:
        if self.depth >= MAX_DEPTH:
            token = self.peek()
            if token is None or token.text in CLOSER.values() or token.kind == "keyword":
                return None
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        self.depth += 1
        try:
            return parse()
        finally:
            self.depth -= 1

    def names_from(self, index: int) -> list[Node]:
        names = []
        while index < len(self.tokens) and self.tokens[index].kind == "ident":
            token = self.tokens[index]
            names.append(variable(token.text, token.start, token.end))
            index += 1
        return names


def layout_of(source: str, tokens: Sequence[Token]) -> list[tuple[int, int, int]]:
    """Per token: line, column, and the column of the first token of its line (after a bullet)."""
    layout = []
    line, line_start, at, indent, first, bullet = 0, 0, 0, 0, True, False
    for token in tokens:
        newlines = source.count("\n", at, token.start)
        if newlines:
            line += newlines
            line_start = source.rfind("\n", at, token.start) + 1
            first = True
        column = token.start - line_start
        if first or bullet:
            indent = column
            bullet = first and token.text in ("·", ".")
            first = False
        layout.append((line, column, indent))
        at = token.start
    return layout
