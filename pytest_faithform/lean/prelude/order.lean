/- |x|, floor and ceiling, √. -/
noncomputable section

/-- Mathlib: `abs`. -/
def abs {α : Type _} [Max α] [Neg α] (x : α) : α := max x (-x)
macro:max atomic("|" noWs) a:term noWs "|" : term => `(abs $a)

namespace FaithformPrelude
@[grind =] theorem abs_int (x : Int) : abs x = if 0 ≤ x then x else -x := by unfold abs; grind
@[grind =] theorem abs_rat (x : Rat) : abs x = if 0 ≤ x then x else -x := by
  show (if x ≤ -x then -x else x) = _
  split <;> split <;> grind
@[grind =] theorem abs_real (x : Real) : abs x = if 0 ≤ x then x else -x := by
  show (if x ≤ -x then -x else x) = _
  split <;> split <;> grind
theorem max_real (x y : Real) : max x y = if x ≤ y then y else x := rfl
theorem min_real (x y : Real) : min x y = if x ≤ y then x else y := rfl
attribute [grind =] max_real min_real
end FaithformPrelude

/-- Mathlib: `FloorRing`. -/
class FloorRing (α : Type _) where
  floor : α → Int
/-- Mathlib: `exists_floor`. -/
axiom FaithformPrelude.exists_floor (x : Real) : ∃ z : Int, ∀ y : Int, y ≤ z ↔ (y : Real) ≤ x
instance : FloorRing Real := ⟨fun x => Classical.choose (FaithformPrelude.exists_floor x)⟩
instance : FloorRing Rat := ⟨Rat.floor⟩
instance : FloorRing Int := ⟨id⟩
/-- Mathlib: `Int.floor`. -/
def Int.floor {α : Type _} [FloorRing α] (x : α) : Int := FloorRing.floor x
/-- Mathlib: `Int.ceil`, by `Int.ceil_neg`. -/
def Int.ceil {α : Type _} [FloorRing α] [Neg α] (x : α) : Int := -Int.floor (-x)
/-- Mathlib: `Int.fract`. -/
def Int.fract {α : Type _} [FloorRing α] [IntCast α] [Sub α] (x : α) : α := x - (Int.floor x : α)
/-- Mathlib: `Nat.floor`, by `FloorRing.toFloorSemiring`. -/
def Nat.floor {α : Type _} [FloorRing α] (x : α) : Nat := (Int.floor x).toNat
/-- Mathlib: `Nat.ceil`, by `FloorRing.toFloorSemiring`. -/
def Nat.ceil {α : Type _} [FloorRing α] [Neg α] (x : α) : Nat := (Int.ceil x).toNat
notation "⌊" a "⌋" => Int.floor a
notation "⌈" a "⌉" => Int.ceil a
notation "⌊" a "⌋₊" => Nat.floor a
notation "⌈" a "⌉₊" => Nat.ceil a

namespace FaithformPrelude
theorem le_floor (x : Real) (z : Int) : z ≤ Int.floor x ↔ (z : Real) ≤ x := Classical.choose_spec (exists_floor x) z
theorem floor_le (x : Real) : ((Int.floor x : Int) : Real) ≤ x := (le_floor x _).1 (Int.le_refl _)
theorem lt_floor_add_one (x : Real) : x < ((Int.floor x : Int) : Real) + 1 := by
  apply Classical.byContradiction; intro h
  have := (le_floor x (Int.floor x + 1)).2 (by rw [intCast_add, intCast_ofNat]; grind); omega
theorem floor_eq_iff (x : Real) (z : Int) : Int.floor x = z ↔ (z : Real) ≤ x ∧ x < (z : Real) + 1 := by
  constructor
  · rintro rfl; exact ⟨floor_le x, lt_floor_add_one x⟩
  · rintro ⟨h1, h2⟩
    have h3 := (le_floor x z).2 h1
    have h4 : ((Int.floor x : Int) : Real) < ((z + 1 : Int) : Real) := by
      have := floor_le x; rw [intCast_add, intCast_ofNat]; grind
    have := (intCast_lt _ _).1 h4; omega
theorem le_ceil (x : Real) : x ≤ ((Int.ceil x : Int) : Real) := by
  have := floor_le (-x); unfold Int.ceil; rw [intCast_neg]; grind
theorem ceil_lt_add_one (x : Real) : ((Int.ceil x : Int) : Real) < x + 1 := by
  have := lt_floor_add_one (-x); unfold Int.ceil; rw [intCast_neg]; grind
theorem ceil_eq_iff (x : Real) (z : Int) : Int.ceil x = z ↔ (z : Real) - 1 < x ∧ x ≤ (z : Real) := by
  have := floor_eq_iff (-x) (-z); rw [intCast_neg] at this; unfold Int.ceil
  constructor
  · intro h; have := this.1 (by omega); grind
  · intro h; have := this.2 (by grind); omega
grind_pattern floor_le => Int.floor x
grind_pattern lt_floor_add_one => Int.floor x
grind_pattern le_ceil => Int.ceil x
grind_pattern ceil_lt_add_one => Int.ceil x
end FaithformPrelude

/-- Mathlib: `Real.sqrt`. -/
axiom Real.sqrt : Real → Real
prefix:max "√" => Real.sqrt
/-- Mathlib: `Real.sqrt_nonneg`. -/
axiom Real.sqrt_nonneg (x : Real) : 0 ≤ sqrt x
/-- Mathlib: `Real.sq_sqrt`. -/
axiom Real.sq_sqrt {x : Real} (h : 0 ≤ x) : sqrt x ^ 2 = x
/-- Mathlib: `Real.sqrt_eq_zero_of_nonpos`. -/
axiom Real.sqrt_eq_zero_of_nonpos {x : Real} (h : x ≤ 0) : sqrt x = 0
grind_pattern Real.sqrt_nonneg => Real.sqrt x
grind_pattern Real.sq_sqrt => Real.sqrt x
grind_pattern Real.sqrt_eq_zero_of_nonpos => Real.sqrt x

namespace Real
theorem sqrt_sq {x : Real} (h : 0 ≤ x) : sqrt (x ^ 2) = x :=
  (FaithformPrelude.sq_eq_sq _ _ (sqrt_nonneg _) h).1 (sq_sqrt (FaithformPrelude.sq_nonneg x))
theorem mul_self_sqrt {x : Real} (h : 0 ≤ x) : sqrt x * sqrt x = x := by have := sq_sqrt h; grind
theorem sqrt_mul_self {x : Real} (h : 0 ≤ x) : sqrt (x * x) = x := by
  have := sqrt_sq h; have e : x * x = x ^ 2 := by grind
  rw [e]; exact this
theorem sqrt_lt_sqrt {x y : Real} (h : 0 ≤ x) (h' : x < y) : sqrt x < sqrt y := by
  have h1 := sq_sqrt h; have h2 := sq_sqrt (x := y) (by grind)
  have h3 := sqrt_nonneg x; have h4 := sqrt_nonneg y
  apply Classical.byContradiction; intro hn
  have := FaithformPrelude.mul_nonneg (sqrt x - sqrt y) (sqrt x + sqrt y) (by grind) (by grind); grind
end Real
theorem FaithformPrelude.sqrt_eq_of_sq (x y : Real) (h : 0 ≤ y) (e : y ^ 2 = x) : Real.sqrt x = y := by
  rw [← e]; exact Real.sqrt_sq h

end
