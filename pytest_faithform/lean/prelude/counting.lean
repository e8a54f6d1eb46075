/- More of finite sets: products, powersets, extrema; finite types; multisets; cardinalities of sets. -/
noncomputable section
open FaithformPrelude

universe u v w

namespace FaithformPrelude
/-- A finite set computed from the members of another, whatever their order. -/
def mapLists {α : Type u} {β : Type v} (F : List α → List β) (nodup : ∀ l : List α, l.Nodup → (F l).Nodup)
    (congr : ∀ l m : List α, l.Nodup → m.Nodup → (∀ a, a ∈ l ↔ a ∈ m) → ∀ b, b ∈ F l ↔ b ∈ F m) (s : Finset α) : Finset β :=
  Quotient.lift (fun l : NodupList α => ofNodup (F l.val) (nodup _ l.nodup))
    (fun l m h => Quotient.sound (fun b => congr _ _ l.nodup m.nodup h b)) s
theorem mem_mapLists {α : Type u} {β : Type v} (F : List α → List β) (nodup : ∀ l : List α, l.Nodup → (F l).Nodup)
    (congr : ∀ l m : List α, l.Nodup → m.Nodup → (∀ a, a ∈ l ↔ a ∈ m) → ∀ b, b ∈ F l ↔ b ∈ F m) (P : List α → β → Prop)
    (h : ∀ l b, b ∈ F l ↔ P l b) (Q : Finset α → β → Prop)
    (hQ : ∀ l : NodupList α, ∀ b, P l.val b ↔ Q (Quotient.mk _ l) b) (s : Finset α) (b : β) :
    b ∈ mapLists F nodup congr s ↔ Q s b := by
  induction s using Quotient.ind; rename_i l
  exact (h l.val b).trans (hQ l b)
/-- Left sides with each of the right ones. -/
def productList {α : Type u} {β : Type v} (l : List α) (m : List β) : List (α × β) := l.flatMap fun a => m.map fun b => (a, b)
theorem mem_productList {α : Type u} {β : Type v} (l : List α) (m : List β) (p : α × β) :
    p ∈ productList l m ↔ p.1 ∈ l ∧ p.2 ∈ m := by
  obtain ⟨a, b⟩ := p; simp [productList]
theorem nodup_productList {α : Type u} {β : Type v} {l : List α} {m : List β} (hl : l.Nodup) (hm : m.Nodup) :
    (productList l m).Nodup := by
  induction l with
  | nil => simp [productList]
  | cons a l ih =>
    show ((m.map fun b => (a, b)) ++ productList l m).Nodup
    rw [List.nodup_append]
    have h := List.nodup_cons.1 hl
    refine ⟨List.Pairwise.map _ (fun x y hne e => hne (by injection e)) hm, ih h.2, ?_⟩
    rintro ⟨x, y⟩ hx ⟨x', y'⟩ hy e
    have h1 := (mem_productList l m (x', y')).1 hy
    obtain ⟨b, _, hb⟩ := List.mem_map.1 hx
    injection hb with e1 e2; injection e with e3 e4
    subst e1; subst e3; exact h.1 h1.1
end FaithformPrelude

