"""Two runs compared by case (SPEC b.5b): differences with their interval, and how easily chance makes them.

Two systems answer the same cases, so cases are compared, not totals; samples are averaged within the case. Cases of one
source problem are not independent, so where a problem gives several, whole problems are resampled and have their sign
flipped together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics.agreement import holm, mcnemar
from pytest_faithform.metrics.intervals import bootstrap, kinds_of, wilson
from pytest_faithform.metrics.resampling import RESAMPLES, SEED
from pytest_faithform.model import Record

__all__ = ["PairedDifference", "adjusted", "compare", "paired_difference", "successes"]

#: Permutations of the sign-flip test; of fewer than this all are taken.
PERMUTATIONS = RESAMPLES - 1


@dataclass(frozen=True)
class PairedDifference:
    """How the second run differs from the first on their common cases.

    `first`, `second` are the mean scores in [0, 1] over the `n` common cases, `difference` is second − first with its 95 %
    cluster-bootstrap interval, all None where there is no common case. `worse` and `better` count the cases on which the
    second run scores lower and higher. `p` is two-sided; `p_regression` is the p of the one-sided test whose alternative
    is that the second run is worse. `test` is `mcnemar-exact` or `sign-flip`. `holm` is `p` adjusted over the slices that
    were tested together.
    """

    slice: str
    first: float | None
    second: float | None
    difference: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    worse: int
    better: int
    p: float
    p_regression: float
    test: str
    holm: float | None = None


def successes(records: Iterable[Record]) -> dict[str, list[float]]:
    """Of each case, its samples: 1 where the item passed (faithful, correct, proved or refuted as it must be), 0 where it
    failed or stayed undetermined. Errors are no results and are left out."""
    found: dict[str, list[float]] = {}
    for record in records:
        if record.outcome != "error":
            found.setdefault(record.case.id, []).append(float(record.outcome == "pass"))
    return found


def paired_difference(
    first: Mapping[str, Sequence[float]],
    second: Mapping[str, Sequence[float]],
    clusters: Mapping[str, str],
    where: str = "",
) -> PairedDifference:
    """Compare two runs on the cases that both have scores for; `clusters[case]` is the case's source problem.

    Exact McNemar where every score is a single 0 or 1 and no source problem has two common cases; a sign-flip permutation
    test over source problems otherwise: McNemar over several rows of one problem takes one problem's luck for evidence.
    """
    common = sorted(first.keys() & second.keys())
    if not common:
        return PairedDifference(where, None, None, None, None, None, 0, 0, 0, 0, 1.0, 1.0, "none")
    ours = np.array([np.mean(first[case]) for case in common])
    theirs = np.array([np.mean(second[case]) for case in common])
    gained = theirs - ours
    _, codes = np.unique([clusters[case] for case in common], return_inverse=True)
    sums = np.bincount(codes, weights=gained).astype(np.float64)
    counts = np.bincount(codes).astype(np.float64)
    worse, better = int((gained < 0).sum()), int((gained > 0).sum())
    single = all(len(run[case]) == 1 and run[case][0] in (0, 1) for run in (first, second) for case in common)
    if single and len(sums) == len(common):
        test, p, p_regression = "mcnemar-exact", mcnemar(worse, better), _one_sided(worse, better)
    else:
        test, (p, p_regression) = "sign-flip", _sign_flip(sums)
    low, high = _interval(sums, counts)
    return PairedDifference(
        where,
        float(ours.mean()),
        float(theirs.mean()),
        float(gained.mean()),
        low,
        high,
        len(common),
        len(sums),
        worse,
        better,
        p,
        p_regression,
        test,
    )


def compare(
    first: Sequence[Record], second: Sequence[Record], slices: Mapping[str, Iterable[str]]
) -> list[PairedDifference]:
    """One comparison for each slice (its name to the ids of its cases), Holm-adjusted together in the order given."""
    clusters = {record.case.id: record.case.problem.group for record in [*second, *first]}
    ours, theirs = successes(first), successes(second)
    found = []
    for where, ids in slices.items():
        chosen = set(ids)
        found.append(
            paired_difference(
                {case: scores for case, scores in ours.items() if case in chosen},
                {case: scores for case, scores in theirs.items() if case in chosen},
                clusters,
                where,
            )
        )
    return adjusted(found)


def adjusted(differences: Sequence[PairedDifference]) -> list[PairedDifference]:
    """The same, each with its Holm-adjusted p; slices without common cases test nothing and stay as they are."""
    tested = [one for one in differences if one.n]
    values = dict(zip(map(id, tested), holm([one.p for one in tested]), strict=True))
    return [PairedDifference(**{**one.__dict__, "holm": values.get(id(one))}) for one in differences]


def _one_sided(worse: int, better: int) -> float:
    from scipy.stats import binomtest

    discordant = worse + better
    return float(binomtest(worse, discordant, 0.5, alternative="greater").pvalue) if discordant else 1.0


def _sign_flip(sums: NDArray[np.float64]) -> tuple[float, float]:
    """p (two-sided, and that the sum is below zero) under random signs of the clusters' sums of differences."""
    moved = sums[np.abs(sums) > 1e-12]
    if not len(moved):
        return 1.0, 1.0
    if len(moved) == 1:
        # scipy wants two observations: one cluster has two signs.
        return 1.0, 0.5 if moved[0] < 0 else 1.0
    from scipy.stats import permutation_test

    found = permutation_test(
        (moved,),
        np.sum,
        permutation_type="samples",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        batch=max(1, 4_000_000 // len(moved)),
        alternative="less",
        rng=np.random.default_rng(SEED),
    )
    null, observed = found.null_distribution, found.statistic
    exact = 2 ** len(moved) <= PERMUTATIONS
    slack = 1e-9 * max(1.0, abs(observed))
    above = float((null >= observed - slack).sum() + (not exact)) / (len(null) + (not exact))
    below = float(found.pvalue)
    return min(1.0, 2 * min(below, above)), below


def _interval(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> tuple[float, float]:
    value = float(sums.sum() / counts.sum())
    kinds, weights = kinds_of(sums, counts)
    if np.ptp(kinds[:, 0] / kinds[:, 1]) < 1e-12:
        # A bootstrap of problems that all moved alike has no spread. What was not seen in n problems may be true of a share
        # of up to the Wilson bound, and those may lie anywhere.
        unseen = wilson(0, int(sum(weights)))[1]
        return (1 - unseen) * value - unseen, (1 - unseen) * value + unseen

    def mean(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1]), dtype=np.float64)

    return bootstrap(mean, weights)
