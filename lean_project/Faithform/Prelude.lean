import Mathlib

/-! Every axiom of the embedded backend's prelude (`pytest_faithform/lean/prelude`), proved from Mathlib: one theorem for each,
under its name in the namespace `Checked`, with the same statement. Types and functions are named by `example`s.

UNCHECKED: no Lean with Mathlib has run this file yet. Until one has, the axioms rest on having been read. -/

set_option autoImplicit false
set_option relaxedAutoImplicit false

-- The types and functions that are axioms there are Mathlib's here.
example : Type := Real
noncomputable example : Real → Real := Real.sqrt
noncomputable example : Real → Real := Real.exp
noncomputable example : Real → Real := Real.log
noncomputable example : Real → Real := Real.sin
noncomputable example : Real → Real := Real.cos
noncomputable example : Real := Real.pi
noncomputable example : Real → Real := Real.arcsin
noncomputable example : Complex → Complex → Complex := fun z w => z ^ w
noncomputable example : Complex → Real := Complex.arg
noncomputable example : (Real → Real) → Real → Real → Real := fun f a b => ∫ x in a..b, f x
noncomputable example : Set Real → (Real → Real) → Real := fun s f => ∫ x in s, f x

namespace Checked

/-! The classes of core Lean are given by what they demand, so that this file does not depend on a Lean that has them. -/

/-- `Real.instField`, a field whose `0⁻¹` is 0 -/
theorem Real.instField :
    (∀ a b : ℝ, a * b = b * a) ∧ (∀ a : ℝ, a ≠ 0 → a * a⁻¹ = 1) ∧ (0 : ℝ)⁻¹ = 0 ∧ (∀ a b : ℝ, a / b = a * b⁻¹) ∧
      (∀ a : ℝ, ∀ n : ℤ, a ^ (-n) = (a ^ n)⁻¹) ∧ (0 : ℝ) ≠ 1 :=
  ⟨mul_comm, fun _ h => mul_inv_cancel₀ h, inv_zero, div_eq_mul_inv, zpow_neg, zero_ne_one⟩
/-- `Real.instLE` -/
theorem Real.instLE : Nonempty (LE ℝ) := ⟨inferInstance⟩
/-- `Real.instLT` -/
theorem Real.instLT : Nonempty (LT ℝ) := ⟨inferInstance⟩
/-- `Real.instLawfulOrderLT` -/
theorem Real.instLawfulOrderLT (a b : ℝ) : a < b ↔ a ≤ b ∧ ¬ b ≤ a := lt_iff_le_not_le
/-- `Real.instIsLinearOrder` -/
theorem Real.instIsLinearOrder :
    (∀ a : ℝ, a ≤ a) ∧ (∀ a b c : ℝ, a ≤ b → b ≤ c → a ≤ c) ∧ (∀ a b : ℝ, a ≤ b → b ≤ a → a = b) ∧
      (∀ a b : ℝ, a ≤ b ∨ b ≤ a) :=
  ⟨le_refl, fun _ _ _ => le_trans, fun _ _ => le_antisymm, le_total⟩
/-- `Real.instOrderedRing` -/
theorem Real.instOrderedRing :
    (∀ a b c : ℝ, a ≤ b ↔ a + c ≤ b + c) ∧ (0 : ℝ) < 1 ∧ (∀ a b c : ℝ, a < b → 0 < c → c * a < c * b) ∧
      (∀ a b c : ℝ, a < b → 0 < c → a * c < b * c) :=
  ⟨fun _ _ c => (add_le_add_iff_right c).symm, zero_lt_one, fun _ _ _ h h' => mul_lt_mul_of_pos_left h h',
    fun _ _ _ h h' => mul_lt_mul_of_pos_right h h'⟩

theorem FaithformPrelude.exists_floor (x : ℝ) : ∃ z : ℤ, ∀ y : ℤ, y ≤ z ↔ (y : ℝ) ≤ x := _root_.exists_floor x
theorem Real.sqrt_nonneg (x : ℝ) : 0 ≤ Real.sqrt x := _root_.Real.sqrt_nonneg x
theorem Real.sq_sqrt {x : ℝ} (h : 0 ≤ x) : Real.sqrt x ^ 2 = x := _root_.Real.sq_sqrt h
theorem Real.sqrt_eq_zero_of_nonpos {x : ℝ} (h : x ≤ 0) : Real.sqrt x = 0 := _root_.Real.sqrt_eq_zero_of_nonpos h

