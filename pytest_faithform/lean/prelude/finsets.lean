/- Finite sets: lists without repetition up to their members. Sums and products over them. -/
noncomputable section

namespace FaithformPrelude
theorem perm_of_nodup_mem {α : Type _} {l₁ l₂ : List α} (h₁ : l₁.Nodup) (h₂ : l₂.Nodup) (h : ∀ a, a ∈ l₁ ↔ a ∈ l₂) :
    l₁.Perm l₂ := by
  classical
  rw [List.perm_iff_count]; intro a
  have c₁ := List.nodup_iff_count.1 h₁ a; have c₂ := List.nodup_iff_count.1 h₂ a
  have e₁ := @List.count_pos_iff α _ _ a l₁; have e₂ := @List.count_pos_iff α _ _ a l₂
  have := h a; grind
def dedupList {α : Type _} [DecidableEq α] : List α → List α
  | [] => []
  | a :: l => if a ∈ dedupList l then dedupList l else a :: dedupList l
theorem mem_dedupList {α : Type _} [DecidableEq α] (l : List α) (a : α) : a ∈ dedupList l ↔ a ∈ l := by
  induction l with
  | nil => simp [dedupList]
  | cons b l ih => simp only [dedupList]; split <;> grind
theorem nodup_dedupList {α : Type _} [DecidableEq α] (l : List α) : (dedupList l).Nodup := by
  induction l with
  | nil => simp [dedupList]
  | cons b l ih => simp only [dedupList]; split <;> simp_all
structure NodupList (α : Type _) where
  val : List α
  nodup : val.Nodup
instance NodupList.setoid (α : Type _) : Setoid (NodupList α) :=
  ⟨fun s t => ∀ a, a ∈ s.val ↔ a ∈ t.val, fun _ _ => Iff.rfl, fun h a => (h a).symm, fun h h' a => (h a).trans (h' a)⟩
theorem NodupList.perm {α : Type _} {s t : NodupList α} (h : ∀ a, a ∈ s.val ↔ a ∈ t.val) : s.val.Perm t.val :=
  perm_of_nodup_mem s.nodup t.nodup h
end FaithformPrelude
open FaithformPrelude

/-- Mathlib: `Finset`. -/
def Finset (α : Type _) := Quotient (NodupList.setoid α)
namespace Finset
universe u v
variable {α : Type u} {β : Type v}
protected def Mem (s : Finset α) (a : α) : Prop :=
  Quotient.lift (fun l : NodupList α => a ∈ l.val)
    (fun l m h => propext ((show ∀ a, a ∈ l.val ↔ a ∈ m.val from h) a)) s
instance : Membership α (Finset α) := ⟨Finset.Mem⟩
end Finset
def FaithformPrelude.ofNodup {α : Type _} (l : List α) (h : l.Nodup) : Finset α := Quotient.mk _ ⟨l, h⟩
@[simp, grind =] theorem FaithformPrelude.mem_ofNodup {α : Type _} (l : List α) (h : l.Nodup) (a : α) :
    a ∈ ofNodup l h ↔ a ∈ l := Iff.rfl
namespace Finset
universe u v
variable {α : Type u} {β : Type v}
theorem ext {s t : Finset α} : (∀ a, a ∈ s ↔ a ∈ t) → s = t :=
  Quotient.inductionOn₂ (motive := fun s t => (∀ a : α, Finset.Mem s a ↔ Finset.Mem t a) → s = t) s t
    (fun _ _ h => Quotient.sound h)
theorem ext_iff {s t : Finset α} : s = t ↔ ∀ a, a ∈ s ↔ a ∈ t := ⟨fun h => by simp [h], ext⟩
instance decidableMem [DecidableEq α] (a : α) (s : Finset α) : Decidable (a ∈ s) :=
  Quotient.recOnSubsingleton (motive := fun s => Decidable (Finset.Mem s a)) s
    (fun l => inferInstanceAs (Decidable (a ∈ l.val)))
/-- Mathlib: `Finset.card`. -/
def card (s : Finset α) : Nat :=
  Quotient.lift (fun l : NodupList α => l.val.length) (fun _ _ h => (NodupList.perm h).length_eq) s
