"""Does the quote of a judge model show what it says of a deleted step's claim? (SPEC c.4)

A quote answers for the claims that it shows, or for the innermost one that it lies in, and for none that the main theorem
does not rest on. Where the Lean has a claim that is the retained one in just these formulas, the quote must be of such a
claim, and all of them must be treated alike. What does not fit makes a label unclear and never another one, but for the rule
of SPEC c.4 that a claim called unproved is derived where tactics prove it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Literal

from pytest_faithform.judges.citing import cited
from pytest_faithform.judges.claims import Givens, Statement, Statements, Target
from pytest_faithform.judges.handling import Handling, Handlings
from pytest_faithform.judges.leanexpr import proposition
from pytest_faithform.judges.nodes import Node
from pytest_faithform.judges.normal import Forms
from pytest_faithform.judges.shown import Shown
from pytest_faithform.lean.source import Claim, Source, Span
from pytest_faithform.model import Case, StepDeletion

__all__ = ["Misfit", "StepEvidence"]

#: "placeholder": it shows none, or that of another claim; "proved": nor does the claim have any, and tactics prove it;
#: "assumption": tactics prove what it shows; "proof": nothing proves it; "claim": it is of another claim, or of several.
Misfit = Literal["placeholder", "proved", "assumption", "proof", "claim"]

_GIVEN = ("hypothesis", "axiom")
#: What puts a proof together of those of several claims.
_SPLITTING = frozenset(["constructor", "And.intro", "Iff.intro", "split_ands", "and_intros", "refine_and"])
_JOINING = frozenset(["∧", "↔", "∃!"])
_BEFORE_A_TERM = frozenset(
    ["", "exact", "refine", "refine'", "apply", "from", "using", ":=", "=>", "<|", "(", "·", *_SPLITTING]
)
_NAME = re.compile(r"[\w'.]+")


class StepEvidence:
    """What the quotes from one output say of the claim that a step deletion retained."""

    def __init__(self, case: Case, edit: StepDeletion, source: Source, shown: Shown) -> None:
        self._source, self._shown = source, shown
        self._statements = Statements()
        self._read: dict[int, Statement] = {}
        self._mentions: dict[Span, dict[str, int]] = {}  # where a place names something last
        self._target = Target(case, edit, self._statements)
        self._wanted = [s for group in self._target.groups for s in group]
        shapes = Forms(lambda name: "?")
        self._shape = shapes.key
        self._shapes = {shapes.key(node) for wanted in self._wanted for node in wanted.nodes}
        used = cited(source)
        self._claims = [claim for claim in source.claims if claim.decl in used]
        self._givens = Givens(case, self._statements)
        self._has_reference = bool(case.problem.formal_statement)
        # A proof that only cites a hypothesis may assume the claim, whatever it says.
        self._handled = Handlings(source, lambda c: c.keyword in _GIVEN or self._says(c), self._given)

    def misfit(self, handling: Literal["unproved", "assumed", "derived"], quote: str) -> Misfit | None:
        """Why the quote does not show that its claim is handled so; None where it does."""
        places = self._shown.places(quote)
        spots = [(place, self._claims_at(place, handling)) for place in places]
        spots = [(place, claims) for place, claims in spots if claims]
        if not spots:
            return "claim"
        if not self._located and handling == "unproved" and len({tuple(map(id, claims)) for _, claims in spots}) > 1:
            return "claim"
        if "derived" in self._treated and len(self._treated) > 1:
            return "claim"
        if handling == "derived":
            shown = {id(claim): claim for _, claims in spots for claim in claims}
            fits = not self._treated - {"derived"} and any(map(self._is_proved, shown.values()))
            return None if fits else "proof"
        if handling == "assumed":
            assumed = [all(self._may_be_assumed(claim) for claim in claims) for _, claims in spots]
            return None if (any if self._located else all)(assumed) else "assumption"
        if self._treated != {"derived"} and any(
            all(self._is_open(c, place) for c in claims) for place, claims in spots
        ):
            return None
        bare = not self._treated - {"derived"} and not any(self._holes_in(place) for place, _ in spots)
        proved = all(self._is_derived(claim) for _, claims in spots for claim in claims)
        return "proved" if bare and proved else "placeholder"

    def _claims_at(self, place: Span, handling: str) -> list[Claim]:
        """The claims that a quote at this place is of; of these only such as state the retained one, if any claim does."""
        found = [claim for claim in self._claims if _overlap(place, _head(claim))]
        if not found:
            around = [claim for claim in self._claims if _within(place, (claim.start, _end(claim)))]
            found = [min(around, key=lambda claim: _end(claim) - claim.start)] if around else []
        if self._located:
            inside = [c for c in self._located if handling == "derived" and c.proof and _within(place, c.proof)]
            applied = [c for c in self._located if handling == "unproved" and self._is_applied_in(place, c)]
            return [claim for claim in found if self._states(claim)] or inside or applied
        if handling != "assumed":
            found = [claim for claim in found if claim.keyword != "hypothesis"]
        if self._wanted:
            # What the input says just so at another place is that place's, if it has formulas to tell it by.
            found = [c for c in found if c.keyword == "goal" or not self._target.is_another_step(self._statement(c))]
        # A quote from a theorem's head on is of what it goes on to.
        return [claim for claim in found if claim.keyword != "goal"] or found

    @cached_property
    def _located(self) -> list[Claim]:
        """The claims that say the retained one in just its formulas, else those that say more: is there any, others are not
        meant."""
        found = [claim for claim in self._claims if self._says(claim)]
        if not found:
            found = [claim for claim in self._claims if self._statement(claim).parts & self._whole]
        # A hypothesis alone may be one of the original's, and the claim stand elsewhere in other words.
        return found if any(claim.keyword != "hypothesis" for claim in found) else []

    @cached_property
    def _treated(self) -> set[Handling]:
        """How the claims are treated that say the retained one, or a part of it: of those that say more only where no other
        does, and of one with tactics and a placeholder nothing is known."""
        part = frozenset[int]().union(*(wanted.parts for wanted in self._wanted))
        found = [c for c in self._claims if self._says(c) or (c.keyword != "goal" and self._statement(c).whole & part)]
        found += [claim for claim in self._claims if claim.decl is not self._source.main and self._looks_so(claim)]
        found = found or [claim for claim in self._claims if self._statement(claim).parts & self._whole]
        treated = [(claim, self._handled.of(claim)) for claim in found]
        return {how for claim, how in treated if how is not None and not (how == "derived" and self._has_hole(claim))}

    def _looks_so(self, claim: Claim) -> bool:
        """The retained claim in other letters, which a lemma may have."""
        return claim.keyword != "hypothesis" and any(
            self._shape(n) in self._shapes for n in self._statement(claim).nodes
        )

    @cached_property
    def _whole(self) -> frozenset[int]:
        return frozenset[int]().union(*(wanted.whole for wanted in self._wanted))

    def _says(self, claim: Claim) -> bool:
        """The retained claim in just its formulas."""
        return bool(self._statement(claim).whole & self._whole)

    def _given(self, claim: Claim) -> bool:
        statement = self._statement(claim)
        return self._givens.assumes(statement) if self._has_reference else self._givens.says(statement)

    def _states(self, claim: Claim) -> bool:
        """The retained claim, one side moved over, or a part of it."""
        said = _forms(self._statement(claim))
        return any(said & _forms(wanted) for wanted in self._wanted)

    def _statement(self, claim: Claim) -> Statement:
        if id(claim) not in self._read:
            self._read[id(claim)] = self._statements.of_claim(self._source, claim)
        return self._read[id(claim)]

    def _holes_in(self, place: Span) -> list[Claim | None]:
        """Whose the placeholders are that the quote shows."""
        return [hole.claim for hole in self._source.sorries if _within(hole.span, place)]

    def _is_open(self, claim: Claim, place: Span) -> bool:
        open_ = self._handled.of(claim) == "unproved"
        if any(owner is claim for owner in self._holes_in(place)):
            # Of a claim in several parts, the placeholder may be another part's.
            return open_ or not self._is_joined(claim)
        last = [token.text for token in self._source.tokens_in(place)][-1:]
        return (last in (["by"], [":="]) and open_) or self._applies_what_is_open(claim, place)

    def _applies_what_is_open(self, claim: Claim, place: Span) -> bool:
        """Whether what the quote shows of the proof is that it does nothing but apply a claim that is left open."""
        if self._is_applied_in(place, claim):
            return self._handled.of(claim) == "unproved"
        applied = self._handled.applied(claim)
        return applied is not None and self._is_applied_in(place, applied) and self._handled.of(applied) == "unproved"

    def _is_applied_in(self, place: Span, claim: Claim) -> bool:
        decl = claim.decl
        names = (decl.name, decl.full_name) if claim.keyword == "goal" else (claim.name or "this",)
        if place not in self._mentions:
            self._mentions[place] = {token.text: token.start for token in self._source.tokens_in(place)}
        return any(self._mentions[place].get(name, -1) >= claim.prop[1] for name in names if name)

    def _is_joined(self, claim: Claim) -> bool:
        """Whether it claims several things and its proof is put together of theirs."""
        said = {token.text for token in self._source.tokens_in(claim.prop)}
        words = self._own_words(claim)
        built = any(word == "⟨" and before in _BEFORE_A_TERM for before, word in pairwise(["", *words]))
        return not said.isdisjoint(_JOINING) and (built or not _SPLITTING.isdisjoint(words))

    def _own_words(self, claim: Claim) -> list[str]:
        """The tokens of its proof, but for those of the claims that are stated on the way."""
        assert claim.proof is not None
        inner = [(c.start, c.end) for c in self._claims if c is not claim and _within((c.start, c.end), claim.proof)]
        stated = {token.start for span in inner for token in self._source.tokens_in(span)}
        return [token.text for token in self._source.tokens_in(claim.proof) if token.start not in stated]

    def _has_hole(self, claim: Claim) -> bool:
        return id(claim) in self._with_hole

    @cached_property
    def _with_hole(self) -> set[int]:
        return {id(hole.claim) for hole in self._source.sorries}

    def _is_proved(self, claim: Claim) -> bool:
        if claim.keyword in _GIVEN or claim.proof is None or self._has_hole(claim) or self._supposes_it(claim):
            return False
        handled = self._handled.of(claim)
        # A tactic behind bookkeeping in its line (`constructor <;> omega`) may be all that closes a conclusion.
        closed = claim.keyword == "goal" and handled is None and self._handled.closes(self._own_words(claim))
        return (handled == "derived" or closed) and (bool(self._located) or not self._passes_on(claim))

    def _supposes_it(self, claim: Claim) -> bool:
        """Whether it says something else under the retained claim as a premise, its own or its lemma's."""
        if self._says(claim):
            return False
        node = proposition(self._source.text, self._source.tokens_in(claim.prop))
        premises = [self._statements.of_node(premise).whole for premise in _premises(node)]
        if claim.keyword == "goal":
            own = [c for c in self._claims if c.keyword == "hypothesis" and c.decl is claim.decl and not self._given(c)]
            premises += [self._statement(one).whole for one in own]
        return any(premise & self._whole for premise in premises)

    def _passes_on(self, claim: Claim) -> bool:
        """Whether a part of the proof is the bare name of what is assumed or left open: `⟨h, by omega⟩`."""
        near = [c for c in self._claims if c.decl is claim.decl and c is not claim]
        names = {name for c in near if self._handled.of(c) in ("assumed", "unproved") for name in _NAME.findall(c.name)}
        return any(
            word in names and before in _BEFORE_A_TERM | {",", "⟨"} for before, word in pairwise(self._own_words(claim))
        )

    def _is_derived(self, claim: Claim) -> bool:
        """With tactics, and without a placeholder anywhere."""
        proof = claim.proof
        return proof is not None and self._handled.of(claim) == "derived" and not self._holes_in(proof)

    def _may_be_assumed(self, claim: Claim) -> bool:
        if claim.keyword == "hypothesis":
            return claim.decl is self._source.main and not (self._has_reference and self._given(claim))
        return claim.keyword == "axiom" or self._handled.of(claim) != "derived"


def _premises(node: Node | None) -> Iterator[Node]:
    while node is not None and node.op in ("forall", "imp"):
        if node.op == "imp":
            yield from node.args[:-1]
        node = node.args[-1]


def _head(claim: Claim) -> Span:
    """Where a claim says what it claims."""
    return claim.prop if claim.keyword == "goal" else (claim.start, claim.prop[1])


def _end(claim: Claim) -> int:
    return max(claim.end, claim.proof[1] if claim.proof else 0)


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _forms(statement: Statement) -> frozenset[int]:
    return statement.whole | statement.parts | statement.moved
