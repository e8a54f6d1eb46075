"""Simple functions to try as counterexamples, where a statement takes a function and its hypotheses do not say which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from pytest_faithform.lean.arith import Node, Unreadable, called_functions, conjuncts, free_variables, unparse
from pytest_faithform.lean.exact import evaluate
from pytest_faithform.lean.numbers import FIELDS, LEAST, Case, Function, Types, Value
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.surds import Surd
from pytest_faithform.lean.witness import counterexamples

__all__ = ["function_counterexamples"]

MAX_FUNCTIONS = 2
MAX_CHOICES = 60
_AFFINE: tuple[tuple[int, int], ...] = ((1, 0), (0, 0), (0, 1), (1, 1), (-1, 0), (2, 0), (0, 2), (-1, 1))


def function_counterexamples(outline: Outline, limit: int = 2) -> list[tuple[Outline, dict[str, Value]]]:
    """The statement with its unknown functions given by expressions, and values at which it is then false as far as exact
    arithmetic can tell: a hypothesis about all numbers is tried on a few."""
    unknown = [b.name for b in outline.binders if b.kind == "function" and not _is_given(outline.functions[b.name])]
    if not 0 < len(unknown) <= MAX_FUNCTIONS or outline.goal is None:
        return []
    if any(binder.kind == "other" for binder in outline.binders):
        return []
    # What defined one of them by cases is now a hypothesis like the others.
    plain = [b for b in outline.hypotheses if b.formula is not None and called_functions(b.formula).isdisjoint(unknown)]
    outline = replace(outline, defining=outline.defining & {binder.name for binder in plain})
    found: list[tuple[Outline, dict[str, Value]]] = []
    choices = product(*(list(_expressions(outline, name)) for name in unknown))
    for bodies in islice(choices, MAX_CHOICES):
        given = dict(outline.functions)
        for name, body in zip(unknown, bodies, strict=True):
            function = outline.functions[name]
            patterns = tuple(Node("var", (), f"ffx{at}") for at in range(len(function.domain)))
            given[name] = Function(function.domain, function.result, (Case(patterns, body),))
        filled = replace(outline, functions=given)
        for values in counterexamples(filled, 1):
            found.append((filled, values))
        if len(found) >= limit:
            break
    return found


def _stated_numbers(outline: Outline) -> list[Fraction]:
    """The numbers that a hypothesis says something is equal to: a sequence's step may be among them."""
    found: dict[Fraction, None] = {}
    for binder in outline.hypotheses:
        formula = binder.formula
        while formula is not None and formula.op in ("∀", "→"):
            formula = formula.args[-1]
        for side in formula.args if formula is not None and formula.op == "=" else ():
            if not free_variables(side) and not called_functions(side):
                try:
                    value = evaluate(side, Types({}), {}, "Rat")
                except Unreadable:
                    continue
                if isinstance(value, Fraction):
                    found[value] = None
    return list(found)[:4]


def _is_given(function: Function) -> bool:
    """By one expression for all arguments."""
    return len(function.cases) == 1 and all(pattern.op == "var" for pattern in function.cases[0].patterns)


def _expressions(outline: Outline, name: str) -> Iterator[Node]:
    function = outline.functions[name]
    names = [Node("var", (), f"ffx{at}") for at in range(len(function.domain))]
    signed = function.result not in LEAST
    if len(names) == 1:
        (x,) = names
        seen = set()
        simple = ((Fraction(slope), Fraction(start)) for slope, start in _AFFINE)
        for slope, start in (*_fitted(outline, name, function), *simple):
            body = _affine(slope, start, x, function)
            if body is not None and unparse(body) not in seen:
                seen.add(unparse(body))
                yield body
        yield Node("*", (x, x))
        if signed:
            yield Node("neg", (Node("*", (x, x)),))
    else:
        yield Node("num", (), "0")
        yield Node("num", (), "1")
        yield from names
        yield Node("+", (names[0], names[1]))
        yield Node("*", (names[0], names[1]))


def _affine(slope: Fraction, start: Fraction, x: Node, function: Function) -> Node | None:
    signed, exact = function.result not in LEAST, function.result in FIELDS
    if (not signed and min(slope, start) < 0) or (not exact and (slope.denominator, start.denominator) != (1, 1)):
        return None
    scaled = _number(start) if slope == 0 else x if slope == 1 else Node("*", (_number(slope), x))
    return scaled if slope == 0 or start == 0 else Node("+", (scaled, _number(start)))


def _number(value: Fraction) -> Node:
    digits = Node("num", (), str(abs(value.numerator)))
    term = digits if value.denominator == 1 else Node("/", (digits, Node("num", (), str(value.denominator))))
    return Node("neg", (term,)) if value < 0 else term


def _fitted(outline: Outline, name: str, function: Function) -> Iterator[tuple[Fraction, Fraction]]:
    """(slope, start) of the affine functions through the values that the hypotheses state."""
    points: dict[Fraction, Fraction] = {}
    for binder in outline.hypotheses:
        for part in conjuncts(binder.formula) if binder.formula is not None else ():
            if part.op != "=":
                continue
            for call, value in (part.args, part.args[::-1]):
                if call.op == "call" and call.text == name and value.op != "call":
                    try:
                        at = evaluate(call.args[0], Types({}), {}, function.domain[0])
                        result = evaluate(value, Types({}), {}, function.result)
                    except Unreadable:
                        continue
                    if not isinstance(at, Surd) and not isinstance(result, Surd):
                        points.setdefault(Fraction(at), Fraction(result))
    known = list(points.items())
    if len(known) >= 2:
        (x0, y0), (x1, y1) = known[:2]
        slope = (y1 - y0) / (x1 - x0)
        yield slope, y0 - slope * x0
    for x0, y0 in known[:1]:
        for slope in _stated_numbers(outline):
            yield slope, y0 - slope * x0
        yield Fraction(0), y0
        yield Fraction(1), y0 - x0
        if x0:
            yield y0 / x0, Fraction(0)
