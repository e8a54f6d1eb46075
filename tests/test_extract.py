"""Finding the Lean text in raw replies."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_faithform.lean.source import Extraction, extract, parse

DATA = Path(__file__).parent.parent.parent / "shared" / "data"

THEOREM = "theorem t (x : ℕ) (h : x = 65) : x > 64 := by\n  -- a comment\n  omega"
OTHER = "theorem other : 1 = 1 := rfl"


def fenced(code: str, language: str = "lean4") -> str:
    return f"```{language}\n{code}\n```"


@pytest.mark.parametrize("language", ["lean4", "lean", "Lean4", "lean 4", "", "text"])
def test_a_fenced_block(language: str) -> None:
    reply = f"Here is the formalization.\n\n{fenced(THEOREM, language)}\n\nThis theorem states that $x > 64$."
    assert extract(reply) == Extraction(THEOREM, "fence")


@pytest.mark.parametrize(
    "reply",
    [
        f"~~~lean\n{THEOREM}\n~~~",
        f"Answer: ```lean4\n{THEOREM}\n```",
        f"````lean4\n{THEOREM}\n````",
        f"```lean4\n{THEOREM}```\nDone.",
        f'```lean4 title="a.lean"\n{THEOREM}\n```',
        f"```\n{THEOREM}\n``` That is all.",
        f"```lean4\n{THEOREM}\n```\r\n".replace("\n", "\r\n"),
        f"\ufeff```lean4\n{THEOREM}\n```",
    ],
)
def test_shapes_of_fences(reply: str) -> None:
    assert extract(reply) == Extraction(THEOREM, "fence")


def test_a_fence_that_was_cut_off() -> None:
    cut = THEOREM + "\n  have h : 2"
    assert extract(f"Sure.\n```lean4\n{cut}") == Extraction(cut, "unclosed-fence")


def test_a_fence_that_was_opened_again() -> None:
    assert extract(f"```lean4\n{OTHER}\n```lean4\n{THEOREM}\n```") == Extraction(THEOREM, "fence")


def test_a_fence_inside_a_doc_comment_closes_nothing() -> None:
    code = f"/-- Use it like this:\n```\nexact t\n```\n-/\n{THEOREM}"
    assert extract(fenced(code)) == Extraction(code, "fence")


def test_a_fence_on_one_line() -> None:
    assert extract(f"The answer is ```lean {OTHER}``` as asked.").lean == OTHER


def test_other_languages_are_no_lean() -> None:
    reply = f'```python\ndef f(x): return x\n```\n{fenced(THEOREM)}\n```isabelle\nlemma foo: "x = y"\n```'
    assert extract(reply) == Extraction(THEOREM, "fence")


# -- several blocks ----------------------------------------------------------------------------------------------------


def test_the_last_block_with_a_theorem_is_the_answer() -> None:
    draft = THEOREM.replace("omega", "sorry")
    reply = f"First try:\n{fenced(draft)}\nBetter:\n{fenced(THEOREM)}\nUse it like this:\n{fenced('#check t')}"
    assert extract(reply) == Extraction(THEOREM, "fence")


def test_an_example_does_not_replace_a_theorem() -> None:
    assert extract(f"{fenced(THEOREM)}\nFor instance\n{fenced('example : t 65 rfl = t 65 rfl := rfl')}").lean == THEOREM


def test_blocks_that_build_on_one_another_are_joined() -> None:
    header = "import Mathlib\nopen Nat"
    definition = "def bound : ℕ := 64"
    lemma = "import Mathlib\n\nlemma aux : bound = 64 := rfl"
    unrelated = "lemma unrelated : 2 = 2 := rfl"
    main = "theorem t (x : ℕ) : x > bound := by\n  rw [aux]\n  sorry"
    reply = "\nand\n".join(map(fenced, [header, definition, lemma, unrelated, main]))
    assert extract(reply) == Extraction(
        f"import Mathlib\n\nopen Nat\n\n{definition}\n\nlemma aux : bound = 64 := rfl\n\n{main}", "fences"
    )


HELPED = "theorem t : 1 = 1 := by\n  exact aux"
AUX = "lemma aux : 1 = 1 := rfl"


@pytest.mark.parametrize(
    ("blocks", "lean"),
    [
        (["Here it is:", HELPED, "where the helper is", AUX], f"{AUX}\n\n{HELPED}"),
        (["", HELPED, "with", AUX.replace("rfl", "more"), "and", "lemma more : 2 = 2 := rfl"], None),
        (
            ["", "theorem t : f 1 = 1 := rfl", "where", "def f (n : ℕ) := n"],
            "def f (n : ℕ) := n\n\ntheorem t : f 1 = 1 := rfl",
        ),
        (["", "theorem t (f : ℕ → ℕ) : f 1 = f 1 := rfl", "An instance is", "def f (n : ℕ) := n"], 0),
        (["", THEOREM, "Test:", "theorem t_test : 2 = 2 := rfl"], 0),
        (["", THEOREM, "Here is more.", "theorem t_test : t 65 rfl = t 65 rfl := rfl"], 0),
        (["", THEOREM, "You can use it like this, for instance:", OTHER], 0),
        (["", THEOREM, "Note that the naive version would be wrong:", THEOREM.replace("64", "66")], 0),
        (["", THEOREM, "A lemma that may be of interest:", "lemma other : 1 = 1 := rfl"], 0),
        (["", THEOREM, "Corrected version:", THEOREM.replace("64", "63")], 1),
        (["", THEOREM, "Corrected version of the example:", THEOREM.replace("64", "63")], 1),
        (["", THEOREM, "Or, under another name:", THEOREM.replace("theorem t", "lemma u")], 1),
        (["", THEOREM, "Test:", "theorem t_test : 2 = 2 := rfl", "Corrected:", THEOREM.replace("64", "63")], 2),
        (["", "theorem test1 : 1 = 2 := sorry", "No:", "theorem test2 : 1 = 1 := rfl"], 1),
        (["", AUX, "We do not need it.", THEOREM], 1),
        (["", THEOREM, "From it follows the claim:", "theorem main : 66 > 64 := t 66 rfl"], None),
    ],
)
def test_which_of_several_blocks_is_the_answer(blocks: list[str], lean: str | int | None) -> None:
    said, code = blocks[::2], blocks[1::2]
    reply = "\n".join(f"{line}\n{fenced(block)}" for line, block in zip(said, code, strict=True))
    if lean is None:
        # All of them, what is needed before what needs it.
        lean = "\n\n".join(sorted(code, key=lambda block: ("more :" not in block, "aux :" not in block)))
    assert extract(reply).lean == (code[lean] if isinstance(lean, int) else lean)


def test_files_that_import_one_another_are_one_text() -> None:
    file, main = 'import Mathlib\nnotation "four" => 4\n\ndef unused := 5', "import Proj.A\n\n" + THEOREM
    reply = f"`Proj/A.lean`:\n{fenced(file)}\n\n`B.lean`:\n{fenced(main)}"
    assert extract(reply).lean == f"import Mathlib\n\n{file.split(chr(10), 1)[1]}\n\n{THEOREM}"
    assert extract(f"{fenced('-- A.lean' + chr(10) + OTHER)}\n{fenced('import A' + chr(10) + THEOREM)}").lean == (
        f"-- A.lean\n{OTHER}\n\n{THEOREM}"
    )
    assert extract(reply.replace("Proj/A", "Proj/C")).lean == main


def test_without_a_theorem_the_last_declaration_is_the_answer() -> None:
    reply = f"{fenced('example : 1 = 1 := rfl')}\n{fenced('example : 2 = 2 := rfl')}\n{fenced('omega')}"
    assert extract(reply).lean == "example : 2 = 2 := rfl"


def test_a_block_of_tactics_alone_is_kept() -> None:
    assert extract(f"Only the proof:\n{fenced('omega')}") == Extraction("omega", "fence")


# -- thoughts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>Try {fenced(OTHER)}</think>\n{fenced(THEOREM)}",
        f"Try {fenced(OTHER)}\n</think>\n{fenced(THEOREM)}",
        f"<THINK>\n{OTHER}\n</THINK>{fenced(THEOREM)}<think>again {fenced(OTHER)}</think>",
        f"<thinking><formal_proof>{OTHER}</formal_proof></thinking>{fenced(THEOREM)}",
        f"{fenced(THEOREM)}\n<think>Hm, or rather\n{fenced(OTHER)}",
        f"<think>The <think> tag: {fenced(OTHER)}</think>{fenced(THEOREM)}",
    ],
)
def test_thoughts_are_no_answer(reply: str) -> None:
    assert extract(reply) == Extraction(THEOREM, "fence")


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>I would write\n{fenced(THEOREM)}\nbut then",
        f"<think>I would write\n<formal_proof>{fenced(THEOREM)}</formal_proof>\n" + "But is it right? " * 50,
        f"<think>Then <formal_proof>\n{THEOREM}",
        f"<think>{fenced(THEOREM)}</think>",
        f"<think>{fenced(THEOREM)}</think>\nI cannot formalize this.",
    ],
)
def test_a_thought_without_an_answer(reply: str) -> None:
    assert extract(reply) == Extraction("", "none")


def test_an_unclosed_thought_that_ends_with_the_tagged_answer() -> None:
    reply = f"<think>So I answer.\n<formal_proof>\n{fenced(THEOREM)}\n</formal_proof>\nDone."
    assert extract(reply) == Extraction(THEOREM, "tag+fence")


@pytest.mark.parametrize(
    "code",
    [
        f"/- we use <think> tags -/\n{THEOREM}",
        f"-- <think> about it\n{THEOREM}",
        f"/-\nwe use <think> tags\n```\n</think>\n-/\n{THEOREM}",
        f"{THEOREM}\n  -- a </think> tag",
    ],
)
def test_a_tag_in_a_comment_of_the_code_is_no_thought(code: str) -> None:
    assert extract(f"Here:\n{fenced(code)}") == Extraction(code, "fence")
    assert extract(f"<think>{fenced(OTHER)}</think>{fenced(code)}<think>{fenced(OTHER)}") == Extraction(code, "fence")
    assert extract(f"I think `<think>` is a tag.\n{fenced(code)}") == Extraction(code, "fence")
    assert extract(f"<think>```lean4\n/- try\n</think>\n{fenced(code)}") == Extraction(code, "fence")


@pytest.mark.parametrize(
    ("margin", "is_comment"), [("", True), ("\t ", True), (" " * 20, True), (" " * 21, False), ("x ", False)]
)
def test_outside_of_code_a_comment_begins_its_line(margin: str, is_comment: bool) -> None:
    text = f"{margin}-- <think> about it\n{fenced(THEOREM)}"
    assert extract(text) == (Extraction(THEOREM, "fence") if is_comment else Extraction("", "none"))
    assert extract(f"So:\n{text}") == extract(text)


@pytest.mark.parametrize(
    "reply",
    [
        f"<|channel|>analysis<|message|>{fenced(OTHER)}<|end|><|start|>assistant<|channel|>final<|message|>{{}}<|return|>",
        "<|channel|>final<|message|>{}",
        f"So {fenced(OTHER)}<|end|><|start|>assistant<|channel|>final <|constrain|>lean<|message|>{{}}<|end|>",
        f"analysisWe write {fenced(OTHER)}assistantfinal{{}}",
        "{}<|im_end|>\n",
    ],
)
def test_the_final_message_is_the_answer(reply: str) -> None:
    assert extract(reply.replace("{}", fenced(THEOREM))) == Extraction(THEOREM, "fence")
    assert extract(reply.replace("{}", THEOREM)) == Extraction(THEOREM, "bare")


def test_without_a_final_message_there_is_no_answer() -> None:
    reply = (
        f"<|channel|>analysis<|message|>{fenced(THEOREM)}<|end|><|start|>assistant<|channel|>commentary<|message|>Now"
    )
    assert extract(reply) == Extraction("", "none")


# -- wrappers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        f"````markdown\n# Answer\n{fenced(THEOREM)}\n````",
        f"````md\n# Answer\n{fenced(THEOREM)}\nDone.\n````\nThat is it.",
        f"~~~~\nAnswer:\n{fenced(THEOREM)}\n~~~~",
        f"```markdown\n{fenced(THEOREM)}\n```",
        f"As asked:\n> **Answer**\n>\n> {fenced(THEOREM)}".replace("\n", "\n> ")
        .replace("> > ", "> ")
        .replace("> >", ">"),
        f"> {fenced(THEOREM)}".replace("\n", "\n> "),
    ],
)
def test_a_fence_inside_a_document_or_a_quote(reply: str) -> None:
    assert extract(reply) == Extraction(THEOREM, "fence")


def test_lean_that_goes_on_with_a_greater_than_sign_is_no_quote() -> None:
    code = "theorem t (x : ℕ) (h : x = 65) : x\n> 64 := by\n  omega"
    assert extract(fenced(code)).lean == code


@pytest.mark.parametrize(
    "reply",
    [
        "`{}`",
        "\\boxed{{}}",
        "$$\\boxed{\n{}\n}$$",
        '{"lean": "{}"}',
        '```json\n{"explanation": "The theorem is easy.", "lean_code": "{}\\n"}\n```',
        '{"lean": "```lean4\\n{}\\n```"}',
    ],
)
def test_a_reply_that_wraps_the_text_as_a_whole(reply: str) -> None:
    assert extract(reply.replace("{}", OTHER)).lean == OTHER


@pytest.mark.parametrize(
    "reply", [f'{{"a": "{OTHER}", "b": "{AUX}"}}', '{"lean": 3}', '{"a":' * 30_000 + "}", "`x`", "\\boxed{x}", "`"]
)
def test_a_wrapper_without_one_text_in_it(reply: str) -> None:
    assert extract(reply) == Extraction("", "none")


# -- tags --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["formal_proof", "formal_statement", "formal_step", "formal_theorem", "FORMAL_PROOF"])
def test_a_tagged_answer_goes_before_a_late_block(tag: str) -> None:
    reply = f"<{tag}>\n{fenced(THEOREM)}\n</{tag}>\nAn illustration:\n{fenced(OTHER)}"
    assert extract(reply) == Extraction(THEOREM, "tag+fence")


@pytest.mark.parametrize(
    ("reply", "strategy"),
    [
        (f"<formal_proof>{THEOREM}</formal_proof> That is it.", "tag+bare"),
        (f"<formal_proof>\nHere it is:\n\n{THEOREM}\n\nThis is the proof.\n</formal_proof>", "tag+bare"),
        (f"<formal_proof>\n{THEOREM}", "tag+bare"),
        (f"<formal_proof>\n```lean4\n{THEOREM}", "tag+unclosed-fence"),
        (f"<formal_proof>\n```lean4\n{THEOREM}\n</formal_proof>\nDone", "tag+unclosed-fence"),
        (f"```\n<formal_proof>\n{THEOREM}\n</formal_proof>\n```", "tag+bare"),
        (f"I use the <formal_proof> tag.\n<formal_proof>{fenced(THEOREM)}</formal_proof>", "tag+fence"),
        (f"<formal_proof>{fenced(OTHER)}</formal_proof><formal_proof>{fenced(THEOREM)}</formal_proof>", "tag+fence"),
        (f"<formal_statement>I give up.</formal_statement>\n{fenced(THEOREM)}", "fence"),
    ],
)
def test_inside_a_tag(reply: str, strategy: str) -> None:
    assert extract(reply) == Extraction(THEOREM, strategy)


# -- no fence ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reply",
    [
        THEOREM,
        f"Here is the answer.\n\n{THEOREM}\n\nThe proof uses omega.",
        f"{THEOREM}\nNote that this holds.",
        f"{THEOREM}\n**Explanation**: it is easy.",
        f"{THEOREM}\n\n1. First we state the theorem.",
        f"{THEOREM}\n```",
        f"{THEOREM}\n</answer>",
        f"We open the door.\n\n{THEOREM}\n\nand so on: it is what we were asked.",
    ],
)
def test_bare_code_ends_before_prose(reply: str) -> None:
    assert extract(reply) == Extraction(THEOREM, "bare")


@pytest.mark.parametrize(
    "code",
    [
        "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\n\nopen Real Nat\n\n" + THEOREM,
        "theorem t : 1 = 1 := by\nsorry",
        "theorem t : P := by\nintro x\ninduction n with\n| zero => simp\n| succ n h => simp\n\nlemma u : P := by\nsimp",
        "theorem t :\n  1 = 1\n:= by\n  simp",
        "theorem t : 1 = 1 :=\nby simp",
        "/-- The theorem is what we are asked to\nprove, and it is the one.\n-/\ntheorem t : 1 = 1 := by\n  simp",
        "def f : ℕ → ℕ\n| 0 => 1\n| n + 1 => n\n\ntheorem t : f 0 = 1 := rfl",
        "namespace A\nsection\nvariable (n : ℕ)\n\n-- it is what we want\n@[simp]\nlemma t : n = n := rfl\nend\nend A",
        "theorem t (x : ℕ) :\n    x = x := by\n  calc\n    x = x := rfl\n    _ = x := rfl\n\n#check t\n#eval 3",
        "theorem t : ∃ x : ℕ,\nx = 3 ∧\nx > 2 := ⟨3, rfl, by decide⟩",
        "noncomputable def c : ℝ := 3\nlemma t : c = 3 := by\n  unfold c\n\n  rfl",
    ],
)
def test_bare_code_is_kept_whole(code: str) -> None:
    assert extract(code) == Extraction(code, "bare")
    assert extract(f"Here is what you asked for.\n\n{code}\n\nI hope that it is what you asked for.").lean == code


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n\n",
        "I am sorry, but I cannot formalize this statement.",
        "The theorem is false: for x = 3 we have 9 > 8, so the lemma does not hold.",
        "theorem is a classic.\nexample: let x = 3.",
        "import taxes are high, open the box",
        "```\nI cannot do that.\n```",
        "```python\ndef f(x):\n    return x\n```",
        "```python\ndef f(x):\n    return x",
        "<formal_proof></formal_proof>",
        "<formal_proof>I refuse.</formal_proof>",
        "\\begin{theorem} Let $x = 3$. \\end{theorem}",
        "Wir zeigen, dass $x = 3$ gilt.",
        "``````",
        "\x00\ud800",
    ],
)
def test_no_lean(reply: str) -> None:
    assert extract(reply) == Extraction("", "none")


def test_html_entities_and_odd_characters_stay() -> None:
    code = "theorem t (x : ℕ) : x &lt; 3 ∧ \u2028 y := by\n  simp"
    assert extract(fenced(code)).lean == code


# -- real outputs, any text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["proofflow/fullproof_outputs.jsonl", "proofflow/pipeline_outputs.jsonl"])
def test_real_outputs_are_kept_whole(name: str) -> None:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the development data are not here: {path} does not exist")
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        code = row.get("Lean_results", row)["lean_code"]
        whole = code.rstrip().lstrip("\n")
        assert extract(code) == Extraction(whole, "bare")
        assert extract(f"<think>no</think>\nHere:\n{fenced(code)}\nIt is done.") == Extraction(whole, "fence")


MARKS = "``` ```lean4 ~~~ <think> </think> <formal_proof> </formal_proof> </formal_step> /- -/ -- ` by > ````md \ud800 \ufeff"
MARKS += " <|channel|>final<|message|> <|channel|>analysis<|message|> <|return|> \\\\boxed{ } /-"
LINES = [THEOREM, OTHER, "import Mathlib", "Prose, that is.", "example :", "\n", "\r\n", "  "]
PIECES = st.sampled_from([*LINES, *MARKS.split()])


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=25).map("".join), st.lists(PIECES, max_size=25).map("\n".join)))
@example("```lean4\n```lean4\n")
@example("<formal_proof><formal_proof>")
def test_extraction_never_fails_and_invents_nothing(reply: str) -> None:
    found = extract(reply)
    assert (found.lean == "") == (found.strategy == "none")
    normalized = reply.replace("\r\n", "\n")
    # A thought that is taken out joins what stood around it.
    if "think>" not in reply:
        assert all(line in normalized for line in found.lean.split("\n"))
    parse(found.lean)
    published = extract(reply, compat=True)
    assert (published.lean == "") == published.strategy.startswith("ERROR [")


def seconds(reply: str) -> float:
    best = 1e9
    for _ in range(2):
        began = time.process_time()
        extract(reply)
        extract(reply, compat=True)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize(
    "unit",
    [
        "<think>",
        "</think>",
        "<formal_proof>",
        "<formal_proof>theorem a : b\n",
        "```",
        "```\n",
        "```lean\ntheorem a : b := c\n",
        "`",
        "theorem ",
        "theorem a : b\n",
        "theorem x y z : x x x x\n",
        "/-",
        "open A in open A in open A in open A in open A in\n",
        "import A\nprose that is of the kind\n",
        "```python\nx\n```\n",
        "a ",
        "<  ",
        "```lean4\n",
        "theorem\n",
        "lean\n",
        "a    ",
        "> theorem a : b\n",
        "<|channel|>final<|message|>",
        "--",
        "```md\n```lean4\n",
        "```lean4\ntheorem a : b := a c\n```\nlemma c : b := a c\n",
        '{"a":',
        "Corrected (not wrong, so: ",
        "Part (a)\n```lean4\ntheorem a : b := by sorry\n```\n",
        "Part (1)\n```lean4\nlemma x : c := x\n\ntheorem a : b := by x\n```\nFixed:\n",
        "  - ```lean4\n    lemma x : c\n",
        "# H\n\n## I\n",
    ],
)
def test_hostile_replies_take_linear_time(unit: str) -> None:
    small, large = (unit * (size // len(unit)) for size in (20_000, 120_000))
    # Six times the text: quadratic work would take 36 times as long.
    assert seconds(large) < 18 * max(seconds(small), 0.004)


def test_two_megabytes() -> None:
    thought = "<think>" + "We could try theorem t : 1 = 1 := by simp, or ```lean4 first. " * 16_000 + "</think>"
    prose = "This is a long explanation of the theorem and of what it says.\n" * 15_000
    reply = f"{thought}\n{prose}\n{fenced(THEOREM)}\n{prose}"
    assert len(reply) > 2_000_000
    assert extract(reply) == Extraction(THEOREM, "fence")


A, B, C = (f"theorem {name} : 1 = 1 := by rfl" for name in "abc")
TRUNCATED = f"<think>\nI try {A}\n```lean4\n{B}"

#: Replies, what the papers' order finds in them and by which step, and what the better default finds.
PUBLISHED = {
    "the last lean4 block": (f"```lean4\n{A}\n```\n```lean4\n{B}\n```", B, "lean4-block", B),
    "a lean block": (f"```lean\n{A}\n```", A, "block", A),
    "a late illustration before the tagged answer": (
        f"<formal_proof>\n{A}\n</formal_proof>\nFor comparison:\n```lean4\n{B}\n```",
        B,
        "lean4-block",
        A,
    ),
    "a closed thought": (f"<think>```lean4\n{A}\n```</think>\n```lean4\n{B}\n```", B, "lean4-block", B),
    "a thought and a fence that were cut off": (TRUNCATED, f"{A}\n\n{B}", "theorem", ""),
    "a tagged answer without a fence": (
        f"<formal_theorem>\n{A}\nThis states it.\n{B}\n</formal_theorem>",
        A,
        "tag",
        B,
    ),
    "from the import on": (
        f"Sure: import Mathlib\n\n{A}\nNote that {B}",
        f"import Mathlib\n\n{A}",
        "import-mathlib",
        A,
    ),
    "from Aesop on": (f"Sure: import Aesop\n\n{A}", f"import Aesop\n\n{A}", "import-aesop", A),
    "from the theorem on": (f"The answer is\n{A}\nHere it ends.", A, "theorem", A),
    "what is handed to Lean": (
        "```\nlean4\nset option maxHeartbeats 4\ntheorem a : 1 = 1    := by rfl\n```",
        "set_option maxHeartbeats 4\ntheorem a : 1 = 1 := by rfl",
        "block",
        None,
    ),
    "no Lean": ("I cannot do that.", "", "ERROR [No text within tags]", ""),
    "no reply": ("", "", "ERROR [No output returned]", ""),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_papers_order_and_the_better_default(name: str) -> None:
    reply, published, step, default = PUBLISHED[name]
    found = extract(reply, compat=True)
    assert (found.lean, found.strategy) == (published, step)
    if default is not None:
        assert extract(reply).lean == default
