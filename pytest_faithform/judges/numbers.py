"""Numbers as they are written: literals of both languages, number words, and constants that a word brings along.

Presence of a value may decide only when the value stands nowhere else (SPEC c.4), so `occurring` errs on the side of
finding values: "three", "half" and "dozen" are numbers, and an "even" number may well show up as `% 2 = 0` in Lean.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

__all__ = ["NUMBER", "literal", "occurring", "occurring_literals"]

# Digit groups are joined by `,` `{,}` `\,` `\;` `\!` or a thin space; a comma followed by a blank separates a list.
_GROUPED = r"\d{1,3}(?:(?:,|\{,\}|\\,|\\;|\\!|,\\!|\u2009|\u202f)\d{3})+(?!\d)"
NUMBER = re.compile(rf"(?:{_GROUPED}|\d+)(?:\.\d+|\{{,\}}\d+)?|\.\d+", re.ASCII)
_RATIO = re.compile(r"\\[dt]?frac\s*(?:\{\s*(\d+)\s*\}|(\d))\s*(?:\{\s*(\d+)\s*\}|(\d))|(\d+)\s*/\s*(\d+)", re.ASCII)
_WORD = re.compile(r"[A-Za-z]+")
_MAX_DIGITS = 400  # a longer run of digits is not a number anybody edits, and huge integers are slow

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_IMPLIED = {
    0: "none nothing null vanish vanishes vanishing even",
    1: "once single first unit only alone consecutive odd",
    2: "twice double doubled doubles second pair pairs both couple half halve halves halved even odd parity square "
    "squared squares squaring bisect bisects bisector midpoint quadratic diagonal either another",
    3: "thrice triple tripled triples third thirds trio triangle triangles triangular cube cubed cubes cubic yard yards",
    4: "fourth fourths quarter quarters square squares rectangle rectangles quadrilateral quadruple quartic",
    5: "fifth fifths pentagon nickel nickels",
    6: "sixth sixths hexagon die dice cube",
    7: "seventh sevenths week weeks weekly",
    8: "eighth eighths octagon",
    9: "ninth ninths",
    10: "tenth tenths digit digits decimal decimals dime dimes decade",
    12: "dozen dozens month months year years annual feet foot inch inches",
    13: "card cards",
    14: "fortnight",
    20: "score",
    24: "day days hour hours",
    25: "quarter quarters",
    26: "letter letters alphabet",
    30: "month months",
    36: "dice yard yards",
    52: "card cards deck week weeks year years",
    60: "minute minutes hour hours second seconds degree degrees",
    90: "right perpendicular degree degrees",
    100: "hundred hundreds percent percentage cent cents dollar dollars century metre metres meter meters",
    180: "degree degrees angle angles triangle triangles",
    360: "degree degrees circle angle angles",
    365: "year years",
    1000: "thousand thousands kilogram kilograms kilometre kilometres kilometer kilometers gram grams litre litres",
    1000000: "million",
}

_NAMING = (
    "twice double doubled doubles half halve halves halved pair pairs both couple thrice triple tripled triples third thirds "
    "quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth ninths tenth tenths "
    "dozen dozens percent percentage hundred hundreds thousand thousands million"
)
_NAMED = frozenset([*_NAMING.split(), *_UNITS, *_TENS])


def _table() -> dict[str, frozenset[Fraction]]:
    table: dict[str, set[Fraction]] = {word: {Fraction(i)} for i, word in enumerate(_UNITS)}
    table |= {word: {Fraction(20 + 10 * i)} for i, word in enumerate(_TENS)}
    for value, words in _IMPLIED.items():
        for word in words.split():
            table.setdefault(word, set()).add(Fraction(value))
    return {word: frozenset(values) for word, values in table.items()}


_BY_WORD = _table()


@lru_cache(maxsize=1024)
def literal(text: str) -> Fraction | None:
    """The value of a digit-form literal (`94`, `1{,}000`, `6.50`, `6{,}5`, Lean's `1_000` and `0xff`); None if it is none."""
    if len(text) > _MAX_DIGITS or not text.isascii():
        text = text.replace("\u2009", "").replace("\u202f", "")
        if len(text) > _MAX_DIGITS or not text.isascii():
            return None
    if re.fullmatch(r"0[xXbBoO][0-9a-fA-F_]+", text):
        try:
            return Fraction(int(text.replace("_", ""), 0))
        except ValueError:
            return None
    decimal_comma = re.fullmatch(r"(\d+)\{,\}(\d+)", text)
    if decimal_comma and len(decimal_comma[2]) != 3:
        return Fraction(f"{decimal_comma[1]}.{decimal_comma[2]}")
    digits = re.sub(r"\{,\}|\\[,;!]|[,_]", "", text)
    if re.fullmatch(r"\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|\.\d+", digits):
        return Fraction(digits.rstrip(".") if "." in digits and "e" not in digits.lower() else digits)
    return None


def occurring_literals(text: str) -> set[Fraction]:
    """The values of all digit-form literals of a text."""
    return {value for match in NUMBER.finditer(text) if (value := literal(match.group())) is not None}


def occurring(text: str, *, implied: bool = True) -> set[Fraction]:
    """Absolute values of all numbers a text mentions: literals anywhere (scripts included), ratios and percents as values
    too, number words, and the constants that everyday words imply; without `implied` those only that name a number or a
    multiple of one ("three", "twice", "half"), not "square" or "week"."""
    found = occurring_literals(text)
    for match in _RATIO.finditer(text):
        top, bottom = (int(g[:_MAX_DIGITS]) for g in match.groups() if g)
        if bottom:
            found.add(Fraction(top, bottom))
    if "%" in text:
        found |= {Fraction(100)} | {value / 100 for value in found}
    words = [word.lower() for word in _WORD.findall(text)]
    for word, after in zip(words, [*words, ""][1:], strict=True):
        if implied or word in _NAMED:
            found |= _BY_WORD.get(word, frozenset())
        if word in _TENS and after in _UNITS[1:10]:
            found.add(Fraction(20 + 10 * _TENS.index(word) + _UNITS.index(after)))
    return found
