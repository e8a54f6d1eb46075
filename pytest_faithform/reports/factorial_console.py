"""`faithform factorial`: the effects of three tools from eight runs, one per configuration (SPEC b.4)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.cases.files import CaseFileError, read_records
from pytest_faithform.metrics.factorial import (
    CONFIGURATIONS,
    TRAJECTORY_BINS,
    effects,
    ledger,
    oracle,
    trajectory,
)
from pytest_faithform.metrics.gap import Output, accepted, outputs_of
from pytest_faithform.runlog import latest

__all__ = ["run_factorial"]

_MOVES = (("000", "010"), ("001", "011"), ("101", "111"), ("010", "011"), ("110", "111"), ("011", "111"))
_Outcomes = dict[str, NDArray[np.bool_]]


def run_factorial(folder: str) -> int:
    """`folder` holds a run for each configuration, named by its bits. Exit status: 0 done, 3 the runs cannot be used."""
    try:
        outputs = {name: _outputs(Path(folder) / name) for name in CONFIGURATIONS}
        for line in _lines(outputs):
            print(line)
    except (OSError, CaseFileError, ValueError) as error:
        print(error, file=sys.stderr)
        return 3
    return 0


def _outputs(run: Path) -> dict[str, Output]:
    path = run / "records.jsonl"
    if not path.is_file():
        raise ValueError(f"there is no {path}; the factorial needs a run for each of {', '.join(CONFIGURATIONS)}")
    found = outputs_of(latest(read_records(path, growing=True)))
    return {output.problem: output for output in found}


def _lines(outputs: Mapping[str, dict[str, Output]]) -> Iterator[str]:
    common = sorted(set.intersection(*(set(held) for held in outputs.values())))
    if not common:
        raise ValueError("no graded statement is in all eight runs")
    left = len(set.union(*(set(held) for held in outputs.values()))) - len(common)
    yield f"{len(common)} statements in all eight runs" + (f", {left} others left out" if left else "")
    judges = list(next(iter(outputs["111"].values())).grades)[:2]
    compiles: _Outcomes = {n: np.array([held[one].compiles for one in common]) for n, held in outputs.items()}
    faithful: _Outcomes = {n: np.array([accepted(held[one], judges) for one in common]) for n, held in outputs.items()}
    gap = {name: compiles[name] & ~faithful[name] for name in CONFIGURATIONS}
    columns = {"compile": compiles, "faithful": faithful, "gap": gap}
    found = {metric: effects(outcomes) for metric, outcomes in columns.items()}
    yield "\neffects in points [95 %], whole statements resampled"
    yield f"{'':<8}" + "".join(f"{metric:<24}" for metric in columns)
    for place, effect in enumerate(found["compile"]):
        held = [found[metric][place] for metric in columns]
        yield (
            f"{effect.name:<8}" + "".join(f"{f'{e.value:.1f} [{e.low:.1f}, {e.high:.1f}]':<24}" for e in held).rstrip()
        )
    yield "\nfrom → to: newly faithful, lost, net"
    for before, after in _MOVES:
        moved = ledger(faithful[before], faithful[after])
        yield f"{before} → {after}  {moved.new:>4} {moved.lost:>4} {moved.net:>4}"
    best = oracle(faithful, compiles)
    yield f"\nfaithful under 111: {best.full}; under any: {best.any}; under all: {best.all}; never: {best.never}"
    yield (
        f"missed by 111 but faithful elsewhere: {best.missed} ({best.missed_compiling} compile under 111, "
        f"{best.missed_failing} do not)"
    )
    yield from _trajectories(outputs, common, faithful)


def _trajectories(outputs: Mapping[str, dict[str, Output]], common: list[str], faithful: _Outcomes) -> Iterator[str]:
    """By the number of steps: configurations with feedback together, and those without that have a tool at all."""
    pools = {"F": ("010", "011", "110", "111"), "no F": ("001", "100", "101")}
    for name, configurations in pools.items():
        steps = [outputs[config][one].steps for config in configurations for one in common]
        good = [bool(one) for config in configurations for one in faithful[config]]
        if any(one is not None for one in steps):
            bins = trajectory(steps, good)
            told = "  ".join(
                f"{low}–{high}: {bins[low, high][0]}/{bins[low, high][1]}" for low, high in TRAJECTORY_BINS
            )
            yield f"faithful by steps, {name}: {told}"
