"""`vllm-offline:NAME`: vLLM's engine in the session's own process, for a machine where no server may run.

It holds its GPUs alone and cannot be shared with workers. The items' prompts are handed to it ahead of them, in large
batches in the order of the items; what a batch made is stored when it is done.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from pytest_faithform.endpoint import Answer, chat_request
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.openai_api import formalization_of
from pytest_faithform.formalizers.vllm_servers import VllmSettings
from pytest_faithform.judging_ahead import Arrived
from pytest_faithform.model import Case, Formalization
from pytest_faithform.progress import Counts
from pytest_faithform.prompts import Prompts
from pytest_faithform.store import AnswerStore, request_key

__all__ = ["VllmOfflineFormalizer", "engine_arguments"]

#: Enough to keep the engine full, few enough that an early end loses little.
_BATCH = 512
_SHORT = {"-tp": "tensor_parallel_size", "-pp": "pipeline_parallel_size", "-dp": "data_parallel_size"}


class VllmOfflineFormalizer:
    """The engine is loaded with the first request that has no stored answer."""

    def __init__(
        self, settings: VllmSettings, *, prompts: Prompts, store: AnswerStore, sampling: dict[str, Any]
    ) -> None:
        """Raises ValueError where vLLM is not installed, or an argument is none of the engine's."""
        if find_spec("vllm") is None:
            raise ValueError(
                "vLLM is not installed: pip install 'pytest-faithform[vllm]', or name a running server with "
                "vllm:NAME and --faithform-base-url"
            )
        self.name = f"vllm-offline:{settings.model}"
        self._settings = settings
        self._arguments = engine_arguments(settings.args)
        self._template: str | None = self._arguments.pop("chat_template", None)
        self._prompts, self._store, self._sampling = prompts, store, sampling
        self._engine: Any = None
        self._engine_turn = threading.Lock()
        # What the batches ahead are to answer yet, and what failed there, by the request's key.
        self._pending: set[str] = set()
        self._failed: dict[str, FaithformFault] = {}
        self._news = threading.Condition()
        self._ending = False
        self._answers = self._tokens = 0

    def formalize(self, case: Case, sample: int) -> Formalization:
        request = self._request(case, sample)
        key = request_key(request)
        with self._news:
            self._news.wait_for(lambda: key not in self._pending)
            failed = self._failed.pop(key, None)
        if failed is not None:
            raise failed
        if self._stored(request) is None:
            self._generate([request])
        found = self._stored(request)
        assert found is not None, "what was generated is stored"
        return formalization_of(found)

    def prefetch(self, wanted: Iterable[tuple[Case, int]], *, arrived: Arrived | None = None) -> None:
        """Have these generated, in their order; `arrived` is called for each answer. Raises FaithformFault where the engine
        cannot be loaded."""
        missing: dict[str, tuple[dict[str, Any], Callable[[], None]]] = {}
        for case, sample in wanted:
            request = self._request(case, sample)
            then: Callable[[], None] = _nothing if arrived is None else partial(arrived, case, sample)
            if self._stored(request) is None:
                missing[request_key(request)] = request, then
            else:
                then()
        if missing:
            self._load()
            self._pending = set(missing)
            threading.Thread(target=self._run, args=(missing,), name="faithform-vllm", daemon=True).start()

    def answered(self, case: Case, sample: int) -> Formalization:
        """The stored answer. Raises FaithformFault where there is none."""
        found = self._stored(self._request(case, sample))
        if found is None:
            raise FaithformFault("store", f"the answer to {case.id}, sample {sample}, is not in the store any more")
        return formalization_of(found)

    def halt(self) -> None:
        """Begin no further batch."""
        with self._news:
            self._ending = True

    def counts(self) -> Counts:
        """How far generating is."""
        return Counts(self._answers, self._tokens, len(self._pending))

    def describe(self) -> dict[str, Any]:
        return {"kind": "vllm-offline", "name": self.name} | self._settings.describe()

    def serving(self) -> dict[str, Any]:
        return {"engine": "in process", "batch": _BATCH}

    def close(self) -> None:
        self.halt()
        self._store.close()

    def _run(self, missing: dict[str, tuple[dict[str, Any], Callable[[], None]]]) -> None:
        left = iter(missing.items())
        while not self._ending and (batch := dict(islice(left, _BATCH))):
            failed: dict[str, FaithformFault] = {}
            try:
                self._generate([request for request, _ in batch.values()])
            except FaithformFault as error:
                failed = dict.fromkeys(batch, error)
            else:
                for _, then in batch.values():
                    then()
            with self._news:
                self._failed |= failed
                self._pending -= set(batch)
                self._news.notify_all()
        with self._news:
            self._pending.clear()
            self._news.notify_all()

    def _generate(self, requests: Sequence[dict[str, Any]]) -> None:
        self._load()
        from vllm import SamplingParams

        parameters = [SamplingParams(**_parameters(request["sampling"])) for request in requests]
        template = {} if self._template is None else {"chat_template": Path(self._template).read_text(encoding="utf-8")}
        try:
            with self._engine_turn:
                outputs = self._engine.chat(
                    [request["messages"] for request in requests], parameters, use_tqdm=False, **template
                )
        except Exception as error:
            raise FaithformFault("formalizer", f"vLLM's engine failed: {type(error).__name__}: {error}") from error
        for request, output in zip(requests, outputs, strict=True):
            made = output.outputs[0]
            answer = {
                "reply": made.text,
                "finish_reason": made.finish_reason,
                "prompt_tokens": len(output.prompt_token_ids or ()),
                "completion_tokens": len(made.token_ids),
                "model": self._settings.model,
            }
            self._store.put(request, answer)
            self._answers += 1
            self._tokens += len(made.token_ids)

    def _load(self) -> None:
        if self._engine is None:
            from vllm import LLM

            try:
                self._engine = LLM(model=self._settings.model, revision=self._settings.revision, **self._arguments)
            except Exception as error:
                raise FaithformFault(
                    "formalizer", f"vLLM cannot load {self._settings.model}: {type(error).__name__}: {error}"
                ) from error

    def _stored(self, request: dict[str, Any]) -> Answer | None:
        held = self._store.get(request)
        return None if held is None else Answer(held.answer, held.stored_at)

    def _request(self, case: Case, sample: int) -> dict[str, Any]:
        messages = [{"role": "user", "content": self._prompts.render(case)}]
        settings = self._settings
        where = f"offline {settings.identity}"
        return chat_request(where, settings.model, settings.revision, messages, self._sampling, sample=sample)


def _nothing() -> None:
    """Nobody waits for it."""


def engine_arguments(args: Sequence[str]) -> dict[str, Any]:
    """The server's arguments as the engine's: `--max-model-len 4096` as max_model_len=4096. Raises ValueError for a value
    that belongs to none."""
    found: dict[str, Any] = {}
    name = None
    for arg in args:
        option, equals, value = arg.partition("=")
        if option.startswith("-") and not option.lstrip("-").replace(".", "").isdecimal():
            name = _SHORT.get(option) or option.lstrip("-").replace("-", "_")
            found[name] = _value(value) if equals else True
        elif name is None or found[name] is not True:
            raise ValueError(f"{arg!r} in --faithform-vllm-args belongs to no option")
        else:
            found[name] = _value(arg)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parameters(sampling: dict[str, Any]) -> dict[str, Any]:
    named = dict(sampling)
    if "max_completion_tokens" in named:
        named["max_tokens"] = named.pop("max_completion_tokens")
    return named
