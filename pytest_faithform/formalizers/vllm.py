"""`vllm:NAME`: a model that vLLM serves, by servers of the session's own or by running ones.

The process that asks for everybody starts the servers, once something is to be asked: a run that is answered from the store
needs none. The workers of an xdist session are told the addresses on the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from pytest_faithform.address import bare_address
from pytest_faithform.board import Board
from pytest_faithform.connection import api_key
from pytest_faithform.endpoint import Served
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.openai_api import OpenAIFormalizer
from pytest_faithform.formalizers.parameters import addresses
from pytest_faithform.formalizers.vllm_servers import VllmSettings
from pytest_faithform.judging_ahead import Arrived
from pytest_faithform.model import Case

__all__ = ["Announced", "Running", "VllmFormalizer"]

_LOOK_SECONDS = 30.0


class Servers(Served, Protocol):
    """Servers as the formalizer knows them. `describe`: what decides the answers; `serving`: what does not."""

    def describe(self) -> dict[str, Any]: ...

    def serving(self) -> dict[str, Any]: ...

    def stop(self) -> None: ...


class VllmFormalizer(OpenAIFormalizer):
    """`served`: this session's servers, those that its controller announces, or running ones."""

    kind = "vllm"

    def __init__(self, model: str, *, served: Servers, **more: Any) -> None:
        super().__init__(model, served=served, **more)
        self._served = served

    def serve(self, board: Board | None = None) -> None:
        """Have the model served; workers are told where. Raises FaithformFault."""
        self._endpoint.open()
        if board is not None:
            board.announce(self._served.addresses())

    def prefetch(
        self, wanted: Iterable[tuple[Case, int]], board: Board | None = None, *, arrived: Arrived | None = None
    ) -> None:
        requests = self._requests(wanted, arrived)
        for request, then in requests:
            if self._endpoint.stored(request) is None:
                self.serve(board)
                self._endpoint.feed(chain([(request, then)], requests), board)
                break
            then()

    def describe(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "endpoint": self._endpoint.address} | self._served.describe()

    def serving(self) -> dict[str, Any]:
        """For the manifest: what was found out about the servers; it decides no answer."""
        return self._served.serving()

    def close(self) -> None:
        # First, so that nobody waits for a server that will not come.
        self._served.stop()
        super().close()


class Announced:
    """In a worker: the servers that the controller starts and announces on the board in `folder`."""

    def __init__(self, settings: VllmSettings, folder: Path | None) -> None:
        self.identity = settings.identity
        self._settings = settings
        self._board = None if folder is None else Board(folder)

    def addresses(self) -> list[str]:
        found = self._board.addresses() if self._board is not None else []
        if not found:
            raise FaithformFault(
                "formalizer",
                "no server was started for this session: all that its items ask was stored. A test that asks the model "
                "more takes the fixture `formalizer` as an argument, and the session's start sees to it",
            )
        return found

    def ended(self, address: str) -> str:
        """The controller knows."""
        return ""

    def describe(self) -> dict[str, Any]:
        return self._settings.describe()

    def serving(self) -> dict[str, Any]:
        return {}

    def stop(self) -> None:
        if self._board is not None:
            self._board.close()


class Running:
    """Servers that somebody else started: they must serve the model, and go on when the session ends."""

    def __init__(self, model: str, urls: str) -> None:
        """Raises ValueError where no request could be sent to one of the addresses."""
        self._model = model
        self._urls = addresses(urls)
        self.identity = ",".join(map(bare_address, self._urls))

    def addresses(self) -> list[str]:
        for url in self._urls:
            self._require_served(url)
        return self._urls

    def ended(self, address: str) -> str:
        """Its owner knows."""
        return ""

    def describe(self) -> dict[str, Any]:
        return {"model": self._model}

    def serving(self) -> dict[str, Any]:
        return {"servers": len(self._urls)}

    def stop(self) -> None:
        """They are not the session's to stop."""

    def _require_served(self, url: str) -> None:
        import httpx

        shown, key = bare_address(url), api_key()
        try:
            headers = {"authorization": f"Bearer {key}"} if key else {}
            answer = httpx.get(f"{url.rstrip('/')}/models", headers=headers, timeout=_LOOK_SECONDS)
        except httpx.HTTPError as error:
            why = f"the server {shown} cannot be reached ({type(error).__name__}); start it"
            raise FaithformFault(
                "formalizer", f"{why}, or leave --faithform-base-url out to have one started"
            ) from error
        try:
            served = [model["id"] for model in answer.json()["data"]]
        except (ValueError, KeyError, TypeError):
            # Not every server lists its models; whether it serves this one is seen when it is asked.
            return
        if self._model not in served:
            raise FaithformFault("formalizer", f"the server {shown} serves {', '.join(served)}, not {self._model}")
