"""The portfolio for statements on the prelude: as on core, with what the kernel can compute and the prelude's own scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pytest_faithform.lean.closed import refutation_at, refutation_with_set
from pytest_faithform.lean.enumerations import root_scripts
from pytest_faithform.lean.families import Scripts
from pytest_faithform.lean.numbers import Value, literal
from pytest_faithform.lean.portfolio import (
    CONTRADICTORY,
    Attempt,
    Portfolio,
    Sketch,
    at_values,
    by_solver,
    quick_refutations,
    refutation_by_witness,
    vacuity,
)
from pytest_faithform.lean.powers import remainder_scripts
from pytest_faithform.lean.prelude_facts import numeral_facts
from pytest_faithform.lean.prelude_finite import bounded, members, memberships, whole
from pytest_faithform.lean.prelude_scripts import SUMS, fact_lines, prelude_scripts
from pytest_faithform.lean.surds import Surd
from pytest_faithform.lean.templates import function_counterexamples
from pytest_faithform.lean.witness import samples

__all__ = ["PRELUDE"]

# Over ℝ the same scripts cost more than on core: more is known of it.
WITNESS, QUICK, DEAR = 6_000, 2_000, 3_000
MAX_COUNTED = 3_000
# What the kernel is to go through is taken apart first.
_COUNTED = ("powers", "enumeration", "factors", "its ")
_WITHOUT_DECISION = {"Real", "Complex", "NNReal"}


def _rounds(sketch: Sketch) -> Iterator[list[Attempt]]:
    """A proof of what exact arithmetic found where it finds the statement false; else quick proofs, direct refutations, and
    the scripts by what they cost and how often they are of use."""
    by_facts = (_refutations_with_facts, _refutations_by_function)
    if sketch.counterexamples and sketch.is_read:
        yield [_at(sketch, sketch.counterexamples[0])]
        yield from filter(None, (attempts(sketch) for attempts in (_direct_refutations, *by_facts, _further)))
        # Exact arithmetic may have read something else than the statement says.
        yield _quick_proofs(sketch)
        return
    yield from filter(None, [_tried(root_scripts(sketch.outline)), _quick_proofs(sketch), _direct_refutations(sketch)])
    yield from filter(None, map(_tried, prelude_scripts(sketch.outline)))
    last = (_contradictions, *by_facts, _guesses, lambda one: by_solver(one, WITNESS), _by_grind)
    yield from filter(None, (attempts(sketch) for attempts in last))


def _quick_proofs(sketch: Sketch) -> list[Attempt]:
    quick = "intros; first | grind | omega | (simp_all; done) | fail"
    proofs = [("decide", "intros; first | decide +kernel | fail")] if sketch.is_closed and _is_small(sketch) else []
    return [Attempt("proved", name, script, QUICK) for name, script in [*proofs, ("grind, omega", quick)]]


def _contradictions(sketch: Sketch) -> list[Attempt]:
    """That plain hypotheses prove False has been tried with the quick proofs; definitions and types ask for more."""
    attempts = [replace(attempt, heartbeats=QUICK) for attempt in vacuity(sketch)]
    return attempts if sum(attempt.strategy == CONTRADICTORY for attempt in attempts) > 1 else []


def _guesses(sketch: Sketch) -> list[Attempt]:
    """Counterexamples to what was read of the statement: a hypothesis that was not read rules most of them out."""
    return [_at(sketch, values, DEAR) for values in sketch.counterexamples[:1]]


def _tried(scripts: Scripts) -> list[Attempt]:
    return [Attempt("proved", name, script, _heartbeats(name)) for name, script in scripts]


def _heartbeats(strategy: str) -> int:
    return WITNESS if strategy.startswith(_COUNTED) else QUICK if strategy == "instances" else DEAR


def _by_grind(sketch: Sketch) -> list[Attempt]:
    """Rarely of use: the counterexample would have to be among the terms of the statement."""
    return [] if sketch.is_closed else [Attempt("refuted", "grind", "intro h; first | grind | fail", QUICK)]


def _is_small(sketch: Sketch) -> bool:
    """Whether the kernel may be asked to go through what the statement counts or sums: no heartbeat ends its work."""
    counted = {"∑", "∏", "Nat.divisors", "!", "List.range"} & set(sketch.outline.words)
    counts = bool(counted) or any(word.startswith("Finset.") for word in sketch.outline.words)
    return not counts or max(sketch.outline.literals, default=0) <= MAX_COUNTED


def _at(sketch: Sketch, values: dict[str, Value], heartbeats: int = WITNESS) -> Attempt:
    """The kernel cannot decide anything about real numbers, and is long about it."""
    results = {function.result for function in sketch.outline.functions.values()}
    over_reals = not _WITHOUT_DECISION.isdisjoint(results | set(sketch.outline.types.values()))
    facts = numeral_facts(_words_at(sketch, values))[:10] if over_reals else []
    return at_values(sketch, "witness", [values], heartbeats, facts=facts, kernel=not over_reals)


def _words_at(sketch: Sketch, values: dict[str, Value]) -> list[str]:
    """The statement's words and the numerals of the counterexample."""
    numbers: list[str] = []
    for value in values.values():
        if isinstance(value, Surd):
            numbers += ["√", str(value.radicand)]
        else:
            numbers += [str(abs(value.numerator)), str(value.denominator)]
    return [*sketch.outline.words, *numbers]


