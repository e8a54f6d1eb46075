"""What a call of `faithform perturb` made and dropped, and why, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from pytest_faithform.model import Case, InvalidStep, StepDeletion
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["Tally", "write_dropped"]


class Tally:
    """Counts of made and dropped cases by kind and variant; holds no case."""

    def __init__(self) -> None:
        self.made: Counter[tuple[str, str]] = Counter()
        self.dropped: Counter[tuple[str, str]] = Counter()
        self.reasons: Counter[tuple[str, str, str]] = Counter()
        self.effect: Counter[str] = Counter()
        self.reappearing = 0

    def case(self, case: Case) -> None:
        self.made[case.kind, case.region or case.style or _method(case)] += 1
        edit = case.perturbation
        if isinstance(edit, StepDeletion) and edit.reasoning_reappears_elsewhere:
            self.reappearing += 1
        if isinstance(edit, InvalidStep):
            self.effect[_effect(case)] += 1

    def drop(self, dropped: Dropped) -> None:
        self.dropped[dropped.kind, dropped.variant] += 1
        self.reasons[dropped.kind, dropped.variant, dropped.reason] += 1

    def print(self, console: Console) -> None:
        """The table of kinds, the table of reasons, and what else a reader must know of the cases."""
        table = Table("kind", "", box=SIMPLE_HEAD)
        table.add_column("made", justify="right")
        table.add_column("dropped", justify="right")
        for kind, variant in sorted({*self.made, *self.dropped}):
            table.add_row(kind, variant, str(self.made[kind, variant]), str(self.dropped[kind, variant]))
        table.add_row("all", "", str(self.made.total()), str(self.dropped.total()))
        console.print(table)
        if self.reasons:
            why = Table("kind", "", "dropped because", box=SIMPLE_HEAD)
            why.add_column("n", justify="right")
            for (kind, variant, reason), count in sorted(self.reasons.items(), key=lambda one: (*one[0][:2], -one[1])):
                why.add_row(kind, variant, reason, str(count))
            console.print(why)
        if self.effect.total():
            ineffective = sum(n for (kind, _, why), n in self.reasons.items() if why.startswith("ineffective"))
            of = self.effect.total() + ineffective
            rated = ", ".join(
                f"{count} {name}" for name, count in sorted((self.effect + Counter(ineffective=ineffective)).items())
            )
            console.print(f"invalidated steps: {rated}, of {of}")
        if self.reappearing:
            console.print(
                f"{self.reappearing} step deletions leave their reasoning elsewhere in the proof: deriving the claim again "
                "is no reversion there (reasoning_reappears_elsewhere)"
            )


def _method(case: Case) -> str:
    edit = case.perturbation
    return edit.method if isinstance(edit, InvalidStep) else ""


def _effect(case: Case) -> str:
    edit = case.perturbation
    return (edit.effect if isinstance(edit, InvalidStep) else None) or "unrated"


def write_dropped(path: Path, dropped: Iterable[Dropped]) -> None:
    """One line for each case that was not made, tab-separated: problem, kind, region or style, reason, detail."""
    lines = ["problem\tkind\tvariant\treason\tdetail\n"]
    lines += [f"{d.problem}\t{d.kind}\t{d.variant}\t{d.reason}\t{d.detail}\n" for d in dropped]
    path.write_text("".join(lines), encoding="utf-8")
