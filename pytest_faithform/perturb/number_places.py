"""Which numbers of a text may be edited (SPEC a.2): the digit-form literals, each with the rule that refuses it, if any.

The paper leaves most of this to its marker's instruction (no subscripts, no layout, no labels); here each point is a rule,
and the same rules are put to the places that a model marks.
"""

from __future__ import annotations

import re

from pytest_faithform.perturb.candidates import Candidate
from pytest_faithform.perturb.enumerations import in_enumeration
from pytest_faithform.perturb.latex import Token, scan
from pytest_faithform.perturb.number_edit import is_isolated, refusal_of_form
from pytest_faithform.perturb.references import named
from pytest_faithform.perturb.structure import Structure
from pytest_faithform.perturb.symbol_edit import is_sign

__all__ = ["candidates", "counts_several", "published_refusal"]

_LITERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_FRACTION = re.compile(r"([0-9]+)\s?/\s?([0-9]+)(?![0-9.]|\s?/)")
_GROUP = r"(?:,\\! ?|,|\{,\}|\\,|\\;|\\! ?|\{\\,\}|~|\\ |\u2009|\u202f)"
_GROUPED = re.compile(rf"(?<![0-9])[0-9]{{1,3}}(?:{_GROUP}[0-9]{{3}})+(?![0-9])")
# "There are 4 125-gram bars."
_SPACED = re.compile(r"(?<![0-9._^])[1-9][0-9]{0,2}(?:[ \u00a0'’][0-9]{3})+(?![0-9]|(?<!000)-[A-Za-z])")
_CLOCK = re.compile(
    r"(?<![0-9])[0-9]{1,2}\s*(?::|\{:\})\s*[0-9]{2}(?::[0-9]{2})?(?![0-9])|\b[0-9]{1,2}\s*(?:[ap]\.?m\b|o'clock)", re.I
)
_DATE = re.compile(r"(?<![0-9])[0-9]{1,4}[/-][0-9]{1,2}[/-][0-9]{1,4}(?![0-9])")
_DECIMAL_COMMA = re.compile(r"(?<![0-9])[0-9]{1,40}(?:\\mathord)?\{,\}[0-9]{1,40}")
_EXPONENT = re.compile(r"(?<![0-9.A-Za-z])[0-9]{1,40}(?:\.[0-9]{1,40})?[eE][-+]?[0-9]{1,4}(?![0-9A-Za-z])")
_RECURRING = re.compile(r"\\(?:dot|overline|bar|widehat)\b")
# "12,50 Euro"; a pair in brackets, a list and, in a formula, anything but the whole of it have other commas.
_COMMA = re.compile(r"(?<![0-9,.\-])[0-9]{1,9},[0-9]{1,2}(?![0-9)\]}]|[.,]-?[0-9])")
_ONLY_A_COMMA = re.compile(r"\$\s*[0-9]{1,9},[0-9]{1,2}\s*\$")
_POWER_OF_TEN = re.compile(r"[0-9.}]\s*(?:\\times|\\cdot|×|·)\s*\Z")
_SPELLINGS = (
    (_GROUPED, "digits in groups"),
    (_SPACED, "digits in groups"),
    (_CLOCK, "a time of day"),
    (_DATE, "a date"),
    (_DECIMAL_COMMA, "a decimal comma"),
    (_EXPONENT, "scientific notation"),
)
_ORDINAL = re.compile(r"[)\]]?\$?(?:\^\s*\{?\s*(?:\\\w+\s*\{)?|\\text\w*\{|-)?\s*(?:st|nd|rd|th)\b")
_DOTS = r"(?:\\[lcd]?dots[a-z]?|\.\.\.|…)"
_MEMBER = r"[^,;=()<>.]{1,12}"
_TERM = r"[^,;=<>.+]{1,12}"
_BEFORE_DOTS = re.compile(rf"\$?\s*(?:[,+]\s*(?:{_MEMBER},\s*){{0,4}}|[+]\s*(?:{_TERM}[+]\s*){{0,4}})\$?\s*{_DOTS}")
_AFTER_DOTS = re.compile(rf"{_DOTS}\s*\$?\s*(?:[,+]\s*(?:{_MEMBER},\s*){{0,2}}|[+]\s*(?:{_TERM}[+]\s*){{0,2}})\$?\s*\Z")
_SENTENCE_END = re.compile(r"\.(?![0-9])")
_NOUN = re.compile(
    r"\$?[ \t\n~-]+(?:more\s+)?(?!and\b|or\b|is\b|to\b|in\b|as\b|if\b|then\b|by\b|for\b|with\b|are\b)[a-z]{3}"
)
_NO_PLURAL = "is|was|has|as|this|plus|minus|times|equals|divides|gives|yields|less|unless|thus|does|percents?|units?"
_NO_ADJECTIVE = "and|or|is|to|in|of|as|by|for|with|then|if"
_SEVERAL = re.compile(
    rf"\$?(?:[ \t\n~]+|-)(?:(?!(?:{_NO_ADJECTIVE})\b)[a-z-]{{2,}}[ \t\n~]+){{0,2}}?"
    rf"(?:(?!(?:{_NO_PLURAL})\b)[a-z]{{2,}}s|people|children|men|women|mice|feet|teeth)\b"
)


