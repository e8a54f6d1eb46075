"""Formulas of an informal text as trees, every node with the characters it came from.

A text may be read in more than one way (`f(x)` or `n(n+1)`, `1/2x`): `read` gives the formulas under one `Reading`;
`readings` lists those that can differ on the text. What is not understood ends a formula or becomes `opaque`; nothing is
guessed. Linear in the text, nesting limited by `nodes.MAX_DEPTH`; never raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from pytest_faithform.judges.latex import Token, tokenize
from pytest_faithform.judges.nodes import MAX_DEPTH, Node, chain, join, number
from pytest_faithform.judges.numbers import literal
from pytest_faithform.judges.wording import worded

__all__ = ["Reading", "read", "readings"]

GREEK = dict(zip(
    [
        "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota",
        "kappa", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi",
        "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega", "ell", "infty",
        "emptyset",
    ],
    "αβγδεεζηθθικλμνξπρστυφφχψωΓΔΘΛΞΠΣΦΨΩl∞∅", strict=True))
RELATIONS = {
    "=": "=", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "≠": "≠", "<=": "≤", ">=": "≥", "!=": "≠", ":=": "=", "∈": "∈",
    "≡": "≡", "≈": "≈", "∣": "∣",
    "le": "≤", "leq": "≤", "leqslant": "≤", "lt": "<", "ge": "≥", "geq": "≥", "geqslant": "≥", "gt": ">", "ne": "≠",
    "neq": "≠", "equiv": "≡", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "mid": "∣", "divides": "∣",
    "nmid": "∤", "approx": "≈", "sim": "∼", "cong": "≅", "coloneqq": "=", "doteq": "=", "triangleq": "=",
}
_TIMES = frozenset(["cdot", "times", "*", "·", "×", "ast"])
_DIVIDE = frozenset(["div", "/", "÷"])
_FUNCTIONS = {
    **{name: name for name in [
        "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "log", "exp", "gcd", "lcm", "max", "min",
        "det", "arg",
    ]},
    "ln": "log", "lg": "log", "arcsin": "arcsin", "arccos": "arccos", "arctan": "arctan", "sqrt": "sqrt", "abs": "abs",
}
_ADJACENT = _TIMES | _DIVIDE | frozenset("+-")
_DOTS = frozenset(["dots", "ldots", "cdots", "dotsc", "dotsb", "vdots", "ddots"])
_SUPERSCRIPTS = {"²": 2, "³": 3}
_ALWAYS_FUNCTIONS = frozenset("fghFGHPQφψ")


@dataclass(frozen=True)
class Reading:
    """`apply`: which letters before a parenthesis are functions; `tight`: does `1/2x` divide by `2x`."""

    apply: str = "likely"
    tight: bool = False


@lru_cache(maxsize=256)
def readings(text: str) -> tuple[Reading, ...]:
    """The readings worth trying, the likeliest first."""
    tokens = tokenize(text)
    applied = any(a.kind in ("letter", "cmd") and b.text == "(" for a, b in pairwise(tokens))
    divided = any(t.text == "/" for t in tokens)
    return tuple(Reading(apply, tight) for tight in ((False, True) if divided else (False,))
                 for apply in (("likely", "all", "none") if applied else ("likely",)))


@lru_cache(maxsize=256)
def read(text: str, reading: Reading) -> tuple[Node, ...]:
    """All formulas of the text, in order: relations, and expressions that stand alone; then what words say of them."""
    pieces = _Parser(text, reading).run()
    return (*pieces, *worded(text, pieces))


def _functions(text: str) -> frozenset[str]:
    """Letters that the text itself uses as functions: applied to one letter or number, or introduced as one."""
    found = re.findall(r"(?<![A-Za-z\\])([A-Z])\(\s*(?:[a-z]|\d+)\s*\)", text)
    found += re.findall(r"function[s]?\s+\$?\s*([A-Za-z])\b", text)
    found += re.findall(r"(?<![A-Za-z\\])([A-Za-z])\s*(?::|\\colon)\s*\\mathbb", text)
    found += re.findall(r"polynomial[s]?\s+\$?\s*([A-Za-z])\b", text)
    found += re.findall(r"(?<![A-Za-z\\])([a-z])\(\s*[a-z]\s*\)\s*=", text)
    return _ALWAYS_FUNCTIONS | frozenset(found)


class _Parser:
    def __init__(self, text: str, reading: Reading) -> None:
        self.tokens = tokenize(text)
        self.reading = reading
        self.functions = _functions(text) if reading.apply == "likely" else frozenset()
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.pieces: list[Node] = []

    # -- tokens ---------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def is_symbol(self, *texts: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind == "sym" and token.text in texts

    def is_command(self, *names: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind == "cmd" and token.text in names

    def skip_units(self) -> None:
        while (token := self.peek()) is not None and token.kind == "unit":
            self.at += 1

    # -- formulas -------------------------------------------------------------------------------------------------

    def run(self) -> list[Node]:
        while self.at < len(self.tokens):
            before = self.at
            if self.tokens[before].kind not in ("sep", "word") or self.word(self.tokens[before], look=True):
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
        return chain(operands, signs)

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
        pairs = [Node("congr", (operands[i], operands[j], modulus), operands[i].start, modulus.end)
                 for i in range(len(operands)) for j in range(i + 1, min(len(operands), i + 12))]
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

    # -- expressions ----------------------------------------------------------------------------------------------

    def nested(self, parse: Callable[[], Node | None]) -> Node | None:
        if self.depth >= MAX_DEPTH:
            token = self.peek()
            if token is None:
                return None
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        self.depth += 1
        try:
            return parse()
        finally:
            self.depth -= 1

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
            terms.append(_signed(token.text, term, token.start))
        return terms[0] if len(terms) == 1 else join("sum", terms)

    def additive(self) -> Token | None:
        """`+`, `-`, `\\pm`: also at the start of the next line of a display."""
        mark = self.at
        while (token := self.peek()) is not None and token.kind in ("newline", "unit"):
            self.at += 1
        if token is not None and ((token.kind == "sym" and token.text in "+-±∓") or self.is_command("pm", "mp")):
            self.at += 1
            return token
        self.at = mark
        return None

    def signed_term(self) -> Node | None:
        mark = self.at
        signs = []
        while self.is_symbol("+", "-", "±", "∓") or self.is_command("pm", "mp"):
            signs.append(self.tokens[self.at])
            self.at += 1
        term = self.term()
        if term is None:
            self.at = mark
            return None
        if len(signs) > 1:
            return Node("opaque", (term,), signs[0].start, term.end)
        return _signed(signs[0].text, term, signs[0].start) if signs else term

    def term(self) -> Node | None:
        first = self.factor()
        if first is None:
            return None
        result = first
        while True:
            mark = self.at
            self.skip_units()
            token = self.peek()
            if token is None:
                break
            if token.kind in ("sym", "cmd") and token.text in _TIMES | _DIVIDE:
                self.at += 1
                factor = self.operand(token)
                if factor is None:
                    self.at = mark
                    break
                result = _times(result, factor, divided=token.text in _DIVIDE)
            elif self.is_command("bmod", "mod") or (token.kind == "text" and token.text == "mod"):
                self.at += 1
                factor = self.factor()
                if factor is None:
                    self.at = mark
                    break
                result = join("mod", [result, factor])
            else:
                factor = self.juxtaposed(result)
                if factor is None:
                    self.at = mark
                    break
                result = _times(result, factor)
        return result

    def operand(self, sign: Token) -> Node | None:
        """What stands after `·` or `/`: maybe with its own minus; a whole product after `/` in the tight reading."""
        minus = self.peek() if self.is_symbol("-") else None
        self.at += minus is not None
        factor = self.factor()
        if factor is None:
            return None
        if sign.text == "/" and self.reading.tight:
            while (more := self.juxtaposed(factor)) is not None:
                factor = _times(factor, more)
        return _signed("-", factor, minus.start) if minus is not None else factor

    def juxtaposed(self, left: Node) -> Node | None:
        token = self.peek()
        if token is None or token.kind == "sep" or (token.prose and not token.glued):
            return None
        if token.kind == "num" and (left.op == "num" or self.tokens[self.at - 1].kind == "num"):
            return None
        if token.kind in ("word", "text", "newline", "unit") or (token.kind == "sym" and token.text not in "([{|√"):
            return None
        if token.text == "|" and token.kind == "sym" and self.bars:
            return None
        return self.factor()

    # -- factors --------------------------------------------------------------------------------------------------

    def factor(self) -> Node | None:
        return self.nested(self._factor)

    def _factor(self) -> Node | None:
        self.skip_units()
        token = self.peek()
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
            elif token.kind == "sym" and token.text in _SUPERSCRIPTS:
                self.at += 1
                base = Node("pow", (base, number(_SUPERSCRIPTS[token.text], token.start, end)), base.start, end)
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

    def script(self) -> Node | None:
        """The argument of `_`, `^` or a command: a group, or one token."""
        self.skip_units()
        if self.is_symbol("{"):
            return self.group()
        minus = self.peek() if self.is_symbol("-") else None
        self.at += minus is not None
        token = self.peek()
        if token is None or token.kind in ("sep", "word", "newline"):
            return None
        if token.kind == "num" and not token.prose and minus is None and len(token.text) > 1:
            return self.first_digit(token)
        node = self.nested(lambda: self.primary(token))
        return _signed("-", node, minus.start) if node is not None and minus is not None else node

    def first_digit(self, token: Token) -> Node:
        """`x^23` is x² · 3 and `\\frac12` is 1/2: TeX takes one digit; the rest stays a token."""
        self.tokens[self.at] = Token("num", token.text[1:], token.start + 1, token.end, token.prose, True)
        return number(Fraction(int(token.text[0])) if token.text[0].isdigit() else 0, token.start, token.start + 1)

    def applies(self, base: Node, token: Token) -> bool:
        head = base
        while head.op in ("app", "pow") and head.args:
            head = head.args[0]
        if head.op != "var" or token.kind != "sym" or token.text != "(" or (token.prose and not token.glued):
            return False
        if base.op == "app" and base.args[1:] and base.args[-1].op == "tuple":
            return False
        if self.reading.apply != "likely":
            return self.reading.apply == "all"
        return head.name.rstrip("'") in self.functions

    def arguments(self) -> list[Node]:
        group = self.group()
        if group is None:
            return []
        return list(group.args) if group.op == "tuple" else [group]

    # -- primaries ------------------------------------------------------------------------------------------------

    def primary(self, token: Token) -> Node | None:
        if token.kind == "num":
            self.at += 1
            value = literal(token.text)
            node = Node("opaque", (), token.start, token.end) if value is None else number(value, token.start, token.end)
            return self.after_number(node)
        if token.kind == "letter":
            self.at += 1
            return Node("var", (), token.start, token.end, token.text)
        if token.kind == "word":
            return self.word(token)
        if token.kind == "text":
            return self.text(token)
        if token.kind == "cmd":
            return self.command(token)
        if token.kind == "sym":
            return self.bracketed(token)
        return None

    def after_number(self, node: Node) -> Node:
        """`5 apples + 3 apples`: up to three words between a number and an operator are its unit."""
        for words in range(1, 4):
            kinds = [t.kind for t in self.tokens[self.at : self.at + words]]
            if kinds != ["word"] * words and kinds != ["text"]:
                break
            after = self.peek(words)
            if after is not None and (after.text in _ADJACENT or after.text in RELATIONS) and after.kind in ("sym", "cmd"):
                self.at += words
                break
        return node

    def word(self, token: Token, *, look: bool = False) -> Node | None:
        """A word of the prose is a quantity only next to an operator: `total = 5 + 3`."""
        after = self.peek(1)
        operator = after is not None and after.kind == "sym" and (after.text in "+*/×÷=<>≤≥≠" or
                                                                  (after.text == "-" and not after.glued))
        before = self.tokens[self.at - 1] if self.at else None
        follows = before is not None and before.kind == "sym" and before.text in "+-*/×÷=<>≤≥≠("
        if token.kind != "word" or not (operator or follows):
            return None
        self.at += not look
        return Node("var", (), token.start, token.end, token.text.lower())

    def text(self, token: Token) -> Node | None:
        name = re.sub(r"[\s_-]+", "", token.text).lower()
        if not name.isalnum() or name in _CONNECTIVES:
            return None
        if name in _FUNCTIONS:
            return self.function(token, _FUNCTIONS[name])
        before = self.tokens[self.at - 1] if self.at else None
        if before is not None and (before.kind == "num" or before.text in ")}"):
            return None
        self.at += 1
        return Node("var", (), token.start, token.end, name)

    def command(self, token: Token) -> Node | None:
        name = token.text
        if name in GREEK:
            self.at += 1
            return Node("var", (), token.start, token.end, GREEK[name])
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return self.fraction(token)
        if name == "sqrt":
            return self.root(token)
        if name in ("binom", "dbinom", "tbinom"):
            return self.two_arguments(token, "choose")
        if name in _FUNCTIONS:
            return self.function(token, _FUNCTIONS[name])
        if name in ("sum", "prod"):
            return self.big(token, {"sum": "∑", "prod": "∏"}[name])
        if name in ("lfloor", "lceil"):
            return self.enclosed(token, "rfloor" if name == "lfloor" else "rceil", name[1:])
        if name in ("lvert", "lVert", "vert"):
            return self.enclosed(token, "rvert" if name == "lvert" else "rVert" if name == "lVert" else "vert", "abs")
        if name == "{":
            return self.bracketed(token)
        if name in ("boxed", "fbox", "overline", "underline", "overrightarrow", "overbrace", "underbrace", "widehat"):
            return self.decorated(token)
        if name in _DOTS:
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        return None

    def decorated(self, token: Token) -> Node | None:
        self.at += 1
        inner = self.script()
        if inner is None:
            return None
        if token.text in ("boxed", "fbox", "underline", "underbrace", "overbrace"):
            return inner.at(token.start, inner.end)
        return Node("call", (inner,), token.start, inner.end, token.text)

    def fraction(self, token: Token) -> Node | None:
        self.at += 1
        top = self.script()
        bottom = self.script()
        if top is None or bottom is None:
            return None if top is None else Node("opaque", (top,), token.start, top.end)
        return _times(top, bottom, divided=True).at(token.start, bottom.end)

    def root(self, token: Token) -> Node | None:
        self.at += 1
        degree = self.group() if self.is_symbol("[") else None
        inner = self.script()
        if inner is None:
            return None
        args = (inner,) if degree is None else (degree, inner)
        return Node("call", args, token.start, inner.end, "sqrt" if degree is None else "root")

    def two_arguments(self, token: Token, name: str) -> Node | None:
        self.at += 1
        first, second = self.script(), self.script()
        if first is None or second is None:
            return None
        return Node("call", (first, second), token.start, second.end, name)

    def function(self, token: Token, name: str) -> Node | None:
        """`\\sin^2 2x`, `\\log_2(8)`, `\\gcd(a, b)`: scripts, then a group or the product that follows."""
        self.at += 1
        base = power = None
        while self.is_symbol("_", "^"):
            lower = self.is_symbol("_")
            self.at += 1
            script = self.script()
            base, power = (script, power) if lower else (base, script)
        if self.is_symbol("(") or (self.is_symbol("{") and name not in ("max", "min")):
            args = self.arguments()
        else:
            factor = self.factor()
            while factor is not None and not self.is_command(*_FUNCTIONS) and (more := self.juxtaposed(factor)) is not None:
                factor = _times(factor, more)
            args = [] if factor is None else [factor]
        if not args:
            return None
        if base is not None and name in ("max", "min"):
            base = None
        node = Node("call", tuple(args) if base is None else (base, *args), token.start, args[-1].end,
                    name if base is None else f"{name}_")
        return node if power is None else join("pow", [node, power]).at(token.start, node.end)

    def big(self, token: Token, sign: str) -> Node | None:
        self.at += 1
        low = high = None
        while self.is_symbol("_", "^"):
            lower = self.is_symbol("_")
            self.at += 1
            script = self.script()
            low, high = (script, high) if lower else (low, script)
        body = self.term()
        if body is None:
            return None
        if low is not None and high is not None and low.op == "rel" and low.name == "=" and low.args[0].op == "var":
            variable = low.args[0].name
            return Node("big", (low.args[1], high, body), token.start, body.end, sign, bound=(variable,))
        rest = tuple(n for n in (low, high, body) if n is not None)
        return Node("opaque", rest, token.start, body.end)

    def enclosed(self, token: Token, closer: str, name: str) -> Node | None:
        self.at += 1
        inner = self.expression()
        if inner is None:
            return None
        end = inner.end
        if self.is_command(closer):
            end = self.tokens[self.at].end
            self.at += 1
        return Node("call", (inner,), token.start, end, name)

    def bracketed(self, token: Token) -> Node | None:
        if token.text in ("(", "[", "{") or (token.kind == "cmd" and token.text == "{"):
            return self.group()
        if token.text == "√":
            self.at += 1
            inner = self.factor()
            return None if inner is None else Node("call", (inner,), token.start, inner.end, "sqrt")
        if token.text == "∞":
            self.at += 1
            return Node("var", (), token.start, token.end, "∞")
        if token.text == "|" and not token.prose:
            return self.absolute(token)
        return None

    def absolute(self, token: Token) -> Node | None:
        mark = self.at
        self.at += 1
        self.bars += 1
        inner = self.expression()
        self.bars -= 1
        if inner is None or not self.is_symbol("|"):
            self.at = mark if inner is None else self.at
            return None if inner is None else Node("opaque", (inner,), token.start, inner.end)
        end = self.tokens[self.at].end
        self.at += 1
        return Node("call", (inner,), token.start, end, "abs")

    def group(self) -> Node | None:
        return self.nested(self._group)

    def _group(self) -> Node | None:
        opener = self.tokens[self.at]
        brace = opener.kind == "cmd"
        self.at += 1
        bars, self.bars = self.bars, 0
        pieces, self.pieces = self.pieces, []
        items: list[Node] = []
        commas = 0
        while (token := self.peek()) is not None and not _closes(token, brace):
            if token.kind == "sep" and (token.text.startswith("$") or token.text in ("\\(", "\\)", "\\[", "\\]", ".")):
                break
            before = self.at
            items += self.listing()
            if self.at == before:
                self.at += 1
                commas += 1
        self.bars = bars
        self.pieces = pieces
        end = token.end if token is not None and _closes(token, brace) else (items[-1].end if items else opener.end)
        closer = token.text if token is not None and _closes(token, brace) else ""
        self.at += bool(closer)
        return _grouped(opener, closer, items, commas, end)


_CONNECTIVES = frozenset([
    "and", "or", "if", "then", "so", "where", "for", "when", "since", "because", "with", "is", "are", "that", "mod",
    "thus", "hence", "but", "iff", "by", "from", "to", "units", "unit",
])


def _closes(token: Token, brace: bool) -> bool:
    if token.kind == "cmd":
        return brace and token.text == "}"
    return token.kind == "sym" and not brace and token.text in ")]}"


def _grouped(opener: Token, closer: str, items: list[Node], commas: int, end: int) -> Node | None:
    start = opener.start
    if not items:
        return Node("opaque", (), start, end)
    if opener.kind == "cmd":
        return Node("set", tuple(items), start, end)
    if len(items) == 1 and not commas:
        return items[0].at(start, end)
    if len(items) == 2 and opener.text + closer in ("[]", "[)", "(]"):
        name = {"[]": "Icc", "[)": "Ico", "(]": "Ioc"}[opener.text + closer]
        return Node("call", tuple(items), start, end, name)
    return Node("tuple" if not commas else "seq", tuple(items), start, end)


def _signed(sign: str, term: Node, start: int) -> Node:
    if sign == "+":
        return term
    if sign == "-":
        return Node("neg", (term,), start, term.end)
    return Node("opaque", (term,), start, term.end)


def _times(left: Node, right: Node, divided: bool = False) -> Node:
    """Products grow flat, so that a long one stays shallow; a divisor is an `inv` factor."""
    factor = Node("inv", (right,), right.start, right.end) if divided else right
    factors = (*left.args, factor) if left.op == "prod" and left.start == left.args[0].start else (left, factor)
    return Node("prod", factors, left.start, right.end)
