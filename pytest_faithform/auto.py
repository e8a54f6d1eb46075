"""How many workers `-n auto` means for a system that is asked over the network.

Workers do the local work, Lean and verdicts; answers are asked by the controller, whatever their number. So their number
follows the cores and the memory that are left, and not the endpoint.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

__all__ = ["auto_workers", "cluster_workers", "cores"]

#: What one worker with a Lean of its own takes.
_WORKER_BYTES = 10**9
#: What one takes whose Lean is on another machine.
_LIGHT_WORKER_BYTES = 3 * 10**8


def auto_workers(kind: str, servers: int = 0) -> int | None:
    """The cores but one for the controller and one for each server on this machine, no more than fit into the free memory,
    and at least one. 0 for an engine in the session's own process; None where pytest-xdist's own answer stands."""
    if kind == "vllm-offline":
        return 0
    if kind not in ("openai", "vllm"):
        return None
    return max(1, min(cores() - 1 - servers, _free_bytes() // _WORKER_BYTES))


def cluster_workers(processors: int) -> int:
    """One for each processor of a Ray cluster, where its Lean runs, no more than fit into the free memory of this machine."""
    return max(1, min(processors, _free_bytes() // _LIGHT_WORKER_BYTES))


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _free_bytes() -> int:
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return int(found[1]) * 1024 if found else 2**62
