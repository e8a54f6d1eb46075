"""LeanScorer's aggregation: the Sugeno integral of tags over a fuzzy measure (SPEC b.6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["PASS", "leanscorer"]

#: A score of at least this much is a pass.
PASS = 0.6

_WORTH = {"A": Fraction(1), "B": Fraction(1, 2), "C": Fraction(0)}
_MOST = 10


def leanscorer(tags: Sequence[str]) -> float:
    """The score in [0, 1], rounded to two places, of the tags of all conditions and conclusions: "A" perfect match, "B"
    minor, "C" major inconsistency. Raises ValueError for no tags or another tag."""
    if not tags or set(tags) - set(_WORTH):
        raise ValueError(f"tags are A, B or C, and at least one; found {list(tags)!r}")
    if "C" in tags:
        return 0.0
    if len(tags) > _MOST:
        perfect = _MOST * tags.count("A") // len(tags)
        tags = ["A"] * perfect + ["B"] * (_MOST - perfect)
    ascending = sorted(tags, key=_WORTH.__getitem__)
    best = max(min(_WORTH[tag], _measure(ascending[i:], len(tags))) for i, tag in enumerate(ascending))
    return round(float(best), 2)


def _measure(subset: Sequence[str], n: int) -> Fraction:
    """What a subset of the n tags weighs; with a minor inconsistency less than its share."""
    minor, share = subset.count("B"), Fraction(len(subset), n)
    if minor >= 2:
        return max(share * (1 - Fraction(minor, 5)), Fraction(0))
    return share * (1 - Fraction(minor, 10))
