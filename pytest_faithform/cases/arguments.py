"""The options of `faithform import`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_faithform.perturb.model_options import add_model_options

if TYPE_CHECKING:
    from pytest_faithform.perturb.asking import Asker

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
    add_model_options(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pytest_faithform.cases.adapters.base import Options
    from pytest_faithform.cases.importing import run_import
    from pytest_faithform.perturb.models import make_askers

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
    try:
        askers = make_askers(arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    options = Options(
        task=arguments.task,
        mapping=pairs["map"],
        constants=pairs["set"],
        flags=arguments.flags,
        config=arguments.config,
        split=arguments.split,
        graphs=_graphs(askers[0]) if askers else None,
        concurrency=arguments.concurrency,
    )
    try:
        return run_import(arguments.dataset, arguments.file, arguments.output, options, cases=arguments.cases)
    finally:
        for asker in askers:
            asker.close()


def _graphs(asker: Asker) -> Callable[[str, list[str]], list[list[int]]]:
    from pytest_faithform.cases.adapters.base import GraphFailure
    from pytest_faithform.perturb.asking import NoAnswer
    from pytest_faithform.perturb.llm_writers import draw_graph

    def draw(question: str, steps: list[str]) -> list[list[int]]:
        try:
            return draw_graph(asker, question, steps)
        except NoAnswer as error:
            raise GraphFailure(str(error)) from error

    return draw
