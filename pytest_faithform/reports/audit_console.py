"""`faithform audit`: draw a sheet, or read filled ones back into figures of agreement."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pytest_faithform.metrics.agreement import Rate, agreement, balanced_kappa, kappa
from pytest_faithform.model import Record
from pytest_faithform.reports.audit_sheet import QUESTIONS, Labels, Question, SheetError, draw, read_sheet, sheet
from pytest_faithform.runlog import latest

__all__ = ["run_audit"]

_Key = tuple[str, int]


def run_audit(
    run: str, *, question: str, sample: str | None, count: int, seed: int, output: str | None, sheets: Sequence[str]
) -> int:
    """Exit status: 0 done, 2 a wrong call, 3 a run or sheet that cannot be used."""
    if (sample is None) == (not sheets):
        print("say either --sample balanced|proportional -o SHEET, or --read SHEET …", file=sys.stderr)
        return 2
    if sample is not None and output is None:
        print("--sample needs -o SHEET, the file to write", file=sys.stderr)
        return 2
    if sample is not None and count < 1:
        print(f"--count: found {count}; allowed: a whole number from 1", file=sys.stderr)
        return 2
    asked = QUESTIONS[question]
    try:
        records = _records(Path(run))
        if sample is not None:
            chosen = draw(records, asked, how=sample, count=count, seed=seed)
            Path(output or "").write_text(sheet(chosen, asked), encoding="utf-8", newline="")
            print(f"{output}: {len(chosen)} outputs, {sample}, seed {seed}; what the judge said is not in it")
            return 0
        readers = [read_sheet(Path(path), asked, records) for path in sheets]
        _refuse_same([Path(path) for path in sheets])
        for line in _figures(records, asked, readers):
            print(line)
    except (SheetError, OSError) as error:
        print(error, file=sys.stderr)
        return 3
    return 0


def _records(folder: Path) -> list[Record]:
    from pytest_faithform.cases.files import CaseFileError, read_records

    path = folder / "records.jsonl"
    if not path.is_file():
        raise SheetError(f"{folder} is no run: there is no {path}")
    try:
        return [record for record in latest(read_records(path, growing=True)) if record.outcome != "error"]
    except CaseFileError as error:
        raise SheetError(str(error)) from error


def _refuse_same(sheets: Sequence[Path]) -> None:
    """One reader who is counted twice agrees with himself, and is a majority. Raises SheetError."""
    first: dict[bytes, Path] = {}
    for path in sheets:
        content = path.read_bytes()
        if content in first:
            told = f"{path} is the same as {first[content]}, to the byte; give each reader's sheet once"
            mend = "if two readers did agree in everything, write the reader's name in a cell of `comment`"
            raise SheetError(f"{told} ({mend})")
        first[content] = path


def _figures(records: Sequence[Record], question: Question, readers: Sequence[Labels]) -> Iterator[str]:
    judge = {record.key: question.verdict(record) for record in records}
    domains = {record.key: record.case.problem.domain for record in records}
    together = len(frozenset().union(*(reader.rows for reader in readers)))
    for reader in readers:
        empty, drawn = len(reader.rows) - len(reader.labels), reader.drawn or together
        told = [f"{reader.reader}: {len(reader.labels)} labelled"]
        told += [f"{empty} left empty"] if empty else []
        told += [f"{drawn - len(reader.rows)} of {drawn} missing from the sheet"] if drawn > len(reader.rows) else []
        yield ", ".join(told)
    if len(readers) > 1:
        yield from _between(question, readers)
    labels = _majority(question, readers)
    yield f"judge against {'the majority of the readers' if len(readers) > 1 else 'the reader'}"
    yield from _against(question, labels, judge)
    for domain in sorted({domains[key] for key in labels}) if len({domains[key] for key in labels}) > 1 else []:
        held = {key: label for key, label in labels.items() if domains[key] == domain}
        both = [(judge[key], label) for key, label in held.items() if judge[key] is not None]
        same = sum(one == label for one, label in both)
        yield f"  {domain}: agreement {same}/{len(both)}"


def _majority(question: Question, readers: Sequence[Labels]) -> dict[_Key, str]:
    """The label of the only reader; of several, the label that more than half of at least two gave."""
    if len(readers) == 1:
        return readers[0].labels
    found = {}
    for key in sorted({key for reader in readers for key in reader.labels}):
        given = [reader.labels[key] for reader in readers if key in reader.labels]
        most = max(question.labels, key=given.count)
        if len(given) >= 2 and given.count(most) > len(given) / 2:
            found[key] = most
    return found


def _against(question: Question, labels: dict[_Key, str], judge: dict[_Key, str | None]) -> Iterator[str]:
    both = [(said, label) for key, label in labels.items() if (said := judge[key]) is not None]
    if not both:
        yield "  nothing is labelled that the judge has answered"
        return
    if len(question.labels) > 2:
        same = sum(one == other for one, other in both)
        value = kappa([said for said, _ in both], [label for _, label in both])
        yield f"  all {len(question.labels)} labels: agreement {same}/{len(both)}, κ {_number(value)}"
    closed = [(a, b) for a, b in both if a not in question.open and b not in question.open]
    if len(closed) < len(both):
        left = f"left {' or '.join(question.open)}"
        yield f"  {len(both) - len(closed)} that the judge or the reader {left} are not in what follows"
    if not closed:
        return
    first, second = ([label in question.accepts for label in side] for side in zip(*closed, strict=True))
    found = agreement(first, second)
    yield f"  agreement               {_rate(found.agreement)}, κ {_number(found.kappa)}"
    yield f"  positive rate, judge    {_rate(found.positive_first)}"
    yield f"  positive rate, reader   {_rate(found.positive_second)}"
    yield f"  precision               {_rate(found.precision)}"
    yield f"  negative confirmation   {_rate(found.negative_confirmation)}"
    if 2 * sum(first) == len(first):
        value = balanced_kappa(found.agreement.hits, found.agreement.n)
        yield f"  κ = 2·agreement − 1     {value:.2f} (as many accepted as rejected)"


def _between(question: Question, readers: Sequence[Labels]) -> Iterator[str]:
    yield "readers among themselves"
    for one, other in itertools.combinations(readers, 2):
        common = sorted(one.labels.keys() & other.labels.keys())
        pairs = [(one.labels[key], other.labels[key]) for key in common]
        same = sum(first == second for first, second in pairs)
        value = kappa([first for first, _ in pairs], [second for _, second in pairs])
        yield f"  {one.reader}, {other.reader}: agreement {same}/{len(pairs)}, κ {_number(value)}"


def _rate(rate: Rate) -> str:
    if rate.value is None or rate.low is None or rate.high is None:
        return "none"
    return f"{rate.hits}/{rate.n} = {rate.value:.3f} [{rate.low:.3f}, {rate.high:.3f}]"


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"
