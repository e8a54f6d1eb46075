"""What Lean says of the names that a statement uses, as a block for the judge (BC H.5).

The names are taken from the text, in the order of first use, and printed by the Lean that checked it. Names of the text
itself, whose definitions the judge is shown anyway, and names that every reader of Lean knows are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pytest_faithform.lean.source import Source
from pytest_faithform.lean.vocabulary import words
from pytest_faithform.model import LeanReply

__all__ = ["definitions_of"]

#: At most so many names, and so many characters of each and of all.
MOST_NAMES, MOST_OF_ONE, MOST_CHARACTERS = 30, 600, 6_000

_KNOWN = words(
    "Nat Int Bool Prop Type Sort True False String Char List Option Unit Real Complex Rat ℕ ℤ ℚ ℝ ℂ Eq And Or Not Iff Exists "
    "rfl id"
)
_NO_VALUE = "<not imported>"


def definitions_of(source: Source, check: Callable[[str], LeanReply]) -> str:
    """One paragraph per name that Lean knows, "" where it knows none. `check` elaborates a text."""
    names = list(dict.fromkeys(_used(source)))[:MOST_NAMES]
    if not names:
        return ""
    text = source.text.rstrip() + "\n"
    first = text.count("\n") + 1
    reply = check(text + "".join(f"#print {name}\n" for name in names))
    printed: list[str] = []
    for message in reply.messages:
        if message.severity == "info" and message.line is not None and first <= message.line < first + len(names):
            said = " ".join(message.text.replace(_NO_VALUE, "").split()).removesuffix(":=").strip()
            shown = f"{names[message.line - first]}: {said[:MOST_OF_ONE]}"
            if sum(map(len, printed)) + len(shown) > MOST_CHARACTERS:
                break
            printed.append(shown)
    return "\n".join(printed)


def _used(source: Source) -> Iterator[str]:
    own = {name for decl in source.decls for name in (decl.name, decl.full_name)}
    bound = {name for decl in source.decls for binder in (*decl.binders, *decl.variables) for name in binder.names}
    for span in source.statement_spans:
        for token in source.tokens_in(span):
            name = token.text
            if token.kind == "ident" and name not in own | bound | _KNOWN and "«" not in name and len(name) > 1:
                yield name