theorem Real.exp_pos (x : ℝ) : 0 < Real.exp x := _root_.Real.exp_pos x
theorem Real.exp_add (x y : ℝ) : Real.exp (x + y) = Real.exp x * Real.exp y := _root_.Real.exp_add x y
theorem Real.exp_lt_exp {x y : ℝ} : Real.exp x < Real.exp y ↔ x < y := _root_.Real.exp_lt_exp
theorem Real.add_one_le_exp (x : ℝ) : x + 1 ≤ Real.exp x := _root_.Real.add_one_le_exp x
theorem Real.exp_one_gt_d9 : (27182818283 / 10000000000 : ℝ) < Real.exp 1 := by
  have := _root_.Real.exp_one_gt_d9; norm_num at this ⊢; linarith
theorem Real.exp_one_lt_d9 : Real.exp 1 < (27182818286 / 10000000000 : ℝ) := by
  have := _root_.Real.exp_one_lt_d9; norm_num at this ⊢; linarith
theorem Real.exp_log {x : ℝ} (h : 0 < x) : Real.exp (Real.log x) = x := _root_.Real.exp_log h
theorem FaithformPrelude.log_exp (x : ℝ) : Real.log (Real.exp x) = x := _root_.Real.log_exp x
theorem FaithformPrelude.log_zero : Real.log 0 = 0 := _root_.Real.log_zero
theorem Real.log_neg_eq_log (x : ℝ) : Real.log (-x) = Real.log x := _root_.Real.log_neg_eq_log x
theorem Real.log_two_gt_d9 : (6931471803 / 10000000000 : ℝ) < Real.log 2 := by
  have := _root_.Real.log_two_gt_d9; norm_num at this ⊢; linarith
theorem Real.log_two_lt_d9 : Real.log 2 < (6931471808 / 10000000000 : ℝ) := by
  have := _root_.Real.log_two_lt_d9; norm_num at this ⊢; linarith

theorem FaithformPrelude.rpow_natCast (x : ℝ) (n : ℕ) : x ^ (n : ℝ) = x ^ n := _root_.Real.rpow_natCast x n
theorem FaithformPrelude.rpow_intCast (x : ℝ) (n : ℤ) : x ^ (n : ℝ) = x ^ n := _root_.Real.rpow_intCast x n
/-- The prelude defines the power by this. -/
theorem rpow_definition (x y : ℝ) : x ^ y =
    if 0 < x then Real.exp (Real.log x * y) else if x = 0 then (if y = 0 then 1 else 0)
      else Real.exp (Real.log x * y) * Real.cos (y * Real.pi) := by
  rcases lt_trichotomy x 0 with h | h | h
  · rw [_root_.Real.rpow_def_of_neg h, if_neg (not_lt.mpr h.le), if_neg h.ne]
  · subst h; by_cases hy : y = 0 <;> simp [hy, _root_.Real.zero_rpow]
  · rw [_root_.Real.rpow_def_of_pos h, if_pos h]

theorem Real.sin_sq_add_cos_sq (x : ℝ) : Real.sin x ^ 2 + Real.cos x ^ 2 = 1 := _root_.Real.sin_sq_add_cos_sq x
theorem FaithformPrelude.sin_zero : Real.sin 0 = 0 := _root_.Real.sin_zero
theorem FaithformPrelude.cos_zero : Real.cos 0 = 1 := _root_.Real.cos_zero
theorem FaithformPrelude.sin_neg (x : ℝ) : Real.sin (-x) = -Real.sin x := _root_.Real.sin_neg x
theorem FaithformPrelude.cos_neg (x : ℝ) : Real.cos (-x) = Real.cos x := _root_.Real.cos_neg x
theorem Real.sin_add (x y : ℝ) : Real.sin (x + y) = Real.sin x * Real.cos y + Real.cos x * Real.sin y :=
  _root_.Real.sin_add x y
