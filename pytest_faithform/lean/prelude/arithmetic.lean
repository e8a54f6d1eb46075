/- More functions of whole numbers and of real ones: logarithms, valuations, arithmetic functions; rounding; hyperbolic
   functions; parity of functions. -/
noncomputable section

universe u v

/-! Whole numbers -/
namespace FaithformPrelude
def logFuel (b : Nat) : Nat → Nat → Nat
  | 0, _ => 0
  | f + 1, n => if n < b then 0 else logFuel b f (n / b) + 1
def valuationFuel (p : Nat) : Nat → Nat → Nat
  | 0, _ => 0
  | f + 1, n => if n % p = 0 then valuationFuel p f (n / p) + 1 else 0
def minFacFrom (n : Nat) : Nat → Nat → Nat
  | 0, _ => n
  | f + 1, k => if n < k * k then n else if n % k = 0 then k else minFacFrom n f (k + 1)
end FaithformPrelude
/-- Mathlib: `Nat.log`. -/
def Nat.log (b n : Nat) : Nat := if b ≤ 1 then 0 else FaithformPrelude.logFuel b (Nat.log2 n + 1) n
/-- Mathlib: `Nat.clog`, by `Nat.clog_of_one_lt` and `Nat.log`: the least `k` with `n ≤ b ^ k`. -/
def Nat.clog (b n : Nat) : Nat := if b ≤ 1 ∨ n ≤ 1 then 0 else Nat.log b (n - 1) + 1
/-- Mathlib: `padicValNat`. -/
def padicValNat (p n : Nat) : Nat :=
  if p ≤ 1 ∨ n = 0 then 0 else FaithformPrelude.valuationFuel p (Nat.log2 n + 1) n
/-- Mathlib: `padicValInt`. -/
def padicValInt (p : Nat) (z : Int) : Nat := padicValNat p z.natAbs
/-- Mathlib: `padicValRat`. -/
def padicValRat (p : Nat) (q : Rat) : Int := padicValInt p q.num - padicValNat p q.den
/-- Mathlib: `Nat.factorization`, as a function. -/
def Nat.factorization (n p : Nat) : Nat := if Nat.Prime p then padicValNat p n else 0
/-- Mathlib: `Nat.minFac`. -/
def Nat.minFac (n : Nat) : Nat := if n = 0 then 2 else if n = 1 then 1 else FaithformPrelude.minFacFrom n n 2
/-- Mathlib: `Nat.primeFactorsList`, in whose recursion the number itself bounds the steps. -/
def FaithformPrelude.primeFactorsListFuel : Nat → Nat → List Nat
  | 0, _ => []
  | f + 1, n => if n < 2 then [] else n.minFac :: primeFactorsListFuel f (n / n.minFac)
/-- Mathlib: `Nat.primeFactorsList`. -/
def Nat.primeFactorsList (n : Nat) : List Nat := FaithformPrelude.primeFactorsListFuel n n
/-- Mathlib: `Nat.factors`, the earlier name of `Nat.primeFactorsList`. -/
abbrev Nat.factors (n : Nat) : List Nat := Nat.primeFactorsList n
/-- Mathlib: `Nat.count`. -/
def Nat.count (p : Nat → Prop) [DecidablePred p] (n : Nat) : Nat := ((Finset.range n).filter p).card
open Classical in
/-- Mathlib: `Nat.nth`, by `Nat.count_nth` and `Nat.nth_of_card_le`. -/
def Nat.nth (p : Nat → Prop) (n : Nat) : Nat := if h : ∃ k, p k ∧ Nat.count p k = n then Classical.choose h else 0
/-- Mathlib: `Nat.descFactorial`. -/
def Nat.descFactorial (n : Nat) : Nat → Nat
  | 0 => 1
  | k + 1 => (n - k) * Nat.descFactorial n k
