"""ProofFlow's benchmark: undergraduate theorems and proofs with dependency graphs drawn by people.

Fields read: `origin`, `id`, `nl_theorem`, `nl_proof`, `proof_graph` (nodes with `id`, `statement`, `dependencies`). As
`--task step` (the default) each lemma (`l…`) and conclusion (`ts…`) of a graph is a reasoning step: what its node concludes,
with what its parents state as context. As `--task proof` each row is a theorem with its proof. Licence: MIT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    Options,
    Row,
    leave_out,
    problem,
    read_rows,
    slug,
)
from pytest_faithform.cases.adapters.fields import each, needed, refuse, term, text_of, texts, whole

__all__ = ["ADAPTER"]

_CONCLUDES = re.compile(r"Therefore,? we conclude:?\s*", re.IGNORECASE)
_HEADING = re.compile(r"^\s*(?:premise|definition|assumption|we assume|condition|theorem)[a-z ]*:\s*", re.IGNORECASE)
_TAG = re.compile(r"\s*\[(?:tc|def|l|ts)_?[0-9]+\]")
_STEP = re.compile(r"(?:l|ts)_?[0-9]")
_BULLET = re.compile(r"^\s*[•*-]\s*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of a graph: what it concludes, and the ids of its parents."""

    concluded: str
    parents: tuple[str, ...]


def read(file: str, options: Options) -> Iterator[Imported]:
    make = _proof if options.task == "proof" else _steps
    return each(read_rows(Path(file), options), options, make)


def _named(row: Row) -> tuple[str, str]:
    """The row's id, and its domain."""
    origin = re.sub(r"^naturalproofs_|\.json$", "", term(row, "origin", otherwise=""))
    told = row.value.get("id")
    number = term(row, "id") if isinstance(told, str) or told is None else str(whole(row, "id"))
    return slug(f"proofflow-{origin}-{number}"), slug(origin or "mathematics")


def _proof(row: Row) -> Iterator[Imported]:
    name, domain = _named(row)
    yield problem(
        row,
        id=name,
        dataset="proofflow",
        domain=domain,
        task="proof",
        group=name,
        informal_statement=needed(row, "nl_theorem").strip(),
        informal_proof=needed(row, "nl_proof").strip(),
    )


def _steps(row: Row) -> Iterator[Imported]:
    name, domain = _named(row)
    nodes = _nodes(row)
    steps = [(key, node) for key, node in nodes.items() if _STEP.match(key)]
    if not steps:
        yield leave_out(row, name, "its graph has no lemma and no conclusion" if nodes else "no proof graph")
    for key, node in steps:
        if any(parent not in nodes for parent in node.parents):
            yield leave_out(row, f"{name}-{key}", "its node depends on one that the graph lacks")
        elif _is_circular(key, nodes):
            yield leave_out(row, f"{name}-{key}", "its node depends on itself")
        elif not node.concluded:
            yield leave_out(row, f"{name}-{key}", "its node concludes nothing")
        else:
            yield problem(
                row,
                id=slug(f"{name}-{key}"),
                dataset="proofflow",
                domain=domain,
                task="step",
                group=name,
                context=tuple(filter(None, (nodes[parent].concluded for parent in node.parents))),
                informal_statement=node.concluded,
                flags=("graph-by-hand",),
            )


def _nodes(row: Row) -> dict[str, _Node]:
    """The graph's nodes by their ids. Raises WrongField."""
    graph = row.value.get("proof_graph")
    if graph is None:
        return {}
    if not isinstance(graph, list):
        raise refuse("proof_graph", graph, "a list of nodes")
    nodes: dict[str, _Node] = {}
    for index, node in enumerate(graph):
        where = f"proof_graph[{index}]"
        if not isinstance(node, dict):
            raise refuse(where, node, "an object with id, statement and dependencies")
        key = text_of(f"{where}.id", node.get("id"))
        if not key or key in nodes:
            raise refuse(f"{where}.id", node.get("id"), "a text that no other node of the graph has")
        rests_on = node.get("dependencies")
        parents = () if rests_on is None else tuple(texts(f"{where}.dependencies", rests_on))
        told = [text_of(f"{where}.{name}", node.get(name)) for name in ("statement", "natural_language")]
        nodes[key] = _Node(_concluded(told[0] or told[1]), parents)
    return nodes


def _is_circular(key: str, nodes: Mapping[str, _Node]) -> bool:
    """Whether a node depends on itself, through others or not."""
    seen: set[str] = set()
    ahead = list(nodes[key].parents)
    while ahead:
        parent = ahead.pop()
        if parent == key:
            return True
        if parent in nodes and parent not in seen:
            seen.add(parent)
            ahead += nodes[parent].parents
    return False


def _concluded(told: str) -> str:
    """What a node states, without what it rests on, its bullets and its tags."""
    told = _HEADING.sub("", _CONCLUDES.split(told)[-1])
    return _TAG.sub("", _BULLET.sub("", told)).strip()


ADAPTER = Adapter("proofflow", "ProofFlow's benchmark", "MIT", read, tasks=("step", "proof"))
