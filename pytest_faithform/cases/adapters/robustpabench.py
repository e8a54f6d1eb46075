"""RobustPABench: problems with their published edits and paraphrases, kept as they are and audited.

FILE is a file or a folder of the release, or `hub:OWNER/NAME` (the extra `hub`, with `--config` and `--split`). Fields read:
`name`, `informal_statement`, `informal_proof`, `formal_statement`; of edits and paraphrases `original_informal_statement` and
`original_informal_proof`, and every `number_edit_…`, `symbol_edit_…` and `step_edit_…` field, which stand in the case's
`imported`. Statements are taken out of their docstrings, and offsets into them are shifted by as much. A paraphrase that is a
copy of its original (the release copies where its model failed) and an edit that fails its audit are left out, with the
reason. Licence: MIT (the Lean part Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from pytest_faithform.cases.adapters.base import (
    Adapter,
    Imported,
    LeftOut,
    Options,
    Row,
    leave_out,
    mend_controls,
    problem,
    read_rows,
    slug,
    unwrap,
)
from pytest_faithform.cases.adapters.fields import (
    caught,
    choice,
    is_nan,
    needed,
    placed,
    reference,
    refuse,
    term,
    truth,
    whole,
    words,
)
from pytest_faithform.cases.adapters.minif2f import domain
from pytest_faithform.cases.explain import explain
from pytest_faithform.cases.jsonl import BadLine, CaseFileError
from pytest_faithform.model import (
    Case,
    NumberEdit,
    Original,
    Paraphrase,
    Problem,
    Region,
    Span,
    StepDeletion,
    SymbolEdit,
)
from pytest_faithform.perturb import step_deletion, symbol_edit
from pytest_faithform.perturb.audit import audit

__all__ = ["ADAPTER", "CONFIGS", "read_parts"]

#: The parts of the release on the hub.
CONFIGS = (
    "global_original", "global_gemini_rephrase", "global_gemini_step", "global_qwen3_rephrase", "global_qwen3_step",
    "local_number_edit_statement", "local_number_edit_proof", "local_symbol_edit_statement", "local_symbol_edit_proof",
    "local_step_delete",
)  # fmt: skip

_EDITS = ("number_edit", "symbol_edit", "step_edit")
_AUTHORS = {"gemini": "Gemini-2.5-Flash", "qwen": "Qwen3"}
_TIERS: dict[str, Literal["gold", "silver", "bronze"]] = {"gold": "gold", "silver": "silver", "bronze": "bronze"}
_MODELS: dict[str, type[BaseModel]] = {
    model.__name__: model for model in (Case, NumberEdit, Paraphrase, Span, StepDeletion, SymbolEdit)
}
_NO_PROOF = "no informal proof"


class _Unusable(Exception):
    """A row that becomes no case; the message says why."""


def read(file: str, options: Options) -> Iterator[Imported]:
    yield from read_parts(_rows(file, options), options)


def read_parts(rows: Iterable[tuple[str, Row]], options: Options) -> Iterator[Imported]:
    """What the rows become, each given with the name of the part that it stands in."""
    known: dict[str, Problem] = {}
    for part, row in rows:
        yield from placed(row, options, caught(row, partial(_read, part=part, known=known)))


def _read(row: Row, part: str, known: dict[str, Problem]) -> Iterator[Imported]:
    name = term(row, "name", "id")
    if any(isinstance(value, str) and mend_controls(value) != value for value in row.value.values()):
        yield leave_out(row, name, "control characters in place of a backslash, and offsets that count them")
        return
    made = _problem(row, name)
    if isinstance(made, LeftOut):
        yield made
        return
    before = known.get(made.id)
    if before is None:
        known[made.id] = made
        yield made
    elif before != made:
        yield leave_out(row, name, "its original differs from that of another row of the same name")
        return
    try:
        yield _case(row, before or made, part)
    except _Unusable as error:
        yield leave_out(row, name, str(error))
    except ValidationError as error:
        yield leave_out(row, name, f"failed its audit: {_complaint(error)}")


def _complaint(error: ValidationError) -> str:
    """What a model of a case objects to; what its own validators say names the field already."""
    first = explain(error, _MODELS.get(error.title, Case))[0]
    return first.text if error.errors()[0]["type"] == "value_error" else str(first)


def _problem(row: Row, name: str) -> Problem | LeftOut:
    edited = _original_of(row)
    statement, _ = unwrap(edited[0])
    if not statement.strip():
        return leave_out(row, name, "no informal statement")
    if not edited[1].strip():
        return leave_out(row, name, _NO_PROOF)
    formal = reference(row, "formal_statement")
    return problem(
        row,
        id=slug(name),
        dataset="minif2f" if formal else "math-500",
        domain=domain(name) if formal else "mathematics",
        task="proof",
        group=slug(name),
        informal_statement=statement,
        informal_proof=edited[1],
        formal_statement=formal,
    )


def _original_of(row: Row) -> tuple[str, str]:
    """Statement (wrapped) and proof before the perturbation."""
    before = "original_" if "original_informal_statement" in row.value else ""
    return words(row, f"{before}informal_statement"), _proof(row, f"{before}informal_proof")


def _proof(row: Row, name: str) -> str:
    """A proof, "" also for the number that the published file has in place of one."""
    return "" if is_nan(row.value.get(name)) else words(row, name)


def _case(row: Row, of: Problem, part: str) -> Case:
    prefix = next((name for name in _EDITS if any(key.startswith(f"{name}_") for key in row.value)), "")
    _, shift = unwrap(_original_of(row)[0])
    statement, _ = unwrap(needed(row, "informal_statement"))
    proof = _proof(row, "informal_proof")
    edit = _perturbation(row, of, part, prefix, shift, proof)
    variant = getattr(edit, "region", None) or getattr(edit, "style", None)
    case = Case(
        id=f"{of.id}-{edit.kind}{f'-{variant}' if variant else ''}",
        problem=of,
        perturbation=edit,
        informal_statement=statement,
        informal_proof=proof,
        imported={key: value for key, value in row.value.items() if prefix and key.startswith(prefix)},
    )
    wrong = audit(case)
    if wrong:
        raise _Unusable(f"failed its audit: {wrong[0]}")
    return case


def _perturbation(
    row: Row, of: Problem, part: str, prefix: str, shift: int, proof: str
) -> Original | NumberEdit | SymbolEdit | StepDeletion | Paraphrase:
    if prefix in ("number_edit", "symbol_edit"):
        what = "value" if prefix == "number_edit" else "symbol"
        source = choice(row, f"{prefix}_source", "statement", "proof")
        region: Region = "statement" if source == "statement" else "proof"
        start, end = (
            _offset(row, f"{prefix}_char_offset_{side}", shift if region == "statement" else 0)
            for side in ("start", "end")
        )
        old, new = (needed(row, f"{prefix}_{age}_{what}") for age in ("old", "new"))
        span = Span(start=start, end=end)
        if what == "value":
            return NumberEdit(region=region, span=span, old=old, new=new)
        return SymbolEdit(region=region, span=span, old=old, new=new, family=_family(row, old))
    if prefix == "step_edit":
        return _step(row, of, proof)
    if "original_informal_statement" in row.value:
        style = _style(part)
        return Paraphrase(style=style, author=_AUTHORS.get(style.partition("-")[0]))
    return Original()


def _offset(row: Row, name: str, shift: int) -> int:
    allowed = "a whole number, the offset into the text"
    value = whole(row, name, allowed)
    if value - shift < 0:
        raise refuse(name, value, f"{allowed}, {shift} or more")
    return value - shift


def _family(row: Row, symbol: str) -> Literal["relation", "operator"]:
    told = words(row, "symbol_edit_family") or symbol_edit.family(symbol)
    if told is None:
        raise _Unusable(f"{symbol!r} is of no known family")
    if told not in ("relation", "operator"):
        raise refuse("symbol_edit_family", told, '"relation", "operator"')
    return "relation" if told == "relation" else "operator"


def _step(row: Row, of: Problem, proof: str) -> StepDeletion:
    """The deletion with its parts as they stand in the proof: the outcome as recorded, the reasoning what precedes it in the
    step's span."""
    before, outcome = of.informal_proof, needed(row, "step_edit_target_outcome_text")
    full = words(row, "step_edit_target_full_text")
    if "step_edit_span_start" in row.value:
        start, end = _offset(row, "step_edit_span_start", 0), _offset(row, "step_edit_span_end", 0)
    else:
        start = before.find(full) if full else -1
        end = start + len(full)
    if start < 0 or before[:start] + outcome + before[end:] != proof:
        raise _Unusable("the edited proof is not the original with the step replaced by its outcome")
    step = before[start:end]
    if not step.endswith(outcome):
        # Text behind the claim went too: the audit can vouch for one deletion only, of a reasoning that stands before it.
        raise _Unusable("the step's outcome does not end it")
    reasoning = step[: -len(outcome)].rstrip()
    if not reasoning:
        raise _Unusable("the step is its outcome alone, and nothing was deleted")
    tier = choice(row, "step_edit_tier", *_TIERS)
    return StepDeletion(
        span=Span(start=start, end=end),
        reasoning=reasoning,
        outcome=outcome,
        is_last=truth(row, "step_edit_is_last"),
        tier=_TIERS[tier],
        reasoning_reappears_elsewhere=step_deletion.reappears_elsewhere(proof, reasoning),
    )


