"""The `embedded` backend: a real Lean 4 core in WebAssembly, run by Node, one process per worker. No Mathlib.

`embedded` is bare core. `embedded:prelude` elaborates each text on a prelude of everyday Mathlib names besides, whose
axioms are assumed: its replies bear that name, and their declarations say which of the axioms they rest on.

The toolchain is what `install` lays out; `assets/server.js` is the process at the other end of the pipe. This module
starts it, asks it, and decides what a failure means. A fault that follows the text is the text's: a snippet that
crashes or exhausts a fresh Lean twice while a control snippet passes is `crash` or `timeout`. Everything else that goes
wrong is LeanUnavailable.
"""

from __future__ import annotations

import atexit
import os
import time
import weakref
from pathlib import Path
from typing import Any

from pytest_faithform.lean import prelude as prelude_text
from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.bases import CORE, PRELUDE, server_hash
from pytest_faithform.lean.backends.lacking import Lacking
from pytest_faithform.lean.backends.process import Failure, LeanProcess, Limits, StartFailure
from pytest_faithform.lean.backends.reply import build_reply, find_codeless, prepare
from pytest_faithform.lean.backends.settle import CONTROL, CONTROL_SECONDS, ask_until_settled
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.lean.composite import frame_of, head_of
from pytest_faithform.model import LeanReply

__all__ = ["EmbeddedLean"]

LEAN_VERSION = "4.28.0-pre (wasm32, unofficial build)"

MEND = "`faithform lean install` checks the toolchain and rebuilds it if it is damaged."

# Linear memory never shrinks. A process that has grown this large is replaced between two checks.
RECYCLE_HEAP_MB = 1400


class EmbeddedLean:
    """A LeanChecker on the embedded toolchain. Not thread-safe: one per worker.

    `toolchain` is the folder that `install` returned; by default the one it would return. `timeout` (seconds) holds
    for checks that name none. `max_heartbeats` is Lean's own deterministic limit (in thousands of allocations), which
    ends most runaway texts as an ordinary error. With `prelude` each text is elaborated on the prelude.
    """

    def __init__(
        self,
        toolchain: Path | None = None,
        *,
        prelude: bool = False,
        timeout: float = 60.0,
        max_heartbeats: int = 200_000,
    ) -> None:
        self.base = PRELUDE if prelude else CORE
        self.name = "embedded:prelude" if prelude else "embedded"
        self.toolchain = toolchain
        self.limits = Limits(max_heartbeats=max_heartbeats)
        self.timeout = timeout
        self._process: LeanProcess | None = None
        self._lacking: Lacking | None = None

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        began = time.monotonic()
        seconds = self.timeout if timeout is None else timeout
        text = prepare(source)
        frame = "" if head_of(text.code) else frame_of(source)
        answer = self._ask_until_settled(text.code, seconds, frame)
        codeless = find_codeless(text, answer)
        if codeless is not None:
            answer = self._ask_until_settled(text.code, seconds, frame, compiled=False)
        if self._lacking is None:
            self._lacking = Lacking.load()
        return build_reply(
            text,
            answer,
            self._lacking,
            seconds=time.monotonic() - began,
            backend=self.name,
            codeless=codeless,
            prelude=self.base is PRELUDE,
        )

    def describe(self) -> dict[str, Any]:
        return {
            "backend": self.name,
            "lean": LEAN_VERSION,
            "library": self.base.library,
            **self._assumptions(),
            "node": install.node_version(),
            "toolchain": install.toolchain_id(),
            "assets": server_hash(self.base),
            "timeout_seconds": self.timeout,
            **self.limits.describe(),
        }

    def _assumptions(self) -> dict[str, Any]:
        """What a reader of the run must know about the prelude, where there is one."""
        if self.base is CORE:
            return {}
        return {"prelude": {"sha256": prelude_text.sha256(), "assumed_axioms": len(prelude_text.axioms())}}

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __enter__(self) -> EmbeddedLean:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask_until_settled(
        self, code: str, seconds: float, frame: str, *, compiled: bool = True
    ) -> dict[str, Any] | Failure:
        """The server's answer, or the failure that follows the text."""
        head = head_of(code)
        answer = ask_until_settled(
            self._running,
            lambda process: process.check(code, seconds, compiled=compiled, head=head, frame=frame),
            self.close,
            self._require_control,
        )
        if not isinstance(answer, Failure) and answer["heap_mb"] > RECYCLE_HEAP_MB:
            self.close()
        return answer

    def _require_control(self, failure: Failure) -> None:
        process = self._running()
        answer = process.check(CONTROL, CONTROL_SECONDS)
        if isinstance(answer, dict) and not answer["messages"]:
            process.fresh = True
            return
        self.close()
        found = answer.reason if isinstance(answer, Failure) else answer["messages"][0]["text"]
        raise LeanUnavailable(
            f"the embedded Lean failed ({failure.kind}: {failure.reason}), and after a restart its control snippet "
            f"failed too ({found}). {MEND}"
        )

    def _running(self) -> LeanProcess:
        if self._process is not None and self._process.alive:
            return self._process
        self.close()
        node = install.find_node()
        toolchain = install.require_toolchain(self.toolchain)
        try:
            self._process = self._start(node, toolchain)
        except StartFailure as failure:
            raise LeanUnavailable(f"the embedded Lean at {toolchain} does not start: {failure}. {MEND}") from failure
        _LIVE.add(self._process)
        return self._process

    def _start(self, node: Path, toolchain: Path) -> LeanProcess:
        image = images.require(node, toolchain, self.base)
        if image is not None:
            try:
                return LeanProcess(node, toolchain, self.limits, image, self.base)
            except StartFailure as failure:
                # A machine that had no memory left for one start is no reason to take the image from all.
                if images.REFUSED in str(failure):
                    images.discard(image)
        return LeanProcess(node, toolchain, self.limits, None, self.base)


_LIVE: weakref.WeakSet[LeanProcess] = weakref.WeakSet()


@atexit.register
def _kill_all() -> None:
    for process in list(_LIVE):
        # A forked copy of this interpreter must not take its parent's Lean along when it ends.
        if process.owner == os.getpid():
            process.kill()
