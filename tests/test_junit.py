"""The JUnit report survives what models emit, in one process and under xdist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import support
from junitparser.xunit2 import JUnitXml

pytestmark = pytest.mark.usefixtures("kept_lean")

NASTY = "ℝ ∀ ε > 0, ⟨x, hx⟩ \x1b[31mred\x1b[0m \x00 \ud800 \ufffe \u2028 <![CDATA[ ]]> & \x0b"


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_hostile_replies_end_in_a_readable_report(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    replies = support.faithful_replies()
    replies["farm-original"] = f"{NASTY}\n```lean4\ntheorem t : {NASTY} := by sorry\n```"
    replies["farm-number_edit-proof"] = support.fenced(support.LEAN.replace("= 47", "= 49") + f"-- {NASTY}\n")
    replies["farm-s1-original"] = NASTY
    support.mini_suite(pytester.path, replies)
    (pytester.path / "test_print.py").write_text(
        f"""
import pytest


@pytest.mark.faithform_cases("cases.jsonl", kind="symbol_edit")
def test_prints(case, edit_verdict):
    print({NASTY!r}.encode("utf-8", "replace").decode())
    assert edit_verdict.label == "reverted", {NASTY!r}
"""
    )
    once = ("--deselect", "test_mini.py::test_edit[farm-symbol_edit-proof]")
    result = pytester.runpytest("--faithform-run", "run", "--junitxml", "junit.xml", *workers, *once)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=5, failed=2, skipped=1)
    cases = [case for suite in JUnitXml.fromfile(str(pytester.path / "junit.xml")) for case in suite]
    assert len({(case.classname, case.name) for case in cases}) == len(cases) == 8
    by_id = {_properties(case)["faithform.case"]: _properties(case) for case in cases}
    assert by_id["farm-number_edit-proof"] == {
        "faithform.case": "farm-number_edit-proof",
        "faithform.sample": "0",
        "faithform.kind": "number_edit",
        "faithform.region": "proof",
        "faithform.dataset": "mini",
        "faithform.outcome": "pass",
        "faithform.verdict": "faithful",
    }
    assert by_id["farm-original"]["faithform.verdict"] == "TC∧StmtSC:undetermined"
    kept = {row["case"]["id"]: row for row in _records(pytester.path / "run")}
    assert kept["farm-s1-original"]["formalization"]["raw"] == NASTY.replace("\ud800", "\ufffd")


def _properties(case: object) -> dict[str, str]:
    return {one.name: one.value for one in case.properties()}  # type: ignore[attr-defined]


def _records(folder: Path) -> list[dict[str, dict[str, str]]]:
    return [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").split("\n") if line]


def test_a_huge_reply_gives_a_small_report(pytester: pytest.Pytester) -> None:
    replies = support.faithful_replies() | {"farm-original": "x" * 2_000_000}
    support.mini_suite(pytester.path, replies)
    pytester.runpytest("--junitxml", "junit.xml", "--faithform-run", "run", "-k", "farm-original")
    assert (pytester.path / "junit.xml").stat().st_size < 10_000
    assert (pytester.path / "run" / "records.jsonl").stat().st_size > 2_000_000


ORDINARY = r"""
import logging
import warnings
import pytest

@pytest.fixture
def broken():
    raise ValueError("no \ud800 fixture")

def test_fails(record_property):
    record_property("na\ud800me", "va\ud800lue")
    warnings.warn("warned \ud800")
    logging.getLogger().warning("logged \ud800")
    text = "local \ud800"
    assert text == "\x1b[31mred"

def test_errs(broken):
    pass

def test_skips():
    pytest.skip("because \ud800")

@pytest.mark.xfail(reason="known \ud800")
def test_xfails():
    assert False

@pytest.mark.faithform_cases("cases.jsonl", kind="symbol_edit")
def test_suite_item_whose_own_fixture_fails(broken, case):
    pass

@pytest.mark.faithform_cases("cases.jsonl", kind="step_deletion")
def test_suite_item_with_a_property(case, record_property):
    record_property("na\ud800me", "va\ud800lue")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_ordinary_tests_beside_a_suite_may_hold_anything(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    support.mini_suite(pytester.path)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    (pytester.path / "test_ordinary.py").write_text(ORDINARY)
    options = ("--faithform-lean", "obliging", "--faithform-run", "run", "--junitxml", "junit.xml", "--showlocals")
    result = pytester.runpytest_subprocess(*options, "-k", "test_ordinary or farm-number_edit", *workers)
    result.assert_outcomes(passed=3, failed=1, errors=2, skipped=1, xfailed=1)
    text = result.stdout.str()
    assert "INTERNALERROR" not in text
    assert r"no \ud800 fixture" in text
    assert r"logged \ud800" in text
    assert r"warned \ud800" in text
    cases = {case.name: case for suite in JUnitXml.fromfile(str(pytester.path / "junit.xml")) for case in suite}
    assert len(cases) == 8
    assert _properties(cases["test_fails"]) == {r"na\ud800me": r"va\ud800lue"}
    assert r"because \ud800" in cases["test_skips"].result[0].message
    assert _properties(cases["test_suite_item_with_a_property[farm-step_deletion]"])[r"na\ud800me"] == r"va\ud800lue"
    faults = {row["case"]["id"]: row["fault"] for row in _records(pytester.path / "run")}
    assert len(faults) == 4
    assert faults["farm-symbol_edit-proof"] == {"where": "session", "message": r"no \ud800 fixture"}
