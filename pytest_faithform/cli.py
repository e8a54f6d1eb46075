"""The `faithform` command: thin, each verb one call into the package. Exit status: 0 done, 1 the answer is no, 2 usage,
3 the apparatus failed (nothing was decided)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

__all__ = ["build_parser", "main"]


def main(argv: Sequence[str] | None = None) -> int:
    arguments = build_parser().parse_args(argv)
    status: int = arguments.run(arguments)
    return status


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="faithform", description="Test how faithful autoformalizers are.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    _add_lean(verbs)
    return parser


def _add_lean(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lean = verbs.add_parser("lean", help="the Lean that checks formalizations").add_subparsers(
        required=True, metavar="VERB"
    )
    install = lean.add_parser("install", help="fetch and prepare the embedded Lean (about 121 MB, once)")
    install.set_defaults(run=_lean_install)
    check = lean.add_parser("check", help="check a Lean file on the embedded Lean and print what it says")
    check.add_argument("file", metavar="FILE", help="a Lean file; - reads standard input")
    check.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS")
    check.add_argument("--prelude", action="store_true", help="elaborate it on the prelude of everyday Mathlib names")
    check.add_argument("--json", action="store_true", help="print the whole reply as JSON")
    check.set_defaults(run=_lean_check)


def _lean_install(_: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_install

    return run_install()


def _lean_check(arguments: argparse.Namespace) -> int:
    from pytest_faithform.lean.console import run_check

    return run_check(arguments.file, timeout=arguments.timeout, as_json=arguments.json, prelude=arguments.prelude)
