"""Lean terms and propositions as trees, read from the tokens of a region without knowing its grammar.

`expressions` reads every term it meets between tactic words and punctuation: binders, ascriptions (casts drop out), the
arms of definitions (`| n + 1 => …` is `f (n + 1) = …`), `let x := e` as `x = e`, and `calc` steps with their `_`
resolved. Precedences are Lean's. Newlines bound applications as the column rule of tactic blocks does. Linear in the
tokens, nesting limited by `nodes.MAX_DEPTH`; never raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pytest_faithform.judges.leannames import FUNCTIONS, IDENTITY, function_of, variable
from pytest_faithform.judges.nodes import MAX_DEPTH, Node, chain, join, number
from pytest_faithform.judges.numbers import literal
from pytest_faithform.lean.tokens import Token

__all__ = ["expressions", "proposition"]

_RELATIONS = {
    "=": "=", "≠": "≠", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "∣": "∣",
    "∤": "∤", "∈": "∈", "∉": "∉", "⊆": "⊆", "⊂": "⊂", "≡": "≡", "≈": "≈",
}
_LOGIC = {"↔": ("iff", 20), "<->": ("iff", 20), "→": ("imp", 25), "->": ("imp", 25), "∨": ("or", 30), "\\/": ("or", 30),
          "||": ("or", 30), "∧": ("and", 35), "/\\": ("and", 35), "&&": ("and", 35)}
_RELATION = 50
_ARITHMETIC = {"+": 65, "-": 65, "∪": 65, "∩": 70, "\\": 70, "*": 70, "/": 70, "%": 70, "//": 70, "•": 73, "^": 75,
               "∘": 90, "×": 35}
_CLOSER = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "‖": "‖"}
_ENCLOSED = {"⌊": "floor", "⌈": "ceil", "‖": "abs"}
_PROPOSITIONAL = frozenset(["rel", "congr", "dvd", "and", "or", "not", "imp", "iff", "forall", "exists"])
_DEFINING = frozenset(["def", "abbrev", "let", "letI", "set", "irreducible_def"])
_BINDERS = {"∀": "forall", "forall": "forall", "Π": "forall", "∃": "exists", "exists": "exists", "∃!": "exists"}
_MAX_ARGUMENTS = 64


def expressions(source: str, tokens: Sequence[Token]) -> list[Node]:
    """Every expression of a region, in order of its end; sub-expressions are reached with `nodes.walk`."""
    return _Parser(source, tokens).run()


def proposition(source: str, tokens: Sequence[Token]) -> Node | None:
    """The tokens as one proposition; None if they are not one from end to end."""
    parser = _Parser(source, tokens)
    node = parser.expression(0)
    return node if parser.at == len(tokens) else None


class _Parser:
    def __init__(self, source: str, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.layout = _layout(source, tokens)
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.indent = (0, 0)
        self.pieces: list[Node] = []
        self.calc_open: list[tuple[int, Node]] = []
        self.calc_steps: dict[int, tuple[int, Node]] = {}

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def next_is(self, *texts: str) -> bool:
        token = self.peek()
        return token is not None and token.text in texts and token.kind in ("symbol", "keyword")

    def accept(self, *texts: str) -> bool:
        found = self.next_is(*texts)
        self.at += found
        return found

    # -- the region -------------------------------------------------------------------------------------------------

    def run(self) -> list[Node]:
        while self.at < len(self.tokens):
            self.island()
        return self.pieces

    def island(self) -> None:
        token = self.tokens[self.at]
        if token.kind == "keyword" and token.text in _DEFINING:
            self.definition()
            return
        if token.kind == "keyword" and token.text in ("theorem", "lemma"):
            self.at += 2
            return
        before = self.at
        line, _, indent = self.layout[before]
        self.indent = (line, indent)
        node = self.expression(0)
        if node is not None:
            after_calc = before > 0 and self.tokens[before - 1].text == "calc"
            self.pieces.append(self.calc(node, before, after_calc))
        elif self.at == before:
            self.at += 1

    def calc(self, node: Node, index: int, first: bool) -> Node:
        if first:
            self.calc_open.append((index, node))
            return node
        if node.op != "rel" or node.args[0].op != "hole":
            return node
        column = self.layout[index][1]
        opened = self.calc_open[-1] if self.calc_open else (-1, None)
        step = self.calc_steps.get(column, (-1, None))
        if opened[0] > step[0]:
            self.calc_open.pop()
            step = opened
        previous = step[1]
        if previous is None:
            return node
        extended = _continue(previous, node)
        self.calc_steps[column] = (index, extended)
        return extended

    def definition(self) -> None:
        keyword = self.tokens[self.at]
        self.at += 1
        name = self.peek()
        if name is None or name.kind != "ident":
            return
        self.at += 1
        line, _, indent = self.layout[self.at - 1]
        self.indent = (line, indent)
        head: list[Node] = [variable(function_of(name.text)[1], name.start, name.end)]
        while self.next_is("(", "{", "[", "⦃"):
            explicit = self.next_is("(")
            mark = self.at + 1
            names = self.names_from(mark)
            group = self.primary()
            if group is None:
                break
            head += names if explicit else []
        if self.accept(":"):
            kind = self.expression(0)
            self.pieces += [kind] if kind is not None else []
        if self.next_is("|") and keyword.text in ("def", "abbrev"):
            self.arms(head)
        elif self.accept(":="):
            body = self.expression(0)
            if body is not None:
                self.pieces.append(_defines(head, body))

    def names_from(self, index: int) -> list[Node]:
        names = []
        while index < len(self.tokens) and self.tokens[index].kind == "ident":
            token = self.tokens[index]
            names.append(variable(token.text, token.start, token.end))
            index += 1
        return names

    def arms(self, head: list[Node]) -> None:
        while self.accept("|"):
            patterns = self.items(("=>", "|"))
            if not self.accept("=>"):
                return
            line, _, indent = self.layout[min(self.at, len(self.tokens) - 1)]
            self.indent = (line, indent)
            body = self.expression(0)
            if body is not None:
                self.pieces.append(_defines(head + patterns, body))
            else:
                return

    # -- expressions ------------------------------------------------------------------------------------------------

    def nested(self, parse: Callable[[], Node | None]) -> Node | None:
        if self.depth >= MAX_DEPTH:
            token = self.peek()
            if token is None or token.text in _CLOSER.values() or token.kind == "keyword":
                return None
            self.at += 1
            return Node("opaque", (), token.start, token.end)
        self.depth += 1
        try:
            return parse()
        finally:
            self.depth -= 1

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
            return self.arithmetic(left, text, _ARITHMETIC[text])
        if text in ("<|", "$") and floor <= 10:
            return self.after(left, 10, lambda right: _apply(left, [right]))
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
        return chain(operands, signs)

    def congruence(self, operands: list[Node]) -> Node:
        if self.next_is("["):
            self.at += 2
            modulus = self.expression(0)
            self.accept("]")
            if modulus is not None:
                return join("congr", [*operands, modulus])
        return Node("opaque", tuple(operands), operands[0].start, operands[1].end)

    def arithmetic(self, left: Node, sign: str, level: int) -> Node | None:
        right_associative = sign in ("^", "×")
        return self.after(left, level if right_associative else level + 1, lambda right: _combine(left, sign, right))

    def prefix(self) -> Node | None:
        token = self.peek()
        if token is None:
            return None
        text = token.text
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

    # -- binders ----------------------------------------------------------------------------------------------------

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
        while self.next_is("(", "{", "[", "⦃"):
            names += [n.name for n in self.names_from(self.at + 1)]
            pieces_before = len(self.pieces)
            self.primary()
            conditions += [n for n in self.pieces[pieces_before:] if n.op in _PROPOSITIONAL]
        if self.accept(":"):
            kind = self.expression(0)
            self.pieces += [kind] if kind is not None else []
        elif (sign := self.peek()) is not None and sign.text in _RELATIONS and names:
            last = self.tokens[self.at - 1]
            self.at += 1
            limit = self.expression(_RELATION + 1)
            if limit is not None:
                conditions.append(join("rel", [variable(last.text, last.start, last.end), limit], _RELATIONS[sign.text]))
        if not self.accept(","):
            return Node("opaque", tuple(conditions), token.start, self.tokens[self.at - 1].end)
        body = self.expression(0)
        if body is None:
            return Node("opaque", tuple(conditions), token.start, self.tokens[self.at - 1].end)
        quantifier = _BINDERS[token.text]
        inner = join("imp" if quantifier == "forall" else "and", [*conditions, body]) if conditions else body
        return Node(quantifier, (inner,), token.start, body.end, token.text, bound=tuple(names))

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
                bounds = _range(domain)
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

    # -- applications and primaries -----------------------------------------------------------------------------------

    def application(self) -> Node | None:
        first = self.peek()
        head = self.primary()
        if head is None or first is None or first.kind == "number" or head.op == "num":
            return head
        args: list[Node] = []
        while len(args) < _MAX_ARGUMENTS and self.argument_follows():
            arg = self.primary()
            if arg is None:
                break
            args.append(arg)
        if not args:
            return head
        return _named(first, args) or _apply(head, args) if first.kind == "ident" else _apply(head, args)

    def argument_follows(self) -> bool:
        token = self.peek()
        if token is None:
            return False
        line, column, _ = self.layout[self.at]
        if line > self.indent[0] and (column <= self.indent[1] or token.text == "_"):
            return False
        if token.kind in ("ident", "number"):
            return True
        if token.text == "[":
            after = self.peek(1)
            return after is None or after.text not in ("MOD", "ZMOD", "PMOD", "SMOD")
        return token.kind == "symbol" and token.text in ("(", "⟨", "↑", "√", "_", "⌊", "⌈", "@", "∅", "‖")

    def primary(self) -> Node | None:
        return self.nested(self._primary)

    def _primary(self) -> Node | None:
        token = self.peek()
        if token is None:
            return None
        node = self.atom(token)
        return None if node is None else self.postfix(node)

    def atom(self, token: Token) -> Node | None:
        text = token.text
        if token.kind == "number":
            self.at += 1
            value = literal(text)
            return Node("opaque", (), token.start, token.end) if value is None else number(value, token.start, token.end)
        if token.kind == "ident":
            self.at += 1
            return Node("hole", (), token.start, token.end) if text == "_" else _identifier(token)
        if token.kind != "symbol":
            return None
        if text in _ENCLOSED and not (text == "‖" and self.bars):
            return self.enclosed(token, _CLOSER[text], _ENCLOSED[text])
        if text in ("(", "[", "{", "⟨", "⦃"):
            return self.group(token)
        if text == "|" and not self.bars:
            return self.enclosed(token, "|", "abs")
        if text in ("↑", "⇑", "↥", "@", "."):
            self.at += 1
            inner = self.primary()
            if inner is None:
                self.at -= 1
            return inner
        if text == "√":
            self.at += 1
            inner = self.primary()
            return Node("opaque", (), token.start, token.end) if inner is None else Node(
                "call", (inner,), token.start, inner.end, "sqrt")
        if text == "?_":
            self.at += 1
            return Node("hole", (), token.start, token.end)
        if text in ("∅", "·", "∞", "⊤", "⊥"):
            if text == "·" and not self.depth_in_group():
                return None
            self.at += 1
            return Node("var", (), token.start, token.end, text)
        return None

    def depth_in_group(self) -> bool:
        return self.at > 0 and self.tokens[self.at - 1].text not in (":=", "by", ";") and not self.starts_line()

    def starts_line(self) -> bool:
        return self.at == 0 or self.layout[self.at][0] != self.layout[self.at - 1][0]

    def enclosed(self, token: Token, closer: str, name: str) -> Node | None:
        self.at += 1
        self.bars += closer in "|‖"
        inner = self.expression(0)
        self.bars -= closer in "|‖"
        if inner is None:
            self.at -= 1
            return None
        if not self.next_is(closer):
            self.pieces.append(inner)
            return Node("opaque", (), token.start, inner.end)
        end = self.tokens[self.at].end
        self.at += 1
        return Node("call", (inner,), token.start, end, name)

    def items(self, stops: tuple[str, ...]) -> list[Node]:
        """Expressions separated by anything until one of `stops` (or a word that cannot be inside brackets)."""
        found: list[Node] = []
        while (token := self.peek()) is not None and token.text not in stops:
            if token.kind == "keyword" and token.text not in ("fun", "show", "from", "by", "have", "forall", "exists", "let",
                                                              "if", "then", "else", "with", "in", "at", "do"):
                break
            before = self.at
            node = self.expression(0)
            if node is not None:
                found.append(node)
            elif self.at == before:
                if token.text in (")", "]", "}", "⟩", ":"):
                    break
                self.at += 1
        return found

    def group(self, token: Token) -> Node:
        self.at += 1
        closer = _CLOSER.get(token.text, "⦄")
        bars, self.bars = self.bars, 0
        found = self.items((closer,))
        typed: list[Node] = []
        ascribed = self.accept(":")
        if ascribed:
            typed = self.items((closer,))
            while self.accept(":"):
                typed += self.items((closer,))
        self.bars = bars
        end = self.tokens[self.at].end if self.next_is(closer) else self.tokens[self.at - 1].end
        self.accept(closer)
        self.pieces += typed
        return self.grouped(token, found, typed, ascribed, end)

    def grouped(self, token: Token, found: list[Node], typed: list[Node], ascribed: bool, end: int) -> Node:
        start = token.start
        binder = ascribed and any(node.op in _PROPOSITIONAL for node in typed)
        if token.text in ("{", "⦃") and (ascribed or len(found) != 1 or found[0].op in _PROPOSITIONAL):
            if ascribed or any(node.op in _PROPOSITIONAL for node in found):
                self.pieces += found
                return Node("opaque", (), start, end)
            return Node("set", tuple(found), start, end)
        if token.text == "{":
            return Node("set", tuple(found), start, end)
        if token.text == "(" and len(found) == 1 and not binder:
            return found[0].at(start, end)
        if token.text in ("[", "⟨", "(") and found and not ascribed:
            return Node("tuple", tuple(found), start, end, "list" if token.text == "[" else "")
        self.pieces += found
        return Node("opaque", (), start, end)

    def postfix(self, node: Node) -> Node:
        for _ in range(MAX_DEPTH):
            token = self.peek()
            if token is None or token.kind != "symbol":
                break
            if token.text == "⁻¹":
                node = Node("inv", (node,), node.start, token.end)
            elif token.text == "!" and node.op != "opaque":
                node = Node("call", (node,), node.start, token.end, "factorial")
            elif token.text in ("²", "³"):
                node = Node("pow", (node, number(2 if token.text == "²" else 3)), node.start, token.end)
            elif token.text[0] == "." and len(token.text) > 1 and token.text[1].isdigit():
                node = Node("opaque", (), node.start, token.end)
            elif (after := self.field(token)) is not None:
                self.at += 1
                node = self.method(node, after)
            else:
                break
            self.at += 1
        return node

    def field(self, dot: Token) -> Token | None:
        after = self.peek(1)
        return after if dot.text == "." and after is not None and after.kind == "ident" and after.start == dot.end else None

    def method(self, base: Node, name: Token) -> Node:
        last = name.text.rpartition(".")[2]
        if last in IDENTITY:
            return base.at(base.start, name.end)
        if last in FUNCTIONS:
            call, arity = FUNCTIONS[last]
            if arity == 1:
                return _call(call, [base], base.start, name.end)
            mark = self.at
            self.at += 1
            args = [base]
            while len(args) < arity and self.argument_follows():
                arg = self.primary()
                if arg is None:
                    break
                args.append(arg)
            self.at -= 1
            if len(args) == arity:
                return _call(call, args, base.start, args[-1].end)
            self.at = mark
        return Node("app", (Node("var", (), name.start, name.end, last.lower()), base), base.start, name.end)


# -- building ---------------------------------------------------------------------------------------------------------


def _identifier(token: Token) -> Node:
    base, last = function_of(token.text)
    if base is None:
        return variable(token.text if "." not in token.text else last, token.start, token.end)
    subject = variable(base.rpartition(".")[2] if "." in base else base, token.start, token.start + len(base))
    if last in IDENTITY:
        return subject
    if last in FUNCTIONS and FUNCTIONS[last][1] == 1:
        return _call(FUNCTIONS[last][0], [subject], token.start, token.end)
    return Node("app", (Node("var", (), token.start, token.end, last.lower()), subject), token.start, token.end)


def _named(first: Token, args: list[Node]) -> Node | None:
    """A known function applied to at least its arguments: `Nat.choose n k`, `n.choose k`, `Real.sqrt x`, `Nat.cast x`."""
    base, last = function_of(first.text)
    if last in IDENTITY and base is None:
        return args[0] if len(args) == 1 else _apply(args[0], args[1:])
    if last in ("sum", "prod"):
        return _summed(first, base, last, args)
    if last not in FUNCTIONS:
        return None
    call, arity = FUNCTIONS[last]
    if base is not None:
        args = [variable(base, first.start, first.start + len(base)), *args]
    if len(args) < arity:
        return None
    node = _call(call, args[:arity], first.start, args[arity - 1].end)
    return node if len(args) == arity else _apply(node, args[arity:])


def _summed(first: Token, base: str | None, last: str, args: list[Node]) -> Node | None:
    if base is not None or len(args) != 2 or args[1].op != "lam":
        return None
    bounds = _range(args[0])
    if bounds is None:
        return None
    body = args[1].args[0]
    return Node("big", (*bounds, body), first.start, args[1].end, "∑" if last == "sum" else "∏", bound=args[1].bound)


def _call(name: str, args: Sequence[Node], start: int, end: int) -> Node:
    if name == "succ":
        return Node("sum", (args[0], number(1)), start, end)
    if name == "ModEq":
        return Node("congr", (args[1], args[2], args[0]), start, end)
    if name in ("pow", "mod", "dvd"):
        return Node(name, tuple(args), start, end)
    return Node("call", tuple(args), start, end, name)


def _apply(head: Node, args: Sequence[Node]) -> Node:
    return Node("app", (head, *args), head.start, args[-1].end)


def _combine(left: Node, sign: str, right: Node) -> Node:
    start, end = left.start, right.end
    if sign in "+-":
        term = right if sign == "+" else Node("neg", (right,), right.start, end)
        return Node("sum", (*_flat(left, "sum"), term), start, end)
    if sign in ("*", "/", "//", "•"):
        factor = right if sign in "*•" else Node("inv", (right,), right.start, end)
        return Node("prod", (*_flat(left, "prod"), factor), start, end)
    if sign == "^":
        return Node("pow", (left, right), start, end)
    if sign == "%":
        return Node("mod", (left, right), start, end)
    return Node("op", (left, right), start, end, sign)


def _flat(node: Node, op: str) -> tuple[Node, ...]:
    # A group starts before its first argument: only an unbracketed chain is extended, so that spans stay true.
    return node.args if node.op == op and node.args[0].start == node.start else (node,)


def _defines(head: list[Node], body: Node) -> Node:
    if body.op == "lam":
        head = head + [Node("var", (), body.start, body.start, name) for name in body.bound]
        body = body.args[0]
    left = head[0] if len(head) == 1 else Node("app", tuple(head), head[0].start, head[0].end)
    start = head[-1].start if head[-1].start < body.start else head[0].start
    return Node("rel", (left, body), start, body.end, "=")


def _continue(previous: Node, step: Node) -> Node:
    """A calc step `_ R c` after `… = b`: `b R c`, and `a R' c` where the signs compose."""
    if previous.op == "and":
        last = max((n for n in previous.args if n.op == "rel"), key=lambda n: n.args[1].end, default=previous)
        first = min((n for n in previous.args if n.op == "rel"), key=lambda n: n.args[0].start, default=previous)
        links = [n for n in (first, last) if n.op == "rel"]
    else:
        links = [previous]
    if not links or links[0].op != "rel":
        return Node("rel", (previous, step.args[1]), step.start, step.end, step.name) if previous.op != "and" else step
    middle = links[-1].args[1]
    direct = Node("rel", (middle, step.args[1]), step.start, step.end, step.name)
    start = links[0].args[0]
    whole = [n for n in (previous.args if previous.op == "and" else (previous,))
             if n.op == "rel" and n.args[0] is start and n.args[1] is middle]
    args = [direct]
    if whole:
        composed = chain([start, middle, step.args[1]], [whole[0].name, step.name])
        args += [replace(n, start=step.start, end=step.end) for n in composed.args[2:]]
    return Node("and", tuple(args), step.start, step.end) if len(args) > 1 else direct


def _range(domain: Node) -> tuple[Node, Node] | None:
    if domain.op != "app" or domain.args[0].op != "var":
        return None
    name, args = domain.args[0].name, domain.args[1:]
    if name == "range" and len(args) == 1:
        return number(0), _shifted(args[0], -1)
    if name in ("icc", "ico", "ioc", "ioo") and len(args) == 2:
        low = args[0] if name[1] == "c" else _shifted(args[0], 1)
        high = args[1] if name[2] == "c" else _shifted(args[1], -1)
        return low, high
    return None


def _shifted(node: Node, by: int) -> Node:
    if node.op == "num" and node.value is not None:
        return number(node.value + by, node.start, node.end)
    if node.op == "sum" and node.args[-1].op == "num" and node.args[-1].value == -by:
        rest = node.args[:-1]
        return rest[0] if len(rest) == 1 else join("sum", rest)
    one = number(1) if by > 0 else Node("neg", (number(1),))
    return Node("sum", (node, one), node.start, node.end)


def _layout(source: str, tokens: Sequence[Token]) -> list[tuple[int, int, int]]:
    """Per token: line, column, and the column of the first token of its line (after a bullet)."""
    layout = []
    line, line_start, at, indent, first, bullet = 0, 0, 0, 0, True, False
    for token in tokens:
        newlines = source.count("\n", at, token.start)
        if newlines:
            line += newlines
            line_start = source.rfind("\n", at, token.start) + 1
            first = True
        column = token.start - line_start
        if first or bullet:
            indent = column
            bullet = first and token.text in ("·", ".")
            first = False
        layout.append((line, column, indent))
        at = token.start
    return layout
