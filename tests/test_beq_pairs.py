"""Statement pairs that people have labelled: no pair labelled not equivalent is certified.

All hundred take minutes: `python benchmarks/beq_pairs.py FILE`. Here are those that the prelude can state on both sides.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean

ROOT = Path(__file__).parents[1]
PAIRS = ROOT.parent / "shared" / "data" / "beq_pairs" / "pairs_100.jsonl"

#: Name, label and what is certified, in the order of the file.
STATED = [
    ("Dummit-Foote.exercise_1_1_4", False, "different"),
    ("Herstein.exercise_2_4_36", False, "not_established"),
    ("Putnam.exercise_1998_b6", False, "not_established"),
    ("Ireland-Rosen.exercise_5_28", False, "not_established"),
    ("Rudin.exercise_1_2", True, "equivalent"),
    ("Ireland-Rosen.exercise_3_4", False, "not_established"),
]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("beq_pairs", ROOT / "benchmarks" / "beq_pairs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    # What is certified here must not hang on how busy the machine is.
    module.SECONDS = 180.0
    return module


@pytest.fixture(scope="module")
def lean_on_prelude() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


@pytest.mark.skipif(not PAIRS.is_file(), reason=f"the labelled pairs are not at {PAIRS}")
@pytest.mark.usefixtures("lean")
def test_no_pair_labelled_not_equivalent_is_certified(script: ModuleType, lean_on_prelude: EmbeddedLean) -> None:
    chosen = {(name, label) for name, label, _ in STATED}
    pairs = [p for p in script.read(PAIRS) if (p["full_name"], p["human_equivalent"]) in chosen]
    found = [script.examine(lean_on_prelude, pair) for pair in pairs]
    assert [one.name for one in found if one.value == "equivalent" and not one.labelled] == []
    assert [(one.name, one.labelled, one.value) for one in found if one.elaborates] == STATED
    certified = next(one for one in found if one.value == "equivalent")
    assert "theorem both : " in certified.certificate
    assert "not equivalent" in script.table(found)[0]


def test_a_certified_pair_with_the_other_label_is_shown_with_its_certificate(script: ModuleType) -> None:
    found = script.Found("Some.exercise", False, "equivalent", "", "same term", "theorem both : P ↔ Q := …", True)
    lines = script.table([found])
    assert "labelled not equivalent, certified by same term: Some.exercise" in lines
    assert lines[-1] == "theorem both : P ↔ Q := …"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("theorem t : 1 = 1 :=\nsorry", "theorem t : 1 = 1 := by sorry"),
        ("theorem t : 1 = 1 := by sorry", "theorem t : 1 = 1 := by sorry"),
        ("theorem t : 1 = 1 := by\n  sorry", "theorem t : 1 = 1 := by sorry"),
        ("theorem t (n : ℕ := by sorry", "theorem t (n : ℕ := by sorry"),
    ],
)
def test_a_statement_is_given_without_a_proof(script: ModuleType, lean: EmbeddedLean, written: str, text: str) -> None:
    pair = {"header": "import Mathlib\nopen Nat Nowhere\nopen scoped Nothing\n", "formal_stmt_gt": written}
    assert script.text_of(lean, pair, "formal_stmt_gt") == f"open Nat\n{text}\n"
