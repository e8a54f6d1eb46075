"""From a verdict to an item's outcome: pass, fail or skip, with a message that explains it at one glance.

The table is DESIGN's "What each item asserts". Decisions are functions of case and verdict alone, so that a stored
record can be decided again without a model or Lean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pytest_faithform.errors import Undetermined, Unfaithful
from pytest_faithform.model import Case, Correctness, EditVerdict, ProofVerdict, printable

__all__ = [
    "Decision",
    "assert_correct",
    "assert_faithful",
    "assert_step",
    "decide_correct",
    "decide_edit",
    "decide_step",
]


@dataclass(frozen=True)
class Decision:
    """An item's outcome and the sentence that explains it."""

    outcome: Literal["pass", "fail", "skip"]
    message: str

    def enforce(self) -> None:
        """Raise Unfaithful on a fail and Undetermined on a skip."""
        if self.outcome == "fail":
            raise Unfaithful(self.message)
        if self.outcome == "skip":
            raise Undetermined(self.message)


def describe_edit(case: Case) -> str:
    """What was done to the input, in a few words: `number edit in the statement: 94 → 97`."""
    edit = case.perturbation
    if edit.kind == "number_edit" or edit.kind == "symbol_edit":
        what = "number edit" if edit.kind == "number_edit" else f"symbol edit ({edit.family})"
        before = case.original_text(edit.region)
        left = before[max(0, edit.span.start - 24) : edit.span.start]
        right = before[edit.span.end : edit.span.end + 24]
        place = " ".join(f"…{left}[{edit.old} → {edit.new}]{right}…".split())
        return f"{what} in the {edit.region}: {edit.old} → {edit.new}, in “{place}”"
    if edit.kind == "step_deletion":
        return f"step deletion: the justification of “{_short(edit.outcome)}” was removed"
    if edit.kind == "paraphrase":
        return f"paraphrase ({edit.style})"
    if edit.kind == "invalid_step":
        return f"invalidated step ({edit.method}): “{_short(case.informal_statement)}”"
    return f"original {case.problem.task}"


def decide_edit(case: Case, verdict: EditVerdict) -> Decision:
    """Number and symbol edits: faithful passes, reverted fails, unclear skips. Step deletions likewise, but an output
    whose whole proof is one placeholder attempted nothing and skips (DESIGN, "What each item asserts")."""
    message = f"{describe_edit(case)}\n{verdict.label} ({verdict.rule}): {verdict.reason}" + _quotes(verdict)
    if verdict.label == "faithful" and verdict.empty_proof_body:
        return Decision("skip", f"{message}\nthe whole proof is one placeholder: nothing was attempted")
    outcomes: dict[str, Literal["pass", "fail", "skip"]] = {"faithful": "pass", "reverted": "fail", "unclear": "skip"}
    return Decision(outcomes[verdict.label], message)


def decide_step(case: Case, verdict: ProofVerdict) -> Decision:
    """A valid step must be proved, and not vacuously; an invalidated one must be refuted. No formalization, or one that
    Lean rejects, fails both; an undetermined one skips."""
    invalid = case.kind == "invalid_step"
    wanted = "refuted" if invalid else "proved"
    head = f"{describe_edit(case)}\n" if invalid else f"valid step: “{_short(case.informal_statement)}”\n"
    found = f"{verdict.value}: {verdict.reason}"
    if not verdict.formalized:
        return Decision("fail", f"{head}no formalization: {verdict.reason}")
    if not verdict.typechecks:
        return Decision("fail", f"{head}Lean rejects the formalization: {verdict.reason}")
    if verdict.value == "undetermined":
        return Decision("skip", f"{head}Lean could neither prove nor refute it: {verdict.reason}")
    if verdict.value == "proved" and verdict.vacuous:
        return Decision("fail", f"{head}vacuously proved, its hypotheses contradict each other: {verdict.reason}")
    if verdict.value == wanted:
        return Decision("pass", head + found)
    consequence = (
        "the invalid step was silently corrected, Lean proves what was formalized"
        if invalid
        else "an error was induced, Lean refutes what was formalized"
    )
    return Decision("fail", f"{head}{consequence}\n{found}")


def decide_correct(case: Case, correctness: Correctness) -> Decision:
    """Every measured part must be established: a "no" fails, an undetermined part skips."""
    told = {name: f"{name} {part.value.replace('_', ' ')}: {part.reason}" for name, part in correctness.parts.items()}
    # What decided comes first: the terminal and the JUnit attribute show no more than the beginning.
    result = f"{correctness.name} = {correctness.value}"
    if correctness.value != "yes":
        deciding = next(name for name, part in correctness.parts.items() if part.value == correctness.value)
        result += f": {told.pop(deciding)}"
    message = "\n".join([describe_edit(case), result, *told.values()])
    if correctness.value == "no":
        return Decision("fail", message)
    if correctness.value == "yes":
        return Decision("pass", message)
    return Decision("skip", message)


def assert_faithful(case: Case, verdict: EditVerdict) -> None:
    """The edit shows in the Lean (number, symbol), or the gap is retained (step deletion)."""
    decide_edit(case, verdict).enforce()


def assert_step(case: Case, verdict: ProofVerdict) -> None:
    """A valid step is proved by Lean, an invalidated one refuted."""
    decide_step(case, verdict).enforce()


def assert_correct(case: Case, correctness: Correctness) -> None:
    """FullyCorrect, or what of it was measured."""
    decide_correct(case, correctness).enforce()


def _quotes(verdict: EditVerdict) -> str:
    return "".join(
        f"\n  {quote.region or 'Lean'} {quote.line}:{quote.column}  {printable(quote.quote, 160)}"
        for quote in verdict.evidence[:4]
    )


def _short(text: str, limit: int = 120) -> str:
    flat = " ".join(printable(text, 1000).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
