"""The cluster as a process of the session sees it: joined where it runs already, never started."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from typing import Any

__all__ = ["NAMESPACE", "Cluster", "first_line", "join", "missing", "this_node"]

#: Actors that other processes of a session find by name live in it.
NAMESPACE = "faithform"
_REACH_SECONDS = 15.0
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What this process has joined by itself; a connection of somebody else is not ours to end.
_JOINED: list[str] = []


def missing() -> str | None:
    """What to say where Ray is not installed."""
    try:
        import ray  # noqa: F401
    except ImportError:
        return "--faithform-executor ray needs Ray: pip install 'pytest-faithform[ray]'"
    return None


def join() -> Any:
    """The module `ray`, connected to the cluster of RAY_ADDRESS or of this machine. Raises ValueError where there is none."""
    if (told := missing()) is not None:
        raise ValueError(told)
    import ray

    if not ray.is_initialized():
        address = os.environ.get("RAY_ADDRESS") or "auto"
        if address.startswith("ray://"):
            raise ValueError(
                "RAY_ADDRESS is HOST:PORT, and pytest runs on a node of the cluster: Ray Client is not supported"
            )
        try:
            _require_reachable(address)
            with _own_signals():
                ray.init(address=address, namespace=NAMESPACE, log_to_driver=False, logging_level=logging.WARNING)
            _JOINED.append(address)
        except (OSError, RuntimeError, ValueError) as error:
            where = "on this machine" if address == "auto" else f"at RAY_ADDRESS={address}"
            raise ValueError(
                f"no Ray cluster can be joined {where} ({first_line(error)}): start one with `ray start --head` and more "
                "nodes with `ray start --address=HOST:PORT`, and run pytest on one of them"
            ) from error
    return ray


def _require_reachable(address: str) -> None:
    """Ray itself would try for many minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH_SECONDS).close()


@contextlib.contextmanager
def _own_signals() -> Iterator[None]:
    """Ray takes SIGTERM for itself; the session has an answer of its own to it."""
    if threading.current_thread() is not threading.main_thread():
        # Ray takes no signal there either.
        yield
        return
    held = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if held is not None:
            signal.signal(signal.SIGTERM, held)


def this_node() -> str:
    """On a node: its address and the beginning of its id, as `ray status` and `ray list nodes` have them."""
    import ray

    address: str = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
    return f"{address} ({ray.get_runtime_context().get_node_id()[:8]})"


class Cluster:
    """The nodes, for a session that has joined; `close` leaves it."""

    def __init__(self) -> None:
        """Raises ValueError where there is no cluster."""
        self.ray = join()

    def nodes(self) -> list[dict[str, Any]]:
        """Those that are alive, as Ray describes them."""
        return [node for node in self.ray.nodes() if node["Alive"]]

    @property
    def processors(self) -> int:
        return int(sum(node["Resources"].get("CPU", 0) for node in self.nodes()))

    def describe(self) -> dict[str, Any]:
        """For the manifest: on what the session ran; it decides no verdict."""
        found = self.nodes()
        return {
            "kind": "ray",
            "ray": self.ray.__version__,
            "nodes": len(found),
            "processors": self.processors,
            "gpus": int(sum(node["Resources"].get("GPU", 0) for node in found)),
        }

    def close(self) -> None:
        if _JOINED:
            _JOINED.clear()
            self.ray.shutdown()


def first_line(error: object) -> str:
    """What an exception of Ray says: of a failed task its cause, of others the line before the state of the cluster."""
    told = str(getattr(error, "cause", None) or error)
    lines = [line.strip() for line in _COLOUR.sub("", told).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return (lines[-1] if "Traceback" in told else lines[0])[:300]
