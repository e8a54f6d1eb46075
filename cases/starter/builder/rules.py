"""The rules that a source must keep, beyond its form: SPEC (a) and what makes a case decidable."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.authoring import LocalEdit, Rewording, SourceProblem, SourceStep
from builder.lean_text import filled, in_statement
from pytest_faithform.model import Region
from pytest_faithform.perturb import number_edit, step_deletion, symbol_edit
from pytest_faithform.perturb.audit import gap
from pytest_faithform.perturb.latex import formulas
from pytest_faithform.perturb.sentences import sentences

__all__ = [
    "BrokenRule",
    "claim",
    "count_sentences",
    "deletable",
    "marked_place",
    "number_place",
    "problem",
    "required",
    "step",
    "style",
    "substituted_region",
    "symbol_place",
]


class BrokenRule(Exception):
    """A rule is broken, so the case is not built. `field` is relative to the part that is being compiled."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


def required(value: str | None, field: str, text: str) -> str:
    if value is None:
        raise BrokenRule(field, text)
    return value


def count_sentences(text: str) -> int:
    return len(sentences(text))


def problem(source: SourceProblem) -> Iterator[tuple[str, str, bool]]:
    """Field, text and whether it is only a warning, for what concerns the problem as a whole."""
    statement, proof = count_sentences(source.statement), count_sentences(source.proof)
    if not 1 <= statement <= 5:
        yield "statement", f"has {statement} sentences, allowed are 1 to 5", False
    if not 3 <= proof <= 10:
        yield "proof", f"has {proof} sentences, allowed are 3 to 10", False
    last = sentences(source.statement)[-1:]
    if not last or not re.search(r"\b(show|prove)\b", last[0], re.IGNORECASE):
        yield "statement", "its last sentence must say what to show ('Show that …' or 'Prove that …')", False
    for region, text in (("statement", source.statement), ("proof", source.proof)):
        if text.count("$") % 2:
            yield region, "has an odd number of $", False
    if re.search(r"\b(sorry|admit|native_decide|axiom|import)\b", source.lean):
        yield "lean", "must be complete core Lean: no sorry, admit, native_decide, axiom or import", False
    places = [(e.kind, "proof" if e.kind == "step_deletion" else e.region) for e in source.edits]
    for kind, region in sorted({place for place in places if places.count(place) > 1}):
        yield "edits", f"has more than one {kind} in the {region}; one per kind and region", False
    if len({wording.style for wording in source.paraphrases}) != len(source.paraphrases):
        yield "paraphrases", "must have two different styles: free-form and step-by-step", False
    names = [step.id for step in source.steps]
    if len(set(names)) != len(names):
        yield "steps", f"ids must differ, found {names}", False


def marked_place(text: str, edit: LocalEdit) -> tuple[int, int]:
    """The place [start, end) of the token in [[ ]] in the region's text; white space matches any white space."""
    parts = re.split(r"\[\[|\]\]", edit.at)
    if len(parts) != 3 or edit.at.count("[[") != 1:
        raise BrokenRule("at", f"must mark exactly one token as [[token]], found {edit.at!r}")
    before, token, after = (r"\s+".join(map(re.escape, re.split(r"\s+", part))) for part in parts)
    # A lookahead finds occurrences that overlap too.
    places = list(re.finditer(f"(?={before}({token}){after})", text))
    if len(places) != 1:
        excerpt = "".join(parts)
        raise BrokenRule(
            "at", f"{excerpt!r} stands {len(places)} times in the {edit.region}, it must stand exactly once"
        )
    return places[0].start(1), places[0].end(1)


def number_place(source: SourceProblem, region: Region, start: int, end: int) -> None:
    """The number is editable, and a judge can find its place by its neighbours."""
    text = source.statement if region == "statement" else source.proof
    reason = number_edit.refusal(text, start, end)
    if reason:
        raise BrokenRule("at", f"{reason} (SPEC a.2)")
    around = next((f for f in formulas(text) if f.start < end and start < f.end), None)
    elsewhere = text[:start] + " " + text[end:] + "\n" + (source.proof if region == "statement" else source.statement)
    if around is None or around.inner.strip() == text[start:end]:
        if re.search(rf"(?<![0-9.]){re.escape(text[start:end])}(?![0-9]|\.[0-9])", elsewhere):
            raise BrokenRule("at", f"{text[start:end]!r} stands alone, without operands, and occurs elsewhere too; "
                             "no judge could tell the places apart")  # fmt: skip
        return
    same = [f for f in formulas(text) if f.inner.split() == around.inner.split()]
    if len(same) > 1:
        raise BrokenRule(
            "at", f"the formula {around.inner!r} stands {len(same)} times in the {region}; edit one that stands once"
        )


