"""A system behind any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

from pytest_faithform.endpoint import Answer, Endpoint
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.formalizers.parameters import DEFAULT_SAMPLING
from pytest_faithform.model import Case, Formalization, Usage
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore

__all__ = ["OpenAIFormalizer"]


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
        self.name = f"openai:{model}"
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
        )
        self._pending: dict[tuple[str, int], Future[Answer]] = {}

    def formalize(self, case: Case, sample: int) -> Formalization:
        future = self._pending.pop((case.id, sample), None) or self._submit(case, sample)
        return _formalization(self._endpoint.result(future))

    def prefetch(self, wanted: Iterable[tuple[Case, int]]) -> None:
        """Start asking for these ahead of the items; at most `concurrency` requests are in flight."""
        for case, sample in wanted:
            if (case.id, sample) not in self._pending:
                self._pending[case.id, sample] = self._submit(case, sample)

    def describe(self) -> dict[str, Any]:
        endpoint = self._endpoint
        return {"kind": "openai", "name": self.name, "model": endpoint.model, "endpoint": endpoint.address}

    def close(self) -> None:
        for future in self._pending.values():
            future.cancel()
        self._pending.clear()
        self._endpoint.close()

    def _submit(self, case: Case, sample: int) -> Future[Answer]:
        messages = [{"role": "user", "content": self._prompts.render(case)}]
        return self._endpoint.submit(self._endpoint.request(messages, self._sampling, sample=sample))


def _formalization(answer: Answer) -> Formalization:
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
