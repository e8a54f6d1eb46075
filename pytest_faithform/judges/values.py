"""Whether the value that a judge reports is the edited one: forms of a number and of a symbol (SPEC b.2)."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

from pytest_faithform.judges.numbers import literal

__all__ = ["number_value", "number_values", "shows_number", "shows_symbol", "symbol_class"]

# Digit groups of three, or a decimal comma in braces: any other comma separates the entries of a list.
_PLAIN = re.compile(
    r"[1-9]\d{0,2}(?:(?:,|\{,\}|\\[,;!]|,\\!|\u2009|\u202f)\d{3})+(?:\.\d+)?|(?P<whole>\d+)\{,\}(?P<rest>\d+)|"
    r"0[xXbBoO][0-9a-fA-F_]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|\.\d+",
    re.ASCII,
)
_FRAC = re.compile(r"\\[dt]?frac\s*(?:\{(?P<top>[^{}]*)\}|(?P<up>\d))\s*(?:\{(?P<below>[^{}]*)\}|(?P<down>\d))")
_MIXED = re.compile(r"(?P<whole>\d+)(?:\s|~|\\[ ,;!]|\{\})*(?P<part>\\[dt]?frac.+|(?<!\d)\d+\s*/\s*\d+)", re.S)
_TYPE_NAME = r"(?:[ℕℤℚℝℂ]|Nat|Int|Rat|Real|Complex|NNReal|ℝ≥0|Fin\s+\w+|ZMod\s+\w+|[α-ωA-Z])"
_TYPE = re.compile(rf"\s*:\s*{_TYPE_NAME}\s*$")
_LONGEST = 1000  # characters; a longer text is no number that anybody edits
_CLOSING = {"(": ")", "{": "}"}
_LEAN_NUMBER = re.compile(
    r"(?<![\w'])(?<![\w')\]⟩»]\.)(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)(?![\w'])"
)
_LEAN_CAST = re.compile(rf"\(([^():]*):\s*{_TYPE_NAME}\s*\)")
_LEAN_WRAPPING = str.maketrans("", "", "() \t\n↑")
_SYMBOLS = {
    "≥": (r"\geq", r"\ge", r"\geqslant", ">=", "≥", "⩾"),
    "≤": (r"\leq", r"\le", r"\leqslant", "<=", "≤", "⩽"),
    ">": (r"\gt", ">"),
    "<": (r"\lt", "<"),
    "≠": (r"\neq", r"\ne", "!=", "≠"),
    "=": ("=",),
    "+": ("+",),
    "-": ("-", "−", "–"),
    "*": (r"\times", r"\cdot", "×", "·", "*", "⋅"),
    "/": (r"\div", "÷", "/"),
}
_CLASS_OF = {form: name for name, forms in _SYMBOLS.items() for form in forms}
# The longest first; arrows and the like are no relations.
_LEAN_SYMBOL = re.compile(
    "|".join(
        map(
            re.escape,
            ("<->", "->", "=>", "<-", "<|>", "<|", "|>", "<;>", ":=", *sorted(_CLASS_OF.keys() - {"·"}, key=len)[::-1]),
        )
    )
)
_MIRRORED = {"≥": "≤", "≤": "≥", ">": "<", "<": ">"}


def number_value(text: str) -> Fraction | None:
    """The value of a number as it is written in LaTeX or Lean: `6.5`, `6{,}5`, `1{,}000`, `13/2`, `\\frac{13}{2}`,
    `6\\tfrac12`, `650\\%`, `(65 : ℝ) / 10`, `-3`. None where the text is no number, or can be read in two ways (`1,5`)."""
    return _value(_bare(text)) if len(text) <= _LONGEST else None


def number_values(text: str) -> frozenset[Fraction]:
    """The values that a written number may stand for: its own, and of a percentage the number of percents too. Empty where
    the text is no number."""
    value = number_value(text)
    if value is None:
        return frozenset()
    return frozenset((value, value * 100)) if _bare(text).endswith("%") else frozenset((value,))


def _value(plain: str) -> Fraction | None:
    if plain.endswith("%"):
        value = _signed(_bare(plain[:-1].removesuffix("\\")))
        return None if value is None else value / 100
    return _signed(plain)


def _signed(plain: str) -> Fraction | None:
    if plain[:1] in ("-", "−", "–", "+"):
        value = _unsigned(_bare(plain[1:]))
        return value if value is None or plain[0] == "+" else -value
    return _unsigned(plain)


def _unsigned(plain: str) -> Fraction | None:
    if found := _FRAC.fullmatch(plain):
        return _ratio(found["top"] or found["up"] or "", found["below"] or found["down"] or "")
    if found := _MIXED.fullmatch(plain):
        part = _unsigned(found["part"])
        whole = literal(found["whole"])
        return whole + part if whole is not None and part is not None and 0 < part < 1 else None
    top, slash, below = plain.partition("/")
    return _ratio(top, below) if slash else _literal(plain)


def _ratio(top: str, below: str) -> Fraction | None:
    above, under = (_signed_literal(_bare(part)) for part in (top, below))
    return above / under if above is not None and under else None


def _signed_literal(plain: str) -> Fraction | None:
    value = _literal(_bare(plain[1:] if plain[:1] in ("-", "−") else plain))
    return -value if value is not None and plain[:1] in ("-", "−") else value


def _literal(plain: str) -> Fraction | None:
    found = _PLAIN.fullmatch(plain)
    if found is None:
        return None
    # What cannot be a group of three is a decimal comma.
    return literal(plain if found["whole"] is None else f"{found['whole']}.{found['rest']}")


def _bare(text: str) -> str:
    """Without what stands around a number: blanks, `$`, backticks, brackets, Lean's casts."""
    while True:
        before = text
        text = _TYPE.sub("", text.strip(" \t\r\n$`"))
        if text[:1] in _CLOSING and _closes(text) == len(text) - 1:
            text = text[1:-1]
        text = text.removeprefix("↑").removeprefix("\\(").removesuffix("\\)")
        if text == before:
            return text


def _closes(text: str) -> int:
    """Where the bracket that a text begins with is closed."""
    opening, closing, depth = text[0], _CLOSING[text[0]], 0
    for at, char in enumerate(text):
        depth += (char == opening) - (char == closing)
        if not depth:
            return at
    return -1


def shows_number(excerpt: str, value: str) -> bool:
    """Whether an excerpt of Lean has this number, in any of its forms; a sign is an operator and may stand apart. Digits of a
    name are none."""
    wanted = {abs(one) for one in number_values(value)}
    plain = excerpt
    while (uncast := _LEAN_CAST.sub(r"\1", plain)) != plain:
        plain = uncast
    places = [(place, literal(place.group())) for place in _LEAN_NUMBER.finditer(plain)]
    found = {one for _, one in places if one is not None}
    for (left, top), (right, below) in itertools.pairwise(places):
        if top is not None and below and plain[left.end() : right.start()].translate(_LEAN_WRAPPING) == "/":
            found.add(top / below)
    return bool(wanted & found)


def symbol_class(text: str) -> str | None:
    """What the symbol is, however it is written; None where the text is no symbol of an edit."""
    return _CLASS_OF.get(text.strip().strip("$`").strip())


def shows_symbol(excerpt: str, symbol: str) -> bool:
    """Whether an excerpt of Lean has this symbol, or the relation that says the same the other way round. What is a part of
    another symbol (`<` in `<=`, `-` in `->`) or a bullet is none."""
    found = {_CLASS_OF.get(token) for token in _LEAN_SYMBOL.findall(excerpt)}
    return symbol in found or _MIRRORED.get(symbol) in found - {None}
