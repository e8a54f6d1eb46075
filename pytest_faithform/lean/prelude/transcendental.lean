/- exp, log, real powers, π, sin, cos. -/
noncomputable section

/-- Mathlib: `Real.exp`. -/
axiom Real.exp : Real → Real
/-- Mathlib: `Real.log`. -/
axiom Real.log : Real → Real
/-- Mathlib: `Real.sin`. -/
axiom Real.sin : Real → Real
/-- Mathlib: `Real.cos`. -/
axiom Real.cos : Real → Real
/-- Mathlib: `Real.pi`. -/
axiom Real.pi : Real
/-- Mathlib: `Real.arcsin`. -/
axiom Real.arcsin : Real → Real
/-- Mathlib: `Real.arccos`. -/
def Real.arccos (x : Real) : Real := pi / 2 - arcsin x
/-- Mathlib: `Real.arctan`, by `Real.arctan_eq_arcsin`. -/
def Real.arctan (x : Real) : Real := arcsin (x / sqrt (1 + x ^ 2))
namespace Real
scoped notation "π" => Real.pi
end Real
/-- Mathlib: `Real.tan`, by `Real.tan_eq_sin_div_cos`. -/
def Real.tan (x : Real) : Real := sin x / cos x
/-- Mathlib: `Real.logb`. -/
def Real.logb (b x : Real) : Real := log x / log b

/-! Exponential and logarithm -/

/-- Mathlib: `Real.exp_pos`. -/
axiom Real.exp_pos (x : Real) : 0 < exp x
/-- Mathlib: `Real.exp_add`. -/
axiom Real.exp_add (x y : Real) : exp (x + y) = exp x * exp y
/-- Mathlib: `Real.exp_lt_exp`. -/
axiom Real.exp_lt_exp {x y : Real} : exp x < exp y ↔ x < y
/-- Mathlib: `Real.add_one_le_exp`. -/
axiom Real.add_one_le_exp (x : Real) : x + 1 ≤ exp x
/-- Mathlib: `Real.exp_one_gt_d9`. -/
axiom Real.exp_one_gt_d9 : (27182818283 / 10000000000 : Real) < exp 1
/-- Mathlib: `Real.exp_one_lt_d9`. -/
axiom Real.exp_one_lt_d9 : exp 1 < (27182818286 / 10000000000 : Real)
/-- Mathlib: `Real.exp_log`. -/
axiom Real.exp_log {x : Real} (h : 0 < x) : exp (log x) = x
/-- Mathlib: `Real.log_exp`. -/
axiom FaithformPrelude.log_exp (x : Real) : Real.log (Real.exp x) = x
/-- Mathlib: `Real.log_zero`. -/
axiom FaithformPrelude.log_zero : Real.log 0 = 0
/-- Mathlib: `Real.log_neg_eq_log`. -/
axiom Real.log_neg_eq_log (x : Real) : log (-x) = log x
/-- Mathlib: `Real.log_two_gt_d9`. -/
axiom Real.log_two_gt_d9 : (6931471803 / 10000000000 : Real) < log 2
/-- Mathlib: `Real.log_two_lt_d9`. -/
axiom Real.log_two_lt_d9 : log 2 < (6931471808 / 10000000000 : Real)

namespace Real
theorem exp_zero : exp 0 = 1 := by
  have h1 := exp_add 0 0; have h2 := exp_pos 0
  have e : (0 : Real) + 0 = 0 := by grind
  rw [e] at h1
  have h3 : exp 0 * (exp 0 - 1) = 0 := by grind
  rcases (FaithformPrelude.mul_eq_zero _ _).1 h3 with h | h <;> grind
theorem log_exp (x : Real) : log (exp x) = x := FaithformPrelude.log_exp x
theorem log_zero : log 0 = 0 := FaithformPrelude.log_zero
theorem log_one : log 1 = 0 := by rw [← exp_zero, log_exp]
theorem exp_neg (x : Real) : exp (-x) = (exp x)⁻¹ := by
  have h := exp_add x (-x); have h2 := exp_pos x
  have e : x + -x = 0 := by grind
  rw [e, exp_zero] at h; grind
theorem exp_sub (x y : Real) : exp (x - y) = exp x / exp y := by
  have e : x - y = x + -y := by grind
  have h2 := exp_pos y
  rw [e, exp_add, exp_neg]; grind