/-- Mathlib: `Finset.filter`. -/
def filter (p : α → Prop) [DecidablePred p] (s : Finset α) : Finset α :=
  Quotient.lift (fun l : NodupList α => ofNodup (l.val.filter p) (l.nodup.filter _))
    (fun l m h => Quotient.sound (fun x => by have h : ∀ a, a ∈ l.val ↔ a ∈ m.val := h; simp [h])) s
@[simp, grind =] theorem mem_filter {p : α → Prop} [DecidablePred p] {s : Finset α} {a : α} :
    a ∈ s.filter p ↔ a ∈ s ∧ p a := by
  refine Quotient.inductionOn s (fun l => ?_)
  exact (List.mem_filter (p := fun x => decide (p x))).trans (by simp only [decide_eq_true_eq]; exact Iff.rfl)
/-- Mathlib: `Finset.image`. -/
def image [DecidableEq β] (f : α → β) (s : Finset α) : Finset β :=
  Quotient.lift (fun l : NodupList α => ofNodup (dedupList (l.val.map f)) (nodup_dedupList _))
    (fun a b h => Quotient.sound (fun x => by have h : ∀ y, y ∈ a.val ↔ y ∈ b.val := h; simp [mem_dedupList, h])) s
/-- Mathlib: `Finset.sum`. -/
def sum [Lean.Grind.AddCommMonoid β] (s : Finset α) (f : α → β) : β :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a b => f a + b) 0)
    (fun _ _ h => (NodupList.perm h).foldr_eq' (fun x _ y _ z => by
      rw [← Lean.Grind.AddCommMonoid.add_assoc, ← Lean.Grind.AddCommMonoid.add_assoc,
        Lean.Grind.AddCommMonoid.add_comm (f y)]) _) s
/-- Mathlib: `Finset.prod`. -/
def prod [Lean.Grind.CommSemiring β] (s : Finset α) (f : α → β) : β :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a b => f a * b) 1)
    (fun _ _ h => (NodupList.perm h).foldr_eq' (fun x _ y _ z => by
      rw [← Lean.Grind.Semiring.mul_assoc, ← Lean.Grind.Semiring.mul_assoc, Lean.Grind.CommSemiring.mul_comm (f y)]) _) s
instance : EmptyCollection (Finset α) := ⟨ofNodup [] List.nodup_nil⟩
instance : Singleton α (Finset α) := ⟨fun a => ofNodup [a] (by simp)⟩
protected def insertOne [DecidableEq α] (a : α) (s : Finset α) : Finset α :=
  Quotient.lift (fun l : NodupList α => ofNodup (dedupList (a :: l.val)) (nodup_dedupList _))
    (fun l m h => Quotient.sound (fun x => by have h : ∀ y, y ∈ l.val ↔ y ∈ m.val := h; simp [mem_dedupList, h])) s
instance [DecidableEq α] : Insert α (Finset α) := ⟨Finset.insertOne⟩
@[simp, grind =] theorem mem_insert [DecidableEq α] {a x : α} {s : Finset α} : x ∈ insert a s ↔ x = a ∨ x ∈ s := by
  induction s using Quotient.ind; exact (mem_dedupList _ _).trans List.mem_cons
@[simp, grind =] theorem mem_singleton {a x : α} : x ∈ ({a} : Finset α) ↔ x = a := List.mem_singleton
theorem notMem_empty (x : α) : ¬ x ∈ (∅ : Finset α) := by intro h; cases h
@[simp, grind =] theorem mem_empty_iff (x : α) : x ∈ (∅ : Finset α) ↔ False := ⟨notMem_empty x, False.elim⟩
instance [DecidableEq α] : Union (Finset α) := ⟨fun s t =>
  Quotient.lift (fun l : NodupList α => l.val.foldr Finset.insertOne t)
  (fun l m h => ext (fun x => by
    have key : ∀ l : List α, x ∈ l.foldr Finset.insertOne t ↔ x ∈ l ∨ x ∈ t := by
      intro l; induction l with
      | nil => simp
      | cons b l ih =>
        simp only [List.foldr_cons]
        rw [show Finset.insertOne b (List.foldr Finset.insertOne t l) = insert b (List.foldr Finset.insertOne t l) from rfl,
          mem_insert, ih, List.mem_cons, or_assoc]
    simp only [key]; rw [h x])) s⟩
