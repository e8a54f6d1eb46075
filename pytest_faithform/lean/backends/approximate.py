"""Whether an error under the prelude may be the prelude's own: then it says nothing about the text.

The prelude has everyday names of Mathlib, but neither its lemmas, instances and coercions nor its tactics. So only what
no Mathlib would accept is an error of the text:

- the parser's complaints and unknown names that are on no list, as on bare core, unless an approximated tactic or one of
  the prelude's notations stands before them in the same declaration;
- outside of tactic blocks, a term of one type of numbers, truth values or characters where another is due that no
  coercion of Mathlib leads to: between those the prelude has all of Mathlib's coercions;
- anything in a declaration that uses nothing of the prelude, and no tactic that depends on the library.

Everything else is put down to the prelude.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right

from pytest_faithform.lean import prelude
from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.source import Source, parse
from pytest_faithform.lean.vocabulary import words
from pytest_faithform.model import LeanMessage

__all__ = ["Approximation"]

# Core's own that go by what the library marks or decides.
_LIBRARY_TACTICS = words(
    "simp simp_all simpa simp? dsimp norm_cast push_cast exact_mod_cast rw_mod_cast grind decide exact? apply? rfl ext"
)
_SYMBOLS = words(
    "ℝ ℂ ∑ ∏ √ ⌊ ⌋ ⌈ ⌉ ⌋₊ ⌉₊ π ≡ ≃"
    " '' ⁻¹' ∃! ℝ≥0 ℕ+ ∪ ∩ ⊆ ⊂ ∅ ∉ ‖ ∫ ⨆ ⨅ ⋃ ⋂ ⋃₀ ⋂₀ ᶜ 𝒫 ×ˢ ⊔ ⊓ ⊤ ⊥ 𝓝 ∀ᶠ ∃ᶠ ∑' ^[ ℕ∞ →* →+* ::ₘ •"
)
# The scanner, which knows core's tokens, reads these in pieces.
_LONG_SYMBOLS = tuple(symbol for symbol in _SYMBOLS if len(symbol) > 1)
_SCALARS = words("ℕ ℤ ℚ ℝ ℂ Nat Int Rat Real Complex Prop Bool String Char Type")
_LONGEST_BUILDER = 1000
_MISMATCH = re.compile(r"has type\n  (?P<is>\S+)\nbut is expected to have type\n  (?P<due>\S+)(?:\n|$)")
_NO_INSTANCE = re.compile(
    r"failed to synthesize(?: instance of type class)?\s*\n\s*(?P<wanted>\S[^\n]*(?:\n[ ]+[^\n]*)*)"
)
_PARSER = ("unexpected ", "expected ", "unterminated ", "missing end of ", "unknown tactic")
_UNKNOWN = (
    "Unknown identifier ",
    "Unknown constant ",
    "unknown namespace ",
    "Unknown attribute ",
    "unknown attribute ",
)
_PROVIDED = re.compile(
    r"^(?:@\[[^\]\n]*\]\s*)?(?:scoped |protected |noncomputable )*"
    r"(?:def|abbrev|axiom|structure|class|namespace)\s+(?P<name>[\w.]+)",
    re.MULTILINE,
)
_TACTIC_MACRO = re.compile(r'^macro "(?P<name>[\w!?]+) ?"[^\n]*: tactic', re.MULTILINE)


@functools.cache
def _vocabulary() -> tuple[frozenset[str], frozenset[str]]:
    """(every part of every name that the prelude defines, its tactics)."""
    names: set[str] = set()
    tactics: set[str] = set()
    for file in prelude.files():
        text = file.read_text(encoding="utf-8")
        for match in _PROVIDED.finditer(text):
            names.update(match["name"].split("."))
        tactics.update(match["name"] for match in _TACTIC_MACRO.finditer(text))
    return frozenset(names - {"Nat", "Int", "Rat", "List", "Function"}), frozenset(tactics)


class Approximation:
    """One text, and what of the prelude its errors may come from."""

    def __init__(self, code: str) -> None:
        self._source: Source = parse(code)
        self._starts = [decl.start for decl in self._source.decls]
        self._code = code

    def culprit(self, error: LeanMessage, at: int) -> str:
        """What of the prelude an error at an offset may come from, "" if it is the text's own."""
        decl = self._declaration(at)
        if error.text.startswith(_PARSER):
            return self._before(decl, at, tactics_only=error.text.startswith("unknown tactic"))
        if error.text.startswith(_UNKNOWN):
            return ""
        mismatch = _MISMATCH.search(error.text)
        if mismatch and {mismatch["is"], mismatch["due"]} <= _SCALARS and not self._in_tactics(decl, at):
            return ""
        span = (decl.start, max(decl.end, at)) if decl is not None else (0, len(self._code))
        used = self._first(span) or self._first((0, span[1]))
        missing = _NO_INSTANCE.match(error.text)
        return f"Mathlib's instance {' '.join(missing['wanted'].split())}" if used and missing else used

    @property
    def uses_prelude(self) -> str:
        """What of the prelude the text uses first, "" if nothing."""
        return self._first((0, len(self._code)))

    def _declaration(self, at: int) -> Decl | None:
        index = bisect_right(self._starts, at) - 1
        return self._source.decls[index] if index >= 0 else None

    def _in_tactics(self, decl: Decl | None, at: int) -> bool:
        span = (decl.start if decl else 0, at)
        return any(token.text == "by" for token in self._source.tokens_in(span))

    def _before(self, decl: Decl | None, at: int, *, tactics_only: bool) -> str:
        span = (decl.start if decl else 0, at)
        found = self._first(span) or self._open_builder(span)
        return "" if tactics_only and not found.startswith("Mathlib's ") else found

    def _open_builder(self, span: tuple[int, int]) -> str:
        """The set builder that a span ends in, before its bar."""
        braces = sum({"{": 1, "}": -1}.get(token.text, 0) for token in self._source.tokens_in(span))
        inside = self._code[span[1] : span[1] + _LONGEST_BUILDER].partition("}")[0]
        return "the prelude's {x | p x}" if braces > 0 and "|" in inside else ""

    def _first(self, span: tuple[int, int]) -> str:
        names, tactics = _vocabulary()
        in_tactics, braces = False, 0
        for token in self._source.tokens_in(span):
            braces += {"{": 1, "}": -1}.get(token.text, 0)
            if token.text == "|" and (braces > 0 or not self._code[token.end : token.end + 1].isspace()):
                return "the prelude's {x | p x}" if braces > 0 else "the prelude's |x|"
            in_tactics = in_tactics or token.text == "by"
            if token.text in tactics or (in_tactics and token.text in _LIBRARY_TACTICS):
                return f"Mathlib's {token.text}"
            if token.text in _SYMBOLS or self._code.startswith(_LONG_SYMBOLS, token.start):
                longest = max((s for s in _LONG_SYMBOLS if self._code.startswith(s, token.start)), key=len, default="")
                return f"the prelude's {longest or token.text}"
            if token.kind == "ident" and not names.isdisjoint(token.text.split(".")):
                return f"the prelude's {token.text}"
        return ""
