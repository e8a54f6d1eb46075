"""Results of "Evaluating the Robustness of Proof Autoformalization" (SPEC g): `…_output.jsonl`, `…_scored.jsonl`.

An output file holds the source row with `LLM_Output#k`, k from 1; scored with TC and the semantic checks it also holds
`LLM_Syntax?#k`, `LLM_StmtSC?#k`, `LLM_ProofSC?#k` and the conjunction `LLM_FullyCorrect?#k`. A scored edit file holds
`name`, `edit_type`, `judgment`, `reason` and what the judge quoted, of the first sample; it is given together with its
output file. `N/A` in the cell of a verdict is an empty cell.

By SPEC b.1 an output without a theorem fails every part, and the denominator is all inputs: where a file has the semantic
checks of what compiles alone, those of the other outputs are undetermined, and no yes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Literal

from pytest_faithform.cases.adapters import robustpabench
from pytest_faithform.cases.adapters.base import LeftOut, Options, Row, slug
from pytest_faithform.judges.values import number_values, symbol_class
from pytest_faithform.lean.source import mask, parse, parse_reached, position
from pytest_faithform.model import Case, Correctness, EditVerdict, Evidence, Fault, Formalization, Part, Record
from pytest_faithform.runs_import.base import (
    CALL_FAILED,
    ImportedRun,
    Noted,
    not_measured,
    outcome_of,
    record_of,
    reported,
    reported_lean,
)
from pytest_faithform.runs_import.fields import (
    absent,
    accepts,
    checked,
    empty,
    first_of,
    named,
    printed,
    result_rows,
    truth,
    twice,
    whole,
    within,
    words,
    wrong,
)

__all__ = ["read"]

_TEXT = re.compile("name|id|number_edit_(?:old|new)_value")
_OUTPUT = re.compile(r"LLM_Output#(\d+)")
_SCORED = re.compile(r"LLM_(?:Syntax|StmtSC|ProofSC|FullyCorrect)\?#\d+|LLM_SyntaxError#\d+")
_NONE = frozenset(["n/a", "#n/a"])
_VERDICT = re.compile(r"LLM_(?:Syntax|StmtSC|ProofSC|FullyCorrect)\?#(\d+)")
_LABELS: Mapping[str, Literal["faithful", "reverted", "unclear"]] = {
    "faithful": "faithful",
    "reverted": "reverted",
    "other": "unclear",
}
_STATES_NOTHING = "the output states no theorem"
_DECIMAL = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_FAILED = "scoring_failed_after_retries"
#: Reasons that the scoring writes itself, with the rule that they come to.
_RULES = {
    "empty_or_error_output": "empty-output",
    "degenerate_lean_no_target_region": "no-target-region",
}
_HANDLING: Mapping[str, Literal["unproved", "derived", "absent"]] = {
    "sorry": "unproved",
    "placeholder": "unproved",
    "simplified": "derived",
    "full": "derived",
    "absent": "absent",
}


_Key = tuple[str, str, str]


def read(files: Sequence[Path]) -> ImportedRun:
    """Raises CaseFileError where a row is of neither kind or stands twice, or a verdict has no output or is of another
    edit than its output."""
    verdicts: dict[_Key, Row] = {}
    outputs: list[tuple[Path, list[Row]]] = []
    for path in files:
        rows = [_without_marks(row) for row in result_rows(path, mend=False)]
        for row in (row for row in rows if _is_verdict(row)):
            first = verdicts.setdefault(_verdict_key(row), row)
            if first is not row:
                raise twice(row, first, "name")
        made = [row for row in rows if not _is_verdict(row)]
        if made:
            outputs.append((path, made))
    run = ImportedRun()
    used: set[_Key] = set()
    lost: set[str] = set()
    for path, rows in outputs:
        became = _became(path, rows)
        found: list[tuple[Row, Record]] = []
        for row in rows:
            case = became[row.place]
            if isinstance(case, LeftOut):
                run.left_out.append(case)
                lost.add(slug(named(row, "name", "id")))
                continue
            run.one_text(case.problem, row, "informal_statement")
            key: _Key = (case.problem.id, case.kind, case.region or "")
            used.add(key)
            if verdicts and case.region and key not in verdicts:
                run.noted.append(Noted(row.place, "no verdict of this output in the scored files"))
            with checked(row):
                found += [(row, record) for record in _records(row, case, verdicts.get(key), run)]
        for row, record in _over_all_inputs(found):
            run.add(record, row, first_of(row, "name", "id"))
            if record.fault is None and not empty(row, _whole_field(record)) and _unmeasured(record.correctness):
                told = (
                    "LLM_FullyCorrect without all of Syntax, StmtSC and ProofSC; what it says of the others is not used"
                )
                run.noted.append(Noted(row.place, told))
    for key, row in verdicts.items():
        # The output of a row that was left out may be this verdict's.
        if key not in used and key[0] not in lost:
            raise wrong(row, "name", "a name of the output file; give the scored file together with its output file")
    return run


def _without_marks(row: Row) -> Row:
    value = {
        name: None if _SCORED.fullmatch(name) and isinstance(cell, str) and cell.strip().lower() in _NONE else cell
        for name, cell in row.value.items()
    }
    return Row(row.place, value)


def _is_verdict(row: Row) -> bool:
    """Where a table holds rows of both kinds, each has empty cells in the columns of the other."""
    return not empty(row, "judgment") or ("judgment" in row.value and not any(map(_OUTPUT.fullmatch, row.value)))


def _became(path: Path, rows: Sequence[Row]) -> dict[str, Case | LeftOut]:
    """What each row of an output file is, by its place: names are not enough, since a row of the same name may be left
    out."""
    options = Options()
    items = list(robustpabench.read_parts([(path.name, _source(row)) for row in rows], options))
    placed = zip(options.places, items, strict=True)
    return {place: item for place, item in placed if isinstance(item, Case | LeftOut)}


def _source(row: Row) -> Row:
    """The row without its empty cells, and as it was before a table made numbers of its names, values and truths."""
    value = {name: row.value[name] for name in row.value if not empty(row, name)}
    texts = [value.get(f"{age}informal_{part}") for age in ("", "original_") for part in ("statement", "proof")]
    for name in value:
        if name == "step_edit_is_last":
            value[name] = truth(row, name)
        elif _TEXT.fullmatch(name):
            told = printed(row, name)
            written = name in ("name", "id") or any(told in text for text in texts if isinstance(text, str))
            value[name] = told if written else told.removesuffix(".0")
    return Row(row.place, value)


def _verdict_key(row: Row) -> _Key:
    edit_type = words(row, "edit_type")
    told = " ".join([edit_type, *(name for name in row.value if not empty(row, name))]).lower()
    kind = "step_deletion" if "target_step" in told or "step" in edit_type else "number_edit"
    if kind == "number_edit" and (not empty(row, "old_symbol") or "symbol" in edit_type):
        kind = "symbol_edit"
    region = "proof" if kind == "step_deletion" else words(row, "edit_source")
    if region not in ("statement", "proof"):
        raise wrong(row, "edit_source", "statement or proof")
    return slug(named(row, "name")), kind, region


def _records(row: Row, case: Case, verdict: Row | None, run: ImportedRun) -> list[Record]:
    records = []
    for k in _samples(row, run):
        raw = words(row, f"LLM_Output#{k}")
        made = Formalization(raw=raw, lean="" if raw.startswith("ERROR") else raw, extraction="reported")
        tc, error = _syntax(row, k, made.lean)
        lean = None if tc is None else reported_lean(tc, made.lean, error)
        if tc and not _states(made.lean):
            told = "no theorem, lemma or example in an output that Lean accepts; no part of it counts as a yes"
            run.noted.append(Noted(row.place, told))
        verdict_row = verdict if k == 1 else None
        failed = verdict_row is not None and words(verdict_row, "reason") == _FAILED
        edit = _edit(case, made.lean, verdict_row) if verdict_row is not None and not failed else None
        correctness = None if failed else _correctness(row, k, tc, made.lean)
        fault = Fault(where="judge", message=CALL_FAILED) if failed else None
        records.append(record_of(case, k - 1, made, lean=lean, edit=edit, correctness=correctness, fault=fault))
    return records


def _samples(row: Row, run: ImportedRun) -> list[int]:
    """The outputs of a row; where another row of its table has more, those columns say nothing here."""
    found = {key: match[1] for key in row.value if (match := _OUTPUT.fullmatch(key))}
    if not found:
        raise wrong(row, "LLM_Output#1", "the model's output")
    for key, k in found.items():
        if not re.fullmatch("[1-9][0-9]*", k):
            raise wrong(row, key, "outputs numbered from 1: LLM_Output#1, LLM_Output#2, …")
    for key in row.value:
        verdict = _VERDICT.fullmatch(key)
        if verdict and verdict[1] not in found.values() and not empty(row, key):
            raise wrong(row, key, f"verdicts of the row's outputs; it has no LLM_Output#{verdict[1]}")
    said = {verdict[1] for key in row.value if (verdict := _VERDICT.fullmatch(key)) and not empty(row, key)}
    held = {int(k) for key, k in found.items() if k in said or not absent(row, key)}
    samples = {int(k) for k in found.values()}
    if held and held != samples:
        run.noted.append(
            Noted(row.place, "fewer outputs than the file has columns; what has no verdict either is none")
        )
    return sorted(held or samples)


def _syntax(row: Row, k: int, lean: str) -> tuple[bool | None, str]:
    field, of_error = f"LLM_Syntax?#{k}", f"LLM_SyntaxError#{k}"
    accepted, error = None if empty(row, field) else accepts(row, field, lean), words(row, of_error)
    if accepted and error.strip():
        raise wrong(row, of_error, f"nothing where {field} is yes, since Lean has no error of what it accepts")
    return accepted, error


def _states(lean: str) -> bool:
    return any(decl.is_theorem or decl.keyword == "example" for decl in parse(lean).decls)


def _matches(row: Row, field: str, lean: str) -> bool:
    """A verdict that only what states something can have (SPEC b.1)."""
    found = accepts(row, field, lean)
    if found and not _states(lean):
        raise wrong(row, field, "no where the output has no theorem, lemma or example, since it states nothing")
    return found


def _whole_field(record: Record) -> str:
    return f"LLM_FullyCorrect?#{record.sample + 1}"


def _over_all_inputs(made: Sequence[tuple[Row, Record]]) -> list[tuple[Row, Record]]:
    """With the semantic checks that the outputs of a file lack for the reason alone that Lean rejects them."""
    held = [(row, record, record.correctness) for row, record in made if record.correctness is not None]
    concluded = any(not empty(row, _whole_field(record)) for row, record, _ in held)
    only_accepted = {
        name
        for name in ("StmtSC", "ProofSC")
        if all(found.tc.value == "no" or found.parts[name].value != "not_measured" for _, _, found in held)
        and (concluded or any(found.parts[name].value != "not_measured" for _, _, found in held))
    }
    return [(row, _with_unasked(record, only_accepted)) for row, record in made]


def _with_unasked(record: Record, names: Set[str]) -> Record:
    found, made = record.correctness, record.formalization
    if found is None or found.tc.value != "no" or made is None:
        return record
    unasked = {name for name in names if found.parts[name].value == "not_measured"}
    if not unasked:
        return record
    part = (
        Part(
            value="undetermined", reason="not asked for in the run that this file is of, since Lean rejects the output"
        )
        if _states(made.lean)
        else Part(value="no", reason=_STATES_NOTHING, judge="reported")
    )
    fields = {field: part for field, name in (("stmt_sc", "StmtSC"), ("proof_sc", "ProofSC")) if name in unasked}
    found = found.model_copy(update=fields)
    decided = outcome_of(record.case, record.edit, found)
    return record.model_copy(update={"correctness": found, "outcome": decided.outcome, "message": decided.message})


def _unmeasured(correctness: Correctness | None) -> bool:
    return correctness is None or any(part.value == "not_measured" for part in correctness.parts.values())


def _correctness(row: Row, k: int, tc: bool | None, lean: str) -> Correctness | None:
    parts = {}
    stated = _states(lean)
    for name, call in (("StmtSC", "stmt"), ("ProofSC", "proof")):
        field = f"LLM_{name}?#{k}"
        answer = None if empty(row, field) else _matches(row, field, lean)
        failed = _call_failed(row, k, call, answer)
        parts[name] = reported(None) if failed else not_measured() if answer is None else reported(answer)
    _agrees(
        row, k, lean, [tc, *(None if part.value == "not_measured" else part.value == "yes" for part in parts.values())]
    )
    found = Correctness(
        tc=not_measured() if tc is None else reported(tc and stated, _STATES_NOTHING if tc and not stated else ""),
        stmt_sc=parts["StmtSC"],
        proof_sc=parts["ProofSC"],
    )
    return None if all(part.value == "not_measured" for part in found.parts.values()) else found


def _call_failed(row: Row, k: int, call: str, answer: bool | None) -> bool:
    """Whether the judge's reply to this call could not be read; what was settled without a call has none. Raises
    CaseFileError where its score is not what the verdict says."""
    details = within(row, f"LLM_SC_details#{k}")
    told = details and within(details, f"{call}_call")
    if told is None:
        return False
    if not empty(told, "_parse_failed") and truth(told, "_parse_failed"):
        return True
    score = whole(told, f"{call}_score", "1 or -1", low=-1, high=1)
    if None not in (score, answer) and answer != (score == 1):
        raise wrong(told, f"{call}_score", f"{'1' if answer else '-1'}, which the verdict of the row says")
    return False


def _agrees(row: Row, k: int, lean: str, parts: Sequence[bool | None]) -> None:
    """FullyCorrect is the conjunction of its parts: where the row says another, one of the two is not what the run found."""
    field = f"LLM_FullyCorrect?#{k}"
    if empty(row, field):
        return
    correct = _matches(row, field, lean)
    if (correct and False in parts) or (not correct and all(parts)):
        raise wrong(row, field, "what its parts come to, yes where Syntax, StmtSC and ProofSC are; no elsewhere")


def _edit(case: Case, lean: str, row: Row) -> EditVerdict:
    said = words(row, "judgment")
    if said not in _LABELS:
        raise wrong(row, "judgment", "faithful, reverted or other")
    reason, label = words(row, "reason"), _LABELS[said]
    if label != "unclear" and not lean.strip():
        raise wrong(row, "judgment", "other where there is no output")
    _same_edit(case, row)
    quote = words(row, "context_in_fl") or words(row, "evidence_in_fl")
    rule = _RULES.get(reason, "reported")
    checks: dict[str, bool] = {}
    evidence = _evidence(lean, quote)
    if rule == "reported" and label != "unclear":
        checks["evidence"] = evidence is not None
    value = printed(row, "value_in_fl")
    if rule == "reported" and value and case.kind in ("number_edit", "symbol_edit"):
        checks["consistent"] = _consistent(case, value, label)
    return EditVerdict(
        label=label,
        reason=reason,
        rule=rule,
        evidence=(evidence,) if evidence else (),
        handling=_HANDLING.get(words(row, "proof_method")),
        empty_proof_body=case.kind == "step_deletion" and parse_reached(lean).empty_proof_body,
        judge="reported",
        checks=checks,
    )


def _same_edit(case: Case, row: Row) -> None:
    """A verdict of another edit than its output's says nothing of that output."""
    edit: Any = case.perturbation
    for age in ("old", "new"):
        for name in (f"{age}_value", f"{age}_symbol"):
            if not empty(row, name) and not _same(printed(row, name).strip(), getattr(edit, age, "").strip()):
                told = f"{getattr(edit, age, None)!r}, which the edit of the output of this name has"
                raise wrong(row, name, told)


def _same(one: str, other: str) -> bool:
    """Whether two texts are one, or one number, whose last zeros a table drops or adds."""
    return one == other or (bool(_DECIMAL.fullmatch(one) and _DECIMAL.fullmatch(other)) and float(one) == float(other))


def _evidence(lean: str, quote: str) -> Evidence | None:
    """The quote in the comment-free code, whatever its white space (SPEC c.4)."""
    pattern = r"\s*".join(map(re.escape, "".join(quote.split())))
    found = re.search(pattern, mask(lean)) if pattern else None
    if found is None:
        return None
    line, column = position(lean, found.start())
    return Evidence(quote=lean[found.start() : found.end()], line=line, column=column)


def _consistent(case: Case, value: str, label: str) -> bool:
    """Whether the reported value is the one that the label says: the new one, the old one, or neither."""
    edit: Any = case.perturbation
    read_value = number_values if case.kind == "number_edit" else lambda one: {symbol_class(one)} - {None}
    found, old, new = (read_value(one) for one in (value, edit.old, edit.new))
    return {"faithful": bool(found & new), "reverted": bool(found & old)}.get(label, not found & (old | new))
