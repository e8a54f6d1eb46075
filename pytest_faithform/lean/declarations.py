"""Declarations: name, binders, type, value, attributes.

The split of signature and value is a scan over bracket depth: the value begins at the first `:=` outside brackets that
is not a `let`'s or `have`'s own, at `where`, or at the first arm of a pattern match. `:=` in a binder's default and the
bars of an absolute value split nothing (SPEC c.2, c.4).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_faithform.lean.binders import Binder, read_binders
from pytest_faithform.lean.layout import CLOSERS, DECLARATIONS, OPENERS, Code, Command, Span
from pytest_faithform.lean.scopes import Scopes
from pytest_faithform.lean.tokens import MODIFIERS

__all__ = ["Decl", "arms_begin", "read_declarations"]


@dataclass(frozen=True)
class Decl:
    """One declaration. All spans are offsets without surrounding white space and comments.

    `start`..`end` holds its prefixes (doc comment, attributes, `open … in`), `signature` what lies between the name and
    the value, `type` what follows the signature's colon, `value` what follows `:=` or `where`, or the match arms.
    `full_name` includes the namespaces; an example has neither name. `binders` are its own, `variables` those that it
    takes from `variable` commands. `tokens` and `body` (the value's) are ranges of token indices.
    """

    keyword: str
    name: str
    full_name: str
    start: int
    end: int
    name_span: Span
    signature: Span
    type: Span | None
    value: Span | None
    binders: tuple[Binder, ...] = ()
    variables: tuple[Binder, ...] = ()
    attributes: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    tokens: Span = field(default=(0, 0), repr=False)
    body: Span = field(default=(0, 0), repr=False)

    @property
    def is_theorem(self) -> bool:
        """Whether it may be the answer's theorem (SPEC c.4: examples do not count)."""
        return self.keyword in ("theorem", "lemma")


def read_declarations(code: Code, commands: list[Command]) -> list[Decl]:
    """The declarations in order."""
    found: list[Decl] = []
    scopes = Scopes(code)
    for command in commands:
        if command.keyword in DECLARATIONS:
            found.append(_read(code, command, scopes))
        else:
            scopes.follow(command)
    return found


def _read(code: Code, command: Command, scopes: Scopes) -> Decl:
    tokens, at = code.tokens, command.head + 1
    keyword = command.keyword
    if keyword == "class" and at < command.last and tokens[at].text in ("abbrev", "inductive"):
        at += 1
    if keyword == "instance" and at + 1 < command.last and tokens[at + 1].text in ("priority", "prio"):
        at = min(at + 5, command.last)
    named = keyword != "example" and at < command.last and tokens[at].kind in ("ident", "error")
    name = tokens[at].text if named else ""
    name_span = code.span(at, at + 1) if named else (tokens[at - 1].end, tokens[at - 1].end)
    at += named
    at = _skip_universes(code, at, command.last)
    begin_value, value_first, colon = _split(code, at, command.last, keyword)
    signature_last = begin_value if begin_value is not None else command.last
    words = {token.text.partition(".")[0] for token in tokens[at : command.last] if token.kind == "ident"}
    attributes, modifiers = _prefixes(code, command)
    return Decl(
        keyword=keyword,
        name=name,
        full_name=scopes.full_name(name),
        start=command.start,
        end=command.end,
        name_span=name_span,
        signature=code.span(at, signature_last),
        type=code.span(colon + 1, signature_last) if colon is not None else None,
        value=None if value_first is None else code.span(value_first, command.last),
        binders=tuple(read_binders(code, at, colon if colon is not None else signature_last)),
        variables=scopes.mentioned(words),
        attributes=attributes,
        modifiers=modifiers,
        tokens=(command.first, command.last),
        body=(command.last if value_first is None else value_first, command.last),
    )


def _skip_universes(code: Code, at: int, last: int) -> int:
    """Past `.{u, v}` after a name."""
    tokens = code.tokens
    if at + 1 < last and tokens[at].text == "." and tokens[at + 1].text == "{":
        for index in range(at + 2, min(last, at + 60)):
            if tokens[index].text == "}":
                return index + 1
    return at


def _prefixes(code: Code, command: Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(attributes, modifiers) before the keyword."""
    attributes: list[str] = []
    modifiers: list[str] = []
    depth = begin = 0
    for index in range(command.first, command.head):
        text = code.tokens[index].text
        if depth:
            depth += (text in OPENERS) - (text in CLOSERS)
            if depth == 0 or (depth == 1 and text == ","):
                start, end = code.span(begin, index)
                attributes.append(" ".join(code.text[start:end].split()))
                begin = index + 1
        elif text == "[" and index > command.first and code.tokens[index - 1].text == "@":
            depth, begin = 1, index + 1
        elif text in MODIFIERS:
            modifiers.append(text)
    return tuple(filter(None, attributes)), tuple(modifiers)


_LET = frozenset(("let", "letI", "have", "haveI", "suffices"))
# What no pattern contains: from a bar to the next of these there is no arm.
_NO_PATTERN = frozenset((":=", "fun", "λ", "by", "let", "have", "show", "if", "match", "∀", "∃", "∑", "∏", "where"))


def arms_begin(code: Code, bar: int, last: int) -> bool:
    """Whether the `|` at token `bar` begins an arm `| pattern => …`, rather than an absolute value."""
    depth = 0
    for token in code.tokens[bar + 1 : min(last, bar + 400)]:
        text = token.text
        if token.kind == "symbol" and text in OPENERS:
            depth += 1
        elif token.kind == "symbol" and text in CLOSERS:
            depth -= 1
            if depth < 0:
                return False
        elif depth == 0 and text == "=>":
            return True
        elif depth == 0 and text in _NO_PATTERN:
            return False
    return False


def _split(code: Code, first: int, last: int, keyword: str) -> tuple[int | None, int | None, int | None]:
    """(token that ends the signature, first token of the value, the type's colon), each as an index or None."""
    depth = bars = 0
    colon: int | None = None
    matching = False
    lets: list[int] = []
    values: list[int] = []
    for index in range(first, last):
        token = code.tokens[index]
        text = token.text
        while values and code.fresh[index] and code.columns[index] <= values[-1]:
            values.pop()
        if token.kind not in ("symbol", "keyword"):
            continue
        if text in OPENERS:
            depth += 1
        elif text in CLOSERS:
            depth = max(0, depth - 1)
        elif depth:
            continue
        elif text == ":" and colon is None:
            colon = index
        elif text in _LET:
            lets.append(code.columns[index])
        elif text == ":=" and lets:
            values.append(lets.pop())
        elif text == ";" and values:
            values.pop()
        elif values:
            # The value of a `let` in the type may be a proof with `:=` of its own; layout or `;` ends it.
            continue
        elif text in (":=", "where"):
            return index, index + 1, colon
        elif text == "match":
            matching = True
        elif text == "|" and not matching:
            bars += 1
            if keyword in ("inductive", "class", "coinductive") or (bars < 100 and arms_begin(code, index, last)):
                return index, index, colon
    return _split_broken(code, first, last, colon)


def _split_broken(code: Code, first: int, last: int, colon: int | None) -> tuple[int | None, int | None, int | None]:
    """No separator outside brackets: a bracket was never closed, or `:=` was forgotten before `by`. The least nested
    `:=`, then the first `by`, is the best guess, so that the proof is not read as part of the statement."""
    depth, best, best_depth, by = 0, None, 1 << 30, None
    for index in range(first, last):
        text = code.tokens[index].text
        depth = depth + 1 if text in OPENERS else max(0, depth - 1) if text in CLOSERS else depth
        if text == ":=" and depth < best_depth and code.tokens[min(index + 1, last - 1)].text == "by":
            best, best_depth = index, depth
        elif text == "by" and depth == 0 and by is None:
            by = index
    if by is not None:
        return by, by, colon
    return (None, None, colon) if best is None else (best, best + 1, colon)