def counts_several(text: str, end: int) -> bool:
    """Whether the literal that ends at `end` counts things named in the plural: a 1 would not go with them."""
    return _SEVERAL.match(text, end) is not None


def candidates(text: str, structure: Structure, *, may_end_sentence: bool = False) -> list[Candidate]:
    """Every digit-form literal of `text` in order, with the rule that refuses it. The paper's filter refuses a number that
    the point of its sentence touches; `may_end_sentence` lets it pass."""
    tokens = [token for token in scan(text) if token.kind != "space"]
    at = {token.start: index for index, token in enumerate(tokens)}
    found = []
    end = 0
    for match in _LITERAL.finditer(text):
        if match.start() < end:
            continue
        start, end = _whole(text, tokens, at, match)
        ended = may_end_sentence and _SENTENCE_END.match(text, end) is not None
        reason = _refusal(text, start, end, tokens, at, structure, ended)
        found.append(Candidate(start, end, text[start:end], "number", reason))
    return found


def _whole(text: str, tokens: list[Token], at: dict[int, int], match: re.Match[str]) -> tuple[int, int]:
    """The literal with its sign, as a fraction or a percentage where it is one."""
    start, end = match.span()
    fraction = _FRACTION.match(text, start)
    if fraction and not text[:start].rstrip().endswith(("/", "^", "_")):
        end = fraction.end()
    elif text[end : end + 1] == "%":
        end += 1
    index = at.get(start)
    if index and tokens[index - 1].text == "-" and tokens[index - 1].end == start and is_sign(tokens, index - 1):
        start -= 1
    return start, end


def _refusal(
    text: str, start: int, end: int, tokens: list[Token], at: dict[int, int], structure: Structure, ended: bool
) -> str | None:
    value = text[start:end]
    digits = start + (value[0] == "-")
    reason = refusal_of_form(value) or _glued(text, start, digits, end, ended) or structure.closed(start, end)
    if reason:
        return reason
    index = at.get(digits)
    if index is None:
        return "part of a longer token"
    token = tokens[index]
    if token.script:
        return "in a subscript or superscript"
    if token.layout:
        return "an argument of a layout or text command"
    if in_enumeration(text, start, end):
        return "a member of an enumeration with an ellipsis"
    return _by_surroundings(text, digits, end, in_formula=token.formula is not None)


def _glued(text: str, start: int, digits: int, end: int, ended: bool) -> str | None:
    """Rules on the characters that touch the literal."""
    if not is_isolated(text[:end] if ended else text, start, end):
        return "a digit or a point touches it"
    around = text[max(0, start - 12) : end + 12]
    offset = start - max(0, start - 12)
    for pattern, reason in _SPELLINGS:
        for match in pattern.finditer(around):
            if match.start() < offset + end - start and offset < match.end() and "/" not in text[start:end]:
                return reason
    if text[digits] == "0" and end - digits > 1 and text[digits + 1].isdigit():
        return "starts with a zero"
    before = text[start - 1 : start]
    if (before.isalpha() and not _ends_a_command(text, start)) or "\\_" in (
        text[start - 2 : start],
        text[end : end + 2],
    ):
        return "a letter touches it in front"
    if before in ("_", "^"):
        return "in a subscript or superscript"
    if text[end : end + 1] == "_" or text[end : end + 2] in ("}_", ")_"):
        return "a number in another base, or a name with an index"
    if _ORDINAL.match(text, end):
        return "an ordinal"
    return None


def _by_surroundings(text: str, start: int, end: int, *, in_formula: bool) -> str | None:
    """Rules on the words and lists around the literal: names, enumerations, parts of a longer number, nouns."""
    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    if not in_formula and after[:1].isalpha():
        return "a letter touches it behind"
    reason = named(text, start, end, in_formula=in_formula)
    if reason:
        return reason
    if text[start:end] == "10" and after.lstrip()[:1] == "^" and _POWER_OF_TEN.search(before):
        return "scientific notation"
    if _half_a_number(text, start, end, in_formula):
        return "half a number"
    if _BEFORE_DOTS.match(after) or _AFTER_DOTS.search(before):
        return "a member of an enumeration with an ellipsis"
    if text[start:end] == "1" and _stands_alone(before, after, in_formula) and _NOUN.match(after):
        return "a singular noun follows"
    return None


def _half_a_number(text: str, start: int, end: int, in_formula: bool) -> bool:
    """Whether the literal is the digits before or behind a decimal comma, or those beside digits that recur."""
    if _RECURRING.match(text, end) or text.endswith(".(", 0, start):
        return True
    left = max(0, start - 12)
    wholes = (_ONLY_A_COMMA if in_formula else _COMMA).finditer(text, left, end + 12)
    return any(whole.start() <= start < whole.end() for whole in wholes)


def _stands_alone(before: str, after: str, in_formula: bool) -> bool:
    return not in_formula or (before.endswith("$") and after.startswith("$"))


def _ends_a_command(text: str, end: int) -> bool:
    return re.search(r"\\[A-Za-z]+\Z", text[max(0, end - 40) : end]) is not None


def published_refusal(text: str, start: int, end: int) -> str | None:
    """The paper's code's own filter (SPEC a.2): the literal's form, and no digit or point that touches it."""
    reason = refusal_of_form(text[start:end])
    return reason or (None if is_isolated(text, start, end) else "a digit or a point touches it")
