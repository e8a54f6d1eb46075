import Mathlib

/-! What the backends ask a Lean, and how they expect it to answer: `lake build` fails where this Lean words it otherwise, or
finds other axioms. Elaborated by the embedded Lean too, in the tests, without Mathlib. -/

namespace Probe

theorem closed : 1 + 1 = 2 := rfl
theorem classical (p : Prop) : p ∨ ¬p := Classical.em p
axiom assumed : 1 = 2
theorem cheated : 1 = 2 := assumed

end Probe

/-- info: 'Probe.closed' does not depend on any axioms -/
#guard_msgs in
#print axioms _root_.Probe.closed

/-- info: 'Probe.classical' depends on axioms: [propext, Classical.choice, Quot.sound] -/
#guard_msgs in
#print axioms _root_.Probe.classical

/-- info: 'Probe.cheated' depends on axioms: [Probe.assumed] -/
#guard_msgs in
#print axioms _root_.Probe.cheated

/-- info: 'Nat' does not depend on any axioms -/
#guard_msgs in
#print axioms _root_.Nat

/-- The negation of a statement is formed by Lean from its closed type, and refuted without a change to its text. -/
theorem Probe.refutable (n : Nat) (h : 2 * n = 10) : n = 6 := by sorry

theorem Probe.refutation : ¬(type_of% @Probe.refutable) := by
  intro h
  exact absurd (h 5 rfl) (by decide)

/-- info: 'Probe.refutation' does not depend on any axioms -/
#guard_msgs in
#print axioms _root_.Probe.refutation
