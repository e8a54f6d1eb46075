"""Formulas of an informal text as trees, every node with the characters it came from.

A text may be read in more than one way (`f(x)` or `n(n+1)`, `1/2x`): `read` gives the formulas under one `Reading`;
`readings` lists those that can differ on the text. What is not understood ends a formula or becomes `opaque`; nothing is
guessed. Linear in the text, nesting limited by `nodes.MAX_DEPTH`; never raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pytest_faithform.judges.latex import tokenize
from pytest_faithform.judges.latexcursor import RELATIONS, Reading
from pytest_faithform.judges.latexterms import Terms
from pytest_faithform.judges.nodes import Node, chain, join, spelled_out
from pytest_faithform.judges.wording import worded

__all__ = ["Reading", "read", "readings"]

_ALWAYS_FUNCTIONS = frozenset("fghFGHPQφψ")


@lru_cache(maxsize=256)
def readings(text: str, context: str = "") -> tuple[Reading, ...]:
    """The readings worth trying, the likeliest first. `context` is text that may say which letters are functions."""
    tokens = tokenize(text)
    likely = _functions(text + "\n\n" + context)
    choices: tuple[frozenset[str] | None, ...] = (likely, None, frozenset())
    applied = any(a.kind in ("letter", "cmd") and b.text == "(" for a, b in pairwise(tokens))
    divided = any(t.text == "/" for t in tokens)
    return tuple(
        Reading(functions, tight)
        for tight in ((False, True) if divided else (False,))
        for functions in (choices if applied else choices[:1])
    )


@lru_cache(maxsize=256)
def read(text: str, reading: Reading) -> tuple[Node, ...]:
    """All formulas of the text, in order: relations, and expressions that stand alone; then what words say of them."""
    known = _known(text)
    for read_before, found in known:
        if read_before.agrees(reading):
            return found
    formulas = _Formulas(text, reading)
    pieces = formulas.run()
    found = (*pieces, *worded(text, pieces))
    known.append((_Answers(reading, frozenset(formulas.asked_functions), formulas.asked_tight), found))
    return found


@dataclass(frozen=True)
class _Answers:
    """What a text asked its reading for. Most texts that could be read in two ways are not: a reading that gives the same
    answers gives the same formulas."""

    reading: Reading
    functions: frozenset[str]
    tight: bool

    def agrees(self, other: Reading) -> bool:
        same = all(self.reading.applies(name) == other.applies(name) for name in self.functions)
        return same and (not self.tight or self.reading.tight == other.tight)


@lru_cache(maxsize=64)
def _known(text: str) -> list[tuple[_Answers, tuple[Node, ...]]]:
    """The readings of a text so far."""
    return []


def _functions(text: str) -> frozenset[str]:
    """Letters that the text itself uses as functions: applied to one letter or number, or introduced as one."""
    found = re.findall(r"(?<![A-Za-z\\])([A-Z])\(\s*(?:[a-z]|\d+)\s*\)", text)
    found += re.findall(r"function[s]?\s+\$?\s*([A-Za-z])\b", text)
    found += re.findall(r"(?<![A-Za-z\\])([A-Za-z])\s*(?::|\\colon)\s*\\mathbb", text)
    found += re.findall(r"polynomial[s]?\s+\$?\s*([A-Za-z])\b", text)
    found += re.findall(r"(?<![A-Za-z\\])([a-z])\(\s*[a-z]\s*\)\s*=", text)
    return _ALWAYS_FUNCTIONS | frozenset(found)


class _Formulas(Terms):
    """Relations, congruences and lists of them."""

    def run(self) -> list[Node]:
        while self.at < len(self.tokens):
            before = self.at
            token = self.tokens[before]
            if self.word(token, look=True) if token.kind == "word" else token.kind != "sep":
                self.listing()
            if self.at == before:
                self.at += 1
        return self.pieces

    def listing(self) -> list[Node]:
        """`a, b, c > 0`: formulas separated by commas; a relation after bare variables holds for each of them."""
        items: list[Node] = []
        waiting: list[Node] = []
        while (node := self.relation()) is not None:
            if waiting and node.op == "rel" and node.name in "<>≤≥≠∈=":
                items += [Node("rel", (w, node.args[1]), w.start, node.end, node.name) for w in waiting]
            waiting = [*waiting, node] if node.op in ("var", "app") and not node.name.isdigit() else []
            items.append(node)
            if not self._comma():
                break
        self.pieces += items
        return items

    def _comma(self) -> bool:
        token = self.peek()
        if token is None or token.kind != "sep" or token.text != ",":
            return False
        self.at += 1
        return True

    def relation(self) -> Node | None:
        first = self.expression()
        if first is None:
            return None
        operands, signs = [first], []
        while (sign := self.relation_sign()) is not None:
            operand = self.expression()
            if operand is None:
                break
            operands.append(operand)
            signs.append(sign)
        if not signs:
            return first
        if "≡" in signs:
            return self.congruence(operands, signs)
        if "∣" in signs or "∤" in signs:
            return self.divisibility(operands, signs)
        if "∈" in signs and operands[-1].op == "tuple" and len(operands[-1].args) == 2:
            last = operands[-1]
            operands[-1] = Node("call", last.args, last.start, last.end, "Ioo")
        return spelled_out(chain(operands, signs))

    def relation_sign(self) -> str | None:
        mark = self.at
        while (token := self.peek()) is not None and token.kind in ("newline", "unit"):
            self.at += 1
        negated = self.is_command("not")
        self.at += negated
        token = self.peek()
        sign = RELATIONS.get(token.text) if token is not None and token.kind in ("sym", "cmd") else None
        if sign is None and token is not None and token.text == "|" and not self.bars and token.kind == "sym":
            sign = "∣"
        if sign is None:
            self.at = mark
            return None
        self.at += 1
        return {"=": "≠", "∈": "∉", "∣": "∤", "≡": "≢"}.get(sign, "?") if negated else sign

    def congruence(self, operands: list[Node], signs: list[str]) -> Node:
        modulus = self.modulus()
        if modulus is None:
            return Node("opaque", tuple(operands), operands[0].start, operands[-1].end)
        pairs = [
            Node("congr", (operands[i], operands[j], modulus), operands[i].start, modulus.end)
            for i in range(len(operands))
            for j in range(i + 1, min(len(operands), i + 12))
        ]
        return pairs[0] if len(pairs) == 1 else Node("and", tuple(pairs), operands[0].start, modulus.end)

    def modulus(self) -> Node | None:
        """`\\pmod 5`, `\\bmod 5`, `\\mod 5`, `(mod 5)`, `(\\text{mod } 5)`."""
        mark = self.at
        opened = self.is_symbol("(")
        self.at += opened
        token = self.peek()
        if token is not None and token.text.strip().lower() in ("pmod", "mod", "bmod", "modulo"):
            self.at += 1
        elif [t.text for t in self.tokens[self.at : self.at + 3]] == ["m", "o", "d"]:
            self.at += 3
        else:
            self.at = mark
            return None
        value = self.script() if token is not None and token.text == "pmod" else self.term()
        if opened and self.is_symbol(")"):
            self.at += 1
        return value

    def divisibility(self, operands: list[Node], signs: list[str]) -> Node:
        pairs = []
        for i, sign in enumerate(signs):
            node = join("dvd" if sign in "∣∤" else "rel", operands[i : i + 2], "" if sign in "∣∤" else sign)
            pairs.append(join("not", [node]) if sign == "∤" else node)
        return pairs[0] if len(pairs) == 1 else join("and", pairs)
