"""ProofFlow's benchmark: undergraduate theorems and proofs with dependency graphs drawn by people.

Fields read: `origin`, `id`, `nl_theorem`, `nl_proof`, `proof_graph` (nodes with `id`, `statement`, `dependencies`). As
`--task step` (the default) each lemma (`l…`) and conclusion (`ts…`) of a graph is a reasoning step: what its node concludes,
with what its parents state as context. As `--task proof` each row is a theorem with its proof. Licence: MIT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    Row,
    leave_out,
    problem,
    read_rows,
    slug,
    text,
)

__all__ = ["ADAPTER"]

_CONCLUDES = re.compile(r"Therefore,? we conclude:?\s*", re.IGNORECASE)
_HEADING = re.compile(r"^\s*(?:premise|definition|assumption|we assume|condition|theorem)[a-z ]*:\s*", re.IGNORECASE)
_TAG = re.compile(r"\s*\[(?:tc|def|l|ts)_?[0-9]+\]")
_BULLET = re.compile(r"^\s*[•*-]\s*", re.MULTILINE)


def read(file: str, options: Options) -> Iterator[Imported]:
    for row in read_rows(Path(file), options):
        origin = re.sub(r"^naturalproofs_|\.json$", "", text(row, "origin"))
        name = slug(f"proofflow-{origin}-{row.value.get('id', '')}")
        if options.task == "proof":
            yield _proof(row, name, origin)
        else:
            yield from _steps(row, name, origin)


def _proof(row: Row, name: str, origin: str) -> Imported:
    return problem(
        row,
        id=name,
        dataset="proofflow",
        domain=slug(origin or "mathematics"),
        task="proof",
        group=name,
        informal_statement=text(row, "nl_theorem").strip(),
        informal_proof=text(row, "nl_proof").strip(),
    )


def _steps(row: Row, name: str, origin: str) -> Iterator[Imported]:
    graph = row.value.get("proof_graph")
    nodes = {str(node.get("id")): node for node in graph if isinstance(node, dict)} if isinstance(graph, list) else {}
    if not nodes:
        yield leave_out(row, name, "no proof graph")
    for key, node in nodes.items():
        if not re.match(r"(?:l|ts)_?[0-9]", key):
            continue
        parents = [str(parent) for parent in node.get("dependencies") or []]
        unknown = [parent for parent in parents if parent not in nodes]
        concluded = _concluded(node)
        if unknown:
            yield leave_out(row, f"{name}-{key}", "its node depends on one that the graph lacks")
        elif not concluded:
            yield leave_out(row, f"{name}-{key}", "its node concludes nothing")
        else:
            yield problem(
                row,
                id=slug(f"{name}-{key}"),
                dataset="proofflow",
                domain=slug(origin or "mathematics"),
                task="step",
                group=name,
                context=tuple(filter(None, (_concluded(nodes[parent]) for parent in parents))),
                informal_statement=concluded,
                flags=("graph-by-hand",),
            )


def _concluded(node: dict[str, Any]) -> str:
    """What a node states, without what it rests on, its bullets and its tags."""
    told = str(node.get("statement") or node.get("natural_language") or "")
    told = _HEADING.sub("", _CONCLUDES.split(told)[-1])
    return _TAG.sub("", _BULLET.sub("", told)).strip()


ADAPTER = Adapter("proofflow", "ProofFlow's benchmark", "MIT", read, tasks=("step", "proof"))
