"""What a theorem says, as far as plain arithmetic goes: its binders in order and its conclusion.

Read from the text, so it is a hint for choosing witnesses and tactic scripts. What the theorem really says is its
elaborated type, and only Lean looks at that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from pytest_faithform.lean.arith import Node, Unreadable, arithmetic_type
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.functions import KnownFunctions, defined_by, read_definition, signature_of
from pytest_faithform.lean.numbers import Function, Types
from pytest_faithform.lean.tokens import tokenize

__all__ = ["Binder", "Outline", "opened", "outline_of"]

_OPEN, _CLOSE = {"(": ")", "{": "}", "[": "]", "⦃": "⦄", "⟨": "⟩"}, {")", "}", "]", "⦄", "⟩"}
_PROPOSITIONAL = {
    "=", "≠", "<", "≤", ">", "≥", "<=", ">=", "∣", "∧", "∨", "¬", "↔", "∃", "∀", "∈", "==", "!=", "∉", "⊆", "≡", "Even",
    "Odd", "Nat.Prime", "Nat.Coprime", "StrictMono", "Monotone", "Continuous", "IsLeast", "IsGreatest",
}  # fmt: skip
_SCOPED = {"∀", "∃", "∃!", "fun", "λ", "let", "have", "if", "Σ", "∑", "∏"}


@dataclass(frozen=True)
class Binder:
    """One argument of the theorem. `type` is "Nat", "Int", "Rat" … for a number, "" for anything else; `formula` is what a
    readable hypothesis says, `words` are the token texts of what any other than a number is or says."""

    kind: Literal["number", "function", "hypothesis", "instance", "other"]
    name: str
    type: str = ""
    formula: Node | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outline:
    """The arguments in the order in which the elaborated type takes them, and the conclusion where it is readable.

    `words` are the token texts of the whole signature, `goal_words` those of the conclusion. `functions` are those that
    the text or its hypotheses define, and those that are arguments; the hypotheses named in `defining` say what an
    argument is and nothing else.
    """

    binders: tuple[Binder, ...]
    goal: Node | None
    words: tuple[str, ...]
    functions: Mapping[str, Function] = field(default_factory=dict)
    defining: frozenset[str] = frozenset()
    goal_words: tuple[str, ...] = ()

    @cached_property
    def types(self) -> Types:
        """The number arguments."""
        return Types({b.name: b.type for b in self.binders if b.kind == "number"}, self.functions)

    @property
    def hypotheses(self) -> list[Binder]:
        return [binder for binder in self.binders if binder.kind == "hypothesis"]

    @property
    def literals(self) -> list[int]:
        """The integer literals of the signature, each once, in order."""
        return list(dict.fromkeys(int(w) for w in self.words if w.isascii() and w.isdigit() and len(w) < 10))


def outline_of(text: str, declaration: Decl, others: Sequence[Decl] = ()) -> Outline:
    """The outline of a theorem of `text`; `others` are the declarations before it."""
    known = KnownFunctions()
    for other in others:
        if other.keyword in ("def", "abbrev") and other.start < declaration.start:
            read_definition(text, other, known)
    groups = [
        (binder.bracket, binder.names, _words(text, binder.type))
        for binder in (*declaration.variables, *declaration.binders)
        if binder.bracket
    ]
    return _outline_of_words(groups, _words(text, declaration.type), known)


def opened(outline: Outline) -> Outline:
    """With the conclusion `¬ ∃ x, p` as `∀ x, ¬ p`, whose arguments are some of the statement's."""
    words = list(outline.goal_words)
    found = _leading_quantifier(["∀", *words[2:]], KnownFunctions()) if words[:2] == ["¬", "∃"] else None
    if found is None:
        return outline
    binders, rest = found
    named = _distinct([*outline.binders, *binders])
    return replace(outline, binders=named, goal=None, goal_words=("¬", "(", *rest, ")"))


def _words(text: str, span: tuple[int, int] | None) -> list[str]:
    return [] if span is None else [token.text for token in tokenize(text[span[0] : span[1]])]


