"""ProofFlow's result tables (SPEC g): pipeline outputs with their ProofScore, and whole-proof outputs with Lean's answers.

Fields read: `file`; of a pipeline `nl_proof` (theorem and proof), `lean_code`, `form_acc`, `solv_acc`, `total_score`,
`correct_syntax`; of a whole proof `original_theorem`, `original_proof`, `Lean_results` (`lean_code`, `lean_pass`,
`lean_verify`, `error_msg`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_faithform.cases.adapters.base import LeftOut, Options, Row, problem, read_rows, slug, text
from pytest_faithform.model import (
    Case,
    Correctness,
    Formalization,
    LeanMessage,
    LeanReply,
    Original,
    Record,
    Sorry,
    Usage,
)
from pytest_faithform.runs_import.base import ImportedRun, not_measured, record_of, reported, truth, wrong

__all__ = ["read"]

_PROOF = re.compile(r"\n\s*(?:\*\*)?Proof(?:\*\*)?\s*[:.]\s*", re.IGNORECASE)


def read(files: Sequence[Path]) -> ImportedRun:
    """Raises CaseFileError where a row is of neither kind."""
    run = ImportedRun()
    for path in files:
        for row in read_rows(path, Options()):
            made = _pipeline(row) if "total_score" in row.value else _whole(row)
            if isinstance(made, LeftOut):
                run.left_out.append(made)
            else:
                run.add(made)
    return run


def _pipeline(row: Row) -> Record | LeftOut:
    theorem, _, proof = _split(text(row, "nl_proof"))
    case = _case(row, theorem, proof)
    if isinstance(case, LeftOut):
        return case
    whole = truth(row, "correct_syntax")
    scores = {
        "formalized": _share(row, "form_acc"),
        "proved": _share(row, "solv_acc"),
        "proof_score": _share(row, "total_score"),
        "complete": whole,
    }
    lean = text(row, "lean_code")
    usage = Usage(completion_tokens=row.value.get("generated_tokens"))
    made = Formalization(
        raw=lean,
        lean=lean,
        extraction="reported",
        usage=usage,
        seconds=row.value.get("total_time"),
        steps=(scores,),
    )
    # A file that does not verify whole may still compile with its holes: of that the table says nothing.
    reply = LeanReply(outcome="ok", backend="reported") if whole else None
    return record_of(case, 0, made, lean=reply)


def _whole(row: Row) -> Record | LeftOut:
    results = row.value.get("Lean_results")
    if not isinstance(results, dict):
        raise wrong(row, "Lean_results", "an object; or the columns of a pipeline's table, total_score among them")
    case = _case(row, text(row, "original_theorem"), text(row, "original_proof"))
    if isinstance(case, LeftOut):
        return case
    inner = Row(f"{row.place}, in Lean_results", results)
    passes, verifies = truth(inner, "lean_pass"), truth(inner, "lean_verify")
    lean = text(inner, "lean_code")
    made = Formalization(
        raw=lean, lean=lean, extraction="reported", usage=Usage(completion_tokens=results.get("total_tokens"))
    )
    error = text(inner, "error_msg")
    reply = LeanReply(
        outcome="ok" if passes else "error",
        messages=() if passes else (LeanMessage(severity="error", text=error),),
        sorries=(Sorry(),) if passes and not verifies else (),
        backend="reported",
    )
    correctness = Correctness(tc=reported(passes, error), stmt_sc=not_measured(), proof_sc=not_measured())
    return record_of(case, 0, made, lean=reply, correctness=correctness)


def _split(whole: str) -> tuple[str, str, str]:
    found = _PROOF.search(whole)
    if found is None:
        return whole, "", whole
    return whole[: found.start()].strip().removeprefix("Theorem:").strip(), found[0], whole[found.end() :].strip()


def _case(row: Row, theorem: str, proof: str) -> Case | LeftOut:
    name = slug(f"proofflow-{Path(text(row, 'file')).stem}")
    of = problem(
        row,
        id=name,
        dataset="proofflow",
        domain="mathematics",
        task="proof",
        group=name,
        informal_statement=theorem.strip(),
        informal_proof=proof.strip(),
    )
    if isinstance(of, LeftOut):
        return of
    return Case(
        id=f"{name}-original",
        problem=of,
        perturbation=Original(),
        informal_statement=of.informal_statement,
        informal_proof=of.informal_proof,
    )


def _share(row: Row, name: str) -> float:
    value: Any = row.value.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong(row, name, "a share from 0 to 1")
    return float(value)
