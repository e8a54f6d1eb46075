"""Candidate values for refuting a universal statement and for proving an existential one, found outside Lean.

The search is exact arithmetic over small and critical values: equations of degree one are eliminated, those of degree two
in one unknown solved, and every comparison's boundary tried with its neighbours. It works by counting evaluations, not by
the clock, so that it gives the same answer everywhere. Lean certifies what it finds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from pytest_faithform.lean import polynomials
from pytest_faithform.lean.arith import Node, Unreadable, called_functions, conjuncts, free_variables
from pytest_faithform.lean.exact import comparisons, compile_proposition, quantifier_values
from pytest_faithform.lean.numbers import FIELDS, Env, Types, Value, guess_type, in_type, small_values
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.polynomials import Polynomial
from pytest_faithform.lean.surds import Surd

__all__ = [
    "counterexamples",
    "existential_value",
    "existential_witnesses",
    "has_consistent_hypotheses",
    "has_model",
    "holds_at",
    "samples",
    "solver_counterexamples",
    "strip_existentials",
]


@dataclass(frozen=True)
class _Sweep:
    """How far a search goes: evaluations, whether the statement's literals are tried, and values near zero by the
    number of variables that are still open."""

    evaluations: int
    literals: bool
    reach: dict[int, int]


SWEEPS = (
    _Sweep(1_000, False, {1: 12, 2: 3}),
    _Sweep(1_500, True, {1: 60, 2: 8, 3: 4}),
    _Sweep(3_000, True, {1: 220, 2: 60, 3: 14}),
)
LEAST_REACH = 2


def counterexamples(outline: Outline, limit: int = 2) -> list[dict[str, Value]]:
    """Values of the number binders that make the readable hypotheses true and the conclusion false."""
    if outline.goal is None:
        return []
    return _search(outline, Node("¬", (outline.goal,)), limit)


def samples(outline: Outline, limit: int = 6) -> list[dict[str, Value]]:
    """Values that make the readable hypotheses true, for a conclusion that only Lean can evaluate."""
    return _search(outline, Node("true"), limit)


def has_model(formula: Node, types: Types) -> bool:
    """Whether values are found at which the formula is true."""
    return bool(list(_find([formula], types, 1)))


def has_consistent_hypotheses(outline: Outline) -> bool:
    """Whether values are found at which every hypothesis is true. False where one of them is not plain arithmetic, or has a
    quantifier: that is tried on small values only, and what is told here is not certified by Lean."""
    formulas = [binder.formula for binder in outline.binders if binder.kind != "number"]
    constraints = [formula for formula in formulas if formula is not None and not _is_guessed(formula)]
    if len(constraints) < len(formulas):
        return False
    return bool(list(_find([*constraints, Node("true")], outline.types, 1, strict=True)))


def _is_guessed(node: Node) -> bool:
    return node.op in ("call", "∀", "∃") or any(map(_is_guessed, node.args))


def holds_at(formula: Node, types: Types, env: Env) -> bool | None:
    """Whether the formula is true at the values, None where that cannot be evaluated."""
    try:
        return compile_proposition(formula, types)(env)
    except Unreadable:
        return None


def existential_witnesses(goal: Node, limit: int = 2) -> list[dict[str, Value]]:
    """Values for the leading existential variables of a closed goal."""
    found, body = strip_existentials(goal, Types({}))
    return list(_find([body], Types(found), limit)) if found and not free_variables(body) - set(found) else []


def existential_value(node: Node, types: Types, env: Env) -> Value | None:
    """A value for the variable of `∃ x, P` at which P is true, the other variables being `env`."""
    (body,) = node.args
    inner = types.adding({node.text: node.type or guess_type(node.text, body, types)})
    try:
        holds = compile_proposition(body, inner)
        values = quantifier_values(node.text, body, inner, env)
        return next((value for value in values if holds({**env, node.text: value})), None)
    except Unreadable:
        return None


def strip_existentials(goal: Node, types: Types) -> tuple[dict[str, str], Node]:
    """The leading existential variables with their types, and what stands under them; `types` are of the names around."""
    found: dict[str, str] = {}
    while goal.op == "∃":
        found[goal.text] = goal.type or guess_type(goal.text, goal.args[0], types.adding(found))
        goal = goal.args[0]
    return found, goal


def solver_counterexamples(outline: Outline) -> list[dict[str, Value]]:
    """As `counterexamples`, by an SMT solver where one is installed: for values that no small number leads to."""
    constraints = _stated(outline)
    if outline.goal is None or constraints is None:
        return []
    from pytest_faithform.lean.solver import solutions

    wanted = [*constraints, Node("¬", (outline.goal,))]
    found = solutions(wanted, outline.types)
    return [env for env in found if all(holds_at(part, outline.types, env) for part in wanted)]


def _search(outline: Outline, wanted: Node, limit: int) -> list[dict[str, Value]]:
    constraints = _stated(outline)
    return [] if constraints is None else list(_find([*constraints, wanted], outline.types, limit))


def _stated(outline: Outline) -> list[Node] | None:
    """What the readable hypotheses say, None where an argument is of a kind that no value can be given for."""
    unknown = (b for b in outline.binders if b.kind == "function" and not outline.functions[b.name].cases)
    if any(binder.kind == "other" for binder in outline.binders) or any(unknown):
        return None
    stated = (binder for binder in outline.hypotheses if binder.name not in outline.defining)
    return [binder.formula for binder in stated if binder.formula is not None]


def _find(constraints: list[Node], types: Types, limit: int, *, strict: bool = False) -> Iterator[dict[str, Value]]:
    """Up to `limit` assignments that make all constraints true, from narrow sweeps to wide ones. A constraint that
    cannot be evaluated is left to Lean, unless it is the last one or the search is strict."""
    found: list[dict[str, Value]] = []
    for sweep in SWEEPS:
        try:
            for env in _Search.of(constraints, types, sweep, strict).run():
                if env not in found:
                    found.append(env)
                    yield env
                if len(found) == limit:
                    return
        except Unreadable:
            return
        except _Exhausted:
            continue


class _Exhausted(Exception):
    pass


@dataclass
class _Search:
    """Depth-first over the variables that the linear equations leave free."""

    types: Types
    parts: list[Node]
    checks: list[tuple[frozenset[str], Callable[[Env], bool]]]
    solved: dict[str, Polynomial]
    free: list[str]
    literals: list[int]
    sweep: _Sweep
    evaluations: int = field(default=0)

    @classmethod
    def of(cls, constraints: list[Node], types: Types, sweep: _Sweep, strict: bool) -> _Search:
        parts = [part for constraint in constraints for part in conjuncts(constraint)]
        checks, readable = [], []
        for part in parts:
            names = _variables(part, types)
            try:
                checks.append((names, compile_proposition(part, types)))
            except Unreadable:
                if strict or part is parts[-1]:
                    raise
            else:
                readable.append(part)
        linear = [p for part in readable if (p := _equation(part, types)) is not None and polynomials.is_linear(p)]
        solved = polynomials.solve_linear(linear, list(types))
        if solved is None:
            raise Unreadable("the equations contradict each other")
        # What the conclusion speaks of comes first: its boundary is where a counterexample lies.
        last = free_variables(parts[-1]) if parts else frozenset()
        free = sorted((name for name in types if name not in solved), key=lambda name: name not in last)
        return cls(types, readable, checks, solved, free, _literals(parts) if sweep.literals else [], sweep)

    def run(self) -> Iterator[dict[str, Value]]:
        yield from self.assign({}, self.free)

    def assign(self, env: dict[str, Value], remaining: list[str]) -> Iterator[dict[str, Value]]:
        full = self.completed(env)
        if full is None or not self.holds(full):
            return
        if not remaining:
            yield full
            return
        name, rest = remaining[0], remaining[1:]
        for value in self.candidates(name, full, len(remaining)):
            yield from self.assign({**full, name: value}, rest)

    def completed(self, env: dict[str, Value]) -> dict[str, Value] | None:
        """The assignment with every eliminated variable that is now known; None if one is outside its type."""
        full = dict(env)
        for name, expression in self.solved.items():
            if name not in full and polynomials.variables_of(expression) <= full.keys():
                value = in_type(polynomials.evaluate(expression, full), self.types[name])
                if value is None:
                    return None
                full[name] = value
        return full

    def holds(self, env: dict[str, Value]) -> bool:
        known = env.keys()
        for names, check in self.checks:
            if names <= known:
                self.evaluations += 1
                if self.evaluations > self.sweep.evaluations:
                    raise _Exhausted
                try:
                    if not check(env):
                        return False
                except Unreadable:
                    return False
        return True

    def candidates(self, name: str, env: dict[str, Value], unknowns: int) -> list[Value]:
        """Values to try for one variable: the critical ones first, then the literals and what is near zero."""
        type_name = self.types[name]
        found: dict[Value, None] = {}
        for part in self.parts:
            equation = part.op == "="
            for relation in comparisons(part):
                near = self.critical(relation, name, env)
                if equation and near:
                    # The equation must hold, so nothing but its roots can do.
                    return [v for root in near if (v := in_type(root, type_name)) is not None]
                for root in near:
                    for value in _around(root, type_name):
                        found[value] = None
        for modulus, rest in _residues(self.parts, name):
            for stated in (0, *self.literals):
                first = stated - (stated - rest) % modulus
                for step in range(-2, 4):
                    if (v := in_type(Fraction(first + step * modulus), type_name)) is not None:
                        found[v] = None
        for value in self.literals:
            for shifted in (value, value + 1, value - 1):
                if (v := in_type(Fraction(shifted), type_name)) is not None:
                    found[v] = None
        if type_name in FIELDS:
            for p in self.literals[:6]:
                for q in self.literals[:6]:
                    found.update({Fraction(p, q): None} if q else {})
        for value in small_values(type_name, self.sweep.reach.get(unknowns, LEAST_REACH)):
            found[value] = None
        return list(found)

    def critical(self, relation: Node, name: str, env: dict[str, Value]) -> list[Fraction | Surd]:
        p = polynomials.difference(relation, self.types, env)
        if p is None:
            return []
        for other in polynomials.variables_of(p) - {name}:
            if other not in self.solved:
                return []
            if polynomials.variables_of(self.solved[other]) - env.keys() - {name}:
                return []
        p = self.eliminate(p, env)
        return polynomials.real_roots(p) if p is not None and polynomials.variables_of(p) == {name} else []

    def eliminate(self, p: Polynomial, env: dict[str, Value]) -> Polynomial | None:
        """`p` with the eliminated variables replaced by their expressions and the assigned ones by their values."""
        if not polynomials.variables_of(p) & self.solved.keys():
            return p
        involved = [self.solved[name] for name in polynomials.variables_of(p) & self.solved.keys()]
        known: dict[str, Polynomial] = {}
        for name in set[str]().union(*(polynomials.variables_of(expression) for expression in involved)) & env.keys():
            value = env[name]
            if isinstance(value, Surd):
                return None
            known[name] = {(): Fraction(value)} if value else {}
        terms: dict[str, Polynomial] = {}
        for name in polynomials.variables_of(p) & self.solved.keys():
            term = polynomials.substitute(self.solved[name], known)
            if term is None:
                return None
            terms[name] = term
        return polynomials.substitute(p, terms)


def _variables(node: Node, types: Types) -> frozenset[str]:
    """The variables that the formula's value depends on, those in the functions that it calls included."""
    found = free_variables(node)
    waiting, seen = list(called_functions(node)), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in types.functions:
            continue
        seen.add(name)
        for case in types.functions[name].cases:
            inside = frozenset[str]().union(*(free_variables(pattern) for pattern in case.patterns))
            found |= free_variables(case.body) - inside
            waiting += called_functions(case.body)
    return found


