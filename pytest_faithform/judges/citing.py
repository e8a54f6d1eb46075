"""Which declarations does the main theorem rest on? What it never cites, and an example, says nothing about its proof."""

from __future__ import annotations

from collections import defaultdict

from pytest_faithform.lean.source import Decl, Source, Token
from pytest_faithform.lean.tokens import name_parts

__all__ = ["cited"]

_LONGEST_NAME = 32  # parts; longer names are no names of this text
_INTRODUCING = frozenset(["intro", "intros", "rintro", "obtain", "fun", "λ", "∀", "∃", "with", "let", "set", "have"])
_INTRODUCED = frozenset([":=", "=>", "↦", ":", ",", ";", "in", "from", "by"])
_OPENING, _CLOSING = frozenset("([{⟨⦃"), frozenset(")]}⟩⦄")


def cited(source: Source) -> set[Decl]:
    """The main theorem and every earlier declaration that it names, itself or through another one."""
    if source.main is None:
        return set()
    by_name: dict[str, list[tuple[int, Decl]]] = defaultdict(list)
    order = {id(decl): place for place, decl in enumerate(source.decls)}
    for place, decl in enumerate(source.decls):
        if decl.name and decl.keyword != "example":
            by_name[name_parts(decl.full_name)[-1]].append((place, decl))
    found = {source.main}
    pending = [source.main]
    while pending:
        citing = pending.pop()
        tokens = [
            t for t in source.tokens_in((citing.signature[0], citing.end)) if t.kind in ("ident", "symbol", "keyword")
        ]
        local = _local_names(source, citing, tokens)
        for token in tokens:
            for place, decl in _named(token, by_name) if token.kind == "ident" else ():
                earlier = place < order[id(citing)]
                if earlier and decl not in found and name_parts(token.text)[0] not in local:
                    found.add(decl)
                    pending.append(decl)
    return found


def _named(token: Token, by_name: dict[str, list[tuple[int, Decl]]]) -> list[tuple[int, Decl]]:
    """The declarations that a name may be, given in full or in part and with or without fields after it."""
    parts = name_parts(token.text)[:_LONGEST_NAME]
    return [
        (place, decl)
        for end in range(1, len(parts) + 1)
        for place, decl in by_name.get(parts[end - 1], ())
        if name_parts(decl.full_name)[-end:] == parts[:end]
    ]


def _local_names(source: Source, decl: Decl, tokens: list[Token]) -> set[str]:
    """Names that the declaration gives to something of its own."""
    names = {name for binder in (*decl.binders, *decl.variables) for name in binder.names}
    names |= {claim.name for claim in source.claims if claim.decl is decl and claim.keyword not in ("goal", "axiom")}
    line, depth, introducing = -1, 0, False
    for token in tokens:
        here = source.position(token.start)[0]
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        introducing = introducing and (here == line or depth > 0) and not (depth <= 0 and token.text in _INTRODUCED)
        if token.text in _INTRODUCING:
            line, depth, introducing = here, 0, True
        elif introducing and token.kind == "ident":
            names.add(token.text)
    return names
