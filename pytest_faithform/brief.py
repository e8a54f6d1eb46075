"""Records without their texts: what metrics, gates and the terminal are computed from, in a tenth of the room."""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

from pytest_faithform.model import Case, Correctness, EditVerdict, Model, Part, Perturbation, Record, Span

__all__ = ["Brief"]

_M = TypeVar("_M", bound=Model)


class Brief:
    """Of one run: parts that are alike are held once, since a run has few verdicts and every case of a problem repeats it.

    A case keeps what it is selected and sliced by, with its problem's proof, by whose length styles are compared; a verdict
    its value and how it came about, without reason, evidence and replies; Lean's reply its outcome. The item's own message
    is kept.
    """

    def __init__(self) -> None:
        self._held: dict[bytes, Model] = {}

    def of(self, record: Record) -> Record:
        made, said, proof, found, review = (
            record.formalization,
            record.lean,
            record.proof,
            record.correctness,
            record.review,
        )
        changed: dict[str, object] = {
            "case": self._case(record.case),
            "formalization": made and self._cut(made, raw="", lean="", seconds=None),
            "lean": said
            and self._cut(said, messages=(), declarations=(), guard=(), sorries=said.sorries[:1], seconds=0.0),
            "edit": record.edit and self._edit(record.edit),
            "proof": proof and self._cut(proof, reason="", proof=None, seconds=0.0),
            "correctness": found and self._correctness(found),
            "opinions": tuple(map(self._edit, record.opinions)),
            "grades": tuple(self._cut(grade, reason="") for grade in record.grades),
            "review": review and self._cut(review, stages=()),
            "finished_at": "",
        }
        return _alone(_BriefRecord, record, changed)

    def _case(self, case: Case) -> Case:
        texts = {"informal_statement": "", "informal_proof": "", "imported": None}
        problem = self._cut(case.problem, informal_statement="", formal_statement=None, context=())
        changed = {"problem": problem, "perturbation": self._perturbation(case.perturbation)}
        return _alone(_BriefCase, case, changed | texts)

    def _perturbation(self, edit: Perturbation) -> Perturbation:
        texts = dict.fromkeys(("old", "new", "reasoning", "outcome", "claim_lean"), "") | {"span": _NOWHERE}
        return self._cut(edit, **{name: value for name, value in texts.items() if hasattr(edit, name)})

    def _edit(self, verdict: EditVerdict) -> EditVerdict:
        return self._cut(verdict, reason="", evidence=(), judgement=None)

    def _correctness(self, found: Correctness) -> Correctness:
        parts = {name: self._part(getattr(found, name)) for name in ("tc", "stmt_sc", "proof_sc")}
        return self._once(_with(found, parts))

    def _part(self, part: Part) -> Part:
        return self._cut(part, reason="", evidence=(), judgements=())

    def _cut(self, part: _M, **changed: object) -> _M:
        return self._once(_with(part, changed))

    def _once(self, part: _M) -> _M:
        text = f"{type(part).__name__} {part.model_dump_json()}"
        held = self._held.setdefault(hashlib.blake2b(text.encode(), digest_size=16).digest(), part)
        assert isinstance(held, type(part))
        return held


def _with(part: _M, changed: dict[str, Any]) -> _M:
    """Not a copy: each copy has a set of its own of which fields were given, larger than the fields."""
    return type(part).model_construct(_NO_FIELDS, **(vars(part) | changed))


class _BriefRecord(Record):
    """Made by `_alone` only."""


class _BriefCase(Case):
    """Made by `_alone` only."""


def _alone(kind: type[_M], part: Model, changed: dict[str, Any]) -> _M:
    """What each item has of its own, without a dictionary, which takes thrice the room of its values: Python keeps one table
    of names for all objects of a class as long as each sets its own attribute by attribute, as pydantic does not."""
    made = object.__new__(kind)
    held = {"__pydantic_fields_set__": _NO_FIELDS, "__pydantic_extra__": None, "__pydantic_private__": None}
    for name, value in (held | vars(part) | changed).items():
        object.__setattr__(made, name, value)
    return made


_NOWHERE = Span(start=0, end=0)
_NO_FIELDS: set[str] = set()
