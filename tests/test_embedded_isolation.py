"""What a text can reach from inside the embedded Lean: each way out, tried by a text that the guard would not let through.

The second half tries Node itself, under the options that the backend starts it with.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pytest_faithform.lean.backends import embedded, install
from pytest_faithform.lean.backends.embedded import EmbeddedLean
from pytest_faithform.lean.backends.process import Limits, environment, server_command

TRIVIAL = "theorem t : 1 = 1 := rfl"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder of this machine with one file in it."""
    (tmp_path / "file").write_text("of the host\n")
    return tmp_path


@pytest.mark.parametrize(
    "action",
    [
        'IO.FS.readFile "{file}"',
        'IO.FS.withFile "{file}" .read fun h => h.getLine',
        'IO.FS.writeFile "{file}" "x"',
        'IO.FS.writeFile "{folder}/new" "x"',
        'IO.FS.withFile "{file}" .append fun h => h.putStr "x"',
        'IO.FS.createDirAll "{folder}/new"',
        'IO.FS.removeFile "{file}"',
        'IO.FS.rename "{file}" "{folder}/new"',
        'IO.FS.removeDirAll "{folder}"',
        '(return (← System.FilePath.readDir "{folder}").size : IO Nat)',
        '(return (← System.FilePath.metadata "{file}").byteSize : IO UInt64)',
        '(return (← IO.FS.realPath "{file}") : IO System.FilePath)',
    ],
)
def test_no_file_of_the_host(lean: EmbeddedLean, host: Path, action: str) -> None:
    reply = lean.check(f"#eval {action.replace('{file}', f'{host}/file').replace('{folder}', str(host))}")
    told = " ".join(message.text for message in reply.messages)
    assert reply.outcome == "error"
    assert re.search(r"permission denied|no such file", told)
    assert "of the host" not in told
    assert [path.name for path in host.iterdir()] == ["file"]
    assert (host / "file").read_text() == "of the host\n"


@pytest.mark.parametrize("path", ["/lean/lib/lean/Init.olean", "/lean/lib/lean", "/", "/tmp"])
def test_nothing_is_left_of_the_mounted_library(lean: EmbeddedLean, path: str) -> None:
    reply = lean.check(
        f'#eval IO.FS.readBinFile "{path}"\n#eval IO.FS.writeFile "{path}/x" "x"\n#eval System.FilePath.readDir "{path}"'
    )
    assert [m.line for m in reply.messages if m.severity == "error"] == [1, 2, 3]


def test_no_text_leaves_a_file_for_the_next(lean: EmbeddedLean) -> None:
    assert lean.check('#eval IO.FS.writeFile "left" "x"').outcome == "error"
    assert lean.check('#eval IO.FS.readFile "left"').outcome == "error"
    assert lean.check("#eval (do discard <| IO.FS.createTempFile : IO Unit)").outcome == "error"


@pytest.mark.parametrize(
    "action",
    [
        '(IO.Process.spawn {{ cmd := "/bin/touch", args := #["{file}"] }} >>= fun _ => pure () : IO Unit)',
        '(do let out ← IO.Process.output {{ cmd := "/bin/touch", args := #["{file}"] }}; IO.println out.exitCode : IO Unit)',
        '(do IO.println (← IO.Process.run {{ cmd := "/bin/sh", args := #["-c", "touch {file}"] }}) : IO Unit)',
    ],
)
def test_no_process(lean: EmbeddedLean, tmp_path: Path, action: str) -> None:
    assert lean.check("").outcome == "ok"
    before = psutil.Process().children(recursive=True)
    assert lean.check(f"#eval {action.format(file=tmp_path / 'touched')}").outcome in ("error", "crash")
    assert not (tmp_path / "touched").exists()
    started = [process.cmdline() for process in psutil.Process().children(recursive=True) if process not in before]
    assert not [command for command in started if not any(part.endswith("server.js") for part in command)]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        yield server


@pytest.mark.parametrize(
    "text",
    [
        "#eval (do let s ← Std.Internal.UV.TCP.Socket.new; pure () : IO Unit)",
        "import Std\nopen Std.Internal.UV.TCP in\n#eval (do let s ← Socket.new; pure () : IO Unit)",
        '@[extern "lean_uv_tcp_connect"] opaque connect (host : @& String) (port : UInt16) : IO Unit\n'
        '#eval connect "127.0.0.1" {port}',
    ],
)
def test_no_socket(lean: EmbeddedLean, listener: socket.socket, text: str) -> None:
    reply = lean.check(text.replace("{port}", str(listener.getsockname()[1])))
    assert reply.outcome in ("error", "crash")
    with pytest.raises(TimeoutError):
        listener.accept()


def test_nothing_of_the_environment(lean: EmbeddedLean) -> None:
    # The tests' own, set before any Lean was started.
    assert os.environ["FAITHFORM_HOME"]
    reply = lean.check('#eval IO.getEnv "FAITHFORM_HOME"\n#eval IO.getEnv "HOME"\n#eval IO.getEnv "PATH"')
    assert [m.text.strip() for m in reply.messages] == ["none"] * 3


def test_memory_is_bounded_and_the_next_text_is_checked(lean: EmbeddedLean) -> None:
    reply = lean.check("#eval (Array.replicate 600000000 (0 : Nat)).size", timeout=60)
    assert reply.outcome == "crash"
    assert lean.check(TRIVIAL).outcome == "ok"


def test_a_process_that_has_grown_is_replaced(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "RECYCLE_HEAP_MB", 10)
    assert lean.check(TRIVIAL).outcome == "ok"
    assert lean._process is None
    assert lean.check(TRIVIAL).outcome == "ok"


def node(code: str) -> subprocess.CompletedProcess[str]:
    """Node with the backend's options and environment, and with `code` in place of the backend's script."""
    command = server_command(install.find_node(), install.require_toolchain(None), Limits())
    script = next(number for number, part in enumerate(command) if part.endswith("server.js"))
    run = [*command[:script], "-e", code]
    return subprocess.run(run, capture_output=True, text=True, timeout=60, env=environment(), check=False)


@pytest.mark.parametrize(
    "code",
    [
        'require("fs").readFileSync("{file}")',
        'require("fs").readdirSync("/")',
        'require("fs").writeFileSync("{file}", "x")',
        'require("fs").writeFileSync("{toolchain}/x", "x")',
        'require("child_process").spawnSync("/bin/ls")',
        'new (require("worker_threads").Worker)("1", {{ eval: true }})',
        'process.dlopen({{ exports: {{}} }}, "{file}")',
    ],
)
def test_node_itself_is_denied(lean: EmbeddedLean, host: Path, code: str) -> None:
    done = node(code.format(file=host / "file", toolchain=install.find_toolchain()))
    assert done.returncode == 1
    assert re.search(r"ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED", done.stderr)
    assert (host / "file").read_text() == "of the host\n"


def test_node_makes_no_code_of_strings_and_reads_the_toolchain(lean: EmbeddedLean) -> None:
    assert "EvalError" in node('eval("1")').stderr
    assert "EvalError" in node('new Function("return 1")').stderr
    found = node(f'console.log(require("fs").readdirSync({str(install.find_toolchain())!r}).length > 0)')
    assert found.stdout == "true\n"
