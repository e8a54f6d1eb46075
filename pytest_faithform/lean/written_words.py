"""Statements that `arithparser` cannot read, beside one another: as trees of their words.

Lean evaluates closed numbers at every transparency, and BEq+ (SPEC b.8) lets tactics put one hypothesis for another: both
would certify statements with other data. So the hypotheses of the one must be those of the other, each for itself, and word
for word but for the names of arguments, the order of what commutes, and how negations, pairs and functions are put.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product

from pytest_faithform.lean.arith import TYPES
from pytest_faithform.lean.outline import Binder, Outline, opened
from pytest_faithform.lean.spellings import Spelling, spelt_twice
from pytest_faithform.lean.wording import Wording

__all__ = ["bound_names", "renamed_word", "same_statement"]

MAX_ORDERS = 720
_OPEN, _CLOSE = frozenset("([{⟨⦃"), frozenset(")]}⟩⦄")
_LAMBDA = ("fun", "λ")
_QUANTIFIERS = ("∀", "∃")
_BINDERS = (*_LAMBDA, *_QUANTIFIERS, "∃!", "∑", "∏")
_SCOPED = frozenset((*_BINDERS, "if", "let", "have", "match"))
_BOUND_UNTIL = frozenset((",", "=>", "∈", ":"))
# From loose to tight.
_LEVELS = (
    (",",), (":",), ("|",), ("↔",), ("→",), ("∨",), ("∧",), ("¬",),
    ("=", "≠", "<", "≤", ">", "≥", "∣", "∈", "∉", "⊆", "≡"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
_LOGIC = frozenset((*_QUANTIFIERS, "↔", "→", "∨", "∧", "¬"))
_SYMMETRIC = frozenset(("+", "=", "≠", "∧", "∨", "↔"))
_TURNED = {">": "<", "≥": "≤"}
_DENIED = {"=": "≠", "≠": "=", "∈": "∉", "∉": "∈"}
_IN_TERMS = frozenset(("*", "/", "%", "^", "!", "⁻¹"))


@dataclass(frozen=True)
class Tree:
    """`op` is the operator between the parts, the binder before the body, the bracket around, or "" before a row of words;
    `text` is what a binder binds, or a word."""

    op: str
    parts: tuple[Tree, ...] = ()
    text: str = ""


def same_statement(one: Outline, two: Outline, renaming: Mapping[str, str]) -> bool:
    """Whether both have the same arguments, hypotheses and conclusion, and neither turns on the words that differ. `renaming`
    is of the first text's own definitions."""
    one, two = opened(one), opened(two)
    mine = {short: f"@{other}" for name, other in renaming.items() for short in (name, name.rpartition(".")[2])}
    yours = {short: f"@{name}" for name in renaming.values() for short in (name, name.rpartition(".")[2])}
    for wording in (Wording.WRITTEN, Wording.ORDERED, Wording.LOGICAL):
        masked = (_Statement(outline, {**names, **_masks(outline)}) for outline, names in ((one, mine), (two, yours)))
        if len({statement.key(wording) for statement in masked}) > 1:
            continue
        ours = _Statement(two, {**yours, **{b.name: f"#{at}" for at, b in enumerate(_data(two))}})
        for names in islice(_orders(one, two), MAX_ORDERS):
            theirs = _Statement(one, {**mine, **names})
            if theirs.key(wording) == ours.key(wording):
                turns = any(statement.turns_on(wording) for statement in (theirs, ours))
                return not turns and not _changes_spellings(theirs, ours, wording)
    return False


def _data(outline: Outline) -> list[Binder]:
    """The arguments but hypotheses: what another speaks of is none, whatever it is."""
    spoken = {
        word.partition(".")[0] for words in (*(b.words for b in outline.binders), outline.goal_words) for word in words
    }
    others = [binder for binder in outline.binders if binder.kind not in ("hypothesis", "instance")]
    return [binder for binder in others if binder.kind != "other" or binder.name in spoken]


