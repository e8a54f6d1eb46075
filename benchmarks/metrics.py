"""Time and memory of the metrics over many records, and how both grow with their number.

    python benchmarks/metrics.py [RECORDS…]

The records are a run of the papers' shape: problems in five styles, local edits, pairs of reasoning steps in chains and
graded statements, with eight samples each. Prints, per number of records, processor seconds of `summarize` and of comparing
two such
runs, the most memory that the metrics took on top of the records, and that of the process that holds one run.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator

from pytest_faithform.metrics.paired import compare
from pytest_faithform.metrics.summary import edit_slices, summarize
from pytest_faithform.model import (
    Case,
    Correctness,
    EditVerdict,
    Formalization,
    Grade,
    InvalidStep,
    LeanReply,
    NumberEdit,
    Original,
    Paraphrase,
    Part,
    Problem,
    ProofVerdict,
    Record,
    Span,
    StepDeletion,
)

SAMPLES = 8
STYLES = ("g-ff", "q-ff", "g-step", "q-step")
DOMAINS = ("algebra", "number-theory", "geometry", "analysis")


def made(count: int, seed: int = 0) -> list[Record]:
    """`count` records, drawn alike for each seed: the same cases with other verdicts."""
    rng = random.Random(seed)
    source = records(rng)
    return [next(source) for _ in range(count)]


def records(rng: random.Random) -> Iterator[Record]:
    lean = Formalization(raw="theorem t : 1 = 1 := rfl", lean="theorem t : 1 = 1 := rfl")
    reply = LeanReply(outcome="ok")
    number = 0
    while True:
        number += 1
        skill = rng.random()
        for case in cases(number):
            for sample in range(SAMPLES):
                given = verdict(case, skill, rng)
                yield Record.model_construct(case=case, sample=sample, formalization=lean, lean=reply, **given)


def cases(number: int) -> list[Case]:
    """Of one source problem: five styles, three local edits, three pairs of steps, one statement."""
    about = {"dataset": "made", "domain": DOMAINS[number % len(DOMAINS)], "group": f"p{number}"}
    text, proof = "Let $x = 40$. Show that $2x = 80$.", "We have $2x = 80$ since $x = 40$. " * (1 + number % 30)
    problem = Problem(id=f"p{number}", task="proof", informal_statement=text, informal_proof=proof, **about)
    given = {"problem": problem, "informal_statement": text, "informal_proof": proof}
    found = [Case(id=f"p{number}-original", perturbation=Original(), **given)]
    for style in STYLES:
        words = {"informal_statement": text + " Prove it.", "informal_proof": proof}
        found.append(Case(id=f"p{number}-{style}", problem=problem, perturbation=Paraphrase(style=style), **words))
    start = text.index("40")
    edit = NumberEdit(region="statement", span=Span(start=start, end=start + 2), old="40", new="43")
    edited = {"informal_statement": text.replace("40", "43", 1), "informal_proof": proof}
    found.append(Case(id=f"p{number}-number", problem=problem, perturbation=edit, **edited))
    start = proof.index("80")
    edit = NumberEdit(region="proof", span=Span(start=start, end=start + 2), old="80", new="83")
    edited = {"informal_statement": text, "informal_proof": proof.replace("80", "83", 1)}
    found.append(Case(id=f"p{number}-number-proof", problem=problem, perturbation=edit, **edited))
    step = "We have $2x = 80$ since $x = 40$."
    deletion = StepDeletion(
        span=Span(start=0, end=len(step)),
        reasoning="since $x = 40$",
        outcome="We have $2x = 80$",
        is_last=False,
        tier="gold",
    )
    shorter = {"informal_statement": text, "informal_proof": "We have $2x = 80$" + proof[len(step) :]}
    found.append(Case(id=f"p{number}-step", problem=problem, perturbation=deletion, **shorter))
    for index in range(3):
        one = Problem(id=f"p{number}-s{index}", task="step", informal_statement=f"$2x = {index}$.", **about)
        valid = f"p{number}-s{index}-original"
        found.append(Case(id=valid, problem=one, perturbation=Original(), informal_statement=one.informal_statement))
        wrong = InvalidStep(pairs_with=valid, method="value")
        found.append(
            Case(id=f"p{number}-s{index}-invalid", problem=one, perturbation=wrong, informal_statement="$2x = 9$.")
        )
    one = Problem(id=f"p{number}-statement", task="statement", informal_statement=text, **about)
    found.append(Case(id=f"p{number}-statement", problem=one, perturbation=Original(), informal_statement=text))
    return found


def verdict(case: Case, skill: float, rng: random.Random) -> dict[str, object]:
    good = rng.random() < skill
    none = {"edit": None, "proof": None, "correctness": None, "opinions": (), "grades": (), "fault": None}
    outcome = {"outcome": "pass" if good else "fail", "message": "", "nodeid": "", "seconds": 0.0, "finished_at": ""}
    if case.problem.task == "step":
        values = ("proved", "refuted") if (case.kind == "original") == good else ("refuted", "undetermined")
        proof = ProofVerdict(
            value=values[0] if rng.random() < 0.8 else values[1], reason="", formalized=rng.random() < 0.9
        )
        return none | outcome | {"proof": proof}
    if case.kind in ("number_edit", "step_deletion"):
        label = rng.choice(("faithful", "faithful", "unclear")) if good else rng.choice(("reverted", "unclear"))
        edit = EditVerdict(label=label, reason="", rule="place", empty_proof_body=rng.random() < 0.1)
        return none | outcome | {"edit": edit}
    parts = [Part(value="yes" if good or rng.random() < 0.5 else "no") for _ in range(3)]
    found = {"correctness": Correctness(tc=parts[0], stmt_sc=parts[1], proof_sc=parts[2])}
    if case.problem.task == "statement":
        found |= {"grades": tuple(Grade(judge=name, value=rng.randint(5, 10)) for name in ("a", "b", "c"))}
    return none | outcome | found


def measured(count: int) -> tuple[float, float, float, float]:
    """Processor seconds of summary and comparison; MiB of the metrics, and of the process while it holds one run."""
    first = made(count)
    summarize(first[:1000], planned=1000)  # imports and warms up
    began = time.process_time()
    rows = summarize(first, planned=count)
    summed = time.process_time() - began
    process = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tracemalloc.start()
    assert summarize(first, planned=count) == rows
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    slices: dict[str, set[str]] = {}
    for record in first:
        if record.edit is not None:
            for where in edit_slices(record):
                slices.setdefault(where, set()).add(record.case.id)
    second = made(count, seed=1)
    began = time.process_time()
    compare(first, second, slices)
    return summed, time.process_time() - began, most, process


def main() -> None:
    """Each number of records in a process of its own: a process never gets smaller again."""
    if len(sys.argv) == 3 and sys.argv[1] == "--one":
        summed, compared, most, process = measured(int(sys.argv[2]))
        print(
            f"{int(sys.argv[2]):>8} records: summary {summed:6.2f} s, comparison of two runs {compared:6.2f} s, "
            f"metrics' memory {most:5.0f} MiB, process {process:5.0f} MiB",
            flush=True,
        )
        return
    for count in sys.argv[1:] or ["12500", "25000", "50000", "100000"]:
        subprocess.run([sys.executable, __file__, "--one", count], check=True)


if __name__ == "__main__":
    main()
