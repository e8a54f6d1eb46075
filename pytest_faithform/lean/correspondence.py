"""Which argument of one statement is which of another: the hint from which structural certificates are written.

Two formulas correspond if they are the same up to the names of variables, the order of commutative operations, and the
side on which a symmetric or reversed relation is written. Lean certifies what is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, permutations, product

from pytest_faithform.lean.arith import BINDERS, TYPES, Node, free_variables, substituted
from pytest_faithform.lean.outline import Outline

__all__ = [
    "Correspondence",
    "Fact",
    "canonical",
    "correspond",
    "facts_of",
    "flattened",
    "kinds_of",
    "rearranged",
    "renamed",
]

MAX_MAPPINGS = 720
_SYMMETRIC = frozenset(("+", "*", "=", "≠", "∧", "∨", "↔"))


@dataclass(frozen=True)
class Fact:
    """A conjunct of a hypothesis: the Lean term that proves it, and what it says."""

    term: str
    formula: Node


@dataclass(frozen=True)
class Correspondence:
    """`names` maps the number and function arguments of the one statement to those of the other; `shared` counts the facts
    and the conclusion that then agree."""

    names: Mapping[str, str]
    shared: int


def canonical(node: Node, names: Mapping[str, str], *, commuting: bool = True) -> str:
    """A text that is equal for corresponding formulas; if nothing is `commuting`, only for those of the same words."""
    if node.op in ("num", "var"):
        return names.get(node.text, node.text)
    if node.op in ("∀", "∃"):
        # Under its number as well, so that a name that is bound again inside gets another number.
        number = f"#{len(names)}"
        inner = {**names, node.text: number, number: number}
        return f"({node.op}:{node.type} {canonical(node.args[0], inner, commuting=commuting)})"
    is_symmetric = commuting and node.op in _SYMMETRIC
    parts = list(flattened(node)) if is_symmetric else list(node.args)
    texts = [canonical(part, names, commuting=commuting) for part in parts]
    if is_symmetric:
        texts.sort()
    text = names.get(node.text, node.text) if node.op == "call" else node.text
    notation = "" if commuting else node.notation
    return f"({node.op}{text}{node.type}{notation} {' '.join(texts)})"


def flattened(node: Node) -> Iterator[Node]:
    """The parts of nested sums, products, conjunctions or disjunctions, left to right."""
    for arg in node.args:
        if arg.op == node.op and node.op in ("+", "*", "∧", "∨"):
            yield from flattened(arg)
        else:
            yield arg


def facts_of(outline: Outline) -> list[Fact]:
    """All conjuncts of the readable hypotheses, with projections where a hypothesis has several."""
    facts: list[Fact] = []
    for binder in outline.hypotheses:
        if binder.formula is not None:
            facts += _projections(binder.name, binder.formula)
    return facts


def _projections(term: str, formula: Node) -> Iterator[Fact]:
    if formula.op != "∧":
        yield Fact(term, formula)
        return
    for at, part in enumerate(formula.args, 1):
        yield from _projections(f"{term}.{at}", part)


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The formula with its free variables and the functions that it calls renamed."""
    apart = _binding_others(node, frozenset(names.values()))
    return _calling(substituted(apart, {old: Node("var", (), new) for old, new in names.items()}), names)


def _binding_others(node: Node, taken: frozenset[str]) -> Node:
    """The formula with other names for what it binds under a name that is taken."""
    name, args = node.text, node.args
    if node.op in BINDERS and name in taken:
        while name in taken or any(name in free_variables(arg) for arg in args):
            name += "'"
        last = substituted(args[-1], {node.text: Node("var", (), name)})
        args = (*args[:-1], last)
    return Node(node.op, tuple(_binding_others(arg, taken) for arg in args), name, node.type, node.notation)


def _calling(node: Node, names: Mapping[str, str]) -> Node:
    text = names.get(node.text, node.text) if node.op == "call" else node.text
    return Node(node.op, tuple(_calling(arg, names) for arg in node.args), text, node.type, node.notation)


