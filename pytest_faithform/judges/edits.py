"""The deterministic edit judge: does the Lean carry the edit, or did the system put the original back?

Rules: SPEC b.2 (labels), c.4 (pinned judge-free rules). It reads the Lean text only, never elaborates it, and is silent
(`unclear`) wherever the place of the edit cannot be told. Every verdict quotes the Lean with its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from pytest_faithform.judges.finding import Finding
from pytest_faithform.judges.local_edit import find
from pytest_faithform.judges.nodes import Node
from pytest_faithform.judges.place import Place
from pytest_faithform.judges.region import LeanRegion, evidence, region_of
from pytest_faithform.judges.step_deletion import judge_step_deletion
from pytest_faithform.lean.source import Source, parse_reached
from pytest_faithform.model import Case, EditVerdict, NumberEdit, StepDeletion, SymbolEdit

__all__ = ["judge_edit"]

_MAX_EVIDENCE = 3
_EXCERPT = 60


def judge_edit(case: Case, lean: str) -> EditVerdict:
    """The verdict on one output's Lean source ("" if there was none).

    Raises ValueError for a case that is no number edit, symbol edit or step deletion; never for any Lean text.
    """
    edit = case.perturbation
    if isinstance(edit, NumberEdit | SymbolEdit):
        return _local(case, edit, parse_reached(lean))
    if isinstance(edit, StepDeletion):
        return judge_step_deletion(case, edit, parse_reached(lean))
    raise ValueError(f"case {case.id}: a case of kind {case.kind!r} has no edit to judge")


def _local(case: Case, edit: NumberEdit | SymbolEdit, source: Source) -> EditVerdict:
    region = region_of(source, edit.region)
    if source.main is None:
        return _empty(edit, "no-target-region", "there is no theorem or lemma in the output")
    if not any(region.tokens):
        return _empty(edit, "no-target-region", f"the output has no {edit.region} to look into")
    if region.too_large:
        return _empty(edit, "too-large", f"the {edit.region} of the output is too large to be a formalization")
    finding, place = find(case, edit, source, region)
    shown = finding.seen[:_MAX_EVIDENCE] + finding.against[: _MAX_EVIDENCE - 1]
    if finding.rule == "not-found":
        shown = _candidates(region, place)
    return EditVerdict(
        label=finding.label,
        rule=finding.rule,
        reason=f"{_edited(case, edit, finding)}; {_carried(source, finding, edit, shown)}",
        evidence=tuple(evidence(source, node.start, node.end, edit.region) for node in shown),
    )


def _empty(edit: NumberEdit | SymbolEdit, rule: str, why: str) -> EditVerdict:
    return EditVerdict(label="unclear", rule=rule, reason=f"{edit.region}: {edit.old} → {edit.new}; {why}")


def _candidates(region: LeanRegion, place: Place) -> tuple[Node, ...]:
    values = place.new_values | place.old_values
    return tuple(Node("num", (), start, end) for value, start, end in region.numbers if abs(value) in values)[
        :_MAX_EVIDENCE
    ]


def _edited(case: Case, edit: NumberEdit | SymbolEdit, finding: Finding) -> str:
    text = case.edited_text(edit.region)
    at = edit.span.start
    start, end = (
        (finding.context.new.start, finding.context.new.end)
        if finding.context
        else (max(0, at - _EXCERPT // 2), min(len(text), at + len(edit.new) + _EXCERPT // 2))
    )
    return f"{edit.region}: {edit.old} → {edit.new} in “{_short(text[start:end])}”"


def _carried(source: Source, finding: Finding, edit: NumberEdit | SymbolEdit, shown: tuple[Node, ...]) -> str:
    first = _quoted(source, shown[0]) if shown else ""
    thing = "value" if isinstance(edit, NumberEdit) else "symbol"
    if finding.label == "faithful":
        return f"the Lean has {first} (the edited {thing})"
    if finding.label == "reverted":
        return f"the Lean has {first} (the old {thing})"
    if finding.rule == "both-values":
        against = _quoted(source, finding.against[0])
        return f"the Lean has both {first} (edited) and {against} (old)"
    if finding.rule == "third-value":
        return f"the Lean has {first} there, which is neither"
    if finding.rule == "unplaced":
        return f"the Lean has {first} more often than the input: which of them is that place cannot be told"
    if finding.rule == "renamed":
        return f"the Lean has {first}, but its statement uses these names in other roles"
    if finding.rule == "unedited-place":
        return f"the Lean has {first}, but the input says that at an unedited place too"
    near = f"; nearest: {_listed(source, shown)}" if shown else ""
    return f"the {edit.region} of the Lean does not show that place{near}"


def _listed(source: Source, nodes: Iterable[Node]) -> str:
    return ", ".join(_quoted(source, node) for node in nodes)


def _quoted(source: Source, node: Node) -> str:
    line, column = source.position(node.start)
    return f"`{_short(source.text[node.start : node.end])}` at {line}:{column}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 2 * _EXCERPT else text[: 2 * _EXCERPT - 1] + "…"
