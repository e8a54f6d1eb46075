"""Correctness of originals, paraphrases and statements: TC, StmtSC, ProofSC and their conjunction (SPEC b.1, b.5a)."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import share
from pytest_faithform.model import Correctness, Record

__all__ = ["CORRECTNESS", "correctness"]

#: The metrics of correctness in the order of a table's columns.
CORRECTNESS = ("TC", "StmtSC", "ProofSC", "TC∧StmtSC", "TC∧ProofSC", "FullyCorrect")
_PARTS = CORRECTNESS[:3]


def correctness(records: Sequence[Record], where: str) -> list[MetricRow]:
    """The share of "yes" for each part and for conjunctions of parts, each over the inputs for which all of its parts were
    measured (`n` counts them), and the share of inputs for which what was measured is settled.

    FullyCorrect stands only where all three parts were measured for every input; elsewhere TC∧StmtSC and TC∧ProofSC do,
    each under its own name. What was measured nowhere gives no row.
    """
    judged = [(record, record.correctness) for record in records if record.correctness is not None]
    if not judged:
        return []
    complete = all(len(found.measured) == len(_PARTS) for _, found in judged)
    conjunctions = [("FullyCorrect", _PARTS)] if complete else [("TC∧StmtSC", _PARTS[:2]), ("TC∧ProofSC", _PARTS[::2])]
    rows = []
    for name, parts in [*((part, (part,)) for part in _PARTS), *conjunctions]:
        covered = [(record, found) for record, found in judged if found.measured.keys() >= set(parts)]
        if covered:
            rows.append(row(name, where, share([_holds(found, parts) for _, found in covered], _clusters(covered))))
    settled = [found.value in ("yes", "no") for _, found in judged]
    rows.append(row("settled", where, share(settled, _clusters(judged))))
    return rows


def _holds(found: Correctness, parts: Sequence[str]) -> bool:
    return all(found.parts[part].value == "yes" for part in parts)


def _clusters(judged: Sequence[tuple[Record, Correctness]]) -> list[str]:
    return [record.case.problem.group for record, _ in judged]
