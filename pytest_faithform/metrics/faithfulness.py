"""Faithfulness to local edits: FR, RR, UR and their companions (SPEC b.2, b.5a)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.intervals import Interval, encoded, ratios
from pytest_faithform.model import Record

__all__ = ["LOCAL_EDITS", "faithfulness", "row", "unclear_reasons"]

LOCAL_EDITS = ("number_edit", "symbol_edit", "step_deletion")


def row(metric: str, where: str, found: Interval) -> MetricRow:
    return MetricRow(metric, where, found.value, found.low, found.high, found.n, found.method)


def faithfulness(records: Sequence[Record], where: str) -> list[MetricRow]:
    """FR = faithful / (faithful + reverted), RR = 1 − FR, UR = unclear / all, settled = 1 − UR, FR_all = faithful /
    all; for step deletions also FR without the outputs whose whole proof is a placeholder, and settled and FR_all with
    these counted as neither. `records` are judged local edits."""
    judged = [(record, record.edit) for record in records if record.edit is not None]
    clusters = encoded([record.case.problem.group for record, _ in judged])
    labels = np.array([edit.label for _, edit in judged], dtype=str)
    faithful, clear = labels == "faithful", labels != "unclear"
    everything = np.ones(len(judged), dtype=bool)
    asked = {
        "FR": (clear, faithful),
        "settled": (everything, clear),
        "FR_all": (everything, faithful),
    }
    if any(record.case.kind == "step_deletion" for record, _ in judged):
        attempted = np.array([not edit.empty_proof_body for _, edit in judged])
        asked |= {
            "FR_attempted": (clear & attempted, faithful),
            "settled_attempted": (everything, clear & attempted),
            "FR_all_attempted": (everything, faithful & attempted),
        }
    found = ratios(asked, clusters)
    found |= {"RR": found["FR"].complement, "UR": found["settled"].complement}
    names = ("FR", "RR", "UR", "settled", *(name for name in asked if name not in ("FR", "settled")))
    return [row(name, where, found[name]) for name in names]


def unclear_reasons(records: Sequence[Record], where: str) -> list[MetricRow]:
    """`unclear.RULE`, the share of outputs that this rule of the judge left unclear; together they are UR. `records` are
    judged local edits."""
    judged = [(record, record.edit) for record in records if record.edit is not None]
    rules = np.array([edit.rule if edit.label == "unclear" else "" for _, edit in judged], dtype=str)
    everything = np.ones(len(judged), dtype=bool)
    asked = {f"unclear.{rule}": (everything, rules == rule) for rule in sorted({*rules.tolist()} - {""})}
    found = ratios(asked, encoded([record.case.problem.group for record, _ in judged]))
    return [row(name, where, one) for name, one in found.items()]
