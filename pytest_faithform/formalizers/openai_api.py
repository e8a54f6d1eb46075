"""A system behind any OpenAI-compatible endpoint.

Requests run on one event loop in a thread of their own, at most `concurrency` at a time; the openai client backs off
on 429, 5xx and timeouts. After a run of items that failed for reasons of the endpoint it is taken for dead, and the rest
fail at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.formalizers.parameters import DEFAULT_SAMPLING, EXTRA, STANDARD, checked_endpoint
from pytest_faithform.model import Case, Formalization, Usage
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["OpenAIFormalizer"]

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


class OpenAIFormalizer:
    """`openai:NAME`: chat completions of model NAME at `base_url` (or the client's own default)."""

    def __init__(
        self,
        model: str,
        *,
        prompts: Prompts,
        store: AnswerStore,
        base_url: str | None = None,
        sampling: dict[str, Any] | None = None,
        revision: str | None = None,
        concurrency: int = 16,
        timeout: float = 600.0,
        max_retries: int = 5,
    ) -> None:
        if concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, not {concurrency}")
        self.name = f"openai:{model}"
        self._model = model
        self._prompts = prompts
        self._store = store
        address = base_url or os.environ.get("OPENAI_BASE_URL")
        self._base_url = checked_endpoint(address) if address else None
        self._sampling = dict(sampling or DEFAULT_SAMPLING)
        self._revision = revision
        self._concurrency = concurrency
        self._timeout = timeout
        self._max_retries = max_retries
        self._health = _Health()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: AsyncOpenAI | None = None
        self._slots: asyncio.Semaphore | None = None
        self._pending: dict[tuple[str, int], Future[Formalization]] = {}

    def formalize(self, case: Case, sample: int) -> Formalization:
        future = self._pending.pop((case.id, sample), None) or self._submit(case, sample)
        try:
            return future.result()
        except CancelledError as error:
            raise FaithformFault("formalizer", "the request was cancelled because the session is ending") from error

    def prefetch(self, wanted: Iterable[tuple[Case, int]]) -> None:
        """Start asking for these ahead of the items; at most `concurrency` requests are in flight."""
        for case, sample in wanted:
            if (case.id, sample) not in self._pending:
                self._pending[case.id, sample] = self._submit(case, sample)

    def describe(self) -> dict[str, Any]:
        return {"kind": "openai", "name": self.name, "model": self._model, "endpoint": self._endpoint}

    def close(self) -> None:
        for future in self._pending.values():
            future.cancel()
        self._pending.clear()
        if self._loop is not None:
            loop, self._loop = self._loop, None
            client, self._client = self._client, None
            if client is not None:
                asyncio.run_coroutine_threadsafe(client.close(), loop).result(timeout=10)
            loop.call_soon_threadsafe(loop.stop)

    @property
    def _endpoint(self) -> str:
        """The endpoint without what may be secret: user, password, query."""
        parts = urlsplit(self._base_url or "default")
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))

    def _request(self, case: Case, sample: int) -> dict[str, Any]:
        sampling = dict(self._sampling)
        if "seed" in sampling:
            # Under one seed all samples of a case would be the same answer.
            sampling["seed"] += sample
        return {
            "endpoint": self._endpoint,
            "model": self._model,
            "revision": self._revision,
            "sampling": sampling,
            "messages": [{"role": "user", "content": self._prompts.render(case)}],
            "sample": sample,
        }

    def _submit(self, case: Case, sample: int) -> Future[Formalization]:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="faithform-openai", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(self._answer(case, sample), self._loop)

    async def _answer(self, case: Case, sample: int) -> Formalization:
        request = self._request(case, sample)
        stored = self._store.get(request)
        if stored is not None:
            return _formalization(stored.answer, stored_at=stored.stored_at)
        if self._slots is None:
            self._slots = asyncio.Semaphore(self._concurrency)
        async with self._slots:
            answer = await self._ask(request)
        self._store.put(request, answer)
        return _formalization(answer, stored_at=None)

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
                raise self._fault(what) from error
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
                api_key=_key() or ("none" if self._base_url else None),
                timeout=Timeout(self._timeout, connect=min(self._timeout, _CONNECT_SECONDS)),
                max_retries=self._max_retries,
            )
        return self._client

    def _failed(self, what: str, *, hopeless: bool = False) -> FaithformFault:
        """The fault of an item that failed for a reason of the endpoint, which counts against it."""
        self._health.failed(what, hopeless=hopeless)
        return self._fault(what)

    def _fault(self, what: str) -> FaithformFault:
        secrets = [_key(), *urlsplit(self._base_url or "").netloc.rpartition("@")[0].split(":")]
        for secret in filter(None, secrets):
            what = what.replace(secret, "***")
        return FaithformFault("formalizer", f"the endpoint {self._endpoint} (model {self._model}) {what}")


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
    content = getattr(message, "content", None)
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


def _key() -> str:
    return (os.environ.get("FAITHFORM_API_KEY") or os.environ.get("OPENAI_API_KEY") or "").strip()


def _cause(error: Exception) -> str:
    inner: BaseException = error
    while inner.__cause__ is not None:
        inner = inner.__cause__
    return " ".join(f"{error} {'' if inner is error else f'({inner})'}".split())[:400]


def _formalization(answer: dict[str, Any], *, stored_at: str | None) -> Formalization:
    usage = Usage(prompt_tokens=answer.get("prompt_tokens"), completion_tokens=answer.get("completion_tokens"))
    return formalization(
        answer["reply"],
        finish_reason=answer.get("finish_reason"),
        usage=usage,
        seconds=answer.get("seconds"),
        stored_at=stored_at,
        model=answer.get("model"),
    )
