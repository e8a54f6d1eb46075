"""Expressions of either language as one kind of tree, with the characters they came from.

A node's `start` and `end` are code-point offsets into the text it was read from. Trees are what the parsers
(`latexexpr`, `leanexpr`) make and what `normal` compares; nothing here evaluates anything.

Operations: `num` (value), `var` (name), `sum`, `neg`, `prod`, `inv`, `percent`, `pow`, `app` (function, arguments),
`call` (name: a known function), `rel` (name: one of `= ≠ < ≤ > ≥ ∈ ∉ ⊆`, two arguments), `congr` (a, b, modulus), `mod`,
`and`, `or`, `not`, `imp`, `iff`, `forall`/`exists`/`lam` (names bound, last argument the body), `big` (name ∑ ∏ ∫, bound
name; low, high, body), `tuple`, `set`, `hole` (`_`), `opaque` (not understood: equal to nothing), `seq` (side by side).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

__all__ = ["MAX_DEPTH", "RELATIONAL", "Node", "chain", "join", "number", "parts", "spelled_out", "walk"]

MAX_DEPTH = 40  # nesting a reader could follow; deeper text is opaque, so hostile nesting cannot exhaust the stack

RELATIONAL = frozenset(["rel", "congr", "dvd", "not"])
SYMMETRIC = frozenset("=≠")
FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}


# Nobody changes a node; but a frozen one takes three times as long to build, and a text has hundreds.
@dataclass(slots=True, eq=False)
class Node:
    """One expression; equality is identity, sameness of mathematics is `normal.Forms.key`.

    `composed`: a relation that nobody wrote, put together from the links of a chain or the steps of a `calc`. `over`: the
    type that is written for the variables of a quantifier, where it is a name. `below` and `free` keep what `walk` and
    `renaming.free_names` found.
    """

    op: str
    args: tuple[Node, ...] = ()
    start: int = 0
    end: int = 0
    name: str = ""
    value: Fraction | None = None
    bound: tuple[str, ...] = ()
    composed: bool = False
    over: str = ""
    below: tuple[Node, ...] | None = field(default=None, init=False, repr=False)
    free: frozenset[str] | None = field(default=None, init=False, repr=False)

    def at(self, start: int, end: int) -> Node:
        """The same expression over other characters (a group with its brackets)."""
        return Node(self.op, self.args, start, end, self.name, self.value, self.bound, self.composed, self.over)


def number(value: Fraction | int, start: int = 0, end: int = 0) -> Node:
    return Node("num", (), start, end, value=value if isinstance(value, Fraction) else Fraction(value))


def join(op: str, args: Sequence[Node], name: str = "") -> Node:
    """A node that spans its arguments."""
    return Node(op, tuple(args), min(a.start for a in args), max(a.end for a in args), name)


def chain(operands: Sequence[Node], relations: Sequence[str]) -> Node:
    """`a = b < c` as the conjunction of what it says: neighbours, and the ends of every stretch that composes.

    Stretches whose signs do not compose (`a < b > c`) yield nothing; at most the first 24 links are composed, so a long
    computation stays linear.
    """
    pairs = [join("rel", operands[i : i + 2], sign) for i, sign in enumerate(relations)]
    if len(pairs) == 1:
        return pairs[0]
    if len(relations) <= 24:
        for i in range(len(relations)):
            sign = relations[i]
            for j in range(i + 1, len(relations)):
                sign = _compose(sign, relations[j])
                if not sign:
                    break
                ends = operands[i], operands[j + 1]
                pairs.append(Node("rel", ends, ends[0].start, ends[1].end, sign, composed=True))
    return Node("and", tuple(pairs), operands[0].start, operands[-1].end)


_ENDS = {"Icc": ("≤", "≤"), "Ico": ("≤", "<"), "Ioc": ("<", "≤"), "Ioo": ("<", "<")}
_HALF_LINES = {"Iio": "<", "Iic": "≤", "Ioi": ">", "Ici": "≥"}


def spelled_out(node: Node) -> Node:
    """`x ∈ [a, b]` together with `a ≤ x` and `x ≤ b`."""
    if node.op != "rel" or node.name != "∈" or node.args[1].op != "call":
        return node
    variable, interval = node.args
    if interval.name in _HALF_LINES:
        sides = [(variable, _HALF_LINES[interval.name], interval.args[0])]
    elif interval.name in _ENDS:
        (low, high), (below, above) = interval.args, _ENDS[interval.name]
        sides = [(low, below, variable), (variable, above, high)]
    else:
        return node
    ends = [Node("rel", (a, b), node.start, node.end, sign, composed=True) for a, sign, b in sides]
    return Node("and", (node, *ends), node.start, node.end)


def _compose(first: str, second: str) -> str:
    if first == "=":
        return second if second in "=<≤>≥" else ""
    if second == "=":
        return first if first in "<≤>≥" else ""
    for up in ("<≤", ">≥"):
        if first in up and second in up:
            return up[0] if up[0] in (first, second) else up[1]
    return ""


def walk(node: Node) -> tuple[Node, ...]:
    """Every node once, parents before children."""
    if not node.args:
        return (node,)
    if node.below is None:
        node.below = tuple(_below(node))
    return (node, *node.below)


def parts(node: Node, at_most: int) -> tuple[Node, ...] | None:
    """As `walk`, if there are no more nodes than that: a larger expression is not walked to its end."""
    if node.args and node.below is None:
        found = tuple(islice(_below(node), at_most))
        if len(found) == at_most:
            return None
        node.below = found
    return walk(node) if not node.args or len(node.below or ()) < at_most else None


def _below(node: Node) -> Iterator[Node]:
    seen = {node}
    stack = list(reversed(node.args))
    while stack:
        top = stack.pop()
        if top in seen:
            continue
        seen.add(top)
        yield top
        if top.args:
            stack.extend(reversed(top.args))
