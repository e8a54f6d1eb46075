"""The normal form: when do a LaTeX formula and a Lean term say the same thing?

Two expressions have the same key exactly when they agree up to: number formats (6.5 = 13/2, 25 % = 1/4), order of
sums and products, signs pushed into sums, `/` against fractions and inverses, `√x` against `x^(1/2)`, sides of a
relation (`a > b` is `b < a`), the sign inside `|…|` and even powers (`|3 - x|` is `|x - 3|`), `¬ a ≤ b` against
`b < a`, `m ∣ a` against `a ≡ 0 [MOD m]` and `a % m = 0`, names of bound
variables. Numbers are never computed with: `2 · 3` keeps its two places and is not `6` (SPEC c.4 decides by place).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from pytest_faithform.judges.nodes import FLIPPED, SYMMETRIC, Node
from pytest_faithform.judges.sums import from_one

__all__ = ["Forms"]

Struct = tuple[Any, ...]
_NEGATED = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">", "∈": "∉", "∉": "∈"}
_MAX_BINDERS = 4
_MAX_HEIGHT = 100  # operators inside one another; keeps hostile nesting off the interpreter's stack


class Forms:
    """Keys of expressions: `key(a) == key(b)` iff the normal forms agree. Keys are small integers of this object only.

    `rename` maps every variable name before comparison (case folding, or all to one); `blank` makes all whole literals
    alike, so that keys tell shapes. Linear in the tree apart from
    sorting; `opaque` nodes and binders nested too deep get a fresh key, equal to nothing.
    """

    def __init__(self, rename: Callable[[str], str] | None = None, *, blank: bool = False) -> None:
        self._rename = rename
        self._blank = blank
        self._ids: dict[Struct, int] = {}
        self._structs: list[Struct] = []
        self._memo: dict[Node, int] = {}
        self._height = 0

    def key(self, node: Node) -> int:
        known = self._memo.get(node)
        return self._key(node, _UNBOUND) if known is None else known

    def rearranged(self, node: Node) -> int | None:
        """The key of a relation with all additive terms on one side: `2x = 9 - 3` and `2x + 3 = 9` agree.

        None for anything but `= ≠ < ≤ > ≥` between expressions.
        """
        if node.op != "rel" or node.name not in FLIPPED:
            return None
        left, right, name = *node.args, node.name
        if name in ">≥":
            left, right, name = right, left, FLIPPED[name]
        terms = self._terms(self.key(left)) + [(-sign, key) for sign, key in self._terms(self.key(right))]
        terms = sorted(term for term in terms if self._structs[term[1]] != ("n", 0))
        if name in SYMMETRIC:
            terms = min(terms, sorted((-sign, key) for sign, key in terms))
        return self._intern(("moved", name, tuple(terms)))

    def _intern(self, struct: Struct) -> int:
        found = self._ids.get(struct)
        if found is None:
            found = self._ids[struct] = len(self._structs)
            self._structs.append(struct)
        return found

    def _fresh(self) -> int:
        return self._intern(("opaque", len(self._structs)))

    def _key(self, node: Node, env: Mapping[str, str]) -> int:
        if not env:
            known = self._memo.get(node)
            if known is not None:
                return known
        if self._height >= _MAX_HEIGHT:
            return self._fresh()
        self._height += 1
        result: int = _MAKERS.get(node.op, Forms._plain)(self, node, env)
        self._height -= 1
        if not env:
            self._memo[node] = result
        return result

    def _plain(self, node: Node, env: Mapping[str, str]) -> int:
        return self._intern((node.op, node.name, *(self._key(a, env) for a in node.args)))

    def _of_opaque(self, node: Node, env: Mapping[str, str]) -> int:
        return self._fresh()

    _of_hole = _of_opaque

    def _of_num(self, node: Node, env: Mapping[str, str]) -> int:
        assert node.value is not None
        return self._literal(node.value)

    def _literal(self, value: Fraction) -> int:
        # Comparing fractions takes many times as long as comparing their integers.
        numerator = value.numerator
        if numerator < 0:
            return self._negate(self._literal(-value))
        if value.denominator == 1:
            return self._intern(("n", None if self._blank else numerator))
        return self._product(
            1, [(1, self._literal(Fraction(value.numerator))), (-1, self._literal(Fraction(value.denominator)))]
        )

    def _of_var(self, node: Node, env: Mapping[str, str]) -> int:
        if node.name in env:
            return self._intern(("bound", env[node.name]))
        return self._intern(("var", self._rename(node.name) if self._rename else node.name))

    def _negate(self, key: int) -> int:
        struct = self._structs[key]
        if struct[0] == "neg":
            return int(struct[1])
        if struct[0] == "sum":
            return self._sum([(-sign, term) for sign, term in struct[1]])
        if struct == ("n", 0):
            return key
        return self._intern(("neg", key))

    def _of_neg(self, node: Node, env: Mapping[str, str]) -> int:
        return self._negate(self._key(node.args[0], env))

    def _terms(self, key: int) -> list[tuple[int, int]]:
        struct = self._structs[key]
        if struct[0] == "sum":
            return list(struct[1])
        return [(-1, int(struct[1]))] if struct[0] == "neg" else [(1, key)]

    def _sum(self, terms: list[tuple[int, int]]) -> int:
        if len(terms) == 1:
            sign, key = terms[0]
            return key if sign > 0 else self._negate(key)
        return self._intern(("sum", tuple(sorted(terms))))

    def _of_sum(self, node: Node, env: Mapping[str, str]) -> int:
        return self._sum([term for arg in node.args for term in self._terms(self._key(arg, env))])

    def _factors(self, key: int) -> tuple[int, list[tuple[int, int]]]:
        struct = self._structs[key]
        if struct[0] == "neg":
            sign, factors = self._factors(int(struct[1]))
            return -sign, factors
        return (1, list(struct[1])) if struct[0] == "prod" else (1, [(1, key)])

    def _of_prod(self, node: Node, env: Mapping[str, str]) -> int:
        sign = 1
        factors: list[tuple[int, int]] = []
        for arg in node.args:
            turned, more = self._factors(self._key(arg, env))
            sign *= turned
            factors.extend(more)
        return self._product(sign, factors)

    def _of_inv(self, node: Node, env: Mapping[str, str]) -> int:
        sign, factors = self._factors(self._key(node.args[0], env))
        return self._product(sign, [(-power, key) for power, key in factors])

    def _of_percent(self, node: Node, env: Mapping[str, str]) -> int:
        sign, factors = self._factors(self._key(node.args[0], env))
        return self._product(sign, [*factors, (-1, self._literal(Fraction(100)))])

    def _product(self, sign: int, factors: list[tuple[int, int]]) -> int:
        if any(power < 0 for power, _ in factors):
            factors = self._reduced(factors)
            one = self._intern(("n", 1))
            factors = [factor for factor in factors if factor != (1, one)]
        single = len(factors) == 1 and factors[0][0] > 0
        key = factors[0][1] if single else self._intern(("prod", tuple(sorted(factors))))
        return key if sign > 0 else self._negate(key)

    def _reduced(self, factors: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """One literal over one literal in lowest terms, unless it is whole (8/2 is a computation, not a number)."""
        if self._blank:
            return factors
        literal = {
            power: [
                (i, self._structs[key][1])
                for i, (p, key) in enumerate(factors)
                if p == power and self._structs[key][0] == "n"
            ]
            for power in (1, -1)
        }
        if not (len(literal[1]) == len(literal[-1]) == 1):
            return factors
        (i, top), (j, bottom) = literal[1][0], literal[-1][0]
        if not bottom or top % bottom == 0 or gcd(top, bottom) == 1:
            return factors
        ratio = Fraction(top, bottom)
        changed = list(factors)
        changed[i] = (1, self._intern(("n", ratio.numerator)))
        changed[j] = (-1, self._intern(("n", ratio.denominator)))
        return changed

    def _of_pow(self, node: Node, env: Mapping[str, str]) -> int:
        base, exponent = (self._key(a, env) for a in node.args)
        struct = self._structs[exponent]
        if struct[0] == "neg" and self._structs[struct[1]][0] == "n":
            positive = int(struct[1])
            raised = base if self._structs[positive] == ("n", 1) else self._intern(("pow", base, positive))
            sign, factors = self._factors(raised)
            return self._product(sign, [(-power, key) for power, key in factors])
        if self._structs[base] == ("var", "e"):
            return self._intern(("call", "exp", exponent))
        if struct[0] == "n" and struct[1] and struct[1] % 2 == 0:
            base = self._either_sign(base)
        return self._intern(("pow", base, exponent))

    def _either_sign(self, key: int) -> int:
        """One key for a term and its negation."""
        struct = self._structs[key]
        if struct[0] == "neg":
            return int(struct[1])
        return min(key, self._negate(key)) if struct[0] == "sum" else key

    def _of_call(self, node: Node, env: Mapping[str, str]) -> int:
        keys = [self._key(a, env) for a in node.args]
        if node.name == "sqrt" and len(keys) == 1:
            return self._intern(("pow", keys[0], self._literal(Fraction(1, 2))))
        if node.name == "root" and len(keys) == 2:
            sign, factors = self._factors(keys[0])
            return self._intern(("pow", keys[1], self._product(sign, [(-power, key) for power, key in factors])))
        if node.name == "log_" and len(keys) == 2:
            base, value = (self._intern(("call", "log", key)) for key in keys)
            return self._product(1, [(1, value), (-1, base)])
        if node.name == "abs" and len(keys) == 1:
            keys = [self._either_sign(keys[0])]
        if node.name in ("gcd", "lcm", "max", "min"):
            keys.sort()
        return self._intern(("call", node.name, *keys))

    def _of_app(self, node: Node, env: Mapping[str, str]) -> int:
        args = node.args[1].args if len(node.args) == 2 and node.args[1].op == "tuple" else node.args[1:]
        head = self._structs[self._key(node.args[0], env)]
        if head == ("var", "dist") and len(args) == 2:
            one, other = (self._key(a, env) for a in args)
            return self._intern(
                ("call", "abs", self._either_sign(self._sum(self._terms(one) + self._terms(self._negate(other)))))
            )
        prefix = head[1:] if head[0] == "app" else (self._key(node.args[0], env),)
        return self._intern(("app", *prefix, *(self._key(a, env) for a in args)))

    def _of_rel(self, node: Node, env: Mapping[str, str]) -> int:
        name, left, right = node.name, *(self._key(a, env) for a in node.args)
        return self._relation(name, left, right)

    def _relation(self, name: str, left: int, right: int) -> int:
        if name in (">", "≥"):
            name, left, right = FLIPPED[name], right, left
        if name == "=":
            for one, other in ((left, right), (right, left)):
                if self._structs[one][0] == "mod":
                    _, value, modulus = self._structs[one]
                    rest = self._structs[other]
                    return self._congruence(
                        value, rest[1] if rest[0] == "mod" and rest[2] == modulus else other, modulus
                    )
        if name in SYMMETRIC:
            left, right = sorted((left, right))
        return self._intern(("rel", name, left, right))

    def _of_mod(self, node: Node, env: Mapping[str, str]) -> int:
        return self._intern(("mod", *(self._key(a, env) for a in node.args)))

    def _of_congr(self, node: Node, env: Mapping[str, str]) -> int:
        left, right, modulus = (self._key(a, env) for a in node.args)
        return self._congruence(left, right, modulus)

    def _congruence(self, left: int, right: int, modulus: int) -> int:
        return self._intern(("congr", *sorted((left, right)), modulus))

    def _of_dvd(self, node: Node, env: Mapping[str, str]) -> int:
        divisor, value = (self._key(a, env) for a in node.args)
        return self._congruence(value, self._literal(Fraction(0)), divisor)

    def _unordered(self, node: Node, env: Mapping[str, str]) -> int:
        keys: list[int] = []
        for arg in node.args:
            key = self._key(arg, env)
            struct = self._structs[key]
            keys.extend(struct[1:] if struct[0] == node.op and node.op in ("and", "or") else [key])
        keys = sorted(set(keys)) if node.op in ("and", "or") else sorted(keys)
        return keys[0] if len(keys) == 1 and node.op in ("and", "or") else self._intern((node.op, *keys))

    _of_and = _of_or = _of_iff = _of_set = _unordered

    def _of_not(self, node: Node, env: Mapping[str, str]) -> int:
        inner = node.args[0]
        if inner.op == "rel" and inner.name in _NEGATED:
            return self._key(Node("rel", inner.args, inner.start, inner.end, _NEGATED[inner.name]), env)
        if inner.op == "not":
            return self._key(inner.args[0], env)
        return self._plain(node, env)

    def _binder(self, node: Node, env: Mapping[str, str]) -> int:
        if len(env) + len(node.bound) > _MAX_BINDERS:
            return self._fresh()
        node = from_one(node)
        *outer, body = node.args
        inner = {**env, **{name: f"{len(env) + i}" for i, name in enumerate(node.bound)}}
        return self._intern(
            (node.op, node.name, len(node.bound), *(self._key(a, env) for a in outer), self._key(body, inner))
        )

    _of_forall = _of_exists = _of_lam = _of_big = _binder


_UNBOUND: Mapping[str, str] = {}
_MAKERS = {name.removeprefix("_of_"): maker for name, maker in vars(Forms).items() if name.startswith("_of_")}
