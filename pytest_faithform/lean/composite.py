"""Texts with our own theorems behind them, and what Lean accepted of those.

A text under examination is put between the lines of a section or namespace with a name nobody can guess, so that its
`open`, `variable`, options and local notations end before our theorems begin. Whether a theorem of ours holds is read
from the declarations that Lean reports, never from messages: it must exist under its name, be a theorem, and rest on no
axiom beyond the three of Lean's own logic and, on a backend with the prelude, the prelude's.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

from pytest_faithform.lean import prelude
from pytest_faithform.lean.tokens import Token, name_parts, tokenize
from pytest_faithform.model import Declaration, LeanReply

__all__ = [
    "ALLOWED_AXIOMS",
    "Composite",
    "Unclosed",
    "adopt",
    "frame_of",
    "fresh_nonce",
    "head_of",
    "indented",
    "nonce_of",
    "rests_on_logic_alone",
    "secret",
]

MANY_ERRORS = 100
ALLOWED_AXIOMS = frozenset(("propext", "Classical.choice", "Quot.sound"))


def fresh_nonce() -> str:
    return f"ff_{secrets.token_hex(8)}"


_SECRET = secrets.token_bytes(16)


def secret() -> bytes:
    """What this process' nonces hang on; for a process of the same session that checks its texts."""
    return _SECRET


def adopt(given: bytes) -> None:
    """Have the same nonces as the process whose secret this is."""
    global _SECRET
    _SECRET = given


def nonce_of(text: str) -> str:
    """A nonce that stays the same for this text in this process, and that no text can know."""
    hashed = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=_SECRET, digest_size=8)
    return f"ff_{hashed.hexdigest()}"


def frame_of(text: str) -> str:
    """The section that a composite with the text's own nonce puts it into. A backend that checks the text inside it may keep
    what it leaves behind for that composite; "" where the text would notice."""
    return f"{nonce_of(text)}_s" if _minds_its_own_scopes(tokenize(text)) else ""


_OPENING = re.compile(r"(?:section|namespace) (?P<name>ff_[0-9a-f]{16}_\w)\n")


def head_of(text: str) -> int:
    """How many characters of a composite's text are the sections, namespaces and definitions that it begins with.

    Composites that share a nonce may share those, and a backend may keep what they elaborate to.
    """
    at = 0
    while match := _OPENING.match(text, at):
        name = match["name"]
        closing = f"\nend {name}\n"
        end = text.find(closing, match.end() - 1)
        if end < 0:
            break
        at = end + len(closing)
        at += len(f"open {name}\n") if text.startswith(f"open {name}\n", at) else 0
    return at


class Unclosed(ValueError):
    """The text cannot be followed by anything: it ends inside a comment, a string or a command."""


def rests_on_logic_alone(declaration: Declaration) -> bool:
    """No axiom but Lean's own three and those on the prelude's list: what the backend says is the prelude's is looked up."""
    return (
        declaration.kind == "theorem"
        and ALLOWED_AXIOMS.issuperset(declaration.axioms)
        and prelude.axiom_names().issuperset(declaration.assumed)
    )


