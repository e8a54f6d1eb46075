"""The scanner against Lean itself: on texts that Lean accepts, the same declarations and the same sorries."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.source import parse

ACCEPTED = {
    "plain": "theorem a : 1 = 1 := by\n  sorry\n",
    "namespaces": """namespace X
private theorem b (h : True := by trivial) : 1 = 1 ∧ True := by
  constructor
  · rfl
  · exact (by sorry)
def f : Nat := 3
example : True := sorry
end X
open X in
theorem foo.bar : f = 3 := rfl
""",
    "one line": "theorem a : 1 = 1 := rfl theorem b : 2 = 2 := sorry def c := 3\n",
    "nested scopes": """namespace A.B
section
variable (n : Nat)
theorem t : n = n := rfl
end
end A.B
theorem t : A.B.t 1 = A.B.t 1 := rfl
namespace A
theorem _root_.top : True := trivial
theorem u : True := sorry
end A
""",
    "comments": """/- theorem no : 1 = 1 := sorry /- nested -/ def no2 := 1 -/
/-- doc theorem -/
theorem yes : 1 = 1 := rfl -- sorry
/-! module doc def x -/
/-/ theorem hidden : 1 = 1 := sorry -/
def s := "theorem q : sorry"
""",
    "pattern matching": """def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n
theorem pos : ∀ n, 0 < fact n
  | 0 => by decide
  | n + 1 => by
    have := pos n
    exact Nat.mul_pos (Nat.succ_pos n) this
""",
    "data types": """structure P where
  x : Nat
  y : Nat := 3
deriving Repr
inductive T
  | a | b : T
instance inhabitedT : Inhabited T := ⟨.a⟩
abbrev Q := P
class C (α : Type) where
  c : α
deriving instance DecidableEq for T
theorem t (q : Q) : q.x = q.x := sorry
""",
    "options": """set_option maxRecDepth 1000 in
@[simp] theorem a : 2 + 2 = 4 := by
  set_option maxRecDepth 2000 in
  decide
set_option pp.all true
theorem b : 1 = 1 := by open Nat in rfl
""",
    "mutual": """mutual
def ev : Nat → Bool
  | 0 => true
  | n + 1 => od n
def od : Nat → Bool
  | 0 => false
  | n + 1 => ev n
end
theorem x : ev 2 = true := by decide
""",
    "let in the type": """theorem t : let x := 3; x = 3 := rfl
theorem u :
    have h : 2 = 2 := by
      calc 2 = 2 := rfl
        _ = 2 := rfl
    h = h := sorry
""",
    "literals": """def a : Char := '"'
