"""Finding the Lean text in a model's raw reply.

The default differs from the papers' order (SPEC c.1) where that order loses or mistakes an answer: a thought that was
cut off is a thought; a tagged answer goes before a late illustrative block; a fence that was cut off still holds the
answer; an answer in several blocks is put together; prose after bare code is cut by its shape, not by its first word.
Never raises; linear time.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from pytest_faithform.lean.answer_blocks import answer_of
from pytest_faithform.lean.block_contents import contents_of
from pytest_faithform.lean.blocks import (
    Block,
    bare_blocks,
    fenced_blocks,
    has_declaration,
    has_theorem,
    introduction,
    looks_like_lean,
    with_what_is_said,
)
from pytest_faithform.lean.joined_blocks import trim
from pytest_faithform.lean.published_extraction import as_published
from pytest_faithform.lean.relations import takes_back
from pytest_faithform.lean.thoughts import without_thoughts

__all__ = ["Extraction", "extract"]


@dataclass(frozen=True)
class Extraction:
    """The Lean text of a reply ("" if none) and how it was found: "fence", "fences" (several, joined),
    "unclosed-fence", "bare", each with "tag+" before it when it stood in a tagged answer; "tag+raw"; "none"."""

    lean: str
    strategy: str


_TAG = re.compile(
    r"<\s{0,4}(/?)\s{0,4}(?:(formal)_(?:proof|statement|step|theorem)|(?:final_)?answer)\s{0,4}>", re.IGNORECASE
)
_LONGEST_SIGN_OFF = 200


def extract(reply: str, *, compat: bool = False) -> Extraction:
    """The formalization in a raw reply. With `compat` as the papers' order finds it (see `published_extraction`), else:

    1. Thoughts are removed (`thoughts`). After one that is never closed nothing is an answer, unless the reply ends with
       a complete tagged one.
    2. The tagged answers that declare something, of several as of several blocks, else
    3. the fenced blocks; if none of Lean declares anything, those whose text is plainly Lean whatever their label says, and
       the fields of JSON objects; else
    4. the lines that read as Lean.
    What stands behind the answer under the mark of a user's next turn is no part of the reply.
    Which of several blocks is the answer, and which join it, `answer_blocks` says. A block quote is read without its
    marks, a reply that as a whole is quoted code, a box or a JSON object with one Lean text in it as what is inside.
    """
    if compat:
        return Extraction(*as_published(reply))
    text = reply.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, unfinished = without_thoughts(text)
    text = _one_turn(_unwrapped(_without_quote_marks(text + _final_answer(unfinished))))
    tagged = [(inside, _from_blocks(inside), said) for said, inside in _tagged(text)]
    declaring = [
        Block(found.lean, "", found.strategy, at, at, introduction(said), since=said)
        for at, (_, found, said) in enumerate(tagged)
        if has_declaration(found.lean)
    ]
    if declaring:
        lean, strategy = answer_of(declaring)
        return Extraction(lean, f"tag+{strategy}")
    untagged = _from_blocks(_TAG.sub("\n", text))
    if has_theorem(untagged.lean) and "fence" in untagged.strategy:
        return untagged
    for inside, found, _ in reversed(tagged):
        if found.lean:
            return Extraction(found.lean, f"tag+{found.strategy}")
        if ":=" in inside:
            return Extraction(trim(inside), "tag+raw")
    return untagged


_USER_TURN = re.compile(
    r"^[ \t]*(?:<\|im_start\|>[ ]?user|<\|user\|>|<\|start_header_id\|>[ ]?user|#{2,4}[ ](?:User|Human|Instruction):"
    r"|(?:\*\*)?(?:Human|User):)",
    re.MULTILINE,
)


def _one_turn(text: str) -> str:
    """`text` up to where a model that goes on behind its answer writes what a user says next. What begins with a user's turn
    is an echo of the prompt, which may hold examples."""
    turn = _USER_TURN.search(text)
    return text[: turn.start()] if turn and has_declaration(text[: turn.start()]) else text


def _final_answer(thought: str) -> str:
    """The complete tagged answer with which a never closed thought ends, or ""."""
    tags = list(_TAG.finditer(thought))
    if len(tags) < 2 or not tags[-1].group(1) or tags[-2].group(1):
        return ""
    sign_off = thought[tags[-1].end() :].strip()
    if (
        len(sign_off) > _LONGEST_SIGN_OFF
        or takes_back(sign_off)
        or not has_declaration(thought[tags[-2].end() : tags[-1].start()])
    ):
        return ""
    return thought[tags[-2].start() : tags[-1].end()]


_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]?")


def _without_quote_marks(text: str) -> str:
    """`text` with the marks taken from each block quote that holds a fence or begins a command: a line of Lean, too, may
    begin with `>`."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _QUOTE_MARK.match(lines[end]):
            end += 1
        bare = [_QUOTE_MARK.sub("", line, count=1) for line in lines[at:end]]
        if any(line.startswith(("```", "~~~")) or looks_like_lean(line) for line in bare):
            lines[at:end] = bare
        at = end + 1
    return "\n".join(lines)


