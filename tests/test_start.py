"""`faithform init` and the pipelines of docs/ci.md: what is written runs, and what is shown is what is written."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import run_folders
import support
import yaml

from pytest_faithform.cli import build_parser, main

ROOT = Path(__file__).parents[1]
TEMPLATES = {"github": "github-workflows", "gitlab": "gitlab-ci"}


def template(name: str) -> str:
    return (files("pytest_faithform") / "templates" / f"{name}.yml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("kept_lean")
def test_what_init_writes_runs(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["init", str(pytester.path)]) == 0
    monkeypatch.chdir(pytester.path)
    result = pytester.runpytest("--faithform-run", "run")
    assert result.ret == pytest.ExitCode.OK
    result.assert_outcomes(passed=13, skipped=0, failed=0, errors=0)
    result.stdout.fnmatch_lines(["gates   3 of 3 hold"])
    assert main(["init", str(pytester.path)]) == 2
    assert (pytester.path / ".github" / "workflows" / "faithform.yml").read_text(encoding="utf-8") == template("github")


def test_init_keeps_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"\n')
    assert main(["init", str(tmp_path)]) == 0
    held = tomllib.loads((tmp_path / "pyproject.toml").read_text())
    assert held["project"]["name"] == "mine"
    options = held["tool"]["pytest"]["ini_options"]
    # What pytest collected before, it collects still.
    assert "testpaths" not in options
    assert options["faithform_gate"][-1] == "errors == 0"
    assert not (tmp_path / "pytest.ini").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "pytest.ini").write_text("[pytest]\naddopts = -ra\n")
    capsys.readouterr()
    assert main(["init", str(other)]) == 0
    assert (other / "pytest.ini").read_text() == "[pytest]\naddopts = -ra\n"
    assert "pytest.ini has pytest's settings; add to them:\n\nfaithform_model = " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "table"),
    [
        ("pyproject.toml", '[tool.pytest.ini_options]\naddopts = "-ra"\n', "[tool.pytest.ini_options]"),
        ("pyproject.toml", '[tool.pytest]\naddopts = ["-ra"]\n', "[tool.pytest]"),
        ("pytest.toml", '[pytest]\naddopts = ["-ra"]\n', "[pytest]"),
        ("tox.ini", "[pytest]\naddopts = -ra\n", None),
        ("setup.cfg", "[tool:pytest]\naddopts = -ra\n", None),
    ],
)
@pytest.mark.usefixtures("kept_lean")
def test_what_init_tells_to_add_works_where_it_is_added(
    pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str], name: str, text: str, table: str | None
) -> None:
    (pytester.path / name).write_text(text)
    assert main(["init", str(pytester.path)]) == 0
    assert (pytester.path / name).read_text() == text
    told = capsys.readouterr().out.partition("add to them:\n\n")[2].partition("\n\nNext:")[0]
    if table is not None:
        head, _, told = told.partition("\n")
        assert head == table
    (pytester.path / name).write_text(text + told + "\n")
    pytester.runpytest_subprocess("--faithform-run", "run").assert_outcomes(passed=13)


def test_settings_of_others_are_no_settings_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").write_text("[flake8]\nmax-line-length = 100\n")
    assert main(["init", str(tmp_path)]) == 0
    assert (tmp_path / "pytest.ini").read_text().startswith("[pytest]\n")


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_page_shows_the_pipelines_as_they_are(name: str) -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert f"```yaml\n{template(name)}```" in page


@pytest.mark.parametrize(("name", "schema"), TEMPLATES.items())
def test_the_pipelines_keep_to_their_schemas(name: str, schema: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.yml"
    for text, status in (
        (template(name), 0),
        (template(name).replace("  script:", "  skript:").replace("runs-on", "run"), 1),
    ):
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
        if name == "gitlab":
            command += ["--data-transform", "gitlab-ci"]
        found = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
        assert (found.returncode != 0) == status, found.stdout + found.stderr


def scripts(value: Any) -> Iterator[str]:
    """Every shell text of a pipeline."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key in ("run", "script"):
                yield from one if isinstance(one, list) else [one]
            else:
                yield from scripts(one)
    elif isinstance(value, list):
        for one in value:
            yield from scripts(one)


@pytest.mark.parametrize(("name", "shell"), [("github", "bash"), ("gitlab", "sh")])
def test_the_pipelines_scripts_are_shell_and_their_options_exist(
    name: str, shell: str, pytester: pytest.Pytester
) -> None:
    texts = [re.sub(r"\$\{\{.*?\}\}", "1", text) for text in scripts(yaml.safe_load(template(name)))]
    known = set(re.findall(r"--faithform-[a-z-]+", pytester.runpytest("--help").stdout.str()))
    verbs = []
    for text in texts:
        subprocess.run([shell, "-n"], input=text, text=True, check=True)
        for line in text.splitlines():
            if line.strip().startswith("faithform "):
                words = [word for word in shlex.split(line)[1:] if not word.startswith("$")]
                build_parser().parse_args(words)
                verbs.append(words[0])
            assert set(re.findall(r"--faithform-[a-z-]+", line)) <= known
    assert verbs == ["lean", "merge"]


def test_shares_are_told_their_baseline_at_the_merge(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [run_folders.of_group(support.symbol_edit(), number) for number in range(3)]
    support.mini_suite(pytester.path, {case.id: support.faithful_replies()["farm-symbol_edit-proof"] for case in cases})
    support.write_cases(pytester.path / "cases.jsonl", cases)
    (pytester.path / "conftest.py").write_text(support.OBLIGING_LEAN)
    monkeypatch.chdir(pytester.path)
    command = ("--faithform-lean", "obliging", "--faithform-gate", "newly_failing == 0")
    for number in ("1", "2"):
        share = ("--faithform-shard", f"{number}/2", "--faithform-run", f"shards/{number}")
        assert pytester.runpytest(*command, *share).ret == pytest.ExitCode.OK
    shares = ["shards/1", "shards/2"]
    assert main(["merge", *shares, "-o", "first", "--gate", "none"]) == 0
    capsys.readouterr()
    assert main(["merge", *shares, "-o", "alone"]) == 1
    assert "newly_failing needs a baseline, and none was given" in capsys.readouterr().out
    assert main(["merge", *shares, "-o", "second", "--baseline", "first"]) == 0
    assert main(["gate", "second"]) == 0
    assert "baseline  first" in capsys.readouterr().out
