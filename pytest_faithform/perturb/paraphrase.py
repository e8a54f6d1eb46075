"""What a paraphrase must keep (RPA; SPEC a.6): its length within a band, and every numeric and symbolic token.

The public code only asks its model for both; here they are checked. Digit grouping, spelled-out numbers and the numbers
of list items are normalised before the comparison. Whether a text is a rewording at all is told here too (`wording`).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from fractions import Fraction

from pytest_faithform.perturb.latex import Token, formulas, scan, without_formulas
from pytest_faithform.perturb.sentences import strip_list_numbers

__all__ = ["BAND", "length_problems", "length_ratios", "operators", "problems", "symbols", "token_problems", "wording"]

BAND = (0.7, 1.3)

_GROUPED = re.compile(r"(?<![0-9.,])([0-9]{1,3})((?:(?:,\\! ?|,|\{,\}|\\,|\\! ?|\{\\,\})[0-9]{3})+)(?![0-9])")
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
_ORDERS = frozenset(["<", ">", "≤", "≥"])
_DIRECTIONS = _ORDERS | {"≠"}
_OPERATORS = {
    "+": "+",
    "-": "-",
    "−": "-",
    "\\times": "×",
    "×": "×",
    "\\cdot": "×",
    "·": "×",
    "*": "×",
    "\\div": "÷",
    "÷": "÷",
    "/": "÷",
    "\\frac": "÷",
    "\\dfrac": "÷",
    "\\tfrac": "÷",
    "\\cfrac": "÷",
}
# In running text a hyphen and a stroke are mostly none of mathematics.
_TEXT_OPERATOR = re.compile(r"[+×÷]|[-−/*](?=\s*[0-9(\\])")
_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi varphi chi psi
omega Gamma Delta Theta Lambda Sigma Phi Psi Omega
"""
_LETTER_COMMANDS = frozenset(f"\\{name}" for name in _GREEK.split())

_MINUS = re.compile(r"[-−]\s*(?:(?:\\[A-Za-z]+|[{(])\s*){0,4}([0-9]+(?:\.[0-9]+)?)")
_MINUS_IN_TEXT = re.compile(r"(?:\A|(?<=[\s(\[]))[-−]([0-9]+(?:\.[0-9]+)?)")
_MINUS_IN_WORDS = re.compile(rf"\b(negative|minus)\s+\$?\s*([0-9]+(?:\.[0-9]+)?|{_SPELLED.pattern})", re.IGNORECASE)
# What a minus stands behind where it is a number's sign; behind anything else it subtracts.
_OPENS = re.compile(
    r"(?:\A|[=<>≤≥≠≡≈∈({\[,;:&^_+*/×÷·]|\\\\|\\(?:leq?|leqslant|geq?|geqslant|lt|gt|neq?|equiv|approx|sim|cong|in|to|"
    r"mapsto|implies|iff|(?:Left)?[Rr]ightarrow|quad|qquad|cdot|times|div|pm|mp))\Z"
)
_SPACING = frozenset(
    ["\\,", "\\;", "\\:", "\\!", "\\ ", "~", "\\quad", "\\qquad", "\\left", "\\right", "\\displaystyle"]
)
_DELIMITERS = frozenset(["$", "$$", "\\(", "\\)", "\\[", "\\]"])
_ENDS_OPERAND = frozenset(
    ["=", "≠", ",", ";", ":", "\\\\", "=>", "<=>", "->", "\\in", "\\implies", "\\iff", "\\to", "\\end"]
)
_NO_OPERAND = _SPACING | _DELIMITERS | _ENDS_OPERAND | _ORDERS | {"&"}

# A point or comma between digits belongs to a number, a "!" behind a number or a name to the formula.
_PUNCTUATION = re.compile(
    r"(?<!\d)[,;:?]|[.,;:?](?!\d)|(?<![\d)\]])(?<!\b[A-Za-z])!|(?<!\b[A-Za-z])['’‘]|[\"“”„«»`…]|\*\*"
)
_WORD_OF_LETTERS = re.compile(r"[^\W\d_]{2,}")


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
    """Numbers lost or added (as multisets, with their signs), names, inequality signs or operators lost or added (as sets),
    and inequalities turned around."""
    found = []
    lost, added = _number_differences(original, paraphrase)
    if lost or added:
        found.append("the numbers differ: " + _difference(_listed(lost), _listed(added)))
    before, after = symbols(original), symbols(paraphrase)
    if before != after:
        found.append("names or inequality signs differ: " + _difference(sorted(before - after), sorted(after - before)))
    lost, added = _sign_differences(original, paraphrase)
    if lost or added:
        found.append("signs of numbers differ: " + _difference(_listed(lost), _listed(added)))
    gone = operators(original) - operators(paraphrase) - _text_operators(paraphrase)
    new = operators(paraphrase) - operators(original) - _text_operators(original)
    if gone or new:
        found.append("operators differ: " + _difference(sorted(gone), sorted(new)))
    turned = sorted(_turned_around(original, paraphrase))
    if turned:
        found.append(f"an inequality is turned around: {turned[0][0]} below {turned[0][1]} in the original")
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


def operators(text: str) -> set[str]:
    """The kinds of operators (+, -, ×, ÷, whatever their signs) in the formulas of `text`."""
    return {
        _OPERATORS[token.text]
        for token in scan(text)
        if token.formula is not None
        and not token.layout
        and token.text in _OPERATORS
        # "x^*" is a name.
        and not (token.text == "*" and token.script)
    }


