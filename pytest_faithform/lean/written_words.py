"""What stands in two statements that `arithparser` cannot read: enough to see that one is not the other in other words.

Lean evaluates closed numbers at every transparency, and BEq+ (SPEC b.8) lets tactics put one hypothesis for another: both
would certify statements with other data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pytest_faithform.lean.arith import TYPES
from pytest_faithform.lean.outline import Outline

__all__ = ["bound_names", "same_formulas", "same_matter"]

_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3, "⁻¹": 4, "!": 4}
_OPEN, _CLOSE = frozenset("([{⟨⦃"), frozenset(")]}⟩⦄")
_SCOPED = frozenset(("∀", "∃", "∃!", "fun", "λ", "∑", "∏", "if", "let"))
_BODY = frozenset((",", "=>"))
_BINDERS = frozenset(("fun", "λ", "∀", "∃", "∃!", "∑", "∏"))
_BOUND_UNTIL = frozenset((",", "=>", "∈", ":"))
_LOGICAL = (
    _OPEN
    | _CLOSE
    | _BODY
    | frozenset(
        [
            "∀",
            "∃",
            "fun",
            "λ",
            ":",
            "∧",
            "∨",
            "¬",
            "→",
            "↔",
            "=",
            "≠",
            "<",
            "≤",
            ">",
            "≥",
            "False",
            "Function.Injective",
        ]
    )
)
# From loose to tight; what is symmetric may be exchanged.
_LOGIC = (("↔",), ("→",), ("∨",), ("∧",))
_TERMS = (("=", "≠", "<", "≤", ">", "≥", "∣", "∈", "∉", "⊆", "≡"), ("+", "-"), ("*", "/", "%"))
_SYMMETRIC = frozenset(("+", "*", "=", "≠", "∧", "∨", "↔"))
_TURNED = {">": "<", "≥": "≤"}


def same_matter(one: Outline, two: Outline, renaming: Mapping[str, str]) -> bool:
    """Whether both statements speak of the same numbers, operations and functions, and compute the same with numbers alone:
    all words but those of logic, of order and of equality, and the names of variables. `renaming` is of the first text's own
    definitions."""
    return _matter(one, {_last(name): _last(other) for name, other in renaming.items()}) == _matter(two, {})


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _matter(outline: Outline, renaming: Mapping[str, str]) -> Counter[str]:
    words = outline.words
    names = {binder.name for binder in outline.binders} | bound_names(words)
    found = Counter(
        renaming.get(_last(word), _last(word)) if word[0].isalpha() else word
        for word in words
        if word not in names and word not in _LOGICAL and TYPES.get(word, word) not in TYPES
    )
    padded = ["", *words, ""]
    for at in range(2, len(padded) - 2):
        left, operation, right = padded[at - 1 : at + 2]
        before, here, behind = (_BINDING.get(padded[near], 0) for near in (at - 2, at, at + 2))
        if left[:1].isdigit() and right[:1].isdigit() and before < here >= behind:
            found[f"{left} {operation} {right}"] += 1
        if left[:1].isdigit() and operation[:1].isdigit():
            found[f"{left} {operation}"] += 1
    return found


def bound_names(words: Sequence[str]) -> set[str]:
    """The names that a binder or a pattern introduces."""
    found, is_inside = set[str](), False
    for at, word in enumerate(words):
        if word in _BINDERS or (word == "|" and next((w for w in words[at + 1 :] if w in ("|", "=>")), "") == "=>"):
            is_inside = True
        elif word in _BOUND_UNTIL:
            is_inside = False
        elif is_inside and word.isidentifier():
            found.add(word)
    return found


def same_formulas(one: Outline, two: Outline) -> bool:
    """Whether hypotheses and conclusions are the same up to names, the order of symmetric operations and relations, and `>`
    for `<`."""
    return _formulas(one) == _formulas(two)


def _formulas(outline: Outline) -> tuple[list[str], list[str], str]:
    """Types of the arguments, hypotheses and conclusion."""
    data = [binder for binder in outline.binders if binder.kind not in ("hypothesis", "instance")]
    names = {binder.name: f"#{at}" for at, binder in enumerate(data)}
    hypotheses = sorted(_text(part, names) for binder in outline.hypotheses for part in _conjuncts(binder.words))
    kinds = [" ".join((binder.type, *(TYPES.get(word, word) for word in binder.words))) for binder in data]
    return kinds, hypotheses, _text(outline.goal_words, names)


def _conjuncts(words: Sequence[str]) -> Iterator[Sequence[str]]:
    words = _bare(words)
    parts, operators = _split(words, ("↔", "→", "∨"))
    if not operators and words and words[0] not in _SCOPED:
        parts, operators = _split(words, ("∧",))
    if operators and set(operators) == {"∧"}:
        for part in parts:
            yield from _conjuncts(part)
    else:
        yield words


def _text(words: Sequence[str], names: dict[str, str]) -> str:
    words = _bare(words)
    if words and words[0] in _SCOPED:
        body = next((at for at, word in enumerate(words) if word in _BODY), None)
        if body is None:
            return " ".join((words[0], _text(words[1:], names)))
        bound = [word for word in words[1:body] if word.isidentifier() and word not in TYPES]
        inner = {**names, **{name: f"#{len(names) + at}" for at, name in enumerate(bound)}}
        head = " ".join(inner.get(word, TYPES.get(word, word)) for word in words[: body + 1])
        return f"({head} {_text(words[body + 1 :], inner)})"
    for level in (*_LOGIC, ("¬",), *_TERMS):
        if level == ("¬",) and words and words[0] == "¬":
            return f"(¬ {_text(words[1:], names)})"
        parts, operators = _split(words, level)
        if operators:
            return _joined([_text(part, names) for part in parts], operators)
    texts, at = [], 0
    while at < len(words):
        if words[at] in _OPEN:
            end = _closing(words, at)
            texts.append(f"{words[at]}{_text(words[at + 1 : end], names)}")
            at = end
        else:
            texts.append(names.get(words[at], TYPES.get(words[at], words[at])))
        at += 1
    return " ".join(texts)


def _joined(parts: list[str], operators: list[str]) -> str:
    if len(operators) == 1 and operators[0] in _TURNED:
        parts, operators = parts[::-1], [_TURNED[operators[0]]]
    if len(set(operators)) == 1 and operators[0] in _SYMMETRIC:
        return f"({operators[0]} {' '.join(sorted(parts))})"
    return f"({' '.join(operators)} {' '.join(parts)})"


def _bare(words: Sequence[str]) -> Sequence[str]:
    """Without the brackets around all of it; those of a pair and of a type that is given stay."""
    while len(words) > 2 and words[0] == "(" and _closing(words, 0) == len(words) - 1 and not {",", ":"} & set(words):
        words = words[1:-1]
    return words


def _closing(words: Sequence[str], start: int) -> int:
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in _OPEN) - (words[at] in _CLOSE)
        if depth == 0:
            return at
    return len(words)


def _split(words: Sequence[str], operators: Sequence[str]) -> tuple[list[Sequence[str]], list[str]]:
    """The parts between the operators outside brackets and before the first binder."""
    parts: list[Sequence[str]] = []
    found: list[str] = []
    depth = begin = 0
    for at, word in enumerate(words):
        depth += (word in _OPEN) - (word in _CLOSE)
        if depth == 0 and word in _SCOPED:
            break
        if depth == 0 and word in operators and at > begin:
            parts.append(words[begin:at])
            found.append(word)
            begin = at + 1
    return [*parts, words[begin:]], found
