"""Recurrences up to the name of the index: `a_n = 4a_{n-1} - 3a_{n-2}` and `a (n + 2) = 4 * a (n + 1) - 3 * a n`."""

from __future__ import annotations

from pytest_faithform.judges.nodes import Node, number, parts

__all__ = ["aligned"]

_MAX_NODES = 200


def aligned(node: Node) -> Node | None:
    """The relation with its index shifted so that the largest one is bare; None if it is no recurrence.

    A recurrence names a sequence at two or more distances from one index. The index is shifted wherever it stands, so
    that `P (n + 1) = P n + 2 ^ (n + 1)` is `P n = P (n - 1) + 2 ^ n`.
    """
    if node.op != "rel":
        return None
    inside = parts(node, _MAX_NODES)
    if inside is None:
        return None
    bound = {name for inner in inside for name in inner.bound}
    places = [found for app in inside if app.op == "app" for arg in app.args[1:] if (found := _offset(arg))]
    for name in dict.fromkeys(name for name, _ in places):
        offsets = {by for n, by in places if n == name}
        if len(offsets) > 1 and name not in bound:
            return _shifted(node, name, max(offsets))
    return None


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


def _shifted(node: Node, name: str, by: int) -> Node:
    found = _offset(node)
    if found is not None and found[0] == name:
        variable = Node("var", (), node.start, node.end, name)
        distance = found[1] - by
        if distance == 0:
            return variable
        step = number(abs(distance))
        return Node("sum", (variable, step if distance > 0 else Node("neg", (step,))), node.start, node.end)
    args = tuple(_shifted(arg, name, by) for arg in node.args)
    return Node(node.op, args, node.start, node.end, node.name, node.value, node.bound)
