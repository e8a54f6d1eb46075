"""The formats a report may have, each one call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytest_faithform.reports import data, junit_file
from pytest_faithform.reports.decision import Decision
from pytest_faithform.reports.html import html
from pytest_faithform.reports.latex import latex
from pytest_faithform.reports.markdown import markdown
from pytest_faithform.reports.stored import StoredRun

__all__ = ["FORMATS", "WITH_TEXTS", "write_report"]


def _text(render: Callable[[StoredRun, Decision], str]) -> Callable[[StoredRun, Decision, Path], object]:
    return lambda run, decision, path: path.write_text(render(run, decision), encoding="utf-8")


_WRITERS: dict[str, Callable[[StoredRun, Decision, Path], object]] = {
    "html": _text(html),
    "md": _text(markdown),
    "json": _text(data.as_json),
    "csv": _text(data.as_csv),
    "tex": _text(lambda run, _: latex(run)),
    "parquet": data.write_parquet,
}
FORMATS = (*_WRITERS, "junit")
#: Those that show what an item was asked and answered.
WITH_TEXTS = ("html",)
#: Where a format's name is not its file's ending.
_ENDINGS = {"junit": "junit.xml"}


def write_report(
    run: StoredRun, decision: Decision, kind: str, path: Path | None = None, *, style: junit_file.Style | None = None
) -> Path:
    """Write a report of one of `FORMATS` to `path`, or into the run's folder as report.FORMAT; where it went. `style` is
    that of JUnit, else the one that the session's ini asked for (`faithform_junit`). Raises RunError where a library is
    missing, OSError where the file cannot be written."""
    path = path or run.folder / _ENDINGS.get(kind, f"report.{kind}")
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "junit":
        junit_file.write_junit(run, decision, path, style or run.manifest.get("junit"))
    else:
        _WRITERS[kind](run, decision, path)
    return path
