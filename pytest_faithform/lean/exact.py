"""Exact evaluation of the formulas that `arith` reads, with Lean's meaning of every operation.

Values are `int` for Nat and Int, `Fraction` for Rat. A quantifier is tried on small values only, so its answer is a
guess; everything here feeds searches whose results Lean certifies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from pytest_faithform.lean import polynomials
from pytest_faithform.lean.arith import Node, Unreadable, free_variables
from pytest_faithform.lean.exactvalues import (
    FRACTION,
    FUNCTIONS,
    MAX_BITS,
    OPERATIONS,
    PREDICATES,
    ROUNDING,
    absolute,
    divide,
    divides,
    modulo,
    power,
    real_power,
    square_root,
)
from pytest_faithform.lean.numbers import (
    FIELDS,
    LEAST,
    ORDER,
    RESULT_TYPE,
    Env,
    Function,
    Types,
    Value,
    guess_type,
    in_type,
    index_type,
    largest_type,
    rational,
    small_values,
    term_type,
)
from pytest_faithform.lean.surds import Surd

__all__ = ["comparisons", "compile_proposition", "evaluate", "quantifier_values"]

Term = Callable[[Env], Value]
Proposition = Callable[[Env], bool]

QUANTIFIER_REACH = 24
MAX_ARGUMENT = 2_000
MAX_RECURSION = 60
MAX_TERMS = 3_000


def compile_proposition(node: Node, types: Types) -> Proposition:
    """A function of the free variables' values. Raises Unreadable here or, for what only shows then, when called."""
    op = node.op
    if op in ("true", "false"):
        return lambda env: op == "true"
    if op in ("=", "≠", "<", "≤", "∣"):
        return _compile_relation(node, types)
    if op in ("∀", "∃"):
        return _compile_quantifier(node, types)
    if op == "pred":
        return _compile_predicate(node, types)
    if op == "mod":
        where = "Int" if node.text == "ZMOD" else "Nat"
        a, b, modulus = (_compile(arg, where, types) for arg in node.args)
        return lambda env: modulo(a(env), modulus(env)) == modulo(b(env), modulus(env))
    if op not in ("∧", "∨", "→", "↔", "¬"):
        raise Unreadable(f"no proposition: {op}")
    parts = [compile_proposition(arg, types) for arg in node.args]
    first, last = parts[0], parts[-1]
    if op == "∧":
        return lambda env: first(env) and last(env)
    if op == "∨":
        return lambda env: first(env) or last(env)
    if op == "→":
        return lambda env: not first(env) or last(env)
    if op == "↔":
        return lambda env: first(env) == last(env)
    return lambda env: not first(env)


def evaluate(node: Node, types: Types, env: Env, where: str = "") -> Value:
    """The value of a term in the type `where`, by default its own. Raises Unreadable."""
    return _compile(node, where or term_type(node, types) or "Nat", types)(env)


def _compile_relation(node: Node, types: Types) -> Proposition:
    where = largest_type(term_type(arg, types) for arg in node.args) or "Nat"
    left, right = (_compile(arg, where, types) for arg in node.args)
    if node.op == "=":
        return lambda env: left(env) == right(env)
    if node.op == "≠":
        return lambda env: left(env) != right(env)
    if node.op == "<":
        return lambda env: left(env) < right(env)
    if node.op == "≤":
        return lambda env: left(env) <= right(env)
    if where in FIELDS:
        raise Unreadable("divisibility of rationals")
    return lambda env: divides(left(env), right(env))


def _compile_predicate(node: Node, types: Types) -> Proposition:
    where = largest_type(term_type(arg, types) for arg in node.args) or "Nat"
    if where not in ("Nat", "Int") or (where == "Int" and node.text.startswith("Nat.")):
        raise Unreadable(f"{node.text} on {where}")
    args = [_compile(arg, where, types) for arg in node.args]
    predicate = PREDICATES[node.text]
    return lambda env: predicate(*(int(rational(arg(env))) for arg in args))


def _compile_quantifier(node: Node, types: Types) -> Proposition:
    (body,) = node.args
    name = node.text
    inner_types = types.adding({name: node.type or guess_type(name, body, types)})
    inner = compile_proposition(body, inner_types)
    # Most are settled by these, and what else to try takes time to find.
    first = small_values(inner_types[name], 2)

    def values(env: Env) -> Iterator[Value]:
        yield from first
        yield from quantifier_values(name, body, inner_types, env)

    if node.op == "∃":
        return lambda env: any(inner({**env, name: v}) for v in values(env))
    return lambda env: all(inner({**env, name: v}) for v in values(env))


