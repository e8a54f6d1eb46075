"""What the plugin costs a pytest session that has no faithform items: the same empty test with and without it, in turn.

usage: python benchmarks/quiet.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def seconds(folder: str, *options: str) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, folder]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "test_it.py").write_text("def test_it():\n    pass\n")
        seconds(folder), seconds(folder, "-p", "no:faithform")
        pairs = [(seconds(folder), seconds(folder, "-p", "no:faithform")) for _ in range(rounds)]
    with_plugin, without = (statistics.median(side) for side in zip(*pairs, strict=True))
    cost = statistics.median(one - other for one, other in pairs)
    print(
        f"with {with_plugin * 1000:.0f} ms, without {without * 1000:.0f} ms, cost {cost * 1000:.1f} ms (median of {rounds})"
    )


if __name__ == "__main__":
    main()
