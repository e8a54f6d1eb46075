"""`faithform factorial`: the effects of three tools from eight runs, one per configuration (SPEC b.4)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pytest_faithform.cases.files import CaseFileError
from pytest_faithform.metrics.factorial import (
    TRAJECTORY_BINS,
    ledger,
    oracle,
    trajectory,
)
from pytest_faithform.reports.factorial_runs import Factorial, read_factorial

__all__ = ["run_factorial"]

_MOVES = (("000", "010"), ("001", "011"), ("101", "111"), ("010", "011"), ("110", "111"), ("011", "111"))


def run_factorial(folder: str) -> int:
    """`folder` holds a run for each configuration, named by its bits. Exit status: 0 done, 3 the runs cannot be used."""
    try:
        for line in _lines(read_factorial(Path(folder))):
            print(line)
    except (OSError, CaseFileError, ValueError) as error:
        print(error, file=sys.stderr)
        return 3
    return 0


def _lines(held: Factorial) -> Iterator[str]:
    faithful, compiles = held.faithful, held.compiles
    left = f", {held.left_out} others left out" if held.left_out else ""
    yield f"{len(held.common)} statements in all eight runs{left}"
    found = held.effects()
    yield "\neffects in points [95 %], whole statements resampled"
    yield f"{'':<8}" + "".join(f"{metric:<24}" for metric in found)
    for row in zip(*found.values(), strict=True):
        cells = "".join(f"{f'{effect.value:.1f} [{effect.low:.1f}, {effect.high:.1f}]':<24}" for effect in row)
        yield f"{row[0].name:<8}{cells}".rstrip()
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
    yield from _trajectories(held)


def _trajectories(held: Factorial) -> Iterator[str]:
    """By the number of steps: configurations with feedback together, and those without that have a tool at all."""
    pools = {"F": ("010", "011", "110", "111"), "no F": ("001", "100", "101")}
    for name, configurations in pools.items():
        steps = [held.outputs[config][one].steps for config in configurations for one in held.common]
        good = [bool(one) for config in configurations for one in held.faithful[config]]
        if any(one is not None for one in steps):
            bins = trajectory(steps, good)
            told = "  ".join(
                f"{low}–{high}: {bins[low, high][0]}/{bins[low, high][1]}" for low, high in TRAJECTORY_BINS
            )
            yield f"faithful by steps, {name}: {told}"
