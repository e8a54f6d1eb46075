"""What the terminal shows of a session while it runs."""

from __future__ import annotations

import os
from typing import Any

import pytest

from pytest_faithform.progress import LiveLine, PlainLines, Progress, Screen

__all__ = ["Watch"]


class Watch:
    """Begun once it is known how many items there are; silent before, and where nothing is to be shown. `every`: seconds
    between two lines where the output is no terminal; None for none at all."""

    def __init__(self, config: pytest.Config, every: float | None) -> None:
        self._config, self._every = config, every
        self._progress: Progress | None = None

    def tell(self, line: str) -> None:
        """A line of its own, from the main thread and outside of any test."""
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.write_line(f"faithform: {line}")

    def begin(self, items: int, formalizer: Any) -> None:
        screen = self._screen() if items else None
        if screen is not None:
            self._progress = Progress(items, screen, getattr(formalizer, "counts", lambda: None))

    def item(self, note: dict[str, Any]) -> None:
        """One more item is done; `note` is what its report carries."""
        if self._progress is not None:
            self._progress.item(checked=note.get("checked", False), judged=note.get("judged", False))

    def close(self) -> None:
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.stop()

    def _screen(self) -> Screen | None:
        option = self._config.option
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal is None or self._every is None or self._config.get_verbosity() <= -2:
            return None
        # What tests print or ask at once would be written over the live line.
        shared = option.capture == "no" or option.usepdb or os.environ.get("TERM") in (None, "dumb")
        if terminal.isatty and not shared:
            return LiveLine(terminal._tw)
        return PlainLines(terminal._tw, self._every)
