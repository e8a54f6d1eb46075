"""The bar of the deterministic edit judge over all outputs labelled by hand, of every kind of edit and region."""

from __future__ import annotations

from confusion import bar, fresh, judged
from test_judge_real_outputs import DATA


def test_the_bar() -> None:
    found = judged()
    reached = bar(found)
    assert reached.outputs >= 240
    assert {(one.kind, one.region) for one in found} == {
        ("number_edit", "statement"),
        ("number_edit", "proof"),
        ("symbol_edit", "statement"),
        ("symbol_edit", "proof"),
        ("step_deletion", "proof"),
    }
    assert reached.confused == 0
    assert reached.guessed <= 0.02 * reached.unclear
    assert reached.settled >= 0.85 * reached.identifiable
    real = [one for one in found if one.source == "real"]
    assert not DATA.is_file() or (len(real) >= 160 and bar(real).confused == 0)


def test_outputs_of_a_reader_who_does_not_know_the_rules() -> None:
    found = fresh()
    reached = bar(found)
    assert reached.outputs > 300
    assert reached.confused == 0
    assert reached.guessed <= 0.02 * reached.unclear
    assert reached.settled > 0.5 * reached.identifiable
