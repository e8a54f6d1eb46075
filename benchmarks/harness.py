"""What the harness itself costs: recorded replies and recorded Lean, against as many trivial tests of plain pytest.

    python benchmarks/harness.py [ITEMS] [-n WORKERS]

The items are the starter suite's, again and again under other ids; a reply is thoughts and Lean of 3 KB. Both sides write
JUnit. Prints one line `name ratio value limit ok|over` for the surcharge per item in milliseconds, for peak memory against
plain pytest, for the surcharge per item against that of a tenth of the items, and for running the same run again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from pytest_faithform.cases.files import read_replies, read_suite, resolve, starter_dir
from pytest_faithform.lean.source import extract
from pytest_faithform.model import LeanReply

REPLY_CHARACTERS = 3000
LIMIT_MS, LIMIT_MEMORY, LIMIT_GROWTH, LIMIT_RESUME = 1.5, 2.0, 1.10, 1.2
THOUGHT = "The statement fixes the quantities one by one, and each of them becomes a variable with its hypothesis. "
TESTS = """
import pytest
from pytest_faithform.verdicts import assert_correct, assert_faithful, assert_step

@pytest.mark.faithform_cases("cases.jsonl", kind=["number_edit", "symbol_edit", "step_deletion"])
def test_edit(case, edit_verdict):
    assert_faithful(case, edit_verdict)

@pytest.mark.faithform_cases("cases.jsonl", kind=["original", "paraphrase"], task=["proof", "statement"])
def test_correct(case, correctness):
    assert_correct(case, correctness)

@pytest.mark.faithform_cases("cases.jsonl", kind=["original", "invalid_step"], task="step")
def test_step(case, proof_verdict):
    assert_step(case, proof_verdict)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("items", nargs="?", type=int, default=25_000)
    parser.add_argument("-n", dest="workers", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        few, many = Path(temporary, "few"), Path(temporary, "many")
        surcharges = {}
        for folder, items in ((few, given.items // 10), (many, given.items)):
            prepare(folder, items)
            plain = run(folder, given.workers, "plain")
            suite = run(folder, given.workers, "suite")
            again = run(folder, given.workers, "suite")
            surcharges[items] = (suite[0] - plain[0]) / items * 1000
            print(
                f"# {items} items: plain {plain[0]:.1f} s {plain[1]:.0f} MB, suite {suite[0]:.1f} s {suite[1]:.0f} MB, "
                f"again {again[0]:.1f} s",
                flush=True,
            )
        line("surcharge-ms-per-item", surcharges[given.items], LIMIT_MS)
        line("peak-memory", suite[1] / plain[1], LIMIT_MEMORY)
        line("growth", surcharges[given.items] / surcharges[given.items // 10], LIMIT_GROWTH)
        line("resume", again[0] / suite[0], LIMIT_RESUME)


def line(name: str, ratio: float, limit: float) -> None:
    print(f"{name} ratio {ratio:.3f} {limit} {'ok' if ratio <= limit else 'over'}")


def prepare(folder: Path, items: int) -> None:
    """Case file, recording, recorded Lean and the two test modules."""
    folder.mkdir()
    starter = starter_dir()
    cases = [json.loads(text) for path in starter.glob("*.jsonl") for text in path.open(encoding="utf-8")]
    cases = [case for case in cases if case["format"].startswith("faithform.case")]
    replies = read_replies(starter / "controls" / "faithful.jsonl")
    known = {case.id: case for case in read_suite(resolve("starter"))}
    lean_run = folder / "lean"
    lean_run.mkdir()
    (lean_run / "manifest.json").write_text(json.dumps({"format": "faithform.run/1", "lean": {"backend": "embedded"}}))
    with (
        (folder / "cases.jsonl").open("w", encoding="utf-8") as case_file,
        (folder / "replies.jsonl").open("w", encoding="utf-8") as reply_file,
        (lean_run / "records.jsonl").open("w", encoding="utf-8") as record_file,
    ):
        for number in range(items):
            round_, place = divmod(number, len(cases))
            case = json.loads(json.dumps(cases[place]))
            reply = replies[case["id"], 0].reply
            for holder, name in ((case, "id"), (case["problem"], "id"), (case["problem"], "group")):
                holder[name] = f"r{round_}-{holder[name]}"
            if case["perturbation"]["kind"] == "invalid_step":
                case["perturbation"]["pairs_with"] = f"r{round_}-{case['perturbation']['pairs_with']}"
            # Each round's Lean is a text of its own, as a model's would be.
            text = reply.replace("theorem ", f"/-- round {round_} -/\ntheorem ", 1)
            thoughts = THOUGHT * ((REPLY_CHARACTERS - len(text)) // len(THOUGHT) + 1)
            text = f"<think>\n{thoughts}\n</think>\n{text}"
            case_file.write(json.dumps(case) + "\n")
            reply_file.write(json.dumps({"format": "faithform.reply/1", "case": case["id"], "reply": text}) + "\n")
            lean = extract(text).lean
            record = {
                "format": "faithform.record/1",
                "case": known[cases[place]["id"]].model_dump(mode="json") | {"id": case["id"]},
                "outcome": "pass",
                "nodeid": case["id"],
                "formalization": {"raw": "", "lean": lean, "extraction": "fence"},
                "lean": LeanReply(outcome="ok", backend="embedded", declarations=()).model_dump(mode="json"),
                "finished_at": "2026-01-01T00:00:00.000+00:00",
            }
            record_file.write(json.dumps(record) + "\n")
    (folder / "test_suite.py").write_text(TESTS)
    (folder / "test_plain.py").write_text(
        f"import pytest\n@pytest.mark.parametrize('at', range({items}))\ndef test_plain(at):\n    assert at >= 0\n"
    )
    (folder / "pytest.ini").write_text("[pytest]\n")


def run(folder: Path, workers: int, side: str) -> tuple[float, float]:
    """Seconds and peak megabytes (of the whole tree, sampled) of one session."""
    command = [sys.executable, "-m", "pytest", f"test_{side}.py", "-q", "--tb=no", "-p", "no:cacheprovider", "-r", "N"]
    command += ["-n", str(workers), f"--junitxml={side}.xml"]
    if side == "plain":
        command += ["-p", "no:faithform"]
    else:
        command += ["--faithform-model", "recorded:replies.jsonl", "--faithform-lean", "recorded:lean"]
        command += ["--faithform-run", "run", "--faithform-verdict", "measure"]
    began = time.perf_counter()
    with (folder / f"{side}.log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
        peak = Peak(process.pid)
        status = process.wait()
    seconds = time.perf_counter() - began
    if status not in (0, 1):
        sys.exit(f"{side} ended with {status}:\n" + "\n".join((folder / f"{side}.log").read_text().splitlines()[-20:]))
    return seconds, peak.end()


class Peak(threading.Thread):
    """The highest sum of resident memory over a process and its children, looked at every 50 ms."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._peak, self._done = pid, 0, threading.Event()
        self.start()

    def run(self) -> None:
        page = os.sysconf("SC_PAGE_SIZE")
        while not self._done.wait(0.05):
            total = 0
            for pid in self._tree(self._pid):
                try:
                    total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page
                except (OSError, IndexError):
                    continue
            self._peak = max(self._peak, total)

    def end(self) -> float:
        self._done.set()
        self.join()
        return self._peak / 1e6

    def _tree(self, pid: int) -> list[int]:
        try:
            children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return [pid]
        return [pid, *(one for child in children for one in self._tree(child))]


if __name__ == "__main__":
    main()
