"""The client of kimina-lean-server: the replies of the embedded Lean through the server's protocol, and its faults."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kimina_server import Fault, KiminaServer

from pytest_faithform.lean.backends import kimina
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.kimina import KEY_VARIABLE, KiminaLean
from pytest_faithform.lean.backends.probed import Probed
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
    assert prove(remote, "theorem t (n : Int) (h : 2 * n = 10) : n = 5 := by sorry", budget=120).value == "proved"
    assert prove(remote, "theorem t (n : Int) (h : 2 * n = 10) : n = 6 := by sorry", budget=120).value == "refuted"
    one, other = (
        "theorem a (n : Nat) (h : n > 3) : n ≠ 3 := by omega",
        "theorem b (m : Nat) : 3 < m → m ≠ 3 := by omega",
    )
    assert compare(remote, one, other, budget=120).value == "equivalent"


def failing(word: str, *answers: tuple[int, Any] | str | None) -> Fault:
    """The n-th text with `word` gets the n-th answer, the last holds on; a str is the error of a result, None is Lean's."""
    seen = 0

    def fault(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        nonlocal seen
        snippet = body["snippets"][0]
        if word not in snippet["code"]:
            return None
        answer = answers[min(seen, len(answers) - 1)]
        seen += 1
        if isinstance(answer, str):
            return 200, {"results": [{"id": snippet["id"], "time": 1.0, "error": answer}]}
        return answer

    return fault


def responding(response: Any, word: str = "odd") -> Fault:
    """Texts with `word` get this `response` of a REPL."""

    def fault(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        snippet = body["snippets"][0]
        if word not in snippet["code"]:
            return None
        return 200, {"results": [{"id": snippet["id"], "time": 0.1, "response": response}]}

    return fault


def asked(server: KiminaServer) -> list[tuple[bool, bool]]:
    """Of each request: whether it is the control snippet, and whether a used REPL will do."""
    return [("faithform_control" in r["snippets"][0]["code"], r["reuse"]) for r in server.requests]


ODD = "theorem odd : 1 = 1 := rfl"
CONTROLLED, USED, FRESH = (True, True), (False, True), (False, False)
DIED = (500, {"detail": "Lean process exited"})
SLOW = "Lean REPL command timed out in 5 seconds"
SLOW_HEADER = "Lean REPL header command timed out in 5 seconds"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kimina, "PAUSES", (0.05,))


def test_a_time_out_is_the_texts_where_a_fresh_lean_shows_it_and_a_control_snippet_passes(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, fault=failing("odd", SLOW)) as server, connected(server) as client:
        assert client.check(ODD, timeout=5).outcome == "timeout"
        assert asked(server) == [CONTROLLED, USED, FRESH, CONTROLLED]
        assert client.check(OMEGA).outcome == "ok"
        assert server.requests[1]["timeout"] == 5


def test_a_time_out_of_a_used_lean_alone_says_nothing(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, fault=failing("odd", SLOW, None)) as server, connected(server) as client:
        assert client.check(ODD, timeout=5).outcome == "ok"
        assert asked(server) == [CONTROLLED, USED, FRESH]


@pytest.mark.parametrize(
    "death",
    [
        DIED,
        (500, {"detail": "Lean process broken pipe"}),
        (500, {"detail": "Stack overflow detected. Aborting."}),
        "Lean REPL out of memory",
        "Lean REPL process exceeded memory limit",
        "OOM",
        "killed",
    ],
)
def test_a_text_that_ends_two_fresh_leans_is_a_crash(lean: EmbeddedLean, death: Any) -> None:
    with KiminaServer(lean, fault=failing("odd", death)) as server, connected(server) as client:
        assert client.check(ODD).outcome == "crash"
        assert asked(server) == [CONTROLLED, USED, FRESH, FRESH, CONTROLLED]


@pytest.mark.parametrize("times", [1, 2])
def test_a_lean_that_ends_of_something_else_is_asked_again(lean: EmbeddedLean, times: int) -> None:
    with KiminaServer(lean, fault=failing("odd", *[DIED] * times, None)) as server, connected(server) as client:
        assert client.check(ODD).outcome == "ok"


@pytest.mark.parametrize("death", [DIED, SLOW])
def test_where_the_control_snippet_fails_too_nothing_is_the_texts(lean: EmbeddedLean, death: Any) -> None:
    inner = failing("", death)
    with (
        KiminaServer(lean, fault=lambda number, body: inner(number, body) if number else None) as server,
        connected(server) as client,
        pytest.raises(LeanUnavailable, match="fails on a control snippet"),
    ):
        client.check(ODD)


BUSY = [
    (429, {"detail": "No available REPLs"}),
    (500, {"detail": ""}),
    (500, {"detail": "Failed to start REPL"}),
    (500, {"detail": "Failed to run header on REPL"}),
    (500, {"detail": "REPL process not started or shut down"}),
    (500, {"detail": "JSON decode error"}),
    (500, b"upstream died"),
    (503, {"detail": "starting"}),
    SLOW_HEADER,
    "Lean process died while running the header",
    "something else",
]


@pytest.mark.parametrize("trouble", BUSY)
def test_a_server_in_trouble_is_waited_for(lean: EmbeddedLean, trouble: Any) -> None:
    with KiminaServer(lean, fault=failing("odd", trouble, trouble, None)) as server, connected(server) as client:
        assert client.check(ODD).outcome == "ok"
        assert asked(server) == [CONTROLLED, USED, USED, USED]


@pytest.mark.parametrize("trouble", BUSY)
def test_a_server_that_stays_in_trouble_is_the_apparatus_fault(lean: EmbeddedLean, trouble: Any) -> None:
    with (
        KiminaServer(lean, fault=failing("odd", trouble)) as server,
        connected(server, patience=0.2) as client,
        pytest.raises(LeanUnavailable, match=r"answers .*, for 0\.2 s"),
    ):
        client.check(ODD)


def test_a_header_of_its_own_gets_more_time_each_time(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, fault=failing("odd", SLOW_HEADER, SLOW_HEADER, None)) as server:
        with connected(server) as client:
            assert client.check(ODD, timeout=50).outcome == "ok"
        assert [request["timeout"] for request in server.requests] == [120, 50, 100, 120]


def test_a_header_that_failed_is_told_by_its_name(lean: EmbeddedLean) -> None:
    def fault(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        named = f"{body['snippets'][0]['id']}-header"
        return (200, {"results": [{"id": named, "error": "Lean REPL out of memory"}]}) if number == 1 else None

    with KiminaServer(lean, fault=fault) as server, connected(server) as client:
        assert client.check(OMEGA).outcome == "ok"
        assert asked(server) == [CONTROLLED, USED, USED]


def test_a_repl_that_lost_its_environment_is_not_used_again(lean: EmbeddedLean) -> None:
    fault = responding({"message": "Unknown environment."})
    with KiminaServer(lean, fault=lambda n, b: fault(n, b) if n == 1 else None) as server, connected(server) as client:
        assert client.check(ODD).outcome == "ok"
        assert asked(server) == [CONTROLLED, USED, FRESH]
    with (
        KiminaServer(lean, fault=fault) as server,
        connected(server, patience=0.2) as client,
        pytest.raises(LeanUnavailable, match="Unknown environment"),
    ):
        client.check(ODD)


ERROR = {"severity": "error", "pos": {"line": 6, "column": 0}, "endPos": None, "data": "unterminated comment"}
ANSWER = {"severity": "info", "pos": {"line": 7, "column": 0}, "data": "'odd' does not depend on any axioms"}


@pytest.mark.parametrize("text", [ODD, "example : (odd : Nat) = 2 := rfl", "-- odd"])
@pytest.mark.parametrize("response", [{}, {"env": 1, "messages": []}, {"messages": None}])
def test_a_reply_without_answers_is_none(lean: EmbeddedLean, response: Any, text: str) -> None:
    with (
        KiminaServer(lean, fault=responding(response)) as server,
        connected(server) as client,
        pytest.raises(LeanUnavailable, match="answers none of its questions"),
    ):
        client.check(text)


def test_a_reply_that_breaks_off_is_none(lean: EmbeddedLean) -> None:
    with (
        KiminaServer(lean, fault=responding({"messages": [ANSWER]})) as server,
        connected(server) as client,
        pytest.raises(LeanUnavailable, match="does not answer what it is asked about Nat"),
    ):
        client.check(ODD)


def test_an_error_of_the_text_may_swallow_the_questions(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, fault=responding({"messages": [ERROR]})) as server, connected(server) as client:
        reply = client.check(ODD)
    assert (reply.outcome, reply.first_error, reply.declarations) == ("error", "unterminated comment", ())


@pytest.mark.parametrize(
    "messages",
    [
        "none",
        "",
        {"severity": "info"},
        7,
        ["error"],
        [None],
        [[]],
        [{}],
        [ERROR | {"pos": None}],
        [ERROR | {"pos": {"line": "6", "column": 0}}],
        [ERROR | {"pos": {"line": 6}}],
        [ERROR | {"data": None}],
        [ERROR | {"severity": "Error"}],
        [ERROR | {"severity": ["error"]}],
        [{key: value for key, value in ERROR.items() if key != "data"}],
    ],
)
def test_messages_of_another_form_are_another_protocol(lean: EmbeddedLean, messages: Any) -> None:
    with (
        KiminaServer(lean, fault=responding({"messages": messages})) as server,
        connected(server) as client,
        pytest.raises(LeanUnavailable, match=r"another protocol than /api/check's: .*messages"),
    ):
        client.check(ODD)


@pytest.mark.parametrize("response", [None, [], "ok", 3])
def test_a_response_of_another_form_is_another_protocol(lean: EmbeddedLean, response: Any) -> None:
    with (
        KiminaServer(lean, fault=responding(response)) as server,
        connected(server) as client,
        pytest.raises(LeanUnavailable, match="another protocol"),
    ):
        client.check(ODD)


def test_the_wait_for_the_server_is_reported_and_not_counted_as_leans(
    lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kimina, "PAUSES", (1.0,))
    monkeypatch.setattr(kimina, "GRACE_SECONDS", 0.5)
    with KiminaServer(lean, fault=failing("odd", BUSY[1], None)) as server, connected(server) as client:
        began = time.monotonic()
        reply = client.check(ODD)
        assert reply.seconds <= time.monotonic() - began - 1.0
    assert reply.outcome == "ok"
    assert "waited" in reply.messages[-1].text
    assert reply.messages[-1].line is None


def test_a_wait_that_takes_a_budgets_time_is_a_fault_and_no_open_verdict(
    lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kimina, "PAUSES", (1.0,))
    monkeypatch.setattr(kimina, "GRACE_SECONDS", 0.5)
    with KiminaServer(lean, fault=failing("odd", BUSY[1], None)) as server, connected(server) as client:
        with pytest.raises(LeanUnavailable, match="kept a check of 1 s waiting"):
            client.check(ODD, timeout=1.0)
        # What it waits inside the server counts as well: Lean's own time is told apart.
        kept = responding({"messages": [ANSWER, ANSWER | {"pos": {"line": 8, "column": 0}}]}, "kept")

        def late(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
            time.sleep(1.0)
            return kept(number, body)

        server.fault = late
        with pytest.raises(LeanUnavailable, match="kept a check of 1 s waiting"):
            client.check("theorem kept : 1 = 1 := rfl", timeout=1.0)
        assert client.check("theorem kept : 1 = 1 := rfl").seconds == pytest.approx(0.1)


def test_it_describes_the_lean_that_it_found(lean: EmbeddedLean) -> None:
    with KiminaServer(lean) as server, connected(server) as client:
        found = client.describe()
        assert found["lean"].startswith("4.")
        client.check(OMEGA)
        assert client.describe() == found
        assert asked(server) == [CONTROLLED, USED]


def test_a_lean_that_changes_under_the_run_is_a_fault(lean: EmbeddedLean) -> None:
    with KiminaServer(lean, fault=failing("odd", SLOW)) as server, connected(server) as client:
        client.describe()
        client._version = "4.0.0"
        with pytest.raises(LeanUnavailable, match="has another Lean than before"):
            client.check(ODD)


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, {"detail": "Invalid API key"}, KEY_VARIABLE),
        (404, {"detail": "Not Found"}, "is this the address of a kimina-lean-server"),
        (400, {"detail": "bad"}, "answers 400"),
        (200, {"results": []}, "another protocol"),
        (200, b"<html>", "another protocol"),
        (500, {"detail": "no Lean"}, "answers 500"),
        (500, {"detail": ""}, "all its REPLs are busy"),
        (500, {"detail": "Lean process exited"}, "control snippet"),
        (503, {"detail": "starting"}, "answers 503"),
    ],
)
def test_a_server_at_fault_is_the_apparatus_fault(lean: EmbeddedLean, status: int, body: Any, message: str) -> None:
    with (
        KiminaServer(lean, fault=lambda *_: (status, body)) as server,
        connected(server, patience=0.2) as client,
        pytest.raises(LeanUnavailable, match=message),
    ):
        client.check(OMEGA)


