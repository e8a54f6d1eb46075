"""A case for people to look at: original and edited, what changed highlighted."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pytest_faithform.model import Case, InvalidStep, Paraphrase, Region, StepDeletion, printable
from pytest_faithform.perturb.audit import audit, gap

__all__ = ["show"]

_OLD, _NEW = "bold red", "bold green"


def show(case: Case, console: Console) -> None:
    """Print the case. Without colours what changed stands in [- -] and {+ +}."""
    edit = case.perturbation
    told = {"region": case.region, "family": case.family, "style": case.style}
    what = ", ".join([case.kind, *(f"{name} {value}" for name, value in told.items() if value)])
    console.print(Text(f"{case.id}", style="bold"), Text(f"  {what}"))
    if isinstance(edit, StepDeletion):
        reappears = (
            "; the deleted reasoning stands elsewhere in the proof too" if edit.reasoning_reappears_elsewhere else ""
        )
        console.print(Text(f"tier {edit.tier}{', the last step' if edit.is_last else ''}{reappears}", style="dim"))
    if isinstance(edit, InvalidStep):
        console.print(Text(f"method {edit.method}, pairs with {edit.pairs_with}", style="dim"))
    for parent in case.problem.context:
        console.print(Text("context  ", style="dim"), Text(_line(parent)), sep="")
    regions: tuple[Region, ...] = ("statement", "proof")
    for region in regions:
        _show_region(case, region, console)
    for wrong in audit(case):
        console.print(Text(f"audit: {wrong}", style=_OLD))
    console.print()


def _show_region(case: Case, region: Region, console: Console) -> None:
    before, after = case.original_text(region), case.edited_text(region)
    if not before and not after:
        return
    if before == after:
        console.print(Text(f"{region}\n", style="dim"), Text(printable(before, len(before) + 1)), sep="")
        return
    if isinstance(case.perturbation, Paraphrase):
        console.print(Text(f"{region}, original\n", style="dim"), Text(printable(before, len(before) + 1)), sep="")
        console.print(Text(f"{region}, paraphrase\n", style="dim"), Text(printable(after, len(after) + 1)), sep="")
        return
    console.print(Text(f"{region}\n", style="dim"), _changed(case, region, console.is_terminal), sep="")


def _changed(case: Case, region: Region, colours: bool) -> Text:
    before, after = case.original_text(region), case.edited_text(region)
    span = getattr(case.perturbation, "span", None)
    if span is not None:
        prefix, suffix = span.start, len(before) - span.end
    else:
        change = gap(before, after)
        prefix, suffix = change.prefix, change.suffix
    old, new = before[prefix : len(before) - suffix], after[prefix : len(after) - suffix]
    marks = ("", "") if colours else ("[-", "-]")
    plus = ("", "") if colours else ("{+", "+}")
    text = Text(printable(before[:prefix], prefix + 1))
    text.append(f"{marks[0]}{printable(old, len(old) + 1)}{marks[1]}", style=f"{_OLD} strike")
    text.append(f"{plus[0]}{printable(new, len(new) + 1)}{plus[1]}", style=_NEW)
    text.append(printable(before[len(before) - suffix :], suffix + 1))
    return text


def _line(text: str) -> str:
    return printable(" ".join(text.split()), 400)
