"""Which blocks of a reply are its answer, and how they make one text.

A reply shows drafts, corrections, helpers, files, excerpts and illustrations side by side. What a block is shows first in
what it declares, proves and uses, then in what is said of it (`introductions`). Never raises; linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pytest_faithform.lean.blocks import Block, has_declaration, has_theorem
from pytest_faithform.lean.declarations import Decl, read_declarations
from pytest_faithform.lean.introductions import Role, role_of
from pytest_faithform.lean.layout import Code, split_commands
from pytest_faithform.lean.tokens import name_parts
from pytest_faithform.lean.vocabulary import words

__all__ = ["answer_of", "trim"]


def answer_of(blocks: list[Block]) -> tuple[str, str]:
    """(Lean text, strategy) of the answer in blocks of which one declares something.

    The answer is the first block with a theorem or lemma, until a later one takes its place: one that states it anew, that
    builds on it, or that is about something else and has a theorem, or the answer has none but lemmas. No place takes

    - an excerpt: only helpers of the answer, or its statement once more with less of a proof;
    - what is introduced, or named, as an illustration, a rejected, a foreign or an alternative version;
    - after what is called the final answer, what is not called a correction.

    Without any theorem or lemma the last declaration is the answer. Blocks that declare what it uses and does not declare
    stand before it, wherever the reply has them, but for statements without a proof; so do the files that it imports, and
    headers if it imports nothing.
    """
    if len(blocks) == 1:
        return trim(blocks[0].text), blocks[0].strategy
    reads = [_read(block, index) for index, block in enumerate(blocks)]
    answer = _answer(reads)
    rest = _needed(reads, answer)
    strategy = answer.block.strategy
    if len(rest) == 1:
        return trim(answer.block.text), strategy
    return _join(rest), "fences" if strategy == "fence" else strategy


@dataclass(frozen=True, eq=False)
class _Read:
    """A block and what it says: the last components of the names that it declares, how much of each is there, and those
    that it takes from elsewhere; its theorems in order, by name and by statement; what is said of it; the module that it is
    called, and the modules that it imports."""

    block: Block
    index: int
    declared: frozenset[str]
    there: dict[str, int]
    used: frozenset[str]
    theorems: tuple[_Theorem, ...]
    by_name: dict[str, _Theorem]
    by_statement: dict[tuple[str, ...], _Theorem]
    is_theorem: bool
    role: Role
    module: str
    imports: frozenset[str]


@dataclass(frozen=True)
class _Theorem:
    name: str
    statement: tuple[str, ...]
    there: int


# How much of a declaration is there.
_STATED, _OPEN, _COMPLETE = range(3)
_ELISIONS = words("... … ⋯ .. .")
_HOLES = words("sorry admit sorryAx") | words("... … ⋯")
_NEED_A_BODY = words("theorem lemma def abbrev example instance")


_IMPORT = re.compile(r"^[ \t]*import[ \t]+(?P<module>[\w.]*)", re.MULTILINE)
_HEADER = re.compile(r"\s*(?:import|open|set_option)\s")
_FILE = re.compile(r"(?P<module>[A-Z]\w*)\.lean\b")
_TRIAL_NAME = re.compile(
    r"(?:^|_)(?:tests?|examples?|demo|usage|sanity|check|wrong|incorrect|bad|naive|alt|alternative|old|orig|original|attempt"
    r"|draft|sketch|outline)\d*(?:$|_)",
    re.IGNORECASE,
)


def _read(block: Block, index: int) -> _Read:
    code = Code(block.text)
    decls = read_declarations(code, split_commands(code))
    there = {_last(decl.name): _there(code, decl) for decl in decls if decl.name}
    theorems = tuple(
        _Theorem(_last(decl.name), _statement(code, decl), _there(code, decl)) for decl in decls if decl.is_theorem
    )
    first_line = block.text.lstrip().split("\n", 1)[0]
    comment = first_line if first_line.startswith("--") else ""
    called = _FILE.findall(f"{block.intro} {comment}")
    role = role_of(block.intro, comment, block.heading)
    if not role and theorems and _TRIAL_NAME.search(theorems[-1].name):
        role = "aside"
    return _Read(
        block=block,
        index=index,
        declared=frozenset(there),
        there=there,
        used=frozenset(_mentioned(code, decls) - there.keys()),
        theorems=theorems,
        by_name={theorem.name: theorem for theorem in theorems},
        by_statement={theorem.statement: theorem for theorem in theorems},
        is_theorem=any(decl.keyword == "theorem" for decl in decls),
        role=role,
        module=called[-1] if called else "",
        imports=frozenset(_last(match["module"]) for match in _IMPORT.finditer(block.text)),
    )


def _last(name: str) -> str:
    return (name_parts(name) or [""])[-1]


def _statement(code: Code, decl: Decl) -> tuple[str, ...]:
    first, last = map(code.index_at, decl.signature)
    return tuple(token.text for token in code.tokens[first:last])


def _there(code: Code, decl: Decl) -> int:
    body = {token.text for token in code.tokens[slice(*decl.body)]}
    if decl.keyword in _NEED_A_BODY and not body - _ELISIONS - {"by"}:
        return _STATED
    return _OPEN if body & _HOLES else _COMPLETE


def _mentioned(code: Code, decls: Iterable[Decl]) -> set[str]:
    """Every part of every name in the text but those that the declarations bind."""
    mentioned: set[str] = set()
    at = 0
    for decl in decls:
        first, last = decl.tokens
        bound = {name for binder in decl.binders for name in binder.names}
        mentioned |= _parts(code, at, first) | (_parts(code, first, last) - bound)
        at = last
    return mentioned | _parts(code, at, len(code.tokens))


def _parts(code: Code, first: int, last: int) -> set[str]:
    return {part for token in code.tokens[first:last] if token.kind == "ident" for part in name_parts(token.text)}


def _answer(reads: list[_Read]) -> _Read:
    candidates = [read for read in reads if has_theorem(read.block.text)]
    if not candidates:
        return [read for read in reads if has_declaration(read.block.text)][-1]
    answer = candidates[0]
    for later in candidates[1:]:
        if _takes_place(later, answer):
            answer = later
    return answer


def _takes_place(later: _Read, answer: _Read) -> bool:
    if _is_excerpt(later, answer):
        return False
    needs_later = bool(answer.used & later.declared)
    if (later.role == "aside") != (answer.role == "aside"):
        return answer.role == "aside" and not needs_later
    if answer.role == "final" and answer.is_theorem and later.role not in ("final", "corrected"):
        return False
    if later.used & answer.declared or _shared(later, answer, by_statement=False):
        return True
    if needs_later:
        return False
    return later.is_theorem or not answer.is_theorem or bool(_shared(later, answer))


def _is_excerpt(later: _Read, answer: _Read) -> bool:
    """Whether a block shows no more than a part of what the answer holds: helpers of it, or statements of its theorems with
    less of their proofs."""
    shared = _shared(later, answer)
    if not later.theorems or not answer.theorems or later.theorems[-1] not in {mine for mine, _ in shared}:
        return False
    if len(shared) == len(later.theorems) and answer.theorems[-1] not in {theirs for _, theirs in shared}:
        return later.role != "final"
    if not any(mine.there < theirs.there for mine, theirs in shared):
        return False
    mine, theirs = next(pair for pair in shared if pair[0] == later.theorems[-1])
    is_anew = mine.statement != theirs.statement
    return not is_anew or (mine.there == _STATED and later.role not in ("final", "corrected"))


def _shared(later: _Read, answer: _Read, *, by_statement: bool = True) -> list[tuple[_Theorem, _Theorem]]:
    """The theorems of one block that the other has, too, by name or else by statement."""
    known = answer.by_statement if by_statement else {}
    pairs = [(theorem, answer.by_name.get(theorem.name) or known.get(theorem.statement)) for theorem in later.theorems]
    return [(mine, theirs) for mine, theirs in pairs if theirs is not None]


def _needed(reads: list[_Read], answer: _Read) -> list[_Read]:
    """The answer behind all that it needs, each block behind what it needs itself."""
    by_name = _givers(reads, answer)
    by_module = {read.module: read for read in reads if read.module}

    def needs(read: _Read) -> list[_Read]:
        found = [by_name[name] for name in read.used if name in by_name]
        found += [by_module[name] for name in read.imports if name in by_module]
        return sorted(set(found), key=lambda one: one.index)

    declared, taken, waiting = set(answer.declared), {answer.index}, [answer]
    while waiting:
        for one in needs(waiting.pop()):
            if one.index not in taken and not one.declared & declared:
                taken.add(one.index)
                declared |= one.declared
                waiting.append(one)
    ordered: list[_Read] = []
    if not answer.imports:
        ordered += [one for one in reads[: answer.index] if not one.declared and _HEADER.match(one.block.text)]
    stack, seen = [(answer, False)], set[int]()
    while stack:
        read, is_ready = stack.pop()
        if is_ready:
            ordered.append(read)
        elif read.index not in seen:
            seen.add(read.index)
            stack.append((read, True))
            stack += [(one, False) for one in reversed(needs(read)) if one.index in taken]
    return ordered


def _givers(reads: list[_Read], answer: _Read) -> dict[str, _Read]:
    """The block that declares each name for the answer: the most complete, of several a correction after the answer, else
    the last before it, else the next one after it, else one that is set aside before it."""
    before, after = reads[: answer.index], reads[answer.index + 1 :]
    after = [read for read in reversed(after) if read.role != "aside" and not read.used & answer.declared]
    givers: dict[str, _Read] = {}
    for group in (
        [read for read in before if read.role == "aside"],
        [read for read in after if read.role not in ("corrected", "final")],
        [read for read in before if read.role != "aside"],
        [read for read in reversed(after) if read.role in ("corrected", "final")],
    ):
        for read in group:
            for name, there in read.there.items():
                if there > _STATED and (name not in givers or there >= givers[name].there[name]):
                    givers[name] = read
    return givers


def _join(reads: list[_Read]) -> str:
    """Several files as one: Lean allows imports only at the top, and a file that is here is imported from nowhere."""
    here = {read.module for read in reads}
    imports: dict[str, None] = {}
    rest: list[str] = []
    for read in reads:
        lines = []
        for line in read.block.text.split("\n"):
            found = _IMPORT.match(line)
            if found is None:
                lines.append(line)
            elif _last(found["module"]) not in here:
                imports[line.strip()] = None
        rest.append(trim("\n".join(lines)))
    return "\n\n".join(text for text in ["\n".join(imports), *rest] if text)


def trim(text: str) -> str:
    """Without blank lines around it and trailing white space; the first line's indentation stays."""
    lines = text.rstrip().split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])
