"""The prelude of the embedded Lean: how its axioms are named and marked, that they are true where core can interpret them,
that nothing contradictory follows from them, and what everyday statements mean on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_faithform.lean import prelude
from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.approximate import _SYMBOLS, Approximation
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.composite import rests_on_logic_alone
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.source import parse
from pytest_faithform.model import Declaration, LeanReply


@pytest.fixture(scope="module")
def lean_on_prelude() -> Iterator[EmbeddedLean]:
    install.install()
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


def declared(reply: LeanReply, name: str) -> Declaration:
    return next(d for d in reply.declarations if d.name == name)


# --- the list of axioms -----------------------------------------------------------------------------------------------


def test_every_axiom_names_what_it_states_in_mathlib() -> None:
    assert len(prelude.axioms()) == len(prelude.axiom_names()) > 40
    assert [axiom.name for axiom in prelude.axioms() if not re.fullmatch(r"[\w.']+", axiom.mathlib)] == []


def test_the_list_is_what_lean_counts_as_axioms(lean_on_prelude: EmbeddedLean) -> None:
    lean_on_prelude.check("")
    assert lean_on_prelude._process is not None
    assert lean_on_prelude._process.base_axioms == prelude.axiom_names()


def test_bare_core_has_no_axioms_of_its_own(lean: EmbeddedLean) -> None:
    lean.check("")
    assert lean._process is not None
    assert lean._process.base_axioms == frozenset()


def test_the_lake_project_has_a_proof_for_every_axiom() -> None:
    text = (Path(__file__).parents[1] / "lean_project" / "Faithform" / "Prelude.lean").read_text("utf-8")
    proved = set(re.findall(r"^theorem ([\w.']+)", text, re.MULTILINE))
    data = {axiom.name for axiom in prelude.axioms() if re.fullmatch(r": [A-Z(][\w() →]*", axiom.type)}
    data -= {name for name in data if ".inst" in name}
    assert prelude.axiom_names() - data == proved - {"rpow_definition", "arccos_definition", "arctan_definition"}
    assert "UNCHECKED" in text


# --- marks ------------------------------------------------------------------------------------------------------------


def test_replies_and_the_manifest_say_what_is_assumed(lean_on_prelude: EmbeddedLean) -> None:
    reply = lean_on_prelude.check("theorem t (x : ℝ) (h : 0 ≤ x) : √x ^ 2 = x := Real.sq_sqrt h")
    assert (reply.outcome, reply.backend) == ("ok", "embedded:prelude")
    theorem = declared(reply, "t")
    assert {"Real", "Real.sqrt", "Real.sq_sqrt"} <= set(theorem.assumed) <= prelude.axiom_names()
    assert rests_on_logic_alone(theorem)
    described = lean_on_prelude.describe()
    assert described["backend"] == "embedded:prelude"
    assert described["prelude"] == {"sha256": prelude.sha256(), "assumed_axioms": len(prelude.axioms())}
    assert "no Mathlib" in described["library"]


def test_a_text_that_needs_nothing_of_it_assumes_nothing(lean_on_prelude: EmbeddedLean) -> None:
    reply = lean_on_prelude.check("theorem t : ∑ i ∈ Finset.range 5, i = 10 := by decide")
    assert (reply.outcome, declared(reply, "t").assumed) == ("ok", ())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("axiom mine : False\ntheorem t : False := mine", "mine"),
        ("axiom «Real.exp_pos» : False\ntheorem t : False := «Real.exp_pos»", "«Real.exp_pos»"),
        ("private axiom Real.own : False\ntheorem t : False := Real.own", "Real.own"),
        ("namespace A\naxiom Real.exp_pos : False\nend A\ntheorem t : False := A.Real.exp_pos", "A.Real.exp_pos"),
    ],
)
def test_no_axiom_of_a_text_passes_for_one_of_the_prelude(lean_on_prelude: EmbeddedLean, text: str, name: str) -> None:
    reply = lean_on_prelude.check(text)
    theorem = declared(reply, "t")
    assert (reply.outcome, theorem.axioms, theorem.assumed) == ("ok", (name,), ())
    assert not rests_on_logic_alone(theorem)


def test_a_backend_cannot_make_up_an_assumption() -> None:
    invented = Declaration(name="t", kind="theorem", assumed=("Real.everything",))
    assert not rests_on_logic_alone(invented)
    assert rests_on_logic_alone(invented.model_copy(update={"assumed": ("Real.exp_pos",)}))


def test_the_prelude_s_axioms_cannot_be_declared_again(lean_on_prelude: EmbeddedLean) -> None:
    reply = lean_on_prelude.check("axiom Real.exp_pos : False")
    assert "already been declared" in reply.first_error


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("theorem t (x : ℝ) : 0 ≤ x := FaithformPrelude.natCast_nonneg 0", "prelude"),
        ("namespace A\ndef Real.sqrt (x : ℝ) : ℝ := x\ntheorem t (x : ℝ) : Real.sqrt x = x := rfl\nend A", "shadowing"),
    ],
)
def test_the_guard_keeps_texts_out_of_the_prelude(text: str, rule: str) -> None:
    assert rule in [finding.rule for finding in guard(parse(text)) if finding.severity == "reject"]


def test_the_guard_lets_everyday_statements_pass() -> None:
    text = "open Real in\ntheorem t (x : ℝ) (h : 0 < x) : √x ^ 2 = x ∧ Real.log 1 = 0 := by sorry"
    assert [finding for finding in guard(parse(text)) if finding.severity == "reject"] == []


# --- true where core can interpret them ------------------------------------------------------------------------------


def test_the_order_and_field_axioms_hold_of_the_rationals(lean: EmbeddedLean) -> None:
    classes = {
        axiom.name: axiom.type.removeprefix(": ").replace("Real", "Rat")
        for axiom in prelude.axioms()
        if axiom.name.startswith("Real.inst")
    }
    assert len(classes) == 6
    reply = lean.check("\n".join(f"noncomputable example : {of_rat} := inferInstance" for of_rat in classes.values()))
    assert (reply.outcome, reply.messages) == ("ok", ())


def test_the_floor_axiom_holds_of_the_rationals(lean: EmbeddedLean) -> None:
    (floor,) = (axiom for axiom in prelude.axioms() if axiom.name == "FaithformPrelude.exists_floor")
    statement = floor.type.replace("Real", "Rat")
    reply = lean.check(f"theorem t {statement} := ⟨Rat.floor x, fun y => Rat.le_floor_iff⟩")
    assert reply.outcome == "ok", reply.first_error


GRID = [Fraction(p, q) for q in (1, 2, 3) for p in range(-7, 8)]


def test_what_is_computed_agrees_with_what_mathlib_computes(lean_on_prelude: EmbeddedLean) -> None:
    """Values of Mathlib's functions on a grid, junk values included, each by the kernel."""
    facts = [
        *(f"⌊({x.numerator} / {x.denominator} : ℚ)⌋ = {x.numerator // x.denominator}" for x in GRID),
        *(f"⌈({x.numerator} / {x.denominator} : ℚ)⌉ = {-(-x.numerator // x.denominator)}" for x in GRID),
        *(f"|({x.numerator} : ℤ)| = {abs(x.numerator)}" for x in GRID[:15]),
        "⌊(-7 / 2 : ℚ)⌋₊ = 0", "⌈(7 / 2 : ℚ)⌉₊ = 4", "(1 / 0 : ℚ) = 0", "(0 : ℚ)⁻¹ = 0", "(3 - 5 : ℕ) = 0", "(7 / 0 : ℕ) = 0",
        "(-7) / 2 = (-4 : ℤ)", "(-7) % 2 = (1 : ℤ)", "Nat.gcd 0 0 = 0", "Nat.lcm 0 5 = 0", "Nat.gcd 12 18 = 6",
        *(f"{'' if n in (2, 3, 5, 7, 11, 13) else '¬ '}Nat.Prime {n}" for n in range(15)),
        "Nat.factorial 0 = 1", "Nat.factorial 5 = 120", "Nat.doubleFactorial 7 = 105", "Nat.choose 0 3 = 0",
        "Nat.choose 3 5 = 0", "Nat.choose 6 2 = 15", "Nat.fib 0 = 0", "Nat.fib 10 = 55", "Nat.divisors 0 = ∅",
        "Nat.divisors 12 = {1, 2, 3, 4, 6, 12}", "Nat.properDivisors 1 = ∅", "Nat.properDivisors 6 = {1, 2, 3}",
        "Nat.primeFactorsList 0 = []", "Nat.primeFactorsList 1 = []", "Nat.factors 60 = [2, 2, 3, 5]", "Nat.factors 7 = [7]",
        "Nat.primeFactors 0 = ∅", "Nat.primeFactors 60 = {2, 3, 5}", "Nat.totient 0 = 0", "Nat.totient 1 = 1",
        "Nat.totient 12 = 4", "Nat.digits 10 0 = []", "Nat.digits 10 120 = [0, 2, 1]", "Nat.digits 0 0 = []",
        "Nat.digits 0 7 = [7]", "Nat.digits 1 3 = [1, 1, 1]", "Nat.digits 2 6 = [0, 1, 1]",
        "Nat.ofDigits 10 [3, 2, 1] = 123", "Nat.ofDigits (10 : ℤ) [] = 0",
        *(f"Nat.sqrt {n} = {int(n**0.5)}" for n in range(18)),
        "∑ i ∈ Finset.range 0, i = 0", "∑ i ∈ Finset.Icc 3 5, i ^ 2 = 50", "∏ i ∈ Finset.Icc 1 4, i = 24",
        "∑ i ∈ Finset.Icc 5 3, i = 0", "∑ i : Fin 4, (i : ℕ) = 6", "∏ i ∈ Finset.range 0, (i + 7) = 1",
        "(Finset.Ico (-2) 3 : Finset ℤ).card = 5", "({1, 2} : Finset ℕ) = {2, 1, 2}", "({1, 1} : Finset ℕ).card = 1",
        "(Finset.range 10).filter (fun n => n % 3 = 0) = {0, 3, 6, 9}", "(5 : ZMod 7) = 12", "(5 : ZMod 7)⁻¹ = 3",
        "(2 : ZMod 4) * 2⁻¹ = 2", "(2 : ZMod 6) * 3 = 0", "(3 : ZMod 0) ≠ 0", "(1 : ZMod 1) = 0",
        "Even (4 : ℤ)", "¬ Even 3", "Odd (-3 : ℤ)", "17 ≡ 5 [MOD 4]", "-1 ≡ 6 [ZMOD 7]", "¬ 3 ≡ 4 [MOD 5]",
        "(3 : ℕ+) < 4", "Fintype.card (Fin 6) = 6", "Nat.log 2 1024 = 10", "Nat.log 1 5 = 0", "Nat.log 0 5 = 0",
        "Nat.log 2 0 = 0",
        "Nat.clog 2 5 = 3", "Nat.clog 2 8 = 3", "Nat.clog 2 1 = 0", "Nat.clog 1 9 = 0", "padicValNat 2 24 = 3",
        "padicValNat 2 0 = 0", "padicValNat 1 5 = 0", "padicValNat 0 5 = 0", "padicValNat 6 72 = 2", "padicValInt 3 (-9) = 2",
        "padicValRat 2 (3 / 8) = -3", "Nat.factorization 24 2 = 3", "Nat.factorization 24 4 = 0", "Nat.minFac 0 = 2",
        "Nat.minFac 1 = 1", "Nat.minFac 91 = 7", "Nat.minFac 97 = 97", "ArithmeticFunction.sigma 1 6 = 12",
        "ArithmeticFunction.sigma 0 12 = 6", "ArithmeticFunction.sigma 1 0 = 0", "ArithmeticFunction.moebius 30 = -1",
        "ArithmeticFunction.moebius 12 = 0", "ArithmeticFunction.moebius 1 = 1", "ArithmeticFunction.cardFactors 12 = 3",
        "ArithmeticFunction.cardDistinctFactors 12 = 2", "Nat.descFactorial 5 2 = 20", "Nat.descFactorial 2 5 = 0",
        "Nat.centralBinom 3 = 20", "Squarefree 30", "¬ Squarefree 12", "¬ Squarefree 0", "Squarefree 1", "IsSquare 49",
        "¬ IsSquare 50", "IsSquare (0 : ℤ)", "¬ IsSquare (-4 : ℤ)", "Nat.Perfect 28", "¬ Nat.Perfect 0", "IsUnit (-1 : ℤ)",
        "¬ IsUnit 2", "(Finset.range 3 ×ˢ Finset.range 2).card = 6", "(Finset.powerset (Finset.range 4)).card = 16",
        "(Finset.powersetCard 2 (Finset.range 4)).card = 6", "Finset.sup (Finset.range 5) id = 4", "Finset.sup ∅ id = 0",
        "Finset.lcm (Finset.Icc 1 6) id = 60", "Finset.gcd {12, 18} id = 6", "Finset.gcd ∅ id = 0",
        "(Finset.antidiagonal 3).card = 4", "({1, 2, 3} : Finset ℕ).erase 2 = {1, 3}", "Finset.Iio 3 = {0, 1, 2}",
        "Finset.Iic 2 = {0, 1, 2}", "(Finset.range 3).biUnion (fun n => {n, n + 1}) = {0, 1, 2, 3}",
        "Nat.count Nat.Prime 10 = 4",
        "Multiset.card {1, 1, 2} = 3", "Multiset.sum {1, 1, 2} = 4", "({1, 1, 2} : Multiset ℕ) ≠ {1, 2}",
        "round (5 / 2 : ℚ) = 3",
        "round (-5 / 2 : ℚ) = -2", "round (12 / 5 : ℚ) = 2", "Int.fract (-7 / 2 : ℚ) = 1 / 2", "Nat.dist 3 5 = 2",
        "Nat.succ^[3] 4 = 7", "Fintype.card (Fin 2 × Fin 3) = 6", "Fintype.card {x : Fin 10 // x.val % 2 = 0} = 5",
        "PNat.gcd 12 18 = 6", "(5 : ℕ+) - 3 = 2", "(3 : ℕ+) - 5 = 1",
        "Matrix.det !![1, 2; 3, (4 : ℤ)] = -2", "Matrix.det !![2, 0, 1; 0, 3, 0; 1, 0, (4 : ℤ)] = 21",
        "(![5, 6, 7] : Fin 3 → ℕ) 1 = 6",
        "Matrix.trace !![1, 2; 3, (4 : ℤ)] = 5", "(!![1, 2; 3, (4 : ℤ)] * !![0, 1; 1, 0] : Matrix (Fin 2) (Fin 2) ℤ) 0 1 = 1",
        "∑ x ∈ Finset.range 10 with x % 2 = 0, x = 20", "{x ∈ Finset.range 5 | 2 < x} = {3, 4}", "∑ i < 4, i = 6",
    ]  # fmt: skip
    text = "open Nat\n" + "\n".join(f"example : {fact} := by decide +kernel" for fact in facts)
    text += "\nexample : (2 : ℕ∞) ≤ 3 := (by decide : 2 ≤ 3)"
    text += "\nexample : ¬ (⊤ : ℕ∞) ≤ 3 := id\nexample : (3 : ℕ∞) < ⊤ := trivial"
    reply = lean_on_prelude.check(text)
    lines = [*facts, "2 ≤ 3 in ℕ∞", "⊤ ≤ 3 in ℕ∞", "3 < ⊤ in ℕ∞"]
    wrong = [lines[(m.line or 2) - 2] for m in reply.messages if m.severity == "error"]
    assert wrong == []


