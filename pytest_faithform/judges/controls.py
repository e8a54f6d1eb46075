"""The control questions: what a judge is asked about a harmless text when it gave no readable answer about another.

Whether its answer is right is not asked, only whether there is one.
"""

from __future__ import annotations

from pytest_faithform.lean.source import Source, parse
from pytest_faithform.model import Case, NumberEdit, Original, Perturbation, Problem, Span, StepDeletion, SymbolEdit

__all__ = ["CONTROL_SOURCE", "control_case"]

_STATEMENT = "Let $x$ be a real number with $2x + 3 = 11$. Show that $x = 4$."
_PROOF = "Subtracting 3 from both sides gives $2x = 8$. Halving this we obtain $x = 4$."
_STEP, _OUTCOME = "Halving this we obtain $x = 4$.", "we obtain $x = 4$."

CONTROL_SOURCE: Source = parse(
    "theorem control (x : ℝ) (h : 2 * x + 3 = 11) : x = 4 := by\n  have k : 2 * x = 8 := by linarith\n  linarith\n"
)


def control_case(kind: str) -> Case:
    """The control's case of this kind of edit; the original for every other kind."""
    statement, proof, edit = _STATEMENT, _PROOF, _edit(kind)
    if isinstance(edit, NumberEdit | SymbolEdit):
        statement = statement[: edit.span.start] + edit.new + statement[edit.span.end :]
    elif isinstance(edit, StepDeletion):
        proof = proof.replace(_STEP, _OUTCOME)
    problem = Problem(
        id="control",
        dataset="control",
        domain="control",
        task="proof",
        group="control",
        informal_statement=_STATEMENT,
        informal_proof=_PROOF,
    )
    return Case(id="control", problem=problem, perturbation=edit, informal_statement=statement, informal_proof=proof)


def _edit(kind: str) -> Perturbation:
    if kind == "number_edit":
        at = _STATEMENT.index("11")
        return NumberEdit(region="statement", span=Span(start=at, end=at + 2), old="11", new="13")
    if kind == "symbol_edit":
        at = _STATEMENT.index("+")
        return SymbolEdit(region="statement", span=Span(start=at, end=at + 1), old="+", new="-", family="operator")
    if kind == "step_deletion":
        at = _PROOF.index(_STEP)
        return StepDeletion(
            span=Span(start=at, end=at + len(_STEP)),
            reasoning="Halving this",
            outcome=_OUTCOME,
            is_last=True,
            tier="silver",
        )
    return Original()
