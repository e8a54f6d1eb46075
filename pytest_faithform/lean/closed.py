"""Lean proofs of formulas at given values: the hypotheses at a witness, and that the conclusion fails there.

The formula itself is instantiated by Lean; what is written here follows only its shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_faithform.lean.arith import Node
from pytest_faithform.lean.composite import fresh_nonce
from pytest_faithform.lean.functions import lean_definition
from pytest_faithform.lean.numbers import Env, Types, Value, guess_type, literal
from pytest_faithform.lean.outline import Outline
from pytest_faithform.lean.witness import existential_value, holds_at

__all__ = ["refutation_at", "refutation_with_set"]


def refutation_at(
    outline: Outline,
    found: Sequence[Mapping[str, Value]],
    definitions: Sequence[str],
    settle: str = "",
    *,
    facts: Sequence[str] = (),
    kernel: bool = True,
) -> tuple[str, str]:
    """(definitions of our own, script) that refute the statement at the first of the given values where it is false.

    A function that the hypotheses define is written down for each; `settle` overrides the tactics for closed formulas, which
    begin with `facts` and use the kernel's decision only with `kernel`.
    """
    preamble, lines = "", []
    for values in found:
        names = {b.name: f"{fresh_nonce()}_{at}" for at, b in enumerate(outline.binders) if b.kind == "function"}
        for own, name in names.items():
            preamble += lean_definition(name, outline.functions[own], names, values, outline.types)
        lines.append(_line(outline, values, names, settle or _settling((*definitions, *names.values()), facts, kernel)))
    return preamble, "intro h\n" + ("first\n" + "\n".join(f"  | {line}" for line in lines) if lines[1:] else lines[0])


def refutation_with_set(outline: Outline, own: str, definition: str, settle: str) -> str | None:
    """A script that refutes a statement about one finite set, given by its members: `own` is a term for that set and
    `definition` proves the hypothesis of it. None where the statement has other arguments."""
    kinds = [binder.kind for binder in outline.binders]
    if kinds != ["other", "hypothesis"]:
        return None
    return f"intro h\nexact absurd (@h {own} {definition}) (by {settle})"


def _line(outline: Outline, values: Mapping[str, Value], functions: Mapping[str, str], settle: str) -> str:
    # An equation may hold from 1 on only, and the definition begin at 0.
    from_one = f"(intro ffn; cases ffn <;> intros <;> first | rfl | omega | ({settle}))"
    by_equations = f"(by first | (intros; rfl) | {from_one} | {settle})" if functions else ""
    args = []
    for binder in outline.binders:
        if binder.kind == "number":
            args.append(literal(values[binder.name], binder.type))
        elif binder.kind == "function":
            args.append(functions[binder.name])
        elif binder.kind == "instance":
            args.append("inferInstance")
        elif binder.name in outline.defining:
            args.append(by_equations)
        else:
            args.append(proof_of(binder.formula, outline.types, values, settle))
    return f"exact absurd (@h {' '.join(args)}) {refutation_of(outline.goal, outline.types, values, settle)}"


def _settling(definitions: Sequence[str], facts: Sequence[str], kernel: bool) -> str:
    """Tactics for a closed formula; the kernel decides what it can compute, which is fastest also for rationals."""
    names = ", ".join(definitions)
    grind, simp = (f"grind [{names}]", f"simp [{names}]") if names else ("grind", "simp")
    if kernel:
        end = f"first | decide +kernel | omega | {grind} | ({simp}; done)"
    else:
        end = f"first | {grind} | ({simp}; done) | ({simp}; grind)"
    return f"({'; '.join([*facts, end])})" if facts else end


def proof_of(node: Node | None, types: Types, env: Env, settle: str) -> str:
    """A term that proves the formula at the values `env`."""
    if node is not None and node.op == "∃" and (value := existential_value(node, types, env)) is not None:
        type_name = node.type or guess_type(node.text, node.args[0], types)
        inner = proof_of(node.args[0], types.adding({node.text: type_name}), {**env, node.text: value}, settle)
        return f"⟨{literal(value, type_name)}, {inner}⟩"
    if node is not None and node.op == "∧" and _has_quantifier(node):
        return f"⟨{', '.join(proof_of(part, types, env, settle) for part in node.args)}⟩"
    return f"(by {settle})"


def refutation_of(node: Node | None, types: Types, env: Env, settle: str) -> str:
    """A term that proves the formula's negation at the values `env`."""
    if node is None or not _has_quantifier(node):
        return f"(by {settle})"
    if node.op == "∃":
        return f"(by rintro {_pattern(node)}; first | omega | grind | (simp_all; done))"
    if node.op == "∧":
        for at, part in enumerate(node.args, 1):
            if holds_at(part, types, env) is False:
                return f"(fun ffg => absurd ffg.{at} {refutation_of(part, types, env, settle)})"
    if node.op == "∀":
        negated = Node("∃", (Node("¬", node.args),), node.text, node.type)
        value = existential_value(negated, types, env)
        if value is not None:
            type_name = node.type or guess_type(node.text, node.args[0], types)
            scope, around = types.adding({node.text: type_name}), {**env, node.text: value}
            inner = refutation_of(node.args[0], scope, around, settle)
            return f"(fun ffg => absurd (ffg {literal(value, type_name)}) {inner})"
    if node.op == "→":
        proof = proof_of(node.args[0], types, env, settle)
        return f"(fun ffg => absurd (ffg {proof}) {refutation_of(node.args[1], types, env, settle)})"
    return f"(by {settle})"


def _has_quantifier(node: Node) -> bool:
    return node.op in ("∃", "∀") or any(_has_quantifier(arg) for arg in node.args)


def _pattern(node: Node) -> str:
    if node.op == "∃":
        return f"⟨_, {_pattern(node.args[0])}⟩"
    if node.op == "∧":
        return f"⟨{', '.join(_pattern(arg) for arg in node.args)}⟩"
    return "_"
