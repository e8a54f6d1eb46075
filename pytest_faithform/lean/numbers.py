"""The number types of the readable fragment, and in which of them an expression is computed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from pytest_faithform.lean.arith import Node, Unreadable, free_variables
from pytest_faithform.lean.surds import Surd

__all__ = [
    "FIELDS",
    "LEAST",
    "ORDER",
    "RESULT_TYPE",
    "Case",
    "Env",
    "Function",
    "Types",
    "Value",
    "guess_type",
    "in_type",
    "index_type",
    "largest_type",
    "literal",
    "rational",
    "small_values",
    "term_type",
    "type_of",
]

Value = int | Fraction | Surd
Env = Mapping[str, Value]


@dataclass(frozen=True)
class Case:
    """One case of a definition: a pattern is a literal, a variable, or a variable plus a literal."""

    patterns: tuple[Node, ...]
    body: Node


@dataclass(frozen=True)
class Function:
    """A function of numbers; without cases nothing is known of its values."""

    domain: tuple[str, ...]
    result: str
    cases: tuple[Case, ...] = ()


class Types(Mapping[str, str]):
    """The types of the variables in scope, and the functions. `evaluators` is where `exact` keeps what it compiled."""

    def __init__(self, variables: Mapping[str, str], functions: Mapping[str, Function] | None = None) -> None:
        self._variables = dict(variables)
        self.functions: Mapping[str, Function] = functions or {}
        self.evaluators: dict[str, Any] = {}

    def __getitem__(self, name: str) -> str:
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def adding(self, variables: Mapping[str, str]) -> Types:
        more = Types({**self._variables, **variables}, self.functions)
        more.evaluators = self.evaluators
        return more


ORDER = ("PNat", "Nat", "Int", "Rat", "NNReal", "Real", "Complex")
# Where division is exact. Of ℝ and ℂ only the rationals are computed with: a value found there is one of theirs.
FIELDS = frozenset(("Rat", "NNReal", "Real", "Complex"))
# Where subtraction stops at the least number.
LEAST = {"PNat": 1, "Nat": 0, "NNReal": 0}
RESULT_TYPE = {
    "Nat.factorial": "Nat", "Nat.choose": "Nat", "Nat.fib": "Nat", "Nat.sqrt": "Nat", "Int.floor": "Int", "Int.ceil": "Int",
    "Nat.floor": "Nat", "Nat.ceil": "Nat", "Real.sqrt": "Real", "Rat.num": "Int",
    "Rat.den": "Nat", ".gcd": "Nat",
    ".lcm": "Nat",
    "Nat.gcd": "Nat", "Nat.lcm": "Nat", "Int.gcd": "Nat", "Int.lcm": "Nat", "Int.natAbs": "Nat", "Int.toNat": "Nat",
    "Nat.succ": "Nat", "Nat.pred": "Nat", "Int.ofNat": "Int", "Nat.max": "Nat", "Nat.min": "Nat",
}  # fmt: skip


def term_type(node: Node, types: Types) -> str | None:
    """The largest type among the leaves: where Lean's elaborator computes. None if only literals and casts decide."""
    if node.op == "var":
        if node.text not in types:
            raise Unreadable(node.text)
        return types[node.text]
    if node.op == "asc":
        return node.type or None
    if node.op == "call":
        if node.text not in types.functions:
            raise Unreadable(node.text)
        return types.functions[node.text].result
    if node.op == "app" and node.text in RESULT_TYPE:
        return RESULT_TYPE[node.text]
    if node.op == "^":
        return term_type(node.args[0], types)
    if node.op in ("∑", "∏"):
        return term_type(node.args[2], types.adding({node.text: index_type(node, types)})) or index_type(node, types)
    if node.op == "ite":
        return largest_type(term_type(arg, types) for arg in node.args[1:])
    return largest_type(term_type(arg, types) for arg in node.args)


def index_type(node: Node, types: Types) -> str:
    """The type of the variable of a sum or product."""
    if node.type == "Finset.range":
        return "Nat"
    return largest_type(term_type(arg, types) for arg in node.args[:2]) or "Nat"


def largest_type(found: Iterable[str | None]) -> str | None:
    known = [ORDER.index(t) for t in found if t is not None]
    return ORDER[max(known)] if known else None


def guess_type(name: str, body: Node, types: Types) -> str:
    """The type of a bound variable that is written without one: the largest of what it is mixed with."""
    others = free_variables(body) - {name}
    return largest_type([*(types.get(other) for other in others), *_shown_by_numbers(body)]) or "Nat"


def _shown_by_numbers(node: Node) -> Iterator[str]:
    """The types that are written at numbers, and a field for a decimal, but where a function may come from another type."""
    if node.op == "asc" and node.type and node.args[0].op == "num":
        yield node.type
    elif node.op == "num" and not node.text.isdecimal():
        yield "Rat"
    elif not any(arg.op in ("call", "app") for arg in node.args):
        for arg in node.args:
            yield from _shown_by_numbers(arg)


def small_values(type_name: str, reach: int) -> list[Value]:
    """Values near zero, simplest first."""
    if type_name in ("PNat", "Nat"):
        return list(range(LEAST[type_name], reach + 1))
    signed: list[Value] = [0, *chain.from_iterable((n, -n) for n in range(1, reach + 1))]
    if type_name == "Int":
        return signed
    wholes: list[Value] = [rational(value) for value in signed]
    reduced = ((p, q) for q in (2, 3, 4) for p in range(1, min(reach, 12)) if math.gcd(p, q) == 1)
    everything = wholes + [Fraction(sign * p, q) for p, q in reduced for sign in (1, -1)]
    return [value for value in everything if value >= LEAST.get(type_name, value)]


def type_of(nodes: Iterable[Node], types: Types) -> str | None:
    """The type in which the sides of a comparison meet; None if a name is unknown."""
    try:
        return largest_type(term_type(node, types) for node in nodes) or "Nat"
    except Unreadable:
        return None


def rational(value: Value) -> Fraction:
    """The value as a rational number. Raises Unreadable for one with a root."""
    if isinstance(value, Surd):
        raise Unreadable("no rational number")
    return Fraction(value)


def in_type(value: Fraction | Surd, type_name: str) -> Value | None:
    """The value as one of the type, None if it has no such value."""
    if isinstance(value, Surd):
        return value if type_name == "Real" else None
    if value < LEAST.get(type_name, value):
        return None
    if type_name in FIELDS:
        return value
    if value.denominator != 1:
        return None
    return int(value)


def literal(value: Value, type_name: str) -> str:
    """Lean text of a value in a type."""
    if isinstance(value, Surd):
        rational, factor = (f"({part.numerator} / {part.denominator})" for part in (value.rational, value.factor))
        return f"({rational} + {factor} * Real.sqrt {value.radicand} : Real)"
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"({value.numerator} / {value.denominator} : {type_name})"
    return f"({int(value)} : {type_name})"
