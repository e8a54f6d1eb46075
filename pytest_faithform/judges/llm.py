"""`openai:NAME` as a judge: which question is put about which output, what needs no call, and what an answer comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pytest_faithform.judges import correctness_questions as about
from pytest_faithform.judges.asking import Asked, JudgeModel
from pytest_faithform.judges.controls import CONTROL_SOURCE, control_case
from pytest_faithform.judges.edit_questions import edit_question, edit_verdict, shown_of
from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.judges.prompts import JudgePrompts
from pytest_faithform.judges.shown import MAX_SHOWN
from pytest_faithform.judges.spec import JudgeSpec
from pytest_faithform.judges.sugeno import leanscorer
from pytest_faithform.lean.source import Source, parse_reached
from pytest_faithform.model import Case, EditVerdict, Formalization, Judgement, LeanReply, Part, printable

__all__ = ["LLMJudge"]

#: Rules of the deterministic judge that leave nothing to ask a model about.
_SETTLED_WITHOUT = frozenset(["no-target-region", "too-large", "empty-proof-body"])
_USED = {
    "grade": ("judge_grade",),
    "leanscorer": ("judge_conditions", "judge_comparison"),
    "stmt_sc": (),
}

Definitions = Callable[[Source], str]


class LLMJudge:
    """A judge model. `definitions` gives what Lean says of the names that a statement uses; None leaves it out."""

    def __init__(
        self,
        spec: JudgeSpec,
        model: JudgeModel,
        prompts: JudgePrompts,
        address: str,
        definitions: Definitions | None = None,
    ) -> None:
        self.name = spec.name
        self.spec = spec
        self.model = model
        self._prompts = prompts
        self._address = address
        self._definitions = definitions

    def judge_edit(self, case: Case, formalization: Formalization, lean: LeanReply | None) -> EditVerdict | None:
        plain = judge_edit(case, formalization.lean)
        if plain.rule in _SETTLED_WITHOUT:
            nothing = self._without_a_call(case.kind.replace("_", "-"), plain.reason)
            return plain.model_copy(update={"judge": self.name, "judgement": nothing})
        source = parse_reached(formalization.lean)
        shown = shown_of(case, source)
        if len(shown.text) > MAX_SHOWN:
            reason = f"the Lean is too large to be a formalization ({len(shown.text)} characters of code)"
            nothing = self._without_a_call(case.kind.replace("_", "-"), reason)
            return EditVerdict(label="unclear", rule="too-large", reason=reason, judge=self.name, judgement=nothing)
        control = control_case(case.kind)
        asked = self.model.ask(
            edit_question(case, shown), lambda: edit_question(control, shown_of(control, CONTROL_SOURCE))
        )
        return edit_verdict(case, source, shown, asked, self.name)

    def judge_correctness(self, case: Case, formalization: Formalization, lean: LeanReply) -> dict[str, Part]:
        source = parse_reached(formalization.lean)
        parts = {"StmtSC": self._statement(case, source, lean)}
        if case.problem.task == "proof":
            parts["ProofSC"] = self._proof(case, source)
        return parts

    def ask_ahead(self, case: Case, formalization: Formalization, question: Literal["edit", "correctness"]) -> None:
        """Ask what needs nothing of Lean, as the item will: the replies are stored. Raises what a judgement would."""
        if question == "edit":
            self.judge_edit(case, formalization, None)
            return
        source = parse_reached(formalization.lean)
        if self._definitions is None:
            # What Lean says changes how a grade counts, not what is asked.
            self._statement(case, source, LeanReply(outcome="ok"))
        if case.problem.task == "proof":
            self._proof(case, source)

    def halt(self) -> None:
        """Give up what is under way: the session is ending."""
        self.model.halt()

    def describe(self) -> dict[str, Any]:
        spec = self.spec
        prompts = [name for name in self._prompts.sha256 if self._asks(name)]
        return {
            "kind": "openai",
            "name": self.name,
            "model": spec.model,
            "endpoint": self._address,
            "revision": spec.revision,
            "sampling": spec.sampling,
            "structured": spec.structured or "probed",
            "statement": spec.statement,
            "threshold": spec.threshold,
            "repeats": spec.repeats,
            "definitions": spec.definitions,
            "prompts": {name: self._prompts.sha256[name] for name in prompts},
        }

    def close(self) -> None:
        self.model.close()

    def _asks(self, prompt: str) -> bool:
        if self.spec.role == "review" or prompt.startswith("review_"):
            return self.spec.role == "review" and prompt.startswith("review_")
        return not any(prompt in names for how, names in _USED.items() if how != self.spec.statement)

    def _statement(self, case: Case, source: Source, lean: LeanReply) -> Part:
        kind = "stmt_sc" if case.problem.task != "statement" else self.spec.statement
        question = {"stmt_sc": "stmt-sc", "grade": "grade", "leanscorer": "leanscorer"}[kind]
        shown = about.shown_statement(source).text
        why = about.no_theorem(source) or _too_large(shown)
        if why:
            return self._part("no", why, self._without_a_call(question, why))
        definitions = self._definitions(source) if self._definitions is not None and lean.outcome == "ok" else ""
        if kind == "grade":
            return self._graded(case, shown, definitions, lean)
        if kind == "leanscorer":
            return self._scored(case, shown)
        original = control_case("original")
        asked = self.model.ask(
            about.stmt_sc(case, shown, definitions),
            lambda: about.stmt_sc(original, about.shown_statement(CONTROL_SOURCE).text),
        )
        return self._yes_or_no(question, asked)

    def _proof(self, case: Case, source: Source) -> Part:
        shown = about.shown_proof(source).text
        why = about.no_proof(source) or _too_large(shown)
        if why:
            return self._part("no", why, self._without_a_call("proof-sc", why))
        original = control_case("original")
        asked = self.model.ask(
            about.proof_sc(case, shown), lambda: about.proof_sc(original, about.shown_proof(CONTROL_SOURCE).text)
        )
        return self._yes_or_no("proof-sc", asked)

    def _yes_or_no(self, question: str, asked: Asked) -> Part:
        if not asked.readings:
            return self._rejected(question, asked)
        answer = asked.readings[0]
        said = str(answer["score"])
        judgement = self._judgement(question, asked, said=said, answer={"score": answer["score"]})
        return self._part(
            "yes" if said == "1" else "no", f"score {said}: {_end_of(answer['justification'])}", judgement
        )

    def _graded(self, case: Case, shown: str, definitions: str, lean: LeanReply) -> Part:
        """The first grade decides; further ones show how stable it is."""
        original = control_case("original")
        threshold = self.spec.threshold
        cap = about.CAP if _does_not_compile(lean) else None
        judgements: list[Judgement] = []
        for repeat in range(self.spec.repeats):
            asked = self.model.ask(
                about.grade(case, shown, definitions),
                lambda: about.grade(original, about.shown_statement(CONTROL_SOURCE).text),
                repeat=repeat,
            )
            if not asked.readings:
                judgements.append(self._judgement("grade", asked, threshold=threshold))
                continue
            answer = asked.readings[0]
            given = answer["grade"]
            score = float(given if cap is None else min(cap, given))
            judgements.append(
                self._judgement("grade", asked, said=str(given), answer=answer, score=score, threshold=threshold)
            )
        first = judgements[0]
        if first.score is None:
            return self._part("no", _rejection(first.trouble), *judgements)
        capped = (
            f" (capped: it does not compile; the judge said {first.said})"
            if str(int(first.score)) != first.said
            else ""
        )
        accepted = first.score >= threshold
        thought = printable(str(first.answer.get("thought", "")), 600)
        reason = f"grade {first.score:g} of 10{capped}, {'at least' if accepted else 'below'} {threshold:g}: {thought}"
        return self._part("yes" if accepted else "no", reason, *judgements)

    def _scored(self, case: Case, shown: str) -> Part:
        original = control_case("original")
        listed = self.model.ask(about.conditions(case), lambda: about.conditions(original))
        if not listed.readings:
            return self._rejected("leanscorer", listed)
        items = [*listed.readings[0]["conditions"], *listed.readings[0]["conclusions"]]
        control = ["x is a real number", "2x + 3 = 11", "x = 4"]
        compared = self.model.ask(
            about.comparison(case, items, shown),
            lambda: about.comparison(original, control, about.shown_statement(CONTROL_SOURCE).text),
        )
        replies = Asked((*listed.replies, *compared.replies), compared.readings, compared.trouble)
        if not compared.readings:
            return self._rejected("leanscorer", replies)
        tags, threshold = compared.readings[0]["tags"], self.spec.threshold
        score = leanscorer(tags)
        judgement = self._judgement(
            "leanscorer",
            replies,
            said=f"{score:g}",
            answer={"items": items, "tags": tags},
            score=score,
            threshold=threshold,
        )
        worst = next(
            (f"{tag}: {item}" for tag, item in sorted(zip(tags, items, strict=True), reverse=True) if tag != "A"), ""
        )
        reason = f"LeanScorer {score:g}, {'at least' if score >= threshold else 'below'} {threshold:g}"
        return self._part(
            "yes" if score >= threshold else "no", f"{reason}; {printable(worst, 300)}" if worst else reason, judgement
        )

    def _rejected(self, question: str, asked: Asked) -> Part:
        return self._part("no", _rejection(asked.trouble), self._judgement(question, asked))

    def _part(self, value: Any, reason: str, *judgements: Judgement) -> Part:
        return Part(value=value, reason=reason, judge=self.name, judgements=judgements)

    def _judgement(self, question: str, asked: Asked, **more: Any) -> Judgement:
        return Judgement(judge=self.name, question=question, trouble=asked.trouble, replies=asked.replies, **more)

    def _without_a_call(self, question: str, why: str) -> Judgement:
        return Judgement(judge=self.name, question=question, trouble=f"not asked: {why}")


def _rejection(trouble: str) -> str:
    return f"the judge gave no readable answer for this text: {trouble}"


def _too_large(shown: str) -> str:
    return f"the Lean is too large to be a formalization ({len(shown)} characters)" if len(shown) > MAX_SHOWN else ""


def _does_not_compile(lean: LeanReply) -> bool:
    """Known only where Lean was asked: a text that the guard keeps from it is open."""
    return lean.outcome in ("error", "timeout", "crash") and not any(one.severity == "reject" for one in lean.guard)


def _end_of(text: str, limit: int = 600) -> str:
    flat = " ".join(printable(text, 20_000).split())
    return flat if len(flat) <= limit else "…" + flat[-limit:]
