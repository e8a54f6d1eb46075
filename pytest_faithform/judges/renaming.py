"""Formulas under other names: the model called the chickens x and the rabbits y.

Accepted only where it cannot mislead: none of the formula's names occurs anywhere in the Lean, the whole relation
matches under a one-to-one renaming, exactly one form in the region does so, it is large enough to be recognised, and no
unedited formula of the input has the same shape.
"""

from __future__ import annotations

from itertools import permutations

from pytest_faithform.judges.finding import Finding, Label
from pytest_faithform.judges.leannames import variable
from pytest_faithform.judges.nodes import Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.place import Context, Place
from pytest_faithform.judges.region import LeanRegion
from pytest_faithform.lean.source import Source

__all__ = ["match_renamed"]

_MIN_LEAVES = 4
_MAX_NAMES = 4
_MAX_CANDIDATES = 40


def match_renamed(place: Place, region: LeanRegion, source: Source) -> Finding | None:
    """A finding with rule `renamed`, or None."""
    contexts = [c for level in place.levels for c in level if c.relational and _leaves(c.new) >= _MIN_LEAVES]
    if not contexts:
        return None
    shapes = Forms(lambda name: "?")
    unedited = {shapes.key(node) for node in place.unedited}
    lean_names = _lean_names(source)
    for context in contexts:
        names = _names(context.new)
        if not 1 <= len(names) <= _MAX_NAMES or names & lean_names:
            continue
        sides: list[tuple[Label, Node]] = [("faithful", context.new), ("reverted", context.old)]
        if any(shapes.key(node) in unedited for _, node in sides):
            continue
        finding = _match(context, sides, region, shapes, names)
        if finding is not None:
            return finding
    return None


def _match(context: Context, sides: list[tuple[Label, Node]], region: LeanRegion, shapes: Forms,
           names: frozenset[str]) -> Finding | None:
    forms = Forms()
    wanted = {forms.key(node): label for label, node in sides}
    alike = {shapes.key(node) for _, node in sides}
    candidates = [node for node in region.nodes if node.op == context.new.op and shapes.key(node) in alike]
    matched: dict[int, tuple[Label, list[Node]]] = {}
    for node in candidates[:_MAX_CANDIDATES]:
        own = sorted(_names(node))
        if len(own) != len(names):
            continue
        for order in permutations(sorted(names)):
            label = wanted.get(forms.key(_renamed(node, dict(zip(own, order, strict=True)))))
            if label is not None:
                matched.setdefault(forms.key(node), (label, []))[1].append(node)
                break
    if len(matched) != 1 or len(candidates) > _MAX_CANDIDATES:
        return None
    label, found = next(iter(matched.values()))
    return Finding("renamed", label, context, tuple(found))


def _leaves(node: Node) -> int:
    return sum(1 for n in walk(node) if n.op in ("num", "var"))


def _names(node: Node) -> frozenset[str]:
    return frozenset(n.name for n in walk(node) if n.op == "var")


def _lean_names(source: Source) -> frozenset[str]:
    return frozenset(n.name for t in source.tokens if t.kind == "ident" for n in walk(variable(t.text, t.start, t.end)))


def _renamed(node: Node, names: dict[str, str]) -> Node:
    name = names.get(node.name, node.name) if node.op == "var" else node.name
    return Node(node.op, tuple(_renamed(a, names) for a in node.args), node.start, node.end, name, node.value, node.bound)
