"""Making very many objects without Python looking for circles among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["uncollected"]


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
