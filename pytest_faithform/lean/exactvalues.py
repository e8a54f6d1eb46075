"""What the operations, functions and predicates of `exact` compute: Lean's values, junk values included.

Values are `int` for Nat and Int, `Fraction` or a root for the fields. What would be too large to compute is Unreadable.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from pytest_faithform.lean import surds
from pytest_faithform.lean.arith import Unreadable
from pytest_faithform.lean.numbers import FIELDS, LEAST, Value, rational
from pytest_faithform.lean.surds import Surd

__all__ = [
    "FRACTION",
    "FUNCTIONS",
    "MAX_BITS",
    "OPERATIONS",
    "PREDICATES",
    "ROUNDING",
    "absolute",
    "divide",
    "divides",
    "modulo",
    "power",
    "real_power",
    "square_root",
]

MAX_EXPONENT = 4000
MAX_BITS = 20_000
MAX_FACTORIAL = 200
MAX_ROOT = 20
MAX_RADICAND = 10**12


def is_prime(n: int) -> bool:
    if n > MAX_PRIME:
        raise Unreadable("too large to look for divisors")
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


MAX_PRIME = 10**9
PREDICATES: dict[str, Callable[..., bool]] = {
    "Nat.Prime": is_prime,
    "Nat.Coprime": lambda a, b: math.gcd(a, b) == 1,
    "Even": lambda n: n % 2 == 0,
    "Odd": lambda n: n % 2 == 1,
}


def divides(a: Value, b: Value) -> bool:
    return b == 0 if a == 0 else rational(b) % rational(a) == 0


def power(base: Value, exponent: Value) -> Value:
    if isinstance(base, Surd) or isinstance(exponent, Surd):
        return _surd_power(base, exponent)
    size: int = max(int(base.numerator).bit_length(), int(base.denominator).bit_length())
    power = int(exponent)
    if abs(power) > MAX_EXPONENT or size * abs(power) > MAX_BITS:
        raise Unreadable("too large a power")
    if power < 0:
        return Fraction(0) if base == 0 else Fraction(1) / base**-power
    result: Value = base**power
    return result


def _surd_power(base: Value, exponent: Value) -> Value:
    power = rational(exponent)
    if not isinstance(base, Surd) or power.denominator != 1 or abs(power) > MAX_ROOT:
        raise Unreadable("a power of a root")
    return base ** int(power)


def real_power(base: Value, exponent: Value) -> Value:
    """`Real.rpow` where its value is rational: a power of a base, or of its exact root."""
    if isinstance(base, Surd) or isinstance(exponent, Surd) or exponent.denominator == 1:
        return power(base, exponent)
    if base == 0:
        return base
    root = exponent.denominator
    if base < 0 or root > MAX_ROOT:
        raise Unreadable("an irrational power")
    parts = [round(part ** (1 / root)) for part in (base.numerator, base.denominator) if part < MAX_RADICAND]
    if len(parts) != 2 or parts[0] ** root != base.numerator or parts[1] ** root != base.denominator:
        raise Unreadable("an irrational power")
    return power(Fraction(parts[0], parts[1]), exponent.numerator)


def absolute(value: Value) -> Value:
    return -value if value < 0 else value


def _bounded(function: Callable[..., int]) -> Callable[..., int]:
    """Of small arguments only."""

    def value(*args: int) -> int:
        if max(args) > MAX_FACTORIAL:
            raise Unreadable("too large a number")
        return function(*args)

    return value


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def square_root(value: Value) -> Value:
    if value <= 0:
        return Fraction(0)
    if isinstance(value, Surd):
        raise Unreadable("a root of a root")
    return surds.square_root(Fraction(value))


FRACTION = {"Rat.num": "numerator", "Rat.den": "denominator"}
ROUNDING: dict[str, Callable[[Value], int]] = {
    "Int.floor": math.floor,
    "Int.ceil": math.ceil,
    "Nat.floor": lambda x: max(math.floor(x), 0),
    "Nat.ceil": lambda x: max(math.ceil(x), 0),
}
FUNCTIONS: dict[str, Callable[..., int]] = {
    "Nat.factorial": _bounded(math.factorial),
    "Nat.choose": _bounded(math.comb),
    "Nat.fib": _bounded(_fibonacci),
    "Nat.sqrt": math.isqrt,
    ".gcd": math.gcd,
    ".lcm": math.lcm,
    "Nat.gcd": math.gcd,
    "Int.gcd": math.gcd,
    "Nat.lcm": math.lcm,
    "Int.lcm": math.lcm,
    "Int.natAbs": abs,
    "Int.toNat": lambda n: max(n, 0),
    "Int.ofNat": lambda n: n,
    "Nat.succ": lambda n: n + 1,
    "Nat.pred": lambda n: max(n - 1, 0),
    "Nat.max": max,
    "Nat.min": min,
}

Operation = Callable[[Value, Value], Value]


def _add(where: str) -> Operation:
    return lambda a, b: a + b


def _subtract(where: str) -> Operation:
    if where in LEAST:
        least = LEAST[where]
        return lambda a, b: max(a - b, least)
    return lambda a, b: a - b


def _multiply(where: str) -> Operation:
    return lambda a, b: a * b


def divide(where: str) -> Operation:
    if where in FIELDS:
        return lambda a, b: Fraction(0) if b == 0 else a / b if isinstance(b, Surd) else a / Fraction(b)
    return _quotient


def _quotient(a: Value, b: Value) -> Value:
    # Lean's Int division leaves a remainder in [0, |b|).
    dividend, divisor = int(rational(a)), int(rational(b))
    return 0 if divisor == 0 else dividend // divisor if divisor > 0 else -(dividend // -divisor)


def _remainder(where: str) -> Operation:
    if where in FIELDS:
        raise Unreadable("remainder of rationals")
    return modulo


def modulo(a: Value, b: Value) -> Value:
    return a - b * _quotient(a, b)


OPERATIONS: dict[str, Callable[[str], Operation]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": divide,
    "%": _remainder,
}
