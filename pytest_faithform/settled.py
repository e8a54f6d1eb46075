"""What Lean has settled in this session, so that no text is checked, compared or proved twice by it.

Paraphrases are often answered with the original's formalization. The workers of an xdist session share what they found
through a file in a folder that the session removes; a session without workers keeps it in memory. Nothing of it outlives
the session: a Lean that was repaired, or a prover that got better, is asked anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

__all__ = ["Settled"]

_M = TypeVar("_M", bound=BaseModel)
_SCHEMA = "create table if not exists settled (key blob primary key, found text not null) without rowid"


class Settled:
    """Findings by what was asked. `folder` is where workers share them; None for a process on its own."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._held: dict[bytes, str] = {}
        self._connection: sqlite3.Connection | None = None

    def find(
        self, kind: str, texts: tuple[str, ...], find: Callable[[], _M], *, lasts: Callable[[_M], bool], of: type[_M]
    ) -> _M:
        """What was found before about these texts, else what `find` finds; kept where it `lasts`: a time limit that was
        met on a busy machine says nothing about the next try."""
        key = hashlib.sha256(json.dumps([kind, *texts]).encode("ascii")).digest()
        held = self._get(key)
        if held is not None:
            with contextlib.suppress(ValidationError):
                return of.model_validate_json(held)
        found = find()
        if lasts(found):
            self._put(key, found.model_dump_json())
        return found

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.close()
        self._connection = None

    def _get(self, key: bytes) -> str | None:
        if key not in self._held and self._folder is not None:
            with contextlib.suppress(sqlite3.Error, OSError):
                row = self._shared(self._folder).execute("select found from settled where key = ?", (key,)).fetchone()
                if row is not None:
                    self._held[key] = row[0]
        return self._held.get(key)

    def _put(self, key: bytes, found: str) -> None:
        self._held[key] = found
        if self._folder is not None:
            # Where it cannot be shared the others find it for themselves.
            with contextlib.suppress(sqlite3.Error, OSError), self._shared(self._folder) as connection:
                connection.execute("insert or replace into settled values (?, ?)", (key, found))

    def _shared(self, folder: Path) -> sqlite3.Connection:
        if self._connection is None:
            folder.mkdir(mode=0o700, exist_ok=True)
            connection = sqlite3.connect(folder / "settled.sqlite", timeout=10)
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = off")
            connection.execute(_SCHEMA)
            connection.commit()
            self._connection = connection
        return self._connection
