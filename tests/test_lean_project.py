"""lean_project, as far as it can be looked at without a native Lean: its two pins, its header, and its probe, which the
embedded Lean elaborates."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import native_words
import pytest

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.probed import HEADER
from pytest_faithform.lean.backends.project import look

FOLDER = Path(__file__).resolve().parents[1] / "lean_project"
PINS = {"4.28.0": FOLDER, "4.15.0": FOLDER / "lean-4.15.0"}


@pytest.mark.parametrize("version", PINS)
def test_toolchain_mathlib_and_manifest_are_pinned_together(version: str) -> None:
    folder = PINS[version]
    assert (folder / "lean-toolchain").read_text() == f"leanprover/lean4:v{version}\n"
    lakefile = tomllib.loads((folder / "lakefile.toml").read_text())
    (required,) = lakefile["require"]
    (library,) = lakefile["lean_lib"]
    assert required["rev"] == f"v{version}"
    assert (folder / library.get("srcDir", ".") / "Faithform.lean").is_file()
    manifest = json.loads((folder / "lake-manifest.json").read_text())
    mathlib, *inherited = manifest["packages"]
    assert (mathlib["name"], mathlib["url"], mathlib["inputRev"]) == ("mathlib", required["git"], f"v{version}")
    assert {"aesop", "batteries", "Qq", "proofwidgets", "plausible", "Cli"} <= {p["name"] for p in inherited}
    assert all(re.fullmatch(r"[0-9a-f]{40}", package["rev"]) for package in manifest["packages"])
    assert all(package["inherited"] for package in inherited)


@pytest.mark.parametrize("version", PINS)
def test_what_is_left_to_do_is_said(version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ELAN_HOME", str(tmp_path))
    parts, project = look(PINS[version])
    found = {part.name: part for part in parts}
    assert project is None
    assert found["project"].found.endswith(f"pinned to Lean {version}")
    assert f"elan toolchain install leanprover/lean4:v{version}" in found["toolchain"].mend
    assert f"--branch v{version}" in found["REPL"].mend


def test_the_header_is_what_the_backends_send() -> None:
    text = (FOLDER / "Faithform" / "Header.lean").read_text(encoding="utf-8")
    code = re.sub(r"/-.*?-/", "", text, flags=re.DOTALL)
    assert tuple(line for line in code.splitlines() if line) == HEADER


def test_the_probe_is_answered_in_the_words_that_are_expected(lean: EmbeddedLean) -> None:
    text = (FOLDER / "Faithform" / "Probe.lean").read_text(encoding="utf-8")
    question = re.compile(r"/-- info: (?P<said>'(?P<name>\S+)' .*?) -/\n#guard_msgs in\n")
    expected = {match["name"]: match["said"] for match in question.finditer(text)}
    asked = question.sub("", text).replace("axiom assumed", "axiom _root_.Probe.assumed")
    messages, _ = native_words.said(lean, asked, timeout=60)
    assert not [message for message in messages if message["severity"] == "error"]
    answers = {m["data"].split("'")[1]: m["data"] for m in messages if m["severity"] == "info"}
    # The embedded Lean has no bodies of imported theorems, and so does not see what Classical.em rests on.
    assert answers.keys() == expected.keys()
    for name in expected.keys() - {"Probe.classical"}:
        assert answers[name] == expected[name]
