"""A run in Markdown, for a CI job summary or a comment on a pull request: the decision first, then what it rests on.

Texts of models and messages stand in code or with their punctuation as entities: nothing in them is a link, a mention, an
image or a table's border.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pytest_faithform.model import Record, printable
from pytest_faithform.reports.decision import Decision, items_of
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.reports.tables import Table, comparison_tables, metric_tables

__all__ = ["MAX_CHARACTERS", "markdown"]

#: A comment on GitHub takes 65,536 characters, a job summary 1 MB.
MAX_CHARACTERS = 60_000

#: How much of it the gates may take.
_GATES_CHARACTERS = 40_000
_ITEMS = 3
_LISTED = 20
_SHOWN_MESSAGES = 10
_NUMBERS = re.compile(r"[-+\d.,/ e\[\]–]*(?: pp [-+\d., \[\]]+)?")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")


def markdown(run: StoredRun, decision: Decision) -> str:
    """The whole report, or as many of its parts as `MAX_CHARACTERS` take."""
    parts = [_head(run, decision)]
    if decision.results:
        parts.append(_gates(run, decision))
    parts += [f"> ⚠ {plain(warning)}\n" for warning in decision.warnings]
    if decision.comparison is not None:
        found = decision.comparison
        parts.append(
            f"## Against {plain(found.before)} ({plain(found.before_system)})\n\n{found.common} common cases\n"
        )
        parts += map(_table, comparison_tables(found))
        parts.append(_listed("Newly failing", found.newly_failing) + _listed("Newly passing", found.newly_passing))
    parts.append("## Metrics\n")
    parts += map(_table, metric_tables(run.rows))
    parts += [_found(run.records, "error", "Errors"), _found(run.records, "fail", "Unfaithful")]
    return _within([part for part in parts if part])


def plain(text: str, limit: int = 300) -> str:
    """Text that Markdown and HTML show as it is, on one line."""
    flat = " ".join(printable(text, limit).split())
    return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", flat)


def _head(run: StoredRun, decision: Decision) -> str:
    counted = Counter(record.outcome for record in run.records)
    lean = run.manifest.get("lean", {})
    state = ("✅ passed" if decision.passed else "❌ FAILED") if decision.gated or not decision.passed else "measured"
    return (
        f"# Faithfulness of {plain(run.system)}: {state}\n\n"
        f"{len(run.records)} of {run.manifest['planned']} planned items: {counted['pass']} passed, {counted['fail']} "
        f"unfaithful, {counted['skip']} undetermined, {counted['error']} errors. "
        f"Lean {plain(str(lean.get('lean', '?')))} ({plain(str(lean.get('backend', '?')))})\n"
    )


def _gates(run: StoredRun, decision: Decision) -> str:
    lines = ["| gate | | found | items |", "|---|---|---|---|"]
    for number, result in enumerate(decision.results):
        if sum(map(len, lines)) > _GATES_CHARACTERS:
            # Those that fail come first.
            left = decision.results[number:]
            failing = sum(not one.passed for one in left)
            lines += ["", f"_and {len(left)} more gates, of which {failing} fail: they are in decision.json_"]
            break
        items = [] if result.passed else items_of(result, run.records, decision.comparison)[:_ITEMS]
        names = "<br>".join(f"{plain(record.case.id)}: {record.outcome}" for record in items)
        lines.append(
            f"| <code>{plain(result.gate)}</code> | {'✅' if result.passed else '❌'} | {plain(result.said)} | {names} |"
        )
    return "\n".join(["## Gates", "", *lines, ""])


def _table(table: Table) -> str:
    body = [[text if _NUMBERS.fullmatch(text) else plain(text) for text in row] for row in table.body]
    rows = [table.head, ["---"] * len(table.head), *body]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([f"### {table.title}", "", *lines, ""])


def _listed(title: str, cases: Sequence[str]) -> str:
    if not cases:
        return f"**{title}: 0**\n\n"
    more = f", and {len(cases) - _LISTED} more" if len(cases) > _LISTED else ""
    return f"**{title}: {len(cases)}**: {', '.join(map(plain, cases[:_LISTED]))}{more}\n\n"


def _found(records: Iterable[Record], outcome: str, title: str) -> str:
    held = [record for record in records if record.outcome == outcome]
    if not held:
        return ""
    lines = [f"<details><summary>{title}: {len(held)}</summary>", ""]
    for record in held[:_SHOWN_MESSAGES]:
        lines.append(f"- {plain(record.case.id)}: {plain(record.message, 400)}")
    if len(held) > _SHOWN_MESSAGES:
        lines.append(f"- and {len(held) - _SHOWN_MESSAGES} more, see records.jsonl")
    return "\n".join([*lines, "", "</details>", ""])


def _within(parts: Sequence[str]) -> str:
    """A report too long for a comment loses its last parts, and says so; what is left is whole."""
    whole = "\n".join(parts)
    if len(whole) <= MAX_CHARACTERS:
        return whole
    cut = "_The rest is left out here: it is in the run's folder._\n"
    kept: list[str] = []
    for part in parts:
        if sum(map(len, kept)) + len(kept) + len(part) + len(cut) > MAX_CHARACTERS:
            break
        kept.append(part)
    return "\n".join([*kept, cut])
