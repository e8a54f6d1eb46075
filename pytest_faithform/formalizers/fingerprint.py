"""What a file or folder held, in short: weights that are trained anew under an old name are another model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

__all__ = ["absolute_paths", "fingerprint"]

_READ_UP_TO = 8 * 2**20


def fingerprint(path: Path) -> str:
    """Of a small file its content (SHA-256); of what is larger, and of folders, names, sizes and times of change."""
    if path.is_file() and path.stat().st_size <= _READ_UP_TO:
        return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
    files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
    stats = [(str(one.relative_to(path)), one.stat().st_size, one.stat().st_mtime_ns) for one in files]
    return f"files:{hashlib.sha256(json.dumps(stats).encode()).hexdigest()}"


def absolute_paths(args: Sequence[str], base: Path) -> tuple[list[str], dict[str, str]]:
    """The arguments with those that name something below `base` made absolute, and the fingerprint of each such."""
    found: list[str] = []
    digests: dict[str, str] = {}
    for arg in args:
        option, equals, value = arg.partition("=") if arg.startswith("-") else ("", "", arg)
        path = base / Path(value).expanduser() if value and ("/" in value or "." in value) else None
        if path is not None and path.exists():
            value = str(path)
            digests[value] = fingerprint(path)
        found.append(f"{option}{equals}{value}")
    return found, digests
