"""Which Lean a session uses, and the verbs that look at one: `faithform lean check` and `faithform lean doctor`."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import support
from kimina_server import KiminaServer

from pytest_faithform.cli import main
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.recorded import RecordedLean
from pytest_faithform.lean.equivalence import compare

pytest_plugins = ["pytester"]

KEPT = ("edit", "proof", "correctness", "outcome")


def verdicts(run: Path) -> dict[str, Any]:
    records = [json.loads(line) for line in (run / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return {
        record["case"]["id"]: {
            **{name: record[name] for name in KEPT if name != "proof"},
            "proof": record["proof"] and record["proof"]["value"],
        }
        for record in records
    }


@pytest.mark.usefixtures("kept_lean")
def test_another_backend_gives_the_same_verdicts(pytester: pytest.Pytester, lean: EmbeddedLean) -> None:
    support.mini_suite(pytester.path)
    pytester.runpytest_inprocess("--faithform-run", "here").assert_outcomes(passed=8)
    with KiminaServer(lean) as server:
        result = pytester.runpytest_inprocess("--faithform-run", "there", "--faithform-lean", f"kimina:{server.url}")
    result.assert_outcomes(passed=8)
    assert verdicts(pytester.path / "there") == verdicts(pytester.path / "here")
    manifest = json.loads((pytester.path / "there" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["lean"]["backend"] == "kimina"
    assert manifest["lean"]["url"] == server.url
    assert manifest["lean"]["lean"].startswith("4.")


@pytest.mark.usefixtures("kept_lean")
def test_recorded_replies_stand_in_for_a_lean(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.runpytest_inprocess("--faithform-run", "here").assert_outcomes(passed=8)
    result = pytester.runpytest_inprocess("--faithform-run", "again", "--faithform-lean", "recorded:here")
    # Comparing and refuting takes a Lean; the valid step is proved already by what Lean said of its own proof.
    result.assert_outcomes(passed=4, skipped=4)
    again = verdicts(pytester.path / "again")
    assert again["farm-original"]["correctness"]["tc"]["value"] == "yes"
    assert again["farm-original"]["correctness"]["stmt_sc"]["value"] == "undetermined"
    assert again["farm-number_edit-statement"]["outcome"] == "pass"
    described = json.loads((pytester.path / "again" / "manifest.json").read_text(encoding="utf-8"))["lean"]
    recorded = (pytester.path / "here" / "records.jsonl").read_bytes()
    assert described["recorded_sha256"] == hashlib.sha256(recorded).hexdigest()


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        ("theorem t (n : Nat) : n + 0 = n := by simp", "lacks a reply to this text"),
        ("theorem t (m : Nat) : m = 0 + m := by simp", "lacks a reply to this text"),
        ("def f (n : Nat) : Nat := n\ntheorem t (n : Nat) : f n = n := rfl", "lacks a reply to this text"),
        ("theorem t : 2 = 3 := by /- cut off", "ends inside a comment"),
        ("def f (n : Nat) : Nat := n", "no theorem"),
        ("set_option maxRecDepth 3 in\nunsafe theorem t : True := trivial", "guard"),
    ],
)
def test_a_recording_compares_nothing_as_a_lean_that_lacks_the_text(
    candidate: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lean = RecordedLean(tmp_path, {})
    reference = "theorem t (n : Nat) : n + 0 = n := by sorry"
    found = compare(lean, reference, candidate)
    assert (found.value, found.certificate) == ("not_established", "")
    assert reason in found.reason
    monkeypatch.setattr(RecordedLean, "elaborates", True)
    assert replace(compare(lean, reference, candidate), seconds=0.0) == replace(found, seconds=0.0)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("recorded:nowhere", "manifest.json"),
        ("repl:nowhere", "write repl:DIR, DIR being a Lake project with Mathlib; there is no folder"),
        ("repl:", "write repl:DIR, DIR being a Lake project with Mathlib; there is no folder ''"),
        ("kimina:nowhere", "write a whole address such as kimina:http://HOST:PORT"),
        ("mathlib", "write embedded, embedded:prelude, repl:DIR, kimina:URL, recorded:RUN"),
    ],
)
def test_a_wrong_backend_is_a_usage_error(pytester: pytest.Pytester, spec: str, message: str) -> None:
    support.mini_suite(pytester.path)
    result = pytester.runpytest_inprocess("--faithform-lean", spec)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--faithform-lean*{message}*"])


def test_a_kimina_that_is_down_ends_the_session_before_anything_is_measured(
    pytester: pytest.Pytester, lean: EmbeddedLean
) -> None:
    support.mini_suite(pytester.path)
    with KiminaServer(lean, fault=lambda *_: (401, {"detail": "no"})) as server:
        result = pytester.runpytest_inprocess("--faithform-run", "run", "--faithform-lean", f"kimina:{server.url}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*wants another API key: set FAITHFORM_LEAN_KEY*"])
    assert not (pytester.path / "run").exists()


def test_a_kimina_that_dies_on_the_way_is_an_error_of_the_apparatus(
    pytester: pytest.Pytester, lean: EmbeddedLean
) -> None:
    support.mini_suite(pytester.path)
    with KiminaServer(lean, fault=lambda number, _: (401, {"detail": "no"}) if number else None) as server:
        result = pytester.runpytest_inprocess("--faithform-run", "run", "--faithform-lean", f"kimina:{server.url}")
    result.assert_outcomes(passed=4, errors=4)
    result.stdout.fnmatch_lines(["*wants another API key: set FAITHFORM_LEAN_KEY*"])
    lines = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["fault"]["where"] for record in records if record["outcome"] == "error"] == ["lean"] * 4
    assert not [record for record in records if record["fault"] and (record["correctness"] or record["proof"])]


def test_collecting_asks_no_server(pytester: pytest.Pytester, lean: EmbeddedLean) -> None:
    support.mini_suite(pytester.path)
    with KiminaServer(lean) as server:
        result = pytester.runpytest_inprocess("--collect-only", "--faithform-lean", f"kimina:{server.url}")
        assert result.ret == pytest.ExitCode.OK
        assert server.requests == []


def test_the_check_verb_prints_what_the_instrument_sees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.lean"
    file.write_text(
        "def f (n : Nat) : Nat := n + 1\nset_option maxHeartbeats 0\n"
        "theorem t : f 1 = 2 := by\n  have h : f 1 = 2 := by sorry\n  exact h\n"
    )
    assert main(["lean", "check", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "main theorem      t",
        "statement region  1:6-1:30, 3:10-3:19",
        "proof region      3:23-5:9",
    ]
    assert "placeholder       4:25 sorry" in lines
    assert f"{file}:3:8: warning: declaration uses `sorry`" in lines
    assert "theorem t rests on sorryAx" in lines
    assert lines[-1].startswith("ok in ")


def test_the_check_verb_says_no_to_what_lean_or_the_guard_rejects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 1 = 1 := by native_decide\n")
    assert main(["lean", "check", str(file)]) == 1
    assert f"{file}:1:24: guard rejects" in capsys.readouterr().out
    file.write_text("theorem t : 1 = 1 := oh")
    assert main(["lean", "check", "--json", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["outcome"] == "error"
    assert main(["lean", "check", str(tmp_path / "none.lean")]) == 2
    assert main(["lean", "check", "--lean", "mathlib", str(file)]) == 2


def test_the_doctor_says_that_the_embedded_lean_works(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lean", "doctor"]) == 0
    found = capsys.readouterr().out
    assert "complete, every file as installed" in found
    assert "works        first answer after" in found
    for spec in ("embedded", "embedded:prelude", "repl:DIR", "kimina:URL", "recorded:RUN"):
        assert any(line.startswith(f"  {spec} ") for line in found.splitlines())
    assert "driver       lean-interact" in found
    assert "sandbox      " in found


def test_the_doctor_names_the_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAITHFORM_HOME", str(tmp_path))
    assert main(["lean", "doctor"]) == 3
    assert "run `faithform lean install`" in capsys.readouterr().out
    assert main(["lean", "doctor", "--lean", "mathlib"]) == 2


def test_the_doctor_looks_at_a_server(lean: EmbeddedLean, capsys: pytest.CaptureFixture[str]) -> None:
    with KiminaServer(lean) as server:
        assert main(["lean", "doctor", "--lean", f"kimina:{server.url}"]) == 0
    assert "Mathlib, as the server has it" in capsys.readouterr().out
