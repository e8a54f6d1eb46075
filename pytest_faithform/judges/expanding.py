"""Products multiplied out: `x (x + 6)` as `x ^ 2 + x 6`, `(a - b) (a - b)` as `(a - b) ^ 2`.

Numbers are not computed with, so a product of two sums stays: what it expands to is another formula of a proof.
"""

from __future__ import annotations

from pytest_faithform.judges.nodes import Node, number, parts
from pytest_faithform.judges.normal import Forms

__all__ = ["expanded"]

_MAX_NODES = 200


def expanded(node: Node, forms: Forms) -> Node | None:
    """The expression multiplied out; None if there is nothing to multiply out, or too much."""
    inside = parts(node, _MAX_NODES + 1)
    if inside is None or not any(inner.op == "prod" for inner in inside):
        return None
    return _expanded(node, forms)


def _expanded(node: Node, forms: Forms) -> Node:
    if not node.args:
        return node
    args = tuple([_expanded(arg, forms) for arg in node.args])
    if node.op == "prod":
        return _distributed(_collected(args, forms), node, forms)
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    return Node(node.op, args, node.start, node.end, node.name, node.value, node.bound)


def _collected(factors: tuple[Node, ...], forms: Forms) -> list[Node]:
    """Equal factors as one power; literals stay as they are written."""
    exponents: dict[int, int] = {}
    bases: dict[int, Node] = {}
    rest: list[Node] = []
    flat = [part for factor in factors for part in (factor.args if factor.op == "prod" else (factor,))]
    for factor in flat:
        base, exponent = _power(factor)
        if base.op in ("num", "inv", "neg", "opaque", "hole", "percent"):
            rest.append(factor)
            continue
        key = forms.key(base)
        bases.setdefault(key, base)
        exponents[key] = exponents.get(key, 0) + exponent
    return rest + [_raised(bases[key], exponent) for key, exponent in exponents.items()]


def _power(node: Node) -> tuple[Node, int]:
    exponent = node.args[1].value if node.op == "pow" and node.args[1].op == "num" else None
    if exponent is None or exponent.denominator != 1 or not 0 < exponent < 100:
        return node, 1
    return node.args[0], int(exponent)


def _raised(base: Node, exponent: int) -> Node:
    if exponent == 1:
        return base
    return Node("pow", (base, number(exponent, base.start, base.end)), base.start, base.end)


def _distributed(factors: list[Node], whole: Node, forms: Forms) -> Node:
    sums = [factor for factor in factors if factor.op == "sum"]
    others = [factor for factor in factors if factor.op != "sum"]
    if len(sums) != 1 or not others:
        return factors[0] if len(factors) == 1 else Node("prod", tuple(factors), whole.start, whole.end)
    terms = tuple(_times(others, term, whole, forms) for term in sums[0].args)
    return Node("sum", terms, whole.start, whole.end)


def _times(factors: list[Node], term: Node, whole: Node, forms: Forms) -> Node:
    if term.op == "neg":
        return Node("neg", (_times(factors, term.args[0], whole, forms),), whole.start, whole.end)
    if term.op == "sum":
        return Node("sum", tuple(_times(factors, part, whole, forms) for part in term.args), whole.start, whole.end)
    product = _collected((*factors, term), forms)
    return product[0] if len(product) == 1 else Node("prod", tuple(product), whole.start, whole.end)
