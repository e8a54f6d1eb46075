/- Polynomials, vectors, matrices, Euclidean spaces, modules: definitions. -/
noncomputable section
open FaithformPrelude

universe u v w

/-! Polynomials are sequences of coefficients that end. -/
/-- Mathlib: `Polynomial`, by `Polynomial.coeff`. -/
def Polynomial (R : Type u) [Lean.Grind.Semiring R] := {f : Nat → R // ∃ N, ∀ n, N ≤ n → f n = 0}
namespace FaithformPrelude
theorem foldr_zero {α : Type u} {R : Type v} [Lean.Grind.Semiring R] (f : α → R) (l : List α) (h : ∀ a, a ∈ l → f a = 0) :
    l.foldr (fun a b => f a + b) 0 = 0 := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [List.foldr_cons, h a (List.mem_cons_self ..), ih fun b hb => h b (List.mem_cons_of_mem a hb)]
    exact Lean.Grind.Semiring.add_zero 0
theorem sum_range_eq_zero {R : Type v} [Lean.Grind.Semiring R] (f : Nat → R) (n : Nat) (h : ∀ a, a < n → f a = 0) :
    Finset.sum (Finset.range n) f = 0 := foldr_zero f (List.range n) fun a ha => h a (List.mem_range.1 ha)
end FaithformPrelude
namespace Polynomial
variable {R : Type u}
section
variable [Lean.Grind.Semiring R]
/-- Mathlib: `Polynomial.coeff`. -/
def coeff (p : Polynomial R) (n : Nat) : R := p.1 n
/-- Mathlib: `Polynomial.C`. -/
def C (a : R) : Polynomial R := ⟨fun n => if n = 0 then a else 0, 1, fun n h => if_neg (by omega)⟩
/-- Mathlib: `Polynomial.X`. -/
def X : Polynomial R := ⟨fun n => if n = 1 then 1 else 0, 2, fun n h => if_neg (by omega)⟩
instance : Add (Polynomial R) := ⟨fun p q => ⟨fun n => p.1 n + q.1 n, by
  obtain ⟨N, hN⟩ := p.2; obtain ⟨M, hM⟩ := q.2
  exact ⟨N + M, fun n h => by
    show p.1 n + q.1 n = 0
    rw [hN n (by omega), hM n (by omega)]; exact Lean.Grind.Semiring.add_zero 0⟩⟩⟩
instance : Mul (Polynomial R) := ⟨fun p q => ⟨fun n => Finset.sum (Finset.range (n + 1)) fun i => p.1 i * q.1 (n - i), by
  obtain ⟨N, hN⟩ := p.2; obtain ⟨M, hM⟩ := q.2
  refine ⟨N + M, fun n h => sum_range_eq_zero _ _ fun i hi => ?_⟩
  by_cases hi' : N ≤ i
  · rw [hN i hi']; exact Lean.Grind.Semiring.zero_mul _
  · rw [hM (n - i) (by omega)]; exact Lean.Grind.Semiring.mul_zero _⟩⟩
instance : Dvd (Polynomial R) := ⟨fun p q => ∃ r, q = p * r⟩
instance (n : Nat) : OfNat (Polynomial R) n := ⟨C (OfNat.ofNat n)⟩
instance : NatCast (Polynomial R) := ⟨fun n => C (n : R)⟩
instance : SMul R (Polynomial R) := ⟨fun a p => C a * p⟩
def natPow (p : Polynomial R) : Nat → Polynomial R
  | 0 => 1
  | n + 1 => natPow p n * p
instance : HPow (Polynomial R) Nat (Polynomial R) := ⟨natPow⟩
/-- Mathlib: `Polynomial.natDegree`, by `Polynomial.natDegree_le_iff_coeff_eq_zero`. -/
def natDegree (p : Polynomial R) : Nat := sInf {N : Nat | ∀ n, N < n → coeff p n = 0}
/-- Mathlib: `Polynomial.leadingCoeff`. -/
def leadingCoeff (p : Polynomial R) : R := coeff p (natDegree p)
/-- Mathlib: `Polynomial.Monic`. -/
def Monic (p : Polynomial R) : Prop := leadingCoeff p = 1
/-- Mathlib: `Polynomial.eval`, by `Polynomial.eval_eq_sum_range`. -/
def eval (x : R) (p : Polynomial R) : R := Finset.sum (Finset.range (natDegree p + 1)) fun i => coeff p i * x ^ i
/-- Mathlib: `Polynomial.IsRoot`. -/
def IsRoot (p : Polynomial R) (a : R) : Prop := eval a p = 0
/-- Mathlib: `Polynomial.derivative`, by `Polynomial.coeff_derivative`. -/
def derivative (p : Polynomial R) : Polynomial R := ⟨fun n => coeff p (n + 1) * ((n : R) + 1), by
  obtain ⟨N, hN⟩ := p.2
  exact ⟨N, fun n h => by
    show coeff p (n + 1) * ((n : R) + 1) = 0
    rw [show coeff p (n + 1) = 0 from hN (n + 1) (by omega)]; exact Lean.Grind.Semiring.zero_mul _⟩⟩
/-- Mathlib: `Polynomial.comp`. -/
def comp (p q : Polynomial R) : Polynomial R :=
  (List.range (natDegree p + 1)).foldr (fun i r => C (coeff p i) * q ^ i + r) 0
scoped notation:9000 R "[X]" => Polynomial R
end
section
variable [Lean.Grind.Ring R]
instance : Neg (Polynomial R) := ⟨fun p => ⟨fun n => -p.1 n, by
  obtain ⟨N, hN⟩ := p.2
  exact ⟨N, fun n h => by
    show -p.1 n = 0
    rw [hN n h]; exact Lean.Grind.AddCommGroup.neg_zero⟩⟩⟩
instance : Sub (Polynomial R) := ⟨fun p q => p + -q⟩
end
end Polynomial
/-- Mathlib: `WithBot`. -/
def WithBot (α : Type u) := Option α
namespace WithBot
variable {α : Type u}
/-- Mathlib: `WithBot.some`. -/
@[coe] def some : α → WithBot α := Option.some
instance : CoeTail α (WithBot α) := ⟨some⟩
instance : Bot (WithBot α) := ⟨Option.none⟩
instance (n : Nat) [OfNat α n] : OfNat (WithBot α) n := ⟨some (OfNat.ofNat n)⟩
instance [LE α] : LE (WithBot α) := ⟨fun | Option.none, _ => True | Option.some _, Option.none => False | Option.some a, Option.some b => a ≤ b⟩
instance [LT α] : LT (WithBot α) := ⟨fun | _, Option.none => False | Option.none, Option.some _ => True | Option.some a, Option.some b => a < b⟩
end WithBot
open Classical in
/-- Mathlib: `Polynomial.degree`. -/
def Polynomial.degree {R : Type u} [Lean.Grind.Semiring R] (p : Polynomial R) : WithBot Nat :=
  if p = 0 then ⊥ else WithBot.some p.natDegree

/-! Vectors and matrices -/
/-- Mathlib: `Matrix.vecEmpty`. -/
def Matrix.vecEmpty {α : Type u} : Fin 0 → α := fun i => i.elim0
/-- Mathlib: `Matrix.vecCons`. -/
def Matrix.vecCons {α : Type u} {n : Nat} (a : α) (f : Fin n → α) : Fin (n + 1) → α := Fin.cases a f
macro "![" a:term "]" : term => `(Matrix.vecCons $a Matrix.vecEmpty)
macro "![" a:term ", " b:term "]" : term => `(Matrix.vecCons $a (Matrix.vecCons $b Matrix.vecEmpty))
macro "![" a:term ", " b:term ", " c:term "]" : term => `(Matrix.vecCons $a (Matrix.vecCons $b (Matrix.vecCons $c Matrix.vecEmpty)))
macro "![" a:term ", " b:term ", " c:term ", " d:term "]" : term =>
  `(Matrix.vecCons $a (Matrix.vecCons $b (Matrix.vecCons $c (Matrix.vecCons $d Matrix.vecEmpty))))
/-- Mathlib: `Matrix`. -/
def Matrix (m : Type u) (n : Type v) (α : Type w) := m → n → α
namespace Matrix
variable {m n l : Type} {α : Type u}
/-- Mathlib: `Matrix.of`. -/
def of (f : m → n → α) : Matrix m n α := f
instance : CoeFun (Matrix m n α) (fun _ => m → n → α) := ⟨fun A => A⟩
instance [Add α] : Add (Matrix m n α) := ⟨fun A B i j => A i j + B i j⟩
instance [Sub α] : Sub (Matrix m n α) := ⟨fun A B i j => A i j - B i j⟩
instance [Neg α] : Neg (Matrix m n α) := ⟨fun A i j => -A i j⟩
instance [OfNat α 0] : OfNat (Matrix m n α) 0 := ⟨fun _ _ => 0⟩
instance [DecidableEq n] [OfNat α 0] [OfNat α 1] : OfNat (Matrix n n α) 1 := ⟨fun i j => if i = j then 1 else 0⟩
instance {β : Type v} [SMul β α] : SMul β (Matrix m n α) := ⟨fun a A i j => a • A i j⟩
instance [Fintype n] [Lean.Grind.Semiring α] : HMul (Matrix m n α) (Matrix n l α) (Matrix m l α) :=
  ⟨fun A B i k => Finset.sum Finset.univ fun j => A i j * B j k⟩
instance [Fintype n] [Lean.Grind.Semiring α] : Mul (Matrix n n α) := ⟨fun A B i k => Finset.sum Finset.univ fun j => A i j * B j k⟩
def natPow [Fintype n] [DecidableEq n] [Lean.Grind.Semiring α] (A : Matrix n n α) : Nat → Matrix n n α
  | 0 => 1
  | k + 1 => natPow A k * A
instance [Fintype n] [DecidableEq n] [Lean.Grind.Semiring α] : HPow (Matrix n n α) Nat (Matrix n n α) := ⟨natPow⟩
/-- Mathlib: `Matrix.transpose`. -/
def transpose (A : Matrix m n α) : Matrix n m α := fun i j => A j i
postfix:1024 "ᵀ" => Matrix.transpose
/-- Mathlib: `Matrix.trace`. -/
def trace [Fintype n] [Lean.Grind.AddCommMonoid α] (A : Matrix n n α) : α := Finset.sum Finset.univ fun i => A i i
/-- Mathlib: `Matrix.mulVec`. -/
def mulVec [Fintype n] [Lean.Grind.Semiring α] (A : Matrix m n α) (v : n → α) : m → α :=
  fun i => Finset.sum Finset.univ fun j => A i j * v j
infixr:73 " *ᵥ " => Matrix.mulVec
/-- Mathlib: `Fin.succAbove`. -/
def _root_.Fin.succAbove {k : Nat} (p : Fin (k + 1)) (i : Fin k) : Fin (k + 1) := if i.castSucc < p then i.castSucc else i.succ
/-- Mathlib: `Matrix.det`, of matrices over `Fin k`, by `Matrix.det_succ_row_zero`. -/
def det [Lean.Grind.CommRing α] : {k : Nat} → Matrix (Fin k) (Fin k) α → α
  | 0, _ => 1
  | k + 1, A => Finset.sum Finset.univ fun j : Fin (k + 1) =>
      (-1) ^ j.val * A 0 j * det (k := k) (fun i l => A i.succ (Fin.succAbove j l))
end Matrix
macro "!![" a:term ", " b:term "; " c:term ", " d:term "]" : term => `(Matrix.of ![![$a, $b], ![$c, $d]])
macro "!![" a:term ", " b:term ", " c:term "; " d:term ", " e:term ", " f:term "; " g:term ", " h:term ", " i:term "]" : term =>
  `(Matrix.of ![![$a, $b, $c], ![$d, $e, $f], ![$g, $h, $i]])

/-! Euclidean spaces -/
/-- Mathlib: `EuclideanSpace`. -/
def EuclideanSpace (𝕜 : Type u) (n : Type) := n → 𝕜
namespace EuclideanSpace
variable {n : Type}
instance : CoeFun (EuclideanSpace Real n) (fun _ => n → Real) := ⟨fun x => x⟩
instance : Add (EuclideanSpace Real n) := ⟨fun x y i => x i + y i⟩
instance : Sub (EuclideanSpace Real n) := ⟨fun x y i => x i - y i⟩
instance : Neg (EuclideanSpace Real n) := ⟨fun x i => -x i⟩
instance : OfNat (EuclideanSpace Real n) 0 := ⟨fun _ => 0⟩
instance : SMul Real (EuclideanSpace Real n) := ⟨fun a x i => a * x i⟩
/-- `EuclideanSpace.norm_eq` in Mathlib. -/
instance [Fintype n] : Norm (EuclideanSpace Real n) := ⟨fun x => Real.sqrt (Finset.sum Finset.univ fun i => x i ^ 2)⟩
/-- `EuclideanSpace.dist_eq` in Mathlib. -/
instance [Fintype n] : Dist (EuclideanSpace Real n) := ⟨fun x y => ‖x - y‖⟩
instance [Fintype n] : TopologicalSpace (EuclideanSpace Real n) := FaithformPrelude.topologyOfDist _
end EuclideanSpace
macro "!₂[" a:term ", " b:term "]" : term => `((![$a, $b] : EuclideanSpace Real (Fin 2)))
macro "!₂[" a:term ", " b:term ", " c:term "]" : term => `((![$a, $b, $c] : EuclideanSpace Real (Fin 3)))

/-! Modules -/
instance {M : Type u} [h : AddCommGroup M] : AddCommMonoid M := { h.toAddCommGroup.toAddCommMonoid with }
/-- Mathlib: `Module`. -/
class Module (R : Type u) (M : Type v) [Lean.Grind.Semiring R] [AddCommMonoid M] extends SMul R M where
  protected one_smul : ∀ b : M, (1 : R) • b = b
  protected mul_smul : ∀ (x y : R) (b : M), (x * y) • b = x • y • b
  protected smul_zero : ∀ a : R, a • (0 : M) = 0
  protected smul_add : ∀ (a : R) (x y : M), a • (x + y) = a • x + a • y
  protected add_smul : ∀ (r s : R) (x : M), (r + s) • x = r • x + s • x
  protected zero_smul : ∀ x : M, (0 : R) • x = 0

end
