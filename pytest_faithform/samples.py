"""Samples of one case asked for together, where the server gives several choices for one request (`n`).

Some servers give one choice whatever `n` says, some refuse it, and greedy or seeded answers cannot be had so. The first
request with `n` shows which kind it is; what comes meanwhile is asked one by one, and no answer is lost or asked for twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from pytest_faithform.connection import RefusedRequest, UnreachableEndpoint

__all__ = ["Choices", "Group", "alike"]

#: Asks the endpoint for so many answers to one request.
Ask = Callable[[int], Awaitable[list[dict[str, Any]]]]
_Wanted = tuple[dict[str, Any], Callable[[], None]]


class Choices:
    """Whether an endpoint gives several choices; None until its first answer to such a request."""

    def __init__(self) -> None:
        self.given: bool | None = None
        self._being_tried = False

    async def ask(self, count: int, ask: Ask) -> list[dict[str, Any]]:
        """At most `count` answers; what is missing is to be asked one by one. Raises UnreachableEndpoint."""
        if self.given is False or self._being_tried:
            return []
        self._being_tried = self.given is None
        try:
            answers = await ask(count)
        except RefusedRequest:
            # It may be the text that is refused; asked by itself, it will say so.
            answers = []
        except UnreachableEndpoint:
            if self.given:
                raise
            answers = []
        finally:
            self._being_tried = False
        if self.given is None or 0 < len(answers) < count:
            self.given = len(answers) == count
        return answers


class Group:
    """The samples of one case that are asked for together: `ask` is called once, for all `count`."""

    def __init__(self, choices: Choices, count: int, ask: Ask) -> None:
        self._choices, self._count, self._ask = choices, count, ask
        self._asked: asyncio.Task[list[dict[str, Any]]] | None = None

    async def take(self) -> dict[str, Any] | None:
        """The next answer; None where this one is to be asked by itself. Raises what asking raised."""
        if self._asked is None:
            self._asked = asyncio.ensure_future(self._choices.ask(self._count, self._ask))
        answers = await asyncio.shield(self._asked)
        return answers.pop(0) if answers else None


def alike(wanted: Iterable[_Wanted], most: int) -> Iterator[list[_Wanted]]:
    """Requests in their order, neighbours that differ in their sample alone together, at most `most`. Those that could not
    differ in their answers, being greedy, or whose seed is part of the request, stand alone."""
    group: list[_Wanted] = []
    for one in wanted:
        if group and not (len(group) < most and _are_samples(group[0][0], one[0])):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _are_samples(one: dict[str, Any], other: dict[str, Any]) -> bool:
    sampling = one["sampling"]
    drawn = "seed" not in sampling and (sampling.get("temperature") or 0) > 0
    return drawn and one | {"sample": 0} == other | {"sample": 0}
