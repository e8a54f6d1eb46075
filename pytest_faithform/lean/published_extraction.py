"""The order in which the papers look for Lean in a reply (SPEC c.1), for recomputing what they published.

First hit wins: the last ```` ```lean4 ```` block, the last block that speaks of `import` or `theorem`, what follows the last
opening tag, then the text from "import Mathlib", from "import Aesop", from the first `theorem NAME`. It is kept with what it
loses: a thought or fence that was cut off is no thought and no fence, and a late illustrative block goes before a tagged
answer. `extract` mends these. Never raises; linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["NO_REPLY", "NO_TEXT", "as_published"]

#: What the papers' code puts in the place of a formalization that it does not find.
NO_REPLY = "ERROR [No output returned]"
NO_TEXT = "ERROR [No text within tags]"

_FENCE = "```"
_OPENING_TAG = re.compile(r"<formal_(?:proof|theorem)>")
_CLOSING_TAG = re.compile(r"</formal_(?:proof|theorem)>")
_THEOREM = re.compile(r"theorem[ \t\n]+[^\s:({\[]")
_SIGN_OFF = re.compile(r"^(?:This|Note|The above|Here|I |We |In |My |Above|Proof|QED)", re.MULTILINE)
_FENCE_LINE = re.compile(r"```[ \t]*(?:lean4?)?")
_LEADING_TAG = re.compile(r"\s*(?:tactics|lean4?|leanprover|mathlib|math)[ \t]*\n", re.IGNORECASE)
_DROPPED = re.compile(r"```|</?think>|</?header>")
_BEFORE_BY = re.compile(r"(?<=\S)[ \t]{2,}(?=:=[ \t]*by\b)")


def as_published(reply: str) -> tuple[str, str]:
    """(Lean text, the step that found it) of a raw reply; the step is NO_REPLY or NO_TEXT where there is none."""
    if not reply.strip():
        return "", NO_REPLY
    for step, found in _steps(_without_closed_thoughts(reply)):
        lean = _prepared(found)
        if lean:
            return lean, step
    return "", NO_TEXT


def _steps(text: str) -> Iterator[tuple[str, str]]:
    lean4 = list(_blocks(text, _FENCE + "lean4"))
    if lean4:
        yield "lean4-block", lean4[-1]
    speaking = [block for block in _blocks(text, _FENCE) if "import" in block or "theorem" in block]
    if speaking:
        yield "block", speaking[-1]
    tags = list(_OPENING_TAG.finditer(text))
    if tags:
        inside = text[tags[-1].end() :]
        fenced = list(_blocks(inside, _FENCE))
        yield "tag", fenced[-1] if fenced else _cleaned(inside)
    for step, start in (("import-mathlib", "import Mathlib"), ("import-aesop", "import Aesop")):
        at = text.find(start)
        if at >= 0:
            yield step, _cleaned(text[at:])
    theorem = _THEOREM.search(text)
    if theorem is not None:
        yield "theorem", _cleaned(text[theorem.start() :])


def _blocks(text: str, opening: str) -> Iterator[str]:
    """What stands between an opening fence and the next fence, from left to right."""
    at = text.find(opening)
    while at >= 0:
        begin = at + len(opening)
        end = text.find(_FENCE, begin)
        if end < 0:
            return
        yield text[begin:end]
        at = text.find(opening, end + len(_FENCE))


def _without_closed_thoughts(text: str) -> str:
    kept, at = [], 0
    while (begin := text.find("<think>", at)) >= 0:
        end = text.find("</think>", begin)
        if end < 0:
            break
        kept.append(text[at:begin])
        at = end + len("</think>")
    return "".join(kept) + text[at:]


def _cleaned(text: str) -> str:
    closing = _CLOSING_TAG.search(text)
    text = _FENCE_LINE.sub("", text[: closing.start()] if closing else text)
    sign_off = _SIGN_OFF.search(text)
    return text[: sign_off.start()] if sign_off else text


def _prepared(text: str) -> str:
    """As it is handed to Lean."""
    text = text.removeprefix("\ufeff")
    while (tag := _LEADING_TAG.match(text)) is not None:
        text = text[tag.end() :]
    text = _DROPPED.sub("", text).replace("set option", "set_option")
    return _BEFORE_BY.sub(" ", text).strip()
