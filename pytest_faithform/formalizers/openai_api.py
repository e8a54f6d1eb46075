"""A system behind any OpenAI-compatible endpoint.

Requests run on one event loop in a thread of their own, at most `concurrency` at a time; the openai client backs off
on 429, 5xx and timeouts. After a run of refused requests the endpoint is taken for dead and the rest fail at once.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.model import Case, Formalization, Usage
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["DEFAULT_SAMPLING", "OpenAIFormalizer", "parse_sampling"]

#: The generation settings of Robust proof autoformalization (SPEC d).
DEFAULT_SAMPLING: dict[str, Any] = {"temperature": 0.6, "top_p": 0.95, "max_tokens": 8192}

_STANDARD = {
    "temperature",
    "top_p",
    "max_tokens",
    "max_completion_tokens",
    "seed",
    "presence_penalty",
    "frequency_penalty",
}
_EXTRA = {"top_k", "min_p", "repetition_penalty"}
_INTEGERS = {"max_tokens", "max_completion_tokens", "seed", "top_k"}
_REFUSED_IN_A_ROW = 3


def parse_sampling(text: str) -> dict[str, Any]:
    """`temperature=0.2,max_tokens=512` as settings laid over the defaults. Raises ValueError naming the part."""
    settings = dict(DEFAULT_SAMPLING)
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals or name not in _STANDARD | _EXTRA:
            raise ValueError(
                f"sampling {part!r}: write NAME=NUMBER with one of {', '.join(sorted(_STANDARD | _EXTRA))}"
            )
        try:
            settings[name] = int(value) if name in _INTEGERS else float(value)
            if not math.isfinite(settings[name]):
                raise ValueError(value)
        except ValueError:
            raise ValueError(f"sampling {part!r}: {value.strip()!r} is not a number") from None
        if name == "max_completion_tokens":
            settings.pop("max_tokens", None)
    return settings


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
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._sampling = dict(sampling or DEFAULT_SAMPLING)
        self._revision = revision
        self._concurrency = concurrency
        self._timeout = timeout
        self._max_retries = max_retries
        self._refused = 0
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

        if self._refused >= _REFUSED_IN_A_ROW:
            raise self._fault(f"refused {self._refused} requests in a row; the rest was not tried")
        began = time.monotonic()
        try:
            client = self._connect()
            completion = await client.chat.completions.create(
                model=request["model"],
                messages=request["messages"],
                extra_body={k: v for k, v in request["sampling"].items() if k in _EXTRA} or None,
                **{k: v for k, v in request["sampling"].items() if k in _STANDARD},
            )
        except openai.APITimeoutError as error:
            raise self._fault(f"gave no answer within {self._timeout:g} s, {self._max_retries + 1} times") from error
        except (
            openai.APIConnectionError,
            openai.AuthenticationError,
            openai.PermissionDeniedError,
            openai.NotFoundError,
        ) as error:
            self._refused += 1
            raise self._fault(f"cannot be reached: {_cause(error)}") from error
        except openai.APIStatusError as error:
            raise self._fault(f"answered HTTP {error.status_code}: {_cause(error)}") from error
        except openai.OpenAIError as error:
            self._refused += 1
            raise self._fault(f"cannot be asked: {error}") from error
        self._refused = 0
        if not getattr(completion, "choices", None):
            raise self._fault("answered without a choice: it may be no chat completions endpoint")
        choice = completion.choices[0]
        if not isinstance(choice.message.content, str | None):
            raise self._fault("answered with content that is no text")
        thought = getattr(choice.message, "reasoning_content", None)
        return {
            "reply": (f"<think>{thought}</think>\n" if thought else "") + (choice.message.content or ""),
            "finish_reason": choice.finish_reason,
            "prompt_tokens": completion.usage.prompt_tokens if completion.usage else None,
            "completion_tokens": completion.usage.completion_tokens if completion.usage else None,
            "model": completion.model,
            "seconds": round(time.monotonic() - began, 4),
        }

    def _connect(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        if self._client is None:
            # A local server asks for no key, but the client insists on one.
            self._client = AsyncOpenAI(
                base_url=self._base_url,
                api_key=_key() or ("none" if self._base_url else None),
                timeout=self._timeout,
                max_retries=self._max_retries,
            )
        return self._client

    def _fault(self, what: str) -> FaithformFault:
        secrets = [_key(), *urlsplit(self._base_url or "").netloc.rpartition("@")[0].split(":")]
        for secret in filter(None, secrets):
            what = what.replace(secret, "***")
        return FaithformFault("formalizer", f"the endpoint {self._endpoint} (model {self._model}) {what}")


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
