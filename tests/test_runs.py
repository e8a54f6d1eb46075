"""The run folder, the store and the prompts from the inside."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import datetime, tzinfo
from pathlib import Path

import pytest
import support
from openai import OpenAIError

import pytest_faithform.session
from pytest_faithform.cases.kept import KeptCase
from pytest_faithform.errors import FaithformFault
from pytest_faithform.model import EditVerdict, Fault, Record
from pytest_faithform.prompts import TASKS, Prompts
from pytest_faithform.runlog import Run, RunMismatch, claim, latest
from pytest_faithform.store import AnswerStore, request_key

MANIFEST = {"system": {"name": "a"}, "lean": {"lean": "4"}, "judges": ["deterministic"], "samples": 1}


def result(label: str = "faithful", sample: int = 0) -> Record:
    verdict = EditVerdict.model_validate({"label": label, "reason": "r", "rule": "place"})
    return Record(case=support.symbol_edit(), sample=sample, outcome="pass", edit=verdict)


def error() -> Record:
    return Record(case=support.symbol_edit(), outcome="error", fault=Fault(where="lean", message="dead"))


def test_the_last_result_wins_and_an_error_never_replaces_one() -> None:
    first, second, dead = result("unclear"), result("faithful"), error()
    assert latest([first, second]) == [second]
    assert latest([first, dead]) == [first]
    assert latest([dead, first]) == [first]
    assert latest([dead, dead]) == [dead]
    assert latest([first, result(sample=1)]) == [first, result(sample=1)]


def test_two_sessions_do_not_write_one_run(tmp_path: Path) -> None:
    first, second = Run(tmp_path / "run"), Run(tmp_path / "run")
    first.open(MANIFEST)
    with pytest.raises(RunMismatch, match="another session is writing into the run"):
        second.open(MANIFEST)
    first.close()
    second.open(MANIFEST)
    second.close()
    assert not (tmp_path / "run" / ".lock").exists()


@pytest.mark.parametrize("field", ["instrument", "system", "lean", "judges", "samples"])
def test_a_run_is_continued_only_with_what_it_was_measured_with(tmp_path: Path, field: str) -> None:
    run = Run(tmp_path / "run")
    run.open(MANIFEST)
    run.check(json.loads(json.dumps(MANIFEST)))
    with pytest.raises(RunMismatch, match=f"{field} = "):
        run.check(MANIFEST | {field: "other"})


def test_a_record_survives_the_round_trip(tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    run.open(MANIFEST)
    for record in (error(), result()):
        run.append(record.model_dump_json())
    assert run.records() == [result()]


def test_records_of_unknown_settings_are_not_continued(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.append(result().model_dump_json())
    with pytest.raises(RunMismatch, match=r"holds records, but no manifest\.json"):
        run.check(MANIFEST)


@pytest.mark.parametrize("text", ["[]", '{"format": "faithform.run/2"}'])
def test_a_manifest_of_another_kind_is_not_continued(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(RunMismatch, match="no manifest of a run that this release can continue"):
        Run(tmp_path).check(MANIFEST)


def test_a_check_leaves_alone_what_another_process_is_writing(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.open(MANIFEST)
    run.append(result().model_dump_json())
    whole = run.records_path.read_bytes()
    for cut in (whole[:100], whole[:-1]):
        run.records_path.write_bytes(whole + cut)
        run.check(MANIFEST, [KeptCase(support.symbol_edit())])
        assert run.records_path.read_bytes() == whole + cut
    assert not (tmp_path / "records.cut.jsonl").exists()


def test_folders_of_the_same_second_are_told_apart(tmp_path: Path) -> None:
    names = [claim(tmp_path / "reports" / "20260101-000000-control.v2").name for _ in range(3)]
    assert names == ["20260101-000000-control.v2", "20260101-000000-control.v2-2", "20260101-000000-control.v2-3"]


@pytest.mark.parametrize(
    ("spec", "name", "workers"),
    [
        ("recorded:some/where/my recording.v2.jsonl", "recorded-my-recording.v2", ()),
        ("recorded:some/where/my recording.v2.jsonl", "recorded-my-recording.v2", ("-n", "1")),
        ("control:faithful", "control-faithful", ()),
        ("openai:deepseek-ai/DeepSeek-Prover-V2-671B-and-more", "openai-deepseek-ai-DeepSeek-Prover-V2-67", ()),
    ],
)
def test_a_run_is_named_after_its_system(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, spec: str, name: str, workers: tuple[str, ...]
) -> None:
    support.mini_suite(pytester.path)
    pytester.mkdir("some").joinpath("where").mkdir()
    support.write_replies(pytester.path / "some" / "where" / "my recording.v2.jsonl", support.faithful_replies())
    options = ("--faithform-model", spec, "--faithform-base-url", "http://127.0.0.1:9/v1", "-k", "number_edit-proof")
    monkeypatch.setattr("openai.AsyncOpenAI.__init__", _unreachable)
    pytester.runpytest(*options, *workers)
    (folder,) = (pytester.path / "reports").iterdir()
    assert re.fullmatch(rf"\d{{8}}-\d{{6}}-{re.escape(name)}", folder.name)


def _unreachable(*_: object, **__: object) -> None:
    raise OpenAIError("not in this test")


def test_two_runs_of_one_second_each_have_a_folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime(2026, 1, 1, tzinfo=tz)

    monkeypatch.setattr(pytest_faithform.session, "datetime", Stopped)
    support.mini_suite(pytester.path)
    for name in ("statement", "proof"):
        pytester.runpytest("-k", f"number_edit-{name}").assert_outcomes(passed=1)
    folders = sorted(folder.name for folder in (pytester.path / "reports").iterdir())
    assert folders == ["20260101-000000-recorded-replies", "20260101-000000-recorded-replies-2"]
    for folder, name in zip(folders, ("statement", "proof"), strict=True):
        (row,) = (pytester.path / "reports" / folder / "records.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(row)["case"]["id"] == f"farm-number_edit-{name}"


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.append(result().model_dump_json())
    run.append(result().model_dump_json().replace('"pass"', '"great"'))
    with pytest.raises(ValueError, match=r"records\.jsonl.*2.*outcome"):
        run.records()


def test_the_key_depends_on_everything_in_the_request() -> None:
    request = {"model": "m", "messages": [{"role": "user", "content": "é\ud800"}], "sampling": {"t": 0.6}, "sample": 0}
    changes = [{"model": "n"}, {"sample": 1}, {"sampling": {"t": 0.7}}, {"messages": []}]
    keys = {request_key(request | change) for change in [{}, *changes]}
    assert len(keys) == 1 + len(changes)
    assert request_key(dict(reversed(request.items()))) == request_key(request)


def test_answers_are_kept_and_fresh_hides_older_ones(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path / "deep" / "store.sqlite")
    assert store.get({"q": 1}) is None
    at = store.put({"q": 1}, {"reply": "ℝ \ud800"})
    held = store.get({"q": 1})
    assert held is not None
    assert (held.answer["reply"], held.stored_at) == ("ℝ \ud800", at)
    later = AnswerStore(tmp_path / "deep" / "store.sqlite", session_start="9999", fresh=True)
    assert later.get({"q": 1}) is None
    store.close()
    assert sqlite3.connect(tmp_path / "deep" / "store.sqlite").execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_store_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FaithformFault, match="answer store"):
        AnswerStore(tmp_path / "file" / "store.sqlite").get({"q": 1})


def test_each_prompt_carries_its_points() -> None:
    prompts = Prompts(lean="Lean 4.99")
    proof = prompts.render(support.number_edit("proof"))
    assert support.STATEMENT in proof
    assert "c + 2r = 49" in proof
    for part in ("Lean 4.99", "<informal_statement>", "<informal_proof>", "<formal_proof>", "```lean4"):
        assert part in proof
    valid, invalid = (prompts.render(case) for case in support.steps())
    assert "Hence $x = 12$." in valid
    assert "Hence $x = 13$." in invalid
    assert all("<context>" in text and "1. $2x + 3 = 27$." in text for text in (valid, invalid))
    assert set(prompts.sha256) == set(TASKS)


def test_latex_is_given_to_the_model_as_it_stands() -> None:
    nasty = r"Let $\frac{a}{b} < {{ x }} \& {% raw %} \left( 1{,}000 \right)$."
    of = support.problem(informal_statement=nasty)
    case = support.original().model_copy(update={"problem": of, "informal_statement": nasty})
    assert nasty in Prompts().render(case)


def test_a_users_prompt_replaces_ours_and_its_mistakes_are_named(tmp_path: Path) -> None:
    mine = tmp_path / "mine.jinja"
    mine.write_text("Formalize: {{ informal_statement }}")
    assert Prompts({"proof": mine}).render(support.original()) == f"Formalize: {support.STATEMENT}"
    mine.write_text("{{ informal_statment }}")
    with pytest.raises(ValueError, match="informal_statment"):
        Prompts({"proof": mine})
    mine.write_text("line\n{% if %}")
    with pytest.raises(ValueError, match="line 2"):
        Prompts({"proof": mine})
