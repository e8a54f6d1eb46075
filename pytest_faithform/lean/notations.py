"""Whether a local notation brings a symbol of its own, or takes over one that has a meaning."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean.guard_lists import CORE_NAMES, CORE_TYPES, LIBRARY_NAMES, NUMBER_TYPES, USUAL_SIGNS
from pytest_faithform.lean.shadows import Found, note, reject
from pytest_faithform.lean.source import Source, tokenize

__all__ = ["is_new_symbol", "notation"]

_BARS = frozenset("|‖")


def notation(source: Source, first: int, head: int, last: int) -> Iterator[Found]:
    """What is found of the `notation` command of these tokens, whose keyword stands at `head`."""
    at = source.tokens[head].start
    if all(token.text != "local" for token in source.tokens[first:head]):
        yield reject("notation", at, "a notation that is not local changes how later text is read: write the term out")
        return
    if source.tokens[head + 1].text == "(":
        yield reject("notation", at, "a notation with a priority takes over what is read otherwise: leave that out")
        return
    symbols: list[str] = []
    for token in source.tokens[head + 1 : last]:
        if token.text == "=>":
            break
        if token.kind == "string":
            symbols.append(token.text.strip('"').strip())
    # What follows the first symbol is read so only behind it.
    taken = [s for index, s in enumerate(symbols) if not (len(s.split()) == 1 if index else is_new_symbol(s))]
    if symbols and symbols[0] in _BARS and symbols[-1] not in _BARS and is_new_symbol(symbols[-1], _BARS):
        taken.remove(symbols[0])
    if taken:
        told = f"the notation `{taken[0]}` takes over a symbol or name that has a meaning: choose another"
        yield reject("notation", at, told)
        return
    yield note("notation", at, "a local notation: read the statement with it in mind")


def is_new_symbol(symbol: str, allowed: frozenset[str] = frozenset()) -> bool:
    """Whether no part of it is an operator, a bracket, a number or a keyword, and it is no name of Lean's own. A name with a
    sign behind it that Lean does not have is a token by itself, which stands nowhere else."""
    parts = tokenize(symbol)
    if not parts or any(part.kind in ("number", "keyword") for part in parts):
        return False
    signs = [part for part in parts if part.kind != "ident"]
    if any(sign.text[0] in USUAL_SIGNS and sign.text not in allowed for sign in signs):
        return False
    known = (CORE_NAMES | CORE_TYPES | NUMBER_TYPES | LIBRARY_NAMES).__contains__
    return " " not in symbol and (bool(signs) or not known(parts[0].text))
