"""Texts made to mislead, through the whole way: a suite, a recording, items, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import support

from pytest_faithform.model import Case, NumberEdit

pytestmark = pytest.mark.usefixtures("kept_lean")


STATEMENT = "theorem farm (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = {}) : c = 23 := by\n  sorry\n"
OLD, NEW = STATEMENT.format(94), STATEMENT.format(97)

#: Replies to the statement edit "2c + 4r = [94 → 97]", and what they are.
STATEMENT_EDIT = {
    "the edited value at its place": (NEW, "faithful"),
    "the original value at its place": (OLD, "reverted"),
    "the number inside another number": (STATEMENT.format(970), "unclear"),
    "the original number inside another number": (STATEMENT.format(1940), "unclear"),
    "a third value": (STATEMENT.format(95), "unclear"),
    "the edited value in a line comment": (f"-- 2 * c + 4 * r = 97\n{OLD}", "reverted"),
    "the edited value in a block comment": (f"/- the edit: 2 * c + 4 * r = 97 -/\n{OLD}", "reverted"),
    "the edited value in a nested comment": (f"/- /- -/ 2 * c + 4 * r = 97 -/\n{OLD}", "reverted"),
    "the edited value in a docstring": (f"/-- If $2c + 4r = 97$ … -/\n{OLD}", "reverted"),
    "the original value in a comment": (f"/- 2 * c + 4 * r = 94 /- -/ -/\n{NEW}", "faithful"),
    "the edited value in a string": (f'def note := "2 * c + 4 * r = 97"\n{OLD}', "reverted"),
    "the edited value in a hypothesis name": (OLD.replace("h₂", "h97"), "reverted"),
    "the original value in a hypothesis name": (NEW.replace("h₂", "h94"), "faithful"),
    "the edited value in the proof only": (
        OLD.replace("sorry", "have : 2 * c + 4 * r = 97 := sorry\n  sorry"),
        "reverted",
    ),
    "an unterminated comment after the code": (f"{NEW}/- 2 * c + 4 * r = 94", "faithful"),
    "an unterminated comment before the code": (f"/- {NEW}", "unclear"),
    "`:= by` inside a binder": (NEW.replace("35)", "35 := by omega)"), "faithful"),
    "a term-mode proof": (NEW.replace("by\n  sorry", "(fun _ => sorry) h₁"), "faithful"),
    "sides flipped": (NEW.replace("2 * c + 4 * r = 97", "97 = 4 * r + 2 * c"), "faithful"),
    "a cast": (NEW.replace("97", "(97 : Nat)"), "faithful"),
    "two theorems, the second an example": (f"{NEW}\nexample : 2 * 23 + 4 * 12 = 94 := rfl\n", "faithful"),
    "both values, each in its hypothesis": (NEW.replace("(h₂", "(h₃ : 2 * c + 4 * r = 94) (h₂"), "unclear"),
    "no theorem": ("example : 2 + 4 = 97 := sorry\n", "unclear"),
}

PROOF = "theorem farm (c r : Nat) (h₁ : c + r = 35) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by\n{}"

#: Replies to the proof edit "c + 2r = [47 → 49]".
PROOF_EDIT = {
    "the edited claim": (PROOF.format("  have h : c + 2 * r = 49 := by omega\n  omega\n"), "faithful"),
    "the original claim": (PROOF.format("  have h : c + 2 * r = 47 := by omega\n  omega\n"), "reverted"),
    "the place closed by automation": (PROOF.format("  omega\n"), "unclear"),
    "the edited value in another lemma's claim": (
        "theorem aux (c r : Nat) : c + 2 * r = 49 := by sorry\n" + PROOF.format("  omega\n"),
        "faithful",
    ),
}

DELETION = PROOF.format("  have h : c + 2 * r = 47 := by omega\n  have h₄ : r = 12 := by {}\n  omega\n")

#: Replies to the deletion of the justification of "r = 12".
STEP_DELETION = {
    "a gap": (DELETION.format("sorry"), "faithful"),
    "another placeholder": (DELETION.format("admit"), "faithful"),
    "a derivation": (DELETION.format("omega"), "reverted"),
    "a gap with its type": (DELETION.format("exact (sorry : r = 12)"), "faithful"),
    "a gap handed on": (DELETION.format("exact id sorry"), "faithful"),
    "a gap repeated": (DELETION.format("repeat sorry"), "faithful"),
    "sorry in a comment": (DELETION.format("omega -- sorry"), "reverted"),
    "sorry in a nested comment": (DELETION.format("/- /- -/ sorry -/ omega"), "reverted"),
    "sorry in a name": (DELETION.format("exact sorry_free h₁ h₂"), "reverted"),
    "a derivation that rests on a gap": (
        DELETION.format("\n    have : c + 2 * r = 47 := sorry\n    omega"),
        "reverted",
    ),
    "the claim is not made": (PROOF.format("  omega\n"), "unclear"),
}


def labels(pytester: pytest.Pytester, case: Case, replies: dict[str, tuple[str, str]]) -> dict[str, str]:
    support.mini_suite(pytester.path)
    support.write_cases(pytester.path / "cases.jsonl", [case])
    rows = [
        {"format": "faithform.reply/1", "case": case.id, "sample": sample, "reply": support.fenced(text + "\n")}
        for sample, (text, _) in enumerate(replies.values())
    ]
    (pytester.path / "replies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    pytester.runpytest("--faithform-samples", str(len(rows)), "--faithform-run", "run", "-q")
    lines = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    found = {row["sample"]: row["edit"]["label"] for row in map(json.loads, lines)}
    return {name: found[sample] for sample, name in enumerate(replies)}


@pytest.mark.parametrize(
    ("case_id", "replies"),
    [
        ("farm-number_edit-statement", STATEMENT_EDIT),
        ("farm-number_edit-proof", PROOF_EDIT),
        ("farm-step_deletion", STEP_DELETION),
    ],
)
def test_only_code_at_its_place_decides(
    pytester: pytest.Pytester, case_id: str, replies: dict[str, tuple[str, str]]
) -> None:
    case = next(case for case in support.suite() if case.id == case_id)
    assert labels(pytester, case, replies) == {name: label for name, (_, label) in replies.items()}


def test_an_old_value_that_lives_on_at_an_unedited_place_decides_nothing(pytester: pytest.Pytester) -> None:
    before = "Halving gives $c + 2r = 47$. As $47 - 35 = 12$, we have $r = 12$. Hence $c = 23$."
    span = support.span_of(before, "2r = 47", "47")
    edit = NumberEdit(region="proof", span=span, old="47", new="49")
    case = support.case(
        edit,
        "farm-number_edit-proof",
        proof=support.replaced(before, span, "49"),
        of=support.problem(informal_proof=before),
    )
    replies = {
        "only the unedited place": (PROOF.format("  have : 47 - 35 = 12 := by decide\n  omega\n"), "unclear"),
        "both places": (
            PROOF.format("  have h : c + 2 * r = 49 := by omega\n  have : 47 - 35 = 12 := by decide\n  omega\n"),
            "faithful",
        ),
        "both places, the edit restored": (
            PROOF.format("  have h : c + 2 * r = 47 := by omega\n  have : 47 - 35 = 12 := by decide\n  omega\n"),
            "reverted",
        ),
    }
    assert labels(pytester, case, replies) == {name: label for name, (_, label) in replies.items()}


@pytest.mark.parametrize("reply", ["", " \n", "x" * 2_000_000, "```lean4\n" + "(" * 2_000_000, "/-" * 500_000])
def test_empty_and_huge_replies_are_unclear(pytester: pytest.Pytester, reply: str) -> None:
    support.mini_suite(pytester.path, support.faithful_replies() | {"farm-number_edit-proof": reply})
    pytester.runpytest("--faithform-run", "run", "-k", "number_edit-proof").assert_outcomes(skipped=1)
    (line,) = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(line)
    assert row["edit"]["label"] == "unclear"
    assert row["formalization"]["raw"] == reply


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("cases.jsonl", lambda data: data.replace(b'"mini"', b'"mi\xffni"', 1), "UTF-8"),
        ("cases.jsonl", lambda data: data.replace(b'"start":', b'"start":NaN,"x":', 1), "NaN"),
        ("cases.jsonl", lambda data: data + data.splitlines()[0], "farm-original"),
        ("replies.jsonl", lambda data: data.replace(b"Here", b"H\xffre", 1), "UTF-8"),
        ("replies.jsonl", lambda data: data.replace(b'"sample": 0', b'"sample": NaN', 1), "NaN"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(
    pytester: pytest.Pytester, name: str, damage: object, message: str
) -> None:
    support.mini_suite(pytester.path)
    path = pytester.path / name
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    result = pytester.runpytest_subprocess("--faithform-run", "run")
    text = result.stdout.str() + result.stderr.str()
    assert result.ret in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR)
    assert name in text
    assert "line" in text
    assert message in text
    assert "Traceback" not in text
    assert not Path(pytester.path / "run").exists()


@pytest.mark.parametrize("name", ["cases.jsonl", "replies.jsonl"])
@pytest.mark.parametrize(
    "change", [lambda data: b"\xef\xbb\xbf" + data, lambda data: data.replace(b"\n", b"\r\n")], ids=["BOM", "CRLF"]
)
def test_byte_order_marks_and_windows_line_ends_do_no_harm(
    pytester: pytest.Pytester, name: str, change: object
) -> None:
    support.mini_suite(pytester.path)
    path = pytester.path / name
    path.write_bytes(change(path.read_bytes()))  # type: ignore[operator]
    pytester.runpytest("-k", "test_edit").assert_outcomes(passed=4)


#: Statements that Lean accepts and that mean something other than they say; what is found in the record.
MISLEADING = {
    "a function of Lean's defined anew": (
        "namespace Foo\ndef Nat.log2 (a : Nat) : Nat := 35\n"
        "theorem farm (c r : Nat) (h₁ : c + r = Nat.log2 8) (h₂ : 2 * c + 4 * r = 94) : c = 23 := by\n"
        "  have : Nat.log2 8 = 35 := rfl\n  omega\nend Foo",
        "shadowing",
    ),
    "an instance for a sign": (
        "local instance : Add Nat := ⟨fun a b => a - b⟩\n" + OLD,
        "command",
    ),
}


@pytest.mark.parametrize("name", MISLEADING)
def test_nothing_is_concluded_from_a_statement_that_misleads(pytester: pytest.Pytester, name: str) -> None:
    text, rule = MISLEADING[name]
    support.mini_suite(pytester.path, support.faithful_replies() | {"farm-original": support.fenced(text)})
    pytester.runpytest("--faithform-run", "run", "-k", "farm-original").assert_outcomes(skipped=1)
    (line,) = (pytester.path / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    findings = [finding for finding in record["lean"]["guard"] if finding["severity"] == "reject"]
    assert [finding["rule"] for finding in findings] == [rule]
    assert record["correctness"]["tc"]["value"] == "undetermined"
    assert findings[0]["message"] in record["correctness"]["tc"]["reason"]
