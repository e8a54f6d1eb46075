"""One step of a chain of reasoning: Lean must prove a valid one and refute one that was made invalid."""

import pytest

from pytest_faithform.verdicts import assert_step


@pytest.mark.faithform_cases(kind="original", task="step")
def test_valid_step_stays_provable(case, proof_verdict):
    assert_step(case, proof_verdict)


@pytest.mark.faithform_cases(kind="invalid_step")
def test_invalid_step_is_refuted(case, proof_verdict):
    assert_step(case, proof_verdict)
