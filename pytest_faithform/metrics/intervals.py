"""The one interval of each metric (SPEC b.5b).

Rows of one source problem are not independent, so a share over several rows per problem gets a percentile bootstrap
over problems; where every problem gives at most one row, or all problems agree, the Wilson interval is the right one.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics.resampling import RESAMPLES, SEED

__all__ = [
    "Interval",
    "bootstrap",
    "bootstrap_all",
    "encoded",
    "kinds_of",
    "mean",
    "ratio",
    "share",
    "wilson",
]


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % interval; None where there is nothing to measure. `n` counts rows."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    method: str

    @property
    def complement(self) -> Interval:
        """The interval of one minus the value: the share of those that the value does not count."""
        if self.value is None or self.low is None or self.high is None:
            return self
        return Interval(1 - self.value, 1 - self.high, 1 - self.low, self.n, self.method)


def wilson(hits: float, n: int) -> tuple[float, float]:
    """Wilson's score interval at 95 % for `hits` of `n` (SPEC b.2). Raises ValueError for n < 1, and for hits that are
    not between 0 and n."""
    if n < 1 or not 0 <= hits <= n:
        raise ValueError(f"an interval needs rows, and no more hits than rows: {hits} of {n}")
    # Written out, because scipy.stats takes two seconds to import and every report needs this; the tests compare both.
    z = 1.959963984540054
    share, z2 = hits / n, z * z
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    # At the ends rounding would leave a trace of what is exactly 0 or 1.
    return (max(0.0, centre - half) if hits > 0 else 0.0), (min(1.0, centre + half) if hits < n else 1.0)


#: A metric of rows: which rows it counts, and what each of them is worth (booleans, or numbers in [0, 1]).
Rows = tuple[NDArray[np.bool_], NDArray[Any]]


def share(hits: Sequence[bool], clusters: Sequence[Hashable]) -> Interval:
    """The share of hits: Wilson where every cluster gives at most one row, else as `mean`."""
    return ratio(np.ones(len(hits), dtype=bool), np.array(hits, dtype=bool), encoded(clusters))


def mean(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval:
    """The mean of values in [0, 1], `clusters[i]` being the source problem of row i: cluster bootstrap, or Wilson with
    n = clusters where all clusters agree and a bootstrap would have no spread."""
    return ratio(np.ones(len(values), dtype=bool), np.array(values, dtype=float), encoded(clusters))


def ratio(counted: NDArray[np.bool_], values: NDArray[Any], clusters: NDArray[np.int64]) -> Interval:
    """The mean of the counted rows' values: as `share` where they are booleans, as `mean` where they are numbers in
    [0, 1]. All arrays have one entry per row; `clusters` holds whole numbers from 0."""
    return ratios({"": (counted, values)}, clusters)[""]


def ratios(metrics: Mapping[str, Rows], clusters: NDArray[np.int64]) -> dict[str, Interval]:
    """`ratio` of several metrics of the same rows, each as it would be alone; those that need a bootstrap share its
    resamples."""
    found: dict[str, Interval] = {}
    open_: dict[str, tuple[float, int]] = {}
    columns = []
    for name, (counted, values) in metrics.items():
        codes, chosen = clusters[counted], values[counted]
        n, held = len(chosen), np.bincount(codes, minlength=1)
        if n == 0:
            found[name] = Interval(None, None, None, 0, "none")
            continue
        value = float(chosen.sum()) / n
        sums, present = np.bincount(codes, weights=chosen, minlength=1), held > 0
        if chosen.dtype == np.bool_ and held.max() == 1:
            found[name] = Interval(value, *wilson(int(chosen.sum()), n), n, "wilson")
        elif np.ptp(sums[present] / held[present]) < 1e-12:
            of = int(present.sum())
            found[name] = Interval(value, *wilson(value * of, of), n, "wilson-clusters")
        else:
            open_[name] = (value, n)
            columns += [_padded(sums, clusters), _padded(held, clusters)]
    if open_:
        kinds, weights = kinds_of(*columns)

        def pooled(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
            totals = drawn @ kinds
            return np.asarray(totals[:, ::2] / totals[:, 1::2], dtype=np.float64)

        lows, highs = bootstrap_all(pooled, weights)
        for (name, (value, n)), low, high in zip(open_.items(), lows, highs, strict=True):
            found[name] = Interval(value, float(low), float(high), n, "cluster-bootstrap")
    return {name: found[name] for name in metrics}


def _padded(sums: NDArray[Any], clusters: NDArray[np.int64]) -> NDArray[np.float64]:
    """One entry for each cluster of the rows, those without a counted row too."""
    whole = np.zeros(int(clusters.max()) + 1)
    whole[: len(sums)] = sums
    return whole


def encoded(names: Sequence[Hashable]) -> NDArray[np.int64]:
    """Each name's number, in the order in which names first appear."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def kinds_of(*columns: NDArray[np.float64]) -> tuple[NDArray[np.float64], list[int]]:
    """The distinct clusters by what they contribute, one row a kind, and how many there are of each. Clusters that
    contribute the same are interchangeable: how many of each kind are drawn is all that matters. Where few are, each is a
    kind of its own, which is faster to draw."""
    kinds, counts = np.unique(np.stack(columns, axis=1).round(12), axis=0, return_counts=True)
    if _drawn_alone(len(kinds), len(columns[0])):
        return np.repeat(kinds, counts, axis=0), [1] * len(columns[0])
    return kinds, [int(count) for count in counts]


