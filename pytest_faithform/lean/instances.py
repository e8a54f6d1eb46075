"""The instances that a term rests on, as Lean prints them with their types (`pp.all` and `pp.instanceTypes`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from pytest_faithform.lean.layout import CLOSERS, OPENERS
from pytest_faithform.lean.tokens import Token
from pytest_faithform.lean.tokens import unquoted as _plain
from pytest_faithform.lean.vocabulary import words

__all__ = ["EQUAL_INSTANCES", "Instance", "Printed", "arguments", "head_of", "is_foreign", "result_of", "sides_of"]

#: Classes of which all instances for a type are equal; the last ones are propositions.
EQUAL_INSTANCES = words(
    """Decidable DecidableEq DecidablePred DecidableRel DecidableLE DecidableLT Fintype
    Fact NeZero Nonempty Subsingleton Nontrivial Finite Infinite"""
)

_BINDING = frozenset(("∀", "fun"))
_DEFINING = frozenset(("let", "have"))
_END = Token("symbol", "", 0, 0)
_DEEPEST = 40

#: Says of the head of a type and what it is applied to whether it is a new type (true), something else of the text's (false),
#: or Lean's, so that its arguments decide (none).
Judge = Callable[[Token, list[list[Token]]], bool | None]


@dataclass(frozen=True)
class Instance:
    """One instance argument: its term and the type that Lean prints with it."""

    term: list[Token]
    type: list[Token]


@dataclass
class Printed:
    """The variables and instances of a term that Lean printed: those that are bound, those of them that stand for types, and
    those that are defined by `let`, which are none: Lean looks through them. `variables` are both, each with its type;
    `binding` are the tokens that bind them."""

    tokens: list[Token]
    bound: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)
    instances: list[Instance] = field(default_factory=list)
    variables: list[tuple[str, list[Token]]] = field(default_factory=list)
    binding: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.tokens = tokens = list(_without_universes(self.tokens))
        opened: list[tuple[int, bool, bool]] = []
        colons: dict[int, int] = {}
        binding = defining = False
        before = _END
        for index, token in enumerate(tokens):
            following = tokens[index + 1] if index + 1 < len(tokens) else _END
            if token.text in OPENERS:
                opened.append((index, binding, before.kind in ("ident", "number") or before.text in (")", "✝")))
                binding = False
            elif token.text in CLOSERS and opened:
                opening, binding, is_applied = opened.pop()
                is_bound = binding or (not is_applied and following.text == "→")
                if opening in colons:
                    self._take(opening, colons[opening], index, is_bound=is_bound)
            elif token.text == ":" and opened and not defining:
                colons.setdefault(opened[-1][0], index)
            elif token.text in _BINDING:
                binding = True
            elif token.text in (",", "=>"):
                binding = False
            if token.text in _DEFINING:
                self.defined.add(_plain(following.text))
                self.variables.append((_plain(following.text), _definiendum(tokens, index + 2)))
                self.binding.add(index + 1)
            defining = token.text in _DEFINING or (defining and token.text != ":")
            before = token

    def _take(self, opening: int, colon: int, close: int, *, is_bound: bool) -> None:
        """`(names : type)` where they are bound, `(term : type)` elsewhere."""
        named, type_ = self.tokens[opening + 1 : colon], self.tokens[colon + 1 : close]
        if not is_bound:
            self.instances.append(Instance(named, type_))
            return
        names = {_plain(token.text) for token in named if token.kind == "ident"}
        self.bound |= names
        self.binding.update(range(opening + 1, colon))
        self.variables.extend((name, type_) for name in names)
        if any(token.text in ("Type", "Sort") for token in result_of(type_)):
            self.types |= names

    def is_variable(self, term: list[Token]) -> bool:
        """Whether a term is a variable, or one that is applied to something."""
        head, rest = head_of(term)
        return _plain(head.text) in self.bound | self.defined or [token.text for token in rest[:1]] == ["✝"]


def _definiendum(tokens: list[Token], colon: int) -> list[Token]:
    """The type that stands between a colon and `:=`."""
    end = colon + 1
    while end < len(tokens) and tokens[end].text != ":=":
        end += 1
    return tokens[colon + 1 : end]


def result_of(tokens: list[Token]) -> list[Token]:
    """What stands behind the last arrow, quantifier or `fun` outside brackets."""
    return list(sides_of(tokens))[-1]


def head_of(tokens: list[Token]) -> tuple[Token, list[Token]]:
    """The name that is applied in a term, and what stands behind it."""
    tokens = result_of(tokens)
    at = next((index for index, token in enumerate(tokens) if token.text not in ("@", "(")), 0)
    return (tokens[at], tokens[at + 1 :]) if tokens and tokens[at].kind == "ident" else (_END, [])


def arguments(tokens: list[Token]) -> Iterator[list[Token]]:
    """What stands in a printed application behind its head, without the instances."""
    depth, begin = 0, 0
    for index, token in enumerate(tokens):
        if token.text in OPENERS:
            depth += 1
            begin = index + 1 if depth == 1 else begin
        elif token.text in CLOSERS:
            depth -= 1
            if depth < 0:
                return
            argument = tokens[begin:index]
            if depth == 0 and not _has_type(argument):
                yield argument
        elif depth == 0 and token.kind in ("ident", "number"):
            yield [token]


def is_foreign(tokens: list[Token], judge: Judge, depth: int = 0) -> bool:
    """Whether a printed type is none of Lean's own; one that is nested without end is not looked into."""
    if depth > _DEEPEST:
        return False
    for side in sides_of(tokens):
        head, rest = head_of(side)
        found = list(arguments(rest))
        own = judge(head, found)
        if own or (own is None and any(is_foreign(argument, judge, depth + 1) for argument in found)):
            return True
    return False


def _has_type(tokens: list[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth == 0 and token.text == ":":
            return True
    return False


def sides_of(tokens: list[Token]) -> Iterator[list[Token]]:
    """The parts of a term between the arrows, commas and `=>` outside brackets; a function that ends an application is part
    of that."""
    depth, begin = 0, 0
    for index, token in enumerate(tokens):
        depth += (token.text in OPENERS) - (token.text in CLOSERS)
        if depth == 0 and token.text == "fun" and index > begin:
            break
        if depth == 0 and token.text in ("→", ",", "=>"):
            yield tokens[begin:index]
            begin = index + 1
    yield tokens[begin:]


def _without_universes(tokens: list[Token]) -> Iterator[Token]:
    """The tokens without `.{…}`."""
    inside = False
    for token, following in pairwise([*tokens, _END]):
        inside = inside or (token.text == "." and following.text == "{")
        if not inside:
            yield token
        inside = inside and token.text != "}"
