"""The record of an item whose worker died under it.

The controller of an xdist session does not collect, and a worker that is gone can no longer say what its item was about.
So each worker leaves, before its first item, a list of its node ids and their cases in the session's own folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from pytest_faithform.model import Case, Fault, Record

__all__ = ["Listed", "leave_list", "record_of"]

Listed = tuple[str, str, int, tuple[Path, ...]]
"""Node id, case id, sample, and the files that the case is from."""


def leave_list(folder: Path, worker: str, items: Iterable[Listed]) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    files: dict[tuple[Path, ...], int] = {}
    rows = {node: [case, sample, files.setdefault(paths, len(files))] for node, case, sample, paths in items}
    listed = {"files": [[str(path) for path in paths] for paths in files], "items": rows}
    (folder / f"items-{worker}.json").write_text(json.dumps(listed), encoding="utf-8")


def record_of(folder: Path, worker: str, nodeid: str, cases: Callable[[list[Path]], list[Case]]) -> Record | None:
    """The error record of the item that a worker died of; None where it was no item of a suite."""
    try:
        listed = json.loads((folder / f"items-{worker}.json").read_text(encoding="utf-8"))
    except OSError:
        return None
    if nodeid not in listed["items"]:
        return None
    name, sample, number = listed["items"][nodeid]
    case = next(case for case in cases([Path(path) for path in listed["files"][number]]) if case.id == name)
    message = f"the worker {worker} died while it measured this item: out of memory, killed, or ended by what it ran"
    return Record(
        case=case,
        sample=sample,
        nodeid=nodeid,
        outcome="error",
        message=message,
        fault=Fault(where="session", message=message),
        finished_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
