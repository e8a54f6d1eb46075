"""The `faithform` command: thin, each verb one call into the package. Exit status: 0 done, 1 the answer is no, 2 usage,
3 the apparatus failed (nothing was decided)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pytest_faithform.cases.arguments import add_import
from pytest_faithform.perturb.arguments import add_perturb
from pytest_faithform.reports.arguments import add_runs
from pytest_faithform.unread import dropping_unread

__all__ = ["build_parser", "main"]

_COMPAT = ("rpa", "bc", "vf")
_LEAN = "embedded (default), embedded:prelude, repl:DIR or kimina:URL"


def main(argv: Sequence[str] | None = None) -> int:
    with dropping_unread():
        arguments = build_parser().parse_args(argv)
        status: int = arguments.run(arguments)
        return status


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="faithform", description="Test how faithful autoformalizers are.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    add_import(verbs)
    add_perturb(verbs)
    _add_lean(verbs)
    add_runs(verbs)
    _add_reproduce(verbs)
    _add_audit(verbs)
    _add_import_run(verbs)
    _add_compat(verbs)
    factorial = verbs.add_parser("factorial", help="effects of three tools, from runs of all eight configurations")
    factorial.add_argument(
        "folder", metavar="DIR", help="holds a run for each of 000 to 111 (drafting, feedback, search)"
    )
    factorial.set_defaults(run=_factorial)
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
    _add_spec(check)
    check.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")
    check.add_argument("--json", action="store_true", help="print the whole reply as JSON")
    check.set_defaults(run=_lean_check)
    doctor = lean.add_parser("doctor", help="which Lean works here, and what mends what does not")
    _add_spec(doctor)
    doctor.set_defaults(run=_lean_doctor)


def _add_spec(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--lean", default="embedded", metavar="SPEC", help=_LEAN)
    verb.add_argument("--unsafe", action="store_true", help="native Lean (repl:DIR) without a sandbox")


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


def _add_import_run(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser("import-run", help="turn result files of other instruments into a run folder")
    parser.add_argument("format", choices=("rpa", "beyond-compilation", "proofflow", "kimina", "repl"))
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files (see docs/importing-runs.md)")
    parser.add_argument("-o", "--output", required=True, metavar="RUN", help="the folder to write")
    parser.add_argument("--system", metavar="NAME", help="what the system is called in reports")
    parser.add_argument(
        "--problems", metavar="PROBLEMS", help="beyond-compilation: statements, where rows have only ids"
    )
    parser.add_argument("--cases", metavar="CASES", help="kimina, repl: the cases that were answered")
    parser.add_argument("--replies", metavar="REPLIES", help="kimina, repl: the recording of the answers")
    parser.add_argument("--compat", choices=_COMPAT, help="print the numbers under these definitions too")
    parser.set_defaults(run=_import_run)


def _add_compat(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "compat", help="a run's numbers under a paper's own definitions, and which choice moved them"
    )
    parser.add_argument("definitions", choices=_COMPAT)
    parser.add_argument("folder", metavar="RUN", help="a finished run's folder")
    parser.set_defaults(run=_compat)


def _lean_install(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_install

    return run_install(prelude=arguments.prelude)


def _lean_check(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_check

    return run_check(
        arguments.file,
        spec=arguments.lean,
        timeout=arguments.timeout,
        as_json=arguments.json,
        unsafe=arguments.unsafe,
    )


def _lean_doctor(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.doctor import run_doctor

    return run_doctor(arguments.lean, unsafe=arguments.unsafe)


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


def _import_run(arguments: argparse.Namespace) -> int:
    from pytest_faithform.runs_import.console import run_import_run

    return run_import_run(arguments)


def _compat(arguments: argparse.Namespace) -> int:
    from pytest_faithform.compat import run_compat

    return run_compat(arguments.definitions, arguments.folder)


def _factorial(arguments: argparse.Namespace) -> int:
    from pytest_faithform.reports.factorial_console import run_factorial

    return run_factorial(arguments.folder)
