"""The format in which the starter problems are written, and its strict reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pytest_faithform.cases.explain import explain

__all__ = ["Finding", "LocalEdit", "Rewording", "SourceProblem", "SourceStep", "StepEdit", "read_topic"]

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1)]
Substitution = Annotated[list[str], Field(min_length=2, max_length=2)]
Substitutions = Annotated[list[Substitution], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to mend in a source: file, problem id ("" if unknown), field path, and what is wrong."""

    file: str
    problem: str
    field: str
    text: str
    warning: bool = False

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.problem, self.field) if part)
        return f"{'warning: ' if self.warning else ''}{place}: {self.text}"


class _Source(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LocalEdit(_Source):
    """A number or symbol edit: `at` is an excerpt of the region, with the edited token in [[ ]]."""

    kind: Literal["number_edit", "symbol_edit"]
    region: Literal["statement", "proof"]
    at: Text
    lean: Substitutions


class StepEdit(_Source):
    """A step deletion: the reasoning goes, the outcome stays."""

    kind: Literal["step_deletion"]
    reasoning: Text
    outcome: Text
    claim_lean: Text
    lean: Substitutions


class Rewording(_Source):
    """A paraphrase; `lean` is another faithful formalization, written for this wording."""

    style: Literal["free-form", "step-by-step"]
    statement: Text
    proof: Text
    lean: Text | None = None


class SourceStep(_Source):
    """A reasoning step with its parents, valid and invalidated, each with its faithful formalization."""

    id: Id
    context: Annotated[list[Text], Field(min_length=1, max_length=3)]
    step: Text
    lean: Text
    invalid: Text
    invalid_lean: Text
    method: Literal["value", "relation", "operator", "quantifier", "condition"]


class SourceProblem(_Source):
    """One problem with everything that is made of it."""

    id: Id
    domain: Id
    statement: Text
    proof: Text
    lean: Text
    edits: list[Annotated[LocalEdit | StepEdit, Field(discriminator="kind")]]
    paraphrases: Annotated[list[Rewording], Field(min_length=2, max_length=2)]
    steps: Annotated[list[SourceStep], Field(max_length=3)] = []


class _Loader(yaml.SafeLoader):
    """Safe YAML in which a key stands once and a mapping has plain keys."""


def _mapping(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise yaml.constructor.ConstructorError(
                None, None, f"a field name must be a text, found {key!r}", key_node.start_mark
            )
        if key in result:
            raise yaml.constructor.ConstructorError(None, None, f"the field '{key}' stands twice", key_node.start_mark)
        result[key] = loader.construct_object(value_node, deep=True)
    return result


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)

# In double quotes YAML reads "\times" as a tab and "imes". A line break is meant unless it starts a LaTeX command.
_ESCAPE = re.compile(
    r"\\(\\|[\"/\s]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|n(?:eq?|ot|u|mid|abla|leq|geq|eg|i)\b|.)", re.DOTALL
)
_HARMLESS = frozenset('\\"/ \t\n\r')


def read_topic(path: Path) -> tuple[list[SourceProblem], list[Finding]]:
    """The problems of one file that can be read, and everything that keeps the others from being read."""
    try:
        text = path.read_text(encoding="utf-8")
        raw = yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return [], [*_escapes(path), Finding(path.name, "", "", f"is no readable YAML: {' '.join(str(error).split())}")]
    if not isinstance(raw, list):
        return [], [Finding(path.name, "", "", "must be a list of problems, each starting with '- id: …'")]
    findings = list(_escapes(path))
    problems = []
    for number, entry in enumerate(raw, start=1):
        name = str(entry.get("id", f"problem {number}")) if isinstance(entry, dict) else f"problem {number}"
        try:
            problem = SourceProblem.model_validate(entry)
        except ValidationError as error:
            findings += [Finding(path.name, name, c.field, c.text) for c in explain(error, SourceProblem)]
            continue
        findings += [Finding(path.name, name, field, text) for field, text in _control_characters(problem)]
        problems.append(problem)
    return problems, findings


def _escapes(path: Path) -> Iterator[Finding]:
    try:
        text = path.read_text(encoding="utf-8")
        tokens = list(yaml.scan(text, Loader=_Loader))
    except (yaml.YAMLError, UnicodeDecodeError):
        return
    for token in tokens:
        if not (isinstance(token, yaml.ScalarToken) and token.style == '"'):
            continue
        written = text[token.start_mark.index : token.end_mark.index]
        bad = sorted({m[0] for m in _ESCAPE.finditer(written) if not _harmless(m[1])})
        if bad:
            place = f"line {token.start_mark.line + 1}"
            yield Finding(path.name, "", place, f"double quotes turn {', '.join(bad)} into control characters; "
                          "write LaTeX in single quotes or as a block (|-)")  # fmt: skip


def _harmless(escape: str) -> bool:
    return escape in _HARMLESS or escape == "n" or (len(escape) > 1 and escape[0] in "xuU")


def _control_characters(problem: SourceProblem) -> Iterator[tuple[str, str]]:
    for field, text in _texts(problem.model_dump(), ""):
        odd = sorted({char for char in text if (ord(char) < 32 and char != "\n") or char in "\x7f\xa0\ufeff\u200b"})
        if odd:
            yield (
                field,
                f"has control characters or invisible spaces {odd}; write LaTeX in single quotes or as a block (|-)",
            )
        if text != text.strip() and ".lean[" not in field:
            yield field, "starts or ends with white space; use |- for blocks"


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}[{index}]")
