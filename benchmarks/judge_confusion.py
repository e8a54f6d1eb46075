"""The confusion table of the deterministic edit judge over the outputs labelled by hand.

    python benchmarks/judge_confusion.py

Prints one table per source (outputs written for the tests, real replies in both directions) in Markdown, and the numbers
that the judge is held to. Exit status 1 where it does not reach them.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from confusion import bar, fresh, judged, table


def main() -> int:
    found = judged()
    for source in ("written", "real"):
        chosen = [one for one in found if one.source == source]
        print(f"\n{source}: {bar(chosen)}\n")
        print("\n".join(table(chosen)))
    reached = bar(found)
    print(f"\nall: {reached}")
    others = fresh()
    print(f"\nfresh, by a reader who does not know the rules: {bar(others)}\n")
    print("\n".join(table(others)))
    low = reached.confused or reached.guessed > 0.02 * reached.unclear or reached.settled < 0.85 * reached.identifiable
    return int(bool(low))


if __name__ == "__main__":
    raise SystemExit(main())
