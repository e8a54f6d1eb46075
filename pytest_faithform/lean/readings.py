"""What the names of a statement could mean without the text's own definitions and notations: questions to Lean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pytest_faithform.lean.source import Source
from pytest_faithform.lean.tokens import name_parts, tokenize, unquoted

__all__ = ["NOTATIONS", "Reading", "opened", "readings_of"]

NOTATIONS = frozenset(("notation", "notation3", "infix", "infixl", "infixr", "prefix", "postfix"))
_MOST_SPACES = 20


@dataclass(frozen=True)
class Reading:
    """That `what` of the text could be read as a `name` of Lean's, which there is if `question` has an answer."""

    name: str
    what: str
    question: str


def readings_of(source: Source) -> list[Reading]:
    own = {unquoted(decl.full_name) for decl in source.decls if decl.full_name}
    spaces = opened(source)
    found = (*_definitions(source, own, spaces), *_notations(source))
    return list({reading.question: reading for reading in found if "«" not in reading.name}.values())


def _definitions(source: Source, own: set[str], spaces: list[str]) -> Iterator[Reading]:
    written = {unquoted(token.text) for span in source.statement_spans for token in source.tokens_in(span)}
    visible = {span[0] for span in source.statement_spans}
    for decl in source.decls:
        if decl.is_theorem or decl.keyword == "instance" or decl.signature[0] not in visible:
            continue
        name = unquoted(decl.full_name)
        parts = name_parts(name)
        for cut in range(1, len(parts)):
            short = ".".join(parts[cut:])
            if short in written and short not in own:
                others = (f"{space}.{short}" for space in spaces)
                for other in (short, *(other for other in others if other not in own)):
                    yield Reading(other, name, f"#check @{other}")


def _notations(source: Source) -> Iterator[Reading]:
    for command in source.commands:
        if command.keyword in NOTATIONS:
            literals = (t.text for t in source.tokens[command.head : command.last] if t.kind == "string")
            for words in (tokenize(literal.strip('"')) for literal in literals):
                # A name that a sign stands behind is another token than the name.
                if [word.kind for word in words] == ["ident"]:
                    word = words[0]
                    yield Reading(word.text, f'"{word.text}"', f"#check @{word.text}")


def opened(source: Source) -> list[str]:
    """Namespaces that the text opens or enters, for all of it or a part."""
    found: dict[str, None] = {}
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.text in ("open", "namespace") and token.kind == "keyword":
            for following in tokens[index + 1 : index + 40]:
                if following.kind != "ident":
                    break
                found[following.text] = None
    return list(found)[:_MOST_SPACES]
