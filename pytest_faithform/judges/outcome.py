"""Whether the formulas that an outcome is read into are all that it says.

"`$n$ is even or divisible by $3$`" is no claim that n is even, and "`half $n$ is $9$`" none about n. What a sentence says
beyond its formulas cannot be told in general; so where words make the claim, all of them must be ones that are known to
add nothing, and where formulas make it, none may deny, weaken or choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_faithform.judges.nodes import Node

__all__ = ["says_no_more"]

_MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_OTHERWISE = re.compile(
    r"\b(?:either|neither|nor|not|never|no|none|nothing|impossible|cannot|\w+n['’]t|unless|iff|if and only if|precisely "
    r"(?:if|when)|exactly (?:if|when)|false|untrue|fails?|except|otherwise|else|(?:one|two|some|any|either) of|"
    r"at (?:most|least) one|exactly one|only one)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|when|whenever|while|as long as|provided|assuming)\b", re.IGNORECASE)
_PLAIN = frozenset(
    """is are be must has to also then thus therefore hence so consequently we see that have get obtain conclude find know it
    follows this means shows implies gives yields and finally now again always clearly itself in particular an a the
    even odd prime positive strictly negative nonnegative non zero nonzero integer number real rational coprime co relatively
    value of divisible by multiple at least most less smaller greater larger more than equals equal exactly divides exceeds
    remainder leaves gives when if on upon divided division or""".split()  # noqa: SIM905
)


def says_no_more(text: str, claims: Sequence[Node], conditions: Sequence[object]) -> bool:
    """`claims`: what the text was read into; `conditions`: what it only supposes."""
    words = _MATH.sub(" ", text)
    if _OTHERWISE.search(words):
        return False
    alternatives = [node for node in claims if node.op == "or"]
    if len(re.findall(r"\bor\b", words, re.IGNORECASE)) != sum(len(node.args) - 1 for node in alternatives):
        return False
    is_remainder = any(node.op == "congr" for node in claims)
    if _CONDITION.search(words) and not conditions and not is_remainder:
        return False
    in_words = any(_WORD.search(_MATH.sub(" ", _closed(text[node.start : node.end]))) for node in claims)
    return not in_words or {word.lower() for word in _WORD.findall(words)} <= _PLAIN


def _closed(piece: str) -> str:
    """A piece of a text with the formulas at its ends closed: it begins and ends within them."""
    return f"${piece}$" if piece.count("$") % 2 == 0 else f"${piece}"
