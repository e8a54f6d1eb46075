"""One address of an OpenAI-compatible server: what is in flight there, whether it is worth asking, and what it answers.

The openai client backs off on 429, 5xx and timeouts by itself, and a request keeps its slot meanwhile. What a server
refuses for being too much also lowers how many requests it is given at a time, and answers raise that again.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_faithform.address import bare_address
from pytest_faithform.errors import FaithformFault, Where
from pytest_faithform.formalizers.parameters import EXTRA, STANDARD, checked_endpoint

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["ACTOR", "Connection", "RefusedRequest", "UnreachableEndpoint", "api_key"]

#: Items that must fail for reasons of the endpoint, with no success between, before it is taken for dead.
_DEAD_AFTER = 3
#: Statuses that no other text would change: the key, the address or the model's name is wrong.
_HOPELESS = frozenset([401, 403, 404])
#: Statuses that follow the text: too long, or not to the server's liking.
_OF_THE_TEXT = frozenset([400, 413, 422])
#: Statuses of a server that was given too much at a time.
_TOO_MUCH = frozenset([429, 503])
#: Seconds that making a connection may take. An answer may be long in coming, a connection is not.
_CONNECT_SECONDS = 30.0
#: The longest Retry-After that the client honours, in seconds.
_LONGEST_PAUSE = 120.0
#: What the address of a server begins with that is asked through its actor on a Ray cluster.
ACTOR = "ray-actor:"
#: Where the key is read from; the first that is set.
_KEYS = ("FAITHFORM_API_KEY", "OPENAI_API_KEY")


class RefusedRequest(FaithformFault):
    """The endpoint works, but refuses this request (HTTP 400, 413, 422): its text is too long, or a setting unknown."""


class UnreachableEndpoint(FaithformFault):
    """The endpoint failed for a reason of its own; another address may do better. `lost`: the same one may too, since the
    server is being started anew. `took_part`: it was lost while it had this request."""

    def __init__(self, where: Where, message: str, *, lost: bool = False, took_part: bool = False) -> None:
        super().__init__(where, message)
        self.lost, self.took_part = lost, took_part


class Connection:
    """Chat completions of `model` at `base_url` (None: the client's own default), at most `concurrency` in flight."""

    def __init__(
        self,
        model: str,
        base_url: str | None,
        *,
        where: Where,
        concurrency: int,
        timeout: float,
        max_retries: int,
        key_variable: str | None,
    ) -> None:
        self._model = model
        self._base_url = checked_endpoint(base_url) if base_url else None
        self._where: Where = where
        self._timeout = timeout
        self._max_retries = max_retries
        self._keys = (key_variable,) if key_variable else _KEYS
        self._health = _Health()
        self._client: AsyncOpenAI | None = None
        self.slots = Slots(concurrency)

    @property
    def address(self) -> str:
        """The address without what may be secret: user, password, query."""
        return bare_address(self._base_url or "default")

    @property
    def dead(self) -> bool:
        return self._health.dead

    @property
    def lost(self) -> bool:
        """Whether the server is being started anew."""
        return False

    async def back(self) -> None:
        """Wait until a server that was lost can be asked again, or will not be."""

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def ask(self, request: dict[str, Any], count: int = 1) -> list[dict[str, Any]]:
        """The fields of `count` answers to one request, or of fewer where the server gives fewer choices. Raises
        RefusedRequest, or UnreachableEndpoint."""
        import openai

        if self._health.dead:
            raise self._fault(self._health.verdict)
        settings: dict[str, Any] = {k: v for k, v in request["sampling"].items() if k in STANDARD}
        settings |= {"response_format": request["response_format"]} if "response_format" in request else {}
        settings |= {"n": count} if count > 1 else {}
        began = time.monotonic()
        try:
            # The client tries again by itself; what hangs each time would take hours in all.
            async with asyncio.timeout(2 * self._timeout + self._max_retries * _LONGEST_PAUSE):
                completion = await self._connect().chat.completions.create(
                    model=request["model"],
                    messages=request["messages"],
                    extra_body={k: v for k, v in request["sampling"].items() if k in EXTRA} or None,
                    **settings,
                )
            answers = _read(completion, count)
        except (openai.APITimeoutError, TimeoutError) as error:
            self.slots.shrink()
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
        self.slots.grow(len(answers))
        seconds = round(time.monotonic() - began, 4)
        return [answer | {"seconds": seconds} for answer in answers]

    def _connect(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI, Timeout

        if self._client is None:
            from openai import DefaultAsyncHttpxClient

            # A local server asks for no key, but the client insists on one.
            self._client = AsyncOpenAI(
                base_url=self._base_url,
                api_key=self._key() or ("none" if self._base_url else None),
                timeout=Timeout(self._timeout, connect=min(self._timeout, _CONNECT_SECONDS)),
                max_retries=self._max_retries,
                http_client=DefaultAsyncHttpxClient(event_hooks={"response": [self._look]}),
            )
        return self._client

    async def _look(self, response: Any) -> None:
        if response.status_code in _TOO_MUCH:
            self.slots.shrink()

    def _failed(self, what: str, *, hopeless: bool = False) -> UnreachableEndpoint:
        """The fault of an item that failed for a reason of the endpoint, which counts against it."""
        self._health.failed(what, hopeless=hopeless)
        return self._fault(what)

    def _fault(self, what: str) -> UnreachableEndpoint:
        return UnreachableEndpoint(self._where, self._told(what))

    def _told(self, what: str) -> str:
        secrets = [self._key(), *urlsplit(self._base_url or "").netloc.rpartition("@")[0].split(":")]
        for secret in filter(None, secrets):
            what = what.replace(secret, "***")
        return f"the endpoint {self.address} (model {self._model}) {what}"

    def _key(self) -> str:
        return api_key(self._keys)


def api_key(variables: Sequence[str] = _KEYS) -> str:
    """The first of these environment variables that is set; "" where none is."""
    return next(filter(None, ((os.environ.get(name) or "").strip() for name in variables)), "")


class Slots:
    """How many answers may be under way: at most `most`, fewer after the server said that it was too much."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = float(most)
        # Those that were under way when the limit was lowered: what they still meet says nothing new.
        self._old = 0
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()
        self.used = 0

    @property
    def limit(self) -> int:
        return max(1, int(self._limit))

    @property
    def load(self) -> float:
        """Answers under way and waited for, against the limit."""
        return (self.used + sum(count for _, count in self._waiting)) / self.limit

    @asynccontextmanager
    async def taken(self, count: int = 1) -> AsyncIterator[None]:
        """Room for so many answers, in the order of asking. More than the limit have it to themselves."""
        if not self._waiting and self._has_room(count):
            self.used += count
        else:
            await self._turn(count)
        try:
            yield
        finally:
            self._leave(count)

    def shrink(self) -> None:
        """Half as many, once for all that are under way together."""
        if self._old == 0:
            self._limit = max(1.0, min(self._limit, self.used or 1) / 2)
            self._old = self.used

    def grow(self, count: int = 1) -> None:
        """One more for each full round of answers."""
        self._limit = min(self._most, self._limit + count / self._limit)
        self._hand_over()

    async def _turn(self, count: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, count))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The room was handed over at the same moment.
                self._leave(count)
            raise

    def _leave(self, count: int) -> None:
        self.used -= count
        self._old = max(0, self._old - count)
        self._hand_over()

    def _has_room(self, count: int) -> bool:
        return self.used == 0 or self.used + count <= self.limit

    def _hand_over(self) -> None:
        while self._waiting:
            turn, count = self._waiting[0]
            if not turn.done():
                if not self._has_room(count):
                    return
                self.used += count
                turn.set_result(None)
            self._waiting.popleft()


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


def _read(completion: Any, count: int) -> list[dict[str, Any]]:
    """What is kept of a completion, for at most `count` choices. Servers send all sorts of things, and the client checks
    none of them."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices:
        said = getattr(completion, "error", None)
        because = f" ({' '.join(str(said).split())[:200]})" if said else ""
        raise _NoCompletionError(f"without a choice{because}: it may be no chat completions endpoint")
    usage = getattr(completion, "usage", None)
    tokens = _typed(usage, "completion_tokens", int)
    choices = choices[:count]
    # A server counts the tokens of all choices together, and no share of it is any one's.
    counted = {"completion_tokens": tokens} if len(choices) == 1 else {"together": tokens, "completion_tokens": None}
    about = {"prompt_tokens": _typed(usage, "prompt_tokens", int), "model": _typed(completion, "model", str)}
    return [_choice(choice) | counted | about for choice in choices]


def _choice(choice: Any) -> dict[str, Any]:
    message = getattr(choice, "message", None)
    content = _joined(getattr(message, "content", None)) or _typed(message, "refusal", str)
    if message is None or not isinstance(content, str | None):
        raise _NoCompletionError("with content that is no text")
    thought = _typed(message, "reasoning_content", str)
    return {
        "reply": (f"<think>{thought}</think>\n" if thought else "") + (content or ""),
        "finish_reason": _typed(choice, "finish_reason", str),
    }


def _joined(content: Any) -> Any:
    """Some servers give the content in parts."""
    if isinstance(content, list) and all(
        isinstance(part, dict) and isinstance(part.get("text"), str) for part in content
    ):
        return "".join(part["text"] for part in content if part.get("type") in ("text", "output_text"))
    return content


def _typed(holder: Any, name: str, kind: type) -> Any:
    value = getattr(holder, name, None)
    return value if isinstance(value, kind) else None


def _cause(error: Exception) -> str:
    inner: BaseException = error
    while inner.__cause__ is not None:
        inner = inner.__cause__
    return " ".join(f"{error} {'' if inner is error else f'({inner})'}".split())[:400]
