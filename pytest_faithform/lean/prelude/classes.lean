/- Words of logic and functions that core lacks. Definitions only. What is not Mathlib's stands in `FaithformPrelude`. -/

namespace BigOperators end BigOperators
namespace Topology end Topology

macro "Type*" : term => `(Type _)
macro "Sort*" : term => `(Sort _)

/-- Mathlib: `ExistsUnique`. -/
def ExistsUnique {α : Sort _} (p : α → Prop) : Prop := ∃ x, p x ∧ ∀ y, p y → y = x
macro "∃! " x:ident ", " p:term : term => `(ExistsUnique (fun $x => $p))
macro "∃! " x:ident " : " t:term ", " p:term : term => `(ExistsUnique (fun ($x : $t) => $p))

/-- Mathlib: `Function.Bijective`. -/
def Function.Bijective {α β : Sort _} (f : α → β) : Prop := Function.Injective f ∧ Function.Surjective f
/-- Mathlib: `Function.Involutive`. -/
def Function.Involutive {α : Sort _} (f : α → α) : Prop := ∀ x, f (f x) = x
/-- Mathlib: `Function.Periodic`. -/
def Function.Periodic {α β : Type _} [Add α] (f : α → β) (c : α) : Prop := ∀ x, f (x + c) = f x

/-- Mathlib: `Monotone`. -/
def Monotone {α β : Type _} [LE α] [LE β] (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f a ≤ f b
/-- Mathlib: `Antitone`. -/
def Antitone {α β : Type _} [LE α] [LE β] (f : α → β) : Prop := ∀ ⦃a b⦄, a ≤ b → f b ≤ f a
/-- Mathlib: `StrictMono`. -/
def StrictMono {α β : Type _} [LT α] [LT β] (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f a < f b
/-- Mathlib: `StrictAnti`. -/
def StrictAnti {α β : Type _} [LT α] [LT β] (f : α → β) : Prop := ∀ ⦃a b⦄, a < b → f b < f a

/-- Mathlib: `Equiv`. -/
structure Equiv (α β : Type _) where
  toFun : α → β
  invFun : β → α
  left_inv : ∀ x, invFun (toFun x) = x
  right_inv : ∀ x, toFun (invFun x) = x
infix:25 " ≃ " => Equiv
instance {α β : Type _} : CoeFun (Equiv α β) (fun _ => α → β) := ⟨Equiv.toFun⟩
/-- Mathlib: `Equiv.symm`. -/
def Equiv.symm {α β : Type _} (e : Equiv α β) : Equiv β α := ⟨e.invFun, e.toFun, e.right_inv, e.left_inv⟩
/-- Mathlib: `Equiv.Perm`. -/
abbrev Equiv.Perm (α : Type _) := Equiv α α
grind_pattern Equiv.left_inv => self.toFun x
grind_pattern Equiv.right_inv => self.invFun x

/-- Mathlib: `Even`. -/
def Even {α : Type _} [Add α] (a : α) : Prop := ∃ r, a = r + r
/-- Mathlib: `Odd`. -/
def Odd {α : Type _} [Lean.Grind.Semiring α] (a : α) : Prop := ∃ m, a = 2 * m + 1

/-- Mathlib: `RatCast`. -/
class RatCast (K : Type _) where
  protected ratCast : Rat → K
/-- Mathlib: `Rat.cast`. -/
@[coe, reducible] protected def Rat.cast {K : Type _} [RatCast K] : Rat → K := RatCast.ratCast
instance {K : Type _} [RatCast K] : CoeTail Rat K := ⟨Rat.cast⟩
instance {K : Type _} [RatCast K] : CoeHTCT Rat K := ⟨Rat.cast⟩
