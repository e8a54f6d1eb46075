"""`openai:NAME` against a scripted endpoint: prompts, settings, store, back-off, and endpoints that are dead."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion, faithful

pytestmark = pytest.mark.usefixtures("kept_lean")


N = len(support.suite())


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    support.mini_suite(pytester.path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    return pytester.path


def run(pytester: pytest.Pytester, url: str, *more: str) -> pytest.RunResult:
    return pytester.runpytest("--faithform-model", "openai:stub", "--faithform-base-url", url, *more)


def records(folder: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["case"]["id"]: row for row in rows}


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_each_case_is_asked_once_and_never_again(
    pytester: pytest.Pytester, suite: Path, workers: tuple[str, ...]
) -> None:
    with StubServer(faithful) as server:
        run(pytester, server.url, "--faithform-run", "one", *workers).assert_outcomes(passed=N)
        assert len(server.requests) == N
        again = run(pytester, server.url, "--faithform-run", "two", *workers)
        again.assert_outcomes(passed=N)
        assert len(server.requests) == N
        assert f"{N} answers were stored ones" in again.stdout.str()
        run(pytester, server.url, "--faithform-run", "three", "--faithform-fresh", *workers).assert_outcomes(passed=N)
        assert len(server.requests) == 2 * N
    first, second = records(suite / "one"), records(suite / "two")
    assert all(row["formalization"]["stored_at"] is None for row in first.values())
    assert all(row["formalization"]["stored_at"] for row in second.values())
    assert first["farm-original"]["formalization"]["usage"] == {"prompt_tokens": 7, "completion_tokens": 5}


@pytest.mark.parametrize(
    "change",
    [
        ["--faithform-revision", "v2"],
        ["--faithform-sampling", "temperature=0"],
        ["--faithform-prompt", "proof=mine.jinja"],
    ],
)
def test_what_an_answer_depends_on_is_in_the_key(pytester: pytest.Pytester, suite: Path, change: list[str]) -> None:
    (suite / "mine.jinja").write_text("My words. {{ informal_statement }} {{ informal_proof }}")
    with StubServer(faithful) as server:
        run(pytester, server.url, "-k", "number_edit").assert_outcomes(passed=2)
        run(pytester, server.url, "-k", "number_edit", *change).assert_outcomes(passed=2)
        assert len(server.requests) == 4
        run(pytester, server.url, "-k", "number_edit", *change).assert_outcomes(passed=2)
        assert len(server.requests) == 4


def test_samples_are_asked_each_for_itself(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(faithful) as server:
        run(pytester, server.url, "-k", "number_edit", "--faithform-samples", "3").assert_outcomes(passed=6)
        assert len(server.requests) == 6


def test_each_sample_has_a_seed_of_its_own(pytester: pytest.Pytester, suite: Path) -> None:
    options = ("--faithform-samples", "3", "--faithform-sampling", "seed=7")
    with StubServer(faithful) as server:
        run(pytester, server.url, "-k", "number_edit-proof", *options).assert_outcomes(passed=3)
    assert sorted(request["seed"] for request in server.requests) == [7, 8, 9]


def test_the_request_carries_the_edited_text_and_the_settings(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(faithful) as server:
        run(pytester, server.url, "-k", "number_edit-statement or s1-invalid", "--faithform-sampling", "seed=7,top_k=5")
    proof, step = sorted(server.requests, key=lambda request: "<context>" in request["messages"][0]["content"])
    assert (proof["temperature"], proof["top_p"], proof["seed"], proof["top_k"]) == (0.6, 0.95, 7, 5)
    text = proof["messages"][0]["content"]
    assert "<informal_statement>\nLet $c$ and $r$ be natural numbers with $c + r = 35$ and $2c + 4r = 97$" in text
    assert "94" not in text
    assert "<formal_proof>" in text
    text = step["messages"][0]["content"]
    assert "1. $2x + 3 = 27$." in text
    assert "Hence $x = 13$." in text


def test_secrets_reach_no_file(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(faithful) as server:
        url = server.url.replace("http://", "http://user:hunter2@") + "?key=hunter3"
        run(pytester, url, "--faithform-run", "run", "--junitxml", "junit.xml")
    files = [path for path in suite.rglob("*") if path.is_file()]
    assert suite / "run" / "manifest.json" in files
    for secret in (b"sk-very-secret", b"hunter2", b"hunter3"):
        assert [path.name for path in files if secret in path.read_bytes()] == []


def test_busy_and_failing_answers_are_tried_again(pytester: pytest.Pytester, suite: Path) -> None:
    faults = {0: (429, {"error": {"message": "slow down"}}), 1: (500, {"error": {"message": "oops"}})}
    with StubServer(lambda prompt, n: faults.get(n) or faithful(prompt, n)) as server:
        run(pytester, server.url, "-k", "number_edit").assert_outcomes(passed=2)
        assert len(server.requests) == 4


def test_a_refused_request_is_an_error_with_the_servers_words(pytester: pytest.Pytester, suite: Path) -> None:
    answer = (400, {"error": {"message": "this model's maximum context length is 10 tokens"}})
    with StubServer(lambda prompt, n: answer) as server:
        result = run(pytester, server.url, "--faithform-run", "run", "-k", "number_edit")
    result.assert_outcomes(errors=2)
    assert "maximum context length is 10 tokens" in result.stdout.str()
    assert {row["fault"]["where"] for row in records(suite / "run").values()} == {"formalizer"}


def test_an_answer_without_a_choice_is_an_error_and_is_not_stored(pytester: pytest.Pytester, suite: Path) -> None:
    empty = (200, completion("x")[1] | {"choices": []})
    with StubServer(lambda prompt, n: empty) as server:
        run(pytester, server.url, "-k", "original and not s1").assert_outcomes(errors=1)
        asked = len(server.requests)
        run(pytester, server.url, "-k", "original and not s1").assert_outcomes(errors=1)
        assert len(server.requests) == asked + 1


def test_an_empty_answer_is_the_systems(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(lambda prompt, n: completion(None, finish_reason="length")) as server:
        result = run(pytester, server.url, "--faithform-run", "run", "-k", "original")
    result.assert_outcomes(failed=2)
    assert records(suite / "run")["farm-original"]["message"].count("the reply is empty") == 1


def test_reasoning_is_kept_apart_from_the_answer(pytester: pytest.Pytester, suite: Path) -> None:
    def script(prompt: str, number: int) -> Answer:
        message = {
            "role": "assistant",
            "content": support.fenced(support.LEAN),
            "reasoning_content": "theorem no : 1 = 2",
        }
        return completion("", message=message)

    with StubServer(script) as server:
        run(pytester, server.url, "--faithform-run", "run", "-k", "farm-original").assert_outcomes(passed=1)
    row = records(suite / "run")["farm-original"]["formalization"]
    assert row["raw"].startswith("<think>theorem no : 1 = 2</think>")
    assert row["lean"].strip() == support.LEAN.strip()


def test_a_dead_endpoint_fails_the_rest_at_once(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    result = run(pytester, url, "--faithform-run", "run", "--faithform-concurrency", "1")
    result.assert_outcomes(errors=N)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert_the_rest_was_not_tried(suite / "run", "cannot be reached", tried=3)


def assert_the_rest_was_not_tried(folder: Path, cause: str, *, tried: int) -> None:
    """Every item is an error that names the cause; `tried` of them were asked, the rest says that it was not."""
    messages = [row["fault"]["message"] for row in records(folder).values()]
    assert len(messages) == N
    assert all(cause in message for message in messages)
    assert sum("the rest was not tried" in message for message in messages) == N - tried


OVERLOADED: Answer = (503, {"error": {"message": "no slot available"}})


@pytest.mark.parametrize(
    ("answer", "cause", "tried", "asked"),
    [
        (OVERLOADED, "no slot available", 3, 18),
        ((429, {"error": {"message": "quota"}}), "HTTP 429", 3, 18),
        ((200, completion("x")[1] | {"choices": []}), "answered without a choice", 3, 3),
        ((200, {"error": {"message": "no such deployment"}}), "no such deployment", 3, 3),
        ((200, completion(["x"])[1]), "content that is no text", 3, 3),
        ((200, "<html>welcome</html>"), "no chat completion", 3, 3),
        ((200, '{"choices": [null], "usage": 5}'), "content that is no text", 3, 3),
        ((401, {"error": {"message": "wrong key"}}), "HTTP 401", 1, 1),
        ((403, {"error": {"message": "not yours"}}), "HTTP 403", 1, 1),
        ((404, {"error": {"message": "no model stub"}}), "no model stub", 1, 1),
    ],
)
def test_an_endpoint_that_only_fails_is_given_up(
    pytester: pytest.Pytester, suite: Path, answer: Answer, cause: str, tried: int, asked: int
) -> None:
    with StubServer(lambda prompt, n: answer) as server:
        result = run(pytester, server.url, "--faithform-run", "run", "--faithform-concurrency", "1")
        assert len(server.requests) == asked
    result.assert_outcomes(errors=N)
    assert_the_rest_was_not_tried(suite / "run", cause, tried=tried)


def test_an_endpoint_that_never_answers_is_given_up(pytester: pytest.Pytester, suite: Path) -> None:
    def hang(prompt: str, number: int) -> Answer:
        time.sleep(2)
        return completion("late")

    options = ("--faithform-concurrency", "3", "--faithform-request-timeout", "0.2")
    with StubServer(hang) as server:
        result = run(pytester, server.url, "--faithform-run", "run", *options)
    result.assert_outcomes(errors=N)
    messages = [row["fault"]["message"] for row in records(suite / "run").values()]
    assert all("gave no answer within 0.2 s" in message for message in messages)
    # Two others may be in flight when the third fails.
    assert N - 5 <= sum("the rest was not tried" in message for message in messages) <= N - 3


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_refusal_that_follows_the_text_gives_up_nothing(pytester: pytest.Pytester, suite: Path, status: int) -> None:
    answer = (status, {"error": {"message": "too long"}})
    with StubServer(lambda prompt, n: answer) as server:
        run(pytester, server.url, "--faithform-concurrency", "1").assert_outcomes(errors=N)
        assert len(server.requests) == N


def test_a_success_between_failures_keeps_the_endpoint_alive(pytester: pytest.Pytester, suite: Path) -> None:
    empty = (200, completion("x")[1] | {"choices": []})
    with StubServer(lambda prompt, n: faithful(prompt, n) if n % 3 == 2 else empty) as server:
        result = run(pytester, server.url, "--faithform-run", "run", "--faithform-concurrency", "1")
        assert len(server.requests) == N
    result.assert_outcomes(passed=N // 3, errors=N - N // 3)
    assert not [row for row in records(suite / "run").values() if "not tried" in row["message"]]


@pytest.mark.parametrize("limit", [1, 3])
def test_requests_in_flight_are_bounded(pytester: pytest.Pytester, suite: Path, limit: int) -> None:
    with StubServer(faithful, delay=0.1) as server:
        run(pytester, server.url, "--faithform-concurrency", str(limit)).assert_outcomes(passed=N)
        assert server.most_at_once == limit


def test_a_damaged_store_is_refused_and_left_alone(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "store.sqlite").write_bytes(b"this is no database, but it may be worth something" * 100)
    before = (suite / "store.sqlite").read_bytes()
    with StubServer(faithful) as server:
        result = run(pytester, server.url, "--faithform-store", "store.sqlite", "-k", "number_edit")
        assert server.requests == []
    result.assert_outcomes(errors=2)
    assert "--faithform-store" in result.stdout.str()
    assert (suite / "store.sqlite").read_bytes() == before
