"""What is measured of one item: the flow formalize → check → judge, each part once and kept for the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import ValidationError

from pytest_faithform.errors import FaithformFault, FatalFault, Undetermined, Unfaithful, Where
from pytest_faithform.judges.consensus import edit_consensus, grades_of, part_consensus
from pytest_faithform.lean.checker import InconsistentLean, LeanUnavailable
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.source import parse, parse_reached
from pytest_faithform.model import (
    Case,
    Correctness,
    EditVerdict,
    Fault,
    Formalization,
    Grade,
    GuardFinding,
    LeanMessage,
    LeanReply,
    Part,
    ProofVerdict,
    Record,
    Review,
    printable,
)
from pytest_faithform.received import invalid, received

if TYPE_CHECKING:
    from pytest_faithform.judges import Judge
    from pytest_faithform.session import Session

__all__ = ["COMPARE_SECONDS", "PROVE_SECONDS", "Measurement"]

_T = TypeVar("_T")

#: Seconds of wall time after which Lean's part of a verdict is left open.
COMPARE_SECONDS = 60.0
PROVE_SECONDS = 40.0
LONGEST_MESSAGE = 4000


class Measurement:
    """One case × one sample under measurement. A fault of the apparatus is a FaithformFault, never a verdict."""

    def __init__(self, session: Session, case: Case, sample: int) -> None:
        self._session = session
        self.case = case
        self.sample = sample
        self.formalization: Formalization | None = None
        self.lean: LeanReply | None = None
        self.edit: EditVerdict | None = None
        self.proof: ProofVerdict | None = None
        self.correctness: Correctness | None = None
        self.opinions: tuple[EditVerdict, ...] = ()
        self.grades: tuple[Grade, ...] = ()
        self.review: Review | None = None
        self._began = time.monotonic()

    def fixtures(self) -> dict[str, object]:
        """What a test's fixtures of these names hold, as far as it was measured."""
        return {
            "case": self.case,
            "formalization": self.formalization,
            "lean_reply": self.lean,
            "edit_verdict": self.edit,
            "proof_verdict": self.proof,
            "correctness": self.correctness,
        }

    def formalize(self) -> Formalization:
        if self.formalization is None:
            self.formalization = self._ask("formalizer", self._session.formalizer, self._formalized)
        return self.formalization

    def check(self) -> LeanReply:
        """What Lean says of the extracted source. What holds no Lean, or what the guard rejects, Lean never sees: its
        reply is an `error` without messages, and of a rejected text nothing is concluded (the verdict stays open)."""
        if self.lean is None:
            source = self.formalize().lean
            findings = tuple(guard(parse_reached(source)))
            if source.strip() and not _rejected(findings):
                reply = self._session.settled.find(
                    "check", (source,), lambda: self._checked(source), lasts=_follows_the_text, of=LeanReply
                )
                later = (finding for finding in reply.guard if finding not in findings)
                self.lean = reply.model_copy(update={"guard": (*findings, *later)})
            else:
                self.lean = LeanReply(outcome="error", guard=findings)
        return self.lean

    def judge_edit(self) -> EditVerdict:
        """Labels of local edits are independent of whether the output type-checks (SPEC b.2), and edited texts are mostly
        such as no proof fits, which Lean is slow to find out: Lean is asked only where the test asks for its reply."""
        if self.edit is None:
            # What comes after the answer is read once there is one: the first question does not wait for it.
            from pytest_faithform.judges.edits import judge_edit

            formalization = self.formalize()
            asked = [
                self._ask("judge", judge, partial(self._edit_judged, judge, formalization))
                for judge in self._session.judges
            ]
            given = [verdict for verdict in asked if verdict is not None]
            # A judge of a plugin's may judge what is no local edit; the deterministic one does not.
            plain = [judge_edit(self.case, formalization.lean)] if self.case.region or not given else []
            if given:
                self.opinions = (*(given if len(given) > 1 else ()), *plain)
            self.edit = edit_consensus(given or plain)
        return self.edit

    def prove(self) -> ProofVerdict:
        if self.proof is None:
            reply, source = self.check(), self.formalize().lean
            if parse_reached(source).main is None:
                self.proof = ProofVerdict(value="undetermined", formalized=False, reason=_no_lean(self.formalize()))
            elif _rejected(reply.guard):
                self.proof = ProofVerdict(value="undetermined", reason=_findings(reply.guard))
            elif reply.outcome == "error":
                self.proof = ProofVerdict(value="undetermined", typechecks=False, reason=_why(reply))
            else:
                self.proof = self._session.settled.find(
                    "prove", (source,), lambda: self._proved(source, reply), lasts=_decided, of=ProofVerdict
                )
        return self.proof

    def judge_correctness(self) -> Correctness:
        if self.correctness is None:
            formalization, reply = self.formalize(), self.check()
            tc = _type_check(formalization, reply)
            given = [
                self._ask("judge", judge, partial(self._parts_judged, judge, formalization, reply))
                for judge in self._session.judges
            ]
            parts = {name: [found[name] for found in given if name in found] for name in ("StmtSC", "ProofSC")}
            statement = parts["StmtSC"] or [self._compare_statements(formalization, reply)]
            self.correctness = Correctness(
                tc=tc,
                stmt_sc=part_consensus(statement),
                proof_sc=part_consensus(parts["ProofSC"] or [self._unmeasured_proof()]),
            )
            self.grades = tuple(grades_of(self.correctness.stmt_sc.judgements))
            self.review = self._reviewed(self.correctness)
        return self.correctness

    def _reviewed(self, found: Correctness) -> Review | None:
        """Who erred where judges rejected a statement that compiles (SPEC f); the rejection stands either way."""
        reviewers, rejected = self._session.reviewers, found.stmt_sc.judgements and found.stmt_sc.value == "no"
        if reviewers is None or not rejected or found.tc.value != "yes" or self.case.problem.task != "statement":
            return None
        lean = self.formalize().lean
        return self._ask(
            "judge",
            reviewers,
            lambda: reviewers.review(
                self.case, lean, [found.stmt_sc.reason], lambda snippet: self._fact(lean, snippet)
            ),
        )

    def _fact(self, lean: str, snippet: str) -> str:
        """What Lean says of a snippet below the answer, in words. A reviewer's Lean is guarded as an answer's is."""
        source = f"{parse_reached(lean).text}\n\n{snippet}\n"
        findings = tuple(guard(parse(source)))
        if _rejected(findings):
            return f"not run: {_findings(findings)}"
        reply = self._session.settled.find(
            "check", (source,), lambda: self._checked(source), lasts=_follows_the_text, of=LeanReply
        )
        if reply.outcome != "ok":
            return f"{reply.outcome}: {printable(_why(reply), 400)}"
        return "accepted, with a sorry" if reply.sorries else "accepted"

    def _unmeasured_proof(self) -> Part:
        if self.case.problem.task != "proof":
            return Part(value="not_measured", reason=f"a case of task {self.case.problem.task} has no proof")
        return Part(value="not_measured", reason="needs a judge model, none is configured")

    def record(
        self, *, nodeid: str, outcome: Literal["pass", "fail", "skip", "error"], message: str, fault: Fault | None
    ) -> Record:
        return Record(
            case=self.case,
            sample=self.sample,
            nodeid=nodeid,
            outcome=outcome,
            message=message,
            formalization=self.formalization,
            lean=self.lean,
            edit=None if fault else self.edit,
            proof=None if fault else self.proof,
            correctness=None if fault else self.correctness,
            opinions=() if fault else self.opinions,
            grades=() if fault else self.grades,
            review=None if fault else self.review,
            fault=fault,
            seconds=round(time.monotonic() - self._began, 4),
            finished_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )

    def _formalized(self) -> Formalization:
        formalizer = self._session.formalizer
        return received(
            Formalization, formalizer.formalize(self.case, self.sample), where="formalizer", giver=formalizer
        )

    def _checked(self, source: str) -> LeanReply:
        from pytest_faithform.lean.second_opinion import examined

        lean = self._session.lean
        reply = received(LeanReply, self._lean_call(lambda: lean.check(source)), where="lean", giver=lean)
        # What the text's own questions are answered can be long, and is nobody's evidence.
        reply = reply.model_copy(update={"messages": tuple(map(_shortened, reply.messages))})
        return self._lean_call(lambda: examined(lean, parse_reached(source), reply))

    def _edit_judged(self, judge: Judge, formalization: Formalization) -> EditVerdict | None:
        self._session.ahead.await_judge(judge, "edit", self.case, self.sample)
        found = judge.judge_edit(self.case, formalization, self.lean)
        return None if found is None else received(EditVerdict, found, where="judge", giver=judge)

    def _parts_judged(self, judge: Judge, formalization: Formalization, reply: LeanReply) -> dict[str, Part]:
        self._session.ahead.await_judge(judge, "correctness", self.case, self.sample)
        found = judge.judge_correctness(self.case, formalization, reply) or {}
        unknown = sorted(map(str, set(found) - {"StmtSC", "ProofSC"}))
        if unknown or not isinstance(found, dict):
            what = f"a part {unknown[0]!r}" if unknown else f"a {type(found).__name__}"
            raise FaithformFault("judge", f"the judge {judge.name!r} gave {what}; its parts are StmtSC and ProofSC")
        return {name: received(Part, part, where="judge", giver=judge) for name, part in found.items()}

    def _compare_statements(self, formalization: Formalization, reply: LeanReply) -> Part:
        """StmtSC by a certificate of Lean against the case's reference statement (SPEC b.8)."""
        reference = self.case.problem.formal_statement
        if parse_reached(formalization.lean).main is None:
            return Part(value="no", reason="the answer states no theorem")
        if self.case.kind == "invalid_step" or self.case.region == "statement":
            return Part(value="not_measured", reason="the case's reference states what it was before the edit")
        if reference is None:
            return Part(
                value="not_measured", reason="the case has no reference statement, and no judge model is configured"
            )
        if _rejected(reply.guard):
            return Part(value="undetermined", reason=_findings(reply.guard))
        if reply.outcome != "ok":
            return Part(
                value="undetermined", reason="Lean did not accept the answer, so its statement cannot be compared"
            )
        texts = reference, parse_reached(formalization.lean).text
        return self._session.settled.find("compare", texts, lambda: self._compared(*texts), lasts=_decided, of=Part)

    def _proved(self, source: str, reply: LeanReply) -> ProofVerdict:
        from pytest_faithform.lean.prove import prove

        lean, prover = self._session.lean, self._session.prover
        return self._lean_call(lambda: prove(lean, source, reply=reply, budget=PROVE_SECONDS, prover=prover))

    def _compared(self, reference: str, candidate: str) -> Part:
        from pytest_faithform.lean.equivalence import compare

        found = self._lean_call(lambda: compare(self._session.lean, reference, candidate, budget=COMPARE_SECONDS))
        if found.at_fault == "reference":
            told = f"the case's problem.formal_statement is of no use here, mend it or use another Lean: {found.reason}"
            return Part(value="undetermined", reason=told, judge="lean", reference_rejected=True)
        values: dict[str, Literal["yes", "no"]] = {"equivalent": "yes", "different": "no"}
        how = f" (by {found.rung})" if found.rung else ""
        reason = f"{found.value}{how}: {found.reason}"
        return Part(value=values.get(found.value, "undetermined"), reason=reason, judge="lean")

    def _ask(self, where: Where, giver: object, call: Callable[[], _T]) -> _T:
        """What a part answers; where it fails to build its answer, the fault is that part's. Nothing that it raises may
        pass for a test's own verdict, or for its end."""
        try:
            return call()
        except ValidationError as error:
            raise invalid(error, where=where, giver=giver) from error
        except (AssertionError, Unfaithful, Undetermined, SystemExit) as error:
            raise _fault_of(where, giver, error) from error
        except BaseException as error:
            # `Exit` is pytest.exit's, which this module does not know: it ends the session, as Ctrl-C does.
            if isinstance(error, Exception | KeyboardInterrupt | GeneratorExit) or type(error).__name__ == "Exit":
                raise
            raise _fault_of(where, giver, error) from error

    def _lean_call(self, call: Callable[[], _T]) -> _T:
        try:
            return self._ask("lean", self._session.lean, call)
        except LeanUnavailable as error:
            raise FaithformFault("lean", str(error)) from error
        except InconsistentLean as error:
            raise FatalFault("lean", str(error)) from error


