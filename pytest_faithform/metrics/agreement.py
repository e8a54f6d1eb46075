"""Agreement of two judges, and tests of paired yes/no answers (SPEC b.2, b.5b)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pytest_faithform.metrics.intervals import wilson

__all__ = ["Agreement", "Rate", "agreement", "balanced_kappa", "holm", "kappa", "mcnemar", "rate"]


@dataclass(frozen=True)
class Rate:
    """`hits` of `n` with the row-wise Wilson interval at 95 % that audits are printed with; None where n is 0."""

    hits: int
    n: int
    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None


def rate(hits: int, n: int) -> Rate:
    return Rate(hits, n, *(wilson(hits, n) if n else (None, None)))


@dataclass(frozen=True)
class Agreement:
    """What two judges say of the same outputs. `kappa` is None where it is undefined (chance agreement is 1).

    The first judge is the one under test, the second the reference: of the outputs that the first accepts, `precision` is
    the share that the second accepts too; of those that it rejects, `negative_confirmation` the share that the second
    rejects too.
    """

    agreement: Rate
    kappa: float | None
    positive_first: Rate
    positive_second: Rate
    precision: Rate
    negative_confirmation: Rate


def agreement(first: Sequence[bool], second: Sequence[bool]) -> Agreement:
    """Of outputs in the same order. Raises ValueError where the lengths differ."""
    pairs = list(zip(first, second, strict=True))
    accepted, rejected = sum(first), len(pairs) - sum(first)
    return Agreement(
        agreement=rate(sum(a == b for a, b in pairs), len(pairs)),
        kappa=kappa(first, second),
        positive_first=rate(accepted, len(pairs)),
        positive_second=rate(sum(second), len(pairs)),
        precision=rate(sum(a and b for a, b in pairs), accepted),
        negative_confirmation=rate(sum(not a and not b for a, b in pairs), rejected),
    )


def kappa(first: Sequence[str | bool], second: Sequence[str | bool]) -> float | None:
    """Cohen's κ of two judges' labels of the same outputs; None where there are none, or where both give one and the same
    label throughout."""
    from statsmodels.stats.inter_rater import cohens_kappa

    labels = sorted({*first, *second}, key=str)
    if len(labels) < 2:
        return None
    place = {label: index for index, label in enumerate(labels)}
    table = np.zeros((len(labels), len(labels)))
    for one, other in zip(first, second, strict=True):
        table[place[one], place[other]] += 1
    return float(cohens_kappa(table, return_results=False))


def balanced_kappa(agreeing: int, n: int) -> float:
    """κ of a check of equally many accepted and rejected outputs: chance agreement is 1/2 whatever the reader's own
    marginal, so κ = 2·agreement − 1 (SPEC b.2). Raises ValueError for n < 1."""
    if n < 1:
        raise ValueError("no outputs were checked")
    return 2 * agreeing / n - 1


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided p of the exact McNemar test, of the numbers of outputs that one side alone gets right."""
    from scipy.stats import binomtest

    discordant = only_first + only_second
    return float(binomtest(only_first, discordant, 0.5).pvalue) if discordant else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm-adjusted p-values in the order given: the family-wise error stays at the level, whatever the dependence. (The
    library's function collects garbage at every call, which costs a comparison more than its statistics.)"""
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda one: p_values[one])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted
