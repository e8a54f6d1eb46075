"""What the builder must know of Lean text: the main theorem's parts, and substitutions that hit one place."""

from __future__ import annotations

import re
from itertools import pairwise

from pytest_faithform.lean.source import parse

__all__ = ["filled", "in_statement", "statement_only", "substitute"]


def statement_only(lean: str) -> str:
    """The source with the proof of its main theorem replaced by `by sorry`; definitions are kept, lemmas are not."""
    source = parse(lean)
    main = source.main
    if main is None:
        raise ValueError("the Lean text has no theorem or lemma")
    kept, start = [], 0
    for decl in source.decls:
        if decl.is_theorem and decl.end <= main.start:
            kept.append(lean[start : decl.start])
            start = decl.end
    kept.append(lean[start : main.signature[1]])
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).lstrip() + " := by sorry"


def in_statement(lean: str, place: int) -> bool:
    """Whether a place belongs to the statement region: the main theorem's signature and the definitions it uses."""
    return any(start <= place < end for start, end in parse(lean).statement_spans)


def filled(pair: list[str], old: str, new: str) -> tuple[str, str]:
    """A pair's two texts with `{old}` and `{new}` filled in. A percentage's sign is no part of its Lean numeral."""
    find, replacement = (part.replace("{old}", old.rstrip("%")).replace("{new}", new.rstrip("%")) for part in pair)
    return find, replacement


def substitute(lean: str, pairs: list[list[str]], old: str, new: str) -> str:
    """`lean` with every pair applied, `{old}` and `{new}` filled in; ValueError says what does not fit.

    Each `find` must stand exactly once in the reference, so that a pair cannot hit another place than meant.
    """
    places = []
    for pair in pairs:
        find, replacement = filled(pair, old, new)
        if not find.strip():
            raise ValueError("the text to find is empty")
        count = lean.count(find)
        if count != 1:
            raise ValueError(f"{find!r} stands {count} times in the reference Lean, it must stand exactly once")
        if find == replacement:
            raise ValueError(f"{find!r} is replaced by itself")
        start = lean.index(find)
        end = start + len(find)
        if any(lean[i - 1 : i].isalnum() and lean[i : i + 1].isalnum() for i in (start, end) if i > 0):
            raise ValueError(f"{find!r} cuts a word or number of the reference Lean; take in the whole of it")
        places.append((start, end, replacement))
    places.sort()
    for (_, end, _), (start, _, _) in pairwise(places):
        if start < end:
            raise ValueError("two substitutions overlap")
    for start, end, replacement in reversed(places):
        lean = lean[:start] + replacement + lean[end:]
    return lean
