""" "Beyond Compilation" (arXiv 2606.31002 v4): Tables 1, 2, 4 and 17 to 22 from the released audit files, and the point
estimates of the factorial from the counts that the paper prints. What is printed stands here as it is printed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from pytest_faithform.metrics.agreement import mcnemar, rate
from pytest_faithform.metrics.factorial import CONFIGURATIONS, contrasts
from pytest_faithform.metrics.gap import THRESHOLD, audited_errors, human_majority, real_error_share
from pytest_faithform.metrics.resampling import RESAMPLES
from pytest_faithform.reproduce import Check
from pytest_faithform.reproduce.released import AuditedOutput, Pair, Release

__all__ = ["checks", "printed_counts"]

_AUDITS = "human audits (Tables 1, 2 and 17–22)"
_LEANSCORER = "criterion and LeanScorer on Batch B (Tables 1, 2 and 17–22)"
_BEQ = "certified equivalence of accepted outputs (Table 4)"
_SHARE = "share of real errors among rejections"
_FACTORIAL = "factorial, point estimates from the printed counts"

#: Accepted compiling outputs of the full agent, and what the paper's formula is given for it.
_AGENT_ACCEPTED = 131


def checks(release: Release) -> list[Check]:
    """Every number that the audit files decide."""
    return [
        *_audits(release),
        *_reviewers(release),
        *_leanscorer(release),
        *_equivalence(release),
        *_real_errors(release),
    ]


def _audits(release: Release) -> Iterator[Check]:
    graded = [output for output in release.accepted if output.scores["R1_grade"] is not None]
    strict = [output for output in graded if output.accepted]
    confirmed = [output.majority is False for output in release.rejected]
    accepted, rejected = _split(release.random)
    compiling = [output for output in release.random if output.compiles]
    failing_too = [output.majority is False for output in rejected]
    of_compiling = [output.majority is False for output in rejected if output.compiles]
    precise = [_high(output, "R1_grade") for output in strict]

    def check(quantity: str, hits: Sequence[bool], printed: str, note: str = "") -> Check:
        return Check(_AUDITS, quantity, _share(hits), printed, note)

    agreed = [_same(output) for output in release.random]
    accepted_right = [bool(output.majority) for output in accepted]
    yield check("Reviewer 1: accepted outputs graded ≥ 9", precise, "67/70 [88.1, 98.5]")
    yield check(
        "… with the two that only one judge accepts", [_high(o, "R1_grade") for o in graded], "69/72 [88.5, 98.6]"
    )
    yield check("Batch A: rejections confirmed by the majority", confirmed, "54/67 [69.6, 88.3]")
    yield check("Batch B: criterion agrees with the majority", agreed, "54/59 [81.6, 96.3]")
    yield check("Batch B: accepted outputs confirmed", accepted_right, "44/46 [85.5, 98.8]")
    yield check("Batch B: rejections confirmed", failing_too, "10/13 [49.7, 91.8]")
    yield check("Batch B: rejections of compiling outputs confirmed", of_compiling, "4/7 [25.0, 84.2]")
    yield check("Batch B: agreement on compiling outputs", [_same(o) for o in compiling], "48/53 [79.7, 95.9]")
    yield check("pooled: accepted outputs confirmed", precise + accepted_right, "111/116 [90.3, 98.1]")
    yield check("pooled: rejections of compiling outputs confirmed", confirmed + of_compiling, "58/74 [67.7, 86.2]")
    unflagged = [output.majority is False for output in release.rejected if output.id not in release.flagged]
    note = "the paper prints 45 of 55, under the rule of one judge alone; its grades are not among the audit files"
    yield Check(_AUDITS, "Batch A without flagged statements, under the criterion", _counts(unflagged), "", note)
    everyone = [[output.scores[name] for name in ("R2", "R3", "R4")] for output in accepted]
    full = [scores for scores in everyone if None not in scores]
    every = [all(score >= THRESHOLD for score in scores if score is not None) for scores in everyone]
    yield Check(_AUDITS, "Batch B, accepted: every score given ≥ 9", _counts(every), "34/46")
    yield Check(_AUDITS, "… all three given and ≥ 9", _counts([_all_high(scores) for scores in full]), "32/44")
    yield Check(_AUDITS, "… a missing score counted as a fail", _counts([_all_high(s) for s in everyone]), "32/46")
    labels = [*release.rejected, *release.random]
    ours = [human_majority(list(o.scores.values()), compiles=o.compiles) == o.majority for o in labels]
    note = "the released label of each output of both batches, from its scores"
    yield Check(_AUDITS, "majority labels that the scores give again", _counts(ours), "", note)


def _reviewers(release: Release) -> Iterator[Check]:
    for name, printed in (("R2", "67, 22"), ("R3", "67, 18"), ("R4", "62, 8")):
        scored = [output for output in release.rejected if output.scores[name] is not None]
        found = f"{len(scored)}, {sum(_high(output, name) for output in scored)}"
        yield Check(_AUDITS, f"Batch A, {name}: scored, faithful", found, printed)
    for name, printed in (("R2", "58, 36, 43"), ("R3", "59, 51, 52"), ("R4", "56, 46, 53")):
        scored = [output for output in release.random if output.scores[name] is not None]
        faithful = [output.compiles and _high(output, name) for output in scored]
        agreeing = sum(output.accepted == one for output, one in zip(scored, faithful, strict=True))
        found = f"{len(scored)}, {sum(faithful)}, {agreeing}"
        yield Check(_AUDITS, f"Batch B, {name}: scored, faithful, agrees with the criterion", found, printed)
    shares = []
    for one, other in itertools.combinations(("R2", "R3", "R4"), 2):
        both = [o for o in release.random if o.scores[one] is not None and o.scores[other] is not None]
        same = sum(not o.compiles or _high(o, one) == _high(o, other) for o in both)
        shares.append(100 * same / len(both))
    found = f"{min(shares):.1f}–{max(shares):.1f} %"
    yield Check(_AUDITS, "Batch B: agreement of two reviewers", found, "75.9–91.1 %")
    printed_domains = {"Algebra": "29, 7", "Complex Analysis": "4, 1", "Real Analysis": "17, 2", "Topology": "17, 3"}
    for domain, printed in printed_domains.items():
        held = [output for output in release.rejected if output.domain == domain]
        found = f"{len(held)}, {sum(output.majority is True for output in held)}"
        yield Check(_AUDITS, f"Batch A, {domain}: selected, faithful by majority", found, printed)


def _leanscorer(release: Release) -> Iterator[Check]:
    passes = release.leanscorer
    ours = [_same(output) for output in release.random]
    theirs = [passes[output.case] == output.majority for output in release.random]
    both = list(zip(ours, theirs, strict=True))
    accepted = [output.majority is True for output in release.random if passes[output.case]]
    rejected = [output.majority is False for output in release.random if not passes[output.case]]
    only_ours, only_theirs = both.count((True, False)), both.count((False, True))
    paired = f"{both.count((True, True))}, {only_ours}, {only_theirs}, {both.count((False, False))}"
    yield Check(_LEANSCORER, "LeanScorer agrees with the majority", _counts(theirs), "45/59")
    yield Check(_LEANSCORER, "LeanScorer: accepted outputs confirmed", _counts(accepted), "36/39")
    yield Check(_LEANSCORER, "LeanScorer: rejections confirmed", _counts(rejected), "9/20")
    yield Check(_LEANSCORER, "right: both, criterion only, LeanScorer only, neither", paired, "43, 11, 2, 3")
    yield Check(_LEANSCORER, "exact McNemar p", f"{mcnemar(only_ours, only_theirs):.4f}", "0.0225")


def _equivalence(release: Release) -> Iterator[Check]:
    reviewed = {output.id for output in release.accepted}
    blocks = [
        ("anchors that Reviewer 1 saw", [p for p in release.pairs if p.id in reviewed], _PAPER_PAIRS),
        ("the whole release", release.pairs, _RELEASE_PAIRS),
    ]
    for name, pairs, printed in blocks:
        for quantity, found in _pair_counts(pairs).items():
            if quantity in printed:
                yield Check(_BEQ, f"{name}: {quantity}", found, printed[quantity])


_PAPER_PAIRS = {
    "anchors": "40",
    "certified": "113/183",
    "by exact? alone": "105",
    "same encoding": "46/46",
    "other encoding": "67/137",
    "95 % over anchors": "[48.9, 73.3]",
}
_RELEASE_PAIRS = {
    "anchors": "42",
    "certified": "116/189",
    "by exact? alone": "108",
    "same encoding": "49/49",
    "95 % over anchors": "[48.6, 72.7]",
}


def _pair_counts(pairs: Sequence[Pair]) -> dict[str, str]:
    by_anchor: dict[str, list[bool]] = {}
    for pair in pairs:
        by_anchor.setdefault(pair.anchor, []).append(pair.certified)
    hits, sizes = (np.array([size(by_anchor[name]) for name in sorted(by_anchor)]) for size in (sum, len))
    # The paper's own drawing: one call per resample, so that its interval comes out to the digit.
    rng = np.random.default_rng(42)
    shares = []
    for _ in range(RESAMPLES):
        drawn = rng.integers(0, len(by_anchor), len(by_anchor))
        shares.append(100 * hits[drawn].sum() / sizes[drawn].sum())
    low, high = np.percentile(shares, [2.5, 97.5])
    return {
        "anchors": str(len(by_anchor)),
        "certified": _counts([pair.certified for pair in pairs]),
        "by exact? alone": str(sum(pair.by_exact for pair in pairs)),
        "same encoding": _counts([pair.certified for pair in pairs if pair.same_encoding]),
        "other encoding": _counts([pair.certified for pair in pairs if not pair.same_encoding]),
        "95 % over anchors": f"[{low:.1f}, {high:.1f}]",
    }


def _real_errors(release: Release) -> Iterator[Check]:
    graded = [o for o in release.accepted if o.accepted and o.scores["R1_grade"] is not None]
    agent = audited_errors(
        accepted=_AGENT_ACCEPTED,
        precision=sum(_high(output, "R1_grade") for output in graded) / len(graded),
        rejected_unfaithful=sum(output.majority is False for output in release.rejected),
        rejected_faithful=sum(output.majority is True for output in release.rejected),
    )
    accepted, rejected = _split([output for output in release.random if output.compiles])
    slipped, right = ([output.majority is False for output in held] for held in (accepted, rejected))
    printed = ("0.3011", "0.0942", "0.0939")
    shares = (agent.unfaithful, agent.accepts, agent.rejects)
    for letter, share, one in zip("emf", shares, printed, strict=True):
        yield Check(_SHARE, f"agent, estimated: {letter}", f"{share:.4f}", one)
    yield Check(_SHARE, "agent, estimated: share of real errors", f"{real_error_share(*shares):.3f}", "0.806")
    unfaithful, compiling = sum(slipped) + sum(right), len(accepted) + len(rejected)
    faithful, rescued = compiling - unfaithful, len(right) - sum(right)
    yield Check(_SHARE, "Aristotle: e", f"{unfaithful}/{compiling}", "6/53")
    yield Check(_SHARE, "Aristotle: m", f"{sum(slipped)}/{unfaithful}", "2/6")
    yield Check(_SHARE, "Aristotle: f", f"{rescued}/{faithful}", "3/47")
    share = real_error_share(unfaithful / compiling, sum(slipped) / unfaithful, rescued / faithful)
    yield Check(_SHARE, "Aristotle: share of real errors", str(Fraction(share).limit_denominator(1000)), "4/7")
    direct = [output.majority is False for output in release.rejected]
    yield Check(_SHARE, "agent: real errors among Batch A", _counts(direct), "54/67")


def printed_counts() -> list[Check]:
    """Effects from the compiling and faithful outputs that Table 3 counts per configuration; their intervals need the
    outputs themselves."""
    found = []
    counts = {metric: {name: row[place] for name, row in _CELLS.items()} for place, metric in enumerate(_METRICS)}
    counts["gap"] = {name: counts["compile"][name] - counts["faithful"][name] for name in CONFIGURATIONS}
    for name, contrast in contrasts().items():
        for metric, printed in _EFFECTS.get(name, {}).items():
            means = {config: np.array([100 * count / 227]) for config, count in counts[metric].items()}
            ours = f"{float(contrast(means)[0]):.1f}"
            found.append(Check(_FACTORIAL, f"{name}: {metric} (points)", ours, printed))
    return found


_METRICS = ("compile", "faithful")
_CELLS = {
    "000": (54, 45),
    "001": (109, 80),
    "010": (203, 127),
    "011": (189, 132),
    "100": (65, 56),
    "101": (121, 84),
    "110": (207, 122),
    "111": (198, 131),
}


def _effect(faithful: str, compile: str | None = None, gap: str | None = None) -> dict[str, str]:
    given = {"faithful": faithful, "compile": compile, "gap": gap}
    return {name: value for name, value in given.items() if value is not None}


_EFFECTS = {
    "T": _effect("1.0", "4.0", "3.0"),
    "F": _effect("27.2", "49.3", "22.1"),
    "S": _effect("8.5", "9.7", "1.2"),
    "FxS": _effect("-10.8"),
    "FxT": _effect("-4.6"),
    "SxT": _effect("-0.7"),
    "S|F=0": _effect("13.9", "24.4", "10.6"),
    "S|F=1": _effect("3.1", "-5.1", "-8.1"),
    "T|F=0": _effect("3.3", "5.1", "1.8"),
    "T|F=1": _effect("-1.3", "2.9", "4.2"),
    "F|S=0": _effect("32.6", "64.1", "31.5"),
    "F|S=1": _effect("21.8", "34.6", "12.8"),
}


def _split(outputs: Sequence[AuditedOutput]) -> tuple[list[AuditedOutput], list[AuditedOutput]]:
    judged = [output for output in outputs if output.majority is not None]
    return [output for output in judged if output.accepted], [output for output in judged if not output.accepted]


def _same(output: AuditedOutput) -> bool:
    return output.accepted == output.majority


def _high(output: AuditedOutput, reviewer: str) -> bool:
    score = output.scores[reviewer]
    return score is not None and score >= THRESHOLD


def _all_high(scores: Sequence[float | None]) -> bool:
    return all(score is not None and score >= THRESHOLD for score in scores)


def _counts(hits: Sequence[bool]) -> str:
    return f"{sum(hits)}/{len(hits)}"


def _share(hits: Sequence[bool]) -> str:
    found = rate(sum(hits), len(hits))
    if found.low is None or found.high is None:
        return "0/0"
    return f"{found.hits}/{found.n} [{100 * found.low:.1f}, {100 * found.high:.1f}]"
