"""The terminal's view of a run, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.correctness import CORRECTNESS
from pytest_faithform.metrics.judges import REVIEWED
from pytest_faithform.metrics.validity import CONTINGENCY
from pytest_faithform.model import Record, printable
from pytest_faithform.reports.baseline import Comparison
from pytest_faithform.reports.decision import Decision, items_of
from pytest_faithform.reports.terminal_rows import further_tables

__all__ = ["comparison_lines", "decision_lines", "summary_lines"]

_JUDGED = ("agreement", "kappa", "contradiction", "evidence", "consistent")
_SHOWN_ITEMS = 10
_SHOWN_CASES = 5
#: What the terminal shows of two runs; reports hold the rest.
_COMPARED = ("FR", "settled", *CORRECTNESS[3:], "FNR", "FPR", "UFLB", "UFUB", "Faithfulness")


def summary_lines(
    manifest: dict[str, Any],
    records: Sequence[Record],
    rows: Sequence[MetricRow],
    more: Sequence[MetricRow],
    *,
    folder: str,
    fresh: int,
) -> list[str]:
    """What is printed at the end of a session; `more` are the rows of metric plugins, `fresh` counts the records that this
    session added."""
    table = {(row.slice, row.metric): row for row in rows}
    lines = [
        f"system  {manifest['system']['name']}    Lean  {manifest['lean'].get('lean', '?')} ({manifest['lean']['backend']})"
    ]
    lines += [*_assumptions(manifest), *_sandbox(manifest), _completeness(table, records, fresh), *_stored(manifest)]
    lines += _edits(table) + _judges(table) + _correctness(table) + _reviews(table) + _further(table) + _steps(table)
    lines += _more(more)
    lines += _unusable_references(records)
    lines += _found(records, "error", "errors") + _found(records, "fail", "unfaithful")
    return [*lines, "", f"run  {folder}  (manifest.json, records.jsonl, summary.json)"]


def decision_lines(decision: Decision, records: Sequence[Record]) -> list[str]:
    """Whether the run passes: the gates, those that fail first with three of their items, and the baseline."""
    lines = [] if decision.comparison is None else ["", *comparison_lines(decision.comparison)]
    if decision.results:
        held = sum(result.passed for result in decision.results)
        lines += ["", f"gates   {held} of {len(decision.results)} hold"]
    for result in decision.results:
        state = "ok    " if result.passed else "FAILED"
        lines += [f"  {state}  {result.gate}", *(f"          {line}" for line in result.said.splitlines())]
        if not result.passed:
            lines += [
                f"          e.g. {_item(record)}" for record in items_of(result, records, decision.comparison)[:3]
            ]
    return lines + [f"WARNING: {warning}" for warning in decision.warnings]


def comparison_lines(found: Comparison) -> list[str]:
    """Two runs side by side: slices with the paired test, metrics with the interval of their difference, and the cases
    that changed sides."""
    adjusted = {row.slice: row.value for row in found.rows if row.metric == "regression.p"}
    body = [
        [
            test.slice or "all",
            *(f"{share:.2f}" for share in (test.first or 0.0, test.second or 0.0)),
            _difference(test.difference, test.low, test.high),
            str(test.worse),
            str(test.better),
            f"{test.p_regression:.3g}",
            f"{adjusted[test.slice]:.3g}" if test.slice else "",
            str(test.n),
        ]
        for test in found.tests
    ]
    head = ["passing items", "before", "after", "difference", "worse", "better", "p(worse)", "Holm", "cases"]
    lines = [
        f"baseline  {found.before} ({found.before_system}), {found.common} common cases",
        "",
        *_columns(head, body),
    ]
    lines += _changes(found)
    for title, cases in (("newly failing", found.newly_failing), ("newly passing", found.newly_passing)):
        more = f" and {len(cases) - _SHOWN_ITEMS} more" if len(cases) > _SHOWN_ITEMS else ""
        lines.append(f"{title}: {len(cases)}" + (f": {', '.join(cases[:_SHOWN_ITEMS])}{more}" if cases else ""))
    return lines


def _changes(found: Comparison) -> list[str]:
    before = {(row.metric, row.slice): row for row in found.before_rows}
    tested = {test.slice for test in found.tests}
    body = []
    for row in found.rows:
        metric = row.metric.removeprefix("change.")
        if metric == row.metric or metric not in _COMPARED or row.slice not in tested:
            continue
        held = before.get((metric, row.slice))
        body.append([f"{metric}[{row.slice}]", _cell(held), _difference(row.value, row.low, row.high), str(row.n)])
    return ["", *_columns(["metric", "baseline", "difference", "n"], body), ""] if body else []


def _difference(value: float | None, low: float | None, high: float | None) -> str:
    if value is None or low is None or high is None:
        return "–"
    return f"{100 * value:+.1f} pp [{100 * low:+.1f}, {100 * high:+.1f}]"


def _item(record: Record) -> str:
    sample = f" (sample {record.sample})" if record.sample else ""
    return f"{record.case.id}{sample}: {record.outcome}"


def _assumptions(manifest: dict[str, Any]) -> list[str]:
    """What every verdict of the run rests on besides Lean's logic."""
    prelude = manifest["lean"].get("prelude")
    if not prelude:
        return []
    return [
        f"assumes {prelude['assumed_axioms']} axioms of the prelude (each states a theorem of Mathlib; none was checked by "
        "Mathlib here)"
    ]


