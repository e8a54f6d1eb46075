"""A client of an OpenAI-compatible endpoint: requests are plain values, answers come from the store or the network.

Requests run on one event loop in a thread of their own, at most `concurrency` at a time; the openai client backs off
on 429, 5xx and timeouts. After a run of items that failed for reasons of the endpoint it is taken for dead, and the rest
fail at once. Systems under test and judges ask in the same way.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from pytest_faithform.errors import FaithformFault, Where
from pytest_faithform.formalizers.parameters import EXTRA, STANDARD, checked_endpoint
from pytest_faithform.store import AnswerStore

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["Answer", "Endpoint", "RefusedRequest"]

#: Items that must fail for reasons of the endpoint, with no success between, before it is taken for dead.
_DEAD_AFTER = 3
#: Statuses that no other text would change: the key, the address or the model's name is wrong.
_HOPELESS = frozenset([401, 403, 404])
#: Statuses that follow the text: too long, or not to the server's liking.
_OF_THE_TEXT = frozenset([400, 413, 422])
#: Seconds that making a connection may take. An answer may be long in coming, a connection is not.
_CONNECT_SECONDS = 30.0
#: The longest Retry-After that the client honours, in seconds.
_LONGEST_PAUSE = 120.0
#: Where the key is read from; the first that is set.
_KEYS = ("FAITHFORM_API_KEY", "OPENAI_API_KEY")


class RefusedRequest(FaithformFault):
    """The endpoint works, but refuses this request (HTTP 400, 413, 422): its text is too long, or a setting unknown."""


@dataclass(frozen=True)
class Answer:
    """What came back: `reply`, `finish_reason`, `prompt_tokens`, `completion_tokens`, `model` and `seconds`. `stored_at`
    (UTC, ISO 8601) is set where it came from the store."""

    fields: dict[str, Any]
    stored_at: str | None = None

    @property
    def reply(self) -> str:
        text: str = self.fields["reply"]
        return text


class Endpoint:
    """Chat completions of `model` at `base_url` (or the client's own default), kept in `store`.

    `where` says whose fault it is when the endpoint fails; `key_variable` names the environment variable that holds its
    key (default: FAITHFORM_API_KEY, else OPENAI_API_KEY). Raises ValueError for an address that cannot be asked.
    """

    def __init__(
        self,
        model: str,
        *,
        store: AnswerStore,
        where: Where,
        base_url: str | None = None,
        revision: str | None = None,
        concurrency: int = 16,
        timeout: float = 600.0,
        max_retries: int = 5,
        key_variable: str | None = None,
    ) -> None:
        if concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, not {concurrency}")
        self.model = model
        self._store = store
        self._where: Where = where
        address = base_url or os.environ.get("OPENAI_BASE_URL")
        self._base_url = checked_endpoint(address) if address else None
        self._revision = revision
        self._concurrency = concurrency
        self._timeout = timeout
        self._max_retries = max_retries
        self._keys = (key_variable,) if key_variable else _KEYS
        self._health = _Health()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: AsyncOpenAI | None = None
        self._slots: asyncio.Semaphore | None = None

    @property
    def address(self) -> str:
        """The endpoint without what may be secret: user, password, query."""
        parts = urlsplit(self._base_url or "default")
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))

    def request(
        self, messages: list[dict[str, str]], sampling: dict[str, Any], *, sample: int = 0, **more: Any
    ) -> dict[str, Any]:
        """A request as a value: everything that its answer depends on, and the store's key. `more` may hold a
        `response_format`, and names of one's own that tell equal requests apart."""
        sampling = dict(sampling)
        if "seed" in sampling:
            # Under one seed all samples of a case would be the same answer.
            sampling["seed"] += sample
        return {
            "endpoint": self.address,
            "model": self.model,
            "revision": self._revision,
            "sampling": sampling,
            "messages": messages,
            "sample": sample,
        } | more

    def stored(self, request: dict[str, Any]) -> Answer | None:
        """The stored answer to this request, where there is one."""
        held = self._store.get(request)
        return None if held is None else Answer(held.answer, held.stored_at)

    def keep(self, request: dict[str, Any], answer: dict[str, Any]) -> None:
        """Put an answer of one's own into the store, such as what was found out about the endpoint."""
        self._store.put(request, answer)

    def submit(self, request: dict[str, Any], *, keep: bool = True) -> Future[Answer]:
        """Start asking. The future raises FaithformFault where the endpoint fails, RefusedRequest where it refuses. `keep`:
        store a new answer at once."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="faithform-endpoint", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(self._answer(request, keep), self._loop)

    def result(self, future: Future[Answer]) -> Answer:
        """Wait for an answer that was asked for."""
        try:
            return future.result()
        except CancelledError as error:
            raise FaithformFault(self._where, "the request was cancelled because the session is ending") from error

    def ask(self, request: dict[str, Any], *, keep: bool = True) -> Answer:
        """Ask and wait."""
        return self.result(self.submit(request, keep=keep))

    def close(self) -> None:
        if self._loop is not None:
            loop, self._loop = self._loop, None
            client, self._client = self._client, None
            if client is not None:
                asyncio.run_coroutine_threadsafe(client.close(), loop).result(timeout=10)
            loop.call_soon_threadsafe(loop.stop)

    async def _answer(self, request: dict[str, Any], keep: bool) -> Answer:
        stored = self.stored(request)
        if stored is not None:
            return stored
        if self._slots is None:
            self._slots = asyncio.Semaphore(self._concurrency)
        async with self._slots:
            answer = await self._ask(request)
        if keep:
            self._store.put(request, answer)
        return Answer(answer)

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        import openai

        if self._health.dead:
            raise self._fault(self._health.verdict)
        began = time.monotonic()
        try:
            # The client tries again by itself; what hangs each time would take hours in all.
            async with asyncio.timeout(2 * self._timeout + self._max_retries * _LONGEST_PAUSE):
                completion = await self._connect().chat.completions.create(
                    model=request["model"],
                    messages=request["messages"],
                    **({"response_format": request["response_format"]} if "response_format" in request else {}),
                    extra_body={k: v for k, v in request["sampling"].items() if k in EXTRA} or None,
                    **{k: v for k, v in request["sampling"].items() if k in STANDARD},
                )
            answer = _read(completion)
        except (openai.APITimeoutError, TimeoutError) as error:
            raise self._failed(f"gave no answer within {self._timeout:g} s, also when asked again") from error
        except openai.APIConnectionError as error:
            raise self._failed(f"cannot be reached: {_cause(error)}") from error
        except openai.APIStatusError as error:
            told = _cause(error).removeprefix(f"Error code: {error.status_code} - ")
            what = f"answered HTTP {error.status_code}: {told}"
            if error.status_code in _OF_THE_TEXT:
                raise RefusedRequest(self._where, self._told(what)) from error
            raise self._failed(what, hopeless=error.status_code in _HOPELESS) from error
        except _NoCompletionError as error:
            raise self._failed(f"answered {error}") from error
        except (json.JSONDecodeError, UnicodeDecodeError, openai.APIResponseValidationError) as error:
            raise self._failed(f"answered what is no chat completion: {_cause(error)}") from error
        except openai.OpenAIError as error:
            raise self._failed(f"cannot be asked: {error}", hopeless=True) from error
        self._health.succeeded()
        return answer | {"seconds": round(time.monotonic() - began, 4)}

    def _connect(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI, Timeout

        if self._client is None:
            # A local server asks for no key, but the client insists on one.
            self._client = AsyncOpenAI(
                base_url=self._base_url,
                api_key=self._key() or ("none" if self._base_url else None),
                timeout=Timeout(self._timeout, connect=min(self._timeout, _CONNECT_SECONDS)),
                max_retries=self._max_retries,
            )
        return self._client

    def _failed(self, what: str, *, hopeless: bool = False) -> FaithformFault:
        """The fault of an item that failed for a reason of the endpoint, which counts against it."""
        self._health.failed(what, hopeless=hopeless)
        return self._fault(what)

    def _fault(self, what: str) -> FaithformFault:
        return FaithformFault(self._where, self._told(what))

    def _told(self, what: str) -> str:
        secrets = [self._key(), *urlsplit(self._base_url or "").netloc.rpartition("@")[0].split(":")]
        for secret in filter(None, secrets):
            what = what.replace(secret, "***")
        return f"the endpoint {self.address} (model {self.model}) {what}"

    def _key(self) -> str:
        return next(filter(None, ((os.environ.get(name) or "").strip() for name in self._keys)), "")


class _Health:
    """Whether the endpoint is worth asking, by how the last items ended."""

    def __init__(self) -> None:
        self.dead = False
        self._failed = 0
        self._first = ""

    def succeeded(self) -> None:
        self.dead = False
        self._failed = 0

    def failed(self, why: str, *, hopeless: bool) -> None:
        if self._failed == 0:
            self._first = why
        self._failed += 1
        self.dead = self.dead or hopeless or self._failed >= _DEAD_AFTER

    @property
    def verdict(self) -> str:
        items = "the item" if self._failed == 1 else f"{self._failed} items in a row"
        return f"failed {items} before this one; the rest was not tried. The first time it {self._first}"


class _NoCompletionError(ValueError):
    """An answer that is no chat completion; says how, to follow the word "answered"."""


def _read(completion: Any) -> dict[str, Any]:
    """What is kept of a completion. Servers send all sorts of things, and the client checks none of them."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices:
        said = getattr(completion, "error", None)
        because = f" ({' '.join(str(said).split())[:200]})" if said else ""
        raise _NoCompletionError(f"without a choice{because}: it may be no chat completions endpoint")
    message = getattr(choices[0], "message", None)
    content = getattr(message, "content", None) or _typed(message, "refusal", str)
    if message is None or not isinstance(content, str | None):
        raise _NoCompletionError("with content that is no text")
    thought = _typed(message, "reasoning_content", str)
    usage = getattr(completion, "usage", None)
    return {
        "reply": (f"<think>{thought}</think>\n" if thought else "") + (content or ""),
        "finish_reason": _typed(choices[0], "finish_reason", str),
        "prompt_tokens": _typed(usage, "prompt_tokens", int),
        "completion_tokens": _typed(usage, "completion_tokens", int),
        "model": _typed(completion, "model", str),
    }


def _typed(holder: Any, name: str, kind: type) -> Any:
    value = getattr(holder, name, None)
    return value if isinstance(value, kind) else None


def _cause(error: Exception) -> str:
    inner: BaseException = error
    while inner.__cause__ is not None:
        inner = inner.__cause__
    return " ".join(f"{error} {'' if inner is error else f'({inner})'}".split())[:400]
