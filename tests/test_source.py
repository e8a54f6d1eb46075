"""The scanner: tokens, declarations, the main theorem and the regions of SPEC c.4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_faithform.lean.source import Source, mask, parse, position, tokenize

DATA = Path(__file__).parent.parent.parent / "shared" / "data"


def texts(source: str, kind: str | None = None) -> list[str]:
    return [token.text for token in tokenize(source) if kind is None or token.kind == kind]


def rows(name: str) -> list[dict[str, object]]:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the development data are not here: {path} does not exist")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# -- tokens ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ("x = 65", ["65"]),
        ("h65 : x₁ = 165", ["165"]),
        ("6.5 0xff 0b1_0 0o17 1_000 1e10 1.5e-3", ["6.5", "0xff", "0b1_0", "0o17", "1_000", "1e10", "1.5e-3"]),
        ("h.1.2 (a).2 ⟨b⟩.1", []),
        ("2.succ + x.1", ["2"]),
        ("1. + 2", ["1.", "2"]),
        ("x^2 - 3/4", ["2", "3", "4"]),
        ("x : ℝ≥0 and ℝ≥0∞", []),
        ("-- 65\n/- 65 /- 65 -/ 65 -/ /-- 65 -/ x /-! 65 -/", []),
        ('"65 -- 65" s!"{66} 65" "{65}" r#"65 "65" 65"#', ["66"]),
        ("'6' x'6", []),
        ("1..2", ["1", "2"]),
    ],
)
def test_numbers(source: str, numbers: list[str]) -> None:
    assert texts(source, "number") == numbers


@pytest.mark.parametrize(
    ("source", "tokens"),
    [
        ("h' 'a' '\\n' '\\x41' f''", ["h'", "'a'", "'\\n'", "'\\x41'", "f''"]),
        ("Nat.succ «a b».c h₁ x.«y».z", ["Nat.succ", "«a b».c", "h₁", "x.«y».z"]),
        ("f '' s", ["f", "''", "s"]),
        ("x⁻¹ ∑' i, ∃! y", ["x", "⁻¹", "∑'", "i", ",", "∃!", "y"]),
        ("a:=b->c<-d=>e", ["a", ":=", "b", "->", "c", "<-", "d", "=>", "e"]),
        ("a<;>b<|>c|>.d", ["a", "<;>", "b", "<|>", "c", "|>.", "d"]),
        ("≤≥≠∧∨¬→↔∣∀λ·⟨⟩", list("≤≥≠∧∨¬→↔∣∀λ·⟨⟩")),
        ("?_ ?x ?_y", ["?_", "?", "x", "?", "_y"]),
        ("(f x).elim .inl", ["(", "f", "x", ")", ".", "elim", ".", "inl"]),
        ("#eval x #s", ["#eval", "x", "#", "s"]),
        ("`x ``Nat.add", ["`x", "``Nat.add"]),
    ],
)
def test_tokens(source: str, tokens: list[str]) -> None:
    assert texts(source) == tokens


def test_keywords_are_not_parts_of_names() -> None:
    source = "sorry sorry_lemma x.sorry «sorry» (f).show theorem"
    assert texts(source, "keyword") == ["sorry", "theorem"]


def test_a_letter_that_lean_does_not_know_is_an_error() -> None:
    assert [(t.kind, t.text) for t in tokenize("а ℕ é\u2028\x00\ud800")] == [
        ("error", "а"),
        ("ident", "ℕ"),
        ("ident", "é"),
        ("error", "\u2028"),
        ("error", "\x00"),
        ("error", "\ud800"),
    ]


def test_comments_nest_and_end_with_the_text() -> None:
    source = "a /- b /- c -/ d -/ e /- f /- g -/ h"
    assert texts(source) == ["a", "e"]
    last = tokenize(source, comments=True)[-1]
    assert (last.kind, last.text, last.closed) == ("comment", "/- f /- g -/ h", False)


def test_a_comment_that_opens_like_a_closed_one() -> None:
    # As in Lean: `/-/` opens, and `/--/` opens a doc comment.
    assert texts("/-/ a -/ b") == ["b"]
    assert [(t.kind, t.text) for t in tokenize("/--/ a -/ b", comments=True)] == [("doc", "/--/ a -/"), ("ident", "b")]


@pytest.mark.parametrize("source", ['"abc', 's!"{a', 'r#"a"', '"a\\'])
def test_an_unterminated_string_runs_to_the_end(source: str) -> None:
    last = tokenize(source + " theorem x 65")[-1]
    assert last.kind == "error"
    assert not last.closed
    assert last.end == len(source) + len(" theorem x 65")


@pytest.mark.parametrize(
    ("source", "tokens"),
    [
        (
            's!"{f "}"} {s!"{1}"}" x "y"',
            ["s!", '"', "{", "f", '"}"', "}", " ", "{", "s!", '"', "{", "1", "}", '"', "}", '"', "x", '"y"'],
        ),
        ('s! /- "c" -/ "a{ {x := 1} }b"', ["s!", '"a', "{", "{", "x", ":=", "1", "}", "}", 'b"']),
        ('s!"\\{a} {/- } -/ b}" c', ["s!", '"\\{a} ', "{", "b", "}", '"', "c"]),
        ('throwError "at {x}" y', ["throwError", '"at ', "{", "x", "}", '"', "y"]),
        ('m!"{a "b" c}"', ["m!", '"{a "', "b", '" c}"']),
        ('f "{x}" "s!" "{x}"', ["f", '"{x}"', '"s!"', '"{x}"']),
        ('s!"a {x" y', ["s!", '"a {x"', "y"]),
    ],
)
def test_interpolated_strings_hold_terms(source: str, tokens: list[str]) -> None:
    assert texts(source) == tokens


@pytest.mark.parametrize(
    "value",
    ['s!"{(by sorry : Nat)}"', 'f!"a {s!"b {(sorry : Nat)}"} c"', 's!"{by\n    sorry}"', 'println! "{(sorry : Nat)}"'],
)
def test_a_sorry_in_an_interpolated_string_is_one(value: str) -> None:
    read = parse(f"def f := {value}\n\ntheorem t : 1 = 1 := by\n  have h := {value}\n  rfl\n")
    holes = [(hole.decl and hole.decl.name, read.slice(hole.span)) for hole in read.sorries]
    assert holes == [("f", "sorry"), ("t", "sorry")]
    assert read.main is not None
    assert read.slice(read.main.type) == "1 = 1"
    plain = parse('def f := "{sorry}"\n\ntheorem t : 1 = 1 := by\n  trace "{sorry}"\n  rfl\n')
    assert plain.sorries == []


def test_only_a_newline_ends_a_line() -> None:
    assert position("a\u2028b\r\nc", 5) == (2, 0)
    assert position("a\u2028b\r\nc", 2) == (1, 2)
    assert texts("-- a\u2028 b\nc") == ["c"]


def test_mask_keeps_length_and_code() -> None:
    source = 'a /- 65\n -/ "65" \'6\' -- 65\nb r#"6"# "65'
    masked = mask(source)
    assert masked == 'a      \n    "  " \' \'      \nb r#" "# "  '
    assert len(masked) == len(source)
    assert mask('s!"a{x "b"}c{y}" z') == 's!" {x " "} {y}" z'


# -- declarations ------------------------------------------------------------------------------------------------------


def test_a_declaration_and_its_parts() -> None:
    source = (
        "/-- doc -/\n@[simp, grind =] private theorem A.b {α : Type} [Field α] (x y : α) (h65 : x = 65 := by simp) :\n"
        "    x = y := by\n  exact h65\n"
    )
    decl = parse(source).decls[0]
    read = Source(source)
    assert (decl.keyword, decl.name, decl.attributes, decl.modifiers) == (
        "theorem",
        "A.b",
        ("simp", "grind ="),
        ("private",),
    )
    assert decl.start == 0
    assert read.slice(decl.signature).startswith("{α : Type}")
    assert read.slice(decl.signature).endswith("x = y")
    assert read.slice(decl.type) == "x = y"
    assert read.slice(decl.value) == "by\n  exact h65"
    assert [(b.bracket, b.names, read.slice(b.type), read.slice(b.default)) for b in decl.binders] == [
        ("{", ("α",), "Type", ""),
        ("[", (), "Field α", ""),
        ("(", ("x", "y"), "α", ""),
        ("(", ("h65",), "x = 65", "by simp"),
    ]


@pytest.mark.parametrize(
    ("source", "type_", "value"),
    [
        ("theorem t : 1 = 1 := rfl", "1 = 1", "rfl"),
        ("theorem t (h : a = b := by simp) : c := by simp", "c", "by simp"),
        ("theorem t : let x := 3; x = 3 := rfl", "let x := 3; x = 3", "rfl"),
        ("theorem t :\n    let x := 3\n    x = 3 := rfl", "let x := 3\n    x = 3", "rfl"),
        (
            "theorem t :\n  have h : a = c := by\n    calc a = b := p\n      _ = c := q\n  h = h := by simp",
            "have h : a = c := by\n    calc a = b := p\n      _ = c := q\n  h = h",
            "by simp",
        ),
        ("theorem t : ∀ n, P n\n  | 0 => a\n  | n + 1 => b", "∀ n, P n", "| 0 => a\n  | n + 1 => b"),
        ("theorem t (x : ℝ) : |x| ≥ |x - 1| - 1 := by simp", "|x| ≥ |x - 1| - 1", "by simp"),
        ("theorem t : f = fun x => |x| := rfl", "f = fun x => |x|", "rfl"),
        ("theorem t : (match x with | 0 => 1 | _ => 2) = 1 := rfl", "(match x with | 0 => 1 | _ => 2) = 1", "rfl"),
        ("instance (priority := 100) foo : Inhabited T where\n  default := x", "Inhabited T", "default := x"),
        ("axiom a : 1 = 2", "1 = 2", None),
        ("theorem t : P", "P", None),
        ("theorem t : P :=", "P", ""),
        ("theorem t : P := by", "P", "by"),
        ("theorem t.{u} {α : Sort u} : α = α := rfl", "α = α", "rfl"),
        ("theorem t : P\nby simp", "P", "by simp"),
        ("inductive T : Type | a | b", "Type", "| a | b"),
    ],
)
def test_the_split_of_signature_and_value(source: str, type_: str, value: str | None) -> None:
    read = parse(source)
    (decl,) = read.decls
    assert read.slice(decl.type) == type_
    assert (None if decl.value is None else read.slice(decl.value)) == value


def test_namespaces_sections_and_roots() -> None:
    source = """
