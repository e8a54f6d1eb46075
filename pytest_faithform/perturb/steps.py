"""The steps of a proof by rule: sentences, and in them a reasoning with the outcome that follows from it (SPEC a.4).

A step is one of two shapes: two sentences, the second of which opens as a conclusion ("…. Hence $x = 3$."), or one sentence
whose main clause follows its reason after a comma ("Since …, we have $x = 3$."). Formulas and programs' source are never cut.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pytest_faithform.perturb import step_deletion
from pytest_faithform.perturb.coherence import stays_whole
from pytest_faithform.perturb.latex import formulas
from pytest_faithform.perturb.sentences import ends_in_abbreviation
from pytest_faithform.perturb.step_deletion import Step, Tier
from pytest_faithform.perturb.structure import code_blocks

__all__ = ["Deletable", "best", "deletable_steps", "sentence_spans"]


def _any(words: str) -> str:
    """A pattern of alternatives: the phrases of `words`, which stand between bars."""
    return "(?:" + "|".join(r"\s+".join(phrase.split()) for phrase in words.split("|")) + ")"


_POINT = re.compile(r"[.!?][\"')\]]*(?=\s|$)")
# "(as noted in [3, p. 5.]) we have": what goes on in small letters, or with a formula, is the sentence around the bracket.
_ABBREVIATED_REFERENCE = re.compile(
    r"(?<![A-Za-z])(?:pp?|ch|chap|sec|thm|th|lem|prop|cor|def|ex|vol|ed|eds|art|app)\Z", re.I
)
_GOES_ON = re.compile(r"\s+[a-z\x00]")
_PARAGRAPH = r"\n[ \t]*\n"
_LIST_ITEM = r"\n(?=[ \t]*(?:[-*•][ \t]|\\item\b|\(?[0-9]{1,2}[.)][ \t]|\\begin\{))"
_BREAK = re.compile(rf"{_PARAGRAPH}|{_LIST_ITEM}|\\\\\s*\n|\\end\{{(?:itemize|enumerate)\}}")
_FILL = "\x00"

_FOUND = _any("get|have|obtain|find|see|conclude|deduce|know|arrive")
_CONCLUSION = (
    r"(?:and\s+)?(?:"
    + _any(
        "thus|hence|therefore|so|consequently|accordingly|as a result|in conclusion|it follows|this way|finally,? we"
    )
    + rf"|we (?:{_any('then|now|thus|therefore|also|can|must')} )?{_FOUND})\b"
)
_RESULTS = _any(
    "answer|sum|value|solution|result|desired|number|area|total|probability|product|remainder|maximum|minimum|equation|roots?"
)
_OPENS_AS_CONCLUSION = re.compile(rf"(?:{_CONCLUSION}|then\b|the {_RESULTS}\b|our answer\b)", re.IGNORECASE)
_CLAUSE_AFTER_COMMA = re.compile(rf"[,;]\s+(?={_CONCLUSION})", re.IGNORECASE)
_GIVES_A_REASON = re.compile(
    rf"(?:{_any('but|and|now|also|then|finally|similarly|first|next')}[, ]+)?"
    r"(?:since|because|as(?! well| a result| an? )|by|using|from|applying|[A-Z]?[a-z]{3,}ing)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r",\s+")
_OWN_REASON = re.compile(r"\b(?:since|because|as desired|using|applying)\b|\bby\s+(?:the\s)?[A-Z]", re.IGNORECASE)
_INTRODUCES = re.compile(
    r"(?:^|[,.;:]\s+|\band\s+|\bso\s+)(?:we\s+|now\s+|first,?\s+|then\s+)*"
    + _any(
        "let|denote|define|suppose|assume|consider|call|set|label|note by|if|when|where|for each|for every|for all|for any"
    )
    + r"\b|\b(?:denote|where|let|be the|called?)\b|:=|\\coloneqq",
    re.IGNORECASE,
)
_OTHERS = _any("latter|former|above|last|two|first|second|other")
_POINTS_BACK = re.compile(
    rf"(?:\w+,?\s+)?(?:{_any('this|that|these|those|it|they|both|which')}|the {_OTHERS})\b(?! follows)", re.IGNORECASE
)
_POINTS_INSIDE = re.compile(r"\b(?:of|by|in|to|from|with|at|on) (?:these|those|this|that|them|it)\b(?! [a-z]+ \$)")
_POINTS_AT_A_PLACE = re.compile(
    r"\b(?:(?:left|right)(?:-hand)? side|above|previous(?:ly)?|earlier|"
    r"(?:the|this|that) (?:expression|inequality|identity|formula))\b",
    re.IGNORECASE,
)
_AIMS = _any(
    "need to|want to|have to|wish to|seek|remains to|are left with finding|let us|let's|in order to|"
    "must find|must show|must prove|must check"
)
_BEGINNINGS = _any("think|use|try|write|rewrite|apply|assume|start|begin|look")
_ACTS = _any(
    "solve|consider|substitute|try|proceed|turn|look|start|begin|use|apply|examine|check|count|compute|calculate|factor|expand|"
    "multiply|divide|plug|write|seek|do|go|draw|set"
)
_INTENDS = re.compile(
    rf"\b(?:{_AIMS}|(?:can|may|must|could) (?:now )?{_BEGINNINGS}|"
    rf"we (?:{_any('now|then|first|simply|just|also')} )?{_ACTS})\b",
    re.IGNORECASE,
)
_UNFINISHED = _any(
    "is|are|was|be|equals|equal|get|gets|gives|have|has|obtain|obtains|yields|find|becomes|and|or|that|to|by|of|as|in|with|from|"
    "for|at|on|than|so|then|because|since|where|when|if|the|a|an"
)
_LEADS_ON = re.compile(rf"(?:[:,;]\s*(?:\$|\\\)|\\\])*|(?<![A-Za-z\\]){_UNFINISHED}|[=<>+])\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Deletable:
    """A step that may lose its reasoning. `index` counts the proof's sentences from 0."""

    step: Step
    index: int
    is_last: bool
    tier: Tier


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of `text` as ranges without the white space around them. A paragraph, an item of a list, a displayed
    formula before a capital letter and a program's source end a sentence; a point inside a formula, a number or an
    abbreviation does not."""
    return _spans(text, *_masked(text))


def _spans(text: str, masked: str, ends: list[int]) -> list[tuple[int, int]]:
    cuts = {0, len(text), *ends}
    for broken in _BREAK.finditer(masked):
        cuts |= set(broken.span())
    cuts |= _sentence_ends(masked, sorted(cuts))
    spans = []
    for left, right in pairwise(sorted(cuts)):
        piece = text[left:right]
        start = left + len(piece) - len(piece.lstrip())
        end = left + len(piece.rstrip())
        if any(char.isalnum() for char in text[start:end]):
            spans.append((start, end))
    return spans


def _sentence_ends(masked: str, breaks: list[int]) -> set[int]:
    """Where points end sentences; the brackets that are open count from the last end or break on."""
    found: set[int] = set()
    start = begin = depth = 0
    for match in _POINT.finditer(masked):
        last = breaks[bisect_right(breaks, match.start()) - 1]
        if last > start:
            start = begin = last
            depth = 0
        for index in range(start, match.start()):
            depth = max(0, depth + (masked[index] in "([") - (masked[index] in ")]"))
        start = match.start()
        inside = depth > 0
        if match[0][0] == "." and ends_in_abbreviation(masked, match.start()):
            continue
        if inside and match[0][0] == "." and _ABBREVIATED_REFERENCE.search(masked, max(0, start - 12), start):
            continue
        whole = masked[begin : begin + 40].lstrip().startswith(("(", "["))
        if inside and not whole and _GOES_ON.match(masked, match.end()) and _closes(match[0], depth):
            continue
        found.add(match.end())
        start = begin = match.end()
        depth = 0
    return found


def _closes(point: str, depth: int) -> bool:
    return sum(char in ")]" for char in point) >= depth


def _masked(text: str) -> tuple[str, list[int]]:
    """`text`, same length, with formulas and programs' source blanked, and the ends of displays that end a sentence."""
    pieces, ends, start = [], [], 0
    for left, right in code_blocks(text):
        ends += [left, right]
    covered = sorted([(f.start, f.end, f.inner) for f in formulas(text)] + [(a, b, "") for a, b in code_blocks(text)])
    for left, right, inner in covered:
        if left < start:
            continue
        pieces += [text[start:left], _FILL * (right - left)]
        start = right
        last = inner.rstrip()[-1:]
        displayed = text.startswith(("$$", "\\[", "\\begin"), left)
        capital = re.match(r"\s*[A-Z][a-z]*\b", text[right : right + 40]) is not None
        complete = last in (".", "!", "?") and (displayed or capital or not text[right:].strip())
        unpunctuated = displayed and capital and last not in ("", ",", ";", ":")
        if complete or unpunctuated:
            ends.append(right)
    pieces.append(text[start:])
    return "".join(pieces), ends


