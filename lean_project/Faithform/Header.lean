import Mathlib

/-! What a formalization is elaborated on where Mathlib is at hand: nothing may be bound implicitly, so that a misspelt
or look-alike name is an error and not a fresh variable. -/

set_option autoImplicit false
set_option relaxedAutoImplicit false

open BigOperators Real Nat Topology Rat
