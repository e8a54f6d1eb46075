"""Reading Lean source: tokens, declarations, claims, holes, and the regions of SPEC c.4.

`parse` never raises and takes time linear in the text; what the text does not say is None or empty. Nothing here knows
the types: names are resolved as text, and what cannot be told from the text is left to Lean.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from pytest_faithform.lean.binders import Binder
from pytest_faithform.lean.claims import Claim, Placeholder, read_claims
from pytest_faithform.lean.declarations import Decl, read_declarations
from pytest_faithform.lean.extract import Extraction, extract
from pytest_faithform.lean.layout import Code, Command, Span, split_commands
from pytest_faithform.lean.regions import proof_spans, statement_spans
from pytest_faithform.lean.tokens import Token, mask, position, tokenize
from pytest_faithform.lean.vocabulary import words

__all__ = [
    "Binder",
    "Claim",
    "Command",
    "Decl",
    "Extraction",
    "Placeholder",
    "Source",
    "Span",
    "Token",
    "extract",
    "mask",
    "parse",
    "parse_reached",
    "position",
    "tokenize",
]


class Source:
    """One Lean text, read. Spans are half-open ranges of code points in `text`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._code = Code(text)
        self.commands: list[Command] = split_commands(self._code)
        self.decls: list[Decl] = read_declarations(self._code, self.commands)

    @property
    def tokens(self) -> list[Token]:
        """All tokens but comments."""
        return self._code.tokens

    @cached_property
    def main(self) -> Decl | None:
        """The last theorem or lemma; examples do not count (SPEC c.4)."""
        return next((decl for decl in reversed(self.decls) if decl.is_theorem), None)

    @cached_property
    def statement_spans(self) -> list[Span]:
        """The statement region: the main theorem's signature, the variables in scope that it mentions, and the
        definitions it uses, also through one another, in the order of the text."""
        return statement_spans(self._code, self.commands, self.decls, self.main)

    @cached_property
    def proof_spans(self) -> list[Span]:
        """The proof region: the main theorem's value and every other declaration that is no part of the statement."""
        return proof_spans(self.decls, self.main, self.statement_spans)

    @cached_property
    def _claims_and_holes(self) -> tuple[list[Claim], list[Placeholder]]:
        claims: list[Claim] = []
        holes: list[Placeholder] = []
        for decl in self.decls:
            more, open_holes = read_claims(self._code, decl)
            claims += more
            holes += open_holes
        return claims, holes

    @property
    def claims(self) -> list[Claim]:
        """Every claim of every declaration, in the order of the text; hypotheses and goal come before a proof's."""
        return self._claims_and_holes[0]

    @property
    def sorries(self) -> list[Placeholder]:
        """Every placeholder in a declaration, in the order of the text."""
        return self._claims_and_holes[1]

    @property
    def empty_proof_body(self) -> bool:
        """Whether the whole proof of the main theorem is one placeholder, or nothing (SPEC c.4)."""
        main = self.main
        if main is None:
            return False
        proof = [token.text for token in self.tokens[main.body[0] : main.body[1]]]
        essential = [text for text in proof if text not in _WRAPPING]
        return not essential or essential[0] == "stop" or (len(essential) == 1 and essential[0] in _HOLES)

    def position(self, offset: int) -> tuple[int, int]:
        """(line from 1, column from 0 in code points)."""
        return self._code.position(offset)

    def tokens_in(self, span: Span) -> list[Token]:
        """The tokens that lie in a span, without comments."""
        return self.tokens[self._code.index_at(span[0]) : self._code.index_at(span[1])]

    def slice(self, span: Span | None) -> str:
        """The text of a span, comments included; "" for None."""
        return "" if span is None else self.text[span[0] : span[1]]

    def prop_text(self, claim: Claim) -> str:
        """A claim's proposition without comments, white space collapsed; a calc step's `_` is written out."""
        if claim.relation and claim.left is not None and claim.right is not None:
            return f"{self._plain(claim.left)} {claim.relation} {self._plain(claim.right)}"
        return self._plain(claim.prop)

    def _plain(self, span: Span) -> str:
        pieces: list[str] = []
        end = span[0]
        for token in self.tokens_in(span):
            pieces.append(" " * (token.start > end and bool(pieces)) + token.text)
            end = token.end
        return "".join(pieces)


_WRAPPING = words("by exact refine apply from ( ) { } · . begin ⟨ ⟩ ;")
_HOLES = frozenset(("sorry", "admit", "?_", "sorryAx"))


def parse(source: str) -> Source:
    """Read a Lean text. Never raises; linear time. Whoever reads the same text shortly after gets the same reading, which
    nobody changes."""
    return _kept(source) if len(source) <= _KEPT_CHARACTERS else Source(source)


def parse_reached(source: str) -> Source:
    """The same of what Lean reaches: behind `#exit` it reads nothing, so that nothing there is a part of an answer. Lean
    takes the longest token, so that `#exitnow` ends the text too."""
    read = parse(source)
    end = next((token.start for token in read.tokens if source.startswith("#exit", token.start)), None)
    return read if end is None else parse(source[:end])


#: An item's answer is read by the guard, by Lean's answer, by the comparison and by each judge.
_kept = lru_cache(maxsize=16)(Source)
_KEPT_CHARACTERS = 100_000
