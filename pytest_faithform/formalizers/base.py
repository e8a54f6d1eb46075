"""What a system under test looks like to the instrument: a case goes in, a formalization comes out."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from pytest_faithform.lean.source import extract
from pytest_faithform.model import Case, Formalization, Usage

__all__ = ["Formalizer", "formalization"]


@runtime_checkable
class Formalizer(Protocol):
    """A system under test. One instance per process; `formalize` may block."""

    name: str

    def formalize(self, case: Case, sample: int) -> Formalization:
        """The system's answer to one case. Raises FaithformFault where the system cannot be reached."""
        ...

    def describe(self) -> dict[str, Any]:
        """What the manifest records of the system; never a secret."""
        ...

    def close(self) -> None: ...


def formalization(
    reply: str,
    *,
    finish_reason: str | None = None,
    usage: Usage | None = None,
    seconds: float | None = None,
    stored_at: str | None = None,
    model: str | None = None,
) -> Formalization:
    """A formalization from a raw reply: every system's replies take this way, recordings and controls included."""
    found = extract(reply)
    return Formalization(
        raw=reply,
        lean=found.lean,
        extraction=found.strategy,
        finish_reason=finish_reason,
        usage=usage or Usage(),
        seconds=seconds,
        stored_at=stored_at,
        model=model,
    )
