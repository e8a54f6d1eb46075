"""Correctness put to a judge model: StmtSC, ProofSC, the 0–10 grade, LeanScorer's two stages (SPEC b.1, b.3, b.6, f)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pytest_faithform.judges.asking import Question
from pytest_faithform.judges.replies import Unreadable, label_of, read_answer, read_tag
from pytest_faithform.judges.shown import Shown, neutral
from pytest_faithform.judges.thoughts import answer_text
from pytest_faithform.lean.source import Source
from pytest_faithform.model import Case

__all__ = [
    "CAP",
    "comparison",
    "conditions",
    "grade",
    "no_proof",
    "no_theorem",
    "proof_sc",
    "shown_proof",
    "shown_statement",
    "stmt_sc",
]

#: The highest grade of an output that does not compile.
CAP = 3

_BOX = re.compile(r"\\box(?:ed)?\s*\{\s*(perfectly match|minor inconsistency|major inconsistency)\s*\}", re.IGNORECASE)
_BOXED = {"perfectly match": "A", "minor inconsistency": "B", "major inconsistency": "C"}


def no_theorem(source: Source) -> str:
    """Why no judge needs to be asked about the statement; "" where one does (SPEC b.1)."""
    return "the answer states no theorem" if source.main is None else ""


def no_proof(source: Source) -> str:
    """The same of the proof: there is none, or it is comments and placeholders alone."""
    if source.main is None:
        return no_theorem(source)
    return "the proof is empty or one placeholder" if source.empty_proof_body else ""


def shown_statement(source: Source) -> Shown:
    return Shown(source, source.statement_spans, "statement")


def shown_proof(source: Source) -> Shown:
    return Shown(source, source.proof_spans, "proof")


def stmt_sc(case: Case, lean: str, definitions: str = "") -> Question:
    """Same content? Sees the statement and the signature, not the proof."""
    return Question("judge_stmt_sc", _statement(case, lean, definitions), lambda reply: _score(reply, "stmt_score"))


def proof_sc(case: Case, lean: str) -> Question:
    """Same reasoning? Sees the proof and the tactics, not the signature."""
    pieces = {"informal_proof": neutral(case.informal_proof), "lean": lean}
    return Question("judge_proof_sc", pieces, lambda reply: _score(reply, "proof_score"))


def grade(case: Case, lean: str, definitions: str = "") -> Question:
    """0–10, with its reasons."""
    properties = {
        "thought": {"type": "string"},
        "faithful": {"type": "boolean"},
        "grade": {"type": "integer", "enum": list(range(11))},
    }
    return Question(
        "judge_grade", _statement(case, lean, definitions), _read_grade, schema=_object(properties, list(properties))
    )


def conditions(case: Case) -> Question:
    """LeanScorer's first stage: the statement's conditions and conclusions."""
    texts = {"type": "array", "items": {"type": "string"}}
    properties = {"conditions": texts, "conclusions": texts}
    pieces = {"informal_statement": neutral(case.informal_statement)}
    return Question("judge_conditions", pieces, _read_conditions, schema=_object(properties, list(properties)))


def comparison(case: Case, items: Sequence[str], lean: str) -> Question:
    """LeanScorer's second stage: a tag for each of them."""
    numbered = "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(items, 1))
    pieces = {"informal_statement": neutral(case.informal_statement), "items": neutral(numbered), "lean": lean}
    entry = {
        "item": {"type": "integer"},
        "tag": {"type": "string", "enum": ["A", "B", "C"]},
        "reason": {"type": "string"},
    }
    properties = {"comparisons": {"type": "array", "items": _object(entry, list(entry))}}
    return Question(
        "judge_comparison",
        pieces,
        lambda reply: _read_tags(reply, len(items)),
        schema=_object(properties, list(properties)),
    )


def _statement(case: Case, lean: str, definitions: str) -> dict[str, str]:
    parents = "\n".join(case.problem.context)
    return {
        "informal_statement": neutral(case.informal_statement),
        "parents": neutral(parents),
        "lean": lean,
        "definitions": neutral(definitions),
    }


def _score(reply: str, tag: str) -> list[dict[str, Any]]:
    return [{"score": int(read_tag(reply, tag, r"-?1")), "justification": answer_text(reply)}]


def _read_grade(reply: str) -> Sequence[dict[str, Any]]:
    readings = read_answer(reply, ("grade",), "grade")
    for reading in readings:
        value = reading["grade"]
        if isinstance(value, str) and (found := re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:/\s*10)?\s*", value)):
            value = float(found[1])
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10:
            raise Unreadable("grade is no number from 0 to 10")
        reading["grade"] = int(value)
    return readings


def _read_conditions(reply: str) -> Sequence[dict[str, Any]]:
    readings = read_answer(reply, ("conditions", "conclusions"), "conditions", "conclusions")
    for reading in readings:
        for key in ("conditions", "conclusions"):
            if not isinstance(reading[key], list) or not all(
                isinstance(one, str) and one.strip() for one in reading[key]
            ):
                raise Unreadable(f"{key} is no list of texts")
        if not reading["conclusions"]:
            raise Unreadable("there is no conclusion")
    return readings


def _read_tags(reply: str, count: int) -> Sequence[dict[str, Any]]:
    """One tag per item, in the items' order; LeanScorer's own `\\box{…}` is read where no JSON is begun, in whose reasons a
    box may be named."""
    text = answer_text(reply)
    boxed = [_BOXED[found.lower()] for found in _BOX.findall(text)]
    if boxed and "comparisons" not in text:
        tags: list[Any] = boxed
    else:
        entries = read_answer(reply, ("comparisons",), "comparisons")[0]["comparisons"]
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise Unreadable("comparisons is no list of objects")
        if any(label_of(str(entry.get("item", number))) != str(number) for number, entry in enumerate(entries, 1)):
            raise Unreadable("the items are not answered in their order")
        tags = [label_of(entry.get("tag")).upper() for entry in entries]
    if len(tags) != count or set(tags) - {"A", "B", "C"}:
        raise Unreadable(f"there are not {count} tags A, B or C")
    return [{"tags": tags}]


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
