"""Texts for a Lean that answers in the REPL's words: our header before them, our questions behind them.

The REPL tells messages and where they stand, not what stands in the environment. So each declaration that the scanner
finds is asked for by its full name behind the text, one question a line: what Lean answers on that line, and only there,
says that the declaration exists and which axioms it rests on. The last question is about a theorem of our own whose name no
text can know, so that no answer passes that was made up beforehand or belongs to another text. Where a text swallows the
questions (an unterminated comment) Lean says an error; a reply that holds neither the answers nor an error is none.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from typing import Literal

from pytest_faithform.lean.backends.reply import Prepared, prepare, sorries_of
from pytest_faithform.lean.source import parse
from pytest_faithform.model import Declaration, LeanMessage, LeanReply

__all__ = ["HEADER", "SEVERITIES", "SORRY_WARNING", "NoAnswer", "Probed"]

#: What every text starts from. Nothing is opened: that is the formalization's own business.
HEADER = (
    "import Mathlib",
    "import Aesop",
    "set_option maxHeartbeats 400000",
    "set_option autoImplicit false",
    "set_option relaxedAutoImplicit false",
)

# Asked of every text after its declarations, so that what its last command lacks is not taken from our own theorem.
_ANY = "Nat"
# Line ends for some programs that a text passes on its way, and not for Lean: they would move every place after them.
_OTHER_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_AXIOMS = re.compile(
    r"'(?P<name>[^\n]+?)' (?:does not depend on any axioms|depends on axioms: \[(?P<axioms>.*)\])", re.DOTALL
)
#: Lean has worded it in several ways: declaration uses 'sorry', declaration uses `sorry`, declaration `t` uses `sorry`.
SORRY_WARNING = re.compile(r"declaration (?:\S+ )?uses .sorry")
#: As the REPL writes them; what Lean traces says nothing about the text.
SEVERITIES: dict[object, Literal["error", "warning", "info"]] = {
    "error": "error",
    "warning": "warning",
    "info": "info",
    "trace": "info",
}
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


class NoAnswer(ValueError):
    """The messages are no answer to the text: they are no REPL's, or they leave its questions open without an error."""


class Probed:
    """One text with header and questions; `code` is what Lean gets."""

    def __init__(self, source: str, header: Sequence[str] = HEADER) -> None:
        self.text: Prepared = prepare(_OTHER_LINE_ENDS.sub("\N{REPLACEMENT CHARACTER}", source))
        self._before = len(header)
        self._lines = self.text.code.split("\n")
        self._decls = {decl.full_name: decl.keyword for decl in parse(self.text.code).decls if decl.full_name}
        self._asked = (*self._decls, _ANY)
        questions = [f"#print axioms _root_.{name}" for name in self._asked]
        self._own = f"faithform_{secrets.token_hex(8)}"
        proof = f"theorem _root_.{self._own} : _root_.True := _root_.True.intro"
        self.code = "\n".join([*header, *self._lines, *questions, proof, f"#print axioms _root_.{self._own}", ""])

    def reply(self, messages: object, *, seconds: float, backend: str, not_counted: int = 0) -> LeanReply:
        """What the REPL's messages mean. Their lines are those of `code` without the first `not_counted`.

        Raises NoAnswer where they are no messages, or where neither an answer nor an error of the text is among them.
        """
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
        if not failed:
            self._require_answers(placed)
        warned = [{"line": m.line, "column": m.column} for m in own if SORRY_WARNING.search(m.text)]
        return LeanReply(
            outcome="error" if failed else "ok",
            messages=tuple(sorted(own, key=lambda m: (m.line or 0, m.column or 0))),
            sorries=sorries_of(self.text.code, warned, declarations, accepted=not failed),
            declarations=declarations,
            imports=self.text.imports,
            seconds=seconds,
            backend=backend,
        )

    def _placed(self, messages: object, not_counted: int) -> Iterator[LeanMessage]:
        if not isinstance(messages, list):
            raise NoAnswer(f"its messages are a {type(messages).__name__}, not a list")
        for message in messages:
            try:
                line, column, text = message["pos"]["line"], message["pos"]["column"], message["data"]
                severity = SEVERITIES[message["severity"]]
            except (KeyError, TypeError, IndexError):
                line = column = text = severity = None
            if severity is None or type(line) is not int or type(column) is not int or not isinstance(text, str):
                raise NoAnswer(f"one of its messages is none of a REPL's: {str(message)[:200]}")
            yield LeanMessage(severity=severity, line=line + not_counted - self._before, column=column, text=text)

    def _require_answers(self, placed: Sequence[LeanMessage]) -> None:
        """A text without an error leaves no question open, but for the first, which its last command may take for a part
        of itself (`set_option … in`)."""
        answered = {self._question(m) for m in placed if m.severity == "info" or self._answers_no(m)}
        missing = [name for name in self._asked if name not in answered]
        own_line = len(self._lines) + len(self._asked) + 2
        own = any(m.line == own_line and m.severity == "info" and self._own in m.text for m in placed)
        if not own and len(missing) == len(self._asked):
            raise NoAnswer("it answers none of its questions")
        if missing and missing != [self._asked[0]]:
            raise NoAnswer(f"it does not answer what it is asked about {missing[-1]}")
        if not own:
            raise NoAnswer("it does not answer what no other text was asked")

    def _question(self, message: LeanMessage) -> str | None:
        """The name that a message's line asks about."""
        number = (message.line or 0) - len(self._lines) - 1
        return self._asked[number] if 0 <= number < len(self._asked) else None

    def _answers_no(self, message: LeanMessage) -> bool:
        name = self._question(message)
        return name is not None and re.match(r"[Uu]nknown (?:constant|identifier)", message.text) is not None

    def _declarations(self, messages: Sequence[LeanMessage]) -> Iterator[Declaration]:
        for message in messages:
            name = self._question(message)
            match = _AXIOMS.match(message.text) if name in self._decls and message.severity == "info" else None
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
