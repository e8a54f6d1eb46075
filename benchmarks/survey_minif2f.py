"""How much of a benchmark written against Mathlib the embedded Lean with its prelude elaborates, proves and refutes.

    python benchmarks/survey_minif2f.py STATEMENTS.jsonl [--budget SECONDS] [--every N] [--workers N] [--json FILE]

STATEMENTS has one object a line, with `name` and `formal_statement`. Each statement is elaborated and tried as it is, and
again with the last number of its conclusion changed: what is then refuted shows that the portfolio notices. A statement
that is refuted, or an edited one that is proved, is listed: an axiom may be wrong, the statement may be, or the edit may
have left it true; where that is known, the reason stands beside it. Exit status 1 if a statement was both proved and
refuted, which would mean that the prelude is inconsistent.

The processor time says what the survey costs where the machine has other work; with an idle core for each worker the
survey takes that time divided by the number of workers.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.prove import InconsistentLean, prove
from pytest_faithform.lean.source import parse
from pytest_faithform.lean.tokens import tokenize

# miniF2F's statements that the edit leaves true.
STILL_TRUE: dict[str, str] = {
    "algebra_sqineq_at2malt1": "the bound grows",
    "algebra_sqineq_unitcircatbpabsamblt1": "the bound grows",
    "algebra_sqineq_unitcircatbpamblt1": "the bound grows",
    "algebra_absxm1pabsxpabsxp1eqxp2_0leqxleq1": "the bound grows",
    "amc12_2000_p1": "the bound grows",
    "amc12_2000_p12": "the bound grows",
    "amc12_2000_p6": "another number than the product and sum can give",
}

OPENS = "open BigOperators Real Nat Topology Rat\n"


@dataclass
class Row:
    name: str
    original: str = ""
    edited: str = ""
    how: str = ""
    edited_how: str = ""
    edit: str = ""
    seconds: float = 0.0
    why: str = ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--budget", type=float, default=1.5, help="seconds for each side of a statement")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    lines = options.file.read_text(encoding="utf-8").splitlines()[options.first :: options.every][: options.limit]
    items = [json.loads(line) for line in lines]
    began = time.monotonic()
    shares = [items[at :: options.workers] for at in range(options.workers)]
    with ThreadPoolExecutor(options.workers) as pool:
        rows = [row for part in pool.map(lambda share: survey(share, options.budget), shares) for row in part]
    processor = time.process_time() + children_seconds()
    report(rows, time.monotonic() - began, processor, options.workers)
    if options.json:
        options.json.write_text("".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return 1 if any("BOTH" in (row.original, row.edited) for row in rows) else 0


def survey(items: list[dict[str, str]], budget: float) -> list[Row]:
    with EmbeddedLean(prelude=True) as lean:
        return [examine(lean, item, at, budget) for at, item in enumerate(items)]


def examine(lean: EmbeddedLean, item: dict[str, str], number: int, budget: float) -> Row:
    text = item["formal_statement"]
    # Definitions of the text's own stay; imports, options and opens are the survey's.
    match = re.search(r"^(?:noncomputable |abbrev |def |theorem |lemma )", text, re.MULTILINE)
    statement = re.sub(r":=\s*(?:by)?\s*(?:sorry)?\s*$", "", text[match.start() if match else 0 :].rstrip())
    row = Row(item["name"])
    began = time.monotonic()
    row.original, row.how, row.why = settle(lean, f"{OPENS}{statement} := by sorry\n", budget)
    edited = edit(statement, 1 + number % 3)
    if edited is None:
        row.edited = "no number"
    elif row.original not in ("error", "unavailable"):
        row.edit = edited[-60:]
        row.edited, row.edited_how, _ = settle(lean, f"{OPENS}{edited} := by sorry\n", budget)
    row.seconds = time.monotonic() - began
    return row


def settle(lean: EmbeddedLean, text: str, budget: float) -> tuple[str, str, str]:
    reply = lean.check(text, timeout=60)
    if reply.outcome != "ok":
        return reply.outcome, "", f"{', '.join(reply.lacking)} {reply.first_error[:200]}"
    try:
        verdict = prove(lean, text, reply=reply, budget=budget)
    except InconsistentLean as both:
        return "BOTH", "", str(both)
    return verdict.value, verdict.strategy or "", verdict.reason


def edit(statement: str, change: int) -> str | None:
    """The last number of the conclusion plus `change`; None if it holds none."""
    main = parse(f"{statement} := by sorry").main
    if main is None or main.type is None:
        return None
    start, end = main.type
    numbers = [token for token in tokenize(statement[start:end]) if token.kind == "number" and token.text.isdigit()]
    if not numbers:
        return None
    last = numbers[-1]
    return f"{statement[: start + last.start]}{int(last.text) + change}{statement[start + last.end :]}"


def children_seconds() -> float:
    """Processor time of the Lean processes, which have ended by now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(rows: list[Row], seconds: float, processor: float, workers: int) -> None:
    original, edited = Counter(row.original for row in rows), Counter(row.edited for row in rows)
    elaborated = len(rows) - original["error"] - original["unavailable"] - original["timeout"] - original["crash"]
    print(f"statements   {len(rows)}")
    print(f"elaborated   {elaborated}")
    print(f"proved       {original['proved']}")
    print(f"refuted      {original['refuted']}    (must be none but for statements that are wrong)")
    print(f"edited       {len(rows) - edited['no number'] - edited['']}")
    print(f"  refuted    {edited['refuted']}")
    print(f"  proved     {edited['proved']}    (an edit may leave a statement true)")
    print(f"both         {original['BOTH'] + edited['BOTH']}    (must be none)")
    print(f"processor    {processor:.0f} s, which is {processor / workers:.0f} s for each of {workers} workers")
    print(f"time         {seconds:.0f} s, median {statistics.median(row.seconds for row in rows):.2f} s a statement")
    for what, counts in (("proved by", Counter(r.how for r in rows if r.original == "proved")),
                         ("edited refuted by", Counter(r.edited_how for r in rows if r.edited == "refuted"))):  # fmt: skip
        print(f"{what}: {', '.join(f'{name} {count}' for name, count in counts.most_common())}")
    for row in rows:
        if row.original in ("error", "unavailable", "timeout", "crash", "refuted", "BOTH"):
            print(f"! {row.name}: {row.original} {row.how} {row.why}")
        if row.edited in ("proved", "BOTH", "error"):
            reason = STILL_TRUE.get(row.name, "NOT KNOWN WHY") if row.edited == "proved" else ""
            print(f"! {row.name}, edited: {row.edited} by {row.edited_how}: …{row.edit} {reason}")


if __name__ == "__main__":
    raise SystemExit(main())
