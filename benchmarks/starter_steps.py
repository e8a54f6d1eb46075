"""Prove every reasoning step of the starter suite and refute every invalidated one, without a hint in the case.

    python benchmarks/starter_steps.py [--lean embedded] [--budget SECONDS]

The statements are those of the faithful control; nothing tells the prover which of them are valid. Prints the rate of each
side, the time per statement (wall time of `prove`, the reply to the text being at hand as it is in a session; the first
twenty, in which the Lean warms up, apart), the worst case, and what was not settled.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter

from pytest_faithform.cases.files import read_suite, resolve
from pytest_faithform.formalizers.recorded import control
from pytest_faithform.lean.backends.make import make_backend
from pytest_faithform.lean.prove import prove
from pytest_faithform.model import ProofVerdict

WARM_UP = 20
EXPECTED = {"original": "proved", "invalid_step": "refuted"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lean", default="embedded")
    parser.add_argument("--budget", type=float, default=40.0)
    parser.add_argument("--json", help="write every verdict there")
    options = parser.parse_args()
    lean = make_backend(options.lean, timeout=60.0)
    if lean is None:
        raise SystemExit(f"no Lean {options.lean!r}")
    system = control("faithful")
    found: list[tuple[str, str, ProofVerdict]] = []
    for case in read_suite(resolve("starter")):
        if case.problem.task == "step":
            source = system.formalize(case, 0).lean
            verdict = prove(lean, source, reply=lean.check(source), budget=options.budget)
            found.append((case.id, case.kind, verdict))
    lean.close()
    for kind, value in EXPECTED.items():
        values = Counter(verdict.value for _, its, verdict in found if its == kind)
        print(f"{kind:14} {values[value]} of {values.total()} {value} ({values[value] / values.total():.1%})")
    first, later = ([v.seconds for _, _, v in part] for part in (found[:WARM_UP], found[WARM_UP:]))
    print(f"seconds, later  {statistics.median(later):.3f} median, {max(later):.2f} at most, {len(later)} statements")
    print(f"seconds, first  {statistics.median(first):.3f} median, {max(first):.2f} at most, {len(first)} statements")
    print("settled by     ", ", ".join(f"{n} {s}" for s, n in Counter(v.strategy for _, _, v in found).most_common()))
    for name, kind, verdict in found:
        if verdict.value != EXPECTED[kind]:
            print(f"not {EXPECTED[kind]}: {name}: {verdict.value}, {verdict.reason}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([(name, kind, verdict.model_dump()) for name, kind, verdict in found], file, ensure_ascii=False)


if __name__ == "__main__":
    main()
