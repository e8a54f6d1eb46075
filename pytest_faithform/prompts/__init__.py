"""The prompts, one file each; a user's own file replaces any of them (SPEC f)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pytest_faithform.model import Case

__all__ = ["TASKS", "Prompts", "load_template"]

TASKS = ("proof", "statement", "step")
_KNOWN = {"informal_statement", "informal_proof", "context", "lean"}


def load_template(name: str, path: Path, known: Iterable[str]) -> tuple[Any, str]:
    """A Jinja template that uses `known` names only, and the SHA-256 (hex) of its text. Raises ValueError that names the
    file and what is wrong with it."""
    from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, meta

    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False)
    known = set(known)
    try:
        text = path.read_text(encoding="utf-8")
        unknown = meta.find_undeclared_variables(environment.parse(text)) - known
        template = environment.from_string(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the {name} prompt {path} cannot be read: {error}") from error
    except TemplateSyntaxError as error:
        raise ValueError(f"the {name} prompt {path}, line {error.lineno}: {error.message}") from error
    if unknown:
        raise ValueError(f"the {name} prompt {path} uses {sorted(unknown)[0]!r}; there are: {', '.join(sorted(known))}")
    return template, hashlib.sha256(text.encode()).hexdigest()


class Prompts:
    """The autoformalization prompts by task, rendered for a case.

    `overrides` maps a task to a user's own Jinja template. It sees `informal_statement`, `informal_proof`, `context`
    (list of parent steps) and `lean` (what Lean the text will be checked by). Raises ValueError for an unknown task, a
    file that cannot be read or a template that does not parse.
    """

    def __init__(self, overrides: dict[str, Path] | None = None, *, lean: str = "Lean 4 with Mathlib") -> None:
        overrides = overrides or {}
        for task in overrides:
            if task not in TASKS:
                raise ValueError(f"no prompt {task!r}; there are: {', '.join(TASKS)}")
        self._lean = lean
        self._templates: dict[str, Any] = {}
        self.sha256: dict[str, str] = {}
        for task in TASKS:
            path = overrides.get(task, Path(__file__).with_name(f"{task}.md.jinja"))
            self._templates[task], self.sha256[task] = load_template(task, path, _KNOWN)

    def render(self, case: Case) -> str:
        """The prompt for this case."""
        text: str = self._templates[case.problem.task].render(
            informal_statement=case.informal_statement,
            informal_proof=case.informal_proof,
            context=list(case.problem.context),
            lean=self._lean,
        )
        return text.strip()
