"""What every importer of runs is made of: verdicts that a file reports, and the run folder that they become."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pytest_faithform.cases.adapters.base import LeftOut, Row
from pytest_faithform.cases.files import CaseFileError, Reply, write_jsonl
from pytest_faithform.cases.jsonl import BadLine
from pytest_faithform.lean.source import parse
from pytest_faithform.metrics.resampling import RESAMPLES, SEED
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import (
    Case,
    Correctness,
    EditVerdict,
    Fault,
    Formalization,
    Grade,
    LeanMessage,
    LeanReply,
    Measure,
    Part,
    Problem,
    Record,
    Sorry,
)
from pytest_faithform.runs_import.fields import twice
from pytest_faithform.verdicts import Decision, decide_correct, decide_edit

__all__ = [
    "CALL_FAILED",
    "ImportedRun",
    "Noted",
    "not_measured",
    "outcome_of",
    "placeholders",
    "record_of",
    "reported",
    "reported_lean",
    "write_run",
]

#: The reason of a part, and the message of an error, that stand for a judge's failed call: its file counts it as a verdict.
CALL_FAILED = "the judge's call failed in the run that this file is of"


@dataclass(frozen=True, slots=True)
class Noted:
    """What a reader of the run must know of a row that did become a record."""

    place: str
    told: str


@dataclass
class ImportedRun:
    """Records of one system, by the name of its folder where a file holds several ("" for one); what became nothing; and
    what is to be known of the rest."""

    records: dict[str, list[Record]] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    _rows: dict[tuple[str, str, int], Row] = field(default_factory=dict)
    _texts: dict[str, tuple[Row, Problem]] = field(default_factory=dict)

    def add(self, record: Record, row: Row, name: str, part: str = "") -> None:
        """`name` is the field that the row is known by. Raises CaseFileError where another row holds this output."""
        first = self._rows.setdefault((part, *record.key), row)
        if first is not row:
            raise twice(row, first, name)
        self.records.setdefault(part, []).append(record)

    def one_text(self, of: Problem, row: Row, name: str) -> Problem:
        """The problem in the white space that the first row of this id has. `name` is the field of the text.
        Raises CaseFileError where its texts are others: what is paired by id would compare two problems."""
        first, known = self._texts.setdefault(of.id, (row, of))
        if _words_of(known) != _words_of(of):
            told = f"is another text than that of {of.id!r} in {first.place}; one id stands for one problem"
            raise CaseFileError(row.place, [BadLine(None, name, told)])
        shared = {"informal_statement": known.informal_statement, "informal_proof": known.informal_proof}
        return of.model_copy(update=shared)


def _words_of(of: Problem) -> tuple[list[str], list[str]]:
    return of.informal_statement.split(), of.informal_proof.split()


def reported(value: bool | None, reason: str = "") -> Part:
    """A part of correctness as a file reports it; None: its judge's call failed."""
    answer: Measure = "undetermined" if value is None else "yes" if value else "no"
    return Part(value=answer, reason=CALL_FAILED if value is None else reason, judge="reported")


def not_measured(reason: str = "the file does not report it") -> Part:
    return Part(value="not_measured", reason=reason)


def reported_lean(accepted: bool, lean: str, error: str = "") -> LeanReply:
    """Lean's answer where a file keeps no more of it than whether it accepts the text; the placeholders are those of the
    accepted text itself, where the file has it."""
    if accepted:
        return LeanReply(outcome="ok", sorries=placeholders(lean), backend="reported")
    messages = (LeanMessage(severity="error", text=error),) if error else ()
    return LeanReply(outcome="error", messages=messages, backend="reported")


def placeholders(lean: str) -> tuple[Sorry, ...]:
    source = parse(lean)
    placed = ((hole, *source.position(hole.span[0])) for hole in source.sorries)
    return tuple(
        Sorry(line=line, column=column, declaration=hole.decl.full_name if hole.decl else None)
        for hole, line, column in placed
    )


def outcome_of(case: Case, edit: EditVerdict | None, correctness: Correctness | None) -> Decision:
    """As an item of this instrument would have ended."""
    if edit is not None:
        return decide_edit(case, edit)
    if correctness is not None:
        return decide_correct(case, correctness)
    return Decision("skip", "the file reports no verdict")


def record_of(
    case: Case,
    sample: int,
    formalization: Formalization,
    *,
    lean: LeanReply | None = None,
    edit: EditVerdict | None = None,
    correctness: Correctness | None = None,
    grades: Iterable[Grade] = (),
    fault: Fault | None = None,
) -> Record:
    """One output; where a call of its judge or of Lean failed, an error."""
    decision = outcome_of(case, edit, correctness)
    return Record(
        case=case,
        sample=sample,
        outcome="error" if fault else decision.outcome,
        message=fault.message if fault else decision.message,
        fault=fault,
        formalization=formalization,
        lean=lean,
        edit=edit,
        correctness=correctness,
        grades=tuple(grades),
    )


def write_run(folder: Path, records: Sequence[Record], *, kind: str, files: Sequence[Path], system: str) -> None:
    """A run folder with manifest, records and summary, and beside them `cases.jsonl` and `replies.jsonl`, with which the
    outputs are judged again here. Raises CaseFileError where the folder holds a run already."""
    if (folder / "records.jsonl").exists():
        raise CaseFileError(folder, [BadLine(None, "", "holds a run already; name another folder")])
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(records, key=lambda record: record.key)
    write_jsonl(folder / "records.jsonl", ordered)
    cases = {record.case.id: record.case for record in ordered}
    write_jsonl(folder / "cases.jsonl", list(cases.values()))
    write_jsonl(folder / "replies.jsonl", [_reply(record) for record in ordered])
    summary = [row.as_dict() for row in summarize(ordered, planned=len(ordered))]
    _write(folder / "summary.json", summary)
    _write(folder / "manifest.json", _manifest(ordered, kind=kind, files=files, system=system))


def _reply(record: Record) -> Reply:
    made = record.formalization
    lean = made.lean if made else ""
    # Fenced, so that nothing before the first theorem is lost when it is read as a reply.
    text = f"```lean4\n{lean}\n```\n" if lean and "```" not in lean else made.raw if made else ""
    return Reply(case=record.case.id, sample=record.sample, reply=text)


def _manifest(records: Sequence[Record], *, kind: str, files: Sequence[Path], system: str) -> Mapping[str, Any]:
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    return {
        "format": "faithform.run/1",
        "instrument": version("pytest-faithform"),
        "started_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "system": {"kind": "imported", "name": system},
        "imported": {"format": kind, "files": hashes},
        "prompts": None,
        "sampling": None,
        "revision": None,
        "lean": {"backend": "reported"},
        "judges": ["reported"],
        "samples": len({record.sample for record in records}),
        "concurrency": None,
        "verdict": "measure",
        "bootstrap": {"seed": SEED, "resamples": RESAMPLES},
        "versions": {"pytest-faithform": version("pytest-faithform")},
        "planned": len(records),
        "stored_answers": {"count": 0, "oldest": None, "newest": None},
    }


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
