"""Local edits put to a judge model, and the deterministic checks that its answer must pass (SPEC c.3, c.4, f).

A settled label needs evidence that is verbatim in the code that was shown, that holds the reported value, and a value that
agrees with the label; where one of them fails the label becomes unclear, and what the judge said stays in its judgement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from pytest_faithform.judges.asking import Asked, Question
from pytest_faithform.judges.replies import Unreadable, label_of, read_answer
from pytest_faithform.judges.shown import Shown, neutral
from pytest_faithform.judges.step_evidence import Misfit, StepEvidence
from pytest_faithform.judges.values import number_values, shows_number, shows_symbol, symbol_class
from pytest_faithform.lean.source import Source
from pytest_faithform.model import (
    Case,
    EditVerdict,
    Evidence,
    Judgement,
    NumberEdit,
    StepDeletion,
    SymbolEdit,
    printable,
)

__all__ = ["edit_question", "edit_verdict", "shown_of"]

Label = Literal["faithful", "reverted", "unclear"]

_LABELS: dict[str, Label] = {"faithful": "faithful", "reverted": "reverted", "other": "unclear"}
_HANDLED: dict[str, Label] = {
    "unproved": "faithful",
    "assumed": "faithful",
    "derived": "reverted",
    "absent": "unclear",
}
_LOCAL_KEYS = ("found_in_fl", "value_in_fl", "context_in_fl", "judgment", "reason")
_STEP_KEYS = ("claim_location", "handling", "evidence_in_fl", "judgment", "reason")
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
_DOTS = re.compile(r"^(?:\.{3}|…)|(?:\.{3}|…)$")
_FENCE = re.compile(r"^`{3,}[ \t]*(?:lean4?|tactics?)?(?![\w'.])")
_CONTEXT = 80
_PERCENT = re.compile(r"(?:\s|\\[,;!]|~|\$)*(?:\\?%|per\s?cent\b)")
_SHOWS = {"unproved": "placeholder", "assumed": "assumption", "derived": "proof"}
_MISFITS: dict[Misfit, str] = {
    "placeholder": "shows no placeholder that leaves the claim open",
    "proved": "shows no placeholder, and tactics prove the claim",
    "assumption": "shows a claim that tactics prove",
    "proof": "shows no proof of the claim",
    "claim": "is not of that claim, or not of one alone",
}


def shown_of(case: Case, source: Source) -> Shown:
    """The code that answers for the edit: the region's (SPEC c.4); of a step deletion the whole output."""
    edit = case.perturbation
    if isinstance(edit, NumberEdit | SymbolEdit):
        spans = source.statement_spans if edit.region == "statement" else source.proof_spans
        return Shown(source, spans, edit.region)
    return Shown(source, [(0, len(source.text))], abridged=True)


def edit_question(case: Case, shown: Shown) -> Question:
    """Raises ValueError for a case that is no number edit, symbol edit or step deletion."""
    edit = case.perturbation
    texts = {"informal_statement": neutral(case.informal_statement), "informal_proof": neutral(case.informal_proof)}
    if isinstance(edit, NumberEdit | SymbolEdit):
        text, at = case.edited_text(edit.region), edit.span.start
        around = text[max(0, at - _CONTEXT) : at + len(edit.new) + _CONTEXT]
        pieces = {
            "old": neutral(edit.old),
            "new": neutral(edit.new),
            "context": neutral(" ".join(around.split())),
            "lean": shown.text,
        }
        settings: dict[str, str] = {"region": edit.region} | (
            {"family": edit.family} if isinstance(edit, SymbolEdit) else {}
        )
        properties = {
            "found_in_fl": {"type": "boolean"},
            "value_in_fl": {"type": "string"},
            "context_in_fl": {"type": "string"},
            "judgment": {"type": "string", "enum": list(_LABELS)},
            "reason": {"type": "string"},
        }
        return Question(
            f"judge_{case.kind}",
            texts | pieces,
            _read_local,
            settings=settings,
            schema=_schema(properties, _LOCAL_KEYS),
        )
    if isinstance(edit, StepDeletion):
        pieces = {"reasoning": neutral(edit.reasoning), "outcome": neutral(edit.outcome), "lean": shown.text}
        pieces["informal_proof"] = texts["informal_proof"]
        settings = {"position": "the last one of the proof" if edit.is_last else "not the last one of the proof"}
        properties = {
            "claim_location": {"type": "string"},
            "handling": {"type": "string", "enum": list(_HANDLED)},
            "evidence_in_fl": {"type": "string"},
            "judgment": {"type": "string", "enum": list(_LABELS)},
            "reason": {"type": "string"},
        }
        return Question(
            "judge_step_deletion", pieces, _read_step, settings=settings, schema=_schema(properties, _STEP_KEYS)
        )
    raise ValueError(f"case {case.id}: a case of kind {case.kind!r} has no edit to judge")


