"""What Lean says about the sources: references and alternatives are proofs, valid steps hold, invalid ones do not."""

from __future__ import annotations

from collections.abc import Iterator

from builder.authoring import Finding, SourceProblem
from builder.compiling import Compiled
from builder.lean_text import statement_only
from builder.suite import Suite
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.equivalence import compare
from pytest_faithform.lean.prove import prove
from pytest_faithform.model import LeanReply

__all__ = ["verify"]

AXIOMS = frozenset(["propext", "Classical.choice", "Quot.sound"])
_PARSER = ("unexpected ", "expected ", "unterminated ", "missing ")


def verify(suite: Suite, lean: LeanChecker) -> list[Finding]:
    """Every finding, in the order of the sources."""
    found = []
    for file, problem, compiled in suite.sources:
        checks = (*_proofs(problem, lean), *_steps(problem, lean), *_substituted(compiled, lean))
        found += [Finding(file, problem.id, field, text) for field, text in checks]
    return found


def _proofs(problem: SourceProblem, lean: LeanChecker) -> Iterator[tuple[str, str]]:
    yield from _accepted("lean", problem.lean, lean)
    statement = lean.check(statement_only(problem.lean))
    if statement.outcome != "ok":
        yield "lean", f"its statement alone does not elaborate: {_reason(statement)}"
    for index, wording in enumerate(problem.paraphrases):
        if wording.lean is None:
            continue
        field = f"paraphrases[{index}].lean"
        yield from _accepted(field, wording.lean, lean)
        comparison = compare(lean, problem.lean, wording.lean)
        if comparison.value != "equivalent":
            yield field, f"is not shown equivalent to the reference: {comparison.value}, {comparison.reason}"


def _accepted(field: str, text: str, lean: LeanChecker) -> Iterator[tuple[str, str]]:
    reply = lean.check(text)
    axioms = {axiom for declaration in reply.declarations for axiom in declaration.axioms} - AXIOMS
    if reply.outcome != "ok":
        yield field, f"Lean rejects it: {_reason(reply)}"
    elif reply.sorries:
        yield field, "contains sorry"
    elif axioms:
        yield field, f"rests on {', '.join(sorted(axioms))}"


def _steps(problem: SourceProblem, lean: LeanChecker) -> Iterator[tuple[str, str]]:
    for index, step in enumerate(problem.steps):
        for name, text, wanted in (("lean", step.lean, "proved"), ("invalid_lean", step.invalid_lean, "refuted")):
            field = f"steps[{index}].{name}"
            verdict = prove(lean, text)
            if not verdict.typechecks:
                yield field, f"Lean rejects it: {verdict.reason}"
            elif verdict.value != wanted:
                yield field, f"must be {wanted}, is {verdict.value}: {verdict.reason}"
            elif verdict.vacuous:
                yield field, "is true only because its hypotheses contradict each other"


def _substituted(compiled: Compiled, lean: LeanChecker) -> Iterator[tuple[str, str]]:
    for item in compiled.local_edits:
        reply = lean.check(item.faithful)
        broken = next((m.text for m in reply.messages if m.severity == "error" and m.text.startswith(_PARSER)), None)
        if broken:
            yield item.case.id, f"the edited Lean is no Lean any more: {broken.splitlines()[0]}"


def _reason(reply: LeanReply) -> str:
    place = next((f"line {m.line}: " for m in reply.messages if m.severity == "error"), "")
    return f"{reply.outcome}, {place}{' '.join(reply.first_error.split())[:200]}"
