"""What the `repl` backend needs to find in a Lake project: toolchain, built packages, the built Lean REPL.

Everything is only looked at. Neither elan nor Lake is started here, because both fetch what they miss: a part that is
missing is named together with the command that brings it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["LakeProject", "Part", "look"]

REPL_SOURCE = "https://github.com/leanprover-community/repl"
#: Where the REPL may be, below the project: a checkout of its own, or one of Lake's packages.
REPL_FOLDERS = (".lake/repl", ".lake/packages/repl", ".lake/packages/REPL")
REPL_PROGRAM = Path(".lake/build/bin/repl")
# Lake moved the compiled modules one folder down in 2025.
LIBRARY_FOLDERS = (".lake/build/lib/lean", ".lake/build/lib")

CHOOSE = "name a Lake project: repl:DIR, for example the lean_project of this package's source"

_TOOLCHAIN = re.compile(r"(?:leanprover/lean4:)?v(?P<version>4\.\S+)")


@dataclass(frozen=True)
class Part:
    """One thing that is needed. `mend` is empty where it is there, else the command that brings it."""

    name: str
    found: str
    mend: str = ""


@dataclass(frozen=True)
class LakeProject:
    """A project that is complete. `home` is the toolchain's folder, `repl` the REPL's checkout, `revisions` what the
    manifest pins; `libraries` hold the compiled modules; `readable` is all that a Lean of this project reads."""

    folder: Path
    version: str
    home: Path
    repl: Path
    revisions: dict[str, str]
    libraries: tuple[Path, ...]
    readable: tuple[Path, ...]


def look(folder: Path) -> tuple[list[Part], LakeProject | None]:
    """The parts of the project in `folder`, and the project if none is missing."""
    folder = folder.resolve()
    version, pin = _pin(folder)
    if version is None:
        return [pin], None
    home, toolchain = _toolchain(version)
    packages, revisions, places = _packages(folder)
    mathlib = _mathlib(folder, places)
    repl, program = _repl(folder, version)
    parts = [pin, toolchain, packages, *([mathlib] if not packages.mend else []), program]
    if home is None or repl is None or any(part.mend for part in parts):
        return parts, None
    compiled = (place / library for place in (*places.values(), folder) for library in LIBRARY_FOLDERS)
    libraries = tuple(path for path in compiled if path.is_dir())
    readable = tuple(_outermost([home, folder, *places.values(), repl]))
    return parts, LakeProject(folder, version, home, repl, revisions, libraries, readable)


def _pin(folder: Path) -> tuple[str | None, Part]:
    if not any((folder / name).is_file() for name in ("lakefile.toml", "lakefile.lean")):
        return None, Part("project", f"{folder} has no lakefile", CHOOSE)
    text = _pinned(folder)
    match = _TOOLCHAIN.fullmatch(text)
    if match is None:
        return None, Part("project", f"{folder} is pinned to {text!r}, no release of Lean 4 by its number", CHOOSE)
    return match["version"], Part("project", f"{folder}, pinned to Lean {match['version']}")


def _pinned(folder: Path) -> str:
    try:
        return (folder / "lean-toolchain").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _toolchain(version: str) -> tuple[Path | None, Part]:
    name = f"leanprover--lean4---v{version}"
    elan = Path(os.environ.get("ELAN_HOME") or Path.home() / ".elan")
    home = elan / "toolchains" / name
    if all((home / "bin" / program).is_file() for program in ("lake", "lean")):
        home = home.resolve()
        return home, Part("toolchain", f"Lean {version}, {home}")
    found = shutil.which("lake")
    # Elan's own program of that name would fetch the toolchain.
    if found is not None and not _is_elan(Path(found)):
        home = Path(found).resolve().parent.parent
        said = _lean_version(home)
        if said == version:
            return home, Part("toolchain", f"Lean {version}, {home}")
        return None, Part(
            "toolchain", f"Lean {said or 'of no known version'} at {home}, not {version}", _install(version)
        )
    return None, Part("toolchain", f"Lean {version} is not installed: nothing at {home}", _install(version))


def _is_elan(lake: Path) -> bool:
    return lake.resolve().name.startswith("elan") or (lake.parent / "elan").exists()


def _lean_version(home: Path) -> str | None:
    try:
        done = subprocess.run(
            [str(home / "bin" / "lean"), "--version"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"version (4\.[^\s,]+)", done.stdout)
    return match[1] if match else None


def _install(version: str) -> str:
    command = f"elan toolchain install leanprover/lean4:v{version}"
    return command if shutil.which("elan") else f"install elan (https://lean-lang.org/install), then {command}"


def _packages(folder: Path) -> tuple[Part, dict[str, str], dict[str, Path]]:
    """Whether each package of the manifest is there at its revision; the revisions; where the packages are."""
    fetch = f"cd {shlex.quote(str(folder))} && lake exe cache get && lake build"
    try:
        manifest = json.loads((folder / "lake-manifest.json").read_text(encoding="utf-8"))
        listed = [(str(entry["name"]), entry) for entry in manifest["packages"]]
        beside = folder / str(manifest.get("packagesDir") or ".lake/packages")
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Part("packages", f"no readable lake-manifest.json ({type(error).__name__})", fetch), {}, {}
    places = {name: _place(folder, beside, name, entry) for name, entry in listed}
    revisions = {name: str(entry["rev"]) for name, entry in listed if entry.get("rev")}
    missing = [name for name, place in places.items() if not place.is_dir()]
    if missing:
        return Part("packages", f"not fetched: {', '.join(missing)}", fetch), revisions, places
    other = [name for name, rev in revisions.items() if _head(places[name]) not in (None, rev)]
    if other:
        return (
            Part("packages", f"at another revision than the manifest's: {', '.join(other)}", fetch),
            revisions,
            places,
        )
    return Part("packages", f"{len(places)}, as in the manifest"), revisions, places


def _place(folder: Path, beside: Path, name: str, entry: dict[str, Any]) -> Path:
    if entry.get("type") == "path":
        return (folder / str(entry.get("dir"))).resolve()
    return (beside / name / str(entry.get("subDir") or "")).resolve()


def _head(package: Path) -> str | None:
    """The revision that is checked out, where it is written as such."""
    try:
        text = (package / ".git" / "HEAD").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if re.fullmatch(r"[0-9a-f]{40}", text) else None


def _mathlib(folder: Path, places: dict[str, Path]) -> Part:
    own = (folder / "Mathlib.lean").is_file()
    place = folder if own else places.get("mathlib")
    fetch = f"cd {shlex.quote(str(folder))} && lake exe cache get"
    if place is None:
        return Part("Mathlib", "not among the project's packages", "name a project that requires Mathlib")
    if not any((place / library / "Mathlib.olean").is_file() for library in LIBRARY_FOLDERS):
        return Part("Mathlib", f"not compiled: no Mathlib.olean in {place}", fetch)
    return Part("Mathlib", f"compiled, {place}")


def _repl(folder: Path, version: str) -> tuple[Path | None, Part]:
    first = folder / REPL_FOLDERS[0]
    place = next((folder / name for name in REPL_FOLDERS if os.access(folder / name / REPL_PROGRAM, os.X_OK)), None)
    if place is None:
        return None, Part("REPL", f"not built: no {REPL_PROGRAM} in {first}", _build(first, version))
    match = _TOOLCHAIN.fullmatch(_pinned(place))
    if match is None or match["version"] != version:
        return None, Part("REPL", f"{place} is pinned to {_pinned(place)!r}, not {version}", _build(first, version))
    return place, Part("REPL", f"built, {place}")


def _build(place: Path, version: str) -> str:
    quoted = shlex.quote(str(place))
    away = f"rm -rf {quoted} && " if place.exists() else ""
    return f"{away}git clone --depth 1 --branch v{version} {REPL_SOURCE} {quoted} && (cd {quoted} && lake build)"


def _outermost(paths: list[Path]) -> Iterator[Path]:
    """The folders that lie in no other of them, each once."""
    for number, path in enumerate(paths):
        if not any(path.is_relative_to(other) for other in paths[:number]):
            yield path
