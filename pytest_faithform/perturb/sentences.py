"""Sentences of mathematical prose: a point inside a formula, a number or an abbreviation ends none."""

from __future__ import annotations

import re

from pytest_faithform.perturb.latex import formulas

__all__ = ["ends_in_abbreviation", "mask_formulas", "sentences", "strip_list_numbers"]

_ABBREVIATIONS = ("e.g", "i.e", "resp", "cf", "eq", "eqs", "fig", "no", "vs", "w.l.o.g", "st", "etc")
_END = re.compile(r"[.!?](?=[\s\"')\]}]|$)")
_LIST_NUMBER = re.compile(r"^([ \t]*)(?:(?:step|part)[ \t]+([0-9]+)[ \t]*[.:)]|\(?([0-9]+)[.)])(?=\s)", re.M | re.I)
# One character that is no letter, no digit and no punctuation stands for a character of a formula.
_FILL = "\x00"


def sentences(text: str) -> list[str]:
    """The sentences of `text`, each with its formulas, without the numbers of list items."""
    text = strip_list_numbers(text)
    masked = mask_formulas(text)
    parts, start = [], 0
    for match in _END.finditer(masked):
        if match[0] == "." and ends_in_abbreviation(masked, match.start()):
            continue
        parts.append(text[start : match.end()].strip())
        start = match.end()
    parts.append(text[start:].strip())
    return [part for part in parts if any(char.isalnum() for char in part)]


def strip_list_numbers(text: str) -> str:
    """`text` without the numbers of a list whose items start a line and count 1, 2, 3, … (also "Step 2:" and "(2)").

    A number that opens a line out of sequence is content and stays.
    """
    expected = 1
    pieces, start = [], 0
    for match in _LIST_NUMBER.finditer(text):
        number = match[2] or match[3]
        if len(number) < 6 and int(number) == expected:
            pieces += [text[start : match.start()], match[1]]
            start = match.end()
            expected += 1
    pieces.append(text[start:])
    return "".join(pieces)


def mask_formulas(text: str) -> str:
    """`text`, same length, with formulas blanked; the punctuation that closes a formula stays ("$x = 3.$ Then")."""
    pieces, start = [], 0
    for formula in formulas(text):
        size = formula.end - formula.start
        # "$x = 3.$ Then": a point inside ends the sentence as one behind the formula would.
        ends = formula.inner.rstrip().endswith((".", "!", "?"))
        pieces += [text[start : formula.start], _FILL * (size - 1) + "." if ends else _FILL * size]
        start = formula.end
    pieces.append(text[start:])
    return "".join(pieces)


def ends_in_abbreviation(masked: str, point: int) -> bool:
    """Whether the point at `point` belongs to an abbreviation."""
    word = re.search(r"[\w.]*$", masked[max(0, point - 12) : point])
    return word is not None and word[0].lower() in _ABBREVIATIONS
