"""More of the tricks of `lean_tricks`: other meanings of signs by instances, and of names by what binds them;
hypotheses about all numbers."""

from __future__ import annotations

from lean_tricks import Trick

__all__ = ["MEANING_TRICKS"]

ODD = "⟨⟨fun _ _ => 3⟩, rfl⟩"
ORDER = "⟨⟨fun _ _ => True⟩, trivial⟩"
CARRIER = "structure V where\n  n : ℕ\nstructure W (β : Type) where\n  α : Type\n"


def seen_after(text: str, twin: str, rule: str = "instance") -> Trick:
    """One that only the second look catches."""
    return Trick(text, "after", twin, clean=True, after=rule)


#: Instances for Lean's own types, of any class and by whatever way.
INSTANCES = {
    "a field that is an instance": seen_after(
        f"structure Good where\n  r : Add ℕ\n  h : (1:ℕ) + 1 = 3\ntheorem t : Nonempty Good := ⟨{ODD}⟩",
        "structure Good (α : Type) where\n  r : Add α\n  h : ∀ a b : α, a + b = b + a\n"
        "theorem t (α : Type) (g : Good α) : g = g := rfl",
    ),
    "a field of an order": seen_after(
        f"structure Good where\n  r : LT ℕ\n  h : (5:ℕ) < 3\ntheorem t : Nonempty Good := ⟨{ORDER}⟩",
        "structure Good where\n  n : ℕ\n  h : 3 < n\ntheorem t : Nonempty Good := ⟨⟨4, by decide⟩⟩",
    ),
    "a field of powers": seen_after(
        f"structure Good where\n  r : NatPow ℕ\n  h : (2:ℕ) ^ 3 = 3\ntheorem t : Nonempty Good := ⟨{ODD}⟩",
        "structure Group where\n  carrier : Type\n  op : Mul carrier\n  one : carrier\n  unit : ∀ a : carrier, one * a = a\n"
        "theorem t (G : Group) : G.one = G.one := rfl",
    ),
    "an instance that a constructor takes": seen_after(
        "inductive Claim : Prop where\n  | mk [i : Add ℕ] (h : (1:ℕ) + 1 = 3) : Claim\n"
        "theorem t : Claim := @Claim.mk ⟨fun _ _ => 3⟩ rfl",
        "inductive Claim (α : Type) : Prop where\n  | mk [i : Add α] (h : ∀ a b : α, a + b = b + a) : Claim α\n"
        "theorem t : Claim ℕ := ⟨Nat.add_comm⟩",
    ),
    "a reducible name for a class": seen_after(
        f"@[reducible] def K (α : Type) := LE α\ntheorem t : ∃ _ : K ℕ, (5:ℕ) ≤ 3 := {ORDER}",
        "@[reducible] def K (α : Type) := List α\ntheorem t : ∃ _ : K ℕ, (3:ℕ) ≤ 5 := ⟨[], by decide⟩",
    ),
    "a name that becomes reducible": seen_after(
        f"def K := Add\nattribute [reducible] K\ntheorem t : ∃ _ : K ℕ, (1:ℕ) + 1 = 3 := {ODD}",
        "def K := List\nattribute [reducible] K\ntheorem t : ∃ _ : K ℕ, (1:ℕ) + 1 = 2 := ⟨[], rfl⟩",
    ),
    "a name for a class, in a definition": seen_after(
        "@[reducible] def K (α : Type) := LE α\ndef claim : Prop := ∃ _ : K ℕ, (5:ℕ) ≤ 3\n"
        f"theorem t : claim := {ORDER}",
        "def claim : Prop := ∃ n : ℕ, n ≤ 3\ntheorem t : claim := ⟨3, by decide⟩",
    ),
    "an instance for a type that a field stands for": seen_after(
        f"{CARRIER}abbrev w : W V := ⟨ℕ⟩\ninstance : Add <| @W.α V w := ⟨fun _ _ => (3 : ℕ)⟩\n"
        "theorem t (v : V) (x : W V) (h : x = w) : (1:ℕ) + 1 = 3 := rfl",
        "structure V where\n  n : ℕ\ninstance : Add <| V := ⟨fun _ _ => ⟨3⟩⟩\ntheorem t (v : V) : (v + v).n = 3 := rfl",
    ),
    "an instance for a name that forgets its argument": seen_after(
        "structure V where\n  n : ℕ\nabbrev N (_ : Type) : Type := ℕ\n"
        "instance : Add <| N V := ⟨fun _ _ => (3 : ℕ)⟩\ntheorem t (v : V) (x : N V) : (1:ℕ) + 1 = 3 := rfl",
        "structure V (α : Type) where\n  n : α\ninstance : Add <| V ℕ := ⟨fun _ _ => ⟨3⟩⟩\n"
        "theorem t (v : V ℕ) : (v + v).n = 3 := rfl",
    ),
    "coercions by way of a type of the text": seen_after(
        "structure W where\n  n : ℕ\ninstance : Coe ℤ W := ⟨fun _ => ⟨0⟩⟩\ninstance : Coe W ℕ := ⟨fun w => w.n⟩\n"
        "theorem t (x : ℤ) (w : W) : (x : ℕ) = 0 := rfl",
        "structure W where\n  n : ℤ\ninstance : Coe ℕ W := ⟨fun n => ⟨n⟩⟩\ninstance : Coe W ℤ := ⟨fun w => w.n⟩\n"
        "theorem t (w : W) : (w : ℤ) = w.n := rfl",
    ),
    "a class that no list of arithmetic has": seen_after(
        f"theorem t : ∃ _ : ShiftLeft ℕ, (2:ℕ) <<< 2 = 3 := {ODD}",
        "theorem t : ∃ _ : Inhabited ℕ, (2:ℕ) <<< 2 = 8 := ⟨⟨3⟩, rfl⟩",
    ),
    "another element by default": seen_after(
        "theorem t : ∃ _ : Inhabited ℕ, (default : ℕ) = 3 := ⟨⟨3⟩, rfl⟩",
        "theorem t : (default : ℕ) = 0 := rfl",
    ),
    "another equivalence": seen_after(
        f"theorem t : ∃ _ : HasEquiv ℕ, (1:ℕ) ≈ 2 := {ORDER}",
        "theorem t {α : Type} [Setoid α] (a : α) : a ≈ a := Setoid.refl a",
    ),
    "another exclusive or": seen_after(
        f"theorem t : ∃ _ : HXor ℕ ℕ ℕ, (1:ℕ) ^^^ 1 = 3 := {ODD}", "theorem t : (1:ℕ) ^^^ 1 = 0 := rfl"
    ),
    "an order that is a variable of a name for a type": seen_after(
        f"theorem t : let α := ℕ; ∃ _ : LE α, (5:ℕ) ≤ 3 := {ORDER}",
        "theorem t : ∀ α : Type, ∀ _ : LE α, (3:ℕ) ≤ 5 := fun _ _ => by decide",
    ),
    "an instance that is put in its place": Trick(
        "theorem t : letI : LT ℕ := (inferInstanceAs (Ord ℕ)).opposite.toLT; 3 < 2 := by show compare 2 3 = .lt; rfl",
        "instance",
        "theorem t : haveI : NeZero 3 := ⟨by decide⟩; (2 : Fin 3) + 1 = 0 := rfl",
        clean=True,
    ),
    "a coercion that is unfolded": Trick(
        "def claim : Prop := let _ : Coe ℤ ℕ := ⟨fun _ => 0⟩; ((5:ℤ):ℕ) = 0\ntheorem t : claim := rfl",
        "instance",
        "theorem t {α β : Type} [Coe α β] (a : α) : (a : β) = a := rfl",
        clean=True,
    ),
}


