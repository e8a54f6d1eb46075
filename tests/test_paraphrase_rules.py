"""Paraphrases: the length band, the tokens they must keep, and sentences as the rules count them."""

from __future__ import annotations

import pytest

from pytest_faithform.perturb.paraphrase import (
    length_problems,
    length_ratios,
    operators,
    problems,
    symbols,
    token_problems,
    wording,
)
from pytest_faithform.perturb.sentences import sentences, strip_list_numbers


@pytest.mark.parametrize(
    ("original", "paraphrase"),
    [
        ("The $12$ hens lay $30$ eggs.", "There are $30$ eggs, laid by $12$ hens."),
        ("It costs $1,000$ euros.", "It costs $1{,}000$ euros."),
        ("It costs $1,000$ euros.", "It costs $1\\,000$ euros."),
        ("It costs $1,234,567$.", "It costs $1234567$."),
        ("There are twelve hens.", "There are $12$ hens."),
        ("There are $25$ hens.", "There are twenty-five hens."),
        ("There are $125$ hens.", "There are one hundred and twenty five hens."),
        ("We add the two equations.", "We add the equations."),
        ("One of them is $3$.", "It is $3$."),
        ("It is $0.50$.", "It is $0.5$."),
        ("So $x \\leq 3$.", "Thus $x \\le 3$."),
        ("So $x ≥ 3$.", "Thus $x \\geq 3$."),
        ("Add $4$. Then halve.", "1. \\textbf{Add.} Add $4$.\n2. \\textbf{Halve.} Then halve."),
        ("Add $4$. Then halve.", "Step 1: Add $4$.\nStep 2: halve."),
        ("It is $a-3$.", "It is $a - 3$."),
        ("So $5-3$ it is.", "It is $5 - 3$."),
        ("So $-3 + x + y$.", "So $x + y - 3$."),
        ("It is $-3$.", "It is negative three."),
        ("It is $-3$.", "It is minus $3$."),
        ("Show that it is -3/4.", "Show that it is $-\\frac{3}{4}$."),
        ("So $-\\frac{3}{4}$.", "So $\\frac{-3}{4}$."),
        ("So $2 \\cdot 3$.", "So $2 \\times 3$."),
        ("A non-negative $x$.", "A nonnegative $x$."),
        ("So $a < b$ and $c > d$.", "So $b > a$ and $d < c$."),
        ("If $a < b$, else $b \\le a$.", "Either $b \\le a$ or $a < b$."),
        ("Take $5$, not $7$.", "Not $7$ but $5$."),
    ],
)
def test_the_same_tokens_in_other_words(original: str, paraphrase: str) -> None:
    assert token_problems(original, paraphrase) == []


@pytest.mark.parametrize(
    ("original", "paraphrase", "message"),
    [
        ("The sum is $12$.", "The sum is $13$.", "the numbers differ: lost 12; added 13"),
        ("So $a = 3$ and $b = 3$.", "So $a = 3$ and $b$ too.", "the numbers differ: lost 3"),
        ("There are twelve hens.", "There are thirteen hens.", "the numbers differ: lost 12; added 13"),
        ("So $x = 3$.", "So $y = 3$.", "names or inequality signs differ: lost x; added y"),
        ("So $x < 3$.", "So $x > 3$.", "names or inequality signs differ: lost <; added >"),
        ("So $x < 3$.", "So $x \\le 3$.", "names or inequality signs differ: lost <; added ≤"),
        ("So $\\alpha = 3$.", "So $\\beta = 3$.", "lost \\alpha; added \\beta"),
        ("Add $4$.", "7. Add $4$.", "the numbers differ: added 7"),
        ("It is $1.5$ now.", "It is $15$ now.", "the numbers differ: lost 1.5; added 15"),
        ("So $x = -3$.", "So $x = 3$.", "signs of numbers differ: lost -3"),
        ("So $x = -3$ and $a - 3$.", "So $x = 3$ and $a - 3$.", "signs of numbers differ: lost -3"),
        ("So $f(2) = 1 - 2$.", "So $f(-2) = 1 - 2$.", "signs of numbers differ: added -2"),
        ("On $[-1, 4]$ it is $b - a$.", "On $[1, 4]$ it is $b - a$.", "signs of numbers differ: lost -1"),
        ("So $-1,000 = b - a$.", "So $1000 = b - a$.", "signs of numbers differ: lost -1000"),
        ("It is negative three.", "It is three.", "signs of numbers differ: lost -3"),
        ("So $\\frac{-3}{4} < b - a$.", "So $\\frac{3}{4} < b - a$.", "signs of numbers differ: lost -3"),
        ("So $a + b = 3$.", "So $a - b = 3$.", "operators differ: lost +; added -"),
        ("So $a + b = c - d$.", "So $a - b = c - d$.", "operators differ: lost +"),
        ("So $a \\cdot b$.", "So $a / b$.", "operators differ: lost ×; added ÷"),
        ("So $a + b$.", "So the sum of $a$ and $b$.", "operators differ: lost +"),
        ("So $a < b$ and $c > d$.", "So $a > b$ and $c < d$.", "turned around: a below b in the original"),
        ("So $0 < x < 3$, $y > 1.5$.", "So $0 > x > 3$, $y < 1.5$.", "turned around: 0 below x"),
        (
            "\\begin{align*} x &< 3 \\\\ y &> 4 \\end{align*}",
            "\\begin{align*} x &> 3 \\\\ y &< 4 \\end{align*}",
            "turned around: 4 below y",
        ),
    ],
)
def test_a_changed_token_is_named(original: str, paraphrase: str, message: str) -> None:
    assert any(message in text for text in token_problems(original, paraphrase))


