"""Names of the text that are read where Lean's own things of those names are meant, as far as the text shows it."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean import prelude
from pytest_faithform.lean.bound import bound_names
from pytest_faithform.lean.guard_lists import (
    CORE_METHODS,
    CORE_NAMES,
    CORE_TYPES,
    LIBRARY_NAMES,
    LIBRARY_TYPES,
    NUMBER_TYPES,
)
from pytest_faithform.lean.source import Source
from pytest_faithform.lean.tokens import name_parts, unquoted

__all__ = ["Found", "note", "reject", "shadows"]

#: Severity, rule, place, message.
Found = tuple[str, str, int, str]

_DEFINING = frozenset(("def", "abbrev", "structure", "inductive", "class", "opaque", "instance", "axiom"))

_PROPOSITIONS = frozenset(("True", "False"))


def reject(rule: str, at: int, message: str) -> Found:
    return "reject", rule, at, message


def note(rule: str, at: int, message: str) -> Found:
    return "note", rule, at, message


def shadows(source: Source) -> Iterator[Found]:
    """A definition or variable of the text that is read where Lean's own thing of that name is meant.

    At the root Lean itself refuses a name that it has; inside a namespace it takes the text's.
    """
    if source.main is None:
        return
    defining = [decl for decl in source.decls if decl.keyword in _DEFINING]
    used = _names_of_statement(source) if defining else set()
    for decl in defining:
        at, parts = decl.name_span[0], [unquoted(part) for part in name_parts(decl.full_name)]
        for cut in range(len(parts)):
            short = ".".join(parts[cut:])
            if short not in used:
                continue
            if short in NUMBER_TYPES or (cut and (_is_known(short) or short in prelude.axiom_names())):
                yield reject("shadowing", at, f"`{decl.full_name}` can be read as Lean's own `{short}`: rename it")
                break
            if short in LIBRARY_NAMES:
                yield note("own-definition", at, f"`{decl.full_name}` is the text's own: look at what it is")
                break
    for name, bound in bound_names(source).items():
        is_meant = bound.is_applied if bound.is_function is None else bound.is_function and bound.is_used
        is_type = (name in CORE_TYPES or name in LIBRARY_TYPES) and bound.is_function is not False
        if is_type or name in _PROPOSITIONS or (is_meant and name in CORE_NAMES):
            yield reject("shadowing", bound.at, f"the variable `{name}` hides Lean's own: rename it")
        elif is_meant and name in LIBRARY_NAMES:
            yield note(
                "own-variable", bound.at, f"`{name}` is a variable of the statement, not the library's: look at it"
            )


def _is_known(name: str) -> bool:
    """Whether Lean has this name, as far as the lists go; the second look asks Lean itself."""
    first, _, rest = name.partition(".")
    return name in CORE_NAMES or name in CORE_TYPES or (first in CORE_TYPES and rest in CORE_METHODS)


def _names_of_statement(source: Source) -> set[str]:
    """Every name in the statement region and every prefix of it, dot notation included."""
    used: set[str] = set()
    for span in source.statement_spans:
        for token in source.tokens_in(span):
            if token.kind == "ident":
                parts = [unquoted(part) for part in name_parts(token.text)[:12]]
                used.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
                used.update(f"{type_name}.{parts[-1]}" for type_name in CORE_TYPES if len(parts) > 1)
    return used