def _fault_of(where: Where, giver: object, error: BaseException) -> FaithformFault:
    name = getattr(giver, "name", None) or type(giver).__qualname__
    return FaithformFault(where, f"{name!r} raised {type(error).__name__}: {error}")


def _shortened(message: LeanMessage) -> LeanMessage:
    text = message.text
    if len(text) <= LONGEST_MESSAGE:
        return message
    return message.model_copy(update={"text": f"{text[:LONGEST_MESSAGE]} … ({len(text)} characters)"})


def _follows_the_text(reply: LeanReply) -> bool:
    return reply.outcome in ("ok", "error", "unavailable")


def _decided(found: ProofVerdict | Part) -> bool:
    return found.value != "undetermined"


def _type_check(formalization: Formalization, reply: LeanReply) -> Part:
    """TC (SPEC b.1): Lean elaborates without an error; `sorry` is allowed. A time-out or crash that follows the text
    is a failure; what the backend merely lacks leaves it undetermined."""
    if not any(decl.keyword in ("theorem", "lemma", "example") for decl in parse_reached(formalization.lean).decls):
        return Part(value="no", reason=_no_lean(formalization), judge="lean")
    if _rejected(reply.guard):
        return Part(value="undetermined", reason=_findings(reply.guard), judge="guard")
    if reply.outcome == "ok":
        holes = f", {len(reply.sorries)} sorry" if reply.sorries else ""
        return Part(value="yes", reason=f"Lean accepts it{holes}", judge="lean")
    if reply.outcome == "unavailable":
        return Part(value="undetermined", reason=f"{reply.backend} lacks {', '.join(reply.lacking)}", judge="lean")
    return Part(value="no", reason=_why(reply), judge="lean")


def _why(reply: LeanReply) -> str:
    error = next((message for message in reply.messages if message.severity == "error"), None)
    if error is not None:
        return f"{error.line}:{error.column} {error.text}" if error.line else error.text
    return f"Lean ended with {reply.outcome}"


def _rejected(findings: Sequence[GuardFinding]) -> bool:
    return any(finding.severity == "reject" for finding in findings)


def _findings(findings: Sequence[GuardFinding]) -> str:
    rejected = [finding for finding in findings if finding.severity == "reject"]
    places = (f"{finding.rule} at {finding.line}:{finding.column}, {finding.message}" for finding in rejected[:3])
    return "the guard keeps it from Lean: " + "; ".join(places)


def _no_lean(formalization: Formalization) -> str:
    if not formalization.raw.strip():
        return "the reply is empty"
    if formalization.lean.strip():
        return "the reply holds Lean, but no theorem with a name"
    cut = " (cut off)" if formalization.finish_reason == "length" else ""
    return f"no Lean in a reply of {len(formalization.raw)} characters{cut}"
