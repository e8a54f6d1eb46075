"""miniF2F with informal statements and proofs, as RobustPABench lays it out.

Fields read: `name` (the id), `informal_statement` (in a Lean docstring, which is taken off), `informal_proof`,
`formal_statement` (ends in `:= by`; becomes the reference, with `sorry`). Left out: a row whose proof is no text (the
published file has one, `NaN`), and one whose reference has no place for a proof. The domain is the part of the name that
tells the source (algebra, number-theory, amc, …).
Licence: the informal texts MIT (RobustPABench), the Lean part Apache-2.0 (miniF2F).
"""

from __future__ import annotations

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
    unwrap,
)
from pytest_faithform.cases.adapters.fields import each, is_nan, reference, term, words
from pytest_faithform.model import Task

__all__ = ["ADAPTER", "domain"]

_DOMAINS = {"mathd_algebra": "algebra", "mathd_numbertheory": "number-theory", "numbertheory": "number-theory"}


def domain(name: str) -> str:
    """The domain by the name's first part: `mathd_algebra_478` is algebra, `amc12a_2020_p7` amc."""
    for start, told in _DOMAINS.items():
        if name.startswith(start):
            return told
    first = re.match(r"[a-z]+", slug(name))
    return first[0] if first else "mathematics"


def read(file: str, options: Options) -> Iterator[Imported]:
    task = options.task or "proof"
    return each(read_rows(Path(file), options), options, lambda row: _problem(row, task))


def _problem(row: Row, task: Task) -> Iterator[Imported]:
    name = term(row, "name", "id")
    statement, _ = unwrap(words(row, "informal_statement"))
    missing = is_nan(row.value.get("informal_proof"))
    proof = words(row, "informal_proof") if task == "proof" and not missing else ""
    if not statement.strip():
        yield leave_out(row, name, "no informal statement")
    elif task == "proof" and not proof.strip():
        yield leave_out(row, name, f"no informal proof{' (found nan)' if missing else ''}")
    else:
        yield problem(
            row,
            id=slug(name),
            dataset="minif2f",
            domain=domain(name),
            task=task,
            group=slug(name),
            informal_statement=statement,
            informal_proof=proof,
            formal_statement=reference(row, "formal_statement"),
        )


ADAPTER = Adapter(
    "minif2f", "miniF2F with informal proofs", "MIT (texts), Apache-2.0 (Lean)", read, tasks=("proof", "statement")
)
