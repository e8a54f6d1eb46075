"""What the texts of one search have in common is elaborated once, and no reply shows it. So is a text and what is asked about
it afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_faithform.cases.files import read_problems
from pytest_faithform.lean.backends import embedded
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.composite import Composite, Unclosed, head_of, nonce_of
from pytest_faithform.lean.equivalence import compare
from pytest_faithform.lean.prove import prove
from pytest_faithform.model import LeanReply

STARTER = Path(__file__).parents[1] / "cases" / "starter" / "problems.jsonl"

#: Texts that leave something behind: scopes, options, notations, messages, instances, names of Lean's own making.
HEADS = {
    "sorry": "theorem t (a b : Nat) (h : a = b) : b = a := by sorry",
    "warnings and answers": "theorem t (a b : Nat) : 1 = 1 := rfl\n#check t\n#print axioms t\n#eval 2 + 2",
    "open scopes": "namespace A\nsection\nvariable (n : Nat)\nopen Nat in\ntheorem t : n + 0 = n := rfl",
    "an option": "set_option maxRecDepth 4000\nset_option pp.all true\ntheorem t : 2 = 2 := rfl\n#check t",
    "a notation": 'notation "twice" x => 2 * x\ntheorem t : (twice 3) = 6 := rfl',
    "a notation that takes a word of ours": 'notation "theorem_" => 3\ntheorem t : theorem_ = 3 := rfl',
    "an instance and simp lemmas": "structure P where\n  x : Nat\n  deriving Repr, DecidableEq\n"
    "instance : Add P := ⟨fun a b => ⟨a.x + b.x⟩⟩\n@[simp] theorem t (a b : P) : (a + b).x = a.x + b.x := rfl",
    "an inductive type": "inductive T | a | b (t : T)\n"
    "def size : T → Nat | .a => 0 | .b t => size t + 1\ntheorem t : size .a = 0 := rfl",
    "private": "private def d := 3\nprivate axiom hidden : d = 4\ntheorem t : d = 4 := hidden",
    "an axiom": "axiom Classical.choice2 : False\ntheorem t : 1 = 2 := Classical.choice2.elim",
    "an error": "theorem t : 1 = 2 := rfl\ntheorem u : 1 = 1 := rfl",
    "no command": "theorem t : 1 = 1 :=\n",
    "an unknown word": "lemma t : 1 = 1 := rfl",
    "an end of another": "theorem t : 1 = 1 := rfl\nend A",
    "wide signs": "theorem «𝔸 b» (α β : Nat) : (α + β) = β + α := by\n  -- ∀ 𝔸\n  exact Nat.add_comm α β\n#check «𝔸 b»",
    "an end of too much": "section\ntheorem t : 1 = 1 := rfl\nend A.B",
    "an end of too many": "section\nnamespace D\ntheorem t : 1 = 1 := rfl\nend A.B.C",
    "what an end is told": "section\ntheorem t : 1 = 1 := rfl\n/-- error: Unexpected name `A.B` after `end`: "
    "The current section is unnamed -/\n#guard_msgs (substring := true) in\nend A.B",
    "scopes in order": "namespace A.B\nsection\nsection S\nmutual\ndef f : Nat → Nat | 0 => 0 | n + 1 => g n\n"
    "def g : Nat → Nat | 0 => 1 | n + 1 => f n\nend\nend S\nend\nend B\nend A\ntheorem t : 1 = 1 := rfl",
    "an exit at the end": "theorem t : 1 = 1 := rfl\n#exit",
    "many messages": "theorem t : 1 = 1 := rfl\n" + "#check t\n" * 1995,
    "a long answer": f'def s := "{"a" * 190_000}"\ntheorem t : 1 = 1 := rfl\n' + "#print s\n" * 11,
    "an end of nothing": "theorem t : 1 = 1 := rfl\nend",
    "a scope that is told": "namespace A\ntheorem t : 1 = 1 := rfl\n#where",
    "an instance for this file": "local instance (priority := high) : Add Nat := ⟨fun a _ => a⟩\n"
    "theorem t : 2 + 3 = 2 := rfl",
    "variables": "universe u\nvariable {α : Type u} (a : α)\ntheorem t : a = a := rfl\nomit a in\ntheorem s : 1 = 1 := rfl",
    "an exit": "theorem t : 1 = 1 := rfl\n#exit\ntheorem u : 1 = 2 := rfl",
    "nothing": "",
    "comments": "/- a /- b -/ -/ -- c",
}


@pytest.fixture(scope="module")
def without(lean: EmbeddedLean) -> Iterator[EmbeddedLean]:
    with EmbeddedLean() as plain:
        yield plain


def said(reply: LeanReply) -> dict[str, object]:
    return reply.model_dump(exclude={"seconds"})


def composites(source: str, nonce: str) -> list[str]:
    """Three texts that share a head, the last one with an error of ours and definitions before it."""
    texts = []
    for script, preamble in (("trivial", ""), ("decide", ""), ("exact 3", "def ffd := 2\n#check ffd\n")):
        composite = Composite(nonce)
        composite.add_section(source)
        composite.add_text(preamble)
        composite.add_theorem("ours", "True", script, 200)
        texts.append(composite.text)
    return texts


@pytest.mark.parametrize("source", [pytest.param(text, id=name) for name, text in HEADS.items()])
def test_a_reply_does_not_show_that_the_head_was_kept(
    lean: EmbeddedLean, without: EmbeddedLean, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = composites(source, "ff_0123456789abcdef")
    assert all(0 < head_of(text) < len(text) for text in texts)
    kept = [lean.check(text) for text in texts]
    monkeypatch.setattr(embedded, "head_of", lambda text: 0)
    assert [said(reply) for reply in kept] == [said(without.check(text)) for text in texts]


def test_nor_with_the_starter_suite(lean: EmbeddedLean, without: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [problem.formal_statement for problem in read_problems(STARTER) if problem.formal_statement][::20]
    assert len(sources) > 4
    texts = [text for number, source in enumerate(sources) for text in composites(source, f"ff_{number:016x}")]
    kept = [lean.check(text) for text in texts]
    monkeypatch.setattr(embedded, "head_of", lambda text: 0)
    for text, reply in zip(texts, kept, strict=True):
        assert said(reply) == said(without.check(text)), text


def asked_about(source: str) -> str:
    composite = Composite(nonce_of(source))
    composite.add_section(source)
    composite.add_text(
        "#check @_root_.t\n#print _root_.t\n#check @Nat.gcd\n#check (2 : Nat) + 3\n#eval (2 : Nat) + 3\n"
    )
    return composite.text


@pytest.mark.parametrize("source", [pytest.param(text, id=name) for name, text in HEADS.items()])
def test_nor_that_a_text_was_checked_before_it_was_asked_about(
    lean: EmbeddedLean, without: EmbeddedLean, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [source, asked_about(source), asked_about(source), source]
    kept = [lean.check(text) for text in texts]
    monkeypatch.setattr(embedded, "head_of", lambda text: 0)
    monkeypatch.setattr(embedded, "frame_of", lambda text: "")
    assert [said(reply) for reply in kept] == [said(without.check(text)) for text in texts]


def test_what_was_checked_is_not_elaborated_again_to_be_asked_about(lean: EmbeddedLean) -> None:
    source = "#eval IO.monoNanosNow\ntheorem t : 1 = 1 := rfl\n"

    def clock(text: str) -> str:
        return next(message.text for message in lean.check(text).messages if message.text.isdecimal())

    first = clock(source)
    assert clock(asked_about(source)) == clock(asked_about(source)) == first
    assert clock(source) != first
    # Another text is elaborated, also one that begins in the same way.
    assert clock(asked_about(source).replace("t : 1 = 1", "t : 2 = 2")) != clock(asked_about(source))
    assert clock(asked_about(source + "theorem u : 1 = 1 := rfl\n")) != clock(asked_about(source))


def test_the_head_is_elaborated_once(lean: EmbeddedLean) -> None:
    """What it prints of the clock stays the same as long as it does, and is another for another head."""

    def told(nonce: str, claim: str) -> str:
        composite = Composite(nonce)
        composite.add_section("#eval IO.monoNanosNow")
        composite.add_theorem("ours", claim, "trivial", 200)
        reply = lean.check(composite.text)
        assert any(d.name == f"{nonce}.ours" for d in reply.declarations)
        return next(message.text for message in reply.messages if message.severity == "info")

    first, other = "ff_00000000000000aa", "ff_00000000000000bb"
    seen = [told(first, "True"), told(first, "True ∧ True → True"), told(other, "True"), told(first, "True")]
    assert all(one.isdecimal() for one in seen)
    assert seen[0] == seen[1]
    assert len(set(seen)) == 3


def test_a_head_that_ends_inside_something_is_no_head() -> None:
    for source in ("/- open", 'theorem t : "a', "/-- of nothing -/", "open Nat in"):
        with pytest.raises(Unclosed):
            Composite().add_section(source)
    assert head_of("theorem t : 1 = 1 := rfl") == 0
    assert head_of("section ff_0123456789abcdef_s\ntheorem t : 1 = 1 := rfl\n") == 0


def test_a_lean_that_ended_in_between_elaborates_the_head_again(lean: EmbeddedLean) -> None:
    texts = composites(HEADS["sorry"], "ff_00000000000000cc")
    replies = [lean.check(texts[0])]
    lean.close()
    replies += [lean.check(text) for text in texts]
    assert said(replies[0]) == said(replies[1])
    assert {d.name for d in replies[2].declarations} == {"t", "ff_00000000000000cc.ours"}


def test_proofs_and_comparisons_are_the_same(
    without: EmbeddedLean, lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = [
        "theorem t (n : Nat) (h : n % 4 = 3) : n % 2 = 1 := by sorry",
        "theorem t (n : Nat) (h : n % 4 = 3) : n % 2 = 0 := by sorry",
        "theorem t (n : Nat) (h : n < n) : n = 7 := by sorry",
        "theorem t : ∃ f : Nat → Nat, ∀ n, f (f n) = n + 2 := by sorry",
    ]

    def found(checker: EmbeddedLean) -> list[tuple[object, ...]]:
        proofs = [prove(checker, text, budget=30) for text in statements]
        pairs = [
            (statements[0], statements[0]),
            (statements[0], statements[0].replace("n %", "(n) %")),
            (statements[0], statements[1]),
        ]
        same = [compare(checker, *pair, budget=30) for pair in pairs]
        return [*((p.value, p.vacuous, p.strategy) for p in proofs), *((e.value,) for e in same)]

    kept = found(lean)
    monkeypatch.setattr(embedded, "head_of", lambda text: 0)
    assert kept == found(without)
    assert [value for value, *_ in kept[:3]] == ["proved", "refuted", "proved"]
