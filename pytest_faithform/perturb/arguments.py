"""The options of `faithform perturb`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_faithform.perturb.model_options import add_model_options

__all__ = ["add_perturb"]


def add_perturb(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "perturb",
        help="turn problems into audited cases",
        description="Make cases of the problems in PROBLEMS. What was dropped stands beside the cases, with its reason. A "
        "call that was stopped goes on when it is made again. See docs/perturbing.md.",
    )
    parser.add_argument(
        "problems", metavar="PROBLEMS", type=Path, help="a problems file; with --show also a file of cases"
    )
    parser.add_argument("-o", "--output", metavar="CASES", type=Path)
    parser.add_argument(
        "--kinds", metavar="KIND,…", help="default: original and local edits; for steps original and invalid_step"
    )
    parser.add_argument("--seed", type=int, default=0, help="0 (default) draws as published, any other number anew")
    parser.add_argument("--compat", action="store_true", help="the published code's filters and order of places")
    parser.add_argument("--show", metavar="ID", help="print a case, or all cases of a problem, with the change marked")
    parser.add_argument(
        "--marker", choices=("rules", "llm"), default="rules", help="who marks places and steps (default: rules)"
    )
    parser.add_argument(
        "--invalid",
        choices=("typed", "published", "llm"),
        default="typed",
        help="how steps are made invalid: one typed change (default), the published regular expressions, or a model",
    )
    parser.add_argument(
        "--rate",
        metavar="lean,judge",
        default="",
        help="who finds out whether invalidated steps are invalid, in this order",
    )
    parser.add_argument(
        "--lean", metavar="SPEC", default="embedded", help="the Lean of --rate lean (default: embedded)"
    )
    parser.add_argument(
        "--styles", metavar="STYLE,…", default="free-form,step-by-step", help="paraphrases (default: both)"
    )
    parser.add_argument("--restart", action="store_true", help="begin anew instead of going on")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core, at most 8)")
    add_model_options(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pytest_faithform.perturb.wiring import make_request

    try:
        request, close = make_request(arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    from pytest_faithform.perturb.command import run_perturb

    try:
        return run_perturb(request)
    finally:
        close()
