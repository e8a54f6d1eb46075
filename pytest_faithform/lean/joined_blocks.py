"""The text of an answer together with the blocks of the reply that it needs. Never raises; linear time."""

from __future__ import annotations

import re

from pytest_faithform.lean.block_contents import COMPLETE, IMPORT, STATED, Contents, Declared, last_part

__all__ = ["joined", "trim"]

_HEADER = re.compile(r"\s*(?:import|open|set_option|variable|universe|notation)\s")
_LINE_END = re.compile(r"[ \t]*(?:\n|$)")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_HEADER_LINE = re.compile(r"^(?:import|open|set_option|variable|universe)[ \t].*(?<![ \t]in)$", re.MULTILINE)


def joined(contents: list[Contents], answers: list[Contents]) -> tuple[str, int]:
    """(text, number of blocks in it) of the answer in `answers`, of which the last is its end.

    Blocks that declare what it uses and does not declare stand before it, wherever the reply has them, but for statements
    without a proof and what Mathlib is said to have; so do the files that it imports, and headers if it imports nothing.
    Of a block that declares anew what is there only what is needed joins. A helper that the answer leaves open, or that is
    corrected after it, is read where it is proved. What has no header and states a draft anew has the draft's.
    """
    givers = _givers(contents, answers)
    taken = _taken(contents, answers, givers)
    ordered = _ordered(contents, answers, givers, taken)
    own = {one.index for one in answers}
    owners = givers | {name: one for one in answers for name in one.declared}
    used = frozenset[str]().union(*(one.used for one in ordered))
    repairs = _Repairs(contents)
    texts = [repairs.of(one) if one.index in own else _without_known(one, owners, taken | own, used) for one in ordered]
    header = _inherited_header(contents, answers[-1], ordered)
    if len(texts) == 1 and not header:
        return trim(texts[0]), 1
    texts.insert(0, header)
    return _as_one_file(texts, {one.module for one in ordered}), len(texts)


def _givers(contents: list[Contents], answers: list[Contents]) -> dict[str, Contents]:
    """The block that declares each name for the answer: the most complete, of several a correction after the answer, else
    the last before it, else the next one after it, else one that is set aside before it."""
    answer = answers[-1]
    before = [one for one in contents[: answer.index] if one.role != "library"]
    after = [one for one in contents[answer.index + 1 :] if not one.is_aside and not one.uses(answer)]
    givers: dict[str, Contents] = {}
    for group in (
        [one for one in before if one.is_aside],
        [one for one in reversed(after) if not one.is_better],
        [one for one in before if not one.is_aside],
        [one for one in after if one.is_better],
    ):
        for one in group:
            for name, mine in one.declared.items():
                is_quoted = mine.there < COMPLETE and one.index > answer.index and mine.name in one.by_name
                if (
                    mine.there > STATED
                    and not is_quoted
                    and (name not in givers or mine.there >= givers[name].declared[name].there)
                ):
                    givers[name] = one
    return givers


def _needs(one: Contents, givers: dict[str, Contents], modules: dict[str, Contents]) -> list[Contents]:
    found = [givers[name] for name in one.used if name in givers]
    found += [modules[name] for name in one.imports if name in modules]
    return sorted(set(found), key=lambda other: other.index)


def _taken(contents: list[Contents], answers: list[Contents], givers: dict[str, Contents]) -> set[int]:
    """Indices of the blocks that the answer needs, and that have something that it does not declare itself."""
    modules = {one.module: one for one in contents if one.module}
    declared = set[str]().union(*(one.declared for one in answers))
    taken, waiting = {one.index for one in answers}, list(answers)
    while waiting:
        for one in _needs(waiting.pop(), givers, modules):
            if one.index not in taken and (not one.declared or not one.declared.keys() <= declared):
                taken.add(one.index)
                declared |= one.declared.keys()
                waiting.append(one)
    return taken


def _ordered(
    contents: list[Contents], answers: list[Contents], givers: dict[str, Contents], taken: set[int]
) -> list[Contents]:
    """The answer behind all that it needs, each block behind what it needs itself."""
    modules = {one.module: one for one in contents if one.module}
    ordered: list[Contents] = []
    if not any(one.imports for one in answers):
        earlier = contents[: answers[0].index]
        ordered += [one for one in earlier if not one.declared and _HEADER.match(one.block.text) and not one.is_aside]
    stack = [(one, False) for one in reversed(answers)]
    seen = set[int]()
    while stack:
        one, is_ready = stack.pop()
        if is_ready:
            ordered.append(one)
        elif one.index not in seen:
            seen.add(one.index)
            stack.append((one, True))
            stack += [(other, False) for other in reversed(_needs(one, givers, modules)) if other.index in taken]
    return ordered


