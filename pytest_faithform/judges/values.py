"""Whether the value that a judge reports is the edited one: forms of a number and of a symbol (SPEC b.2)."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

from pytest_faithform.judges.numbers import NUMBER, literal

__all__ = ["number_values", "shows_number", "shows_symbol", "symbol_class"]

_CAST = re.compile(r"\(([^():]*):[^():]*\)")
_FRAC = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
_WRAPPING = str.maketrans("", "", "()${}` \t\n")
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


def number_values(text: str) -> frozenset[Fraction]:
    """The values that a written number may have: `6.5`, `13/2`, `\\frac{13}{2}`, `(65 : ℝ)`, `-3`; of a percentage also the
    share. Empty where the text is no number."""
    plain = _FRAC.sub(lambda found: f"{found[1] or found[2]}/{found[3] or found[4]}", text)
    while True:
        stripped = _CAST.sub(r"\1", plain)
        if stripped == plain:
            break
        plain = stripped
    plain = plain.replace("\\%", "%").replace("−", "-").translate(_WRAPPING)
    share = plain.endswith("%")
    top, slash, below = plain.removesuffix("%").partition("/")
    value, divisor = _signed(top), _signed(below) if slash else Fraction(1)
    if value is None or not divisor:
        return frozenset()
    found = value / divisor
    return frozenset((found, found / 100)) if share else frozenset((found,))


def _signed(text: str) -> Fraction | None:
    value = literal(text.lstrip("+-")) if len(text) - len(text.lstrip("+-")) < 2 else None
    return -value if value is not None and text.startswith("-") else value


def shows_number(excerpt: str, value: str) -> bool:
    """Whether an excerpt of Lean has this number, in any of its forms; a sign is an operator and may stand apart."""
    wanted = {abs(one) for one in number_values(value)}
    plain = _CAST.sub(r"\1", excerpt)
    places = [(place, literal(place.group())) for place in NUMBER.finditer(plain)]
    found = {one for _, one in places if one is not None}
    for (left, top), (right, below) in itertools.pairwise(places):
        if top is not None and below and plain[left.end() : right.start()].translate(_WRAPPING) == "/":
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
