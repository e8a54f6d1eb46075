"""The client of kimina-lean-server: the replies of the embedded Lean through the server's protocol, and its faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kimina_server import KiminaServer

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.kimina import KEY_VARIABLE, KiminaLean
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.lean.equivalence import compare
from pytest_faithform.lean.prove import prove

OMEGA = "theorem t (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega"

TEXTS = {
    "accepted": OMEGA,
    "imports": f"import Mathlib\nimport Aesop\n\n{OMEGA}",
    "error on a line of its own": f"{OMEGA}\n\ntheorem u : 1 = 2 := by decide",
    "sorry": "theorem t (n : Nat) : n * n + 1 > 0 := by\n  sorry",
    "sorryAx": "theorem t : 1 = 2 := sorryAx _",
    "axiom": "axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim",
    "choice": "theorem t (p : Prop) : p ∨ ¬ p := Classical.em p",
    "namespace": "namespace A\ndef f (n : Nat) := n + 1\ntheorem t : f 1 = 2 := rfl",
    "example": "example : 1 = 1 := rfl",
    "structure": "structure P where\n  x : Nat\ntheorem t (p : P) : p.x = p.x := rfl",
    "quoted name": "theorem «the claim» : 1 = 1 := rfl",
    "nothing": "",
}


@contextmanager
def connected(server: KiminaServer, **options: Any) -> Iterator[KiminaLean]:
    client = KiminaLean(server.url, **options)
    yield client
    client.close()


@pytest.fixture(scope="module")
def remote(lean: EmbeddedLean) -> Iterator[KiminaLean]:
    with KiminaServer(lean) as server, connected(server) as client:
        yield client


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_it_says_of_a_text_what_the_lean_behind_it_says(lean: EmbeddedLean, remote: KiminaLean, text: str) -> None:
    assert isinstance(remote, LeanChecker)
    here, there = lean.check(text), remote.check(text)
    assert there.outcome == here.outcome
    assert there.imports == here.imports
    assert [(m.severity, m.line, m.column) for m in there.messages] == [
        (m.severity, m.line, m.column) for m in here.messages
    ]
    written = {d.name: d for d in here.declarations if "." not in d.name.removeprefix("A.")}
    assert {d.name: (d.kind, set(d.axioms) - {"propext"}) for d in there.declarations} == {
        name: (d.kind, set(d.axioms) - {"propext"}) for name, d in written.items()
    }
    assert [s.declaration for s in there.sorries] == [s.declaration for s in here.sorries]


def test_a_text_that_swallows_the_questions_declares_nothing(remote: KiminaLean) -> None:
    reply = remote.check(f"{OMEGA}\n/- never closed")
    assert reply.outcome == "error"
    assert reply.declarations == ()


def test_a_command_without_an_end_is_an_error_of_the_text(remote: KiminaLean) -> None:
    reply = remote.check("theorem t : 1 = 1 := by")
    assert reply.outcome == "error"
    assert {message.line for message in reply.messages} == {1}


def test_other_line_ends_move_no_place(remote: KiminaLean) -> None:
    reply = remote.check("-- a\u2028b\x0cc\rd\ntheorem t : 1 = 2 := rfl")
    assert {message.line for message in reply.messages} == {2}


def test_a_server_that_does_not_count_the_imports_gives_the_same_places(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, counts_imports=False) as server, connected(server) as client:
        reply = client.check(f"{OMEGA}\ntheorem u : 1 = 2 := rfl")
    assert [d.name for d in reply.declarations] == ["t", "u"]
    assert {message.line for message in reply.messages} == {2}


def test_steps_are_proved_and_refuted_and_statements_compared_through_it(remote: KiminaLean) -> None:
    assert prove(remote, "theorem t (n : Int) (h : 2 * n = 10) : n = 5 := by sorry").value == "proved"
    assert prove(remote, "theorem t (n : Int) (h : 2 * n = 10) : n = 6 := by sorry").value == "refuted"
    one, other = (
        "theorem a (n : Nat) (h : n > 3) : n ≠ 3 := by omega",
        "theorem b (m : Nat) : 3 < m → m ≠ 3 := by omega",
    )
    assert compare(remote, one, other).value == "equivalent"


def test_a_time_out_is_the_texts_where_a_control_snippet_passes(lean: EmbeddedLean) -> None:
    def slow(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        snippet = body["snippets"][0]
        if "slow" not in snippet["code"]:
            return None
        return 200, {
            "results": [{"id": snippet["id"], "time": 5.0, "error": "Lean REPL command timed out in 5 seconds"}]
        }

    with KiminaServer(lean, fault=slow) as server, connected(server) as client:
        assert client.check("theorem slow : 1 = 1 := rfl", timeout=5).outcome == "timeout"
        assert client.check(OMEGA).outcome == "ok"
        assert server.requests[1]["timeout"] == 5


def test_a_repl_that_dies_of_a_text_twice_is_a_crash(lean: EmbeddedLean) -> None:
    def dying(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        return (500, {"detail": "Lean process exited"}) if "deadly" in body["snippets"][0]["code"] else None

    with KiminaServer(lean, fault=dying) as server, connected(server) as client:
        reply = client.check("theorem deadly : 1 = 1 := rfl")
        asked = ["deadly" in request["snippets"][0]["code"] for request in server.requests]
    assert reply.outcome == "crash"
    assert asked == [False, True, True, False]


def test_a_repl_that_dies_once_is_asked_again(lean: EmbeddedLean) -> None:
    def dying(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        return (500, {"detail": "Lean process exited"}) if number == 1 else None

    with KiminaServer(lean, fault=dying) as server, connected(server) as client:
        assert client.check(OMEGA).outcome == "ok"


def test_a_busy_server_is_waited_for(lean: EmbeddedLean) -> None:
    def busy(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        return (429, {"detail": "No available REPLs"}) if number < 2 else None

    with KiminaServer(lean, fault=busy) as server, connected(server) as client:
        assert client.check(OMEGA).outcome == "ok"
        assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, {"detail": "Invalid API key"}, KEY_VARIABLE),
        (404, {"detail": "Not Found"}, "is this the address of a kimina-lean-server"),
        (400, {"detail": "bad"}, "answers 400"),
        (200, {"results": []}, "another protocol"),
        (200, b"<html>", "another protocol"),
        (500, {"detail": "no Lean"}, "control snippet"),
        (503, {"detail": "starting"}, "answers 503"),
    ],
)
def test_a_server_at_fault_is_the_apparatus_fault(lean: EmbeddedLean, status: int, body: Any, message: str) -> None:
    with (
        KiminaServer(lean, fault=lambda *_: (status, body)) as server,
        connected(server, patience=1.0) as client,
        pytest.raises(LeanUnavailable, match=message),
    ):
        client.check(OMEGA)


def test_nobody_there_is_said() -> None:
    with pytest.raises(LeanUnavailable, match="cannot be reached"):
        KiminaLean("http://127.0.0.1:9", patience=0.1).check(OMEGA)


def test_the_key_goes_to_the_server_and_nowhere_else(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "s3cret")
    with KiminaServer(lean) as server:
        client = KiminaLean(server.url.replace("//", "//user:s3cret@"))
        assert "s3cret" not in str(client.describe())
        client = KiminaLean(server.url)
        client.check(OMEGA)
        client.close()
    assert set(server.keys) == {"Bearer s3cret"}


@pytest.mark.parametrize("url", ["", "localhost:8000", "ftp://host", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="write kimina:http://HOST:PORT"):
        KiminaLean(url)
