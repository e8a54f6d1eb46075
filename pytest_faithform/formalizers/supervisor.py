"""Holds one server for as long as the one who asked for it lives: `python supervisor.py COMMAND …`.

It runs in a session of its own and holds the read end of a pipe on standard input. The other end is the caller's: when
that closes, for whatever reason (the caller stopped the server, raised, was killed), the server and everything that it
started is ended, first asked and then killed. The server's exit status is its own.

A script of the standard library alone: it is run by its path, without the package.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

#: Seconds that a server has to end by itself when it is asked.
GRACE_SECONDS = 10.0
_LOOK_SECONDS = 0.25
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def main(command: list[str]) -> int:
    # A caller may be one whose children are killed when it ends, as an actor's of Ray are: what holds the server is a child
    # of its child, and sees to the server when that one is gone.
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return _hold(command)


def _hold(command: list[str]) -> int:
    ended = _Ended()
    parent = os.getppid()
    set_option = _prctl()
    # What a dead server leaves behind becomes ours, so that it can be found.
    set_option(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            process_group=0,
            # Where this process is killed itself, the kernel ends the server.
            preexec_fn=lambda: set_option(_PR_SET_PDEATHSIG, signal.SIGTERM),
        )
    except OSError as error:
        print(f"{command[0]} cannot be started: {error}", file=sys.stderr)
        return 127
    while server.poll() is None and not ended and os.getppid() == parent and not _hung_up():
        pass
    status = server.poll()
    _end(server)
    if status is None:
        return 0
    return status if status >= 0 else 128 - status


class _Ended:
    """True once a signal asked for the end."""

    def __init__(self) -> None:
        self._asked = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        self._asked = True

    def __bool__(self) -> bool:
        return self._asked


def _hung_up() -> bool:
    """Whether the caller's end of the pipe is closed; looks for a moment."""
    readable, _, _ = select.select([0], [], [], _LOOK_SECONDS)
    return bool(readable) and not os.read(0, 4096)


def _end(server: subprocess.Popen[bytes]) -> None:
    _signal_group(server.pid, signal.SIGTERM)
    asked: set[int] = set()
    deadline = time.monotonic() + GRACE_SECONDS
    while time.monotonic() < deadline:
        # In this order: what a server leaves that ends between the two looks would be seen by neither.
        ended = server.poll() is not None and not _group_lives(server.pid)
        orphans = _orphans(server.pid)
        _signal(set(orphans) - asked, signal.SIGTERM)
        asked.update(orphans)
        if ended and not orphans:
            return
        time.sleep(0.02)
    _signal_group(server.pid, signal.SIGKILL)
    # Its children become ours when it is gone, and theirs when they are.
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(timeout=5)
    for _ in range(250):
        orphans = _orphans(server.pid)
        if not orphans:
            return
        _signal(orphans, signal.SIGKILL)
        time.sleep(0.02)


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(group, number)


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    return True


def _orphans(server: int) -> list[int]:
    """Processes of the server that are ours now, whatever group or session they made for themselves. Those that have ended
    are taken from the table, and what they leave is looked for again."""
    while True:
        lives, reaped = [], False
        for pid in _children():
            if pid == server:
                continue
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG)[0]:
                    reaped = True
                else:
                    lives.append(pid)
        if not reaped:
            return lives


def _children() -> list[int]:
    try:
        return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except (OSError, ValueError):
        return []


def _prctl() -> Callable[[int, int], object]:
    """Linux' way to set an option of the calling process; elsewhere the pipe and the group must do."""
    if not sys.platform.startswith("linux"):
        return lambda option, value: None
    library = ctypes.CDLL(None)
    return lambda option, value: library.prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