def _style(part: str) -> str:
    low = part.lower()
    author = next((name for name in _AUTHORS if name in low), None)
    manner = "step-by-step" if "step" in low else "free-form"
    return f"{author}-{manner}" if author else slug(Path(part).stem)


def _rows(file: str, options: Options) -> Iterator[tuple[str, Row]]:
    """The rows with the name of the part that they stand in."""
    if file.startswith("hub:"):
        yield from _from_hub(file.removeprefix("hub:"), options)
        return
    path = Path(file)
    files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise CaseFileError(path, [BadLine(None, "", "the folder holds no .jsonl file")])
    for one in files:
        for row in read_rows(one, options, mend=False):
            yield one.name, row


def _from_hub(name: str, options: Options) -> Iterator[tuple[str, Row]]:
    try:
        from datasets import load_dataset
    except ImportError as error:
        text = "reading from the hub needs the extra: pip install 'pytest-faithform[hub]'"
        raise CaseFileError(f"hub:{name}", [BadLine(None, "", text)]) from error
    configs = [options.config] if options.config else list(CONFIGS)
    for config in configs:
        try:
            loaded: Any = load_dataset(name, config, split=options.split)
        except Exception as error:
            # The client reports a missing part, a wrong name and a dead network by types of many libraries.
            told = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise CaseFileError(f"hub:{name}", [BadLine(None, "", f"config {config}: {told}")]) from error
        parts: Iterable[tuple[str, Iterable[Mapping[str, Any]]]] = (
            loaded.items() if options.split is None else [("", loaded)]
        )
        for split, rows in parts:
            for number, value in enumerate(rows, start=1):
                yield config, Row(f"hub:{name}, {config} {split}, row {number}", value)


ADAPTER = Adapter(
    "robustpabench", "RobustPABench, with its edits", "MIT (texts), Apache-2.0 (Lean)", read, accepts=("hub",),
    carries_cases=True,
)  # fmt: skip
