"""The end of a run: the summary of its records, then what metric and report plugins add.

What is built in is written before any plugin is asked. A plugin that fails is a fault of the apparatus: it is named, the
session fails, and nothing that was measured is lost.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Record, printable
from pytest_faithform.reports.terminal import decision_lines, summary_lines
from pytest_faithform.runlog import stored_answers

if TYPE_CHECKING:
    from pytest_faithform.reports.decision import Decision
    from pytest_faithform.reports.stored import StoredRun
    from pytest_faithform.runlog import Run
    from pytest_faithform.session import Session

__all__ = ["Ending", "conclude"]

_SHOWN_ROWS = 3


@dataclass
class Ending:
    """What a session prints last, and the faults that make it fail."""

    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    #: The answer is no: a gate does not hold, or the run could not be kept as it was asked to be.
    failed: bool = False
    #: A gate on errors holds: they are no reason to fail.
    errors_allowed: bool = False


def conclude(
    session: Session, run: Run, selected: set[tuple[str, int]], *, received: int, partial: str | None
) -> Ending:
    """Write summary and manifest of the run's records, let plugins add to them, and decide. `partial`: why the session did
    not select the whole suite."""
    try:
        records = run.brief_records()
        planned = len({record.key for record in records} | selected)
        rows = summarize(records, planned=planned)
        run.manifest |= {
            "planned": planned,
            "stored_answers": stored_answers(records),
            "partial": run.left_out(partial),
        }
        run.write_manifest()
        run.write_summary([row.as_dict() for row in rows])
    except (OSError, ValueError) as error:
        return Ending([f"ERROR: the run in {run.folder} cannot be summed up: {error}"], ["summary"])
    ending = Ending()
    # With their texts they are read only for who looks at these.
    whole = cache(run.records)
    more = _more_rows(session.config, whole, rows, ending.faults)
    if more:
        run.write_summary([row.as_dict() for row in rows + more])
    folder = run.folder.relative_to(root) if run.folder.is_relative_to(root := session.settings.root) else run.folder
    ending.lines = summary_lines(run.manifest, records, rows, more, folder=str(folder), fresh=received)
    if session.settings.compat:
        from pytest_faithform.compat import compat_lines

        ending.lines += ["", f"under the definitions of {session.settings.compat}"]
        ending.lines += compat_lines(whole(), session.settings.compat)
    _decide(session, run, records, whole, rows + more, ending)

    def given() -> dict[str, Any]:
        return {"folder": run.folder, "manifest": run.manifest, "records": whole(), "summary": rows + more}

    for plugin, told in _each(session.config, "pytest_faithform_report", given, ending.faults, lambda line: line):
        if isinstance(told, str):
            ending.lines += [printable(line) for line in told.splitlines()]
        elif told is not None:
            ending.faults.append(
                f"pytest_faithform_report of {plugin}: gave a {type(told).__name__}, not a line of text"
            )
    ending.lines += [f"ERROR: {fault}" for fault in ending.faults]
    return ending


def _decide(
    session: Session,
    run: Run,
    records: list[Record],
    whole: Callable[[], list[Record]],
    rows: list[MetricRow],
    ending: Ending,
) -> None:
    from pytest_faithform.gating import decide_run, keep
    from pytest_faithform.reports.decision import DECISION
    from pytest_faithform.reports.junit import complete
    from pytest_faithform.reports.stored import RunError

    settings = session.settings
    try:
        stored, decision = decide_run(settings, run, records, whole, rows)
        run.write(DECISION, decision.as_dict())
    except (OSError, RunError) as error:
        ending.faults.append(f"the run in {run.folder} cannot be decided on: {error}")
        return
    complete(session.config, stored, decision, settings.junit)
    # Without a gate a rule that is broken is told where no item's own failure tells it.
    silent = not getattr(session.config.pluginmanager.get_plugin("session"), "testsfailed", 0)
    untold = [r for r in decision.results if not r.passed and (silent or r.metric not in ("unfaithful", "errors"))]
    if decision.gated or untold:
        ending.lines += decision_lines(decision, records)
    if settings.shard is not None and settings.gates:
        ending.lines += [
            "",
            f"gates   {len(settings.gates)}, decided on the merged shards: faithform merge RUN… -o RUN",
        ]
    ending.errors_allowed = any(result.metric == "errors" and result.passed for result in decision.results)
    ending.failed = not decision.passed
    _write_reports(session, stored, whole, decision, ending)
    if settings.save is not None:
        kept, told = keep(stored, decision, settings.save, settings.root)
        ending.lines.append(told)
        ending.failed |= not kept


def _write_reports(
    session: Session, run: StoredRun, whole: Callable[[], list[Record]], decision: Decision, ending: Ending
) -> None:
    """What --faithform-report asks for, and the job's summary where a CI has a place for one."""
    from pytest_faithform.reports.markdown import markdown
    from pytest_faithform.reports.stored import RunError
    from pytest_faithform.reports.write import WITH_TEXTS, write_report

    for kind in session.settings.reports:
        try:
            shown = replace(run, records=whole()) if kind in WITH_TEXTS else run
            ending.lines.append(f"report  {write_report(shown, decision, kind)}")
        except (OSError, RunError) as error:
            ending.faults.append(f"the report {kind} cannot be written: {error}")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with open(summary, "a", encoding="utf-8") as file:
                file.write(markdown(run, decision) + "\n")
        except OSError as error:
            ending.faults.append(f"the job summary cannot be written: {error}")


