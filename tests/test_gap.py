"""Compilation against faithfulness, and the factorial, against values worked out by hand and brute force."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
import support

from pytest_faithform.metrics.factorial import (
    CONFIGURATIONS,
    conditional,
    effects,
    interaction,
    ledger,
    main_effect,
    means_of,
    oracle,
    resamples,
    trajectory,
)
from pytest_faithform.metrics.gap import (
    audited_errors,
    confirmation,
    disagreements,
    error_bound,
    gap,
    human_majority,
    outputs_of,
    real_error_share,
)
from pytest_faithform.model import Correctness, Formalization, Grade, Part, Problem, Record


def statement(
    number: int, compiles: bool, grades: Sequence[int | None], again: Sequence[int] = (), **fields: str
) -> Record:
    problem = support.problem("statement", id=f"p{number}", group=f"p{number}", **fields)
    case = support.case(support.Original(), f"p{number}-original", proof="", of=Problem.model_validate(problem))
    held = [Grade(judge=f"judge-{index}", value=value) for index, value in enumerate(grades)]
    held += [Grade(judge="judge-0", value=value, repeat=turn) for turn, value in enumerate(again, 1)]
    tc = Part(value="yes" if compiles else "no")
    nothing = Part(value="not_measured")
    return Record(
        case=case,
        outcome="pass",
        correctness=Correctness(tc=tc, stmt_sc=nothing, proof_sc=nothing),
        grades=tuple(held),
        formalization=Formalization(raw="", lean="", step_count=number),
    )


#: compiles, grades of the two judges of the criterion and of a third.
OUTPUTS = [
    (True, [9, 10, 9]),
    (True, [10, 9, 8]),
    (True, [8, 10, 9]),
    (True, [7, 7, None]),
    (True, [9, None, 3]),
    (False, [9, 9, 9]),
    (False, [0, 0, None]),
    (True, [10, 10, None]),
]


def test_gap_by_hand() -> None:
    records = [statement(number, *output) for number, output in enumerate(OUTPUTS)]
    rows = {row.metric: row for row in gap(records, "statement")}
    expected = {
        "compile": (6 / 8, 8),
        "accepted": (3 / 8, 8),
        "gap": (3 / 8, 8),
        "accepted|compile": (3 / 6, 6),
        "accepted@7": (5 / 8, 8),
        "accepted@8": (4 / 8, 8),
        "accepted@9": (3 / 8, 8),
        "accepted@10": (1 / 8, 8),
        "accepted.judge-0": (4 / 8, 8),
        "accepted.judge-1": (4 / 8, 8),
        "graded.judge-2": (4 / 6, 6),
        "agrees.judge-2": (2 / 4, 4),
        "confirms.judge-2": (1 / 2, 2),
        "rejects_too.judge-2": (1 / 2, 2),
    }
    assert {name: (rows[name].value, rows[name].n) for name in expected} == expected
    outputs = outputs_of(records)
    found = confirmation(outputs, ("judge-0", "judge-1"), "judge-2")
    assert (
        found.coverage.hits,
        found.agreement.hits,
        found.positive_confirmed.hits,
        found.negative_confirmed.hits,
    ) == (
        4,
        2,
        1,
        1,
    )
    assert disagreements(outputs, ("judge-0", "judge-1")) == {"linear-systems": 2}
    assert [output.steps for output in outputs] == list(range(8))


def test_regraded_outputs_that_change_side() -> None:
    records = [
        statement(0, True, [9, 9], [9, 9, 8, 9, 9]),
        statement(1, True, [9, 9], [8, 8, 9, 9, 8]),
        statement(2, True, [3, 9], [2, 3, 9, 4, 3]),
        statement(3, True, [3, 9]),
    ]
    rows = {row.metric: row for row in gap(records, "")}
    assert (rows["stable.judge-0"].value, rows["stable.judge-0"].n) == (pytest.approx(2 / 3), 3)
    assert "stable.judge-1" not in rows


def test_what_was_not_graded_or_not_settled_gives_no_gap() -> None:
    ungraded = statement(0, True, [])
    assert gap([ungraded], "") == []
    unsettled = ungraded.model_copy(
        update={
            "grades": (Grade(judge="a", value=9),),
            "correctness": Correctness(
                tc=Part(value="undetermined"), stmt_sc=Part(value="not_measured"), proof_sc=Part(value="not_measured")
            ),
        }
    )
    assert outputs_of([unsettled]) == []


@pytest.mark.parametrize(
    ("scores", "compiles", "faithful"),
    [
        ([9, 10, 3], True, True),
        ([9, 8, 8], True, False),
        ([9, 9, None], True, True),
        ([9, 8, None], True, False),
        ([10, None, None], True, None),
        ([10, 10, 10], False, False),
    ],
)
def test_majority_of_people(scores: list[float | None], compiles: bool, faithful: bool | None) -> None:
    assert human_majority(scores, compiles=compiles) is faithful


def test_share_of_real_errors() -> None:
    assert real_error_share(6 / 53, 2 / 6, 3 / 47) == pytest.approx(4 / 7)
    assert math.isnan(real_error_share(0, 0, 0))
    found = audited_errors(accepted=131, precision=67 / 70, rejected_unfaithful=54, rejected_faithful=13)
    assert (round(found.unfaithful, 4), round(found.accepts, 4), round(found.rejects, 4)) == (0.3011, 0.0942, 0.0939)
    assert round(found.real_error_share, 3) == 0.806
    assert error_bound(4, 0.8) == 5
    with pytest.raises(ValueError, match="share above 0"):
        error_bound(4, 0)


@pytest.fixture
def outcomes() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    return {name: rng.random(40) < 0.2 + 0.3 * (name[1] == "1") + 0.1 * (name[2] == "1") for name in CONFIGURATIONS}


def test_effects_by_their_definition(outcomes: dict[str, np.ndarray]) -> None:
    mean = {name: held.mean() * 100 for name, held in outcomes.items()}
    means = means_of(outcomes)
    with_f, without_f = (sum(mean[name] for name in mean if name[1] == level) / 4 for level in "10")
    assert main_effect(means, "F")[0] == pytest.approx(with_f - without_f)
    pooled = {(f, s): sum(mean[t + f + s] for t in "01") / 2 for f in "01" for s in "01"}
    expected = (pooled["1", "1"] - pooled["0", "1"]) - (pooled["1", "0"] - pooled["0", "0"])
    assert interaction(means, "F", "S")[0] == pytest.approx(expected)
    assert interaction(means, "S", "F")[0] == pytest.approx(expected)
    assert conditional(means, "S", "F", "0")[0] == pytest.approx(pooled["0", "1"] - pooled["0", "0"])


def test_intervals_resample_items_with_all_their_configurations(outcomes: dict[str, np.ndarray]) -> None:
    rng = np.random.default_rng(7)
    drawn = [rng.choice(np.arange(40), size=40, replace=True) for _ in range(500)]
    slow = [
        np.mean([outcomes[name][index].mean() * 100 for name in CONFIGURATIONS if name[1] == "1"])
        - np.mean([outcomes[name][index].mean() * 100 for name in CONFIGURATIONS if name[1] == "0"])
        for index in drawn
    ]
    found = {effect.name: effect for effect in effects(outcomes, seed=7, count=500)}
    assert (found["F"].low, found["F"].high) == pytest.approx(tuple(np.percentile(slow, [2.5, 97.5])))
    assert len(found) == 12
    # Sequential drawing: the second list goes on where the first ended.
    lists = resamples(outcomes, seed=7, count=250)
    first, second = next(lists), next(lists)
    assert np.concatenate([main_effect(first, "F"), main_effect(second, "F")]) == pytest.approx(slow)


def test_a_factorial_lacks_no_configuration(outcomes: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match="010, 111 are missing"):
        effects({name: held for name, held in outcomes.items() if name not in ("010", "111")})
    with pytest.raises(ValueError, match="different items"):
        effects(outcomes | {"111": outcomes["111"][:-1]})


def test_ledger_oracle_and_trajectory_by_hand() -> None:
    no, yes = False, True
    faithful = {name: np.array([no, no, no, no]) for name in CONFIGURATIONS}
    faithful["111"] = np.array([yes, no, no, no])
    faithful["010"] = np.array([yes, yes, yes, no])
    found = ledger(faithful["010"], faithful["111"])
    assert (found.new, found.lost, found.net) == (0, 2, -2)
    compiles = {"111": np.array([yes, yes, no, yes])}
    held = oracle(faithful, compiles)
    assert (held.full, held.any, held.all, held.never) == (1, 3, 0, 1)
    assert (held.missed, held.missed_compiling, held.missed_failing) == (2, 1, 1)
    bins = trajectory([1, 2, 3, 24, 25, None], [yes, no, yes, no, yes, yes])
    assert bins == {
        (1, 2): (1, 2),
        (3, 5): (1, 1),
        (6, 9): (0, 0),
        (10, 12): (0, 0),
        (13, 18): (0, 0),
        (19, 24): (0, 1),
    }
