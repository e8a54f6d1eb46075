"""`faithform import` of reference statements: what no Lean would take is left out with what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_importing import imported, rows, rpa
from test_importing_faults import GOOD, left_out

UNFINISHED = "allowed: a theorem that ends in ':= by', or that has its proof"


@pytest.mark.parametrize("name", ["minif2f", "robustpabench"])
@pytest.mark.parametrize(
    "formal", ["theorem t : 1 = 1", "def a := 1\n\ntheorem t (n : Nat := 3) : n = a", "1 = 1", "def a := 1"]
)
def test_a_reference_without_a_place_for_its_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, formal: str
) -> None:
    bad = (GOOD.get(name) or rpa(name="second")) | {"formal_statement": formal}
    more = ["--cases", str(tmp_path / "c.jsonl")] if name == "robustpabench" else []
    told = left_out(tmp_path, capsys, name, bad, *more)
    assert "field 'formal_statement': found" in told
    assert UNFINISHED in told


@pytest.mark.parametrize(
    ("formal", "reference"),
    [
        ("theorem t : 1 = 1 := by\n", "theorem t : 1 = 1 := by\n  sorry\n"),
        ("theorem t : 1 = 1 :=", "theorem t : 1 = 1 := by\n  sorry\n"),
        ("import Mathlib\n\nlemma t : 1 = 1 := rfl", "import Mathlib\n\nlemma t : 1 = 1 := rfl\n"),
        ("example : 1 = 1 := by", "example : 1 = 1 := by\n  sorry\n"),
        (
            "theorem t : ∀ n : Nat, n = n\n  | 0 => rfl\n  | _ + 1 => rfl",
            "theorem t : ∀ n : Nat, n = n\n  | 0 => rfl\n  | _ + 1 => rfl\n",
        ),
        ("", None),
    ],
)
def test_a_reference_that_is_complete(tmp_path: Path, formal: str, reference: str | None) -> None:
    file = rows(tmp_path / "one.jsonl", GOOD["minif2f"] | {"formal_statement": formal})
    assert imported(tmp_path, "minif2f", file)[0].formal_statement == reference
