"""How a database that several threads and processes share is opened: SQLite in WAL mode."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path
from typing import Literal

__all__ = ["open_shared"]

#: Seconds for which a locked database is tried again.
PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.02


def open_shared(path: Path, schema: str, *, synchronous: Literal["normal", "off"]) -> sqlite3.Connection:
    """A connection for all threads of this process, `schema` (SQL that may be run again) applied. Raises sqlite3.Error
    where the file is no database, cannot be opened or stays locked for PATIENCE_SECONDS."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        connection = sqlite3.connect(path, timeout=PATIENCE_SECONDS, check_same_thread=False)
        try:
            # Of several who make a new file a WAL one at once, SQLite turns all but one away without its own timeout.
            connection.execute("pragma journal_mode = wal")
            connection.execute(f"pragma synchronous = {synchronous}")
            connection.executescript(schema)
        except sqlite3.Error as error:
            connection.close()
            if not _is_locked(error) or time.monotonic() > until:
                raise
            time.sleep(random.uniform(0, _PAUSE_SECONDS))
        except BaseException:
            connection.close()
            raise
        else:
            return connection


def _is_locked(error: sqlite3.Error) -> bool:
    # The low byte is the kind; an error of Python's own has no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
