"""What a judge model was asked about an output and what it answered, kept beside the verdict that was made of it.

A part of `model`, which is where everybody else imports these from.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pytest_faithform.strict import JsonObject, Model, Slug, Untrusted

__all__ = ["JudgeReply", "Judgement", "Review", "ReviewStage"]


class JudgeReply(Model):
    """One reply of a judge model, raw. `structured` is how its form was asked for; `trouble` says why it could not be
    read, "" where it was."""

    reply: Untrusted
    structured: Literal["json_schema", "json_object", "none"] = "none"
    trouble: Untrusted = ""
    finish_reason: Untrusted | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: Annotated[float, Field(ge=0)] | None = None
    stored_at: str | None = None


class Judgement(Model):
    """One question put to one judge model, and its answer before any check of ours.

    `said` is the label, score or grade as the judge gave it ("" where nothing was read or no call was made), `answer` the
    whole object that was read. `trouble` says why there is no answer: the short-circuit, or what the text did to the judge
    while a control prompt was answered.
    """

    judge: Untrusted
    question: Slug
    said: Untrusted = ""
    answer: JsonObject = Field(default_factory=dict)
    score: Annotated[float, Field(ge=0)] | None = None
    threshold: Annotated[float, Field(ge=0)] | None = None
    trouble: Untrusted = ""
    replies: tuple[JudgeReply, ...] = ()


class ReviewStage(Model):
    """One reviewer's classification of a rejection: T, J or B, "" where there was no readable answer. `checks` are Lean
    snippets that it asked for, `facts` what Lean said of them."""

    stage: Slug
    reviewer: Untrusted
    label: Literal["T", "J", "B", ""]
    reason: Untrusted
    checks: tuple[Untrusted, ...] = ()
    facts: Untrusted = ""
    replies: tuple[JudgeReply, ...] = ()


class Review(Model):
    """Who erred where a compiling statement was rejected (SPEC f): T the translation, J the judges, B the benchmark's text,
    J/B one of these two. `either_t`: stage one or stage two said T."""

    label: Literal["T", "J", "B", "J/B", "undecided"]
    either_t: bool
    stages: tuple[ReviewStage, ...]
