"""The deterministic edit judge on real replies (whole-proof outputs of ProofFlow), used in both directions.

A reply formalizes its own input. If that input is the original and a changed copy the edited text, a judge may say
"reverted" or "unclear"; if the input is the edited text and the changed copy the original, "faithful" or "unclear".
Anything else is a confusion.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.model import Case, NumberEdit, Problem, Region, Span, SymbolEdit
from pytest_faithform.perturb import symbol_edit

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "proofflow" / "fullproof_outputs.jsonl"
pytestmark = pytest.mark.skipif(not DATA.is_file(), reason="the public data folder ../shared/data is not here")

# (row, region, offset, old, new, identifiable): what stands in the input at the offset, what a copy has instead, and
# whether a reader of the region's Lean can tell which of both it carries, by the rules of SPEC c.4. Labelled by hand,
# before the judge was run on them.
LABELLED: list[tuple[int, Region, int, str, str, bool]] = [
    (4, "statement", 149, r"\leq", r"\geq", True),
    (4, "statement", 149, r"\leq", r"\geq", True),
    (6, "proof", 70, r">", r"<", False),
    (7, "statement", 107, r"0", r"1", True),
    (8, "proof", 144, r"6", r"5", True),
    (9, "proof", 327, r"8", r"11", True),
    (9, "proof", 684, r"0", r"3", False),
    (9, "statement", 102, r"\geq", r"\leq", True),
    (12, "proof", 94, r">", r"<", False),
    (12, "statement", 129, r"1", r"4", True),
    (13, "statement", 66, r"\geq", r"\leq", True),
    (14, "proof", 259, r"9", r"12", True),
    (14, "proof", 422, r"\ge", r"\le", True),
    (16, "statement", 115, r"8", r"7", True),
    (17, "proof", 280, r"\ge", r"\le", True),
    (20, "statement", 151, r"\geq", r"\leq", True),
    (21, "statement", 127, r"1", r"4", True),
    (22, "proof", 617, r"\le", r"\ge", False),
    (29, "proof", 352, r"4", r"7", True),
    (32, "statement", 94, r"\geq", r"\leq", True),
    (33, "proof", 210, r"\ge", r"\le", True),
    (33, "proof", 282, r"16", r"20", True),
    (33, "statement", 120, r"\leq", r"\geq", True),
    (36, "statement", 56, r"1", r"4", True),
    (38, "proof", 1116, r"2", r"1", False),
    (38, "proof", 1304, r"\geq", r"\leq", True),
    (38, "proof", 1309, r"4", r"2", True),
    (38, "statement", 119, r"12", r"17", False),
    (41, "statement", 175, r"2", r"3", True),
    (42, "proof", 253, r"2", r"3", False),
    (42, "statement", 157, r"1", r"4", True),
    (44, "proof", 265, r"\geq", r"\leq", False),
    (44, "proof", 270, r"2", r"4", False),
    (44, "statement", 245, r"\geq", r"\leq", False),
    (44, "statement", 285, r"\geq", r"\leq", True),
    (45, "statement", 209, r"2", r"4", True),
    (46, "statement", 120, r"\geq", r"\leq", True),
    (48, "proof", 195, r"+", r"-", True),
    (48, "proof", 316, r"+", r"-", False),
    (51, "proof", 108, r"+", r"-", False),
    (51, "statement", 53, r"-", r"+", True),
    (52, "proof", 299, r"4", r"6", True),
    (52, "statement", 174, r"175", r"167", True),
    (53, "statement", 148, r"\geq", r"\leq", True),
    (54, "proof", 67, r"<", r">", False),
    (54, "statement", 51, r"1", r"4", True),
    (55, "proof", 688, r"3", r"5", False),
    (59, "statement", 140, r"0", r"3", False),
]


@lru_cache(maxsize=1)
def replies() -> list[tuple[str, str, str]]:
    """(statement, proof, Lean) of each row. The data lost some backslashes to escapes; they are put back."""
    found = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        lean = row["Lean_results"].get("lean_code") or ""
        found.append((_repaired(row["original_theorem"]), _repaired(row["original_proof"]), lean))
    return found


def _repaired(text: str) -> str:
    for broken, whole in (
        ("\x0c", r"\f"),
        ("\x08", r"\b"),
        ("\tfrac", r"\tfrac"),
        ("\right", r"\right"),
        ("\x07", r"\a"),
    ):
        text = text.replace(broken, whole)
    doubled = any(command in text for command in (r"\\frac", r"\\sqrt", r"\\leq", r"\\geq"))
    return text.replace("\\\\", "\\") if doubled else text


def case_of(row: int, region: Region, start: int, old: str, new: str, *, is_original: bool) -> Case:
    """The input as the original of an edit, or as its outcome."""
    statement, proof, _ = replies()[row]
    text = statement if region == "statement" else proof
    assert text[start : start + len(old)] == old
    if new.startswith("\\") and not old.startswith("\\"):
        new += " "
    changed = text[:start] + new + text[start + len(old) :]
    original, edited = (text, changed) if is_original else (changed, text)
    old, new = (old, new) if is_original else (new, old)
    span = Span(start=start, end=start + len(old))
    family = symbol_edit.family((old if is_original else new).strip())
    edit: NumberEdit | SymbolEdit
    if family is None:
        edit = NumberEdit(region=region, span=span, old=old, new=new)
    else:
        edit = SymbolEdit(region=region, span=span, old=old, new=new, family=family)
    before = (original, proof) if region == "statement" else (statement, original)
    after = (edited, proof) if region == "statement" else (statement, edited)
    problem = Problem(
        id="p",
        dataset="proofflow",
        domain="d",
        task="proof",
        group="p",
        informal_statement=before[0],
        informal_proof=before[1],
    )
    return Case(id="c", problem=problem, perturbation=edit, informal_statement=after[0], informal_proof=after[1])


def test_hand_labelled_places_in_both_directions() -> None:
    wrong, missed, guessed = [], [], []
    for item in LABELLED:
        for is_original, expected in ((True, "reverted"), (False, "faithful")):
            verdict = judge_edit(case_of(*item[:5], is_original=is_original), replies()[item[0]][2])
            if verdict.label not in (expected, "unclear"):
                wrong.append((item, verdict.reason))
            elif item[5] and verdict.label == "unclear":
                missed.append((item, verdict.reason))
            elif not item[5] and verdict.label != "unclear":
                guessed.append((item, verdict.reason))
    identifiable = 2 * sum(item[5] for item in LABELLED)
    assert not wrong
    assert len(guessed) <= 0.02 * (2 * len(LABELLED) - identifiable), guessed
    assert len(missed) <= 0.15 * identifiable, missed


@pytest.mark.parametrize("is_original", [True, False], ids=["input-is-original", "input-is-edited"])
def test_no_reply_is_taken_for_its_opposite(is_original: bool) -> None:
    opposite = "faithful" if is_original else "reverted"
    settled = total = 0
    for row, (statement, proof, lean) in list(enumerate(replies()))[::3]:
        for region, text in (("statement", statement), ("proof", proof)):
            for candidate in symbol_edit.editable(text)[:1]:
                old = text[candidate.start : candidate.end]
                new = symbol_edit.new_symbol(old)
                assert new is not None
                case = case_of(row, region, candidate.start, old, new, is_original=is_original)  # type: ignore[arg-type]
                verdict = judge_edit(case, lean)
                assert verdict.label != opposite, verdict.reason
                settled += verdict.label != "unclear"
                total += 1
    assert total > 20
    assert settled / total > 0.4
