"""The `faithform` command: thin, each verb one call into the package. Exit status: 0 done, 1 the answer is no, 2 usage,
3 the apparatus failed (nothing was decided)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

__all__ = ["build_parser", "main"]

_LEAN = "embedded (default), embedded:prelude or kimina:URL"


def main(argv: Sequence[str] | None = None) -> int:
    arguments = build_parser().parse_args(argv)
    status: int = arguments.run(arguments)
    return status


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="faithform", description="Test how faithful autoformalizers are.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    _add_lean(verbs)
    _add_gate(verbs)
    _add_compare(verbs)
    return parser


def _add_gate(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    gate = verbs.add_parser("gate", help="does a finished run pass its gates? decided again from its files")
    gate.add_argument("run_folder", metavar="RUN", help="a run folder, or a name under reports/")
    gate.add_argument(
        "--gate", action="append", metavar="EXPR", help="decide by this gate instead of the run's own; repeatable"
    )
    gate.add_argument("--baseline", metavar="RUN", help="compare with this run instead of the run's own baseline")
    _add_anyway(gate)
    gate.set_defaults(run=_gate)


def _add_compare(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    compare = verbs.add_parser("compare", help="what changed from one run to another, case by case")
    compare.add_argument("before", metavar="A")
    compare.add_argument("after", metavar="B")
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
        arguments.run_folder,
        gates=arguments.gate,
        baseline=arguments.baseline,
        anyway=arguments.anyway,
        as_json=arguments.json,
    )


def _compare(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.console import run_compare

    return run_compare(arguments.before, arguments.after, anyway=arguments.anyway, as_json=arguments.json)


def _add_lean(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lean = verbs.add_parser("lean", help="the Lean that checks formalizations").add_subparsers(
        required=True, metavar="VERB"
    )
    install = lean.add_parser("install", help="fetch and prepare the embedded Lean (about 121 MB, once)")
    install.add_argument("--prelude", action="store_true", help="prepare embedded:prelude too (two minutes, once)")
    install.set_defaults(run=_lean_install)
    check = lean.add_parser("check", help="print what the instrument sees in a Lean file")
    check.add_argument("file", metavar="FILE", help="a Lean file; - reads standard input")
    check.add_argument(
        "--lean", default="embedded", metavar="SPEC", help="embedded (default), embedded:prelude or kimina:URL"
    )
    check.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")
    check.add_argument("--json", action="store_true", help="print the whole reply as JSON")
    check.set_defaults(run=_lean_check)
    doctor = lean.add_parser("doctor", help="which Lean works here, and what mends what does not")
    doctor.add_argument(
        "--lean", default="embedded", metavar="SPEC", help="embedded (default), embedded:prelude or kimina:URL"
    )
    doctor.set_defaults(run=_lean_doctor)


def _lean_install(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_install

    return run_install(prelude=arguments.prelude)


def _lean_check(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_check

    return run_check(arguments.file, spec=arguments.lean, timeout=arguments.timeout, as_json=arguments.json)


def _lean_doctor(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.doctor import run_doctor

    return run_doctor(arguments.lean)
