/- ℝ, an ordered field, with the casts into it. -/
noncomputable section

/-- Mathlib: `Real`. -/
axiom Real : Type
notation "ℝ" => Real

/-- Mathlib: `Real.instField`, as the class that core knows; `Field.toGrindField`. `x / 0 = 0` is part of it. -/
@[instance] axiom Real.instField : Lean.Grind.Field Real
/-- Mathlib: `Real.instLE`. -/
@[instance] axiom Real.instLE : LE Real
/-- Mathlib: `Real.instLT`. -/
@[instance] axiom Real.instLT : LT Real
/-- Mathlib: `lt_iff_le_not_ge`. -/
@[instance] axiom Real.instLawfulOrderLT : Std.LawfulOrderLT Real
/-- Mathlib: `Real.linearOrder`, as the class that core knows. -/
@[instance] axiom Real.instIsLinearOrder : Std.IsLinearOrder Real
/-- Mathlib: `Real.instIsStrictOrderedRing`, as the class that core knows. -/
@[instance] axiom Real.instOrderedRing : Lean.Grind.OrderedRing Real

namespace Real
instance (a b : Real) : Decidable (a = b) := Classical.propDecidable _
instance (a b : Real) : Decidable (a ≤ b) := Classical.propDecidable _
instance (a b : Real) : Decidable (a < b) := Classical.propDecidable _
instance : NatCast Real := Lean.Grind.Semiring.natCast
instance : IntCast Real := Lean.Grind.Ring.intCast
instance : Inhabited Real := ⟨0⟩
/-- `max_def` in Mathlib. -/
instance : Max Real := ⟨fun a b => if a ≤ b then b else a⟩
/-- `min_def` in Mathlib. -/
instance : Min Real := ⟨fun a b => if a ≤ b then a else b⟩
/-- `Rat.cast_def` in Mathlib. -/
instance : RatCast Real := ⟨fun q => (q.num : Real) / ((q.den : Nat) : Real)⟩
/-- `Rat.cast_ofScientific` and `Rat.ofScientific_def` in Mathlib. -/
instance : OfScientific Real := ⟨fun m s e => if s then (m : Real) / (10 : Real) ^ e else (m : Real) * (10 : Real) ^ e⟩
end Real

namespace FaithformPrelude
theorem natCast_nonneg (a : Nat) : (0 : Real) ≤ (a : Real) := Lean.Grind.OrderedRing.natCast_nonneg
theorem natCast_add (a b : Nat) : ((a + b : Nat) : Real) = a + b := Lean.Grind.Semiring.natCast_add a b
theorem natCast_mul (a b : Nat) : ((a * b : Nat) : Real) = a * b := Lean.Grind.Semiring.natCast_mul a b
theorem natCast_ofNat (n : Nat) : ((OfNat.ofNat n : Nat) : Real) = OfNat.ofNat n :=
  (Lean.Grind.Semiring.ofNat_eq_natCast n).symm
theorem natCast_zero : ((0 : Nat) : Real) = 0 := natCast_ofNat 0
theorem natCast_one : ((1 : Nat) : Real) = 1 := natCast_ofNat 1
theorem natCast_succ (n : Nat) : ((n + 1 : Nat) : Real) = n + 1 := Lean.Grind.Semiring.natCast_succ n
theorem natCast_pow (a b : Nat) : ((a ^ b : Nat) : Real) = (a : Real) ^ b := by
  induction b with
  | zero => rw [Nat.pow_zero, Lean.Grind.Semiring.pow_zero, natCast_one]
  | succ b ih => rw [Nat.pow_succ, natCast_mul, ih, Lean.Grind.Semiring.pow_succ]
theorem natCast_le (a b : Nat) : (a : Real) ≤ b ↔ a ≤ b := by
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    obtain ⟨k, rfl⟩ : ∃ k, a = b + k + 1 := ⟨a - b - 1, by omega⟩
    have := natCast_nonneg k
    rw [natCast_succ, natCast_add] at h; grind
  · intro h
    obtain ⟨k, rfl⟩ : ∃ k, b = a + k := ⟨b - a, by omega⟩
    have := natCast_nonneg k
    rw [natCast_add]; grind
