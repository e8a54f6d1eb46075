/- Facts that the scripts use: values at numerals, sums, inequalities. Theorems only. -/
noncomputable section
/-! Values of functions at numerals. -/
namespace FaithformPrelude
theorem ofNat_eq (n : Nat) : (OfNat.ofNat n : Real) = ((n : Nat) : Real) := (natCast_ofNat n).symm
theorem ofNat_nonneg (n : Nat) : (0 : Real) ≤ OfNat.ofNat n := by rw [ofNat_eq n]; exact natCast_nonneg n
theorem ofNat_pos (n : Nat) (h : n ≠ 0) : (0 : Real) < OfNat.ofNat n := by
  have h1 := (natCast_lt 0 n).2 (Nat.pos_of_ne_zero h)
  rw [ofNat_eq n]; rwa [natCast_zero] at h1
theorem ofNat_mul (n a b : Nat) (h : n = a * b) : (OfNat.ofNat n : Real) = OfNat.ofNat a * OfNat.ofNat b := by
  rw [ofNat_eq n, ofNat_eq a, ofNat_eq b, ← natCast_mul, h]
theorem ofNat_pow (n a k : Nat) (h : n = a ^ k) : (OfNat.ofNat n : Real) = (OfNat.ofNat a : Real) ^ k := by
  rw [ofNat_eq n, ofNat_eq a, ← natCast_pow, h]
theorem log_ofNat_mul (n a b : Nat) (h : n = a * b) (hn : n ≠ 0) :
    Real.log (OfNat.ofNat n) = Real.log (OfNat.ofNat a) + Real.log (OfNat.ofNat b) := by
  have ha : a ≠ 0 := by rintro rfl; simp at h; exact hn h
  have hb : b ≠ 0 := by rintro rfl; simp at h; exact hn h
  have h1 := ofNat_pos a ha; have h2 := ofNat_pos b hb
  rw [ofNat_mul n a b h, Real.log_mul (by grind) (by grind)]
theorem log_ofNat_pow (n a k : Nat) (h : n = a ^ k) : Real.log (OfNat.ofNat n) = (OfNat.ofNat k : Real) * Real.log (OfNat.ofNat a) := by
  rw [ofNat_pow n a k h, Real.log_pow, ofNat_eq k]
theorem log_ofNat_pos (n : Nat) (h : 1 < n) : 0 < Real.log (OfNat.ofNat n) := by
  apply Real.log_pos
  have h1 := (natCast_lt 1 n).2 h
  rw [ofNat_eq n]; rwa [natCast_one] at h1
theorem sqrt_ofNat (n a : Nat) (h : n = a ^ 2) : Real.sqrt (OfNat.ofNat n) = OfNat.ofNat a :=
  sqrt_eq_of_sq _ _ (ofNat_nonneg a) (ofNat_pow n a 2 h).symm
theorem sqrt_mul {x : Real} (hx : 0 ≤ x) (y : Real) : Real.sqrt (x * y) = Real.sqrt x * Real.sqrt y := by
  by_cases hy : 0 ≤ y
  · apply sqrt_eq_of_sq
    · exact mul_nonneg _ _ (Real.sqrt_nonneg x) (Real.sqrt_nonneg y)
    · have h1 := Real.sq_sqrt hx; have h2 := Real.sq_sqrt hy; grind
  · have h1 := Real.sqrt_eq_zero_of_nonpos (x := y) (by grind)
    have h2 : x * y ≤ 0 := by have := mul_nonneg x (-y) hx (by grind); grind
    rw [Real.sqrt_eq_zero_of_nonpos h2, h1]; grind
theorem sqrt_ofNat_mul (n a b : Nat) (h : n = a ^ 2 * b) :
    Real.sqrt (OfNat.ofNat n) = OfNat.ofNat a * Real.sqrt (OfNat.ofNat b) := by
  rw [ofNat_mul n (a ^ 2) b h, sqrt_mul (ofNat_nonneg _)]
  rw [sqrt_ofNat (a ^ 2) a rfl]
theorem pow_rpow_root (y : Real) (k : Nat) (hy : 0 ≤ y) (hk : k ≠ 0) : (y ^ k) ^ ((1 : Real) / k) = y := by
  have hk' : (0 : Real) < k := by rw [← ofNat_eq k]; exact ofNat_pos k hk
  rw [← Real.rpow_natCast, ← Real.rpow_mul hy]
  have e : (k : Real) * (1 / k) = 1 := by grind
  rw [e, Real.rpow_one]
theorem rpow_root_pow (x : Real) (k : Nat) (hx : 0 ≤ x) (hk : k ≠ 0) : (x ^ ((1 : Real) / (OfNat.ofNat k))) ^ k = x := by
  have hk' : (0 : Real) < OfNat.ofNat k := ofNat_pos k hk
  rw [← Real.rpow_natCast, ← Real.rpow_mul hx, ← ofNat_eq k]
  have e : (1 : Real) / (OfNat.ofNat k) * (OfNat.ofNat k) = 1 := by grind
  rw [e, Real.rpow_one]
theorem rpow_ofNat_root (n a k : Nat) (h : n = a ^ k) (hk : k ≠ 0) :
    (OfNat.ofNat n : Real) ^ ((1 : Real) / (OfNat.ofNat k)) = OfNat.ofNat a := by
  rw [ofNat_pow n a k h, ofNat_eq k]
  exact pow_rpow_root _ k (ofNat_nonneg a) hk
/-- What a logarithm turns an equation between powers into. -/
theorem log_rpow_eq {b c : Real} (e : Real) (hb : 0 < b) (h : b ^ e = c) : e * Real.log b = Real.log c := by
  rw [← h, Real.log_rpow hb]
theorem pow_nonneg (x : Real) (n : Nat) (h : 0 ≤ x) : 0 ≤ x ^ n := by
  induction n with
  | zero => rw [Lean.Grind.Semiring.pow_zero]; grind
  | succ n ih => rw [Lean.Grind.Semiring.pow_succ]; exact mul_nonneg _ _ ih h
theorem pow_pos (x : Real) (n : Nat) (h : 0 < x) : 0 < x ^ n := by
  induction n with
  | zero => rw [Lean.Grind.Semiring.pow_zero]; grind
  | succ n ih => rw [Lean.Grind.Semiring.pow_succ]; exact mul_pos _ _ ih h
theorem one_add_mul_le_pow (x : Real) (n : Nat) (h : -1 ≤ x) : 1 + n * x ≤ (1 + x) ^ n := by
  induction n with
  | zero => rw [Lean.Grind.Semiring.pow_zero, natCast_zero]; grind
  | succ n ih =>
    rw [Lean.Grind.Semiring.pow_succ, natCast_succ]
    have h1 := mul_nonneg ((1 + x) ^ n - (1 + n * x)) (1 + x) (by grind) (by grind)
    have h2 := mul_nonneg (n : Real) (x ^ 2) (natCast_nonneg n) (sq_nonneg x)
    grind
end FaithformPrelude
namespace Finset
theorem sum_range_id_mul_two (n : Nat) : sum (range n) (fun i => i) * 2 = n * (n - 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [sum_range_succ, Nat.add_mul, ih]
    cases n with
    | zero => rfl
    | succ n => simp only [Nat.add_sub_cancel]; grind
@[simp] theorem card_range (n : Nat) : card (range n) = n := List.length_range
end Finset
@[simp] theorem Nat.card_Icc (a b : Nat) : (Finset.Icc a b).card = b + 1 - a := List.length_range'
end
