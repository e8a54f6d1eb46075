"""`faithform import-run rpa` from the outside: verdicts that contradict the output, and those that an output never got."""

from __future__ import annotations

from pathlib import Path

import pytest
import support
from test_import_faulty_rows import NAN, SCORED, Row, refused
from test_import_honest_rows import table
from test_import_run import imported, jsonl, summary

PROSE = "I cannot do that."
NOTHING = dict.fromkeys(("LLM_StmtSC?#1", "LLM_ProofSC?#1"))
REJECTED: Row = SCORED | NOTHING | {"name": "farm_1", "LLM_Syntax?#1": "no", "LLM_FullyCorrect?#1": "no"}
NO: Row = {f"LLM_{name}?#1": "no" for name in ("Syntax", "StmtSC", "ProofSC", "FullyCorrect")}


@pytest.mark.parametrize("output", [PROSE, "import Mathlib\n\ndef f := 1", "-- theorem t : 1 = 1 := rfl"])
@pytest.mark.parametrize("part", ["StmtSC", "ProofSC", "FullyCorrect"])
def test_what_states_nothing_has_no_semantic_verdict_but_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], output: str, part: str
) -> None:
    err = refused("rpa", [SCORED | NO | {"LLM_Output#1": output, f"LLM_{part}?#1": "yes"}], tmp_path, capsys)
    assert f"field 'LLM_{part}?#1': found 'yes'; allowed: no where the output has no theorem" in err


def test_what_states_nothing_does_not_type_check_though_lean_accepts_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = SCORED | NO | {"LLM_Output#1": "import Mathlib\n\ndef f := 1", "LLM_Syntax?#1": "yes"}
    file = jsonl(tmp_path / "rows.jsonl", [row])
    (record,) = imported("rpa", [file], tmp_path / "run").values()
    assert record.lean is not None
    assert record.correctness is not None
    assert (record.lean.outcome, record.correctness.tc.value) == ("ok", "no")
    assert "1 outputs: no theorem, lemma or example in an output that Lean accepts" in capsys.readouterr().out


@pytest.mark.parametrize(
    "output",
    [
        "example : 1 = 1 := by\n  rfl",
        "@[simp] private lemma t : 1 = 1 := by\n  rfl",
        "open Nat in\nprotected theorem t : 1 = 1 := by\n  rfl",
    ],
)
def test_what_states_something_may_be_accepted(tmp_path: Path, output: str) -> None:
    (record,) = imported(
        "rpa", [jsonl(tmp_path / "rows.jsonl", [SCORED | {"LLM_Output#1": output}])], tmp_path / "run"
    ).values()
    assert record.correctness is not None
    assert record.correctness.value == "yes"


def test_an_error_of_what_lean_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    err = refused("rpa", [SCORED | {"LLM_SyntaxError#1": "unknown identifier"}], tmp_path, capsys)
    assert "'LLM_SyntaxError#1': found 'unknown identifier'; allowed: nothing where LLM_Syntax?#1 is yes" in err
    for run, nothing in enumerate(("", " ", None, NAN, "N/A")):
        imported("rpa", [jsonl(tmp_path / "a.jsonl", [SCORED | {"LLM_SyntaxError#1": nothing}])], tmp_path / str(run))


@pytest.mark.parametrize(
    ("call", "score", "verdict", "allowed"),
    [("stmt", -1, "yes", "1"), ("proof", -1.0, "yes", "1"), ("proof", 1, "no", "-1"), ("stmt", 5, "yes", "1 or -1")],
)
def test_a_score_that_is_not_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], call: str, score: float, verdict: str, allowed: str
) -> None:
    part = {"stmt": "StmtSC", "proof": "ProofSC"}[call]
    row = SCORED | {f"LLM_{part}?#1": verdict, "LLM_FullyCorrect?#1": verdict}
    err = refused("rpa", [row | {"LLM_SC_details#1": {f"{call}_call": {f"{call}_score": score}}}], tmp_path, capsys)
    assert f"in LLM_SC_details#1, in {call}_call, field '{call}_score': found {score}; allowed: {allowed}" in err


def test_scores_that_are_their_verdicts(tmp_path: Path) -> None:
    details = {"stmt_call": {"stmt_score": 1, "_parse_failed": False}, "proof_call": {"proof_score": -1}}
    parts = {"LLM_ProofSC?#1": "no", "LLM_FullyCorrect?#1": "no", "LLM_SC_details#1": details}
    (record,) = imported("rpa", [jsonl(tmp_path / "a.jsonl", [SCORED | parts])], tmp_path / "run").values()
    assert record.correctness is not None
    assert [part.value for part in record.correctness.parts.values()] == ["yes", "yes", "no"]


@pytest.mark.parametrize("nothing", ["", None, NAN, "N/A", "n/a"])
@pytest.mark.parametrize("conclusion", ["no", None])
def test_checks_that_only_what_compiles_got_stay_over_all_inputs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], nothing: object, conclusion: str | None
) -> None:
    """SPEC b.1: the denominator is all inputs, and a conjunction of which one part fails is decided."""
    cells = dict.fromkeys(NOTHING, nothing)
    failed = REJECTED | cells | {"name": "farm_2", "LLM_Output#1": PROSE}
    rows = [SCORED, REJECTED | cells | {"LLM_FullyCorrect?#1": conclusion}, failed]
    for write in (jsonl, table):
        file = write(tmp_path / ("rows.jsonl" if write is jsonl else "rows.csv"), rows)
        records = imported("rpa", [file], tmp_path / file.suffix)
        found = records["farm_1-original", 0]
        assert found.correctness is not None
        assert [part.value for part in found.correctness.parts.values()] == ["no", "undetermined", "undetermined"]
        assert (found.outcome, found.correctness.value) == ("fail", "no")
        nothing_stated = records["farm_2-original", 0].correctness
        assert nothing_stated is not None
        assert {part.value for part in nothing_stated.parts.values()} == {"no"}
        shares = summary(tmp_path / file.suffix)
        for metric in ("TC", "StmtSC", "ProofSC", "FullyCorrect"):
            assert (shares[metric, "original"]["value"], shares[metric, "original"]["n"]) == (pytest.approx(1 / 3), 3)
        assert "LLM_FullyCorrect without" not in capsys.readouterr().out


def test_a_run_of_which_nothing_compiles_is_fully_correct_nowhere(tmp_path: Path) -> None:
    imported("rpa", [jsonl(tmp_path / "rows.jsonl", [REJECTED])], tmp_path / "run")
    share = summary(tmp_path / "run")["FullyCorrect", "original"]
    assert (share["value"], share["n"]) == (0.0, 1)


def test_a_file_of_type_checks_alone_says_nothing_of_the_rest(tmp_path: Path) -> None:
    rows = [{name: value for name, value in row.items() if "SC?" not in name} for row in (SCORED, REJECTED)]
    imported("rpa", [jsonl(tmp_path / "rows.jsonl", rows)], tmp_path / "run")
    shares = summary(tmp_path / "run")
    assert shares["TC", "original"]["n"] == 2
    assert {metric for metric, _ in shares} & {"StmtSC", "ProofSC", "FullyCorrect"} == set()


def test_a_file_that_lacks_verdicts_of_what_compiles_too_lacks_them(tmp_path: Path) -> None:
    other = SCORED | NOTHING | {"name": "farm_2", "LLM_FullyCorrect?#1": None, "LLM_Output#1": support.LEAN}
    imported("rpa", [jsonl(tmp_path / "rows.jsonl", [SCORED, REJECTED, other])], tmp_path / "run")
    assert summary(tmp_path / "run")["StmtSC", "original"]["n"] == 1
