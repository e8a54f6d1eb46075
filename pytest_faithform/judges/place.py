"""The edited place in the informal text: the formulas around the edit, largest first, with the new and the old token.

A `Context` is one piece of mathematics that contains the edited token and at least one neighbour (an operand, a
relation): "2c + 4r = 97" against "2c + 4r = 94". What the rest of the input says is kept too, because the same formula
at an unedited place explains its occurrence in an output (SPEC c.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from pytest_faithform.judges.latexexpr import Reading, read, readings
from pytest_faithform.judges.nodes import RELATIONAL, Node, walk
from pytest_faithform.model import Case, NumberEdit, SymbolEdit

__all__ = ["HOLE", "NEIGHBOURHOOD", "Context", "Place", "find_place", "literal_value"]

NEIGHBOURHOOD = RELATIONAL | {"sum", "prod", "pow", "app", "call", "mod", "tuple", "set", "big"}
HOLE = 918273645546372819  # a literal that no text has; stands for "some other number here"
_RELATION_SIGNS = ("=", "\\neq ", "<", ">", "\\le ", "\\ge ")
_OPERATOR_SIGNS = ("+", "-", "\\cdot ", "/", "^")


Key = tuple[object, ...]


@dataclass(frozen=True)
class Context:
    """The same neighbourhood with the new token and with the old one; `others`: with other tokens at the place.

    `others` is read only when asked for; for numbers it is the one tree with the literal `HOLE` at the place.
    """

    new: Node
    old: Node
    others: Callable[[], tuple[Node, ...]]

    @property
    def relational(self) -> bool:
        return self.new.op in RELATIONAL


@dataclass(frozen=True)
class Place:
    """`levels`: contexts from the whole relation down to the immediate neighbours, over all readings of the text; those
    of one level cover the same characters or are parts of one chain. `unedited`: every expression of the input that does
    not contain the edited token. `proof`: the informal proof, where the statement is edited. `new_values`, `old_values`:
    what the edited literal is worth (25 % is 25 and 1/4)."""

    levels: tuple[tuple[Context, ...], ...]
    unedited: tuple[Node, ...]
    proof: str = ""
    new_values: frozenset[Fraction] = frozenset()
    old_values: frozenset[Fraction] = frozenset()

    @cached_property
    def restated(self) -> list[Node]:
        """The relations that the proof says."""
        formulas = (piece for reading in readings(self.proof)[:1] for piece in read(self.proof, reading))
        return [node for piece in formulas for node in walk(piece) if node.op in RELATIONAL]


@dataclass(frozen=True)
class _Version:
    """The edited region's text with one token at the place [start, end)."""

    text: str
    start: int
    end: int


def find_place(case: Case, edit: NumberEdit | SymbolEdit) -> Place:
    """The neighbourhood of the edited token; no levels where it stands alone or in words."""
    before = case.original_text(edit.region)
    start, end = edit.span.start, edit.span.end

    def version(token: str) -> _Version:
        return _Version(before[:start] + token + before[end:], start, start + len(token))

    new, old = version(edit.new), version(edit.old)
    others = [version(token) for token in _others(edit)]
    # A signature stands for the statement alone; a proof also restates what the statement says.
    also = case.informal_statement if edit.region == "proof" else ""
    contexts: list[Context] = []
    unedited: list[Node] = []
    values: list[tuple[frozenset[Fraction], frozenset[Fraction]]] = []
    for reading in readings(new.text, case.problem.informal_statement + "\n\n" + case.problem.informal_proof):
        formulas = read(new.text, reading)
        unedited += [node for piece in formulas for node in walk(piece) if not _covers(node, new)]
        unedited += [node for piece in (read(also, reading) if also else []) for node in walk(piece)]
        covering, twins = _covering(formulas, new), _covering(read(old.text, reading), old)
        leaf, old_leaf = _leaf(covering, new), _leaf(twins, old)
        values.append((_worth(covering, leaf), _worth(twins, old_leaf)))
        contexts += _contexts(covering, _partners(twins, old, new), _Siblings(others, new, reading), new, edit, leaf)
    new_values, old_values = values[0]
    proof = case.informal_proof if edit.region == "statement" else ""
    return Place(_levels(contexts), tuple(dict.fromkeys(unedited)), proof, new_values, old_values)


