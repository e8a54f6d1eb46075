"""Correctness of originals, paraphrases and statements: TC, StmtSC, ProofSC and their conjunction (SPEC b.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import share
from pytest_faithform.model import Correctness, Record

__all__ = ["correctness"]


def correctness(records: Sequence[Record], where: str) -> list[MetricRow]:
    """The share of "yes" over all inputs for each measured part and for the conjunction under its own name, and the
    share of inputs for which the conjunction was settled. What was measured nowhere gives no row."""
    judged = [(record, record.correctness) for record in records if record.correctness is not None]
    clusters = [record.case.problem.group for record, _ in judged]
    rows = []
    for name in ("TC", "StmtSC", "ProofSC"):
        if any(found.parts[name].value != "not_measured" for _, found in judged):
            rows.append(row(name, where, share([found.parts[name].value == "yes" for _, found in judged], clusters)))
    if judged:
        name = _name([found for _, found in judged])
        if name not in {one.metric for one in rows}:
            rows.append(row(name, where, share([_all(found) for _, found in judged], clusters)))
        settled = [found.value in ("yes", "no") for _, found in judged]
        rows.append(row("settled", where, share(settled, clusters)))
    return rows


def _name(found: Sequence[Correctness]) -> str:
    """FullyCorrect only where all of it was measured on every input: a part that was measured on some inputs only would
    make the conjunction mean different things in one column."""
    return min((one.name for one in found), key=lambda name: (name == "FullyCorrect", len(name)))


def _all(found: Correctness) -> bool:
    return found.value == "yes"
