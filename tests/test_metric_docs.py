"""The examples of docs/metrics.md run as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import support

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_custom_metric_of_the_docs(pytester: pytest.Pytester) -> None:
    example = re.search(r"```python\n(.*?)```", (DOCS / "metrics.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    support.mini_suite(pytester.path)
    lines = [json.loads(line) for line in (pytester.path / "replies.jsonl").read_text().splitlines()]
    replies = [
        line | {"finish_reason": "length" if line["case"] == "farm-symbol_edit-proof" else "stop"} for line in lines
    ]
    (pytester.path / "replies.jsonl").write_text("".join(json.dumps(line) + "\n" for line in replies))
    pytester.makeconftest(support.OBLIGING_LEAN + example[1])
    result = pytester.runpytest_subprocess(*support.EDITS, "--faithform-compat", "rpa")
    result.assert_outcomes(passed=4)
    rows = json.loads((pytester.path / "run" / "summary.json").read_text(encoding="utf-8"))
    found = {row["slice"]: (row["value"], row["n"]) for row in rows if row["metric"] == "cut_off"}
    assert found == {"number_edit": (0.0, 2), "step_deletion": (0.0, 1), "symbol_edit": (1.0, 1)}
    result.stdout.fnmatch_lines(
        ["under the definitions of rpa", "FR ?number_edit? * the same * the denominator is all outputs*"]
    )


def test_another_compat_is_a_usage_error(pytester: pytest.Pytester) -> None:
    support.mini_suite(pytester.path)
    result = pytester.runpytest_subprocess("--faithform-compat", "abc")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--faithform-compat is rpa, bc or vf, not 'abc'*"])


def test_every_metric_of_a_summary_is_documented() -> None:
    """The metrics that a run of the papers' shape has, by their names in docs/metrics.md."""
    import sys

    sys.path.insert(0, str(DOCS.parent / "benchmarks"))
    try:
        from metrics import made  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    from pytest_faithform.metrics.summary import summarize

    text = (DOCS / "metrics.md").read_text(encoding="utf-8")
    names = {row.metric for row in summarize(made(480), planned=480)}
    general = {re.sub(r"^(FullyCorrect|ProofSC)\.", "NAME.", name) for name in names}
    general = {re.sub(r"@\d$", "@k", name) if not name.startswith("accepted@") else "accepted@7" for name in general}
    general = {re.sub(r"^(accepted|graded|agrees|confirms|rejects_too)\.[abc]$", r"\1.JUDGE", name) for name in general}
    general = {re.sub(r"^unclear\..*", "unclear.RULE", name).replace("|", "\\|") for name in general}
    general = {re.sub(r"_sound$", "", name).replace("FullyCorrect@k", "NAME@k") for name in general}
    assert [name for name in sorted(general) if f"`{name}`" not in text] == []
