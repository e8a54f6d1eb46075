"""Enumerations with an ellipsis (`1 + 4 + \\cdots + 81`, `2 \\cdot 3 \\cdots n`): their members follow a rule that one edited
member, or one edited sign, would break without a word."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from pytest_faithform.perturb.latex import Token, scan

__all__ = ["in_enumeration"]

_DOTS = frozenset(["\\dots", "\\ldots", "\\cdots", "\\dotsc", "\\dotsb", "\\dotsm", "\\dotsi", "\\dotso", "…"])
_SUM = frozenset(["+", "-", "−", "\\pm", "\\mp"])
_PRODUCT = frozenset(["\\cdot", "\\times", "·", "×", "*", "/", "\\div"])
_COMMA = frozenset([","])
_RELATION = frozenset(
    [
        "=",
        "<",
        ">",
        "\\le",
        "\\leq",
        "\\ge",
        "\\geq",
        "\\lt",
        "\\gt",
        "≤",
        "≥",
        "\\leqslant",
        "\\geqslant",
        "\\neq",
        "\\equiv",
    ]
)
_STOPS = frozenset(
    [";", "\\\\", "&", "\\text", "\\quad", "\\qquad", "\\implies", "\\Rightarrow", "\\iff", ":", "\\mid", "\\to"]
)
_OPENERS = frozenset(["(", "[", "{", "\\{", "\\langle", "\\left"])
_CLOSERS = frozenset([")", "]", "}", "\\}", "\\rangle", "\\right"])
# No enumeration has so many tokens; without an end, brackets that never close would make the search quadratic.
_LONGEST = 400
# What binds more loosely ends an enumeration: that of `S = 1 + 2 + \\dots + n` begins behind the `=`.
_ENDED_BY = {
    _PRODUCT: _SUM | _RELATION | _COMMA | _STOPS,
    _SUM: _RELATION | _COMMA | _STOPS,
    _RELATION: _COMMA | _STOPS,
    _COMMA: _RELATION | _STOPS,
}


def in_enumeration(text: str, start: int, end: int) -> bool:
    """Whether the characters [start, end) stand in an enumeration with an ellipsis of one formula."""
    spans = _enumerations(text)
    index = bisect_right(spans, (end, len(text))) - 1
    return index >= 0 and spans[index][0] <= start and end <= spans[index][1]


# All numbers and symbols of a text are asked about in turn.
@lru_cache(maxsize=4)
def _enumerations(text: str) -> list[tuple[int, int]]:
    """The enumerations' stretches, joined where they touch, sorted."""
    tokens = [token for token in scan(text) if token.kind != "space"]
    found: list[tuple[int, int]] = []
    covered = 0
    for index, token in enumerate(tokens):
        if token.text not in _DOTS or token.formula is None or index < covered:
            continue
        kind = _joined_by(tokens, index)
        first, last = _reach(tokens, index, -1, kind), _reach(tokens, index, +1, kind)
        covered = last + 1
        if found and tokens[first].start <= found[-1][1]:
            found[-1] = (min(found[-1][0], tokens[first].start), tokens[last].end)
        else:
            found.append((tokens[first].start, tokens[last].end))
    return found


def _joined_by(tokens: list[Token], index: int) -> frozenset[str]:
    """What joins the members: the sign nearest to the ellipsis; none at all is a product."""
    for way in (-1, +1):
        depth = 0
        place = index + way
        while _within(tokens, index, place):
            depth += _deeper(tokens[place], way)
            if depth < 0 or (depth == 0 and tokens[place].text in _STOPS):
                break
            if depth == 0:
                for kind in (_SUM, _PRODUCT, _COMMA, _RELATION):
                    if tokens[place].text in kind:
                        # `x = 1 \\cdots n` is no chain of equations.
                        return kind if kind is not _RELATION or abs(place - index) == 1 else _PRODUCT
            place += way
    return _PRODUCT


def _reach(tokens: list[Token], index: int, way: int, kind: frozenset[str]) -> int:
    """The last token of the enumeration on one side of its ellipsis. A relation in the member next to the ellipsis says that
    the members of a list are statements (`a_1 = 1, a_2 = 4, \\dots`)."""
    stops = _ENDED_BY[kind]
    depth, commas = 0, 0
    place = index + way
    while _within(tokens, index, place):
        token = tokens[place]
        depth += _deeper(token, way)
        if depth < 0 or token.text in ("$", "$$", "\\(", "\\)", "\\[", "\\]", "\\begin", "\\end"):
            break
        if depth == 0:
            commas += token.text == ","
            if kind is _COMMA and token.text in _RELATION and commas == 1:
                stops = stops - _RELATION
            if token.text in stops:
                break
        place += way
    return place - way


def _within(tokens: list[Token], index: int, place: int) -> bool:
    near = 0 <= place < len(tokens) and abs(place - index) <= _LONGEST
    return near and tokens[place].formula == tokens[index].formula


def _deeper(token: Token, way: int) -> int:
    opening, closing = (_OPENERS, _CLOSERS) if way > 0 else (_CLOSERS, _OPENERS)
    return (token.text in opening) - (token.text in closing)
