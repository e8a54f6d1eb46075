"""Cases that a model writes: paraphrases that keep what they must (RPA; SPEC a.6), and steps made invalid (SPEC a.8)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from pytest_faithform.model import Case, InvalidStep, Paraphrase, Problem
from pytest_faithform.perturb.asking import Asker, NoAnswer, parse_json
from pytest_faithform.perturb.audit import audit, control_characters
from pytest_faithform.perturb.effect import Rater
from pytest_faithform.perturb.invalid_step import invalid_case
from pytest_faithform.perturb.latex import formulas, without_formulas
from pytest_faithform.perturb.outcome import Dropped
from pytest_faithform.perturb.paraphrase import wording

__all__ = ["MANNERS", "Judge", "ModelPerturber", "Paraphraser", "draw_graph"]

MANNERS = ("free-form", "step-by-step")

PARAPHRASE_SAMPLING = {"temperature": 0.7, "max_tokens": 4096}
EXACT_SAMPLING = {"temperature": 0.0, "max_tokens": 4096}
_ATTEMPTS = 5

_FENCE = re.compile(r"\A```\w*\n|\n?```\Z|\A<step>|</step>\Z")
# What models put before the step: "Changed step:", "Sure! Here is the modified statement:", "**Step 3:**".
_ADJECTIVE = "changed|modified|perturbed|altered|invalid|invalidated|false|new|edited|incorrect|revised|final|wrong"
_LABEL = re.compile(
    r"(?:(?:sure|certainly|of course|ok|okay)\b[,.!]*\s*)?[#*_\s]*(?:here(?:'s|’s| is)[^:\n$\\=<>]{1,80}|"
    rf"(?:(?:the|a|an|my|your)\s+)?(?:(?:{_ADJECTIVE})\s+)*"
    r"(?:step|statement|version|answer|output|result|reply|claim|sentence)(?:\s+[0-9]+)?)[*_]*\s*(?::[*_]*|\n)\s*",
    re.IGNORECASE,
)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "`": "`", "**": "**", "``": "''"}
_REFUSAL = re.compile(
    r"(?:(?:I['’]m|I am|we are|we['’]re)\s+(?:\w+\s+)?)?(?:sorry\b|(?:I|we) apologi[sz]e|my apologies|unable to\b)|"
    r"(?:unfortunately,?\s+)?I\s+(?:cannot|can['’]t|can not|won['’]t|will not|am not able|do not|don['’]t)\b|as an AI\b",
    re.IGNORECASE,
)
_SIGNS = frozenset("+-−*/=<>≤≥≠^_{}()[]|.,;:!&~'")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+|\S", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"\\[A-Za-z]+|[^\W_]+|\S")


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
    # A form feed is white space to Python; here it is what is left of a command.
    return found[1].strip(" \t\r\n")


class ModelPerturber:
    """Steps made invalid by a model. What comes back unchanged, or is no version of the step, is asked for again, and in the
    end dropped."""

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
    original = problem.informal_statement
    odd = control_characters(original, reply)
    if odd:
        raise ValueError(f"it {odd[0]}")
    step = _unframed(reply, original)
    if not step:
        raise ValueError("it is empty")
    if wording(_without_label(step)) == wording(_without_label(original)):
        raise ValueError("the step came back unchanged")
    if len(step) > 2 * len(original) + 80:
        raise ValueError("it is far longer than the step: it holds more than the step")
    if 5 * len(step) + 30 < len(original):
        raise ValueError("it is far shorter than the step: most of the step is not there")
    if _REFUSAL.match(step) and not _REFUSAL.match(original):
        raise ValueError("it speaks of the request instead of giving the step")
    if not _is_about(step, original):
        raise ValueError("it has next to nothing of the step: it is no change of it")
    return step


def _unframed(reply: str, original: str) -> str:
    """The step alone: without a fence, a label or quotation marks that it does not have itself."""
    step, before = reply.strip(), ""
    while step != before:
        before = step
        step = _FENCE.sub("", step).strip()
        label = _LABEL.match(step)
        if label and not (_LABEL.match(original) and not _LABEL.match(step, label.end())):
            step = step[label.end() :].strip()
        step = _unquoted(step, original)
    return step


def _unquoted(step: str, original: str) -> str:
    for opening, closing in _QUOTES.items():
        quoted = re.fullmatch(rf"{re.escape(opening)}(.+){re.escape(closing)}([.,;!]?)", step, re.DOTALL)
        # '"A" and "B"' stands in no quotation marks as a whole.
        if quoted and not original.startswith(opening) and opening not in quoted[1] and closing not in quoted[1]:
            end = "" if quoted[1].rstrip()[-1:] in (".", "!", "?", "") else quoted[2]
            return f"{quoted[1].strip()}{end}"
    return step


def _without_label(text: str) -> str:
    label = _LABEL.match(text)
    return text[label.end() :] if label else text


def _is_about(step: str, original: str) -> bool:
    """Whether `step` can be `original` with something changed: they share something that a formula names, or half of the
    words, or differ by a single word or token."""
    if _named(original) & _named(step):
        return True
    before, after = _words(without_formulas(original)), _words(without_formulas(step))
    if before and 2 * (before & after).total() >= before.total():
        return True
    gone, new = _pieces(original) - _pieces(step), _pieces(step) - _pieces(original)
    return max(gone.total(), new.total()) <= 1


def _pieces(text: str) -> Counter[str]:
    return Counter(piece.casefold() for piece in _PIECE.findall(text.replace("$", " ")))


def _words(text: str) -> Counter[str]:
    return Counter(word.casefold() for word in _WORD.findall(text))


def _named(text: str) -> set[str]:
    """Names, numbers and commands of the formulas of `text`."""
    return {token for formula in formulas(text) for token in _TOKEN.findall(formula.inner)} - _SIGNS


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

    def found(self, problem: str) -> dict[str, Any]:
        return {}

    def recall(self, problem: str, found: dict[str, Any]) -> None:
        """Its ratings stand in the cases."""

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
