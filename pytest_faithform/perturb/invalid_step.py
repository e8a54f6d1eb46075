"""A reasoning step made invalid by rule (FaithformBench; SPEC a.8): this package's typed perturber, and the published one.

The typed perturber changes one thing in what the step claims: a value, a relation, an operator, a quantifier, or a condition
that it drops. It never fires twice, and it takes steps without parents too. The published one (regular expressions) may
change a number and an operator of one step.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from pytest_faithform.model import Case, InvalidStep, Problem
from pytest_faithform.perturb import number_edit, number_places, symbol_edit, symbol_places
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.candidates import Candidate, seeded
from pytest_faithform.perturb.marker import Unmarked, parsed
from pytest_faithform.perturb.outcome import Dropped
from pytest_faithform.perturb.steps import sentence_spans

__all__ = ["Change", "Perturber", "invalid_case", "invalidated", "published_change", "typed_change"]

Perturber = Literal["typed", "published"]
Method = Literal["value", "relation", "operator", "quantifier", "condition"]


@dataclass(frozen=True, slots=True)
class Change:
    """`old` at `start` of the step becomes `new`."""

    method: Method
    start: int
    old: str
    new: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


_OPENING = r"(?:(?:first|second|third|next|now|then|finally|so|and)[, ]+)*(?:we\s+)?"
_ANNOUNCING = (
    r"(?:let(?!'s see)|define|denote|suppose|assume|consider|call|recall|given|note that we|"
    r"to (?:find|solve|determine|calculate|compute)|"
    r"(?:our|the) (?:goal|aim|task|objective) is to|(?:want|need|wish|have|aim|try|are asked) to)"
)
_DECLARES = re.compile(rf"{_OPENING}{_ANNOUNCING}\b[^=<>]*$|.*\?\s*$", re.IGNORECASE | re.DOTALL)

# Words that turn a claim around, both ways; each pair of one method.
_RELATION_WORDS = [
    ("greater than", "less than"), ("larger than", "smaller than"), ("more than", "fewer than"), ("even", "odd"),
    ("positive", "negative"), ("increasing", "decreasing"), ("maximum", "minimum"), ("divisible", "not divisible"),
    ("is equal to", "is not equal to"), ("are equal", "are not equal"), ("is prime", "is not prime"),
    ("is congruent to", "is not congruent to"), ("perpendicular to", "parallel to"), ("are perpendicular", "are parallel"),
]  # fmt: skip
_QUANTIFIER_WORDS = [
    ("at least", "at most"), ("for all", "for no"), ("for every", "for no"), ("for each", "for no"), ("always", "never"),
    ("there exists", "there does not exist"), ("exactly one", "exactly two"), ("all of", "none of"), ("\\forall", "\\exists"),
    ("must be", "cannot be"), ("some", "no"), ("every", "no"),
]  # fmt: skip
_ONE_WAY = frozenset(["for every", "for each", "all of", "some", "every", "for all"])
_NOT_WORDS = re.compile(r"non-?\Z|not\s+\Z|\\\Z", re.IGNORECASE)
# "even if" and "even more" say nothing of parity.
_NO_PARITY = re.compile(r"even\s+(?:if|though|when|as|without|more|less|fewer|greater|larger|smaller|better)\b", re.I)
_CONDITION = re.compile(
    r",?\s{1,20}(?:if and only if|only if|whenever|provided that|as long as|unless|if|when)\s{1,20}"
    r"[^,;.]{3,80}(?=[.;]?\s*\Z)",
    re.IGNORECASE,
)
# "if possible" is no condition; behind "check" or "we aim to find" an `if` is none either, nor is a sentence left without it.
_NO_CONDITION = re.compile(
    r",?\s{1,20}(?:if|when|whenever)\s{1,20}(?:possible|necessary|needed|any|required|desired|not)\s*[.,;]?\s*\Z", re.I
)
_HANGS_ON = re.compile(
    r"\b(?:see|check|determine|identify|decide|verify|test|find out|ask|consider|wonder|examine)\b[^,;.:]*\Z|"
    r"\bto\s+[a-z]+\s*\Z",
    re.I,
)
_UPPER_BOUND = re.compile(r"\b(?:at most|no(?:t)? more than|up to|no larger than|no greater than)\s+\\?\$?\Z", re.I)
_LOWER_BOUND = re.compile(r"\b(?:at least|no(?:t)? (?:less|fewer) than|no smaller than)\s+\\?\$?\Z", re.I)
_PLAIN = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,8})?")
# "Not all primes are odd": true as well with "even".
_NOT_ALL = re.compile(r"\bnot\s+(?:all|every|each)\b", re.I)
_IF_THEN = re.compile(r"\bif\s+[^.;]{3,80}?,\s*then\b", re.IGNORECASE)


def typed_change(problem: Problem, seed: int = 0) -> Change | None:
    """What the typed perturber changes in the step, None where it finds no claim to change. Raises Unmarked where the step
    is no LaTeX.

    The last sentence that claims something is taken; in it each type names the place nearest to its end, and one type is
    drawn, seeded by the step's id. A dropped condition is taken where nothing else is there.
    """
    text = problem.informal_statement
    shape = parsed(text)
    numbers = [one for one in number_places.candidates(text, shape, may_end_sentence=True) if one.refusal is None]
    signs = [one for one in symbol_places.places(text, shape) if one.refusal is None]
    name = problem.id if seed == 0 else f"{problem.id}#{seed}"
    for start, end in reversed(sentence_spans(text)):
        if _DECLARES.match(text[start:end]):
            continue
        inside = [one for one in (*numbers, *signs) if start <= one.start and one.end <= end]
        options = list(_options(text, inside, start, end, name))
        if options:
            return seeded(f"{name}:invalid").choice(options)
        dropped = _dropped_condition(text, start, end)
        if dropped:
            return dropped
    return None


def _options(text: str, inside: list[Candidate], start: int, end: int, name: str) -> Iterator[Change]:
    last = {one.family: one for one in inside}
    number, relation, operator = last.get("number"), last.get("relation"), last.get("operator")
    new = number_edit.new_value(name, "statement", number.text) if number else None
    if number and new:
        new = _contradicting(text, number, new)
    if number and new and not (new == "1" and number_places.counts_several(text, number.end)):
        yield Change("value", number.start, number.text, new)
    if relation:
        yield _swapped(relation.start, relation.text, "relation")
    elif (word := _turned(text, start, end, _RELATION_WORDS, "relation")) is not None:
        yield word
    if operator:
        yield _swapped(operator.start, operator.text, "operator")
    if (word := _turned(text, start, end, _QUANTIFIER_WORDS, "quantifier")) is not None:
        yield word


def _contradicting(text: str, number: Candidate, new: str) -> str | None:
    """The new value, on the side of the old one where a bound in words becomes a stronger one: from "at most 7", "at most 8"
    follows."""
    before = text[max(0, number.start - 30) : number.start]
    ways = (_UPPER_BOUND.search(before) is not None, _LOWER_BOUND.search(before) is not None)
    if not any(ways) or not _PLAIN.fullmatch(number.text):
        return new
    old, moved = Decimal(number.text), Decimal(new)
    if (moved > old) == ways[1]:
        return new
    mirrored = 2 * old - moved
    return str(mirrored) if old * mirrored > 0 else None


def _swapped(start: int, old: str, method: Method) -> Change:
    return Change(method, start, old, symbol_edit.new_symbol(old) or old)


def _turned(text: str, start: int, end: int, pairs: list[tuple[str, str]], method: Method) -> Change | None:
    """The last of the words of `pairs` in the sentence, turned around."""
    found: list[Change] = []
    ways = [*pairs, *((new, old) for old, new in pairs if old not in _ONE_WAY)]
    for old, new in ways:
        opening = "" if old.startswith("\\") else r"\b"
        for match in re.finditer(rf"{opening}{re.escape(old)}(?![A-Za-z])", text[start:end], re.IGNORECASE):
            place = start + match.start()
            if method == "relation" and _NOT_ALL.search(text, start, place):
                continue
            if not _NOT_WORDS.search(text[max(start, place - 6) : place]) and not _NO_PARITY.match(text, place):
                capital = match[0][:1].isupper()
                found.append(Change(method, place, match[0], new[:1].upper() + new[1:] if capital else new))
    # Of two that overlap ("not divisible", "divisible") the longer one is meant.
    return max(found, key=lambda change: (change.start + len(change.old), len(change.old)), default=None)


def _dropped_condition(text: str, start: int, end: int) -> Change | None:
    sentence = text[start:end]
    match = _CONDITION.search(sentence)
    whole = match and not _NO_CONDITION.match(match[0]) and not _HANGS_ON.search(sentence[: match.start()])
    if (
        match
        and whole
        and match.start() > 10
        and match[0].count("$") % 2 == 0
        and match[0].count("\\(") == match[0].count("\\)")
    ):
        return Change("condition", start + match.start(), match[0], "")
    match = _IF_THEN.search(sentence)
    if match and match[0].count("$") % 2 == 0 and match[0].count("\\(") == match[0].count("\\)"):
        return Change(
            "condition", start + match.start(), match[0], "In any case" if match[0][0] == "I" else "in any case"
        )
    return None


_PUBLISHED_NUMBER = re.compile(r"(?<![a-zA-Z])(-?\d+(?:\.\d+)?)(?![a-zA-Z])", re.ASCII)
_PUBLISHED_SWAPS = {"+": "-*/", "-": "+*/", "*": "+-/", "/": "+-*", "^": "+*", "<": "=", ">": "="}
_MODAL = re.compile(r"\b(?:is|are|was|were|has|have|had|can|could|will|would|shall|should|must|might)\b")


def published_change(problem: Problem, seed: int = 0) -> str:
    """The step as the published regular expressions perturb it, seeded by the step's id instead of once for a whole run:
    the last number moved by up to half of it, then an operator swapped, and only if neither is there the sentence negated."""
    text = problem.informal_statement
    rng = seeded(f"{problem.id if seed == 0 else f'{problem.id}#{seed}'}:regex")
    changed = _published_operator(_published_value(text, rng), rng)
    return changed if changed != text else _negated(text)


def _published_value(text: str, rng: random.Random) -> str:
    numbers = [
        match for match in _PUBLISHED_NUMBER.finditer(text)
        if not (match.start() < 10 and ":" in text[match.end() : match.end() + 5])
    ]  # fmt: skip
    if not numbers or len(numbers[-1][0]) > 300:
        return text
    last = numbers[-1]
    value = float(last[0]) if "." in last[0] else int(last[0])
    step = rng.randint(1, max(1, int(abs(value) / 2) if isinstance(value, float) else abs(value) // 2))
    moved = value + step * rng.choice([1, -1])
    new = f"{moved:.{len(last[0].partition('.')[2])}f}" if isinstance(moved, float) else str(moved)
    return text[: last.start()] + new + text[last.end() :]


def _published_operator(text: str, rng: random.Random) -> str:
    places = [index for index, char in enumerate(text) if char in _PUBLISHED_SWAPS]
    if not places:
        return text
    place = places[-1] if rng.random() < 0.7 else rng.choice(places)
    return text[:place] + rng.choice(_PUBLISHED_SWAPS[text[place]]) + text[place + 1 :]


def _negated(text: str) -> str:
    without = re.sub(r"\bnot\b ?", "", text, count=1)
    if without != text:
        return without
    modal = _MODAL.search(text)
    if modal:
        return f"{text[: modal.end()]} not{text[modal.end() :]}"
    return f"It is false that {text[:1].lower()}{text[1:]}"


def invalidated(problem: Problem, perturber: Perturber, seed: int = 0) -> Case | Dropped:
    """The case of the step made invalid by rule, or why there is none."""
    if perturber == "published":
        edited = published_change(problem, seed)
        return invalid_case(problem, edited, InvalidStep(pairs_with=f"{problem.id}-original", method="regex"))
    try:
        change = typed_change(problem, seed)
    except Unmarked as error:
        return Dropped.of(problem, "invalid_step", "typed", str(error), error.detail)
    if change is None:
        return Dropped.of(problem, "invalid_step", "typed", "the step claims nothing that could be turned around")
    edit = InvalidStep(pairs_with=f"{problem.id}-original", method=change.method, old=change.old, new=change.new)
    return invalid_case(problem, change.apply(problem.informal_statement), edit)


def invalid_case(problem: Problem, edited: str, edit: InvalidStep) -> Case | Dropped:
    """The case, if its text is another than the valid step's and its record is true."""
    if edited == problem.informal_statement or not edited.strip():
        return Dropped.of(problem, "invalid_step", edit.method, "the perturbed step is the step itself")
    case = Case(
        id=f"{problem.id}-invalid_step",
        problem=problem,
        perturbation=edit,
        informal_statement=edited,
        informal_proof="",
    )
    wrong = audit(case)
    return Dropped.of(problem, "invalid_step", edit.method, "failed its audit", "; ".join(wrong)) if wrong else case
