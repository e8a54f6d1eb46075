"""Step deletions: did the system keep the gap, or did it put a justification back? (SPEC c.4, judge-free variant)

The retained claim is located among everything the Lean states (have, show, obtain, suffices, calc steps, conclusions,
hypotheses, axioms) by the case's `claim_lean` and by the formulas of its outcome, both by normal form; an outcome without
formulas by its number, where the input says so of nothing else. What is made of
it decides: unproved or assumed → faithful; derived → reverted; not located, or located several times and treated in
different ways → absent, unclear. The same claim stated twice and treated alike is one claim: a step that is also the
conclusion is stated by its `have` and by the theorem.

If the deleted reasoning still stands elsewhere in the input, proving the claim is no reversion: unclear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

from pytest_faithform.judges.citing import cited
from pytest_faithform.judges.claims import Givens, Statement, Statements, Target
from pytest_faithform.judges.handling import Handling, Handlings
from pytest_faithform.judges.names import Names
from pytest_faithform.judges.nodes import Node, walk
from pytest_faithform.judges.region import evidence
from pytest_faithform.judges.renaming import Ways, match
from pytest_faithform.lean.source import Claim, Source
from pytest_faithform.model import Case, EditVerdict, Evidence, Region, StepDeletion

__all__ = ["judge_step_deletion"]

_EXCERPT = 120
_MAX_CLAIMS = 4_000
_MAX_EVIDENCE = 3


def judge_step_deletion(case: Case, edit: StepDeletion, source: Source) -> EditVerdict:
    """Never raises for any Lean text."""
    about = f"step deletion: the justification of “{_short(edit.outcome)}” was deleted"
    if source.main is None:
        return EditVerdict(
            label="unclear",
            rule="no-target-region",
            handling="absent",
            reason=f"{about}; there is no theorem or lemma in the output",
        )
    if len(source.claims) > _MAX_CLAIMS:
        return EditVerdict(
            label="unclear",
            rule="too-large",
            handling="absent",
            reason=f"{about}; the output states too many claims to be a formalization",
        )
    locator = _Locator(case, edit, source)
    located = locator.located()
    kinds = {handling for _, handling in located}
    if source.empty_proof_body and "derived" not in kinds:
        return _empty_body(source, about) if source.main.value is not None else _cut_off(source, about)
    if not located:
        return _absent(source, about)
    if kinds == {"derived"} and all(claim.keyword == "goal" for claim, _ in located):
        gaps = locator.gaps()
        if gaps:
            return _ambiguous(source, about, located + gaps)
    if "derived" in kinds and len(kinds) > 1:
        return _ambiguous(source, about, located)
    return _settled(source, edit, about, located)


class _Locator:
    def __init__(self, case: Case, edit: StepDeletion, source: Source) -> None:
        self.source = source
        self.statements = Statements()
        self.target = Target(case, edit, self.statements)
        self._case = case
        self.has_reference = bool(case.problem.formal_statement)
        self.read: dict[int, Statement] = {}
        self.names = Names(case, source)
        self.cited = cited(source)
        self.claims = [claim for claim in source.claims if claim.decl in self.cited]

    @cached_property
    def original(self) -> Givens:
        return Givens(self._case, self.statements)

    @cached_property
    def _said_elsewhere(self) -> Ways:
        return Ways().union(*map(self.names.renamings.keys, self.target.elsewhere))

    def statement(self, claim: Claim) -> Statement:
        if id(claim) not in self.read:
            self.read[id(claim)] = self.statements.of_claim(self.source, claim)
        return self.read[id(claim)]

    def located(self) -> list[tuple[Claim, Handling]]:
        """The claims that state the retained claim, by the surest way that finds any, with how each is treated. Unless
        one of them derives it, also those that derive it in a looser way, or where the main theorem does not rest."""
        found = next(filter(None, self._ways(self.claims)), [])
        if any(handling == "derived" for _, handling in found):
            return found
        taken = {id(claim) for claim, _ in found}
        unused = [claim for claim in self.source.claims if claim.decl not in self.cited]
        if found:
            loose = [pair for step in self._ways(self.claims, against=True) for pair in step]
            loose += [pair for step in self._ways(unused, against=True) for pair in step]
        elif self.source.empty_proof_body:
            loose = next(filter(None, self._ways(unused)), [])
        else:
            loose = []
        derived = {id(claim): (claim, how) for claim, how in loose if how == "derived" and id(claim) not in taken}
        if not found and all(claim.decl.keyword == "example" for claim, _ in derived.values()):
            found = [(claim, "unproved") for claim in self.claims if derived and claim.keyword == "goal"][-1:]
        return found + list(derived.values())

    def _ways(self, claims: list[Claim], *, against: bool = False) -> Iterator[list[tuple[Claim, Handling]]]:
        """What each way to recognise the retained claim finds, the surest first.

        `against`: what speaks against a claim that is left open elsewhere. Then one side moved over is the claim even if
        another step could be written so; but the conclusion, which holds more than the claim, may well rest on it."""
        others = [c for c in claims if not self.target.is_another_step(self.statement(c))]
        larger = [c for c in claims if not (against and c.keyword == "goal" and c.decl is self.source.main)]
        for group in self.target.groups:
            whole = frozenset().union(*(s.whole for s in group))
            pieces = frozenset().union(*(s.parts for s in group))
            if len(group) > 1 and not all(self._stated(s, claims) for s in group):
                continue
            moved = frozenset[int]().union(*(s.moved for s in group))
            moved = moved if against else moved - self.target.said_moved
            handlings = Handlings(self.source, self._stating(whole | pieces), self._given, self._doubtful)
            yield self._handled(handlings, self._all_of(whole, pieces, claims))
            yield self._within(handlings, [c for c in larger if self.statement(c).parts & whole])
            yield self._handled(handlings, [c for c in others if self.statement(c).moved & moved])
            yield self._renamed([node for s in group for node in s.nodes], claims)
        if self.target.value is not None:
            equations = [claim for claim in claims if self._arrives_at(claim, self.target.value)]
            about = {id(claim) for claim in equations if self._is_about_the_outcome(claim)}
            if len(about) == len(equations):  # of another quantity that is as large nothing is known
                handlings = Handlings(self.source, lambda claim: id(claim) in about, self._given, self._doubtful)
                yield self._handled(handlings, equations)

    def _arrives_at(self, claim: Claim, value: Fraction) -> bool:
        """Whether the claim is an equation with just this number on one side."""
        return any(
            side.op == "num" and side.value == value
            for node in self.statement(claim).nodes
            if node.op == "rel" and node.name == "="
            for side in node.args
        )

    def _is_about_the_outcome(self, claim: Claim) -> bool:
        """Whether it names a quantity by a word of the outcome, or computes what the deleted reasoning does."""
        statement = self.statement(claim)
        if statement.whole & self.target.reasons:
            return True
        sides = [side for node in statement.nodes for side in node.args if side.op != "num"]
        return len(sides) == 1 and sides[0].op == "var" and sides[0].name.lower().rstrip("s") in self.target.words

    def gaps(self) -> list[tuple[Claim, Handling]]:
        """What the main proof leaves open though the input says it nowhere else: it may be the claim in other words."""
        handlings = Handlings(self.source, lambda claim: False, self._given)
        return [
            (claim, "unproved")
            for claim in self.claims
            if claim.decl is self.source.main
            and claim.keyword in ("have", "obtain", "suffices")
            and not any(self.target.looks_like_another_step(node) for node in self.statement(claim).nodes)
            and handlings.of(claim) == "unproved"
        ]

    def _stated(self, wanted: Statement, claims: list[Claim]) -> bool:
        """Whether some claim says this one formula: of a claim in several formulas, none may be missing."""
        near = any((s.whole | s.parts) & wanted.whole or s.moved & wanted.moved for s in map(self.statement, claims))
        return near or bool(self._renamed(list(wanted.nodes), claims))

    def _renamed(self, formulas: list[Node], claims: list[Claim]) -> list[tuple[Claim, Handling]]:
        nodes = {id(node): (node, claim) for claim in claims for node in self.statement(claim).nodes}
        stated = [node for node, _ in nodes.values()]
        renamings = self.names.renamings
        found: list[Node] = []
        for way, loose in ((way, loose) for way in renamings.WAYS for loose in (False, True)):
            wanted = [f for f in formulas if loose != self.target.looks_like_another_step(f)]
            if way > 0:
                said = self._said_elsewhere
                wanted = [f for f in wanted if not any(key in said for key in renamings.keys(f) if key[0] == way)]
            found += match(
                wanted,
                stated,
                lambda node: self.names.of(nodes[id(node)][1].decl),
                renamings,
                loose=loose,
                ways=(way,),
            )
            if found and loose:
                break
        same = {id(nodes[id(node)][1]) for node in found}
        handlings = Handlings(self.source, lambda claim: id(claim) in same, self._given, self._doubtful)
        return self._handled(handlings, [c for c in claims if id(c) in same])

    def _stating(self, forms: frozenset[int]) -> Callable[[Claim], bool]:
        return lambda claim: bool((self.statement(claim).whole | self.statement(claim).parts) & forms)

    def _given(self, claim: Claim) -> bool:
        """Whether the original may assume it already. Without a reference formalization the statement may say it in
        words, unless the claim has a number that it does not mention."""
        statement = self.statement(claim)
        if self.has_reference:
            return self.original.assumes(statement)
        if self._says_the_claim(statement) and not _is_condition(statement):
            # What a step arrives at, a statement does not say in words.
            return self.original.says(statement)
        return not statement.nodes or self.original.has_numbers_of(statement)

    def _doubtful(self, claim: Claim) -> bool:
        """The claim itself, which the statement may say in words: or the output assumes what it should prove."""
        statement = self.statement(claim)
        return (
            not self.has_reference and self._says_the_claim(statement) and not _is_condition(statement, of_a_name=True)
        )

    def _says_the_claim(self, statement: Statement) -> bool:
        return any((statement.whole | statement.parts) & s.whole for group in self.target.groups for s in group)

    def _all_of(self, whole: frozenset[int], pieces: frozenset[int], claims: list[Claim]) -> list[Claim]:
        """Claims that state it as a whole; of a conjunction also those that state its pieces, if none is missing."""
        entire = [c for c in claims if self.statement(c).whole & whole]
        taken = {id(c) for c in entire}
        partial = [c for c in claims if id(c) not in taken and self.statement(c).whole & pieces]
        stated = frozenset().union(*(self.statement(c).whole for c in partial))
        return entire + partial if entire or (pieces and pieces <= stated) else []

    def _handled(self, handlings: Handlings, claims: list[Claim]) -> list[tuple[Claim, Handling]]:
        return [(claim, handling) for claim in claims if (handling := handlings.of(claim)) is not None]

    def _within(self, handlings: Handlings, claims: list[Claim]) -> list[tuple[Claim, Handling]]:
        """Of a larger claim, only what its proof says of every part: a placeholder inside may be this part's."""
        holes = [hole.span[0] for hole in self.source.sorries]
        return [
            (claim, handling)
            for claim, handling in self._handled(handlings, claims)
            if handling != "derived"
            or claim.proof is None
            or not any(claim.proof[0] <= hole < claim.proof[1] for hole in holes)
        ]


