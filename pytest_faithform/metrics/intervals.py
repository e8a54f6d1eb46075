"""The one interval of each metric (SPEC b.5b).

Rows of one source problem are not independent, so a share over several rows per problem gets a percentile bootstrap
over problems; where every problem gives at most one row, or all problems agree, the Wilson interval is the right one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

__all__ = ["RESAMPLES", "SEED", "Interval", "bootstrap", "mean", "share", "wilson"]

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
    if hits == int(hits):
        found = binomtest(int(hits), n).proportion_ci(0.95, method="wilson")
        return float(found.low), float(found.high)
    z = 1.959963984540054
    share, z2 = hits / n, z * z
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def share(hits: Sequence[bool], clusters: Sequence[Hashable]) -> Interval:
    """The share of hits: Wilson where every cluster gives at most one row, else as `mean`."""
    if hits and len(set(clusters)) == len(hits):
        low, high = wilson(sum(hits), len(hits))
        return Interval(sum(hits) / len(hits), low, high, len(hits), "wilson")
    return mean([float(hit) for hit in hits], clusters)


def mean(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval:
    """The mean of values in [0, 1], `clusters[i]` being the source problem of row i: cluster bootstrap, or Wilson with
    n = clusters where all clusters agree and a bootstrap would have no spread."""
    n = len(values)
    if n == 0:
        return Interval(None, None, None, 0, "none")
    value = sum(values) / n
    rows: dict[Hashable, list[float]] = {}
    for one, cluster in zip(values, clusters, strict=True):
        rows.setdefault(cluster, []).append(one)
    if len({sum(held) / len(held) for held in rows.values()}) == 1:
        low, high = wilson(value * len(rows), len(rows))
        return Interval(value, low, high, n, "wilson-clusters")
    # Clusters with the same sum and size are interchangeable: how many of each kind are drawn is all that matters.
    kinds = Counter((sum(held), len(held)) for held in rows.values())
    sums, counts = (np.array(side, dtype=float) for side in zip(*kinds, strict=True))

    def ratio(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((weights @ sums) / (weights @ counts), dtype=np.float64)

    low, high = bootstrap(ratio, list(kinds.values()))
    return Interval(value, low, high, n, "cluster-bootstrap")


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
