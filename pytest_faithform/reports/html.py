"""A run as one HTML file that opens from disk: the decision first, then the figures, then every item to look into.

The file asks for nothing outside it, and its policy forbids it to: scripts and styles run by their hashes alone. What
models, data sets and manifests say stands in it as escaped text or packed (`packed`), and never as markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pytest_faithform.metrics.factorial import Effect
from pytest_faithform.model import Record, printable
from pytest_faithform.reports.decision import Decision, items_of
from pytest_faithform.reports.factorial_runs import beside
from pytest_faithform.reports.figures import figures
from pytest_faithform.reports.gate import GateResult
from pytest_faithform.reports.marked import marked, spelled
from pytest_faithform.reports.packed import item_name, pack
from pytest_faithform.reports.stored import StoredRun
from pytest_faithform.reports.svg import drawn
from pytest_faithform.reports.tables import Table, comparison_tables, metric_tables
from pytest_faithform.uncollected import uncollected

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["MAX_BYTES", "html"]

#: What the file may weigh.
MAX_BYTES = 25_000_000
#: One script, in this order.
_SCRIPTS = ("elements.js", "packets.js", "table.js", "lean.js", "item.js", "page.js")
_ITEMS = 3
_LISTED = 40
_MESSAGE = 400
_NAMES = {"error": "error", "fail": "unfaithful", "skip": "undetermined", "pass": "passed"}


@dataclass(frozen=True)
class _Gate:
    """A gate's result as the page shows it; `list` names all the items that speak against it."""

    result: GateResult
    items: Sequence[Record]
    total: int
    list: str


def html(run: StoredRun, decision: Decision) -> str:
    """The whole page. The same run and decision give the same text."""
    lists = _lists(run, decision)
    gates = [
        _Gate(result, held[:_ITEMS], len(held), f"gate-{place}")
        for place, result in enumerate(decision.results)
        for held in [lists.get(f"gate-{place}", [])]
    ]
    found = decision.comparison
    effects, notes = _effects(run)
    page = {
        "run": run,
        "decision": decision,
        "failing": [gate for gate in gates if not gate.result.passed],
        "holding": [gate for gate in gates if gate.result.passed],
        "counts": Counter(record.outcome for record in run.records),
        "names": _NAMES,
        "notes": [*decision.warnings, *notes],
        "figures": figures(run.rows, effects),
        "tables": [*metric_tables(run.rows)],
        "comparison": found,
        "compared": [*comparison_tables(found)] if found else [],
        "moved": _moved(lists),
        "manifest": json.dumps(run.manifest, indent=1, ensure_ascii=False, sort_keys=True),
    }
    around = _render(page | {"packed": None})
    before = found.moved if found else {}
    with uncollected():
        packed = pack(run.records, lists, before, budget=MAX_BYTES - len(around.encode()) - 200_000)
    return _render(page | {"packed": packed})


def _effects(run: StoredRun) -> tuple[dict[str, list[Effect]] | None, list[str]]:
    """The effects of the factorial that the run is a part of, or a note why they are not shown."""
    try:
        factorial = beside(run.folder)
    except (OSError, ValueError) as error:
        return None, [f"the effects of the eight runs beside this one are not shown: {error}"]
    return (None if factorial is None else factorial.effects()), []


def _lists(run: StoredRun, decision: Decision) -> dict[str, Sequence[Record]]:
    """The selections of items that the page links to."""
    found: dict[str, Sequence[Record]] = {}
    for place, result in enumerate(decision.results):
        if not result.passed:
            found[f"gate-{place}"] = items_of(result, run.records, decision.comparison)
    if decision.comparison is not None:
        for name, cases in (
            ("newly-failing", decision.comparison.newly_failing),
            ("newly-passing", decision.comparison.newly_passing),
        ):
            moved = set(cases)
            held = [record for record in run.records if record.case.id in moved]
            found[name] = sorted(held, key=lambda record: record.key)
    return found


def _moved(lists: Mapping[str, Sequence[Record]]) -> list[dict[str, Any]]:
    return [
        {"list": name, "title": title, "items": lists[name][:_LISTED], "total": len(lists[name])}
        for name, title in (("newly-failing", "Newly failing"), ("newly-passing", "Newly passing"))
        if name in lists
    ]


def _render(page: Mapping[str, Any]) -> str:
    style, script = _asset("page.css"), "\n".join(map(_asset, _SCRIPTS))
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'"
    )
    return (
        _environment().get_template("page.html").render(page, policy=policy, style=Markup(style), script=Markup(script))
    )


def _asset(name: str) -> str:
    return (files("pytest_faithform") / "templates" / "report" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("pytest_faithform", "templates/report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Whatever is printed is shown as it is, unless it is markup of our own.
    made.finalize = lambda value: value if isinstance(value, Markup) else marked(value)
    made.globals |= {"drawn": drawn, "item_name": item_name, "brief": _brief, "spelled": spelled, "number": _is_number}
    return made


def _brief(record: Record) -> str:
    return " ".join(printable(record.message, _MESSAGE).split())


def _is_number(table: Table, column: int) -> bool:
    """Whether a column is set flush right."""
    return column > 0 and all(row[column][:1] in "–+-.0123456789" for row in table.body)
