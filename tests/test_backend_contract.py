"""What every Lean backend does alike: one suite, run on each that can be reached here.

`kimina` and `repl` are tried through stand-ins that speak their protocols and elaborate with the embedded Lean; `recorded`
repeats the replies of the embedded Lean.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
import repl_stand_in
import support
from kimina_server import KiminaServer
from repl_stand_in import ReplStandIn

from pytest_faithform.lean.backends import kimina
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.kimina import KiminaLean
from pytest_faithform.lean.backends.recorded import RecordedLean
from pytest_faithform.lean.backends.repl import ReplLean
from pytest_faithform.lean.backends.sandbox import find_sandbox
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.lean.composite import rests_on_logic_alone
from pytest_faithform.lean.prove import declared_theorem, prove
from pytest_faithform.model import Formalization, LeanReply, Record

OMEGA = "theorem t (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega"
CONTROLLED = "theorem u : 2 = 2 := rfl"
ENDLESS = "partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop 0"
DEADLY = "#eval (IO.Process.exit 7 : IO Unit)"
LONG = "-- 𝔸 line\n" * 60_000 + "theorem t : 1 = 1 := oh"

TEXTS = {
    "accepted": OMEGA,
    "controlled": CONTROLLED,
    "error": f"{OMEGA}\n\ntheorem u : 1 = 2 := by decide",
    "sorry": "namespace A\ntheorem t (n : Nat) : n * n + 1 > 0 := by\n  sorry\nend A",
    "choice": "theorem t (p : Prop) : p ∨ ¬ p := Classical.em p",
    "axiom": "axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim",
    "sorryAx": "theorem t : 1 = 2 := sorryAx _",
    "in a comment": f"/- {OMEGA} -/",
    "in an open comment": f"/- {OMEGA}",
    "rejected": "theorem t : 1 = 2 := oh",
    "imports": f"import Mathlib\nimport Aesop\n{OMEGA}",
    "import below": f"{OMEGA}\nimport Mathlib",
    "astral": "/- 𝔸𝔹 -/ theorem t : 1 = 1 := 𝔸",
    "crlf": "theorem t : 1 = 1 := rfl\r\n\r\n  theorem u : 1 = 1 := oh\r\n",
    "byte-order mark": f"\ufeff{OMEGA}",
    "surrogate": f"{OMEGA} -- \ud800 \x00",
    "separators": "-- a\u2028b\x0cc\ntheorem t : 1 = 2 := oh",
    "unicode": "theorem «Φ über» (α β : Nat) (hₐ : α ≤ β) : α ≤ β ∧ True := ⟨hₐ, trivial⟩",
    "long": LONG,
    "nothing": "",
}


@dataclass
class Backend:
    """`again` gives another checker of the same kind; `elaborates` is False of one that only repeats replies."""

    kind: str
    checker: LeanChecker
    again: Callable[[], LeanChecker]
    elaborates: bool = True

    def check(self, name: str, timeout: float | None = None) -> LeanReply:
        text = TEXTS[name]
        # A session's texts have been through a formalization.
        return self.checker.check(text if self.elaborates else formalized(text).lean, timeout=timeout)


def formalized(text: str) -> Formalization:
    return Formalization(raw=text, lean=text, model="m")


@pytest.fixture(scope="module", params=["embedded", "kimina", "repl", "recorded"])
def backend(
    request: pytest.FixtureRequest, lean: EmbeddedLean, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Backend]:
    kind: str = request.param
    folder = tmp_path_factory.mktemp(kind)
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr(kimina, "PAUSES", (0.05,))
        again = OPENERS[kind](stack, patch, folder, lean)
        made: list[LeanChecker] = []

        def another() -> LeanChecker:
            made.append(again())
            return made[-1]

        # A stand-in's first answer is not to wait for the Lean behind it.
        lean.check("")
        checker = lean if kind == "embedded" else another()
        yield Backend(kind, checker, another, kind != "recorded")
        for one in made:
            one.close()


Opener = Callable[[ExitStack, pytest.MonkeyPatch, Path, EmbeddedLean], Callable[[], LeanChecker]]


def _embedded(stack: ExitStack, patch: pytest.MonkeyPatch, folder: Path, lean: EmbeddedLean) -> Callable[[], Any]:
    return EmbeddedLean


def _kimina(stack: ExitStack, patch: pytest.MonkeyPatch, folder: Path, lean: EmbeddedLean) -> Callable[[], Any]:
    def fault(number: int, body: dict[str, Any]) -> tuple[int, Any] | None:
        snippet = body["snippets"][0]
        if DEADLY in snippet["code"]:
            return 500, {"detail": "Lean process exited"}
        if ENDLESS not in snippet["code"]:
            return None
        error = f"Lean REPL command timed out in {body['timeout']} seconds"
        return 200, {"results": [{"id": snippet["id"], "time": 0.1, "error": error}]}

    server = stack.enter_context(KiminaServer(lean, fault=fault))
    return lambda: KiminaLean(server.url)


def _repl(stack: ExitStack, patch: pytest.MonkeyPatch, folder: Path, lean: EmbeddedLean) -> Callable[[], Any]:
    pytest.importorskip("lean_interact", reason="the extra repl is not installed")
    try:
        find_sandbox()
    except LeanUnavailable as error:
        pytest.skip(f"no sandbox here: {error}")
    faults = {ENDLESS: repl_stand_in.HANG, DEADLY: repl_stand_in.DIE}
    stand_in = stack.enter_context(
        ReplStandIn(
            folder, lean, fault=lambda _, request: next((faults[t] for t in faults if t in request["cmd"]), None)
        )
    )
    patch.setenv("ELAN_HOME", str(stand_in.elan))
    return lambda: ReplLean(stand_in.project)


def _recorded(stack: ExitStack, patch: pytest.MonkeyPatch, folder: Path, lean: EmbeddedLean) -> Callable[[], Any]:
    replies = {text: lean.check(text) for text in TEXTS.values()}
    replies |= {
        text: LeanReply(outcome=outcome, backend="embedded")
        for text, outcome in ((ENDLESS, "timeout"), (DEADLY, "crash"))
    }
    case = support.original()
    records = [
        Record(
            case=case,
            sample=number,
            nodeid="test",
            outcome="pass",
            formalization=formalized(text),
            lean=reply,
        )
        for number, (text, reply) in enumerate(replies.items())
    ]
    lines = [record.model_dump_json() + "\n" for record in records]
    (folder / "records.jsonl").write_text("".join(lines), encoding="utf-8")
    return lambda: RecordedLean(folder, {"backend": "embedded", "lean": "4"})


OPENERS: dict[str, Opener] = {"embedded": _embedded, "kimina": _kimina, "repl": _repl, "recorded": _recorded}


def places(reply: LeanReply, severity: str = "error") -> list[tuple[int | None, int | None]]:
    return [(m.line, m.column) for m in reply.messages if m.severity == severity]


def test_it_is_a_checker_that_describes_itself_for_the_manifest(backend: Backend) -> None:
    assert isinstance(backend.checker, LeanChecker)
    about = backend.checker.describe()
    assert json.loads(json.dumps(about)) == about
    assert isinstance(about["lean"], str)
    assert about["backend"] == ("embedded" if backend.kind == "recorded" else backend.checker.name)


def test_a_proof_is_accepted_and_its_theorem_declared(backend: Backend) -> None:
    reply = backend.check("accepted")
    assert (reply.outcome, reply.messages, reply.sorries, reply.guard, reply.lacking) == ("ok", (), (), (), ())
    assert [(d.name, d.kind) for d in reply.declarations] == [("t", "theorem")]
    assert rests_on_logic_alone(reply.declarations[0])
    assert reply.seconds > 0


def test_an_error_has_its_place(backend: Backend) -> None:
    reply = backend.check("error")
    assert (reply.outcome, places(reply)) == ("error", [(3, 24)])


def test_a_sorry_has_its_place_and_its_declaration(backend: Backend) -> None:
    reply = backend.check("sorry")
    assert reply.outcome == "ok"
    assert [(s.line, s.column, s.declaration) for s in reply.sorries] == [(2, 8, "A.t")]
    assert [d.axioms for d in reply.declarations if d.name == "A.t"] == [("sorryAx",)]


@pytest.mark.parametrize(
    ("text", "logic", "axioms"),
    [("choice", True, set()), ("axiom", False, {"cheat"}), ("sorryAx", False, {"sorryAx"})],
)
def test_it_says_what_a_theorem_rests_on(backend: Backend, text: str, logic: bool, axioms: set[str]) -> None:
    theorem = declared_theorem(backend.check(text), "t")
    assert theorem is not None
    assert rests_on_logic_alone(theorem) == logic
    assert set(theorem.axioms) - {"propext", "Classical.choice", "Quot.sound"} == axioms


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("in a comment", "ok"), ("in an open comment", "error"), ("rejected", "error"), ("nothing", "ok")],
)
def test_a_theorem_that_is_not_in_the_environment_is_not_declared(backend: Backend, text: str, outcome: str) -> None:
    reply = backend.check(text)
    assert reply.outcome == outcome
    found = declared_theorem(reply, "t")
    # Lean declares what it could not elaborate all the same, without a proof.
    assert found is None or (text == "rejected" and found.axioms == ("sorryAx",))


def test_imports_are_blanked_at_the_head_and_an_error_below(backend: Backend) -> None:
    reply = backend.check("imports")
    assert (reply.outcome, reply.imports) == ("ok", ("Mathlib", "Aesop"))
    reply = backend.check("import below")
    assert (reply.outcome, reply.imports, places(reply)[0]) == ("error", (), (2, 0))


@pytest.mark.parametrize(
    ("text", "outcome", "where"),
    [
        ("astral", "error", [(1, 30)]),
        ("crlf", "error", [(3, 23)]),
        ("byte-order mark", "ok", []),
        ("surrogate", "ok", []),
        ("separators", "error", [(2, 21)]),
        ("unicode", "ok", []),
        ("long", "error", [(60_001, 21)]),
    ],
)
def test_places_are_those_of_the_text_as_it_was_given(
    backend: Backend, text: str, outcome: str, where: list[tuple[int, int]]
) -> None:
    reply = backend.check(text, timeout=100)
    assert (reply.outcome, places(reply)) == (outcome, where)


def test_a_quoted_name_is_declared_without_its_quotes(backend: Backend) -> None:
    assert declared_theorem(backend.check("unicode"), "«Φ über»") is not None


def test_an_endless_text_times_out_and_the_next_is_checked(backend: Backend) -> None:
    reply = backend.checker.check(ENDLESS, timeout=1)
    assert (reply.outcome, reply.declarations) == ("timeout", ())
    assert re.search(r"no answer within 1 s|timed out", reply.first_error) or not backend.elaborates
    assert backend.check("controlled").outcome == "ok"


def test_a_deadly_text_is_a_crash_and_the_next_is_checked(backend: Backend) -> None:
    reply = backend.checker.check(DEADLY, timeout=60)
    assert (reply.outcome, reply.declarations) == ("crash", ())
    assert re.search(r"ended|exited", reply.first_error) or not backend.elaborates
    assert backend.check("controlled").outcome == "ok"


def test_a_step_is_proved_and_refuted(backend: Backend) -> None:
    values = {
        n: prove(backend.checker, f"theorem t (n : Int) (h : 2 * n = 10) : n = {n} := by sorry", budget=60).value
        for n in (5, 6)
    }
    # One that only repeats leaves open what it was never asked.
    assert values == ({5: "proved", 6: "refuted"} if backend.elaborates else {5: "undetermined", 6: "undetermined"})


def children() -> list[psutil.Process]:
    return [p for p in psutil.Process().children(recursive=True) if p.status() != psutil.STATUS_ZOMBIE]


def test_close_leaves_no_process_and_a_further_check_starts_anew(backend: Backend) -> None:
    checker = backend.again()
    before = children()
    for _ in range(2):
        assert checker.check(OMEGA).outcome == "ok"
        checker.close()
        checker.close()
        started = [process for process in children() if process not in before]
        psutil.wait_procs(started, timeout=5)
        assert not [process for process in started if process.is_running()]


def test_one_checker_for_each_thread_gives_each_its_own_answers(backend: Backend) -> None:
    def asked(checker: LeanChecker) -> list[str]:
        names = ["accepted", "error", "controlled", "rejected"] * 2
        return [checker.check(TEXTS[name]).outcome for name in names]

    expected = ["ok", "error", "ok", "error"] * 2
    checkers = [backend.checker, backend.again()]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(asked, checkers)) == [expected, expected]

    async def both() -> list[list[str]]:
        return list(await asyncio.gather(*(asyncio.to_thread(asked, checker) for checker in checkers)))

    # The threads that started the processes have ended: the processes have not.
    assert asyncio.run(both()) == [expected, expected]


class TestUnavailable:
    """What is the apparatus' own is raised, with the mend, and is no reply."""

    def test_embedded(self, tmp_path: Path) -> None:
        with pytest.raises(LeanUnavailable, match="faithform lean install"):
            EmbeddedLean(tmp_path / "nowhere").check(OMEGA)

    def test_kimina(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kimina, "REACH_SECONDS", 0.1)
        with pytest.raises(LeanUnavailable, match="cannot be reached"):
            KiminaLean("http://127.0.0.1:9").check(OMEGA)

    def test_repl(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        repl_stand_in.make_project(tmp_path / "project", tmp_path / "elan")
        monkeypatch.setenv("ELAN_HOME", str(tmp_path / "elsewhere"))
        with pytest.raises(LeanUnavailable, match=r"elan toolchain install|pip install|install bubblewrap"):
            ReplLean(tmp_path / "project").check(OMEGA)

    def test_recorded(self, tmp_path: Path) -> None:
        reply = RecordedLean(tmp_path, {"backend": "embedded", "lean": "4"}).check(OMEGA)
        assert (reply.outcome, reply.lacking) == ("unavailable", ("a reply to this text in the recorded run",))
