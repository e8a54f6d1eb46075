"""A small reader of first-order arithmetic in Lean's notation.

It serves the search for witnesses and the choice of tactic scripts: what it says is a hint, which Lean then certifies or
refuses. So it may be incomplete (it raises Unreadable), but a formula that it reads has Lean's meaning: truncated
subtraction on Nat, floor division on Nat and Int, `x / 0 = 0`, and the elaborator's rule that an arithmetic expression
lives in the largest type among its leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pytest_faithform.lean.arith import INTERVALS, SUMS, TYPES, Node, Unreadable

__all__ = ["parse_formula"]

# Python's own stack bounds both: a level of nesting takes about twelve frames to read.
MAX_DEPTH = 40
MAX_WORDS = 300

_RELATIONS = {
    "=": "=", "==": "=", "≠": "≠", "!=": "≠", "<": "<", "≤": "≤", "<=": "≤", ">": ">", "≥": "≥", ">=": "≥", "∣": "∣",
}  # fmt: skip
_CLOSERS = {")", "]", "}", ",", "⟩", ":=", "then", "else", "from", "by", ";", "|"}
_FUNCTIONS = {
    "Nat.gcd": 2, "Nat.lcm": 2, "Int.gcd": 2, "Int.lcm": 2, "Int.natAbs": 1, "Int.toNat": 1, "max": 2, "min": 2,
    "Nat.max": 2, "Nat.min": 2, "Nat.succ": 1, "Nat.pred": 1, "Int.ofNat": 1, "abs": 1, "Nat.factorial": 1, "Nat.choose": 2,
    "Nat.fib": 1, "Nat.sqrt": 1, "Int.floor": 1, "Int.ceil": 1, "Nat.floor": 1, "Nat.ceil": 1, "Real.sqrt": 1,
    "Rat.num": 1, "Rat.den": 1,
}  # fmt: skip
_PREDICATES = {"Nat.Prime": 1, "Even": 1, "Odd": 1, "Nat.Coprime": 2}
_METHODS = {
    "natAbs": "Int.natAbs", "toNat": "Int.toNat", "succ": "Nat.succ", "pred": "Nat.pred", "factorial": "Nat.factorial",
    "choose": "Nat.choose", "num": "Rat.num", "den": "Rat.den", "gcd": ".gcd", "lcm": ".lcm", "Prime": "Nat.Prime",
    "Coprime": "Nat.Coprime",
}  # fmt: skip
_METHOD_ARGUMENTS = {"Nat.choose": 1, ".gcd": 1, ".lcm": 1, "Nat.Coprime": 1}
_ROUNDING = {("⌊", ""): "Int.floor", ("⌈", ""): "Int.ceil", ("⌊", "₊"): "Nat.floor", ("⌈", "₊"): "Nat.ceil"}


def parse_formula(words: Sequence[str], functions: Mapping[str, int] | None = None) -> Node:
    """Read the token texts of one proposition or term, all of them. `functions` gives the number of arguments of the
    functions that it may call. Raises Unreadable, never anything else."""
    if len(words) > MAX_WORDS:
        raise Unreadable("too long")
    parser = _Parser(words, functions or {})
    node = parser.formula()
    if parser.peek():
        raise Unreadable(parser.peek())
    return node


class _Parser:
    """Recursive descent with Lean's precedences. One instance reads one formula."""

    def __init__(self, words: Sequence[str], functions: Mapping[str, int]) -> None:
        self.words = words
        self.functions = functions
        self.at = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    def take(self, expected: str | None = None) -> str:
        word = self.peek()
        if not word or (expected is not None and word != expected):
            raise Unreadable(f"{expected or 'more'} expected, {word or 'the end'} found")
        self.at += 1
        return word

    def nested(self, rule: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("nested too deeply")
        node = rule()
        self.depth -= 1
        return node

    def formula(self) -> Node:
        return self.nested(self.equivalence)

    def equivalence(self) -> Node:
        left = self.implication()
        if self.peek() in ("↔", "<->"):
            self.take()
            return Node("↔", (left, self.implication()))
        return left

    def implication(self) -> Node:
        left = self.disjunction()
        if self.peek() in ("→", "->"):
            self.take()
            return Node("→", (left, self.nested(self.implication)))
        return left

    def disjunction(self) -> Node:
        left = self.conjunction()
        if self.peek() in ("∨", "\\/"):
            self.take()
            return Node("∨", (left, self.nested(self.disjunction)))
        return left

    def conjunction(self) -> Node:
        left = self.negation()
        if self.peek() in ("∧", "/\\"):
            self.take()
            return Node("∧", (left, self.nested(self.conjunction)))
        return left

    def negation(self) -> Node:
        if self.peek() in ("¬", "!"):
            self.take()
            return Node("¬", (self.nested(self.negation),))
        if self.peek() in ("∀", "∃"):
            return self.quantifier()
        return self.relation()

    def quantifier(self) -> Node:
        kind = self.take()
        if kind not in ("∀", "∃"):
            raise Unreadable(kind)
        bound: list[tuple[str, str, tuple[str, Node] | None]] = []
        while self.peek() == "(":
            self.take()
            bound += self.binder_group()
            self.take(")")
        if not bound:
            bound = self.binder_group()
        self.take(",")
        body = self.formula()
        for name, type_text, limit in reversed(bound):
            if limit is not None:
                relation, value = limit
                guard = _relate(relation, Node("var", (), name), value)
                body = Node("→" if kind == "∀" else "∧", (guard, body))
            body = Node(kind, (body,), name, type_text)
        return body

    def binder_group(self) -> list[tuple[str, str, tuple[str, Node] | None]]:
        names = []
        while _is_name(self.peek()):
            names.append(self.take())
        if not names:
            raise Unreadable(self.peek())
        if self.peek() == ":":
            self.take()
            type_text = self.take()
            if type_text not in TYPES:
                raise Unreadable(type_text)
            return [(name, TYPES[type_text], None) for name in names]
        if self.peek() in _RELATIONS:
            relation = _RELATIONS[self.take()]
            value = self.sum()
            return [(name, "", (relation, value)) for name in names]
        return [(name, "", None) for name in names]

    def relation(self) -> Node:
        left = self.sum()
        if self.peek() in ("∈", "∉"):
            inside = self.take() == "∈"
            member = self.membership(left)
            return member if inside else Node("¬", (member,))
        if self.peek() == "≡":
            self.take()
            return self.congruence(left)
        relation = _RELATIONS.get(self.peek())
        if relation is None:
            return left
        self.take()
        node = _relate(relation, left, self.sum())
        if self.peek() in _RELATIONS:
            raise Unreadable("chained relations")
        return node

    def membership(self, member: Node) -> Node:
        notation = self.peek(self.peek() == "(")
        lower, upper, relations = self.interval()
        parts = []
        if relations[0] and lower is not None:
            parts.append(Node(relations[0], (lower, member), notation=notation))
        if relations[1] and upper is not None:
            parts.append(Node(relations[1], (member, upper), notation=notation))
        return parts[0] if len(parts) == 1 else Node("∧", tuple(parts), notation=notation)

    def interval(self) -> tuple[Node | None, Node | None, tuple[str, str]]:
        """Its bounds and their relations to a member."""
        bracketed = self.peek() == "("
        if bracketed:
            self.take()
        family, _, kind = self.take().rpartition(".")
        relations = INTERVALS.get(kind)
        if relations is None or family not in ("Set", "Finset") or (family == "Set" and kind == "range"):
            raise Unreadable(f"{family}.{kind}")
        lower = self.nested(self.atom) if relations[0] else None
        upper = self.nested(self.atom) if relations[1] else None
        if bracketed:
            self.take(")")
        return lower, upper, relations

    def congruence(self, left: Node) -> Node:
        right = self.sum()
        self.take("[")
        kind = self.take()
        if kind not in ("MOD", "ZMOD"):
            raise Unreadable(kind)
        modulus = self.sum()
        self.take("]")
        return Node("mod", (left, right, modulus), kind)

    def big_operator(self) -> Node:
        """`∑ k ∈ Finset.Icc a b, body`: what is summed ends where a sum or a comparison begins."""
        op, name = self.take(), self.take()
        if not _is_name(name) or self.take() not in ("∈", "in"):
            raise Unreadable(op)
        at = self.at + (self.peek() == "(")
        kind = self.words[at] if at < len(self.words) else ""
        lower, upper, _ = self.interval()
        if upper is None or not kind.startswith("Finset."):
            raise Unreadable(kind)
        self.take(",")
        return Node(op, (lower or Node("num", (), "0"), upper, self.nested(self.product)), name, kind)

    def sum(self) -> Node:
        left = self.product()
        while self.peek() in ("+", "-"):
            op = self.take()
            left = Node(op, (left, self.product()))
        return left

    def product(self) -> Node:
        left = self.unary()
        while self.peek() in ("*", "/", "%"):
            op = self.take()
            left = Node(op, (left, self.unary()))
        return left

    def unary(self) -> Node:
        if self.peek() == "-":
            self.take()
            return Node("neg", (self.nested(self.unary),))
        if self.peek() in SUMS:
            return self.big_operator()
        return self.power()

    def power(self) -> Node:
        base = self.application()
        if self.peek() == "^":
            self.take()
            return Node("^", (base, self.nested(self.unary)))
        return base

    def application(self) -> Node:
        name = self.peek()
        if name in _FUNCTIONS:
            self.take()
            return Node("app", tuple(self.nested(self.atom) for _ in range(_FUNCTIONS[name])), name)
        if name in _PREDICATES:
            self.take()
            return Node("pred", tuple(self.nested(self.atom) for _ in range(_PREDICATES[name])), name)
        if name in self.functions:
            self.take()
            return Node("call", tuple(self.nested(self.atom) for _ in range(self.functions[name])), name)
        node = self.atom()
        if node.op in ("num", "var") and self.starts_atom():
            raise Unreadable("application of an unknown function")
        return node

    def starts_atom(self) -> bool:
        word = self.peek()
        return bool(word) and word not in _CLOSERS and (word == "(" or _is_name(word) or word[0].isdigit())

    def atom(self) -> Node:
        word = self.take()
        if word == "(":
            node = self.formula()
            if self.peek() == ":":
                self.take()
                type_text = self.take()
                if type_text not in TYPES:
                    raise Unreadable(type_text)
                node = Node("asc", (node,), type=TYPES[type_text])
            self.take(")")
            return self.suffixes(node)
        if word == "|":
            node = Node("app", (self.formula(),), "abs")
            self.take("|")
            return self.suffixes(node)
        if word in ("⌊", "⌈"):
            inner = self.formula()
            self.take("⌋" if word == "⌊" else "⌉")
            natural = self.take() if self.peek() == "₊" else ""
            return self.suffixes(Node("app", (inner,), _ROUNDING[word, natural]))
        if word == "√":
            return Node("app", (self.nested(self.atom),), "Real.sqrt")
        if word == "↑":
            return Node("asc", (self.nested(self.atom),))
        if word[0].isdigit():
            return self.suffixes(Node("num", (), _literal(word)))
        if word in ("True", "False"):
            return Node(word.lower())
        if word == "if":
            condition = self.formula()
            self.take("then")
            first = self.formula()
            self.take("else")
            return Node("ite", (condition, first, self.formula()))
        if word in self.functions:
            raise Unreadable("a function without its arguments")
        if _is_name(word):
            head, _, method = word.rpartition(".")
            if method in _METHODS and _is_name(head):
                return self.suffixes(self.method(Node("var", (), head), method))
            return self.suffixes(Node("var", (), word))
        raise Unreadable(word)

    def method(self, node: Node, name: str) -> Node:
        function = _METHODS[name]
        more = tuple(self.nested(self.atom) for _ in range(_METHOD_ARGUMENTS.get(function, 0)))
        return Node("pred" if function in _PREDICATES else "app", (node, *more), function)

    def suffixes(self, node: Node) -> Node:
        """What follows a term without a space: methods, `⁻¹`, and the factorial's `!`."""
        while True:
            if self.peek() == "." and self.peek(1) in _METHODS:
                self.take()
                node = self.method(node, self.take())
            elif self.peek() == "⁻¹":
                self.take()
                node = Node("inv", (node,))
            elif self.peek() == "!" and self.peek(1) != "(":
                self.take()
                node = Node("app", (node,), "Nat.factorial")
            else:
                return node


def _relate(relation: str, left: Node, right: Node) -> Node:
    if relation in (">", "≥"):
        return Node("<" if relation == ">" else "≤", (right, left), notation=relation)
    return Node(relation, (left, right))


def _is_name(word: str) -> bool:
    return (
        bool(word) and (word[0].isalpha() or word[0] == "_") and word not in _CLOSERS and word not in ("if", "fun", "λ")
    )


def _literal(word: str) -> str:
    digits = word.replace("_", "")
    if digits.isascii() and digits.isdigit():
        return str(int(digits)) if len(digits) < 4000 else _refuse(word)
    whole, _, part = digits.partition(".")
    if whole.isascii() and whole.isdigit() and part.isascii() and part.isdigit() and len(digits) < 4000:
        return digits
    return _refuse(word)


def _refuse(word: str) -> str:
    raise Unreadable(word[:40])
