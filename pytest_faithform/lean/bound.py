"""The names that a statement and its definitions bind, and which of them are applied to something."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean.declarations import arms_begin
from pytest_faithform.lean.layout import OPENERS, Code, Span
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.lean.tokens import Token, unquoted

__all__ = ["bound_names"]

_QUANTIFIERS = frozenset(("∀", "∃", "∃!", "forall", "exists", "let", "have", "fun", "λ", "∑", "∏", "⋃", "⋂"))
_ENDS = frozenset((",", ":=", "=>", "↦"))
_END = Token("symbol", "", 0, 0)
_ARGUMENT_SIGNS = frozenset(("(", "⟨", "{", "|", "‖", "⌊", "⌈", "√"))
_TYPES = frozenset(("structure", "inductive"))


def bound_names(source: Source) -> dict[str, tuple[int, bool]]:
    """Each name without its quotes: where it is bound first, and whether what binds it applies it to something. The variables
    and binders in force are meant, and whatever the types and definitions quantify over, define, or match."""
    found: dict[str, tuple[int, bool]] = {}
    begins = {span[0] for span in source.statement_spans}
    for decl in source.decls:
        if decl is source.main or (decl.signature[0] in begins and not decl.is_theorem):
            for name, (at, is_applied) in _bound_by(source, decl).items():
                first, was_applied = found.get(name, (at, False))
                found[name] = (first, was_applied or is_applied)
    return found


def _bound_by(source: Source, decl: Decl) -> dict[str, tuple[int, bool]]:
    places: dict[str, int] = {}
    applied: set[str] = set()
    spans: list[Span] = []
    for binder in (*decl.variables, *decl.binders):
        for name in binder.names:
            places.setdefault(unquoted(name), binder.span[0])
        spans.extend(span for span in (binder.type, binder.default) if span is not None)
    spans.extend([decl.type] if decl.type else [])
    read = [(source.tokens_in(span), 0, set[int]()) for span in spans]
    if decl.value is not None and not decl.is_theorem:
        code = Code(source.slice(decl.value))
        read.append((code.tokens, decl.value[0], _named(code, decl)))
    for tokens, start, named in read:
        for index, (token, is_applied) in enumerate(_names(tokens)):
            name = unquoted(token.text)
            if is_applied is None or index in named:
                places.setdefault(name, start + token.start)
            elif is_applied:
                applied.add(name)
    return {name: (at, name in applied) for name, at in places.items()}


def _names(tokens: list[Token]) -> Iterator[tuple[Token, bool | None]]:
    """Each token with whether it is a name that is applied; with None where it is bound."""
    binding = False
    depth = 0
    typed: int | None = None
    for before, token, following in zip([_END, *tokens], tokens, [*tokens[1:], _END], strict=False):
        if token.kind == "ident" and binding and typed is None:
            yield token, None
            continue
        # An argument of something else is not applied itself.
        is_head = before.kind not in ("ident", "number") and before.text not in (")", "⟩", "]", "}")
        is_applied = following.kind in ("ident", "number") or following.text in _ARGUMENT_SIGNS
        yield token, token.kind == "ident" and is_head and is_applied
        if token.text in _QUANTIFIERS:
            binding, typed, depth = True, None, 0
        elif token.text in _ENDS:
            binding = False
        elif token.text in ("(", "{", "["):
            depth += 1
        elif token.text in (")", "}", "]"):
            depth -= 1
            typed = None if typed is not None and depth < typed else typed
        elif token.kind != "ident" and token.text not in ("⦃", "⦄", "⟨", "⟩", "_") and typed is None:
            typed = depth


def _named(code: Code, decl: Decl) -> set[int]:
    """The tokens of a value that name what a pattern takes apart, a field, an argument of a constructor, or a function beside
    the definition."""
    found = _fields(code) if decl.keyword in _TYPES else set()
    pattern, beside = False, -1
    for index, token in enumerate(code.tokens):
        text = token.text
        if text == "where" and decl.keyword != "instance" and index + 1 < len(code.tokens):
            beside = code.columns[index + 1]
        if text == "|":
            pattern = arms_begin(code, index, len(code.tokens))
        elif text == "=>":
            pattern = False
        elif token.kind == "ident":
            is_beside = code.columns[index] == beside and (code.fresh[index] or code.tokens[index - 1].text == "where")
            if is_beside or (pattern and code.tokens[index - 1].text != "."):
                found.add(index)
    return found


def _fields(code: Code) -> set[int]:
    """The rows of names before a colon, at the beginning of a line or a bracket."""
    found: set[int] = set()
    row: list[int] = []
    for index, token in enumerate(code.tokens):
        begins = code.fresh[index] or index == 0 or code.tokens[index - 1].text in OPENERS
        if token.kind == "ident" and (begins or row):
            row = [] if begins else row
            row.append(index)
        else:
            found.update(row if token.text == ":" else ())
            row = []
    return found
