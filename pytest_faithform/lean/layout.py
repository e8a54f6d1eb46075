"""The token stream with its layout, and its division into commands.

Lean separates commands by keywords, not by layout, so a keyword that no term or tactic can contain begins a command
wherever it stands outside brackets. Words that also occur inside proofs (`open … in`) or as names begin one only at the
start of a line that is not indented deeper than the current command. Inside brackets a keyword counts only there, too,
so that a bracket that is never closed swallows no declaration.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from pytest_faithform.lean.tokens import COMMANDS, MODIFIERS, Token, tokenize
from pytest_faithform.lean.vocabulary import words

__all__ = ["CLOSERS", "DECLARATIONS", "OPENERS", "Code", "Command", "Span", "split_commands"]

Span = tuple[int, int]

OPENERS = words("( [ { ⟨ ⦃ ⟦ ⟪ ⌊ ⌈ ⟮")
CLOSERS = words(") ] } ⟩ ⦄ ⟧ ⟫ ⌋ ⌉ ⟯")

DECLARATIONS = words(
    """theorem lemma example def abbrev instance axiom structure class inductive coinductive opaque
    irreducible_def"""
)
_ANYWHERE = DECLARATIONS | {"namespace", "section", "end", "mutual", "variable", "universe", "import", "attribute"}
_DOUBLE = {"class": {"abbrev", "inductive"}, "deriving": {"instance"}}
# Commands without a body: whatever starts a line after them is a command of its own.
_FLAT = words(
    """namespace section end mutual variable universe import open set_option attribute export include omit
    suppress_compilation unsuppress_compilation"""
)
_LONGEST_ATTRIBUTE_LIST = 500


class Code:
    """The tokens of a text without comments, each with its column and whether it is the first on its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        everything = tokenize(text, comments=True)
        self.tokens = [token for token in everything if token.kind not in ("comment", "doc")]
        self.docs = [token for token in everything if token.kind == "doc" and not token.text.startswith("/-!")]
        self._doc_starts = [token.start for token in self.docs]
        self.line_starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.line_starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._starts = [token.start for token in self.tokens]
        self.columns: list[int] = []
        self.fresh: list[bool] = []
        line, last_line = 0, -1
        line_start, *later = [*self.line_starts, len(text) + 1]
        for _, inside, start, end, _ in self.tokens:
            while later[line] <= start:
                line_start = later[line]
                line += 1
            self.columns.append(start - line_start)
            self.fresh.append(line != last_line)
            last_line = line if end < later[line] else line + inside.count("\n")

    def position(self, offset: int) -> tuple[int, int]:
        """As `tokens.position`, in logarithmic time."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1]

    def index_at(self, offset: int) -> int:
        """Index of the first token that starts at or after `offset`."""
        return bisect_left(self._starts, offset)

    def span(self, first: int, last: int) -> Span:
        """Offsets that the tokens [first, last) cover; empty, at the place where they would be, if there are none."""
        if first < last:
            return self.tokens[first].start, self.tokens[last - 1].end
        at = self.tokens[first - 1].end if first else 0
        return at, at

    def doc_before(self, index: int) -> Token | None:
        """The doc comment right before a token, with no other code between them."""
        floor = self.tokens[index - 1].end if index else 0
        found = bisect_left(self._doc_starts, self.tokens[index].start) - 1
        return self.docs[found] if found >= 0 and self.docs[found].start >= floor else None


@dataclass(frozen=True)
class Command:
    """One command with its prefixes (`open … in`, attributes, modifiers, doc comment).

    `keyword` is its head ("" for text that precedes the first command); `first`, `head`, `last` are token indices:
    tokens [first, last) with the keyword at `head`.
    """

    keyword: str
    start: int
    end: int
    first: int
    head: int
    last: int


def split_commands(code: Code) -> list[Command]:
    """The commands of a text in order. They cover every token."""
    heads = _find_heads(code)
    if code.tokens and (not heads or heads[0][0] > 0):
        heads.insert(0, (0, -1))
    commands: list[Command] = []
    prefix: int | None = None
    bounds = [first for first, _ in heads] + [len(code.tokens)]
    for (first, head), last in zip(heads, bounds[1:], strict=True):
        is_prefix = head >= 0 and code.tokens[last - 1].text == "in" and last < len(code.tokens) and last - first > 1
        if is_prefix and code.tokens[head].text not in DECLARATIONS:
            prefix = first if prefix is None else prefix
            continue
        begin = first if prefix is None else prefix
        prefix = None
        doc = code.doc_before(begin)
        start = doc.start if doc else code.tokens[begin].start
        keyword = code.tokens[head].text if head >= 0 else ""
        commands.append(Command(keyword, start, code.tokens[last - 1].end, begin, max(head, begin), last))
    return commands


def _find_heads(code: Code) -> list[tuple[int, int]]:
    """(first token with attributes and modifiers, keyword) of each command."""
    tokens, heads = code.tokens, list[tuple[int, int]]()
    depth = floor = 0
    column, in_declaration = -1, False
    for index, token in enumerate(tokens):
        text = token.text
        if token.kind == "symbol":
            if text in OPENERS:
                depth += 1
            elif text in CLOSERS:
                depth = max(0, depth - 1)
            continue
        if token.kind != "keyword" or (text not in COMMANDS and text[0] != "#"):
            continue
        if index and index == floor and text in _DOUBLE.get(tokens[index - 1].text, ()):
            floor = index + 1
            continue
        if text == "deriving" and not (index + 1 < len(tokens) and tokens[index + 1].text == "instance"):
            continue
        first = _with_prefixes(tokens, index, floor)
        begins_line = code.fresh[first] and (not in_declaration or code.columns[first] <= column)
        if begins_line or (depth == 0 and text in _ANYWHERE):
            heads.append((first, index))
            depth, floor, column = 0, index + 1, code.columns[first]
            in_declaration = text not in _FLAT
    return heads


def _with_prefixes(tokens: list[Token], head: int, floor: int) -> int:
    """Walk back from a command keyword over its modifiers and attribute lists."""
    first = head
    while first > floor:
        text = tokens[first - 1].text
        if text in MODIFIERS:
            first -= 1
            continue
        if text != "]":
            break
        depth, at = 0, first - 1
        while at >= max(floor, first - _LONGEST_ATTRIBUTE_LIST):
            depth += (tokens[at].text == "]") - (tokens[at].text == "[")
            if depth == 0:
                break
            at -= 1
        if at <= floor or depth or tokens[at - 1].text != "@":
            break
        first = at - 1
    return first
