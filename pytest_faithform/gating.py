"""A session's side of gates and baselines: what is refused before anything is measured, what is decided at the end, and
which runs are kept as baselines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_faithform.metrics import MetricRow
from pytest_faithform.model import Record
from pytest_faithform.reports.baseline import Comparison, check_comparable, compare_runs
from pytest_faithform.reports.decision import DECISION, Decision, decide
from pytest_faithform.reports.stored import RunError, StoredRun, load_run

if TYPE_CHECKING:
    from pytest_faithform.conclude import Ending
    from pytest_faithform.options import Settings
    from pytest_faithform.runlog import Run

__all__ = ["check_before", "decide_run", "exit_status", "keep", "partial"]

_KEPT = ("manifest.json", "records.jsonl", "summary.json", DECISION)


def check_before(settings: Settings, manifest: dict[str, Any], root: Path) -> None:
    """Raise UsageError where the baseline can never be compared with this session's run, or the run never be kept."""
    try:
        if settings.baseline is not None:
            check_comparable(load_run(settings.baseline).manifest, manifest)
        if settings.save is not None:
            _require_replaceable(root / "reports" / settings.save)
    except RunError as error:
        option = "--faithform-baseline" if settings.baseline is not None else "--faithform-save"
        raise pytest.UsageError(f"{option}: {error}") from error


def partial(config: pytest.Config, deselected: int, shard: str | None) -> str | None:
    """Why this session did not select the whole suite, None if it did. A run of a selection is no baseline."""
    option = config.option
    asked = {
        f"-k {option.keyword}": option.keyword,
        f"-m {option.markexpr}": option.markexpr,
        "--lf": getattr(option, "lf", False),
        "--sw": getattr(option, "stepwise", False),
        "--deselect": getattr(option, "deselect", None),
        "node ids": any("::" in str(argument) for argument in config.args),
    }
    reasons = [reason for reason, given in asked.items() if given]
    if deselected and not reasons:
        reasons = [f"{deselected} items deselected"]
    if shard is not None and not reasons:
        return f"shard {shard}"
    return ", ".join(reasons) or None


def exit_status(session: pytest.Session, ending: Ending, *, errors: int) -> int | pytest.ExitCode:
    """The session's exit status. A gate on errors that holds says that they are no reason to fail: pytest has counted each
    of the `errors` as a failure. Faults of plugins and gates that do not hold fail a session that nothing else does."""
    status = session.exitstatus
    if status == pytest.ExitCode.TESTS_FAILED and ending.errors_allowed and session.testsfailed == errors:
        status = pytest.ExitCode.OK
    no = bool(ending.faults) or ending.failed
    return pytest.ExitCode.TESTS_FAILED if no and status in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else status


def decide_run(
    settings: Settings,
    run: Run,
    records: Sequence[Record],
    whole: Callable[[], Sequence[Record]],
    rows: Sequence[MetricRow],
) -> tuple[StoredRun, Decision]:
    """The decision on the run that this session has measured. A comparison looks at the `whole` records, whose texts may
    differ from the baseline's. Raises RunError where it cannot be compared after all."""
    stored = StoredRun(run.folder, run.manifest, records, rows)
    if settings.shard is not None:
        # A share of the suite says nothing of the whole.
        return stored, decide(stored, [])
    comparison: Comparison | None = None
    if settings.baseline is not None:
        comparison = compare_runs(load_run(settings.baseline), replace(stored, records=whole()))
    return stored, decide(stored, settings.gates, comparison)


def keep(run: StoredRun, decision: Decision, name: str, root: Path) -> tuple[bool, str]:
    """Copy a finished run to reports/NAME. Whether it was, and what to say: a partial run, one with errors or with items
    left out, and one whose gates failed are no baselines."""
    broken = [result.gate for result in decision.results if not result.passed and result.metric != "unfaithful"]
    if run.manifest.get("partial"):
        return False, f"NOT KEPT as {name}: it is a partial run ({run.manifest['partial']})"
    if broken:
        return False, f"NOT KEPT as {name}: {broken[0]} does not hold"
    target = root / "reports" / name
    if target.resolve() == run.folder.resolve():
        return True, f"kept    as {name}"
    try:
        _require_replaceable(target)
        _copy(run.folder, target, name)
    except (OSError, RunError) as error:
        return False, f"NOT KEPT as {name}: {error}"
    return True, f"kept    as {name}: --faithform-baseline {name} compares with it"


def _copy(folder: Path, target: Path, name: str) -> None:
    """All files, then one rename: a reader never sees half a run under the name."""
    fresh, old = target.with_name(f".{name}.new"), target.with_name(f".{name}.old")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    fresh.mkdir(parents=True)
    for file in _KEPT:
        if (folder / file).exists():
            shutil.copyfile(folder / file, fresh / file)
    manifest = (fresh / "manifest.json").read_text(encoding="utf-8")
    (fresh / "manifest.json").write_text(
        re.sub(r"\A\{\n", f'{{\n "saved_as": "{name}",\n', manifest, count=1), encoding="utf-8"
    )
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def _require_replaceable(target: Path) -> None:
    """A name under which something else lies is not overwritten."""
    if not target.exists():
        return
    if not (target / "manifest.json").exists() or not load_run(target).manifest.get("saved_as"):
        raise RunError(f"{target} holds something that --faithform-save did not write; take another name")
