"""Number and symbol edits: which token does the Lean carry at the edited place? (SPEC b.2, c.4)

The edited place is matched by its neighbourhood, the whole relation first, then ever smaller pieces down to the
immediate neighbours. The largest piece that occurs in the region with the new or with the old token decides:

- new token only → faithful; old token only → reverted; both → unclear (`both-values`);
- an occurrence that an unedited place of the input explains decides nothing (`unedited-place`): the old formula may be
  written out there, and a new formula that stood in the input anyway is no sign of the edit;
- the piece with another token (`third-value`) → unclear. Strict against non-strict is another token;
- a small piece that the Lean has more often than the text (`unplaced`), or in names that its statement uses in other
  roles (`renamed`) → unclear.

A relation or operator is settled only through both its operands. A number may be settled by presence alone when the
old value stands nowhere in the edited input and the new one nowhere in the original, words included, and the Lean has
the other numbers of the text. Everything else is unclear. The order of attempts: exact, with one side moved over,
recurrences with their index shifted, products multiplied out, letters without case, definitions of the Lean written
out, names as the statement fixes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from pytest_faithform.judges.expanding import expanded
from pytest_faithform.judges.finding import Finding, Label
from pytest_faithform.judges.names import Names
from pytest_faithform.judges.nodes import RELATIONAL, Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.place import HOLE, NEIGHBOURHOOD, Context, Place, find_place
from pytest_faithform.judges.presence import UBIQUITOUS, by_goal, by_presence, is_member
from pytest_faithform.judges.recurrence import aligned
from pytest_faithform.judges.region import LeanRegion, region_of
from pytest_faithform.judges.renaming import match
from pytest_faithform.lean.source import Source
from pytest_faithform.model import Case, NumberEdit, SymbolEdit

__all__ = ["find"]

_TELLING_SIZE = 4  # leaves from which a piece without a relation is its own witness
_OR = re.compile(r"\b(?:or|either)\b|\\lor\b|\\vee\b|∨|\\pm\b|±")
Keys = Callable[[Node], int | None]


def find(case: Case, edit: NumberEdit | SymbolEdit, source: Source, region: LeanRegion) -> tuple[Finding, Place]:
    """Never raises; time linear in the Lean text apart from sorting."""
    place = find_place(case, edit)
    if _OR.search(case.edited_text(edit.region)):
        region = replace(region, alternatives=_own_alternatives(place))
    names = Names(case, source)
    forms = names.renamings.forms
    finding = _by_place(place, region, edit, names)
    if finding is not None and finding.label != "unclear":
        finding = _unless_mentioned(finding, place, region, edit, forms)
    if finding is not None and finding.label != "unclear":
        finding = _unless_in_another_form(finding, place, region, forms)
    if finding is not None and finding.label != "unclear":
        finding = _unless_a_smaller_piece_differs(finding, place, region, forms)
    if finding is not None and finding.label != "unclear" and isinstance(edit, NumberEdit):
        finding = _unless_counted_from_elsewhere(finding, place, region_of(source, "statement"))
    if finding is None and isinstance(edit, NumberEdit):
        finding = by_goal(case, edit, source, place) or by_presence(case, edit, region, place)
    return finding or Finding("not-found", context=place.levels[0][0] if place.levels else None), place


def _own_alternatives(place: Place) -> Callable[[Node], bool]:
    """Whether each branch of a disjunction says, in whatever names, what the input says: then it is the input's own."""
    shapes = Forms(lambda name: "?")
    written = [node for level in place.levels for context in level for node in (context.new, context.old)]
    known = {shapes.key(node) for node in (*place.unedited, *written) if node.op in RELATIONAL}

    def own(node: Node) -> bool:
        branches = [[part for part in walk(branch) if part.op in RELATIONAL] for branch in node.args]
        keys = [{shapes.key(part) for part in parts} for parts in branches]
        return all(found and found <= known for found in keys)

    return own


def _unless_mentioned(
    finding: Finding, place: Place, region: LeanRegion, edit: NumberEdit | SymbolEdit, forms: Forms
) -> Finding:
    """A verdict on what the Lean says stands only if what it mentions in passing speaks for the same."""
    if len(region.mentioned) == len(region.nodes):
        return finding
    other = _attempt(place, region.mentioned, edit, forms)
    if other is None or other.label == finding.label:
        return finding
    if other.label == "unclear":
        return other
    new, old = (finding, other) if finding.label == "faithful" else (other, finding)
    return Finding("both-values", "unclear", finding.context, new.seen, old.seen)


