"""A model as marker, step splitter, paraphraser, perturber, judge and drawer of graphs: what it answers is checked, wrong
answers are asked for again, and a failure is a failure. Semantics against scripted replies, the way against a real model."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import support
from stub_server import Answer, StubServer, completion
from test_real_model import RealServer

from pytest_faithform.cases.files import read_cases, read_problems, write_jsonl
from pytest_faithform.cli import main
from pytest_faithform.model import InvalidStep, NumberEdit, StepDeletion, SymbolEdit
from pytest_faithform.perturb.asking import parse_json
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.llm_marker import repaired

STATEMENT, PROOF = support.STATEMENT, support.PROOF
FREE = (
    "For natural numbers $c$ and $r$ we know $c + r = 35$ and $2c + 4r = 94$. Prove that $c = 23$.",
    "Half of the second equation reads $c + 2r = 47$. Taking the first equation away from it leaves us with $r = 12$. "
    "Thus $c = 23$.",
)
STEPPED = (
    FREE[0],
    "1. \\textbf{Halve.} Half of the second equation reads $c + 2r = 47$.\n2. \\textbf{Subtract.} Less the first, $r = 12$.\n"
    "3. \\textbf{Conclude.} Thus $c = 23$.",
)


@pytest.fixture
def stub() -> Iterator[Callable[[Callable[[str, int], Answer]], StubServer]]:
    running = []

    def start(script: Callable[[str, int], Answer]) -> StubServer:
        running.append(StubServer(script).__enter__())
        return running[-1]

    yield start
    for one in running:
        one.__exit__()


def run(folder: Path, server_url: str, *more: str, task: str = "proof", **changes: object) -> int:
    source = folder / "problems.jsonl"
    write_jsonl(source, [support.problem(task, **changes)])
    return main([
        "perturb", str(source), "-o", str(folder / "cases.jsonl"), "--model", "openai:m-1", "--base-url", server_url,
        "--store", str(folder / "store.sqlite"), *more,
    ])  # fmt: skip


def tagged(statement: str, proof: str) -> str:
    return f"<informal_statement>{statement}</informal_statement>\n<informal_proof>{proof}</informal_proof>"


def paraphrases(prompt: str, number: int) -> Answer:
    return completion(tagged(*(STEPPED if "numbered list" in prompt else FREE)))


def test_two_models_make_four_styles(tmp_path: Path, stub: Any) -> None:
    first, second = stub(paraphrases), stub(paraphrases)
    status = run(
        tmp_path, first.url, "--base-url", second.url, "--model", "openai:Other/Model-2", "--kinds", "paraphrase"
    )
    assert status == 0
    cases = read_cases(tmp_path / "cases.jsonl")
    assert [case.style for case in cases] == [
        "m-1-free-form", "m-1-step-by-step", "other-model-2-free-form", "other-model-2-step-by-step",
    ]  # fmt: skip
    assert all(audit(case) == [] for case in cases)
    assert len(first.requests) == len(second.requests) == 2
    assert first.requests[0]["temperature"] == 0.7


def test_a_paraphrase_that_breaks_a_rule_is_asked_for_again_with_the_reason(tmp_path: Path, stub: Any) -> None:
    def script(prompt: str, number: int) -> Answer:
        if number == 0:
            return completion(tagged(FREE[0].replace("94", "95"), FREE[1]))
        return completion("<think>hm</think>" + tagged(*FREE))

    running = stub(script)
    assert run(tmp_path, running.url, "--kinds", "paraphrase", "--styles", "free-form") == 0
    assert [case.style for case in read_cases(tmp_path / "cases.jsonl")] == ["free-form"]
    told = [request["messages"][0]["content"] for request in running.requests]
    assert "refused because" not in told[0]
    assert "refused because: statement: the numbers differ: lost 94; added 95" in told[1]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (tagged(STATEMENT, PROOF), "the paraphrase is a copy of the original"),
        (tagged(STATEMENT, ""), "no text between <informal_proof>"),
        ("no tags", "no text between <informal_statement>"),
        (tagged(FREE[0], FREE[1] * 3), "length in characters is"),
        (tagged(STATEMENT, PROOF.replace(". ", ".  ")), "the paraphrase is a copy of the original"),
        (tagged(STATEMENT, PROOF.replace(". ", ".\n")), "the paraphrase is a copy of the original"),
        (tagged(f"{STATEMENT}.", f"{PROOF}."), "the paraphrase is a copy of the original"),
        (tagged(FREE[0], f"{FREE[1]} \x0crac"), "the proof has the control character U+000C"),
        (tagged(f"{FREE[0]}\x00", FREE[1]), "the statement has the control character U+0000"),
        (tagged(FREE[0].replace("94", "-94"), FREE[1]), "signs of numbers differ: added -94"),
    ],
)
def test_a_failure_is_a_failure_and_never_a_copy(
    tmp_path: Path, stub: Any, reply: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    running = stub(lambda prompt, number: completion(reply))
    assert run(tmp_path, running.url, "--kinds", "original,paraphrase", "--styles", "free-form") == 0
    assert [case.kind for case in read_cases(tmp_path / "cases.jsonl")] == ["original"]
    assert "no sound paraphrase in 5 attempts" in capsys.readouterr().out
    assert reason in (tmp_path / "cases.dropped.tsv").read_text(encoding="utf-8")
    assert len(running.requests) == 5


def test_a_copy_is_one_whatever_white_space_ends_the_problem(tmp_path: Path, stub: Any) -> None:
    """The reply's tags are stripped, the problem's texts are not."""
    running = stub(lambda prompt, number: completion(tagged(STATEMENT, PROOF)))
    texts = {"informal_statement": f"{STATEMENT}\n", "informal_proof": f"{PROOF} "}
    assert run(tmp_path, running.url, "--kinds", "paraphrase", "--styles", "free-form", **texts) == 0  # type: ignore[arg-type]
    assert read_cases(tmp_path / "cases.jsonl") == []
    assert "is a copy of the original" in (tmp_path / "cases.dropped.tsv").read_text(encoding="utf-8")


def test_what_has_swallowed_a_backslash_is_asked_for_again(tmp_path: Path, stub: Any) -> None:
    def script(prompt: str, number: int) -> Answer:
        return completion(tagged(FREE[0], FREE[1] if number else FREE[1].replace("Half", "\x0cHalf")))

    running = stub(script)
    assert run(tmp_path, running.url, "--kinds", "paraphrase", "--styles", "free-form") == 0
    assert [case.informal_proof for case in read_cases(tmp_path / "cases.jsonl")] == [FREE[1]]
    assert (
        "refused because: the proof has the control character U+000C" in running.requests[1]["messages"][0]["content"]
    )
    assert main(["perturb", str(tmp_path / "cases.jsonl"), "--show", "farm"]) == 0


def test_a_reply_cut_off_at_the_limit_is_none(tmp_path: Path, stub: Any) -> None:
    running = stub(lambda prompt, number: completion(tagged(*FREE), finish_reason="length"))
    assert run(tmp_path, running.url, "--kinds", "paraphrase", "--styles", "free-form") == 0
    assert "cut off at the limit of tokens" in (tmp_path / "cases.dropped.tsv").read_text(encoding="utf-8")


def test_a_dead_endpoint_stops_the_call_and_the_next_goes_on(
    tmp_path: Path, stub: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "problems.jsonl"
    write_jsonl(
        source, [support.problem(id=f"farm-{n}", informal_statement=f"{STATEMENT} Note {n * 'ha'}.") for n in range(6)]
    )
    alive = {"yes": True}

    def script(prompt: str, number: int) -> Answer:
        if not alive["yes"] or number >= 3:
            return 401, {"error": {"message": "no such key"}}
        return completion(tagged(*FREE))

    running = stub(script)
    call = [
        "perturb", str(source), "-o", str(tmp_path / "cases.jsonl"), "--model", "openai:m", "--base-url", running.url,
        "--store", str(tmp_path / "store.sqlite"), "--kinds", "paraphrase", "--styles", "free-form", "--concurrency", "1",
    ]  # fmt: skip
    assert main(call) == 3
    told = capsys.readouterr().err
    assert "answered HTTP 401" in told
    assert "the same call goes on from here" in told
    assert not (tmp_path / "cases.jsonl").exists()
    again = stub(paraphrases)
    call[call.index(running.url)] = again.url
    assert main(call) == 2
    assert "--restart" in capsys.readouterr().err
    running.__exit__()


def marks(prompt: str, number: int) -> Answer:
    if "You mark numbers" in prompt:
        region = PROOF if "Halving" in prompt else STATEMENT
        entries = [
            {"value": "94", "start": 0, "end": 2, "context": "and $2c + 4r = 94$"},
            {"value": "47", "start": region.find("47"), "end": region.find("47") + 2, "context": "c + 2r = 47"},
            {"value": "five", "start": 3, "end": 7, "context": "nothing of it"},
        ]
        return completion(f"Here.\n```json\n{json.dumps(entries)}\n```")
    if "You mark relations" in prompt:
        return completion(
            '[{"value": "+", "family": "operator", "start": 99, "end": 100, "context": "gives $c + 2r = 47$"}]'
        )
    step = "Subtracting the first equation from this one, we obtain $r = 12$."
    reasoning, outcome = step.split(", ", 1)
    parts = {
        "full_text": step,
        "reasoning_text": f"{reasoning},",
        "outcome_text": outcome,
        "deletable": True,
        "is_last": False,
    }
    first = {"full_text": PROOF[:46], "reasoning_text": "", "outcome_text": "", "deletable": False, "is_last": False}
    return completion(json.dumps([first, parts, {**first, "is_last": True}]))


def test_a_model_marks_and_the_rules_decide(tmp_path: Path, stub: Any) -> None:
    running = stub(marks)
    assert run(tmp_path, running.url, "--marker", "llm") == 0
    cases = {(case.kind, case.region): case for case in read_cases(tmp_path / "cases.jsonl")}
    assert all(audit(case) == [] for case in cases.values())
    number = cases["number_edit", "statement"].perturbation
    assert isinstance(number, NumberEdit)
    assert (number.old, STATEMENT[number.span.start : number.span.end]) == ("94", "94")
    symbol = cases["symbol_edit", "proof"].perturbation
    assert isinstance(symbol, SymbolEdit)
    assert PROOF[symbol.span.start - 2 : symbol.span.end + 2] == "c + 2"
    deletion = cases["step_deletion", "proof"].perturbation
    assert isinstance(deletion, StepDeletion)
    assert (deletion.outcome, deletion.is_last) == ("we obtain $r = 12$.", False)
    assert all(request["temperature"] == 0.0 for request in running.requests)


def test_marks_in_a_script_are_refused_like_those_of_the_rules(
    tmp_path: Path, stub: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    reply = '[{"value": "12", "start": 8, "end": 10, "context": ""}]'
    running = stub(lambda prompt, number: completion(reply))
    arguments = ("--marker", "llm", "--kinds", "number_edit")
    assert (
        run(
            tmp_path,
            running.url,
            *arguments,
            task="statement",
            informal_statement="Let $x^{12}$ be.",
            informal_proof="",
        )
        == 0
    )
    assert "a rule refuses every number" in capsys.readouterr().out
    assert (
        run(
            tmp_path,
            running.url,
            *arguments,
            "--compat",
            task="statement",
            informal_statement="Let $x^{12}$ be.",
            informal_proof="",
        )
        == 0
    )
    assert len(read_cases(tmp_path / "cases.jsonl")) == 1


@pytest.mark.parametrize("reply", ["", "none", "[1, 2]", '{"value": 3}', '[{"start": 3}]', "```json\n[{]\n```"])
def test_marks_that_cannot_be_read_are_a_reason_of_their_own(
    tmp_path: Path, stub: Any, reply: str, capsys: pytest.CaptureFixture[str]
) -> None:
    running = stub(lambda prompt, number: completion(reply))
    assert run(tmp_path, running.url, "--marker", "llm", "--kinds", "number_edit") == 0
    assert "the model's marks cannot be read" in capsys.readouterr().out
    assert len(running.requests) == 6


PLACES = f"Let $x = 40$ be for all 7 {'and so on and so forth ' * 5} the sum $y = 40$ finally weighs."


@pytest.mark.parametrize(
    ("value", "start", "context", "expected"),
    [
        ("40", PLACES.index("40"), "", PLACES.index("40")),
        ("7", 99, "", PLACES.index("7")),
        ("40", 0, "sum $y = 40$ finally", PLACES.rindex("40")),
        ("40", 0, "sum   $y\n= 40$ finally", PLACES.rindex("40")),
        ("40", 0, "what finally weighs", PLACES.rindex("40")),
        ("40", 0, "alas", None),
        ("41", 0, "x = 41", None),
        ("", 0, "Let", None),
    ],
)
def test_offsets_are_repaired_or_given_up(value: str, start: int, context: str, expected: int | None) -> None:
    found = repaired(PLACES, value, start, start + len(value), context)
    assert found == (None if expected is None else (expected, expected + len(value)))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('[{"a": "\\frac{1}{2} \\le \\beta"}]', [{"a": "\\frac{1}{2} \\le \\beta"}]),
        ('[{"a": "\\\\frac{1}{2}"}]', [{"a": "\\frac{1}{2}"}]),
        ('so: {"a": "say \\"x\\""} there', {"a": 'say "x"'}),
        ('[{"a": "one\\nTwo \\neq \\nu"}]', [{"a": "one\nTwo \\neq \\nu"}]),
        ("```json\n[]\n```", []),
    ],
)
def test_latex_in_json_is_read_as_it_was_meant(reply: str, expected: Any) -> None:
    assert parse_json(reply) == expected


def changed_step(prompt: str, number: int) -> Answer:
    if "Say whether the changed step is invalid" in prompt:
        return completion('{"reason": "It does not add up.", "invalid": true}')
    return completion("Hence $x = 13$.")


def test_a_model_invalidates_steps_and_another_call_judges_them(
    tmp_path: Path, stub: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    running = stub(changed_step)
    step = {"task": "step", "informal_statement": support.STEP, "context": ("$2x + 3 = 27$.",), "informal_proof": ""}
    assert run(tmp_path, running.url, "--invalid", "llm", "--rate", "judge", **step) == 0  # type: ignore[arg-type]
    cases = read_cases(tmp_path / "cases.jsonl")
    assert [case.kind for case in cases] == ["original", "invalid_step"]
    edit = cases[1].perturbation
    assert isinstance(edit, InvalidStep)
    assert (edit.method, edit.effect, edit.rated_by) == ("llm", "effective", "judge")
    assert "invalidated steps: 1 effective, of 1" in capsys.readouterr().out
    assert "<context>\n$2x + 3 = 27$." in running.requests[0]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("step", "verdict", "shown"),
    [
        (support.STEP, "{}", "the model changed nothing, or gave no step"),
        ("Hence $x = 13$.", '{"invalid": false}', "ineffective: the judge finds the perturbed step valid"),
        ("Hence $x = 13$.", "perhaps", "invalidated steps: 1 unrated, of 1"),
    ],
)
def test_unchanged_ineffective_and_unrated_steps_are_told_apart(
    tmp_path: Path, stub: Any, step: str, verdict: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    running = stub(lambda prompt, number: completion(verdict if "Say whether" in prompt else step))
    fields = {"task": "step", "informal_statement": support.STEP, "context": (), "informal_proof": ""}
    assert run(tmp_path, running.url, "--invalid", "llm", "--rate", "judge", **fields) == 0  # type: ignore[arg-type]
    assert shown in capsys.readouterr().out


def llm_step(folder: Path, stub: Any, step: str, reply: str) -> str | None:
    """The invalidated step that is made of the reply."""
    running = stub(lambda prompt, number: completion(reply))
    fields = {"task": "step", "informal_statement": step, "context": (), "informal_proof": ""}
    assert run(folder, running.url, "--invalid", "llm", **fields) == 0  # type: ignore[arg-type]
    made = [case for case in read_cases(folder / "cases.jsonl") if case.kind == "invalid_step"]
    assert len(running.requests) == (1 if made else 3)
    return made[0].informal_statement if made else None


HENCE = "Hence $x + 1 = 3$."


@pytest.mark.parametrize(
    ("step", "reply"),
    [
        (HENCE, f'"{HENCE}"'),
        (HENCE, f"**{HENCE}**"),
        (HENCE, "Hence $x+1=3$."),
        (HENCE, "Hence, $x + 1 = 3$"),
        (HENCE, "hence \\(x + 1 = 3.\\)"),
        (HENCE, f"Changed step: {HENCE}"),
        (HENCE, f"**Changed step:**\n{HENCE}"),
        (HENCE, f'Sure! Here is the step with one change:\n\n"{HENCE}"'),
        (HENCE, f"Step 4: {HENCE}"),
        ("Step 3: Hence $x = 1$.", "Step 4: Hence $x = 1$."),
        (HENCE, "Sorry, I cannot help."),
        (HENCE, "I'm sorry, I can't make $x + 1 = 3$ false."),
        (HENCE, "The sky is blue."),
        (HENCE, "Hence $y \x0crac12 = x + 1$."),
        (HENCE, "Hence $x + 1 = 4$\x00."),
        ("So there are 5 apples.", "Please give me the argument."),
        ("If $n > 2$ is prime and $m$ is even, then $n$ is odd, and the sum of $n$ and $m$ is odd as well.", "$n$."),
    ],
)
def test_what_changes_nothing_or_is_no_step_is_no_perturbation(
    tmp_path: Path, stub: Any, step: str, reply: str
) -> None:
    assert llm_step(tmp_path, stub, step, reply) is None


@pytest.mark.parametrize(
    ("step", "reply", "expected"),
    [
        (HENCE, "Hence $x + 1 = 4$.", None),
        (HENCE, "Hence $x + 1 \\ne 3$.", None),
        (HENCE, 'Changed step: "Hence $x - 1 = 3$".', "Hence $x - 1 = 3$."),
        (HENCE, "```\nHence $x + 2 = 3$.\n```", "Hence $x + 2 = 3$."),
        ("Step 3: Hence $x = 1$.", "Changed step: Step 3: Hence $x = 2$.", "Step 3: Hence $x = 2$."),
        ("Step 3: Hence $x = 1$.", "Step 3: Hence $x = 2$.", None),
        ('"Prime" means $p > 1$.', '"Prime" means $p < 1$.', None),
        ("The answer is $12$.", "The answer is $13$.", None),
        ("$12$", "$13$", None),
        ("It holds.", "It fails.", None),
        ("True.", "False.", None),
        ("So 5 + 3 = 8 apples.", "So 5 + 3 = 9 apples.", None),
        ("It costs 1.5 francs.", "It costs 15 francs.", None),
        ("Hence $f'(x) = 0$.", "Hence $f(x) = 0$.", None),
        ("If $n > 2$ is a prime number and $m$ is any even number, then $n$ is odd.", "Then $n$ is odd.", None),
    ],
)
def test_a_small_change_is_one(tmp_path: Path, stub: Any, step: str, reply: str, expected: str | None) -> None:
    assert llm_step(tmp_path, stub, step, reply) == (expected or reply)


def chain(path: Path) -> Path:
    row = {
        "id": "gsm8k-7",
        "problem": "What is x?",
        "steps": ["It is $x = 1$.", "So $y = 2$.", "Thus $z = 3$."],
        "label": -1,
    }
    return support.write_rows(path, [row])


def test_a_model_draws_the_graph_of_a_chain(tmp_path: Path, stub: Any) -> None:
    running = stub(lambda prompt, number: completion('{"1": [0], "2": [], "3": [2, 1]}'))
    arguments = ["--model", "openai:m", "--base-url", running.url, "--store", str(tmp_path / "s")]
    output = tmp_path / "p.jsonl"
    assert main(["import", "processbench", str(chain(tmp_path / "c.jsonl")), "-o", str(output), *arguments]) == 0
    assert [one.context for one in read_problems(output)] == [
        ("What is x?",), (), ("It is $x = 1$.", "So $y = 2$."),
    ]  # fmt: skip
    assert {one.flags for one in read_problems(output)} == {("graph-by-model",)}
    assert main(["import", "processbench", str(chain(tmp_path / "c.jsonl")), "-o", str(output), *arguments]) == 0
    assert len(running.requests) == 1


@pytest.mark.parametrize(
    "reply", ['{"1": [1], "2": [], "3": []}', '{"1": [0]}', "no graph", '{"1": [0], "2": 1, "3": []}']
)
def test_a_graph_that_is_none_leaves_the_chain_out(
    tmp_path: Path, stub: Any, reply: str, capsys: pytest.CaptureFixture[str]
) -> None:
    running = stub(lambda prompt, number: completion(reply))
    arguments = ["--model", "openai:m", "--base-url", running.url, "--store", str(tmp_path / "s")]
    assert (
        main(["import", "processbench", str(chain(tmp_path / "c.jsonl")), "-o", str(tmp_path / "p"), *arguments]) == 1
    )
    assert "left out: gsm8k-7" in capsys.readouterr().out
    assert len(running.requests) == 3


def test_a_prompt_of_ones_own(tmp_path: Path, stub: Any, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.jinja"
    mine.write_text("Reword: {{ statement }} / {{ proof }} ({{ manner }})", encoding="utf-8")
    running = stub(lambda prompt, number: completion(tagged(*FREE)))
    arguments = ("--kinds", "paraphrase", "--styles", "free-form")
    assert (
        run(tmp_path, running.url, *arguments, "--prompt", f"paraphrase={mine}", "--sampling", "temperature=0.1") == 0
    )
    assert running.requests[0]["messages"][0]["content"].startswith("Reword: Let $c$")
    assert running.requests[0]["temperature"] == 0.1
    capsys.readouterr()
    for wrong, message in (
        ("rewording=x", "names: numbers, symbols"),
        (f"paraphrase={tmp_path}", "cannot be read"),
        (f"steps={mine}", "uses 'manner'"),
    ):
        assert run(tmp_path, running.url, *arguments, "--prompt", wrong) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kinds", "paraphrase"], "--kinds paraphrase asks a model: add --model openai:NAME"),
        (["--marker", "llm"], "--marker llm asks a model"),
        (["--rate", "judge"], "--rate judge asks a model"),
        (["--rate", "oracle"], "--rate: found 'oracle'; allowed: lean, judge"),
        (["--model", "openai:m"], "nothing here asks a model"),
        (["--model", "m", "--marker", "llm"], "write openai:NAME"),
        (["--model", "openai:m", "--marker", "llm", "--base-url", "nonsense"], "nonsense"),
        (["--rate", "lean", "--lean", "mathlib"], "--lean 'mathlib' names no backend"),
        (["--kinds", "paraphrase", "--model", "openai:m", "--styles", "brief"], "--styles: found 'brief'"),
    ],
)
def test_wrong_options_are_explained(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "p.jsonl"
    write_jsonl(source, [support.problem()])
    assert main(["perturb", str(source), "-o", str(tmp_path / "c"), *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def real_server(tmp_path: Path) -> Iterator[RealServer]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    running = RealServer(port, tmp_path / "server.log")
    yield running
    running.kill()


def test_a_real_model_is_asked_and_its_failures_are_failures(
    real_server: RealServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SmolLM2-135M cannot do any of this; what is tested is the way, and that nothing unsound comes out of it."""
    prompt = tmp_path / "short.jinja"
    prompt.write_text("Reword: {{ statement }}", encoding="utf-8")
    marks = tmp_path / "marks.jinja"
    marks.write_text("Mark: {{ text }}", encoding="utf-8")
    status = run(
        tmp_path, real_server.url, "--kinds", "original,number_edit,paraphrase", "--marker", "llm",
        "--prompt", f"paraphrase={prompt}", "--prompt", f"numbers={marks}", "--sampling", "max_tokens=12,temperature=0",
        "--styles", "free-form", task="statement", informal_statement="Show that $x = 3$.", informal_proof="",
    )  # fmt: skip
    shown = capsys.readouterr().out
    assert status == 0
    assert all(audit(case) == [] for case in read_cases(tmp_path / "cases.jsonl"))
    made = {case.kind for case in read_cases(tmp_path / "cases.jsonl")}
    assert "paraphrase" in made or re.search(r"paraphrase\s+free-form\s+no sound paraphrase in 5 attempts\s+1", shown)
    assert "number_edit" in made or "the model's marks cannot be read" in shown
