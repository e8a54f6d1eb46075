"""Coercions that a text opens between Lean's own types, by way of a type of its own.

Lean unfolds a coercion while it elaborates, so that no instance is left to be seen where it was used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_faithform.lean.instances import Judge, Printed, arguments, head_of, is_foreign
from pytest_faithform.lean.layout import Code
from pytest_faithform.lean.printed import conclusion_of
from pytest_faithform.lean.vocabulary import words

__all__ = ["COERCIONS", "ways_between"]

COERCIONS = words("Coe CoeTail CoeHead CoeOut CoeDep CoeT CoeTC CoeOTC CoeHTC CoeHTCT")
MOST_WAYS = 40


def ways_between(types: Iterable[Code], judge: Judge) -> list[str]:
    """A function `A → B` that only a coercion can be, for each of Lean's types `A` that the instances of these types lead
    from and each `B` that they lead to."""
    sources: dict[str, None] = {}
    targets: dict[str, None] = {}
    for code in types:
        for source, target in _ends(code):
            sources.update({} if is_foreign(source.tokens, judge) else {source.text: None})
            targets.update({} if is_foreign(target.tokens, judge) else {target.text: None})
    return [f"(fun x => x : ({source}) → ({target}))" for source in sources for target in targets][:MOST_WAYS]


def _ends(code: Code) -> Iterator[tuple[Code, Code]]:
    head, rest = head_of(conclusion_of(Code(" ".join(token.text for token in Printed(code.tokens).tokens))))
    ends = list(arguments(rest))
    if head.text.removeprefix("_root_.") in COERCIONS and len(ends) > 1:
        first, last = ([token.text for token in end] for end in (ends[0], ends[-1]))
        yield Code(" ".join(first)), Code(" ".join(last))
