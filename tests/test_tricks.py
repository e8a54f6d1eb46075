"""Every trick works on bare Lean, is caught with the reason named, and has a harmless twin that passes."""

from __future__ import annotations

import re

import pytest
from agreement import disagreements
from lean_tricks import TRICKS, Trick
from meaning_tricks import MEANING_TRICKS

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.composite import rests_on_logic_alone
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.prove import declared_theorem, prove
from pytest_faithform.lean.second_opinion import second_opinion
from pytest_faithform.lean.source import Source, parse
from pytest_faithform.model import GuardFinding, LeanReply

# Commands that no formalization has, and that the scanner does not look into.
NOT_READ = re.compile(r"#exit|unif_hint")

# On a busy machine a check takes a multiple of its time, and what is open for want of time is neither caught nor passed.
BUDGET = 120.0


ALL = TRICKS | MEANING_TRICKS


@pytest.fixture(params=ALL)
def trick(request: pytest.FixtureRequest) -> Trick:
    return ALL[request.param]


def rules(findings: list[GuardFinding], severity: str = "reject") -> set[str]:
    return {finding.rule for finding in findings if finding.severity == severity}


def looked_at(lean: EmbeddedLean, text: str) -> tuple[Source, LeanReply, list[GuardFinding]]:
    source, reply = parse(text), lean.check(text)
    assert reply.outcome == "ok", reply.first_error
    if not NOT_READ.search(text):
        assert disagreements(source, reply) == []
    return source, reply, second_opinion(lean, source, reply)


def test_a_trick_works_and_is_caught(lean: EmbeddedLean, trick: Trick) -> None:
    source, reply, later = looked_at(lean, trick.text)
    assert source.main is not None
    declared = declared_theorem(reply, source.main.full_name)
    if trick.clean:
        assert declared is not None
        assert rests_on_logic_alone(declared)
    if trick.says:
        assert trick.says in {message.text.strip() for message in reply.messages}
    found = rules(guard(source))
    # Instances are seen a second time, whatever else gives a trick away.
    assert rules(later) - {"instance"} == ({trick.after} if trick.after else set()) - {"instance"}
    assert not trick.after or trick.after in rules(later)
    verdict = prove(lean, trick.text, budget=BUDGET)
    if trick.caught == "vacuous":
        assert (verdict.value, verdict.vacuous) == ("proved", True)
        return
    assert verdict.value != "proved"
    if trick.caught == "after":
        assert not found
        assert verdict.reason.startswith("guard: ")
    elif trick.caught == "axioms":
        assert not found
        assert declared is not None
        assert not rests_on_logic_alone(declared)
    else:
        assert trick.caught in found
        assert verdict.reason.startswith("guard: ")


def test_its_harmless_twin_passes(lean: EmbeddedLean, trick: Trick) -> None:
    source, reply, later = looked_at(lean, trick.twin)
    assert rules(guard(source)) == set()
    assert rules(later) == set()
    verdict = prove(lean, trick.twin, reply=reply, budget=BUDGET)
    assert (verdict.value, verdict.vacuous) == (trick.twin_is, False)
