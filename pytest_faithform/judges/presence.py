"""Number edits whose place the Lean does not show: settled by the conclusion, or by the presence of a value (SPEC c.4)."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from pytest_faithform.judges.finding import Finding, Label
from pytest_faithform.judges.nodes import Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.numbers import NUMBER, literal, occurring, occurring_literals
from pytest_faithform.judges.place import Place, literal_value
from pytest_faithform.judges.region import LeanRegion, conclusion
from pytest_faithform.lean.source import Source
from pytest_faithform.model import Case, NumberEdit

__all__ = ["UBIQUITOUS", "by_goal", "by_presence", "is_member"]

UBIQUITOUS = frozenset([Fraction(0), Fraction(1), Fraction(2)])  # Lean writes these for reasons of its own
_CLAIM = re.compile(r"\b(?:show|prove|verify|conclude|then|hence|thus|therefore)\b(.*)$", re.IGNORECASE | re.DOTALL)
_CONDITION = re.compile(
    r"\b(?:if|such that|given|where|suppose|let|assume|find|what|when|whenever|with|for which)\b", re.IGNORECASE
)
_ENDS_IN_VALUE = re.compile(r"(?:\bis|\bequals|\bequal to|=)[\s$({\\]*-?$")
_KINDS = {">": "<", "≥": "≤"}
_PERCENT = re.compile(r"\s*\$?\s*(?:\\?%|per\s?cent)")
_MORE_THAN = re.compile(
    r"[\s$]*(?:[A-Za-z]+\s+){0,3}(?:more|fewer|less|older|younger|taller|shorter|longer|heavier|lighter|greater|larger|smaller)\s+than\b"
)
_OF = re.compile(rf"\bof\s+(?:(?:the|these|those|all|its|a|total)\s+)*\$?({NUMBER.pattern})", re.IGNORECASE)
_TIMES = re.compile(r"[\s$]*times\b")
_INEQUALITIES = frozenset("<>≤≥")
_RANGES = frozenset(["range", "Fin", "Icc", "Ico", "Ioc", "Ioo", "Iic", "Iio", "Ici", "Ioi"])
_NOTHING_MORE = re.compile(r"[\s$)}\\.\]/-]*")


def by_goal(case: Case, edit: NumberEdit, source: Source, place: Place) -> Finding | None:
    """ "Show that it is 43." at the end of a statement is the theorem's conclusion `… = 43`."""
    if edit.region != "statement" or not _ends_the_claim(case.edited_text("statement"), edit):
        return None
    goal = conclusion(source)
    if goal is None or goal.op != "rel":
        return None
    if goal.name != "=":
        # "It is 43" is no bound and no denial, whichever number stands there.
        named = {abs(value) for side in goal.args if (value := _plain_value(side)) is not None}
        other = (goal.name in _INEQUALITIES or goal.name == "≠") and named & (place.new_values | place.old_values)
        return Finding("third-value", "unclear", None, (goal,)) if other else None
    values = {value for side in goal.args if (value := _plain_value(side)) is not None}
    if len(values) != 1:
        return None
    value = values.pop()
    before = case.edited_text("statement")[: edit.span.start].rstrip(" {($\\")
    negative = edit.new.lstrip().startswith(("-", "−")) or before.endswith(("-", "−"))
    if (value < 0) != negative and value:
        return Finding("third-value", "unclear", None, (goal,))
    value = abs(value)
    label: Label = "faithful" if value in place.new_values else "reverted" if value in place.old_values else "unclear"
    return Finding("goal" if label != "unclear" else "third-value", label, None, (goal,))


def _ends_the_claim(text: str, edit: NumberEdit) -> bool:
    before, after = text[: edit.span.start], text[edit.span.start + len(edit.new) :]
    sentence = re.split(r"(?<=[.?!])\s", before)[-1]
    claim = _CLAIM.search(sentence)
    return (
        claim is not None
        and not _CONDITION.search(claim[1])
        and bool(_ENDS_IN_VALUE.search(before))
        and bool(_NOTHING_MORE.fullmatch(after))
    )


def _plain_value(node: Node) -> Fraction | None:
    plain = (
        node.op == "num"
        or (node.op in ("neg", "inv") and node.args[0].op == "num")
        or (
            node.op == "prod"
            and len(node.args) == 2
            and node.args[0].op == "num"
            and node.args[1].op == "inv"
            and node.args[1].args[0].op == "num"
        )
    )
    return literal_value(node) if plain else None


