"""Judges: what decides whether an output reflects an edit, and whether it says what the text says."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from pytest_faithform.model import Case, EditVerdict, Formalization, LeanReply, Part

__all__ = ["Judge"]


@runtime_checkable
class Judge(Protocol):
    """A judge answers what it can and None for what it does not judge; a fault of its own is a FaithformFault. A `close()`,
    where it has one, is called at the session's end."""

    name: str

    def judge_edit(self, case: Case, formalization: Formalization, lean: LeanReply | None) -> EditVerdict | None:
        """Does the output reflect the local edit? `lean` is Lean's reply where the test asked for it before."""
        ...

    def judge_correctness(self, case: Case, formalization: Formalization, lean: LeanReply) -> dict[str, Part] | None:
        """Parts of correctness by name: "StmtSC", "ProofSC"."""
        ...

    def describe(self) -> dict[str, Any]: ...
