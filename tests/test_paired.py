"""Comparisons of two runs and agreement of two judges, against second implementations and exact enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import support
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar
from statsmodels.stats.multitest import multipletests

from pytest_faithform.metrics.agreement import agreement, balanced_kappa, holm, kappa, mcnemar
from pytest_faithform.metrics.intervals import wilson
from pytest_faithform.metrics.paired import compare, paired_difference
from pytest_faithform.model import Case, Fault, Record


def one_each(scores: str) -> dict[str, list[float]]:
    return {f"c{index}": [float(score)] for index, score in enumerate(scores)}


def apart(count: int) -> dict[str, str]:
    return {f"c{index}": f"g{index}" for index in range(count)}


def test_one_sample_per_problem_is_exact_mcnemar() -> None:
    first, second = "1" * 11 + "0" * 2 + "1" * 43 + "0" * 3, "0" * 11 + "1" * 2 + "1" * 43 + "0" * 3
    found = paired_difference(one_each(first), one_each(second), apart(59))
    assert (found.test, found.worse, found.better, found.n) == ("mcnemar-exact", 11, 2, 59)
    assert round(found.p, 4) == 0.0225
    assert found.p_regression == pytest.approx(binomtest(11, 13, alternative="greater").pvalue)
    assert found.difference == pytest.approx(-9 / 59)
    assert found.low is not None
    assert found.high is not None
    assert found.low < -9 / 59 < found.high < 0


@pytest.mark.parametrize(("only_first", "only_second"), [(0, 0), (1, 0), (3, 3), (11, 2), (40, 25)])
def test_mcnemar_against_statsmodels(only_first: int, only_second: int) -> None:
    expected = reference_mcnemar([[5, only_first], [only_second, 7]], exact=True).pvalue
    assert mcnemar(only_first, only_second) == pytest.approx(1.0 if math.isnan(expected) else expected)


def test_the_sign_flip_test_against_all_signs() -> None:
    """Five source problems with two or three cases each, three samples: 32 signs of the problems' sums."""
    rng = np.random.default_rng(5)
    clusters = {f"c{index}": f"g{index % 5}" for index in range(12)}
    first = {case: list(rng.integers(0, 2, 3).astype(float)) for case in clusters}
    second = {case: list(rng.integers(0, 2, 3).astype(float)) for case in clusters}
    found = paired_difference(first, second, clusters)
    sums = dict.fromkeys(clusters.values(), 0.0)
    for case, group in clusters.items():
        sums[group] += float(np.mean(second[case]) - np.mean(first[case]))
    observed = sum(sums.values())
    null = [
        sum(s * d for s, d in zip(signs, sums.values(), strict=True)) for signs in itertools.product((1, -1), repeat=5)
    ]
    below = sum(value <= observed + 1e-9 for value in null) / 32
    above = sum(value >= observed - 1e-9 for value in null) / 32
    assert found.test == "sign-flip"
    assert found.p_regression == pytest.approx(below)
    assert found.p == pytest.approx(min(1, 2 * min(below, above)))


def test_several_cases_of_one_problem_are_no_independent_evidence() -> None:
    """Eight cases of two problems, all worse: McNemar would say p = 0.008."""
    clusters = {f"c{index}": f"g{index % 2}" for index in range(8)}
    found = paired_difference(one_each("1" * 8), one_each("0" * 8), clusters)
    assert (found.test, found.clusters, found.worse) == ("sign-flip", 2, 8)
    assert found.p_regression == 0.25


@pytest.mark.parametrize(("scores", "value"), [("1" * 20, 0.0), ("0" * 20, -1.0)])
def test_problems_that_all_moved_alike_leave_room_for_what_was_not_seen(scores: str, value: float) -> None:
    found = paired_difference(one_each("1" * 20), one_each(scores), apart(20))
    unseen = wilson(0, 20)[1]
    assert found.difference == value
    assert found.low == pytest.approx((1 - unseen) * value - unseen)
    assert found.high == pytest.approx((1 - unseen) * value + unseen)


def test_equal_systems_are_called_worse_in_five_percent() -> None:
    """Eight samples of each case, three cases of each problem, both runs of one system: a seeded simulation."""
    rng = np.random.default_rng(17)
    clusters = {f"c{index}": f"g{index // 3}" for index in range(60)}
    alarms = 0
    for _ in range(200):
        ability = np.repeat(rng.beta(0.5, 0.5, 20), 3)
        runs = [
            {case: list(drawn) for case, drawn in zip(clusters, rng.random((60, 8)) < ability[:, None], strict=True)}
            for _ in range(2)
        ]
        alarms += paired_difference(runs[0], runs[1], clusters).p_regression < 0.05
    assert 2 <= alarms <= 20


def record(case: Case, outcome: str, group: int) -> Record:
    problem = case.problem.model_copy(update={"group": f"g{group}"})
    fault = Fault(where="lean", message="dead") if outcome == "error" else None
    changed = case.model_copy(update={"problem": problem, "id": f"{case.id}-{group}"})
    return Record.model_validate({"case": changed, "outcome": outcome, "fault": fault})


def test_runs_are_compared_slice_by_slice_with_holm() -> None:
    number, symbol = support.number_edit("proof"), support.symbol_edit()
    first = [record(case, "pass", group) for case in (number, symbol) for group in range(10)]
    second = [record(number, "pass", group) for group in range(10)]
    second += [record(symbol, "fail" if group < 8 else "error", group) for group in range(10)]
    cases = {
        kind: [f"{case.id}-{g}" for g in range(10)] for kind, case in (("number_edit", number), ("symbol_edit", symbol))
    }
    same, worse = compare(first, second, cases)
    assert (same.n, same.worse, same.p, same.holm) == (10, 0, 1.0, 1.0)
    assert (worse.n, worse.worse, worse.p) == (8, 8, pytest.approx(2 / 2**8))
    assert worse.holm == pytest.approx(2 * worse.p)
    nothing = compare(first, [], cases)[0]
    assert (nothing.n, nothing.difference, nothing.holm) == (0, None, None)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


@settings(max_examples=8, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_against_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_agreement_by_hand() -> None:
    first = [True] * 6 + [False] * 4
    second = [True] * 5 + [False] + [True] + [False] * 3
    found = agreement(first, second)
    assert found.agreement.value == 0.8
    assert (found.precision.hits, found.precision.n) == (5, 6)
    assert (found.negative_confirmation.hits, found.negative_confirmation.n) == (3, 4)
    assert (found.positive_first.value, found.positive_second.value) == (0.6, 0.6)
    chance = 0.6 * 0.6 + 0.4 * 0.4
    assert found.kappa == pytest.approx((0.8 - chance) / (1 - chance))
    assert kappa([True] * 3, [True] * 3) is None
    assert kappa(["a", "b", "c"], ["a", "b", "b"]) == pytest.approx((2 / 3 - 3 / 9) / (1 - 3 / 9))


@pytest.mark.parametrize(("agreeing", "printed"), [(94, 0.88), (90, 0.80)])
def test_the_papers_balanced_check(agreeing: int, printed: float) -> None:
    """50 accepted and 50 rejected outputs; the reader says of each whether the judge is right."""
    assert balanced_kappa(agreeing, 100) == pytest.approx(printed)
    for wrong_accepted in range(100 - agreeing + 1):
        judge = [True] * 50 + [False] * 50
        wrong = set(range(wrong_accepted)) | set(range(50, 50 + 100 - agreeing - wrong_accepted))
        human = [label != (index in wrong) for index, label in enumerate(judge)]
        assert kappa(judge, human) == pytest.approx(printed)