def test_the_length_band_holds_for_characters_and_for_words() -> None:
    original = "word " * 20
    assert length_problems(original, "word " * 26) == []
    assert length_problems(original, "word " * 14) == []
    assert len(length_problems(original, "word " * 27)) == 2
    assert len(length_problems(original, "word " * 13)) == 2
    assert length_problems(original, "longword " * 13)[0].startswith("length in words is 0.65 times")


def test_list_numbers_do_not_count_as_length() -> None:
    assert length_ratios("a b\nc d", "1. a b\n2. c d")[1] == 1.0


def test_every_message_names_its_region() -> None:
    assert [text.partition(":")[0] for text in problems("proof", "So $x = 3$.", "So $x = 4$.")] == ["proof"]


def test_operators_are_kinds_whatever_their_signs() -> None:
    assert operators("Let $a \\times b \\cdot c$, $\\frac{1}{2}$, a non-negative + and $x^*$.") == {"×", "÷"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hence $x + 1 = 3$.", 'hence,  "$x+1 = 3.$"\n'),
        ("The pair $(1, 2)$, or (1, 2).", "The pair \\((1,2)\\) or (1,2)"),
        ("So $a \\leq \\left(b\\right)$.", "So $a \\le (b)$.."),
    ],
)
def test_texts_of_one_wording(one: str, other: str) -> None:
    assert wording(one) == wording(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It is 1.5.", "It is 15."),
        ("It is .5.", "It is 5."),
        ("It is 5! now.", "It is 5 now."),
        ("So $f'(x)$.", "So $f(x)$."),
        ("So f'(x) is.", "So f(x) is."),
        ("The pair (1, 2).", "The pair (12)."),
        ("See 5 12.", "See 512."),
        ("Let $A$ be.", "Let $a$ be."),
        ("It is even.", "It is odd."),
    ],
)
def test_texts_of_two_wordings(one: str, other: str) -> None:
    assert wording(one) != wording(other)


def test_names_and_signs() -> None:
    assert symbols("Let $x_1 \\le \\alpha$ and \\text{y > 2}, $\\text{so } n \\ne 3$.") == {
        "x",
        "≤",
        "\\alpha",
        "n",
        "≠",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("We have $x = 2.5$ here. Done.", ["We have $x = 2.5$ here.", "Done."]),
        ("So $x = 3.$ Then $y$ follows.", ["So $x = 3.$", "Then $y$ follows."]),
        ("This holds, i.e. it is true. Fine.", ["This holds, i.e. it is true.", "Fine."]),
        ("Thus \\[ a = b. \\] Next, stop.", ["Thus \\[ a = b. \\]", "Next, stop."]),
        ("1. First one.\n2. Second one.", ["First one.", "Second one."]),
        ("No end", ["No end"]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_only_a_list_in_sequence_loses_its_numbers() -> None:
    assert strip_list_numbers("1. a\n2. b\n94. c") == " a\n b\n94. c"
