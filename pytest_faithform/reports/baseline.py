"""A run against the one it has to match: may the two be compared, which cases changed sides, and what chance makes of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.agreement import holm
from pytest_faithform.metrics.change import changes
from pytest_faithform.metrics.paired import PairedDifference, compare, successes
from pytest_faithform.model import Record
from pytest_faithform.reports.gate import ANY
from pytest_faithform.reports.stored import RunError, StoredRun

__all__ = ["Comparison", "check_comparable", "compare_runs", "records_digest"]

#: What makes a verdict: where these differ, a difference of two runs is not the systems'.
_SAME = ("lean", "judges")
#: What the systems were asked with; a comparison says so where it differs.
_TOLD = ("instrument", "prompts", "sampling", "samples")
#: Limits, hosts and our own scripts around a Lean say how it was run, not which one it is.
_PATIENCE = (
    "timeout_s",
    "timeout_seconds",
    "compare_s",
    "prove_s",
    "limits",
    "js_heap_mb",
    "wasm_memory_mb",
    "node",
    "assets",
    "sandbox",
    "url",
)
_NAMED = 5


@dataclass(frozen=True)
class Comparison:
    """What two runs' common cases say. `rows` are `change.*`, `regression.*`, `newly_failing` and `newly_passing`, for
    gates and tables; `floors` the settled share of each slice under which the baseline's interval does not reach; `moved`
    the baseline's records of the cases that changed sides, by case and sample, which `as_dict` leaves out."""

    before: str
    after: str
    before_system: str
    after_system: str
    common: int
    only_before: list[str]
    only_after: list[str]
    notes: list[str]
    newly_failing: list[str]
    newly_passing: list[str]
    tests: list[PairedDifference]
    rows: list[MetricRow]
    before_rows: list[MetricRow]
    floors: dict[str, float] = field(default_factory=dict)
    #: SHA-256 of the two runs' records: whether the folder of a name still holds what was compared.
    digests: tuple[str, str] = ("", "")
    moved: dict[tuple[str, int], Record] = field(default_factory=dict, repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        held = asdict(replace(self, moved={}))
        del held["moved"]
        return held

    @classmethod
    def from_dict(cls, held: dict[str, Any]) -> Comparison:
        """The comparison that `as_dict` wrote. Raises TypeError or KeyError for anything else."""
        rows = {name: [MetricRow(**row) for row in held[name]] for name in ("rows", "before_rows")}
        tests = [PairedDifference(**test) for test in held["tests"]]
        return cls(**{**held, **rows, "tests": tests, "digests": tuple(held.get("digests", ("", "")))})


def check_comparable(before: dict[str, Any], after: dict[str, Any], *, anyway: bool = False) -> list[str]:
    """What differs between two runs' manifests, as sentences. Raises RunError where what makes the verdicts differs, or
    the first is a partial run, unless `anyway`."""
    refused = []
    if before.get("partial"):
        refused.append(f"the baseline is a partial run ({before['partial']}): measure the whole suite")
    for name in _SAME:
        refused += _differences(name, _essential(before.get(name)), _essential(after.get(name)))
    if refused and not anyway:
        raise RunError("the runs cannot be compared: " + "; ".join(refused))
    notes = [difference for name in _TOLD for difference in _differences(name, before.get(name), after.get(name))]
    patience = [
        difference
        for name in _PATIENCE
        for difference in _differences(f"lean.{name}", *(_of(one.get("lean"), name) for one in (before, after)))
    ]
    return [*refused, *notes, *patience]


def records_digest(folder: Path) -> str:
    """SHA-256 (hex) of a run's records; "" where there is no such file."""
    try:
        with (folder / "records.jsonl").open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def compare_runs(before: StoredRun, after: StoredRun, *, anyway: bool = False) -> Comparison:
    """Compare by case. A case whose text differs between the runs is another case and left out. Raises RunError where the
    runs cannot be compared."""
    notes = check_comparable(before.manifest, after.manifest, anyway=anyway)
    ours, theirs = _results(before.records), _results(after.records)
    changed = {case for case in ours.keys() & theirs.keys() if ours[case][0].case != theirs[case][0].case}
    common = {case for case in ours.keys() & theirs.keys() if case not in changed}
    if not common:
        raise RunError("the runs cannot be compared: they have no case with a result in both")
    only_before, only_after = sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys())
    for names, one, many in (
        (
            sorted(changed),
            "has another text in the baseline and is left out",
            "have another text in the baseline and are left out",
        ),
        (only_before, "has a result in the baseline alone", "have a result in the baseline alone"),
        (only_after, "has a result in this run alone", "have a result in this run alone"),
    ):
        if names:
            what = f"1 case {one}" if len(names) == 1 else f"{len(names)} cases {many}"
            notes.append(f"{what}: {_listed(names)}")
    first = [record for case in sorted(common) for record in ours[case]]
    second = [record for case in sorted(common) for record in theirs[case]]
    tests = compare(first, second, _slices(second))
    failing, passing = _moved(first, second)
    rows = [*_rows(tests), *_moves(tests, second, failing, passing), *changes(first, second)]
    floors = {row.slice: row.low for row in before.rows if row.metric == "settled" and row.low is not None}
    stricter = ("settled_attempted", "settled_sound")
    floors |= {row.slice: row.low for row in before.rows if row.metric in stricter and row.low is not None}
    return Comparison(
        before.name,
        after.name,
        before.system,
        after.system,
        len(common),
        only_before,
        only_after,
        notes,
        failing,
        passing,
        tests,
        rows,
        list(before.rows),
        floors,
        (records_digest(before.folder), records_digest(after.folder)),
        {record.key: record for case in (*failing, *passing) for record in ours[case]},
    )


