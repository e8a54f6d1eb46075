/- Words of algebra: units, primes, squares, groups, and the classes of rings. Definitions only. -/

noncomputable section

universe u v

/-! Rings are core's: Mathlib's classes hold more data (how numerals, multiples and powers are computed), which their axioms
    determine. -/
/-- Mathlib: `Semiring`. -/
abbrev Semiring (α : Type u) := Lean.Grind.Semiring α
/-- Mathlib: `CommSemiring`. -/
abbrev CommSemiring (α : Type u) := Lean.Grind.CommSemiring α
/-- Mathlib: `Ring`. -/
abbrev Ring (α : Type u) := Lean.Grind.Ring α
/-- Mathlib: `CommRing`. -/
abbrev CommRing (α : Type u) := Lean.Grind.CommRing α
/-- Mathlib: `Field`. -/
abbrev Field (α : Type u) := Lean.Grind.Field α
instance (priority := 10) FaithformPrelude.natCastOfSemiring {α : Type u} [Lean.Grind.Semiring α] : NatCast α :=
  Lean.Grind.Semiring.natCast
instance (priority := 10) FaithformPrelude.intCastOfRing {α : Type u} [Lean.Grind.Ring α] : IntCast α :=
  Lean.Grind.Ring.intCast

/-- Mathlib: `CharP`. -/
def CharP (R : Type u) [Lean.Grind.Semiring R] (p : Nat) : Prop := ∀ x : Nat, (x : R) = 0 ↔ p ∣ x

/-! Groups: their only numeral is core's `One`. -/
/-- Mathlib: `Monoid`. The power is `Monoid.npow`, by its axioms. -/
class Monoid (α : Type u) extends Mul α, One α where
  protected mul_assoc : ∀ a b c : α, a * b * c = a * (b * c)
  protected one_mul : ∀ a : α, One.one * a = a
  protected mul_one : ∀ a : α, a * One.one = a
/-- Mathlib: `CommMonoid`. -/
class CommMonoid (α : Type u) extends Monoid α where
  protected mul_comm : ∀ a b : α, a * b = b * a
/-- Mathlib: `Group`. -/
class Group (α : Type u) extends Monoid α, Inv α where
  protected inv_mul_cancel : ∀ a : α, a⁻¹ * a = One.one
/-- Mathlib: `CommGroup`. -/
class CommGroup (α : Type u) extends Group α where
  protected mul_comm : ∀ a b : α, a * b = b * a
def FaithformPrelude.monoidPow {α : Type u} [Monoid α] (a : α) : Nat → α
  | 0 => One.one
  | n + 1 => monoidPow a n * a
instance (priority := 20) {α : Type u} [Monoid α] : HPow α Nat α := ⟨FaithformPrelude.monoidPow⟩
def FaithformPrelude.groupPow {α : Type u} [Group α] (a : α) : Int → α
  | Int.ofNat n => monoidPow a n
  | Int.negSucc n => (monoidPow a (n + 1))⁻¹
instance (priority := 20) {α : Type u} [Group α] : HPow α Int α := ⟨FaithformPrelude.groupPow⟩
/-- `div_eq_mul_inv` in Mathlib. -/
instance {α : Type u} [Group α] : Div α := ⟨fun a b => a * b⁻¹⟩

/-- Mathlib: `AddCommMonoid`. -/
class AddCommMonoid (α : Type u) extends Lean.Grind.AddCommMonoid α
/-- Mathlib: `AddCommGroup`. -/
class AddCommGroup (α : Type u) extends Lean.Grind.AddCommGroup α

