"""How far a session is, seen from its terminal: lines in a log, one live line on a screen that pytest keeps for itself."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import support
from stub_server import StubServer, faithful

from pytest_faithform.progress import Counts, Progress


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    return pytester.path


LINE = re.compile(
    r"^faithform: \d+:\d\d  items \d+/20, generated \d+, judged \d+, checked \d+, \d+ tokens/s, \d+ in flight, ETA \S+$",
    re.MULTILINE,
)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_a_log_says_now_and_then_how_far_it_is(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    with StubServer(faithful, delay=0.4) as server:
        options = ("--faithform-model", "openai:stub", "--faithform-base-url", server.url, "--faithform-samples", "5")
        more = ("--faithform-concurrency", "4", "--faithform-progress", "0.5")
        result = pytester.runpytest_subprocess(*support.EDITS, *options, *more, *workers)
        result.assert_outcomes(passed=20)
        told = LINE.findall(result.stdout.str())
        assert len(told) >= 2, result.stdout.str()
        assert any(", 4 in flight" in line for line in told)
        quiet = pytester.runpytest_subprocess(*support.EDITS, *options, *more, "--faithform-progress", "off")
    assert "faithform: " not in quiet.stdout.str()


def test_a_session_shorter_than_the_interval_says_nothing(pytester: pytest.Pytester, suite: Path) -> None:
    result = pytester.runpytest(*support.EDITS)
    result.assert_outcomes(passed=4)
    assert "faithform: " not in result.stdout.str()
    wrong = pytester.runpytest(*support.EDITS, "--faithform-progress", "often")
    wrong.stderr.fnmatch_lines(["*--faithform-progress is a number of seconds above 0, not 'often'"])


def test_on_a_screen_one_live_line_leaves_pytests_own_as_they_are(suite: Path) -> None:
    with StubServer(faithful, delay=0.5) as server:
        command = [sys.executable, "-m", "pytest", *support.EDITS, "-n", "2", "--faithform-model", "openai:stub"]
        command += ["--faithform-base-url", server.url, "--faithform-samples", "5", "--faithform-concurrency", "4"]
        written = in_terminal(command, suite)
    assert re.search(r"faithform \d:\d\d  items \d+/20, generated \d+", written)
    screen = Screen(rows=12, columns=80)
    screen.write(written)
    shown = screen.text()
    assert "faithform 0:" not in shown
    assert re.search(r"^\.{20} +\[100%\]$", shown, re.MULTILINE), shown
    assert re.search(r"^=+ 20 passed.* in .*=+$", shown, re.MULTILINE)


def in_terminal(command: list[str], folder: Path) -> str:
    master, slave = pty.openpty()
    environ = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(command, cwd=folder, stdin=slave, stdout=slave, stderr=slave, env=environ)
    os.close(slave)
    parts: list[bytes] = []

    def read() -> None:
        try:
            while part := os.read(master, 4096):
                parts.append(part)
        except OSError:
            pass

    reading = threading.Thread(target=read)
    reading.start()
    process.wait(timeout=120)
    reading.join(timeout=10)
    os.close(master)
    return b"".join(parts).decode()


class Screen:
    """A terminal of a few rows, as far as sessions use one: it scrolls, moves up, to a column, and erases lines."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._lines = [""]
        self._row = self._column = 0

    def write(self, text: str) -> None:
        for control, number, letter, plain in re.findall(r"(\x1b\[([0-9;?]*)([A-Za-z]))|([^\x1b])", text):
            if not control:
                self._put(plain)
            elif letter == "A":
                # No further up than the screen goes.
                self._row = max(self._row - int(number or 1), len(self._lines) - self._rows, 0)
            elif letter == "G":
                self._column = int(number) - 1
            elif letter == "K":
                kept = {"": self._lines[self._row][: self._column], "2": ""}
                self._lines[self._row] = kept[number.lstrip("0")]

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._lines)

    def _put(self, character: str) -> None:
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._row += 1
            if self._row == len(self._lines):
                self._lines.append("")
        else:
            line = self._lines[self._row].ljust(self._column)
            self._lines[self._row] = line[: self._column] + character + line[self._column + 1 :]
            self._column += 1


class Kept:
    every = 3600.0

    def show(self, line: str) -> None:
        raise AssertionError("nobody waits an hour")

    def close(self) -> None:
        pass


def test_the_time_left_follows_from_the_items_that_are_done() -> None:
    progress = Progress(40, Kept(), lambda: None)
    assert progress.line() == "0:00  items 0/40, judged 0, checked 0, ETA unknown"
    progress._began -= 60
    for _ in range(10):
        progress.item(checked=True, judged=True)
    assert progress.line() == "1:00  items 10/40, judged 10, checked 10, ETA 3:00"
    progress.stop()


def test_tokens_per_second_are_those_of_the_last_seconds() -> None:
    counts = [Counts(1, 100, 3)]
    progress = Progress(4, Kept(), lambda: counts[0])
    progress._last = progress._began - 10, 0
    assert "generated 1, judged 0, checked 0, 10 tokens/s, 3 in flight" in progress.line()
    counts[0] = Counts(2, 140, 0)
    progress._last = progress._last[0] - 10, 100
    assert "generated 2, judged 0, checked 0, 4 tokens/s, 0 in flight" in progress.line()
    progress.stop()