def rearranged(term: str, found: Node, wanted: Node) -> str:
    """A Lean term for `wanted` from a term for the corresponding formula `found`; it evaluates nothing."""
    if found == wanted:
        return term
    if wanted.op == "∧":
        facts = list(_projections(term, found))
        parts = [_taken(part, facts) for part in wanted.args]
        return f"⟨{', '.join(parts)}⟩"
    if found.op == wanted.op == "∨":
        cases = [f"fun ffo => {_chosen('ffo', case, wanted)}" for case in found.args]
        return f"(Or.elim {term} ({cases[0]}) ({cases[1]}))"
    turn = {"=": "Eq.symm", "≠": "Ne.symm", "↔": "Iff.symm"}.get(wanted.op, "id")
    # `ac_nf` may close the goal by itself: what follows must hold of no goal as well.
    commuted = f"have ffz := {term}; ac_nf at ffz ⊢ <;> first | exact ffz | exact {turn} ffz"
    # Not for every type of numbers does Lean know that its operations commute.
    return f"(by first | exact {term} | exact {turn} {term} | ({commuted}) | (have ffz := {term}; grind) | fail)"


def _taken(wanted: Node, facts: list[Fact]) -> str:
    if wanted.op == "∧":
        return f"⟨{', '.join(_taken(part, facts) for part in wanted.args)}⟩"
    text = canonical(wanted, {})
    same = next((fact for fact in facts if canonical(fact.formula, {}) == text), None)
    return rearranged(same.term, same.formula, wanted) if same is not None else "(by assumption)"


def _chosen(term: str, found: Node, wanted: Node) -> str:
    """`wanted` is a disjunction that has `found`, or each part of it, among its parts."""
    if canonical(found, {}) == canonical(wanted, {}):
        return rearranged(term, found, wanted)
    if found.op == "∨":
        cases = [f"fun ffo => {_chosen('ffo', case, wanted)}" for case in found.args]
        return f"(Or.elim {term} ({cases[0]}) ({cases[1]}))"
    if wanted.op != "∨":
        return f"(by exact {term})"
    inside = canonical(found, {}) in {canonical(part, {}) for part in _alternatives(wanted.args[0])}
    at = 0 if inside else 1
    return f"(Or.{('inl', 'inr')[at]} {_chosen(term, found, wanted.args[at])})"


def _alternatives(node: Node) -> Iterator[Node]:
    if node.op == "∨":
        for arg in node.args:
            yield from _alternatives(arg)
    else:
        yield node


def kinds_of(outline: Outline) -> dict[str, str]:
    """The number and function arguments with their types as Lean text."""
    data = (binder for binder in outline.binders if binder.kind in ("number", "function"))
    return {b.name: b.type or " ".join(TYPES.get(word, word) for word in b.words) for b in data}


def correspond(source: Outline, target: Outline) -> Correspondence | None:
    """The best one-to-one map of the number and function arguments that keeps their types, None if there is none or an
    argument of either statement is of an unknown kind."""
    for outline in (source, target):
        if any(b.kind == "other" or (b.kind == "hypothesis" and b.formula is None) for b in outline.binders):
            return None
    wanted = {canonical(fact.formula, {}) for fact in facts_of(target)}
    goal = canonical(target.goal, {}) if target.goal is not None else None
    best: Correspondence | None = None
    for names in islice(_mappings(kinds_of(source), kinds_of(target)), MAX_MAPPINGS):
        shared = sum(canonical(fact.formula, names) in wanted for fact in facts_of(source))
        shared += source.goal is not None and canonical(source.goal, names) == goal
        if best is None or shared > best.shared:
            best = Correspondence(names, shared)
    return best


def _mappings(source: Mapping[str, str], target: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Every bijection that keeps the types, equal names first."""
    if sorted(source.values()) != sorted(target.values()):
        return
    same = {name: name for name, kind in source.items() if target.get(name) == kind}
    yield from _completions(same, source, target)
    if same:
        yield from _completions({}, source, target)


def _completions(
    fixed: dict[str, str], source: Mapping[str, str], target: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    kinds = sorted(set(source.values()))
    left = [[n for n, k in source.items() if k == kind and n not in fixed] for kind in kinds]
    right = [[n for n, k in target.items() if k == kind and n not in fixed.values()] for kind in kinds]
    for orders in product(*(permutations(names) for names in right)):
        pairs = [(a, b) for names, order in zip(left, orders, strict=True) for a, b in zip(names, order, strict=True)]
        yield {**fixed, **dict(pairs)}
