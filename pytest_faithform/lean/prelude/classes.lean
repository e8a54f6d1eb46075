/- Words of logic and functions that core lacks. Definitions only. What is not Mathlib's stands in `FaithformPrelude`. -/

namespace BigOperators end BigOperators
namespace Topology end Topology

macro "Type*" : term => `(Type _)
macro "Sort*" : term => `(Sort _)

/-- Mathlib: `ExistsUnique`. -/
def ExistsUnique {α : Sort _} (p : α → Prop) : Prop := ∃ x, p x ∧ ∀ y, p y → y = x
/-! The binders of Mathlib's notations: `x`, `x : T`, `x ∈ s`, `x > a`, `(x y : T)`, and several of them in parentheses.
`faithform_over% f bs => b` is `f fun x => f fun y => … b`, a condition on a variable being a variable of its own;
`faithform_and%` states it beside `b`. -/
declare_syntax_cat faithformBinder
declare_syntax_cat faithformBinders
syntax ident : faithformBinder
syntax ident binderPred : faithformBinder
syntax ident " : " term : faithformBinder
syntax "_" " : " term : faithformBinder
syntax ident ident : faithformBinder
syntax ident ident " : " term : faithformBinder
syntax ident ident ident " : " term : faithformBinder
syntax faithformBinder : faithformBinders
syntax "(" faithformBinder ")" : faithformBinders
syntax "(" faithformBinder ")" faithformBinders : faithformBinders
syntax:lead (name := FaithformPrelude.over) "faithform_over% " term:max faithformBinders " => " term : term
macro_rules
  | `(faithform_over% $f $x:ident => $b) => `($f fun $x => $b)
  | `(faithform_over% $f $x:ident $p:binderPred => $b) => `($f fun $x => $f fun (_ : satisfies_binder_pred% $x $p) => $b)
  | `(faithform_over% $f $x:ident : $t => $b) => `($f fun ($x : $t) => $b)
  | `(faithform_over% $f _ : $t => $b) => `($f fun (_ : $t) => $b)
  | `(faithform_over% $f $x:ident $y:ident => $b) => `($f fun $x => $f fun $y => $b)
  | `(faithform_over% $f $x:ident $y:ident : $t => $b) => `($f fun ($x : $t) => $f fun ($y : $t) => $b)
  | `(faithform_over% $f $x:ident $y:ident $z:ident : $t => $b) => `($f fun ($x : $t) => $f fun ($y : $t) => $f fun ($z : $t) => $b)
  | `(faithform_over% $f ($x:faithformBinder) => $b) => `(faithform_over% $f $x:faithformBinder => $b)
  | `(faithform_over% $f ($x:faithformBinder) $r:faithformBinders => $b) => `(faithform_over% $f $x:faithformBinder => faithform_over% $f $r => $b)
syntax:lead (name := FaithformPrelude.overAnd) "faithform_and% " term:max faithformBinders " => " term : term
macro_rules
  | `(faithform_and% $f $x:ident $p:binderPred => $b) => `($f fun $x => satisfies_binder_pred% $x $p ∧ $b)
  | `(faithform_and% $f ($x:faithformBinder) => $b) => `(faithform_and% $f $x:faithformBinder => $b)
  | `(faithform_and% $f ($x:faithformBinder) $r:faithformBinders => $b) => `(faithform_and% $f $x:faithformBinder => faithform_and% $f $r => $b)
  | `(faithform_and% $f $r:faithformBinders => $b) => `(faithform_over% $f $r => $b)
syntax:lead (name := FaithformPrelude.function) "faithform_fun% " faithformBinders " => " term : term
macro_rules
  | `(faithform_fun% $x:ident => $b) => `(fun $x => $b)
  | `(faithform_fun% $x:ident : $t => $b) => `(fun ($x : $t) => $b)
  | `(faithform_fun% ($x:ident) => $b) => `(fun $x => $b)
  | `(faithform_fun% ($x:ident : $t) => $b) => `(fun ($x : $t) => $b)
macro "∃! " bs:faithformBinders ", " p:term : term => `(faithform_and% ExistsUnique $bs => $p)

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
