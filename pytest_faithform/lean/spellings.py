"""Terms that a statement spells in two ways.

What a statement says with `a * b` beside `b * a`, or with `n * n` beside `n ^ 2`, may be that they are the same, wherever
they stand in it: `a * b - b * a = 0` is no other wording of `a * b - a * b = 0`. So a formula with such a term in it is the
same as another only as it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from pytest_faithform.lean.arith import BINDERS, SUMS, Node, Unreadable, substituted
from pytest_faithform.lean.correspondence import canonical, flattened
from pytest_faithform.lean.numbers import Types, guess_type, index_type, term_type, type_of
from pytest_faithform.lean.signed_terms import term_text
from pytest_faithform.lean.wording import Wording, as_written

__all__ = ["Spelling", "changes_spellings", "spelt_twice"]

#: What a term says, and how it is written.
Spelling = tuple[str, str]


def spelt_twice(found: Iterable[Spelling]) -> set[str]:
    """What is written in more than one way."""
    ways = defaultdict[str, set[str]](set)
    for said, written in found:
        ways[said].add(written)
    return {said for said, texts in ways.items() if len(texts) > 1}


def changes_spellings(
    mine: Sequence[Node], yours: Sequence[Node], pairs: Sequence[tuple[Node, Node]], types: Types, wording: Wording
) -> bool:
    """Whether one of the pairs, of formulas of the two statements, is not the same as written and has a term in it that one
    of the statements spells in two ways."""
    if wording == Wording.WRITTEN:
        return False
    twice = set[str]()
    for formulas in (mine, yours):
        twice |= spelt_twice(one for formula in formulas for one in _spellings(formula, types, wording))
    changed = (formula for pair in pairs if not as_written(*pair) for formula in pair)
    return any(said in twice for formula in changed for said, _ in _spellings(formula, types, wording))


def _spellings(formula: Node, types: Types, wording: Wording) -> Iterator[Spelling]:
    yield from _inside(formula, None, types, wording, 0)


def _inside(node: Node, where: str | None, types: Types, wording: Wording, depth: int) -> Iterator[Spelling]:
    """`where` is the type the term is computed in, `depth` counts the names bound around it."""
    if not node.is_proposition and node.op != "var":
        where = _known_type(node, types) or where
        yield _said(node, where, types, wording), canonical(_without_types(node), {}, commuting=False)
        if node.op in ("+", "*"):
            for pair in combinations([_said(part, where, types, wording) for part in flattened(node)], 2):
                yield f"{node.op} {' '.join(sorted(pair))}", " ".join(pair)
    elif node.is_proposition and node.op not in BINDERS:
        where = type_of(node.args, types) or where
    args = list(node.args)
    if node.op in BINDERS:
        name = f"ffb{depth}"
        kind = _bound_type(node, types)
        body = substituted(args.pop(), {node.text: Node("var", (), name)})
        yield from _inside(body, where, types.adding({name: kind}), wording, depth + 1)
    for arg in args:
        yield from _inside(arg, where, types, wording, depth)


def _bound_type(node: Node, types: Types) -> str:
    try:
        return index_type(node, types) if node.op in SUMS else node.type or guess_type(node.text, node.args[0], types)
    except Unreadable:
        return "Nat"


def _known_type(node: Node, types: Types) -> str | None:
    try:
        return term_type(node, types)
    except Unreadable:
        return None


def _said(node: Node, where: str | None, types: Types, wording: Wording) -> str:
    if wording == Wording.FREE:
        try:
            return term_text(node, where, types)
        except Unreadable:
            pass
    return canonical(_without_types(node), {})


def _without_types(node: Node) -> Node:
    """Without the types that are written at numbers."""
    if node.op == "asc" and node.args[0].op == "num":
        return node.args[0]
    return Node(node.op, tuple(map(_without_types, node.args)), node.text, node.type)
