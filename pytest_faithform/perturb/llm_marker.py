"""A marker that asks a model (RPA; SPEC a.1, a.2 to a.4): its offsets are repaired, and then the same rules apply."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pytest_faithform.model import Problem, Region
from pytest_faithform.perturb import number_edit, number_places, step_deletion, symbol_edit, symbol_places
from pytest_faithform.perturb.asking import Asker, NoAnswer, parse_json
from pytest_faithform.perturb.candidates import Candidate, What
from pytest_faithform.perturb.marker import Unmarked, parsed, region_text
from pytest_faithform.perturb.steps import Deletable

__all__ = ["ModelMarker", "repaired"]

T = TypeVar("T")

SAMPLING = {"temperature": 0.0, "max_tokens": 8192}

_WORD = re.compile(r"[A-Za-z][A-Za-z_]{2,}|\d+")
_WINDOW = 60
_LEAST_SHARED = 2


class ModelMarker:
    """Places and steps that a model marks. A reply that is no list of entries is asked for again; after three the region is
    unmarked, which is a reason of its own and never "no candidates"."""

    def __init__(self, asker: Asker) -> None:
        self.name = f"llm:{asker.name}"
        self._asker = asker

    def numbers(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        rules = number_places.candidates(text, parsed(text))
        entries = self._ask("numbers", _entries, text=text, region=region)
        return [_judged_number(text, *place, rules) for place in _places(text, entries)]

    def symbols(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        rules = symbol_places.places(text, parsed(text))
        entries = self._ask("symbols", _entries, text=text, region=region)
        return symbol_edit.balanced([_judged_symbol(text, *place, rules) for place in _places(text, entries)])

    def steps(self, problem: Problem) -> list[Deletable]:
        proof = problem.informal_proof
        entries = self._ask("steps", _step_entries, text=proof, statement=problem.informal_statement)
        found = []
        for index, entry in enumerate(entries):
            reasoning, outcome = (str(entry.get(name) or "").strip() for name in ("reasoning_text", "outcome_text"))
            if entry.get("deletable") is not True or len(entries) < 2:
                continue
            step = step_deletion.find_step(proof, reasoning, outcome)
            if not isinstance(step, step_deletion.Step):
                continue
            if step_deletion.refusal(step.reasoning, step.outcome, proof[step.start : step.end]) is not None:
                continue
            low, high = step_deletion.SHRINKAGE
            if low <= step_deletion.shrinkage(proof, step_deletion.apply(proof, step)) <= high:
                tier = step_deletion.tier(step.outcome, len(entries))
                found.append(Deletable(step, index, index == len(entries) - 1, tier))
        return found

    def _ask(self, prompt: str, parse: Callable[[str], T], **variables: Any) -> T:
        try:
            return self._asker.ask(prompt, parse, sampling=SAMPLING, **variables)
        except NoAnswer as error:
            raise Unmarked("the model's marks cannot be read", str(error)) from error


def _entries(reply: str) -> list[dict[str, Any]]:
    value = parse_json(reply)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ValueError("it is no list of objects")
    if any(not isinstance(entry.get("value"), str | int | float) or not str(entry["value"]) for entry in value):
        raise ValueError('an entry has no "value"')
    return value


def _step_entries(reply: str) -> list[dict[str, Any]]:
    value = parse_json(reply)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ValueError("it is no list of objects")
    if any(not isinstance(entry.get("full_text"), str) for entry in value):
        raise ValueError('an entry has no "full_text"')
    return value


def _places(text: str, entries: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    found = []
    for entry in entries:
        place = repaired(
            text, str(entry["value"]), entry.get("start"), entry.get("end"), str(entry.get("context") or "")
        )
        if place is not None and place not in found:
            found.append(place)
    return found


def repaired(text: str, value: str, start: Any, end: Any, context: str) -> tuple[int, int] | None:
    """The place that a model means: its offsets where they hold, else the value's only occurrence, else the one inside the
    context, else the one whose surroundings share most words with the context, at least two; None if none of these."""
    if not value:
        return None
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end and text[start:end] == value:
        return start, end
    places = [match.start() for match in re.finditer(re.escape(value), text)]
    if len(places) == 1:
        return places[0], places[0] + len(value)
    for wanted in (context, context.replace("\\\\", "\\")):
        at = text.find(wanted) if wanted.strip() else -1
        inside = wanted.find(value) if at >= 0 else -1
        if inside >= 0:
            return at + inside, at + inside + len(value)
    loose = re.search(r"\s+".join(map(re.escape, context.split())), text) if context.split() else None
    if loose and value in loose[0]:
        place = loose.start() + loose[0].find(value)
        return place, place + len(value)
    return _by_surroundings(text, value, places, context)


def _by_surroundings(text: str, value: str, places: list[int], context: str) -> tuple[int, int] | None:
    words = set(_WORD.findall(context.replace(value, " ")))
    scored = []
    for place in places:
        around = text[max(0, place - _WINDOW) : place] + " " + text[place + len(value) : place + len(value) + _WINDOW]
        scored.append((len(words & set(_WORD.findall(around))), -place))
    if not scored or max(scored)[0] < _LEAST_SHARED:
        return None
    place = -max(scored)[1]
    return place, place + len(value)


def _judged_number(text: str, start: int, end: int, rules: list[Candidate]) -> Candidate:
    refusal = _rule_at(start, end, rules) or number_edit.refusal(text, start, end)
    return Candidate(start, end, text[start:end], "number", refusal)


def _judged_symbol(text: str, start: int, end: int, rules: list[Candidate]) -> Candidate:
    known = next((one for one in rules if (one.start, one.end) == (start, end)), None)
    family: What = known.family if known else symbol_edit.family(text[start:end]) or "operator"
    refusal = known.refusal if known else "no relation or operator of the rules"
    return Candidate(start, end, text[start:end], family, refusal)


def _rule_at(start: int, end: int, rules: list[Candidate]) -> str | None:
    """The refusal of the literal that the marked place is, or is a part of."""
    around = next((one for one in rules if one.start <= start and end <= one.end), None)
    return around.refusal if around else "no number that the rules know"
