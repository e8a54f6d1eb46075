"""Everyday names of Mathlib as Lean text on top of core Lean: definitions that agree with Mathlib's, and axioms that each
state one of its theorems.

What is proved from it holds in Mathlib if every axiom does and every definition agrees. What is not proved, or does not
elaborate, says nothing about Mathlib. The texts are the files beside this module; a doc comment names for each axiom the
theorem that it states (`Mathlib: name`).
"""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["NAMESPACE", "Axiom", "axiom_names", "axioms", "files", "sha256"]

NAMESPACE = "FaithformPrelude"  # of what is not Mathlib's

# In the order in which they build on each other.
FILES = (
    "classes.lean",
    "algebra.lean",
    "reals.lean",
    "order.lean",
    "transcendental.lean",
    "sets.lean",
    "lattice.lean",
    "finsets.lean",
    "counting.lean",
    "numbertheory.lean",
    "complex.lean",
    "numerals.lean",
    "arithmetic.lean",
    "analysis.lean",
    "linear_algebra.lean",
    "tactics.lean",
)

_AXIOM = re.compile(
    r"^(?:/--\s*(?P<doc>(?:[^-]|-(?!/))*?)\s*-/\s*)?(?P<attributes>@\[[^\]\n]*\]\s*)?axiom\s+(?P<name>[^\s:({\[]+)(?P<type>[^\n]*)",
    re.MULTILINE,
)
_MATHLIB = re.compile(r"Mathlib: `(?P<name>[^`]+)`")


@dataclass(frozen=True)
class Axiom:
    """`mathlib` is the theorem (of a type or function: the definition) that it stands for; "" where none is named.
    `type` is what is written after the name."""

    name: str
    mathlib: str
    type: str
    file: str


def files() -> tuple[Path, ...]:
    folder = Path(__file__).resolve().parent
    return tuple(folder / name for name in FILES)


@functools.cache
def axioms() -> tuple[Axiom, ...]:
    """Every axiom of the prelude, by its full name, in the order of the text."""
    found = []
    for file in files():
        for match in _AXIOM.finditer(file.read_text(encoding="utf-8")):
            named = _MATHLIB.search(match["doc"] or "")
            found.append(Axiom(match["name"], named["name"] if named else "", match["type"].strip(), file.name))
    return tuple(found)


@functools.cache
def axiom_names() -> frozenset[str]:
    return frozenset(axiom.name for axiom in axioms())


@functools.cache
def sha256() -> str:
    digest = hashlib.sha256()
    for file in files():
        digest.update(file.read_bytes())
    return digest.hexdigest()
