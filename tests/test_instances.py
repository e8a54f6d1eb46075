"""However a text brings an instance for Lean's own types, it is seen; instances for its own types and variables pass."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.second_opinion import examined
from pytest_faithform.lean.source import parse

OTHER_MEANINGS = [
    "structure P where\n  n : ℕ\nabbrev K (_ : Type) := ℕ\ninstance : Add (K P) := ⟨fun _ _ => (3 : ℕ)⟩\n"
    "theorem t (x : K P) : (1:ℕ) + 1 = 3 := rfl",
    "inductive Color where\n"
    "  | red\n"
    "  | blue\n"
    "instance : HAdd ℕ ℕ Color := ⟨fun _ _ => .red⟩\n"
    "theorem t (c : Color) (h : c = Color.red) (a b : ℕ) : a + b = b + b := rfl",
    "abbrev Foo := ℕ\ntheorem t [Add Foo] (h : ∀ a b : ℕ, a + b = 3) : 1 + 1 = 3 := h 1 1",
    "abbrev Ctx := Add ℕ\ntheorem t [Ctx] (h : ∀ a b : ℕ, a + b = 3) : 1 + 1 = 3 := h 1 1",
    "theorem t (_i : Add ℕ) (h : ∀ a b : ℕ, a + b = 3) : 1 + 1 = 3 := h 1 1",
    "theorem t [Add (Fin 5)] (h : ∀ a b : Fin 5, a + b = 3) : (1 : Fin 5) + 1 = 3 := h 1 1",
    "def rules : Add ℕ := ⟨fun _ _ => 3⟩\ntheorem t : let r := rules; 1 + 1 = 3 := rfl",
    "theorem t : letI : Add ℕ := ⟨fun _ _ => 3⟩; 1 + 1 = 3 := by rfl",
    "theorem t : ∃ _ : Add ℕ, 1 + 1 = 3 := ⟨⟨fun _ _ => 3⟩, rfl⟩",
    "def rules : LT ℕ := ⟨fun _ _ => True⟩\n"
    "def isSmall (n : ℕ) : Prop := have _r := rules; n < 3\n"
    "theorem t (n : ℕ) : isSmall n := trivial",
    "def sound (o : LT ℕ := ⟨fun _ _ => True⟩) : Prop := 5 < 3\ntheorem t : sound := trivial",
    "theorem t : ∀ [LT ℕ], (∀ a b : ℕ, a < b) → 5 < 3 := fun h => h 5 3",
]
HONEST = [
    "structure P (α : Type) where\n"
    "  x : α\n"
    "instance {α : Type} [Add α] : Add (P α) := ⟨fun p q => ⟨p.x + q.x⟩⟩\n"
    "theorem t (p q : P ℕ) : (p + q).x = p.x + q.x := rfl",
    "def P (k n : ℕ) : Prop := n % k = 0\n"
    "instance (k : ℕ) : DecidablePred (fun n => P k n) := fun n => inferInstanceAs (Decidable (n % k = 0))\n"
    "theorem t : P 2 4 := by decide",
    "structure Range where\n  min : ℕ\n  max : ℕ\n  h : min ≤ max\n"
    "theorem t (r : Range) : max r.min r.max = r.max := Nat.max_eq_right r.h",
    "structure Metric (X : Type) where\n  id : X → X\n  h : ∀ x, id x = x\n"
    "theorem t (X : Type) (d : Metric X) (x : X) : d.id x = x := d.h x",
    "inductive Tree\n  | leaf\n  | node (l r : Tree)\n"
    "def Tree.size : Tree → ℕ\n  | leaf => 1\n  | node l r => l.size + r.size\n"
    "def Tree.depth : Tree → ℕ\n  | leaf => 0\n  | node l r => max l.depth r.depth + 1\n"
    "theorem t : (Tree.node .leaf .leaf).depth = 1 := rfl",
    "structure Triangle where\n  a : ℕ\n  b : ℕ\n  c : ℕ\nnamespace Triangle\n"
    "def half (t : Triangle) : ℕ := (a t + b t + c t) / 2\n"
    "theorem t (t : Triangle) (h : a t = 2) (k : b t = 2) (l : c t = 2) : half t = 3 := by simp [half, *]\nend Triangle",
    "theorem t (f : ℕ → ℕ) (hf : ∀ x, f x = 0) : ∀ x : ℕ, ∀ _ : ℕ, f x = 0 := fun x _ => hf x",
    "theorem t : ∀ _ : ℕ, 1 + 1 = 2 := fun _ => rfl",
    "theorem t {α : Type} [Add α] (a b : α) : a + b = a + b := rfl",
    "structure W where\n"
    "  n : ℕ\n"
    "noncomputable instance : Add W := ⟨fun p q => ⟨p.n + q.n⟩⟩\n"
    "theorem t (a b : W) : (a + b).n = a.n + b.n := rfl",
    "structure W where\n"
    "  n : ℕ\n"
    "noncomputable instance : HMul ℕ W W := ⟨fun k q => ⟨k * q.n⟩⟩\n"
    "theorem t (a : W) : ((2:ℕ) * a).n = 2 * a.n := rfl",
    "theorem t (α : Type) [LE α] (h : ∀ a : α, a ≤ a) (x : α) : x ≤ x := h x",
    "theorem t (n : ℕ) (h : n ∣ 12) (l : List ℕ) (hl : n ∈ l) : n ∈ l := hl",
    "inductive C where\n  | a\n  | b\nderiving DecidableEq, Repr\ntheorem t (x : C) (h : x = C.a) : x = C.a := h",
]


@pytest.mark.parametrize("text", OTHER_MEANINGS)
def test_an_instance_for_leans_own_types_is_rejected(lean: EmbeddedLean, text: str) -> None:
    reply = lean.check(text)
    assert reply.outcome == "ok"
    found = examined(lean, parse(text), reply).guard
    assert [finding.rule for finding in found if finding.severity == "reject"][:1] == ["instance"]
    assert prove(lean, text, budget=30).value == "undetermined"


@pytest.mark.parametrize("text", HONEST)
def test_other_instances_and_unnamed_arguments_pass(lean: EmbeddedLean, text: str) -> None:
    reply = lean.check(text)
    assert reply.outcome == "ok", reply.first_error
    assert [one for one in examined(lean, parse(text), reply).guard if one.severity == "reject"] == []


UNCOMPILED = [
    "structure W where\n"
    "  n : ℕ\n"
    "instance : Add W := ⟨fun p q => ⟨p.n + q.n⟩⟩\n"
    "theorem t (a b : W) : (a + b).n = a.n + b.n := rfl",
    "def app (g : ℕ → ℕ → ℕ) : ℕ := g 1 2\ndef u : ℕ := app Nat.add\ntheorem t : u = 3 := rfl",
    "structure W where\n  v : ℚ\ninstance : Inhabited W := ⟨⟨0⟩⟩\ntheorem t (a : W) : a = a := rfl",
    "structure W where\n  n : ℤ\ninstance wneg : Neg W := ⟨fun p => ⟨-p.n⟩⟩\ntheorem t (a : W) : (-a).n = -a.n := rfl",
]


@pytest.mark.parametrize("text", UNCOMPILED)
def test_what_only_this_build_cannot_compile_is_accepted(lean: EmbeddedLean, text: str) -> None:
    reply = lean.check(text)
    assert reply.outcome == "ok", reply.first_error
    assert any("not compiled: this build lacks the code of " in message.text for message in reply.messages)


def test_a_definition_that_no_lean_can_compile_is_an_error(lean: EmbeddedLean) -> None:
    text = "def f : ℕ := Classical.choice ⟨1⟩\ndef g : ℕ → ℕ := fun n => n + f\ntheorem t : g 0 = g 0 := rfl"
    assert lean.check(text).outcome == "error"