theorem exp_inj (x y : Real) : exp x = exp y ↔ x = y := by
  constructor
  · intro h; rw [← log_exp x, h, log_exp]
  · rintro rfl; rfl
theorem log_mul {x y : Real} (hx : x ≠ 0) (hy : y ≠ 0) : log (x * y) = log x + log y := by
  have key : ∀ a b : Real, 0 < a → 0 < b → log (a * b) = log a + log b := by
    intro a b ha hb
    rw [← exp_inj, exp_add, exp_log ha, exp_log hb, exp_log (FaithformPrelude.mul_pos a b ha hb)]
  have n := log_neg_eq_log
  by_cases h1 : 0 < x <;> by_cases h2 : 0 < y
  · exact key x y h1 h2
  · have := key x (-y) h1 (by grind)
    have e : x * -y = -(x * y) := by grind
    rw [e, n, n] at this; exact this
  · have := key (-x) y (by grind) h2
    have e : -x * y = -(x * y) := by grind
    rw [e, n, n] at this; exact this
  · have := key (-x) (-y) (by grind) (by grind)
    have e : -x * -y = x * y := by grind
    rw [e, n, n] at this; exact this
theorem log_inv (x : Real) : log x⁻¹ = -log x := by
  by_cases h : x = 0
  · subst h
    have e : (0 : Real)⁻¹ = 0 := by grind
    rw [e, log_zero]; grind
  · have h2 : x⁻¹ ≠ 0 := by grind
    have h3 := log_mul h h2
    have e : x * x⁻¹ = 1 := by grind
    rw [e, log_one] at h3; grind
theorem log_div {x y : Real} (hx : x ≠ 0) (hy : y ≠ 0) : log (x / y) = log x - log y := by
  have e : x / y = x * y⁻¹ := by grind
  rw [e, log_mul hx (by grind), log_inv]; grind
theorem log_pow (n : Nat) (x : Real) : log (x ^ n) = n * log x := by
  by_cases h : x = 0
  · subst h
    cases n with
    | zero => rw [Lean.Grind.Semiring.pow_zero, log_one, log_zero]; grind
    | succ n => rw [Lean.Grind.Semiring.pow_succ, Lean.Grind.Semiring.mul_zero, log_zero]; grind
  · induction n with
    | zero => rw [Lean.Grind.Semiring.pow_zero, log_one, FaithformPrelude.natCast_zero]; grind
    | succ n ih =>
      have hp : x ^ n ≠ 0 := by
        intro e; clear ih; induction n with
        | zero => rw [Lean.Grind.Semiring.pow_zero] at e; grind
        | succ n ih2 =>
          rw [Lean.Grind.Semiring.pow_succ] at e
          rcases (FaithformPrelude.mul_eq_zero _ _).1 e with h' | h'
          · exact ih2 h'
          · exact h h'
      rw [Lean.Grind.Semiring.pow_succ, log_mul hp h, ih, FaithformPrelude.natCast_succ]; grind
