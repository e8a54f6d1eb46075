"""What the guard rejects, with the rule named, and the harmless look-alike of each that passes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.source import parse
from pytest_faithform.model import GuardFinding

GOAL = "theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry\n"


def findings(text: str) -> list[GuardFinding]:
    return guard(parse(text))


def rules(text: str, severity: str = "reject") -> list[str]:
    return [finding.rule for finding in findings(text) if finding.severity == severity]


REJECTED = {
    "instance": ("command", "instance : Add ℕ := ⟨Nat.mul⟩\n" + GOAL),
    "local instance": ("command", "local instance : HAdd ℕ ℕ ℕ := ⟨Nat.mul⟩\n" + GOAL),
    "instance by attribute": ("attribute", "def odd : Add ℕ := ⟨Nat.mul⟩\nattribute [local instance] odd\n" + GOAL),
    "instance by attribute on a def": ("attribute", "@[instance] def odd : Add ℕ := ⟨Nat.mul⟩\n" + GOAL),
    "an instance taken away": ("attribute", "attribute [-instance] instAddNat\n" + GOAL),
    "an instance argument": ("instance", "theorem t [Add ℕ] (a b : ℕ) : a + b = b + a := by sorry"),
    "an instance variable": ("instance", "variable [i : OfNat ℤ 2]\ntheorem t (a : ℤ) : a + a = 2 * a := by sorry"),
    "macro": ("command", 'macro "cheat" : tactic => `(tactic| sorry)\n' + GOAL),
    "macro_rules": ("command", "macro_rules | `($a + $b) => `($a * $b)\n" + GOAL),
    "syntax": ("command", 'syntax "cheat" : tactic\n' + GOAL),
    "elab": ("command", 'elab "cheat" : tactic => pure ()\n' + GOAL),
    "notation": ("notation", 'notation "two" => 3\n' + GOAL),
    "infix": ("command", 'infixl:65 " + " => Nat.mul\n' + GOAL),
    "local infix": ("command", 'local infixl:65 " +++ " => Nat.mul\n' + GOAL),
    "local notation of an operator": ("notation", 'local notation a " + " b => Nat.mul a b\n' + GOAL),
    "local notation of a type": ("notation", 'local notation "ℝ" => ℚ\n' + GOAL),
    "local notation of a number": ("notation", 'local notation "2" => 3\n' + GOAL),
    "local notation of a relation": ("notation", 'local notation:50 a " ≈ " b => True\n' + GOAL),
    "local notation of bars": ("notation", 'local notation "|" a "|" => a + 1\n' + GOAL),
    "local notation of a root": ("notation", 'local notation "√" x => x + 1\n' + GOAL),
    "an instance derived for Lean's own": ("command", "deriving instance Repr for Nat\n" + GOAL),
    "an instance of a class of the text's": (
        "command",
        "namespace Foo\nabbrev DecidablePred (α : Type) := Add α\ninstance : DecidablePred ℕ := ⟨fun _ _ => 3⟩\n"
        + GOAL,
    ),
    "native_decide": ("compiler-trust", "theorem t : 2 ^ 10 = 1024 := by native_decide"),
    "in an interpolated string": ("compiler-trust", 'def s := s!"{(by native_decide : 1 = 1)}"\n' + GOAL),
    "behind a brace in a string": (
        "command",
        'def m! (s : String) := s\ndef a := m! "{"\nmacro "x" : term => `(1)\n' + GOAL,
    ),
    "decide +native": ("compiler-trust", "theorem t : 2 ^ 10 = 1024 := by decide +native"),
    "native in a configuration": ("compiler-trust", "theorem t : 2 = 2 := by decide (config := { native := true })"),
    "bv_decide": ("compiler-trust", "theorem t (x : BitVec 8) : x = x := by bv_decide"),
    "ofReduceBool": ("compiler-trust", "theorem t : 1 = 1 := by exact (Lean.ofReduceBool _ _ rfl : _)"),
    "lcProof": ("compiler-trust", "theorem t : 1 = 2 := lcProof"),
    "implemented_by": ("attribute", "@[implemented_by Nat.mul] def f (a b : ℕ) : ℕ := a + b\n" + GOAL),
    "extern": ("attribute", '@[extern "f"] def f (a b : ℕ) : ℕ := a + b\n' + GOAL),
    "csimp": ("attribute", "@[csimp] theorem f : @Nat.add = @Nat.mul := sorry\n" + GOAL),
    "init": ("attribute", "@[init] def f : Nat := 3\n" + GOAL),
    "several attributes": ("attribute", '@[simp, extern "f"] def f (a : ℕ) : ℕ := a\n' + GOAL),
    "skipKernelTC": ("option", "set_option debug.skipKernelTC true\n" + GOAL),
    "an option inside a proof": ("option", "theorem t : 1 = 1 := by\n  set_option debug.skipKernelTC true in rfl"),
    "autoImplicit": ("option", "set_option autoImplicit true\n" + GOAL),
    "eval": ("command", '#eval IO.println "hello"\n' + GOAL),
    "run_cmd": ("command", "run_cmd pure ()\n" + GOAL),
    "run_tac": ("metaprogram", "theorem t : 1 = 1 := by\n  run_tac pure ()\n  rfl"),
    "by_elab": ("metaprogram", "theorem t : (by_elab return default) := by sorry"),
    "initialize": ("command", "initialize pure ()\n" + GOAL),
    "include_str": ("metaprogram", 'def s := include_str "/etc/passwd"\n' + GOAL),
    "Lean names": ("metaprogram", "def f : Lean.Elab.Tactic.TacticM Unit := pure ()\n" + GOAL),
    "files": ("metaprogram", 'def f : IO Unit := IO.FS.writeFile "x" "y"\n' + GOAL),
    "open Lean": ("open", "open Lean Elab Meta\n" + GOAL),
    "open a part of Lean": ("open", "open Nat Lean.Meta in\n" + GOAL),
    "renaming": ("open", "open Nat renaming mul → add\n" + GOAL),
    "unsafe": ("command", "unsafe def f : ℕ := 3\n" + GOAL),
    "partial": ("partial", "partial def f (n : ℕ) : ℕ := f (n + 1)\n" + GOAL),
    "opaque": ("command", "opaque f : ℕ\n" + GOAL),
    "class": ("command", "class Foo (n : ℕ) where\n  h : n = 2\n" + GOAL),
    "alias": ("command", "alias foo := Nat.add_comm\n" + GOAL),
    "export": ("command", "export Nat (mul)\n" + GOAL),
    "simproc": ("metaprogram", "simproc cheat (_ + _) := fun _ => return .continue\n" + GOAL),
    "unification hints": ("metaprogram", "unif_hint (a : ℕ) where ⊢ a =?= 2\n" + GOAL),
    "a shadowed function": (
        "shadowing",
        "namespace Foo\ndef max (a b : ℕ) : ℕ := 0\ntheorem t : max 1 2 = 0 := by rfl\nend Foo",
    ),
    "a shadowed type": (
        "shadowing",
        "namespace Foo\nabbrev Int := ℕ\ntheorem t (x : Int) : x ≥ 0 := by sorry\nend Foo",
    ),
    "a shadowed method": (
        "shadowing",
        "namespace Foo\ndef Nat.gcd (a b : Nat) : Nat := 1\ntheorem t : Nat.gcd 4 6 = 1 := by rfl\nend Foo",
    ),
    "a shadowed proposition": (
        "shadowing",
        "namespace Foo\ndef Not (p : Prop) : Prop := p\ntheorem t : Not (1 = 1) := by rfl\nend Foo",
    ),
    "a made-up type of reals": ("shadowing", "abbrev Real := ℕ\ntheorem t (x : Real) : x ≥ 0 := by sorry"),
    "a variable that hides a type": ("shadowing", "theorem t (Nat : Type) (n : Nat) : n = n := by rfl"),
    "a variable that hides a function": (
        "shadowing",
        "theorem t (min : ℕ → ℕ → ℕ) (h : ∀ a b, min a b = a) : min 5 3 = 5 := by simp [h]",
    ),
    "a let that hides a function": ("shadowing", "theorem t : let max := fun a b : ℕ => a; max 2 3 = 2 := by rfl"),
    "a quantified variable that hides a function": (
        "shadowing",
        "theorem t : ∃ abs : ℤ → ℤ, ∀ x, abs x = x := ⟨id, fun _ => rfl⟩",
    ),
    "a quantified variable that hides a type": ("shadowing", "theorem t : ∀ Nat : Type, ∀ n : Nat, n = n := by simp"),
    "a name that reads like another": ("quoted-name", "theorem «Foo.bar» : 1 = 1 := by rfl"),
    "a directional mark": ("invisible", "theorem t (n : ℕ) : n \u202e= n := by rfl"),
    "a zero-width space in a name": ("invisible", "theorem t (n\u200bm : ℕ) : n = n := by rfl"),
    "a soft hyphen": ("invisible", "theorem t (n : ℕ) : n = n \u00ad:= by rfl"),
    "a line separator": ("invisible", "theorem t (n : ℕ) : n = n := by\u2028 rfl"),
    "a Greek capital in a Latin name": ("look-alike", "theorem t (xΟ : ℕ) : xΟ = xΟ := by rfl"),
    "two names that look alike": ("look-alike", "theorem t (O Ο : ℕ) (h : O = 1) : Ο = 1 := by sorry"),
    "a look-alike of the minus sign": ("look-alike", "theorem t (n : ℤ) : n − n = 0 := by omega"),
    "a full-width sign": ("look-alike", "theorem t (n : ℤ) : n ＝ n := by rfl"),
    "a Cyrillic letter": ("look-alike", "theorem t (nа : ℕ) : 1 = 1 := by rfl"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    rule, text = REJECTED[name]
    assert rule in rules(text)


HARMLESS = {
    "plain": GOAL,
    "imports, open, namespace": "import Mathlib\nopen Nat Int\nnamespace Foo\n" + GOAL + "end Foo",
    "open … in": "open Nat in\n" + GOAL,
    "a scoped open": "open scoped BigOperators\n" + GOAL,
    "a helper definition": "def double (n : ℕ) : ℕ := n + n\ntheorem t (n : ℕ) : double n = 2 * n := by sorry",
    "a helper lemma": "lemma aux (n : ℕ) : n = n := by rfl\n" + GOAL,
    "a noncomputable private abbreviation": "noncomputable private abbrev two : ℕ := 2\n" + GOAL,
    "a structure": "structure Point where\n  x : ℤ\n  y : ℤ\ntheorem t (p : Point) : p.x = p.x := by rfl",
    "an inductive type": "inductive Colour | red | blue\ntheorem t (c : Colour) : c = c := by rfl",
    "a derived instance": "inductive Colour | red | blue deriving DecidableEq\ntheorem t (c : Colour) : c = c := by rfl",
    "harmless options": "set_option maxHeartbeats 400000 in\nset_option pp.all true in\n" + GOAL,
    "autoImplicit false": "set_option autoImplicit false\n" + GOAL,
    "simp and grind attributes": "@[simp, grind =] theorem aux (n : ℕ) : n + 0 = n := by rfl\nattribute [local simp] aux\n"
    + GOAL,
    "erasing from simp": "attribute [-simp] Nat.add_comm\n" + GOAL,
    "words in comments": "-- macro instance native_decide\n/- #eval IO.println -/\n" + GOAL,
    "words in strings": 'def s : String := "native_decide #eval"\n' + GOAL,
    "words inside names": "theorem native_decided (instance_ h_macro : ℕ) : instance_ = instance_ := by rfl",
    "a variable called native": "theorem t (native : ℕ) (h : native = 2) : native < 3 := by omega",
    "kernel evaluation": "theorem t : 2 ^ 10 = 1024 := by decide +kernel",
    "decidability arguments": "theorem t (p : ℕ → Prop) [DecidablePred p] : True := trivial",
    "a field of a structure": "theorem t (p : ℕ × ℕ) (h : p.1 = 2) : p.fst < 3 := by sorry",
    "lemmas of grind": "theorem t (a : ℤ) : 0 ≤ a ^ 2 := Lean.Grind.OrderedRing.sq_nonneg",
    "Greek names": "theorem t (α β Δ : ℚ) (hα : α = β) (h_θ : Δ = 0) : β = α := by sorry",
    "subscripts and primes": "theorem t (x₁ x1 x' : ℕ) (h : x₁ = x1) : x1 = x₁ := by sorry",
    "a definition of its own kind": "namespace Foo\ndef kilo (n : ℕ) : ℕ := n\ntheorem t : kilo 2 = 2 := by rfl\nend Foo",
    "an unused shadow": "namespace Foo\ndef max (a b : ℕ) : ℕ := 0\ntheorem t (n : ℕ) : n = n := by rfl\nend Foo",
    "a new name in Lean's namespace": "def Nat.same (n : Nat) : Nat := n\ntheorem t (n : Nat) : n.same = n := by rfl",
    "a variable called System": "theorem t (System : List ℕ) (h : System.length = 2) : System ≠ [] := by sorry",
    "functions of functions": "theorem t : ∀ f : (ℕ → ℕ) → ℕ, ∀ g : List (ℕ) → ℕ, f id = f (fun _ => g [1]) := by sorry",
    "an operation of a type": (
        "structure W where\n  n : ℕ\ndef W.max (a b : W) : W := ⟨a.n + b.n⟩\ntheorem t (a b : W) : a.max b = b := by sorry"
    ),
    "a number called max": "theorem t (max : ℕ) (h : max = 7) : max + 1 = 8 := by omega",
    "hypotheses and functions beside Lean's own": (
        "theorem t (f : ℕ → ℕ) (h : ∀ min : ℕ, f min = max min 2) : f 1 = 2 := by grind"
    ),
    "a number in front of the next line": "theorem t (x max : ℕ) (h : x ≤ max)\n    (k : max = 3) : max\n    = 3 := k",
    "numbers called like what is opened": "open Nat\ntheorem t (gcd lcm : ℕ) (h : gcd = lcm) : lcm = gcd := h.symm",
    "a set of numbers": "theorem t (gcd : Set ℕ) (id : Finset ℕ) (h : 3 ∈ gcd) : 3 ∈ gcd ∧ id = id := ⟨h, rfl⟩",
    "a number that is computed": "open Real Nat\ntheorem t (x : ℝ) : let sqrt := x ^ 2; sqrt = x ^ 2 := by intro; rfl",
    "a number by the function of its name": "theorem t (a b : ℕ) : let max := max a b; a ≤ max := by sorry",
    "a pattern before the next": (
        "def f : List ℕ → ℕ → ℕ\n  | [], max => max\n  | x :: xs, max => f xs x\ntheorem t : f [] 0 = 0 := rfl"
    ),
    "a number that is matched": "def f (id : ℕ) : ℕ := match id with\n  | 0 => 1\n  | n + 1 => n\ntheorem t : f 0 = 1 := rfl",
    "a field that is a function of the text's own": (
        "structure C where\n  Hom : ℕ → ℕ → Type\n  id : ∀ x, Hom x x\ntheorem t (c : C) : c.id 1 = c.id 1 := rfl"
    ),
    "an instance for a type with arguments": (
        "structure P (α : Type) where\n  x : α\ninstance {α} [Add α] : Add (P α) := ⟨fun p q => ⟨p.x + q.x⟩⟩\n" + GOAL
    ),
    "decidability": "def P (n : ℕ) : Prop := n = 2\ninstance (n) : Decidable (P n) := sorry\n" + GOAL,
    "decidability of all": "def P (n : ℕ) : Prop := n = 2\ninstance : ∀ n, Decidable (P n) := sorry\n" + GOAL,
    "decidability of a function": "instance (k : ℕ) : DecidablePred (fun n => n = k) := sorry\n" + GOAL,
    "a fact": "instance : Fact (Nat.Prime 7) := ⟨by sorry⟩\n" + GOAL,
    "instances derived later": "structure P where\n  x : ℕ\nderiving instance DecidableEq for P\n" + GOAL,
    "a notation with a new sign": 'local notation "ℝ₊" => {x : ℝ // 0 < x}\n' + GOAL,
    "a byte order mark": "\ufeff" + GOAL,
    "an ideographic comment": "-- 証明 \u200b\n" + GOAL,
}


@pytest.mark.parametrize(
    "text",
    [
        "theorem t (gcd : ℕ → ℕ → ℕ) (h : ∀ a, gcd a a = 1) : gcd 4 4 = 1 := by simp [h]",
        "theorem t : let sqrt (n : ℕ) := n; sqrt 4 = 4 := by rfl",
    ],
)
def test_a_variable_with_a_librarys_name_is_pointed_at(text: str) -> None:
    assert rules(text, "note") == ["own-variable"]


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless(name: str) -> None:
    assert rules(HARMLESS[name]) == []


NOTED = {
    "axiom": ("axiom", "axiom cheat : False\n" + GOAL),
    "sorryAx": ("sorry-ax", "theorem t : 1 = 2 := sorryAx _"),
    "check": ("query", "#check Nat.add\n" + GOAL),
    "print": ("query", GOAL + "#print axioms t"),
    "a cosmetic notation": ("notation", 'local notation "‖" a "‖₁" => Int.natAbs a\n' + GOAL),
    "a library's name": (
        "own-definition",
        "def Even (n : ℕ) : Prop := ∃ k, n = 2 * k\ntheorem t (n : ℕ) (h : Even n) : Even (n + 2) := by sorry",
    ),
}


@pytest.mark.parametrize("name", NOTED)
def test_noted_but_not_rejected(name: str) -> None:
    rule, text = NOTED[name]
    assert rules(text) == []
    assert rules(text, "note") == [rule]


def test_a_finding_names_the_rule_the_place_and_what_to_do() -> None:
    assert findings("theorem a : 1 = 1 := by\n  -- instance\n  native_decide\n" + GOAL) == [
        GuardFinding(
            rule="compiler-trust",
            severity="reject",
            message="`native_decide` trusts compiled code, not the kernel: prove it without",
            line=3,
            column=2,
        )
    ]


def test_each_thing_is_reported_once_in_the_order_of_the_text() -> None:
    text = "open Lean\n#eval 1\n#eval 2\nset_option debug.x true\n" + GOAL
    assert [(f.rule, f.line) for f in findings(text)] == [("open", 1), ("command", 2), ("option", 4)]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="@[]-«».:=∶\u202eОO 'ab\n", max_size=60), st.sampled_from(sorted(REJECTED)))
def test_it_never_raises(noise: str, name: str) -> None:
    text = REJECTED[name][1]
    guard(parse(noise + text))
    guard(parse(text[: len(text) // 2] + noise + text[len(text) // 2 :]))


def test_a_hostile_flood_is_read_in_linear_time() -> None:
    flood = "attribute [local instance] x\n@[extern] open Lean instance set_option a b\n" * 4000 + "@[" * 40_000
    found = findings(flood + GOAL)
    assert {finding.rule for finding in found} == {"attribute", "command", "metaprogram", "open", "option"}
    assert len(found) <= 100


@pytest.mark.parametrize(
    "source",
    [
        "axiom _private.«0».propext : False\ntheorem t : 1 = 2 := _private.«0».propext.elim",
        "axiom «_private».a.«0».propext : False\ntheorem t : 1 = 2 := «_private».a.«0».propext.elim",
        "namespace _private.«0»\naxiom propext : False\ntheorem t : 1 = 2 := propext.elim\nend _private.«0»",
    ],
)
def test_an_axiom_under_a_name_that_reads_as_private_is_refused_and_seen(lean: EmbeddedLean, source: str) -> None:
    findings = [finding for finding in guard(parse(source)) if finding.severity == "reject"]
    assert {finding.rule for finding in findings} == {"private-name"}
    reply = lean.check(source)
    assert reply.outcome == "ok"
    theorem = next(d for d in reply.declarations if d.kind == "theorem")
    assert not {"propext", "Classical.choice", "Quot.sound"} & set(theorem.axioms)
    assert theorem.axioms
    assert prove(lean, source).value == "undetermined"
