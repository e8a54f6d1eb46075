"""Whether a proof stays whole when a stretch of it goes: its numbered cases, its brackets and its names.

What only the outcome's wording tells (that it points at what was deleted) is in `steps`.
"""

from __future__ import annotations

import re

from pytest_faithform.perturb.latex import Token, scan, without_formulas

__all__ = ["stays_whole"]

_NUMBER = r"[\s~]*[\\($]*\s*(?:[0-9]+|[ivx]+|[a-d])\b"
_NUMBERED = rf"(?:(?:sub)?cases?|claim|part|step){_NUMBER}|(?:first|second|third|last|final)\s+case\b"
_OPENS_A_CASE = re.compile(rf"\W*(?:\\[A-Za-z]+\W*)?(?:in\s+|for\s+)?(?:the\s+)?(?:{_NUMBERED})", re.IGNORECASE)
_CASE_BEFORE = re.compile(rf"(?:\A|[.:;!?\n*{{]\s*)(?:{_NUMBERED})[\s.:)*}}$]*\Z", re.IGNORECASE)

_EXISTS = r"there\s+(?:exists?|must\s+(?:be|exist))|for\s+(?:some|an?|suitable)|choose|pick|fix|take"
# "There are $x$ students" names nothing, "there is a number $x$" does.
_IS = r"there\s+(?:is|are)\s+[A-Za-z-]+"
_INTRODUCES = re.compile(rf"\b(?:{_EXISTS}|{_IS})(?:\s+\(?[A-Za-z-]+\)?){{0,4}}\s*(?:\$|\\\()", re.IGNORECASE)
_NAME = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
_RELATIONS = frozenset(
    ["=", "<", ">", "\\in", "\\le", "\\leq", "\\ge", "\\geq", "\\neq", "\\ne", "\\mid", ":", "(", "\\colon"]
)

_LABEL = re.compile(r"(?:^|(?<=\s))\(?\w{1,3}\)")
_PAIRS = {")": "(", "]": "[", "}": "{"}


def stays_whole(proof: str, start: int, end: int) -> bool:
    """Whether what is left of `proof` without the characters [start, end) still has every case, bracket and name it needs."""
    deleted = proof[start:end]
    if _OPENS_A_CASE.match(deleted) or _CASE_BEFORE.search(proof[max(0, start - 40) : start]):
        return False
    return _brackets_close(deleted) and not _introduces_a_name(proof, start, end)


def _brackets_close(deleted: str) -> bool:
    """Whether the brackets of the running text close in it; "1)" and "(a)" are labels."""
    opened = []
    for char in _LABEL.sub(" ", without_formulas(deleted)):
        if char in "([{":
            opened.append(char)
        elif char in _PAIRS and (not opened or opened.pop() != _PAIRS[char]):
            return False
    return not opened


def _introduces_a_name(proof: str, start: int, end: int) -> bool:
    """Whether "there exists $\\delta > 0$" or "for some integer $k$" stands there, and the name in a formula behind it."""
    matches = list(_INTRODUCES.finditer(proof, start, end))
    tokens = scan(proof) if matches else []
    later = {token.text for token in tokens if token.start >= end and token.formula is not None}
    for match in matches:
        if any(name in later for name in _names([token for token in tokens if token.start >= match.end()])):
            return True
    return False


def _names(tokens: list[Token]) -> list[str]:
    """What is named at the beginning of the formula: "a, b" of "$a, b > 0$"."""
    found = []
    for token in tokens:
        if token.formula is None or token.formula != tokens[0].formula or token.text in _RELATIONS or token.text == "$":
            break
        if _NAME.fullmatch(token.text) and not token.script:
            found.append(token.text)
    return found
