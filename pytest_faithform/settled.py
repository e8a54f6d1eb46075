"""What Lean has settled in this session, so that no text is checked, compared or proved twice by it.

Paraphrases are often answered with the original's formalization. The workers of an xdist session share what they found
through a file in a folder that the session removes, and wait for what another one is at; a session without workers keeps it
in memory. Nothing of it outlives the session: a Lean that was repaired, or a prover that got better, is asked anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pytest_faithform.database import open_shared

__all__ = ["Settled"]

_M = TypeVar("_M", bound=BaseModel)
_SCHEMA = """
create table if not exists settled (key blob primary key, found text not null) without rowid;
create table if not exists begun (key blob primary key, process integer not null) without rowid;
"""
#: Seconds for which a worker waits for what another one is at, before it finds it for itself.
_PATIENCE_SECONDS = 600.0
_FIRST_LOOK_SECONDS, _LAST_LOOK_SECONDS = 0.01, 0.2


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
        with self._begun(key):
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

    @contextlib.contextmanager
    def _begun(self, key: bytes) -> Iterator[None]:
        """As the one worker that is at this. Another one's turn is waited for, until it has ended or its process has."""
        folder = None if key in self._held else self._folder
        mine = folder is not None and self._wait_for_turn(key, folder)
        try:
            yield
        finally:
            if folder is not None and mine:
                with contextlib.suppress(sqlite3.Error, OSError), self._shared(folder) as connection:
                    connection.execute("delete from begun where key = ?", (key,))

    def _wait_for_turn(self, key: bytes, folder: Path) -> bool:
        """Whether this process is the one to find it. Not, where it was found meanwhile or nothing can be shared."""
        until, pause = time.monotonic() + _PATIENCE_SECONDS, _FIRST_LOOK_SECONDS
        with contextlib.suppress(sqlite3.Error, OSError):
            while time.monotonic() < until and self._get(key) is None:
                with self._shared(folder) as connection:
                    taken = connection.execute("insert or ignore into begun values (?, ?)", (key, os.getpid()))
                    if taken.rowcount == 1:
                        return True
                    row = connection.execute("select process from begun where key = ?", (key,)).fetchone()
                    if row is not None and not _alive(row[0]):
                        connection.execute("delete from begun where key = ? and process = ?", (key, row[0]))
                        continue
                time.sleep(pause)
                pause = min(_LAST_LOOK_SECONDS, 1.5 * pause)
        return False

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
            self._connection = open_shared(folder / "settled.sqlite", _SCHEMA, synchronous="off")
        return self._connection


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