_BOXED = re.compile(r"(?:\$\$?|\\\[|\\\()?\s*\\boxed\s*\{(?P<inside>.*)\}\s*(?:\$\$?|\\\]|\\\))?", re.DOTALL)


def _unwrapped(text: str) -> str:
    """What is inside a reply that is one piece of quoted code, one box, or one JSON object with one Lean text in it."""
    whole = text.strip()
    if whole[:1] == "`" == whole[-1:] and "`" not in whole[1:-1]:
        return whole[1:-1] if has_declaration(whole[1:-1]) else text
    boxed = _BOXED.fullmatch(whole)
    if boxed is not None:
        return boxed["inside"] if has_declaration(boxed["inside"]) else text
    if whole.startswith("{") and whole.endswith("}") and (inside := _strings(whole)):
        return "\n\n".join(f"```lean4\n{one}\n```" for one in inside) if len(inside) > 1 else inside[0]
    return text


_LONGEST_TALK = 1200


def _tagged(text: str) -> list[tuple[str, str]]:
    """(what stands before it, contents) of each tagged answer in order. The answer to a question may be tagged, too:
    without a declaration only what is tagged as formal counts."""
    tags = list(_TAG.finditer(text))
    contents = []
    last = 0
    for index, tag in enumerate(tags):
        if not tag.group(1):
            end = tags[index + 1].start() if index + 1 < len(tags) else len(text)
            inside = text[tag.end() : end]
            if tag.group(2) or has_declaration(inside):
                said = text[max(last, tag.start() - _LONGEST_TALK) : tag.start()]
                # In a sentence it is the tag of which something is said.
                contents.append(("" if said.rpartition("\n")[2].strip() else said, inside))
                is_closed = index + 1 < len(tags) and tags[index + 1].group(1)
                last = tags[index + 1].end() if is_closed else end
    return contents


def _from_blocks(text: str) -> Extraction:
    every = with_what_is_said(text, fenced_blocks(text))
    fenced = [block for block in every if block.may_be_lean]
    if any(has_declaration(block.text) for block in fenced):
        return Extraction(*answer_of(fenced, "\n".join(text.split("\n")[every[-1].last :])))
    mislabelled = [block for block in every if _is_plainly_lean(block)] or _fields(every)
    if mislabelled:
        return Extraction(*answer_of(mislabelled))
    unfenced = _without(text, [block for block in every if not block.may_be_lean])
    bare = with_what_is_said(unfenced, bare_blocks(unfenced))
    if any(has_declaration(block.text) for block in bare):
        return Extraction(*answer_of(bare))
    for block in reversed(fenced):
        if block.text.strip() and (block.language.startswith("lean") or looks_like_lean(block.text)):
            return Extraction(trim(block.text), block.strategy)
    return Extraction("", "none")


_OTHER_PROVERS = re.compile(
    r"^[ \t]*(?:Proof|Qed|Defined|ensures|requires|assumes|shows|fixes|begin|qed)\b", re.MULTILINE
)
_KEPT_APART = ("diff", "patch", "json")
_VALUE = re.compile(r":=\s*\S")


def _is_plainly_lean(block: Block) -> bool:
    """Whether a block reads as Lean from its first line on, states a theorem, and shows nothing of another prover:
    whatever its label says."""
    text = block.text
    if block.language in _KEPT_APART or not (looks_like_lean(text) and has_theorem(text)):
        return False
    return _VALUE.search(text) is not None and _OTHER_PROVERS.search(text) is None


def _fields(blocks: list[Block]) -> list[Block]:
    """The Lean texts in the JSON objects among the blocks."""
    return [
        replace(block, text=value, intro="", since="")
        for block in blocks
        if block.language == "json"
        for value in _strings(block.text)
    ]


def _strings(text: str) -> list[str]:
    """The Lean texts in the fields of a JSON object, if one of them declares something, or all that do the same."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(fields, dict):
        return []
    texts = [value for value in fields.values() if isinstance(value, str)]
    inside = [_from_blocks(text).lean if has_declaration(text) else text for text in texts if _may_be_part(text)]
    stated = [contents_of(Block(text, "", "", 0, 0), 0).by_name.keys() for text in inside if has_declaration(text)]
    return inside if stated and (len(stated) == 1 or set[str](stated[0]).intersection(*stated)) else []


def _may_be_part(text: str) -> bool:
    return has_declaration(text) or looks_like_lean(text)


def _without(text: str, blocks: list[Block]) -> str:
    """`text` with a bare fence in the place of each block, so that no code goes on across it."""
    lines, kept, at = text.split("\n"), list[str](), 0
    for block in blocks:
        kept += [*lines[at : block.first], "```"]
        at = block.last
    return "\n".join(kept + lines[at:])
