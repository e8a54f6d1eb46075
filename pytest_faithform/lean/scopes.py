"""What is in force at a place of a text: the namespaces around it, and the variables."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from pytest_faithform.lean.binders import Binder, read_binders
from pytest_faithform.lean.layout import Code, Command, Span
from pytest_faithform.lean.tokens import name_parts

__all__ = ["Scopes"]

# Nobody nests or includes more; without a bound every name or theorem of a hostile text would repeat all of it.
_DEEPEST_NAMESPACE = 64
_MOST_IMPLIED = 64


@dataclass
class _Scope:
    namespace: str | None
    binders: list[Binder] = field(default_factory=list)
    included: list[str] = field(default_factory=list)


class Scopes:
    """Follows `namespace`, `section`, `mutual`, `end`, `variable` and `include` through a text."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._open = [_Scope(None)]
        self._by_name: dict[str, list[Binder]] = defaultdict(list)
        self._instances: list[Binder] = []
        self._included: list[str] = []
        self._namespaces: list[str] = []

    def full_name(self, name: str) -> str:
        """A declared name with the namespaces around it; `_root_` leaves them out."""
        if not name or name.startswith("_root_."):
            return name.removeprefix("_root_.")
        return ".".join([*self._namespaces[:_DEEPEST_NAMESPACE], name])

    def follow(self, command: Command) -> None:
        """Take one command's effect on what comes after it."""
        names = self._names_after(command)
        if command.keyword == "variable":
            for binder in read_binders(self._code, command.head + 1, command.last):
                self._add(binder)
        elif command.keyword == "include":
            self._open[-1].included += names
            self._included += names
        elif command.keyword == "namespace" and names:
            for part in name_parts(names[0]):
                self._open.append(_Scope(part))
                self._namespaces.append(part)
        elif command.keyword in ("section", "mutual"):
            parts = name_parts(names[0]) if names and command.keyword == "section" else [""]
            self._open += [_Scope(None) for _ in parts]
        elif command.keyword == "end":
            for _ in name_parts(names[0]) if names else [""]:
                self._close()

    def mentioned(self, words: set[str]) -> tuple[Binder, ...]:
        """The variables that a declaration with these words takes, in the order of the text: those it mentions or
        `include` forces in, those their types mention, and the instances on them."""
        if not self._by_name and not self._instances:
            return ()
        found: dict[Span, Binder] = {}
        pending = [*words, *self._included[-_MOST_IMPLIED:]]
        seen = set(pending)
        while pending:
            for binder in self._by_name.get(pending.pop(), ())[-1:]:
                if binder.span not in found:
                    found[binder.span] = binder
                    new = self._words(binder) - seen
                    seen |= new
                    pending += new
        for binder in self._instances[-_MOST_IMPLIED:]:
            if not seen.isdisjoint(self._words(binder)):
                found[binder.span] = binder
        return tuple(found[span] for span in sorted(found))

    def _words(self, binder: Binder) -> set[str]:
        start, end = binder.type or binder.span
        tokens = self._code.tokens[self._code.index_at(start) : self._code.index_at(end)]
        return {token.text.partition(".")[0] for token in tokens if token.kind == "ident"}

    def _add(self, binder: Binder) -> None:
        self._open[-1].binders.append(binder)
        for name in binder.names:
            self._by_name[name].append(binder)
        if binder.bracket == "[":
            self._instances.append(binder)

    def _close(self) -> None:
        if len(self._open) == 1:
            return
        scope = self._open.pop()
        if scope.namespace is not None:
            self._namespaces.pop()
        for binder in reversed(scope.binders):
            for name in binder.names:
                self._by_name[name].pop()
            if binder.bracket == "[":
                self._instances.pop()
        del self._included[len(self._included) - len(scope.included) :]

    def _names_after(self, command: Command) -> list[str]:
        names = []
        for token in self._code.tokens[command.head + 1 : command.last]:
            if token.kind != "ident":
                break
            names.append(token.text)
        return names
