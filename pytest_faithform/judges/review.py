"""Who erred where a compiling statement was rejected: the two-stage review with its discussion round (SPEC f, BC).

Stage one classifies the rejection as T (translation error), J (judge error) or B (defective benchmark text) and may have Lean
check facts that decide; stage two reviews it with the first in view. Where they differ only between J and B the class is
"J/B"; where exactly one says T, both read both reviews once more: if they then agree that is the class, if not, T stays open
and the class is "undecided". The review explains a rejection, it never turns one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from pytest_faithform.judges.asking import Asked, JudgeModel, Question
from pytest_faithform.judges.controls import CONTROL_SOURCE, control_case
from pytest_faithform.judges.correctness_questions import shown_statement
from pytest_faithform.judges.llm import LLMJudge
from pytest_faithform.judges.prompts import JUDGE_PROMPTS
from pytest_faithform.judges.replies import Unreadable, label_of, read_answer
from pytest_faithform.judges.shown import neutral
from pytest_faithform.lean.source import parse_reached
from pytest_faithform.model import Case, Review, ReviewStage, printable

__all__ = ["CheckFact", "Reviewers"]

Said = Literal["T", "J", "B", ""]

_CLASSES = ("T", "J", "B")
_MOST_CHECKS = 3

#: Lean's answer to a snippet below the output, in words.
CheckFact = Callable[[str], str]


class Reviewers:
    """The models of stage one and stage two; one model alone does both."""

    def __init__(self, first: LLMJudge, second: LLMJudge | None = None) -> None:
        self._judges = [first] if second is None else [first, second]
        self._first, self._second = self._judges[0].model, self._judges[-1].model
        self.name = " + ".join(judge.name for judge in self._judges)

    def describe(self) -> list[dict[str, Any]]:
        """What the manifest records of each."""
        return [judge.describe() for judge in self._judges]

    def close(self) -> None:
        for judge in self._judges:
            judge.close()

    def review(self, case: Case, lean: str, rejections: Sequence[str], check: CheckFact) -> Review:
        """Raises FaithformFault where a reviewer fails."""
        pieces = {
            "informal_statement": neutral(case.informal_statement),
            "lean": shown_statement(parse_reached(lean)).text,
            "rejections": neutral("\n".join(rejections)),
            "facts": "",
        }
        first = self._ask("review_first", "first", self._first, pieces)
        facts = _facts(first.checks, check)
        if facts:
            pieces["facts"] = neutral(facts)
            first = self._ask("review_first", "first", self._first, pieces).model_copy(update={"facts": facts})
        told_first = {"first": _told(first)}
        second = self._ask("review_second", "second", self._second, pieces | told_first)
        stages = [first, second]
        found = _settled(first.label, second.label)
        if found is None and "" not in (first.label, second.label):
            both = pieces | told_first | {"second": _told(second)}
            again = [
                self._ask("review_discussion", f"discussion-{role}", model, both, role=f"{role} reviewer")
                for role, model in (("first", self._first), ("second", self._second))
            ]
            stages += again
            found = _settled(again[0].label, again[1].label)
        either = any(stage.label == "T" for stage in (first, second))
        return Review(label=found or "undecided", either_t=either, stages=tuple(stages))

    def _ask(self, prompt: str, stage: str, model: JudgeModel, pieces: dict[str, str], **settings: str) -> ReviewStage:
        asked = model.ask(_question(prompt, pieces, settings), lambda: _control(prompt, settings))
        return _stage(stage, model.name, asked)


def _settled(first: Said, second: Said) -> Literal["T", "J", "B", "J/B"] | None:
    """The common class; J/B where only these two are said; None where exactly one says T, or one says nothing."""
    if first == "" or second == "":
        return None
    if first == second:
        return first
    return None if "T" in (first, second) else "J/B"


def _facts(snippets: Sequence[str], check: CheckFact) -> str:
    return "\n".join(f"{snippet.strip()}\n-- Lean: {check(snippet)}" for snippet in snippets[:_MOST_CHECKS])


def _told(stage: ReviewStage) -> str:
    return neutral(f"{stage.label or 'no class'}: {stage.reason}")


def _stage(name: str, reviewer: str, asked: Asked) -> ReviewStage:
    if not asked.readings:
        return ReviewStage(stage=name, reviewer=reviewer, label="", reason=asked.trouble, replies=asked.replies)
    answer = asked.readings[0]
    return ReviewStage(
        stage=name,
        reviewer=reviewer,
        label=answer["class"],
        reason=printable(answer["reason"], 2000),
        checks=tuple(answer["lean_checks"]),
        replies=asked.replies,
    )


def _question(prompt: str, pieces: dict[str, str], settings: dict[str, str]) -> Question:
    properties: dict[str, Any] = {"reason": {"type": "string"}, "class": {"type": "string", "enum": list(_CLASSES)}}
    if prompt == "review_first":
        properties["lean_checks"] = {"type": "array", "items": {"type": "string"}}
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return Question(prompt, pieces, _read, settings=settings, schema=schema)


def _control(prompt: str, settings: dict[str, str]) -> Question:
    pieces = {
        "informal_statement": control_case("original").informal_statement,
        "lean": shown_statement(CONTROL_SOURCE).text,
        "rejections": "The number 3 is missing.",
        "facts": "",
        "first": "J: the number 3 stands in the hypothesis.",
        "second": "T: the number 3 is missing.",
    }
    return _question(prompt, {name: text for name, text in pieces.items() if name in JUDGE_PROMPTS[prompt]}, settings)


def _read(reply: str) -> list[dict[str, Any]]:
    readings = read_answer(reply, ("class", "reason"), "class")
    for reading in readings:
        label = label_of(reading["class"]).upper()
        if label not in _CLASSES:
            raise Unreadable("class is none of T, J, B")
        checks = reading.get("lean_checks") or []
        if not isinstance(checks, list) or not all(isinstance(one, str) for one in checks):
            raise Unreadable("lean_checks is no list of texts")
        reading |= {
            "class": label,
            "reason": str(reading["reason"]),
            "lean_checks": [one for one in checks if one.strip()],
        }
    return readings
