"""Formulas under other names: the model called the chickens x and the rabbits y.

The statement fixes the names: its relations are laid over those of a declaration's signature, and the maps under which
most of them agree say which name stands for which (`Naming`). A formula then matches under such a map. Names that the
statement leaves open, like the variable of an induction, may take any place, if the formula is large enough to be
recognised and no unedited formula of the input has the same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import factorial

from pytest_faithform.judges.expanding import expanded
from pytest_faithform.judges.nodes import RELATIONAL, Node, parts, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.recurrence import aligned

__all__ = ["Anchors", "Naming", "Renamings", "Ways", "free_names", "match"]

_MIN_LEAVES = 4
_MAX_NAMES = 4
_MAX_SIZE = 200
_MAX_CANDIDATES = 40
_MAX_ANCHORS = 16
_MAX_RELATIONS = 60
_MAX_MAPS = 24
_MAX_STEPS = 20_000

Map = Mapping[str, str]
Ways = frozenset[tuple[int, int]]


def _leaves(node: Node) -> int:
    return sum(1 for n in walk(node) if n.op in ("num", "var"))


def free_names(node: Node) -> frozenset[str]:
    """Names of variables and functions that the expression does not bind itself."""
    if node.free is None:
        node.free = _free_names(node)
    return node.free


def _free_names(node: Node) -> frozenset[str]:
    inside = walk(node)
    if not any(n.bound for n in inside):
        return frozenset(n.name for n in inside if n.op == "var")
    inner = frozenset[str]().union(*(free_names(arg) for arg in node.args))
    return inner - frozenset(node.bound)


class Renamings:
    """Which candidates say a formula in other names. There are four ways to say it, the surest first: as it stands,
    with one side moved over, with the index of a recurrence shifted, and multiplied out."""

    WAYS = (0, 1, 2, 3)

    def __init__(self) -> None:
        self.forms = Forms()
        self.shapes = Forms(lambda name: "?")
        self._shapes: dict[Node, Ways] = {}
        self._keys: dict[Node, Ways] = {}
        self._alike: dict[Node, tuple[Sequence[Node], list[Node]]] = {}
        self._renamed: dict[tuple[Node, frozenset[tuple[str, str]]], Ways] = {}

    def shape(self, node: Node) -> Ways:
        if node not in self._shapes:
            self._shapes[node] = frozenset(_keys(node, self.shapes))
        return self._shapes[node]

    def keys(self, node: Node) -> Ways:
        """(way, key) of every way to say it."""
        if node not in self._keys:
            self._keys[node] = frozenset(_keys(node, self.forms))
        return self._keys[node]

    def alike(self, formula: Node, candidates: Sequence[Node]) -> list[Node]:
        asked, found = self._alike.get(formula, (None, []))
        # A formula is looked for among the same candidates once for every way.
        if asked is not candidates:
            shape, names = self.shape(formula), len(free_names(formula))
            found = [
                c for c in candidates if c.op == formula.op and len(free_names(c)) == names and self.shape(c) & shape
            ]
            self._alike[formula] = candidates, found
        return found

    def says(self, node: Node, formula: Node, renaming: Map, ways: Sequence[int] = WAYS) -> bool:
        said = self._keys_under(node, renaming) & self.keys(formula)
        return any(way in ways for way, _ in said)

    def _keys_under(self, node: Node, renaming: Map) -> Ways:
        changed = frozenset((name, to) for name in free_names(node) if (to := renaming.get(name, name)) != name)
        if not changed:
            return self.keys(node)
        asked = (node, changed)
        if asked not in self._renamed:
            self._renamed[asked] = frozenset(_keys(_renamed(node, dict(changed)), self.forms))
        return self._renamed[asked]


def _keys(node: Node, forms: Forms) -> Iterator[tuple[int, int]]:
    if parts(node, _MAX_SIZE) is None:
        return
    yield 0, forms.key(node)
    moved = forms.rearranged(node)
    if moved is None:
        return
    yield 1, moved
    for way, form in ((2, aligned(node)), (3, expanded(node, forms) or node)):
        key = None if form is None else moved if form is node else forms.rearranged(form)
        if key is not None:
            yield way, key


@dataclass(frozen=True)
class Anchors:
    """The unedited relations of the informal statement, and every name and function that the input uses. `formulas`: all
    that the input writes, read when it is asked for."""

    relations: tuple[Node, ...]
    formulas: Callable[[], list[Node]]

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(node.name for node in self._whole if node.op == "var")

    @cached_property
    def functions(self) -> frozenset[str]:
        return frozenset(_applied(self._whole))

    @cached_property
    def _whole(self) -> list[Node]:
        return self.formulas()


class Naming:
    """The names of one declaration, of whose signature these are the relations. `own`: every name of the signature;
    `local`: those bound within it or once more (`rebound`) in its proof."""

    def __init__(
        self,
        anchors: Anchors,
        relations: Sequence[Node],
        renamings: Renamings,
        rebound: frozenset[str] = frozenset(),
    ) -> None:
        self.anchors = anchors
        self._relations = relations
        self._stated = [r for r in relations if r.op in RELATIONAL][:_MAX_RELATIONS]
        self._known = renamings
        inside: dict[Node, None] = {}
        for relation in relations:
            if relation not in inside:
                inside |= dict.fromkeys(walk(relation))
        self._functions = frozenset(_applied(inside))
        self.own = frozenset(n.name for n in inside if n.op == "var")
        self._bound = frozenset(name for n in inside for name in n.bound)
        self.local = self._bound | rebound

    @cached_property
    def maps(self) -> list[Map]:
        """The best maps from its names to those of the input, by how many relations of the statement agree; empty if none
        does."""
        maps = _keeping(_best(self._options()))
        sole = self._sole_function
        return maps if sole is None else [{**sole, **known} for known in maps or [{}]]

    def _named_anchors(self) -> Iterator[tuple[Node, list[str]]]:
        for anchor in self.anchors.relations[:_MAX_ANCHORS]:
            names = sorted(free_names(anchor))
            if 1 <= len(names) <= _MAX_NAMES:
                yield anchor, names

    def _options(self) -> list[list[Map]]:
        renamings = self._known
        options = []
        for anchor, names in self._named_anchors():
            found: dict[frozenset[tuple[str, str]], Map] = {}
            for node in renamings.alike(anchor, self._stated):
                for order in permutations(names):
                    renaming = dict(zip(sorted(free_names(node)), order, strict=True))
                    if renamings.says(node, anchor, renaming):
                        known = {name: to for name, to in renaming.items() if name not in self._bound}
                        found[frozenset(known.items())] = known
            if any(found.values()):
                options.append(list(found.values())[:_MAX_MAPS])
        return options

    def contradicts(self, node: Node) -> bool:
        """Whether a name of the expression stands for another name of the input, however the statement is read."""
        names = free_names(node) - self.local
        if not names or self._keeps_all:
            return False
        return bool(self.maps) and all(any(known.get(n, n) != n for n in names) for known in self.maps)

    @cached_property
    def _keeps_all(self) -> bool:
        """Whether the signature says every anchor in its own names. Then every name may stand for itself, and a map that
        agrees with as many anchors keeps fewer names: it need not be looked for to know that nothing contradicts."""
        kept = all(self._bound.isdisjoint(names) and self._says(anchor) for anchor, names in self._named_anchors())
        return kept and self._sole_function is None

    @cached_property
    def _sole_function(self) -> Map | None:
        """The only function of the Lean is the only function of the input."""
        if len(self._functions) == len(self.anchors.functions) == 1:
            (own,), (other,) = self._functions, self.anchors.functions
            if (
                own != other
                and own not in self.anchors.names
                and not any(other in free_names(r) for r in self._relations)
            ):
                return {own: other}
        return None

    def _says(self, anchor: Node) -> bool:
        """Whether a relation of the signature is the anchor, and among the first that its maps are taken from."""
        names, forms = free_names(anchor), self._known.forms
        maps = 0
        for node in self._stated:
            if node.op != anchor.op or len(free_names(node)) != len(names):
                continue
            if free_names(node) == names and forms.key(node) == forms.key(anchor):
                sized = parts(node, _MAX_SIZE) is not None and parts(anchor, _MAX_SIZE) is not None
                return sized and maps < _MAX_MAPS and bool(self._known.shape(node) & self._known.shape(anchor))
            maps += factorial(len(names))
        return False

    def renamings(self, node: Node, formula: Node, *, loose: bool) -> Iterator[Map]:
        """How the node's names may stand for the formula's; `loose`: also where the statement leaves names open."""
        names, wanted = free_names(node), free_names(formula)
        for known in self.maps or [{}]:
            fixed = {n: known[n] for n in names if n in known and n not in self.local}
            taken = frozenset(known.values())
            fixed |= {n: n for n in names - fixed.keys() - self.local if n in wanted and n not in taken}
            free, targets = sorted(names - fixed.keys()), sorted(wanted - frozenset(fixed.values()))
            if len(free) != len(targets) or len(frozenset(fixed.values())) != len(fixed):
                continue
            if not free:
                yield fixed
            elif loose and len(free) <= _MAX_NAMES and _leaves(formula) >= _MIN_LEAVES:
                for order in permutations(targets):
                    pairs = dict(zip(free, order, strict=True))
                    if all(self._may(n, to, taken) for n, to in pairs.items()):
                        yield {**fixed, **pairs}

    def _may(self, name: str, to: str, taken: frozenset[str]) -> bool:
        bound = name in self.local or name not in self.own
        return bound or (to not in taken and to not in self.own)


def match(
    formulas: Iterable[Node],
    candidates: Sequence[Node],
    naming: Callable[[Node], Naming],
    renamings: Renamings,
    *,
    loose: bool,
    ways: Sequence[int] = Renamings.WAYS,
) -> list[Node]:
    """The candidates that say what one of the formulas says, in other names; `loose`: also in names that the statement
    leaves open."""
    found: list[Node] = []
    for formula in formulas:
        if not 1 <= len(free_names(formula)) <= _MAX_NAMES:
            continue
        alike = renamings.alike(formula, candidates)
        if len(alike) > _MAX_CANDIDATES:
            continue
        for node in alike:
            maps = naming(node).renamings(node, formula, loose=loose)
            if any(renamings.says(node, formula, known, ways) for known in maps):
                found.append(node)
    return found


def _best(options: list[list[Map]]) -> list[Map]:
    """The one-to-one maps that agree with most of the options' groups, one option of each."""
    best: dict[frozenset[tuple[str, str]], Map] = {}
    most = 0
    steps = 0

    def visit(index: int, known: dict[str, str], score: int) -> None:
        nonlocal best, most, steps
        steps += 1
        if steps > _MAX_STEPS or score + len(options) - index < most:
            return
        if index == len(options):
            best = best if score == most else {}
            most = score
            if known:
                best[frozenset(known.items())] = known
            return
        for option in options[index]:
            joined = {**known, **option}
            if all(known.get(n, to) == to for n, to in option.items()) and len(set(joined.values())) == len(joined):
                visit(index + 1, joined, score + 1)
        visit(index + 1, known, score)

    visit(0, {}, 0)
    return list(best.values()) if steps <= _MAX_STEPS and len(best) <= _MAX_MAPS else []


def _keeping(maps: list[Map]) -> list[Map]:
    """Of maps that are as good, those that leave most names alone: a name that is kept stands for itself."""
    kept = [sum(name == to for name, to in known.items()) for known in maps]
    return [known for known, count in zip(maps, kept, strict=True) if count == max(kept)]


def _applied(nodes: Iterable[Node]) -> Iterator[str]:
    """The functions that are applied in one of the nodes itself."""
    return (n.args[0].name for n in nodes if n.op == "app" and n.args[0].op == "var")


def _renamed(node: Node, names: Map) -> Node:
    if free_names(node).isdisjoint(names):
        return node
    if node.bound:
        names = {name: to for name, to in names.items() if name not in node.bound}
    name = names.get(node.name, node.name) if node.op == "var" else node.name
    args = tuple(_renamed(arg, names) for arg in node.args)
    return Node(node.op, args, node.start, node.end, name, node.value, node.bound)
