"""What the deterministic edit judge says of the outputs labelled by hand, as a confusion table per kind and region.

The labels were written before the judge was run on their outputs. `label` is what a reader says; of some outputs the labeller
admitted a second answer (a value in another form, one more change beside the edit), which the table shows and the bar counts
apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from edit_cases import outputs
from test_judge_real_outputs import DATA, places
from test_judge_styles import FILES, starter

from pytest_faithform.judges.edits import judge_edit

FRESH = Path(__file__).parent / "data" / "judge_fresh" / "outputs.txt"
LABELS = ("faithful", "reverted", "unclear")


@dataclass(frozen=True)
class Judged:
    name: str
    source: str
    kind: str
    region: str
    label: str
    verdict: str
    admitted: bool


def judged() -> list[Judged]:
    """All labelled outputs: those of the text files, and real replies where the development data is at hand."""
    return [*_written(), *(_real() if DATA.is_file() else ())]


def fresh() -> list[Judged]:
    """Outputs of a reader who settles what is plain to a reader, whatever SPEC c.4 lets presence decide."""
    return list(_written("fresh", [FRESH]))


def _written(source: str = "written", files: Sequence[Path] = FILES) -> Iterator[Judged]:
    for file in files:
        for one in outputs(file, starter()):
            verdict = judge_edit(one.case, one.lean).label
            region = str(one.case.region)
            yield Judged(one.name, source, one.case.kind, region, one.labels[0], verdict, verdict in one.labels)


def _real() -> Iterator[Judged]:
    for one in places():
        verdict = judge_edit(one.case, one.lean).label
        yield Judged(one.name, "real", one.case.kind, str(one.case.region), one.label, verdict, verdict == one.label)


@dataclass(frozen=True)
class Bar:
    """The numbers that the judge is held to."""

    outputs: int
    confused: int
    unclear: int
    guessed: int
    either: int
    identifiable: int
    settled: int

    def __str__(self) -> str:
        guessed = self.guessed / max(self.unclear, 1)
        settled = self.settled / max(self.identifiable, 1)
        return "; ".join(
            [
                f"{self.outputs} outputs",
                f"{self.confused} faithful taken for reverted or the other way round",
                f"{self.guessed} of {self.unclear} unclear ones labelled faithful or reverted ({guessed:.1%}), "
                f"{self.either} more where the labeller admits either",
                f"{self.settled} of {self.identifiable} identifiable ones settled ({settled:.1%})",
            ]
        )


def bar(found: Sequence[Judged]) -> Bar:
    counts = Counter((one.label, one.verdict) for one in found)
    unclear = sum(n for (label, _), n in counts.items() if label == "unclear")
    right = counts["faithful", "faithful"] + counts["reverted", "reverted"]
    confused = counts["faithful", "reverted"] + counts["reverted", "faithful"]
    settled_unclear = [one.admitted for one in found if one.label == "unclear" and one.verdict != "unclear"]
    guessed, either = settled_unclear.count(False), settled_unclear.count(True)
    return Bar(len(found), confused, unclear, guessed, either, len(found) - unclear, right + confused)


def table(found: Sequence[Judged]) -> list[str]:
    """Rows of a Markdown table: a reader's label against the judge's, per kind and region."""
    lines = ["| kind, region | a reader says | faithful | reverted | unclear |", "|---|---|---|---|---|"]
    for kind, region in sorted({(one.kind, one.region) for one in found}):
        counts = Counter((one.label, one.verdict) for one in found if (one.kind, one.region) == (kind, region))
        for label in LABELS:
            cells = " | ".join(str(counts[label, verdict]) for verdict in LABELS)
            lines.append(f"| {kind}, {region} | {label} | {cells} |")
    return lines
