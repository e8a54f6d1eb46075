"""What Lean makes of a recursion stands in no text, and is no sign that the text was misread; no text can forge it."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.made import is_made_by_lean
from pytest_faithform.lean.second_opinion import second_opinion
from pytest_faithform.lean.source import parse
from pytest_faithform.model import Declaration

RECURSIONS = {
    "two arguments": (
        "def g : ℕ → ℕ → ℕ\n  | 0, b => b\n  | a+1, b => g ((a+1) / 2) (b+1)\n"
        "termination_by a => a\ndecreasing_by omega\ntheorem t : g 0 5 = g 0 5 := rfl"
    ),
    "Ackermann's function": (
        "def ack : ℕ → ℕ → ℕ\n  | 0, n => n + 1\n  | m+1, 0 => ack m 1\n  | m+1, n+1 => ack m (ack (m+1) n)\n"
        "termination_by m n => (m, n)\ntheorem t : ack 1 1 = ack 1 1 := rfl"
    ),
    "Euclid's algorithm": (
        "def euclid (a b : ℕ) : ℕ := if h : b = 0 then a else euclid b (a % b)\ntermination_by b\n"
        "decreasing_by exact Nat.mod_lt _ (Nat.pos_of_ne_zero h)\ntheorem t : euclid 4 6 = euclid 4 6 := rfl"
    ),
    "two functions": (
        "mutual\ndef ev (n k : ℕ) : Bool := match n with\n  | 0 => true\n  | n+1 => od n k\ntermination_by n\n"
        "def od (n k : ℕ) : Bool := match n with\n  | 0 => false\n  | n+1 => ev n k\ntermination_by n\nend\n"
        "theorem t : ev 1 1 = ev 1 1 := rfl"
    ),
    "two types": (
        "mutual\ninductive Tree | node : Wood → Tree\ninductive Wood | nil : Wood | cons : Tree → Wood → Wood\nend\n"
        "mutual\ndef Tree.size : Tree → ℕ | .node f => f.size + 1\n"
        "def Wood.size : Wood → ℕ | .nil => 0 | .cons t f => t.size + f.size\nend\n"
        "theorem t (r : Tree) : r.size = r.size := rfl"
    ),
    "a helper beside it": (
        "def collatz (n : ℕ) : ℕ := go n 5\nwhere\n  go (n fuel : ℕ) : ℕ := match fuel with\n    | 0 => n\n"
        "    | fuel + 1 => if n % 2 = 0 then go (n / 2) fuel else go (3 * n + 1) fuel\n"
        "theorem t : collatz 5 = collatz 5 := rfl"
    ),
}


@pytest.mark.parametrize("name", RECURSIONS)
def test_what_lean_makes_of_a_recursion_passes(lean: EmbeddedLean, name: str) -> None:
    text = RECURSIONS[name]
    reply = lean.check(text)
    assert reply.outcome == "ok", reply.first_error
    assert [finding for finding in second_opinion(lean, parse(text), reply) if finding.severity == "reject"] == []


def test_a_name_that_the_text_writes_is_not_leans() -> None:
    made = Declaration(name="PSigma.casesOn._arg_pusher", kind="theorem")
    assert is_made_by_lean(made, "theorem t : 1 = 1 := rfl")
    assert not is_made_by_lean(made, "theorem PSigma.casesOn._arg_pusher : 1 = 1 := rfl")
    assert not is_made_by_lean(made.model_copy(update={"kind": "axiom"}), "theorem t : 1 = 1 := rfl")
    assert not is_made_by_lean(Declaration(name="Nat.odd_one", kind="theorem"), "theorem t : 1 = 1 := rfl")
