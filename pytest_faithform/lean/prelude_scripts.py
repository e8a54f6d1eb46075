"""Tactic scripts for statements on the prelude by kind of statement, in the shape of `families`: (strategy, script) pairs,
none where a kind does not apply. They name what the prelude proves beside Mathlib's names (`FaithformPrelude`).
"""

from __future__ import annotations

from dataclasses import replace

from pytest_faithform.lean.arith import Node, conjuncts, unparse
from pytest_faithform.lean.certificates import certificate_facts
from pytest_faithform.lean.enumerations import enumeration_scripts, factor_scripts
from pytest_faithform.lean.families import Scripts, introduction
from pytest_faithform.lean.numbers import FIELDS, literal, type_of
from pytest_faithform.lean.outline import Binder, Outline
from pytest_faithform.lean.powers import remainder_scripts
from pytest_faithform.lean.prelude_facts import digit_facts, numeral_facts
from pytest_faithform.lean.prelude_finite import finite_set_scripts
from pytest_faithform.lean.witness import samples

__all__ = ["SUMS", "fact_lines", "prelude_scripts"]

_RANGES = "Finset.sum_range_succ, Finset.sum_range_zero, Finset.prod_range_succ, Finset.prod_range_zero"
_INTERVALS = (
    "FaithformPrelude.sum_Icc_succ, FaithformPrelude.sum_Icc_of_lt, FaithformPrelude.prod_Icc_succ, "
    "FaithformPrelude.prod_Icc_of_lt"
)
SUMS = f"{_RANGES}, {_INTERVALS}"
_LOGARITHM = "Real.logb, Real.log_mul, Real.log_div, Real.log_inv, Real.log_rpow"
_NONNEGATIVE = (
    "FaithformPrelude.nnreal_eq_iff, FaithformPrelude.nnreal_le, FaithformPrelude.nnreal_lt, FaithformPrelude.nnreal_add, "
    "FaithformPrelude.nnreal_mul, FaithformPrelude.nnreal_div, FaithformPrelude.nnreal_pow, FaithformPrelude.nnreal_ofNat, "
    "FaithformPrelude.nnreal_natCast, FaithformPrelude.nnreal_sqrt"
)
MAX_INSTANCES = 14
_FIELD_TYPES = {"Real", "NNReal", "Complex"}
_ORDERS = {
    "Function.Injective", "Function.Surjective", "Function.Bijective", "StrictMono", "Monotone", "Antitone", "StrictAnti",
    "StrictMonoOn", "MonotoneOn", "Set.InjOn",
}  # fmt: skip


def prelude_scripts(outline: Outline) -> list[Scripts]:
    """Rounds of scripts, cheap to dear."""
    certified = _certificates(outline)
    return [
        remainder_scripts(outline.goal) + enumeration_scripts(outline) + factor_scripts(outline),
        _values(outline) + _simplified(outline) + finite_set_scripts(outline) + _shapes(outline) + certified[:1],
        _gcds(outline) + _digits(outline) + _sums(outline) + _casts(outline),
        _facts(outline) + _floors(outline),
        _inductions(outline),
        _roots(outline),
        _instances(outline),
    ]


def fact_lines(outline: Outline, names: bool = True) -> list[str]:
    """What is known of the statement's numerals, and of the logarithms of both sides of its equations between powers."""
    lines = numeral_facts(outline.words, {n for n, t in outline.types.items() if t in FIELDS})
    if not names:
        return lines
    powers = [b.name for b in outline.hypotheses if {"^", "="} <= set(b.words)]
    if lines and set(outline.types.values()) & _FIELD_TYPES:
        lines += [f"try have := FaithformPrelude.log_rpow_eq _ (by grind) {name}" for name in powers[:4]]
    return lines


def _simplified(outline: Outline) -> Scripts:
    scripts = [("simp, grind", "intros; simp at * <;> first | grind | omega")]
    if not set(outline.types.values()) & _FIELD_TYPES and not {"ℝ", "ℂ", "ℝ≥0"} & set(outline.words):
        scripts.insert(0, ("subst, decide", "intros; subst_vars; decide +kernel"))
    if "∧" in outline.goal_words:
        scripts.append(("parts", "intros; refine ⟨?_, ?_⟩ <;> first | grind | omega | decide +kernel"))
    if "ZMod" in outline.words:
        scripts.append(("subst, rfl", "intros; subst_vars; rfl"))
    if "NNReal" in outline.types.values() or "ℝ≥0" in outline.words or "NNReal" in outline.words:
        scripts.append(("to the reals", f"intros; simp only [{_NONNEGATIVE}] at *; grind"))
    return scripts


