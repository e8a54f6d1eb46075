"""`--faithform-judge openai:NAME` from the outside: verdicts, records, agreement, store, options."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion

OPTIONS = ("--faithform-lean", "obliging", "--faithform-run", "run")
PROBE = "name of a colour"


def block(prompt: str, label: str) -> str:
    """What stands in the marks behind a label of a prompt."""
    found = re.search(rf"{re.escape(label)}\s*<text-(\w+)>\n?(.*?)\n?</text-\1>", prompt, re.DOTALL)
    assert found is not None, (label, prompt)
    return found[2]


def local(prompt: str, judgment: str, quote: str, value: str) -> Answer:
    answer = {
        "found_in_fl": judgment != "other",
        "value_in_fl": value,
        "context_in_fl": quote,
        "judgment": judgment,
        "reason": "it stands there",
    }
    return completion(json.dumps(answer))


def honest(prompt: str, number: int) -> Answer:
    """A judge that reads what it is shown, for the cases of `support.suite()`."""
    if PROBE in prompt:
        return completion("Blue")
    if "Kind of edit" in prompt:
        lean, new = block(prompt, "comments removed:"), block(prompt, "after the edit:")
        old = block(prompt, "before the edit:")
        for judgment, value in (("faithful", new), ("reverted", old)):
            form = re.escape(value)
            place = re.search(rf"2 \* r = {form}|4 \* r = {form}|c {form} 2 \* r", lean)
            if place:
                return local(prompt, judgment, place[0], value)
        return local(prompt, "other", "", "")
    if "deleted justification" in prompt:
        lean = block(prompt, "(comments are not code):")
        place = re.search(r"r = 12 := by (sorry|omega)", lean)
        handling = "absent" if not place else "unproved" if place[1] == "sorry" else "derived"
        judgment = {"absent": "other", "unproved": "faithful", "derived": "reverted"}[handling]
        answer = {
            "claim_location": "a have",
            "handling": handling,
            "evidence_in_fl": place[0] if place else "",
            "judgment": judgment,
            "reason": "so it is",
        }
        return completion(json.dumps(answer))
    if "stmt_score" in prompt:
        return completion("The same.\n<stmt_score>1</stmt_score>")
    if "proof_score" in prompt:
        return completion("Step by step.\n<proof_score>1</proof_score>")
    if '"grade"' in prompt:
        return completion(json.dumps({"thought": "all there", "faithful": True, "grade": 9}))
    raise AssertionError(prompt)


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN, encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    return pytester.path


def run(pytester: pytest.Pytester, url: str, *more: str, judge: str = "openai:stub") -> pytest.RunResult:
    return pytester.runpytest("--faithform-judge", f"{judge},base_url={url}", *OPTIONS, *more)


def records(folder: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "run" / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["case"]["id"]: row for row in rows}


def summary(folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    rows = json.loads((folder / "run" / "summary.json").read_text(encoding="utf-8"))
    return {(row["slice"], row["metric"]): row for row in rows}


def test_a_judge_decides_edits_and_the_deterministic_one_runs_beside_it(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(honest) as server:
        result = run(pytester, server.url, "-k", "test_edit")
        result.assert_outcomes(passed=4)
        asked = len(server.requests)
        assert asked == 4 + 3
        again = run(pytester, server.url, "-k", "test_edit")
        again.assert_outcomes(passed=4)
        assert len(server.requests) == asked
    found = records(suite)
    assert len(found) == 4
    for row in found.values():
        assert row["edit"]["judge"] == "openai:stub"
        assert row["edit"]["label"] == "faithful"
        assert all(row["edit"]["checks"].values())
        assert row["edit"]["judgement"]["replies"][0]["reply"]
        assert [opinion["judge"] for opinion in row["opinions"]] == ["deterministic"]
        (quote,) = row["edit"]["evidence"]
        lines = row["formalization"]["lean"].splitlines()
        assert lines[quote["line"] - 1][quote["column"] :].startswith(quote["quote"].splitlines()[0])
    rows = summary(suite)
    assert rows["number_edit", "agreement.openai:stub"]["value"] == 1.0
    assert rows["number_edit", "evidence.openai:stub"]["value"] == 1.0
    assert rows["step_deletion", "contradiction.openai:stub"]["value"] == 0.0
    result.stdout.fnmatch_lines(["judge, beside the deterministic one*agreement*", "openai:stub*number_edit*1.00*"])


def test_without_a_judge_nothing_of_it_is_in_the_run(pytester: pytest.Pytester, suite: Path) -> None:
    pytester.runpytest(*OPTIONS, "-k", "test_edit").assert_outcomes(passed=4)
    assert all(row["opinions"] == [] and row["edit"]["judge"] == "deterministic" for row in records(suite).values())
    assert not [metric for _, metric in summary(suite) if metric.startswith("agreement")]


def test_originals_and_paraphrases_become_fully_correct(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(honest) as server:
        run(pytester, server.url, "-k", "test_correct").assert_outcomes(passed=2)
        shown = {request["messages"][0]["content"] for request in server.requests}
    for row in records(suite).values():
        parts = row["correctness"]
        assert {name: parts[name]["value"] for name in ("tc", "stmt_sc", "proof_sc")} == {
            "tc": "yes",
            "stmt_sc": "yes",
            "proof_sc": "yes",
        }
        assert parts["proof_sc"]["judge"] == "openai:stub"
        assert parts["proof_sc"]["judgements"][0]["said"] == "1"
    assert summary(suite)["original", "FullyCorrect"]["value"] == 1.0
    (statement,) = {block(p, "comments removed:") for p in shown if "stmt_score" in p}
    (proof,) = {block(p, "comments removed:") for p in shown if "proof_score" in p}
    assert "omega" not in statement
    assert "theorem farm" not in proof


@pytest.mark.parametrize(
    ("judge", "answers", "value", "reason"),
    [
        ("openai:stub", {"grade": 9}, "yes", "grade 9 of 10"),
        ("openai:stub", {"grade": 8, "faithful": True}, "no", "below 9"),
        ("openai:stub,threshold=8", {"grade": "8/10"}, "yes", "at least 8"),
        ("openai:stub,statement=leanscorer", {}, "yes", "LeanScorer 0.75"),
    ],
)
def test_statements_are_accepted_by_grade_or_score(
    pytester: pytest.Pytester, suite: Path, judge: str, answers: dict[str, Any], value: str, reason: str
) -> None:
    write_statement(suite)

    def script(prompt: str, number: int) -> Answer:
        if PROBE in prompt:
            return completion("Blue")
        if '"comparisons"' in prompt:
            tags = ["A", "B", "A", "A"]
            entries = [{"item": n, "tag": tag, "reason": ""} for n, tag in enumerate(tags, 1)]
            return completion(json.dumps({"comparisons": entries}))
        if '"conditions"' in prompt:
            return completion(
                json.dumps({"conditions": ["c, r natural", "c + r = 35", "2c + 4r = 94"], "conclusions": ["c = 23"]})
            )
        return completion(json.dumps({"thought": "hm"} | answers))

    with StubServer(script) as server:
        run(pytester, server.url, judge=judge)
    (row,) = records(suite).values()
    part = row["correctness"]["stmt_sc"]
    assert part["value"] == value
    assert reason in part["reason"]
    assert row["outcome"] == ("pass" if value == "yes" else "fail")
    assert row["correctness"]["proof_sc"]["value"] == "not_measured"
    if "leanscorer" not in judge:
        assert [(grade["judge"], grade["repeat"]) for grade in row["grades"]] == [("openai:stub", 0)]


def test_every_judge_must_accept(pytester: pytest.Pytester, suite: Path) -> None:
    write_statement(suite)

    def grading(grade: int) -> Callable[[str, int], Answer]:
        reply = completion(json.dumps({"thought": "", "faithful": True, "grade": grade}))
        return lambda prompt, number: completion("Blue") if PROBE in prompt else reply

    with StubServer(grading(10)) as one, StubServer(grading(8)) as other:
        judges = (
            f"--faithform-judge=openai:one,base_url={one.url}",
            f"--faithform-judge=openai:other,base_url={other.url}",
        )
        pytester.runpytest(*judges, *OPTIONS).assert_outcomes(failed=1)
    (row,) = records(suite).values()
    assert {grade["judge"]: grade["value"] for grade in row["grades"]} == {"openai:one": 10, "openai:other": 8}
    assert row["correctness"]["stmt_sc"]["reason"].startswith("openai:other: no, grade 8")
    assert row["correctness"]["stmt_sc"]["judge"] == "openai:one + openai:other"


def test_judges_that_differ_on_an_edit_leave_it_unclear(pytester: pytest.Pytester, suite: Path) -> None:
    def contrary(prompt: str, number: int) -> Answer:
        return completion("Blue") if PROBE in prompt else local(prompt, "other", "", "")

    with StubServer(honest) as one, StubServer(contrary) as other:
        judges = (
            f"--faithform-judge=openai:one,base_url={one.url}",
            f"--faithform-judge=openai:other,base_url={other.url}",
        )
        pytester.runpytest(*judges, *OPTIONS, "-k", "number_edit-statement").assert_outcomes(skipped=1)
    (row,) = records(suite).values()
    assert (row["edit"]["label"], row["edit"]["rule"]) == ("unclear", "judges-differ")
    assert [(one["judge"], one["label"]) for one in row["opinions"]] == [
        ("openai:one", "faithful"),
        ("openai:other", "unclear"),
        ("deterministic", "faithful"),
    ]
    rows = summary(suite)
    assert rows["number_edit", "agreement.openai:one"]["value"] == 1.0
    assert rows["number_edit", "agreement.openai:other"]["value"] == 0.0


def test_what_does_not_compile_gets_three_at_most(pytester: pytest.Pytester, suite: Path) -> None:
    write_statement(suite)
    strict = 'return LeanReply(outcome="error", messages=(LeanMessage(severity="error", text="no"),))'
    (suite / "conftest.py").write_text(support.lean_plugin("obliging", strict), encoding="utf-8")
    with StubServer(lambda prompt, n: completion(json.dumps({"thought": "", "faithful": True, "grade": 10}))) as server:
        run(pytester, server.url, judge="openai:stub,structured=none,repeats=3").assert_outcomes(failed=1)
        assert len(server.requests) == 3
    (row,) = records(suite).values()
    assert [(grade["value"], grade["repeat"]) for grade in row["grades"]] == [(3, 0), (3, 1), (3, 2)]
    assert "capped" in row["correctness"]["stmt_sc"]["reason"]


@pytest.mark.parametrize(
    "reply",
    ["", "No Lean today.", support.fenced("-- only a comment\n"), support.fenced("def f := 1\n")],
    ids=["empty", "prose", "comment", "definition"],
)
def test_without_a_theorem_no_judge_is_asked(pytester: pytest.Pytester, suite: Path, reply: str) -> None:
    support.write_replies(suite / "replies.jsonl", {case.id: reply for case in support.suite()})
    with StubServer(honest) as server:
        run(pytester, server.url, "-k", "test_edit or test_correct")
        assert server.requests == []
    for row in records(suite).values():
        if row["edit"]:
            assert (row["edit"]["label"], row["edit"]["rule"]) == ("unclear", "no-target-region")
            assert row["edit"]["judgement"]["trouble"].startswith("not asked")
        else:
            assert {row["correctness"][part]["value"] for part in ("stmt_sc", "proof_sc")} == {"no"}


@pytest.mark.parametrize("body", ["sorry", "by sorry", "by\n  admit", "by -- later\n  /- todo -/ sorry"])
def test_a_placeholder_for_a_proof_needs_no_judge(pytester: pytest.Pytester, suite: Path, body: str) -> None:
    lean = support.fenced(f"theorem farm (c r : Nat) (h : c + r = 35) : c = 23 := {body}\n")
    support.write_replies(suite / "replies.jsonl", {case.id: lean for case in support.suite()})
    with StubServer(honest) as server:
        run(pytester, server.url, "-k", "step_deletion or farm-original")
        assert len(server.requests) == 1
        assert "stmt_score" in server.requests[0]["messages"][0]["content"]
    found = records(suite)
    assert found["farm-original"]["correctness"]["proof_sc"]["value"] == "no"
    step = found["farm-step_deletion"]["edit"]
    assert (step["label"], step["rule"], step["empty_proof_body"]) == ("faithful", "empty-proof-body", True)


def write_statement(folder: Path) -> None:
    """The suite of one statement, with its reference for an answer."""
    of = support.problem("statement", id="farm-statement")
    case = support.case(support.Original(), "farm-statement-original", proof="", of=of)
    support.write_cases(folder / "cases.jsonl", [case])
    support.write_replies(folder / "replies.jsonl", {case.id: support.fenced(support.LEAN)})
    (folder / "test_mini.py").write_text(
        "import pytest\nfrom pytest_faithform.verdicts import assert_correct\n\n"
        '@pytest.mark.faithform_cases("cases.jsonl")\n'
        "def test_statement(case, correctness):\n    assert_correct(case, correctness)\n",
        encoding="utf-8",
    )


def test_the_judge_of_the_docs(pytester: pytest.Pytester, suite: Path) -> None:
    docs = (Path(__file__).parents[1] / "docs" / "judges.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", docs, re.DOTALL)
    (suite / "conftest.py").write_text(support.OBLIGING_LEAN + "\n\n" + code, encoding="utf-8")
    replies = support.faithful_replies() | {
        "farm-paraphrase-free-form": support.fenced(support.LEAN.replace("94", "97"))
    }
    support.write_replies(suite / "replies.jsonl", replies)
    result = pytester.runpytest("--faithform-judge", "numbers", *OPTIONS, "-k", "test_correct or number_edit")
    result.assert_outcomes(passed=3, failed=1)
    found = records(suite)
    assert found["farm-original"]["correctness"]["stmt_sc"]["judge"] == "numbers"
    assert found["farm-paraphrase-free-form"]["correctness"]["stmt_sc"]["reason"] == "without 94"
    assert found["farm-number_edit-proof"]["edit"]["judge"] == "deterministic"


def test_a_prompt_of_ones_own_is_used_and_in_the_manifest(pytester: pytest.Pytester, suite: Path) -> None:
    (suite / "mine.jinja").write_text("My words. {{ lean }} {{ informal_statement }} stmt_score")
    with StubServer(honest) as server:
        for folder, more in (("one", ()), ("two", ("--faithform-prompt", "judge_stmt_sc=mine.jinja"))):
            options = ("--faithform-lean", "obliging", "--faithform-run", folder, "-k", "farm-original")
            judge = f"openai:stub,base_url={server.url}"
            pytester.runpytest("--faithform-judge", judge, *options, *more).assert_outcomes(passed=1)
        asked = [request["messages"][0]["content"] for request in server.requests]
    assert len(asked) == 3
    assert asked[2].startswith("My words. <text-")
    manifests = [json.loads((suite / folder / "manifest.json").read_text())["judges"] for folder in ("one", "two")]
    assert [judges[0] for judges in manifests] == ["deterministic", "deterministic"]
    first, second = (judges[1]["prompts"]["judge_stmt_sc"] for judges in manifests)
    assert first != second


def test_secrets_of_a_judge_reach_no_file(
    pytester: pytest.Pytester, suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", "sk-of-the-judge")
    keys: list[str] = []

    class Listening(StubServer):
        def answer(self, path: str, headers: Any, body: dict[str, Any]) -> tuple[int, Any]:
            keys.append(headers["authorization"])
            return super().answer(path, headers, body)

    with Listening(honest) as server:
        url = server.url.replace("http://", "http://user:hunter2@") + "?key=hunter3"
        judge = f"openai:stub,base_url={url},key_env=JUDGE_KEY"
        result = pytester.runpytest("--faithform-judge", judge, *OPTIONS, "-k", "test_edit", "--junitxml", "junit.xml")
    assert any("sk-of-the-judge" in key for key in keys) or any(key.startswith("Basic") for key in keys)
    files = [path for path in suite.rglob("*") if path.is_file()]
    assert suite / "run" / "manifest.json" in files
    for secret in ("sk-of-the-judge", "sk-very-secret", "hunter2", "hunter3"):
        assert [path.name for path in files if secret.encode() in path.read_bytes()] == []
        assert secret not in result.stdout.str()


@pytest.mark.parametrize(
    ("judges", "said"),
    [
        (["openai:a", "openai:a"], "the name 'openai:a' is taken"),
        (["openai:a,name=deterministic"], "the name 'deterministic' is taken"),
        (["openai:a,role=review", "openai:b,role=review", "openai:c,role=review"], "at most two models"),
        (["openai:a,base_url=http://u:hunter2@nowhere:99999999/v1"], "write a whole address"),
        (["nobody"], "'nobody' names no judge"),
    ],
)
def test_a_wrong_judge_ends_the_session(pytester: pytest.Pytester, suite: Path, judges: list[str], said: str) -> None:
    result = pytester.runpytest(*(f"--faithform-judge={judge}" for judge in judges), *OPTIONS, "-k", "number_edit")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str()
    assert "hunter2" not in result.stderr.str()


def test_a_judge_that_is_down_is_an_error_of_its_items_alone(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(lambda prompt, number: (401, {"error": {"message": "no such key"}})) as server:
        result = run(pytester, server.url, "-k", "test_edit or test_step")
    assert result.parseoutcomes()["errors"] == 4
    found = records(suite)
    assert {row["fault"]["where"] for row in found.values() if row["fault"]} == {"judge"}
    assert all(row["edit"] is None for row in found.values() if row["fault"])


def test_workers_share_what_was_answered(pytester: pytest.Pytester, suite: Path) -> None:
    with StubServer(honest) as server:
        run(pytester, server.url, "-k", "test_edit", "-n", "2").assert_outcomes(passed=4)
        questions = [one["messages"][0]["content"] for one in server.requests]
        asked = [question for question in questions if PROBE not in question]
        assert len(asked) == len(set(asked)) == 4
        run(pytester, server.url, "-k", "test_edit", "-n", "2").assert_outcomes(passed=4)
        assert len(server.requests) == len(questions)
    assert all(row["edit"]["judge"] == "openai:stub" for row in records(suite).values())
