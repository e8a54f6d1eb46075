"""Which claims of a Lean text state a given proposition?

Statements are compared by normal form: as a whole, and as the conclusion under their quantifiers and premises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pytest_faithform.judges.equivalents import same_as
from pytest_faithform.judges.expanding import expanded
from pytest_faithform.judges.latexexpr import Reading, read, readings
from pytest_faithform.judges.leanexpr import proposition
from pytest_faithform.judges.nodes import RELATIONAL, Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.numbers import occurring, occurring_literals
from pytest_faithform.judges.outcome import says_no_more
from pytest_faithform.lean.source import Claim, Source, Token, parse, tokenize
from pytest_faithform.model import Case, StepDeletion

__all__ = ["Givens", "Statement", "Statements", "Target"]

_TASK = re.compile(r"\b(?:show|prove|find|determine|compute|what|how many|calculate|evaluate)\b", re.IGNORECASE)
_MAX_TOKENS = 2_000
_SMALL = frozenset(map(Fraction, range(3)))
_CLAUSE = re.compile(r"[.;:!?]\s|,(?!\s*(?:and|or)\b)")
_OR = re.compile(r"\s*(?:\$|\\\))?\s*,?\s*or\s*(?:\$|\\\()?\s*", re.IGNORECASE)
_GLUE = re.compile(r"[^A-Za-z]+")
_CONDITIONAL = frozenset(
    [
        "all",
        "every",
        "any",
        "each",
        "some",
        "where",
        "since",
        "because",
        "as",
        "given",
        "if",
        "with",
        "when",
        "whenever",
        "using",
        "from",
        "by",
        "for",
        "assuming",
        "let",
        "suppose",
        "provided",
        "whose",
        "setting",
        "under",
    ]
)


@dataclass(frozen=True)
class Statement:
    """Forms of one proposition: `whole`, its `parts` if it is a conjunction, and both with one side of the relation
    moved over (`moved`). `nodes`: the conclusion itself."""

    whole: frozenset[int]
    parts: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    nodes: tuple[Node, ...] = ()


class Statements:
    """Propositions of several texts in one space of forms."""

    def __init__(self) -> None:
        self.forms = Forms()

    def of_claim(self, source: Source, claim: Claim) -> Statement:
        node = _claim_node(source, claim)
        return Statement(frozenset()) if node is None else self.of_node(node)

    def of_lean(self, text: str) -> Statement:
        node = _proposition(text, tokenize(text))
        return Statement(frozenset()) if node is None else self.of_node(node)

    def of_node(self, node: Node) -> Statement:
        body = node
        while body.op in ("forall", "imp"):
            body = body.args[-1]
        parts = body.args if body.op == "and" else ()
        alike = [other for one in {id(node): node, id(body): body}.values() for other in same_as(one)]
        said = body if body.op in RELATIONAL else next((one for one in alike if one.op in RELATIONAL), body)
        return Statement(self._keys([node, body, *alike]), self._keys(parts), self._moved([body]), (said,))

    def of_informal(self, text: str, *, conditions: bool | None = None) -> list[Statement]:
        """One statement per formula with a relation; a chain is recognised by any of the relations it says.

        `conditions`: only those that the sentence uses (`since $a > 0$`, `for all n ≥ 1`), or only those it claims.
        """
        return [statement for found in self.by_reading(text, conditions=conditions) for statement in found]

    def by_reading(self, text: str, *, conditions: bool | None = None) -> list[list[Statement]]:
        """The same for each way to read the text, the likeliest first."""
        return [self._read_as(text, reading, conditions) for reading in readings(text)]

    def _read_as(self, text: str, reading: Reading, conditions: bool | None) -> list[Statement]:
        found: list[Statement] = []
        pieces = _joined(text, [piece for piece in read(text, reading) if _relations(piece)])
        used = _used(text, pieces)
        for piece in pieces:
            if conditions is None or conditions == (id(piece) in used):
                said = _relations(piece)
                alike = [other for one in said for other in same_as(one)]
                found.append(Statement(self._keys([*said, *alike]), moved=self._moved(said), nodes=tuple(said)))
        return found

    def _keys(self, nodes: Iterable[Node]) -> frozenset[int]:
        return frozenset(map(self.forms.key, nodes))

    def _moved(self, nodes: Iterable[Node]) -> frozenset[int]:
        """With one side moved over, and multiplied out as well."""
        forms = [form for node in nodes for form in (node, expanded(node, self.forms)) if form is not None]
        return frozenset(moved for form in forms if (moved := self.forms.rearranged(form)) is not None)


class Target:
    """What the retained claim may look like (`groups`, the surest first): the case's Lean proposition, then the formulas
    that the outcome claims and the rest of the edited input does not. `value`: the number of an outcome without formulas;
    `words`: the outcome's; `reasons`: the formulas of the deleted reasoning."""

    def __init__(self, case: Case, edit: StepDeletion, statements: Statements) -> None:
        start = edit.span.start
        rest = case.informal_proof[:start] + "\n\n" + case.informal_proof[start + len(edit.outcome) :]
        elsewhere = statements.of_informal(case.informal_statement + "\n\n" + rest)
        self._said: frozenset[int] = frozenset().union(*(s.whole for s in elsewhere))
        self.said_moved = frozenset[int]().union(*(s.moved for s in elsewhere))
        self.elsewhere = tuple(node for statement in elsewhere for node in statement.nodes)
        self._shapes = Forms(lambda name: "?")
        self._shapes_said = {self._shapes.key(node) for node in self.elsewhere}
        groups = [[statements.of_lean(edit.claim_lean)]] if edit.claim_lean else []
        supposed = statements.by_reading(edit.outcome, conditions=True)
        for own, conditions in zip(statements.by_reading(edit.outcome, conditions=False), supposed, strict=True):
            new = [s for s in own if not s.whole & self._said]
            if says_no_more(edit.outcome, [node for s in own for node in s.nodes], conditions):
                groups.append(new or own)
        self.groups = [[s for s in group if s.whole] for group in groups]
        is_worded = not any(statements.by_reading(edit.outcome)) and says_no_more(edit.outcome, [], [])
        self.value = self._only_value(case, edit.outcome) if is_worded and not edit.claim_lean else None
        self.words = frozenset(word.rstrip("s") for word in re.findall(r"[a-z]{3,}", edit.outcome.lower()))
        self._reasoning, self._statements = edit.reasoning, statements

    @cached_property
    def reasons(self) -> frozenset[int]:
        return frozenset[int]().union(*(s.whole for s in self._statements.of_informal(self._reasoning)))

    def _only_value(self, case: Case, outcome: str) -> Fraction | None:
        """The number of an outcome in words ("Ana had 24 pens at first"), where the input says of nothing else that it is
        this many."""
        texts = (case.informal_statement, case.problem.informal_statement)
        given = frozenset().union(*map(occurring, texts)) | _SMALL
        values = occurring_literals(outcome) - given
        sides = {side.value for node in self.elsewhere if node.op == "rel" for side in node.args if side.op == "num"}
        return values.pop() if len(values) == 1 and values.isdisjoint(sides) else None

    def is_another_step(self, statement: Statement) -> bool:
        """Whether the input says just this at another place: then a loose match is that place's, not the claim's."""
        return bool(statement.whole & self._said)

    def looks_like_another_step(self, formula: Node) -> bool:
        """The same, whatever the names."""
        return self._shapes.key(formula) in self._shapes_said