def edit_verdict(case: Case, source: Source, shown: Shown, asked: Asked, judge: str) -> EditVerdict:
    """What the answer comes to once it is checked."""
    judgement = Judgement(
        judge=judge, question=case.kind.replace("_", "-"), trouble=asked.trouble, replies=asked.replies
    )
    if not asked.readings:
        return EditVerdict(
            label="unclear", rule="judge-unreadable", reason=asked.trouble, judge=judge, judgement=judgement
        )
    answer = asked.readings[0]
    said = _LABELS[answer["judgment"]]
    judgement = judgement.model_copy(update={"said": said, "answer": answer})
    make = partial(EditVerdict, judge=judge, judgement=judgement)
    edit = case.perturbation
    if isinstance(edit, StepDeletion):
        return _checked_step(make, StepEvidence(case, edit, source, shown), shown, asked.readings, said)
    assert isinstance(edit, NumberEdit | SymbolEdit)
    of_hundred = bool(_PERCENT.match(case.edited_text(edit.region)[edit.span.start + len(edit.new) :]))
    return _checked_local(make, edit, shown, asked.readings, said, of_hundred=of_hundred)


def _checked_local(
    make: Callable[..., EditVerdict],
    edit: NumberEdit | SymbolEdit,
    shown: Shown,
    readings: Sequence[dict[str, Any]],
    said: Label,
    *,
    of_hundred: bool,
) -> EditVerdict:
    answer = readings[0]
    value, reason = answer["value_in_fl"], printable(answer["reason"], 600)
    evidence, quote = _evidence(shown, readings, "context_in_fl")
    # What it has not found it cannot have read.
    found = said == "unclear" or answer["found_in_fl"]
    checks = {"consistent": found and _agrees(edit, value, said, of_hundred=of_hundred)}
    if said != "unclear" or answer["context_in_fl"].strip():
        holds = (
            shows_number(quote, value)
            if isinstance(edit, NumberEdit)
            else shows_symbol(quote, symbol_class(value) or "")
        )
        checks |= {"evidence": evidence is not None, "value-in-evidence": holds}
    shown_evidence = (evidence,) if evidence is not None else ()
    wrong = _first_wrong(checks)
    what = f"{edit.region}: {edit.old} → {edit.new}; the judge says {said}: {reason}"
    if said == "unclear":
        return make(label="unclear", rule="judge-other", reason=what, checks=checks, evidence=shown_evidence)
    if wrong:
        why = {
            "evidence": f"its quote {_short(quote)} is not in the {edit.region} of the Lean",
            "value-in-evidence": f"its quote {_short(quote)} does not hold the value {_short(value)} that it reports",
            "consistent": f"the value {_short(value)} that it reports does not agree with that",
        }[wrong]
        return make(
            label="unclear", rule=f"judge-{wrong}", reason=f"{what}; {why}", checks=checks, evidence=shown_evidence
        )
    return make(label=said, rule="judge", reason=what, checks=checks, evidence=shown_evidence)


def _agrees(edit: NumberEdit | SymbolEdit, value: str, said: Label, *, of_hundred: bool) -> bool:
    """Faithful: the new value; reverted: the old one; unclear: neither (SPEC b.2). `of_hundred`: a percent sign follows the
    number, so that Lean may have its hundredth. What may be both values is neither's."""
    if isinstance(edit, NumberEdit):
        sign = "%" if of_hundred else ""
        found = number_values(value)
        new, old = bool(found & number_values(edit.new + sign)), bool(found & number_values(edit.old + sign))
    else:
        symbol = symbol_class(value)
        new, old = (symbol is not None and symbol == symbol_class(side) for side in (edit.new, edit.old))
    return {"faithful": new and not old, "reverted": old and not new, "unclear": not (new or old)}[said]


