"""What `faithform lean doctor` prints: which Lean can be used here, what each can do, and what mends what is missing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from pytest_faithform.lean.backends import images, install
from pytest_faithform.lean.backends.bases import CORE, PRELUDE
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.make import CHECKED, make_backend
from pytest_faithform.lean.backends.project import look
from pytest_faithform.lean.backends.repl import ReplLean
from pytest_faithform.lean.backends.replprocess import REPL_EXTRA
from pytest_faithform.lean.backends.sandbox import find_sandbox
from pytest_faithform.lean.checker import LeanChecker, LeanUnavailable
from pytest_faithform.model import printable

__all__ = ["run_doctor"]

OK, USAGE, APPARATUS = 0, 2, 3
CONTROL = "theorem faithform_control (a b : Nat) (h : a + 1 = b) : b = a + 1 := by omega\n"
FALSE = "theorem faithform_control : 1 = 2 := by decide\n"

ABILITIES = {
    "embedded": CORE.library,
    "embedded:prelude": PRELUDE.library,
    "repl:DIR": "Mathlib: a Lake project and Lean REPL of yours, in a sandbox",
    "kimina:URL": "Mathlib: a kimina-lean-server of yours",
    "recorded:RUN": "what the Lean of another run said; nothing is elaborated",
}


def run_doctor(spec: str, *, unsafe: bool = False) -> int:
    """Look at the backend of `--faithform-lean SPEC`. Exit status 0 if it works, 3 if not, 2 if the SPEC is none."""
    try:
        checker = make_backend(spec, timeout=60.0, unsafe=unsafe)
    except ValueError as error:
        print(f"faithform: {error}")
        return USAGE
    if checker is None:
        print(f"faithform: {spec!r} names no Lean that can be looked at: write {CHECKED}")
        return USAGE
    works = True
    for line in _installed(checker):
        print(printable(line))
    try:
        for line in _tried(checker):
            print(printable(line))
    except LeanUnavailable as error:
        print(printable(f"does not work: {error}"))
        works = False
    finally:
        checker.close()
    if spec == "embedded":
        print("\n".join(["", *_others()]))
    return OK if works else APPARATUS


def _installed(checker: LeanChecker) -> Iterator[str]:
    if isinstance(checker, EmbeddedLean):
        yield from _embedded(checker)
    elif isinstance(checker, ReplLean):
        yield _library()
        yield _sandbox(unsafe=checker.unsafe)
        for part in look(checker.folder)[0]:
            yield f"{part.name:<12} {part.found}"
            if part.mend:
                yield f"{'':<12} mend: {part.mend}"


def _embedded(checker: EmbeddedLean) -> Iterator[str]:
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
    image = images.find(node, toolchain, checker.base)
    yield f"saved start  {image.file.name}" if image else "saved start  none yet: the first Lean makes one"


def _library() -> str:
    try:
        return f"driver       lean-interact {version('lean-interact')}"
    except PackageNotFoundError:
        return f"driver       lean-interact is missing: {REPL_EXTRA}"


def _sandbox(*, unsafe: bool = False) -> str:
    try:
        return f"sandbox      {find_sandbox(unsafe=unsafe).name}"
    except LeanUnavailable as error:
        return f"sandbox      missing: {error}"


def _others() -> Iterator[str]:
    """What else there is, and what of it this machine has."""
    yield "Leans that --faithform-lean may name:"
    for spec, ability in ABILITIES.items():
        yield f"  {spec:<17} {ability}"
    yield "For repl:DIR this machine has:"
    yield f"  {_library()}"
    yield f"  {_sandbox()}"
    lake = shutil.which("lake")
    yield f"  lake         {lake or 'missing: install elan (https://lean-lang.org/install)'}"
    yield "Look at one with `faithform lean doctor --lean SPEC`."


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
