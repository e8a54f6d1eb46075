"""Number edits, symbol edits and step deletions of a problem: pick a place, change it, audit the case (SPEC a.1 to a.5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import ValidationError

from pytest_faithform.model import Case, NumberEdit, Problem, Region, Span, StepDeletion, SymbolEdit
from pytest_faithform.perturb import number_edit, number_places, step_deletion, steps, symbol_edit
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.candidates import Candidate, in_order, pick
from pytest_faithform.perturb.latex import Token, scan
from pytest_faithform.perturb.marker import Marker, Unmarked, region_text
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["Drawing", "audited", "delete_step", "edit_number", "edit_symbol"]

_ARTICLE = re.compile(r"(?:^|[^A-Za-z])an?[\s~]+\\?\$?\Z", re.IGNORECASE)
# Eight, eleven, eighteen, eighty-one: the numbers that are spoken with a vowel first.
_VOWEL = re.compile(r"8|1[18](?![0-9])|1[18](?:[0-9]{3})+(?![0-9])")


class Drawing:
    """How places are drawn: `seed` 0 is the published seeding; `published` takes the marker's own order, as the paper's code
    does, instead of the order of the text."""

    def __init__(self, seed: int = 0, *, published: bool = False) -> None:
        self.seed = seed
        self.published = published

    def name(self, problem: Problem) -> str:
        """The name that seeds are made of."""
        return problem.id if self.seed == 0 else f"{problem.id}#{self.seed}"

    def pick(self, problem: Problem, region: Region, candidates: Sequence[Candidate]) -> Candidate | None:
        listed = candidates if self.published else in_order(candidates)
        return pick(self.name(problem), region, [one for one in listed if one.refusal is None])


def edit_number(problem: Problem, region: Region, marker: Marker, drawing: Drawing) -> Case | Dropped:
    """The case with one number of the region changed, or why there is none."""
    try:
        candidates = marker.numbers(problem, region)
    except Unmarked as error:
        return Dropped.of(problem, "number_edit", region, str(error), error.detail)
    if not drawing.published:
        candidates = [_in_agreement(problem, region, drawing, one) for one in candidates]
    chosen = drawing.pick(problem, region, candidates)
    if chosen is None:
        return _nothing(problem, "number_edit", region, candidates, "number")
    new = number_edit.new_value(drawing.name(problem), region, chosen.text)
    if new is None:
        return Dropped.of(problem, "number_edit", region, "no new value for the number", chosen.text[:60])
    edit = NumberEdit(region=region, span=Span(start=chosen.start, end=chosen.end), old=chosen.text, new=new)
    return _substituted(problem, edit)


def _in_agreement(problem: Problem, region: Region, drawing: Drawing, candidate: Candidate) -> Candidate:
    """The candidate, refused where the new number would not go with the article before it ("an 8 by 6", "an 5 by 6") or with
    the plural behind it ("2 apples", "1 apples")."""
    text = region_text(problem, region)
    article = _ARTICLE.search(text[max(0, candidate.start - 8) : candidate.start])
    if candidate.refusal is not None or not (article or number_places.counts_several(text, candidate.end)):
        return candidate
    new = number_edit.new_value(drawing.name(problem), region, candidate.text) or candidate.text
    if article and bool(_VOWEL.match(new)) != bool(_VOWEL.match(candidate.text)):
        return replace(candidate, refusal="its article would no longer fit")
    return replace(candidate, refusal="a plural noun follows, and the new number is 1") if new == "1" else candidate


def edit_symbol(problem: Problem, region: Region, marker: Marker, drawing: Drawing) -> Case | Dropped:
    """The case with one relation or operator of the region swapped, or why there is none."""
    try:
        candidates = marker.symbols(problem, region)
    except Unmarked as error:
        return Dropped.of(problem, "symbol_edit", region, str(error), error.detail)
    chosen = drawing.pick(problem, region, candidates)
    if chosen is None:
        return _nothing(problem, "symbol_edit", region, candidates, "relation or operator")
    new = symbol_edit.new_symbol(chosen.text)
    family: Literal["relation", "operator"] = "relation" if chosen.family == "relation" else "operator"
    if new is None:
        return Dropped.of(problem, "symbol_edit", region, "no swap for the symbol", chosen.text[:60])
    span = Span(start=chosen.start, end=chosen.end)
    return _substituted(problem, SymbolEdit(region=region, span=span, old=chosen.text, new=new, family=family))


def delete_step(problem: Problem, marker: Marker, drawing: Drawing) -> Case | Dropped:
    """The case with one step of the proof left without its reasoning, or why there is none."""
    try:
        found = marker.steps(problem)
    except Unmarked as error:
        return Dropped.of(problem, "step_deletion", "proof", str(error), error.detail)
    chosen = steps.best(drawing.name(problem), found)
    if chosen is None:
        sentences = len(steps.sentence_spans(problem.informal_proof))
        reason = "the proof has one step" if sentences < 2 else "no step may lose its reasoning"
        return Dropped.of(problem, "step_deletion", "proof", reason, f"{sentences} sentences")
    step = chosen.step
    edited = step_deletion.apply(problem.informal_proof, step)
    edit = StepDeletion(
        span=Span(start=step.start, end=step.end),
        reasoning=step.reasoning,
        outcome=step.outcome,
        is_last=chosen.is_last,
        tier=chosen.tier,
        reasoning_reappears_elsewhere=step_deletion.reappears_elsewhere(edited, step.reasoning),
    )
    return audited(problem, edit, problem.informal_statement, edited)


def audited(
    problem: Problem, edit: NumberEdit | SymbolEdit | StepDeletion, statement: str, proof: str
) -> Case | Dropped:
    """The case, if everything that it says of its edit is true."""
    try:
        case = Case(
            id=f"{problem.id}-{edit.kind}-{edit.region}",
            problem=problem,
            perturbation=edit,
            informal_statement=statement,
            informal_proof=proof,
        )
    except ValidationError as error:
        return Dropped.of(problem, edit.kind, edit.region, "failed its audit", error.errors()[0]["msg"])
    wrong = audit(case)
    return Dropped.of(problem, edit.kind, edit.region, "failed its audit", "; ".join(wrong)) if wrong else case


def _substituted(problem: Problem, edit: NumberEdit | SymbolEdit) -> Case | Dropped:
    before = region_text(problem, edit.region)
    after = before[: edit.span.start] + edit.new + before[edit.span.end :]
    if not _same_around(before, after, edit.span, len(edit.new)):
        return Dropped.of(
            problem, edit.kind, edit.region, "the edit would change how its neighbours are read", edit.old
        )
    statement, proof = problem.informal_statement, problem.informal_proof
    return audited(problem, edit, *((after, proof) if edit.region == "statement" else (statement, after)))


def _same_around(before: str, after: str, span: Span, length: int) -> bool:
    """Whether all tokens but those of the edit are the same ones in the same surroundings: `\\div` may swallow a letter."""
    tokens, edited = _kept(scan(before), span.start, span.end), _kept(scan(after), span.start, span.start + length)
    return tokens == edited


def _kept(tokens: list[Token], start: int, end: int) -> list[tuple[str, int | None, bool, bool]]:
    return [
        (t.text, t.formula, t.script, t.layout)
        for t in tokens
        if (t.end <= start or t.start >= end) and t.kind != "space"
    ]


def _nothing(
    problem: Problem,
    kind: Literal["number_edit", "symbol_edit"],
    region: Region,
    candidates: Sequence[Candidate],
    what: str,
) -> Dropped:
    if not candidates:
        return Dropped.of(problem, kind, region, f"no {what}")
    why = Counter(_without_quotes(one.refusal or "") for one in candidates).most_common(4)
    told = ", ".join(f"{count} {reason}" for reason, count in why)
    return Dropped.of(problem, kind, region, f"a rule refuses every {what}", f"{len(candidates)} found: {told}")


def _without_quotes(reason: str) -> str:
    return reason.rpartition("' ")[2] if reason.startswith("'") else reason
