/- Sets are predicates. -/

/-- Mathlib: `Set`. -/
def Set (α : Type _) := α → Prop
/-- Mathlib: `setOf`. -/
def setOf {α : Type _} (p : α → Prop) : Set α := p
namespace Set
variable {α β : Type _}
instance : Membership α (Set α) := ⟨fun s a => s a⟩
instance : CoeSort (Set α) (Type _) := ⟨fun s => {x : α // x ∈ s}⟩
instance : EmptyCollection (Set α) := ⟨fun _ => False⟩
instance : Singleton α (Set α) := ⟨fun a x => x = a⟩
instance : Insert α (Set α) := ⟨fun a s x => x = a ∨ x ∈ s⟩
instance : Union (Set α) := ⟨fun s t x => x ∈ s ∨ x ∈ t⟩
instance : Inter (Set α) := ⟨fun s t x => x ∈ s ∧ x ∈ t⟩
instance : SDiff (Set α) := ⟨fun s t x => x ∈ s ∧ ¬ x ∈ t⟩
instance : HasSubset (Set α) := ⟨fun s t => ∀ x, x ∈ s → x ∈ t⟩
instance : HasSSubset (Set α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
/-- Mathlib: `Set.univ`. -/
def univ : Set α := fun _ => True
/-- Mathlib: `Set.range`. -/
def range {ι : Sort _} (f : ι → α) : Set α := fun b => ∃ a, f a = b
/-- Mathlib: `Set.preimage`. -/
def preimage (f : α → β) (t : Set β) : Set α := fun a => f a ∈ t
/-- Mathlib: `Set.image`. -/
def image (f : α → β) (s : Set α) : Set β := fun b => ∃ a, a ∈ s ∧ f a = b
/-- Mathlib: `Set.InjOn`. -/
def InjOn (f : α → β) (s : Set α) : Prop := ∀ ⦃a⦄, a ∈ s → ∀ ⦃b⦄, b ∈ s → f a = f b → a = b
/-- Mathlib: `Set.Nonempty`. -/
protected def Nonempty (s : Set α) : Prop := ∃ x, x ∈ s
/-- Mathlib: `Set.Icc`. -/
def Icc [LE α] (a b : α) : Set α := fun x => a ≤ x ∧ x ≤ b
/-- Mathlib: `Set.Ico`. -/
def Ico [LE α] [LT α] (a b : α) : Set α := fun x => a ≤ x ∧ x < b
/-- Mathlib: `Set.Ioc`. -/
def Ioc [LE α] [LT α] (a b : α) : Set α := fun x => a < x ∧ x ≤ b
/-- Mathlib: `Set.Ioo`. -/
def Ioo [LT α] (a b : α) : Set α := fun x => a < x ∧ x < b
/-- Mathlib: `Set.Ici`. -/
def Ici [LE α] (a : α) : Set α := fun x => a ≤ x
/-- Mathlib: `Set.Iic`. -/
def Iic [LE α] (a : α) : Set α := fun x => x ≤ a
/-- Mathlib: `Set.Ioi`. -/
def Ioi [LT α] (a : α) : Set α := fun x => a < x
/-- Mathlib: `Set.Iio`. -/
def Iio [LT α] (a : α) : Set α := fun x => x < a
theorem ext {s t : Set α} (h : ∀ x, x ∈ s ↔ x ∈ t) : s = t := funext fun x => propext (h x)
theorem ext_iff {s t : Set α} : s = t ↔ ∀ x, x ∈ s ↔ x ∈ t := ⟨fun h => by simp [h], ext⟩
@[simp, grind =] theorem mem_singleton_iff {a x : α} : x ∈ ({a} : Set α) ↔ x = a := Iff.rfl
@[simp, grind =] theorem mem_insert_iff {x a : α} {s : Set α} : x ∈ (insert a s : Set α) ↔ x = a ∨ x ∈ s := Iff.rfl
@[simp, grind =] theorem mem_empty_iff_false (x : α) : x ∈ (∅ : Set α) ↔ False := Iff.rfl
@[simp] theorem mem_univ (x : α) : x ∈ (univ : Set α) := trivial
@[simp, grind =] theorem mem_range {ι : Sort _} {f : ι → α} {b : α} : b ∈ range f ↔ ∃ a, f a = b := Iff.rfl
@[simp, grind =] theorem mem_preimage {f : α → β} {t : Set β} {a : α} : a ∈ preimage f t ↔ f a ∈ t := Iff.rfl
@[simp, grind =] theorem mem_image (f : α → β) (s : Set α) (b : β) : b ∈ image f s ↔ ∃ a, a ∈ s ∧ f a = b := Iff.rfl
@[simp, grind =] theorem mem_setOf_eq {a : α} {p : α → Prop} : (a ∈ setOf p) = p a := rfl
@[simp, grind =] theorem mem_inter_iff (x : α) (s t : Set α) : x ∈ s ∩ t ↔ x ∈ s ∧ x ∈ t := Iff.rfl
@[simp, grind =] theorem mem_union (x : α) (s t : Set α) : x ∈ s ∪ t ↔ x ∈ s ∨ x ∈ t := Iff.rfl
@[simp, grind =] theorem mem_diff {s t : Set α} (x : α) : x ∈ s \ t ↔ x ∈ s ∧ ¬ x ∈ t := Iff.rfl
@[simp, grind =] theorem mem_Icc [LE α] {a b x : α} : x ∈ Icc a b ↔ a ≤ x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ico [LE α] [LT α] {a b x : α} : x ∈ Ico a b ↔ a ≤ x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ioc [LE α] [LT α] {a b x : α} : x ∈ Ioc a b ↔ a < x ∧ x ≤ b := Iff.rfl
@[simp, grind =] theorem mem_Ioo [LT α] {a b x : α} : x ∈ Ioo a b ↔ a < x ∧ x < b := Iff.rfl
@[simp, grind =] theorem mem_Ioi [LT α] {a x : α} : x ∈ Ioi a ↔ a < x := Iff.rfl
@[simp, grind =] theorem mem_Ici [LE α] {a x : α} : x ∈ Ici a ↔ a ≤ x := Iff.rfl
@[simp, grind =] theorem mem_Iio [LT α] {a x : α} : x ∈ Iio a ↔ x < a := Iff.rfl
@[simp, grind =] theorem mem_Iic [LE α] {a x : α} : x ∈ Iic a ↔ x ≤ a := Iff.rfl
@[grind =] theorem subset_def {s t : Set α} : (s ⊆ t) = ∀ x, x ∈ s → x ∈ t := rfl
end Set
infixl:80 " ⁻¹' " => Set.preimage
infixl:80 " '' " => Set.image
macro (priority := low) "{" x:ident " | " p:term "}" : term => `(setOf (fun $x => $p))
macro (priority := low) "{" x:ident " : " t:term " | " p:term "}" : term => `(setOf (fun ($x : $t) => $p))
/-- Mathlib: `Set.sep`. -/
protected abbrev Set.sep {α : Type _} (s : Set α) (p : α → Prop) : Set α := setOf fun x => x ∈ s ∧ p x
macro (priority := low) "{" x:ident " ∈ " s:term " | " p:term "}" : term => `(($s).sep (fun $x => $p))

/-- Mathlib: `upperBounds`. -/
def upperBounds {α : Type _} [LE α] (s : Set α) : Set α := fun x => ∀ ⦃a⦄, a ∈ s → a ≤ x
/-- Mathlib: `lowerBounds`. -/
def lowerBounds {α : Type _} [LE α] (s : Set α) : Set α := fun x => ∀ ⦃a⦄, a ∈ s → x ≤ a
/-- Mathlib: `IsLeast`. -/
def IsLeast {α : Type _} [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ lowerBounds s
/-- Mathlib: `IsGreatest`. -/
def IsGreatest {α : Type _} [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ upperBounds s
/-- Mathlib: `BddAbove`. -/
def BddAbove {α : Type _} [LE α] (s : Set α) : Prop := (upperBounds s).Nonempty
/-- Mathlib: `BddBelow`. -/
def BddBelow {α : Type _} [LE α] (s : Set α) : Prop := (lowerBounds s).Nonempty
@[grind =] theorem FaithformPrelude.isLeast_iff {α : Type _} [LE α] (s : Set α) (a : α) :
    IsLeast s a ↔ a ∈ s ∧ ∀ b, b ∈ s → a ≤ b := Iff.rfl
@[grind =] theorem FaithformPrelude.isGreatest_iff {α : Type _} [LE α] (s : Set α) (a : α) :
    IsGreatest s a ↔ a ∈ s ∧ ∀ b, b ∈ s → b ≤ a := Iff.rfl

/-! Parity of whole numbers -/
@[grind =, simp] theorem Nat.even_iff {n : Nat} : Even n ↔ n % 2 = 0 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =, simp] theorem Int.even_iff {n : Int} : Even n ↔ n % 2 = 0 := ⟨fun ⟨r, h⟩ => by omega, fun h => ⟨n / 2, by omega⟩⟩
@[grind =, simp] theorem Nat.odd_iff {n : Nat} : Odd n ↔ n % 2 = 1 :=
  ⟨fun ⟨r, h⟩ => by replace h : n = 2 * r + 1 := h; omega, fun h => ⟨n / 2, show n = 2 * (n / 2) + 1 by omega⟩⟩
@[grind =, simp] theorem Int.odd_iff {n : Int} : Odd n ↔ n % 2 = 1 :=
  ⟨fun ⟨r, h⟩ => by replace h : n = 2 * r + 1 := h; omega, fun h => ⟨n / 2, show n = 2 * (n / 2) + 1 by omega⟩⟩
instance (n : Nat) : Decidable (Even n) := decidable_of_iff _ Nat.even_iff.symm
instance (n : Int) : Decidable (Even n) := decidable_of_iff _ Int.even_iff.symm
instance (n : Nat) : Decidable (Odd n) := decidable_of_iff _ Nat.odd_iff.symm
instance (n : Int) : Decidable (Odd n) := decidable_of_iff _ Int.odd_iff.symm
