"""What Lean has settled is not asked again within a session, also by another worker; what a clock ended is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import support

from pytest_faithform.model import LeanReply
from pytest_faithform.settled import Settled

pytest_plugins = ["pytester"]


def answer_all(*, outcome: str, pytester: pytest.Pytester, workers: int, wait: str = "", takes: float = 0) -> int:
    """How often Lean is asked about one text that answers ten cases."""
    problems = [support.problem(id=f"p{n}", formal_statement=None) for n in range(10)]
    cases = [
        support.original().model_copy(update={"id": f"p{n}-original", "problem": p}) for n, p in enumerate(problems)
    ]
    support.mini_suite(pytester.path, {case.id: support.fenced(support.LEAN) for case in cases})
    support.write_cases(pytester.path / "cases.jsonl", cases)
    log = pytester.path / "asked"
    note = f"open({str(log)!r}, 'a').write('asked\\n'), __import__('time').sleep({takes})"
    reply = f"LeanReply(outcome={outcome!r}, backend='counting')"
    pytester.makeconftest(support.lean_plugin("counting", f"return ({note}, {reply})[-1]"))
    pytester.makepyfile(
        test_mini=f"""
        import os, pathlib, pytest, time

        @pytest.fixture(autouse=True)
        def second():
            if os.environ.get("PYTEST_XDIST_WORKER") == {wait!r}:
                deadline = time.monotonic() + 60
                while not pathlib.Path({str(log)!r}).exists() and time.monotonic() < deadline:
                    time.sleep(0.05)
                time.sleep(0.5)

        @pytest.mark.faithform_cases("cases.jsonl")
        def test_it(second, lean_reply):
            pass
        """
    )
    result = pytester.runpytest_subprocess("--faithform-lean", "counting", "-n", str(workers))
    result.assert_outcomes(passed=10)
    return len(log.read_text().splitlines())


def test_a_text_is_checked_once(pytester: pytest.Pytester) -> None:
    assert answer_all(outcome="ok", pytester=pytester, workers=0) == 1


def test_workers_share_what_they_found(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(pytester.mkdir("tmp")))
    # The second worker's first item waits until the first worker has asked.
    assert answer_all(outcome="error", pytester=pytester, workers=2, wait="gw1") == 1
    assert list((pytester.path / "tmp").glob("faithform-*")) == []


def test_a_worker_waits_for_what_another_one_is_at(pytester: pytest.Pytester) -> None:
    # Both come to the same text within the time that checking it takes.
    assert answer_all(outcome="ok", pytester=pytester, workers=2, takes=8) == 1


def test_what_another_one_failed_at_is_tried(tmp_path: Path) -> None:
    one, other = Settled(tmp_path / "shared"), Settled(tmp_path / "shared")
    reply = LeanReply(outcome="ok")
    kept = {"lasts": lambda _: True, "of": LeanReply}
    begun, found = threading.Event(), []

    def fail() -> LeanReply:
        begun.set()
        time.sleep(0.5)
        raise OSError("the Lean is gone")

    def first() -> None:
        with pytest.raises(OSError, match="gone"):
            one.find("check", ("a",), fail, **kept)
        one.close()

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait()
    found.append(other.find("check", ("a",), lambda: reply, **kept))
    thread.join()
    assert found == [reply]
    other.close()


def test_a_worker_that_died_keeps_nobody_waiting(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    script = (
        "import os, sys; from pathlib import Path; from pytest_faithform.settled import Settled; "
        "from pytest_faithform.model import LeanReply; "
        "Settled(Path(sys.argv[1])).find('check', ('a',), lambda: os._exit(7), lasts=lambda _: True, of=LeanReply)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(folder)]).returncode == 7
    settled = Settled(folder)
    began = time.monotonic()
    reply = LeanReply(outcome="ok")
    assert settled.find("check", ("a",), lambda: reply, lasts=lambda _: True, of=LeanReply) == reply
    assert time.monotonic() - began < 60
    settled.close()


def test_a_time_out_is_tried_again(pytester: pytest.Pytester) -> None:
    assert answer_all(outcome="timeout", pytester=pytester, workers=0) == 10


def test_findings_come_back_as_they_were(tmp_path: Path) -> None:
    reply = LeanReply(outcome="error", lacking=("ℝ",), seconds=1.5)
    one, other = Settled(tmp_path / "shared"), Settled(tmp_path / "shared")
    kept = {"lasts": lambda _: True, "of": LeanReply}
    assert one.find("check", ("a\ud800", "b"), lambda: reply, **kept) == reply
    assert other.find("check", ("a\ud800", "b"), pytest.fail, **kept) == reply
    with pytest.raises(AssertionError):
        other.find("check", ("a\ud800b", ""), lambda: (_ for _ in ()).throw(AssertionError), **kept)
    one.close()
    other.close()


def test_a_share_that_cannot_be_used_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "settled.sqlite").write_text("no database, " * 100)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(tmp_path / "settled.sqlite").execute("select 1 from settled")
    settled = Settled(tmp_path)
    reply = LeanReply(outcome="ok")
    assert settled.find("check", ("a",), lambda: reply, lasts=lambda _: True, of=LeanReply) == reply
    settled.close()
