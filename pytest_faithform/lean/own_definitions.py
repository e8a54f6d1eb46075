"""The texts' own definitions beside one another.

Two definitions with the same value are not the same data (`7 * 8` and `50 + 6`), so a comparison (SPEC b.8) may take one for
the other only where they are the same words under other names.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytest_faithform.lean.arith import TYPES
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.source import Source
from pytest_faithform.lean.vocabulary import words
from pytest_faithform.lean.written_words import bound_names, renamed_word

__all__ = ["common_definitions", "corresponding_definitions"]

_DEFINITIONS = frozenset(("def", "abbrev", "structure", "inductive"))
_MEANINGLESS = frozenset(
    (
        "namespace",
        "section",
        "end",
        "open",
        "variable",
        "universe",
        "theorem",
        "lemma",
        "example",
        "set_option",
        "import",
    )
)

# They open nothing that a statement can name.
_SAYING_NOTHING = frozenset(("open", "namespace", "in", "BigOperators"))
_KEYWORDS = words("fun if then else let have match with in by sorry def abbrev theorem lemma")
_EVERYWHERE = _KEYWORDS | words(
    "List Array Set Finset Multiset Fin Bool String Char Option Prop Type Sort True False Even Odd max min"
)


def common_definitions(one: Source, two: Source) -> str:
    """The definitions of both texts, where they are the same to the letter and each text is nothing but these and then its
    theorems; "" elsewhere. Elaborated once they are the same constants, as they are in two readings of one file."""
    found = []
    for source in (one, two):
        keywords = [command.keyword for command in source.commands]
        definitions = [decl for decl in source.decls if decl.keyword in _DEFINITIONS]
        theorems = [decl for decl in source.decls if decl.is_theorem]
        if len(definitions) + len(theorems) != len(keywords) or not definitions or not theorems:
            return ""
        if max(decl.end for decl in definitions) > min(decl.start for decl in theorems):
            return ""
        found.append([[token.text for token in source.tokens_in((d.start, d.end))] for d in definitions])
    texts = (one.text[decl.start : decl.end].rstrip() for decl in one.decls if decl.keyword in _DEFINITIONS)
    return "\n\n".join(texts) if found[0] == found[1] else ""


def corresponding_definitions(one: Source, two: Source) -> dict[str, str] | None:
    """For each definition that the first statement uses its name in the second text; None where one has no counterpart, or
    something else than a definition may give the statements' words another meaning."""
    mine, yours = _used(one), _used(two)
    if len(mine) != len(yours) or any(decl.keyword not in ("def", "abbrev") for decl in (*mine, *yours)):
        return None
    if _other_commands(one) != _other_commands(two):
        return None
    if _opened(one) != _opened(two) and any(_hangs_on_opened(source) for source in (one, two)):
        return None
    if any(len({_last(decl.full_name) for decl in decls}) < len(decls) for decls in (mine, yours)):
        # Which of two is meant hangs on namespaces that are not looked at here.
        return None
    names = {decl.full_name: decl for decl in yours}
    left = [decl for decl in yours if decl.full_name not in {decl.full_name for decl in mine}]
    pairs = [(decl, names.get(decl.full_name) or left.pop(0)) for decl in mine]
    renaming = {a.full_name: b.full_name for a, b in pairs}
    identity = {decl.full_name: decl.full_name for decl in yours}
    if all(_words(one, a, renaming) == _words(two, b, identity) for a, b in pairs):
        return renaming
    return None


def _used(source: Source) -> list[Decl]:
    """The declarations other than theorems that the statement uses, in order."""
    spans = {span[0] for span in source.statement_spans}
    return [decl for decl in source.decls if not decl.is_theorem and decl.signature[0] in spans]


def _other_commands(source: Source) -> list[list[str]]:
    definitions = {decl.start for decl in source.decls if decl.keyword in _DEFINITIONS}
    commands = (c for c in source.commands if c.keyword not in _MEANINGLESS and c.start not in definitions)
    return [[token.text for token in source.tokens_in((c.start, c.end))] for c in commands]


def _opened(source: Source) -> set[str]:
    """The words of what opens a namespace."""
    found = set[str]()
    for command in source.commands:
        # Before the head of another command stands `open … in`.
        end = command.last if command.keyword in ("open", "namespace") else command.head
        tokens = [token.text for token in source.tokens[command.first : end]]
        if command.keyword == "namespace" or "open" in tokens:
            found.update(tokens)
    return found - _SAYING_NOTHING


def _hangs_on_opened(source: Source) -> bool:
    """Whether the statement, or a definition that it uses, has a name in it that may be another in another namespace."""
    found = [token.text for span in source.statement_spans for token in source.tokens_in(span)]
    decls = [decl for decl in (source.main, *_used(source)) if decl is not None]
    bound = bound_names(found) | {_last(decl.full_name) for decl in decls}
    bound |= {name for decl in decls for binder in (*decl.variables, *decl.binders) for name in binder.names}
    return any(word.isidentifier() and word not in (bound | _EVERYWHERE) and word not in TYPES for word in found)


def _words(source: Source, decl: Decl, renaming: Mapping[str, str]) -> list[str]:
    """The words of signature and value, bound names numbered."""
    words = [token.text for token in source.tokens_in((decl.signature[0], decl.end))]
    own = {**renaming, **{_last(name): other for name, other in renaming.items()}}
    bound = {name for binder in decl.binders for name in binder.names} | bound_names(words)
    numbers = {
        name: f"#{at}" for at, name in enumerate(dict.fromkeys(w.partition(".")[0] for w in words)) if name in bound
    }
    return [renamed_word(word, {**own, **numbers}) for word in words]


def _last(name: str) -> str:
    return name.rpartition(".")[2]