def _values(outline: Outline) -> Scripts:
    """Where the hypotheses determine every number: find them outside Lean, prove them, and compute."""
    if not 0 < len(outline.types) <= 4 or any(b.kind in ("function", "other") for b in outline.binders):
        return []
    found = samples(outline, 2)
    if len(found) != 1 or not outline.hypotheses:
        return []
    facts = "".join(
        f"have ffv{at} : {name} = {literal(value, outline.types[name])} := by first | grind | omega\n"
        for at, (name, value) in enumerate(found[0].items())
    )
    lines = "\n".join([*_floor_facts(outline), *fact_lines(outline, names=False)])
    ending = "first | grind | (simp; done) | decide +kernel"
    return [("values", f"{introduction(outline)}{facts}subst_vars\n{lines}\n{ending}")]


def _shapes(outline: Outline) -> Scripts:
    """Conclusions that say what a function, a set or a bound is: by their definition."""
    words = set(outline.goal_words)
    scripts: Scripts = []
    if words & _ORDERS:
        scripts.append(("by definition", "intros; intro ffa ffb ffh; first | grind | (simp at ffh ⊢; grind)"))
        squares = "have := FaithformPrelude.sq_nonneg (ffa + ffb); have := FaithformPrelude.sq_nonneg (ffa - ffb)"
        scripts.append(("by definition, squares", f"intros; intro ffa ffb ffh; simp at ffh ⊢; {squares}; grind"))
    if words & {"IsLeast", "IsGreatest"}:
        end = "first | grind | (simp at *; grind) | (simp at *; omega) | decide +kernel"
        scripts.append(("membership and bound", f"intros; refine ⟨?_, fun ffy ffh => ?_⟩ <;> {end}"))
    if words & {"{", "∩", "∪", "Set.Icc", "Set.Ioo", "Set.univ", "Set.range", "ᶜ", "\\"} and words & {"=", "⊆"}:
        end = "first | grind | (simp; grind) | (simp; omega)"
        goal = "apply Set.ext; intro ffx" if "=" in words else "intro ffx ffh"
        scripts.append(("by members", f"intros; {goal}; {end}"))
    return scripts


def _certificates(outline: Outline) -> Scripts:
    """The squares and products that a linear program finds, one part of the conclusion after the other."""
    goals = list(conjuncts(outline.goal)) if outline.goal is not None else []
    if not 0 < len(goals) <= 6:
        return []
    bodies = []
    for goal in goals:
        found = certificate_facts(replace(outline, goal=goal), "ffn") if goal.op in ("<", "≤") else None
        facts = [] if found is None else ["apply Classical.byContradiction", "intro ffn", *found[1]]
        if found is None and len(goals) == 1:
            return []
        bodies.append("\n  ".join([*facts, "grind"]))
    if len(bodies) == 1:
        return [("certificate", introduction(outline) + bodies[0].replace("\n  ", "\n"))]
    holes = ", ".join("?_" for _ in bodies)
    return [("certificates", f"{introduction(outline)}refine ⟨{holes}⟩\n" + "\n".join(f"· {body}" for body in bodies))]


def _facts(outline: Outline) -> Scripts:
    lines = fact_lines(outline)
    if not lines:
        return []
    begin = introduction(outline) + "\n".join(lines)
    scripts = [("facts about numerals", f"{begin}\ngrind")]
    if any("log" in word.lower() for word in outline.words):
        scripts.append(("facts about numerals, simp", f"{begin}\nsimp [{_LOGARITHM}] at *\ngrind"))
    return scripts


def _sums(outline: Outline) -> Scripts:
    if not {"∑", "∏", "Finset.sum", "Finset.prod"} & set(outline.words):
        return []
    return [
        ("sums", f"intros; simp [{_RANGES}] at * <;> first | grind | omega"),
        ("sums over intervals", f"intros; simp [{SUMS}] at * <;> grind"),
    ]


def _roots(outline: Outline) -> Scripts:
    if not any(word == "√" or "sqrt" in word for word in outline.words):
        return []
    return [
        ("roots", "intros; grind [FaithformPrelude.sq_eq_sq, Real.sqrt_sq, FaithformPrelude.mul_eq_zero]"),
        ("root of a square", "intros; apply FaithformPrelude.sqrt_eq_of_sq <;> grind"),
    ]


def _floor_facts(outline: Outline) -> list[str]:
    if not {"⌊", "⌈", "Int.floor", "Int.ceil"} & set(outline.words):
        return []
    return ["try simp only [FaithformPrelude.floor_eq_iff, FaithformPrelude.ceil_eq_iff] at *"]


