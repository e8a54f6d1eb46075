"""The claims of a proof, where the proof of each begins and ends, and the holes (SPEC c.4, step deletion)."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.source import Source, parse


def proof(*lines: str) -> Source:
    return parse("theorem t : P := by\n" + "\n".join("  " + line for line in lines) + "\n")


def claims(read: Source) -> list[tuple[str, str, str, str | None]]:
    """(keyword, name, proposition, proof) of every claim but the goal."""
    return [
        (c.keyword, c.name, read.prop_text(c), None if c.proof is None else read.slice(c.proof))
        for c in read.claims
        if c.keyword != "goal"
    ]


def holes(read: Source) -> list[tuple[str, str | None]]:
    """(word, name or keyword of the claim around it)."""
    return [(h.word, None if h.claim is None else h.claim.name or h.claim.keyword) for h in read.sorries]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["have h : a = b := rfl", "exact h"], ("have", "h", "a = b", "rfl")),
        (["have h : a = b := by simp", "exact h"], ("have", "h", "a = b", "by simp")),
        (["have h : a = b := by", "  simp", "", "  rfl", "done"], ("have", "h", "a = b", "by\n    simp\n  \n    rfl")),
        (["have h :", "    a = b :=", "  by simp", "exact h"], ("have", "h", "a = b", "by simp")),
        (["have : a = b := by simp; rfl", "exact this"], ("have", "", "a = b", "by simp; rfl")),
        (["have h : a = b := f; exact h"], ("have", "h", "a = b", "f")),
        (["have h : a = b := by simp", "<;> rfl", "exact h"], ("have", "h", "a = b", "by simp\n  <;> rfl")),
        (["have h : a = b := f <;> simp"], ("have", "h", "a = b", "f")),
        (["have h (x : ℕ) (k : x > 3) : x > 2 := by omega"], ("have", "h", "x > 2", "by omega")),
        (["have ⟨x, hx⟩ : ∃ x, x = 3 := ⟨3, rfl⟩"], ("have", "⟨x, hx⟩", "∃ x, x = 3", "⟨3, rfl⟩")),
        (["obtain ⟨k, hk⟩ : ∃ k, n = 2*k := h", "simp"], ("obtain", "⟨k, hk⟩", "∃ k, n = 2*k", "h")),
        (["obtain h | h : a ∨ b := c"], ("obtain", "h | h", "a ∨ b", "c")),
        (["replace h : a = b := c"], ("have", "h", "a = b", "c")),
        (
            ["have h : ∀ n, p n", "  | 0 => a", "  | n + 1 => b", "simp"],
            ("have", "h", "∀ n, p n", "| 0 => a\n    | n + 1 => b"),
        ),
        (["have h : |x| ≤ 3 := by simp"], ("have", "h", "|x| ≤ 3", "by simp")),
        (["have h : let y := 3; y = 3 := rfl; exact h"], ("have", "h", "let y := 3; y = 3", "rfl")),
        (["have h : a = b", "· simp", "exact h"], ("have", "h", "a = b", "· simp")),
        (["have h : a = b", "exact h"], ("have", "h", "a = b", None)),
        (["have h : a = b := by", "exact h"], ("have", "h", "a = b", "by")),
        (["have h : a = b :="], ("have", "h", "a = b", "")),
        (["have h : a = b from by simp", "exact h"], ("have", "h", "a = b", "by simp")),
        (["exact foo (show a = b from c) d"], ("show", "", "a = b", "c")),
        (["exact show a = b by", "  simp", "done"], ("show", "", "a = b", "by\n    simp")),
        (["show a = b", "simp", "rfl"], ("show", "", "a = b", "simp\n  rfl")),
        (["show a = b; simp"], ("show", "", "a = b", "simp")),
        (["suffices h : a = b by simp [h]", "rfl"], ("suffices", "h", "a = b", "rfl")),
        (["suffices h : a = b from f h", "rfl"], ("suffices", "h", "a = b", "rfl")),
        (["· have h : a = b := by simp", "  exact h"], ("have", "h", "a = b", "by simp")),
        (["rw [x] at *", "have h : a = b := c", "exact h"], ("have", "h", "a = b", "c")),
        (["haveI : Fact p := ⟨h⟩", "simp"], ("have", "", "Fact p", "⟨h⟩")),
        (["have h : a -- not b", "    = b /- nor c -/ := d"], ("have", "h", "a = b", "d")),
        (["have h : a = b := {", "  x := 3", "}", "exact h"], ("have", "h", "a = b", "{\n    x := 3\n  }")),
    ],
)
def test_one_claim(lines: list[str], expected: tuple[str, str, str, str | None]) -> None:
    assert claims(proof(*lines)) == [expected]


@pytest.mark.parametrize(
    "lines",
    [
        ["have := foo", "exact this"],
        ["have h := by simp", "exact h"],
        ["obtain ⟨k, hk⟩ := h"],
        ["let x : ℕ := 3", "set y : ℕ := 4 with hy", "rcases h with ⟨a, b⟩", "by_cases h : a = b"],
        ['exact "have h : a = b := c" -- have h : a = b := c'],
        ["exact x.have (obtain := 3)"],
    ],
)
def test_what_is_no_claim(lines: list[str]) -> None:
    assert claims(proof(*lines)) == []


def test_nested_claims_know_their_parents() -> None:
    read = proof(
        "have outer : a = b := by",
        "  have inner : c = d := by",
        "    have deep : e = f := g",
        "    sorry",
        "  exact inner",
        "have after : x = y := by",
        "  simp",
        "  admit",
        "sorry",
    )
    parents = {c.name: c.parent.name if c.parent else None for c in read.claims}
    assert parents == {"t": None, "outer": "t", "inner": "outer", "deep": "inner", "after": "t"}
    assert holes(read) == [("sorry", "inner"), ("admit", "after"), ("sorry", "t")]


def test_claims_in_a_list_end_at_the_comma() -> None:
    read = proof("nlinarith [sq_nonneg (a - b), show a > 0 by positivity, show ∃ x, x > 0 from ⟨1, p⟩, h]")
    assert claims(read) == [
        ("show", "", "a > 0", "by positivity"),
        ("show", "", "∃ x, x > 0", "⟨1, p⟩"),
    ]


def test_a_claim_after_an_arrow_of_a_match() -> None:
    read = proof("cases n with", "| zero => have h : a = b := by simp", "          exact h", "| succ n => exact k")
    assert claims(read) == [("have", "h", "a = b", "by simp")]


def test_claims_in_term_mode() -> None:
    read = parse(
        "theorem t : P :=\n  have h : a = b := by simp\n  have k : c = d := e; have l : m = n := o\n  show P from h"
    )
    assert claims(read) == [
        ("have", "h", "a = b", "by simp"),
        ("have", "k", "c = d", "e"),
        ("have", "l", "m = n", "o"),
        ("show", "", "P", "h"),
    ]


CHAINS = [
    ["calc a = b := by simp", "  _ ≤ c := foo", "  _ < d := by", "    rfl"],
    ["calc", "  a = b := by simp", "  _ ≤ c := foo", "  _ < d := by", "    rfl"],
    ["calc a", "  _ = b := by simp", "  _ ≤ c := foo", "  _ < d := by", "    rfl"],
    ["calc a = b := by simp", "  _ ≤ c := foo", "  _ < d :=", "  by", "    rfl"],
    ["exact calc", "  a = b := by simp", "  b ≤ c := foo", "  c < d := by", "    rfl"],
]


@pytest.mark.parametrize("lines", CHAINS)
def test_calc_steps_are_written_out(lines: list[str]) -> None:
    read = proof(*lines, "exact done")
    assert claims(read) == [
        ("calc", "", "a = b", "by simp"),
        ("calc", "", "b ≤ c", "foo"),
        ("calc", "", "c < d", "by\n      rfl"),
    ]
    assert [read.slice(c.right) for c in read.claims if c.keyword == "calc"] == ["b", "c", "d"]


def test_a_calc_chain_inside_a_claim() -> None:
    read = proof(
        "have h : a = c := by",
        "  calc a = b := by",
        "      have k : x = y := z",
        "      simp",
        "    _ = c := by sorry",
        "exact h",
    )
    assert [c[2] for c in claims(read)] == ["a = c", "a = b", "x = y", "b = c"]
    assert holes(read) == [("sorry", "calc")]


def test_a_chain_that_starts_with_the_goal() -> None:
    read = proof("calc _ = b := f", "  _ = c := g")
    assert [c[2] for c in claims(read)] == ["_ = b", "b = c"]


def test_hypotheses_goal_and_axiom() -> None:
    source = """axiom ax : 1 = 2
