"""Formulas under other names: the model called the chickens x and the rabbits y.

Accepted only where it cannot mislead: none of the formula's names occurs anywhere in the Lean, the whole formula matches
under a one-to-one renaming, exactly one form among the candidates does so, it is large enough to be recognised, and no
unedited formula of the input has the same shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from pytest_faithform.judges.finding import Finding, Label
from pytest_faithform.judges.leannames import variable
from pytest_faithform.judges.nodes import Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.place import Place
from pytest_faithform.judges.region import LeanRegion
from pytest_faithform.lean.source import Source

__all__ = ["match_renamed", "same_renamed"]

_MIN_LEAVES = 4
_MAX_NAMES = 4
_MAX_CANDIDATES = 40


def match_renamed(place: Place, region: LeanRegion, source: Source) -> Finding | None:
    """A finding with rule `renamed`, or None."""
    shapes = Forms(lambda name: "?")
    unedited = {shapes.key(node) for node in place.unedited}
    for context in (c for level in place.levels for c in level if c.relational):
        if {shapes.key(context.new), shapes.key(context.old)} & unedited:
            continue
        sides: list[tuple[Label, Node]] = [("faithful", context.new), ("reverted", context.old)]
        matched = [(label, same_renamed([node], region.nodes, source)) for label, node in sides]
        found = [(label, nodes) for label, nodes in matched if nodes]
        if len(found) == 1:
            label, nodes = found[0]
            return Finding("renamed", label, context, tuple(nodes))
    return None


def same_renamed(formulas: Iterable[Node], candidates: Sequence[Node], source: Source) -> list[Node]:
    """The candidates that say what one of the formulas says, in other names; empty if they say different things."""
    shapes, forms = Forms(lambda name: "?"), Forms()
    found: dict[int, list[Node]] = {}
    lean_names: frozenset[str] | None = None
    for formula in formulas:
        names = _names(formula)
        if not 1 <= len(names) <= _MAX_NAMES or _leaves(formula) < _MIN_LEAVES:
            continue
        lean_names = _lean_names(source) if lean_names is None else lean_names
        shape = shapes.key(formula)
        alike = [
            c for c in candidates if c.op == formula.op and shapes.key(c) == shape and len(_names(c)) == len(names)
        ]
        if names & lean_names or len(alike) > _MAX_CANDIDATES:
            continue
        for node in alike:
            if _agree(node, formula, names, forms):
                found.setdefault(forms.key(node), []).append(node)
    return next(iter(found.values())) if len(found) == 1 else []


def _agree(node: Node, formula: Node, names: frozenset[str], forms: Forms) -> bool:
    own, wanted = sorted(_names(node)), forms.key(formula)
    renamings = (dict(zip(own, order, strict=True)) for order in permutations(sorted(names)))
    return any(forms.key(_renamed(node, renaming)) == wanted for renaming in renamings)


def _leaves(node: Node) -> int:
    return sum(1 for n in walk(node) if n.op in ("num", "var"))


def _names(node: Node) -> frozenset[str]:
    return frozenset(n.name for n in walk(node) if n.op == "var")


def _lean_names(source: Source) -> frozenset[str]:
    return frozenset(n.name for t in source.tokens if t.kind == "ident" for n in walk(variable(t.text, t.start, t.end)))


def _renamed(node: Node, names: dict[str, str]) -> Node:
    name = names.get(node.name, node.name) if node.op == "var" else node.name
    return Node(
        node.op, tuple(_renamed(a, names) for a in node.args), node.start, node.end, name, node.value, node.bound
    )
