"""Images of a started Lean: a process that is ready at once, without importing and elaborating what all start from.

An image is the memory of a Lean at rest. It is trusted code, so it is made here, from the toolchain, and kept in the
toolchain's folder; one that was made for another toolchain, Node or base text is never loaded. Each base has its
own. Where none can be kept (a read-only cache) Lean starts without: slower, otherwise the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

from pytest_faithform.lean.backends import install
from pytest_faithform.lean.backends.bases import CORE, Base, server_hash
from pytest_faithform.lean.backends.process import START_SECONDS, Image, Limits, server_command
from pytest_faithform.lean.backends.process import environment as server_environment

__all__ = ["discard", "find", "make", "require"]

FOLDER = "images"
# A version of the package that starts from another base text has an image of its own; the oldest are removed.
KEPT = 2
#: Begins what the loader says of an image that it does not take.
REFUSED = "the image"


def image_id(node: Path, base: Base = CORE) -> str:
    """Names everything that an image depends on: toolchain, Node (version and size), scripts and base text."""
    stat = node.stat()
    parts = (install.toolchain_id(), install.node_version(), str(stat.st_size), server_hash(base))
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def find(node: Path, toolchain: Path, base: Base = CORE) -> Image | None:
    """The image for this Node, toolchain and base, if one was made."""
    image = _image(node, toolchain, base)
    return image if image.file.is_file() else None


def make(node: Path, toolchain: Path, base: Base = CORE) -> Image:
    """Start a Lean, save its memory, end it (about as long as one start). Raises OSError where that is not possible."""
    image = _image(node, toolchain, base)
    image.file.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-", dir=image.file.parent) as scratch:
        file = Path(scratch) / image.file.name
        command = server_command(node, toolchain, Limits(), base, save=Image(file, image.id))
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
    _remove_old(image.file, base)
    return image


def require(node: Path, toolchain: Path, base: Base = CORE) -> Image | None:
    """The image, made now if there is none; None where none can be made. Processes that need it at once wait for one."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        if (image := find(node, toolchain, base)) is not None:
            return image
        folder = toolchain / FOLDER
        folder.mkdir(exist_ok=True)
        with FileLock(folder / "make.lock"):
            return find(node, toolchain, base) or make(node, toolchain, base)
    return None


def discard(image: Image) -> None:
    """Remove an image that did not load, so that the next start makes another."""
    with contextlib.suppress(OSError):
        image.file.unlink()


def _image(node: Path, toolchain: Path, base: Base) -> Image:
    name = image_id(node, base)
    return Image(toolchain / FOLDER / f"{base.name}-{name}.image", name)


def _remove_old(newest: Path, base: Base) -> None:
    with contextlib.suppress(OSError):
        others = [file for file in newest.parent.glob(f"{base.name}-*.image") if file != newest]
        for file in sorted(others, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT - 1 :]:
            file.unlink()
