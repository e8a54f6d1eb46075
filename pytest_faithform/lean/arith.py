"""A small reader of first-order arithmetic in Lean's notation.

It serves the search for witnesses and the choice of tactic scripts: what it says is a hint, which Lean then certifies or
refuses. So it may be incomplete (it raises Unreadable), but a formula that it reads has Lean's meaning: truncated
subtraction on Nat, floor division on Nat and Int, `x / 0 = 0`, and the elaborator's rule that an arithmetic expression
lives in the largest type among its leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "COMPARISONS",
    "TYPES",
    "Node",
    "Unreadable",
    "arithmetic_type",
    "free_variables",
    "parse_formula",
    "unparse",
]

TYPES = {
    "Nat": "Nat", "ℕ": "Nat", "Int": "Int", "ℤ": "Int", "Rat": "Rat", "ℚ": "Rat", "Real": "Real", "ℝ": "Real",
    "Complex": "Complex", "ℂ": "Complex",
}  # fmt: skip
COMPARISONS = ("=", "≠", "<", "≤", "∣")
# Python's own stack bounds both: a level of nesting takes about twelve frames to read.
MAX_DEPTH = 40
MAX_WORDS = 300

_RELATIONS = {
    "=": "=", "==": "=", "≠": "≠", "!=": "≠", "<": "<", "≤": "≤", "<=": "≤", ">": ">", "≥": "≥", ">=": "≥", "∣": "∣",
}  # fmt: skip
_CLOSERS = {")", "]", "}", ",", "⟩", ":=", "then", "else", "from", "by", ";", "|"}
_FUNCTIONS = {
    "Nat.gcd": 2, "Nat.lcm": 2, "Int.gcd": 2, "Int.lcm": 2, "Int.natAbs": 1, "Int.toNat": 1, "max": 2, "min": 2,
    "Nat.max": 2, "Nat.min": 2, "Nat.succ": 1, "Nat.pred": 1, "Int.ofNat": 1,
}  # fmt: skip
_METHODS = {"natAbs": "Int.natAbs", "toNat": "Int.toNat", "succ": "Nat.succ", "pred": "Nat.pred"}


class Unreadable(Exception):
    """The text is outside the fragment that this module understands."""


@dataclass(frozen=True, slots=True)
class Node:
    """A term or proposition.

    `op` is one of: num var neg + - * / % ^ asc app call ite | = ≠ < ≤ ∣ ∧ ∨ ¬ → ↔ ∀ ∃ true false. `>` and `≥` are read
    as `<` and `≤` with the sides exchanged. `text` is the literal, the name or the function (`app`: one of Lean's own,
    `call`: one that the statement or its text speaks of); `type` is the type of an ascription or of a bound variable (""
    where none is written).
    """

    op: str
    args: tuple[Node, ...] = ()
    text: str = ""
    type: str = ""

    @property
    def is_proposition(self) -> bool:
        return self.op in COMPARISONS or self.op in ("∧", "∨", "¬", "→", "↔", "∀", "∃", "true", "false")


def arithmetic_type(text: str) -> str | None:
    """ "Nat", "Int", "Rat", "Real" or "Complex" for a type written in one of their spellings; None for any other."""
    return TYPES.get(text.strip().strip("()").strip())


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


def free_variables(node: Node) -> frozenset[str]:
    if node.op == "var":
        return frozenset((node.text,))
    inner = frozenset[str]().union(*(free_variables(arg) for arg in node.args))
    return inner - {node.text} if node.op in ("∀", "∃") else inner


def substituted(node: Node, terms: Mapping[str, Node]) -> Node:
    """The formula with terms put for free variables. A bound variable of the same name is left alone."""
    if node.op == "var":
        return terms.get(node.text, node)
    if node.op in ("∀", "∃"):
        terms = {name: term for name, term in terms.items() if name != node.text}
    return Node(node.op, tuple(substituted(arg, terms) for arg in node.args), node.text, node.type)


def conjuncts(node: Node) -> Iterator[Node]:
    """The parts of nested conjunctions, left to right."""
    if node.op == "∧":
        for arg in node.args:
            yield from conjuncts(arg)
    else:
        yield node


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
        relation = _RELATIONS.get(self.peek())
        if relation is None:
            return left
        self.take()
        node = _relate(relation, left, self.sum())
        if self.peek() in _RELATIONS:
            raise Unreadable("chained relations")
        return node

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
            return Node("app", tuple(self.atom() for _ in range(_FUNCTIONS[name])), name)
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
            return self.methods(node)
        if word == "↑":
            return Node("asc", (self.nested(self.atom),))
        if word[0].isdigit():
            return Node("num", (), _literal(word))
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
                return Node("app", (Node("var", (), head),), _METHODS[method])
            return Node("var", (), word)
        raise Unreadable(word)

    def methods(self, node: Node) -> Node:
        while self.peek() == "." and self.peek(1) in _METHODS:
            self.take()
            node = Node("app", (node,), _METHODS[self.take()])
        return node


def _relate(relation: str, left: Node, right: Node) -> Node:
    if relation in (">", "≥"):
        return Node("<" if relation == ">" else "≤", (right, left))
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


_SYMBOLS = {"+", "-", "*", "/", "%", "^", *COMPARISONS, "∧", "∨", "→", "↔"}


def unparse(node: Node) -> str:
    """Lean text for the node, fully parenthesized, so that it reads the same under any precedence."""
    args = [unparse(arg) for arg in node.args]
    if node.op in ("num", "var"):
        return node.text
    if node.op in _SYMBOLS:
        return f"({args[0]} {node.op} {args[1]})"
    if node.op in ("∀", "∃"):
        return f"({node.op} {node.text}{f' : {node.type}' if node.type else ''}, {args[0]})"
    if node.op in ("app", "call"):
        return f"({node.text} {' '.join(args)})"
    if node.op == "asc":
        return f"({args[0]} : {node.type})" if node.type else f"(↑{args[0]})"
    if node.op == "ite":
        return f"(if {args[0]} then {args[1]} else {args[2]})"
    if node.op in ("true", "false"):
        return node.op.capitalize()
    return f"({'-' if node.op == 'neg' else '¬ '}{args[0]})"
