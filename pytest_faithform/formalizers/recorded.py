"""Replies from a file: recordings of a system's outputs, and the two controls that come with the starter cases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pytest_faithform.cases.files import Reply, read_replies, starter_dir
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.judging_ahead import Arrived
from pytest_faithform.model import Case, Formalization

__all__ = ["CONTROLS", "RecordedFormalizer", "control"]

CONTROLS = ("faithful", "biased")


class RecordedFormalizer:
    """Answers from a JSONL file of replies, keyed by case id and sample (see docs/case-format.md)."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        self.name = name or f"recorded:{path.name}"
        self.path = path
        self._replies: dict[tuple[str, int], Reply] = read_replies(path)
        self._sha256 = hashlib.sha256(path.read_bytes()).hexdigest()

    def formalize(self, case: Case, sample: int) -> Formalization:
        reply = self._replies.get((case.id, sample))
        if reply is None:
            raise FaithformFault(
                "formalizer",
                f"{self.path} holds no reply for case {case.id!r}, sample {sample}: not a recording of these cases; "
                "record the missing replies, or deselect the case",
            )
        return formalization(reply.reply, finish_reason=reply.finish_reason, usage=reply.usage, model=reply.model)

    def answered(self, case: Case, sample: int) -> Formalization:
        """The same: all answers are there."""
        return self.formalize(case, sample)

    def prefetch(
        self, wanted: Iterable[tuple[Case, int]], board: object = None, *, arrived: Arrived | None = None
    ) -> None:
        """There is nothing to ask for, but judges may want to know what is there."""
        if arrived is not None:
            for case, sample in wanted:
                if (case.id, sample) in self._replies:
                    arrived(case, sample)

    def describe(self) -> dict[str, Any]:
        return {"kind": "recorded", "name": self.name, "replies": len(self._replies), "sha256": self._sha256}

    def close(self) -> None:
        return None


def control(name: str) -> RecordedFormalizer:
    """`faithful`: what a faithful system answers to each starter case; `biased`: the original restored in every one.
    Raises ValueError for any other name."""
    if name not in CONTROLS:
        raise ValueError(f"no control {name!r}; there are: {', '.join(CONTROLS)}")
    return RecordedFormalizer(starter_dir() / "controls" / f"{name}.jsonl", name=f"control:{name}")
