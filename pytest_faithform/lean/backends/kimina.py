"""The `kimina` backend: a kimina-lean-server that keeps Lean REPLs with Mathlib warm, over HTTP.

The server's own status is not used: it calls a text valid that rests on `sorryAx`, on axioms or on `native_decide`. Its
messages are judged by our rules (`probed`). It says 500 where all its REPLs are busy as well as where one dies of a text:
only what says that Lean ended or ran out of time while it ran the text counts against the text, and only where a fresh REPL
shows it again and a control snippet passes. All else is waited out for a while, and then a fault of the apparatus.
"""

from __future__ import annotations

import base64
import itertools
import math
import os
import re
import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qsl, unquote

from pytest_faithform.address import split_address
from pytest_faithform.lean.backends.probed import HEADER, NoAnswer, Probed
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanMessage, LeanReply

if TYPE_CHECKING:
    import httpx

__all__ = ["KEY_VARIABLE", "KiminaLean", "ended_by"]

KEY_VARIABLE = "FAITHFORM_LEAN_KEY"
CONTROL = "theorem faithform_control (a b : Nat) (h : a + 1 = b) : b = a + 1 := h.symm\n#eval Lean.versionString\n"
CONTROL_SECONDS = 120.0
IMPORTS = sum(line.startswith("import ") for line in HEADER)
# A server with all REPLs busy says 429 or 500, one that is being restarted refuses connections: both pass.
PATIENCE_SECONDS = 300.0
# Where nothing has answered yet, the address is more likely wrong.
REACH_SECONDS = 20.0
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
# On top of the time of header and text: waiting for a REPL, and the way there and back.
OVERHEAD_SECONDS = 120.0
# What no one notices of a wait.
GRACE_SECONDS = 3.0

_ENDED = re.compile(
    r"\b(?:exited|died|killed|aborted|aborting|OOM|out of memory|memory limit|memory|broken pipe|stack overflow"
    r"|segmentation fault)\b",
    re.IGNORECASE,
)
# Of these Lean never came to the text.
_BEFORE = re.compile(r"\bheader\b|failed to start|not started", re.IGNORECASE)
_TIMED_OUT = re.compile(r"\btimed out\b", re.IGNORECASE)


def ended_by(error: str) -> Literal["timeout", "crash"] | None:
    """How Lean ended while it ran the text, as the server's error tells it; None: Lean never came to the text, or the error
    is the server's own, such as all its REPLs being busy."""
    if _BEFORE.search(error):
        return None
    return "timeout" if _TIMED_OUT.search(error) else "crash" if _ENDED.search(error) else None


@dataclass(frozen=True)
class _Answer:
    """What became of one text: the REPL's `response`, or the `error` that ended it. `seconds` is Lean's own time, `waited`
    all that went by beside it."""

    response: dict[str, Any] | None
    error: str
    seconds: float
    waited: float


class _Passing(Exception):
    """A trouble of the server's that may pass. `in_header`: importing took longer than the text may take; `broken`: the REPL
    has lost what it held, and would be lent again."""

    def __init__(self, trouble: str, *, in_header: bool = False, broken: bool = False) -> None:
        super().__init__(trouble)
        self.in_header = in_header
        self.broken = broken


