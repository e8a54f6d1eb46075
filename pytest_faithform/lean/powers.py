"""Powers of literals that nothing should write out: which statements hold one, and its remainder by repeated squaring."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

__all__ = ["remainder_facts", "remainder_scripts", "unbounded_tactics"]

# Lean's own integers in WebAssembly square numbers digit by digit: beyond this a kernel computation takes seconds.
MAX_POWER_BITS = 20_000
MAX_EXPONENT = 10**12
MAX_MODULUS = 10**6
_TRYING = ("decide +kernel",)
_COMPUTING = ("decide +kernel", "omega", "grind")


def unbounded_tactics(words: Sequence[str]) -> tuple[str, ...]:
    """The tactics that no heartbeat ends on a statement of these words: with a literal power of more than `MAX_POWER_BITS`
    bits all that compute, with a power in an exponent those that try values."""
    words = _without_types(words)
    found: tuple[str, ...] = ()
    for at, word in enumerate(words):
        if word != "^":
            continue
        exponent = _operand(words, at + 1)
        is_tower = not {"^", "!"}.isdisjoint(exponent) or words[at + 1 + len(exponent) :][:1] == ["^"]
        if is_tower:
            found = found or _TRYING
        base = words[at - 1] if at else ""
        size = math.log2(max(int(base), 2)) if _is_literal(base, MAX_EXPONENT) else 4.0
        literals = all(part.isdecimal() or part in "()^!+*-" for part in exponent)
        if literals and (is_tower or (exponent[0].isdecimal() and int(exponent[0]) * size > MAX_POWER_BITS)):
            return _COMPUTING
    return found


def remainder_scripts(words: Sequence[str], *, refuting: bool = False) -> list[tuple[str, str]]:
    """(strategy, script) pairs for statements about the remainder of a literal power, or against them."""
    lines = remainder_facts(words)
    if not lines:
        return []
    names = ", ".join(dict.fromkeys(line.split()[1] for line in lines[len(_RULES) :]))
    if refuting:
        ends = [f"(rw [{rule}{names}] at h; revert h; decide)" for rule in _SPLITTING]
        return [("powers", "\n".join(["intro h", *lines, f"first | {' | '.join(ends)}"]))]
    ends = [f"rw [{rule}{names}]" for rule in _SPLITTING]
    return [("powers", "\n".join(["intros", *lines, f"first | assumption | {' | '.join(ends)}"]))]


def remainder_facts(words: Sequence[str]) -> list[str]:
    """Lines of tactics that prove `b ^ e % m = r` for each literal power of natural numbers that is divided by a literal."""
    words = _without_types(words)
    moduli = [int(n) for sign, n in zip(words, words[1:], strict=False) if sign == "%" and _is_literal(n, MAX_MODULUS)]
    found = dict.fromkeys(
        (int(base), int(exponent), modulus)
        for base, sign, exponent in zip(words, words[1:], words[2:], strict=False)
        if sign == "^" and _is_literal(base, MAX_EXPONENT) and _is_literal(exponent, MAX_EXPONENT) and int(exponent) > 64
        for modulus in dict.fromkeys(moduli)
    )
    facts = [line for at, power in enumerate(list(found)[:3]) for line in _squaring(f"ffr{at}", *power)]
    return [*_RULES, *facts] if facts else []


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


_SPLITTING = ("", "Nat.add_mod, ", "Nat.mul_mod, ")
# Over variables: where the exponents are literals, Lean may write the power out to see that two sides are the same.
_RULES = [
    "have ffd : ∀ b m n r k s : Nat, b ^ n % m = r → k = n + n → r * r % m = s → b ^ k % m = s := by "
    "intro b m n r k s h hk hs; rw [hk, Nat.pow_add, Nat.mul_mod, h, hs]",
    "have ffs : ∀ b m n r k s : Nat, b ^ n % m = r → k = n + 1 → r * b % m = s → b ^ k % m = s := by "
    "intro b m n r k s h hk hs; rw [hk, Nat.pow_succ, Nat.mul_mod, h, ← hs, Nat.mul_mod r]; simp",
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
