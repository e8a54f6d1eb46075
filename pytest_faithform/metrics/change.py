"""What changed between two runs, metric by metric and slice by slice, on the cases that both measured (SPEC b.5b).

Every metric here is a ratio of sums over units: a case, or a pair of a valid and an invalidated step. Samples are averaged
within the unit, and whole source problems are resampled with both their sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import LOCAL_EDITS
from pytest_faithform.metrics.intervals import bootstrap, wilson
from pytest_faithform.metrics.summary import correctness_slices, edit_slices, step_slices
from pytest_faithform.metrics.validity import pairs
from pytest_faithform.model import ProofVerdict, Record

__all__ = ["changes"]

#: How much a unit adds to a metric's numerator and denominator.
Parts = tuple[float, float]
Key = tuple[str, str]


@dataclass
class _Unit:
    """One case or pair in one run: its source problem and the sums over its samples."""

    cluster: str
    parts: Parts
    samples: int

    @property
    def averaged(self) -> Parts:
        return self.parts[0] / self.samples, self.parts[1] / self.samples


def changes(before: Sequence[Record], after: Sequence[Record]) -> list[MetricRow]:
    """Rows `change.METRIC`: the metric after minus the metric before, in [-1, 1], with its 95 % interval; `n` counts the
    common cases or pairs. A metric that either run has not measured on them gives no row."""
    ours, theirs = _units(before), _units(after)
    rows = []
    for (metric, where), units in ours.items():
        common = sorted(units.keys() & theirs.get((metric, where), {}).keys())
        if common:
            sides = [(units[one].cluster, *units[one].averaged, *theirs[metric, where][one].averaged) for one in common]
            found = _difference(sides)
            if found is not None:
                rows.append(MetricRow(f"change.{metric}", where, *found[:3], len(common), found[3]))
    return rows


def _difference(sides: Sequence[tuple[str, float, float, float, float]]) -> tuple[float, float, float, str] | None:
    clusters: dict[str, NDArray[np.float64]] = {}
    for cluster, *parts in sides:
        clusters[cluster] = clusters.get(cluster, np.zeros(4)) + np.array(parts)
    sums = np.stack(list(clusters.values()))
    totals = sums.sum(axis=0)
    if not totals[1] or not totals[3]:
        return None
    kinds, counts = np.unique(sums.round(12), axis=0, return_counts=True)
    value = float(totals[2] / totals[3] - totals[0] / totals[1])

    def difference(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        drawn = weights @ kinds
        return np.asarray(drawn[:, 2] / drawn[:, 3] - drawn[:, 0] / drawn[:, 1], dtype=np.float64)

    if len(kinds) > 1:
        low, high = bootstrap(difference, [int(count) for count in counts])
        if high > low:
            return value, low, high, "cluster-bootstrap"
    # Where all source problems agree a bootstrap has no spread: as many as none of so many may differ by Wilson's interval.
    beyond = wilson(0, len(sums))[1]
    return value, max(-1.0, value - beyond), min(1.0, value + beyond), "wilson-clusters"


def _units(records: Sequence[Record]) -> dict[Key, dict[str, _Unit]]:
    found: dict[Key, dict[str, _Unit]] = {}
    for unit, cluster, slices, parts in _contributions([record for record in records if record.outcome != "error"]):
        for where in slices:
            for metric, (hits, base) in parts.items():
                held = found.setdefault((metric, where), {}).setdefault(unit, _Unit(cluster, (0.0, 0.0), 0))
                held.parts = held.parts[0] + hits, held.parts[1] + base
                held.samples += 1
    return found


def _contributions(records: Sequence[Record]) -> Iterator[tuple[str, str, list[str], Mapping[str, Parts]]]:
    for record in records:
        case = record.case
        if record.edit is not None and case.kind in LOCAL_EDITS:
            yield case.id, case.problem.group, edit_slices(record), _edit(record)
        if record.correctness is not None:
            yield case.id, case.problem.group, correctness_slices(record), _correctness(record)
    steps = [record for record in records if record.proof and record.case.problem.task == "step"]
    for valid, invalid in pairs(steps)[0]:
        if valid.proof and invalid.proof:
            parts = {name: (rate(valid.proof, invalid.proof), 1.0) for name, rate in _STEP.items()}
            yield invalid.case.id, valid.case.problem.group, step_slices(valid), parts


def _edit(record: Record) -> dict[str, Parts]:
    label = record.edit.label if record.edit else ""
    attempted = not (record.edit and record.edit.empty_proof_body)
    faithful, settled = float(label == "faithful"), float(label != "unclear")
    parts = {"FR": (faithful, settled), "settled": (settled, 1.0), "FR_all": (faithful, 1.0)}
    if record.case.kind == "step_deletion":
        parts |= {
            "FR_attempted": (faithful * attempted, settled * attempted),
            "settled_attempted": (settled * attempted, 1.0),
            "FR_all_attempted": (faithful * attempted, 1.0),
        }
    return parts


def _correctness(record: Record) -> dict[str, Parts]:
    found = record.correctness
    if found is None or not found.measured:
        return {}
    parts = {name: (float(part.value == "yes"), 1.0) for name, part in found.measured.items()}
    if len(found.measured) > 1:
        parts[found.name] = (float(found.value == "yes"), 1.0)
    # Of an edited text it is the edit that is settled or not.
    if record.edit is None:
        parts["settled"] = (float(found.value != "undetermined"), 1.0)
    return parts


def _unfaithful(valid: ProofVerdict, invalid: ProofVerdict) -> float:
    failed = (valid.value == "refuted") + (invalid.value == "proved")
    return (failed + (not valid.formalized) + (not invalid.formalized)) / 2


def _absent(side: ProofVerdict) -> bool:
    return not (side.formalized and side.typechecks)


def _open(side: ProofVerdict) -> bool:
    return side.value == "undetermined" and side.formalized


_STEP: dict[str, Callable[[ProofVerdict, ProofVerdict], float]] = {
    "FNR": lambda valid, _: float(valid.value == "refuted"),
    "FPR": lambda _, invalid: float(invalid.value == "proved"),
    "UFLB": _unfaithful,
    "UFUB": lambda valid, invalid: _unfaithful(valid, invalid) + (_open(valid) + _open(invalid)) / 2,
    "Faithfulness": lambda valid, invalid: float(
        valid.value == "proved" and not valid.vacuous and invalid.value == "refuted"
    ),
    "AFFR": lambda valid, invalid: ((not valid.formalized) + (not invalid.formalized)) / 2,
    "AFFR_tc": lambda valid, invalid: (_absent(valid) + _absent(invalid)) / 2,
    "Sycophancy": lambda valid, invalid: float((valid.value, invalid.value) == ("proved", "proved")),
    "Inversion": lambda valid, invalid: float((valid.value, invalid.value) == ("refuted", "proved")),
    "Abstention": lambda valid, invalid: float((valid.value, invalid.value) == ("refuted", "refuted")),
    "settled": lambda valid, invalid: float("undetermined" not in (valid.value, invalid.value) and not valid.vacuous),
}
