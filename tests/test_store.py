"""The databases that a session's threads and processes share, when many come at once."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_faithform.board import Board
from pytest_faithform.database import open_shared
from pytest_faithform.errors import FaithformFault
from pytest_faithform.store import AnswerStore


def _stores(folder: Path) -> None:
    store = AnswerStore(folder / "store.sqlite")
    assert store.get({"model": "m"}) is None
    store.close()


def _boards(folder: Path) -> None:
    board = Board(folder)
    assert not board.is_done("key")
    board.close()


@pytest.mark.parametrize("visit", [_stores, _boards])
def test_many_open_a_new_database_at_once(tmp_path: Path, visit: Callable[[Path], None]) -> None:
    faults: list[Exception] = []

    def take_part(folder: Path, start: threading.Barrier) -> None:
        start.wait()
        try:
            visit(folder)
        except (sqlite3.Error, FaithformFault) as error:
            faults.append(error)

    for number in range(150):
        start = threading.Barrier(6)
        folder = tmp_path / str(number)
        folder.mkdir()
        threads = [threading.Thread(target=take_part, args=(folder, start)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []


def test_what_is_no_database_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_text("answers of another tool " * 100, encoding="utf-8")
    with pytest.raises(FaithformFault, match="not a database"):
        AnswerStore(path).get({"model": "m"})
    assert path.read_text(encoding="utf-8").startswith("answers")


def test_a_database_that_stays_locked_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_faithform.database.PATIENCE_SECONDS", 0.2)
    path = tmp_path / "store.sqlite"
    holder = sqlite3.connect(path)
    holder.execute("begin exclusive")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        open_shared(path, "create table if not exists t (a)", synchronous="normal")
    holder.rollback()
    open_shared(path, "create table if not exists t (a)", synchronous="normal").close()
    holder.close()
