"""Answers are asked ahead of the items: how many at once, in which order, each once, and what an early end loses."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion, faithful

from pytest_faithform.board import Board
from pytest_faithform.connection import Slots
from pytest_faithform.errors import FaithformFault
from pytest_faithform.store import AnswerStore

EDITS = ("-k", "edit or deletion")
WORKERS = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    return pytester.path


def run(pytester: pytest.Pytester, url: str, *more: str) -> pytest.RunResult:
    """In a process of its own: what it leaves running would show."""
    return pytester.runpytest_subprocess(
        "--faithform-model", "openai:stub", "--faithform-base-url", url, "--faithform-run", "run", *more
    )


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()]


def stored(folder: Path) -> int:
    count: int = (
        sqlite3.connect(folder / ".faithform" / "store.sqlite").execute("select count(*) from answers").fetchone()[0]
    )
    return count


@WORKERS
def test_many_are_in_flight_whatever_the_number_of_workers(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    meeting = threading.Barrier(10)

    def together(prompt: str, number: int) -> Answer:
        meeting.wait(timeout=60)
        return faithful(prompt, number)

    with StubServer(together) as server:
        # Greedy: each sample is a request.
        options = ("--faithform-samples", "5", "--faithform-concurrency", "10", "--faithform-sampling", "temperature=0")
        run(pytester, server.url, *EDITS, *workers, *options).assert_outcomes(passed=20)
    assert server.most_at_once == 10
    assert len(server.requests) == 20
    assert all(row["formalization"]["stored_at"] is None for row in records(suite))


@WORKERS
def test_only_what_is_selected_is_asked_and_in_the_order_of_the_items(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    options = ("-m", "faithform(kind='number_edit')", "--faithform-concurrency", "1", "--faithform-samples", "2")
    with StubServer(faithful) as server:
        run(pytester, server.url, *options, *workers).assert_outcomes(passed=4)
    edited = ["97" in request["messages"][0]["content"] for request in server.requests]
    assert edited == [True, True, False, False]


@WORKERS
def test_collecting_asks_nothing(pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]) -> None:
    with StubServer(faithful) as server:
        run(pytester, server.url, "--collect-only", *workers)
    assert server.requests == []


@WORKERS
def test_what_fails_ahead_is_the_error_of_its_item_and_is_not_asked_again(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    def picky(prompt: str, number: int) -> Answer:
        return (400, {"error": {"message": "too long for me"}}) if "97" in prompt else faithful(prompt, number)

    with StubServer(picky) as server:
        result = run(pytester, server.url, *EDITS, *workers)
        result.assert_outcomes(passed=3, errors=1)
    assert len(server.requests) == 4
    (fault,) = [row for row in records(suite) if row["outcome"] == "error"]
    assert fault["case"]["id"] == "farm-number_edit-statement"
    assert fault["fault"]["where"] == "formalizer"
    assert "HTTP 400" in fault["fault"]["message"]
    assert "too long for me" in fault["fault"]["message"]


@WORKERS
def test_a_session_that_stops_asks_no_more_and_keeps_what_it_received(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    ended = threading.Event()

    def wrong(prompt: str, number: int) -> Answer:
        if number >= 20:
            ended.wait(120)
        return completion(support.fenced(support.LEAN))

    options = (*workers, "-x", "--faithform-verdict", "assert", "--faithform-concurrency", "2")
    with StubServer(wrong) as server:
        result = run(pytester, server.url, "-k", "number_edit", *options, "--faithform-samples", "60")
        ended.set()
        assert result.ret in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
        asked = len(server.requests)
    assert asked <= 22
    assert asked - 2 <= stored(suite) <= asked
    assert any(row["outcome"] == "fail" for row in records(suite))


def test_the_first_items_are_measured_while_the_last_are_being_asked(pytester: pytest.Pytester, suite: Path) -> None:
    """Workers ask in the order of the items; with xdist's own chunks one of them would wait for the middle of the list."""
    done: list[str] = []
    go = threading.Event()

    def last_waits(prompt: str, number: int) -> Answer:
        if number >= 30:
            go.wait(120)
        return faithful(prompt, number)

    def watch() -> None:
        path = suite / "run" / "records.jsonl"
        while not go.is_set():
            if path.exists() and len(found := path.read_text(encoding="utf-8").splitlines()) >= 26:
                done.extend(found)
                go.set()
            go.wait(0.1)

    watching = threading.Thread(target=watch)
    watching.start()
    with StubServer(last_waits) as server:
        options = ("-n", "2", "--faithform-samples", "10", "--faithform-concurrency", "4")
        result = run(pytester, server.url, *EDITS, *options)
        go.set()
        watching.join()
        result.assert_outcomes(passed=40)
    assert len(done) >= 26