def deletable_steps(proof: str) -> list[Deletable]:
    """Every step of `proof` whose reasoning the rules let go, in order. A proof of one sentence has none."""
    masked, ends = _masked(proof)
    spans = _spans(proof, masked, ends)
    if len(spans) < 2:
        return []
    code = code_blocks(proof)
    found = []
    for index, step in _shapes(proof, masked, spans):
        if any(step.start < right and left < step.end for left, right in code):
            continue
        if (
            _readable(proof, step)
            and stays_whole(proof, step.start, step.start + len(step.reasoning))
            and step_deletion.refusal(step.reasoning, step.outcome, proof[step.start : step.end]) is None
        ):
            low, high = step_deletion.SHRINKAGE
            if low <= step_deletion.shrinkage(proof, step_deletion.apply(proof, step)) <= high:
                tier = step_deletion.tier(step.outcome, len(spans))
                found.append(Deletable(step, index, step.end >= spans[-1][1], tier))
    return found


def best(name: str, steps: list[Deletable]) -> Deletable | None:
    """The step to delete (SPEC a.4): the highest tier, then mathematics and a named action in the reasoning, then how well
    the outcome reads, then the longer reasoning; ties by a hash of problem and step."""
    return max(steps, key=lambda one: _rank(name, one)) if steps else None


