"""What `faithform lean doctor` prints: which Lean can be used here, what each can do, and what mends what is missing."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.make import make_backend
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.model import printable

__all__ = ["run_doctor"]

OK, USAGE, APPARATUS = 0, 2, 3
CONTROL = "theorem faithform_control (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega\n"
FALSE = "theorem faithform_control : 1 = 2 := by decide\n"


def run_doctor(spec: str) -> int:
    """Look at the backend of `--faithform-lean SPEC`. Exit status 0 if it works, 3 if not, 2 if the SPEC is none."""
    try:
        checker = make_backend(spec, timeout=60.0)
    except ValueError as error:
        print(f"faithform: {error}")
        return USAGE
    if checker is None:
        print(f"faithform: {spec!r} names no Lean that can be looked at: write embedded or kimina:URL")
        return USAGE
    works = True
    for line in _embedded() if isinstance(checker, EmbeddedLean) else ():
        print(line)
    try:
        for line in _tried(checker):
            print(printable(line))
    except LeanUnavailable as error:
        print(f"does not work: {error}")
        works = False
    finally:
        checker.close()
    return OK if works else APPARATUS


def _embedded() -> Iterator[str]:
    try:
        node = install.find_node()
    except LeanUnavailable as error:
        yield f"node         missing: {error}"
        return
    yield f"node         {install.node_version()}, {node}"
    toolchain = install.find_toolchain()
    if not toolchain.is_dir():
        yield f"toolchain    missing, nothing at {toolchain}: run `faithform lean install`"
        return
    problem = install.damage(toolchain, thorough=True)
    state = f"damaged ({problem}): run `faithform lean install`" if problem else "complete, every file as installed"
    yield f"toolchain    {state}, {toolchain}"
    image = images.find(node, toolchain)
    yield f"saved start  {image.file.name}" if image else "saved start  none yet: the first Lean makes one"


def _tried(checker: LeanChecker) -> Iterator[str]:
    """A theorem that holds must be accepted, one that does not must be rejected."""
    began = time.monotonic()
    accepted = checker.check(CONTROL)
    started = time.monotonic() - began
    if accepted.outcome != "ok" or [d.name for d in accepted.declarations] != ["faithform_control"]:
        raise LeanUnavailable(f"its control snippet ends with {accepted.outcome}: {accepted.first_error}")
    rejected = checker.check(FALSE)
    if rejected.outcome != "error":
        raise LeanUnavailable(f"it does not reject what is false: {rejected.outcome}")
    about = checker.describe()
    yield f"Lean         {about.get('lean', 'as the server has it')}, {about.get('library', '')}"
    yield f"works        first answer after {started:.1f} s, the next in {rejected.seconds:.2f} s"
