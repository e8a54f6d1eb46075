"""Faithfulness to local edits: FR, RR, UR and their companions (SPEC b.2, b.5a)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.agreement import kappa
from pytest_faithform.metrics.intervals import Interval, encoded, ratios, share
from pytest_faithform.model import EditVerdict, Record

__all__ = ["LOCAL_EDITS", "faithfulness", "judging", "row"]

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


def judging(records: Sequence[Record], where: str) -> list[MetricRow]:
    """How the labels came about: of the judged edits `unclear.RULE`, the share left unclear by that rule; of the replies of
    model judges `check.NAME`, the share that passes this check; of each other judge with an opinion `agrees.JUDGE`, the
    share of labels that are the same, and `kappa.JUDGE`, Cohen's κ of the labels. `records` are judged local edits."""
    judged = [(record, record.edit) for record in records if record.edit is not None]
    groups = [record.case.problem.group for record, _ in judged]
    rules = {edit.rule for _, edit in judged if edit.label == "unclear"}
    by_rule = np.array([edit.rule if edit.label == "unclear" else "" for _, edit in judged], dtype=str)
    everything = np.ones(len(judged), dtype=bool)
    found = ratios({f"unclear.{rule}": (everything, by_rule == rule) for rule in sorted(rules)}, encoded(groups))
    rows = [row(name, where, one) for name, one in found.items()]
    for check in sorted({name for _, edit in judged for name in edit.checks}):
        held = [(edit.checks[check], record.case.problem.group) for record, edit in judged if check in edit.checks]
        rows.append(row(f"check.{check}", where, share([passed for passed, _ in held], [group for _, group in held])))
    return rows + _opinions(judged, where)


def _opinions(judged: Sequence[tuple[Record, EditVerdict]], where: str) -> list[MetricRow]:
    by_judge: dict[str, list[tuple[str, str, str]]] = {}
    for record, edit in judged:
        for opinion in record.opinions:
            pair = (edit.label, opinion.label, record.case.problem.group)
            by_judge.setdefault(opinion.judge, []).append(pair)
    rows = []
    for judge, pairs in sorted(by_judge.items()):
        ours, theirs, groups = zip(*pairs, strict=True)
        same = [one == other for one, other in zip(ours, theirs, strict=True)]
        rows.append(row(f"agrees.{judge}", where, share(same, groups)))
        rows.append(MetricRow(f"kappa.{judge}", where, kappa(ours, theirs), None, None, len(pairs), "none"))
    return rows
