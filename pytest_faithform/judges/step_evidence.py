"""Does the quote of a judge model show what it says of a deleted step's claim? (SPEC c.4)

A quote answers for the claims that it shows, or for the innermost one that it lies in. Where the Lean has a claim that is the
retained one in just these formulas, the quote must be of such a claim. What does not fit makes a label unclear and never
another one, but for the rule of SPEC c.4 that a claim called unproved is derived where tactics prove it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pytest_faithform.judges.claims import Statement, Statements, Target
from pytest_faithform.judges.handling import Handlings
from pytest_faithform.judges.shown import Shown
from pytest_faithform.lean.source import Claim, Source, Span
from pytest_faithform.model import Case, StepDeletion

__all__ = ["Misfit", "StepEvidence"]

#: "placeholder": it shows none, or that of another claim; "proved": nor does the claim have any, and tactics prove it;
#: "assumption": tactics prove what it shows; "proof": nothing proves it; "claim": it is of another claim, or of several.
Misfit = Literal["placeholder", "proved", "assumption", "proof", "claim"]

_GIVEN = ("hypothesis", "axiom")


class StepEvidence:
    """What the quotes from one output say of the claim that a step deletion retained."""

    def __init__(self, case: Case, edit: StepDeletion, source: Source, shown: Shown) -> None:
        self._source, self._shown = source, shown
        self._statements = Statements()
        self._wanted = [s for group in Target(case, edit, self._statements).groups for s in group]
        # Whether a citation is of the same claim is not told here: what only cites a hypothesis may assume the claim.
        self._handled = Handlings(source, lambda claim: claim.keyword in _GIVEN, lambda claim: False)

    def misfit(self, handling: Literal["unproved", "assumed", "derived"], quote: str) -> Misfit | None:
        """Why the quote does not show that its claim is handled so; None where it does."""
        places = self._shown.places(quote)
        spots = [(place, self._claims_at(place, handling)) for place in places]
        if self._located:
            spots = [(place, claims) for place, claims in spots if claims]
            if not spots:
                return "claim"
        elif handling == "unproved" and len({tuple(map(id, claims)) for _, claims in spots}) > 1:
            return "claim"
        if handling == "derived":
            return None if any(self._is_proved(claim) for _, claims in spots for claim in claims) else "proof"
        if handling == "assumed":
            fits = [all(self._may_be_assumed(claim) for claim in claims) for _, claims in spots]
            return None if (any if self._located else all)(fits) else "assumption"
        if any(claims and all(self._is_open(claim, place) for claim in claims) for place, claims in spots):
            return None
        bare = not any(self._holes_in(place) for place in places)
        proved = all(claims and all(map(self._is_derived, claims)) for _, claims in spots)
        return "proved" if bare and proved else "placeholder"

    def _claims_at(self, place: Span, handling: str) -> list[Claim]:
        """The claims that a quote at this place is of; of these only such as state the retained one, if any claim does."""
        found = [claim for claim in self._source.claims if _overlap(place, _head(claim))]
        if not found:
            around = [claim for claim in self._source.claims if _within(place, (claim.start, _end(claim)))]
            found = [min(around, key=lambda claim: _end(claim) - claim.start)] if around else []
        if self._located:
            inside = [c for c in self._located if handling == "derived" and c.proof and _within(place, c.proof)]
            return [claim for claim in found if self._states(claim)] or inside
        if handling != "assumed":
            found = [claim for claim in found if claim.keyword != "hypothesis"]
        # A quote from a theorem's head on is of what it goes on to.
        return [claim for claim in found if claim.keyword != "goal"] or found

    @cached_property
    def _located(self) -> list[Claim]:
        """The claims that say the retained one in just its formulas: is there any, others are not meant."""
        whole = frozenset[int]().union(*(wanted.whole for wanted in self._wanted))
        found = [claim for claim in self._source.claims if self._statement(claim).whole & whole]
        # A hypothesis alone may be one of the original's, and the claim stand elsewhere in other words.
        return found if any(claim.keyword != "hypothesis" for claim in found) else []

    def _states(self, claim: Claim) -> bool:
        """The retained claim, one side moved over, or a part of it."""
        said = _forms(self._statement(claim))
        return any(said & _forms(wanted) for wanted in self._wanted)

    def _statement(self, claim: Claim) -> Statement:
        return self._statements.of_claim(self._source, claim)

    def _holes_in(self, place: Span) -> list[Claim | None]:
        """Whose the placeholders are that the quote shows."""
        return [hole.claim for hole in self._source.sorries if _within(hole.span, place)]

    def _is_open(self, claim: Claim, place: Span) -> bool:
        if any(owner is claim for owner in self._holes_in(place)):
            return True
        last = [token.text for token in self._source.tokens_in(place)][-1:]
        return last in (["by"], [":="]) and self._handled.of(claim) == "unproved"

    def _is_proved(self, claim: Claim) -> bool:
        return claim.keyword not in _GIVEN and claim.proof is not None and self._handled.of(claim) != "unproved"

    def _is_derived(self, claim: Claim) -> bool:
        """With tactics, and without a placeholder anywhere."""
        proof = claim.proof
        holes = self._source.sorries
        return (
            proof is not None
            and self._handled.of(claim) == "derived"
            and not any(_within(h.span, proof) for h in holes)
        )

    def _may_be_assumed(self, claim: Claim) -> bool:
        return claim.keyword in _GIVEN or self._handled.of(claim) != "derived"


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
