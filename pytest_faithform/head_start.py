"""The first worker of an xdist session collects before the others start, where there are fewer cores than processes.

Started all at once they take each other's cores, and the controller hears late what it has to ask for. The rest can start
while the system answers the first requests.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from pytest_faithform.auto import cores
from pytest_faithform.told import has_list

__all__ = ["leave_mark", "wait_for_first"]

#: The longest that other workers are kept back: who collects for longer than this gains nothing by it.
MOST_SECONDS = 5.0
_STEP_SECONDS = 0.01
_FIRST = pytest.StashKey[Any]()
_AWAITED = "faithform_awaited"


def wait_for_first(node: Any, told: dict[str, Any]) -> str | None:
    """In the controller, before the worker `node` starts; gives the name of the first one where it has just collected items
    of a suite. The first one itself is told to leave a mark, and is waited for before the second starts."""
    stash, workers = node.config.stash, node.workerinput["workercount"]
    if _FIRST not in stash:
        # A worker on another machine leaves nothing here.
        spec = node.gateway.spec
        is_awaited = 1 < workers >= cores() and spec.popen and not spec.via
        stash[_FIRST] = node if is_awaited else None
        node.workerinput[_AWAITED] = bool(is_awaited)
        return None
    first, stash[_FIRST] = stash[_FIRST], None
    if first is None:
        return None
    mark, end = _mark(told["folder"], first.gateway.id), time.monotonic() + MOST_SECONDS
    while not mark.exists() and not first.channel.isclosed() and time.monotonic() < end:
        time.sleep(_STEP_SECONDS)
    return str(first.gateway.id) if mark.exists() and has_list(told["folder"], first.gateway.id) else None


def leave_mark(config: pytest.Config) -> None:
    """In a worker that has collected, and has left its list if it has one."""
    given = config.workerinput  # type: ignore[attr-defined]
    if given.get(_AWAITED):
        mark = _mark(given["faithform"]["folder"], given["workerid"])
        mark.parent.mkdir(mode=0o700, exist_ok=True)
        mark.touch()


def _mark(folder: str, worker: str) -> Path:
    return Path(folder) / f"collected-{worker}"
