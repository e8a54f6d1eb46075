"""The options of `faithform import`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

__all__ = ["add_import"]


def add_import(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "import",
        help="turn a public data set into a problems file",
        description="Data sets: minif2f, math500, processbench, proofflow, robustpabench, beyond-compilation, table "
        "(any CSV, TSV, JSONL or JSON), lean-dojo. See docs/importing.md.",
    )
    parser.add_argument("dataset", metavar="DATASET")
    parser.add_argument("file", metavar="FILE", help="a file; for robustpabench also a folder or hub:OWNER/NAME")
    parser.add_argument("-o", "--output", metavar="PROBLEMS", type=Path, required=True)
    parser.add_argument("--cases", metavar="CASES", type=Path, help="where the edits go that a data set carries")
    parser.add_argument(
        "--task", choices=("proof", "statement", "step"), help="what is asked for, where there is a choice"
    )
    parser.add_argument(
        "--map", metavar="FIELD=COLUMN", action="append", default=[], help="table: which column a field is"
    )
    parser.add_argument(
        "--set", metavar="FIELD=VALUE", action="append", default=[], help="table: one value for all rows"
    )
    parser.add_argument("--flags", metavar="CSV", type=Path, help="beyond-compilation: the known defects (id, kind)")
    parser.add_argument("--config", help="hub: one part of the data set (default: all)")
    parser.add_argument("--split", help="hub: one split (default: all)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pytest_faithform.cases.adapters.base import Options
    from pytest_faithform.cases.importing import run_import

    pairs = {}
    for option in ("map", "set"):
        entries = [entry.partition("=") for entry in getattr(arguments, option)]
        wrong = next((entry for entry in entries if not entry[1] or not entry[0]), None)
        if wrong:
            print(
                f"--{option} {''.join(wrong)}: write FIELD={'COLUMN' if option == 'map' else 'VALUE'}", file=sys.stderr
            )
            return 2
        pairs[option] = {name.strip(): value for name, _, value in entries}
    options = Options(
        task=arguments.task,
        mapping=pairs["map"],
        constants=pairs["set"],
        flags=arguments.flags,
        config=arguments.config,
        split=arguments.split,
    )
    return run_import(arguments.dataset, arguments.file, arguments.output, options, cases=arguments.cases)