def _floors(outline: Outline) -> Scripts:
    if not _floor_facts(outline):
        return []
    lemmas = "FaithformPrelude.floor_eq_iff, FaithformPrelude.ceil_eq_iff"
    return [
        ("floors", f"intros; simp only [{lemmas}] at *; grind"),
        ("floors, simp", f"intros; simp [{lemmas}] at * <;> grind"),
    ]


def _casts(outline: Outline) -> Scripts:
    """A conclusion about whole numbers whose hypotheses speak of them as real ones."""
    goal = outline.goal
    if goal is None or goal.op not in ("=", "<", "≤") or not {"ℝ", "Real"} & set(outline.words):
        return []
    where = type_of(goal.args, outline.types)
    if where not in ("PNat", "Nat", "Int"):
        return []
    left, right = (f"(({unparse(arg)} : {where}) : Real)" for arg in goal.args)
    claim = f"have ffl : {left} {goal.op} {right} := by push_cast; first | grind | (simp at *; grind)"
    return [("cast to Real", f"{introduction(outline)}{claim}\nexact_mod_cast ffl")]


def _gcds(outline: Outline) -> Scripts:
    words = outline.words
    calls = {
        (words[at + 1], words[at + 2])
        for at, word in enumerate(words[:-2])
        if word in ("Nat.gcd", "Nat.lcm", "Nat.Coprime")
        and all(arg in outline.types or arg.isdecimal() for arg in (words[at + 1], words[at + 2]))
    }
    if not calls:
        return []
    facts = "".join(
        f"have := Nat.gcd_mul_lcm {a} {b}; have := Nat.gcd_dvd_left {a} {b}; have := Nat.gcd_dvd_right {a} {b}\n"
        for a, b in sorted(calls)
    )
    return [
        ("gcd and lcm, omega", f"{introduction(outline)}{facts}simp [*] at *; omega"),
        ("gcd and lcm, grind", f"{introduction(outline)}{facts}grind"),
    ]


def _instances(outline: Outline) -> Scripts:
    """What is said of all numbers, said of small ones and of the statement's own."""
    lines: list[str] = []
    near = [n for n in outline.literals if n <= MAX_INSTANCES]
    for binder in outline.hypotheses:
        if binder.words[:1] != ("∀",):
            continue
        called = [f for name, f in outline.functions.items() if name in binder.words]
        is_whole = bool(called) and all(set(f.domain) <= {"Nat", "Int"} for f in called)
        values = list(range(max([4, *near]) + 1)) if is_whole else list(dict.fromkeys([0, 1, 2, "(-1)", *near[:4]]))
        if _bound_names(binder) > 1:
            lines += [f"try have := {binder.name} {a} {b}" for a in values[:4] for b in values[:4]]
        else:
            lines += [f"try have := {binder.name} {value}" for value in values]
    if not lines:
        return []
    return [("instances", f"{introduction(outline)}{chr(10).join(lines[:MAX_INSTANCES])}\nfirst | grind | omega")]


def _bound_names(binder: Binder) -> int:
    """How many names the leading `∀`s bind."""
    count, formula = 0, binder.formula
    while formula is not None and formula.op == "∀":
        count, formula = count + 1, formula.args[0]
    if count:
        return count
    head = binder.words[1 : binder.words.index(",")] if "," in binder.words else ()
    return sum(word.isidentifier() for word in head[: head.index(":") if ":" in head else len(head)])


def _digits(outline: Outline) -> Scripts:
    facts = digit_facts(outline)
    if not facts:
        return []
    begin = introduction(outline) + "\n".join(facts)
    return [("digits", f"{begin}\nsimp at *\nfirst | omega | grind")]


def _inductions(outline: Outline) -> Scripts:
    lemmas = f"{_RANGES}, Nat.pow_succ"
    naturals = [name for name, t in outline.types.items() if t == "Nat"]
    if not naturals or not {"∑", "∏", "^", "!", "Finset.sum"} & set(outline.words):
        return []
    begin = introduction(outline)
    zero = "| zero => first | decide | grind | simp_all"
    known = "have := Finset.sum_range_id_mul_two ffm\n  " if {"∑", "Finset.sum"} & set(outline.words) else ""
    succ = f"| succ ffm ffi =>\n  {known}first | omega | grind [{lemmas}] | (simp [{SUMS}, Nat.factorial_succ] at *; grind)"
    scripts = [(f"induction on {n}", f"{begin}induction {n} with\n{zero}\n{succ}") for n in naturals[:2]]
    if _is_bernoulli(outline.goal):
        script = f"{begin}first | exact FaithformPrelude.one_add_mul_le_pow _ _ (by grind) | grind"
        scripts.append(("Bernoulli's inequality", script))
    return scripts


def _is_bernoulli(goal: Node | None) -> bool:
    return goal is not None and goal.op == "≤" and goal.args[1].op == "^" and goal.args[0].op == "+"
