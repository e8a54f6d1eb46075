"""A blinded sample of a run for people to label, and what their labels say of the judge (SPEC b.2, b.3).

The sheet shows what the judge was shown and asks the judge's question; what the judge said is not in it.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.metrics.gap import THRESHOLD, grades_of
from pytest_faithform.model import Record, printable

__all__ = ["QUESTIONS", "Labels", "Question", "SheetError", "draw", "read_sheet", "sheet"]

_LABEL, _COMMENT = "label", "comment"
#: What a cell of a spreadsheet holds at most.
_CELL = 32_000


class SheetError(ValueError):
    """A sheet that cannot be drawn or read; the message names file, row and column."""


@dataclass(frozen=True)
class Question:
    """What people are asked of an output. `verdict` is the judge's answer in the words of `labels`, None where it has none;
    `accepts` are the labels that count as an acceptance, the others as a rejection. Outputs with a label in `open` are
    neither."""

    name: str
    asks: str
    labels: tuple[str, ...]
    accepts: tuple[str, ...]
    verdict: Callable[[Record], str | None]
    open: tuple[str, ...] = ()


def _edit(record: Record) -> str | None:
    return record.edit.label if record.edit else None


def _part(name: str) -> Callable[[Record], str | None]:
    def value(record: Record) -> str | None:
        found = record.correctness.parts[name].value if record.correctness else "not_measured"
        return found if found in ("yes", "no") else None

    return value


def _accepted(record: Record) -> str | None:
    grades = list(grades_of(record).values())[:2]
    tc = record.correctness.tc.value if record.correctness else "not_measured"
    if not grades or tc not in ("yes", "no"):
        return None
    return "yes" if tc == "yes" and all((grade or 0) >= THRESHOLD for grade in grades) else "no"


QUESTIONS = {
    question.name: question
    for question in (
        Question(
            "edit",
            "Does the Lean carry the edited text (faithful), the text before the edit (reverted), or can neither be told "
            "(unclear)?",
            ("faithful", "reverted", "unclear"),
            ("faithful",),
            _edit,
            ("unclear",),
        ),
        Question(
            "StmtSC", "Does the Lean statement say what the text states?", ("yes", "no"), ("yes",), _part("StmtSC")
        ),
        Question("ProofSC", "Does the Lean proof take the text's steps?", ("yes", "no"), ("yes",), _part("ProofSC")),
        Question("accepted", "Is the Lean statement a faithful translation?", ("yes", "no"), ("yes",), _accepted),
    )
}


def draw(records: Sequence[Record], question: Question, *, how: str, count: int, seed: int) -> list[Record]:
    """`count` outputs that the judge has answered the question for, in random order. `balanced`: half of them accepted, half
    rejected; `proportional`: each domain by its share of the run. Raises SheetError where there are too few."""
    judged = sorted((r for r in records if question.verdict(r) is not None), key=lambda record: record.key)
    rng = random.Random(seed)
    if how == "balanced":
        accepted = [record for record in judged if question.verdict(record) in question.accepts]
        closed = [record for record in judged if question.verdict(record) not in question.open]
        rejected = [record for record in closed if question.verdict(record) not in question.accepts]
        if count % 2 or min(len(accepted), len(rejected)) < count // 2:
            raise SheetError(
                f"a balanced sample of {count} needs an even number and {(count + 1) // 2} outputs of each kind; the judge "
                f"accepts {len(accepted)} and rejects {len(rejected)}"
            )
        chosen = rng.sample(accepted, count // 2) + rng.sample(rejected, count // 2)
    else:
        if len(judged) < count:
            raise SheetError(f"there are {len(judged)} outputs to draw from, fewer than {count}")
        chosen = _proportional(judged, count, rng)
    rng.shuffle(chosen)
    return chosen


def _proportional(records: Sequence[Record], count: int, rng: random.Random) -> list[Record]:
    """Each domain's share, what is lost by rounding down to the largest remainders."""
    domains: dict[str, list[Record]] = {}
    for record in records:
        domains.setdefault(record.case.problem.domain, []).append(record)
    exact = {domain: count * len(held) / len(records) for domain, held in domains.items()}
    given = {domain: int(share) for domain, share in exact.items()}
    for domain in sorted(exact, key=lambda name: (given[name] - exact[name], name))[: count - sum(given.values())]:
        given[domain] += 1
    return [record for domain in sorted(domains) for record in rng.sample(domains[domain], given[domain])]


