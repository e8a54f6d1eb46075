"""How often the intervals hold the truth and the tests cry wolf, by seeded simulation.

    python benchmarks/calibration.py [EXPERIMENTS]

Coverage: shares of cases of problems that differ in difficulty, several rows each; ours beside Wilson over rows.
False alarms: two runs of one system, at 5 %, one-sided; ours beside McNemar over all rows.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from pytest_faithform.metrics.intervals import ratio, wilson
from pytest_faithform.metrics.paired import paired_difference

PROBLEMS = 60


def coverage(experiments: int, samples: int, rng: np.random.Generator) -> tuple[float, float]:
    """The shares of experiments in which our interval, and Wilson over rows, hold the mean success of all problems."""
    truth, ours, rows = 0.3, 0, 0
    for _ in range(experiments):
        skill = rng.beta(0.3, 0.7, PROBLEMS)
        hits = (rng.random((PROBLEMS, samples)) < skill[:, None]).ravel()
        clusters = np.repeat(np.arange(PROBLEMS), samples)
        found = ratio(np.ones(len(hits), dtype=bool), hits, clusters)
        ours += found.low is not None and found.high is not None and found.low <= truth <= found.high
        low, high = wilson(int(hits.sum()), len(hits))
        rows += low <= truth <= high
    return ours / experiments, rows / experiments


def alarms(experiments: int, cases: int, samples: int, rng: np.random.Generator) -> tuple[float, float]:
    """The shares of comparisons of two runs of one system that our test, and McNemar over all rows, call a regression. A
    run's luck with a problem is shared by the problem's cases and samples."""
    ours, rows = 0, 0
    clusters = {f"c{i}": f"g{i // cases}" for i in range(PROBLEMS * cases)}
    for _ in range(experiments):
        runs: list[NDArray[np.bool_]] = []
        skill = rng.random(PROBLEMS)
        for _ in range(2):
            luck = np.clip(skill + rng.normal(0, 0.25, PROBLEMS), 0, 1)
            runs.append(rng.random((PROBLEMS, cases * samples)) < luck[:, None])
        scores = [
            {f"c{i}": list(held.reshape(-1, samples)[i].astype(float)) for i in range(PROBLEMS * cases)}
            for held in runs
        ]
        ours += paired_difference(scores[0], scores[1], clusters).p_regression < 0.05
        worse, better = int((runs[0] & ~runs[1]).sum()), int((runs[1] & ~runs[0]).sum())
        rows += worse + better > 0 and binomtest(worse, worse + better, 0.5, alternative="greater").pvalue < 0.05
    return ours / experiments, rows / experiments


def main() -> None:
    experiments = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(20260614)
    print(f"{PROBLEMS} problems, {experiments} experiments each")
    for samples in (1, 4, 8):
        ours, rows = coverage(experiments, samples, rng)
        print(
            f"95 % intervals, {samples} rows a problem: ours hold {ours:.1%}, Wilson over rows {rows:.1%}", flush=True
        )
    for cases, samples in ((1, 1), (1, 8), (4, 1), (4, 8)):
        ours, rows = alarms(experiments, cases, samples, rng)
        design = f"{cases} cases a problem, {samples} samples a case"
        print(f"false alarms at 5 %, {design}: ours {ours:.1%}, McNemar over rows {rows:.1%}", flush=True)


if __name__ == "__main__":
    main()
