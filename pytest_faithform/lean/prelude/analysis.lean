/- Norms, topology, limits, derivatives, series: definitions. What Mathlib defines for all topological and normed spaces is
   here for the spaces that have an instance below. -/
noncomputable section

universe u v w

/-! Norms and distances -/
/-- Mathlib: `Norm`. -/
class Norm (α : Type u) where
  norm : α → Real
export Norm (norm)
macro:max atomic("‖" noWs) a:term noWs "‖" : term => `(norm $a)
instance : Norm Real := ⟨fun x => abs x⟩
/-- `Int.norm_eq_abs` in Mathlib. -/
instance : Norm Int := ⟨fun x => abs (x : Real)⟩
/-- `Complex.norm_def` in Mathlib. -/
instance : Norm Complex := ⟨Complex.abs⟩
@[simp, grind =] theorem Real.norm_eq_abs (x : Real) : ‖x‖ = abs x := rfl
@[simp, grind =] theorem FaithformPrelude.norm_complex (z : Complex) : ‖z‖ = Complex.abs z := rfl
/-- Mathlib: `Dist`. -/
class Dist (α : Type u) where
  dist : α → α → Real
export Dist (dist)
instance : Dist Real := ⟨fun x y => abs (x - y)⟩
instance : Dist Complex := ⟨fun x y => ‖x - y‖⟩
/-- `Nat.dist_eq` in Mathlib. -/
instance : Dist Nat := ⟨fun x y => abs ((x : Real) - y)⟩
/-- `Int.dist_eq` in Mathlib. -/
instance : Dist Int := ⟨fun x y => abs ((x : Real) - y)⟩
/-- `Rat.dist_eq` in Mathlib. -/
instance : Dist Rat := ⟨fun x y => abs ((x : Real) - y)⟩
@[simp, grind =] theorem Real.dist_eq (x y : Real) : dist x y = abs (x - y) := rfl
/-- Mathlib: `PseudoMetricSpace`. -/
class PseudoMetricSpace (α : Type u) extends Dist α where
  dist_self : ∀ x : α, dist x x = 0
  dist_comm : ∀ x y : α, dist x y = dist y x
  dist_triangle : ∀ x y z : α, dist x z ≤ dist x y + dist y z
/-- Mathlib: `MetricSpace`. -/
class MetricSpace (α : Type u) extends PseudoMetricSpace α where
  eq_of_dist_eq_zero : ∀ {x y : α}, dist x y = 0 → x = y
namespace Metric
variable {α : Type u} [Dist α]
/-- Mathlib: `Metric.ball`. -/
def ball (x : α) (ε : Real) : Set α := {y | dist y x < ε}
/-- Mathlib: `Metric.closedBall`. -/
def closedBall (x : α) (ε : Real) : Set α := {y | dist y x ≤ ε}
/-- Mathlib: `Metric.sphere`. -/
def sphere (x : α) (ε : Real) : Set α := {y | dist y x = ε}
end Metric

/-! Topology -/
/-- Mathlib: `TopologicalSpace`. -/
class TopologicalSpace (X : Type u) where
  protected IsOpen : Set X → Prop
  protected isOpen_univ : IsOpen Set.univ
  protected isOpen_inter : ∀ s t, IsOpen s → IsOpen t → IsOpen (s ∩ t)
  protected isOpen_sUnion : ∀ S : Set (Set X), (∀ s, s ∈ S → IsOpen s) → IsOpen (Set.sUnion S)
/-- `Metric.isOpen_iff` in Mathlib. -/
@[reducible] def FaithformPrelude.topologyOfDist (α : Type u) [Dist α] : TopologicalSpace α where
  IsOpen s := ∀ x, x ∈ s → ∃ ε : Real, 0 < ε ∧ ∀ y, dist y x < ε → y ∈ s
  isOpen_univ _ _ := ⟨1, by grind, fun _ _ => trivial⟩
  isOpen_inter s t hs ht x hx := by
    obtain ⟨a, ha, ha'⟩ := hs x hx.1; obtain ⟨b, hb, hb'⟩ := ht x hx.2
    refine ⟨min a b, by grind, fun y hy => ⟨ha' y ?_, hb' y ?_⟩⟩ <;> grind
  isOpen_sUnion S h x hx := by
    obtain ⟨s, hs, hxs⟩ := hx; obtain ⟨a, ha, ha'⟩ := h s hs x hxs
    exact ⟨a, ha, fun y hy => ⟨s, hs, ha' y hy⟩⟩
instance : TopologicalSpace Real := FaithformPrelude.topologyOfDist Real
instance : TopologicalSpace Complex := FaithformPrelude.topologyOfDist Complex
instance : TopologicalSpace Rat := FaithformPrelude.topologyOfDist Rat
instance {α : Type u} [PseudoMetricSpace α] : TopologicalSpace α := FaithformPrelude.topologyOfDist α
@[reducible] def FaithformPrelude.discrete (X : Type u) : TopologicalSpace X :=
  ⟨fun _ => True, trivial, fun _ _ _ _ => trivial, fun _ _ => trivial⟩
instance : TopologicalSpace Nat := FaithformPrelude.discrete Nat
instance : TopologicalSpace Int := FaithformPrelude.discrete Int
instance : TopologicalSpace Bool := FaithformPrelude.discrete Bool
/-- `isOpen_prod_iff` in Mathlib. -/
instance {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] : TopologicalSpace (X × Y) where
  IsOpen s := ∀ p, p ∈ s → ∃ a b, TopologicalSpace.IsOpen a ∧ TopologicalSpace.IsOpen b ∧ p.1 ∈ a ∧ p.2 ∈ b ∧ Set.prod a b ⊆ s
  isOpen_univ _ _ := ⟨Set.univ, Set.univ, TopologicalSpace.isOpen_univ, TopologicalSpace.isOpen_univ, trivial, trivial, fun _ _ => trivial⟩
  isOpen_inter s t hs ht p hp := by
    obtain ⟨a, b, ha, hb, h1, h2, h⟩ := hs p hp.1; obtain ⟨c, d, hc, hd, h3, h4, h'⟩ := ht p hp.2
    exact ⟨a ∩ c, b ∩ d, TopologicalSpace.isOpen_inter _ _ ha hc, TopologicalSpace.isOpen_inter _ _ hb hd, ⟨h1, h3⟩, ⟨h2, h4⟩,
      fun q hq => ⟨h q ⟨hq.1.1, hq.2.1⟩, h' q ⟨hq.1.2, hq.2.2⟩⟩⟩
  isOpen_sUnion S h p hp := by
    obtain ⟨s, hs, hps⟩ := hp; obtain ⟨a, b, ha, hb, h1, h2, h'⟩ := h s hs p hps
    exact ⟨a, b, ha, hb, h1, h2, fun q hq => ⟨s, hs, h' q hq⟩⟩
section
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
/-- Mathlib: `IsOpen`. -/
def IsOpen (s : Set X) : Prop := TopologicalSpace.IsOpen s
/-- Mathlib: `IsClosed`. -/
class IsClosed (s : Set X) : Prop where
  isOpen_compl : IsOpen sᶜ
/-- Mathlib: `closure`. -/
def closure (s : Set X) : Set X := fun x => ∀ t : Set X, IsClosed t → s ⊆ t → x ∈ t
/-- Mathlib: `interior`. -/
def interior (s : Set X) : Set X := fun x => ∃ t : Set X, IsOpen t ∧ t ⊆ s ∧ x ∈ t
/-- Mathlib: `frontier`. -/
def frontier (s : Set X) : Set X := closure s \ interior s
/-- Mathlib: `Dense`. -/
def Dense (s : Set X) : Prop := ∀ x, x ∈ closure s
/-- Mathlib: `IsCompact`, by `isCompact_iff_finite_subcover`. -/
def IsCompact (s : Set X) : Prop :=
  ∀ (ι : Type u) (U : ι → Set X), (∀ i, IsOpen (U i)) → s ⊆ Set.iUnion U → ∃ t : Finset ι, ∀ x, x ∈ s → ∃ i, i ∈ t ∧ x ∈ U i
/-- Mathlib: `CompactSpace`. -/
class CompactSpace (X : Type u) [TopologicalSpace X] : Prop where
  isCompact_univ : IsCompact (Set.univ : Set X)
/-- Mathlib: `IsPreconnected`. -/
def IsPreconnected (s : Set X) : Prop :=
  ∀ a b : Set X, IsOpen a → IsOpen b → s ⊆ a ∪ b → (s ∩ a).Nonempty → (s ∩ b).Nonempty → (s ∩ (a ∩ b)).Nonempty
/-- Mathlib: `IsConnected`. -/
def IsConnected (s : Set X) : Prop := s.Nonempty ∧ IsPreconnected s
/-- Mathlib: `T2Space`. -/
class T2Space (X : Type u) [TopologicalSpace X] : Prop where
  t2 : ∀ x y : X, x ≠ y → ∃ a b : Set X, IsOpen a ∧ IsOpen b ∧ x ∈ a ∧ y ∈ b ∧ Disjoint a b
/-- Mathlib: `Continuous`. -/
structure Continuous (f : X → Y) : Prop where
  isOpen_preimage : ∀ s, IsOpen s → IsOpen (f ⁻¹' s)
end

/-! Filters -/
/-- Mathlib: `Filter`. -/
structure Filter (α : Type u) where
  sets : Set (Set α)
  univ_sets : Set.univ ∈ sets
  sets_of_superset : ∀ {x y}, x ∈ sets → x ⊆ y → y ∈ sets
  inter_sets : ∀ {x y}, x ∈ sets → y ∈ sets → x ∩ y ∈ sets
namespace Filter
variable {α : Type u} {β : Type v}
instance : Membership (Set α) (Filter α) := ⟨fun f s => s ∈ f.sets⟩
/-- Mathlib: `Filter.Eventually`. -/
protected def Eventually (p : α → Prop) (f : Filter α) : Prop := setOf p ∈ f
/-- Mathlib: `Filter.Frequently`. -/
protected def Frequently (p : α → Prop) (f : Filter α) : Prop := ¬ Filter.Eventually (fun x => ¬ p x) f
/-- Mathlib: `Filter.Tendsto`, by `Filter.tendsto_def`. -/
def Tendsto (f : α → β) (l₁ : Filter α) (l₂ : Filter β) : Prop := ∀ s, s ∈ l₂ → f ⁻¹' s ∈ l₁
/-- Mathlib: `Filter.principal`. -/
def principal (s : Set α) : Filter α :=
  ⟨{t | s ⊆ t}, fun _ _ => trivial, fun h h' x hx => h' x (h x hx), fun h h' x hx => ⟨h x hx, h' x hx⟩⟩
/-- Mathlib: `Filter.atTop`: the filter that the sets `Set.Ici a` generate. -/
def atTop [LE α] : Filter α where
  sets := {s | ∃ l : List α, ∀ x, (∀ a, a ∈ l → a ≤ x) → x ∈ s}
  univ_sets := ⟨[], fun _ _ => trivial⟩
  sets_of_superset := fun ⟨l, h⟩ h' => ⟨l, fun x hx => h' x (h x hx)⟩
  inter_sets := fun ⟨l, h⟩ ⟨m, h'⟩ => ⟨l ++ m, fun x hx =>
    ⟨h x fun a ha => hx a (List.mem_append.2 (.inl ha)), h' x fun a ha => hx a (List.mem_append.2 (.inr ha))⟩⟩
/-- Mathlib: `Filter.atBot`: the filter that the sets `Set.Iic a` generate. -/
def atBot [LE α] : Filter α where
  sets := {s | ∃ l : List α, ∀ x, (∀ a, a ∈ l → x ≤ a) → x ∈ s}
  univ_sets := ⟨[], fun _ _ => trivial⟩
  sets_of_superset := fun ⟨l, h⟩ h' => ⟨l, fun x hx => h' x (h x hx)⟩
  inter_sets := fun ⟨l, h⟩ ⟨m, h'⟩ => ⟨l ++ m, fun x hx =>
    ⟨h x fun a ha => hx a (List.mem_append.2 (.inl ha)), h' x fun a ha => hx a (List.mem_append.2 (.inr ha))⟩⟩
end Filter
macro "∀ᶠ " bs:faithformBinders " in " f:term ", " p:term : term => `(Filter.Eventually (faithform_fun% $bs => $p) $f)
macro "∃ᶠ " bs:faithformBinders " in " f:term ", " p:term : term => `(Filter.Frequently (faithform_fun% $bs => $p) $f)
section
variable {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
/-- Mathlib: `nhds`, by `mem_nhds_iff`. -/
def nhds (x : X) : Filter X where
  sets := {s | ∃ t, t ⊆ s ∧ IsOpen t ∧ x ∈ t}
  univ_sets := ⟨Set.univ, fun _ _ => trivial, TopologicalSpace.isOpen_univ, trivial⟩
  sets_of_superset := fun ⟨t, h, ho, hx⟩ h' => ⟨t, fun y hy => h' y (h y hy), ho, hx⟩
  inter_sets := fun ⟨s, h, ho, hx⟩ ⟨t, h', ho', hx'⟩ =>
    ⟨s ∩ t, fun y hy => ⟨h y hy.1, h' y hy.2⟩, TopologicalSpace.isOpen_inter _ _ ho ho', hx, hx'⟩
/-- Mathlib: `nhdsWithin`, by `mem_nhdsWithin`. -/
def nhdsWithin (x : X) (s : Set X) : Filter X where
  sets := {r | ∃ t, IsOpen t ∧ x ∈ t ∧ t ∩ s ⊆ r}
  univ_sets := ⟨Set.univ, TopologicalSpace.isOpen_univ, trivial, fun _ _ => trivial⟩
  sets_of_superset := fun ⟨t, ho, hx, h⟩ h' => ⟨t, ho, hx, fun y hy => h' y (h y hy)⟩
  inter_sets := fun ⟨a, ho, hx, h⟩ ⟨b, ho', hx', h'⟩ =>
    ⟨a ∩ b, TopologicalSpace.isOpen_inter _ _ ho ho', ⟨hx, hx'⟩, fun y hy => ⟨h y ⟨hy.1.1, hy.2⟩, h' y ⟨hy.1.2, hy.2⟩⟩⟩
/-- Mathlib: `ContinuousAt`. -/
def ContinuousAt (f : X → Y) (x : X) : Prop := Filter.Tendsto f (nhds x) (nhds (f x))
/-- Mathlib: `ContinuousWithinAt`. -/
def ContinuousWithinAt (f : X → Y) (s : Set X) (x : X) : Prop := Filter.Tendsto f (nhdsWithin x s) (nhds (f x))
/-- Mathlib: `ContinuousOn`. -/
def ContinuousOn (f : X → Y) (s : Set X) : Prop := ∀ x, x ∈ s → ContinuousWithinAt f s x
end
namespace Topology
scoped notation "𝓝" => nhds
scoped notation "𝓝[" s "] " x:100 => nhdsWithin x s
scoped notation "𝓝[>] " x:100 => nhdsWithin x (Set.Ioi x)
scoped notation "𝓝[<] " x:100 => nhdsWithin x (Set.Iio x)
scoped notation "𝓝[≥] " x:100 => nhdsWithin x (Set.Ici x)
scoped notation "𝓝[≤] " x:100 => nhdsWithin x (Set.Iic x)
scoped notation "𝓝[≠] " x:100 => nhdsWithin x {x}ᶜ
end Topology
section
variable {α : Type u} {β : Type v} [Dist α] [Dist β]
/-- Mathlib: `UniformContinuous`, by `Metric.uniformContinuous_iff`. -/
def UniformContinuous (f : α → β) : Prop :=
  ∀ ε : Real, 0 < ε → ∃ δ : Real, 0 < δ ∧ ∀ ⦃a b : α⦄, dist a b < δ → dist (f a) (f b) < ε
/-- Mathlib: `CauchySeq`, by `Metric.cauchySeq_iff`. -/
def CauchySeq (f : Nat → α) : Prop := ∀ ε : Real, 0 < ε → ∃ N : Nat, ∀ m : Nat, N ≤ m → ∀ n : Nat, N ≤ n → dist (f m) (f n) < ε
/-- Mathlib: `LipschitzWith`, by `lipschitzWith_iff_dist_le_mul`. -/
def LipschitzWith (K : NNReal) (f : α → β) : Prop := ∀ x y, dist (f x) (f y) ≤ (K : Real) * dist x y
end

/-! Derivatives -/
/-- `smul_eq_mul` in Mathlib. -/
instance (priority := 50) FaithformPrelude.smulOfMul {α : Type u} [Mul α] : SMul α α := ⟨fun a b => a * b⟩
instance : SMul Real Complex := ⟨fun r z => ⟨r * z.re, r * z.im⟩⟩
/-- The fields whose functions have derivatives here. -/
class FaithformPrelude.Differentiation (𝕜 : Type u) (F : Type v) where
  diff : 𝕜 → 𝕜 → 𝕜
  size : 𝕜 → Real
  /-- `f y - f x - (y - x) f'`, by its norm. -/
  error : F → F → 𝕜 → F → Real