_COLUMNS = ("case", "sample", "statement", "proof", "edit", "lean", "question", _LABEL, _COMMENT)


def sheet(records: Sequence[Record], question: Question) -> str:
    """The sheet as CSV with a byte order mark, which spreadsheets need to read it as UTF-8."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    asks = f"{question.asks} Write one of: {', '.join(question.labels)}"
    for record in records:
        case = record.case
        lean = record.formalization.lean if record.formalization else ""
        shown = (case.informal_statement, case.informal_proof, _described(record), lean)
        writer.writerow([case.id, record.sample, *map(_cell, shown), asks, "", ""])
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + text.getvalue()


def _described(record: Record) -> str:
    """What a reader must know of the perturbation."""
    edit = record.case.perturbation
    if edit.kind in ("number_edit", "symbol_edit"):
        before = record.case.original_text(edit.region)
        left, right = before[max(0, edit.span.start - 60) : edit.span.start], before[edit.span.end : edit.span.end + 60]
        return f"in the {edit.region}: …{left}[{edit.old} → {edit.new}]{right}…"
    if edit.kind == "step_deletion":
        return f"removed: {edit.reasoning} — kept: {edit.outcome} (faithful: the Lean leaves it unproved or assumes it)"
    return ""


def _cell(text: str) -> str:
    """What a model wrote must not be read as a formula by a spreadsheet."""
    safe = printable(text, _CELL)
    return f"'{safe}" if safe[:1] in ("=", "+", "-", "@", "\t") else safe


@dataclass(frozen=True)
class Labels:
    """One reader's sheet: the labels by case and sample, and how many rows have none."""

    reader: str
    labels: dict[tuple[str, int], str]
    empty: int


def read_sheet(path: Path, question: Question, records: Sequence[Record]) -> Labels:
    """Read a filled sheet back. Raises SheetError naming the row that is not one of the run or stands twice, or whose
    label is not one of the question's."""
    known = {record.key for record in records}
    labels: dict[tuple[str, int], str] = {}
    empty = 0
    for number, row in _rows(path):
        place = f"{path}, row {number}"
        key = (row["case"].strip(), _whole(row["sample"], place))
        if key not in known:
            raise SheetError(
                f"{place}: the run has no output of case {key[0]!r}, sample {key[1]}; is it another run's sheet?"
            )
        if key in labels:
            raise SheetError(f"{place}: case {key[0]!r}, sample {key[1]} stands twice")
        label = row[_LABEL].strip().lower()
        if not label:
            empty += 1
        elif label not in question.labels:
            raise SheetError(f"{place}, column 'label': found {row[_LABEL]!r}; allowed: {', '.join(question.labels)}")
        else:
            labels[key] = label
    return Labels(path.stem, labels, empty)


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SheetError(f"{path} cannot be read: {error}; save the sheet as CSV in UTF-8") from error
    head = text.partition("\n")[0]
    # Spreadsheets of many countries save with another separator.
    delimiter = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    missing = [name for name in ("case", "sample", _LABEL) if name not in (reader.fieldnames or [])]
    if missing:
        raise SheetError(
            f"{path}, row 1: there is no column {missing[0]!r}; columns: {', '.join(reader.fieldnames or [])}"
        )
    try:
        # Rows as a spreadsheet numbers them: a cell may hold many lines.
        return [
            (number, {name: value or "" for name, value in row.items() if name}) for number, row in enumerate(reader, 2)
        ]
    except csv.Error as error:
        raise SheetError(f"{path}, line {reader.line_num}: {error}") from error


def _whole(text: str, place: str) -> int:
    if not text.strip().isdigit():
        raise SheetError(f"{place}, column 'sample': found {text!r}; allowed: a whole number from 0")
    return int(text)
