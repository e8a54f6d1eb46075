"""Lean terms and propositions: operators with Lean's precedences, quantifiers, `fun`, sums over sets."""

from __future__ import annotations

from collections.abc import Callable

from pytest_faithform.judges.leanbuild import apply, bounds_of, combined
from pytest_faithform.judges.leancursor import PROPOSITIONAL
from pytest_faithform.judges.leannames import variable
from pytest_faithform.judges.leanprimary import Primaries
from pytest_faithform.judges.nodes import Node, chain, join, spelled_out
from pytest_faithform.lean.source import Token

__all__ = ["Terms"]

_RELATIONS = {
    "=": "=",
    "≠": "≠",
    "<": "<",
    ">": ">",
    "≤": "≤",
    "≥": "≥",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "==": "=",
    "∣": "∣",
    "∤": "∤",
    "∈": "∈",
    "∉": "∉",
    "⊆": "⊆",
    "⊂": "⊂",
    "≡": "≡",
    "≈": "≈",
}
_LOGIC = {
    "↔": ("iff", 20),
    "<->": ("iff", 20),
    "→": ("imp", 25),
    "->": ("imp", 25),
    "∨": ("or", 30),
    "\\/": ("or", 30),
    "||": ("or", 30),
    "∧": ("and", 35),
    "/\\": ("and", 35),
    "&&": ("and", 35),
}
_RELATION = 50
_ARITHMETIC = {
    "+": 65,
    "-": 65,
    "∪": 65,
    "∩": 70,
    "\\": 70,
    "*": 70,
    "/": 70,
    "%": 70,
    "//": 70,
    "•": 73,
    "^": 75,
    "∘": 90,
    "×": 35,
}
_BINDERS = {"∀": "forall", "forall": "forall", "Π": "forall", "∃": "exists", "exists": "exists", "∃!": "exists"}
_FLAT = {"+": "+-", "-": "+-", "*": "*/•", "/": "*/•"}


