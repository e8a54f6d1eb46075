"""ProofFlow's result tables (SPEC g): pipeline outputs with their ProofScore, and whole-proof outputs with Lean's answers.

Fields read: `file`; of a pipeline `nl_proof` (theorem and proof), `lean_code`, `form_acc`, `solv_acc`, `total_score`,
`correct_syntax`; of a whole proof `original_theorem`, `original_proof`, `Lean_results` (`lean_code`, `lean_pass`,
`lean_verify`, `error_msg`). What a file calls verified is without a `sorry` (SPEC b.7, d); where its text holds one, that is
counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pytest_faithform.cases.adapters.base import LeftOut, Row, problem, slug
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
from pytest_faithform.runs_import.base import ImportedRun, Noted, not_measured, placeholders, record_of, reported
from pytest_faithform.runs_import.fields import (
    accepts,
    checked,
    empty,
    named,
    number,
    result_rows,
    truth,
    whole,
    within,
    words,
    wrong,
)

__all__ = ["read"]

_JSON = re.compile(r"\.json\Z", re.IGNORECASE)
_PROOF = re.compile(r"\n\s*(?:\*\*)?Proof(?:\*\*)?\s*[:.]\s*", re.IGNORECASE)


def read(files: Sequence[Path]) -> ImportedRun:
    """Raises CaseFileError where a row is of neither kind, has a field that is not as it must be, or stands twice."""
    run = ImportedRun()
    for path in files:
        for row in result_rows(path):
            with checked(row):
                pipeline = "total_score" in row.value and (not empty(row, "total_score") or empty(row, "Lean_results"))
                made = _pipeline(row, run) if pipeline else _whole(row, run)
            if isinstance(made, LeftOut):
                run.left_out.append(made)
            else:
                run.add(made, row, "file")
    return run


def _pipeline(row: Row, run: ImportedRun) -> Record | LeftOut:
    theorem, _, proof = _split(words(row, "nl_proof"))
    case = _case(row, theorem, proof)
    if isinstance(case, LeftOut):
        return case
    lean = words(row, "lean_code")
    compiles = accepts(row, "correct_syntax", lean)
    holes = _holes(row, lean, run) if compiles else ()
    formalized = _share(row, "form_acc", None if lean.strip() else "0 where the row holds no output")
    scored = None if formalized else "0 where form_acc is, since a step that does not compile has no score"
    scores = {
        "formalized": formalized,
        "proved": _share(row, "solv_acc", scored),
        "proof_score": _share(row, "total_score", scored),
        "complete": compiles and not holes,
    }
    usage = Usage(completion_tokens=whole(row, "generated_tokens", "a whole number of tokens, 0 or more"))
    made = Formalization(
        raw=lean,
        lean=lean,
        extraction="reported",
        usage=usage,
        seconds=number(row, "total_time", "a number of seconds, 0 or more"),
        steps=(scores,),
    )
    # A file that does not verify whole may still compile with its holes: of that the table says nothing.
    reply = LeanReply(outcome="ok", sorries=holes, backend="reported") if compiles else None
    return record_of(case, 0, made, lean=reply)


def _whole(row: Row, run: ImportedRun) -> Record | LeftOut:
    inner = within(row, "Lean_results")
    if inner is None:
        raise wrong(row, "Lean_results", "an object; or the columns of a pipeline's table, total_score among them")
    case = _case(row, words(row, "original_theorem"), words(row, "original_proof"))
    if isinstance(case, LeftOut):
        return case
    lean = words(inner, "lean_code")
    passes = accepts(inner, "lean_pass", lean)
    # What Lean rejects verifies nothing, said or not.
    verifies = (passes or not empty(inner, "lean_verify")) and truth(inner, "lean_verify")
    if verifies and not passes:
        raise wrong(inner, "lean_verify", "false where lean_pass is, since a text that Lean rejects verifies nothing")
    usage = Usage(completion_tokens=whole(inner, "total_tokens", "a whole number of tokens, 0 or more"))
    made = Formalization(raw=lean, lean=lean, extraction="reported", usage=usage)
    error = words(inner, "error_msg")
    holes = _holes(row, lean, run) if verifies else (Sorry(),) if passes else ()
    reply = LeanReply(
        outcome="ok" if passes else "error",
        messages=() if passes else (LeanMessage(severity="error", text=error),),
        sorries=holes,
        backend="reported",
    )
    correctness = Correctness(tc=reported(passes, error), stmt_sc=not_measured(), proof_sc=not_measured())
    return record_of(case, 0, made, lean=reply, correctness=correctness)


def _holes(row: Row, lean: str, run: ImportedRun) -> tuple[Sorry, ...]:
    """The placeholders of a text that the file says to have none."""
    found = placeholders(lean)
    if found:
        run.noted.append(Noted(row.place, "said to be verified, but with a placeholder, which is counted as one"))
    return found


def _split(whole: str) -> tuple[str, str, str]:
    found = _PROOF.search(whole)
    if found is None:
        return whole, "", whole
    return whole[: found.start()].strip().removeprefix("Theorem:").strip(), found[0], whole[found.end() :].strip()


def _case(row: Row, theorem: str, proof: str) -> Case | LeftOut:
    # Other points are a part of the name, and so is its folder.
    name = slug(f"proofflow-{_JSON.sub('', named(row, 'file'))}")
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


def _share(row: Row, name: str, zero: str | None = None) -> float:
    """`zero` says what else allows nothing but 0."""
    allowed = "a share from 0 to 1"
    value = number(row, name, allowed, high=1)
    if value is None:
        raise wrong(row, name, allowed)
    if zero and value:
        raise wrong(row, name, zero)
    return value
