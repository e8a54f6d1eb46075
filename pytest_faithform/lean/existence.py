"""Scripts for conclusions of the form `∃ x, …` and `a ∣ b`: the witness is a term, found by solving for it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pytest_faithform.lean import polynomials
from pytest_faithform.lean.arith import Node, conjuncts, free_variables, unparse
from pytest_faithform.lean.numbers import Types, literal, type_of
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.polynomials import Polynomial
from pytest_faithform.lean.witness import existential_witnesses, strip_existentials

__all__ = ["existence_scripts"]

_CLOSE = "first | omega | decide | grind"


def existence_scripts(outline: Outline, close: str = _CLOSE) -> list[tuple[str, str]]:
    """(strategy, script) pairs, at most three; none where the conclusion is of another form. `close` are the tactics that
    prove what is claimed of the witness."""
    goal = outline.goal
    if goal is None or goal.op not in ("∃", "∣"):
        return []
    opening, types, known = _opened(outline)
    scripts = []
    for terms in _witness_terms(goal, types, known):
        scripts.append(("witness term", f"{opening}\nexact ⟨{', '.join(terms)}, by {close}⟩"))
    return scripts[:3]


def _opened(outline: Outline) -> tuple[str, Types, dict[str, Polynomial]]:
    """The tactics that introduce everything and take existential hypotheses apart, with the names they give, and the
    variables that an equation expresses by others."""
    lines = ["intro " + " ".join(b.name for b in outline.binders)] if outline.binders else []
    types = outline.types
    facts: list[Node] = []
    for binder in outline.hypotheses:
        formula = binder.formula
        if formula is None:
            continue
        if formula.op in ("∃", "∣"):
            found, body = _taken_apart(formula, types, f"{binder.name}w")
            if body is not None:
                names = list(found)
                types = types.adding(found)
                lines.append(f"obtain ⟨{', '.join(names)}, {binder.name}⟩ := {binder.name}")
                facts += conjuncts(body)
        else:
            facts += conjuncts(formula)
    return "\n".join(lines), types, _definitions(facts, types)


def _taken_apart(formula: Node, types: Types, prefix: str) -> tuple[dict[str, str], Node | None]:
    """The variables of an existential hypothesis with their types, and what it says of them."""
    if formula.op == "∣":
        divisor, number = formula.args
        where = type_of([number], types)
        if where is None:
            return {}, None
        return {prefix: where}, Node("=", (number, Node("*", (divisor, Node("var", (), prefix)))))
    inner, body = strip_existentials(formula, types)
    return ({}, None) if set(inner) & set(types) else (inner, body)


def _definitions(facts: list[Node], types: Types) -> dict[str, Polynomial]:
    """Variables that equations define as polynomials in others, each fully expanded."""
    known: dict[str, Polynomial] = {}
    for fact in facts:
        if fact.op != "=":
            continue
        for side, other in (fact.args, fact.args[::-1]):
            if side.op != "var" or side.text not in types or side.text in known or side.text in free_variables(other):
                continue
            value = _expanded(other, types, known)
            if value is not None and side.text not in polynomials.variables_of(value):
                known = {n: polynomials.substitute(p, {side.text: value}) or p for n, p in known.items()}
                known[side.text] = value
                break
    return known


def _expanded(node: Node, types: Types, known: dict[str, Polynomial]) -> Polynomial | None:
    where = type_of([node], types)
    value = polynomials.to_polynomial(node, where, types, {}) if where else None
    return None if value is None else polynomials.substitute(value, known)


def _witness_terms(goal: Node, types: Types, known: dict[str, Polynomial]) -> Iterator[list[str]]:
    if goal.op == "∣":
        divisor, number = goal.args
        goal = Node("∃", (Node("=", (number, Node("*", (divisor, Node("var", (), "ffq"))))),), "ffq")
    unknown, body = strip_existentials(goal, types)
    for values in existential_witnesses(goal):
        yield [literal(values[name], unknown[name]) for name in unknown]
    if len(unknown) == 1:
        (name,) = unknown
        for part in conjuncts(body):
            if part.op == "=":
                yield from ([term] for term in _solutions(part, name, types.adding(unknown), known))
    small = [n for n, t in types.items() if t in unknown.values()]
    for candidate in (*small, *(f"{n} + 1" for n in small), *(f"{n} - 1" for n in small), "0", "1"):
        yield [candidate] * len(unknown)


def _solutions(equation: Node, name: str, types: Types, known: dict[str, Polynomial]) -> Iterator[str]:
    """Terms for `name` that make the equation true, if it stands there once and linearly."""
    where = type_of(equation.args, types)
    left, right = equation.args if name in free_variables(equation.args[1]) else equation.args[::-1]
    if where is None or name in free_variables(left):
        return
    whole, part = _expanded(left, types, known), _expanded(right, types, known)
    if whole is not None and part is not None:
        quotient = polynomials.solve_for(name, whole, part)
        if quotient is not None:
            yield f"({polynomials.polynomial_text(quotient)} : {types[name]})"
    plain = polynomials.to_polynomial(right, where, types, {})
    if plain is not None and polynomials.is_linear(plain) and set(polynomials.variables_of(plain)) == {name}:
        factor, rest = plain[((name, 1),)], plain.get((), Fraction(0))
        if factor.denominator == 1 and rest.denominator == 1 and factor > 0:
            sign = f" - {rest.numerator}" if rest > 0 else f" + {-rest.numerator}" if rest < 0 else ""
            yield f"(({unparse(left)}{sign}) / {factor.numerator} : {types[name]})"
