"""A system behind any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from pytest_faithform.board import Board
from pytest_faithform.endpoint import Answer, Endpoint, Served
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.formalizers.parameters import DEFAULT_SAMPLING
from pytest_faithform.judging_ahead import Arrived
from pytest_faithform.model import Case, Formalization, Usage
from pytest_faithform.progress import Counts
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore

__all__ = ["OpenAIFormalizer", "formalization_of"]


class OpenAIFormalizer:
    """`openai:NAME`: chat completions of model NAME at `base_url` (or the client's own default), or of what is `served`."""

    kind = "openai"

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
        served: Served | None = None,
        prefer: int = 0,
    ) -> None:
        self.name = f"{self.kind}:{model}"
        self._prompts = prompts
        self._sampling = dict(sampling or DEFAULT_SAMPLING)
        self._endpoint = Endpoint(
            model,
            store=store,
            where="formalizer",
            base_url=base_url,
            revision=revision,
            concurrency=concurrency,
            timeout=timeout,
            max_retries=max_retries,
            served=served,
            prefer=prefer,
        )
        # What another process asks, and where it says how that goes.
        self._awaited: set[tuple[str, int]] = set()
        self._board: Board | None = None

    def formalize(self, case: Case, sample: int) -> Formalization:
        request = self._request(case, sample)
        if self._board is not None and (case.id, sample) in self._awaited:
            # Once: who asks again, after a failure, is answered by the endpoint.
            self._awaited.discard((case.id, sample))
            return formalization_of(self._endpoint.wait(request, self._board))
        return formalization_of(self._endpoint.ask(request))

    def prefetch(
        self, wanted: Iterable[tuple[Case, int]], board: Board | None = None, *, arrived: Arrived | None = None
    ) -> None:
        """Ask for these ahead of the items, in their order; at most `concurrency` requests are in flight per address. A
        controller tells its workers on the `board` how that goes; `arrived` is called for each answer."""
        self._endpoint.feed(self._requests(wanted, arrived), board)
        self._endpoint.wait_for_first()

    def answered(self, case: Case, sample: int) -> Formalization:
        """The stored answer. Raises FaithformFault where there is none."""
        answer = self._endpoint.stored(self._request(case, sample))
        if answer is None:
            raise FaithformFault("store", f"the answer to {case.id}, sample {sample}, is not in the store any more")
        return formalization_of(answer)

    def _requests(
        self, wanted: Iterable[tuple[Case, int]], arrived: Arrived | None
    ) -> Iterator[tuple[dict[str, Any], Callable[[], None]]]:
        for case, sample in wanted:
            yield self._request(case, sample), _nothing if arrived is None else partial(arrived, case, sample)

    def follow(self, wanted: Iterable[tuple[str, int]], board: Board) -> None:
        """The process that holds the `board` asks for these, by case and sample: wait for its answers."""
        self._awaited.update(wanted)
        self._board = board

    def halt(self) -> None:
        """Ask nothing more ahead, and give up what is under way: the session is ending."""
        self._endpoint.halt()

    def counts(self) -> Counts:
        """How far asking is."""
        return self._endpoint.counts()

    def describe(self) -> dict[str, Any]:
        endpoint = self._endpoint
        return {"kind": self.kind, "name": self.name, "model": endpoint.model, "endpoint": endpoint.address}

    def close(self) -> None:
        self._endpoint.close()
        if self._board is not None:
            self._board.close()

    def _request(self, case: Case, sample: int) -> dict[str, Any]:
        messages = [{"role": "user", "content": self._prompts.render(case)}]
        return self._endpoint.request(messages, self._sampling, sample=sample)


def _nothing() -> None:
    """Nobody waits for it."""


def formalization_of(answer: Answer) -> Formalization:
    """A model's answer as a formalization."""
    fields = answer.fields
    usage = Usage(prompt_tokens=fields.get("prompt_tokens"), completion_tokens=fields.get("completion_tokens"))
    return formalization(
        answer.reply,
        finish_reason=fields.get("finish_reason"),
        usage=usage,
        seconds=fields.get("seconds"),
        stored_at=answer.stored_at,
        model=fields.get("model"),
    )