# --- nothing contradictory follows ------------------------------------------------------------------------------------

_ALL = [
    axiom for axiom in prelude.axioms() if axiom.type.startswith(("(", "{")) or "=" in axiom.type or "<" in axiom.type
]


@pytest.mark.parametrize("tactic", ["grind", "omega", "simp_all", "decide", "grind (splits := 12) (ematch := 12)"])
def test_no_tactic_derives_false_from_the_axioms(lean_on_prelude: EmbeddedLean, tactic: str) -> None:
    facts = "".join(f"  have := @{axiom.name}\n" for axiom in _ALL)
    bare = f"set_option maxHeartbeats 8000 in\ntheorem bare : False := by {tactic}\n"
    given = f"set_option maxHeartbeats 8000 in\ntheorem given : False := by\n{facts}  {tactic}\n"
    at_values = (
        "set_option maxHeartbeats 8000 in\ntheorem values (x y : ℝ) (n : ℕ) (z : ℂ) (h : x * Real.sqrt y + Real.sin x "
        "= Real.exp (Real.log y) + |x| + ⌊y⌋ + n + z.re) (h' : (x / 0) ^ n + Real.sqrt (-1) + Real.log (-x) = y) : "
        f"False := by {tactic}\n"
    )
    reply = lean_on_prelude.check(bare + given + at_values)
    proofs = [d.name for d in reply.declarations if rests_on_logic_alone(d)]
    assert proofs == []


