"""Asking a judge model: prompts with marked texts, the reply's form, bounded retries, and whose fault a failure is.

A reply that cannot be read is asked for again, at most `ATTEMPTS` times in all. If none can be read, the same question is put
about a control text: where that is answered, the text is the cause, and the caller's verdict says so; where it is not, the
judge is, and that is a fault of the apparatus. Replies are stored once it is known that they are the text's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pytest_faithform.endpoint import Answer, Endpoint, RefusedRequest
from pytest_faithform.errors import FaithformFault
from pytest_faithform.judges.prompts import JudgePrompts
from pytest_faithform.judges.replies import Unreadable
from pytest_faithform.judges.thoughts import answer_text
from pytest_faithform.model import JudgeReply

__all__ = ["ATTEMPTS", "Asked", "JudgeModel", "Question", "Structured"]

Structured = Literal["json_schema", "json_object", "none"]
Readings = Sequence[dict[str, Any]]

#: Replies that are asked for before one is given up.
ATTEMPTS = 3
_LIMITS = ("max_tokens", "max_completion_tokens")
_PROBE = "Reply with one word, the name of a colour. Write no JSON."
_PROBE_SCHEMA = {
    "type": "object",
    "properties": {"probe": {"type": "integer"}},
    "required": ["probe"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Question:
    """A question about one output as a value. `pieces` are untrusted texts, `settings` words of our own; `schema` is the
    reply's form (None: not JSON), `read` makes an answer of a reply, in up to two readings, or raises Unreadable."""

    prompt: str
    pieces: Mapping[str, str]
    read: Callable[[str], Readings]
    settings: Mapping[str, str] = field(default_factory=dict)
    schema: dict[str, Any] | None = None


@dataclass(frozen=True)
class Asked:
    """What came of a question: `readings` of the answer, or `trouble` that the text made. Never both, never neither."""

    replies: tuple[JudgeReply, ...]
    readings: Readings = ()
    trouble: str = ""


