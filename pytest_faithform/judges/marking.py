"""Marks around untrusted text in a prompt.

Every piece of a case or an output stands between `<text-N>` and `</text-N>`, where N is the hash of all the pieces of the
call. So N differs from call to call, is the same when the call is made again (the store's key holds), and cannot be written
into a piece: that piece would have to contain its own hash.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

__all__ = ["marked", "nonce_of"]

_HEX = 16
_INLINE = 80


def nonce_of(name: str, pieces: Mapping[str, str]) -> str:
    """The call's N: 16 hexadecimal digits that occur in none of its pieces."""
    text = json.dumps([name, sorted(pieces.items())], ensure_ascii=True)
    nonce = hashlib.sha256(text.encode("ascii")).hexdigest()[:_HEX]
    while any(nonce in piece for piece in pieces.values()):
        nonce = hashlib.sha256((nonce + text).encode("ascii")).hexdigest()[:_HEX]
    return nonce


def marked(text: str, nonce: str) -> str:
    """The text between its marks, on lines of its own unless it is short."""
    edge = "\n" if "\n" in text or len(text) > _INLINE else ""
    return f"<text-{nonce}>{edge}{text}{edge}</text-{nonce}>"
