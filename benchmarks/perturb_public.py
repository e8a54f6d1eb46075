"""The rule-based perturbations on public data, beside the counts of RobustPABench's Table 2; and a sample of edits to read.

    python benchmarks/perturb_public.py DATA [--sample N] [--seed S] [--workers N]

DATA is a folder with `minif2f/test.jsonl`, `math500/test.jsonl` and `processbench/*.jsonl`. Prints, for miniF2F and MATH-500,
made cases against the published counts with what was dropped and why; for ProcessBench the pairs of steps; times and peak
memory. `--sample N` prints N of the edits, drawn at random, with the edited sentence. Exit status 1 if a case fails its
audit or a count falls short of its share (90 %, step deletion 70 %).
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_faithform.cases.files import read_cases
from pytest_faithform.cli import main as faithform
from pytest_faithform.model import Case, NumberEdit, StepDeletion, SymbolEdit
from pytest_faithform.perturb.audit import audit
from pytest_faithform.perturb.steps import sentence_spans

TABLE_2 = {
    ("number_edit", "statement"): (227, 490, 0.9),
    ("number_edit", "proof"): (241, 489, 0.9),
    ("symbol_edit", "statement"): (130, 195, 0.9),
    ("symbol_edit", "proof"): (195, 349, 0.9),
    ("step_deletion", "proof"): (129, 192, 0.7),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    sound = True
    with TemporaryDirectory() as folder:
        work = Path(folder)
        cases: list[Case] = []
        for column, (name, file) in enumerate((("minif2f", "minif2f"), ("math500", "math500"))):
            made, seconds = perturbed(name, options.data / file / "test.jsonl", work, options.workers)
            sound &= compare(name, column, made, seconds)
            cases += made
        sound &= all(audit(case) == [] for case in cases)
        print(f"audit: {sum(audit(case) == [] for case in cases)} of {len(cases)} cases sound")
        steps(options.data / "processbench", work, options.workers)
        children, own = (
            resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)
        )
        print(f"peak memory: {own} MB here (the cases of both data sets are held), {children} MB in a worker")
        for line in sample(cases, options.sample, options.seed):
            print(line)
    return 0 if sound else 1


def perturbed(name: str, file: Path, work: Path, workers: int) -> tuple[list[Case], float]:
    """The cases of a data set by the commands that a user gives, and the seconds of both."""
    problems, output = work / f"{name}.problems", work / f"{name}.cases"
    began = time.monotonic()
    with redirect_stdout(StringIO()) as told:
        status = faithform(["import", name, str(file), "-o", str(problems)])
        status = status or faithform(["perturb", str(problems), "-o", str(output), "--workers", str(workers)])
    if status:
        sys.exit(told.getvalue())
    seconds = time.monotonic() - began
    print(told.getvalue())
    return read_cases(output), seconds


def compare(name: str, column: int, cases: list[Case], seconds: float) -> bool:
    counts = Counter((case.kind, case.region) for case in cases)
    enough = True
    print(f"{name}: {seconds:.1f} s\n  {'':26}made  Table 2  share")
    for place, published in TABLE_2.items():
        made, wanted = counts[place], published[column]
        enough &= made >= published[2] * wanted
        print(f"  {place[0]:14} {place[1]:10} {made:5} {wanted:8} {made / wanted:6.0%}")
    return enough


def steps(folder: Path, work: Path, workers: int) -> None:
    began = time.monotonic()
    totals: Counter[str] = Counter()
    for file in sorted(folder.glob("*.jsonl")):
        made, _ = perturbed("processbench", file, work, workers)
        for case in made:
            totals[case.kind] += 1
            if case.kind == "invalid_step":
                totals[getattr(case.perturbation, "method", "")] += 1
    told = ", ".join(f"{count} {name}" for name, count in totals.most_common())
    print(f"processbench: {time.monotonic() - began:.1f} s; {told}")


def sample(cases: list[Case], size: int, seed: int) -> Iterator[str]:
    edited = [case for case in cases if isinstance(case.perturbation, NumberEdit | SymbolEdit | StepDeletion)]
    for number, case in enumerate(random.Random(seed).sample(edited, min(size, len(edited))), start=1):
        yield f"{number}. `{case.id}` {sentence(case)}"


def sentence(case: Case) -> str:
    """The edited sentence with old and new text, or the deleted and the kept part of a step."""
    edit = case.perturbation
    if isinstance(edit, StepDeletion):
        return f"[-{line(edit.reasoning)}-] {line(edit.outcome)}"
    assert isinstance(edit, NumberEdit | SymbolEdit)
    before = case.original_text(edit.region)
    start, end = next(
        ((a, b) for a, b in sentence_spans(before) if a <= edit.span.start and edit.span.end <= b), (0, len(before))
    )
    left, right = max(start, edit.span.start - 110), min(end, edit.span.end + 70)
    cut = ("…" if left > start else "", "…" if right < end else "")
    return (
        cut[0]
        + line(f"{before[left : edit.span.start]}[-{edit.old}-]{{+{edit.new}+}}{before[edit.span.end : right]}")
        + cut[1]
    )


def line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
