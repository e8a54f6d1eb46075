"""Small cases, written out, for tests of the plugin's outside."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pytest_faithform.cases.files import read_records
from pytest_faithform.model import (
    Case,
    InvalidStep,
    NumberEdit,
    Original,
    Paraphrase,
    Perturbation,
    Problem,
    Record,
    Span,
    StepDeletion,
    SymbolEdit,
)


def development_data(name: str) -> Path | None:
    """A file or folder of the public research data beside a checkout, None where it is not at hand."""
    path = Path(__file__).resolve().parents[2] / "shared" / "data" / name
    return path if path.exists() else None


STATEMENT = "Let $c$ and $r$ be natural numbers with $c + r = 35$ and $2c + 4r = 94$. Show that $c = 23$."
PROOF = (
    "Halving the second equation gives $c + 2r = 47$. Subtracting the first equation from this one, we obtain $r = 12$. "
    "Hence $c = 23$."
)
LEAN = """theorem farm (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by
  have h₃ : c + 2 * r = 47 := by omega
  have h₄ : r = 12 := by omega
  omega
"""


def problem(task: str = "proof", **changes: object) -> Problem:
    fields: dict[str, object] = {
        "id": "farm",
        "dataset": "mini",
        "domain": "linear-systems",
        "task": task,
        "group": "farm",
        "informal_statement": STATEMENT,
        "informal_proof": PROOF if task == "proof" else "",
        "formal_statement": LEAN,
    }
    return Problem.model_validate(fields | changes)


def case(
    perturbation: Perturbation, id: str, statement: str = STATEMENT, proof: str = PROOF, of: Problem | None = None
) -> Case:
    return Case(
        id=id, problem=of or problem(), perturbation=perturbation, informal_statement=statement, informal_proof=proof
    )


def span_of(text: str, excerpt: str, token: str) -> Span:
    start = text.index(excerpt) + excerpt.index(token)
    return Span(start=start, end=start + len(token))


def replaced(text: str, span: Span, new: str) -> str:
    return text[: span.start] + new + text[span.end :]


def original() -> Case:
    return case(Original(), "farm-original")


def number_edit(region: str = "statement") -> Case:
    text = STATEMENT if region == "statement" else PROOF
    excerpt, old, new = ("2c + 4r = 94", "94", "97") if region == "statement" else ("c + 2r = 47", "47", "49")
    span = span_of(text, excerpt, old)
    edit = NumberEdit.model_validate({"region": region, "span": span, "old": old, "new": new})
    edited = replaced(text, span, new)
    statement, proof = (edited, PROOF) if region == "statement" else (STATEMENT, edited)
    return case(edit, f"farm-number_edit-{region}", statement, proof)


def symbol_edit() -> Case:
    span = span_of(PROOF, "c + 2r = 47", "+")
    edit = SymbolEdit(region="proof", span=span, old="+", new="-", family="operator")
    return case(edit, "farm-symbol_edit-proof", proof=replaced(PROOF, span, "-"))


def step_deletion() -> Case:
    step = "Subtracting the first equation from this one, we obtain $r = 12$."
    outcome = "we obtain $r = 12$."
    span = span_of(PROOF, step, step)
    edit = StepDeletion(
        span=span,
        reasoning="Subtracting the first equation from this one,",
        outcome=outcome,
        is_last=False,
        tier="silver",
        claim_lean="r = 12",
    )
    return case(edit, "farm-step_deletion", proof=replaced(PROOF, span, outcome))


def paraphrase() -> Case:
    proof = "Half of the second equation reads $c + 2r = 47$; less the first this is $r = 12$, and so $c = 23$."
    return case(Paraphrase(style="free-form"), "farm-paraphrase-free-form", proof=proof)


STEP = "Hence $x = 12$."
STEP_LEAN = "theorem step (x : Int) (h : 2 * x + 3 = 27) : x = {} := by sorry\n"


def steps() -> list[Case]:
    of = problem(
        "step",
        id="farm-s1",
        informal_statement=STEP,
        context=("$2x + 3 = 27$.",),
        formal_statement=STEP_LEAN.format(12),
    )
    valid = Case(id="farm-s1-original", problem=of, perturbation=Original(), informal_statement=STEP)
    edit = InvalidStep(pairs_with="farm-s1-original", method="value", old="12", new="13")
    invalid = Case(id="farm-s1-invalid_step", problem=of, perturbation=edit, informal_statement="Hence $x = 13$.")
    return [valid, invalid]


def suite() -> list[Case]:
    """One case of every kind."""
    return [
        original(),
        number_edit("statement"),
        number_edit("proof"),
        symbol_edit(),
        step_deletion(),
        paraphrase(),
        *steps(),
    ]


def faithful_replies() -> dict[str, str]:
    """What a faithful system answers to each case of `suite()`."""
    return {
        "farm-original": fenced(LEAN),
        "farm-paraphrase-free-form": fenced(LEAN),
        "farm-number_edit-statement": fenced(LEAN.replace("94", "97")),
        "farm-number_edit-proof": fenced(LEAN.replace("= 47", "= 49")),
        "farm-symbol_edit-proof": fenced(LEAN.replace("c + 2 * r", "c - 2 * r")),
        "farm-step_deletion": fenced(LEAN.replace("r = 12 := by omega", "r = 12 := by sorry")),
        "farm-s1-original": fenced(STEP_LEAN.format(12)),
        "farm-s1-invalid_step": fenced(STEP_LEAN.format(13)),
    }


def fenced(lean: str) -> str:
    return f"Here it is.\n\n```lean4\n{lean}```\n"


def write_cases(path: Path, cases: Iterable[Case]) -> Path:
    path.write_text("".join(one.model_dump_json(exclude_none=True) + "\n" for one in cases), encoding="utf-8")
    return path


def write_rows(path: Path, rows: Iterable[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def records(run: Path) -> list[Record]:
    return read_records(run / "records.jsonl")


def write_replies(path: Path, replies: dict[str, str]) -> Path:
    rows = [{"format": "faithform.reply/1", "case": case, "sample": 0, "reply": text} for case, text in replies.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


MODULE = """
import pytest
from pytest_faithform.verdicts import assert_correct, assert_faithful, assert_step

@pytest.mark.faithform_cases("cases.jsonl", kind=["number_edit", "symbol_edit", "step_deletion"])
def test_edit(case, edit_verdict):
    assert_faithful(case, edit_verdict)

@pytest.mark.faithform_cases("cases.jsonl", kind=["original", "paraphrase"], task="proof")
def test_correct(case, correctness):
    assert_correct(case, correctness)

@pytest.mark.faithform_cases("cases.jsonl", kind=["original", "invalid_step"], task="step")
def test_step(case, proof_verdict):
    assert_step(case, proof_verdict)
"""


def mini_suite(folder: Path, replies: dict[str, str] | None = None) -> None:
    """A user's own suite in `folder`: test_mini.py, cases.jsonl and replies.jsonl, named in the ini."""
    write_cases(folder / "cases.jsonl", suite())
    write_replies(folder / "replies.jsonl", faithful_replies() if replies is None else replies)
    (folder / "test_mini.py").write_text(MODULE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nfaithform_model = recorded:replies.jsonl\n", encoding="utf-8")


def lean_plugin(name: str, check: str) -> str:
    """A conftest.py with a Lean that starts nothing: `--faithform-lean NAME`, whose `check` runs this line."""
    return f"""
import pytest
from pytest_faithform.lean.checker import LeanUnavailable
from pytest_faithform.model import LeanMessage, LeanReply

class Lean:
    name = {name!r}
    def check(self, source, *, timeout=None):
        {check}
    def describe(self):
        return {{"backend": self.name, "lean": "0"}}
    def close(self):
        pass

@pytest.hookimpl
def pytest_faithform_lean(config, spec):
    return Lean() if spec == {name!r} else None
"""


#: Takes every text.
OBLIGING_LEAN = lean_plugin("obliging", 'return LeanReply(outcome="ok")')
EDITS = ("--faithform-lean", "obliging", "--faithform-run", "run", "-k", "test_edit")