def test_nobody_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kimina, "REACH_SECONDS", 0.1)
    with pytest.raises(LeanUnavailable, match="cannot be reached"):
        KiminaLean("http://127.0.0.1:9").check(OMEGA)
    with pytest.raises(ConnectionError, match="cannot be reached"):
        KiminaLean("http://127.0.0.1:9").describe()


KEY, PASSWORD, TOKEN = "s3cret-key", "p@ss/word", "t0ken"
LOGIN = "someone:p%40ss%2Fword"
TOLD = f"{KEY} {PASSWORD} {LOGIN} {base64.b64encode(b'someone:p@ss/word').decode()} token={TOKEN}"


def secretive(server: KiminaServer) -> str:
    return f"{server.url.replace('//', f'//{LOGIN}@')}/?token={TOKEN}"


def assert_no_secret(told: str) -> None:
    assert not [secret for secret in (*TOLD.split(), TOKEN, "p%40ss%2Fword", "someone") if secret in told]


def test_login_and_query_reach_the_server_and_the_description_has_none(lean: EmbeddedLean) -> None:
    with KiminaServer(lean) as server:
        client = KiminaLean(secretive(server))
        assert client.check(OMEGA).outcome == "ok"
        assert client.describe()["url"] == server.url
        assert_no_secret(str(client.describe()))
        client.close()
    assert set(server.keys) == {f"Basic {base64.b64encode(b'someone:p@ss/word').decode()}"}
    assert set(server.paths) == {f"/api/check?token={TOKEN}"}


