"""An OpenAI-compatible endpoint that answers after a time, in a number of slots: `python timed_server.py SLOTS SECONDS`.

Prints its address. Requests beyond the slots wait in it, as they do in a real server. Ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import json
import sys

TEXT = "```lean4\ntheorem t (n : Nat) (h : n = 1) : n + 1 = 2 := by omega\n```"
CHOICE = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": TEXT}}
USAGE = {"prompt_tokens": 300, "completion_tokens": 30, "total_tokens": 330}
ANSWER = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [CHOICE], "usage": USAGE}


async def main(slots: int, seconds: float) -> None:
    free = asyncio.Semaphore(slots)
    body = json.dumps(ANSWER).encode()
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                asked = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = next(int(line[15:]) for line in asked.split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(length)
                async with free:
                    await asyncio.sleep(seconds)
                writer.write(head + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=2**22)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
