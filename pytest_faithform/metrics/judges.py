"""What judges of local edits make of each other's verdicts and how far their replies hold (SPEC b.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.agreement import kappa
from pytest_faithform.metrics.faithfulness import row
from pytest_faithform.metrics.intervals import share
from pytest_faithform.model import EditVerdict, Record

__all__ = ["DETERMINISTIC", "REVIEWED", "edit_judges", "judge_names", "reviews"]

DETERMINISTIC = "deterministic"
#: What a review may come to.
REVIEWED = ("T", "J", "B", "J/B", "undecided")


def judge_names(records: Sequence[Record]) -> list[str]:
    """The judges that gave a verdict of their own beside the deterministic one, in the order in which they first appear."""
    return [name for name in dict.fromkeys(name for one in records for name in _verdicts(one)) if name != DETERMINISTIC]


def edit_judges(records: Sequence[Record], where: str) -> list[MetricRow]:
    """For each judge beside the deterministic one, named behind the dot: `agreement`, the share of outputs on which both give
    the same of the three labels; `kappa` of the labels; `contradiction`, the share on which one says faithful and the other
    reverted; and of the judge's own checks `evidence` and `consistent`, the share of the checked replies that pass. `records`
    are judged local edits."""
    rows: list[MetricRow] = []
    for judge in judge_names(records):
        pairs = []
        for record in records:
            verdicts = _verdicts(record)
            if judge in verdicts and DETERMINISTIC in verdicts:
                pairs.append((record.case.problem.group, verdicts[judge], verdicts[DETERMINISTIC]))
        groups = [group for group, _, _ in pairs]
        if pairs:
            rows.append(row(f"agreement.{judge}", where, share([a.label == b.label for _, a, b in pairs], groups)))
            found = kappa([a.label for _, a, _ in pairs], [b.label for _, _, b in pairs])
            rows.append(MetricRow(f"kappa.{judge}", where, found, None, None, len(pairs), "kappa"))
            contradicting = [{a.label, b.label} == {"faithful", "reverted"} for _, a, b in pairs]
            rows.append(row(f"contradiction.{judge}", where, share(contradicting, groups)))
        for check in ("evidence", "consistent"):
            rows += _passed(records, where, judge, check)
    return rows


def _passed(records: Sequence[Record], where: str, judge: str, check: str) -> list[MetricRow]:
    checked = [
        (record.case.problem.group, verdict.checks[check])
        for record in records
        if (verdict := _verdicts(record).get(judge)) is not None and check in verdict.checks
    ]
    if not checked:
        return []
    return [row(f"{check}.{judge}", where, share([passed for _, passed in checked], [group for group, _ in checked]))]


def _verdicts(record: Record) -> dict[str, EditVerdict]:
    """Each judge's own verdict: the deciding one, unless it is made of several, and the opinions."""
    given = [*record.opinions, *([record.edit] if record.edit is not None else [])]
    return {verdict.judge: verdict for verdict in given if " + " not in verdict.judge}


def reviews(records: Sequence[Record], where: str) -> list[MetricRow]:
    """Of the reviewed rejections (SPEC f): `review.T`, `review.J`, …, the share of each class; `review.either_T`, the share
    of which stage one or stage two said T. No rows where nothing was reviewed."""
    found = [(one.case.problem.group, one.review) for one in records if one.review is not None]
    if not found:
        return []
    groups = [group for group, _ in found]
    rows = [
        row(f"review.{label}", where, share([review.label == label for _, review in found], groups))
        for label in REVIEWED
    ]
    return [*rows, row("review.either_T", where, share([review.either_t for _, review in found], groups))]
