"""docs/gating-a-release.md: its commands, run as they stand there, print what it says."""

from __future__ import annotations

import fnmatch
import re
import shlex
import shutil
from pathlib import Path

import browser
import pytest

from pytest_faithform.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "gating-a-release.md").read_text(encoding="utf-8")
STATUS = {"v1": 0, "v2": 1, "v3": 1}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.M | re.S)


def commands() -> list[tuple[list[str], list[str]]]:
    """Each command of the page with the lines it is said to print."""
    found = []
    for block in blocks("console"):
        for part in block.split("$ ")[1:]:
            command, *lines = part.splitlines()
            found.append((shlex.split(command), lines))
    return found


def require_printed(expected: list[str], printed: list[str]) -> None:
    """Each line of the page in its order; `…` stands for anything, a line of its own for any lines."""
    place = 0
    for line in [line for line in expected if line.strip() != "…"]:
        pattern = line.replace("[", "[[]").replace("…", "*")
        while place < len(printed) and not fnmatch.fnmatchcase(printed[place].rstrip(), pattern):
            place += 1
        assert place < len(printed), f"not printed after what was before: {line!r}"
        place += 1


def test_every_command_prints_what_the_page_says(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "cases", pytester.path / "cases", ignore=shutil.ignore_patterns("builder", "source"))
    (pytester.path / "pytest.ini").write_text(blocks("ini")[0], encoding="utf-8")
    monkeypatch.chdir(pytester.path)
    ran = []
    for command, expected in commands():
        if command[0] == "pytest":
            result = pytester.runpytest(*command[1:])
            release = Path(next(part for part in command if part.endswith(".jsonl"))).stem
            assert result.ret == STATUS[release], result.stdout.str()
            ran.append(release)
            require_printed(expected, result.outlines)
        else:
            capsys.readouterr()
            status = main(command[1:])
            printed = capsys.readouterr().out.splitlines()
            ran.append(f"{command[1]} {status}")
            require_printed(expected, printed)
    assert ran == ["v1", "v2", "v3", "gate 1", "gate 0", "compare 0", *["report 0"] * 3]
    assert (
        (pytester.path / "v2.md")
        .read_text(encoding="utf-8")
        .startswith("# Faithfulness of recorded&#58;v2&#46;jsonl: ❌")
    )
    with browser.chromium() as chrome:
        for release, gate, where in (
            ("v2", "FR[symbol_edit,proof].low >= 0.50", "symbol_edit,proof"),
            ("v3", "FR[number_edit,statement].low >= 0.50", "number_edit,statement"),
        ):
            for size in ((1280, 800), (390, 844)):
                with browser.opened(chrome, pytester.path / f"{release}.html", size) as page:
                    assert browser.on_first_screen(page, ".gate h3")[0] == gate
                    assert browser.on_first_screen(page, ".gate .slice")[0] == where
                    items = browser.on_first_screen(page, ".gate:first-of-type a[href^='#item']")
                    assert len(items) == 3
                    assert all(where.replace(",", "-") in item or where.replace(",", "_") in item for item in items)
