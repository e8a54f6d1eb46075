"""The answers that a multiple-choice text offers: none of them is a claim, so no edit of one changes what is asked."""

from __future__ import annotations

import re

from pytest_faithform.perturb.latex import formulas

__all__ = ["answer_choices"]

_MARK = re.compile(r"\((?:\\(?:text|math)\w*\s*\{)?\s*([A-F])\s*\}?\s*\)")
# Marks that may be something else ("Part a)", "the point A: 4"): only short answers in order are taken for choices.
_WEAK_MARKS = (
    re.compile(r"(?<![^\s,;.?])([A-F])\)(?=\s*[^\s)])"),
    re.compile(r"(?<![^\s,;.?])([A-F])[.:](?=\s+[^\s])"),
    re.compile(r"(?<![^\s,;.?])\(([a-f])\)(?=\s*[^\s)])"),
    re.compile(r"(?<![^\s,;.?(])([a-f])\)(?=\s*[^\s)])"),
)
_SHORT = re.compile(r"(?:(?![.?!]\s+[A-Za-z]{3})[^$]|\$[^$]{0,60}\$){1,60}?")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_TASK = re.compile(r"\s*[A-Z][a-z]+\s")
_COMMAND = re.compile(
    r"\\(?:task|choice|CorrectChoice|correctchoice)(?![A-Za-z])[^\n]*?(?=\\task|\\choice|\\[Cc]orrect|\n|\Z)"
)
_LAST_ANSWER = 80
_END = re.compile(r"\$\s+(?=[A-Z][a-z])")
_WEAK_END = re.compile(r"[.;?!]?\s+(?=[A-Z][a-z])|[.?!](?:\s|\Z)")


def answer_choices(text: str) -> list[tuple[int, int]]:
    """The stretch [start, end) of the answers that a text offers, marked (A), (B), … in order: from the first mark to the end
    of the last one's line. A single mark is none."""
    found = _in_order(text, list(_MARK.finditer(text)), _END, weak=False)
    masked = _without_formulas(text)
    for mark in _WEAK_MARKS:
        found += _in_order(text, list(mark.finditer(masked)), _WEAK_END, weak=True)
    return found + [match.span() for match in _COMMAND.finditer(text)]


def _without_formulas(text: str) -> str:
    """`text`, same length, with formulas blanked: "(x - a)(x - b)" marks no answers."""
    pieces, start = [], 0
    for formula in formulas(text):
        pieces += [text[start : formula.start], "$" * (formula.end - formula.start)]
        start = formula.end
    return "".join([*pieces, text[start:]])


def _in_order(text: str, marks: list[re.Match[str]], closing: re.Pattern[str], *, weak: bool) -> list[tuple[int, int]]:
    found = []
    index = 0
    while index < len(marks):
        last = index
        while last + 1 < len(marks) and ord(marks[last + 1][1]) == ord(marks[last][1]) + 1:
            if weak and not _is_short(text[marks[last].end() : marks[last + 1].start()]):
                break
            last += 1
        if marks[index][1] in "Aa" and last > index:
            # Short answers end soon; a search to the line's end for each would be quadratic.
            limit = min(marks[last].end() + _LAST_ANSWER, len(text)) if weak else len(text)
            end = text.find("\n", marks[last].end(), limit)
            rest = text[marks[last].end() : limit if end < 0 else end]
            closed = closing.search(rest)
            found.append((marks[index].start(), marks[last].end() + (closed.start() if closed else len(rest))))
        index = last + 1
    return found


def _is_short(answer: str) -> bool:
    """Whether it is no part of a task, such as "(a) Find 5"."""
    return _SHORT.fullmatch(answer) is not None and len(_WORD.findall(answer)) < 3 and not _TASK.match(answer)
