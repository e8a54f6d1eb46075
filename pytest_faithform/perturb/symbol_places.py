"""Which relations and operators of a text may be edited, beyond what their tokens tell (SPEC a.3): sizes, vectors, sets and
enumerations have signs that are no arithmetic."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pytest_faithform.perturb.candidates import Candidate
from pytest_faithform.perturb.enumerations import in_enumeration
from pytest_faithform.perturb.latex import Formula, formulas
from pytest_faithform.perturb.structure import Structure
from pytest_faithform.perturb.symbol_edit import balanced, new_symbol, symbols

__all__ = ["balanced", "candidates", "places", "published_refusal"]

_PRODUCTS = frozenset(["\\times", "×", "\\cdot", "·", "\\div", "÷"])
_DOTS = r"(?:\\[lcdv]?dots[a-z]?|\\ddots|\.\.\.|…)"
_DOTS_BEFORE = re.compile(rf"{_DOTS}\s*(?:[A-Za-z0-9]|\\)?\s*\Z")
_DOTS_BEHIND = re.compile(rf"\s*{_DOTS}")
_DOTS_ONE_TERM_ON = re.compile(rf"[^$=<>+\-]{{1,24}}[+\-]\s*{_DOTS}")
_SIZE = re.compile(r"\s*-?[\w.{}\\,]{1,12}(?:\s*(?:\\times|×)\s*[\w.{}\\,]{1,12}){1,2}\s*")
# The name of a triangle, and no difference.
_ANGLE = r"[0-9.]+\s*(?:\^?\s*\{?\s*(?:\\circ|°)\s*\}?\s*)?"
_ANGLES = re.compile(rf"\s*{_ANGLE}(?:-{{1,2}}\s*{_ANGLE}){{2}}")
_UNIT = r"(?:\\[,;: ]\s*|~)*\\(?:text|mathrm|textrm|mbox|operatorname|rm)\s*\{[^{}]*\}(?:\s*\^\s*(?:\{[^{}]*\}|[0-9]))?"
_UNIT_BEFORE, _UNIT_BEHIND = re.compile(rf"{_UNIT}\s*\Z"), re.compile(rf"\s*{_UNIT}")
_LENGTH = rf"\s*[0-9.]{{1,9}}\s*{_UNIT}"
_LENGTHS = re.compile(rf"{_LENGTH}(?:\s*(?:\\times|×){_LENGTH}){{1,2}}\s*")
_SIZE_OF = re.compile(
    r"\b(?:rectangles?|grids?|boards?|chessboards?|matri(?:x|ces)|box(?:es)?|tables?|rooms?|arrays?|squares?|sheets?|lattices?|"
    r"tiles?|gardens?|fields?|sizes?|dimensions?|measur(?:es|ing))(?:\s+(?:of|is|with))?\s+\Z"
)
# Means, words and names of planes hold hyphens; a formula of nothing else is no difference.
_MEAN = r"(?:AM|GM|HM|QM|RMS|PM)"
_LETTER = r"(?:[A-Za-z]|\\[A-Za-z]+)"
_HYPHENED = re.compile(rf"\s*(?:{_MEAN}(?:\s*-{{1,2}}\s*{_MEAN})+|\\(?:var)?epsilon\s*-{{1,2}}\s*(?:\\delta|N))\s*")
_HYPHENED_PAIR = re.compile(rf"\s*{_LETTER}(?:\s*-{{1,2}}\s*{_LETTER}){{1,2}}\s*")
_NAMED_BY_A_PAIR = re.compile(
    r"[\s~-]+(?:coordinate\s+)?(?:planes?|axis|axes|space|coordinates?|system|graph|definition|argument|proof|criterion|"
    r"language|inequality|transform|path|cut|cycle)\b"
)
_HYPHENED_WORD = re.compile(r"\s*\w{1,3}-(?!abc|bcd|xyz|uvw|rst|pqr)(?:(?=[a-z]*[aeiou])[a-z]{3,}|th|st|nd|rd)\s*")
_SIZED = re.compile(r"\s*-?\s*[A-Za-z]")
_SIZED_BEHIND_A_NUMBER = re.compile(r"\s*[0-9.]+\s*-?\s*[A-Za-z]")
_VECTOR = r"\\(?:mathbf|vec|overrightarrow|mathbb|mathcal|bold|boldsymbol|bm|hat|nabla|mathfrak|begin)\b"
_VECTOR_BEHIND = re.compile(rf"\s*(?:\(\s*)?(?:{_VECTOR}|\\end)")
_VECTOR_BEFORE = re.compile(
    rf"(?:{_VECTOR}\s*(?:\{{[^{{}}]*\}}|[A-Za-z]?)\}}*|\\end\s*\{{\w+\}})\s*(?:\)\s*)?[_^]?\w?\s*\Z"
)
# `S \\times S`, `C_3 \\times C_5`, `[0, 1] \\times [2, 3]`: a capital letter, an interval or a list of elements.
_SCRIPTS = r"(?:'|[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\w|\*))*"
_SET_BEFORE = re.compile(
    rf"(?:(?<![A-Za-z\\])[A-Z]{_SCRIPTS}|[\[(][^\[\]()]{{1,30}},[^\[\]()]{{1,30}}[\])]{_SCRIPTS}|\\\}}{_SCRIPTS})\s*\Z"
)
_SET_BEHIND = re.compile(
    rf"\s*(?:[A-Z](?![A-Za-z(]){_SCRIPTS}|(?:\\left\s*)?[\[(][^\[\]()]{{1,30}},[^\[\]()]{{1,30}}[\])]|(?:\\left\s*)?\\\{{)"
)
# `+ 0` against `- 0`, `\\times 1` against `\\div 1`: the same value either way.
_MORE_OF_IT = r"(?!\s*(?:[.,]\s*[0-9]|\{,\}|\\[,;!]\s*[.0-9]|\s[0-9]{3}|\\?%|[_^!]))"
_NOTHING = re.compile(rf"\s*\{{?\s*0(?![0-9{{a-zA-Z]){_MORE_OF_IT}\s*\}}?{_MORE_OF_IT}")
_NOTHING_IN_BRACKETS = re.compile(r"\s*(?:\\left\s*)?\(\s*0\s*(?:\\right\s*)?\)(?!\s*[!^])")
_ONE = re.compile(rf"\s*\{{?\s*1(?![0-9{{a-zA-Z(]){_MORE_OF_IT}\s*\}}?{_MORE_OF_IT}(?!\s*(?:\\[dt]?frac|\())")
_SUMS = frozenset(["+", "-", "−", "\\pm", "\\mp"])
_SCIENTIFIC = re.compile(r"\s*10\s*\^")
_BEGUN = re.compile(r"\\begin\s*\{[^{}]*\}(?:\{[^{}]*\})?\s*\Z")
_WORD_BEFORE = re.compile(r"\\(?:text|mbox|textrm|mathrm)\s*\{[^{}]*\}\s*\Z")

_CHAIN = re.compile(r"\\leq|\\geq|\\le|\\ge|<=|>=|≤|≥|<|>")
_CHAIN_LIMIT = 80


def candidates(text: str, structure: Structure) -> list[Candidate]:
    """Every relation and operator of `text` in order, with the rule that refuses it; relations go first (SPEC a.3)."""
    return balanced(places(text, structure))


def places(text: str, structure: Structure) -> list[Candidate]:
    """Every relation and operator of `text` in order, each judged by itself."""
    all_formulas = formulas(text)
    found = []
    index = 0
    for candidate in symbols(text):
        while index < len(all_formulas) and all_formulas[index].end <= candidate.start:
            index += 1
        inside = index < len(all_formulas) and all_formulas[index].start <= candidate.start
        reason = candidate.refusal or structure.closed(candidate.start, candidate.end)
        reason = reason or _refusal(text, candidate, all_formulas[index] if inside else None)
        found.append(replace(candidate, refusal=reason))
    return found


def _refusal(text: str, candidate: Candidate, formula: Formula | None) -> str | None:
    before, after = text[max(0, candidate.start - 40) : candidate.start], text[candidate.end : candidate.end + 40]
    if _DOTS_BEHIND.match(after) or _DOTS_BEFORE.search(before) or _DOTS_ONE_TERM_ON.match(after):
        return "next to an ellipsis"
    if in_enumeration(text, candidate.start, candidate.end):
        return "part of an enumeration with an ellipsis"
    if candidate.family == "relation":
        return None
    if _BEGUN.search(before):
        return "no operand on one side"
    if candidate.text in ("+", "-") and _WORD_BEFORE.search(before):
        return "a hyphen between words"
    if candidate.text == "-" and formula is not None and _is_name(formula.inner, text[formula.end : formula.end + 24]):
        return "a hyphen in a name such as 30-60-90"
    nothing = _NOTHING.match(after) or _NOTHING_IN_BRACKETS.match(after)
    if candidate.text in _SUMS and nothing:
        return "what follows adds nothing: the other sign gives the same"
    if candidate.text not in _PRODUCTS:
        return None
    if nothing:
        return "a factor of zero: the other operator divides by it"
    if _ONE.match(after):
        return "a factor of one: the other operator gives the same"
    if _UNIT_BEHIND.match(after) and _UNIT_BEFORE.search(before):
        return "a product of units"
    if _VECTOR_BEHIND.match(after) or _VECTOR_BEFORE.search(before):
        return "a product of vectors, matrices or sets"
    if candidate.text in ("\\times", "×") and _SET_BEFORE.search(before) and _SET_BEHIND.match(after):
        return "a product of vectors, matrices or sets"
    if _SCIENTIFIC.match(after):
        return "scientific notation"
    if candidate.text in ("\\times", "×") and _is_size(text, candidate, formula):
        return "the size of a thing, as in a 3 × 3 grid"
    return None


def _is_name(inner: str, behind: str) -> bool:
    """`30-60-90`, `AM-GM`, `x-y` before "plane", `p-group`."""
    if _HYPHENED_PAIR.fullmatch(inner) and _NAMED_BY_A_PAIR.match(behind):
        return True
    return _is_triangle(inner) or any(pattern.fullmatch(inner) for pattern in (_HYPHENED, _HYPHENED_WORD))


def _is_triangle(inner: str) -> bool:
    """`30-60-90`: the angles of a triangle."""
    return _ANGLES.fullmatch(inner) is not None and sum(map(float, re.findall(r"[0-9]+(?:\.[0-9]+)?", inner))) == 180


def _is_size(text: str, candidate: Candidate, formula: Formula | None) -> bool:
    if formula is None:
        return _SIZED_BEHIND_A_NUMBER.match(text[candidate.end : candidate.end + 24]) is not None
    if _LENGTHS.fullmatch(formula.inner):
        return True
    if _SIZE.fullmatch(formula.inner) is None:
        return False
    behind, before = text[formula.end : formula.end + 8], text[max(0, formula.start - 24) : formula.start]
    return _SIZED.match(behind) is not None or _SIZE_OF.search(before) is not None


def published_refusal(text: str, start: int, end: int) -> str | None:
    """The paper's code's own filter (SPEC a.3): scripts by braces, and a chain wherever two relations stand between the
    nearest full stops, line ends or semicolons, at most 80 characters to each side; `\\left` counts as `\\le`."""
    symbol = text[start:end]
    if new_symbol(symbol) is None:
        return f"{symbol!r} has no swap in the table"
    if _braced_scripts(text)[start]:
        return "in a subscript or superscript"
    if not _CHAIN.fullmatch(symbol):
        return None
    left = start
    while left > 0 and start - left < _CHAIN_LIMIT and text[left - 1] not in ".\n;":
        left -= 1
    right = end
    while right < len(text) and right - end < _CHAIN_LIMIT and text[right] not in ".\n;":
        right += 1
    return "part of a chain of inequalities" if len(_CHAIN.findall(text[left:right])) >= 2 else None


# All symbols of a text are asked about in turn.
@lru_cache(maxsize=4)
def _braced_scripts(text: str) -> bytes:
    """For each character whether it stands in the braces of a script."""
    found = bytearray(len(text) + 1)
    stack: list[bool] = []
    scripts = 0
    for index, char in enumerate(text):
        found[index] = scripts > 0
        if char == "{":
            stack.append(index > 0 and text[index - 1] in "_^")
            scripts += stack[-1]
        elif char == "}" and stack:
            scripts -= stack.pop()
    return bytes(found)
