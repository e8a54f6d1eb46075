"""Seconds and bytes of each report of a large run, and how long the HTML one takes in a browser.

python benchmarks/reports.py [--items 25000] [--reply 3000]

Replies are lines of the starter suite's recorded ones in random order with other numbers in them, of a length around --reply
characters: two replies have words in common, as those of a real system have, and no more.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import browser
import run_folders
import support

from pytest_faithform.model import Case, Evidence, Formalization, LeanMessage, LeanReply, Record
from pytest_faithform.reports.decision import decide_again
from pytest_faithform.reports.write import FORMATS, write_report

ROOT = Path(__file__).parents[1]
LABELS = ("faithful", "reverted", "unclear")
MESSAGE = "unsolved goals\nc r : Nat\nh₁ : c + r = 35\nh₂ : 2 * c + 4 * r = 94\n⊢ c = 23"
ALL_READ = "reading !== null && reading.then(() => true)"
SELECTED = "document.querySelector('#found').textContent.includes(' of ')"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=25_000)
    parser.add_argument("--reply", type=int, default=3_000, help="the median reply's characters")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run_folders.write_run(
            Path(folder) / "run", records(options.items, options.reply), gates=["FR[number_edit].low >= 0.4"]
        )
        began = time.process_time()
        run, decision = decide_again(Path(folder) / "run")
        print(f"read, summed up and decided: {time.process_time() - began:.1f} s")
        for kind in FORMATS:
            began = time.process_time()
            path = write_report(run, decision, kind)
            print(f"{kind:8} {time.process_time() - began:5.1f} s  {path.stat().st_size / 1e6:6.2f} MB")
        in_chromium(run.folder / "report.html")


def records(items: int, reply: int) -> list[Record]:
    cases = [
        support.number_edit("statement"),
        support.number_edit("proof"),
        support.symbol_edit(),
        support.step_deletion(),
    ]
    rng = random.Random(1)
    lines = [
        line
        for row in (ROOT / "cases/starter/outputs/recording.jsonl").read_text(encoding="utf-8").splitlines()
        for line in json.loads(row)["reply"].splitlines()
    ]
    return [record(run_folders.of_group(cases[n % 4], n // 4), n, reply, lines, rng) for n in range(items)]


def record(case: Case, number: int, reply: int, lines: list[str], rng: random.Random) -> Record:
    length, source = rng.lognormvariate(0, 0.5) * reply, support.LEAN
    while len(source) < length:
        source += "  " + re.sub(r"\d+", lambda _: str(rng.randrange(100)), rng.choice(lines)) + "\n"
    label = rng.choice(LABELS)
    outcome = {"faithful": "pass", "reverted": "fail", "unclear": "skip"}[label]
    told = "" if outcome == "pass" else "reverted: the Lean has the old value\n" * 4
    held = run_folders.edit_record(case, label)
    assert held.edit is not None
    return held.model_copy(
        update={
            "message": told,
            "nodeid": f"a.py::test[{number}]",
            "seconds": rng.random(),
            "edit": held.edit.model_copy(
                update={"reason": told or "it is there", "evidence": (Evidence(quote="c = 23", line=1, column=70),)}
            ),
            "formalization": Formalization(raw=f"Here it is.\n\n```lean4\n{source}```\n", lean=source),
            "lean": LeanReply(
                outcome="error", messages=(LeanMessage(severity="error", line=2, column=2, text=MESSAGE),)
            ),
        }
    )


def in_chromium(path: Path) -> None:
    """How long a reader waits: for the table, for a filter, a search, and an item."""
    with browser.chromium() as held:
        page = held.new_page()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        began = time.perf_counter()
        page.goto(path.as_uri())
        browser.ready(page)
        print(f"\nin Chromium {held.version}: open until the table stands {time.perf_counter() - began:.2f} s")
        told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        print(f"of these, processor time of the page's thread {told['TaskDuration']:.2f} s")
        waits: list[tuple[str, Callable[[], object], str]] = [
            ("filter", lambda: page.locator("#filter-outcome").select_option("fail"), SELECTED),
            ("search", lambda: page.locator("#q").fill("step_deletion-1"), "chosen.length < 2000"),
            ("search in all texts", lambda: page.locator("#deep").check(), ALL_READ),
            ("open an item", lambda: page.locator("#rows a").first.click(), "$('item').open"),
            ("next item", lambda: page.keyboard.press("ArrowRight"), "openItem === index.name[chosen[1]]"),
        ]
        for what, act, done in waits:
            began = time.perf_counter()
            act()
            browser.wait(page, done)
            print(f"{what} {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
