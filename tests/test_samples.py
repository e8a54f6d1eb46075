"""Samples of one case are asked for in one request where the server gives several choices, and one by one where not."""

from __future__ import annotations

import itertools
import json
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion, faithful

EDITS = ("-k", "edit or deletion")
CASES, SAMPLES = 4, 5
WORKERS = pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    pytester.makeconftest(support.OBLIGING_LEAN)
    return pytester.path


def run(pytester: pytest.Pytester, server: StubServer, *more: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess(
        "--faithform-model", "openai:stub", "--faithform-base-url", server.url, "--faithform-lean", "obliging",
        "--faithform-samples", str(SAMPLES), *EDITS, *more,
    )  # fmt: skip


def replies(folder: Path, name: str = "run") -> list[dict[str, Any]]:
    rows = map(json.loads, (folder / name / "records.jsonl").read_text(encoding="utf-8").splitlines())
    return [row["formalization"] for row in rows]


def numbered() -> Any:
    """Each answer says which one it is."""
    count = itertools.count()
    lock = threading.Lock()

    def script(prompt: str, number: int) -> Answer:
        with lock:
            answer = faithful(prompt, number)
            assert isinstance(answer[1], dict)
            answer[1]["choices"][0]["message"]["content"] += f"\n-- answer {next(count)}"
            return answer

    return script


@WORKERS
def test_several_choices_are_as_many_samples(pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]) -> None:
    with StubServer(numbered(), delay=0.1, several=True) as server:
        run(pytester, server, "--faithform-run", "run", "--faithform-concurrency", "5", *workers).assert_outcomes(
            passed=CASES * SAMPLES
        )
        asked = [request.get("n", 1) for request in server.requests]
        # The first request with `n` shows that it works; what was asked for meanwhile was asked one by one.
        assert asked.count(SAMPLES) >= 2
        assert set(asked) == {1, SAMPLES}
        assert sum(asked) == CASES * SAMPLES
        run(pytester, server, "--faithform-run", "again", *workers).assert_outcomes(passed=CASES * SAMPLES)
        assert len(server.requests) == len(asked)
    made = replies(suite)
    assert len({one["raw"].rpartition("-- answer")[2] for one in made}) == CASES * SAMPLES
    # What the server counted for all choices together is no one's own.
    tokens = [one["usage"]["completion_tokens"] for one in made]
    assert tokens.count(None) == SAMPLES * asked.count(SAMPLES)
    assert {one["usage"]["prompt_tokens"] for one in made} == {7}


def test_a_server_that_gives_one_choice_is_asked_for_the_others(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(numbered(), delay=0.05) as server:
        run(pytester, server, "--faithform-run", "run").assert_outcomes(passed=CASES * SAMPLES)
        asked = [request.get("n", 1) for request in server.requests]
    assert sorted(asked) == [1] * (CASES * SAMPLES - 1) + [SAMPLES]
    assert len({one["raw"] for one in replies(suite)}) == CASES * SAMPLES


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_server_that_refuses_several_choices_is_asked_one_by_one(
    pytester: pytest.Pytester, suite: Path, status: int
) -> None:
    with StubServer(faithful) as server:

        def refusing(path: str, headers: Any, body: dict[str, Any]) -> tuple[int, Any]:
            given = StubServer.answer(server, path, headers, body)
            return (status, {"error": {"message": "only n = 1"}}) if body.get("n", 1) > 1 else given

        server.answer = refusing  # type: ignore[method-assign]
        run(pytester, server, "--faithform-run", "run").assert_outcomes(passed=CASES * SAMPLES)
        asked = [request.get("n", 1) for request in server.requests]
    # What may pass is tried again by the client.
    assert asked.count(SAMPLES) == (6 if status == 500 else 1)
    assert asked.count(1) == CASES * SAMPLES


@pytest.mark.parametrize("sampling", ["temperature=0", "seed=7"])
def test_greedy_and_seeded_samples_are_asked_one_by_one(pytester: pytest.Pytester, suite: Path, sampling: str) -> None:
    with StubServer(faithful, several=True) as server:
        run(pytester, server, "--faithform-run", "run", "--faithform-sampling", sampling).assert_outcomes(
            passed=CASES * SAMPLES
        )
        assert [request.get("n", 1) for request in server.requests] == [1] * (CASES * SAMPLES)


def test_only_samples_that_are_missing_are_asked_for(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(numbered(), several=True) as server:
        run(pytester, server, "--faithform-run", "run").assert_outcomes(passed=CASES * SAMPLES)
        held = sqlite3.connect(suite / ".faithform" / "store.sqlite")
        lost = held.execute(
            "select key from answers where request like '%\"sample\":1,%' or request like '%\"sample\":3,%'"
        )
        keys = lost.fetchall()
        assert len(keys) == 2 * CASES
        held.executemany("delete from answers where key = ?", keys)
        held.commit()
        before = len(server.requests)
        run(pytester, server, "--faithform-run", "again").assert_outcomes(passed=CASES * SAMPLES)
        assert sum(request.get("n", 1) for request in server.requests[before:]) == 2 * CASES
    kept = {(one["raw"]) for one in replies(suite)} & {one["raw"] for one in replies(suite, "again")}
    assert len(kept) == 3 * CASES


def test_an_answer_without_text_among_several_is_an_error_of_all(pytester: pytest.Pytester, suite: Path) -> None:
    """A server that is broken in the middle of a session: nothing is taken for an answer that is none."""
    with StubServer(lambda prompt, number: completion(["no", "text"]), several=True) as server:
        run(pytester, server, "--faithform-run", "run").assert_outcomes(errors=CASES * SAMPLES)


def test_the_longest_texts_come_first_where_a_model_is_asked(pytester: pytest.Pytester, suite: Path) -> None:
    def order(*options: str) -> list[str]:
        result = pytester.runpytest_subprocess("--collect-only", "-q", *options)
        return [line.partition("[")[2].rstrip("]") for line in result.outlines if "[" in line and "::" in line]

    cases = {case.id: case for case in support.suite()}

    def length(name: str) -> int:
        case = cases[name]
        return len(case.informal_statement) + len(case.informal_proof or "") + sum(map(len, case.problem.context))

    support.write_cases(suite / "cases.jsonl", sorted(cases.values(), key=lambda case: length(case.id)))
    asked, recorded = order("--faithform-model", "openai:stub"), order()
    assert sorted(asked) == sorted(recorded) == sorted(cases)
    test_of = {name: cases[name].kind in ("number_edit", "symbol_edit", "step_deletion") for name in cases}
    lengths = [length(name) for name in asked if test_of[name]]
    assert lengths == sorted(lengths, reverse=True)
    assert asked != recorded
    turned = [f"test_mini.py::test_edit[{name}]" for name in reversed([name for name in asked if test_of[name]])]
    assert [f"test_mini.py::test_edit[{name}]" for name in order("--faithform-model", "openai:stub", *turned)] == turned