# --- what everyday statements say -------------------------------------------------------------------------------------

MEANINGS = {
    "(x : ℝ) : x ^ 2 ≥ 0": "∀ (x : ℝ), x ^ 2 ≥ 0",
    "(x : ℝ) (n : ℕ) : x * n = n * x": "∀ (x : ℝ) (n : ℕ), x * ↑n = ↑n * x",
    "(x : ℝ) : |x - 1| < 2": "∀ (x : ℝ), abs (x - 1) < 2",
    "(x : ℝ) : √x = Real.sqrt x": "∀ (x : ℝ), √x = √x",
    "(q : ℚ) (x : ℝ) : (q : ℝ) < x": "∀ (q : ℚ) (x : ℝ), ↑q < x",
    "(x : ℝ) : (2 : ℝ) ^ x = 8": "∀ (x : ℝ), 2 ^ x = 8",
    "(x : ℝ) : x ^ (1 / 2 : ℝ) = √x": "∀ (x : ℝ), x ^ (1 / 2) = √x",
    "(x : ℝ) : ⌊x⌋ ≤ ⌈x⌉": "∀ (x : ℝ), ⌊x⌋ ≤ ⌈x⌉",
    "(x : ℝ) : (⌊x⌋ : ℝ) ≤ x": "∀ (x : ℝ), ↑⌊x⌋ ≤ x",
    "(x : ℝ) : Real.sin x ^ 2 + Real.cos x ^ 2 = 1": "∀ (x : ℝ), x.sin ^ 2 + x.cos ^ 2 = 1",
    "(z : ℂ) : z * Complex.I = 3": "∀ (z : ℂ), z * Complex.I = 3",
    "(n : ℕ) : ∑ k ∈ Finset.range n, k = n": "∀ (n : ℕ), ((Finset.range n).sum fun k => k) = n",
    "(n : ℕ) (h : Nat.Prime n) : 2 ≤ n": "∀ (n : ℕ), n.Prime → 2 ≤ n",
    "(n : ℕ) (h : n.Prime) : 2 ≤ n": "∀ (n : ℕ), n.Prime → 2 ≤ n",
    "(n : ℤ) : Even n ∨ Odd n": "∀ (n : ℤ), Even n ∨ Odd n",
    "(n : ℕ) : n ! ≥ 1": "∀ (n : ℕ), n ! ≥ 1",
    "(a b : ℤ) (h : a ≡ b [ZMOD 7]) : 7 ∣ b - a": "∀ (a b : ℤ), a ≡ b [ZMOD 7] → 7 ∣ b - a",
    "(S : Set ℝ) (h : S = {x | 0 < x}) : 1 ∈ S": "∀ (S : Set ℝ), (S = setOf fun x => 0 < x) → 1 ∈ S",
    "(S : Finset ℕ) (h : ∀ n, n ∈ S ↔ n ∣ 6) : S.card = 4": "∀ (S : Finset ℕ), (∀ (n : ℕ), n ∈ S ↔ n ∣ 6) → S.card = 4",
    "(f : ℝ → ℝ) (h : ∀ x, f x = 2 * x) : f 3 = 6": "∀ (f : ℝ → ℝ), (∀ (x : ℝ), f x = 2 * x) → f 3 = 6",
    "(f : ℝ → ℝ) (h : Function.Injective f) : f 1 ≠ f 2": "∀ (f : ℝ → ℝ), Function.Injective f → f 1 ≠ f 2",
    "(σ : Equiv ℝ ℝ) (h : σ.1 2 = 3) : σ.2 3 = 2": "∀ (σ : ℝ ≃ ℝ), σ.toFun 2 = 3 → σ.invFun 3 = 2",
    ": Irrational (√2)": "Irrational √2",
    "(x : ℝ) (h : x ∈ Set.Icc 0 1) : x ≤ 1": "∀ (x : ℝ), x ∈ Set.Icc 0 1 → x ≤ 1",
    "(x : ℝ≥0) : (x : ℝ) ≥ 0": "∀ (x : ℝ≥0), ↑x ≥ 0",
    "(a : ℕ+) : (a : ℕ) > 0": "∀ (a : ℕ+), a.val > 0",
    "(b : ZMod 11) : b * 2 = 1": "∀ (b : ZMod 11), b * 2 = 1",
    ": (0.5 : ℝ) = 1 / 2": "0.5 = 1 / 2",
    ": ∃! x : ℝ, x + 1 = 2": "ExistsUnique fun x => x + 1 = 2",
    "(x : ℝ) (h : 0 < x) : Real.logb 2 (x ^ 3) = 3 * Real.logb 2 x": (
        "∀ (x : ℝ), 0 < x → logb 2 (x ^ 3) = 3 * logb 2 x"
    ),
    "(a b : ℝ) : max a b = a ∨ min a b = a": "∀ (a b : ℝ), a ⊔ b = a ∨ a ⊓ b = a",
    ": Real.cos π = -1": "π.cos = -1",
    "(s : Finset ℝ) : ∏ x ∈ s, x = 0": "∀ (s : Finset ℝ), (s.prod fun x => x) = 0",
    "(n : ℕ) : (n.digits 10).sum = 3": "∀ (n : ℕ), (n.digits 10).sum = 3",
    "(n : ℕ) : n.choose 2 = 10": "∀ (n : ℕ), n.choose 2 = 10",
    "(a b : ℕ) : a.gcd b * a.lcm b = a * b": "∀ (a b : ℕ), a.gcd b * a.lcm b = a * b",
    "(u : ℕ → ℝ) (h : ∀ n, u (n + 1) = u n + 1) : StrictMono u": (
        "∀ (u : ℕ → ℝ), (∀ (n : ℕ), u (n + 1) = u n + 1) → StrictMono u"
    ),
    "{α : Type*} (f : α → α) (h : Function.Bijective f) : Function.Surjective f": None,
    "(x : ℝ) : IsLeast {y | x ≤ y} x": "∀ (x : ℝ), IsLeast (setOf fun y => x ≤ y) x",
    "(S : Finset ℤ) : ∑ i ∈ S, (i : ℝ) = 0": "∀ (S : Finset ℤ), (S.sum fun i => ↑i) = 0",
}