def _each(
    config: pytest.Config, hook: str, given: Callable[[], dict[str, Any]], faults: list[str], read: Callable[[Any], Any]
) -> Iterator[tuple[str, Any]]:
    """What each plugin answers to a hook, read while its exceptions are still its own, with the plugin's name."""
    manager = config.pluginmanager
    plugins = [
        impl.plugin for impl in getattr(config.hook, hook).get_hookimpls() if not (impl.wrapper or impl.hookwrapper)
    ]
    for plugin in reversed(plugins):
        alone = manager.subset_hook_caller(hook, [other for other in plugins if other is not plugin])
        name = _name(config, plugin)
        try:
            # Copies, so that no plugin's changes reach the next one or the terminal.
            for answer in alone(config=config, **{key: copy(value) for key, value in given().items()}):
                yield name, read(answer)
        except (Exception, pytest.fail.Exception, pytest.skip.Exception, SystemExit) as error:
            faults.append(f"{hook} of {name}: {_brief(error)}")


def _more_rows(
    config: pytest.Config, whole: Callable[[], list[Record]], rows: list[MetricRow], faults: list[str]
) -> list[MetricRow]:
    taken = {(row.metric, row.slice) for row in rows}
    more: list[MetricRow] = []
    hook = "pytest_faithform_metrics"
    for name, found in _each(config, hook, lambda: {"records": whole()}, faults, lambda answer: list(answer or ())):
        refused = []
        for row in found:
            try:
                checked = _checked(row)
                if (checked.metric, checked.slice) in taken:
                    raise ValueError("there is such a row already")
            except ValueError as error:
                refused.append(f"{_brief(row)}: {error}")
                continue
            taken.add((checked.metric, checked.slice))
            more.append(checked)
        if refused:
            left = f"; and {len(refused) - _SHOWN_ROWS} more" if len(refused) > _SHOWN_ROWS else ""
            faults.append(f"pytest_faithform_metrics of {name}: refused {'; '.join(refused[:_SHOWN_ROWS])}{left}")
    return more


def _checked(row: object) -> MetricRow:
    """The row in plain types. Raises ValueError where a field is not what MetricRow says."""
    if not isinstance(row, MetricRow):
        raise ValueError(f"a {type(row).__name__}, not a MetricRow")
    texts = {name: getattr(row, name) for name in ("metric", "slice", "method")}
    for name, text in texts.items():
        if not isinstance(text, str) or text != printable(text) or (name == "metric" and not text):
            raise ValueError(f"{name} is no printable text")
    shares = {name: getattr(row, name) for name in ("value", "low", "high")}
    for name, share in shares.items():
        if share is not None and (not isinstance(share, Real) or isinstance(share, bool) or not math.isfinite(share)):
            raise ValueError(f"{name} is neither a finite number nor None")
    if not isinstance(row.n, Integral) or isinstance(row.n, bool) or row.n < 0:
        raise ValueError("n is no whole number from 0")
    return MetricRow(
        **texts, **{name: None if share is None else float(share) for name, share in shares.items()}, n=int(row.n)
    )


def _name(config: pytest.Config, plugin: object) -> str:
    """A conftest.py by its path, a module by its name, an object by its class or the name it was registered under."""
    path = getattr(plugin, "__file__", None)
    if path is not None and Path(path).name == "conftest.py":
        held = Path(path)
        return str(held.relative_to(config.rootpath) if held.is_relative_to(config.rootpath) else held)
    name = config.pluginmanager.get_name(plugin)
    return type(plugin).__qualname__ if name is None or name.isdecimal() else name


def _brief(found: object) -> str:
    """On one line: an exception with its type, any other object as it shows itself."""
    try:
        text = f"{type(found).__name__}: {found}" if isinstance(found, BaseException) else repr(found)
    except Exception:
        text = type(found).__name__
    return printable(" ".join(text.split()), 300)
