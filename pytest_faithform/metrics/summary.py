"""All metrics of a run, slice by slice, as one flat list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.correctness import correctness
from pytest_faithform.metrics.faithfulness import LOCAL_EDITS, faithfulness
from pytest_faithform.metrics.judges import edit_judges
from pytest_faithform.metrics.validity import validity
from pytest_faithform.model import Record

__all__ = ["correctness_slices", "edit_slices", "step_slices", "summarize"]


def summarize(records: Sequence[Record], *, planned: int) -> list[MetricRow]:
    """The rows of summary.json: completeness first, then local edits by kind, region and family, correctness by style,
    and reasoning steps. `records` hold one record per case and sample; `planned` counts the items of the run's
    selection."""
    # In one order, whatever the order of arrival: resamples are drawn by position.
    records = sorted(records, key=lambda record: record.key)
    results = [record for record in records if record.outcome != "error"]
    errors = len(records) - len(results)
    rows = [
        MetricRow("completed", "", len(results) / planned if planned else None, None, None, planned, "count"),
        MetricRow("errors", "", float(errors), None, None, planned, "count"),
        _always_failing(results),
    ]
    for where, chosen in _slices([r for r in results if r.edit and r.case.kind in LOCAL_EDITS], edit_slices):
        rows += faithfulness(chosen, where)
        rows += edit_judges([record for record in chosen if record.opinions], where)
    for where, chosen in _slices([r for r in results if r.correctness is not None], correctness_slices):
        # Where an edit was judged too, it is the edit that is settled or not.
        taken = {(row.metric, row.slice) for row in rows}
        rows += [row for row in correctness(chosen, where) if (row.metric, row.slice) not in taken]
    for where, chosen in _slices([r for r in results if r.proof and r.case.problem.task == "step"], step_slices):
        rows += validity(chosen, where)
    return rows


def _always_failing(results: Sequence[Record]) -> MetricRow:
    """The cases of which no sample passes (undetermined is no pass): a mean over samples hides them."""
    cases = {record.case.id for record in results}
    failing = cases - {record.case.id for record in results if record.outcome == "pass"}
    return MetricRow("always_failing_cases", "", float(len(failing)), None, None, len(cases), "count")


def _slices(records: Sequence[Record], slices_of: Callable[[Record], list[str]]) -> Iterator[tuple[str, list[Record]]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        for where in slices_of(record):
            found.setdefault(where, []).append(record)
    yield from sorted(found.items())


def edit_slices(record: Record) -> list[str]:
    case = record.case
    slices = [case.kind, f"{case.kind},{case.region}"]
    if case.family:
        slices.append(f"{case.kind},{case.region},{case.family}")
    return slices


def correctness_slices(record: Record) -> list[str]:
    case = record.case
    if case.problem.task == "statement":
        return ["statement"]
    return ["paraphrase", f"paraphrase,{case.style}"] if case.kind == "paraphrase" else [case.kind]


def step_slices(record: Record) -> list[str]:
    return ["step"]
