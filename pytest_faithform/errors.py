"""What can end an item, as exceptions: a finding about the system under test, or a fault of the apparatus."""

from __future__ import annotations

from typing import Literal

__all__ = ["FaithformFault", "FatalFault", "Undetermined", "Unfaithful", "Where"]

Where = Literal["formalizer", "lean", "prover", "judge", "store", "session"]


class Unfaithful(AssertionError):
    """The system under test failed the item: an unfaithful edit, a wrong step, a rejected statement."""


class Undetermined(Exception):
    """The item's question could not be settled for this output: neither a pass nor a failure."""


class FaithformFault(Exception):
    """A fault of the apparatus: it says nothing about the system under test and never counts as a verdict."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(message)
        self.where: Where = where

    def __reduce__(self) -> tuple[type[FaithformFault], tuple[str, str]]:
        return (type(self), (self.where, str(self)))


class FatalFault(FaithformFault):
    """A fault after which no verdict of this session can be trusted: it stops the run."""
