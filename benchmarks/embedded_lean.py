"""Measure the embedded Lean: how large it is, how long it takes to start and to check, how much memory it holds.

    python benchmarks/embedded_lean.py [--install] [--beside COMMAND]

Prints one line per figure. `--install` also times a set-up into an empty folder (fetches the package, 121 MB). CPU
seconds are those of the Lean process, all its threads; they say more than wall time on a busy machine.

`--beside COMMAND` checks the same texts in the same run with another Lean that speaks the prototype's protocol (a line
`{"id": 1, "code": "…", "axioms": "t"}` in, a line of JSON out), turn by turn, and prints both throughputs and their ratio.
`$FAITHFORM_PROTOTYPE` may hold the command; without one the figures of the prototype are left out, and that is said.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

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
    parser.add_argument("--beside", metavar="COMMAND", default=os.environ.get("FAITHFORM_PROTOTYPE", ""))
    options = parser.parse_args()
    if options.install:
        measure_install()
    toolchain = install.install()
    print(f"disk, the toolchain        {install.disk_size(toolchain) / 1e6:8.0f} MB")
    with EmbeddedLean() as lean:
        measure(lean)
        if not options.beside:
            print("no prototype to compare with: name its command with --beside")
        else:
            compare(lean, Prototype(options.beside))


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
    pid = running(lean)
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


class Prototype:
    """The raw loop: one line to the process, one line back, and nothing else."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        ready = json.loads(self.process.stdout.readline())
        assert ready["ready"]

    def check(self, code: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        request = {"id": 1, "code": code, "axioms": "t"}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def compare(lean: EmbeddedLean, prototype: Prototype) -> None:
    """The same texts by both, in turn, so that what else the machine does falls on both alike.

    The prototype's process knows neither our base text nor its notations: the texts are given without them.
    """
    texts = [text.replace("ℕ", "Nat").replace("ℚ", "Rat") for name, text in TEXTS.items() if name != "unavailable"]
    pids = (running(lean), prototype.process.pid)
    for text in texts:
        lean.check(text)
        prototype.check(text)
    before = [cpu_seconds(pid) for pid in pids]
    wall = [0.0, 0.0]
    for turn in range(ROUNDS):
        for text in texts:
            for which in (0, 1) if turn % 2 else (1, 0):
                began = time.perf_counter()
                (lean, prototype)[which].check(text)
                wall[which] += time.perf_counter() - began
    cpu = [cpu_seconds(pid) - start for pid, start in zip(pids, before, strict=True)]
    prototype.close()
    count = ROUNDS * len(texts)
    for label, which in (("ours", 0), ("prototype", 1)):
        print(f"{label:10} {count / wall[which]:8.1f} checks/s, CPU {1000 * cpu[which] / count:6.1f} ms per check")
    print(f"throughput, ours to the prototype's: {wall[1] / wall[0]:.2f} (by CPU {cpu[1] / cpu[0]:.2f})")


def running(lean: EmbeddedLean) -> int:
    lean.check("")
    assert lean._process is not None
    return lean._process.pid


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
