"""The words of the instrument as types: problems, perturbations, cases, formalizations, verdicts, records.

Everything that is written to disk is one of these models in JSON. They are strict: an unknown field, a wrong type or a
span that does not hold is refused, because a half-understood case would become a wrong verdict. This module is read
together with its parts `strict` (what every type is made of), `judgement_types` and `verdict_types`; the four import nothing
else of the package.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from pytest_faithform.judgement_types import Judgement, JudgeReply, Review, ReviewStage
from pytest_faithform.strict import JsonObject, Model, Slug, Text, Untrusted, encodable, printable
from pytest_faithform.verdict_types import (
    Correctness,
    EditVerdict,
    Evidence,
    Grade,
    Measure,
    Part,
    ProofVerdict,
    Region,
)

__all__ = [
    "Case",
    "Correctness",
    "Declaration",
    "EditVerdict",
    "Evidence",
    "Fault",
    "Formalization",
    "Grade",
    "GuardFinding",
    "InvalidStep",
    "JudgeReply",
    "Judgement",
    "Kind",
    "LeanMessage",
    "LeanReply",
    "Measure",
    "Model",
    "NumberEdit",
    "Original",
    "Paraphrase",
    "Part",
    "Perturbation",
    "Problem",
    "ProofVerdict",
    "Record",
    "Region",
    "Review",
    "ReviewStage",
    "Slug",
    "Sorry",
    "Span",
    "StepDeletion",
    "SymbolEdit",
    "Task",
    "Text",
    "Untrusted",
    "Usage",
    "encodable",
    "printable",
]

CASE_FORMAT: Final = "faithform.case/1"
PROBLEM_FORMAT: Final = "faithform.problem/1"
RECORD_FORMAT: Final = "faithform.record/1"

Kind = Literal["original", "number_edit", "symbol_edit", "step_deletion", "paraphrase", "invalid_step"]
Task = Literal["proof", "statement", "step"]


class Problem(Model):
    """One benchmark item before anything was done to it.

    `group` is the source problem or reasoning chain: the cluster of the statistics (SPEC b.5b). `context` holds a
    reasoning step's direct parents. `formal_statement` is a reference formalization of the statement: complete Lean
    source whose last theorem is the reference, its proof may be `sorry`.
    """

    format: Literal["faithform.problem/1"] = PROBLEM_FORMAT
    id: Slug
    dataset: Slug
    domain: Slug
    task: Task
    group: Slug
    context: tuple[Text, ...] = ()
    informal_statement: Text
    informal_proof: str = ""
    formal_statement: str | None = None
    flags: tuple[Slug, ...] = ()

    @model_validator(mode="after")
    def _task_has_its_parts(self) -> Problem:
        if self.task == "proof" and not self.informal_proof.strip():
            raise ValueError("task 'proof' needs a non-empty informal_proof")
        if self.task != "proof" and self.informal_proof:
            raise ValueError(f"task '{self.task}' takes no informal_proof")
        if self.task != "step" and self.context:
            raise ValueError("context holds the parents of a reasoning step; only task 'step' takes it")
        return self


class Original(Model):
    """The problem as it is."""

    kind: Literal["original"] = "original"


class Span(Model):
    """A half-open range of characters (code points) in the original text of a region."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]


class NumberEdit(Model):
    """One number changed in one region (SPEC a.2). `span` is the place of `old` in the original text."""

    kind: Literal["number_edit"] = "number_edit"
    region: Region
    span: Span
    old: Text
    new: Text


class SymbolEdit(Model):
    """One relation or operator changed in one region (SPEC a.3)."""

    kind: Literal["symbol_edit"] = "symbol_edit"
    region: Region
    span: Span
    old: Text
    new: Text
    family: Literal["relation", "operator"]


class StepDeletion(Model):
    """The justification of one proof step removed, its claim kept (SPEC a.4).

    `span` is the place of the whole step in the original proof; the edited proof has `outcome` there. `claim_lean` is
    the claim as a Lean proposition, where its author gave one: it helps the judge to find the claim in an output.
    """

    kind: Literal["step_deletion"] = "step_deletion"
    region: Literal["proof"] = "proof"
    span: Span
    reasoning: Text
    outcome: Text
    is_last: bool
    tier: Literal["gold", "silver", "bronze"]
    reasoning_reappears_elsewhere: bool = False
    claim_lean: str | None = None


