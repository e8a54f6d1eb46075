"""Relations put into words between two formulas: `$S_{10}$ is $175$`, `$n$ is divisible by $7$`, `the remainder when
$n$ is divided by $5$ is $3$`; and what words say of one formula: `$n(n+1)$ is even`, `$a$ and $b$ are coprime`.

Only wordings with one reading. "the sum of $x$ and $y$ is $12$" says nothing of `y` alone, so a formula after such a word
starts none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_faithform.judges.nodes import Node, number

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
_VALUE_OF = re.compile(r"(?<=the )\bvalue\s+of\s*(?:\$|\\\()?\s*$", re.IGNORECASE)
_IS = (
    r"\s*(?:\$|\\\))?\s*,?\s*(?:is|must be|has to be)\s+"
    r"(?:(?:also|then|thus|therefore|always|clearly|again|itself)\s+)*(?:an?\s+)?"
)
_PREDICATE = re.compile(
    _IS + r"(even|odd|(?:strictly )?positive|(?:strictly )?negative|non-?negative|non-?zero|prime)"
    r"(?:\s+(?:number|integer|real number|rational number))?(?=\s*(?:[.,;:!?)]|$)"
    r"|\s+(?:and|or|so|since|because|as|for|if|when|hence|thus|which|by|but|while|whenever)\b)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:\$|\\\))?\s*and\s*(?:\$|\\\()?\s*", re.IGNORECASE)
_COPRIME = re.compile(
    r"\s*(?:\$|\\\))?\s*are\s+(?:(?:also|then|thus|therefore|always)\s+)*(?:coprime|co-prime|relatively prime)\b"
    r"(?!\s+(?:to|with)\s+(?!each other|one another))",
    re.IGNORECASE,
)
_COMPARED = {"positive": ">", "negative": "<", "nonnegative": "≥", "nonzero": "≠"}
# An even function is another thing than an even number.
_FUNCTIONS = frozenset("fghFGH")
_LONGEST = 60
_QUANTITIES = frozenset(["num", "var", "app", "sum", "neg", "prod", "inv", "percent", "pow", "call", "mod", "big"])


def worded(text: str, pieces: Sequence[Node]) -> list[Node]:
    """Relations that the words between neighbouring formulas of `pieces` (in the order of the text) state."""
    found: list[Node] = []
    for i in range(len(pieces)):
        left = pieces[i]
        if left.op not in _QUANTITIES:
            continue
        before = text[max(0, left.start - _LONGEST) : left.start]
        is_part = bool(_PART.search(before)) and not _VALUE_OF.search(before)
        is_function = left.op == "app" or (left.op == "var" and left.name in _FUNCTIONS)
        if not is_part and not is_function:
            found += _described(text, left)
        if i + 1 == len(pieces):
            break
        right = pieces[i + 1]
        if right.op not in _QUANTITIES or not 0 < right.start - left.end <= _LONGEST:
            continue
        third = pieces[i + 2] if i + 2 < len(pieces) else None
        remainder = _remainder(text, before, left, right, third)
        if remainder is not None:
            found.append(remainder)
        elif not is_part:
            found += _related(text, left, right)
    return found


def _described(text: str, piece: Node) -> list[Node]:
    said = _PREDICATE.match(text, piece.end)
    if said is None:
        return []
    word = said[1].lower().replace("strictly ", "").replace("-", "")
    start, end = piece.start, said.end(1)
    if word == "even":
        return [Node("dvd", (number(2), piece), start, end)]
    if word == "odd":
        return [Node("congr", (piece, number(1), number(2)), start, end)]
    if word == "prime":
        return [Node("app", (Node("var", (), start, start, "prime"), piece), start, end)]
    return [Node("rel", (piece, number(0)), start, end, _COMPARED[word])]


def _related(text: str, left: Node, right: Node) -> list[Node]:
    gap = text[left.end : right.start]
    if _AND.fullmatch(gap) and not _goes_on(text, left) and (said := _COPRIME.match(text, right.end)):
        both = Node("call", (left, right), left.start, right.end, "gcd")
        return [Node("rel", (both, number(1)), left.start, said.end(), "=")]
    for name, words in _BETWEEN.items():
        if not words.fullmatch(gap):
            continue
        if name == "∣":
            return [Node("dvd", (left, right), left.start, right.end)]
        if name == "divisible":
            return [Node("dvd", (right, left), left.start, right.end)]
        if name == "=" and _is_article(text, right):
            return []
        return [Node("rel", (left, right), left.start, right.end, name)]
    return []


def _goes_on(text: str, piece: Node) -> bool:
    """Whether it is one more of a list."""
    return text[: piece.start].rstrip().removesuffix("$").rstrip().endswith(",")


def _is_article(text: str, piece: Node) -> bool:
    """The "a" of "$n$ is a prime number" is no variable."""
    return piece.op == "var" and piece.name in ("a", "A") and bool(re.match(r"\s+[A-Za-z]", text[piece.end :]))


def _remainder(text: str, before: str, first: Node, second: Node, third: Node | None) -> Node | None:
    if third is None or third.op not in _QUANTITIES or not 0 < third.start - second.end <= _LONGEST:
        return None
    gaps = text[first.end : second.start], text[second.end : third.start]
    if _LEAVES.fullmatch(gaps[0]) and _WHEN.fullmatch(gaps[1]):
        return Node("congr", (first, second, third), first.start, third.end)
    if _REMAINDER_OF.search(before) and _DIVIDED.fullmatch(gaps[0]) and _BETWEEN["="].fullmatch(gaps[1]):
        return Node("congr", (first, third, second), first.start, third.end)
    return None