class KiminaLean:
    """A LeanChecker on a kimina-lean-server at `url`. Not thread-safe: one per worker.

    `timeout` (seconds) holds for checks that name none; the server takes whole seconds. The API key is read from
    $FAITHFORM_LEAN_KEY and goes nowhere but to the server; no message holds it, nor the URL's user, password or query.

    A reply's `seconds` are Lean's own. Waiting for the server is reported in it; in a check that names its time, which is
    part of a budget of wall time, a wait of more than half of that time (and of 3 s) is LeanUnavailable: what the caller
    then left open would be the server's doing. The header of a fresh REPL, asked for because a text failed, is no wait.
    """

    name = "kimina"

    def __init__(self, url: str, *, timeout: float = 60.0, patience: float = PATIENCE_SECONDS) -> None:
        parts = split_address(url, "kimina:http://HOST:PORT")
        #: The address as it may be shown.
        self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
        self._endpoint = f"{self.url}/api/check{f'?{parts.query}' if parts.query else ''}"
        self._login = (unquote(parts.username or ""), unquote(parts.password or "")) if "@" in parts.netloc else None
        pair = ":".join(self._login or ())
        queried = [value for _, value in parse_qsl(parts.query) if len(value) > 3]
        self._secrets = [parts.query, *queried, parts.netloc.rpartition("@")[0], parts.password or "", pair]
        self._secrets += [*(self._login or ())[1:], base64.b64encode(pair.encode()).decode()]
        self.timeout = timeout
        self.patience = patience
        self._client: httpx.Client | None = None
        self._reached = False
        self._version: str | None = None
        # Whether the server counts the lines of the imports depends on its version.
        self._not_counted = 0

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        if self._version is None:
            self._control()
        seconds = self.timeout if timeout is None else timeout
        probed = Probed(source)
        answers, failures, fresh = [self._ask(probed.code, seconds)], 0, False
        # What happens in a used REPL may come of what it ran before. A time-out of a fresh one is final, as it would only
        # take as long again.
        while answers[-1].response is None:
            failures += fresh
            if failures == 2 or (fresh and _TIMED_OUT.search(answers[-1].error)):
                break
            fresh = True
            answers.append(self._ask(probed.code, seconds, fresh=True))
        waited = sum(answer.waited for answer in answers)
        if timeout is not None and waited > max(timeout / 2, GRACE_SECONDS):
            raise self._fault(
                f"kept a check of {timeout:g} s waiting for {waited:.1f} s: has it too few REPLs for this run?"
            )
        answer = answers[-1]
        spent = sum(answer.seconds for answer in answers)
        notices: tuple[LeanMessage, ...] = ()
        if waited > GRACE_SECONDS:
            notices = (LeanMessage(severity="info", text=f"waited {waited:.1f} s for the server"),)
        if answer.response is not None:
            try:
                reply = self._reply(probed, answer.response, spent)
            except NoAnswer as error:
                raise self._fault(
                    f"answers in another protocol than /api/check's: {self._quoted(str(error))}"
                ) from error
            return reply.model_copy(update={"messages": (*reply.messages, *notices)})
        self._control()
        message = LeanMessage(severity="error", text=self._quoted(answer.error, 2000))
        return LeanReply(
            outcome="timeout" if _TIMED_OUT.search(answer.error) else "crash",
            messages=(message, *notices),
            imports=probed.text.imports,
            seconds=spent,
            backend=self.name,
        )

    def describe(self) -> dict[str, Any]:
        """With the version of Lean, for which the server is asked once. Raises ConnectionError where it does not work: a
        session then ends before anything is measured with a Lean that its manifest does not name."""
        if self._version is None:
            try:
                self._control()
            except LeanUnavailable as error:
                raise ConnectionError(str(error)) from error
        return {
            "backend": self.name,
            "url": self.url,
            **({"lean": self._version} if self._version else {}),
            "library": "Mathlib, as the server has it",
            "header": "\n".join(HEADER),
            "timeout_seconds": self.timeout,
        }

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _control(self) -> None:
        """See that Lean accepts what any Lean accepts, and is of the version it was. Raises LeanUnavailable otherwise."""
        probed = Probed(CONTROL)
        answer = self._ask(probed.code, CONTROL_SECONDS)
        if answer.response is None:
            answer = self._ask(probed.code, CONTROL_SECONDS, fresh=True)
        if answer.response is None:
            raise self._fault(f"fails on a control snippet: {self._quoted(answer.error)}")
        said = "its answers are not where they were asked for"
        for self._not_counted in (0, IMPORTS):
            try:
                reply = self._reply(probed, answer.response, 0.0)
            except NoAnswer as error:
                said = str(error)
                continue
            if reply.outcome == "ok" and [d.name for d in reply.declarations] == ["faithform_control"]:
                break
            said = reply.first_error or said
        else:
            raise self._fault(f"fails on a control snippet: {self._quoted(said)}")
        version = next((m.text.strip().strip('"') for m in reply.messages if m.severity == "info"), "")
        if self._version not in (None, version):
            raise self._fault(f"has another Lean than before: {version or 'unknown'}, not {self._version or 'unknown'}")
        self._version = version

    def _reply(self, probed: Probed, response: dict[str, Any], spent: float) -> LeanReply:
        messages = response.get("messages")
        return probed.reply(
            [] if messages is None else messages, seconds=spent, backend=self.name, not_counted=self._not_counted
        )

    def _ask(self, code: str, seconds: float, *, fresh: bool = False) -> _Answer:
        """What a REPL answers to one text; a `fresh` one has run nothing before. Waits out the server's own troubles."""
        import httpx

        began = time.monotonic()
        limit, reuse = max(1, math.ceil(seconds)), not fresh
        for attempt in itertools.count():
            snippet = uuid.uuid4().hex
            body = {"snippets": [{"id": snippet, "code": code}], "timeout": limit, "reuse": reuse}
            sent = time.monotonic()
            patience = self.patience
            try:
                # The limit holds for the header and for the text, one after the other.
                answer = self._open().post(self._endpoint, json=body, timeout=2 * limit + OVERHEAD_SECONDS)
                self._reached = True
                result = self._result(answer, snippet)
            except (httpx.RequestError, httpx.InvalidURL) as error:
                self.close()
                trouble = f"cannot be reached: {type(error).__name__} {self._quoted(str(error))}"
                patience = self.patience if self._reached else min(self.patience, REACH_SECONDS)
            except _Passing as passing:
                trouble = str(passing)
                reuse = reuse and not passing.broken
                if passing.in_header:
                    limit = max(limit, min(2 * limit, math.ceil(CONTROL_SECONDS)))
            else:
                taken = time.monotonic() - sent
                lean = _seconds(result.get("time"), taken)
                waited = sent - began + (0.0 if fresh else taken - lean)
                return _Answer(result.get("response"), result.get("error") or "", lean, waited)
            pause = PAUSES[min(attempt, len(PAUSES) - 1)]
            if time.monotonic() + pause > began + patience:
                break
            time.sleep(pause)
        raise self._fault(f"{trouble}, for {patience:g} s")

    def _result(self, answer: httpx.Response, snippet: str) -> dict[str, Any]:
        """The result for the text: with the REPL's `response`, or with an `error` that may be the text's fault."""
        if answer.status_code == 500:
            detail = _detail(answer)
            if _ENDED.search(detail) and not _BEFORE.search(detail):
                return {"error": detail}
            raise _Passing(f"answers 500 ({self._quoted(detail) or 'which it says where all its REPLs are busy'})")
        if answer.status_code != 200:
            raise self._refusal(answer)
        try:
            results = answer.json()["results"]
            result: dict[str, Any] = next(r for r in results if r["id"] in (snippet, f"{snippet}-header"))
            error = result.get("error")
            response: Any = result.get("response")
            if error is None and not isinstance(response, dict):
                raise TypeError(f"a response of the type {type(response).__name__}")
        except (ValueError, KeyError, TypeError, AttributeError, StopIteration, RecursionError) as error:
            raise self._fault(f"answers in another protocol than /api/check's: {self._quoted(answer.text)}") from error
        if error is None:
            if "message" in response:
                raise _Passing(f"has a REPL that says: {self._quoted(str(response['message']))}", broken=True)
            return {"response": response, "time": result.get("time")}
        error = str(error)
        in_header = result["id"] != snippet or _BEFORE.search(error) is not None
        if in_header or ended_by(error) is None:
            raise _Passing(f"answers with the error: {self._quoted(error)}", in_header=in_header)
        return {"error": error, "time": result.get("time")}

    def _refusal(self, answer: httpx.Response) -> Exception:
        """What another status than 200 and 500 means: whether waiting may help."""
        said = self._quoted(answer.text)
        if answer.status_code in (401, 403):
            return self._fault(f"wants another API key: set {KEY_VARIABLE}")
        if answer.status_code in (404, 405):
            return LeanUnavailable(f"nothing at {self.url}/api/check: is this the address of a kimina-lean-server?")
        if answer.status_code in (429, 502, 503, 504):
            return _Passing(f"answers {answer.status_code}: {said}")
        return self._fault(f"answers {answer.status_code}: {said}")

    def _fault(self, what: str) -> LeanUnavailable:
        return LeanUnavailable(f"the kimina-lean-server at {self.url} {what}")

    def _quoted(self, text: str, length: int = 300) -> str:
        """A text of the server's without what was told to it in confidence."""
        for secret in sorted({*self._secrets, _key()} - {"", ":"}, key=len, reverse=True):
            text = text.replace(secret, "***")
        return " ".join(text.split())[:length]

    def _open(self) -> httpx.Client:
        import httpx

        if self._client is None:
            key = _key()
            if not (key.isascii() and key.isprintable()):
                raise LeanUnavailable(f"{KEY_VARIABLE} holds characters that no API key has")
            self._client = httpx.Client(headers={"authorization": f"Bearer {key}"} if key else {}, auth=self._login)
        return self._client


def _key() -> str:
    return os.environ.get(KEY_VARIABLE, "").strip()


def _detail(answer: httpx.Response) -> str:
    """What the server itself says of its error; a proxy before it says something else."""
    try:
        detail = answer.json()["detail"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return detail if isinstance(detail, str) else ""


def _seconds(told: object, taken: float) -> float:
    """Lean's own time of the `taken`, as the server tells it."""
    if isinstance(told, int | float) and not isinstance(told, bool) and math.isfinite(told):
        return min(max(float(told), 0.0), taken)
    return taken
