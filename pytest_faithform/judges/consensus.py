"""One verdict of several judges: what they all say (SPEC b.3: every judge must accept)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_faithform.model import EditVerdict, Grade, Judgement, Part

__all__ = ["edit_consensus", "grades_of", "part_consensus"]


def edit_consensus(verdicts: Sequence[EditVerdict]) -> EditVerdict:
    """The common label; unclear where the judges differ. Raises ValueError for no verdict."""
    if not verdicts:
        raise ValueError("no judge gave a verdict")
    first = verdicts[0]
    if len(verdicts) == 1:
        return first
    judge = " + ".join(one.judge for one in verdicts)
    told = "; ".join(f"{one.judge}: {one.label}, {one.reason}" for one in verdicts)
    if len({one.label for one in verdicts}) > 1:
        return EditVerdict(label="unclear", rule="judges-differ", reason=f"the judges differ. {told}", judge=judge)
    return first.model_copy(update={"judge": judge, "reason": told, "judgement": None})


def part_consensus(parts: Sequence[Part]) -> Part:
    """Yes only where every judge says so; any no decides, an undetermined one leaves it open. What no judge measured is not
    measured. Raises ValueError for no part."""
    if not parts:
        raise ValueError("no judge gave this part")
    measured = [part for part in parts if part.value != "not_measured"] or list(parts[:1])
    if len(measured) == 1:
        return measured[0]
    order = {"no": 0, "undetermined": 1, "yes": 2, "not_measured": 3}
    ranked = sorted(measured, key=lambda part: order[part.value])
    return Part(
        value=ranked[0].value,
        reason="; ".join(f"{part.judge or 'a judge'}: {part.value}, {part.reason}" for part in ranked),
        judge=" + ".join(part.judge or "a judge" for part in measured),
        evidence=tuple(quote for part in measured for quote in part.evidence),
        judgements=tuple(judgement for part in measured for judgement in part.judgements),
    )


def grades_of(judgements: Sequence[Judgement]) -> Iterator[Grade]:
    """The grades among the answers, each judge's numbered in their order; one without a readable grade has no value."""
    asked: dict[str, int] = {}
    for one in judgements:
        if one.question == "grade":
            repeat = asked[one.judge] = asked.get(one.judge, -1) + 1
            value = None if one.score is None else int(one.score)
            reason = str(one.answer.get("thought", "")) or one.trouble
            yield Grade(judge=one.judge, value=value, repeat=repeat, reason=reason)
