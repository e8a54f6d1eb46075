"""Relations put into words between two formulas: `$S_{10}$ is $175$`, `$n$ is divisible by $7$`, `the remainder when
$n$ is divided by $5$ is $3$`.

Only wordings with one reading. "the sum of $x$ and $y$ is $12$" says nothing of `y` alone, so a formula after such a word
starts none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_faithform.judges.nodes import Node

__all__ = ["worded"]

_DELIMITER = r"\s*(?:\$|\\\(|\\\))?\s*"
_RELATIONS = {
    "=": r"(?:,\s*)?(?:is|equals|is equal to|is exactly|must be|has to be|is then|is therefore|is thus)",
    ">": r"(?:is (?:strictly )?(?:greater|larger|more) than|exceeds)",
    "<": r"is (?:strictly )?(?:less|smaller) than",
    "≥": r"is at least",
    "≤": r"is at most",
    "∣": r"divides",
    "divisible": r"is (?:divisible by|a multiple of)",
}
_BETWEEN = {name: re.compile(_DELIMITER + words + _DELIMITER, re.IGNORECASE) for name, words in _RELATIONS.items()}
_LEAVES = re.compile(
    _DELIMITER + r"(?:leaves|has|gives)\s+(?:a\s+|the\s+)?remainder\s+(?:of\s+)?" + _DELIMITER, re.IGNORECASE
)
_WHEN = re.compile(
    _DELIMITER + r"(?:when|if|on|upon)\s+(?:it is\s+)?(?:divided|division)\s+by" + _DELIMITER, re.IGNORECASE
)
_DIVIDED = re.compile(_DELIMITER + r"is\s+divided\s+by" + _DELIMITER, re.IGNORECASE)
_REMAINDER_OF = re.compile(r"\bremainder\s+(?:when|if)\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:and|of|or|between|times|than|from|to|by|with|in|both|plus|minus|over|per|each)\s*(?:\$|\\\()?\s*$",
    re.IGNORECASE,
)
_LONGEST = 60
_QUANTITIES = frozenset(["num", "var", "app", "sum", "neg", "prod", "inv", "percent", "pow", "call", "mod", "big"])


def worded(text: str, pieces: Sequence[Node]) -> list[Node]:
    """Relations that the words between neighbouring formulas of `pieces` (in the order of the text) state."""
    found: list[Node] = []
    for i in range(len(pieces) - 1):
        left, right = pieces[i], pieces[i + 1]
        if left.op not in _QUANTITIES or right.op not in _QUANTITIES or not 0 < right.start - left.end <= _LONGEST:
            continue
        before = text[max(0, left.start - _LONGEST) : left.start]
        third = pieces[i + 2] if i + 2 < len(pieces) else None
        remainder = _remainder(text, before, left, right, third)
        if remainder is not None:
            found.append(remainder)
        elif not _PART.search(before):
            found += _related(text, left, right)
    return found


def _related(text: str, left: Node, right: Node) -> list[Node]:
    gap = text[left.end : right.start]
    for name, words in _BETWEEN.items():
        if not words.fullmatch(gap):
            continue
        if name == "∣":
            return [Node("dvd", (left, right), left.start, right.end)]
        if name == "divisible":
            return [Node("dvd", (right, left), left.start, right.end)]
        return [Node("rel", (left, right), left.start, right.end, name)]
    return []


def _remainder(text: str, before: str, first: Node, second: Node, third: Node | None) -> Node | None:
    if third is None or third.op not in _QUANTITIES or not 0 < third.start - second.end <= _LONGEST:
        return None
    gaps = text[first.end : second.start], text[second.end : third.start]
    if _LEAVES.fullmatch(gaps[0]) and _WHEN.fullmatch(gaps[1]):
        return Node("congr", (first, second, third), first.start, third.end)
    if _REMAINDER_OF.search(before) and _DIVIDED.fullmatch(gaps[0]) and _BETWEEN["="].fullmatch(gaps[1]):
        return Node("congr", (first, third, second), first.start, third.end)
    return None
