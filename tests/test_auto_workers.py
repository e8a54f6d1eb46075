"""What `-n auto` means, by the system under test."""

from __future__ import annotations

import pytest
import support

from pytest_faithform import auto


@pytest.mark.parametrize(
    ("kind", "servers", "cores", "gigabytes", "expected"),
    [
        ("openai", 0, 16, 64, 15),
        ("openai", 0, 16, 4, 4),
        ("vllm", 8, 96, 500, 87),
        ("vllm", 8, 8, 500, 1),
        ("openai", 0, 1, 64, 1),
        ("vllm-offline", 0, 16, 64, 0),
        ("recorded", 0, 16, 64, None),
        ("control", 0, 16, 64, None),
    ],
)
def test_the_formula(
    monkeypatch: pytest.MonkeyPatch, kind: str, servers: int, cores: int, gigabytes: int, expected: int | None
) -> None:
    monkeypatch.setattr(auto, "cores", lambda: cores)
    monkeypatch.setattr(auto, "_free_bytes", lambda: gigabytes * 10**9)
    assert auto.auto_workers(kind, servers) == expected


@pytest.mark.parametrize(
    ("model", "conftest", "environ", "expected"),
    [
        ("openai:m", "", {}, 6),
        ("vllm:m", "", {"CUDA_VISIBLE_DEVICES": "0,1"}, 4),
        ("vllm:m", "", {"CUDA_VISIBLE_DEVICES": "0,1", "FAITHFORM_BASE_URL": "http://127.0.0.1:9/v1"}, 6),
        ("openai:m", "def pytest_xdist_auto_num_workers(config): return 3", {}, 3),
        ("openai:m", "", {"PYTEST_XDIST_AUTO_NUM_WORKERS": "2"}, 2),
    ],
)
def test_what_a_session_is_given(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    conftest: str,
    environ: dict[str, str],
    expected: int,
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(auto, "cores", lambda: 7)
    monkeypatch.setattr(auto, "_free_bytes", lambda: 10**12)
    support.mini_suite(pytester.path)
    pytester.makeconftest(conftest)
    config = pytester.parseconfig("--faithform-model", model)
    assert config.hook.pytest_xdist_auto_num_workers(config=config) == expected