namespace Finset
variable {α : Type u} {β : Type v}
/-- Mathlib: `Finset.product`. -/
protected def product (s : Finset α) (t : Finset β) : Finset (α × β) :=
  Quotient.lift (fun m : NodupList β =>
    mapLists (fun l => productList l m.val) (fun _ h => nodup_productList h m.nodup)
      (fun _ _ _ _ h p => by rw [mem_productList, mem_productList, h]) s)
    (fun m m' h => ext fun p => by
      have h : ∀ b, b ∈ m.val ↔ b ∈ m'.val := h
      induction s using Quotient.ind; rename_i l
      refine (mem_productList l.val m.val p).trans (Iff.trans ?_ (mem_productList l.val m'.val p).symm)
      rw [h]) t
instance : SProd (Finset α) (Finset β) (Finset (α × β)) := ⟨Finset.product⟩
@[simp, grind =] theorem mem_product {s : Finset α} {t : Finset β} {p : α × β} : p ∈ s ×ˢ t ↔ p.1 ∈ s ∧ p.2 ∈ t := by
  induction s using Quotient.ind; induction t using Quotient.ind; exact mem_productList _ _ _
/-- Mathlib: `Finset.erase`. -/
def erase [DecidableEq α] (s : Finset α) (a : α) : Finset α := s.filter (· ≠ a)
@[simp, grind =] theorem mem_erase [DecidableEq α] {a b : α} {s : Finset α} : a ∈ erase s b ↔ a ≠ b ∧ a ∈ s := by
  rw [erase, mem_filter, and_comm]
@[simp, grind =] theorem mem_inter [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s ∩ t ↔ a ∈ s ∧ a ∈ t := mem_filter
@[simp, grind =] theorem mem_sdiff [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s \ t ↔ a ∈ s ∧ ¬ a ∈ t := mem_filter
@[simp, grind =] theorem mem_union [DecidableEq α] {a : α} {s t : Finset α} : a ∈ s ∪ t ↔ a ∈ s ∨ a ∈ t := by
  induction s using Quotient.ind; rename_i l
  obtain ⟨l, h⟩ := l
  show a ∈ l.foldr Finset.insertOne t ↔ a ∈ l ∨ a ∈ t
  clear h
  induction l with
  | nil => simp
  | cons b l ih =>
    simp only [List.foldr_cons]
    rw [show Finset.insertOne b (List.foldr Finset.insertOne t l) = insert b (List.foldr Finset.insertOne t l) from rfl,
      mem_insert, ih, List.mem_cons, or_assoc]
@[simp, grind =] theorem mem_image [DecidableEq β] {f : α → β} {s : Finset α} {b : β} :
    b ∈ s.image f ↔ ∃ a, a ∈ s ∧ f a = b := by
  induction s using Quotient.ind; rename_i l
  exact (mem_dedupList _ b).trans List.mem_map
/-- Mathlib: `Finset.biUnion`. -/
protected def biUnion [DecidableEq β] (s : Finset α) (t : α → Finset β) : Finset β :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a r => t a ∪ r) ∅)
    (fun l m h => ext fun x => by
      have key : ∀ l : List α, x ∈ l.foldr (fun a r => t a ∪ r) ∅ ↔ ∃ a, a ∈ l ∧ x ∈ t a := by
        intro l; induction l with
        | nil => simp
        | cons b l ih => simp [ih]
      have h : ∀ a, a ∈ l.val ↔ a ∈ m.val := h
      simp only [key, h]) s
instance : FaithformPrelude.HasDisjoint (Finset α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → ¬ a ∈ t⟩
@[grind =] theorem disjoint_left {s t : Finset α} : Disjoint s t ↔ ∀ ⦃a⦄, a ∈ s → ¬ a ∈ t := Iff.rfl
instance : LE (Finset α) := ⟨fun s t => s ⊆ t⟩
instance : LT (Finset α) := ⟨fun s t => s ⊂ t⟩
instance [DecidableEq α] (s t : Finset α) : Decidable (s ⊂ t) := inferInstanceAs (Decidable (s ⊆ t ∧ ¬ t ⊆ s))
instance : Inhabited (Finset α) := ⟨∅⟩
instance (s : Finset α) [DecidableEq α] : Decidable s.Nonempty := decidable_of_iff (s ≠ ∅) (by
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    exact h (ext fun a => ⟨fun ha => absurd ⟨a, ha⟩ hn, fun ha => absurd ha (notMem_empty a)⟩)
  · rintro ⟨a, ha⟩ rfl; exact notMem_empty a ha)

/-! Powersets -/
def powersetList [DecidableEq α] : List α → List (Finset α)
  | [] => [∅]
  | a :: l => powersetList l ++ (powersetList l).map (insert a)
theorem mem_powersetList [DecidableEq α] (l : List α) : ∀ t : Finset α, t ∈ powersetList l ↔ ∀ a, a ∈ t → a ∈ l := by
  induction l with
  | nil =>
    intro t; simp only [powersetList, List.mem_singleton]
    exact ⟨fun h a ha => by rw [h] at ha; exact absurd ha (notMem_empty a),
      fun h => ext fun a => ⟨fun ha => absurd (h a ha) (by simp), fun ha => absurd ha (notMem_empty a)⟩⟩
  | cons b l ih =>
    intro t; simp only [powersetList, List.mem_append, List.mem_map, ih, List.mem_cons]
    constructor
    · rintro (h | ⟨u, hu, rfl⟩) a ha
      · exact .inr (h a ha)
      · rcases mem_insert.1 ha with h | h
        · exact .inl h
        · exact .inr (hu a h)
    · intro h
      by_cases hb : b ∈ t
      · refine .inr ⟨erase t b, fun a ha => ?_, ext fun a => ?_⟩
        · have := mem_erase.1 ha; rcases h a this.2 with h | h
          · exact absurd h this.1
          · exact h
        · rw [mem_insert, mem_erase]; by_cases e : a = b
          · subst e; simp [hb]
          · simp [e]
      · exact .inl fun a ha => (h a ha).resolve_left (by rintro rfl; exact hb ha)
theorem nodup_powersetList [DecidableEq α] (l : List α) (h : l.Nodup) : (powersetList l).Nodup := by
  induction l with
  | nil => simp [powersetList]
  | cons b l ih =>
    have hb := List.nodup_cons.1 h
    have out : ∀ t, t ∈ powersetList l → ¬ b ∈ t := fun t ht hbt => hb.1 ((mem_powersetList l t).1 ht b hbt)
    simp only [powersetList]; rw [List.nodup_append]
    refine ⟨ih hb.2, ?_, ?_⟩
    · rw [List.Nodup, List.pairwise_map]
      refine List.Pairwise.imp_of_mem ?_ (ih hb.2)
      intro s t hs ht hne e
      apply hne; apply ext; intro a
      have h1 := out s hs; have h2 := out t ht
      have h3 : a ∈ insert b s ↔ a ∈ insert b t := by rw [e]
      rw [mem_insert, mem_insert] at h3
      by_cases hab : a = b
      · subst hab; simp [h1, h2]
      · simpa [hab] using h3
    · rintro s hs t ht rfl
      obtain ⟨u, _, hu⟩ := List.mem_map.1 ht
      exact out s hs (by rw [← hu]; exact mem_insert.2 (.inl rfl))
/-- Mathlib: `Finset.powerset`. -/
def powerset [DecidableEq α] (s : Finset α) : Finset (Finset α) :=
  mapLists powersetList nodup_powersetList (fun l m _ _ h t => by simp only [mem_powersetList, h]) s
@[simp, grind =] theorem mem_powerset [DecidableEq α] {s t : Finset α} : t ∈ powerset s ↔ t ⊆ s := by
  induction s using Quotient.ind; exact mem_powersetList _ t
/-- Mathlib: `Finset.powersetCard`. -/
def powersetCard [DecidableEq α] (n : Nat) (s : Finset α) : Finset (Finset α) := (powerset s).filter (·.card = n)

/-! Extrema, by choice: the greatest member of a set that is not empty. -/
open Classical in
/-- Mathlib: `Finset.max'`. -/
def max' [LE α] (s : Finset α) (h : s.Nonempty) : α :=
  if m : ∃ a, a ∈ s ∧ ∀ b, b ∈ s → b ≤ a then choose m else choose h
open Classical in
/-- Mathlib: `Finset.min'`. -/
def min' [LE α] (s : Finset α) (h : s.Nonempty) : α :=
  if m : ∃ a, a ∈ s ∧ ∀ b, b ∈ s → a ≤ b then choose m else choose h
/-- Mathlib: `Finset.sup`, on the natural numbers. -/
def sup (s : Finset α) (f : α → Nat) : Nat :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a b => max (f a) b) 0)
    (fun _ _ h => (NodupList.perm h).foldr_eq' (fun x _ y _ z => by omega) _) s
/-- Mathlib: `Finset.gcd`, on the natural numbers. -/
def gcd (s : Finset α) (f : α → Nat) : Nat :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a b => Nat.gcd (f a) b) 0)
    (fun _ _ h => (NodupList.perm h).foldr_eq' (fun x _ y _ z => by
      rw [← Nat.gcd_assoc, ← Nat.gcd_assoc, Nat.gcd_comm (f x)]) _) s
