"""Outputs of "Beyond Compilation" and of its predecessor (SPEC g): one row per statement and configuration.

Fields read: `id` or `name`; `config` (bits "TFS"); `domain`; `nl_statement` (or the problem of this id from a problems file);
`lean4_code` or `lean_code`; `compile_status` or `compiles`; `steps`; every `JUDGE_grade` with its `JUDGE_reason`, −1 or
nothing being a failed call; `input_matches_benchmark`. Each configuration becomes a run of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_faithform.cases.adapters.base import LeftOut, Options, Row, leave_out, problem, read_rows, slug, text
from pytest_faithform.metrics.gap import THRESHOLD
from pytest_faithform.model import Case, Correctness, Formalization, Grade, Original, Part, Problem, Record
from pytest_faithform.runs_import.base import (
    ImportedRun,
    not_measured,
    record_of,
    reported,
    reported_lean,
    truth,
    wrong,
)

__all__ = ["MISMATCH", "read"]

#: The flag of a problem of which this system was given another one's text.
MISMATCH = "input-mismatch"

_GRADE = "_grade"


def read(files: Sequence[Path], problems: Mapping[str, Problem]) -> ImportedRun:
    """`problems` by id, for rows without a statement of their own. Raises CaseFileError."""
    run = ImportedRun()
    read_files = [(path, list(read_rows(path, Options()))) for path in files]
    # A judge's column that a row lacks is a call that failed, and no other judge takes its place.
    columns = [[name for name in row.value if name.endswith(_GRADE)] for _, rows in read_files for row in rows]
    judges = list(dict.fromkeys(name for names in sorted(columns, key=len, reverse=True) for name in names))
    for path, rows in read_files:
        for row in rows:
            name = text(row, "id") or text(row, "name")
            if not name:
                raise wrong(row, "id", "the statement's id")
            of = _problem(row, slug(name), problems)
            if isinstance(of, LeftOut):
                run.left_out.append(of)
            else:
                run.add(_record(row, of, judges), _config(row, path))
    return run


def _config(row: Row, path: Path) -> str:
    config = row.value.get("config")
    if config is None:
        found = path.stem.rpartition("config_")
        return found[2] if found[1] else ""
    if isinstance(config, int):
        config = f"{config:03d}"
    if not isinstance(config, str) or not config or set(config) - set("01"):
        raise wrong(row, "config", 'bits such as "111"')
    return config


def _problem(row: Row, name: str, problems: Mapping[str, Problem]) -> Problem | LeftOut:
    statement = text(row, "nl_statement").strip()
    matches = "input_matches_benchmark" not in row.value or truth(row, "input_matches_benchmark")
    extra = () if matches else (MISMATCH,)
    if name in problems:
        known = problems[name]
        return known.model_copy(update={"flags": (*known.flags, *extra)})
    if not statement:
        return leave_out(row, name, "no statement: give the problems file with --problems")
    return problem(
        row,
        id=name,
        dataset="beyond-compilation",
        domain=slug(text(row, "domain") or "mathematics"),
        task="statement",
        group=name,
        informal_statement=statement,
        flags=extra,
    )


def _record(row: Row, of: Problem, judges: Sequence[str]) -> Record:
    lean = text(row, "lean4_code") or text(row, "lean_code")
    made = Formalization(
        raw=lean,
        lean=lean,
        extraction="reported",
        step_count=_whole_number(row, "steps"),
    )
    compiles = truth(row, "compiles" if "compiles" in row.value else "compile_status")
    grades = [_grade(row, name) for name in judges]
    case = Case(id=f"{of.id}-original", problem=of, perturbation=Original(), informal_statement=of.informal_statement)
    correctness = Correctness(tc=reported(compiles), stmt_sc=_stmt_sc(grades), proof_sc=not_measured())
    return record_of(case, 0, made, lean=reported_lean(compiles, lean), correctness=correctness, grades=grades)


def _whole_number(
    row: Row, name: str, low: int = 0, high: int = 10**9, allowed: str = "a number of steps"
) -> int | None:
    """None where the field is missing, empty or NaN."""
    value = row.value.get(name)
    if value in (None, "") or value != value:
        return None
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not low <= number <= high or number != int(number):
        raise wrong(row, name, allowed)
    return int(number)


def _grade(row: Row, name: str) -> Grade:
    number = _whole_number(row, name, -1, 10, "a grade from 0 to 10, −1 or nothing for a failed call")
    judge = name.removesuffix(_GRADE)
    reason = text(row, f"{judge}_reason")
    return Grade(judge=judge, value=None if number is None or number < 0 else number, reason=reason)


def _stmt_sc(grades: Sequence[Grade]) -> Part:
    """By the criterion of the first two judges."""
    criterion = grades[:2]
    if not criterion:
        return not_measured()
    told = ", ".join(f"{grade.judge} {'failed' if grade.value is None else grade.value}" for grade in criterion)
    if any(grade.value is not None and grade.value < THRESHOLD for grade in criterion):
        return reported(False, told)
    if any(grade.value is None for grade in criterion):
        return reported(None)
    return reported(True, told)
