"""What a session keeps of its cases and recordings until an item needs them: an id and a place, or an id and a packed text.

A session lives as long as its last item, and a case or a reply as an object takes ten times the room of its text.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Hashable, Sized
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from pytest_faithform.cases.jsonl import Line
from pytest_faithform.model import Case, Perturbation, Problem

__all__ = ["ChangedFile", "KeptCase", "KeptLines", "Place"]

_K = TypeVar("_K", bound=Hashable)


class KeptCase:
    """A case as its JSON, packed, beside what items are selected and told apart by. `terms` are those of a marker's filters.

    Packed and not left in its file: a suite may be edited while it is measured. `like` is a case of the same problem, whose
    texts this one's repeat.
    """

    __slots__ = ("_like", "_packed", "group", "id", "terms")

    def __init__(self, case: Case, like: KeptCase | None = None) -> None:
        problem = case.problem
        self.id = case.id
        self.group = problem.group
        self.terms = _terms(
            case.kind, case.region, case.family, case.style, problem.dataset, problem.domain, problem.task
        )
        self._like = like
        packer = zlib.compressobj(zdict=self._known)
        self._packed = packer.compress(case.model_dump_json().encode()) + packer.flush()

    @property
    def case(self) -> Case:
        return Case.model_validate_json(self._text)

    @property
    def _text(self) -> bytes:
        return zlib.decompressobj(zdict=self._known).decompress(self._packed)

    @property
    def _known(self) -> bytes:
        return b"" if self._like is None else self._like._text

    @property
    def kind(self) -> str:
        return str(self.terms["kind"])

    @property
    def problem(self) -> Problem:
        return self.case.problem

    @property
    def perturbation(self) -> Perturbation:
        return self.case.perturbation


@lru_cache(maxsize=4096)
def _terms(
    kind: str, region: str | None, family: str | None, style: str | None, dataset: str, domain: str, task: str
) -> dict[str, Any]:
    """Few differ, and all cases with the same share them."""
    return {
        "kind": kind,
        "region": region,
        "family": family,
        "style": style,
        "dataset": dataset,
        "domain": domain,
        "task": task,
    }


class ChangedFile(Exception):
    """A file of which lines are read again no longer holds them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line is in its file."""

    offset: int
    length: int
    checksum: int

    @classmethod
    def of(cls, line: Line) -> Place:
        return cls(line.offset, len(line.raw), zlib.crc32(line.raw))


class KeptLines(Sized, Generic[_K]):
    """Where the lines of a file are, by what they are about. The file stays open: one that is replaced meanwhile is still
    read as it was, and one that is written over is told."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._places: dict[_K, Place] = {}

    def keep(self, key: _K, place: Place) -> None:
        """The last line that is kept under a key holds."""
        self._opened()
        self._places[key] = place

    def read(self, key: _K) -> bytes | None:
        """The line as it stands in the file, None where there is none. Raises ChangedFile."""
        place = self._places.get(key)
        if place is None:
            return None
        raw = os.pread(self._opened().fileno(), place.length, place.offset)
        if zlib.crc32(raw) != place.checksum:
            raise ChangedFile(f"{self._path} was changed while it was in use; run again")
        return raw

    def __contains__(self, key: _K) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def forget(self) -> None:
        """Nothing is read any more: room for what a session's end makes of its records."""
        self._places.clear()

    def close(self) -> None:
        """Until a line is read again."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _opened(self) -> BinaryIO:
        if self._file is None:
            self._file = self._path.open("rb")
        return self._file