instance [DecidableEq α] : Inter (Finset α) := ⟨fun s t => s.filter (· ∈ t)⟩
instance [DecidableEq α] : SDiff (Finset α) := ⟨fun s t => s.filter (¬ · ∈ t)⟩
instance : HasSubset (Finset α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → a ∈ t⟩
instance : HasSSubset (Finset α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
@[grind =] theorem subset_iff {s t : Finset α} : s ⊆ t ↔ ∀ a, a ∈ s → a ∈ t := Iff.rfl
@[grind =] theorem ssubset_def {s t : Finset α} : s ⊂ t ↔ s ⊆ t ∧ ¬ t ⊆ s := Iff.rfl
instance decidableBall [DecidableEq α] (s : Finset α) (p : α → Prop) [DecidablePred p] :
    Decidable (∀ a, a ∈ s → p a) :=
  decidable_of_iff (card (s.filter (fun a => ¬ p a)) = 0) (by
    induction s using Quotient.ind; rename_i l
    refine Iff.trans (b := (l.val.filter (fun a => ¬ p a)).length = 0) Iff.rfl ?_
    refine Iff.trans ?_ (Iff.refl (∀ a, a ∈ l.val → p a)); simp [List.length_eq_zero_iff])
instance [DecidableEq α] (s t : Finset α) : Decidable (s ⊆ t) := inferInstanceAs (Decidable (∀ a, a ∈ s → a ∈ t))
instance [DecidableEq α] : DecidableEq (Finset α) := fun s t =>
  decidable_of_iff (s ⊆ t ∧ t ⊆ s) ⟨fun ⟨h, h'⟩ => ext fun a => ⟨@h a, @h' a⟩, fun h => h ▸ ⟨fun _ h => h, fun _ h => h⟩⟩
/-- Mathlib: `Finset.Nonempty`. -/
protected def Nonempty (s : Finset α) : Prop := ∃ a, a ∈ s

/-- Mathlib: `Finset.range`. -/
def range (n : Nat) : Finset Nat := ofNodup (List.range n) List.nodup_range
@[simp, grind =] theorem mem_range {n a : Nat} : a ∈ range n ↔ a < n := List.mem_range
end Finset

/-- Mathlib: `LocallyFiniteOrder`, by its closed intervals. -/
class LocallyFiniteOrder (α : Type _) [LE α] where
  closed : α → α → List α
  nodup : ∀ a b, (closed a b).Nodup
  mem : ∀ a b x, x ∈ closed a b ↔ a ≤ x ∧ x ≤ b
instance : LocallyFiniteOrder Nat where
  closed a b := List.range' a (b + 1 - a)
  nodup a b := List.nodup_range' 1
  mem a b x := by simp [List.mem_range'_1]; omega
instance : LocallyFiniteOrder Int where
  closed a b := (List.range (b + 1 - a).toNat).map (fun i : Nat => (i : Int) + a)
  nodup a b := List.Pairwise.map _ (by intro x y h; omega) List.nodup_range
  mem a b x := by
    simp; constructor
    · rintro ⟨i, h, rfl⟩; omega
    · intro h; exact ⟨(x - a).toNat, by omega, by omega⟩

namespace Finset
universe u v
variable {α : Type u} {β : Type v}
/-- Mathlib: `Finset.Icc`. -/
def Icc [LE α] [LocallyFiniteOrder α] (a b : α) : Finset α := ofNodup (LocallyFiniteOrder.closed a b) (LocallyFiniteOrder.nodup a b)
/-- Mathlib: `Finset.Ico`. -/
def Ico [LE α] [LT α] [LocallyFiniteOrder α] [DecidableLT α] (a b : α) : Finset α := (Icc a b).filter (· < b)
/-- Mathlib: `Finset.Ioc`. -/
def Ioc [LE α] [LT α] [LocallyFiniteOrder α] [DecidableLT α] (a b : α) : Finset α := (Icc a b).filter (a < ·)
/-- Mathlib: `Finset.Ioo`. -/
def Ioo [LE α] [LT α] [LocallyFiniteOrder α] [DecidableLT α] (a b : α) : Finset α :=
  (Icc a b).filter (fun x => a < x ∧ x < b)
@[simp, grind =] theorem mem_Icc [LE α] [LocallyFiniteOrder α] {a b x : α} : x ∈ Icc a b ↔ a ≤ x ∧ x ≤ b :=
  LocallyFiniteOrder.mem a b x
end Finset
namespace FaithformPrelude
@[simp, grind =] theorem mem_Ico_nat (a b x : Nat) : x ∈ Finset.Ico a b ↔ a ≤ x ∧ x < b := by simp [Finset.Ico]; omega
@[simp, grind =] theorem mem_Ioc_nat (a b x : Nat) : x ∈ Finset.Ioc a b ↔ a < x ∧ x ≤ b := by simp [Finset.Ioc]; omega
@[simp, grind =] theorem mem_Ioo_nat (a b x : Nat) : x ∈ Finset.Ioo a b ↔ a < x ∧ x < b := by simp [Finset.Ioo]; omega
@[simp, grind =] theorem mem_Ico_int (a b x : Int) : x ∈ Finset.Ico a b ↔ a ≤ x ∧ x < b := by simp [Finset.Ico]; omega
@[simp, grind =] theorem mem_Ioc_int (a b x : Int) : x ∈ Finset.Ioc a b ↔ a < x ∧ x ≤ b := by simp [Finset.Ioc]; omega
@[simp, grind =] theorem mem_Ioo_int (a b x : Int) : x ∈ Finset.Ioo a b ↔ a < x ∧ x < b := by simp [Finset.Ioo]; omega

theorem foldr_add {α β : Type _} [Lean.Grind.AddCommMonoid β] (f : α → β) (l : List α) (x : β) :
    l.foldr (fun a b => f a + b) x = l.foldr (fun a b => f a + b) 0 + x := by
  induction l with
  | nil => simp only [List.foldr_nil]; rw [Lean.Grind.AddCommMonoid.add_comm, Lean.Grind.AddCommMonoid.add_zero]
  | cons a l ih => simp only [List.foldr_cons]; rw [ih, Lean.Grind.AddCommMonoid.add_assoc]
theorem foldr_mul {α β : Type _} [Lean.Grind.CommSemiring β] (f : α → β) (l : List α) (x : β) :
    l.foldr (fun a b => f a * b) x = l.foldr (fun a b => f a * b) 1 * x := by
  induction l with
  | nil => simp only [List.foldr_nil]; rw [Lean.Grind.Semiring.one_mul]
  | cons a l ih => simp only [List.foldr_cons]; rw [ih, Lean.Grind.Semiring.mul_assoc]
end FaithformPrelude

namespace Finset
universe u v
variable {α : Type u} {β : Type v}
theorem sum_range_zero [Lean.Grind.AddCommMonoid β] (u : Nat → β) : sum (range 0) u = 0 := rfl
theorem sum_range_succ [Lean.Grind.AddCommMonoid β] (u : Nat → β) (n : Nat) :
    sum (range (n + 1)) u = sum (range n) u + u n := by
  show (List.range (n + 1)).foldr (fun a b => u a + b) 0 = (List.range n).foldr (fun a b => u a + b) 0 + u n
  rw [List.range_succ, List.foldr_append, foldr_add]
  simp only [List.foldr_cons, List.foldr_nil]; rw [Lean.Grind.AddCommMonoid.add_zero]
theorem prod_range_zero [Lean.Grind.CommSemiring β] (u : Nat → β) : prod (range 0) u = 1 := rfl
theorem prod_range_succ [Lean.Grind.CommSemiring β] (u : Nat → β) (n : Nat) :
    prod (range (n + 1)) u = prod (range n) u * u n := by
  show (List.range (n + 1)).foldr (fun a b => u a * b) 1 = (List.range n).foldr (fun a b => u a * b) 1 * u n
  rw [List.range_succ, List.foldr_append, foldr_mul]
  simp only [List.foldr_cons, List.foldr_nil]; rw [Lean.Grind.Semiring.mul_one]
end Finset
namespace FaithformPrelude
open Finset
theorem sum_Icc_of_lt {β : Type _} [Lean.Grind.AddCommMonoid β] (u : Nat → β) (a b : Nat) (h : b < a) :
    sum (Icc a b) u = 0 := by
  show (List.range' a (b + 1 - a)).foldr (fun a b => u a + b) 0 = 0
  rw [show b + 1 - a = 0 by omega]; rfl
theorem sum_Icc_succ {β : Type _} [Lean.Grind.AddCommMonoid β] (u : Nat → β) (a b : Nat) (h : a ≤ b + 1) :
    sum (Icc a (b + 1)) u = sum (Icc a b) u + u (b + 1) := by
  show (List.range' a (b + 1 + 1 - a)).foldr (fun a b => u a + b) 0 =
    (List.range' a (b + 1 - a)).foldr (fun a b => u a + b) 0 + u (b + 1)
  rw [show b + 1 + 1 - a = (b + 1 - a) + 1 by omega, List.range'_concat, List.foldr_append, foldr_add]
  simp only [List.foldr_cons, List.foldr_nil]
  rw [Lean.Grind.AddCommMonoid.add_zero, show a + 1 * (b + 1 - a) = b + 1 by omega]
theorem prod_Icc_of_lt {β : Type _} [Lean.Grind.CommSemiring β] (u : Nat → β) (a b : Nat) (h : b < a) :
    prod (Icc a b) u = 1 := by
  show (List.range' a (b + 1 - a)).foldr (fun a b => u a * b) 1 = 1
  rw [show b + 1 - a = 0 by omega]; rfl
theorem prod_Icc_succ {β : Type _} [Lean.Grind.CommSemiring β] (u : Nat → β) (a b : Nat) (h : a ≤ b + 1) :
    prod (Icc a (b + 1)) u = prod (Icc a b) u * u (b + 1) := by
  show (List.range' a (b + 1 + 1 - a)).foldr (fun a b => u a * b) 1 =
    (List.range' a (b + 1 - a)).foldr (fun a b => u a * b) 1 * u (b + 1)
  rw [show b + 1 + 1 - a = (b + 1 - a) + 1 by omega, List.range'_concat, List.foldr_append, foldr_mul]
  simp only [List.foldr_cons, List.foldr_nil]
  rw [Lean.Grind.Semiring.mul_one, show a + 1 * (b + 1 - a) = b + 1 by omega]
/-- `h : ∀ n, n ∈ S ↔ P n` with all solutions below `N`: the set is a filtered range (then `decide`). -/
theorem eq_filter_range {S : Finset Nat} {P : Nat → Prop} (h : ∀ n, n ∈ S ↔ P n) (N : Nat) [DecidablePred P]
    (hN : ∀ n, P n → n < N) : S = (range N).filter P :=
  ext fun a => by rw [mem_filter, mem_range, h a]; exact ⟨fun p => ⟨hN a p, p⟩, fun p => p.2⟩
theorem eq_filter_Icc {S : Finset Int} {P : Int → Prop} (h : ∀ n, n ∈ S ↔ P n) (A B : Int) [DecidablePred P]
    (hN : ∀ n, P n → A ≤ n ∧ n ≤ B) : S = (Icc A B).filter P :=
  ext fun a => by rw [mem_filter, mem_Icc, h a]; exact ⟨fun p => ⟨hN a p, p⟩, fun p => p.2⟩
theorem eq_pair {α : Type _} {S : Finset α} [DecidableEq α] {a b : α} (h : ∀ x, x ∈ S ↔ x = a ∨ x = b) : S = {a, b} :=
  ext fun x => by rw [h x]; simp
theorem sum_pair {α β : Type _} [Lean.Grind.AddCommMonoid β] [DecidableEq α] (f : α → β) (a b : α) (h : a ≠ b) :
    sum ({a, b} : Finset α) f = f a + f b := by
  have e : ({a, b} : Finset α) = ofNodup [a, b] (by simp [h]) := ext fun x => by simp
  rw [e]; show f a + (f b + 0) = _
  rw [Lean.Grind.AddCommMonoid.add_zero]
theorem card_pair {α : Type _} [DecidableEq α] (a b : α) (h : a ≠ b) : card ({a, b} : Finset α) = 2 := by
  have e : ({a, b} : Finset α) = ofNodup [a, b] (by simp [h]) := ext fun x => by simp
  rw [e]; rfl
end FaithformPrelude

/-- Mathlib: `Fintype`. -/
class Fintype (α : Type _) where
  elems : Finset α
  complete : ∀ x : α, x ∈ elems
/-- Mathlib: `Finset.univ`. -/
def Finset.univ {α : Type _} [Fintype α] : Finset α := Fintype.elems
/-- Mathlib: `Fintype.card`. -/
def Fintype.card (α : Type _) [Fintype α] : Nat := (Finset.univ : Finset α).card
@[simp] theorem Finset.mem_univ {α : Type _} [Fintype α] (x : α) : x ∈ (Finset.univ : Finset α) := Fintype.complete x
instance (n : Nat) : Fintype (Fin n) :=
  ⟨ofNodup (dedupList (List.finRange n)) (nodup_dedupList _), fun x => (mem_dedupList _ x).2 (List.mem_finRange x)⟩
instance : Fintype Bool := ⟨ofNodup [true, false] (by decide), fun b => by cases b <;> decide⟩
/-- Mathlib: `Set.toFinset`. -/
def Set.toFinset {α : Type _} (s : Set α) [Fintype s] : Finset α :=
  Quotient.lift (fun l : NodupList s => ofNodup (l.val.map Subtype.val)
      (List.Pairwise.map _ (fun _ _ h e => h (Subtype.ext e)) l.nodup))
    (fun l m h => Quotient.sound (fun x => by
      have h : ∀ a, a ∈ l.val ↔ a ∈ m.val := h
      simp [h])) (Fintype.elems : Finset s)
@[simp, grind =] theorem Set.mem_toFinset {α : Type _} {s : Set α} [Fintype s] {a : α} : a ∈ s.toFinset ↔ a ∈ s := by
  have hc := fun h => Fintype.complete (⟨a, h⟩ : s)
  revert hc
  unfold Set.toFinset
  generalize (Fintype.elems : Finset s) = e
  induction e using Quotient.ind; rename_i l
  intro hc
  show a ∈ l.val.map Subtype.val ↔ a ∈ s
  constructor
  · intro h; obtain ⟨x, _, rfl⟩ := List.mem_map.1 h; exact x.2
  · intro h; exact List.mem_map.2 ⟨⟨a, h⟩, hc h, rfl⟩
/-- Mathlib: `Set.Finite`, by `Set.Finite.coe_toFinset`. -/
protected def Set.Finite {α : Type _} (s : Set α) : Prop := ∃ t : Finset α, ∀ x, x ∈ t ↔ x ∈ s
/-- Mathlib: `Set.Infinite`. -/
protected def Set.Infinite {α : Type _} (s : Set α) : Prop := ¬ s.Finite
/-- The members of a finite set, as a set. -/
instance {α : Type _} : CoeTC (Finset α) (Set α) := ⟨fun s a => a ∈ s⟩
instance {α : Type _} : CoeSort (Finset α) (Type _) := ⟨fun s => {x // x ∈ s}⟩

/-- A sum or product `f` over finite sets, one inside the other. -/
syntax:lead (name := FaithformPrelude.big) "faithform_big% " term:max faithformBinders " => " term : term
macro_rules
  | `(faithform_big% $f $x:ident => $b) => `($f Finset.univ (fun $x => $b))
  | `(faithform_big% $f $x:ident : $t => $b) => `($f Finset.univ (fun ($x : $t) => $b))
  | `(faithform_big% $f $x:ident ∈ $s => $b) => `($f $s (fun $x => $b))
  | `(faithform_big% $f $x:ident $y:ident => $b) => `($f Finset.univ (fun $x => $f Finset.univ (fun $y => $b)))
  | `(faithform_big% $f $x:ident $y:ident : $t => $b) => `($f Finset.univ (fun ($x : $t) => $f Finset.univ (fun ($y : $t) => $b)))
  | `(faithform_big% $f $x:ident $y:ident $z:ident : $t => $b) =>
    `($f Finset.univ (fun ($x : $t) => $f Finset.univ (fun ($y : $t) => $f Finset.univ (fun ($z : $t) => $b))))
  | `(faithform_big% $f ($x:faithformBinder) => $b) => `(faithform_big% $f $x:faithformBinder => $b)
  | `(faithform_big% $f ($x:faithformBinder) $r:faithformBinders => $b) => `(faithform_big% $f $x:faithformBinder => faithform_big% $f $r => $b)
macro "∑ " bs:faithformBinders ", " b:term:67 : term => `(faithform_big% Finset.sum $bs => $b)
macro "∑ " x:ident " in " s:term:51 ", " b:term:67 : term => `(Finset.sum $s (fun $x => $b))
macro "∏ " bs:faithformBinders ", " b:term:67 : term => `(faithform_big% Finset.prod $bs => $b)
macro "∏ " x:ident " in " s:term:51 ", " b:term:67 : term => `(Finset.prod $s (fun $x => $b))

end