class JudgeModel:
    """A judge model behind an endpoint. `structured` pins the form of replies; None finds out once what the server can do."""

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        prompts: JudgePrompts,
        sampling: dict[str, Any],
        structured: Structured | None = None,
    ) -> None:
        self.name = name
        self._endpoint = endpoint
        self._prompts = prompts
        self._sampling = sampling
        self._structured: Structured | None = structured

    def ask(self, question: Question, control: Callable[[], Question], *, repeat: int = 0) -> Asked:
        """The answer to a question; `repeat` tells equal questions apart. Raises FaithformFault where the endpoint fails or
        not even the control question is answered."""
        text = self._prompts.render(question.prompt, question.pieces, question.settings)
        asked, fresh = self._attempts(question, text, repeat)
        if asked.readings:
            return asked
        self._require_control(control(), text, asked.trouble)
        self._keep(fresh)
        return asked

    def halt(self) -> None:
        self._endpoint.halt()

    def close(self) -> None:
        self._endpoint.close()

    def _attempts(
        self, question: Question, text: str, repeat: int
    ) -> tuple[Asked, list[tuple[dict[str, Any], Answer]]]:
        replies: list[JudgeReply] = []
        fresh: list[tuple[dict[str, Any], Answer]] = []
        trouble, grown = "", 1
        while len(replies) < ATTEMPTS:
            form = self.structured() if question.schema is not None else "none"
            again = (
                f"\n\nAn earlier reply could not be read: {trouble}. Reply in the form asked for." if replies else ""
            )
            more: dict[str, Any] = {"attempt": len(replies)} if replies else {}
            request = self._request(text + again, form, question.schema, repeat, grown) | more
            try:
                answer = self._endpoint.ask(request, keep=False)
            except RefusedRequest as refusal:
                # It may be the form that is refused and not the text, which an answer without a form tells.
                plain = self._request(text + again, "none", None, repeat, grown) | more
                held = self._unless_refused(plain) if form != "none" else None
                if held is None:
                    return Asked(tuple(replies), trouble=f"the judge's endpoint refuses this text: {refusal}"), fresh
                self._settle("none")
                request, form, answer = plain, "none", held
            reply, readings = self._read(question, answer, form)
            replies.append(reply)
            if answer.stored_at is None:
                fresh.append((request, answer))
            if readings:
                self._keep(fresh)
                return Asked(tuple(replies), readings), []
            trouble = reply.trouble
            grown *= 2 if reply.finish_reason == "length" else 1
        return Asked(tuple(replies), trouble=f"{trouble} ({ATTEMPTS} replies asked for)"), fresh

    def _keep(self, answers: list[tuple[dict[str, Any], Answer]]) -> None:
        for request, answer in answers:
            self._endpoint.keep(request, answer.fields)

    def _unless_refused(self, request: dict[str, Any]) -> Answer | None:
        try:
            return self._endpoint.ask(request, keep=False)
        except RefusedRequest:
            return None

    def _read(self, question: Question, answer: Answer, form: Structured) -> tuple[JudgeReply, Readings]:
        fields = answer.fields
        cut_off = fields.get("finish_reason") == "length"
        readings: Readings = ()
        trouble = ""
        try:
            if cut_off and not (question.schema is not None and _is_one_object(answer.reply)):
                # Of a thought that the prompt's template opens nothing shows that it is one, until it ends.
                raise Unreadable("the reply is cut off")
            readings = question.read(answer.reply)
        except Unreadable as error:
            trouble = "the reply is cut off" if cut_off else str(error)
        reply = JudgeReply(
            reply=answer.reply,
            structured=form,
            trouble=trouble,
            finish_reason=fields.get("finish_reason"),
            prompt_tokens=fields.get("prompt_tokens"),
            completion_tokens=fields.get("completion_tokens"),
            seconds=fields.get("seconds"),
            stored_at=answer.stored_at,
        )
        return reply, readings

    def _require_control(self, control: Question, about: str, trouble: str) -> None:
        """Raise FaithformFault where the judge does not answer the control question either."""
        text = self._prompts.render(control.prompt, control.pieces, control.settings)
        why = ""
        for attempt in range(ATTEMPTS):
            form = self.structured() if control.schema is not None else "none"
            request = self._request(text, form, control.schema, 0, 2**attempt) | {
                "control_of": about,
                "attempt": attempt,
            }
            try:
                answer = self._endpoint.ask(request, keep=False)
            except RefusedRequest as refusal:
                raise FaithformFault("judge", str(refusal)) from refusal
            reply, readings = self._read(control, answer, form)
            if readings:
                self._endpoint.keep(request, answer.fields)
                return
            why = reply.trouble
        raise FaithformFault(
            "judge",
            f"the judge {self.name} gives no answer that can be read: {trouble}; of a control prompt: {why}. Use a model "
            "that follows the prompt, or give it more max_tokens",
        )

    def _request(
        self, text: str, form: Structured, schema: dict[str, Any] | None, repeat: int, grown: int
    ) -> dict[str, Any]:
        sampling = {name: value * grown if name in _LIMITS else value for name, value in self._sampling.items()}
        more: dict[str, Any] = {}
        if form == "json_schema":
            named = {"name": "answer", "strict": True, "schema": schema}
            more["response_format"] = {"type": "json_schema", "json_schema": named}
        elif form == "json_object":
            more["response_format"] = {"type": "json_object"}
        return self._endpoint.request([{"role": "user", "content": text}], sampling, sample=repeat, **more)

    def structured(self) -> Structured:
        """What the server can be held to, found out once and stored: it may ignore what it does not know."""
        if self._structured is None:
            held = self._endpoint.stored(self._probe())
            found = held.reply if held is not None else self._try_forms()
            self._structured = (
                "json_schema" if found == "json_schema" else "json_object" if found == "json_object" else "none"
            )
        return self._structured

    def _probe(self) -> dict[str, Any]:
        return self._request(_PROBE, "none", None, 0, 1) | {"probe": "structured"}

    def _settle(self, form: Structured) -> None:
        self._structured = form
        self._endpoint.keep(self._probe(), {"reply": form})

    def _try_forms(self) -> Structured:
        forms: tuple[Structured, ...] = ("json_schema", "json_object")
        for form in forms:
            try:
                answer = self._endpoint.ask(self._request(_PROBE, form, _PROBE_SCHEMA, 0, 1), keep=False)
            except FaithformFault:
                continue
            if _obeys(answer_text(answer.reply), form):
                self._settle(form)
                return form
        # Raises where it was not the form that failed.
        self._endpoint.ask(self._request(_PROBE, "none", None, 0, 1), keep=False)
        self._settle("none")
        return "none"


def _is_one_object(reply: str) -> bool:
    text = answer_text(reply)
    return text.startswith("{") and text.endswith("}")


def _obeys(reply: str, form: Structured) -> bool:
    try:
        found = json.loads(reply)
    except ValueError:
        return False
    return isinstance(found, dict) and (form == "json_object" or isinstance(found.get("probe"), int))