def wording(text: str) -> str:
    """`text` without white space, punctuation, quotation marks, the case of words and what only sets a formula: texts that
    agree in this are one text. A key to compare, nothing to read."""
    pieces, start = [], 0
    for formula in formulas(text):
        pieces += [_bare_text(text[start : formula.start]), _bare_formula(formula.inner)]
        start = formula.end
    return "".join([*pieces, _bare_text(text[start:])])


def _bare_text(text: str) -> str:
    text = re.sub(r"(?<=\d)([.,;:])\s+(?=\d)", r"\1", text)
    text = _PUNCTUATION.sub(" ", text)
    text = re.sub(r"(?<=\d)\s+(?=\d)", "\x1f", text)
    text = re.sub(r"[^\S\x1f]+", "", text)
    return _WORD_OF_LETTERS.sub(lambda match: match[0].casefold(), text)


def _bare_formula(inner: str) -> str:
    kept = [
        _SAME.get(token.text, token.text.replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac"))
        for token in scan(f"${inner}$")
        if token.kind != "space" and token.text not in _SPACING | _DELIMITERS
    ]
    return "".join(kept).rstrip(".,;:")


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
    text = _ungrouped(text)
    digits = Counter(_exact(match[0]) for match in _NUMBER.finditer(text))
    words = Counter(Fraction(_value(match[0])) for match in _SPELLED.finditer(text))
    return digits, words


def _ungrouped(text: str) -> str:
    text = _LAYOUT_NUMBER.sub(" ", strip_list_numbers(text))
    return _GROUPED.sub(lambda match: match[1] + re.sub("[^0-9]", "", match[2]), text)


def _sign_differences(original: str, paraphrase: str) -> tuple[Counter[Fraction], Counter[Fraction]]:
    """Negative numbers lost and added. Where a formula's parts changed places a sign becomes a subtraction or the other way
    round ("-3 + x", "x - 3"): what counts is that fewer minus signs stand before the number altogether."""
    signs_a, all_a = _minuses(original)
    signs_b, all_b = _minuses(paraphrase)
    lost, added = (signs_a - signs_b) & (all_a - all_b), (signs_b - signs_a) & (all_b - all_a)
    return Counter({-value: count for value, count in lost.items()}), Counter({-v: n for v, n in added.items()})


def _minuses(text: str) -> tuple[Counter[Fraction], Counter[Fraction]]:
    """The numbers with a minus before them: where it is the number's sign, and all of them."""
    text = _ungrouped(text)
    signs: Counter[Fraction] = Counter()
    subtracted: Counter[Fraction] = Counter()
    for formula in formulas(text):
        for match in _MINUS.finditer(formula.inner):
            before = re.sub(r"(?:\s|\\[,;:! ])+\Z", "", formula.inner[max(0, match.start() - 40) : match.start()])
            # The cut may not be taken for the beginning.
            signed = _OPENS.search(before) and (before or match.start() < 40)
            (signs if signed else subtracted)[_exact(match[1])] += 1
    prose = without_formulas(text)
    for match in _MINUS_IN_TEXT.finditer(prose):
        behind_number = re.search(r"[0-9)]\s*\Z", prose[max(0, match.start() - 20) : match.start()])
        (subtracted if behind_number else signs)[_exact(match[1])] += 1
    for match in _MINUS_IN_WORDS.finditer(text):
        value = _exact(match[2]) if match[2][0].isdigit() else Fraction(_value(match[2]))
        (signs if match[1].lower() == "negative" else subtracted)[value] += 1
    return signs, signs + subtracted


def _text_operators(text: str) -> set[str]:
    """Operators that stand in running text: a formula there is one all the same, and "negative three" has its minus."""
    found = {_OPERATORS[match[0]] for match in _TEXT_OPERATOR.finditer(without_formulas(text))}
    return found | {"-"} if _MINUS_IN_WORDS.search(text) else found


def _turned_around(original: str, paraphrase: str) -> set[tuple[str, str]]:
    """The pairs (smaller, larger) of the original that the paraphrase has the other way round alone. "b > a" for "a < b" is
    none."""
    before, after = _orders(original), _orders(paraphrase)
    return {
        (low, high)
        for low, high in before - after
        if low != high and (high, low) in after and (high, low) not in before
    }


def _orders(text: str) -> set[tuple[str, str]]:
    """What the inequalities of the formulas compare, as (smaller, larger)."""
    found: set[tuple[str, str]] = set()
    operand: list[str] = []
    left: tuple[str, str] | None = None
    at: int | None = None
    for token in [*scan(text), Token("char", "", len(text), len(text))]:
        sign = _SAME.get(token.text, token.text)
        leaves = token.formula != at
        at = token.formula
        if leaves or token.layout or sign in _ENDS_OPERAND or sign in _ORDERS:
            this = "".join(operand).rstrip(".")
            if left and left[0] and this:
                found.add((left[0], this) if left[1] in "<≤" else (this, left[0]))
            left = (this, sign) if sign in _ORDERS else None
            operand = []
        if at is not None and not token.layout and token.kind != "space" and sign not in _NO_OPERAND:
            operand.append(token.text)
    return found


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
