"""Seconds and bytes of each report of a large run.

python benchmarks/reports.py [--items 25000]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import numpy as np
import run_folders
import support

from pytest_faithform.reports.decision import decide_again
from pytest_faithform.reports.write import FORMATS, write_report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=25_000)
    items = parser.parse_args().items
    cases = [
        support.number_edit("statement"),
        support.number_edit("proof"),
        support.symbol_edit(),
        support.step_deletion(),
    ]
    rng = np.random.default_rng(1)
    records = [
        run_folders.edit_record(
            run_folders.of_group(cases[number % 4], number // 4), str(rng.choice(["faithful", "reverted", "unclear"]))
        ).model_copy(
            update={"message": "reverted: the Lean has the old value\n" * 8, "nodeid": f"a.py::test[{number}]"}
        )
        for number in range(items)
    ]
    with tempfile.TemporaryDirectory() as folder:
        run_folders.write_run(Path(folder) / "run", records, gates=["FR[number_edit].low >= 0.4"])
        began = time.process_time()
        run, decision = decide_again(Path(folder) / "run")
        print(f"read, summed up and decided: {time.process_time() - began:.1f} s")
        for kind in FORMATS:
            began = time.process_time()
            path = write_report(run, decision, kind)
            print(f"{kind:8} {time.process_time() - began:5.1f} s  {path.stat().st_size / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
