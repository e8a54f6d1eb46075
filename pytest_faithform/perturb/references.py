"""Numbers that name something instead of counting or measuring it: labels, list numbers, citations, sources, dates, marks.

All rules look at the characters around the literal only, sixty to each side, and for an open bracket some more.
"""

from __future__ import annotations

import re

__all__ = ["named"]

_NAMED = """
algorithm amc aime ahsme imo appendix assumption axiom case cases chapter claim column condition conjecture corollary day
definition diagram eq eqn equation equations example exercise fact figure figures formula hint hypothesis identity inequality
item lemma lemmas line method note number observation option page part parts postulate proof problem property proposition
question ref reference refs relation remark row rule scheme section solution statement step steps table task theorem thm type
version way year
aufgabe abschnitt beispiel bemerkung beweis folgerung gleichung hilfssatz kapitel korollar satz seite übung
chapitre corollaire définition exemple exercice lemme proposición remarque théorème théoreme lema teorema
"""
# What is short may be a name of the mathematics, unless a point says that it is shortened.
_SHORTENED = r"(?:pp?|sec|def|prop|fig|cor|ex|hyp|conj|obs|rem|ax|app|chap|ch|vol|no|nos|nr|kap|abb|ref)\."
_OF_A_NUMBER = r"(?:[\s~]*(?:\\?\#|(?:no|nr)\.|number|[-–]))?"
_SECTION = r"(?:§|\\S(?![A-Za-z]))+"
_LABELS = (
    rf"(?:(?<![\\A-Za-z])(?:(?:{'|'.join(_NAMED.split())})(?:e?s)?\.?{_OF_A_NUMBER}|{_SHORTENED})|{_SECTION})[\s~]*"
)
# "Lemmas 3 and 4", "pp. 3--7".
_MORE_LABELS = r"(?:[0-9.]{1,6}\)?\$?\s*(?:,|and|or|&|-{1,3}|–|to)\s*\$?\(?){0,3}"
_AFTER_A_NAME = re.compile(rf"{_LABELS}[\\\[(${{]*\s*{_MORE_LABELS}\Z", re.IGNORECASE)
_ENDS_ITS_FORMULA = re.compile(r"[\s)\].}a-z']*(?:\$|,|\\\))")
_AFTER_A_HASH = re.compile(r"\\?#\s?\Z")
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|"
    "Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|"
    "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|"
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?\$?"
_AFTER_A_MONTH = re.compile(rf"\b(?:{_MONTHS})\.?,?\s+(?:(?:of|de)\s+)?\$?(?:{_DAY},?\s+(?:of\s+)?\$?)?\Z")
_BEFORE_A_MONTH = re.compile(rf"\.?\$?(?:\s*(?:st|nd|rd|th))?\s+(?:(?:of|de)\s+)?(?:{_MONTHS})\b")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s{}]*\Z")
_AFTER_A_CHOICE = re.compile(r"\(\s*(?:\\text\w*\s*\{\s*)?[A-F]\s*\}?\s*\)[^A-Za-z0-9(]{0,6}(?:\\[a-z]+\W*){0,2}\Z")
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t]*\(?\Z")
_FAR = 400
_INLINE_LIST_NUMBER = re.compile(r"(?:\A|[\s:;,.])\Z")
_MARKS = re.compile(r"[(\[]\s*\Z")
_MARKS_BEHIND = re.compile(r"\s*-?(?:marks?|points?|pts?|credits?|Punkte?)\.?\s*[)\]]", re.IGNORECASE)
_OPENED = re.compile(r"[(\[][^()\[\]$\\\n]*\Z")
_CLOSED = re.compile(r"[^()\[\]$\\\n]*[)\]]")
_INTERVAL = re.compile(r"(?:intervals?|∈|=|∪|∩|×|closed|range|segment)\s*\Z", re.IGNORECASE)
_CITED = re.compile(
    r"\[\s*(?:[0-9]{1,3}(?:\s*[,;–-]\s*[0-9]{1,3})*|[^\[\]]*[A-Za-z]{2}[^\[\]]*|[^\[\]]*\bpp?\.[^\[\]]*)\s*\]"
)
# "(AMC 12A, 2020)", "[Putnam 1998 A3]": a name and a year.
_SOURCE = re.compile(
    r"[(\[]\s*(?:[A-Z][^()\[\]]*\b(?:1[89]|20)[0-9]{2}\b|(?:1[89]|20)[0-9]{2}\s+[A-Z]{2})[^()\[\]]*[)\]]"
)


def named(text: str, start: int, end: int, *, in_formula: bool) -> str | None:
    """Why the literal at [start, end) is a name, None if it is none."""
    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    in_front = _AFTER_A_NAME.search(before)
    # "In formula $3 + 4$" no formula is named, in "equation $(3)$" one is.
    label = in_front is not None and ("$" not in in_front[0] or _ENDS_ITS_FORMULA.match(after) is not None)
    listed = _LIST_NUMBER.search(before) is not None and after[:1] in (")", "]", ":")
    if label or listed or _AFTER_A_HASH.search(before):
        return "a label"
    if _ADDRESS.search(before):
        return "part of an address"
    if _AFTER_A_MONTH.search(before) or _BEFORE_A_MONTH.match(after):
        return "a date"
    if _AFTER_A_CHOICE.search(before):
        return "an answer to choose from"
    if in_formula:
        return None
    opened = text.count("(", max(0, start - _FAR), start) > text.count(")", max(0, start - _FAR), start)
    if after[:1] == ")" and not opened and _INLINE_LIST_NUMBER.search(before):
        return "a label"
    return _in_running_text(text[start:end], before, after)


def _in_running_text(value: str, before: str, after: str) -> str | None:
    """The rules that would be wrong of a formula, where brackets are arguments and intervals."""
    if before.endswith("(") and after[:1] == ")":
        return "a label"
    opened, closed = _OPENED.search(before), _CLOSED.match(after)
    if _MARKS.search(before) and _MARKS_BEHIND.match(after):
        return "the marks of a question"
    if opened and closed:
        whole = opened[0] + value + closed[0]
        if _SOURCE.fullmatch(whole):
            return "the source of a text"
        if _CITED.fullmatch(whole) and not _INTERVAL.search(before[: opened.start()]):
            return "a citation"
    return None
