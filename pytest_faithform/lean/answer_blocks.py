"""Which blocks of a reply are its answer.

A reply shows drafts, corrections, helpers, files, excerpts and illustrations side by side. What a block is shows first in
what it declares, proves and uses, then in what is said of it (`introductions`). Never raises; linear time.
"""

from __future__ import annotations

import re

from pytest_faithform.lean.block_contents import COMPLETE, OPEN, STATED, Contents, Declared, contents_of
from pytest_faithform.lean.blocks import Block, has_declaration, has_theorem
from pytest_faithform.lean.joined_blocks import joined, trim
from pytest_faithform.lean.relations import (
    applies,
    calls_answer,
    chosen,
    is_beside,
    is_draft,
    leads_on,
    names_answer,
    returns_to_task,
    takes_back,
)

__all__ = ["answer_of"]

_Pair = tuple[Declared, Declared]


def answer_of(blocks: list[Block], afterwards: str = "") -> tuple[str, str]:
    """(Lean text, strategy) of the answer in blocks of which one declares something.

    The answer is the first block with a theorem or lemma, until a later one takes its place: one that states it anew, that
    builds on it, or that is about something else and has a theorem, or the answer has none but lemmas. No place takes

    - an excerpt: only helpers of the answer, or its statement once more with less of a proof, or a much shorter one;
    - another theorem than a complete one, when the reply says something between them but not that it takes the place;
    - a statement of something else without a proof after a theorem with one, unless it is called the answer;
    - what is introduced, or named, as an illustration, a rejected, a foreign or an alternative version;
    - after what is called the final answer, what is not called a correction.

    What is said `afterwards`, behind all blocks, to be the answer ("Version 1 is my final answer") is it.

    Of what is called by part ("Part (b)", "Theorem 2") each part is the answer. Without any theorem or lemma the last
    declaration is it. What joins it, `joined_blocks` says.
    """
    if len(blocks) == 1:
        return trim(blocks[0].text), blocks[0].strategy
    contents = [contents_of(block, index) for index, block in enumerate(blocks)]
    answers = _chosen(contents, afterwards) or _answers(contents)
    text, count = joined(contents, answers)
    strategy = answers[-1].block.strategy
    return text, "fences" if count > 1 and strategy == "fence" else strategy


def _chosen(contents: list[Contents], afterwards: str) -> list[Contents]:
    """The block that is said to be the answer, in a list, or none."""
    choice = chosen(afterwards)
    if choice is None:
        return []
    called, number = choice
    candidates = [one for one in contents if one.theorems]
    named = [one for one in candidates if called and any(called in text.lower() for text in _labels(one))]
    at = number - (number > 0)
    return named[:1] or candidates[at : at + 1 or None]


def _labels(one: Contents) -> tuple[str, ...]:
    return (one.block.intro, *one.block.headings)


def _answers(contents: list[Contents]) -> list[Contents]:
    """The answer's blocks: one, or one for each of its parts."""
    candidates = [one for one in contents if has_theorem(one.block.text)]
    if not candidates:
        return [[one for one in contents if has_declaration(one.block.text)][-1]]
    answer = candidates[0]
    parts = {answer.part: answer}
    for later in candidates[1:]:
        restated = [part for part, one in parts.items() if _shared(later, one, by_statement=False)]
        if not _takes_place(later, parts[restated[-1]] if restated else answer):
            continue
        if restated:
            parts = {
                part: later if part == restated[0] else one for part, one in parts.items() if part not in restated[1:]
            }
        elif _is_another_part(later, answer):
            parts[later.part] = later
        else:
            parts = {later.part: later}
        answer = later
    return list(parts.values())


def _is_another_part(later: Contents, answer: Contents) -> bool:
    """Whether both are called parts of one answer ("Part (a)", "Part (b)")."""
    if not (later.part[1] and answer.part[1] and later.part[0] == answer.part[0]):
        return False
    return not later.uses(answer) and not _shared(later, answer)


def _takes_place(later: Contents, answer: Contents) -> bool:
    if _is_excerpt(later, answer):
        return False
    if any(
        mine.there > theirs.there and mine.statement == theirs.statement for mine, theirs in _shared(later, answer)[-1:]
    ):
        return True
    if later.is_aside != answer.is_aside:
        return answer.is_aside and not answer.uses(later)
    returns = returns_to_task(later.block.intro)
    if answer.role == "final" and answer.is_theorem and not (later.is_better or returns):
        return False
    if _is_shortened(later, answer):
        return False
    if _shared(later, answer, by_statement=False) and (
        returns or not _stands(answer) or not is_beside(later.block.intro)
    ):
        return True
    if _stands(answer) and later.block.intro and not _is_said_to_replace(later, answer):
        return False
    if later.uses(answer):
        return True
    if answer.uses(later) or _is_less(later, answer):
        return False
    return later.is_theorem or not answer.is_theorem or bool(_shared(later, answer))


