"""Texts of models, data sets and manifests as HTML that shows them: escaped, and what cannot be seen as its code point.

A character that reverses its neighbours or takes no room would let a text look like another one than Lean reads.
"""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup, escape

__all__ = ["marked", "spelled"]

_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
#: Letters and marks that Unicode lets a program leave out, of other categories than those.
_IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")
_PLAIN = re.compile("[\t\n\x20-\x7e]*")


def marked(text: object) -> Markup:
    """`text` as HTML; each character that is not seen as a marked `U+202E`."""
    told = str(text)
    if _PLAIN.fullmatch(told):
        return escape(told)
    return Markup("").join(
        Markup(f'<span class="cp">{_point(char)}</span>') if _is_unseen(char) else escape(char) for char in told
    )


def spelled(text: object) -> str:
    """The same where no markup can stand, as in a title."""
    return "".join(f"[{_point(char)}]" if _is_unseen(char) else char for char in str(text))


def _is_unseen(char: str) -> bool:
    return char not in "\t\n" and bool(unicodedata.category(char) in _INVISIBLE or _IGNORABLE.match(char))


def _point(char: str) -> str:
    return f"U+{ord(char):04X}"
