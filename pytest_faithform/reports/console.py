"""The `faithform` verbs that read finished runs: gate, compare, report, merge. Exit status: 0 done or yes, 1 the answer
is no, 2 usage, 3 the files do not allow an answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from pytest_faithform.reports.baseline import compare_runs
from pytest_faithform.reports.decision import decide_again
from pytest_faithform.reports.gate_language import GateError, parse_gate
from pytest_faithform.reports.stored import RunError, find_run, load_run
from pytest_faithform.reports.terminal import comparison_lines, decision_lines

__all__ = ["run_compare", "run_gate"]

_P = ParamSpec("_P")


class _Usage(Exception):
    """What was asked for cannot be meant."""


def _told(verb: Callable[_P, int]) -> Callable[_P, int]:
    @wraps(verb)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> int:
        try:
            return verb(*args, **kwargs)
        except (_Usage, GateError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        except (RunError, OSError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 3

    return run


@_told
def run_gate(
    run: str,
    *,
    gates: Sequence[str] | None = None,
    baseline: str | None = None,
    anyway: bool = False,
    as_json: bool = False,
) -> int:
    """Decide again on a stored run: by its own gates and baseline where none are given."""
    parsed = None if gates is None else [parse_gate(text) for text in gates]
    folder = _folder(run)
    if baseline is not None:
        _folder(baseline)
    stored, decision = decide_again(folder, gates=parsed, baseline=baseline, anyway=anyway)
    if as_json:
        print(json.dumps(decision.as_dict(), indent=1, ensure_ascii=False))
    else:
        print(f"run     {stored.folder}  ({stored.system}, {len(stored.records)} items)")
        for line in decision_lines(decision, stored.records):
            print(line)
        print("passed" if decision.passed else "FAILED")
    return 0 if decision.passed else 1


@_told
def run_compare(before: str, after: str, *, anyway: bool = False, as_json: bool = False) -> int:
    """Print what changed from one run to another, case by case."""
    found = compare_runs(*(load_run(_folder(run)) for run in (before, after)), anyway=anyway)
    if as_json:
        print(json.dumps(found.as_dict(), indent=1, ensure_ascii=False))
        return 0
    for note in found.notes:
        print(f"WARNING: {note}")
    for line in comparison_lines(found):
        print(line)
    return 0


def _folder(text: str) -> Path:
    try:
        return find_run(text, Path.cwd(), Path.cwd())
    except RunError as error:
        raise _Usage(str(error)) from error
