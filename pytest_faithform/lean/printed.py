"""What Lean prints of a term with nothing left out (`pp.all`), read: its names, classes, operations, arguments and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pytest_faithform.lean.binders import read_binders
from pytest_faithform.lean.guard_lists import MEANING_CLASSES
from pytest_faithform.lean.layout import CLOSERS, OPENERS, Code
from pytest_faithform.lean.tokens import Token
from pytest_faithform.lean.tokens import unquoted as _plain

__all__ = ["arguments_of", "classes_of", "conclusion_of", "names_in", "operations_in"]

_PRIVATE = re.compile(r"_private\.(?:.*?\.)?0\.(?=.)")
#: Words of a printed term after a class in which its types are looked for.
_NEAR = 24


def classes_of(tokens: list[Token]) -> Iterator[tuple[str, list[str]]]:
    """Each class of arithmetic or order, or its constructor, in printed Lean, with the heads of the arguments behind it."""
    for index, token in enumerate(tokens):
        name = token.text.removeprefix("_root_.").removesuffix(".mk")
        if token.kind == "ident" and name in MEANING_CLASSES:
            yield name, list(_heads(tokens[index + 1 : index + 1 + _NEAR]))


def _heads(tokens: list[Token]) -> Iterator[str]:
    """The first name of each argument in a row of arguments: `Nat`, of `(List.{0} Nat)` it is `List`."""
    depth, universes, headed = 0, False, False
    for token in tokens:
        if token.text in (".{", "{") or universes:
            universes = token.text != "}"
        elif token.text in ("(", "@"):
            depth += token.text == "("
            headed = headed and depth > 1
        elif token.text == ")":
            depth -= 1
            if depth < 0:
                return
            headed = False
        elif token.kind == "ident":
            if depth == 0 or not headed:
                yield _plain(token.text)
            headed = depth > 0
        elif token.text != "." and depth == 0:
            return


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
