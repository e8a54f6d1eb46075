"""The statement and proof regions of a text with several declarations (SPEC c.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.layout import Code, Command, Span
from pytest_faithform.lean.tokens import Token, name_parts, tokenize, unquoted
from pytest_faithform.lean.vocabulary import words

__all__ = ["proof_spans", "statement_spans"]

_DEFINITIONS = words("def abbrev structure class inductive coinductive opaque axiom instance irreducible_def")
_NOTATIONS = words("notation notation3 infix infixl infixr prefix postfix macro")

# Longer names are no names of this text; without a bound one of them could cost quadratic time.
_LONGEST_NAME = 32


def statement_spans(code: Code, commands: list[Command], decls: list[Decl], main: Decl | None) -> list[Span]:
    """Spans of the statement region in order; empty without a main theorem."""
    if main is None:
        return []
    search = _Search(code, commands, decls)
    search.add(main.signature, bound={unquoted(name) for binder in main.binders for name in binder.names})
    for variable in main.variables:
        search.add(variable.span)
    search.close()
    return sorted(set(search.spans))


def proof_spans(decls: list[Decl], main: Decl | None, statement: list[Span]) -> list[Span]:
    """The main theorem's value, and all other declarations that are no part of the statement, in order."""
    taken = set(statement)
    spans = []
    for decl in decls:
        if decl is main:
            spans += [decl.value] if decl.value is not None else []
        elif _whole(decl) not in taken:
            spans.append(_whole(decl))
    return [span for span in spans if span[0] < span[1]]


def _whole(decl: Decl) -> Span:
    """Signature and value: what a declaration says, without its attributes and options."""
    return decl.signature[0], max(decl.signature[1], decl.end)


def _parts(name: str) -> list[str]:
    return [unquoted(part) for part in name_parts(name)]


class _Search:
    """The definitions that a text reaches by name, breadth first."""

    def __init__(self, code: Code, commands: list[Command], decls: list[Decl]) -> None:
        self.code = code
        self.spans: list[Span] = []
        self.pending: list[tuple[Span, frozenset[str]]] = []
        self.by_name: dict[str, list[Decl]] = defaultdict(list)
        self.instances: dict[str, list[Decl]] = defaultdict(list)
        self.notations: dict[str, list[Command]] = defaultdict(list)
        self.done: set[int] = set()
        for decl in decls:
            if decl.keyword in _DEFINITIONS and decl.name:
                self.by_name[_parts(decl.full_name)[-1]].append(decl)
            if decl.keyword == "instance":
                for token in self.tokens(decl.signature):
                    if token.kind == "ident":
                        self.instances[_parts(token.text)[-1]].append(decl)
        for command in commands:
            if command.keyword in _NOTATIONS:
                for word in self.literals(command):
                    self.notations[word].append(command)

    def tokens(self, span: Span) -> list[Token]:
        return self.code.tokens[self.code.index_at(span[0]) : self.code.index_at(span[1])]

    def literals(self, command: Command) -> Iterable[str]:
        """The tokens that a notation introduces."""
        for token in self.code.tokens[command.head : command.last]:
            if token.text in ("=>", "→"):
                return
            if token.kind == "string":
                yield from (part.text for part in tokenize(token.text.strip('"')))

    def add(self, span: Span, bound: Iterable[str] = ()) -> None:
        self.spans.append(span)
        self.pending.append((span, frozenset(bound)))

    def close(self) -> None:
        while self.pending:
            span, bound = self.pending.pop()
            tokens = self.tokens(span)
            for index, token in enumerate(tokens):
                for command in self.notations.get(token.text, ()):
                    if command.start not in self.done:
                        self.done.add(command.start)
                        self.add((self.code.tokens[command.head].end, command.end))
                if token.kind == "ident":
                    after_dot = index > 0 and tokens[index - 1].text == "." and tokens[index - 1].end == token.start
                    self.resolve(token.text, bound, after_dot)

    def resolve(self, ident: str, bound: frozenset[str], after_dot: bool) -> None:
        """Take the definitions that `ident` may refer to: by a (partly) qualified name, or by dot notation."""
        parts = _parts(ident)[:_LONGEST_NAME]
        rooted = parts[0] not in bound and not after_dot
        for end in range(1, len(parts) + 1):
            for decl in self.by_name.get(parts[end - 1], ()):
                if decl.start in self.done:
                    continue
                known = _parts(decl.full_name)
                qualified = rooted and known[-end:] == parts[:end]
                by_dot = (end > 1 or after_dot) and len(known) > 1
                if qualified or by_dot:
                    self.take(decl)

    def take(self, decl: Decl) -> None:
        self.done.add(decl.start)
        self.add(_whole(decl), bound={unquoted(name) for binder in decl.binders for name in binder.names})
        for instance in self.instances.get(_parts(decl.full_name)[-1], ()):
            if instance.start not in self.done:
                self.done.add(instance.start)
                self.add(_whole(instance))
