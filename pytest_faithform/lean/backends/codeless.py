"""Definitions that this build of Lean accepts and cannot compile.

The package has no code for some private parts of core (the worker of `List.length`, `for` over a range). A definition
that uses one passes the elaborator and the kernel, then the compiler complains, and what would have been done with the
definition afterwards is left undone (`simp` cannot unfold it). Any other Lean has that code. Such a text is checked once
more without being compiled.

What the compiler would have said is not known then. For a definition that chooses its value that matters (it might have
had to be marked `noncomputable`), and for a text that runs one: the outcome is `unavailable`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_faithform.model import Declaration, LeanMessage

__all__ = ["Codeless", "find"]

_UNKNOWN = re.compile(r"Unknown constant `(?P<name>[^`\n]+)`$")
_PRIVATE = re.compile(r"^_private\.Init\.|\._(?:redArg|boxed|lambda|lam_\d+|closed_\d+|spec|elam|unsafe_rec)|\._at_\.")
_NO_CODE = re.compile(r"failed to compile definition\b.*\bhas no executable code\b|cannot evaluate code\b", re.DOTALL)
_DEPENDS = re.compile(
    r"failed to compile definition, compiler IR check failed at `(?P<user>[^`\n]+)`\. "
    r"Error: depends on declaration '(?P<name>[^'\n]+)', which has no executable code"
)
_NONCOMPUTABLE = re.compile(r"failed to compile definition\b.*\bwhich is 'noncomputable'", re.DOTALL)
# Data that is chosen and not computed comes from this axiom alone.
_COMPUTED = frozenset(("propext", "Quot.sound"))


@dataclass(frozen=True)
class Codeless:
    """What the compiler of this build made of a text.

    `constants` of core have no code here. `computed`: each definition that uses one is computed, so that the complaint is
    the build's fault alone. `complaints` are those of any Lean: a definition that had to be marked `noncomputable`.
    """

    constants: tuple[str, ...]
    computed: bool
    complaints: tuple[LeanMessage, ...]

    def settled(self, errors: Sequence[LeanMessage]) -> tuple[list[LeanMessage], bool]:
        """The errors of the text, of those that it has without being compiled; and whether, if there are
        none, the text is accepted."""
        found = [m for m in errors if not _NO_CODE.match(m.text)]
        return [*found, *self.complaints], self.computed and len(found) == len(errors)

    @property
    def lacking(self) -> str:
        return f"the code of {', '.join(self.constants)}"


def find(
    messages: Sequence[LeanMessage],
    declarations: Sequence[Declaration],
    declared_at: Callable[[LeanMessage], str | None],
) -> Codeless | None:
    """None where the text uses nothing that has no code. `declared_at` gives the declaration whose name stands at a
    message's place: a constant that the text itself names in vain is reported elsewhere."""
    computed = {d.name for d in declarations if d.kind == "definition" and _COMPUTED.issuperset(d.axioms)}
    own = {d.name for d in declarations}
    instances = [
        d.name for d in declarations if d.kind == "definition" and d.name.rpartition(".")[2].startswith("inst")
    ]
    errors = [m for m in messages if m.severity == "error"]
    users: dict[str, list[str]] = {}
    for message in errors:
        match = _UNKNOWN.match(message.text)
        depends = _DEPENDS.match(message.text)
        if match and _PRIVATE.search(match["name"]):
            name = declared_at(message)
            # An instance has its name from Lean, and none stands in the text.
            users.setdefault(match["name"], []).extend([name] if name else instances)
        elif depends and _PRIVATE.search(depends["name"]) and depends["name"].partition("._")[0] not in own:
            users.setdefault(depends["name"], []).append(depends["user"].partition("._")[0])
    users = {constant: names for constant, names in users.items() if names}
    if not users:
        return None
    return Codeless(
        constants=tuple(users),
        computed=all(name in computed for names in users.values() for name in names),
        complaints=tuple(m for m in errors if _NONCOMPUTABLE.match(m.text)),
    )
