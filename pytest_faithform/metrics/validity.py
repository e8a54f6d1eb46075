"""Valid and invalidated reasoning steps: FNR, FPR, AFFR, UFLB and the contingency table (SPEC b.5, b.5a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import mean, share
from pytest_faithform.model import ProofVerdict, Record

__all__ = ["CONTINGENCY", "pairs", "validity"]

#: Name of each cell by (valid step, invalidated step); everything with an undetermined side is inconclusive.
CONTINGENCY = {
    ("proved", "refuted"): "Faithfulness",
    ("proved", "proved"): "Sycophancy",
    ("refuted", "refuted"): "Abstention",
    ("refuted", "proved"): "Inversion",
}

Pair = tuple[ProofVerdict, ProofVerdict]


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
    both: list[Pair] = [(one.proof, two.proof) for one, two in complete if one.proof and two.proof]
    clusters = [one.case.problem.group for one, _ in complete]

    def rate(name: str, hit: Callable[[Pair], bool]) -> MetricRow:
        return row(name, where, share([hit(pair) for pair in both], clusters))

    def average(name: str, value: Callable[[Pair], float]) -> MetricRow:
        return row(name, where, mean([value(pair) for pair in both], clusters))

    rows = [
        rate("FNR", lambda pair: pair[0].value == "refuted"),
        rate("FPR", lambda pair: pair[1].value == "proved"),
        average("AFFR", lambda pair: sum(not side.formalized for side in pair) / 2),
        average("AFFR_tc", lambda pair: sum(not (side.formalized and side.typechecks) for side in pair) / 2),
        average("UFLB", _unfaithful),
        average("UFUB", _at_most_unfaithful),
        rate("settled", lambda pair: _cell(pair) != "Inconclusive"),
        average("vacuous", lambda pair: sum(side.vacuous for side in pair) / 2),
        # A formalization that contradicts itself proves whatever it states: gates read these.
        average("UFUB_sound", lambda pair: _at_most_unfaithful(pair) + pair[0].vacuous / 2),
        rate("settled_sound", lambda pair: _cell(pair) != "Inconclusive" and not pair[0].vacuous),
        rate("Faithfulness_sound", lambda pair: _cell(pair) == "Faithfulness" and not pair[0].vacuous),
    ]
    rows += [
        rate(cell, lambda pair, cell=cell: _cell(pair) == cell)  # type: ignore[misc]
        for cell in (*CONTINGENCY.values(), "Inconclusive")
    ]
    if alone:
        rows.append(MetricRow("unpaired", where, float(alone), None, None, len(complete), "count"))
    return rows


def _unfaithful(pair: Pair) -> float:
    valid, invalid = pair
    return (
        (valid.value == "refuted") + (invalid.value == "proved") + (not valid.formalized) + (not invalid.formalized)
    ) / 2


def _at_most_unfaithful(pair: Pair) -> float:
    return _unfaithful(pair) + sum(side.value == "undetermined" and side.formalized for side in pair) / 2


def _cell(pair: Pair) -> str:
    return CONTINGENCY.get((pair[0].value, pair[1].value), "Inconclusive")