def _is_condition(statement: Statement, *, of_a_name: bool = False) -> bool:
    """Such as `0 < x`, `n ≠ 1` or `a + b > 0`: what "positive" and the like say."""
    for node in statement.nodes:
        small = [side for side in node.args if side.op == "num" and side.value is not None and abs(side.value) <= 2]
        others = [side for side in node.args if side.op != "num"]
        plain = [
            side for side in others if side.op == "var" or not (of_a_name or any(n.op == "num" for n in walk(side)))
        ]
        if len(node.args) == 2 and len(small) == len(plain) == 1:
            return True
    return False


def _settled(source: Source, edit: StepDeletion, about: str, located: list[tuple[Claim, Handling]]) -> EditVerdict:
    claim, handling = located[0]
    shown = _evidence(source, located)
    where = f"`{_short(source.slice((claim.start, claim.end)))}` at {_at(source, claim)}"
    if handling == "derived" and edit.reasoning_reappears_elsewhere:
        return EditVerdict(
            label="unclear",
            rule="reasoning-elsewhere",
            handling=handling,
            evidence=shown,
            reason=f"{about}, but stands elsewhere in the input too; the Lean proves the claim: {where}",
        )
    how = {"unproved": "leaves it open", "assumed": "assumes it", "derived": "proves it (the gap is filled)"}[handling]
    return EditVerdict(
        label="reverted" if handling == "derived" else "faithful",
        rule=handling,
        handling=handling,
        evidence=shown,
        reason=f"{about}; the Lean {how}: {where}",
    )


