"""Trees from what the Lean reader meets: identifiers, known functions, definitions, sums over ranges, calc steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_faithform.judges.leannames import FUNCTIONS, IDENTITY, function_of, variable
from pytest_faithform.judges.nodes import Node, chain, number
from pytest_faithform.judges.sums import shifted
from pytest_faithform.lean.source import Token

__all__ = ["apply", "bounds_of", "called", "combined", "continued", "defines", "identifier", "named", "summed"]


def identifier(token: Token) -> Node:
    base, last = function_of(token.text)
    if base is None:
        return variable(token.text if "." not in token.text else last, token.start, token.end)
    subject = variable(base.rpartition(".")[2] if "." in base else base, token.start, token.start + len(base))
    if last in IDENTITY:
        return subject
    if last in FUNCTIONS and FUNCTIONS[last][1] == 1:
        return called(FUNCTIONS[last][0], [subject], token.start, token.end)
    return Node("app", (Node("var", (), token.start, token.end, last.lower()), subject), token.start, token.end)


def named(first: Token, args: list[Node]) -> Node | None:
    """A known function applied to at least its arguments: `Nat.choose n k`, `n.choose k`, `Real.sqrt x`, `Nat.cast x`."""
    base, last = function_of(first.text)
    if last in IDENTITY and base is None:
        return args[0] if len(args) == 1 else apply(args[0], args[1:])
    if last in ("sum", "prod"):
        return summed(last, args, first.start) if base is None else None
    if last not in FUNCTIONS:
        return None
    call, arity = FUNCTIONS[last]
    if base is not None:
        args = [variable(base, first.start, first.start + len(base)), *args]
    if len(args) < arity:
        return None
    node = called(call, args[:arity], first.start, args[arity - 1].end)
    return node if len(args) == arity else apply(node, args[arity:])


def summed(kind: str, args: Sequence[Node], start: int) -> Node | None:
    """The sum (or product) over a range of a function; `kind`: sum or prod."""
    bounds = bounds_of(args[0]) if len(args) == 2 and args[1].op == "lam" else None
    if bounds is None:
        return None
    body = args[1].args[0]
    return Node("big", (*bounds, body), start, args[1].end, "∑" if kind == "sum" else "∏", bound=args[1].bound)


def called(name: str, args: Sequence[Node], start: int, end: int) -> Node:
    if name == "succ":
        return Node("sum", (args[0], number(1)), start, end)
    if name == "ModEq":
        return Node("congr", (args[1], args[2], args[0]), start, end)
    if name in ("pow", "mod", "dvd"):
        return Node(name, tuple(args), start, end)
    return Node("call", tuple(args), start, end, name)


def apply(head: Node, args: Sequence[Node]) -> Node:
    return Node("app", (head, *args), head.start, args[-1].end)


def combined(sign: str, operands: Sequence[tuple[Node, bool]]) -> Node:
    """Operands of one sum or one product, each with whether it is subtracted or divides; flat, so that a long one stays
    shallow. A bracketed operand on the left keeps its brackets, an unbracketed one is continued."""
    op, inverse = ("sum", "neg") if sign in "+-" else ("prod", "inv")
    first, end = operands[0][0], operands[-1][0].end
    parts = list(first.args) if first.op == op and first.args[0].start == first.start else [first]
    parts += [Node(inverse, (node,), node.start, node.end) if inverted else node for node, inverted in operands[1:]]
    return Node(op, tuple(parts), first.start, end)


def defines(head: list[Node], body: Node, start: int) -> Node:
    """`f x = body` for `def f (x : ℕ) : ℕ := body` or an arm of it. It is written from `start` on, which is no operand's:
    the last argument stands within its binder's brackets."""
    if body.op == "lam":
        head = head + [Node("var", (), body.start, body.start, name) for name in body.bound]
        body = body.args[0]
    left = head[0] if len(head) == 1 else Node("app", tuple(head), head[0].start, head[0].end)
    return Node("rel", (left, body), start, body.end, "=")


def continued(previous: Node, step: Node) -> Node:
    """A calc step `_ R c` after `… = b`: `b R c`, and `a R' c` where the signs compose."""
    if previous.op == "and":
        last = max((n for n in previous.args if n.op == "rel"), key=lambda n: n.args[1].end, default=previous)
        first = min((n for n in previous.args if n.op == "rel"), key=lambda n: n.args[0].start, default=previous)
        links = [n for n in (first, last) if n.op == "rel"]
    else:
        links = [previous]
    if not links or links[0].op != "rel":
        return Node("rel", (previous, step.args[1]), step.start, step.end, step.name) if previous.op != "and" else step
    middle = links[-1].args[1]
    direct = Node("rel", (middle, step.args[1]), step.start, step.end, step.name)
    start = links[0].args[0]
    whole = [
        n
        for n in (previous.args if previous.op == "and" else (previous,))
        if n.op == "rel" and n.args[0] is start and n.args[1] is middle
    ]
    args = [direct]
    if whole:
        composed = chain([start, middle, step.args[1]], [whole[0].name, step.name])
        args += [replace(n, start=step.start, end=step.end) for n in composed.args[2:]]
    return Node("and", tuple(args), step.start, step.end) if len(args) > 1 else direct


def bounds_of(domain: Node) -> tuple[Node, Node] | None:
    """First and last index of a sum's domain; None if it is no range of integers."""
    if domain.op == "app" and domain.args[0].op == "var" and domain.args[0].name == "range" and len(domain.args) == 2:
        return number(0), shifted(domain.args[1], -1)
    if domain.op == "call" and domain.name in ("Icc", "Ico", "Ioc", "Ioo"):
        low, high = domain.args
        return (low if domain.name[1] == "c" else shifted(low, 1)), (
            high if domain.name[2] == "c" else shifted(high, -1)
        )
    return None
