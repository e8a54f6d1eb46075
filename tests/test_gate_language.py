"""What a gate may say, where an error in one is, and what is read for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_faithform.metrics import MetricRow
from pytest_faithform.reports.gate import GateResult, evaluate
from pytest_faithform.reports.gate_language import GateError, parse_gate


@pytest.mark.parametrize(
    ("text", "names", "terms", "comparison", "limit"),
    [
        ("FR[number_edit,proof].low >= 0.40", ("FR", "low"), ("number_edit", "proof"), ">=", 0.4),
        ("  UFUB.high<=.40 ", ("UFUB", "high"), None, "<=", 0.4),
        ("FullyCorrect.range_excess <= 5pp", ("FullyCorrect", "range_excess"), None, "<=", 0.05),
        ("completed >= 99 %", ("completed",), None, ">=", 0.99),
        ("always_failing_cases == 0", ("always_failing_cases",), None, "==", 0),
        ("TC∧StmtSC[paraphrase, free-form] > 5e-1", ("TC∧StmtSC",), ("paraphrase", "free-form"), ">", 0.5),
        ("FR[step_deletion,domain=number-theory] == 1", ("FR",), ("step_deletion", "domain=number-theory"), "==", 1),
        ("FR[2024.imo] != 1", ("FR",), ("2024.imo",), "!=", 1),
        ("regression[any].p >= 0.05", ("regression", "p"), ("any",), ">=", 0.05),
    ],
)
def test_a_gate_is_read(
    text: str, names: tuple[str, ...], terms: tuple[str, ...] | None, comparison: str, limit: float
) -> None:
    gate = parse_gate(text)
    assert (gate.names, gate.terms, gate.comparison, gate.limit) == (names, terms, comparison, pytest.approx(limit))


def test_conditions_are_read() -> None:
    assert parse_gate("FR[step] >= 0.4 with settled >= 70%, n >= 3").conditions == {"settled": 0.7, "n": 3}


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("FR[number_edit >= 0.4", 16, "expected ',' and a further term, or ']'"),
        ("FR >= x", 7, "expected a number"),
        ("FR => 0.4", 4, "expected '==' for equality"),
        ("FR 0.4", 4, "expected [slice], .low, .high or a comparison (>= <= == != > <)"),
        ("FR[a = b] >= 1", 6, "expected ',' and a further term"),
        ("FR[a== b] >= 1", 5, "expected ',' and a further term"),
        ("FR[] >= 1", 4, "expected a term of the slice"),
        ("FR.low.high >= 1", 7, "expected a comparison after .low"),
        ("FR >= 0.4x", 10, "the unit % or pp"),
        ("FR >= 1 with foo >= 2", 14, "expected one of the conditions: settled or level or n"),
        ("FR >= 1 with n >= 2, n >= 3", 22, "there is one already"),
        ("FR >= 1 2", 9, "expected nothing more"),
        ("FR >= 1e999", 7, "a finite number"),
        ("", 1, "expected the name of a metric"),
        (">= 1", 1, "expected the name of a metric"),
        ("FR[a][b] > 1", 6, "expected one slice"),
    ],
)
def test_an_error_names_its_column_and_points_at_it(text: str, column: int, why: str) -> None:
    with pytest.raises(GateError) as caught:
        parse_gate(text)
    message, shown, pointer = str(caught.value).split("\n")
    assert message.startswith(f"column {column} of the gate: ")
    assert why in message
    assert (shown, pointer) == (f"  {text}", f"  {' ' * (column - 1)}^")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="FRn ._[],<>=!0159%pe-withsetld∧&", max_size=24))
def test_any_text_is_a_gate_or_an_error_within_it(text: str) -> None:
    try:
        gate = parse_gate(text)
    except GateError as error:
        column = int(str(error).split()[1])
        assert 1 <= column <= len(text) + 1
    else:
        assert parse_gate(gate.text) == gate


def share(metric: str, where: str, value: float | None, n: int = 40, spread: float = 0.1) -> MetricRow:
    if value is None:
        return MetricRow(metric, where, None, None, None, 0, "none")
    return MetricRow(metric, where, value, max(0, value - spread), min(1, value + spread), n, "wilson")


ROWS = [
    MetricRow("completed", "", 0.99, None, None, 200, "count"),
    MetricRow("errors", "", 2.0, None, None, 200, "count"),
    share("FR", "number_edit", 0.7),
    share("settled", "number_edit", 0.9),
    share("FR", "number_edit,proof", 0.5),
    share("settled", "number_edit,proof", 0.45),
    share("FR", "step_deletion", 0.9),
    share("FR_attempted", "step_deletion", 0.2, n=12),
    share("settled", "step_deletion", 1.0),
    share("settled_attempted", "step_deletion", 0.3),
    share("UFLB", "step", 0.0),
    share("UFUB", "step", 0.3),
    share("UFUB_sound", "step", 0.6),
    share("settled", "step", 0.9),
    share("settled_sound", "step", 0.2),
    share("FullyCorrect_range_excess", "", 0.80 - 0.75),
    share("FR", "symbol_edit", None),
    share("FR", "symbol_edit,statement", 0.9, n=4),
    share("settled", "symbol_edit,statement", 0.9, n=4),
]


def decided(text: str, floors: dict[str, float] | None = None) -> GateResult:
    return evaluate(parse_gate(text), ROWS, floors=floors)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("FR[number_edit].low >= 0.6", True),
        ("FR[number_edit].low >= 0.61", False),
        ("RR[number_edit].high <= 0.4", True),
        ("RR[number_edit].high < 0.4", False),
        ("completed >= 0.99", True),
        ("errors == 0", False),
        ("errors <= 2", True),
        # 0.80 - 0.75 is not 0.05 in binary.
        ("FullyCorrect.range_excess <= 5pp", True),
        ("FullyCorrect.range_excess < 5pp", False),
        ("FullyCorrect.range_excess.high <= 5pp", False),
        ("UFUB.high <= 0.40", False),
        ("settled[step] >= 0.5", False),
        ("FR[number_edit].n >= 41", False),
    ],
)
def test_a_gate_holds_or_not(text: str, holds: bool) -> None:
    result = decided(text)
    assert result.passed is holds, result.said


def test_terms_of_a_slice_stand_in_any_order() -> None:
    assert decided("FR[proof,number_edit] >= 0.5 with settled >= 0.4").passed


def test_rates_of_the_settled_never_gate_alone() -> None:
    result = decided("FR[number_edit,proof] >= 0.5")
    assert not result.passed
    assert "the settled share is under its floor 0.5" in result.said
    assert (result.settled, result.floor) == (0.45, 0.5)
    assert decided("FR[number_edit,proof] >= 0.5 with settled >= 0.4").passed
    assert decided("FR[number_edit,proof] >= 0.5", {"number_edit,proof": 0.41}).passed
    assert not decided("FR[number_edit] >= 0.5", {"number_edit": 0.95}).passed
    assert not decided("UFLB <= 0.4").passed


def test_step_deletions_are_read_without_empty_proofs() -> None:
    result = decided("FR[step_deletion] >= 0.5")
    assert result.row is not None
    assert (result.row.metric, result.row.value, result.settled) == ("FR_attempted", 0.2, 0.3)
    assert not result.passed
    assert not decided("RR[step_deletion] <= 0.5 with settled >= 0").passed
    assert not decided("settled[step_deletion] >= 0.5").passed
    assert not decided("UR[step_deletion] <= 0.5").passed


def test_too_few_items_decide_nothing_unless_the_gate_says_so() -> None:
    result = decided("FR[symbol_edit,statement] >= 0.5")
    assert not result.passed
    assert "too few items: 4" in result.said
    assert decided("FR[symbol_edit,statement] >= 0.5 with n >= 4").passed
    assert not decided("FR[number_edit] >= 0.5 with n >= 41").passed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FR[numbr_edit] >= 0.4", "column 4 of the gate: this run has no FR for that slice; did you mean number_edit?"),
        ("FRR[number_edit] >= 0.4", "column 1 of the gate: this run has no metric FRR; did you mean FR?"),
        ("FR >= 0.4", "column 1 of the gate: FR has several slices, name one in brackets: [number_edit]"),
        ("FR[number_edit].p >= 0.4", "FR has no p"),
        ("regression.p >= 0.05", "regression needs a baseline, and none was given"),
        ("FR[symbol_edit] >= 0.4", "nothing was measured"),
        ("completed.low >= 0.4", "it has no low"),
    ],
)
def test_what_the_run_does_not_have_fails_and_is_named(text: str, said: str) -> None:
    result = decided(text)
    assert not result.passed
    assert said in result.said
