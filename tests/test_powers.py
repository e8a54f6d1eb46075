"""Powers that nothing should write out: which tactics no limit would end, and remainders by repeated squaring."""

from __future__ import annotations

import pytest

from pytest_faithform.lean.arithparser import parse_formula
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.powers import remainder_scripts, unbounded_tactics
from pytest_faithform.lean.prove import prove
from pytest_faithform.lean.tokens import tokenize


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "tactics"),
    [
        ("2 ^ 10 = 1024", ()),
        ("x ^ 2 + y ^ 2 = 25", ()),
        ("x ^ (n + 1) = x * x ^ n", ()),
        ("(1 / 2) ^ (3 * 4) < 1", ()),
        ("2 ^ 20000 > 0", ()),
        ("2 ^ 20001 > 0", ("decide +kernel", "omega", "grind")),
        ("(5 : ℕ) ^ 999999 % 7 = 6", ("decide +kernel", "omega", "grind")),
        ("2 ^ (20001) > 0", ("decide +kernel", "omega", "grind")),
        ("2 ^ (200 * 200) > 0", ("decide +kernel", "omega", "grind")),
        ("2 ^ (100 + 100) > 0", ()),
        ("2 ^ n > 0", ()),
        (f"{'9' * 40} ^ 200 > 0", ("decide +kernel", "omega", "grind")),
        (f"2 ^ {'9' * 5000} > 0", ("decide +kernel", "omega", "grind")),
        (f"{'9' * 2000} ^ 2 > 0", ()),
        ("x ^ 999999 = 1", ("decide +kernel", "omega", "grind")),
        ("7 ^ 7 ^ 7 % 10 = 3", ("decide +kernel", "omega", "grind")),
        ("7 ^ (7 ^ 7) % 10 = 3", ("decide +kernel", "omega", "grind")),
        ("∀ n, 2 ^ (2 ^ n) % 2 = 0", ("decide +kernel",)),
        ("∀ n, 2 ^ n ! % 2 = 0", ()),
        ("∀ n, 2 ^ (n !) % 2 = 0", ("decide +kernel",)),
        ("x ^", ()),
        ("^ 3", ()),
    ],
)
def test_what_no_heartbeat_would_end(text: str, tactics: tuple[str, ...]) -> None:
    assert unbounded_tactics(words(text)) == tactics


def scripts(text: str, *, refuting: bool = False) -> list[tuple[str, str]]:
    return remainder_scripts(parse_formula(words(text)), refuting=refuting)


@pytest.mark.parametrize("exponent", [65, 100, 1024, 65_537, 10**11 + 7])
def test_squaring_takes_as_many_steps_as_the_exponent_has_digits(exponent: int) -> None:
    ((_, script),) = scripts(f"3 ^ {exponent} % 7 = 1")
    assert f": 3 ^ {exponent} % 7 = {pow(3, exponent, 7)} :=" in script.splitlines()[-2]
    assert script.count("\n") <= 8 + 2 * exponent.bit_length()


@pytest.mark.parametrize(
    "text",
    ["3 ^ 64 % 7 = 1", "3 ^ n % 7 = 1", "3 ^ 999 = 1", "3 ^ 999 % 0 = 1", "3 ^ 999 % n = 1", "(3 ^ 999 - 1) % 7 = 1",
     "3 ^ 999 % 7 < 1", "(3 : ℤ) ^ 999 % 7 = 1"],
)  # fmt: skip
def test_nothing_is_squared_where_the_rules_do_not_reach(text: str) -> None:
    assert scripts(text) == scripts(text, refuting=True) == []


def test_a_tower_of_powers_ends_within_its_heartbeats(lean: EmbeddedLean) -> None:
    verdict = prove(
        lean, "theorem t (n : Nat) (h : 3 ^ 2 ^ n % 7 = 1) : 3 ^ 2 ^ (n + 9) % 7 = 1 := by sorry", budget=300
    )
    assert not verdict.reason.startswith(("timeout", "crash"))
