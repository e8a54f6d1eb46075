"""What a block of a reply declares, proves, uses and imports, and what the reply says of it. Never raises; linear time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pytest_faithform.lean.blocks import Block
from pytest_faithform.lean.declarations import Decl, read_declarations
from pytest_faithform.lean.introductions import Role, role_of
from pytest_faithform.lean.layout import Code, Span, split_commands
from pytest_faithform.lean.tokens import name_parts
from pytest_faithform.lean.vocabulary import words

__all__ = ["COMPLETE", "IMPORT", "OPEN", "STATED", "Contents", "Declared", "contents_of", "last_part"]

# How much of a declaration is there: no proof or value; one with holes; all of it.
STATED, OPEN, COMPLETE = range(3)
_ELISIONS = words("... … ⋯ .. . by")
_HOLES = words("sorry admit sorryAx ... … ⋯")
_NEED_A_BODY = words("theorem lemma def abbrev example instance")


@dataclass(frozen=True)
class Declared:
    """A declaration: its name's last component, its tokens and its signature's, how much of it is there, and where; `used`
    holds every part of every name in it but those that it binds."""

    name: str
    code: tuple[str, ...]
    statement: tuple[str, ...]
    there: int
    span: Span
    used: frozenset[str]


@dataclass(frozen=True, eq=False)
class Contents:
    """A block and what it says: what it declares, in order and by name; its theorems in order, by name and by statement; the
    names that it takes from elsewhere; what is said of it; which part of the answer it is called, if of several; the module
    that it is called, and the modules that it imports."""

    block: Block
    index: int
    all: tuple[Declared, ...]
    declared: dict[str, Declared]
    theorems: tuple[Declared, ...]
    used: frozenset[str]
    is_theorem: bool
    role: Role
    part: tuple[str, str]
    module: str
    imports: frozenset[str]
    by_name: dict[str, Declared] = field(init=False)
    by_statement: dict[tuple[str, ...], Declared] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {theorem.name: theorem for theorem in self.theorems})
        object.__setattr__(self, "by_statement", {theorem.statement: theorem for theorem in self.theorems})

    @property
    def is_aside(self) -> bool:
        """Whether the reply sets it aside."""
        return self.role in ("aside", "library")

    @property
    def is_better(self) -> bool:
        """Whether the reply calls it the final answer, or a correction."""
        return self.role in ("final", "corrected")

    def uses(self, other: Contents) -> bool:
        """Whether it takes a name from the other."""
        return not other.declared.keys().isdisjoint(self.used)


IMPORT = re.compile(r"^[ \t]*import[ \t]+(?P<module>[\w.]*)", re.MULTILINE)
_FILE = re.compile(r"(?P<module>[A-Z]\w*)\.lean\b")
_PART = re.compile(
    r"\b(?P<kind>part|theorem|statement|claim|question|item|problem|proposition)s?[ ]?\(?"
    r"(?P<number>\d{1,3}\b|(?:[a-h]|[ivx]{1,4})(?=[):.*]|$))"
    r"|^[\W_]*\((?P<letter>\d|[a-h]|[ivx]{1,4})\)",
    re.IGNORECASE,
)
_TRIAL = (
    r"(?:tests?|examples?|demo|usage|sanity|check|wrong|incorrect|bad|naive|alt|alternative|old|orig|original|attempt|draft"
    r"|sketch|outline)\d*"
)
_TRIAL_NAME = re.compile(rf"{_TRIAL}(?:_|$)|.*_{_TRIAL}$", re.IGNORECASE)


def contents_of(block: Block, index: int) -> Contents:
    """What the block holds, which is the reply's `index`th."""
    code = Code(block.text)
    decls = read_declarations(code, split_commands(code))
    read = [_declared(code, decl) for decl in decls]
    declared = {one.name: one for one in read if one.name}
    theorems = tuple(one for one, decl in zip(read, decls, strict=True) if decl.is_theorem)
    first_line = block.text.lstrip().split("\n", 1)[0]
    comment = first_line if first_line.startswith("--") else ""
    called = _FILE.findall(f"{block.intro} {comment}")
    role = role_of(block.intro, comment.lstrip("- "), *block.headings)
    if role in ("", "answer") and theorems and _TRIAL_NAME.match(theorems[-1].name):
        role = "aside"
    part = next(filter(None, map(_PART.search, (block.intro, *block.headings))), None)
    return Contents(
        block=block,
        index=index,
        all=tuple(read),
        declared=declared,
        theorems=theorems,
        used=frozenset(_mentioned(code, decls, read) - declared.keys()),
        is_theorem=any(decl.keyword == "theorem" for decl in decls),
        role=role,
        part=((part["kind"] or "").lower(), (part["number"] or part["letter"]).lower()) if part else ("", ""),
        module=called[-1] if called else "",
        imports=frozenset(last_part(match["module"]) for match in IMPORT.finditer(block.text)),
    )


def last_part(name: str) -> str:
    """The last component of a name, "" of none."""
    return (name_parts(name) or [""])[-1]


def _declared(code: Code, decl: Decl) -> Declared:
    first, last = map(code.index_at, decl.signature)
    body = {token.text for token in code.tokens[slice(*decl.body)]}
    there = OPEN if body & _HOLES else COMPLETE
    if decl.keyword in _NEED_A_BODY and body <= _ELISIONS:
        there = STATED
    bound = {name for binder in decl.binders for name in binder.names}
    bound |= set(_local(code, *decl.tokens))
    return Declared(
        name=last_part(decl.name) if decl.name else "",
        code=tuple(token.text for token in code.tokens[slice(*decl.tokens)]),
        statement=tuple(token.text for token in code.tokens[first:last]),
        there=there,
        span=(decl.start, decl.end),
        used=frozenset(_parts(code, *decl.tokens) - bound),
    )


_BIND = words("have haveI let letI set suffices replace obtain")


def _local(code: Code, first: int, last: int) -> Iterator[str]:
    """What a proof names itself, as a step may bear the name of a draft's lemma; not `have aux := aux n`."""
    texts = [token.text for token in code.tokens[first:last]]
    for at in range(len(texts) - 1):
        if texts[at] in _BIND and texts[at + 1] not in texts[at + 2 : at + 5]:
            yield texts[at + 1]


def _mentioned(code: Code, decls: Iterable[Decl], read: Iterable[Declared]) -> set[str]:
    """Every part of every name in the text but those that the declarations bind."""
    mentioned: set[str] = set()
    at = 0
    for decl, one in zip(decls, read, strict=True):
        first, last = decl.tokens
        mentioned |= _parts(code, at, first) | one.used
        at = last
    return mentioned | _parts(code, at, len(code.tokens))


def _parts(code: Code, first: int, last: int) -> set[str]:
    return {part for token in code.tokens[first:last] if token.kind == "ident" for part in name_parts(token.text)}
