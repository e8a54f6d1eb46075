"""The whole suite: all sources compiled, checked across problems, and laid out as files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from builder.authoring import Finding, SourceProblem, read_topic
from builder.compiling import Answered, Compiled, compile_problem
from builder.recording import recording
from builder.releases import RELEASES, release
from builder.shapes import reply
from pytest_faithform.model import Problem

__all__ = ["Suite", "files", "load", "table"]


@dataclass(slots=True)
class Suite:
    """Sources by file with what each became; `findings` is everything to mend."""

    sources: list[tuple[str, SourceProblem, Compiled]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def only(self, file: str) -> Suite:
        """The part that one source file gives."""
        return Suite(
            [entry for entry in self.sources if entry[0] == file],
            [finding for finding in self.findings if finding.file == file],
        )

    @property
    def compiled(self) -> list[Compiled]:
        return [compiled for _, _, compiled in self.sources]

    @property
    def answered(self) -> list[Answered]:
        return [answered for compiled in self.compiled for answered in compiled.answered]


def load(paths: Iterable[Path]) -> Suite:
    """Read and compile the sources, in the order of the file names and of the problems in them."""
    suite = Suite()
    for path in paths:
        problems, findings = read_topic(path)
        suite.findings += findings
        for problem in problems:
            compiled = compile_problem(problem, path.name)
            suite.sources.append((path.name, problem, compiled))
            suite.findings += compiled.findings
            if problem.domain != path.stem:
                suite.findings.append(
                    Finding(
                        path.name, problem.id, "domain", f"found {problem.domain!r}; the file's topic is {path.stem!r}"
                    )
                )
    suite.findings += _duplicates(suite)
    return suite


def _duplicates(suite: Suite) -> list[Finding]:
    """Ids that two problems claim: their own, or through one of their cases."""
    found = []
    first: dict[str, tuple[str, str]] = {}
    for file, problem, compiled in suite.sources:
        names = [problem.id, *(item.case.id for item in compiled.answered)]
        taken = next((name for name in names if name in first), None)
        if taken is not None:
            other = first[taken]
            found.append(Finding(file, problem.id, "id", f"{taken!r} is taken by {other[0]}: {other[1]}"))
            # Either author may be the one to look.
            if other[0] != file:
                found.append(Finding(*other, "id", f"{taken!r} is taken by {file}: {problem.id}"))
        for name in names:
            first.setdefault(name, (file, problem.id))
    return found


def files(suite: Suite) -> dict[str, str]:
    """Every file of the suite by its path under the output folder."""
    parts = suite.compiled
    answered = suite.answered
    problems: dict[str, Problem] = {}
    for item in answered:
        problems.setdefault(item.case.problem.id, item.case.problem)
    return {
        "problems.jsonl": _lines(problems.values()),
        "local_edits.jsonl": _lines(item.case for part in parts for item in part.local_edits),
        "paraphrases.jsonl": _lines(item.case for part in parts for item in part.paraphrases),
        "reasoning_steps.jsonl": _lines(item.case for part in parts for item in part.reasoning_steps),
        "statements.jsonl": _lines(item.case for part in parts for item in part.statements),
        "controls/faithful.jsonl": "".join(_reply(item, item.faithful) for item in answered),
        "controls/biased.jsonl": "".join(_reply(item, item.biased) for item in answered),
        "outputs/recording.jsonl": recording(answered),
        **{f"releases/{name}.jsonl": release(name, answered) for name in RELEASES},
    }


def _lines(models: Iterable[BaseModel]) -> str:
    dumps = (model.model_dump(mode="json", exclude_none=True) for model in models)
    return "".join(json.dumps(dump, ensure_ascii=False) + "\n" for dump in dumps)


def _reply(item: Answered, lean: str) -> str:
    row = {
        "format": "faithform.reply/1",
        "case": item.case.id,
        "sample": 0,
        "reply": reply(item.case.id, item.case.problem.task, lean),
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def table(suite: Suite) -> str:
    """How many cases were to be built and how many were, by kind and region or style."""
    wanted = Counter(
        name for part in suite.compiled for name in part.attempted for _ in range(2 if name == "step" else 1)
    )
    built: Counter[str] = Counter()
    for item in suite.answered:
        case = item.case
        if case.problem.task == "step":
            built["step"] += 1
        elif case.problem.task == "statement":
            built["statement"] += 1
        else:
            built[" ".join(filter(None, (case.kind, case.region or case.style)))] += 1
    rows = [f"{'cases':28}{'built':>7}{'of':>6}"]
    rows += [f"{name:28}{built[name]:>7}{wanted[name]:>6}" for name in sorted(wanted)]
    domains = len({problem.domain for _, problem, _ in suite.sources})
    total = f"{len(suite.sources)} problems, {domains} domains, {len(suite.answered)} cases"
    return "\n".join([*rows, total])
