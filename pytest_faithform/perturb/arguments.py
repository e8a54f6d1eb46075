"""The options of `faithform perturb`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

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
    parser.add_argument("--restart", action="store_true", help="begin anew instead of going on")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core, at most 8)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pytest_faithform.perturb.build import KINDS, Plan
    from pytest_faithform.perturb.command import Request, run_perturb

    kinds = None
    if arguments.kinds is not None:
        named = [kind.strip() for kind in arguments.kinds.split(",") if kind.strip()]
        unknown = [kind for kind in named if kind not in KINDS]
        if unknown or not named:
            found = repr(unknown[0]) if unknown else "nothing"
            print(f"--kinds: found {found}; allowed: {', '.join(KINDS)}, with commas between", file=sys.stderr)
            return 2
        kinds = frozenset(kind for kind in KINDS if kind in named)
    plan = Plan(kinds=kinds, seed=arguments.seed, compat=arguments.compat)
    return run_perturb(
        Request(
            problems=arguments.problems,
            output=arguments.output,
            plan=plan,
            show=arguments.show,
            restart=arguments.restart,
            workers=arguments.workers,
        )
    )
