"""What rewording does to correctness (SPEC b.1, b.5b): the range over styles, flips, and sampling variation beside it.

The largest minus the smallest of five noisy shares is above zero for a system that is blind to style. So the range stands
beside its mean under random relabelling of each problem's styles, and each style is compared with the original, paired by
problem.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.intervals import bootstrap_all, encoded, kinds_of, wilson
from pytest_faithform.metrics.resampling import SEED
from pytest_faithform.model import Record

__all__ = ["LONG_PROOF_WORDS", "ORIGINAL", "styles"]

#: The style of a problem as it is.
ORIGINAL = "original"
#: Whitespace-separated words from which on an original proof is a longer one.
LONG_PROOF_WORDS = 100
PERMUTATIONS = 1_000

#: The values of TC, StmtSC and ProofSC.
_Parts = tuple[str, str, str]

#: What the conjunction of the parts that were measured is called.
_NAMES = {
    (True, True, True): "FullyCorrect",
    (True, True, False): "TC∧StmtSC",
    (True, False, True): "TC∧ProofSC",
    (True, False, False): "TC",
}

#: Of one input, its samples in order: whether each passes TC, and whether it is correct.
_Samples = list[tuple[bool, bool]]


def styles(records: Sequence[Record]) -> list[MetricRow]:
    """Rows of all originals and paraphrases of proofs; none where fewer than two styles were measured.

    NAME stands for FullyCorrect, or for the conjunction that was measured of most inputs; of the others nothing is said.
    Problems with a sample in every style count; `NAME.incomplete` counts the rest.

    - `NAME.range`, `NAME.range_null` (its mean under relabelling), `NAME.range_excess` (their difference; its interval is
      the range's, shifted), `NAME.range_p` (the share of relabellings with at least this range); the ranges of NAME and
      ProofSC also by the length of the original proof;
    - `NAME.from_original` of each style;
    - at k samples `TC@k`, `NAME@k` (of the first that passes TC) and `NAME.flip_rate@k`, at 1 and at all of them;
    - with several samples `NAME.within`, `NAME.across` and `NAME.across_minus_within`.
    """
    values = [
        (record, (record.correctness.tc.value, record.correctness.stmt_sc.value, record.correctness.proof_sc.value))
        for record in records
        if record.correctness and record.case.problem.task == "proof" and record.case.kind in ("original", "paraphrase")
    ]
    measured = Counter(_measured(parts) for _, parts in values)
    most = measured.most_common(1)[0][0] if measured else (False, False, False)
    if most not in _NAMES:
        return []
    name = _NAMES[most]
    chosen = [(record, parts) for record, parts in values if _measured(parts) == most]
    grid = _grid(chosen, [place for place, there in enumerate(most) if there])
    if len(grid.styles) < 2:
        return []
    rows = [MetricRow(f"{name}.incomplete", "", float(grid.incomplete), None, None, len(grid.problems), "count")]
    rows += [*_ranges(name, "", grid), *_changes(name, grid), *_selection(name, grid), *_variation(name, grid)]
    proof_sc = _grid(chosen, [2]) if most[2] else None
    for where, longer in (("length=shorter", False), ("length=longer", True)):
        rows += _ranges(name, where, grid.of_length(longer))[:1]
        if proof_sc is not None:
            rows += _ranges("ProofSC", where, proof_sc.of_length(longer))[:1]
    return rows


@dataclass(frozen=True)
class _Problem:
    group: str
    words: int
    samples: tuple[_Samples, ...]

    @property
    def rates(self) -> list[float]:
        return [sum(correct for _, correct in held) / len(held) for held in self.samples]


@dataclass(frozen=True)
class _Grid:
    """The problems measured in every style, their samples in the order of `styles` (the original first)."""

    styles: list[str]
    problems: list[_Problem]
    incomplete: int

    def of_length(self, longer: bool) -> _Grid:
        held = [problem for problem in self.problems if (problem.words >= LONG_PROOF_WORDS) == longer]
        return _Grid(self.styles, held, 0)

    @property
    def most(self) -> int:
        """The samples that every input has."""
        return min((len(samples) for problem in self.problems for samples in problem.samples), default=0)


def _measured(parts: _Parts) -> tuple[bool, bool, bool]:
    return parts[0] != "not_measured", parts[1] != "not_measured", parts[2] != "not_measured"


def _grid(values: Sequence[tuple[Record, _Parts]], places: Sequence[int]) -> _Grid:
    """A sample is correct where its parts at `places` are all "yes"."""
    held: dict[str, dict[str, list[tuple[int, bool, bool]]]] = {}
    about: dict[str, tuple[str, int]] = {}
    for record, parts in values:
        case = record.case
        problem = case.problem
        if problem.id not in about:
            about[problem.id] = problem.group, len(problem.informal_proof.split())
            held[problem.id] = {}
        style = (case.style or "") if case.kind == "paraphrase" else ORIGINAL
        sample = (record.sample, parts[0] == "yes", all(parts[place] == "yes" for place in places))
        held[problem.id].setdefault(style, []).append(sample)
    names = sorted(
        {style for inputs in held.values() for style in inputs}, key=lambda style: (style != ORIGINAL, style)
    )
    problems = [
        _Problem(*about[one], tuple([(tc, good) for _, tc, good in sorted(inputs[style])] for style in names))
        for one, inputs in held.items()
        if len(inputs) == len(names)
    ]
    return _Grid(names, problems, len(held) - len(problems))


def _ranges(name: str, where: str, grid: _Grid) -> list[MetricRow]:
    if not grid.problems:
        return []
    rates = np.array([problem.rates for problem in grid.problems])
    n = len(rates)

    def spread(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.ptp(drawn[:, :-1] / drawn[:, -1:], axis=1, keepdims=True), dtype=np.float64)

    value, low, high = _joint(grid, np.hstack([rates, np.ones((n, 1))]), spread)[0]
    rng = np.random.default_rng(SEED)
    null = np.array([np.ptp(rng.permuted(rates, axis=1).mean(axis=0)) for _ in range(PERMUTATIONS)])
    mean = float(null.mean())
    p = (1 + float((null >= value - 1e-12).sum())) / (1 + PERMUTATIONS)
    return [
        MetricRow(f"{name}.range", where, value, low, high, n, "cluster-bootstrap"),
        MetricRow(f"{name}.range_null", where, mean, None, None, n, "permutation"),
        MetricRow(f"{name}.range_excess", where, value - mean, low - mean, high - mean, n, "cluster-bootstrap"),
        MetricRow(f"{name}.range_p", where, p, None, None, n, "permutation"),
    ]


def _changes(name: str, grid: _Grid) -> Iterator[MetricRow]:
    if not grid.problems or grid.styles[0] != ORIGINAL:
        return
    rates = np.array([problem.rates for problem in grid.problems])
    gained = rates[:, 1:] - rates[:, :1]
    found = _joint(grid, np.hstack([gained, np.ones((len(gained), 1))]), _means, least=-1.0)
    for style, (value, low, high) in zip(grid.styles[1:], found, strict=True):
        where = f"paraphrase,{style}"
        yield MetricRow(f"{name}.from_original", where, value, low, high, len(gained), "cluster-bootstrap")


def _selection(name: str, grid: _Grid) -> Iterator[MetricRow]:
    for k in sorted({1, grid.most}) if grid.problems and grid.most else []:
        columns = np.array([_selected(problem, k) for problem in grid.problems])
        found = _joint(grid, np.hstack([columns, np.ones((len(columns), 1))]), _means)
        for metric, (value, low, high) in zip((f"TC@{k}", f"{name}@{k}", f"{name}.flip_rate@{k}"), found, strict=True):
            yield MetricRow(metric, "", value, low, high, len(columns), "cluster-bootstrap")


def _selected(problem: _Problem, k: int) -> tuple[float, float, float]:
    """TC@k and NAME@k averaged over the styles, and the share of pairs of styles that differ in NAME@k. The first of k
    samples that passes TC is the candidate; where none does, the input is unsuccessful."""
    passing = [next(((tc, good) for tc, good in held[:k] if tc), (False, False)) for held in problem.samples]
    correct = [good for _, good in passing]
    pairs = list(itertools.combinations(correct, 2))
    flips = sum(one != other for one, other in pairs) / len(pairs)
    return sum(tc for tc, _ in passing) / len(passing), sum(correct) / len(correct), flips


def _variation(name: str, grid: _Grid) -> Iterator[MetricRow]:
    if grid.most < 2:
        return
    columns = np.array([_disagreement(problem) for problem in grid.problems])

    def differing(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        means = _means(drawn)
        return np.hstack([means, means[:, 1:] - means[:, :1]])

    found = _joint(grid, np.hstack([columns, np.ones((len(columns), 1))]), differing, least=-1.0)
    for metric, (value, low, high) in zip(("within", "across", "across_minus_within"), found, strict=True):
        floor = low if metric == "across_minus_within" else max(0.0, low)
        yield MetricRow(f"{name}.{metric}", "", value, floor, high, len(columns), "cluster-bootstrap")


def _disagreement(problem: _Problem) -> tuple[float, float]:
    """How likely two samples of one input disagree, meaned over the inputs, and how likely two outputs of two styles do,
    meaned over the pairs of styles; both without bias."""
    counts = [(sum(good for _, good in held), len(held)) for held in problem.samples]
    within = [hits * (n - hits) / math.comb(n, 2) for hits, n in counts]
    across = [
        (one * (m - other) + other * (n - one)) / (n * m) for (one, n), (other, m) in itertools.combinations(counts, 2)
    ]
    return sum(within) / len(within), sum(across) / len(across)


def _means(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(drawn[:, :-1] / drawn[:, -1:], dtype=np.float64)


def _joint(
    grid: _Grid,
    columns: NDArray[np.float64],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    *,
    least: float = 0.0,
) -> list[tuple[float, float, float]]:
    """Value, low and high of each statistic of the columns' sums over problems, source problems resampled together. Values
    lie in [least, 1]."""
    codes = encoded([problem.group for problem in grid.problems])
    sums = np.stack([np.bincount(codes, weights=column) for column in columns.T], axis=1)
    kinds, weights = kinds_of(*sums.T)
    values = statistic(sums.sum(axis=0, keepdims=True))[0]
    lows, highs = bootstrap_all(lambda drawn: statistic(drawn @ kinds), weights)
    unseen = wilson(0, len(sums))[1]
    found = []
    for value, low, high in zip(values, lows, highs, strict=True):
        if high - low < 1e-12:
            # No spread among the problems seen; a share of up to the Wilson bound of others may differ.
            low, high = max(least, value - unseen), min(1.0, value + unseen)
        found.append((float(value), float(low), float(high)))
    return found
