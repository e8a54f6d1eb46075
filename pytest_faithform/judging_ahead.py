"""Judges' questions are asked ahead of the items too: what a judge needs no Lean for, as soon as the answer is there.

The process that asks the system for everybody lets each judge look at each answer once, so that the judge's replies are in
the store when the item comes to them. Items wait for that, so that nothing is asked twice. What failed is told to the item
and not asked again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Literal, Protocol

from pytest_faithform.board import Board
from pytest_faithform.errors import FaithformFault
from pytest_faithform.model import Case, Formalization

__all__ = ["Arrived", "JudgesAhead", "JudgesFollowed", "Question"]

Question = Literal["edit", "correctness"]
Arrived = Callable[[Case, int], None]

_BEAT_SECONDS = 2.0


class AskingJudge(Protocol):
    """A judge that can be asked ahead: the replies are stored, the verdict is the item's to make."""

    name: str

    def ask_ahead(self, case: Case, formalization: Formalization, question: Question) -> None: ...

    def halt(self) -> None: ...


class JudgesAhead:
    """`wanted`: what each item will ask its judges, by case and sample. `answer` gives the system's stored answer. At most
    `most` questions are under way for each judge."""

    def __init__(
        self,
        judges: Sequence[AskingJudge],
        wanted: Mapping[tuple[str, int], Iterable[Question]],
        answer: Callable[[Case, int], Formalization],
        *,
        most: int,
        board: Board | None = None,
    ) -> None:
        self._judges, self._wanted, self._answer, self._board = judges, wanted, answer, board
        self._pool = ThreadPoolExecutor(most * len(judges), thread_name_prefix="faithform-judges")
        self._asked: dict[str, Future[None]] = {key: Future() for key in _keys(judges, wanted)}
        self._begun: set[str] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        if board is not None:
            board.beat()
            threading.Thread(target=self._beat, args=(board,), name="faithform-alive", daemon=True).start()

    def arrived(self, case: Case, sample: int) -> None:
        """The system's answer is there."""
        for question in self._wanted.get((case.id, sample), ()):
            for judge in self._judges:
                self._begin(judge, question, case, sample)

    def wait(self, judge: str, question: Question, case: Case, sample: int) -> None:
        """In the process that asks: until the judge was asked. Raises what failed then, once: who asks again does so
        himself."""
        key = _key(judge, question, case.id, sample)
        asked = self._asked.get(key)
        if asked is None:
            return
        # The item may have got its answer in another way than ahead of it, as after a request that failed.
        for one in self._judges:
            if one.name == judge:
                self._begin(one, question, case, sample)
        try:
            asked.result()
        except CancelledError as error:
            raise FaithformFault("judge", "the judge was not asked because the session is ending") from error
        finally:
            self._asked.pop(key, None)

    def halt(self) -> None:
        """Ask nothing more, and give up what is under way."""
        with self._lock:
            self._ended.set()
        for future in list(self._asked.values()):
            future.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for judge in self._judges:
            judge.halt()

    def close(self) -> None:
        self.halt()
        self._pool.shutdown(wait=True)

    def _begin(self, judge: AskingJudge, question: Question, case: Case, sample: int) -> None:
        key = _key(judge.name, question, case.id, sample)
        with self._lock:
            if key in self._begun or self._ended.is_set():
                return
            self._begun.add(key)
            self._pool.submit(self._ask, judge, question, case, sample)

    def _ask(self, judge: AskingJudge, question: Question, case: Case, sample: int) -> None:
        key = _key(judge.name, question, case.id, sample)
        error: Exception | None = None
        try:
            judge.ask_ahead(case, self._answer(case, sample), question)
        except Exception as raised:
            error = raised
        if self._board is not None:
            self._tell(self._board, key, error)
        future = self._asked[key]
        if future.set_running_or_notify_cancel():
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    def _tell(self, board: Board, key: str, error: Exception | None) -> None:
        if error is None:
            board.done(key)
        else:
            board.fail(key, error if isinstance(error, FaithformFault) else FaithformFault("judge", repr(error)))

    def _beat(self, board: Board) -> None:
        while not self._ended.wait(_BEAT_SECONDS):
            board.beat()


class JudgesFollowed:
    """In a worker: the process that holds the board asks the judges."""

    def __init__(
        self, judges: Sequence[AskingJudge], wanted: Mapping[tuple[str, int], Iterable[Question]], board: Board
    ):
        self._board = board
        self._awaited = _keys(judges, wanted)

    def wait(self, judge: str, question: Question, case: Case, sample: int) -> None:
        key = _key(judge, question, case.id, sample)
        if key in self._awaited:
            self._awaited.discard(key)
            self._board.wait(key, lambda: self._board.is_done(key) or None)

    def halt(self) -> None:
        """Nothing is under way here."""

    def close(self) -> None:
        self._board.close()


def _keys(judges: Sequence[AskingJudge], wanted: Mapping[tuple[str, int], Iterable[Question]]) -> set[str]:
    return {
        _key(judge.name, question, *item)
        for item, questions in wanted.items()
        for question in questions
        for judge in judges
    }


def _key(judge: str, question: Question, case: str, sample: int) -> str:
    return f"judge {judge}\0{question}\0{case}\0{sample}"
