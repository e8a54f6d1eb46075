"""Whether two formulas say the same in other words.

Two formulas may have the same solutions and be two problems: `2x = 10` and `3x + 65 = 80`. So the certificate of an
equivalence (SPEC b.8) counts only where the one is the other with its words changed: negations drawn inwards, divisibility
and remainders told in one another's terms, terms put in another order or moved to the other side, a factor distributed over a
sum, `<` of integers for `≤`. No number is computed with: `x = 3 * 4` and `x = 20 - 8` are different data.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count, product

from pytest_faithform.lean.arith import COMPARISONS, SUMS, Node, Unreadable, free_variables, substituted
from pytest_faithform.lean.numbers import FIELDS, LEAST, Types, guess_type, index_type, term_type, type_of

__all__ = ["quotients", "same_words"]

_INTEGERS = ("Nat", "Int")
_TURNED = {"<": "≤", "≤": "<"}
_DUAL = {"∀": "∃", "∃": "∀"}
_LOGIC = ("∧", "∨", "¬", "→", "↔")
MAX_SUMMANDS = 60

# Each monomial, as its sorted factors, with how often it is added.
Sum = Counter[tuple[str, ...]]


def same_words(mine: Node, yours: Node, types: Types) -> bool:
    """Whether one formula is the other in other words; `types` are of the variables of both. What cannot be read is not."""
    try:
        return _same(_plain(mine, types), _plain(yours, types), types, count())
    except Unreadable:
        return False


def quotients(node: Node, types: Types) -> list[Node]:
    """What divided by what: the witness of each `∃ k, n = 2 * k + 1` in the formula."""
    found = _as_remainder(node, types) if node.op == "∃" else None
    here = [Node("/", found.args[0].args)] if found is not None else []
    return here + [one for arg in node.args if node.op in ("¬", "∧", "∨", "→", "↔") for one in quotients(arg, types)]


def _same(mine: Node, yours: Node, types: Types, fresh: count[int]) -> bool:
    if mine.op in COMPARISONS:
        return yours.op in COMPARISONS and _same_relation(mine, yours, types)
    if mine.op != yours.op or (mine.text != yours.text and mine.op not in ("∀", "∃")):
        return False
    if mine.op in ("∀", "∃"):
        kinds = [node.type or guess_type(node.text, node.args[0], types) for node in (mine, yours)]
        name = f"ffv{next(fresh)}"
        one, other = (substituted(node.args[0], {node.text: Node("var", (), name)}) for node in (mine, yours))
        return kinds[0] == kinds[1] and _same(one, other, types.adding({name: kinds[0]}), fresh)
    if mine.op in ("∧", "∨", "↔"):
        left, right = (_parts(node, mine.op) if mine.op != "↔" else list(node.args) for node in (mine, yours))
        for one in left:
            same = next((other for other in right if _same(one, other, types, fresh)), None)
            if same is None:
                return False
            right.remove(same)
        return not right
    if mine.op in _LOGIC:
        return all(_same(*pair, types, fresh) for pair in zip(mine.args, yours.args, strict=True))
    if len(mine.args) != len(yours.args):
        return False
    where = _type_of(mine, types)
    return all(_sum(a, where, types) == _sum(b, where, types) for a, b in zip(mine.args, yours.args, strict=True))


def _parts(node: Node, op: str) -> list[Node]:
    return [part for arg in node.args for part in _parts(arg, op)] if node.op == op else [node]


def _same_relation(mine: Node, yours: Node, types: Types) -> bool:
    where = _type_of(mine, types)
    if where != _type_of(yours, types):
        return False
    (a, b), (c, d) = ([_sum(arg, where, types) for arg in node.args] for node in (mine, yours))
    if mine.op == "∣":
        return yours.op == "∣" and (a, b) == (c, d)
    first, second = _added(a, b, -1), _added(c, d, -1)
    if mine.op == yours.op:
        return first == second or (mine.op in ("=", "≠") and first == _added(Counter(), second, -1))
    if where not in _INTEGERS or {mine.op, yours.op} != {"<", "≤"}:
        return False
    return _is_one(_added(second, first, -1) if mine.op == "<" else _added(first, second, -1))


def _type_of(node: Node, types: Types) -> str:
    where = type_of(node.args, types)
    if where is None:
        raise Unreadable("a name of unknown type")
    return where


def _is_one(step: Sum) -> bool:
    """Whether the sum is `1`, or a number less the one before it."""
    if any(len(monomial) > 1 or abs(times) != 1 for monomial, times in step.items()):
        return False
    values = [(_numeral(*monomial) if monomial else Fraction(1), times) for monomial, times in step.items()]
    total = sum(value * times for value, times in values if value is not None)
    return 0 < len(values) <= 2 and total == 1 and all(value is not None for value, _ in values)


def _sum(node: Node, where: str | None, types: Types) -> Sum:
    """The term as a sum of products, computed in the type `where`, with the numbers left as they are."""
    op = node.op
    if op == "num":
        value = Fraction(node.text)
        return Counter() if value == 0 else Counter({() if value == 1 else (str(value),): 1})
    if op == "asc" and (node.type == where or node.args[0].op == "num"):
        return _sum(node.args[0], where, types)
    if op == "neg" and where not in LEAST:
        return _added(Counter(), _sum(node.args[0], where, types), -1)
    if op == "+" or (op == "-" and where not in LEAST):
        left, right = (_sum(arg, where, types) for arg in node.args)
        return _added(left, right, 1 if op == "+" else -1)
    if op == "*":
        return _multiplied(*(_sum(arg, where, types) for arg in node.args))
    if op == "/" and where in FIELDS:
        return _multiplied(_sum(node.args[0], where, types), _inverse(_sum(node.args[1], where, types)))
    if op == "inv" and where in FIELDS:
        return _inverse(_sum(node.args[0], where, types))
    if op == "^" and node.args[1].op == "num" and node.args[1].text in ("2", "3"):
        base = _sum(node.args[0], where, types)
        square = _multiplied(base, base)
        return square if node.args[1].text == "2" else _multiplied(square, base)
    return Counter({(_atom(node, where, types),): 1})


def _atom(node: Node, where: str | None, types: Types) -> str:
    if node.op == "var":
        return node.text
    if node.op in ("true", "false", "ite") or node.is_proposition:
        raise Unreadable(node.op)
    if node.op in SUMS:
        inner = types.adding({"ffi": index_type(node, types)})
        body = substituted(node.args[2], {node.text: Node("var", (), "ffi")})
        args = [_text(_sum(arg, index_type(node, types), types)) for arg in node.args[:2]]
        return f"({node.op} {node.type} {' '.join(args)} {_text(_sum(body, where, inner))})"
    sums = [_sum(arg, term_type(arg, types) or where, types) for arg in node.args]
    if node.text == "abs":
        sums = [min(sums[0], _added(Counter(), sums[0], -1), key=_text)]
    return f"({node.op}{node.text}{node.type} {' '.join(map(_text, sums))})"


def _text(found: Sum) -> str:
    return " + ".join(f"{times}[{' '.join(monomial)}]" for monomial, times in sorted(found.items()))


def _added(left: Sum, right: Sum, sign: int) -> Sum:
    found = Counter(left)
    for monomial, times in right.items():
        found[monomial] += sign * times
    return Counter({monomial: times for monomial, times in found.items() if times})


def _multiplied(left: Sum, right: Sum) -> Sum:
    """A product of two sums stays one: to multiply out is a step of a proof."""
    if len(left) > 1 and len(right) > 1:
        return Counter({tuple(sorted(f"({_text(found)})" for found in (left, right))): 1})
    found: Sum = Counter()
    for (one, times), (other, more) in product(left.items(), right.items()):
        found = _added(found, _part_of_a_whole((*one, *other)), times * more)
    if len(found) > MAX_SUMMANDS:
        raise Unreadable("too long")
    return found


def _part_of_a_whole(factors: tuple[str, ...]) -> Sum:
    """The product with its fraction as one number, and of two parts of a whole the smaller: of p, `80/100` are what `20/100`
    leave."""
    values = [value for factor in factors if (value := _numeral(factor)) is not None]
    rest = [factor for factor in factors if _numeral(factor) is None]
    if len(values) == 2 and _is_fraction(*sorted(values, key=lambda value: value.denominator)):
        values = [values[0] * values[1]]
    if rest and len(values) == 1 and Fraction(1, 2) < values[0] < 1:
        return Counter({tuple(sorted(rest)): 1, tuple(sorted([*rest, str(1 - values[0])])): -1})
    return Counter({tuple(sorted([*rest, *(str(value) for value in values if value != 1)])): 1})


def _is_fraction(whole: Fraction, part: Fraction) -> bool:
    """Whether `whole * part` is a fraction in its lowest terms, or a decimal; `8 / 2` is a computation."""
    if whole.denominator != 1 or part.numerator != 1 or part.denominator == 1:
        return False
    value = whole * part
    return value.denominator == part.denominator or (part.denominator in (10, 100, 1000) and value.denominator != 1)


def _inverse(found: Sum) -> Sum:
    if len(found) == 1:
        ((monomial, times),) = found.items()
        if abs(times) == 1:
            numerals = [_numeral(factor) for factor in monomial]
            inverted = [
                f"({factor})⁻¹" if value is None else str(1 / value)
                for factor, value in zip(monomial, numerals, strict=True)
            ]
            return Counter({tuple(sorted(inverted)): times})
    return Counter({(f"({_text(found)})⁻¹",): 1})


def _numeral(factor: str = "") -> Fraction | None:
    return Fraction(factor) if factor[:1].isdigit() else None


def _plain(node: Node, types: Types) -> Node:
    """The formula in one of the ways to word it: negations inside, one premise after the other, remainders for divisors."""
    op, args = node.op, node.args
    if op == "¬":
        return _negated(args[0], types)
    if op in ("∀", "∃"):
        inner = types.adding({node.text: node.type or guess_type(node.text, args[0], types)})
        return _as_remainder(node, types) or Node(op, (_plain(args[0], inner),), node.text, node.type)
    if op == "→":
        if args[1].op == "false":
            return _negated(args[0], types)
        conclusion = _plain(args[1], types)
        for part in reversed(_parts(_plain(args[0], types), "∧")):
            conclusion = Node("→", (part, conclusion))
        return conclusion
    if op in _LOGIC:
        return Node(op, tuple(_plain(arg, types) for arg in args))
    if op == "pred" and node.text in ("Even", "Odd"):
        return _remainder(args[0], "2", "0" if node.text == "Even" else "1")
    if op == "∣" and args[0].op == "num":
        return _remainder(args[1], args[0].text, "0")
    if op == "mod":
        smaller = all(arg.op == "num" for arg in args[1:]) and int(args[1].text) < int(args[2].text)
        return Node("=", (Node("%", (args[0], args[2])), args[1] if smaller else Node("%", (args[1], args[2]))))
    if op == "≠":
        return _unequal(node, types)
    return node


def _negated(node: Node, types: Types) -> Node:
    op, args = node.op, node.args
    if op == "¬":
        return _plain(args[0], types)
    if op in _DUAL:
        plain = _as_remainder(node, types)
        if plain is not None:
            return _negated(plain, types)
        inner = types.adding({node.text: node.type or guess_type(node.text, args[0], types)})
        return Node(_DUAL[op], (_negated(args[0], inner),), node.text, node.type)
    if op == "∧":
        return _plain(Node("→", (args[0], Node("¬", (args[1],)))), types)
    if op == "∨":
        return Node("∧", tuple(_negated(arg, types) for arg in args))
    if op == "→":
        return Node("∧", (_plain(args[0], types), _negated(args[1], types)))
    if op in _TURNED:
        return Node(_TURNED[op], args[::-1])
    if op == "≠":
        return Node("=", args)
    if op == "=":
        return _unequal(Node("≠", args), types)
    plain = _plain(node, types)
    return _negated(plain, types) if plain != node else Node("¬", (plain,))


def _unequal(node: Node, types: Types) -> Node:
    left, right = node.args
    if left.op == "%" and left.args[1] == Node("num", (), "2") and right.op == "num" and right.text in ("0", "1"):
        return Node("=", (left, Node("num", (), "1" if right.text == "0" else "0")))
    for one, other in ((left, right), (right, left)):
        if other == Node("num", (), "0") and type_of(node.args, types) == "Nat":
            return Node("<", (other, one))
    return node


def _remainder(term: Node, divisor: str, rest: str) -> Node:
    return Node("=", (Node("%", (term, Node("num", (), divisor))), Node("num", (), rest)))


def _as_remainder(node: Node, types: Types) -> Node | None:
    """`∃ k, n = 2 * k + 1` as `n % 2 = 1`."""
    (body,) = node.args
    if node.op != "∃" or body.op != "=":
        return None
    for term, multiple in (body.args, body.args[::-1]):
        if node.text in free_variables(term) or term_type(term, types) != (node.type or term_type(term, types)):
            continue
        if term_type(term, types) not in _INTEGERS:
            continue
        rest = "0"
        if multiple.op == "+" and multiple.args[1].op == "num":
            multiple, rest = multiple.args[0], multiple.args[1].text
        k = Node("var", (), node.text)
        if multiple == Node("+", (k, k)):
            multiple = Node("*", (Node("num", (), "2"), k))
        factors = [arg.text for arg in multiple.args if arg.op == "num"] if multiple.op == "*" else []
        if len(factors) == 1 and k in multiple.args and int(rest) < int(factors[0]):
            return _remainder(term, factors[0], rest)
    return None
