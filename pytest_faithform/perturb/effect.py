"""Whether an invalidated step is invalid indeed, by Lean, where the valid step has a reference formalization.

The change is made in the reference too: in the conclusion of its theorem, at the one place that matches. Proved there means
that the perturbation had no effect; refuted that it had; anything else, or no such place, leaves it unrated. The originals
are proved as well: the method assumes that most of them are valid and most invalidated ones are not (SPEC a.8).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pytest_faithform.judges.values import symbol_class
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.source import Token, parse
from pytest_faithform.model import Case, InvalidStep, Problem
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["LeanRater", "Rater", "Raters", "perturbed_reference"]

_OPERATORS = {"\\cdot": "*", "\\times": "*", "·": "*", "×": "*", "\\div": "/", "÷": "/", "−": "-"}
_RELATIONS = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}
"""Lean's relations, each with the one that says the same the other way round."""
_WORDS = {
    "greater than": ">", "larger than": ">", "more than": ">", "less than": "<", "smaller than": "<", "fewer than": "<",
}  # fmt: skip

#: Seconds of wall time that Lean may take for one text.
_BUDGET = 10.0


def perturbed_reference(problem: Problem, edit: InvalidStep) -> str | None:
    """The reference formalization with the same change in its conclusion, None where no one place matches it."""
    reference = problem.formal_statement
    if not reference or edit.old is None or edit.new is None or edit.method not in ("value", "relation", "operator"):
        return None
    source = parse(reference)
    if source.main is None or source.main.type is None:
        return None
    tokens = source.tokens_in(source.main.type)
    place = _place(tokens, edit)
    if place is None:
        return None
    token, new = place
    # A proof that stands there is the valid step's.
    end = source.main.type[1]
    return f"{reference[: token.start]}{new}{reference[token.end : end]} := by sorry{reference[source.main.end :]}"


def _place(tokens: list[Token], edit: InvalidStep) -> tuple[Token, str] | None:
    old, new = ((text or "").strip() for text in (edit.old, edit.new))
    if edit.method == "value":
        if not (re.fullmatch("[0-9]+", old) and re.fullmatch("[0-9]+", new)):
            return None
        found = [(token, new) for token in tokens if token.kind == "number" and token.text == old]
    elif edit.method == "relation":
        old, new = (_WORDS.get(word.lower()) or symbol_class(word) or "" for word in (old, new))
        if old not in _RELATIONS or new not in _RELATIONS:
            # What "even" or "divisible" is in Lean, no token says.
            return None
        # `a > b` may stand as `b < a`.
        found = [(token, new) for token in tokens if token.text == old]
        found += [(token, _RELATIONS[new]) for token in tokens if token.text == _RELATIONS[old] != old]
    else:
        old, new = (_OPERATORS.get(text, text) for text in (old, new))
        found = [(token, new) for token in tokens if token.text == old]
    return found[0] if len(found) == 1 and found[0][1] else None


class Rater(Protocol):
    """Finds out whether an invalidated step is invalid indeed."""

    def rate(self, case: Case) -> Case | Dropped:
        """The case with its effect where that can be told, unchanged where not; dropped where it is ineffective."""
        ...

    def told(self) -> list[str]:
        """What else a reader must know, one line each."""
        ...

    def found(self, problem: str) -> dict[str, Any]:
        """What `told` rests on of this problem, for a call that goes on later."""
        ...

    def recall(self, problem: str, found: dict[str, Any]) -> None:
        """What an earlier call found of it."""
        ...

    def close(self) -> None: ...


class Raters:
    """Several raters in turn: the first that settles a case is heard."""

    def __init__(self, raters: Sequence[Rater]) -> None:
        self._raters = raters

    def rate(self, case: Case) -> Case | Dropped:
        made: Case | Dropped = case
        for rater in self._raters:
            made = rater.rate(case)
            if made is not case:
                return made
        return made

    def told(self) -> list[str]:
        return [line for rater in self._raters for line in rater.told()]

    def found(self, problem: str) -> dict[str, Any]:
        return {name: value for rater in self._raters for name, value in rater.found(problem).items()}

    def recall(self, problem: str, found: dict[str, Any]) -> None:
        for rater in self._raters:
            rater.recall(problem, found)

    def close(self) -> None:
        for rater in self._raters:
            rater.close()


@dataclass
class LeanRater:
    """Rates invalidated steps by Lean, and counts what of both of the method's assumptions holds."""

    checker: LeanChecker
    budget: float = _BUDGET
    #: Of each problem with a reference formalization whether Lean proves it.
    proved: dict[str, bool] = field(default_factory=dict)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def rate(self, case: Case) -> Case | Dropped:
        """The case with its effect, where Lean settles it; dropped where Lean proves the perturbed step."""
        with self._one_at_a_time:
            return self._rate(case)

    def told(self) -> list[str]:
        if not self.proved:
            return []
        share = f"{sum(self.proved.values())} of {len(self.proved)}"
        return [f"originals with a reference formalization: Lean proves {share}"]

    def found(self, problem: str) -> dict[str, Any]:
        return {"proved": self.proved[problem]} if problem in self.proved else {}

    def recall(self, problem: str, found: dict[str, Any]) -> None:
        if "proved" in found:
            self.proved[problem] = bool(found["proved"])

    def close(self) -> None:
        self.checker.close()

    def _rate(self, case: Case) -> Case | Dropped:
        edit = case.perturbation
        assert isinstance(edit, InvalidStep)
        problem = case.problem
        if problem.formal_statement:
            verdict = prove(self.checker, problem.formal_statement, budget=self.budget)
            self.proved[problem.id] = verdict.value == "proved"
        perturbed = perturbed_reference(problem, edit)
        if perturbed is None:
            return case
        verdict = prove(self.checker, perturbed, budget=self.budget)
        if verdict.value == "proved":
            return Dropped.of(problem, "invalid_step", edit.method, "ineffective: Lean proves the perturbed step")
        if verdict.value != "refuted":
            return case
        rated = edit.model_copy(update={"effect": "effective", "rated_by": "lean"})
        return case.model_copy(update={"perturbation": rated})
