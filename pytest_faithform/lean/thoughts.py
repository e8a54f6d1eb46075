"""What a model thought before it answered, taken out of its reply.

Thoughts stand between tags, or in messages on other channels than the final one (gpt-oss). A tag that is only mentioned, in a
comment of the code or as quoted code, is none. Never raises; linear time.
"""

from __future__ import annotations

import re

__all__ = ["without_thoughts"]

# Of Mistral, Kimi, Cohere and OpenThinker models besides the usual one, which Seed models write with a prefix.
_TAG = re.compile(
    r"<(?P<closes>/)?(?i:(?:seed:)?(?:think|thinking|thought|reasoning)|(?P<analysis>analysis))(?:[ \t][^<>\n]{0,80})?>"
    r"|\[(?P<closes_mistral>/)?THINK\]|◁(?P<closes_kimi>/)?think▷|<\|(?:START|(?P<closes_cohere>END))_THINKING\|>"
    r"|<\|(?:begin|(?P<closes_openthinker>end))_of_thought\|>"
)
# Each way to go on begins with a sign of its own, so that the search passes over what lies between at once.
_MARK = re.compile(rf"{_TAG.pattern}|```+(?:[ \t]*(?i:[a-z]))?|~~~+(?:[ \t]*(?i:[a-z]))?|--|/-|-/")
_WIDEST_MARGIN = 20
_CHANNEL = re.compile(r"<\|channel\|>(?P<name>\w{1,40})[^<\n]{0,200}(?:<\|constrain\|>\w{0,40})?[ ]?<\|message\|>")
_MESSAGE_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
# What is left of the channels where a server drops the tokens that mark them.
_CHANNELS_WITHOUT_MARKS = re.compile(r"analysis(?=[A-Z\W]).*?assistantfinal", re.DOTALL)
_END_TOKENS = ("<|return|>", "<|end|>", "<|im_end|>", "<|endoftext|>", "<|end_of_text|>", "<|eot_id|>")


def without_thoughts(text: str) -> tuple[str, str]:
    """(`text` without its thoughts, the thought that it ends in if that is never closed). A closing tag without an opening
    one ends a thought that began with the text."""
    text = _final_message(text)
    kept: list[str] = []
    at, opened = 0, None
    for start, end, closing in _tags(text):
        if not closing and opened is None:
            kept.append(text[at:start])
            opened = start
        elif closing:
            if opened is None:
                kept.clear()
            opened, at = None, end
    if opened is None:
        return "".join(kept) + text[at:], ""
    return "".join(kept), text[opened:]


def _final_message(text: str) -> str:
    channels = list(_CHANNEL.finditer(text))
    if channels:
        final = next((one for one in reversed(channels) if one["name"] == "final"), None)
        if final is None:
            return ""
        end = _MESSAGE_END.search(text, final.end())
        return text[final.end() : end.start() if end else len(text)]
    unmarked = _CHANNELS_WITHOUT_MARKS.match(text)
    text = text[unmarked.end() :] if unmarked else text
    stripped = text.rstrip()
    while stripped.endswith(_END_TOKENS):
        text = stripped = stripped[: stripped.rindex("<|")].rstrip()
    return text


def _tags(text: str) -> list[tuple[int, int, bool]]:
    """(start, end, whether it closes) of each tag that is no mention. Inside a thought nothing but tags counts."""
    found: list[tuple[int, int, bool]] = []
    last_comment_end = text.rfind("-/")
    in_thought = in_analysis = in_fence = False
    depth, line_end, at = 0, -1, 0
    while mark := (_TAG if in_thought else _MARK).search(text, at):
        start, at = mark.span()
        sign = text[start : start + 2]
        if sign[0] in "<[◁":
            groups = mark.groupdict()
            is_analysis = groups.pop("analysis") is not None
            closes = any(groups.values())
            if in_thought and closes and is_analysis != in_analysis:
                continue
            is_quoted = text[at : at + 1] == "`" == text[start - 1 : start] != text[start - 2 : start - 1]
            if not is_quoted and (in_thought or (depth == 0 and start > line_end)):
                in_analysis = is_analysis if not in_thought else in_analysis
                in_thought = not closes
                in_fence = False
                found.append((start, at, closes))
        elif start < line_end:
            continue
        elif sign == "--":
            if depth == 0 and (in_fence or _begins_line(text, start)):
                line_end = text.find("\n", at)
                line_end = len(text) if line_end < 0 else line_end
        elif sign == "/-":
            depth += start < last_comment_end and (in_fence or depth > 0 or _begins_line(text, start))
        elif sign == "-/":
            depth = max(0, depth - 1)
        elif depth == 0:
            in_fence = not in_fence or text[at - 1] not in "`~"
    return found


def _begins_line(text: str, at: int) -> bool:
    before = text[max(0, at - _WIDEST_MARGIN - 1) : at]
    rest = before.rstrip(" \t")
    return len(before) - len(rest) <= _WIDEST_MARGIN and rest[-1:] in ("", "\n")
