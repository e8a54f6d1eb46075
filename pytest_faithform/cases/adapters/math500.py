"""MATH-500: competition problems with solutions and answers, made into statements to prove (RPA; SPEC a.7).

Fields read: `problem`, `solution`, `answer`, `subject` (the domain), `level` (a flag), `unique_id` (the id; without one the
place in the file). The statement is the problem with the line "Show that it is $ANSWER$." behind it. Licence: MIT (MATH),
as shipped under Apache-2.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    leave_out,
    problem,
    read_rows,
    slug,
    text,
)

__all__ = ["ADAPTER", "statement"]


def statement(question: str, answer: str) -> str:
    """The question as a statement: with the clause that tells its answer, unless the answer is empty."""
    if not answer:
        return question.strip()
    shown = answer if answer.startswith("$") and answer.endswith("$") else f"${answer}$"
    return f"{question.strip()}\nShow that it is {shown}."


def read(file: str, options: Options) -> Iterator[Imported]:
    task = options.task or "proof"
    for number, row in enumerate(read_rows(Path(file), options)):
        unique = text(row, "unique_id")
        name = re.sub(r"[/-]", "_", unique.rsplit(".", 1)[0]) if unique else f"math500_{number:04d}"
        if not text(row, "problem").strip():
            yield leave_out(row, name, "no problem")
            continue
        if task == "proof" and not text(row, "solution").strip():
            yield leave_out(row, name, "no solution")
            continue
        level = row.value.get("level")
        yield problem(
            row,
            id=slug(name),
            dataset="math-500",
            domain=slug(text(row, "subject") or "mathematics"),
            task=task,
            group=slug(name),
            informal_statement=statement(text(row, "problem"), text(row, "answer").strip()),
            informal_proof=text(row, "solution") if task == "proof" else "",
            flags=(f"level-{level}",) if isinstance(level, int) else (),
        )


ADAPTER = Adapter("math500", "MATH-500", "MIT", read, tasks=("proof", "statement"))
