"""What a number would be under a paper's own code, beside what it is here, so that a user sees which choice moved it.

Where a paper and its released code part, this instrument follows the paper; where code turns a failed call into a verdict,
this instrument does not. Each `Difference` names one such choice (SPEC a to d).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pytest_faithform.metrics.agreement import rate
from pytest_faithform.metrics.faithfulness import LOCAL_EDITS
from pytest_faithform.metrics.validity import pairs
from pytest_faithform.model import EditVerdict, Record

__all__ = ["COMPAT", "Difference", "differences", "lines"]

#: The formats and instruments whose definitions can be asked for, by any of their names.
COMPAT = {
    "rpa": "rpa",
    "robust-pa": "rpa",
    "bc": "bc",
    "beyond-compilation": "bc",
    "vf": "vf",
    "faithformbench": "vf",
}


@dataclass(frozen=True)
class Difference:
    """A metric here and under the other definition, as counts; `choice` says in what they differ."""

    metric: str
    slice: str
    ours: tuple[int, int]
    theirs: tuple[int, int]
    choice: str


def differences(records: Sequence[Record], name: str) -> list[Difference]:
    """Those between this instrument and the code of `rpa`, `bc` or `vf`, whether or not they move a number. `records` hold
    the errors too. Raises ValueError for another name."""
    if name not in COMPAT:
        raise ValueError(f"no definitions of {name!r}; there are: {', '.join(COMPAT)}")
    return list(_SOURCES[COMPAT[name]](records))


def lines(found: Sequence[Difference]) -> list[str]:
    """A table for the terminal, a line each."""
    if not found:
        return ["nothing of this run is defined otherwise there"]
    body = [
        (f"{one.metric} [{one.slice}]" if one.slice else one.metric, _shown(one.ours), _there(one), one.choice)
        for one in found
    ]
    widths = [max(len(text) for text in column) for column in zip(("", "here", "there", ""), *body, strict=True)]
    table = [("", "here", "there", "because there"), *body]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _there(one: Difference) -> str:
    return "the same" if one.ours == one.theirs else _shown(one.theirs)


def _shown(counts: tuple[int, int]) -> str:
    hits, n = counts
    found = rate(hits, n)
    if found.value is None or found.low is None or found.high is None:
        return "–"
    return f"{hits}/{n} = {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _rpa(records: Sequence[Record]) -> Iterator[Difference]:
    for where, held in _by_slice([record for record in records if record.case.kind in LOCAL_EDITS]):
        yield from _rpa_edits(where, held)
    for style, held in _by_style(records):
        correct = [r.correctness.value == "yes" for r in held if r.correctness]
        name = next((r.correctness.name for r in held if r.correctness), "FullyCorrect")
        choice = "what gave no output or failed otherwise counts as not correct, and so does a judge's failed call"
        yield Difference(name, style, (sum(correct), len(correct)), (sum(correct), len(held)), choice)


def _rpa_edits(where: str, records: Sequence[Record]) -> Iterator[Difference]:
    judged = [record.edit for record in records if record.edit is not None]
    failed = sum(
        record.edit is None and record.fault is not None and record.fault.where == "judge" for record in records
    )
    counts = {label: sum(edit.label == label for edit in judged) for label in ("faithful", "reverted", "unclear")}
    clear, all_, there = counts["faithful"] + counts["reverted"], len(judged), len(judged) + failed
    for metric, label in (("FR", "faithful"), ("RR", "reverted")):
        choice = "the denominator is all outputs, not the faithful and reverted ones"
        yield Difference(metric, where, (counts[label], clear), (counts[label], there), choice)
    choice = "a judge's failed call counts as other"
    yield Difference("UR", where, (counts["unclear"], all_), (counts["unclear"] + failed, there), choice)
    handled = [edit for edit in judged if edit.handling is not None and edit.judge == "reported"]
    if where == "step_deletion" and handled:
        kept, derived = (sum(_by_handling(edit) == label for edit in handled) for label in ("faithful", "reverted"))
        labels = [edit.label for edit in handled]
        scored = (labels.count("faithful"), labels.count("faithful") + labels.count("reverted"))
        choice = "the older rubric: a much simplified proof of the claim counts as faithful, not as derived"
        yield Difference("FR", where, (kept, kept + derived), scored, choice)


def _by_handling(edit: EditVerdict) -> str:
    """The paper's mapping."""
    return {"unproved": "faithful", "assumed": "faithful", "derived": "reverted"}.get(edit.handling or "", "unclear")