section
variable {α : Type u}
/-- Mathlib: `Commute`. -/
def Commute [Mul α] (a b : α) : Prop := a * b = b * a
/-- Mathlib: `IsSquare`. -/
def IsSquare [Mul α] (a : α) : Prop := ∃ r, a = r * r
/-- Mathlib: `IsUnit`, by `isUnit_iff_exists`. -/
def IsUnit [Mul α] [OfNat α 1] (a : α) : Prop := ∃ b, a * b = 1 ∧ b * a = 1
/-- Mathlib: `Irreducible`. -/
def Irreducible [Mul α] [OfNat α 1] (p : α) : Prop := ¬ IsUnit p ∧ ∀ ⦃a b⦄, p = a * b → IsUnit a ∨ IsUnit b
/-- Divisibility in a ring that core does not know it in: Mathlib's `semigroupDvd`. -/
instance (priority := 10) FaithformPrelude.dvdOfSemiring [Lean.Grind.Semiring α] : Dvd α := ⟨fun a b => ∃ c, b = a * c⟩
/-- Mathlib: `Prime`. -/
def Prime [Mul α] [OfNat α 0] [OfNat α 1] [Dvd α] (p : α) : Prop :=
  p ≠ 0 ∧ ¬ IsUnit p ∧ ∀ a b, p ∣ a * b → p ∣ a ∨ p ∣ b
/-- Mathlib: `Squarefree`. -/
def Squarefree [Mul α] [OfNat α 1] [Dvd α] (r : α) : Prop := ∀ x : α, x * x ∣ r → IsUnit x
/-- Mathlib: `IsCoprime`. -/
def IsCoprime [Add α] [Mul α] [OfNat α 1] (a b : α) : Prop := ∃ u v, u * a + v * b = 1
/-- Mathlib: `Associated`. -/
def Associated [Mul α] [OfNat α 1] (a b : α) : Prop := ∃ u, IsUnit u ∧ a * u = b
/-- Mathlib: `IsIdempotentElem`. -/
def IsIdempotentElem [Mul α] (a : α) : Prop := a * a = a
/-- Mathlib: `IsNilpotent`. -/
def IsNilpotent [OfNat α 0] [HPow α Nat α] (a : α) : Prop := ∃ n : Nat, a ^ n = 0
end

/-- Mathlib: `Fact`. -/
class Fact (p : Prop) : Prop where
  out : p

theorem Nat.isUnit_iff {n : Nat} : IsUnit n ↔ n = 1 :=
  ⟨fun ⟨_, h, _⟩ => Nat.eq_one_of_mul_eq_one_right h, fun h => ⟨1, by simp [h]⟩⟩
theorem Int.isUnit_iff {n : Int} : IsUnit n ↔ n = 1 ∨ n = -1 := by
  constructor
  · rintro ⟨b, h, _⟩; have h1 : n.natAbs * b.natAbs = 1 := by rw [← Int.natAbs_mul, h]; rfl
    have := Nat.eq_one_of_mul_eq_one_right h1; omega
  · rintro (rfl | rfl)
    · exact ⟨1, by decide, by decide⟩
    · exact ⟨-1, by decide, by decide⟩
attribute [simp, grind =] Nat.isUnit_iff Int.isUnit_iff
instance (n : Nat) : Decidable (IsUnit n) := decidable_of_iff _ Nat.isUnit_iff.symm
instance (n : Int) : Decidable (IsUnit n) := decidable_of_iff _ Int.isUnit_iff.symm
namespace FaithformPrelude
theorem isSquare_iff_lt (n : Nat) : IsSquare n ↔ ∃ r, r < n + 1 ∧ n = r * r := by
  constructor
  · rintro ⟨r, h⟩; exact ⟨r, by rw [h]; exact Nat.lt_succ_of_le (Nat.le_mul_self r), h⟩
  · rintro ⟨r, _, h⟩; exact ⟨r, h⟩
