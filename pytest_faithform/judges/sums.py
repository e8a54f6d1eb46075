"""Sums over a range from zero, said as sums from one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_faithform.judges.nodes import Node, join, number, parts

__all__ = ["from_one", "shifted"]

_MAX_NODES = 400


def from_one(node: Node) -> Node:
    """`∑ k from 0 to n - 1 of f (k + 1)` as `∑ k from 1 to n of f k`, and `∑ k from 0 of k ^ 2` without its first term,
    which is zero. Anything else as it is."""
    if node.op != "big" or len(node.args) != 3 or len(node.bound) != 1:
        return node
    low, high, body = node.args
    index = node.bound[0]
    if low.op != "num" or low.value != 0:
        return node
    inside = parts(body, _MAX_NODES - 1)
    if inside is None or any(index in inner.bound for inner in inside):
        return node
    if node.name.startswith("∑") and _vanishes(body, index):
        return replace(node, args=(number(1), high, body))
    lowered = _lowered(body, index)
    if lowered is None or lowered is body:
        return node
    return replace(node, args=(number(1), shifted(high, 1), lowered))


def shifted(node: Node, by: int) -> Node:
    """A bound one further up or down."""
    if node.op == "num" and node.value is not None:
        return number(node.value + by, node.start, node.end)
    if node.op == "sum" and (constant := _constant(node.args[-1])) is not None:
        moved, rest = constant + by, node.args[:-1]
        if moved:
            last = number(abs(moved), node.args[-1].start, node.args[-1].end)
            rest = (*rest, last if moved > 0 else Node("neg", (last,), last.start, last.end))
        return rest[0] if len(rest) == 1 else join("sum", rest)
    one = number(1) if by > 0 else Node("neg", (number(1),))
    return Node("sum", (node, one), node.start, node.end)


def _constant(term: Node) -> Fraction | None:
    if term.op == "neg":
        return -term.args[0].value if term.args[0].value is not None else None
    return term.value


def _vanishes(body: Node, index: str) -> bool:
    """Whether the body is a product with the index, or a power of it, as a factor."""
    if body.op == "var":
        return body.name == index
    if body.op == "pow":
        exponent = body.args[1]
        return exponent.op == "num" and bool(exponent.value) and _vanishes(body.args[0], index)
    return body.op in ("prod", "neg") and any(_vanishes(arg, index) for arg in body.args)


def _lowered(body: Node, index: str) -> Node | None:
    """The body with `k + 1` called `k`; None if the index also stands otherwise."""
    if body.op == "var":
        return None if body.name == index else body
    if body.op == "sum" and len(body.args) == 2:
        for first, second in (body.args, body.args[::-1]):
            if first.op == "var" and first.name == index and second.op == "num" and second.value == 1:
                return Node("var", (), body.start, body.end, index)
    args = [_lowered(arg, index) for arg in body.args]
    if any(arg is None for arg in args):
        return None
    if all(new is old for new, old in zip(args, body.args, strict=True)):
        return body
    return replace(body, args=tuple(arg for arg in args if arg is not None))
