"""A headless Chromium of the system for tests of the HTML report, driven by playwright."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
#: It asks for nothing outside, whatever the page does.
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: A machine may be busy with other things; what is not so by then will not be.
PATIENCE_S = 120.0
INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium"

expect.set_options(timeout=1000 * PATIENCE_S)


def executable() -> str:
    """Chromium's path. Fails with the command that installs it."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found is not None, f"the HTML report is tested in a real Chromium, and there is none here: {INSTALL}"
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser; each of its contexts has a profile of its own that ends with it."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=executable(),
            headless=True,
            args=[*OPTIONS, f"--crash-dumps-dir={home}"],
            timeout=1000 * PATIENCE_S,
        )
        try:
            yield browser
        finally:
            browser.close()


def wait(page: Page, expression: str, seconds: float = PATIENCE_S) -> None:
    """Until `expression` is true. Playwright's own waiting evaluates text inside the page, which its policy forbids."""
    ends = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < ends, f"still not so after {seconds:g} s: {expression}"
        time.sleep(0.02)


def ready(page: Page) -> None:
    """Wait until the table stands."""
    wait(page, "document.documentElement.dataset.ready === 'yes'")


@contextmanager
def opened(
    browser: Browser, path: Path, size: tuple[int, int] = (1280, 800), *, scheme: str = "light", at: str = ""
) -> Iterator[Page]:
    """The file in a window, ready. At its end nothing may have been asked for but the file, and no error reported."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    context.set_default_timeout(1000 * PATIENCE_S)
    try:
        page = context.new_page()
        asked: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(path.as_uri() + at)
        ready(page)
        yield page
        assert set(asked) == {path.as_uri()}
        assert wrong == []
        assert page.evaluate("window.ran") is None, "a text of a model was run"
    finally:
        context.close()


def on_first_screen(page: Page, selector: str) -> list[str]:
    """The texts of the elements that lie wholly in the window as it opens."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(one => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
        }).map(one => one.textContent.trim())""",
        selector,
    )