def _unless_a_smaller_piece_differs(finding: Finding, place: Place, region: LeanRegion, forms: Forms) -> Finding:
    """A piece without its relation settles nothing where the other value stands in a smaller piece: `(x + y) ^ 2` says
    little beside the hint `sq_nonneg (x - y)`."""
    if finding.context is None or finding.context.relational:
        return finding
    side = "old" if finding.label == "faithful" else "new"
    smaller = [c for level in place.levels for c in level if not c.relational and c.new.end - c.new.start > 1]
    if not smaller:
        return finding
    # Hints are squares: `sq_nonneg (y - x)` is one of `x - y` as well.
    index = _Index(region.mentioned, place.unedited, lambda node: forms.key(Node("call", (node,), name="abs")))
    seen = {id(node) for node in finding.seen}
    found = tuple(n for n in index.occurrences(getattr(c, side) for c in smaller) if id(n) not in seen)
    if not found:
        return finding
    new, old = (finding.seen, found) if finding.label == "faithful" else (found, finding.seen)
    return Finding("both-values", "unclear", finding.context, new, old)


def _unless_counted_from_elsewhere(finding: Finding, place: Place, statement: LeanRegion) -> Finding:
    """Where the text's sequence begins with `a_1` and the Lean's with `a 0`, or the other way round, `a 10` is the eleventh
    member: of two neighbours it may stand for either."""
    if not any(abs(one - other) == 1 for one in place.new_values for other in place.old_values):
        return finding
    ours, theirs = _first_members(place.unedited), _first_members(statement.mentioned)
    moved = {name for name in ours.keys() & theirs.keys() if (ours[name] == 0) != (theirs[name] == 0)}
    if any(name in moved for node in finding.seen for name in _first_members(walk(node))):
        return replace(finding, rule="unplaced", label="unclear")
    return finding


def _first_members(nodes: Iterable[Node]) -> dict[str, Fraction]:
    """The smallest number that each name is applied to."""
    found: dict[str, Fraction] = {}
    for node in nodes:
        if is_member(node) and node.args[1].value is not None:
            name, at = node.args[0].name, node.args[1].value
            found[name] = min(at, found.get(name, at))
    return found


def _unless_in_another_form(finding: Finding, place: Place, region: LeanRegion, forms: Forms) -> Finding:
    """The first form that is found decides; but the other value may stand there too, with a side moved over or multiplied
    out."""
    contexts = [context for level in place.levels for context in level if context.relational]
    side = "old" if finding.label == "faithful" else "new"
    seen = {id(node) for node in finding.seen}
    for key in (forms.key, forms.rearranged, partial(_expanded_key, forms)):
        changed = [context for context in contexts if key(context.new) != key(context.old)]
        if not changed:
            continue
        index = _Index((node for node in region.mentioned if not node.composed), place.unedited, key)
        found = tuple(n for n in index.occurrences(getattr(c, side) for c in changed) if id(n) not in seen)
        if found:
            new, old = (finding.seen, found) if finding.label == "faithful" else (found, finding.seen)
            return Finding("both-values", "unclear", finding.context, new, old)
    return finding


# -- by place ---------------------------------------------------------------------------------------------------------


def _by_place(place: Place, region: LeanRegion, edit: NumberEdit | SymbolEdit, names: Names) -> Finding | None:
    if not place.levels:
        return None
    forms = names.renamings.forms
    finding = _attempt(place, region.nodes, edit, forms)
    if finding is None and _caseless(place):
        finding = _attempt(place, region.nodes, edit, Forms(str.lower))
    if finding is None:
        given = names.given()
        written = region.unfolded(given) + (names.joined(given) if region.name == "statement" else [])
        finding = _attempt(place, written, edit, forms, exact=True) if written else None
    if finding is None:
        return _renamed(place, region, names)
    if finding.label != "unclear" and any(names.at(node).contradicts(node) for node in finding.seen):
        other = _renamed(place, region, names)
        if other is None or other.label != finding.label:
            return Finding("renamed", "unclear", finding.context, finding.seen)
    return finding


