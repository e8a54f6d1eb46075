"""Texts that try to mislead or to exhaust the edit judge."""

from __future__ import annotations

import time

import pytest
from edit_cases import deleted, edited
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_faithform.judges.edits import judge_edit
from pytest_faithform.model import Case, EditVerdict, Original

STATEMENT = r"Let $2c + 4r = [[94]]$ and $c + r = 35$. Show that $c = 23$."
PROOF = r"Then $2r = 24$ and $c = 23$."
NUMBER = edited(STATEMENT, PROOF, "97")
IN_PROOF = edited(STATEMENT.replace("[[94]]", "94"), PROOF.replace("24", "[[24]]"), "26")
SYMBOL = edited(r"Let $x [[>]] 3$. Show that $x^2 > 4$.", "Square it.", "<")
STEP = deleted(
    r"Let $c + r = 35$. Show it.",
    r"Start. [[Substituting the first equation into the second one, ||We get $2r = 24$.]] End.",
    "2 * r = 24",
)
CASES = [NUMBER, IN_PROOF, SYMBOL, STEP]


@pytest.mark.parametrize(
    ("name", "lean", "label"),
    [
        ("inside another number", "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 1945) : c = 23 := by omega", "unclear"),
        ("inside a decimal", "theorem t (c r : ℝ) (h : 2 * c + 4 * r = 94.5) : c = 23 := by omega", "unclear"),
        (
            "in a line comment",
            "theorem t (c r : ℕ) (h : c = r) : c = 23 := by -- 2 * c + 4 * r = 94\n  omega",
            "unclear",
        ),
        (
            "in a block comment",
            "theorem t (c r : ℕ) /- 2 * c + 4 * r = 94 -/ (h : c = r) : c = 23 := by omega",
            "unclear",
        ),
        (
            "in a nested comment",
            "theorem t (c r : ℕ) /- /- -/ (h : 2 * c + 4 * r = 94) -/ (h : c = r) : c = 23 := by omega",
            "unclear",
        ),
        (
            "in a doc comment",
            "/-- 2 * c + 4 * r = 94 -/\ntheorem t (c r : ℕ) (h : c = r) : c = 23 := by omega",
            "unclear",
        ),
        ("in a string", 'theorem t (c r : ℕ) (h : c = r) (s := "2 * c + 4 * r = 94") : c = 23 := by omega', "unclear"),
        ("in a hypothesis name", "theorem t (c r : ℕ) (h94 : c = r) : c = 23 := by omega", "unclear"),
        ("in the theorem's name", "theorem t_94 (c r : ℕ) (h : c = r) : c = 23 := by omega", "unclear"),
        (
            "after an unterminated comment",
            "theorem t (c r : ℕ) (h : c = r) : c = 23 := by omega /- (h : 2 * c + 4 * r = 94)",
            "unclear",
        ),
        (
            "the comment disagrees",
            "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 97 /- 94 -/) : c = 23 := by omega",
            "faithful",
        ),
        (
            ":= by in a binder",
            "theorem t (c r : ℕ) (k : c = r := by rfl) (h : 2 * c + 4 * r = 94) : c = 23 := by omega",
            "reverted",
        ),
        ("a term-mode proof", "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 97) : c = 23 := foo h", "faithful"),
        (
            "two theorems, the second an example",
            "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 97) : c = 23 := by omega\n"
            "example (c r : ℕ) (h : 2 * c + 4 * r = 94) : c = 23 := by omega",
            "faithful",
        ),
        ("CRLF", "theorem t (c r : ℕ)\r\n  (h : 2 * c +\r\n 4 * r = 94) :\r\n c = 23 := by omega\r\n", "reverted"),
        ("a byte order mark", "\ufefftheorem t (c r : ℕ) (h : 2 * c + 4 * r = 97) : c = 23 := by omega", "faithful"),
        (
            "surrogates around it",
            "theorem t (c r : ℕ) (\ud800 : c = r) (h : 2 * c + 4 * r = 94) : c = 23 := by omega \udfff",
            "reverted",
        ),
        ("prose", "Sure! The number of legs is 94, so 2c + 4r = 94.", "unclear"),
        ("another language", "fn main() { let legs = 94; assert_eq!(2 * c + 4 * r, 94); }", "unclear"),
        ("nothing", "", "unclear"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
)
def test_where_the_value_is_not_code(name: str, lean: str, label: str) -> None:
    verdict = judge_edit(NUMBER, lean)
    assert verdict.label == label, (name, verdict.reason)


def test_evidence_is_verbatim_and_placed() -> None:
    lean = "-- 94\ntheorem t (c r : ℕ)\n    (h : 2 * c + 4 * r = 94) : c = 23 := by omega"
    verdict = judge_edit(NUMBER, lean)
    (evidence,) = verdict.evidence
    assert (evidence.quote, evidence.line, evidence.column) == ("2 * c + 4 * r = 94", 3, 9)
    assert evidence.region == "statement"
    assert verdict.reason == (
        "statement: 94 → 97 in “2c + 4r = 97”; the Lean has `2 * c + 4 * r = 94` at 3:9 (the old value)"
    )


def test_unclear_names_the_nearest_candidates() -> None:
    lean = "theorem t (c r : ℕ) (h : 2 * c + 4 * r + 0 * (94 + 97) = 0) : c = 23 := by omega"
    verdict = judge_edit(NUMBER, lean)
    assert verdict.label == "unclear"
    assert {e.quote for e in verdict.evidence} == {"94", "97"}


def test_a_case_without_an_edit_is_refused() -> None:
    original = Case(
        id="o",
        problem=NUMBER.problem,
        perturbation=Original(),
        informal_statement=NUMBER.problem.informal_statement,
        informal_proof=NUMBER.problem.informal_proof,
    )
    with pytest.raises(ValueError, match="no edit to judge"):
        judge_edit(original, "theorem t : True := trivial")


HEAD = "theorem t (c r : ℕ) (h : c + r = 35) : c = 23 := by\n"
LARGE = {
    "open brackets": HEAD + "  exact " + "(" * 20_000,
    "nested sums": HEAD + "  exact " + "(1 + " * 8_000,
    "arrows": HEAD + "  have : " + "a → " * 10_000 + "b := by omega",
    "negations": HEAD + "  have : " + "¬ " * 20_000 + "a = b",
    "minus signs": HEAD + "  have : x = " + "- " * 20_000 + "3",
    "remainders": HEAD + "  have : " + "x % " * 7_000 + "2 = 3",
    "factorials": HEAD + "  have : " + "(" * 30 + "x" + ("!" * 50 + ")") * 30 + " = 3",
    "powers": HEAD + "  have : " + "x ^ " * 7_000 + "2 = 3",
    "a long product": HEAD + "  have : " + "2 * r * " * 7_000 + "3 = 5",
    "a chain": HEAD + "  have : " + "2 * r = " * 7_000 + "3",
    "bars": HEAD + "  have : " + "|" * 20_000,
    "quantifiers": HEAD + "  have : " + "∀ x, " * 6_000 + "x = 3",
    "haves": HEAD + "  have h : 2 * r = 24 := by omega\n" * 8_000,
    "definitions": "def f (x : Nat) : Nat := x + 2\n" * 6_000 + HEAD,
    "one number": HEAD + "  have : x = " + "9" * 2_000_000,
    "noise": "\ud800∀\x00⟨\ufffe" * 40_000,
    "set builders": "theorem t (h : " + "{x | x > 3 ∧ x ∈ " * 3_000 + "{1}" + "}" * 3_000 + ") : 2 = 3 := by omega",
    "nested factors": "theorem t (h : " + "(" * 38 + "x" + "* x + 1)" * 38 + " = 3) : 2 = 3 := by omega",
    "many factors": "theorem t (h : " + "*".join(f"(x + {i})" for i in range(3_000)) + " = 3) : 2 = 3 := by omega",
    "named values": "theorem t "
    + " ".join(f"(h{i} : v{i}w = v{i + 1}w + 1)" for i in range(1_500))
    + " : c = 23 := by omega",
    "alike hypotheses": "theorem t "
    + " ".join(f"(h{i} : {'abcdefg'[i % 7]} + {'pqrstuv'[i % 5]} = 35)" for i in range(3_000))
    + " : a = 23 := by omega",
    "lets in a group": HEAD + "  have : (" + "let x := 3; " * 4_000 + "x = 3) := by omega",
    "arms of an induction": HEAD
    + "  induction n with\n"
    + "  | succ n ih => have h : 2 * n = 25 := by omega\n" * 3_000,
    "two megabytes": HEAD + "  have h : 2 * r = 24 := by omega\n" * 60_000,
}


@pytest.mark.parametrize("name", list(LARGE))
def test_large_texts_end_in_time_and_in_no_guess(name: str) -> None:
    begun = time.process_time()
    for case in (STEP,) if name in ("haves", "definitions", "two megabytes") else (IN_PROOF,):
        verdict = judge_edit(case, LARGE[name])
        assert verdict.label != "reverted"
    assert time.process_time() - begun < 30


@pytest.mark.parametrize("case", CASES, ids=["number", "in-proof", "symbol", "step"])
@settings(max_examples=80, deadline=None)
@given(
    lean=st.lists(
        st.sampled_from(
            [
                "theorem",
                "lemma",
                "def",
                "f",
                "(",
                ")",
                "{",
                "}",
                "⟨",
                "⟩",
                ":",
                ":=",
                "by",
                "have",
                "h",
                "2",
                "*",
                "c",
                "+",
                "4",
                "r",
                "=",
                "94",
                "97",
                "24",
                "26",
                "x",
                ">",
                "<",
                "3",
                "sorry",
                "\n",
                "  ",
                "calc",
                "_",
                "|",
                "=>",
                "∀",
                ",",
                "∑",
                "∈",
                "[",
                "]",
                "-",
                "^",
                "!",
                ".",
                "show",
                "from",
                "exact",
                "--",
                "/-",
                "-/",
                '"',
                "axiom",
                "let",
                "fun",
                "¬",
                "∧",
                "→",
                "\ud800",
                "≤",
                "/",
                "%",
                "obtain",
            ]
        ),
        max_size=60,
    ).map(" ".join)
)
def test_any_text_gets_a_verdict(case: Case, lean: str) -> None:
    verdict = judge_edit(case, lean)
    assert isinstance(verdict, EditVerdict)
    shown = lean.replace("\ud800", "\ufffd")  # a record holds no lone surrogate
    for evidence in verdict.evidence:
        assert evidence.quote in shown
        lines = shown.split("\n")
        assert lines[evidence.line - 1][evidence.column :].startswith(evidence.quote.split("\n")[0])


@settings(max_examples=80, deadline=None)
@given(
    text=st.lists(
        st.sampled_from(
            [
                "$",
                "$$",
                "\\[",
                "\\]",
                "\\frac",
                "{",
                "}",
                "2",
                "c",
                "+",
                "4r",
                "=",
                "\\left(",
                "\\right)",
                "^",
                "_",
                "\\sqrt",
                "|",
                "\\text{",
                "and",
                ".",
                ",",
                "\n\n",
                "&",
                "\\\\",
                "\\begin{cases}",
                "\\end{cases}",
                "%",
                "!",
                "'",
                "\\pmod",
                "\\sum",
                "(",
                ")",
                "f",
                "\\",
                "is",
                "∑",
            ]
        ),
        max_size=40,
    ).map(" ".join)
)
def test_any_informal_text_can_carry_an_edit(text: str) -> None:
    case = edited(text + " [[94]] " + text, "Proof.", "97")
    verdict = judge_edit(case, "theorem t (c r : ℕ) (h : 2 * c + 4 * r = 94) : c = 23 := by omega")
    assert verdict.label in ("faithful", "reverted", "unclear")
