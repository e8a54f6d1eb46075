set_option autoImplicit false
set_option relaxedAutoImplicit false

notation "ℕ" => Nat
notation "ℤ" => Int
notation "ℚ" => Rat

/-- A `lemma` is a `theorem`. -/
macro (name := lemmaSyntax) mods:declModifiers "lemma " id:declId sig:declSig val:declVal : command =>
  `($mods:declModifiers theorem $id $sig $val)
