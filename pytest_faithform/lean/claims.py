"""What a text claims, and how each claim is proved: the raw material of the step-deletion rules (SPEC c.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from pytest_faithform.lean.binders import Binder, read_binders
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.frames import Frame, Hole
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code, Span
from pytest_faithform.lean.proofs import RELATIONS, walk
from pytest_faithform.lean.vocabulary import words

__all__ = ["Claim", "Placeholder", "read_claims"]

ClaimKeyword = Literal["have", "show", "obtain", "suffices", "calc", "goal", "axiom", "hypothesis"]


@dataclass(frozen=True)
class Claim:
    """A proposition that a text states, with the exact span of its proof.

    `proof` is what follows `:=`, `from` or, including the word, `by`; None for a hypothesis, an axiom, and a claim that
    is stated and left. `haveI` and `replace` count as "have"; a "goal" is a theorem's own conclusion with its whole
    proof. The proof of a `show` tactic, and of `suffices`, is the rest of its block. For a calc step `left` and `right`
    are the operands around `relation`, and `left` of a `_` is the previous right-hand side (None if there is none).
    `name` of a destructured claim is its pattern. `parent` is the innermost claim around it.
    """

    keyword: ClaimKeyword
    name: str
    prop: Span
    proof: Span | None
    decl: Decl
    start: int
    end: int
    parent: Claim | None = field(default=None, repr=False, compare=False)
    binders: tuple[Binder, ...] = field(default=(), repr=False)
    left: Span | None = None
    relation: str = ""
    right: Span | None = None


@dataclass(frozen=True)
class Placeholder:
    """A hole. `word` is "sorry", "admit", "sorryAx", "stop", "?_" or "empty by" (a `by` that no tactic follows);
    `claim` is the innermost claim whose text holds it: the goal itself where no other does, None outside a theorem."""

    span: Span
    word: str
    decl: Decl | None
    claim: Claim | None


def read_claims(code: Code, decl: Decl) -> tuple[list[Claim], list[Placeholder]]:
    """Claims and placeholders of one declaration, hypotheses and goal first, then in the order of their places."""
    theorem_like = decl.keyword in ("theorem", "lemma", "example")
    claims: list[Claim] = []
    goal: Claim | None = None
    if theorem_like:
        claims += _hypotheses(code, decl)
    if decl.type is not None and decl.type[0] < decl.type[1] and (theorem_like or decl.keyword == "axiom"):
        keyword: ClaimKeyword = "axiom" if decl.keyword == "axiom" else "goal"
        goal = Claim(keyword, decl.name, decl.type, decl.value, decl, decl.start, decl.end)
        claims.append(goal)
    first, last = decl.body
    frames, holes = walk(code, first, last, code.columns[decl.tokens[0]])
    built: dict[Frame, Claim | None] = {}
    for frame in frames:
        parent = goal if frame.parent is None else built[frame.parent]
        claim = _build(code, decl, frame, parent)
        built[frame] = claim or parent
        if claim is not None:
            claims.append(claim)
    placeholders = [
        Placeholder(code.span(index, index + 1), code.tokens[index].text, decl, None)
        for index in range(code.index_at(decl.signature[0]), code.index_at(decl.signature[1]))
        if code.tokens[index].text in ("sorry", "sorryAx", "«sorryAx»", "admit")
    ]
    for hole in holes:
        if hole.word != "?_" or _is_final(code, hole, last):
            claim = goal if hole.frame is None else built[hole.frame]
            placeholders.append(Placeholder(code.span(hole.first, hole.last), hole.word, decl, claim))
    return claims, placeholders


def _is_final(code: Code, hole: Hole, last: int) -> bool:
    """A `?_` that no tactic follows within its proof stays open; one in `refine f ?_ ?_` is a goal for what follows."""
    frame = hole.frame
    if frame is not None and frame.proof_first == hole.first:
        return True
    end = last if frame is None or frame.proof_last is None else frame.proof_last
    for index in range(hole.last, end):
        if code.fresh[index] or code.tokens[index].text in (";", "<;>", "·"):
            return False
        if index - hole.last > 200:
            return False
    return True


def _build(code: Code, decl: Decl, frame: Frame, parent: Claim | None) -> Claim | None:
    if frame.prop_first is None or frame.prop_last is None:
        return None
    prop_last = frame.prop_last
    if prop_last > frame.prop_first and code.tokens[prop_last - 1].text == ",":
        prop_last -= 1
    if prop_last <= frame.prop_first:
        return None
    is_step = frame.chain is not None
    if is_step and frame.relation is None and frame.proof_first is None:
        return None
    keyword: ClaimKeyword = frame.keyword  # type: ignore[assignment]
    proof = None
    if frame.proof_first is not None and frame.proof_last is not None:
        proof = code.span(frame.proof_first, frame.proof_last)
    name, binders = ("", ()) if is_step or keyword == "show" else _head(code, frame)
    claim = Claim(
        keyword=keyword,
        name=name,
        prop=code.span(frame.prop_first, prop_last),
        proof=proof,
        decl=decl,
        start=code.tokens[frame.first].start,
        end=code.span(frame.first, max(frame.first + 1, frame.last))[1],
        parent=parent,
        binders=binders,
    )
    return _with_sides(code, frame, claim, prop_last) if is_step else claim


def _with_sides(code: Code, step: Frame, claim: Claim, prop_last: int) -> Claim:
    if step.relation is None or step.prop_first is None:
        return claim
    left: Span | None = code.span(step.prop_first, step.relation)
    if step.relation == step.prop_first + 1 and code.tokens[step.prop_first].text == "_":
        left = None if step.left is None else code.span(*step.left)
    right = code.span(step.relation + 1, prop_last)
    return replace(claim, left=left, relation=code.tokens[step.relation].text, right=right)


_LONGEST_NAME = 200


def _head(code: Code, frame: Frame) -> tuple[str, tuple[Binder, ...]]:
    """Name (or pattern) and binders between the keyword and the colon."""
    first, last = frame.first + 1, frame.name_last if frame.name_last is not None else frame.first + 1
    if first >= last:
        return "", ()
    token = code.tokens[first]
    if token.kind == "ident" and code.tokens[min(first + 1, last - 1)].text != "|":
        return token.text, tuple(read_binders(code, first + 1, last))
    start, end = code.span(first, last)
    return " ".join(code.text[start : min(end, start + _LONGEST_NAME)].split()), ()


# -- hypotheses --------------------------------------------------------------------------------------------------------

_LOGICAL = (RELATIONS - {"→", "->", "~", "⟶"}) | words("∧ ∨ ¬ ∃ ∃! /\\ \\/")
_SORTS = words(
    """Nat Int Rat Real Complex ℕ ℤ ℚ ℝ ℂ Type Sort Prop Fin Finset Set List Array String Char Bool Unit Option Matrix
    Polynomial ZMod Sum Prod Multiset Equiv Subtype Fintype DecidableEq Decidable Field Ring CommRing"""
)

_PREDICATE = re.compile(
    r"Is[A-Z]\w*|Prime|Coprime|Even|Odd|Injective|Surjective|Bijective|Continuous|Monotone|Antitone|StrictMono|StrictAnti"
    r"|Differentiable|Irrational|Summable|Squarefree|Finite|Infinite|Nonempty|Periodic|Dvd|ModEq"
)


def _hypotheses(code: Code, decl: Decl) -> Iterator[Claim]:
    for binder in [*decl.variables, *decl.binders]:
        if binder.type is not None and is_proposition(code, binder):
            yield _hypothesis(decl, " ".join(binder.names), binder.type, binder.span)
    if decl.type is not None:
        yield from _premises(code, decl, code.index_at(decl.type[0]), code.index_at(decl.type[1]))


def _hypothesis(decl: Decl, name: str, prop: Span, place: Span) -> Claim:
    return Claim("hypothesis", name, prop, None, decl, place[0], place[1])


def _premises(code: Code, decl: Decl, first: int, last: int) -> Iterator[Claim]:
    """`P → Q → R` and `∀ x, …`: each premise before the conclusion, and each binder of a leading ∀, is a hypothesis."""
    index = segment = first
    depth = 0
    while index < last:
        text = code.tokens[index].text
        depth += (text in OPENERS) - (text in CLOSERS)
        if index == segment and text in ("∀", "forall"):
            comma = _find_comma(code, index, last)
            for binder in read_binders(code, index + 1, comma):
                if binder.type is not None and is_proposition(code, binder):
                    yield _hypothesis(decl, " ".join(binder.names), binder.type, binder.span)
            index = segment = comma + 1
            continue
        if depth == 0 and text in ("∃", "∃!", "fun", "λ", "let", "have", "↔", "∑", "∏"):
            return
        if depth == 0 and text in ("→", "->"):
            span = code.span(segment, index)
            if is_proposition(code, Binder(span, ("h",), span, "(")):
                yield _hypothesis(decl, "", span, span)
            segment = index + 1
        index += 1


def _find_comma(code: Code, first: int, last: int) -> int:
    depth = 0
    for index in range(first, last):
        text = code.tokens[index].text
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth == 0 and text == ",":
            return index
    return last


def is_proposition(code: Code, binder: Binder) -> bool:
    """Whether a binder looks like a hypothesis rather than a datum. Types are not elaborated here, so this is a guess
    from the type's symbols, its head and the name's first letter."""
    if binder.type is None:
        return False
    first, last = code.index_at(binder.type[0]), code.index_at(binder.type[1])
    if first >= last:
        return False
    depth = 0
    for token in code.tokens[first:last]:
        if token.text in OPENERS:
            depth += token.text not in ("(", "⟨")
        elif token.text in CLOSERS:
            depth -= token.text not in (")", "⟩")
        elif depth <= 0 and token.kind == "symbol" and token.text in _LOGICAL:
            return True
    head = code.tokens[first].text
    if binder.bracket == "[":
        return head == "Fact"
    if head in _SORTS or not binder.names:
        return False
    if head in ("∀", "forall") or _PREDICATE.fullmatch(head.rpartition(".")[2]):
        return True
    return binder.names[0].lstrip("_").startswith(("h", "H", "this"))
