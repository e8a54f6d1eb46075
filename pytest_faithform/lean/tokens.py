"""Lean 4's lexical structure: tokens with their places, comments and strings set apart.

The scanner follows `Lean.Parser.Token` (identifier letters, nested comments, raw and interpolated strings, character
literals against primes, projections against decimals), with two liberties: it knows the everyday multi-character
notations of Mathlib (`⁻¹`, `∑'`, `ℝ≥0`), and it never fails. What Lean would refuse becomes an `error` token, and an
unterminated comment or string runs to the end of the text, as it does in Lean. Time is linear in the text. Offsets are
code points; only "\\n" ends a line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from pytest_faithform.lean.vocabulary import words

__all__ = [
    "COMMANDS",
    "KEYWORDS",
    "MODIFIERS",
    "Kind",
    "Token",
    "mask",
    "name_parts",
    "position",
    "tokenize",
    "unquoted",
]

Kind = Literal["ident", "number", "string", "char", "symbol", "keyword", "comment", "doc", "error"]


class Token(NamedTuple):
    """One lexeme: `source[start:end] == text`. Of an interpolated string each piece of text is one, quotes included, and
    what stands between its braces is code.

    `closed` is False for a comment, string or character literal that the end of the text cut off. A projection (`.1`)
    is a symbol, not a number: it names a component and never a value.
    """

    kind: Kind
    text: str
    start: int
    end: int
    closed: bool = True


MODIFIERS = frozenset(
    ("private", "protected", "noncomputable", "unsafe", "partial", "nonrec", "local", "scoped", "public", "meta")
)
COMMANDS = words(
    """theorem lemma example def abbrev instance axiom structure class inductive coinductive opaque irreducible_def
    namespace section end mutual variable universe import open set_option attribute export include omit alias
    macro macro_rules syntax elab elab_rules notation notation3 infix infixl infixr prefix postfix
    declare_syntax_cat initialize builtin_initialize deriving run_cmd run_elab run_meta add_decl_doc
    suppress_compilation unsuppress_compilation"""
)
KEYWORDS = (
    COMMANDS
    | MODIFIERS
    | words(
        """fun let letI have haveI show from by do if then else match nomatch with in at using generalizing where
        extends calc suffices forall exists return for unless try catch finally mut termination_by decreasing_by
        sorry admit"""
    )
)
_HASH_COMMANDS = words(
    "eval check check_failure print reduce synth exit guard guard_msgs guard_expr help where find lint loogle moogle "
    "search simp norm_num norm_cast ring ring_nf conv count_heartbeats unfold instances redundant_imports min_imports "
    "html widget discr_tree_key"
)

_FIRST = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0391-\u039f\u03a1\u03a2\u03a4-\u03a9"
    "\u03b1-\u03ba\u03bc-\u03fb\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
)
_REST = _FIRST + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
_PLAIN_PART = f"[{_FIRST}][{_REST}]*+"
_PART = f"(?:{_PLAIN_PART}|«[^»]*+»)"
_PLAIN_IDENT = f"{_PLAIN_PART}(?:\\.{_PLAIN_PART})*+"
_IDENT = f"{_PART}(?:\\.{_PART})*+"
_DIGITS = "[0-9]++(?:_++[0-9]++)*+"

_OPERATORS = sorted(
    words(
        ":= -> <- <-> <= >= != == && || => ++ .. ... :: |> |>. <| <$> <*> <* *> >>= =<< >=> <=< >> << <<< >>> &&& ||| "
        "^^^ ~~~ // /\\ \\/ <|> <;> <> -/ '' ⁻¹' ⁻¹ ∑' ∏' ∃! →+* →* →+ →. ≃+* ≃* ≃+ ×ˢ"
    ),
    key=len,
    reverse=True,
)

_LEXEMES = "|".join(
    (
        rf"(?P<number>0[xX][0-9a-fA-F_]++|0[bB][01_]++|0[oO][0-7_]++|{_DIGITS}"
        rf"(?:\.(?:{_DIGITS}|(?=[eE][0-9+-])|(?![.«{_FIRST}])))?+(?:[eE][+-]?+[0-9]++)?+)",
        r"(?P<block>/-[-!]?)",
        r"(?P<line>--[^\n]*+)",
        r'(?P<string>")',
        r'(?P<raw>r#*+")',
        r"(?P<notation>ℝ≥0∞|ℝ≥0|ℚ≥0|ℕ∞|ℕ\+)",
        rf"(?P<ident>`{{0,2}}{_IDENT})",
        rf"(?P<hash>#(?:{'|'.join(sorted(_HASH_COMMANDS, key=len, reverse=True))})(?![{_REST}]))",
        r"(?P<char>'(?:[^\\']|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^xu]))')",
        r"(?P<projection>\.[0-9]++)",
        rf"(?P<hole>\?_(?![{_REST}]))",
        rf"(?P<operator>{'|'.join(map(re.escape, _OPERATORS))})",
        r"(?P<other>.)",
        r"(?P<end>\Z)",
    )
)
_LEXEMES = rf"[ \t\r\n]*+(?:{_LEXEMES})"
_LEXEME = re.compile(_LEXEMES, re.DOTALL)
# Behind the last closing quote no name is quoted; looking for its end at each opening quote would take quadratic time.
_LEXEME_WITHOUT_QUOTES = re.compile(_LEXEMES.replace(_IDENT, _PLAIN_IDENT), re.DOTALL)
_PLAIN_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)\\?', re.DOTALL)
_COMMENT_MARK = re.compile(r"/-|-/")
_STRING_PART = re.compile(r'[^"\\{]*+(?:\\.[^"\\{]*+)*+(["{])?', re.DOTALL)
_INTERPOLATING = frozenset(("s!", "f!", "println!", "dbg_trace"))
# Words that interpolate where Lean's own library is imported and may be anybody's names where it is not: what follows is
# read as interpolated only where both readings end at the same place, so that no text can hide behind the wrong one.
_MAY_INTERPOLATE = frozenset(("m!", "throwError", "logInfo", "logWarning", "logError"))
_ENDS_ALIKE = re.compile(r"""\"(?:[^"\\{]|\\.|\{(?:(?!--|/-)[^"\\{}'«])*+\})*+\"""", re.DOTALL)
_OPENING_QUOTE = re.compile(r'(?:r#*+)?"')
_NOT_NEWLINE = re.compile(r"[^\n]")


def tokenize(source: str, *, comments: bool = False) -> list[Token]:
    """All tokens of `source` in order, without overlap; what lies between them is whitespace (and the comments, which
    come as tokens only when asked for). Never raises; linear time."""
    tokens = _scan(source)
    return tokens if comments else [token for token in tokens if token.kind not in ("comment", "doc")]


def _scan(source: str) -> list[Token]:
    last_quoted = source.rfind("»")
    tokens: list[Token] = []
    holes: list[int] = []  # of each interpolated string around: the open braces in the hole that is being read
    outermost, interpolation = 0, True
    previous: Token | None = None
    at, size = 0, len(source)
    while at < size or holes:
        if at >= size:
            # One failure has read to the end of the text; a second attempt could make the scan quadratic.
            interpolation, previous, at = False, None, tokens[outermost].start
            del tokens[outermost:]
            holes.clear()
        found = (_LEXEME if at < last_quoted else _LEXEME_WITHOUT_QUOTES).match(source, at)
        assert found is not None
        assert found.lastindex is not None
        group = found.lastgroup
        at, end = found.span(found.lastindex)
        if group == "end":
            at = size
            continue
        kind: Kind = "symbol"
        closed = True
        if group == "ident":
            kind = "ident"
            if source[at:end] in KEYWORDS:
                after_dot = previous is not None and previous.end == at and previous.text == "."
                kind = "ident" if after_dot else "keyword"
        elif group == "number":
            kind = "number"
        elif group == "notation":
            kind = "ident"
        elif group == "hash":
            kind = "keyword"
        elif group == "char":
            kind = "char"
        elif group == "line":
            kind = "comment"
        elif group == "block":
            kind = "doc" if end - at == 3 else "comment"
            end, closed = _comment_end(source, at, end)
        elif group == "string":
            if interpolation and previous is not None and _interpolates(previous.text, source, at):
                outermost = outermost if holes else len(tokens)
                at = _read_string_part(source, at, end, tokens, holes)
                previous = tokens[-1]
                continue
            plain = _PLAIN_STRING.match(source, at)
            assert plain is not None
            closed = bool(plain.group(1))
            end = plain.end(1) if closed else size
            kind = "string" if closed else "error"
        elif group == "raw":
            quote = '"' + "#" * (end - at - 2)
            stop_at = source.find(quote, end)
            closed = stop_at >= 0
            end = stop_at + len(quote) if closed else size
            kind = "string" if closed else "error"
        elif group == "projection":
            if previous is None or previous.end != at or not _can_be_projected(previous):
                end = at + 1
        elif group == "other":
            kind = _kind_of_character(source[at])
        # As `Token(…)`, in a third of its time.
        token = tuple.__new__(Token, (kind, source[at:end], at, end, closed))
        tokens.append(token)
        at = end
        if group not in ("line", "block"):
            previous = token
        if holes and token.text in ("{", "}"):
            holes[-1] += 1 if token.text == "{" else -1
            if holes[-1] < 0:
                holes.pop()
                at = _read_string_part(source, at, at, tokens, holes)
                previous = tokens[-1]
    return tokens


def _comment_end(source: str, start: int, opened: int) -> tuple[int, bool]:
    # Lean reads the character after a plain `/-` unseen, so that `/-/` opens and does not close.
    depth, at = 1, opened if opened - start == 3 else opened + 1
    for mark in _COMMENT_MARK.finditer(source, at):
        depth += 1 if mark.group() == "/-" else -1
        if depth == 0:
            return mark.end(), True
    return len(source), False


def _interpolates(word: str, source: str, quote: int) -> bool:
    """Whether the string that opens at `quote` behind `word` holds terms in braces."""
    return word in _INTERPOLATING or (word in _MAY_INTERPOLATE and _ENDS_ALIKE.match(source, quote) is not None)


def _read_string_part(source: str, start: int, content: int, tokens: list[Token], holes: list[int]) -> int:
    """Read an interpolated string on from `start` up to its end or its next hole; where what follows begins."""
    part = _STRING_PART.match(source, content)
    assert part is not None
    stop, end = part.group(1), part.end()
    inner = end - (stop == "{")
    if inner > start:
        tokens.append(Token("string", source[start:inner], start, inner))
    if stop == "{":
        tokens.append(Token("symbol", stop, inner, end))
    if stop != '"':
        holes.append(0)
    return end if stop else len(source)


def _can_be_projected(token: Token) -> bool:
    return token.kind == "ident" or token.text in (")", "]", "}", "⟩") or (token.text[0] == "." and len(token.text) > 1)


@lru_cache(maxsize=1024)
def _kind_of_character(char: str) -> Kind:
    if char.isascii():
        return "symbol" if char.isprintable() else "error"
    category = unicodedata.category(char)
    return "symbol" if category[0] in "SPN" or category == "Lm" else "error"


def position(source: str, offset: int) -> tuple[int, int]:
    """(line from 1, column from 0 in code points) of an offset; a position past the end is the end's."""
    offset = max(0, min(offset, len(source)))
    return source.count("\n", 0, offset) + 1, offset - (source.rfind("\n", 0, offset) + 1)


def mask(source: str) -> str:
    """`source` with comments and the contents of strings and character literals blanked, newlines kept: same length,
    so that offsets agree. Quotes stay."""
    pieces, at = [], 0
    for token in _scan(source):
        if token.kind in ("comment", "doc"):
            inner = (token.start, token.end)
        elif token.kind in ("string", "char") or not token.closed:
            inner = _between_quotes(token)
        else:
            continue
        pieces += [source[at : inner[0]], _NOT_NEWLINE.sub(" ", source[inner[0] : inner[1]])]
        at = inner[1]
    return "".join(pieces) + source[at:]


def _between_quotes(token: Token) -> tuple[int, int]:
    if token.kind == "char":
        return token.start + 1, token.end - 1
    opening = _OPENING_QUOTE.match(token.text)
    first = opening.end() if opening else 0
    last = len(token.text.rstrip("#").removesuffix('"')) if token.closed else len(token.text)
    return token.start + first, token.start + max(first, last)


def unquoted(name: str) -> str:
    """A name without the brackets that let Lean read it: `«max»` is the name `max`."""
    return name.replace("«", "").replace("»", "") if "«" in name else name


def name_parts(name: str) -> list[str]:
    """Components of a dotted name; a dot inside `«…»` does not separate."""
    if "«" not in name:
        return name.split(".")
    return re.findall(r"«[^»]*+»|[^.«»]++", name)
