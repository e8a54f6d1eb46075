"""What a LaTeX parser (pylatexenc) knows of a text: which places are arguments of which macro, and whether it parses.

The tokens of `latex` say what is a formula, a script or a label; this says what only the macros' signatures tell: that the
2 of `\\sqrt2` is an argument without braces, the 3 of `\\sqrt[3]{x}` an index, the 2 of `\\\\[2mm]` a length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pytest_faithform.perturb.answer_choices import answer_choices
from pytest_faithform.perturb.latex import price_dollars

if TYPE_CHECKING:
    from pylatexenc.macrospec import LatexContextDb

__all__ = ["MalformedText", "Structure", "code_blocks", "structure"]

# Signatures that pylatexenc's own list lacks; "{" is a mandatory argument, "[" an optional one, "*" a star.
_SIGNATURES = """
dfrac {{ ; tfrac {{ ; cfrac [{{ ; binom {{ ; dbinom {{ ; tbinom {{ ; boxed { ; fbox { ; pmod { ; pod { ; operatorname *{ ;
rule [{{ ; tag *{ ; overset {{ ; underset {{ ; stackrel {{ ; phantom { ; vphantom { ; href {{ ; overbrace { ; underbrace { ;
multicolumn {{{ ; cline { ; cancel { ; xrightarrow [{ ; xleftarrow [{ ; textbf { ; mathop { ; raisebox {[[{ ; kern { ;
overparen { ; arc { ; widearc { ; enclose {{ ; textsuperscript { ; textsubscript { ; setcounter {{ ; addtocounter {{ ;
setlength {{ ; addtolength {{ ; fontsize {{ ; scalebox {{ ; resizebox {{{ ; arraystretch { ; eqno { ; newcommand {[[{ ;
renewcommand {[[{ ; providecommand {[[{ ; footnotemark [ ; multirow [{[{[{ ; pageref *{ ; autoref *{ ; nameref *{ ; cref *{ ;
Cref *{ ; vref *{ ; bibitem [{ ; citep *[[{ ; citet *[[{ ; citeauthor *{ ; citeyear *{ ; parencite *[[{ ; textcite [[{ ;
footcite [[{ ; pagebreak [ ; nopagebreak [ ; linebreak [ ; nolinebreak [ ; enlargethispage *{ ; rotatebox [{{ ; colorbox [{{ ;
fcolorbox [{[{{ ; definecolor {{{ ; pagecolor [{ ; textcircled { ; circled { ; ce { ; dot { ; ddot {
"""

#: Why no argument of these may be edited; a number or range says that only those arguments are meant (from 0).
_LAYOUT = "an argument of a layout or text command"
_LAYOUT_NAMES = """
rule hspace vspace label tag ref eqref cite color url phantom vphantom hphantom operatorname cline raisebox kern
includegraphics textsuperscript textsubscript setcounter addtocounter setlength addtolength arraystretch eqno newcommand
renewcommand providecommand fontsize footnotemark pageref autoref nameref cref Cref vref bibitem citep citet citeauthor
citeyear parencite textcite footcite pagebreak nopagebreak linebreak nolinebreak enlargethispage definecolor pagecolor
textcircled circled
"""
_CLOSED: dict[str, tuple[int | range | None, str]] = {
    "sqrt": (0, "the index of a root"),
    "\\": (1, "the length of a line's spacing"),
    "overline": (None, "digits under a bar"),
    "underline": (None, "digits over a bar"),
    "dot": (None, "digits under a dot"),
    "ddot": (None, "digits under a dot"),
    "ce": (None, "a chemical formula"),
    "multicolumn": (0, _LAYOUT),
    "multirow": (range(5), _LAYOUT),
    "rotatebox": (range(2), _LAYOUT),
    "colorbox": (range(2), _LAYOUT),
    "fcolorbox": (range(4), _LAYOUT),
    "scalebox": (0, _LAYOUT),
    "resizebox": (0, _LAYOUT),
    "overset": (0, _LAYOUT),
    "underset": (0, _LAYOUT),
    "stackrel": (0, _LAYOUT),
    "textcolor": (1, _LAYOUT),
} | dict.fromkeys(_LAYOUT_NAMES.split(), (None, _LAYOUT))
_UNBRACED = "an argument without braces"

_CODE = re.compile(
    r"\[asy\].*?(?:\[/asy\]|\Z)|<asy>.*?(?:</asy>|\Z)"
    r"|\\begin\{(tikzpicture|asy|asydef|verbatim|lstlisting|comment)\}.*?(?:\\end\{\1\}|\Z)"
    r"|```.*?(?:```|\Z)|<(?:cmath|math|imath|code)>|</(?:cmath|math|imath|code)>",
    re.DOTALL,
)
# "It costs $3": with the dollars of prices no text of formulas may come out even.
_PRICE = re.compile(r"(?<![\\$])\$(?=[0-9])")
_CONTENT = r"(?:array|tabular|align|aligned|alignat|cases|split|gather|gathered|equation|multline|eqnarray|\w*matrix)"
_BEGIN = re.compile(
    rf"\\begin\s*\{{(?!{_CONTENT}\*?\}})[^{{}}]*\}}"
    r"(\[[^\[\]\n]*\]|(?<=minipage\})\{[^{}\n]*\}|(?<=multicols\})\{[^{}\n]*\})+"
)
_HTML_NAMES = (
    "a|b|br|center|code|div|em|font|hr|i|img|li|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)
_MARKUP = (
    (re.compile(r"<(su[bp])>[^<>$\n]{1,80}</\1>"), "in a subscript or superscript"),
    (
        re.compile(
            rf"</(?:{_HTML_NAMES})>|<(?:{_HTML_NAMES})(?:\s+[A-Za-z-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[\w%\#]+))+\s*/?>"
        ),
        _LAYOUT,
    ),
    (re.compile(r"\\cmidrule(?:\[[^\]\n]*\])?(?:\([^()\n]*\))?\{[^{}\n]*\}"), _LAYOUT),
)
_PERCENT = re.compile(r"(?<!\\)%")


class MalformedText(ValueError):
    """A text that no LaTeX parser takes; the message says what is wrong and where, in line and column."""


@dataclass(frozen=True, slots=True)
class Structure:
    """Places of a text, [start, end) each, that no rule may edit, with the reason. `places` is sorted by start."""

    places: tuple[tuple[int, int, str], ...]
    starts: tuple[int, ...]

    def closed(self, start: int, end: int) -> str | None:
        """Why the characters [start, end) are not open to an edit as far as their macros tell, None if they are."""
        for index in range(bisect_right(self.starts, max(start, end - 1)) - 1, -1, -1):
            left, right, reason = self.places[index]
            if start < right and left < end:
                return reason
            if start - left > _LONGEST:
                return None
        return None


# Arguments longer than this are looked up as if they ended here: they are no roots' indices and no lengths.
_LONGEST = 4000


def code_blocks(text: str) -> list[tuple[int, int]]:
    """The stretches [start, end) that are a program's source (Asymptote, TikZ, verbatim) and no mathematics."""
    return [match.span() for match in _CODE.finditer(text)] if _may_hold_code(text) else []


def structure(text: str) -> Structure:
    """The structure of `text`. Raises MalformedText, also where groups nest deeper than the parser goes."""
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerError

    masked = _PERCENT.sub("٪", text)
    found: list[tuple[int, int, str]] = []
    for start, end in code_blocks(text):
        masked = masked[:start] + " " * (end - start) + masked[end:]
        found.append((start, end, "part of a program's source"))
    found += [(*match.span(), reason) for pattern, reason in _MARKUP for match in pattern.finditer(text)]
    chars = list(masked)
    for dollar in price_dollars(masked):
        chars[dollar] = "#"
    masked = "".join(chars)
    found += [(start, end, "an answer to choose from") for start, end in answer_choices(text)]
    try:
        try:
            walker = LatexWalker(masked, latex_context=_context(), tolerant_parsing=False)
            nodes = walker.get_latex_nodes()[0]
        except LatexWalkerError:
            if not _PRICE.search(masked):
                raise
            walker = LatexWalker(_PRICE.sub("#", masked), latex_context=_context(), tolerant_parsing=False)
            nodes = walker.get_latex_nodes()[0]
        _walk(nodes, found)
    except RecursionError as error:
        raise MalformedText("its groups nest too deeply to be parsed") from error
    except LatexWalkerError as error:
        raise MalformedText(_told(error)) from error
    except (ValueError, IndexError, AttributeError, TypeError) as error:
        raise MalformedText(f"the LaTeX parser gives up on it ({type(error).__name__})") from error
    found.sort()
    return Structure(tuple(found), tuple(start for start, _, _ in found))


def _may_hold_code(text: str) -> bool:
    return any(mark in text for mark in ("asy", "\\begin", "```", "math>", "code>"))


def _told(error: Exception) -> str:
    message = str(getattr(error, "msg", "") or error).split("\n")[0]
    line, column = getattr(error, "lineno", None), getattr(error, "colno", None)
    where = f" at line {line}, column {column + 1}" if isinstance(line, int) and isinstance(column, int) else ""
    return f"{message[:120]}{where}"


@cache
def _context() -> LatexContextDb:
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import MacroSpec

    database = get_default_latex_context_db()
    pairs = (entry.split() for entry in _SIGNATURES.replace("\n", " ").split(";"))
    macros = [MacroSpec(name, args_parser=signature) for name, signature in pairs]
    database.add_context_category("faithform", macros=macros, prepend=True)
    return database


def _walk(nodes: list[Any], found: list[tuple[int, int, str]]) -> None:
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node is None:
            continue
        kind = type(node).__name__
        arguments = list(getattr(getattr(node, "nodeargd", None), "argnlist", None) or [])
        if kind == "LatexMacroNode":
            _close_arguments(node.macroname, arguments, found)
        elif kind == "LatexEnvironmentNode":
            given = [argument for argument in arguments if argument is not None]
            found += [(a.pos, a.pos + a.len, "an argument of an environment") for a in given]
            found += _first_arguments(node)
            # Columns without space between them hold one digit each.
            if node.environmentname == "array" and any("@{" in a.latex_verbatim() for a in given):
                found.append((node.pos, node.pos + node.len, "part of a calculation in columns"))
        stack += arguments
        stack += list(getattr(node, "nodelist", None) or [])


def _first_arguments(node: Any) -> list[tuple[int, int, str]]:
    """What stands in brackets right behind the \\begin of an environment whose signature is not known."""
    opening = _BEGIN.match(node.latex_verbatim())
    return (
        [(node.pos + opening.start(1), node.pos + opening.end(1), "an argument of an environment")] if opening else []
    )


def _close_arguments(name: str, arguments: list[Any], found: list[tuple[int, int, str]]) -> None:
    which, reason = _CLOSED.get(name, (-1, ""))
    for index, argument in enumerate(arguments):
        if argument is None:
            continue
        if which is None or which == index or (isinstance(which, range) and index in which):
            found.append((argument.pos, argument.pos + argument.len, reason))
        elif type(argument).__name__ == "LatexCharsNode":
            found.append((argument.pos, argument.pos + argument.len, _UNBRACED))
