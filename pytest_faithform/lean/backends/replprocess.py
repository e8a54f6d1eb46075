"""One Lean REPL, driven by lean-interact in a sandbox: start, ask, kill. Knows nothing of what a failure means.

lean-interact starts `LAKE env REPL`. The LAKE it is given is a script of ours that starts the REPL in the sandbox, in the
environment that Lake would give it: Lake itself may want to write into the project, or to fetch. And it keeps what Lean
writes to its error output out of a pipe that nobody reads until the end.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pytest_faithform.lean.backends.probed import HEADER
from pytest_faithform.lean.backends.process import Failure, StartFailure
from pytest_faithform.lean.backends.project import LakeProject
from pytest_faithform.lean.backends.sandbox import Limits, Sandbox
from pytest_faithform.lean.checker import LeanUnavailable

__all__ = ["REPL_EXTRA", "ReplProcess", "require_library"]

REPL_EXTRA = "pip install 'pytest-faithform[repl]'"
# A first import of Mathlib reads 6 GB from a disk that may be slow.
START_SECONDS = 600.0
WORDS_KEPT = 800


def require_library() -> Any:
    """lean-interact. Raises LeanUnavailable where it is not installed or does not load."""
    try:
        import lean_interact
    except (ImportError, OSError) as error:
        raise LeanUnavailable(f"lean-interact cannot be loaded ({error}): {REPL_EXTRA}") from error
    return lean_interact


class ReplProcess:
    """A running REPL that holds the header's environment. `fresh` holds until the first text is sent.

    Raises StartFailure where it does not come up.
    """

    def __init__(self, project: LakeProject, sandbox: Sandbox, limits: Limits) -> None:
        self.fresh = True
        self.checks = 0
        self.owner = os.getpid()
        self._limits = limits
        self._scratch = tempfile.TemporaryDirectory(prefix="faithform-repl-")
        self._errors = Path(self._scratch.name) / "stderr"
        self._pid = Path(self._scratch.name) / "pid"
        self._sandboxed = sandbox.bwrap is not None
        library = require_library()
        config = library.LeanREPLConfig(
            project=library.LocalProject(directory=str(project.folder), auto_build=False),
            local_repl_path=str(project.repl),
            build_repl=False,
            lake_path=str(self._launcher(project, sandbox)),
            enable_incremental_optimization=False,
            enable_parallel_elaboration=False,
        )
        self._server: Any = None
        try:
            # The sandbox ends with the thread that started it, so that is one that stays.
            self._server = _starter(self.owner).submit(library.LeanServer, config).result()
            self._header = self._run({"cmd": "\n".join(HEADER)}, START_SECONDS)
        except Exception as error:
            words = self._last_words()
            self.kill()
            raise StartFailure(f"{words or f'{type(error).__name__}: {error}'}"[:WORDS_KEPT]) from error
        said = [m["data"] for m in self._header.get("messages") or [] if m.get("severity") == "error"]
        if said or not isinstance(self._header.get("env"), int):
            self.kill()
            told = said[0] if said else str(self._header)
            raise StartFailure(f"the header is not accepted: {told}"[:WORDS_KEPT])
        self._next = self._header["env"] + 1

    def _launcher(self, project: LakeProject, sandbox: Sandbox) -> Path:
        environment = {
            "PATH": f"{project.home / 'bin'}:/usr/local/bin:/usr/bin:/bin",
            "HOME": "/tmp",
            "LANG": "C.UTF-8",
            "LEAN_SYSROOT": str(project.home),
            "LEAN_PATH": ":".join(map(str, project.libraries)),
        }
        command = sandbox.command(
            [],
            folder=project.folder,
            readable=project.readable,
            environment=environment,
            limits=self._limits,
        )
        script = Path(self._scratch.name) / "lake"
        pid, errors = shlex.quote(str(self._pid)), shlex.quote(str(self._errors))
        text = f'#!/bin/sh\nshift\necho $$ >{pid}\nexec {shlex.join(command)} "$@" 2>{errors}\n'
        script.write_text(text, encoding="utf-8")
        script.chmod(0o700)
        return script

    @property
    def alive(self) -> bool:
        return self._server is not None and bool(self._server.is_alive())

    @property
    def memory_mb(self) -> float:
        return float(self._server.get_memory_usage()) if self.alive else 0.0

    def check(self, code: str, seconds: float) -> dict[str, Any] | Failure:
        """The REPL's answer to one text on the header; past `seconds` of wall time it is killed."""
        self.fresh = False
        self.checks += 1
        try:
            answer = self._run({"cmd": code, "env": self._header["env"]}, seconds)
        except TimeoutError:
            self.kill()
            return Failure("timeout", f"no answer within {seconds:g} s")
        except (ConnectionError, ChildProcessError, ValueError) as error:
            words = self._last_words() or str(error).partition("\n")[0]
            self.kill()
            return Failure("crash", f"the process ended: {words}")
        # Each answer has the next number: one that a text made up, or that belongs to another, would shift all after it.
        if answer.get("env") != self._next:
            self.kill()
            return Failure("crash", f"the REPL is out of step: {str(answer)[:WORDS_KEPT]}")
        self._next += 1
        return answer

    def kill(self) -> None:
        """End the process and all that it started. Idempotent."""
        if self._sandboxed and self.alive:
            # The first process of a sandbox heeds no polite request, and lean-interact waits a second for it.
            with contextlib.suppress(OSError, ValueError):
                os.kill(int(self._pid.read_text()), signal.SIGKILL)
        if self._server is not None:
            self._server.kill()
        with contextlib.suppress(OSError):
            self._scratch.cleanup()

    def _run(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer: object = self._server.run_dict(request, timeout=seconds)
        if not isinstance(answer, dict):
            raise ValueError(f"no answer of a REPL: {str(answer)[:WORDS_KEPT]}")
        return answer

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            return self._errors.read_bytes()[-WORDS_KEPT:].decode("utf-8", "replace").strip()
        return ""


@functools.cache
def _starter(owner: int) -> ThreadPoolExecutor:
    """A thread that lives as long as this process (a forked one needs its own)."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"faithform-repl-{owner}")
