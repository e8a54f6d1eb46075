"""What a search in the Lean text came to, before it is worded as a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pytest_faithform.judges.nodes import Node
from pytest_faithform.judges.place import Context

__all__ = ["Finding", "Label"]

Label = Literal["faithful", "reverted", "unclear"]


@dataclass(frozen=True)
class Finding:
    """What decided: the label, the rule, the context that was matched, and the Lean places that carry the deciding and
    the contradicting token (offsets into the Lean source)."""

    rule: str
    label: Label = "unclear"
    context: Context | None = None
    seen: tuple[Node, ...] = ()
    against: tuple[Node, ...] = ()
