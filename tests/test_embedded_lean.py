"""The embedded Lean: what it says about a text, what it does when a text kills it, and what a text cannot reach."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_faithform.lean.backends import embedded, install
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.process import Limits
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.model import Declaration, LeanReply

STANDARD = {"propext", "Classical.choice", "Quot.sound"}


def places(reply: LeanReply, severity: str = "error") -> list[tuple[int | None, int | None]]:
    return [(m.line, m.column) for m in reply.messages if m.severity == severity]


def declared(reply: LeanReply, name: str) -> Declaration:
    return next(d for d in reply.declarations if d.name == name)


def test_it_is_a_lean_checker(lean: EmbeddedLean) -> None:
    assert isinstance(lean, LeanChecker)


def test_a_proof_is_accepted_and_its_axioms_are_standard(lean: EmbeddedLean) -> None:
    reply = lean.check("theorem t : 1 + 1 = 2 := by omega")
    assert (reply.outcome, reply.messages, reply.sorries) == ("ok", (), ())
    assert [(d.name, d.kind) for d in reply.declarations] == [("t", "theorem")]
    assert set(declared(reply, "t").axioms) <= STANDARD
    assert reply.backend == "embedded"
    assert reply.seconds > 0


def test_an_error_has_its_place_in_code_points(lean: EmbeddedLean) -> None:
    reply = lean.check("theorem t : 1 = 1 := rfl\n/- 𝔸𝔹 -/ theorem u : 1 = 1 := missing")
    assert reply.outcome == "error"
    assert places(reply) == [(2, 30)]
    assert reply.first_error.startswith("Unknown identifier `missing`")


def test_the_base_brings_notations_and_lemma(lean: EmbeddedLean) -> None:
    reply = lean.check("lemma half (x : ℚ) (n : ℕ) (k : ℤ) (h : x / 2 = 3) : x = 6 := by grind")
    assert reply.outcome == "ok"
    assert [(d.name, d.kind) for d in reply.declarations] == [("half", "theorem")]


@pytest.mark.parametrize("source", ["theorem t : foo = foo := rfl", "theorem t (v : Fin n) : v = v := rfl"])
def test_nothing_is_bound_automatically(lean: EmbeddedLean, source: str) -> None:
    reply = lean.check(source)
    assert reply.outcome == "error"
    assert reply.first_error.startswith("Unknown identifier")
    assert places(reply)[0] == (1, source.index("foo") if "foo" in source else source.index("n)"))


def test_sorries_name_their_declaration(lean: EmbeddedLean) -> None:
    reply = lean.check("namespace A\ntheorem t : 1 = 2 := sorry\nend A\nexample : 1 = 2 := by\n  sorry\n")
    assert reply.outcome == "ok"
    assert [(s.line, s.column, s.declaration) for s in reply.sorries] == [(2, 8, "A.t"), (4, 0, None)]
    assert declared(reply, "A.t").axioms == ("sorryAx",)


def test_a_sorry_is_found_where_its_warning_is_switched_off(lean: EmbeddedLean) -> None:
    reply = lean.check("set_option warn.sorry false\ntheorem t : 1 = 2 := sorry")
    assert reply.messages == ()
    assert [s.declaration for s in reply.sorries] == ["t"]


@pytest.mark.parametrize("name", ["_t", "inj", "T.elim._x", "match_1"])
def test_a_name_that_looks_generated_hides_nothing(lean: EmbeddedLean, name: str) -> None:
    assert declared(lean.check(f"theorem {name} : 1 = 2 := sorry"), name).axioms == ("sorryAx",)


def test_every_axiom_is_named(lean: EmbeddedLean) -> None:
    reply = lean.check(
        "axiom free : 1 = 2\nprivate theorem p : 1 = 2 := free\ntheorem t : 1 = 2 := p\n"
        "theorem u (p q : Prop) (h : p ↔ q) : p = q := propext h\ntheorem n : 3 + 4 = 7 := by native_decide"
    )
    assert reply.outcome == "ok"
    assert {d.name: set(d.axioms) - {"propext", "Lean.trustCompiler"} for d in reply.declarations} == {
        "free": {"free"},
        "p": {"free"},
        "t": {"free"},
        "u": set(),
        "n": {"Lean.ofReduceBool"},
    }
    assert declared(reply, "free").kind == "axiom"
    assert "propext" in declared(reply, "u").axioms


def test_generated_declarations_are_left_out(lean: EmbeddedLean) -> None:
    reply = lean.check(
        "structure P where\n  x : Nat\ninductive T | a | b (t : T)\ndef f : T → Nat | .a => 0 | .b t => f t + 1\n"
        "opaque o : Nat\nabbrev Q := Nat"
    )
    assert reply.outcome == "ok"
    assert [(d.name, d.kind) for d in reply.declarations] == [
        ("P", "inductive"),
        ("P.mk", "other"),
        ("P.x", "definition"),
        ("Q", "definition"),
        ("T", "inductive"),
        ("T.a", "other"),
        ("T.b", "other"),
        ("f", "definition"),
        ("o", "opaque"),
    ]


def test_nothing_leaks_into_the_next_check(lean: EmbeddedLean) -> None:
    source = 'def local_thing := 3\nset_option autoImplicit true\nnotation "⋄⋄" => local_thing'
    assert [lean.check(source).outcome, lean.check(source).outcome] == ["ok", "ok"]
    assert lean.check("theorem t : local_thing = 3 := rfl").outcome == "error"
    assert lean.check("theorem t : n = n := rfl").outcome == "error"


def test_imports_are_blanked_and_recorded(lean: EmbeddedLean) -> None:
    source = (
        "-- import No\n/- import No /- import No -/ -/ import Mathlib import Aesop.Main\npublic meta import all «A b».C\n"
        "/-- import No -/ theorem t : 1 = 2 := by rfl\n"
    )
    reply = lean.check(source)
    assert reply.imports == ("Mathlib", "Aesop.Main", "«A b».C")
    assert (reply.outcome, places(reply)) == ("error", [(4, 41)])


def test_an_import_below_the_head_is_an_error_as_in_any_lean(lean: EmbeddedLean) -> None:
    reply = lean.check("theorem t : 1 = 1 := rfl\nimport Mathlib")
    assert (reply.outcome, reply.imports, places(reply)) == ("error", (), [(2, 0)])


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("", "ok"),
        ("import Mathlib\n\n-- nothing else /- -/\n", "ok"),
        ("  /- a /- b -/ -/ \n", "ok"),
        ("import Mathlib\n/- a /- b -/ \n", "error"),
        ("\ufeffimport Mathlib\r\ntheorem t : 1 = 1 := rfl\r\n", "ok"),
        ("theorem t : 1 = 1 := rfl -- \ud800 \x00 \u2028\u2029", "ok"),
        ('theorem t : "\udfff" = "\udfff" := rfl', "ok"),
        ("theorem t : 1 = 1 := rfl \x00", "error"),
        ("theorem t : 1 = 1 := rfl \u2028", "error"),
        ("\r theorem t : 1 = 1 := rfl", "error"),
        ("/- never closed", "error"),
        ('theorem t : "never closed', "error"),
        ("import", "error"),
    ],
)
def test_odd_characters_pass_through(lean: EmbeddedLean, source: str, outcome: str) -> None:
    assert lean.check(source).outcome == outcome


def test_crlf_changes_no_position(lean: EmbeddedLean) -> None:
    assert places(lean.check("theorem t : 1 = 1 := rfl\r\n\r\n  theorem u : 1 = 1 := oh\r\n")) == [(3, 23)]


def test_two_megabytes_pass_through_the_pipe(lean: EmbeddedLean) -> None:
    reply = lean.check("-- 𝔸 line\n" * 200_000 + "theorem t : 1 = 1 := oh", timeout=120)
    assert (reply.outcome, places(reply)) == ("error", [(200_001, 21)])
    large = lean.check(f'#eval "{"x" * 2_000_000}"', timeout=120)
    assert large.outcome == "ok"
    assert len(large.messages[0].text) < 250_000
    assert large.messages[0].text.endswith("(2000002 characters)")


def test_a_flood_of_messages_is_cut_and_says_so(lean: EmbeddedLean) -> None:
    reply = lean.check("#eval 1\n" * 500 + "theorem t : 1 = 1 := oh", timeout=120)
    assert (reply.outcome, places(reply)) == ("error", [(501, 21)])
    assert reply.messages[-1].text == "301 further messages are not shown"


def test_a_text_sees_nothing_of_the_protocol(lean: EmbeddedLean) -> None:
    reply = lean.check(
        "#eval (do IO.println (← (← IO.getStdin).getLine).length : IO Unit)\n"
        '#eval (do (← IO.getStdout).putStrLn "{\\"id\\": 1}" : IO Unit)'
    )
    assert [m.text.strip() for m in reply.messages] == ["0", '{"id": 1}']


def test_heartbeats_end_runaway_work_as_an_error(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    lean.check("")
    monkeypatch.setattr(lean._process, "limits", Limits(max_heartbeats=300))
    reply = lean.check(
        "theorem t (f : Nat → Nat) : (List.range 900).map f = [] := by simp [List.range, List.range.loop]"
    )
    assert reply.outcome == "error"
    assert "maximum number of heartbeats (300) has been reached" in reply.first_error


ENDLESS = "partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop 0"


def test_a_lean_that_was_killed_from_outside_is_started_again(lean: EmbeddedLean) -> None:
    assert lean.check("theorem t : 1 = 1 := rfl").outcome == "ok"
    assert lean._process is not None
    os.kill(lean._process.pid, signal.SIGKILL)
    assert lean.check("theorem t : 1 = 1 := rfl").outcome == "ok"


def test_a_control_that_fails_is_the_apparatus_fault(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "CONTROL", "theorem broken : 1 = 2 := rfl")
    with pytest.raises(LeanUnavailable, match="control snippet failed too"):
        lean.check(ENDLESS, timeout=1)


def test_without_a_toolchain_the_message_names_the_mend(tmp_path: Path) -> None:
    with pytest.raises(LeanUnavailable, match=r"not installed.*faithform lean install"):
        EmbeddedLean(tmp_path / "nowhere").check("")


def test_without_node_the_message_names_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(LeanUnavailable, match=r"pip install 'pytest-faithform\[embedded\]'"):
        EmbeddedLean().check("")


def test_describe_says_what_it_is(lean: EmbeddedLean) -> None:
    described = lean.describe()
    assert described["backend"] == "embedded"
    assert described["lean"] == "4.28.0-pre (wasm32, unofficial build)"
    assert described["library"] == "core (Init), no Mathlib"
    assert described["node"].startswith("v24.")
    assert described["max_heartbeats"] == 200_000
    assert described["toolchain"] == install.toolchain_id()


def test_the_process_ends_with_its_parent(lean: EmbeddedLean) -> None:
    script = (
        "import os, sys\nfrom pytest_faithform.lean.backends.embedded import EmbeddedLean\n"
        "lean = EmbeddedLean(); lean.check('')\nprint(lean._process.pid, flush=True)\nos._exit(1)\n"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{int(out.stdout)}").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not Path(f"/proc/{int(out.stdout)}").exists()


def test_close_leaves_no_process_behind(lean: EmbeddedLean) -> None:
    lean.check("")
    assert lean._process is not None
    process = lean._process
    lean.close()
    lean.close()
    assert process._popen.returncode is not None
    assert lean.check("theorem t : 1 = 1 := rfl").outcome == "ok"


UNCOMPILED = "def f (xs : List Nat) : Nat := xs.length\ndef g (xs : List Nat) : Nat := f xs + 1\n"


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        (UNCOMPILED + "theorem t : g [1, 2] = 3 := by simp [f, g]", "ok"),
        (UNCOMPILED + "theorem t : g [1, 2] = 4 := by simp [f, g]", "error"),
        ("open Classical in\n" + UNCOMPILED.replace("xs.length", "if ∃ x, x ∈ xs then xs.length else 0"), "error"),
        (UNCOMPILED + "theorem t : List.lengthTR._redArg = 1 := rfl", "error"),
        ("def f (xs : List Nat) : Nat := xs.length + foo", "error"),
        ("def n := @List.lengthTR._redArg", "error"),
        (UNCOMPILED + "end", "error"),
        (UNCOMPILED + "theorem t (x : ℝ) : x = x := rfl", "unavailable"),
    ],
)
def test_what_this_build_cannot_compile_is_not_the_texts_fault(lean: EmbeddedLean, source: str, outcome: str) -> None:
    assert lean.check(source).outcome == outcome


def test_a_text_that_is_not_compiled_keeps_its_places(lean: EmbeddedLean) -> None:
    reply = lean.check(
        "def f (xs : List Nat) : Nat := xs.length + foo; theorem t : f [] = 0 := by sorry\n" + UNCOMPILED
    )
    error = next(message for message in reply.messages if message.severity == "error")
    assert (error.line, error.column, error.text) == (1, 43, "Unknown identifier `foo`")
