"""Replies from a file: recordings of a system's outputs, and the two controls that come with the starter cases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pytest_faithform.cases.files import Reply, each_reply, starter_dir
from pytest_faithform.cases.jsonl import line_text
from pytest_faithform.cases.kept import ChangedFile, KeptLines, Place
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.judging_ahead import Arrived
from pytest_faithform.model import Case, Formalization

__all__ = ["CONTROLS", "RecordedFormalizer", "control"]

CONTROLS = ("faithful", "biased")


class RecordedFormalizer:
    """Answers from a JSONL file of replies, keyed by case id and sample (see docs/case-format.md). The whole file is read
    first, so that what is wrong in it is told before anything is measured; each reply is read again when it is asked for."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        self.name = name or f"recorded:{path.name}"
        self.path = path
        self._replies: KeptLines[tuple[str, int]] = KeptLines(path)
        for line, reply in each_reply(path):
            self._replies.keep((reply.case, reply.sample), Place.of(line))
        with path.open("rb") as file:
            self._sha256 = hashlib.file_digest(file, "sha256").hexdigest()

    def formalize(self, case: Case, sample: int) -> Formalization:
        try:
            raw = self._replies.read((case.id, sample))
        except ChangedFile as error:
            raise FaithformFault("formalizer", str(error)) from error
        if raw is None:
            raise FaithformFault(
                "formalizer",
                f"{self.path} holds no reply for case {case.id!r}, sample {sample}: not a recording of these cases; "
                "record the missing replies, or deselect the case",
            )
        reply = Reply.model_validate_json(line_text(raw, replace_surrogates=True))
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

    def halt(self) -> None:
        self._replies.forget()

    def close(self) -> None:
        self._replies.close()


def control(name: str) -> RecordedFormalizer:
    """`faithful`: what a faithful system answers to each starter case; `biased`: the original restored in every one.
    Raises ValueError for any other name."""
    if name not in CONTROLS:
        raise ValueError(f"no control {name!r}; there are: {', '.join(CONTROLS)}")
    return RecordedFormalizer(starter_dir() / "controls" / f"{name}.jsonl", name=f"control:{name}")
