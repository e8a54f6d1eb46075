"""The edit judge on the starter suite, without Lean: both controls, and every reply to another edit of the same problem."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.lean.source import extract
from pytest_faithform.model import Case, Evidence

STARTER = Path(__file__).parents[1] / "cases" / "starter"


@lru_cache(maxsize=1)
def cases() -> dict[str, Case]:
    lines = (STARTER / "local_edits.jsonl").read_text(encoding="utf-8").splitlines()
    found = [Case.model_validate_json(line) for line in lines]
    return {case.id: case for case in found}


@lru_cache(maxsize=2)
def replies(control: str) -> dict[str, str]:
    rows = map(json.loads, (STARTER / "controls" / f"{control}.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["case"]: extract(row["reply"]).lean for row in rows if row["case"] in cases()}


@pytest.mark.parametrize(("control", "label"), [("faithful", "faithful"), ("biased", "reverted")])
def test_the_controls_are_told_apart(control: str, label: str) -> None:
    found = {name: judge_edit(cases()[name], lean) for name, lean in replies(control).items()}
    assert len(found) == len(cases()) >= 105
    assert {name: verdict.reason for name, verdict in found.items() if verdict.label != label} == {}


def test_a_reply_to_another_edit_of_the_problem_still_has_the_old_token() -> None:
    by_problem: dict[str, list[str]] = defaultdict(list)
    for name, case in cases().items():
        by_problem[case.problem.id].append(name)
    labels: Counter[str] = Counter()
    for names in list(by_problem.values())[::3]:  # every problem in full is a matter of minutes on a busy machine
        for name in names:
            for other in names:
                if other != name:
                    verdict = judge_edit(cases()[name], replies("faithful")[other])
                    assert verdict.label != "faithful", (name, other, verdict.reason)
                    labels[verdict.label] += 1
    assert labels["reverted"] >= 0.9 * labels.total()


def recording() -> dict[str, str]:
    lines = (STARTER / "outputs" / "recording.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["case"]: extract(row["reply"]).lean for row in map(json.loads, lines) if row["case"] in cases()}


@pytest.mark.parametrize("answers", [lambda: replies("faithful"), lambda: replies("biased"), recording])
def test_every_quote_is_a_whole_piece_of_the_lean_at_its_place(answers: Callable[[], dict[str, str]]) -> None:
    quotes = [
        (name, quote)
        for name, lean in answers().items()
        for quote in judge_edit(cases()[name], lean).evidence
        if _text_at(lean, quote) == quote.quote or pytest.fail(f"{name}: {quote} is not there")
    ]
    assert len(quotes) >= len(cases()) * 3 // 4
    assert [(name, quote.quote) for name, quote in quotes if not _closed(quote.quote)] == []


def _text_at(lean: str, quote: Evidence) -> str:
    lines = lean.split("\n")
    return "\n".join([lines[quote.line - 1][quote.column :], *lines[quote.line :]])[: len(quote.quote)]


def _closed(text: str) -> bool:
    opened = []
    for character in text:
        if character in "([{⟨":
            opened.append(character)
        elif character in ")]}⟩" and (not opened or "([{⟨".index(opened.pop()) != ")]}⟩".index(character)):
            return False
    return not opened


LETTER = re.compile(r"(?<![\w.'₀-₉])([A-BD-WYZa-z])(?![\w'₀-₉])")


@pytest.mark.parametrize("swapped", [False, True], ids=["other-letters", "same-letters-exchanged"])
@pytest.mark.parametrize(("control", "label"), [("faithful", "faithful"), ("biased", "reverted")])
def test_the_names_of_a_reply_do_not_matter(control: str, label: str, swapped: bool) -> None:
    rng = random.Random(5)
    labels: Counter[str] = Counter()
    for name, lean in list(replies(control).items())[::3]:
        letters = sorted(set(LETTER.findall(lean)))
        others = [*letters] if swapped else sorted(set("abdefghijkmnopqrstuvwxyzABDGHJKLMPQRSTUVW") - set(letters))
        rng.shuffle(others)
        renaming = dict(zip(letters, others, strict=False))
        renamed = LETTER.sub(lambda match, to=renaming: to.get(match[1], match[1]), lean)
        verdict = judge_edit(cases()[name], renamed)
        assert verdict.label in (label, "unclear"), (name, verdict.reason)
        labels[verdict.label] += 1
    assert labels[label] >= 0.85 * labels.total()