def _outline_of_words(
    groups: Sequence[tuple[str, Sequence[str], Sequence[str]]], goal: Sequence[str], known: KnownFunctions
) -> Outline:
    """`groups` are the signature's binders as (bracket, names, words of the type); `goal` the words after the colon."""
    binders: list[Binder] = []
    for bracket, names, kind in groups:
        binders += _binders(bracket, names, kind, known)
    words = [word for _, names, kind in groups for word in (*names, ":", *kind)] + list(goal)
    rest = list(goal)
    while True:
        found = _leading_quantifier(rest, known) or _leading_hypothesis(rest, known)
        if found is None:
            break
        more, rest = found
        binders += more
    named = _distinct(binders)
    functions, defining = defined_by([binder.formula for binder in named], known.functions)
    return Outline(
        named,
        _readable(rest, known),
        tuple(words),
        functions,
        frozenset(named[at].name for at in defining),
        tuple(rest),
    )


def _binders(bracket: str, names: Sequence[str], kind: Sequence[str], known: KnownFunctions) -> list[Binder]:
    if bracket == "[":
        return [Binder("instance", names[0] if names else "", words=tuple(kind))]
    number = arithmetic_type(" ".join(kind))
    if number:
        return [Binder("number", name, number) for name in names]
    function = signature_of(kind)
    if function is not None:
        for name in names:
            known.add(name, function)
        return [Binder("function", name, words=tuple(kind)) for name in names]
    formula = _readable(kind, known)
    if formula is not None or _looks_propositional(kind):
        return [Binder("hypothesis", name, formula=formula, words=tuple(kind)) for name in names]
    return [Binder("other", name, words=tuple(kind)) for name in names]


def _looks_propositional(words: Sequence[str]) -> bool:
    return not _PROPOSITIONAL.isdisjoint(words)


def _readable(words: Sequence[str], known: KnownFunctions) -> Node | None:
    try:
        node = known.read(words)
    except Unreadable:
        return None
    return node if node.is_proposition else None


def _leading_quantifier(words: list[str], known: KnownFunctions) -> tuple[list[Binder], list[str]] | None:
    if not words or words[0] != "∀":
        return None
    comma = next((at for at, word in _top_level(words) if word == ","), None)
    if comma is None:
        return None
    binders = list(_quantified(words[1:comma], known))
    return (binders, words[comma + 1 :]) if binders else None


def _quantified(words: list[str], known: KnownFunctions) -> Iterator[Binder]:
    """The binders of `∀ x y : T`, `∀ (x : T) (h : P)` and `∀ x < 5`."""
    at = 0
    while at < len(words) and words[at] in _OPEN:
        end = _matching(words, at)
        inner = words[at + 1 : end]
        colon = inner.index(":") if ":" in inner else len(inner)
        yield from _binders(words[at], inner[:colon], inner[colon + 1 :], known)
        at = end + 1
    rest = words[at:]
    cut = next((i for i, word in enumerate(rest) if word == ":" or word in _PROPOSITIONAL), len(rest))
    names, tail = rest[:cut], rest[cut:]
    if tail[:1] == [":"]:
        yield from _binders("(", names, tail[1:], known)
    elif tail:
        for name in names:
            yield Binder("number", name, "Nat")
            yield Binder("hypothesis", "", formula=_readable([name, *tail], known), words=(name, *tail))
    else:
        yield from (Binder("number", name, "Nat") for name in names)


def _leading_hypothesis(words: list[str], known: KnownFunctions) -> tuple[list[Binder], list[str]] | None:
    """Split `A → B` where the arrow is the outermost connective."""
    arrow = None
    for at, word in _top_level(words):
        if word in _SCOPED and arrow is None:
            return None
        if word == "↔":
            return None
        if word in ("→", "->") and arrow is None:
            arrow = at
    if not arrow:
        return None
    stated = Binder("hypothesis", "", formula=_readable(words[:arrow], known), words=tuple(words[:arrow]))
    return [stated], words[arrow + 1 :]


def _top_level(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    depth = 0
    for at, word in enumerate(words):
        if word in _CLOSE:
            depth -= 1
        if depth == 0:
            yield at, word
        if word in _OPEN:
            depth += 1


def _matching(words: Sequence[str], start: int) -> int:
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in _OPEN) - (words[at] in _CLOSE)
        if depth == 0:
            return at
    return len(words)


def _distinct(binders: list[Binder]) -> tuple[Binder, ...]:
    """Every binder gets a name that scripts can use: anonymous ones are numbered."""
    named = []
    for at, binder in enumerate(binders):
        name = binder.name if binder.name and binder.name != "_" else f"ff{at}"
        named.append(replace(binder, name=name))
    return tuple(named)
