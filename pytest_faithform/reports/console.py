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
from pytest_faithform.reports.decision import Decision, decide_again
from pytest_faithform.reports.gate_language import Gate, GateError, parse_gate
from pytest_faithform.reports.junit_file import Style
from pytest_faithform.reports.merge import merge_runs
from pytest_faithform.reports.stored import RunError, StoredRun, find_run, load_run
from pytest_faithform.reports.terminal import comparison_lines, decision_lines
from pytest_faithform.reports.write import FORMATS, write_report

__all__ = ["run_compare", "run_gate", "run_merge", "run_report"]

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
    parsed = _parsed(gates)
    folder = _folder(run)
    if baseline is not None:
        _folder(baseline)
    stored, decision = decide_again(folder, gates=parsed, baseline=baseline, anyway=anyway)
    if as_json:
        print(json.dumps(decision.as_dict(), indent=1, ensure_ascii=False))
    else:
        _print(stored, decision)
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


@_told
def run_report(run: str, *, kind: str, output: str | None = None, style: Style | None = None) -> int:
    """Write one report of a stored run; its decision is the one by its own gates."""
    _require_format(kind)
    stored, decision = decide_again(_folder(run))
    print(write_report(stored, decision, kind, Path(output) if output else None, style=style))
    return 0


@_told
def run_merge(
    runs: Sequence[str],
    *,
    output: str,
    reports: Sequence[str] = (),
    baseline: str | None = None,
    gates: Sequence[str] | None = None,
    style: Style | None = None,
) -> int:
    """Merge runs and decide on the whole, by their gates or by others: 0 where they hold, 1 where they do not."""
    for kind in reports:
        _require_format(kind)
    folders = [_folder(run) for run in runs]
    against = None if baseline is None else _folder(baseline).resolve()
    stored, decision = merge_runs(folders, Path(output), baseline=against, gates=_parsed(gates))
    for kind in reports:
        print(f"report  {write_report(stored, decision, kind, style=style)}")
    _print(stored, decision)
    return 0 if decision.passed else 1


def _print(stored: StoredRun, decision: Decision) -> None:
    print(f"run     {stored.folder}  ({stored.system}, {len(stored.records)} items)")
    if stored.manifest.get("partial"):
        print(f"        a partial run: {stored.manifest['partial']}")
    for line in decision_lines(decision, stored.records):
        print(line)
    print("passed" if decision.passed else "FAILED")


def _parsed(gates: Sequence[str] | None) -> list[Gate] | None:
    """`none` sets all gates aside."""
    return None if gates is None else [parse_gate(text) for text in gates if text.strip() != "none"]


def _require_format(kind: str) -> None:
    if kind not in FORMATS:
        raise _Usage(f"no format {kind!r}; there are: {', '.join(FORMATS)}")


def _folder(text: str) -> Path:
    try:
        return find_run(text, Path.cwd(), Path.cwd())
    except RunError as error:
        raise _Usage(str(error)) from error
