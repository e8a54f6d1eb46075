"""Tactic scripts for core Lean by kind of statement. Each function looks at the statement and gives (strategy, script)
pairs, none where its kind does not apply.

Scripts name the arguments as the statement does, so that they can speak of them; text is put into them only after it was
read and printed again.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from pytest_faithform.lean import polynomials
from pytest_faithform.lean.arith import Node, conjuncts, free_variables, unparse
from pytest_faithform.lean.numbers import FIELDS, type_of
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.witness import strip_existentials

__all__ = [
    "cast_scripts",
    "completed_squares",
    "enumeration_scripts",
    "factor_scripts",
    "induction_scripts",
    "introduction",
    "product_scripts",
    "refuting_enumeration_scripts",
    "remainder_scripts",
    "unfolding_scripts",
]

Scripts = list[tuple[str, str]]

MAX_CASES = 130
MAX_ENUMERATED = 1500


def introduction(outline: Outline) -> str:
    """Take the arguments under their names, and write out the functions that the text defines by one expression."""
    names = [binder.name for binder in outline.binders]
    own = {binder.name for binder in outline.binders}
    plain = [name for name, function in outline.functions.items() if name not in own and len(function.cases) == 1]
    unfold = f"try simp only [{', '.join(plain)}] at *\n" if plain else ""
    return (f"intro {' '.join(names)}\n" if names else "") + unfold


def unfolding_scripts(definitions: tuple[str, ...]) -> Scripts:
    if not definitions:
        return []
    names = ", ".join(definitions)
    return [
        ("unfold", f"intros; simp_all [{names}] <;> first | omega | grind | decide"),
        ("grind with definitions", f"intros; first | grind [{names}] | fail"),
    ]


def induction_scripts(outline: Outline, definitions: tuple[str, ...]) -> Scripts:
    """On each natural variable, where a definition or a nonlinear term makes it worth it."""
    if not definitions and not {"^", "*", "%", "∣"} & set(outline.words):
        return []
    lemmas = ", ".join((*definitions, "Nat.pow_succ", "Int.pow_succ"))
    grind = f"grind [{', '.join(definitions)}]" if definitions else "grind"
    case = (
        f"first | (simp_all [{lemmas}]; done) | {grind} | (simp_all [{lemmas}]; omega) | (simp_all [{lemmas}]; grind)"
    )
    naturals = [name for name, type_name in outline.types.items() if type_name == "Nat"]
    return [(f"induction on {n}", f"{introduction(outline)}induction {n} <;> {case}") for n in naturals[:3]]


def remainder_scripts(outline: Outline) -> Scripts:
    """Split every integer variable by its remainder, for each modulus that the statement names."""
    words = outline.words
    moduli: set[int] = set()
    for before, word, after in zip(("", *words), words, (*words[1:], ""), strict=False):
        neighbour = {"%": after, "∣": before}.get(word, "")
        if neighbour.isascii() and neighbour.isdigit() and len(neighbour) < 4:
            moduli.add(int(neighbour))
    variables = {name: t for name, t in outline.types.items() if t not in FIELDS}
    fitting = [m for m in sorted(moduli, reverse=True) if variables and m > 1 and m ** len(variables) <= MAX_CASES]
    return [(f"cases mod {modulus}", _split_by(outline, variables, modulus)) for modulus in fitting[:3]]


def _split_by(outline: Outline, variables: dict[str, str], modulus: int) -> str:
    cases = [f"ffc{at}" for at in range(len(variables))]
    facts = [
        f"have {case} : {' ∨ '.join(f'{name} % {modulus} = {r}' for r in range(modulus))} := by omega\n"
        for case, name in zip(cases, variables, strict=True)
    ]
    split = " <;> ".join(f"rcases {case} with {' | '.join([case] * modulus)}" for case in cases)
    if "Int" in variables.values():
        rules, divides = "Int.pow_succ, Int.mul_emod, Int.add_emod, Int.sub_emod", "Int.dvd_of_emod_eq_zero"
    else:
        rules, divides = "Nat.pow_succ, Nat.mul_mod, Nat.add_mod", "Nat.dvd_of_mod_eq_zero"
    lemmas = ", ".join((rules, *cases))
    ending = (
        f"first | omega | (simp [{lemmas}]; done) | (apply {divides}; simp [{lemmas}]; done) "
        f"| (simp [{lemmas}] at *; done) | (simp [{lemmas}]; omega) | grind"
    )
    return f"{introduction(outline)}{''.join(facts)}{split} <;> {ending}"


def product_scripts(outline: Outline) -> Scripts:
    """Squares and products of what is known to be positive, handed to grind as facts."""
    ring = next((t for t in ("Real", "Rat", "Int") if t in outline.types.values()), None)
    if ring is None or not ({"*", "^", "/"} & set(outline.words) or outline.functions):
        return []
    names = [name for name, t in outline.types.items() if t == ring][:4]
    terms = [f"{a} {sign} {b}" for a, b in combinations(names, 2) for sign in "-+"] + names
    terms += completed_squares(outline)
    terms += [f"{name} - {value}" for name in names[:2] for value in outline.literals[:5]]
    lemmas = "Lean.Grind.OrderedRing"
    squares = [f"have := {lemmas}.sq_nonneg (a := ({term} : {ring}))\n" for term in terms]
    scripts = [("squares", f"{introduction(outline)}{''.join(squares[:16])}first | grind | fail")]
    gaps = _gaps(outline)
    products = []
    for (a, strict_a), (b, strict_b) in [*combinations(gaps, 2), *((gap, gap) for gap in gaps)]:
        rule = "mul_pos" if strict_a and strict_b else "mul_nonneg"
        products.append(
            f"try (have := {lemmas}.{rule} (a := ({a} : {ring})) (b := ({b} : {ring})) (by grind) (by grind))\n"
        )
    if products:
        begin = f"{introduction(outline)}apply Classical.byContradiction\nintro ffn\n"
        scripts.append(("products", f"{begin}{''.join(products[:10])}first | grind | fail"))
    return scripts


def completed_squares(outline: Outline) -> list[str]:
    """For each relation that is quadratic in one variable, the linear term whose square it is up to a constant."""
    terms = []
    goal = [outline.goal] if outline.goal is not None else []
    for fact in (*_facts(outline), *goal):
        p = polynomials.difference(fact, outline.types, {}) if fact.op in ("=", "<", "≤") else None
        names = polynomials.variables_of(p) if p is not None else set()
        if p is None or len(names) != 1:
            continue
        (name,) = names
        square, slope = p.get(((name, 2),)), p.get(((name, 1),), Fraction(0))
        if square and len(p) <= 3 and (2 * square).denominator == slope.denominator == 1:
            terms.append(f"({2 * square}) * {name} + ({slope})")
    return terms


def _gaps(outline: Outline) -> list[tuple[str, bool]]:
    """Right side minus left side of each comparison that holds if the conclusion does not, and whether it is strict."""
    facts = list(_facts(outline))
    if outline.goal is not None and outline.goal.op in ("<", "≤"):
        left, right = outline.goal.args
        facts.append(Node("≤" if outline.goal.op == "<" else "<", (right, left)))
    orders = [fact for fact in facts if fact.op in ("<", "≤") and free_variables(fact)]
    return [(f"{unparse(f.args[1])} - {unparse(f.args[0])}", f.op == "<") for f in orders][:4]


def _facts(outline: Outline) -> list[Node]:
    formulas = [binder.formula for binder in outline.hypotheses if binder.formula is not None]
    return [part for formula in formulas for part in conjuncts(formula)]


def factor_scripts(outline: Outline) -> Scripts:
    """A quadratic equation in one integer variable, factored at its rational roots."""
    scripts = []
    for fact in _facts(outline):
        p = polynomials.difference(fact, outline.types, {}) if fact.op == "=" else None
        names = polynomials.variables_of(p) if p is not None else set()
        if p is None or len(names) != 1 or polynomials.is_linear(p):
            continue
        (name,) = names
        found = polynomials.roots(p)
        if not found or outline.types[name] not in ("Nat", "Int"):
            continue
        factors = [f"({root.denominator} * ({name} : Int) - ({root.numerator}))" for root in (found * 2)[:2]]
        script = (
            f"{introduction(outline)}have fff : {' * '.join(factors)} = 0 := by grind\n"
            "rcases Int.mul_eq_zero.mp fff with fff | fff <;> first | omega | grind"
        )
        scripts.append(("factoring", script))
    return scripts[:2]


def cast_scripts(outline: Outline) -> Scripts:
    """A conclusion about whole numbers whose hypotheses speak of them as rationals."""
    goal = outline.goal
    if goal is None or goal.op not in ("=", "<", "≤") or not {"ℝ", "ℚ", "Rat", "ℤ", "Int", "↑"} & set(outline.words):
        return []
    where = type_of(goal.args, outline.types)
    if where not in ("Nat", "Int"):
        return []
    scripts = []
    for target in ("Rat", "Int") if where == "Nat" else ("Rat",):
        left, right = (f"(({unparse(arg)} : {where}) : {target})" for arg in goal.args)
        claim = f"have ffl : {left} {goal.op} {right} := by push_cast; first | grind | omega"
        scripts.append((f"cast to {target}", f"{introduction(outline)}{claim}\nexact_mod_cast ffl"))
    return scripts


def enumeration_scripts(outline: Outline) -> Scripts:
    """Bound every natural variable by a number of the statement and let the kernel try all values."""
    goal = outline.goal
    names = list(outline.types)
    readable = all(b.kind in ("number", "hypothesis") for b in outline.binders) and all(
        b.formula is not None for b in outline.hypotheses
    )
    if goal is None or not names or not readable or set(outline.types.values()) != {"Nat"}:
        return []
    scripts = []
    for bound in sorted({value + 1 for value in outline.literals if (value + 1) ** len(names) <= MAX_ENUMERATED}):
        bounds = [f"have ffb{at} : {name} < {bound} := by first | omega | grind\n" for at, name in enumerate(names)]
        claim = "".join(f"∀ {name} : Nat, {name} < {bound} → " for name in names)
        claim += "".join(f"{unparse(binder.formula)} → " for binder in outline.hypotheses if binder.formula is not None)
        uses = [f"{name} ffb{at}" for at, name in enumerate(names)] + [binder.name for binder in outline.hypotheses]
        script = (
            f"{introduction(outline)}{''.join(bounds)}have ffe : {claim}{unparse(goal)} := by decide +kernel\n"
            f"exact ffe {' '.join(uses)}"
        )
        scripts.append((f"enumeration below {bound}", script))
    return scripts[-2:]


def refuting_enumeration_scripts(outline: Outline) -> Scripts:
    """Against a closed `∃` over bounded natural numbers: the kernel tries all values."""
    if outline.goal is None or outline.binders or outline.goal.op != "∃":
        return []
    types, body = strip_existentials(outline.goal, outline.types)
    if set(types.values()) != {"Nat"}:
        return []
    names = list(types)
    scripts = []
    for bound in sorted({value + 1 for value in outline.literals if (value + 1) ** len(names) <= MAX_ENUMERATED}):
        bounds = [f"have ffb{at} : {name} < {bound} := by first | omega | grind\n" for at, name in enumerate(names)]
        claim = "".join(f"∀ {name} : Nat, {name} < {bound} → " for name in names)
        uses = " ".join(f"{name} ffb{at}" for at, name in enumerate(names))
        script = (
            f"rintro ⟨{', '.join(names)}, ffh⟩\n{''.join(bounds)}"
            f"have ffe : {claim}¬ {unparse(body)} := by decide +kernel\nexact ffe {uses} ffh"
        )
        scripts.append((f"enumeration below {bound}", script))
    return scripts[:2]