def test_everyday_statements_mean_what_they_say(lean_on_prelude: EmbeddedLean) -> None:
    text = "open Real Nat NNReal\n" + "\n".join(
        f"theorem t{at} {signature} := sorry\nset_option format.width 1000 in #print t{at}"
        for at, signature in enumerate(MEANINGS)
    )
    reply = lean_on_prelude.check(text)
    assert [m.text for m in reply.messages if m.severity == "error"] == []
    shown = {}
    for message in reply.messages:
        if match := re.match(r"theorem t(\d+)(?:\.\{\w+\})? : (.*?) :=", message.text, re.DOTALL):
            shown[int(match[1])] = " ".join(match[2].split())
    assert {at: shown.get(at) for at, meaning in enumerate(MEANINGS.values()) if meaning} == {
        at: meaning for at, meaning in enumerate(MEANINGS.values()) if meaning
    }


EVERYDAY = re.findall(
    r"^-- (\w+)\n(theorem .*)$",
    (Path(__file__).parent / "data" / "everyday_statements.lean").read_text("utf-8"),
    re.MULTILINE,
)
EVERYDAY_OPENS = "open BigOperators Real Nat Topology Rat Filter Polynomial NNReal\n"


def test_statements_of_all_kinds_elaborate(lean_on_prelude: EmbeddedLean) -> None:
    assert len(EVERYDAY) > 200
    statements = [text for _, text in EVERYDAY]
    reply = lean_on_prelude.check(EVERYDAY_OPENS + "".join(f"{text} := by sorry\n" for text in statements), timeout=900)
    errors = {statements[(m.line or 2) - 2]: m.text for m in reply.messages if m.severity == "error"}
    assert errors == {}