def hidden(text: str, twin: str, after: str = "") -> Trick:
    return Trick(text, "shadowing", twin, clean=True, after=after)


#: Names that are bound where Lean's own are meant.
NAMES = {
    "a type that a definition binds": hidden(
        "def P (Nat : Type) : Prop := ∀ a b : Nat, a = b\ntheorem t : P Unit := fun _ _ => rfl",
        "def P (N : Type) : Prop := ∀ a b : N, a = b\ntheorem t : P Unit := fun _ _ => rfl",
        after="shadowing",
    ),
    "a type that a definition defines": hidden(
        "def claim : Prop := let Nat := Fin 1; ∀ a b : Nat, a = b\n"
        "theorem t : claim := fun a b => Subsingleton.elim a b",
        "def claim : Prop := let N := Fin 1; ∀ a b : N, a = b\ntheorem t : claim := fun a b => Subsingleton.elim a b",
        after="shadowing",
    ),
    "a type of a library's as a variable": hidden(
        "theorem t (Set : Type) (h : ∀ a b : Set, a = b) (a b : Set) : a = b := h a b",
        "theorem t (S : Type) (h : ∀ a b : S, a = b) (a b : S) : a = b := h a b",
    ),
    "a function that a definition binds": hidden(
        "def claim : Prop := ∃ max : ℕ → ℕ → ℕ, max 2 3 = 7\ntheorem t : claim := ⟨fun _ _ => 7, rfl⟩",
        "def claim : Prop := ∃ max : ℕ, max = max\ntheorem t : claim := ⟨7, rfl⟩",
        after="shadowing",
    ),
    "a function that a pattern binds": hidden(
        "def claim : (ℕ → ℕ → ℕ) → Prop\n  | max => max 2 3 = 7\ntheorem t : claim (fun _ _ => 7) := rfl",
        "def claim : (ℕ → ℕ → ℕ) → Prop\n  | f => max (f 2 3) 1 = 7\ntheorem t : claim (fun _ _ => 7) := rfl",
        after="shadowing",
    ),
    "a function beside a definition": hidden(
        "def claim : Prop := max 2 3 = 7\nwhere max (a b : ℕ) : ℕ := 7\ntheorem t : claim := rfl",
        "def claim : Prop := go 2 3 = 3\nwhere go (a b : ℕ) : ℕ := max a b\ntheorem t : claim := rfl",
        after="shadowing",
    ),
    "a type that is a field": hidden(
        "structure S where\n  Nat : Type\n  h : ∀ a b : Nat, a = b\n"
        "theorem t : ∃ s : S, s = s := ⟨⟨Unit, fun _ _ => rfl⟩, rfl⟩",
        "structure S where\n  N : Type\n  h : ∀ a b : N, a = b\ntheorem t : ∃ s : S, s = s := ⟨⟨Unit, fun _ _ => rfl⟩, rfl⟩",
        after="shadowing",
    ),
    "a function that a constructor takes": hidden(
        "inductive S : Prop where\n  | mk (max : ℕ → ℕ → ℕ) (h : max 2 3 = 7) : S\ntheorem t : S := ⟨fun _ _ => 7, rfl⟩",
        "inductive S : Prop where\n  | mk (f : ℕ → ℕ → ℕ) (h : max (f 2 3) 1 = 7) : S\n"
        "theorem t : S := ⟨fun _ _ => 7, rfl⟩",
        after="shadowing",
    ),
    "a variable that hides an opened name": seen_after(
        "open Nat in\ntheorem t (log2 : ℕ → ℕ) (h : ∀ n, log2 n = 7) : log2 8 = 7 := h 8",
        "open Nat in\ntheorem t (add : ℕ → ℕ → ℕ) (h : ∀ n, add n n = 7) : add 8 8 = 7 := h 8",
        "shadowing",
    ),
    "a variable of a definition that hides an opened name": seen_after(
        "open Nat\ndef claim : Prop := ∃ log2 : ℕ → ℕ, log2 8 = 7\ntheorem t : claim := ⟨fun _ => 7, rfl⟩",
        "def claim : Prop := ∃ log2 : ℕ → ℕ, log2 8 = 7\ntheorem t : claim := ⟨fun _ => 7, rfl⟩",
        "shadowing",
    ),
    "a function that is handed over": hidden(
        "theorem t : let max := fun (_ _ : ℕ) => 0; [3, 7].foldl max 0 = 0 := rfl",
        "theorem t : let max := 0; [3, 7].foldl (fun a b => a + b) max = 10 := rfl",
        after="shadowing",
    ),
    "a function that there is": hidden(
        "theorem t : ∃ max : ℕ → ℕ → ℕ, [1, 2].foldl max 0 = 0 := ⟨fun _ _ => 0, rfl⟩",
        "theorem t : ∃ max : ℕ, [1, 2].foldl (fun a b => a + b) max = 3 := ⟨0, rfl⟩",
        after="shadowing",
    ),
    "a function in brackets": hidden(
        "def claim : Prop := (max) 3 4 = 0\nwhere max (_ _ : ℕ) : ℕ := 0\ntheorem t : claim := rfl",
        "def claim : Prop := (max) + 4 = 4\nwhere max : ℕ := 0\ntheorem t : claim := rfl",
        after="shadowing",
    ),
    "a function behind a pipe": hidden(
        "theorem t : let id := fun (_ : ℕ) => 0; (3 |> id) = 0 := rfl",
        "theorem t : let id := 3; (id |> Nat.succ) = 4 := rfl",
        after="shadowing",
    ),
    "a function by the name of its type": seen_after(
        "abbrev Op := ℕ → ℕ → ℕ\ntheorem t : ∃ max : Op, [1, 2].foldl max 0 = 0 := ⟨fun _ _ => 0, rfl⟩",
        "structure Op where\n  n : ℕ\ntheorem t : ∃ max : Op, max.n = 0 := ⟨⟨0⟩, rfl⟩",
        "shadowing",
    ),
    "a function that a tactic names": seen_after(
        "def claim : (ℕ → ℕ → ℕ) → Prop := by\n  intro max\n  exact [3, 7].foldl max 0 = 0\n"
        "theorem t : claim (fun _ _ => 0) := rfl",
        "def claim : ℕ → Prop := by\n  intro max\n  exact [3, 7].foldl (fun a b => a + b) max = 10\n"
        "theorem t : claim 0 := rfl",
        "shadowing",
    ),
    "a function that a pair holds": seen_after(
        "def claim (f : (ℕ → ℕ → ℕ) × ℕ) : Prop := match f with\n  | (max, n) => [3, 7].foldl max 0 = n\n"
        "theorem t : claim (fun _ _ => 0, 0) := rfl",
        "def claim (f : ℕ × ℕ) : Prop := match f with\n  | (max, n) => [3, 7].foldl (fun a b => a + b) max = n\n"
        "theorem t : claim (0, 10) := rfl",
        "shadowing",
    ),
    "a function with a property": seen_after(
        "theorem t : Nonempty {max : ℕ → ℕ → ℕ // [3, 7].foldl max 0 = 0} := ⟨⟨fun _ _ => 0, rfl⟩⟩",
        "theorem t : Nonempty {max : ℕ // [3, 7].foldl (fun a b => a + b) max = 10} := ⟨⟨0, rfl⟩⟩",
        "shadowing",
    ),
    "a value that is called": hidden(
        "structure F where\n  f : ℕ → ℕ → ℕ\ninstance : CoeFun F (fun _ => ℕ → ℕ → ℕ) := ⟨F.f⟩\n"
        "theorem t : ∃ max : F, max 3 7 = 0 := ⟨⟨fun _ _ => 0⟩, rfl⟩",
        "structure F where\n  f : ℕ → ℕ → ℕ\ninstance : CoeFun F (fun _ => ℕ → ℕ → ℕ) := ⟨F.f⟩\n"
        "theorem t : ∃ g : F, g 3 7 = 0 := ⟨⟨fun _ _ => 0⟩, rfl⟩",
        after="shadowing",
    ),
    "a namespace that is a variable": hidden(
        "structure S where\n  gcd : ℕ → ℕ → ℕ\ntheorem t : ∃ Nat : S, Nat.gcd 4 6 = 1 := ⟨⟨fun _ _ => 1⟩, rfl⟩",
        "structure S where\n  gcd : ℕ → ℕ → ℕ\ntheorem t : ∃ s : S, s.gcd 4 6 = 1 := ⟨⟨fun _ _ => 1⟩, rfl⟩",
        after="shadowing",
    ),
    "a proposition that is a variable": hidden(
        "theorem t : ∃ False : Prop, False := ⟨1 = 1, rfl⟩",
        "theorem t : ∃ P : Prop, P ∧ ¬ False := ⟨1 = 1, rfl, id⟩",
        after="shadowing",
    ),
    "a number that hides an opened one": seen_after(
        "open Nat in\ntheorem t : ∃ zero : ℕ, zero = 1 := ⟨1, rfl⟩",
        "open Nat in\ntheorem t : ∃ zero : ℕ → ℕ, zero 1 = 1 := ⟨id, rfl⟩",
        "shadowing",
    ),
    "a field in its structure's namespace": seen_after(
        "structure S where\n  n : ℕ\n  min : ℕ → ℕ\nnamespace S\n"
        "theorem t (s : S) (h : ∀ n, s.min n = 0) : min s 3 = 0 := h 3\nend S",
        "structure S where\n  n : ℕ\n  min : ℕ → ℕ\nnamespace S\n"
        "theorem t (s : S) (h : ∀ n, s.min n = 0) : s.min 3 = 0 := h 3\nend S",
        "shadowing",
    ),
    "a notation for an operator of a library": Trick(
        'local notation "⊥" => (1:ℕ)\ntheorem t : ⊥ = 1 := rfl',
        "notation",
        'local notation "ℤ⁺" => {x : ℤ // 0 < x}\ntheorem t (x : ℤ⁺) : 0 < x.val := x.property',
        clean=True,
    ),
    "a notation with a priority": Trick(
        'local notation (priority := high) "n" => (0:ℕ)\ntheorem t : n * n = n := rfl',
        "notation",
        'local notation "n₀" => (0:ℕ)\ntheorem t : n₀ * n₀ = n₀ := rfl',
        clean=True,
    ),
}