def slices_of(record: Record) -> list[str]:
    """The slices of a comparison that the record's case is in: the whole, its kind, and its kind by region or style."""
    case = record.case
    if case.problem.task in ("step", "statement"):
        return ["", case.problem.task]
    finer = case.style or (case.region if case.kind != "step_deletion" else None)
    return ["", case.kind, *([f"{case.kind},{finer}"] if finer else [])]


def _slices(records: Sequence[Record]) -> dict[str, list[str]]:
    """Slices with their cases, without those that hold the same cases as a wider one."""
    found: dict[str, dict[str, None]] = {}
    for record in records:
        for where in slices_of(record):
            found.setdefault(where, {})[record.case.id] = None
    sizes = {where: len(cases) for where, cases in found.items()}
    return {
        where: list(cases)
        for where, cases in sorted(found.items())
        if "," not in where or sizes[where] < sizes[where.partition(",")[0]]
    }


def _rows(tests: Sequence[PairedDifference]) -> list[MetricRow]:
    """`regression.p`: the one-sided p of "the second run is worse", over all cases; of a slice, and of the worst slice
    (`any`), Holm-adjusted over the slices. `regression.p_raw` is not adjusted."""
    rows = []
    sliced = [test for test in tests if test.slice]
    adjusted = dict(zip((test.slice for test in sliced), holm([test.p_regression for test in sliced]), strict=True))
    for test in tests:
        for name, p in (("p", adjusted.get(test.slice, test.p_regression)), ("p_raw", test.p_regression)):
            rows.append(MetricRow(f"regression.{name}", test.slice, p, None, None, test.n, test.test))
        rows.append(
            MetricRow(
                "regression.difference", test.slice, test.difference, test.low, test.high, test.n, "cluster-bootstrap"
            )
        )
    if sliced:
        worst = min(sliced, key=lambda test: (adjusted[test.slice], test.p_regression))
        where = f"{ANY},{worst.slice}"
        rows.append(MetricRow("regression.p", where, adjusted[worst.slice], None, None, worst.n, "holm"))
    return rows


def _moves(
    tests: Sequence[PairedDifference], records: Sequence[Record], failing: Sequence[str], passing: Sequence[str]
) -> list[MetricRow]:
    rows = []
    places = {record.case.id: slices_of(record) for record in records}
    for name, cases in (("newly_failing", failing), ("newly_passing", passing)):
        for test in tests:
            moved = sum(test.slice in places[case] for case in cases)
            rows.append(MetricRow(name, test.slice, float(moved), None, None, test.n, "count"))
    return rows


def _moved(before: Sequence[Record], after: Sequence[Record]) -> tuple[list[str], list[str]]:
    """Cases that passed before in at least half of their samples and no longer do, and the reverse. Undetermined is no
    pass."""
    sides = [
        {case: 2 * sum(held) >= len(held) for case, held in successes(records).items()} for records in (before, after)
    ]
    failing = [case for case in sorted(sides[0]) if sides[0][case] and not sides[1][case]]
    passing = [case for case in sorted(sides[0]) if sides[1][case] and not sides[0][case]]
    return failing, passing


def _results(records: Sequence[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda one: one.key):
        if record.outcome != "error":
            found.setdefault(record.case.id, []).append(record)
    return found


def _essential(value: Any) -> Any:
    return {name: one for name, one in value.items() if name not in _PATIENCE} if isinstance(value, dict) else value


def _of(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _differences(name: str, before: Any, after: Any) -> list[str]:
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        names = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        return [found for key in names for found in _differences(f"{name}.{key}", before.get(key), after.get(key))]
    return [f"{name} is {_brief(before)} in the baseline and {_brief(after)} in this run"]


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 120 else text[:119] + "…"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
