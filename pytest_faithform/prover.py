"""A language model as a prover: `--faithform-prover openai:NAME`, any OpenAI-compatible endpoint.

It is asked about a statement that Lean's own tactics left open, for a proof of the statement and of its negation, some
samples of each. Requests go through the same client and store as the system's. Nothing that it writes is believed:
`lean.written` says what becomes of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pytest_faithform.endpoint import Endpoint, RefusedRequest
from pytest_faithform.lean.written import Asked

__all__ = ["ModelProver"]

_KNOWN = {"source", "theorem", "goal", "side", "lean"}


class ModelProver:
    """A Prover behind `endpoint`, with `samples` replies to each question.

    `prompt` is a Jinja template that sees `source` (the Lean text that states the theorem), `theorem` (its name), `side`
    ("proved" or "refuted"), `goal` (Lean text of what is to be proved) and `lean` (what it is checked by). Raises
    ValueError for one that cannot be read or does not parse.
    """

    def __init__(
        self, endpoint: Endpoint, *, sampling: dict[str, Any], samples: int, lean: str, prompt: Path | None = None
    ) -> None:
        self.name = f"openai:{endpoint.model}"
        self._endpoint = endpoint
        self._sampling = sampling
        self._samples = samples
        self._lean = lean
        self._template, self._sha256 = _template(prompt or Path(__file__).parent / "prompts" / "prover.md.jinja")

    def write(self, asked: Sequence[Asked]) -> Iterator[tuple[Asked, str]]:
        """All questions are put at once; the replies come sample by sample. Raises FaithformFault where the endpoint fails;
        a question that it refuses gets no reply."""
        questions = [(one, self._prompt(one)) for one in asked]
        futures = [
            (one, self._endpoint.submit(self._request(prompt, sample)))
            for sample in range(self._samples)
            for one, prompt in questions
        ]
        try:
            for one, future in futures:
                try:
                    yield one, self._endpoint.result(future).reply
                except RefusedRequest:
                    continue
        finally:
            for _, future in futures:
                future.cancel()

    def describe(self) -> dict[str, Any]:
        """What the manifest says of it."""
        return {
            "name": self.name,
            "model": self._endpoint.model,
            "endpoint": self._endpoint.address,
            "sampling": self._sampling,
            "samples": self._samples,
            "prompt": self._sha256,
        }

    def close(self) -> None:
        self._endpoint.close()

    def _prompt(self, asked: Asked) -> str:
        text: str = self._template.render(
            source=asked.source.strip(), theorem=asked.theorem, goal=asked.goal, side=asked.side, lean=self._lean
        )
        return text.strip()

    def _request(self, prompt: str, sample: int) -> dict[str, Any]:
        return self._endpoint.request([{"role": "user", "content": prompt}], self._sampling, sample=sample)


def _template(path: Path) -> tuple[Any, str]:
    from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, meta

    environment = Environment(undefined=StrictUndefined, autoescape=False)
    try:
        text = path.read_text(encoding="utf-8")
        unknown = meta.find_undeclared_variables(environment.parse(text)) - _KNOWN
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the prompt {path} cannot be read: {error}") from error
    except TemplateSyntaxError as error:
        raise ValueError(f"the prompt {path}, line {error.lineno}: {error.message}") from error
    if unknown:
        raise ValueError(f"the prompt {path} uses {sorted(unknown)[0]!r}; there are: {', '.join(sorted(_KNOWN))}")
    return environment.from_string(text), hashlib.sha256(text.encode()).hexdigest()
