"""A run's items as the HTML report carries them: an index for the table, and each item's texts, packed.

Every text stands once, however many items share it. Index, items and texts are JSON, deflated and in base64: no text of a
model can end the element it stands in, and the page opens a packet only when an item in it is looked at. Beyond the budget
the items that passed, and if need be others, keep their verdict and its evidence and leave their texts to records.jsonl.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_faithform.model import Record, encodable, printable
from pytest_faithform.reports.junit_file import verdict

__all__ = ["MAX_TEXT", "Packed", "item_name", "pack", "packet"]

#: Characters of one text that are shown; the rest is in records.jsonl.
MAX_TEXT = 50_000
ITEMS_PER_PACKET = 50
_CHARACTERS_PER_PACKET = 300_000
_SHARED_FROM = 64
_PLAIN = frozenset((int, float, bool, type(None)))
#: How many blocks of how many records the size of a run is judged by.
_SAMPLES = 10
_SAMPLE = 60
_MARGIN = 0.96
_MESSAGE = 240
#: In this order items give up their texts beyond the budget, the last first.
_KEEPING = ("error", "fail", "skip", "pass")
_COLUMNS = ("kind", "region", "style", "outcome", "verdict", "dataset", "domain")
_LEFT_OUT: Any = {"format": True, "case": {"format": True, "imported": True, "problem": {"format": True}}}
_SLIM: Any = {
    "message": True,
    "nodeid": True,
    "seconds": True,
    "edit": {"label", "reason", "rule", "evidence", "handling", "judge"},
    "proof": {"value", "reason", "strategy", "vacuous", "formalized", "typechecks"},
    "correctness": {part: {"value", "reason", "evidence"} for part in ("tc", "stmt_sc", "proof_sc")},
    "grades": {"__all__": {"judge", "value"}},
    "fault": True,
}


@dataclass(frozen=True)
class Packed:
    """`index`, `items` and `texts` are packets. `without_texts` counts, by outcome, the items that the budget left without
    theirs."""

    index: str
    items: list[str]
    texts: list[str]
    without_texts: dict[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.index) + sum(map(len, self.items)) + sum(map(len, self.texts))


def item_name(record: Record) -> str:
    """What a link calls an item: the case, and the sample where it is not the first."""
    return f"{record.case.id}~{record.sample}" if record.sample else record.case.id


def pack(
    records: Sequence[Record],
    lists: Mapping[str, Sequence[Record]],
    before: Mapping[tuple[str, int], Record] | None = None,
    *,
    budget: int,
) -> Packed:
    """Pack the records into at most `budget` characters, or as few as verdicts and evidence take. `lists` are named
    selections of them; `before` what a baseline answered to some of them, by case and sample."""
    records = sorted(records, key=lambda record: record.key)
    keeping = sorted(records, key=lambda record: (_KEEPING.index(record.outcome), record.key))
    costs = {record.key: _characters(record) for record in records}
    whole, size = len(records), _estimate(records, costs)
    while True:
        if size > budget and whole:
            whole = _fewer(keeping[:whole], costs, size, budget)
        full = {record.key for record in keeping[:whole]}
        found = _packed(records, full, lists, before or {})
        size = found.size
        if size <= budget or whole == 0:
            return found


def _estimate(records: Sequence[Record], costs: Mapping[tuple[str, int], int]) -> float:
    """What all of them would come to, judged by some; packing a large run to find that it is too large takes long."""
    blocks = [records[start : start + _SAMPLE] for start in range(0, len(records), max(1, len(records) // _SAMPLES))]
    some = {record.key: record for block in blocks for record in block}
    size = _packed(list(some.values()), some.keys(), {}, {}).size
    return size * sum(costs.values()) / max(1, sum(costs[key] for key in some))


def _fewer(keeping: Sequence[Record], costs: Mapping[tuple[str, int], int], size: float, budget: int) -> int:
    """How many items may keep their texts, if all characters weigh the same; fewer than now."""
    left = _MARGIN * sum(costs[record.key] for record in keeping) * budget / size
    for place, record in enumerate(keeping):
        left -= costs[record.key]
        if left < 0:
            return place
    return len(keeping) - 1


def _characters(record: Record) -> int:
    """Of the texts that an item has for itself, in the main."""
    made, said = record.formalization, record.lean
    size = 500 + len(record.message) + (len(made.raw) if made else 0)
    return size + sum(len(message.text) for message in said.messages) if said else size


def packet(value: object) -> str:
    """JSON, deflated, in base64."""
    text = encodable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode("ascii")


def _packed(
    records: Sequence[Record],
    whole: Container[tuple[str, int]],
    lists: Mapping[str, Sequence[Record]],
    before: Mapping[tuple[str, int], Record],
) -> Packed:
    texts = _Texts()
    items = []
    for start in range(0, len(records), ITEMS_PER_PACKET):
        some = records[start : start + ITEMS_PER_PACKET]
        items.append(packet([texts.held(_shown(record, whole, before)) for record in some]))
    without: dict[str, int] = {}
    for record in records:
        if record.key not in whole:
            without[record.outcome] = without.get(record.outcome, 0) + 1
    index = _index(records, lists) | {"per_packet": ITEMS_PER_PACKET, "first_texts": texts.firsts}
    return Packed(packet(index), items, [packet(chunk) for chunk in texts.packets], without)


def _index(records: Sequence[Record], lists: Mapping[str, Sequence[Record]]) -> dict[str, Any]:
    """What the table shows and filters by, column by column."""
    places = {record.key: place for place, record in enumerate(records)}
    terms = zip(*map(_terms, records), strict=True) if records else [()] * len(_COLUMNS)
    columns = {name: _coded(values) for name, values in zip(_COLUMNS, terms, strict=True)}
    return {
        "name": [item_name(record) for record in records],
        "said": [_said(record) for record in records],
        "seconds": [round(record.seconds, 2) for record in records],
        "columns": columns,
        "lists": {name: sorted(places[record.key] for record in held) for name, held in lists.items()},
    }


def _terms(record: Record) -> tuple[str, ...]:
    """In the order of `_COLUMNS`."""
    case = record.case
    found = (
        case.kind,
        case.region,
        case.style,
        record.outcome,
        verdict(record),
        case.problem.dataset,
        case.problem.domain,
    )
    return tuple(term or "" for term in found)


def _said(record: Record) -> str:
    """On one line, what the item said, or why it passed."""
    verdict = record.edit or record.proof
    return " ".join(printable(record.message or (verdict.reason if verdict else ""), _MESSAGE).split())


def _coded(values: Sequence[str]) -> dict[str, Any]:
    known = {value: code for code, value in enumerate(sorted(set(values)))}
    return {"values": list(known), "codes": [known[value] for value in values]}


def _shown(
    record: Record, whole: Container[tuple[str, int]], before: Mapping[tuple[str, int], Record]
) -> dict[str, Any]:
    return _detail(record, before.get(record.key)) if record.key in whole else _slim(record)


def _detail(record: Record, before: Record | None) -> dict[str, Any]:
    found: dict[str, Any] = record.model_dump(exclude=_LEFT_OUT, exclude_none=True)
    if before is not None:
        answer = before.formalization
        found["baseline"] = {
            "verdict": verdict(before) or before.outcome,
            "message": before.message,
            "lean": answer.lean if answer else "",
        }
    made = found.get("formalization")
    if made is not None:
        if len(made["raw"]) <= MAX_TEXT and (start := made["raw"].find(made["lean"])) >= 0:
            # Lean is a part of the reply, and goes with it.
            made["lean"] = {"from": start, "to": start + len(made["lean"])}
        made["steps"] = [json.dumps(step, ensure_ascii=False, indent=1) for step in made["steps"]]
    return found


def _slim(record: Record) -> dict[str, Any]:
    return {**record.model_dump(include=_SLIM, exclude_none=True), "without_texts": True}


class _Texts:
    """Texts by number, each once, in packets in the order in which they were met: those of one problem lie side by side."""

    def __init__(self) -> None:
        self.packets: list[list[str]] = [[]]
        self.firsts = [0]
        self._numbers: dict[str, int] = {}
        self._room = _CHARACTERS_PER_PACKET

    def held(self, value: Any) -> Any:
        """`value` with its longer texts as `{"$": number}`, with `cut` where only their beginning is kept."""
        kind = type(value)
        if kind is str:
            return self._text(value) if len(value) >= _SHARED_FROM else value
        if kind is dict:
            if "$" in value:
                # A model's own object; as one of ours it would stand for another text.
                return self._text(json.dumps(value, ensure_ascii=False, indent=1))
            return {
                key: one if type(one) in _PLAIN or (type(one) is str and len(one) < _SHARED_FROM) else self.held(one)
                for key, one in value.items()
            }
        return [self.held(one) for one in value] if kind is list or kind is tuple else value

    def _text(self, text: str) -> dict[str, int]:
        kept = text[:MAX_TEXT]
        number = self._numbers.get(kept)
        if number is None:
            number = self._numbers[kept] = len(self._numbers)
            if self._room < len(kept) and self.packets[-1]:
                self.packets.append([])
                self.firsts.append(number)
                self._room = _CHARACTERS_PER_PACKET
            self.packets[-1].append(kept)
            self._room -= len(kept)
        return {"$": number} if len(kept) == len(text) else {"$": number, "cut": len(text)}
