"""The names that a statement and its definitions bind, and what the text shows of what they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pytest_faithform.lean.declarations import arms_begin
from pytest_faithform.lean.guard_lists import PLAIN_TYPES
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code, Span
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.lean.tokens import Token, unquoted

__all__ = ["Bound", "bound_names"]

_QUANTIFIERS = frozenset(("∀", "∃", "∃!", "forall", "exists", "let", "have", "fun", "λ", "∑", "∏", "⋃", "⋂"))
_DEFINING = frozenset(("let", "have"))
_ENDS = frozenset((",", ":=", "=>", "↦"))
_END = Token("symbol", "", 0, 0)
_ARGUMENT_SIGNS = frozenset(("(", "⟨", "{", "|", "‖", "⌊", "⌈", "√"))
#: Nobody writes a longer one in one line.
_LONGEST_TYPE = 60
_TYPES = frozenset(("structure", "inductive"))
_SORTS = frozenset(("Type", "Sort"))
_FUNCTIONS = frozenset(("→", "->", "∀", "forall", "Π", "fun", "λ")) | _SORTS


@dataclass(frozen=True)
class Bound:
    """`at` is where the name is bound first; `is_function` what the text shows of every place that binds it: a function or
    type (true), a number, a set of numbers or a proposition (false), or neither."""

    at: int
    is_applied: bool = False
    is_used: bool = False
    is_function: bool | None = None

    def and_also(self, other: Bound) -> Bound:
        functions = (self.is_function, other.is_function)
        return replace(
            self,
            is_applied=self.is_applied or other.is_applied,
            is_used=self.is_used or other.is_used,
            is_function=True if True in functions else None if None in functions else False,
        )


def bound_names(source: Source) -> dict[str, Bound]:
    """Each name without its quotes. The variables and binders in force are meant, and whatever the types and definitions
    quantify over, define, or match."""
    found: dict[str, Bound] = {}
    begins = {span[0] for span in source.statement_spans}
    for decl in source.decls:
        if decl is source.main or (decl.signature[0] in begins and not decl.is_theorem):
            for name, bound in _bound_by(source, decl).items():
                found[name] = found[name].and_also(bound) if name in found else bound
    return found


def _bound_by(source: Source, decl: Decl) -> dict[str, Bound]:
    places: dict[str, Bound] = {}
    applied: set[str] = set()
    used: set[str] = set()
    spans: list[Span] = []

    def bind(token: str, at: int, is_function: bool | None) -> None:
        bound, name = Bound(at, is_function=is_function), unquoted(token)
        places[name] = places[name].and_also(bound) if name in places else bound

    for binder in (*decl.variables, *decl.binders):
        of = None if binder.type is None else _is_function_type(source.tokens_in(binder.type))
        for name in binder.names:
            bind(name, binder.span[0], of)
        spans.extend(span for span in (binder.type, binder.default) if span is not None)
    spans.extend([decl.type] if decl.type else [])
    values = [decl.value] if decl.value is not None and not decl.is_theorem else []
    for span in (*spans, *values):
        code = Code(source.text[slice(*span)])
        named = _named(code, decl) if span in values else {}
        binding = _binding(code)
        for index, token in enumerate(code.tokens):
            if token.kind != "ident":
                continue
            if index in named or index in binding:
                bind(token.text, span[0] + token.start, named.get(index, binding.get(index)))
                continue
            name = unquoted(token.text)
            used.add(name.partition(".")[0])
            if _is_applied(code, index):
                applied.add(name)
    return {name: replace(bound, is_applied=name in applied, is_used=name in used) for name, bound in places.items()}


def _is_function_type(tokens: list[Token]) -> bool | None:
    """What a type that is written says: functions or types (true), or numbers and the like (false)."""
    if any(token.text in _FUNCTIONS for token in tokens):
        return True
    head = next((token.text for token in tokens if token.text != "("), "")
    return False if head in PLAIN_TYPES else None


def _is_function(value: list[Token]) -> bool | None:
    """What a value says: a function or a type (true), or a number (false)."""
    if any(token.text in _FUNCTIONS or token.text == "·" for token in value):
        return True
    head = next((token for token in value if token.text != "("), _END)
    return False if head.kind == "number" else None


def _is_applied(code: Code, index: int) -> bool:
    """Whether a name has an argument behind it. What stands on the next line may be anything."""
    if index + 1 >= len(code.tokens) or code.fresh[index + 1]:
        return False
    before, following = code.tokens[index - 1] if index else _END, code.tokens[index + 1]
    if before.text == ":=" and code.tokens[index - 2].text == code.tokens[index].text:
        return False  # the name's own value begins with what it meant before
    # An argument of something else is not applied itself.
    if before.kind in ("ident", "number") or before.text in (")", "⟩", "]", "}"):
        return False
    if following.text == "|" and arms_begin(code, index + 1, len(code.tokens)):
        return False
    return following.kind in ("ident", "number") or following.text in _ARGUMENT_SIGNS


def _binding(code: Code) -> dict[int, bool | None]:
    """The tokens that a quantifier, a function, `let` or `have` binds, each with whether it is a function."""
    found: dict[int, bool | None] = {}
    pending: list[int] = []
    keyword, binding, depth = "", False, 0
    typed: int | None = None
    for index, token in enumerate(code.tokens):
        text = token.text
        if binding and typed is None and token.kind == "ident":
            pending.append(index)
            found[index] = None
            continue
        if text in _QUANTIFIERS:
            keyword, binding, typed, depth, pending = text, True, None, 0, []
        elif text in _ENDS:
            if binding and text == ":=" and keyword in _DEFINING and pending and typed is None:
                found[pending[0]] = len(pending) > 1 or _is_function(_until(code, index, (";",)))
            binding = False
        elif text in ("(", "{", "["):
            if binding and typed is None and pending and keyword in _DEFINING:
                # What a `let` takes arguments for is a function.
                found[pending[0]] = True
            depth += 1
            pending = pending if typed is not None else []
        elif text in (")", "}", "]"):
            depth -= 1
            if typed is not None and depth < typed:
                typed, pending = None, []
        elif binding and text == ":" and typed is None:
            of = _is_function_type(_until(code, index, _ENDS))
            found.update(dict.fromkeys(pending, of))
            typed, pending = depth, []
        elif token.kind != "ident" and text not in ("⦃", "⦄", "⟨", "⟩", "_") and typed is None:
            typed = depth
    return found


def _until(code: Code, index: int, ends: Iterable[str]) -> list[Token]:
    """What follows a token on its line up to one of these, or to the bracket that closes around it."""
    depth, found = 0, list[Token]()
    for at in range(index + 1, min(index + _LONGEST_TYPE, len(code.tokens))):
        token = code.tokens[at]
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth < 0 or (depth == 0 and token.text in ends) or (code.fresh[at] and at > index + 1):
            break
        found.append(token)
    return found


def _named(code: Code, decl: Decl) -> dict[int, bool | None]:
    """The tokens of a value that name what a pattern takes apart, a field, an argument of a constructor, or what is defined
    beside the definition; each with whether it is a function."""
    found = _fields(code) if decl.keyword in _TYPES else {}
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
            if is_beside:
                typed = code.tokens[index + 1 : index + 2] and code.tokens[index + 1].text == ":"
                found[index] = _is_function_type(_until(code, index + 1, _ENDS)) if typed else True
            elif pattern and code.tokens[index - 1].text != ".":
                found[index] = None
    return found


def _fields(code: Code) -> dict[int, bool | None]:
    """The rows of names before a colon, at the beginning of a line or a bracket, each with whether it is a function."""
    found: dict[int, bool | None] = {}
    row: list[int] = []
    for index, token in enumerate(code.tokens):
        begins = code.fresh[index] or index == 0 or code.tokens[index - 1].text in OPENERS
        if token.kind == "ident" and (begins or row):
            row = [] if begins else row
            row.append(index)
        else:
            if row and token.text == ":":
                type_ = _until(code, index, _ENDS)
                # Of a function of the structure's own types the second look decides.
                is_plain = all(one.kind != "ident" or one.text in PLAIN_TYPES | _SORTS for one in type_)
                found.update(dict.fromkeys(row, is_plain and _is_function_type(type_)))
            row = []
    return found