class Composite:
    """A Lean text that grows by examined texts and by theorems of ours. `nonce` begins every name of ours; it is fresh
    unless one is given."""

    def __init__(self, nonce: str = "") -> None:
        self.nonce = nonce or fresh_nonce()
        self._pieces: list[str] = []
        self._lines = 0
        self._closing: set[int] = set()
        self._examined: list[range] = []

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add_section(self, source: str) -> None:
        """The text as it is, its names unchanged. Raises Unclosed."""
        self._enclose("section", f"{self.nonce}_s", source)

    def add_namespace(self, name: str, source: str) -> None:
        """The text inside the namespace `name`. Raises Unclosed."""
        self._enclose("namespace", name, source)

    def add_definitions(self, source: str) -> None:
        """Definitions that the namespaces which follow see under their own names."""
        self._write(f"namespace {self.nonce}_d\n{source}\nend {self.nonce}_d\nopen {self.nonce}_d\n")

    def add_theorem(self, name: str, statement: str, script: str, heartbeats: int) -> str:
        """A theorem of ours, elaborated within its own limit; gives its full name."""
        full = f"{self.nonce}.{name}"
        self._write(
            f"set_option maxHeartbeats {heartbeats} in\ntheorem {full} : {statement} := by\n{indented(script)}\n"
        )
        return full

    def add_text(self, text: str) -> None:
        """Lean text of ours, between the theorems."""
        self._write(text)

    def is_closed(self, reply: LeanReply) -> bool:
        """Whether every scope of the examined texts ended where ours says.

        A scope that stayed open would add its variables to our statements. Errors without a place, or so many that a
        backend may have left some out, leave it open.
        """
        errors = [message.line for message in reply.messages if message.severity == "error"]
        return None not in errors and len(errors) < MANY_ERRORS and self._closing.isdisjoint(errors)

    def accepted(self, reply: LeanReply) -> dict[str, Declaration]:
        """Our theorems that hold, by full name."""
        if not self.is_closed(reply):
            return {}
        ours = (d for d in reply.declarations if d.name.startswith(f"{self.nonce}."))
        return {d.name: d for d in ours if rests_on_logic_alone(d)}

    def first_error(self, reply: LeanReply, which: int) -> str:
        """The first error in one of the examined texts, counted as they were added; "" if there is none."""
        lines = self._examined[which]
        return next((m.text for m in reply.messages if m.severity == "error" and m.line in lines), "")

    def _enclose(self, opener: str, name: str, source: str) -> None:
        body, tokens = _body_of(source)
        self._write(f"{opener} {name}\n")
        first = self._lines
        self._write(f"{body}\n")
        begin = self._lines
        self._examined.append(range(first + 1, begin + 1))
        self._write("".join(f"end {scope}\n" for scope in (*_open_scopes(tokens), name)))
        self._closing |= set(range(begin + 1, self._lines + 1))

    def _write(self, piece: str) -> None:
        self._pieces.append(piece)
        self._lines += piece.count("\n")


def indented(script: str) -> str:
    return "\n".join(f"  {line}" for line in script.split("\n"))


def _body_of(source: str) -> tuple[str, list[Token]]:
    """The text without byte order mark and import lines, with its tokens. Raises Unclosed if nothing can follow it."""
    source = source.removeprefix("\ufeff")
    everything = tokenize(source, comments=True)
    if any(not token.closed for token in everything):
        raise Unclosed("the text ends inside a comment or a string")
    tokens = [token for token in everything if token.kind not in ("comment", "doc")]
    if everything and everything[-1].kind == "doc" and everything[-1].text.startswith("/--"):
        raise Unclosed("the text ends in a doc comment that belongs to nothing")
    if tokens and tokens[-1].text == "in":
        raise Unclosed("the text ends in a prefix of a command that does not come")
    end, at = 0, 0
    while at + 1 < len(tokens) and tokens[at].text == "import":
        end, at = tokens[at + 1].end, at + 2
    blanked = "".join(char if char == "\n" else " " for char in source[:end])
    return blanked + source[end:], tokens[at:]


_MUTUAL = "mutual"


def _minds_its_own_scopes(tokens: Sequence[Token]) -> bool:
    """Whether every `end` names exactly the innermost scopes that the text opened: what Lean says of another depends on those
    outside. `#where` tells of them, and behind `#exit` nothing is read."""
    return _scopes(tokens)[1] and not any(token.text in ("#exit", "#where") for token in tokens)


def _open_scopes(tokens: Sequence[Token]) -> list[str]:
    """What `end` must name to close the scopes that the text leaves open, innermost first ("" where it has no name).
    Raises Unclosed where no `end` of ours may close one."""
    scopes, _ = _scopes(tokens)
    if _MUTUAL in scopes:
        raise Unclosed("the text ends inside a mutual block")
    return scopes[::-1]


def _scopes(tokens: Sequence[Token]) -> tuple[list[str], bool]:
    """The scopes that the text leaves open, outermost first, and whether each `end` before was one's own."""
    scopes: list[str] = []
    matched = True
    for at, token in enumerate(tokens):
        if token.kind != "keyword" or token.text not in ("namespace", "section", "mutual", "end"):
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        names = name_parts(following.text) if following is not None and following.kind == "ident" else []
        if token.text == "mutual":
            scopes.append(_MUTUAL)
        elif token.text != "end":
            scopes += names or [""]
        else:
            closed = names or ([_MUTUAL] if scopes[-1:] == [_MUTUAL] else [""])
            matched &= scopes[-len(closed) :] == closed
            del scopes[max(0, len(scopes) - len(closed)) :]
    return scopes, matched
