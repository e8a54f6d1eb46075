"""The audit of edits (SPEC a.5): one contiguous change, everything else byte for byte, true metadata, a way back.

It looks at the texts alone and trusts no builder, this package's own included. What it returns is meant to be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_faithform.judges.values import number_value, symbol_class
from pytest_faithform.model import Case, InvalidStep, NumberEdit, Original, Paraphrase, Region, StepDeletion, SymbolEdit
from pytest_faithform.perturb import paraphrase, step_deletion, symbol_edit

__all__ = ["Gap", "audit", "control_characters", "gap"]

# Line ends and tabs are text. A carriage return alone is none, nor a tab that eats the head of a command: both come of a
# single backslash ("\\rho", "\\theta"), as all of these may. Lone surrogates are no characters, and no reader takes them.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]|\r(?!\n)|\t(?=(?:imes|heta|au|ext|frac|riangle)(?![a-z]))"
)


@dataclass(frozen=True, slots=True)
class Gap:
    """What differs between two texts: `prefix` characters agree in front, `suffix` at the end, and do not overlap."""

    prefix: int
    suffix: int
    removed: str
    inserted: str


def gap(before: str, after: str) -> Gap:
    """The longest common prefix, then the longest common suffix of what is left, isolate one gap."""
    limit = min(len(before), len(after))
    prefix = next((i for i in range(limit) if before[i] != after[i]), limit)
    rest = limit - prefix
    suffix = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return Gap(prefix, suffix, before[prefix : len(before) - suffix], after[prefix : len(after) - suffix])


def audit(case: Case) -> list[str]:
    """Everything that is untrue about the case's edit; empty if it is sound."""
    regions: tuple[Region, ...] = ("statement", "proof")
    pairs = [(region, case.original_text(region), case.edited_text(region)) for region in regions]
    controls = [f"the {region} {text}" for region, *texts in pairs for text in control_characters(*texts)]
    return controls + _of_the_edit(case)


def control_characters(original: str, edited: str) -> list[str]:
    """What `edited` has of control characters that `original` has not; files of cases do not take them."""
    known = set(_CONTROL.findall(original))
    new = sorted({char for char in _CONTROL.findall(edited) if char not in known})
    return [f"has the control character U+{ord(char):04X} that the original does not have" for char in new]


def _of_the_edit(case: Case) -> list[str]:
    edit = case.perturbation
    if isinstance(edit, NumberEdit | SymbolEdit):
        return _other_region(case, edit.region) + _substitution(case, edit)
    if isinstance(edit, StepDeletion):
        return _other_region(case, "proof") + _deletion(case, edit)
    if isinstance(edit, Paraphrase):
        return _paraphrase(case)
    if isinstance(edit, InvalidStep):
        return _invalid_step(case, edit)
    assert isinstance(edit, Original)
    return _unchanged(case, "statement") + _unchanged(case, "proof")


def _invalid_step(case: Case, edit: InvalidStep) -> list[str]:
    before, after = case.problem.informal_statement, case.informal_statement
    if before == after or paraphrase.wording(before) == paraphrase.wording(after):
        return ["the invalidated step is the same text as the valid one"]
    if edit.old is None or edit.new is None:
        return []
    change = gap(before, after)
    # Where old and new share characters the gap is smaller than they are: try each place that could be meant.
    for start in range(max(0, change.prefix - len(edit.old)), change.prefix + 1):
        if before[start : start + len(edit.old)] == edit.old and (
            before[:start] + edit.new + before[start + len(edit.old) :] == after
        ):
            return []
    return ["the invalidated step is not the valid one with the recorded old text replaced by the new once"]


def _unchanged(case: Case, region: Region) -> list[str]:
    if case.original_text(region) == case.edited_text(region):
        return []
    return [f"the {region} is not the original's, byte for byte"]


def _other_region(case: Case, region: Region) -> list[str]:
    return _unchanged(case, "proof" if region == "statement" else "statement")


def _substitution(case: Case, edit: NumberEdit | SymbolEdit) -> list[str]:
    before, after = case.original_text(edit.region), case.edited_text(edit.region)
    start, end = edit.span.start, edit.span.end
    new_end = start + len(edit.new)
    found = []
    if before[start:end] != edit.old:
        found.append(f"the original has {before[start:end]!r} at [{start}, {end}), not the recorded {edit.old!r}")
    if after[start:new_end] != edit.new:
        found.append(f"the edit has {after[start:new_end]!r} at [{start}, {new_end}), not the recorded {edit.new!r}")
    if before[:start] != after[:start]:
        found.append("the texts differ before the edit")
    if before[end:] != after[new_end:]:
        found.append("the texts differ after the edit")
    if isinstance(edit, SymbolEdit) and symbol_edit.family(edit.old) not in (edit.family, None):
        found.append(f"{edit.old!r} is no {edit.family}")
    if before == after:
        found.append("nothing was changed")
    elif _means_the_same(edit):
        # Every answer would show the edit, and none could fail.
        found.append(f"{edit.new!r} is {edit.old!r} in another form")
    if after[:start] + edit.old + after[new_end:] != before:
        found.append("putting the old text back does not give the original")
    return found


def _means_the_same(edit: NumberEdit | SymbolEdit) -> bool:
    if isinstance(edit, NumberEdit):
        value = number_value(edit.old)
        return value is not None and value == number_value(edit.new)
    symbol = symbol_class(edit.old)
    return symbol is not None and symbol == symbol_class(edit.new)


def _deletion(case: Case, edit: StepDeletion) -> list[str]:
    before, after = case.original_text("proof"), case.edited_text("proof")
    start, end = edit.span.start, edit.span.end
    step = before[start:end]
    found = []
    if len(after) >= len(before):
        found.append("the edited proof is not shorter than the original")
    if before[:start] + edit.outcome + before[end:] != after:
        found.append("the edited proof is not the original with the step replaced by its outcome")
    change = gap(before, after)
    if len(before) - len(after) != len(change.removed) or change.inserted:
        found.append("the texts differ by more than one contiguous deletion")
    inside = step.removeprefix(edit.reasoning).removesuffix(edit.outcome)
    if not (step.startswith(edit.reasoning) and step.endswith(edit.outcome)) or inside.strip(" \t\r\n.,;:!?"):
        found.append("the recorded span is not the reasoning followed by the outcome")
    low, high = step_deletion.SHRINKAGE
    share = step_deletion.shrinkage(before, after)
    if not low <= share <= high:
        found.append(f"the edit removes {share:.1%} of the proof, allowed is {low:.1%} to {high:.0%}")
    if edit.reasoning_reappears_elsewhere != step_deletion.reappears_elsewhere(after, edit.reasoning):
        found.append("reasoning_reappears_elsewhere is not what the edited proof shows")
    return found


def _paraphrase(case: Case) -> list[str]:
    regions: tuple[Region, ...] = ("statement", "proof")
    # A statement may stay as it is where the proof is reworded, as the published rule has it.
    if all(paraphrase.wording(case.original_text(one)) == paraphrase.wording(case.edited_text(one)) for one in regions):
        return ["the paraphrase is a copy of the original but for white space, punctuation and letter case"]
    found = paraphrase.problems("statement", case.problem.informal_statement, case.informal_statement)
    if case.problem.informal_proof or case.informal_proof:
        found += paraphrase.problems("proof", case.problem.informal_proof, case.informal_proof)
    return found
