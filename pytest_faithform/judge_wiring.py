"""From settings to the judges and reviewers that a session asks. Read only where some are named: they are large."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from pytest_faithform.endpoint import Endpoint
from pytest_faithform.errors import FaithformFault
from pytest_faithform.judges import Judge
from pytest_faithform.judges.asking import JudgeModel
from pytest_faithform.judges.definitions import definitions_of
from pytest_faithform.judges.llm import LLMJudge
from pytest_faithform.judges.prompts import JudgePrompts
from pytest_faithform.judges.review import Reviewers
from pytest_faithform.judges.spec import JudgeSpec, parse_judge
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.lean.source import Source
from pytest_faithform.store import AnswerStore
from pytest_faithform.wiring import for_judges

if TYPE_CHECKING:
    from pytest_faithform.session import Session

__all__ = ["make_judges", "make_reviewers"]


def make_judges(session: Session) -> list[Judge]:
    """The judges that --faithform-judge names, in their order."""
    judges: list[Judge] = []
    for spec in session.settings.judges:
        made: Judge | None = session.config.hook.pytest_faithform_judge(config=session.config, spec=spec)
        if made is not None:
            judges.append(made)
        elif (parsed := _parsed(spec)).role == "judge":
            judges.append(_connected(session, parsed))
    _require_names_differ([judge.name for judge in judges])
    return judges


def make_reviewers(session: Session) -> Reviewers | None:
    """The models that review rejections: --faithform-judge openai:NAME,role=review, once or twice."""
    specs = [_parsed(spec) for spec in session.settings.judges if spec.startswith("openai:")]
    found = [_connected(session, spec) for spec in specs if spec.role == "review"]
    if not found:
        return None
    if len(found) > 2:
        raise pytest.UsageError("--faithform-judge: a review has two stages; name at most two models with role=review")
    _require_names_differ([judge.name for judge in found])
    return Reviewers(*found)


def _require_names_differ(names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1 or name == "deterministic"), None)
    if twice is not None:
        raise pytest.UsageError(f"--faithform-judge: the name {twice!r} is taken; tell judges apart with name=…")


def _parsed(spec: str) -> JudgeSpec:
    kind = spec.partition(":")[0]
    try:
        parsed = parse_judge(spec)
    except ValueError as error:
        # Not the whole SPEC: an address may hold a password.
        raise pytest.UsageError(f"--faithform-judge {kind}: {error}") from error
    if parsed is None:
        shown = kind if "://" in spec else spec
        raise pytest.UsageError(
            f"--faithform-judge {shown!r} names no judge: write openai:NAME, or install the plugin that knows it"
        )
    return parsed


def _connected(session: Session, spec: JudgeSpec) -> LLMJudge:
    settings = session.settings
    prompts = JudgePrompts(for_judges(settings.prompts))
    endpoint = Endpoint(
        spec.model,
        store=AnswerStore(settings.store, session_start=session.started_at, fresh=settings.fresh),
        where="judge",
        base_url=spec.base_url or settings.base_url,
        revision=spec.revision,
        concurrency=settings.concurrency,
        timeout=settings.request_timeout,
        key_variable=spec.key_env,
    )
    model = JudgeModel(spec.name, endpoint, prompts, spec.sampling, spec.structured)
    definitions = partial(_defined, session) if spec.definitions else None
    return LLMJudge(spec, model, prompts, endpoint.address, definitions)


def _defined(session: Session, source: Source) -> str:
    """What the session's Lean says of the names that a statement uses."""
    try:
        return definitions_of(source, session.lean.check)
    except LeanUnavailable as error:
        raise FaithformFault("lean", str(error)) from error
