/- Whole numbers: primes, factorials, binomials, digits, divisors, congruences, ℕ+, ℤ/n. All computed. -/
noncomputable section

/-- Mathlib: `Nat.Prime`, by `Nat.prime_def`. -/
def Nat.Prime (p : Nat) : Prop := 2 ≤ p ∧ ∀ m, m ∣ p → m = 1 ∨ m = p
theorem FaithformPrelude.prime_iff_lt (p : Nat) : Nat.Prime p ↔ 2 ≤ p ∧ ∀ m, m < p → 2 ≤ m → ¬ p % m = 0 := by
  unfold Nat.Prime; constructor
  · rintro ⟨h, f⟩; refine ⟨h, fun m hm h2 hd => ?_⟩; rcases f m (Nat.dvd_of_mod_eq_zero hd) with h | h <;> omega
  · rintro ⟨h, f⟩; refine ⟨h, fun m hm => ?_⟩
    have h1 := Nat.le_of_dvd (by omega) hm; have h2 := Nat.pos_of_dvd_of_pos hm (by omega)
    by_cases e : m = p; · exact .inr e
    by_cases e' : m = 1; · exact .inl e'
    exact absurd (Nat.mod_eq_zero_of_dvd hm) (f m (by omega) (by omega))
instance (p : Nat) : Decidable (Nat.Prime p) := decidable_of_iff _ (FaithformPrelude.prime_iff_lt p).symm
theorem Nat.Prime.two_le {p : Nat} (h : Nat.Prime p) : 2 ≤ p := h.1
theorem Nat.Prime.pos {p : Nat} (h : Nat.Prime p) : 0 < p := by have := h.1; omega
theorem Nat.Prime.one_lt {p : Nat} (h : Nat.Prime p) : 1 < p := h.1
theorem Nat.Prime.eq_one_or_self_of_dvd {p : Nat} (h : Nat.Prime p) (a : Nat) (d : a ∣ p) : a = 1 ∨ a = p := h.2 a d
grind_pattern Nat.Prime.two_le => Nat.Prime p

/-- Mathlib: `Nat.factorial`. -/
def Nat.factorial : Nat → Nat | 0 => 1 | n+1 => (n+1) * Nat.factorial n
namespace Nat
scoped notation:10000 n "!" => Nat.factorial n
end Nat
open Nat in
theorem Nat.factorial_pos (n : Nat) : 0 < n ! := by
  induction n with | zero => decide | succ n ih => exact Nat.mul_pos (by omega) ih
@[simp, grind =] theorem Nat.factorial_zero : Nat.factorial 0 = 1 := rfl
theorem Nat.factorial_succ (n : Nat) : Nat.factorial (n + 1) = (n + 1) * Nat.factorial n := rfl
grind_pattern Nat.factorial_pos => Nat.factorial n
grind_pattern Nat.factorial_succ => Nat.factorial (n + 1)
/-- Mathlib: `Nat.doubleFactorial`. -/
def Nat.doubleFactorial : Nat → Nat | 0 => 1 | 1 => 1 | n+2 => (n+2) * Nat.doubleFactorial n
/-- Mathlib: `Nat.choose`. -/
def Nat.choose : Nat → Nat → Nat | _, 0 => 1 | 0, _+1 => 0 | n+1, k+1 => Nat.choose n k + Nat.choose n (k+1)
/-- Mathlib: `Nat.fib`, by `Nat.fib_add_two`. -/
def Nat.fib : Nat → Nat | 0 => 0 | 1 => 1 | n+2 => Nat.fib n + Nat.fib (n+1)
/-- Mathlib: `Nat.divisors`. -/
def Nat.divisors (n : Nat) : Finset Nat := (Finset.Icc 1 n).filter (fun d => d ∣ n)
/-- Mathlib: `Nat.properDivisors`. -/
def Nat.properDivisors (n : Nat) : Finset Nat := (Nat.divisors n).filter (· < n)
/-- Mathlib: `Nat.primeFactors`. -/
def Nat.primeFactors (n : Nat) : Finset Nat := (Nat.divisors n).filter Nat.Prime
/-- Mathlib: `Nat.totient`. -/
def Nat.totient (n : Nat) : Nat := ((Finset.range n).filter (fun a => Nat.gcd n a = 1)).card
/-- Mathlib: `Nat.sqrt`, by `Nat.sqrt_eq_iff_mul_self_eq` and `Nat.sqrt_le`: the greatest number whose square is at most n. -/
def Nat.sqrt (n : Nat) : Nat := (List.range (n + 1)).foldl (fun best k => if k * k ≤ n then k else best) 0
def FaithformPrelude.digitsFuel (b : Nat) : Nat → Nat → List Nat
  | 0, _ => []
  | f+1, n => if n = 0 then [] else n % b :: digitsFuel b f (n / b)
/-- Mathlib: `Nat.digits`. -/
def Nat.digits (b n : Nat) : List Nat :=
  match b with
  | 0 => if n = 0 then [] else [n]
  | 1 => List.replicate n 1
  | b+2 => FaithformPrelude.digitsFuel (b+2) (Nat.log2 n + 1) n
/-- Mathlib: `Nat.ofDigits`. -/
def Nat.ofDigits {α : Type _} [Lean.Grind.Semiring α] (b : α) : List Nat → α
  | [] => 0
  | h :: t => @Nat.cast α Lean.Grind.Semiring.natCast h + b * Nat.ofDigits b t
@[simp, grind =] theorem FaithformPrelude.ofDigits_nil (b : Nat) : Nat.ofDigits b [] = 0 := rfl
@[simp, grind =] theorem FaithformPrelude.ofDigits_cons (b h : Nat) (t : List Nat) :
    Nat.ofDigits b (h :: t) = h + b * Nat.ofDigits b t := rfl

