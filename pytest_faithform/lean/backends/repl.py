"""The `repl` backend: a native Lean with Mathlib, in a Lake project of the user's, through the Lean REPL.

lean-interact drives the REPL, on what is built already: nothing is cloned, fetched or built here (`project`). One REPL per
worker imports the header once and elaborates each text from there; nothing of a text is kept for the next. The REPL never
gives memory back, so it is replaced now and then. Its messages are judged by our rules (`probed`), like kimina's.
"""

from __future__ import annotations

import atexit
import os
import time
import weakref
from pathlib import Path
from typing import Any

from pytest_faithform.lean.backends.probed import HEADER, NoAnswer, Probed
from pytest_faithform.lean.backends.process import Failure, StartFailure
from pytest_faithform.lean.backends.project import LakeProject, look
from pytest_faithform.lean.backends.replprocess import ReplProcess, require_library
from pytest_faithform.lean.backends.sandbox import Limits, Sandbox, find_sandbox
from pytest_faithform.lean.backends.settle import CONTROL, CONTROL_SECONDS, ask_until_settled
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanMessage, LeanReply

__all__ = ["ReplLean"]

EXAMPLE = "repl:DIR, DIR being a Lake project with Mathlib"
RECYCLE_CHECKS = 200
RECYCLE_SHARE = 0.6  # of the memory limit


class ReplLean:
    """A LeanChecker on the Lake project in `folder`. Not thread-safe: one per worker.

    `timeout` (seconds) holds for checks that name none. Lean runs in a sandbox; `unsafe` says to do without. Nothing is
    looked for before it is needed; what is missing then is LeanUnavailable, with the commands that bring it.
    Raises ValueError where `folder` is none.
    """

    def __init__(
        self, folder: str | Path, *, timeout: float = 60.0, unsafe: bool = False, limits: Limits | None = None
    ) -> None:
        if not str(folder) or not Path(folder).is_dir():
            raise ValueError(f"write {EXAMPLE}; there is no folder {str(folder)!r}")
        self.folder = Path(folder).resolve()
        self.timeout = timeout
        self.unsafe = unsafe
        # Every reply, and with it every record and report, says which it was.
        self.name = "repl:unsafe" if unsafe else "repl"
        # A text may keep every processor busy for as long as it may run.
        self.limits = limits or Limits(cpu_seconds=max(3600, int(2 * timeout * (os.cpu_count() or 1))))
        self._process: ReplProcess | None = None

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        began = time.monotonic()
        seconds = self.timeout if timeout is None else timeout
        probed = Probed(source, header=())
        answer = self._ask(probed, seconds)
        if not isinstance(answer, Failure):
            return self._judged(probed, answer, time.monotonic() - began)
        return LeanReply(
            outcome=answer.kind,
            messages=(LeanMessage(severity="error", text=answer.reason),),
            imports=probed.text.imports,
            seconds=time.monotonic() - began,
            backend=self.name,
        )

    def describe(self) -> dict[str, Any]:
        """What is installed, without starting it. Raises ConnectionError where something is missing: a session then ends
        before anything is measured."""
        try:
            project, sandbox = self._require()
        except LeanUnavailable as error:
            raise ConnectionError(str(error)) from error
        return {
            "backend": self.name,
            "lean": project.version,
            "library": "Mathlib",
            "project": self.folder.name,
            "revisions": project.revisions,
            "header": "\n".join(HEADER),
            "sandbox": sandbox.name,
            "limits": self.limits.describe(),
            "timeout_seconds": self.timeout,
        }

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _ask(self, probed: Probed, seconds: float) -> dict[str, Any] | Failure:
        answer = ask_until_settled(
            self._running, lambda process: process.check(probed.code, seconds), self.close, self._require_control
        )
        process = self._process
        if process is not None and (
            process.checks >= RECYCLE_CHECKS or process.memory_mb > RECYCLE_SHARE * self.limits.memory_mb
        ):
            self.close()
        return answer

    def _judged(self, probed: Probed, answer: dict[str, Any], seconds: float) -> LeanReply:
        messages = answer.get("messages")
        try:
            return probed.reply([] if messages is None else messages, seconds=seconds, backend=self.name)
        except NoAnswer as error:
            self.close()
            raise LeanUnavailable(f"the Lean REPL of {self.folder} gives no answer to a text: {error}") from error

    def _require_control(self, failure: Failure) -> None:
        process = self._running()
        said = self._control(process)
        if said is not None:
            self.close()
            raise LeanUnavailable(
                f"the Lean REPL of {self.folder} failed ({failure.kind}: {failure.reason}), and after a restart its control "
                f"snippet failed too ({said}). `faithform lean doctor --lean repl:{self.folder}` looks at it."
            )
        process.fresh = True

    def _control(self, process: ReplProcess) -> str | None:
        """What is wrong with a Lean that does not accept what any Lean accepts."""
        probed = Probed(CONTROL, header=())
        answer = process.check(probed.code, CONTROL_SECONDS)
        if isinstance(answer, Failure):
            return answer.reason
        reply = self._judged(probed, answer, 0.0)
        accepted = reply.outcome == "ok" and [d.name for d in reply.declarations] == ["faithform_control"]
        return None if accepted else reply.first_error or "its theorem is not declared"

    def _running(self) -> ReplProcess:
        if self._process is not None and self._process.alive:
            return self._process
        self.close()
        project, sandbox = self._require()
        try:
            self._process = ReplProcess(project, sandbox, self.limits)
        except StartFailure as failure:
            raise LeanUnavailable(
                f"the Lean REPL of {self.folder} does not start: {failure}. "
                f"`faithform lean doctor --lean repl:{self.folder}` looks at it."
            ) from failure
        _LIVE.add(self._process)
        return self._process

    def _require(self) -> tuple[LakeProject, Sandbox]:
        require_library()
        sandbox = find_sandbox(unsafe=self.unsafe)
        parts, project = look(self.folder)
        if project is None:
            missing = [f"{part.name}: {part.found}\n    {part.mend}" for part in parts if part.mend]
            raise LeanUnavailable("\n".join([f"the Lean of {self.folder} is not complete.", *missing]))
        return project, sandbox


_LIVE: weakref.WeakSet[ReplProcess] = weakref.WeakSet()


@atexit.register
def _kill_all() -> None:
    for process in list(_LIVE):
        # A forked copy of this interpreter must not take its parent's Lean along when it ends.
        if process.owner == os.getpid():
            process.kill()
