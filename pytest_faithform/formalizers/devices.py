"""Which GPUs a server may use: those that the caller's CUDA_VISIBLE_DEVICES leaves visible, in the caller's order.

A server is given entries *of* that list and never bare numbers: number 0 of a process that was given GPUs 4 and 5 is
GPU 4, and GPU 0 is somebody else's.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence

__all__ = ["device_groups", "visible_devices"]

_VARIABLE = "CUDA_VISIBLE_DEVICES"


def visible_devices(environ: Mapping[str, str]) -> list[str]:
    """The visible GPUs, as entries for CUDA_VISIBLE_DEVICES: numbers, or UUIDs where the caller wrote those. Empty where
    there is none. As CUDA reads the list, an entry that is no device hides those behind it. Raises ValueError where a GPU
    is named twice, which CUDA refuses."""
    held = environ.get(_VARIABLE)
    if held is None:
        return _installed()
    found: list[str] = []
    for entry in (part.strip() for part in held.split(",")):
        if not (entry.isdecimal() or entry.startswith(("GPU-", "MIG-"))):
            break
        if entry in found:
            raise ValueError(f"{_VARIABLE}={held!r} names the GPU {entry} twice; name each once")
        found.append(entry)
    return found


def device_groups(devices: Sequence[str], size: int) -> list[str]:
    """The value of CUDA_VISIBLE_DEVICES for each server that spreads over `size` GPUs; GPUs that make no whole group stay
    unused. Raises ValueError where there are too few for one server."""
    if len(devices) < size:
        visible = ", ".join(devices) or "none"
        raise ValueError(
            f"a server is to spread over {size} GPUs, but visible are {visible}: widen {_VARIABLE}, or lower "
            "--tensor-parallel-size in --faithform-vllm-args"
        )
    whole = len(devices) - len(devices) % size
    return [",".join(devices[start : start + size]) for start in range(0, whole, size)]


def _installed() -> list[str]:
    """What the driver lists; none where there is no driver."""
    command = shutil.which("nvidia-smi")
    if command is None:
        return []
    try:
        told = subprocess.run(
            [command, "--query-gpu=index", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return [line.strip() for line in told.stdout.splitlines() if line.strip().isdecimal()]
