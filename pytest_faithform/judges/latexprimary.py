"""The smallest pieces of a formula: numbers, letters, words, commands with their arguments, and brackets."""

from __future__ import annotations

import re
from fractions import Fraction

from pytest_faithform.judges.latex import Token
from pytest_faithform.judges.latexcursor import ADJACENT, DOTS, FUNCTIONS, GREEK, RELATIONS, Cursor, product, signed
from pytest_faithform.judges.nodes import Node, join, number
from pytest_faithform.judges.numbers import literal

__all__ = ["Primaries"]

_CONNECTIVES = frozenset(
    [
        "and",
        "or",
        "if",
        "then",
        "so",
        "where",
        "for",
        "when",
        "since",
        "because",
        "with",
        "is",
        "are",
        "that",
        "mod",
        "thus",
        "hence",
        "but",
        "iff",
        "by",
        "from",
        "to",
        "units",
        "unit",
    ]
)


class Primaries(Cursor):
    """Primaries and groups; `\\frac`, `\\sqrt`, `\\binom`, functions, sums over a range, enclosures."""

    def primary(self, token: Token) -> Node | None:
        if token.kind == "num":
            self.at += 1
            value = literal(token.text)
            node = (
                Node("opaque", (), token.start, token.end) if value is None else number(value, token.start, token.end)
            )
            return self.after_number(node)
        if token.kind == "letter":
            self.at += 1
            return Node("var", (), token.start, token.end, token.text)
        if token.kind == "word":
            return self.word(token)
        if token.kind == "text":
            return self.text(token)
        if token.kind == "cmd":
            return self.command(token)
        if token.kind == "sym":
            return self.bracketed(token)
        return None

    def after_number(self, node: Node) -> Node:
        """`5 apples + 3 apples`: up to three words between a number and an operator are its unit."""
        for words in range(1, 4):
            kinds = [t.kind for t in self.tokens[self.at : self.at + words]]
            if kinds != ["word"] * words and kinds != ["text"]:
                break
            after = self.peek(words)
            if (
                after is not None
                and (after.text in ADJACENT or after.text in RELATIONS)
                and after.kind in ("sym", "cmd")
            ):
                self.at += words
                break
        return node

    def word(self, token: Token, *, look: bool = False) -> Node | None:
        """A word of the prose is a quantity only next to an operator: `total = 5 + 3`."""
        after = self.peek(1)
        operator = (
            after is not None
            and after.kind == "sym"
            and (after.text in "+*/×÷=<>≤≥≠" or (after.text == "-" and not after.glued))
        )
        before = self.tokens[self.at - 1] if self.at else None
        follows = before is not None and before.kind == "sym" and before.text in "+-*/×÷=<>≤≥≠("
        if token.kind != "word" or not (operator or follows):
            return None
        self.at += not look
        return Node("var", (), token.start, token.end, token.text.lower())

    def text(self, token: Token) -> Node | None:
        name = re.sub(r"[\s_-]+", "", token.text).lower()
        if not name.isalnum() or name in _CONNECTIVES:
            return None
        if name in FUNCTIONS:
            return self.function(token, FUNCTIONS[name])
        before = self.tokens[self.at - 1] if self.at else None
        if before is not None and (before.kind == "num" or before.text in ")}"):
            return None
        self.at += 1
        return Node("var", (), token.start, token.end, name)

    def command(self, token: Token) -> Node | None:
        name = token.text
        if name in GREEK:
            self.at += 1
            return Node("var", (), token.start, token.end, GREEK[name])
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return self.fraction(token)
        if name == "sqrt":
            return self.root(token)
        if name in ("binom", "dbinom", "tbinom"):
            return self.two_arguments(token, "choose")
        if name in FUNCTIONS:
            return self.function(token, FUNCTIONS[name])
        if name in ("sum", "prod"):
            return self.big(token, {"sum": "∑", "prod": "∏"}[name])
        if name in ("lfloor", "lceil"):
            return self.enclosed(token, "rfloor" if name == "lfloor" else "rceil", name[1:])
        if name in ("lvert", "lVert", "vert"):
            return self.enclosed(token, "rvert" if name == "lvert" else "rVert" if name == "lVert" else "vert", "abs")
        if name == "{":
            return self.bracketed(token)
        if name in ("boxed", "fbox", "overline", "underline", "overrightarrow", "overbrace", "underbrace", "widehat"):
            return self.decorated(token)
        if name in DOTS:
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        return None

    def decorated(self, token: Token) -> Node | None:
        self.at += 1
        inner = self.script()
        if inner is None:
            return None
        if token.text in ("boxed", "fbox", "underline", "underbrace", "overbrace"):
            return inner.at(token.start, inner.end)
        return Node("call", (inner,), token.start, inner.end, token.text)

    def fraction(self, token: Token) -> Node | None:
        self.at += 1
        top = self.script()
        bottom = self.script()
        if top is None or bottom is None:
            return None if top is None else Node("opaque", (top,), token.start, top.end)
        return product([(top, False), (bottom, True)]).at(token.start, bottom.end)

    def root(self, token: Token) -> Node | None:
        self.at += 1
        degree = self.group() if self.is_symbol("[") else None
        inner = self.script()
        if inner is None:
            return None
        args = (inner,) if degree is None else (degree, inner)
        return Node("call", args, token.start, inner.end, "sqrt" if degree is None else "root")

    def two_arguments(self, token: Token, name: str) -> Node | None:
        self.at += 1
        first, second = self.script(), self.script()
        if first is None or second is None:
            return None
        return Node("call", (first, second), token.start, second.end, name)

    def function(self, token: Token, name: str) -> Node | None:
        """`\\sin^2 2x`, `\\log_2(8)`, `\\gcd(a, b)`: scripts, then a group or the product that follows."""
        self.at += 1
        base = power = None
        while self.is_symbol("_", "^"):
            lower = self.is_symbol("_")
            self.at += 1
            script = self.script()
            base, power = (script, power) if lower else (base, script)
        if self.is_symbol("(") or (self.is_symbol("{") and name not in ("max", "min")):
            args = self.arguments()
        else:
            args = self.following()
        if not args:
            return None
        if base is not None and name in ("max", "min"):
            base = None
        node = Node(
            "call",
            tuple(args) if base is None else (base, *args),
            token.start,
            args[-1].end,
            name if base is None else f"{name}_",
        )
        return node if power is None else join("pow", [node, power]).at(token.start, node.end)

    def following(self) -> list[Node]:
        """The argument of a function without brackets: `\\sin 2x` takes the product up to the next function."""
        factor = self.factor()
        factors = [] if factor is None else [(factor, False)]
        while factor is not None and not self.is_command(*FUNCTIONS):
            factor = self.juxtaposed(factor)
            factors += [] if factor is None else [(factor, False)]
        return [product(factors)] if factors else []

    def big(self, token: Token, sign: str) -> Node | None:
        self.at += 1
        low = high = None
        while self.is_symbol("_", "^"):
            lower = self.is_symbol("_")
            self.at += 1
            script = self.script()
            low, high = (script, high) if lower else (low, script)
        body = self.term()
        if body is None:
            return None
        if low is not None and high is not None and low.op == "rel" and low.name == "=" and low.args[0].op == "var":
            variable = low.args[0].name
            return Node("big", (low.args[1], high, body), token.start, body.end, sign, bound=(variable,))
        rest = tuple(n for n in (low, high, body) if n is not None)
        return Node("opaque", rest, token.start, body.end)

    def enclosed(self, token: Token, closer: str, name: str) -> Node | None:
        self.at += 1
        inner = self.expression()
        if inner is None:
            return None
        end = inner.end
        if self.is_command(closer):
            end = self.tokens[self.at].end
            self.at += 1
        return Node("call", (inner,), token.start, end, name)

    def bracketed(self, token: Token) -> Node | None:
        if token.text in ("(", "[", "{") or (token.kind == "cmd" and token.text == "{"):
            return self.group()
        if token.text == "√":
            self.at += 1
            inner = self.factor()
            return None if inner is None else Node("call", (inner,), token.start, inner.end, "sqrt")
        if token.text == "∞":
            self.at += 1
            return Node("var", (), token.start, token.end, "∞")
        if token.text == "|" and not token.prose:
            return self.absolute(token)
        return None

    def absolute(self, token: Token) -> Node | None:
        mark = self.at
        self.at += 1
        self.bars += 1
        inner = self.expression()
        self.bars -= 1
        if inner is None or not self.is_symbol("|"):
            self.at = mark if inner is None else self.at
            return None if inner is None else Node("opaque", (inner,), token.start, inner.end)
        end = self.tokens[self.at].end
        self.at += 1
        return Node("call", (inner,), token.start, end, "abs")

    def group(self) -> Node | None:
        return self.nested(self._group)

    def _group(self) -> Node | None:
        opener = self.tokens[self.at]
        brace = opener.kind == "cmd"
        self.at += 1
        bars, self.bars = self.bars, 0
        pieces, self.pieces = self.pieces, []
        items: list[Node] = []
        commas = 0
        while (token := self.peek()) is not None and not _closes(token, brace):
            if token.kind == "sep" and (token.text.startswith("$") or token.text in ("\\(", "\\)", "\\[", "\\]", ".")):
                break
            before = self.at
            items += self.listing()
            if self.at == before:
                self.at += 1
                commas += 1
        self.bars = bars
        self.pieces = pieces
        end = token.end if token is not None and _closes(token, brace) else (items[-1].end if items else opener.end)
        closer = token.text if token is not None and _closes(token, brace) else ""
        self.at += bool(closer)
        return _grouped(opener, closer, items, commas, end)

    def script(self) -> Node | None:
        """The argument of `_`, `^` or a command: a group, or one token."""
        self.skip_units()
        if self.is_symbol("{"):
            return self.group()
        minus = self.peek() if self.is_symbol("-") else None
        self.at += minus is not None
        token = self.peek()
        if token is None or token.kind in ("sep", "word", "newline"):
            return None
        if token.kind == "num" and not token.prose and minus is None and len(token.text) > 1:
            return self.first_digit(token)
        node = self.nested(lambda: self.primary(token))
        return signed("-", node, minus.start) if node is not None and minus is not None else node

    def first_digit(self, token: Token) -> Node:
        """`x^23` is x² · 3 and `\\frac12` is 1/2: TeX takes one digit; the rest stays a token."""
        self.tokens[self.at] = Token("num", token.text[1:], token.start + 1, token.end, token.prose, True)
        return number(Fraction(int(token.text[0])) if token.text[0].isdigit() else 0, token.start, token.start + 1)

    def arguments(self) -> list[Node]:
        group = self.group()
        if group is None:
            return []
        return list(group.args) if group.op == "tuple" else [group]


def _closes(token: Token, brace: bool) -> bool:
    if token.kind == "cmd":
        return brace and token.text == "}"
    return token.kind == "sym" and not brace and token.text in ")]}"


def _grouped(opener: Token, closer: str, items: list[Node], commas: int, end: int) -> Node | None:
    start = opener.start
    if not items:
        return Node("opaque", (), start, end)
    if opener.kind == "cmd":
        return Node("set", tuple(items), start, end)
    if len(items) == 1 and not commas:
        return items[0].at(start, end)
    if len(items) == 2 and opener.text + closer in ("[]", "[)", "(]"):
        name = {"[]": "Icc", "[)": "Ico", "(]": "Ioc"}[opener.text + closer]
        return Node("call", tuple(items), start, end, name)
    return Node("tuple" if not commas else "seq", tuple(items), start, end)
