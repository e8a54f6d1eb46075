"""The shapes of the controls' replies: like those of real models, chosen by the case's id, always the same."""

from __future__ import annotations

import hashlib

from pytest_faithform.model import Task

__all__ = ["SHAPES", "reply"]

_TAGS: dict[Task, str] = {"proof": "formal_proof", "statement": "formal_statement", "step": "formal_step"}


def _thinking(lean: str, tag: str) -> str:
    return (
        "<think>\nFirst the variables and their types, then the hypotheses, then the claims in order.\n"
        f"</think>\n\n<{tag}>\n```lean4\n{lean}\n```\n</{tag}>\n"
    )


def _thinking_with_draft(lean: str, tag: str) -> str:
    return (
        "<think>\nA first try at the shape:\n```lean4\ntheorem draft : True := trivial\n```\n"
        f"That is too little. Now the whole text.\n</think>\n<{tag}>\n```lean4\n{lean}\n```\n</{tag}>"
    )


def _tagged(lean: str, tag: str) -> str:
    return f"<{tag}>\n```lean4\n{lean}\n```\n</{tag}>"


def _tagged_bare(lean: str, tag: str) -> str:
    return f"<{tag}>\n{lean}\n</{tag}>\n"


def _fence_after_prose(lean: str, tag: str) -> str:
    return f"Here is the formalization in Lean 4.\n\n```\n{lean}\n```\n"


def _fence_before_prose(lean: str, tag: str) -> str:
    return f"```lean\n{lean}\n```\n\nThe formalization follows the given text claim by claim.\n"


def _header_comment(lean: str, tag: str) -> str:
    return f"```lean4\n/- Lean 4, core library only. -/\n\n{lean}\n```\n"


SHAPES = (
    _thinking,
    _thinking_with_draft,
    _tagged,
    _tagged_bare,
    _fence_after_prose,
    _fence_before_prose,
    _header_comment,
)


def reply(case: str, task: Task, lean: str) -> str:
    """The raw reply that carries `lean`, in the shape that belongs to the case."""
    choice = int(hashlib.sha256(case.encode()).hexdigest()[:8], 16) % len(SHAPES)
    return SHAPES[choice](lean, _TAGS[task])
