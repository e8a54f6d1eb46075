"""The collector of circles rests while items are measured, and is afterwards as it was."""

from __future__ import annotations

import gc

import pytest

from pytest_faithform.uncollected import SparedCollector


@pytest.mark.parametrize(("given", "spared"), [((700, 10, 10), 10_000), ((50_000, 5, 5), 50_000), ((0, 10, 10), 0)])
def test_a_collector_that_rests(monkeypatch: pytest.MonkeyPatch, given: tuple[int, int, int], spared: int) -> None:
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)
    before = gc.get_threshold()
    gc.set_threshold(*given)
    try:
        collector = SparedCollector()
        collector.spare()
        assert gc.get_threshold() == (spared, *given[1:])
        collector.close()
        assert gc.get_threshold() == given
    finally:
        gc.set_threshold(*before)


def test_a_session_within_another_one_leaves_it_to_the_outer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    before = gc.get_threshold()
    collector = SparedCollector()
    collector.spare()
    assert gc.get_threshold() == before
    collector.close()
    assert gc.get_threshold() == before
