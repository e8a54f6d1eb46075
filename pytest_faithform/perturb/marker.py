"""Markers: who says which places of a text an edit may change. The rule-based one needs no model."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from pytest_faithform.model import Problem, Region
from pytest_faithform.perturb import number_places, steps, symbol_places
from pytest_faithform.perturb.candidates import Candidate
from pytest_faithform.perturb.steps import Deletable
from pytest_faithform.perturb.structure import Structure, structure

__all__ = ["Marker", "PublishedRules", "RuleMarker", "Unmarked", "region_text"]


class Unmarked(Exception):
    """A text in which nothing could be marked, for a reason that is not the text's lack of candidates: a model's failure, a
    text that is no LaTeX. The message is short and the same for each failure of its kind; `detail` tells the rest."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.detail = detail


class Marker(Protocol):
    """Places that may be edited, each with the rule that refuses it if one does. Raises Unmarked."""

    name: str

    def numbers(self, problem: Problem, region: Region) -> list[Candidate]: ...

    def symbols(self, problem: Problem, region: Region) -> list[Candidate]: ...

    def steps(self, problem: Problem) -> list[Deletable]: ...


def region_text(problem: Problem, region: Region) -> str:
    return problem.informal_statement if region == "statement" else problem.informal_proof


class RuleMarker:
    """The rules of `number_places`, `symbol_places` and `steps`; places in the order of the text."""

    name = "rules"

    def numbers(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        return number_places.candidates(text, parsed(text))

    def symbols(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        return symbol_places.candidates(text, parsed(text))

    def steps(self, problem: Problem) -> list[Deletable]:
        return steps.deletable_steps(problem.informal_proof)


class PublishedRules:
    """A marker whose places are put to the filters of the paper's public code instead of this package's (`--compat`)."""

    def __init__(self, marker: Marker) -> None:
        self.name = f"{marker.name}, published filters"
        self._marker = marker

    def numbers(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        return [
            Candidate(c.start, c.end, c.text, c.family, number_places.published_refusal(text, c.start, c.end))
            for c in self._marker.numbers(problem, region)
        ]

    def symbols(self, problem: Problem, region: Region) -> list[Candidate]:
        text = region_text(problem, region)
        judged = [
            Candidate(c.start, c.end, c.text, c.family, symbol_places.published_refusal(text, c.start, c.end))
            for c in self._marker.symbols(problem, region)
        ]
        return symbol_places.balanced(judged)

    def steps(self, problem: Problem) -> list[Deletable]:
        return self._marker.steps(problem)


@lru_cache(maxsize=8)
def parsed(text: str) -> Structure:
    """The structure of `text`, kept for the rules that ask next. Raises Unmarked where it is no LaTeX."""
    from pytest_faithform.perturb.structure import MalformedText

    try:
        return structure(text)
    except MalformedText as error:
        raise Unmarked("no well-formed LaTeX", str(error)) from error
