"""Answers of a Lean REPL or of a kimina-lean-server that were kept (SPEC g), as records of the outputs they are about.

The outputs come as cases and a recording of replies. A kimina file is the server's answer, `{"results": [{"id", "time",
"error" | "response"}]}`, with ids `CASE` or `CASE#SAMPLE`; a REPL file is one JSON object per block, blocks parted by blank
lines, in the order of the recording. An `error` by which Lean did not end is the server's own: a failed call, no verdict.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from pytest_faithform.cases.adapters.base import Row
from pytest_faithform.cases.explain import shown
from pytest_faithform.cases.files import CaseFileError, Reply
from pytest_faithform.cases.jsonl import BadLine, read_text
from pytest_faithform.formalizers.base import formalization
from pytest_faithform.lean.backends.kimina import ended_by
from pytest_faithform.lean.backends.probed import SEVERITIES, SORRY_WARNING
from pytest_faithform.model import Case, Correctness, Fault, LeanMessage, LeanReply, Sorry
from pytest_faithform.runs_import.base import ImportedRun, Noted, not_measured, record_of, reported
from pytest_faithform.runs_import.fields import absent, whole, words, wrong

__all__ = ["read"]

_Key = tuple[str, int]
_T = TypeVar("_T")

# Lean's own JSON has another name for it than the REPL's.
_LEVELS = {**SEVERITIES, "information": SEVERITIES["info"]}
_SEVERITY = "error, warning, info or trace, since what another one says of the text is not known"


def read(
    files: Sequence[Path], kind: Literal["kimina", "repl"], cases: Mapping[str, Case], replies: Mapping[_Key, Reply]
) -> ImportedRun:
    """Raises CaseFileError where an answer is about no output of the recording, stands twice, or is of no known form."""
    answers: dict[_Key, LeanReply | Fault] = {}
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
        if isinstance(answered, Fault):
            told = "the check failed in the run that these files are of; an error, no verdict"
            run.noted.append(Noted(places[key], told))
        made = formalization(reply.reply, finish_reason=reply.finish_reason, usage=reply.usage, model=reply.model)
        lean = answered if isinstance(answered, LeanReply) else None
        correctness = None
        if lean is not None:
            tc = reported(lean.outcome == "ok", lean.first_error or lean.outcome)
            correctness = Correctness(tc=tc, stmt_sc=not_measured(), proof_sc=not_measured())
        fault = answered if isinstance(answered, Fault) else None
        run.records[""].append(record_of(cases[key[0]], key[1], made, lean=lean, correctness=correctness, fault=fault))
    return run


def _kimina(path: Path) -> Iterator[tuple[str, _Key, LeanReply | Fault]]:
    value = _json(path, read_text(path), "the file")
    results = value.get("results") if isinstance(value, dict) else None
    if not isinstance(results, list):
        raise _bad(path, 'found no list "results"; allowed: the answer of a kimina-lean-server to /api/check')
    for number, result in enumerate(results, 1):
        place = f"result {number}"
        if not isinstance(result, dict):
            raise _bad(path, f"{place}: found {shown(result)}; allowed: an object {{...}} with an id")
        if not isinstance(result.get("id"), str):
            raise wrong(Row(f"{path}, {place}", result), "id", "a text, CASE or CASE#SAMPLE")
        name, _, sample = result["id"].partition("#")
        if sample and not re.fullmatch("[0-9]{1,9}", sample):
            raise _bad(path, f"{place}: found the id {result['id']!r}; allowed: CASE or CASE#SAMPLE")
        yield place, (name, int(sample or 0)), _result(Row(f"{path}, {place}", result))


def _result(row: Row) -> LeanReply | Fault:
    error = words(row, "error").strip()
    if not error:
        return _answer(_object(row, "response", row.value.get("response")))
    if row.value.get("response"):
        raise wrong(row, "error", "null where there is a response, since one of the two is what happened")
    outcome = ended_by(error)
    if outcome is None:
        return Fault(where="lean", message=error)
    told = LeanMessage(severity="error", text=error)
    return LeanReply(outcome=outcome, messages=(told,), backend="reported")


def _repl(path: Path, order: Iterator[_Key]) -> Iterator[tuple[str, _Key, LeanReply]]:
    blocks = [block for block in re.split(r"\r?\n(?:[ \t]*\r?\n)+", read_text(path)) if block.strip()]
    for number, block in enumerate(blocks, 1):
        place = f"block {number}"
        key = next(order, None)
        if key is None:
            raise _bad(path, f"{place}: the recording has no more replies; one block stands for each, in their order")
        value = _json(path, block, place)
        if not isinstance(value, dict):
            raise _bad(path, f"{place}: found {shown(value)}; allowed: an object {{...}}, a REPL's answer")
        yield place, key, _answer(Row(f"{path}, {place}", value))


def _object(row: Row, field: str, value: Any) -> Row:
    """An object that stands in a field, or in a list there, as a row of its own. Raises CaseFileError."""
    if not isinstance(value, dict):
        found = "is missing" if field not in row.value and value is None else f"found {shown(value)}"
        raise CaseFileError(row.place, [BadLine(None, field, f"{found}; allowed: an object {{...}}")])
    return Row(f"{row.place}, in {field}", value)


def _answer(row: Row) -> LeanReply:
    """Of the REPL's own fields (line from 1, column from 0). A sorry is one of `sorries`, or a warning where there is none
    (SPEC d). Raises CaseFileError."""
    if row.value and not row.value.keys() & {"messages", "sorries", "env"}:
        raise CaseFileError(
            row.place, [BadLine(None, "", "is no answer of a REPL: it has none of messages, sorries, env")]
        )
    messages = _each(row, "messages", _message)
    warned = [
        Sorry(line=one.line, column=one.column)
        for one in messages
        if one.severity == "warning" and SORRY_WARNING.search(one.text)
    ]
    failed = any(message.severity == "error" for message in messages)
    return LeanReply(
        outcome="error" if failed else "ok",
        messages=messages,
        sorries=_each(row, "sorries", _hole) or tuple(warned),
        backend="reported",
    )


def _each(row: Row, name: str, read: Callable[[Row], _T]) -> tuple[_T, ...]:
    if absent(row, name):
        return ()
    value = row.value[name]
    if not isinstance(value, list):
        raise wrong(row, name, "a list [...]")
    return tuple(read(_object(row, f"{name}[{number}]", one)) for number, one in enumerate(value))


def _message(row: Row) -> LeanMessage:
    severity, text = row.value.get("severity"), row.value.get("data")
    level = _LEVELS.get(severity.strip().lower()) if isinstance(severity, str) else None
    if level is None:
        raise wrong(row, "severity", _SEVERITY)
    if not isinstance(text, str):
        raise wrong(row, "data", "a text")
    line, column = _place(row)
    return LeanMessage(severity=level, line=line, column=column, text=text)


def _hole(row: Row) -> Sorry:
    line, column = _place(row)
    return Sorry(line=line, column=column)


def _place(row: Row) -> tuple[int | None, int | None]:
    if absent(row, "pos"):
        return None, None
    at = _object(row, "pos", row.value["pos"])
    return whole(at, "line", "a line, from 1"), whole(at, "column", "a column, from 0")


def _json(path: Path, text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(path, f"{place} is no JSON: {error}") from error


def _bad(path: Path, told: str) -> CaseFileError:
    return CaseFileError(path, [BadLine(None, "", told)])
