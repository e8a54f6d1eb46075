"""Proving and refuting a formalized statement (SPEC b.5, DESIGN decisions 5 and 6).

The statement is the elaborated, closed type of the text's main theorem: our theorems name it as `type_of%`, its negation
as `¬ type_of%`, and no text is edited. An answer is given only by what the kernel accepted on Lean's own three axioms:
⊤, ⊥, or undetermined.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pytest_faithform.lean.checker import InconsistentLean, LeanChecker
from pytest_faithform.lean.composite import Composite, Unclosed, fresh_nonce, indented, rests_on_logic_alone
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.mathlib_portfolio import MATHLIB
from pytest_faithform.lean.outline import outline_of
from pytest_faithform.lean.portfolio import CORE, Attempt, Portfolio, Sketch
from pytest_faithform.lean.prelude_portfolio import PRELUDE
from pytest_faithform.lean.second_opinion import second_opinion
from pytest_faithform.lean.source import Source, parse_reached
from pytest_faithform.lean.written import Asked, Prover, Unusable, attempt_with
from pytest_faithform.model import Declaration, LeanReply, ProofVerdict

__all__ = ["InconsistentLean", "declared_theorem", "prove"]

# With less than this left no check is begun.
LEAST_SECONDS = 0.5
# A check that is killed costs a restart and all that was compiled by then. Our scripts end by themselves, within their
# heartbeats: one that was begun in time gets so long to do so, whatever is left.
GRACE_SECONDS = 10.0
# Each proof that a prover wrote gets so long, whatever was spent before.
WRITTEN_SECONDS = 60.0
# Nothing is said of a statement that was not looked at, so there is this much for it even after the budget.
LOOK_SECONDS = 5.0
NOTATIONS = frozenset(("notation", "notation3", "infix", "infixl", "infixr", "prefix", "postfix", "macro"))


def prove(
    checker: LeanChecker,
    source: str,
    *,
    budget: float = 10.0,
    reply: LeanReply | None = None,
    portfolio: Portfolio | None = None,
    prover: Prover | None = None,
) -> ProofVerdict:
    """Prove or refute the main theorem of a complete Lean text.

    The main theorem is the last theorem or lemma; an `example` has no name and is no formalization. `budget` bounds the
    wall time of the search in seconds: after it nothing is begun but the question whether a proof is vacuous, and what
    was begun ends within `GRACE_SECONDS` or is killed. What is not settled by then is undetermined, never refuted.
    `reply` is what the checker says about `source`, where the caller has asked already and had it `examined`.
    `portfolio` is by default the one for the checker's library. `prover` is asked about what the portfolio leaves open,
    outside the budget. Raises InconsistentLean if both sides were accepted, and LeanUnavailable if Lean itself is at
    fault.
    """
    if portfolio is None:
        portfolio = _portfolio_of(checker.name)
    parsed = parse_reached(source)
    return _Work(checker, parsed.text, parsed, budget, portfolio, prover).verdict(reply)


def _portfolio_of(backend: str) -> Portfolio:
    if backend.partition(":")[0] in ("repl", "kimina"):
        return MATHLIB
    return PRELUDE if backend.endswith(":prelude") else CORE


def declared_theorem(reply: LeanReply, name: str) -> Declaration | None:
    """The theorem that stands in the environment under this full name, if exactly one does."""
    # Replies carry no quotes around the parts of a name.
    plain = name.replace("«", "").replace("»", "")
    found = [d for d in reply.declarations if d.name == plain]
    return found[0] if len(found) == 1 and found[0].kind == "theorem" else None


@dataclass
class _Work:
    """The state of one call: what Lean has accepted so far, and the clock.

    `declared` is the main theorem in the environment, once Lean has accepted the text without an error.
    """

    checker: LeanChecker
    source: str
    parsed: Source
    budget: float
    portfolio: Portfolio
    prover: Prover | None = None
    began: float = field(default_factory=time.monotonic)
    nonce: str = field(default_factory=fresh_nonce)
    declared: Declaration | None = None
    accepted: dict[str, Attempt] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    may_be_vacuous: bool = True
    trouble: str = ""
    # Whether this Lean elaborates nothing of ours: one that only remembers replies, say.
    is_mute: bool = False

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def left(self) -> float:
        return self.budget - self.seconds

    @property
    def patience(self) -> float:
        """How long a check may take. Half of what is left, since a checker may try once more before it blames the text."""
        return max(self.left / 2, GRACE_SECONDS)

    def verdict(self, reply: LeanReply | None) -> ProofVerdict:
        main = self.parsed.main
        if main is None:
            return self.undetermined("no theorem or lemma in the text", formalized=False)
        rejected = next((f for f in guard(self.parsed) if f.severity == "reject"), None)
        if rejected is not None:
            return self.undetermined(f"guard: {rejected.message}", typechecks=False)
        try:
            refused = self.refused(main, reply) or self.settled(main)
        except Unclosed as unclosed:
            self.trouble = str(unclosed)
            refused = None if self.declared else self.refused(main, self.ask())
        if refused is None and self.prover is not None and self.is_open:
            refused = None if self.declared else self.refused(main, self.ask())
            if self.declared is not None:
                self.ask_prover(main, self.prover)
        return refused or self.misread(reply) or self.conclusion(main)

    @property
    def is_open(self) -> bool:
        return not self.is_mute and not self.accepted

    def ask_prover(self, main: Decl, prover: Prover) -> None:
        """Try what the prover writes for either side, until one is settled and the other's replies are looked at too: that
        both are accepted would mean that something is broken."""
        sides: tuple[Literal["proved", "refuted"], ...] = ("proved", "refuted")
        asked = [Asked(side, self.source, main.full_name, self.goal_of(main, side)) for side in sides]
        unusable = ""
        for one, reply in prover.write(asked):
            if one.side in self.accepted:
                continue
            try:
                attempt = attempt_with(reply, one, self.parsed, prover.name)
                self.budget = self.seconds + 2 * WRITTEN_SECONDS
                self.attempt(main, [attempt])
            except (Unusable, Unclosed) as error:
                unusable = str(error)
        if self.is_open:
            because = f" ({unusable})" if unusable else ""
            self.trouble = f"no script of the portfolio settles it, and no proof that {prover.name} wrote{because}"

    def ask(self) -> LeanReply | None:
        """What Lean says about the text as it is; None if there is no time to ask."""
        return self.checker.check(self.source, timeout=self.patience) if self.left > LEAST_SECONDS else None

    def misread(self, reply: LeanReply | None) -> ProofVerdict | None:
        """The verdict where a statement that is settled does not say what it seems to. A caller who has Lean's reply has
        looked at it."""
        if reply is not None or not self.accepted or ("refuted" in self.accepted and len(self.accepted) > 1):
            return None
        seconds = max(self.left, LOOK_SECONDS)
        asked = self.checker.check(self.source, timeout=seconds)
        if asked.outcome != "ok":
            return self.undetermined(f"{asked.outcome} while looking at what the statement says: {asked.first_error}")
        found = second_opinion(self.checker, self.parsed, asked, timeout=seconds)
        rejected = next((f for f in found if f.severity == "reject"), None)
        return None if rejected is None else self.undetermined(f"guard: {rejected.message}", typechecks=False)

    def refused(self, main: Decl, reply: LeanReply | None) -> ProofVerdict | None:
        """The verdict where Lean's reply to the text as it is leaves nothing to prove."""
        if reply is None:
            return None
        if reply.outcome == "error":
            return self.undetermined(f"Lean rejects the text: {reply.first_error}", typechecks=False)
        if reply.outcome != "ok":
            return self.undetermined(f"{reply.outcome}: {', '.join(reply.lacking) or reply.first_error}")
        self.take_declared(main, reply)
        if self.declared is None:
            reason = f"guard: Lean gives no error, but there is no theorem {main.full_name} in the environment"
            return self.undetermined(reason, typechecks=False)
        return None

    def take_declared(self, main: Decl, reply: LeanReply) -> None:
        self.declared = self.declared or declared_theorem(reply, main.full_name)
        if self.declared is not None and rests_on_logic_alone(self.declared):
            own = Attempt("proved", "own proof", self.source[main.start : main.end])
            self.accepted.setdefault("proved", own)

    def settled(self, main: Decl) -> ProofVerdict | None:
        """Work through the rounds; gives a verdict only where Lean refuses the text."""
        definitions = tuple(d.full_name for d in self.parsed.decls if d.keyword in ("def", "abbrev"))
        own_notation = any(c.keyword in NOTATIONS for c in self.parsed.commands)
        types = tuple(d.full_name for d in self.parsed.decls if d.keyword in ("structure", "inductive"))
        outline = outline_of(self.source, main, self.parsed.decls)
        sketch = Sketch(outline, definitions, types, literal_reading=not own_notation)
        if self.declared is None and not self.has_placeholder(main):
            refused = self.refused(main, self.ask())
            if refused is not None:
                return refused
        vacuity = self.portfolio.vacuity(sketch)
        self.may_be_vacuous = bool(vacuity)
        rounds: Iterable[list[Attempt]] = self.portfolio.attempts(sketch)
        if "proved" in self.accepted:
            # A counterexample to what is proved would mean that something is broken: worth one look.
            last = [*vacuity, *self.portfolio.witness(sketch)]
            rounds = [last] if last else []
        for attempts in rounds:
            if self.left < LEAST_SECONDS:
                self.trouble = f"the budget of {self.budget:g} s is spent"
                return None
            self.attempt(main, attempts)
            if self.declared is None:
                refused = self.refused(main, self.ask())
                if refused is not None or self.declared is None:
                    return refused
            if not self.is_open:
                break
        unanswered = [] if "vacuous" in self.answered else vacuity
        if "proved" in self.accepted and unanswered:
            # Whatever the budget: a proof that may be vacuous says nothing.
            self.attempt(main, unanswered)
        return None

    def has_placeholder(self, main: Decl) -> bool:
        body = self.parsed.tokens[main.body[0] : main.body[1]]
        return any(token.text in ("sorry", "admit") for token in body)

    def attempt(self, main: Decl, attempts: list[Attempt]) -> None:
        """Try all in one text; where that ends Lean, each in a text of its own.

        A reply without an error in the examined text or at its end says, too, that Lean accepts that text.
        """
        # What somebody else wrote may not know a name of ours; before our own scripts the text is always the same.
        is_ours = all(attempt.written is None for attempt in attempts)
        composite = Composite(self.nonce if is_ours else "")
        composite.add_section(self.source)
        names = {}
        for number, attempt in enumerate(attempts):
            if attempt.written is None:
                composite.add_text(attempt.preamble)
            else:
                composite.add_namespace(*attempt.written)
            goal = self.goal_of(main, attempt.side)
            name = composite.add_theorem(f"{attempt.side}{number}", goal, attempt.script, attempt.heartbeats)
            names[name] = attempt
        reply = self.checker.check(composite.text, timeout=self.patience)
        if reply.outcome in ("timeout", "crash"):
            self.trouble = f"{reply.outcome} while trying {', '.join(a.strategy for a in attempts)}"
            for attempt in attempts if len(attempts) > 1 else ():
                if self.left > LEAST_SECONDS:
                    self.attempt(main, [attempt])
            return
        if not composite.is_closed(reply):
            self.trouble = "the scopes that the text opens cannot be closed"
        elif not composite.first_error(reply, 0):
            self.take_declared(main, reply)
        if declared_theorem(reply, main.full_name) is None:
            # Nothing was tried: the scripts speak of a theorem that is not there.
            self.trouble = self.trouble or f"{reply.outcome}: {', '.join(reply.lacking) or reply.first_error}"
            self.is_mute = reply.outcome == "unavailable"
        else:
            self.answered |= {attempt.side for attempt in attempts}
        accepted = composite.accepted(reply)
        # A theorem of ours that failed may leave a lemma that Lean made for it.
        for name in (name for name in names if name in accepted):
            self.accepted.setdefault(names[name].side, names[name])

    def goal_of(self, main: Decl, side: str) -> str:
        statement = f"type_of% @_root_.{main.full_name}"
        return f"¬ ({statement})" if side == "refuted" else statement

    def conclusion(self, main: Decl) -> ProofVerdict:
        # What follows from a contradiction of the hypotheses is proved, too.
        proved, refuted = self.accepted.get("proved") or self.accepted.get("vacuous"), self.accepted.get("refuted")
        if proved is not None and refuted is not None:
            raise InconsistentLean(
                f"Lean accepted both {main.full_name} and its negation.\n{self.text_of(main, proved)}\n"
                f"{self.text_of(main, refuted)}"
            )
        winner = proved or refuted
        if winner is None or self.declared is None:
            return self.undetermined(self.trouble or "no script of the portfolio settles it")
        if proved is not None and self.may_be_vacuous and "vacuous" not in self.answered:
            # A vacuous proof is no proof of a step: until that is looked at, neither is this one.
            return self.undetermined(
                f"proved, but not known whether vacuously: {self.trouble or 'the budget is spent'}"
            )
        vacuous = proved is not None and "vacuous" in self.accepted
        return ProofVerdict(
            value=winner.side if winner.side != "vacuous" else "proved",
            reason="the hypotheses contradict each other" if vacuous else f"{winner.side} by {winner.strategy}",
            strategy=winner.strategy,
            proof=self.text_of(main, winner),
            vacuous=vacuous,
            seconds=self.seconds,
        )

    def text_of(self, main: Decl, attempt: Attempt) -> str:
        """Lean text that can be put after the source, to see for oneself."""
        if attempt.strategy == "own proof":
            return attempt.script
        goal, script = self.goal_of(main, attempt.side), indented(attempt.script)
        return f"{attempt.preamble}theorem {attempt.side} : {goal} := by\n{script}"

    def undetermined(self, reason: str, *, formalized: bool = True, typechecks: bool = True) -> ProofVerdict:
        return ProofVerdict(
            value="undetermined",
            reason=reason,
            formalized=formalized,
            typechecks=typechecks and formalized,
            seconds=self.seconds,
        )