theorem Real.cos_add (x y : ℝ) : Real.cos (x + y) = Real.cos x * Real.cos y - Real.sin x * Real.sin y :=
  _root_.Real.cos_add x y
theorem FaithformPrelude.sin_pi_div_two : Real.sin (Real.pi / 2) = 1 := _root_.Real.sin_pi_div_two
theorem FaithformPrelude.cos_pi_div_three : Real.cos (Real.pi / 3) = 1 / 2 := _root_.Real.cos_pi_div_three
theorem FaithformPrelude.sin_pi_div_three : Real.sin (Real.pi / 3) = Real.sqrt 3 / 2 := _root_.Real.sin_pi_div_three
theorem FaithformPrelude.cos_pi_div_four : Real.cos (Real.pi / 4) = Real.sqrt 2 / 2 := _root_.Real.cos_pi_div_four
theorem FaithformPrelude.sin_pi_div_four : Real.sin (Real.pi / 4) = Real.sqrt 2 / 2 := _root_.Real.sin_pi_div_four
theorem FaithformPrelude.cos_pi_div_six : Real.cos (Real.pi / 6) = Real.sqrt 3 / 2 := _root_.Real.cos_pi_div_six
theorem FaithformPrelude.sin_pi_div_six : Real.sin (Real.pi / 6) = 1 / 2 := _root_.Real.sin_pi_div_six
theorem Real.sin_pos_of_pos_of_lt_pi {x : ℝ} (h0 : 0 < x) (h1 : x < Real.pi) : 0 < Real.sin x :=
  _root_.Real.sin_pos_of_pos_of_lt_pi h0 h1
theorem Real.sin_eq_zero_iff {x : ℝ} : Real.sin x = 0 ↔ ∃ n : ℤ, (n : ℝ) * Real.pi = x := _root_.Real.sin_eq_zero_iff
theorem Real.cos_eq_zero_iff {x : ℝ} : Real.cos x = 0 ↔ ∃ k : ℤ, x = (2 * (k : ℝ) + 1) * Real.pi / 2 :=
  _root_.Real.cos_eq_zero_iff
theorem Real.sin_arcsin {x : ℝ} (h₁ : -1 ≤ x) (h₂ : x ≤ 1) : Real.sin (Real.arcsin x) = x := _root_.Real.sin_arcsin h₁ h₂
theorem Real.arcsin_sin {x : ℝ} (h₁ : -(Real.pi / 2) ≤ x) (h₂ : x ≤ Real.pi / 2) : Real.arcsin (Real.sin x) = x :=
  _root_.Real.arcsin_sin h₁ h₂
theorem Real.arcsin_of_one_le {x : ℝ} (h : 1 ≤ x) : Real.arcsin x = Real.pi / 2 := _root_.Real.arcsin_of_one_le h
theorem Real.arcsin_of_le_neg_one {x : ℝ} (h : x ≤ -1) : Real.arcsin x = -(Real.pi / 2) := _root_.Real.arcsin_of_le_neg_one h
/-- The prelude defines the two by these. -/
theorem arccos_definition (x : ℝ) : Real.arccos x = Real.pi / 2 - Real.arcsin x := rfl
theorem arctan_definition (x : ℝ) : Real.arctan x = Real.arcsin (x / Real.sqrt (1 + x ^ 2)) := _root_.Real.arctan_eq_arcsin x

theorem Real.exists_isLUB {s : Set ℝ} (hne : s.Nonempty) (hbdd : BddAbove s) : ∃ x, IsLUB s x :=
  _root_.Real.exists_isLUB hne hbdd
theorem Real.pi_gt_d6 : (3141592 / 1000000 : ℝ) < Real.pi := by
  have := _root_.Real.pi_gt_d6; norm_num at this ⊢; linarith
theorem Real.pi_lt_d6 : Real.pi < (3141593 / 1000000 : ℝ) := by
  have := _root_.Real.pi_lt_d6; norm_num at this ⊢; linarith

end Checked
