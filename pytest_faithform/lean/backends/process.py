"""One Lean server process: start, ask, kill. Knows the pipe's protocol and nothing of what a failure means."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pytest_faithform.lean.backends.bases import ASSETS, CORE, Base

__all__ = ["Failure", "Image", "LeanProcess", "Limits", "StartFailure", "environment", "server_command"]

# The prelude takes a while to elaborate where there is no image of it yet.
START_SECONDS = 1800.0
STDERR_KEPT = 4000
# Statuses of a process that another one ended (an operator, the system when memory runs out): no text can do that.
KILLED = frozenset([-signal.SIGTERM, *([-signal.SIGKILL] if os.name == "posix" else [])])
REPLY_BYTES = 64 * 1024 * 1024

# Lean recurses deeply on both stacks; V8 takes its share of the system's (in KiB).
STACK_KIB = 1_000_000
# How much a function runs before V8 compiles it anew, with optimization. Lean is large, and a worker of a test session checks
# a hundred texts: at V8's own setting a fifth of its time went into compiling functions that hardly ran again.
TIERING_BUDGET = 200_000_000
V8_SHARE = 0.9


@dataclass(frozen=True)
class Limits:
    """What a text may use. Heartbeats are Lean's deterministic measure of work; memory is the process's own cap."""

    max_heartbeats: int = 200_000
    wasm_memory_mb: int = 2048
    js_heap_mb: int = 1024

    def describe(self) -> dict[str, int]:
        return {
            "max_heartbeats": self.max_heartbeats,
            "wasm_memory_mb": self.wasm_memory_mb,
            "js_heap_mb": self.js_heap_mb,
        }


@dataclass(frozen=True)
class Failure:
    """A check that gave no answer. `killed`: the process was ended from outside, which says nothing about the text."""

    kind: Literal["crash", "timeout"]
    reason: str
    killed: bool = False


@dataclass(frozen=True)
class Image:
    """A file with the memory of a started Lean. `id` names what it was made from."""

    file: Path
    id: str


class StartFailure(RuntimeError):
    """The process did not come up; the message holds what it printed."""


class LeanProcess:
    """A running server, started from an image where one is given. `fresh` holds until the first text is sent."""

    def __init__(
        self, node: Path, toolchain: Path, limits: Limits, image: Image | None = None, base: Base = CORE
    ) -> None:
        self.limits = limits
        self.fresh = True
        self.owner = os.getpid()
        self._count = 0
        self._stderr = b""
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._popen = subprocess.Popen(
            server_command(node, toolchain, limits, base, load=image),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=toolchain,
            bufsize=0,
        )
        self._threads = [_start(self._read_lines), _start(self._drain_stderr)]
        self._await_ready()

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    @property
    def pid(self) -> int:
        return self._popen.pid

    def check(
        self, code: str, seconds: float, *, compiled: bool = True, head: int = 0, frame: str = ""
    ) -> dict[str, Any] | Failure:
        """Send one text and wait for its answer; past `seconds` of wall time the process is killed. Its definitions are
        `compiled` where that is possible, or not at all. Texts that come one after the other with the same first `head`
        characters, which must be whole commands, have them elaborated once; and so has a text and one that comes next in
        which it stands between the lines of a section with the name `frame`."""
        self.fresh = False
        self._count += 1
        request = {
            "id": self._count,
            "head": code[:head],
            "source": code[head:],
            "frame": frame,
            "heartbeats": self.limits.max_heartbeats,
            "seconds": seconds,
            "compiled": compiled,
        }
        deadline = time.monotonic() + seconds
        # Written by a thread: the server may be too busy to read, and then only the deadline ends the wait.
        _start(self._write, json.dumps(request).encode("ascii") + b"\n")
        line = self._next_line(deadline)
        if line is None:
            self.kill()
            return Failure("timeout", f"no answer within {seconds:g} s")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or answer.get("id") != self._count:
            return self._ended()
        if "failed" in answer:
            self.kill()
            return Failure(answer["failed"], answer["reason"])
        return answer

    def kill(self) -> None:
        """End the process and collect it. Idempotent."""
        with contextlib.suppress(OSError):
            self._popen.kill()
        self._popen.wait()
        for thread in self._threads:
            thread.join(timeout=5)
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()

    def _await_ready(self) -> None:
        line = self._next_line(time.monotonic() + START_SECONDS)
        try:
            ready = json.loads(line or b"")
        except ValueError:
            self.kill()
            what = f"not ready within {START_SECONDS:g} s" if line is None else "it ended"
            raise StartFailure(f"{what}: {self._last_words()}") from None
        self.node_version: str = ready["node"]
        self.base_axioms = frozenset[str](ready["axioms"])

    def _ended(self) -> Failure:
        # Its own exit status is known only if it is not killed on the way out.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=5)
        killed = self._popen.poll() in KILLED
        self.kill()
        return Failure("crash", f"the process ended: {self._last_words()}", killed)

    def _next_line(self, deadline: float) -> bytes | None:
        """A line; b"" at the end of the stream; None past the deadline."""
        try:
            return self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=5)
        self._threads[1].join(timeout=1)
        text = self._stderr.decode("utf-8", "replace").strip()
        return f"exit status {self._popen.poll()}" + (f", {text[-800:]}" if text else "")

    def _write(self, data: bytes) -> None:
        stdin = self._popen.stdin
        with contextlib.suppress(OSError, ValueError):
            view = memoryview(data)
            while view and stdin is not None:
                view = view[stdin.write(view) :]

    def _read_lines(self) -> None:
        stdout = self._popen.stdout
        assert stdout is not None
        parts: list[bytes] = []
        size = 0
        with contextlib.suppress(OSError, ValueError):
            while size < REPLY_BYTES and (chunk := stdout.read(1 << 16)):
                *ended, rest = chunk.split(b"\n")
                for line in ended:
                    self._lines.put(b"".join([*parts, line]))
                    parts, size = [], 0
                parts.append(rest)
                size += len(rest)
        self._lines.put(b"")

    def _drain_stderr(self) -> None:
        stderr = self._popen.stderr
        assert stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := stderr.read(1 << 16):
                self._stderr = (self._stderr + chunk)[-STDERR_KEPT:]


def _start(target: Any, *args: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def server_command(
    node: Path,
    toolchain: Path,
    limits: Limits,
    base: Base = CORE,
    *,
    load: Image | None = None,
    save: Image | None = None,
) -> list[str]:
    """The command that serves, from an image or without; with `save` it writes an image instead and ends."""
    stack = _stack_kib()
    image = ["--load", str(load.file), load.id] if load else ["--save", str(save.file), save.id] if save else []
    run = [
        str(node),
        "--permission",
        f"--allow-fs-read={toolchain}",
        f"--allow-fs-read={ASSETS}",
        *(f"--allow-fs-read={file}" for file in base.files),
        # A process that is to see texts never may write.
        *([f"--allow-fs-write={save.file}"] if save and not load else []),
        "--disallow-code-generation-from-strings",
        "--no-warnings",
        f"--wasm-tiering-budget={TIERING_BUDGET}",
        # The module was checked by its hash; a function is validated when it is first called.
        "--wasm-lazy-validation",
        f"--max-old-space-size={limits.js_heap_mb}",
        f"--stack-size={int(stack * V8_SHARE)}",
        str(ASSETS / "server.js"),
        str(toolchain),
        *image,
        *(part for file in base.files for part in ("--base", str(file))),
    ]
    if os.name != "posix":
        return run
    # The limit must be in place before the program starts: the system lays out memory around the stack then.
    return ["/bin/sh", "-c", f'ulimit -S -c 0; ulimit -S -s {stack}; exec "$@"', "lean", *run]


def _stack_kib() -> int:
    if os.name != "posix":
        return 984  # V8's own default
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    return STACK_KIB if hard == resource.RLIM_INFINITY else min(STACK_KIB, hard // 1024)


def environment() -> dict[str, str]:
    """Nothing of the caller's environment: it may hold secrets, and Lean can read it."""
    keep = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG")
    return {name: os.environ[name] for name in keep if name in os.environ}
