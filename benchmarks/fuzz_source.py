"""Read many texts that nobody would write: the scanner, extraction, regions, claims and the guard must take them all.

    python benchmarks/fuzz_source.py [--inputs 200000] [--seed 0] [--workers 2] [FILE …]

Every input is made from a seed: mutations of real Lean texts and replies (the starter suites' and those in FILEs: Lean
sources, or JSONL whose strings are taken), tokens in any order, deep nesting, characters of all planes with lone
surrogates and NULs. For each: no exception, tokens that cover the text without overlap, spans inside it, a mask of the same
length, the papers' extraction beside the default one. Prints counts and times, and each failure with the seed that makes its
input again; the exit status says whether there was one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pytest_faithform.lean.declarations import Decl
from pytest_faithform.lean.guard import guard
from pytest_faithform.lean.outline import outline_of
from pytest_faithform.lean.source import Source, extract, mask, parse, tokenize

STARTER = Path(__file__).resolve().parent.parent / "cases" / "starter"
_WORDS = """theorem lemma def example abbrev instance structure inductive class axiom namespace end section variable open in
set_option attribute include omit mutual where deriving extends termination_by decreasing_by notation macro export private
noncomputable have show obtain suffices calc let fun match with by from do if then else at using sorry admit stop ?_ := : ; ,
. .. | || · ( ) [ ] { } ⟨ ⟩ ⦃ ⦄ @[ @ /- -/ -- /-- /-! " ' s!" r#" "# « » = ≠ ≤ < > ∣ ∧ ∨ ¬ → -> <- ↔ => ↦ ∀ ∃ ∃! λ ∑ ∏ ℕ ℤ ℝ
x h₁ h₁' 65 6.5 0x1f 1e5 .1 x.1 _ <;> \\ ` ``` ```lean ```lean4 ~~~ <think> </think> <formal_proof> </formal_proof> #eval
#check import Mathlib Lean.Meta native_decide renaming Nat.gcd instAddNat Ο О K ∶"""
TOKENS = (*_WORDS.split(), "\ud800", "\x00", "\u2028", "\u202e", "\u200b", "«\n»", "'\n'")
SPACES = (" ", " ", " ", "\n", "\n  ", "\n    ", "\t", "\r\n", "")
BRACKETS = (
    "(",
    "[",
    "{",
    "⟨",
    "/-",
    '"',
    "«",
    "(by ",
    "have h : ",
    "by\n  ",
    "fun x => ",
    "calc a = b := ",
    "namespace A\n",
    's!"{',
)
PLANES = (
    (0x0, 0x7F),
    (0x0, 0x2FF),
    (0x370, 0x3FF),
    (0x2000, 0x22FF),
    (0xD800, 0xDFFF),
    (0xE000, 0xFFFF),
    (0x1D400, 0x1D7FF),
    (0, 0x10FFFF),
)


@dataclass
class Outcome:
    inputs: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    characters: int = 0
    slowest: tuple[float, int, int] = (0.0, 0, 0)  # seconds, characters, seed
    failures: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        self.inputs += other.inputs
        for kind, seconds in other.seconds.items():
            self.seconds[kind] = self.seconds.get(kind, 0.0) + seconds
        self.characters += other.characters
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures


class Texts:
    """Inputs by seed."""

    def __init__(self, real: list[str]) -> None:
        self.real = real

    def make(self, seed: int) -> tuple[str, str]:
        """(kind, text)"""
        rng = random.Random(seed)
        kind = rng.choices(("mutation", "soup", "nesting", "characters", "splice"), (5, 3, 1, 1, 2))[0]
        return kind, getattr(self, kind)(rng)

    def mutation(self, rng: random.Random) -> str:
        text = self.piece(rng, 700)
        for _ in range(rng.randint(1, 6)):
            at, end = sorted((rng.randint(0, len(text)), min(len(text), rng.randint(0, len(text) or 1))))
            end = min(end, at + rng.choice((1, 3, 30, 300)))
            text = rng.choice(
                (
                    text[:at] + text[end:],
                    text[:at] + rng.choice(TOKENS) + text[at:],
                    text[:at] + text[at:end] * 2 + text[end:],
                    text[:at] + rng.choice(TOKENS) + text[end:],
                    text[:end],
                    text[at:],
                    text[:at] + self.characters(rng)[:20] + text[end:],
                )
            )
        return text

    def soup(self, rng: random.Random) -> str:
        return "".join(rng.choice(TOKENS) + rng.choice(SPACES) for _ in range(rng.randint(0, 80)))

    def nesting(self, rng: random.Random) -> str:
        opened = "".join(rng.choice(BRACKETS) for _ in range(rng.choice((3, 30, 300, 3_000))))
        return rng.choice(("", "theorem t : ", "theorem t : P := by\n  ")) + opened + self.soup(rng)[:200]

    def characters(self, rng: random.Random) -> str:
        low, high = rng.choice(PLANES)
        return "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(0, 200)))

    def splice(self, rng: random.Random) -> str:
        return "".join(self.piece(rng, 200) + rng.choice(SPACES) for _ in range(rng.randint(2, 5)))

    def piece(self, rng: random.Random, most: int) -> str:
        text = rng.choice(self.real)
        start = rng.randint(0, max(0, len(text) - most)) if rng.random() < 0.5 else 0
        return text[start : start + rng.randint(1, most)]


def read(text: str) -> None:
    """Everything that is read of a text and a reply; raises where something does not hold."""
    end = 0
    for token in tokenize(text, comments=True):
        assert end <= token.start < token.end <= len(text), "tokens overlap"
        assert text[token.start : token.end] == token.text, "a token is not its text"
        assert not text[end : token.start].strip(" \t\r\n"), "a token is missing"
        end = token.end
    assert not text[end:].strip(" \t\r\n"), "the last token is missing"
    assert len(mask(text)) == len(text), "the mask has another length"
    source = parse(text)
    assert all(0 <= begin <= end <= len(text) for begin, end in spans(source)), "a span lies outside"
    for claim in source.claims:
        source.prop_text(claim)
    assert all(finding.line is None or finding.line > 0 for finding in guard(source)), "a finding without a place"
    main: Decl | None = source.main
    if main is not None:
        outline_of(text, main, source.decls)
    found = extract(text)
    assert (found.lean == "") == (found.strategy == "none"), "an extraction without text"
    extract(text, compat=True)
    assert isinstance(source.empty_proof_body, bool)


def spans(source: Source) -> Iterator[tuple[int, int]]:
    yield from source.statement_spans
    yield from source.proof_spans
    for decl in source.decls:
        yield from ((decl.start, decl.end), decl.name_span, decl.signature, decl.type or (0, 0), decl.value or (0, 0))
    for claim in source.claims:
        yield from ((claim.start, claim.end), claim.prop, claim.proof or (0, 0))
    for hole in source.sorries:
        yield hole.span


def real_texts(files: list[Path]) -> list[str]:
    texts: list[str] = []
    for file in files:
        content = file.read_text(encoding="utf-8")
        if file.suffix != ".jsonl":
            texts.append(content)
            continue
        for line in filter(str.strip, content.splitlines()):
            texts += [value for value in strings(json.loads(line)) if "theorem" in value or "lemma" in value]
    return texts


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def run(texts: Texts, seeds: range) -> Outcome:
    outcome = Outcome()
    for seed in seeds:
        kind, text = texts.make(seed)
        began = time.process_time()
        try:
            read(text)
        except BaseException:
            outcome.failures.append((seed, traceback.format_exc(limit=-3)))
        took = time.process_time() - began
        outcome.inputs[kind] += 1
        outcome.seconds[kind] = outcome.seconds.get(kind, 0.0) + took
        outcome.characters += len(text)
        outcome.slowest = max(outcome.slowest, (took, len(text), seed))
    return outcome


_texts: Texts


def _begin(real: list[str]) -> None:
    global _texts
    _texts = Texts(real)


def _part(seeds: range) -> Outcome:
    return run(_texts, seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    real = real_texts([*sorted(STARTER.glob("*.jsonl")), *sorted(STARTER.glob("outputs/*.jsonl")), *given.files])
    parts = [
        range(at, min(at + 500, given.seed + given.inputs)) for at in range(given.seed, given.seed + given.inputs, 500)
    ]
    total, began = Outcome(), time.perf_counter()
    with multiprocessing.Pool(given.workers, _begin, (real,)) as pool:
        for number, outcome in enumerate(pool.imap_unordered(_part, parts), 1):
            total.add(outcome)
            if number % 20 == 0:
                print(
                    f"{sum(total.inputs.values())} inputs, {len(total.failures)} failures", file=sys.stderr, flush=True
                )
    for seed, trace in total.failures[:20]:
        print(f"seed {seed}: {trace}")
    inputs = sum(total.inputs.values())
    print(f"inputs       {inputs} from {len(real)} real texts, {total.characters / 1e6:.1f} million characters")
    for kind, count in sorted(total.inputs.items()):
        print(f"  {kind:<11}{count:>8}   {1000 * total.seconds[kind] / count:.2f} ms each")
    print(f"slowest      {total.slowest[0]:.2f} s for {total.slowest[1]} characters (seed {total.slowest[2]})")
    print(f"processor    {sum(total.seconds.values()):.0f} s, wall {time.perf_counter() - began:.0f} s")
    print(f"exceptions   {len(total.failures)}")
    sys.exit(1 if total.failures else 0)


if __name__ == "__main__":
    main()
