"""The command line of the verbs that read finished runs. Imports nothing heavy: `faithform --help` reads it."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["add_runs"]

_RUN = "a run folder, or a name under reports/"


def add_runs(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The verbs gate, compare, report, merge and init."""
    _add_gate(verbs)
    _add_compare(verbs)
    _add_report(verbs)
    _add_merge(verbs)
    _add_init(verbs)


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


def _add_report(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    report = verbs.add_parser("report", help="write a report of a finished run")
    report.add_argument("folder", metavar="RUN", help=_RUN)
    report.add_argument("--format", required=True, metavar="FORMAT", help="html, md, json, csv, parquet, tex or junit")
    report.add_argument("-o", "--output", metavar="FILE", help="default: report.FORMAT in the run's folder")
    _add_style(report)
    report.set_defaults(run=_report)


def _add_merge(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    merge = verbs.add_parser("merge", help="make one run of several, e.g. of the shards of a CI matrix")
    merge.add_argument("runs", nargs="+", metavar="RUN", help=_RUN)
    merge.add_argument("-o", "--output", required=True, metavar="RUN", help="the folder of the merged run")
    merge.add_argument("--report", action="append", default=[], metavar="FORMAT", help="write a report too; repeatable")
    _add_style(merge)
    merge.add_argument("--baseline", metavar="RUN", help="compare the merged run with this one")
    merge.add_argument(
        "--gate", action="append", metavar="EXPR", help="instead of the runs' own gates; 'none' for none"
    )
    merge.set_defaults(run=_merge)


def _add_init(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    init = verbs.add_parser("init", help="write a starting suite, its settings and a workflow into a repository")
    init.add_argument("folder", nargs="?", default=".", metavar="DIR", help="default: this folder")
    init.set_defaults(run=_init)


def _add_anyway(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="compare runs of different judges or Leans, and partial ones, all the same",
    )
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")


def _add_style(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--junit-style",
        choices=["full", "strict", "slim"],
        help="the style of a JUnit report (default: faithform_junit of the session's ini, else full within GitLab's limits)",
    )


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


def _report(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.console import run_report

    return run_report(arguments.folder, kind=arguments.format, output=arguments.output, style=arguments.junit_style)


def _merge(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.console import run_merge

    return run_merge(
        arguments.runs,
        output=arguments.output,
        reports=arguments.report,
        baseline=arguments.baseline,
        gates=arguments.gate,
        style=arguments.junit_style,
    )


def _init(arguments: argparse.Namespace) -> int:
    from pytest_faithform.start import run_init

    return run_init(Path(arguments.folder))
