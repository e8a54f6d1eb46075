"""Whether the scanner reads a text as Lean did that accepted it: the same declarations, and sorries in the same ones.

    python tests/agreement.py [--prelude] FILE …

Takes Lean files and JSONL whose strings hold replies; checks each distinct text, and prints what differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.source import Decl, Source, extract, parse
from pytest_faithform.lean.tokens import name_parts, unquoted
from pytest_faithform.model import LeanReply

__all__ = ["disagreements"]

# What Lean declares for commands that are no declarations, and for instances without a name.
_MADE = ("inst", "term", "_aux_", "initFn", "tactic", "command")


def disagreements(source: Source, reply: LeanReply) -> list[str]:
    """What the scanner sees and Lean did not declare, what Lean declared and the scanner did not see, and sorries that only
    one of them sees."""
    named = {unquoted(decl.full_name): decl for decl in source.decls if decl.name}
    declared = {unquoted(declaration.name) for declaration in reply.declarations}
    found = [f"Lean did not declare {name}" for name in named if name not in declared]
    for name in sorted(declared):
        beside = any(name[:at] in named for at, char in enumerate(name) if char == ".")
        made = any(part.startswith(_MADE) for part in map(unquoted, name_parts(name)))
        if name not in named and not beside and not made:
            found.append(f"the scanner does not see {name}")
    if any(sorry.line is None for sorry in reply.sorries):
        return found  # the text switched the warnings off, which name the places
    at = {_around(source, sorry.line or 0, sorry.column or 0) for sorry in reply.sorries}
    holes = {hole.decl.start for hole in source.sorries if hole.decl is not None}
    if any(command.keyword == "mutual" for command in source.commands):
        holes &= at  # Lean warns once of theorems that recur through one another
    for start in sorted(at ^ holes):
        found.append(f"only {'Lean' if start in at else 'the scanner'} sees a sorry in what begins at {start}")
    return found


def _around(source: Source, line: int, column: int) -> int:
    """Where the declaration begins that holds a place."""

    def holds(decl: Decl) -> bool:
        return source.position(decl.start) <= (line, column) < source.position(decl.end)

    return next((decl.start for decl in source.decls if holds(decl)), -1)


def texts(file: Path) -> Iterator[str]:
    content = file.read_text(encoding="utf-8")
    if file.suffix != ".jsonl":
        yield content
        return
    for line in filter(str.strip, content.splitlines()):
        pending = [json.loads(line)]
        while pending:
            value = pending.pop()
            if isinstance(value, dict | list):
                pending += value.values() if isinstance(value, dict) else value
            elif isinstance(value, str) and (lean := extract(value).lean):
                yield lean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prelude", action="store_true")
    parser.add_argument("--stride", type=int, default=1, help="check every so many texts")
    parser.add_argument("files", nargs="+", type=Path)
    given = parser.parse_args()
    distinct = list(dict.fromkeys(text for file in given.files for text in texts(file)))[:: given.stride]
    accepted = differing = 0
    with EmbeddedLean(prelude=given.prelude) as lean:
        for text in distinct:
            reply = lean.check(text)
            if reply.outcome != "ok":
                continue
            accepted += 1
            found = disagreements(parse(text), reply)
            differing += bool(found)
            if found:
                print("\n".join([*found, text, ""]))
    print(f"{len(distinct)} texts, {accepted} accepted, {differing} read otherwise than by Lean")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