class Givens:
    """Everything the original statement assumes: the reference's hypotheses, what the informal statement says before it
    comes to the task, and the conditions it states within it."""

    def __init__(self, case: Case, statements: Statements) -> None:
        informal = case.problem.informal_statement
        tasks = list(_TASK.finditer(informal))
        known = statements.of_informal(informal[: tasks[-1].start()] if tasks else informal)
        known += statements.of_informal(informal, conditions=True)
        if case.problem.formal_statement:
            reference = parse(case.problem.formal_statement)
            hypotheses = [c for c in reference.claims if c.keyword == "hypothesis" and c.decl is reference.main]
            known += [statements.of_claim(reference, claim) for claim in hypotheses]
        self._known: frozenset[int] = frozenset().union(*(s.whole | s.parts for s in known))
        self._numbers = occurring(informal) | _SMALL
        self._shapes = Forms(lambda name: "?")
        self._alike = {self._shapes.key(node) for statement in known for node in statement.nodes}

    def has_numbers_of(self, statement: Statement) -> bool:
        """Whether the statement mentions every number of the proposition, be it in words; else it cannot say it."""
        values = {abs(n.value) for node in statement.nodes for n in walk(node) if n.value is not None}
        return values <= self._numbers

    def says(self, statement: Statement) -> bool:
        """In a formula, in these names."""
        return bool(statement.whole & self._known)

    def assumes(self, statement: Statement) -> bool:
        """Also if a given of the same shape has other names: the output may have renamed it."""
        return bool(statement.whole & self._known) or any(self._shapes.key(n) in self._alike for n in statement.nodes)


def _relations(piece: Node) -> list[Node]:
    parts = piece.args if piece.op == "and" else (piece,)
    return [node for node in parts if node.op in RELATIONAL or node.op == "or" or _is_prime(node)]


def _is_prime(node: Node) -> bool:
    return node.op == "app" and node.args[0].op == "var" and node.args[0].name == "prime"


def _joined(text: str, pieces: list[Node]) -> list[Node]:
    """Relations with an "or" between them are one claim, and none of them is one alone."""
    joined: list[Node] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and last.end <= piece.start and _OR.fullmatch(text[last.end : piece.start]):
            branches = (*(last.args if last.op == "or" else (last,)), piece)
            joined[-1] = Node("or", branches, last.start, piece.end)
        else:
            joined.append(piece)
    return joined


def _used(text: str, pieces: list[Node]) -> set[int]:
    """The formulas that a sentence uses instead of claiming them, told by the words right before them; `and` carries
    on what went before."""
    used: set[int] = set()
    end, condition = 0, False
    for piece in sorted(pieces, key=lambda p: p.start):
        if piece.start >= end:
            words = _GLUE.sub(" ", _CLAUSE.split(text[end : piece.start])[-1]).split()
            carried = condition and bool(end) and all(word.lower() in ("and", "or") for word in words)
            condition = carried or any(word.lower() in _CONDITIONAL for word in words)
        if condition:
            used.add(id(piece))
        end = max(end, piece.end)
    return used


def _claim_node(source: Source, claim: Claim) -> Node | None:
    if claim.relation and claim.left is not None and claim.right is not None:
        tokens = source.tokens_in(claim.left), source.tokens_in(claim.right)
        left, right = (_proposition(source.text, part) for part in tokens)
        if left is None or right is None:
            return None
        joined = _proposition(source.text, source.tokens_in(claim.prop))
        if joined is None or joined.op not in ("rel", "dvd"):
            return None
        return Node(joined.op, (left, right), claim.start, claim.end, joined.name)
    return _proposition(source.text, source.tokens_in(claim.prop))


def _proposition(text: str, tokens: list[Token]) -> Node | None:
    return proposition(text, tokens) if len(tokens) <= _MAX_TOKENS else None