def _masks(outline: Outline) -> dict[str, str]:
    return {binder.name: "#" for binder in _data(outline)}


def _orders(one: Outline, two: Outline) -> Iterator[dict[str, str]]:
    """Each way to number the arguments of `one` as those of `two`, by what they are."""
    mine, yours = ([(b.name, _kind(b, _masks(outline))) for b in _data(outline)] for outline in (one, two))
    if sorted(kind for _, kind in mine) != sorted(kind for _, kind in yours):
        return
    kinds = list(dict.fromkeys(kind for _, kind in mine))
    names = [[name for name, kind in mine if kind == wanted] for wanted in kinds]
    places = [[f"#{at}" for at, (_, kind) in enumerate(yours) if kind == wanted] for wanted in kinds]
    for chosen in product(*(permutations(group) for group in places)):
        yield {
            n: place for group, order in zip(names, chosen, strict=True) for n, place in zip(group, order, strict=True)
        }


def _kind(binder: Binder, names: Mapping[str, str]) -> str:
    return f"{binder.type} {_written(_tree(binder.words, names, 0))}"


class _Statement:
    """An outline with names for its arguments."""

    def __init__(self, outline: Outline, names: Mapping[str, str]) -> None:
        self._kinds = sorted(f"{names[b.name]} {_kind(b, names)}" for b in _data(outline))
        self._instances = sorted(_kind(binder, names) for binder in outline.binders if binder.kind == "instance")
        data = _data(outline)
        stated = [b for b in outline.binders if b.kind != "instance" and b not in data]
        self._hypotheses = [part for binder in stated for part in _conjuncts(_tree(binder.words, names, 0))]
        self._goal = _tree(outline.goal_words, names, 0)

    def key(self, wording: Wording) -> tuple[str, ...]:
        text, stated, goal = _TEXT[wording], self._hypotheses, self._goal
        if wording == Wording.LOGICAL:
            stated, goal = [part for one in stated for part in _conjuncts(_put(one))], _put(goal)
        return (*self._kinds, "[]", *self._instances, ":", *sorted(map(text, stated)), "⊢", text(goal))

    def turns_on(self, wording: Wording) -> bool:
        """As `wording.turns_on_wording`, of the trees."""
        text, is_free = _TEXT[wording], wording == Wording.LOGICAL
        parts = [part for formula in (*self._hypotheses, self._goal) for part in _formulas_in(formula, 0)]
        for tree, _ in parts:
            if len(tree.parts) == 2 and len(set(map(_written, tree.parts))) > len(set(map(text, tree.parts))):
                return True
        said = [
            (tree, text(_put(tree) if is_free else tree), text(_denied(tree)) if is_free else "", b)
            for tree, b in parts
        ]
        return any(_are_two_wordings(*pair) for pair in combinations(said, 2))

    def spellings(self) -> list[tuple[str, list[Spelling]]]:
        """Of each hypothesis and of the conclusion how it is written and what each tree in it says."""
        return [(_written(tree), list(_spellings(tree))) for tree in (*self._hypotheses, self._goal)]


def _changes_spellings(one: _Statement, other: _Statement, wording: Wording) -> bool:
    """As `spellings.changes_spellings`, of the trees."""
    if wording == Wording.WRITTEN:
        return False
    both = one.spellings(), other.spellings()
    twice = set[str]().union(*(spelt_twice(s for _, found in formulas for s in found) for formulas in both))
    first, second = (
        sorted(written for written, found in formulas if any(said in twice for said, _ in found)) for formulas in both
    )
    return first != second


def _spellings(tree: Tree) -> Iterator[Spelling]:
    """Each tree with how it is written, and each two terms of a sum with their order."""
    if tree.parts:
        yield _ordered(tree), _written(tree)
    if {"+"} <= set(tree.op.split()) <= {"+", "-"}:
        for pair in combinations(map(_ordered, tree.parts), 2):
            yield f"+ {' '.join(sorted(pair))}", " ".join(pair)
    for part in tree.parts:
        yield from _spellings(part)


