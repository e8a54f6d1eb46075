"""All metrics of a run, slice by slice, as one flat list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.correctness import correctness
from pytest_faithform.metrics.faithfulness import LOCAL_EDITS, faithfulness, unclear_reasons
from pytest_faithform.metrics.gap import gap
from pytest_faithform.metrics.judges import edit_judges, reviews
from pytest_faithform.metrics.proofscore import proof_scores
from pytest_faithform.metrics.styles import styles
from pytest_faithform.metrics.validity import validity
from pytest_faithform.model import Record

__all__ = ["FAULTS", "correctness_slices", "edit_slices", "step_slices", "summarize"]

#: Flags of problems whose results say little of the system: the statement is known to be wrong, or the system was given
#: another one's text.
FAULTS = ("defective", "input-mismatch")


def summarize(records: Sequence[Record], *, planned: int) -> list[MetricRow]:
    """The rows of summary.json: completeness first, then local edits by kind, region and family, correctness by style and
    region, what styles do to it, and reasoning steps; each kind also by data set, by domain and without faulty problems
    (`KIND,domain=NAME`). `records` hold one record per case and sample; `planned` counts the items of the run's selection."""
    # In one order, whatever the order of arrival: resamples are drawn by position.
    records = sorted(records, key=lambda record: record.key)
    results = [record for record in records if record.outcome != "error"]
    errors = len(records) - len(results)
    rows = [
        MetricRow("completed", "", len(results) / planned if planned else None, None, None, planned, "count"),
        MetricRow("errors", "", float(errors), None, None, planned, "count"),
        _always_failing(results),
    ]
    edits = [r for r in results if r.edit and r.case.kind in LOCAL_EDITS]
    fine = _Fine(results)
    for where, chosen in _slices(edits, lambda record: fine(record, edit_slices(record))):
        rows += faithfulness(chosen, where)
    for where, chosen in _slices(edits, lambda record: edit_slices(record)[:1]):
        rows += unclear_reasons(chosen, where)
    for where, chosen in _slices([r for r in edits if r.opinions], edit_slices):
        rows += edit_judges(chosen, where)
    judged = [r for r in results if r.correctness is not None]
    for where, chosen in _slices(judged, lambda record: fine(record, correctness_slices(record))):
        # Where an edit was judged too, it is the edit that is settled or not.
        taken = {(row.metric, row.slice) for row in rows}
        rows += [row for row in correctness(chosen, where) if (row.metric, row.slice) not in taken]
        rows += gap(chosen, where) if where.startswith("statement") else []
        rows += reviews(chosen, where)
    rows += styles(judged)
    proofs = [r for r in results if r.case.problem.task == "proof" and r.formalization and r.formalization.steps]
    for where, chosen in _slices(proofs, lambda record: [record.case.kind]):
        rows += proof_scores(chosen, where)
    steps = [r for r in results if r.proof and r.case.problem.task == "step"]
    for where, chosen in _slices(steps, lambda record: fine(record, step_slices(record))):
        rows += validity(chosen, where)
    return rows


class _Fine:
    """Slices within a kind's: by data set and domain where the run has several, and without the problems of each fault that
    it has."""

    def __init__(self, records: Sequence[Record]) -> None:
        problems = [record.case.problem for record in records]
        self._datasets = len({problem.dataset for problem in problems}) > 1
        self._domains = len({problem.domain for problem in problems}) > 1
        self._faults = [flag for flag in FAULTS if any(flag in problem.flags for problem in problems)]

    def __call__(self, record: Record, slices: list[str]) -> list[str]:
        """`slices`, and the finer ones of the first of them."""
        problem, kind = record.case.problem, slices[0]
        found = list(slices)
        if self._datasets:
            found.append(f"{kind},dataset={problem.dataset}")
        if self._domains:
            found.append(f"{kind},domain={problem.domain}")
        return found + [f"{kind},without={flag}" for flag in self._faults if flag not in problem.flags]


def _always_failing(results: Sequence[Record]) -> MetricRow:
    """The cases of which no sample passes (undetermined is no pass): a mean over samples hides them."""
    cases = {record.case.id for record in results}
    failing = cases - {record.case.id for record in results if record.outcome == "pass"}
    return MetricRow("always_failing_cases", "", float(len(failing)), None, None, len(cases), "count")


def _slices(records: Sequence[Record], slices_of: Callable[[Record], list[str]]) -> Iterator[tuple[str, list[Record]]]:
    found: dict[str, list[Record]] = {}
    # The samples of a case stand together, and are in the same slices.
    for _, samples in groupby(records, key=lambda record: record.case.id):
        of_case = list(samples)
        for where in slices_of(of_case[0]):
            found.setdefault(where, []).extend(of_case)
    yield from sorted(found.items())


def edit_slices(record: Record) -> list[str]:
    case = record.case
    slices = [case.kind, f"{case.kind},{case.region}"]
    if case.family:
        slices.append(f"{case.kind},{case.region},{case.family}")
    return slices


def correctness_slices(record: Record) -> list[str]:
    case = record.case
    if case.problem.task == "statement" and case.kind == "original":
        return ["statement"]
    finer = case.style or case.region
    return [case.kind, f"{case.kind},{finer}"] if finer else [case.kind]


def step_slices(record: Record) -> list[str]:
    return ["step"]