def _renamed(place: Place, region: LeanRegion, names: Names) -> Finding | None:
    """The whole relation in other names; one that an unedited place says, in the names it stands for, does not count."""
    renamings = names.renamings
    unedited = [node for node in place.unedited if node.op in RELATIONAL]
    said = frozenset[tuple[int, int]]().union(*map(renamings.keys, unedited))
    shapes = frozenset[tuple[int, int]]().union(*map(renamings.shape, unedited))
    contexts = [context for level in place.levels for context in level if context.relational]
    for way, context in ((way, context) for way in renamings.WAYS for context in contexts):
        taken = bool((renamings.shape(context.new) | renamings.shape(context.old)) & shapes)
        sides: list[tuple[Label, Node]] = [("faithful", context.new), ("reverted", context.old)]
        found = []
        for label, node in sides:
            if not any(key in said for key in renamings.keys(node) if key[0] == way):
                matched = match([node], region.nodes, names.at, renamings, loose=not taken, ways=(way,))
                found += [(label, tuple(matched))] if matched else []
        if len(found) == 2:
            return Finding("both-values", "unclear", context, found[0][1], found[1][1])
        if found:
            return Finding("renamed", found[0][0], context, found[0][1])
    return None


def _caseless(place: Place) -> bool:
    """No letter of the text occurs in both cases, so that case can carry no meaning."""
    nodes = [node for level in place.levels for context in level for node in walk(context.new)]
    names = {node.name for node in (*nodes, *place.unedited) if node.op == "var"}
    return len({name.lower() for name in names}) == len(names)


def _attempt(
    place: Place, nodes: list[Node], edit: NumberEdit | SymbolEdit, forms: Forms, *, exact: bool = False
) -> Finding | None:
    """One pass over the levels; `exact`: without moving sides or shifting indices."""
    index = _Index(nodes, place.unedited, forms.key)
    own: _Index | None = None
    for level in place.levels:
        relational = level[0].relational
        if not relational and not any(_telling(context, place, edit) for context in level):
            continue
        if not relational and own is None:
            # The proof is read only where the relations decided nothing.
            said = _of_the_statement(nodes, place, forms) if place.restated else nodes
            own = index if said is nodes else _Index(said, place.unedited, forms.key)
        finding = index.decide(level) if own is None or relational else own.decide(level)
        if finding is not None and not relational and _too_often(finding, place, nodes, forms):
            return replace(finding, rule="unplaced", label="unclear")
        if finding is None and relational and not exact:
            finding = _Index(nodes, place.unedited, forms.rearranged).decide(level)
        if finding is None and relational and not exact:
            finding = _Index(nodes, place.unedited, partial(_shifted_key, forms)).decide(level)
        if finding is None and relational and not exact:
            finding = _Index(nodes, place.unedited, partial(_expanded_key, forms)).decide(level)
        if finding is None and (relational or _size(level[0].new) >= _TELLING_SIZE):
            finding = _third_value(level, nodes, edit, forms, index)
        if finding is not None:
            return finding
    return None


def _too_often(finding: Finding, place: Place, nodes: list[Node], forms: Forms) -> bool:
    """Whether the Lean's relation has a small piece more often than the text's: then one of them stands for another
    piece, and which one cannot be told. `(a + b) * (a + b)` may be `(a - b)(a + b)` or `(a + b)(a - b)` gone wrong."""
    if finding.label == "unclear" or finding.context is None:
        return False
    side = "new" if finding.label == "faithful" else "old"
    key = forms.key(getattr(finding.context, side))
    around = [getattr(context, side) for context in place.levels[0]]
    expected = max(sum(forms.key(part) == key for part in walk(whole)) for whole in around)
    relations = [node for node in nodes if node.op in RELATIONAL and not node.composed]
    seen = {id(node) for node in finding.seen}
    for relation in relations:
        parts = list(walk(relation))
        if any(id(part) in seen for part in parts) and sum(forms.key(part) == key for part in parts) > expected:
            return True
    return False


def _of_the_statement(nodes: list[Node], place: Place, forms: Forms) -> list[Node]:
    """Without what stands in relations of the informal proof: `2x + 1 = 25` in a signature is the proof's next step, and
    its `2x + 1` none of the statement's `√(2x + 1)`."""
    own = {forms.key(n) for level in place.levels for c in level if c.relational for n in (c.new, c.old)}
    copied = {forms.key(node) for node in place.restated} - own
    inside = {id(part) for node in nodes if node.op == "rel" and forms.key(node) in copied for part in walk(node)}
    return [node for node in nodes if id(node) not in inside]


def _shifted_key(forms: Forms, node: Node) -> int | None:
    shifted = aligned(node)
    return None if shifted is None else forms.rearranged(shifted)


