/- ℂ and ℝ≥0, defined from ℝ. -/
noncomputable section

/-- Mathlib: `Complex`. -/
structure Complex where
  re : Real
  im : Real
notation "ℂ" => Complex
namespace Complex
theorem ext {a b : Complex} (h : a.re = b.re) (h' : a.im = b.im) : a = b := by cases a; cases b; simp_all
theorem ext_iff {a b : Complex} : a = b ↔ a.re = b.re ∧ a.im = b.im := ⟨fun h => by simp [h], fun h => ext h.1 h.2⟩
/-- Mathlib: `Complex.ofReal`. -/
@[coe] def ofReal (x : Real) : Complex := ⟨x, 0⟩
instance : Coe Real Complex := ⟨ofReal⟩
/-- Mathlib: `Complex.I`. -/
def I : Complex := ⟨0, 1⟩
/-- Mathlib: `Complex.normSq`. -/
def normSq (z : Complex) : Real := z.re * z.re + z.im * z.im
/-- Mathlib: `Complex.abs`, by `Complex.abs_def`. -/
protected def abs (z : Complex) : Real := Real.sqrt (normSq z)
instance : Add Complex := ⟨fun a b => ⟨a.re + b.re, a.im + b.im⟩⟩
instance : Mul Complex := ⟨fun a b => ⟨a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re⟩⟩
instance : Neg Complex := ⟨fun a => ⟨-a.re, -a.im⟩⟩
instance : Sub Complex := ⟨fun a b => ⟨a.re - b.re, a.im - b.im⟩⟩
instance : NatCast Complex := ⟨fun n => ⟨n, 0⟩⟩
instance : IntCast Complex := ⟨fun n => ⟨n, 0⟩⟩
instance (n : Nat) : OfNat Complex n := ⟨⟨OfNat.ofNat n, 0⟩⟩
instance : SMul Nat Complex := ⟨fun n a => (n : Complex) * a⟩
instance : SMul Int Complex := ⟨fun n a => (n : Complex) * a⟩
def natPow (a : Complex) : Nat → Complex
  | 0 => 1
  | n + 1 => natPow a n * a
instance : HPow Complex Nat Complex := ⟨natPow⟩
/-- `Complex.inv_def` in Mathlib. -/
instance : Inv Complex := ⟨fun a => ⟨a.re / normSq a, -a.im / normSq a⟩⟩
instance : Div Complex := ⟨fun a b => a * b⁻¹⟩
def intPow (a : Complex) : Int → Complex
  | Int.ofNat n => a ^ n
  | Int.negSucc n => (a ^ (n + 1))⁻¹
instance : HPow Complex Int Complex := ⟨intPow⟩
@[simp, grind =] theorem add_re (a b : Complex) : (a + b).re = a.re + b.re := rfl
@[simp, grind =] theorem add_im (a b : Complex) : (a + b).im = a.im + b.im := rfl
@[simp, grind =] theorem sub_re (a b : Complex) : (a - b).re = a.re - b.re := rfl
@[simp, grind =] theorem sub_im (a b : Complex) : (a - b).im = a.im - b.im := rfl
@[simp, grind =] theorem neg_re (a : Complex) : (-a).re = -a.re := rfl
@[simp, grind =] theorem neg_im (a : Complex) : (-a).im = -a.im := rfl
@[simp, grind =] theorem mul_re (a b : Complex) : (a * b).re = a.re * b.re - a.im * b.im := rfl
@[simp, grind =] theorem mul_im (a b : Complex) : (a * b).im = a.re * b.im + a.im * b.re := rfl
@[simp, grind =] theorem I_re : I.re = 0 := rfl
@[simp, grind =] theorem I_im : I.im = 1 := rfl
@[simp, grind =] theorem ofReal_re (x : Real) : (ofReal x).re = x := rfl
@[simp, grind =] theorem ofReal_im (x : Real) : (ofReal x).im = 0 := rfl
theorem ofNat_re (n : Nat) : (OfNat.ofNat n : Complex).re = OfNat.ofNat n := rfl
theorem ofNat_im (n : Nat) : (OfNat.ofNat n : Complex).im = 0 := rfl
theorem inv_zero : (0 : Complex)⁻¹ = 0 := by
  have e : normSq 0 = 0 := by show (0 : Real) * 0 + 0 * 0 = 0; grind
  apply ext
  · show (0 : Real) / normSq 0 = 0; grind
  · show -(0 : Real) / normSq 0 = 0; grind
theorem normSq_eq_zero {a : Complex} (h : normSq a = 0) : a = 0 := by
  have h1 := FaithformPrelude.sq_nonneg a.re; have h2 := FaithformPrelude.sq_nonneg a.im
  have e : a.re ^ 2 + a.im ^ 2 = 0 := by rw [← h]; unfold normSq; grind
  have e1 : a.re * a.re = 0 := by grind
  have e2 : a.im * a.im = 0 := by grind
  apply ext
  · rcases (FaithformPrelude.mul_eq_zero _ _).1 e1 with h | h <;> exact h
  · rcases (FaithformPrelude.mul_eq_zero _ _).1 e2 with h | h <;> exact h
theorem mul_inv_cancel {a : Complex} (h : a ≠ 0) : a * a⁻¹ = 1 := by
  have hn : normSq a ≠ 0 := fun e => h (normSq_eq_zero e)
  have hn2 : a.re * a.re + a.im * a.im ≠ 0 := hn
  apply ext
  · show a.re * (a.re / normSq a) - a.im * (-a.im / normSq a) = 1
    unfold normSq; grind
  · show a.re * (-a.im / normSq a) + a.im * (a.re / normSq a) = 0
    unfold normSq; grind
instance : Lean.Grind.Semiring Complex where
  natCast := inferInstance
  ofNat := inferInstance
  nsmul := inferInstance
  npow := inferInstance
  add_zero a := by
    apply ext
    · show a.re + 0 = a.re; grind
    · show a.im + 0 = a.im; grind
  add_comm a b := by apply ext <;> simp <;> grind
  add_assoc a b c := by apply ext <;> simp <;> grind
  mul_assoc a b c := by apply ext <;> simp only [mul_re, mul_im] <;> grind
  mul_one a := by
    apply ext
    · show a.re * 1 - a.im * 0 = a.re; grind
    · show a.re * 0 + a.im * 1 = a.im; grind
  one_mul a := by
    apply ext
    · show 1 * a.re - 0 * a.im = a.re; grind
    · show 1 * a.im + 0 * a.re = a.im; grind
  left_distrib a b c := by apply ext <;> simp only [mul_re, mul_im, add_re, add_im] <;> grind
  right_distrib a b c := by apply ext <;> simp only [mul_re, mul_im, add_re, add_im] <;> grind
  zero_mul a := by
    apply ext
    · show 0 * a.re - 0 * a.im = 0; grind
    · show 0 * a.im + 0 * a.re = 0; grind
  mul_zero a := by
    apply ext
    · show a.re * 0 - a.im * 0 = 0; grind
    · show a.re * 0 + a.im * 0 = 0; grind
  pow_zero _ := rfl
  pow_succ _ _ := rfl
  ofNat_succ n := by
    apply ext
    · exact Lean.Grind.Semiring.ofNat_succ n
    · show (0 : Real) = 0 + 0; grind
  ofNat_eq_natCast n := by
    apply ext
    · exact Lean.Grind.Semiring.ofNat_eq_natCast n
    · rfl
  nsmul_eq_natCast_mul _ _ := rfl
instance : Lean.Grind.Ring Complex where
  intCast := inferInstance
  zsmul := inferInstance
  neg_add_cancel a := by
    apply ext
    · show -a.re + a.re = 0; grind
    · show -a.im + a.im = 0; grind
  sub_eq_add_neg a b := by apply ext <;> simp <;> grind
  neg_zsmul n a := by
    show ((-n : Int) : Complex) * a = -(((n : Int) : Complex) * a)
    apply ext
    · show ((-n : Int) : Real) * a.re - 0 * a.im = -(((n : Int) : Real) * a.re - 0 * a.im)
      rw [FaithformPrelude.intCast_neg]; grind
    · show ((-n : Int) : Real) * a.im + 0 * a.re = -(((n : Int) : Real) * a.im + 0 * a.re)
      rw [FaithformPrelude.intCast_neg]; grind
  zsmul_natCast_eq_nsmul n a := by
    show (((n : Int) : Int) : Complex) * a = ((n : Nat) : Complex) * a
    have e : (((n : Nat) : Int) : Complex) = ((n : Nat) : Complex) := by
      apply ext
      · exact FaithformPrelude.intCast_natCast n
      · rfl
    rw [e]
  intCast_ofNat n := by
    apply ext
    · exact FaithformPrelude.intCast_ofNat n
    · rfl
  intCast_neg n := by
    apply ext
    · exact FaithformPrelude.intCast_neg n
    · show (0 : Real) = -0; grind
instance : Lean.Grind.CommRing Complex where
  mul_comm a b := by apply ext <;> simp only [mul_re, mul_im] <;> grind
instance : Lean.Grind.Field Complex where
  div_eq_mul_inv _ _ := rfl
  zero_ne_one := by
    intro h
    have h2 : (0 : Real) = 1 := congrArg Complex.re h
    grind
  inv_zero := inv_zero
  mul_inv_cancel := mul_inv_cancel
  zpow := inferInstance
  zpow_zero _ := rfl
  zpow_succ _ _ := rfl
  zpow_neg a n := by
    show intPow a (-n) = (intPow a n)⁻¹
    have hi : ∀ z : Complex, z⁻¹⁻¹ = z := by
      intro z
      by_cases h : z = 0
      · rw [h, inv_zero, inv_zero]
      · have h1 := mul_inv_cancel h
        have h2 : z⁻¹ ≠ 0 := by
          intro e; rw [e] at h1
          have h3 : (0 : Complex) = 1 := by rw [← h1]; exact (Lean.Grind.Semiring.mul_zero z).symm
          have h4 : (0 : Real) = 1 := congrArg Complex.re h3
          grind
        have h3 := mul_inv_cancel h2
        calc z⁻¹⁻¹ = 1 * z⁻¹⁻¹ := (Lean.Grind.Semiring.one_mul _).symm
          _ = z * (z⁻¹ * z⁻¹⁻¹) := by rw [← h1, Lean.Grind.Semiring.mul_assoc]
          _ = z := by rw [h3]; exact Lean.Grind.Semiring.mul_one z
    have h1 : (1 : Complex)⁻¹ = 1 := by
      have h0 : (1 : Complex) ≠ 0 := by
        intro e
        have h4 : (1 : Real) = 0 := congrArg Complex.re e
        grind
      have h := mul_inv_cancel h0
      rw [Lean.Grind.Semiring.one_mul] at h; exact h
    cases n with
    | ofNat n => cases n with
      | zero => exact h1.symm
      | succ n => rfl
    | negSucc n => exact (hi _).symm
instance : Lean.Grind.IsCharP Complex 0 where
  ofNat_ext_iff {x y} := by
    simp only [Nat.mod_zero]
    constructor
    · intro h
      have h2 : (OfNat.ofNat x : Real) = OfNat.ofNat y := congrArg Complex.re h
      rw [← FaithformPrelude.natCast_ofNat, ← FaithformPrelude.natCast_ofNat] at h2
      exact (FaithformPrelude.natCast_inj _ _).1 h2
    · rintro rfl; rfl
instance : DecidableEq Complex := fun _ _ => Classical.propDecidable _
theorem I_sq : I ^ 2 = -1 := by
  apply ext
  · show (1 * 0 - 0 * 1) * 0 - (1 * 1 + 0 * 0) * 1 = -(1 : Real); grind
  · show (1 * 0 - 0 * 1) * 1 + (1 * 1 + 0 * 0) * 0 = -(0 : Real); grind
theorem I_mul_I : I * I = -1 := by have := I_sq; grind
theorem ofReal_add (a b : Real) : ((a + b : Real) : Complex) = a + b := by
  apply ext
  · rfl
  · show (0 : Real) = 0 + 0; grind
theorem ofReal_mul (a b : Real) : ((a * b : Real) : Complex) = a * b := by
  apply ext
  · show a * b = a * b - 0 * 0; grind
  · show (0 : Real) = a * 0 + 0 * b; grind
theorem ofReal_inj {a b : Real} : (a : Complex) = b ↔ a = b := ⟨fun h => congrArg Complex.re h, fun h => by rw [h]⟩
theorem sq_re (a : Complex) : (a ^ 2).re = a.re * a.re - a.im * a.im := by
  have e : a ^ 2 = a * a := by grind
  rw [e]; rfl
theorem sq_im (a : Complex) : (a ^ 2).im = 2 * a.re * a.im := by
  have e : a ^ 2 = a * a := by grind
  rw [e]; show a.re * a.im + a.im * a.re = _; grind
attribute [simp] ofNat_re ofNat_im sq_re sq_im
attribute [grind =] ofNat_re ofNat_im sq_re sq_im ofReal_inj normSq Complex.abs
grind_pattern I_sq => I
/-- Mathlib: `Complex.exp`, by `Complex.exp_eq_exp_re_mul_sin_add_cos`. -/
def exp (z : Complex) : Complex := ⟨Real.exp z.re * Real.cos z.im, Real.exp z.re * Real.sin z.im⟩
end Complex
/-- Mathlib: `Complex.cpow`. -/
axiom Complex.cpow : Complex → Complex → Complex
instance : HPow Complex Complex Complex := ⟨Complex.cpow⟩

/-! ℝ≥0 -/
/-- Mathlib: `NNReal`. -/
def NNReal := {x : Real // 0 ≤ x}
namespace NNReal
scoped notation "ℝ≥0" => NNReal
/-- Mathlib: `NNReal.toReal`. -/
@[coe] def toReal (x : NNReal) : Real := x.1
instance : Coe NNReal Real := ⟨toReal⟩
theorem coe_nonneg (r : NNReal) : (0 : Real) ≤ r := r.2
theorem eq {a b : NNReal} (h : (a : Real) = b) : a = b := Subtype.ext h
instance : Add NNReal := ⟨fun a b => ⟨a.1 + b.1, by have := a.2; have := b.2; grind⟩⟩
instance : Mul NNReal := ⟨fun a b => ⟨a.1 * b.1, FaithformPrelude.mul_nonneg _ _ a.2 b.2⟩⟩
instance : NatCast NNReal := ⟨fun n => ⟨n, FaithformPrelude.natCast_nonneg n⟩⟩
theorem ofNat_nonneg (n : Nat) : (0 : Real) ≤ OfNat.ofNat n := by
  have h := FaithformPrelude.natCast_nonneg n
  rwa [← Lean.Grind.Semiring.ofNat_eq_natCast (α := Real) n] at h
instance (n : Nat) : OfNat NNReal n := ⟨⟨OfNat.ofNat n, ofNat_nonneg n⟩⟩
instance : SMul Nat NNReal := ⟨fun n a => (n : NNReal) * a⟩
def natPow (a : NNReal) : Nat → NNReal
  | 0 => 1
  | n + 1 => natPow a n * a
instance : HPow NNReal Nat NNReal := ⟨natPow⟩
instance : LE NNReal := ⟨fun a b => (a : Real) ≤ b⟩
instance : LT NNReal := ⟨fun a b => (a : Real) < b⟩
instance : Lean.Grind.CommSemiring NNReal where
  natCast := inferInstance
  ofNat := inferInstance
  nsmul := inferInstance
  npow := inferInstance
  add_zero a := by apply eq; show a.1 + 0 = a.1; grind
  add_comm a b := by apply eq; show a.1 + b.1 = b.1 + a.1; grind
  add_assoc a b c := by apply eq; show a.1 + b.1 + c.1 = a.1 + (b.1 + c.1); grind
  mul_assoc a b c := by apply eq; show a.1 * b.1 * c.1 = a.1 * (b.1 * c.1); grind
  mul_one a := by apply eq; show a.1 * 1 = a.1; grind
  one_mul a := by apply eq; show 1 * a.1 = a.1; grind
  left_distrib a b c := by apply eq; show a.1 * (b.1 + c.1) = a.1 * b.1 + a.1 * c.1; grind
  right_distrib a b c := by apply eq; show (a.1 + b.1) * c.1 = a.1 * c.1 + b.1 * c.1; grind
  zero_mul a := by apply eq; show 0 * a.1 = 0; grind
  mul_zero a := by apply eq; show a.1 * 0 = 0; grind
  mul_comm a b := by apply eq; show a.1 * b.1 = b.1 * a.1; grind
  pow_zero _ := rfl
  pow_succ _ _ := rfl
  ofNat_succ n := by apply eq; exact Lean.Grind.Semiring.ofNat_succ n
  ofNat_eq_natCast n := by apply eq; exact Lean.Grind.Semiring.ofNat_eq_natCast n
  nsmul_eq_natCast_mul _ _ := rfl
instance : Std.IsLinearOrder NNReal where
  le_refl a := Std.IsPreorder.le_refl a.1
  le_trans a b c := Std.IsPreorder.le_trans a.1 b.1 c.1
  le_antisymm a b h h' := by apply eq; show a.1 = b.1; have h : a.1 ≤ b.1 := h; have h' : b.1 ≤ a.1 := h'; grind
  le_total a b := by show a.1 ≤ b.1 ∨ b.1 ≤ a.1; grind
instance : Std.LawfulOrderLT NNReal where
  lt_iff a b := by show a.1 < b.1 ↔ a.1 ≤ b.1 ∧ ¬ b.1 ≤ a.1; grind
instance : Lean.Grind.OrderedRing NNReal where
  add_le_left_iff {a b} c := by show a.1 ≤ b.1 ↔ a.1 + c.1 ≤ b.1 + c.1; grind
  zero_lt_one := by show (0 : Real) < 1; grind
  mul_lt_mul_of_pos_left {a b c} h h' := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_left (R := Real) h h'
  mul_lt_mul_of_pos_right {a b c} h h' := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_right (R := Real) h h'
theorem inv_nonneg (x : Real) (h : 0 ≤ x) : 0 ≤ x⁻¹ := by
  by_cases e : x = 0
  · subst e; grind
  · apply Classical.byContradiction; intro hn
    have := FaithformPrelude.mul_pos x (-x⁻¹) (by grind) (by grind); grind
instance : Inv NNReal := ⟨fun a => ⟨a.1⁻¹, inv_nonneg _ a.2⟩⟩
instance : Div NNReal := ⟨fun a b => a * b⁻¹⟩
/-- `NNReal.sub_def` in Mathlib. -/
instance : Sub NNReal := ⟨fun a b => ⟨if b.1 ≤ a.1 then a.1 - b.1 else 0, by split <;> grind⟩⟩
/-- Mathlib: `NNReal.sqrt`. -/
def sqrt (a : NNReal) : NNReal := ⟨Real.sqrt a.1, Real.sqrt_nonneg _⟩
theorem coe_inj {a b : NNReal} : (a : Real) = b ↔ a = b := ⟨eq, fun h => by rw [h]⟩
end NNReal
namespace FaithformPrelude
theorem nnreal_eq_iff (a b : NNReal) : a = b ↔ (a : Real) = b := NNReal.coe_inj.symm
@[simp, grind =] theorem nnreal_le (a b : NNReal) : a ≤ b ↔ (a : Real) ≤ b := Iff.rfl
@[simp, grind =] theorem nnreal_lt (a b : NNReal) : a < b ↔ (a : Real) < b := Iff.rfl
@[simp, grind =] theorem nnreal_add (a b : NNReal) : ((a + b : NNReal) : Real) = a + b := rfl
@[simp, grind =] theorem nnreal_mul (a b : NNReal) : ((a * b : NNReal) : Real) = a * b := rfl
@[simp, grind =] theorem nnreal_inv (a : NNReal) : ((a⁻¹ : NNReal) : Real) = (a : Real)⁻¹ := rfl
@[simp, grind =] theorem nnreal_div (a b : NNReal) : ((a / b : NNReal) : Real) = a / b := by
  show a.1 * b.1⁻¹ = a.1 / b.1; grind
@[simp, grind =] theorem nnreal_pow (a : NNReal) (n : Nat) : ((a ^ n : NNReal) : Real) = (a : Real) ^ n := by
  induction n with
  | zero => rw [Lean.Grind.Semiring.pow_zero, Lean.Grind.Semiring.pow_zero]; rfl
  | succ n ih => rw [Lean.Grind.Semiring.pow_succ, Lean.Grind.Semiring.pow_succ, nnreal_mul, ih]
theorem nnreal_ofNat (n : Nat) : ((OfNat.ofNat n : NNReal) : Real) = OfNat.ofNat n := rfl
theorem nnreal_natCast (n : Nat) : ((n : NNReal) : Real) = n := rfl
@[simp, grind =] theorem nnreal_sqrt (a : NNReal) : ((NNReal.sqrt a : NNReal) : Real) = Real.sqrt a := rfl
attribute [simp, grind =] nnreal_ofNat nnreal_natCast
attribute [simp] NNReal.coe_nonneg
grind_pattern NNReal.coe_nonneg => NNReal.toReal r
end FaithformPrelude

end
