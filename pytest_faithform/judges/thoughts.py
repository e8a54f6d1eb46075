"""What of a reply is its answer: what the model thought first is none of it, whatever stands there."""

from __future__ import annotations

import re

__all__ = ["answer_text"]

# `<think>`, `<thinking type="x">`, `<seed:think>`, `[THINK]`, `◁think▷`, `<|START_THINKING|>`, `<|begin_of_thought|>`.
_TAG = re.compile(
    r"<(?P<close>/)?(?:[a-z]+:)?(?P<name>think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad)(?:\s[^<>]*)?>"
    r"|(?:\[|◁)(?P<shut>/)?think(?:\]|▷)"
    r"|<\|(?:(?:start|begin)|(?P<end>end))_(?:of_)?(?P<token>thinking|thought)\|>",
    re.IGNORECASE,
)
_ENDS_MESSAGE = re.compile(r"<\|(?:end|return|call|start)\|>")


def answer_text(reply: str) -> str:
    """The reply without its thoughts; one that never ends leaves nothing behind it. Some templates write the opening tag
    into the prompt, so that all before a closing tag without one is thought. Of a reply in channels (OpenAI's harmony) the
    answer is the final one."""
    kept: list[str] = []
    open_tags: set[str] = set()
    text, at = _final_channel(reply), 0
    for tag in _TAG.finditer(text):
        name = (tag["name"] or tag["token"] or "think").lower()
        if not (tag["close"] or tag["shut"] or tag["end"]):
            if not open_tags:
                kept.append(text[at : tag.start()])
            open_tags.add(name)
            continue
        if not open_tags:
            kept.clear()
        open_tags.discard(name)
        at = tag.end()
    return "".join(kept if open_tags else [*kept, text[at:]]).strip()


def _final_channel(reply: str) -> str:
    if "<|channel|>" not in reply and "<|message|>" not in reply:
        return reply
    messages = [part.partition("<|message|>") for part in reply.split("<|channel|>")[1:]]
    return "\n".join(_ENDS_MESSAGE.split(text)[0] for head, _, text in messages if re.match(r"\s*final\b", head))
