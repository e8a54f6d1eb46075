"""Tactic scripts for statements on the prelude by kind of statement, in the shape of `families`: (strategy, script) pairs,
none where a kind does not apply. They name what the prelude proves beside Mathlib's names (`FaithformPrelude`).
"""

from __future__ import annotations

from itertools import combinations

from pytest_faithform.lean.arith import unparse
from pytest_faithform.lean.families import Scripts, introduction
from pytest_faithform.lean.numbers import literal
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.witness import samples

__all__ = ["prelude_scripts"]

_RANGES = "Finset.sum_range_succ, Finset.sum_range_zero, Finset.prod_range_succ, Finset.prod_range_zero"
_INTERVALS = (
    "FaithformPrelude.sum_Icc_succ, FaithformPrelude.sum_Icc_of_lt, FaithformPrelude.prod_Icc_succ, "
    "FaithformPrelude.prod_Icc_of_lt"
)
_LOGARITHM = "Real.logb, Real.log_mul, Real.log_div, Real.log_pow, Real.log_pos, Real.log_inv, Real.log_rpow"
MAX_ENUMERATED = 10_000
MAX_PRODUCT = 3_000


def prelude_scripts(outline: Outline) -> list[Scripts]:
    """Rounds of scripts, cheap to dear."""
    return [
        _values(outline) + _simplified(outline) + _finite_sets(outline) + _inverses(outline),
        _sums(outline) + _roots_and_logarithms(outline) + _floors(outline) + _gcds(outline),
        _squares_and_products(outline),
        _enumerations(outline) + _factors(outline) + _inductions(outline),
    ]


def _simplified(outline: Outline) -> Scripts:
    scripts = [
        ("subst, decide", "intros; subst_vars; decide +kernel"),
        ("simp, grind", "intros; simp at * <;> first | grind | omega"),
    ]
    if "∧" in outline.words:
        scripts.append(("parts", "intros; refine ⟨?_, ?_⟩ <;> first | grind | omega | decide +kernel"))
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
    ending = "first | decide +kernel | grind | (simp; done)"
    return [("values", f"{introduction(outline)}{facts}subst_vars\n{ending}")]


def _finite_sets(outline: Outline) -> Scripts:
    """A finite set given by its members: it is a filtered interval, which the kernel can go through."""
    if "Finset" not in outline.words:
        return []
    scripts: Scripts = []
    for name in [h.name for h in outline.hypotheses if h.formula is None][:2]:
        for bound in (100, 2100):
            rule = f"FaithformPrelude.eq_filter_range {name} {bound} (by intro n hn; first | omega | grind)"
            scripts.append((f"members below {bound}", f"{introduction(outline)}rw [{rule}]; decide +kernel"))
        rule = f"FaithformPrelude.eq_filter_Icc {name} (-100) 100 (by intro n hn; first | omega | grind)"
        scripts.append(("members within ±100", f"{introduction(outline)}rw [{rule}]; decide +kernel"))
    return scripts


def _inverses(outline: Outline) -> Scripts:
    return [("subst, rfl", "intros; subst_vars; rfl")] if "ZMod" in outline.words else []


def _sums(outline: Outline) -> Scripts:
    if not {"∑", "∏"} & set(outline.words):
        return []
    return [
        ("sums", f"intros; simp [{_RANGES}] at * <;> first | grind | omega"),
        ("sums over intervals", f"intros; simp [{_RANGES}, {_INTERVALS}] at * <;> grind"),
    ]


def _roots_and_logarithms(outline: Outline) -> Scripts:
    scripts: Scripts = []
    text = " ".join(outline.words)
    if "log" in text:
        scripts.append(("logarithms", f"intros; grind [{_LOGARITHM}]"))
    if "sqrt" in text or "√" in text:
        scripts.append(
            ("roots", "intros; grind [FaithformPrelude.sq_eq_sq, Real.sqrt_sq, FaithformPrelude.mul_eq_zero]")
        )
        scripts.append(("root of a square", "intros; apply FaithformPrelude.sqrt_eq_of_sq <;> grind"))
    return scripts


def _floors(outline: Outline) -> Scripts:
    if not {"⌊", "⌈", "Int.floor", "Int.ceil"} & set(outline.words):
        return []
    lemmas = "FaithformPrelude.floor_eq_iff, FaithformPrelude.ceil_eq_iff"
    return [
        ("floors", f"intros; simp only [{lemmas}] at *; grind"),
        ("floors, simp", f"intros; simp [{lemmas}] at * <;> grind"),
    ]


