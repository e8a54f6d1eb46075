"""Relations between sums, each term with its sign: what changes only its side, its place or its spelling.

A term that moves to the other side takes nothing with it. So nothing is cancelled, no like terms are put together, no 0 or 1
falls away but the one that a side is or that a distributed factor leaves, and no number is computed; a term on both sides
stays where it is written.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pytest_faithform.lean.arith import SUMS, Node, Unreadable, substituted
from pytest_faithform.lean.correspondence import canonical
from pytest_faithform.lean.numbers import FIELDS, LEAST, Types, index_type, term_type, type_of

__all__ = ["same_relation", "same_terms", "term_text"]

MAX_TEXT = 20_000
_INTEGERS = ("Nat", "Int")

# How often each product, as its sign and its sorted factors, is added.
Sum = Counter[tuple[int, tuple[str, ...]]]


def same_relation(mine: Node, yours: Node, types: Types) -> bool:
    """Whether one comparison is the other with its terms on other sides and in other places. Raises Unreadable."""
    if canonical(mine, {}) == canonical(yours, {}):
        return True
    where = type_of(mine.args, types)
    if where is None or where != type_of(yours.args, types) or not (_is_open(mine) and _is_open(yours)):
        return False
    if mine.op == "∣" or yours.op == "∣":
        return mine.op == yours.op and same_terms(mine, yours, where, types)
    first, second = (_on_one_side(node, where, types) for node in (mine, yours))
    if any(_cancels(found) for found in (first, second)) or not _of_the_same(mine, yours):
        return False
    if mine.op == yours.op:
        return first == second or (mine.op in ("=", "≠") and first == _negated(second))
    if where not in _INTEGERS or {mine.op, yours.op} != {"<", "≤"}:
        return False
    return _is_a_step(*((first, second) if mine.op == "<" else (second, first)))


def same_terms(mine: Node, yours: Node, where: str, types: Types) -> bool:
    """Whether the arguments are the same one by one, in the type `where`. Raises Unreadable."""
    pairs = zip(mine.args, yours.args, strict=True)
    return all(_sum(one, where, types) == _sum(other, where, types) for one, other in pairs)


def term_text(node: Node, where: str | None, types: Types) -> str:
    """A text that is equal for the terms that count as the same in the type `where`. Raises Unreadable."""
    return _text(_sum(node, where, types))


def _is_open(node: Node) -> bool:
    """Whether it speaks of anything but given numbers: `12 + 5 = 17` and `17 - 5 = 12` are two sums to do."""
    return node.op in ("var", "call", *SUMS) or any(_is_open(arg) for arg in node.args)


def _on_one_side(node: Node, where: str, types: Types) -> Sum:
    left, right = (_side(arg, where, types) for arg in node.args)
    return left + _negated(right)


def _side(node: Node, where: str, types: Types) -> Sum:
    if node == Node("num", (), "0"):
        return Counter()
    return _of_the_whole(_sum(node, where, types))


def _of_the_whole(side: Sum) -> Sum:
    """Of two parts of a whole the smaller: `80/100` of p are what `20/100` of it leave."""
    if len(side) != 1:
        return side
    (((sign, factors), times),) = side.items()
    values = [Fraction(factor) for factor in factors if _is_numeral(factor)]
    rest = [factor for factor in factors if not _is_numeral(factor)]
    if times == sign == len(values) == len(rest) == 1 and Fraction(1, 2) < values[0] < 1:
        return Counter({(1, tuple(rest)): 1, (-1, tuple(sorted([*rest, str(1 - values[0])]))): 1})
    return side


def _negated(found: Sum) -> Sum:
    return Counter({(-sign, factors): times for (sign, factors), times in found.items()})


def _cancels(found: Sum) -> bool:
    return any((-sign, factors) in found for sign, factors in found)


def _is_a_step(less: Sum, at_most: Sum) -> bool:
    """Whether `at_most` is `less` but for `1` more, or a number for the one before it."""
    gone, come = list((less - at_most).elements()), list((at_most - less).elements())
    if len(gone) > 1 or len(come) > 1 or any(len(f) != 1 or not f[0].isdecimal() for _, f in (*gone, *come)):
        return False
    return sum(s * int(f[0]) for s, f in come) - sum(s * int(f[0]) for s, f in gone) == 1


def _of_the_same(mine: Node, yours: Node) -> bool:
    """Whether both have the same names and numbers in them and as often, but for a factor that is distributed, a part that is
    taken for the whole and a fraction in another spelling, of which only the names are asked, and for a step to `≤`."""
    (names, numbers), (others, more) = _written(mine), _written(yours)
    if _respells(mine) or _respells(yours):
        return set(names) == set(others)
    return names == others and (numbers == more or mine.op != yours.op)


def _written(node: Node) -> tuple[Counter[str], Counter[str]]:
    names, numbers = Counter[str](), Counter[str]()
    if node.op == "num" and node.text != "0":
        numbers[node.text] += 1
    elif node.op in ("var", "call", "app"):
        names[node.text] += 1
    args = node.args[:1] * int(node.args[1].text) if _is_small_power(node) else node.args
    for more_names, more_numbers in map(_written, args):
        names += more_names
        numbers += more_numbers
    return names, numbers


def _respells(node: Node) -> bool:
    if node.op == "/" or (node.op == "num" and not node.text.isdecimal()):
        return True
    return any((node.op == "*" and arg.op in ("+", "-")) or _respells(arg) for arg in node.args)


def _is_small_power(node: Node) -> bool:
    return node.op == "^" and node.args[1].op == "num" and node.args[1].text in ("2", "3")


def _sum(node: Node, where: str | None, types: Types) -> Sum:
    """The term as signed products, computed in the type `where`."""
    op, args = node.op, node.args
    if op == "num":
        return _one_of(str(Fraction(node.text)))
    if op == "asc" and (node.type == where or args[0].op == "num"):
        return _sum(args[0], where, types)
    if op == "neg" and where not in LEAST:
        inner = _sum(args[0], where, types)
        return _negated(inner) if len(inner) == 1 and _is_positive(inner) else _atom(node, where, types)
    if op == "+" and args[1].op != "neg":
        return _sum(args[0], where, types) + _sum(args[1], where, types)
    if op == "-" and where not in LEAST:
        right = _sum(args[1], where, types)
        return _sum(args[0], where, types) + _negated(right if _is_positive(right) else _atom(args[1], where, types))
    if op == "/" and where in FIELDS:
        return _quotient(node, where, types)
    if op == "inv" and where in FIELDS:
        return _inverse(_sum(args[0], where, types))
    if op == "*":
        return _product(*(_sum(arg, where, types) for arg in args))
    if _is_small_power(node):
        base = _sum(args[0], where, types)
        factors = _factors(base) * int(args[1].text)
        return Counter({(1, tuple(sorted(factors))): 1})
    return _atom(node, where, types)


def _one_of(*factors: str) -> Sum:
    return Counter({(1, tuple(sorted(factors))): 1})


def _is_positive(found: Sum) -> bool:
    return all(sign > 0 for sign, _ in found)


def _is_single(found: Sum) -> bool:
    return found.total() == 1


def _is_numeral(factor: str) -> bool:
    return factor[:1].isdigit()


def _factors(found: Sum) -> tuple[str, ...]:
    """The factors of a product; anything else is one factor."""
    if _is_single(found) and _is_positive(found):
        ((_, factors),) = found
        return factors
    return (f"({_text(found)})",)


def _product(left: Sum, right: Sum) -> Sum:
    """A number is distributed over a sum, and anything over a sum of numbers; to multiply out is a step of a proof."""
    if _is_single(left) and _is_single(right):
        ((sign, factors),) = left
        return Counter({(sign, tuple(sorted((*factors, *_factors(right))))): 1})
    for factor, terms in ((left, right), (right, left)):
        if not (_is_single(factor) and _is_positive(factor)) or _is_single(terms):
            continue
        each = _factors(factor)
        if _are_numbers(factor) or _are_numbers(terms):
            return Counter(
                {
                    (sign, tuple(sorted((*each, *(() if factors == ("1",) else factors))))): times
                    for (sign, factors), times in terms.items()
                }
            )
    return _one_of(*_factors(left), *_factors(right))


def _are_numbers(found: Sum) -> bool:
    return all(_is_numeral(factor) for _, factors in found for factor in factors)


def _quotient(node: Node, where: str, types: Types) -> Sum:
    """`20/100`, `a * 20 / 100` and `a * 0.2` have one fraction in them; `8 / 2` is a computation."""
    top, bottom = node.args
    if bottom.op == "num":
        if top.op == "num" and (value := _fraction(top, bottom)):
            return _one_of(value)
        factors = (*top.args, *top.args[::-1]) if top.op == "*" else ()
        for other, part in zip(factors[::2], factors[1::2], strict=True):
            if part.op == "num" and (value := _fraction(part, bottom)):
                return _product(_one_of(value), _sum(other, where, types))
    inverse = _inverse(_sum(bottom, where, types))
    return inverse if top == Node("num", (), "1") else _product(_sum(top, where, types), inverse)


def _fraction(top: Node, bottom: Node) -> str:
    """The value of a fraction of whole numbers that is in its lowest terms, of tenths or of hundredths; "" for any other."""
    over = Fraction(bottom.text)
    if not over or not (top.text.isdecimal() and bottom.text.isdecimal()):
        return ""
    value = Fraction(top.text) / over
    is_one = value.denominator == over or (over in (10, 100) and value.denominator != 1)
    return str(value) if is_one and value else ""


def _inverse(found: Sum) -> Sum:
    factors = _factors(found)
    if len(factors) == 1 and factors[0].isdecimal() and int(factors[0]) > 1:
        return _one_of(f"1/{factors[0]}")
    return _one_of(f"({_text(found)})⁻¹")


def _atom(node: Node, where: str | None, types: Types) -> Sum:
    return _one_of(_atom_text(node, where, types))


def _atom_text(node: Node, where: str | None, types: Types) -> str:
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
        sums = [min(sums[0], _negated(sums[0]), key=_text)]
    return f"({node.op}{node.text}{node.type} {' '.join(map(_text, sums))})"


def _text(found: Sum) -> str:
    terms = sorted(found.items())
    text = " + ".join(f"{times}[{'-' if sign < 0 else ''}{' '.join(factors)}]" for (sign, factors), times in terms)
    if len(text) > MAX_TEXT:
        raise Unreadable("too long")
    return text