theorem log_lt_log {x y : Real} (h : 0 < x) (h' : x < y) : log x < log y := by
  rw [← exp_lt_exp, exp_log h, exp_log (by grind)]; exact h'
theorem log_pos {x : Real} (h : 1 < x) : 0 < log x := by rw [← log_one]; exact log_lt_log (by grind) h
theorem log_neg {x : Real} (h0 : 0 < x) (h1 : x < 1) : log x < 0 := by rw [← log_one]; exact log_lt_log h0 h1
attribute [simp] exp_zero log_zero log_one log_exp
attribute [grind =] exp_zero log_zero log_one log_exp log_inv log_pow
grind_pattern exp_pos => exp x

/-! Powers with a real exponent -/

/-- Mathlib: `Real.rpow`, by `Real.rpow_def_of_pos`, `Real.rpow_def_of_neg`, `Real.zero_rpow` and `Real.rpow_zero`. -/
def rpow (x y : Real) : Real :=
  if 0 < x then exp (log x * y) else if x = 0 then (if y = 0 then 1 else 0) else exp (log x * y) * cos (y * pi)
instance : HPow Real Real Real := ⟨rpow⟩
end Real

/-- Mathlib: `Real.rpow_natCast`. -/
axiom FaithformPrelude.rpow_natCast (x : Real) (n : Nat) : x ^ (n : Real) = x ^ n
/-- Mathlib: `Real.rpow_intCast`. -/
axiom FaithformPrelude.rpow_intCast (x : Real) (n : Int) : x ^ (n : Real) = x ^ n

namespace Real
theorem rpow_natCast (x : Real) (n : Nat) : x ^ (n : Real) = x ^ n := FaithformPrelude.rpow_natCast x n
theorem rpow_intCast (x : Real) (n : Int) : x ^ (n : Real) = x ^ n := FaithformPrelude.rpow_intCast x n
theorem rpow_ofNat (x : Real) (n : Nat) : x ^ (OfNat.ofNat n : Real) = x ^ (OfNat.ofNat n : Nat) := by
  rw [← FaithformPrelude.natCast_ofNat, rpow_natCast]
theorem rpow_zero (x : Real) : x ^ (0 : Real) = 1 := by
  have := rpow_ofNat x 0; rw [this]; exact Lean.Grind.Semiring.pow_zero x
theorem rpow_one (x : Real) : x ^ (1 : Real) = x := by
  have := rpow_ofNat x 1; rw [this]
  show x ^ (0 + 1) = x
  rw [Lean.Grind.Semiring.pow_succ, Lean.Grind.Semiring.pow_zero]; grind
theorem rpow_def_of_pos {x : Real} (h : 0 < x) (y : Real) : x ^ y = exp (log x * y) := by
  show rpow x y = _
  rw [rpow, if_pos h]
theorem zero_rpow {x : Real} (h : x ≠ 0) : (0 : Real) ^ x = 0 := by
  show rpow 0 x = _
  rw [rpow, if_neg (by grind), if_pos rfl, if_neg h]
theorem one_rpow (x : Real) : (1 : Real) ^ x = 1 := by
  rw [rpow_def_of_pos (by grind), log_one, Lean.Grind.Semiring.zero_mul, exp_zero]
theorem rpow_pos_of_pos {x : Real} (h : 0 < x) (y : Real) : 0 < x ^ y := by
  rw [rpow_def_of_pos h]; exact exp_pos _
theorem rpow_nonneg {x : Real} (h : 0 ≤ x) (y : Real) : 0 ≤ x ^ y := by
  by_cases e : x = 0
  · subst e
    by_cases e' : y = 0
    · subst e'; rw [rpow_zero]; grind
    · rw [zero_rpow e']; grind
  · have := rpow_pos_of_pos (x := x) (by grind) y; grind
theorem log_rpow {x : Real} (h : 0 < x) (y : Real) : log (x ^ y) = y * log x := by
  rw [rpow_def_of_pos h, log_exp]; grind
theorem rpow_add {x : Real} (h : 0 < x) (y z : Real) : x ^ (y + z) = x ^ y * x ^ z := by
  have e : log x * (y + z) = log x * y + log x * z := by grind
  rw [rpow_def_of_pos h, rpow_def_of_pos h, rpow_def_of_pos h, e, exp_add]
theorem rpow_sub {x : Real} (h : 0 < x) (y z : Real) : x ^ (y - z) = x ^ y / x ^ z := by
  have e : log x * (y - z) = log x * y - log x * z := by grind
  rw [rpow_def_of_pos h, rpow_def_of_pos h, rpow_def_of_pos h, e, exp_sub]
theorem rpow_neg {x : Real} (h : 0 ≤ x) (y : Real) : x ^ (-y) = (x ^ y)⁻¹ := by
  by_cases e : x = 0
  · subst e
    by_cases e' : y = 0
    · subst e'
      have e2 : -(0 : Real) = 0 := by grind
      rw [e2, rpow_zero]; grind
    · rw [zero_rpow e', zero_rpow (by grind)]; grind
  · have hx : 0 < x := by grind
    have e3 : log x * -y = -(log x * y) := by grind
    rw [rpow_def_of_pos hx, rpow_def_of_pos hx, e3, exp_neg]
theorem rpow_mul {x : Real} (h : 0 ≤ x) (y z : Real) : x ^ (y * z) = (x ^ y) ^ z := by
  by_cases e : x = 0
  · subst e
    by_cases e1 : y = 0
    · subst e1; rw [Lean.Grind.Semiring.zero_mul, rpow_zero, one_rpow]
    · by_cases e2 : z = 0
      · subst e2; rw [Lean.Grind.Semiring.mul_zero, rpow_zero, rpow_zero]
      · have e3 : y * z ≠ 0 := by rw [Ne, FaithformPrelude.mul_eq_zero]; grind
        rw [zero_rpow e1, zero_rpow e2, zero_rpow e3]
  · have hx : 0 < x := by grind
    have e3 : log x * (y * z) = log x * y * z := by grind
    rw [rpow_def_of_pos (rpow_pos_of_pos hx y), rpow_def_of_pos hx, rpow_def_of_pos hx, log_exp, e3]
theorem mul_rpow {x y z : Real} (hx : 0 ≤ x) (hy : 0 ≤ y) : (x * y) ^ z = x ^ z * y ^ z := by
  by_cases h : x = 0
  · subst h
    by_cases hz : z = 0
    · subst hz; rw [rpow_zero, rpow_zero, rpow_zero]; grind
    · rw [Lean.Grind.Semiring.zero_mul, zero_rpow hz, Lean.Grind.Semiring.zero_mul]
  · by_cases h' : y = 0
    · subst h'
      by_cases hz : z = 0
      · subst hz; rw [rpow_zero, rpow_zero, rpow_zero]; grind
      · rw [Lean.Grind.Semiring.mul_zero, zero_rpow hz, Lean.Grind.Semiring.mul_zero]
    · have px : 0 < x := by grind
      have py : 0 < y := by grind
      have e : (log x + log y) * z = log x * z + log y * z := by grind
      rw [rpow_def_of_pos (FaithformPrelude.mul_pos x y px py), rpow_def_of_pos px, rpow_def_of_pos py, log_mul h h', e,
        exp_add]
theorem rpow_mul_natCast {x : Real} (h : 0 ≤ x) (y : Real) (n : Nat) : x ^ (y * n) = (x ^ y) ^ n := by
  rw [rpow_mul h, rpow_natCast]
theorem rpow_lt_rpow_left_iff {x y z : Real} (hx : 1 < x) : x ^ y < x ^ z ↔ y < z := by
  have h0 : 0 < x := by grind
  have hl := log_pos hx
  rw [rpow_def_of_pos h0, rpow_def_of_pos h0, exp_lt_exp]
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    have := FaithformPrelude.mul_nonneg (log x) (y - z) (by grind) (by grind); grind
  · intro h; have := FaithformPrelude.mul_pos (log x) (z - y) hl (by grind); grind
theorem sqrt_eq_rpow (x : Real) (h : 0 ≤ x) : sqrt x = x ^ (1 / 2 : Real) := by
  apply FaithformPrelude.sqrt_eq_of_sq _ _ (rpow_nonneg h _)
  rw [← rpow_mul_natCast h]
  have e : (1 / 2 : Real) * ((2 : Nat) : Real) = 1 := by
    rw [FaithformPrelude.natCast_ofNat]; grind
  rw [e, rpow_one]
attribute [simp] rpow_zero rpow_one one_rpow rpow_natCast rpow_ofNat
end Real

/-! Trigonometry -/

/-- Mathlib: `Real.sin_sq_add_cos_sq`. -/
axiom Real.sin_sq_add_cos_sq (x : Real) : sin x ^ 2 + cos x ^ 2 = 1
/-- Mathlib: `Real.sin_zero`. -/
axiom FaithformPrelude.sin_zero : Real.sin 0 = 0
/-- Mathlib: `Real.cos_zero`. -/
axiom FaithformPrelude.cos_zero : Real.cos 0 = 1
/-- Mathlib: `Real.sin_neg`. -/
axiom FaithformPrelude.sin_neg (x : Real) : Real.sin (-x) = -Real.sin x
/-- Mathlib: `Real.cos_neg`. -/
axiom FaithformPrelude.cos_neg (x : Real) : Real.cos (-x) = Real.cos x
/-- Mathlib: `Real.sin_add`. -/
axiom Real.sin_add (x y : Real) : sin (x + y) = sin x * cos y + cos x * sin y
/-- Mathlib: `Real.cos_add`. -/
axiom Real.cos_add (x y : Real) : cos (x + y) = cos x * cos y - sin x * sin y
/-- Mathlib: `Real.sin_pi_div_two`. -/
axiom FaithformPrelude.sin_pi_div_two : Real.sin (Real.pi / 2) = 1
/-- Mathlib: `Real.cos_pi_div_three`. -/
axiom FaithformPrelude.cos_pi_div_three : Real.cos (Real.pi / 3) = 1 / 2
/-- Mathlib: `Real.sin_pi_div_three`. -/
axiom FaithformPrelude.sin_pi_div_three : Real.sin (Real.pi / 3) = Real.sqrt 3 / 2
/-- Mathlib: `Real.cos_pi_div_four`. -/
axiom FaithformPrelude.cos_pi_div_four : Real.cos (Real.pi / 4) = Real.sqrt 2 / 2
/-- Mathlib: `Real.sin_pi_div_four`. -/
axiom FaithformPrelude.sin_pi_div_four : Real.sin (Real.pi / 4) = Real.sqrt 2 / 2
/-- Mathlib: `Real.cos_pi_div_six`. -/
axiom FaithformPrelude.cos_pi_div_six : Real.cos (Real.pi / 6) = Real.sqrt 3 / 2
/-- Mathlib: `Real.sin_pi_div_six`. -/
axiom FaithformPrelude.sin_pi_div_six : Real.sin (Real.pi / 6) = 1 / 2
/-- Mathlib: `Real.sin_pos_of_pos_of_lt_pi`. -/
axiom Real.sin_pos_of_pos_of_lt_pi {x : Real} (h0 : 0 < x) (h1 : x < pi) : 0 < sin x
/-- Mathlib: `Real.sin_eq_zero_iff`. -/
axiom Real.sin_eq_zero_iff {x : Real} : sin x = 0 ↔ ∃ n : Int, (n : Real) * pi = x
/-- Mathlib: `Real.cos_eq_zero_iff`. -/
axiom Real.cos_eq_zero_iff {x : Real} : cos x = 0 ↔ ∃ k : Int, x = (2 * (k : Real) + 1) * pi / 2
/-- Mathlib: `Real.sin_arcsin`. -/
axiom Real.sin_arcsin {x : Real} (h₁ : -1 ≤ x) (h₂ : x ≤ 1) : sin (arcsin x) = x
/-- Mathlib: `Real.arcsin_sin`. -/
axiom Real.arcsin_sin {x : Real} (h₁ : -(pi / 2) ≤ x) (h₂ : x ≤ pi / 2) : arcsin (sin x) = x
/-- Mathlib: `Real.arcsin_of_one_le`. -/
axiom Real.arcsin_of_one_le {x : Real} (h : 1 ≤ x) : arcsin x = pi / 2
/-- Mathlib: `Real.arcsin_of_le_neg_one`. -/
axiom Real.arcsin_of_le_neg_one {x : Real} (h : x ≤ -1) : arcsin x = -(pi / 2)
/-- Mathlib: `Real.pi_gt_d6`. -/
axiom Real.pi_gt_d6 : (3141592 / 1000000 : Real) < pi
/-- Mathlib: `Real.pi_lt_d6`. -/
axiom Real.pi_lt_d6 : pi < (3141593 / 1000000 : Real)

namespace Real
theorem sin_zero : sin 0 = 0 := FaithformPrelude.sin_zero
theorem cos_zero : cos 0 = 1 := FaithformPrelude.cos_zero
theorem sin_neg (x : Real) : sin (-x) = -sin x := FaithformPrelude.sin_neg x
theorem cos_neg (x : Real) : cos (-x) = cos x := FaithformPrelude.cos_neg x
theorem sin_pi_div_two : sin (pi / 2) = 1 := FaithformPrelude.sin_pi_div_two
theorem cos_pi_div_three : cos (pi / 3) = 1 / 2 := FaithformPrelude.cos_pi_div_three
theorem sin_pi_div_three : sin (pi / 3) = sqrt 3 / 2 := FaithformPrelude.sin_pi_div_three
theorem cos_pi_div_four : cos (pi / 4) = sqrt 2 / 2 := FaithformPrelude.cos_pi_div_four
theorem sin_pi_div_four : sin (pi / 4) = sqrt 2 / 2 := FaithformPrelude.sin_pi_div_four
theorem cos_pi_div_six : cos (pi / 6) = sqrt 3 / 2 := FaithformPrelude.cos_pi_div_six
theorem sin_pi_div_six : sin (pi / 6) = 1 / 2 := FaithformPrelude.sin_pi_div_six
theorem cos_pi_div_two : cos (pi / 2) = 0 := by
  have h := sin_sq_add_cos_sq (pi / 2); rw [sin_pi_div_two] at h
  have h2 : cos (pi / 2) * cos (pi / 2) = 0 := by grind
  rcases (FaithformPrelude.mul_eq_zero _ _).1 h2 with h | h <;> exact h
theorem sin_two_mul (x : Real) : sin (2 * x) = 2 * sin x * cos x := by
  have h := sin_add x x
  have e : x + x = 2 * x := by grind
  rw [e] at h; grind
theorem cos_two_mul (x : Real) : cos (2 * x) = 2 * cos x ^ 2 - 1 := by
  have h := cos_add x x; have h2 := sin_sq_add_cos_sq x
  have e : x + x = 2 * x := by grind
  rw [e] at h; grind
theorem sin_pi : sin pi = 0 := by
  have h := sin_two_mul (pi / 2); rw [cos_pi_div_two] at h
  have e : 2 * (pi / 2) = pi := by grind
  rw [e] at h; grind
theorem cos_pi : cos pi = -1 := by
  have h := cos_two_mul (pi / 2); rw [cos_pi_div_two] at h
  have e : 2 * (pi / 2) = pi := by grind
  rw [e] at h; grind
theorem sin_sub (x y : Real) : sin (x - y) = sin x * cos y - cos x * sin y := by
  have h := sin_add x (-y); rw [sin_neg, cos_neg] at h
  have e : x + -y = x - y := by grind
  rw [e] at h; grind
theorem cos_sub (x y : Real) : cos (x - y) = cos x * cos y + sin x * sin y := by
  have h := cos_add x (-y); rw [sin_neg, cos_neg] at h
  have e : x + -y = x - y := by grind
  rw [e] at h; grind
theorem pi_pos : 0 < pi := by have := pi_gt_d6; grind
theorem neg_one_le_sin (x : Real) : -1 ≤ sin x := by
  have h := sin_sq_add_cos_sq x; have h2 := FaithformPrelude.sq_nonneg (cos x)
  apply Classical.byContradiction; intro hn
  have := FaithformPrelude.mul_pos (-1 - sin x) (-1 - sin x) (by grind) (by grind); grind
theorem sin_le_one (x : Real) : sin x ≤ 1 := by
  have h := neg_one_le_sin (-x); rw [sin_neg] at h; grind
theorem neg_one_le_cos (x : Real) : -1 ≤ cos x := by
  have h := sin_sq_add_cos_sq x; have h2 := FaithformPrelude.sq_nonneg (sin x)
  apply Classical.byContradiction; intro hn
  have := FaithformPrelude.mul_pos (-1 - cos x) (-1 - cos x) (by grind) (by grind); grind
theorem cos_le_one (x : Real) : cos x ≤ 1 := by
  have h := sin_sq_add_cos_sq x; have h2 := FaithformPrelude.sq_nonneg (sin x)
  apply Classical.byContradiction; intro hn
  have := FaithformPrelude.mul_pos (cos x - 1) (cos x - 1) (by grind) (by grind); grind
attribute [simp] sin_zero cos_zero sin_pi cos_pi sin_neg cos_neg sin_pi_div_two cos_pi_div_two cos_pi_div_three
  sin_pi_div_six cos_pi_div_four sin_pi_div_four sin_pi_div_three cos_pi_div_six
grind_pattern sin_sq_add_cos_sq => sin x
grind_pattern sin_sq_add_cos_sq => cos x
grind_pattern sin_le_one => sin x
grind_pattern neg_one_le_sin => sin x
grind_pattern cos_le_one => cos x
grind_pattern neg_one_le_cos => cos x
grind_pattern pi_gt_d6 => pi
grind_pattern pi_lt_d6 => pi
attribute [grind =] tan logb sin_zero cos_zero sin_pi cos_pi sin_neg cos_neg
end Real

end
