"""`faithform import-run`: result files of other instruments in, a run folder out."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from pytest_faithform.cases.files import CaseFileError, read_cases, read_problems, read_replies
from pytest_faithform.cases.jsonl import BadLine
from pytest_faithform.compat import compat_lines
from pytest_faithform.metrics.compat import COMPAT
from pytest_faithform.runs_import import beyond, lean_answers, proofflow, rpa
from pytest_faithform.runs_import.base import ImportedRun, write_run

__all__ = ["FORMATS", "run_import_run"]

FORMATS = ("rpa", "beyond-compilation", "proofflow", "kimina", "repl")


def run_import_run(arguments: argparse.Namespace) -> int:
    """Exit status: 0 done, 1 nothing was usable, 2 a file or option is wrong."""
    files = [Path(file) for file in arguments.files]
    output = Path(arguments.output)
    try:
        run = _read(arguments, files)
        parts = {name: records for name, records in run.records.items() if records}
        for name, records in parts.items():
            folder = output / name if name else output
            system = arguments.system or f"{arguments.format}:{files[0].stem}{f'-{name}' if name else ''}"
            write_run(folder, records, kind=arguments.format, files=files, system=system)
            print(f"{folder}: {len(records)} records of {len({r.case.id for r in records})} cases")
    except CaseFileError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror or error}", file=sys.stderr)
        return 2
    for reason, count in Counter(left.reason for left in run.left_out).most_common():
        first = next(left for left in run.left_out if left.reason == reason)
        print(f"left out: {count} rows, {reason} (first: {first.place})")
    for told, count in Counter(noted.told for noted in run.noted).most_common():
        first_place = next(noted.place for noted in run.noted if noted.told == told)
        print(f"{count} outputs: {told} (first: {first_place})")
    if not parts:
        print("no row was usable", file=sys.stderr)
        return 1
    asked = arguments.compat or (arguments.format if arguments.format in COMPAT else None)
    if asked:
        for name, records in parts.items():
            print(f"\nthese numbers under the definitions of {asked}{f', configuration {name}' if name else ''}")
            print("\n".join(compat_lines(records, asked)))
    folder = output / next(iter(parts))
    print(
        "judge the outputs again here: pytest SUITE "
        f"--faithform-cases {folder / 'cases.jsonl'} --faithform-model recorded:{folder / 'replies.jsonl'}"
    )
    return 0


def _read(arguments: argparse.Namespace, files: list[Path]) -> ImportedRun:
    kind = arguments.format
    if kind in ("kimina", "repl"):
        if arguments.cases is None or arguments.replies is None:
            text = f"{kind} files hold Lean's answers alone; give the outputs with --cases CASES --replies REPLIES"
            raise CaseFileError(files[0], [BadLine(None, "", text)])
        cases = {case.id: case for case in read_cases(Path(arguments.cases))}
        return lean_answers.read(files, kind, cases, read_replies(Path(arguments.replies)))
    if kind == "beyond-compilation":
        known = read_problems(Path(arguments.problems)) if arguments.problems else []
        return beyond.read(files, {one.id: one for one in known})
    return rpa.read(files) if kind == "rpa" else proofflow.read(files)
