"""The papers' printed numbers again: from the released audit files where they are at hand, and from printed counts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import support

from pytest_faithform.cli import main
from pytest_faithform.metrics.gap import real_error_share
from pytest_faithform.reproduce import beyond_compilation
from pytest_faithform.reproduce.released import read_release

DATA = support.development_data("beyond_compilation")
TARGETS = support.development_data("published_targets.json")

needs_data = pytest.mark.skipif(DATA is None, reason="the released audit files are not at hand")


@pytest.fixture
def targets() -> dict[str, Any]:
    if TARGETS is None:
        pytest.skip("the transcript of the papers' numbers is not at hand")
    found: dict[str, Any] = json.loads(TARGETS.read_text(encoding="utf-8"))
    return found


@needs_data
def test_every_number_that_the_audit_files_decide_comes_out_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "beyond-compilation", "--data", str(DATA)]) == 0
    out = capsys.readouterr().out
    assert "MISMATCH" not in out
    assert "79 of 79 printed numbers match" in out
    for line in (r"113/183 +113/183 +match", r"116/189 +116/189 +match", r"0\.0225 +0\.0225 +match"):
        assert re.search(line, out), line
    assert re.search(r"\[48\.9, 73\.3\] +\[48\.9, 73\.3\] +match", out)
    assert re.search(r"majority labels that the scores give again +126/126 +not printed", out)
    assert re.search(r"without flagged statements, under the criterion +46/58 +not printed", out)


@needs_data
def test_what_counts_as_printed_is_what_was_transcribed_from_the_paper(targets: dict[str, Any]) -> None:
    """The printed side stands in the package; here it is held against an independent transcript."""
    assert DATA is not None
    paper = targets["beyond_compilation_v4"]
    human, share = paper["human"], paper["share_formula_checks"]["agent"]
    printed = {check.quantity: check.printed for check in beyond_compilation.checks(read_release(DATA))}
    intervals = {
        "Reviewer 1: accepted outputs graded ≥ 9": "R1_precision_strict",
        "… with the two that only one judge accepts": "R1_precision_all",
        "Batch A: rejections confirmed by the majority": "A_negative_confirm",
        "Batch B: criterion agrees with the majority": "B_agreement",
        "Batch B: accepted outputs confirmed": "B_precision",
        "Batch B: rejections confirmed": "B_negative_confirm",
        "Batch B: rejections of compiling outputs confirmed": "B_compile_negative_confirm",
        "Batch B: agreement on compiling outputs": "B_compiling_agreement",
        "pooled: accepted outputs confirmed": "pooled_precision",
        "pooled: rejections of compiling outputs confirmed": "pooled_compile_negative",
    }
    for quantity, key in intervals.items():
        hits, n, low, high = human[key]
        assert printed[quantity] == f"{hits}/{n} [{low:.1f}, {high:.1f}]"
    for name, counts in human["reviewers_B(scores,faithful,agree)"].items():
        assert printed[f"Batch B, {name}: scored, faithful, agrees with the criterion"] == ", ".join(map(str, counts))
    for name, counts in human["A_by_domain(selected,human_faithful)"].items():
        assert printed[f"Batch A, {name}: selected, faithful by majority"] == ", ".join(map(str, counts))
    assert printed["exact McNemar p"] == str(paper["leanscorer_batchB"]["mcnemar_exact_p"])
    assert real_error_share(share["e"], share["m"], share["f"]) == pytest.approx(share["share"], abs=5e-4)


def test_the_effects_from_printed_counts_are_the_printed_effects(targets: dict[str, Any]) -> None:
    paper = targets["beyond_compilation_v4"]
    effects = {f"{name}: {m} (points)": v[0] for name, row in paper["main_effects_pp"].items() for m, v in row.items()}
    effects |= {f"{n}: {m} (points)": v[0] for n, row in paper["conditional_pp"].items() for m, v in row.items()}
    effects |= {f"{n}: faithful (points)": v[0] for n, v in paper["main_effects_faithful_seed42"].items()}
    found = beyond_compilation.printed_counts()
    assert {check.quantity: float(check.printed) for check in found} == effects
    assert {check.verdict for check in found} == {"match"}


@needs_data
def test_another_score_is_a_mismatch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(str(DATA), tmp_path / "data")
    file = tmp_path / "data" / "batch_A_agent_rejected.csv"
    file.chmod(0o644)
    file.write_text(file.read_text().replace("A-001,BC113,111,7,8,7,0", "A-001,BC113,111,10,10,7,1"))
    assert main(["reproduce", "beyond-compilation", "--data", str(tmp_path / "data")]) == 1
    out = capsys.readouterr().out
    assert re.search(r"Batch A: rejections confirmed by the majority +53/67 \[.*\] +54/67 \[.*\] +MISMATCH", out)


@needs_data
@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "beq_pairs.csv",
            "certified_by_exact,certified",
            "by_exact,certified",
            "line 1: there is no column 'certified_by_exact'",
        ),
        (
            "batch_A_agent_rejected.csv",
            "A-001,BC113,111,7",
            "A-001,BC113,111,seven",
            "line 2, column 'R2': found 'seven'",
        ),
        ("known_issues_ids.csv", "BC021,", "BC921,", "line 2, column 'id': found 'BC921'; allowed: BC001 to BC227"),
        ("batch_B_aristotle_random.csv", "B-005,BC159,True,True", "B-005,BC159,True,1", "line 2, column 'compiles'"),
    ],
)
def test_what_is_not_as_it_was_released_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, told: str
) -> None:
    shutil.copytree(str(DATA), tmp_path / "data")
    path = tmp_path / "data" / file
    path.chmod(0o644)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert main(["reproduce", "beyond-compilation", "--data", str(tmp_path / "data")]) == 3
    assert f"{file}, {told}" in capsys.readouterr().err


def test_calls_that_cannot_be_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "beyond-compilation"]) == 2
    assert "--data DIR" in capsys.readouterr().err
    assert main(["reproduce", "another"]) == 2
    assert "beyond-compilation" in capsys.readouterr().err
    assert main(["reproduce", "beyond-compilation", "--data", str(tmp_path)]) == 3
    assert "there is no" in capsys.readouterr().err


def test_what_needs_no_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "robust-pa"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"StmtSC \(94 of 100 right\) +0\.88 +0\.88 +match", out)
    assert re.search(r"ProofSC \(90 of 100 right\) +0\.80 +0\.80 +match", out)
    assert re.search(r"aime_1983_p1, proof: 40 +43 +43 +match", out)


def test_the_list_says_what_cannot_be_computed_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"no +every table of FullyCorrect.*: no outputs and no verdicts are released", out)
    assert re.search(r"yes +Table 4: certified pairs", out)
    assert "faithformbench" in out
