"""Whether two formulas say the same in other words.

Two formulas may have the same solutions and be two problems: `2x = 10` and `3x + 65 = 80`. So the certificate of an
equivalence (SPEC b.8) counts only where the one is the other with its words changed: negations drawn inwards, divisibility
and remainders told in one another's terms, terms put in another order or moved to the other side (`signed_terms`), `<` of
integers for `≤`. No number is computed with: `x = 3 * 4` and `x = 20 - 8` are different data.

What a statement says in two wordings is what it is about: `(h : 2 ∣ n) : n % 2 = 0` is no other wording of its converse,
though each formula of the one is a formula of the other. Where it is so (`turns_on_wording`) these words are not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, count

from pytest_faithform.lean.arith import COMPARISONS, Node, Unreadable, free_variables, substituted
from pytest_faithform.lean.correspondence import canonical
from pytest_faithform.lean.numbers import Types, guess_type, term_type, type_of
from pytest_faithform.lean.signed_terms import same_relation, same_terms

__all__ = ["Wording", "as_written", "quotients", "same_words", "turns_on_wording"]

_INTEGERS = ("Nat", "Int")
_TURNED = {"<": "≤", "≤": "<"}
_ORDER = frozenset(("<", "≤", "=", "≠"))
_DUAL = {"∀": "∃", "∃": "∀"}
_LOGIC = ("∧", "∨", "¬", "→", "↔")
MAX_PARTS = 60


class Wording(IntEnum):
    """How far the words of a formula may be from those of another, each with what is before it: in the names that it binds,
    in the order of what commutes, in how negations and premises are put, in its terms."""

    WRITTEN = 0
    ORDERED = 1
    LOGICAL = 2
    FREE = 3


def same_words(mine: Node, yours: Node, types: Types, wording: Wording) -> bool:
    """Whether one formula is the other in other words; `types` are of the variables of both. What cannot be read is not."""
    if as_written(mine, yours, is_ordered=wording >= Wording.ORDERED):
        return True
    if wording <= Wording.ORDERED:
        return False
    try:
        one, other = (_plain(node, types, wording) for node in (mine, yours))
        return _same(one, other, types, wording, count())
    except Unreadable:
        return False


def as_written(mine: Node, yours: Node, *, is_ordered: bool = False) -> bool:
    return canonical(mine, {}, commuting=is_ordered) == canonical(yours, {}, commuting=is_ordered)


@dataclass(frozen=True)
class _Part:
    """A formula inside a statement; `is_bound` if it speaks of a variable that is bound around it."""

    node: Node
    types: Types
    is_bound: bool


def turns_on_wording(facts: Sequence[Node], goal: Node, types: Types, wording: Wording) -> bool:
    """Whether the statement says something in two ways, or denies in the one what it says in the other, that such words make
    the same."""
    if wording == Wording.WRITTEN:
        return False
    parts = [part for formula in (*facts, goal) for part in _parts_of(formula, types, frozenset())]
    if len(parts) > MAX_PARTS:
        return True
    pairs = list(combinations(parts, 2))
    if wording >= Wording.LOGICAL and (
        any(_has_premises_for(goal, fact, types, wording) for fact in facts)
        or any(part.node.op == "↔" and _says_it_twice(part) for part in parts)
        or any(_are_of_the_same_sides(one.node, other.node) for one, other in pairs)
    ):
        return True
    return any(_are_two_wordings(one, other, wording) for one, other in pairs)


def _parts_of(node: Node, types: Types, bound: frozenset[str]) -> Iterator[_Part]:
    yield _Part(node, types, not bound.isdisjoint(free_variables(node)))
    if node.op in _DUAL:
        inner = types.adding({node.text: node.type or guess_type(node.text, node.args[0], types)})
        yield from _parts_of(node.args[0], inner, bound | {node.text})
    elif node.op in _LOGIC:
        for arg in node.args:
            yield from _parts_of(arg, types, bound)


def _says_it_twice(equivalence: _Part) -> bool:
    one, other = equivalence.node.args
    return not as_written(one, other) and same_words(one, other, equivalence.types, Wording.FREE)


def _are_of_the_same_sides(one: Node, other: Node) -> bool:
    """Whether two relations of order between the same terms differ: what `a < b` says of `b < a` is about words."""
    if not {one.op, other.op} <= _ORDER or as_written(one, other):
        return False
    mine, yours = (sorted(canonical(arg, {}) for arg in node.args) for node in (one, other))
    return mine == yours


def _are_two_wordings(one: _Part, other: _Part, wording: Wording) -> bool:
    mine, yours, types = one.node, other.node, one.types.adding(other.types)
    if one.is_bound or other.is_bound:
        (mine, kinds), (yours, more) = _nameless(mine, one.types), _nameless(yours, other.types)
        types = kinds.adding(more)
    if as_written(mine, yours):
        return False
    if same_words(mine, yours, types, wording):
        return True
    denied = Node("¬", (mine,))
    if wording < Wording.LOGICAL or other.node == Node("¬", (one.node,)) or one.node == Node("¬", (other.node,)):
        return False
    return same_words(denied, yours, types, wording)


def _has_premises_for(goal: Node, fact: Node, types: Types, wording: Wording) -> bool:
    """Whether the goal follows from several premises by the fact: how they are put may then be what the statement says."""
    premises = 0
    while fact.op in ("∀", "→"):
        if fact.op == "∀":
            types = types.adding({fact.text: fact.type or guess_type(fact.text, fact.args[0], types)})
        else:
            premises += len(_parts(fact.args[0], "∧"))
        fact = fact.args[-1]
    (mine, kinds), (yours, more) = _nameless(fact, types), _nameless(goal, types)
    return premises > 1 and same_words(mine, yours, kinds.adding(more), wording)


def _nameless(node: Node, types: Types) -> tuple[Node, Types]:
    """The formula with all its free variables of a type the same, and no order turned round."""
    names = {name: f"ffn{types.get(name, '')}" for name in free_variables(node)}
    terms = {name: Node("var", (), one) for name, one in names.items()}
    kinds = types.adding({one: types[name] for name, one in names.items() if name in types})
    return substituted(_not_turned(node), terms), kinds


def _not_turned(node: Node) -> Node:
    notation = "" if node.notation in (">", "≥") else node.notation
    return Node(node.op, tuple(map(_not_turned, node.args)), node.text, node.type, notation)


def quotients(node: Node, types: Types) -> list[Node]:
    """What divided by what: the witness of each `∃ k, n = 2 * k + 1` in the formula."""
    found = _as_remainder(node, types) if node.op == "∃" else None
    here = [Node("/", found.args[0].args)] if found is not None else []
    return here + [one for arg in node.args if node.op in ("¬", "∧", "∨", "→", "↔") for one in quotients(arg, types)]


def _same(mine: Node, yours: Node, types: Types, wording: Wording, fresh: count[int]) -> bool:
    if mine.op in COMPARISONS and yours.op in COMPARISONS and wording == Wording.FREE:
        return same_relation(mine, yours, types)
    if mine.op != yours.op or (mine.text != yours.text and mine.op not in _DUAL):
        return False
    if mine.op in _DUAL:
        kinds = [node.type or guess_type(node.text, node.args[0], types) for node in (mine, yours)]
        name = f"ffv{next(fresh)}"
        one, other = (substituted(node.args[0], {node.text: Node("var", (), name)}) for node in (mine, yours))
        return kinds[0] == kinds[1] and _same(one, other, types.adding({name: kinds[0]}), wording, fresh)
    if mine.op in ("∧", "∨", "↔"):
        left, right = (_parts(node, mine.op) if mine.op != "↔" else list(node.args) for node in (mine, yours))
        for one in left:
            same = next((other for other in right if _same(one, other, types, wording, fresh)), None)
            if same is None:
                return False
            right.remove(same)
        return not right
    if mine.op in _LOGIC:
        return all(_same(*pair, types, wording, fresh) for pair in zip(mine.args, yours.args, strict=True))
    if as_written(mine, yours, is_ordered=True):
        return True
    where = type_of(mine.args, types)
    return wording == Wording.FREE and where is not None and same_terms(mine, yours, where, types)


def _parts(node: Node, op: str) -> list[Node]:
    return [part for arg in node.args for part in _parts(arg, op)] if node.op == op else [node]


def _plain(node: Node, types: Types, wording: Wording) -> Node:
    """The formula in one of the ways to word it: negations inside, one premise after the other, remainders for divisors."""
    op, args = node.op, node.args
    if op == "¬":
        return _negated(args[0], types, wording)
    if op in _DUAL:
        inner = types.adding({node.text: node.type or guess_type(node.text, args[0], types)})
        found = _as_remainder(node, types) if wording == Wording.FREE else None
        return found or Node(op, (_plain(args[0], inner, wording),), node.text, node.type)
    if op == "→":
        if args[1].op == "false":
            return _negated(args[0], types, wording)
        conclusion = _plain(args[1], types, wording)
        for part in reversed(_parts(_plain(args[0], types, wording), "∧")):
            conclusion = Node("→", (part, conclusion))
        return conclusion
    if op in _LOGIC:
        return Node(op, tuple(_plain(arg, types, wording) for arg in args))
    return _in_terms(node, types) if wording == Wording.FREE else node


def _in_terms(node: Node, types: Types) -> Node:
    op, args = node.op, node.args
    if op == "pred" and node.text in ("Even", "Odd"):
        return _remainder(args[0], "2", "0" if node.text == "Even" else "1")
    if op == "∣" and _is_whole(args[0]):
        return _remainder(args[1], args[0].text, "0")
    if op == "mod":
        smaller = all(map(_is_whole, args[1:])) and int(args[1].text) < int(args[2].text)
        return Node("=", (Node("%", (args[0], args[2])), args[1] if smaller else Node("%", (args[1], args[2]))))
    if op == "≠":
        return _unequal(node, types)
    return node


def _negated(node: Node, types: Types, wording: Wording) -> Node:
    op, args = node.op, node.args
    if op == "¬":
        return _plain(args[0], types, wording)
    if op in _DUAL:
        plain = _as_remainder(node, types) if wording == Wording.FREE else None
        if plain is not None:
            return _negated(plain, types, wording)
        inner = types.adding({node.text: node.type or guess_type(node.text, args[0], types)})
        return Node(_DUAL[op], (_negated(args[0], inner, wording),), node.text, node.type)
    if op == "∧":
        return _plain(Node("→", (args[0], Node("¬", (args[1],)))), types, wording)
    if op == "∨":
        return Node("∧", tuple(_negated(arg, types, wording) for arg in args))
    if op == "→":
        return Node("∧", (_plain(args[0], types, wording), _negated(args[1], types, wording)))
    if op in _TURNED:
        return Node(_TURNED[op], args[::-1])
    if op == "≠":
        return Node("=", args)
    if op == "=":
        unequal = Node("≠", args)
        return _unequal(unequal, types) if wording == Wording.FREE else unequal
    plain = _plain(node, types, wording)
    return _negated(plain, types, wording) if plain != node else Node("¬", (plain,))


def _unequal(node: Node, types: Types) -> Node:
    left, right = node.args
    if left.op == "%" and left.args[1] == Node("num", (), "2") and right.op == "num" and right.text in ("0", "1"):
        return Node("=", (left, Node("num", (), "1" if right.text == "0" else "0")))
    for one, other in ((left, right), (right, left)):
        if other == Node("num", (), "0") and type_of(node.args, types) == "Nat":
            return Node("<", (other, one))
    return node


def _is_whole(node: Node) -> bool:
    return node.op == "num" and node.text.isdecimal()


def _remainder(term: Node, divisor: str, rest: str) -> Node:
    return Node("=", (Node("%", (term, Node("num", (), divisor))), Node("num", (), rest)))


def _as_remainder(node: Node, types: Types) -> Node | None:
    """`∃ k, n = 2 * k + 1` as `n % 2 = 1`."""
    (body,) = node.args
    if node.op != "∃" or body.op != "=":
        return None
    for term, multiple in (body.args, body.args[::-1]):
        if node.text in free_variables(term) or term_type(term, types) != (node.type or term_type(term, types)):
            continue
        if term_type(term, types) not in _INTEGERS:
            continue
        rest = "0"
        if multiple.op == "+" and _is_whole(multiple.args[1]):
            multiple, rest = multiple.args[0], multiple.args[1].text
        k = Node("var", (), node.text)
        if multiple == Node("+", (k, k)):
            multiple = Node("*", (Node("num", (), "2"), k))
        factors = [arg.text for arg in multiple.args if _is_whole(arg)] if multiple.op == "*" else []
        if len(factors) == 1 and k in multiple.args and int(rest) < int(factors[0]):
            return _remainder(term, factors[0], rest)
    return None
