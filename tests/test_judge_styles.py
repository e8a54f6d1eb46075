"""The edit judge on texts in the styles that models write; every output labelled by hand before the judge saw it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from edit_cases import Output, outputs

from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.model import Case

HERE = Path(__file__).parent
FILES = sorted((HERE / "data" / "judge_outputs").glob("*.txt"))


@lru_cache(maxsize=1)
def starter() -> dict[str, Case]:
    lines = (HERE.parent / "cases" / "starter" / "local_edits.jsonl").read_text(encoding="utf-8").splitlines()
    return {case.id: case for case in map(Case.model_validate_json, lines)}


@pytest.mark.parametrize(
    "output", [pytest.param(output, id=output.name) for file in FILES for output in outputs(file, starter())]
)
def test_labelled_outputs(output: Output) -> None:
    verdict = judge_edit(output.case, output.lean)
    assert verdict.label in output.labels, verdict.reason
