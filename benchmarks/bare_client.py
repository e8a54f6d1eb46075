"""What a loop of one's own would do: `python bare_client.py URL PROMPTS.json CONCURRENCY MAX_TOKENS`, asyncio and openai."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from openai import AsyncOpenAI


async def main(url: str, prompts: list[str], concurrency: int, max_tokens: int) -> None:
    client = AsyncOpenAI(base_url=url, api_key="none", timeout=600)
    room = asyncio.Semaphore(concurrency)

    async def ask(prompt: str) -> str:
        async with room:
            answer = await client.chat.completions.create(
                model="m",
                messages=[{"role": "user", "content": prompt}],
                temperature=0,
                top_p=0.95,
                max_tokens=max_tokens,
            )
        return answer.choices[0].message.content or ""

    answers = await asyncio.gather(*map(ask, prompts))
    Path("answers.json").write_text(json.dumps(answers))


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(main(given[0], json.loads(Path(given[1]).read_text()), int(given[2]), int(given[3])))
