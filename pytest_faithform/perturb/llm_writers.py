"""Cases that a model writes: paraphrases that keep what they must (RPA; SPEC a.6), and steps made invalid (SPEC a.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from pytest_faithform.model import Case, InvalidStep, Paraphrase, Problem
from pytest_faithform.perturb.asking import Asker, NoAnswer, parse_json
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.effect import Rater
from pytest_faithform.perturb.invalid_step import invalid_case
from pytest_faithform.perturb.outcome import Dropped

__all__ = ["MANNERS", "Judge", "ModelPerturber", "Paraphraser", "draw_graph"]

MANNERS = ("free-form", "step-by-step")

PARAPHRASE_SAMPLING = {"temperature": 0.7, "max_tokens": 4096}
EXACT_SAMPLING = {"temperature": 0.0, "max_tokens": 4096}
_ATTEMPTS = 5


class Paraphraser:
    """Rewordings by one or more models in one or both manners. With one model a style is named by its manner, with several
    by the model and the manner. A reply that does not keep length, numbers, names and signs is asked for again, with what was
    wrong; after five the paraphrase is dropped. Nothing is ever copied in its place."""

    def __init__(self, askers: Sequence[Asker], manners: Sequence[str] = MANNERS) -> None:
        self._askers, self._manners = askers, manners

    def __call__(self, problem: Problem) -> Iterator[Case | Dropped]:
        for asker in self._askers:
            for manner in self._manners:
                style = manner if len(self._askers) == 1 else f"{_slug(asker.name)}-{manner}"
                yield self._paraphrase(problem, asker, manner, style)

    def _paraphrase(self, problem: Problem, asker: Asker, manner: str, style: str) -> Case | Dropped:
        try:
            return asker.ask(
                "paraphrase",
                lambda reply: _paraphrase_case(problem, reply, style, asker.name),
                sampling=PARAPHRASE_SAMPLING,
                attempts=_ATTEMPTS,
                manner=manner,
                statement=problem.informal_statement,
                proof=problem.informal_proof,
            )
        except NoAnswer as error:
            return Dropped.of(problem, "paraphrase", style, f"no sound paraphrase in {_ATTEMPTS} attempts", str(error))


def _paraphrase_case(problem: Problem, reply: str, style: str, author: str) -> Case:
    statement = _tagged(reply, "informal_statement")
    proof = _tagged(reply, "informal_proof") if problem.informal_proof else ""
    try:
        case = Case(
            id=f"{problem.id}-paraphrase-{style}",
            problem=problem,
            perturbation=Paraphrase(style=style, author=author),
            informal_statement=statement,
            informal_proof=proof,
        )
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from error
    wrong = audit(case)
    if wrong:
        raise ValueError("; ".join(wrong[:4]))
    return case


def _tagged(reply: str, tag: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", reply, re.DOTALL)
    if not found or not found[1].strip():
        raise ValueError(f"it has no text between <{tag}> and </{tag}>")
    return found[1].strip()


class ModelPerturber:
    """Steps made invalid by a model; what it returns unchanged is dropped."""

    def __init__(self, asker: Asker, rater: Rater | None = None) -> None:
        self._asker, self._rater = asker, rater

    def __call__(self, problem: Problem) -> Iterator[Case | Dropped]:
        try:
            edited = self._asker.ask(
                "invalid",
                lambda reply: _changed_step(problem, reply),
                sampling=EXACT_SAMPLING,
                context=problem.context,
                step=problem.informal_statement,
            )
        except NoAnswer as error:
            yield Dropped.of(problem, "invalid_step", "llm", "the model changed nothing, or gave no step", str(error))
            return
        made = invalid_case(problem, edited, InvalidStep(pairs_with=f"{problem.id}-original", method="llm"))
        yield self._rater.rate(made) if self._rater and isinstance(made, Case) else made


def _changed_step(problem: Problem, reply: str) -> str:
    step = re.sub(r"\A```\w*\n|\n?```\Z|\A<step>|</step>\Z", "", reply.strip()).strip()
    if not step:
        raise ValueError("it is empty")
    if " ".join(step.split()) == " ".join(problem.informal_statement.split()):
        raise ValueError("the step came back unchanged")
    if len(step) > 2 * len(problem.informal_statement) + 80:
        raise ValueError("it is far longer than the step: it holds more than the step")
    return step


class Judge:
    """Whether a changed step is invalid, by a model. What cannot be read leaves the step unrated."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def rate(self, case: Case) -> Case | Dropped:
        """The case with its effect; dropped where the judge finds the changed step valid."""
        edit = case.perturbation
        assert isinstance(edit, InvalidStep)
        try:
            invalid = self._asker.ask(
                "effect",
                _effect,
                sampling=EXACT_SAMPLING,
                context=case.problem.context,
                step=case.problem.informal_statement,
                changed=case.informal_statement,
            )
        except NoAnswer:
            return case
        if not invalid:
            return Dropped.of(
                case.problem, "invalid_step", edit.method, "ineffective: the judge finds the perturbed step valid"
            )
        rated = edit.model_copy(update={"effect": "effective", "rated_by": "judge"})
        return case.model_copy(update={"perturbation": rated})

    def told(self) -> list[str]:
        return []

    def close(self) -> None:
        """The asker belongs to the call."""


def _effect(reply: str) -> bool:
    value = parse_json(reply)
    if not isinstance(value, dict) or not isinstance(value.get("invalid"), bool):
        raise ValueError('it has no "invalid" that is true or false')
    return value["invalid"] is True


def draw_graph(asker: Asker, question: str, steps: list[str]) -> list[list[int]]:
    """The direct parents of each step, as a model sees them: 0 is the question, n the n-th step. Raises NoAnswer."""
    return asker.ask(
        "graph", lambda reply: _graph(reply, len(steps)), sampling=EXACT_SAMPLING, question=question, steps=steps
    )


def _graph(reply: str, steps: int) -> list[list[int]]:
    value = parse_json(reply)
    if not isinstance(value, dict) or sorted(value) != sorted(map(str, range(1, steps + 1))):
        raise ValueError(f"its keys are not the numbers of the steps, 1 to {steps}")
    parents = []
    for number in range(1, steps + 1):
        named = value[str(number)]
        if not isinstance(named, list) or not all(type(one) is int and 0 <= one < number for one in named):
            raise ValueError(f"the parents of step {number} are no list of smaller numbers")
        parents.append(sorted(set(named)))
    return parents


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "model"
