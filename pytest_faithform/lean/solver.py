"""Values at which formulas are true, found by the SMT solver z3 where it is installed.

A second search beside `witness`, for what small numbers do not lead to: several inequalities with large solutions, products.
The solver works within a limit on its own steps, not on time, so that it answers alike everywhere. What it finds is
evaluated exactly and certified by Lean; what it does not find says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pytest_faithform.lean.arith import Node, Unreadable
from pytest_faithform.lean.numbers import FIELDS, ORDER, Types, Value, in_type, largest_type, term_type

__all__ = ["installed", "solutions"]

STEPS = 2_000_000
MOST_FACTORS = 8


def installed() -> str | None:
    """The version of the solver, None where there is none. A run's manifest says it: it can settle what else stays open."""
    try:
        return version("z3-solver")
    except PackageNotFoundError:
        return None


def solutions(formulas: Sequence[Node], types: Types) -> list[dict[str, Value]]:
    """At most one assignment to the variables of `types` that makes all formulas true."""
    if installed() is None or "Complex" in types.values():
        return []
    import z3

    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    solver.set("random_seed", 0)
    writer = _Writer(z3, types)
    try:
        for formula in formulas:
            solver.add(writer.proposition(formula))
    except (Unreadable, z3.Z3Exception):
        return []
    solver.add(*(symbol >= 0 for name, symbol in writer.symbols.items() if types[name] == "Nat"))
    if solver.check() != z3.sat:
        return []
    model = solver.model()
    found: dict[str, Value] = {}
    for name, symbol in writer.symbols.items():
        value = model.eval(symbol, model_completion=True)
        if not (z3.is_int_value(value) or z3.is_rational_value(value)):
            return []  # an irrational root
        exact = in_type(Fraction(value.as_string()), types[name])
        if exact is None:
            return []
        found[name] = exact
    return [found]


class _Writer:
    """Formulas in the solver's language, with Lean's meaning of every operation."""

    def __init__(self, z3: Any, types: Types) -> None:
        self.z3 = z3
        self.types = types
        self.symbols = {n: (z3.Real if kind in FIELDS else z3.Int)(n) for n, kind in types.items()}

    def proposition(self, node: Node) -> Any:
        z3, op = self.z3, node.op
        if op in ("true", "false"):
            return z3.BoolVal(op == "true")
        if op in ("=", "≠", "<", "≤", "∣"):
            return self.relation(node)
        connectives: dict[str, Callable[..., Any]] = {
            "∧": z3.And,
            "∨": z3.Or,
            "→": z3.Implies,
            "¬": z3.Not,
            "↔": lambda a, b: a == b,
        }
        if op not in connectives:
            raise Unreadable(op)
        return connectives[op](*(self.proposition(arg) for arg in node.args))

    def relation(self, node: Node) -> Any:
        where = largest_type(term_type(arg, self.types) for arg in node.args) or "Nat"
        a, b = (self.term(arg, where) for arg in node.args)
        if node.op == "∣":
            if where in FIELDS:
                raise Unreadable("divisibility of rationals")
            return self.z3.If(a == 0, b == 0, b % a == 0)
        return {"=": a == b, "≠": a != b, "<": a < b, "≤": a <= b}[node.op]

    def term(self, node: Node, where: str) -> Any:
        z3, op = self.z3, node.op
        if op == "num":
            if where in FIELDS:
                return z3.RealVal(str(Fraction(node.text)))
            if not node.text.isdigit():
                raise Unreadable(node.text)
            return z3.IntVal(node.text)
        if op == "var":
            return self.cast(self.symbols[node.text], self.types[node.text], where)
        if op == "asc":
            inside = node.type or term_type(node.args[0], self.types) or "Nat"
            return self.cast(self.term(node.args[0], inside), inside, where)
        if op == "ite":
            yes, no = (self.term(arg, where) for arg in node.args[1:])
            return z3.If(self.proposition(node.args[0]), yes, no)
        if op == "neg" and where != "Nat":
            return -self.term(node.args[0], where)
        if op == "app":
            return self.application(node, where)
        if op == "^":
            return self.power(node, where)
        if op in ("+", "-", "*", "/", "%"):
            a, b = (self.term(arg, where) for arg in node.args)
            return self.operation(op, a, b, where)
        raise Unreadable(op)

    def operation(self, op: str, a: Any, b: Any, where: str) -> Any:
        z3 = self.z3
        if op == "+":
            return a + b
        if op == "*":
            return a * b
        if op == "-":
            return z3.If(a >= b, a - b, 0) if where == "Nat" else a - b
        if op == "/":
            # On whole numbers the solver's division leaves a remainder in [0, |b|), as Lean's does.
            return z3.If(b == 0, z3.RealVal(0) if where in FIELDS else z3.IntVal(0), a / b)
        if where in FIELDS:
            raise Unreadable("remainder of rationals")
        return z3.If(b == 0, a, a % b)

    def power(self, node: Node, where: str) -> Any:
        exponent = node.args[1]
        if exponent.op != "num" or not exponent.text.isdigit() or int(exponent.text) > MOST_FACTORS:
            raise Unreadable("exponent")
        base = self.term(node.args[0], where)
        product = self.z3.RealVal(1) if where in FIELDS else self.z3.IntVal(1)
        for _ in range(int(exponent.text)):
            product = product * base
        return product

    def application(self, node: Node, where: str) -> Any:
        z3 = self.z3
        if node.text in ("max", "min", "Nat.max", "Nat.min"):
            a, b = (self.term(arg, where) for arg in node.args)
            return z3.If((a >= b) if node.text.endswith("max") else (a <= b), a, b)
        if node.text == "Int.natAbs":
            inner = self.term(node.args[0], "Int")
            return self.cast(z3.If(inner >= 0, inner, -inner), "Nat", where)
        raise Unreadable(node.text)

    def cast(self, term: Any, source: str, target: str) -> Any:
        if ORDER.index(source) > ORDER.index(target):
            raise Unreadable(f"{source} used as {target}")
        return self.z3.ToReal(term) if target in FIELDS and source not in FIELDS else term
