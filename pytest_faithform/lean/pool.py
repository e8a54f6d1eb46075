"""Several Leans side by side behind one LeanChecker: each check goes to one that is free and is answered exactly once.

A backend answers for its own process: what follows a text is that text's, anything else is LeanUnavailable. What a pool
adds is that the checks of many threads share a few processes, that these are replaced before they grow old, and that a
Lean which fails for a reason of its own is started anew before the failure is passed on.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.model import LeanReply

__all__ = ["LeanPool"]

_T = TypeVar("_T")
_R = TypeVar("_R")


@dataclass
class _Member:
    checker: LeanChecker
    checks: int = 0


class LeanPool:
    """A LeanChecker for many threads, over `size` backends that `make` gives (by default one per processor).

    A backend is started anew after `recycle_after` checks, and when it says that it is unavailable; that is passed on
    after `tries` starts. `make` may be slow or fail: it is called here, `size` times.
    """

    def __init__(
        self, make: Callable[[], LeanChecker], size: int | None = None, *, recycle_after: int = 1000, tries: int = 3
    ) -> None:
        self.size = size or os.cpu_count() or 1
        if min(self.size, recycle_after, tries) < 1:
            raise ValueError("size, recycle_after and tries are at least 1")
        self._recycle_after = recycle_after
        self._tries = tries
        self._members = [_Member(make()) for _ in range(self.size)]
        self._free: queue.LifoQueue[_Member] = queue.LifoQueue()
        for member in self._members:
            self._free.put(member)
        self.name = self._members[0].checker.name

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        """As a backend's; waits for one that is free. `timeout` does not count the waiting."""
        with self._member() as member:
            for attempt in range(self._tries):
                try:
                    return member.checker.check(source, timeout=timeout)
                except LeanUnavailable:
                    member.checker.close()
                    if attempt + 1 == self._tries:
                        raise
            raise AssertionError("unreachable: tries is at least 1")

    def map(self, work: Callable[[LeanChecker, _T], _R], items: Iterable[_T]) -> Iterator[_R]:
        """`work(pool, item)` for every item, `size` at a time, in the order of the items. The first exception ends it."""
        with ThreadPoolExecutor(self.size, "faithform-lean") as threads:
            futures = [threads.submit(work, self, item) for item in items]
            try:
                for future in futures:
                    yield future.result()
            finally:
                for future in futures:
                    future.cancel()

    def describe(self) -> dict[str, Any]:
        return self._members[0].checker.describe()

    def close(self) -> None:
        """Wait for the checks in flight, then end every process. Further checks start anew."""
        members = [self._free.get() for _ in self._members]
        for member in members:
            member.checker.close()
            member.checks = 0
            self._free.put(member)

    def __enter__(self) -> LeanPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _member(self) -> Iterator[_Member]:
        member = self._free.get()
        try:
            if member.checks >= self._recycle_after:
                member.checker.close()
                member.checks = 0
            member.checks += 1
            yield member
        finally:
            self._free.put(member)