def _sandbox(manifest: dict[str, Any]) -> list[str]:
    sandbox = str(manifest["lean"].get("sandbox") or "")
    return [f"sandbox {sandbox}: the texts could do what their user can"] if sandbox.startswith("none") else []


def _completeness(table: dict[tuple[str, str], MetricRow], records: Sequence[Record], fresh: int) -> str:
    counts = {
        outcome: sum(record.outcome == outcome for record in records) for outcome in ("pass", "fail", "skip", "error")
    }
    completed = table["", "completed"]
    earlier = f", {len(records) - fresh} of an earlier session" if len(records) > fresh else ""
    return (
        f"items   {len(records)} of {completed.n} planned{earlier}: {counts['pass']} passed, {counts['fail']} unfaithful, "
        f"{counts['skip']} undetermined, {counts['error']} errors"
    )


def _stored(manifest: dict[str, Any]) -> list[str]:
    stored = manifest["stored_answers"]
    if not stored["count"]:
        return []
    return [
        f"store   {stored['count']} answers were stored ones, of {stored['oldest'][:19]} to {stored['newest'][:19]} UTC"
    ]


def _edits(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    slices = [where for where, metric in table if metric == "FR" and "=" not in where]
    if not slices:
        return []
    body = [
        [
            _indent(where),
            *(_cell(table.get((where, name))) for name in ("FR", "RR", "UR", "settled", "FR_attempted")),
            _n(table[where, "UR"]),
        ]
        for where in slices
    ]
    return ["", *_columns(["local edits", "FR", "RR", "UR", "settled", "FR attempted", "n"], body)]


def _judges(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    """Judge models beside the deterministic judge, on the same outputs."""
    found = [(metric.partition(".")[2], where) for where, metric in table if metric.startswith("agreement.")]
    body = [
        [
            judge,
            where,
            *(_cell(table.get((where, f"{name}.{judge}"))) for name in _JUDGED),
            _n(table[where, f"agreement.{judge}"]),
        ]
        for judge, where in found
    ]
    return ["", *_columns(["judge, beside the deterministic one", "slice", *_JUDGED, "n"], body)] if body else []


def _reviews(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    """Who erred where judges rejected what compiles."""
    names = [f"review.{name}" for name in (*REVIEWED, "either_T")]
    slices = [where for where, metric in table if metric == names[-1]]
    body = [[where, *(_cell(table[where, name]) for name in names), _n(table[where, names[-1]])] for where in slices]
    return (
        ["", *_columns(["reviewed rejections", *(name.partition(".")[2] for name in names), "n"], body)] if body else []
    )


def _correctness(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    slices = [where for where, metric in table if metric == "TC" and "=" not in where]
    if not slices:
        return []
    names = [name for name in CORRECTNESS if any((where, name) in table for where in slices)]
    body = []
    for where in slices:
        n = table[where, "TC"].n
        settled = None if (where, "FR") in table else table.get((where, "settled"))
        body.append(
            [_indent(where), *(_covering(table.get((where, name)), n) for name in names), _cell(settled), str(n)]
        )
    return ["", *_columns(["correctness", *names, "settled", "n"], body)]


def _steps(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    lines: list[str] = []
    for where in [where for where, metric in table if metric == "UFLB" and "=" not in where]:
        rates = ["FNR", "FPR", "AFFR", "AFFR_tc", "UFLB", "UFUB", "settled"]
        cells = [*CONTINGENCY.values(), "Inconclusive"]
        lines += [
            "",
            *_columns(
                ["reasoning steps", *rates, "pairs"],
                [[where, *(_cell(table[where, r]) for r in rates), _n(table[where, "FNR"])]],
            ),
        ]
        lines += [
            "",
            *_columns(["step pairs (valid, invalid)", *cells], [["", *(_cell(table[where, c]) for c in cells)]]),
        ]
        if (where, "unpaired") in table:
            lines.append(f"left out: {int(table[where, 'unpaired'].value or 0)} steps whose partner has no result")
    return lines


def _further(table: dict[tuple[str, str], MetricRow]) -> list[str]:
    return [line for head, body in further_tables(table, _cell) for line in ("", *_columns(head, body))]


def _more(rows: Sequence[MetricRow]) -> list[str]:
    """Rows of metric plugins, which know their own names only."""
    body = [[row.metric, row.slice, _cell(row), _n(row)] for row in rows]
    return ["", *_columns(["more", "slice", "value", "n"], body)] if body else []


def _found(records: Sequence[Record], outcome: str, title: str) -> list[str]:
    """The items of one outcome, those with the same message together: a dead endpoint is one line, not a thousand."""
    by_message: dict[str, list[Record]] = {}
    for record in records:
        if record.outcome == outcome:
            by_message.setdefault(record.message, []).append(record)
    total = sum(map(len, by_message.values()))
    if not total:
        return []
    shown = list(by_message.items())[:_SHOWN_ITEMS]
    left = total - sum(len(held) for _, held in shown)
    lines = ["", f"{title}: {total} items"]
    for message, held in shown:
        first = held[0].case.id + (f" (sample {held[0].sample})" if held[0].sample else "")
        lines.append(f"  {first}" + (f" and {len(held) - 1} more" if len(held) > 1 else ""))
        lines += [f"    {part.strip()[:240]}" for part in printable(message, 2000).splitlines()[:3]]
    return [*lines, f"  … and {left} more, see records.jsonl"] if left else lines


def _unusable_references(records: Sequence[Record]) -> list[str]:
    """The cases whose authors have something to mend before StmtSC can be measured on this Lean."""
    cases = sorted(
        {record.case.id for record in records if record.correctness and record.correctness.stmt_sc.reference_rejected}
    )
    if not cases:
        return []
    first, left = cases[:_SHOWN_CASES], len(cases) - _SHOWN_CASES
    more = f" and {left} more" if left > 0 else ""
    whose = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
    return ["", f"the reference statement of {whose} does not elaborate on this Lean: {', '.join(first)}{more}"]


def _indent(where: str) -> str:
    terms = where.split(",")
    return "  " * (len(terms) - 1) + terms[-1]


def _cell(row: MetricRow | None) -> str:
    if row is None or row.value is None:
        return "–"
    if row.low is None or row.high is None:
        return f"{round(row.value, 3):g}"
    return f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"


def _covering(row: MetricRow | None, n: int) -> str:
    """The cell of a row that may have been measured for some of a slice's items only."""
    return _cell(row) if row is None or row.n == n else f"{_cell(row)} of {row.n}"


def _n(row: MetricRow) -> str:
    return str(row.n)


def _columns(head: list[str], body: Iterable[list[str]]) -> list[str]:
    rows = [head, *body]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