def test_several_addresses_share_the_work_and_a_dead_one_loses_nothing(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(faithful, delay=0.1) as one, StubServer(faithful, delay=0.1) as other:
        urls = f"{one.url},{other.url}"
        run(pytester, urls, *EDITS, "--faithform-samples", "6").assert_outcomes(passed=24)
        assert len(one.requests) + len(other.requests) == 24
        assert min(len(one.requests), len(other.requests)) >= 8
    manifest = json.loads((suite / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["system"]["endpoint"] == urls
    with StubServer(faithful) as alive, StubServer(lambda prompt, number: (404, "no such model")) as broken:
        options = ("--faithform-base-url", f"{broken.url} {alive.url}", "--faithform-run", "two", "--faithform-fresh")
        run(pytester, "http://127.0.0.1:9/v1", *EDITS, *options).assert_outcomes(passed=4)


def test_an_endpoint_that_was_given_too_much_is_given_less(pytester: pytest.Pytester, suite: Path) -> None:
    """A server that refuses a fifth request at a time is asked so little more that nothing is lost."""
    lock, held = threading.Lock(), [0, 0]

    def narrow(prompt: str, number: int) -> Answer:
        with lock:
            too_many = held[0] >= 4
            held[0] += not too_many
            held[1] += too_many
        threading.Event().wait(0.5 if too_many else 0.1)
        with lock:
            held[0] -= not too_many
        return (429, {"error": {"message": "busy"}}) if too_many else faithful(prompt, number)

    with StubServer(narrow) as server:
        options = ("--faithform-samples", "20", "--faithform-concurrency", "16")
        run(pytester, server.url, *EDITS, *options).assert_outcomes(passed=80)
    assert 0 < held[1] < 80


def test_slots_halve_once_for_what_was_in_flight_together_and_grow_again() -> None:
    async def play() -> list[int]:
        slots = Slots(16)
        limits = []
        async with AsyncExitStack() as taken:
            for _ in range(16):
                await taken.enter_async_context(slots.taken())
            for _ in range(16):
                slots.shrink()
            limits.append(slots.limit)
        for _ in range(200):
            slots.grow()
        limits.append(slots.limit)
        return limits

    assert asyncio.run(play()) == [8, 16]


def test_slots_hand_over_in_turn_and_a_turn_that_is_given_up_blocks_nobody() -> None:
    async def play() -> list[str]:
        slots, came = Slots(1), []

        async def use(name: str) -> None:
            async with slots.taken():
                came.append(name)
                await asyncio.sleep(0.01)

        first, second, third = (asyncio.create_task(use(name)) for name in "abc")
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        return came

    assert asyncio.run(play()) == ["a", "c"]


def test_what_takes_more_slots_has_its_turn_and_the_limit_holds() -> None:
    async def play() -> tuple[list[str], int]:
        slots, came, most = Slots(4), [], 0

        async def use(name: str, count: int) -> None:
            nonlocal most
            async with slots.taken(count):
                came.append(name)
                most = max(most, slots.used)
                await asyncio.sleep(0.01)

        # The heavy one waits for room, and those that came after it do not pass it by.
        await asyncio.gather(use("a", 3), use("b", 3), use("c", 1), use("d", 9), use("e", 4))
        return came, most

    assert asyncio.run(play()) == (["a", "b", "c", "d", "e"], 9)


def test_who_waits_hears_of_the_end_and_finds_what_was_stored_before_it(tmp_path: Path) -> None:
    asks, waits = Board(tmp_path), Board(tmp_path)
    asks.beat()
    asks.fail("k1", FaithformFault("formalizer", "no answer"))
    with pytest.raises(FaithformFault, match="no answer"):
        waits.wait("k1", lambda: None)
    asks.end()
    with pytest.raises(FaithformFault, match="does so no more"):
        waits.wait("k2", lambda: None)
    assert waits.wait("k3", lambda: "answer") == "answer"


def test_many_threads_keep_answers_and_tell_on_the_board(tmp_path: Path) -> None:
    store, board = AnswerStore(tmp_path / "store.sqlite"), Board(tmp_path)

    def keep(number: int) -> int:
        store.put({"n": number}, {"reply": str(number)})
        board.done(f"k{number}")
        board.beat()
        held = store.get({"n": number})
        assert held is not None
        return int(held.answer["reply"])

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(keep, range(800))) == list(range(800))
    assert all(board.is_done(f"k{number}") for number in range(800))


def test_only_the_main_thread_parses_what_is_imported(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads in Python's parser at once make a SystemError of an import, and pytest parses what it imports."""
    watch = (
        "import ast, threading\n"
        "from pathlib import Path\n"
        "parse = ast.parse\n"
        "def watched(source, filename='', *more, **named):\n"
        "    with open('parsed.txt', 'a') as log:\n"
        "        print(threading.current_thread() is threading.main_thread(), Path(str(filename)).name, file=log)\n"
        "    return parse(source, filename, *more, **named)\n"
        "ast.parse = watched\n"
    )
    pytester.makeconftest(watch + support.OBLIGING_LEAN)
    # Nothing that was parsed before is found.
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(suite / "pycache"))
    with StubServer(faithful) as server:
        run(pytester, server.url, *EDITS).assert_outcomes(passed=4)
    parsed = (suite / "parsed.txt").read_text(encoding="utf-8").splitlines()
    assert "True conclude.py" in parsed
    assert [line for line in parsed if line.startswith("False")] == []