/-- Mathlib: `Finset.lcm`, on the natural numbers. -/
def lcm (s : Finset α) (f : α → Nat) : Nat :=
  Quotient.lift (fun l : NodupList α => l.val.foldr (fun a b => Nat.lcm (f a) b) 1)
    (fun _ _ h => (NodupList.perm h).foldr_eq' (fun x _ y _ z => by
      rw [← Nat.lcm_assoc, ← Nat.lcm_assoc, Nat.lcm_comm (f x)]) _) s
/-- Mathlib: `Finset.Iio`, on the natural numbers. -/
def Iio (n : Nat) : Finset Nat := range n
/-- Mathlib: `Finset.Iic`, on the natural numbers. -/
def Iic (n : Nat) : Finset Nat := range (n + 1)
@[simp, grind =] theorem mem_Iio {n a : Nat} : a ∈ Iio n ↔ a < n := mem_range
@[simp, grind =] theorem mem_Iic {n a : Nat} : a ∈ Iic n ↔ a ≤ n := mem_range.trans Nat.lt_succ_iff
/-- Mathlib: `Finset.antidiagonal`, on the natural numbers. -/
def antidiagonal (n : Nat) : Finset (Nat × Nat) := (range (n + 1)).image fun i => (i, n - i)
/-- Mathlib: `Finset.offDiag`. -/
def offDiag [DecidableEq α] (s : Finset α) : Finset (α × α) := (s ×ˢ s).filter fun p => p.1 ≠ p.2
/-- Mathlib: `Finset.Nontrivial`. -/
protected def Nontrivial (s : Finset α) : Prop := ∃ x, x ∈ s ∧ ∃ y, y ∈ s ∧ x ≠ y
scoped prefix:max "#" => Finset.card
end Finset