def symbol_place(text: str, start: int, end: int) -> symbol_edit.Family:
    """The family of an editable symbol at exactly [start, end) (SPEC a.3)."""
    for candidate in symbol_edit.candidates(text):
        if (candidate.start, candidate.end) == (start, end):
            if candidate.refusal:
                raise BrokenRule("at", f"{candidate.refusal} (SPEC a.3)")
            return candidate.family
    raise BrokenRule(
        "at", f"{text[start:end]!r} is no relation or operator of the rules (SPEC a.3), or only part of one"
    )


def substituted_region(lean: str, edit: LocalEdit, old: str, new: str) -> None:
    """An edit of the statement shows in the signature or its definitions, one of the proof outside of them."""
    for index, pair in enumerate(edit.lean):
        find, replacement = filled(pair, old, new)
        # A pair may name its place by words around it: what counts is where it changes something.
        changed = lean.index(find) + gap(find, replacement).prefix
        if in_statement(lean, changed) != (edit.region == "statement"):
            where = "proof" if edit.region == "statement" else "statement"
            text = f"{find!r} changes the {where} of the Lean text, the edit is in the {edit.region}"
            raise BrokenRule(f"lean[{index}]", text)


def deletable(proof: str, step: step_deletion.Step) -> None:
    """The rules of SPEC a.4 and the reading of what is left."""
    if count_sentences(proof) <= 2:
        raise BrokenRule("", "a proof of one or two steps has no step to delete")
    reason = step_deletion.refusal(step.reasoning, step.outcome, proof[step.start : step.end])
    if reason:
        raise BrokenRule("", f"{reason} (SPEC a.4)")
    if len(step.reasoning) < 30:
        raise BrokenRule("reasoning", f"has {len(step.reasoning)} characters, 30 or more are asked for")
    first = step.outcome[0]
    if not (first.isupper() or first in "$\\"):
        raise BrokenRule(
            "outcome", f"must start with an upper-case letter or a formula, it starts {step.outcome[:20]!r}"
        )
    if re.match(r"(which|this|that|these|those)\b", step.outcome, re.IGNORECASE):
        raise BrokenRule("outcome", "must stand alone: it starts with which, this, that, these or those")
    before = proof[: step.start].rstrip()
    if before and before[-1] not in ".!?:;$)]}":
        raise BrokenRule("reasoning", "starts inside a sentence, so the outcome would too")
    if not (step.outcome + proof[step.end :]).strip().endswith((".", "$", ")", "]")) and step.end == len(proof):
        raise BrokenRule("outcome", "must end as a sentence")


def claim(lean: str, claim_lean: str) -> None:
    """The claim stands in the reference as it is given."""
    if " ".join(claim_lean.split()) not in " ".join(lean.split()):
        raise BrokenRule("claim_lean", f"{claim_lean!r} does not stand in the reference Lean")


def style(wording: Rewording) -> None:
    """A step-by-step proof is a list whose items count 1, 2, 3, … and open with a bold title."""
    if wording.style != "step-by-step":
        return
    items = re.findall(r"^\s*([0-9]+)\. (.*)$", wording.proof, re.MULTILINE)
    if [int(number) for number, _ in items] != list(range(1, len(items) + 1)) or len(items) < 2:
        raise BrokenRule(
            "proof", "a step-by-step proof is a list: each item on a line of its own, numbered '1. ', '2. ', …"
        )
    bare = [number for number, text in items if not text.startswith("\\textbf{")]
    if bare:
        raise BrokenRule("proof", f"item {bare[0]} must open with a bold title, as in '1. \\textbf{{Isolate c.}} …'")


def step(source: SourceStep) -> None:
    """Both formalizations are statements left unproved."""
    for name, lean in (("lean", source.lean), ("invalid_lean", source.invalid_lean)):
        if not re.search(r":=\s*by\s+sorry\s*$", lean):
            raise BrokenRule(name, "must end with ':= by sorry'")
    if source.lean == source.invalid_lean:
        raise BrokenRule("invalid_lean", "is the same text as lean")
