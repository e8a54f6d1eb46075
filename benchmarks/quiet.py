"""What the plugin costs a pytest session that has no faithform items: the same empty test with and without it, in turn.

    python benchmarks/quiet.py [ROUNDS]

Prints wall time and processor time (user and system, which a busy machine changes less).
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def measure(folder: str, *options: str) -> tuple[float, float]:
    """Milliseconds of one session: wall time, processor time."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, folder]
    began, used = time.perf_counter(), processor_seconds()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - began) * 1000, (processor_seconds() - used) * 1000


def processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_it.py").write_text("def test_it():\n    pass\n")
        measure(folder), measure(folder, "-p", "no:faithform")
        pairs = [_turn(folder, number) for number in range(rounds)]
    for number, what in enumerate(("wall", "processor")):
        with_plugin, without = ([side[number] for side in sides] for sides in zip(*pairs, strict=True))
        differences = [one - other for one, other in zip(with_plugin, without, strict=True)]
        low, middle, high = statistics.quantiles(differences, n=4)
        print(
            f"{what:<9}  with {statistics.median(with_plugin):5.0f} ms, without {statistics.median(without):5.0f} ms, "
            f"cost {middle:5.1f} ms (median of {rounds}; half of them between {low:.1f} and {high:.1f})"
        )


def _turn(folder: str, number: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Both sides; which of them comes first changes, since what runs second may find a warmer machine."""
    if number % 2:
        without = measure(folder, "-p", "no:faithform")
        return measure(folder), without
    return measure(folder), measure(folder, "-p", "no:faithform")


if __name__ == "__main__":
    main()
