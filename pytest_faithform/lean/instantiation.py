"""Hypotheses about all numbers, at a few of them: one number may be enough to contradict what is said of all."""

from __future__ import annotations

from itertools import takewhile

from pytest_faithform.lean.outline import Binder, Outline

__all__ = ["instantiated"]

_MOST_VALUES = 6
_MOST_HYPOTHESES = 8
_PAIRS = ("0 1", "1 0", "0 2", "1 2")


def instantiated(outline: Outline) -> str:
    """Tactic lines that take the arguments and put small values into those that speak of all; "" where none does."""
    numbers = [binder.name for binder in outline.binders if binder.kind == "number"][:2]
    lines = [
        line
        for number, binder in enumerate(_speaking_of_all(outline)[:_MOST_HYPOTHESES])
        for line in _lines(binder, f"ffi{number}", numbers)
    ]
    if not lines:
        return ""
    # A tactic that fails for one value is no loss.
    tried = "".join(f"try ({line})\n" for line in lines)
    return f"intro {' '.join(binder.name for binder in outline.binders)}\n{tried}"


def _speaking_of_all(outline: Outline) -> list[Binder]:
    kinds = ("hypothesis", "other")
    return [binder for binder in outline.binders if binder.kind in kinds and {"∀", "→"} & set(binder.words)]


def _lines(binder: Binder, name: str, numbers: list[str]) -> list[str]:
    words = binder.words
    if words[0] in ("∀", "forall"):
        count = len(list(takewhile(lambda word: word not in (":", ",", "<", "∈"), words[1:])))
        literals = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 10]
        values = dict.fromkeys(["0", "1", *(str(literal + 1) for literal in literals), *map(str, literals), "2"])
        several = [f"({number} + 1)" for number in numbers] + list(values)[:_MOST_VALUES]
        return [f"have := {binder.name} {value}" for value in (_PAIRS if count == 2 else several)]
    if words[0] == "∃" and "∀" in words:
        return [
            f"obtain ⟨{name}, {name}h⟩ := {binder.name}",
            f"have := {name}h ({name} + 1)",
            f"have := {name}h 0",
        ]
    return [f"have := {binder.name} ⟨0⟩"]
