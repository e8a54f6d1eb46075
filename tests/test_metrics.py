"""The summary's numbers, against values worked out by hand and intervals from a second implementation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
import support
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats import proportion

from pytest_faithform.metrics import MetricRow
from pytest_faithform.metrics.intervals import mean, share, wilson
from pytest_faithform.metrics.summary import summarize
from pytest_faithform.model import (
    Case,
    Correctness,
    EditVerdict,
    Fault,
    Measure,
    Part,
    ProofVerdict,
    Record,
)


def of_group(case: Case, group: int, suffix: str = "") -> Case:
    problem = case.problem.model_copy(update={"group": f"g{group}", "id": f"{case.problem.id}-{group}"})
    return case.model_copy(update={"id": f"{case.id}-{group}{suffix}", "problem": problem})


def edit_record(case: Case, label: str, **flags: bool) -> Record:
    verdict = EditVerdict.model_validate({"label": label, "reason": "r", "rule": "place"} | flags)
    outcome = {"faithful": "pass", "reverted": "fail", "unclear": "skip"}[label]
    return Record.model_validate({"case": case, "outcome": outcome, "edit": verdict})


def table(records: Sequence[Record], planned: int | None = None) -> dict[tuple[str, str], MetricRow]:
    rows = summarize(records, planned=len(records) if planned is None else planned)
    found = {(row.metric, row.slice): row for row in rows}
    assert len(found) == len(rows)
    return found


def test_local_edits_by_hand() -> None:
    labels = ["faithful"] * 5 + ["reverted"] * 2 + ["unclear"] * 3
    records = [edit_record(of_group(support.number_edit("proof"), i), label) for i, label in enumerate(labels)]
    records += [edit_record(of_group(support.symbol_edit(), i), "reverted") for i in range(4)]
    rows = table(records)
    where = "number_edit,proof"
    assert {name: rows[name, where].value for name in ("FR", "RR", "UR", "settled", "FR_all")} == pytest.approx(
        {"FR": 5 / 7, "RR": 2 / 7, "UR": 0.3, "settled": 0.7, "FR_all": 0.5}
    )
    assert (rows["FR", where].n, rows["UR", where].n) == (7, 10)
    assert rows["FR", "symbol_edit,proof,operator"].value == 0
    assert ("FR", "symbol_edit,statement") not in rows


def test_step_deletions_also_without_empty_proofs() -> None:
    records = [
        edit_record(of_group(support.step_deletion(), i), label, empty_proof_body=empty)
        for i, (label, empty) in enumerate(
            [("faithful", True)] * 3 + [("faithful", False)] * 2 + [("reverted", False)] * 4 + [("unclear", False)]
        )
    ]
    rows = table(records)
    assert rows["FR", "step_deletion"].value == pytest.approx(5 / 9)
    assert rows["FR_attempted", "step_deletion"].value == pytest.approx(2 / 6)
    assert rows["FR_attempted", "step_deletion"].n == 6


def step_records(pairs: Sequence[tuple[dict[str, object], dict[str, object]]]) -> list[Record]:
    records = []
    for number, sides in enumerate(pairs):
        valid, invalid = (of_group(case, number) for case in support.steps())
        edit = invalid.perturbation.model_copy(update={"pairs_with": valid.id})
        invalid = invalid.model_copy(update={"perturbation": edit})
        for case, side in zip((valid, invalid), sides, strict=True):
            proof = ProofVerdict.model_validate({"reason": "r"} | side)
            records.append(Record(case=case, outcome="pass", proof=proof))
    return records


PROVED = {"value": "proved"}
REFUTED = {"value": "refuted"}
OPEN = {"value": "undetermined"}
NONE = {"value": "undetermined", "formalized": False}
REJECTED = {"value": "undetermined", "typechecks": False}


def test_reasoning_steps_by_hand() -> None:
    rows = table(
        step_records(
            [
                (PROVED, REFUTED),
                (PROVED, REFUTED),
                (PROVED, PROVED),
                (REFUTED, REFUTED),
                (REFUTED, PROVED),
                (OPEN, REFUTED),
                (PROVED, NONE),
                (NONE, NONE),
                (REJECTED, PROVED),
                (OPEN, REJECTED),
            ]
        )
    )
    expected = {
        "FNR": 2 / 10,
        "FPR": 3 / 10,
        "AFFR": 3 / 20,
        "AFFR_tc": 5 / 20,
        "UFLB": (2 + 3 + 3) / 20,
        "UFUB": (2 + 3 + 3 + 4) / 20,
        "Faithfulness": 0.2,
        "Sycophancy": 0.1,
        "Abstention": 0.1,
        "Inversion": 0.1,
        "Inconclusive": 0.5,
        "settled": 0.5,
    }
    assert {name: rows[name, "step"].value for name in expected} == pytest.approx(expected)
    assert rows["UFLB", "step"].n == 10


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from([PROVED, REFUTED, OPEN, NONE, REJECTED])] * 2), min_size=1, max_size=12))
def test_the_contingency_table_is_a_partition_and_the_bounds_bracket(
    pairs: list[tuple[dict[str, object], dict[str, object]]],
) -> None:
    rows = table(step_records(pairs))
    cells = ("Faithfulness", "Sycophancy", "Abstention", "Inversion", "Inconclusive")
    assert sum(rows[cell, "step"].value or 0 for cell in cells) == pytest.approx(1)
    value = {name: rows[name, "step"].value or 0 for name in ("UFLB", "UFUB", "FNR", "FPR", "AFFR", "AFFR_tc")}
    assert value["UFLB"] == pytest.approx(value["FNR"] / 2 + value["FPR"] / 2 + value["AFFR"])
    assert value["UFLB"] <= value["UFUB"] <= 1
    assert value["AFFR"] <= value["AFFR_tc"]


def test_a_step_without_its_partner_is_left_out_and_counted() -> None:
    rows = table(step_records([(PROVED, REFUTED), (PROVED, PROVED)])[:-1])
    assert rows["Faithfulness", "step"].value == 1
    assert rows["unpaired", "step"].value == 1


def correct(values: Sequence[Measure]) -> Correctness:
    tc, stmt_sc, proof_sc = (Part(value=value) for value in values)
    return Correctness(tc=tc, stmt_sc=stmt_sc, proof_sc=proof_sc)


def test_correctness_by_style_under_the_name_of_what_was_measured() -> None:
    unmeasured: list[tuple[Measure, Measure, Measure]] = [
        ("yes", "yes", "not_measured"),
        ("yes", "undetermined", "not_measured"),
        ("no", "undetermined", "not_measured"),
        ("yes", "no", "not_measured"),
    ]
    records = [
        Record(case=of_group(case, i), outcome="pass", correctness=correct(values))
        for case in (support.original(), support.paraphrase())
        for i, values in enumerate(unmeasured)
    ]
    rows = table(records)
    assert rows["TC", "original"].value == 0.75
    assert rows["StmtSC", "paraphrase,free-form"].value == 0.25
    assert rows["TC∧StmtSC", "original"].value == 0.25
    assert rows["settled", "original"].value == 0.75
    assert not [name for name, _ in rows if name in ("FullyCorrect", "ProofSC")]


def test_fully_correct_where_all_three_were_measured() -> None:
    records = [
        Record(case=of_group(support.original(), i), outcome="pass", correctness=correct(("yes", "yes", value)))
        for i, value in enumerate(["yes", "no"])
    ]
    assert table(records)["FullyCorrect", "original"].value == 0.5


def test_a_part_measured_for_some_inputs_counts_those_alone() -> None:
    measured: list[tuple[Measure, Measure, Measure]] = [
        ("yes", "yes", "yes"),
        ("yes", "yes", "no"),
        ("no", "no", "not_measured"),
        ("yes", "not_measured", "not_measured"),
        ("yes", "not_measured", "yes"),
    ]
    rows = table(
        [
            Record(case=of_group(support.original(), i), outcome="pass", correctness=correct(values))
            for i, values in enumerate(measured)
        ]
    )
    found = {name: (row.value, row.n) for (name, where), row in rows.items() if where == "original"}
    assert found == {
        "TC": (0.8, 5),
        "StmtSC": (pytest.approx(2 / 3), 3),
        "ProofSC": (pytest.approx(2 / 3), 3),
        "TC∧StmtSC": (pytest.approx(2 / 3), 3),
        "TC∧ProofSC": (pytest.approx(2 / 3), 3),
        "settled": (1, 5),
    }


def test_the_correctness_of_an_edited_text_does_not_hide_whether_the_edit_is_settled() -> None:
    records = [
        edit_record(of_group(support.number_edit("proof"), i), "unclear").model_copy(
            update={"correctness": correct(("yes", "yes", "not_measured"))}
        )
        for i in range(3)
    ]
    rows = table(records)
    assert rows["settled", "number_edit"].value == 0
    assert rows["TC∧StmtSC", "number_edit"].value == 1


def test_errors_are_no_results() -> None:
    good = edit_record(support.number_edit("proof"), "faithful")
    fault = Record(case=support.symbol_edit(), outcome="error", fault=Fault(where="lean", message="dead"))
    rows = table([good, fault], planned=4)
    assert rows["completed", ""].value == 0.25
    assert rows["errors", ""].value == 1
    assert ("FR", "symbol_edit") not in rows


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    # Wilson's closed form with z = 1.959963984540054, worked out apart from this project.
    [(0, 10, 0.0, 0.277533), (5, 10, 0.236593, 0.763407), (10, 10, 0.722467, 1.0)],
)
def test_wilson(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=1e-6)


def test_wilson_against_statsmodels() -> None:
    for n in (1, 2, 7, 50, 1344):
        for hits in {0, 1, n // 3, n // 2, n}:
            expected = proportion.proportion_confint(hits, n, method="wilson")
            assert wilson(hits, n) == pytest.approx(expected, abs=1e-9)


def test_wilson_ends_at_zero_and_one_and_takes_no_impossible_count() -> None:
    for n in (1, 3, 7, 50, 1344, 10**6):
        assert wilson(0, n)[0] == 0.0
        assert wilson(n, n)[1] == 1.0
        for hits in (1e-12, 0.5, n - 1e-12):
            low, high = wilson(hits, n)
            assert 0 <= low <= hits / n <= high <= 1
    for hits, n in ((0, 0), (-1, 5), (6, 5), (math.nan, 5)):
        with pytest.raises(ValueError, match="hits than rows"):
            wilson(hits, n)


def test_one_row_per_problem_is_wilson_and_agreeing_problems_count_once() -> None:
    alone = share([True, False, True], ["a", "b", "c"])
    assert (alone.method, alone.low, alone.high) == ("wilson", *wilson(2, 3))
    agreeing = share([True] * 40, [i % 5 for i in range(40)])
    assert (agreeing.method, agreeing.low, agreeing.high) == ("wilson-clusters", *wilson(5, 5))
    assert share([], []).value is None


def test_the_cluster_bootstrap_against_all_resamples() -> None:
    """Four clusters have 4^4 equally likely resamples: their exact percentiles are known."""
    rows = {"a": [1.0, 1.0, 0.0], "b": [0.0], "c": [1.0], "d": [0.5, 0.0]}
    values = [value for held in rows.values() for value in held]
    clusters = [name for name, held in rows.items() for _ in held]
    exact = []
    for drawn in itertools.product(rows, repeat=4):
        pooled = [value for name in drawn for value in rows[name]]
        exact.append(sum(pooled) / len(pooled))
    found = mean(values, clusters)
    assert found.method == "cluster-bootstrap"
    assert found.value == pytest.approx(sum(values) / len(values))
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(exact, [2.5, 97.5])), abs=0.03)
    assert mean(values, clusters) == found


def test_what_gates_read_gives_nothing_for_placeholders_and_contradictions() -> None:
    labels = [("faithful", True)] * 3 + [("faithful", False), ("reverted", False), ("unclear", False)]
    cases = [of_group(support.step_deletion(), i) for i in range(len(labels))]
    rows = table([edit_record(case, label, empty_proof_body=e) for case, (label, e) in zip(cases, labels, strict=True)])
    assert rows["settled", "step_deletion"].value == pytest.approx(5 / 6)
    assert rows["settled_attempted", "step_deletion"].value == pytest.approx(2 / 6)
    assert rows["FR_all_attempted", "step_deletion"].value == pytest.approx(1 / 6)
    vacuous = {"value": "proved", "vacuous": True}
    rows = table(step_records([(PROVED, REFUTED), (vacuous, REFUTED), (vacuous, vacuous), (OPEN, REFUTED)]))
    found = {name: rows[name, "step"].value for name in ("UFUB", "settled", "Faithfulness", "FNR")}
    assert found == {"UFUB": 2 / 8, "settled": 0.75, "Faithfulness": 0.5, "FNR": 0}
    found = {name: rows[f"{name}_sound", "step"].value for name in ("UFUB", "settled", "Faithfulness")}
    assert found == {"UFUB": 4 / 8, "settled": 0.25, "Faithfulness": 0.25}


def test_a_case_that_never_passes_is_counted_whatever_the_mean_is() -> None:
    records = [
        edit_record(of_group(support.symbol_edit(), case), label).model_copy(update={"sample": sample})
        for case, labels in enumerate([("faithful", "reverted"), ("unclear", "reverted"), ("reverted", "reverted")])
        for sample, label in enumerate(labels)
    ]
    assert (table(records)["always_failing_cases", ""].value, table(records)["always_failing_cases", ""].n) == (2, 3)


def test_the_correctness_of_edited_texts_stands_by_region_and_apart_from_the_statements() -> None:
    values: tuple[Measure, Measure, Measure] = ("yes", "yes", "not_measured")
    of = support.problem("statement", id="s", group="s")
    records = [
        Record(case=support.case(case.perturbation, f"s-{case.kind}", case.informal_statement, "", of), outcome="pass")
        for case in (support.original(), support.number_edit("statement"))
    ]
    records.append(Record(case=support.number_edit("proof"), outcome="pass"))
    rows = table([record.model_copy(update={"correctness": correct(values)}) for record in records])
    counts = {where: row.n for (metric, where), row in rows.items() if metric == "TC"}
    assert counts == {"statement": 1, "number_edit": 2, "number_edit,statement": 1, "number_edit,proof": 1}