variable (x : ℕ) (hx : x > 3) (y : ℕ)
theorem t {f : ℕ → ℝ} (n : ℕ) (h65 : n = 65) [Fact p.Prime] (hc : Continuous f) (h : ℝ) :
    ∀ z, z > x → z = n → x = n := by
  simp
"""
    read = parse(source)
    found = [(c.keyword, c.name, read.prop_text(c)) for c in read.claims]
    assert found == [
        ("axiom", "ax", "1 = 2"),
        ("hypothesis", "h65", "n = 65"),
        ("hypothesis", "", "Fact p.Prime"),
        ("hypothesis", "hc", "Continuous f"),
        ("hypothesis", "", "z > x"),
        ("hypothesis", "", "z = n"),
        ("goal", "t", "∀ z, z > x → z = n → x = n"),
    ]


def test_a_variable_that_the_theorem_uses_is_its_hypothesis() -> None:
    read = parse("variable (x : ℕ) (hx : x > 3)\ntheorem t : x > 2 := by omega\ntheorem u : x > 2 := by exact f hx")
    assert [(c.decl.name, c.name) for c in read.claims if c.keyword == "hypothesis"] == [("u", "hx")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["sorry"], [("sorry", "t")]),
        (["have h : a = b := by sorry", "exact h"], [("sorry", "h")]),
        (["have h : a = b := by", "exact h"], [("empty by", "h")]),
        (["have h : a = b := by -- sorry", "  /- admit -/", "exact h"], [("empty by", "h")]),
        (["exact sorry_lemma x.sorry «sorry» -- sorry"], []),
        (["refine ⟨?_, ?_⟩", "· simp", "· rfl"], []),
        (["exact foo ?_"], [("?_", "t")]),
        (["have h : a = b := ?_", "· exact h", "· simp"], [("?_", "h")]),
        (["have h : a = b := by", "  refine f ?_", "exact h"], [("?_", "h")]),
        (["stop", "simp"], [("stop", "t")]),
        (["exact foo (by)"], [("empty by", "t")]),
        (["have h : sorry = b := c"], [("sorry", "h")]),
        (["exact sorryAx _ true"], [("sorryAx", "t")]),
        (["exact stop.elim"], []),
    ],
)
def test_holes(lines: list[str], expected: list[tuple[str, str]]) -> None:
    assert holes(proof(*lines)) == expected


def test_a_hole_in_a_statement_belongs_to_no_claim() -> None:
    read = parse("theorem t (h : sorry) : P := by simp\ndef d : ℕ := sorry")
    assert [(h.word, h.claim, h.decl.name if h.decl else None) for h in read.sorries] == [
        ("sorry", None, "t"),
        ("sorry", None, "d"),
    ]


@pytest.mark.parametrize(
    ("value", "empty"),
    [
        (":= by sorry", True),
        (":= sorry", True),
        (":= by\n  admit", True),
        (":= by", True),
        (":= by -- simp", True),
        (":=", True),
        ("", True),
        (":= by exact sorry", True),
        (":= by { sorry }", True),
        (":= ?_", True),
        (":= by\n  stop\n  simp", True),
        (":= by\nsorry", True),
        (":= by\n  intro h\n  sorry", False),
        (":= by\n  have h : a := sorry\n  sorry", False),
        (":= rfl", False),
        (":= by simp", False),
    ],
)
def test_empty_proof_body(value: str, empty: bool) -> None:
    assert parse(f"lemma helper : a := by simp\ntheorem t : P {value}\nexample : Q := sorry").empty_proof_body is empty


def test_a_bracket_that_is_never_closed_hides_no_later_claim() -> None:
    read = proof("have h : a = b := by", "  simp [foo (bar", "have k : c = d := by", "  sorry", "exact k")
    assert [(c[1], c[2]) for c in claims(read)] == [("h", "a = b"), ("k", "c = d")]
    assert holes(read) == [("sorry", "k")]
