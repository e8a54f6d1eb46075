"""Only the statement is to be formalized: does it type-check, and does it say what the text says?"""

import pytest

from pytest_faithform.verdicts import assert_correct


@pytest.mark.faithform_cases(kind=["original", "paraphrase"], task="statement")
def test_statement_is_accepted(case, correctness):
    assert_correct(case, correctness)