def contradiction(text: str, twin: str) -> Trick:
    return Trick(text, "vacuous", twin, clean=True)


#: Hypotheses about all numbers that a few of them contradict.
CONTRADICTIONS = {
    "a bound of all numbers": contradiction(
        "theorem t (n : ℕ) (h : ∀ n : ℕ, n < 5) : n = 77 := absurd (h 5) (by decide)",
        "theorem t (f : ℕ → ℕ) (h : ∀ n : ℕ, f n < 5) : f 0 ≤ 4 := by have := h 0; omega",
    ),
    "a remainder of all numbers": contradiction(
        "theorem t (n : ℕ) (h : ∀ m : ℕ, m % 2 = 0) : n = 77 := absurd (h 1) (by decide)",
        "theorem t (n : ℕ) (h : ∀ m : ℕ, n * m % 2 = 0) : n % 2 = 0 := by have := h 1; omega",
    ),
    "a member of every finite type": contradiction(
        "theorem t (f : ∀ n : ℕ, Fin n) : 2 + 2 = 5 := (f 0).elim0",
        "theorem t (f : ∀ n : ℕ, Fin (n + 1)) : f 0 = 0 := by omega",
    ),
    "a function into nothing": contradiction(
        "theorem t (g : Nonempty ℕ → Empty) : 2 + 2 = 5 := (g ⟨0⟩).elim",
        "theorem t (g : Nonempty ℕ → ℕ) : g ⟨0⟩ = g ⟨1⟩ := rfl",
    ),
    "a greatest number": contradiction(
        "theorem t (h : ∃ x : ℕ, ∀ y : ℕ, y ≤ x) : 2 + 2 = 5 := by\n  obtain ⟨x, hx⟩ := h\n  have := hx (x + 1)\n  omega",
        "theorem t (h : ∃ x : ℕ, ∀ y : ℕ, x ≤ y) : 2 + 2 = 4 := rfl",
    ),
    "a function that is one to one and constant": contradiction(
        "theorem t (f : ℕ → ℕ) (hf : ∀ a b, f a = f b → a = b) (hc : ∀ a, f a = 1) : f 0 = f 1 := by rw [hc, hc]",
        "theorem t (f : ℕ → ℕ) (hf : ∀ a b, f a = f b → a = b) : f 0 ≠ f 1 := fun h => absurd (hf _ _ h) (by decide)",
    ),
}

MEANING_TRICKS = INSTANCES | NAMES | CONTRADICTIONS
