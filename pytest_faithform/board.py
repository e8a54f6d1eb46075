"""Where the controller of an xdist session tells its workers how what it asks for them goes.

The controller asks for the answers of all selected items; workers find them in the store. The board holds what is true of
this session alone: which requests failed, and that the one who asks is alive. It is a database in the session's folder.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pytest_faithform.connection import RefusedRequest
from pytest_faithform.database import open_shared
from pytest_faithform.errors import FaithformFault, Where

__all__ = ["Board"]

_T = TypeVar("_T")

#: Seconds without a sign of life after which nobody waits any more. A busy machine may be silent for a while.
SILENCE_SECONDS = 60.0
_ALL = "*"
_FIRST_LOOK_SECONDS, _LAST_LOOK_SECONDS = 0.005, 0.1
_SCHEMA = """
create table if not exists failed (key text primary key, place text, message text, refused integer) without rowid;
create table if not exists signs (name text primary key, at real) without rowid;
create table if not exists done (key text primary key) without rowid;
create table if not exists servers (place integer primary key, address text);
"""


class Board:
    """One session's board, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "board.sqlite"
        self._connection: sqlite3.Connection | None = None
        # The controller tells from several threads, and a transaction belongs to a connection, not to a thread.
        self._turn = threading.RLock()

    def beat(self) -> None:
        """In the controller, again and again: answers or failures are to come."""
        with self._turn, self._database() as database:
            database.execute("insert or replace into signs values ('alive', ?)", (time.time(),))

    def end(self) -> None:
        """In the controller: nobody answers any more, so that who waits need not wait for the silence."""
        with contextlib.suppress(sqlite3.Error), self._database() as database:
            database.execute("delete from signs")

    def fail_all(self, error: Exception) -> None:
        """In the controller: what is not asked yet will not be."""
        self.fail(_ALL, error)

    def fail(self, key: str, error: Exception) -> None:
        """In the controller: this request will have no answer."""
        where = error.where if isinstance(error, FaithformFault) else "formalizer"
        row = (key, where, str(error), isinstance(error, RefusedRequest))
        with self._turn, self._database() as database:
            database.execute("insert or replace into failed values (?, ?, ?, ?)", row)

    def done(self, key: str) -> None:
        """In the controller: what this names has been seen to; what came of it is in the store."""
        with self._turn, self._database() as database:
            database.execute("insert or replace into done values (?)", (key,))

    def is_done(self, key: str) -> bool:
        return self._database().execute("select 1 from done where key = ?", (key,)).fetchone() is not None

    def announce(self, addresses: Sequence[str]) -> None:
        """In the controller: where the model is served that was started for this session."""
        with self._turn, self._database() as database:
            database.executemany("insert or replace into servers values (?, ?)", enumerate(addresses))

    def addresses(self) -> list[str]:
        """In a worker: what was announced, in that order; empty where nothing was."""
        return [row[0] for row in self._database().execute("select address from servers order by place")]

    def wait(self, key: str, look: Callable[[], _T | None]) -> _T:
        """In a worker: what `look` finds, once it finds it. Raises the request's failure, or FaithformFault where none is to
        come."""
        pause = _FIRST_LOOK_SECONDS
        while True:
            alive, failure = self._alive(), self._failure(key)
            # Looked for last: what was told before is in the store by now.
            found = look()
            if found is not None:
                return found
            if failure is not None:
                raise failure
            if not alive:
                raise FaithformFault("session", "the process that asks the model for all workers does so no more")
            time.sleep(pause)
            pause = min(_LAST_LOOK_SECONDS, 1.5 * pause)

    def close(self) -> None:
        with self._turn:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _failure(self, key: str) -> FaithformFault | None:
        asked = "select place, message, refused from failed where key in (?, ?)"
        row = self._database().execute(asked, (key, _ALL)).fetchone()
        if row is None:
            return None
        where: Where = row[0]
        return (RefusedRequest if row[2] else FaithformFault)(where, row[1])

    def _alive(self) -> bool:
        row = self._database().execute("select at from signs").fetchone()
        return row is not None and time.time() - row[0] < SILENCE_SECONDS

    def _database(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            self._connection = open_shared(self._path, _SCHEMA, synchronous="off")
        return self._connection