def test_the_key_goes_to_the_server_and_nowhere_else(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, f"{KEY}\n")
    with KiminaServer(lean) as server, connected(server) as client:
        client.check(OMEGA)
        assert KEY not in str(client.describe())
    assert set(server.keys) == {f"Bearer {KEY}"}


@pytest.mark.parametrize(
    "answer",
    [
        *[(status, {"detail": TOLD}) for status in (301, 400, 401, 403, 404, 405, 422, 429, 500, 502, 503, 504)],
        (500, {"detail": f"Lean process exited {TOLD}"}),
        (200, {"detail": TOLD}),
        (200, TOLD.encode()),
        TOLD,
        f"{SLOW_HEADER} {TOLD}",
        f"{SLOW} {TOLD}",
    ],
)
def test_no_fault_tells_a_secret(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with KiminaServer(lean, fault=failing("", answer)) as server:
        client = KiminaLean(secretive(server), patience=0.1)
        with pytest.raises(LeanUnavailable) as told:
            client.check(OMEGA)
        client.close()
    assert_no_secret(str(told.value))
    assert server.url in str(told.value)


@pytest.mark.parametrize(
    "response",
    [
        {"message": TOLD},
        {"messages": TOLD},
        {"messages": [{"data": TOLD}]},
        {"messages": [ERROR | {"data": TOLD}]},
        TOLD,
    ],
)
def test_no_reply_tells_a_secret(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch, response: Any) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with KiminaServer(lean, fault=responding(response, "")) as server:
        client = KiminaLean(secretive(server), patience=0.1)
        with pytest.raises(LeanUnavailable) as told:
            client.check(OMEGA)
        client.close()
    assert_no_secret(str(told.value))


def test_no_record_of_a_crash_and_no_dead_address_tells_a_secret(
    lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with KiminaServer(lean, fault=failing("odd", f"killed {TOLD}")) as server:
        client = KiminaLean(secretive(server))
        assert_no_secret(client.check(ODD).first_error)
        client.close()
    with pytest.raises(LeanUnavailable) as told:
        KiminaLean(f"http://{LOGIN}@127.0.0.1:9/?token={TOKEN}", patience=0.1).check(OMEGA)
    assert_no_secret(str(told.value))


def test_a_key_that_no_header_takes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "s3\ncret")
    with pytest.raises(LeanUnavailable, match=f"{KEY_VARIABLE} holds") as told:
        KiminaLean("http://127.0.0.1:9").check(OMEGA)
    assert "cret" not in str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://u:s3cret@host",
        "u:s3cret@host?s3cret",
        "http://u:s3cret/x@host",
        "http://u:s3cret@[::1",
        "http://h:x?s3cret",
    ],
)
def test_an_address_that_is_none_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(ValueError, match="write a whole address such as kimina:http://HOST:PORT") as told:
        KiminaLean(url)
    assert "s3cret" not in str(told.value)


