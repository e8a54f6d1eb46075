"""`--compat`: a run's numbers under a paper's own code. What the records alone do not decide is judged again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_faithform.cases.files import CaseFileError, read_records
from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.lean.source import parse_reached
from pytest_faithform.metrics.compat import COMPAT, Difference, differences, lines
from pytest_faithform.model import Record
from pytest_faithform.runlog import latest

__all__ = ["compat_lines", "run_compat"]


def run_compat(name: str, folder: str) -> int:
    """Exit status: 0 done, 3 the folder holds no run that can be read."""
    path = Path(folder) / "records.jsonl"
    try:
        records = latest(read_records(path, growing=True))
    except (OSError, CaseFileError) as error:
        print(f"{folder} is no run that can be read: {error}", file=sys.stderr)
        return 3
    print("\n".join(compat_lines(records, name)))
    return 0


def compat_lines(records: Sequence[Record], name: str) -> list[str]:
    """The table of differences as lines of text. Raises ValueError for a name that is no compatibility."""
    found = differences(records, name)
    if COMPAT[name] == "rpa":
        found += _first_theorem(records)
    return lines(found)


def _first_theorem(records: Sequence[Record]) -> list[Difference]:
    """FR of number and symbol edits by the deterministic judge, of the whole output and of what stands up to the end of its
    first theorem: the released judge is shown the first one."""
    found = []
    for kind in ("number_edit", "symbol_edit"):
        ours, theirs, several = [], [], 0
        for record in records:
            if record.case.kind == kind and record.formalization is not None:
                lean = record.formalization.lean
                theorems = [decl for decl in parse_reached(lean).decls if decl.is_theorem or decl.keyword == "example"]
                ours.append(judge_edit(record.case, lean).label)
                cut = lean[: theorems[0].end] if len(theorems) > 1 else lean
                several += len(theorems) > 1
                theirs.append(judge_edit(record.case, cut).label if len(theorems) > 1 else ours[-1])
        if several:
            choice = f"the first theorem is judged, not the last ({several} outputs have several; deterministic judge)"
            found.append(Difference("FR", kind, _rate(ours), _rate(theirs), choice))
    return found


def _rate(labels: Sequence[str]) -> tuple[int, int]:
    return labels.count("faithful"), labels.count("faithful") + labels.count("reverted")