@pytest.mark.parametrize("expected", ["proved", "refuted"])
def test_what_is_expected_of_everyday_statements(lean_on_prelude: EmbeddedLean, expected: str) -> None:
    chosen = [text for kind, text in EVERYDAY if kind == expected]
    found = {}
    for text in chosen:
        verdict = prove(lean_on_prelude, f"{EVERYDAY_OPENS}{text} := by sorry\n", budget=120)
        if verdict.value != expected:
            found[text] = (verdict.value, verdict.reason)
    assert found == {}
    assert chosen


# --- error and unavailable --------------------------------------------------------------------------------------------

OUTCOMES = {
    "theorem t (x : ℝ) (h : x > 3) : x ^ 3 > 27 := by linarith": "unavailable",
    "theorem t (x : ℝ) : x < x + 1 := by simp": "unavailable",
    "theorem t (x : ℝ) : x = 1 := by\n  norm_num [foo_bar] at *": "unavailable",
    "theorem t (x : ℝ) (G : SimpleGraph ℕ) : x = x := by sorry": "unavailable",
    "theorem t (x : ℝ) : (x : ℕ) = 3 := by sorry": "error",
    'theorem t (x : ℝ) : x = "a" := by norm_num': "error",
    "theorem t (n : ℕ) (s : String) : n = s := by norm_num": "error",
    "theorem t (n : ℕ) : n = 3 := by omega": "error",
    "theorem t (n : ℕ) : n + 0 = := by norm_num": "error",
    "theorem t (n : ℕ) : n = 3 := by frobnicate": "error",
    "theorem t (x : ℝ) : x = oh := by norm_num": "error",
    "theorem t (x : ℝ) : x = 3 := by\n  nth_rewrite 2 [foo]": "unavailable",
    "theorem t (x y : ℝ) (h : x < y) : ¬ y ≤ x := by linarith": "ok",
    "theorem t (x : ℝ) (h : 2 * x = 6) : x = 3 := by\n  nlinarith [h]": "ok",
    "noncomputable def f (x : ℝ) : ℝ := x / 2\ntheorem t : f 4 = 2 := by\n  norm_num [f]": "ok",
}


