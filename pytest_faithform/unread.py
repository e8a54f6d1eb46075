"""Output that its reader no longer takes (`faithform compare A B | head -1`): the command goes on without a word, so that
what it writes is whole and its exit status is the answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

__all__ = ["dropping_unread"]


@contextmanager
def dropping_unread() -> Iterator[None]:
    """Within it, what standard output and standard error cannot pass on is dropped."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, _Dropping(stream)) for stream in streams)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdout, sys.stderr = streams


class _Dropping:
    """A stream that leads nowhere once its reader is gone; the rest of it is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            self._lead_nowhere()
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._lead_nowhere()

    def _lead_nowhere(self) -> None:
        # What the stream still holds must go somewhere too: the interpreter flushes it at its end.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
