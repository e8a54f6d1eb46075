"""Tactic scripts for a Lean with Mathlib, cheap to dear.

Each tactic stands in a theorem of its own: a Mathlib that does not know one of them (`grind` came with Lean 4.22) rejects
that theorem and no other. The pin of `lean_project` has no Lean on the machine that this was written on, so these
scripts were parsed and, where the prelude or core has the tactic, run, but never on Mathlib itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from pytest_faithform.lean.arith import Node
from pytest_faithform.lean.closed import refutation_at
from pytest_faithform.lean.existence import existence_scripts
from pytest_faithform.lean.numbers import FIELDS, Value, literal
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.portfolio import (
    BESIDE_CONCLUSION,
    CONTRADICTORY,
    Attempt,
    Portfolio,
    Sketch,
    contradictory_values,
)

__all__ = ["MATHLIB"]

# Mathlib's own default is 200,000; an instance search or a `norm_num` costs far more there than on core.
QUICK, DEAR = 40_000, 200_000
MOST_HINTS = 12

QUICK_PROOFS = (
    ("norm_num", "intros; norm_num"),
    ("omega", "intros; omega"),
    ("linarith", "intros; linarith"),
    ("simp_all", "intros; simp_all"),
    ("positivity", "intros; positivity"),
    ("ring", "intros; ring"),
)
DEAR_PROOFS = (
    ("norm_num, linarith", "intros; norm_num at *; linarith"),
    ("conjuncts", "intros; refine ⟨?_, ?_⟩ <;> first | omega | linarith | norm_num | (simp_all; done)"),
    ("field_simp, ring", "intros; field_simp; ring"),
    ("field_simp, nlinarith", "intros; field_simp at *; nlinarith"),
    ("ring_nf", "intros; ring_nf at *; first | assumption | omega | linarith | nlinarith"),
    ("substitution", "intros; subst_vars; first | norm_num | ring | omega | nlinarith"),
    ("push_cast", "intros; push_cast at *; first | omega | linarith | nlinarith | ring"),
    ("aesop", "intros; aesop"),
    ("grind", "intros; grind"),
)
# Each ends in False, so that nothing but the hypotheses can close it.
CONTRADICTIONS = (
    ("omega", "omega"),
    ("linarith", "linarith"),
    ("nlinarith", "nlinarith"),
    ("simp_all", "(simp_all; done)"),
    ("norm_num", "norm_num at *"),
    ("grind", "grind"),
)
REFUTATIONS = (
    ("norm_num", "norm_num"),
    ("decide", "decide"),
    ("norm_num at", "intro h; norm_num at h"),
    ("omega", "intro h; omega"),
    ("simp at", "intro h; simp at h"),
    ("push_neg, norm_num", "push_neg; norm_num"),
    ("push_neg, decide", "push_neg; decide"),
)
# For closed formulas; the first is all that core knows.
PLAIN = "first | decide | omega | (simp; done)"
SETTLE = "first | norm_num | omega | decide | (simp; done) | positivity"


def _rounds(sketch: Sketch) -> Iterator[list[Attempt]]:
    yield _witness(sketch)
    yield [*_attempts("proved", _quick_proofs(sketch), QUICK), *_vacuity(sketch)]
    if sketch.is_closed:
        yield _attempts("refuted", REFUTATIONS, QUICK)
    yield _attempts("proved", existence_scripts(sketch.outline, f"({SETTLE})"), QUICK)
    yield _attempts("proved", _shaped(sketch.outline), DEAR)
    yield _attempts("proved", DEAR_PROOFS, DEAR)
    yield _at(sketch, sketch.solver_counterexamples, "witness, by a solver")
    yield _attempts("refuted", (() if sketch.is_closed else REFUTATIONS), DEAR)


def _quick_proofs(sketch: Sketch) -> list[tuple[str, str]]:
    return [*([("decide", "decide")] if sketch.is_closed else []), *QUICK_PROOFS]


def _attempts(side: Literal["proved", "refuted"], scripts: Iterable[tuple[str, str]], heartbeats: int) -> list[Attempt]:
    return [Attempt(side, name, script, heartbeats) for name, script in scripts]


def _vacuity(sketch: Sketch) -> list[Attempt]:
    if sketch.has_model:
        return []
    opening = "intros\nfail_if_success (show False)\n"
    scripts = [(name, f"exfalso\n{script}") for name, script in CONTRADICTIONS]
    if "∀" in sketch.outline.words:
        scripts += [(f"instantiated, {name}", f"{BESIDE_CONCLUSION}\n{name}") for name in ("grind", "aesop")]
    attempts = [Attempt("vacuous", f"{CONTRADICTORY}, {name}", opening + script, QUICK) for name, script in scripts]
    values = contradictory_values(sketch, "omega | linarith | simp_all")
    return [*attempts, *(replace(attempt, heartbeats=QUICK) for attempt in values)]


def _witness(sketch: Sketch) -> list[Attempt]:
    return _at(sketch, sketch.counterexamples, "witness")


def _at(sketch: Sketch, found: Sequence[Mapping[str, Value]], strategy: str) -> list[Attempt]:
    """The statement is false at the given values: put into it, and as `push_neg` states its negation."""
    if not found:
        return []
    binders = sketch.outline.binders
    attempts: list[Attempt] = []
    for settle in (PLAIN, SETTLE):
        preamble, script = refutation_at(sketch.outline, found, sketch.definitions, settle)
        attempts.append(Attempt("refuted", strategy, script, QUICK, preamble))
    if binders and all(binder.kind in ("number", "hypothesis") for binder in binders):
        for values in found:
            given = (literal(values[b.name], b.type) if b.kind == "number" else f"by {SETTLE}" for b in binders)
            script = f"push_neg\nexact ⟨{', '.join([*given, f'by {SETTLE}'])}⟩"
            attempts.append(Attempt("refuted", f"push_neg, {strategy}", script, QUICK))
    return attempts


def _shaped(outline: Outline) -> Iterator[tuple[str, str]]:
    """Scripts that speak of the statement's own variables and hypotheses."""
    opening = f"intro {' '.join(b.name for b in outline.binders)}" if outline.binders else "skip"
    hints = _products(outline)
    if hints:
        yield "nlinarith, products", f"{opening}\nnlinarith [{', '.join(hints)}]"
        yield "field_simp, products", f"{opening}\nfield_simp\nnlinarith [{', '.join(hints)}]"
    bounded = _bounded(outline)
    if bounded:
        cases = "\n".join(f"interval_cases {name}" for name in bounded[:1])
        yield "interval_cases", f"{opening}\n{cases} <;> first | omega | simp_all | norm_num at *"
    for name, kind in outline.types.items():
        if kind == "Nat" and outline.binders[0].name == name and len(outline.binders) == 1:
            step = "first | omega | (simp_all; done) | (push_cast at *; nlinarith) | (ring_nf at *; omega)"
            sums = "try simp only [Finset.sum_range_succ, Finset.prod_range_succ, Nat.factorial] at *"
            yield (
                "induction",
                f"intro {name}\ninduction {name} with\n| zero => first | decide | simp | norm_num\n"
                f"| succ {name} ih =>\n  {sums}\n  {step}",
            )