@pytest.mark.parametrize("url", ["", "localhost:8000", "ftp://host", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="write a whole address such as kimina:http://HOST:PORT"):
        KiminaLean(url)


@pytest.mark.parametrize(
    "said", ["declaration uses 'sorry'", "declaration uses `sorry`", "declaration `t` uses `sorry`"]
)
def test_a_sorry_is_seen_in_every_wording(said: str) -> None:
    probed = Probed("theorem t : 1 = 2 := sorry")
    *before, own, _ = probed.code.split("\n")
    first, name = len(before) - 3, own.removeprefix("#print axioms _root_.")
    messages = [
        {"severity": "warning", "pos": {"line": first, "column": 8}, "data": said},
        {"severity": "info", "pos": {"line": first + 1, "column": 0}, "data": "'t' depends on axioms: [sorryAx]"},
        {"severity": "info", "pos": {"line": first + 2, "column": 0}, "data": "'Nat' does not depend on any axioms"},
        {
            "severity": "info",
            "pos": {"line": first + 4, "column": 0},
            "data": f"'{name}' does not depend on any axioms",
        },
    ]
    reply = probed.reply(messages, seconds=0.0, backend="kimina")
    assert [(s.line, s.column, s.declaration) for s in reply.sorries] == [(1, 8, "t")]
