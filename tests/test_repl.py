"""The `repl` backend, on a Lake project whose REPL elaborates with the embedded Lean: what it asks, what it makes of the
answers, what it does when the REPL fails, and what it says when something is missing."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
import repl_stand_in
import support
from kimina_server import split
from repl_stand_in import DIE, HANG, Fault, ReplStandIn

from pytest_faithform.cli import main
from pytest_faithform.lean.backends import repl, sandbox
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.probed import HEADER, Probed
from pytest_faithform.lean.backends.repl import ReplLean
from pytest_faithform.lean.backends.sandbox import Limits, find_sandbox
from pytest_faithform.lean.checker import LeanUnavailable

pytest_plugins = ["pytester"]

pytest.importorskip("lean_interact", reason="the extra repl is not installed")

OMEGA = "theorem t (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega"
ODD = "theorem odd : 1 = 1 := rfl"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "proofflow" / "fullproof_outputs.jsonl"


@pytest.fixture(scope="module", autouse=True)
def _a_sandbox() -> None:
    try:
        find_sandbox()
    except LeanUnavailable as error:
        pytest.skip(f"no sandbox here: {error}")


@pytest.fixture
def elan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ELAN_HOME", str(tmp_path / "elan"))


@contextmanager
def connected(folder: Path, lean: EmbeddedLean, fault: Fault | None = None, **options: Any) -> Iterator[Any]:
    """A stand-in and a checker on it."""
    with ReplStandIn(folder, lean, fault=fault) as stand_in:
        checker = ReplLean(stand_in.project, **options)
        yield stand_in, checker
        checker.close()


def failing(word: str, *answers: str | None) -> Fault:
    """The n-th text with `word` gets the n-th answer; the last holds on."""
    seen = 0

    def fault(number: int, request: dict[str, Any]) -> str | None:
        nonlocal seen
        if word not in request["cmd"]:
            return None
        answer = answers[min(seen, len(answers) - 1)]
        seen += 1
        return answer

    return fault


def kinds(stand_in: ReplStandIn) -> list[str]:
    """Of each request, what it was: a start begins with the header."""
    names = {"import Mathlib": "start", "faithform_control": "control", "odd": "odd"}
    return [next((name for word, name in names.items() if word in r["cmd"]), "text") for r in stand_in.requests]


@pytest.mark.usefixtures("elan")
def test_the_header_is_imported_once_and_each_text_starts_from_it(lean: EmbeddedLean, tmp_path: Path) -> None:
    with connected(tmp_path, lean) as (stand_in, checker):
        for _ in range(3):
            reply = checker.check(f"import Mathlib\n{OMEGA}")
            assert (reply.outcome, reply.imports, reply.backend) == ("ok", ("Mathlib",), "repl")
    first, *others = stand_in.requests
    assert first == {"cmd": "\n".join(HEADER)}
    assert [request["env"] for request in others] == [0, 0, 0]
    assert not [request for request in others if "import" in request["cmd"]]


@pytest.mark.usefixtures("elan")
@pytest.mark.parametrize(
    ("answers", "outcome", "asked"),
    [
        ((HANG,), "timeout", ["odd", "start", "odd", "start", "control"]),
        ((HANG, None), "ok", ["odd", "start", "odd"]),
        ((DIE,), "crash", ["odd", "start", "odd", "start", "odd", "start", "control"]),
        ((DIE, DIE, None), "ok", ["odd", "start", "odd", "start", "odd"]),
        (("{not json",), "crash", ["odd", "start", "odd", "start", "odd", "start", "control"]),
        (('{"message": "Unknown environment."}', None), "ok", ["odd", "start", "odd"]),
    ],
)
def test_a_failure_is_the_texts_where_a_fresh_lean_shows_it_and_a_control_snippet_passes(
    lean: EmbeddedLean, tmp_path: Path, answers: tuple[str | None, ...], outcome: str, asked: list[str]
) -> None:
    with connected(tmp_path, lean, failing("odd", *answers)) as (stand_in, checker):
        assert checker.check(OMEGA).outcome == "ok"
        assert checker.check(ODD, timeout=1 if HANG in answers else 30).outcome == outcome
        assert kinds(stand_in) == ["start", "text", *asked]
        assert checker.check(OMEGA).outcome == "ok"


@pytest.mark.usefixtures("elan")
def test_what_it_died_with_is_in_the_reply(lean: EmbeddedLean, tmp_path: Path) -> None:
    with connected(tmp_path, lean, failing("odd", DIE)) as (_, checker):
        assert "the stand-in was told to die" in checker.check(ODD).messages[0].text


@pytest.mark.usefixtures("elan")
def test_an_answer_that_a_text_made_up_is_none(lean: EmbeddedLean, tmp_path: Path) -> None:
    """Code that runs while a text is elaborated may print what looks like an answer; the real one then comes too late, and
    would pass for the answer to the next text."""
    made_up = json.dumps({"env": 1, "messages": []})

    def fault(number: int, request: dict[str, Any]) -> str | None:
        if "odd" not in request["cmd"]:
            return None
        late = {"severity": "error", "pos": {"line": 1, "column": 0}, "data": "of the text before"}
        return f"{made_up}\n\n{json.dumps({'env': 1, 'messages': [late]})}"

    with connected(tmp_path, lean, fault) as (_, checker):
        with pytest.raises(LeanUnavailable, match="answers none of its questions"):
            checker.check(ODD)
        assert checker.check(OMEGA).outcome == "ok"


@pytest.mark.usefixtures("elan")
def test_an_answer_out_of_turn_is_none(lean: EmbeddedLean, tmp_path: Path) -> None:
    late = {"severity": "error", "pos": {"line": 1, "column": 0}, "data": "of another text"}
    fault = failing("odd", json.dumps({"env": 7, "messages": [late]}), None)
    with connected(tmp_path, lean, fault) as (_, checker):
        assert checker.check(OMEGA).outcome == "ok"
        assert checker.check(ODD).outcome == "ok"


@pytest.mark.usefixtures("elan")
def test_a_control_that_fails_is_the_apparatus_fault(lean: EmbeddedLean, tmp_path: Path) -> None:
    fault = failing("", None, DIE, None, DIE, None, DIE)
    with (
        connected(tmp_path, lean, fault) as (_, checker),
        pytest.raises(LeanUnavailable, match=r"control snippet failed too .*faithform lean doctor --lean repl:"),
    ):
        checker.check(ODD)


@pytest.mark.usefixtures("elan")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (DIE, "the stand-in was told to die"),
        ('{"message": "unknown package Mathlib"}', "unknown package Mathlib"),
        (
            '{"env": 0, "messages": [{"severity": "error", "pos": {"line": 1, "column": 0}, "data": "no olean"}]}',
            "the header is not accepted: no olean",
        ),
        ("[]", "no answer of a REPL"),
    ],
)
def test_a_lean_that_does_not_import_the_header_is_no_lean(
    lean: EmbeddedLean, tmp_path: Path, answer: str, said: str
) -> None:
    with (
        connected(tmp_path, lean, failing("import Mathlib", answer)) as (_, checker),
        pytest.raises(LeanUnavailable, match=f"does not start: .*{said}"),
    ):
        checker.check(OMEGA)


@pytest.mark.usefixtures("elan")
def test_it_is_replaced_now_and_then(lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repl, "RECYCLE_CHECKS", 2)
    with connected(tmp_path, lean) as (stand_in, checker):
        assert [checker.check(OMEGA).outcome for _ in range(4)] == ["ok"] * 4
        assert kinds(stand_in) == ["start", "text", "text", "start", "text", "text"]
        monkeypatch.setattr(repl, "RECYCLE_SHARE", 0.0)
        checker.check(OMEGA)
        checker.check(OMEGA)
    assert kinds(stand_in)[6:] == ["start", "text", "start", "text"]


@pytest.mark.usefixtures("elan")
def test_the_limits_hold_of_what_it_starts(lean: EmbeddedLean, tmp_path: Path) -> None:
    with connected(tmp_path, lean, limits=Limits(memory_mb=2048, file_mb=3)) as (_, checker):
        checker.check(OMEGA)
        inside = [
            child for child in psutil.Process().children(recursive=True) if "bin/repl" in " ".join(child.cmdline())
        ]
        innermost = Path(f"/proc/{inside[-1].pid}/limits").read_text()
        checker.close()
    assert re.search(rf"Max address space +{2048 << 20} ", innermost)
    assert re.search(rf"Max file size +{3 << 20} ", innermost)
    assert re.search(r"Max core file size +0 ", innermost)


@pytest.mark.usefixtures("elan")
def test_it_ends_with_its_parent(lean: EmbeddedLean, tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pytest_faithform.lean.backends.repl import ReplLean\n"
        "lean = ReplLean(sys.argv[1]); lean.check('')\nprint('checked', flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    with ReplStandIn(tmp_path, lean) as stand_in:
        run = [sys.executable, "-c", script, str(stand_in.project)]
        done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
        assert done.stdout == "checked\n"
        left = [p for p in psutil.process_iter() if _belongs_to(p, stand_in.project)]
        psutil.wait_procs(left, timeout=10)
        assert not [p for p in psutil.process_iter() if _belongs_to(p, stand_in.project)]


def _belongs_to(process: psutil.Process, project: Path) -> bool:
    try:
        return str(project) in " ".join(process.cmdline())
    except psutil.Error:
        return False


REAL = re.compile(r"response=(?P<response>\{.*\}) diagnostics=", re.DOTALL)


@pytest.mark.skipif(not DATA.exists(), reason="no real outputs here (shared/data/proofflow)")
def test_real_responses_are_read_by_the_same_code() -> None:
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    found = [(row["Lean_results"], REAL.search(row["Lean_results"]["error_msg"])) for row in rows]
    real = [(results, ast.literal_eval(match["response"])) for results, match in found if match is not None]
    assert len(real) == sum("response=" in row["Lean_results"]["error_msg"] for row in rows) >= 5
    warned = 0
    for results, response in real:
        probed = Probed(results["lean_code"], header=())
        messages = response.get("messages", [])
        # Of a server that imports the head of a text by itself and counts from there.
        head, _ = split(results["lean_code"])
        told = [*messages, *answers(probed, head)]
        reply = probed.reply(told, seconds=1.0, backend="repl", not_counted=head)
        assert (reply.outcome == "ok") == results["lean_pass"]
        assert [(m.severity, m.line, m.column, m.text) for m in reply.messages] == [
            (m["severity"], m["pos"]["line"] + head, m["pos"]["column"], m["data"])
            for m in sorted(messages, key=lambda m: (m["pos"]["line"], m["pos"]["column"]))
        ]
        # Places are those of the text as it was given: what is warned about stands there.
        lines = results["lean_code"].split("\n")
        for message in reply.messages:
            name = re.match(r"unused variable `(.+?)`", message.text)
            if name is not None:
                warned += 1
                assert message.line is not None
                assert lines[message.line - 1][message.column or 0 :].startswith(name[1])
        assert [d.kind for d in reply.declarations] == ["theorem"] * len(reply.declarations) != []
    assert warned > 0


def answers(probed: Probed, head: int) -> list[dict[str, Any]]:
    """What Lean answers to the questions of a text that it accepts."""
    asked = re.compile(r"#print axioms _root_\.(\S+)")
    return [
        {
            "severity": "info",
            "pos": {"line": number - head, "column": 0},
            "data": f"'{match[1]}' does not depend on any axioms",
        }
        for number, line in enumerate(probed.code.split("\n"), 1)
        if (match := asked.fullmatch(line))
    ]


class TestWhatIsMissing:
    """Each part that a project may lack, with the command that brings it; and nothing is fetched meanwhile."""

    @pytest.fixture
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        repl_stand_in.make_project(tmp_path / "project", tmp_path / "elan")
        programs = tmp_path / "programs"
        programs.mkdir()
        for name in ("elan", "lake", "git", "curl"):
            (programs / name).write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/started\n")
            (programs / name).chmod(0o755)
        monkeypatch.setenv("ELAN_HOME", str(tmp_path / "elan"))
        monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
        return tmp_path / "project"

    def missing(self, project: Path) -> str:
        with pytest.raises(ConnectionError) as told:
            ReplLean(project).describe()
        with pytest.raises(LeanUnavailable) as raised:
            ReplLean(project).check(OMEGA)
        assert str(told.value) == str(raised.value)
        assert not (project.parent / "started").exists()
        return str(told.value)

    def test_nothing(self, project: Path) -> None:
        described = ReplLean(project).describe()
        assert (described["lean"], described["revisions"]) == ("4.28.0", {"mathlib": repl_stand_in.REVISION})
        assert described["sandbox"].startswith("bubblewrap")

    def test_the_toolchain(self, project: Path) -> None:
        shutil.rmtree(project.parent / "elan")
        assert "elan toolchain install leanprover/lean4:v4.28.0" in self.missing(project)

    @pytest.mark.parametrize(
        "part", ["lake-manifest.json", ".lake/packages/mathlib", ".lake/packages/mathlib/.lake/build"]
    )
    def test_mathlib(self, project: Path, part: str) -> None:
        if (project / part).is_dir():
            shutil.rmtree(project / part)
        else:
            (project / part).unlink()
        assert f"cd {project} && lake exe cache get" in self.missing(project)

    def test_another_revision_of_mathlib(self, project: Path) -> None:
        (project / ".lake/packages/mathlib/.git/HEAD").write_text("0" * 40)
        assert "at another revision than the manifest's: mathlib" in self.missing(project)

    def test_a_project_without_mathlib(self, project: Path) -> None:
        (project / "lake-manifest.json").write_text('{"packages": []}')
        assert "name a project that requires Mathlib" in self.missing(project)

    def test_the_repl(self, project: Path) -> None:
        shutil.rmtree(project / ".lake/repl")
        said = self.missing(project)
        assert "git clone --depth 1 --branch v4.28.0" in said
        assert f"(cd {project}/.lake/repl && lake build)" in said
        assert "rm -rf" not in said

    def test_a_repl_of_another_lean(self, project: Path) -> None:
        (project / ".lake/repl/lean-toolchain").write_text("leanprover/lean4:v4.9.0\n")
        assert f"rm -rf {project}/.lake/repl && git clone" in self.missing(project)

    @pytest.mark.parametrize(
        ("file", "text", "said"),
        [
            ("lakefile.toml", None, "has no lakefile"),
            ("lean-toolchain", None, "is pinned to ''"),
            ("lean-toolchain", "leanprover/lean4:nightly-2026-01-01", "no release of Lean 4 by its number"),
        ],
    )
    def test_a_project(self, project: Path, file: str, text: str | None, said: str) -> None:
        (project / file).unlink() if text is None else (project / file).write_text(text)
        assert said in self.missing(project)

    def test_a_lake_of_the_system_will_do_where_it_is_of_that_version(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = project.parent / "elan/toolchains/leanprover--lean4---v4.28.0"
        shutil.move(home, project.parent / "system")
        monkeypatch.setenv("PATH", f"{project.parent}/system/bin:/usr/bin:/bin")
        assert ReplLean(project).describe()["lean"] == "4.28.0"
        for name in (project / "lean-toolchain", project / ".lake/repl/lean-toolchain"):
            name.write_text("leanprover/lean4:v4.15.0\n")
        assert "Lean 4.28.0 at" in self.missing(project)

    def test_the_library(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "lean_interact", None)
        assert "pip install 'pytest-faithform[repl]'" in self.missing(project)

    def test_the_sandbox(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sandbox, "_packaged", lambda: None)
        monkeypatch.setenv("PATH", str(project.parent / "programs"))
        sandbox._bubblewrap.cache_clear()
        said = self.missing(project)
        sandbox._bubblewrap.cache_clear()
        assert "apt-get install bubblewrap" in said
        assert "--faithform-lean-unsafe" in said
        assert ReplLean(project, unsafe=True).describe()["sandbox"] == "none (--faithform-lean-unsafe)"

    def test_the_doctor_names_every_part_and_its_mend(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        shutil.rmtree(project.parent / "elan")
        shutil.rmtree(project / ".lake/repl")
        assert main(["lean", "doctor", "--lean", f"repl:{project}"]) == 3
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines if not line.startswith(" ")][:7] == [
            *("driver", "sandbox", "project", "toolchain", "packages", "Mathlib", "REPL"),
        ]
        assert sum(line.strip().startswith("mend: ") for line in lines) == 2


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_a_folder_that_is_none_is_refused(folder: str) -> None:
    with pytest.raises(ValueError, match="write repl:DIR, DIR being a Lake project"):
        ReplLean(folder)


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("--faithform-run", "run", "--junit-xml", "junit.xml", *options)


@pytest.mark.usefixtures("elan", "kept_lean")
def test_a_session_on_it_gives_the_verdicts_of_the_embedded_lean(
    pytester: pytest.Pytester, lean: EmbeddedLean, tmp_path: Path
) -> None:
    support.mini_suite(pytester.path)
    with ReplStandIn(tmp_path, lean):
        (pytester.path / "there").symlink_to(tmp_path / "project")
        result = run(pytester, "--faithform-lean", "repl:there")
    result.assert_outcomes(passed=8)
    manifest = json.loads((pytester.path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["lean"]["backend"], manifest["lean"]["lean"]) == ("repl", "4.28.0")
    assert manifest["lean"]["sandbox"].startswith("bubblewrap")
    result.stdout.fnmatch_lines(["system *Lean  4.28.0 (repl)"])
    result.stdout.no_fnmatch_line("sandbox none*")
    assert 'name="faithform.lean" value="repl"' in (pytester.path / "junit.xml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("elan", "kept_lean")
@pytest.mark.parametrize("where", ["option", "ini", "environment"])
def test_to_go_without_a_sandbox_is_said_everywhere(
    pytester: pytest.Pytester, lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    support.mini_suite(pytester.path)
    options = ["--faithform-lean", f"repl:{tmp_path / 'project'}", "-k", "original and step"]
    if where == "option":
        options.append("--faithform-lean-unsafe")
    elif where == "ini":
        (pytester.path / "pytest.ini").open("a").write("faithform_lean_unsafe = true\n")
    else:
        monkeypatch.setenv("FAITHFORM_LEAN_UNSAFE", "1")
    with ReplStandIn(tmp_path, lean):
        result = run(pytester, *options)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*(repl:unsafe)", "sandbox none (--faithform-lean-unsafe): *"])
    manifest = json.loads((pytester.path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["lean"]["sandbox"] == "none (--faithform-lean-unsafe)"
    record = json.loads((pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8"))
    assert record["lean"]["backend"] == "repl:unsafe"
    assert 'name="faithform.lean" value="repl:unsafe"' in (pytester.path / "junit.xml").read_text(encoding="utf-8")


def test_what_is_missing_ends_the_session_before_anything_is_measured(
    pytester: pytest.Pytester, tmp_path: Path
) -> None:
    support.mini_suite(pytester.path)
    repl_stand_in.make_project(tmp_path / "project", tmp_path / "elsewhere")
    result = run(pytester, "--faithform-lean", f"repl:{tmp_path / 'project'}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*toolchain: Lean 4.28.0 is not installed*", "*elan toolchain install*"])
    assert not (pytester.path / "run").exists()


def test_a_flag_that_is_none_is_a_usage_error(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "pytest.ini").open("a").write("faithform_lean_unsafe = maybe\n")
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--faithform-lean-unsafe is true or false where it is written, not 'maybe'"])


@pytest.mark.usefixtures("elan")
def test_the_verbs_look_at_it(lean: EmbeddedLean, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 1 = 2 := by\n  sorry\n")
    with ReplStandIn(tmp_path, lean) as stand_in:
        assert main(["lean", "doctor", "--lean", f"repl:{stand_in.project}"]) == 0
        assert "Lean         4.28.0, Mathlib" in capsys.readouterr().out
        assert main(["lean", "check", "--lean", f"repl:{stand_in.project}", "--unsafe", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"{file}:1:8: warning: declaration uses `sorry`" in said
    assert "theorem t rests on sorryAx" in said
    assert "on repl:unsafe" in said