def quantifier_values(name: str, body: Node, types: Types, env: Env) -> list[Value]:
    """What a bound variable is tried on: where the comparisons of its body turn, then values near zero."""
    found: dict[Value, None] = {}
    known = {other: value for other, value in env.items() if other != name}
    for relation in comparisons(body):
        p = polynomials.difference(relation, types, known)
        if p is not None and polynomials.variables_of(p) == {name}:
            found.update((v, None) for root in polynomials.roots(p) if (v := in_type(root, types[name])) is not None)
    found.update((v, None) for v in small_values(types[name], QUANTIFIER_REACH))
    return list(found)


def comparisons(node: Node) -> Iterator[Node]:
    """The comparisons outside quantifiers."""
    if node.op in ("=", "≠", "<", "≤"):
        yield node
    elif node.op in ("∧", "∨", "¬", "→", "↔"):
        for arg in node.args:
            yield from comparisons(arg)


def _compile(node: Node, where: str, types: Types) -> Term:
    """The term computed in the type `where`, its leaves coerced there."""
    op = node.op
    if op == "num":
        return _constant(node.text, where)
    if op == "var":
        if node.text not in types:
            raise Unreadable(f"{node.text} has no known type")
        return _cast(lambda env: env[node.text], types[node.text], where)
    if op == "asc":
        inside = node.type or term_type(node.args[0], types) or "Nat"
        return _cast(_compile(node.args[0], inside, types), inside, where)
    if op == "ite":
        condition = compile_proposition(node.args[0], types)
        yes, no = (_compile(arg, where, types) for arg in node.args[1:])
        return lambda env: yes(env) if condition(env) else no(env)
    if op == "inv":
        if where not in FIELDS:
            raise Unreadable("an inverse outside a field")
        (inner,) = (_compile(arg, where, types) for arg in node.args)
        return lambda env: divide(where)(Fraction(1), inner(env))
    if op in ("∑", "∏"):
        return _compile_sum(node, where, types)
    if op == "neg":
        if where in LEAST:
            raise Unreadable(f"negation on {where}")
        (inner,) = (_compile(arg, where, types) for arg in node.args)
        return lambda env: -inner(env)
    if op == "app":
        return _compile_application(node, where, types)
    if op == "call":
        return _compile_call(node, where, types)
    if op == "^":
        return _compile_power(node, where, types)
    if op in OPERATIONS:
        left, right = (_compile(arg, where, types) for arg in node.args)
        operation = OPERATIONS[op](where)
        return lambda env: operation(left(env), right(env))
    raise Unreadable(f"no term: {op}")


def _constant(text: str, where: str) -> Term:
    value: Value = Fraction(text) if where in FIELDS else int(text) if text.isdigit() else _no_integer(text)
    return lambda env: value


def _no_integer(text: str) -> int:
    raise Unreadable(f"{text} outside Rat")


def _cast(term: Term, source: str, target: str) -> Term:
    if ORDER.index(source) > ORDER.index(target):
        raise Unreadable(f"{source} used as {target}")
    if target in FIELDS and source not in FIELDS:
        return lambda env: rational(term(env))
    return term


def _compile_power(node: Node, where: str, types: Types) -> Term:
    exponent_type = term_type(node.args[1], types) or "Nat"
    if exponent_type == where == "Real":
        base, exponent = (_compile(arg, where, types) for arg in node.args)
        return lambda env: real_power(base(env), exponent(env))
    if exponent_type in FIELDS or (exponent_type == "Int" and where not in FIELDS):
        raise Unreadable("exponent")
    base, exponent = _compile(node.args[0], where, types), _compile(node.args[1], exponent_type, types)
    return lambda env: power(base(env), exponent(env))


def _compile_application(node: Node, where: str, types: Types) -> Term:
    name = node.text
    if name == "abs":
        if where in LEAST:
            raise Unreadable(f"|x| on {where}")
        (inner,) = (_compile(arg, where, types) for arg in node.args)
        return lambda env: absolute(inner(env))
    if name in ("Rat.num", "Rat.den"):
        (inner,) = (_compile(arg, "Rat", types) for arg in node.args)
        return _cast(lambda env: getattr(rational(inner(env)), FRACTION[name]), RESULT_TYPE[name], where)
    if name in ROUNDING:
        source = term_type(node.args[0], types) or "Nat"
        rounded, (inner,) = ROUNDING[name], (_compile(arg, source, types) for arg in node.args)
        return _cast(lambda env: rounded(inner(env)), RESULT_TYPE[name], where)
    if name == "Real.sqrt":
        (inner,) = (_compile(arg, "Real", types) for arg in node.args)
        return _cast(lambda env: square_root(inner(env)), "Real", where)
    if name in ("max", "min"):
        left, right = (_compile(arg, where, types) for arg in node.args)
        pick = max if name == "max" else min
        return lambda env: pick(left(env), right(env))
    inside = "Int" if name.startswith("Int.") and name != "Int.ofNat" else "Nat"
    if name.startswith("."):
        inside = largest_type(term_type(arg, types) for arg in node.args) or "Nat"
        if inside not in ("Nat", "Int"):
            raise Unreadable(f"{name} on {inside}")
    args = [_compile(arg, inside, types) for arg in node.args]
    function = FUNCTIONS[name]
    return _cast(lambda env: function(*(int(rational(arg(env))) for arg in args)), RESULT_TYPE[name], where)


