"""Progress of long work on standard error: a bar on a terminal, else a line every ten seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["output", "shown"]

T = TypeVar("T")

_SECONDS = 10.0
#: Columns of a table that goes to a file or a pipe.
_WIDTH = 160


def output() -> Console:
    """Standard output for tables; what does not go to a terminal is not wrapped at eighty columns."""
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)


def shown(items: Iterable[T], *, total: int, what: str, done: int = 0) -> Iterator[T]:
    """The items as they come, with their number against `total` shown (0: nobody knows it); `done` were there before."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total or None, completed=done)
            for item in items:
                yield item
                bar.advance(task)
        return
    told = time.monotonic()
    for number, item in enumerate(items, start=done + 1):
        yield item
        if time.monotonic() - told >= _SECONDS:
            told = time.monotonic()
            print(f"{what}: {number}{f' of {total}' if total else ''}", file=sys.stderr, flush=True)
