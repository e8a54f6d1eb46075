"""Judges are asked ahead of the items: many at once, each question once, and what fails is the error of its item."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, faithful
from test_judge_models import PROBE, honest

from pytest_faithform.judging_ahead import JudgesAhead
from pytest_faithform.model import Case, Formalization

WORKERS = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    return pytester.path


def run(pytester: pytest.Pytester, judge: StubServer, *more: str) -> pytest.RunResult:
    spec = f"openai:stub,base_url={judge.url}"
    return pytester.runpytest_inprocess(
        "--faithform-lean", "obliging", "--faithform-run", "run", "-k", "not step", "--faithform-judge", spec, *more
    )


def asked(server: StubServer) -> list[str]:
    prompts = [request["messages"][-1]["content"] for request in server.requests]
    return [prompt for prompt in prompts if PROBE not in prompt]


@WORKERS
def test_a_recordings_judges_are_asked_many_at_once_and_once_each(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    with StubServer(honest, delay=1.0) as judge:
        run(pytester, judge, *workers).assert_outcomes(passed=5)
        # Three edits, two proofs, and one statement that the original and its paraphrase share.
        assert list(Counter(asked(judge)).values()) == [1] * 6
        assert judge.most_at_once > max(1, len(workers))
        again = len(judge.requests)
        run(pytester, judge, "--faithform-run", "again", *workers).assert_outcomes(passed=5)
        assert len(judge.requests) == again
    for record in support.records(suite / "run"):
        judgements = [record.edit.judgement] if record.edit else record.correctness.stmt_sc.judgements  # type: ignore[union-attr]
        assert all(reply.stored_at is None for one in judgements for reply in one.replies)  # type: ignore[union-attr]


@WORKERS
def test_a_systems_answers_are_judged_while_others_are_asked(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    late: list[bool] = []

    def system(prompt: str, number: int) -> Answer:
        late.append(len(judge.requests) > 1)
        return faithful(prompt, number)

    with StubServer(honest, delay=0.2) as judge, StubServer(system, delay=0.4) as server:
        options = ("--faithform-model", "openai:stub", "--faithform-base-url", server.url, "--faithform-samples", "3")
        result = run(pytester, judge, *options, "--faithform-concurrency", "4", *workers)
        result.assert_outcomes(passed=15)
        # Equal answers to equal inputs are one question.
        assert list(Counter(asked(judge)).values()) == [1] * 6
    assert any(late[:10])


@WORKERS
def test_a_judge_that_is_down_is_the_error_of_each_item_and_is_asked_no_more(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    def broken(prompt: str, number: int) -> Any:
        return 404, {"error": {"message": "no such judge"}}

    with StubServer(broken) as judge:
        run(pytester, judge, *workers).assert_outcomes(errors=5)
        assert len(judge.requests) <= 8
    rows = [json.loads(line) for line in (suite / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["fault"]["where"] for row in rows} == {"judge"}
    assert all("no such judge" in row["fault"]["message"] for row in rows)


def test_collecting_asks_no_judge_and_what_is_deselected_is_not_judged(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(honest) as judge:
        run(pytester, judge, "--collect-only")
        assert judge.requests == []
        run(pytester, judge, "-m", "faithform(kind='number_edit')").assert_outcomes(passed=2)
        assert len(asked(judge)) == 2


def test_a_session_that_stops_gives_up_what_judges_are_asked(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "test_mini.py").write_text(support.MODULE + "\n    assert 0\n", encoding="utf-8")
    (suite / "test_a.py").write_text(
        "import pathlib, time\n"
        "def test_a():\n"
        "    until = time.monotonic() + 60\n"
        "    while not pathlib.Path('asked').exists() and time.monotonic() < until:\n"
        "        time.sleep(0.05)\n"
        "    assert 0\n",
        encoding="utf-8",
    )
    over = threading.Event()

    def waiting(prompt: str, number: int) -> Answer:
        (suite / "asked").touch()
        over.wait(60)
        return honest(prompt, number)

    with StubServer(waiting) as judge:
        try:
            result = run(pytester, judge, "-x", "--faithform-concurrency", "1")
        finally:
            over.set()
        result.assert_outcomes(failed=1)
        # Nothing is asked in the place of what was given up: not another form of the reply, no other question.
        assert len(judge.requests) == 1


def test_an_answer_that_came_in_another_way_is_judged_all_the_same() -> None:
    """As where the request that was asked ahead failed, and a rerun of the item got its answer."""
    asked: list[str] = []

    class Judge:
        name = "one"

        def ask_ahead(self, case: Case, formalization: Formalization, question: str) -> None:
            asked.append(question)

        def halt(self) -> None:
            """Nothing is under way."""

    case = support.original()
    ahead = JudgesAhead(
        [Judge()], {(case.id, 0): ("correctness",)}, lambda case, sample: Formalization(lean="", raw=""), most=1
    )
    try:
        ahead.wait("one", "correctness", case, 0)
        ahead.arrived(case, 0)
        ahead.wait("one", "correctness", case, 0)
    finally:
        ahead.close()
    assert asked == ["correctness"]
