"""In a session without faithform items the plugin is not there: no output, no heavy imports, no files."""

from __future__ import annotations

import ast

import pytest

HEAVY = (
    "pydantic",
    "openai",
    "httpx2",
    "numpy",
    "scipy",
    "jinja2",
    "rich",
    "lxml",
    "junitparser",
    "pylatexenc",
    "sqlite3",
    "asyncio.events",
)


def test_nothing_heavy_is_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        import sys

        def test_it():
            assert [name for name in {HEAVY!r} if name in sys.modules] == []
            ours = sorted(name for name in sys.modules if name.startswith("pytest_faithform"))
            assert ours == ["pytest_faithform", "pytest_faithform.fixtures", "pytest_faithform.hookspec",
                            "pytest_faithform.option_texts", "pytest_faithform.options", "pytest_faithform.plugin"]
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest", "-p", "no:anyio")
    result.assert_outcomes(passed=1)


def test_nothing_heavy_is_imported_by_a_controller_either(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it():\n    pass\n")
    pytester.makeconftest(
        f"""
        import sys

        def pytest_unconfigure(config):
            if not hasattr(config, "workerinput"):
                # xdist itself has asyncio.
                heavy = [name for name in {HEAVY!r} if name in sys.modules and not name.startswith("asyncio")]
                ours = sorted(name for name in sys.modules if name.startswith("pytest_faithform"))
                open("loaded.txt", "w").write(repr((heavy, ours)))
        """
    )
    pytester.makeini("[pytest]\nfaithform_model = control:faithful\n")
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest", "-p", "no:anyio", "-n", "1")
    result.assert_outcomes(passed=1)
    heavy, ours = ast.literal_eval((pytester.path / "loaded.txt").read_text())
    assert heavy == []
    assert "pytest_faithform.told" in ours
    assert "pytest_faithform.session" not in ours


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_nothing_is_printed_or_written(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    pytester.makepyfile("def test_it():\n    pass\n")
    pytester.makeini("[pytest]\nfaithform_model = control:faithful\n")
    with_plugin = pytester.runpytest_subprocess("-p", "no:cacheprovider", *workers)
    with_plugin.assert_outcomes(passed=1)
    text = with_plugin.stdout.str().replace(str(pytester.path), "")
    said = [line for line in text.splitlines() if "faithform" in line and not line.startswith("plugins:")]
    assert said == []
    assert not (pytester.path / "reports").exists()
    assert not (pytester.path / ".faithform").exists()


def test_options_and_markers_explain_themselves(pytester: pytest.Pytester) -> None:
    text = pytester.runpytest_subprocess("--help").stdout.str()
    assert "--faithform-model" in text
    assert "faithform_cases(" in pytester.runpytest_subprocess("--markers").stdout.str()


def test_the_plugin_can_be_switched_off(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it():\n    pass\n")
    pytester.runpytest_subprocess("-p", "no:faithform").assert_outcomes(passed=1)
