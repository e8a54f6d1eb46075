"""The audit files of "Beyond Compilation" (arXiv 2606.31002 v4), read as they were released: scores only.

The folder holds them side by side, or is the release itself, where they lie in folders of their own.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.reproduce import DataError

__all__ = ["AuditedOutput", "Pair", "Release", "read_release"]

_NUMBER_OF_STATEMENTS = 227
#: The benchmark's ids lie by domain: the last number of each.
_DOMAINS = (("Algebra", 97), ("Complex Analysis", 116), ("Real Analysis", 164), ("Topology", 227))


@dataclass(frozen=True)
class AuditedOutput:
    """An output that people graded: `scores` by reviewer (None: not scored), and what the criterion says where the file
    holds it. `majority` is the released label, None where too few people scored."""

    case: str
    id: str
    scores: dict[str, float | None]
    compiles: bool
    accepted: bool
    majority: bool | None
    line: int

    @property
    def domain(self) -> str:
        return next(name for name, last in _DOMAINS if int(self.id[2:]) <= last)


@dataclass(frozen=True)
class Pair:
    """An accepted output of another configuration beside the anchor, and whether Lean certified them as equivalent."""

    anchor: str
    id: str
    same_encoding: bool
    by_exact: bool
    certified: bool


@dataclass(frozen=True)
class Release:
    """`accepted`: Reviewer 1 on accepted outputs; `rejected`: Batch A, rejected compiling outputs of the agent; `random`:
    Batch B, Aristotle's outputs on a random sample, those statements for which there is one; `leanscorer`: whether
    LeanScorer passes a case of Batch B; `flagged`: ids of statements with known defects."""

    accepted: list[AuditedOutput]
    rejected: list[AuditedOutput]
    random: list[AuditedOutput]
    pairs: list[Pair]
    leanscorer: dict[str, bool]
    flagged: frozenset[str]


def read_release(folder: Path) -> Release:
    """Raises DataError where a file or column is missing, or a value is not what the release holds there."""
    random = _Table(folder, "batch_B_aristotle_random.csv", "case_id", "id", "aristotle_output", "compiles")
    return Release(
        accepted=[
            _output(row, ("R1_grade",), compiles=True, accepted=row.flag("criterion_faithful"), majority=None)
            for row in _Table(folder, "reviewer1_accepted_outputs.csv", "id", "R1_grade", "criterion_faithful").rows
        ],
        rejected=[
            _output(row, ("R2", "R3", "R4"), compiles=True, accepted=False, majority=row.answer())
            for row in _Table(folder, "batch_A_agent_rejected.csv", "case_id", "id", "R2", "R3", "R4", _MAJORITY).rows
        ],
        random=[
            _output(
                row,
                ("R2", "R3", "R4"),
                compiles=row.flag("compiles"),
                accepted=row.flag("criterion_faithful"),
                majority=row.answer(),
            )
            for row in random.rows
            if row.flag("aristotle_output")
        ],
        pairs=[
            Pair(
                row["anchor"],
                row.id(),
                row.flag("same_normalized_encoding"),
                row.flag("certified_by_exact"),
                row.flag("certified"),
            )
            for row in _Table(folder, "beq_pairs.csv", "anchor", "id", "certified", "certified_by_exact").rows
        ],
        leanscorer={
            row["case_id"]: row.flag("leanscorer_pass")
            for row in _Table(folder, "leanscorer_batch_B.csv", "case_id", "leanscorer_pass").rows
        },
        flagged=frozenset(row.id() for row in _Table(folder, ("known_issues_ids.csv", "known_issues.csv"), "id").rows),
    )


_MAJORITY = "human_majority_faithful"


@dataclass(frozen=True)
class _Row:
    path: Path
    line: int
    values: dict[str, str]

    def __getitem__(self, column: str) -> str:
        try:
            return self.values[column]
        except KeyError:
            raise DataError(f"{self.path}, line {self.line}: there is no column {column!r}") from None

    def id(self) -> str:
        text = self["id"]
        if not (text.startswith("BC") and text[2:].isdigit() and 1 <= int(text[2:]) <= _NUMBER_OF_STATEMENTS):
            raise self._wrong("id", "BC001 to BC227")
        return text

    def flag(self, column: str) -> bool:
        if self[column] not in ("True", "False"):
            raise self._wrong(column, "True or False")
        return self[column] == "True"

    def score(self, column: str) -> float | None:
        text = self[column]
        if not text:
            return None
        try:
            score = float(text)
        except ValueError:
            score = -1.0
        if not 0 <= score <= 10:
            raise self._wrong(column, "a grade from 0 to 10, or nothing")
        return score

    def answer(self) -> bool | None:
        if self[_MAJORITY] not in ("0", "1", ""):
            raise self._wrong(_MAJORITY, "0, 1 or nothing")
        return None if not self[_MAJORITY] else self[_MAJORITY] == "1"

    def _wrong(self, column: str, allowed: str) -> DataError:
        return DataError(
            f"{self.path}, line {self.line}, column {column!r}: found {self[column]!r}; allowed: {allowed}"
        )


class _Table:
    """A CSV file with at least these columns, in the folder or in one of the release's own folders."""

    def __init__(self, folder: Path, names: str | tuple[str, ...], *columns: str) -> None:
        self.path = _find(folder, (names,) if isinstance(names, str) else names)
        try:
            with self.path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                head = reader.fieldnames or []
                self.rows = [_Row(self.path, reader.line_num, {k: v or "" for k, v in row.items()}) for row in reader]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise DataError(f"{self.path} cannot be read: {error}") from error
        missing = [column for column in columns if column not in head]
        if missing:
            raise DataError(f"{self.path}, line 1: there is no column {missing[0]!r}; columns: {', '.join(head)}")


def _find(folder: Path, names: tuple[str, ...]) -> Path:
    for place in (folder, folder / "human_audits", folder / "checks", folder / "benchmark"):
        for name in names:
            if (place / name).is_file():
                return place / name
    raise DataError(
        f"{folder}: there is no {' or '.join(names)}; give the folder that holds the audit files of the release of "
        "Beyond Compilation with --data"
    )


def _output(
    row: _Row, reviewers: tuple[str, ...], *, compiles: bool, accepted: bool, majority: bool | None
) -> AuditedOutput:
    scores = {name: row.score(name) for name in reviewers}
    return AuditedOutput(row.values.get("case_id", row["id"]), row.id(), scores, compiles, accepted, majority, row.line)
