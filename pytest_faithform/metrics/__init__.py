"""Metrics: functions of records, and of nothing else."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["MetricRow"]


@dataclass(frozen=True)
class MetricRow:
    """One number of a run's summary.

    `slice` is a comma-separated list of kind, region, family, style, dataset terms ("" for the whole run). `value`,
    `low` and `high` are shares in [0, 1] unless the metric is a count, None where nothing was measured. `n` is the
    denominator: items, or pairs for metrics over pairs. `method` names the interval (SPEC b.5b).
    """

    metric: str
    slice: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
