"""The builder of the starter suite: what it makes of a source, and what it says of one that breaks a rule."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from pytest_faithform.cases.files import read_problems, read_replies, read_suite, resolve
from pytest_faithform.model import NumberEdit, StepDeletion, SymbolEdit

BUILD = Path(__file__).resolve().parents[1] / "cases" / "starter" / "build.py"

SOURCE = (Path(__file__).parent / "data" / "starter_source.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("starter_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Workshop:
    def __init__(self, build: ModuleType, folder: Path) -> None:
        self.build = build
        self.source = folder / "source"
        self.output = folder / "out"
        self.source.mkdir()

    def run(self, text: str, *options: str) -> int:
        (self.source / "pairs.yaml").write_text(text, encoding="utf-8")
        result = self.build.main(["--source", str(self.source), "--output", str(self.output), *options])
        assert isinstance(result, int)
        return result


@pytest.fixture
def workshop(build: ModuleType, tmp_path: Path) -> Workshop:
    return Workshop(build, tmp_path)


def test_a_source_becomes_cases_and_controls(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    assert workshop.run(SOURCE) == 0
    assert "1 problems, 1 domains, 10 cases" in capsys.readouterr().out
    cases = {case.id.removeprefix("heads-and-legs-"): case for case in read_suite(resolve(str(workshop.output)))}
    assert list(cases) == [
        "number_edit-statement",
        "number_edit-proof",
        "symbol_edit-proof",
        "step_deletion-proof",
        "original",
        "paraphrase-free-form",
        "paraphrase-step-by-step",
        "s1-original",
        "s1-invalid_step",
        "statement-original",
    ]
    number = cases["number_edit-statement"]
    assert isinstance(number.perturbation, NumberEdit)
    assert number.perturbation.new == "99"
    assert "$2c + 4r = 99$" in number.informal_statement
    symbol = cases["symbol_edit-proof"].perturbation
    assert isinstance(symbol, SymbolEdit)
    assert (symbol.old, symbol.new, symbol.family) == (">", "<", "relation")
    deleted = cases["step_deletion-proof"].perturbation
    assert isinstance(deleted, StepDeletion)
    assert (deleted.tier, deleted.is_last, deleted.reasoning_reappears_elsewhere) == ("gold", False, False)
    assert {case.problem.group for case in cases.values()} == {"heads-and-legs"}
    problems = read_problems(workshop.output / "problems.jsonl")
    assert [(problem.id, problem.task) for problem in problems] == [
        ("heads-and-legs", "proof"),
        ("heads-and-legs-s1", "step"),
        ("heads-and-legs-statement", "statement"),
    ]


def test_the_controls_answer_every_case(workshop: Workshop) -> None:
    workshop.run(SOURCE)
    ids = [case.id for case in read_suite(resolve(str(workshop.output)))]
    faithful, biased = (
        {case: reply.reply for (case, _), reply in read_replies(workshop.output / "controls" / f"{name}.jsonl").items()}
        for name in ("faithful", "biased")
    )
    assert list(faithful) == list(biased) == ids
    assert "2 * c + 4 * r = 99" in faithful["heads-and-legs-number_edit-statement"]
    assert "2 * c + 4 * r = 94" in biased["heads-and-legs-number_edit-statement"]
    assert "2 * r = 24 := by sorry" in faithful["heads-and-legs-step_deletion-proof"]
    assert "sorry" not in biased["heads-and-legs-step_deletion-proof"]
    assert "theorem farm" in faithful["heads-and-legs-paraphrase-step-by-step"]
    assert "= 72 := by sorry" in faithful["heads-and-legs-s1-invalid_step"]
    assert "= 70 := by sorry" in biased["heads-and-legs-s1-invalid_step"]
    for control in (faithful, biased):
        assert "c = 23 ∧ r = 12 := by sorry" in control["heads-and-legs-statement-original"]
        assert "h1" not in control["heads-and-legs-statement-original"]


def test_building_twice_gives_the_same_bytes_and_check_notices_a_change(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.run(SOURCE)
    assert workshop.run(SOURCE, "--check") == 0
    path = workshop.output / "statements.jsonl"
    path.write_text(path.read_text() + "\n")
    assert workshop.run(SOURCE, "--check") == 1
    assert "statements.jsonl is not what the sources give" in capsys.readouterr().out


def test_a_topic_is_only_looked_at(workshop: Workshop) -> None:
    assert workshop.run(SOURCE, "--topic", "pairs") == 0
    assert workshop.run(SOURCE, "--topic", "nothing") == 2
    assert not workshop.output.exists()


MISTAKES = [
    (
        "domain: pairs",
        "domain: pears",
        "pairs.yaml: heads-and-legs: domain: found 'pears'; the file's topic is 'pairs'",
    ),
    ("id: heads-and-legs", "id: Heads", 'id: found "Heads"'),
    ("      region: statement\n", "", "edits[0].region: is missing"),
    ("method: value", "method: guess", "steps[0].method: found \"guess\"; allowed: 'value', 'relation'"),
    ("  steps:", "  step:", "step: is not a field here; did you mean 'steps'?"),
    ("      at: '$2c + 4r = [[94]]$'\n", "", "edits[0].at: is missing; add it"),
    ("[[94]]", "94", "edits[0].at: must mark exactly one token as [[token]]"),
    ("at: '$2c + 4r = [[94]]$'", "at: '[[c]]'", "'c' stands 6 times in the statement"),
    ("at: '$2c + 4r = [[94]]$'", "at: '$2c + 4r = [[95]]$'", "stands 0 times in the statement"),
    (
        "at: '$2c + 2r = [[70]]$'",
        "at: '= [[7]]0$'",
        "'7' does not stand alone: a digit or a point touches it (SPEC a.2)",
    ),
    ("at: '$r [[>]] 11$'", "at: '[[r]] > 11'", "'r' is no relation or operator"),
    ("at: '$r [[>]] 11$'", "at: '$2c [[+]] 2r = 70$'", "relations go first (SPEC a.3)"),
    ("$2r = 24$ and $r > 11$. Therefore", "$2r = 24$ and $0 \\le r > 11$. Therefore", "stands 0 times in the proof"),
    ("['2 * c + 4 * r = {old}'", "['4 * r = 9'", "'4 * r = 9' cuts a word or number"),
    ("[['r > 11', 'r < 11']]", "[['r > 12', 'r < 12']]", "'r > 12' stands 0 times in the reference Lean"),
    ("[['r > 11', 'r < 11']]", "[['r > 11', 'r > 11']]", "is replaced by itself"),
    (
        "[['r > 11', 'r < 11']]",
        "[['c + r = 35', 'c - r = 35']]",
        "changes the statement of the Lean text, the edit is in the proof",
    ),
    (
        "'2 * r = 24 := by omega', '2 * r = 24 := by sorry'",
        "'2 * r = 24 := by omega', '2 * r = 24 := by simp'",
        "leave the claim with `by sorry`",
    ),
    ("claim_lean: '2 * r = 24'", "claim_lean: 'r = 13'", "claim_lean: 'r = 13' does not stand in the reference Lean"),
    ("reasoning: 'Subtracting", "reasoning: 'Taking", "reasoning: the reasoning does not stand verbatim"),
    ("outcome: 'Hence the rabbits satisfy $2r", "outcome: 'the rabbits satisfy $2r", "not one after the other"),
    ("- style: step-by-step", "- style: free-form", "must have two different styles"),
    (
        "The legs number $2c + 4r = 94$.",
        "The legs number $2c + 4r = 96$.",
        "statement: the numbers differ: lost 94; added 96",
    ),
    (
        "        3. \\textbf{Conclude.} Therefore",
        "        4. \\textbf{Conclude.} Therefore",
        "a step-by-step proof is a list",
    ),
    ("2. \\textbf{Subtract.} Taking", "2. Taking", "item 2 must open with a bold title"),
    ("c = 23 ∧ r = 12 := by\n", "c = 23 ∧ r = 12 := by\n      sorry\n", "must be complete core Lean: no sorry"),
    (
        "2 * c + 2 * r = 72 := by sorry",
        "2 * c + 2 * r = 72 := by omega",
        "steps[0].invalid_lean: must end with ':= by sorry'",
    ),
    (
        "invalid: 'Doubling gives $2c + 2r = 72$.'",
        "invalid: 'Doubling gives $2c + 2r = 70$.'",
        "the invalidated step is the same text",
    ),
    ("step: 'Doubling gives", 'step: "Doubling \\times gives', "double quotes turn \\t into control characters"),
    ("step: 'Doubling gives", 'step: "Doubling \\neq gives', "double quotes turn \\neq into control characters"),
    ("  domain: pairs\n", "  domain: pairs\n  domain: pairs\n", "the field 'domain' stands twice"),
    ("statement: |-\n    A farm keeps", "statement: |-\n    A $farm keeps", "statement: has an odd number of $"),
    ("Show that $c = 23$ and $r = 12$.\n  proof", "Then $c = 23$ and $r = 12$.\n  proof", "must say what to show"),
]


@pytest.mark.parametrize(("found", "replacement", "message"), MISTAKES)
def test_a_mistake_is_named(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], found: str, replacement: str, message: str
) -> None:
    assert found in SOURCE
    text = SOURCE.replace(found, replacement, 1)
    if replacement.startswith('step: "'):
        text = text.replace("= 70$.'", '= 70$."', 1)
    assert workshop.run(text) == 1
    assert message in capsys.readouterr().out
    assert not workshop.output.exists()


def test_an_id_that_two_problems_claim(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    assert workshop.run(SOURCE + SOURCE) == 1
    assert "id: 'heads-and-legs' is taken by pairs.yaml: heads-and-legs" in capsys.readouterr().out


def test_what_is_no_yaml_is_named(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    assert workshop.run("- id: [") == 1
    assert "pairs.yaml: is no readable YAML" in capsys.readouterr().out
    assert workshop.run("id: x") == 1
    assert "must be a list of problems" in capsys.readouterr().out