namespace A.B
section S
theorem x : True := trivial
end S
theorem _root_.y : True := trivial
end A.B
mutual
theorem z : True := trivial
end
noncomputable section
namespace «C D».E
private lemma w : True := trivial
"""
    assert [decl.full_name for decl in parse(source).decls] == ["A.B.x", "y", "z", "«C D».E.w"]


def test_commands_inside_proofs_end_nothing() -> None:
    source = """theorem a : P := by
  open Nat in
  set_option maxRecDepth 100 in
  simp [instance_foo, x.end]
  exact fun example_ => (inferInstance : instance_)
open Nat in
set_option maxRecDepth 7 in
@[simp]
theorem b : Q := by simp
"""
    read = parse(source)
    assert [(d.name, read.text[d.start :].split("\n")[0]) for d in read.decls] == [
        ("a", "theorem a : P := by"),
        ("b", "open Nat in"),
    ]


def test_an_open_bracket_swallows_no_declaration() -> None:
    source = "theorem a (x : ℕ : x = 3 := by\n  simp [\ntheorem b : 1 = 1 := rfl\ndef c := (3\nlemma d : c = 3 := rfl"
    read = parse(source)
    assert [d.name for d in read.decls] == ["a", "b", "c", "d"]
    assert read.slice(read.decls[0].value) == "by\n  simp ["


def test_several_declarations_on_a_line() -> None:
    assert [d.name for d in parse("theorem a : P := rfl theorem b : Q := rfl def c := 3").decls] == ["a", "b", "c"]


def test_declarations_in_comments_strings_and_quotations_are_none() -> None:
    source = (
        '/- theorem a : P := x -/ def s := "theorem b : Q"\nmacro "m" : command => `(theorem c : P := x)\n-- lemma d'
    )
    assert [d.name for d in parse(source).decls] == ["s"]


# -- main, regions -----------------------------------------------------------------------------------------------------


def region(read: Source, spans: list[tuple[int, int]]) -> list[str]:
    return [" ".join(read.slice(span).split()) for span in spans]


def test_the_main_theorem_is_the_last_and_no_example() -> None:
    read = parse("lemma a : P := x\ntheorem b : Q := y\nexample : R := z\ndef c := 3")
    assert read.main is not None
    assert read.main.name == "b"
    assert region(read, read.statement_spans) == [": Q"]
    assert region(read, read.proof_spans) == [": P := x", "y", ": R := z", ":= 3"]


def test_the_statement_takes_the_definitions_that_it_uses() -> None:
    source = """def one : ℕ := 1