def b (f' : Nat) : Nat := f'
def c := s!"{s!"{1}"} theorem z {2}"
def d := r#"def e "x" "#
theorem «odd name» : 1 = 1 := sorry
theorem n : 0xff = 255 ∧ 0b11 = 3 ∧ 1_000 = 1000 ∧ (1, 2).1 = 1 := by decide
""",
    "bars": """def abs' (x : Int) : Int := if x < 0 then -x else x
macro:max "|" x:term "|" : term => `(abs' $x)
theorem t (x : Int) : |x| = |x| := rfl
""",
    "axioms": "axiom ax : 1 = 2\ntheorem t : 1 = 2 := ax\nopaque o : Nat\n",
    "lemmas": "lemma l (n : ℕ) (h : n > 3) : n ≥ 3 := by\n  omega\nlemma m : ∃ n : ℤ, n > 3 := ⟨4, by sorry⟩\n",
    "calc": """theorem c (a b c : Nat) (h : a = b) (k : b = c) : a = c :=
  calc a = b := h
    _ = c := by
      have q : b = c := k
      exact q
""",
    "universes": """universe u
theorem idd.{v} {α : Sort v} (a : α) : a = a := rfl
noncomputable section
def x : Nat := 3
end
""",
    "examples": """theorem a : True := trivial
example : 1 = 1 := by sorry
example (h65 : 65 = 65) : True := by
  sorry
""",
    "tactic blocks": """theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  refine ⟨?_, ?_⟩
  · exact hp
  case _ =>
    show q
    have h : q := by exact hq
    sorry
""",
    "attributes": """@[simp, grind =]
protected theorem N.a : 1 + 1 = 2 := rfl
attribute [simp] N.a
@[reducible, inline] def z := 4
local notation "theorem9" => 9
theorem n : theorem9 = 9 := rfl
""",
    "admit": """theorem a : 1 = 1 := by
  first
  | admit
  | rfl
theorem b : 2 = 2 := by
  have h : 3 = 3 := by admit
  rfl
""",
    "letters": """theorem été (α β : Nat) (h₁ : α = β) : β = α := h₁.symm
theorem «sorry» : 1 = 1 := rfl
theorem sorry_free : True := trivial -- sorry
""",
    "binders": """theorem first (x : Nat) : x = x := by
  have h (y : Nat) : y = y := by
    rfl
  exact h x

theorem second (x : Nat) (h : x = 3 := by omega) : x = x := sorry
""",
    "helper after where": "theorem f : 1 = 1 := g\nwhere g : 1 = 1 := rfl\ntheorem h : 2 = 2 := by sorry\n",
}

# What Lean adds by itself, or under a name of its own making: constructors, projections, instances, parsers, helpers.
GENERATED = {
    "data types": {"P.mk", "P.x", "P.y", "T.a", "T.b", "C.mk", "C.c", "instReprP", "instReprP.repr"}
    | {"instDecidableEqT", "instDecidableEqT._proof_1", "T.ofNat", "T.ofNat_ctorIdx"},
    "bars": {"term|_|"},
    "attributes": {"termTheorem9"},
    "helper after where": {"f.g"},
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_declarations_and_sorries_are_those_that_lean_reports(name: str, lean: LeanChecker) -> None:
    reply = lean.check(ACCEPTED[name])
    assert reply.outcome == "ok", reply.first_error
    read = parse(ACCEPTED[name])
    # Lean prints names without the brackets that let it read them.
    named = {decl.full_name.replace("«", "").replace("»", "") for decl in read.decls if decl.name}
    declared = {declaration.name for declaration in reply.declarations if not declaration.name.startswith("_aux_")}
    assert named == declared - GENERATED.get(name, set())
    # Lean reports a sorry once for a declaration, at its name, or at the keyword of an example.
    places = set()
    for hole in read.sorries:
        assert hole.decl is not None
        named_at = read.text.index("example", hole.decl.start) if hole.decl.keyword == "example" else None
        places.add(read.position(hole.decl.name_span[0] if named_at is None else named_at))
    assert places == {(sorry.line, sorry.column) for sorry in reply.sorries}


PROVED = """theorem steps (a b c : Nat) (h : a = b) (k : b = c) (p : Prop) (hp : p) : a = c ∧ p := by
  have h₁ : ∀ n : Nat, n = n
    | 0 => rfl
    | n + 1 => rfl
  have h₂ : 2 = 2 := by skip; rfl
  have h₃ : 3 = 3 :=
  by rfl
  have h₄ : 4 = 4 ∧ 5 = 5 := by
    constructor
    <;> rfl
  have h₅ : let x := 6; x = 6 := rfl
  have h₆ (n : Nat) (hn : n > 3) : n > 2 := by
    have inner : n ≥ 3 := by omega
    show n > 2
    omega
  obtain ⟨m, hm⟩ : ∃ m, m = a := ⟨a, rfl⟩
  have h₇ : a = c := calc
    a = b := by
      have : a = b := h
      exact this
    _ = c := k
  have h₈ : a = c := by
    calc a
      _ = b := h
      _ = c := by
        omega
  refine ⟨show a = c from by
    omega, ?_⟩
  suffices q : p ∧ True by exact q.1
  exact ⟨hp, (by trivial : True)⟩
"""


def test_a_proof_is_exactly_what_can_be_left_out(lean: LeanChecker) -> None:
    read = parse(PROVED)
    assert lean.check(PROVED).outcome == "ok"
    proofs = [claim for claim in read.claims if claim.proof is not None]
    assert len(proofs) == 19
    for claim in proofs:
        assert claim.proof is not None
        start, end = claim.proof
        arms = read.text.startswith("|", start)
        reply = lean.check(f"{read.text[:start]}{':= ' * arms}sorry{read.text[end:]}")
        assert reply.outcome == "ok", (read.prop_text(claim), reply.first_error)
        assert len(reply.sorries) == 1