theorem natCast_lt (a b : Nat) : (a : Real) < b ↔ a < b := by
  have := natCast_le b a; constructor <;> intro h <;> grind
theorem natCast_inj (a b : Nat) : (a : Real) = b ↔ a = b := by
  have := natCast_le b a; have := natCast_le a b; constructor <;> intro h <;> grind
theorem natCast_sub (a b : Nat) (h : b ≤ a) : ((a - b : Nat) : Real) = a - b := by
  obtain ⟨k, rfl⟩ : ∃ k, a = b + k := ⟨a - b, by omega⟩
  rw [Nat.add_sub_cancel_left, natCast_add]; grind

theorem intCast_add (a b : Int) : ((a + b : Int) : Real) = a + b := Lean.Grind.Ring.intCast_add a b
theorem intCast_mul (a b : Int) : ((a * b : Int) : Real) = a * b := Lean.Grind.Ring.intCast_mul a b
theorem intCast_neg (a : Int) : ((-a : Int) : Real) = -a := Lean.Grind.Ring.intCast_neg a
theorem intCast_sub (a b : Int) : ((a - b : Int) : Real) = a - b := Lean.Grind.Ring.intCast_sub a b
theorem intCast_natCast (n : Nat) : ((n : Int) : Real) = (n : Real) := Lean.Grind.Ring.intCast_natCast n
theorem intCast_ofNat (n : Nat) : ((OfNat.ofNat n : Int) : Real) = OfNat.ofNat n := Lean.Grind.Ring.intCast_ofNat n
theorem intCast_pow (a : Int) (b : Nat) : ((a ^ b : Int) : Real) = (a : Real) ^ b := by
  induction b with
  | zero => rw [Int.pow_zero, Lean.Grind.Semiring.pow_zero]; exact Lean.Grind.Ring.intCast_ofNat 1
  | succ b ih => rw [Int.pow_succ, intCast_mul, ih, Lean.Grind.Semiring.pow_succ]
theorem intCast_le (a b : Int) : (a : Real) ≤ b ↔ a ≤ b := by
  constructor
  · intro h; apply Classical.byContradiction; intro hn
    obtain ⟨k, hk⟩ : ∃ k : Nat, a = b + k + 1 := ⟨(a - b - 1).toNat, by omega⟩
    have := natCast_nonneg k
    rw [hk, intCast_add, intCast_add, intCast_natCast] at h
    have e : ((1 : Int) : Real) = 1 := intCast_ofNat 1
    rw [e] at h; grind
  · intro h
    obtain ⟨k, hk⟩ : ∃ k : Nat, b = a + k := ⟨(b - a).toNat, by omega⟩
    have := natCast_nonneg k
    rw [hk, intCast_add, intCast_natCast]; grind
theorem intCast_lt (a b : Int) : (a : Real) < b ↔ a < b := by
  have := intCast_le b a; constructor <;> intro h <;> grind
theorem intCast_inj (a b : Int) : (a : Real) = b ↔ a = b := by
  have := intCast_le b a; have := intCast_le a b; constructor <;> intro h <;> grind

theorem mul_eq_zero (x y : Real) : x * y = 0 ↔ x = 0 ∨ y = 0 := by
  constructor
  · intro h; by_cases hx : x = 0 <;> grind
  · rintro (h | h) <;> grind

theorem ratCast_def (q : Rat) : (q : Real) = (q.num : Real) / ((q.den : Nat) : Real) := rfl
theorem ratCast_divInt (n d : Int) (hd : d ≠ 0) : ((Rat.divInt n d : Rat) : Real) = (n : Real) / (d : Real) := by
  have hq : (Rat.divInt n d).den ≠ 0 := (Rat.divInt n d).den_nz
  have e := Rat.num_divInt_den (Rat.divInt n d)
  rw [Rat.divInt_eq_divInt_iff (by omega) hd] at e
  have e' : (((Rat.divInt n d).num : Int) : Real) * d = n * (((Rat.divInt n d).den : Nat) : Real) := by
    rw [← intCast_natCast, ← intCast_mul, ← intCast_mul, e]
  have h1 : (((Rat.divInt n d).den : Nat) : Real) ≠ 0 := by
    intro h; apply hq; rw [← natCast_zero] at h; exact (natCast_inj _ _).1 h
  have h2 : ((d : Int) : Real) ≠ 0 := by
    intro h; apply hd; rw [← intCast_inj, h]; exact (intCast_ofNat 0).symm
  rw [ratCast_def]; grind
