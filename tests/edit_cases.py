"""Cases for the edit judge, written as texts with the edited token in `[[…]]`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.model import Case, NumberEdit, Problem, Region, Span, StepDeletion, SymbolEdit

OPERATORS = frozenset(["+", "-", r"\cdot", r"\times", r"\div", "·", "×", "÷"])


def problem(statement: str, proof: str, formal: str | None = None) -> Problem:
    return Problem(
        id="p",
        dataset="tests",
        domain="tests",
        task="proof",
        group="p",
        informal_statement=statement,
        informal_proof=proof,
        formal_statement=formal,
    )


def edited(statement: str, proof: str, new: str, formal: str | None = None) -> Case:
    """A number or symbol edit: `[[old]]` stands in the statement or in the proof."""
    region: Region = "statement" if "[[" in statement else "proof"
    marked = statement if region == "statement" else proof
    start, end = marked.index("[["), marked.index("]]") - 2
    text = marked.replace("[[", "").replace("]]", "")
    old, span = text[start:end], Span(start=start, end=end)
    changed = text[:start] + new + text[end:]
    edit: NumberEdit | SymbolEdit
    if old[-1].isdigit() or old.endswith("%"):
        edit = NumberEdit(region=region, span=span, old=old, new=new)
    else:
        family = "operator" if old.strip() in OPERATORS else "relation"
        edit = SymbolEdit(region=region, span=span, old=old, new=new, family=family)
    before = (text, proof) if region == "statement" else (statement, text)
    after = (changed, proof) if region == "statement" else (statement, changed)
    return Case(
        id="c",
        problem=problem(*before, formal),
        perturbation=edit,
        informal_statement=after[0],
        informal_proof=after[1],
    )


def deleted(
    statement: str, proof: str, claim_lean: str | None = None, formal: str | None = None, *, again: bool = False
) -> Case:
    """A step deletion: the proof holds `[[reasoning||outcome]]`."""
    start, end = proof.index("[["), proof.index("]]")
    reasoning, outcome = proof[start + 2 : end].split("||")
    whole = reasoning + outcome
    before, after = proof[:start], proof[end + 2 :]
    edit = StepDeletion(
        span=Span(start=start, end=start + len(whole)),
        reasoning=reasoning.strip(),
        outcome=outcome,
        is_last=not after.strip(),
        tier="gold",
        claim_lean=claim_lean,
        reasoning_reappears_elsewhere=again,
    )
    return Case(
        id="c",
        problem=problem(statement, before + whole + after, formal),
        perturbation=edit,
        informal_statement=statement,
        informal_proof=before + outcome + after,
    )


@dataclass(frozen=True)
class Output:
    """One text for a case, with the labels that are right: first a reader's, then what a judge may say instead."""

    case: Case
    lean: str
    labels: tuple[str, ...]
    name: str


def outputs(file: Path, starter: dict[str, Case]) -> list[Output]:
    """The labelled outputs of a file (`=== case`, its fields, then `--- LABEL|LABEL: name` and the Lean)."""
    found = []
    for block in file.read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, *rest = block.split("\n--- ")
        title, *fields = head.split("\n")
        case = _case(dict(field.split(": ", 1) for field in fields if field), starter)
        for text in rest:
            heading, lean = text.split("\n", 1)
            labels, name = heading.split(": ", 1)
            found.append(Output(case, lean, tuple(labels.split("|")), f"{title}: {name}"))
    return found


def _case(fields: dict[str, str], starter: dict[str, Case]) -> Case:
    if "case" in fields:
        return starter[fields["case"]]
    if "new" in fields:
        return edited(fields["statement"], fields["proof"], fields["new"])
    return deleted(fields["statement"], fields["proof"], fields.get("claim"))
