"""The prompts, one file each; a user's own file replaces any of them (SPEC f)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pytest_faithform.model import Case

__all__ = ["TASKS", "Prompts"]

TASKS = ("proof", "statement", "step")
_KNOWN = {"informal_statement", "informal_proof", "context", "lean"}


class Prompts:
    """The autoformalization prompts by task, rendered for a case.

    `overrides` maps a task to a user's own Jinja template. It sees `informal_statement`, `informal_proof`, `context`
    (list of parent steps) and `lean` (what Lean the text will be checked by). Raises ValueError for an unknown task, a
    file that cannot be read or a template that does not parse.
    """

    def __init__(self, overrides: dict[str, Path] | None = None, *, lean: str = "Lean 4 with Mathlib") -> None:
        from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, meta

        environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False)
        overrides = overrides or {}
        for task in overrides:
            if task not in TASKS:
                raise ValueError(f"no prompt {task!r}; there are: {', '.join(TASKS)}")
        self._lean = lean
        self._templates: dict[str, Any] = {}
        self.sha256: dict[str, str] = {}
        for task in TASKS:
            path = overrides.get(task, Path(__file__).with_name(f"{task}.md.jinja"))
            try:
                text = path.read_text(encoding="utf-8")
                unknown = meta.find_undeclared_variables(environment.parse(text)) - _KNOWN
                self._templates[task] = environment.from_string(text)
            except (OSError, UnicodeDecodeError) as error:
                raise ValueError(f"the {task} prompt {path} cannot be read: {error}") from error
            except TemplateSyntaxError as error:
                raise ValueError(f"the {task} prompt {path}, line {error.lineno}: {error.message}") from error
            if unknown:
                raise ValueError(
                    f"the {task} prompt {path} uses {sorted(unknown)[0]!r}; there are: {', '.join(sorted(_KNOWN))}"
                )
            self.sha256[task] = hashlib.sha256(text.encode()).hexdigest()

    def render(self, case: Case) -> str:
        """The prompt for this case."""
        text: str = self._templates[case.problem.task].render(
            informal_statement=case.informal_statement,
            informal_proof=case.informal_proof,
            context=list(case.problem.context),
            lean=self._lean,
        )
        return text.strip()
