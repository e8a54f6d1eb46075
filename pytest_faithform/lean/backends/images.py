"""Images of a started Lean: a process that is ready at once, without importing and elaborating what all start from.

An image is the memory of a Lean at rest. It is trusted code, so it is made here, from the toolchain, and kept in the
toolchain's folder; one that was made for another toolchain, Node or base text is never loaded. Where none can be kept
(a read-only cache) Lean starts without: slower, otherwise the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.process import START_SECONDS, Image, Limits, server_command, server_hash
from pytest_faithform.lean.backends.process import environment as server_environment

__all__ = ["discard", "find", "make", "require"]

FOLDER = "images"
# A version of the package that starts from another base text has an image of its own; the oldest are removed.
KEPT = 2


def image_id(node: Path) -> str:
    """Names everything that an image depends on: the toolchain, the exact Node binary, the scripts and the base text."""
    stat = node.stat()
    parts = (install.toolchain_id(), install.node_version(), str(stat.st_size), server_hash())
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def find(node: Path, toolchain: Path) -> Image | None:
    """The image for this Node and toolchain, if one was made."""
    image = _image(node, toolchain)
    return image if image.file.is_file() else None


def make(node: Path, toolchain: Path) -> Image:
    """Start a Lean, save its memory, end it (about as long as one start). Raises OSError where that is not possible."""
    image = _image(node, toolchain)
    image.file.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-", dir=image.file.parent) as scratch:
        file = Path(scratch) / image.file.name
        command = server_command(node, toolchain, Limits(), save=Image(file, image.id))
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=server_environment(),
            cwd=toolchain,
            timeout=START_SECONDS,
            check=False,
        )
        if done.returncode != 0 or not file.is_file():
            said = done.stderr.decode("utf-8", "replace").strip()[-800:]
            raise OSError(f"no image of the embedded Lean could be made: {said or f'exit status {done.returncode}'}")
        file.replace(image.file)
    _remove_old(image.file)
    return image


def require(node: Path, toolchain: Path) -> Image | None:
    """The image, made now if there is none; None where none can be made. Processes that need it at once wait for one."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        if (image := find(node, toolchain)) is not None:
            return image
        folder = toolchain / FOLDER
        folder.mkdir(exist_ok=True)
        with FileLock(folder / "make.lock"):
            return find(node, toolchain) or make(node, toolchain)
    return None


def discard(image: Image) -> None:
    """Remove an image that did not load, so that the next start makes another."""
    with contextlib.suppress(OSError):
        image.file.unlink()


def _image(node: Path, toolchain: Path) -> Image:
    name = image_id(node)
    return Image(toolchain / FOLDER / f"{name}.image", name)


def _remove_old(newest: Path) -> None:
    with contextlib.suppress(OSError):
        others = [file for file in newest.parent.glob("*.image") if file != newest]
        for file in sorted(others, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT - 1 :]:
            file.unlink()
