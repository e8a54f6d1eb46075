"""Answers of a Lean REPL or of a kimina-lean-server that were kept (SPEC g), as records of the outputs they are about.

The outputs come as cases and a recording of replies. A kimina file is the server's answer, `{"results": [{"id", "time",
"error" | "response"}]}`, with ids `CASE` or `CASE#SAMPLE`; a REPL file is one JSON object per block, blocks parted by blank
lines, in the order of the recording.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pytest_faithform.cases.files import CaseFileError, Reply
from pytest_faithform.cases.jsonl import BadLine, read_text
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.model import Case, Correctness, LeanMessage, LeanReply, Sorry
from pytest_faithform.runs_import.base import ImportedRun, Noted, not_measured, record_of, reported

__all__ = ["read"]

_Key = tuple[str, int]


def read(
    files: Sequence[Path], kind: Literal["kimina", "repl"], cases: Mapping[str, Case], replies: Mapping[_Key, Reply]
) -> ImportedRun:
    """Raises CaseFileError where an answer is about no output of the recording, stands twice, or is of no known form."""
    answers: dict[_Key, LeanReply] = {}
    places: dict[_Key, str] = {}
    order = iter(replies)
    for path in files:
        for place, key, answer in _kimina(path) if kind == "kimina" else _repl(path, order):
            if key not in replies:
                raise _bad(path, f"{place}: the recording has no reply of case {key[0]!r}, sample {key[1]}")
            if key in places:
                told = (
                    f"{place}: case {key[0]!r}, sample {key[1]} is answered in {places[key]} already; keep one answer"
                )
                raise _bad(path, told)
            answers[key], places[key] = answer, f"{path}, {place}"
    run = ImportedRun(records={"": []})
    for key, reply in replies.items():
        if key[0] not in cases:
            raise CaseFileError(key[0], [BadLine(None, "case", "is in the recording, but not among the cases")])
        answered = answers.get(key)
        if answered is None:
            run.noted.append(Noted(f"case {key[0]}, sample {key[1]}", "no answer of Lean in the files"))
        made = formalization(reply.reply, finish_reason=reply.finish_reason, usage=reply.usage, model=reply.model)
        correctness = None
        if answered is not None and answered.outcome in ("ok", "error", "timeout", "crash"):
            tc = reported(answered.outcome == "ok", answered.first_error or answered.outcome)
            correctness = Correctness(tc=tc, stmt_sc=not_measured(), proof_sc=not_measured())
        run.records[""].append(record_of(cases[key[0]], key[1], made, lean=answered, correctness=correctness))
    return run


def _kimina(path: Path) -> Iterator[tuple[str, _Key, LeanReply]]:
    value = _json(path, read_text(path), "the file")
    results = value.get("results") if isinstance(value, dict) else None
    if not isinstance(results, list):
        raise _bad(path, 'found no "results"; allowed: the answer of a kimina-lean-server to /api/check')
    for number, result in enumerate(results, 1):
        place = f"result {number}"
        if not isinstance(result, dict) or not isinstance(result.get("id"), str):
            raise _bad(path, f"{place} has no id")
        name, _, sample = result["id"].partition("#")
        if sample and not re.fullmatch("[0-9]{1,9}", sample):
            raise _bad(path, f"{place}: found the id {result['id']!r}; allowed: CASE or CASE#SAMPLE")
        error, response = result.get("error"), result.get("response")
        if error is not None:
            outcome: Literal["timeout", "crash"] = "timeout" if "timed out" in str(error) else "crash"
            told = LeanMessage(severity="error", text=str(error))
            yield place, (name, int(sample or 0)), LeanReply(outcome=outcome, messages=(told,), backend="reported")
        else:
            yield place, (name, int(sample or 0)), _answer(path, place, response)


def _repl(path: Path, order: Iterator[_Key]) -> Iterator[tuple[str, _Key, LeanReply]]:
    blocks = [block for block in re.split(r"\r?\n(?:[ \t]*\r?\n)+", read_text(path)) if block.strip()]
    for number, block in enumerate(blocks, 1):
        place = f"block {number}"
        key = next(order, None)
        if key is None:
            raise _bad(path, f"{place}: the recording has no more replies; one block stands for each, in their order")
        yield place, key, _answer(path, place, _json(path, block, place))


def _answer(path: Path, place: str, response: Any) -> LeanReply:
    """Of the REPL's own fields (line from 1, column from 0)."""
    if not isinstance(response, dict) or not (response.keys() & {"messages", "sorries", "env"} or not response):
        raise _bad(path, f"{place} is no answer of a REPL: it has none of messages, sorries, env")
    try:
        messages = tuple(_message(message) for message in response.get("messages") or ())
        sorries = tuple(_hole(hole) for hole in response.get("sorries") or ())
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _bad(path, f"{place} is no answer of a REPL: {error!r}") from error
    failed = any(message.severity == "error" for message in messages)
    return LeanReply(outcome="error" if failed else "ok", messages=messages, sorries=sorries, backend="reported")


def _message(message: Mapping[str, Any]) -> LeanMessage:
    severity, at = message["severity"], message.get("pos") or {}
    return LeanMessage(
        severity=severity if severity in ("error", "warning") else "info",
        line=at.get("line"),
        column=at.get("column"),
        text=str(message["data"]),
    )


def _hole(hole: Mapping[str, Any]) -> Sorry:
    at = hole.get("pos") or {}
    return Sorry(line=at.get("line"), column=at.get("column"))


def _json(path: Path, text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise _bad(path, f"{place} is no JSON: {error}") from error


def _bad(path: Path, told: str) -> CaseFileError:
    return CaseFileError(path, [BadLine(None, "", told)])
