"""What a native Lean's REPL says of a text, by the embedded Lean: the stand-ins for servers and REPLs are made of it.

The embedded Lean over-reports the axioms of imported theorems in `#print axioms`; those are left out.
"""

from __future__ import annotations

import re
from typing import Any

from pytest_faithform.lean.backends.embedded import EmbeddedLean

LOGIC = ("propext", "Classical.choice", "Quot.sound", "sorryAx", "Lean.ofReduceBool", "Lean.trustCompiler")
_AXIOMS = re.compile(r"depends on axioms: \[(.*)\]", re.DOTALL)


def said(lean: EmbeddedLean, text: str, *, timeout: float, lines_before: int = 0) -> tuple[list[dict[str, Any]], float]:
    """The messages about `text`, with lines counted from `lines_before`, and Lean's seconds. Raises TimeoutError, and
    ChildProcessError where Lean dies of it."""
    reply = lean.check(text, timeout=timeout)
    if reply.outcome == "timeout":
        raise TimeoutError
    if reply.outcome == "crash":
        raise ChildProcessError
    messages = [
        {
            "severity": message.severity,
            "pos": {"line": message.line + lines_before, "column": message.column},
            "endPos": None,
            "data": _seen(message.text, text),
        }
        for message in reply.messages
        if message.line is not None
    ]
    return messages, reply.seconds


def _seen(data: str, text: str) -> str:
    own = {name.removeprefix("_root_.") for name in re.findall(r"^axiom (\S+)", text, re.MULTILINE)}

    def kept(match: re.Match[str]) -> str:
        names = [name.strip() for name in match[1].replace("\n", " ").split(",")]
        left = [name for name in names if name in LOGIC or name in own]
        return f"depends on axioms: [{', '.join(left)}]" if left else "does not depend on any axioms"

    return _AXIOMS.sub(kept, data)
