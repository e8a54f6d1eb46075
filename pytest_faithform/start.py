"""`faithform init`: a suite in a user's own repository that runs at once, to be filled with the user's own cases."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pytest_faithform.cases.files import read_replies, resolve, starter_dir
from pytest_faithform.model import Case

__all__ = ["run_init"]

#: The problem of the starter suite whose cases are copied, and its reasoning chain's first pair.
_GROUP = "eggs-in-cartons"
_SUITE = "faithform"

_INI = """faithform_model = recorded:{suite}/recording.jsonl
faithform_cases = {suite}/cases.jsonl
faithform_verdict = measure
faithform_gate =
    FR[number_edit] >= 0.5 with n >= 2
    settled[step_deletion] >= 0.5 with n >= 1
    errors == 0
"""

_MODULE = '''"""Is what the system writes faithful to what it was given? One item for each case of cases.jsonl."""

import pytest

from pytest_faithform.verdicts import assert_correct, assert_faithful, assert_step


@pytest.mark.faithform_cases(kind=["number_edit", "symbol_edit", "step_deletion"])
def test_edit_is_reflected(case, edit_verdict):
    assert_faithful(case, edit_verdict)


@pytest.mark.faithform_cases(kind=["original", "paraphrase"], task=["proof", "statement"])
def test_formalization_is_correct(case, correctness):
    assert_correct(case, correctness)


@pytest.mark.faithform_cases(kind=["original", "invalid_step"], task="step")
def test_step(case, proof_verdict):
    assert_step(case, proof_verdict)
'''


def run_init(folder: Path) -> int:
    """Write what is not there yet; say what was written and what is left to the user. 0, or 2 where a file is in the way."""
    texts = dict(_files())
    in_the_way = [name for name in texts if (folder / name).exists()]
    if in_the_way:
        print(f"error: {folder / in_the_way[0]} is there already; nothing was written", file=sys.stderr)
        return 2
    ini = _INI.format(suite=_SUITE)
    told = None
    configured = next((name for name, section in _SETTINGS.items() if _holds(folder / name, section)), None)
    if configured is not None:
        told = f"{configured} has pytest's settings; add to them:\n\n{_in_syntax_of(configured, folder, ini)}"
    elif (folder / "pyproject.toml").exists():
        held = (folder / "pyproject.toml").read_text(encoding="utf-8")
        texts["pyproject.toml"] = held.rstrip("\n") + "\n\n[tool.pytest.ini_options]\n" + _as_toml(ini)
    else:
        texts["pytest.ini"] = f"[pytest]\n{ini}"
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path}")
    if told is not None:
        print(f"\n{told}")
    print(
        "\nNext: faithform lean install (once), then pytest. The recording answers for a system until you name yours:\n"
        "faithform_model = openai:NAME, with FAITHFORM_BASE_URL and FAITHFORM_API_KEY in the environment."
    )
    return 0


def _files() -> Iterator[tuple[str, str]]:
    cases = list(_cases())
    replies = read_replies(starter_dir() / "controls" / "faithful.jsonl")
    lines = [case.model_dump_json(exclude_none=True) for case in cases]
    yield f"{_SUITE}/cases.jsonl", "".join(f"{line}\n" for line in lines)
    rows = [
        {"format": "faithform.reply/1", "case": case.id, "sample": 0, "reply": replies[case.id, 0].reply}
        for case in cases
    ]
    yield f"{_SUITE}/recording.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    yield f"{_SUITE}/test_faithfulness.py", _MODULE
    workflow = (files("pytest_faithform") / "templates" / "github.yml").read_text(encoding="utf-8")
    yield ".github/workflows/faithform.yml", workflow


def _cases() -> Iterator[Case]:
    """The starter suite's cases of one source problem: every kind, small enough to read."""
    for path in resolve("starter"):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = Case.model_validate_json(line)
            if case.problem.group == _GROUP:
                yield case


#: Where pytest looks for its settings, in its order, and what a file must hold to be taken for them.
_SETTINGS: dict[str, tuple[str, ...] | None] = {
    "pytest.toml": None,
    ".pytest.toml": None,
    "pytest.ini": None,
    ".pytest.ini": None,
    "pyproject.toml": ("[tool.pytest]", "[tool.pytest.ini_options]"),
    "tox.ini": ("[pytest]",),
    "setup.cfg": ("[tool:pytest]",),
}


def _holds(path: Path, sections: tuple[str, ...] | None) -> bool:
    if not path.is_file():
        return False
    return sections is None or any(
        line.strip() in sections for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
    )


def _in_syntax_of(name: str, folder: Path, ini: str) -> str:
    if not name.endswith(".toml"):
        return ini
    held = (folder / name).read_text(encoding="utf-8", errors="replace")
    table = "pytest" if name != "pyproject.toml" else "tool.pytest"
    table += ".ini_options" if "[tool.pytest.ini_options]" in held else ""
    return f"[{table}]\n{_as_toml(ini)}"


def _as_toml(ini: str) -> str:
    """The same settings in TOML."""
    lines = []
    for line in ini.splitlines():
        if line.endswith(" ="):
            lines.append(f"{line} [")
        elif line.startswith("    "):
            lines.append(f"    {json.dumps(line.strip())},")
        else:
            name, _, value = line.partition(" = ")
            lines.append(f"{name} = {json.dumps([value] if name == 'faithform_cases' else value)}")
    return "\n".join([*lines, "]", ""])
