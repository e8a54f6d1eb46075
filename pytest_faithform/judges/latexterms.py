"""Sums, products and powers of informal mathematics, signs and juxtaposition included."""

from __future__ import annotations

from pytest_faithform.judges.latex import Token
from pytest_faithform.judges.latexcursor import DIVIDE, SUPERSCRIPTS, TIMES, product, signed
from pytest_faithform.judges.latexprimary import Primaries
from pytest_faithform.judges.nodes import MAX_DEPTH, Node, join, number

__all__ = ["Terms"]

_MODULO = frozenset((("cmd", "bmod"), ("cmd", "mod"), ("text", "mod")))
_BINDING = TIMES | DIVIDE
_SIGNS = frozenset((*(("sym", sign) for sign in "+-±∓"), ("cmd", "pm"), ("cmd", "mp")))


class Terms(Primaries):
    """`·`, `/` and juxtaposition bind alike, from the left."""

    def expression(self) -> Node | None:
        return self.nested(self._expression)

    def _expression(self) -> Node | None:
        self.skip_units()
        terms: list[Node] = []
        first = self.signed_term()
        if first is None:
            return None
        terms.append(first)
        while True:
            mark = self.at
            token = self.additive()
            if token is None:
                break
            term = self.signed_term()
            if term is None:
                self.at = mark
                break
            terms.append(signed(token.text, term, token.start))
        return terms[0] if len(terms) == 1 else join("sum", terms)

    def additive(self) -> Token | None:
        """`+`, `-`, `\\pm`: also at the start of the next line of a display."""
        mark = self.at
        while (token := self.peek()) is not None and token.kind in ("newline", "unit"):
            self.at += 1
        if token is not None and (token.kind, token.text) in _SIGNS:
            self.at += 1
            return token
        self.at = mark
        return None

    def signed_term(self) -> Node | None:
        mark = self.at
        signs = []
        while (token := self.peek()) is not None and (token.kind, token.text) in _SIGNS:
            signs.append(token)
            self.at += 1
        term = self.term()
        if term is None:
            self.at = mark
            return None
        if len(signs) > 1:
            return Node("opaque", (term,), signs[0].start, term.end)
        return signed(signs[0].text, term, signs[0].start) if signs else term

    def term(self) -> Node | None:
        first = self.factor()
        if first is None:
            return None
        factors = [(first, False)]
        while True:
            mark = self.at
            token = self.skip_units()
            modulo = token is not None and (token.kind, token.text) in _MODULO
            sign = token if token is not None and token.kind in ("sym", "cmd") and token.text in _BINDING else None
            self.at += modulo or sign is not None
            factor = self.next_factor(factors[-1][0], modulo, sign)
            if factor is None:
                self.at = mark
                return product(factors)
            if modulo:
                factors = [(join("mod", [product(factors), factor]), False)]
            else:
                factors.append((factor, sign is not None and sign.text in DIVIDE))

    def next_factor(self, left: Node, modulo: bool, sign: Token | None) -> Node | None:
        if modulo:
            return self.factor()
        return self.juxtaposed(left) if sign is None else self.operand(sign)

    def operand(self, sign: Token) -> Node | None:
        """What stands after `·` or `/`: maybe with its own minus; a whole product after `/` in the tight reading."""
        minus = self.peek() if self.is_symbol("-") else None
        self.at += minus is not None
        factor = self.factor()
        if factor is None:
            return None
        factors = [(factor, False)]
        self.asked_tight |= sign.text == "/" and self.may_multiply(factor)
        while sign.text == "/" and self.reading.tight and (more := self.juxtaposed(factors[-1][0])) is not None:
            factors.append((more, False))
        result = product(factors)
        return signed("-", result, minus.start) if minus is not None else result

    def juxtaposed(self, left: Node) -> Node | None:
        return self.factor() if self.may_multiply(left) else None

    def may_multiply(self, left: Node) -> bool:
        """Whether what comes next may multiply what stands before it."""
        token = self.peek()
        if token is None or token.kind == "sep" or (token.prose and not token.glued):
            return False
        if token.kind == "num" and (left.op == "num" or self.tokens[self.at - 1].kind == "num"):
            return False
        if token.kind in ("word", "text", "newline", "unit") or (token.kind == "sym" and token.text not in "([{|√"):
            return False
        return not (token.text == "|" and token.kind == "sym" and self.bars)

    def factor(self) -> Node | None:
        return self.nested(self._factor)

    def _factor(self) -> Node | None:
        token = self.skip_units()
        if token is None:
            return None
        base = self.primary(token)
        return None if base is None else self.postfix(base, token)

    def postfix(self, base: Node, first: Token) -> Node:
        steps = 0
        while (token := self.peek()) is not None and steps < MAX_DEPTH:
            steps += 1
            end = token.end
            if token.kind == "sym" and token.text in "'’" and base.op == "var":
                self.at += 1
                base = Node("var", (), base.start, end, base.name + "'")
            elif token.kind == "sym" and token.text == "_" and token.prose <= first.prose:
                self.at += 1
                index = self.script()
                base = base if index is None else join("app", [base, index])
            elif token.kind == "sym" and token.text == "^":
                base = self.power(base)
            elif token.kind == "sym" and token.text in SUPERSCRIPTS:
                self.at += 1
                base = Node("pow", (base, number(SUPERSCRIPTS[token.text], token.start, end)), base.start, end)
            elif (token.kind == "sym" and token.text == "°") or self.is_command("circ", "degree"):
                self.at += 1
            elif token.kind == "sym" and token.text == "!" and (not token.prose or token.glued):
                self.at += 1
                base = Node("call", (base,), base.start, end, "factorial")
            elif token.text == "%" and base.op in ("num", "prod", "var", "app"):
                self.at += 1
                base = Node("percent", (base,), base.start, end)
            elif self.applies(base, token):
                base = join("app", [base, *self.arguments()])
            else:
                break
        return base

    def power(self, base: Node) -> Node:
        self.at += 1
        if self.is_command("circ", "degree"):
            self.at += 1
            return base
        exponent = self.script()
        if exponent is None:
            return base
        if exponent.op == "var" and exponent.name in ("∘", "circ"):
            return base
        return join("pow", [base, exponent])

    def applies(self, base: Node, token: Token) -> bool:
        head = base
        while head.op in ("app", "pow") and head.args:
            head = head.args[0]
        if head.op != "var" or token.kind != "sym" or token.text != "(" or (token.prose and not token.glued):
            return False
        if base.op == "app" and base.args[1:] and base.args[-1].op == "tuple":
            return False
        name = head.name.rstrip("'")
        self.asked_functions.add(name)
        return self.reading.applies(name)