def two : ℕ := one + one
def Nat.isGood (n : ℕ) : Prop := n > two
def unused : ℕ := 65
structure P where
  a : ℕ
instance : LE P := ⟨fun x y => x.a ≤ y.a⟩
local notation "seven" => 7
lemma helper : one = 1 := rfl
theorem main (n : ℕ) (p : P) (h : n.isGood) : n > seven := by
  have := unused
  exact helper
"""
    read = parse(source)
    assert region(read, read.statement_spans) == [
        ": ℕ := 1",
        ": ℕ := one + one",
        "(n : ℕ) : Prop := n > two",
        "where a : ℕ",
        ": LE P := ⟨fun x y => x.a ≤ y.a⟩",
        '"seven" => 7',
        "(n : ℕ) (p : P) (h : n.isGood) : n > seven",
    ]
    assert region(read, read.proof_spans) == [
        ": ℕ := 65",
        ": one = 1 := rfl",
        "by have := unused exact helper",
    ]


def test_a_bound_name_is_no_definition() -> None:
    read = parse("def x : ℕ := 65\ntheorem t (x : ℕ) : x = x := rfl")
    assert region(read, read.statement_spans) == ["(x : ℕ) : x = x"]


def test_variables_that_the_theorem_mentions_are_statement() -> None:
    source = """section