/-- Mathlib: `Nat.centralBinom`. -/
def Nat.centralBinom (n : Nat) : Nat := Nat.choose (2 * n) n
/-- Mathlib: `Nat.Perfect`. -/
def Nat.Perfect (n : Nat) : Prop := (∑ i ∈ Nat.properDivisors n, i) = n ∧ 0 < n
instance (n : Nat) : Decidable (Nat.Perfect n) := inferInstanceAs (Decidable (_ ∧ _))
/-- Mathlib: `Nat.dist`. -/
def Nat.dist (n m : Nat) : Nat := n - m + (m - n)
namespace ArithmeticFunction
/-- Mathlib: `ArithmeticFunction.sigma`, as a function. -/
def sigma (k n : Nat) : Nat := ∑ d ∈ Nat.divisors n, d ^ k
/-- Mathlib: `ArithmeticFunction.cardDistinctFactors`, as a function. -/
def cardDistinctFactors (n : Nat) : Nat := (Nat.primeFactors n).card
/-- Mathlib: `ArithmeticFunction.cardFactors`, as a function. -/
def cardFactors (n : Nat) : Nat := ∑ p ∈ Nat.primeFactors n, padicValNat p n
/-- Mathlib: `ArithmeticFunction.moebius`, as a function. -/
def moebius (n : Nat) : Int := if Squarefree n then (-1) ^ cardFactors n else 0
end ArithmeticFunction
/-- Mathlib: `Nat.iterate`. -/
def Nat.iterate {α : Sort u} (f : α → α) : Nat → α → α
  | 0, a => a
  | n + 1, a => Nat.iterate f n (f a)
