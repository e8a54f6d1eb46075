"""`faithform import`: each public data set becomes problems, each unusable row is named, each mistake is explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_faithform.cases.adapters import ADAPTERS
from pytest_faithform.cases.adapters.base import mend_controls, slug, unwrap, with_sorry
from pytest_faithform.cases.adapters.math500 import statement
from pytest_faithform.cases.files import read_cases, read_problems
from pytest_faithform.cli import main
from pytest_faithform.model import NumberEdit, Paraphrase, Problem, StepDeletion
from pytest_faithform.perturb.audit import audit

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
public_data = pytest.mark.skipif(not DATA.is_dir(), reason="the public data folder ../shared/data is not here")


def rows(path: Path, *values: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def imported(tmp_path: Path, name: str, file: Path | str, *more: str) -> list[Problem]:
    output = tmp_path / f"{name}.problems.jsonl"
    assert main(["import", name, str(file), "-o", str(output), *more]) == 0
    return read_problems(output)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["import", *arguments]) == 2
    return capsys.readouterr().err


@public_data
def test_minif2f(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problems = imported(tmp_path, "minif2f", DATA / "minif2f" / "test.jsonl")
    shown = capsys.readouterr().out
    assert len(problems) == 243
    assert "left out: imosl_2007_algebra_p6" in shown
    assert "line 23): no informal proof (found nan)" in shown
    first = next(one for one in problems if one.id == "aime_1983_p1")
    assert first.informal_statement.startswith("Let $x$, $y$ and $z$ all exceed $1$")
    assert first.informal_statement.endswith("Show that it is 060.")
    assert (first.formal_statement or "").startswith("import Mathlib")
    assert (first.formal_statement or "").endswith(":= by\n  sorry\n")
    assert {one.task for one in problems} == {"proof"}
    statements = imported(tmp_path, "minif2f", DATA / "minif2f" / "test.jsonl", "--task", "statement")
    assert len(statements) == 244
    assert {one.informal_proof for one in statements} == {""}


@public_data
def test_math500(tmp_path: Path) -> None:
    problems = imported(tmp_path, "math500", DATA / "math500" / "test.jsonl")
    assert len(problems) == 500
    assert problems[3].id == "math500_0003"
    assert problems[3].informal_statement == (
        "How many positive whole-number divisors does 196 have?\nShow that it is $9$."
    )
    assert {one.formal_statement for one in problems} == {None}


def test_the_clause_of_math500() -> None:
    assert statement(" What? ", "\\frac12") == "What?\nShow that it is $\\frac12$."
    assert statement("What?", "$5$") == "What?\nShow that it is $5$."
    assert statement("What?", "") == "What?"


def test_ids_of_math500(tmp_path: Path) -> None:
    file = rows(
        tmp_path / "m.jsonl",
        {
            "problem": "P",
            "solution": "S",
            "answer": "1",
            "subject": "Precalculus",
            "unique_id": "test/precalculus/807.json",
        },
    )
    assert imported(tmp_path, "math500", file)[0].id == "test_precalculus_807"


@public_data
@pytest.mark.parametrize(("name", "chains", "steps"), [("gsm8k", 193, 976), ("omnimath", 60, 476)])
def test_processbench_without_a_model(
    tmp_path: Path, name: str, chains: int, steps: int, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = imported(tmp_path, "processbench", DATA / "processbench" / f"{name}.jsonl")
    assert len(problems) == steps
    assert len({one.group for one in problems}) == chains
    assert all(one.task == "step" and one.flags == ("sequential-context",) for one in problems)
    chain = [one for one in problems if one.group == problems[0].group]
    assert [len(one.context) for one in chain] == list(range(1, len(chain) + 1))
    assert chain[2].context[1:] == tuple(one.informal_statement for one in chain[:2])
    assert "no model drew their dependencies" in capsys.readouterr().out


@public_data
def test_proofflow_steps_and_proofs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = DATA / "proofflow" / "benchmark.jsonl"
    steps = imported(tmp_path, "proofflow", file)
    assert "mended: control characters in place of a backslash and a letter" in capsys.readouterr().out
    assert len(steps) == 345
    one = next(step for step in steps if step.id == "proofflow-stein-9-l2")
    assert one.informal_statement.startswith("The set of primitive roots modulo m is in bijection")
    assert [parent.split()[0] for parent in one.context] == ["A", "The", "The"]
    assert not any("[l" in step.informal_statement or "\x0b" in step.informal_statement for step in steps)
    proofs = imported(tmp_path, "proofflow", file, "--task", "proof")
    assert len(proofs) == 60
    assert all(proof.informal_proof for proof in proofs)


@public_data
def test_beyond_compilation_with_its_defects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csv = DATA / "beyond_compilation" / "known_issues_ids.csv"
    ids = [line.split(",")[0] for line in csv.read_text(encoding="utf-8").splitlines()[1:]]
    statements = [
        {"id": one, "domain": "Topology", "nl_statement": f"Show {one}.", "source_license": "CC BY 4.0"} for one in ids
    ]
    file = rows(
        tmp_path / "b.jsonl", *statements, {"id": "BC001", "domain": "Algebra", "nl_statement": "Show that $a0=0$."}
    )
    problems = imported(tmp_path, "beyond-compilation", file, "--flags", str(csv))
    flags = {one.id: one.flags for one in problems}
    assert flags["bc021"] == ("defective", "false-in-source", "licence-cc-by-4.0")
    assert flags["bc001"] == ()
    assert sum("defective" in one for one in flags.values()) == 18
    short = rows(tmp_path / "short.jsonl", *statements[1:])
    error = refused(capsys, "beyond-compilation", str(short), "-o", str(tmp_path / "x"), "--flags", str(csv))
    assert "names 'BC021'" in error


PROOF = "Doubling gives $2x = 8$. Adding the two equations removes $y$. Hence $x = 4$."


def rpa(**more: Any) -> dict[str, Any]:
    wrapped = "/-- If $x + y = 40$ and $x - y = 32$, find $y$. Show that it is 4.-/\n"
    return {
        "name": "demo_p1",
        "informal_statement": wrapped,
        "informal_proof": PROOF,
        "formal_statement": "theorem d : 1 = 1 := by\n",
    } | more


def edited(**more: Any) -> dict[str, Any]:
    row = rpa()
    return row | {f"original_{key}": row[key] for key in ("informal_statement", "informal_proof")} | more


def test_robustpabench_keeps_its_edits(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    folder.mkdir()
    wrapped = rpa()["informal_statement"]
    at = wrapped.index("40")
    number = {
        "number_edit_source": "statement", "number_edit_old_value": "40", "number_edit_new_value": "43",
        "number_edit_context": "If $x + y = 40$", "number_edit_char_offset_start": at, "number_edit_char_offset_end": at + 2,
    }  # fmt: skip
    rows(folder / "number.jsonl", edited(informal_statement=wrapped.replace("40", "43"), **number))
    place = PROOF.index("=")
    symbol = {
        "symbol_edit_source": "proof", "symbol_edit_old_symbol": "+", "symbol_edit_new_symbol": "-",
        "symbol_edit_char_offset_start": place, "symbol_edit_char_offset_end": place + 1,
    }  # fmt: skip
    rows(folder / "symbol.jsonl", edited(informal_proof=PROOF.replace("=", "-", 1), **symbol))
    full = "Adding the two equations removes $y$. Hence $x = 4$."
    start = PROOF.index(full)
    step = {
        "step_edit_target_full_text": full, "step_edit_target_outcome_text": "Hence $x = 4$.",
        "step_edit_target_reasoning_text": "Adding the two equations removes $y$.", "step_edit_tier": "gold",
        "step_edit_is_last": True, "step_edit_span_start": start, "step_edit_span_end": start + len(full),
    }  # fmt: skip
    rows(
        folder / "step.jsonl",
        edited(informal_proof=PROOF.replace("Adding the two equations removes $y$. ", ""), **step),
    )
    reworded = "Twice this gives $2x = 8$. Adding both of the equations eliminates $y$. So $x = 4$ follows."
    rows(
        folder / "dataset_gemini_rephrase.jsonl",
        edited(informal_statement=wrapped.replace("find", "determine"), informal_proof=reworded),
        edited(name="demo_p2"),
    )
    rows(folder / "dataset.jsonl", rpa())
    problems = tmp_path / "p.jsonl"
    cases = tmp_path / "c.jsonl"
    assert main(["import", "robustpabench", str(folder), "-o", str(problems), "--cases", str(cases)]) == 0
    found = {case.kind: case for case in read_cases(cases)}
    assert {problem.id for problem in read_problems(problems)} == {"demo_p1", "demo_p2"}
    assert set(found) == {"original", "number_edit", "step_deletion", "paraphrase"}
    number_case = found["number_edit"]
    assert isinstance(number_case.perturbation, NumberEdit)
    assert number_case.perturbation.span.start == at - len("/-- ")
    assert number_case.informal_statement.startswith("If $x + y = 43$")
    assert (number_case.imported or {})["number_edit_context"] == "If $x + y = 40$"
    deletion = found["step_deletion"].perturbation
    assert isinstance(deletion, StepDeletion)
    assert (deletion.reasoning, deletion.tier, deletion.is_last) == (
        "Adding the two equations removes $y$.",
        "gold",
        True,
    )
    paraphrase = found["paraphrase"].perturbation
    assert isinstance(paraphrase, Paraphrase)
    assert (paraphrase.style, paraphrase.author) == ("gemini-free-form", "Gemini-2.5-Flash")
    assert all(audit(case) == [] for case in found.values())


def test_robustpabench_says_what_it_leaves_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(
        tmp_path / "a_qwen3_step.jsonl",
        rpa(informal_proof=float("nan")),
        edited(),
        edited(name="demo_p2", number_edit_source="proof", number_edit_char_offset_start=None),
        edited(name="demo_p3", symbol_edit_source="proof", symbol_edit_old_symbol="!", symbol_edit_new_symbol="?",
               symbol_edit_char_offset_start=3, symbol_edit_char_offset_end=4),
    )  # fmt: skip
    assert main(["import", "robustpabench", str(file), "-o", str(tmp_path / "p"), "--cases", str(tmp_path / "c")]) == 0
    shown = capsys.readouterr().out
    assert "no informal proof" in shown
    assert "the paraphrase is a copy of the original" in shown
    assert (
        "field 'number_edit_char_offset_start': found null; allowed: a whole number, the offset into the text" in shown
    )
    assert "'!' is of no known family" in shown


def test_edits_need_a_place_to_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "a.jsonl", rpa())
    assert "say where they go: --cases" in refused(capsys, "robustpabench", str(file), "-o", str(tmp_path / "p"))


def test_the_hub_is_read_through_its_own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets", reason="the extra `hub` is not installed")
    file = rows(tmp_path / "a.jsonl", rpa())
    asked = []

    def local(name: str, config: str, split: str | None) -> Any:
        asked.append((name, config, split))
        return datasets.Dataset.from_json(str(file), cache_dir=str(tmp_path / "cache"))

    monkeypatch.setattr(datasets, "load_dataset", local)
    problems = tmp_path / "p.jsonl"
    arguments = ["--config", "global_original", "--split", "miniF2F", "--cases", str(tmp_path / "c.jsonl")]
    assert main(["import", "robustpabench", "hub:some/RobustPABench", "-o", str(problems), *arguments]) == 0
    assert asked == [("some/RobustPABench", "global_original", "miniF2F")]
    assert read_problems(problems)[0].id == "demo_p1"


def test_a_table_with_a_field_map(tmp_path: Path) -> None:
    file = tmp_path / "exam.csv"
    file.write_text(
        'key,question,area,score\nA 1,"What is $2+2$? Show that it is $4$.",Arithmetic,3\n', encoding="utf-8"
    )
    found = imported(
        tmp_path, "table", file, "--map", "id=key", "--map", "informal_statement=question", "--map", "domain=area",
        "--set", "dataset=exam-2026", "--set", "flags=mine, checked",
    )  # fmt: skip
    assert found[0].id == "a-1"
    assert (found[0].task, found[0].domain, found[0].dataset) == ("statement", "arithmetic", "exam-2026")
    assert found[0].flags == ("mine", "checked")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--map", "informal_statement=queston"],
            "has no field 'queston', which --map informal_statement=queston names; found: key",
        ),
        (["--map", "statement=question"], "'statement' is no field of a problem; there are: id, dataset"),
        ([], "which field is the statement? add --map informal_statement=FIELD; found: key, question"),
        (["--map", "question"], "write FIELD=COLUMN"),
    ],
)
def test_a_wrong_map_is_explained(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "exam.csv"
    file.write_text("key,question\nA,What?\n", encoding="utf-8")
    assert message in refused(capsys, "table", str(file), "-o", str(tmp_path / "p"), *arguments)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"name": "a"', "line 1: the last line is cut off"),
        (b"", "holds no row"),
        (b"1\n", "allowed: one object {...} a line"),
        (b"\xff\xfe", "is UTF-16; save it as UTF-8"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(
    tmp_path: Path, content: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    assert message in refused(capsys, "minif2f", str(file), "-o", str(tmp_path / "p"))


def test_mistakes_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "p")
    assert "did you mean minif2f?" in refused(capsys, "minif2", "x", "-o", output)
    assert "there is no such file" in refused(capsys, "minif2f", str(tmp_path / "none.jsonl"), "-o", output)
    assert "is a folder" in refused(capsys, "math500", str(tmp_path), "-o", output)
    assert "allowed: proof, statement" in refused(capsys, "math500", "x", "--task", "step", "-o", output)
    assert "--map or --set means nothing for this data set" in refused(
        capsys, "math500", "x", "--map", "a=b", "-o", output
    )
    ragged = tmp_path / "r.csv"
    ragged.write_text("a,informal_statement\n1,2,3\n", encoding="utf-8")
    assert "another number of columns" in refused(capsys, "table", str(ragged), "-o", output)


def test_two_rows_of_one_id_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = rows(tmp_path / "m.jsonl", *2 * [{"name": "A b", "informal_statement": "S", "informal_proof": "P"}])
    assert "two rows would have the id 'a-b'" in refused(capsys, "minif2f", str(file), "-o", str(tmp_path / "p"))


def test_nothing_usable_writes_nothing(tmp_path: Path) -> None:
    file = rows(tmp_path / "m.jsonl", {"name": "a", "informal_statement": "S", "informal_proof": ""})
    output = tmp_path / "p.jsonl"
    assert main(["import", "minif2f", str(file), "-o", str(output)]) == 1
    assert not output.exists()


def test_a_traced_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """lean-dojo itself needs a traced repository and the network; its interface is stood in for, field by field."""
    from types import ModuleType, SimpleNamespace

    def traced(name: str, statement: str, *comments: str) -> SimpleNamespace:
        theorem = SimpleNamespace(full_name=name, file_path=Path("Demo/Basic.lean"))
        texts = [SimpleNamespace(text=text) for text in comments]
        return SimpleNamespace(theorem=theorem, comments=texts, get_theorem_statement=lambda: statement)

    theorems = [
        traced("Demo.two", "theorem Demo.two : 1 + 1 = 2 := ", "One and one are two. -/"),
        traced("Demo.bare", "theorem Demo.bare : True := ", "-- a note"),
    ]
    module = ModuleType("lean_dojo")
    module.TracedRepo = SimpleNamespace(  # type: ignore[attr-defined]
        load_from_disk=lambda folder: SimpleNamespace(get_traced_theorems=lambda: theorems)
    )
    monkeypatch.setitem(__import__("sys").modules, "lean_dojo", module)
    found = imported(tmp_path, "lean-dojo", tmp_path)
    assert [(one.id, one.informal_statement) for one in found] == [("demo_two", "One and one are two.")]
    assert found[0].formal_statement == "theorem Demo.two : 1 + 1 = 2 := by\n  sorry\n"
    assert "Demo.bare (Demo/Basic.lean, Demo.bare): no docstring" in capsys.readouterr().out


def test_a_traced_repository_without_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "lean_dojo", None)
    assert "pytest-faithform[lean-dojo]" in refused(capsys, "lean-dojo", str(tmp_path), "-o", str(tmp_path / "p"))


def test_every_adapter_says_its_licence_and_fields() -> None:
    import importlib

    assert set(ADAPTERS) >= {"minif2f", "math500", "processbench", "proofflow", "robustpabench", "beyond-compilation"}
    for adapter in ADAPTERS.values():
        told = importlib.import_module(adapter.read.__module__).__doc__ or ""
        assert "Licence:" in told
        assert adapter.licence


@given(st.text(max_size=40))
def test_a_docstring_is_taken_off_and_nothing_else(text: str) -> None:
    wrapped = f"/-- {text}-/\n"
    inner, shift = unwrap(wrapped)
    if "-/" not in text:
        assert inner == text
        assert wrapped[shift : shift + len(inner)] == text
    assert unwrap(f"x {text}") == (f"x {text}", 0)


@given(st.text(max_size=60))
def test_any_name_becomes_an_id(name: str) -> None:
    Problem(id=slug(name), dataset="d", domain="d", task="statement", group=slug(name), informal_statement="S")


def test_what_the_small_helpers_do() -> None:
    assert slug("mathd_algebra_478") == "mathd_algebra_478"
    assert slug("Counting & Probability") == "counting-probability"
    assert mend_controls("$\\\x0bphi(n) \x0crac12$") == "$\\vphi(n) \\frac12$"
    assert with_sorry("") is None
    assert with_sorry("theorem t : 1 = 1 := by rfl") == "theorem t : 1 = 1 := by rfl\n"
    assert with_sorry("theorem t : 1 = 1 :=") == "theorem t : 1 = 1 := by\n  sorry\n"