def _bc(records: Sequence[Record]) -> Iterator[Difference]:
    held = [r for r in records if r.correctness and r.correctness.tc.value in ("yes", "no")]
    if not held:
        return
    compiles = [record.correctness is not None and record.correctness.tc.value == "yes" for record in held]
    strict = [one and not _deprecated(record) for one, record in zip(compiles, held, strict=True)]
    choice = "a deprecation warning is a failure to compile"
    yield Difference("TC", "", (sum(compiles), len(held)), (sum(strict), len(held)), choice)
    graded = [(record, one) for record, one in zip(held, compiles, strict=True) if record.grades]
    whole = [(r, one) for r, one in graded if all(g.value is not None for g in r.grades[:2])]
    if graded:
        took = [one and all((g.value or 0) >= 9 for g in record.grades[:2]) for record, one in graded]
        known = [one and all((g.value or 0) >= 9 for g in record.grades[:2]) for record, one in whole]
        choice = "an output of which a judge's call failed counts as not accepted"
        yield Difference("accepted", "statement", (sum(known), len(known)), (sum(took), len(took)), choice)


def _deprecated(record: Record) -> bool:
    return record.lean is not None and any("deprecated" in message.text for message in record.lean.messages)


def _vf(records: Sequence[Record]) -> Iterator[Difference]:
    complete, _ = pairs(records)
    both = [(one.proof, two.proof) for one, two in complete if one.proof and two.proof]
    if not both:
        return
    n = len(both)
    refuted, proved = sum(v.value == "refuted" for v, _ in both), sum(w.value == "proved" for _, w in both)
    sides = [side for pair in both for side in pair]
    absent = sum(not side.formalized for side in sides)
    rejected = sum(side.formalized and not side.typechecks for side in sides)
    choice = "only conclusive valid steps count"
    conclusive = [v for v, _ in both if v.value != "undetermined"]
    yield Difference("FNR", "step", (refuted, n), (refuted, len(conclusive)), choice)
    choice = "only conclusive invalidated steps count"
    closed = [w for _, w in both if w.value != "undetermined"]
    yield Difference("FPR", "step", (proved, n), (proved, len(closed)), choice)
    choice = "what does not type-check is a failure to formalize too (its flags AF-FAIL and TC-FAIL together)"
    yield Difference("AFFR", "step", (absent, 2 * n), (absent + rejected, 2 * n), choice)
    true_positive = sum(w.value != "proved" for _, w in both)
    false_positive = sum(v.value != "proved" for v, _ in both)
    choice = (
        "the development code's precision and recall: whatever is not proved is called invalid (here: FPR's complement)"
    )
    yield Difference("recall of invalid steps", "step", (n - proved, n), (true_positive, n), choice)
    positives = true_positive + false_positive
    choice = "the same code's precision (here: of the refuted steps, those that were invalidated)"
    caught = sum(w.value == "refuted" for _, w in both)
    yield Difference("precision", "step", (caught, caught + refuted), (true_positive, positives), choice)


_SOURCES: dict[str, Callable[[Sequence[Record]], Iterator[Difference]]] = {"rpa": _rpa, "bc": _bc, "vf": _vf}


def _by_slice(records: Sequence[Record]) -> list[tuple[str, list[Record]]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        kind = record.case.kind
        for where in dict.fromkeys((kind, f"{kind},{record.case.region}" if kind != "step_deletion" else kind)):
            found.setdefault(where, []).append(record)
    return sorted(found.items())


def _by_style(records: Sequence[Record]) -> list[tuple[str, list[Record]]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        if record.case.kind in ("original", "paraphrase") and record.case.problem.task == "proof":
            where = f"paraphrase,{record.case.style}" if record.case.style else record.case.kind
            found.setdefault(where, []).append(record)
    return [(where, held) for where, held in sorted(found.items()) if any(record.correctness for record in held)]
