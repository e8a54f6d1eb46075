"""Lean on all cores: checks as items of a session with two workers, against a raw loop in two processes.

    python benchmarks/lean_workers.py --beside COMMAND [--checks 1000] [-n 2]

`COMMAND` starts another Lean that speaks the prototype's protocol (see embedded_lean.py). Each check is a statement of its
own, an item with a recorded reply, from reading the case files to summary and records: the guard, the check, the second look
at what Lean read. The raw loop checks the same texts and does nothing else. Starts count on both sides, which take turns.
Prints one line `name ratio value limit ok|over`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from embedded_lean import TEXTS, Prototype

LIMIT = 1.15
TURNS = 2
TEST = """
import pytest
from pytest_faithform.verdicts import assert_correct

@pytest.mark.faithform_cases("cases.jsonl")
def test_statement(case, correctness):
    assert_correct(case, correctness)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--beside", metavar="COMMAND", default=os.environ.get("FAITHFORM_PROTOTYPE", ""), required=False
    )
    parser.add_argument("--checks", type=int, default=1000)
    parser.add_argument("-n", dest="workers", type=int, default=2)
    given = parser.parse_args()
    if not given.beside:
        parser.error("name the command of a Lean to compare with: --beside COMMAND")
    each = given.checks // TURNS
    ours = theirs = 0.0
    for turn in range(TURNS):
        texts = [numbered(number) for number in range(turn * each, (turn + 1) * each)]
        first, second = raw(texts, given.beside, given.workers), session(texts, given.workers)
        print(f"# {each} checks: raw loop {first:.1f} s, session {second:.1f} s", flush=True)
        theirs, ours = theirs + first, ours + second
    ratio = ours / theirs
    print(f"lean-{given.workers}-workers ratio {ratio:.3f} {LIMIT} {'ok' if ratio <= LIMIT else 'over'}")


def numbered(number: int) -> str:
    """A text that is its own, as a model's would be: what was checked once is not checked again."""
    kinds = [text for name, text in TEXTS.items() if name != "unavailable"]
    text = kinds[number % len(kinds)].replace("ℕ", "Nat").replace("ℚ", "Rat")
    if "theorem" not in text:
        text += "\ntheorem t : P.sum ⟨1, 2⟩ = 3 := rfl"
    return f"-- {number}\n{text}"


def raw(texts: list[str], command: str, processes: int) -> float:
    def loop(which: int) -> None:
        lean = Prototype(command)
        for text in texts[which::processes]:
            lean.check(text)
        lean.close()

    began = time.perf_counter()
    with ThreadPoolExecutor(processes) as threads:
        list(threads.map(loop, range(processes)))
    return time.perf_counter() - began


def session(texts: list[str], workers: int) -> float:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with (
            (folder / "cases.jsonl").open("w", encoding="utf-8") as cases,
            (folder / "replies.jsonl").open("w", encoding="utf-8") as replies,
        ):
            for number, text in enumerate(texts):
                statement = f"Statement number {number}."
                problem = {
                    "format": "faithform.problem/1",
                    "id": f"p{number}",
                    "group": f"p{number}",
                    "dataset": "bench",
                }
                problem |= {"domain": "any", "task": "statement", "informal_statement": statement}
                case = {"format": "faithform.case/1", "id": f"p{number}-original", "problem": problem}
                case |= {"perturbation": {"kind": "original"}, "informal_statement": statement}
                cases.write(json.dumps(case) + "\n")
                reply = {"format": "faithform.reply/1", "case": case["id"], "reply": f"```lean4\n{text}\n```"}
                replies.write(json.dumps(reply) + "\n")
        (folder / "test_bench.py").write_text(TEST)
        (folder / "pytest.ini").write_text("[pytest]\n")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "-r",
            "N",
            "-p",
            "no:cacheprovider",
            "-n",
            str(workers),
        ]
        command += ["--faithform-model", "recorded:replies.jsonl", "--faithform-verdict", "measure"]
        command += ["--faithform-run", "run"]
        began = time.perf_counter()
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
        written = folder / "run" / "records.jsonl"
        records = written.read_text(encoding="utf-8").splitlines() if written.is_file() else []
        outcomes = [(json.loads(record)["lean"] or {}).get("outcome") for record in records]
        if len(outcomes) != len(texts) or not {"ok", "error"}.issuperset(outcomes):
            sys.exit(f"{len(outcomes)} of {len(texts)} texts were checked:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return seconds


if __name__ == "__main__":
    main()
