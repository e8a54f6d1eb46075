"""Outputs of "Beyond Compilation" and of its predecessor (SPEC g): one row per statement and configuration.

Fields read: `id` or `name`; `config` (bits "TFS"); `domain`; `nl_statement` (or the problem of this id from a problems file);
`lean4_code` or `lean_code`; `compile_status` or `compiles`; `steps`; every `JUDGE_grade` with its `JUDGE_reason`, −1 or
nothing being a failed call; `input_matches_benchmark`. Each configuration becomes a run of its own. Of an output whose
compile field is empty nothing is measured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_faithform.cases.adapters.base import LeftOut, Row, leave_out, problem, slug
from pytest_faithform.cases.adapters.rows import is_table
from pytest_faithform.metrics.gap import THRESHOLD
from pytest_faithform.model import Case, Correctness, Formalization, Grade, Original, Part, Problem, Record
from pytest_faithform.runs_import.base import ImportedRun, Noted, not_measured, record_of, reported, reported_lean
from pytest_faithform.runs_import.fields import (
    accepts,
    checked,
    either,
    empty,
    first_of,
    named,
    printed,
    result_rows,
    truth,
    whole,
    words,
    wrong,
)

__all__ = ["MISMATCH", "read"]

#: The flag of a problem of which this system was given another one's text.
MISMATCH = "input-mismatch"

_GRADE = "_grade"
_BITS = re.compile("[01]{3}")
_CONFIG = 'three bits in the order "TFS", in quotes, such as "011"'


def read(files: Sequence[Path], problems: Mapping[str, Problem]) -> ImportedRun:
    """`problems` by id, for rows without a statement of their own. Raises CaseFileError."""
    run = ImportedRun()
    read_files = [(path, list(result_rows(path))) for path in files]
    # A judge's column that a row lacks is a call that failed, and no other judge takes its place.
    columns = [[name for name in row.value if name.endswith(_GRADE)] for _, rows in read_files for row in rows]
    judges = list(dict.fromkeys(name for names in sorted(columns, key=len, reverse=True) for name in names))
    for path, rows in read_files:
        for row in rows:
            of = _problem(row, slug(named(row, "id", "name")), problems)
            if isinstance(of, LeftOut):
                run.left_out.append(of)
                continue
            if MISMATCH not in of.flags:
                of = run.one_text(of, row, "nl_statement")
            with checked(row):
                record = _record(row, of, judges)
            run.add(record, row, first_of(row, "id", "name"), _config(row, path))
            if record.correctness is None:
                run.noted.append(
                    Noted(row.place, "it is not said whether the output compiles; nothing is measured of it")
                )
    return run


def _config(row: Row, path: Path) -> str:
    config = row.value.get("config")
    of_file = path.stem.rpartition("config_")[2] if "config_" in path.stem else ""
    if empty(row, "config"):
        if not of_file:
            return ""
        config = of_file
        row = Row(row.place, {**row.value, "config": config})
    elif type(config) in (int, float) or (is_table(path) and not _BITS.fullmatch(str(config))):
        # A table read without its text types has 11 for 011, and 11.0 where a row lacks it.
        config = f"{whole(row, 'config', _CONFIG):03d}"
    if not isinstance(config, str) or not _BITS.fullmatch(config):
        raise wrong(row, "config", _CONFIG)
    if config != of_file and _BITS.fullmatch(of_file):
        raise wrong(row, "config", f"{of_file!r}, which the file's name says; mend the rows or rename the file")
    return config


def _problem(row: Row, name: str, problems: Mapping[str, Problem]) -> Problem | LeftOut:
    statement = words(row, "nl_statement").strip()
    matches = empty(row, "input_matches_benchmark") or truth(row, "input_matches_benchmark")
    extra = () if matches else (MISMATCH,)
    if name in problems:
        known = problems[name]
        if matches and statement and statement.split() != known.informal_statement.split():
            raise wrong(
                row, "nl_statement", f"the text of {name!r} in the problems file, unless input_matches_benchmark is 0"
            )
        return known.model_copy(update={"flags": (*known.flags, *extra)})
    if not statement:
        return leave_out(row, name, "no statement: give the problems file with --problems")
    return problem(
        row,
        id=name,
        dataset="beyond-compilation",
        domain=slug(printed(row, "domain") or "mathematics"),
        task="statement",
        group=name,
        informal_statement=statement,
        flags=extra,
    )


def _record(row: Row, of: Problem, judges: Sequence[str]) -> Record:
    lean = either(row, ("lean4_code", "lean_code"), words)
    made = Formalization(
        raw=lean,
        lean=lean,
        extraction="reported",
        step_count=whole(row, "steps", "a number of steps"),
    )
    compiles = either(row, ("compiles", "compile_status"), lambda row, name: _compiles(row, name, lean))
    grades = [_grade(row, name) for name in judges]
    case = Case(id=f"{of.id}-original", problem=of, perturbation=Original(), informal_statement=of.informal_statement)
    if compiles is None:
        return record_of(case, 0, made, grades=grades)
    correctness = Correctness(tc=reported(compiles), stmt_sc=_stmt_sc(grades), proof_sc=not_measured())
    return record_of(case, 0, made, lean=reported_lean(compiles, lean), correctness=correctness, grades=grades)


def _compiles(row: Row, name: str, lean: str) -> bool | None:
    unknown = name in row.value and empty(row, name) and lean.strip()
    return None if unknown else accepts(row, name, lean)


def _grade(row: Row, name: str) -> Grade:
    number = whole(row, name, "a grade from 0 to 10, −1 or nothing for a failed call", low=-1, high=10)
    judge = name.removesuffix(_GRADE)
    reason = words(row, f"{judge}_reason")
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