def _stands(answer: Contents) -> bool:
    """Whether a block is a whole answer: a theorem with a proof, or the statement that the reply calls the answer."""
    if not answer.theorems or _is_tentative(answer):
        return False
    there = answer.theorems[-1].there
    return there == COMPLETE or (there == OPEN and answer.role in ("answer", "final"))


def _is_tentative(answer: Contents) -> bool:
    return answer.role != "final" and any(map(is_draft, _labels(answer)))


def _is_said_to_replace(later: Contents, answer: Contents) -> bool:
    """Whether there is a sign that the answer gives way to another theorem, or leads to it."""
    said = later.block.intro
    if later.is_better or returns_to_task(said) or _is_another_part(later, answer):
        return True
    if any(mine.statement == theirs.statement for mine, theirs in _shared(later, answer)):
        return True
    if takes_back(said, later.block.since):
        return names_answer(said) or not is_beside(said)
    if (is_beside(said) or applies(said)) and not names_answer(said):
        return False
    if later.is_theorem > answer.is_theorem or calls_answer(said):
        return True
    if _has_main_name(later) > _has_main_name(answer):
        return True
    return not any(map(calls_answer, _labels(answer))) and (later.uses(answer) or leads_on(said))


_MAIN_NAME = re.compile(r"(?:.*_)?(?:main|final|answer|solution|problem)(?:_|\d|$)", re.IGNORECASE)


def _has_main_name(one: Contents) -> bool:
    return bool(one.theorems) and _MAIN_NAME.match(one.theorems[-1].name) is not None


_MUCH_SHORTER = 0.75


def _is_shortened(later: Contents, answer: Contents) -> bool:
    """Whether a block proves the answer's theorem in much fewer words: the longer proof shows the steps."""
    if later.is_better or not later.block.intro or not (later.theorems and answer.theorems) or _is_tentative(answer):
        return False
    mine, theirs = later.theorems[-1], answer.theorems[-1]
    if (mine.statement, mine.there, theirs.there) != (theirs.statement, COMPLETE, COMPLETE):
        return False
    if takes_back(later.block.intro, later.block.since):
        return False
    return _length_of_proof(mine) <= _MUCH_SHORTER * _length_of_proof(theirs)


def _length_of_proof(theorem: Declared) -> int:
    return len(theorem.code) - len(theorem.statement)


def _is_less(later: Contents, answer: Contents) -> bool:
    """Whether a block states something else without a proof after a theorem with one, and is not called the answer."""
    if later.role in ("answer", "final", "corrected") or not (later.theorems and answer.theorems):
        return False
    if _is_another_part(later, answer):
        return False
    return answer.is_theorem and later.theorems[-1].there < answer.theorems[-1].there == COMPLETE


def _is_excerpt(later: Contents, answer: Contents) -> bool:
    """Whether a block shows no more than a part of what the answer holds: helpers of it, or statements of its theorems with
    less of their proofs."""
    shared = _shared(later, answer)
    if not shared or shared[-1][0] is not later.theorems[-1]:
        return False
    if len(shared) == len(later.theorems):
        if all(theirs is not answer.theorems[-1] for _, theirs in shared):
            return later.role != "final"
        if len(shared) < len(answer.theorems) and all(mine.code == theirs.code for mine, theirs in shared):
            return not later.is_better
    if not any(mine.there < theirs.there for mine, theirs in shared):
        return False
    mine, theirs = shared[-1]
    if mine.there == theirs.there:
        return mine.statement == theirs.statement and not later.is_better
    return mine.statement == theirs.statement or (mine.there == STATED and not later.is_better)


def _shared(later: Contents, answer: Contents, *, by_statement: bool = True) -> list[_Pair]:
    """The theorems of one block that the other has, too, by name or else by statement."""
    known = answer.by_statement if by_statement else {}
    pairs = [(theorem, answer.by_name.get(theorem.name) or known.get(theorem.statement)) for theorem in later.theorems]
    return [(mine, theirs) for mine, theirs in pairs if theirs is not None]
