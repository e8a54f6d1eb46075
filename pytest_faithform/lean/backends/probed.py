"""Texts for a Lean that answers in the REPL's words: our header before them, our questions behind them.

The REPL tells messages and where they stand, not what stands in the environment. So each declaration that the scanner
finds is asked for by its full name behind the text, one question a line: what Lean answers on that line, and only there,
says that the declaration exists and which axioms it rests on. Where a text swallows the questions (an unterminated
comment) there is no answer, and no declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pytest_faithform.lean.backends.reply import Prepared, prepare, sorries_of
from pytest_faithform.lean.source import parse
from pytest_faithform.model import Declaration, LeanMessage, LeanReply

__all__ = ["HEADER", "Probed"]

#: What every text starts from. Nothing is opened: that is the formalization's own business.
HEADER = (
    "import Mathlib",
    "import Aesop",
    "set_option maxHeartbeats 400000",
    "set_option autoImplicit false",
    "set_option relaxedAutoImplicit false",
)

# Line ends for some programs that a text passes on its way, and not for Lean: they would move every place after them.
_OTHER_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_AXIOMS = re.compile(
    r"'(?P<name>[^\n]+?)' (?:does not depend on any axioms|depends on axioms: \[(?P<axioms>.*)\])", re.DOTALL
)
_SORRY = re.compile(r"declaration uses .sorry")
_Kind = Literal["theorem", "definition", "axiom", "opaque", "inductive"]
_KINDS: dict[str, _Kind] = {
    "theorem": "theorem",
    "lemma": "theorem",
    "axiom": "axiom",
    "opaque": "opaque",
    "structure": "inductive",
    "inductive": "inductive",
    "class": "inductive",
}


class Probed:
    """One text with header and questions; `code` is what Lean gets."""

    def __init__(self, source: str, header: Sequence[str] = HEADER) -> None:
        self.text: Prepared = prepare(_OTHER_LINE_ENDS.sub("\N{REPLACEMENT CHARACTER}", source))
        self._before = len(header)
        self._lines = self.text.code.split("\n")
        self._decls = {decl.full_name: decl.keyword for decl in parse(self.text.code).decls if decl.full_name}
        questions = [f"#print axioms _root_.{name}" for name in self._decls]
        self.code = "\n".join([*header, *self._lines, *questions, ""])

    def reply(
        self, messages: Sequence[dict[str, Any]], *, seconds: float, backend: str, not_counted: int = 0
    ) -> LeanReply:
        """What the REPL's messages mean. Their lines are those of `code` without the first `not_counted`."""
        placed = list(self._placed(messages, not_counted))
        last = len(self._lines)
        own = [message for message in placed if (message.line or 0) <= last]
        # Lean notices at the first question that the text's last command has no end.
        own += [
            message.model_copy(update={"line": last, "column": len(self._lines[-1])})
            for message in placed
            if (message.line or 0) > last and message.severity == "error" and not self._answers_no(message)
        ]
        declarations = tuple(sorted(self._declarations(placed), key=lambda d: d.name))
        failed = any(message.severity == "error" for message in own)
        warned = [{"line": m.line, "column": m.column} for m in own if _SORRY.search(m.text)]
        return LeanReply(
            outcome="error" if failed else "ok",
            messages=tuple(sorted(own, key=lambda m: (m.line or 0, m.column or 0))),
            sorries=sorries_of(self.text.code, warned, declarations, accepted=not failed),
            declarations=declarations,
            imports=self.text.imports,
            seconds=seconds,
            backend=backend,
        )

    def _placed(self, messages: Sequence[dict[str, Any]], not_counted: int) -> Iterator[LeanMessage]:
        for message in messages:
            at = message.get("pos") or {}
            severity = message.get("severity")
            yield LeanMessage(
                severity=severity if severity in ("error", "warning") else "info",
                line=at["line"] + not_counted - self._before if "line" in at else None,
                column=at.get("column"),
                text=str(message.get("data", "")),
            )

    def _question(self, message: LeanMessage) -> str | None:
        """The declaration that a message's line asks about."""
        number = (message.line or 0) - len(self._lines) - 1
        return list(self._decls)[number] if 0 <= number < len(self._decls) else None

    def _answers_no(self, message: LeanMessage) -> bool:
        name = self._question(message)
        return name is not None and re.match(r"[Uu]nknown (?:constant|identifier)", message.text) is not None

    def _declarations(self, messages: Sequence[LeanMessage]) -> Iterator[Declaration]:
        for message in messages:
            name = self._question(message)
            match = _AXIOMS.match(message.text) if name and message.severity == "info" else None
            if name is None or match is None or _plain(match["name"]) != _plain(name):
                continue
            keyword = self._decls[name]
            axioms = (match["axioms"] or "").replace("\n", " ").split(",")
            yield Declaration(
                name=_plain(name),
                kind=_KINDS.get(keyword, "definition"),
                axioms=tuple(axiom.strip() for axiom in axioms if axiom.strip()),
            )


def _plain(name: str) -> str:
    return name.replace("«", "").replace("»", "")
