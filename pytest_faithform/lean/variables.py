"""The variables of a statement as Lean has them, and which of them could stand where something of Lean's own is meant.

A variable hides what its name means where it stands: called, handed over, in brackets or behind a pipe. A number called
`max` can be read as nothing else; a function can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pytest_faithform.lean.instances import Printed, head_of, sides_of
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code
from pytest_faithform.lean.meanings import TYPES
from pytest_faithform.lean.printed import names_in
from pytest_faithform.lean.readings import opened
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.lean.tokens import Token, name_parts, tokenize
from pytest_faithform.lean.tokens import unquoted as _plain

__all__ = ["Variable", "question_about", "variables_in"]

Owner = Callable[[str], Decl | None]

_FUNCTION_CLASS = "CoeFun"
_NOTHING = "Unit.unit"
_END = Token("symbol", "", 0, 0)


@dataclass(frozen=True)
class Variable:
    """A variable that the statement uses, by its name in the text. For a function something that takes arguments can be
    meant, for a type a type, and for anything else something of the same type."""

    name: str
    type: str
    is_function: bool

    def could_mean(self, answer: Code) -> str:
        """What Lean's answer says that a reader may take it for; "" for nothing."""
        name = next((one for one in names_in(answer.tokens) if one != "@"), _NOTHING)
        type_ = _behind_colon(Printed(answer.tokens).tokens)
        *taken, result = sides_of(type_)
        if _is_sort(self.type.split()):
            is_alike = _is_sort([token.text for token in result])
        else:
            is_alike = self.is_function and (not self.type or any(map(_is_explicit, taken)))
        return name if name != _NOTHING and (is_alike or _text(type_) == self.type) else ""


def variables_in(source: Source, constants: Iterable[tuple[str, list[Code]]], owner: Owner) -> list[Variable]:
    """Those of these constants of the text, whose types and values Lean printed, that the text names."""
    tokens = [token for span in source.statement_spans for token in source.tokens_in(span)]
    words = {name_parts(token.text)[0] for token in tokens if token.kind == "ident"}
    words = {_plain(word) for word in words}
    has_functions = any(token.text == _FUNCTION_CLASS for token in source.tokens)
    found: dict[Variable, None] = {}
    for constant, codes in constants:
        decl = owner(constant)
        for code in codes:
            printed = Printed(code.tokens)
            if decl is not None and decl.keyword in TYPES:
                printed.variables = [one for one in printed.variables if not _is_about(one[1], printed.types)]
            found.update(dict.fromkeys(_in_term(printed, owner, has_functions)))
        name = name_parts(constant)[-1]
        if decl is None or constant == _plain(decl.full_name) or not codes:
            continue
        if decl.keyword not in TYPES or _is_read_alone(source, name, decl):
            type_ = _behind_colon(codes[0].tokens)
            found[Variable(name, _text(type_), _is_function(type_, Printed([]), owner))] = None
    named = dict.fromkeys(_as_written(variable, words) for variable in found)
    names = {variable.name for variable in named}
    # What stands behind the dot of a variable is looked for in the namespace of its type, not in that of its name.
    written = dict.fromkeys(_plain(token.text) for token in tokens if token.kind == "ident")
    members = [Variable(one, "", is_function=True) for one in written if "." in one and name_parts(one)[0] in names]
    # Lean has no name that must be quoted.
    return [one for one in (*named, *members) if len(tokenize(one.name)) == 1 and name_parts(one.name)[0] in words]


def question_about(variable: Variable, spaces: Iterable[str]) -> str:
    """What Lean has by the name of a variable, also in these namespaces, or its unit if there is nothing."""
    ways = [f"exact @{variable.name}", *(f"open {space} in exact @{variable.name}" for space in spaces)]
    return f"#check (by first | {' | '.join(ways)} | exact ())"


def _in_term(printed: Printed, owner: Owner, has_functions: bool) -> Iterator[Variable]:
    names = {name for name, _ in printed.variables}
    used: set[str] = set()
    applied: set[str] = set()
    around = zip([_END, *printed.tokens], printed.tokens, [*printed.tokens[1:], _END], strict=False)
    for index, (before, token, following) in enumerate(around):
        name = _plain(token.text)
        if token.kind != "ident" or index in printed.binding or name not in names:
            continue
        used.add(name)
        is_head = before.kind not in ("ident", "number") and before.text not in CLOSERS
        if is_head and (following.kind in ("ident", "number") or following.text in OPENERS):
            applied.add(name)
    for name, type_ in printed.variables:
        if name not in used:
            continue
        own = owner(next(iter(names_in([head_of(type_)[0]])), ""))
        called = has_functions and own is not None
        yield Variable(name, _text(type_), called or name in applied or _is_function(type_, printed, owner))


def _is_function(type_: list[Token], printed: Printed, owner: Owner) -> bool:
    """Whether a type is one of functions, or a name that may stand for one."""
    head, _ = head_of(type_)
    if len(list(sides_of(type_))) > 1 or head.text in ("Type", "Sort"):
        return True
    own = owner(next(iter(names_in([head])), ""))
    return _plain(head.text) in printed.defined or (own is not None and own.keyword not in TYPES)


def _is_sort(words: list[str]) -> bool:
    return words[:1] in (["Type"], ["Sort"], ["Prop"]) and len(words) <= len(("Type", "u"))


def _is_explicit(side: list[Token]) -> bool:
    """Whether what stands before an arrow or comma of a printed type is an argument that is written."""
    depth = 0
    for token in side:
        if depth == 0 and token.text not in ("∀", "{", "[", "⦃", "]", "}", "⦄"):
            return True
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
    return False


def _is_read_alone(source: Source, name: str, structure: Decl) -> bool:
    """Whether the text opens a structure's namespace and writes the name of its field without it."""
    last = name_parts(structure.full_name)[-1]
    if structure.keyword != "structure" or all(name_parts(space)[-1] != last for space in opened(source)):
        return False
    tokens = [t for span in source.statement_spans if span[0] != structure.signature[0] for t in source.tokens_in(span)]
    return any(_plain(one.text) == name and two.text != ":=" for one, two in pairwise([*tokens, _END]))


def _is_about(type_: list[Token], types: set[str]) -> bool:
    """Whether a field is a function of a type that its structure brings, where Lean's own means nothing."""
    return any(_plain(token.text) in types for token in type_)


def _as_written(variable: Variable, words: set[str]) -> Variable:
    """Lean numbers a name that would hide another."""
    stem, _, number = variable.name.rpartition("_")
    is_numbered = variable.name not in words and number.isdecimal() and stem in words
    return Variable(stem, variable.type, variable.is_function) if is_numbered else variable


def _behind_colon(tokens: list[Token]) -> list[Token]:
    at = next((index for index, token in enumerate(tokens) if token.text == ":"), len(tokens))
    return tokens[at + 1 :]


def _text(tokens: list[Token]) -> str:
    return " ".join(token.text for token in tokens)
