"""What a marker gives: places of a text that an edit may change, numbers and symbols alike; and the pick among them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Candidate", "What", "in_order", "pick", "seeded"]

What = Literal["number", "relation", "operator"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """`text` stands at [start, end) of a region. `refusal` says why a rule forbids to edit it, None if none does."""

    start: int
    end: int
    text: str
    family: What
    refusal: str | None = None


def in_order(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates by their place, each place once: what a marker lists first must not matter."""
    places = {(c.start, c.end): c for c in reversed(candidates)}
    return [places[place] for place in sorted(places)]


def pick(name: str, region: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """One of the candidates, drawn as the paper's code draws it (RPA; SPEC a.1): seeded by problem and region, from the
    list as it is given."""
    return seeded(f"{name}:{region}").choice(candidates) if candidates else None


def seeded(text: str) -> random.Random:
    """Python's generator with the first 16 hexadecimal digits of the text's SHA-256 as its seed."""
    return random.Random(int(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16], 16))
