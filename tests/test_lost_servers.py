"""Servers that are lost while they have requests, and come back or do not: what the endpoint makes of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from pytest_faithform import endpoint as endpoint_module
from pytest_faithform.connection import Connection, UnreachableEndpoint
from pytest_faithform.endpoint import Answer, Endpoint
from pytest_faithform.errors import FaithformFault
from pytest_faithform.store import AnswerStore

ANSWER = {"reply": "fine", "finish_reason": "stop", "prompt_tokens": 1, "completion_tokens": 1, "model": "m"}


class Scripted(Connection):
    """A server as an actor's is, whose fate is `script`: "answer", "takes" (lost with the request, back a little later),
    "lost" (and not back before `returns` is set), "dead"."""

    def __init__(self, name: str, script: str, **asking: Any) -> None:
        super().__init__("m", None, **asking)
        self.name, self.script = name, script
        self.asked = 0
        self.returns: asyncio.Event | None = None
        self._away = False

    @property
    def address(self) -> str:
        return self.name

    @property
    def lost(self) -> bool:
        return self._away

    @property
    def dead(self) -> bool:
        return self._away or self.script == "dead"

    async def back(self) -> None:
        if self._away:
            await (asyncio.sleep(0.02) if self.script == "takes" else self._event().wait())
            self._away = False

    async def ask(self, request: dict[str, Any], count: int = 1) -> list[dict[str, Any]]:
        self.asked += 1
        if self.script == "dead":
            raise UnreachableEndpoint("formalizer", "it is dead")
        if self.script == "answer" or (self.script == "lost" and self.returns is not None and self.returns.is_set()):
            return [dict(ANSWER)]
        self._away = True
        raise UnreachableEndpoint("formalizer", f"{self.name} was lost", lost=True, took_part=True)

    def _event(self) -> asyncio.Event:
        self.returns = self.returns or asyncio.Event()
        return self.returns


Asking = Callable[..., tuple[Endpoint, list[Scripted], Future[Answer]]]


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made: list[Scripted] = []
    opened: list[Endpoint] = []

    def connect(model: str, address: str | None, **more: Any) -> Scripted:
        name, script = (address or "").split("/")[-1].split("-")
        made.append(Scripted(name, script, **more))
        return made[-1]

    def ask(*scripts: str) -> tuple[Endpoint, list[Scripted], Future[Answer]]:
        urls = ",".join(f"http://127.0.0.1:9/s{number}-{script}" for number, script in enumerate(scripts))
        store = AnswerStore(tmp_path / "store.sqlite", session_start="2026-01-01T00:00:00.000+00:00")
        opened.append(Endpoint("m", store=store, where="formalizer", base_url=urls, concurrency=2))
        return opened[-1], made, opened[-1].submit(opened[-1].request([{"role": "user", "content": "x"}], {}))

    monkeypatch.setattr(endpoint_module, "_connection_to", connect)
    yield ask
    for one in opened:
        one.close()


def test_a_lost_servers_request_goes_to_another_one(asking: Asking) -> None:
    _, _, future = asking("lost", "answer")
    assert future.result(timeout=10).reply == "fine"


def test_a_request_waits_for_the_only_server(asking: Asking) -> None:
    endpoint, made, future = asking("lost")
    time.sleep(0.3)
    assert not future.done()
    assert made[0].asked == 1
    assert made[0].returns is not None
    assert endpoint._loop is not None
    endpoint._loop.call_soon_threadsafe(made[0].returns.set)
    assert future.result(timeout=10).reply == "fine"


def test_a_request_that_takes_its_server_each_time_is_given_up(asking: Asking) -> None:
    _, made, future = asking("takes", "takes")
    with pytest.raises(FaithformFault, match="was lost"):
        future.result(timeout=20)
    assert 4 <= sum(one.asked for one in made) <= 6


def test_waiting_for_a_lost_server_beside_a_dead_one_costs_nothing(asking: Asking) -> None:
    _, made, future = asking("lost", "dead")
    time.sleep(0.5)
    assert not future.done()
    assert sum(one.asked for one in made) <= 4