/-- Mathlib: `Int.ModEq`. -/
def Int.ModEq (n a b : Int) : Prop := a % n = b % n
/-- Mathlib: `Nat.ModEq`. -/
def Nat.ModEq (n a b : Nat) : Prop := a % n = b % n
notation:50 a " ≡ " b " [MOD " n "]" => Nat.ModEq n a b
notation:50 a " ≡ " b " [ZMOD " n "]" => Int.ModEq n a b
attribute [grind =] Int.ModEq Nat.ModEq
instance (n a b : Int) : Decidable (Int.ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))
instance (n a b : Nat) : Decidable (Nat.ModEq n a b) := inferInstanceAs (Decidable (a % n = b % n))

/-! ℕ+ -/
/-- Mathlib: `PNat`. -/
structure PNat where
  val : Nat
  pos : 0 < val
notation "ℕ+" => PNat
namespace PNat
instance : Coe PNat Nat := ⟨val⟩
instance (n : Nat) [NeZero n] : OfNat PNat n := ⟨⟨n, Nat.pos_of_neZero n⟩⟩
instance : Add PNat := ⟨fun a b => ⟨a.val + b.val, Nat.add_pos_left a.pos _⟩⟩
instance : Mul PNat := ⟨fun a b => ⟨a.val * b.val, Nat.mul_pos a.pos b.pos⟩⟩
instance : HPow PNat Nat PNat := ⟨fun a n => ⟨a.val ^ n, Nat.pow_pos a.pos⟩⟩
instance : LE PNat := ⟨fun a b => a.val ≤ b.val⟩
instance : LT PNat := ⟨fun a b => a.val < b.val⟩
instance (a b : PNat) : Decidable (a ≤ b) := inferInstanceAs (Decidable (a.val ≤ b.val))
instance (a b : PNat) : Decidable (a < b) := inferInstanceAs (Decidable (a.val < b.val))
instance : DecidableEq PNat := fun a b => decidable_of_iff (a.val = b.val) (by cases a; cases b; simp)
end PNat
namespace FaithformPrelude
theorem pnat_ext_iff (a b : PNat) : a = b ↔ a.val = b.val := by cases a; cases b; simp
@[grind =] theorem pnat_le (a b : PNat) : a ≤ b ↔ a.val ≤ b.val := Iff.rfl
@[grind =] theorem pnat_lt (a b : PNat) : a < b ↔ a.val < b.val := Iff.rfl
@[simp, grind =] theorem pnat_ofNat (n : Nat) [NeZero n] : (OfNat.ofNat n : PNat).val = n := rfl
@[simp, grind =] theorem pnat_add (a b : PNat) : (a + b).val = a.val + b.val := rfl
@[simp, grind =] theorem pnat_mul (a b : PNat) : (a * b).val = a.val * b.val := rfl
@[simp, grind =] theorem pnat_pow (a : PNat) (n : Nat) : (a ^ n).val = a.val ^ n := rfl
theorem pnat_pos (a : PNat) : 0 < a.val := a.pos
grind_pattern pnat_pos => PNat.val a
end FaithformPrelude

/-! ℤ/n -/
/-- Mathlib: `ZMod`. -/
def ZMod : Nat → Type
  | 0 => Int
  | n + 1 => Fin (n + 1)
namespace ZMod
instance commRing : (n : Nat) → Lean.Grind.CommRing (ZMod n)
  | 0 => inferInstanceAs (Lean.Grind.CommRing Int)
  | n + 1 => inferInstanceAs (Lean.Grind.CommRing (Fin (n + 1)))
instance charP : (n : Nat) → Lean.Grind.IsCharP (ZMod n) n
  | 0 => inferInstanceAs (Lean.Grind.IsCharP Int 0)
  | n + 1 => inferInstanceAs (Lean.Grind.IsCharP (Fin (n + 1)) (n + 1))
instance decEq : (n : Nat) → DecidableEq (ZMod n)
  | 0 => inferInstanceAs (DecidableEq Int)
  | n + 1 => inferInstanceAs (DecidableEq (Fin (n + 1)))
instance (n : Nat) : NatCast (ZMod n) := Lean.Grind.Semiring.natCast
instance (n : Nat) : IntCast (ZMod n) := Lean.Grind.Ring.intCast
/-- Mathlib: `ZMod.val`. -/
def val : {n : Nat} → ZMod n → Nat
  | 0 => Int.natAbs
  | _ + 1 => Fin.val
end ZMod
/-- `Nat.xgcdAux` of Mathlib, with enough fuel. -/
def FaithformPrelude.xgcd : Nat → Nat → Int → Int → Nat → Int → Int → Int
  | 0, _, _, _, _, s', _ => s'
  | _ + 1, 0, _, _, _, s', _ => s'
  | f + 1, r + 1, s, t, r', s', t' =>
    xgcd f (r' % (r + 1)) (s' - (r' / (r + 1) : Nat) * s) (t' - (r' / (r + 1) : Nat) * t) (r + 1) s t
/-- Mathlib: `Nat.gcdA`. -/
def Nat.gcdA (x y : Nat) : Int := FaithformPrelude.xgcd (x + 1) x 1 0 y 0 1
namespace ZMod
/-- Mathlib: `ZMod.inv`. -/
def inv : (n : Nat) → ZMod n → ZMod n
  | 0, i => Int.sign i
  | n + 1, i => ((Nat.gcdA (ZMod.val i) (n + 1) : Int) : ZMod (n + 1))
instance (n : Nat) : Inv (ZMod n) := ⟨ZMod.inv n⟩
end ZMod

end
