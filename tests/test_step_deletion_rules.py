"""Step deletion: the eight rules, the tiers, the place of a step, and the audit of what is left."""

from __future__ import annotations

import pytest

from pytest_faithform.perturb import step_deletion as sd
from pytest_faithform.perturb.steps import deletable_steps, sentence_spans

PROOF = (
    "We start from $a + b = 10$. Subtracting the second equation from the first removes $b$ altogether. "
    "Hence the sum of the\nremaining terms is $2a = 12$. Therefore $a = 6$ and $b = 4$."
)
REASONING = "Subtracting the second equation from the first removes $b$ altogether."
OUTCOME = "Hence the sum of the remaining terms is $2a = 12$."


def found(proof: str = PROOF, reasoning: str = REASONING, outcome: str = OUTCOME) -> sd.Step:
    step = sd.find_step(proof, reasoning, outcome)
    assert isinstance(step, sd.Step)
    return step


def test_a_step_is_found_across_line_breaks_and_keeps_its_own_text() -> None:
    step = found()
    assert PROOF[step.start : step.end] == f"{step.reasoning} {step.outcome}"
    assert step.outcome == "Hence the sum of the\nremaining terms is $2a = 12$."


@pytest.mark.parametrize(
    ("reasoning", "outcome", "message"),
    [
        ("", OUTCOME, "is empty"),
        ("Nothing of this kind.", OUTCOME, "the reasoning does not stand verbatim"),
        (REASONING, "So $a = 7$.", "the outcome does not stand verbatim"),
        (OUTCOME, REASONING, "not one after the other"),
        ("We start from $a + b = 10$.", OUTCOME, "not one after the other"),
    ],
)
def test_a_step_that_is_not_there_is_explained(reasoning: str, outcome: str, message: str) -> None:
    assert message in str(sd.find_step(PROOF, reasoning, outcome))


def test_a_step_that_stands_twice_is_refused() -> None:
    assert "2 times" in str(sd.find_step(f"{PROOF} {PROOF}", REASONING, OUTCOME))


def test_applying_leaves_the_outcome_alone() -> None:
    step = found()
    after = sd.apply(PROOF, step)
    assert after == PROOF[: step.start] + step.outcome + PROOF[step.end :]
    assert "Subtracting" not in after
    assert sd.shrinkage(PROOF, after) == pytest.approx(1 - len(after) / len(PROOF))
    assert sd.SHRINKAGE == (0.005, 0.80)


def refusal(reasoning: str, outcome: str, full: str | None = None) -> str:
    return sd.refusal(reasoning, outcome, f"{reasoning} {outcome}" if full is None else full) or ""


GOOD = ("By Bernoulli's inequality the left side grows.", "Hence $x$ is at least $5$.")


def test_a_good_step_is_deletable() -> None:
    assert sd.refusal(*GOOD, " ".join(GOOD)) is None


@pytest.mark.parametrize(
    ("rule", "reasoning", "outcome", "full"),
    [
        (1, " ", GOOD[1], None),
        (1, GOOD[0], "", None),
        (1, *GOOD, ""),
        (2, "Thus,", GOOD[1], None),
        (2, "It  follows that:", GOOD[1], None),
        (2, "Simplifying, ", GOOD[1], None),
        (3, "In the second place here", GOOD[1], None),
        (4, GOOD[0], "which gives $x = 5$ at once.", None),
        (4, GOOD[0], "This implies that $x = 5$.", None),
        (4, GOOD[0], "So that $x = 5$ in the end.", None),
        (5, *GOOD, "Another step altogether, and nothing of the outcome."),
        (6, *GOOD, "A wholly different beginning of some length. Hence $x$ is at least $5$."),
        (7, GOOD[0], "$x = 5$.", None),
        (7, GOOD[0], "$\\alpha_{12}$.", None),
    ],
)
def test_each_rule_refuses(rule: int, reasoning: str, outcome: str, full: str | None) -> None:
    assert refusal(reasoning, outcome, full).startswith(f"rule {rule}:")


