"""`faithform reproduce`: ours beside the printed number, and whether they agree to the last digit."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_faithform.reproduce import Check, DataError
from pytest_faithform.reproduce.listing import ITEMS, PAPERS

__all__ = ["run_reproduce"]


def run_reproduce(paper: str | None, data: str | None) -> int:
    """Exit status: 0 all match (or a list was asked for), 1 a mismatch, 2 a wrong call, 3 the data cannot be used."""
    if paper is None:
        _print_list()
        return 0
    if paper not in PAPERS:
        print(f"no paper {paper!r}; there are: {', '.join(PAPERS)}", file=sys.stderr)
        return 2
    if PAPERS[paper] and data is None:
        print(f"{paper} needs the folder of its released audit files: --data DIR", file=sys.stderr)
        return 2
    try:
        found = _checks(paper, data)
    except DataError as error:
        print(error, file=sys.stderr)
        return 3
    return _print_checks(found)


def _checks(paper: str, data: str | None) -> list[Check]:
    if paper == "robust-pa":
        from pytest_faithform.reproduce import robust_pa

        return robust_pa.checks()
    from pytest_faithform.reproduce import beyond_compilation
    from pytest_faithform.reproduce.released import read_release

    release = read_release(Path(data or ""))
    return [*beyond_compilation.checks(release), *beyond_compilation.printed_counts()]


def _print_list() -> None:
    for paper in dict.fromkeys(item.paper for item in ITEMS):
        print(paper)
        for item in ITEMS:
            if item.paper == paper:
                print(f"  {'yes' if item.possible else 'no ':<4} {item.what}: {item.how}")
    print(f"\nfaithform reproduce PAPER [--data DIR] computes what can be: {', '.join(PAPERS)}")


def _print_checks(found: Sequence[Check]) -> int:
    widths = [
        max(len(text) for text in column)
        for column in zip(*((c.quantity, c.ours, c.printed) for c in found), strict=True)
    ]
    block = ""
    for check in found:
        if check.block != block:
            block = check.block
            print(f"\n{block}")
            print("  " + "  ".join(t.ljust(w) for t, w in zip(("", "ours", "printed"), widths, strict=True)).rstrip())
        texts = (check.quantity, check.ours, check.printed)
        cells = "  ".join(text.ljust(width) for text, width in zip(texts, widths, strict=True))
        print(f"  {cells}  {check.verdict}")
        if check.note:
            print(f"    ({check.note})")
    verdicts = [check.verdict for check in found]
    print(f"\n{verdicts.count('match')} of {len(found) - verdicts.count('not printed')} printed numbers match")
    return 1 if "MISMATCH" in verdicts else 0