def _are_two_wordings(one: tuple[Tree, str, str, bool], other: tuple[Tree, str, str, bool]) -> bool:
    """Of a tree, what it says, its denial and whether it is inside a binder."""
    (mine, text, denied, is_bound), (yours, more, _, is_also_bound) = one, other
    mask = _without_names if is_bound or is_also_bound else str
    if mask(_written(mine)) == mask(_written(yours)):
        return False
    if mask(text) == mask(more):
        return True
    return mask(denied) == mask(more) and Tree("¬", (mine,)) != yours and Tree("¬", (yours,)) != mine


def _without_names(text: str) -> str:
    return re.sub(r"[#%]\d+", "_", text)


def _formulas_in(tree: Tree, depth: int) -> Iterator[tuple[Tree, bool]]:
    """Each formula, and whether it is inside a binder."""
    yield tree, depth > 0
    if tree.op in _LOGIC:
        for part in tree.parts:
            yield from _formulas_in(part, depth + (tree.op in _QUANTIFIERS))


def _conjuncts(tree: Tree) -> Iterator[Tree]:
    for part in tree.parts if tree.op == "∧" else ():
        yield from _conjuncts(part)
    if tree.op != "∧":
        yield tree


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


def renamed_word(word: str, names: Mapping[str, str]) -> str:
    """The word under its new name, or with the new name of what it is a part of: `l` of `l.length`."""
    if word in names:
        return names[word]
    head, dot, rest = word.partition(".")
    return f"{names[head]}{dot}{rest}" if dot and head in names else TYPES.get(word, word)


def _tree(words: Sequence[str], names: Mapping[str, str], depth: int) -> Tree:
    """`depth` counts the names that binders around have bound."""
    while len(words) > 2 and words[0] == "(" and _closing(words, 0) == len(words) - 1 and not _is_listing(words[1:-1]):
        words = words[1:-1]
    if words and words[0] in _SCOPED:
        return _scope(words, names, depth)
    for level in _LEVELS:
        if level == ("¬",) and words and words[0] == "¬":
            return Tree("¬", (_tree(words[1:], names, depth),))
        parts, operators = _split(words, level)
        if operators:
            op = operators[0] if len(set(operators)) == 1 else " ".join(operators)
            is_plain = op != "+" or all(map(_is_plain, parts))
            return Tree(op if is_plain else f"({op})", tuple(_tree(part, names, depth) for part in parts))
    row, at = list[Tree](), 0
    while at < len(words):
        end = _closing(words, at) if words[at] in _OPEN else at
        if end > at:
            row.append(Tree(words[at], (_tree(words[at + 1 : end], names, depth),)))
        else:
            row.append(Tree("", (), renamed_word(words[at], names)))
        at = end + 1
    return row[0] if len(row) == 1 else Tree("", tuple(row))


def _is_listing(words: Sequence[str]) -> bool:
    """A pair, or a term with its type."""
    return any(_split(words, (mark,))[1] for mark in (",", ":"))


def _is_plain(words: Sequence[str]) -> bool:
    """Whether nothing in it may bind less than a sum does."""
    at = 0
    while at < len(words):
        at = _closing(words, at) if words[at] in _OPEN else at
        word = words[min(at, len(words) - 1)]
        if not (word[0].isalnum() or word in _IN_TERMS or word in _CLOSE) or word in _SCOPED:
            return False
        at += 1
    return True


