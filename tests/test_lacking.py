"""When a failure says nothing about the text (unavailable), and when it does (error)."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.lacking import Lacking

LACKING = Lacking.load()

UNAVAILABLE = {
    "theorem t (x : ℝ) : x = x := rfl": "ℝ",
    "open BigOperators Real\ntheorem t : 1 = 1 := rfl": "BigOperators",
    "theorem t (n : ℕ) : n + 0 = n := by norm_num": "norm_num",
    "theorem t (n : ℕ) : n + 0 = n := by\n  constructor\n  · norm_num\n  · linarith": "norm_num",
    "theorem t (n : ℕ) : n + 0 = n := by\n  have h : 1 = 2 := by\n    norm_num\n  omega": "norm_num",
    "theorem t (n : ℕ) : n + 0 = n := by\n  simp; nlinarith [h]": "nlinarith",
    "theorem t (n : ℕ) : n + 0 = n := by\n  rw [mul_comm]": "mul_comm",
    "theorem t (n : ℕ) : 0 = ∑ i in Finset.range n, i := by sorry": "∑",
    "theorem t (n : ℤ) : 3 = |n| := by sorry": "|x|",
    "theorem t (s : Nat) : s = {x | x > 3} := sorry": "{x | p x}",
    "theorem t (s : Nat) : {x ∈ s | x > 3} = s := sorry": "{x | p x}",
    "theorem t (n : ℕ) : n ! = 3 := sorry": "n !",
    "theorem t (n : ℕ+) : n = n := rfl": "ℕ+",
    "theorem t : ∃! x, x = 3 := sorry": "∃!",
    "theorem t {α : Type*} (a : α) : a = a := rfl": "Type*",
    "theorem t (n : ℕ) : n.factorial > 0 := sorry": "Nat.factorial",
    "theorem t (a b : ℚ) (h : 0 < a) : a ≠ 0 := h.ne'": "Eq.ne'",
    "theorem t (a b : ℕ) : {a, b} ⊂ Finset.Icc 0 9 := sorry": "Finset.Icc",
    "@[positivity] def x := 3": "positivity",
    'theorem t : 1 = 1 := by norm_num\ntheorem bad (n : ℕ) : n = "a" := rfl': "norm_num",
}

ERROR = {
    "named in a comment": "/- norm_num ℝ -/\ntheorem t : 1 = 2 := by rfl -- norm_num",
    "named in a string": 'theorem t : "norm_num ℝ" = 1 := rfl',
    "an earlier error in another theorem": 'theorem b (n : ℕ) : n = "a" := rfl\ntheorem t : 1 = 1 := by norm_num',
    "an earlier error in the statement": 'theorem t (n : ℕ) : n = "a" := by norm_num',
    "an earlier unknown name": "theorem t : 1 = 1 := by\n  obtain ⟨x, hx⟩ := foo\n  use 3",
    "a finished block before it left goals open": "theorem t : 1 = 1 := by\n  have h : 1 = 2 := by skip\n  norm_num",
    "a theorem of that name": "theorem norm_num : 1 = 1 := foo",
    "a hypothesis of that name": "theorem t (norm_num : 1 = 2) : 1 = 3 := norm_num",
    "where a command is due": "theorem t (n : ℕ) : n + 0 = n := by simp\nnorm_num",
    "an unlisted tactic": "theorem t : 1 = 1 := by frobnicate",
    "an unlisted name": "theorem t : 1 = 1 := Nat.this_is_invented",
    "a syntax error beside it": "example : (2 : ℝ) = := by norm_num",
    "a core tactic that fails": "theorem t (n : ℕ) : n = 3 := by omega",
    "a proof that stays open": "theorem t (n : ℕ) : n = 3 := by skip",
}


@pytest.mark.parametrize(("source", "word"), UNAVAILABLE.items(), ids=list(UNAVAILABLE.values()))
def test_a_first_error_about_a_listed_thing_is_unavailable(lean: EmbeddedLean, source: str, word: str) -> None:
    reply = lean.check(source)
    assert (reply.outcome, reply.lacking[:1]) == ("unavailable", (word,))


@pytest.mark.parametrize("source", ERROR.values(), ids=ERROR.keys())
def test_everything_else_is_an_error(lean: EmbeddedLean, source: str) -> None:
    reply = lean.check(source)
    assert (reply.outcome, reply.lacking) == ("error", ())


def _rejected(lean: EmbeddedLean, lines: dict[str, str]) -> set[str]:
    """The words whose line (a command of its own) has an error; in portions that no cap on messages touches."""
    words, found = list(lines), set()
    for start in range(0, len(words), 60):
        portion = words[start : start + 60]
        reply = lean.check("\n".join(lines[word] for word in portion), timeout=300)
        hit = {m.line for m in reply.messages if m.severity == "error"}
        found |= {word for line, word in enumerate(portion, 1) if line in hit}
    return found


def test_core_lacks_every_listed_name(lean: EmbeddedLean) -> None:
    names = LACKING.names
    assert len(names) > 800
    assert _rejected(lean, {name: f"#check @{name}" for name in names}) == names


def test_core_lacks_every_listed_namespace(lean: EmbeddedLean) -> None:
    namespaces = LACKING.namespaces
    assert _rejected(lean, {name: f"open {name} in #check Nat" for name in namespaces}) == namespaces


def test_core_lacks_every_listed_tactic(lean: EmbeddedLean) -> None:
    for tactic in sorted(LACKING.tactics):
        reply = lean.check(f"example : True := by {tactic}")
        assert (reply.outcome, reply.lacking) == ("unavailable", (tactic,))


def test_core_lacks_every_listed_attribute(lean: EmbeddedLean) -> None:
    attributes = LACKING.attributes
    lines = {name: f"@[{name}] def x{i} := 3" for i, name in enumerate(sorted(attributes))}
    assert _rejected(lean, lines) == attributes


def test_core_cannot_read_any_listed_notation(lean: EmbeddedLean) -> None:
    for notation in LACKING.notations:
        sources = [f"example (a b : Nat) : a = {text} := sorry" for text in (f"(a {notation} b)", f"({notation} x, a)")]
        assert any(lean.check(source).lacking == (notation,) for source in sources), notation
