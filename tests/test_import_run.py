"""`faithform import-run` and `faithform compat` from the outside: other instruments' result files as runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import support

from pytest_faithform.cases.files import read_cases, read_records, read_replies
from pytest_faithform.cli import main
from pytest_faithform.model import Record

Rows = list[dict[str, Any]]


def jsonl(path: Path, rows: Rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def imported(kind: str, files: list[Path], folder: Path, *options: str) -> dict[tuple[str, int], Record]:
    assert main(["import-run", kind, *map(str, files), "-o", str(folder), *options]) == 0
    return {record.key: record for record in read_records(folder / "records.jsonl")}


def summary(folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    rows = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {(row["metric"], row["slice"]): row for row in rows}


def source(name: str, proof: str = support.PROOF) -> dict[str, Any]:
    return {
        "name": name,
        "informal_statement": f"/-- {support.STATEMENT}-/",
        "informal_proof": proof,
        "formal_statement": "theorem farm (c r : ℕ) (h₁ : c + r = 35) (h₂ : 2*c + 4*r = 94) : c = 23 := by\n",
        "formal_proof": "sorry",
    }


def number_row(name: str) -> dict[str, Any]:
    start = support.PROOF.index("47")
    edited = source(name, support.PROOF.replace("47", "49"))
    return edited | {
        "original_informal_statement": edited["informal_statement"],
        "original_informal_proof": support.PROOF,
        "number_edit_type": "number_edit_proof",
        "number_edit_source": "proof",
        "number_edit_old_value": "47",
        "number_edit_new_value": "49",
        "number_edit_context": "c + 2r = 47",
        "number_edit_char_offset_start": start,
        "number_edit_char_offset_end": start + 2,
    }


FAITHFUL = support.LEAN.replace("= 47", "= 49")


def edit_files(folder: Path) -> list[Path]:
    """Four outputs of number edits in proofs: faithful, reverted with a quote that is not there, a failed call, other."""
    outputs = [FAITHFUL, support.LEAN, support.LEAN, "ERROR [No output returned]"]
    judged: Rows = [
        {"judgment": "faithful", "value_in_fl": "49", "context_in_fl": "c + 2 * r  = 49", "reason": "it is 49"},
        {"judgment": "reverted", "value_in_fl": "49", "context_in_fl": "r = 47 -- no", "reason": "it is 47"},
        {"judgment": "other", "value_in_fl": "", "context_in_fl": "", "reason": "scoring_failed_after_retries"},
        {"judgment": "other", "value_in_fl": "", "context_in_fl": "", "reason": "empty_or_error_output"},
    ]
    rows = [number_row(f"farm_{i}") | {"LLM_Output#1": output} for i, output in enumerate(outputs)]
    about = {"edit_type": "number_edit_proof", "edit_source": "proof", "old_value": "47", "new_value": "49"}
    scored = [{"name": f"farm_{i}"} | about | row for i, row in enumerate(judged)]
    return [
        jsonl(folder / "local_number_edit_proof_output.jsonl", rows),
        jsonl(folder / "local_number_edit_proof_scored.jsonl", scored),
    ]


def test_scored_edits_are_records_and_a_failed_call_is_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = imported("rpa", edit_files(tmp_path), tmp_path / "run", "--system", "their-model")
    first, second, third, fourth = (records[f"farm_{i}-number_edit-proof", 0] for i in range(4))
    assert first.edit is not None
    assert (first.outcome, first.edit.label, first.edit.judge) == ("pass", "faithful", "reported")
    assert [(one.quote, one.line) for one in first.edit.evidence] == [("c + 2 * r = 49", 2)]
    assert first.edit.checks == {"evidence": True, "consistent": True}
    assert second.edit is not None
    assert (second.outcome, second.edit.checks) == ("fail", {"evidence": False, "consistent": False})
    assert (third.outcome, third.edit) == ("error", None)
    assert third.fault is not None
    assert third.fault.where == "judge"
    assert fourth.edit is not None
    assert (fourth.edit.label, fourth.edit.rule) == ("unclear", "empty-output")
    rows = summary(tmp_path / "run")
    assert (rows["FR", "number_edit,proof"]["value"], rows["FR", "number_edit,proof"]["n"]) == (0.5, 2)
    assert rows["completed", ""]["value"] == 0.75
    out = capsys.readouterr().out
    assert re.search(r"FR \[number_edit\] +1/2 = 0\.500 .* +1/4 = 0\.250 .* +the denominator is all outputs", out)
    assert re.search(r"UR \[number_edit\] +1/3 .* +2/4 .* +a judge's failed call counts as other", out)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["system"] == {"kind": "imported", "name": "their-model"}
    assert set(manifest["imported"]["files"]) == {path.name for path in tmp_path.glob("*.jsonl")}


def test_what_was_imported_can_be_judged_again_here(tmp_path: Path, pytester: pytest.Pytester) -> None:
    imported("rpa", edit_files(tmp_path), tmp_path / "run")
    cases, replies = tmp_path / "run" / "cases.jsonl", tmp_path / "run" / "replies.jsonl"
    assert {case.id for case in read_cases(cases)} == {case for case, _ in read_replies(replies)}
    pytester.makepyfile(
        """
        import pytest
        from pytest_faithform.verdicts import assert_faithful

        @pytest.mark.faithform_cases
        def test_edit(case, edit_verdict):
            assert_faithful(case, edit_verdict)
        """
    )
    result = pytester.runpytest_subprocess(
        "--faithform-cases", str(cases), "--faithform-model", f"recorded:{replies}", "--faithform-run", "again"
    )
    result.assert_outcomes(passed=1, failed=2, skipped=1)
    again = {r.case.id: r.edit.label for r in read_records(pytester.path / "again" / "records.jsonl") if r.edit}
    assert again["farm_2-number_edit-proof"] == "reverted"  # theirs had no verdict of it


def test_the_older_rubric_and_several_theorems_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = "Subtracting the first equation from this one, we obtain $r = 12$."
    outcome = "we obtain $r = 12$."
    start = support.PROOF.index(step)
    edited = source("farm_0", support.PROOF.replace(step, outcome))
    row = edited | {
        "original_informal_statement": edited["informal_statement"],
        "original_informal_proof": support.PROOF,
        "step_edit_target_full_text": step,
        "step_edit_target_outcome_text": outcome,
        "step_edit_target_reasoning_text": step[: -len(outcome)].strip(),
        "step_edit_span_start": start,
        "step_edit_span_end": start + len(step),
        "step_edit_is_last": False,
        "step_edit_tier": "silver",
        "LLM_Output#1": support.LEAN,
    }
    judged = {
        "name": "farm_0",
        "edit_type": "step_delete",
        "target_step_idx": 1,
        "judgment": "faithful",
        "proof_method": "simplified",
        "evidence_in_fl": "have h₄ : r = 12 := by omega",
        "reason": "much simplified",
    }
    files = [jsonl(tmp_path / "step_output.jsonl", [row]), jsonl(tmp_path / "step_scored.jsonl", [judged])]
    imported("rpa", files, tmp_path / "steps")
    out = capsys.readouterr().out
    assert re.search(r"FR \[step_deletion\] +0/1 .* +1/1 .* +the older rubric", out)
    two = "theorem helper : 1 = 1 := by\n  rfl\n\n" + FAITHFUL
    rows = [number_row("farm_0") | {"LLM_Output#1": two}]
    imported("rpa", [jsonl(tmp_path / "two_output.jsonl", rows)], tmp_path / "two")
    capsys.readouterr()
    assert main(["compat", "rpa", str(tmp_path / "two")]) == 0
    out = capsys.readouterr().out
    assert re.search(r"FR \[number_edit\] +1/1 .* +– +the first theorem is judged, not the last \(1 outputs", out)


def test_scored_correctness_with_its_samples(tmp_path: Path) -> None:
    row = source("farm_0") | {
        "LLM_Output#1": support.LEAN,
        "LLM_Syntax?#1": "yes",
        "LLM_StmtSC?#1": "yes",
        "LLM_ProofSC?#1": "no",
        "LLM_FullyCorrect?#1": "no",
        "LLM_Output#2": support.LEAN,
        "LLM_Syntax?#2": "no",
        "LLM_SyntaxError#2": "unknown identifier",
        "LLM_StmtSC?#2": "no",
        "LLM_ProofSC?#2": "yes",
        "LLM_SC_details#2": {"stmt_call": {"_parse_failed": True}, "proof_call": {"_parse_failed": False}},
    }
    records = imported("rpa", [jsonl(tmp_path / "global_original_scored.jsonl", [row])], tmp_path / "run")
    first, second = (records["farm_0-original", sample].correctness for sample in (0, 1))
    assert first is not None
    assert [part.value for part in first.parts.values()] == ["yes", "yes", "no"]
    assert second is not None
    assert [part.value for part in second.parts.values()] == ["no", "undetermined", "yes"]
    lean = records["farm_0-original", 1].lean
    assert lean is not None
    assert lean.first_error == "unknown identifier"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"judgment": "maybe"}, "'judgment': found 'maybe'; allowed: faithful, reverted or other"),
        ({"name": "another"}, "give the scored file together with its output file"),
        ({"edit_source": "title"}, "'edit_source': found 'title'; allowed: statement or proof"),
    ],
)
def test_a_row_that_is_not_as_the_format_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, str], told: str
) -> None:
    output, scored = edit_files(tmp_path)
    rows = [json.loads(line) for line in scored.read_text().splitlines()]
    jsonl(scored, [rows[0] | change, *rows[1:]])
    assert main(["import-run", "rpa", str(output), str(scored), "-o", str(tmp_path / "run")]) == 2
    err = capsys.readouterr().err
    assert "line 1" in err
    assert told in err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("parts", "whole"), [(("yes", "yes", "yes"), "no"), (("yes", "no", "yes"), "yes")])
def test_a_conjunction_that_is_not_that_of_its_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: tuple[str, ...], whole: str
) -> None:
    row = source("farm_0") | {"LLM_Output#1": support.LEAN, "LLM_FullyCorrect?#1": whole}
    row |= dict(zip(("LLM_Syntax?#1", "LLM_StmtSC?#1", "LLM_ProofSC?#1"), parts, strict=True))
    file = jsonl(tmp_path / "global_original_scored.jsonl", [row])
    assert main(["import-run", "rpa", str(file), "-o", str(tmp_path / "run")]) == 2
    err = capsys.readouterr().err
    assert "global_original_scored.jsonl" in err
    assert "line 1" in err
    assert f"'LLM_FullyCorrect?#1': found '{whole}'; allowed: what its parts come to" in err


def test_placeholders_of_an_accepted_text_are_counted(tmp_path: Path) -> None:
    parts = {f"LLM_{name}?#{k}": "yes" for name in ("Syntax", "StmtSC", "ProofSC") for k in (1, 2)}
    whole = "theorem t : 1 = 1 := by\n  have h : 2 = 2 := by norm_num\n  norm_num\n"
    row = source("farm_0") | parts | {"LLM_Output#1": whole, "LLM_Output#2": whole.replace("norm_num", "sorry", 1)}
    imported("rpa", [jsonl(tmp_path / "global_original_scored.jsonl", [row])], tmp_path / "run")
    share = summary(tmp_path / "run")["sorry_share", "original"]
    assert (share["value"], share["n"]) == (0.5, 2)


def beyond_rows() -> Rows:
    rows = []
    for config in ("000", "111"):
        for number, (compiles, grades) in enumerate(
            [(1, (10, 9, 9)), (1, (10, -1, 8)), (0, (1, 2, None)), (1, (8, 9, 9))]
        ):
            rows.append(
                {
                    "id": f"BC00{number}",
                    "config": config,
                    "domain": "Algebra",
                    "nl_statement": f"Show that {number} = {number}.",
                    "lean_code": "import Mathlib\n\ntheorem t : 1 = 1 := by sorry\n",
                    "compile_status": compiles,
                    "steps": 3 + number,
                    "gpt_grade": grades[0],
                    "gem_grade": grades[1],
                    "son_grade": grades[2],
                    "gpt_reason": "because",
                    "input_matches_benchmark": number != 3,
                }
            )
    return rows


@pytest.mark.parametrize("steps", ["many", -1, 2.5, True])
def test_steps_that_are_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str], steps: object) -> None:
    rows = beyond_rows()
    file = jsonl(tmp_path / "rows.jsonl", [rows[0], rows[1] | {"steps": steps}])
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "runs")]) == 2
    err = capsys.readouterr().err
    assert f"line 2, field 'steps': found {steps!r}; allowed: a number of steps" in err


def test_beyond_compilation_rows_are_a_run_for_each_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = jsonl(tmp_path / "rows.jsonl", beyond_rows())
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "runs")]) == 0
    rows = summary(tmp_path / "runs" / "111")
    assert {name: rows[name, "statement"]["value"] for name in ("compile", "accepted", "gap", "accepted.son")} == {
        "compile": 0.75,
        "accepted": 0.25,
        "gap": 0.5,
        "accepted.son": 0.5,
    }
    assert rows["gap", "statement,without=input-mismatch"]["n"] == 3
    records = {r.case.id: r for r in read_records(tmp_path / "runs" / "000" / "records.jsonl")}
    failed = records["bc001-original"]
    assert [(grade.judge, grade.value) for grade in failed.grades] == [("gpt", 10), ("gem", None), ("son", 8)]
    assert failed.formalization is not None
    assert failed.formalization.step_count == 4
    assert records["bc003-original"].case.problem.flags == ("input-mismatch",)
    out = capsys.readouterr().out
    assert re.search(r"accepted \[statement\] +1/3 .* +1/4 .* +an output of which a judge's call failed", out)


def test_a_column_that_a_row_lacks_is_a_call_that_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = beyond_rows()
    without, empty = [dict(row) for row in rows], [dict(row) for row in rows]
    for row in without:
        if row["id"] == "BC000":
            del row["gpt_grade"]
    for row in empty:
        if row["id"] == "BC000":
            row["gpt_grade"] = None
    found = []
    for name, given in (("without", without), ("empty", empty)):
        file = jsonl(tmp_path / f"{name}.jsonl", given)
        assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / name)]) == 0
        held = summary(tmp_path / name / "111")
        found.append({key: row["value"] for key, row in held.items()})
    assert found[0] == found[1]
    assert found[0]["accepted", "statement"] == 0.0
    capsys.readouterr()


@pytest.mark.parametrize("grade", [8.5, True, "nine", 11, 1e400])
def test_a_grade_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], grade: object) -> None:
    rows = beyond_rows()
    rows[1]["gpt_grade"] = grade
    file = jsonl(tmp_path / "rows.jsonl", rows)
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "runs")]) != 0
    assert "gpt_grade" in capsys.readouterr().err


def test_proofflow_tables_of_the_development_data(tmp_path: Path) -> None:
    pipeline = support.development_data("proofflow/pipeline_outputs.jsonl")
    whole = support.development_data("proofflow/fullproof_outputs.jsonl")
    if pipeline is None or whole is None:
        pytest.skip("the result tables are not at hand")
    table = [json.loads(line) for line in pipeline.read_text(encoding="utf-8").splitlines()]
    imported("proofflow", [pipeline], tmp_path / "pipeline")
    rows = summary(tmp_path / "pipeline")
    for metric, column in (
        ("proof_score", "total_score"),
        ("steps_formalized", "form_acc"),
        ("complete", "correct_syntax"),
    ):
        assert rows[metric, "original"]["value"] == pytest.approx(sum(row[column] for row in table) / len(table))
    assert ("TC", "original") not in rows
    records = imported("proofflow", [whole], tmp_path / "whole")
    results = [json.loads(line)["Lean_results"] for line in whole.read_text(encoding="utf-8").splitlines()]
    rows = summary(tmp_path / "whole")
    assert rows["TC", "original"]["value"] == pytest.approx(sum(r["lean_pass"] for r in results) / len(results))
    assert len(records) == len(results)


@pytest.mark.parametrize("kind", ["kimina", "repl"])
def test_kept_answers_of_lean(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    cases = support.write_cases(tmp_path / "cases.jsonl", [support.original(), support.paraphrase()])
    replies = {case: support.fenced(support.LEAN) for case in ("farm-original", "farm-paraphrase-free-form")}
    recording = support.write_replies(tmp_path / "replies.jsonl", replies)
    error = {"severity": "error", "pos": {"line": 2, "column": 4}, "data": "omega failed"}
    good, bad = {"env": 0, "sorries": [{"pos": {"line": 3, "column": 2}, "goal": ""}]}, {"messages": [error], "env": 1}
    file = tmp_path / "answers"
    if kind == "kimina":
        results = [{"id": "farm-original", "time": 1.0, "error": None, "response": good}]
        results.append({"id": "farm-paraphrase-free-form#0", "time": 1.0, "error": None, "response": bad})
        file.write_text(json.dumps({"results": results}))
    else:
        file.write_text(f"{json.dumps(good, indent=1)}\n\n{json.dumps(bad)}\n\n")
    options = ("--cases", str(cases), "--replies", str(recording))
    records = imported(kind, [file], tmp_path / "run", *options)
    first, second = records["farm-original", 0], records["farm-paraphrase-free-form", 0]
    assert first.lean is not None
    assert first.correctness is not None
    assert (first.correctness.tc.value, first.lean.sorries[0].line) == ("yes", 3)
    assert second.lean is not None
    assert second.correctness is not None
    assert (second.correctness.tc.value, second.lean.first_error) == ("no", "omega failed")
    assert main(["import-run", kind, str(file), "-o", str(tmp_path / "run"), *options]) == 2
    assert "holds a run already" in capsys.readouterr().err
    file.write_text("{}" if kind == "kimina" else "[]")
    assert main(["import-run", kind, str(file), "-o", str(tmp_path / "no"), *options]) == 2
    assert str(file) in capsys.readouterr().err
    assert main(["import-run", kind, str(file), "-o", str(tmp_path / "no")]) == 2
    assert "--cases CASES --replies REPLIES" in capsys.readouterr().err


def test_the_definitions_of_reasoning_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = [("proved", "refuted"), ("proved", "proved"), ("refuted", "undetermined"), ("undetermined", "proved")]
    lines = []
    for number, values in enumerate(verdicts):
        valid, invalid = support.steps()
        edit = invalid.perturbation.model_copy(update={"pairs_with": f"v{number}"})
        sides = [valid.model_copy(update={"id": f"v{number}"})]
        sides.append(invalid.model_copy(update={"id": f"w{number}", "perturbation": edit}))
        for case, value in zip(sides, values, strict=True):
            proof = {"value": value, "reason": "", "typechecks": value != "undetermined"}
            lines.append(
                Record.model_validate({"case": case, "outcome": "skip", "proof": proof}).model_dump_json() + "\n"
            )
    (tmp_path / "records.jsonl").write_text("".join(lines))
    assert main(["compat", "vf", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"FPR \[step\] +2/4 .* +2/3 .* +only conclusive", out)
    assert re.search(r"AFFR \[step\] +0/8 .* +2/8 .* +what does not type-check", out)
    assert main(["compat", "vf", str(tmp_path / "nothing")]) == 3
    assert "is no run that can be read" in capsys.readouterr().err


def test_eight_imported_configurations_are_a_factorial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Feedback makes every second statement compile, search makes those of them faithful whose number is a multiple of 4."""
    rows = [
        {
            "id": f"BC{number:03d}",
            "config": config,
            "domain": "Algebra",
            "nl_statement": f"Show that {number} = {number}.",
            "lean_code": "theorem t : 1 = 1 := rfl",
            "compiles": config[1] == "1" and number % 2 == 0,
            "a_grade": 10 if config[2] == "1" and number % 4 == 0 else 3,
            "b_grade": 10,
            "steps": 2 if config[1] == "1" else 7,
        }
        for config in (f"{bits:03b}" for bits in range(8))
        for number in range(1, 41)
    ]
    file = jsonl(tmp_path / "rows.jsonl", rows)
    assert main(["import-run", "beyond-compilation", str(file), "-o", str(tmp_path / "runs")]) == 0
    capsys.readouterr()
    assert main(["factorial", str(tmp_path / "runs")]) == 0
    out = capsys.readouterr().out
    assert "40 statements in all eight runs" in out
    assert re.search(r"^F +50\.0 \[.*\] +12\.5 \[.*\] +37\.5 \[", out, re.MULTILINE)
    assert re.search(r"^FxS +0\.0 \[.*\] +25\.0 \[.*\] +-25\.0 \[", out, re.MULTILINE)
    assert re.search(r"^S\|F=0 +0\.0 \[0\.0, 0\.0\] +0\.0", out, re.MULTILINE)
    assert re.search(r"010 → 011 +10 +0 +10", out)
    assert "faithful under 111: 10; under any: 10; under all: 0; never: 30" in out
    assert re.search(r"by steps, F: 1–2: 20/160", out)
    assert main(["factorial", str(tmp_path)]) == 3
    assert "a run for each of 000" in capsys.readouterr().err
