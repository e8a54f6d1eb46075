"""One judge model over a scripted endpoint, for the tests of what it may send and of what an output may say to it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import support
from stub_server import Answer, StubServer, completion

from pytest_faithform.endpoint import Endpoint
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.judges.asking import JudgeModel
from pytest_faithform.judges.llm import LLMJudge
from pytest_faithform.judges.prompts import JudgePrompts
from pytest_faithform.judges.spec import parse_judge
from pytest_faithform.model import Case, EditVerdict, LeanReply, Part
from pytest_faithform.store import AnswerStore

Script = Callable[[str, int], Answer]

#: What the control prompts and the probe for the form of replies hold, and no other prompt.
CONTROL = "2x + 3 = 13"
PROBE = "name of a colour"
QUOTE = "2 * c + 4 * r = 97"
GOOD = {
    "found_in_fl": True,
    "value_in_fl": "97",
    "context_in_fl": QUOTE,
    "judgment": "faithful",
    "reason": "the sum of the legs",
}


class Judged:
    """One judge over a scripted endpoint; its store lasts, so that the same question can be put again. `requests` are those
    of the last question."""

    def __init__(self, folder: Path, server: StubServer) -> None:
        self._folder, self.server = folder, server
        self.script: Script = lambda prompt, number: completion("")
        self.requests: list[dict[str, Any]] = []

    def judge(self, options: str = ",structured=none") -> LLMJudge:
        spec = parse_judge(f"openai:stub{options}")
        assert spec is not None
        endpoint = Endpoint(
            "stub",
            store=AnswerStore(self._folder / "store.sqlite"),
            where="judge",
            base_url=self.server.url,
            max_retries=1,
            timeout=20,
        )
        prompts = JudgePrompts()
        model = JudgeModel(spec.name, endpoint, prompts, spec.sampling, spec.structured)
        return LLMJudge(spec, model, prompts, endpoint.address)

    def edit(self, script: Script, case: Case, lean: str, options: str = ",structured=none") -> EditVerdict:
        with self._asking(script, options) as judge:
            verdict = judge.judge_edit(case, formalization(support.fenced(lean)), None)
        assert verdict is not None
        return verdict

    def parts(self, script: Script, case: Case, lean: str, options: str = ",structured=none") -> dict[str, Part]:
        with self._asking(script, options) as judge:
            return judge.judge_correctness(case, formalization(support.fenced(lean)), LeanReply(outcome="ok"))

    @contextlib.contextmanager
    def _asking(self, script: Script, options: str) -> Iterator[LLMJudge]:
        self.script = script
        self.server.requests.clear()
        judge = self.judge(options)
        try:
            yield judge
        finally:
            judge.close()
            self.requests = list(self.server.requests)


@contextlib.contextmanager
def scripted(folder: Path) -> Iterator[Judged]:
    held: list[Judged] = []
    with StubServer(lambda prompt, number: held[0].script(prompt, number)) as server:
        held.append(Judged(folder, server))
        yield held[0]


EDITED = support.LEAN.replace("94", "97")


def answering(reply: Any, **choice: Any) -> Script:
    """This reply to every question about a case, a good one to the control."""
    control = GOOD | {"value_in_fl": "11", "context_in_fl": "2 * x + 3 = 11", "judgment": "reverted"}

    def script(prompt: str, number: int) -> Answer:
        if CONTROL in prompt:
            return completion(json.dumps(control))
        return completion(reply, **choice)

    return script
