"""The papers' printed numbers, computed again from released data or printed counts, beside what is printed."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Check", "DataError"]


class DataError(ValueError):
    """Released data that is not there or not as it was released; the message names file, line and column."""


@dataclass(frozen=True)
class Check:
    """One number: `ours` and `printed` as text with the paper's own digits; `printed` is empty where the paper prints no
    such number, which the note explains."""

    block: str
    quantity: str
    ours: str
    printed: str
    note: str = ""

    @property
    def verdict(self) -> str:
        """`match`, `MISMATCH`, or `not printed`."""
        if not self.printed:
            return "not printed"
        return "match" if self.ours == self.printed else "MISMATCH"