/-! Finite types -/
instance : Fintype Unit := ⟨ofNodup [()] (by decide), fun ⟨⟩ => List.mem_singleton.2 rfl⟩
instance {α : Type u} {β : Type v} [Fintype α] [Fintype β] : Fintype (α × β) :=
  ⟨Finset.univ ×ˢ Finset.univ, fun _ => Finset.mem_product.2 ⟨Fintype.complete _, Fintype.complete _⟩⟩
def FaithformPrelude.subtypeFinset {α : Type u} (p : α → Prop) [DecidablePred p] (s : Finset α) : Finset {x // p x} :=
  mapLists (fun l => l.filterMap fun a => if h : p a then some ⟨a, h⟩ else none)
    (fun l h => List.Pairwise.filterMap _ (fun a a' hne b hb b' hb' e => hne (by
      split at hb <;> simp at hb; split at hb' <;> simp at hb'
      subst hb hb'; simpa using congrArg Subtype.val e)) h)
    (fun l m _ _ h b => by simp only [List.mem_filterMap, h]) s
instance {α : Type u} [Fintype α] (p : α → Prop) [DecidablePred p] : Fintype {x // p x} :=
  ⟨subtypeFinset p Finset.univ, fun ⟨a, ha⟩ => by
    have h := Fintype.complete a
    show _ ∈ subtypeFinset p Fintype.elems
    revert h; generalize (Fintype.elems : Finset α) = e; induction e using Quotient.ind; rename_i l
    intro h; exact List.mem_filterMap.2 ⟨a, h, by simp [ha]⟩⟩
instance {α : Type u} (s : Finset α) [DecidableEq α] : Fintype {x // x ∈ s} :=
  ⟨subtypeFinset (· ∈ s) s, fun ⟨a, ha⟩ => by
    have key : ∀ t : Finset α, a ∈ t → (⟨a, ha⟩ : {x // x ∈ s}) ∈ subtypeFinset (· ∈ s) t := by
      intro t ht; induction t using Quotient.ind; rename_i l
      exact List.mem_filterMap.2 ⟨a, ht, by simp [ha]⟩
    exact key s ha⟩

/-! Cardinalities of sets and types -/
/-- Mathlib: `Finite`, by `Set.finite_univ_iff`. -/
class Finite (α : Type u) : Prop where
  finite : ∃ t : Finset α, ∀ x, x ∈ t
/-- Mathlib: `Infinite`. -/
class Infinite (α : Type u) : Prop where
  not_finite : ¬ Finite α
/-- Mathlib: `Set.Finite.toFinset`. -/
protected def Set.Finite.toFinset {α : Type u} {s : Set α} (h : s.Finite) : Finset α := Classical.choose h
@[simp, grind =] theorem Set.Finite.mem_toFinset {α : Type u} {s : Set α} (h : s.Finite) {a : α} : a ∈ h.toFinset ↔ a ∈ s :=
  Classical.choose_spec h a
open Classical in
/-- Mathlib: `Set.ncard`, by `Set.ncard_eq_toFinset_card` and `Set.Infinite.ncard`. -/
def Set.ncard {α : Type u} (s : Set α) : Nat := if h : s.Finite then h.toFinset.card else 0
/-- Mathlib: `Nat.card`. -/
protected def Nat.card (α : Type u) : Nat := (Set.univ : Set α).ncard
theorem Set.ncard_eq {α : Type u} (s : Set α) (t : Finset α) (h : ∀ x, x ∈ t ↔ x ∈ s) : s.ncard = t.card := by
  have hf : s.Finite := ⟨t, h⟩
  have e : hf.toFinset = t := Finset.ext fun x => by rw [Set.Finite.mem_toFinset, h]
  rw [Set.ncard, dif_pos hf, e]
theorem FaithformPrelude.fintype_card_eq {α : Type u} [Fintype α] : Nat.card α = Fintype.card α :=
  Set.ncard_eq _ _ fun x => ⟨fun _ => trivial, fun _ => Fintype.complete x⟩
/-- Mathlib: `ENat`. -/
def ENat := Option Nat
notation "ℕ∞" => ENat
namespace ENat
instance : NatCast ENat := ⟨some⟩
instance : Top ENat := ⟨none⟩
instance (n : Nat) : OfNat ENat n := ⟨some n⟩
instance : LE ENat := ⟨fun | _, none => True | none, some _ => False | some a, some b => a ≤ b⟩
instance : LT ENat := ⟨fun | none, _ => False | some _, none => True | some a, some b => a < b⟩
instance : DecidableEq ENat := inferInstanceAs (DecidableEq (Option Nat))
end ENat
open Classical in
/-- Mathlib: `Set.encard`, by `Set.encard_eq_coe_toFinset_card` and `Set.Infinite.encard_eq`. -/
def Set.encard {α : Type u} (s : Set α) : ENat := if h : s.Finite then some h.toFinset.card else none

/-! Multisets -/
/-- Mathlib: `Multiset`. -/
def Multiset (α : Type u) := Quotient (List.isSetoid α)
namespace Multiset
variable {α : Type u} {β : Type v}
/-- Mathlib: `Multiset.ofList`. -/
@[coe] def ofList (l : List α) : Multiset α := Quotient.mk _ l
instance : Coe (List α) (Multiset α) := ⟨ofList⟩
/-- Mathlib: `Multiset.cons`. -/
def cons (a : α) (s : Multiset α) : Multiset α :=
  Quotient.lift (fun l : List α => ofList (a :: l)) (fun _ _ h => Quotient.sound (List.Perm.cons a h)) s
instance : EmptyCollection (Multiset α) := ⟨ofList []⟩
instance : OfNat (Multiset α) 0 := ⟨ofList []⟩
instance : Singleton α (Multiset α) := ⟨fun a => ofList [a]⟩
instance : Insert α (Multiset α) := ⟨cons⟩
infixr:67 " ::ₘ " => Multiset.cons
/-- Mathlib: `Multiset.card`. -/
def card (s : Multiset α) : Nat := Quotient.lift (fun l : List α => l.length) (fun _ _ h => List.Perm.length_eq h) s
instance : Membership α (Multiset α) :=
  ⟨fun s a => Quotient.lift (fun l : List α => a ∈ l) (fun _ _ h => propext (List.Perm.mem_iff h)) s⟩
/-- Mathlib: `Multiset.map`. -/
def map (f : α → β) (s : Multiset α) : Multiset β :=
  Quotient.lift (fun l : List α => ofList (l.map f)) (fun _ _ h => Quotient.sound (List.Perm.map f h)) s
/-- Mathlib: `Multiset.count`. -/
def count [DecidableEq α] (a : α) (s : Multiset α) : Nat :=
  Quotient.lift (fun l : List α => l.count a) (fun _ _ h => List.Perm.count_eq h a) s
/-- Mathlib: `Multiset.sum`. -/
def sum [Lean.Grind.AddCommMonoid α] (s : Multiset α) : α :=
  Quotient.lift (fun l : List α => l.foldr (fun a b => a + b) 0)
    (fun _ _ h => List.Perm.foldr_eq' h (fun x _ y _ z => by
      rw [← Lean.Grind.AddCommMonoid.add_assoc, ← Lean.Grind.AddCommMonoid.add_assoc, Lean.Grind.AddCommMonoid.add_comm y]) _) s
/-- Mathlib: `Multiset.prod`. -/
def prod [Lean.Grind.CommSemiring α] (s : Multiset α) : α :=
  Quotient.lift (fun l : List α => l.foldr (fun a b => a * b) 1)
    (fun _ _ h => List.Perm.foldr_eq' h (fun x _ y _ z => by
      rw [← Lean.Grind.Semiring.mul_assoc, ← Lean.Grind.Semiring.mul_assoc, Lean.Grind.CommSemiring.mul_comm y]) _) s
/-- Mathlib: `Multiset.toFinset`. -/
def toFinset [DecidableEq α] (s : Multiset α) : Finset α :=
  Quotient.lift (fun l : List α => ofNodup (dedupList l) (nodup_dedupList l))
    (fun l m h => Quotient.sound (fun a => by
      show a ∈ dedupList l ↔ a ∈ dedupList m
      rw [mem_dedupList, mem_dedupList]; exact List.Perm.mem_iff h)) s
instance [DecidableEq α] : DecidableEq (Multiset α) := fun s t =>
  Quotient.recOnSubsingleton₂ s t fun l m => decidable_of_iff (l.Perm m) ⟨fun h => Quotient.sound h, fun h => Quotient.exact h⟩
end Multiset
/-- Mathlib: `List.toFinset`. -/
def List.toFinset {α : Type u} [DecidableEq α] (l : List α) : Finset α := ofNodup (dedupList l) (nodup_dedupList l)
@[simp, grind =] theorem List.mem_toFinset {α : Type u} [DecidableEq α] {l : List α} {a : α} : a ∈ l.toFinset ↔ a ∈ l :=
  mem_dedupList l a

/-! More forms of sums and products -/
/-- `{x ∈ s | p x}`, in Mathlib by the notation of `Finset.filter`. -/
protected abbrev Finset.sep {α : Type u} (s : Finset α) (p : α → Prop) [DecidablePred p] : Finset α := s.filter p
macro_rules
  | `(faithform_big% $f $x:ident < $n => $b) => `($f (Finset.Iio $n) (fun $x => $b))
  | `(faithform_big% $f $x:ident ≤ $n => $b) => `($f (Finset.Iic $n) (fun $x => $b))
macro "∑ " x:ident " ∈ " s:term:51 " with " p:term ", " b:term:67 : term => `(Finset.sum (Finset.filter (fun $x => $p) $s) (fun $x => $b))
macro "∑ " x:ident " in " s:term:51 " with " p:term ", " b:term:67 : term => `(Finset.sum (Finset.filter (fun $x => $p) $s) (fun $x => $b))
macro "∑ " x:ident " with " p:term ", " b:term:67 : term => `(Finset.sum (Finset.filter (fun $x => $p) Finset.univ) (fun $x => $b))
macro "∑ " x:ident " : " t:term " with " p:term ", " b:term:67 : term =>
  `(Finset.sum (Finset.filter (fun ($x : $t) => $p) Finset.univ) (fun $x => $b))
macro "∑ " "(" x:ident ", " y:ident ")" " ∈ " s:term:51 ", " b:term:67 : term => `(Finset.sum $s (fun z => match z with | ($x, $y) => $b))
macro "∑ " "⟨" x:ident ", " y:ident "⟩" " ∈ " s:term:51 ", " b:term:67 : term => `(Finset.sum $s (fun z => match z with | ($x, $y) => $b))
macro "∏ " x:ident " ∈ " s:term:51 " with " p:term ", " b:term:67 : term => `(Finset.prod (Finset.filter (fun $x => $p) $s) (fun $x => $b))
macro "∏ " x:ident " in " s:term:51 " with " p:term ", " b:term:67 : term => `(Finset.prod (Finset.filter (fun $x => $p) $s) (fun $x => $b))
macro "∏ " x:ident " with " p:term ", " b:term:67 : term => `(Finset.prod (Finset.filter (fun $x => $p) Finset.univ) (fun $x => $b))
macro "∏ " x:ident " : " t:term " with " p:term ", " b:term:67 : term =>
  `(Finset.prod (Finset.filter (fun ($x : $t) => $p) Finset.univ) (fun $x => $b))
macro "∏ " "(" x:ident ", " y:ident ")" " ∈ " s:term:51 ", " b:term:67 : term => `(Finset.prod $s (fun z => match z with | ($x, $y) => $b))
macro "∏ " "⟨" x:ident ", " y:ident "⟩" " ∈ " s:term:51 ", " b:term:67 : term => `(Finset.prod $s (fun z => match z with | ($x, $y) => $b))

end
