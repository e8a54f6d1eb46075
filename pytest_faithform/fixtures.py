"""What a test function of a suite asks for. Each fixture measures one thing of the item's case, in the order of the
item's flow: case → formalization → Lean's reply → verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_faithform.collect import Item
    from pytest_faithform.formalizers.base import Formalizer
    from pytest_faithform.lean.checker import LeanChecker
    from pytest_faithform.measure import Measurement
    from pytest_faithform.model import Case, Correctness, EditVerdict, Formalization, LeanReply, ProofVerdict

__all__ = [
    "case",
    "correctness",
    "edit_verdict",
    "faithform_item",
    "faithform_measurement",
    "formalization",
    "formalizer",
    "lean",
    "lean_reply",
    "proof_verdict",
    "sample",
]


@pytest.fixture
def faithform_item() -> Item:
    raise pytest.UsageError(
        "this test asks for a fixture of pytest-faithform but has no cases: mark it with @pytest.mark.faithform_cases"
    )


@pytest.fixture
def faithform_measurement(request: pytest.FixtureRequest, faithform_item: Item) -> Measurement:
    """What was measured of this item so far; it becomes the item's record."""
    from pytest_faithform.plugin import session_of

    return session_of(request.config).items.begin(request.node, faithform_item)


@pytest.fixture
def case(faithform_measurement: Measurement) -> Case:
    """The case: the problem, what was done to it, and the text that the system is given."""
    return faithform_measurement.case


@pytest.fixture
def sample(faithform_measurement: Measurement) -> int:
    """Which of the case's answers this item is about, from 0."""
    return faithform_measurement.sample


@pytest.fixture(scope="session")
def formalizer(pytestconfig: pytest.Config) -> Formalizer:
    """The system under test, in this process."""
    from pytest_faithform.plugin import session_of

    return session_of(pytestconfig).formalizer


@pytest.fixture(scope="session")
def lean(pytestconfig: pytest.Config) -> LeanChecker:
    """The Lean of this process."""
    from pytest_faithform.plugin import session_of

    return session_of(pytestconfig).lean


@pytest.fixture
def formalization(faithform_measurement: Measurement) -> Formalization:
    """The system's answer to the case: raw reply and extracted Lean source."""
    return faithform_measurement.formalize()


@pytest.fixture
def lean_reply(faithform_measurement: Measurement) -> LeanReply:
    """What Lean says of the answer."""
    return faithform_measurement.check()


@pytest.fixture
def edit_verdict(faithform_measurement: Measurement) -> EditVerdict:
    """Whether the answer reflects the local edit: faithful, reverted or unclear, with evidence."""
    return faithform_measurement.judge_edit()


@pytest.fixture
def proof_verdict(faithform_measurement: Measurement) -> ProofVerdict:
    """Whether Lean proves or refutes the formalized step."""
    return faithform_measurement.prove()


@pytest.fixture
def correctness(faithform_measurement: Measurement) -> Correctness:
    """TC, StmtSC and ProofSC of the answer, each as far as it was measured."""
    return faithform_measurement.judge_correctness()
