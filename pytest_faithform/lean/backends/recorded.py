"""The `recorded` backend: what another run's Lean said, read from its records. Nothing is elaborated.

A text that the run did not check (the prover's and the comparer's own texts, mostly) is `unavailable`: what it would take
to judge it stays open, and what was measured is judged again without a Lean.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pytest_faithform.model import LeanReply, Record

__all__ = ["RecordedLean"]

NOT_RECORDED = "a reply to this text in the recorded run"


class RecordedLean:
    """A LeanChecker that repeats the replies of `records`, by text, with what was found of the statement when it was
    elaborated; of two replies to one text the last holds."""

    name = "recorded"

    def __init__(self, records: list[Record], folder: Path, lean: dict[str, Any]) -> None:
        self._folder = folder
        self._lean = lean
        path = folder / "records.jsonl"
        self._sha256 = hashlib.sha256(path.read_bytes() if path.exists() else b"").hexdigest()
        self._replies = {
            record.formalization.lean: record.lean
            for record in records
            if record.formalization is not None and record.lean is not None and record.lean.backend
        }

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        found = self._replies.get(source)
        if found is None:
            return LeanReply(outcome="unavailable", lacking=(NOT_RECORDED,), backend=self.name)
        return found

    def describe(self) -> dict[str, Any]:
        return {**self._lean, "recorded_from": self._folder.name, "recorded_sha256": self._sha256}

    def close(self) -> None:
        """Nothing is open."""
