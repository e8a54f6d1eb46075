"""Whether a run passes: its gates, and the rules that hold without being asked for. A function of the run's records and
of what its gates say, so that the artifact gives the answer that the session gave."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.summary import FAULTS
from pytest_faithform.model import Record
from pytest_faithform.reports.baseline import Comparison, compare_runs, records_digest
from pytest_faithform.reports.gate import GateResult, evaluate, terms_of
from pytest_faithform.reports.gate_language import Gate, parse_gate
from pytest_faithform.reports.stored import RunError, StoredRun, find_run, load_run

__all__ = ["DECISION", "Decision", "decide", "decide_again", "items_of", "read_comparison"]

DECISION = "decision.json"
_FORMAT = "faithform.decision/1"
_OUTCOMES = {"fail": 0, "error": 1, "skip": 2}


@dataclass(frozen=True)
class Decision:
    """The gates' results, those that fail first; what a reader should know beside them; the comparison with the baseline."""

    results: list[GateResult]
    warnings: list[str] = field(default_factory=list)
    comparison: Comparison | None = None

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self.results)

    @property
    def gated(self) -> bool:
        """Was anything asked for? Implied rules alone are shown only where they are broken."""
        return self.comparison is not None or any(not result.implied for result in self.results)

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "passed": self.passed,
            "gates": [asdict(result) for result in self.results],
            "warnings": self.warnings,
            "comparison": None if self.comparison is None else self.comparison.as_dict(),
        }


def decide(run: StoredRun, gates: Sequence[Gate], comparison: Comparison | None = None) -> Decision:
    """Evaluate the gates on the run's rows and, where there is one, on its comparison with a baseline."""
    rows: list[MetricRow] = [*run.rows, *(comparison.rows if comparison else [])]
    floors = comparison.floors if comparison else None
    results = [evaluate(gate, rows, floors=floors) for gate in gates]
    results += _implied(run, {gate.names[0] for gate in gates}, gated=bool(gates) or comparison is not None)
    results.sort(key=lambda result: result.passed)
    warnings = list(comparison.notes) if comparison else []
    if gates or comparison:
        warnings += _unknown_weights(run)
    return Decision(results, warnings, comparison)


def decide_again(
    folder: Path, *, gates: Sequence[Gate] | None = None, baseline: str | None = None, anyway: bool = False
) -> tuple[StoredRun, Decision]:
    """The decision on a stored run: by its own gates and baseline, or by others. Where its own baseline is no longer at its
    place, or another run has taken it, the comparison is the one that the session wrote. Raises RunError, and GateError of a
    gate of the manifest."""
    run = load_run(folder)
    if gates is None:
        gates = [parse_gate(text) for text in run.manifest.get("gates") or ()]
    comparison = None
    if baseline is not None:
        comparison = compare_runs(load_run(find_run(baseline, Path.cwd(), Path.cwd())), run, anyway=anyway)
    elif run.manifest.get("baseline"):
        comparison = _own_comparison(run)
    return run, decide(run, gates, comparison)


def read_comparison(folder: Path) -> Comparison | None:
    """The comparison in a run's decision.json. Raises RunError where the file is damaged."""
    path = folder / DECISION
    try:
        held = json.loads(path.read_text(encoding="utf-8"))["comparison"]
        return None if held is None else Comparison.from_dict(held)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} cannot be read: {error!r}") from error


def items_of(result: GateResult, records: Sequence[Record], comparison: Comparison | None = None) -> list[Record]:
    """The items of a gate's slice that speak against it, the worst first: unfaithful ones, or unsettled ones where it is the
    settled share that is too low; of a gate on a comparison, the newly failing ones."""
    if result.metric == "completed":
        # What is missing has no record.
        return []
    known = frozenset().union(*map(_terms, records))
    where = terms_of(result.slice) & known
    held = [record for record in records if record.outcome != "pass" and where <= _terms(record)]
    if comparison is not None and result.metric.startswith(("regression", "newly", "change")):
        moved = set(comparison.newly_failing)
        held = [record for record in held if record.case.id in moved]
    if result.metric == "errors":
        held = [record for record in held if record.outcome == "error"]
    unsettled_first = result.metric.startswith("settled") or (
        result.floor is not None and (result.settled is None or result.settled < result.floor)
    )
    rank = {**_OUTCOMES, "skip": -1} if unsettled_first else _OUTCOMES
    return sorted(held, key=lambda record: (rank[record.outcome], record.key))


def _terms(record: Record) -> frozenset[str]:
    case, problem = record.case, record.case.problem
    # An edit's region is what its slice names; its task is that of every edit.
    task = problem.task if case.region is None and problem.task != "proof" else None
    named = {case.kind, case.region, case.family, case.style, task}
    named |= {f"dataset={problem.dataset}", f"domain={problem.domain}"}
    named |= {f"without={flag}" for flag in FAULTS if flag not in problem.flags}
    return frozenset(term for term in named if term)


def _own_comparison(run: StoredRun) -> Comparison:
    place = Path(run.manifest["baseline"])
    held, now = read_comparison(run.folder), records_digest(place)
    if now and (held is None or held.digests[0] in ("", now)):
        return compare_runs(load_run(place), run)
    gone = f"{place} holds another run by now than the one" if now else f"{place} no longer holds the run"
    told = [f"{gone} that this run was compared with: what the session found stands"] if now else []
    if held is None or held.digests[1] not in ("", records_digest(run.folder)):
        since = " and the run itself has other records than it had then" if held is not None else ""
        raise RunError(f"{gone} that {run.folder} was compared with{since}; name its baseline with --baseline")
    return replace(held, notes=[*held.notes, *told])


def _implied(run: StoredRun, named: set[str], *, gated: bool) -> list[GateResult]:
    """The rules that are there unless a gate says otherwise: no errors, nothing left unmeasured, and in assert mode no
    unfaithful item. Shown only where they are broken."""
    found = []
    errors = sum(record.outcome == "error" for record in run.records)
    if errors and "errors" not in named:
        said = f"{errors} of {len(run.records)} items ended in an error of the apparatus, which is no verdict"
        found.append(GateResult("errors == 0", False, said, metric="errors", implied=True))
    missing = run.manifest["planned"] - len(run.records)
    if missing > 0 and "completed" not in named:
        said = f"{missing} of {run.manifest['planned']} planned items have no result; continue the run"
        found.append(GateResult("completed == 1", False, said, metric="completed", implied=True))
    unfaithful = sum(record.outcome == "fail" for record in run.records)
    # With a gate the gates alone decide, unless somebody chose otherwise: in the session, and again from its files.
    chosen = run.manifest.get("verdict_chosen", False) or not gated
    if unfaithful and run.manifest.get("verdict") == "assert" and chosen:
        said = f"{unfaithful} items are unfaithful, and --faithform-verdict is assert"
        found.append(GateResult("unfaithful == 0", False, said, metric="unfaithful", implied=True))
    return found


def _unknown_weights(run: StoredRun) -> list[str]:
    stored = [r.formalization for r in run.records if r.formalization and r.formalization.stored_at]
    if not stored or run.manifest.get("revision"):
        return []
    oldest = min(str(one.stored_at) for one in stored)[:19]
    return [
        f"{len(stored)} answers are stored ones, the oldest of {oldest}, and no --faithform-revision says of which weights: "
        "a retrained model may have been answered for by its predecessor (--faithform-fresh asks again)"
    ]
