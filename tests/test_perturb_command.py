"""`faithform perturb` from the outside: cases that the plugin reads and runs, what was dropped and why, stop and go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import support

from pytest_faithform.cases.files import read_cases, read_suite, write_jsonl
from pytest_faithform.cli import main
from pytest_faithform.perturb.audit import audit

FAITHFORM = [sys.executable, "-c", "import sys; from pytest_faithform.cli import main; sys.exit(main(sys.argv[1:]))"]


def problems(path: Path, count: int = 1, **changes: object) -> Path:
    write_jsonl(path, [support.problem(id=f"farm-{n}", group=f"farm-{n}", **changes) for n in range(count)])
    return path


def test_problems_become_audited_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = problems(tmp_path / "p.jsonl", 3), tmp_path / "cases.jsonl"
    assert main(["perturb", str(source), "-o", str(output)]) == 0
    cases = read_suite([output])
    assert all(audit(case) == [] for case in cases)
    assert [case.id for case in cases[:6]] == [
        "farm-0-original", "farm-0-number_edit-statement", "farm-0-symbol_edit-statement", "farm-0-number_edit-proof",
        "farm-0-symbol_edit-proof", "farm-0-step_deletion-proof",
    ]  # fmt: skip
    shown = capsys.readouterr().out
    assert "number_edit     proof" in shown
    assert f"18 cases in {output}" in shown
    assert not list(tmp_path.glob(".*"))


def test_the_same_call_makes_the_same_file_and_another_seed_another(tmp_path: Path) -> None:
    source = problems(tmp_path / "p.jsonl", 8)
    for name, more in (("a", []), ("b", []), ("c", ["--seed", "7"]), ("d", ["--workers", "2"])):
        assert main(["perturb", str(source), "-o", str(tmp_path / name), *more]) == 0
    texts = {name: (tmp_path / name).read_bytes() for name in "abcd"}
    assert texts["a"] == texts["b"] == texts["d"]
    assert texts["a"] != texts["c"]


def test_only_the_kinds_that_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = problems(tmp_path / "p.jsonl"), tmp_path / "cases.jsonl"
    assert main(["perturb", str(source), "-o", str(output), "--kinds", "step_deletion,number_edit"]) == 0
    assert {case.kind for case in read_cases(output)} == {"number_edit", "step_deletion"}
    assert main(["perturb", str(source), "-o", str(output), "--kinds", "number_edits"]) == 2
    assert "found 'number_edits'; allowed: original, number_edit" in capsys.readouterr().err


def test_what_is_dropped_is_counted_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = tmp_path / "p.jsonl", tmp_path / "cases.jsonl"
    write_jsonl(
        source,
        [
            support.problem(id="words", informal_statement="Show that it holds.", informal_proof="It does."),
            support.problem(id="broken", informal_statement="Let $x = 3 and $y > 4$.", informal_proof="Hence $x^2_3$."),
        ],
    )
    assert main(["perturb", str(source), "-o", str(output)]) == 0
    shown = capsys.readouterr().out
    for reason in ("no number", "the proof has one step", "no well-formed LaTeX", "a rule refuses every number"):
        assert reason in shown
    lines = (tmp_path / "cases.dropped.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["problem", "kind", "variant", "reason", "detail"]
    assert any(
        line.startswith("broken\tnumber_edit\tstatement\tno well-formed LaTeX\tUnexpected end") for line in lines
    )
    assert [case.id for case in read_cases(output)] == ["words-original", "broken-original"]


def test_show_prints_both_texts_with_the_change_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = problems(tmp_path / "p.jsonl"), tmp_path / "cases.jsonl"
    assert main(["perturb", str(source), "--show", "farm-0-step_deletion-proof"]) == 0
    shown = capsys.readouterr().out
    assert "[-Halving the second equation gives" in shown or "[-Subtracting the first equation" in shown
    assert "statement" in shown
    assert main(["perturb", str(source), "-o", str(output)]) == 0
    capsys.readouterr()
    assert main(["perturb", str(output), "--show", "farm-0"]) == 0
    assert capsys.readouterr().out.count("farm-0-") == 6
    assert main(["perturb", str(source), "--show", "frm-0"]) == 1
    assert "near: farm-0" in capsys.readouterr().err


def test_mistakes_are_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = problems(tmp_path / "p.jsonl")
    assert main(["perturb", str(tmp_path / "none"), "-o", str(tmp_path / "c")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert main(["perturb", str(source)]) == 2
    assert "add -o CASES.jsonl" in capsys.readouterr().err
    source.write_text('{"format": "faithform.case/1"}\n', encoding="utf-8")
    assert main(["perturb", str(source), "-o", str(tmp_path / "c")]) == 2
    assert "it is a file of another kind" in capsys.readouterr().err


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*FAITHFORM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background ignores Ctrl-C, and its children would.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_a_stopped_call_goes_on_where_it_was(tmp_path: Path) -> None:
    source, output, whole = problems(tmp_path / "p.jsonl", 80), tmp_path / "cases.jsonl", tmp_path / "whole.jsonl"
    journal = tmp_path / ".cases.jsonl.unfinished"
    call = ["perturb", str(source), "-o", str(output), "--workers", "1"]
    process = start(*call)
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same call goes on from here" in told
    kept = journal.read_bytes().count(b"\n") - 1
    assert 0 < kept < 80
    assert not output.exists()
    with journal.open("ab") as file:
        file.write(b'{"problem": "farm-3')
    finished = subprocess.run([*FAITHFORM, *call], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert f"going on after {kept} of 80 problems" in finished.stderr
    assert main(["perturb", str(source), "-o", str(whole)]) == 0
    assert output.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def test_a_call_that_goes_on_counts_what_lean_proved_before(tmp_path: Path) -> None:
    source, output = tmp_path / "p.jsonl", tmp_path / "cases.jsonl"
    formal = "theorem t (x : Nat) (h : x + {} = 15) : x = {} := by sorry"
    write_jsonl(
        source,
        [
            support.problem(
                "step",
                id=f"s{n}",
                informal_statement=f"Thus $x = {15 - n}$.",
                formal_statement=formal.format(n, 15 - n),
            )
            for n in range(1, 9)
        ],
    )
    call = ["perturb", str(source), "-o", str(output), "--kinds", "invalid_step", "--rate", "lean"]
    journal = tmp_path / ".cases.jsonl.unfinished"
    process = start(*call)
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    finished = subprocess.run([*FAITHFORM, *call], capture_output=True, text=True, check=False)
    assert "going on after" in finished.stderr
    assert "originals with a reference formalization: Lean proves 8 of 8" in finished.stdout


def with_workers(folder: Path, count: int = 3000) -> tuple[subprocess.Popen[str], Path, set[int]]:
    """A call with two processes, under way, its journal, and the processes that it started."""
    source, output = problems(folder / "p.jsonl", count), folder / "cases.jsonl"
    journal = folder / ".cases.jsonl.unfinished"
    process = start("perturb", str(source), "-o", str(output), "--workers", "2")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    children = {int(one) for one in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()}
    return process, journal, children


def wait_for_the_end(pids: set[int]) -> set[int]:
    """Those that live on after a while."""
    deadline = time.monotonic() + 30
    while (alive := {pid for pid in pids if lives(pid)}) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_process_outlives_its_call(tmp_path: Path, number: signal.Signals) -> None:
    process, journal, children = with_workers(tmp_path)
    assert len(children) >= 2
    process.send_signal(number)
    # Output that some process still holds does not end.
    _, told = process.communicate(timeout=60)
    assert wait_for_the_end(children) == set()
    assert journal.read_bytes().count(b"\n") >= 10
    assert not (tmp_path / "cases.jsonl").exists()
    if number == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
    else:
        assert process.returncode == 128 + number
        assert f"stopped; the same call goes on from here ({journal})" in told
        assert "Traceback" not in told


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_a_worker_that_is_killed_is_a_failure_that_goes_on(tmp_path: Path) -> None:
    process, _, children = with_workers(tmp_path)
    for child in children:
        os.kill(child, signal.SIGKILL)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "a worker process was ended from outside" in told
    assert "the same call goes on from here" in told


def test_sigterm_ends_a_call_without_workers_too_and_the_next_goes_on(tmp_path: Path) -> None:
    source, output = problems(tmp_path / "p.jsonl", 80), tmp_path / "cases.jsonl"
    journal = tmp_path / ".cases.jsonl.unfinished"
    call = ["perturb", str(source), "-o", str(output), "--workers", "1"]
    process = start(*call)
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.terminate()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 143
    assert "the same call goes on from here" in told
    finished = subprocess.run([*FAITHFORM, *call], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert "going on after" in finished.stderr
    assert len(read_cases(output)) == 480


def test_the_handler_of_sigterm_is_given_back(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert main(["perturb", str(problems(tmp_path / "p.jsonl")), "-o", str(tmp_path / "c.jsonl")]) == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_problems_are_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = problems(tmp_path / "p.jsonl", 2)
    link, listed = tmp_path / "link.jsonl", problems(tmp_path / "q.dropped.tsv", 2)
    link.symlink_to(source)
    before = source.read_bytes()
    for given, output in (
        (source, source), (source, tmp_path / "." / "p.jsonl"), (source, link), (link, source), (listed, tmp_path / "q"),
    ):  # fmt: skip
        for more in ([], ["--restart"]):
            assert main(["perturb", str(given), "-o", str(output), *more]) == 2
            told = capsys.readouterr().err
            assert f"-o {output}: " in told
            assert "name another file" in told
    assert source.read_bytes() == listed.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.jsonl", "p.jsonl", "q.dropped.tsv"]


@pytest.mark.parametrize("workers", ["-3", "0"])
def test_workers_are_at_least_one(tmp_path: Path, workers: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = problems(tmp_path / "p.jsonl", 80)
    assert main(["perturb", str(source), "-o", str(tmp_path / "c.jsonl"), "--workers", workers]) == 2
    assert f"--workers: found {workers}; allowed: 1 or more" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["p.jsonl"]


def test_an_unfinished_file_of_another_call_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, output = problems(tmp_path / "p.jsonl", 2), tmp_path / "cases.jsonl"
    journal = tmp_path / ".cases.jsonl.unfinished"
    journal.write_text('{"settings": {"seed": 9}}\n', encoding="utf-8")
    call = ["perturb", str(source), "-o", str(output)]
    assert main(call) == 2
    assert "add --restart to begin anew" in capsys.readouterr().err
    journal.write_text("nonsense\n", encoding="utf-8")
    assert main(call) == 2
    assert "is damaged" in capsys.readouterr().err
    assert main([*call, "--restart"]) == 0
    assert len(read_cases(output)) == 12
    journal.write_text('{"settin', encoding="utf-8")
    assert main(call) == 0
    assert len(read_cases(output)) == 12


def test_progress_is_shown_while_it_lasts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_faithform.perturb.progress._SECONDS", 0.0)
    source = problems(tmp_path / "p.jsonl", 3)
    assert main(["perturb", str(source), "-o", str(tmp_path / "c.jsonl")]) == 0
    assert capsys.readouterr().err.splitlines() == ["perturb: 1 of 3", "perturb: 2 of 3", "perturb: 3 of 3"]
    rows = [{"informal_statement": f"Show {n}."} for n in range(2)]
    support.write_rows(tmp_path / "t.jsonl", rows)  # type: ignore[arg-type]
    assert main(["import", "table", str(tmp_path / "t.jsonl"), "-o", str(tmp_path / "q.jsonl")]) == 0
    assert capsys.readouterr().err.splitlines() == ["import: 1", "import: 2"]


def test_a_full_or_forbidden_place_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = problems(tmp_path / "p.jsonl")
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    assert main(["perturb", str(source), "-o", str(blocked / "c.jsonl")]) == 2
    assert str(blocked) in capsys.readouterr().err


def test_imported_and_perturbed_cases_run_in_a_session(pytester: pytest.Pytester) -> None:
    """From a public file's fields to verdicts: the reference statements make StmtSC measurable."""
    folder = pytester.path
    rows = [
        {
            "name": f"Demo_{n}",
            "informal_statement": f"/-- Let $x$ be a natural number with $x + {n} = 9$. Show that $x = {9 - n}$.-/\n",
            "informal_proof": f"We subtract the number $y = {n}$ from both sides. Hence $x = {9 - n}$. It is a number.",
            "formal_statement": f"import Mathlib\n\ntheorem demo (x : ℕ) (h : x + {n} = 9) : x = {9 - n} := by\n",
        }
        for n in (2,)
    ]
    support.write_rows(folder / "raw.jsonl", rows)
    assert main(["import", "minif2f", str(folder / "raw.jsonl"), "-o", str(folder / "problems.jsonl")]) == 0
    assert main(["perturb", str(folder / "problems.jsonl"), "-o", str(folder / "cases.jsonl")]) == 0
    cases = read_cases(folder / "cases.jsonl")
    assert {case.kind for case in cases} == {"original", "number_edit", "symbol_edit", "step_deletion"}
    lean = {one.problem.id: one.problem.formal_statement or "" for one in cases}
    support.write_replies(
        folder / "replies.jsonl",
        {case.id: support.fenced(lean[case.problem.id].replace("sorry", "omega")) for case in cases},
    )
    modules = Path(__file__).parents[1] / "cases"
    run = pytester.runpytest_subprocess(
        *(str(modules / name) for name in ("test_local_edits.py", "test_paraphrases.py")),
        "--faithform-cases", str(folder / "cases.jsonl"),
        "--faithform-model", f"recorded:{folder / 'replies.jsonl'}",
        "--faithform-verdict", "measure", "--faithform-run", str(folder / "run"), "-p", "no:cacheprovider",
    )  # fmt: skip
    assert run.ret == 0, run.stdout.str()
    records = support.records(folder / "run")
    assert len(records) == len(cases)
    originals = [one for one in records if one.case.kind == "original"]
    assert [one.correctness and one.correctness.stmt_sc.value for one in originals] == ["yes"]
    edits = [one.edit.label for one in records if one.edit]
    assert "reverted" in edits
    assert "faithful" not in edits


def test_a_problem_of_a_statement_has_statement_edits_only(tmp_path: Path) -> None:
    source, output = problems(tmp_path / "p.jsonl", task="statement", informal_proof=""), tmp_path / "cases.jsonl"
    assert main(["perturb", str(source), "-o", str(output)]) == 0
    assert [case.region for case in read_cases(output)] == [None, "statement", "statement"]


def test_a_file_of_many_problems_keeps_memory_flat(tmp_path: Path) -> None:
    """Twice the problems, not twice the memory: results go to disk as they come."""
    peaks = []
    for count in (40, 400):
        source = problems(tmp_path / f"{count}.jsonl", count)
        script = (
            "import resource, sys; from pytest_faithform.cli import main; main(sys.argv[1:]); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        call = [
            "perturb",
            str(source),
            "-o",
            str(tmp_path / f"{count}.cases"),
            "--workers",
            "1",
            "--kinds",
            "number_edit",
        ]
        run = subprocess.run(
            [sys.executable, "-c", script, *call], capture_output=True, text=True, check=True, env=os.environ
        )
        peaks.append(int(run.stderr.split()[-1]))
    assert peaks[1] < 1.25 * peaks[0]
