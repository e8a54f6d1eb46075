"""A server on loopback that answers POST requests with JSON: what a test's stand-ins for real servers are made of."""

from __future__ import annotations

import contextlib
import json
import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class Loopback:
    """`answer(path, headers, body)` gives a status and what is sent as JSON; text and bytes are sent as they are."""

    base = ""

    def __init__(self) -> None:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                status, answer = server.answer(self.path, self.headers, body)
                text = answer if isinstance(answer, str | bytes) else json.dumps(answer)
                data = text.encode() if isinstance(text, str) else text
                # The client may have given up waiting.
                with contextlib.suppress(OSError):
                    self._send(status, data)

            def do_GET(self) -> None:
                found = server.shown(self.path)
                self._send(404 if found is None else 200, json.dumps(found).encode())

            def _send(self, status: int, data: bytes) -> None:
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                if status == 429 or status >= 500:
                    self.send_header("retry-after-ms", "1")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}{self.base}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, path: str, headers: Message, body: dict[str, Any]) -> tuple[int, Any]:
        raise AssertionError("a server of its own says what it answers")

    def shown(self, path: str) -> Any:
        """What is there to GET; None for nothing."""
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
