"""Recurrences up to the name of the index: `a_n = 4a_{n-1} - 3a_{n-2}` and `a (n + 2) = 4 * a (n + 1) - 3 * a n`."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.judges.nodes import Node, number, walk

__all__ = ["aligned"]

_MAX_NODES = 200


def aligned(node: Node) -> Node | None:
    """The relation with its index shifted so that the largest one is bare; None if it is no recurrence.

    A recurrence names a sequence at two or more distances from one index, and the index stands nowhere else: elsewhere
    a shift would change what it says.
    """
    if node.op != "rel":
        return None
    inside = []
    for inner in walk(node):
        inside.append(inner)
        if len(inside) > _MAX_NODES:
            return None
    places = {id(arg): found for app in inside if app.op == "app" for arg in app.args[1:] if (found := _offset(arg))}
    for name in dict.fromkeys(name for name, _ in places.values()):
        offsets = {by for n, by in places.values() if n == name}
        if len(offsets) < 2 or _outside(node, name, places):
            continue
        return _shifted(node, name, max(offsets), places)
    return None


Places = dict[int, tuple[str, int]]


def _offset(node: Node) -> tuple[str, int] | None:
    """`n`, `n + 2`, `n - 1` as the index and its distance."""
    if node.op == "var":
        return node.name, 0
    if node.op != "sum" or len(node.args) != 2:
        return None
    first, second = node.args
    if first.op == "num":
        first, second = second, first
    sign = -1 if second.op == "neg" else 1
    amount = second.args[0] if second.op == "neg" else second
    if first.op != "var" or amount.op != "num" or amount.value is None or amount.value.denominator != 1:
        return None
    return first.name, sign * int(amount.value)


def _outside(node: Node, name: str, places: Places) -> bool:
    return any(inner.op == "var" and inner.name == name for inner in _without(node, places))


def _without(node: Node, places: Places) -> Iterator[Node]:
    stack = [node]
    while stack:
        top = stack.pop()
        if id(top) in places:
            continue
        yield top
        stack.extend(top.args)


def _shifted(node: Node, name: str, by: int, places: Places) -> Node:
    found = places.get(id(node))
    if found is not None and found[0] == name:
        variable = Node("var", (), node.start, node.end, name)
        distance = found[1] - by
        if distance == 0:
            return variable
        return Node("sum", (variable, Node("neg", (number(-distance),), node.start, node.end)), node.start, node.end)
    args = tuple(_shifted(arg, name, by, places) for arg in node.args)
    return Node(node.op, args, node.start, node.end, node.name, node.value, node.bound)
