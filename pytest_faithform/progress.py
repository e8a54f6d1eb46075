"""How far a session is, while it runs: one line now and then, and where the output is a terminal, a line that stays below
pytest's own.

pytest's writer and the live line share one screen. The live line is drawn below the line that pytest is writing, with
relative movements alone, so that it holds also where the screen scrolls; whatever pytest writes erases it first.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

__all__ = ["Counts", "LiveLine", "PlainLines", "Progress"]

_LIVE_SECONDS = 0.5
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Counts:
    """What was asked so far: answers that came in, their tokens, and requests in flight."""

    answers: int = 0
    tokens: int = 0
    in_flight: int = 0


class Screen(Protocol):
    #: Seconds between two lines.
    every: float

    def show(self, line: str) -> None: ...

    def close(self) -> None: ...


class Progress:
    """Of `total` items. `counts` tells what was asked; None where the system asks nothing."""

    def __init__(self, total: int, screen: Screen, counts: Callable[[], Counts | None]) -> None:
        self._total, self._screen, self._counts = total, screen, counts
        self._items = self._checked = self._judged = 0
        self._began = time.monotonic()
        self._last = self._began, 0
        self._rate = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="faithform-progress", daemon=True)
        self._thread.start()

    def item(self, *, checked: bool, judged: bool) -> None:
        """One more item is done."""
        self._items += 1
        self._checked += checked
        self._judged += judged

    def line(self) -> str:
        now = time.monotonic()
        elapsed = now - self._began
        left = (self._total - self._items) * elapsed / self._items if self._items else None
        parts = [f"items {self._items}/{self._total}"]
        counts = self._counts()
        if counts is not None:
            parts.append(f"generated {counts.answers}")
        parts += [f"judged {self._judged}", f"checked {self._checked}"]
        if counts is not None:
            parts += [f"{self._tokens_per_second(now, counts.tokens):.0f} tokens/s", f"{counts.in_flight} in flight"]
        return f"{_clock(elapsed)}  {', '.join(parts)}, ETA {'unknown' if left is None else _clock(left)}"

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()
        self._screen.close()

    def _run(self) -> None:
        while not self._ended.wait(self._screen.every):
            # The terminal may be gone; the session need not be.
            with contextlib.suppress(OSError, ValueError):
                self._screen.show(self.line())

    def _tokens_per_second(self, now: float, tokens: int) -> float:
        """Over the last seconds: a rate from the start on would hide an endpoint that slowed down."""
        then, before = self._last
        if now - then >= 5 or tokens < before:
            self._rate = max(0, tokens - before) / (now - then)
            self._last = now, tokens
        elif then == self._began:
            self._rate = tokens / max(now - then, 1e-9)
        return self._rate


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class PlainLines:
    """Lines among pytest's own, for logs. `writer` is pytest's terminal writer."""

    def __init__(self, writer: Any, every: float) -> None:
        self.every = every
        self._writer = writer
        self._out = _own_copy(writer._file)

    def show(self, line: str) -> None:
        fresh = "\n" if self._writer.width_of_current_line else ""
        self._out.write(f"{fresh}faithform: {line}\n")
        self._out.flush()

    def close(self) -> None:
        if self._out is not self._writer._file:
            self._out.close()


class LiveLine:
    """A line below the one that pytest writes. It stands in for the file of pytest's writer until it is closed."""

    every = _LIVE_SECONDS

    def __init__(self, writer: Any) -> None:
        self._writer, self._file = writer, writer._file
        # What pytest captures of a test is no screen: the live line has a way of its own.
        self._out = _own_copy(self._file)
        self._lock = threading.Lock()
        self._column = writer.width_of_current_line
        self._drawn = ""
        writer._file = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        with self._lock:
            drawn = self._drawn
            self._erase()
            written: int = self._file.write(text)
            self._file.flush()
            begun = re.split(r"[\r\n]", text)
            self._column = len(_ESCAPES.sub("", begun[-1])) + (self._column if len(begun) == 1 else 0)
            self._draw(drawn)
        return written

    def show(self, line: str) -> None:
        with self._lock:
            self._draw(_rendered(line))

    def close(self) -> None:
        with self._lock:
            self._erase()
            self._writer._file = self._file
            self._out.close()

    def _erase(self) -> None:
        if self._drawn:
            self._below("")
            self._drawn = ""

    def _draw(self, drawn: str) -> None:
        if drawn:
            self._below(drawn)
            self._drawn = drawn

    def _below(self, text: str) -> None:
        column = self._column % max(1, shutil.get_terminal_size().columns)
        self._out.write(f"\n\r\x1b[2K{text}\x1b[1A\x1b[{column + 1}G")
        self._out.flush()


def _rendered(line: str) -> str:
    """One row of the screen, however narrow it is."""
    from rich.console import Console
    from rich.text import Text

    width = shutil.get_terminal_size().columns - 1
    out = io.StringIO()
    Console(file=out, force_terminal=True, width=width, legacy_windows=False).print(
        Text(f"faithform {line}", style="cyan"), end="", no_wrap=True, overflow="ellipsis"
    )
    return out.getvalue()


def _own_copy(file: TextIO) -> TextIO:
    """Another way to where a file writes now, wherever pytest turns its descriptor to later."""
    try:
        return os.fdopen(os.dup(file.fileno()), "w", encoding=file.encoding or "utf-8", errors="replace")
    except (OSError, ValueError, AttributeError):
        return file
