"""Proofs that somebody else wrote, such as a language model: what is asked for, and what of a reply is tried.

A reply is a Lean text with a theorem of its own. It passes the same guard as a formalization, stands in a namespace of its
own behind the text that it is about, and counts only if Lean takes its theorem for exactly what was asked for (equal
elaborated types, as Lean compares types) and it rests on no axiom but Lean's own. So a proof of something else, a `sorry`,
an axiom or a call of the compiler gets nobody anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pytest_faithform.lean.composite import Composite, fresh_nonce
from pytest_faithform.lean.extract import extract
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.portfolio import Attempt
from pytest_faithform.lean.source import Source, parse
from pytest_faithform.model import GuardFinding

__all__ = ["Asked", "Prover", "Unusable", "attempt_with"]

#: Of one written proof; Mathlib's own default.
HEARTBEATS = 200_000


@dataclass(frozen=True)
class Asked:
    """The main theorem `theorem` of the text `source` is to be proved or refuted; `goal` is Lean text for that."""

    side: Literal["proved", "refuted"]
    source: str
    theorem: str
    goal: str


class Prover(Protocol):
    """A strategy that writes whole proofs."""

    name: str

    def write(self, asked: Sequence[Asked]) -> Iterator[tuple[Asked, str]]:
        """Raw replies, each with what it replies to; as many as it likes, and none where it has nothing to say."""
        ...


class Unusable(ValueError):
    """Why nothing of a reply is tried."""


def attempt_with(reply: str, asked: Asked, examined: Source, strategy: str) -> Attempt:
    """An attempt that cites the reply's main theorem. Raises Unusable, or Unclosed where nothing can follow its text."""
    written = parse(extract(reply).lean)
    if written.main is None:
        raise Unusable("the reply holds no theorem")
    rejected = next((found for found in guard(written) if found.severity == "reject" and not _is_our_goal(found)), None)
    if rejected is not None:
        raise Unusable(f"guard: {rejected.message}")
    space = f"{fresh_nonce()}_w"
    main = written.main
    name = main.full_name if main.name.startswith("_root_.") else f"{space}.{main.full_name}"
    text = _without_repeated(written, examined)
    shown = Composite()
    shown.add_namespace(space, text)
    return Attempt(asked.side, strategy, f"exact @_root_.{name}", HEARTBEATS, shown.text, written=(space, text))


def _is_our_goal(finding: GuardFinding) -> bool:
    """`type_of%` is how the goal is asked for; what it stands for is compared with the goal by Lean."""
    return finding.rule == "hidden" and finding.message.startswith("`type_of%`")


def _without_repeated(written: Source, examined: Source) -> str:
    """The text without the definitions that repeat the examined text's word for word: those stand before it, and said
    twice they would be others."""

    def words(source: Source, span: tuple[int, int]) -> list[str]:
        return [token.text for token in source.tokens_in(span)]

    known = [words(examined, (d.start, d.end)) for d in examined.decls if not d.is_theorem and d.full_name == d.name]
    pieces, at = [], 0
    for decl in written.decls:
        if not decl.is_theorem and words(written, (decl.start, decl.end)) in known:
            pieces.append(written.text[at : decl.start])
            at = decl.end
    return "".join(pieces) + written.text[at:]
