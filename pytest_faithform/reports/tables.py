"""A run's rows as the papers' tables: one line per slice, one column per metric. For Markdown and LaTeX alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.correctness import CORRECTNESS
from pytest_faithform.metrics.validity import CONTINGENCY
from pytest_faithform.reports.baseline import Comparison

__all__ = ["Table", "comparison_tables", "metric_tables"]

_EDITS = ("FR", "RR", "UR", "settled", "FR_all", "FR_attempted", "settled_attempted")
_STEPS = ("FNR", "FPR", "AFFR", "AFFR_tc", "UFLB", "UFUB", "settled", "vacuous")
_CELLS = (*CONTINGENCY.values(), "Inconclusive")
_CHANGED = ("FR", "settled", *CORRECTNESS[3:], "FNR", "FPR", "UFLB", "UFUB", "Faithfulness")
#: Rows that gates read in place of others; a table beside these would say the same twice.
_READ_BY_GATES = ("FR_all_attempted", "settled_sound", "UFUB_sound", "Faithfulness_sound")


@dataclass(frozen=True)
class Table:
    """Texts only: the first column names the slice."""

    title: str
    head: list[str]
    body: list[list[str]]


def metric_tables(rows: Sequence[MetricRow]) -> Iterator[Table]:
    """Local edits by kind, region and family; correctness by style; reasoning steps; what is in none of them. Slices by data
    set, domain and flags are left to CSV and JSON: there may be hundreds."""
    table = {(row.slice, row.metric): row for row in rows}
    shown = {("", "completed"), ("", "errors")}
    groups = (
        ("Local edits", "FR", _EDITS),
        ("Correctness", "TC", (*CORRECTNESS, "settled")),
        ("Reasoning steps", "UFLB", _STEPS),
        ("Step pairs (valid, invalidated)", "Sycophancy", _CELLS),
    )
    for title, key, metrics in groups:
        slices = [where for where, metric in table if metric == key and "=" not in where]
        present = [metric for metric in metrics if any((where, metric) in table for where in slices)]
        body = []
        for where in slices:
            held = [table.get((where, metric)) for metric in present]
            shown |= {(where, metric) for metric in present}
            body.append([where, *map(cell, held), str(max(row.n for row in held if row is not None))])
        if body:
            yield Table(title, ["slice", *present, "n"], body)
    more = [
        [row.metric, row.slice, cell(row), str(row.n)]
        for key, row in table.items()
        if key not in shown and row.metric not in _READ_BY_GATES and "=" not in row.slice
    ]
    if more:
        yield Table("More", ["metric", "slice", "value", "n"], more)


def comparison_tables(found: Comparison) -> Iterator[Table]:
    """The paired test of each slice, and each metric beside the baseline's with the interval of the difference."""
    adjusted = {row.slice: row.value for row in found.rows if row.metric == "regression.p"}
    body = [
        [
            test.slice or "all",
            f"{test.first or 0:.2f}",
            f"{test.second or 0:.2f}",
            points(test.difference, test.low, test.high),
            f"{test.worse} / {test.better}",
            f"{test.p:.3g}",
            "–" if test.holm is None else f"{test.holm:.3g}",
            f"{test.p_regression:.3g}",
            f"{adjusted[test.slice]:.3g}" if test.slice else "–",
            str(test.n),
        ]
        for test in found.tests
    ]
    head = [
        "passing items",
        "before",
        "after",
        "difference",
        "worse / better",
        "p",
        "Holm",
        "p(worse)",
        "Holm",
        "cases",
    ]
    yield Table("Passing items, case by case", head, body)
    before = {(row.metric, row.slice): row for row in found.before_rows}
    tested = {test.slice for test in found.tests}
    lines = []
    for row in found.rows:
        metric = row.metric.removeprefix("change.")
        if metric != row.metric and metric in _CHANGED and row.slice in tested:
            held = before.get((metric, row.slice))
            lines.append([metric, row.slice, cell(held), points(row.value, row.low, row.high), str(row.n)])
    if lines:
        yield Table("Metrics", ["metric", "slice", "baseline", "difference", "n"], lines)


def cell(row: MetricRow | None) -> str:
    if row is None or row.value is None:
        return "–"
    if row.low is None or row.high is None:
        return f"{row.value:g}"
    return f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"


def points(value: float | None, low: float | None, high: float | None) -> str:
    if value is None or low is None or high is None:
        return "–"
    return f"{100 * value:+.1f} pp [{100 * low:+.1f}, {100 * high:+.1f}]"
