"""Five hundred mixed checks on a few embedded Leans, through hangs, crashes, memory that runs out and killed processes.

    python benchmarks/lean_storm.py [--checks 500] [--workers 2] [--seed 1]

Each text must be answered exactly once, with the outcome that it has on a quiet Lean, and in the end no process may be
left. Exit status 1 otherwise. The Leans are killed from outside at random as well, busy or idle, but not while they start:
that is a fault of the apparatus, and raised.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import signal
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psutil

from pytest_faithform.lean.backends.embedded import EmbeddedLean

#: What a text is, its share among the checks, the text (`{N}` is a number of its own), its outcome.
KINDS = {
    "proved": (0.50, "theorem t (a b : Nat) (h : a + {N} = b) : b = a + {N} := by omega", "ok"),
    "sorry": (0.15, "theorem t (n : Nat) : n * n + {N} > 0 := by\n  sorry", "ok"),
    "error": (0.20, "theorem t : {N} = {N} + 1 := by decide", "error"),
    "unavailable": (0.11, "theorem t (x : ℝ) : x + {N} = x + {N} := rfl", "unavailable"),
    "hang": (0.02, "partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop {N}", "timeout"),
    "exit": (0.01, "#eval (IO.Process.exit 7 : IO Unit) -- {N}", "crash"),
    "memory": (0.01, "#eval (Array.replicate 600000000 ({N} : Nat)).size", "crash"),
}
HANG_SECONDS = 2.0
CHECK_SECONDS = 120.0
KILL_EVERY_SECONDS = 20.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    kinds = [kind for kind, (share, _, _) in KINDS.items() for _ in range(round(share * options.checks))]
    kinds = (kinds + ["proved"] * options.checks)[: options.checks]
    rng.shuffle(kinds)
    work: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    for number, kind in enumerate(kinds):
        work.put((number, kind))
    answers: queue.SimpleQueue[tuple[int, str, str]] = queue.SimpleQueue()
    ended = threading.Event()
    killed = Counter[str]()
    leans = [EmbeddedLean() for _ in range(options.workers)]
    killer = threading.Thread(target=kill_now_and_then, args=(leans, rng, ended, killed))
    began = time.perf_counter()
    killer.start()
    with ThreadPoolExecutor(options.workers) as pool:
        for job in [pool.submit(serve, lean, work, answers) for lean in leans]:
            job.result()
    ended.set()
    killer.join()
    return report(kinds, answers, time.perf_counter() - began, killed["processes"])


def serve(
    lean: EmbeddedLean, work: queue.SimpleQueue[tuple[int, str]], answers: queue.SimpleQueue[tuple[int, str, str]]
) -> None:
    with lean:
        while True:
            try:
                number, kind = work.get_nowait()
            except queue.Empty:
                return
            text = KINDS[kind][1].replace("{N}", str(number))
            seconds = HANG_SECONDS if kind == "hang" else CHECK_SECONDS
            answers.put((number, kind, lean.check(text, timeout=seconds).outcome))


def kill_now_and_then(
    leans: list[EmbeddedLean], rng: random.Random, ended: threading.Event, killed: Counter[str]
) -> None:
    while not ended.wait(rng.uniform(0.5, 1.5) * KILL_EVERY_SECONDS):
        process = rng.choice(leans)._process
        if process is not None and process.alive:
            os.kill(process.pid, signal.SIGKILL)
            killed["processes"] += 1


def lean_processes() -> list[psutil.Process]:
    return [process for process in psutil.Process(os.getpid()).children(recursive=True) if is_lean(process)]


def is_lean(process: psutil.Process) -> bool:
    try:
        return any(part.endswith("server.js") for part in process.cmdline())
    except psutil.Error:
        return False


def report(kinds: list[str], answers: queue.SimpleQueue[tuple[int, str, str]], seconds: float, killed: int) -> int:
    given = [answers.get() for _ in range(answers.qsize())]
    outcomes = Counter((kind, outcome) for _, kind, outcome in given)
    for (kind, outcome), count in sorted(outcomes.items()):
        print(f"{kind:<12} {outcome:<12} {count}")
    once = sorted(number for number, _, _ in given) == list(range(len(kinds)))
    wrong = [number for number, kind, outcome in given if outcome != KINDS[kind][2]]
    left = lean_processes()
    print(f"{len(given)} answers to {len(kinds)} checks in {seconds:.0f} s, {killed} Leans killed from outside")
    print(f"each answered once: {once}; another outcome than on a quiet Lean: {wrong}; processes left: {len(left)}")
    return 0 if once and not wrong and not left else 1


if __name__ == "__main__":
    sys.exit(main())
