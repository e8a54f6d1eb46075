"""Three releases of one system, as recordings of the local edits: what docs/gating-a-release.md gates.

v1 is a fair system. v2 reflects more edits than v1, but restores symbols in proofs that v1 had reflected. v3 says nothing
where v1 restored the original, and nothing of some of the rest: what it settles is nearly all faithful, and it settles less.
They are made, not measured, from the controls' Lean, each choice by the case's id; their rates say nothing of any model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from builder.compiling import Answered
from builder.lean_text import statement_only
from builder.shapes import reply

__all__ = ["RELEASES", "release"]

#: In percent: how many of v1's answers reflect the edit; of the rest, two thirds restore the original.
_FAITHFUL = 66
_RESTORED = 22
_MENDED = 75
_BROKEN = 65
_SILENT = 90
_SILENT_ANYWAY = 12


def release(name: str, answered: list[Answered]) -> str:
    """One reply per local edit, as the text of a JSONL file."""
    edits = [item for item in answered if item.case.kind in ("number_edit", "symbol_edit", "step_deletion")]
    return "".join(_line(name, item, RELEASES[name](item)) for item in edits)


def _v1(item: Answered) -> str:
    drawn = _draw("v1", item)
    if drawn < _FAITHFUL:
        return item.faithful
    return item.biased if drawn < _FAITHFUL + _RESTORED else ""


def _v2(item: Answered) -> str:
    before, case = _v1(item), item.case
    if case.kind == "symbol_edit" and case.region == "proof":
        return item.biased if before == item.faithful and _draw("broken", item) < _BROKEN else before
    return item.faithful if before == item.biased and _draw("mended", item) < _MENDED else before


def _v3(item: Answered) -> str:
    before = _v1(item)
    silent = _SILENT if before == item.biased else _SILENT_ANYWAY
    return _unsettled(item) if _draw("silent", item) < silent else before


RELEASES: dict[str, Callable[[Answered], str]] = {"v1": _v1, "v2": _v2, "v3": _v3}


def _unsettled(item: Answered) -> str:
    """Nothing of a proof, and of an edited statement nothing at all."""
    return statement_only(item.faithful) if item.case.region == "proof" else ""


def _draw(purpose: str, item: Answered) -> int:
    """A number from 0 to 99 that a case always gets."""
    return int(hashlib.sha256(f"release:{purpose}:{item.case.id}".encode()).hexdigest()[:8], 16) % 100


def _line(name: str, item: Answered, lean: str) -> str:
    said = reply(f"{name}:{item.case.id}", item.case.problem.task, lean) if lean else "I could not formalize this."
    row = {
        "format": "faithform.reply/1",
        "case": item.case.id,
        "sample": 0,
        "reply": said,
        "finish_reason": "stop",
        "model": f"recorded-release-{name}",
    }
    return json.dumps(row, ensure_ascii=False) + "\n"
