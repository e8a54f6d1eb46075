"""The papers' figures, from the rows of a run: what stands in each line, and between which ends. Drawn by `svg`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.correctness import CORRECTNESS
from pytest_faithform.metrics.factorial import Effect
from pytest_faithform.metrics.faithfulness import LOCAL_EDITS
from pytest_faithform.metrics.validity import CONTINGENCY
from pytest_faithform.reports.tables import cell, points

__all__ = ["Figure", "Line", "Part", "figures"]

_REGIONS = ("statement", "proof")
_RATES = ("FNR", "FPR", "AFFR", "UFLB", "UFUB")
_GAP = ("compile", "accepted", "gap", "accepted|compile")
_ROUND = 0.1

_Table = Mapping[tuple[str, str], MetricRow]


@dataclass(frozen=True)
class Part:
    """A part of a whole: from where the one before it ends to `end`, with that end's interval."""

    name: str
    end: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Line:
    """One line of a figure: a value with its interval, or a whole in `parts`. `said` is the same in words."""

    label: str
    said: str
    n: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    series: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Figure:
    """`reach` is the end of the axis: 1 for shares from 0 on, less for differences to both sides of 0."""

    title: str
    note: str
    lines: tuple[Line, ...]
    differences: bool = False

    @property
    def reach(self) -> float:
        if not self.differences:
            return 1.0
        ends = [abs(end) for line in self.lines for end in (line.value, line.low, line.high) if end is not None]
        return _ROUND * max(1, -int(-max(ends, default=0.0) / _ROUND // 1))

    @property
    def ticks(self) -> list[str]:
        if self.differences:
            return [f"{100 * self.reach * side:+g}" if side else "0" for side in (-1, -0.5, 0, 0.5, 1)]
        return ["0", "0.25", "0.5", "0.75", "1"]

    @property
    def legend(self) -> list[str]:
        names = [line.series for line in self.lines] + [part.name for line in self.lines for part in line.parts]
        return [name for name in dict.fromkeys(names) if name]


def figures(rows: Sequence[MetricRow], factorial: Mapping[str, Sequence[Effect]] | None = None) -> list[Figure]:
    """The figures that these rows allow, in the order of the suites. `factorial` maps a rate to its effects in points."""
    table = {(row.slice, row.metric): row for row in rows}
    made = [*_edits(table), *_correctness(table), *_steps(table), *_gap(table), *_effects(factorial or {})]
    return [figure for figure in made if figure.lines]


def _edits(table: _Table) -> Iterator[Figure]:
    rates, shares = [], []
    for kind in LOCAL_EDITS:
        for region in _REGIONS:
            where = f"{kind},{region}"
            if (where, "FR") not in table:
                continue
            metric = "FR_attempted" if (where, "FR_attempted") in table else "FR"
            row = table[where, metric]
            label = _words(kind) + (" (attempted)" if metric != "FR" else "")
            rates.append(_line(label, row, series=region))
            shares.append(_whole(f"{_words(kind)}, {region}", table, where))
    yield Figure(
        "Faithful edits: FR by kind and region",
        "Of the settled edits, those that the Lean reflects. Deleted steps: without whole proofs that are a placeholder.",
        tuple(rates),
    )
    yield Figure(
        "Faithful, reverted, unclear",
        "Of all edits; the marks are the intervals of what is faithful, and of what is settled.",
        tuple(shares),
    )


def _whole(label: str, table: _Table, where: str) -> Line:
    faithful, settled = table[where, "FR_all"], table[where, "settled"]
    ends = [faithful.value or 0.0, settled.value or 0.0]
    shares = (ends[0], ends[1] - ends[0], 1 - ends[1])
    parts = (
        Part("faithful", ends[0], faithful.low, faithful.high),
        Part("reverted", ends[1], settled.low, settled.high),
        Part("unclear", 1.0, None, None),
    )
    return Line(label, " / ".join(f"{share:.2f}" for share in shares), settled.n, parts=parts)


def _correctness(table: _Table) -> Iterator[Figure]:
    styled = [
        where for where, metric in table if metric == "TC" and where.startswith("paraphrase,") and "=" not in where
    ]
    measured = [name for name in reversed(CORRECTNESS) if ("original", name) in table]
    if not styled or not measured:
        return
    # Where styles were compared, that which was measured of most inputs.
    compared = [metric.removesuffix(".from_original") for _, metric in table if metric.endswith(".from_original")]
    name = next(name for name in [*compared, *measured] if ("original", name) in table)
    lines = [("original", table["original", name])]
    lines += [(where.partition(",")[2], table[where, name]) for where in styled if (where, name) in table]
    yield Figure(
        f"{name} by style", "The originals first, then their paraphrases.", tuple(_line(*line) for line in lines)
    )
    metric = f"{name}.from_original"
    changes = [(where.partition(",")[2], table[where, metric]) for where in styled if (where, metric) in table]
    yield Figure(
        f"{name}: change against the original",
        "In percentage points, paired by problem.",
        tuple(_change(label, row) for label, row in changes),
        differences=True,
    )


def _steps(table: _Table) -> Iterator[Figure]:
    for where in [where for where, metric in table if metric == "Sycophancy" and "=" not in where]:
        cells = [table[where, name] for name in (*CONTINGENCY.values(), "Inconclusive")]
        yield Figure(
            "Valid and invalidated steps: contingency",
            "Of all pairs. Faithfulness: the valid step is proved and the invalidated one refuted.",
            tuple(_line(row.metric, row) for row in cells),
        )
        yield Figure(
            "Reasoning steps: rates",
            "FNR and FPR of pairs; AFFR, and the bounds UFLB and UFUB, of inputs. Less is better.",
            tuple(_line(name, table[where, name]) for name in _RATES if (where, name) in table),
        )


def _gap(table: _Table) -> Iterator[Figure]:
    for where in [where for where, metric in table if metric == "gap" and "=" not in where]:
        yield Figure(
            f"Compiles, but is not accepted: {where}",
            "accepted: compiles, and both judges of the criterion grade it at least 9 of 10; gap: compile − accepted.",
            tuple(_line(name, table[where, name]) for name in _GAP if (where, name) in table),
        )


def _effects(factorial: Mapping[str, Sequence[Effect]]) -> Iterator[Figure]:
    for metric, found in factorial.items():
        lines = []
        for effect in found:
            value, low, high = (end / 100 for end in (effect.value, effect.low, effect.high))
            lines.append(Line(effect.name, points(value, low, high), 0, value, low, high))
        yield Figure(
            f"Effects of the tools on {metric}",
            "T: drafting by a translator, F: feedback of Lean, S: search; FxS: interaction; S|F=0: where F is off.",
            tuple(lines),
            differences=True,
        )


def _line(label: str, row: MetricRow, series: str = "") -> Line:
    return Line(label, cell(row), row.n, row.value, row.low, row.high, series)


def _change(label: str, row: MetricRow) -> Line:
    return Line(label, points(row.value, row.low, row.high), row.n, row.value, row.low, row.high)


def _words(kind: str) -> str:
    return kind.replace("_", " ")
