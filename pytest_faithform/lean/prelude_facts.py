"""Facts about the numerals of a statement that Lean can check at once but would not look for: logarithms in terms of those of
primes, bounds of e, arcsines beyond 1, roots of squares, powers with a fractional exponent, values of floors and digits.

Each is a line of tactics that adds one fact to the context, for scripts to begin with. What depends on the statement's
variables is wrapped in `try`: a fact that does not fit costs nothing but its time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pytest_faithform.lean.arith import Node, Unreadable, unparse
from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.exact import evaluate
from pytest_faithform.lean.numbers import rational
from pytest_faithform.lean.outline import Outline

__all__ = ["digit_facts", "numeral_facts", "square_parts"]

MAX_NUMERAL = 10**12
MAX_FACTS = 24
_PRELUDE = "FaithformPrelude."
_EXPONENT = re.compile(r"\^ \( (?:\( 1 : (?:ℝ|Real) \)|1) / (?:\( )?(\d+)")


def numeral_facts(words: Sequence[str], reals: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """Lines of tactics, at most `MAX_FACTS`; none where nothing in the statement asks for any. `reals` are the variables
    whose powers are real ones."""
    facts = dict.fromkeys([*_bounds(words), *_logarithms(words, reals), *_roots(words), *_fractional_powers(words)])
    return list(facts)[:MAX_FACTS]


def _numerals(words: Sequence[str]) -> list[int]:
    found = dict.fromkeys(int(w) for w in words if w.isascii() and w.isdigit() and len(w) < 13)
    return [n for n in found if 1 < n < MAX_NUMERAL]


def _have(fact: str) -> str:
    return f"have := {_PRELUDE}{fact}"


_ARGUMENT = re.compile(
    r"(?<![\w.])(?P<function>Real\.exp|rexp|exp|Real\.arcsin|arcsin) (?:\( )?(?P<minus>- )?(?P<value>\d{1,12})(?![\w.])"
)


def _bounds(words: Sequence[str]) -> Iterator[str]:
    """Between which decimals `e` lies, and the arcsine of a numeral that is no sine."""
    for found in _ARGUMENT.finditer(" ".join(words)):
        value = int(found["value"])
        if found["function"].endswith("exp"):
            if value == 1:
                yield "have := Real.exp_one_gt_d9"
                yield "have := Real.exp_one_lt_d9"
        elif value >= 1 and found["minus"]:
            yield f"try have := Real.arcsin_of_le_neg_one (x := -{value}) (by grind)"
        elif value >= 1:
            yield f"try have := Real.arcsin_of_one_le (x := {value}) (by grind)"


def _logarithms(words: Sequence[str], reals: frozenset[str] | set[str]) -> Iterator[str]:
    """`log 80 = log 16 + log 5`, `log 16 = 4 * log 2`, and that the logarithms of the primes are positive."""
    has_real_power = any(word == "^" and not reals.isdisjoint(words[at + 1 : at + 6]) for at, word in enumerate(words))
    if not any("log" in word.lower() or word == "Real.exp" for word in words) and not has_real_power:
        return
    for number in _numerals(words):
        yield from _logarithm(number)


def _logarithm(number: int) -> Iterator[str]:
    factors = _factorized(number)
    if factors is None:
        return
    rest = number
    for prime, power in factors:
        part = prime**power
        if part != rest:
            yield _have(f"log_ofNat_mul {rest} {part} {rest // part} (by decide) (by decide)")
        if power > 1:
            yield _have(f"log_ofNat_pow {part} {prime} {power} (by decide)")
        yield _have(f"log_ofNat_pos {prime} (by decide)")
        rest //= part
        if rest == 1:
            return


def _factorized(number: int) -> list[tuple[int, int]] | None:
    """Primes with their exponents, None for a number with a large prime factor."""
    found, rest, divisor = [], number, 2
    while rest > 1 and divisor < 1000:
        power = 0
        while rest % divisor == 0:
            rest, power = rest // divisor, power + 1
        if power:
            found.append((divisor, power))
        divisor += 1
        if divisor * divisor > rest > 1:
            found.append((rest, 1))
            rest = 1
    return found if rest == 1 else None


def square_parts(number: int) -> tuple[int, int]:
    """(a, b) with `number = a² b` and b square-free."""
    largest = next((a for a in range(math.isqrt(number), 0, -1) if number % (a * a) == 0), 1)
    return largest, number // (largest * largest)


def _roots(words: Sequence[str]) -> Iterator[str]:
    if not any(word == "√" or "sqrt" in word for word in words):
        return
    for number in (n for n in _numerals(words) if n < MAX_NUMERAL // 10**3):
        outside, inside = square_parts(number)
        if inside == 1:
            yield _have(f"sqrt_ofNat {number} {outside} (by decide)")
        else:
            if outside > 1:
                yield _have(f"sqrt_ofNat_mul {number} {outside} {inside} (by decide)")
            yield f"have := Real.sq_sqrt (x := {inside}) ({_PRELUDE}ofNat_nonneg {inside})"


def _fractional_powers(words: Sequence[str]) -> Iterator[str]:
    """`8 ^ (1 / 3) = 2`, and of a variable that the power undoes the root."""
    text = " ".join(words)
    for root in dict.fromkeys(int(match) for match in _EXPONENT.findall(text)):
        if not 1 < root < 20:
            continue
        for number in _numerals(words):
            base = round(number ** (1 / root))
            if base > 1 and base**root == number:
                yield _have(f"rpow_ofNat_root {number} {base} {root} (by decide) (by decide)")
        for at, word in enumerate(words[:-1]):
            if word == "^" and at and words[at - 1].isidentifier():
                name = words[at - 1]
                yield f"try have := {_PRELUDE}rpow_root_pow {name} {root} (by grind) (by decide)"
                yield f"try have := Real.rpow_nonneg (x := {name}) (by grind) ((1 : Real) / {root})"


def digit_facts(outline: Outline) -> list[str]:
    """The digits of each number that the statement or one of its equations writes out."""
    words = outline.words
    facts = []
    for at, word in enumerate(words[:-2]):
        if word != "Nat.digits" or not words[at + 1].isdigit():
            continue
        term = _argument(words[at + 2 :], outline)
        if term is None:
            continue
        try:
            value = int(rational(evaluate(term, outline.types, {})))
        except Unreadable:
            continue
        base = int(words[at + 1])
        if base > 1 and 0 <= value < MAX_NUMERAL:
            facts.append(
                f"have ffd{at} : Nat.digits {base} {unparse(term)} = {_digits(value, base)} := by decide +kernel"
            )
    if not facts:
        return []
    names = ", ".join(fact.split()[1] for fact in facts)
    return ["subst_vars", *facts, f"try rw [{names}] at *", f"try simp only [{names}] at *"]


def _argument(words: Sequence[str], outline: Outline) -> Node | None:
    """What the function is applied to: a term in brackets, or a variable that an equation gives a value."""
    if words[0] == "(":
        depth = list(accumulate((word == "(") - (word == ")") for word in words))
        end = depth.index(0) if 0 in depth else len(words)
        try:
            return parse_formula(words[1:end])
        except Unreadable:
            return None
    for binder in outline.hypotheses:
        f = binder.formula
        if f is not None and f.op == "=" and f.args[0] == Node("var", (), words[0]):
            return f.args[1]
    return None


def _digits(value: int, base: int) -> list[int]:
    found = []
    while value:
        value, digit = divmod(value, base)
        found.append(digit)
    return found
