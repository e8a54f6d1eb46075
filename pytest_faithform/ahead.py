"""What is asked before its item comes to it: the system's answers, and the judges' questions about them.

In a plain session this process asks. Under xdist the controller asks for all workers, which find the answers in the store
and hear on the board what failed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pytest_faithform.board import Board
from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.judging_ahead import JudgesAhead, JudgesFollowed, Question
from pytest_faithform.model import Case

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = ["Ahead", "Wanted"]

Wanted = tuple[KeptCase, int, tuple[Question, ...]]
"""A case, a sample, and what the item will ask its judges."""


class Ahead:
    """One session's. Built-in systems and judges can be asked ahead; those of plugins need not."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._judging: JudgesAhead | JudgesFollowed | None = None

    def ask(self, wanted: Sequence[Wanted], board: Callable[[], Board] | None = None) -> None:
        """In the process that asks for everybody. Raises FaithformFault where the system cannot be had."""
        judges, told = self._judges(wanted), None
        prefetch = getattr(self._session.formalizer, "prefetch", None)
        if board is not None and (judges or prefetch is not None):
            told = board()
        if judges:
            made = JudgesAhead(
                judges,
                _questions(wanted),
                self._session.formalizer.answered,  # type: ignore[attr-defined]
                most=self._session.settings.concurrency,
                board=told,
            )
            self._judging = self._session.closing(made)
        if prefetch is not None:
            more = {"arrived": self._judging.arrived} if isinstance(self._judging, JudgesAhead) else {}
            prefetch(((kept.case, sample) for kept, sample, _ in wanted), *([told] if told is not None else []), **more)
            if hasattr(self._session.formalizer, "counts"):
                # What the session's end needs takes seconds to load, and the first answers are waited for now. Not in a
                # thread of its own: pytest parses what it imports, and Python's parser serves one thread at a time.
                import_module("pytest_faithform.conclude")

    def follow(self, wanted: Sequence[Wanted], board: Callable[[], Board]) -> None:
        """In a worker: the controller asks."""
        follow = getattr(self._session.formalizer, "follow", None)
        if follow is not None:
            follow([(kept.id, sample) for kept, sample, _ in wanted], board())
        judges = self._judges(wanted)
        if judges:
            self._judging = self._session.closing(JudgesFollowed(judges, _questions(wanted), board()))

    def serve(self, board: Board) -> None:
        """A test asks the model itself: have it served."""
        serve = getattr(self._session.formalizer, "serve", None)
        if serve is not None:
            serve(board)

    def await_judge(self, judge: Any, question: Question, case: Case, sample: int) -> None:
        """Until this judge was asked ahead, where it is. Raises what failed then."""
        if self._judging is not None and hasattr(judge, "ask_ahead"):
            self._judging.wait(judge.name, question, case, sample)

    def halt(self) -> None:
        """The session is ending: give up what is under way."""
        for part in (self._judging, self._session.formalizer, self._session.lean):
            halt = getattr(part, "halt", None)
            if halt is not None:
                halt()

    def _judges(self, wanted: Sequence[Wanted]) -> list[Any]:
        if not hasattr(self._session.formalizer, "answered") or not any(questions for _, _, questions in wanted):
            return []
        return [judge for judge in self._session.judges if hasattr(judge, "ask_ahead")]


def _questions(wanted: Sequence[Wanted]) -> dict[tuple[str, int], tuple[Question, ...]]:
    return {(kept.id, sample): questions for kept, sample, questions in wanted if questions}
