"""Formulas of first-order arithmetic as `arithparser` reads them, and their text again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = [
    "BINDERS",
    "COMPARISONS",
    "INTERVALS",
    "SUMS",
    "TYPES",
    "Node",
    "Unreadable",
    "arithmetic_type",
    "called_functions",
    "conjuncts",
    "free_variables",
    "substituted",
    "unparse",
]

TYPES = {
    "Nat": "Nat", "ℕ": "Nat", "Int": "Int", "ℤ": "Int", "Rat": "Rat", "ℚ": "Rat", "Real": "Real", "ℝ": "Real",
    "Complex": "Complex", "ℂ": "Complex", "PNat": "PNat", "ℕ+": "PNat", "NNReal": "NNReal", "ℝ≥0": "NNReal",
}  # fmt: skip
COMPARISONS = ("=", "≠", "<", "≤", "∣")
# An interval's bounds, each with the relation to a member: `≤` or `<`, "" where there is none.
INTERVALS = {
    "Icc": ("≤", "≤"), "Ico": ("≤", "<"), "Ioc": ("<", "≤"), "Ioo": ("<", "<"), "Ici": ("≤", ""), "Ioi": ("<", ""),
    "Iic": ("", "≤"), "Iio": ("", "<"), "range": ("", "<"),
}  # fmt: skip
SUMS = ("∑", "∏")
BINDERS = ("∀", "∃", *SUMS)
_PROPOSITIONS = ("∧", "∨", "¬", "→", "↔", "∀", "∃", "true", "false", "pred", "mod")


class Unreadable(Exception):
    """The text is outside the fragment that this module understands."""


@dataclass(frozen=True, slots=True)
class Node:
    """A term or proposition.

    `op` is one of: num var neg inv + - * / % ^ asc app call ite ∑ ∏ | = ≠ < ≤ ∣ pred mod ∧ ∨ ¬ → ↔ ∀ ∃ true false. `>` and
    `≥` are read as `<` and `≤` with the sides exchanged, membership in an interval as its inequalities. `text` is the
    literal, the name, the function or predicate (`app`, `pred`: one of Lean's or Mathlib's own, `call`: one that the
    statement or its text speaks of), of `mod` the kind of congruence; `type` is the type of an ascription or of a bound
    variable ("" where none is written), of ∑ and ∏ the Finset, whose bounds stand before the summand. `notation` is what was
    read as another node (`>`, `Set.Icc`): it says nothing else, so that nodes of other notations are equal.
    """

    op: str
    args: tuple[Node, ...] = ()
    text: str = ""
    type: str = ""
    notation: str = field(default="", compare=False)

    @property
    def is_proposition(self) -> bool:
        return self.op in COMPARISONS or self.op in _PROPOSITIONS


def arithmetic_type(text: str) -> str | None:
    """The plain name of a type of numbers written in one of its spellings; None for any other type."""
    return TYPES.get(text.replace(" ", "").strip("()"))


def free_variables(node: Node) -> frozenset[str]:
    if node.op == "var":
        return frozenset((node.text,))
    inner = frozenset[str]().union(*(free_variables(arg) for arg in node.args))
    if node.op in SUMS:
        return free_variables(node.args[0]) | free_variables(node.args[1]) | free_variables(node.args[2]) - {node.text}
    return inner - {node.text} if node.op in BINDERS else inner


def called_functions(node: Node) -> set[str]:
    """The functions of the statement or its text that the formula calls."""
    found = {node.text} if node.op == "call" else set[str]()
    return found.union(*(called_functions(arg) for arg in node.args))


def substituted(node: Node, terms: Mapping[str, Node]) -> Node:
    """The formula with terms put for free variables. A bound variable of the same name is left alone."""
    if node.op == "var":
        return terms.get(node.text, node)
    if node.op in BINDERS:
        terms = {name: term for name, term in terms.items() if name != node.text}
    return Node(node.op, tuple(substituted(arg, terms) for arg in node.args), node.text, node.type, node.notation)


def conjuncts(node: Node) -> Iterator[Node]:
    """The parts of nested conjunctions, left to right."""
    if node.op == "∧":
        for arg in node.args:
            yield from conjuncts(arg)
    else:
        yield node


_SYMBOLS = {"+", "-", "*", "/", "%", "^", *COMPARISONS, "∧", "∨", "→", "↔"}


def unparse(node: Node) -> str:
    """Lean text for the node, fully parenthesized, so that it reads the same under any precedence."""
    args = [unparse(arg) for arg in node.args]
    if node.op in ("num", "var"):
        return node.text
    if node.op in _SYMBOLS:
        return f"({args[0]} {node.op} {args[1]})"
    if node.op in ("∀", "∃"):
        return f"({node.op} {node.text}{f' : {node.type}' if node.type else ''}, {args[0]})"
    if node.op in SUMS:
        bounds = [
            text for text, bound in zip(args, INTERVALS[node.type.removeprefix("Finset.")], strict=False) if bound
        ]
        return f"({node.op} {node.text} ∈ {node.type} {' '.join(bounds)}, {args[2]})"
    if node.op == "mod":
        return f"({args[0]} ≡ {args[1]} [{node.text} {args[2]}])"
    if node.op == "inv":
        return f"({args[0]}⁻¹)"
    if node.op in ("app", "call", "pred"):
        if node.text.startswith("."):
            return f"(({args[0]}){node.text} {' '.join(args[1:])})"
        return f"({node.text} {' '.join(args)})"
    if node.op == "asc":
        return f"({args[0]} : {node.type})" if node.type else f"(↑{args[0]})"
    if node.op == "ite":
        return f"(if {args[0]} then {args[1]} else {args[2]})"
    if node.op in ("true", "false"):
        return node.op.capitalize()
    return f"({'-' if node.op == 'neg' else '¬ '}{args[0]})"
