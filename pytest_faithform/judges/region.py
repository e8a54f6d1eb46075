"""The region of a Lean source that answers for an edit (SPEC c.4), read into expressions and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from pytest_faithform.judges.equivalents import consequences
from pytest_faithform.judges.leanexpr import expressions, proposition
from pytest_faithform.judges.nodes import Node
from pytest_faithform.judges.numbers import literal
from pytest_faithform.judges.saying import conditions, mentioned, said, unsaid_spans
from pytest_faithform.judges.unfolding import unfolded
from pytest_faithform.lean.source import Decl, Source, Span, Token
from pytest_faithform.model import Evidence, Region

__all__ = ["MAX_TOKENS", "LeanRegion", "conclusion", "evidence", "region_of"]

MAX_TOKENS = 60_000  # far beyond any formalization; more is not read, so a runaway reply cannot stall a run
_QUOTE = 240
_OPENING, _CLOSING = frozenset("([{⟨⦃"), frozenset(")]}⟩⦄")
_MAX_UNFOLDINGS = 3
_DEFINITIONS = frozenset(["def", "abbrev", "irreducible_def"])


@dataclass(frozen=True)
class LeanRegion:
    """The statement (signature of the main theorem and the definitions it uses) or the proof (everything else)."""

    source: Source
    name: Region
    alternatives: Callable[[Node], bool] = field(default=lambda node: False, compare=False)

    @property
    def tokens(self) -> list[list[Token]]:
        return _tokens(self.source, self.name)

    @property
    def too_large(self) -> bool:
        return sum(map(len, self.tokens)) > MAX_TOKENS

    @property
    def _read(self) -> list[tuple[list[Node], list[Node]]]:
        return _read(self.source, self.name)

    @cached_property
    def _pieces(self) -> list[Node]:
        return [piece for pieces, _ in self._read for piece in pieces]

    @cached_property
    def _conditions(self) -> list[Span]:
        return [span for part in self.tokens for span in conditions(self.source, part)]

    @cached_property
    def nodes(self) -> list[Node]:
        """Everything the region says."""
        return self._said(self._pieces)

    @cached_property
    def mentioned(self) -> list[Node]:
        """What it says and what it mentions as a case, a condition, a premise that fails."""
        parts = mentioned(self._pieces)
        return parts + consequences(parts)

    @cached_property
    def unsaid(self) -> list[Span]:
        """Where it mentions something without saying it."""
        return self._conditions + unsaid_spans(self._pieces, self.alternatives)

    def _said(self, pieces: Iterable[Node]) -> list[Node]:
        """All parts of the pieces that are said, and what they amount to."""
        parts = said(pieces, self._conditions, self.alternatives)
        return parts + consequences(parts)

    def unfolded(self, given: Sequence[Node] = ()) -> list[Node]:
        """What it says once its local definitions, those of the whole text that it uses, and equations that are `given`
        for a variable are written out, one within the other."""
        definitions = [*given] + [equation for _, equations in self._read for equation in equations]
        statement = region_of(self.source, "statement")
        if self.name == "proof" and not statement.too_large:
            definitions += [equation for _, found in statement._read for equation in found]
        written: list[Node] = []
        pieces = self._pieces
        for _ in range(_MAX_UNFOLDINGS):
            pieces = unfolded(pieces, definitions)
            written += pieces
        return self._said(written)

    @cached_property
    def numbers(self) -> list[tuple[Fraction, int, int]]:
        """Literals and ratios of two literals, with their places."""
        found = []
        for part in self.tokens:
            for i, token in enumerate(part):
                if token.kind != "number" or (value := literal(token.text)) is None:
                    continue
                found.append((value, token.start, token.end))
                if i + 2 < len(part) and part[i + 1].text == "/" and part[i + 2].kind == "number":
                    below = literal(part[i + 2].text)
                    if below:
                        found.append((value / below, token.start, part[i + 2].end))
        return found


# The judge looks into a text's statement from several sides; nobody changes what is read.
@lru_cache(maxsize=4)
def region_of(source: Source, name: Region) -> LeanRegion:
    """The region as far as no disjunction is known for the input's own."""
    return LeanRegion(source, name)


@lru_cache(maxsize=4)
def _tokens(source: Source, name: Region) -> list[list[Token]]:
    spans = source.statement_spans if name == "statement" else source.proof_spans
    names = {decl.signature[0]: decl for decl in source.decls if decl.keyword in _DEFINITIONS}
    return [part for span in spans if (part := _with_name(source, span, names.get(span[0])))]


@lru_cache(maxsize=4)
def _read(source: Source, name: Region) -> list[tuple[list[Node], list[Node]]]:
    return [expressions(source.text, part) for part in _tokens(source, name)]


def _with_name(source: Source, span: Span, definition: Decl | None) -> list[Token]:
    """The tokens of a span; of a definition with its name, which its equations need (`f (n + 1) = …`)."""
    if definition is None:
        return source.tokens_in(span)
    tokens = source.tokens_in((definition.start, span[1]))
    first = next((i for i, token in enumerate(tokens) if token.start == definition.name_span[0]), 1)
    return tokens[max(0, first - 1) :]


def conclusion(source: Source) -> Node | None:
    """What the main theorem claims once its quantifiers and hypotheses are taken off; None if it cannot be read."""
    if source.main is None or source.main.type is None:
        return None
    goal = proposition(source.text, source.tokens_in(source.main.type))
    while goal is not None and goal.op in ("forall", "imp"):
        goal = goal.args[-1]
    return goal


def evidence(source: Source, start: int, end: int, region: Region | None) -> Evidence:
    """A verbatim quote (at most 240 characters) with its place; a longer one ends where its brackets are closed."""
    line, column = source.position(start)
    return Evidence(quote=source.text[start : _cut(source, start, end)], region=region, line=line, column=column)


def _cut(source: Source, start: int, end: int) -> int:
    """Where a quote of [start, end) ends: nothing is open there, unless one bracket holds more than a quote may."""
    limit = start + _QUOTE
    if end <= limit:
        return end
    closed, depth = 0, 0
    for token in source.tokens_in((start, limit)):
        if token.kind == "symbol":
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth == 0 and token.end <= limit:
            closed = token.end
    return closed or limit
