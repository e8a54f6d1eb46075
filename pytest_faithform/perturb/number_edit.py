"""New values for number edits (RPA; SPEC a.2): deterministic, seeded by the problem, the region and the old value.

A value is a digit-form literal: an integer, a decimal, a simple fraction `p/q` or a percentage. The new value keeps the
form (decimal places, denominator, percent sign), is never zero unless only zero was there to leave, never crosses zero
and never equals the old one.
"""

from __future__ import annotations

import random
import re

from pytest_faithform.perturb.candidates import seeded
from pytest_faithform.perturb.latex import scan

__all__ = ["is_isolated", "new_value", "refusal", "refusal_of_form"]

_INTEGER = re.compile(r"-?[0-9]+")
_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
_FRACTION = re.compile(r"(-?[0-9]+)(\s*/\s*)(-?[0-9]+)")
_PERCENT = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)%")

# Python refuses to convert longer digit strings; no benchmark's number comes near.
_LONGEST = 4000


def new_value(name: str, source: str, value: str) -> str | None:
    """The edited value of `value` in region `source` of problem `name`, or None where SPEC a.2 edits nothing.

    Draws: first the magnitude, then (if both signs keep the value away from zero) the direction.
    """
    if len(value) > _LONGEST:
        return None
    percent = _PERCENT.fullmatch(value)
    if percent:
        inner = new_value(name, source, percent[1])
        return None if inner is None else inner + "%"
    rng = _generator(name, source, value)
    if _INTEGER.fullmatch(value):
        number = int(value)
        return str(number + _signed(rng, number, _integer_step(rng, abs(number))))
    if _DECIMAL.fullmatch(value):
        return _new_decimal(rng, value)
    fraction = _FRACTION.fullmatch(value)
    if fraction and int(fraction[3]) != 0:
        numerator = int(fraction[1])
        size = abs(numerator)
        step = rng.randint(1, 3) if size <= 10 else rng.randint(1, max(1, size // 5))
        return f"{numerator + _signed(rng, numerator, step)}{fraction[2]}{fraction[3]}"
    return None


def is_isolated(text: str, start: int, end: int) -> bool:
    """Whether the literal at [start, end) stands alone: no digit and no point touches it (SPEC a.2, rule ii)."""
    neighbours = text[max(0, start - 1) : start] + text[end : end + 1]
    return not any(char.isdigit() or char == "." for char in neighbours)


def refusal(text: str, start: int, end: int) -> str | None:
    """Why the characters [start, end) of `text` are no editable number, or None if they are (SPEC a.2)."""
    value = text[start:end]
    wrong = refusal_of_form(value)
    if wrong:
        return f"{value!r} is {wrong}"
    if not is_isolated(text, start, end):
        return f"{value!r} does not stand alone: a digit or a point touches it"
    touched = [token for token in scan(text) if token.start < end and start < token.end]
    if any(token.script for token in touched):
        return f"{value!r} stands in a subscript or superscript"
    if any(token.layout for token in touched):
        return f"{value!r} is an argument of a layout or text command"
    return None


def refusal_of_form(value: str) -> str | None:
    """Why `value` is no literal of a form that can be edited (SPEC a.2, rule i), or None if it is one."""
    forms = (_INTEGER, _DECIMAL, _FRACTION, _PERCENT)
    if any(form.fullmatch(value) for form in forms):
        return None
    return "no digit-form literal (integer, decimal, simple fraction or percentage)"


def _generator(name: str, source: str, value: str) -> random.Random:
    # The empty field is the paper's `role`, which its public code leaves empty.
    return seeded(f"{name}:{source}::{value}")


def _integer_step(rng: random.Random, size: int) -> int:
    if size <= 10:
        return rng.randint(1, 3)
    if size <= 100:
        return rng.randint(1, 5)
    if size <= 1000:
        return rng.randint(2, 15)
    return rng.randint(1, max(1, size // 20))


def _signed(rng: random.Random, number: int, step: int) -> int:
    """`step` with the sign that keeps `number + step` off zero and on its own side of it."""
    if number == 0:
        return step
    outward = 1 if number > 0 else -1
    if step >= abs(number):
        return outward * step
    return rng.choice([+1, -1]) * step


def _new_decimal(rng: random.Random, value: str) -> str:
    whole, _, digits = value.partition(".")
    places = len(digits)
    unit = 10**places
    number = int(whole + digits)
    size = abs(number)
    if size <= unit:
        step = rng.randint(1, 3)
    elif size <= 10 * unit:
        step = rng.randint(1, 5)
    else:
        step = rng.randint(1, max(1, size // (5 * unit)))
    edited = number + _signed(rng, number, step)
    before, after = divmod(abs(edited), unit)
    return f"{'-' if edited < 0 else ''}{before}.{after:0{places}d}"
