"""A place in the tokens of an informal text, and what the parser's layers need of one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_faithform.judges.latex import Token, tokenize
from pytest_faithform.judges.nodes import MAX_DEPTH, Node

__all__ = [
    "ADJACENT",
    "DIVIDE",
    "DOTS",
    "FUNCTIONS",
    "GREEK",
    "RELATIONS",
    "SUPERSCRIPTS",
    "TIMES",
    "Cursor",
    "Reading",
    "product",
    "signed",
]

GREEK = dict(
    zip(
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "varepsilon",
            "zeta",
            "eta",
            "theta",
            "vartheta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "varphi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Phi",
            "Psi",
            "Omega",
            "ell",
            "infty",
            "emptyset",
        ],
        "αβγδεεζηθθικλμνξπρστυφφχψωΓΔΘΛΞΠΣΦΨΩl∞∅",
        strict=True,
    )
)
RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    "≤": "≤",
    "≥": "≥",
    "≠": "≠",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    ":=": "=",
    "∈": "∈",
    "≡": "≡",
    "≈": "≈",
    "∣": "∣",
    "le": "≤",
    "leq": "≤",
    "leqslant": "≤",
    "lt": "<",
    "ge": "≥",
    "geq": "≥",
    "geqslant": "≥",
    "gt": ">",
    "ne": "≠",
    "neq": "≠",
    "equiv": "≡",
    "in": "∈",
    "notin": "∉",
    "subset": "⊂",
    "subseteq": "⊆",
    "mid": "∣",
    "divides": "∣",
    "nmid": "∤",
    "approx": "≈",
    "sim": "∼",
    "cong": "≅",
    "coloneqq": "=",
    "doteq": "=",
    "triangleq": "=",
}
TIMES = frozenset(["cdot", "times", "*", "·", "×", "ast"])
DIVIDE = frozenset(["div", "/", "÷"])
FUNCTIONS = {
    **{
        name: name
        for name in [
            "sin",
            "cos",
            "tan",
            "cot",
            "sec",
            "csc",
            "sinh",
            "cosh",
            "tanh",
            "log",
            "exp",
            "gcd",
            "lcm",
            "max",
            "min",
            "det",
            "arg",
        ]
    },
    "ln": "log",
    "lg": "log",
    "arcsin": "arcsin",
    "arccos": "arccos",
    "arctan": "arctan",
    "sqrt": "sqrt",
    "abs": "abs",
}
ADJACENT = TIMES | DIVIDE | frozenset("+-")
DOTS = frozenset(["dots", "ldots", "cdots", "dotsc", "dotsb", "vdots", "ddots"])
SUPERSCRIPTS = {"²": 2, "³": 3}


@dataclass(frozen=True)
class Reading:
    """`functions`: which letters before a parenthesis are applied to it (None: all); `tight`: does `1/2x` divide by `2x`."""

    functions: frozenset[str] | None = frozenset()
    tight: bool = False

    def applies(self, name: str) -> bool:
        return self.functions is None or name in self.functions


class Cursor(ABC):
    """Tokens, the next one, how deep the nesting is, and the formulas found inside groups so far; `asked_…`: what the
    reading was asked for, so that another one with the same answers gives the same formulas."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.tokens = list(tokenize(text))
        self.reading = reading
        self.asked_functions: set[str] = set()
        self.asked_tight = False
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.pieces: list[Node] = []

    @abstractmethod
    def listing(self) -> list[Node]:
        """Formulas separated by commas."""

    @abstractmethod
    def expression(self) -> Node | None:
        """A sum."""

    @abstractmethod
    def term(self) -> Node | None:
        """A product."""

    @abstractmethod
    def factor(self) -> Node | None:
        """A primary with its scripts and arguments."""

    @abstractmethod
    def juxtaposed(self, left: Node) -> Node | None:
        """A factor that multiplies what stands before it without a sign."""

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def is_symbol(self, *texts: str) -> bool:
        token = self.peek()
        return token is not None and token.kind == "sym" and token.text in texts

    def is_command(self, *names: str) -> bool:
        token = self.peek()
        return token is not None and token.kind == "cmd" and token.text in names

    def skip_units(self) -> Token | None:
        """The next token that is no unit."""
        while (token := self.peek()) is not None and token.kind == "unit":
            self.at += 1
        return token

    def nested(self, parse: Callable[[], Node | None]) -> Node | None:
        if self.depth >= MAX_DEPTH:
            token = self.peek()
            if token is None:
                return None
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        self.depth += 1
        try:
            return parse()
        finally:
            self.depth -= 1


def signed(sign: str, term: Node, start: int) -> Node:
    if sign == "+":
        return term
    if sign == "-":
        return Node("neg", (term,), start, term.end)
    return Node("opaque", (term,), start, term.end)


def product(factors: Sequence[tuple[Node, bool]]) -> Node:
    """Factors, each with whether it divides, as one flat product: a long one stays shallow. A bracketed product keeps its
    brackets, an unbracketed one on the left is continued."""
    first = factors[0][0]
    if len(factors) == 1:
        return first
    parts = list(first.args) if first.op == "prod" and first.start == first.args[0].start else [first]
    parts += [Node("inv", (node,), node.start, node.end) if divides else node for node, divides in factors[1:]]
    return Node("prod", tuple(parts), first.start, factors[-1][0].end)
