"""Lean terms and propositions as trees, read from the tokens of a region without knowing its grammar.

`expressions` reads every term it meets between tactic words and punctuation: binders, ascriptions (casts drop out), the
arms of definitions (`| n + 1 => …` is `f (n + 1) = …`), `let x := e` as `x = e`, and `calc` steps with their `_`
resolved. Precedences are Lean's. Newlines bound applications as the column rule of tactic blocks does. Linear in the
tokens, nesting limited by `nodes.MAX_DEPTH`; never raises.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_faithform.judges.leanbuild import continued, defines
from pytest_faithform.judges.leancursor import DEFINING
from pytest_faithform.judges.leannames import function_of, variable
from pytest_faithform.judges.leanterms import Terms
from pytest_faithform.judges.nodes import Node
from pytest_faithform.lean.source import Token

__all__ = ["expressions", "proposition"]


def expressions(source: str, tokens: Sequence[Token]) -> tuple[list[Node], list[Node]]:
    """Every expression of a region, in order of its end (sub-expressions are reached with `nodes.walk`), and those among
    them that define something: `let x := e`, an arm of a `def`."""
    reader = _Region(source, tokens)
    return reader.run(), reader.definitions


def proposition(source: str, tokens: Sequence[Token]) -> Node | None:
    """The tokens as one proposition; None if they are not one from end to end."""
    parser = _Region(source, tokens)
    node = parser.expression(0)
    return node if parser.at == len(tokens) else None


class _Region(Terms):
    """One island of mathematics after another."""

    def __init__(self, source: str, tokens: Sequence[Token]) -> None:
        super().__init__(source, tokens)
        self.definitions: list[Node] = []
        self.calc_open: list[tuple[int, Node]] = []
        self.calc_steps: dict[int, tuple[int, Node]] = {}

    def run(self) -> list[Node]:
        while self.at < len(self.tokens):
            self.island()
        return self.pieces

    def island(self) -> None:
        token = self.tokens[self.at]
        if token.kind == "keyword" and token.text in DEFINING:
            self.definition()
            return
        if token.kind == "keyword" and token.text in ("theorem", "lemma"):
            self.at += 2
            return
        before = self.at
        line, _, indent = self.layout[before]
        self.indent = (line, indent)
        node = self.expression(0)
        if node is not None:
            after_calc = before > 0 and self.tokens[before - 1].text == "calc"
            self.pieces.append(self.calc(node, before, after_calc))
        elif self.at == before:
            self.at += 1

    def calc(self, node: Node, index: int, first: bool) -> Node:
        if first:
            self.calc_open.append((index, node))
            return node
        if node.op != "rel" or node.args[0].op != "hole":
            return node
        column = self.layout[index][1]
        opened = self.calc_open[-1] if self.calc_open else (-1, None)
        step = self.calc_steps.get(column, (-1, None))
        if opened[0] > step[0]:
            self.calc_open.pop()
            step = opened
        previous = step[1]
        if previous is None:
            return node
        extended = continued(previous, node)
        self.calc_steps[column] = (index, extended)
        return extended

    def definition(self) -> None:
        keyword = self.tokens[self.at]
        self.at += 1
        name = self.peek()
        if name is None or name.kind != "ident":
            return
        self.at += 1
        line, _, indent = self.layout[self.at - 1]
        self.indent = (line, indent)
        head: list[Node] = [variable(function_of(name.text)[1], name.start, name.end)]
        while self.next_is("(", "{", "[", "⦃"):
            explicit = self.next_is("(")
            mark = self.at + 1
            names = self.names_from(mark)
            group = self.primary()
            if group is None:
                break
            head += names if explicit else []
        if self.accept(":"):
            kind = self.expression(0)
            self.pieces += [kind] if kind is not None else []
        if self.next_is("|") and keyword.text in ("def", "abbrev"):
            self.arms(head)
        elif self.accept(":="):
            body = self.expression(0)
            if body is not None:
                self.define(head, body, name.start)

    def define(self, head: list[Node], body: Node, start: int) -> None:
        equation = defines(head, body, start)
        self.pieces.append(equation)
        self.definitions.append(equation)

    def arms(self, head: list[Node]) -> None:
        while self.accept("|"):
            first = self.peek()
            patterns = self.items(("=>", "|"))
            if not self.accept("=>"):
                return
            line, _, indent = self.layout[min(self.at, len(self.tokens) - 1)]
            self.indent = (line, indent)
            body = self.expression(0)
            if body is not None and first is not None:
                self.define(head + patterns, body, first.start)
            else:
                return