def _equation(part: Node, types: Types) -> Polynomial | None:
    return polynomials.difference(part, types, {}) if part.op == "=" else None


def _residues(parts: list[Node], name: str) -> Iterator[tuple[int, int]]:
    """(modulus, remainder) of the variable, where a constraint states both."""
    variable = Node("var", (), name)
    for part in parts:
        if part.op == "∣" and part.args[1] == variable and part.args[0].op == "num":
            modulus, rest = part.args[0], Node("num", (), "0")
        elif part.op == "=" and part.args[0].op == "%" and part.args[0].args[0] == variable:
            modulus, rest = part.args[0].args[1], part.args[1]
        else:
            continue
        if modulus.op == rest.op == "num" and modulus.text.isdigit() and rest.text.isdigit() and int(modulus.text) > 0:
            yield int(modulus.text), int(rest.text)


def _literals(parts: list[Node]) -> list[int]:
    found: dict[int, None] = {}
    stack = list(reversed(parts))
    while stack:
        node = stack.pop()
        if node.op == "num" and node.text.isdigit() and len(node.text) < 10:
            found[int(node.text)] = None
        stack.extend(reversed(node.args))
    return list(found)


def _around(root: Fraction | Surd, type_name: str) -> list[Value]:
    if type_name in FIELDS:
        near: list[Fraction | Surd] = [root, root + 1, root - 1, root + Fraction(1, 2), root - Fraction(1, 2)]
    else:
        near = [Fraction(math.floor(root) + shift) for shift in (0, 1, -1, 2, -2)]
    return [value for found in near if (value := in_type(found, type_name)) is not None]