def _may_be_the_rest(numbers: list[Node], case: Case, edit: NumberEdit, region: LeanRegion, place: Place) -> bool:
    """Whether the old and the new value are what the other leaves of something whole, so that either may stand for either
    text: of 48 % and 52 % the one may be the other's rest, unless the Lean takes it away itself."""
    wholes = {one + other for one in place.new_values for other in place.old_values}
    behind = case.edited_text(edit.region)[edit.span.start + len(edit.new) :][:40]
    is_share = (
        (100 in wholes and _PERCENT.match(behind))
        or (1 in wholes and not edit.new.isdigit())
        or any(
            whole.denominator == 1 and re.match(rf"\s*\}}?\s*(?:/|\{{)\s*{whole}(?![0-9.])", behind) for whole in wholes
        )
    )
    if is_share:
        taken_away = [node for node in region.mentioned if node.op == "neg"]
        return not all(any(n.start <= number.start < n.end for n in taken_away) for number in numbers)
    named = {value for found in _OF.finditer(case.edited_text(edit.region)) if (value := literal(found[1])) is not None}
    return not wholes.isdisjoint(named) and not any(node.op == "sum" for node in region.mentioned)


def _has_another_role(number: Node, case: Case, edit: NumberEdit, region: LeanRegion) -> bool:
    """Whether the text adds or takes away the number ("4 years older than") and the Lean multiplies by it, or the other
    way round ("4 times as old as")."""
    behind = case.edited_text(edit.region)[edit.span.start + len(edit.new) :][:60]
    wanted = "sum" if _MORE_THAN.match(behind) else "prod" if _TIMES.match(behind) else ""
    around = [
        n for n in region.mentioned if n.op in ("sum", "prod") and any(_bare(a).start == number.start for a in n.args)
    ]
    return bool(wanted and around) and all(node.op != wanted for node in around)


def by_presence(case: Case, edit: NumberEdit, region: LeanRegion, place: Place) -> Finding | None:
    """The pinned rule: presence alone decides only where the values stand nowhere else in the input; and where the
    Lean has the text's other numbers, for else it formalizes something of its own."""
    new, old = place.new_values, place.old_values
    if not new or not old or (new | old) & UBIQUITOUS:
        return None
    if old & occurring(case.informal_statement + "\n" + case.informal_proof):
        return None
    if new & occurring(case.problem.informal_statement + "\n" + case.problem.informal_proof):
        return None
    if not _formalizes(case.edited_text(region.name), region, place):
        return None
    carried: dict[bool, list[Node]] = {True: [], False: []}
    for value, start, end in region.numbers:
        if abs(value) in new | old:
            carried[abs(value) in new].append(Node("num", (), start, end, value=value))
    if carried[True] and carried[False]:
        return Finding("both-values", "unclear", None, tuple(carried[True]), tuple(carried[False]))
    if _may_be_the_rest(carried[True] + carried[False], case, edit, region, place):
        return None
    if any(abs(one - other) == 1 for one in new for other in old) and _bounds(carried[True] + carried[False], region):
        # `n < 500` and `n ≤ 499` say the same, so that either number may stand for either text.
        return None
    other = _in_another_relation(carried[True], region, place)
    if other:
        return Finding("third-value", "unclear", place.levels[0][0] if place.levels else None, other)
    is_new = bool(carried[True])
    seen = carried[is_new]
    known = occurring(case.edited_text("statement") + "\n" + case.edited_text("proof"), implied=False)
    computed = tuple(n for n in seen if _leads_to(n, old if is_new else new, region, known))
    computed = computed or tuple(n for n in seen if _has_another_role(n, case, edit, region))
    if computed:
        return Finding("third-value", "unclear", place.levels[0][0] if place.levels else None, computed)
    return Finding("presence", "faithful" if is_new else "reverted", None, tuple(seen)) if seen else None


