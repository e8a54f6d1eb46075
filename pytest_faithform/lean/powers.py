"""Powers of literals that nothing should write out: which statements hold one, and its remainder by repeated squaring."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pytest_faithform.lean.arith import Node

__all__ = ["remainder_scripts", "unbounded_tactics"]

# Lean's own integers in WebAssembly square numbers digit by digit: beyond this a kernel computation takes seconds.
MAX_POWER_BITS = 20_000
MAX_EXPONENT = 10**12
MAX_MODULUS = 10**6
# Up to here Lean writes a power out without being told to.
MAX_DECIDED = 64
_RULE_OF = {"+": "ffa", "*": "ffm"}
_TRYING = ("decide +kernel",)
_COMPUTING = ("decide +kernel", "omega", "grind")


def unbounded_tactics(words: Sequence[str]) -> tuple[str, ...]:
    """The tactics that no heartbeat ends on a statement of these words: with a literal power of more than `MAX_POWER_BITS`
    bits all that compute, with a power in an exponent those that try values."""
    words = _without_types(words)
    found: tuple[str, ...] = ()
    for at, word in enumerate(words):
        exponent = _operand(words, at + 1) if word == "^" else []
        if not exponent:
            continue
        is_tower = not {"^", "!"}.isdisjoint(exponent) or words[at + 1 + len(exponent) :][:1] == ["^"]
        if is_tower:
            found = found or _TRYING
        numbers = [part for part in exponent if part.isdecimal()]
        literals = bool(numbers) and all(part.isdecimal() or part in "()^!+*-" for part in exponent)
        # Sums and products of numbers are at most the product of those numbers, each taken as 2 at least.
        size = sum(map(_bits, numbers)) + math.log2(_bits(words[at - 1]) if at and words[at - 1].isdecimal() else 4.0)
        if literals and (is_tower or size > math.log2(MAX_POWER_BITS)):
            return _COMPUTING
    return found


def _bits(digits: str) -> float:
    """The binary logarithm of a literal, of 2 at least; of long ones from above, by their digits."""
    return math.log2(max(int(digits), 2)) if len(digits) < 300 else len(digits) * math.log2(10)


def remainder_scripts(goal: Node | None, *, refuting: bool = False) -> list[tuple[str, str]]:
    """(strategy, script) pairs for a conclusion `t % m = r`, or against it, where `t` is made of literal powers of natural
    numbers by sums and products. The proof follows the term: tactics that look for it would write the powers out."""
    if goal is None or goal.op != "=":
        return []
    term, stated = map(_untyped, goal.args)
    if term.op != "%" or stated.op != "num" or _literal(term.args[1], MAX_MODULUS) is None:
        return []
    modulus = int(_untyped(term.args[1]).text)
    lines = list(_RULES)
    found = _remainder(term.args[0], modulus, lines) if modulus else None
    if found is None or len(lines) == len(_RULES):
        return []
    proof, _ = found
    end = f"exact absurd (h.symm.trans {proof}) (by decide)" if refuting else f"exact {proof}"
    return [("powers", "\n".join(["intro h" if refuting else "intros", *lines, end]))]


def _remainder(term: Node, modulus: int, lines: list[str]) -> tuple[str, int] | None:
    """A proof of `term % modulus = r`, and r; what it rests on is added to `lines`. None for a term of another form."""
    term = _untyped(term)
    value = _literal(term, MAX_EXPONENT)
    if value is not None:
        return "rfl", value % modulus
    if term.op == "^":
        base, exponent = (_literal(arg, MAX_EXPONENT) for arg in term.args)
        if base is None or exponent is None:
            return None
        rest = pow(base, exponent, modulus)
        if exponent <= MAX_DECIDED:
            return "(by decide)", rest
        name = f"ffr{len(lines)}"
        lines += _squaring(name, base, exponent, modulus)
        return name, rest
    if term.op not in _RULE_OF:
        return None
    left, right = (_remainder(arg, modulus, lines) for arg in term.args)
    if left is None or right is None:
        return None
    (p, r), (q, s) = left, right
    rest = (r + s if term.op == "+" else r * s) % modulus
    return f"({_RULE_OF[term.op]} _ _ {modulus} {r} {s} {rest} {p} {q} (by decide))", rest


def _untyped(node: Node) -> Node:
    while node.op == "asc" and node.type in ("Nat", ""):
        node = node.args[0]
    return node


def _literal(node: Node, limit: int) -> int | None:
    node = _untyped(node)
    return int(node.text) if node.op == "num" and _is_literal(node.text, limit) else None


def _squaring(name: str, base: int, exponent: int, modulus: int) -> Iterator[str]:
    """The exponent's binary digits from the left: each fact doubles the exponent of the one before, or adds one to it."""
    known, rest = 1, base % modulus
    yield f"have {name} : {base} ^ 1 % {modulus} = {rest} := by decide"
    for digit in bin(exponent)[3:]:
        for rule, more in [("ffd", 2 * known), *([("ffs", 2 * known + 1)] if digit == "1" else [])]:
            before = f"{known} {rest}"
            known, rest = more, rest * (rest if rule == "ffd" else base) % modulus
            fact = f"{rule} {base} {modulus} {before} {known} {rest} {name} (by decide) (by decide)"
            yield f"have {name} : {base} ^ {known} % {modulus} = {rest} := {fact}"


# Over variables: where the exponents are literals, Lean may write the power out to see that two sides are the same.
_RULES = [
    "have ffd : ∀ b m n r k s : Nat, b ^ n % m = r → k = n + n → r * r % m = s → b ^ k % m = s := by "
    "intro b m n r k s h hk hs; rw [hk, Nat.pow_add, Nat.mul_mod, h, hs]",
    "have ffs : ∀ b m n r k s : Nat, b ^ n % m = r → k = n + 1 → r * b % m = s → b ^ k % m = s := by "
    "intro b m n r k s h hk hs; rw [hk, Nat.pow_succ, Nat.mul_mod, h, ← hs, Nat.mul_mod r]; simp",
    "have ffa : ∀ a b m r q s : Nat, a % m = r → b % m = q → (r + q) % m = s → (a + b) % m = s := by "
    "intro a b m r q s h hq hs; rw [Nat.add_mod, h, hq, hs]",
    "have ffm : ∀ a b m r q s : Nat, a % m = r → b % m = q → r * q % m = s → a * b % m = s := by "
    "intro a b m r q s h hq hs; rw [Nat.mul_mod, h, hq, hs]",
]


def _without_types(words: Sequence[str]) -> list[str]:
    """`( 5 : ℕ )` read as `5`."""
    found: list[str] = []
    for word in words:
        found.append(word)
        if word == ")" and len(found) >= 5 and found[-5] == "(" and found[-3:-1] in ([":", "ℕ"], [":", "Nat"]):
            found[-5:] = [found[-4]]
    return found


def _is_literal(word: str, limit: int) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 14 and 0 < int(word) <= limit


def _operand(words: Sequence[str], at: int) -> Sequence[str]:
    """The words of the term that begins at `at`: one word, or all up to the closing bracket."""
    depth = 0
    for end in range(at, len(words)):
        depth += (words[end] == "(") - (words[end] == ")")
        if depth <= 0:
            return words[at : end + 1]
    return words[at:]