def _direct_refutations(sketch: Sketch) -> list[Attempt]:
    if sketch.is_closed:
        attempts = [a for a in quick_refutations(sketch) if a.strategy != "decide" or _is_small(sketch)]
        powers = [
            Attempt("refuted", *script, WITNESS) for script in remainder_scripts(sketch.outline.goal, refuting=True)
        ]
        return [*powers, *(replace(attempt, heartbeats=QUICK) for attempt in attempts)]
    found = samples(sketch.outline) if sketch.outline.goal is None else []
    at_sample = [at_values(sketch, "sample", found[:2], WITNESS)] if found else []
    return [*at_sample, *_by_set(sketch)]


def _by_set(sketch: Sketch) -> list[Attempt]:
    """A finite set that the hypothesis describes, written down."""
    for _, _, kind, variable, words in memberships(sketch.outline):
        found = members(words, variable, kind)
        condition = f"(fun {variable} => {' '.join(words)})"
        if kind == "Nat":
            bound = (max(whole(found), default=0) if found is not None else 99) + 1
            own, member = f"((Finset.range {bound}).filter {condition})", "Finset.mem_range"
        elif kind == "Int":
            reach = max(map(abs, whole(found)), default=0) + 1 if found is not None else 100
            own, member = f"((Finset.Icc (-{reach}) {reach}).filter {condition})", "Finset.mem_Icc"
        elif found and len(found) <= 3:
            own = f"({{{', '.join(literal(v, kind) for v in found)}}} : Finset Real)"
            proof = "(by intro ffx; simp; constructor <;> intro ffh <;> grind [FaithformPrelude.mul_eq_zero])"
            settle = _set_of_reals([literal(v, kind) for v in found])
            script = refutation_with_set(sketch.outline, own, proof, settle)
            return [Attempt("refuted", "the set", script, WITNESS)] if script else []
        else:
            continue
        proof = (
            f"(by intro ffx; rw [Finset.mem_filter, {member}]; "
            f"exact ⟨fun ffh => ffh.2, fun ffh => ⟨by {bounded(words, variable, 'ffx')}, ffh⟩⟩)"
        )
        script = refutation_with_set(sketch.outline, own, proof, "decide +kernel")
        return [Attempt("refuted", "the set", script, WITNESS)] if script else []
    return []


def _set_of_reals(values: list[str]) -> str:
    if len(values) == 2:
        return (
            "first | (rw [FaithformPrelude.sum_pair _ _ _ (by grind)]; grind) "
            "| (rw [FaithformPrelude.card_pair _ _ (by grind)]; decide) | grind"
        )
    return "first | (simp; done) | (simp; grind) | grind"


def _refutations_with_facts(sketch: Sketch) -> list[Attempt]:
    """The negation of a closed statement, from what is known of its numerals and its sums written out."""
    if not sketch.is_closed:
        return []
    lines = "".join(f"{line}\n" for line in fact_lines(sketch.outline))
    attempts = []
    if lines:
        attempts.append(Attempt("refuted", "facts about numerals", f"intro h\n{lines}grind", DEAR))
        simplified = f"intro h\n{lines}simp [Real.logb, Real.log_inv, Real.log_rpow] at *\ngrind"
        attempts.append(Attempt("refuted", "facts about numerals, simp", simplified, DEAR))
    if {"∑", "∏"} & set(sketch.outline.words):
        attempts.append(Attempt("refuted", "sums", f"intro h; simp [{SUMS}] at h; first | done | grind", DEAR))
    return attempts


def _refutations_by_function(sketch: Sketch) -> list[Attempt]:
    attempts = []
    for outline, values in function_counterexamples(sketch.outline):
        over_reals = any(function.result in _WITHOUT_DECISION for function in outline.functions.values())
        preamble, script = refutation_at(outline, [values], sketch.definitions, kernel=not over_reals)
        attempts.append(Attempt("refuted", "a function", script, WITNESS, preamble))
    return attempts


def _further(sketch: Sketch) -> list[Attempt]:
    """The second counterexample."""
    return [_at(sketch, values) for values in sketch.counterexamples[1:2]]


PRELUDE = Portfolio(_rounds, vacuity, refutation_by_witness)
