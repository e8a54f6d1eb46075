"""The protocol behind which every Lean backend stands (DESIGN, decision 4)."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from pytest_faithform.model import LeanReply

__all__ = ["InconsistentLean", "LeanChecker", "LeanUnavailable"]


class LeanUnavailable(RuntimeError):
    """The apparatus failed, not the text: Lean is not installed, does not start, or fails its control snippet.

    The message says what was tried and what mends it. Never counts as a verdict.
    """


class InconsistentLean(RuntimeError):
    """A statement and its negation were both accepted: an axiom, the guard or Lean itself is broken. Stops the run."""


@runtime_checkable
class LeanChecker(Protocol):
    """A Lean that elaborates one source text at a time. Not thread-safe: one per worker."""

    name: str

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        """Elaborate `source` as a file of its own, on the backend's header.

        Import lines are stripped and listed in `imports`; positions in the reply are those of `source`. `timeout` is
        in seconds of wall time. Raises LeanUnavailable when Lean itself is at fault, never because of the text.
        """
        ...

    def describe(self) -> dict[str, Any]:
        """What the manifest records: backend, Lean version, header and library, limits."""
        ...

    def close(self) -> None:
        """End every process the backend started. Further checks start anew."""
        ...
