"""The rule-based marker on public problems (every fourth; `benchmarks/perturb_public.py` takes them all): every case passes
its audit, and as many are made as the paper's Table 2 counts, by its share of problems."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pytest_faithform.cases.adapters import ADAPTERS
from pytest_faithform.cases.adapters.base import Options
from pytest_faithform.model import Case, NumberEdit, Problem
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.build import Plan, build
from pytest_faithform.perturb.structure import MalformedText, structure

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the public data folder ../shared/data is not here")

#: Kind and region, the paper's counts over miniF2F (of 244) and MATH-500 (of 500), and the share of them to be reached.
TABLE_2 = {
    ("number_edit", "statement"): (227, 490, 0.9),
    ("number_edit", "proof"): (241, 489, 0.9),
    ("symbol_edit", "statement"): (130, 195, 0.9),
    ("symbol_edit", "proof"): (195, 349, 0.9),
    ("step_deletion", "proof"): (129, 192, 0.7),
}


def every_fourth(name: str, folder: str) -> list[Problem]:
    items = ADAPTERS[name].read(str(DATA / folder / "test.jsonl"), Options())
    return [item for item in items if isinstance(item, Problem)][::4]


@pytest.mark.parametrize(
    ("column", "name", "folder", "of"), [(0, "minif2f", "minif2f", 244), (1, "math500", "math500", 500)]
)
def test_counts_and_audit(column: int, name: str, folder: str, of: int) -> None:
    problems = every_fourth(name, folder)
    counts: Counter[tuple[str, str | None]] = Counter()
    for problem in problems:
        for made in build(problem, Plan()):
            if isinstance(made, Case):
                assert audit(made) == []
                counts[made.kind, made.region] += 1
    for (kind, region), (minif2f, math500, share) in TABLE_2.items():
        published = (minif2f, math500)[column] / of
        assert counts[kind, region] / len(problems) >= share * published, (kind, region)


def test_an_edit_leaves_a_text_that_parses() -> None:
    for problem in every_fourth("math500", "math500")[::4]:
        for made in build(problem, Plan(kinds=frozenset(["number_edit", "symbol_edit"]))):
            if isinstance(made, Case):
                try:
                    structure(made.edited_text(made.region))  # type: ignore[arg-type]
                except MalformedText as error:
                    pytest.fail(f"{made.id}: {error}")


@pytest.mark.parametrize(
    ("name", "region", "offset", "old", "new"),
    [("aime_1983_p1", "statement", 112 - len("/-- "), "40", "43"), ("amc12a_2020_p7", "proof", None, "49", "48")],
)
def test_the_papers_own_examples_are_drawn(name: str, region: str, offset: int | None, old: str, new: str) -> None:
    """The offset that the paper quotes counts the docstring's opening, which the import took off."""
    items = ADAPTERS["minif2f"].read(str(DATA / "minif2f" / "test.jsonl"), Options())
    problem = next(item for item in items if isinstance(item, Problem) and item.id == name)
    made = [one for one in build(problem, Plan(kinds=frozenset(["number_edit"]))) if isinstance(one, Case)]
    edit = next(one.perturbation for one in made if one.region == region)
    assert isinstance(edit, NumberEdit)
    assert (edit.old, edit.new) == (old, new)
    assert offset in (None, edit.span.start)
