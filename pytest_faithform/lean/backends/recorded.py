"""The `recorded` backend: what another run's Lean said, read from its records. Nothing is elaborated.

A text that the run did not check (the prover's and the comparer's own texts, mostly) is `unavailable`: what it would take
to judge it stays open, and what was measured is judged again without a Lean.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_faithform.cases.files import each_record
from pytest_faithform.cases.jsonl import Line, line_text
from pytest_faithform.cases.kept import ChangedFile, KeptLines, Place
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanReply, Record
from pytest_faithform.runlog import latest

__all__ = ["RecordedLean"]

NOT_RECORDED = "a reply to this text in the recorded run"


class RecordedLean:
    """A LeanChecker that repeats the replies of a run's records, by text, with what was found of the statement when it was
    elaborated; of two replies to one text the last holds. Each reply is read again when it is asked for."""

    name = "recorded"
    #: There is nothing to be had for a text of one's own making.
    elaborates = False

    def __init__(self, folder: Path, lean: dict[str, Any]) -> None:
        self._folder = folder
        self._lean = lean
        path = folder / "records.jsonl"
        self._replies: KeptLines[bytes] = KeptLines(path)
        self._sha256 = hashlib.sha256(b"").hexdigest()
        if not path.exists():
            return
        for one in latest(_told(line, record) for line, record in each_record(path, growing=True)):
            if one.text is not None:
                self._replies.keep(one.text, one.place)
        with path.open("rb") as file:
            self._sha256 = hashlib.file_digest(file, "sha256").hexdigest()

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        try:
            raw = self._replies.read(_digest(source))
        except ChangedFile as error:
            raise LeanUnavailable(str(error)) from error
        if raw is None:
            return LeanReply(outcome="unavailable", lacking=(NOT_RECORDED,), backend=self.name)
        return LeanReply.model_validate_json(json.dumps(json.loads(line_text(raw, replace_surrogates=True))["lean"]))

    def describe(self) -> dict[str, Any]:
        return {**self._lean, "recorded_from": self._folder.name, "recorded_sha256": self._sha256}

    def halt(self) -> None:
        self._replies.forget()

    def close(self) -> None:
        self._replies.close()


@dataclass(frozen=True, slots=True)
class _Told:
    """Which text a record tells Lean's reply to, None if to none, and where."""

    key: tuple[str, int]
    outcome: str
    text: bytes | None
    place: Place


def _told(line: Line, record: Record) -> _Told:
    made, said = record.formalization, record.lean
    text = _digest(made.lean) if made is not None and said is not None and said.backend else None
    return _Told(record.key, record.outcome, text, Place.of(line))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
