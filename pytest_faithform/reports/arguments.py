"""The command line of the verbs that read finished runs. Imports nothing heavy: `faithform --help` reads it."""

from __future__ import annotations

import argparse

__all__ = ["add_runs"]

_RUN = "a run folder, or a name under reports/"


def add_runs(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The verbs gate, compare, report and merge."""
    _add_gate(verbs)
    _add_compare(verbs)


def _add_gate(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    gate = verbs.add_parser("gate", help="does a finished run pass its gates? decided again from its files")
    gate.add_argument("folder", metavar="RUN", help=_RUN)
    gate.add_argument(
        "--gate", action="append", metavar="EXPR", help="decide by this gate instead of the run's own; repeatable"
    )
    gate.add_argument("--baseline", metavar="RUN", help="compare with this run instead of the run's own baseline")
    _add_anyway(gate)
    gate.set_defaults(run=_gate)


def _add_compare(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    compare = verbs.add_parser("compare", help="what changed from one run to another, case by case")
    compare.add_argument("before", metavar="A", help=_RUN)
    compare.add_argument("after", metavar="B", help=_RUN)
    _add_anyway(compare)
    compare.set_defaults(run=_compare)


def _add_anyway(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="compare runs of different judges or Leans, and partial ones, all the same",
    )
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")


def _gate(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.console import run_gate

    return run_gate(
        arguments.folder,
        gates=arguments.gate,
        baseline=arguments.baseline,
        anyway=arguments.anyway,
        as_json=arguments.json,
    )


def _compare(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.console import run_compare

    return run_compare(arguments.before, arguments.after, anyway=arguments.anyway, as_json=arguments.json)