variable (gone : ℕ)
end
variable {α : Type} [Group α] (x y : α) (h : x = y) (unused : ℕ)
include h
theorem t : x = x := rfl
"""
    read = parse(source)
    assert region(read, read.statement_spans) == ["{α : Type}", "[Group α]", "(x y : α)", "(h : x = y)", ": x = x"]


def test_without_a_theorem_there_is_no_statement() -> None:
    read = parse("example : P := by simp\ndef a := 3")
    assert (read.main, read.statement_spans, read.empty_proof_body) == (None, [], False)
    assert region(read, read.proof_spans) == [": P := by simp", ":= 3"]


def test_options_and_attributes_belong_to_no_region() -> None:
    source = "set_option maxHeartbeats 65\nset_option maxRecDepth 65 in\n@[simp 65] theorem t : P := by simp"
    read = parse(source)
    assert region(read, read.statement_spans) == [": P"]
    assert region(read, read.proof_spans) == ["by simp"]


# -- real outputs ------------------------------------------------------------------------------------------------------


def test_minif2f_statements() -> None:
    for row in rows("minif2f/test.jsonl"):
        source = str(row["formal_statement"])
        read = parse(source)
        assert read.main is not None, row["name"]
        assert read.main.name == row["name"]
        assert read.main.type is not None
        assert read.slice(read.main.value) == "by"
        assert read.slice(read.main.signature) in source.replace(" := by", "")
        assert read.empty_proof_body
        assert [hole.word for hole in read.sorries] == ["empty by"]


@pytest.mark.parametrize("name", ["proofflow/fullproof_outputs.jsonl", "proofflow/pipeline_outputs.jsonl"])
def test_proofflow_outputs(name: str) -> None:
    for row in rows(name):
        results = row.get("Lean_results", row)
        assert isinstance(results, dict)
        source = results["lean_code"]
        read = parse(source)
        assert read.main is not None
        assert read.main.value is not None
        assert read.main.type is not None
        names = [line.split()[1] for line in source.split("\n") if line.startswith(("theorem ", "lemma "))]
        assert [d.name for d in read.decls if d.is_theorem] == names
        code = mask(source).replace("_", " ").split()
        assert len([h for h in read.sorries if h.word == "sorry"]) == sum(word.strip("();") == "sorry" for word in code)
        for claim in read.claims:
            assert claim.proof is None or claim.prop[1] <= claim.proof[0]