theorem den_ne_zero (q : Rat) : ((q.den : Nat) : Real) ≠ 0 := by
  intro h; rw [← natCast_zero] at h; exact q.den_nz ((natCast_inj _ _).1 h)
theorem ratCast_add (a b : Rat) : ((a + b : Rat) : Real) = a + b := by
  have e : a + b = Rat.divInt (a.num * b.den + b.num * a.den) (a.den * b.den) := by
    rw [Rat.add_def', ← Rat.divInt_ofNat, Int.natCast_mul]
  have ha := den_ne_zero a; have hb := den_ne_zero b
  have hd : ((a.den : Int) * b.den) ≠ 0 := by
    have h1 := a.den_nz; have h2 := b.den_nz; simp [h1, h2]
  rw [e, ratCast_divInt _ _ hd, ratCast_def, ratCast_def, intCast_add, intCast_mul, intCast_mul, intCast_mul,
    intCast_natCast, intCast_natCast]; grind
theorem ratCast_mul (a b : Rat) : ((a * b : Rat) : Real) = a * b := by
  have e : a * b = Rat.divInt (a.num * b.num) (a.den * b.den) := by
    rw [Rat.mul_def', ← Rat.divInt_ofNat, Int.natCast_mul]
  have ha := den_ne_zero a; have hb := den_ne_zero b
  have hd : ((a.den : Int) * b.den) ≠ 0 := by
    have h1 := a.den_nz; have h2 := b.den_nz; simp [h1, h2]
  rw [e, ratCast_divInt _ _ hd, ratCast_def, ratCast_def, intCast_mul, intCast_mul,
    intCast_natCast, intCast_natCast]; grind
theorem ratCast_intCast (n : Int) : ((n : Rat) : Real) = (n : Real) := by
  rw [ratCast_def]; simp only [Rat.num_intCast, Rat.den_intCast]; rw [natCast_one]; grind
theorem ratCast_natCast (n : Nat) : ((n : Rat) : Real) = (n : Real) := by
  rw [← Rat.intCast_natCast, ratCast_intCast, intCast_natCast]
theorem ratCast_ofNat (n : Nat) : ((OfNat.ofNat n : Rat) : Real) = OfNat.ofNat n := by
  have : (OfNat.ofNat n : Rat) = ((n : Nat) : Rat) := Lean.Grind.Semiring.ofNat_eq_natCast n
  rw [this, ratCast_natCast]; exact natCast_ofNat n
theorem ratCast_neg (a : Rat) : ((-a : Rat) : Real) = -a := by
  have h : ((-a + a : Rat) : Real) = 0 := by rw [Rat.neg_add_cancel]; exact ratCast_ofNat 0
  rw [ratCast_add] at h; grind
theorem ratCast_sub (a b : Rat) : ((a - b : Rat) : Real) = a - b := by
  rw [Rat.sub_eq_add_neg, ratCast_add, ratCast_neg]; grind
theorem ratCast_le (a b : Rat) : (a : Real) ≤ b ↔ a ≤ b := by
  have key : ∀ q : Rat, (0 : Real) ≤ q ↔ 0 ≤ q := by
    intro q
    have h1 : (0 : Real) < ((q.den : Nat) : Real) := by
      rw [← natCast_zero, natCast_lt]; exact Nat.pos_of_ne_zero q.den_nz
    have h2 : ((q.num : Int) : Real) = (q : Real) * ((q.den : Nat) : Real) := by rw [ratCast_def]; grind
    have h3 : (0 : Real) ≤ (q.num : Real) ↔ 0 ≤ q.num := by rw [← intCast_le]; rw [intCast_ofNat]
    rw [← Rat.num_nonneg, ← h3, h2]
    constructor
    · intro h; by_cases e : (q : Real) = 0
      · grind
      · have := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_right (a := (0 : Real)) (b := (q : Real)) (by grind) h1; grind
    · intro h; apply Classical.byContradiction; intro hn
      have := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_right (a := (q : Real)) (b := (0 : Real)) (by grind) h1; grind
  have := key (b - a); rw [ratCast_sub] at this; constructor <;> intro h <;> grind
theorem ratCast_lt (a b : Rat) : (a : Real) < b ↔ a < b := by
  have := ratCast_le b a; constructor <;> intro h <;> grind
theorem ratCast_inj (a b : Rat) : (a : Real) = b ↔ a = b := by
  have := ratCast_le b a; have := ratCast_le a b; constructor <;> intro h <;> grind
theorem ratCast_div (a b : Rat) : ((a / b : Rat) : Real) = a / b := by
  by_cases h : b = 0
  · subst h; rw [Rat.div_def, Rat.inv_zero, Rat.mul_zero]
    have e : ((0 : Rat) : Real) = 0 := ratCast_ofNat 0
    rw [e]; grind
  · have h1 : ((a / b * b : Rat) : Real) = a := by rw [Rat.div_mul_cancel h]
    have h2 : (b : Real) ≠ 0 := by
      intro e; apply h; rw [← ratCast_inj, e]; exact (ratCast_ofNat 0).symm
    rw [ratCast_mul] at h1; grind

attribute [simp] natCast_inj natCast_le natCast_lt natCast_nonneg intCast_inj intCast_le intCast_lt ratCast_inj ratCast_le
  ratCast_lt natCast_add natCast_mul natCast_pow natCast_ofNat natCast_zero natCast_one natCast_succ intCast_add intCast_sub
  intCast_neg intCast_mul intCast_pow intCast_natCast intCast_ofNat ratCast_add ratCast_sub ratCast_mul ratCast_div
  ratCast_neg ratCast_natCast ratCast_intCast ratCast_ofNat
attribute [norm_cast] natCast_inj natCast_le natCast_lt intCast_inj intCast_le intCast_lt ratCast_inj ratCast_le ratCast_lt
  natCast_add natCast_mul natCast_pow natCast_ofNat natCast_zero natCast_one intCast_add intCast_sub intCast_neg intCast_mul
  intCast_pow intCast_natCast intCast_ofNat ratCast_add ratCast_sub ratCast_mul ratCast_div ratCast_neg ratCast_natCast
  ratCast_intCast ratCast_ofNat
attribute [grind =] natCast_inj natCast_le natCast_lt natCast_add natCast_mul natCast_pow intCast_inj intCast_le intCast_lt
  intCast_add intCast_sub intCast_neg intCast_mul intCast_pow intCast_natCast ratCast_inj ratCast_le ratCast_lt ratCast_add
  ratCast_sub ratCast_mul ratCast_div ratCast_neg ratCast_natCast ratCast_intCast
grind_pattern natCast_nonneg => (NatCast.natCast a : Real)

theorem mul_pos (x y : Real) (hx : 0 < x) (hy : 0 < y) : 0 < x * y := by
  have := Lean.Grind.OrderedRing.mul_lt_mul_of_pos_left hy hx; grind
theorem mul_nonneg (x y : Real) (hx : 0 ≤ x) (hy : 0 ≤ y) : 0 ≤ x * y := by
  by_cases h : x = 0; · simp [h, Lean.Grind.Semiring.zero_mul, Std.IsPreorder.le_refl]
  by_cases h' : y = 0; · simp [h', Lean.Grind.Semiring.mul_zero, Std.IsPreorder.le_refl]
  have := mul_pos x y (by grind) (by grind); grind
theorem sq_nonneg (x : Real) : 0 ≤ x ^ 2 := Lean.Grind.OrderedRing.sq_nonneg
theorem sq_eq_sq (x y : Real) (hx : 0 ≤ x) (hy : 0 ≤ y) : x ^ 2 = y ^ 2 ↔ x = y := by
  constructor
  · intro h
    have h2 : (x - y) * (x + y) = 0 := by grind
    rcases (mul_eq_zero _ _).1 h2 with h | h <;> grind
  · grind
end FaithformPrelude

/-- Mathlib: `Irrational`. -/
def Irrational (x : Real) : Prop := ¬ ∃ q : Rat, (q : Real) = x

end
