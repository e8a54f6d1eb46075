"""Which blocks of a reply are its answer, and how they make one text.

A reply shows drafts, corrections, helpers, files and illustrations side by side. What a block is shows in what it declares
and uses; what is said of it counts only for whether it illustrates another. Never raises; linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pytest_faithform.lean.blocks import Block, has_declaration, has_theorem
from pytest_faithform.lean.declarations import Decl, read_declarations
from pytest_faithform.lean.layout import Code, split_commands
from pytest_faithform.lean.tokens import name_parts

__all__ = ["answer_of", "trim"]


def answer_of(blocks: list[Block]) -> tuple[str, str]:
    """(Lean text, strategy) of the answer in blocks of which one declares something.

    The answer is the first block with a theorem or lemma, until a later one takes its place: one that states it anew, that
    builds on it, or that is about something else and has a theorem, or the answer has none but lemmas. What is introduced,
    or named, as an illustration takes no place. Without any theorem or lemma the last declaration is the answer. Blocks
    that declare what it uses and does not declare stand before it, wherever the reply has them; so do the files that it
    imports, and headers if it imports nothing.
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


@dataclass(frozen=True)
class _Read:
    """A block and what it says: the last components of the names that it declares, and those that it takes from elsewhere;
    the names and the statements of its theorems; the module that it is called, and the modules that it imports."""

    block: Block
    index: int
    declared: frozenset[str]
    used: frozenset[str]
    theorems: frozenset[str]
    statements: frozenset[tuple[str, ...]]
    is_theorem: bool
    illustrates: bool
    module: str
    imports: frozenset[str]


_IMPORT = re.compile(r"^[ \t]*import[ \t]+(?P<module>[\w.]*)", re.MULTILINE)
_HEADER = re.compile(r"\s*(?:import|open|set_option)\s")
_FILE = re.compile(r"(?P<module>[A-Z]\w*)\.lean\b")
_ILLUSTRATES = re.compile(
    r"\b(?:tests?|sanity|examples?|for instance|illustrat\w*|usage|use it|demonstrat\w*|for comparison|naive"
    r"|would be (?:wrong|incorrect|false))\b",
    re.IGNORECASE,
)
_ANSWERS = re.compile(
    r"\b(?:correct\w*|fix\w*|final\w*|answer\w*|solution\w*|formali[sz]\w*|complete\w*|full\w*|better|improve\w*|revise\w*"
    r"|update\w*|instead|main)\b",
    re.IGNORECASE,
)
_TRIAL_NAME = re.compile(r"(?:^|_)(?:tests?|examples?|demo|usage|sanity|check)\d*(?:$|_)", re.IGNORECASE)


def _read(block: Block, index: int) -> _Read:
    code = Code(block.text)
    decls = read_declarations(code, split_commands(code))
    declared = {_last(decl.name) for decl in decls if decl.name}
    theorems = [decl for decl in decls if decl.is_theorem]
    introduced = _ILLUSTRATES.search(block.intro) is not None and _ANSWERS.search(block.intro) is None
    first_line = block.text.lstrip().split("\n", 1)[0]
    called = _FILE.findall(f"{block.intro} {first_line if first_line.startswith('--') else ''}")
    return _Read(
        block=block,
        index=index,
        declared=frozenset(declared),
        used=frozenset(_mentioned(code, decls) - declared),
        theorems=frozenset(_last(decl.name) for decl in theorems),
        statements=frozenset(_statement(code, decl) for decl in theorems),
        is_theorem=any(decl.keyword == "theorem" for decl in theorems),
        illustrates=introduced or (bool(theorems) and _TRIAL_NAME.search(_last(theorems[-1].name)) is not None),
        module=called[-1] if called else "",
        imports=frozenset(_last(match["module"]) for match in _IMPORT.finditer(block.text)),
    )


def _last(name: str) -> str:
    return (name_parts(name) or [""])[-1]


def _statement(code: Code, decl: Decl) -> tuple[str, ...]:
    first, last = map(code.index_at, decl.signature)
    return tuple(token.text for token in code.tokens[first:last])


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
    if later.illustrates and not answer.illustrates:
        return False
    if later.theorems & answer.theorems or later.used & answer.declared:
        return True
    if answer.used & later.declared:
        return False
    return later.is_theorem or not answer.is_theorem or bool(later.statements & answer.statements)


def _needed(reads: list[_Read], answer: _Read) -> list[_Read]:
    """The answer behind all that it needs, each block behind what it needs itself."""
    # A name that several blocks declare is the one last declared before the answer, else the next one after it.
    by_name: dict[str, _Read] = {}
    by_module = {read.module: read for read in reads if read.module}
    for read in [*reads[: answer.index], *reversed(reads[answer.index + 1 :])]:
        if read.index < answer.index or not (read.illustrates or read.used & answer.declared):
            by_name.update(dict.fromkeys(read.declared, read))

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
