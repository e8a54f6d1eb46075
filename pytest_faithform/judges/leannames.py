"""Lean names as the mathematics they stand for: functions of core and Mathlib, subscripted variables, Greek letters."""

from __future__ import annotations

import re
from fractions import Fraction

from pytest_faithform.judges.nodes import Node, join, number

__all__ = ["FUNCTIONS", "IDENTITY", "function_of", "variable"]

# name -> (call, number of arguments); the last component decides, so `Nat.choose`, `choose` and `n.choose k` agree.
FUNCTIONS: dict[str, tuple[str, int]] = {
    **{
        name: (name, 1)
        for name in [
            "sqrt",
            "abs",
            "sin",
            "cos",
            "tan",
            "cot",
            "sec",
            "csc",
            "arcsin",
            "arccos",
            "arctan",
            "sinh",
            "cosh",
            "tanh",
            "log",
            "exp",
            "factorial",
            "floor",
            "ceil",
        ]
    },
    **{name: (name, 2) for name in ["choose", "gcd", "lcm", "max", "min"]},
    "rexp": ("exp", 1),
    "natAbs": ("abs", 1),
    "norm": ("abs", 1),
    "logb": ("log_", 2),
    "succ": ("succ", 1),
    "rpow": ("pow", 2),
    "pow": ("pow", 2),
    "emod": ("mod", 2),
    "mod": ("mod", 2),
    "ModEq": ("ModEq", 3),
    "dvd": ("dvd", 2),
    "nth_root": ("root", 2),
    **{name: (name, 2) for name in ["Icc", "Ico", "Ioc", "Ioo"]},
    **{name: (name, 1) for name in ["Iio", "Iic", "Ioi", "Ici"]},
}
IDENTITY = frozenset(["cast", "ofNat", "toNat", "toReal", "ofReal", "natCast", "intCast", "ratCast", "toRat", "coe"])
_NAMESPACES = frozenset(
    [
        "Nat",
        "Int",
        "Rat",
        "Real",
        "Finset",
        "Set",
        "List",
        "Multiset",
        "NNReal",
        "ENNReal",
        "Complex",
        "Fin",
        "ZMod",
        "Polynomial",
        "Function",
        "Matrix",
        "Filter",
        "MeasureTheory",
        "NNRat",
        "_root_",
    ]
)
_GREEK = dict(
    zip(
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "kappa",
            "mu",
            "nu",
            "xi",
            "rho",
            "sigma",
            "tau",
            "phi",
            "chi",
            "psi",
        ],
        "αβγδεζηθκμνξρστφχψ",
        strict=True,
    )
)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₙₖₘᵢⱼₐₓ", "0123456789nkmijax")
_SUBSCRIPTED = re.compile(r"([^\W\d_]+|[^\W\d_]+(?=_))_?([0-9]+|[₀-₉]+|[ₙₖₘᵢⱼₐₓ])('*)")
_FIGURE = re.compile(r"[A-Z]{2,3}")
_INDEXED = re.compile(r"([^\W\d_])_([^\W_]+)('*)")


def function_of(name: str) -> tuple[str | None, str]:
    """`Nat.choose` → (None, "choose"); `n.choose` → ("n", "choose"); a plain name → (None, name)."""
    head, _, last = name.rpartition(".")
    if not head or head.split(".")[0] in _NAMESPACES or head[0].isupper():
        return None, last or name
    return head, last


def variable(name: str, start: int, end: int) -> Node:
    """`x₁`, `x1` and `x_1` are x with index 1 (as LaTeX `x_1` and Lean `x 1` are); several letters are compared lower-case
    without underscores; `n!` is a factorial."""
    name = name.strip("«»`@")
    if name.endswith("!") and len(name) > 1:
        return Node("call", (variable(name[:-1], start, end),), start, end, "factorial")
    if name in ("Real.pi", "pi", "π", "NNReal.pi"):
        return Node("var", (), start, end, "π")
    if _FIGURE.fullmatch(name):  # a segment or an angle of a figure: LaTeX writes its letters side by side
        return Node("prod", tuple(Node("var", (), start, end, letter) for letter in name), start, end)
    match = _SUBSCRIPTED.fullmatch(name) or _INDEXED.fullmatch(name)
    if match:
        index = match[2].translate(_SUBSCRIPTS)
        node = (
            number(Fraction(int(index)), start, end)
            if index.isdigit() and len(index) < 19
            else Node("var", (), start, end, index)
        )
        return join("app", [Node("var", (), start, end, _letters(match[1]) + match[3]), node])
    return Node("var", (), start, end, _letters(name))


def _letters(name: str) -> str:
    if name in _GREEK:
        return _GREEK[name]
    return name if len(name.rstrip("'")) == 1 else name.replace("_", "").lower()
