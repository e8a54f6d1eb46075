"""The names that a statement binds, and which of them it applies to something."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean.layout import Span
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.lean.tokens import Token, unquoted

__all__ = ["bound_names"]

_QUANTIFIERS = frozenset(("∀", "∃", "∃!", "forall", "exists", "let", "have", "fun", "λ", "∑", "∏", "⋃", "⋂"))
_ENDS = frozenset((",", ":=", "=>", "↦"))
_END = Token("symbol", "", 0, 0)
_ARGUMENT_SIGNS = frozenset(("(", "⟨", "{", "|", "‖", "⌊", "⌈", "√"))


def bound_names(source: Source, main: Decl) -> dict[str, tuple[int, bool]]:
    """Each name without its quotes: where it is bound first, and whether the statement applies it to something. The
    variables and binders in force are meant, and whatever the types quantify over or define."""
    places: dict[str, int] = {}
    applied: set[str] = set()
    spans: list[Span] = []
    for binder in (*main.variables, *main.binders):
        for name in binder.names:
            places.setdefault(unquoted(name), binder.span[0])
        spans.extend(span for span in (binder.type, binder.default) if span is not None)
    for span in (*spans, *([main.type] if main.type else [])):
        tokens = source.tokens_in(span)
        for token, is_applied in _names(tokens):
            name = unquoted(token.text)
            if is_applied is None:
                places.setdefault(name, token.start)
            elif is_applied:
                applied.add(name)
    return {name: (at, name in applied) for name, at in places.items()}


def _names(tokens: list[Token]) -> Iterator[tuple[Token, bool | None]]:
    """The names among the tokens: one that is bound there with None, one that is used with whether it is applied."""
    binding = typed = False
    depth = 0
    for before, token, following in zip([_END, *tokens], tokens, [*tokens[1:], _END], strict=False):
        if token.kind != "ident":
            if token.text in _QUANTIFIERS:
                binding, typed, depth = True, False, 0
            elif token.text in _ENDS:
                binding = False
            elif binding and token.text in ("(", "{", "["):
                depth += 1
            elif binding and token.text in (")", "}", "]"):
                depth -= 1
                typed = typed and depth > 0
            elif binding and token.text not in ("⦃", "⦄", "⟨", "⟩"):
                typed = True
        elif binding and not typed:
            yield token, None
        else:
            # An argument of something else is not applied itself.
            is_head = before.kind not in ("ident", "number") and before.text not in (")", "⟩", "]", "}")
            yield token, is_head and (following.kind in ("ident", "number") or following.text in _ARGUMENT_SIGNS)
