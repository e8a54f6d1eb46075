"""Step deletion (RPA; SPEC a.4): may a step lose its justification, how well does it read afterwards, what is left.

A step is a stretch of the proof made of a reasoning and the outcome that follows from it. The edit leaves the outcome.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Literal

from pytest_faithform.perturb.latex import without_formulas

__all__ = [
    "SHRINKAGE",
    "Step",
    "Tier",
    "apply",
    "find_step",
    "has_action",
    "has_formula",
    "reappears_elsewhere",
    "refusal",
    "shrinkage",
    "tier",
]

Tier = Literal["gold", "silver", "bronze"]

SHRINKAGE = (0.005, 0.80)

# difflib is quadratic; a step is a few sentences.
_LONGEST_COMPARED = 5000

_CONNECTIVES = """
and|but|so|now|then|next|thus|hence|therefore|consequently|accordingly|clearly|obviously|evidently|similarly|likewise|
finally|moreover|furthermore|also|in addition|as a result|in conclusion|in particular|in other words|of course|
note that|observe that|notice that|recall that|we have|we have that|we get|we obtain|we find|we find that|we see|
we see that|we know|we know that|we conclude|we conclude that|it follows|it follows that|it is clear that|
it is easy to see that|this gives|this gives us|this means|this implies|this shows|that is|simplifying|
simplifying gives|which gives|so we have|then we have|thus we have|hence we have|therefore we have|from this|
from here|by this|to conclude
"""
_VACUOUS = frozenset(phrase.strip() for phrase in _CONNECTIVES.replace("\n", " ").split("|"))
_ACTION = re.compile(
    r"\b(substitut|expand|factor|comput|calculat|deriv|appl|rewrit|squar|multipl|divid|integrat|differentiat|sum|simplif|"
    r"cancel|invert|solv|rearrang|combin|isolat|reduc|evaluat|subtract|add|collect|compar|count|us(?:e|ing)\b|since\b|"
    r"because\b|as\b|by\b.{0,80}?\b(?:theorem|inequality|lemma|definition)\b)",
    re.IGNORECASE | re.DOTALL,
)
_FORMULA_MARK = re.compile(r"\$|\\\(|\\\[|\\begin\{")
_DANGLING = re.compile(
    r"(which|that is|thereby|whereas|whereby|so that|for a total|meaning that|implying that)\b|"
    r"(this|that|these|those)\s+(is|are|was|were|gives?|means?|implies|imply|shows?|proves?|yields?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Step:
    """A step's place in the proof, [start, end), with its two parts as they stand there."""

    start: int
    end: int
    reasoning: str
    outcome: str


def find_step(proof: str, reasoning: str, outcome: str) -> Step | str:
    """The one place of `proof` where `reasoning` and then `outcome` stand, with nothing but white space and
    punctuation between them; a sentence that says what is wrong if there is none or more than one.

    White space matches any white space, so that a line break of the source does not matter.
    """
    first, second = _flexible(reasoning), _flexible(outcome)
    if not first or not second:
        return "the reasoning or the outcome is empty"
    places = list(re.finditer(f"({first})[\\s.,;:!?]*?({second})", proof))
    if len(places) == 1:
        match = places[0]
        return Step(match.start(), match.end(), match[1], match[2])
    if places:
        return f"reasoning and outcome stand {len(places)} times in the proof"
    for name, pattern in (("reasoning", first), ("outcome", second)):
        if not re.search(pattern, proof):
            return f"the {name} does not stand verbatim in the proof"
    return "reasoning and outcome stand in the proof, but not one after the other with only punctuation between them"


def has_formula(text: str) -> bool:
    """Whether the text has mathematics in it, by its delimiters."""
    return _FORMULA_MARK.search(text) is not None


def has_action(text: str) -> bool:
    """Whether the text names something that is done or a reason (SPEC a.4, rule 3)."""
    return _ACTION.search(text) is not None


def refusal(reasoning: str, outcome: str, full_text: str) -> str | None:
    """Why the step may not lose its reasoning (rules 1–7 of SPEC a.4), or None if it may."""
    if not (reasoning.strip() and outcome.strip() and full_text.strip()):
        return "rule 1: reasoning, outcome or the whole step is empty"
    if _normal(re.sub(r"[.,;:!?]", " ", reasoning)) in _VACUOUS:
        return f"rule 2: the reasoning {reasoning.strip()!r} is a mere connective"
    if len(reasoning) < 30 and not (has_formula(reasoning) or has_action(reasoning)):
        return f"rule 3: the reasoning has {len(reasoning)} characters, under 30, and no formula or named action"
    if _DANGLING.match(outcome.lstrip()):
        return f"rule 4: the outcome starts with a dangling phrase: {outcome.strip()[:30]!r}"
    if outcome not in full_text and _normal(outcome) not in _normal(full_text):
        return "rule 5: the outcome is not part of the step"
    if not _reconstructs(reasoning, outcome, full_text):
        return "rule 6: reasoning and outcome together are not the step"
    if len(outcome) < 10:
        return f"rule 7: the outcome has {len(outcome)} characters (under 10)"
    words = re.sub(r"\\[A-Za-z]+|[^\w]|_", "", without_formulas(outcome))
    if not words and len(outcome) < 15 and not re.search("[=<>]", outcome):
        return "rule 7: the outcome is a bare symbol"
    return None


def tier(outcome: str, steps: int) -> Tier:
    """How well the outcome stands alone (rule 8 of SPEC a.4); `steps` is the number of steps of the whole proof."""
    if steps <= 2:
        return "bronze"
    text = outcome.strip()
    upper = text[:1].isupper() or text.startswith("\\")
    proper_end = text.endswith((".", "$", ")"))
    words = re.findall(r"[^\W\d_]+", re.sub(r"\\[A-Za-z]+", "", without_formulas(text)))
    if upper and proper_end and len(words) >= 2:
        return "gold"
    if re.search("[=<>≤≥≠∈∀∃]", text) or (upper and proper_end):
        return "silver"
    return "bronze"


def apply(proof: str, step: Step) -> str:
    """The proof without the step's reasoning: the step's place holds its outcome alone."""
    return proof[: step.start] + step.outcome + proof[step.end :]


def shrinkage(before: str, after: str) -> float:
    """The share of the proof that was deleted; SPEC a.4 asks for [0.005, 0.80]."""
    return 1 - len(after) / len(before) if before else 0.0


def reappears_elsewhere(edited_proof: str, reasoning: str) -> bool:
    """Whether the deleted reasoning still stands in the edited proof. Deriving the claim is then no reversion."""
    wanted = _normal(reasoning)
    return bool(wanted) and wanted in _normal(edited_proof)


def _normal(text: str) -> str:
    return " ".join(text.lower().split())


def _reconstructs(reasoning: str, outcome: str, full_text: str) -> bool:
    joined, whole = _normal(f"{reasoning} {outcome}"), _normal(full_text)
    if joined in whole or whole in joined:
        return True
    if len(whole) > _LONGEST_COMPARED:
        return False
    matcher = difflib.SequenceMatcher(None, joined, whole, autojunk=False)
    return matcher.quick_ratio() >= 0.85 and matcher.ratio() >= 0.85


def _flexible(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())
