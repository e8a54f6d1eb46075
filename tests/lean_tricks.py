"""Ways in which a Lean text says something else than it seems to, or seems to prove what it does not; each with a harmless
text that looks like it.

`text` works on bare Lean: it is accepted, and where `clean` is set its theorem rests on nothing but Lean's own three axioms.
`caught` names what stops it: a rule of the guard, "after" where only the second look does, "vacuous", or "axioms" where the
theorem does not count as proved because of what it rests on. `after` is the rule of the second look that catches it. `twin`
passes, and is what `twin_is` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["TRICKS", "Trick"]


@dataclass(frozen=True)
class Trick:
    text: str
    caught: str
    twin: str
    twin_is: Literal["proved", "refuted"] = "proved"
    clean: bool = False
    says: str = ""
    after: str = ""


MUL = "⟨fun a b => a * b + 1 - 1⟩"  # arithmetic that is not what its sign says
POINT = "structure Point where\n  x : ℕ\n  y : ℕ\n"

#: What is assumed, or taken on trust, instead of proved.
TRUSTED = {
    "an axiom": Trick(
        "axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim",
        "axioms",
        "theorem cheat : ¬ False := id\ntheorem t : 1 ≠ 2 := by decide",
    ),
    "an axiom that is called like one of Lean's": Trick(
        "namespace Foo\naxiom propext : False\ntheorem t : 1 = 2 := propext.elim\nend Foo",
        "axioms",
        "theorem t (p q : Prop) (h : p ↔ q) : p = q := propext h",
    ),
    "an axiom in a namespace called like Lean's": Trick(
        "namespace Foo\naxiom Classical.choice : False\ntheorem t : 1 = 2 := Classical.choice.elim\nend Foo",
        "axioms",
        "theorem t (p : Prop) : p ∨ ¬ p := Classical.em p",
    ),
    "a private axiom": Trick(
        "private axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim",
        "axioms",
        "private theorem honest : 1 = 1 := rfl\ntheorem t : 1 = 1 := honest",
    ),
    "a name that reads as private": Trick(
        "axiom _private.«0».propext : False\ntheorem t : 1 = 2 := _private.«0».propext.elim",
        "private-name",
        "theorem private_ : 1 = 1 := rfl\ntheorem t : 1 = 1 := private_",
        after="unseen",
    ),
    "an axiom used by a lemma": Trick(
        "axiom cheat (n : ℕ) : n = 0\nlemma aux : 1 = 0 := cheat 1\ntheorem t : 1 = 2 := aux.trans (cheat 2).symm",
        "axioms",
        "lemma aux : 1 * 1 = 1 := rfl\ntheorem t : 1 * 1 * 1 = 1 := by simp",
    ),
    "sorryAx": Trick(
        "theorem t : 1 = 2 := sorryAx _ false", "axioms", "theorem t (sorryAx_ : ℕ) : sorryAx_ = sorryAx_ := rfl"
    ),
    "sorryAx in quotes": Trick(
        "theorem t : 1 = 2 := by exact «sorryAx» _ false", "axioms", "theorem «t» : 1 = 1 := by exact «rfl»"
    ),
    "admit": Trick(
        "theorem t : 1 = 2 := by admit", "axioms", "theorem t (admitted : 1 = 1) : 1 = 1 := by exact admitted"
    ),
    "stop": Trick(
        "theorem t : 1 = 2 := by\n  stop\n  rfl", "axioms", "theorem t (stop : 1 = 1) : 1 = 1 := by\n  exact stop"
    ),
    "a recursion whose descent is assumed": Trick(
        "theorem t (n : ℕ) : 1 = 2 := t (n + 1)\ntermination_by n\ndecreasing_by sorry",
        "axioms",
        "theorem t (n : ℕ) : n + 0 = n := match n with\n  | 0 => rfl\n  | n + 1 => rfl",
    ),
    "a sorry without a warning": Trick(
        "set_option warn.sorry false\ntheorem t : 1 = 2 := sorry",
        "option",
        "set_option pp.numericTypes true\ntheorem t : 1 + 1 = 2 := rfl",
    ),
    "a simp lemma that is assumed": Trick(
        "@[simp] theorem aux (n : ℕ) : n = 0 := sorry\ntheorem t : 1 = 2 := by simp [aux 1, aux 2]",
        "axioms",
        "@[simp] theorem aux (n : ℕ) : n + 0 = n := rfl\ntheorem t (n : ℕ) : n + 0 = n := by simp",
    ),
    "a placeholder that a definition hides": Trick(
        "def proof : 1 = 2 := sorry\ntheorem t : 1 = 2 := proof",
        "axioms",
        "def two : ℕ := 2\ntheorem t : two = 2 := rfl",
    ),
    "native_decide": Trick(
        "theorem t : 2 ^ 10 = 1024 := by native_decide",
        "compiler-trust",
        "theorem t : 2 ^ 10 = 1024 := by decide +kernel",
    ),
    "decide +native": Trick(
        "theorem t : 2 ^ 10 = 1024 := by decide +native",
        "compiler-trust",
        "theorem t (native : ℕ) : native + 0 = native := by simp",
    ),
    "native_decide on other code": Trick(
        "def f (n : ℕ) : ℕ := 1\n@[implemented_by f] def g (n : ℕ) : ℕ := 0\ntheorem t : g 0 = 1 := by native_decide",
        "attribute",
        "@[inline] def g (n : ℕ) : ℕ := 0\ntheorem t : g 0 = 1 := by sorry",
        twin_is="refuted",
    ),
    "foreign code": Trick(
        '@[extern "f"] def g (n : ℕ) : ℕ := n\ntheorem t : g 0 = 0 := rfl',
        "attribute",
        "@[irreducible] def g (n : ℕ) : ℕ := n\ntheorem t (n : ℕ) : g n = g n := rfl",
    ),
    "code put in another's place": Trick(
        "def g (n : ℕ) : ℕ := n\ndef h (n : ℕ) : ℕ := n\n@[csimp] theorem gh : @g = @h := rfl\ntheorem t : g 0 = 0 := rfl",
        "attribute",
        "def g (n : ℕ) : ℕ := n\n@[simp] theorem gh (n : ℕ) : g n = n := rfl\ntheorem t : g 0 = 0 := rfl",
    ),
    "the kernel's check switched off": Trick(
        "set_option debug.skipKernelTC true in\ntheorem t : 1 = 2 := by decide +kernel",
        "option",
        "set_option maxRecDepth 2000 in\ntheorem t : 1 = 2 := by sorry",
        twin_is="refuted",
        clean=True,
    ),
    "the kernel's check switched off inside a proof": Trick(
        "theorem t : 1 = 2 := by\n  set_option debug.skipKernelTC true in decide +kernel",
        "option",
        "theorem t : 1 < 2 := by\n  set_option maxRecDepth 2000 in decide +kernel",
    ),
    "the kernel's check switched off, in quotes": Trick(
        "set_option «debug».skipKernelTC true\ntheorem t : 1 = 2 := by decide +kernel",
        "option",
        "set_option linter.unusedVariables false\ntheorem t (n : ℕ) : 1 < 2 := by decide",
        clean=True,
    ),
}

#: Symbols and names with another meaning than they have in Lean.
MEANINGS = {
    "a local instance": Trick(
        f"local instance : Add ℕ := {MUL}\ntheorem t : 2 + 3 = 6 := rfl",
        "command",
        f"{POINT}instance : Add Point := ⟨fun p q => ⟨p.x + q.x, p.y + q.y⟩⟩\n"
        "theorem t (p q : Point) : (p + q).x = p.x + q.x := rfl",
        clean=True,
        after="instance",
    ),
    "a noncomputable instance": Trick(
        "noncomputable instance odd : Add ℕ := ⟨Nat.mul⟩\ntheorem t : 2 + 3 = 6 := rfl",
        "command",
        "noncomputable def odd : Add ℕ := ⟨Nat.mul⟩\ntheorem t : 2 + 3 = 5 := rfl",
        clean=True,
        after="instance",
    ),
    "an instance with a priority": Trick(
        f"instance (priority := 5000) : Add ℕ := {MUL}\ntheorem t : 2 + 3 = 6 := rfl",
        "command",
        f"{POINT}instance (priority := low) : Inhabited Point := ⟨⟨0, 0⟩⟩\ntheorem t : (default : Point).x = 0 := rfl",
        clean=True,
        after="instance",
    ),
    "a scoped instance": Trick(
        f"namespace Odd\nscoped instance : Add ℕ := {MUL}\nend Odd\nopen Odd\ntheorem t : 2 + 3 = 6 := rfl",
        "command",
        "namespace Odd\ndef two : ℕ := 2\nend Odd\nopen Odd\ntheorem t : two + 3 = 5 := rfl",
        clean=True,
        after="instance",
    ),
    "an instance by an attribute": Trick(
        f"@[reducible] def odd : Add ℕ := {MUL}\nattribute [local instance] odd\ntheorem t : 2 + 3 = 6 := rfl",
        "attribute",
        "@[reducible] def odd : ℕ := 3\nattribute [local simp] odd\ntheorem t : 2 + odd = 5 := by simp",
        clean=True,
        after="hidden",
    ),
    "an instance by an attribute on its definition": Trick(
        f"@[instance] def odd : Add ℕ := {MUL}\ntheorem t : 2 + 3 = 6 := rfl",
        "attribute",
        "@[reducible] def odd : ℕ := 3\ntheorem t : 2 + odd = 5 := rfl",
        clean=True,
        after="hidden",
    ),
    "a default instance": Trick(
        "structure Odd where\n  n : ℕ\n@[default_instance 5000] instance (n : ℕ) : OfNat Odd n := ⟨⟨0⟩⟩\n"
        "theorem t : 2 = 3 := rfl",
        "attribute",
        "structure Odd where\n  n : ℕ\ninstance : Inhabited Odd := ⟨⟨0⟩⟩\ntheorem t : 2 + 1 = 3 := rfl",
        clean=True,
        after="hidden",
    ),
    "Lean's own instance taken away": Trick(
        f"attribute [-instance] instAddNat\ninstance (priority := low) odd : Add ℕ := {MUL}\ntheorem t : 2 + 3 = 6 := rfl",
        "attribute",
        "attribute [-simp] Nat.add_comm\ntheorem t : 2 + 3 = 5 := rfl",
        clean=True,
        after="instance",
    ),
    "numerals with another value": Trick(
        "local instance (priority := high) : OfNat ℕ 2 := ⟨3⟩\ntheorem t : 2 = Nat.succ (Nat.succ (Nat.succ 0)) := rfl",
        "command",
        f"{POINT}instance : OfNat Point 0 := ⟨⟨0, 0⟩⟩\ntheorem t : (0 : Point).x = 0 := rfl",
        clean=True,
        after="instance",
    ),
    "an order turned round": Trick(
        "noncomputable local instance : LT ℕ := ⟨fun a b => Nat.lt b a⟩\n"
        "theorem t : 3 < 2 := show Nat.lt 2 3 from Nat.lt.base 2",
        "command",
        "theorem t : 2 < 3 := show Nat.lt 2 3 from Nat.lt.base 2",
        clean=True,
        after="instance",
    ),
    "a coercion that forgets": Trick(
        "local instance : NatCast ℤ := ⟨fun _ => 0⟩\ntheorem t (n : ℕ) : (n : ℤ) = 0 := rfl",
        "command",
        f"{POINT}instance : Coe Point ℕ := ⟨Point.x⟩\ntheorem t (p : Point) : (p : ℕ) = p.x := rfl",
        clean=True,
        after="instance",
    ),
    "an instance as an argument": Trick(
        "theorem t [Add ℕ] (a b : ℕ) (h : a + b = 0) : a + b = 0 := h",
        "instance",
        "theorem t {α : Type} [Add α] (a b c : α) (h : a + b = c) : a + b = c := h",
        clean=True,
    ),
    "an instance as a variable": Trick(
        "variable [i : OfNat ℕ 2]\ntheorem t (h : (2 : ℕ) = 5) : (2 : ℕ) = 5 := h",
        "instance",
        "variable {α : Type} [Inhabited α]\ntheorem t (a : α) (h : default = a) : default = a := h",
        clean=True,
    ),
    "a class that brings arithmetic": Trick(
        "class Odd extends Add ℕ\ntheorem t [Odd] (a b : ℕ) (h : a + b = 1) : a + b = 1 := h",
        "command",
        "structure Odd extends Add ℕ\ntheorem t (o : Odd) (a b : ℕ) (h : a + b = 1) : b + a = 1 := by omega",
        clean=True,
    ),
    "a notation for an operator": Trick(
        'local infixl:65 (priority := high) " + " => Nat.mul\ntheorem t : 2 + 3 = 6 := rfl',
        "command",
        'local notation "Δ" => Nat.succ\ntheorem t : Δ 3 = 4 := rfl',
        clean=True,
    ),
    "a notation for a bracket": Trick(
        'local notation (priority := high) "⟨" a ", " b "⟩" => Nat.mul a b\ntheorem t : ⟨2, 3⟩ = 6 := rfl',
        "notation",
        'local notation "⟪" a ", " b "⟫" => Nat.mul a b\ntheorem t : ⟪2, 3⟫ = 6 := rfl',
        clean=True,
    ),
    "a notation for a type": Trick(
        'local notation (priority := high) "ℕ" => Bool\n'
        "theorem t (a b c : ℕ) : a = b ∨ b = c ∨ a = c := by cases a <;> cases b <;> cases c <;> simp",
        "notation",
        'local notation "𝔹" => Bool\n'
        "theorem t (a b c : 𝔹) : a = b ∨ b = c ∨ a = c := by cases a <;> cases b <;> cases c <;> simp",
        clean=True,
        after="shadowing",
    ),
    "a notation for a library's name": Trick(
        'local notation "Prime" => fun (_ : ℕ) => True\ntheorem t : Prime 4 := trivial',
        "notation",
        "def Prime (n : ℕ) : Prop := 1 < n ∧ ∀ m < n, n % m = 0 → m = 1\ntheorem t : 1 < 2 ∨ Prime 2 := .inl (by decide)",
        clean=True,
    ),
    "a notation for a name of the text's Lean": Trick(
        'local notation (priority := high) "Nat.gcd" => fun (a b : ℕ) => 1\ntheorem t : Nat.gcd 4 6 = 1 := rfl',
        "notation",
        'local notation "gcd₂" => Nat.gcd 2\ntheorem t : gcd₂ 6 = 2 := rfl',
        clean=True,
        after="shadowing",
    ),
    "a macro": Trick(
        "local macro_rules | `($a + $b) => `($a * $b)\ntheorem t : 2 + 3 = 6 := rfl",
        "command",
        "def macro_rules' (a b : ℕ) : ℕ := a * b\ntheorem t : macro_rules' 2 3 = 6 := rfl",
        clean=True,
        after="unseen",
    ),
    "a macro for a word": Trick(
        'macro "seven" : term => `(8)\ntheorem t : seven = 8 := rfl',
        "command",
        "def seven : ℕ := 7\ntheorem t : seven = 8 := by sorry",
        twin_is="refuted",
        clean=True,
        after="unseen",
    ),
    "a unification hint": Trick(
        "unif_hint odd (n : ℕ) where |- n + 0 =?= n\ntheorem t (n : ℕ) : n + 0 = n := rfl",
        "metaprogram",
        "theorem unif_hint' (n : ℕ) : n + 0 = n := rfl\ntheorem t (n : ℕ) : n + 0 = n := unif_hint' n",
        after="unseen",
    ),
    "other names for Lean's": Trick(
        "open Nat renaming pred → next\ntheorem t : next 3 = 2 := rfl",
        "open",
        "open Nat (pred succ)\ntheorem t : pred 3 = 2 := rfl",
        clean=True,
    ),
    "names let out of a namespace": Trick(
        "namespace Foo\ndef bit (n : ℕ) : ℕ := n\nend Foo\nexport Foo (bit)\ntheorem t : bit 1 = 1 := rfl",
        "command",
        "namespace Foo\ndef bit (n : ℕ) : ℕ := n\nend Foo\nopen Foo in\ntheorem t : bit 1 = 1 := rfl",
        clean=True,
        after="shadowing",
    ),
    "a function of Lean's defined anew": Trick(
        "namespace Foo\ndef max (a b : ℕ) : ℕ := 0\ntheorem t : max 1 2 = 0 := rfl\nend Foo",
        "shadowing",
        "namespace Foo\ndef maximum (a b : ℕ) : ℕ := 0\ntheorem t : maximum 1 2 = 0 := rfl\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a function that is on no list defined anew": Trick(
        "namespace Foo\ndef Nat.log2 (a : ℕ) : ℕ := 0\ntheorem t : Nat.log2 8 = 0 := rfl\nend Foo",
        "after",
        "namespace Foo\ndef Nat.logTwo (a : ℕ) : ℕ := 0\ntheorem t : Nat.logTwo 8 = 0 := rfl\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a function defined anew, in quotes": Trick(
        "namespace Foo\ndef «max» (a b : ℕ) : ℕ := 0\ntheorem t : max 1 2 = 0 := rfl\nend Foo",
        "shadowing",
        "namespace Foo\ndef «maximal one» (a b : ℕ) : ℕ := 0\ntheorem t : «maximal one» 1 2 = 0 := rfl\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a method defined anew": Trick(
        "namespace Foo\ndef Nat.gcd (a b : ℕ) : ℕ := 1\ntheorem t : Nat.gcd 4 6 = 1 := rfl\nend Foo",
        "shadowing",
        "def Nat.twice (a : ℕ) : ℕ := 2 * a\ntheorem t (n : ℕ) : n.twice = 2 * n := rfl",
        clean=True,
        after="shadowing",
    ),
    "an opened name defined anew": Trick(
        "namespace Foo\nopen Nat\ndef log2 (a : ℕ) : ℕ := 0\ntheorem t : log2 8 = 0 := rfl\nend Foo",
        "after",
        "namespace Foo\ndef log2 (a : ℕ) : ℕ := 0\ntheorem t : log2 8 = 0 := rfl\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a connective defined anew": Trick(
        "namespace Foo\ndef Not (p : Prop) : Prop := p\ntheorem t : Not (1 = 1) := rfl\nend Foo",
        "shadowing",
        "namespace Foo\ndef Unless (p q : Prop) : Prop := ¬ p → q\n"
        "theorem t : Unless (1 = 2) (2 = 2) := fun _ => rfl\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a type defined anew": Trick(
        "namespace Foo\nabbrev Int := ℕ\ntheorem t (x : Int) : 0 ≤ x := Nat.zero_le x\nend Foo",
        "shadowing",
        "namespace Foo\nabbrev Count := ℕ\ntheorem t (x : Count) : 0 ≤ x := Nat.zero_le x\nend Foo",
        clean=True,
        after="shadowing",
    ),
    "a made-up type of reals": Trick(
        "abbrev Real := ℕ\ntheorem t (x : Real) : 0 ≤ x := Nat.zero_le x",
        "shadowing",
        "abbrev Ratio := ℚ\ntheorem t (x : Ratio) : x = x := rfl",
        clean=True,
    ),
    "a variable that hides a type": Trick(
        "theorem t (Nat : Type) (a b : Nat) (h : a = b) : b = a := h.symm",
        "shadowing",
        "theorem t (N : Type) (a b : N) (h : a = b) : b = a := h.symm",
        clean=True,
        after="shadowing",
    ),
    "a statement that is another's type": Trick(
        "theorem secret : 1 = 1 := rfl\ntheorem t : type_of% secret := secret",
        "hidden",
        "theorem t (n type_of : ℕ) : type_of % 2 < 2 := by omega",
        clean=True,
    ),
    "numbers that are found by themselves": Trick(
        "set_option autoImplicit true\ntheorem t (h : x + 1 = 3) : x = 2 := by omega",
        "option",
        "set_option autoImplicit false\ntheorem t (x : ℕ) (h : x + 1 = 3) : x = 2 := by omega",
        clean=True,
        after="argument",
    ),
    "a type that is a variable": Trick(
        "set_option autoImplicit true\ntheorem t (n m : N) (h : n = m) : m = n := h.symm",
        "option",
        "theorem t {N : Type} (n m : N) (h : n = m) : m = n := h.symm",
        clean=True,
        after="argument",
    ),
    "longer names that are variables": Trick(
        "set_option relaxedAutoImplicit true\nset_option autoImplicit true\n"
        "theorem t (n : Number) (h : n = zero) : zero = n := h.symm",
        "option",
        "set_option relaxedAutoImplicit false\ntheorem t (n zero : ℕ) (h : n = zero) : zero = n := h.symm",
        clean=True,
        after="argument",
    ),
    "a function without equations": Trick(
        "partial def f (n : ℕ) : ℕ := f (n + 1)\ntheorem t : f 1 = f 1 := rfl",
        "partial",
        "def f (n : ℕ) : ℕ := match n with\n  | 0 => 0\n  | n + 1 => f n\ntheorem t : f 1 = 0 := rfl",
        clean=True,
    ),
    "a constant without a value": Trick(
        "opaque two : ℕ\ntheorem t : two = two := rfl",
        "command",
        "def two : ℕ := 2\ntheorem t : two = 2 := rfl",
        clean=True,
    ),
}

#: Statements that hold because their hypotheses cannot.
VACUOUS = {
    "hypotheses that contradict each other": Trick(
        "theorem t (n : ℕ) (h : n < 3) (k : 5 < n) : n = 7 := by omega",
        "vacuous",
        "theorem t (n : ℕ) (h : n < 8) (k : 6 < n) : n = 7 := by omega",
        clean=True,
    ),
    "a hypothesis that a variable brings": Trick(
        "variable (n : ℕ) (h : n + 1 = n)\ninclude h\ntheorem t : n = 7 := by omega",
        "vacuous",
        "variable (n : ℕ) (h : n + 1 = 8)\ninclude h\ntheorem t : n = 7 := by omega",
        clean=True,
    ),
    "a hypothesis inside a structure": Trick(
        "structure Odd (n : ℕ) : Prop where\n  h : n ≠ n\ntheorem t (n : ℕ) (o : Odd n) : n = 7 := (o.h rfl).elim",
        "vacuous",
        "structure Odd (n : ℕ) : Prop where\n  h : n % 2 = 1\ntheorem t (n : ℕ) (o : Odd n) : n ≠ 4 := by\n"
        "  have := o.h\n  omega",
        clean=True,
    ),
    "a hypothesis inside a definition": Trick(
        "def Good (n : ℕ) : Prop := n < n\ntheorem t (n : ℕ) (h : Good n) : n = 7 := (Nat.lt_irrefl n h).elim",
        "vacuous",
        "def Good (n : ℕ) : Prop := 6 < n\ntheorem t (n : ℕ) (h : Good n) : 5 < n := Nat.lt_trans (by decide) h",
        clean=True,
    ),
    "data that do not exist": Trick(
        "theorem t (x : Fin 0) : 1 = 2 := x.elim0", "vacuous", "theorem t (x : Fin 1) : x = 0 := by omega", clean=True
    ),
    "a type without members": Trick(
        "inductive Bad\ntheorem t (b : Bad) : 1 = 2 := nomatch b",
        "vacuous",
        "inductive Only | one\ntheorem t (a b : Only) : a = b := by cases a; cases b; rfl",
        clean=True,
    ),
    "an instance that does not exist": Trick(
        "theorem t [Subsingleton ℕ] : 1 = 2 := Subsingleton.elim _ _",
        "vacuous",
        "theorem t {α : Type} [Subsingleton α] (a b : α) : a = b := Subsingleton.elim _ _",
        clean=True,
    ),
    "a member of nothing": Trick(
        "theorem t (h : Nonempty Empty) : 1 = 2 := h.elim nofun",
        "vacuous",
        "theorem t (h : Nonempty ℕ) : 1 < 2 := by decide",
        clean=True,
    ),
    "a default that proves nothing": Trick(
        "theorem t (n : ℕ) (h : n < 0 := by omega) : n = 7 := by omega",
        "vacuous",
        "theorem t (n : ℕ) (h : n = 7 := by omega) : n = 7 := h",
        clean=True,
    ),
}

#: Names and characters that are not what they look like, and texts that the scanner could read otherwise than Lean.
READING = {
    "two letters that look alike": Trick(
        "theorem t (O Ο : ℕ) (h : O = 1) (k : Ο = 2) : O ≠ Ο := by omega",
        "look-alike",
        "theorem t (O P : ℕ) (h : O = 1) (k : P = 2) : O ≠ P := by omega",
        clean=True,
    ),
    "the sign of the kelvin": Trick(
        "theorem t (K \u212a : ℕ) (h : K = 1) (k : \u212a = 2) : K ≠ \u212a := by omega",
        "look-alike",
        "theorem t (K K' : ℕ) (h : K = 1) (k : K' = 2) : K ≠ K' := by omega",
        clean=True,
    ),
    "a dotless letter": Trick(
        "theorem t (ı i : ℕ) (h : i = 1) (k : ı = 2) : i ≠ ı := by omega",
        "look-alike",
        "theorem t (i j : ℕ) (h : i = 1) (k : j = 2) : i ≠ j := by omega",
        clean=True,
    ),
    "a letter in two forms": Trick(
        "theorem t (Å \u212b : ℕ) (h : Å = 1) (k : \u212b = 2) : Å ≠ \u212b := by omega",
        "look-alike",
        "theorem t (Å B : ℕ) (h : Å = 1) (k : B = 2) : Å ≠ B := by omega",
        clean=True,
    ),
    "a letter that cannot be seen in quotes": Trick(
        "theorem t («a» «a\u200b» : ℕ) (h : a = 1) (k : «a\u200b» = 2) : a ≠ «a\u200b» := by omega",
        "invisible",
        "theorem t («a» «a b» : ℕ) (h : a = 1) (k : «a b» = 2) : a ≠ «a b» := by omega",
        clean=True,
    ),
    "a dot in a name": Trick(
        "def «Nat.gcd» (a b : ℕ) : ℕ := 1\ntheorem t : «Nat.gcd» 4 6 = 1 := rfl",
        "quoted-name",
        "def «gcd of» (a b : ℕ) : ℕ := 1\ntheorem t : «gcd of» 4 6 = 1 := rfl",
        clean=True,
        after="unseen",
    ),
    "a name over several lines": Trick(
        "theorem «t : 1 = 1 := rfl\ntheorem u» : 1 = 2 := sorry",
        "quoted-name",
        "theorem «t u» : 1 = 1 := rfl",
    ),
    "a comment mark in a name": Trick(
        "theorem «t/-» : 2 = 2 := rfl\naxiom cheat : 1 = 2\ntheorem u : 1 = 2 := cheat -- -/ theorem v : 1 = 1 := rfl",
        "quoted-name",
        "theorem «t u» : 2 = 2 := rfl -- axiom cheat : 1 = 2",
    ),
    "a line end that is none": Trick(
        "-- the proof:\u2028 theorem t : 1 = 1 := rfl\ntheorem t : 1 = 2 := sorry",
        "axioms",
        "-- the proof:\u2028 theorem t : 1 = 2 := sorry\ntheorem t : 1 = 1 := rfl",
    ),
    "a comment inside a comment": Trick(
        "/- /- -/ theorem t : 1 = 1 := rfl -/\ntheorem t : 1 = 2 := sorry",
        "axioms",
        "/- /- -/ theorem t : 1 = 2 := sorry -/\ntheorem t : 1 = 1 := rfl",
    ),
    "a comment that closes nothing": Trick(
        "/-/ theorem t : 1 = 1 := rfl -/\ntheorem t : 1 = 2 := sorry",
        "axioms",
        "/-/ theorem t : 1 = 2 := sorry -/\ntheorem t : 1 = 1 := rfl",
    ),
    "a theorem in a string": Trick(
        'def s : String := "\ntheorem t : 1 = 1 := rfl"\ntheorem t : 1 = 2 := sorry',
        "axioms",
        'def s : String := "\ntheorem t : 1 = 2 := sorry"\ntheorem t : 1 = 1 := rfl',
    ),
    "a theorem in a raw string": Trick(
        'def s : String := r#""\ntheorem t : 1 = 1 := rfl"#\ntheorem t : 1 = 2 := sorry',
        "axioms",
        'def s : String := r#""\ntheorem t : 1 = 2 := sorry"#\ntheorem t : 1 = 1 := rfl',
    ),
    "a quote in a character": Trick(
        "def c : Char := '\"'\ntheorem t : 1 = 2 := sorry --\" theorem t : 1 = 1 := rfl",
        "axioms",
        "def c : Char := '\"'\ntheorem t : 1 = 1 := rfl --\" theorem t : 1 = 2 := sorry",
    ),
    "a line end in a character": Trick(
        "def c : Char := '\n'\ntheorem t : 1 = 2 := sorry",
        "axioms",
        "def c : Char := '\n'\ntheorem t : 1 = 1 := rfl",
    ),
}

#: Texts that answer our questions for us, escape from what we put around them, or run code.
ESCAPES = {
    "an answer of its own": Trick(
        "axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim\n#print \"'t' does not depend on any axioms\"",
        "axioms",
        "theorem t : 1 = 1 := rfl\n#check t",
        says="'t' does not depend on any axioms",
    ),
    "an answer while it runs": Trick(
        "axiom cheat : False\ntheorem t : 1 = 2 := cheat.elim\n#eval IO.println \"'t' does not depend on any axioms\"",
        "command",
        "def s : String := \"'t' does not depend on any axioms\"\ntheorem t : s = s := rfl",
        says="'t' does not depend on any axioms",
    ),
    "an answer from a proof": Trick(
        "theorem t : 1 = 2 := by\n  trace \"'t' does not depend on any axioms\"\n  sorry",
        "axioms",
        'theorem t : 1 = 1 := by\n  trace "half way"\n  rfl',
        says="'t' does not depend on any axioms",
    ),
    "code that runs": Trick(
        "#eval 1 + 1\ntheorem t : 1 = 1 := rfl", "command", "#check 1 + 1\ntheorem t : 1 = 1 := rfl"
    ),
    "code that runs at the start": Trick(
        "initialize pure ()\ntheorem t : 1 = 1 := rfl",
        "command",
        "def initialized : ℕ := 1\ntheorem t : initialized = 1 := rfl",
        after="unseen",
    ),
    "code outside the logic": Trick(
        "unsafe def f (n : ℕ) : ℕ := f n\ntheorem t : 1 = 1 := rfl",
        "command",
        "def unsafe_ (n : ℕ) : ℕ := n\ntheorem t : unsafe_ 1 = 1 := rfl",
    ),
    "a derived instance for Lean's own": Trick(
        "deriving instance Repr for Nat\ntheorem t : 1 = 1 := rfl",
        "command",
        "inductive Colour | red | blue\nderiving Repr, DecidableEq\ntheorem t : Colour.red ≠ .blue := by decide",
        after="unseen",
    ),
    "a section that stays open": Trick(
        "section\nvariable (h : False)\ninclude h\ntheorem t : 1 = 2 := h.elim",
        "vacuous",
        "section\nvariable (n : ℕ)\ninclude n\ntheorem t : n = n := rfl",
        clean=True,
    ),
    "a namespace that stays open": Trick(
        "namespace A\ntheorem t : 1 = 1 := rfl\nnamespace B\ntheorem t : 1 = 2 := sorry",
        "axioms",
        "namespace A\ntheorem t : 1 = 1 := rfl\nnamespace B\ntheorem t : 2 = 2 := rfl",
    ),
    "a proof beside the theorem": Trick(
        "theorem t : 1 = 2 := cheat\nwhere cheat : 1 = 2 := sorry",
        "axioms",
        "theorem t : 1 = 1 := honest\nwhere honest : 1 = 1 := rfl",
    ),
    "a proof in a mutual block": Trick(
        "mutual\ntheorem t (n : ℕ) : 1 = 2 := u (n + 1)\ntermination_by n\ndecreasing_by sorry\n"
        "theorem u (n : ℕ) : 1 = 2 := t (n + 1)\ntermination_by n\ndecreasing_by sorry\nend",
        "axioms",
        "mutual\ntheorem t : 1 = 1 := rfl\ntheorem u : 2 = 2 := rfl\nend",
    ),
    "a private theorem": Trick(
        "theorem t : 1 = 1 := rfl\nprivate theorem u : 1 = 2 := sorry",
        "axioms",
        "theorem t : 1 = 1 := rfl\nprivate theorem u : 2 = 2 := rfl",
    ),
    "a name at the root": Trick(
        "namespace A\ntheorem t : 1 = 1 := rfl\ntheorem _root_.t : 1 = 2 := sorry\nend A",
        "axioms",
        "namespace A\ntheorem t : 1 = 1 := rfl\ntheorem _root_.t : 2 = 2 := rfl\nend A",
    ),
}

TRICKS = TRUSTED | MEANINGS | VACUOUS | READING | ESCAPES
