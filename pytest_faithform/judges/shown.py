"""What of an output a judge model is shown: code alone, with a way back from a quote to its place in the output.

The output was written by the system under test, which may address the judge. So comments and docstrings are left out,
the contents of strings and of names in «…» are replaced, as are literals of names, and what a chat template could take
for a control token (`<|im_end|>`, `</s>`, `[INST]`, `<｜User｜>`) is broken by a blank. Identifiers stay: they are
mathematics; that they are no words to the judge is what the marks around the text say.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

from pytest_faithform.judges.region import evidence
from pytest_faithform.lean.source import Source, Span, Token
from pytest_faithform.lean.tokens import COMMANDS
from pytest_faithform.model import Evidence, Region, printable

__all__ = ["MAX_SHOWN", "Shown", "neutral"]

#: Characters of code beyond which an output is no formalization and no judge is asked.
MAX_SHOWN = 60_000
_MOST_PLACES = 200
_MOST_FRAGMENTS = 8
_ELLIPSIS = re.compile(r"\[(?:\.{3,}|…)\]|\.{3,}|…")

# By family: `<|…|>`, `<…>`, `</…>`, `<<…>>` in Latin letters or ideographs, DeepSeek's wide bars, Mistral's and GLM's
# brackets, Kimi's triangles.
_CONTROL = re.compile(
    r"(<[|｜]?(?=[A-Za-z_/|｜\u4e00-\u9fff])"
    r"|\[(?=/?(?:[A-Z]+_[A-Z0-9_]+|INST|THINK|ARGS|IMG|AUDIO|PREFIX|MIDDLE|SUFFIX|CLS|SEP|MASK|PAD|UNK|BOS|EOS|gMASK)\])"
    r"|◁(?=/?[a-z]+▷))"
)
# Lean ends such a name at the next » wherever that stands, and lets it hold anything.
_QUOTED_NAME = re.compile(r"«[^»]*»")
_SPACE = re.compile(r"\s")


def neutral(text: str) -> str:
    """Prose as a judge is shown it: nothing in it is a control token of a chat template."""
    return _unspoken(printable(text, len(text) + 1))


def _unspoken(text: str) -> str:
    return _CONTROL.sub(r"\1 ", text)


def _unread(source: Source) -> set[int]:
    """Where tokens start that Lean does not read: from a « that no » ends up to the next command."""
    found: set[int] = set()
    open_name = False
    for token in source.tokens if "«" in source.text else ():
        open_name = open_name and token.text not in COMMANDS
        if open_name:
            found.add(token.start)
        open_name = open_name or token.text == "«"
    return found


class Shown:
    """The code of some spans of an output. `text` is what the judge sees; `find` places what it quotes, which may leave code
    out (`abridged`): of a quote with an ellipsis the fragments stand in the code in their order, and what lies between them
    is of it."""

    def __init__(
        self, source: Source, spans: Sequence[Span], region: Region | None = None, *, abridged: bool = False
    ) -> None:
        self._source, self._region, self._abridged = source, region, abridged
        self._names: dict[str, str] = {}
        unread = _unread(source)
        pieces: list[str] = []
        self._shown: list[tuple[Token, str]] = []
        for span in spans:
            at: int | None = None
            for token in source.tokens_in(span):
                if token.start in unread:
                    continue
                if at is not None or pieces:
                    pieces.append(self._between(at, token.start))
                shown = self._neutral(token)
                pieces.append(shown)
                self._shown.append((token, shown))
                at = token.end
        self.text = _unspoken("".join(pieces))

    def find(self, quote: str) -> Evidence | None:
        """The quote's first place in the output, white space ignored; None where the code that was shown does not hold it."""
        found = next(self._places(quote), None)
        return None if found is None else evidence(self._source, *found, self._region)

    def places(self, quote: str) -> list[Span]:
        """All its places, as spans of the output; of one that stands at very many the first ones."""
        return list(islice(self._places(quote), _MOST_PLACES))

    def _places(self, quote: str) -> Iterator[Span]:
        whole = _SPACE.sub("", quote)
        found = self._occurrences(whole)
        first = next(found, None)
        if first is None and self._abridged:
            fragments = [fragment for one in _ELLIPSIS.split(whole) if (fragment := one.strip("`"))]
            found = self._in_order(fragments) if 1 < len(fragments) <= _MOST_FRAGMENTS else iter(())
        for start, end in found if first is None else chain([first], found):
            yield self._origins[start][0], self._origins[end - 1][1]

    def _in_order(self, fragments: Sequence[str]) -> Iterator[Span]:
        """Where they follow each other, with as little as possible between them."""
        first, *others = [list(self._occurrences(fragment)) for fragment in fragments]
        before: Span | None = None
        for start, end in first:
            for spans in others:
                place = bisect_left(spans, (end, 0))
                if place == len(spans):
                    break
                end = spans[place][1]
            else:
                if before is not None and before[1] != end:
                    yield before
                before = start, end
        if before is not None:
            yield before

    def _occurrences(self, wanted: str) -> Iterator[Span]:
        """In the text without white space."""
        at = self._solid.find(wanted) if wanted else -1
        while at >= 0:
            # `97` is no quote of `197`, nor of `h97`.
            if at not in self._within_words and at + len(wanted) not in self._within_words:
                yield at, at + len(wanted)
            at = self._solid.find(wanted, at + 1)

    @cached_property
    def _solid(self) -> str:
        return _SPACE.sub("", self.text)

    @cached_property
    def _within_words(self) -> frozenset[int]:
        """Places of the text without white space that lie inside a name or a number."""
        found: list[int] = []
        at = 0
        for token, shown in self._shown:
            length = len(_SPACE.sub("", shown))
            if token.kind in ("ident", "number"):
                found += range(at + 1, at + length)
            at += length
        return frozenset(found)

    @cached_property
    def _origins(self) -> list[Span]:
        """Of each shown character but white space: its place in the output, or its token's where that is replaced."""
        origins: list[Span] = []
        for token, shown in self._shown:
            solid = _SPACE.sub("", shown)
            if solid == token.text:
                origins += [(at, at + 1) for at in range(token.start, token.end)]
            else:
                origins += [(token.start, token.end)] * len(solid)
        return origins

    def _between(self, end: int | None, start: int) -> str:
        """White space as it is between two tokens, comments left out."""
        if end is None:
            return "\n\n"
        text = self._source.text[end:start]
        if not text or text.isspace():
            return text
        _, line_end, last = text.rpartition("\n")
        return "\n" + last[: len(last) - len(last.lstrip())] if line_end else " "

    def _neutral(self, token: Token) -> str:
        if token.kind == "char":
            return "'…'"
        if token.kind == "string" or not token.closed:
            return '"…"'
        if token.kind == "error":
            return "\N{REPLACEMENT CHARACTER}"
        text = token.text
        if text == "«":
            return "«…"
        if text.startswith("`") and token.kind == "ident":
            return "`…"
        if "«" in text:
            text = _QUOTED_NAME.sub(lambda name: self._names.setdefault(name[0], f"name{len(self._names) + 1}"), text)
        return text