class Paraphrase(Model):
    """Statement and proof reworded, nothing of the mathematics changed (SPEC a.6)."""

    kind: Literal["paraphrase"] = "paraphrase"
    style: Slug
    author: str | None = None


class InvalidStep(Model):
    """A reasoning step made invalid (SPEC a.8). `pairs_with` is the id of the case of the valid step.

    `old` was replaced by `new` in one place, where the step was made so. `effect` says whether the result was found to be
    invalid indeed, and `rated_by` who found it: `lean`, or a judge.
    """

    kind: Literal["invalid_step"] = "invalid_step"
    pairs_with: Slug
    method: Slug
    old: str | None = None
    new: str | None = None
    effect: Literal["effective", "ineffective"] | None = None
    rated_by: Slug | None = None


Perturbation = Annotated[
    Original | NumberEdit | SymbolEdit | StepDeletion | Paraphrase | InvalidStep, Field(discriminator="kind")
]


class Case(Model):
    """Problem + perturbation: `informal_statement` and `informal_proof` are what the system under test is given;
    what it was before stands in `problem`. The edit metadata are checked against both texts (SPEC a.5). `imported` holds
    the fields of the data set's record that have no place of their own here, as they were."""

    format: Literal["faithform.case/1"] = CASE_FORMAT
    id: Slug
    problem: Problem
    perturbation: Perturbation
    informal_statement: Text
    informal_proof: str = ""
    imported: JsonObject | None = None

    @property
    def kind(self) -> Kind:
        return self.perturbation.kind

    @property
    def region(self) -> str | None:
        return getattr(self.perturbation, "region", None)

    @property
    def family(self) -> str | None:
        return getattr(self.perturbation, "family", None)

    @property
    def style(self) -> str | None:
        return getattr(self.perturbation, "style", None)

    def original_text(self, region: Region) -> str:
        return self.problem.informal_statement if region == "statement" else self.problem.informal_proof

    def edited_text(self, region: Region) -> str:
        return self.informal_statement if region == "statement" else self.informal_proof

    @model_validator(mode="after")
    def _edit_is_true(self) -> Case:
        problem, edit = self.problem, self.perturbation
        if self.kind in ("original", "paraphrase") and problem.task == "proof" and not self.informal_proof.strip():
            raise ValueError("a case of task 'proof' needs a non-empty informal_proof")
        if problem.task != "proof" and self.informal_proof:
            raise ValueError(f"a case of task '{problem.task}' takes no informal_proof")
        if isinstance(edit, Original):
            self._require_unchanged("statement", "proof")
        elif isinstance(edit, InvalidStep):
            if problem.task != "step":
                raise ValueError("perturbation invalid_step needs a problem of task 'step'")
            if self.informal_statement == problem.informal_statement:
                raise ValueError(
                    "the invalidated step is the same text as the valid one: informal_statement is unchanged"
                )
        elif isinstance(edit, Paraphrase):
            same = (
                self.informal_statement == problem.informal_statement and self.informal_proof == problem.informal_proof
            )
            if same:
                raise ValueError(
                    "the paraphrase is a copy of the original: informal_statement and informal_proof are unchanged"
                )
        else:
            self._check_local_edit(edit)
        return self

    def _require_unchanged(self, *regions: Region) -> None:
        for region in regions:
            if self.edited_text(region) != self.original_text(region):
                raise ValueError(f"informal_{region} differs from the problem's, but this edit does not touch it")

    def _check_local_edit(self, edit: NumberEdit | SymbolEdit | StepDeletion) -> None:
        self._require_unchanged("proof" if edit.region == "statement" else "statement")
        before, after = self.original_text(edit.region), self.edited_text(edit.region)
        start, end = edit.span.start, edit.span.end
        if not start < end <= len(before):
            raise ValueError(
                f"perturbation.span [{start}, {end}) is not a range of the original informal_{edit.region} "
                f"({len(before)} characters)"
            )
        found = before[start:end]
        if isinstance(edit, StepDeletion):
            if edit.outcome not in found or edit.reasoning not in found or len(edit.outcome) >= len(found):
                raise ValueError("perturbation.span must cover the step: its reasoning and its outcome, verbatim")
            new = edit.outcome
        else:
            if found != edit.old:
                raise ValueError(f"perturbation.span holds {found!r}, not perturbation.old {edit.old!r}")
            if edit.old == edit.new:
                raise ValueError("perturbation.new equals perturbation.old: nothing was edited")
            new = edit.new
        if after != before[:start] + new + before[end:]:
            raise ValueError(
                f"informal_{edit.region} is not the original with the characters [{start}, {end}) replaced by {new!r}"
            )


