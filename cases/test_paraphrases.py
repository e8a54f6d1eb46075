"""The text is the original or says the same in other words: is its formalization correct?"""

import pytest

from pytest_faithform.verdicts import assert_correct


@pytest.mark.faithform_cases(kind=["original", "paraphrase"], task="proof")
def test_formalization_is_correct(case, correctness):
    assert_correct(case, correctness)
