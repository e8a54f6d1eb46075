"""How often equally good systems fail the regression gates: seeded comparisons of two runs of one system.

    python benchmarks/regression_gate.py [--comparisons 2000]

`tests/test_gate_evasion.py` has a smaller version. Each of 30 source problems has four cases, whose probabilities of success
differ between problems and cases. `regression.p` is over all cases, `regression[any].p` the smallest Holm-adjusted one of the
slices.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from unittest import mock

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import run_folders
import support

from pytest_faithform.metrics import intervals
from pytest_faithform.model import Record
from pytest_faithform.reports import baseline
from pytest_faithform.reports.decision import decide
from pytest_faithform.reports.gate_language import parse_gate
from pytest_faithform.reports.stored import StoredRun

GATES = [parse_gate("regression.p >= 0.05"), parse_gate("regression[any].p >= 0.05")]
CASES = [support.number_edit("statement"), support.number_edit("proof"), support.symbol_edit(), support.step_deletion()]
PROBLEMS = 30
LABELS = ("reverted", "faithful")


def records(samples: int) -> dict[tuple[int, int, int], list[Record]]:
    return {
        (group, number, sample): [
            run_folders.edit_record(run_folders.of_group(case, group), label, sample) for label in LABELS
        ]
        for group in range(PROBLEMS)
        for number, case in enumerate(CASES)
        for sample in range(samples)
    }


def share_failed(samples: int, comparisons: int) -> dict[str, float]:
    made = records(samples)
    rng = np.random.default_rng(20260614 + samples)
    failed = dict.fromkeys((gate.text for gate in GATES), 0)
    for _ in range(comparisons):
        chance = np.clip(rng.beta(2, 1, (PROBLEMS, 1)) + rng.normal(0, 0.1, (PROBLEMS, len(CASES))), 0, 1)
        runs = []
        for name in ("before", "after"):
            drawn = [two[int(rng.random() < chance[group, number])] for (group, number, _), two in made.items()]
            runs.append(StoredRun(Path(name), {**run_folders.MANIFEST, "planned": len(drawn)}, drawn, []))
        for result in decide(runs[1], GATES, baseline.compare_runs(*runs)).results:
            failed[result.gate] += not result.passed
    return {gate: count / comparisons for gate, count in failed.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=2000)
    comparisons = parser.parse_args().comparisons
    with mock.patch.object(intervals, "RESAMPLES", 20), mock.patch.object(baseline, "changes", return_value=[]):
        for samples in (1, 8):
            for gate, share in share_failed(samples, comparisons).items():
                print(f"{samples} samples  {gate:28}  fails in {share:.2%} of {comparisons} comparisons")


if __name__ == "__main__":
    main()