def _scope(words: Sequence[str], names: Mapping[str, str], depth: int) -> Tree:
    end = "=>" if words[0] in _LAMBDA else ","
    marks = ["=>" if word == "↦" else word for word in words]
    parts, _ = _split(marks[1:], (end,))
    body = len(parts[0]) + 2
    if words[0] not in _BINDERS or body >= len(words):
        return Tree(words[0], tuple(Tree("", (), renamed_word(word, names)) for word in words[1:]))
    bound = {name: f"%{depth + at}" for at, name in enumerate(_bound_by(parts[0]))}
    inner = {**names, **bound}
    head = " ".join(renamed_word(word, inner) for word in parts[0])
    return Tree(words[0], (_tree(words[body:], inner, depth + len(bound)),), head)


def _bound_by(head: Sequence[str]) -> list[str]:
    """The names before the type or the condition in each group of a binder."""
    found, is_binding = list[str](), True
    for word in head:
        if word in _OPEN or word in _CLOSE:
            is_binding = True
        elif not word.isidentifier():
            is_binding = False
        elif is_binding and word not in found:
            found.append(word)
    return found


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


def _written(tree: Tree) -> str:
    return f"({tree.op} {tree.text} {' '.join(map(_written, tree.parts))})" if tree.parts else f"{tree.op}{tree.text}"


def _ordered(tree: Tree) -> str:
    if tree.op in ("∑", "∏"):
        # Their body ends at the first sum, so that it is no tree of its own.
        return _written(tree)
    op, parts = _TURNED.get(tree.op, tree.op), list(map(_ordered, tree.parts))
    if tree.op in _TURNED:
        parts.reverse()
    return (
        f"({op} {tree.text} {' '.join(sorted(parts) if op in _SYMMETRIC else parts)})" if parts else f"{op}{tree.text}"
    )


_TEXT: dict[Wording, Callable[[Tree], str]] = {
    Wording.WRITTEN: _written,
    Wording.ORDERED: _ordered,
    Wording.LOGICAL: _ordered,
}


def _put(tree: Tree) -> Tree:
    """Negations inside, equal pairs and functions by what they consist of."""
    parts = tree.parts
    if tree.op == "¬":
        return _denied(parts[0])
    if tree.op in _LOGIC:
        return Tree(tree.op, tuple(map(_put, parts)), tree.text)
    if tree.op == "" and len(parts) == 2 and parts[0].text == "Function.Injective":
        return _injective(parts[1])
    if tree.op != "=" or len(parts) != 2:
        return tree
    inner = [part.parts[0].parts for part in parts if part.op == "(" and part.parts[0].op == ","]
    if len(inner) == 2 and len(inner[0]) == len(inner[1]):
        return Tree("∧", tuple(Tree("=", pair) for pair in zip(*inner, strict=True)))
    for function, other in (parts, parts[::-1]):
        if function.op in _LAMBDA and re.fullmatch(r"%\d+", function.text) and not other.parts:
            applied = Tree("", (other, Tree("", (), function.text)))
            return Tree("∀", (Tree("=", (applied, function.parts[0])),), function.text)
    return tree


def _denied(tree: Tree) -> Tree:
    op, parts = tree.op, tree.parts
    if op == "¬":
        return _put(parts[0])
    if op in _QUANTIFIERS:
        return Tree("∃" if op == "∀" else "∀", tuple(map(_denied, parts)), tree.text)
    if op == "∨":
        return Tree("∧", tuple(map(_denied, parts)))
    if op == "→" and len(parts) == 2:
        return Tree("∧", (_put(parts[0]), _denied(parts[1])))
    if op == "∧" and len(parts) == 2:
        return Tree("→", (_put(parts[0]), _denied(parts[1])))
    if op in _DENIED and len(parts) == 2:
        return Tree(_DENIED[op], parts)
    return Tree("¬", (_put(tree),))


def _injective(function: Tree) -> Tree:
    one, other = (Tree("", (), f"%{at}") for at in (0, 1))
    same = Tree("=", tuple(Tree("", (function, name)) for name in (one, other)))
    return Tree("∀", (Tree("→", (same, Tree("=", (one, other)))),), "%0 %1")
