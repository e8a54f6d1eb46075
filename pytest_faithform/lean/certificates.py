"""Which squares and products prove an inequality: a linear program outside Lean picks a few of many, which Lean checks.

The hypotheses and the negated conclusion are polynomials that are positive, not negative, or zero. Products of two of them,
squares of linear terms, and squares times one of them are so as well. If some of all these, added up with weights, give a
negative constant, the negated conclusion is impossible (a certificate as in Positivstellensatz, of low degree).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pytest_faithform.lean import polynomials
from pytest_faithform.lean.arith import Node, conjuncts, free_variables, unparse
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.families import completed_squares
from pytest_faithform.lean.numbers import LEAST
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.polynomials import Polynomial
from pytest_faithform.lean.tokens import tokenize

__all__ = ["certificate_facts"]

RINGS = ("Real", "Rat", "NNReal", "Int")
MAX_VARIABLES = 5
MAX_COLUMNS = 1_500
MAX_FACTS = 14
_ORDERED = "Lean.Grind.OrderedRing."


@dataclass(frozen=True)
class _Positive:
    """A term whose value is at least 0 (or above 0); `proof` proves that."""

    term: str
    polynomial: Polynomial
    is_strict: bool
    proof: str


def certificate_facts(outline: Outline, negated: str) -> tuple[str, list[str]] | None:
    """(the ring, lines of tactics that add the squares and products which the certificate uses), None where there is none.

    `negated` is the name under which the negated conclusion will stand.
    """
    ring = next((kind for kind in RINGS if kind in outline.types.values()), None)
    names = [name for name, kind in outline.types.items() if kind == ring]
    if ring is None or not 0 < len(names) <= MAX_VARIABLES or set(outline.types.values()) - {ring}:
        return None
    positive, zero = _given(outline, ring)
    if not positive and not zero:
        return None
    columns = _products(positive, _squares(outline, names), ring)
    chosen = _solve(columns, zero, names)
    if chosen is None:
        return None
    return ring, [f"have := {column.proof}" for column in chosen if column.proof][:MAX_FACTS]


def _given(outline: Outline, ring: str) -> tuple[list[_Positive], list[Polynomial]]:
    """What the hypotheses and the negated conclusion say."""
    positive: list[_Positive] = []
    zero: list[Polynomial] = []
    facts = [part for binder in outline.hypotheses if binder.formula for part in conjuncts(binder.formula)]
    goal = outline.goal
    if goal is not None and goal.op in ("<", "≤"):
        left, right = goal.args
        facts.append(Node("≤" if goal.op == "<" else "<", (right, left)))
    for fact in facts:
        if fact.op not in ("=", "<", "≤") or not free_variables(fact):
            continue
        difference = polynomials.difference(fact, outline.types, {})
        if difference is None:
            continue
        if fact.op == "=":
            zero.append(difference)
        else:
            term = f"({unparse(fact.args[1])} - {unparse(fact.args[0])} : {ring})"
            value = {monomial: -weight for monomial, weight in difference.items()}
            positive.append(_Positive(term, value, fact.op == "<", "(by grind)"))
    if ring in LEAST:
        for name, kind in outline.types.items():
            if kind == ring:
                positive.append(_Positive(f"({name} : {ring})", {((name, 1),): Fraction(1)}, False, "(by grind)"))
    return positive, zero


def _squares(outline: Outline, names: Sequence[str]) -> Iterator[tuple[str, Polynomial]]:
    """Terms whose squares are tried."""
    for term in completed_squares(outline):
        value = polynomials.difference(
            Node("=", (parse_formula(_words(term)), Node("num", (), "0"))), outline.types, {}
        )
        if value is not None:
            yield term, value
    one: Polynomial = {(): Fraction(1)}
    plain: dict[str, Polynomial] = {name: {((name, 1),): Fraction(1)} for name in names}
    for name in names:
        yield name, plain[name]
    for a, b in combinations(names, 2):
        yield f"{a} - {b}", _plus(plain[a], plain[b], -1)
        yield f"{a} + {b}", _plus(plain[a], plain[b], 1)
    for name in names:
        for number in dict.fromkeys([1, *outline.literals[:6]]):
            yield f"{name} - {number}", _plus(plain[name], one, -number)
    for a, b in combinations(names, 2):
        product = _times(plain[a], plain[b]) or {}
        yield f"{a} * {b}", product
        yield f"{a} * {b} - 1", _plus(product, one, -1)
    for a, b in combinations(names, 2):
        yield f"{a} ^ 2 - {b} ^ 2", {((a, 2),): Fraction(1), ((b, 2),): Fraction(-1)}
        for sign, constant in ((1, -1), (1, 1), (-1, -1), (-1, 1)):
            term = f"{a} {'+' if sign > 0 else '-'} {b} {'+' if constant > 0 else '-'} 1"
            yield term, _plus(_plus(plain[a], plain[b], sign), one, constant)
        yield f"{a} - 2 * {b}", _plus(plain[a], plain[b], -2)
        yield f"{b} - 2 * {a}", _plus(plain[b], plain[a], -2)
    for a, b, c in combinations(names, 3):
        for first, second, third in ((a, b, c), (a, c, b), (b, c, a)):
            yield f"{first} + {second} - {third}", _plus(_plus(plain[first], plain[second], 1), plain[third], -1)
            yield f"{first} + {second} - 2 * {third}", _plus(_plus(plain[first], plain[second], 1), plain[third], -2)
        products = [(f"{p} * {q}", _times(plain[p], plain[q]) or {}) for p, q in ((a, b), (b, c), (c, a))]
        for (left, value), (right, other) in combinations(products, 2):
            yield f"{left} - {right}", _plus(value, other, -1)


def _words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def _plus(a: Polynomial, b: Polynomial, factor: int) -> Polynomial:
    total = dict(a)
    for monomial, value in b.items():
        total[monomial] = total.get(monomial, Fraction(0)) + factor * value
    return {monomial: value for monomial, value in total.items() if value}


def _products(given: list[_Positive], squares: Iterator[tuple[str, Polynomial]], ring: str) -> list[_Positive]:
    columns = [_Positive(p.term, p.polynomial, p.is_strict, "") for p in given]
    sums = [
        _Positive(f"({term}) ^ 2", square, False, f"{_ORDERED}sq_nonneg (a := ({term} : {ring}))")
        for term, base in squares
        if (square := _times(base, base)) is not None
    ]
    columns += sums
    pairs = [*combinations(given, 2), *((p, p) for p in given), *((p, s) for s in sums for p in given)]
    for a, b in pairs:
        value = _times(a.polynomial, b.polynomial)
        if value is None:
            continue
        if a.is_strict and b.is_strict:
            proof = f"{_ORDERED}mul_pos (a := {a.term}) (b := {b.term}) {a.proof} {b.proof}"
        else:
            parts = [p.proof if not p.is_strict else "(by grind)" for p in (a, b)]
            proof = f"{_ORDERED}mul_nonneg (a := {a.term}) (b := ({b.term} : {ring})) {parts[0]} ({parts[1]})"
        columns.append(_Positive("", value, a.is_strict and b.is_strict, proof))
        if len(columns) > MAX_COLUMNS:
            break
    return columns


def _times(a: Polynomial, b: Polynomial) -> Polynomial | None:
    found = polynomials.product(a, b)
    degree = max((sum(e for _, e in monomial) for monomial in found), default=0)
    return found if degree <= MAX_DEGREE and len(found) <= 80 else None


MAX_DEGREE = 8


def _solve(columns: list[_Positive], zero: list[Polynomial], names: Sequence[str]) -> list[_Positive] | None:
    """The columns that a certificate uses. Weights are sought with their sum small, so that few are used."""
    import numpy as np
    from scipy.optimize import linprog

    free = [*zero]
    for equation in zero:
        for name in names:
            if (shifted := _times(equation, {((name, 1),): Fraction(1)})) is not None:
                free.append(shifted)
    monomials = dict.fromkeys(m for p in (*(c.polynomial for c in columns), *free) for m in p)
    row = {monomial: at for at, monomial in enumerate(monomials)}
    matrix = np.zeros((len(row) + 1, len(columns) + 2 * len(free)))
    for at, p in enumerate((*(c.polynomial for c in columns), *free)):
        for monomial, value in p.items():
            matrix[row[monomial], at] = float(value)
    width = len(columns)
    for at in range(len(free)):
        matrix[:, width + len(free) + at] = -matrix[:, width + at]
    # The total is 0 with something strict in it, or a negative constant; a strict 1 stands for both.
    strict = np.array([1.0 if c.is_strict else 0.0 for c in columns] + [0.0] * (2 * len(free)))
    matrix[-1] = strict
    constant = row.get(())
    target = np.zeros(len(row) + 1)
    target[-1] = 1.0
    slack = np.zeros((len(row) + 1, 1))
    if constant is not None:
        slack[constant] = 1.0
        slack[-1] = 1.0
        matrix = np.hstack([matrix, slack])
    cost = np.array([0.01 if not c.proof else 1.0 for c in columns] + [0.05] * (matrix.shape[1] - width))
    found = linprog(cost, A_eq=matrix, b_eq=target, bounds=(0, None), method="highs", options={"time_limit": 1.0})
    if found.status != 0:
        return None
    return [column for column, weight in zip(columns, found.x[:width], strict=True) if weight > 1e-7]
