"""Reading never fails, stays within the text, and takes time linear in it, whatever the text is."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.source import extract, mask, parse, position, tokenize

WORDS = """theorem lemma def example namespace end section variable open in have show obtain suffices calc by := : ; , |
· ( ) [ ] { } ⟨ ⟩ @[ /- -/ -- /-- " ' s!" m! r#" « » ?_ sorry admit stop _ = ≤ let where match with fun => ∀ ∃ → x h₁ 65
6.5 .1 . .. <;> | \\ ` #eval instance structure axiom include mutual notation ``` <think> </think> <formal_proof> ~~~
</formal_proof> \ud800 \x00 \u2028"""
FRAGMENTS = st.sampled_from([*WORDS.split(), "\n", "\n  ", "\n    ", " ", "\r\n", "\t"])
PIECES = st.lists(FRAGMENTS, max_size=60)
TEXTS = st.one_of(st.text(), PIECES.map(" ".join), PIECES.map("".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
@example("theorem t : ((")
@example("theorem t : P := by\n  have")
@example("theorem t : P := by calc")
@example("have h : P := by\n/-")
def test_reading_never_fails_and_stays_within_the_text(source: str) -> None:
    end = 0
    for token in tokenize(source, comments=True):
        assert end <= token.start < token.end <= len(source)
        assert source[token.start : token.end] == token.text
        assert not source[end : token.start].strip(" \t\r\n")
        end = token.end
    assert not source[end:].strip(" \t\r\n")
    masked = mask(source)
    assert len(masked) == len(source)
    assert [i for i, c in enumerate(masked) if c == "\n"] == [i for i, c in enumerate(source) if c == "\n"]
    read = parse(source)
    spans = [*read.statement_spans, *read.proof_spans]
    for decl in read.decls:
        spans += [(decl.start, decl.end), decl.name_span, decl.signature, decl.type or (0, 0), decl.value or (0, 0)]
        spans += [binder.span for binder in decl.binders]
        assert decl.start <= decl.name_span[0] <= decl.signature[0] <= decl.signature[1] <= decl.end
    for claim in read.claims:
        spans += [(claim.start, claim.end), claim.prop, claim.proof or (0, 0), claim.left or (0, 0)]
        assert read.prop_text(claim)
        assert claim.proof is None or claim.prop[1] <= claim.proof[0]
    spans += [hole.span for hole in read.sorries]
    assert all(0 <= a <= b <= len(source) for a, b in spans)
    assert isinstance(read.empty_proof_body, bool)
    assert all(finding.line is None or finding.line >= 1 for finding in guard(read))
    for offset in (0, len(source) // 2, len(source)):
        assert read.position(offset) == position(source, offset)


def seconds(source: str) -> float:
    """Processor time to read a text in full; the better of two, since other work shares the machine."""
    best = 1e9
    for _ in range(2):
        began = time.process_time()
        read = parse(source)
        _ = (read.claims, read.statement_spans, read.proof_spans, read.empty_proof_body)
        mask(source)
        extract(source)
        guard(read)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize(
    "unit",
    [
        "have h : ",
        "have h : P := by ",
        "have h := ",
        "let x := ",
        "calc a = b := by ",
        "(have h : P := ",
        "show P\n  ",
        "suffices h : P by\n  ",
        "theorem a : (P := by simp\n",
        "theorem a : | | ",
        "variable (x : Nat)\ntheorem a : x = x := rfl\n",
        "namespace A\ndef a := a\n",
        "] instance ",
        "/- /-- ",
        's!"{',
        's!"{} ',
        's!"{}',
        's!"{"',
        's!"{m!"{x}',
        'm! "{x} ',
        "«",
        "a.«",
        "«»",
        "«\n» ",
        "r#",
        "'",
        '"\\',
        "a.",
        "instance : A a := a\n",
        'notation "a" => a\n',
        "/-- d -/ ",
        "structure A extends A where\n  a : A\n",
        "instance : A := a\n",
        "open A renaming a → b\n",
        "set_option a.b c in\n",
        "@[a, b (c)] ",
        "def a.b := a.b\n",
        "x.1.2.",
        "\ud800",
        "\x00",
        "𝓐\u0301",
        "∀ x, ",
        "⟨",
    ],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (4_000, 24_000))
    prefix = (
        ""
        if unit.startswith(("theorem", "variable", "namespace", "structure", "def", "open"))
        else "theorem t : P := by\n  "
    )
    # Six times the text: quadratic work would take 36 times as long, each time; other work on the machine only sometimes.
    ratios: list[float] = []
    while len(ratios) < 4 and min(ratios, default=18.0) >= 18:
        ratios.append(seconds(prefix + large) / max(seconds(prefix + small), 0.005))
    assert min(ratios) < 18, ratios


def test_two_megabytes() -> None:
    block = "theorem t (x : ℕ) (h₁ : x = 65) : x + 1 = 66 := by\n  have h : x = 65 := by simp [h₁] -- 65 /-\n  omega\n"
    comment = "/- theorem u : 65 = 65 := by sorry /- 65 -/ -/\n" * 40
    count = 2_000_000 // len(block + comment)
    read = parse((block + comment) * count)
    assert len(read.text) > 1_990_000
    assert len(read.decls) == count
    assert len(read.claims) == 3 * count
    assert read.sorries == []


def test_five_megabytes_in_seconds() -> None:
    """The answer in a reply of 5 MB is found and read as fast, by its size, as in one of 0.5 MB."""

    def seconds(reply: str) -> float:
        began = time.process_time()
        read = parse(extract(reply).lean)
        assert [decl.name for decl in read.decls] == ["t"]
        assert guard(read) == []
        return time.process_time() - began

    block = (
        "I think that `h : x = 1` holds, so:\n```lean4\ntheorem t (x : ℕ) (h₁ : x = 65) : x + 1 = 66 := by\n"
        "  have h : x = 65 := by simp [h₁] -- 65 /-\n  calc x + 1 = 65 + 1 := by rw [h]\n    _ = 66 := rfl\n```\n"
    )
    small, large = (block * (size // len(block)) for size in (500_000, 5_000_000))
    assert len(large) > 4_999_000
    assert seconds(large) < 25 * seconds(small)
