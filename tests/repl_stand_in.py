"""A Lake project whose REPL is a stand-in: it speaks the Lean REPL's protocol and elaborates with the embedded Lean.

It stands in for a machine with a native Lean. Toolchain, packages and REPL lie where a real project has them, so that the
backend starts what it would start: a process in a sandbox. That process, a few lines of Python, passes what it reads to
the test over a socket in its own folder, and prints what comes back. Faults are scripted.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import native_words

from pytest_faithform.lean.backends.embedded import EmbeddedLean

VERSION = "4.28.0"
REVISION = "8f9d9cff6bd728b17a24e163c9402775d9e6a365"
TOOLCHAIN = f"leanprover/lean4:v{VERSION}\n"

#: Called with the number of a request (from 0, the header's included) and the request: None for Lean's own answer, HANG
#: for none at all, DIE for the end of the process, or the text that is printed instead.
Fault = Callable[[int, dict[str, Any]], str | None]
HANG, DIE = "hang", "die"

LAKE = '#!/bin/sh\necho "Lake is not to be started" >&2\nexit 64\n'
LEAN = f'#!/bin/sh\necho "Lean (version {VERSION}, x86_64-unknown-linux-gnu, Release)"\n'
PROGRAM = r"""#!{python} -IS
import os, socket, sys, threading
assert os.path.isfile(os.path.join(os.environ["LEAN_PATH"].split(":")[0], "Mathlib.olean"))
assert os.path.isfile(os.path.join(os.environ["LEAN_SYSROOT"], "bin", "lean"))
os.chdir(os.path.dirname(__file__))
line = socket.socket(socket.AF_UNIX)
line.connect("socket")
def pump():
    while data := os.read(0, 65536):
        line.sendall(data)
    line.shutdown(socket.SHUT_WR)
threading.Thread(target=pump, daemon=True).start()
while data := line.recv(65536):
    os.write(1, data)
print("uncaught exception: the stand-in was told to die", file=sys.stderr)
os._exit(1)
"""


class ReplStandIn:
    """The project is `folder / "project"`; ELAN_HOME is `folder / "elan"`."""

    def __init__(self, folder: Path, lean: EmbeddedLean, *, fault: Fault | None = None) -> None:
        self.project = folder / "project"
        self.elan = folder / "elan"
        self.requests: list[dict[str, Any]] = []
        self.fault = fault
        self._lean = lean
        # The embedded Lean behind all processes is one.
        self._lock = threading.Lock()
        make_project(self.project, self.elan)
        # A path to a socket may be 107 bytes long.
        self._place = os.open(self.project / ".lake/repl/.lake/build/bin", os.O_RDONLY | os.O_DIRECTORY)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"/proc/self/fd/{self._place}/socket")
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        os.close(self._place)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        environments = 0
        with line, contextlib.suppress(OSError):
            for request in _requests(line):
                number = len(self.requests)
                self.requests.append(request)
                told = self.fault(number, request) if self.fault else None
                if told == DIE:
                    return
                if told == HANG:
                    continue
                if told is None:
                    try:
                        answer = self._answer(request, environments)
                    except ChildProcessError:
                        return
                    told = json.dumps(answer, ensure_ascii=False, indent=1)
                    environments += 1
                line.sendall(f"{told}\n\n".encode())

    def _answer(self, request: dict[str, Any], environments: int) -> dict[str, Any]:
        if "env" not in request:
            return {"env": environments}
        if not 0 <= request["env"] < environments:
            return {"message": "Unknown environment."}
        with self._lock:
            messages, _ = native_words.said(self._lean, request["cmd"], timeout=60)
        return {"messages": messages, "env": environments} if messages else {"env": environments}


def _requests(line: socket.socket) -> Iterator[dict[str, Any]]:
    """As the REPL reads them: JSON up to a blank line."""
    pending = b""
    while data := line.recv(1 << 16):
        pending += data
        while b"\n\n" in pending:
            text, pending = pending.split(b"\n\n", 1)
            yield json.loads(text)


def make_project(project: Path, elan: Path) -> None:
    """Everything that a real project has once it is built, as far as it is looked at."""
    home = elan / "toolchains" / f"leanprover--lean4---v{VERSION}" / "bin"
    mathlib = project / ".lake/packages/mathlib"
    repl = project / ".lake/repl"
    python = Path(sys.base_prefix).resolve()
    # Under the name of a package, so that the sandbox lets the program read its interpreter.
    packages = [
        {"type": "git", "name": "mathlib", "rev": REVISION, "inputRev": f"v{VERSION}"},
        {"type": "path", "name": "python", "dir": str(python)},
    ]
    files = {
        project / "lean-toolchain": TOOLCHAIN,
        project / "lakefile.toml": 'name = "stand-in"\n',
        project / "lake-manifest.json": json.dumps({"version": "1.1.0", "packages": packages}),
        mathlib / ".git/HEAD": f"{REVISION}\n",
        mathlib / ".lake/build/lib/lean/Mathlib.olean": "",
        repl / "lean-toolchain": TOOLCHAIN,
        repl / ".lake/build/bin/repl": PROGRAM.replace("{python}", os.path.realpath(sys.executable)),
        home / "lake": LAKE,
        home / "lean": LEAN,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
