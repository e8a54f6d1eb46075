"""A server that is asked through its actor on a Ray cluster: the same as an address, but that it may come back elsewhere."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from pytest_faithform.cluster.joined import NAMESPACE, first_line, join
from pytest_faithform.connection import ACTOR, Connection, RefusedRequest, UnreachableEndpoint
from pytest_faithform.errors import FaithformFault

__all__ = ["ActorConnection"]

_LOOK_SECONDS = 1.0
#: How long a server is waited for whose node was lost, where no other is there: as long as one may take to start.
_BACK_SECONDS = 1800.0


class ActorConnection(Connection):
    """As its base; `address` is `ray-actor:NAME`."""

    def __init__(self, model: str, address: str, **asking: Any) -> None:
        super().__init__(model, None, **asking)
        self._name = address.removeprefix(ACTOR)
        self._actor: Any = None
        self._coming_back: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        return f"{ACTOR}{self._name}"

    @property
    def dead(self) -> bool:
        return self.lost or super().dead

    @property
    def lost(self) -> bool:
        return self._coming_back is not None

    async def ask(self, request: dict[str, Any], count: int = 1) -> list[dict[str, Any]]:
        """As its base. Where the server's node was lost UnreachableEndpoint is `lost`: the server may be asked again when it
        is `back`, which it is once Ray has started it on another node."""
        if self._coming_back is not None:
            raise UnreachableEndpoint(self._where, self._told("was lost, and is not back"), lost=True)
        if super().dead:
            raise self._fault(self._health.verdict)
        if self._actor is None:
            self._actor = await asyncio.to_thread(self._found)
        import ray

        began = time.monotonic()
        try:
            told = await self._actor.ask.remote(request, count)
        except ray.exceptions.ActorUnavailableError as error:
            if self._coming_back is None:
                self._coming_back = asyncio.create_task(self._wait_for_it())
            raise UnreachableEndpoint(
                self._where, self._told(f"was lost: {first_line(error)}"), lost=True, took_part=True
            ) from error
        except ray.exceptions.RayTaskError as error:
            # This request's, and no sign that the next one fares alike.
            raise self._fault(f"failed: {first_line(error)}") from error
        except ray.exceptions.RayError as error:
            raise self._failed(f"is gone: {first_line(error)}", hopeless=True) from error
        if "refused" in told:
            raise RefusedRequest(self._where, told["refused"])
        if "failed" in told:
            self._health.failed(told["failed"], hopeless=False)
            raise UnreachableEndpoint(self._where, told["failed"])
        self._health.succeeded()
        answers: list[dict[str, Any]] = told["answers"]
        self.slots.grow(len(answers))
        seconds = round(time.monotonic() - began, 4)
        return [answer | {"seconds": seconds} for answer in answers]

    async def back(self) -> None:
        if self._coming_back is not None:
            # Who waits no longer leaves the others waiting.
            await asyncio.shield(self._coming_back)

    def _found(self) -> Any:
        try:
            return join().get_actor(self._name, namespace=NAMESPACE)
        except ValueError as error:
            raise FaithformFault(self._where, f"the vllm server {self._name} is not on the cluster: {error}") from error

    async def _wait_for_it(self) -> None:
        import ray

        deadline = time.monotonic() + _BACK_SECONDS
        try:
            while True:
                try:
                    told = await self._actor.ready.remote()
                except ray.exceptions.ActorUnavailableError:
                    if time.monotonic() > deadline:
                        self._failed(f"did not come back within {_BACK_SECONDS:.0f} s", hopeless=True)
                        return
                    await asyncio.sleep(_LOOK_SECONDS)
                    continue
                except ray.exceptions.RayError as error:
                    self._failed(f"is gone: {first_line(error)}", hopeless=True)
                    return
                if "failed" in told:
                    self._failed(told["failed"], hopeless=True)
                return
        finally:
            self._coming_back = None
