"""What every text starts from: Lean texts that a worker elaborates once, after `import Init`.

`CORE` is bare core with a few notations. `PRELUDE` holds everyday names of Mathlib besides: definitions, and axioms that
each state a theorem of Mathlib.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.lean import prelude

__all__ = ["ASSETS", "CORE", "PRELUDE", "Base", "server_hash"]

ASSETS = Path(__file__).resolve().parent / "assets"
SERVER_FILES = ("server.js", "session.js", "runtime.js", "invoke.js", "image.js")


@dataclass(frozen=True)
class Base:
    """`files` in the order in which they are elaborated, each in what the one before left."""

    name: str
    files: tuple[Path, ...]
    library: str


CORE = Base("core", (ASSETS / "base.lean",), "core (Init), no Mathlib")
PRELUDE = Base(
    "prelude",
    (ASSETS / "base.lean", *prelude.files()),
    "core (Init) and a prelude that defines everyday names of Mathlib and assumes some of its theorems, no Mathlib",
)


def server_hash(base: Base = CORE) -> str:
    """Names the server's scripts and the base's texts: part of what a run's manifest records."""
    digest = hashlib.sha256()
    for file in (*(ASSETS / name for name in SERVER_FILES), *base.files):
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]