def bootstrap(
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]], kinds: Sequence[int]
) -> tuple[float, float]:
    """Percentile interval over resampled clusters, of which there are so many of each kind. `statistic` maps weights of
    shape (resamples, kinds), how often a cluster of each kind was drawn, to values of shape (resamples,); a resample in
    which it is undefined (NaN) is left out."""
    low, high = bootstrap_all(lambda weights: statistic(weights)[:, None], kinds)
    return float(low[0]), float(high[0])


def bootstrap_all(
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]], kinds: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`bootstrap` of several statistics of the same resamples: values of shape (resamples, statistics), and an array of
    lower and one of upper ends. A statistic that no resample defines has NaN ends."""
    values = []
    for weights in _resamples(kinds):
        with np.errstate(invalid="ignore", divide="ignore"):
            values.append(statistic(weights))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        low, high = np.nanpercentile(np.concatenate(values), [2.5, 97.5], axis=0)
    return low, high


def _resamples(kinds: Sequence[int]) -> Iterator[NDArray[np.float64]]:
    """How often a cluster of each kind is drawn: one row for each of the resamples, some rows at a time."""
    clusters = sum(kinds)
    chunk = max(1, min(RESAMPLES, 4_000_000 // len(kinds)))
    counts = [min(chunk, RESAMPLES - begin) for begin in range(0, RESAMPLES, chunk)]
    if not _drawn_alone(len(kinds), clusters):
        rng = np.random.default_rng(SEED)
        for count in counts:
            yield rng.multinomial(clusters, np.array(kinds) / clusters, size=count).astype(float)
        return
    # Each cluster is drawn by itself, once for all slices with as many.
    drawn, first_of_kind = _draws(clusters), np.concatenate([[0], np.cumsum(kinds)[:-1]])
    for begin, count in zip(range(0, RESAMPLES, chunk), counts, strict=True):
        whole = drawn[begin : begin + count].astype(float)
        yield whole if len(kinds) == clusters else np.add.reduceat(whole, first_of_kind, axis=1)


def _drawn_alone(kinds: int, clusters: int) -> bool:
    return clusters / 4 <= kinds and clusters <= _KEPT_CLUSTERS


#: With more clusters than this the draws are not kept: they would take more than 20 MB.
_KEPT_CLUSTERS = 2_000


@lru_cache(maxsize=8)
def _draws(clusters: int) -> NDArray[np.uint8]:
    """How often each of so many clusters is drawn, of shape (resamples, clusters). No count is above 255: that many draws
    of one cluster happen only where there are as many draws, and then hardly."""
    rng = np.random.default_rng(SEED)
    found = np.empty((RESAMPLES, clusters), dtype=np.uint8)
    rows = max(1, 1_000_000 // clusters)
    for begin in range(0, RESAMPLES, rows):
        count = min(rows, RESAMPLES - begin)
        drawn = rng.integers(0, clusters, (count, clusters)) + np.arange(count)[:, None] * clusters
        found[begin : begin + count] = np.bincount(drawn.ravel(), minlength=count * clusters).reshape(count, clusters)
    return found
