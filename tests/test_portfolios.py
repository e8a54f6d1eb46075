"""What is tried beyond core: the portfolio for Mathlib, and witnesses that a solver finds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pytest_faithform.lean import solver
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.batteries import CORE, MATHLIB, Battery, battery_of
from pytest_faithform.lean.mathlib_portfolio import MATHLIB as PORTFOLIO
from pytest_faithform.lean.outline import Outline, outline_of
from pytest_faithform.lean.portfolio import Attempt, Sketch
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.source import parse
from pytest_faithform.lean.tokens import tokenize
from pytest_faithform.lean.witness import counterexamples, solver_counterexamples


def outline(text: str) -> Outline:
    main = parse(text).main
    assert main is not None
    return outline_of(text, main)


def rounds(text: str) -> list[list[Attempt]]:
    return [found for found in PORTFOLIO.rounds(Sketch(outline(text))) if found]


STATEMENTS = {
    "linear": "theorem t (x y : ℝ) (h : x + y = 3) (h' : x - y = 1) : x = 2 := by sorry",
    "closed": "theorem t : (2 : ℕ) ^ 10 % 7 = 2 := by sorry",
    "existence": "theorem t : ∃ x : ℕ, x * x = 49 := by sorry",
    "bounded": "theorem t (n : ℕ) (h : n < 5) : n * n ≤ 16 := by sorry",
    "induction": "theorem t (n : ℕ) : n * (n + 1) % 2 = 0 := by sorry",
    "inequality": "theorem t (a b : ℝ) (ha : 0 < a) (hb : 0 < b) : 2 * a * b ≤ a ^ 2 + b ^ 2 := by sorry",
    "false": "theorem t (x : ℤ) (h : 2 * x = 6) (k : x > 0) : x = 4 := by sorry",
    "unreadable": "theorem t (G : Type) [Group G] (a b : G) (h : a * b = b * a) : b * a = a * b := by sorry",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_portfolio_for_mathlib_is_well_formed(name: str) -> None:
    found = rounds(STATEMENTS[name])
    attempts = [attempt for round_ in found for attempt in round_]
    assert {attempt.side for attempt in attempts} >= {"proved", "refuted"}
    assert len({(attempt.side, attempt.script) for attempt in attempts}) >= 12
    # Cheap to dear.
    limits = [max(attempt.heartbeats for attempt in round_) for round_ in found]
    assert limits[0] < limits[-1] <= 200_000
    for attempt in attempts:
        words = [token.text for token in tokenize(attempt.script)]
        for opener, closer in ("()", "[]", "⟨⟩"):
            assert words.count(opener) == words.count(closer), attempt.script
        assert not {"sorry", "admit", "native_decide", "polyrith"} & set(words)
        # Not every Mathlib knows it: where it stands beside others, those would be lost with it.
        if "grind" in words:
            assert words[-1] == "grind"
            assert not {"first", "omega", "linarith"} & set(words)


def test_every_tactic_that_should_be_there_is_there() -> None:
    scripts = " ".join(a.script for text in STATEMENTS.values() for round_ in rounds(text) for a in round_)
    wanted = "decide norm_num simp omega linarith nlinarith positivity ring_nf field_simp aesop interval_cases push_neg"
    assert [name for name in wanted.split() if not re.search(rf"\b{name}\b", scripts)] == []


def test_a_counterexample_is_given_to_the_statement_and_to_its_negation() -> None:
    first = rounds(STATEMENTS["false"])[0]
    assert [attempt.strategy for attempt in first] == ["witness", "witness", "push_neg, witness"]
    assert "@h (3 : Int)" in first[0].script
    assert "norm_num" not in first[0].script
    assert first[2].script.startswith("push_neg\nexact ⟨(3 : Int), by first | norm_num")


def test_vacuity_is_shown_by_the_hypotheses_alone() -> None:
    contradictory = "theorem t (x : ℝ) (h : x > 2) (h' : x < 1) : x = 5 := by sorry"
    found = PORTFOLIO.vacuity(Sketch(outline(contradictory)))
    assert len(found) >= 5
    assert all(attempt.script.startswith("intros\nfail_if_success (show False)\nexfalso\n") for attempt in found)
    assert PORTFOLIO.vacuity(Sketch(outline(STATEMENTS["linear"]))) == []


@pytest.fixture(scope="module")
def lean_on_prelude() -> Iterator[EmbeddedLean]:
    with EmbeddedLean(prelude=True, timeout=300) as running:
        yield running


@pytest.mark.usefixtures("lean")
@pytest.mark.parametrize(
    ("source", "value"),
    [
        (STATEMENTS["linear"], "proved"),
        (STATEMENTS["closed"], "proved"),
        (STATEMENTS["false"], "refuted"),
        (STATEMENTS["linear"].replace("x = 2", "x = 3"), "refuted"),
    ],
)
def test_where_the_prelude_has_the_tactics_they_do_what_they_should(
    lean_on_prelude: EmbeddedLean, source: str, value: str
) -> None:
    assert prove(lean_on_prelude, source, portfolio=PORTFOLIO, budget=600).value == value


@pytest.mark.parametrize(
    ("source", "value", "vacuous"),
    [
        ("theorem t (n : ℕ) (h : n + 1 = 3) : n = 2 := by sorry", "proved", False),
        ("theorem t (n : ℕ) (h : n + 1 = 3) : n = 3 := by sorry", "refuted", False),
        ("theorem t (n : ℕ) (h : n < 0) : n = 5 := by sorry", "proved", True),
    ],
)
def test_a_lean_without_most_of_the_tactics_loses_only_their_theorems(
    lean: EmbeddedLean, source: str, value: str, vacuous: bool
) -> None:
    verdict = prove(lean, source, portfolio=PORTFOLIO, budget=300)
    assert (verdict.value, verdict.vacuous) == (value, vacuous)


# --- a solver -----------------------------------------------------------------------------------------------------------

FAR = [
    "theorem t (x y z : ℚ) (h : x + y + z = 10999) (k : x > 2 * y + 1000) (l : y > z + 1000) (m : z > 1500) :\n"
    "    z < 1601 := by sorry",
    "theorem t (a b c : ℤ) (h : a + b + c = 9999) (k : a > b + 1000) (l : b > c + 1000) (m : c > 1500) :\n"
    "    c < 1700 := by sorry",
    "theorem t (n m : ℕ) (h : n - m = 4000) (k : m / 7 > 900) : n < 10500 := by sorry",
]


@pytest.mark.parametrize("source", FAR)
def test_values_far_from_zero_are_found_and_certified(lean: EmbeddedLean, source: str) -> None:
    assert counterexamples(outline(source)) == []
    assert len(solver_counterexamples(outline(source))) == 1
    verdict = prove(lean, source, budget=300)
    assert verdict.value == "refuted"


@pytest.mark.parametrize(
    "source",
    [
        "theorem t (x : ℚ) (h : x > 3) : x > 2 := by sorry",
        "theorem t (n : ℕ) : n - (n + 1) = 0 := by sorry",
        "theorem t (n : ℤ) (h : n / 0 = n % 0) : n = 0 := by sorry",
        "theorem t (x : ℚ) (h : x * x = 2) : x = 0 := by sorry",
        "theorem t (x : ℂ) : x * x = 0 := by sorry",
        "theorem t (f : ℕ → ℕ) : f 0 = f 1 := by sorry",
        "theorem t (n : ℕ) : ∃ m, m > n + 100 := by sorry",
    ],
)
def test_where_there_is_no_counterexample_none_is_given(source: str) -> None:
    assert solver_counterexamples(outline(source)) == []


def test_without_a_solver_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "installed", lambda: None)
    assert [solver_counterexamples(outline(source)) for source in FAR] == [[], [], []]


# --- the battery of the last rungs -----------------------------------------------------------------------------------------


def test_each_backend_has_its_battery() -> None:
    assert [battery_of(name) for name in ("embedded", "embedded:prelude", "kimina", "repl:unsafe")] == [
        *(CORE, CORE),
        *(MATHLIB, MATHLIB),
    ]


@pytest.mark.parametrize("battery", [CORE, MATHLIB], ids=["core", "mathlib"])
def test_a_rung_uses_the_statement_and_its_guard_all_the_rest(battery: Battery) -> None:
    for name, script in battery.scripts():
        assert script.startswith("intro ffh\nintros")
        assert "ffh" in script.removeprefix("intro ffh") or name == "exact?"
        for tactic in re.findall(r"\w+\??", battery.closers):
            assert tactic in battery.alone
        assert "ffh" not in battery.alone


def test_the_battery_of_beq_plus_is_there() -> None:
    names = [name for name, _ in MATHLIB.scripts()]
    assert names == ["exact?", "apply", "apply_rules", *(f"convert using {depth}" for depth in range(5))]
    assert all(word in MATHLIB.alone for word in ("symm_saturate", "tauto", "simp_all", "noncomm_ring", "exact?"))