def _compile_sum(node: Node, where: str, types: Types) -> Term:
    index = index_type(node, types)
    if index not in ("Nat", "Int"):
        raise Unreadable(f"a sum over {index}")
    lower, upper = (_compile(arg, index, types) for arg in node.args[:2])
    body = _compile(node.args[2], where, types.adding({node.text: index}))
    left_out = (
        node.type in ("Finset.Ioc", "Finset.Ioo"),
        node.type in ("Finset.range", "Finset.Ico", "Finset.Ioo", "Finset.Iio"),
    )

    def value(env: Env) -> Value:
        first, last = int(rational(lower(env))) + left_out[0], int(rational(upper(env))) - left_out[1]
        if last - first > MAX_TERMS:
            raise Unreadable("too long a sum")
        total: Value = 1 if node.op == "∏" else 0
        for k in range(first, last + 1):
            term = body({**env, node.text: k})
            total = total * term if node.op == "∏" else total + term
            if not isinstance(total, Surd) and int(total.numerator).bit_length() > MAX_BITS:
                raise Unreadable("too large a sum")
        return Fraction(total) if where in FIELDS and isinstance(total, int) else total

    return _once(value) if not free_variables(node) else value


def _once(term: Term) -> Term:
    """A term without variables, computed when it is first asked for."""
    found: list[Value] = []

    def value(env: Env) -> Value:
        if not found:
            found.append(term(env))
        return found[0]

    return value


def _compile_call(node: Node, where: str, types: Types) -> Term:
    function = types.functions.get(node.text)
    if function is None or not function.cases:
        raise Unreadable(f"nothing is known of {node.text}")
    args = [_compile(arg, kind, types) for arg, kind in zip(node.args, function.domain, strict=True)]
    evaluator: _Evaluator = types.evaluators.setdefault(node.text, _Evaluator(function, types))
    return _cast(lambda env: evaluator(env, tuple(arg(env) for arg in args)), function.result, where)


class _Evaluator:
    """A defined function on exact values; the variables around it are those of the call."""

    def __init__(self, function: Function, types: Types) -> None:
        self.function = function
        self.types = types
        self.depth = 0
        self.bodies: list[Term | None] = [None] * len(function.cases)
        self.memo: dict[tuple[Value, ...], Value] = {}
        inside = [{n for p in case.patterns for n in free_variables(p)} for case in function.cases]
        self.is_closed = all(free_variables(c.body) <= names for c, names in zip(function.cases, inside, strict=True))

    def __call__(self, env: Env, args: tuple[Value, ...]) -> Value:
        if self.is_closed and args in self.memo:
            return self.memo[args]
        largest = args[0] if len(args) == 1 else 0
        if self.is_closed and self.depth == 0 and isinstance(largest, int) and 0 < largest <= MAX_ARGUMENT:
            # From below, so that recursion finds its values ready.
            for smaller in range(largest):
                self.value(env, (smaller,))
        return self.value(env, args)

    def value(self, env: Env, args: tuple[Value, ...]) -> Value:
        if self.depth > MAX_RECURSION:
            raise Unreadable("recursion goes too deep")
        self.depth += 1
        try:
            result = self.by_cases(env, args)
        finally:
            self.depth -= 1
        if self.is_closed and len(self.memo) < MAX_ARGUMENT:
            self.memo[args] = result
        return result

    def by_cases(self, env: Env, args: tuple[Value, ...]) -> Value:
        for at, case in enumerate(self.function.cases):
            bound = _matched(case.patterns, args)
            if bound is not None:
                body = self.bodies[at] or self.compiled(at)
                return body({**env, **bound})
        raise Unreadable("no case applies")

    def compiled(self, at: int) -> Term:
        # Not before it is needed: the body may call the function itself.
        case, domain = self.function.cases[at], self.function.domain
        kinds = {n: kind for p, kind in zip(case.patterns, domain, strict=True) for n in free_variables(p)}
        body = _compile(case.body, self.function.result, self.types.adding(kinds))
        self.bodies[at] = body
        return body


def _matched(patterns: Sequence[Node], args: Sequence[Value]) -> dict[str, Value] | None:
    bound: dict[str, Value] = {}
    for pattern, value in zip(patterns, args, strict=True):
        if pattern.op == "num":
            if value != int(pattern.text):
                return None
        elif pattern.op == "var":
            bound[pattern.text] = value
        else:
            name, shift = pattern.args[0].text, int(pattern.args[1].text)
            if value < shift:
                return None
            bound[name] = value - shift
    return bound
