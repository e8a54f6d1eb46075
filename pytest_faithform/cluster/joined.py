"""The cluster as a process of the session sees it: joined where it runs already, never started."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

__all__ = ["NAMESPACE", "Cluster", "first_line", "join", "missing", "this_node"]

#: Actors that other processes of a session find by name live in it.
NAMESPACE = "faithform"
_REACH_SECONDS = 15.0


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
        try:
            _require_reachable(address)
            with _own_signals():
                ray.init(address=address, namespace=NAMESPACE, log_to_driver=False, logging_level=logging.WARNING)
        except (OSError, RuntimeError, ValueError) as error:
            where = "on this machine" if address == "auto" else f"at RAY_ADDRESS={address}"
            raise ValueError(
                f"no Ray cluster can be joined {where} ({first_line(error)}): start one with `ray start --head` and more "
                "nodes with `ray start --address=HOST:PORT`, and run pytest on one of them"
            ) from error
    return ray


def _require_reachable(address: str) -> None:
    """Ray itself would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH_SECONDS).close()


@contextlib.contextmanager
def _own_signals() -> Iterator[None]:
    """Ray takes SIGTERM for itself; the session has an answer of its own to it."""
    try:
        held = signal.getsignal(signal.SIGTERM)
        yield
        signal.signal(signal.SIGTERM, held)
    except ValueError:
        # Not the main thread: Ray takes no signal there either.
        yield


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
        self.ray.shutdown()


def first_line(error: object) -> str:
    """What an exception of Ray says, without the state of the cluster that it prints after it."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:300]
