"""Symbol edits (RPA; SPEC a.3): the swap table, the families, and which symbols of a text may be edited.

Decided on LaTeX tokens, so `\\left` is no `\\le`, `\\lt` and `\\gt` are relations, and relations in different formulas
of one sentence form no chain. (The paper's public code matches prefixes and whole sentences.)
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Literal

from pytest_faithform.perturb.candidates import Candidate
from pytest_faithform.perturb.latex import Token, scan

__all__ = ["SWAPS", "Family", "balanced", "candidates", "editable", "family", "is_sign", "new_symbol", "symbols"]

Family = Literal["relation", "operator"]

SWAPS = {
    ">": "<",
    "<": ">",
    "\\geq": "\\leq",
    "\\leq": "\\geq",
    "\\ge": "\\le",
    "\\le": "\\ge",
    "≥": "≤",
    "≤": "≥",
    "\\gt": "\\lt",
    "\\lt": "\\gt",
    "+": "-",
    "-": "+",
    "\\times": "\\div",
    "×": "÷",
    "\\cdot": "\\div",
    "·": "÷",
    "\\div": "\\times",
    "÷": "×",
}

_RELATIONS = frozenset([">", "<", ">=", "<=", "≥", "≤", "\\gt", "\\lt", "\\geq", "\\leq", "\\ge", "\\le"])
_OPERATORS = frozenset(["+", "-", "\\times", "×", "\\cdot", "·", "\\div", "÷"])
# They count towards a chain, though no rule edits them.
_CHAINING = _RELATIONS | {"\\geqslant", "\\leqslant", "\\geqq", "\\leqq", "\\ll", "\\gg"}

_SEPARATORS = frozenset(
    [
        ";",
        ",",
        ".",
        "\\\\",
        "\\quad",
        "\\qquad",
        "\\text",
        "\\mbox",
        "\\textrm",
        "\\implies",
        "\\Rightarrow",
        "\\Longrightarrow",
        "\\iff",
        "\\Leftrightarrow",
        "\\Longleftrightarrow",
        "\\land",
        "\\lor",
        "\\wedge",
        "\\vee",
        "=>",
        "<=>",
    ]
)
_JOINING_WORDS = frozenset(["and", "or", "but", "where", "while", "if", "then", "when", "so", "hence", "thus"])
_OPENERS = frozenset(["(", "[", "{", "\\{", "\\langle", "\\lfloor", "\\lceil"])
_CLOSERS = frozenset([")", "]", "}", "\\}", "\\rangle", "\\rfloor", "\\rceil"])
_SIZES = frozenset(
    ["\\left", "\\right", "\\big", "\\Big", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr", "\\bigg", "\\Bigg", "\\middle"]
)
_BARS = frozenset(["|", "\\|", "\\Vert", "\\vert"])
_OPENING_BARS = frozenset(["\\lVert", "\\lvert"])
_CLOSING = frozenset(["\\right", "\\bigr", "\\Bigr", "\\middle", "\\rVert", "\\rvert"])
_THIN_SPACES = frozenset(["\\,", "\\;", "\\:", "\\!", "\\ ", "\\>", "~"])
_DELIMITERS = frozenset(["$", "$$", "\\(", "\\)", "\\[", "\\]"])
_ENDS = frozenset([",", ";", ".", "&", "\\\\", "\\end"])
# After one of these a plus or minus is a sign, not an operator: there is no left operand.
_NO_OPERAND = (
    _RELATIONS
    | _OPERATORS
    | _SEPARATORS
    | _OPENERS
    | _DELIMITERS
    | _CHAINING
    | {
        "=",
        ":",
        "&",
        "/",
        "^",
        "_",
        "->",
        "\\neq",
        "\\ne",
        "\\equiv",
        "\\approx",
        "\\sim",
        "\\in",
        "\\to",
        "\\mapsto",
        "\\mid",
        "\\pm",
        "\\mp",
        "\\sum",
        "\\prod",
        "\\sin",
        "\\cos",
        "\\tan",
        "\\log",
        "\\ln",
        "\\bmod",
        "\\mod",
    }
)


def family(symbol: str) -> Family | None:
    """`relation`, `operator`, or None for a symbol that the rules do not know (`=` and `≠` among them)."""
    if symbol in _RELATIONS:
        return "relation"
    return "operator" if symbol in _OPERATORS else None


def new_symbol(symbol: str) -> str | None:
    """What `symbol` becomes, None where the table has no swap (`>=`, `<=` are recognised but never edited)."""
    new = SWAPS.get(symbol)
    # A command that replaces a plain character would swallow a letter that follows it.
    return f"{new} " if new and new[0] == "\\" and symbol[0] != "\\" else new


def candidates(text: str) -> list[Candidate]:
    """Every relation and operator of `text` in order, each with the reason that keeps it from being edited, if any.

    The last rule is the balance of the families: where a relation may be edited, no operator may.
    """
    return balanced(symbols(text))


def symbols(text: str) -> list[Candidate]:
    """Every relation and operator of `text` in order, each judged by itself."""
    tokens = [token for token in scan(text) if token.kind != "space"]
    clauses = _clauses(tokens)
    chained = _chained(tokens, clauses)
    closing_bars = _closing_bars(tokens)
    found = []
    for index, token in enumerate(tokens):
        kind = family(token.text)
        if kind:
            reason = _refusal(tokens, index, kind, chained, closing_bars)
            found.append(Candidate(token.start, token.end, token.text, kind, reason))
    return found


def editable(text: str) -> list[Candidate]:
    """The candidates among which one is picked."""
    return [candidate for candidate in candidates(text) if candidate.refusal is None]


def balanced(found: list[Candidate]) -> list[Candidate]:
    """The candidates of one region with every operator refused where a relation may be edited."""
    if not any(c.family == "relation" and c.refusal is None for c in found):
        return found
    reason = "the region has a relation that may be edited, and relations go first"
    return [replace(c, refusal=c.refusal or reason) if c.family == "operator" else c for c in found]


def _refusal(tokens: list[Token], index: int, kind: Family, chained: set[int], closing_bars: set[int]) -> str | None:
    token = tokens[index]
    if new_symbol(token.text) is None:
        return f"{token.text!r} has no swap in the table"
    if token.formula is None and token.text in ("+", "-", "<", ">"):
        return f"{token.text!r} stands outside a formula"
    if token.script:
        return f"{token.text!r} stands in a subscript or superscript"
    if token.layout:
        return f"{token.text!r} is an argument of a layout or text command"
    if kind == "relation" and index in chained:
        return f"{token.text!r} is part of a chain of inequalities"
    if not _has_operands(tokens, index, closing_bars):
        return f"{token.text!r} has no operand on one side"
    return None


def is_sign(tokens: list[Token], index: int) -> bool:
    """Whether the plus or minus at `index` (of tokens without white space) has no left operand, so that it belongs to the
    number behind it."""
    if index == 0:
        return True
    before, token = tokens[index - 1], tokens[index]
    if before.formula != token.formula:
        return True
    if token.formula is None:
        return before.end < token.start
    return before.text in _NO_OPERAND or before.text in _SIZES


def _has_operands(tokens: list[Token], index: int, closing_bars: set[int]) -> bool:
    left, right = _neighbour(tokens, index, -1), _neighbour(tokens, index, +1)
    if left is None or right is None:
        return False
    before, after = tokens[left].text, tokens[right].text
    if before in _BARS and left not in closing_bars:
        return False
    if before in _NO_OPERAND or before in _SIZES or before in _OPENING_BARS:
        return False
    # The dot of a norm stands for what is put in.
    if after in _CLOSING or right in closing_bars:
        return False
    if after in ("+", "-") and (behind := _neighbour(tokens, right, +1)) is not None:
        after = tokens[behind].text
    return after not in _CLOSERS | _DELIMITERS | _ENDS


def _neighbour(tokens: list[Token], index: int, way: Literal[-1, 1]) -> int | None:
    """The next token of the same formula on that side, spaces left out; behind the `&` that aligns relations where the token
    is one."""
    skipped = _THIN_SPACES | {"&"} if way < 0 and tokens[index].text in _RELATIONS else _THIN_SPACES
    place = index + way
    while 0 <= place < len(tokens) and tokens[place].text in skipped:
        place += way
    inside = 0 <= place < len(tokens) and tokens[place].formula == tokens[index].formula
    return place if inside else None


def _closing_bars(tokens: list[Token]) -> set[int]:
    """The bars that are the second of a pair in their formula: they end an operand, the first of a pair opens one."""
    closing = set()
    formula: int | None = None
    opened: set[str] = set()
    for index, token in enumerate(tokens):
        if token.formula != formula:
            formula, opened = token.formula, set()
        if token.text in _BARS:
            if token.text in opened:
                closing.add(index)
            opened ^= {token.text}
    return closing


def _clauses(tokens: list[Token]) -> list[int]:
    """For each token the number of its clause: a stretch of one formula, or of running text, between separators."""
    numbers = []
    clause = depth = 0
    for index, token in enumerate(tokens):
        if index and token.formula != tokens[index - 1].formula:
            clause, depth = clause + 1, 0
        if token.text in _OPENERS:
            depth += 1
        elif token.text in _CLOSERS:
            depth = max(0, depth - 1)
        elif depth == 0 and token.text in _SEPARATORS and not _groups_digits(tokens, index):
            clause += not _goes_on(tokens, index)
        elif token.formula is None and _ends_a_joining_word(tokens, index):
            clause += 1
        numbers.append(clause)
    return numbers


def _goes_on(tokens: list[Token], index: int) -> bool:
    """Whether the line that a line break begins goes on with a relation: `a &> b \\\\ &> c` is a chain."""
    behind = [token.text for token in tokens[index + 1 : index + 3] if token.text != "&"]
    return tokens[index].text == "\\\\" and bool(behind) and (behind[0] in _CHAINING or behind[0] == "=")


def _ends_a_joining_word(tokens: list[Token], index: int) -> bool:
    """Whether a word between two statements of running text ends here: "x ≥ 3 and y ≤ 2" is no chain."""
    letters = tokens[index].text
    while (
        index and len(letters) < 7 and tokens[index - 1].end == tokens[index].start and tokens[index - 1].text.isalpha()
    ):
        index -= 1
        letters = tokens[index].text + letters
    return letters.lower() in _JOINING_WORDS


def _groups_digits(tokens: list[Token], index: int) -> bool:
    """Whether a comma or point between two digit runs that touch it belongs to a number (`1,000`, `2.5`)."""
    if tokens[index].text not in (",", ".") or not 0 < index < len(tokens) - 1:
        return False
    before, after = tokens[index - 1], tokens[index + 1]
    touching = before.end == tokens[index].start and after.start == tokens[index].end
    digits = before.kind == after.kind == "number"
    return touching and digits and (tokens[index].text == "." or len(after.text) == 3)


def _chained(tokens: list[Token], clauses: list[int]) -> set[int]:
    places = [i for i, token in enumerate(tokens) if token.text in _CHAINING and not token.script]
    return {i for a, b in pairwise(places) if clauses[a] == clauses[b] for i in (a, b)}
