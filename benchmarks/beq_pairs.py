"""Certify the equivalence of statement pairs that people have labelled, and show what does not agree with the labels.

    python benchmarks/beq_pairs.py FILE [--lean embedded:prelude] [--limit N] [--json OUT] [--workers N]

FILE is JSONL, one pair a line: `header`, `formal_stmt_gt` and `formal_stmt_pred` (Lean), `human_equivalent`, `full_name`.
Each text is the header and one statement, its theorem renamed apart. A pair labelled *not equivalent* that is certified is
shown with its certificate: it is a question to the label, or a fault of ours. What this Lean cannot state is no answer.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pytest_faithform.lean.backends.make import make_backend
from pytest_faithform.lean.checker import LeanChecker
from pytest_faithform.lean.equivalence import compare
from pytest_faithform.lean.pool import LeanPool

SECONDS = 60.0
# `:=` with nothing but a comment and a placeholder behind it, or cut off, as some of the pairs are.
_PROOF = re.compile(r":=\s*(?:by\s*)?(?:sorry)?\s*$")
_UNKNOWN = re.compile(r"unknown namespace [`'«]?([^`'»\s]+)")


@dataclass(frozen=True)
class Found:
    """What became of a pair."""

    name: str
    labelled: bool
    value: str
    reason: str
    rung: str
    certificate: str
    elaborates: bool


def text_of(lean: LeanChecker, pair: dict[str, Any], which: str) -> str:
    """One side of a pair as a Lean text of its own; its section stays open to the end of the file."""
    statement = _PROOF.sub(":= by sorry", pair[which].strip())
    return f"{known_header(lean, pair['header'])}\n{statement}\n"


def known_header(lean: LeanChecker, header: str, *, known: dict[str, str] = {}) -> str:  # noqa: B006, kept between calls
    """The header without its imports and without the namespaces that this Lean does not have: one that is not there can
    give no name another meaning."""
    if header not in known:
        text, shorter = "", "\n".join(line for line in header.splitlines() if not line.startswith("import "))
        while text != shorter:
            text = shorter
            unknown = {match[1] for m in lean.check(text).messages if (match := _UNKNOWN.search(m.text))}
            shorter = "\n".join(_without(line, unknown) for line in text.splitlines())
        known[header] = text
    return known[header]


def _without(line: str, namespaces: set[str]) -> str:
    words = line.split()
    if words[:1] != ["open"]:
        return line
    opener = words[:2] if words[1] == "scoped" else words[:1]
    kept = [word for word in words[len(opener) :] if word not in namespaces]
    return " ".join([*opener, *kept]) if kept else ""


def examine(lean: LeanChecker, pair: dict[str, Any]) -> Found:
    """Whether both sides elaborate, and what `compare` certifies."""
    reference, candidate = (text_of(lean, pair, which) for which in ("formal_stmt_gt", "formal_stmt_pred"))
    found = compare(lean, reference, candidate, budget=SECONDS)
    return Found(
        pair["full_name"],
        bool(pair["human_equivalent"]),
        found.value,
        found.reason,
        found.rung,
        found.certificate,
        found.at_fault is None and "lacks" not in found.reason and "elaborate" not in found.reason,
    )


def table(results: list[Found]) -> list[str]:
    """The result, as lines of text."""
    lines = [f"{'':24}{'equivalent':>12}{'not equivalent':>16}   (as labelled)"]

    def row(label: str, chosen: list[Found]) -> str:
        count = Counter(found.labelled for found in chosen)
        return f"{label:24}{count[True]:>12}{count[False]:>16}"

    lines.append(row("pairs", results))
    stated = [found for found in results if found.elaborates]
    lines.append(row("both sides elaborate", stated))
    for value in ("equivalent", "stronger", "weaker", "different", "not_established"):
        lines.append(row(f"  {value}", [found for found in stated if found.value == value]))
    certified = [found for found in stated if found.value == "equivalent"]
    for rung in sorted({found.rung for found in certified}):
        lines.append(row(f"  by {rung}", [found for found in certified if found.rung == rung]))
    for found in certified:
        if not found.labelled:
            lines += ["", f"labelled not equivalent, certified by {found.rung}: {found.name}", found.certificate]
    for found in stated:
        if found.labelled and found.value == "different":
            lines += ["", f"labelled equivalent, proved different: {found.name}", found.reason, found.certificate]
    return lines


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--lean", default="embedded:prelude")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write every pair's result there")
    options = parser.parse_args()
    pairs = read(options.file)[: options.limit]

    def make() -> LeanChecker:
        made = make_backend(options.lean, timeout=SECONDS)
        if made is None:
            raise SystemExit(f"no Lean {options.lean!r}")
        return made

    with LeanPool(make, options.workers) as pool:
        results = list(pool.map(examine, pairs))
    print("\n".join(table(results)))
    if options.json:
        options.json.write_text(json.dumps([asdict(found) for found in results], indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