theorem isSquare_iff_int (n : Int) : IsSquare n ↔ 0 ≤ n ∧ IsSquare n.toNat := by
  constructor
  · rintro ⟨r, h⟩
    have h2 : n = ((r.natAbs * r.natAbs : Nat) : Int) := by rw [h, Int.natCast_mul, Int.natAbs_mul_self' r]
    exact ⟨by omega, r.natAbs, by omega⟩
  · rintro ⟨h, r, hr⟩
    exact ⟨r, by have e : n = (n.toNat : Int) := by omega
                 rw [e, hr, Int.natCast_mul]⟩
theorem squarefree_iff_lt (n : Nat) : Squarefree n ↔ n ≠ 0 ∧ ∀ x, x < n + 1 → n % (x * x) = 0 → x = 1 := by
  constructor
  · intro h; constructor
    · rintro rfl; have := Nat.isUnit_iff.1 (h 0 (by simp)); omega
    · intro x _ hx; exact Nat.isUnit_iff.1 (h x (Nat.dvd_of_mod_eq_zero hx))
  · rintro ⟨h0, h⟩ x hx
    refine Nat.isUnit_iff.2 (h x ?_ (Nat.mod_eq_zero_of_dvd hx))
    exact Nat.lt_succ_of_le (Nat.le_trans (Nat.le_mul_self x) (Nat.le_of_dvd (Nat.pos_of_ne_zero h0) hx))
end FaithformPrelude
instance (n : Nat) : Decidable (IsSquare n) := decidable_of_iff _ (FaithformPrelude.isSquare_iff_lt n).symm
instance (n : Int) : Decidable (IsSquare n) := decidable_of_iff _ (FaithformPrelude.isSquare_iff_int n).symm
instance (n : Nat) : Decidable (Squarefree n) := decidable_of_iff _ (FaithformPrelude.squarefree_iff_lt n).symm

/-! Groups -/
/-- Mathlib: `orderOf`, by `orderOf_eq_iff` and `orderOf_eq_zero_iff'`. -/
def orderOf {α : Type u} [Monoid α] (x : α) : Nat :=
  open Classical in
  if h : ∃ n : Nat, 0 < n ∧ x ^ n = One.one ∧ ∀ m : Nat, 0 < m → x ^ m = One.one → n ≤ m then Classical.choose h else 0
/-- Mathlib: `Subgroup`. -/
structure Subgroup (G : Type u) [Group G] where
  carrier : G → Prop
  mul_mem' : ∀ {a b : G}, carrier a → carrier b → carrier (a * b)
  one_mem' : carrier 1
  inv_mem' : ∀ {a : G}, carrier a → carrier a⁻¹
namespace Subgroup
variable {G : Type u} [Group G]
instance : Membership G (Subgroup G) := ⟨fun H g => H.carrier g⟩
instance : CoeSort (Subgroup G) (Type u) := ⟨fun H => {g : G // g ∈ H}⟩
/-- Mathlib: `Subgroup.Normal`. -/
class Normal (H : Subgroup G) : Prop where
  conj_mem : ∀ n, n ∈ H → ∀ g : G, g * n * g⁻¹ ∈ H
instance : LE (Subgroup G) := ⟨fun H K => ∀ g, g ∈ H → g ∈ K⟩
end Subgroup
/-- Mathlib: `MonoidHom`. -/
structure MonoidHom (M : Type u) (N : Type v) [Monoid M] [Monoid N] where
  toFun : M → N
  map_one' : toFun 1 = 1
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
infixr:25 " →* " => MonoidHom
instance {M : Type u} {N : Type v} [Monoid M] [Monoid N] : CoeFun (M →* N) (fun _ => M → N) := ⟨MonoidHom.toFun⟩
/-- Mathlib: `RingHom`. -/
structure RingHom (R : Type u) (S : Type v) [Lean.Grind.Semiring R] [Lean.Grind.Semiring S] where
  toFun : R → S
  map_one' : toFun 1 = 1
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
  map_zero' : toFun 0 = 0
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y
infixr:25 " →+* " => RingHom
instance {R : Type u} {S : Type v} [Lean.Grind.Semiring R] [Lean.Grind.Semiring S] : CoeFun (R →+* S) (fun _ => R → S) :=
  ⟨RingHom.toFun⟩

end
