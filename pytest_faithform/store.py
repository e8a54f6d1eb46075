"""Content-addressed answers of models, so that a second run makes no call (DESIGN, decision 3).

The key is the hash of everything that the answer depends on: endpoint, model, revision, the full request and the
sample index. The database is SQLite in WAL mode and is shared by all workers of a run. A damaged or foreign file is
refused, never overwritten: it holds answers that were paid for.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pytest_faithform.database import open_shared
from pytest_faithform.errors import FaithformFault

__all__ = ["AnswerStore", "StoredAnswer", "request_key"]

_SCHEMA = """
create table if not exists answers (
    key text primary key,
    request text not null,
    answer text not null,
    stored_at text not null
) without rowid;
"""


def request_key(request: dict[str, Any]) -> str:
    """SHA-256 (hex) of the request in canonical JSON."""
    return hashlib.sha256(_canonical(request).encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


@dataclass(frozen=True)
class StoredAnswer:
    """An answer as it was received; `stored_at` is UTC, ISO 8601, None where the session itself asked for it."""

    answer: dict[str, Any]
    stored_at: str | None


class AnswerStore:
    """Answers by request. Those stored since `session_start` (UTC, ISO 8601) are the session's own, whichever of its
    processes asked for them; with `fresh` (`--faithform-fresh`) older ones are hidden."""

    def __init__(self, path: Path, *, session_start: str | None = None, fresh: bool = False) -> None:
        self.path = path
        self._session_start = session_start
        self._fresh = fresh
        self._connection: sqlite3.Connection | None = None
        # Several threads ask and keep, and a transaction belongs to a connection, not to a thread.
        self._turn = threading.RLock()

    def get(self, request: dict[str, Any]) -> StoredAnswer | None:
        """The stored answer to exactly this request, or None. Raises FaithformFault where the store cannot be read."""
        asked = "select answer, stored_at from answers where key = ?"
        try:
            with self._turn:
                row = self._open().execute(asked, (request_key(request),)).fetchone()
        except sqlite3.Error as error:
            raise self._fault(error) from error
        if row is None:
            return None
        own = self._session_start is not None and row[1] >= self._session_start
        return None if self._fresh and not own else StoredAnswer(json.loads(row[0]), None if own else row[1])

    def put(self, request: dict[str, Any], answer: dict[str, Any]) -> str:
        """Keep an answer and return when it was stored. An older answer to the same request is replaced."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            with self._turn, self._open() as connection:
                connection.execute(
                    "insert or replace into answers (key, request, answer, stored_at) values (?, ?, ?, ?)",
                    (request_key(request), _canonical(request), _canonical(answer), now),
                )
        except sqlite3.Error as error:
            raise self._fault(error) from error
        return now

    def close(self) -> None:
        with self._turn:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FaithformFault(
                    "store", f"cannot create the folder of the answer store {self.path}: {error}"
                ) from error
            # What is committed outlives the process, whatever ends it; only a machine that loses power may lose the last
            # answers. Waiting for the disk with each would hold up all requests in flight.
            self._connection = open_shared(self.path, _SCHEMA, synchronous="normal")
        return self._connection

    def _fault(self, error: sqlite3.Error) -> FaithformFault:
        return FaithformFault(
            "store",
            f"the answer store {self.path} cannot be used: {error}. "
            "Move the file away, or name another one with --faithform-store.",
        )
