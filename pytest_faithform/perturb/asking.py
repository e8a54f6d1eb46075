"""Asking a model for something that can be checked: prompts from files, replies parsed, wrong ones asked for again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pytest_faithform.endpoint import Endpoint
from pytest_faithform.errors import FaithformFault
from pytest_faithform.formalizers.parameters import parse_sampling
from pytest_faithform.perturb.model_options import PROMPTS

__all__ = ["Asker", "NoAnswer", "parse_json", "without_thoughts"]

T = TypeVar("T")

_KNOWN = {
    "numbers": {"text", "region", "refused"},
    "symbols": {"text", "region", "refused"},
    "steps": {"text", "statement", "refused"},
    "paraphrase": {"statement", "proof", "manner", "refused"},
    "invalid": {"step", "context", "refused"},
    "effect": {"step", "changed", "context", "refused"},
    "graph": {"question", "steps", "refused"},
}

_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
# A line end stays one, unless it is the beginning of a command.
_BACKSLASH = re.compile(r"\\(?!n(?!(?:eq|e|u|ot|otin|abla|mid|i|geq|leq|sim|parallel)(?![A-Za-z])))(.)", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class NoAnswer(Exception):
    """The model answered, but never with what was asked for. The message is the last attempt's fault."""


class Asker:
    """A model with prompts. Replies come from the endpoint's store where they were given before, attempt by attempt."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        prompts: Mapping[str, Path] | None = None,
        sampling: str | None = None,
        attempts: int = 3,
    ) -> None:
        from jinja2 import Environment, StrictUndefined, TemplateError, meta

        self.endpoint = endpoint
        self.name = endpoint.model
        self._sampling = sampling
        self._settings({})
        self._attempts = attempts
        environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)
        self._templates = {}
        self.texts: dict[str, str] = {}
        for name in PROMPTS:
            path = (prompts or {}).get(name, Path(__file__).with_name("prompts") / f"{name}.md.jinja")
            try:
                self.texts[name] = path.read_text(encoding="utf-8")
                self._templates[name] = environment.from_string(self.texts[name])
                unknown = meta.find_undeclared_variables(environment.parse(self.texts[name])) - _KNOWN[name]
            except (OSError, UnicodeDecodeError) as error:
                raise ValueError(f"the {name} prompt {path} cannot be read: {error}") from error
            except TemplateError as error:
                raise ValueError(f"the {name} prompt {path}: {error}") from error
            if unknown:
                known = ", ".join(sorted(_KNOWN[name]))
                raise ValueError(f"the {name} prompt {path} uses {sorted(unknown)[0]!r}; there are: {known}")

    def ask(
        self,
        prompt: str,
        parse: Callable[[str], T],
        *,
        sampling: Mapping[str, Any],
        attempts: int | None = None,
        **variables: Any,
    ) -> T:
        """What `parse` makes of the first reply that it takes; it raises ValueError with what is wrong with one. The prompt
        may use `refused`: what was wrong with the reply before. Raises NoAnswer, and FaithformFault where the endpoint
        fails."""
        refused = ""
        for attempt in range(attempts or self._attempts):
            text = self._rendered(prompt, variables | {"refused": refused})
            request = self.endpoint.request(
                [{"role": "user", "content": text}], self._settings(sampling), sample=attempt
            )
            answer = self.endpoint.ask(request)
            if answer.fields.get("finish_reason") == "length":
                refused = "it was cut off at the limit of tokens"
                continue
            try:
                return parse(without_thoughts(answer.reply))
            except ValueError as error:
                refused = " ".join(str(error).split())
        raise NoAnswer(refused)

    def _settings(self, of_the_task: Mapping[str, Any]) -> dict[str, Any]:
        """The task's own generation settings under the user's."""
        return parse_sampling(self._sampling, of_the_task) if self._sampling else dict(of_the_task)

    def close(self) -> None:
        self.endpoint.close()

    def _rendered(self, prompt: str, variables: dict[str, Any]) -> str:
        from jinja2 import UndefinedError

        try:
            return str(self._templates[prompt].render(variables)).strip()
        except UndefinedError as error:
            raise FaithformFault("session", f"the {prompt} prompt cannot be filled in: {error}") from error


def without_thoughts(reply: str) -> str:
    return _THOUGHT.sub("", reply).strip()


def parse_json(reply: str) -> Any:
    """The JSON of a reply, with or without a fence (SPEC a.1). Models write LaTeX's backslashes singly: unless the text has
    doubled ones, each one in a string is taken as it stands, but for quotes and line ends. Raises ValueError."""
    fenced = _FENCE.search(reply)
    text = (fenced[1] if fenced else _bracketed(reply)).strip()
    if not text:
        raise ValueError("it holds no JSON")
    ways = [text, _STRING.sub(lambda match: _doubled(match[0]), text)]
    if "\\\\" not in text:
        ways.reverse()
    trouble = ""
    for way in ways:
        try:
            return json.loads(way)
        except (ValueError, RecursionError) as error:
            trouble = trouble or str(error)[:120]
    raise ValueError(f"it is no JSON: {trouble}")


def _doubled(literal: str) -> str:
    return f'"{_BACKSLASH.sub(lambda match: match[0] if match[1] == chr(34) else chr(92) + match[0], literal[1:-1])}"'


def _bracketed(reply: str) -> str:
    starts = [place for place in (reply.find("["), reply.find("{")) if place >= 0]
    ends = max(reply.rfind("]"), reply.rfind("}"))
    return reply[min(starts) : ends + 1] if starts and ends >= 0 else ""
