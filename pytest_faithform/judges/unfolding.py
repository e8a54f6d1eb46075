"""Definitions of a Lean text written out: `a n ≥ 4` after `let a := fun n => 3 * n + 1` says `3 * n + 1 ≥ 4`.

Only what has one definition, without recursion and without cases, is unfolded, one step deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_faithform.judges.nodes import Node, parts, walk
from pytest_faithform.judges.normal import Forms

__all__ = ["unfolded"]

_MAX_DEFINITIONS = 30
_MAX_NODES = 30_000
_MAX_PIECE = 400


@dataclass(frozen=True)
class _Definition:
    parameters: tuple[str, ...]
    body: Node


def unfolded(pieces: Sequence[Node], definitions: Iterable[Node]) -> list[Node]:
    """The pieces that mention a definition, with it written out; `definitions` are the equations that define."""
    known = _known(definitions)
    found: list[Node] = []
    room = _MAX_NODES
    for piece in pieces if known else ():
        inner = parts(piece, _MAX_PIECE - 1)
        if inner is None or not any(node.op == "var" and node.name in known for node in inner):
            continue
        expanded = _expand(piece, known)
        room -= sum(1 for _ in walk(expanded))
        if room < 0:
            break
        found.append(expanded)
    return found


def _known(definitions: Iterable[Node]) -> dict[str, _Definition]:
    found: dict[str, list[_Definition]] = {}
    for equation in definitions:
        left, body = equation.args
        head, parameters = (left.args[0], left.args[1:]) if left.op == "app" else (left, ())
        names = tuple(p.name for p in parameters)
        plain = head.op == "var" and all(p.op == "var" for p in parameters)
        if (
            plain
            and body.op not in ("var", "opaque")
            and not any(n.op == "var" and n.name == head.name for n in walk(body))
        ):
            found.setdefault(head.name, []).append(_Definition(names, body))
    forms = Forms()
    same = {name: {(d.parameters, forms.key(d.body)) for d in many} for name, many in found.items()}
    return {name: many[0] for name, many in list(found.items())[:_MAX_DEFINITIONS] if len(same[name]) == 1}


def _expand(node: Node, known: Mapping[str, _Definition]) -> Node:
    if node.op == "var":
        definition = known.get(node.name)
        return node if definition is None or definition.parameters else definition.body.at(node.start, node.end)
    args = tuple(_expand(arg, known) for arg in node.args)
    if node.op == "app" and node.args[0].op == "var":
        definition = known.get(node.args[0].name)
        if definition is not None and definition.parameters and len(definition.parameters) == len(args) - 1:
            given = dict(zip(definition.parameters, args[1:], strict=True))
            return _substituted(definition.body, given).at(node.start, node.end)
    return replace(node, args=args)


def _substituted(node: Node, given: Mapping[str, Node]) -> Node:
    if node.op == "var":
        return given.get(node.name, node)
    if any(name in given for name in node.bound):
        given = {name: value for name, value in given.items() if name not in node.bound}
    return replace(node, args=tuple(_substituted(arg, given) for arg in node.args))
