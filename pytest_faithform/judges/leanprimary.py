"""The smallest pieces of a Lean term: names, literals, brackets, and a function with its arguments."""

from __future__ import annotations

from dataclasses import replace

from pytest_faithform.judges.leanbuild import apply, called, identifier, named, summed
from pytest_faithform.judges.leancursor import CLOSER, DEFINING, PROPOSITIONAL, Cursor
from pytest_faithform.judges.leannames import FUNCTIONS, IDENTITY
from pytest_faithform.judges.nodes import MAX_DEPTH, Node, number
from pytest_faithform.judges.numbers import literal
from pytest_faithform.lean.source import Token

__all__ = ["Primaries"]

_ENCLOSED = {"⌊": "floor", "⌈": "ceil", "‖": "abs"}
_MAX_ARGUMENTS = 64


class Primaries(Cursor):
    """Applications end where the column rule of tactic blocks ends them."""

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
        if self.polynomials and first.text in ("C", "Polynomial.C") and len(args) == 1 and args[0].op == "num":
            return args[0].at(first.start, args[0].end)
        return named(first, args) or apply(head, args) if first.kind == "ident" else apply(head, args)

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
            return (
                Node("opaque", (), token.start, token.end) if value is None else number(value, token.start, token.end)
            )
        if token.kind == "ident":
            self.at += 1
            return Node("hole", (), token.start, token.end) if text == "_" else identifier(token)
        if token.kind != "symbol":
            return None
        if text in _ENCLOSED and not (text == "‖" and self.bars):
            return self.enclosed(token, CLOSER[text], _ENCLOSED[text])
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
            return (
                Node("opaque", (), token.start, token.end)
                if inner is None
                else Node("call", (inner,), token.start, inner.end, "sqrt")
            )
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
            if token.kind == "keyword" and token.text not in (
                "fun",
                "show",
                "from",
                "by",
                "have",
                "forall",
                "exists",
                "let",
                "if",
                "then",
                "else",
                "with",
                "in",
                "at",
                "do",
            ):
                break
            before = self.at
            if token.kind == "keyword" and token.text in DEFINING:
                self.definition()
                continue
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
        closer = CLOSER.get(token.text, "⦄")
        bars, self.bars = self.bars, 0
        bound = self.set_builder_names() if token.text == "{" else ()
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
        node = self.grouped(token, found, typed, ascribed, end)
        return replace(node, bound=bound) if bound and node.op == "opaque" else node

    def set_builder_names(self) -> tuple[str, ...]:
        """The names that `{x : T | …}` binds."""
        names = self.names_from(self.at)
        after = self.peek(len(names))
        separated = after is not None and after.text in (":", "|", "//", "∈")
        return tuple(n.name for n in names if n.name) if separated else ()

    def grouped(self, token: Token, found: list[Node], typed: list[Node], ascribed: bool, end: int) -> Node:
        start = token.start
        binder = ascribed and any(node.op in PROPOSITIONAL for node in typed)
        if token.text in ("{", "⦃") and (ascribed or len(found) != 1 or found[0].op in PROPOSITIONAL):
            if ascribed or any(node.op in PROPOSITIONAL for node in found):
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
        return (
            after
            if dot.text == "." and after is not None and after.kind == "ident" and after.start == dot.end
            else None
        )

    def method(self, base: Node, name: Token) -> Node:
        last = name.text.rpartition(".")[2]
        if last in IDENTITY:
            return base.at(base.start, name.end)
        if last in ("sum", "prod"):
            mark = self.at
            total = summed(last, self.arguments_of(base, 2), base.start)
            if total is not None:
                return total
            self.at = mark
        if last in FUNCTIONS:
            call, arity = FUNCTIONS[last]
            if arity == 1:
                return called(call, [base], base.start, name.end)
            mark = self.at
            args = self.arguments_of(base, arity)
            if len(args) == arity:
                return called(call, args, base.start, args[-1].end)
            self.at = mark
        return Node("app", (Node("var", (), name.start, name.end, last.lower()), base), base.start, name.end)

    def arguments_of(self, base: Node, arity: int) -> list[Node]:
        """A method's subject and what follows its name; the last token read stays to be passed over."""
        self.at += 1
        args = [base]
        while len(args) < arity and self.argument_follows():
            arg = self.primary()
            if arg is None:
                break
            args.append(arg)
        self.at -= 1
        return args