@pytest.mark.parametrize(("text", "outcome"), OUTCOMES.items(), ids=range(len(OUTCOMES)))
def test_what_a_failure_on_the_prelude_says(lean_on_prelude: EmbeddedLean, text: str, outcome: str) -> None:
    reply = lean_on_prelude.check(text)
    assert (reply.outcome, bool(reply.lacking)) == (outcome, outcome == "unavailable"), reply.first_error


def test_what_a_text_uses_of_the_prelude() -> None:
    assert Approximation("theorem t (n : ℕ) : n = n := by omega").uses_prelude == ""
    assert Approximation("theorem t (n : ℕ) : n = n := by\n  induction n with\n  | zero => omega").uses_prelude == ""
    assert Approximation("theorem t (n : ℕ) : n = n := by simp").uses_prelude == "Mathlib's simp"
    assert Approximation("theorem t (n : ℤ) : |n| = n := by omega").uses_prelude == "the prelude's |x|"
    assert Approximation("theorem t (x : ℝ) : x = x := by omega").uses_prelude == "the prelude's ℝ"
    for symbol in _SYMBOLS:
        assert Approximation(f"theorem t : x {symbol} y").uses_prelude == f"the prelude's {symbol}"


INSTANCES = {
    "theorem t (k : ℕ) (f : Fin k → ℝ) : (Finset.univ : Finset (Fin k → Bool → ℝ)) = ∅": "Fintype (Fin k → Bool → ℝ)",
    "theorem t (s : Set ℝ) : ‖s‖ = 0": "Norm (Set ℝ)",
}


@pytest.mark.parametrize("text", INSTANCES)
def test_an_instance_that_is_missing_is_named(lean_on_prelude: EmbeddedLean, text: str) -> None:
    reply = lean_on_prelude.check(f"open BigOperators Real\n{text} := by sorry")
    assert (reply.outcome, reply.lacking[:1]) == ("unavailable", (f"Mathlib's instance {INSTANCES[text]}",))


# --- proving ----------------------------------------------------------------------------------------------------------


def test_the_portfolio_proves_and_refutes_over_the_reals(lean_on_prelude: EmbeddedLean) -> None:
    true = "theorem t (x : ℝ) (h : 2 * x + 3 = 17) : x = 7 := by sorry"
    assert prove(lean_on_prelude, true, budget=120).value == "proved"
    verdict = prove(lean_on_prelude, true.replace("= 7", "= 8"), budget=120)
    assert (verdict.value, verdict.strategy) == ("refuted", "witness")