def _empty_body(source: Source, about: str) -> EditVerdict:
    main = source.main
    assert main is not None
    place = main.value if main.value is not None and main.value[0] < main.value[1] else main.signature
    return EditVerdict(
        label="faithful",
        rule="empty-proof-body",
        handling="unproved",
        empty_proof_body=True,
        evidence=(evidence(source, *place, "proof"),),
        reason=f"{about}; the whole proof in the Lean is one placeholder",
    )


def _cut_off(source: Source, about: str) -> EditVerdict:
    assert source.main is not None
    return EditVerdict(
        label="unclear",
        rule="no-target-region",
        handling="absent",
        evidence=(evidence(source, source.main.start, source.main.end, "statement"),),
        reason=f"{about}; the output ends before its theorem has a proof",
    )


def _absent(source: Source, about: str) -> EditVerdict:
    near = [c for c in source.claims if c.decl is source.main and c.keyword not in ("hypothesis", "goal")][
        -_MAX_EVIDENCE:
    ]
    listed = ", ".join(f"`{_short(source.slice(c.prop))}` at {_at(source, c)}" for c in near)
    return EditVerdict(
        label="unclear",
        rule="absent",
        handling="absent",
        evidence=tuple(_quote(source, c) for c in near),
        reason=f"{about}; the Lean does not state that claim" + (f"; it states {listed}" if listed else ""),
    )


def _ambiguous(source: Source, about: str, located: list[tuple[Claim, Handling]]) -> EditVerdict:
    listed = ", ".join(f"{handling} at {_at(source, claim)}" for claim, handling in located[:4])
    return EditVerdict(
        label="unclear",
        rule="ambiguous",
        handling="absent",
        evidence=_evidence(source, located),
        reason=f"{about}; the Lean states the claim more than once and treats it differently: {listed}",
    )


def _evidence(source: Source, located: list[tuple[Claim, Handling]]) -> tuple[Evidence, ...]:
    return tuple(_quote(source, claim) for claim, _ in located[:_MAX_EVIDENCE])


def _quote(source: Source, claim: Claim) -> Evidence:
    region: Region = "statement" if claim.keyword == "hypothesis" and claim.decl is source.main else "proof"
    return evidence(source, claim.start, claim.end, region)


def _at(source: Source, claim: Claim) -> str:
    line, column = source.position(claim.start)
    return f"{line}:{column}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 1] + "…"
