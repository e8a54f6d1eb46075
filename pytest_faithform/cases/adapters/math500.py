"""MATH-500: competition problems with solutions and answers, made into statements to prove (RPA; SPEC a.7).

Fields read: `problem`, `solution`, `answer`, `subject` (the domain), `level` (a flag: 5, or "Level 5"), `unique_id` (the id;
without one the place in the file). The statement is the problem with the line "Show that it is $ANSWER$." behind it. Licence:
MIT (MATH), as shipped under Apache-2.0.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    Row,
    leave_out,
    problem,
    read_rows,
    slug,
)
from pytest_faithform.cases.adapters.fields import each, refuse, term, whole, words
from pytest_faithform.model import Task

__all__ = ["ADAPTER", "statement"]


def statement(question: str, answer: str) -> str:
    """The question as a statement: with the clause that tells its answer, unless the answer is empty."""
    if not answer:
        return question.strip()
    shown = answer if answer.startswith("$") and answer.endswith("$") else f"${answer}$"
    return f"{question.strip()}\nShow that it is {shown}."


def read(file: str, options: Options) -> Iterator[Imported]:
    task = options.task or "proof"
    numbers = itertools.count()
    return each(read_rows(Path(file), options), options, lambda row: _problem(row, next(numbers), task))


def _problem(row: Row, number: int, task: Task) -> Iterator[Imported]:
    unique = term(row, "unique_id", otherwise="")
    name = re.sub(r"[/-]", "_", unique.rsplit(".", 1)[0]) if unique else f"math500_{number:04d}"
    question, answer = words(row, "problem"), words(row, "answer").strip()
    solution = words(row, "solution") if task == "proof" else ""
    if not question.strip():
        yield leave_out(row, name, "no problem")
    elif task == "proof" and not solution.strip():
        yield leave_out(row, name, "no solution")
    else:
        yield problem(
            row,
            id=slug(name),
            dataset="math-500",
            domain=slug(term(row, "subject", otherwise="mathematics")),
            task=task,
            group=slug(name),
            informal_statement=statement(question, answer),
            informal_proof=solution,
            flags=_level(row),
        )


def _level(row: Row) -> tuple[str, ...]:
    told = row.value.get("level")
    if told is None or told == "":
        return ()
    if isinstance(told, str) and (numbered := re.fullmatch(r"Level ([0-9]+)", told.strip())):
        return (f"level-{numbered[1]}",)
    level = whole(row, "level", "a whole number")
    if level < 0:
        raise refuse("level", told, "0 or more")
    return (f"level-{level}",)


ADAPTER = Adapter("math500", "MATH-500", "MIT", read, tasks=("proof", "statement"))
