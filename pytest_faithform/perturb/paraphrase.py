"""What a paraphrase must keep (RPA; SPEC a.6): its length within a band, and every numeric and symbolic token.

The public code only asks its model for both; here they are checked. Digit grouping, spelled-out numbers and the numbers
of list items are normalised before the comparison.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from fractions import Fraction

from pytest_faithform.perturb.latex import scan
from pytest_faithform.perturb.sentences import strip_list_numbers

__all__ = ["BAND", "length_problems", "length_ratios", "problems", "symbols", "token_problems"]

BAND = (0.7, 1.3)

_GROUPED = re.compile(r"(?<![0-9.,])([0-9]{1,3})((?:(?:,|\{,\}|\\,|\\!|\{\\,\})[0-9]{3})+)(?![0-9])")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LAYOUT_NUMBER = re.compile(r"\\(?:hspace|vspace)\*?\{[^{}]*\}")

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: value for value, word in enumerate(_UNITS.split())}
_WORDS |= {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
_WORD = f"(?:{'|'.join([*_WORDS, *_SCALES])})"
_SPELLED = re.compile(rf"\b{_WORD}(?:(?:-|\s+(?:and\s+)?){_WORD})*\b", re.IGNORECASE)
# "one of them", "the two equations": words that prose uses without counting anything.
_IDLE = frozenset([Fraction(1), Fraction(2)])

_SAME = {
    "\\le": "≤",
    "\\leq": "≤",
    "\\leqslant": "≤",
    "<=": "≤",
    "\\ge": "≥",
    "\\geq": "≥",
    "\\geqslant": "≥",
    ">=": "≥",
    "\\lt": "<",
    "\\gt": ">",
    "\\neq": "≠",
    "\\ne": "≠",
}
_DIRECTIONS = frozenset(["<", ">", "≤", "≥", "≠"])
_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi varphi chi psi
omega Gamma Delta Theta Lambda Sigma Phi Psi Omega
"""
_LETTER_COMMANDS = frozenset(f"\\{name}" for name in _GREEK.split())


def problems(region: str, original: str, paraphrase: str) -> list[str]:
    """Every reason why `paraphrase` is no paraphrase of `original`, each naming the region; empty if there is none."""
    found = length_problems(original, paraphrase) + token_problems(original, paraphrase)
    return [f"{region}: {text}" for text in found]


def length_ratios(original: str, paraphrase: str) -> tuple[float, float]:
    """Length of the paraphrase over that of the original, in characters and in words, list numbers left out."""
    before, after = strip_list_numbers(original), strip_list_numbers(paraphrase)
    words = len(after.split()) / max(1, len(before.split()))
    return len(after) / max(1, len(before)), words


def length_problems(original: str, paraphrase: str) -> list[str]:
    """What of the length is outside the band [0.7, 1.3]."""
    low, high = BAND
    ratios = zip(("characters", "words"), length_ratios(original, paraphrase), strict=True)
    message = "length in {} is {:.2f} times the original's, allowed is [{}, {}]"
    return [message.format(unit, ratio, low, high) for unit, ratio in ratios if not low <= ratio <= high]


def token_problems(original: str, paraphrase: str) -> list[str]:
    """Numbers lost or added (as multisets) and names or inequality signs lost or added (as sets)."""
    found = []
    lost, added = _number_differences(original, paraphrase)
    if lost or added:
        found.append("the numbers differ: " + _difference(_listed(lost), _listed(added)))
    before, after = symbols(original), symbols(paraphrase)
    if before != after:
        found.append("names or inequality signs differ: " + _difference(sorted(before - after), sorted(after - before)))
    return found


def symbols(text: str) -> set[str]:
    """The names (letters, Greek ones too) and inequality signs in the formulas of `text`, variants of a sign united."""
    found = set()
    for token in scan(text):
        sign = _SAME.get(token.text, token.text)
        named = token.text.isalpha() or token.text in _LETTER_COMMANDS
        if sign in _DIRECTIONS and (token.formula is not None or sign not in "<>"):
            found.add(sign)
        elif named and token.formula is not None and not token.layout:
            found.add(token.text)
    return found


def _number_differences(original: str, paraphrase: str) -> tuple[Counter[Fraction], Counter[Fraction]]:
    """Values lost and values added. A number in digits on one side may be spelled out on the other; a spelled-out
    number that matches no other must at least be a value that the other side has."""
    digits_a, words_a = _numbers(original)
    digits_b, words_b = _numbers(paraphrase)
    lost, added = digits_a - digits_b, digits_b - digits_a
    spelled_a, spelled_b = words_a - added, words_b - lost
    lost, added = lost - words_b, added - words_a
    known_a, known_b = {*digits_a, *words_a}, {*digits_b, *words_b}
    lost += Counter({v: n for v, n in spelled_a.items() if v not in known_b and v not in _IDLE})
    added += Counter({v: n for v, n in spelled_b.items() if v not in known_a and v not in _IDLE})
    return lost, added


def _numbers(text: str) -> tuple[Counter[Fraction], Counter[Fraction]]:
    text = _LAYOUT_NUMBER.sub(" ", strip_list_numbers(text))
    text = _GROUPED.sub(lambda match: match[1] + re.sub("[^0-9]", "", match[2]), text)
    digits = Counter(_exact(match[0]) for match in _NUMBER.finditer(text))
    words = Counter(Fraction(_value(match[0])) for match in _SPELLED.finditer(text))
    return digits, words


def _exact(literal: str) -> Fraction:
    if len(literal) <= 1000:
        return Fraction(literal)
    # Conversion of longer ones is slow and in the end refused; all that is asked of them is whether they are equal.
    return Fraction(int(hashlib.sha256(literal.encode()).hexdigest(), 16))


def _value(spelled: str) -> int:
    total = current = 0
    for word in re.findall("[a-z]+", spelled.lower()):
        if word in _WORDS:
            current += _WORDS[word]
        elif word == "hundred":
            current = max(1, current) * 100
        elif word in _SCALES:
            total += max(1, current) * _SCALES[word]
            current = 0
    return total + current


def _listed(values: Counter[Fraction]) -> list[str]:
    return [f"{_shown(value)} ×{count}" if count > 1 else _shown(value) for value, count in sorted(values.items())]


def _shown(value: Fraction) -> str:
    if max(value.numerator, value.denominator) >= 10**40:
        return "a number of over 40 digits"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _difference(lost: list[str], added: list[str]) -> str:
    parts = [f"lost {', '.join(lost)}"] if lost else []
    return "; ".join([*parts, f"added {', '.join(added)}"] if added else parts)