macro:max f:term:max noWs "^[" n:term "]" : term => `(Nat.iterate $f $n)
theorem Function.iterate_succ_apply {α : Type u} (f : α → α) (n : Nat) (a : α) : f^[n + 1] a = f^[n] (f a) := rfl
theorem Function.iterate_succ_apply' {α : Type u} (f : α → α) (n : Nat) (a : α) : f^[n + 1] a = f (f^[n] a) := by
  induction n generalizing a with
  | zero => rfl
  | succ n ih => exact ih (f a)
theorem Function.iterate_zero_apply {α : Type u} (f : α → α) (a : α) : f^[0] a = a := rfl
attribute [simp, grind =] Function.iterate_zero_apply
/-- Mathlib: `Function.IsFixedPt`. -/
def Function.IsFixedPt {α : Type u} (f : α → α) (x : α) : Prop := f x = x
/-- Mathlib: `Function.fixedPoints`. -/
def Function.fixedPoints {α : Type u} (f : α → α) : Set α := {x | Function.IsFixedPt f x}
/-- Mathlib: `Function.Even`. -/
protected def Function.Even {α : Type u} {β : Type v} [Neg α] (f : α → β) : Prop := ∀ a, f (-a) = f a
/-- Mathlib: `Function.Odd`. -/
protected def Function.Odd {α : Type u} {β : Type v} [Neg α] [Neg β] (f : α → β) : Prop := ∀ a, f (-a) = -f a
/-- Mathlib: `Function.support`. -/
def Function.support {α : Type u} {β : Type v} [OfNat β 0] (f : α → β) : Set α := {x | f x ≠ 0}

/-- `PNat.dvd_iff` in Mathlib. -/
instance : Dvd PNat := ⟨fun a b => a.val ∣ b.val⟩
/-- `PNat.sub_coe` in Mathlib. -/
instance : Sub PNat := ⟨fun a b => if h : b.val < a.val then ⟨a.val - b.val, Nat.sub_pos_of_lt h⟩ else 1⟩
/-- Mathlib: `PNat.gcd`. -/
def PNat.gcd (a b : PNat) : PNat := ⟨Nat.gcd a.val b.val, Nat.gcd_pos_of_pos_left _ a.pos⟩
/-- Mathlib: `PNat.lcm`. -/
def PNat.lcm (a b : PNat) : PNat := ⟨Nat.lcm a.val b.val, Nat.lcm_pos a.pos b.pos⟩
/-- Mathlib: `PNat.Coprime`. -/
def PNat.Coprime (a b : PNat) : Prop := PNat.gcd a b = 1
/-- Mathlib: `PNat.Prime`. -/
def PNat.Prime (p : PNat) : Prop := Nat.Prime p.val
instance : Max PNat := ⟨fun a b => if a ≤ b then b else a⟩
instance : Min PNat := ⟨fun a b => if a ≤ b then a else b⟩
instance : One PNat := ⟨1⟩

/-! Real numbers -/
/-- Mathlib: `round`. -/
def round {α : Type u} [FloorRing α] [IntCast α] [Sub α] [Add α] [Neg α] [LT α] [DecidableLT α] [OfNat α 2] [Mul α] [OfNat α 1]
    (x : α) : Int := if 2 * Int.fract x < 1 then Int.floor x else Int.ceil x
/-- Mathlib: `Real.sinh`, by `Real.sinh_eq`. -/
def Real.sinh (x : Real) : Real := (Real.exp x - Real.exp (-x)) / 2
/-- Mathlib: `Real.cosh`, by `Real.cosh_eq`. -/
def Real.cosh (x : Real) : Real := (Real.exp x + Real.exp (-x)) / 2
/-- Mathlib: `Real.tanh`, by `Real.tanh_eq_sinh_div_cosh`. -/
def Real.tanh (x : Real) : Real := Real.sinh x / Real.cosh x
/-- Mathlib: `Real.cot`, by `Real.cot_eq_cos_div_sin`. -/
def Real.cot (x : Real) : Real := Real.cos x / Real.sin x
/-- Mathlib: `Real.sign`. -/
def Real.sign (x : Real) : Real := if x < 0 then -1 else if 0 < x then 1 else 0
/-- Mathlib: `Real.toNNReal`. -/
def Real.toNNReal (x : Real) : NNReal := ⟨max x 0, by grind⟩
/-- Mathlib: `goldenRatio`. -/
def goldenRatio : Real := (1 + Real.sqrt 5) / 2
/-- Mathlib: `NNReal.rpow`. -/
def NNReal.rpow (x : NNReal) (y : Real) : NNReal := ⟨x.1 ^ y, Real.rpow_nonneg x.2 y⟩
instance : HPow NNReal Real NNReal := ⟨NNReal.rpow⟩
instance : Max NNReal := ⟨fun a b => if (a : Real) ≤ b then b else a⟩
instance : Min NNReal := ⟨fun a b => if (a : Real) ≤ b then a else b⟩
/-- Mathlib: `NNReal.instIsScalarTower`'s action on ℝ, by `NNReal.smul_def`. -/
instance : SMul NNReal Real := ⟨fun a x => (a : Real) * x⟩

/-! Complex numbers -/
/-- Mathlib: `Complex.arg`. -/
axiom Complex.arg : Complex → Real
namespace Complex
/-- `Complex.ofRealHom` and `Rat.cast_def` in Mathlib. -/
instance : RatCast Complex := ⟨fun q => (q.num : Complex) / ((q.den : Nat) : Complex)⟩
instance : Inhabited Complex := ⟨0⟩
/-- Mathlib: `starRingEnd`, on ℂ, by `Complex.conj_re` and `Complex.conj_im`. -/
def conj (z : Complex) : Complex := ⟨z.re, -z.im⟩
@[simp, grind =] theorem conj_re' (z : Complex) : (conj z).re = z.re := rfl
@[simp, grind =] theorem conj_im' (z : Complex) : (conj z).im = -z.im := rfl
/-- Mathlib: `Complex.log`. -/
def log (z : Complex) : Complex := ⟨Real.log (Complex.abs z), arg z⟩
/-- Mathlib: `Complex.sin`, by `Complex.sin_eq`: from its real and imaginary part. -/
def sin (z : Complex) : Complex := ⟨Real.sin z.re * Real.cosh z.im, Real.cos z.re * Real.sinh z.im⟩
/-- Mathlib: `Complex.cos`, by `Complex.cos_eq`: from its real and imaginary part. -/
def cos (z : Complex) : Complex := ⟨Real.cos z.re * Real.cosh z.im, -(Real.sin z.re * Real.sinh z.im)⟩
end Complex
/-- The conjugations that Mathlib's `starRingEnd` means here. -/
class FaithformPrelude.Conjugation (α : Type u) where
  conj : α → α
instance : FaithformPrelude.Conjugation Complex := ⟨Complex.conj⟩
/-- `conj_trivial` in Mathlib. -/
instance : FaithformPrelude.Conjugation Real := ⟨id⟩
/-- Mathlib: `starRingEnd`. -/
@[reducible] def starRingEnd (α : Type u) [FaithformPrelude.Conjugation α] : α → α := FaithformPrelude.Conjugation.conj
/-- Mathlib: `star`. -/
@[reducible] def star {α : Type u} [FaithformPrelude.Conjugation α] : α → α := FaithformPrelude.Conjugation.conj
namespace ComplexConjugate
scoped notation "conj" => starRingEnd _
end ComplexConjugate

end
