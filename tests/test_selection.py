"""What a pytest user expects of a suite: -k, -m, --lf, node ids, --collect-only, and ids that are the same everywhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import support

pytestmark = pytest.mark.usefixtures("kept_lean")


KINDS = {
    "number_edit": 2,
    "symbol_edit": 1,
    "step_deletion": 1,
    "paraphrase": 1,
    "invalid_step": 1,
}


def collected(result: pytest.RunResult) -> list[str]:
    return [line.partition("::")[2] for line in result.outlines if "::" in line and not line.startswith("FAILED")]


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    support.mini_suite(pytester.path)
    return pytester.path


@pytest.mark.usefixtures("suite")
class TestSelection:
    def test_each_case_is_one_item_with_an_ascii_id(self, pytester: pytest.Pytester) -> None:
        names = collected(pytester.runpytest("--collect-only", "-q"))
        ids = [re.fullmatch(r"test_\w+\[(.+)\]", name)[1] for name in names]  # type: ignore[index]
        assert sorted(ids) == sorted(case.id for case in support.suite())
        assert all(re.fullmatch(r"[a-z0-9._-]+", one) for one in ids)

    @pytest.mark.parametrize(("kind", "count"), KINDS.items())
    def test_k_selects_a_kind(self, pytester: pytest.Pytester, kind: str, count: int) -> None:
        names = collected(pytester.runpytest("--collect-only", "-q", "-k", kind))
        assert len(names) == count
        assert all(kind in name for name in names)

    @pytest.mark.parametrize(
        ("expression", "ids"),
        [
            ("faithform(kind='number_edit', region='proof')", ["farm-number_edit-proof"]),
            ("faithform(kind='number_edit')", ["farm-number_edit-statement", "farm-number_edit-proof"]),
            ("faithform(style='free-form')", ["farm-paraphrase-free-form"]),
            ("faithform(dataset='mini', kind='invalid_step')", ["farm-s1-invalid_step"]),
            ("faithform(dataset='other')", []),
            ("faithform(kind='number_edits')", []),
        ],
    )
    def test_m_selects_exactly(self, pytester: pytest.Pytester, expression: str, ids: list[str]) -> None:
        names = collected(pytester.runpytest("--collect-only", "-q", "-m", expression))
        assert [name.partition("[")[2][:-1] for name in names] == ids

    def test_collect_only_asks_nothing_and_writes_nothing(self, pytester: pytest.Pytester) -> None:
        result = pytester.runpytest("--collect-only", "-q", "--faithform-model", "openai:none")
        assert result.ret == 0
        assert not (pytester.path / "reports").exists()
        assert not (pytester.path / ".faithform").exists()

    def test_a_node_id_runs_one_item(self, pytester: pytest.Pytester) -> None:
        result = pytester.runpytest("test_mini.py::test_edit[farm-number_edit-proof]", "--faithform-run", "run")
        result.assert_outcomes(passed=1)
        assert len((pytester.path / "run" / "records.jsonl").read_text().splitlines()) == 1

    def test_samples_are_items_of_their_own(self, pytester: pytest.Pytester) -> None:
        names = collected(pytester.runpytest("--collect-only", "-q", "-k", "step_deletion", "--faithform-samples", "3"))
        assert [name.partition("[")[2] for name in names] == [f"farm-step_deletion-s{k}]" for k in range(3)]


@pytest.mark.parametrize("verdict", ["assert", "measure"])
@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_lf_finds_what_was_unfaithful(pytester: pytest.Pytester, verdict: str, workers: tuple[str, ...]) -> None:
    replies = support.faithful_replies() | {"farm-number_edit-proof": support.fenced(support.LEAN)}
    support.mini_suite(pytester.path, replies)
    pytester.runpytest("--faithform-verdict", verdict, *workers)
    names = collected(pytester.runpytest("--collect-only", "-q", "--lf"))
    assert names == ["test_edit[farm-number_edit-proof]"]


def test_a_test_without_matching_cases_is_no_item(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    support.write_cases(pytester.path / "cases.jsonl", [support.step_deletion()])
    result = pytester.runpytest("--collect-only", "-q")
    assert collected(result) == ["test_edit[farm-step_deletion]"]


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        (
            '"cases.jsonl", kind="number_edits"',
            "kind=…): no 'number_edits'; there are: original, number_edit, symbol_edit,",
        ),
        ('"cases.jsonl", kind=["number_edit", "x"]', "no 'x'; there are: original"),
        ('"cases.jsonl", region="poof"', "region=…): no 'poof'; there are: statement, proof"),
        ('"cases.jsonl", task="steps"', "task=…): no 'steps'; there are: proof, statement, step"),
        ('"cases.jsonl", style="free_form"', "style=…): no case has 'free_form'; there are: free-form (in "),
        ('"cases.jsonl", style=["free-form", "terse"]', "no case has 'terse'; there are: free-form (in "),
        ('"cases.jsonl", dataset="maxi"', "dataset=…): no case has 'maxi'; there are: mini (in "),
        ('"cases.jsonl", domain="farming"', "domain=…): no case has 'farming'; there are: linear-systems (in "),
        ('"cases.jsonl", colour="red"', "knows no filter 'colour'; there are: kind, region, task, style, family"),
        ('"cases.jsonl", kind=None', "a list of texts that is not empty, not None"),
        ('"cases.jsonl", kind=[]', "a list of texts that is not empty, not []"),
        ('"cases.jsonl", kind=[1]', "takes texts, not 1"),
        ('["cases.jsonl"]', "takes paths one by one, as texts; found ['cases.jsonl']"),
        ('"nowhere.jsonl"', "nowhere.jsonl"),
        ('"empty.jsonl"', "empty.jsonl: no case is in there"),
    ],
)
def test_a_wrong_marker_says_what_is_wrong(pytester: pytest.Pytester, marker: str, message: str) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "empty.jsonl").write_text("")
    assert message in refusal(pytester, marker)


def test_cases_that_clash_over_files_are_named_with_file_and_line(pytester: pytest.Pytester) -> None:
    support.write_cases(pytester.path / "a.jsonl", support.suite())
    support.write_cases(pytester.path / "b.jsonl", [support.paraphrase(), support.steps()[1]])
    text = refusal(pytester, '"a.jsonl", "b.jsonl"').replace(f"{pytester.path}{os.sep}", "")
    assert "b.jsonl, line 1, field 'id': 'farm-paraphrase-free-form' stands twice, also in a.jsonl, line 6;" in text
    assert "b.jsonl, line 2, field 'id': 'farm-s1-invalid_step' stands twice, also in a.jsonl, line 8;" in text


def test_a_step_without_its_pair_is_named_with_file_and_line(pytester: pytest.Pytester) -> None:
    support.write_cases(pytester.path / "a.jsonl", [support.original()])
    support.write_cases(pytester.path / "b.jsonl", [support.paraphrase(), support.steps()[1]])
    text = refusal(pytester, '"a.jsonl", "b.jsonl"').replace(f"{pytester.path}{os.sep}", "")
    assert "b.jsonl, line 2, field 'perturbation.pairs_with': there is no case 'farm-s1-original'" in text


def test_a_file_named_twice_is_read_once(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.mkdir("sub")
    support.write_cases(pytester.path / "sub" / "cases.jsonl", support.suite())
    pytester.makepyfile(test_it=marked('"sub", "sub/cases.jsonl", "sub/../sub/cases.jsonl", kind="paraphrase"'))
    assert collected(pytester.runpytest("--collect-only", "-q", "test_it.py")) == ["test_it[farm-paraphrase-free-form]"]


def marked(marker: str) -> str:
    return f"import pytest\n\n@pytest.mark.faithform_cases({marker})\ndef test_it(case):\n    assert case.id\n"


def refusal(pytester: pytest.Pytester, marker: str) -> str:
    """What pytest says of a test that is marked so: an error of collection, no traceback."""
    pytester.makepyfile(test_it=marked(marker))
    result = pytester.runpytest("-q", "test_it.py")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert "Traceback" not in result.stdout.str()
    return result.stdout.str()


def test_a_marked_test_without_our_fixtures_is_told_which_there_are(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.faithform_cases("cases.jsonl")
        def test_it():
            pass
        """
    )
    result = pytester.runpytest("-q", "test_a_marked_test_without_our_fixtures_is_told_which_there_are.py")
    assert "edit_verdict" in result.stdout.str()
    assert result.ret == pytest.ExitCode.INTERRUPTED
