"""A pool of Leans: every check is answered once and with its own answer, whatever becomes of the processes."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.lean.pool import LeanPool
from pytest_faithform.model import LeanReply

CHECKS = 500
SECONDS, HANG_SECONDS = 60.0, 2.0

#: By what becomes of the text: how many of the checks, and a text with a name of its own.
KINDS: dict[str, tuple[int, Callable[[int], str]]] = {
    "error": (120, lambda n: f"theorem t{n} : {n} = {n} + 1 := by rfl"),
    "sorry": (120, lambda n: f"theorem t{n} : {n} = {n} + 1 := by sorry"),
    "crash": (2, lambda n: f"#eval (IO.Process.exit {n % 7 + 1} : IO Unit)\ntheorem t{n} : 1 = 1 := rfl"),
    "out of memory": (1, lambda n: f"#eval (Array.replicate (10 ^ 9) {n}).size\ntheorem t{n} : 1 = 1 := rfl"),
    "timeout": (2, lambda n: f"partial def loop{n} (k : Nat) : Nat := loop{n} (k + 1)\n#eval loop{n} 0"),
}


def texts() -> list[tuple[str, str]]:
    """(kind, text) of 500 checks, in an order that mixes them."""
    kinds = [kind for kind, (count, _) in KINDS.items() for _ in range(count)]
    kinds += ["ok"] * (CHECKS - len(kinds))
    random.Random(7).shuffle(kinds)
    write = {kind: text for kind, (_, text) in KINDS.items()} | {
        "ok": lambda n: f"theorem t{n} : {n} + 1 > {n} := by simp"
    }
    return [(kind, write[kind](n)) for n, kind in enumerate(kinds)]


def found(reply: LeanReply, n: int) -> str:
    """Which kind of text the reply is about; only a text's own declaration makes it that text's."""
    if reply.outcome in ("crash", "timeout"):
        return reply.outcome
    own = [d for d in reply.declarations if d.name == f"t{n}"]
    if reply.outcome == "error":
        return "error" if f"{n} = {n} + 1" in reply.first_error else f"another's error: {reply.first_error}"
    assert own, f"check {n} was answered about {[d.name for d in reply.declarations]}"
    return "sorry" if "sorryAx" in own[0].axioms else "ok"


def children() -> set[int]:
    """The processes that this one started and that still run."""
    found: set[int] = set()
    for task in Path("/proc/self/task").glob("*/children"):
        # A thread may end while its children are being read; they are then another thread's.
        with contextlib.suppress(OSError):
            found.update(int(pid) for pid in task.read_text().split())
    return found


class Killer:
    """Ends one of the processes, whatever it is at, each time so many checks were answered."""

    def __init__(self, spared: set[int], every: int) -> None:
        self.spared, self.every = spared, every
        self.answered = self.kills = 0
        self.rng = random.Random(11)
        self.lock = threading.Lock()

    def count(self) -> None:
        with self.lock:
            self.answered += 1
            victims = sorted(children() - self.spared)
            if self.answered % self.every == 0 and victims:
                os.kill(self.rng.choice(victims), signal.SIGKILL)
                self.kills += 1


@pytest.mark.usefixtures("lean")
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts its children in /proc")
def test_500_mixed_checks_are_answered_once_each_and_leave_no_process() -> None:
    before = children()
    work = texts()
    asked: Counter[int] = Counter()

    killer = Killer(before, every=80)

    def answer(pool: LeanChecker, n: int) -> tuple[int, str]:
        asked[n] += 1
        kind, text = work[n]
        reply = pool.check(text, timeout=HANG_SECONDS if kind == "timeout" else SECONDS)
        killer.count()
        return n, found(reply, n)

    with LeanPool(EmbeddedLean, 2, recycle_after=200) as pool:
        answers = list(pool.map(answer, range(CHECKS)))
        assert len(children() - before) <= pool.size
    assert children() - before == set()
    assert [n for n, _ in answers] == list(range(CHECKS))
    assert asked == Counter(range(CHECKS))
    expected = [kind if kind != "out of memory" else "crash" for kind, _ in work]
    assert {n: (kind, expected[n]) for n, kind in answers if kind != expected[n]} == {}
    assert killer.kills >= 5


class Faulty:
    """A checker that fails where it is told to, and counts its starts."""

    name = "faulty"

    def __init__(self, failures: int = 0) -> None:
        self.failures, self.starts, self.running = failures, 0, False
        self.inside = 0

    def check(self, source: str, *, timeout: float | None = None) -> LeanReply:
        if not self.running:
            self.running, self.starts = True, self.starts + 1
        self.inside += 1
        assert self.inside == 1, "two checks at once in one backend"
        time.sleep(0.001)
        self.inside -= 1
        if self.failures:
            self.failures -= 1
            raise LeanUnavailable("down")
        return LeanReply(outcome="ok", backend=source)

    def describe(self) -> dict[str, Any]:
        return {"backend": self.name}

    def close(self) -> None:
        self.running = False


def making(*made: Faulty) -> Callable[[], LeanChecker]:
    left: Iterator[Faulty] = iter(made)
    return lambda: next(left)


def test_a_backend_that_comes_back_is_no_failure() -> None:
    faulty = Faulty(failures=2)
    assert LeanPool(making(faulty), 1, tries=3).check("a").backend == "a"
    assert faulty.starts == 3


def test_a_backend_that_stays_away_is_told() -> None:
    with pytest.raises(LeanUnavailable, match="down"):
        LeanPool(making(Faulty(failures=3)), 1, tries=3).check("a")


def test_a_backend_is_replaced_before_it_grows_old() -> None:
    faulty = Faulty()
    pool = LeanPool(making(faulty), 1, recycle_after=10)
    assert [pool.check(str(n)).backend for n in range(35)] == [str(n) for n in range(35)]
    assert faulty.starts == 4


def test_threads_share_the_backends_and_answers_keep_their_order() -> None:
    made = [Faulty(), Faulty(), Faulty()]
    with LeanPool(making(*made), 3) as pool:
        replies = list(pool.map(lambda lean, n: lean.check(str(n)).backend, range(200)))
    assert replies == [str(n) for n in range(200)]
    assert not any(faulty.running for faulty in made)


def test_a_failure_ends_the_work_and_frees_the_backends() -> None:
    made = [Faulty(failures=10**6), Faulty(failures=10**6)]
    pool = LeanPool(making(*made), 2, tries=1)
    with pytest.raises(LeanUnavailable):
        list(pool.map(lambda lean, n: lean.check(str(n)), range(50)))
    pool.close()
    assert not any(faulty.running for faulty in made)


@pytest.mark.parametrize("wrong", [{"size": -1}, {"recycle_after": 0}, {"tries": 0}])
def test_a_pool_of_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        LeanPool(Faulty, **wrong)


def test_a_pool_is_a_lean_checker() -> None:
    assert isinstance(LeanPool(Faulty, 1), LeanChecker)
    assert LeanPool(Faulty, 1).describe() == {"backend": "faulty"}
