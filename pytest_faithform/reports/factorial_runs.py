"""The eight runs of a 2³ factorial of tools, side by side in one folder, each named by its configuration's bits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.cases.files import read_records
from pytest_faithform.metrics.factorial import CONFIGURATIONS, Effect, effects
from pytest_faithform.metrics.gap import Output, accepted, outputs_of
from pytest_faithform.runlog import latest

__all__ = ["Factorial", "beside", "read_factorial"]

_Outcomes = dict[str, NDArray[np.bool_]]


@dataclass(frozen=True)
class Factorial:
    """The statements in all eight runs, in one order, and what became of them in each configuration."""

    outputs: Mapping[str, dict[str, Output]]
    common: list[str]
    left_out: int
    compiles: _Outcomes
    faithful: _Outcomes

    def effects(self) -> dict[str, list[Effect]]:
        """Of each rate, every effect in points."""
        gap = {name: self.compiles[name] & ~self.faithful[name] for name in CONFIGURATIONS}
        columns = {"compile": self.compiles, "faithful": self.faithful, "gap": gap}
        return {metric: effects(outcomes) for metric, outcomes in columns.items()}


def read_factorial(folder: Path) -> Factorial:
    """Raises ValueError where a run is missing or no graded statement is in all eight, OSError or CaseFileError where one
    cannot be read."""
    outputs = {name: _outputs(folder / name) for name in CONFIGURATIONS}
    common = sorted(set.intersection(*(set(held) for held in outputs.values())))
    if not common:
        raise ValueError("no graded statement is in all eight runs")
    left = len(set.union(*(set(held) for held in outputs.values()))) - len(common)
    judges = list(next(iter(outputs["111"].values())).grades)[:2]
    compiles = {n: np.array([held[one].compiles for one in common]) for n, held in outputs.items()}
    faithful = {n: np.array([accepted(held[one], judges) for one in common]) for n, held in outputs.items()}
    return Factorial(outputs, common, left, compiles, faithful)


def beside(run: Path) -> Factorial | None:
    """The factorial that a run is one of the eight configurations of; None where it is none."""
    if run.name not in CONFIGURATIONS:
        return None
    if not all((run.parent / name / "records.jsonl").is_file() for name in CONFIGURATIONS):
        return None
    return read_factorial(run.parent)


def _outputs(run: Path) -> dict[str, Output]:
    path = run / "records.jsonl"
    if not path.is_file():
        raise ValueError(f"there is no {path}; the factorial needs a run for each of {', '.join(CONFIGURATIONS)}")
    found = outputs_of(latest(read_records(path, growing=True)))
    return {output.problem: output for output in found}
