"""Making very many objects without Python looking for circles among them."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["SparedCollector", "uncollected"]

# An item makes some thousand objects that go out of use by themselves: looking through the youngest at every 700th, as Python
# does, finds next to nothing.
_YOUNGEST = 10_000


@contextmanager
def uncollected() -> Iterator[None]:
    """Records and the tables made of them refer to each other in no circle, and looking for one again and again, whenever
    there are a quarter more of them, takes as long as reading them. What goes out of use is freed all the same."""
    held = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if held:
            gc.enable()


class SparedCollector:
    """From `spare` to `close`: what was collected and loaded stays to the end, so that nobody looks through it for circles
    again and again, and the few circles that items make wait for one another."""

    def __init__(self) -> None:
        self._thresholds: tuple[int, int, int] | None = None
        # A process that ends would look several times for circles among all that scipy and the client have loaded, and all of
        # it goes anyway.
        atexit.register(gc.freeze)

    def spare(self) -> None:
        # A session within another one leaves this to the outer.
        if not gc.get_freeze_count():
            self._thresholds = gc.get_threshold()
            gc.freeze()
            if 0 < self._thresholds[0] < _YOUNGEST:
                gc.set_threshold(_YOUNGEST, *self._thresholds[1:])

    def close(self) -> None:
        if self._thresholds is not None:
            gc.unfreeze()
            gc.set_threshold(*self._thresholds)
            self._thresholds = None
