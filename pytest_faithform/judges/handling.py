"""How a Lean text treats a claim it states: left open, assumed, or proved (SPEC c.4).

- a placeholder as its whole proof, variables named before it or not → unproved;
- a hypothesis of the main theorem or an axiom that the original does not have → assumed, and so is a proof that only
  cites one stating the claim;
- a proof that only cites another statement of the claim is treated as that statement is;
- any other tactic or term → derived, also when a `have` inside it is sorry.

The main theorem's own proof holds all the other steps as well. Of its conclusion, therefore, only what remains once the
steps stated on the way and the bookkeeping tactics are taken out counts as the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from pytest_faithform.lean.source import Claim, Source, Token

__all__ = ["Handling", "Handlings"]

Handling = Literal["unproved", "assumed", "derived"]

_HOLES = frozenset(["sorry", "admit", "?_", "sorryAx", "stop"])
_ENDING_HOLES = frozenset(["sorryAx", "stop"])
# What may stand around a hole without closing anything: `id sorry`, `repeat sorry`, `first | sorry`.
_AROUND_HOLES = frozenset(["id", "repeat", "all_goals", "any_goals", "try", "first", "|", "<;>"])
_WRAPPING = frozenset(
    [
        "by",
        "exact",
        "refine",
        "apply",
        "from",
        "(",
        ")",
        "{",
        "}",
        "·",
        ".",
        "⟨",
        "⟩",
        ";",
        ",",
        "<;>",
        "all_goals",
        "any_goals",
        "skip",
        "done",
        "this",
        "show",
    ]
)
_CITING = frozenset(
    [
        "by",
        "exact",
        "from",
        "(",
        ")",
        "{",
        "}",
        "·",
        ".",
        ";",
        "apply",
        "refine",
        "simpa",
        "using",
        "assumption",
    ]
)
_BOOKKEEPING = frozenset(
    [
        "intro",
        "intros",
        "rintro",
        "obtain",
        "rcases",
        "constructor",
        "unfold",
        "subst",
        "set",
        "let",
        "classical",
        "refine'",
        "push_cast",
        "clear",
        "norm_cast",
        "rename_i",
        "open",
    ]
)
_STEPS = frozenset(["have", "obtain"])
_LONGEST_CHAIN = 60


@dataclass
class Handlings:
    """`states`: does a claim state the proposition in question? `given`: does the original already assume this claim, and
    `doubtful`: may it not as well?"""

    source: Source
    states: Callable[[Claim], bool]
    given: Callable[[Claim], bool]
    doubtful: Callable[[Claim], bool] = lambda claim: False
    _open: set[int] = field(default_factory=set)
    _known: dict[int, Handling | None] = field(default_factory=dict)
    _cut: int = 0
    _too_long: bool = False

    def of(self, claim: Claim) -> Handling | None:
        """None where the claim says nothing about the step: a hypothesis of the original or of a helper lemma, a claim
        without a proof, a circle of citations or a chain of more than anybody writes."""
        if claim.keyword == "axiom":
            return "assumed"
        if claim.keyword == "hypothesis":
            return None if claim.decl is not self.source.main or self.given(claim) else "assumed"
        if claim.proof is None:
            return None
        if id(claim) in self._known:
            return self._known[id(claim)]
        if id(claim) in self._open or len(self._open) >= _LONGEST_CHAIN:
            self._cut += 1
            self._too_long = self._too_long or id(claim) not in self._open
            return None
        before = self._cut
        self._open.add(id(claim))
        try:
            found = self._proof(claim, *self._essential(claim))
        finally:
            self._open.discard(id(claim))
        if self._cut == before:
            self._known[id(claim)] = found
        elif self._too_long:
            # What is at the end of it was not looked at.
            self._too_long = bool(self._open)
            return None
        return found

    def _essential(self, claim: Claim) -> tuple[list[Token], bool]:
        """The tokens that make up the proof of the claim itself; whether that is less than what stands there."""
        assert claim.proof is not None
        tokens = self.source.tokens_in(claim.proof)
        helper = claim.keyword == "goal" and claim.decl is not self.source.main
        whole = helper or claim.keyword in ("have", "obtain", "calc")
        rest = tokens if whole else self._without_steps(claim, tokens)
        return rest, len(rest) < len(tokens)

    def _without_steps(self, claim: Claim, tokens: list[Token]) -> list[Token]:
        steps = [
            (c.start, c.end)
            for c in self.source.claims
            if c is not claim
            and c.keyword in _STEPS
            and c.decl is claim.decl
            and tokens
            and tokens[0].start <= c.start < tokens[-1].end
        ]
        rest: list[Token] = []
        covered, line = 0, -1
        steps.sort()
        taken = iter([*steps, (len(self.source.text) + 1, 0)])
        begin, end = next(taken)
        bookkeeping = False
        for token in tokens:
            while token.start >= begin:
                covered = max(covered, end)
                begin, end = next(taken)
            here = self.source.position(token.start)[0]
            fresh, line = here != line, here
            if token.start < covered:
                bookkeeping = False
                continue
            if fresh or (rest and rest[-1].text in (";", "·")):
                bookkeeping = token.text in _BOOKKEEPING
            if not bookkeeping:
                rest.append(token)
        return rest

    def _proof(self, claim: Claim, tokens: list[Token], reduced: bool) -> Handling | None:
        words = [t.text for t in self._after_introductions(tokens) if t.text not in _WRAPPING]
        if not words and reduced:
            return None  # steps are stated, but what closes the conclusion is missing: cut off, or hidden in a step
        if all(word in _HOLES for word in words) or words[0] in _ENDING_HOLES:
            return "unproved"
        bare = [word for word in words if word not in _AROUND_HOLES]
        ascribed = len(bare) > 1 and bare[0] in _HOLES and bare[1] == ":"
        if ascribed or bare == ["_"] or (bare and all(word in _HOLES for word in bare)):
            return "unproved"
        cited = self._cited(claim, tokens)
        if not cited:
            applied = self._applied(claim, tokens)
            return None if applied is not None and self.of(applied) in ("unproved", "assumed") else "derived"
        # A hypothesis of the original that already states the claim is a reason, so citing it derives the claim.
        handled = {
            self.of(c) or ("derived" if c.keyword == "hypothesis" and not self.doubtful(c) else None) for c in cited
        }
        if len(handled) == 1:
            return handled.pop()
        return "unproved" if handled == {"unproved", "assumed"} else None

    def _after_introductions(self, tokens: list[Token]) -> list[Token]:
        """Without the naming of variables and hypotheses that a proof begins with, which proves nothing."""
        rest = [t for t in tokens if t.text not in ("by", "·")]
        while rest and rest[0].text in ("intro", "intros", "fun", "λ"):
            end = 1
            while end < len(rest) and (rest[end].kind == "ident" or rest[end].text == "_"):
                same_line = self.source.position(rest[end].start)[0] == self.source.position(rest[0].start)[0]
                if not same_line or rest[end].text in _HOLES:
                    break
                end += 1
            if rest[0].text in ("fun", "λ") and (end == len(rest) or rest[end].text not in ("=>", "↦")):
                return tokens
            rest = rest[end + (rest[0].text in ("fun", "λ")) :]
            while rest and rest[0].text == ";":
                rest = rest[1:]
        return rest or tokens

    def _cited(self, claim: Claim, tokens: list[Token]) -> list[Claim]:
        """The statements of the same claim (or of its parts) that the proof does nothing but cite."""
        words = [t for t in tokens if t.text not in _CITING]
        if not words and any(t.text == "assumption" for t in tokens):
            return self._nearest(claim, lambda other: other.decl is claim.decl)
        # A statement of this text may be called as a tactic is.
        computing = [t for t in words if t.text in _COMPUTING and not (t is words[0] and self._declared(t.text))]
        if not words or computing or any(t.kind not in ("ident", "number", "symbol") for t in words):
            return []
        if words[0].text == "⟨":
            parts = [t for t in words if t.kind == "ident"]
            found = [self._named(claim, part) for part in parts]
            return [c for cited in found for c in cited] if all(found) else []
        return self._named(claim, words[0]) if words[0].kind == "ident" else []

    def closes(self, words: Iterable[str]) -> bool:
        """Whether a tactic is among them that is no bookkeeping."""
        return not (_COMPUTING - _BOOKKEEPING).isdisjoint(words)

    def applied(self, claim: Claim) -> Claim | None:
        """The statement of this text that the claim's proof does nothing but apply."""
        return None if claim.proof is None else self._applied(claim, self._essential(claim)[0])

    def _applied(self, claim: Claim, tokens: list[Token]) -> Claim | None:
        """What it states may be the claim in other letters: where that is left open or assumed, nothing is proved here; and
        nothing says that the claim is left open either."""
        words = [t for t in tokens if t.text not in _CITING]
        if not words or words[0].kind != "ident":
            return None
        if any(t.kind not in ("ident", "number", "symbol") or t.text in _COMPUTING - {"rfl"} for t in words[1:]):
            return None
        name = words[0].text if self._declared(words[0].text) else words[0].text.partition(".")[0]
        before = [c for c in self.source.claims if c.start <= claim.start or self._inside(c, claim)]
        found = [
            c
            for c in before
            if c is not claim
            and c.keyword != "hypothesis"
            and (name in (c.name or "this", c.decl.full_name) or (c.keyword == "obtain" and name in self._pattern(c)))
            and self._reachable(c, claim)
        ]
        return found[-1] if found else None

    def _pattern(self, claim: Claim) -> set[str]:
        """The names that an `obtain` gives."""
        return {t.text for t in self.source.tokens_in((claim.start, claim.prop[0])) if t.kind == "ident"}

    def _named(self, claim: Claim, token: Token) -> list[Claim]:
        name = token.text if self._declared(token.text) else token.text.partition(".")[0]
        return self._nearest(claim, lambda other: name in (other.name or "this", other.decl.full_name))

    def _declared(self, name: str) -> bool:
        return any(name in (decl.name, decl.full_name) for decl in self.source.decls)

    def _nearest(self, claim: Claim, named: Callable[[Claim], bool]) -> list[Claim]:
        before = [c for c in self.source.claims if c.start <= claim.start or self._inside(c, claim)]
        found = [c for c in before if c is not claim and named(c) and self._reachable(c, claim) and self.states(c)]
        return found[-1:]

    @staticmethod
    def _inside(inner: Claim, outer: Claim) -> bool:
        return inner is not outer and inner.parent is outer and inner.decl is outer.decl

    @staticmethod
    def _reachable(cited: Claim, claim: Claim) -> bool:
        return cited.decl is claim.decl if cited.keyword not in ("goal", "axiom") else cited.decl is not claim.decl


_COMPUTING = frozenset(
    [
        ":=",
        "[",
        "=>",
        "|",
        "<|",
        "▸",
        "omega",
        "linarith",
        "nlinarith",
        "norm_num",
        "simp",
        "ring",
        "ring_nf",
        "field_simp",
        "decide",
        "positivity",
        "grind",
        "aesop",
        "rfl",
        "trivial",
        "tauto",
        "rw",
        "simp_all",
        "norm_cast",
        "push_cast",
        "nth_rewrite",
        "calc",
        "induction",
        "cases",
        "simp_rw",
        "polyrith",
        "gcongr",
        "bound",
        "bv_decide",
        "native_decide",
        "exact_mod_cast",
        "ext",
        "funext",
        "congr",
        "contradiction",
        "exfalso",
        "by_contra",
        "split",
        "left",
        "right",
        "use",
        "exists",
        "existsi",
        "interval_cases",
        "fin_cases",
        "rcases",
        "obtain",
        "intro",
        "constructor",
        "assumption_mod_cast",
        "convert",
        "unfold",
        "specialize",
        "replace",
        "subst",
    ]
)