instance : FaithformPrelude.Differentiation Real Real := ⟨fun a b => a - b, norm, fun a b h d => ‖a - b - h * d‖⟩
instance : FaithformPrelude.Differentiation Complex Complex := ⟨fun a b => a - b, norm, fun a b h d => ‖a - b - h * d‖⟩
instance : FaithformPrelude.Differentiation Real Complex := ⟨fun a b => a - b, norm, fun a b h d => ‖a - b - h • d‖⟩
section
variable {𝕜 : Type u} {F : Type v} [FaithformPrelude.Differentiation 𝕜 F]
open FaithformPrelude
/-- Mathlib: `HasDerivWithinAt`, by `hasDerivWithinAt_iff_isLittleO` and `Asymptotics.isLittleO_iff`. -/
def HasDerivWithinAt (f : 𝕜 → F) (f' : F) (s : Set 𝕜) (x : 𝕜) : Prop :=
  ∀ ε : Real, 0 < ε → ∃ δ : Real, 0 < δ ∧ ∀ y, y ∈ s → Differentiation.size F (Differentiation.diff F y x) < δ →
    Differentiation.error (f y) (f x) (Differentiation.diff F y x) f' ≤ ε * Differentiation.size F (Differentiation.diff F y x)
/-- Mathlib: `HasDerivAt`, by `hasDerivWithinAt_univ`. -/
def HasDerivAt (f : 𝕜 → F) (f' : F) (x : 𝕜) : Prop := HasDerivWithinAt f f' Set.univ x
open Classical in
/-- Mathlib: `deriv`. -/
def deriv [OfNat F 0] (f : 𝕜 → F) (x : 𝕜) : F := if h : ∃ f', HasDerivAt f f' x then choose h else 0
/-- Mathlib: `iteratedDeriv`, by `iteratedDeriv_succ`. -/
def iteratedDeriv [OfNat F 0] : Nat → (𝕜 → F) → 𝕜 → F
  | 0, f => f
  | n + 1, f => deriv (iteratedDeriv n f)
variable (𝕜)
/-- Mathlib: `DifferentiableWithinAt`. -/
def DifferentiableWithinAt (f : 𝕜 → F) (s : Set 𝕜) (x : 𝕜) : Prop := ∃ f', HasDerivWithinAt f f' s x
/-- Mathlib: `DifferentiableAt`. -/
def DifferentiableAt (f : 𝕜 → F) (x : 𝕜) : Prop := ∃ f', HasDerivAt f f' x
/-- Mathlib: `Differentiable`. -/
def Differentiable (f : 𝕜 → F) : Prop := ∀ x, DifferentiableAt 𝕜 f x
/-- Mathlib: `DifferentiableOn`. -/
def DifferentiableOn (f : 𝕜 → F) (s : Set 𝕜) : Prop := ∀ x, x ∈ s → DifferentiableWithinAt 𝕜 f s x
/-- Mathlib: `ContDiff`, by `contDiff_iff_iteratedDeriv`, for a finite number of derivatives. -/
def ContDiff [OfNat F 0] [TopologicalSpace 𝕜] [TopologicalSpace F] (n : Nat) (f : 𝕜 → F) : Prop :=
  (∀ m, m ≤ n → Continuous (iteratedDeriv m f)) ∧ ∀ m, m < n → Differentiable 𝕜 (iteratedDeriv m f)
end

/-! Convexity -/
section
variable (𝕜 : Type u) {E : Type v} {β : Type w} [LE 𝕜] [LT 𝕜] [Add 𝕜] [OfNat 𝕜 0] [OfNat 𝕜 1] [SMul 𝕜 E] [Add E]
  [SMul 𝕜 β] [Add β] [LE β] [LT β]
/-- Mathlib: `Convex`, by `convex_iff_forall_pos` and its definition. -/
def Convex (s : Set E) : Prop := ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s
/-- Mathlib: `ConvexOn`. -/
def ConvexOn (s : Set E) (f : E → β) : Prop :=
  Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → f (a • x + b • y) ≤ a • f x + b • f y
/-- Mathlib: `ConcaveOn`. -/
def ConcaveOn (s : Set E) (f : E → β) : Prop :=
  Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • f x + b • f y ≤ f (a • x + b • y)
/-- Mathlib: `StrictConvexOn`. -/
def StrictConvexOn (s : Set E) (f : E → β) : Prop :=
  Convex 𝕜 s ∧ ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
    f (a • x + b • y) < a • f x + b • f y
end

/-! Series -/
section
variable {α : Type u} {β : Type v} [Lean.Grind.AddCommMonoid α] [TopologicalSpace α]
/-- Mathlib: `HasSum`. -/
def HasSum (f : β → α) (a : α) : Prop :=
  ∀ U : Set α, IsOpen U → a ∈ U → ∃ s : Finset β, ∀ t : Finset β, s ⊆ t → Finset.sum t f ∈ U
/-- Mathlib: `Summable`. -/
def Summable (f : β → α) : Prop := ∃ a, HasSum f a
open Classical in
/-- Mathlib: `tsum`, in a Hausdorff space. -/
def tsum (f : β → α) : α := if h : Summable f then choose h else 0
end
macro "∑' " bs:faithformBinders ", " b:term:67 : term => `(faithform_over% tsum $bs => $b)

/-! Integrals: what they are is not said here. -/
/-- Mathlib: `intervalIntegral`, of a real function over the Lebesgue measure. -/
axiom FaithformPrelude.intervalIntegral : (Real → Real) → Real → Real → Real
/-- Mathlib: `MeasureTheory.integral`, of a real function over the Lebesgue measure on a set. -/
axiom FaithformPrelude.setIntegral : Set Real → (Real → Real) → Real
macro "∫ " bs:faithformBinders " in " a:term ".." b:term ", " f:term:60 : term =>
  `(FaithformPrelude.intervalIntegral (faithform_fun% $bs => $f) $a $b)
macro "∫ " bs:faithformBinders " in " s:term ", " f:term:60 : term => `(FaithformPrelude.setIntegral $s (faithform_fun% $bs => $f))
macro "∫ " bs:faithformBinders ", " f:term:60 : term => `(FaithformPrelude.setIntegral Set.univ (faithform_fun% $bs => $f))

end