def _products(outline: Outline) -> list[str]:
    """Squares of the variables and of their differences, and products of what is known to be positive."""
    names = [name for name, kind in outline.types.items() if kind in FIELDS or kind == "Int"]
    hints = [f"sq_nonneg {name}" for name in names[:3]]
    hints += [f"sq_nonneg ({a} {sign} {b})" for a, b in combinations(names[:3], 2) for sign in "-+"]
    positive = [b.name for b in outline.hypotheses if b.formula is not None and _is_positive(b.formula)]
    hints += [f"mul_pos {a} {b}" for a, b in combinations(positive[:3], 2)]
    return hints[:MOST_HINTS]


def _is_positive(formula: Node) -> bool:
    return formula.op == "<" and formula.args[0] == Node("num", (), "0")


def _bounded(outline: Outline) -> list[str]:
    """The whole variables that hypotheses bound by literals, from above and (but for Nat) from below."""
    above: set[str] = set()
    below: set[str] = set()
    for binder in outline.hypotheses:
        formula = binder.formula
        while formula is not None:
            part, formula = (formula.args[0], formula.args[1]) if formula.op == "∧" else (formula, None)
            if part.op in ("<", "≤") and {part.args[0].op, part.args[1].op} == {"var", "num"}:
                (above if part.args[0].op == "var" else below).add(part.args[part.args[0].op != "var"].text)
    kinds = outline.types
    return [n for n, k in kinds.items() if n in above and (k == "Nat" or (k == "Int" and n in below))]


MATHLIB = Portfolio(_rounds, _vacuity, _witness)