def _rank(name: str, one: Deletable) -> tuple[int, int, int, int, str]:
    reasoning, outcome = one.step.reasoning, one.step.outcome
    tiers = {"gold": 2, "silver": 1, "bronze": 0}
    readable = sum(
        (
            outcome[:1].isupper() or outcome.startswith(("\\", "$")),
            outcome.rstrip().endswith((".", "$", ")", "]")),
            len(outcome) >= 20,
        )
    )
    action = 2 * step_deletion.has_formula(reasoning) + 2 * step_deletion.has_action(reasoning)
    tie = hashlib.sha256(f"{name}:step_v2:{one.index}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return tiers[one.tier], action, readable, len(reasoning), tie


def _shapes(proof: str, masked: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, Step]]:
    for index, (start, end) in enumerate(spans):
        yield from ((index, Step(start, end, *parts)) for parts in _in_one_sentence(proof, masked, start, end))
        if index and _OPENS_AS_CONCLUSION.match(proof, start):
            left, right = spans[index - 1]
            if not proof[left].islower() and not proof[right:start].strip() and "\n\n" not in proof[right:start]:
                yield index, Step(left, end, proof[left:right], proof[start:end])


def _in_one_sentence(proof: str, masked: str, start: int, end: int) -> Iterator[tuple[str, str]]:
    """The cuts of one sentence into a reason and the clause that follows from it: at most one of each kind."""
    sentence = masked[start:end]
    cut = _CLAUSE_AFTER_COMMA.search(sentence)
    if cut is None and _GIVES_A_REASON.match(sentence):
        commas = [match for match in _CLAUSE.finditer(sentence) if _outside_brackets(sentence[: match.start()])]
        cut = commas[0] if len(commas) == 1 else None
    if cut:
        reasoning = proof[start : start + cut.start() + 1]
        yield reasoning, proof[start + cut.end() : end]


def _outside_brackets(before: str) -> bool:
    return before.count("(") == before.count(")")


def _readable(proof: str, step: Step) -> bool:
    """Whether what is left reads as a part of the proof: it stands after a whole sentence, needs nothing that was deleted
    to be understood, claims something rather than announcing it, and gives no reason of its own."""
    if not step.outcome[:1].isupper() and not step.outcome.startswith(("$", "\\")):
        return False
    if _INTENDS.search(step.outcome) or not (
        step_deletion.has_formula(step.outcome) or re.search("[0-9]", step.outcome)
    ):
        return False
    before = proof[max(0, step.start - 40) : step.start].rstrip()
    if before and _LEADS_ON.search(before):
        return False
    if _INTRODUCES.search(step.reasoning) or _OWN_REASON.search(step.outcome):
        return False
    if _POINTS_AT_A_PLACE.search(step.outcome):
        return False
    outcome = re.sub(rf"^{_CONCLUSION}(?:\s+that)?[,\s]*", "", step.outcome, flags=re.IGNORECASE)
    return not (_POINTS_BACK.match(step.outcome) or _POINTS_BACK.match(outcome) or _POINTS_INSIDE.search(outcome[:60]))
