"""What a Lean text says, and what it only mentions: under a negation, before `→ False`, as one branch of a disjunction,
or as the condition of a case distinction a relation is not said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pytest_faithform.judges.nodes import Node, walk
from pytest_faithform.lean.source import Source, Span, Token

__all__ = ["conditions", "mentioned", "said", "unsaid_spans"]

_OPEN_HEADS = frozenset(
    name.replace("_", "")
    for name in (
        *("not", "ne", "or", "xor", "xor'", "em", "dec_em", "decide", "eq_or_ne", "ne_or_eq", "lt_trichotomy"),
        *("lt_or_ge", "lt_or_le", "le_or_lt", "le_or_gt", "lt_or_gt", "lt_or_eq_of_le", "eq_or_lt_of_le"),
    )
)
_DISTINGUISHING = frozenset(["by_cases", "by_cases!", "by_contra", "by_contra!"])
_ENDING = frozenset([";", "<;>", "·"])


def mentioned(pieces: Iterable[Node]) -> list[Node]:
    """All parts of the pieces but what stands right under a negation."""
    parts = [node for piece in pieces for node in walk(piece)]
    denied = {id(node.args[0]) for node in parts if node.op == "not"}
    return [node for node in parts if id(node) not in denied]


def said(pieces: Iterable[Node], spans: Sequence[Span], alternatives: Callable[[Node], bool]) -> list[Node]:
    """The parts of the pieces that are said. `spans`: the conditions of the text; `alternatives`: whether a disjunction
    is the input's own, so that it says its branches."""
    found: list[Node] = []
    seen: set[int] = set()
    stack = list(pieces)[::-1]
    while stack:
        node = stack.pop()
        if id(node) in seen or (spans and any(start <= node.start and node.end <= end for start, end in spans)):
            continue
        seen.add(id(node))
        found.append(node)
        left_out = _open(node, alternatives)
        stack += [arg for arg in reversed(node.args) if arg not in left_out] if left_out else node.args[::-1]
        if node.op == "not" and node.args[0].op == "rel":  # its terms are the text's own: `¬ (x + 2) ^ 2 < 0`
            stack += [part for part in reversed(node.args[0].args) if part.op != "rel"]
    return found


def unsaid_spans(pieces: Iterable[Node], alternatives: Callable[[Node], bool]) -> list[Span]:
    """Where the pieces mention something without saying it; a relation that denies is such a place as a whole."""
    parts = [node for piece in pieces for node in walk(piece)]
    spans = [(arg.start, arg.end) for node in parts for arg in _open(node, alternatives)]
    return spans + [(node.start, node.end) for node in parts if node.op == "rel" and node.name in ("≠", "∉")]


def _open(node: Node, alternatives: Callable[[Node], bool]) -> tuple[Node, ...]:
    """The arguments that the expression does not say."""
    if node.op == "not":
        return () if _is_array(node) else node.args
    if node.op == "or":
        return () if alternatives(node) else node.args
    if node.op == "imp" and _is_false(node.args[-1]):
        return node.args[-2:-1]
    if (node.op == "iff" or (node.op == "rel" and node.name == "=")) and any(map(_is_false, node.args)):
        return node.args
    if node.op == "app" and any(part.op == "var" and _plain(part) in _OPEN_HEADS for part in node.args[:2]):
        return node.args[1:]
    return ()


def _plain(name: Node) -> str:
    return name.name.lower().replace("_", "")


def _is_array(node: Node) -> bool:
    """Whether the signs before it belong to an array: `![1, 2]`, `!![1, 2; 3, 4]`."""
    while node.op == "not":
        node = node.args[0]
    return node.op == "tuple"


def _is_false(node: Node) -> bool:
    return node.op == "var" and node.name.lower() in ("false", "⊥")


def conditions(source: Source, tokens: Sequence[Token]) -> list[Span]:
    """Where the text asks: after `by_cases` and `by_contra` to the end of the line and what is indented under it, between
    `if` and `then`."""
    found: list[Span] = []
    asking: list[int] = []
    opened: tuple[int, int, int] | None = None
    for token in tokens:
        if opened is not None:
            line, column = source.position(token.start)
            if (line > opened[1] and column <= opened[2]) or token.text in _ENDING:
                found.append((opened[0], token.start))
                opened = None
        if token.text in _DISTINGUISHING:
            opened = (token.end, *source.position(token.start))
        elif token.text == "if":
            asking.append(token.end)
        elif token.text == "then" and asking:
            found.append((asking.pop(), token.start))
    if opened is not None:
        found.append((opened[0], tokens[-1].end))
    return found