def _checked_step(
    make: Callable[..., EditVerdict],
    weighed: StepEvidence,
    shown: Shown,
    readings: Sequence[dict[str, Any]],
    said: Label,
) -> EditVerdict:
    answer = readings[0]
    handling, reason = answer["handling"], printable(answer["reason"], 600)
    evidence, quote = _evidence(shown, readings, "evidence_in_fl")
    checks = {"consistent": _HANDLED[handling] == said}
    if handling != "absent" or answer["evidence_in_fl"].strip():
        checks["evidence"] = evidence is not None
    found = (evidence,) if evidence is not None else ()
    what = f"step deletion; the judge says {handling}: {reason}"
    wrong = _first_wrong(checks)
    if wrong and handling != "absent":
        why = {
            "evidence": f"its quote {_short(quote)} is not in the code",
            "consistent": f"that is not {said}, which it says too",
        }[wrong]
        return make(
            label="unclear",
            rule=f"judge-{wrong}",
            reason=f"{what}; {why}",
            checks=checks,
            evidence=found,
            handling="absent",
        )
    misfit = None if handling == "absent" else weighed.misfit(handling, quote)
    if handling != "absent":
        checks[_SHOWS[handling]] = misfit is None
    if misfit:
        told = f"{what}; its quote {_short(quote)} {_MISFITS[misfit]}"
        label, rule, handled = ("unclear", f"judge-{misfit}", "absent")
        if misfit == "proved":
            label, rule, handled = ("reverted", "judge-derived", "derived")
        return make(label=label, rule=rule, reason=told, checks=checks, evidence=found, handling=handled)
    label = "unclear" if wrong else _HANDLED[handling]
    rule = "judge-other" if label == "unclear" else "judge"
    return make(label=label, rule=rule, reason=what, checks=checks, evidence=found, handling=handling)


def _evidence(shown: Shown, readings: Sequence[dict[str, Any]], key: str) -> tuple[Evidence | None, str]:
    """The place of the quote, and the quote itself, in the reading of it that is verbatim in the code."""
    for reading in readings:
        for quote in dict.fromkeys((reading[key], _bare(reading[key]))):
            found = shown.find(quote)
            if found is not None:
                return found, quote
    return None, readings[0][key]


def _bare(quote: str) -> str:
    """A quote without the fence or backticks around it, and without the dots that say that the code goes on."""
    return _DOTS.sub("", _FENCE.sub("", quote.strip()).strip("`").strip()).strip()


def _first_wrong(checks: dict[str, bool]) -> str:
    return next((name for name in ("evidence", "value-in-evidence", "consistent") if checks.get(name) is False), "")


def _short(text: str) -> str:
    return f"“{printable(' '.join(text.split()), 160)}”"


def _read_local(reply: str) -> Sequence[dict[str, Any]]:
    readings = read_answer(reply, _LOCAL_KEYS, "judgment", "found_in_fl", "value_in_fl")
    _texts(readings, {"judgment": _LABELS}, ("value_in_fl", "context_in_fl", "reason"))
    for reading in readings:
        found = reading["found_in_fl"]
        reading["found_in_fl"] = found if isinstance(found, bool) else _TRUTH.get(label_of(found))
        if reading["found_in_fl"] is None:
            raise Unreadable("found_in_fl is neither true nor false")
    return readings


def _read_step(reply: str) -> Sequence[dict[str, Any]]:
    readings = read_answer(reply, _STEP_KEYS, "judgment", "handling")
    allowed = {"judgment": _LABELS, "handling": _HANDLED}
    _texts(readings, allowed, ("claim_location", "evidence_in_fl", "reason"))
    return readings


def _texts(readings: list[dict[str, Any]], allowed: dict[str, dict[str, Label]], texts: Sequence[str]) -> None:
    """Make the readings' labels lower case and their texts texts (a number or null is one). Raises Unreadable."""
    for reading in readings:
        for key, labels in allowed.items():
            label = label_of(reading[key])
            label = "other" if key == "judgment" and label == "unclear" else label
            if label not in labels:
                raise Unreadable(f"{key} is none of {', '.join(labels)}")
            reading[key] = label
        for key in texts:
            value = reading[key]
            if isinstance(value, dict | list | bool):
                raise Unreadable(f"{key} is no text")
            reading[key] = "" if value is None else str(value)


def _schema(properties: dict[str, Any], required: Sequence[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
