"""An OpenAI-compatible endpoint on loopback for faults: what it answers is scripted, what it was asked is kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from email.message import Message
from typing import Any

import support
from loopback import Loopback

#: Status and body; a body of text is sent as it is.
Answer = tuple[int, dict[str, Any] | str]


def completion(text: Any, **choice: Any) -> tuple[int, dict[str, Any]]:
    return 200, {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "stub-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}} | choice],
        "usage": {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12},
    }


def faithful(prompt: str, number: int) -> Answer:
    """Answers to the small suite by what the prompt shows, as a model would."""
    replies = support.faithful_replies()
    for case in support.suite():
        if case.informal_statement in prompt and case.informal_proof in prompt:
            return completion(replies[case.id])
    return completion("I do not know this text.")


class StubServer(Loopback):
    """`script(prompt, n)` answers the n-th request (from 0). `most_at_once` is the highest number of requests in flight;
    with `several` a request's `n` gives as many choices, each from the script, else one."""

    base = "/v1"

    def __init__(self, script: Callable[[str, int], Answer], *, delay: float = 0.0, several: bool = False) -> None:
        self.requests: list[dict[str, Any]] = []
        self.most_at_once = 0
        #: What GET /v1/models lists; None: it is not there.
        self.models: list[str] | None = None
        self._script, self._delay, self._several = script, delay, several
        self._at_once = 0
        self._lock = threading.Lock()
        super().__init__()

    def shown(self, path: str) -> Any:
        if path != "/v1/models" or self.models is None:
            return None
        return {"data": [{"id": name} for name in self.models]}

    def answer(self, path: str, headers: Message, body: dict[str, Any]) -> tuple[int, Any]:
        with self._lock:
            number = len(self.requests)
            self.requests.append(body)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        time.sleep(self._delay)
        found = self._script(body["messages"][-1]["content"], number)
        if self._several and isinstance(found[1], dict) and "choices" in found[1]:
            more = [self._script(body["messages"][-1]["content"], number) for _ in range(body.get("n", 1) - 1)]
            found[1]["choices"] += [choice for _, one in more for choice in one["choices"]]  # type: ignore[index]
        with self._lock:
            self._at_once -= 1
        return found
