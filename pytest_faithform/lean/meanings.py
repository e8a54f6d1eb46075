"""Which instances give Lean's own types another meaning, whatever class they are of and however a text brings them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pytest_faithform.lean.instances import (
    EQUAL_INSTANCES,
    Instance,
    Judge,
    Printed,
    arguments,
    head_of,
    is_foreign,
    result_of,
)
from pytest_faithform.lean.layout import Code
from pytest_faithform.lean.printed import conclusion_of, names_in
from pytest_faithform.lean.source import Decl
from pytest_faithform.lean.tokens import Token
from pytest_faithform.lean.tokens import unquoted as _plain

__all__ = ["TYPES", "Meanings"]

TYPES = frozenset(("structure", "inductive", "class", "coinductive"))
#: A class of operations gives them by its first two types; the third is what comes out.
_DECIDING = 2


@dataclass(frozen=True)
class Meanings:
    """What Lean printed of the text's constants, by their plain names: types, what they stand for, and the types of instances
    with every definition unfolded."""

    owner: Callable[[str], Decl | None]
    types: dict[str, Code]
    values: dict[str, Code]
    unfolded: dict[str, Code]

    def is_for_own_type(self, instance: str) -> bool:
        """Whether the text's instance is for a new type of the text, and so gives nothing of Lean's another meaning."""
        unfolded = self.unfolded.get(instance)
        if unfolded is not None and unfolded.tokens:
            printed = Printed(unfolded.tokens)
            type_ = result_of(printed.tokens)
        elif instance in self.types:
            printed = Printed(self.types[instance].tokens)
            type_ = conclusion_of(Code(" ".join(token.text for token in printed.tokens)))
        else:
            return False
        printed.types.clear()
        return _class_of(type_) in EQUAL_INSTANCES or self._is_foreign(type_, printed)

    def suspects(self, constants: Iterable[str], main: str) -> dict[str, list[str]]:
        """The instances for Lean's own types that these constants rest on and Lean did not find by itself: variables, fields,
        definitions and terms. Each by the class that Lean prints, which may be one of propositions."""
        found: dict[str, list[str]] = {}
        for constant in constants:
            for code in self._codes(constant, main):
                printed = Printed(code.tokens)
                for instance in printed.instances:
                    name = _class_of(instance.type)
                    if name in EQUAL_INSTANCES or not self._is_brought(instance, printed):
                        continue
                    if not self._is_foreign(instance.type, printed):
                        found.setdefault(name, []).append(_words(instance.type))
        return found

    def judge(self, printed: Printed) -> Judge:
        """Says which heads of types in that term are new types."""

        def judged(head: Token, found: list[list[Token]]) -> bool | None:
            name = next(iter(names_in([head])), "")
            owner = self.owner(name)
            if owner is None:
                return True if _plain(head.text) in printed.types else None
            if owner.keyword not in TYPES:
                return False
            return name == _plain(owner.full_name) or self._is_carrier(name, owner, found, printed)

        return judged

    def _is_carrier(self, name: str, owner: Decl, found: list[list[Token]], printed: Printed) -> bool:
        """Whether a field of a structure is the type that a variable brings. Of a structure with no other field Lean finds a
        value by itself for whatever type it needs."""
        variable = found[-1][0].text if found and len(found[-1]) == 1 else ""
        plain = _plain(owner.full_name)
        shown = self.values[plain].tokens if plain in self.values else []
        fields = sum(
            token.text.startswith(f"{owner.full_name}.") and token.text != name and following.text == ":"
            for token, following in pairwise(shown)
        )
        return _plain(variable) in printed.bound and fields > 0

    def _codes(self, constant: str, main: str) -> Iterator[Code]:
        """What is printed of a constant; a structure's fields are those of its constructor."""
        if constant in self.types:
            yield self.types[constant]
        owner = self.owner(constant)
        if constant in self.values and constant != main and not (owner and owner.keyword in TYPES):
            yield self.values[constant]

    def _is_brought(self, instance: Instance, printed: Printed) -> bool:
        """Whether Lean did not find an instance by itself: a variable, a field or definition of the text, or a term."""
        head, _ = head_of(instance.term)
        name = next(iter(names_in([head])), "")
        owner = self.owner(name)
        own = owner is not None and owner.keyword != "instance"
        return own or name.endswith(".mk") or printed.is_variable(instance.term)

    def _is_foreign(self, type_: list[Token], printed: Printed) -> bool:
        _, rest = head_of(type_)
        judge = self.judge(printed)
        return any(is_foreign(argument, judge) for argument in list(arguments(rest))[:_DECIDING])


def _class_of(type_: list[Token]) -> str:
    head, _ = head_of(type_)
    return next(iter(names_in([head])), "")


def _words(type_: list[Token]) -> str:
    """A class and what it is applied to, as a reader would write it."""
    head, rest = head_of(type_)
    names = [" ".join(token.text for token in argument[:6]) for argument in list(arguments(rest))[:_DECIDING]]
    return " ".join([head.text, *names])
