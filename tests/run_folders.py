"""Runs written out without measuring anything: many records of few words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import support

from pytest_faithform.model import Case, EditVerdict, ProofVerdict, Record
from pytest_faithform.reports.stored import StoredRun, load_run
from pytest_faithform.runlog import Run

MANIFEST: dict[str, Any] = {
    "format": "faithform.run/1",
    "instrument": "0.1.0",
    "started_at": "2026-11-30T02:00:00.000+00:00",
    "system": {"name": "v1"},
    "lean": {"backend": "none", "lean": "4"},
    "judges": ["deterministic"],
    "prompts": None,
    "sampling": None,
    "revision": None,
    "samples": 1,
    "verdict": "measure",
    "gates": [],
    "baseline": None,
    "partial": None,
}


def of_group(case: Case, group: int, suffix: str = "") -> Case:
    problem = case.problem.model_copy(update={"group": f"g{group}", "id": f"{case.problem.id}-{group}"})
    return case.model_copy(update={"id": f"{case.id}-{group}{suffix}", "problem": problem})


def edit_record(case: Case, label: str, sample: int = 0, **flags: bool) -> Record:
    """`label`: faithful, reverted or unclear; the outcome follows from it as an item's does."""
    verdict = EditVerdict.model_validate({"label": label, "reason": "r", "rule": "place"} | flags)
    outcome = {"faithful": "pass", "reverted": "fail", "unclear": "skip"}[label]
    if flags.get("empty_proof_body") and label == "faithful":
        outcome = "skip"
    return Record.model_validate({"case": case, "sample": sample, "outcome": outcome, "edit": verdict})


def step_pair(number: int, valid: dict[str, Any], invalid: dict[str, Any], sample: int = 0) -> list[Record]:
    """The records of a valid step and of its invalidated one; each side a ProofVerdict without its reason."""
    first, second = (of_group(case, number) for case in support.steps())
    edit = second.perturbation.model_copy(update={"pairs_with": first.id})
    second = second.model_copy(update={"perturbation": edit})
    records = []
    for case, side, wanted in ((first, valid, "proved"), (second, invalid, "refuted")):
        proof = ProofVerdict.model_validate({"reason": "r"} | side)
        rejected = not (proof.formalized and proof.typechecks)
        outcome = "pass" if proof.value == wanted and not proof.vacuous else "fail"
        if proof.value == "undetermined" and not rejected:
            outcome = "skip"
        records.append(Record.model_validate({"case": case, "sample": sample, "outcome": outcome, "proof": proof}))
    return records


def write_run(folder: Path, records: Iterable[Record], **manifest: Any) -> StoredRun:
    """A finished run of these records."""
    held = list(records)
    run = Run(folder)
    run.open({**MANIFEST, "planned": len(held), **manifest})
    for record in held:
        run.append(record.model_dump_json())
    run.close()
    return load_run(folder)
