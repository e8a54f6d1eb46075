"""What a Lean text says in other words: `n = 12 * q + 5` for some q is n ≡ 5 mod 12, `Even n` is 2 ∣ n, `p = fun x => …` is
`p x = …`, `n ∈ {1, 2}` is n = 1 or n = 2, `x = 2 ^ 5` is log₂ x = 5, and the elements of `(Icc 3 40).filter …` lie between
3 and 40."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_faithform.judges.leanbuild import bounds_of
from pytest_faithform.judges.nodes import RELATIONAL, Node, number, parts, spelled_out, walk

__all__ = ["consequences", "same_as"]

_MAX_NODES = 60
_FIELDS = frozenset(["ℚ", "ℝ", "ℂ", "Rat", "Real", "Complex", "NNRat", "NNReal", "ℚ≥0", "ℝ≥0"])


def same_as(node: Node) -> Iterator[Node]:
    """Relations equivalent to this one."""
    # Every real number is twice another and one.
    if node.op == "exists" and len(node.bound) == 1 and node.over not in _FIELDS:
        yield from _witnessed(node.args[0], node.bound[0], node)
    if node.op == "app":
        yield from _predicate(node)
    if node.op == "rel" and node.name == "∈" and node.args[1].op == "set" and node.args[1].args:
        element, members = node.args[0], node.args[1].args
        equal = tuple(Node("rel", (element, member), node.start, node.end, "=") for member in members)
        yield equal[0] if len(equal) == 1 else Node("or", equal, node.start, node.end)
    if node.op == "rel" and node.name == "=":
        for left, right in (node.args, node.args[::-1]):
            if right.op == "lam" and right.bound:
                names = tuple(Node("var", (), right.start, right.start, name) for name in right.bound)
                applied = Node("app", (left, *names), left.start, left.end)
                yield Node("rel", (applied, right.args[0]), node.start, node.end, "=")
            if right.op == "pow" and right.args[0].op == "num":
                exponent = Node("call", (right.args[0], left), node.start, node.end, "log_")
                yield Node("rel", (exponent, right.args[1]), node.start, node.end, "=")


def _predicate(node: Node) -> Iterator[Node]:
    head, args = node.args[0], node.args[1:]
    if head.op == "app":
        head, args = head.args[0], (*head.args[1:], *args)
    if head.op != "var":
        return
    if len(args) == 1 and head.name == "even":
        yield Node("dvd", (number(2), args[0]), node.start, node.end)
    elif len(args) == 1 and head.name == "odd":
        yield Node("congr", (args[0], number(1), number(2)), node.start, node.end)
    elif len(args) == 2 and head.name in ("coprime", "iscoprime"):
        yield Node("rel", (Node("call", args, node.start, node.end, "gcd"), number(1)), node.start, node.end, "=")


def consequences(nodes: Iterable[Node]) -> list[Node]:
    """Relations that a text's expressions amount to. A variable that stands in one relation only is as good as an
    existential one."""
    stated = list(nodes)
    found = [other for node in stated for other in same_as(node)]
    found += [inner for node in stated for side in _selected(node) for inner in walk(side)]
    outermost = _outermost(stated)
    used = Counter(inner.name for node in outermost for inner in walk(node) if inner.op == "var")
    for node in outermost:
        if node.op == "rel" and node.name == "=" and _small(node):
            for name in {inner.name for inner in walk(node) if inner.op == "var" and used[inner.name] == 1}:
                found += _witnessed(node, name, node)
    return found


def _small(node: Node) -> bool:
    return parts(node, _MAX_NODES - 1) is not None


def _outermost(nodes: list[Node]) -> list[Node]:
    inside: set[int] = set()
    outer = []
    for node in nodes:
        if id(node) in inside or node.op not in RELATIONAL | {"and", "or", "imp", "iff", "forall", "exists"}:
            continue
        outer.append(node)
        inside |= {id(inner) for inner in walk(node)}
    return outer


def _witnessed(node: Node, name: str, whole: Node) -> Iterator[Node]:
    if node.op != "rel" or node.name != "=":
        return
    for value, combination in (node.args, node.args[::-1]):
        if _mentions(value, name):
            continue
        terms = combination.args if combination.op == "sum" else (combination,)
        multiples = [term for term in terms if _mentions(term, name)]
        rest = tuple(term for term in terms if not _mentions(term, name))
        modulus = _coefficient(multiples[0], name) if len(multiples) == 1 else None
        if len(multiples) == 2 and all(term.op == "var" for term in multiples):
            modulus = number(2)
        if modulus is None:
            continue
        if not rest:
            yield Node("dvd", (modulus, value), whole.start, whole.end)
        else:
            left_over = rest[0] if len(rest) == 1 else Node("sum", rest, combination.start, combination.end)
            yield Node("congr", (value, left_over, modulus), whole.start, whole.end)


def _mentions(node: Node, name: str) -> bool:
    return any(inner.op == "var" and inner.name == name for inner in walk(node))


def _coefficient(term: Node, name: str) -> Node | None:
    if term.op != "prod" or len(term.args) != 2:
        return None
    for factor, other in (term.args, term.args[::-1]):
        if factor.op == "num" and other.op == "var" and other.name == name:
            return factor
    return None


def _selected(node: Node) -> Iterator[Node]:
    """Bounds on the elements of a filtered range of integers."""
    if node.op != "app":
        return
    head = node
    args: list[Node] = []
    while head.op == "app":
        args = [*head.args[1:], *args]
        head = head.args[0]
    if head.op != "var" or head.name != "filter" or len(args) != 2:
        return
    for test, domain in (args, args[::-1]):
        if test.op != "lam" or len(test.bound) != 1:
            continue
        element = Node("var", (), test.start, test.start, test.bound[0])
        yield spelled_out(Node("rel", (element, domain), node.start, node.end, "∈"))
        bounds = bounds_of(domain)
        if bounds is not None:
            low, high = bounds
            yield Node("rel", (low, element), node.start, node.end, "≤", composed=True)
            yield Node("rel", (element, high), node.start, node.end, "≤", composed=True)
