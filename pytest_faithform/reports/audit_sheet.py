"""A blinded sample of a run for people to label, and what their labels say of the judge (SPEC b.2, b.3).

The sheet shows what the judge was shown and asks the judge's question; what the judge said is not in it.
"""

from __future__ import annotations

import codecs
import csv
import io
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.metrics.gap import THRESHOLD, grades_of
from pytest_faithform.model import Record, printable

__all__ = ["QUESTIONS", "Labels", "Question", "SheetError", "draw", "read_sheet", "sheet"]

_LABEL, _COMMENT, _ITEM = "label", "comment", "item"
_NEEDED = ("case", "sample", _LABEL)
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


_COLUMNS = (_ITEM, "case", "sample", "statement", "proof", "edit", "lean", "question", _LABEL, _COMMENT)


def sheet(records: Sequence[Record], question: Question) -> str:
    """The sheet as CSV with a byte order mark, which spreadsheets need to read it as UTF-8. Each row says of how many it is
    one, so that rows that were lost are missed."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    asks = f"{question.asks} Write one of: {', '.join(question.labels)}"
    for number, record in enumerate(records, 1):
        case = record.case
        item = f"{number} of {len(records)}"
        lean = record.formalization.lean if record.formalization else ""
        shown = (case.informal_statement, case.informal_proof, _described(record), lean)
        writer.writerow([item, case.id, record.sample, *map(_cell, shown), asks, "", ""])
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
    """One reader's sheet: the labels by case and sample, the outputs that the sheet has a row of, and how many were drawn
    for it, None where its rows do not say."""

    reader: str
    labels: dict[tuple[str, int], str]
    rows: frozenset[tuple[str, int]]
    drawn: int | None


def read_sheet(path: Path, question: Question, records: Sequence[Record]) -> Labels:
    """Read a filled sheet back. Raises SheetError naming the row that is not one of the run or stands twice, or whose
    label is not one of the question's."""
    known = {record.key for record in records}
    labels: dict[tuple[str, int], str] = {}
    rows: set[tuple[str, int]] = set()
    counts: set[str] = set()
    for number, row in _rows(path):
        place = f"{path}, row {number}"
        key = (row["case"].strip(), _sample(row["sample"], place))
        if key not in known:
            raise SheetError(
                f"{place}: the run has no output of case {key[0]!r}, sample {key[1]}; is it another run's sheet?"
            )
        if key in rows:
            raise SheetError(f"{place}: case {key[0]!r}, sample {key[1]} stands twice")
        rows.add(key)
        counts.add(row.get(_ITEM, "").rpartition(" of ")[2])
        label = row[_LABEL].strip().lower()
        if label and label not in question.labels:
            raise SheetError(f"{place}, column 'label': found {row[_LABEL]!r}; allowed: {', '.join(question.labels)}")
        if label:
            labels[key] = label
    told = counts.pop() if len(counts) == 1 else ""
    return Labels(path.stem, labels, frozenset(rows), int(told) if re.fullmatch("[0-9]{1,9}", told) else None)


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The rows that are not blank, by the header's names in lower case, numbered as a spreadsheet does: a cell may hold many
    lines, and a first line `sep=;` tells the spreadsheet the delimiter and is no row."""
    text = _text(path)
    told = re.match(r"sep=(.)(?:\r\n|\r|\n)", text, re.IGNORECASE)
    body = text[told.end() :] if told else text
    try:
        # Spreadsheets of many countries save with another separator, and a column that a reader added may hold any of them.
        headers = {delimiter: _header(body, delimiter) for delimiter in (told[1] if told else ",;\t")}
        fits = (delimiter for delimiter, names in headers.items() if set(_NEEDED) <= set(names))
        delimiter = next(fits, max(headers, key=lambda delimiter: len(headers[delimiter])))
        _, *rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)) or [[]]
    except csv.Error as error:
        raise SheetError(f"{path} is no CSV: {error}") from error
    names = headers[delimiter]
    for name in _NEEDED:
        if names.count(name) != 1:
            how = "is more than one" if name in names else "is no"
            raise SheetError(f"{path}, row 1: there {how} column {name!r}; columns: {', '.join(names)}")
    filled = [(number, cells) for number, cells in enumerate(rows, 2) if any(cell.strip() for cell in cells)]
    return [(number, dict.fromkeys(names, "") | dict(zip(names, cells, strict=False))) for number, cells in filled]


def _header(text: str, delimiter: str) -> list[str]:
    return [name.strip().lower() for name in next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])]


def _text(path: Path) -> str:
    """Of UTF-8, or of UTF-16 with its mark, as spreadsheets save "Unicode text"."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SheetError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        return raw.decode("utf-16" if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetError(f"{path} cannot be read: {error}; save the sheet as CSV in UTF-8") from error


def _sample(text: str, place: str) -> int:
    """A spreadsheet may give a whole number a point, or its comma."""
    found = re.fullmatch(r"([0-9]{1,9})(?:[.,]0+)?", text.strip())
    if found is None:
        raise SheetError(f"{place}, column 'sample': found {text!r}; allowed: a whole number from 0")
    return int(found[1])
