"""The `faithform` command: thin, each verb one call into the package. Exit status: 0 done, 1 the answer is no, 2 usage,
3 the apparatus failed (nothing was decided)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pytest_faithform.cases.arguments import add_import
from pytest_faithform.perturb.arguments import add_perturb

__all__ = ["build_parser", "main"]

_LEAN = "embedded (default), embedded:prelude or kimina:URL"


def main(argv: Sequence[str] | None = None) -> int:
    arguments = build_parser().parse_args(argv)
    status: int = arguments.run(arguments)
    return status


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="faithform", description="Test how faithful autoformalizers are.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    add_import(verbs)
    add_perturb(verbs)
    _add_lean(verbs)
    _add_reproduce(verbs)
    _add_audit(verbs)
    return parser


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


def _add_reproduce(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reproduce = verbs.add_parser("reproduce", help="compute a paper's printed numbers again; without PAPER: which ones")
    reproduce.add_argument("paper", nargs="?", metavar="PAPER", help="beyond-compilation or robust-pa")
    reproduce.add_argument("--data", metavar="DIR", help="the folder of the paper's released files")
    reproduce.set_defaults(run=_reproduce)


def _add_audit(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    audit = verbs.add_parser("audit", help="a blinded sample of a run for people to label, and what their labels say")
    audit.add_argument("folder", metavar="RUN", help="a finished run's folder")
    audit.add_argument(
        "--question",
        choices=("edit", "StmtSC", "ProofSC", "accepted"),
        default="edit",
        help="what people are asked (default: edit)",
    )
    audit.add_argument("--sample", choices=("balanced", "proportional"), help="draw a sheet")
    audit.add_argument("--count", type=int, default=100, metavar="N", help="outputs in the sheet (default 100)")
    audit.add_argument("--seed", type=int, default=0, metavar="SEED")
    audit.add_argument("-o", "--output", metavar="SHEET", help="the CSV file to write")
    audit.add_argument("--read", nargs="+", default=[], metavar="SHEET", help="read filled sheets, one per reader")
    audit.set_defaults(run=_audit)


def _lean_install(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_install

    return run_install(prelude=arguments.prelude)


def _lean_check(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_check

    return run_check(arguments.file, spec=arguments.lean, timeout=arguments.timeout, as_json=arguments.json)


def _lean_doctor(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.doctor import run_doctor

    return run_doctor(arguments.lean)


def _reproduce(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reproduce.console import run_reproduce

    return run_reproduce(arguments.paper, arguments.data)


def _audit(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.audit_console import run_audit

    return run_audit(
        arguments.folder,
        question=arguments.question,
        sample=arguments.sample,
        count=arguments.count,
        seed=arguments.seed,
        output=arguments.output,
        sheets=arguments.read,
    )
