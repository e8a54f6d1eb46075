"""Outputs that were written to mislead the edit judge, labelled before it saw them."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_cases import Output, outputs

from pytest_faithform.judges.edits import judge_edit

FILES = sorted((Path(__file__).parent / "data" / "judge_attacks").glob("*.txt"))


@pytest.mark.parametrize(
    "output", [pytest.param(output, id=output.name) for file in FILES for output in outputs(file, {})]
)
def test_labelled_attacks(output: Output) -> None:
    verdict = judge_edit(output.case, output.lean)
    assert verdict.label in output.labels, verdict.reason