def _leads_to(number: Node, others: frozenset[Fraction], region: LeanRegion, known: set[Fraction]) -> bool:
    """Whether one step with a number that the text does not have makes the other value of it: where a side of 3 became one
    of 6, `2 * s = 6` says that the side is 3."""
    assert number.value is not None
    value = abs(number.value)
    for node in region.mentioned:
        if node.composed or not (node.start <= number.start and number.end <= node.end):
            continue
        sides = [_bare(arg) for arg in node.args]
        if number.start not in [side.start for side in sides if side.op == "num"]:
            continue
        # A number beside it is added or multiplied; one on the other side of an equation is taken away again.
        for term in sides if node.op == "rel" else [node]:
            steps = {abs(n.value) for n in map(_bare, term.args) if n.value is not None and n.start != number.start}
            for step in steps - known:
                if any(_is_a_step(term.op, value, step, other) for other in others):
                    return True
    return False


def _bare(node: Node) -> Node:
    return _bare(node.args[0]) if node.op in ("neg", "inv") else node


def _is_a_step(op: str, value: Fraction, step: Fraction, other: Fraction) -> bool:
    if op == "sum":
        return other in (value + step, abs(value - step))
    if op == "pow":
        return step == 2 and other**2 == value
    return op == "prod" and step != 0 and other in (value * step, value / step, step / value if value else None)


def _bounds(numbers: list[Node], region: LeanRegion) -> bool:
    """Whether one of the numbers is a bound of an inequality or of a range, an exponent, or a member's place in a sequence:
    where things are counted from 0 or from 1, and with or without the last one, neighbours stand for each other."""
    starts = {number.start for number in numbers}
    behind = {after.start for part in region.tokens for before, after in pairwise(part) if before.text == "Fin"}
    if behind & starts:
        return True
    for node in region.mentioned:
        if (node.op == "rel" and node.name in _INEQUALITIES) or _is_range(node) or node.op == "pow" or is_member(node):
            args = node.args[1:] if node.op == "pow" else node.args
            inside = (part for side in args for part in walk(side) if part.op == "num")
            if any(part.start in starts for part in inside):
                return True
    return False


def _is_range(node: Node) -> bool:
    if node.op == "call":
        return node.name.rpartition(".")[2] in _RANGES
    return node.op == "app" and node.args[0].op == "var" and node.args[0].name.rpartition(".")[2] in _RANGES


def is_member(node: Node) -> bool:
    """`a 10`: a name applied to a number alone."""
    return node.op == "app" and len(node.args) == 2 and node.args[0].op == "var" and node.args[1].op == "num"


def _in_another_relation(numbers: list[Node], region: LeanRegion, place: Place) -> tuple[Node, ...]:
    """The occurrences that the Lean only mentions or denies, and those compared with what the text has at the place, but
    by another relation."""
    relations = [node for node in region.mentioned if node.op == "rel" and not node.composed]
    contexts = [c.new for level in place.levels for c in level if c.new.op == "rel"]
    signs = {_KINDS.get(node.name, node.name) for node in contexts}
    forms, shapes = Forms(), Forms(lambda name: "?")
    near = {key for node in contexts for side in node.args for key in _sides(side, forms, shapes)}
    unsaid = [] if signs & {"≠", "∉"} else region.unsaid
    found: list[Node] = []
    for number in numbers:
        if any(start <= number.start and number.end <= end for start, end in unsaid):
            found.append(number)
            continue
        around = [n for n in relations if n.start <= number.start and number.end <= n.end]
        inner = min(around, key=lambda n: n.end - n.start, default=None)
        if inner is None or _KINDS.get(inner.name, inner.name) in signs:
            continue
        if any(key in near for side in inner.args for key in _sides(side, forms, shapes)):
            found.append(number)
    return tuple(found)


def _sides(side: Node, forms: Forms, shapes: Forms) -> list[tuple[str, int]]:
    """What a side of a relation is known by: as it is, and in other names; a number alone says nothing."""
    if not any(node.op == "var" for node in walk(side)):
        return []
    known = [("as it is", forms.key(side))]
    return known if side.op == "var" else [*known, ("in other names", shapes.key(side))]


def _formalizes(text: str, region: LeanRegion, place: Place) -> bool:
    """Whether the Lean carries what else is numbered in the text: half of a statement's other numbers, any of a proof's;
    for numbers of one digit, which turn up anywhere, every one."""
    values = place.new_values | place.old_values
    others = occurring_literals(text) - values - UBIQUITOUS
    carried = others & {abs(value) for value, _, _ in region.numbers}
    if any(value.denominator == 1 and value < 10 for value in values):
        return bool(others) and carried == others
    return 2 * len(carried) >= len(others) if region.name == "statement" else bool(carried) or not others
