"""Binder groups: `(x y : ℕ)`, `{h : x = 3 := by simp}`, `[Field K]`, bare names."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code, Span

__all__ = ["Binder", "read_binders"]


@dataclass(frozen=True)
class Binder:
    """One binder group. `bracket` is its opening bracket ("" for a bare name), `type` its type and `default` what
    follows `:=`, as offsets; `names` is empty for an anonymous instance."""

    span: Span
    names: tuple[str, ...]
    type: Span | None
    bracket: str
    default: Span | None = None


def read_binders(code: Code, first: int, last: int) -> list[Binder]:
    """The binder groups among the tokens [first, last), up to a colon or `extends` outside brackets; bare names are groups
    of their own."""
    binders: list[Binder] = []
    index = first
    while index < last:
        token = code.tokens[index]
        if token.text in OPENERS and token.kind == "symbol":
            close = _closing(code, index, last)
            binders.append(_read_group(code, index, close))
            index = close
        elif token.kind == "ident" or token.text == "_":
            binders.append(Binder((token.start, token.end), (token.text,), None, ""))
        elif token.text in (":", "extends"):
            break
        index += 1
    return binders


def _closing(code: Code, opening: int, last: int) -> int:
    """Index of the bracket that closes the one at `opening`, or the last token."""
    depth = 0
    for index in range(opening, last):
        token = code.tokens[index]
        if token.kind == "symbol":
            depth += (token.text in OPENERS) - (token.text in CLOSERS)
            if depth == 0:
                return index
    return last - 1


def _read_group(code: Code, opening: int, close: int) -> Binder:
    tokens = code.tokens
    depth = 0
    colon = assign = None
    for index in range(opening + 1, close):
        text = tokens[index].text
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth == 0 and text == ":" and colon is None and assign is None:
            colon = index
        elif depth == 0 and text == ":=" and assign is None:
            assign = index
    bracket = tokens[opening].text
    type_last = assign if assign is not None else max(close, opening + 1)
    instance = bracket == "[" and colon is None
    name_last = opening + 1 if instance else (colon if colon is not None else type_last)
    type_first = opening + 1 if instance else (None if colon is None else colon + 1)
    names = (token.text for token in tokens[opening + 1 : name_last] if token.kind == "ident" or token.text == "_")
    return Binder(
        span=(tokens[opening].start, tokens[close].end),
        names=tuple(names),
        type=None if type_first is None else code.span(type_first, type_last),
        bracket=bracket,
        default=None if assign is None else code.span(assign + 1, close),
    )
