"""Polynomials with rational coefficients, read from arithmetic terms: what the witness search solves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pytest_faithform.lean.arith import Node, Unreadable, substituted
from pytest_faithform.lean.numbers import FIELDS, LEAST, Env, Types, term_type, type_of
from pytest_faithform.lean.surds import Surd, square_root

__all__ = [
    "Polynomial",
    "difference",
    "evaluate",
    "is_linear",
    "polynomial_text",
    "product",
    "real_roots",
    "roots",
    "solve_for",
    "solve_linear",
    "substitute",
    "to_polynomial",
    "variables_of",
]

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]
MAX_TERMS = 60
MAX_DEGREE = 8


def to_polynomial(node: Node, where: str, types: Types, env: Env) -> Polynomial | None:
    """The term as a polynomial in the variables that `env` gives no value; None where it is not one.

    `where` is the type the term is computed in: subtraction on Nat and division on Nat and Int are no polynomials.
    """
    op = node.op
    if op == "num":
        return _constant(Fraction(node.text))
    if op == "var":
        value = env.get(node.text)
        if isinstance(value, Surd):
            return None
        return _constant(Fraction(value)) if value is not None else {((node.text, 1),): Fraction(1)}
    if op == "asc":
        inside = node.type or term_type(node.args[0], types) or "Nat"
        return to_polynomial(node.args[0], inside, types, env)
    if op == "call":
        return _inlined(node, types, env)
    if (
        op not in ("+", "-", "*", "/", "^", "neg")
        or (op == "-" and where in LEAST)
        or (op == "/" and where not in FIELDS)
    ):
        return None
    left = to_polynomial(node.args[0], where, types, env)
    if left is None:
        return None
    if op == "neg":
        return _scale(left, Fraction(-1))
    if op == "^":
        exponent = node.args[1]
        return _power(left, int(exponent.text)) if exponent.op == "num" and exponent.text.isdigit() else None
    right = to_polynomial(node.args[1], where, types, env)
    if right is None:
        return None
    if op == "+":
        return _add(left, right)
    if op == "-":
        return _add(left, _scale(right, Fraction(-1)))
    if op == "*":
        return _multiply(left, right)
    divisor = right.get((), Fraction(0)) if not variables_of(right) else Fraction(0)
    return _scale(left, 1 / divisor) if divisor else None


def _inlined(node: Node, types: Types, env: Env) -> Polynomial | None:
    """A call of a function that one expression defines, by that expression."""
    function = types.functions.get(node.text)
    if function is None or len(function.cases) != 1:
        return None
    ((patterns, body),) = ((case.patterns, case.body) for case in function.cases)
    if any(pattern.op != "var" for pattern in patterns):
        return None
    terms = {p.text: Node("asc", (a,), type=t) for p, a, t in zip(patterns, node.args, function.domain, strict=True)}
    around = {name: value for name, value in env.items() if name not in terms}
    return to_polynomial(substituted(body, terms), function.result, types, {**env, **around})


def difference(relation: Node, types: Types, env: Env) -> Polynomial | None:
    """Left side minus right side of a comparison."""
    where = type_of(relation.args, types)
    if where is None:
        return None
    left, right = (to_polynomial(arg, where, types, env) for arg in relation.args)
    return None if left is None or right is None else _add(left, _scale(right, Fraction(-1)))


def variables_of(polynomial: Polynomial) -> set[str]:
    return {name for monomial in polynomial for name, _ in monomial}


def roots(polynomial: Polynomial) -> list[Fraction]:
    """The rational roots of a polynomial in one variable of degree one or two; [] for any other."""
    return [root for root in real_roots(polynomial) if isinstance(root, Fraction)]


def real_roots(polynomial: Polynomial) -> list[Fraction | Surd]:
    """The roots of a polynomial in one variable x of degree one or two, or of degree two in x²; [] for any other."""
    halved = _in_square(polynomial)
    if halved is not None:
        squares = [root for root in real_roots(halved) if isinstance(root, Fraction) and root >= 0]
        return [sign * square_root(square) for square in squares for sign in ((1, -1) if square else (1,))]
    coefficients = [Fraction(0)] * 3
    for monomial, value in polynomial.items():
        degree = sum(exponent for _, exponent in monomial)
        if len(monomial) > 1 or degree > 2:
            return []
        coefficients[degree] = value
    c, b, a = coefficients
    if a == 0:
        return [] if b == 0 else [-c / b]
    if b * b < 4 * a * c:
        return []
    try:
        root = square_root(b * b - 4 * a * c)
    except Unreadable:
        return []
    return sorted({(-b + root) / (2 * a), (-b - root) / (2 * a)}, reverse=True)


def _in_square(polynomial: Polynomial) -> Polynomial | None:
    """The polynomial in x² as one in x, where its degree is 4."""
    powers = [dict(monomial) for monomial in polynomial]
    if len(variables_of(polynomial)) != 1 or max(sum(power.values()) for power in powers) != 4:
        return None
    (name,) = variables_of(polynomial)
    if any(power.get(name, 0) % 2 for power in powers):
        return None
    return {
        ((name, power[name] // 2),) if power else (): value
        for power, value in zip(powers, polynomial.values(), strict=True)
    }


def solve_linear(equations: Iterable[Polynomial], order: list[str]) -> dict[str, Polynomial] | None:
    """Variables expressed by the remaining ones, from the equations (`p = 0`) of degree one; None if they contradict.

    Of each equation the variable with coefficient ±1 that stands last in `order` is eliminated first, so that integer
    solutions stay integers.
    """
    solved: dict[str, Polynomial] = {}
    for equation in equations:
        rest = _substitute(equation, solved)
        names = variables_of(rest)
        if not names:
            if rest.get((), Fraction(0)) != 0:
                return None
            continue
        chosen = max(names, key=lambda name: (abs(rest[((name, 1),)]) == 1, order.index(name)))
        coefficient = rest.pop(((chosen, 1),))
        solution = _scale(rest, -1 / coefficient)
        solved = {name: _substitute(value, {chosen: solution}) for name, value in solved.items()}
        solved[chosen] = solution
    return solved


def is_linear(polynomial: Polynomial) -> bool:
    return all(sum(exponent for _, exponent in monomial) <= 1 for monomial in polynomial)


def evaluate(polynomial: Polynomial, env: Env) -> Fraction | Surd:
    total: Fraction | Surd = Fraction(0)
    for monomial, weight in polynomial.items():
        term: Fraction | Surd = weight
        for name, exponent in monomial:
            value = env[name]
            term = term * (value if isinstance(value, Surd) else Fraction(value)) ** exponent
        total = total + term
    return total


def substitute(polynomial: Polynomial, known: Mapping[str, Polynomial]) -> Polynomial | None:
    """The polynomial with the known variables replaced; None if it grows too large."""
    total: Polynomial = {}
    for monomial, value in polynomial.items():
        term: Polynomial | None = _constant(value)
        for name, exponent in monomial:
            factor = known.get(name, {((name, 1),): Fraction(1)})
            for _ in range(exponent):
                term = None if term is None else _multiply(term, factor)
        if term is None:
            return None
        total = _add(total, term)
    return total


def solve_for(name: str, whole: Polynomial, part: Polynomial) -> Polynomial | None:
    """The polynomial to put for `name` so that `part` equals `whole`: `part` is `m * name + rest` with one monomial m,
    which must divide `whole - rest` with integer coefficients. None if there is none."""
    factors = {monomial: value for monomial, value in part.items() if any(n == name for n, _ in monomial)}
    if len(factors) != 1:
        return None
    ((monomial, coefficient),) = factors.items()
    if dict(monomial)[name] != 1:
        return None
    divisor = {n: e for n, e in monomial if n != name}
    rest = {m: v for m, v in part.items() if m not in factors}
    quotient: Polynomial = {}
    for m, value in _add(whole, _scale(rest, Fraction(-1))).items():
        powers = dict(m)
        for n, exponent in divisor.items():
            powers[n] = powers.get(n, 0) - exponent
        if min(powers.values(), default=0) < 0 or (value / coefficient).denominator != 1:
            return None
        quotient[tuple(sorted((n, e) for n, e in powers.items() if e))] = value / coefficient
    return quotient


def polynomial_text(polynomial: Polynomial) -> str:
    """Lean text of a polynomial with integer coefficients."""
    parts = []
    for monomial, value in polynomial.items():
        factors = [f"({value.numerator})"] if value != 1 or not monomial else []
        factors += [name if exponent == 1 else f"{name} ^ {exponent}" for name, exponent in monomial]
        parts.append(" * ".join(factors))
    return " + ".join(parts) or "0"


def _constant(value: Fraction) -> Polynomial:
    return {(): value} if value else {}


def _add(a: Polynomial, b: Polynomial) -> Polynomial:
    total = dict(a)
    for monomial, value in b.items():
        total[monomial] = total.get(monomial, Fraction(0)) + value
    return {monomial: value for monomial, value in total.items() if value}


def _scale(a: Polynomial, factor: Fraction) -> Polynomial:
    return {monomial: value * factor for monomial, value in a.items()} if factor else {}


def product(a: Polynomial, b: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for m, v in a.items():
        for n, w in b.items():
            powers = dict(m)
            for name, exponent in n:
                powers[name] = powers.get(name, 0) + exponent
            monomial = tuple(sorted(powers.items()))
            total[monomial] = total.get(monomial, Fraction(0)) + v * w
    return {monomial: value for monomial, value in total.items() if value}


def _multiply(a: Polynomial, b: Polynomial) -> Polynomial | None:
    if len(a) * len(b) > MAX_TERMS * MAX_TERMS:
        return None
    found = product(a, b)
    return found if len(found) <= MAX_TERMS else None


def _power(a: Polynomial, exponent: int) -> Polynomial | None:
    if exponent > MAX_DEGREE and variables_of(a):
        return None
    if not variables_of(a):
        value = a.get((), Fraction(0))
        size = max(abs(value.numerator).bit_length(), value.denominator.bit_length())
        return _constant(value**exponent) if size * exponent < 20_000 else None
    result: Polynomial | None = {(): Fraction(1)}
    for _ in range(exponent):
        result = None if result is None else _multiply(result, a)
    return result


def _substitute(linear: Polynomial, solved: Mapping[str, Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for monomial, value in linear.items():
        name = monomial[0][0] if monomial else ""
        total = _add(total, _scale(solved[name], value) if name in solved else {monomial: value})
    return total
