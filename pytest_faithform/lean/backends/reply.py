"""From a source text to what the server elaborates, and from its answer to a LeanReply.

`prepare` changes no position: it replaces characters one for one, and line ends only where columns do not notice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pytest_faithform.lean.backends.approximate import Approximation
from pytest_faithform.lean.backends.codeless import Codeless
from pytest_faithform.lean.backends.codeless import find as codeless_in
from pytest_faithform.lean.backends.lacking import Lacking
from pytest_faithform.lean.backends.process import Failure
from pytest_faithform.model import Declaration, LeanMessage, LeanReply, Sorry

__all__ = ["Prepared", "build_reply", "find_codeless", "prepare", "sorries_of"]

_SURROGATE = re.compile("[\ud800-\udfff\x00]")
_IMPORT = re.compile(r"(?:public\s+)?(?:meta\s+)?import\s+(?:all\s+)?(?P<module>(?:«[^»\n]*»|[^\s«])+)")
_NAME_AT = re.compile(r"[^\s:(){}\[\],⦃⦄]+")


@dataclass(frozen=True)
class Prepared:
    """`code` is what Lean gets; `imports` are the modules of the header's import lines, which `code` has as spaces."""

    code: str
    imports: tuple[str, ...]


def prepare(source: str) -> Prepared:
    # A NUL would end the text early, a lone surrogate has no UTF-8: neither means anything in Lean.
    code = _SURROGATE.sub("�", source.replace("\r\n", "\n"))
    if code.startswith("\ufeff"):
        code = " " + code[1:]
    return _blank_imports(code)


def _blank_imports(code: str) -> Prepared:
    """Imports stand at the head of a file, among white space and comments; elsewhere Lean itself refuses them."""
    at, imports, pieces, copied = 0, [], [], 0
    while True:
        at = _skip_blank(code, at)
        match = _IMPORT.match(code, at)
        if match is None:
            break
        imports.append(match["module"])
        pieces += [code[copied:at], re.sub(r"[^\n]", " ", match[0])]
        at = copied = match.end()
    # Lean takes a file of comments alone, but not a text of them behind the head of a file.
    return Prepared("" if at == len(code) else "".join([*pieces, code[copied:]]), tuple(imports))


_COMMENT_EDGE = re.compile(r"/-|-/")
_WHITE = re.compile(r"[ \t\r\n]*")


def _skip_blank(code: str, at: int) -> int:
    """The first place from `at` that is neither white space nor in a comment that ends (block comments nest)."""
    while True:
        white = _WHITE.match(code, at)
        assert white is not None
        at = white.end()
        if code.startswith("--", at):
            end = code.find("\n", at)
            at = len(code) if end < 0 else end
        elif code.startswith("/-", at) and not code.startswith(("/--", "/-!"), at):
            start, depth, at = at, 1, at + 2
            while depth:
                edge = _COMMENT_EDGE.search(code, at)
                if edge is None:
                    return start
                depth += 1 if edge[0] == "/-" else -1
                at = edge.end()
        else:
            return at


def build_reply(
    text: Prepared,
    answer: dict[str, Any] | Failure,
    lacking: Lacking,
    *,
    seconds: float,
    backend: str,
    codeless: Codeless | None = None,
    prelude: bool = False,
) -> LeanReply:
    """`codeless`: the answer is about the text as it is without being compiled, and this is what compiling it gave.
    `prelude` says that the text was elaborated on it, so that errors may be the prelude's own."""
    if isinstance(answer, Failure):
        message = LeanMessage(severity="error", text=answer.reason)
        blamed = Approximation(text.code).uses_prelude if prelude else ""
        return LeanReply(
            outcome="unavailable" if blamed else answer.kind,
            messages=(message,),
            imports=text.imports,
            lacking=(blamed,) if blamed else (),
            seconds=seconds,
            backend=backend,
        )
    messages, declarations = _messages(answer), _declarations(answer)
    errors, accepted = [m for m in messages if m.severity == "error"], True
    if codeless is not None:
        errors, accepted = codeless.settled(errors)
        messages += codeless.complaints
        messages.append(LeanMessage(severity="info", text=f"not compiled: this build lacks {codeless.lacking}"))
    approximation = Approximation(text.code) if errors and prelude else None
    missing = lacking.blamed(text.code, errors, approximation) if errors else ()
    if codeless is not None and not errors and not accepted:
        missing = (codeless.lacking,)
    return LeanReply(
        outcome="unavailable" if missing else "error" if errors else "ok",
        messages=(*_in_order(messages), *_notices(answer)),
        sorries=sorries_of(text.code, answer["sorries"], declarations, accepted=not errors),
        declarations=declarations,
        imports=text.imports,
        lacking=missing,
        seconds=seconds,
        backend=backend,
    )


def find_codeless(text: Prepared, answer: dict[str, Any] | Failure) -> Codeless | None:
    """What of the text this build could not compile, by Lean's answer to it."""
    if isinstance(answer, Failure):
        return None
    lines, declarations = text.code.split("\n"), _declarations(answer)
    names = {d.name for d in declarations}
    return codeless_in(
        _messages(answer), declarations, lambda m: _declared_at(lines, m.line or 0, m.column or 0, names)
    )


def _messages(answer: dict[str, Any]) -> list[LeanMessage]:
    return [LeanMessage(**m) for m in answer["messages"]]


def _declarations(answer: dict[str, Any]) -> tuple[Declaration, ...]:
    return tuple(
        Declaration(name=d["name"], kind=d["kind"], axioms=tuple(d["axioms"]), assumed=tuple(d["assumed"]))
        for d in sorted(answer["declarations"], key=lambda d: d["name"])
    )


def _in_order(messages: list[LeanMessage]) -> list[LeanMessage]:
    return sorted(messages, key=lambda m: (m.line or 0, m.column or 0))


def _notices(answer: dict[str, Any]) -> list[LeanMessage]:
    dropped = {"messages": answer["droppedMessages"], "declarations": answer["droppedDeclarations"]}
    return [
        LeanMessage(severity="info", text=f"{count} further {what} are not shown")
        for what, count in dropped.items()
        if count
    ]


def sorries_of(
    code: str, warnings: list[dict[str, Any]], declarations: tuple[Declaration, ...], *, accepted: bool
) -> tuple[Sorry, ...]:
    """One for each declaration that Lean warns about. A text may switch the warnings off: then the axioms tell."""
    lines = code.split("\n")
    names = {d.name for d in declarations}
    found = [
        Sorry(line=w["line"], column=w["column"], declaration=_declared_at(lines, w["line"], w["column"], names))
        for w in warnings
    ]
    if found or not accepted:
        return tuple(found)
    return tuple(Sorry(declaration=d.name) for d in declarations if "sorryAx" in d.axioms)


def _declared_at(lines: list[str], line: int, column: int, names: set[str]) -> str | None:
    """The name that Lean's warning points at, with its namespace where only one declaration fits."""
    match = _NAME_AT.match(lines[line - 1], column) if 0 < line <= len(lines) else None
    if match is None:
        return None
    written = match[0].removeprefix("_root_.")
    fitting = [name for name in names if name == written or name.endswith(f".{written}")]
    return written if written in fitting else fitting[0] if len(fitting) == 1 else None
