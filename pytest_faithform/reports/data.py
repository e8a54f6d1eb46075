"""A run's numbers for other programs: JSON with a published schema, CSV, Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from pytest_faithform.metrics import MetricRow
from pytest_faithform.reports.decision import Decision
from pytest_faithform.reports.stored import RunError, StoredRun

__all__ = ["as_csv", "as_json", "schema", "write_parquet"]

COLUMNS = ("metric", "slice", "value", "low", "high", "n", "method")


def as_json(run: StoredRun, decision: Decision) -> str:
    """The run's manifest, counts, metrics and decision; `schema()` says what is where."""
    counted = Counter(record.outcome for record in run.records)
    report = {
        "format": "faithform.report/1",
        "run": run.name,
        "manifest": run.manifest,
        "items": {
            "planned": run.manifest["planned"],
            **{outcome: counted[outcome] for outcome in ("pass", "fail", "skip", "error")},
        },
        "metrics": [asdict(row) for row in run.rows],
        "decision": decision.as_dict(),
    }
    return json.dumps(report, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of `as_json`."""
    held: dict[str, Any] = json.loads(
        (files("pytest_faithform.reports") / "report.schema.json").read_text(encoding="utf-8")
    )
    return held


def as_csv(run: StoredRun, decision: Decision) -> str:
    """One line per metric and slice, those of a comparison with the baseline included; an empty cell was not measured."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _rows(run, decision):
        writer.writerow(["" if value is None else value for value in asdict(row).values()])
    return out.getvalue()


def write_parquet(run: StoredRun, decision: Decision, path: Path) -> None:
    """The same rows as Parquet. Raises RunError where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise RunError("Parquet needs pyarrow: pip install 'pytest-faithform[report]'") from error
    kinds = {"n": pyarrow.int64()} | dict.fromkeys(("value", "low", "high"), pyarrow.float64())
    fields = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    parquet.write_table(pyarrow.Table.from_pylist([asdict(row) for row in _rows(run, decision)], fields), path)


def _rows(run: StoredRun, decision: Decision) -> list[MetricRow]:
    return [*run.rows, *(decision.comparison.rows if decision.comparison else [])]
