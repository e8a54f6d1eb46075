"""What rewording does to correctness, against values worked out by hand, brute force and known systems."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
import support

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.styles import styles
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import (
    Correctness,
    EditVerdict,
    LeanReply,
    Measure,
    Original,
    Paraphrase,
    Part,
    Record,
    Sorry,
)

STYLES = ("a", "b")


def record(number: int, style: str, sample: int, values: Sequence[Measure], words: int = 10) -> Record:
    problem = support.problem(id=f"p{number}", group=f"p{number}", informal_proof="word " * words)
    edit = Original() if style == "original" else Paraphrase(style=style)
    proof = problem.informal_proof if style == "original" else problem.informal_proof + style
    case = support.case(edit, f"p{number}-{style}", proof=proof, of=problem)
    tc, stmt_sc, proof_sc = (Part(value=value) for value in values)
    found = Correctness(tc=tc, stmt_sc=stmt_sc, proof_sc=proof_sc)
    return Record(case=case, sample=sample, outcome="pass", correctness=found)


def full(tc: bool, correct: bool) -> tuple[Measure, Measure, Measure]:
    return ("yes" if tc else "no", "yes", "yes" if correct else "no")


def grid(outcomes: Mapping[tuple[int, str], str], words: Mapping[int, int] | None = None) -> list[Record]:
    """Per problem and style one letter a sample: Y correct, y passes TC alone, n fails."""
    return [
        record(number, style, sample, full(letter != "n", letter == "Y"), (words or {}).get(number, 10))
        for (number, style), letters in outcomes.items()
        for sample, letter in enumerate(letters)
    ]


def table(records: Sequence[Record]) -> dict[tuple[str, str], MetricRow]:
    return {(row.metric, row.slice): row for row in styles(records)}


def test_one_sample_by_hand() -> None:
    rows = table(
        grid(
            {
                (0, "original"): "Y",
                (0, "a"): "Y",
                (0, "b"): "n",
                (1, "original"): "Y",
                (1, "a"): "y",
                (1, "b"): "n",
                (2, "original"): "n",
                (2, "a"): "Y",
                (2, "b"): "n",
                (3, "original"): "Y",
                (3, "a"): "n",
                (3, "b"): "Y",
                (4, "original"): "Y",
            }
        )
    )
    value = {key: row.value for key, row in rows.items()}
    assert value["FullyCorrect.incomplete", ""] == 1
    assert value["FullyCorrect.range", ""] == pytest.approx(3 / 4 - 1 / 4)
    assert value["FullyCorrect.from_original", "paraphrase,a"] == pytest.approx(2 / 4 - 3 / 4)
    assert value["FullyCorrect.from_original", "paraphrase,b"] == pytest.approx(1 / 4 - 3 / 4)
    assert value["TC@1", ""] == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 2 / 3) / 4)
    assert value["FullyCorrect@1", ""] == pytest.approx((2 / 3 + 1 / 3 + 1 / 3 + 2 / 3) / 4)
    # Every problem has one style apart from the two others: 2 of 3 pairs.
    assert value["FullyCorrect.flip_rate@1", ""] == pytest.approx(2 / 3)
    assert rows["FullyCorrect.range", ""].n == 4
    assert ("FullyCorrect.within", "") not in rows


def test_the_null_mean_is_that_of_all_relabellings() -> None:
    outcomes = {(0, "original"): "Y", (0, "a"): "n", (0, "b"): "n", (1, "original"): "Y", (1, "a"): "Y", (1, "b"): "n"}
    rows = table(grid(outcomes))
    problems = [(1, 0, 0), (1, 1, 0)]
    ranges = [np.ptp(np.mean(held, axis=0)) for held in itertools.product(*map(itertools.permutations, problems))]
    assert rows["FullyCorrect.range_null", ""].value == pytest.approx(np.mean(ranges), abs=0.03)
    excess, null = rows["FullyCorrect.range_excess", ""].value, rows["FullyCorrect.range_null", ""].value
    assert excess is not None
    assert null is not None
    assert excess == pytest.approx(1 - null)
    exact = sum(spread >= 1 - 1e-9 for spread in ranges) / len(ranges)
    assert rows["FullyCorrect.range_p", ""].value == pytest.approx(exact, abs=0.05)


def test_a_system_blind_to_style_has_a_range_but_no_excess() -> None:
    """p = 0.2 whatever the style: the range is well above zero, its excess is not, and p is no small one."""
    rng = np.random.default_rng(11)
    names = ("original", "a", "b", "c", "d")
    drawn = rng.random((120, 5)) < 0.2
    blind = {(i, name): "Y" if drawn[i, j] else "n" for i in range(120) for j, name in enumerate(names)}
    rows = table(grid(blind))
    found, excess, p = (rows[f"FullyCorrect.{name}", ""] for name in ("range", "range_excess", "range_p"))
    assert found.value is not None
    assert excess.value is not None
    assert p.value is not None
    assert found.value > 0.03
    assert abs(excess.value) < 0.05
    assert p.value > 0.05
    biased = blind | {(i, "d"): "n" for i in range(120)}
    worse = table(grid(biased))
    assert (worse["FullyCorrect.range_p", ""].value or 1) < 0.01
    low, high = (getattr(worse["FullyCorrect.from_original", "paraphrase,d"], end) for end in ("low", "high"))
    assert low < high < 0


def test_selection_takes_the_first_sample_that_passes_the_type_checker() -> None:
    rows = table(
        grid({(0, "original"): "nyY", (0, "a"): "nYn", (1, "original"): "nnn", (1, "a"): "Ynn"}),
    )
    assert rows["TC@1", ""].value == pytest.approx((0 + 0 + 0 + 1) / 4)
    assert rows["TC@3", ""].value == pytest.approx(3 / 4)
    # Of the first input it is the second sample, which is not correct.
    assert rows["FullyCorrect@3", ""].value == pytest.approx((0 + 1 + 0 + 1) / 4)
    assert rows["FullyCorrect.flip_rate@3", ""].value == 1
    assert rows["FullyCorrect.flip_rate@1", ""].value == 0.5


def test_variation_within_and_across_styles_by_enumeration() -> None:
    outcomes = {
        (0, "original"): "YYnn",
        (0, "a"): "Ynnn",
        (0, "b"): "YYYY",
        (1, "original"): "nnnn",
        (1, "a"): "YYYn",
        (1, "b"): "nnnY",
    }
    within, across = [], []
    for number in (0, 1):
        samples = [outcomes[number, style] for style in ("original", *STYLES)]
        within += [np.mean([x != y for x, y in itertools.combinations(held, 2)]) for held in samples]
        pairs = itertools.combinations(samples, 2)
        across.append(np.mean([np.mean([x != y for x in one for y in other]) for one, other in pairs]))
    rows = table(grid(outcomes))
    assert rows["FullyCorrect.within", ""].value == pytest.approx(np.mean(within))
    assert rows["FullyCorrect.across", ""].value == pytest.approx(np.mean(across))
    difference = rows["FullyCorrect.across_minus_within", ""]
    assert difference.value == pytest.approx(np.mean(across) - np.mean(within))
    assert difference.low is not None
    assert difference.high is not None
    assert difference.low <= np.mean(across) - np.mean(within) <= difference.high


def test_longer_and_shorter_proofs_have_ranges_of_their_own() -> None:
    outcomes = {
        (0, "original"): "Y",
        (0, "a"): "n",
        (1, "original"): "Y",
        (1, "a"): "Y",
        (2, "original"): "n",
        (2, "a"): "n",
    }
    rows = table(grid(outcomes, words={0: 100, 1: 99, 2: 99}))
    assert rows["FullyCorrect.range", "length=longer"].value == 1
    assert rows["FullyCorrect.range", "length=shorter"].value == 0
    assert rows["ProofSC.range", "length=longer"].value == 1
    assert rows["FullyCorrect.range", "length=shorter"].n == 2


def test_under_the_name_of_what_was_measured() -> None:
    records = [record(i, style, 0, ("yes", "yes", "not_measured")) for i in range(3) for style in ("original", "a")]
    records.append(record(3, "original", 0, ("yes", "not_measured", "not_measured")))
    rows = table(records)
    assert rows["TC∧StmtSC.range", ""].value == 0
    assert rows["TC∧StmtSC.range", ""].high == pytest.approx(0.5615, abs=1e-3)  # Wilson's bound of 0 of 3
    assert not [metric for metric, _ in rows if metric.startswith(("FullyCorrect", "ProofSC"))]
    assert styles(records[:1]) == []


def test_styles_stand_in_the_summary_with_the_share_of_sorries() -> None:
    records = grid({(i, style): "Y" for i in range(4) for style in ("original", "a")})
    records[0] = records[0].model_copy(update={"lean": LeanReply(outcome="ok", sorries=(Sorry(line=1),))})
    records[1:] = [one.model_copy(update={"lean": LeanReply(outcome="ok")}) for one in records[1:]]
    rows = {(row.metric, row.slice): row for row in summarize(records, planned=8)}
    assert rows["FullyCorrect.range", ""].value == 0
    assert rows["sorry_share", "original"].value == 0.25
    assert rows["sorry_share", "paraphrase"].value == 0


def edit_record(number: int, label: str, rule: str, dataset: str = "mini") -> Record:
    case = support.number_edit("proof")
    about = {"group": f"g{number}", "id": f"p{number}", "dataset": dataset}
    flags = ("licence-mit", "defective") if number == 0 else ("licence-mit",)
    problem = case.problem.model_copy(update=about | {"flags": flags})
    verdict = EditVerdict.model_validate({"label": label, "reason": "r", "rule": rule})
    changed = case.model_copy(update={"problem": problem, "id": f"{case.id}-{number}"})
    return Record(case=changed, outcome="skip", edit=verdict)


def test_what_left_edits_unclear() -> None:
    rules = ["place", "no-place", "no-place", "no-lean", "place"]
    labels = ["faithful", "unclear", "unclear", "unclear", "reverted"]
    records = [edit_record(i, label, rule) for i, (label, rule) in enumerate(zip(labels, rules, strict=True))]
    rows = {(row.metric, row.slice): row.value for row in summarize(records, planned=5)}
    found = {name: rows[name, where] for name, where in rows if name.startswith("unclear.") and where == "number_edit"}
    assert found == {"unclear.no-place": 0.4, "unclear.no-lean": 0.2}
    assert rows["UR", "number_edit"] == 0.6


def test_finer_slices_where_a_run_has_several_data_sets_or_flagged_problems() -> None:
    records = [edit_record(i, "faithful" if i % 2 else "reverted", "place", f"d{i % 2}") for i in range(6)]
    rows = {(row.metric, row.slice): row for row in summarize(records, planned=6)}
    assert rows["FR", "number_edit,dataset=d1"].value == 1
    assert rows["FR", "number_edit,dataset=d0"].value == 0
    assert (rows["FR", "number_edit,without=defective"].value, rows["FR", "number_edit,without=defective"].n) == (
        3 / 5,
        5,
    )
    assert not [where for _, where in rows if "domain=" in where]


def test_the_metrics_grow_with_the_records_and_not_faster() -> None:
    """Growth in calls, not in seconds: what is counted does not depend on what else the machine does."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
    try:
        from metrics import made  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)

    def calls(count: int) -> int:
        records, counted = made(count), 0

        def count_calls(frame: object, event: str, argument: object) -> None:
            nonlocal counted
            counted += event == "call"

        sys.setprofile(count_calls)
        try:
            summarize(records, planned=count)
        finally:
            sys.setprofile(None)
        return counted

    few, many = calls(1_200), calls(4_800)
    assert many < 4.2 * few
