"""Correctness of originals, paraphrases and statements: TC, StmtSC, ProofSC and their conjunction (SPEC b.1, b.5a)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import encoded, ratios
from pytest_faithform.model import Record

__all__ = ["CORRECTNESS", "correctness"]

#: The metrics of correctness in the order of a table's columns.
CORRECTNESS = ("TC", "StmtSC", "ProofSC", "TC∧StmtSC", "TC∧ProofSC", "FullyCorrect")
_PARTS = CORRECTNESS[:3]


def correctness(records: Sequence[Record], where: str) -> list[MetricRow]:
    """The share of "yes" for each part and for conjunctions of parts, each over the inputs for which all of its parts were
    measured (`n` counts them), and the share of inputs for which what was measured is settled.

    FullyCorrect stands only where all three parts were measured for every input; elsewhere TC∧StmtSC and TC∧ProofSC do,
    each under its own name. What was measured nowhere gives no row. `sorry_share` is the share of outputs with a `sorry`
    among those for which everything measured holds.
    """
    judged = [record.correctness for record in records if record.correctness is not None]
    if not judged:
        return []
    clusters = encoded([record.case.problem.group for record in records if record.correctness is not None])
    values = np.array([(found.tc.value, found.stmt_sc.value, found.proof_sc.value) for found in judged])
    measured, holds, fails = values != "not_measured", values == "yes", values == "no"
    conjunctions = [("FullyCorrect", [0, 1, 2])] if measured.all() else [("TC∧StmtSC", [0, 1]), ("TC∧ProofSC", [0, 2])]
    asked = {}
    for name, parts in [*((part, [place]) for place, part in enumerate(_PARTS)), *conjunctions]:
        covered = measured[:, parts].all(axis=1)
        if covered.any():
            asked[name] = (covered, holds[:, parts].all(axis=1))
    # "no" decides a conjunction; without one, everything that was measured must hold.
    correct = (holds | ~measured).all(axis=1) & measured.any(axis=1)
    asked["settled"] = (np.ones(len(judged), dtype=bool), fails.any(axis=1) | correct)
    sorries = np.array([bool(r.lean and r.lean.sorries) for r in records if r.correctness is not None])
    known = np.array([r.lean is not None for r in records if r.correctness is not None])
    if (correct & known).any():
        asked["sorry_share"] = (correct & known, sorries)
    return [row(name, where, found) for name, found in ratios(asked, clusters).items()]
