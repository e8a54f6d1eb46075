"""The names of every declaration of a Lean text, as far as the statement fixes them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from pytest_faithform.judges.latexexpr import read, readings
from pytest_faithform.judges.leancursor import PROPOSITIONAL
from pytest_faithform.judges.leanexpr import expressions, proposition
from pytest_faithform.judges.nodes import RELATIONAL, Node, walk
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.region import region_of
from pytest_faithform.judges.renaming import Anchors, Naming, Renamings
from pytest_faithform.lean.source import Decl, Source
from pytest_faithform.model import Case

__all__ = ["Names"]

_MAX_DECLARATIONS = 40
_MAX_TOKENS = 2_000


class Names:
    """The naming in force at a place of the source; the main theorem's own outside of theorems."""

    def __init__(self, case: Case, source: Source, renamings: Renamings | None = None) -> None:
        self.renamings = renamings or Renamings()
        self._case = case
        self._source = source
        self._anchors: Anchors | None = None
        self._known: dict[int, Naming] = {}
        self._theorems = [decl for decl in source.decls if decl.is_theorem or decl.keyword in ("example", "axiom")]
        self._starts = [decl.start for decl in self._theorems]

    def at(self, node: Node) -> Naming:
        index = bisect_right(self._starts, node.start) - 1
        decl = self._theorems[index] if index >= 0 else None
        if decl is None or not decl.start <= node.start < decl.end:
            decl = self._source.main
        return self.of(decl)

    def of(self, decl: Decl | None) -> Naming:
        key = id(decl)
        if key not in self._known:
            crowded = len(self._known) >= _MAX_DECLARATIONS
            signature = [] if crowded else self._signature(decl)
            self._known[key] = Naming(self.anchors, signature, self.renamings, self._rebound(decl))
        return self._known[key]

    @property
    def anchors(self) -> Anchors:
        if self._anchors is None:
            self._anchors = _anchors(self._case)
        return self._anchors

    def given(self) -> list[Node]:
        """What the hypotheses say a variable of the output's own is equal to: `budget = 170`."""
        main = self._source.main
        found = []
        for claim in self._source.claims if main is not None else ():
            if claim.keyword != "hypothesis" or claim.decl is not main:
                continue
            tokens = self._source.tokens_in(claim.prop)
            node = proposition(self._source.text, tokens) if len(tokens) <= _MAX_TOKENS else None
            if node is not None and node.op == "rel" and node.name == "=":
                found += [
                    Node("rel", (left, right), node.start, node.end, "=")
                    for left, right in (node.args, node.args[::-1])
                    if left.op == "var" and left.name not in self.anchors.names and right.op not in PROPOSITIONAL
                ]
        return found

    def joined(self, given: list[Node]) -> list[Node]:
        """A variable that is equal to two things makes them equal: `P = 2 * (l + w)` and `P = 36` say `2 * (l + w) = 36`."""
        by_name: dict[str, list[Node]] = {}
        for equation in given:
            by_name.setdefault(equation.args[0].name, []).append(equation)
        pairs = [equations for equations in by_name.values() if len(equations) == 2]
        return [
            Node("rel", (one.args[1], other.args[1]), other.start, other.end, "=", composed=True)
            for one, other in pairs
        ]

    def _rebound(self, decl: Decl | None) -> frozenset[str]:
        """Names that the arms of an induction bind: `| succ n ih` has its own n."""
        if decl is None or decl.value is None:
            return frozenset()
        found: set[str] = set()
        binding = False
        for token in self._source.tokens_in(decl.value):
            if token.text in ("|", "with"):
                binding = True
            elif binding and token.kind == "ident":
                found.add(token.text)
            elif token.text in ("=>", ":=", "·", ";", "<;>") or token.kind == "keyword":
                binding = False
        return frozenset(found)

    def _signature(self, decl: Decl | None) -> list[Node]:
        if decl is self._source.main:
            region = region_of(self._source, "statement")
            return [] if region.too_large else region.nodes
        if decl is None or len(tokens := self._source.tokens_in(decl.signature)) > _MAX_TOKENS:
            return []
        return [node for piece in expressions(self._source.text, tokens)[0] for node in walk(piece)]


def _anchors(case: Case) -> Anchors:
    """What the edited statement and the original both say: the edited relation cannot vouch for its own names."""
    forms = Forms()
    edited, original = (
        {forms.key(n): n for n in _formulas(text, case) if n.op in RELATIONAL and not n.composed}
        for text in (case.informal_statement, case.problem.informal_statement)
    )
    found = [node for key, node in edited.items() if key in original]
    texts = case.informal_statement, case.informal_proof
    return Anchors(tuple(found), lambda: [node for text in texts for node in _formulas(text, case, likeliest=True)])


def _formulas(text: str, case: Case, *, likeliest: bool = False) -> Iterator[Node]:
    ways = readings(text, case.problem.informal_statement + "\n\n" + case.problem.informal_proof)
    return (node for way in ways[: 1 if likeliest else None] for piece in read(text, way) for node in walk(piece))
