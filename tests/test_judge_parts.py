"""The parts of judge models by themselves: LeanScorer's aggregation, values, SPECs, definitions, reviews."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion
from test_judge_models import PROBE, records, write_statement

from pytest_faithform.judges.correctness_questions import comparison
from pytest_faithform.judges.definitions import definitions_of
from pytest_faithform.judges.replies import Unreadable
from pytest_faithform.judges.shown import Shown
from pytest_faithform.judges.spec import parse_judge
from pytest_faithform.judges.sugeno import leanscorer
from pytest_faithform.judges.values import number_values, shows_number, shows_symbol
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.source import parse


def by_subsets(tags: Sequence[str]) -> float:
    """The Sugeno integral by its definition over all subsets: max over subsets of min(least worth inside, measure)."""
    worth = {"A": 1.0, "B": 0.5, "C": 0.0}
    n = len(tags)
    best = 0.0
    for size in range(1, n + 1):
        for subset in itertools.combinations(tags, size):
            minor = subset.count("B")
            weight = size / n * (1 - (0.2 if minor >= 2 else 0.1) * minor)
            weight = 0.0 if "C" in tags else max(weight, 0.0)
            best = max(best, min(min(worth[tag] for tag in subset), weight))
    return round(best, 2)


def test_leanscorer_against_its_definition() -> None:
    for n in range(1, 8):
        for tags in itertools.product("ABC", repeat=n):
            assert leanscorer(tags) == pytest.approx(by_subsets(tags), abs=0.0051), tags


@pytest.mark.parametrize(
    ("tags", "score"),
    [
        ("A", 1.0),
        ("AAAA", 1.0),
        ("AAAC", 0.0),
        ("AAB", 0.67),
        ("AB", 0.5),
        ("B", 0.5),
        ("BB", 0.5),
        ("A" * 11 + "B", 0.9),
    ],
)
def test_leanscorer_by_hand(tags: str, score: float) -> None:
    assert leanscorer(tags) == score


def test_leanscorer_takes_tags_alone() -> None:
    for wrong in ("", "AX"):
        with pytest.raises(ValueError, match="tags are A, B or C"):
            leanscorer(wrong)


@pytest.mark.parametrize(
    "reply",
    [
        r"1. \box{Perfectly match} 2. \box{ Minor inconsistency }",
        r"\boxed{perfectly match}, then \boxed{minor inconsistency}",
        '{"comparisons": [{"item": 1, "tag": "a"}, {"item": 2, "tag": "B", "reason": "hm"}]}',
        '{"comparisons": [{"item": "1", "tag": "A."}, {"item": "2.", "tag": "B"}]}',
        r'{"comparisons": [{"tag": "A", "reason": "\\box{Minor inconsistency}"}, {"tag": "B"}]}',
    ],
)
def test_tags_of_leanscorer_are_read_in_either_form(reply: str) -> None:
    assert comparison(support.original(), ["one", "two"], "theorem t").read(reply) == [{"tags": ["A", "B"]}]
    with pytest.raises(Unreadable, match="there are not 3 tags"):
        comparison(support.original(), ["one", "two", "three"], "theorem t").read(reply)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("6.5", "13/2"),
        ("65", "(65 : ℝ)"),
        (r"\frac{1}{3}", "1 / 3"),
        ("50%", "0.5"),
        (r"50\%", "50"),
        ("-3", "(-3 : ℤ)"),
        ("1{,}000", "1_000"),
        ("((7 : ℕ) : ℝ)", "7"),
        ("6{,}5", "6.5"),
        ("6{,}5", "13/2"),
        (r"3\tfrac12", "7/2"),
        ("3 1/2", "3.5"),
        (r"2\,500", "2500"),
        (r"-\frac{1}{2}", "(-1 : ℝ) / 2"),
        ("(1 : ℚ) / (2 : ℚ)", r"\frac12"),
        ("(↑7 : ℝ)", "7"),
        ("0{,}125", "1/8"),
        ("1234{,}567", "1234.567"),
    ],
)
def test_forms_of_one_number(one: str, other: str) -> None:
    assert number_values(one) & number_values(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("6{,}5", "65"),
        ("15", "1,5"),
        (r"3\tfrac12", "31/2"),
        ("3 1/2", "31/2"),
        (r"3\frac12", "3/2"),
        ("50%", "5"),
        ("-3", "3"),
        ("1{,}000", "1"),
    ],
)
def test_numbers_that_only_look_alike(one: str, other: str) -> None:
    assert not number_values(one) & number_values(other)


@pytest.mark.parametrize(
    "text",
    ["", "x", "3 + 4", "1/0", "3 = 3", "--3", "⊤", "1,5", "3 : 2", "(1)(2)", "1/2/3", "(3", "3)", "(" * 2000 + "3"],
)
def test_what_is_no_number(text: str) -> None:
    assert number_values(text) == frozenset()


def test_a_number_is_seen_in_its_forms() -> None:
    assert shows_number("x = 13 / 2", "6.5")
    assert shows_number("x = (65 : ℝ)", "65")
    assert shows_number("x = -3", "-3")
    assert not shows_number("x = 131", "13")
    assert not shows_number("x 13 2", "6.5")


def test_digits_of_a_name_a_projection_or_a_list_are_not_a_number_of_the_code() -> None:
    assert not shows_number("have h13 : x = 12", "13")
    assert not shows_number("p.2 = 3", "2")
    assert not shows_number("![1,500]", "1500")
    assert shows_number("![1,500]", "500")


@pytest.mark.parametrize(
    ("binder", "value"),
    [
        ("(h : (a : ℝ) = 94)", "94"),
        ("(h₀ : (x : ℝ) / 2 = 6.5)", "6.5"),
        ("(h₀ : f x = (94 : ℝ))", "94"),
        ("(hx : 0 < x ∧ x < (94 : ℝ) / 2)", "47"),
        ("(h : n = 94)", "94"),
        ("(h : |x - 3| ≤ 94)", "94"),
        ("(h : x = 13 / 2)", "6.5"),
    ],
)
def test_a_number_is_seen_in_a_binder(binder: str, value: str) -> None:
    assert shows_number(binder, value)


def test_more_forms_in_the_code() -> None:
    assert shows_number("x = ((13 : ℕ) : ℝ) / (2 : ℝ)", "6.5")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("openai:", "name a model"),
        ("openai:m,base_url=here", "whole address"),
        ("openai:m,base_url=http://u:hunter2@h:99999999/v1", "whole address"),
        ("openai:m,url=http://u:hunter2@h/v1", "write NAME=VALUE"),
        ("openai:m,temperature=-1", "temperature is a number of at least 0"),
        ("openai:m,temperature=0,temperature=1", "given twice"),
        ("openai:m,statement=vibes", "statement is one of grade, leanscorer, stmt_sc"),
        ("openai:m,threshold=11", "threshold is a number from 0 to 10"),
        ("openai:m,statement=leanscorer,threshold=9", "threshold is a number from 0 to 1"),
        ("openai:m,repeats=0", "repeats is a whole number"),
        ("openai:m,structured=xml", "structured is one of"),
        ("openai:m,key_env=sk-123", "key_env is the name"),
        ("openai:m,role=jury", "role is one of judge, review"),
        ("openai:m,definitions=maybe", "definitions is one of"),
    ],
)
def test_a_wrong_spec_names_the_setting(spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as error:
        parse_judge(spec)
    assert "hunter2" not in str(error.value)


def test_a_spec_in_full() -> None:
    spec = parse_judge("openai:org/m:7b,base_url=http://h:1/v1,temperature=0.3,threshold=8.5,repeats=5,name=mine")
    assert spec is not None
    assert (spec.model, spec.name, spec.base_url) == ("org/m:7b", "mine", "http://h:1/v1")
    assert spec.sampling == {"temperature": 0.3, "max_tokens": 4096}
    assert (spec.threshold, spec.repeats) == (8.5, 5)
    assert parse_judge("ours:strict") is None


def test_definitions_are_those_of_the_lean_that_checks(lean: EmbeddedLean) -> None:
    text = "def twice (n : Nat) := 2 * n\ntheorem t (a : Nat) (h : Nat.gcd a 3 = Nat.pred 2) : twice a = a + a := by sorry\n"
    found = definitions_of(parse(text), lean.check)
    assert [line.partition(":")[0] for line in found.splitlines()] == ["Nat.gcd", "Nat.pred"]
    assert "ℕ → ℕ" in found


T, J, B = "T", "J", "B"


@pytest.mark.parametrize(
    ("first", "second", "discussion", "label", "either", "stages"),
    [
        (T, T, "", "T", True, 2),
        (J, J, "", "J", False, 2),
        (J, B, "", "J/B", False, 2),
        (T, J, "TT", "T", True, 4),
        (B, T, "BJ", "J/B", True, 4),
        (J, T, "JT", "undecided", True, 4),
    ],
)
def test_the_review_of_a_rejection(
    pytester: pytest.Pytester, first: str, second: str, discussion: str, label: str, either: bool, stages: int
) -> None:
    folder = suite_of(pytester)

    def script(prompt: str, number: int) -> Answer:
        if PROBE in prompt:
            return completion("Blue")
        if "you are the first reviewer" in prompt:
            return reviewed(discussion[0])
        if "you are the second reviewer" in prompt:
            return reviewed(discussion[1])
        if "A first reviewer has classified" in prompt:
            assert f"{first}: because" in prompt
            return reviewed(second)
        if "Find out who erred" in prompt:
            assert "below 9: the sum is wrong" in prompt
            return reviewed(first)
        return completion(json.dumps({"thought": "the sum is wrong", "faithful": False, "grade": 2}))

    with StubServer(script) as server:
        judges = [f"--faithform-judge=openai:stub,base_url={server.url}{more}" for more in ("", ",role=review")]
        run = pytester.runpytest(*judges, "--faithform-lean", "obliging", "--faithform-run", "run")
    run.assert_outcomes(failed=1)
    (row,) = records(folder).values()
    assert row["outcome"] == "fail"
    assert (row["review"]["label"], row["review"]["either_t"]) == (label, either)
    assert len(row["review"]["stages"]) == stages
    rows = {one["metric"]: one["value"] for one in json.loads((folder / "run" / "summary.json").read_text())}
    assert rows[f"review.{label}"] == 1.0
    assert rows["review.either_T"] == float(either)
    run.stdout.fnmatch_lines(["reviewed rejections*either_T*"])


def test_a_reviewer_may_ask_lean(pytester: pytest.Pytester, kept_lean: None) -> None:
    folder = suite_of(pytester)
    (folder / "conftest.py").unlink()
    checks = ["example : 2 + 2 = 4 := by decide", "example : 2 + 2 = 5 := by decide", '#eval IO.println "x"']

    def script(prompt: str, number: int) -> Answer:
        if PROBE in prompt:
            return completion("Blue")
        if "What Lean says of the checks" in prompt:
            assert re.search(r"2 \+ 2 = 4 := by decide\n-- Lean: accepted", prompt)
            assert re.search(r"2 \+ 2 = 5 := by decide\n-- Lean: error", prompt)
            assert re.search(r"-- Lean: not run", prompt)
            return reviewed("J")
        if "Find out who erred" in prompt:
            return reviewed("T", lean_checks=checks)
        return completion(json.dumps({"thought": "", "faithful": False, "grade": 2}))

    with StubServer(script) as server:
        judges = [f"--faithform-judge=openai:stub,base_url={server.url}{more}" for more in ("", ",role=review")]
        pytester.runpytest(*judges, "--faithform-run", "run").assert_outcomes(failed=1)
    (row,) = records(folder).values()
    first = row["review"]["stages"][0]
    assert (row["review"]["label"], first["label"]) == ("J", "J")
    assert "Lean: accepted" in first["facts"]


def reviewed(label: str, **more: Any) -> Answer:
    return completion(json.dumps({"reason": "because", "class": label} | more))


def suite_of(pytester: pytest.Pytester) -> Path:
    folder = pytester.path
    support.mini_suite(folder)
    (folder / "conftest.py").write_text(support.OBLIGING_LEAN, encoding="utf-8")
    write_statement(folder)
    return folder


@pytest.mark.parametrize(
    ("excerpt", "symbol", "shown"),
    [
        ("a < b", "<", True),
        ("b > a", "<", True),
        ("a ≤ b", "<", False),
        ("a <= b", "<", False),
        ("a <= b", "≤", True),
        ("b ≥ a", "≤", True),
        ("fun x -> x", "-", False),
        ("x - 1", "-", True),
        ("· omega", "*", False),
        ("2 * x", "*", True),
        ("h := by simp", "=", False),
        ("a != b", "≠", True),
        ("intro h; exact h", "+", False),
    ],
)
def test_a_symbol_is_no_part_of_another(excerpt: str, symbol: str, shown: bool) -> None:
    assert shows_symbol(excerpt, symbol) is shown


@pytest.mark.parametrize(
    "lean", ["theorem t (c : ℕ) (h : 2 * c = 975) : c = 3", "theorem t (c : ℕ) (h97 : 2 * c = 9) : c = 3"]
)
def test_a_quote_does_not_cut_a_name_or_a_number(lean: str) -> None:
    source = parse(f"{lean} := by sorry")
    shown = Shown(source, source.statement_spans)
    assert shown.find("97") is None
    assert shown.find("2 * c = 97") is None
    assert shown.find("2 * c") is not None
