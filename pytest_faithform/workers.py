"""What the controller of an xdist session knows of its workers, and what a worker leaves for it.

The controller does not collect. Each worker leaves, before its first item, a list of its node ids and their cases in the
session's own folder: so the controller knows exactly the items that were selected, and a worker that is gone need not say
what its item was about.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_faithform.ahead import Wanted
from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.model import Fault, Record
from pytest_faithform.told import list_of, new_folder

__all__ = ["Listed", "Workers"]

Listed = tuple[str, str, int, tuple[Path, ...], tuple[str, ...]]
"""Node id, case id, sample, the files that the case is from, and what is asked of judges."""

_CHUNK = 1


class Workers:
    """One session's folder, shared by controller and workers. `folder` is what workers were told; `cases` reads files;
    `made`: this process is the controller, which removes the folder."""

    def __init__(self, folder: str | None, cases: Callable[[list[Path]], list[KeptCase]], *, made: bool) -> None:
        self._folder = Path(folder) if folder else None
        self._cases = cases
        self._made = made
        self._crashed: set[str] = set()

    @property
    def folder(self) -> Path | None:
        """Where workers share what Lean has settled; None in a session without workers. The first that needs it makes it."""
        return self._folder

    def name_folder(self) -> str:
        """The controller's choice of the folder, before its first worker starts."""
        if self._folder is None:
            self._folder = Path(new_folder())
        return str(self._folder)

    def remove_folder(self) -> None:
        if self._made and self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def leave_list(self, worker: str, items: Iterable[Listed], *, asks: bool = False) -> None:
        """In a worker: what it collected, and whether a test asks the model itself."""
        if self._folder is None:
            return
        self._folder.mkdir(mode=0o700, exist_ok=True)
        files: dict[tuple[Path, ...], int] = {}
        rows = {
            node: [case, sample, files.setdefault(paths, len(files)), questions]
            for node, case, sample, paths, questions in items
        }
        listed = {"files": [[str(path) for path in paths] for paths in files], "items": rows, "asks": asks}
        list_of(self._folder, worker).write_text(json.dumps(listed), encoding="utf-8")

    def has_items(self, worker: str) -> bool:
        return bool(self._listed(worker)["items"])

    def asks(self, worker: str) -> bool:
        return bool(self._listed(worker)["asks"])

    def collected(self, worker: str) -> list[Wanted]:
        """In the controller: what a worker collected, in the order of its items."""
        listed = self._listed(worker)
        by_file = [{case.id: case for case in self._cases([Path(path) for path in paths])} for paths in listed["files"]]
        return [
            (by_file[number][name], sample, tuple(questions))
            for name, sample, number, questions in listed["items"].values()
        ]

    def share_in_order(self, scheduler: Any) -> None:
        """Let workers ask for the next item when they have finished one: xdist's first chunks are long and contiguous, and
        answers that are made in the order of the items would all be the first worker's."""
        if getattr(scheduler, "maxschedchunk", 0) is None:
            scheduler.maxschedchunk = _CHUNK

    def try_again(self, worker: str, nodeid: str, report: Any, scheduler: Any) -> bool:
        """Whether the item that a worker died of is given to another one: once, where a worker is to come. A worker may
        have been killed for what it did before, or for what others do on the machine."""
        if nodeid not in self._listed(worker)["items"] or nodeid in self._crashed or not _replaced(report):
            return False
        try:
            scheduler.mark_test_pending(nodeid)
        except NotImplementedError:
            # xdist's answer under --dist each, loadscope and the like: these give an item to one worker alone.
            return False
        self._crashed.add(nodeid)
        return True

    def record_of_death(self, worker: str, nodeid: str) -> Record | None:
        """The error record of the item that a worker died of; None where it was no item of a suite."""
        listed = self._listed(worker)
        if nodeid not in listed["items"]:
            return None
        name, sample, number, _ = listed["items"][nodeid]
        kept = next(case for case in self._cases([Path(path) for path in listed["files"][number]]) if case.id == name)
        again = ", as another one had before" if nodeid in self._crashed else ""
        died = f"the worker {worker} died while it measured this item{again}"
        message = f"{died}: out of memory, killed, or ended by what it ran"
        return Record(
            case=kept.case,
            sample=sample,
            nodeid=nodeid,
            outcome="error",
            message=message,
            fault=Fault(where="session", message=message),
            finished_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )

    def _listed(self, worker: str) -> dict[str, Any]:
        """Empty where the worker left none: it had no items of a suite, or runs on another machine."""
        if self._folder is not None:
            path = list_of(self._folder, worker)
            if path.exists():
                found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                return found
        return {"files": [], "items": {}, "asks": False}


def _replaced(report: Any) -> bool:
    """Whether xdist will start another worker for the one of this report."""
    controller = report.node.config.pluginmanager.get_plugin("dsession")
    most = getattr(controller, "_max_worker_restart", None)
    return most is None or getattr(controller, "_failed_nodes_count", 0) < most