def _without_known(one: Contents, owners: dict[str, Contents], taken: set[int], used: frozenset[str]) -> str:
    """The text of a block; if it declares what another block here does, without all of its declarations but the needed."""

    def is_known(name: str) -> bool:
        return owners.get(name, one) is not one and owners[name].index in taken

    if not any(map(is_known, one.declared)):
        return one.block.text
    needed = {name for name in one.declared if name in used and not is_known(name)}
    waiting = list(needed)
    while waiting:
        more = {
            name for name in one.declared[waiting.pop()].used if name in one.declared and not is_known(name)
        } - needed
        needed |= more
        waiting += more
    cut = one.declared.keys() - needed
    kept = _replaced(one.block.text, [(mine, "") for mine in one.all if mine.name in cut or mine.used & cut])
    return _BLANK_LINES.sub("\n\n", kept)


class _Repairs:
    """What a reply says elsewhere of the helpers in its answer."""

    def __init__(self, contents: list[Contents]) -> None:
        self.proved: dict[tuple[str, tuple[str, ...]], Contents] = {}
        self.corrected: dict[str, Contents] = {}
        for one in contents:
            for declared in () if one.is_aside else one.declared.values():
                if declared.there == COMPLETE:
                    self.proved[declared.name, declared.statement] = one
                    if one.is_better:
                        self.corrected[declared.name] = one

    def of(self, answer: Contents) -> str:
        """The text of the answer, with each helper as it is corrected after it, or else, if the answer leaves it open, as
        it is proved: not in a draft of the whole, for its proof may have been given up."""
        changes = []
        main = {theorem.name for theorem in answer.theorems[-1:]}
        for mine in answer.declared.values():
            if mine.name in main:
                continue
            proved = self.proved.get((mine.name, mine.statement)) if mine.there < COMPLETE else None
            if proved and proved.index < answer.index and not proved.by_name.keys().isdisjoint(main):
                proved = None
            corrected = self.corrected.get(mine.name)
            if corrected and corrected.index <= answer.index:
                corrected = None
            source = corrected or proved
            if source:
                changes.append((mine, source.block.text[slice(*source.declared[mine.name].span)]))
        return _replaced(answer.block.text, changes)


def _inherited_header(contents: list[Contents], answer: Contents, ordered: list[Contents]) -> str:
    """The header of the last draft, if the answer, which states the same anew, has none."""
    if any(_HEADER_LINE.search(one.block.text) for one in ordered):
        return ""
    for one in reversed(contents[: answer.index]):
        if not one.is_aside and not one.by_name.keys().isdisjoint(answer.by_name):
            lines = _HEADER_LINE.findall(one.block.text[: one.all[0].span[0]])
            if lines:
                return "\n".join(lines)
    return ""


def _replaced(text: str, changes: list[tuple[Declared, str]]) -> str:
    pieces, at = list[str](), 0
    for declared, new in sorted(changes, key=lambda change: change[0].span):
        start, end = declared.span
        # On lines of its own: what stood behind another command on its line is not to become part of that.
        before = text[at:start]
        pieces += [before, "\n" if before.rpartition("\n")[2].strip() else "", new]
        pieces.append("" if _LINE_END.match(text, end) else "\n")
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def _as_one_file(texts: list[str], here: set[str]) -> str:
    """Several files as one: Lean allows imports only at the top, and a file that is here is imported from nowhere."""
    imports: dict[str, None] = {}
    rest: list[str] = []
    for text in texts:
        lines = []
        for line in text.split("\n"):
            found = IMPORT.match(line)
            if found is None:
                lines.append(line)
            elif last_part(found["module"]) not in here:
                imports[line.strip()] = None
        rest.append(trim("\n".join(lines)))
    return "\n\n".join(text for text in ["\n".join(imports), *rest] if text)


def trim(text: str) -> str:
    """Without blank lines around it and trailing white space; the first line's indentation stays."""
    lines = text.rstrip().split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])