def _gcds(outline: Outline) -> Scripts:
    words = outline.words
    calls = {
        (words[at + 1], words[at + 2])
        for at, word in enumerate(words[:-2])
        if word in ("Nat.gcd", "Nat.lcm")
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


def _squares_and_products(outline: Outline) -> Scripts:
    """What `nlinarith` would look for, handed to grind as facts."""
    names = [name for name, t in outline.types.items() if t == "Real"][:4]
    if not names:
        return []
    square = "have := FaithformPrelude.sq_nonneg "
    terms = [f"{a} {sign} {b}" for a, b in combinations(names, 2) for sign in "-+"]
    terms += [term for name in names for term in (name, f"{name} - 1")]
    squares = [f"{square}({term})" for term in terms]
    begin = introduction(outline)
    scripts = [("squares", f"{begin}{'; '.join(squares)}; grind")]
    products = [f"have := FaithformPrelude.mul_pos {a} {b} (by grind) (by grind)" for a, b in combinations(names, 2)]
    if products:
        scripts.append(("products", f"{begin}{'; '.join(products)}; grind"))
        scripts.append(("products and squares", f"{begin}{'; '.join([*products, *squares[:6]])}; grind"))
    if outline.literals:
        shifted = [f"{square}({name} - {value})" for name in names[:2] for value in outline.literals[:8]]
        scripts.append(("shifted squares", f"{begin}{'; '.join(shifted)}; grind"))
    return scripts


def _enumerations(outline: Outline) -> Scripts:
    """Natural variables that the hypotheses bound: the kernel tries all values."""
    names = list(outline.types)
    readable = all(b.kind in ("number", "hypothesis") for b in outline.binders)
    formulas = [b.formula for b in outline.hypotheses]
    if outline.goal is None or not names or not readable or None in formulas or set(outline.types.values()) != {"Nat"}:
        return []
    scripts: Scripts = []
    claim = "".join(f"{unparse(f)} → " for f in formulas if f is not None) + unparse(outline.goal)
    bounds = (20, 100)
    for bound in (b for b in bounds if b ** len(names) <= MAX_ENUMERATED):
        by = "first | omega | grind | (apply Classical.byContradiction; intro ffn; grind)"
        facts = "".join(f"have ffb{at} : {name} < {bound} := by {by}\n" for at, name in enumerate(names))
        ranges = "".join(f"∀ {name} : Nat, {name} < {bound} → " for name in names)
        uses = [f"{name} ffb{at}" for at, name in enumerate(names)] + [b.name for b in outline.hypotheses]
        script = (
            f"{introduction(outline)}{facts}have ffe : {ranges}{claim} := by decide +kernel\nexact ffe {' '.join(uses)}"
        )
        scripts.append((f"enumeration below {bound}", script))
    return scripts


def _factors(outline: Outline) -> Scripts:
    """A product of two natural variables that is a number: both divide it."""
    for binder in outline.hypotheses:
        f = binder.formula
        if f is None or f.op != "=" or f.args[0].op != "*" or f.args[1].op != "num" or not f.args[1].text.isdigit():
            continue
        a, b = f.args[0].args
        value = int(f.args[1].text)
        if a.op != "var" or b.op != "var" or not 0 < value < MAX_PRODUCT:
            continue
        if {outline.types.get(a.text), outline.types.get(b.text)} != {"Nat"}:
            continue
        h, x, y = binder.name, a.text, b.text
        script = (
            f"{introduction(outline)}"
            f"have ffa : {x} < {value + 1} := Nat.lt_succ_of_le (Nat.le_of_dvd (by decide) ⟨{y}, {h}.symm⟩)\n"
            f"have ffp : 0 < {x} := by first | omega | grind\n"
            f"have ffb : {y} = {value} / {x} := by rw [← {h}]; exact (Nat.mul_div_cancel_left _ ffp).symm\n"
            f"subst ffb\nrevert {x}\ndecide +kernel"
        )
        return [("factors", script)]
    return []


def _inductions(outline: Outline) -> Scripts:
    lemmas = f"{_RANGES}, Nat.pow_succ"
    naturals = [name for name, t in outline.types.items() if t == "Nat"]
    if "Real" in outline.types.values() or not {"∑", "∏", "^"} & set(outline.words):
        return []
    begin = introduction(outline)
    zero = "| zero => first | decide | grind | simp_all"
    succ = f"| succ ffm ffi => first | grind [{lemmas}] | (simp [{_RANGES}] at *; grind) | omega"
    return [(f"induction on {n}", f"{begin}induction {n} with\n{zero}\n{succ}") for n in naturals[:2]]