class Terms(Primaries):
    """Everything but commands and tactics."""

    def expression(self, floor: int) -> Node | None:
        return self.nested(lambda: self._expression(floor))

    def _expression(self, floor: int) -> Node | None:
        left = self.prefix()
        while left is not None:
            extended = self.infix(left, floor)
            if extended is None:
                break
            left = extended
        return left

    def infix(self, left: Node, floor: int) -> Node | None:
        token = self.peek()
        if token is None or token.kind != "symbol":
            return None
        text = token.text
        if text in _RELATIONS and floor <= _RELATION:
            return self.relation(left)
        if text in _LOGIC and floor <= _LOGIC[text][1]:
            return self.logic(left, *_LOGIC[text])
        if text in _ARITHMETIC and floor <= _ARITHMETIC[text]:
            return self.arithmetic(left, _ARITHMETIC[text])
        if text in ("<|", "$") and floor <= 10:
            return self.after(left, 10, lambda right: apply(left, [right]))
        return None

    def after(self, left: Node, floor: int, build: Callable[[Node], Node]) -> Node | None:
        """Consume the operator and what follows it; nothing if nothing follows."""
        mark = self.at
        self.at += 1
        right = self.expression(floor)
        if right is None:
            self.at = mark
            return None
        return build(right)

    def logic(self, left: Node, op: str, level: int) -> Node | None:
        args = [left]
        while (token := self.peek()) is not None and token.kind == "symbol" and _LOGIC.get(token.text) == (op, level):
            right = self.after(left, level + 1, lambda node: node)
            if right is None:
                break
            args.append(right)
        return join(op, args) if len(args) > 1 else None

    def relation(self, left: Node) -> Node | None:
        operands, signs = [left], []
        while (token := self.peek()) is not None and token.kind == "symbol" and token.text in _RELATIONS:
            right = self.after(left, _RELATION + 1, lambda node: node)
            if right is None:
                break
            operands.append(right)
            signs.append(_RELATIONS[token.text])
        if not signs:
            return None
        if signs == ["≡"]:
            return self.congruence(operands)
        if signs == ["∣"]:
            return join("dvd", operands)
        if signs == ["∤"]:
            return join("not", [join("dvd", operands)])
        return spelled_out(chain(operands, signs))

    def congruence(self, operands: list[Node]) -> Node:
        if self.next_is("["):
            self.at += 2
            modulus = self.expression(0)
            self.accept("]")
            if modulus is not None:
                return join("congr", [*operands, modulus])
        return Node("opaque", tuple(operands), operands[0].start, operands[1].end)

    def arithmetic(self, left: Node, level: int) -> Node | None:
        """Operators of one level from the left: a whole sum or product at once."""
        operands: list[tuple[Node, bool]] = [(left, False)]
        kind = ""
        result: Node | None = None
        while (sign := self.sign_at(level)) is not None:
            right = self.after(left, level if sign in ("^", "×") else level + 1, lambda node: node)
            if right is None:
                break
            if kind and sign not in _FLAT.get(kind, ""):
                operands = [(combined(kind, operands), False)]
            if sign in _FLAT:
                kind = _FLAT[sign][0]
                operands.append((right, sign in "-/"))
                result = None
            else:
                result = _operation(operands[0][0], sign, right)
                operands, kind = [(result, False)], ""
        if kind and len(operands) > 1:
            return combined(kind, operands)
        return result

    def sign_at(self, level: int) -> str | None:
        token = self.peek()
        found = token is not None and token.kind == "symbol" and _ARITHMETIC.get(token.text) == level
        return token.text if found and token is not None else None

    def prefix(self) -> Node | None:
        token = self.peek()
        if token is None:
            return None
        text = token.text
        if token.kind in ("ident", "number"):
            return self.application()
        if token.kind == "symbol":
            if text == "-":
                return self.unary(token, 75, lambda a: Node("neg", (a,), token.start, a.end))
            if text in ("¬", "!"):
                return self.unary(token, 40 if text == "¬" else 100, lambda a: Node("not", (a,), token.start, a.end))
            if text in ("∑", "∏", "∑'", "∏'", "∫"):
                return self.nested(lambda: self.big(token))
            if text == "λ":
                return self.nested(lambda: self.lam(token))
        if text in _BINDERS and token.kind in ("symbol", "keyword"):
            return self.nested(lambda: self.quantified(token))
        if text == "fun" and token.kind == "keyword":
            return self.nested(lambda: self.lam(token))
        return self.application()

    def unary(self, token: Token, floor: int, build: Callable[[Node], Node]) -> Node | None:
        self.at += 1
        operand = self.expression(floor)
        if operand is None:
            self.at -= 1
            return None
        return build(operand)

    def bound_names(self) -> list[str]:
        names = []
        while (token := self.peek()) is not None and (token.kind == "ident" or token.text == "_"):
            names.append(variable(token.text, token.start, token.end).name or token.text)
            self.at += 1
        return names

    def quantified(self, token: Token) -> Node | None:
        self.at += 1
        names = self.bound_names()
        conditions: list[Node] = []
        over = ""
        while self.next_is("(", "{", "[", "⦃"):
            inside = self.names_from(self.at + 1)
            names += [n.name for n in inside]
            over = over or self.type_at(self.at + 1 + len(inside))
            pieces_before = len(self.pieces)
            self.primary()
            conditions += [n for n in self.pieces[pieces_before:] if n.op in PROPOSITIONAL]
        if self.accept(":"):
            over = self.type_at(self.at - 1)
            kind = self.expression(0)
            self.pieces += [kind] if kind is not None else []
        elif (sign := self.peek()) is not None and sign.text in _RELATIONS and names:
            last = self.tokens[self.at - 1]
            self.at += 1
            limit = self.expression(_RELATION + 1)
            if limit is not None:
                named = variable(last.text, last.start, last.end)
                conditions.append(spelled_out(join("rel", [named, limit], _RELATIONS[sign.text])))
        if not self.accept(","):
            return Node("opaque", tuple(conditions), token.start, self.tokens[self.at - 1].end)
        body = self.expression(0)
        if body is None:
            return Node("opaque", tuple(conditions), token.start, self.tokens[self.at - 1].end)
        quantifier = _BINDERS[token.text]
        inner = join("imp" if quantifier == "forall" else "and", [*conditions, body]) if conditions else body
        return Node(quantifier, (inner,), token.start, body.end, token.text, bound=tuple(names), over=over)

    def type_at(self, colon: int) -> str:
        """The name that follows a colon here; "" where none does."""
        if not self.tokens[colon : colon + 1] or self.tokens[colon].text != ":" or len(self.tokens) < colon + 2:
            return ""
        return self.tokens[colon + 1].text

    def lam(self, token: Token) -> Node | None:
        self.at += 1
        names = self.bound_names()
        while self.next_is("(", "{", "⟨"):
            names += [n.name for n in self.names_from(self.at + 1)]
            self.primary()
        if self.accept(":"):
            self.expression(26)
        if not self.accept("=>", "↦", ","):
            return Node("opaque", (), token.start, token.end)
        body = self.expression(0)
        if body is None:
            return Node("opaque", (), token.start, token.end)
        return Node("lam", (body,), token.start, body.end, bound=tuple(names))

    def big(self, token: Token) -> Node | None:
        self.at += 1
        names = self.bound_names()
        if self.next_is("("):
            names = [n.name for n in self.names_from(self.at + 1)]
            self.primary()
        bounds: tuple[Node, Node] | None = None
        if self.accept("in", "∈"):
            domain = self.expression(_RELATION + 1)
            if domain is not None and self.accept(".."):
                upper = self.expression(_RELATION + 1)
                bounds = None if upper is None else (domain, upper)
            elif domain is not None:
                bounds = bounds_of(domain)
                self.pieces.append(domain)
        elif self.accept(":"):
            kind = self.expression(26)
            self.pieces += [kind] if kind is not None else []
        if not self.accept(","):
            return Node("opaque", (), token.start, token.end)
        body = self.expression(67)
        if body is None:
            return Node("opaque", (), token.start, token.end)
        if bounds is None:
            return Node("opaque", (body,), token.start, body.end)
        return Node("big", (*bounds, body), token.start, body.end, token.text, bound=tuple(names))


def _operation(left: Node, sign: str, right: Node) -> Node:
    if sign == "^":
        return join("pow", [left, right])
    if sign == "%":
        return join("mod", [left, right])
    if sign in ("•", "//"):
        return combined("*", [(left, False), (right, sign == "//")])
    return join("op", [left, right], sign)
