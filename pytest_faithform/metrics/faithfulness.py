"""Faithfulness to local edits: FR, RR, UR and their companions (SPEC b.2, b.5a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.intervals import Interval, share
from pytest_faithform.model import Record

__all__ = ["LOCAL_EDITS", "faithfulness", "row"]

LOCAL_EDITS = ("number_edit", "symbol_edit", "step_deletion")


def row(metric: str, where: str, found: Interval) -> MetricRow:
    return MetricRow(metric, where, found.value, found.low, found.high, found.n, found.method)


def faithfulness(records: Sequence[Record], where: str) -> list[MetricRow]:
    """FR = faithful / (faithful + reverted), RR = 1 − FR, UR = unclear / all, settled = 1 − UR, FR_all = faithful /
    all; for step deletions also FR without the outputs whose whole proof is a placeholder, and settled and FR_all with
    these counted as neither. `records` are judged local edits."""
    judged = [record for record in records if record.edit is not None]
    clear = [record for record in judged if _label(record) != "unclear"]
    attempted = [record for record in clear if not _empty(record)]
    rows = [
        row("FR", where, _share(clear, lambda r: _label(r) == "faithful")),
        row("RR", where, _share(clear, lambda r: _label(r) == "reverted")),
        row("UR", where, _share(judged, lambda r: _label(r) == "unclear")),
        row("settled", where, _share(judged, lambda r: _label(r) != "unclear")),
        row("FR_all", where, _share(judged, lambda r: _label(r) == "faithful")),
    ]
    if any(record.case.kind == "step_deletion" for record in judged):
        rows += [
            row("FR_attempted", where, _share(attempted, lambda r: _label(r) == "faithful")),
            row("settled_attempted", where, _share(judged, lambda r: _label(r) != "unclear" and not _empty(r))),
            row("FR_all_attempted", where, _share(judged, lambda r: _label(r) == "faithful" and not _empty(r))),
        ]
    return rows


def _label(record: Record) -> str:
    return record.edit.label if record.edit else ""


def _empty(record: Record) -> bool:
    return record.edit is not None and record.edit.empty_proof_body


def _share(records: Sequence[Record], hit: Callable[[Record], bool]) -> Interval:
    return share([hit(record) for record in records], [record.case.problem.group for record in records])
