"""What can be open at a place in a proof: brackets, claims, `let`s awaiting their `:=`, calc chains."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Frame", "Hole"]


@dataclass(eq=False, slots=True)
class Frame:
    """Something open: a "bracket", "claim", "let" or "calc". Token indices throughout; `last` bounds are exclusive.

    `column` is the keyword's, `indent` its line's; `parent` the innermost claim around it.
    `state`: "head" (before the colon), "prop", "proof", "rest" (what follows a `show` or `suffices` tactic).
    """

    kind: str
    keyword: str
    first: int
    column: int
    indent: int
    parent: Frame | None
    state: str = "head"
    name_last: int | None = None
    prop_first: int | None = None
    prop_last: int | None = None
    proof_first: int | None = None
    proof_last: int | None = None
    last: int = -1
    by_open: bool = False
    quantifiers: int = 0
    lets: int = 0
    relation: int | None = None
    # of a calc chain
    chain: Frame | None = None
    awaiting: bool = False
    step_column: int | None = None
    right: tuple[int, int] | None = None
    left: tuple[int, int] | None = None
    # of a bracket (and of the whole proof): what is open directly inside it
    waiting: int = 0
    chains: int = 0

    @property
    def is_waiting(self) -> bool:
        return self.kind in ("claim", "let") and self.state in ("head", "prop")


@dataclass(frozen=True)
class Hole:
    """A placeholder: tokens [first, last), what it is, and the innermost frame around it."""

    word: str
    first: int
    last: int
    frame: Frame | None