@pytest.mark.parametrize("reasoning", ["Adding both sides", "Because $n$ is even", "Using the hint", "As $2 \\mid n$,"])
def test_a_short_reasoning_passes_with_a_formula_or_an_action(reasoning: str) -> None:
    assert refusal(reasoning, GOOD[1]) == ""


@pytest.mark.parametrize(
    ("outcome", "steps", "expected"),
    [
        ("Hence the sum is $2a = 12$.", 4, "gold"),
        ("\\emph{Hence} the sum is small (by far)", 4, "gold"),
        ("$2a = 12$.", 4, "silver"),
        ("hence the sum $2a = 12$ is left.", 4, "silver"),
        ("Hence $x$.", 4, "silver"),
        ("hence the sum is even", 4, "bronze"),
        ("Hence the sum is $2a = 12$.", 2, "bronze"),
    ],
)
def test_tiers(outcome: str, steps: int, expected: str) -> None:
    assert sd.tier(outcome, steps) == expected


def test_a_reasoning_that_stands_elsewhere_too_is_noticed() -> None:
    proof = f"{PROOF} Once more: subtracting the  second equation from the first removes $b$ altogether."
    step = found(proof)
    assert sd.reappears_elsewhere(sd.apply(proof, step), step.reasoning)
    assert not sd.reappears_elsewhere(sd.apply(PROOF, found()), REASONING)


def deleted(step: str, after: str = "") -> list[str]:
    """The reasonings that may go from a proof that holds the step."""
    proof = f"We look at the equation once more. {step} {after} It is so. We are done."
    return [one.step.reasoning for one in deletable_steps(proof)]


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ("Case 1: $n$ is an even number. Hence $n^2 = 4m^2$ is even.", "Case 2: $n$ is odd."),
        ("Case 1. The number $n$ is even by the rule. Hence $n^2 = 4m^2$ is even.", "Case 2. $n$ is odd."),
        ("\\textbf{Case 1:} The number $n$ is even. Hence $n^2 = 4m^2$ is even.", "\\textbf{Case 2:} $n$ is odd."),
        ("In the first case $n$ is an even number. Hence $n^2 = 4m^2$ is even.", "In the second case $n$ is odd."),
        ("(Since $x$ is real, $x^2\\geq0$. Hence $x^2+1>0$ holds.)", ""),
        (
            "By continuity there exists $\\delta>0$ with $|f|<1$. Hence $f$ is less than $1$.",
            "So $\\delta/2$ is enough.",
        ),
        ("It is even and $n=2k$ for some integer $k$. Hence $n^2 = 4k^2$ holds.", ""),
        ("We know $f(x) = 3$ for a (suitable) $c$. Hence $n^2 = 4m^2$ holds.", "It is $c$."),
    ],
)
def test_a_step_that_the_rest_needs_is_not_deleted(step: str, after: str) -> None:
    assert not any(step.startswith(reasoning) for reasoning in deleted(step, after))


@pytest.mark.parametrize(
    "reasoning",
    [
        "The number $n$ is even (by the rule).",
        "By continuity there exists $\\delta>0$ with $|f|<1$.",
        "It is even and $n=2k$ for some integer $k$.",
        "In case of doubt $n$ is an even number.",
        "We know that there are $n$ of them.",
    ],
)
def test_a_step_that_only_looks_needed_may_go(reasoning: str) -> None:
    assert deleted(f"{reasoning} Hence $n^2 = 4m^2$ is even.") == [reasoning]


def test_a_reference_in_brackets_ends_no_sentence() -> None:
    text = "Hence (as noted in [3, p. 5.]) $a^2=ab$. (It is so.) It is [see Thm. 4]. And so."
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Hence (as noted in [3, p. 5.]) $a^2=ab$.", "(It is so.)", "It is [see Thm. 4].", "And so.",
    ]  # fmt: skip
