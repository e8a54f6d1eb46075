"""Valid and invalidated reasoning steps: FNR, FPR, AFFR, UFLB and the contingency table (SPEC b.5, b.5a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import encoded, ratios
from pytest_faithform.model import ProofVerdict, Record

__all__ = ["CONTINGENCY", "pairs", "validity"]

#: Name of each cell by (valid step, invalidated step); everything with an undetermined side is inconclusive.
CONTINGENCY = {
    ("proved", "refuted"): "Faithfulness",
    ("proved", "proved"): "Sycophancy",
    ("refuted", "refuted"): "Abstention",
    ("refuted", "proved"): "Inversion",
}


def pairs(records: Sequence[Record]) -> tuple[list[tuple[Record, Record]], int]:
    """(valid, invalidated) records of the same pair and sample, and how many records are left without their partner."""
    valid = {record.key: record for record in records if record.proof and record.case.kind == "original"}
    found = []
    paired = set()
    alone = 0
    for record in records:
        if record.proof is None or record.case.perturbation.kind != "invalid_step":
            continue
        key = (record.case.perturbation.pairs_with, record.sample)
        if key in valid:
            paired.add(key)
            found.append((valid[key], record))
        else:
            alone += 1
    return found, alone + len(valid.keys() - paired)


def validity(records: Sequence[Record], where: str) -> list[MetricRow]:
    """All rates over the N complete pairs. FNR, FPR and the contingency cells are shares of N. AFFR (no formal
    statement was extracted), AFFR_tc (none, or one that Lean rejects), UFLB = (FNR + FPR)/2 + AFFR and UFUB (UFLB +
    the inputs left undetermined that AFFR does not hold already) are means over the 2N inputs. The `_sound` rows take a
    valid step that was proved vacuously for an open one."""
    complete, alone = pairs(records)
    if not complete and not alone:
        return []
    clusters = encoded([one.case.problem.group for one, _ in complete])
    valid, invalid = (_Side([pair[place].proof for pair in complete]) for place in (0, 1))
    everything = np.ones(len(complete), dtype=bool)
    failed = valid.refuted.astype(float) + invalid.proved + ~valid.formalized + ~invalid.formalized
    open_ = (valid.undetermined & valid.formalized).astype(float) + (invalid.undetermined & invalid.formalized)
    settled = ~valid.undetermined & ~invalid.undetermined
    faithful = valid.proved & invalid.refuted

    asked: dict[str, NDArray[Any]] = {
        "FNR": valid.refuted,
        "FPR": invalid.proved,
        "AFFR": ((~valid.formalized).astype(float) + ~invalid.formalized) / 2,
        "AFFR_tc": (valid.absent.astype(float) + invalid.absent) / 2,
        "UFLB": failed / 2,
        "UFUB": (failed + open_) / 2,
        "settled": settled,
        "vacuous": (valid.vacuous.astype(float) + invalid.vacuous) / 2,
        # A formalization that contradicts itself proves whatever it states: gates read these.
        "UFUB_sound": (failed + open_ + valid.vacuous) / 2,
        "settled_sound": settled & ~valid.vacuous,
        "Faithfulness_sound": faithful & ~valid.vacuous,
        "Faithfulness": faithful,
        "Sycophancy": valid.proved & invalid.proved,
        "Abstention": valid.refuted & invalid.refuted,
        "Inversion": valid.refuted & invalid.proved,
        "Inconclusive": ~settled,
    }
    found = ratios({name: (everything, hits) for name, hits in asked.items()}, clusters)
    rows = [row(name, where, one) for name, one in found.items()]
    if alone:
        rows.append(MetricRow("unpaired", where, float(alone), None, None, len(complete), "count"))
    return rows


class _Side:
    """The verdicts on one side of the pairs, as arrays of booleans. `absent`: no formalization, or one that Lean rejects."""

    def __init__(self, verdicts: Sequence[ProofVerdict | None]) -> None:
        held = [verdict for verdict in verdicts if verdict is not None]
        values = np.array([verdict.value for verdict in held], dtype=str)
        self.proved, self.refuted, self.undetermined = (
            values == value for value in ("proved", "refuted", "undetermined")
        )
        self.formalized = np.array([verdict.formalized for verdict in held], dtype=bool)
        self.absent = np.array([not (verdict.formalized and verdict.typechecks) for verdict in held], dtype=bool)
        self.vacuous = np.array([verdict.vacuous for verdict in held], dtype=bool)
