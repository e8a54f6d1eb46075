"""What Lean prints of a term with nothing left out (`pp.all`), read: its names, operations, arguments and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pytest_faithform.lean.binders import read_binders
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code
from pytest_faithform.lean.tokens import Token
from pytest_faithform.lean.tokens import unquoted as _plain

__all__ = ["arguments_of", "conclusion_of", "names_in", "operations_in"]

_PRIVATE = re.compile(r"_private\.(?:.*?\.)?0\.(?=.)")


def names_in(tokens: Iterable[Token]) -> Iterable[str]:
    """The names among tokens that Lean printed, as replies write them."""
    found = (_PRIVATE.sub("", t.text.removeprefix("_root_.")) for t in tokens if t.kind in ("ident", "keyword"))
    return map(_plain, found)


def operations_in(code: Code) -> Iterator[tuple[str, str]]:
    """(operation, the type of its first argument) of each application that Lean printed in full."""
    tokens = code.tokens
    for index, token in enumerate(tokens):
        if token.kind == "ident" and token.text in ("HSub.hSub", "HDiv.hDiv"):
            following: list[Token] = tokens[index + 1 : index + 14]
            word = next((t for t in following if t.kind == "ident"), None)
            if word is not None:
                yield token.text, word.text


def conclusion_of(code: Code) -> list[Token]:
    """What stands behind the last arrow or quantifier outside brackets of a printed `name : type`."""
    depth, at = 0, 0
    for index, token in enumerate(code.tokens):
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth == 0 and token.text in (",", "→", ":"):
            at = index + 1
    return code.tokens[at:]


def arguments_of(code: Code) -> Iterator[tuple[str, str]]:
    """(bracket, name) of each argument of a printed `name : type`, in order; "" for those without a name of the text's."""
    tokens = code.tokens
    depth = 0
    at = next((index for index, token in enumerate(tokens) if token.text == ":"), len(tokens)) + 1
    while at < len(tokens) and tokens[at].text == "∀":
        comma = at
        for comma in range(at + 1, len(tokens)):
            text = tokens[comma].text
            depth += (text in OPENERS) - (text in CLOSERS)
            if depth == 0 and text == ",":
                break
        for binder in read_binders(code, at + 1, comma):
            for name in binder.names or ("",):
                end = code.text.find(name, binder.span[0]) + len(name)
                yield binder.bracket, "" if code.text.startswith("✝", end) else name
        at = comma + 1