def _expanded_key(forms: Forms, node: Node) -> int | None:
    if node.op not in RELATIONAL:
        return None
    multiplied = expanded(node, forms) or node
    return forms.rearranged(multiplied) if node.op == "rel" else forms.key(multiplied)


def _size(node: Node) -> int:
    return sum(1 for n in walk(node) if n.op in ("num", "var"))


def _telling(context: Context, place: Place, edit: NumberEdit | SymbolEdit) -> bool:
    """`x + 1` or `6 * x` turn up in any proof, and in a signature with small numbers: so small a piece says nothing."""
    if isinstance(edit, SymbolEdit) or _size(context.new) >= 3:
        return True
    small = (place.new_values | place.old_values) & UBIQUITOUS
    return edit.region == "statement" and (context.new.op == "app" or not small)


class _Index:
    """Where each form occurs in the region, and which forms the unedited places of the input explain."""

    def __init__(self, nodes: Iterable[Node], unedited: Iterable[Node], key: Keys) -> None:
        self.key = key
        self.places: dict[int, list[Node]] = {}
        for node in nodes:
            form = key(node)
            if form is not None:
                self.places.setdefault(form, []).append(node)
        self._unedited = unedited

    @cached_property
    def explained(self) -> set[int | None]:
        # Most that is looked for stands nowhere in the region, and then nobody asks.
        return {self.key(node) for node in self._unedited}

    def occurrences(self, nodes: Iterable[Node], *, explained: bool = False) -> tuple[Node, ...]:
        keys = dict.fromkeys(key for node in nodes if (key := self.key(node)) is not None)
        found = [self.places[key] for key in keys if key in self.places and (key in self.explained) == explained]
        places = {id(place): place for group in found for place in group}
        return tuple(sorted(places.values(), key=lambda n: (n.start, n.end)))

    def decide(self, level: tuple[Context, ...]) -> Finding | None:
        changed = [c for c in level if self.key(c.new) != self.key(c.old)]
        if not changed:
            return None
        new = self.occurrences(c.new for c in changed)
        old = self.occurrences(c.old for c in changed)
        if any(not n.composed for n in (*new, *old)):  # what is written comes before what a calc amounts to
            new, old = (tuple(n for n in side if not n.composed) for side in (new, old))
        context = changed[0]
        if new and old:
            return Finding("both-values", "unclear", context, new, old)
        if new:
            return Finding("place", "faithful", self._matched(changed, new, "new"), new)
        if old:
            return Finding("place", "reverted", self._matched(changed, old, "old"), old)
        idle = self.occurrences((n for c in changed for n in (c.new, c.old)), explained=True)
        return Finding("unedited-place", "unclear", context, idle) if idle else None

    def _matched(self, contexts: list[Context], found: tuple[Node, ...], side: str) -> Context:
        keys = {self.key(node) for node in found}
        return next(c for c in contexts if self.key(getattr(c, side)) in keys)


def _third_value(
    level: tuple[Context, ...], nodes: list[Node], edit: NumberEdit | SymbolEdit, forms: Forms, exact: _Index
) -> Finding | None:
    """The neighbourhood is there, but with a token that is neither the new nor the old one."""
    others = [other for context in level for other in context.others()]
    if isinstance(edit, SymbolEdit):
        taken = {forms.key(n) for c in level for n in (c.new, c.old)}
        found = exact.occurrences(n for n in others if forms.key(n) not in taken)
    else:
        found = _with_other_number(others, nodes, forms, exact)
    return Finding("third-value", "unclear", level[0], found) if found else None


def _with_other_number(holes: list[Node], nodes: list[Node], forms: Forms, exact: _Index) -> tuple[Node, ...]:
    shapes = Forms(blank=True)
    wanted = {shapes.key(hole) for hole in holes}
    keys = {forms.key(hole) for hole in holes}
    found = []
    for node in nodes:
        if node.op not in NEIGHBOURHOOD or shapes.key(node) not in wanted or forms.key(node) in exact.explained:
            continue
        literals = [n for n in walk(node) if n.op == "num"][: _TELLING_SIZE * 4]
        if any(forms.key(_replaced(node, leaf)) in keys for leaf in literals):
            found.append(node)
    return tuple(found[:8])


def _replaced(node: Node, leaf: Node) -> Node:
    if node is leaf:
        return Node("num", (), node.start, node.end, value=Fraction(HOLE))
    args = tuple(_replaced(arg, leaf) for arg in node.args)
    return Node(node.op, args, node.start, node.end, node.name, node.value, node.bound)
