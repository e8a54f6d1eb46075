"""Lean proofs of formulas at given values: the hypotheses at a witness, and that the conclusion fails there.

The formula itself is instantiated by Lean; what is written here follows only its shape.
"""

from __future__ import annotations

from pytest_faithform.lean.arith import Node
from pytest_faithform.lean.numbers import Env, Types, guess_type, literal
from pytest_faithform.lean.witness import existential_value

__all__ = ["SETTLE", "proof_of", "refutation_of"]

# For a closed formula. The kernel decides what it can compute, which is fastest also for rationals.
SETTLE = "first | decide +kernel | omega | grind | (simp; done)"


def proof_of(node: Node | None, types: Types, env: Env) -> str:
    """A term that proves the formula at the values `env`."""
    if node is not None and node.op == "∃" and (value := existential_value(node, types, env)) is not None:
        type_name = node.type or guess_type(node.text, node.args[0], types)
        inner = proof_of(node.args[0], {**types, node.text: type_name}, {**env, node.text: value})
        return f"⟨{literal(value, type_name)}, {inner}⟩"
    if node is not None and node.op == "∧" and _has_quantifier(node):
        return f"⟨{', '.join(proof_of(part, types, env) for part in node.args)}⟩"
    return f"(by {SETTLE})"


def refutation_of(node: Node | None, settle: str = SETTLE) -> str:
    """A term that proves the formula's negation, at values that the context fixes."""
    if node is not None and node.op == "∃":
        return f"(by rintro {_pattern(node)}; first | omega | grind | (simp_all; done))"
    return f"(by {settle})"


def _has_quantifier(node: Node) -> bool:
    return node.op in ("∃", "∀") or any(_has_quantifier(arg) for arg in node.args)


def _pattern(node: Node) -> str:
    if node.op == "∃":
        return f"⟨_, {_pattern(node.args[0])}⟩"
    if node.op == "∧":
        return f"⟨{', '.join(_pattern(arg) for arg in node.args)}⟩"
    return "_"
