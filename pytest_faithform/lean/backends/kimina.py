"""The `kimina` backend: a kimina-lean-server that keeps Lean REPLs with Mathlib warm, over HTTP.

The server's own status is not used: it calls a text valid that rests on `sorryAx`, on axioms or on `native_decide`. Its
messages are judged by our rules (`probed`). What it answers only as text ("timed out" in `error`) and what it answers by
a broken REPL is told apart from its own trouble by a control snippet.
"""

from __future__ import annotations

import math
import os
import time
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_faithform.lean.backends.probed import HEADER, Probed
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanMessage, LeanReply

if TYPE_CHECKING:
    import httpx

__all__ = ["KEY_VARIABLE", "KiminaLean"]

KEY_VARIABLE = "FAITHFORM_LEAN_KEY"
CONTROL = "theorem faithform_control (a b : Nat) (h : a + 1 = b) : b = a + 1 := h.symm\n#eval Lean.versionString\n"
CONTROL_SECONDS = 120.0
IMPORTS = sum(line.startswith("import ") for line in HEADER)
# A server with all REPLs busy says 429, one that is being restarted refuses connections: both pass.
PATIENCE_SECONDS = 300.0
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
# On top of the check's own time: importing Mathlib into a fresh REPL, and the way there and back.
OVERHEAD_SECONDS = 120.0


class KiminaLean:
    """A LeanChecker on a kimina-lean-server at `url`. Not thread-safe: one per worker.

    `timeout` (seconds) holds for checks that name none; the server takes whole seconds. The API key is read from
    $FAITHFORM_LEAN_KEY and goes nowhere but to the server.
    """

    name = "kimina"

    def __init__(self, url: str, *, timeout: float = 60.0, patience: float = PATIENCE_SECONDS) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a kimina-lean-server: write kimina:http://HOST:PORT")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.patience = patience
        self._client: httpx.Client | None = None
        self._version: str | None = None
        # Whether the server counts the lines of the imports depends on its version.
        self._not_counted = 0

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        began = time.monotonic()
        if self._version is None:
            self._version = self._control()
        seconds = self.timeout if timeout is None else timeout
        probed = Probed(source)
        result = self._ask(probed.code, seconds)
        if "response" not in result and "timed out" not in result["error"]:
            # A REPL that died may have died of something else: the text is blamed only if it happens again.
            result = self._ask(probed.code, seconds)
        spent = time.monotonic() - began
        if "response" in result:
            return self._reply(probed, result["response"], spent)
        self._version = self._control()
        message = LeanMessage(severity="error", text=result["error"][:2000])
        return LeanReply(
            outcome="timeout" if "timed out" in result["error"] else "crash",
            messages=(message,),
            imports=probed.text.imports,
            seconds=spent,
            backend=self.name,
        )

    def describe(self) -> dict[str, Any]:
        parts = urlsplit(self.url)
        return {
            "backend": self.name,
            "url": f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}{parts.path}",
            "library": "Mathlib, as the server has it",
            "header": "\n".join(HEADER),
            "timeout_seconds": self.timeout,
        }

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _control(self) -> str:
        """Lean's version, by a snippet that any Lean accepts. Raises LeanUnavailable where it fails."""
        probed = Probed(CONTROL)
        result = self._ask(probed.code, CONTROL_SECONDS)
        if "response" not in result:
            raise LeanUnavailable(f"the kimina-lean-server at {self.url} fails on a control snippet: {result['error']}")
        for self._not_counted in (0, IMPORTS):
            reply = self._reply(probed, result["response"], 0.0)
            if [d.name for d in reply.declarations] == ["faithform_control"]:
                break
        else:
            said = reply.first_error or "its answers are not where they were asked for"
            raise LeanUnavailable(f"the kimina-lean-server at {self.url} fails on a control snippet: {said}")
        return next((m.text.strip('"') for m in reply.messages if m.severity == "info"), "unknown")

    def _reply(self, probed: Probed, response: dict[str, Any], spent: float) -> LeanReply:
        messages = response.get("messages") or []
        return probed.reply(messages, seconds=spent, backend=self.name, not_counted=self._not_counted)

    def _ask(self, code: str, seconds: float) -> dict[str, Any]:
        """The server's result for one text: with a `response`, or with an `error` that may be the text's fault."""
        import httpx

        snippet = uuid.uuid4().hex
        body = {"snippets": [{"id": snippet, "code": code}], "timeout": max(1, math.ceil(seconds)), "reuse": True}
        deadline = time.monotonic() + self.patience
        for attempt in range(10**6):
            try:
                answer = self._open().post(f"{self.url}/api/check", json=body, timeout=seconds + OVERHEAD_SECONDS)
            except httpx.TransportError as error:
                self.close()
                trouble = f"cannot be reached: {type(error).__name__} {error}"
            else:
                if answer.status_code == 200:
                    return self._result(answer, snippet)
                trouble = self._trouble(answer)
                if answer.status_code == 500:
                    return {"error": trouble}
            pause = PAUSES[min(attempt, len(PAUSES) - 1)]
            if time.monotonic() + pause > deadline:
                break
            time.sleep(pause)
        raise LeanUnavailable(f"the kimina-lean-server at {self.url} {trouble}, for {self.patience:g} s")

    def _trouble(self, answer: httpx.Response) -> str:
        """What another status than 200 means, where waiting may help. Raises LeanUnavailable where it cannot."""
        said = " ".join(answer.text.split())[:300]
        if answer.status_code in (401, 403):
            raise LeanUnavailable(f"the kimina-lean-server at {self.url} wants another API key: set {KEY_VARIABLE}")
        if answer.status_code in (404, 405):
            raise LeanUnavailable(f"nothing at {self.url}/api/check: is this the address of a kimina-lean-server?")
        if answer.status_code not in (429, 500, 502, 503, 504):
            raise LeanUnavailable(f"the kimina-lean-server at {self.url} answers {answer.status_code}: {said}")
        return f"answers {answer.status_code}: {said}"

    def _result(self, answer: httpx.Response, snippet: str) -> dict[str, Any]:
        try:
            results = answer.json()["results"]
            result: dict[str, Any] = next(result for result in results if result["id"] == snippet)
            response = result.get("response")
            if isinstance(response, dict) and "message" not in response:
                return {"response": response}
            return {"error": str(result.get("error") or (response or {})["message"])}
        except (ValueError, KeyError, TypeError, StopIteration) as error:
            said = " ".join(answer.text.split())[:300]
            raise LeanUnavailable(
                f"the kimina-lean-server at {self.url} answers in another protocol than /api/check's: {said}"
            ) from error

    def _open(self) -> httpx.Client:
        import httpx

        if self._client is None:
            key = os.environ.get(KEY_VARIABLE)
            self._client = httpx.Client(headers={"authorization": f"Bearer {key}"} if key else {})
        return self._client
