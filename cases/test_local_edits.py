"""A number, a symbol or a step was changed in the text: does the Lean show it?"""

import pytest

from pytest_faithform.verdicts import assert_faithful


@pytest.mark.faithform_cases(kind=["number_edit", "symbol_edit"])
def test_edit_is_reflected(case, edit_verdict):
    assert_faithful(case, edit_verdict)


@pytest.mark.faithform_cases(kind="step_deletion")
def test_gap_is_retained(case, edit_verdict):
    assert_faithful(case, edit_verdict)
