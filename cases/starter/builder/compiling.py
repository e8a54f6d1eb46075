"""One source problem to its cases, its controls' answers, and everything in it that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pydantic import ValidationError

from builder import rules
from builder.authoring import Finding, LocalEdit, Rewording, SourceProblem, SourceStep, StepEdit
from builder.lean_text import statement_only, substitute
from pytest_faithform.cases.explain import explain
from pytest_faithform.model import (
    Case,
    InvalidStep,
    NumberEdit,
    Original,
    Paraphrase,
    Perturbation,
    Problem,
    Span,
    StepDeletion,
    SymbolEdit,
    Task,
)
from pytest_faithform.perturb import number_edit, step_deletion, symbol_edit
from pytest_faithform.perturb.audit import audit

__all__ = ["Answered", "Compiled", "compile_problem"]

DATASET = "starter"


@dataclass(frozen=True, slots=True)
class Answered:
    """A case with the Lean that the faithful and the biased system answer."""

    case: Case
    faithful: str
    biased: str


@dataclass(slots=True)
class Compiled:
    """What one problem gives. `attempted` names the slice of every case that was to be built."""

    local_edits: list[Answered] = field(default_factory=list)
    paraphrases: list[Answered] = field(default_factory=list)
    reasoning_steps: list[Answered] = field(default_factory=list)
    statements: list[Answered] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    attempted: list[str] = field(default_factory=list)

    @property
    def answered(self) -> list[Answered]:
        return [*self.local_edits, *self.paraphrases, *self.reasoning_steps, *self.statements]


def compile_problem(source: SourceProblem, file: str) -> Compiled:
    """Everything that can be made of `source`; a part that breaks a rule is reported and left out."""
    return _Compiler(source, file).run()


class _Compiler:
    def __init__(self, source: SourceProblem, file: str) -> None:
        self.source = source
        self.file = file
        self.out = Compiled()

    def run(self) -> Compiled:
        source = self.source
        for place, text, warning in rules.problem(source):
            self.out.findings.append(Finding(self.file, source.id, place, text, warning))
        problem: Problem | None = None
        with self._part("", "original"):
            problem = self._problem("proof", source.id, source.statement, source.proof, source.lean)
            self._original(self.out.paraphrases, problem, source.lean)
        if problem is None:
            return self.out
        for index, edit in enumerate(source.edits):
            region = "proof" if isinstance(edit, StepEdit) else edit.region
            with self._part(f"edits[{index}]", f"{edit.kind} {region}"):
                compiled = self._deletion(problem, edit) if isinstance(edit, StepEdit) else self._local(problem, edit)
                self.out.local_edits.append(compiled)
        for index, wording in enumerate(source.paraphrases):
            with self._part(f"paraphrases[{index}]", f"paraphrase {wording.style}"):
                self.out.paraphrases.append(self._paraphrase(problem, wording))
        for index, step in enumerate(source.steps):
            with self._part(f"steps[{index}]", "step"):
                self.out.reasoning_steps += self._step(step)
        with self._part("lean", "statement"):
            statement = self._problem("statement", f"{source.id}-statement", source.statement, "", source.lean)
            self._original(self.out.statements, statement, statement_only(source.lean))
        return self.out

    @contextmanager
    def _part(self, place: str, cases: str) -> Iterator[None]:
        """A part of the source: what is wrong with it is reported under `place`, and the others go on."""
        self.out.attempted.append(cases)
        try:
            yield
        except rules.BrokenRule as broken:
            path = ".".join(part for part in (place, broken.field) if part)
            self.out.findings.append(Finding(self.file, self.source.id, path, str(broken)))
        except ValidationError as error:
            model = Case if error.title == "Case" else Problem
            for complaint in explain(error, model):
                self.out.findings.append(Finding(self.file, self.source.id, place, str(complaint)))

    def _problem(
        self, task: Task, name: str, statement: str, proof: str, lean: str, context: tuple[str, ...] = ()
    ) -> Problem:
        return Problem(
            id=name,
            dataset=DATASET,
            domain=self.source.domain,
            task=task,
            group=self.source.id,
            context=context,
            informal_statement=statement,
            informal_proof=proof,
            formal_statement=lean,
        )

    def _case(self, name: str, problem: Problem, edit: Perturbation, statement: str, proof: str) -> Case:
        case = Case(
            id=f"{problem.id}-{name}",
            problem=problem,
            perturbation=edit,
            informal_statement=statement,
            informal_proof=proof,
        )
        for untrue in audit(case):
            raise rules.BrokenRule("", untrue)
        return case

    def _original(self, where: list[Answered], problem: Problem, lean: str) -> None:
        case = self._case("original", problem, Original(), problem.informal_statement, problem.informal_proof)
        where.append(Answered(case, lean, lean))

    def _local(self, problem: Problem, edit: LocalEdit) -> Answered:
        text = problem.informal_statement if edit.region == "statement" else problem.informal_proof
        start, end = rules.marked_place(text, edit)
        old = text[start:end]
        perturbation: NumberEdit | SymbolEdit
        if edit.kind == "number_edit":
            new = rules.required(number_edit.new_value(problem.id, edit.region, old), "at", f"{old!r} has no new value")
            rules.number_place(self.source, edit.region, start, end)
            perturbation = NumberEdit(region=edit.region, span=Span(start=start, end=end), old=old, new=new)
        else:
            family = rules.symbol_place(text, start, end)
            new = rules.required(symbol_edit.new_symbol(old), "at", f"{old!r} has no swap")
            perturbation = SymbolEdit(
                region=edit.region, span=Span(start=start, end=end), old=old, new=new, family=family
            )
        edited = text[:start] + new + text[end:]
        statement = edited if edit.region == "statement" else problem.informal_statement
        proof = edited if edit.region == "proof" else problem.informal_proof
        case = self._case(f"{edit.kind}-{edit.region}", problem, perturbation, statement, proof)
        faithful = self._substituted(edit.lean, old, new)
        rules.substituted_region(self.source.lean, edit, old, new)
        return Answered(case, faithful, self.source.lean)

    def _deletion(self, problem: Problem, edit: StepEdit) -> Answered:
        proof = problem.informal_proof
        step = step_deletion.find_step(proof, edit.reasoning, edit.outcome)
        if isinstance(step, str):
            raise rules.BrokenRule("reasoning", step)
        rules.deletable(proof, step)
        rules.claim(self.source.lean, edit.claim_lean)
        edited = step_deletion.apply(proof, step)
        perturbation = StepDeletion(
            span=Span(start=step.start, end=step.end),
            reasoning=step.reasoning,
            outcome=step.outcome,
            is_last=not proof[step.end :].strip(" \n.,;:!?"),
            tier=step_deletion.tier(step.outcome, rules.count_sentences(proof)),
            reasoning_reappears_elsewhere=step_deletion.reappears_elsewhere(edited, step.reasoning),
            claim_lean=edit.claim_lean,
        )
        case = self._case("step_deletion-proof", problem, perturbation, problem.informal_statement, edited)
        faithful = self._substituted(edit.lean, "", "")
        if faithful.count("sorry") <= self.source.lean.count("sorry"):
            raise rules.BrokenRule("lean", "must leave the claim with `by sorry`")
        return Answered(case, faithful, self.source.lean)

    def _paraphrase(self, problem: Problem, wording: Rewording) -> Answered:
        rules.style(wording)
        edit = Paraphrase(style=wording.style, author="hand")
        case = self._case(f"paraphrase-{wording.style}", problem, edit, wording.statement, wording.proof)
        return Answered(case, wording.lean or self.source.lean, self.source.lean)

    def _step(self, step: SourceStep) -> list[Answered]:
        rules.step(step)
        problem = self._problem(
            "step", f"{self.source.id}-{step.id}", step.step, "", step.lean, context=tuple(step.context)
        )
        valid = self._case("original", problem, Original(), step.step, "")
        edit = InvalidStep(pairs_with=valid.id, method=step.method)
        invalid = self._case("invalid_step", problem, edit, step.invalid, "")
        return [Answered(valid, step.lean, step.lean), Answered(invalid, step.invalid_lean, step.lean)]

    def _substituted(self, pairs: list[list[str]], old: str, new: str) -> str:
        try:
            return substitute(self.source.lean, pairs, old, new)
        except ValueError as error:
            raise rules.BrokenRule("lean", str(error)) from error