class Usage(Model):
    """Tokens a reply cost, where the system reports them."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Formalization(Model):
    """One output of the system under test: the raw reply and the Lean source extracted from it ("" if none).

    `seconds` is the time the request took when it was made; `stored_at` is set (UTC, ISO 8601) when the reply came
    from the store. `steps` are a pipeline's or agent's own records: objects of JSON, with finite numbers; `step_count` is
    how many it took where only that is known.
    """

    raw: Untrusted
    lean: Untrusted
    extraction: Untrusted = ""
    finish_reason: Untrusted | None = None
    usage: Usage = Usage()
    seconds: Annotated[float, Field(ge=0)] | None = None
    stored_at: str | None = None
    model: Untrusted | None = None
    steps: tuple[JsonObject, ...] = ()
    step_count: Annotated[int, Field(ge=0)] | None = None


class LeanMessage(Model):
    """A diagnostic; `line` counts from 1, `column` from 0 in code points, both in the formalization's own source."""

    severity: Literal["error", "warning", "info"]
    line: int | None = None
    column: int | None = None
    text: Untrusted


class Sorry(Model):
    """A placeholder that Lean met, with the declaration it sits in where that is known."""

    line: int | None = None
    column: int | None = None
    declaration: Untrusted | None = None


class Declaration(Model):
    """A constant that the source added to the environment. `axioms` are the axioms it rests on, Lean's and the text's own;
    `assumed` are those of a prelude that the backend elaborates texts on."""

    name: Untrusted
    kind: Literal["theorem", "definition", "axiom", "opaque", "inductive", "other"]
    type: Untrusted | None = None
    axioms: tuple[Untrusted, ...] = ()
    assumed: tuple[Untrusted, ...] = ()


class GuardFinding(Model):
    """Something in the text that a formalization may not contain (`reject`), or that a reader should know (`note`)."""

    rule: Slug
    severity: Literal["reject", "note"]
    message: Untrusted
    line: int | None = None
    column: int | None = None


class LeanReply(Model):
    """What Lean said about one source text.

    `unavailable`: elaboration failed on a name, notation or tactic that the backend is known to lack, which says
    nothing about the text. `timeout` and `crash` follow the text (a fresh Lean failed twice while a control snippet
    passed). `declarations` is filled only where elaboration ended.
    """

    outcome: Literal["ok", "error", "timeout", "crash", "unavailable"]
    messages: tuple[LeanMessage, ...] = ()
    sorries: tuple[Sorry, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    imports: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    guard: tuple[GuardFinding, ...] = ()
    seconds: Annotated[float, Field(ge=0)] = 0.0
    backend: str = ""

    @property
    def first_error(self) -> str:
        return next((m.text for m in self.messages if m.severity == "error"), "")


class Fault(Model):
    """A fault of the apparatus, never a verdict: the endpoint down, the judge unreachable, Lean dead."""

    where: Literal["formalizer", "lean", "prover", "judge", "store", "session"]
    message: Untrusted


class Record(Model):
    """One line of a run: one case × one sample. `outcome` is the pytest item's; `error` rows carry a fault and no
    verdict. `edit` decided the item; `opinions` are what other judges said of the same edit."""

    format: Literal["faithform.record/1"] = RECORD_FORMAT
    case: Case
    sample: Annotated[int, Field(ge=0)] = 0
    nodeid: str = ""
    outcome: Literal["pass", "fail", "skip", "error"]
    message: Untrusted = ""
    formalization: Formalization | None = None
    lean: LeanReply | None = None
    edit: EditVerdict | None = None
    proof: ProofVerdict | None = None
    correctness: Correctness | None = None
    opinions: tuple[EditVerdict, ...] = ()
    grades: tuple[Grade, ...] = ()
    review: Review | None = None
    fault: Fault | None = None
    seconds: Annotated[float, Field(ge=0)] = 0.0
    finished_at: str = ""

    @property
    def key(self) -> tuple[str, int]:
        return (self.case.id, self.sample)

    @model_validator(mode="after")
    def _errors_are_no_verdicts(self) -> Record:
        if (self.outcome == "error") != (self.fault is not None):
            raise ValueError("a record has a fault exactly when its outcome is 'error'")
        return self
