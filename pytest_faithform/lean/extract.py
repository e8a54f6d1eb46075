"""Finding the Lean text in a model's raw reply.

The default differs from the papers' order (SPEC c.1) where that order loses or mistakes an answer: a thought that was
cut off is a thought; a tagged answer goes before a late illustrative block; a fence that was cut off still holds the
answer; an answer in several blocks is put together; prose after bare code is cut by its shape, not by its first word.
Never raises; linear time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_faithform.lean.blocks import (
    Block,
    bare_blocks,
    fenced_blocks,
    has_declaration,
    has_theorem,
    looks_like_lean,
)
from pytest_faithform.lean.layout import DECLARATIONS
from pytest_faithform.lean.published_extraction import as_published
from pytest_faithform.lean.tokens import name_parts, tokenize

__all__ = ["Extraction", "extract"]


@dataclass(frozen=True)
class Extraction:
    """The Lean text of a reply ("" if none) and how it was found: "fence", "fences" (several, joined),
    "unclosed-fence", "bare", each with "tag+" before it when it stood in a tagged answer; "tag+raw"; "none"."""

    lean: str
    strategy: str


_THINK = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_TAG = re.compile(r"<\s{0,4}(/?)\s{0,4}formal_(?:proof|statement|step|theorem)\s{0,4}>", re.IGNORECASE)
_LONGEST_SIGN_OFF = 200


def extract(reply: str, *, compat: bool = False) -> Extraction:
    """The formalization in a raw reply. With `compat` as the papers' order finds it (see `published_extraction`), else:

    1. Thoughts are removed. A closing tag without an opening one ends a thought that began with the reply. After an
       opening tag that is never closed everything is thought, unless the reply ends with a complete tagged answer.
    2. The last tagged answer with a declaration in it, else
    3. the fenced blocks, else
    4. the lines that read as Lean.
    Of several blocks the last one with a theorem or lemma is the answer (without any, the last with a declaration);
    earlier ones join it when they declare a name that it uses and does not declare, or hold only a header it lacks.
    """
    if compat:
        return Extraction(*as_published(reply))
    text = reply.removeprefix("\ufeff").replace("\r\n", "\n")
    text = _without_thoughts(text)
    for inside in _tagged(text):
        found = _from_blocks(inside)
        if not found.lean and ":=" in inside:
            found = Extraction(_trim(inside), "raw")
        if found.lean:
            return Extraction(found.lean, f"tag+{found.strategy}")
    return _from_blocks(_TAG.sub("\n", text))


def _without_thoughts(text: str) -> str:
    kept: list[str] = []
    at, opened = 0, None
    for tag in _THINK.finditer(text):
        closing = bool(tag.group(1))
        if not closing and opened is None:
            kept.append(text[at : tag.start()])
            opened = tag.start()
        elif closing:
            if opened is None:
                kept.clear()
            opened, at = None, tag.end()
    if opened is None:
        return "".join(kept) + text[at:]
    return "".join(kept) + _final_answer(text[opened:])


def _final_answer(thought: str) -> str:
    """The complete tagged answer with which a never closed thought ends, or ""."""
    tags = list(_TAG.finditer(thought))
    if len(tags) < 2 or not tags[-1].group(1) or tags[-2].group(1):
        return ""
    sign_off = thought[tags[-1].end() :].strip()
    if len(sign_off) > _LONGEST_SIGN_OFF or not has_declaration(thought[tags[-2].end() : tags[-1].start()]):
        return ""
    return thought[tags[-2].start() : tags[-1].end()]


def _tagged(text: str) -> list[str]:
    """Contents of the tagged answers, the preferred first: with a theorem, with a declaration, others; later first."""
    tags = list(_TAG.finditer(text))
    contents = []
    for index, tag in enumerate(tags):
        if not tag.group(1):
            end = tags[index + 1].start() if index + 1 < len(tags) else len(text)
            contents.append(text[tag.end() : end])
    contents.reverse()
    return sorted(contents, key=lambda content: (not has_theorem(content), not has_declaration(content)))


def _from_blocks(text: str) -> Extraction:
    every = fenced_blocks(text)
    fenced = [block for block in every if block.may_be_lean]
    if any(has_declaration(block.text) for block in fenced):
        return _choose(fenced)
    bare = bare_blocks(_without(text, [block for block in every if not block.may_be_lean]))
    if any(has_declaration(block.text) for block in bare):
        return _choose(bare)
    for block in reversed(fenced):
        if block.text.strip() and (block.language.startswith("lean") or looks_like_lean(block.text)):
            return Extraction(_trim(block.text), block.strategy)
    return Extraction("", "none")


def _without(text: str, blocks: list[Block]) -> str:
    """`text` with a bare fence in the place of each block, so that no code goes on across it."""
    lines, kept, at = text.split("\n"), list[str](), 0
    for block in blocks:
        kept += [*lines[at : block.first], "```"]
        at = block.last
    return "\n".join(kept + lines[at:])


def _choose(blocks: list[Block]) -> Extraction:
    good = [index for index, block in enumerate(blocks) if has_theorem(block.text)]
    good = good or [index for index, block in enumerate(blocks) if has_declaration(block.text)]
    chosen = good[-1]
    if not chosen:
        return Extraction(_trim(blocks[0].text), blocks[0].strategy)
    texts = [blocks[chosen].text]
    declared, wanted = _names(blocks[chosen].text)
    lacks_header = _IMPORT.search(blocks[chosen].text) is None
    for block in reversed(blocks[:chosen]):
        theirs, uses = _names(block.text)
        is_header = lacks_header and not theirs and _HEADER.match(block.text) is not None
        if is_header or (theirs & wanted and not theirs & declared):
            texts.insert(0, block.text)
            declared |= theirs
            wanted |= uses
    strategy = blocks[chosen].strategy
    if len(texts) == 1:
        return Extraction(_trim(texts[0]), strategy)
    return Extraction(_join(texts), "fences" if strategy == "fence" else strategy)


_HEADER = re.compile(r"\s*(?:import|open|set_option)\s")
_IMPORT = re.compile(r"^[ \t]*import[ \t]", re.MULTILINE)


def _names(text: str) -> tuple[set[str], set[str]]:
    """(last components of the names that a text declares, all that it mentions)."""
    declared: set[str] = set()
    mentioned: set[str] = set()
    tokens = tokenize(text)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.kind != "ident":
            continue
        if before is not None and before.text in DECLARATIONS:
            declared.add(name_parts(token.text)[-1])
        else:
            mentioned.update(name_parts(token.text))
    return declared, mentioned


def _join(texts: list[str]) -> str:
    """Several files as one: Lean allows imports only at the top."""
    imports: dict[str, None] = {}
    rest: list[str] = []
    for text in texts:
        lines = []
        for line in text.split("\n"):
            if _IMPORT.match(line):
                imports[line.strip()] = None
            else:
                lines.append(line)
        rest.append(_trim("\n".join(lines)))
    return "\n\n".join(["\n".join(imports), *rest] if imports else rest)


def _trim(text: str) -> str:
    """Without blank lines around it and trailing white space; the first line's indentation stays."""
    lines = text.rstrip().split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])
