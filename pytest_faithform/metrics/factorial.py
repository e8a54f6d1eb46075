"""A 2³ factorial of tools (SPEC b.4): which of three tools moves a rate, alone and together.

A configuration is named by three bits, one per factor in the order of `FACTORS` ("TFS": drafting by a translator, feedback
of Lean, search). All configurations are measured on the same items, so items are resampled with all their outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics.resampling import RESAMPLES, SEED

__all__ = [
    "CONFIGURATIONS",
    "FACTORS",
    "TRAJECTORY_BINS",
    "Effect",
    "Ledger",
    "Oracle",
    "conditional",
    "contrasts",
    "effects",
    "interaction",
    "ledger",
    "main_effect",
    "means_of",
    "oracle",
    "resamples",
    "trajectory",
]

FACTORS = "TFS"
CONFIGURATIONS = tuple(f"{number:03b}" for number in range(8))
#: Bins of the steps that an agent took, from and to.
TRAJECTORY_BINS = ((1, 2), (3, 5), (6, 9), (10, 12), (13, 18), (19, 24))

#: Configuration → one outcome per item, items in the same order in all of them.
Outcomes = Mapping[str, NDArray[np.bool_]]
#: Configuration → the mean of its outcomes ×100, one entry per resample.
Means = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Effect:
    """Percentage points, with a percentile bootstrap over items at 95 %."""

    name: str
    value: float
    low: float
    high: float


def resamples(outcomes: Outcomes, *, seed: int = SEED, count: int = RESAMPLES) -> Iterator[Means]:
    """Endlessly, the means of every configuration under `count` fresh resamples of the items, drawn one after the other
    from one generator: the drawing that the published intervals were made with (seeds 42 and 43)."""
    rng = np.random.default_rng(seed)
    table = np.stack([outcomes[name] for name in CONFIGURATIONS], axis=1).astype(np.float64)
    items = len(table)
    while True:
        means = np.empty((count, len(CONFIGURATIONS)))
        for index in range(count):
            means[index] = table[rng.integers(0, items, items)].mean(axis=0)
        yield {name: means[:, place] * 100 for place, name in enumerate(CONFIGURATIONS)}


def means_of(outcomes: Outcomes) -> Means:
    """The means ×100 of the outcomes themselves, as a single resample."""
    return {name: np.array([held.mean() * 100]) for name, held in outcomes.items()}


def main_effect(means: Means, factor: str) -> NDArray[np.float64]:
    """The mean of the four configurations with the factor minus the mean of the four without it."""
    return _contrast(means, factor, {})


def conditional(means: Means, factor: str, given: str, level: str) -> NDArray[np.float64]:
    """The effect of a factor among the configurations where another one is at level "0" or "1"."""
    return _contrast(means, factor, {given: level})


def interaction(means: Means, first: str, second: str) -> NDArray[np.float64]:
    """The effect of one factor with the other minus without it: a difference of differences, not halved."""
    return conditional(means, first, second, "1") - conditional(means, first, second, "0")


def effects(outcomes: Outcomes, *, seed: int = SEED, count: int = RESAMPLES) -> list[Effect]:
    """Main effects "T", interactions "FxS" and conditional effects "S|F=0", all from one list of resamples.

    Raises ValueError where a configuration is missing or the numbers of items differ.
    """
    _check(outcomes)
    here, drawn = means_of(outcomes), next(resamples(outcomes, seed=seed, count=count))
    return [_effect(name, contrast, here, drawn) for name, contrast in contrasts().items()]


def contrasts() -> dict[str, Callable[[Means], NDArray[np.float64]]]:
    """Every effect by its name."""
    found: dict[str, Callable[[Means], NDArray[np.float64]]] = {f: partial(main_effect, factor=f) for f in FACTORS}
    for first, second in (("F", "S"), ("F", "T"), ("S", "T")):
        found[f"{first}x{second}"] = partial(interaction, first=first, second=second)
    for factor, given in (("S", "F"), ("T", "F"), ("F", "S")):
        for level in "01":
            found[f"{factor}|{given}={level}"] = partial(conditional, factor=factor, given=given, level=level)
    return found


@dataclass(frozen=True)
class Ledger:
    """Items that become faithful and that cease to be, from one configuration to another."""

    new: int
    lost: int

    @property
    def net(self) -> int:
        return self.new - self.lost


def ledger(before: NDArray[np.bool_], after: NDArray[np.bool_]) -> Ledger:
    return Ledger(int((after & ~before).sum()), int((before & ~after).sum()))


@dataclass(frozen=True)
class Oracle:
    """Items faithful under any, all and none of the configurations; of those that the full configuration misses though
    another one has them, how many compile under the full one and how many do not."""

    full: int
    any: int
    all: int
    never: int
    missed_compiling: int
    missed_failing: int

    @property
    def missed(self) -> int:
        return self.missed_compiling + self.missed_failing


def oracle(faithful: Outcomes, compiles: Outcomes, *, full: str = "111") -> Oracle:
    stacked = np.stack([faithful[name] for name in faithful])
    missed = ~faithful[full] & stacked.any(axis=0)
    return Oracle(
        full=int(faithful[full].sum()),
        any=int(stacked.any(axis=0).sum()),
        all=int(stacked.all(axis=0).sum()),
        never=int((~stacked.any(axis=0)).sum()),
        missed_compiling=int((missed & compiles[full]).sum()),
        missed_failing=int((missed & ~compiles[full]).sum()),
    )


def trajectory(steps: Sequence[int | None], faithful: Sequence[bool]) -> dict[tuple[int, int], tuple[int, int]]:
    """Of each bin of steps, how many outputs are faithful and how many there are; outputs of unknown length are in none."""
    found = {}
    for low, high in TRAJECTORY_BINS:
        held = [good for taken, good in zip(steps, faithful, strict=True) if taken is not None and low <= taken <= high]
        found[low, high] = (sum(held), len(held))
    return found


def _effect(name: str, contrast: Callable[[Means], NDArray[np.float64]], here: Means, drawn: Means) -> Effect:
    low, high = np.percentile(contrast(drawn), [2.5, 97.5])
    return Effect(name, float(contrast(here)[0]), float(low), float(high))


def _contrast(means: Means, factor: str, fixed: Mapping[str, str]) -> NDArray[np.float64]:
    place = FACTORS.index(factor)
    chosen = [
        name for name in CONFIGURATIONS if all(name[FACTORS.index(other)] == level for other, level in fixed.items())
    ]
    sides = [np.mean([means[name] for name in chosen if name[place] == level], axis=0) for level in "10"]
    return np.asarray(sides[0] - sides[1], dtype=np.float64)


def _check(outcomes: Outcomes) -> None:
    missing = [name for name in CONFIGURATIONS if name not in outcomes]
    if missing:
        raise ValueError(f"the factorial needs all eight configurations; {', '.join(missing)} are missing")
    sizes = {len(outcomes[name]) for name in CONFIGURATIONS}
    if len(sizes) > 1:
        raise ValueError("the configurations were measured on different items")
