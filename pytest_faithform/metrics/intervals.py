"""The one interval of each metric (SPEC b.5b).

Rows of one source problem are not independent, so a share over several rows per problem gets a percentile bootstrap
over problems; where every problem gives at most one row, or all problems agree, the Wilson interval is the right one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

__all__ = ["RESAMPLES", "SEED", "Interval", "bootstrap", "encoded", "kinds_of", "mean", "ratio", "share", "wilson"]

RESAMPLES = 10_000
SEED = 20260614


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % interval; None where there is nothing to measure. `n` counts rows."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str


def wilson(hits: float, n: int) -> tuple[float, float]:
    """Wilson's score interval at 95 % for `hits` of `n` (SPEC b.2). Raises ValueError for n < 1."""
    if abs(hits - round(hits)) < 1e-9:
        found = binomtest(round(hits), n).proportion_ci(0.95, method="wilson")
        return float(found.low), float(found.high)
    z = 1.959963984540054
    share, z2 = hits / n, z * z
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def share(hits: Sequence[bool], clusters: Sequence[Hashable]) -> Interval:
    """The share of hits: Wilson where every cluster gives at most one row, else as `mean`."""
    if hits and len(set(clusters)) == len(hits):
        return _wilson_interval(sum(hits), len(hits))
    return mean([float(hit) for hit in hits], clusters)


def mean(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval:
    """The mean of values in [0, 1], `clusters[i]` being the source problem of row i: cluster bootstrap, or Wilson with
    n = clusters where all clusters agree and a bootstrap would have no spread."""
    return _clustered(np.array(values, dtype=float), encoded(clusters))


def ratio(counted: NDArray[np.bool_], values: NDArray[Any], clusters: NDArray[np.int64]) -> Interval:
    """The mean of the counted rows' values: as `share` where they are booleans, as `mean` where they are numbers in
    [0, 1]. All arrays have one entry per row; `clusters` holds whole numbers from 0."""
    chosen, codes = values[counted], clusters[counted]
    if chosen.dtype == np.bool_ and len(chosen) and np.unique(codes).size == len(codes):
        return _wilson_interval(int(chosen.sum()), len(chosen))
    return _clustered(chosen.astype(float), codes)


def encoded(names: Sequence[Hashable]) -> NDArray[np.int64]:
    """Each name's number, in the order in which names first appear."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def kinds_of(*columns: NDArray[np.float64]) -> tuple[NDArray[np.float64], list[int]]:
    """The distinct clusters by what they contribute, one row a kind, and how many there are of each. Clusters that
    contribute the same are interchangeable: how many of each kind are drawn is all that matters."""
    kinds, counts = np.unique(np.stack(columns, axis=1).round(12), axis=0, return_counts=True)
    return kinds, [int(count) for count in counts]


def _wilson_interval(hits: int, n: int) -> Interval:
    return Interval(hits / n, *wilson(hits, n), n, "wilson")


def _clustered(values: NDArray[np.float64], codes: NDArray[np.int64]) -> Interval:
    n = len(values)
    if n == 0:
        return Interval(None, None, None, 0, "none")
    value = float(values.sum()) / n
    held = np.bincount(codes)
    present = held > 0
    sums, counts = np.bincount(codes, weights=values)[present].astype(np.float64), held[present].astype(np.float64)
    kinds, weights = kinds_of(sums, counts)
    if np.ptp(kinds[:, 0] / kinds[:, 1]) < 1e-12:
        return Interval(value, *wilson(value * len(sums), len(sums)), n, "wilson-clusters")

    def pooled(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1]), dtype=np.float64)

    return Interval(value, *bootstrap(pooled, weights), n, "cluster-bootstrap")


def bootstrap(
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]], kinds: Sequence[int]
) -> tuple[float, float]:
    """Percentile interval over resampled clusters, of which there are so many of each kind. `statistic` maps weights of
    shape (resamples, kinds), how often a cluster of each kind was drawn, to values of shape (resamples,); a resample in
    which it is undefined (NaN) is left out."""
    rng = np.random.default_rng(SEED)
    clusters = sum(kinds)
    values = []
    chunk = max(1, min(RESAMPLES, 4_000_000 // len(kinds)))
    for begin in range(0, RESAMPLES, chunk):
        count = min(chunk, RESAMPLES - begin)
        weights = rng.multinomial(clusters, np.array(kinds) / clusters, size=count).astype(float)
        with np.errstate(invalid="ignore", divide="ignore"):
            values.append(statistic(weights))
    low, high = np.nanpercentile(np.concatenate(values), [2.5, 97.5])
    return float(low), float(high)
