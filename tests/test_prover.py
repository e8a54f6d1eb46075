"""A model as a prover: what it writes counts only as an accepted proof of the very statement, or of its negation."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.portfolio import Portfolio
from pytest_faithform.lean.prove import InconsistentLean, prove
from pytest_faithform.lean.written import Asked
from pytest_faithform.model import ProofVerdict

#: Tries nothing by itself, so that only what is written can settle a statement.
NOTHING = Portfolio(lambda sketch: iter(()), lambda sketch: [], lambda sketch: [])

TRUE = "def twice (n : ℕ) : ℕ := n + n\n\ntheorem t (n : ℕ) (h : twice n = 8) : n = 4 := by sorry\n"
FALSE = TRUE.replace("n = 4", "n = 5")
PROOF = "theorem answer (n : ℕ) (h : twice n = 8) : n = 4 := by\n  unfold twice at h\n  omega\n"
REFUTATION = "theorem answer : ¬ (type_of% @t) := by\n  intro h\n  exact absurd (h 4 (by decide)) (by decide)\n"


class Writer:
    """A prover with prepared replies by side."""

    name = "openai:writer"

    def __init__(self, **replies: Sequence[str]) -> None:
        self.replies = replies
        self.asked: list[Asked] = []

    def write(self, asked: Sequence[Asked]) -> Iterator[tuple[Asked, str]]:
        self.asked += asked
        for one in asked:
            for reply in self.replies.get(one.side, ()):
                yield one, support.fenced(reply)


def proved_by(lean: EmbeddedLean, source: str, **replies: Sequence[str]) -> ProofVerdict:
    return prove(lean, source, portfolio=NOTHING, prover=Writer(**replies), budget=3000)


def test_a_right_proof_is_taken_and_its_text_can_be_checked_again(lean: EmbeddedLean) -> None:
    verdict = proved_by(lean, TRUE, proved=[PROOF])
    assert (verdict.value, verdict.strategy) == ("proved", "openai:writer")
    assert verdict.proof is not None
    again = lean.check(TRUE + verdict.proof)
    assert next(d for d in again.declarations if d.name == "proved").axioms in (
        (),
        ("propext", "Quot.sound"),
        ("propext",),
    )


def test_a_right_refutation_is_taken(lean: EmbeddedLean) -> None:
    verdict = proved_by(lean, FALSE, proved=[PROOF], refuted=[REFUTATION])
    assert (verdict.value, verdict.strategy) == ("refuted", "openai:writer")


RIGHT = {
    "the goal as it was asked for": "theorem answer : type_of% @t := by\n  intro n h\n  unfold twice at h\n  omega\n",
    "other names and implicit arguments": "theorem answer {k : ℕ} (hyp : twice k = 8) : k = 4 := by\n"
    "  unfold twice at hyp\n  omega\n",
    "the whole file again": "import Mathlib\n\ndef twice (n : ℕ) : ℕ := n + n\n\n" + PROOF,
    "in a namespace that stays open": "namespace Mine\n" + PROOF,
    "with a lemma of its own": "lemma unfolded (n : ℕ) : twice n = n + n := rfl\n\n"
    "theorem answer (n : ℕ) (h : twice n = 8) : n = 4 := by\n  rw [unfolded] at h\n  omega\n",
    "under the name of the theorem itself": PROOF.replace("answer", "t"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_proof_may_be_written_in_many_ways(lean: EmbeddedLean, name: str) -> None:
    assert proved_by(lean, TRUE, proved=[RIGHT[name]]).value == "proved"


WRONG = {
    "another statement": "theorem answer (n : ℕ) (h : n + n = 6) : n = 3 := by omega\n",
    "a weaker statement": "theorem answer (n : ℕ) (h : twice n = 8) (h' : n = 5) : n = 5 := h'\n",
    "the statement about another definition": "def twice (n : ℕ) : ℕ := n\n\n"
    "theorem answer (n : ℕ) (h : twice n = 8) (h' : n = 5) : n = 5 := h'\n",
    "a variable that helps": "section\nvariable (bad : 1 = 2)\ninclude bad\n"
    "theorem answer (n : ℕ) (h : twice n = 8) : n = 5 := by omega\n",
    "sorry": "theorem answer : type_of% @t := by sorry\n",
    "the theorem itself": "theorem answer : type_of% @t := @t\n",
    "sorry in a lemma": "lemma helper (n : ℕ) : n = 5 := by sorry\n\ntheorem answer : type_of% @t := fun n _ => helper n\n",
    "an axiom": "axiom cheat (n : ℕ) : n = 5\n\ntheorem answer : type_of% @t := fun n _ => cheat n\n",
    "native_decide": "theorem answer : type_of% @t := by\n  intro n h\n  have : 1 = 2 := by native_decide\n  omega\n",
    "an instance": "instance : OfNat ℕ 8 := ⟨10⟩\n\n"
    "theorem answer (n : ℕ) (h : twice n = 8) : n = 5 := by\n  unfold twice at h\n  omega\n",
    "a notation": 'notation "ℕ" => Unit\n\ntheorem answer : type_of% @t := by omega\n',
    "an error": "theorem answer : type_of% @t := by omega\n",
    "no theorem": "The theorem is clear.",
    "an open comment": "/- theorem answer : type_of% @t := by\n  simp\n",
    "the checker's own name": "theorem proved0 : False := by omega\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_proof_of_the_statement_proves_nothing(lean: EmbeddedLean, name: str) -> None:
    verdict = proved_by(lean, FALSE, proved=[WRONG[name]])
    assert verdict.value == "undetermined"
    assert verdict.reason.startswith("no script of the portfolio settles it, and no proof that openai:writer wrote")


def test_the_next_sample_is_tried(lean: EmbeddedLean) -> None:
    assert proved_by(lean, TRUE, proved=["nothing", WRONG["sorry"], PROOF]).value == "proved"


def test_a_prover_is_not_asked_about_what_is_settled_or_rejected(lean: EmbeddedLean) -> None:
    writer = Writer(proved=[PROOF])
    assert prove(lean, "theorem t : 1 + 1 = 2 := by sorry", prover=writer, budget=300).value == "proved"
    assert not prove(lean, "theorem t : x = 2 := by sorry", prover=writer, budget=300).typechecks
    assert writer.asked == []


def test_it_is_asked_for_both_sides_by_the_elaborated_type(lean: EmbeddedLean) -> None:
    writer = Writer()
    prove(lean, f"namespace A\n{TRUE}", portfolio=NOTHING, prover=writer, budget=300)
    assert [(one.side, one.theorem, one.goal) for one in writer.asked] == [
        ("proved", "A.t", "type_of% @_root_.A.t"),
        ("refuted", "A.t", "¬ (type_of% @_root_.A.t)"),
    ]


def test_both_sides_accepted_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    from test_prove import AS_IS, STATEMENT, Scripted, agrees_to_everything

    reply = "theorem answer : True := trivial\n"
    writer = Writer(proved=[reply], refuted=[reply])
    with pytest.raises(InconsistentLean, match="accepted both t and its negation"):
        prove(Scripted([agrees_to_everything]), STATEMENT, reply=AS_IS, portfolio=NOTHING, prover=writer)


# --- the way through a session ------------------------------------------------------------------------------------------

OPEN_STEP = "theorem step (f : ℕ → ℕ) (h : ∀ n, f n = f (n + 1)) : f 0 = f 37 := by sorry\n"
OPEN_PROOF = "theorem answer (f : ℕ → ℕ) (h : ∀ n, f n = f (n + 1)) : f 0 = f 37 := by\n" + "".join(
    f"  have h{n} : f 0 = f {n} := {'(h 0)' if n == 1 else f'h{n - 1}.trans (h {n - 1})'}\n" for n in range(1, 38)
)


def answer(prompt: str, number: int) -> Answer:
    assert "f 0 = f 37" in prompt
    if "Prove its negation" in prompt:
        return completion("I cannot.")
    return completion(support.fenced(OPEN_PROOF + "  exact h37\n"))


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    valid, invalid = support.steps()
    support.write_cases(pytester.path / "cases.jsonl", [valid, invalid])
    replies = {valid.id: support.fenced(OPEN_STEP), invalid.id: support.fenced(OPEN_STEP)}
    support.write_replies(pytester.path / "replies.jsonl", replies)
    (pytester.path / "test_mini.py").write_text(
        support.MODULE.split("@pytest.mark.faithform_cases")[0]
        + '@pytest.mark.faithform_cases("cases.jsonl")\n'
        + "def test_step(case, proof_verdict):\n    assert_step(case, proof_verdict)\n"
    )
    (pytester.path / "pytest.ini").write_text("[pytest]\nfaithform_model = recorded:replies.jsonl\n")
    monkeypatch.setattr("pytest_faithform.lean.portfolio.CORE", NOTHING)
    monkeypatch.setattr("pytest_faithform.lean.prove.CORE", NOTHING)
    return pytester.path


def records(folder: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["case"]["id"]: row for row in rows}


@pytest.mark.usefixtures("kept_lean")
def test_a_session_asks_its_prover_through_the_store(pytester: pytest.Pytester, suite: Path) -> None:
    options = ("--faithform-prover", "openai:prover", "--faithform-prover-samples", "2")
    with StubServer(answer) as server:
        url = ("--faithform-prover-base-url", server.url)
        pytester.runpytest_inprocess("--faithform-run", "one", *options, *url).assert_outcomes(passed=1, failed=1)
        # Two samples of both sides, once for the two items that share their text.
        assert len(server.requests) == 4
        pytester.runpytest_inprocess("--faithform-run", "two", *options, *url).assert_outcomes(passed=1, failed=1)
        assert len(server.requests) == 4
    first = records(suite / "one")["farm-s1-original"]["proof"]
    assert (first["value"], first["strategy"]) == ("proved", "openai:prover")
    manifest = json.loads((suite / "one" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["prover"]["name"] == "openai:prover"
    assert manifest["prover"]["samples"] == 2
    assert len(manifest["prover"]["prompt"]) == 64


@pytest.mark.usefixtures("kept_lean")
def test_without_a_prover_the_step_stays_open(pytester: pytest.Pytester, suite: Path) -> None:
    pytester.runpytest_inprocess("--faithform-run", "run").assert_outcomes(skipped=2)
    assert "prover" not in json.loads((suite / "run" / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.usefixtures("kept_lean")
def test_a_prover_that_is_down_is_an_error_of_the_apparatus(pytester: pytest.Pytester, suite: Path) -> None:
    options = ("--faithform-run", "run", "--faithform-prover", "openai:prover", "--faithform-prover-base-url")
    with StubServer(lambda prompt, number: (401, {"error": {"message": "no key"}})) as server:
        result = pytester.runpytest_inprocess(*options, server.url)
    result.assert_outcomes(errors=2)
    assert {row["fault"]["where"] for row in records(suite / "run").values()} == {"prover"}


@pytest.mark.usefixtures("kept_lean")
def test_ones_own_prompt_is_what_is_sent(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "mine.jinja").write_text("{{ side }}: {{ goal }} in\n{{ source }}")
    with StubServer(lambda prompt, number: completion("no")) as server:
        pytester.runpytest_inprocess(
            *("--faithform-prover", "openai:p", "--faithform-prover-base-url", server.url),
            *("--faithform-prover-prompt", "mine.jinja", "--faithform-prover-sampling", "temperature=0.3"),
        )
    prompts = sorted(request["messages"][0]["content"] for request in server.requests)
    assert prompts[0] == f"proved: type_of% @_root_.step in\n{OPEN_STEP.strip()}"
    assert prompts[1].startswith("refuted: ¬ (type_of% @_root_.step) in")
    assert {request["temperature"] for request in server.requests} == {0.3}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--faithform-prover", "magic"), "'magic' names no prover: write openai:NAME"),
        (("--faithform-prover-samples", "3"), "--faithform-prover-samples has no prover to go with: name one"),
        (("--faithform-prover-samples", "0"), "--faithform-prover-samples is a whole number of at least 1"),
        (("--faithform-prover-base-url", "nowhere"), "--faithform-prover-base-url: *http://localhost:8000/v1"),
        (("--faithform-prover-sampling", "heat=1"), "--faithform-prover-sampling: 'heat=1': write NAME=NUMBER"),
        (
            ("--faithform-prover", "openai:p", "--faithform-prover-prompt", "no.jinja"),
            "--faithform-prover: the prompt *no.jinja cannot be read",
        ),
        (
            ("--faithform-prover", "openai:p", "--faithform-prover-prompt", "bad.jinja"),
            "--faithform-prover: the prompt *bad.jinja uses 'x'",
        ),
    ],
)
@pytest.mark.usefixtures("suite")
def test_wrong_options_are_usage_errors(pytester: pytest.Pytester, options: tuple[str, ...], message: str) -> None:
    (pytester.path / "bad.jinja").write_text("{{ x }}")
    result = pytester.runpytest_inprocess(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{message.replace('[', '[[]')}*"])


@pytest.mark.usefixtures("kept_lean")
def test_a_real_model_can_be_the_prover(pytester: pytest.Pytester, suite: Path) -> None:
    """SmolLM2-135M behind llama.cpp's server: it proves nothing, and what it writes leaves the step open."""
    from test_real_model import RealServer

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    server = RealServer(port, suite / "server.log")
    try:
        options = ("--faithform-prover", "openai:smollm2", "--faithform-prover-base-url", server.url)
        result = pytester.runpytest_inprocess(
            "--faithform-run", "run", *options, "--faithform-prover-sampling", "max_tokens=40"
        )
    finally:
        server.kill()
    result.assert_outcomes(skipped=2)
    verdict = records(suite / "run")["farm-s1-original"]["proof"]
    assert (verdict["value"], verdict["typechecks"]) == ("undetermined", True)
    assert verdict["reason"].startswith("no script of the portfolio settles it, and no proof that openai:smollm2 wrote")
