/- Bounds, suprema and infima, complements and families of sets, cardinalities of sets. -/
noncomputable section

universe u v w



/-! Notations of lattices. On linear orders the join is the maximum. -/
/-- Mathlib: `Top`. -/
class Top (α : Type u) where
  top : α
/-- Mathlib: `Bot`. -/
class Bot (α : Type u) where
  bot : α
notation "⊤" => Top.top
notation "⊥" => Bot.bot
instance : Bot Nat := ⟨0⟩
infixl:68 " ⊔ " => Max.max
infixl:69 " ⊓ " => Min.min

/-- Mathlib: `MonotoneOn`. -/
def MonotoneOn {α : Type u} {β : Type v} [LE α] [LE β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a ≤ b → f a ≤ f b
/-- Mathlib: `AntitoneOn`. -/
def AntitoneOn {α : Type u} {β : Type v} [LE α] [LE β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a ≤ b → f b ≤ f a
/-- Mathlib: `StrictMonoOn`. -/
def StrictMonoOn {α : Type u} {β : Type v} [LT α] [LT β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a < b → f a < f b
/-- Mathlib: `StrictAntiOn`. -/
def StrictAntiOn {α : Type u} {β : Type v} [LT α] [LT β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → a < b → f b < f a

/-- Mathlib: `IsLUB`. -/
def IsLUB {α : Type u} [LE α] (s : Set α) (a : α) : Prop := IsLeast (upperBounds s) a
/-- Mathlib: `IsGLB`. -/
def IsGLB {α : Type u} [LE α] (s : Set α) (a : α) : Prop := IsGreatest (lowerBounds s) a
@[grind =] theorem FaithformPrelude.isLUB_iff {α : Type u} [LE α] (s : Set α) (a : α) :
    IsLUB s a ↔ (∀ b, b ∈ s → b ≤ a) ∧ ∀ c, (∀ b, b ∈ s → b ≤ c) → a ≤ c := Iff.rfl
@[grind =] theorem FaithformPrelude.isGLB_iff {α : Type u} [LE α] (s : Set α) (a : α) :
    IsGLB s a ↔ (∀ b, b ∈ s → a ≤ b) ∧ ∀ c, (∀ b, b ∈ s → c ≤ b) → c ≤ a := Iff.rfl

/-- Mathlib: `Real.exists_isLUB`. -/
axiom Real.exists_isLUB {s : Set Real} (hne : s.Nonempty) (hbdd : BddAbove s) : ∃ x, IsLUB s x
/-- Mathlib: `SupSet`. -/
class SupSet (α : Type u) where
  sSup : Set α → α
/-- Mathlib: `InfSet`. -/
class InfSet (α : Type u) where
  sInf : Set α → α
export SupSet (sSup)
export InfSet (sInf)
section
open Classical
/-- `Real.sSup_def` in Mathlib, where a set that is not empty and has a bound has a least one. -/
instance : SupSet Real := ⟨fun s => if h : s.Nonempty ∧ ∃ x, IsLUB s x then choose h.2 else 0⟩
/-- `Real.sInf_def` in Mathlib, where a set that is not empty and has a bound has a greatest one. -/
instance : InfSet Real := ⟨fun s => if h : s.Nonempty ∧ ∃ x, IsGLB s x then choose h.2 else 0⟩
/-- `Nat.sSup_def` and `csSup_of_not_bddAbove` in Mathlib. -/
instance : SupSet Nat := ⟨fun s => if h : ∃ x, IsLUB s x then choose h else 0⟩
/-- `Nat.sInf_def` and `Nat.sInf_empty` in Mathlib. -/
instance : InfSet Nat := ⟨fun s => if h : ∃ x, IsLeast s x then choose h else 0⟩
/-- Mathlib: `Int.instConditionallyCompleteLinearOrder`. -/
instance : SupSet Int := ⟨fun s => if h : ∃ x, IsGreatest s x then choose h else 0⟩
/-- Mathlib: `Int.instConditionallyCompleteLinearOrder`. -/
instance : InfSet Int := ⟨fun s => if h : ∃ x, IsLeast s x then choose h else 0⟩
end
instance {α : Type u} : SupSet (Set α) := ⟨fun S x => ∃ s, s ∈ S ∧ x ∈ s⟩
instance {α : Type u} : InfSet (Set α) := ⟨fun S x => ∀ s, s ∈ S → x ∈ s⟩
/-- Mathlib: `iSup`. -/
def iSup {α : Type u} {ι : Sort v} [SupSet α] (s : ι → α) : α := sSup (Set.range s)
/-- Mathlib: `iInf`. -/
def iInf {α : Type u} {ι : Sort v} [InfSet α] (s : ι → α) : α := sInf (Set.range s)
macro "⨆ " bs:faithformBinders ", " b:term:60 : term => `(faithform_over% iSup $bs => $b)
macro "⨅ " bs:faithformBinders ", " b:term:60 : term => `(faithform_over% iInf $bs => $b)

/-! Sets -/
/-- Mathlib: `Compl`. -/
class Compl (α : Type u) where
  compl : α → α
postfix:1024 "ᶜ" => Compl.compl
namespace Set
variable {α : Type u} {β : Type v} {ι : Sort w}
instance : Compl (Set α) := ⟨fun s x => ¬ x ∈ s⟩
instance : Top (Set α) := ⟨Set.univ⟩
instance : Bot (Set α) := ⟨∅⟩
instance : LE (Set α) := ⟨fun s t => s ⊆ t⟩
instance : LT (Set α) := ⟨fun s t => s ⊂ t⟩
@[simp, grind =] theorem mem_compl_iff (s : Set α) (x : α) : x ∈ sᶜ ↔ ¬ x ∈ s := Iff.rfl
/-- Mathlib: `Set.powerset`. -/
def powerset (s : Set α) : Set (Set α) := fun t => t ⊆ s
prefix:100 "𝒫 " => Set.powerset
@[simp, grind =] theorem mem_powerset_iff (t s : Set α) : t ∈ powerset s ↔ t ⊆ s := Iff.rfl
/-- Mathlib: `Set.iUnion`. -/
def iUnion (s : ι → Set α) : Set α := fun x => ∃ i, x ∈ s i
/-- Mathlib: `Set.iInter`. -/
def iInter (s : ι → Set α) : Set α := fun x => ∀ i, x ∈ s i
/-- Mathlib: `Set.sUnion`. -/
def sUnion (S : Set (Set α)) : Set α := fun x => ∃ s, s ∈ S ∧ x ∈ s
/-- Mathlib: `Set.sInter`. -/
def sInter (S : Set (Set α)) : Set α := fun x => ∀ s, s ∈ S → x ∈ s
@[simp, grind =] theorem mem_iUnion {x : α} {s : ι → Set α} : x ∈ iUnion s ↔ ∃ i, x ∈ s i := Iff.rfl
@[simp, grind =] theorem mem_iInter {x : α} {s : ι → Set α} : x ∈ iInter s ↔ ∀ i, x ∈ s i := Iff.rfl
@[simp, grind =] theorem mem_sUnion {x : α} {S : Set (Set α)} : x ∈ sUnion S ↔ ∃ s, s ∈ S ∧ x ∈ s := Iff.rfl
@[simp, grind =] theorem mem_sInter {x : α} {S : Set (Set α)} : x ∈ sInter S ↔ ∀ s, s ∈ S → x ∈ s := Iff.rfl
/-- Mathlib: `Set.prod`. -/
def prod (s : Set α) (t : Set β) : Set (α × β) := fun p => p.1 ∈ s ∧ p.2 ∈ t
@[simp, grind =] theorem mem_prod {s : Set α} {t : Set β} {p : α × β} : p ∈ prod s t ↔ p.1 ∈ s ∧ p.2 ∈ t := Iff.rfl
/-- Mathlib: `Set.EqOn`. -/
def EqOn (f g : α → β) (s : Set α) : Prop := ∀ ⦃x⦄, x ∈ s → f x = g x
/-- Mathlib: `Set.MapsTo`. -/
def MapsTo (f : α → β) (s : Set α) (t : Set β) : Prop := ∀ ⦃x⦄, x ∈ s → f x ∈ t
/-- Mathlib: `Set.SurjOn`. -/
def SurjOn (f : α → β) (s : Set α) (t : Set β) : Prop := t ⊆ image f s
/-- Mathlib: `Set.BijOn`. -/
def BijOn (f : α → β) (s : Set α) (t : Set β) : Prop := MapsTo f s t ∧ InjOn f s ∧ SurjOn f s t
/-- Mathlib: `Set.Subsingleton`. -/
protected def Subsingleton (s : Set α) : Prop := ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x = y
/-- Mathlib: `Set.Nontrivial`. -/
protected def Nontrivial (s : Set α) : Prop := ∃ x, x ∈ s ∧ ∃ y, y ∈ s ∧ x ≠ y
/-- Mathlib: `Set.Pairwise`. -/
protected def Pairwise (s : Set α) (r : α → α → Prop) : Prop := ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → r x y
/-- Mathlib: `Set.uIcc`. -/
def uIcc [LE α] [Max α] [Min α] (a b : α) : Set α := Icc (min a b) (max a b)
theorem Icc_subset_iff [LE α] {a b : α} {s : Set α} : Icc a b ⊆ s ↔ ∀ x, a ≤ x → x ≤ b → x ∈ s :=
  ⟨fun h x h1 h2 => h x ⟨h1, h2⟩, fun h x hx => h x hx.1 hx.2⟩
end Set
@[simp, grind =] theorem Set.subset_univ_iff {α : Type u} (s : Set α) : s ⊆ Set.univ ↔ True := ⟨fun _ => trivial, fun _ _ _ => trivial⟩
/-- What `Disjoint` says for a type of sets. -/
class FaithformPrelude.HasDisjoint (γ : Type u) where
  disjoint : γ → γ → Prop
/-- Mathlib: `Disjoint`, for sets (`Set.disjoint_left`) and finite sets (`Finset.disjoint_left`). -/
def Disjoint {γ : Type u} [FaithformPrelude.HasDisjoint γ] (s t : γ) : Prop := FaithformPrelude.HasDisjoint.disjoint s t
instance {α : Type u} : FaithformPrelude.HasDisjoint (Set α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → ¬ a ∈ t⟩
@[grind =] theorem Set.disjoint_left {α : Type u} {s t : Set α} : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → ¬ a ∈ t := Iff.rfl
/-- Mathlib: `Pairwise`. -/
def Pairwise {α : Type u} (r : α → α → Prop) : Prop := ∀ ⦃i j⦄, i ≠ j → r i j
macro "⋃ " bs:faithformBinders ", " b:term:60 : term => `(faithform_over% Set.iUnion $bs => $b)
macro "⋂ " bs:faithformBinders ", " b:term:60 : term => `(faithform_over% Set.iInter $bs => $b)
prefix:110 "⋃₀ " => Set.sUnion
prefix:110 "⋂₀ " => Set.sInter
/-- `s ×ˢ t`, in Mathlib of the class `SProd`. -/
class SProd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  sprod : α → β → γ
infixr:82 " ×ˢ " => SProd.sprod
instance {α : Type u} {β : Type v} : SProd (Set α) (Set β) (Set (α × β)) := ⟨Set.prod⟩

/-! More forms of the set builder -/
macro (priority := 60) "{" x:ident p:binderPred " | " b:term "}" : term => `(setOf (fun $x => satisfies_binder_pred% $x $p ∧ $b))
macro (priority := low) "{" "(" x:ident ", " y:ident ")" " | " p:term "}" : term =>
  `(setOf (fun z => match z with | ($x, $y) => $p))
macro (priority := low) "{" "(" x:ident ", " y:ident ")" " : " t:term " | " p:term "}" : term =>
  `(setOf (fun (z : $t) => match z with | ($x, $y) => $p))
macro (priority := low) "{" "(" x:ident ", " y:ident ", " z:ident ")" " : " t:term " | " p:term "}" : term =>
  `(setOf (fun (w : $t) => match w with | ($x, $y, $z) => $p))
/-- `{f x | x : T}`: the values of `f`. -/
macro (priority := 50) "{" f:term " | " bs:faithformBinders "}" : term => `(setOf (fun y => faithform_and% Exists $bs => $f = y))

end
