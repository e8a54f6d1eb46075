"""Tables of the terminal for metrics that only some runs have: what styles do, the gap of graded statements, ProofScore."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pytest_faithform.metrics import MetricRow

__all__ = ["further_tables"]

Table = Mapping[tuple[str, str], MetricRow]
Cell = Callable[[MetricRow | None], str]

_STYLES = ("range", "range_null", "range_excess", "range_p", "within", "across")
_GAP = ("compile", "accepted", "gap", "accepted|compile")
_PROOFS = ("steps_formalized", "steps_proved", "proof_score", "complete")


def further_tables(table: Table, cell: Cell) -> list[tuple[list[str], list[list[str]]]]:
    """Heads and bodies, none for what was not measured. `table` holds rows by slice and metric."""
    return [made for made in (_styles(table, cell), _gap(table, cell), _proofs(table, cell)) if made[1]]


def _styles(table: Table, cell: Cell) -> tuple[list[str], list[list[str]]]:
    names = [metric.removesuffix(".range") for where, metric in table if metric.endswith(".range") and not where]
    body = [
        [name, *(cell(table.get(("", f"{name}.{what}"))) for what in _STYLES), str(table["", f"{name}.range"].n)]
        for name in names
    ]
    return ["over styles", "range", "by chance", "excess", "p", "within", "across", "problems"], body


def _gap(table: Table, cell: Cell) -> tuple[list[str], list[list[str]]]:
    slices = [where for where, metric in table if metric == "gap" and "=" not in where]
    body = [[where, *(cell(table.get((where, name))) for name in _GAP), str(table[where, "gap"].n)] for where in slices]
    return ["graded statements", *_GAP, "n"], body


def _proofs(table: Table, cell: Cell) -> tuple[list[str], list[list[str]]]:
    slices = [where for where, metric in table if metric == "steps_formalized"]
    body = [
        [where, *(cell(table.get((where, name))) for name in _PROOFS), str(table[where, "steps_formalized"].n)]
        for where in slices
    ]
    return ["steps of pipelines", "formalized", "proved", "ProofScore", "complete", "n"], body
