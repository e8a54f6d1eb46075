"""Addresses of servers: what can be asked, and what of an address may be shown."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit, urlunsplit

__all__ = ["bare_address", "split_address"]


def split_address(url: str, example: str) -> SplitResult:
    """The parts of an http address with a host. Raises ValueError, with an example and without what may be secret."""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        # What stands before an @ may be a password, and what stands behind a ? a key.
        shown = re.split(r"[?#]", url.rpartition("@")[2])[0]
        raise ValueError(f"write a whole address such as {example}, not {shown!r}")
    return parts


def bare_address(url: str) -> str:
    """The address without what may be secret: user, password, query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))
