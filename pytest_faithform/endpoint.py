"""A client of an OpenAI-compatible endpoint: requests are plain values, answers come from the store or the network.

Requests run on one event loop in a thread of their own, at most `concurrency` at a time on each address. After a run of
items that failed for reasons of an address it is taken for dead, and where all are, the rest fail at once. Systems under
test and judges ask in the same way.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from pytest_faithform.board import Board
from pytest_faithform.connection import ACTOR, Connection, RefusedRequest, UnreachableEndpoint
from pytest_faithform.errors import FaithformFault, Where
from pytest_faithform.formalizers.parameters import addresses
from pytest_faithform.progress import Counts
from pytest_faithform.samples import Choices, Group, alike
from pytest_faithform.store import AnswerStore, request_key

__all__ = ["Answer", "Endpoint", "RefusedRequest", "Served", "chat_request"]

#: Requests that are made out ahead of those in flight, for each slot: enough that no slot waits, few enough to hold.
_AHEAD = 2
_BEAT_SECONDS = 2.0
#: The longest that anybody waits for the first request to go out.
_FIRST_SECONDS = 2.0
#: How often a request is asked again whose server was lost meanwhile. One that takes its server each time would take all.
_LOSSES = 3


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


class Served(Protocol):
    """Servers whose addresses are known only once they run. `identity` stands for them in the store and the manifest: all
    that their answers depend on, and no port."""

    @property
    def identity(self) -> str: ...

    def addresses(self) -> list[str]:
        """Waits until the servers can be asked. Raises FaithformFault where they cannot."""
        ...

    def ended(self, address: str) -> str:
        """How the server at this address ended, and what it said last; "" as far as is known that it runs."""
        ...


class Endpoint:
    """Chat completions of `model` at `base_url` (several, separated by commas; default: the client's own), kept in `store`.

    `where` says whose fault it is when the endpoint fails; `key_variable` names the environment variable that holds its
    key (default: FAITHFORM_API_KEY, else OPENAI_API_KEY). Several addresses serve the same model: a request goes to the
    one with the most room, and to number `prefer` among equals. `served` takes the place of `base_url`: its addresses are
    asked for with the first request that has no stored answer. Raises ValueError for an address that cannot be asked.
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
        served: Served | None = None,
        prefer: int = 0,
    ) -> None:
        if concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, not {concurrency}")
        self.model = model
        self._store = store
        self._where: Where = where
        self._revision = revision
        self._concurrency = concurrency
        self._connection = partial(
            _connection_to,
            model,
            where=where,
            concurrency=concurrency,
            timeout=timeout,
            max_retries=max_retries,
            key_variable=key_variable,
        )
        self._served = served
        self._prefer = prefer
        self._opening = threading.Lock()
        self._connections: list[Connection] = []
        if served is None:
            given: list[str | None] = [*addresses(base_url or os.environ.get("OPENAI_BASE_URL") or "")]
            found = [self._connection(address) for address in given or [None]]
            self._connections = _rotated(found, prefer)
            self._identity = ",".join(connection.address for connection in found)
        else:
            self._identity = served.identity
        self._loop: asyncio.AbstractEventLoop | None = None
        # What was asked and is not answered yet, and what failed ahead of its item, by the request's key.
        self._asked: dict[str, Future[Answer]] = {}
        self._failed: dict[str, Exception] = {}
        self._lock = threading.Lock()
        self._halted = False
        self._begun = threading.Event()
        self._beating: asyncio.Task[None] | None = None
        self._answers = self._tokens = 0
        self._choices = Choices()

    @property
    def address(self) -> str:
        """The endpoint without what may be secret: user, password, query."""
        return self._identity

    def counts(self) -> Counts:
        """What was asked here so far; stored answers are not."""
        return Counts(self._answers, self._tokens, sum(connection.slots.used for connection in self._connections))

    def open(self) -> None:
        """Wait until there is an address to ask. Raises FaithformFault where there will be none."""
        with self._opening:
            if not self._connections and self._served is not None:
                found = [self._connection(address) for address in self._served.addresses()]
                self._connections = _rotated(found, self._prefer)

    def request(
        self, messages: list[dict[str, str]], sampling: dict[str, Any], *, sample: int = 0, **more: Any
    ) -> dict[str, Any]:
        """A request as a value: everything that its answer depends on, and the store's key. `more` may hold a
        `response_format`, and names of one's own that tell equal requests apart."""
        return chat_request(self.address, self.model, self._revision, messages, sampling, sample=sample) | more

    def stored(self, request: dict[str, Any]) -> Answer | None:
        """The stored answer to this request, where there is one."""
        held = self._store.get(request)
        return None if held is None else Answer(held.answer, held.stored_at)

    def keep(self, request: dict[str, Any], answer: dict[str, Any]) -> None:
        """Put an answer of one's own into the store, such as what was found out about the endpoint."""
        self._store.put(request, answer)
        with self._lock:
            self._asked.pop(request_key(request), None)

    def submit(self, request: dict[str, Any], *, keep: bool = True) -> Future[Answer]:
        """Start asking; a request that is under way already is not made again. The future raises FaithformFault where the
        endpoint fails, RefusedRequest where it refuses. `keep`: store a new answer at once; else it is held until the one
        who asked keeps it, for others who ask the same meanwhile."""
        return self._submit(request, request_key(request), keep)

    def feed(
        self,
        requests: Iterable[tuple[dict[str, Any], Callable[[], None]]],
        board: Board | None = None,
    ) -> None:
        """Ask these ahead of time, in their order, as room is there; with each stands what is called once its answer is in
        the store. Neighbours that differ in their sample alone are asked together where the server gives several choices.
        `requests` is read little by little, on the loop's thread. A failure is kept for the one who asks next, and told on
        the `board`."""
        if board is not None:
            board.beat()
        asyncio.run_coroutine_threadsafe(self._feed(requests, board), self._running())

    def wait_for_first(self) -> None:
        """Until the first request was made, or need not be. Who starts other work before that shares the interpreter
        and the cores with the client that is being loaded."""
        self._begun.wait(_FIRST_SECONDS)

    def halt(self) -> None:
        """Ask no more, and give up what is under way."""
        with self._lock:
            self._halted = True
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result(timeout=10)

    def result(self, future: Future[Answer]) -> Answer:
        """Wait for an answer that was asked for."""
        try:
            return future.result()
        except CancelledError as error:
            raise FaithformFault(self._where, "the request was cancelled because the session is ending") from error

    def ask(self, request: dict[str, Any], *, keep: bool = True) -> Answer:
        """Ask and wait."""
        key = request_key(request)
        failed = self._failed.pop(key, None)
        if failed is not None:
            raise failed
        return self.result(self._submit(request, key, keep))

    def wait(self, request: dict[str, Any], board: Board) -> Answer:
        """What another process asks: its answer, or the failure that it told on the board."""
        return board.wait(request_key(request), lambda: self.stored(request))

    def close(self) -> None:
        """End what is under way; what was received is in the store."""
        loop, self._loop = self._loop, None
        if loop is not None:
            asyncio.run_coroutine_threadsafe(self._end(), loop).result(timeout=10)
            loop.call_soon_threadsafe(loop.stop)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="faithform-endpoint", daemon=True).start()
        return self._loop

    def _submit(
        self, request: dict[str, Any], key: str, keep: bool = True, group: Group | None = None
    ) -> Future[Answer]:
        with self._lock:
            future = self._asked.get(key)
            if future is None and self._halted:
                # Who meets a request that was given up may want to ask another in its place.
                future = Future()
                future.cancel()
            elif future is None:
                future = asyncio.run_coroutine_threadsafe(self._answer(request, keep, group), self._running())
                self._asked[key] = future
        # Outside the lock: a future that is done already calls back at once.
        future.add_done_callback(lambda done: self._forget(key, done, keep))
        return future

    def _forget(self, key: str, done: Future[Answer], keep: bool) -> None:
        if not (keep or done.cancelled() or done.exception()) and done.result().stored_at is None:
            return
        with self._lock:
            if self._asked.get(key) is done:
                del self._asked[key]

    async def _feed(self, requests: Iterable[tuple[dict[str, Any], Callable[[], None]]], board: Board | None) -> None:
        loop, room = asyncio.get_running_loop(), asyncio.Semaphore(self._room())

        def settle(key: str, arrived: Callable[[], None], done: Future[Answer]) -> None:
            error = None if done.cancelled() else done.exception()
            if error is None and not done.cancelled():
                arrived()
            elif isinstance(error, Exception):
                if board is None:
                    self._failed[key] = error
                else:
                    board.fail(key, error)
            loop.call_soon_threadsafe(room.release)

        if board is not None:
            self._beating = asyncio.create_task(_beat(board))
        try:
            for members in alike(requests, self._concurrency):
                group = self._group([request for request, _ in members])
                for request, arrived in members:
                    await room.acquire()
                    key = request_key(request)
                    self._submit(request, key, group=group).add_done_callback(partial(settle, key, arrived))
                    # Others have their turn: requests may be made out faster than they are answered from the store.
                    await asyncio.sleep(0)
        except Exception as error:
            # Whoever comes to an item asks for it, and meets the same; workers must be told.
            if board is not None:
                board.fail_all(error)

    def _group(self, requests: list[dict[str, Any]]) -> Group | None:
        """What is not stored of these, to be asked together; None where that is one at most."""
        if len(requests) < 2 or self._choices.given is False:
            return None
        count = sum(self.stored(request) is None for request in requests)
        return Group(self._choices, count, partial(self._asked_for, requests[0])) if count > 1 else None

    def _room(self) -> int:
        return self._concurrency * max(1, len(self._connections)) * _AHEAD

    async def _answer(self, request: dict[str, Any], keep: bool, group: Group | None) -> Answer:
        # When this task first waits for something.
        asyncio.get_running_loop().call_soon(self._begun.set)
        stored = self.stored(request)
        if stored is not None:
            return stored
        if not self._connections:
            await asyncio.to_thread(self.open)
        answer = None if group is None else await group.take()
        if answer is None:
            (answer,) = await self._asked_for(request, 1)
        if keep:
            self._store.put(request, answer)
        return Answer(answer)

    async def _asked_for(self, request: dict[str, Any], count: int) -> list[dict[str, Any]]:
        """At most `count` answers to this request, from the address with the most room that gives some."""
        tried: set[Connection] = set()
        losses = 0
        while True:
            connection = self._roomiest(tried)
            try:
                async with connection.slots.taken(count):
                    answers = await connection.ask(request, count)
                break
            except UnreachableEndpoint as error:
                if error.lost and losses < _LOSSES:
                    # Where it was lost before, this request had no part in it.
                    losses += error.took_part
                    await self._one_is_back(tried)
                    continue
                tried.add(connection)
                if len(tried) == len(self._connections):
                    ended = self._served.ended(connection.address) if self._served is not None else ""
                    if not ended:
                        raise
                    raise UnreachableEndpoint(self._where, f"{error}\n{ended}") from error
        self._answers += len(answers)
        self._tokens += answers[0].get("together") or sum(answer.get("completion_tokens") or 0 for answer in answers)
        return answers

    def _roomiest(self, tried: set[Connection]) -> Connection:
        left = [connection for connection in self._connections if connection not in tried]
        alive = [connection for connection in left if not connection.dead]
        return min(alive or left, key=lambda connection: connection.slots.load)

    async def _one_is_back(self, tried: set[Connection]) -> None:
        """Wait, where all that could be asked are lost."""
        left = [connection for connection in self._connections if connection not in tried]
        if any(not connection.dead for connection in left):
            return
        waiting = [asyncio.ensure_future(connection.back()) for connection in left if connection.lost]
        try:
            if waiting:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waiting:
                wait.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _end(self) -> None:
        await _cancel_all()
        for connection in self._connections:
            await connection.close()


def chat_request(
    endpoint: str,
    model: str,
    revision: str | None,
    messages: list[dict[str, str]],
    sampling: dict[str, Any],
    *,
    sample: int,
) -> dict[str, Any]:
    """A request for one answer as a value: everything that it depends on, and the store's key."""
    sampling = dict(sampling)
    if "seed" in sampling:
        # Under one seed all samples of a case would be the same answer.
        sampling["seed"] += sample
    return {
        "endpoint": endpoint,
        "model": model,
        "revision": revision,
        "sampling": sampling,
        "messages": messages,
        "sample": sample,
    }


def _connection_to(model: str, address: str | None, **asking: Any) -> Connection:
    if address is None or not address.startswith(ACTOR):
        return Connection(model, address, **asking)
    from pytest_faithform.cluster.connection import ActorConnection

    return ActorConnection(model, address, **asking)


def _rotated(connections: list[Connection], by: int) -> list[Connection]:
    start = by % len(connections)
    return connections[start:] + connections[:start]


async def _cancel_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def _beat(board: Board) -> None:
    """As long as requests of others may come to an end."""
    try:
        while True:
            board.beat()
            await asyncio.sleep(_BEAT_SECONDS)
    finally:
        board.end()
