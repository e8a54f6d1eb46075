"""Several runs of one experiment as one: the shards of a matrix, or a run and its continuation elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import Case, Record
from pytest_faithform.reports.decision import DECISION, Decision, decide_again
from pytest_faithform.reports.gate_language import Gate
from pytest_faithform.reports.stored import RunError, StoredRun, load_run
from pytest_faithform.runlog import AGREE, Run, latest, stored_answers

__all__ = ["merge_runs"]

_SHARD = re.compile(r"(\d+)/(\d+)")


def merge_runs(
    folders: Sequence[Path], target: Path, *, baseline: Path | None = None, gates: Sequence[Gate] | None = None
) -> tuple[StoredRun, Decision]:
    """Write the records of all runs as one run, and decide on it: by the gates and the baseline that the runs were told,
    or by these. Raises RunError where they were not measured alike, or a case differs between them."""
    runs = [load_run(folder) for folder in folders]
    if target.exists() and any(target.iterdir()):
        raise RunError(f"{target} is not empty; name another folder")
    first = runs[0]
    for other in runs[1:]:
        _require_alike(first, other)
    records = latest(record for run in runs for record in run.records)
    _require_same_cases(records)
    planned = len(records) + sum(run.manifest["planned"] - len(run.records) for run in runs)
    started = [str(run.manifest["started_at"]) for run in runs if run.manifest.get("started_at")]
    manifest: dict[str, Any] = {
        **{key: value for key, value in first.manifest.items() if key not in ("saved_as", "shard")},
        "started_at": min(started, default=None),
        "planned": planned,
        "partial": _partial(runs),
        "merged_from": [run.name for run in runs],
        "stored_answers": stored_answers(records),
    }
    if baseline is not None:
        manifest["baseline"] = str(baseline)
    if gates is not None:
        manifest["gates"] = [gate.text for gate in gates]
    written = Run(target)
    try:
        written.open(manifest)
        for record in records:
            written.append(record.model_dump_json())
        written.write_summary([asdict(row) for row in summarize(records, planned=planned)])
    finally:
        written.close()
    merged, decision = decide_again(target)
    written.write(DECISION, decision.as_dict())
    return merged, decision


def _require_alike(first: StoredRun, other: StoredRun) -> None:
    for field in (*AGREE, "verdict", "gates", "baseline"):
        ours, theirs = first.manifest.get(field), other.manifest.get(field)
        if ours != theirs:
            raise RunError(
                f"{first.folder} and {other.folder} are no runs of one experiment: {field} is "
                f"{json.dumps(ours, ensure_ascii=False)} in the one and {json.dumps(theirs, ensure_ascii=False)} in the other"
            )


def _require_same_cases(records: Sequence[Record]) -> None:
    held: dict[str, Case] = {}
    for record in records:
        if held.setdefault(record.case.id, record.case) != record.case:
            raise RunError(f"the case {record.case.id} is another text in one of the runs than in the others")


def _partial(runs: Sequence[StoredRun]) -> str | None:
    """None where one of the runs is whole, or the shards are complete and nothing else was left out of them."""
    reasons = [run.manifest.get("partial") for run in runs]
    if None in reasons:
        return None
    shards = {str(run.manifest.get("shard")) for run in runs}
    sizes = {found[2] for shard in shards if (found := _SHARD.fullmatch(shard))}
    if len(sizes) == 1:
        size = int(sizes.pop())
        missing = {f"{number}/{size}" for number in range(1, size + 1)} - shards
        others = [str(reason) for reason in reasons if not str(reason).startswith("shard ")]
        if not missing and not others:
            return None
        return "; ".join([*others, *(f"without shard {shard}" for shard in sorted(missing))])
    return f"merged of partial runs: {'; '.join(sorted({str(reason) for reason in reasons}))}"