class _Siblings:
    """The same text with other tokens at the place, read when a first context asks."""

    def __init__(self, versions: list[_Version], target: _Version, reading: Reading) -> None:
        self._versions, self._target, self._reading = versions, target, reading
        self._read: list[dict[Key, Node]] | None = None

    def at(self, key: Key) -> tuple[Node, ...]:
        if self._read is None:
            self._read = [_partners(_covering(read(v.text, self._reading), v), v, self._target) for v in self._versions]
        return tuple(nodes[key] for nodes in self._read if key in nodes)


def _contexts(
    covering: list[Node],
    twins: dict[Key, Node],
    siblings: _Siblings,
    new: _Version,
    edit: NumberEdit | SymbolEdit,
    leaf: Node | None,
) -> list[Context]:
    return [
        Context(node, twins[key], partial(siblings.at, key))
        for node, key in _keyed(covering, new, new)
        if key in twins and _is_context(node, edit, leaf)
    ]


def _others(edit: NumberEdit | SymbolEdit) -> tuple[str, ...]:
    if isinstance(edit, NumberEdit):
        return (str(HOLE),)
    return _RELATION_SIGNS if edit.family == "relation" else _OPERATOR_SIGNS


def _is_context(node: Node, edit: NumberEdit | SymbolEdit, leaf: Node | None) -> bool:
    if node.op not in NEIGHBOURHOOD:
        return False
    if isinstance(edit, SymbolEdit):
        return edit.family == "operator" or node.op in RELATIONAL
    return leaf is not None and (node.start, node.end) != (leaf.start, leaf.end) and not _is_value(node)


def _levels(contexts: list[Context]) -> tuple[tuple[Context, ...], ...]:
    relations = tuple(c for c in contexts if c.relational)
    by_size: dict[int, list[Context]] = {}
    for context in contexts:
        if not context.relational:
            by_size.setdefault(context.new.start - context.new.end, []).append(context)
    return tuple(level for level in (relations, *(tuple(by_size[size]) for size in sorted(by_size))) if level)


def _covers(node: Node, version: _Version) -> bool:
    return node.start <= version.start and version.end <= node.end


def _covering(formulas: Iterable[Node], version: _Version) -> list[Node]:
    return [
        node
        for piece in formulas
        if _covers(piece, version) or piece.op == "and"
        for node in walk(piece)
        if _covers(node, version)
    ]


def _keyed(nodes: list[Node], version: _Version, target: _Version) -> Iterator[tuple[Node, Key]]:
    """Nodes with what identifies them across versions: their range and, of a relation, those of its operands."""
    shift = (target.end - target.start) - (version.end - version.start)
    seen: dict[Key, int] = {}
    for node in nodes:
        parts = node.args if node.op in RELATIONAL else ()
        spans = tuple((_moved(n.start, version, shift), _moved(n.end, version, shift)) for n in (node, *parts))
        key: Key = (node.op, spans)
        seen[key] = seen.get(key, -1) + 1
        yield node, (*key, seen[key])


def _moved(offset: int, version: _Version, shift: int) -> int:
    return offset if offset <= version.start else offset + shift


def _partners(nodes: list[Node], version: _Version, target: _Version) -> dict[Key, Node]:
    return {key: node for node, key in _keyed(nodes, version, target)}


def _leaf(covering: list[Node], version: _Version) -> Node | None:
    """The literal that the edited digits belong to: a number, or a ratio of two where the edit spans both."""
    values = [node for node in covering if _is_value(node) and node.op != "inv"]
    return min(values, key=lambda n: n.end - n.start, default=None)


def _is_value(node: Node) -> bool:
    if node.op == "num":
        return True
    if node.op in ("neg", "percent", "inv"):
        return _is_value(node.args[0])
    return (
        node.op == "prod"
        and len(node.args) == 2
        and node.args[0].op == "num"
        and (node.args[1].op == "inv" and node.args[1].args[0].op == "num")
    )


def _worth(covering: list[Node], leaf: Node | None) -> frozenset[Fraction]:
    """The values the edited literal stands for, as absolute values: itself, and the percent or ratio it is part of."""
    if leaf is None:
        return frozenset()
    found = [literal_value(node) for node in covering if _is_value(node) and (node is leaf or node.op == "percent")]
    return frozenset(abs(value) for value in found if value is not None)


def literal_value(node: Node) -> Fraction | None:
    if node.op == "num":
        return node.value
    inner = [literal_value(arg) for arg in node.args]
    first, second = inner[0], inner[-1]
    if first is None or second is None:
        return None
    if node.op == "neg":
        return -first
    if node.op == "percent":
        return first / 100
    if node.op == "inv":
        return 1 / first if first else None
    return first * second
