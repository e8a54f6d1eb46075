"""The judges' prompts, one file each; a user's own file replaces any of them (SPEC f)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_faithform.judges.marking import marked, nonce_of
from pytest_faithform.prompts import load_template

__all__ = ["JUDGE_PROMPTS", "JudgePrompts"]

_EDIT = frozenset(["region", "old", "new", "context", "informal_statement", "informal_proof", "lean"])
_STATEMENT = frozenset(["informal_statement", "parents", "lean", "definitions"])
_REVIEW = frozenset(["informal_statement", "lean", "rejections", "facts"])

#: What each prompt may show.
JUDGE_PROMPTS: dict[str, frozenset[str]] = {
    "judge_number_edit": _EDIT,
    "judge_symbol_edit": _EDIT | {"family"},
    "judge_step_deletion": frozenset(["reasoning", "outcome", "position", "informal_proof", "lean"]),
    "judge_stmt_sc": _STATEMENT,
    "judge_proof_sc": frozenset(["informal_proof", "lean"]),
    "judge_grade": _STATEMENT,
    "judge_conditions": frozenset(["informal_statement"]),
    "judge_comparison": frozenset(["informal_statement", "items", "lean"]),
    "review_first": _REVIEW,
    "review_second": _REVIEW | {"first"},
    "review_discussion": _REVIEW | {"first", "second", "role"},
}


class JudgePrompts:
    """The judges' prompts, rendered with marked texts.

    `overrides` maps a name to a user's own Jinja template, which sees the texts of JUDGE_PROMPTS, each with its marks, and
    `nonce`, which the marks are made of. Raises ValueError for a file that cannot be read or that is no such template.
    """

    def __init__(self, overrides: Mapping[str, Path] | None = None) -> None:
        self._templates: dict[str, Any] = {}
        self.sha256: dict[str, str] = {}
        for name, known in JUDGE_PROMPTS.items():
            path = (overrides or {}).get(name, Path(__file__).with_name(f"{name}.md.jinja"))
            self._templates[name], self.sha256[name] = load_template(name, path, known | {"nonce"})

    def render(self, name: str, pieces: Mapping[str, str], settings: Mapping[str, str]) -> str:
        """The prompt, every piece between its marks; an empty piece stays empty."""
        nonce = nonce_of(name, pieces)
        shown = {piece: marked(text, nonce) if text else "" for piece, text in pieces.items()}
        text: str = self._templates[name].render(**shown, **settings, nonce=nonce)
        return text.strip()
