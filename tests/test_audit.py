"""The audit of edits: it trusts no metadata, so the cases here are made without the model's own checks."""

from __future__ import annotations

import json
from typing import Any

import case_samples
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_faithform.model import Case
from pytest_faithform.perturb.audit import audit, gap


def case(row: dict[str, Any]) -> Case:
    return Case.model_validate_json(json.dumps(row))


def changed(row: dict[str, Any], **fields: Any) -> Case:
    """The case with texts or edit metadata that its own validation would refuse."""
    sound = case(row)
    edit = {name: value for name, value in fields.items() if name in type(sound.perturbation).model_fields}
    texts = {name: value for name, value in fields.items() if name not in edit}
    return sound.model_copy(update={**texts, "perturbation": sound.perturbation.model_copy(update=edit)})


@pytest.mark.parametrize("kind", case_samples.ALL)
def test_sound_cases_pass(kind: str) -> None:
    assert audit(case(case_samples.ALL[kind]())) == []


NUMBER = case_samples.number_edit()
SYMBOL = case_samples.symbol_edit()
DELETION = case_samples.step_deletion()


SAME_AS_94 = ("94.0", "94.", "188/2", "{94}", "(94)", "9400%", "9400\\%", "\\frac{188}{2}", "+94", "94{,}0", "0094")


def renumbered(old: str, new: str) -> Case:
    """A sound number edit but for what was put in the number's place."""
    place = NUMBER["perturbation"]["span"]
    text = case_samples.STATEMENT
    assert text[place["start"] : place["end"]] == old
    edited = text[: place["start"]] + new + text[place["end"] :]
    return changed(NUMBER, new=new, informal_statement=edited)


def renamed(new: str) -> Case:
    place = SYMBOL["perturbation"]["span"]
    text = case_samples.PROOF
    return changed(SYMBOL, new=new, informal_proof=text[: place["start"]] + new + text[place["end"] :])


def test_another_value_or_symbol_is_an_edit() -> None:
    for new in ("9.4", "-94", "94%", "94/2", "940", "9,4", "9{,}4", "9 4/1", "9\\frac{4}{1}"):
        assert audit(renumbered("94", new)) == []
    for new in ("<", "\\lt", "\\geq", "≥"):
        assert audit(renamed(new)) == []


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (changed(NUMBER, old="95"), "the original has '94' at"),
        (changed(NUMBER, new="99"), "the edit has '97' at"),
        (changed(NUMBER, informal_statement=NUMBER["informal_statement"] + " "), "the texts differ after the edit"),
        (
            changed(NUMBER, informal_statement="X" + NUMBER["informal_statement"][1:]),
            "the texts differ before the edit",
        ),
        (
            changed(NUMBER, informal_proof=NUMBER["informal_proof"] + "\n"),
            "the proof is not the original's, byte for byte",
        ),
        (changed(NUMBER, informal_statement=case_samples.STATEMENT), "nothing was changed"),
        *((renumbered("94", new), f"{new!r} is '94' in another form") for new in SAME_AS_94),
        *((renamed(new), f"{new!r} is '>' in another form") for new in ("\\gt", " >")),
        (changed(SYMBOL, family="operator"), "'>' is no operator"),
        (changed(DELETION, informal_proof=case_samples.PROOF), "is not shorter"),
        (
            changed(DELETION, informal_proof=DELETION["informal_proof"].replace("Doubling", "Twice")),
            "more than one contiguous",
        ),
        (
            changed(DELETION, reasoning="Subtracting this"),
            "the recorded span is not the reasoning followed by the outcome",
        ),
        (changed(DELETION, reasoning_reappears_elsewhere=True), "reasoning_reappears_elsewhere is not what"),
        (changed(DELETION, informal_statement="Other."), "the statement is not the original's"),
        (changed(case_samples.paraphrase(), informal_proof="Short."), "proof: length in characters"),
        *(
            (changed(case_samples.paraphrase(), informal_statement=copy), "the paraphrase is a copy of the original")
            for copy in (
                f"{case_samples.STATEMENT}\n",
                f"{case_samples.STATEMENT}.",
                case_samples.STATEMENT.replace(". ", ".  "),
                case_samples.STATEMENT.replace(". ", ".\n"),
                case_samples.STATEMENT.replace(" + ", "+"),
            )
        ),
        *(
            (changed(make(), informal_statement=f"{make()['informal_statement']} $y{char}rac12$"), f"U+{ord(char):04X}")
            for make in case_samples.ALL.values()
            for char in "\x00\x07\x08\x0b\x0c\x1b\x85\r\ud800"
        ),
        (
            changed(case_samples.paraphrase(), informal_proof="a $2 \times 3$"),
            "the proof has the control character U+0009",
        ),
        (changed(case_samples.original(), informal_proof="Other."), "the proof is not the original's"),
        (changed(case_samples.invalid_step(), informal_statement="Doubling gives $2c + 2r = 70$."), "same text"),
        (changed(case_samples.invalid_step(), informal_statement='"Doubling gives $2c+2r = 70$"'), "same text"),
    ],
)
def test_what_is_untrue_is_named(found: Case, message: str) -> None:
    assert any(message in text for text in audit(found))


def test_a_paraphrase_may_leave_one_region_as_it_is_and_break_lines() -> None:
    tabbed = case_samples.PROOF.replace(". ", ".\r\n\t")
    assert audit(changed(case_samples.paraphrase(), informal_proof=tabbed)) == []


def test_a_control_character_of_the_original_is_no_fault() -> None:
    row = case_samples.paraphrase()
    row["problem"]["informal_statement"] += "\x7f"
    row["informal_statement"] += "\x7f"
    assert audit(case(row)) == []


def test_an_edit_that_leaves_almost_nothing_is_refused() -> None:
    row = case_samples.step_deletion()
    long = "Because " + "of the parity of the terms " * 40 + "it is so."
    proof = f"{long} {case_samples.OUTCOME} End."
    row["problem"]["informal_proof"] = proof
    row["informal_proof"] = f"{case_samples.OUTCOME} End."
    row["perturbation"] |= {"reasoning": long, "span": {"start": 0, "end": len(proof) - len(" End.")}}
    assert any("of the proof, allowed is 0.5% to 80%" in text for text in audit(case(row)))


@given(st.text("ab"), st.text("ab"))
def test_the_gap_isolates_what_differs(before: str, after: str) -> None:
    change = gap(before, after)
    assert before[: change.prefix] + change.removed + before[len(before) - change.suffix :] == before
    assert after[: change.prefix] + change.inserted + after[len(after) - change.suffix :] == after
    assert change.prefix + change.suffix <= min(len(before), len(after))


def test_the_gap_does_not_overlap_itself() -> None:
    change = gap("aaaa", "aa")
    assert (change.prefix, change.suffix, change.removed, change.inserted) == (2, 0, "aa", "")
