"""Instances that a statement brings and that its elaborated form no longer shows: Lean puts in their place what they are."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_faithform.lean.coercions import COERCIONS
from pytest_faithform.lean.instances import EQUAL_INSTANCES
from pytest_faithform.lean.source import Source
from pytest_faithform.lean.tokens import Token, unquoted

__all__ = ["unshown_instances"]

_INLINED = frozenset(("letI", "haveI"))
_UNFOLDED = COERCIONS | {"CoeFun", "CoeSort"}
_BINDER = 3


def unshown_instances(source: Source) -> Iterator[tuple[int, str]]:
    """Where they stand, and what they are written with."""
    types = [decl.type for decl in source.decls if decl.keyword == "instance" and decl.type is not None]
    declared = {token.start for span in types for token in source.tokens_in(span)}
    for span in source.statement_spans:
        tokens = source.tokens_in(span)
        for index, token in enumerate(tokens):
            if token.text in _INLINED:
                if not _is_harmless(tokens[index + 1 : index + 4]):
                    yield token.start, token.text
            elif _is_coercion(token):
                is_binder = any(one.text == "[" for one in tokens[max(0, index - _BINDER) : index])
                if not is_binder and token.start not in declared:
                    yield token.start, token.text


def _is_coercion(token: Token) -> bool:
    return token.kind == "ident" and unquoted(token.text).removeprefix("_root_.").removesuffix(".mk") in _UNFOLDED


def _is_harmless(following: list[Token]) -> bool:
    """Whether it is `name : Class …` or `: Class …`, of a harmless class."""
    texts = [token.text for token in following]
    return ":" in texts and not EQUAL_INSTANCES.isdisjoint(texts[texts.index(":") + 1 :][:1])
