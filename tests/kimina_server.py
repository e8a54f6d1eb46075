"""A server that speaks kimina-lean-server's /api/check on loopback and elaborates with the embedded Lean.

It stands in for a machine with a native Lean: the client is tried on a real Lean behind the real protocol. Faults are
scripted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from email.message import Message
from typing import Any

import native_words
from loopback import Loopback

from pytest_faithform.lean.backends.embedded import EmbeddedLean

Fault = Callable[[int, dict[str, Any]], "tuple[int, Any] | None"]


def split(code: str) -> tuple[int, str]:
    """How many lines of imports and blanks stand at the head, and the rest."""
    lines = code.splitlines()
    count = 0
    while count < len(lines) and (not lines[count].strip() or lines[count].strip().startswith("import ")):
        count += 1
    return count, "\n".join(lines[count:])


class KiminaServer(Loopback):
    """`fault(n, request)` may answer the n-th request (from 0) with a status and a body instead."""

    def __init__(self, lean: EmbeddedLean, *, counts_imports: bool = True, fault: Fault | None = None) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.fault = fault
        self._lean = lean
        self._counts_imports = counts_imports
        # Requests come in threads of their own, and the Lean behind them is one.
        self._lock = threading.Lock()
        super().__init__()

    def answer(self, path: str, headers: Message, body: dict[str, Any]) -> tuple[int, Any]:
        number = len(self.requests)
        self.requests.append(body)
        self.keys.append(headers["authorization"])
        self.paths.append(path)
        if path.partition("?")[0] != "/api/check":
            return 404, {"detail": "Not Found"}
        told = self.fault(number, body) if self.fault else None
        try:
            with self._lock:
                return told or (200, self.check(body))
        except ChildProcessError:
            return 500, {"detail": "Lean process exited"}

    def check(self, body: dict[str, Any]) -> dict[str, Any]:
        return {"results": [self._one(snippet, body["timeout"]) for snippet in body["snippets"]]}

    def _one(self, snippet: dict[str, Any], timeout: int) -> dict[str, Any]:
        imports, text = split(snippet["code"])
        before = imports if self._counts_imports else 0
        try:
            messages, seconds = native_words.said(self._lean, text, timeout=timeout, lines_before=before)
        except TimeoutError:
            return {"id": snippet["id"], "time": timeout, "error": f"Lean REPL command timed out in {timeout} seconds"}
        return {"id": snippet["id"], "time": seconds, "response": {"env": 1, "messages": messages}}
