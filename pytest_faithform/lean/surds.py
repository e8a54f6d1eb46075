"""Numbers `a + b √d` with rational a and b: what a quadratic equation over ℝ has as roots, computed with exactly.

Two of them with different roots can be told apart and compared, not added: that raises Unreadable.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

from pytest_faithform.lean.arith import Unreadable

__all__ = ["Surd", "square_root"]

DIGITS = 60
MAX_RADICAND = 10**9


def square_root(value: Fraction) -> Fraction | Surd:
    """The root of a number that is not negative."""
    whole = value.numerator * value.denominator
    if whole > MAX_RADICAND:
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        if root * root != value:
            raise Unreadable("too large a radicand")
        return root
    outside = next((a for a in range(math.isqrt(whole), 1, -1) if whole % (a * a) == 0), 1)
    inside = whole // (outside * outside)
    factor = Fraction(outside, value.denominator)
    return factor * inside if inside in (0, 1) else Surd(Fraction(0), factor, inside)


class Surd:
    """`rational + factor * √radicand`, the factor not 0 and the radicand square-free."""

    __slots__ = ("factor", "radicand", "rational")

    def __init__(self, rational: Fraction, factor: Fraction, radicand: int) -> None:
        self.rational, self.factor, self.radicand = rational, factor, radicand

    def __repr__(self) -> str:
        return f"{self.rational} + {self.factor} √{self.radicand}"

    def _parts(self, other: object) -> tuple[Fraction, Fraction]:
        if isinstance(other, Surd):
            if other.radicand != self.radicand:
                raise Unreadable("two different roots")
            return other.rational, other.factor
        if isinstance(other, (int, Fraction)):
            return Fraction(other), Fraction(0)
        raise Unreadable("no number")

    def _made(self, rational: Fraction, factor: Fraction) -> Surd | Fraction:
        return Surd(rational, factor, self.radicand) if factor else rational

    def __add__(self, other: object) -> Surd | Fraction:
        a, b = self._parts(other)
        return self._made(self.rational + a, self.factor + b)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.rational, -self.factor, self.radicand)

    def __sub__(self, other: object) -> Surd | Fraction:
        a, b = self._parts(other)
        return self._made(self.rational - a, self.factor - b)

    def __rsub__(self, other: object) -> Surd | Fraction:
        return -self + other

    def __mul__(self, other: object) -> Surd | Fraction:
        a, b = self._parts(other)
        rational = self.rational * a + self.factor * b * self.radicand
        return self._made(rational, self.rational * b + self.factor * a)

    __rmul__ = __mul__

    def inverse(self) -> Surd:
        norm = self.rational**2 - self.factor**2 * self.radicand
        return Surd(self.rational / norm, -self.factor / norm, self.radicand)

    def __truediv__(self, other: object) -> Surd | Fraction:
        if isinstance(other, Surd):
            return self * other.inverse()
        a, _ = self._parts(other)
        return self * (1 / a if a else Fraction(0))

    def __rtruediv__(self, other: object) -> Surd | Fraction:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Surd | Fraction:
        result: Surd | Fraction = Fraction(1)
        for _ in range(abs(exponent)):
            result = result * self
        return result if exponent >= 0 else 1 / result

    def __abs__(self) -> Surd:
        return -self if self < 0 else self

    def __floor__(self) -> int:
        return math.floor(self.decimal())

    def __ceil__(self) -> int:
        return math.ceil(self.decimal())

    def decimal(self) -> Decimal:
        with localcontext() as context:
            context.prec = DIGITS
            a, b = (Decimal(p.numerator) / Decimal(p.denominator) for p in (self.rational, self.factor))
            return a + b * Decimal(self.radicand).sqrt()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surd):
            return False
        mine, theirs = ((s.rational, s.factor, s.radicand) for s in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.rational, self.factor, self.radicand))

    def __lt__(self, other: object) -> bool:
        return self != other and self.decimal() < _decimal(other)

    def __gt__(self, other: object) -> bool:
        return self != other and self.decimal() > _decimal(other)

    def __le__(self, other: object) -> bool:
        return self == other or self < other

    def __ge__(self, other: object) -> bool:
        return self == other or self > other


def _decimal(value: object) -> Decimal:
    if isinstance(value, Surd):
        return value.decimal()
    if not isinstance(value, (int, Fraction)):
        raise Unreadable("no number")
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(value.numerator) / Decimal(value.denominator)
